import { DatabaseError } from "pg";
import type { Database, Query } from "./database.ts";
import { brief, type MigrationFile, MigrationError } from "./migration-files.ts";

/**
 * Applies what this database has not seen, each file in one transaction as the migration role, and records it where
 * the Supabase CLI does.
 *
 * @returns the files applied now.
 * @throws MigrationError naming file and line; earlier files stay applied, this one leaves no trace.
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
    const { rows } = await query<{ version: string; statements: string[] }>(
      "select version, statements from supabase_migrations.schema_migrations order by version",
    );
    return rows;
  });
  const pending = migrations.filter(({ version }) => !applied.some((row) => row.version === version));
  refuseDrift(migrations, applied);
  for (const migration of pending) await applyMigration(database, migration);
  return pending.map(({ file }) => file);
}

function refuseDrift(
  migrations: readonly MigrationFile[],
  applied: readonly { version: string; statements: string[] }[],
): void {
  const last = applied.at(-1)?.version ?? "";
  for (const { file, version, statements } of migrations) {
    const row = applied.find((candidate) => candidate.version === version);
    if (row === undefined && version < last) {
      throw new MigrationError(
        `${file} is older than the last migration applied here; give it a later version.`,
      );
    }
    if (row !== undefined && row.statements.join(";") !== statements.map(({ text }) => text).join(";")) {
      throw new MigrationError(
        `${file} was changed after it had been applied here; undo the change, or start over with --fresh.`,
      );
    }
  }
  for (const { version } of applied) {
    if (!migrations.some((migration) => migration.version === version)) {
      throw new MigrationError(
        `Migration ${version} was applied here but its file is gone; bring it back, or start over with --fresh.`,
      );
    }
  }
}

async function applyMigration(database: Database, migration: MigrationFile): Promise<void> {
  const { version, name, statements, foreign } = migration;
  const record = (query: Query) =>
    query(
      "insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)",
      [version, name, statements.map(({ text }) => text)],
    );
  // Hosted lifts exactly these statements to its superuser, whatever role runs them.
  await database.as(foreign ? "supabase_admin" : "postgres", {}, async (query) => {
    for (const { text, line } of statements) {
      try {
        await query(text);
      } catch (error) {
        throw located(error, { file: migration.file, text, line });
      }
    }
    await record(query);
  });
}

/** Points at the line the server complains about, where it says one. */
function located(error: unknown, at: { file: string; text: string; line: number }): MigrationError {
  const position = error instanceof DatabaseError ? Number(error.position ?? 1) : 1;
  const line = at.line + at.text.slice(0, position - 1).split("\n").length - 1;
  const reason = error instanceof Error ? error.message : "unknown failure";
  const hint = error instanceof DatabaseError && error.detail !== undefined ? ` (${error.detail})` : "";
  return new MigrationError(`${at.file}:${line}: ${reason}${hint}, in "${brief(at.text)}"`, { cause: error });
}
