import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testEngines } from "../../testing/engines.ts";
import type { Database, DatabaseRole } from "../database.ts";

describe.each(testEngines(process.env))("a migration on $name", ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.stop());

  /** SQLSTATE of the failure, or "done"; always rolled back. */
  async function outcome(role: DatabaseRole, ...statements: string[]): Promise<unknown> {
    const done = new Error("done");
    try {
      return await database.as(role, {}, async (query) => {
        for (const statement of statements) await query(statement);
        throw done;
      });
    } catch (error) {
      if (error === done) return "done";
      return error instanceof Error && "code" in error ? error.code : error;
    }
  }

  test.each([
    "alter table auth.users add column nickname text",
    "create index on auth.users (email)",
    "create table auth.notes ()",
    "create table storage.notes ()",
    "alter table storage.objects disable row level security",
    "create policy anyone on storage.objects using (true)",
    "create function auth.helper() returns int language sql return 1",
    "set role supabase_auth_admin",
    "set role supabase_storage_admin",
    "alter role supabase_admin nosuperuser",
    "create role somebody superuser",
    "copy (select 1) to program 'true'",
  ])("is denied what hosted denies: %s", async (statement) => {
    expect(await outcome("postgres", statement)).toBe("42501");
  });

  test.each([
    "create table public.notes (author uuid references auth.users (id) on delete cascade)",
    "create trigger t after insert on auth.users for each row execute function suppress_redundant_updates_trigger()",
    "create trigger t after insert on storage.objects for each row execute function suppress_redundant_updates_trigger()",
    "select id from auth.sessions",
    "select id from auth.mfa_factors",
    "delete from auth.users",
    "delete from auth.sessions",
    "delete from auth.mfa_factors",
    "update auth.users set raw_app_meta_data = '{}'",
    "create trigger t after update on auth.mfa_factors for each row execute function suppress_redundant_updates_trigger()",
    "create schema private",
    "alter role authenticator set statement_timeout to '9s'",
    "alter role authenticator set pgrst.db_max_rows to '100'",
    "alter role authenticator set pgrst.db_hoisted_tx_settings to 'statement_timeout'",
    "set role anon",
  ])("can do what hosted allows: %s", async (statement) => {
    expect(await outcome("postgres", statement)).toBe("done");
  });

  test("bypasses row-level security, as hosted's migration role does", async () => {
    const rows = await database.as("postgres", {}, (query) =>
      query<{ rolsuper: boolean; rolbypassrls: boolean }>(
        "select rolsuper, rolbypassrls from pg_roles where rolname = current_user",
      ),
    );
    expect(rows.rows).toEqual([{ rolsuper: false, rolbypassrls: true }]);
  });

  test.each(["anon", "authenticated", "service_role"] as const)(
    "does not let %s read people's accounts",
    async (role) => {
      expect(await outcome(role, "select email from auth.users")).toBe("42501");
    },
  );

  test("keeps a user's transaction in the user's role", async () => {
    expect(await outcome("authenticated", "reset role", "set role supabase_admin")).toBe("42501");
    expect(await outcome("authenticated", "set role postgres")).toBe("42501");
  });

  test("sees only the settings of its own transaction", async () => {
    const seen = await Promise.all(
      ["one", "two", "three"].map((name) =>
        database.as("authenticated", { "request.jwt.claims": name }, async (query) => {
          await query("select 1");
          const { rows } = await query("select current_setting('request.jwt.claims') as claims");
          return rows[0];
        }),
      ),
    );
    expect(seen).toEqual([{ claims: "one" }, { claims: "two" }, { claims: "three" }]);
    const after = await database.as("anon", {}, (query) =>
      query("select coalesce(current_setting('request.jwt.claims', true), '') as claims"),
    );
    expect(after.rows).toEqual([{ claims: "" }]);
  });

  test("rolls back a transaction that throws", async () => {
    expect(await outcome("postgres", "create table public.gone ()")).toBe("done");
    const { rows } = await database.as("postgres", {}, (query) =>
      query("select to_regclass('public.gone') as found"),
    );
    expect(rows).toEqual([{ found: null }]);
  });
});
