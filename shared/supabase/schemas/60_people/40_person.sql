-- One person: what was asked, and who else was.

create function public.person_details(person uuid)
returns table (
  id uuid, workspace_id uuid, name text, given_name text, email text, phone text, client text, client_people jsonb,
  note text, revision integer, addresses jsonb,
  tags jsonb, open_requests integer, done_requests integer, items_left integer, asked_at timestamptz,
  last_seen_at timestamptz, zone text, is_proven boolean, answer_seconds bigint, answered_at timestamptz, files integer, bytes bigint, emailed_at timestamptz,
  next_email_at timestamptz, unreachable_at timestamptz, muted_at timestamptz
)
language plpgsql stable security definer rows 1 set search_path = '' set jit = off
-- Without statistics the planner would rather read whole tables than follow a person's few rows.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  v_main constant private.people := private.require_person(person_details.person);
begin
  return query
    with asked as materialized (
      select c as recipient, r as request
      from private.recipients_of(v_main.id, 100) as c join public.requests as r on r.id = c.request_id
      where r.sent_at is not null and not r.is_test
    ),
    opened as (
      select a.* from asked as a where (a.request).status = 'open'
    )
    select
      v_main.id, v_main.workspace_id, coalesce(nullif(v_main.name, ''), v_main.asked_as), v_main.name, v_main.email,
      v_main.phone, v_main.client, private.others_of_client(v_main), v_main.note, v_main.revision,
      (
        select jsonb_agg(
          jsonb_build_object('id', m.id, 'email', m.email, 'name', coalesce(nullif(m.name, ''), m.asked_as), 'note', m.note, 'phone', m.phone)
          order by m.id <> v_main.id, m.email
        )
        from private.addresses_of(v_main.id) as m
      ),
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name)), '[]') from private.tags_of(v_main.id) as t
      ),
      (select count(distinct (o.request).id)::integer from opened as o),
      (select count(distinct (a.request).id)::integer from asked as a where (a.request).status = 'done'),
      (
        select coalesce(sum(private.count_missing_for(o.recipient, o.request)), 0)::integer
        from (
          -- With both of their addresses in a request its items are theirs once.
          select distinct on ((o.request).id) o.* from opened as o
          where (o.request).paused_at is null order by (o.request).id, (o.recipient).scope
        ) as o
      ),
      (select min(m.asked_at) from private.addresses_of(v_main.id) as m),
      (select max(m.last_seen_at) from private.addresses_of(v_main.id) as m),
      (
        select (a.recipient).zone from asked as a where (a.recipient).zone is not null
        order by (a.recipient).last_seen_at desc nulls last limit 1
      ),
      (select coalesce(bool_or((a.recipient).user_id is not null), false) from asked as a),
      private.usual_answer_seconds(array(select (a.recipient).id from asked as a)),
      (select max(m.answered_at) from private.addresses_of(v_main.id) as m),
      kept.files, kept.bytes,
      (select max((a.recipient).emailed_at) from asked as a),
      (select min((o.recipient).next_reminder_at) from opened as o),
      (select min((o.recipient).unreachable_at) from opened as o),
      (select min((o.recipient).muted_at) from opened as o)
    from private.stored_by(array(select (a.recipient).id from asked as a)) as kept;
end
$$;
comment on function public.person_details(uuid) is
  'For members: a person, from their latest 100 requests and at most 1,000 files. The id of an address that was merged leads to the person it belongs to. Errors: not_found.';
grant execute on function public.person_details(uuid) to authenticated;

create function public.person_requests(person uuid)
returns table (
  id uuid, title text, status text, is_paused boolean, sent_at timestamptz, closed_at timestamptz, due_on date,
  promised_on date, email text, is_handed boolean, items_left integer, items_accepted integer, items_submitted integer,
  items_returned integer, items_missing integer, is_unreachable boolean, is_muted boolean
)
language plpgsql stable security definer rows 100 set search_path = '' set jit = off
-- Without statistics the planner would rather read whole tables than follow a person's few rows.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  v_main constant private.people := private.require_person(person_requests.person);
begin
  return query
    select
      r.id, r.title, r.status, r.paused_at is not null, r.sent_at, r.closed_at, r.due_on, c.promised_on, c.email,
      c.scope = 'items', case when r.status = 'open' and r.paused_at is null then private.count_missing_for(c, r)::integer else 0 end,
      i.accepted, i.submitted, i.returned, i.missing, c.unreachable_at is not null, c.muted_at is not null
    from (
      -- A request to both of their addresses is listed once.
      select distinct on (c.request_id) c.id from private.recipients_of(v_main.id, 100) as c
      order by c.request_id, c.scope, c.created_at desc
    ) as l
    join public.recipients as c on c.id = l.id
    join public.requests as r on r.id = c.request_id
    cross join lateral private.items_by_state(c, r) as i
    where r.sent_at is not null and not r.is_test
    order by c.created_at desc, c.id;
end
$$;
comment on function public.person_requests(uuid) is
  'For members: the latest 100 requests in which a person is asked, and how far each of them is. Errors: not_found.';
