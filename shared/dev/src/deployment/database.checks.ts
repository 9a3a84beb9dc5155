import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { acceptedMimes, previewableMimes, unknownMime } from "@sheaf/contract/file-type";
import { Client } from "pg";
import type { Check, Verdict } from "./verdict.ts";

const folder = fileURLToPath(new URL("../../../supabase/migrations", import.meta.url));
const push = "Apply the migrations: `supabase db push --remote`.";

/** Table of passkeys. Older versions of Auth have none. */
const passkeys = "auth.webauthn_credentials";

/** Privileges that our functions need on the services' tables, as listed in shared/supabase/README.md. */
const needed: readonly (readonly [table: string, rights: readonly string[]])[] = [
  ["auth.sessions", ["SELECT", "DELETE", "TRIGGER"]],
  ["auth.users", ["SELECT", "UPDATE", "DELETE", "TRIGGER"]],
  ["auth.identities", ["SELECT", "INSERT", "UPDATE", "DELETE", "TRIGGER"]],
  ["auth.mfa_factors", ["SELECT", "DELETE", "TRIGGER"]],
  ["auth.flow_state", ["SELECT", "DELETE"]],
  ["auth.one_time_tokens", ["SELECT", "DELETE"]],
  [passkeys, ["SELECT", "DELETE", "TRIGGER"]],
  ["storage.buckets", ["SELECT"]],
  ["storage.objects", ["SELECT", "TRIGGER"]],
];

/** Functions of the schema `hooks` that Auth calls. */
const hooks = ["before_user_created", "mfa_verification_attempt", "password_verification_attempt"];

/** Triggers that guard accounts and workspaces. */
const guards: readonly (readonly [table: string, triggers: readonly string[]])[] = [
  [
    "auth.users",
    [
      "prove_password",
      "begin_email_change",
      "finish_email_change",
      "notify_of_account",
      "notify_of_deletion",
      "notify_of_soft_deletion",
    ],
  ],
  [
    "auth.mfa_factors",
    [
      "prove_new_factor",
      "prove_late_factor",
      "prove_factor_removal",
      "notify_of_new_factor",
      "notify_of_former_factor",
    ],
  ],
  [passkeys, ["prove_passkey", "notify_of_passkey"]],
  [
    "auth.identities",
    ["prove_identity_removal", "require_own_address", "notify_of_new_identity", "notify_of_former_identity"],
  ],
  ["auth.sessions", ["notify_of_device"]],
  ["public.workspaces", ["prove_second_factor_requirement", "prove_retention", "prove_deletion"]],
  ["public.members", ["prove_role"]],
];

type Rows = readonly Record<string, unknown>[];
type Read = (sql: string, values?: readonly unknown[]) => Promise<Rows>;

export interface DatabaseSettings {
  readonly databaseUrl: string | undefined;
  /** Auth's setting: the emails that it sends in an hour. */
  readonly emailsPerHour: number | undefined;
}

