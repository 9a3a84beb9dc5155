import type { Item } from "../../data/items/item.models.ts";

/** "2 of 4 accepted", "2 of 3 required accepted, 1 not needed": what isn't needed isn't accepted, and nobody waits for it. */
export function acceptedOf(items: readonly Pick<Item, "state">[], word = ""): string {
  const count = (state: Item["state"]) => items.filter((item) => item.state === state).length;
  const waived = count("waived");
  const needed = items.length - waived;
  return [
    ...(needed > 0 ? [`${count("accepted")} of ${needed}${word} accepted`] : []),
    ...(waived > 0 ? [`${waived} not needed`] : []),
  ].join(", ");
}
