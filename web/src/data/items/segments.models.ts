import { itemStates, type ItemState } from "@sheaf/contract/states";
import type { SegmentState } from "./item-segments.models.ts";

/** Number of items in each state. */
export type StateCounts = Readonly<Record<ItemState, number>>;

/** Decided states first, so that the bar fills from the left. */
export const segmentOrder: readonly ItemState[] = ["accepted", "waived", "submitted", "returned", "missing"];

/** One segment per item; missing ones that aren't required come last. */
export function toSegments(counts: StateCounts & { readonly requiredMissing: number }): SegmentState[] {
  const segments = segmentOrder.flatMap((state) => Array<SegmentState>(counts[state]).fill(state));
  return segments.fill("optional", segments.length - counts.missing + counts.requiredMissing);
}

export function countStates(items: readonly { state: ItemState }[]): StateCounts {
  const count = (state: ItemState) => items.filter((item) => item.state === state).length;
  return Object.fromEntries(itemStates.map((state) => [state, count(state)])) as Record<ItemState, number>;
}
