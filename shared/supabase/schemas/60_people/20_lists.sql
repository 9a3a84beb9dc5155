-- Lists of people.

create function public.list_people(workspace uuid, filter text, after text default null, tag uuid default null)
returns table (
  id uuid, name text, email text, client text, phone text, other_emails text[], tags text[], open_requests integer, items_left integer,
  items_accepted integer, items_submitted integer, items_returned integer, items_missing integer, due_on date, promised_on date,
  is_opened boolean, is_invited boolean, last_seen_at timestamptz, answered_at timestamptz, unreachable_at timestamptz, muted_at timestamptz,
  request_id uuid, "position" text
)
language plpgsql stable security definer rows 50 set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  v_ids uuid[];
  v_positions text[];
begin
  perform private.require_role(list_people.workspace, 'member');
  if list_people.tag is null then
    select coalesce(array_agg(l.id), '{}'), coalesce(array_agg(l.position), '{}') into v_ids, v_positions
    from private.list_people(list_people.workspace, list_people.filter, list_people.after, 50) as l;
  else
    select coalesce(array_agg(l.id), '{}'), coalesce(array_agg(l.position), '{}') into v_ids, v_positions
    from private.list_tagged_people(
      list_people.workspace, list_people.filter, list_people.tag, list_people.after, 50
    ) as l;
  end if;
  return query select * from private.describe_people(v_ids, v_positions);
end
$$;
comment on function public.list_people(uuid, text, text, uuid) is
  'For members: one page of the people a workspace has asked, after the position of the last row of the page before. waiting: with items left, the one due first at the top; everyone: by name; unreached: who can''t be emailed about an open request. Errors: not_found, list.unknown, list.cursor.';
grant execute on function public.list_people(uuid, text, text, uuid) to authenticated;

create function public.people_counts(workspace uuid, tag uuid default null)
returns table (waiting integer, everyone integer, unreached integer)
language plpgsql stable security definer rows 1 set search_path = ''
-- Without statistics the planner would rather read all entries and hash or sort them.
set enable_sort = off set enable_hashagg = off set jit = off as $$
declare
  v_most constant integer := 1000;
begin
  perform private.require_role(people_counts.workspace, 'member');
  if people_counts.tag is not null then
    return query
      select
        count(*) filter (
          where exists (
            select from private.open_recipients as o where o.person_id = t.person_id and o.due_on is not null
          )
        )::integer,
        count(*)::integer,
        count(*) filter (
          where exists (
            select from private.open_recipients as o
            where o.workspace_id = people_counts.workspace and o.person_id = t.person_id and o.unreached_at is not null
          )
        )::integer
      from private.tagged(people_counts.workspace, people_counts.tag, v_most) as t;
    return;
  end if;
  return query
    select
      (
        select count(*)::integer from (
          select distinct o.person_id from private.open_recipients as o
          where o.workspace_id = people_counts.workspace and o.due_on is not null limit v_most
        ) as c
      ),
      (
        select count(*)::integer from (
          select from private.people as p
          where p.workspace_id = people_counts.workspace and p.merged_into is null order by p.sort_name, p.id limit v_most
        ) as c
      ),
      (
        select count(*)::integer from (
          select distinct o.person_id from private.open_recipients as o
          where o.workspace_id = people_counts.workspace and o.unreached_at is not null limit v_most
        ) as c
      );
end
$$;
comment on function public.people_counts(uuid, uuid) is
  'For members: people per list; 1000 stands for 1000 or more. Errors: not_found.';
grant execute on function public.people_counts(uuid, uuid) to authenticated;

create function public.export_people(workspace uuid, after text default null)
returns table (
  name text, email text, client text, phone text, other_emails text[], tags text[], note text, asked_at timestamptz, open_requests integer,
  items_left integer, due_on date, promised_on date, last_seen_at timestamptz, answered_at timestamptz, unreachable_at timestamptz, muted_at timestamptz, "position" text
)
language plpgsql stable security definer rows 500 set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  v_ids uuid[];
  v_positions text[];
begin
  perform private.require_role(export_people.workspace, 'member');
  select coalesce(array_agg(l.id), '{}'), coalesce(array_agg(l.position), '{}') into v_ids, v_positions
  from private.list_people(export_people.workspace, 'everyone', export_people.after, 500) as l;
  return query
    select
      d.name, d.email, d.client, d.phone, d.other_emails, d.tags, p.note, p.asked_at, d.open_requests, d.items_left, d.due_on, d.promised_on,
      d.last_seen_at, d.answered_at, d.unreachable_at, d.muted_at, d.position
    from private.describe_people(v_ids, v_positions) with ordinality as d (
      id, name, email, client, phone, other_emails, tags, open_requests, items_left, items_accepted, items_submitted, items_returned,
      items_missing, due_on, promised_on, is_opened, is_invited, last_seen_at, answered_at, unreachable_at, muted_at, request_id,
      "position", number
    )
    join private.people as p on p.id = d.id
    order by d.number;
