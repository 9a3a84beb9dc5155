-- When people answered last, and lists of those who have a tag (decision 0061).

alter table private.people add column answered_at timestamptz;
comment on column private.people.answered_at is 'The last file, answer or "not applicable" that came from this address.';

update private.people as p set answered_at = given.at
from (
  select c.workspace_id, c.email, max(e.at) as at
  from public.events as e join public.recipients as c on c.id = e.recipient_id
  where e.kind in ('file_added', 'answered')
  group by c.workspace_id, c.email
) as given
where p.workspace_id = given.workspace_id and p.email = given.email;

create function private.person_answered() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.people as p set answered_at = new.at
  from public.recipients as c
  where c.id = new.recipient_id and p.workspace_id = c.workspace_id and p.email = c.email
    -- Two requests of one person may commit in another order than they began in.
    and coalesce(p.answered_at < new.at, true);
  return null;
end
$$;
comment on function private.person_answered() is 'Keeps people.answered_at: the last file or answer from an address.';
create trigger person_answered after insert on public.events
for each row when (new.recipient_id is not null and new.kind in ('file_added', 'answered'))
execute function private.person_answered();

drop function public.list_people(uuid, text, text);
drop function public.search_people(uuid, text);
drop function public.export_people(uuid, text);
drop function public.person_details(uuid);
drop function public.people_counts(uuid);
drop function private.describe_people(uuid[], text[]);
create function private.describe_people(people uuid[], positions text[])
returns table (
  id uuid, name text, email text, other_emails text[], tags text[], open_requests integer, items_left integer,
  items_accepted integer, items_submitted integer, items_returned integer, items_missing integer, due_on date, promised_on date,
  is_opened boolean, is_invited boolean, last_seen_at timestamptz, answered_at timestamptz, unreachable_at timestamptz, muted_at timestamptz,
  request_id uuid, "position" text
)
language sql stable rows 50 set search_path = '' as $$
  select
    p.id, coalesce(nullif(p.name, ''), p.asked_as), p.email, others.emails,
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
      coalesce(sum(private.left_for(c.who, r)) filter (where c.is_first and w.due_on is not null), 0) as left_items,
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
      -- Enough for a line of a list. Somebody with more of them is shown at least these.
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

create function private.tagged(workspace uuid, tag uuid, most integer) returns table (person_id uuid)
language sql stable rows 1000 set search_path = '' as $$
  select g.person_id from private.person_tags as g
  where g.tag_id = tagged.tag and g.workspace_id = tagged.workspace order by g.person_id limit tagged.most
$$;
comment on function private.tagged(uuid, uuid, integer) is 'The first people who have a tag of a workspace.';
create function private.list_tagged_people(workspace uuid, filter text, tag uuid, after text, most integer)
returns table (id uuid, "position" text)
language plpgsql stable set search_path = '' set jit = off
-- Without statistics the planner would rather read whole tables than follow a few rows.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  -- Enough for any list that somebody reads, and few enough to look at each time.
  looked_at constant integer := 1000;
  following constant text := coalesce(left(list_tagged_people.after, 36), '00000000-0000-0000-0000-000000000000');
  -- After the id and a space.
  key constant text := substr(list_tagged_people.after, 38);
