import type { Item } from "../../data/items/item.models.ts";

/** Something was given or decided. Such an item keeps its answer type and can't be removed. */
export function isAnswered({ state, files, answer }: Pick<Item, "state" | "files" | "answer">): boolean {
  return state !== "missing" || files.length > 0 || answer !== null;
}