end
$$;
comment on function public.export_people(uuid, text) is
  'For members: everyone a workspace has asked, by name, 500 at a time, after the position of the last row before. Errors: not_found, list.cursor.';
grant execute on function public.export_people(uuid, text) to authenticated;

create function private.list_people(workspace uuid, filter text, after text, most integer)
returns table (id uuid, "position" text)
-- Without statistics the planner would rather sort a whole workspace than read an index in its order.
language plpgsql stable set search_path = '' set enable_sort = off set enable_hashagg = off set jit = off as $$
#variable_conflict use_column
declare
  v_following uuid;
  -- After the id and a space.
  v_key constant text := substr(list_people.after, 38);
begin
  v_following := coalesce(left(list_people.after, 36), '00000000-0000-0000-0000-000000000000');
  if list_people.filter = 'waiting' then
    return query
      select o.person_id, o.recipient_id || ' ' || o.due_on
      from private.open_recipients as o
      where o.workspace_id = list_people.workspace and o.due_on is not null
        and (o.due_on, o.recipient_id) > (coalesce(v_key::date, '-infinity'), v_following)
        -- Each person once, at what is due first.
        and not exists (
          select from private.open_recipients as e
          where e.person_id = o.person_id and e.due_on is not null
            and (e.due_on, e.recipient_id) < (o.due_on, o.recipient_id)
          offset 0
        )
      order by o.due_on, o.recipient_id
      limit list_people.most;
  elsif list_people.filter = 'everyone' then
    return query
      select p.id, p.id || ' ' || p.sort_name
      from private.people as p
      where p.workspace_id = list_people.workspace and p.merged_into is null
        and (p.sort_name, p.id) > (coalesce(v_key, '') collate "C", v_following)
      order by p.sort_name, p.id
      limit list_people.most;
  elsif list_people.filter = 'unreached' then
    return query
      select o.person_id, o.recipient_id || ' ' || o.unreached_at
      from private.open_recipients as o
      where o.workspace_id = list_people.workspace and o.unreached_at is not null
        and (o.unreached_at, o.recipient_id) > (coalesce(v_key::timestamptz, '-infinity'), v_following)
        and not exists (
          select from private.open_recipients as e
          where e.workspace_id = o.workspace_id and e.person_id = o.person_id and e.unreached_at is not null
            and (e.unreached_at, e.recipient_id) < (o.unreached_at, o.recipient_id)
          offset 0
        )
      order by o.unreached_at, o.recipient_id
      limit list_people.most;
  else
    perform private.fail('list.unknown');
  end if;
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow then
    perform private.fail('list.cursor');
end
$$;
comment on function private.list_people(uuid, text, text, integer) is
  'The people of a list in its order, and the position of each, after which the next page begins.';

create function private.list_tagged_people(workspace uuid, filter text, tag uuid, after text, most integer)
returns table (id uuid, "position" text)
language plpgsql stable set search_path = '' set jit = off
-- Without statistics the planner would rather read whole tables than follow a few rows.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  -- Enough for any list that a person reads, and few enough to scan each time.
  v_looked_at constant integer := 1000;
  v_following constant text := coalesce(left(list_tagged_people.after, 36), '00000000-0000-0000-0000-000000000000');
  -- After the id and a space.
  v_key constant text := substr(list_tagged_people.after, 38);
begin
  if list_tagged_people.filter = 'waiting' then
    return query
      select t.person_id, o.recipient_id || ' ' || o.due_on
      from private.tagged(list_tagged_people.workspace, list_tagged_people.tag, v_looked_at) as t
      cross join lateral (
        select e.due_on, e.recipient_id from private.open_recipients as e
        where e.person_id = t.person_id and e.due_on is not null
        order by e.due_on, e.recipient_id limit 1
      ) as o
      where (o.due_on, o.recipient_id) > (coalesce(v_key::date, '-infinity'), v_following::uuid)
      order by o.due_on, o.recipient_id
      limit list_tagged_people.most;
  elsif list_tagged_people.filter = 'everyone' then
    return query
      select p.id, p.id || ' ' || p.sort_name
      from private.tagged(list_tagged_people.workspace, list_tagged_people.tag, v_looked_at) as t
      join private.people as p on p.id = t.person_id
      where (p.sort_name, p.id) > (coalesce(v_key, '') collate "C", v_following::uuid)
      order by p.sort_name, p.id
      limit list_tagged_people.most;
  elsif list_tagged_people.filter = 'unreached' then
    return query
      select t.person_id, o.recipient_id || ' ' || o.unreached_at
      from private.tagged(list_tagged_people.workspace, list_tagged_people.tag, v_looked_at) as t
      cross join lateral (
        select e.unreached_at, e.recipient_id from private.open_recipients as e
        where e.workspace_id = list_tagged_people.workspace and e.person_id = t.person_id and e.unreached_at is not null
        order by e.unreached_at, e.recipient_id limit 1
      ) as o
      where (o.unreached_at, o.recipient_id) > (coalesce(v_key::timestamptz, '-infinity'), v_following::uuid)
      order by o.unreached_at, o.recipient_id
      limit list_tagged_people.most;
  else
    perform private.fail('list.unknown');
  end if;
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow then
    perform private.fail('list.cursor');
