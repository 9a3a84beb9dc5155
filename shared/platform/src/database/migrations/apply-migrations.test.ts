import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { testEngines } from "../../testing/engines.ts";
import { folderWith } from "../../testing/folders.ts";
import { applyMigrations } from "./apply-migrations.ts";
import type { Database } from "../database.ts";
import { readMigrations } from "./migration-files.ts";

describe.each(testEngines(process.env))("migrations on $name", ({ open }) => {
  const opened: Database[] = [];
  let database: Database;
  beforeEach(async () => {
    database = await open();
    opened.push(database);
  });
  afterAll(() => Promise.all(opened.map((each) => each.stop())));

  async function apply(files: Readonly<Record<string, string>>): Promise<string[]> {
    return applyMigrations(database, await readMigrations(await folderWith(files)));
  }

  async function column(sql: string): Promise<unknown[]> {
    const { rows } = await database.as("supabase_admin", {}, (query) => query<{ value: unknown }>(sql));
    return rows.map(({ value }) => value);
  }

  test("are applied in order, once, as hosted's migration role, and recorded as the CLI does", async () => {
    const files = {
      "2_rows.sql": "insert into public.notes values (1) -- One.\n; insert into public.notes values (2);",
      "1_notes.sql": "-- Tables.\ncreate table public.notes (n int); comment on table public.notes is 'a;b';",
    };
    expect(await apply(files)).toEqual(["1_notes.sql", "2_rows.sql"]);
    expect(await apply(files)).toEqual([]);
    expect(await column("select n as value from public.notes")).toEqual([1, 2]);
    expect(
      await column(
        "select pg_has_role(relowner, 'supabase_admin', 'member') as value from pg_class where relname = 'notes'",
      ),
    ).toEqual([false]);
    expect(
      await column(
        "select to_jsonb(m) as value from supabase_migrations.schema_migrations m order by version",
      ),
    ).toEqual([
      {
        version: "1",
        name: "notes",
        statements: ["create table public.notes (n int)", "comment on table public.notes is 'a;b'"],
      },
      {
        version: "2",
        name: "rows",
        statements: ["insert into public.notes values (1) -- One.", "insert into public.notes values (2)"],
      },
    ]);
  });

  test("that fail report file, line and statement, and roll their file back", async () => {
    await expect(
      apply({
        "1_good.sql": "create table public.good ();",
        "2_bad.sql": "create table public.half ();\n\nselect 1,\n  nothing_here;\n",
      }),
    ).rejects.toThrow('2_bad.sql:4: column "nothing_here" does not exist, in "select 1, nothing_here"');
    expect(await column("select to_regclass('public.half') as value")).toEqual([null]);
    expect(await column("select version as value from supabase_migrations.schema_migrations")).toEqual(["1"]);
  });

  test("cannot change the services' tables, except for policies and trigger removals", async () => {
    await expect(apply({ "1_index.sql": "create index on auth.users (email);" })).rejects.toThrow(
      "1_index.sql:1: must be owner of table users",
    );
    const mixed = [
      "create table public.notes (owner text);",
      "create policy a on storage.objects using (true);",
      "create table public.more (owner text);",
    ].join("\n");
    expect(await apply({ "0_mixed.sql": mixed })).toEqual(["0_mixed.sql"]);
    expect(
      await column(
        "select distinct pg_has_role(relowner, 'supabase_admin', 'member') as value from pg_class where relname in ('notes', 'more')",
      ),
      "the statements around a policy run as the migration role",
    ).toEqual([false]);
    await expect(
      apply({
        "0_mixed.sql": mixed,
        "1_late.sql":
          "create policy b on storage.objects using (true);\nalter table storage.objects add column more text;",
      }),
    ).rejects.toThrow("1_late.sql:2: must be owner of table objects");
    const own = { "0_mixed.sql": mixed };
    expect(
      await apply({ ...own, "1_documents.policies.sql": "create policy p on storage.objects using (true);" }),
    ).toEqual(["1_documents.policies.sql"]);
  });

  test("can create the extensions of hosted projects", async () => {
    const names = ["pgcrypto", "btree_gin", "pg_trgm", "unaccent"];
    const sql = names
      .map((name) => `create extension if not exists ${name} with schema extensions;`)
      .join("\n");
    const use = "create index on public.words using gin (word extensions.gin_trgm_ops, n);";
    await apply({ "1_extensions.sql": `${sql}\ncreate table public.words (word text, n int);\n${use}` });
    expect(
      await column("select extname as value from pg_extension where extname <> 'plpgsql' order by 1"),
    ).toEqual(names.toSorted());
    expect(
      await column("select extensions.unaccent('Müller') || length(extensions.gen_random_bytes(4)) as value"),
    ).toEqual(["Muller4"]);
  });

  test("that were changed, removed or inserted before applied ones are reported, not ignored", async () => {
    await apply({ "2_a.sql": "select 1;" });
    await expect(apply({ "2_a.sql": "select 2;" })).rejects.toThrow(
      "2_a.sql was changed after it was applied",
    );
    await expect(apply({ "3_b.sql": "select 1;" })).rejects.toThrow(
      "Migration 2 was applied here but its file is missing",
    );
    await expect(apply({ "1_z.sql": "select 1;", "2_a.sql": "select 1;" })).rejects.toThrow(
      "1_z.sql is older than the last migration applied",
    );
    await expect(apply({ "2_a.sql": "select 1;", "2_b.sql": "select 1;" })).rejects.toThrow(
      "have the same version",
    );
    expect(await apply({ "2_a.sql": "-- Only a comment more.\nselect 1;" })).toEqual([]);
    await expect(apply({ "3_baseline.sql": "select 1;" })).rejects.toThrow(
      "This database was made before 3_baseline.sql, which replaces its migrations; start over with --fresh.",
    );
  });
});
