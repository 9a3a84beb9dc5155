import { limits } from "./limits.ts";

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

interface Dates {
  month: string;
  year: string;
  lastMonth: string;
  /** Year of last month. */
  yearOfLastMonth: string;
  lastYear: string;
}

function datesOf(day: string): Dates {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return {
    month: months[month - 1] ?? "",
    year: String(year),
    lastMonth: months[(month + 10) % 12] ?? "",
    yearOfLastMonth: String(month === 1 ? year - 1 : year),
    lastYear: String(year - 1),
  };
}

/** A title names the year of its month: in January, last month was last year. */
const isOfLastMonth = (title: string) => title.includes("{last month}") && !title.includes("{month}");

/**
 * A title on the day on which it is sent, as the database's function `private.dated_title` writes it: `{month}`, `{year}`,
 * `{last month}` and `{last year}` filled in.
 *
 * @param day as YYYY-MM-DD.
 */
export function datedTitle(title: string, day: string): string {
  if (!title.includes("{")) return title;
  const { month, year, lastMonth, yearOfLastMonth, lastYear } = datesOf(day);
  const filled = title
    .replaceAll("{month}", month)
    .replaceAll("{last month}", lastMonth)
    .replaceAll("{last year}", lastYear)
    .replaceAll("{year}", isOfLastMonth(title) ? yearOfLastMonth : year);
  return Array.from(filled).slice(0, limits.titleLength).join("");
}

/**
 * The pattern by which a title of that day was written, or the title itself: "Payslips {month} {year}" for "Payslips November
 * 2026" of a day in November.
 *
 * @param day as YYYY-MM-DD.
 */
export function titlePattern(title: string, day: string): string {
  const { month, year, lastMonth, yearOfLastMonth, lastYear } = datesOf(day);
  const withMonth = replaceWord(replaceWord(title, month, "{month}"), lastMonth, "{last month}");
  const pattern = isOfLastMonth(withMonth)
    ? replaceWord(withMonth, yearOfLastMonth, "{year}")
    : replaceWord(replaceWord(withMonth, year, "{year}"), lastYear, "{last year}");
  return datedTitle(pattern, day) === title && pattern.length <= limits.titleLength ? pattern : title;
}

/** Not a part of another word or number, such as 2026 in 20260. */
const replaceWord = (title: string, word: string, placeholder: string) =>
  title.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, "gu"), placeholder);
