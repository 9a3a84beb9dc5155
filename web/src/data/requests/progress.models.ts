import type { ItemState, RequestState } from "@sheaf/contract/states";

/** How many items of a request stand where. */
export type RequestCounts = Readonly<Record<ItemState, number>>;

const segmentOrder = ["accepted", "waived", "submitted", "returned", "missing"] as const;

/** One state per item, the settled ones first: a bar of segments that fills from the left. */
export function toSegments(counts: RequestCounts): ItemState[] {
  return segmentOrder.flatMap((state) => Array.from({ length: counts[state] }, () => state));
}

export function totalItems(counts: RequestCounts): number {
  return segmentOrder.reduce((sum, state) => sum + counts[state], 0);
}

/** Accepted and waived: what the recipient has nothing left to do about and the member has decided. */
export function settledItems(counts: RequestCounts): number {
  return counts.accepted + counts.waived;
}

export interface ProgressOf {
  status: RequestState;
  counts: RequestCounts;
  /** Somebody who was asked has proved an address and seen the request. */
  isOpened: boolean;
}

/** What waits for whom, in the fewest words: "3 to review, 2 missing". */
export function progressWords({ status, counts, isOpened }: ProgressOf): string {
  if (status === "draft") return "Not sent yet";
  if (status === "cancelled") return "Cancelled";
  const waiting = [
    ...(counts.submitted > 0 ? [`${counts.submitted} to review`] : []),
    ...(counts.returned > 0 ? [`${counts.returned} returned`] : []),
    ...(counts.missing > 0 ? [`${counts.missing} missing`] : []),
  ];
  if (waiting.length === 0) return "All accepted";
  if (status === "done") return `Done, ${counts.submitted + counts.returned + counts.missing} optional left`;
  if (counts.missing === totalItems(counts) && !isOpened) return "Not opened yet";
  if (counts.missing + counts.returned === 0) return `All in, ${waiting.join(", ")}`;
  return waiting.join(", ");
}
