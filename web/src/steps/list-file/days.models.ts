import { plainDigits } from "@sheaf/contract/digits";
import { monthOf } from "./month-names.models.ts";

/** Order of day and month in a date written with slashes or hyphens. */
export type DayOrder = "day-first" | "month-first";

interface Written {
  year: number;
  /** Of a date whose order is clear, day and month; otherwise the two numbers as they are written. */
  first: number;
  second: number;
  isClear: boolean;
}

const isoLike = /^(\d{4})[-/.]\s?(\d{1,2})[-/.]\s?(\d{1,2})\.?$/u;
const numeric = /^(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})\.?$/u;
const dayAndName =
  /^(?:\p{L}+[,.]*\s+)?(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?[\s/-]+(?:de\s+)?(\p{L}{3,})\.?,?[\s/-]+(?:de\s+)?(\d{4}|\d{2})(?:\s\p{L}\.)?$/iu;
const nameAndDay = /^(?:\p{L}+,\s+)?(\p{L}{3,})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(\d{4})$/iu;

/** Programs write days with a time, which is midnight or when something was entered. */
const timeOfDay =
  /(?:T|,?\s+)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s?(?:[ap]\.?m\.?)?\s?(?:Z|UTC|[+-]\d{2}:?\d{2})?$/iu;

const toYear = (text: string): number => Number(text.length === 2 ? `20${text}` : text);

const clear = (year: number, month: number, day: number): Written => ({
  year,
  first: day,
  second: month,
  isClear: true,
});

function readWritten(cell: string): Written | null {
  // Spreadsheets in Arabic put marks of direction between the parts of a date.
  const text = plainDigits(cell.replaceAll(/\p{Bidi_Control}/gu, "").trim())
    .replace(timeOfDay, "")
    .replace(/^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]$/u, "$1-$2-$3");
  const [, isoYear, isoMonth, isoDay] = isoLike.exec(text) ?? [];
  if (isoYear !== undefined) return clear(Number(isoYear), Number(isoMonth), Number(isoDay));
  const [, one, sign, two, year = ""] = numeric.exec(text) ?? [];
  // With dots the day always comes first.
  if (one !== undefined)
    return { year: toYear(year), first: Number(one), second: Number(two), isClear: sign === "." };
  const [, day, name = "", ofDay = ""] = dayAndName.exec(text) ?? [];
  if (day !== undefined) return clear(toYear(ofDay), monthOf(name), Number(day));
  const [, named = "", nthDay, ofName = ""] = nameAndDay.exec(text) ?? [];
  return nthDay === undefined ? null : clear(toYear(ofName), monthOf(named), Number(nthDay));
}

/** The date as YYYY-MM-DD; null if the text is none, or only with the other order. */
export function readDay(text: string, order: DayOrder): string | null {
  const written = readWritten(text);
  if (written === null) return null;
  const { year, first, second, isClear } = written;
  const [day, month] = isClear || order === "day-first" ? [first, second] : [second, first];
  const iso = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  const parsed = Date.parse(iso);
  // JavaScript accepts the 31st of February.
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(iso) ? iso : null;
}

/**
 * The order in which a whole column writes dates; undefined if it doesn't tell. One date with a 13 or more in it decides for
 * all, unless another one contradicts it.
 */
export function orderOf(texts: readonly string[]): DayOrder | undefined {
  const unclear = texts
    .map((text) => readWritten(text))
    .filter((written) => written !== null && !written.isClear && written.first !== written.second);
  if (unclear.length === 0) return "day-first";
  const isDayFirst = unclear.some((written) => written !== null && written.first > 12);
  const isMonthFirst = unclear.some((written) => written !== null && written.second > 12);
  if (isDayFirst === isMonthFirst) return undefined;
  return isDayFirst ? "day-first" : "month-first";
}
