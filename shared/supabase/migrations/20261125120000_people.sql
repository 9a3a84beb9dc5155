-- Everyone a workspace has asked, by email address (decision 0054). A person is a row of its own only for what no request
-- holds: a name and a note of the members, and which addresses belong to one person. What is open with them is read from the
-- requests. open_recipients holds the keys by which the lists page, and changes when a request begins or ends to wait.

create table private.people (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  email text not null,
  asked_as text not null default '',
  name text not null default '',
  note text not null default '',
  revision integer not null default 0,
  merged_into uuid,
  asked_at timestamptz not null,
  last_seen_at timestamptz,
  sort_name text collate "C" not null generated always as (
    private.folded(coalesce(nullif(name, ''), nullif(asked_as, ''), email))
  ) stored,
  document tsvector not null generated always as (
    to_tsvector('pg_catalog.simple', private.folded(name || ' ' || asked_as || ' ' || email))
  ) stored,
  unique (workspace_id, email),
  -- Ids are random, so the first of them are a sample of the workspace.
  unique (workspace_id, id),
  -- The pair, so that nobody is merged into a person of another workspace.
  foreign key (merged_into, workspace_id) references private.people (id, workspace_id),
  constraint people_email_check check (email = lower(email) and char_length(email) <= 254),
  constraint people_name_check check (char_length(name) <= 80 and (name = '' or private.is_name(name))),
  constraint people_note_check check (char_length(note) <= 1000 and note = private.trimmed(note)),
  constraint people_merged_check check (merged_into <> id)
);
comment on table private.people is
  'Everyone a workspace has asked, a row per address. Read and changed by functions alone, which prove membership.';
comment on column private.people.asked_as is 'The name in the request sent last to this address; empty if it has none.';
comment on column private.people.name is 'The name that members gave; empty for none. Requests keep the names they have.';
comment on column private.people.note is 'For members of the workspace only.';
comment on column private.people.merged_into is
  'The person to whom this address belongs too; null for that person. Never a person who is merged themselves.';
create index people_name_idx on private.people (workspace_id, sort_name, id) where merged_into is null;
create index people_merged_into_idx on private.people (merged_into) where merged_into is not null;
create index people_document_idx on private.people using gin (private.search_index(workspace_id, document));
alter index private.people_document_idx alter column 1 set statistics 0;

create table private.open_recipients (
  recipient_id uuid primary key references public.recipients (id) on delete cascade,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  person_id uuid not null references private.people (id) on delete cascade,
  due_on date,
  unreached_at timestamptz
);
comment on table private.open_recipients is
  'Recipients of open requests who are still asked: a row for each, derived from the recipient and the request.';
comment on column private.open_recipients.due_on is
  'When a required item is due that waits for them, infinity without a date; null if none does or the request is paused.';
comment on column private.open_recipients.unreached_at is 'Since when they get no email about the request; null if they do.';
create index open_recipients_due_idx on private.open_recipients (workspace_id, due_on, recipient_id)
  where due_on is not null;
create index open_recipients_unreached_idx on private.open_recipients (workspace_id, unreached_at, recipient_id)
  where unreached_at is not null;
create index open_recipients_person_idx on private.open_recipients (person_id, due_on, recipient_id);
create index open_recipients_waiting_idx on private.open_recipients (workspace_id, person_id) where due_on is not null;
create index open_recipients_blocked_idx on private.open_recipients (workspace_id, person_id, unreached_at, recipient_id)
  where unreached_at is not null;

-- The latest of an address's requests first. By expressions that nobody can ask for through the API, as before.
drop index public.recipients_person_idx;
create index recipients_person_idx
  on public.recipients (workspace_id, private.address_hash(email), (created_at at time zone 'UTC') desc, id);
alter index public.recipients_person_idx alter column 2 set statistics 0;
alter index public.recipients_person_idx alter column 3 set statistics 0;

-- Kept up to date -------------------------------------------------------------------------------------------------

create function private.meet_people(requests uuid[]) returns void
language sql set search_path = '' as $$
  -- In one order, so that two requests to the same new people wait for each other instead of failing.
  insert into private.people as p (workspace_id, email, asked_as, asked_at)
  select distinct on (c.workspace_id, c.email) c.workspace_id, c.email, c.name, greatest(r.sent_at, c.created_at)
  from public.requests as r join public.recipients as c on c.request_id = r.id
  where r.id = any(meet_people.requests) and r.sent_at is not null and c.removed_at is null
  order by c.workspace_id, c.email, r.sent_at desc
  on conflict (workspace_id, email) do update set asked_as = excluded.asked_as
  where excluded.asked_as <> '' and p.asked_as <> excluded.asked_as
