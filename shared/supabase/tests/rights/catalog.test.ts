import { readFunctions } from "@sheaf/contract/read-functions";
import { expect, test } from "vitest";
import {
  columns,
  definers,
  functions,
  hookCallers,
  plainColumn,
  readableColumns,
  readLists,
  readTable,
  rows,
  words,
} from "./matrix.ts";
import { adminRow, adminRows } from "./testing/database.ts";

const listed = readLists(columns);
const all = (text: string, values?: unknown[]) => adminRows<{ name: string }>(text, values);
const names = async (text: string, values?: unknown[]) => (await all(text, values)).map(({ name }) => name);

test("the matrix lists exactly the existing tables and columns", async () => {
  const found = await names(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
  );
  const expected = [...listed].flatMap(([table, list]) =>
    list.map((column) => `${table}.${plainColumn(column)}`),
  );
  expect(found.sort()).toEqual(expected.sort());
  expect(
    readTable(rows)
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...listed.keys()].sort());
});

test("users can update only the marked columns, and insert or delete nothing", async () => {
  const granted = await names(
    `select format('%s %s.%s for %s', privilege, c.relname, a.attname, role.name) as name
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     cross join (values ('anon'), ('authenticated'), ('service_role')) as role (name)
     cross join (values ('INSERT'), ('UPDATE'), ('REFERENCES')) as p (privilege)
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
       and has_column_privilege(role.name, c.oid, a.attnum, privilege)`,
  );
  const expected = [...listed].flatMap(([table, list]) =>
    list
      .filter((column) => column.endsWith("*"))
      .map((column) => `UPDATE ${table}.${column.slice(0, -1)} for authenticated`),
  );
  expect(granted.sort()).toEqual(expected.sort());
});

test("only the role authenticated can read tables, and of some only what recipients may see", async () => {
  const granted = await names(
    `select format('%s on %s for %s', privilege, c.relname, role.name) as name
     from pg_class c
     cross join (values ('anon'), ('authenticated'), ('service_role')) as role (name)
     cross join (values ('SELECT'), ('INSERT'), ('UPDATE'), ('DELETE'), ('TRUNCATE'), ('TRIGGER')) as p (privilege)
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
       and has_table_privilege(role.name, c.oid, privilege)`,
  );
  const whole = [...listed].filter(([, list]) => list.every((column) => !column.endsWith("-")));
  expect(granted.sort()).toEqual(whole.map(([table]) => `SELECT on ${table} for authenticated`).sort());
  const read = await names(
    `select format('%s.%s', c.relname, a.attname) as name
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
       and has_column_privilege('authenticated', c.oid, a.attnum, 'SELECT')`,
  );
  const readable = [...listed.keys()].flatMap((table) =>
    readableColumns(table).map((column) => `${table}.${column}`),
  );
  expect(read.sort()).toEqual(readable.sort());
});

test("every table has row-level security and requires an active session for every command", async () => {
  const open = await names(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and (
       not c.relrowsecurity or not exists (
         select from pg_policies p
         where p.schemaname = 'public' and p.tablename = c.relname and p.permissive = 'RESTRICTIVE'
           and p.cmd = 'ALL' and p.roles = '{authenticated}' and p.qual ~ '^\\( SELECT private.session_ok\\(\\)'
       )
     )`,
  );
  expect(open).toEqual([]);
  const other = await names(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm', 'f')`,
  );
  expect(other, "a view needs its own lines in the matrix first").toEqual([]);
});

test("stored objects require an active session too, and have no other policies", async () => {
  const policies = await names(
    `select format('%s %s %s %s', policyname, lower(permissive), lower(cmd), roles) as name
     from pg_policies where schemaname = 'storage' order by 1`,
  );
  expect(policies).toEqual([
    "assets_never_changed restrictive update {anon,authenticated}",
    "assets_never_deleted restrictive delete {anon,authenticated}",
    "assets_read permissive select {authenticated}",
    "assets_read_only restrictive select {anon,authenticated}",
    "assets_upload permissive insert {authenticated}",
    "assets_upload_only restrictive insert {anon,authenticated}",
    "documents_never_changed restrictive update {anon,authenticated}",
    "documents_never_deleted restrictive delete {anon,authenticated}",
    "documents_read permissive select {authenticated}",
    "documents_read_only restrictive select {anon,authenticated}",
    "documents_session_ok restrictive all {authenticated}",
    "documents_upload permissive insert {authenticated}",
    "documents_upload_only restrictive insert {anon,authenticated}",
  ]);
});

