import { itemStates, type RequestState } from "@sheaf/contract/states";
import type { StateCounts } from "../items/segments.models.ts";

/** How many items of a request stand where, as its row counts them. */
export interface RequestCounts extends StateCounts {
  /** Among those missing and returned: the required ones. The others may stay out. */
  readonly requiredMissing: number;
  readonly requiredReturned: number;
}

export function totalItems(counts: RequestCounts): number {
  return itemStates.reduce((sum, state) => sum + counts[state], 0);
}

/** Accepted and waived: what the recipient has nothing left to do about and the member has decided. */
export function settledItems(counts: RequestCounts): number {
  return counts.accepted + counts.waived;
}

/** What must still come from the recipient: the figure that their own page calls "things left". */
export function requiredLeft({ requiredMissing, requiredReturned }: RequestCounts): number {
  return requiredMissing + requiredReturned;
}

/** What may still come from the recipient and need not. */
function optionalLeft(counts: RequestCounts): number {
  return counts.missing + counts.returned - requiredLeft(counts);
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
  if (settledItems(counts) === totalItems(counts)) return "All accepted";
  if (status === "done") return `Done, ${counts.submitted + optionalLeft(counts)} optional left`;
  if (counts.missing === totalItems(counts) && !isOpened) return "Not opened yet";
  const isAllIn = requiredLeft(counts) === 0;
  return [
    ...(isAllIn && counts.submitted > 0 ? ["All in"] : []),
    ...counted(counts.submitted, "to review"),
    ...counted(counts.requiredReturned, "returned"),
    ...counted(counts.requiredMissing, "missing"),
    ...(isAllIn ? counted(optionalLeft(counts), "optional left") : []),
  ].join(", ");
}

function counted(count: number, words: string): string[] {
  return count > 0 ? [`${count} ${words}`] : [];
}
