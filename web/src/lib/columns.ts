import type { Row, TableName } from "@sheaf/contract/database";

type Joined<Names extends readonly string[]> = Names extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? Rest extends readonly []
    ? First
    : `${First}, ${Joined<Rest>}`
  : "";

export interface ColumnSelection<
  Table extends TableName,
  Read extends readonly (keyof Row<Table> & string)[],
> {
  /** For `select()`: "id, title". */
  text: Joined<Read>;
  /** Never set; holds the row type for `SelectedRow`. */
  row?: Pick<Row<Table>, Read[number]>;
}

/** Columns that a query reads. */
export function selectColumns<
  Table extends TableName,
  const Read extends readonly (keyof Row<Table> & string)[],
>(_table: Table, read: Read): ColumnSelection<Table, Read> {
  // `join` returns `string`; the type is the joined literal.
  return { text: read.join(", ") as Joined<Read> };
}

/** Row type of a selection, for its mapper. */
export type SelectedRow<Selection> = Selection extends { row?: infer R } ? NonNullable<R> : never;
