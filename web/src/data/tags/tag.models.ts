import { selectColumns, type SelectedRow } from "../../lib/columns.ts";

/** A word by which members find requests again. Recipients never see it. */
export interface Tag {
  id: string;
  name: string;
}

const tagSelection = selectColumns("tags", ["id", "name"]);

export type TagRow = SelectedRow<typeof tagSelection>;

export const tagColumns = tagSelection.text;

export function toTag({ id, name }: TagRow): Tag {
  return { id, name };
}
