/** Control characters, line separators, and marks that reorder the text around them. Marks for a single word stay. */
const hidden = /(?![\t\n\r])\p{Cc}|[\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

/** Other people's text without characters that could change how the text around it reads. */
export const plain = (text: string): string => text.replaceAll(hidden, "");

/** For headers: a line break would end one, and a line of more than 998 bytes is refused. @param longest in characters. */
export function oneLine(text: string, longest = 200): string {
  const characters = Array.from(plain(text.replaceAll(/\s+/gu, " ")).trim());
  return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : characters.join("");
}
