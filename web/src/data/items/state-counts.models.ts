import { itemStates, type ItemState } from "@sheaf/contract/states";

/** Number of items in each state. */
export type StateCounts = Readonly<Record<ItemState, number>>;

export function countStates(items: readonly { state: ItemState }[]): StateCounts {
  const count = (state: ItemState) => items.filter((item) => item.state === state).length;
  return Object.fromEntries(itemStates.map((state) => [state, count(state)])) as Record<ItemState, number>;
}
