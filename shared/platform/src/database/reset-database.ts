import type { Database, Query } from "./database.ts";

/** Rows that migrations put in, by table: what is left when everything people did is gone. */
export type Baseline = readonly { readonly table: string; readonly rows: string }[];

/** Tables of services and app alike; what was migrated stays known. */
const tablesQuery = `
  select format('%I.%I', n.nspname, c.relname) as name, n.nspname as schema, c.relname as relation
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition
    and n.nspname !~ '^(pg_|information_schema$|supabase_migrations$|extensions$)'
  order by 1`;

/** Reads what a database holds right after its migrations. */
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

/** Empties every table and puts the baseline back, in one transaction. Sequences go on after it; no trigger fires. */
export async function resetDatabase(database: Database, baseline: Baseline): Promise<void> {
  await database.as("supabase_admin", { session_replication_role: "replica" }, async (query) => {
    const { rows: tables } = await query<{ name: string }>(tablesQuery);
    if (tables.length === 0) return;
    await query(`truncate ${tables.map(({ name }) => name).join(", ")} restart identity cascade`);
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

interface WritableColumn extends Record<string, unknown> {
  /** Quoted. */
  name: string;
  /** What numbers its rows, where something does. */
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