$$;
comment on function private.meet_people(uuid[]) is 'Adds the recipients of sent requests to the people of their workspaces.';

create function private.request_people_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.meet_people(array[new.id]);
  return null;
end
$$;
comment on function private.request_people_changed() is 'Adds the recipients of a request that is sent.';
-- By its name it runs before plan_reminders, whose change of the recipients opens the request with them.
create trigger meet_people after update of status on public.requests
  for each row when (old.status = 'draft' and new.status = 'open') execute function private.request_people_changed();

create function private.keep_open_recipients(recipients uuid[]) returns void
language sql set search_path = '' as $$
  delete from private.open_recipients as o
  using public.recipients as c, public.requests as r
  where o.recipient_id = any(keep_open_recipients.recipients) and c.id = o.recipient_id and r.id = c.request_id
    and (r.status <> 'open' or c.removed_at is not null);
  insert into private.open_recipients as o (recipient_id, workspace_id, person_id, due_on, unreached_at)
  select
    c.id, c.workspace_id, coalesce(p.merged_into, p.id),
    case when r.paused_at is null and private.left_for(c, r) > 0 then coalesce(r.due_on, 'infinity') end,
    least(c.unreachable_at, c.muted_at)
  from public.recipients as c
  join public.requests as r on r.id = c.request_id
  join private.people as p on p.workspace_id = c.workspace_id and p.email = c.email
  where c.id = any(keep_open_recipients.recipients) and r.status = 'open' and c.removed_at is null
  order by c.id
  -- Somebody may be merging this person.
  for key share of p
  on conflict (recipient_id) do update
  set person_id = excluded.person_id, due_on = excluded.due_on, unreached_at = excluded.unreached_at
  where (o.person_id, o.due_on, o.unreached_at)
    is distinct from (excluded.person_id, excluded.due_on, excluded.unreached_at)
$$;
comment on function private.keep_open_recipients(uuid[]) is 'Writes what is open with these recipients.';

create function private.recipients_changed() returns trigger
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
      and not exists (
        select from public.recipients as other join public.requests as r on r.id = other.request_id
        where other.workspace_id = p.workspace_id and private.address_hash(other.email) = private.address_hash(p.email)
          and r.sent_at is not null
      );
  end if;
  return null;
end
$$;
comment on function private.recipients_changed() is
  'Keeps the people of a workspace and what is open with them. Whatever changes what a request waits for also plans its reminders, and so changes its recipients.';
create trigger people_added after insert on public.recipients
  referencing new table as changed for each statement execute function private.recipients_changed();
create trigger people_changed after update on public.recipients
  referencing new table as changed old table as former for each statement execute function private.recipients_changed();

insert into private.people (workspace_id, email, asked_as, asked_at, last_seen_at)
select
  c.workspace_id, c.email,
  coalesce((array_agg(c.name order by r.sent_at desc) filter (where c.name <> ''))[1], ''),
  min(greatest(r.sent_at, c.created_at)), max(c.last_seen_at)
from public.recipients as c join public.requests as r on r.id = c.request_id
where r.sent_at is not null
group by c.workspace_id, c.email;
select private.keep_open_recipients(array(
  select c.id from public.recipients as c join public.requests as r on r.id = c.request_id where r.status = 'open'
));

-- Read ------------------------------------------------------------------------------------------------------------

create function private.require_person(person uuid) returns private.people
language plpgsql stable set search_path = '' as $$
declare
  me constant uuid := private.require_session();
  workspaces constant uuid[] := private.my_workspaces();
  found private.people;
begin
  select main.* into found
  from private.people as named
  join private.people as main on main.id = coalesce(named.merged_into, named.id)
  where named.id = require_person.person and named.workspace_id = any(workspaces) and me is not null;
  if found.id is null then
    perform private.fail('not_found');
  end if;
  return found;
end
$$;
comment on function private.require_person(uuid) is
  'The person with this id in one of the caller''s workspaces, or the one they were merged into. Errors: session.required, not_found.';

create function private.addresses_of(person uuid) returns setof private.people
language sql stable rows 1 set search_path = '' as $$
  select p.* from private.people as p where p.id = addresses_of.person
  union all
  select p.* from private.people as p where p.merged_into = addresses_of.person
$$;
comment on function private.addresses_of(uuid) is 'The rows of all addresses of a person.';

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

