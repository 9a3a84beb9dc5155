import type { Database } from "../src/database/database.ts";

export interface WorkspaceSeed {
  workspaceId: string;
  ownerId: string;
  /** Number of requests, each with two items, of which one was handed over, a file, a recipient, a question, a note and
   * three events. */
  requests: number;
}

/** Inserted in portions, so that the server needs little memory. */
const perStatement = 100_000;

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
          i, $1::text as ws, $2::text as owner, spread, age, spread % 5 > 0 as is_dated,
          case when i % 20 = 0 then 'draft' when i % 20 <= 7 then 'done' when i % 20 = 8 then 'cancelled' else 'open' end as status
        from generate_series($3::integer, $4::integer) as i
        cross join lateral (
          select hashint4(i) & 2147483647 as spread, (hashint4(-i) & 2147483647) % 1000000 as age
        ) as random
      ) as numbers
    ) as states
  ) as seeds`;

/** Half of the requests and recipients have one tag, half another, and one in a thousand a third. */
const tags = `
  insert into public.tags (id, workspace_id, name)
  select md5($1 || ':' || name)::uuid, $1::uuid, name from unnest(array['Private', 'Company', 'Rare']) as name`;

const parts = [
  requests,
  `insert into public.request_tags (request_id, tag_id, workspace_id)
   select md5($1 || ':' || i)::uuid, md5($1 || ':' || name)::uuid, $1::uuid
   from generate_series($3::integer, $4::integer) as i, unnest(array['Private', 'Company', 'Rare']) as name
   where $2 <> '' and case name when 'Rare' then i % 1000 = 9 when 'Private' then i % 2 = 0 else i % 2 = 1 end`,
  // One in seven repeats.
  `insert into private.repeats (request_id, workspace_id, every, first_on, next_on, sender, not_before)
   select md5($1 || ':' || i)::uuid, $1::uuid, 'year', current_date + 100, current_date + 100, nullif($2, '')::uuid, now() + interval '100 days'
   from generate_series($3::integer, $4::integer) as i where $2 <> '' and i % 7 = 3`,
  // As private.enter_in_lists writes them for one request.
  `insert into private.list_entries (request_id, key, workspace_id, stage, due_on, last_activity_at)
   select
     r.id, private.list_key(a.assignee, t.tag_id, s.repeats), r.workspace_id, private.list_stage(r), coalesce(r.due_on, 'infinity'),
     r.last_activity_at
   from (
     select md5($1 || ':' || i)::uuid as id from generate_series($3::integer, $4::integer) as i where $2 <> ''
   ) as n
   join public.requests as r on r.id = n.id
   cross join lateral (
     values (null::uuid), (coalesce(r.assignee, '00000000-0000-0000-0000-000000000000'))
   ) as a (assignee)
   cross join lateral (
     select null::uuid as tag_id union all select g.tag_id from public.request_tags as g where g.request_id = r.id
   ) as t
   cross join lateral (
     select false as repeats union all select true from private.repeats as s where s.request_id = r.id
   ) as s
   where num_nonnulls(a.assignee, t.tag_id) > 0 or s.repeats`,
  // One in fifty gets no email.
  `insert into public.recipients (request_id, workspace_id, email, name, created_at, unreachable_at)
   select md5($1 || ':' || i)::uuid, $1::uuid, 'recipient' || i || '@seed.example', 'Recipient ' || $2, now(),
     case when i % 50 = 9 then now() - i * interval '1 minute' end
   from generate_series($3::integer, $4::integer) as i`,
  `insert into private.people (id, workspace_id, email, asked_as, asked_at)
   select md5($1 || ':' || i || ':' || kind)::uuid, $1::uuid, kind || i || '@seed.example',
     initcap(kind) || ' ' || $2, now()
   from generate_series($3::integer, $4::integer) as i, unnest(array['recipient', 'helper']) as kind`,
  `insert into private.person_tags (person_id, tag_id, workspace_id)
   select md5($1 || ':' || i || ':recipient')::uuid, md5($1 || ':' || name)::uuid, $1::uuid
   from generate_series($3::integer, $4::integer) as i, unnest(array['Private', 'Company', 'Rare']) as name
   where $2 <> '' and case name when 'Rare' then i % 1000 = 9 when 'Private' then i % 2 = 0 else i % 2 = 1 end`,
  `insert into public.items (id, request_id, workspace_id, position, title, kind)
   select md5($1 || ':' || i || ':' || position)::uuid, md5($1 || ':' || i)::uuid, $1::uuid, position,
     'Statement ' || position, 'file'
   from generate_series($3::integer, $4::integer) as i, generate_series(1, 2) as position where $2 <> ''`,
  `insert into public.recipients (id, request_id, workspace_id, email, name, scope, created_at)
   select md5($1 || ':' || i || ':h')::uuid, md5($1 || ':' || i)::uuid, $1::uuid, 'helper' || i || '@seed.example',
     'Helper ' || $2, 'items', now()
   from generate_series($3::integer, $4::integer) as i`,
  `insert into public.recipient_items (item_id, recipient_id, request_id, workspace_id, handed_by, handed_by_name)
   select md5($1 || ':' || i || ':2')::uuid, md5($1 || ':' || i || ':h')::uuid, md5($1 || ':' || i)::uuid, $1::uuid,
     $2::uuid, 'Owner'
   from generate_series($3::integer, $4::integer) as i`,
  `insert into private.open_recipients (recipient_id, workspace_id, person_id, due_on, unreached_at)
   select
     c.id, $1::uuid,
     md5($1 || ':' || n.i || ':' || n.kind)::uuid,
     case when r.required_missing > 0 or n.kind = 'helper' then coalesce(r.due_on, 'infinity') end,
     c.unreachable_at
   from (
     select i, 'recipient' as kind from generate_series($3::integer, $4::integer) as i
     union all select i, 'helper' from generate_series($3::integer, $4::integer) as i
   ) as n
   join public.requests as r on r.id = md5($1 || ':' || n.i)::uuid
   join public.recipients as c on c.request_id = r.id and c.email = n.kind || n.i || '@seed.example'
   where r.status = 'open' and $2 <> ''`,
  `insert into public.files (
     item_id, request_id, workspace_id, name, size, mime, sha256, object_version, status, uploaded_by, stored_at
   )
   select md5($1 || ':' || i || ':1')::uuid, md5($1 || ':' || i)::uuid, $1::uuid, 'statement.pdf', 1000,
     'application/pdf', repeat('0', 64), 'v1', 'stored', $2::uuid, now()
   from generate_series($3::integer, $4::integer) as i`,
  `insert into public.item_examples (
     item_id, request_id, workspace_id, name, size, mime, object_key, object_version, status, uploaded_by, stored_at
   )
   select md5($1 || ':' || i || ':1')::uuid, md5($1 || ':' || i)::uuid, $1::uuid, 'example.pdf', 1000,
     'application/pdf', $1 || '/' || i, 'v1', 'stored', $2::uuid, now()
   from generate_series($3::integer, $4::integer) as i`,
  `insert into public.questions (id, request_id, workspace_id, item_id, last_message_at, last_author)
   select md5($1 || ':' || i || ':q')::uuid, md5($1 || ':' || i)::uuid, $1::uuid, md5($1 || ':' || i || ':1')::uuid, now(),
     md5($2 || i)::uuid
   from generate_series($3::integer, $4::integer) as i`,
  `insert into public.messages (question_id, request_id, workspace_id, author, author_name, is_member, body, at)
   select md5($1 || ':' || i || ':q')::uuid, md5($1 || ':' || i)::uuid, $1::uuid, md5($2 || i)::uuid, 'Recipient', false,
     'Both sides?', now()
   from generate_series($3::integer, $4::integer) as i`,
  `insert into public.notes (request_id, workspace_id, item_id, author, author_name, body)
   select md5($1 || ':' || i)::uuid, $1::uuid, md5($1 || ':' || i || ':1')::uuid, $2::uuid, 'Owner', 'Call them.'
   from generate_series($3::integer, $4::integer) as i`,
  `insert into public.events (request_id, seq, workspace_id, actor_name, kind, at)
   select md5($1 || ':' || i)::uuid, seq, $1::uuid, 'Owner',
     (array['created', 'sent', 'opened'])[seq], now()
   from generate_series($3::integer, $4::integer) as i, generate_series(1, 3) as seq where $2 <> ''`,
  `insert into public.request_search (request_id, workspace_id, document)
   select md5(ws || ':' || i)::uuid, ws::uuid, to_tsvector('pg_catalog.simple', private.folded(
     ${titles} || ' recipient' || i || ' seed example statement 1 2'
   ))
   from (select i, $1::text as ws from generate_series($3::integer, $4::integer) as i where $2 <> '') as seeds`,
];

/** Fifty, whatever the number of requests. */
const templates = `
  with numbers as (select n from generate_series(1, 50) as n),
  made as (
    insert into public.requests (id, workspace_id, title, created_by, items_total, is_template)
    select md5($1 || ':t' || n)::uuid, $1::uuid, 'Template ' || n, $2::uuid, 8, true from numbers returning id
  ),
  facts as (insert into private.templates (request_id) select id from made)
  insert into public.items (request_id, workspace_id, position, section, title, kind)
  select made.id, $1::uuid, position, 'Section ' || position % 3, 'Statement ' || position, 'file'
  from made, generate_series(1, 8) as position`;

/** Fills a workspace by SQL. No triggers run, so counts and search text are written here as they would be. */
export async function seedWorkspace(database: Database, { workspaceId, ownerId, requests }: WorkspaceSeed) {
  await database.as("supabase_admin", { session_replication_role: "replica" }, async (query) => {
    await query("insert into public.workspaces (id, name) values ($1, 'Scale')", [workspaceId]);
    await query("insert into public.members (workspace_id, user_id, role) values ($1, $2, 'owner')", [
      workspaceId,
      ownerId,
    ]);
    await query(templates, [workspaceId, ownerId]);
    await query(tags, [workspaceId]);
    for (let first = 1; first <= requests; first += perStatement) {
      const last = Math.min(first + perStatement - 1, requests);
      for (const part of parts) await query(part, [workspaceId, ownerId, first, last]);
    }
  });
}
