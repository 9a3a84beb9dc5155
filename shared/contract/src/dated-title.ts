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
  return Array.from(filled).slice(0, limits.titleLength).join("").trim();
}

/**
 * The pattern by which a title of that day was written, or the title itself: "Payslips {month} {year}" for "Payslips November
 * 2026" of a day in November. A quarter has no placeholder, so its year stays beside it.
 *
 * @param day as YYYY-MM-DD.
 */
export function titlePattern(title: string, day: string): string {
  if (quarter.test(title)) return title;
  const { month, year, lastMonth, yearOfLastMonth, lastYear } = datesOf(day);
  const years = `(?:${year}|${lastYear})`;
  const withMonth = replaceMonth(title, { month, years, placeholder: "{month}" });
  const withMonths = replaceMonth(withMonth, { month: lastMonth, years, placeholder: "{last month}" });
  const pattern = isOfLastMonth(withMonths)
    ? replaceWord(withMonths, yearOfLastMonth, "{year}")
    : replaceWord(replaceWord(withMonths, year, "{year}"), lastYear, "{last year}");
  return datedTitle(pattern, day) === title && pattern.length <= limits.titleLength ? pattern : title;
}

const quarter = /(?<![\p{L}\p{N}])(?:Q[1-4]|[1-4]Q|quarter)(?!\p{L})/iu;

// Not a part of another word or number, such as 2026 in 20260.
const start = "(?<![\\p{L}\\p{N}])";
const end = "(?![\\p{L}\\p{N}])";
const between = "[\\s,./–-]{1,2}";
/** Between two months: "April and May 2026". */
const joint = "(?:\\s?[/&–-]\\s?|\\s(?:and|to)\\s)";

const replaceWord = (title: string, word: string, placeholder: string) =>
  title.replaceAll(new RegExp(`${start}${word}${end}`, "gu"), placeholder);

/** Beside a year or at the end only: April, May and June are names, too. */
function replaceMonth(
  title: string,
  { month, years, placeholder }: { month: string; years: string; placeholder: string },
): string {
  const before = `(?<=${start}${years}${between})`;
  const after = `(?=${between}${years}${end}|${joint}\\{month\\}|[^\\p{L}\\p{N}]*$)`;
  return title.replaceAll(
    new RegExp(`${start}(?:${month}${end}${after}|${before}${month}${end})`, "gu"),
    placeholder,
  );
}
