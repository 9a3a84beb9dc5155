import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { productMigrations } from "../../platform.ts";
import { testEngines } from "../../testing/engines.ts";
import type { Database } from "../database.ts";
import { applyMigrations } from "./apply-migrations.ts";
import { readMigrations } from "./migration-files.ts";

describe.each(testEngines(process.env))("on $name, a migration of a database with rows", ({ open }) => {
  const opened: Database[] = [];
  let database: Database;
  beforeEach(async () => {
    database = await open();
    opened.push(database);
  });
  afterAll(() => Promise.all(opened.map((each) => each.stop())));

  /** Applies all migrations up to the named one, runs `fill` as a superuser, and applies the others. */
  async function fillBefore(name: string, fill: string): Promise<void> {
    const all = await readMigrations(productMigrations);
    const at = all.findIndex((migration) => migration.name === name);
    expect(at, `no migration is named ${name}`).toBeGreaterThan(0);
    await applyMigrations(database, all.slice(0, at));
    await database.as("supabase_admin", {}, async (query) => {
      for (const statement of fill.split(";\n")) await query(statement);
    });
    await applyMigrations(database, all);
  }

  const read = async (text: string) => (await database.as("supabase_admin", {}, (query) => query(text))).rows;

  const workspace = randomUUID();

  test("deletes the statistics of every column but ids", async () => {
    await fillBefore(
      "planner_statistics",
      `insert into public.workspaces (id, name) values ('${workspace}', 'Okafor');
       insert into public.requests (workspace_id, title, created_by)
         select '${workspace}', 'Papers ' || n % 10, gen_random_uuid() from generate_series(1, 100) as n;
       insert into public.recipients (request_id, workspace_id, email)
         select id, workspace_id, 'a@b.example' from public.requests;
       analyze`,
    );
    const kept = () =>
      read(`select distinct format_type(a.atttypid, null) as type from pg_statistic
            join pg_attribute a on a.attrelid = starelid and a.attnum = staattnum
            where starelid in ('public.workspaces'::regclass, 'public.requests'::regclass, 'public.recipients'::regclass)`);
    expect(await kept()).toEqual([{ type: "uuid" }]);
    await read("analyze");
    expect(await kept(), "and no others are gathered").toEqual([{ type: "uuid" }]);
  });

  test("renames what no longer counts as a name or title", async () => {
    const long = "anna@".padEnd(80, "a");
    const person = randomUUID();
    await fillBefore(
      "names_and_addresses",
      `insert into auth.users (id, email) values ('${person}', 'a@b.example');
       insert into public.profiles (user_id, display_name) values ('${person}', '${long}');
       insert into public.workspaces (id, name) values ('${workspace}', '\u200b'), (gen_random_uuid(), 'Okafor');
       insert into public.requests (workspace_id, title, created_by)
         values ('${workspace}', '\u3164', '${person}'), ('${workspace}', 'Mail to a@b.example', '${person}');
       insert into public.items (request_id, workspace_id, position, title, kind)
         select id, workspace_id, 1, '\u2060', 'file' from public.requests;
       insert into public.recipients (request_id, workspace_id, email, name)
         select id, workspace_id, 'a@b.example', 'ben@b.example' from public.requests`,
    );
    const values = async (column: string, table: string) =>
      (await read(`select distinct ${column} as value from public.${table} order by 1`)).map(
        ({ value }) => value,
      );
    expect(await values("display_name", "profiles")).toEqual([`anna(at)${"a".repeat(72)}`]);
    expect(await values("name", "workspaces")).toEqual(["Okafor", "Unnamed workspace"]);
    expect(await values("title", "requests")).toEqual(["Mail to a@b.example", "Untitled"]);
    expect(await values("title", "items")).toEqual(["Untitled"]);
    expect(await values("name", "recipients")).toEqual([""]);
  });
});
