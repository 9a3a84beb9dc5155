import type { FileCheck } from "../../data/files/file-check.models.ts";
import type { StoredFile } from "../../data/files/file.models.ts";
import { type CsvFormat, localCsv, toCsv } from "../../lib/csv.ts";
import { isToReview } from "../../data/items/item.models.ts";
import type { Archive, ArchiveItem } from "./archive.models.ts";
import type { Doers } from "./records.models.ts";
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
  "Sent by",
  "Checked",
  "Verdict",
  "Note",
  "Answer",
  "Reason",
  "Decided by",
];

/** Those that say something of a file. */
const fileColumns = columns.slice(columns.indexOf("File"), columns.indexOf("Note") + 1);

/** Results of the worker's check of a stored file. */
const checkTexts: Readonly<Record<FileCheck, string>> = {
  checking: "not yet",
  verified: "unchanged since it was sent",
  damaged: "changed since it was sent",
};

/** One line per file, and one for every item without files so that missing items are listed too. */
export function toIndexCsv(archive: Archive, doers: Doers, format: CsvFormat = localCsv()): string {
  const heads = columns.map((column) => (column === "Received" ? format.timeHead(column) : column));
  const rows = archive.items.flatMap((item) => toRows(item, doers, format));
  return toCsv([heads, ...rows], format);
}

function toRows(
  { number, item, files, setAside }: ArchiveItem,
  { sent, decided }: Doers,
  { time, words }: CsvFormat,
): string[][] {
  const before = [
    number,
    words(item.section),
    words(item.title),
    item.isRequired ? "required" : "optional",
    stateText(item),
    item.kind === "file" ? String(item.expectedFiles) : "",
  ];
  const isDecided = item.state !== "missing" && !isToReview(item);
  const after = [words(answerText(item)), words(item.reason), isDecided ? (decided.get(item.id) ?? "") : ""];
  const toRow = (file: StoredFile, path: string, note: string) => [
    ...before,
    path,
    words(file.name),
    String(file.size),
    file.sha256,
    time(file.storedAt),
    sent.get(file.id) ?? "",
    checkTexts[file.check],
    file.verdict ?? "",
    note,
    ...after,
  ];
  if (item.files.length === 0) {
    const sender = item.answer === null ? "" : (sent.get(item.id) ?? "");
    return [[...before, ...fileColumns.map((column) => (column === "Sent by" ? sender : "")), ...after]];
  }
  return [
    ...files.map((archived) => toRow(archived.file, archived.path, noteText(archived))),
    ...setAside.map((file) => toRow(file, "", setAsideNote)),
  ];
}
