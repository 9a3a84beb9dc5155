import type { Database } from "@sheaf/platform";
import { bulkConnections } from "./load-in-bulk.ts";

interface WorkspacesSeed {
  workspaces: readonly { id: string; ownerId: string }[];
  /** Number of requests in each of them. */
  requests: number;
}

/** Requests inserted at a time, so that the server needs little memory. */
const perStatement = 50_000;

/**
 * Words by how many requests have them: `accounts` half, `mortgage` one in twenty, `Müller` one in a thousand, `Zürich`
 * with an accent one in fifty, `quokka` the first three.
 */
const titles = `
  case when i % 2 = 0 then 'Accounts' else 'Papers' end || ' ' || (2015 + i % 12)
    || case when i % 20 = 13 then ' mortgage' else '' end
    || case when i % 1000 = 9 then ' Müller' else '' end
    || case when i % 50 = 11 then ' Zürich' else '' end
    || case when i between 9 and 11 then ' quokka' else '' end`;

/**
 * Nine in ten are assigned to the owner. In twenty requests one is a draft, seven are done and one of these archived, one is cancelled, eleven are open. The open ones due longest ago have
 * only optional items, and the ones to review were last active long ago: neither "overdue" nor "to review" is found among
 * the first open requests.
 */
const requests = `
  insert into public.requests (
    id, workspace_id, title, due_on, status, created_by, created_at, sent_by, sent_at, last_activity_at, items_total,
    items_missing, items_submitted, items_accepted, required_missing, required_open, archived_at, assignee
  )
  select
    md5(ws || ':' || i)::uuid, ws::uuid, ${titles},
    case when is_dated then current_date - 350 + spread % 700 end,
    status, owner::uuid, at, owner::uuid, at, at + (spread % 1000) * interval '1 minute', 2,
    missing, submitted, case when status = 'done' then 2 else 0 end,
    case when is_optional then 0 else missing end,
    case when is_optional or status = 'done' then 0 else 2 end,
    case when i % 20 = 7 then at end,
    case when i % 10 > 0 then owner::uuid end
  from (
    select *, case when status = 'done' then 0 else 2 - submitted end as missing
    from (
      select
        *, now() - age * interval '1 minute' as at,
        status = 'open' and is_dated and spread % 700 < 100 as is_optional,
        case
          when status = 'open' and not (is_dated and spread % 700 < 100) and spread % 3 = 0 and age > 600000 then 1
          else 0
        end as submitted
      from (
        select
          i, ws, owner, spread, age, spread % 5 > 0 as is_dated,
          case when i % 20 = 0 then 'draft' when i % 20 <= 7 then 'done' when i % 20 = 8 then 'cancelled' else 'open' end as status
        from seeds
        cross join lateral (
          select hashint4(i) & 2147483647 as spread, (hashint4(-i) & 2147483647) % 1000000 as age
        ) as random
      ) as numbers
    ) as states
  ) as seeds`;

/** Half of the requests and recipients have one tag, half another, and one in a thousand a third. */
const tags = `
  insert into public.tags (id, workspace_id, name)
  select md5(ws || ':' || name)::uuid, ws::uuid, name from seeded_workspaces, unnest(array['Private', 'Company', 'Rare']) as name`;

/**
 * Each request has two items, of which one was handed over, a file, a recipient, a question, a note and three events.
 * The table `seeds` has a row for each: its workspace, the workspace's owner and its number.
 */