create function private.items_by_state(person public.recipients, request public.requests)
returns table (accepted integer, submitted integer, returned integer, missing integer)
language sql stable rows 1 set search_path = '' as $$
  select
    request.items_accepted + request.items_waived, request.items_submitted, request.items_returned, request.items_missing
  where person.scope = 'all'
  union all
  select
    count(*) filter (where i.status in ('accepted', 'waived'))::integer,
    count(*) filter (where i.status = 'submitted')::integer,
    count(*) filter (where i.status = 'returned')::integer,
    count(*) filter (where i.status = 'missing')::integer
  from public.recipient_items as h join public.items as i on i.id = h.item_id
  where h.recipient_id = person.id and i.removed_at is null
  having person.scope = 'items'
$$;
comment on function private.items_by_state(public.recipients, public.requests) is
  'The items of a request that this recipient answers: all, or those handed to them.';

create function private.describe_people(people uuid[], positions text[])
returns table (
  id uuid, name text, email text, other_emails text[], open_requests integer, items_left integer, items_accepted integer,
  items_submitted integer, items_returned integer, items_missing integer, due_on date, promised_on date,
  is_opened boolean, is_invited boolean, last_seen_at timestamptz, unreachable_at timestamptz, muted_at timestamptz,
  request_id uuid, "position" text
)
language sql stable rows 50 set search_path = '' as $$
  select
    p.id, coalesce(nullif(p.name, ''), p.asked_as), p.email, others.emails, o.requests::integer, o.left_items::integer,
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

create function private.list_people(workspace uuid, filter text, after text, most integer)
returns table (id uuid, "position" text)
-- Without statistics the planner would rather sort a whole workspace than read an index in its order.
language plpgsql stable set search_path = '' set enable_sort = off set enable_hashagg = off set jit = off as $$
#variable_conflict use_column
declare
  following uuid;
  -- After the id and a space.
  key constant text := substr(list_people.after, 38);
begin
  following := coalesce(left(list_people.after, 36), '00000000-0000-0000-0000-000000000000');
  if list_people.filter = 'waiting' then
    return query
      select o.person_id, o.recipient_id || ' ' || o.due_on
      from private.open_recipients as o
      where o.workspace_id = list_people.workspace and o.due_on is not null
        and (o.due_on, o.recipient_id) > (coalesce(key::date, '-infinity'), following)
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
        and (p.sort_name, p.id) > (coalesce(key, '') collate "C", following)
      order by p.sort_name, p.id
      limit list_people.most;
  elsif list_people.filter = 'unreached' then
    return query
      select o.person_id, o.recipient_id || ' ' || o.unreached_at
      from private.open_recipients as o
      where o.workspace_id = list_people.workspace and o.unreached_at is not null
        and (o.unreached_at, o.recipient_id) > (coalesce(key::timestamptz, '-infinity'), following)
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

