import type { Database } from "../src/database/database.ts";
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

/** Explains a statement in the caller's role. The second of two runs counts, when the catalog is in memory. */
export function measure(
  database: Database,
  { statement, caller, mode }: { statement: Statement; caller: Caller; mode: PlanMode },
): Promise<Measured> {
  const settings = { "request.jwt.claims": JSON.stringify(caller.claims), plan_cache_mode: mode };
  return database.as("authenticated", settings, async (query) => {
    const { rows: types } = await query<{ type: string }>(
      "select case when oid = 0 then 'unknown' else oid::regtype::text end as type from unnest($1::oid[]) with ordinality as t (oid, n) order by n",
      [statement.types],
    );
    const list = types.length === 0 ? "" : `(${types.map(({ type }) => type).join(", ")})`;
    await query(`prepare measured ${list} as ${statement.text}`);
    const values = statement.values.map(literal);
    const execution = `execute measured${values.length === 0 ? "" : ` (${values.join(", ")})`}`;
    await query(execution);
    const { rows } = await query<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) ${execution}`,
    );
    await query("deallocate measured");
    const [{ Plan: root }] = rows[0]?.["QUERY PLAN"] ?? [{ Plan: {} }];
    return {
      buffers: (root["Shared Hit Blocks"] ?? NaN) + (root["Shared Read Blocks"] ?? NaN),
      plan: JSON.stringify(root, undefined, 1),
    };
  });
}

const literal = (value: string | null) => (value === null ? "null" : `'${value.replaceAll("'", "''")}'`);