begin
  if list_tagged_people.filter = 'waiting' then
    return query
      select t.person_id, o.recipient_id || ' ' || o.due_on
      from private.tagged(list_tagged_people.workspace, list_tagged_people.tag, looked_at) as t
      cross join lateral (
        select e.due_on, e.recipient_id from private.open_recipients as e
        where e.person_id = t.person_id and e.due_on is not null
        order by e.due_on, e.recipient_id limit 1
      ) as o
      where (o.due_on, o.recipient_id) > (coalesce(key::date, '-infinity'), following::uuid)
      order by o.due_on, o.recipient_id
      limit list_tagged_people.most;
  elsif list_tagged_people.filter = 'everyone' then
    return query
      select p.id, p.id || ' ' || p.sort_name
      from private.tagged(list_tagged_people.workspace, list_tagged_people.tag, looked_at) as t
      join private.people as p on p.id = t.person_id
      where (p.sort_name, p.id) > (coalesce(key, '') collate "C", following::uuid)
      order by p.sort_name, p.id
      limit list_tagged_people.most;
  elsif list_tagged_people.filter = 'unreached' then
    return query
      select t.person_id, o.recipient_id || ' ' || o.unreached_at
      from private.tagged(list_tagged_people.workspace, list_tagged_people.tag, looked_at) as t
      cross join lateral (
        select e.unreached_at, e.recipient_id from private.open_recipients as e
        where e.workspace_id = list_tagged_people.workspace and e.person_id = t.person_id and e.unreached_at is not null
        order by e.unreached_at, e.recipient_id limit 1
      ) as o
      where (o.unreached_at, o.recipient_id) > (coalesce(key::timestamptz, '-infinity'), following::uuid)
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
create function public.list_people(workspace uuid, filter text, after text default null, tag uuid default null)
returns table (
  id uuid, name text, email text, other_emails text[], tags text[], open_requests integer, items_left integer,
  items_accepted integer, items_submitted integer, items_returned integer, items_missing integer, due_on date, promised_on date,
  is_opened boolean, is_invited boolean, last_seen_at timestamptz, answered_at timestamptz, unreachable_at timestamptz, muted_at timestamptz,
  request_id uuid, "position" text
)
language plpgsql stable security definer rows 50 set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  ids uuid[];
  positions text[];
begin
  perform private.require_role(list_people.workspace, 'member');
  if list_people.tag is null then
    select coalesce(array_agg(l.id), '{}'), coalesce(array_agg(l.position), '{}') into ids, positions
    from private.list_people(list_people.workspace, list_people.filter, list_people.after, 50) as l;
  else
    select coalesce(array_agg(l.id), '{}'), coalesce(array_agg(l.position), '{}') into ids, positions
    from private.list_tagged_people(
      list_people.workspace, list_people.filter, list_people.tag, list_people.after, 50
    ) as l;
  end if;
  return query select * from private.describe_people(ids, positions);
end
$$;
comment on function public.list_people(uuid, text, text, uuid) is
  'For members: one page of the people a workspace has asked, after the position of the last row of the page before. waiting: with items left, the one due first at the top; everyone: by name; unreached: who can''t be emailed about an open request. Errors: not_found, list.unknown, list.cursor.';
grant execute on function public.list_people(uuid, text, text, uuid) to authenticated;
create function public.search_people(workspace uuid, search text)
returns table (
  id uuid, name text, email text, other_emails text[], tags text[], open_requests integer, items_left integer,
  items_accepted integer, items_submitted integer, items_returned integer, items_missing integer, due_on date, promised_on date,
  is_opened boolean, is_invited boolean, last_seen_at timestamptz, answered_at timestamptz, unreachable_at timestamptz, muted_at timestamptz,
  request_id uuid, "position" text
)
language plpgsql stable security definer rows 50 set search_path = '' set enable_sort = off set jit = off as $$
#variable_conflict use_column
declare
  max_matches constant integer := 100;
  -- As search_requests does: the first rows are compared, which finds common words, and then the index is read, which finds
  -- rare ones. Among many people it isn't read for a word that three of the rows compared have, or two of a sample.
  compared constant integer := 500;
  per_index constant integer := 500;
  many constant integer := 20000;
  sampled constant integer := 200;
  words constant text[] :=
    tsvector_to_array(to_tsvector('pg_catalog.simple', private.folded(left(search_people.search, 201))));
  first_rows integer;
  found uuid[];
  indexed uuid[];
  is_common boolean := false;
  ids uuid[];
