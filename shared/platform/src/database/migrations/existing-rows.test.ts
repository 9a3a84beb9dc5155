import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { productMigrations } from "../../product-files.ts";
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

  test("chains the events of each request, in their order", async () => {
    await fillBefore(
      "history_chain",
      `insert into public.workspaces (id, name) values ('${workspace}', 'Okafor');
       insert into auth.users (id, email) values ('${workspace}', 'anna@b.example');
       insert into public.profiles (user_id, display_name) values ('${workspace}', 'Anna');
       insert into public.members (workspace_id, user_id, role) values ('${workspace}', '${workspace}', 'owner');
       insert into public.requests (workspace_id, title, created_by)
         select '${workspace}', 'Papers ' || n, '${workspace}' from generate_series(1, 3) as n;
       insert into public.events (request_id, seq, workspace_id, actor_name, kind, at)
         select r.id, n, r.workspace_id, 'Anna', 'opened', now() from public.requests as r, generate_series(3, 1, -1) as n`,
    );
    expect(
      await read(
        `select e.seq, e.previous_hash = coalesce(p.hash, decode(repeat('00', 32), 'hex')) as follows,
           e.text_hash = private.event_text_hash(e) and e.hash = private.event_hash(e) as fits
         from public.events as e left join public.events as p on p.request_id = e.request_id and p.seq = e.seq - 1
         order by e.seq`,
      ),
    ).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3].map((seq) => ({ seq, follows: true, fits: true })));
    await expect(read("update public.events set kind = 'sent'")).rejects.toThrow("never changed");
  });

  test("deletes the statistics of every column but ids", async () => {
    await fillBefore(
      "planner_statistics",
      `insert into auth.users (id, email) select gen_random_uuid(), n || '@b.example' from generate_series(1, 100) as n;
       insert into public.profiles (user_id, display_name) select id, 'Anna' from auth.users;
       insert into public.workspaces (id, name) values ('${workspace}', 'Okafor');
       insert into public.members (workspace_id, user_id, role) select '${workspace}', id, 'owner' from auth.users;
       insert into public.requests (workspace_id, title, created_by)
         select '${workspace}', 'Papers ' || n % 10, gen_random_uuid() from generate_series(1, 100) as n;
       insert into public.request_links (request_id, workspace_id, token, token_hash)
         select id, workspace_id, id, sha256(id::text::bytea) from public.requests;
       insert into public.recipients (request_id, workspace_id, email)
         select id, workspace_id, 'a@b.example' from public.requests;
       insert into public.items (request_id, workspace_id, position, title, kind)
         select id, workspace_id, 1, 'Payslip', 'file' from public.requests;
       insert into public.files (item_id, request_id, workspace_id, name, size, mime, uploaded_by)
         select id, request_id, workspace_id, 'a.pdf', 1, 'application/pdf', gen_random_uuid() from public.items;
       insert into public.events (request_id, seq, workspace_id, actor_name, kind, at)
         select id, 1, workspace_id, 'Anna', 'created', now() from public.requests;
       analyze`,
    );
    const gathered = (type: "" | "not") =>
      read(`select distinct c.relname as table from pg_statistic
            join pg_attribute a on a.attrelid = starelid and a.attnum = staattnum
            join pg_class c on c.oid = starelid and c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
            where ${type} a.atttypid = 'uuid'::regtype order by 1`);
    expect(await gathered("not")).toEqual([]);
    expect(
      (await gathered("")).map(({ table }) => table),
      "every table had statistics",
    ).toEqual([
      "events",
      "files",
      "items",
      "members",
      "profiles",
      "recipients",
      "request_links",
      "request_search",
      "requests",
      "workspaces",
    ]);
    await read("analyze");
    expect(await gathered("not"), "and no others are gathered").toEqual([]);
  });

  test("renames what no longer counts as a name or title, and adds addresses to the history", async () => {
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
         select id, workspace_id, 'a@b.example', 'ben@b.example' from public.requests;
       insert into public.recipients (request_id, workspace_id, email, name)
         select id, workspace_id, 'b@b.example', 'Nora‏' from public.requests;
       update public.recipients set user_id = '${person}' where email = 'a@b.example';
       insert into public.events (request_id, seq, workspace_id, actor, actor_name, kind, at)
         select id, 1, workspace_id, '${person}', 'boss@b.example', 'opened', now() from public.requests`,
    );
    const values = async (column: string, table: string) =>
      (await read(`select distinct ${column} as value from public.${table} order by 1`)).map(
        ({ value }) => value,
      );
    expect(await values("display_name", "profiles")).toEqual([`anna(at)${"a".repeat(72)}`]);
    expect(await values("name", "workspaces")).toEqual(["Okafor", "Unnamed workspace"]);
    expect(await values("title", "requests")).toEqual(["Mail to a@b.example", "Untitled"]);
    expect(await values("title", "items")).toEqual(["Untitled"]);
    expect(await values("name", "recipients")).toEqual(["Nora", "ben(at)b.example"]);
    expect(
      await read(`select distinct e.actor_name as name, p.email
                  from public.events as e left join public.recipients as p on p.id = e.recipient_id`),
      "an old event keeps its name and gets the requested address",
    ).toEqual([{ name: "boss@b.example", email: "a@b.example" }]);
  });
});
