import { DatabaseError } from "pg";
import type { Database, Query } from "../database.ts";
import { brief, isElevated, MigrationError } from "./migration-files.ts";
import type { SqlStatement } from "./sql-statements.ts";

export interface ScriptStatement extends SqlStatement {
  readonly file: string;
}

export interface Script {
  readonly statements: readonly ScriptStatement[];
  /** Settings of the session while it runs. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Last step in the same transaction. */
  readonly finish: (query: Query) => Promise<unknown>;
}

/**
 * Runs a script in one transaction as the migration role. Policies and trigger removals on tables of `auth` and `storage`
 * run as the superuser, as on hosted. Sends everything at once, because there are thousands of statements. If that fails,
 * runs them one by one to name the line.
 *
 * @throws MigrationError naming file and line; nothing of the script is applied then.
 */
export async function runScript(
  database: Database,
  { statements, settings = {}, finish }: Script,
): Promise<void> {
  const run = (work: (query: Query, role: string) => Promise<unknown>) =>
    database.as("postgres", settings, async (query) => {
      const { rows } = await query<{ role: string }>("select quote_ident(session_user) as role");
      await work(query, rows[0]?.role ?? "postgres");
      await finish(query);
    });
  try {
    await run((query, role) => query(statements.flatMap(({ text }) => permitted(text, role)).join("\n;\n")));
  } catch {
    await run(async (query, role) => {
      for (const statement of statements) {
        try {
          for (const part of permitted(statement.text, role)) await query(part);
        } catch (error) {
          throw located(error, statement);
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
function located(error: unknown, at: ScriptStatement): MigrationError {
  const position = error instanceof DatabaseError ? Number(error.position ?? 1) : 1;
  const line = at.line + at.text.slice(0, position - 1).split("\n").length - 1;
  const reason = error instanceof Error ? error.message : "unknown failure";
  const hint = error instanceof DatabaseError && error.detail !== undefined ? ` (${error.detail})` : "";
  return new MigrationError(`${at.file}:${line}: ${reason}${hint}, in "${brief(at.text)}"`, { cause: error });
}
