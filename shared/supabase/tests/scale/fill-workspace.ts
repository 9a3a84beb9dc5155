import { createHash, randomUUID } from "node:crypto";
import { limits } from "@sheaf/contract/limits";
import type { Database } from "@sheaf/platform";
import { Client } from "pg";
import { type Caller, createCaller } from "./caller.ts";
import { loadInBulk } from "./load-in-bulk.ts";
import { seedWorkspaces } from "./seed-workspaces.ts";

const joinedRequests = 50;

/** From this number loading in bulk is faster. */
const manyRequests = 10_000;

export interface FilledWorkspace {
  id: string;
  owner: Caller;
  /** Has joined fifty of its requests. */
  recipient: Caller;
  /** Values for the page's requests: the workspace, a job with as many people as one can have, one of the recipient's requests, with a link and a planned reminder, one of its files, its person, the owner and a tag of half the requests. */
  values: Readonly<Record<string, string>>;
}

export async function fillWorkspace(database: Database, requests: number): Promise<FilledWorkspace> {
  const [id, token] = [randomUUID(), randomUUID()];
  const [owner, recipient] = [await createCaller(database), await createCaller(database)];
  const seed = () => seedWorkspaces(database, { workspaces: [{ id, ownerId: owner.userId }], requests });
  await (requests < manyRequests ? seed() : loadInBulk(database, seed));
  const job = await seedJob(database, { workspaceId: id, ownerId: owner.userId });
  const { request, person, today, tag, file } = await database.as("supabase_admin", {}, async (query) => {
    await query(
      `update public.recipients set user_id = $1 where scope = 'all' and request_id in (
         select id from public.requests where workspace_id = $2 and status = 'open' order by id limit $3
       )`,
      [recipient.userId, id, joinedRequests],
    );
    // Without a planned reminder, its preview would read next to nothing.
    const { rows } = await query<{ request: string; person: string; today: string; tag: string }>(
      `select c.request_id as request, p.id as person, current_date::text as today,
         (select t.id from public.tags as t where t.workspace_id = c.workspace_id and t.name = 'Private') as tag
       from public.recipients as c
       join private.people as p on p.workspace_id = c.workspace_id and p.email = c.email
       where c.user_id = $1 and c.next_reminder_at is not null order by c.request_id limit 1`,
      [recipient.userId],
    );
    const [joined] = rows;
    if (!joined) throw new Error("No joined request has a planned reminder.");
    await query(
      "insert into public.request_links (request_id, workspace_id, token, token_hash) values ($1, $2, $3, $4)",
      [joined.request, id, token, createHash("sha256").update(token).digest()],
    );
    await query(
      `insert into private.file_reads (file_id, person, person_name, by_member, purpose, at)
       select f.id, $2, 'Owner', true, 'view', now() from public.files as f where f.workspace_id = $1`,
      [id, owner.userId],
    );
    const { rows: files } = await query<{ file: string }>(
      "select id as file from public.files where request_id = $1 order by id limit 1",
      [joined.request],
    );
    return { ...joined, file: files[0]?.file ?? "" };
  });
  const ids = { workspace: id, id: request, request_id: request, request, person, job, file };
  return {
    id,
    owner,
    recipient,
    values: { ...ids, token, today, after_due: today, assignee: owner.userId, tag },
  };
}

/** A template that was sent to a thousand people. Their requests lie side by side, as those that one job creates do. */
async function seedJob(
  database: Database,
  { workspaceId, ownerId }: { workspaceId: string; ownerId: string },
): Promise<string> {
  const job = randomUUID();
  await database.as("supabase_admin", {}, async (query) => {
    await query(
      `with checklist as (
         insert into public.requests (workspace_id, title, message, created_by, is_template)
         values ($2, 'Tax return', '', $3, true) returning id
       )
       insert into private.jobs (id, kind, workspace_id, checklist_id, title, message, sender)
       select $1, 'bulk', $2, c.id, 'Tax return', '', $3 from checklist as c`,
      [job, workspaceId, ownerId],
    );
    await query(
      `insert into private.job_rows (job_id, number, email, name, not_before, done_at, request_id)
       select $1, row_number() over (), 'person-' || r.id || '@scale.example', '', now(), now(), r.id
       from public.requests as r where r.workspace_id = $2 and r.status = 'open' order by r.ctid limit $3`,
      [job, workspaceId, limits.bulkPeople],
    );
  });
  return job;
}

/** As autovacuum does: sizes of tables, and which pages an index alone can answer for. */
export async function vacuum(database: Database): Promise<void> {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query("vacuum analyze");
  await client.end();
}
