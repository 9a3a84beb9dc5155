import { isAddress } from "@sheaf/contract/email-address";
import { limits } from "@sheaf/contract/limits";
import { unzipSync } from "fflate";
import Papa from "papaparse";
import { type Sheet as ExcelSheet, readXlsx } from "hucre/xlsx";
import { type DecodedText, decodeText } from "./decode-text.models.ts";
import { withPartNames } from "./part-names.ts";
import { toRows } from "./csv-rows.models.ts";
import { type ListChoice, type ListSource, type ReadList, toList } from "./list.models.ts";

/** An Excel file is a zip, which may be a thousand times larger inside. */
const maxUnzippedBytes = 200 * 1024 * 1024;

/** Cells beyond are no part of a list of people, and a stray one far away would be as expensive as a full sheet. */
const area = "A1:CV1048576";

/** Reads CSV, pasted cells or a sheet of an Excel file. */
export async function readList(source: ListSource, choice: ListChoice = {}): Promise<ReadList> {
  const read = await readSource(source, choice);
  if (!("list" in read)) return read;
  const { length } = read.list.rows;
  return length > (choice.maxRows ?? limits.bulkPeople) ? { problem: "list.too_many", rows: length } : read;
}

async function readSource(source: ListSource, choice: ListChoice): Promise<ReadList> {
  if (typeof source === "string") return readText(source);
  const bytes = new Uint8Array(await source.arrayBuffer());
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return readExcel(bytes, choice);
  // Also what a password turns a newer Excel file into.
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return { problem: "list.old_excel" };
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46])) return { problem: "list.unreadable" };
  const decoded = decodeText(bytes, choice.encoding);
  if (decoded === null) return { problem: "list.unreadable" };
  const { text, ...facts } = decoded;
  return readText(text, facts);
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

function readText(text: string, facts: Omit<DecodedText, "text"> = {}): ReadList {
  // The library takes the first line end for all, and joins rows that end otherwise.
  const uniform = text
    .replace(/^\ufeff/u, "")
    .replaceAll(/\r+\n?/gu, (end) => (end.endsWith("\n") ? "\n" : "\n".repeat(end.length)));
  // Excel writes the separator into the first line where it isn't a comma; saved again, that line is quoted or has more of them.
  const [line = "", named] = /^"?sep=(.)"?[,;\t ]*\n/iu.exec(uniform) ?? [];
  const lines = uniform
    .slice(line.length)
    .replaceAll(/(^|[,;\t|]) *=?(?="(?:[^"]|"(?:[,;\t|\n]|$)))/gmu, "$1");
  const rows = toRows(lines, named ?? separatorOf(lines));
  if (rows === null) return { problem: "list.quotes" };
  return toList([...(named === undefined ? [] : [[]]), ...rows.map((row) => row.map(withoutFormula))], facts);
}

/** `="0042"` is how programs keep Excel from taking text for a number. */
const withoutFormula = (cell: string): string =>
  /^="(?<text>.*)"$/su.exec(cell)?.groups?.["text"]?.replaceAll('""', '"') ?? cell;

const separators = ["\t", ";", "|", ","];

/**
 * The separator with which most rows have an address, because names and numbers have commas, and titles above the table have
 * anything. Without addresses, the one of the first line with text.
 */
function separatorOf(text: string): string {
  // A whole line can pass for `Name <address>`.
  const isBareAddress = (cell: string) => isAddress(cell) && !cell.includes("<");
  const counts = separators.map((delimiter) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: 100 });
    return { delimiter, people: data.filter((row) => row.some(isBareAddress)).length };
  });
  const best = counts.reduce((former, each) => (each.people > former.people ? each : former));
  if (best.people > 0) return best.delimiter;
  return Papa.parse(text, { delimitersToGuess: separators, skipEmptyLines: true, preview: 1 }).meta.delimiter;
}

async function readExcel(bytes: Uint8Array<ArrayBuffer>, choice: ListChoice): Promise<ReadList> {
  try {
    let unzipped = 0;
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        unzipped += originalSize;
        return false;
      },
    });
    if (unzipped > maxUnzippedBytes) return { problem: "list.too_large" };
    const { sheets } = await readXlsx(withPartNames(bytes), {
      sheets: ({ hidden = false, veryHidden = false }) => !hidden && !veryHidden,
      range: area,
    });
    const names = sheets.map(({ name }) => name);
    const lists = sheets
      .filter(({ name }) => choice.sheet === undefined || name === choice.sheet)
      .map((sheet) => listOf(sheet, names, choice.withHidden ?? false));
    return lists.find((read) => "list" in read) ?? lists[0] ?? { problem: "list.empty" };
  } catch {
    return { problem: "list.unreadable_excel" };
  }
}

function listOf({ name, rows, rowDefs }: ExcelSheet, names: string[], withHidden: boolean): ReadList {
  const isHidden = (index: number) => rowDefs?.get(index)?.hidden === true;
  const table = rows.map((row) => row.map(toText));
  const hiddenRows = table.filter(
    (row, index) => isHidden(index) && row.some((cell) => cell.trim() !== ""),
  ).length;
  return toList(
    table.map((row, index) => (isHidden(index) && !withHidden ? [] : row)),
    { sheet: { name, names, hiddenRows, withHidden } },
  );
}

/** A date cell has no time zone; the library gives midnight in UTC. */
function toText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === "string" || typeof cell === "number" || typeof cell === "boolean"
    ? String(cell)
    : "";
}
