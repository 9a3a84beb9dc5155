import { inject } from "vitest";
import { type Database, openDatabase, type Query } from "../../src/database/database.ts";

/** Connections of the tests themselves: enough for two people who act at the same moment. */
export const database: Database = openDatabase({
  connectionString: inject("platform").connectionString,
  connections: 4,
  end: async () => undefined,
});

/** Outside every rule, to arrange what the product's own functions cannot, and to look at what really happened. */
export function asAdmin<T>(work: (query: Query) => Promise<T>): Promise<T> {
  return database.as("supabase_admin", {}, work);
}

/** The first row of a query made outside every rule. */
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

/** Does something and leaves no trace of it; answers what it answered or the error it met. */
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

/** Until a transaction of this database waits for another's lock. Only a server has two at once. */
export async function somebodyWaits(): Promise<void> {
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  for (let tries = 0; tries < 1000; tries += 1) {
    if ((await adminRows(waiting)).length > 0) return;
  }
  throw new Error("Nobody came to wait");
}
