import { readdir, readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Database, Query } from "../database.ts";
import { tablesQuery } from "../reset-database.ts";

/** Definitions of a database by kind and name, as `kind: name`. */
export type Catalog = ReadonlyMap<string, string>;

const kindOfRows = "rows";

/** Each file of the folder reads one kind. */
const kindOf = (file: string): string => basename(file, ".sql").replaceAll("_", " ");

/** Kinds by which a catalog is grouped. */
export const catalogKinds = async (): Promise<string[]> => [
  ...(await readdir(folder)).map(kindOf),
  kindOfRows,
];

type Definition = { name: string; definition: string | null };

/** Definitions are qualified with their schema, whichever database and role read them. */
export const catalogSettings = { search_path: "" };

const folder = new URL("catalog/", import.meta.url);

/** Pattern of schemas without objects of ours: PostgreSQL's own and the record of applied migrations. */
const otherSchemas = "'^(pg_|information_schema$|supabase_migrations$)'";

/** Values that differ in every database: secrets that a migration draws, and when a row was written. */
const ofOneDatabase = ["inner_key", "outer_key", "created_at", "updated_at"];

/** Reads everything that a migration can define, down to the rows that it inserted. */
export function readCatalogOf(database: Database): Promise<Catalog> {
  return database.as("supabase_admin", catalogSettings, readCatalog);
}

/** @param query of a session with `catalogSettings`. */
export async function readCatalog(query: Query): Promise<Catalog> {
  const catalog = new Map<string, string>();
  const add = (kind: string, definitions: readonly Definition[]) => {
    for (const { name, definition } of definitions) {
      const key = `${kind}: ${name}`;
      const other = catalog.get(key);
      // Two rows of a table may have the same name.
      catalog.set(key, other === undefined ? (definition ?? "") : `${other}\n${definition ?? ""}`);
    }
  };
  for (const file of await readdir(folder)) {
    const text = await readFile(new URL(file, folder), "utf8");
    const { rows } = await query<Definition>(
      `select * from (${text.replaceAll(":others", otherSchemas)}) as found order by 1, 2`,
    );
    add(kindOf(file), rows);
  }
  add(kindOfRows, await readRows(query));
  return catalog;
}

/** Quotas, limits, buckets: rows that are rules. In a new database there are no others. */
async function readRows(query: Query): Promise<Definition[]> {
  const { rows: tables } = await query<{ name: string }>(tablesQuery);
  const selections = tables.map(
    ({ name }) => `select '${name}' as name, to_jsonb(t) - $1::text[] as row from ${name} as t`,
  );
  const { rows } = await query<Definition>(
    `select concat_ws(' ', r.name, coalesce(r.row ->> 'name', r.row ->> 'id')) as name, r.row::text as definition
     from (${selections.join(" union all ")}) as r order by 1, 2`,
    [ofOneDatabase],
  );
  return rows;
}
