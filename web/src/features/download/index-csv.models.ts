import type { Archive, ArchiveItem } from "./archive.models.ts";
import { answerWords, stateWords } from "./index-words.models.ts";

const columns = [
  "Number",
  "Item",
  "Required",
  "State",
  "File",
  "Name as sent",
  "Bytes",
  "SHA-256 of the sender",
  "Received",
  "Answer",
  "Reason",
];

/** Every item with a line for each of its files, and one line for an item without any: what is missing is listed too. */
export function toIndexCsv(archive: Archive): string {
  const rows = archive.items.flatMap(toRows);
  // The mark tells spreadsheets that the file is UTF-8; CRLF is what RFC 4180 says.
  return `\uFEFF${[columns, ...rows].map((row) => row.map(toCell).join(",")).join("\r\n")}\r\n`;
}

function toRows({ number, item, files }: ArchiveItem): string[][] {
  const before = [number, item.title, item.isRequired ? "required" : "optional", stateWords[item.state]];
  const after = [answerWords(item), item.reason];
  if (files.length === 0) return [[...before, "", "", "", "", "", ...after]];
  return files.map(({ path, file }) => [
    ...before,
    path,
    file.name,
    String(file.size),
    file.sha256,
    file.storedAt,
    ...after,
  ]);
}

/** Spreadsheets run a cell that begins like a formula, so such a cell begins with an apostrophe instead. */
export function toCell(text: string): string {
  const inert = /^[\s]*[=+\-@\t\r\n|%＝＋－＠]/u.test(text) ? `'${text}` : text;
  return `"${inert.replaceAll('"', '""')}"`;
}
