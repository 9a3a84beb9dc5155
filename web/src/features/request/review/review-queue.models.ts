import { formatCount } from "../../../lib/format-count.ts";
import { isNewFile, type StoredFile } from "../../../data/files/file.models.ts";
import { type Item, isToReview } from "../../../data/items/item.models.ts";
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

/** Items with something to look at, in order. */
export function itemsOf(entries: readonly ReviewEntry[]): Item[] {
  return [...new Set(entries.map(({ item }) => item))];
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
 * returns that item itself because it has just been decided.
 */
export function nextToReview(entries: readonly ReviewEntry[], afterItemId?: string): ReviewEntry | undefined {
  const waits = (entry: ReviewEntry) => isToReview(entry.item) && entry.item.id !== afterItemId;
  const after = entries.findLastIndex((entry) => entry.item.id === afterItemId) + 1;
  const first = entries.slice(after).find(waits) ?? entries.find(waits);
  return first && firstToDecide(entries, first.item);
}

/** Larger files are loaded only when they are shown. Bytes. */
const preloadedBytes = 10 * 1024 * 1024;

/** The entries that the next step can show: the one after this, and the one that a decision on this item leads to. */
export function entriesAhead(entries: readonly ReviewEntry[], { key, item }: ReviewEntry): ReviewEntry[] {
  const ahead = [neighbour(entries, key, 1), nextToReview(entries, item.id)];
  return [...new Set(ahead)].filter(
    (entry): entry is ReviewEntry => entry?.file != null && entry.file.size <= preloadedBytes,
  );
}

/** Returned files that the shown one replaces, the likeliest first. */
export function replacedFiles({ item, file }: Pick<ReviewEntry, "item" | "file">): StoredFile[] {
  if (!file || !isNewFile(file, item.files)) return [];
  const returned = item.files.filter(({ verdict }) => verdict === "returned");
  const place = item.files.filter((one) => isNewFile(one, item.files)).indexOf(file);
  const likeliest = returned[place] ?? returned.at(-1);
  return likeliest ? [likeliest, ...returned.filter((one) => one !== likeliest)] : [];
}

/**
 * The entry at an address. Without a file, or if that was removed in the meantime, the item's first one to decide on;
 * undefined for an item with nothing to look at.
 */
export function entryAt(
  entries: readonly ReviewEntry[],
  { itemId, fileId }: { itemId: string | undefined; fileId: string | undefined },
): ReviewEntry | undefined {
  const own = entries.filter(({ item }) => item.id === itemId);
  return own.find(({ key }) => key === fileId) ?? (own[0] && firstToDecide(own, own[0].item));
}

/** Files that need no decision come up only if their item has nothing else. */
function firstToDecide(entries: readonly ReviewEntry[], { id, files }: Item): ReviewEntry | undefined {
  const own = entries.filter(({ item }) => item.id === id);
  const waiting = new Set(filesToDecide({ files }).map((file) => file.id));
  return own.find(({ file }) => file === null || waiting.has(file.id)) ?? own[0];
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
