import type { StoredFile } from "../../data/files/file.models.ts";
import type { Item } from "../../data/items/item.models.ts";

/** One thing to look at: a file, or the words that came in place of one. */
export interface ReviewEntry {
  key: string;
  item: Item;
  /** Null for a written answer. */
  file: StoredFile | null;
  /** Place of the file among its item's files, from 1, and how many there are. */
  place: number;
  count: number;
}

/** Everything that came for a request, item by item. An answer in words stands before the item's files. */
export function toEntries(items: readonly Item[]): ReviewEntry[] {
  return items.flatMap((item) => {
    const count = item.files.length;
    const files = item.files.map((file, index) => ({ key: file.id, item, file, place: index + 1, count }));
    return item.answer
      ? [{ key: `answer-${item.id}`, item, file: null, place: 1, count: 1 }, ...files]
      : files;
  });
}

/** The next or previous entry; at either end there is none. */
export function neighbour(
  entries: readonly ReviewEntry[],
  key: string,
  step: 1 | -1,
): ReviewEntry | undefined {
  const index = entries.findIndex((entry) => entry.key === key);
  return index === -1 ? undefined : entries.at(index + step === -1 ? entries.length : index + step);
}

/**
 * Where to go on reviewing: the first entry of the next item that waits, looking after `afterItemId` first and from the
 * start again then. Never that item itself: it has just been decided.
 */
export function nextToReview(entries: readonly ReviewEntry[], afterItemId?: string): ReviewEntry | undefined {
  const waits = (entry: ReviewEntry) => entry.item.state === "submitted" && entry.item.id !== afterItemId;
  const after = entries.findLastIndex((entry) => entry.item.id === afterItemId) + 1;
  return entries.slice(after).find(waits) ?? entries.find(waits);
}

/** The entry to show for a key whose file may have been taken back meanwhile: it, or its item's first, or none. */
export function entryAt(
  entries: readonly ReviewEntry[],
  shown: { key: string; itemId: string },
): ReviewEntry | undefined {
  return (
    entries.find((entry) => entry.key === shown.key) ??
    entries.find((entry) => entry.item.id === shown.itemId)
  );
}
