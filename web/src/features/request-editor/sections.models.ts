import { moved } from "./reorder.models.ts";

/** Moves an item. Between items of other sections it joins that of the item above, or else of the one below. */
export function movedBetweenSections<Item extends { section: string }>(
  items: readonly Item[],
  from: number,
  to: number,
): Item[] {
  const list = moved(items, from, to);
  const item = list[to];
  const neighbours = [list[to - 1], list[to + 1]].filter((other) => other !== undefined);
  if (!item || from === to || neighbours.some(({ section }) => section === item.section)) return list;
  return list.with(to, { ...item, section: neighbours[0]?.section ?? item.section });
}

/** The heading above each item of a list; "" for an item that continues its section or has none. */
export function headings(items: readonly { section: string }[]): string[] {
  return items.map(({ section }, index) => (items[index - 1]?.section === section ? "" : section));
}