const parts = [
  requests,
  `insert into public.request_tags (request_id, tag_id, workspace_id)
   select md5(ws || ':' || i)::uuid, md5(ws || ':' || name)::uuid, ws::uuid
   from seeds, unnest(array['Private', 'Company', 'Rare']) as name
   where case name when 'Rare' then i % 1000 = 9 when 'Private' then i % 2 = 0 else i % 2 = 1 end`,
  // One in seven repeats.
  `insert into private.repeats (request_id, workspace_id, every, first_on, next_on, sender, not_before)
   select md5(ws || ':' || i)::uuid, ws::uuid, 'year', current_date + 100, current_date + 100, owner::uuid, now() + interval '100 days'
   from seeds where i % 7 = 3`,
  // As private.sync_list_entries writes them for one request.
  `insert into private.list_entries (request_id, key, workspace_id, stage, due_on, last_activity_at)
   select
     r.id, private.list_key(a.assignee, t.tag_id, s.repeats), r.workspace_id, l.stage, coalesce(r.due_on, 'infinity'),
     r.last_activity_at
   from (
     select md5(ws || ':' || i)::uuid as id from seeds
   ) as n
   join public.requests as r on r.id = n.id
   cross join lateral (select private.list_stage(r) as stage offset 0) as l
   cross join lateral (
     values (null::uuid), (coalesce(r.assignee, '00000000-0000-0000-0000-000000000000'))
   ) as a (assignee)
   cross join lateral (
     select null::uuid as tag_id union all select g.tag_id from public.request_tags as g where g.request_id = r.id
   ) as t
   cross join lateral (
     select false as repeats union all select true from private.repeats as s where s.request_id = r.id
   ) as s`,
  // One in ten gets no email, so that the first page of them is full in a small workspace too.
  `insert into public.recipients (request_id, workspace_id, email, name, created_at, unreachable_at)
   select md5(ws || ':' || i)::uuid, ws::uuid, 'recipient' || i || '@seed.example', 'Recipient ' || i, now(),
     case when i % 10 = 9 then now() - i * interval '1 minute' end
   from seeds`,
  `insert into private.people (id, workspace_id, email, asked_as, asked_at, client)
   select md5(ws || ':' || i || ':' || kind)::uuid, ws::uuid, kind || i || '@seed.example',
     initcap(kind) || ' ' || i, now(), case when i % 2 = 0 then 'Recipients of household ' || i else '' end
   from seeds, unnest(array['recipient', 'helper']) as kind`,
  `insert into private.person_tags (person_id, tag_id, workspace_id)
   select md5(ws || ':' || i || ':recipient')::uuid, md5(ws || ':' || name)::uuid, ws::uuid
   from seeds, unnest(array['Private', 'Company', 'Rare']) as name
   where case name when 'Rare' then i % 1000 = 9 when 'Private' then i % 2 = 0 else i % 2 = 1 end`,
  `insert into public.items (id, request_id, workspace_id, position, title, kind)
   select md5(ws || ':' || i || ':' || position)::uuid, md5(ws || ':' || i)::uuid, ws::uuid, position,
     'Statement ' || position, 'file'
   from seeds, generate_series(1, 2) as position`,
  `insert into public.recipients (id, request_id, workspace_id, email, name, scope, created_at)
   select md5(ws || ':' || i || ':h')::uuid, md5(ws || ':' || i)::uuid, ws::uuid, 'helper' || i || '@seed.example',
     'Helper ' || i, 'items', now()
   from seeds`,
  `insert into public.recipient_items (item_id, recipient_id, request_id, workspace_id, handed_by, handed_by_name)
   select md5(ws || ':' || i || ':2')::uuid, md5(ws || ':' || i || ':h')::uuid, md5(ws || ':' || i)::uuid, ws::uuid,
     owner::uuid, 'Owner'
   from seeds`,
  `insert into private.open_recipients (recipient_id, workspace_id, person_id, due_on, unreached_at)
   select
     c.id, ws::uuid,
     md5(ws || ':' || n.i || ':' || n.kind)::uuid,
     case when r.required_missing > 0 or n.kind = 'helper' then coalesce(r.due_on, 'infinity') end,
     c.unreachable_at
   from (
     select *, 'recipient' as kind from seeds
     union all select *, 'helper' from seeds
   ) as n
   join public.requests as r on r.id = md5(ws || ':' || n.i)::uuid
   join public.recipients as c on c.request_id = r.id and c.email = n.kind || n.i || '@seed.example'
   where r.status = 'open'`,
  `insert into public.files (
     item_id, request_id, workspace_id, name, size, mime, sha256, object_version, status, uploaded_by, stored_at
   )
   select md5(ws || ':' || i || ':1')::uuid, md5(ws || ':' || i)::uuid, ws::uuid, 'statement.pdf', 1000,
     'application/pdf', repeat('0', 64), 'v1', 'stored', owner::uuid, now()
   from seeds`,
  `insert into public.item_examples (
     item_id, request_id, workspace_id, name, size, mime, object_key, object_version, status, uploaded_by, stored_at
   )
   select md5(ws || ':' || i || ':1')::uuid, md5(ws || ':' || i)::uuid, ws::uuid, 'example.pdf', 1000,
     'application/pdf', ws || '/' || i, 'v1', 'stored', owner::uuid, now()
   from seeds`,
  `insert into public.questions (id, request_id, workspace_id, item_id, last_message_at, last_author)
   select md5(ws || ':' || i || ':q')::uuid, md5(ws || ':' || i)::uuid, ws::uuid, md5(ws || ':' || i || ':1')::uuid, now(),
     md5(owner || i)::uuid
   from seeds`,
  `insert into public.messages (question_id, request_id, workspace_id, author, author_name, is_member, body, at)
   select md5(ws || ':' || i || ':q')::uuid, md5(ws || ':' || i)::uuid, ws::uuid, md5(owner || i)::uuid, 'Recipient', false,
     'Both sides?', now()
   from seeds`,
  `insert into public.notes (request_id, workspace_id, item_id, author, author_name, body)
   select md5(ws || ':' || i)::uuid, ws::uuid, md5(ws || ':' || i || ':1')::uuid, owner::uuid, 'Owner', 'Call them.'
   from seeds`,
  `insert into public.events (request_id, seq, workspace_id, actor_name, kind, at)
   select md5(ws || ':' || i)::uuid, seq, ws::uuid, 'Owner',
     (array['created', 'sent', 'opened'])[seq], now()
   from seeds, generate_series(1, 3) as seq`,
  `insert into public.request_search (request_id, workspace_id, document)
   select md5(ws || ':' || i)::uuid, ws::uuid, to_tsvector('pg_catalog.simple', private.folded(
     ${titles} || ' recipient' || i || ' seed example statement 1 2'
   ))
   from seeds`,
];

