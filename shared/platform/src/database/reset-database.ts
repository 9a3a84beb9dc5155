import { escapeLiteral } from "pg";
import type { Database, Query } from "./database.ts";

/** Rows that migrations inserted, by table; `reset` restores exactly these. */
export type Baseline = readonly { readonly table: string; readonly rows: string }[];

/** Pattern of schemas without rows of services and app; one has the record of applied migrations. */
const otherSchemas = "'^(pg_|information_schema$|supabase_migrations$|extensions$)'";

/** Names of all tables of services and app. */
export const tablesQuery = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ ${otherSchemas}
  order by 1`;

const restartSequences = `
  select setval(format('%I.%I', schemaname, sequencename), start_value, false)
  from pg_catalog.pg_sequences where last_value is not null and schemaname !~ ${otherSchemas}`;

/** Reads all rows of a freshly migrated database. */
export function readBaseline(database: Database): Promise<Baseline> {
  return database.as("supabase_admin", {}, async (query) => {
    const baseline: { table: string; rows: string }[] = [];
    const { rows: tables } = await query<{ name: string }>(tablesQuery);
    for (const { name } of tables) {
      const { rows } = await query<{ rows: string | null }>(
        `select jsonb_agg(to_jsonb(t))::text as rows from ${name} t`,
      );
      const content = rows[0]?.rows;
      if (typeof content === "string") baseline.push({ table: name, rows: content });
    }
    return baseline;
  });
}

/** Restores the baseline in all tables, in one transaction. Sequences continue after its rows; no triggers fire. */
export async function resetDatabase(database: Database, baseline: Baseline): Promise<void> {
  await database.as("supabase_admin", { session_replication_role: "replica" }, async (query) => {
    // Most tables are empty, and truncating one takes as long as deleting a thousand rows.
    for (const table of await tablesWithRows(query)) await query(`delete from ${table}`);
    await query(restartSequences);
    for (const { table, rows } of baseline) {
      const columns = await writableColumns(query, table);
      const names = columns.map(({ name }) => name).join(", ");
      await query(
        `insert into ${table} (${names}) overriding system value
         select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
        [rows],
      );
      for (const { name, sequence } of columns) {
        if (sequence !== null) await query(`select setval($1, max(${name})) from ${table}`, [sequence]);
      }
    }
  });
}

async function tablesWithRows(query: Query): Promise<string[]> {
  const { rows: tables } = await query<{ name: string }>(tablesQuery);
  if (tables.length === 0) return [];
  const { rows } = await query<{ name: string }>(
    tables
      .map(({ name }) => `select ${escapeLiteral(name)} as name where exists (select from ${name})`)
      .join(" union all "),
  );
  return rows.map(({ name }) => name);
}

interface WritableColumn extends Record<string, unknown> {
  /** Quoted for SQL. */
  name: string;
  /** Sequence that numbers its rows, if any. */
  sequence: string | null;
}

async function writableColumns(query: Query, table: string): Promise<WritableColumn[]> {
  const { rows } = await query<WritableColumn>(
    `select quote_ident(attname) as name, pg_get_serial_sequence($1, attname) as sequence
     from pg_catalog.pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return rows;
}
