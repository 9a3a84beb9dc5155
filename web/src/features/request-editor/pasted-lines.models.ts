/** What starts a line of somebody's list without being part of it: bullets, boxes, "1.", "2)", "(3)", "a)". */
const listMark =
  /^(?:[-*+•‣◦▪▫●○■□☐☑☒✓✔–—·>]+|\[[ xX]?\]|\(?\d{1,3}[.)]|\(\d{1,3}\)|[a-zA-Z]\)|\([a-zA-Z]\))(?:\s+|$)/u;

/** Bullets that people also type without a space after them. */
const tightBullet = /^[•‣◦▪▫●○■□☐☑☒✓✔·]+/u;

/**
 * A pasted list as titles: every line one, without its bullet or number, blank lines dropped.
 * Lines that are too long stay whole, so that nothing a person pasted is cut behind their back.
 */
export function toTitles(text: string): string[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map(withoutMarks)
    .filter((line) => line !== "");
}

function withoutMarks(line: string): string {
  let rest = line.replaceAll(/\s+/gu, " ").trim();
  for (;;) {
    const shorter = rest.replace(listMark, "").replace(tightBullet, "").trim();
    if (shorter === rest) return rest;
    rest = shorter;
  }
}