test("every function can be called by exactly the roles in the matrix", async () => {
  const found = await names(
    `select format('%s: %s', p.proname, string_agg(role.name, ' ' order by role.name)) as name
     from pg_proc p
     left join (values ('anon'), ('authenticated'), ('service_role')) as role (name)
       on has_function_privilege(role.name, p.oid, 'EXECUTE')
     where p.pronamespace = 'public'::regnamespace
     group by p.oid, p.proname`,
  );
  const expected = functions.map(({ name, cells }) => {
    const visitors = cells.get("anon") === "refused" ? "authenticated" : "anon authenticated";
    const nobody = [...cells.values()].every((cell) => cell === "refused");
    return `${name}: ${nobody ? "service_role" : visitors}`;
  });
  expect(found.sort()).toEqual(expected.sort());
});

test("policy helpers can be executed in policies, but not called through the API", async () => {
  const found = await names(
    `select format('%s: %s', p.proname, string_agg(role.name, ' ' order by role.name)) as name
     from pg_proc p
     join (values ('anon'), ('authenticated'), ('service_role')) as role (name)
       on has_function_privilege(role.name, p.oid, 'EXECUTE')
     where p.pronamespace = 'private'::regnamespace
     group by p.oid, p.proname`,
  );
  expect(found.sort()).toEqual(definers.executable.trim().split("\n").sort());
  const usage = await names(
    `select role.name from (values ('anon'), ('authenticated'), ('service_role')) as role (name)
     where has_schema_privilege(role.name, 'private', 'USAGE, CREATE')`,
  );
  expect(usage).toEqual([]);
});

test("every function in hooks is granted to exactly the listed roles", async () => {
  const granted = await names(
    `select format('%s: %s', p.proname, string_agg(coalesce(r.rolname, 'public'), ' ' order by r.rolname)) as name
     from pg_proc p
     left join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as a on a.grantee <> p.proowner
     left join pg_roles r on r.oid = a.grantee
     where p.pronamespace = 'hooks'::regnamespace
     group by p.oid, p.proname`,
  );
  expect(granted.sort()).toEqual(hookCallers.trim().split("\n").sort());
});

test("nothing in private is granted to any role, but for the policy helpers", async () => {
  const granted = await names(
    `with grants as (
       select c.relname as name, c.relowner as owner, c.relacl as acl from pg_class c
       where c.relnamespace = 'private'::regnamespace
       union all
       select c.relname || '.' || t.attname, c.relowner, t.attacl
       from pg_class c join pg_attribute t on t.attrelid = c.oid
       where c.relnamespace = 'private'::regnamespace
       union all
       select 'schema', nspowner, nspacl from pg_namespace where nspname = 'private'
       union all
       select p.proname || '()', p.proowner, coalesce(p.proacl, acldefault('f', p.proowner)) from pg_proc p
       where p.pronamespace = 'private'::regnamespace
     )
     select format('%s on %s for %s', a.privilege_type, g.name, coalesce(r.rolname, 'public')) as name
     from grants g
     cross join aclexplode(g.acl) as a
     left join pg_roles r on r.oid = a.grantee
     where a.grantee <> g.owner`,
  );
  const helpers = [...readLists(definers.executable)].flatMap(([name, roles]) =>
    roles.map((role) => `EXECUTE on ${name}() for ${role}`),
  );
  expect(granted.sort()).toEqual(helpers.sort());
});

test("only reviewed functions are security definers", async () => {
  const found = await names(
    `select p.pronamespace::regnamespace || '.' || p.proname as name from pg_proc p
     where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'hooks'::regnamespace) and p.prosecdef`,
  );
  const expected = [
    ...functions.map(({ name }) => `public.${name}`),
    ...words(definers.private).map((name) => `private.${name}`),
    ...words(definers.hooks).map((name) => `hooks.${name}`),
  ];
  expect(found.sort()).toEqual(expected.sort());
});

