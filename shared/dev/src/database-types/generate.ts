import { readFile, writeFile } from "node:fs/promises";
import { type Database, startPlatform } from "@sheaf/platform";
import { generateTypescript, sortGeneratorMetadata } from "@supabase/postgrest-typegen/generation";
import { introspect } from "@supabase/postgrest-typegen/introspection";

/** The row types used by the page and the tests, and what the catalog knows of each function. */
const files = { types: "database.types.ts", functions: "database.functions.ts" };
const pathOf = (name: string) => new URL(`../../../contract/src/${name}`, import.meta.url);

/** The oldest version in use; its types hold for newer ones. */
const postgrestVersion = "12";

const platform = await startPlatform();
try {
  const generated = [
    [files.types, await typesOf(platform.database)],
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
