import type { Database } from "@sheaf/platform";
import type { FilledWorkspace } from "./fill-workspace.ts";

export const filesPerItem = 5;

/**
 * Gives the request that the recipient has joined this many items, with five files each and an event for each file. No
 * triggers run.
 */
export async function growRequest(
  database: Database,
  { recipient, values }: FilledWorkspace,
  items: number,
): Promise<void> {
  const request = values["request"];
  await database.as("supabase_admin", { session_replication_role: "replica" }, async (query) => {
    await query(
      `insert into public.items (request_id, workspace_id, position, title, instructions, kind)
       select id, workspace_id, position, 'Statement ' || position, 'All pages, as the bank sent it.', 'file'
       from public.requests, generate_series(items_total + 1, $2::integer) as position
       where id = $1`,
      [request, items],
    );
    await query("delete from public.files where request_id = $1", [request]);
    await query(
      `insert into public.files (
         item_id, request_id, workspace_id, name, size, mime, sha256, object_version, status, uploaded_by, stored_at
       )
       select id, request_id, workspace_id, 'statement-' || position || '-' || file || '.pdf', 1000,
         'application/pdf', repeat('0', 64), 'v1', 'stored', $2::uuid, now()
       from public.items, generate_series(1, $3::integer) as file
       where request_id = $1`,
      [request, recipient.userId, filesPerItem],
    );
    await query(
      `insert into public.events (request_id, seq, workspace_id, item_id, file_id, actor, actor_name, kind, data, at)
       select request_id, 10 + row_number() over (), workspace_id, item_id, id, uploaded_by, 'Recipient', 'file_added',
         jsonb_build_object('name', name), now()
       from public.files
       where request_id = $1`,
      [request],
    );
  });
}

/** Gives the same request this many questions with two messages each, spread over its items. No triggers run. */
export async function growQuestions(
  database: Database,
  { recipient, owner, values }: FilledWorkspace,
  questions: number,
): Promise<void> {
  const request = values["request"];
  await database.as("supabase_admin", { session_replication_role: "replica" }, async (query) => {
    await query("delete from public.messages where request_id = $1", [request]);
    await query("delete from public.questions where request_id = $1", [request]);
    await query(
      `insert into public.questions (request_id, workspace_id, item_id, last_message_at, last_author)
       select i.request_id, i.workspace_id, i.id, now(), $2::uuid
       from (
         select i.*, row_number() over (order by i.position) - 1 as place, count(*) over () as items
         from public.items as i where i.request_id = $1
       ) as i
       join generate_series(0, $3::integer - 1) as number on number % i.items = i.place`,
      [request, owner.userId, questions],
    );
    await query(
      `insert into public.messages (question_id, request_id, workspace_id, author, author_name, is_member, body, at)
       select q.id, q.request_id, q.workspace_id, case when is_member then $2::uuid else $3::uuid end, 'Somebody',
         is_member, 'Is the statement of the other account needed too?', q.created_at
       from public.questions as q, unnest(array[false, true]) as is_member
       where q.request_id = $1`,
      [request, owner.userId, recipient.userId],
    );
  });
}
