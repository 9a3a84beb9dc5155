import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { acceptedMimes, unknownMime } from "@sheaf/contract/file-type";
import { Client } from "pg";
import type { Check, Verdict } from "./verdict.ts";

const folder = fileURLToPath(new URL("../../../supabase/migrations", import.meta.url));
const push = "Apply the migrations: `supabase db push --remote`.";

/** What our functions need of the services' tables, as shared/supabase/README.md lists it. */
const needed: readonly (readonly [table: string, rights: readonly string[]])[] = [
  ["auth.sessions", ["SELECT", "DELETE"]],
  ["auth.users", ["SELECT", "DELETE", "TRIGGER"]],
  ["auth.identities", ["TRIGGER"]],
  ["auth.mfa_factors", ["SELECT"]],
  ["storage.buckets", ["SELECT"]],
  ["storage.objects", ["SELECT", "TRIGGER"]],
];

type Rows = readonly Record<string, unknown>[];
type Read = (sql: string, values?: readonly unknown[]) => Promise<Rows>;

/** What only the database itself shows. Each look is a connection of its own, and a transaction that may not write. */
export function databaseChecks(databaseUrl: string | undefined): Check[] {
  if (databaseUrl === undefined) {
    return [
      {
        name: "what only the database shows",
        look: () => Promise.resolve({ unseen: "DATABASE_URL is not set" }),
      },
    ];
  }
  const looks: readonly (readonly [name: string, look: (read: Read) => Promise<Verdict>])[] = [
    ["the migrations applied are those of this folder", lookAtMigrations],
    ["our functions have the rights they need", lookAtRights],
    ["the bucket is as the migrations make it", lookAtBucket],
    ["the policies on stored files are ours alone", lookAtPolicies],
  ];
  return looks.map(([name, look]) => ({ name, look: () => reading(databaseUrl, look) }));
}

/** @throws Error with the server's words, and nothing of the connection string. */
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

async function lookAtMigrations(read: Read): Promise<Verdict> {
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
      wrong: `applied, and not in this folder: ${foreign.join(", ")}`,
      todo: "Check with the version that is deployed.",
    };
  }
  return { ok: `${applied.length}, the last is ${files.at(-1) ?? "none"}` };
}

async function lookAtRights(read: Read): Promise<Verdict> {
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
        todo: "Hosted hands these out by default privileges: ask its support, and see shared/supabase/README.md for what fails.",
      };
}

async function lookAtBucket(read: Read): Promise<Verdict> {
  const [bucket] = await read(
    `select public, file_size_limit::float8 as size, allowed_mime_types as types from storage.buckets where id = 'documents'`,
  );
  if (bucket === undefined) return { wrong: "there is none", todo: push };
  const expected: readonly string[] = [...acceptedMimes, unknownMime];
  const types = Array.isArray(bucket["types"]) ? bucket["types"].map(String) : [];
  const more = types.filter((type) => !expected.includes(type));
  const less = expected.filter((type) => !types.includes(type));
  if (bucket["public"] !== false || more.length > 0 || less.length > 0) {
    return {
      wrong: `public is ${String(bucket["public"])}, types too many: ${more.join(", ") || "none"}, missing: ${less.join(", ") || "none"}`,
      todo: "Storage, documents, Edit bucket: set what the migrations say.",
    };
  }
  return { ok: `private, ${types.length} types, up to ${String(bucket["size"])} bytes` };
}

async function lookAtPolicies(read: Read): Promise<Verdict> {
  const rows = await read(
    `select policyname as name from pg_policies
     where schemaname = 'storage' and tablename in ('objects', 'buckets') and policyname !~ '^documents_' order by 1`,
  );
  return rows.length === 0
    ? { ok: "no other" }
    : {
        wrong: `there are others: ${rows.map(({ name }) => String(name)).join(", ")}`,
        todo: "Ours restrict the bucket whatever is beside them, but look whether these are meant.",
      };
}
