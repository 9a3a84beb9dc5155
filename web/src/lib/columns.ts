import type { Row, TableName } from "@sheaf/contract/database";

type Joined<Names extends readonly string[]> = Names extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? Rest extends readonly []
    ? First
    : `${First}, ${Joined<Rest>}`
  : "";

/** Puts the missing columns into the compiler's error message. */
type Complete<Table extends TableName, Named> = [Exclude<keyof Row<Table>, Named>] extends [never]
  ? unknown
  : { forgotten: Exclude<keyof Row<Table>, Named> };

export interface ColumnSelection<
  Table extends TableName,
  Read extends readonly (keyof Row<Table> & string)[],
> {
  /** For `select()`: "id, title". */
  text: Joined<Read>;
  /** Never set; holds the row type for `SelectedRow`. */
  row?: Pick<Row<Table>, Read[number]>;
}

/**
 * Columns that a query reads; `without` names those that it omits on purpose. Together they must name every column of the
 * table, so a new column is a compile error in each query until someone decides about it. The omitted ones are types alone,
 * which weigh nothing.
 */
export function selectColumns<
  Table extends TableName,
  const Read extends readonly (keyof Row<Table> & string)[],
>(_table: Table, read: Read) {
  return {
    without<Unread extends keyof Row<Table>>(
      this: Complete<Table, Read[number] | Unread>,
    ): ColumnSelection<Table, Read> {
      // `join` returns `string`; the type is the joined literal.
      return { text: read.join(", ") as Joined<Read> };
    },
  };
}

/** Row type of a selection, for its mapper. */
export type SelectedRow<Selection> = Selection extends { row?: infer R } ? NonNullable<R> : never;