end
$$;
comment on function private.list_tagged_people(uuid, text, uuid, text, integer) is
  'A page of a list of people who have a tag, in the orders and with the positions of list_people. At most 1,000 people of a tag are looked at.';

create function private.describe_people(people uuid[], positions text[])
returns table (
  id uuid, name text, email text, client text, phone text, other_emails text[], tags text[], open_requests integer, items_left integer,
  items_accepted integer, items_submitted integer, items_returned integer, items_missing integer, due_on date, promised_on date,
  is_opened boolean, is_invited boolean, last_seen_at timestamptz, answered_at timestamptz, unreachable_at timestamptz, muted_at timestamptz,
  request_id uuid, "position" text
)
language sql stable rows 50 set search_path = '' as $$
  select
    p.id, coalesce(nullif(p.name, ''), p.asked_as), p.email, p.client, p.phone, others.emails,
    array(select t.name from private.tags_of(p.id) as t), o.requests::integer, o.left_items::integer,
    o.accepted::integer, o.submitted::integer, o.returned::integer, o.missing::integer,
    nullif(o.due_on, 'infinity'), o.promised_on, coalesce(o.is_opened, true), coalesce(o.is_invited, true),
    greatest(p.last_seen_at, others.last_seen_at), greatest(p.answered_at, others.answered_at), o.unreachable_at, o.muted_at, o.request_id, named.position
  from unnest(describe_people.people, describe_people.positions) with ordinality as named (id, position, number)
  join private.people as p on p.id = named.id
  cross join lateral (
    select
      coalesce(array_agg(m.email order by m.email), '{}') as emails, max(m.last_seen_at) as last_seen_at,
      max(m.answered_at) as answered_at
    from private.people as m where m.merged_into = p.id
  ) as others
  cross join lateral (
    select
      count(*) filter (where c.is_first) as requests,
      coalesce(sum(private.count_missing_for(c.who, r)) filter (where c.is_first and w.due_on is not null), 0) as left_items,
      coalesce(sum(i.accepted), 0) as accepted, coalesce(sum(i.submitted), 0) as submitted,
      coalesce(sum(i.returned), 0) as returned, coalesce(sum(i.missing), 0) as missing,
      min(w.due_on) as due_on,
      min((c.who).promised_on) filter (where w.due_on is not null) as promised_on,
      bool_or((c.who).first_seen_at is not null) as is_opened,
      bool_or((c.who).invited_at is not null) as is_invited,
      min((c.who).unreachable_at) as unreachable_at,
      min((c.who).muted_at) as muted_at,
      (array_agg(r.id order by w.unreached_at, w.due_on, w.recipient_id))[1] as request_id
    from (
      -- Enough for a line of a list. A person with more of them is shown at least these.
      select w.* from private.open_recipients as w where w.person_id = p.id order by w.due_on, w.recipient_id limit 50
    ) as w
    cross join lateral (
      select
        c as who,
        -- With both of their addresses in a request its items are theirs once.
        cardinality(others.emails) = 0 or not exists (
          select from public.recipients as twin
          join private.open_recipients as o on o.recipient_id = twin.id and o.person_id = p.id
          where twin.request_id = c.request_id and (twin.scope, twin.id) < (c.scope, c.id)
        ) as is_first
      from public.recipients as c where c.id = w.recipient_id
    ) as c
    join public.requests as r on r.id = (c.who).request_id
    left join lateral private.items_by_state(c.who, r) as i on c.is_first
  ) as o
  order by named.number
$$;
comment on function private.describe_people(uuid[], text[]) is
  'These people in this order, with what is open with each: the first 50 requests by due date, and the request that a member acts on first.';

create function private.items_by_state(person public.recipients, request public.requests)
returns table (accepted integer, submitted integer, returned integer, missing integer)
language sql stable rows 1 set search_path = '' as $$
  select
    request.items_accepted + request.items_waived, request.items_submitted, request.items_returned, request.items_missing
  where person.scope = 'all'
  union all
  select
    count(*) filter (where i.status in ('accepted', 'waived'))::integer,
    count(*) filter (where i.status in ('partial', 'submitted'))::integer,
    count(*) filter (where i.status = 'returned')::integer,
    count(*) filter (where i.status = 'missing')::integer
  from public.recipient_items as h join public.items as i on i.id = h.item_id
  where h.recipient_id = person.id and i.removed_at is null
  having person.scope = 'items'
$$;
comment on function private.items_by_state(public.recipients, public.requests) is
  'The items of a request that this recipient answers: all, or those handed to them.';
