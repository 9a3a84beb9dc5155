import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { productMigrations } from "../../product-files.ts";
import { testEngines } from "../../testing/engines.ts";
import { applyMigrations } from "../migrations/apply-migrations.ts";
import type { Database } from "../database.ts";
import { parseMigration, readMigrations } from "../migrations/migration-files.ts";

/** Later than any of our migrations. */
const later = "99991231235959_more.sql";

const rowRights = "DELETE INSERT REFERENCES SELECT TRIGGER TRUNCATE UPDATE";

describe.each(testEngines(process.env))("with only hosted's rights on $name", ({ open }) => {
  /** With all migrations. */
  let migrated: Database;
  let before: string[];
  beforeAll(async () => {
    migrated = await open();
    before = await foreignRights();
    await applyAll(migrated);
  });
  afterAll(() => migrated.stop());

  async function openFresh(): Promise<Database> {
    const database = await open();
    onTestFinished(() => database.stop());
    return database;
  }

  /** The column `result` of each row, queried as the migration role. */
  async function valuesOf(sql: string, database = migrated): Promise<string[]> {
    const { rows } = await database.as("postgres", {}, (query) => query<{ result: string }>(sql));
    return rows.map((row) => row.result);
  }

  const applyAll = async (database: Database): Promise<string[]> =>
    applyMigrations(database, await readMigrations(productMigrations));

  /** Rights and owners outside our schemas, which migrations can't change on a hosted project. */
  // A role's settings are no rights: a migration sets how long its statements may take.
  const foreignRights = () =>
    valuesOf(`
      select format('%s %s %s %s', nspname, relname, relowner::regrole, relacl) as result
      from pg_class join pg_namespace n on n.oid = relnamespace where nspname in ('auth', 'storage', 'extensions')
      union all
      select format('%s %s %s', p.oid::regprocedure, proowner::regrole, proacl) from pg_proc p
      where pronamespace in ('auth'::regnamespace, 'storage'::regnamespace, 'extensions'::regnamespace)
      union all
      select format('%s %s', nspname, nspacl) from pg_namespace where nspname not in ('private', 'hooks', 'supabase_migrations')
      union all
      select format('%s in %s', roleid::regrole, member::regrole) from pg_auth_members
      union all
      select to_jsonb(r) - 'rolpassword' - 'rolconfig' #>> '{}' from pg_roles r where rolname !~ '^pg_'
      order by 1`);

  /** All rights on our tables. */
  const granted = (database: Database) =>
    valuesOf(
      `
      select format('%s %s', relname, relacl) as result from pg_class
      where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'v', 'S')
      union all
      select format('%s.%s %s', attrelid::regclass, attname, attacl) from pg_attribute where attacl is not null
        and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
      union all
      select format('%s %s', oid::regprocedure, proacl) from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      order by 1`,
      database,
    );

  test("the role has these and no others", async () => {
    const fresh = await openFresh();
    const valuesThere = (sql: string) => valuesOf(sql, fresh);
    expect(
      await valuesThere(`
        select attribute as result from pg_roles, jsonb_each_text(to_jsonb(pg_roles)) as a (attribute, value)
        where rolname = current_user and value = 'true' order by 1`),
    ).toEqual([
      "rolbypassrls",
      "rolcanlogin",
      "rolcreatedb",
      "rolcreaterole",
      "rolinherit",
      "rolreplication",
    ]);
    expect(
      await valuesThere(`
        select rolname as result from pg_roles
        where pg_has_role(current_user, oid, 'member') and rolname <> current_user order by 1`),
    ).toEqual(["anon", "authenticated", "authenticator", "service_role"]);
    expect(
      await valuesThere(`
        select format('%s: %s', nspname, string_agg(privilege, ' ' order by privilege)) as result
        from pg_namespace
        cross join (values ('USAGE'), ('CREATE')) as p (privilege)
        where nspname !~ '^pg_|^information_schema$' and has_schema_privilege(oid, privilege)
        group by nspname order by 1`),
    ).toEqual(["auth: USAGE", "extensions: CREATE USAGE", "public: CREATE USAGE", "storage: USAGE"]);
    expect(
      await valuesThere(`
        select distinct format('%s: %s', nspname, (
          select string_agg(privilege, ' ' order by privilege) from unnest(string_to_array('${rowRights}', ' ')) as p (privilege)
          where has_table_privilege(c.oid, privilege)
        )) as result
        from pg_class c join pg_namespace n on n.oid = relnamespace
        where nspname in ('auth', 'storage') and relkind = 'r' order by 1`),
      "the same for every table of a service",
    ).toEqual([`auth: ${rowRights}`, `storage: ${rowRights}`]);
    expect(
      await valuesThere(`
        select nspname as result from pg_class join pg_namespace n on n.oid = relnamespace
        where nspname in ('auth', 'storage') and relowner = current_user::regrole`),
      "and owns none of them",
    ).toEqual([]);
    expect(
      await valuesThere(`
        select format('%s %s: %s', defaclrole::regrole, defaclobjtype, string_agg(privilege_type, ' ' order by privilege_type)) as result
        from pg_default_acl, aclexplode(defaclacl)
        where defaclnamespace = 'auth'::regnamespace and grantee = current_user::regrole and privilege_type <> 'MAINTAIN'
        group by defaclrole, defaclobjtype order by 1`),
      "what Auth makes from now on is handed out alike",
    ).toEqual([
      "supabase_auth_admin S: SELECT UPDATE USAGE",
      "supabase_auth_admin f: EXECUTE",
      `supabase_auth_admin r: ${rowRights}`,
    ]);
  });

  test("all our migrations apply, own what they create and change none of the services' rights", async () => {
    expect(await applyAll(migrated)).toEqual([]);
    expect(before).not.toEqual([]);
    expect(await foreignRights()).toEqual(before);
    expect(
      await valuesOf(`
        select distinct relowner::regrole = current_user::regrole as result from pg_class
        where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        union
        select proowner = current_user::regrole from pg_proc
        where pronamespace in ('public'::regnamespace, 'private'::regnamespace)`),
    ).toEqual([true]);
  });

  test("projects with and without default grants on new tables end up with the same rights", async () => {
    const generous = await granted(migrated);
    const database = await openFresh();
    for (const kind of ["tables", "functions", "sequences"]) {
      await database.as("postgres", {}, (query) =>
        query(
          `alter default privileges in schema public revoke all on ${kind} from anon, authenticated, service_role`,
        ),
      );
    }
    expect(await applyAll(database)).toHaveLength((await readMigrations(productMigrations)).length);
    expect(await granted(database)).toEqual(generous);
    expect(generous.join("\n")).toContain("service_role=X");
  });

  test("a migration that needs more is rejected by name", async () => {
    const ours = await readMigrations(productMigrations);
    for (const [sql, reason] of [
      ["alter table auth.users add column nickname text;", "must be owner of table users"],
      ["create index on storage.objects (name);", "must be owner of table objects"],
      ["create function auth.mine() returns int language sql return 1;", "permission denied for schema auth"],
      ["alter function auth.uid() owner to postgres;", "must be owner of function"],
      ["alter role anon superuser;", "superuser"],
      [
        "create event trigger t on ddl_command_end execute function f();",
        "permission denied to create event",
      ],
      ["copy (select 1) to program 'true';", "external program"],
    ] as const) {
      const applying = applyMigrations(migrated, [...ours, parseMigration(later, sql)]);
      await expect(applying, sql).rejects.toThrow(new RegExp(`^${later}:1: .*${reason}`));
    }
  });
});
