import { isAddress } from "@sheaf/contract/email-address";
import { limits } from "@sheaf/contract/limits";

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
export type ListDoubt = "windows" | "replaced";

/** Of an Excel file, as it appears in Excel. */
export interface Sheet {
  name: string;
  /** Of all sheets that are visible. */
  names: string[];
  /** Rows that a person or a filter has hidden. */
  hiddenRows: number;
  withHidden: boolean;
}

/** The part of an Excel file to read: by default the first visible sheet that has people, without hidden rows. */
export interface SheetChoice {
  sheet?: string;
  withHidden?: boolean;
}

export interface List {
  /** Of the columns: from the first row, or "Column A". */
  titles: string[];
  rows: ListRow[];
  /** Undefined for text. */
  sheet?: Sheet | undefined;
  doubt?: ListDoubt | undefined;
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
  sheet?: Sheet;
}

/** Rows of a file, with the empty ones as `[]`; cells are text, whatever they look like. */
export function toList(table: readonly (readonly string[])[], { doubt, sheet }: TableFacts = {}): ReadList {
  const rows = table
    .map((cells, index) => ({
      number: index + 1,
      cells: cells.slice(0, maxColumns).map((cell) => cell.replaceAll(/\s+/gu, " ").trim()),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  const [first] = rows;
  // People who have no titles in their file begin with a person.
  const hasTitles = first !== undefined && !first.cells.some(isAddress);
  const people = hasTitles ? rows.slice(1) : rows;
  if (people.length === 0) return { problem: "list.empty" };
  if (people.length > limits.bulkPeople) return { problem: "list.too_many", rows: people.length };
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const titles = Array.from({ length: width }, (_, index) => {
    const title = hasTitles ? (first.cells[index] ?? "") : "";
    return title === "" ? `Column ${letterOf(index)}` : title;
  });
  return { list: { titles, rows: people, ...(sheet && { sheet }), ...(doubt && { doubt }) } };
}

/** As spreadsheets name columns: A, B … Z, AA. */
const letterOf = (index: number): string =>
  (index < 26 ? "" : letterOf(Math.floor(index / 26) - 1)) + String.fromCodePoint(65 + (index % 26));
