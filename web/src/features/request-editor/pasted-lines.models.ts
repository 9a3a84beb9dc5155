/** List markers: bullets, checkboxes, "1.", "2)", "(3)", "a)". */
const listMark =
  /^(?:[-*+•‣◦▪▫●○■□☐☑☒✓✔–—·>]+|\[[ xX]?\]|\(?\d{1,3}[.)]|\(\d{1,3}\)|[a-zA-Z]\)|\([a-zA-Z]\))(?:\s+|$)/u;

/** Bullets that are also used without a space after them. */
const tightBullet = /^[•‣◦▪▫●○■□☐☑☒✓✔·]+/u;

/**
 * One title per line that isn't blank, without list markers. Lines that are too long stay whole, so that nothing is cut
 * without notice.
 */
export function toTitles(text: string): string[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map(withoutMarks)
    .filter((line) => line !== "");
}

export interface PastedItem {
  title: string;
  /** From the heading above it; null without one. */
  section: string | null;
  isRequired: boolean;
}

/** One item per line. A line that ends with a colon is the heading of the lines below it, up to the next heading. */
export function toPastedItems(text: string): PastedItem[] {
  const lines = toTitles(text);
  const items: PastedItem[] = [];
  let section: string | null = null;
  for (const [place, line] of lines.entries()) {
    const next = lines[place + 1];
    if (next !== undefined && isHeading(line) && !isHeading(next)) section = line.slice(0, -1).trim();
    else items.push({ ...toNeed(line), section });
  }
  return items;
}

/** At the end of a line: "(optional)", "[required]", "– optional". */
const need =
  /\s*(?:[([（](?<inBrackets>optional|required)[)\]）]|\s[-–—]\s*(?<afterDash>optional|required))$/iu;

/** Splits off whether the item is needed. A line that says nothing else stays a title. */
function toNeed(line: string): Pick<PastedItem, "title" | "isRequired"> {
  const found = need.exec(line);
  const title = found === null ? "" : line.slice(0, found.index).trim();
  if (found === null || title === "") return { title: line, isRequired: true };
  const word = found.groups?.["inBrackets"] ?? found.groups?.["afterDash"];
  return { title, isRequired: word?.toLowerCase() !== "optional" };
}

const isHeading = (line: string) => /[^:\s]\s*:$/u.test(line);

function withoutMarks(line: string): string {
  let rest = line.replaceAll(/\s+/gu, " ").trim();
  for (;;) {
    const shorter = rest.replace(listMark, "").replace(tightBullet, "").trim();
    if (shorter === rest) return rest;
    rest = shorter;
  }
}
