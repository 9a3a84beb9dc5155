import { foldText } from "../../lib/fold-text.ts";
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
  const wanted = foldText(typed.trim());
  return tags
    .filter(({ name }) => foldText(name).includes(wanted))
    .map(({ id, name }) => ({
      id,
      name,
      on: selected.filter(({ tags: own }) => own.some((tag) => tag.id === id)).length,
    }))
    .toSorted((a, b) => Number(b.on > 0) - Number(a.on > 0));
}

/** A tag with this name in any case, as the database compares them. */
export function tagNamed<Known extends Tag>(tags: readonly Known[], typed: string): Known | undefined {
  const name = typed.trim().toLowerCase();
  return tags.find((tag) => tag.name.toLowerCase() === name);
}