/** One per ten requests, at most fifty. */
const templatesOf = (requests: number) => `
  with numbers as (
    select ws, owner, n from seeded_workspaces, generate_series(1, ${Math.min(50, Math.ceil(requests / 10))}) as n
  ),
  made as (
    insert into public.requests (id, workspace_id, title, created_by, items_total, is_template)
    select md5(ws || ':t' || n)::uuid, ws::uuid, 'Template ' || n, owner::uuid, 8, true from numbers
    returning id, workspace_id
  ),
  facts as (insert into private.templates (request_id) select id from made)
  insert into public.items (request_id, workspace_id, position, section, title, kind)
  select made.id, workspace_id, position, 'Section ' || position % 3, 'Statement ' || position, 'file'
  from made, generate_series(1, 8) as position`;

const workspacePartsOf = (requests: number) => [
  "insert into public.workspaces (id, name) select ws::uuid, 'Scale' from seeded_workspaces",
  `insert into public.members (workspace_id, user_id, role)
   select ws::uuid, owner::uuid, 'owner' from seeded_workspaces`,
  templatesOf(requests),
  tags,
];

/**
 * Fills workspaces by SQL, in as many statements for a hundred as for one. No triggers run, so counts and search text
 * are written here as they would be.
 */
export async function seedWorkspaces(database: Database, seed: WorkspacesSeed): Promise<void> {
  // Without requests.
  await insert(database, { ...seed, first: 1, last: 0, parts: workspacePartsOf(seed.requests) });
  const portion = Math.ceil(perStatement / seed.workspaces.length);
  let next = 1;
  const insertPortions = async () => {
    while (next <= seed.requests) {
      const first = next;
      next += portion;
      const last = Math.min(next - 1, seed.requests);
      await insert(database, { ...seed, first, last, parts });
    }
  };
  await Promise.all(Array.from({ length: bulkConnections }, insertPortions));
}

interface Portion extends WorkspacesSeed {
  /** Numbers of the requests in each workspace. */
  first: number;
  last: number;
  parts: readonly string[];
}

function insert(database: Database, { workspaces, first, last, parts }: Portion): Promise<void> {
  return database.as("supabase_admin", { session_replication_role: "replica" }, async (query) => {
    await query("create temporary table seeded_workspaces (ws text, owner text) on commit drop");
    await query("create temporary table seeds (ws text, owner text, i integer) on commit drop");
    await query("insert into seeded_workspaces select * from unnest($1::text[], $2::text[])", [
      workspaces.map(({ id }) => id),
      workspaces.map(({ ownerId }) => ownerId),
    ]);
    await query(
      "insert into seeds select ws, owner, i from seeded_workspaces, generate_series($1::integer, $2::integer) as i",
      [first, last],
    );
    for (const part of parts) await query(part);
  });
}
