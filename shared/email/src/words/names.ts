/** "OL" for "Okafor & Lind". */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const [first = "", second = ""] = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return [first, second]
    .map((word) => Array.from(word).at(0) ?? "")
    .join("")
    .toUpperCase();
}