begin
  perform private.require_role(search_people.workspace, 'member');
  if char_length(search_people.search) > 200 then
    perform private.fail('search.too_long');
  elsif coalesce(cardinality(words), 0) = 0 then
    return;
  end if;
  select count(*), coalesce(array_agg(f.id) filter (where f.document @@ private.prefix_query(words)), '{}')
  into first_rows, found
  from (
    select p.id, p.document from private.people as p
    where p.workspace_id = search_people.workspace and p.merged_into is null order by p.sort_name, p.id limit compared
  ) as f;
  if first_rows = compared then
    is_common := exists (
      select from private.people as p where p.workspace_id = search_people.workspace order by p.id offset many
    );
    if is_common and cardinality(found) < 3 then
      is_common := (
        select count(*) filter (where s.document @@ private.prefix_query(words)) >= 2
        from (
          select p.document from private.people as p
          where p.workspace_id = search_people.workspace order by p.id limit sampled
        ) as s
      );
    end if;
  end if;
  if not is_common then
    execute 'select array_agg(m.id) from (
      select coalesce(p.merged_into, p.id) as id from private.people as p
      where private.search_index(p.workspace_id, p.document) @@ $1 limit $2
    ) as m' into indexed
    using private.prefix_query(private.words_in_workspace(workspace, words)), per_index;
  end if;
  ids := array(
    select p.id from private.people as p
    where p.id in (select unnest(found) union select unnest(indexed)) and p.workspace_id = search_people.workspace
    order by p.sort_name, p.id
    limit max_matches + 1
  );
  if is_common or cardinality(indexed) = per_index or cardinality(ids) > max_matches then
    -- Partial Content: others may match. PostgREST sends this status.
    perform set_config('response.status', '206', true);
  end if;
  return query select * from private.describe_people(ids[1:max_matches], null);
end
$$;
comment on function public.search_people(uuid, text) is
  'For members: people whose name or address has words that begin with all words of the search, the first 100 by name. Its status is 206 if others may match. Without a word, as in "?!", it finds nothing. Errors: not_found, search.too_long.';
grant execute on function public.search_people(uuid, text) to authenticated;
create function public.export_people(workspace uuid, after text default null)
returns table (
  name text, email text, other_emails text[], tags text[], note text, asked_at timestamptz, open_requests integer,
  items_left integer, due_on date, promised_on date, last_seen_at timestamptz, answered_at timestamptz, unreachable_at timestamptz, muted_at timestamptz, "position" text
)
language plpgsql stable security definer rows 500 set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  ids uuid[];
  positions text[];
begin
  perform private.require_role(export_people.workspace, 'member');
  select coalesce(array_agg(l.id), '{}'), coalesce(array_agg(l.position), '{}') into ids, positions
  from private.list_people(export_people.workspace, 'everyone', export_people.after, 500) as l;
  return query
    select
      d.name, d.email, d.other_emails, d.tags, p.note, p.asked_at, d.open_requests, d.items_left, d.due_on, d.promised_on,
      d.last_seen_at, d.answered_at, d.unreachable_at, d.muted_at, d.position
    from private.describe_people(ids, positions) with ordinality as d (
      id, name, email, other_emails, tags, open_requests, items_left, items_accepted, items_submitted, items_returned,
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
create function public.person_details(person uuid)
returns table (
  id uuid, workspace_id uuid, name text, given_name text, email text, note text, revision integer, addresses jsonb,
  tags jsonb, open_requests integer, done_requests integer, items_left integer, asked_at timestamptz,
  last_seen_at timestamptz, zone text, is_proven boolean, answer_seconds bigint, answered_at timestamptz, files integer, bytes bigint, emailed_at timestamptz,
  next_email_at timestamptz, unreachable_at timestamptz, muted_at timestamptz
)
language plpgsql stable security definer rows 1 set search_path = '' set jit = off
-- Without statistics the planner would rather read whole tables than follow a person's few rows.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  main constant private.people := private.require_person(person_details.person);
begin
  return query
    with asked as materialized (
      select c as recipient, r as request
      from private.recipients_of(main.id, 100) as c join public.requests as r on r.id = c.request_id
      where r.sent_at is not null
    ),
    opened as (
      select a.* from asked as a where (a.request).status = 'open'
    ),
    answers as (
      -- From the day they were asked to their first answer, in the latest requests that they answered.
      select extract(epoch from first.at - greatest((a.request).sent_at, (a.recipient).created_at)) as seconds
      from (
        select a.* from asked as a where (a.recipient).user_id is not null
        order by (a.request).sent_at desc limit 20
      ) as a
      cross join lateral (
        select e.at from public.events as e
        where e.request_id = (a.request).id and e.recipient_id = (a.recipient).id
          and e.kind in ('file_added', 'answered')
        order by e.seq limit 1
      ) as first
    ),
    kept as (
      select f.size
      from asked as a
      cross join lateral (
        select f.size from public.files as f
        where f.request_id = (a.request).id and f.uploaded_by = (a.recipient).user_id and f.status = 'stored'
        limit 1000
      ) as f
      limit 1000
    )
    select
      main.id, main.workspace_id, coalesce(nullif(main.name, ''), main.asked_as), main.name, main.email, main.note,
      main.revision,
      (
        select jsonb_agg(
          jsonb_build_object('id', m.id, 'email', m.email, 'name', coalesce(nullif(m.name, ''), m.asked_as), 'note', m.note)
          order by m.id <> main.id, m.email
        )
        from private.addresses_of(main.id) as m
      ),
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name)), '[]') from private.tags_of(main.id) as t
      ),
      (select count(distinct (o.request).id)::integer from opened as o),
      (select count(distinct (a.request).id)::integer from asked as a where (a.request).status = 'done'),
      (
        select coalesce(sum(private.left_for(o.recipient, o.request)), 0)::integer
        from (
          -- With both of their addresses in a request its items are theirs once.
          select distinct on ((o.request).id) o.* from opened as o
          where (o.request).paused_at is null order by (o.request).id, (o.recipient).scope
        ) as o
      ),
      (select min(m.asked_at) from private.addresses_of(main.id) as m),
      (select max(m.last_seen_at) from private.addresses_of(main.id) as m),
      (
        select (a.recipient).zone from asked as a where (a.recipient).zone is not null
        order by (a.recipient).last_seen_at desc nulls last limit 1
      ),
      (select coalesce(bool_or((a.recipient).user_id is not null), false) from asked as a),
      -- One answer is no habit.
      (
        select percentile_cont(0.5) within group (order by s.seconds)::bigint from answers as s
        having count(*) >= 2
      ),
      (select max(m.answered_at) from private.addresses_of(main.id) as m),
      (select count(*)::integer from kept),
      (select coalesce(sum(k.size), 0)::bigint from kept as k),
      (select max((a.recipient).emailed_at) from asked as a),
      (select min((o.recipient).next_reminder_at) from opened as o),
      (select min((o.recipient).unreachable_at) from opened as o),
      (select min((o.recipient).muted_at) from opened as o);
