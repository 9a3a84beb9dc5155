import type { Database } from "../src/database/database.ts";
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
