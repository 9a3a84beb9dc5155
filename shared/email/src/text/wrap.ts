/** Characters in a line. Text-only email apps don't wrap lines. */
const width = 72;

/** Text in lines of at most 72 characters, each with the indent in front. A longer word, such as an address, stays whole. */
export function wrapped(text: string, indent = ""): string {
  return text
    .split(/\r?\n/u)
    .flatMap((paragraph) => linesOf(paragraph, width - indent.length))
    .map((line) => `${indent}${line}`.trimEnd())
    .join("\n");
}

function linesOf(paragraph: string, width: number): string[] {
  const lines = [""];
  for (const word of paragraph.split(/\s+/u).filter((part) => part !== "")) {
    const line = lines.at(-1) ?? "";
    const longer = line === "" ? word : `${line} ${word}`;
    if (line === "" || visibleLength(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Word joiners and marks of direction take no room. */
const visibleLength = (text: string): number => text.replaceAll(/[\u2060\u2068\u2069]/gu, "").length;