/** Called for every row, which the setting would make slower by half: it names its one operator in full instead. */
const withoutSearchPath = "private.is_one_of(uuid, uuid[])";

test("every function has a fixed search path and a comment", async () => {
  const careless = await names(
    `select p.proname as name from pg_proc p
     where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'hooks'::regnamespace)
       and (
         (not 'search_path=""' = any(coalesce(p.proconfig, '{}')) and p.oid <> to_regprocedure('${withoutSearchPath}'))
         or obj_description(p.oid, 'pg_proc') is null
       )`,
  );
  expect(careless).toEqual([]);
});

test("only functions that do more the larger a workspace is may take longer than others", async () => {
  const longer = await names(
    `select p.proname || ' ' || setting as name from pg_proc p, unnest(p.proconfig) as setting
     where p.pronamespace = 'public'::regnamespace and setting like 'statement_timeout=%' order by 1`,
  );
  expect(longer).toEqual(
    ["delete_account", "delete_workspace", "send_to_many"].map((name) => `${name} statement_timeout=8s`),
  );
  const [role] = await all(
    "select array_to_string(rolconfig, ' ') as name from pg_roles where rolname = 'authenticated'",
  );
  expect(role?.name.split(" ")).toContain("statement_timeout=3s");
});

test("no function updates or deletes all rows, which hosted's extension safeupdate refuses", async () => {
  const bodies = await adminRows<{ name: string; body: string }>(
    `select oid::regprocedure::text as name, prosrc as body from pg_proc
     where pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'hooks'::regnamespace)`,
  );
  const change = /\b(?:delete\s+from|update\s+(?!set\b)[\w.]+(?:\s+as\s+\w+)?\s+set)\b[^;]*/gi;
  const changes = bodies.flatMap(({ name, body }) =>
    [...body.replace(/--.*$/gm, "").matchAll(change)].map(([statement]) => ({ name, statement })),
  );
  expect(changes.length).toBeGreaterThan(100);
  expect(changes.filter(({ statement }) => !/\bwhere\b/i.test(statement))).toEqual([]);
});

test("every table has a comment", async () => {
  const silent = await names(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and obj_description(c.oid, 'pg_class') is null`,
  );
  expect(silent).toEqual([]);
});

test("every column that a policy compares is the first of an index", async () => {
  const slow = await names(
    `select distinct p.tablename || '.' || m[1] as name
     from pg_policies p
     cross join lateral regexp_matches(p.qual, '\\(?(\\w+) = (?:ANY )?\\(', 'g') as m
     where p.schemaname = 'public' and not exists (
       select from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
       where i.indrelid = format('public.%I', p.tablename)::regclass and a.attname = m[1] and i.indpred is null
     )`,
  );
  expect(slow).toEqual([]);
  const { count } = await adminRow<{ count: number }>(
    `select count(*)::int as count from pg_policies where schemaname = 'public' and qual ~ 'private.my_'`,
  );
  expect(count, "the policies are read by their text: if that changes, this test must too").toBeGreaterThan(
    10,
  );
});

test("every row has the workspace and request of its parent", async () => {
  const unbound = await names(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'request_id')
       and not exists (
         select from pg_constraint f
         where f.conrelid = c.oid and f.contype = 'f' and (
           select array_agg(a.attname::text order by a.attname::text) from pg_attribute a
           where a.attrelid = c.oid and a.attnum = any(f.conkey)
         ) @> '{request_id,workspace_id}'
       )`,
  );
  expect(unbound).toEqual([]);
});

test("the contract lists exactly the functions that only read", async () => {
  const found = await names(
    `select proname as name from pg_proc
     where pronamespace = 'public'::regnamespace and provolatile <> 'v'
       and (has_function_privilege('anon', oid, 'EXECUTE') or has_function_privilege('authenticated', oid, 'EXECUTE'))`,
  );
  expect(found.sort()).toEqual([...readFunctions].sort());
});
