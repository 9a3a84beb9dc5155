import { createHash } from "node:crypto";
import type { Database } from "../database.ts";
import { type MigrationFile, MigrationError } from "./migration-files.ts";
import { runScript } from "./run-script.ts";

/**
 * Applies new migrations, each file in one transaction as the migration role, and records them where the Supabase CLI
 * does.
 *
 * @returns the files applied now.
 * @throws MigrationError naming file and line; earlier files stay applied, this one is rolled back.
 */
export async function applyMigrations(
  database: Database,
  migrations: readonly MigrationFile[],
): Promise<string[]> {
  const applied = await database.as("postgres", {}, async (query) => {
    await query("create schema if not exists supabase_migrations");
    await query(
      "create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text)",
    );
    // Digests, because reading the statements back takes a tenth of a second at every start.
    const { rows } = await query<AppliedMigration>(
      "select version, md5(array_to_string(statements, ';')) as digest from supabase_migrations.schema_migrations order by version",
    );
    return rows;
  });
  const pending = migrations.filter(({ version }) => !applied.some((row) => row.version === version));
  refuseDrift(migrations, applied);
  for (const migration of pending) await applyMigration(database, migration);
  return pending.map(({ file }) => file);
}

type AppliedMigration = {
  version: string;
  /** As of `digestOf`. */
  digest: string;
};

const digestOf = ({ statements }: MigrationFile): string =>
  createHash("md5")
    .update(statements.map(({ text }) => text).join(";"))
    .digest("hex");

function refuseDrift(migrations: readonly MigrationFile[], applied: readonly AppliedMigration[]): void {
  const last = applied.at(-1)?.version ?? "";
  const [first] = migrations;
  if (first?.name === "baseline" && last !== "" && last < first.version) {
    throw new MigrationError(
      `This database was made before ${first.file}, which replaces its migrations; start over with --fresh.`,
    );
  }
  for (const migration of migrations) {
    const { file, version } = migration;
    const row = applied.find((candidate) => candidate.version === version);
    if (row === undefined && version < last) {
      throw new MigrationError(
        `${file} is older than the last migration applied here; give it a later version.`,
      );
    }
    if (row !== undefined && row.digest !== digestOf(migration)) {
      throw new MigrationError(
        `${file} was changed after it was applied here; undo the change, or start over with --fresh.`,
      );
    }
  }
  for (const { version } of applied) {
    if (!migrations.some((migration) => migration.version === version)) {
      throw new MigrationError(
        `Migration ${version} was applied here but its file is missing; restore it, or start over with --fresh.`,
      );
    }
  }
}

function applyMigration(
  database: Database,
  { file, version, name, statements }: MigrationFile,
): Promise<void> {
  return runScript(database, {
    statements: statements.map((statement) => ({ file, ...statement })),
    finish: (query) =>
      query(
        "insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)",
        [version, name, statements.map(({ text }) => text)],
      ),
  });
}
