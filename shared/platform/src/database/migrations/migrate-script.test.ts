import { execFile, spawnSync } from "node:child_process";
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { productMigrations } from "../../product-files.ts";
import { testEngines } from "../../testing/engines.ts";
import { emptyFolder, writeFiles } from "../../testing/folders.ts";
import type { Database } from "../database.ts";
import { readMigrations } from "./migration-files.ts";

const script = fileURLToPath(new URL("../../../../supabase/migrate.sh", import.meta.url));
const hasPsql = spawnSync("psql", ["--version"]).status === 0;

/** A copy of the script next to test migrations. */
async function scriptWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await emptyFolder();
  await mkdir(join(folder, "migrations"));
  await writeFiles(join(folder, "migrations"), files);
  const copy = join(folder, "migrate.sh");
  await cp(script, copy);
  return copy;
}

describe.skipIf(!hasPsql)("migrate.sh", () => {
  let database: Database;
  beforeAll(async () => {
    const [embedded] = testEngines({});
    if (embedded === undefined) throw new Error("No engine to test on.");
    database = await embedded.open();
  });
  afterAll(() => database.stop());

  function run(path: string): Promise<{ status: number; output: string }> {
    const { hostname, port } = new URL(database.connectionString);
    const connection = { PGHOST: hostname, PGPORT: port, PGUSER: "postgres", PGDATABASE: "postgres" };
    return new Promise((resolve) => {
      execFile("bash", [path], { env: { ...process.env, ...connection } }, (error, stdout, stderr) =>
        resolve({ status: error === null ? 0 : Number(error.code), output: stdout + stderr }),
      );
    });
  }

  test("applies new migrations once, and refuses an older one and a database from before the baseline", async () => {
    const files = {
      "20260102000000_notes.sql": "create table public.notes (n int);",
      "20260103000000_rows.sql": "insert into public.notes values (1);",
    };
    expect(await run(await scriptWith(files))).toEqual({
      status: 0,
      output: "Applying 20260102000000_notes.sql\nApplying 20260103000000_rows.sql\n",
    });
    expect(await run(await scriptWith(files))).toEqual({ status: 0, output: "" });

    const late = {
      ...files,
      "20260101000000_late.sql": "create table public.late ();",
      "20260104000000_next.sql": "create table public.next ();",
    };
    expect(await run(await scriptWith(late))).toEqual({
      status: 1,
      output:
        "20260101000000_late.sql is older than 20260103000000, the last migration applied here; give it a later version.\n",
    });
    expect(await run(await scriptWith({ "20260104000000_baseline.sql": "select 1;" }))).toEqual({
      status: 1,
      output:
        "This database was made before 20260104000000_baseline.sql, which replaces its migrations: see HOSTED.md, A project from before.\n",
    });
    const { rows } = await database.as("postgres", {}, (query) =>
      query("select to_regclass('public.late') as late, to_regclass('public.next') as next"),
    );
    expect(rows).toEqual([{ late: null, next: null }]);
  });
});

test("no migration of the product is dated in the future", async () => {
  const now = new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
  const future = (await readMigrations(productMigrations)).filter(({ version }) => version > now);
  expect(future.map(({ file }) => file)).toEqual([]);
});
