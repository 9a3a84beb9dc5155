-- Searching people.

create function public.search_people(workspace uuid, search text)
returns table (
  id uuid, name text, email text, other_emails text[], tags text[], open_requests integer, items_left integer,
  items_accepted integer, items_submitted integer, items_returned integer, items_missing integer, due_on date, promised_on date,
  is_opened boolean, is_invited boolean, last_seen_at timestamptz, answered_at timestamptz, unreachable_at timestamptz, muted_at timestamptz,
  request_id uuid, "position" text
)
language plpgsql stable security definer rows 50 set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  v_max_matches constant integer := 100;
  v_per_index constant integer := 500;
  v_words text[];
  v_first record;
  v_is_common boolean;
  v_indexed uuid[];
  v_ids uuid[];
begin
  perform private.require_role(search_people.workspace, 'member');
  v_words := private.search_words(search_people.search);
  if v_words is null then
    return;
  end if;
  -- As search_requests does: the first rows are compared, which finds common words, and then the index is read, which finds
  -- rare ones.
  v_first := private.search_first_people(search_people.workspace, v_words);
  v_is_common := v_first.has_more
    and private.is_common_in_people(search_people.workspace, v_words, cardinality(v_first.found));
  if not v_is_common then
    v_indexed := private.search_all_people(search_people.workspace, v_words, v_per_index);
  end if;
  v_ids := array(
    select p.id from private.people as p
    where p.id in (select unnest(v_first.found) union select unnest(v_indexed)) and p.workspace_id = search_people.workspace
    order by p.sort_name, p.id
    limit v_max_matches + 1
  );
  if v_is_common or cardinality(v_indexed) = v_per_index or cardinality(v_ids) > v_max_matches then
    -- Partial Content: others may match. PostgREST sends this status.
    perform set_config('response.status', '206', true);
  end if;
  return query select * from private.describe_people(v_ids[1:v_max_matches], null);
end
$$;
comment on function public.search_people(uuid, text) is
  'For members: people whose name or address has words that begin with all words of the search, the first 100 by name. Its status is 206 if others may match. Without a word, as in "?!", it finds nothing. Errors: not_found, search.too_long.';
grant execute on function public.search_people(uuid, text) to authenticated;

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
