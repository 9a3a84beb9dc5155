-- Generated from schemas/ by `pnpm migration people_phone_and_client`.

set local check_function_bodies = off;

drop function private.describe_people(uuid[],text[]);

drop function public.edit_person(uuid,integer,text,text);

drop function public.export_people(uuid,text);

drop function public.list_people(uuid,text,text,uuid);

drop function public.person_details(uuid);

drop function public.search_people(uuid,text);

drop function public.suggest_people(uuid,text);

create or replace function private.client_beginning(client text) returns text
language sql immutable set search_path = ''
return btrim(regexp_replace(private.folded(client_beginning.client), ' +', ' ', 'g'), ' ');

create or replace function private.client_key(client text) returns text
language sql immutable set search_path = ''
return case
  when client_key.client = '' then ''
  else private.client_beginning(client_key.client) || chr(9)
    || regexp_replace(lower(normalize(client_key.client, nfc)), '\s+', ' ', 'g')
end;

create or replace function private.is_phone(value text) returns boolean
language sql immutable set search_path = ''
return char_length(is_phone.value) <= 40
  and is_phone.value ~* '^[0-9+() ./-]*[0-9] ?[)]?(,? ?(ext[.]?|x|#) ?[0-9]{1,8})?$'
  and is_phone.value ~ '[0-9][^0-9]*[0-9][^0-9]*[0-9]'
  and is_phone.value = private.trimmed(is_phone.value);

create or replace function private.is_client(value text) returns boolean
language sql immutable set search_path = ''
return char_length(is_client.value) <= 80
  and is_client.value = private.one_line(is_client.value)
  and private.has_visible_character(is_client.value);

-- The index on the document goes with it, and is made again.
alter table private.people
  drop column document,
  add column phone text not null default ''::text,
  add column client text not null default ''::text,
  add column client_key text collate "C" not null generated always as (private.client_key(client)) stored,
  add constraint people_client_check CHECK (((client = ''::text) OR private.is_client(client))),
  add constraint people_phone_check CHECK (((phone = ''::text) OR private.is_phone(phone)));
alter table private.people add column document tsvector not null generated always as (
  to_tsvector('pg_catalog.simple', private.folded(name || ' ' || asked_as || ' ' || email || ' ' || client))
) stored;
create index people_document_idx on private.people using gin (private.search_index(workspace_id, document));
alter index private.people_document_idx alter column 1 set statistics 0;

create or replace function private.tg_recipients__sync_people() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_met uuid[];
  v_seen record;
begin
  if tg_op = 'INSERT' then
    v_met := array(select distinct c.request_id from changed as c);
  else
    v_met := array(
      select distinct c.request_id from changed as c join former as f on f.id = c.id
      where (f.email, f.name) is distinct from (c.email, c.name)
    );
    -- Before anything else of theirs, in the order of merges. No one who is forgotten below is tagged in between.
    perform from private.people as p
    where (p.workspace_id, p.email) in (
      select s.workspace_id, s.email
      from changed as c join former as f on f.id = c.id
      cross join lateral (values (f.workspace_id, f.email), (c.workspace_id, c.email)) as s (workspace_id, email)
      where f.email <> c.email
    )
    order by p.id
    for update;
  end if;
  if v_met <> '{}' then
    perform private.upsert_people(v_met);
  end if;
  perform private.keep_open_recipients(array(select c.id from changed as c));
  if tg_op = 'UPDATE' then
    update private.people as p set last_seen_at = c.last_seen_at
    from changed as c join former as f on f.id = c.id
    where p.workspace_id = c.workspace_id and p.email = c.email and f.last_seen_at is distinct from c.last_seen_at
      and coalesce(p.last_seen_at < c.last_seen_at, true);
    -- An address that was corrected before anyone used it belonged to no one.
    delete from private.people as p
    using changed as c join former as f on f.id = c.id
    where f.email <> c.email and p.workspace_id = f.workspace_id and p.email = f.email
      and p.name = '' and p.note = '' and p.phone = '' and p.client = '' and p.merged_into is null
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

