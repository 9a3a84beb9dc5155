import { unzipSync } from "fflate";
import Papa from "papaparse";
import { readSheet } from "read-excel-file/universal";
import { decodeText } from "./decode-text.models.ts";
import { type ListDoubt, type ListSource, type ReadList, toList } from "./list.models.ts";

/** An Excel file is a zip, which may be a thousand times larger inside. */
const maxUnzippedBytes = 200 * 1024 * 1024;

/** Reads CSV, pasted cells or the first sheet of an Excel file. */
export async function readList(source: ListSource): Promise<ReadList> {
  if (typeof source === "string") return readText(source);
  const bytes = new Uint8Array(await source.arrayBuffer());
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return readExcel(bytes);
  // Also what a password turns a newer Excel file into.
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return { problem: "list.old_excel" };
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46])) return { problem: "list.unreadable" };
  const decoded = decodeText(bytes);
  return decoded === null ? { problem: "list.unreadable" } : readText(decoded.text, decoded.doubt);
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

function readText(text: string, doubt?: ListDoubt): ReadList {
  // Excel writes the separator into the first line where it isn't a comma.
  const [, named] = /^\ufeff?sep=(.)\r?\n/u.exec(text) ?? [];
  const { data, errors } = Papa.parse<string[]>(
    text.replace(/^\ufeff?(sep=.\r?\n)?/u, ""),
    named === undefined ? { delimitersToGuess: [",", ";", "\t", "|"] } : { delimiter: named },
  );
  if (errors.some(({ type }) => type === "Quotes")) return { problem: "list.quotes" };
  const skipped = named === undefined ? [] : [[]];
  return toList([...skipped, ...data], doubt);
}

async function readExcel(bytes: Uint8Array<ArrayBuffer>): Promise<ReadList> {
  try {
    let unzipped = 0;
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        unzipped += originalSize;
        return false;
      },
    });
    if (unzipped > maxUnzippedBytes) return { problem: "list.too_large" };
    return toList((await readSheet(bytes.buffer)).map((row) => row.map(toText)));
  } catch {
    return { problem: "list.unreadable" };
  }
}

/** A date cell has no time zone; the library gives midnight in UTC. */
function toText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === "string" || typeof cell === "number" || typeof cell === "boolean"
    ? String(cell)
    : "";
}
