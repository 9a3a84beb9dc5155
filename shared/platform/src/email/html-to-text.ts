const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  nbsp: " ",
  zwnj: "",
};

/**
 * Builds the plain-text part of an email: visible text and line breaks, with each link's URL after its text. As in
 * Mailpit, texts of different elements don't touch, so a code in two elements is in two groups.
 */
export function htmlToText(html: string): string {
  const marked = html
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<(head|style|script)\b[\s\S]*?<\/\1\s*>/gi, "")
    .replace(/<(div|td|table)\b[^>]*(?:aria-hidden="true"|display:\s*none)[^>]*>[\s\S]*?<\/\1\s*>/gi, "")
    .replace(/\s+/g, " ")
    .replace(/<a\b[^>]*?\bhref="([^"]*)"[^>]*>(.*?)<\/a\s*>/gi, "$2: $1")
    .replace(/<(br|hr)\b[^>]*>/gi, "\n")
    .replace(/<\/(p|h[1-6]|div|tr|table|li)\s*>/gi, "\n\n")
    .replace(/<[^>]*>/g, " ");
  return decodeEntities(marked)
    .split("\n")
    .map((line) => line.replace(/ +/g, " ").replace(/ \./g, ".").trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal) return String.fromCodePoint(Number(decimal));
    if (hex) return String.fromCodePoint(Number.parseInt(String(hex), 16));
    return entities[String(name).toLowerCase()] ?? whole;
  });
}
