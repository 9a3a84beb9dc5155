import { type Database, openDatabase, type Query } from "@sheaf/platform/database";
import { scaled } from "@sheaf/testing/scaled";
import { inject } from "vitest";

/** Database of the tests, with enough connections for two concurrent users. */
export const database: Database = openDatabase({
  connectionString: inject("platform").connectionString,
  connections: 4,
  end: async () => undefined,
});

/** Bypasses all access rules, to set up data that the API can't create and to inspect the result. */
export function asAdmin<T>(work: (query: Query) => Promise<T>): Promise<T> {
  return database.as("supabase_admin", {}, work);
}

/** First row of a query that bypasses all access rules. @throws if there is none. */
export async function adminRow<Row extends Record<string, unknown>>(
  text: string,
  values: readonly unknown[] = [],
): Promise<Row> {
  const [row] = await adminRows<Row>(text, values);
  if (!row) throw new Error(`No row for: ${text}`);
  return row;
}

export function adminRows<Row extends Record<string, unknown>>(
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return asAdmin(async (query) => (await query<Row>(text, values)).rows);
}

/** Runs `work` in a transaction, rolls it back, and returns its result. */
export async function undone<T>(
  run: (work: (query: Query) => Promise<never>) => Promise<never>,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  const end = new Error("undo");
  const outcome: { value?: T } = {};
  try {
    await run(async (query) => {
      outcome.value = await work(query);
      throw end;
    });
  } catch (error) {
    if (error !== end) throw error;
  }
  return outcome.value as T;
}

/**
 * Resolves once as many transactions wait for a lock. Needs a server, because the embedded engine has one transaction only.
 */
export async function somebodyWaits(many = 1): Promise<void> {
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  const until = performance.now() + scaled(10_000);
  while (performance.now() < until) {
    if ((await adminRows(waiting)).length >= many) return;
  }
  throw new Error("No transaction is waiting for a lock");
}
