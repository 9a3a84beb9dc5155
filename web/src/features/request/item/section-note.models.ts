import type { Item } from "../../../data/items/item.models.ts";
import { acceptedOf } from "../accepted-text.models.ts";

/** "1 to review, 1 returned, 2 missing, 1 optional", "2 of 2 required accepted, 1 optional", or "2 of 2 accepted" once nothing is open. */
export function sectionNote(items: readonly Pick<Item, "state" | "isRequired">[]): string {
  const count = (state: Item["state"]) => items.filter((item) => item.state === state).length;
  const optional = items.filter(({ state, isRequired }) => state === "missing" && !isRequired).length;
  const missing = count("missing") - optional;
  const open = [
    [count("submitted") + count("partial"), "to review"],
    [count("returned"), "returned"],
    [missing, "missing"],
    [optional, "optional"],
  ] as const;
  const parts = open.filter(([number]) => number > 0).map(([number, words]) => `${number} ${words}`);
  const required = items.filter(({ isRequired }) => isRequired);
  if (required.length > 0 && parts.length === 1 && optional > 0) {
    return `${acceptedOf(required, " required")}, ${parts[0]}`;
  }
  return parts.length > 0 ? parts.join(", ") : acceptedOf(items);
}
