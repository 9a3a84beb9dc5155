import type { Platform } from "@sheaf/platform";

type Database = Platform["database"];

/** Runs a statement as the database's superuser. */
export async function sql<Row extends Record<string, unknown>>(
  database: Database,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return database.as("supabase_admin", {}, async (query) => (await query<Row>(text, values)).rows);
}

/** Noon of a Wednesday to come: reminders leave in office hours. */
export async function setNoon(database: Database): Promise<void> {
  await sql(
    database,
    `insert into private.test_clock (at)
     values (date_trunc('week', now(), 'UTC') + interval '9 days 12 hours')`,
  );
}

/** Inserted in portions, so that the server needs little memory. */
const perStatement = 100_000;

/** Small enough for no cap to count. */
const perWorkspace = 40;

export interface Seeded {
  /** Number of recipients, each of a separate request. */
  recipients: number;
  /** Recipients of each email, out of every ten. The others are reminded on later days. */
  perTen: { invitations: number; receipts: number; reminders: number };
}

const people = [
  `insert into auth.users (id, aud, role, email, email_confirmed_at, created_at, updated_at)
   values ($1::text::uuid, 'authenticated', 'authenticated', $1::text || '@okafor.example', now(), now(), now())`,
  "insert into public.profiles (user_id, display_name) values ($1::text::uuid, 'Nora Okafor')",
];

/** Of recipient `i` in run `$1`: which of ten they are, and their ids. */
const numbered = `(
    select
      i, (i - 1) % 10 as of_ten, md5($1::text || ':' || i)::uuid as request, md5($1::text || ':p' || i)::uuid as recipient,
      md5($1::text || ':i' || i)::uuid as item, md5($1::text || ':w' || (i - 1) / ${perWorkspace})::uuid as workspace
    from generate_series($2::integer, $3::integer) as i
  ) as n`;

const rows = [
  `insert into public.workspaces (id, name)
   select distinct n.workspace, 'Okafor & Lind' from ${numbered} on conflict do nothing`,
  `insert into public.members (workspace_id, user_id, role)
   select distinct n.workspace, $1::text::uuid, 'owner' from ${numbered} on conflict do nothing`,
  `insert into public.requests (
     id, workspace_id, title, status, created_by, created_at, sent_by, sent_at, last_activity_at, invites, items_total,
     items_missing, required_missing, required_open
   )
   select n.request, n.workspace, 'Tax return ' || n.i, 'open', $1::text::uuid, now(), $1::text::uuid, now(), now(), true, 1, 1, 1, 1
   from ${numbered}`,
  `insert into public.request_links (request_id, workspace_id, token, token_hash)
   select n.request, n.workspace, t.token, sha256(convert_to(t.token, 'UTF8'))
   from ${numbered} cross join lateral (select rpad(md5($1::text || n.i), 43, '0')) as t (token)`,
  `insert into public.items (id, request_id, workspace_id, position, title, kind)
   select n.item, n.request, n.workspace, 1, 'Bank interest statement', 'file' from ${numbered}`,
];

/**
 * Fills requests and the outbox by SQL, beside what other runs have left. No triggers run, so what they keep is written
 * here as they would.
 */
export async function fillOutbox(
  database: Database,
  run: string,
  { recipients, perTen }: Seeded,
): Promise<void> {
  const { invitations, receipts, reminders } = perTen;
  const isReceipt = `n.of_ten >= ${invitations} and n.of_ten < ${invitations + receipts}`;
  const isReminder = `n.of_ten >= ${invitations + receipts} and n.of_ten < ${invitations + receipts + reminders}`;
  const parts = [
    ...rows,
    `insert into public.recipients (
       id, request_id, workspace_id, email, name, created_at, user_id, invited_at, remind_after, next_reminder_at
     )
     select
       n.recipient, n.request, n.workspace, 'ana-' || n.i || '-' || left($1::text, 8) || '@duarte.example', 'Ana Duarte', now(),
       case when ${isReceipt} then $1::text::uuid end,
       case when n.of_ten >= ${invitations} then now() - interval '30 days' end,
       c.at + case when ${isReminder} then interval '-8 days' else n.i % 20 * interval '1 hour' end,
       case
         when ${isReminder} then c.at - interval '3 hours'
         when n.of_ten >= ${invitations} then c.at + interval '7 days' + n.i % 20 * interval '1 hour'
       end
     from ${numbered}, private.test_clock as c`,
    `insert into private.emailed_addresses (workspace_id, address_hash, since)
     select p.workspace_id, private.address_hash(p.email), p.invited_at
     from ${numbered} join public.recipients as p on p.id = n.recipient where p.invited_at is not null`,
    `insert into public.files (
       item_id, request_id, workspace_id, name, size, mime, sha256, object_version, status, uploaded_by, stored_at
     )
     select n.item, n.request, n.workspace, 'statement.pdf', 1000, 'application/pdf', repeat('0', 64), 'v1', 'stored',
       $1::text::uuid, now()
     from ${numbered} where ${isReceipt}`,
    `insert into private.outbox (kind, request_id, recipient_id, since, not_before)
     select case when n.of_ten < ${invitations} then 'invitation' else 'receipt' end, n.request, n.recipient, now(), c.at
     from ${numbered}, private.test_clock as c where n.of_ten < ${invitations + receipts}`,
  ];
  await database.as("supabase_admin", { session_replication_role: "replica" }, async (query) => {
    for (const part of people) await query(part, [run]);
    for (let first = 1; first <= recipients; first += perStatement) {
      const last = Math.min(first + perStatement - 1, recipients);
      for (const part of parts) await query(part, [run, first, last]);
    }
  });
  // As autovacuum does.
  for (const table of ["public.recipients", "public.requests", "private.outbox"])
    await sql(database, `analyze ${table}`);
}
