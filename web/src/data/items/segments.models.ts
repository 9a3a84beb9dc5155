import { itemStates, type ItemState } from "@sheaf/contract/states";

/** Number of items in each state. */
export type StateCounts = Readonly<Record<ItemState, number>>;

/** Decided states first, so that the bar fills from the left. */
export const segmentOrder: readonly ItemState[] = ["accepted", "waived", "submitted", "returned", "missing"];

/** One segment per item. */
export function toSegments(counts: StateCounts): ItemState[] {
  return segmentOrder.flatMap((state) => Array.from({ length: counts[state] }, () => state));
}

export function countStates(items: readonly { state: ItemState }[]): StateCounts {
  const count = (state: ItemState) => items.filter((item) => item.state === state).length;
  return Object.fromEntries(itemStates.map((state) => [state, count(state)])) as Record<ItemState, number>;
}
