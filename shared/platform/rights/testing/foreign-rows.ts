import { randomUUID } from "node:crypto";
import { asAdmin } from "./database.ts";

/**
 * Fills every column of every table with other people's values, most of them alike, and gathers statistics: what the
 * planner would learn on a busy site. Each row has its own ids.
 */
export async function addForeignRows(): Promise<void> {
  const salt = randomUUID();
  const id = (kind: string, row = "n") => `md5('${kind} ${salt} ' || ${row})::uuid`;
  const text = (common: string) => `case when n <= 30 then '${common}' else '${common} ' || n end`;
  const moment = "timestamptz '2026-01-01' + make_interval(hours => greatest(n, 30))";
  const keys = `${id("request")}, ${id("workspace")}`;
  const rows = "from generate_series(1, 40) as n";
  const statements = [
    `insert into auth.users (id, aud, role, email, email_confirmed_at, created_at, updated_at)
     select ${id("user")}, 'authenticated', 'authenticated', n || '-${salt}@foreign.example', now(), now(), now() ${rows}`,
    `insert into public.profiles (user_id, display_name, created_at)
     select ${id("user")}, ${text("Foreign Person")}, ${moment} ${rows}`,
    `insert into public.workspaces (id, name, require_second_factor, retain_days, created_at)
     select ${id("workspace")}, ${text("Foreign Firm")}, n <= 30, greatest(n, 30), ${moment} ${rows}`,
    `insert into public.members (workspace_id, user_id, role, created_at)
     select ${id("workspace")}, ${id("user")}, 'owner', ${moment} ${rows}`,
    `insert into public.requests (
       id, workspace_id, title, message, due_on, status, created_by, created_at, sent_by, sent_at, closed_at, last_activity_at
     )
     select ${keys}, ${text("Foreign papers")}, ${text("Foreign message")}, (${moment})::date, 'done',
       ${id("user")}, ${moment}, ${id("user")}, ${moment}, ${moment}, ${moment} ${rows}`,
    `insert into public.request_links (request_id, workspace_id, token, token_hash, rotated_at)
     select ${keys}, 'foreign-${salt}-' || n, sha256(convert_to('${salt}' || n, 'utf8')), ${moment} ${rows}`,
    `insert into public.recipients (
       id, request_id, workspace_id, email, name, user_id, first_seen_at, last_seen_at, created_at
     )
     select ${id("recipient")}, ${keys}, ${text("foreign")} || '@foreign.example', ${text("Foreign Recipient")},
       ${id("user")}, ${moment}, ${moment}, ${moment} ${rows}`.replace("'foreign ' ||", "'foreign' ||"),
    `insert into public.items (
       id, request_id, workspace_id, position, title, instructions, kind, required, accepts, status, answer, answer_kind,
       reason, revision, decided_by, decided_at, created_at
     )
     select ${id("item")}, ${keys}, greatest(n, 30), ${text("Foreign item")}, ${text("Foreign instructions")}, 'text',
       n <= 30, case when n <= 30 then '{pdf}' else '{image}' end::text[], 'accepted', ${text("Foreign answer")}, 'text',
       ${text("Foreign reason")}, greatest(n, 30), ${id("user")}, ${moment}, ${moment} ${rows}`,
    `insert into public.files (
       id, item_id, request_id, workspace_id, name, size, mime, sha256, object_version, status, uploaded_by, created_at,
       stored_at, removed_at, removed_by, purged_at, set_aside_at
     )
     select ${id("file")}, ${id("item")}, ${keys}, ${text("foreign")}, greatest(n, 30), 'application/pdf',
       encode(sha256(convert_to(greatest(n, 30)::text, 'utf8')), 'hex'), ${text("version")}, 'removed', ${id("user")},
       ${moment}, ${moment}, ${moment}, ${id("user")}, ${moment}, ${moment} ${rows}`,
    `insert into public.events (
       request_id, seq, workspace_id, item_id, file_id, actor, actor_name, recipient_id, kind, data, at
     )
     select ${id("request")}, greatest(n, 30), ${id("workspace")}, ${id("item")}, ${id("file")}, ${id("user")},
       ${text("Foreign Person")}, ${id("recipient")}, 'file_added', jsonb_build_object('name', ${text("foreign")}), ${moment} ${rows}`,
  ];
  await asAdmin(async (query) => {
    for (const statement of statements) await query(statement);
    await query("analyze");
  });
}
