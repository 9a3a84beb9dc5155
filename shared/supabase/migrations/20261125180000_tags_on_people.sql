-- Tags of people, by the same words as those of requests (decision 0056).

create table private.person_tags (
  person_id uuid not null,
  tag_id uuid not null,
  workspace_id uuid not null,
  primary key (person_id, tag_id),
  foreign key (person_id, workspace_id) references private.people (id, workspace_id) on delete cascade,
  foreign key (tag_id, workspace_id) references public.tags (id, workspace_id) on delete cascade
);
comment on table private.person_tags is
  'Which tags a person has; never one who is merged into another. They change under the lock of lock_people.';
create index person_tags_tag_id_idx on private.person_tags (tag_id, person_id);

create function private.tags_of(person uuid) returns setof public.tags
language sql stable rows 3 set search_path = '' as $$
  select t.*
  from private.person_tags as g
  -- Each by its key. Without statistics the planner might read all tags.
  cross join lateral (select t.* from public.tags as t where t.id = g.tag_id offset 0) as t
  where g.person_id = tags_of.person
  order by private.folded(t.name), t.name
$$;
comment on function private.tags_of(uuid) is 'The tags of a person by name.';

create function private.lock_people(workspace uuid, exclusive boolean) returns void
language plpgsql set search_path = '' as $$
declare
  key constant bigint := hashtextextended('merge_people:' || lock_people.workspace, 0);
begin
  if lock_people.exclusive then
    perform pg_advisory_xact_lock(key);
  else
    perform pg_advisory_xact_lock_shared(key);
  end if;
end
$$;
comment on function private.lock_people(uuid, boolean) is
  'Keeps away merges of people, and with exclusive also what tags them, until the end of the transaction. It is taken before the locks of tags and people.';

