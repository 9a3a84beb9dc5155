import type { StoredFile } from "../../data/files/file.models.ts";
import type { Archive, ArchiveItem } from "./archive.models.ts";
import { answerText, noteText, setAsideNote, stateText } from "./index-text.models.ts";

const columns = [
  "Number",
  "Section",
  "Item",
  "Required",
  "State",
  "Files asked for",
  "File",
  "Original file name",
  "Bytes",
  "SHA-256 of the sender",
  "Received",
  "Note",
  "Answer",
  "Reason",
];

/** One line per file, and one for every item without files so that missing items are listed too. */
export function toIndexCsv(archive: Archive): string {
  const rows = archive.items.flatMap(toRows);
  // Spreadsheets recognise UTF-8 by the byte-order mark; RFC 4180 requires CRLF.
  return `\uFEFF${[columns, ...rows].map((row) => row.map(toCell).join(",")).join("\r\n")}\r\n`;
}

function toRows({ number, item, files, setAside }: ArchiveItem): string[][] {
  const before = [
    number,
    item.section,
    item.title,
    item.isRequired ? "required" : "optional",
    stateText(item),
    item.kind === "file" ? String(item.expectedFiles) : "",
  ];
  const after = [answerText(item), item.reason];
  const toRow = (file: StoredFile, path: string, note: string) => [
    ...before,
    path,
    file.name,
    String(file.size),
    file.sha256,
    file.storedAt,
    note,
    ...after,
  ];
  if (item.files.length === 0) return [[...before, "", "", "", "", "", "", ...after]];
  return [
    ...files.map((archived) => toRow(archived.file, archived.path, noteText(archived))),
    ...setAside.map((file) => toRow(file, "", setAsideNote)),
  ];
}

/** Spreadsheets evaluate cells that start like a formula, so these get a leading apostrophe. */
export function toCell(text: string): string {
  const inert = /^[\s]*[=+\-@\t\r\n|%＝＋－＠]/u.test(text) ? `'${text}` : text;
  return `"${inert.replaceAll('"', '""')}"`;
}
