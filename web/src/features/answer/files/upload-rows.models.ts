import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import type { Upload } from "../../../data/uploads/upload.models.ts";

/**
 * Incomplete uploads of an earlier visit, except those that an upload of this page continues, is about to look for, or has
 * replaced.
 */
export function leftoversOf(item: ReceivedItem, uploads: readonly Upload[]) {
  const claimed = new Set(uploads.map(({ fileId }) => fileId));
  const chosenAgain = uploads.filter(({ itemId, fileId }) => itemId === item.id && fileId === undefined);
  const taken = [...item.files, ...chosenAgain];
  return item.unfinished.filter(
    (row) => !claimed.has(row.id) && !taken.some(({ name, size }) => name === row.name && size === row.size),
  );
}

/** @param continues this browser can resume the upload when the same file is chosen. */
export function leftoverText({ continues }: { continues: boolean }): string {
  const what = "This upload didn’t finish because the page was closed.";
  return continues
    ? `${what} Choose the same file again to continue where it stopped.`
    : `${what} Choose it again.`;
}

/** True if an earlier visit left an incomplete row for this very file, which a new upload should replace. */
export function hasLeftover(item: ReceivedItem, name: string, size: number): boolean {
  return item.unfinished.some((row) => row.name === name && row.size === size);
}

/** Identifies a file's content by its hash. */
export interface Content {
  /** Id of the row; "" while there is none. */
  fileId: string;
  sha256: string;
}

/**
 * Names the earlier file of this request that has the same content, or "" if there is none. Only a hint: one bank letter
 * may well answer two items.
 */
export function duplicateText({ fileId, sha256 }: Content, items: readonly ReceivedItem[]): string {
  if (sha256 === "") return "";
  const copies = items.flatMap((item) =>
    item.files.filter((file) => file.sha256 === sha256).map((file) => ({ item, file })),
  );
  const first = copies.toSorted((a, b) => Date.parse(a.file.at) - Date.parse(b.file.at))[0];
  return first && first.file.id !== fileId ? `Identical to ${first.file.name} in “${first.item.title}”.` : "";
}
