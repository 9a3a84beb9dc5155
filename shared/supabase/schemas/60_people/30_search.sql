-- Searching people.

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
  v_max_matches constant integer := 100;
  -- As search_requests does: the first rows are compared, which finds common words, and then the index is read, which finds
  -- rare ones. Among many people it isn't read for a word that three of the rows compared have, or two of a sample.
  v_compared constant integer := 500;
  v_per_index constant integer := 500;
  v_many constant integer := 20000;
  v_sampled constant integer := 200;
  v_words constant text[] :=
    tsvector_to_array(to_tsvector('pg_catalog.simple', private.folded(left(search_people.search, 201))));
  v_first_rows integer;
  v_found uuid[];
  v_indexed uuid[];
  v_is_common boolean := false;
  v_ids uuid[];
begin
  perform private.require_role(search_people.workspace, 'member');
  if char_length(search_people.search) > 200 then
    perform private.fail('search.too_long');
  elsif coalesce(cardinality(v_words), 0) = 0 then
    return;
  end if;
  select count(*), coalesce(array_agg(f.id) filter (where f.document @@ private.prefix_query(v_words)), '{}')
  into v_first_rows, v_found
  from (
    select p.id, p.document from private.people as p
    where p.workspace_id = search_people.workspace and p.merged_into is null order by p.sort_name, p.id limit v_compared
  ) as f;
  if v_first_rows = v_compared then
    v_is_common := cardinality(v_found) >= 3 or (
      select count(*) filter (where s.document @@ private.prefix_query(v_words)) >= 2
      from (
        select p.document from private.people as p
        where p.workspace_id = search_people.workspace order by p.id limit v_sampled
      ) as s
    );
    if v_is_common then
      v_is_common := exists (
        select from private.people as p where p.workspace_id = search_people.workspace order by p.id offset v_many
      );
    end if;
  end if;
  if not v_is_common then
    execute 'select array_agg(m.id) from (
      select coalesce(p.merged_into, p.id) as id from private.people as p
      where private.search_index(p.workspace_id, p.document) @@ $1 limit $2
    ) as m' into v_indexed
    using private.prefix_query(private.words_in_workspace(workspace, v_words)), v_per_index;
  end if;
  v_ids := array(
    select p.id from private.people as p
    where p.id in (select unnest(v_found) union select unnest(v_indexed)) and p.workspace_id = search_people.workspace
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
