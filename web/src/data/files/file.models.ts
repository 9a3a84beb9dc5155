import type { Tables } from "@sheaf/contract/database.types";

/** A file that arrived whole. Its content never changes. */
export interface StoredFile {
  id: string;
  itemId: string;
  name: string;
  /** Bytes. */
  size: number;
  /** As the sender's browser called it; shown to nobody and trusted by nothing. */
  mime: string;
  /** Lower-case hexadecimal SHA-256, as the sender's browser computed it. */
  sha256: string;
  objectKey: string;
  storedAt: string;
}

export type FileRow = Pick<
  Tables<"files">,
  | "id"
  | "item_id"
  | "name"
  | "size"
  | "mime"
  | "sha256"
  | "object_key"
  | "status"
  | "stored_at"
  | "created_at"
>;

export const fileColumns = "id, item_id, name, size, mime, sha256, object_key, status, stored_at, created_at";

/** Files on their way and files taken back are no part of an answer; the others come in the order they arrived. */
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
    }))
    .toSorted((a, b) => Date.parse(a.storedAt) - Date.parse(b.storedAt) || (a.id < b.id ? -1 : 1));
}
