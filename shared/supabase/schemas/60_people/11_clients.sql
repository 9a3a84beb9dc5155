-- Clients: the people of one household or company (decision 0090).

create function private.is_phone(value text) returns boolean
language sql immutable set search_path = ''
return char_length(is_phone.value) <= 40
  and is_phone.value ~* '^[0-9+() ./-]*[0-9] ?[)]?(,? ?(ext[.]?|x|#) ?[0-9]{1,8})?$'
  and is_phone.value ~ '[0-9][^0-9]*[0-9][^0-9]*[0-9]'
  and is_phone.value = private.trimmed(is_phone.value);
comment on function private.is_phone(text) is
  'True for a text that looks like a phone number. The same rule as in the contract''s phone.ts.';

create function private.is_client(value text) returns boolean
language sql immutable set search_path = ''
return char_length(is_client.value) <= 80
  and is_client.value = private.one_line(is_client.value)
  and private.has_visible_character(is_client.value);
comment on function private.is_client(text) is
  'True for the name of a client in stored form. No recipient sees it, so it may contain "@".';

create function private.client_beginning(client text) returns text
language sql immutable set search_path = ''
return btrim(regexp_replace(private.folded(client_beginning.client), ' +', ' ', 'g'), ' ');
comment on function private.client_beginning(text) is 'What the keys of clients begin with that begin with this text.';

-- Accents don't matter when clients are found, but "Peña" and "Pena" are two families.
create function private.client_key(client text) returns text
language sql immutable set search_path = ''
return case
  when client_key.client = '' then ''
  else private.client_beginning(client_key.client) || chr(9)
    || regexp_replace(lower(normalize(client_key.client, nfc)), '\s+', ' ', 'g')
end;
comment on function private.client_key(text) is
  'The same for two names of clients that differ only in case and in spaces; sorts by words. Empty for none.';

create function public.suggest_clients(workspace uuid, search text) returns table (client text)
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
comment on function public.suggest_clients(uuid, text) is
  'For members who edit a person: up to eight clients of the workspace that begin with a text. Errors: not_found, search.too_long.';
grant execute on function public.suggest_clients(uuid, text) to authenticated;

create function private.clients_beginning(workspace uuid, beginning text, most integer) returns table (client_key text)
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
comment on function private.clients_beginning(uuid, text, integer) is
  'The first clients of a workspace that begin with a text, by name.';

create function private.people_of_client(workspace uuid, client_key text, most integer) returns setof private.people
language sql stable rows 2 set search_path = '' set enable_sort = off set enable_seqscan = off as $$
  select p.* from private.people as p
  where p.workspace_id = people_of_client.workspace and p.client_key = people_of_client.client_key
    and p.client_key <> '' and p.merged_into is null
  order by p.sort_name, p.id
  limit people_of_client.most
$$;
comment on function private.people_of_client(uuid, text, integer) is 'The first people of a client by name.';

create function private.suggested_clients(workspace uuid, search text, words text[], people uuid[])
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
comment on function private.suggested_clients(uuid, text, text[], uuid[]) is
  'Up to two clients of 2 to 20 people whose name begins with the search, or whose words do and one of these people is of them.';

create function private.others_of_client(person private.people) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('id', m.id, 'name', coalesce(nullif(m.name, ''), m.asked_as), 'email', m.email)
      order by m.sort_name, m.id
    ),
    '[]'
  )
  from (
    select c.* from private.people_of_client(person.workspace_id, person.client_key, 22) as c
    where c.id <> person.id
    order by c.sort_name, c.id
    limit 21
  ) as m
$$;
comment on function private.others_of_client(private.people) is
  'The first 21 other people of a person''s client, by name. A page shows 20; one more says that there are others.';