create function public.tag_person(person uuid, tag uuid, tagged boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  main private.people := private.require_person(tag_person.person);
  changed integer;
begin
  perform private.lock_people(main.workspace_id, false);
  -- They may have been merged meanwhile.
  main := private.require_person(tag_person.person);
  -- One tag at a time, so that they are counted.
  perform from private.people as p where p.id = main.id for no key update;
  if tag_person.tagged is null then
    perform private.fail('not_found');
  elsif not tag_person.tagged then
    delete from private.person_tags as g where g.person_id = main.id and g.tag_id = tag_person.tag;
  elsif not exists (
    select from public.tags as t where t.id = tag_person.tag and t.workspace_id = main.workspace_id
  ) then
    perform private.fail('tag.deleted');
  elsif (
    select count(*) from private.person_tags as g where g.person_id = main.id and g.tag_id <> tag_person.tag
  ) >= 10 then
    perform private.fail('tag.too_many_here');
  else
    insert into private.person_tags (person_id, tag_id, workspace_id)
    values (main.id, tag_person.tag, main.workspace_id) on conflict do nothing;
  end if;
  get diagnostics changed = row_count;
  return changed > 0;
end
$$;
comment on function public.tag_person(uuid, uuid, boolean) is
  'For members: gives a person a tag, up to ten, or takes it off. Returns false if nothing had to change. Errors: not_found, tag.deleted (also for a tag of another workspace), tag.too_many_here.';
grant execute on function public.tag_person(uuid, uuid, boolean) to authenticated;

-- Changing tags ---------------------------------------------------------------------------------------------------

create or replace function private.lock_tag(tag uuid) returns public.tags
language plpgsql set search_path = '' as $$
declare
  parent constant uuid := (select t.workspace_id from public.tags as t where t.id = lock_tag.tag);
  locked public.tags;
begin
  perform private.lock_workspace(parent, 'member');
  perform private.lock_people(parent, true);
  -- The tag before its requests, as tag_request locks them. They are locked because this changes their entries in lists.
  select t.* into locked from public.tags as t where t.id = lock_tag.tag for update;
  if not found then
    perform private.fail('not_found');
  end if;
  perform from public.requests as r
  where r.id in (select g.request_id from public.request_tags as g where g.tag_id = locked.id)
  order by r.id
  for no key update;
  return locked;
end
$$;

create or replace function public.rename_tag(tag uuid, name text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  locked constant public.tags := private.lock_tag(rename_tag.tag);
  words constant text := private.checked_tag(rename_tag.name);
  other constant uuid := (
    select t.id from public.tags as t
    where t.workspace_id = locked.workspace_id and t.id <> locked.id and lower(t.name) = lower(words)
  );
begin
  if other is null then
    update public.tags as t set name = words where t.id = locked.id;
    return locked.id;
  end if;
  insert into public.request_tags (request_id, tag_id, workspace_id)
  select g.request_id, other, g.workspace_id from public.request_tags as g where g.tag_id = locked.id
  on conflict do nothing;
  delete from public.request_tags as g where g.tag_id = locked.id;
  insert into private.person_tags (person_id, tag_id, workspace_id)
  select g.person_id, other, g.workspace_id from private.person_tags as g where g.tag_id = locked.id
  on conflict do nothing;
  delete from public.tags as t where t.id = locked.id;
  return other;
end
$$;
comment on function public.rename_tag(uuid, text) is
  'For members: renames a tag. If another one has the name, this one becomes it, on all its requests and people. Returns the id of the tag with the name. Errors: not_found, tag.name.';

drop function public.workspace_tags(uuid);

create function public.workspace_tags(workspace uuid) returns table (id uuid, name text, requests integer, people integer)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
begin
  perform private.require_role(workspace_tags.workspace, 'member');
  return query
    select
      t.id, t.name,
      (
        select count(*)::integer
        from (select from public.request_tags as g where g.tag_id = t.id limit 1000) as counted
      ),
      (
        select count(*)::integer
        from (select from private.person_tags as g where g.tag_id = t.id limit 1000) as counted
      )
    from public.tags as t
    where t.workspace_id = workspace_tags.workspace
    order by private.folded(t.name), t.name;
end
$$;
comment on function public.workspace_tags(uuid) is
  'For members: the tags of a workspace by name, with how many requests and people have each; 1000 stands for 1000 or more. Errors: not_found.';
grant execute on function public.workspace_tags(uuid) to authenticated;

comment on function public.delete_tag(uuid) is
  'For members: deletes a tag and takes it off all requests and people. Errors: not_found.';

create or replace function public.merge_people(person uuid, other uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most_addresses constant integer := 10;
  workspaces constant uuid[] := private.my_workspaces();
  parent uuid;
  together uuid[];
begin
  perform private.require_session();
  select p.workspace_id into parent
  from private.people as p join private.people as o on o.id = merge_people.other and o.workspace_id = p.workspace_id
  where p.id = merge_people.person and p.workspace_id = any(workspaces);
  if parent is null then
    perform private.fail('not_found');
  elsif merge_people.person = merge_people.other then
    perform private.fail('person.same');
  end if;
  -- One merge at a time in a workspace: two of them could each make the other's person a part of somebody.
  perform private.lock_people(parent, true);
  together := array(
    select p.id from private.people as p
    where coalesce(p.merged_into, p.id) in (
      select coalesce(n.merged_into, n.id) from private.people as n
      where n.id in (merge_people.person, merge_people.other)
    ) and p.workspace_id = parent
  );
  if cardinality(together) > most_addresses then
    perform private.fail('person.too_many_addresses');
  elsif (select count(distinct g.tag_id) from private.person_tags as g where g.person_id = any(together)) > 10 then
    perform private.fail('tag.too_many_here');
  end if;
  -- No request of theirs is opened or closed meanwhile under the other person.
  perform from private.people as p where p.id = any(together) order by p.id for update;
  update private.people as p
  set merged_into = case when p.id <> merge_people.person then merge_people.person end
  where p.id = any(together);
  update private.open_recipients as o set person_id = merge_people.person
  where o.person_id = any(together) and o.person_id <> merge_people.person;
  insert into private.person_tags (person_id, tag_id, workspace_id)
  select merge_people.person, g.tag_id, g.workspace_id from private.person_tags as g where g.person_id = any(together)
  on conflict do nothing;
  delete from private.person_tags as g where g.person_id = any(together) and g.person_id <> merge_people.person;
end
$$;
comment on function public.merge_people(uuid, uuid) is
  'For members: shows two addresses as one person, with the first as the main one. Nothing in their requests changes; each address keeps its name and note, and the main one gets the tags. Errors: not_found, person.same, person.too_many_addresses, tag.too_many_here.';

create or replace function public.unmerge_person(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  main constant private.people := private.require_person(unmerge_person.person);
  apart private.people;
begin
  perform private.lock_people(main.workspace_id, true);
  select p.* into apart from private.people as p where p.id = unmerge_person.person for update;
  if apart.merged_into is null then
    return;
  end if;
  update private.people as p set merged_into = null where p.id = apart.id;
  update private.open_recipients as o set person_id = apart.id
  from public.recipients as c
  where o.person_id = apart.merged_into and c.id = o.recipient_id and c.email = apart.email;
end
$$;
comment on function public.unmerge_person(uuid) is
  'For members: makes a merged address a person of its own again, with its requests, name and note. Tags stay with the person it belonged to. Errors: not_found.';

create or replace function private.recipients_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  met uuid[];
  seen record;
begin
  if tg_op = 'INSERT' then
    met := array(select distinct c.request_id from changed as c);
  else
    met := array(
      select distinct c.request_id from changed as c join former as f on f.id = c.id
      where (f.email, f.name) is distinct from (c.email, c.name)
    );
  end if;
  if met <> '{}' then
    perform private.meet_people(met);
  end if;
  perform private.keep_open_recipients(array(select c.id from changed as c));
  if tg_op = 'UPDATE' then
    update private.people as p set last_seen_at = c.last_seen_at
    from changed as c join former as f on f.id = c.id
    where p.workspace_id = c.workspace_id and p.email = c.email and f.last_seen_at is distinct from c.last_seen_at
      and coalesce(p.last_seen_at < c.last_seen_at, true);
    -- An address that was corrected before anybody used it was nobody's.
    delete from private.people as p
    using changed as c join former as f on f.id = c.id
    where f.email <> c.email and p.workspace_id = f.workspace_id and p.email = f.email
      and p.name = '' and p.note = '' and p.merged_into is null
      and not exists (select from private.people as m where m.merged_into = p.id)
      and not exists (select from private.person_tags as g where g.person_id = p.id)
      and not exists (
        select from public.recipients as other join public.requests as r on r.id = other.request_id
        where other.workspace_id = p.workspace_id and private.address_hash(other.email) = private.address_hash(p.email)
          and r.sent_at is not null
      );
  end if;
  return null;
end
$$;

-- Reading them ---------------------------------------------------------------------------------------------------

drop function public.list_people(uuid, text, text);
drop function public.search_people(uuid, text);
drop function public.export_people(uuid, text);
drop function public.person_details(uuid);
drop function private.describe_people(uuid[], text[]);

create function private.describe_people(people uuid[], positions text[])
returns table (
  id uuid, name text, email text, other_emails text[], tags text[], open_requests integer, items_left integer,
  items_accepted integer, items_submitted integer, items_returned integer, items_missing integer, due_on date, promised_on date,
  is_opened boolean, is_invited boolean, last_seen_at timestamptz, unreachable_at timestamptz, muted_at timestamptz,
  request_id uuid, "position" text
)
language sql stable rows 50 set search_path = '' as $$
  select
    p.id, coalesce(nullif(p.name, ''), p.asked_as), p.email, others.emails,
    array(select t.name from private.tags_of(p.id) as t), o.requests::integer, o.left_items::integer,
    o.accepted::integer, o.submitted::integer, o.returned::integer, o.missing::integer,
    nullif(o.due_on, 'infinity'), o.promised_on, coalesce(o.is_opened, true), coalesce(o.is_invited, true),
    greatest(p.last_seen_at, others.last_seen_at), o.unreachable_at, o.muted_at, o.request_id, named.position
  from unnest(describe_people.people, describe_people.positions) with ordinality as named (id, position, number)
  join private.people as p on p.id = named.id
  cross join lateral (
    select coalesce(array_agg(m.email order by m.email), '{}') as emails, max(m.last_seen_at) as last_seen_at
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

create function public.list_people(workspace uuid, filter text, after text default null)
returns table (
  id uuid, name text, email text, other_emails text[], tags text[], open_requests integer, items_left integer,
  items_accepted integer, items_submitted integer, items_returned integer, items_missing integer, due_on date, promised_on date,
  is_opened boolean, is_invited boolean, last_seen_at timestamptz, unreachable_at timestamptz, muted_at timestamptz,
  request_id uuid, "position" text
)
language plpgsql stable security definer rows 50 set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  ids uuid[];
  positions text[];
begin
  perform private.require_role(list_people.workspace, 'member');
  select coalesce(array_agg(l.id), '{}'), coalesce(array_agg(l.position), '{}') into ids, positions
  from private.list_people(list_people.workspace, list_people.filter, list_people.after, 50) as l;
  return query select * from private.describe_people(ids, positions);
end
$$;
comment on function public.list_people(uuid, text, text) is
  'For members: one page of the people a workspace has asked, after the position of the last row of the page before. waiting: with items left, the one due first at the top; everyone: by name; unreached: who can''t be emailed about an open request. Errors: not_found, list.unknown, list.cursor.';
grant execute on function public.list_people(uuid, text, text) to authenticated;

create function public.search_people(workspace uuid, search text)
returns table (
  id uuid, name text, email text, other_emails text[], tags text[], open_requests integer, items_left integer,
  items_accepted integer, items_submitted integer, items_returned integer, items_missing integer, due_on date, promised_on date,
  is_opened boolean, is_invited boolean, last_seen_at timestamptz, unreachable_at timestamptz, muted_at timestamptz,
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
  items_left integer, due_on date, promised_on date, last_seen_at timestamptz, unreachable_at timestamptz, muted_at timestamptz, "position" text
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
      d.last_seen_at, d.unreachable_at, d.muted_at, d.position
    from private.describe_people(ids, positions) with ordinality as d (
      id, name, email, other_emails, tags, open_requests, items_left, items_accepted, items_submitted, items_returned,
      items_missing, due_on, promised_on, is_opened, is_invited, last_seen_at, unreachable_at, muted_at, request_id,
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
      select
        extract(epoch from first.at - greatest((a.request).sent_at, (a.recipient).created_at)) as seconds, last.at as last_at
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
      cross join lateral (
        select e.at from public.events as e
        where e.request_id = (a.request).id and e.recipient_id = (a.recipient).id
          and e.kind in ('file_added', 'answered')
        order by e.seq desc limit 1
      ) as last
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
      (select max(s.last_at) from answers as s),
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
