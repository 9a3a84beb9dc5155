import { plainDigits } from "@sheaf/contract/digits";

/** A year in a text and the one in its place. */
export type MovedYear = readonly [from: number, to: number];

interface MovedText {
  text: string;
  /** Each pair once. */
  moved: readonly MovedYear[];
}

const first = 1990;
const last = 2100;

/**
 * The text with each year from 1990 to 2100 one later, in the digits that it is written with, and the second year of
 * "2024/25" with it. Other numbers stay: a person checks the result, so one in doubt isn't touched.
 */
export function moveYears(text: string): MovedText {
  const plain = toPlain(text);
  const skipped = skippedRanges(plain);
  const next = plain.split("");
  const moved = new Map<number, MovedYear>();
  for (const { 0: digits, index } of plain.matchAll(/(?<!\d)\d{4}(?!\d)/gu)) {
    const year = Number(digits);
    const isSkipped = skipped.some(([from, to]) => index >= from && index < to);
    if (!inRange(year) || isSkipped || !isYear(plain, index)) continue;
    moved.set(year, [year, year + 1]);
    write(next, index, String(year + 1));
    const end = secondYear(plain.slice(index + 4), year);
    if (end !== undefined) write(next, index + 5, end);
  }
  const dated = moved.size === 0 ? next.join("") : withoutLeapDays(next.join(""));
  return {
    text: inDigitsOf(text, { plain, next: dated }),
    moved: [...moved.values()].toSorted(([one], [other]) => one - other),
  };
}

/** The day a year later, YYYY-MM-DD; 28 February for the 29th. */
export function yearLater(day: string): string {
  return withoutLeapDays(`${String(Number(day.slice(0, 4)) + 1).padStart(4, "0")}${day.slice(4)}`);
}

const inRange = (year: number) => year >= first && year <= last;

function write(characters: string[], at: number, digits: string): void {
  characters.splice(at, digits.length, ...digits.split(""));
}

/** The text with the digits 0 to 9, in the same places. */
function toPlain(text: string): string {
  const plain = plainDigits(text);
  return plain.length === text.length ? plain : text;
}

/** The changed digits in the script of those that they replace. */
function inDigitsOf(text: string, { plain, next }: { plain: string; next: string }): string {
  return text
    .split("")
    .map((character, at) => {
      const shift = next.charCodeAt(at) - plain.charCodeAt(at);
      return shift === 0 ? character : String.fromCharCode(character.charCodeAt(0) + shift);
    })
    .join("");
}

const address = /\b(?:https?:\/\/|www\.)\S+|\S+@\S+|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\/\S*/giu;
const groups = /\+?\d+(?:[ \u00a0\u202f-]\d+)+/gu;

/** Links, addresses, and digits in groups, as phone numbers and IBANs are written. */
function skippedRanges(plain: string): [from: number, to: number][] {
  const found = [
    ...plain.matchAll(address),
    ...[...plain.matchAll(groups)].filter(({ 0: run }) => isNumber(run)),
  ];
  return found.map(({ 0: run, index }) => [index, index + run.length]);
}

/** "0417 1643 2025" and "+44 2025 2026", but neither "2024 2025 2026" nor "2025-12-31" nor "1040 2025". */
function isNumber(run: string): boolean {
  const parts = run.replace("+", "").split(/[^\d]/u);
  const others = parts.filter((part) => part.length > 2 && !(part.length === 4 && inRange(Number(part))));
  return run.startsWith("+") || (parts.length > 2 && others.length > 0);
}

function isYear(plain: string, index: number): boolean {
  const before = plain.slice(Math.max(0, index - 40), index);
  const after = plain.slice(index + 4, index + 44);
  const isWithin = latinEnd.test(before) && latinStart.test(after);
  return !isWithin && followsAsYear(before) && continuesAsYear(after);
}

/** Letters of scripts with spaces between words. */
const spaced = String.raw`[[\p{L}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]`;
const latinEnd = new RegExp(`${spaced}$`, "v");
const latinStart = new RegExp(`^${spaced}`, "v");

const currencies =
  "usd|eur|gbp|chf|cad|aud|nzd|jpy|cny|inr|sek|nok|dkk|isk|pln|czk|huf|ron|try|brl|mxn|zar|aed|sar|sgd|hkd|kr|rs|zł|kč|ft";
const amountBefore = new RegExp(`(?:\\p{Sc}|(?<!\\p{L})(?:${currencies})\\.?)\\s?$`, "iu");
const amountAfter = new RegExp(
  `^\\s?(?:[\\p{Sc}%‰°]|(?:${currencies}|euros?|dollars?|pounds?|words?|characters?|zeichen|wörter|mots|palabras|kg|km|kb|mb|gb|px|dpi|m²|sqm)(?![\\p{L}\\d]))`,
  "iu",
);

