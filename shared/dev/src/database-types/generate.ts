import { readFile, writeFile } from "node:fs/promises";
import { type Database, startPlatform } from "@sheaf/platform";
import { generateTypescript, sortGeneratorMetadata } from "@supabase/postgrest-typegen/generation";
import { introspect } from "@supabase/postgrest-typegen/introspection";

/** The row types used by the page and the tests, a row of each table, and what the catalog knows of each function. */
const files = { types: "database.types.ts", rows: "database.rows.ts", functions: "database.functions.ts" };
const pathOf = (name: string) => new URL(`../../../contract/src/${name}`, import.meta.url);

/** The oldest version in use; its types hold for newer ones. */
const postgrestVersion = "12";

const platform = await startPlatform();
try {
  const generated = [
    [files.types, await typesOf(platform.database)],
    [files.rows, await rowsOf(platform.database)],
    [files.functions, await functionsOf(platform.database)],
  ] as const;
  for (const [name, text] of generated) {
    if (process.argv.includes("--write")) await writeFile(pathOf(name), text);
    else await compare(name, text);
  }
} finally {
  await platform.stop();
}

function typesOf(database: Database): Promise<string> {
  return database.as("supabase_admin", {}, async (query) => {
    // A connection handles one query at a time; the introspection sends several at once.
    let last: Promise<unknown> = Promise.resolve();
    const inTurn = (text: string) => {
      const result = last.then(() => query(text));
      last = result;
      return result;
    };
    const metadata = await introspect({ query: inTurn }, { includedSchemas: ["public"] });
    return generateTypescript(sortGeneratorMetadata(metadata), {
      postgrestVersion,
      detectOneToOneRelationships: true,
    });
  });
}

/**
 * A row of each table with the columns' defaults, for tests that name only what they are about. What has no default, or
 * another one each time, is null where it may be, and otherwise the first value of its check, empty, or the start of 2026.
 */
async function rowsOf(database: Database): Promise<string> {
  const { rows } = await database.as("supabase_admin", {}, (query) =>
    query<{ name: string; columns: string }>(
      `select c.relname as name, string_agg(
         format('%s as %I', case
           when d.adbin is not null and a.attgenerated = '' and pg_get_expr(d.adbin, c.oid) !~ '(random|now|clock)'
             then pg_get_expr(d.adbin, c.oid)
           when not a.attnotnull then 'null'
           when t.typcategory = 'A' then $$'[]'::jsonb$$
           when t.typname = 'jsonb' then $$'{}'::jsonb$$
           when t.typname = 'uuid' then $$'00000000-0000-0000-0000-000000000000'$$
           when t.typcategory = 'D' then format($$'2026-01-01'::%s$$, t.typname)
           when t.typcategory = 'N' then '0'
           when t.typcategory = 'B' then 'false'
           else coalesce((
             select format('%L', substring(pg_get_constraintdef(k.oid) from $$ARRAY\\['([^']+)'$$))
             from pg_constraint k
             where k.conrelid = c.oid and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) like '%ARRAY[%'
           ), $$''$$)
         end, a.attname), ', ' order by a.attname collate "C"
       ) as columns
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       join pg_type t on t.oid = a.atttypid
       left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       group by c.relname order by c.relname collate "C"`,
    ),
  );
  const lines = await database.as("supabase_admin", {}, async (query) => {
    const all: string[] = [];
    for (const { name, columns } of rows) {
      const { rows: made } = await query<{ row: unknown }>(
        `select to_jsonb(r) as row from (select ${columns}) as r`,
      );
      all.push(`  ${name}: ${JSON.stringify(made[0]?.row)},`);
    }
    return all;
  });
  return `import type { Row, TableName } from "./database.ts";

/** Generated from the migrations by \`pnpm types:generate\`. */
export const defaultRows: { readonly [Table in TableName]: Row<Table> } = {
${lines.join("\n")}
};
`;
}

/** Of each function of the API whether it only reads, which roles may call it, and the types of its arguments. */
async function functionsOf(database: Database): Promise<string> {
  const { rows } = await database.as("supabase_admin", {}, (query) =>
    query<{ name: string; description: unknown }>(
      `select p.proname as name, jsonb_build_object(
         'reads', p.provolatile <> 'v',
         'callers', (
           select jsonb_agg(role order by role) from unnest('{anon,authenticated,service_role}'::text[]) as role
           where has_function_privilege(role, p.oid, 'EXECUTE')
         ),
         'args', (
           select coalesce(jsonb_object_agg(p.proargnames[at], format_type(type, null)), '{}')
           from unnest(p.proargtypes::oid[]) with ordinality as a (type, at)
         )
       ) as description
       from pg_proc p where p.pronamespace = 'public'::regnamespace
       order by p.proname collate "C"`,
    ),
  );
  const lines = rows.map(({ name, description }) => `  ${name}: ${JSON.stringify(description)},`);
  return `/** Generated from the migrations by \`pnpm types:generate\`. */
export const databaseFunctions = {
${lines.join("\n")}
} as const;
`;
}

async function compare(name: string, generated: string): Promise<void> {
  if ((await readFile(pathOf(name), "utf8")) === generated) return;
  console.error(
    `shared/contract/src/${name} does not match the migrations: run \`pnpm types:generate\` and commit it.`,
  );
  process.exitCode = 1;
}
