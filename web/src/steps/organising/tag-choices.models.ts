import type { Tag } from "../../data/tags/tag.models.ts";

export interface TagChoice extends Tag {
  /** Number of the selected ones that have it. */
  on: number;
}

/** The tags whose name contains what was typed; those in use on one of them come first. */
export function tagChoices(
  tags: readonly Tag[],
  selected: readonly { tags: readonly Tag[] }[],
  typed: string,
): TagChoice[] {
  const wanted = typed.trim().toLocaleLowerCase();
  return tags
    .filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
    .map(({ id, name }) => ({
      id,
      name,
      on: selected.filter(({ tags: own }) => own.some((tag) => tag.id === id)).length,
    }))
    .toSorted((a, b) => Number(b.on > 0) - Number(a.on > 0));
}

/** A tag with this name, in whatever case. */
export function tagNamed<Known extends Tag>(tags: readonly Known[], typed: string): Known | undefined {
  const name = typed.trim().toLocaleLowerCase();
  return tags.find((tag) => tag.name.toLocaleLowerCase() === name);
}
