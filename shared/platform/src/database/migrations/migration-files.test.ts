import { describe, expect, test } from "vitest";
import { parseMigration } from "./migration-files.ts";

describe("a policies file", () => {
  const file = "20260101000000_documents.policies.sql";

  test("can contain policies and trigger removals on the services' tables", () => {
    const { foreign, statements } = parseMigration(
      file,
      `set local lock_timeout = '2s';
       create policy p on storage.objects for select using (true);
       ALTER POLICY p ON storage.objects using (false);
       drop policy if exists p on storage.objects;
       drop trigger if exists t on auth.users;`,
    );
    expect(foreign).toBe(true);
    expect(statements).toHaveLength(5);
  });

  test.each([
    "create policy p on public.requests using (true)",
    "create trigger t after insert on storage.objects for each row execute function f()",
    "grant select on auth.users to anon",
    "alter table storage.objects disable row level security",
    "drop table storage.objects",
    "create function storage.f() returns int language sql return 1",
    "set local role supabase_admin",
    "do $$ begin execute 'create policy p on storage.objects using (true)'; end $$",
    "create policyholder on storage.objects",
  ])("is rejected with its line if it contains anything else: %s", (statement) => {
    const sql = `create policy p on storage.objects using (true);\n${statement};`;
    expect(() => parseMigration(file, sql)).toThrow(
      `${file}:2: a *.policies.sql file may only contain policies`,
    );
  });
});

describe("any migration", () => {
  test.each(["begin", "commit", "START TRANSACTION", "rollback to savepoint a"])(
    "is rejected if it ends its own transaction: %s",
    (statement) => {
      expect(() => parseMigration("1_a.sql", `select 1;\n\n${statement};`)).toThrow("1_a.sql:3:");
    },
  );

  test.each([
    "set session authorization supabase_admin",
    "set local session authorization default",
    "reset session authorization",
  ])("is rejected if it switches to another user: %s", (statement) => {
    expect(() => parseMigration("1_a.sql", statement)).toThrow("may not switch to another user");
  });

  test.each(["notes.sql", "_notes.sql", "2026-01-01_notes.sql"])("is rejected under the name %s", (name) => {
    expect(() => parseMigration(name, "select 1")).toThrow("<version>_<name>.sql");
  });

  test("has a version and a name", () => {
    expect(parseMigration("20260101000000_first_tables.sql", "select 1")).toMatchObject({
      version: "20260101000000",
      name: "first_tables",
      foreign: false,
    });
  });
});