/** What is numbered, not dated: "Form 2063", "Companies Act 2006", "Room 2010", "No. 2024", "card •••• 2025". */
const numbered =
  /(?:[#§№…]|\*{3}|•{2}|n[°º]|(?<!\p{L})(?:no\.|nr\.?|num\.|number|nummer|numéro|número|section|sec\.|article|art\.|§§?|clause|paragraph|para\.|room|suite|apt\.?|box|iso|act|regulations?|directive|rule|pin|ext\.|ending(?: in)?|ends (?:in|with)))\s?:?\s?$/iu;
/** But neither "Tax form 2025" nor "Consent Form 2025". */
const formNumber =
  /(?:^|[^\p{L}\s]\s*|(?<!\p{L})\p{Lu}{2,} )(?:Forms?|Formular|Formulaire|Modelo|Modello|Modèle) $/u;

function followsAsYear(before: string): boolean {
  if (amountBefore.test(before) || numbered.test(before) || formNumber.test(before)) return false;
  const { digits, separator } = /(?<digits>\d+)(?<separator>[./,:'’‐‑–—-])$/u.exec(before)?.groups ?? {};
  if (digits !== undefined && separator !== undefined) {
    if (digits.length === 4 && inRange(Number(digits))) return !/[:'’]/u.test(separator);
    // A day or a month. "12,2025" and "12:2025" are none, nor is "123/2025".
    return digits.length <= 2 && Number(digits) <= 31 && /[./‐‑–—-]/u.test(separator);
  }
  const { letters } = new RegExp(`(?<letters>[${spaced}\\d]+)$`, "v").exec(before)?.groups ?? {};
  // "FY2025" and "4Q2025", but not "ABNA2025".
  return letters === undefined || /^(?:[\p{L}\p{M}]{1,3}|[1-4][qht])$/iu.test(letters);
}

function continuesAsYear(after: string): boolean {
  // "2020s" is a decade.
  if (amountAfter.test(after) || /^s(?!\p{L})/u.test(after)) return false;
  const { separator, digits } = /^(?<separator>[./,:'’‐‑–—-])(?<digits>\d+)/u.exec(after)?.groups ?? {};
  if (digits === undefined || separator === undefined) return endsAsYear(after);
  if (digits.length === 4 && inRange(Number(digits))) return !/[:'’]/u.test(separator);
  // "2025.12.31", but neither "2025.50" nor "2025,5".
  if (separator === ".") return /^\.\d{1,2}\.\d{1,2}(?!\d)/u.test(after);
  return /^(?:\/\d{1,2}|[‐‑–—-](?:\d{2}|\d-\d{1,2}))(?!\d)/u.test(after);
}

/** "2025er", "2025年" and "2025Q1", but neither "2025kWh" in one word with more letters nor "2025AB12". */
function endsAsYear(after: string): boolean {
  const { letters } = new RegExp(`^(?<letters>[${spaced}\\d]+)`, "v").exec(after)?.groups ?? {};
  return letters === undefined || /^(?:[\p{L}\p{M}]{1,3}|[qht][1-4])$/iu.test(letters);
}

/** The last two digits of the second year in "2024/25" and "2024–26", a year later. A month, as in "2024-05", is none. */
function secondYear(after: string, year: number): string | undefined {
  const { separator = "", digits } =
    /^(?<separator>[/‐‑–—-])(?<digits>\d{2})(?![\d]|[-‐‑/.]\d)/u.exec(after)?.groups ?? {};
  if (digits === undefined) return undefined;
  const span = (Number(digits) - (year % 100) + 100) % 100;
  const isSecond = span === 1 || (separator !== "/" && span > 1 && span < 10 && Number(digits) > 12);
  return isSecond ? String((Number(digits) + 1) % 100).padStart(2, "0") : undefined;
}

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

const leapDays = [
  /(?<start>(?<!\d))29(?<rest>(?<s>[./-])0?2\k<s>(?<year>\d{4})(?!\d))/gu,
  /(?<start>(?<!\d)0?2\/)29(?<rest>\/(?<year>\d{4})(?!\d))/gu,
  /(?<start>(?<!\d)(?<year>\d{4})(?<s>[./-])0?2\k<s>)29(?<rest>(?!\d))/gu,
  /(?<start>(?<!\d))29(?<rest>(?:\.|th)?(?: de| of)? f[eé][bv]\p{L}*\.?(?: de|,)? (?<year>\d{4})(?!\d))/giu,
  /(?<start>(?<!\p{L})feb\p{L}*\.? )29(?<rest>(?:th)?,? (?<year>\d{4})(?!\d))/giu,
];

/** 29 February is the 28th in years that have none. */
function withoutLeapDays(text: string): string {
  return leapDays.reduce(
    (dated, pattern) =>
      dated.replaceAll(pattern, (day, ...found) => {
        const { start = "", rest = "", year = "" } = found.at(-1) as Record<string, string>;
        return isLeap(Number(year)) ? day : `${start}28${rest}`;
      }),
    text,
  );
}
