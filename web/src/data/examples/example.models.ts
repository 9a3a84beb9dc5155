import { selectColumns, type SelectedRow } from "../../lib/columns.ts";

/** A file that shows recipients what an item asks for. Its content never changes. */
export interface Example {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  objectKey: string;
}

const exampleSelection = selectColumns("item_examples", [
  "id",
  "name",
  "size",
  "object_key",
  "status",
  "stored_at",
]);

export type ExampleRow = SelectedRow<typeof exampleSelection>;

/** For the selection of an item. */
export const exampleColumns = `item_examples(${exampleSelection.text})` as const;

/** In the order in which they were added; without unfinished ones, which members can read. */
export function toExamples(rows: readonly ExampleRow[]): Example[] {
  return rows
    .filter(({ status }) => status === "stored")
    .toSorted((a, b) => (a.stored_at ?? "").localeCompare(b.stored_at ?? "") || a.id.localeCompare(b.id))
    .map((row) => ({ id: row.id, name: row.name, size: row.size, objectKey: row.object_key }));
}
