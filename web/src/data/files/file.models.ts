import type { FileVerdict } from "@sheaf/contract/states";
import { selectColumns, type SelectedRow } from "../../lib/columns.ts";

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

const fileSelection = selectColumns("files", {
  read: [
    "id",
    "item_id",
    "name",
    "size",
    "mime",
    "sha256",
    "object_key",
    "status",
    "stored_at",
    "created_at",
    "set_aside_at",
    "added_by_member",
    "verdict",
    "verdict_reason",
  ],
  unread: [
    "object_version",
    "purged_at",
    "removed_at",
    "removed_by",
    "request_id",
    "uploaded_by",
    "workspace_id",
  ],
});

export type FileRow = SelectedRow<typeof fileSelection>;

export const fileColumns = fileSelection.text;

/** The files that make up an answer, in order of arrival: neither unfinished nor removed ones. */
export function toStoredFiles(rows: readonly FileRow[]): StoredFile[] {
  return rows
    .filter((row) => row.status === "stored")
    .map((row) => ({
      id: row.id,
      itemId: row.item_id,
      name: row.name,
      size: row.size,
      mime: row.mime,
      sha256: row.sha256 ?? "",
      objectKey: row.object_key,
      storedAt: row.stored_at ?? row.created_at,
      isSetAside: row.set_aside_at !== null,
      isAddedByMember: row.added_by_member,
      verdict: row.verdict,
      verdictReason: row.verdict_reason ?? "",
    }))
    .toSorted((a, b) => Date.parse(a.storedAt) - Date.parse(b.storedAt) || (a.id < b.id ? -1 : 1));
}
