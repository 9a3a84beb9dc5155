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
    `insert into public.workspaces (
       id, name, require_second_factor, second_factor_from, retain_days, retain_sensitive_days, created_at, accent, logo
     )
     select ${id("workspace")}, ${text("Foreign Firm")}, n <= 30, ${moment}, greatest(n, 30) + 60,
       greatest(n, 30), ${moment}, case when n <= 30 then '#0f6a54' else '#1f4e8c' end,
       translate(encode('\\x89504e470d0a1a0a'::bytea || decode(repeat(case when n <= 30 then '00' else '01' end, 80), 'hex'), 'base64'), E'\\n', '')
       ${rows}`,
    `insert into public.members (workspace_id, user_id, role, created_at)
     select ${id("workspace")}, ${id("user")}, 'owner', ${moment} ${rows}`,
    `insert into public.requests (
       id, workspace_id, title, message, due_on, status, created_by, created_at, sent_by, sent_at, closed_at, last_activity_at,
       closed_by, paused_at, revision, changed_at, archived_at, reminders_paused_at, invites, assignee,
       retain_days, retain_sensitive_days, erase_at, deleted_at, deleted_by, deleted_from
     )
     select ${keys}, ${text("Foreign papers")}, ${text("Foreign message")}, (${moment})::date,
       case when n % 4 = 0 then 'cancelled' when n % 2 = 0 then 'done' else 'open' end, ${id("user")}, ${moment}, ${id("user")}, ${moment}, ${moment},
       ${moment}, case when n % 2 = 0 then ${id("user")} end, case when n % 2 = 1 then ${moment} end,
       greatest(n, 30), ${moment}, case when n % 2 = 0 then ${moment} end, ${moment},
       n <= 30, ${id("user")}, greatest(n, 30), greatest(n, 30), ${moment}, case when n % 4 = 0 then ${moment} end,
       case when n % 4 = 0 then ${id("user")} end, case when n % 4 = 0 then 'done' end ${rows}`,
    `insert into public.tags (id, workspace_id, name)
     select ${id("tag")}, ${id("workspace")}, ${text("Foreign tag")} ${rows}`,
    `insert into public.request_tags (request_id, tag_id, workspace_id)
     select ${id("request")}, ${id("tag")}, ${id("workspace")} ${rows}`,
    `insert into public.saved_views (id, workspace_id, user_id, name, query)
     select ${id("view")}, ${id("workspace")}, ${id("user")}, ${text("Foreign view")},
       case when n <= 30 then 'filter=done' else 'filter=overdue' end ${rows}`,
    `insert into public.request_links (request_id, workspace_id, token, token_hash, rotated_at)
     select ${keys}, 'foreign-${salt}-' || n, sha256(convert_to('${salt}' || n, 'utf8')), ${moment} ${rows}`,
    `insert into public.recipients (
       id, request_id, workspace_id, email, name, user_id, first_seen_at, last_seen_at, created_at, removed_at,
       visited_before_at, zone, promised_on, invited_at, muted_at, unreachable_at, emailed_at, scope
     )
     select ${id("recipient")}, ${keys}, ${text("foreign")} || '@foreign.example', ${text("Foreign Recipient")},
       case when n <= 30 then ${id("user")} end, ${moment}, ${moment}, ${moment}, case when n > 30 then ${moment} end,
       ${moment}, case when n <= 30 then 'Europe/Lisbon' else 'Asia/Tokyo' end, (${moment})::date,
       ${moment}, ${moment}, ${moment}, ${moment}, case when n <= 30 then 'items' else 'all' end ${rows}`.replace(
      "'foreign ' ||",
      "'foreign' ||",
    ),
    `insert into public.access_requests (id, request_id, workspace_id, user_id, email, asked_at, decided_at, decided_by, is_added)
     select ${id("access")}, ${keys}, ${id("user")}, ${text("foreign")} || '@foreign.example', ${moment}, ${moment},
       ${id("user")}, n <= 30 ${rows}`.replace("'foreign ' ||", "'foreign' ||"),
    `insert into public.items (
       id, request_id, workspace_id, position, title, instructions, kind, required, accepts, status, answer, answer_kind,
       reason, revision, decided_by, decided_at, created_at, changed_at, removed_at, choices, multiple,
       section, expected_files, sensitive, received_elsewhere, answer_erased_at
     )
     select ${id("item")}, ${keys}, greatest(n, 30), ${text("Foreign item")}, ${text("Foreign instructions")}, 'choice',
       n <= 30, case when n <= 30 then '{pdf}' else '{image}' end::text[], 'accepted', ${text("Foreign answer")}, 'choice',
       ${text("Foreign reason")}, greatest(n, 30), ${id("user")}, ${moment}, ${moment}, ${moment}, ${moment},
       array[${text("Foreign answer")}, 'Other'], n <= 30,
       ${text("Foreign section")}, greatest(n, 30), n <= 30, n <= 30, ${moment} ${rows}`,
    `insert into public.recipient_items (
       item_id, recipient_id, request_id, workspace_id, handed_by, handed_by_name, at
     )
     select ${id("item")}, ${id("recipient")}, ${keys}, ${id("user")}, ${text("Foreign Person")}, ${moment} ${rows}`,
    `insert into public.files (
       id, item_id, request_id, workspace_id, name, size, mime, sha256, object_version, status, uploaded_by, created_at,
       stored_at, removed_at, removed_by, purged_at, set_aside_at, added_by_member, verdict, verdict_reason,
       checked_sha256, checked_size, checked_at, deletion_asked_at, deletion_refused_at, deletion_refusal
     )
     select ${id("file")}, ${id("item")}, ${keys}, ${text("foreign")}, greatest(n, 30), 'application/pdf',
       encode(sha256(convert_to(greatest(n, 30)::text, 'utf8')), 'hex'), ${text("version")}, 'removed', ${id("user")},
       ${moment}, ${moment}, ${moment}, ${id("user")}, ${moment}, ${moment}, n > 30,
       case when n <= 30 then 'returned' end, case when n <= 30 then ${text("Foreign reason")} end,
       encode(sha256(convert_to(greatest(n, 30)::text, 'utf8')), 'hex'), 30, ${moment}, ${moment}, ${moment}, ${text("Foreign refusal")} ${rows}`,
    `insert into public.item_examples (
       id, item_id, request_id, workspace_id, name, size, mime, object_key, object_version, status, uploaded_by, created_at,
       stored_at
     )
     select ${id("example")}, ${id("item")}, ${keys}, ${text("foreign")}, greatest(n, 30), 'application/pdf',
       concat_ws('/', ${id("workspace")}, ${id("example")}), ${text("version")}, 'stored', ${id("user")}, ${moment},
       ${moment} ${rows}`,
    `insert into public.questions (
       id, request_id, workspace_id, item_id, created_at, last_message_at, last_author, resolved_at
     )
     select ${id("question")}, ${keys}, ${id("item")}, ${moment}, ${moment}, ${id("user")}, ${moment} ${rows}`,
    `insert into public.messages (
       id, question_id, request_id, workspace_id, author, author_name, is_member, body, at
     )
     select ${id("message")}, ${id("question")}, ${keys}, ${id("user")}, ${text("Foreign Person")}, n <= 30,
       ${text("Foreign question")}, ${moment} ${rows}`,
    `insert into public.notes (id, request_id, workspace_id, item_id, author, author_name, body, at)
     select ${id("note")}, ${keys}, ${id("item")}, ${id("user")}, ${text("Foreign Person")}, ${text("Foreign note")},
       ${moment} ${rows}`,
    `insert into public.events (
       request_id, seq, workspace_id, item_id, file_id, actor, actor_name, recipient_id, kind, data, at,
       salt, text_hash, previous_hash, hash
     )
     select ${id("request")}, greatest(n, 30), ${id("workspace")}, ${id("item")}, ${id("file")}, ${id("user")},
       ${text("Foreign Person")}, ${id("recipient")}, 'file_added', jsonb_build_object('name', ${text("foreign")}), ${moment},
       sha256('a'), sha256('b'), sha256('c'), sha256('d') ${rows}`,
    // Last, because what arrives late takes it back.
    `update public.requests as r set erased_at = ${moment} from generate_series(1, 40) as n where r.id = ${id("request")}`,
  ];
  await asAdmin(async (query) => {
    for (const statement of statements) await query(statement);
    await query("analyze");
  });
}
