import { selectColumns, type SelectedRow } from "../../lib/columns.ts";

/** Text about an item that only members of the workspace read. */
export interface Note {
  id: string;
  itemId: string;
  /** Account of the author, who alone may remove it. */
  author: string;
  authorName: string;
  body: string;
  at: string;
}

const noteSelection = selectColumns("notes", ["id", "item_id", "author", "author_name", "body", "at"]);

export type NoteRow = SelectedRow<typeof noteSelection>;

export const noteColumns = `notes(${noteSelection.text})` as const;

/** In the order in which they were written. */
export function toNotes(rows: readonly NoteRow[]): Note[] {
  return rows
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .map(({ id, item_id: itemId, author, author_name: authorName, body, at }) => ({
      id,
      itemId,
      author,
      authorName,
      body,
      at,
    }));
}
