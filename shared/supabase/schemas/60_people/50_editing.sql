-- Editing a person, and merging two rows of the same one.

create function public.edit_person(
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
    phone_from = case when coalesce(v_phone, p.phone) = p.phone then p.phone_from end,
    client_from = case when coalesce(v_client, p.client) = p.client then p.client_from end,
    revision = p.revision + 1
  where p.id = v_main.id;
  return v_current + 1;
end
$$;
comment on function public.edit_person(uuid, integer, text, text, text, text) is
  'For members: the name under which they see a person, empty for the one in requests, and what no recipient reads: a note, a phone number and the client they belong to, null to leave one as it is. Returns the new revision. Requests and their history keep the names they have. Errors: not_found, person.name, person.note, person.phone, person.client, person.stale.';
grant execute on function public.edit_person(uuid, integer, text, text, text, text) to authenticated;

create function public.add_people(workspace uuid, people jsonb) returns table (added integer, known integer)
language plpgsql security definer rows 1 set search_path = '' as $$
#variable_conflict use_column
declare
  v_most constant integer := 1000;
  v_added integer;
  v_known integer;
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
  with written as (
    -- In the order in which requests add people.
    insert into private.people as p (workspace_id, email, name, phone, client, added_at)
    select distinct on (g.email) add_people.workspace, g.email, g.name, g.phone, g.client, now()
    from private.listed_people(add_people.people) as g
    order by g.email, g.name = '', g.position
    on conflict (workspace_id, email) do update
    set
      -- A name that members or requests have stays.
      name = case when p.name = '' and p.asked_as = '' then excluded.name else p.name end,
      asked_until = excluded.asked_until, added_at = coalesce(p.added_at, excluded.added_at)
    returning p.xmax = 0 as is_new
  )
  select count(*) filter (where w.is_new), count(*) filter (where not w.is_new) into v_added, v_known from written as w;
  perform private.fill_people(add_people.workspace, add_people.people);
  return query select v_added, v_known;
end
$$;
comment on function public.add_people(uuid, jsonb) is
  'For members: adds up to 1,000 people {email, name, phone, client} whom the workspace may ask later, and says how many are new and how many it knew. What is known of a person stays. Sends nothing. Errors: not_found, draft.recipient, person.name, person.phone, person.client, person.too_many, quota.people.';
grant execute on function public.add_people(uuid, jsonb) to authenticated;

create function private.fill_people(workspace uuid, people jsonb) returns void
language sql set search_path = '' as $$
  update private.people as p
  set
    phone = coalesce(nullif(p.phone, ''), g.phone), client = coalesce(nullif(p.client, ''), g.client),
    -- A form that shows the person without them would save that.
    revision = p.revision + 1
  from (
    select coalesce(k.merged_into, k.id) as id, max(l.phone) as phone, max(l.client) as client
    from private.listed_people(fill_people.people) as l
    join private.people as k on k.workspace_id = fill_people.workspace and k.email = l.email
    group by 1
  ) as g
  where p.id = g.id and (p.phone = '' and g.phone <> '' or p.client = '' and g.client <> '')
$$;
comment on function private.fill_people(uuid, jsonb) is
  'Gives people of a list its phone number and client if they have none; of a merged address, to the person it belongs to.';

create function private.check_people(people jsonb) returns void
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
comment on function private.check_people(jsonb) is
  'Refuses people who can''t be saved. Errors: draft.recipient, person.name, person.phone, person.client.';

create function private.listed_people(list jsonb)
returns table ("position" integer, email text, name text, phone text, client text)
language sql stable set search_path = '' as $$
  select
    g.position, g.email, g.name,
    coalesce(private.one_line(listed_people.list -> (g.position - 1) ->> 'phone'), ''),
    coalesce(private.one_line(listed_people.list -> (g.position - 1) ->> 'client'), '')
  from private.listed_recipients(listed_people.list) as g
$$;
comment on function private.listed_people(jsonb) is 'The people of a list, in stored form.';

create function public.merge_people(person uuid, other uuid) returns void
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
  perform private.lend_details(merge_people.person);
  insert into private.person_tags (person_id, tag_id, workspace_id)
  select merge_people.person, g.tag_id, g.workspace_id from private.person_tags as g where g.person_id = any(v_together)
  on conflict do nothing;
  delete from private.person_tags as g where g.person_id = any(v_together) and g.person_id <> merge_people.person;
end
$$;
comment on function public.merge_people(uuid, uuid) is
  'For members: shows two addresses as one person, with the first as the main one. Nothing in their requests changes; each address keeps its name and note, and the main one gets the tags, and a phone number and a client if it has none. Errors: not_found, person.same, person.too_many_addresses, tag.too_many_here.';
grant execute on function public.merge_people(uuid, uuid) to authenticated;

create function private.lend_details(person uuid) returns void
language sql set search_path = '' as $$
  update private.people as p
  set
    phone = coalesce(nullif(p.phone, ''), with_phone.phone, ''),
    phone_from = case when p.phone = '' then with_phone.id else p.phone_from end,
    client = coalesce(nullif(p.client, ''), with_client.client, ''),
    client_from = case when p.client = '' then with_client.id else p.client_from end,
    revision = p.revision + 1
  from (select) as one
  left join lateral (
    select m.id, m.phone from private.addresses_of(lend_details.person) as m where m.phone <> '' order by m.email limit 1
  ) as with_phone on true
  left join lateral (
    select m.id, m.client from private.addresses_of(lend_details.person) as m where m.client <> '' order by m.email limit 1
  ) as with_client on true
  where p.id = lend_details.person
    and (p.phone = '' and with_phone.id is not null or p.client = '' and with_client.id is not null)
$$;
comment on function private.lend_details(uuid) is
  'Gives a person the phone number and the client of their merged addresses, each if they have none.';

create function public.unmerge_person(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_main constant private.people := private.require_person(unmerge_person.person);
  v_apart private.people;
begin
  perform private.lock_people(v_main.workspace_id, true);
  select p.* into v_apart from private.people as p where p.id = unmerge_person.person for update;
  if v_apart.merged_into is null then
    return;
  end if;
  update private.people as p set merged_into = null where p.id = v_apart.id;
  update private.people as p
  set
    phone = case when p.phone_from = v_apart.id then '' else p.phone end,
    phone_from = nullif(p.phone_from, v_apart.id),
    client = case when p.client_from = v_apart.id then '' else p.client end,
    client_from = nullif(p.client_from, v_apart.id),
    revision = p.revision + 1
  where p.id = v_apart.merged_into and v_apart.id in (p.phone_from, p.client_from);
  update private.open_recipients as o set person_id = v_apart.id
  from public.recipients as c
  where o.person_id = v_apart.merged_into and c.id = o.recipient_id and c.email = v_apart.email;
end
$$;
comment on function public.unmerge_person(uuid) is
  'For members: makes a merged address a separate person again, with its requests, name, note, phone number and client. Tags stay with the person it belonged to. Errors: not_found.';
grant execute on function public.unmerge_person(uuid) to authenticated;

create function private.lock_people(workspace uuid, exclusive boolean) returns void
language plpgsql set search_path = '' as $$
declare
  v_key constant bigint := hashtextextended('merge_people:' || lock_people.workspace, 0);
begin
  if lock_people.exclusive then
    perform pg_advisory_xact_lock(v_key);
  else
    perform pg_advisory_xact_lock_shared(v_key);
  end if;
end
$$;
comment on function private.lock_people(uuid, boolean) is
  'Keeps away merges of people, and with exclusive also what tags them, until the end of the transaction. It is taken before the locks of tags and people.';
