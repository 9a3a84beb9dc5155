import { createHash } from "node:crypto";
import { DatabaseError } from "pg";
import type { Database, Query } from "../database.ts";
import { brief, isElevated, type MigrationFile, MigrationError } from "./migration-files.ts";

/**
 * Applies new migrations, each file in one transaction as the migration role, and records them where the Supabase CLI
 * does. Policies and trigger removals on tables of `auth` and `storage` run as the superuser, as on hosted.
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

/** Sends the file whole, because there are thousands of statements. If it fails, runs them one by one to name the line. */
async function applyMigration(
  database: Database,
  { file, version, name, statements }: MigrationFile,
): Promise<void> {
  const apply = (run: (query: Query, role: string) => Promise<unknown>) =>
    database.as("postgres", {}, async (query) => {
      const { rows } = await query<{ role: string }>("select quote_ident(session_user) as role");
      await run(query, rows[0]?.role ?? "postgres");
      await query(
        "insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)",
        [version, name, statements.map(({ text }) => text)],
      );
    });
  try {
    await apply((query, role) =>
      query(statements.flatMap(({ text }) => permitted(text, role)).join("\n;\n")),
    );
  } catch {
    await apply(async (query, role) => {
      for (const { text, line } of statements) {
        try {
          for (const part of permitted(text, role)) await query(part);
        } catch (error) {
          throw located(error, { file, text, line });
        }
      }
    });
  }
}

/** A statement as the migration role, whose name differs on some servers, or as the superuser if it needs that one. */
function permitted(statement: string, role: string): string[] {
  if (!isElevated(statement)) return [statement];
  const become = (user: string) => `set local session authorization ${user}`;
  return [become("supabase_admin"), statement, become(role)];
}

/** Adds the line that the server's error points at, or the first line of the statement. */
function located(error: unknown, at: { file: string; text: string; line: number }): MigrationError {
  const position = error instanceof DatabaseError ? Number(error.position ?? 1) : 1;
  const line = at.line + at.text.slice(0, position - 1).split("\n").length - 1;
  const reason = error instanceof Error ? error.message : "unknown failure";
  const hint = error instanceof DatabaseError && error.detail !== undefined ? ` (${error.detail})` : "";
  return new MigrationError(`${at.file}:${line}: ${reason}${hint}, in "${brief(at.text)}"`, { cause: error });
}
