import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentLog } from "../../log.ts";
import { productMigrations, productSchemas } from "../../product-files.ts";
import type { Database, Query } from "../database.ts";
import { type MigrationFile, readMigrations } from "../migrations/migration-files.ts";
import { openPlatformDatabase } from "../open-database.ts";
import { applySchemas } from "./apply-schemas.ts";
import { compareCatalogs } from "./compare-catalogs.ts";
import { plantedDifferences } from "./planted-differences.ts";
import { catalogKinds, catalogSettings, readCatalog, readCatalogOf } from "./read-catalog.ts";
import { readSchemas } from "./schema-files.ts";

const url = process.env["DATABASE_URL"];
const engines = [
  { name: "the embedded engine", databaseUrl: undefined },
  ...(url ? [{ name: "a PostgreSQL server", databaseUrl: url }] : []),
];

describe.each(engines)("on $name", ({ databaseUrl }) => {
  let migrated: Database;
  let created: Database;
  beforeAll(async () => {
    const open = async (migrations: readonly MigrationFile[]) =>
      (await openPlatformDatabase({ databaseUrl, migrations, log: silentLog })).database;
    migrated = await open(await readMigrations(productMigrations));
    created = await open([]);
  });
  afterAll(() => Promise.all([migrated?.stop(), created?.stop()]));

  test("schemas/ creates what the migrations lead to", async () => {
    await applySchemas(created, await readSchemas(productSchemas));
    // At once, because databases of one server share their roles, which others may be changing.
    const [left, right] = await Promise.all([readCatalogOf(migrated), readCatalogOf(created)]);
    const differences = compareCatalogs(left, right, { left: "migrations/", right: "schemas/" });
    expect(differences, differences.join("\n\n")).toHaveLength(0);
  });

  test("the comparison shows a difference of every kind that it reads", async () => {
    const before = await readCatalogOf(migrated);
    const shown = await rolledBack(migrated, async (query) => {
      for (const { plant } of plantedDifferences) await query(plant);
      return compareCatalogs(before, await readCatalog(query), { left: "before", right: "after" });
    });
    const titles = shown.map((difference) => difference.split("\n")[0] ?? "");
    expect(titles).toEqual(plantedDifferences.flatMap(({ shows }) => shows).sort());
    const kinds = new Set(titles.map((title) => title.split(":")[0]));
    expect(kinds).toEqual(new Set(await catalogKinds()));
  });
});

/** Runs `work` as a superuser, rolls it back, and returns its result. */
async function rolledBack<T>(database: Database, work: (query: Query) => Promise<T>): Promise<T> {
  let result: T | undefined;
  const end = new Error("undo");
  const run = database.as("supabase_admin", catalogSettings, async (query) => {
    result = await work(query);
    throw end;
  });
  await expect(run).rejects.toBe(end);
  return result as T;
}