grant execute on function public.person_requests(uuid) to authenticated;

create function public.person_companions(person uuid)
returns table (id uuid, name text, email text, items integer, is_handed_by_them boolean)
language plpgsql stable security definer rows 20 set search_path = '' set jit = off
-- Without statistics the planner would rather read whole tables than follow a person's few rows.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  v_main constant private.people := private.require_person(person_companions.person);
begin
  return query
    select
      other.id, coalesce(nullif(other.name, ''), other.asked_as), other.email, sum(handed.items)::integer,
      coalesce(bool_or(handed.is_by_them), false)
    from (
      select c.request_id, array_agg(c.user_id) as users
      from (
        select o.recipient_id from private.open_recipients as o
        where o.person_id = v_main.id order by o.due_on, o.recipient_id limit 20
      ) as o
      join public.recipients as c on c.id = o.recipient_id
      group by c.request_id
    ) as mine
    join public.recipients as c on c.request_id = mine.request_id and c.removed_at is null
    join private.open_recipients as w on w.recipient_id = c.id and w.person_id <> v_main.id
    join private.people as other on other.id = w.person_id
    cross join lateral (
      select count(*) as items, bool_or(h.handed_by = any(mine.users)) as is_by_them
      from public.recipient_items as h where h.recipient_id = c.id
    ) as handed
    group by other.id
    order by 4 desc, other.sort_name, other.id
    limit 20;
end
$$;
comment on function public.person_companions(uuid) is
  'For members: who else is asked in the open requests of a person, and for how many items that were handed off. Errors: not_found.';
grant execute on function public.person_companions(uuid) to authenticated;

create function private.usual_answer_seconds(recipients uuid[]) returns bigint
language sql stable set search_path = '' as $$
  select percentile_cont(0.5) within group (order by extract(epoch from answer.at - asked.since))::bigint
  from (
    select c.id, c.request_id, greatest(r.sent_at, c.created_at) as since
    from unnest(recipients) as a (id)
    join public.recipients as c on c.id = a.id
    join public.requests as r on r.id = c.request_id
    where c.user_id is not null
    order by r.sent_at desc
    limit 20
  ) as asked
  cross join lateral (
    select e.at from public.events as e
    where e.request_id = asked.request_id and e.recipient_id = asked.id and e.kind in ('file_added', 'answered')
    order by e.seq
    limit 1
  ) as answer
  -- One answer is no habit.
  having count(*) >= 2
$$;
comment on function private.usual_answer_seconds(uuid[]) is
  'How long these recipients usually take from the day they were asked to their first answer, in the latest requests that they answered; null if they answered fewer than two.';

create function private.stored_by(recipients uuid[]) returns table (files integer, bytes bigint)
language sql stable rows 1 set search_path = '' as $$
  select count(*)::integer, coalesce(sum(k.size), 0)::bigint
  from (
    select f.size
    from unnest(recipients) as a (id)
    join public.recipients as c on c.id = a.id
    cross join lateral (
      select f.size from public.files as f
      where f.request_id = c.request_id and f.uploaded_by = c.user_id and f.status = 'stored'
      limit 1000
    ) as f
    limit 1000
  ) as k
$$;
comment on function private.stored_by(uuid[]) is 'Files that these recipients have sent, counted up to 1,000, and their bytes.';

create function private.require_person(person uuid) returns private.people
language plpgsql stable set search_path = '' as $$
declare
  v_me constant uuid := private.require_session();
  v_workspaces constant uuid[] := private.my_workspaces();
  v_found private.people;
begin
  select main.* into v_found
  from private.people as named
  join private.people as main on main.id = coalesce(named.merged_into, named.id)
  where named.id = require_person.person and named.workspace_id = any(v_workspaces) and v_me is not null;
  if v_found.id is null then
    perform private.fail('not_found');
  end if;
  return v_found;
end
$$;
comment on function private.require_person(uuid) is
  'The person with this id in one of the caller''s workspaces, or the one they were merged into. Errors: session.required, not_found.';

create function private.recipients_of(person uuid, newest integer) returns setof public.recipients
language sql stable rows 10 set search_path = '' as $$
  select c.*
  from private.addresses_of(recipients_of.person) as a
  cross join lateral (
    select c.* from public.recipients as c
    where c.workspace_id = a.workspace_id and private.address_hash(c.email) = private.address_hash(a.email)
    order by (c.created_at at time zone 'UTC') desc, c.id limit recipients_of.newest
  ) as c
  where c.removed_at is null
  order by c.created_at desc, c.id
  limit recipients_of.newest
$$;
comment on function private.recipients_of(uuid, integer) is
  'Where a person is asked, drafts included, the latest of each address first.';

create function private.addresses_of(person uuid) returns setof private.people
language sql stable rows 1 set search_path = '' as $$
  select p.* from private.people as p where p.id = addresses_of.person
  union all
  select p.* from private.people as p where p.merged_into = addresses_of.person
$$;
comment on function private.addresses_of(uuid) is 'The rows of all addresses of a person.';
