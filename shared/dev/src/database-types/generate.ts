import { readFile, writeFile } from "node:fs/promises";
import { type Database, startPlatform } from "@sheaf/platform";
import { generateTypescript, sortGeneratorMetadata } from "@supabase/postgrest-typegen/generation";
import { introspect } from "@supabase/postgrest-typegen/introspection";

/** The row types used by the page and the tests. */
const file = new URL("../../../contract/src/database.types.ts", import.meta.url);

/** The oldest version in use; its types hold for newer ones. */
const postgrestVersion = "12";

const platform = await startPlatform();
try {
  const generated = await typesOf(platform.database);
  if (process.argv.includes("--write")) await writeFile(file, generated);
  else await compare(generated);
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

async function compare(generated: string): Promise<void> {
  if ((await readFile(file, "utf8")) === generated) return;
  console.error(
    "shared/contract/src/database.types.ts does not match the migrations: run `pnpm types:generate` and commit it.",
  );
  process.exitCode = 1;
}
