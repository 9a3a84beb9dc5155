import type { FileVerdict } from "@sheaf/contract/states";
import { selectColumns, type SelectedRow } from "../../lib/columns.ts";
import { type FileCheck, toFileCheck } from "./file-check.models.ts";

/** A completely uploaded file. Its content never changes. */
export interface StoredFile {
  id: string;
  itemId: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Declared by the sender's browser, so untrusted: previews sniff the type from the bytes. */
  mime: string;
  /** Lower-case hexadecimal SHA-256, as the sender's browser computed it. */
  sha256: string;
  objectKey: string;
  storedAt: string;
  check: FileCheck;
  /** A member has set it aside: downloads leave it out. */
  isSetAside: boolean;
  /** A member added it to an item received another way, so nothing is decided about it. */
  isAddedByMember: boolean;
  /** Null while the file waits for review, or if the last decision left it out. */
  verdict: FileVerdict | null;
  /** "" unless the file is returned. */
  verdictReason: string;
}

/** Added since others of its item were decided on. */
export function isNewFile<File extends Pick<StoredFile, "verdict" | "isAddedByMember">>(
  file: File,
  files: readonly File[],
): boolean {
  return file.verdict === null && !file.isAddedByMember && files.some(({ verdict }) => verdict !== null);
}

const fileSelection = selectColumns("files", [
  "id",
  "name",
  "size",
  "mime",
  "sha256",
  "stored_at",
  "set_aside_at",
  "added_by_member",
  "verdict",
  "verdict_reason",
  "checked_at",
  "damaged",
]);

export type FileRow = SelectedRow<typeof fileSelection>;

/** A request may have hundreds of files, so their rows leave out what stands in the item's row. */
export const fileColumns = fileSelection.text;

/** The item that a file belongs to. */
export interface FilePlace {
  workspace_id: string;
  request_id: string;
  item_id: string;
}

/** @param row of a file with the status `stored`. */
export function toStoredFile(row: FileRow, { workspace_id, request_id, item_id }: FilePlace): StoredFile {
  return {
    id: row.id,
    itemId: item_id,
    name: row.name,
    size: row.size,
    mime: row.mime,
    sha256: row.sha256 ?? "",
    // As the column `object_key` is generated.
    objectKey: [workspace_id, request_id, item_id, row.id].join("/"),
    storedAt: row.stored_at ?? "",
    check: toFileCheck(row),
    isSetAside: row.set_aside_at !== null,
    isAddedByMember: row.added_by_member,
    verdict: row.verdict,
    verdictReason: row.verdict_reason ?? "",
  };
}

/** The files of one item, in order of arrival. */
export function toStoredFiles(rows: readonly FileRow[], place: FilePlace): StoredFile[] {
  return rows
    .map((row) => toStoredFile(row, place))
    .toSorted((a, b) => Date.parse(a.storedAt) - Date.parse(b.storedAt) || (a.id < b.id ? -1 : 1));
}
