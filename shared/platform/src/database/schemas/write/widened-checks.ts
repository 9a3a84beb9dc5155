import type { Database } from "../../database.ts";
import { parseColumn } from "./column-steps.ts";
import type { Comparison } from "./differences.ts";

/**
 * Names of new and changed checks that no stored row can break: PostgreSQL's planner proves it from the table's checks so
 * far, or the check is about new columns alone and their defaults pass.
 *
 * @param migrated a database as the migrations lead to it.
 * @param created a database as `schemas/` creates it.
 */
export async function widenedChecks(
  migrated: Database,
  created: Database,
  { differences }: Comparison,
): Promise<ReadonlySet<string>> {
  const proven = new Set<string>();
  for (const { kind, name, after } of differences) {
    if (kind !== "constraints" || !after?.startsWith("CHECK ")) continue;
    const [, table] = name.split(" on ");
    const broken = `where not ${after.slice("CHECK ".length)}`;
    const filled = differences
      .filter((each) => each.kind === "columns" && !each.before && each.name.startsWith(`${table}.`))
      .map((each) => {
        const { type, value = "null" } = parseColumn(each.after);
        return `(${value})::${type} as ${each.name.split(".").at(-1)}`;
      });
    const plan = await rowsOf(migrated, `explain select from ${table} ${broken}`);
    const rows = await rowsOf(created, `select from (select ${filled.join(", ")}) as filled ${broken}`);
    if (JSON.stringify(plan ?? []).includes("One-Time Filter: false") || rows?.length === 0) proven.add(name);
  }
  return proven;
}

/** Undefined for a query that fails, such as one about a column that isn't there. */
async function rowsOf(database: Database, text: string): Promise<unknown[] | undefined> {
  const settings = { constraint_exclusion: "on", search_path: "" };
  try {
    return await database.as("supabase_admin", settings, async (query) => (await query(text)).rows);
  } catch {
    return undefined;
  }
}
