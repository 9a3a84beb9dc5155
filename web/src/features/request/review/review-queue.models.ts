import { formatCount } from "../../../lib/format-count.ts";
import type { StoredFile } from "../../../data/files/file.models.ts";
import type { Item } from "../../../data/items/item.models.ts";
import { filesToDecide } from "./verdicts.models.ts";

/** One step of the review: a file or a written answer. */
export interface ReviewEntry {
  key: string;
  item: Item;
  /** Null for a written answer. */
  file: StoredFile | null;
  /** Position of the file among its item's files, from 1, and their number. */
  place: number;
  count: number;
}

/** Everything received for a request, item by item. A written answer comes before the item's files. */
export function toEntries(items: readonly Item[]): ReviewEntry[] {
  return items.flatMap((item) => {
    const count = item.files.length;
    const files = item.files.map((file, index) => ({ key: file.id, item, file, place: index + 1, count }));
    return item.answer
      ? [{ key: `answer-${item.id}`, item, file: null, place: 1, count: 1 }, ...files]
      : files;
  });
}

/** "item 3 of 7", among those with something to look at; "" for the only one. */
export function itemPlace(entries: readonly ReviewEntry[], { item }: ReviewEntry): string {
  const ids = [...new Set(entries.map((entry) => entry.item.id))];
  return ids.length > 1 ? `item ${ids.indexOf(item.id) + 1} of ${ids.length}` : "";
}

/** The next or previous entry; undefined at either end. */
export function neighbour(
  entries: readonly ReviewEntry[],
  key: string,
  step: 1 | -1,
): ReviewEntry | undefined {
  const index = entries.findIndex((entry) => entry.key === key);
  return index === -1 ? undefined : entries.at(index + step === -1 ? entries.length : index + step);
}

/**
 * The first entry of the next item that waits for review. Searches after `afterItemId`, then from the start, and never
 * returns that item itself because it has just been decided. Files that need no decision come up only if their item has
 * nothing else.
 */
export function nextToReview(entries: readonly ReviewEntry[], afterItemId?: string): ReviewEntry | undefined {
  const waits = (entry: ReviewEntry) => entry.item.state === "submitted" && entry.item.id !== afterItemId;
  const after = entries.findLastIndex((entry) => entry.item.id === afterItemId) + 1;
  const first = entries.slice(after).find(waits) ?? entries.find(waits);
  const waiting = new Set(first && filesToDecide(first.item).map(({ id }) => id));
  return (
    entries.find(({ item, file }) => item.id === first?.item.id && (file === null || waiting.has(file.id))) ??
    first
  );
}

/** Larger files are loaded only when they are shown. Bytes. */
const preloadedBytes = 10 * 1024 * 1024;

/** Files that the next step can show: the one after this, and the one that a decision on this item leads to. */
export function filesAhead(entries: readonly ReviewEntry[], { key, item }: ReviewEntry): StoredFile[] {
  const ahead = [neighbour(entries, key, 1)?.file, nextToReview(entries, item.id)?.file];
  return [...new Set(ahead)].filter(
    (file): file is StoredFile => file != null && file.size <= preloadedBytes,
  );
}

/** The entry for a key, or its item's first one if the file was removed in the meantime. */
export function entryAt(
  entries: readonly ReviewEntry[],
  shown: { key: string; itemId: string },
): ReviewEntry | undefined {
  return (
    entries.find((entry) => entry.key === shown.key) ??
    entries.find((entry) => entry.item.id === shown.itemId)
  );
}

/** Names of files that this review has not shown. */
export function unopenedFiles(files: readonly StoredFile[], opened: ReadonlySet<string>): string[] {
  return files.filter((file) => !opened.has(file.id)).map((file) => file.name);
}

/** "You haven’t opened 2 of 3 files: b.pdf and c.pdf.", without names from the fourth on. */
export function unopenedText(names: readonly string[], count: number): string {
  const list = names.length > 3 ? "" : `: ${new Intl.ListFormat("en-GB").format(names)}`;
  return `You haven’t opened ${names.length} of ${formatCount(count, "file")}${list}.`;
}