/** Checks that need the database. Each uses its own connection and a read-only transaction. */
export function databaseChecks({ databaseUrl, emailsPerHour }: DatabaseSettings): Check[] {
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
    ["no trigger that asks for a fresh proof or sends a notice is missing", checkGuards],
    [
      "the bucket matches the migrations",
      (read) => checkBucket(read, "documents", [...acceptedMimes, unknownMime]),
    ],
    [
      "the bucket of examples matches the migrations",
      (read) => checkBucket(read, "assets", previewableMimes),
    ],
    ["the policies on stored files are only ours", checkPolicies],
    ["no document or example may be cached by others", checkObjectTriggers],
    ["only Auth may call its hooks", checkHooks],
    ["Auth calls the hook for new accounts", checkNewAccounts],
    ["the planner has no statistics", checkStatistics],
    ["emails are due by the real time", checkClock],
    ["the hour's emails are not running out", (read) => checkEmails(read, emailsPerHour)],
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

async function checkClock(read: Read): Promise<Verdict> {
  const rows = await read("select at::text from private.test_clock");
  return rows.length === 0
    ? { ok: "no test clock is set" }
    : {
        wrong: `a test clock says ${rows.map(({ at }) => String(at)).join(", ")}`,
        todo: "Delete the row of private.test_clock: it decides which emails are due.",
      };
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
     where to_regclass(n.name) is not null and not has_table_privilege(owner.role, n.name, r.name)
     union all
     select 'BYPASSRLS' from pg_roles
     where not rolbypassrls and oid = (select proowner from pg_proc where oid = to_regprocedure('private.session_ok()'))
     union all
     select 'Auth''s role supabase_auth_admin, whose changes the triggers guard, as the owner of auth.users'
     where not exists (select from pg_class where oid = to_regclass('auth.users') and relowner = to_regrole('supabase_auth_admin'))
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

/** If Auth creates its table of passkeys after our migration, nothing else notices that its trigger is missing. */
async function checkGuards(read: Read): Promise<Verdict> {
  const expected = guards.flatMap(([table, triggers]) => triggers.map((trigger) => ({ table, trigger })));
  const rows = await read(
    `select e.name || ' on ' || e.place as lacking
     from unnest($1::text[], $2::text[]) as e (name, place)
     where (e.place <> $3 or to_regclass(e.place) is not null) and not exists (
       select from pg_trigger as t
       where t.tgrelid = to_regclass(e.place) and t.tgname = e.name and t.tgenabled in ('O', 'A')
     )`,
    [expected.map(({ trigger }) => trigger), expected.map(({ table }) => table), passkeys],
  );
  return rows.length === 0
    ? { ok: `${expected.length} triggers` }
    : {
        wrong: `missing or off: ${rows.map(({ lacking }) => String(lacking)).join(", ")}`,
        todo: "Run their statements `create trigger …` from shared/supabase/schemas/10_accounts and 20_workspaces again, as `create or replace trigger …`, in the SQL Editor.",
      };
}

async function checkBucket(read: Read, id: string, expected: readonly string[]): Promise<Verdict> {
  const [bucket] = await read(
    `select public, file_size_limit::float8 as size, allowed_mime_types as types from storage.buckets where id = $1`,
    [id],
  );
  if (bucket === undefined) return { wrong: "it doesn't exist", todo: push };
  const types = Array.isArray(bucket["types"]) ? bucket["types"].map(String) : [];
  const more = types.filter((type) => !expected.includes(type));
  const less = expected.filter((type) => !types.includes(type));
  if (bucket["public"] !== false || more.length > 0 || less.length > 0) {
    return {
      wrong: `public is ${String(bucket["public"])}, extra types: ${more.join(", ") || "none"}, missing: ${less.join(", ") || "none"}`,
      todo: `Storage, ${id}, Edit bucket: set the values from the migrations.`,
    };
  }
  return { ok: `private, ${types.length} types, up to ${String(bucket["size"])} bytes` };
}

async function checkObjectTriggers(read: Read): Promise<Verdict> {
  const rows = await read(
    `select g.name from unnest(array['guard_document', 'guard_asset']) as g (name)
     where not exists (
       select from pg_trigger
       where tgrelid = 'storage.objects'::regclass and tgfoid = to_regproc('private.tg_objects__' || g.name)
         and tgenabled in ('O', 'A') and tgtype & 4 <> 0
     )`,
  );
  return rows.length === 0
    ? { ok: "triggers refuse the directives that would let them" }
    : {
        wrong: `triggers that refuse such uploads are missing or off: ${rows.map(({ name }) => String(name)).join(", ")}`,
        todo: push,
      };
}

async function checkHooks(read: Read): Promise<Verdict> {
  const rows = await read(
    `select h.name || ': ' || case
         when f.oid is null then 'missing'
         when not has_schema_privilege('supabase_auth_admin', 'hooks', 'USAGE')
           or not has_function_privilege('supabase_auth_admin', f.oid, 'EXECUTE') then 'Auth may not call it'
         else (select string_agg(r.role, ', ') from unnest($2::text[]) as r (role)
               where has_function_privilege(r.role, f.oid, 'EXECUTE')) || ' may call it'
       end as problem
     from unnest($1::text[]) as h (name)
     left join pg_proc as f on f.oid = to_regprocedure('hooks.' || h.name || '(jsonb)')`,
    [hooks, ["anon", "authenticated", "service_role"]],
  );
  const problems = rows.flatMap(({ problem }) => (typeof problem === "string" ? problem : []));
  return problems.length === 0
    ? { ok: `${hooks.length} functions` }
    : { wrong: problems.join("; "), todo: push };
}

/** Accounts that signed in from this machine itself aren't counted. */
async function checkNewAccounts(read: Read): Promise<Verdict> {
  const [row] = await read(
    `select count(distinct u.id)::int as made,
       (select coalesce(sum(accounts), 0)::int from private.new_accounts
        where hour > now() - interval '24 hours') as counted
     from auth.users as u
     join auth.sessions as s on s.user_id = u.id
     where u.created_at > now() - interval '23 hours' and u.confirmation_sent_at is not null
       and s.ip is not null and not s.ip <<= '127.0.0.0/8' and s.ip <> '::1'`,
  );
  const [made, counted] = [Number(row?.["made"]), Number(row?.["counted"])];
  if (made === 0) return { unseen: "nobody has signed up in the last day" };
  return counted > 0
    ? { ok: `it counted ${counted} in the last day` }
    : {
        wrong: `${made} signed up in the last day, and none was counted`,
        todo: "Switch on the hook before_user_created: Authentication, Hooks, or HOSTED.md, step 4.",
      };
}

/** Part of the hour's emails from which on the check raises the alarm. */
const alarmingShare = 0.8;

async function checkEmails(read: Read, emailsPerHour: number | undefined): Promise<Verdict> {
  const [row] = await read(
    `select count(*)::int as sent, exists (
       select from pg_trigger
       where tgrelid = 'auth.users'::regclass and tgname = 'count_auth_email' and tgenabled in ('O', 'A')
     ) as counting
     from private.auth_emails where at > now() - interval '1 hour'`,
  );
  if (row?.["counting"] !== true)
    return { wrong: "the trigger that counts them is missing or off", todo: push };
  const sent = Number(row?.["sent"]);
  if (emailsPerHour === undefined)
    return { unseen: `Auth sent ${sent} in the last hour, and AUTH_EMAILS_PER_HOUR is not set` };
  return sent < alarmingShare * emailsPerHour
    ? { ok: `${sent} of ${emailsPerHour} in the last hour` }
    : {
        wrong: `Auth sent ${sent} of ${emailsPerHour} in the last hour; without one left, nobody can sign in by code`,
        todo: "Switch on the CAPTCHA (HOSTED.md, step 6) if these are not your own users, or raise Auth's limit.",
      };
}

async function checkStatistics(read: Read): Promise<Verdict> {
  const rows = await read(
    `select c.relname || '.' || a.attname as name from pg_attribute as a
     join pg_class as c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
       and not a.attisdropped and coalesce(a.attstattarget, -1) <> 0
     union all
     select s.tablename || '.' || s.attname || ' (gathered)' from pg_stats as s
     join pg_attribute as a on a.attrelid = format('%I.%I', s.schemaname, s.tablename)::regclass
       and a.attname = s.attname
     where s.schemaname = 'public' and a.atttypid <> 'uuid'::regtype`,
  );
  return rows.length === 0
    ? { ok: "no column has a target, and nothing but ids was gathered" }
    : {
        wrong: `there are some of ${rows.map(({ name }) => String(name)).join(", ")}`,
        todo: "`alter table … alter column … set statistics 0`; HOSTED.md, step 3, deletes what was gathered.",
      };
}

async function checkPolicies(read: Read): Promise<Verdict> {
  const rows = await read(
    `select policyname as name from pg_policies
     where schemaname = 'storage' and tablename in ('objects', 'buckets') and policyname !~ '^(documents|assets)_' order by 1`,
  );
  return rows.length === 0
    ? { ok: "no other" }
    : {
        wrong: `there are others: ${rows.map(({ name }) => String(name)).join(", ")}`,
        todo: "Ours restrict the bucket in any case, but check whether these are intended.",
      };
}
