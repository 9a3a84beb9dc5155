import { isAddress } from "@sheaf/contract/email-address";
import { repairedTable } from "./repair-text.models.ts";

/** A file, or text that was pasted. */
export type ListSource = Blob | string;

/** Why a list can't be used. Each is a code of the error catalogue. */
export type ListProblem =
  | "list.too_large"
  | "list.too_many"
  | "list.empty"
  | "list.old_excel"
  | "list.unreadable"
  | "list.unreadable_excel"
  | "list.quotes";

/** Worth telling: characters may be wrong. */
export type ListDoubt = "encoding" | "replaced";

/** Encodings of files that aren't in UTF-8: the browser's name and a readable one. */
export const encodings = {
  "windows-1252": "Western European (Windows-1252)",
  macintosh: "Western European (MacRoman)",
  "windows-1250": "Central European (Windows-1250)",
  "windows-1257": "Baltic (Windows-1257)",
  "windows-1251": "Cyrillic (Windows-1251)",
  "koi8-r": "Cyrillic (KOI8-R)",
  "windows-1253": "Greek (Windows-1253)",
  "windows-1254": "Turkish (Windows-1254)",
  "windows-1255": "Hebrew (Windows-1255)",
  "windows-1256": "Arabic (Windows-1256)",
  "windows-1258": "Vietnamese (Windows-1258)",
  shift_jis: "Japanese (Shift_JIS)",
  gb18030: "Chinese, simplified (GB18030)",
  big5: "Chinese, traditional (Big5)",
  "euc-kr": "Korean (EUC-KR)",
} as const;

export type Encoding = keyof typeof encodings;

/** Of an Excel file, as it appears in Excel. */
export interface Sheet {
  name: string;
  /** Of all sheets that are visible. */
  names: string[];
  /** Rows that a person or a filter has hidden. */
  hiddenRows: number;
  withHidden: boolean;
}

/**
 * Options for reading a file. Defaults: the first visible sheet of an Excel file that has people, without hidden rows;
 * Windows-1252 for text that isn't in UTF-8; as many rows as a bulk send can have people.
 */
export interface ListChoice {
  maxRows?: number;
  sheet?: string;
  withHidden?: boolean;
  encoding?: Encoding;
}

export interface List {
  /** Of the columns: from the first row, or "Column A". */
  titles: string[];
  rows: ListRow[];
  /** Undefined for text. */
  sheet?: Sheet | undefined;
  doubt?: ListDoubt | undefined;
  /** With which a text was read that isn't in UTF-8. */
  encoding?: Encoding | undefined;
}

export interface ListRow {
  /** As a spreadsheet counts: the first row of a file is 1. */
  number: number;
  cells: string[];
}

export type ReadList = { list: List } | { problem: ListProblem; rows?: number };

/** More are no list of people. */
const maxColumns = 100;

interface TableFacts {
  doubt?: ListDoubt | undefined;
  encoding?: Encoding | undefined;
  sheet?: Sheet;
}

/** Rows of a file, with the empty ones as `[]`; cells are always text. */
export function toList(table: readonly (readonly string[])[], facts: TableFacts = {}): ReadList {
  const rows = withoutPreamble(
    repairedTable(table)
      .map((cells, index) => ({
        number: index + 1,
        cells: withoutEnd(cells.slice(0, maxColumns).map(plainCell)),
      }))
      .filter(({ cells }) => cells.length > 0),
  );
  const [first] = rows;
  // People who have no titles in their file begin with a person.
  const hasTitles = first !== undefined && !first.cells.some(isAddress);
  const people = hasTitles ? rows.slice(1) : rows;
  if (people.length === 0) return { problem: "list.empty" };
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const titles = Array.from({ length: width }, (_, index) => {
    const title = hasTitles ? (first.cells[index] ?? "") : "";
    return title === "" ? `Column ${letterOf(index)}` : title;
  });
  return { list: { titles, rows: people, ...facts } };
}

/** Copied addresses bring along what separated or enclosed them: "ana@duarte.example;". */
function plainCell(text: string): string {
  if (text === "") return text;
  const cell = text.replaceAll(/\s+/gu, " ").trim();
  if (!cell.includes("@") || isAddress(cell)) return cell;
  // Only from the start of a run of marks: a cell of nothing else would take minutes.
  const bare = cell.replaceAll(/^["'‘“«([]+|(?<!["'’”»)\],;.])["'’”»)\],;.]+$/gu, "");
  return isAddress(bare) ? bare : cell;
}

/** Excel saves columns that are merely formatted, so a list may end in a hundred empty ones. */
const withoutEnd = (cells: readonly string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);

/**
 * Drops the lines above the titles, such as a report's name and date. They have fewer cells than the titles and precede
 * the first address.
 */
function withoutPreamble(rows: ListRow[]): ListRow[] {
  const filled = ({ cells }: ListRow) => cells.filter((cell) => cell !== "").length;
  const person = rows.findIndex(({ cells }) => cells.some(isAddress));
  const above = rows.slice(0, Math.max(0, person));
  const widest = Math.max(...above.map(filled));
  const titles = above.findIndex((row) => {
    const count = filled(row);
    const isShort = count < widest && (count <= 2 || count * 2 <= widest);
    return !isShort || row.cells.some((cell) => /mail/iu.test(cell));
  });
  return rows.slice(Math.max(0, titles));
}

/** As spreadsheets name columns: A, B … Z, AA. */
const letterOf = (index: number): string =>
  (index < 26 ? "" : letterOf(Math.floor(index / 26) - 1)) + String.fromCodePoint(65 + (index % 26));
