import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { acceptedMimes, unknownMime } from "@sheaf/contract/file-type";
import { Client } from "pg";
import type { Check, Verdict } from "./verdict.ts";

const folder = fileURLToPath(new URL("../../../supabase/migrations", import.meta.url));
const push = "Apply the migrations: `supabase db push --remote`.";

/** Privileges that our functions need on the services' tables, as listed in shared/supabase/README.md. */
const needed: readonly (readonly [table: string, rights: readonly string[]])[] = [
  ["auth.sessions", ["SELECT", "DELETE"]],
  ["auth.users", ["SELECT", "UPDATE", "DELETE", "TRIGGER"]],
  ["auth.identities", ["TRIGGER"]],
  ["auth.mfa_factors", ["SELECT", "DELETE", "TRIGGER"]],
  ["storage.buckets", ["SELECT"]],
  ["storage.objects", ["SELECT", "TRIGGER"]],
];

type Rows = readonly Record<string, unknown>[];
type Read = (sql: string, values?: readonly unknown[]) => Promise<Rows>;

/** Checks that need the database. Each uses its own connection and a read-only transaction. */
export function databaseChecks(databaseUrl: string | undefined): Check[] {
  if (databaseUrl === undefined) {
    return [
      {
        name: "checks in the database",
        look: () => Promise.resolve({ unseen: "DATABASE_URL is not set" }),
      },
    ];
  }
  const looks: readonly (readonly [name: string, look: (read: Read) => Promise<Verdict>])[] = [
    ["the applied migrations match this folder", checkMigrations],
    ["our functions have the privileges they need", checkRights],
    ["the bucket matches the migrations", checkBucket],
    ["the policies on stored files are only ours", checkPolicies],
  ];
  return looks.map(([name, look]) => ({ name, look: () => reading(databaseUrl, look) }));
}

/** @throws Error with the server's message, without the connection string. */
async function reading<T>(connectionString: string, work: (read: Read) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 15_000 });
  try {
    await client.connect();
    await client.query("begin read only");
    return await work(
      async (sql, values = []) => (await client.query<Record<string, unknown>>(sql, [...values])).rows,
    );
  } catch (error) {
    throw new Error(`the database: ${error instanceof Error ? error.message : "unknown reason"}`, {
      cause: error,
    });
  } finally {
    await client.end();
  }
}

async function checkMigrations(read: Read): Promise<Verdict> {
  const files = (await readdir(folder)).flatMap((file) => /^(\d+)_.+\.sql$/.exec(file)?.[1] ?? []).sort();
  const rows = await read(
    `select coalesce(array_agg(version order by version), '{}') as versions from supabase_migrations.schema_migrations`,
  );
  const applied = Array.isArray(rows[0]?.["versions"]) ? rows[0]["versions"].map(String) : [];
  const missing = files.filter((version) => !applied.includes(version));
  const foreign = applied.filter((version) => !files.includes(version));
  if (missing.length > 0) return { wrong: `not applied: ${missing.join(", ")}`, todo: push };
  if (foreign.length > 0) {
    return {
      wrong: `applied, but not in this folder: ${foreign.join(", ")}`,
      todo: "Compare with the deployed version.",
    };
  }
  return { ok: `${applied.length}, the last is ${files.at(-1) ?? "none"}` };
}

async function checkRights(read: Read): Promise<Verdict> {
  const rows = await read(
    `select r.name || ' on ' || n.name as lacking
     from (select proowner as role from pg_proc where oid = to_regprocedure('private.session_ok()')) as owner,
       unnest($1::text[], $2::text[]) as n (name, rights),
       unnest(string_to_array(n.rights, ' ')) as r (name)
     where not has_table_privilege(owner.role, n.name, r.name)
     union all
     select 'BYPASSRLS' from pg_roles
     where not rolbypassrls and oid = (select proowner from pg_proc where oid = to_regprocedure('private.session_ok()'))
     union all
     select 'the functions themselves' where to_regprocedure('private.session_ok()') is null`,
    [needed.map(([table]) => table), needed.map(([, rights]) => rights.join(" "))],
  );
  return rows.length === 0
    ? { ok: `${needed.length} tables` }
    : {
        wrong: `missing: ${rows.map(({ lacking }) => String(lacking)).join(", ")}`,
        todo: "Hosted grants these by default: ask its support, and see shared/supabase/README.md for what fails without them.",
      };
}

async function checkBucket(read: Read): Promise<Verdict> {
  const [bucket] = await read(
    `select public, file_size_limit::float8 as size, allowed_mime_types as types from storage.buckets where id = 'documents'`,
  );
  if (bucket === undefined) return { wrong: "it doesn't exist", todo: push };
  const expected: readonly string[] = [...acceptedMimes, unknownMime];
  const types = Array.isArray(bucket["types"]) ? bucket["types"].map(String) : [];
  const more = types.filter((type) => !expected.includes(type));
  const less = expected.filter((type) => !types.includes(type));
  if (bucket["public"] !== false || more.length > 0 || less.length > 0) {
    return {
      wrong: `public is ${String(bucket["public"])}, extra types: ${more.join(", ") || "none"}, missing: ${less.join(", ") || "none"}`,
      todo: "Storage, documents, Edit bucket: set the values from the migrations.",
    };
  }
  return { ok: `private, ${types.length} types, up to ${String(bucket["size"])} bytes` };
}

async function checkPolicies(read: Read): Promise<Verdict> {
  const rows = await read(
    `select policyname as name from pg_policies
     where schemaname = 'storage' and tablename in ('objects', 'buckets') and policyname !~ '^documents_' order by 1`,
  );
  return rows.length === 0
    ? { ok: "no other" }
    : {
        wrong: `there are others: ${rows.map(({ name }) => String(name)).join(", ")}`,
        todo: "Ours restrict the bucket in any case, but check whether these are intended.",
      };
}
