import type { ItemState } from "@sheaf/contract/states";
import { isWaiting, type InboxEntry } from "../../data/inbox/inbox.models.ts";

const segmentOrder: readonly ItemState[] = ["accepted", "waived", "submitted", "returned", "missing"];

/** One state per item, what is settled first. */
export function entrySegments({ counts }: Pick<InboxEntry, "counts">): ItemState[] {
  return segmentOrder.flatMap((state) => Array.from({ length: counts[state] }, () => state));
}

/** What is left of a request, in the fewest words. */
export function entryWords(entry: InboxEntry): string {
  const { status, counts } = entry;
  if (status === "cancelled") return "No longer needed";
  if (status === "done") return "Done";
  if (!isWaiting(entry)) return "Nothing is missing";
  const left = counts.missing + counts.returned;
  const words = left === 1 ? "1 thing left" : `${left} things left`;
  return counts.returned > 0 ? `${words}, ${counts.returned} returned` : words;
}
