/** The form of a file with rows. */
export interface CsvFormat {
  separator: "," | ";";
  /** Before the first row. */
  start: string;
  /** Heading of a column with times. */
  timeHead: (column: string) => string;
  time: (isoTime: string) => string;
  /** A text that a person wrote. */
  words: (text: string) => string;
}

/** For programs, the same in every country: RFC 4180, UTF-8 without a mark, times in UTC. */
export const stableCsv: CsvFormat = {
  separator: ",",
  start: "",
  timeHead: (column) => column,
  time: (isoTime) => new Date(isoTime).toISOString(),
  words: (text) => text,
};

/**
 * For people: spreadsheets open it in columns when it is double-clicked. Where numbers have a decimal comma, they expect
 * semicolons. They recognise UTF-8 by its byte-order mark, and times as their country writes them.
 */
export function localCsv({ locale, zone }: { locale?: string; zone?: string } = {}): CsvFormat {
  const decimal = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === "decimal");
  const times = new Intl.DateTimeFormat(locale, {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    // Other calendars and digits aren't recognised as times.
    calendar: "gregory",
    numberingSystem: "latn",
    timeZone: zone,
  });
  return {
    separator: decimal?.value === "." ? "," : ";",
    start: "\uFEFF",
    timeHead: (column) => `${column} (${times.resolvedOptions().timeZone})`,
    time: (isoTime) =>
      times
        .format(new Date(isoTime))
        .replaceAll(/\p{Bidi_Control}|[,،]/gu, "")
        .replaceAll(/\s/gu, " "),
    words: (text) => (isRewritten(text) ? `'${text}` : text),
  };
}

/** Leading zeros, more digits than a spreadsheet keeps, decimals of another country, powers of ten, days and times. */
const numberLike =
  /^(?:0\d+|\d{16,}|\d+(?:[.,]\d+)+|\d+(?:[.,]\d+)?e[+-]?\d+|\d{1,4}[./-]\d{1,2}(?:[./-]\d{1,4})?|\d{1,2}[./-]\d{4}|\d+(?::\d{2}){1,2})$/iu;

/** A spreadsheet takes the text for a number or a day and shows something else. Days as YYYY-MM-DD are read everywhere. */
const isRewritten = (text: string): boolean =>
  numberLike.test(text.trim()) && !/^\d{4}-\d{2}-\d{2}$/u.test(text);

/** Lines end as RFC 4180 wants them, and every cell is quoted. */
export function toCsv(rows: readonly (readonly string[])[], { separator, start }: CsvFormat): string {
  return `${start}${rows.map((row) => row.map(toCell).join(separator)).join("\r\n")}\r\n`;
}

const formulaLike = /^\s*[=+\-@\t\r\n|%＝＋－＠]/u;

/** Spreadsheets evaluate cells that start like a formula, so these get a leading apostrophe. */
export function toCell(text: string): string {
  const inert = formulaLike.test(text) ? `'${text}` : text;
  return `"${inert.replaceAll('"', '""')}"`;
}

/** A cell without the apostrophe that it got for spreadsheets. One that belongs to a name, as in "'t Hooft", stays. */
export function withoutApostrophe(cell: string): string {
  const text = cell.replace(/^'/u, "");
  return formulaLike.test(text) || isRewritten(text) ? text : cell;
}
