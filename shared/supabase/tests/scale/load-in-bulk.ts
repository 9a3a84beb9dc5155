import type { Database } from "@sheaf/platform";

/** Connections that fill or index tables at the same time. */
export const bulkConnections = 2;

interface Index {
  name: string;
  definition: string;
  /** Columns without statistics: recreating an index forgets this. */
  unmeasured: number[];
}

interface Check {
  table: string;
  name: string;
  definition: string;
}

/**
 * Fills tables several times as fast: without checking each text, and with the indexes built afterwards. Indexes that
 * belong to constraints stay.
 */
export async function loadInBulk(database: Database, fill: () => Promise<void>): Promise<void> {
  const { indexes, checks } = await database.as("supabase_admin", {}, async (query) => {
    const { rows: indexes } = await query<Index & Record<string, unknown>>(
      `select
         i.indexrelid::regclass::text as name,
         pg_get_indexdef(i.indexrelid) as definition,
         array(
           select attnum::integer from pg_attribute where attrelid = i.indexrelid and attstattarget = 0 order by attnum
         ) as unmeasured
       from pg_index as i
       join pg_class as c on c.oid = i.indrelid and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
       where not exists (select from pg_constraint where conindid = i.indexrelid)`,
    );
    const { rows: checks } = await query<Check & Record<string, unknown>>(
      `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'c' and connamespace in ('public'::regnamespace, 'private'::regnamespace) and conrelid <> 0`,
    );
    for (const { name } of indexes) await query(`drop index ${name}`);
    for (const { table, name } of checks) await query(`alter table ${table} drop constraint ${name}`);
    return { indexes, checks };
  });
  await fill();
  await database.as("supabase_admin", {}, async (query) => {
    for (const { table, name, definition } of checks) {
      await query(`alter table ${table} add constraint ${name} ${definition} not valid`);
    }
  });
  const slowestFirst = indexes.toSorted((a, b) => Number(isOfWords(b)) - Number(isOfWords(a)));
  const build = async () => {
    for (let index = slowestFirst.shift(); index; index = slowestFirst.shift()) await create(database, index);
  };
  await Promise.all(Array.from({ length: bulkConnections }, build));
}

/** Indexes of words take several times as long as others. */
const isOfWords = ({ definition }: Index) => definition.includes(" USING gin ");

function create(database: Database, { name, definition, unmeasured }: Index): Promise<void> {
  return database.as("supabase_admin", { maintenance_work_mem: "256MB" }, async (query) => {
    await query(definition);
    for (const column of unmeasured)
      await query(`alter index ${name} alter column ${column} set statistics 0`);
  });
}