create function public.list_people(workspace uuid, filter text, after text default null)
returns table (
  id uuid, name text, email text, other_emails text[], open_requests integer, items_left integer, items_accepted integer,
  items_submitted integer, items_returned integer, items_missing integer, due_on date, promised_on date,
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

create function public.people_counts(workspace uuid) returns table (waiting integer, everyone integer, unreached integer)
language plpgsql stable security definer rows 1 set search_path = '' set enable_sort = off set jit = off as $$
begin
  perform private.require_role(people_counts.workspace, 'member');
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
comment on function public.people_counts(uuid) is
  'For members: people per list; 1000 stands for 1000 or more. Errors: not_found.';
grant execute on function public.people_counts(uuid) to authenticated;

create function public.search_people(workspace uuid, search text)
returns table (
  id uuid, name text, email text, other_emails text[], open_requests integer, items_left integer, items_accepted integer,
  items_submitted integer, items_returned integer, items_missing integer, due_on date, promised_on date,
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
  name text, email text, other_emails text[], note text, asked_at timestamptz, open_requests integer, items_left integer,
  due_on date, promised_on date, last_seen_at timestamptz, unreachable_at timestamptz, muted_at timestamptz, "position" text
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
      d.name, d.email, d.other_emails, p.note, p.asked_at, d.open_requests, d.items_left, d.due_on, d.promised_on,
      d.last_seen_at, d.unreachable_at, d.muted_at, d.position
    from private.describe_people(ids, positions) with ordinality as d (
      id, name, email, other_emails, open_requests, items_left, items_accepted, items_submitted, items_returned,
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
  open_requests integer, done_requests integer, items_left integer, asked_at timestamptz, last_seen_at timestamptz,
  zone text, is_proven boolean, answer_seconds bigint, answered_at timestamptz, files integer, bytes bigint, emailed_at timestamptz,
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
  main constant private.people := private.require_person(person_requests.person);
begin
  return query
    select
      r.id, r.title, r.status, r.paused_at is not null, r.sent_at, r.closed_at, r.due_on, c.promised_on, c.email,
      c.scope = 'items', case when r.status = 'open' and r.paused_at is null then private.left_for(c, r)::integer else 0 end,
      i.accepted, i.submitted, i.returned, i.missing, c.unreachable_at is not null, c.muted_at is not null
    from (
      -- A request to both of their addresses is listed once.
      select distinct on (c.request_id) c.id from private.recipients_of(main.id, 100) as c
      order by c.request_id, c.scope, c.created_at desc
    ) as l
    join public.recipients as c on c.id = l.id
    join public.requests as r on r.id = c.request_id
    cross join lateral private.items_by_state(c, r) as i
    where r.sent_at is not null
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
  main constant private.people := private.require_person(person_companions.person);
begin
  return query
    select
      other.id, coalesce(nullif(other.name, ''), other.asked_as), other.email, sum(handed.items)::integer,
      coalesce(bool_or(handed.is_by_them), false)
    from (
      select c.request_id, array_agg(c.user_id) as users
      from (
        select o.recipient_id from private.open_recipients as o
        where o.person_id = main.id order by o.due_on, o.recipient_id limit 20
      ) as o
      join public.recipients as c on c.id = o.recipient_id
      group by c.request_id
    ) as mine
    join public.recipients as c on c.request_id = mine.request_id and c.removed_at is null
    join private.open_recipients as w on w.recipient_id = c.id and w.person_id <> main.id
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

-- Acts ------------------------------------------------------------------------------------------------------------

create function public.edit_person(person uuid, revision integer, name text, note text) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  main constant private.people := private.require_person(edit_person.person);
  named constant text := private.one_line(coalesce(edit_person.name, ''));
  noted constant text := private.trimmed(coalesce(edit_person.note, ''));
  current integer;
begin
  if named <> '' and (char_length(named) > 80 or not private.is_name(named)) then
    perform private.fail('person.name');
  elsif char_length(noted) > 1000 then
    perform private.fail('person.note');
  end if;
  select p.revision into current from private.people as p where p.id = main.id for no key update;
  if current is distinct from edit_person.revision then
    perform private.fail('person.stale');
  end if;
  update private.people as p set name = named, note = noted, revision = p.revision + 1 where p.id = main.id;
  return current + 1;
end
$$;
comment on function public.edit_person(uuid, integer, text, text) is
  'For members: the name under which they see a person, empty for the one in requests, and a note that no recipient reads; returns the new revision. Requests and their history keep the names they have. Errors: not_found, person.name, person.note, person.stale.';
grant execute on function public.edit_person(uuid, integer, text, text) to authenticated;

create function public.merge_people(person uuid, other uuid) returns void
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
  perform pg_advisory_xact_lock(hashtextextended('merge_people:' || parent, 0));
  together := array(
    select p.id from private.people as p
    where coalesce(p.merged_into, p.id) in (
      select coalesce(n.merged_into, n.id) from private.people as n
      where n.id in (merge_people.person, merge_people.other)
    ) and p.workspace_id = parent
  );
  if cardinality(together) > most_addresses then
    perform private.fail('person.too_many_addresses');
  end if;
  -- No request of theirs is opened or closed meanwhile under the other person.
  perform from private.people as p where p.id = any(together) order by p.id for update;
  update private.people as p
  set merged_into = case when p.id <> merge_people.person then merge_people.person end
  where p.id = any(together);
  update private.open_recipients as o set person_id = merge_people.person
  where o.person_id = any(together) and o.person_id <> merge_people.person;
end
$$;
comment on function public.merge_people(uuid, uuid) is
  'For members: shows two addresses as one person, with the first as the main one. Nothing in their requests changes; each address keeps its name and note. Errors: not_found, person.same, person.too_many_addresses.';
grant execute on function public.merge_people(uuid, uuid) to authenticated;

create function public.unmerge_person(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  main constant private.people := private.require_person(unmerge_person.person);
  apart private.people;
begin
  perform pg_advisory_xact_lock(hashtextextended('merge_people:' || main.workspace_id, 0));
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
  'For members: makes a merged address a person of its own again, with its requests, name and note. Errors: not_found.';
grant execute on function public.unmerge_person(uuid) to authenticated;
