import type { CountedItems } from "../items/item-segments.models.ts";
import type { RequestPhase } from "./phase.models.ts";

/** Number of a request's items in each state, as its row stores them. */
export interface RequestCounts extends CountedItems {
  /** The required ones among the returned items. */
  readonly requiredReturned: number;
}

export function totalItems({ missing, submitted, returned, accepted, waived }: RequestCounts): number {
  return missing + submitted + returned + accepted + waived;
}

/** Accepted and waived items: no one has to act on them. */
export function decidedItems(counts: RequestCounts): number {
  return counts.accepted + counts.waived;
}

/** Required items that wait for the recipient; their own page shows the same number as "items left". */
export function requiredLeft({ requiredMissing, requiredReturned }: RequestCounts): number {
  return requiredMissing + requiredReturned;
}

/** Optional items that may still come. */
function optionalLeft(counts: RequestCounts): number {
  return counts.missing + counts.requiredPartial + counts.returned - requiredLeft(counts);
}

export interface ProgressOf {
  phase: RequestPhase;
  counts: RequestCounts;
  /** At least one recipient has confirmed their address and seen the request. */
  isOpened: boolean;
}

/** "3 to review (1 incomplete), 2 missing" */
export function progressText({ phase, counts, isOpened }: ProgressOf): string {
  if (phase === "draft") return "Not sent yet";
  if (phase === "cancelled") return "Cancelled";
  if (decidedItems(counts) === totalItems(counts)) return "All accepted";
  if (phase === "done") return `Done, ${counts.submitted + optionalLeft(counts)} optional left`;
  if (phase === "paused") return ["Paused", ...waitingTexts(counts)].join(", ");
  if (phase === "closed") return ["Closed", ...waitingTexts(counts)].join(", ");
  if (counts.missing === totalItems(counts) && !isOpened) return "Not opened yet";
  const isAllReceived = requiredLeft(counts) === 0;
  return [
    ...(isAllReceived && counts.submitted > 0 ? ["All received"] : []),
    ...waitingTexts(counts),
    ...(isAllReceived ? counted(optionalLeft(counts), "optional left") : []),
  ].join(", ");
}

/** Items that wait for either side. */
function waitingTexts(counts: RequestCounts): string[] {
  return [
    ...counted(counts.submitted, `to review${incompleteText(counts)}`),
    ...counted(counts.requiredReturned, "returned"),
    ...counted(counts.requiredMissing - counts.requiredPartial, "missing"),
  ];
}

function incompleteText({ submitted, requiredPartial }: RequestCounts): string {
  if (requiredPartial === 0) return "";
  return submitted === 1 ? " (incomplete)" : ` (${requiredPartial} incomplete)`;
}

function counted(count: number, words: string): string[] {
  return count > 0 ? [`${count} ${words}`] : [];
}
