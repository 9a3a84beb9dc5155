import { itemStates, type ItemState } from "@sheaf/contract/states";

/** How many items stand where. */
export type StateCounts = Readonly<Record<ItemState, number>>;

/** What is settled first and what is missing last: a bar that fills from the left. */
export const segmentOrder: readonly ItemState[] = ["accepted", "waived", "submitted", "returned", "missing"];

/** The bar: one state for each item. */
export function toSegments(counts: StateCounts): ItemState[] {
  return segmentOrder.flatMap((state) => Array.from({ length: counts[state] }, () => state));
}

export function countStates(items: readonly { state: ItemState }[]): StateCounts {
  const count = (state: ItemState) => items.filter((item) => item.state === state).length;
  return Object.fromEntries(itemStates.map((state) => [state, count(state)])) as Record<ItemState, number>;
}
