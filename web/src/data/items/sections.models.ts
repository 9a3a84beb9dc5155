export interface Section<Item> {
  /** "" for items without a heading. */
  name: string;
  items: Item[];
}

/** Items by section, in the order in which sections first appear. Items without a section come first. */
export function toSections<Item extends { section: string }>(items: readonly Item[]): Section<Item>[] {
  const sections = new Map<string, Item[]>([["", []]]);
  for (const item of items) {
    const others = sections.get(item.section);
    if (others) others.push(item);
    else sections.set(item.section, [item]);
  }
  return [...sections]
    .map(([name, grouped]) => ({ name, items: grouped }))
    .filter(({ items: grouped }) => grouped.length > 0);
}

/** Brings items of one section together. */
export function bySection<Item extends { section: string }>(items: readonly Item[]): Item[] {
  return toSections(items).flatMap((section) => section.items);
}
