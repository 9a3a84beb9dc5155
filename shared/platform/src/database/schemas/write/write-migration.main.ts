import { productMigrations, productSchemas } from "../../../product-files.ts";
import { MigrationError } from "../../migrations/migration-files.ts";
import { writeMigration } from "./write-migration.ts";

const usage = `Writes what differs between schemas/ and the migrations as the next migration.

  pnpm migration <name>

  <name>   what changes, such as due_dates_of_items
`;

const [name, ...rest] = process.argv.slice(2);
if (name === undefined || name.startsWith("-") || rest.length > 0) {
  process.stdout.write(usage);
  process.exitCode = name === "--help" ? 0 : 1;
} else {
  try {
    const folders = { migrations: productMigrations, schemas: productSchemas };
    const written = await writeMigration({ ...folders, name, now: new Date() });
    if (written === undefined)
      process.stdout.write("schemas/ and the migrations are equal: nothing to write.\n");
    else report(written);
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

function report({ file, byHand }: { file: string; byHand: readonly string[] }): void {
  const next =
    byHand.length === 0
      ? "It leads to schemas/. Read it, then run the tests."
      : `\n${byHand.join("\n\n")}\n\nIt can't be applied before each place marked BY HAND is done and its mark removed.`;
  process.stdout.write(`Wrote shared/supabase/migrations/${file}.\n${next}\n`);
}
