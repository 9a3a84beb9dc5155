import type { Database, Query } from "@sheaf/platform";
import { DatabaseError } from "pg";
import type { Caller } from "./caller.ts";
import { sendPageRequest, type SentPageRequest } from "./send-page-request.ts";
import type { Statement, StatementWatch } from "./watch-statements.ts";

/** The statement that PostgREST runs for a request of the page. */
export async function statementFor(
  watch: StatementWatch,
  platform: { url: string; anonKey: string },
  sent: SentPageRequest,
): Promise<Statement> {
  const statements = await watch.during(() => sendPageRequest(platform, sent));
  const found = statements.filter(({ text }) => text.includes("pgrst_source"));
  const [statement] = found;
  if (!statement || found.length > 1) throw new Error(`${sent.request.name}: ${found.length} statements`);
  return statement;
}

export type PlanMode = "force_custom_plan" | "force_generic_plan";

export interface Measured {
  /** Pages of 8 kB that the query reads, from memory or disk. */
  buffers: number;
  plan: string;
}

/** Explains a statement in the caller's role. */
export function measure(
  database: Database,
  { statement, caller, mode }: MeasuredStatement,
): Promise<Measured & { indexes: string[] }> {
  return database.as("authenticated", settingsOf(caller, mode), async (query) => ({
    ...(await explain(query, statement)),
    indexes: await indexesScanned(query),
  }));
}

export interface MeasuredStatement {
  statement: Statement;
  caller: Caller;
  mode: PlanMode;
}

/** Names of the indexes that this transaction has scanned, those of functions' queries included. */
async function indexesScanned(query: Query): Promise<string[]> {
  const { rows } = await query<{ name: string }>(
    "select indexrelid::regclass::text as name from pg_index where pg_stat_get_xact_numscans(indexrelid) > 0",
  );
  return rows.map(({ name }) => name);
}

/** Milliseconds; no query that stays within its bound takes as long. */
const longestMs = 2000;

/**
 * Measures statements without one index, until one reads too much or takes too long. The index is there again afterwards.
 *
 * @returns whether there was one.
 */
export async function needsIndex(
  database: Database,
  { index, statements }: { index: string; statements: readonly MeasuredStatement[] },
  readsTooMuch: (measured: Measured, position: number) => boolean,
): Promise<boolean> {
  let isNeeded = false;
  const undo = new Error("Only to roll back.");
  const measured = database.as("supabase_admin", { statement_timeout: `${longestMs}` }, async (query) => {
    await query(`drop index ${index}`);
    await query("set local role authenticated");
    for (const [position, { statement, caller, mode }] of statements.entries()) {
      for (const [name, value] of Object.entries(settingsOf(caller, mode))) {
        await query("select set_config($1, $2, true)", [name, value]);
      }
      isNeeded = readsTooMuch(await explain(query, statement), position);
      if (isNeeded) break;
    }
    throw undo;
  });
  await measured.catch((error: unknown) => {
    if (isTimeout(error)) isNeeded = true;
    else if (error !== undo) throw error;
  });
  return isNeeded;
}

const isTimeout = (error: unknown) => error instanceof DatabaseError && error.code === "57014";

const settingsOf = (caller: Caller, mode: PlanMode) => ({
  "request.jwt.claims": JSON.stringify(caller.claims),
  plan_cache_mode: mode,
});

/** The second of two runs counts, when the catalog is in memory. */
async function explain(query: Query, statement: Statement): Promise<Measured> {
  const { rows: types } = await query<{ type: string }>(
    "select case when oid = 0 then 'unknown' else oid::regtype::text end as type from unnest($1::oid[]) with ordinality as t (oid, n) order by n",
    [statement.types],
  );
  await query("deallocate all");
  const list = types.length === 0 ? "" : `(${types.map(({ type }) => type).join(", ")})`;
  await query(`prepare measured ${list} as ${statement.text}`);
  const values = statement.values.map(literal);
  const execution = `execute measured${values.length === 0 ? "" : ` (${values.join(", ")})`}`;
  await query(execution);
  const { rows } = await query<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }>(
    `explain (analyze, buffers, format json) ${execution}`,
  );
  const [{ Plan: root }] = rows[0]?.["QUERY PLAN"] ?? [{ Plan: {} }];
  return {
    buffers: (root["Shared Hit Blocks"] ?? NaN) + (root["Shared Read Blocks"] ?? NaN),
    plan: JSON.stringify(root, undefined, 1),
  };
}

const literal = (value: string | null) => (value === null ? "null" : `'${value.replaceAll("'", "''")}'`);
