/** One or two letters for a name or an address: "Anna Lind" → "AL", "anna@lind.example" → "A". */
export function initialsOf(name: string): string {
  const words = (name.split("@")[0] ?? "")
    .trim()
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  const letters = chosen.map((word) => word?.match(/[\p{L}\p{N}]/u)?.[0] ?? "").join("");
  return letters.toLocaleUpperCase() || "?";
}