create or replace function public.suggest_clients(workspace uuid, search text) returns table (client text)
language plpgsql stable security definer rows 8 set search_path = '' set jit = off as $$
#variable_conflict use_column
begin
  perform private.require_role(suggest_clients.workspace, 'member');
  if char_length(suggest_clients.search) > 200 then
    perform private.fail('search.too_long');
  end if;
  return query
    select named.client
    from private.clients_beginning(suggest_clients.workspace, suggest_clients.search, 8) as k
    cross join lateral (select m.client from private.people_of_client(suggest_clients.workspace, k.client_key, 1) as m) as named;
end
$$;

create or replace function private.clients_beginning(workspace uuid, beginning text, most integer) returns table (client_key text)
language sql stable rows 8 set search_path = ''
-- Without statistics the planner would rather sort a workspace than read an index in its order.
set enable_sort = off set enable_seqscan = off as $$
  -- Each client once, however many people it has: the index is entered anew behind each.
  with recursive wanted (lowest, highest) as (
    select b.text, b.text || chr(1114111)
    from (select private.client_beginning(clients_beginning.beginning) collate "C" as text) as b
  ),
  found (client_key, number) as (
    (
      select p.client_key, 1 from private.people as p, wanted as w
      where p.workspace_id = clients_beginning.workspace and p.client_key <> '' and p.merged_into is null
        and p.client_key >= w.lowest and p.client_key < w.highest
      order by p.client_key limit 1
    )
    union all
    select n.client_key, f.number + 1
    from found as f cross join wanted as w
    cross join lateral (
      select p.client_key from private.people as p
      where p.workspace_id = clients_beginning.workspace and p.client_key <> '' and p.merged_into is null
        and p.client_key > f.client_key and p.client_key < w.highest
      order by p.client_key limit 1
    ) as n
    where f.number < clients_beginning.most
  )
  select f.client_key from found as f
$$;

create or replace function private.people_of_client(workspace uuid, client_key text, most integer) returns setof private.people
language sql stable rows 2 set search_path = '' set enable_sort = off set enable_seqscan = off as $$
  select p.* from private.people as p
  where p.workspace_id = people_of_client.workspace and p.client_key = people_of_client.client_key
    and p.client_key <> '' and p.merged_into is null
  order by p.sort_name, p.id
  limit people_of_client.most
$$;

create or replace function private.suggested_clients(workspace uuid, search text, words text[], people uuid[])
returns table (client text, names text[], emails text[])
language sql stable rows 2 set search_path = '' as $$
  select g.client, g.names, g.emails
  from (
    select k.client_key from private.clients_beginning(suggested_clients.workspace, suggested_clients.search, 20) as k
    union
    select p.client_key from private.people as p
    where p.id = any(suggested_clients.people) and p.client <> ''
      and to_tsvector('pg_catalog.simple', private.folded(p.client)) @@ private.prefix_query(words)
  ) as k
  cross join lateral (
    select
      min(m.client) as client, array_agg(coalesce(nullif(m.name, ''), m.asked_as) order by m.sort_name, m.id) as names,
      array_agg(m.email order by m.sort_name, m.id) as emails
    from private.people_of_client(suggested_clients.workspace, k.client_key, 21) as m
  ) as g
  -- One person is suggested by name, and a request has at most 20 recipients.
  where cardinality(g.emails) between 2 and 20
  order by k.client_key
  limit 2
$$;

create or replace function private.others_of_client(person private.people) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('id', m.id, 'name', coalesce(nullif(m.name, ''), m.asked_as), 'email', m.email)
      order by m.sort_name, m.id
    ),
    '[]'
  )
  from private.people_of_client(person.workspace_id, person.client_key, 21) as m where m.id <> person.id
$$;

create or replace function public.list_people(workspace uuid, filter text, after text default null, tag uuid default null)
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

create or replace function public.export_people(workspace uuid, after text default null)
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

create or replace function private.describe_people(people uuid[], positions text[])
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

create or replace function public.search_people(workspace uuid, search text)
returns table (
  id uuid, name text, email text, client text, phone text, other_emails text[], tags text[], open_requests integer, items_left integer,
  items_accepted integer, items_submitted integer, items_returned integer, items_missing integer, due_on date, promised_on date,
  is_opened boolean, is_invited boolean, last_seen_at timestamptz, answered_at timestamptz, unreachable_at timestamptz, muted_at timestamptz,
  request_id uuid, "position" text
)
language plpgsql stable security definer rows 50 set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  v_max_matches constant integer := 100;
  v_words constant text[] := private.words_for_member(search_people.workspace, search_people.search);
  v_matches record;
