import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testEngines } from "../../testing/engines.ts";
import { applyMigrations } from "../migrations/apply-migrations.ts";
import type { Database } from "../database.ts";
import { parseMigration } from "../migrations/migration-files.ts";

/** Follows the paragraph "On hosted Supabase" of the data model, sentence by sentence. */
describe.each(testEngines(process.env))("a migration on $name", ({ open }) => {
  let database: Database;
  const applied: ReturnType<typeof parseMigration>[] = [];
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.stop());

  async function migrate(name: string, sql: string): Promise<string[]> {
    const file = parseMigration(`${String(applied.length + 1).padStart(14, "0")}_${name}`, sql);
    const done = await applyMigrations(database, [...applied, file]);
    applied.push(file);
    return done;
  }

  const asAuth = (sql: string) => database.as("supabase_auth_admin", {}, (query) => query(sql));
  const ada = "00000000-0000-4000-8000-00000000000a";

  test("can reference accounts, add triggers to them and to stored objects, read sessions and factors, and delete them with what references them", async () => {
    await migrate(
      "possible.sql",
      `create table public.notes (owner uuid references auth.users (id) on delete cascade);
       create table public.seen (what text);
       create function public.note_it() returns trigger language plpgsql security definer set search_path = '' as
         $$ begin insert into public.seen values (tg_table_name); return new; end $$;
       create trigger seen after insert on auth.users for each row execute function public.note_it();
       create trigger seen after insert on storage.objects for each row execute function public.note_it();
       create function public.counted() returns bigint language sql security definer set search_path = '' as
         $$ select (select count(*) from auth.sessions) + (select count(*) from auth.mfa_factors) $$;`,
    );
    await asAuth(`insert into auth.users (id, email) values ('${ada}', 'ada@example.test')`);
    await asAuth(`insert into auth.sessions (id, user_id) values (gen_random_uuid(), '${ada}')`);
    const { rows } = await database.as("postgres", {}, (query) =>
      query(
        "select (select string_agg(what, ',') from public.seen) as seen, public.counted()::int as counted",
      ),
    );
    expect(rows).toEqual([{ seen: "users", counted: 1 }]);

    await migrate("note.sql", `insert into public.notes values ('${ada}');`);
    await migrate("sessions.sql", "delete from auth.sessions;");
    await migrate("users.sql", "delete from auth.users;");
    const { rows: left } = await database.as("postgres", {}, (query) =>
      query(
        "select (select count(*) from auth.sessions)::int as sessions, count(*)::int as notes from public.notes",
      ),
    );
    expect(left).toEqual([{ sessions: 0, notes: 0 }]);
  });

  test("revokes nothing there, without an error", async () => {
    const rights = async () => {
      const { rows } = await database.as("postgres", {}, (query) =>
        query(
          "select relacl::text from pg_class where oid in ('auth.users'::regclass, 'storage.objects'::regclass) order by relname",
        ),
      );
      return rows;
    };
    const before = await rights();
    await migrate(
      "revoke.sql",
      "revoke all on auth.users, storage.objects from anon, authenticated, service_role;",
    );
    expect(await rights()).toEqual(before);
  });

  test("can create policies on stored objects, in a file that contains nothing else", async () => {
    const policy =
      "create policy mine on storage.objects for select using (owner_id = (select auth.uid())::text);";
    expect(await migrate("plain.sql", policy)).toHaveLength(1);
    expect(await migrate("mine.policies.sql", policy.replace("mine", "more"))).toHaveLength(1);
    await expect(
      migrate("other.policies.sql", "alter table storage.objects add column mine text;"),
    ).rejects.toThrow("other.policies.sql");
  });
});
