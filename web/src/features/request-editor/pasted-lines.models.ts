/** List markers: bullets, checkboxes, "1.", "2)", "(3)", "a)". */
const listMark =
  /^(?:[-*+•‣◦▪▫●○■□☐☑☒✓✔–—·>]+|\[[ xX]?\]|\(?\d{1,3}[.)]|\(\d{1,3}\)|[a-zA-Z]\)|\([a-zA-Z]\))(?:\s+|$)/u;

/** Bullets that are also used without a space after them. */
const tightBullet = /^[•‣◦▪▫●○■□☐☑☒✓✔·]+/u;

/**
 * One title per non-blank line, without list markers. Lines that are too long stay whole, so that nothing is cut without
 * notice.
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