end
$$;
comment on function public.person_details(uuid) is
  'For members: a person, from their latest 100 requests and at most 1,000 files. The id of an address that was merged leads to the person it belongs to. Errors: not_found.';
grant execute on function public.person_details(uuid) to authenticated;
create function public.people_counts(workspace uuid, tag uuid default null) returns table (waiting integer, everyone integer, unreached integer)
language plpgsql stable security definer rows 1 set search_path = '' set enable_sort = off set jit = off as $$
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
      from private.tagged(people_counts.workspace, people_counts.tag, 1000) as t;
    return;
  end if;
  return query
    with recursive waiting (person_id, number) as (
      (
        select o.person_id, 1 from private.open_recipients as o
        where o.workspace_id = people_counts.workspace and o.due_on is not null order by o.person_id limit 1
      )
      union all
      select following.person_id, w.number + 1
      from waiting as w
      cross join lateral (
        select o.person_id from private.open_recipients as o
        where o.workspace_id = people_counts.workspace and o.due_on is not null and o.person_id > w.person_id
        order by o.person_id limit 1
      ) as following
      where w.number < 1000
    ),
    unreached (person_id, number) as (
      (
        select o.person_id, 1 from private.open_recipients as o
        where o.workspace_id = people_counts.workspace and o.unreached_at is not null order by o.person_id limit 1
      )
      union all
      select following.person_id, u.number + 1
      from unreached as u
      cross join lateral (
        select o.person_id from private.open_recipients as o
        where o.workspace_id = people_counts.workspace and o.unreached_at is not null and o.person_id > u.person_id
        order by o.person_id limit 1
      ) as following
      where u.number < 1000
    )
    select
      (select count(*)::integer from waiting),
      (
        select count(*)::integer from (
          select from private.people as p
          where p.workspace_id = people_counts.workspace and p.merged_into is null limit 1000
        ) as c
      ),
      (select count(*)::integer from unreached);
end
$$;
comment on function public.people_counts(uuid, uuid) is
  'For members: people per list; 1000 stands for 1000 or more. Errors: not_found.';
grant execute on function public.people_counts(uuid, uuid) to authenticated;
