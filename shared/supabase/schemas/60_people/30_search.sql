-- Searching people.

create function public.search_people(workspace uuid, search text)
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
comment on function public.search_people(uuid, text) is
  'For members: people whose name, client or address has words that begin with all words of the search, the first 100 by name. Its status is 206 if others may match. Without a word, as in "?!", it finds nothing. Errors: not_found, search.too_long.';
grant execute on function public.search_people(uuid, text) to authenticated;

create function public.suggest_people(workspace uuid, search text)
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
comment on function public.suggest_people(uuid, text) is
  'For members who write recipients: up to two clients with all their people, up to two groups that were asked together, with how often, then up to six people whose name, client, address or tag has words that begin with all words of the search. Errors: not_found, search.too_long.';
grant execute on function public.suggest_people(uuid, text) to authenticated;

create function private.words_for_member(workspace uuid, search text) returns text[]
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_role(words_for_member.workspace, 'member');
  return private.search_words(words_for_member.search);
end
$$;
comment on function private.words_for_member(uuid, text) is
  'Words of a member''s search; null without a word. Errors: not_found, search.too_long.';

create function private.find_people(workspace uuid, words text[], most integer, out ids uuid[], out has_more boolean)
language plpgsql stable set search_path = '' as $$
declare
  v_per_index constant integer := 500;
  v_first record;
  v_is_common boolean;
  v_indexed uuid[];
begin
  -- As search_requests does: the first rows are compared, which finds common words, and then the index is read, which finds
  -- rare ones.
  v_first := private.search_first_people(find_people.workspace, words);
  v_is_common := v_first.has_more
    and private.is_common_in_people(find_people.workspace, words, cardinality(v_first.found));
  if not v_is_common then
    v_indexed := private.search_all_people(find_people.workspace, words, v_per_index);
  end if;
  ids := array(
    select p.id from private.people as p
    where p.id in (select unnest(v_first.found) union select unnest(v_indexed)) and p.workspace_id = find_people.workspace
    order by p.sort_name, p.id
    limit find_people.most + 1
  );
  has_more := v_is_common or cardinality(v_indexed) = v_per_index or cardinality(ids) > find_people.most;
  ids := ids[1:find_people.most];
end
$$;
comment on function private.find_people(uuid, text[], integer) is
  'The first people by name who have all of these words, and whether others may have them.';

create function private.asked_together(workspace uuid, people uuid[])
returns table (names text[], emails text[], times integer)
-- Without statistics the planner would rather read whole tables than follow a person's few rows.
language sql stable rows 2 set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with sent as (
    select distinct c.request_id
    from unnest(asked_together.people) as p (id)
    cross join lateral private.recipients_of(p.id, 20) as c
    join public.requests as r on r.id = c.request_id and r.sent_at is not null
  ),
  grouped as (
    select g.emails, count(*)::integer as times
    from sent as s
    cross join lateral (
      select array_agg(c.email order by c.email) as emails from public.recipients as c
      where c.request_id = s.request_id and c.removed_at is null and c.scope = 'all'
    ) as g
    where cardinality(g.emails) between 2 and 5
    group by g.emails
    order by count(*) desc, g.emails
    limit 2
  )
  select
    array(
      select coalesce(nullif(m.name, ''), p.asked_as, '')
      from unnest(g.emails) with ordinality as e (email, "position")
      left join private.people as p on p.workspace_id = asked_together.workspace and p.email = e.email
      left join private.people as m on m.id = coalesce(p.merged_into, p.id)
      order by e.position
    ),
    g.emails, g.times
  from grouped as g
  order by g.times desc, g.emails
$$;
comment on function private.asked_together(uuid, uuid[]) is
  'Up to two groups of two to five people who were asked together with one of these people, in the latest 20 requests of each; names may be empty.';

create function private.people_of_tag(workspace uuid, words text[], most integer) returns table (person_id uuid)
language sql stable rows 6 set search_path = '' as $$
  select t.person_id
  from public.tags as g
  cross join lateral private.tagged(people_of_tag.workspace, g.id, people_of_tag.most) as t
  where g.workspace_id = people_of_tag.workspace
    and to_tsvector('pg_catalog.simple', private.folded(g.name)) @@ private.prefix_query(words)
  limit people_of_tag.most
$$;
comment on function private.people_of_tag(uuid, text[], integer) is 'Some of the people who have a tag with all of these words.';

create function private.search_first_people(workspace uuid, words text[], out found uuid[], out has_more boolean)
-- Without statistics the planner would rather sort a workspace than read an index in its order. So in the next one.
language sql stable set search_path = '' set enable_sort = off as $$
  select coalesce(array_agg(f.id) filter (where f.document @@ private.prefix_query(words)), '{}'), count(*) = 500
  from (
    select p.id, p.document from private.people as p
    where p.workspace_id = workspace and p.merged_into is null order by p.sort_name, p.id limit 500
  ) as f
$$;
comment on function private.search_first_people(uuid, text[]) is
  'Of the first 500 people by name those who have all of these words, and whether there may be more people.';

create function private.is_common_in_people(workspace uuid, words text[], matches integer) returns boolean
language sql stable set search_path = '' set enable_sort = off as $$
  select (
    is_common_in_people.matches >= 3
    or (
      select count(*) filter (where s.document @@ private.prefix_query(words)) >= 2
      from (select p.document from private.people as p where p.workspace_id = workspace order by p.id limit 200) as s
    )
  )
  and exists (select from private.people as p where p.workspace_id = workspace order by p.id offset 20000)
$$;
comment on function private.is_common_in_people(uuid, text[], integer) is
  'Whether these words are too common for the index, by the rule of private.is_common_in_requests.';

create function private.search_all_people(workspace uuid, words text[], most integer) returns uuid[]
language sql stable set search_path = '' as $$
  select array(
    select coalesce(p.merged_into, p.id) from private.people as p
    where private.search_index(p.workspace_id, p.document)
      @@ private.prefix_query(private.words_in_workspace(workspace, words))
    limit most
  )
$$;
comment on function private.search_all_people(uuid, text[], integer) is
  'People who have all of these words, from the index, in no order. Some may be of another workspace.';
