import type { ItemState } from "@sheaf/contract/states";
import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";

const order: Readonly<Record<ItemState, number>> = {
  returned: 0,
  missing: 1,
  partial: 1,
  submitted: 2,
  accepted: 3,
  waived: 3,
};

/** Items that wait for the recipient come first, and optional ones after required ones. */
function rankOf({ state, isRequired }: ReceivedItem): number {
  return order[state] + (state === "missing" && !isRequired ? 0.5 : 0);
}

/**
 * Rank of each item during one visit. An item that was just answered keeps its place, so that the page does not jump; a
 * returned one moves up.
 */
export function placeItems(
  places: ReadonlyMap<string, number>,
  items: readonly ReceivedItem[],
): Map<string, number> {
  return new Map(items.map((item) => [item.id, Math.min(places.get(item.id) ?? Infinity, rankOf(item))]));
}

/** Items by rank, and in checklist order within a rank. */
export function orderItems(
  items: readonly ReceivedItem[],
  places: ReadonlyMap<string, number>,
): ReceivedItem[] {
  return items.toSorted((a, b) => (places.get(a.id) ?? rankOf(a)) - (places.get(b.id) ?? rankOf(b)));
}

/** False for an item that waits for the recipient, or did when the page was opened. */
export function isSent(item: ReceivedItem, places: ReadonlyMap<string, number>): boolean {
  return (places.get(item.id) ?? rankOf(item)) >= order.submitted;
}