begin
  if v_words is null then
    return;
  end if;
  v_matches := private.find_people(search_people.workspace, v_words, v_max_matches);
  if v_matches.has_more then
    -- Partial Content: others may match. PostgREST sends this status.
    perform set_config('response.status', '206', true);
  end if;
  return query select * from private.describe_people(v_matches.ids, null);
end
$$;

create or replace function public.suggest_people(workspace uuid, search text)
returns table (client text, names text[], emails text[], tags text[], open_requests integer, together integer)
language plpgsql stable security definer rows 10 set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  v_max_people constant integer := 6;
  -- Among more than are shown, so that a client is found although others come first by name.
  v_max_found constant integer := 50;
  v_words constant text[] := private.words_for_member(suggest_people.workspace, suggest_people.search);
  v_ids uuid[];
begin
  if v_words is null then
    return;
  end if;
  v_ids := (private.find_people(suggest_people.workspace, v_words, v_max_found)).ids;
  return query
    select g.client, g.names, g.emails, '{}'::text[], 0, null::integer
    from private.suggested_clients(suggest_people.workspace, suggest_people.search, v_words, v_ids) as g;
  v_ids := v_ids[1:v_max_people];
  return query
    select null::text, g.names, g.emails, '{}'::text[], 0, g.times
    from private.asked_together(suggest_people.workspace, v_ids[1:3]) as g;
  v_ids := v_ids || array(
    select t.person_id from private.people_of_tag(suggest_people.workspace, v_words, v_max_people) as t
    where not t.person_id = any(v_ids)
  );
  return query
    select null::text, array[d.name], array[d.email], d.tags, d.open_requests, null::integer
    from private.describe_people(v_ids[1:v_max_people], null) as d;
end
$$;

create or replace function public.person_details(person uuid)
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
      where r.sent_at is not null
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

create or replace function public.edit_person(
  person uuid, revision integer, name text, note text, phone text default null, client text default null
) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_main constant private.people := private.require_person(edit_person.person);
  v_named constant text := private.one_line(coalesce(edit_person.name, ''));
  v_noted constant text := private.trimmed(coalesce(edit_person.note, ''));
  v_phone constant text := private.one_line(edit_person.phone);
  v_client constant text := private.one_line(edit_person.client);
  v_current integer;
begin
  if v_named <> '' and (char_length(v_named) > 80 or not private.is_name(v_named)) then
    perform private.fail('person.name');
  elsif char_length(v_noted) > 1000 then
    perform private.fail('person.note');
  elsif v_phone <> '' and not private.is_phone(v_phone) then
    perform private.fail('person.phone');
  elsif v_client <> '' and not private.is_client(v_client) then
    perform private.fail('person.client');
  end if;
  select p.revision into v_current from private.people as p where p.id = v_main.id for no key update;
  if v_current is distinct from edit_person.revision then
    perform private.fail('person.stale');
  end if;
  update private.people as p
  set
    name = v_named, note = v_noted, phone = coalesce(v_phone, p.phone), client = coalesce(v_client, p.client),
    revision = p.revision + 1
  where p.id = v_main.id;
  return v_current + 1;
end
$$;

create or replace function public.add_people(workspace uuid, people jsonb) returns table (added integer, known integer)
language plpgsql security definer rows 1 set search_path = '' as $$
#variable_conflict use_column
declare
  v_most constant integer := 1000;
begin
  perform private.require_role(add_people.workspace, 'member');
  if jsonb_typeof(add_people.people) is distinct from 'array' then
    perform private.fail('draft.recipient');
  elsif jsonb_array_length(add_people.people) > v_most then
    perform private.fail('person.too_many');
  end if;
  perform private.check_people(add_people.people);
  perform private.lock_people(add_people.workspace, false);
  perform private.use_quota('people', add_people.workspace::text, jsonb_array_length(add_people.people));
  return query
    with written as (
      -- In the order in which requests add people.
      insert into private.people as p (workspace_id, email, name, phone, client)
      select distinct on (g.email) add_people.workspace, g.email, g.name, g.phone, g.client
      from private.listed_people(add_people.people) as g
      order by g.email, g.name = '', g.position
      on conflict (workspace_id, email) do update
      set
        -- A name that members or requests have stays.
        name = case when p.name = '' and p.asked_as = '' then excluded.name else p.name end,
        phone = coalesce(nullif(p.phone, ''), excluded.phone), client = coalesce(nullif(p.client, ''), excluded.client),
        asked_until = excluded.asked_until
      returning p.xmax = 0 as is_new
    )
    select count(*) filter (where w.is_new)::integer, count(*) filter (where not w.is_new)::integer from written as w;
