import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { productMigrations } from "../../product-files.ts";
import type { Database } from "../database.ts";
import { readMigrations } from "../migrations/migration-files.ts";
import { readSchemaSources } from "../schema-sources.ts";
import { createServerDatabase } from "../server-database.ts";

const url = process.env["DATABASE_URL"] ?? "";
const script = fileURLToPath(new URL("../../../../supabase/migrate.sh", import.meta.url));
const elevation = new URL("../../testing/elevation.sql", import.meta.url);
/** A server that requires passwords has none for the migration role. */
const possible =
  url !== "" && new URL(url).password === "" && spawnSync("bash", ["-c", "command -v psql"]).status === 0;

describe.skipIf(!possible)("who signs in to a PostgreSQL server with no more than hosted's rights", () => {
  let database: Database;
  let role = "";
  beforeAll(async () => {
    database = await createServerDatabase(url, await readSchemaSources());
    const { rows } = await database.as("postgres", {}, (query) =>
      query<{ role: string }>("select current_user as role"),
    );
    role = rows[0]?.role ?? "";
  });
  afterAll(() => database.stop());

  /** Applies the migrations as docker compose does, in a session of the migration role. */
  function migrate(): { status: number | null; output: string } {
    const { hostname, port, pathname } = new URL(database.connectionString);
    const connection = {
      PGHOST: hostname,
      PGPORT: port || "5432",
      PGUSER: role,
      PGDATABASE: pathname.slice(1),
    };
    const { status, stdout, stderr } = spawnSync("bash", [script], {
      env: { ...process.env, ...connection },
      encoding: "utf8",
    });
    return { status, output: stdout + stderr };
  }

  async function applied(): Promise<string[]> {
    const { rows } = await database.as("postgres", {}, (query) =>
      query<{ version: string }>(
        "select version from supabase_migrations.schema_migrations order by version",
      ),
    );
    return rows.map(({ version }) => version);
  }

  test("fails at the policies on the services' tables without hosted's elevation, and succeeds with it", async () => {
    const migrations = await readMigrations(productMigrations);
    const policies = migrations.findIndex(({ foreign }) => foreign);

    const { status, output } = migrate();
    expect(status).not.toBe(0);
    expect(output).toContain("must be owner of table objects");
    expect(await applied()).toEqual(migrations.slice(0, policies).map(({ version }) => version));

    const sql = (await readFile(elevation, "utf8")).replaceAll(/\bpostgres\b/g, role);
    await database.as("supabase_admin", {}, (query) => query(sql));
    expect(migrate()).toMatchObject({ status: 0 });
    expect(await applied()).toEqual(migrations.map(({ version }) => version));
  }, 120_000);

  test("has no more rights after they are applied", async () => {
    const { rows } = await database.as("postgres", {}, (query) =>
      query<{ owner: boolean }>("select pg_has_role('supabase_storage_admin', 'member') as owner"),
    );
    expect(rows).toEqual([{ owner: false }]);
    await expect(
      database.as("postgres", {}, (query) => query("alter table storage.objects add column more text")),
    ).rejects.toThrow("must be owner of table objects");
  });
});