end
$$;

create or replace function private.check_people(people jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  v_wrong text;
begin
  select w.code into v_wrong
  from (
    select
      g.position,
      case
        when not private.is_address(g.email) then 'draft.recipient'
        when g.name <> '' and (not private.fits(g.name, 1, 80) or not private.is_name(g.name)) then 'person.name'
        when g.phone <> '' and not private.is_phone(g.phone) then 'person.phone'
        when g.client <> '' and not private.is_client(g.client) then 'person.client'
      end as code
    from private.listed_people(check_people.people) as g
  ) as w
  where w.code is not null
  order by w.position
  limit 1;
  if v_wrong is not null then
    perform private.fail(v_wrong);
  end if;
end
$$;

create or replace function private.listed_people(list jsonb)
returns table ("position" integer, email text, name text, phone text, client text)
language sql stable set search_path = '' as $$
  select
    g.position, g.email, g.name,
    coalesce(private.one_line(listed_people.list -> (g.position - 1) ->> 'phone'), ''),
    coalesce(private.one_line(listed_people.list -> (g.position - 1) ->> 'client'), '')
  from private.listed_recipients(listed_people.list) as g
$$;

create or replace function public.merge_people(person uuid, other uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_most_addresses constant integer := 10;
  v_workspaces constant uuid[] := private.my_workspaces();
  v_parent uuid;
  v_together uuid[];
begin
  perform private.require_session();
  select p.workspace_id into v_parent
  from private.people as p join private.people as o on o.id = merge_people.other and o.workspace_id = p.workspace_id
  where p.id = merge_people.person and p.workspace_id = any(v_workspaces);
  if v_parent is null then
    perform private.fail('not_found');
  elsif merge_people.person = merge_people.other then
    perform private.fail('person.same');
  end if;
  -- One merge at a time in a workspace: two at a time could merge each other's person.
  perform private.lock_people(v_parent, true);
  v_together := array(
    select p.id from private.people as p
    where coalesce(p.merged_into, p.id) in (
      select coalesce(n.merged_into, n.id) from private.people as n
      where n.id in (merge_people.person, merge_people.other)
    ) and p.workspace_id = v_parent
  );
  if cardinality(v_together) > v_most_addresses then
    perform private.fail('person.too_many_addresses');
  elsif (select count(distinct g.tag_id) from private.person_tags as g where g.person_id = any(v_together)) > 10 then
    perform private.fail('tag.too_many_here');
  end if;
  -- None of their requests is opened or closed in between under the other person.
  perform from private.people as p where p.id = any(v_together) order by p.id for update;
  update private.people as p
  set merged_into = case when p.id <> merge_people.person then merge_people.person end
  where p.id = any(v_together);
  update private.open_recipients as o set person_id = merge_people.person
  where o.person_id = any(v_together) and o.person_id <> merge_people.person;
  update private.people as p
  set
    phone = coalesce(nullif(p.phone, ''), (select max(m.phone) from private.addresses_of(p.id) as m)),
    client = coalesce(nullif(p.client, ''), (select max(m.client) from private.addresses_of(p.id) as m))
  where p.id = merge_people.person;
  insert into private.person_tags (person_id, tag_id, workspace_id)
  select merge_people.person, g.tag_id, g.workspace_id from private.person_tags as g where g.person_id = any(v_together)
  on conflict do nothing;
  delete from private.person_tags as g where g.person_id = any(v_together) and g.person_id <> merge_people.person;
end
$$;

create index people_client_idx on private.people (workspace_id, client_key, sort_name, id)
  where client_key <> '' and merged_into is null;

comment on column private.people.client is 'The household or company that members count this person to; empty for none. For members only (decision 0090).';

comment on column private.people.client_key is 'People with the same key are of the same client.';

comment on column private.people.phone is 'For members only. Nothing is ever sent to it.';

comment on function private.check_people(jsonb) is 'Refuses people who can''t be saved. Errors: draft.recipient, person.name, person.phone, person.client.';

comment on function private.client_beginning(text) is 'What the keys of clients begin with that begin with this text.';

comment on function private.client_key(text) is 'The same for two names of clients that differ only in case and in spaces; sorts by words. Empty for none.';

comment on function private.clients_beginning(uuid,text,integer) is 'The first clients of a workspace that begin with a text, by name.';

comment on function private.is_client(text) is 'True for the name of a client in stored form. No recipient sees it, so it may contain "@".';

comment on function private.is_phone(text) is 'True for a text that looks like a phone number. The same rule as in the contract''s phone.ts.';

comment on function private.listed_people(jsonb) is 'The people of a list, in stored form.';

comment on function private.others_of_client(private.people) is 'The first 20 other people of a person''s client, by name.';

comment on function private.people_of_client(uuid,text,integer) is 'The first people of a client by name.';

comment on function private.suggested_clients(uuid,text,text[],uuid[]) is 'Up to two clients of 2 to 20 people whose name begins with the search, or whose words do and one of these people is of them.';

comment on function public.add_people(uuid,jsonb) is 'For members: adds up to 1,000 people {email, name, phone, client} whom the workspace may ask later, and says how many are new and how many it knew. What is known of a person stays. Sends nothing. Errors: not_found, draft.recipient, person.name, person.phone, person.client, person.too_many, quota.people.';

comment on function public.edit_person(uuid,integer,text,text,text,text) is 'For members: the name under which they see a person, empty for the one in requests, and what no recipient reads: a note, a phone number and the client they belong to, null to leave one as it is. Returns the new revision. Requests and their history keep the names they have. Errors: not_found, person.name, person.note, person.phone, person.client, person.stale.';

comment on function public.merge_people(uuid,uuid) is 'For members: shows two addresses as one person, with the first as the main one. Nothing in their requests changes; each address keeps its name and note, and the main one gets the tags, and a phone number and a client if it has none. Errors: not_found, person.same, person.too_many_addresses, tag.too_many_here.';

comment on function public.suggest_clients(uuid,text) is 'For members who edit a person: up to eight clients of the workspace that begin with a text. Errors: not_found, search.too_long.';

comment on function private.describe_people(uuid[],text[]) is 'These people in this order, with what is open with each: the first 50 requests by due date, and the request that a member acts on first.';

comment on function public.export_people(uuid,text) is 'For members: everyone a workspace has asked, by name, 500 at a time, after the position of the last row before. Errors: not_found, list.cursor.';

comment on function public.list_people(uuid,text,text,uuid) is 'For members: one page of the people a workspace has asked, after the position of the last row of the page before. waiting: with items left, the one due first at the top; everyone: by name; unreached: who can''t be emailed about an open request. Errors: not_found, list.unknown, list.cursor.';

comment on function public.person_details(uuid) is 'For members: a person, from their latest 100 requests and at most 1,000 files. The id of an address that was merged leads to the person it belongs to. Errors: not_found.';

comment on function public.search_people(uuid,text) is 'For members: people whose name, client or address has words that begin with all words of the search, the first 100 by name. Its status is 206 if others may match. Without a word, as in "?!", it finds nothing. Errors: not_found, search.too_long.';

comment on function public.suggest_people(uuid,text) is 'For members who write recipients: up to two clients with all their people, up to two groups that were asked together, with how often, then up to six people whose name, client, address or tag has words that begin with all words of the search. Errors: not_found, search.too_long.';

comment on function public.delete_person(uuid) is 'For members: deletes what the workspace keeps of a person whom no request names: addresses, names, phone numbers, client, note, tags, and their rows of bulk sends. Errors: not_found, person.asked.';

grant execute on function public.edit_person(uuid,integer,text,text,text,text) to authenticated;

grant execute on function public.suggest_clients(uuid,text) to authenticated;

grant execute on function public.export_people(uuid,text) to authenticated;

grant execute on function public.list_people(uuid,text,text,uuid) to authenticated;

grant execute on function public.person_details(uuid) to authenticated;

grant execute on function public.search_people(uuid,text) to authenticated;

grant execute on function public.suggest_people(uuid,text) to authenticated;
