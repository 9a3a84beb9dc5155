-- A search takes as long in a workspace of a million requests as in one of a thousand, also for a word of some of them, and
-- says when it may have missed some.

-- Ids are random, so the first of them are a sample of the workspace.
drop index public.request_search_workspace_id_idx;
create index request_search_workspace_id_idx on public.request_search (workspace_id, request_id);

create or replace function private.overdue_by_activity() returns text
language sql immutable set search_path = '' as $$
  select $q$
    with recursive months (month) as (
      (
        select date_trunc('month', r.due_on::timestamp) as month from public.requests as r
        where r.workspace_id = $1 and r.status = 'open' and (r.required_missing > 0 or r.required_returned > 0)
          and date_trunc('month', r.due_on::timestamp) < date_trunc('month', $2::timestamp)
        order by 1 limit 1
      )
      union all
      select later.month
      from months as m
      cross join lateral (
        select date_trunc('month', r.due_on::timestamp) as month from public.requests as r
        where r.workspace_id = $1 and r.status = 'open' and (r.required_missing > 0 or r.required_returned > 0)
          and date_trunc('month', r.due_on::timestamp) > m.month
          and date_trunc('month', r.due_on::timestamp) < date_trunc('month', $2::timestamp)
        order by 1 limit 1
      ) as later
    )
    select r.*
    from (
      select top.id, top.last_activity_at
      from months as m
      cross join lateral (
        select r.id, r.last_activity_at from public.requests as r
        where r.workspace_id = $1 and r.status = 'open' and (r.required_missing > 0 or r.required_returned > 0)
          and date_trunc('month', r.due_on::timestamp) = m.month
          and (r.last_activity_at, r.id) < ($3, $5)
        order by r.last_activity_at desc, r.id desc limit $8
      ) as top
      union all
      select top.id, top.last_activity_at
      from generate_series(1, extract(day from $2)::integer - 1) as day
      cross join lateral (
        select r.id, r.last_activity_at from public.requests as r
        where r.workspace_id = $1 and r.status = 'open' and (r.required_missing > 0 or r.required_returned > 0)
          and r.due_on = $2 - day
          and (r.last_activity_at, r.id) < ($3, $5)
        order by r.last_activity_at desc, r.id desc limit $8
      ) as top
      order by 2 desc, 1 desc limit $6
    ) as top
    join public.requests as r on r.id = top.id
    order by r.last_activity_at desc, r.id desc
  $q$
$$;
comment on function private.overdue_by_activity() is
  'SQL that merges the latest $8 requests of each past due month, and of each past due day of this month.';

create or replace function public.list_requests(
  workspace uuid,
  filter text,
  sort text,
  today date,
  search text default '',
  after_activity timestamptz default null,
  after_due date default null,
  after_id uuid default null
) returns setof public.requests
-- Without statistics the planner expects a handful of rows and would rather sort them than read an index in its order.
language plpgsql stable security definer rows 50 set search_path = '' set enable_sort = off set jit = off as $$
declare
  per_page constant integer := 50;
  -- A search first compares so many rows of the list, which finds common words, and then takes as many from the index,
  -- which finds rare ones.
  per_search constant integer := 500;
  -- Reading the index takes time for each match in the workspace. From this number of requests it isn't read for a common
  -- word: one that three of the rows compared have, or two of a sample of the workspace.
  many constant integer := 20000;
  sampled constant integer := 200;
  is_merged constant boolean := list_requests.filter = 'overdue' and list_requests.sort = 'activity';
  -- This list is merged from dozens of lists. Of each, so many rows are enough for a search.
  per_part constant integer := case when is_merged then 100 else per_search end;
  condition constant text := private.list_condition(list_requests.filter);
  words constant text[] :=
    tsvector_to_array(to_tsvector('pg_catalog.simple', private.folded(left(list_requests.search, 201))));
  ordering text;
  following text;
  listing text;
  compared integer;
  is_common boolean := false;
  found uuid[];
  indexed uuid[];
begin
  perform private.require_list(list_requests.workspace, list_requests.filter, list_requests.today);
  if char_length(list_requests.search) > 200 then
    perform private.fail('search.too_long');
  end if;
  -- The first page begins after a position before every row.
  if list_requests.sort = 'activity' then
    if (after_id is null) <> (after_activity is null) or after_due is not null then
      perform private.fail('list.cursor');
    end if;
    after_activity := coalesce(after_activity, 'infinity');
    after_id := coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
    ordering := 'r.last_activity_at desc, r.id desc';
    following := '(r.last_activity_at, r.id) < ($3, $5)';
  elsif list_requests.sort = 'due' then
    if after_activity is not null or (after_id is null and after_due is not null) then
      perform private.fail('list.cursor');
    end if;
    after_due := case when after_id is null then '-infinity' else coalesce(after_due, 'infinity') end;
    after_id := coalesce(after_id, '00000000-0000-0000-0000-000000000000');
    ordering := $c$coalesce(r.due_on, 'infinity'), r.id$c$;
    following := $c$(coalesce(r.due_on, 'infinity'), r.id) > ($4, $5)$c$;
  else
    perform private.fail('list.unknown');
  end if;
  listing := case
    when is_merged then private.overdue_by_activity()
    else format(
      'select r.* from public.requests as r where r.workspace_id = $1 and %s and %s order by %s limit $6',
      condition, following, ordering
    )
  end;
  if private.trimmed(list_requests.search) = '' then
    return query execute listing
      using workspace, today, after_activity, after_due, after_id, per_page, null::tsquery, per_page;
    return;
  elsif cardinality(words) = 0 then
    return;
  end if;
  execute format(
    'select count(*), array_agg(l.id) filter (where s.document @@ $7) from (%s) as l
     join public.request_search as s on s.request_id = l.id and s.workspace_id = l.workspace_id', listing
  ) into compared, found
  using
    workspace, today, after_activity, after_due, after_id, per_search, private.prefix_query(words), per_part;
  if compared >= per_part and coalesce(cardinality(found), 0) < per_page then
    execute 'select exists (
      select from public.request_search as s where s.workspace_id = $1 order by s.request_id offset $2
    )'
      into is_common using workspace, many;
    if is_common and coalesce(cardinality(found), 0) < 3 then
      execute 'select count(*) filter (where s.document @@ $2) >= 2 from (
        select * from public.request_search as s where s.workspace_id = $1 order by s.request_id limit $3
      ) as s' into is_common
      using workspace, private.prefix_query(words), sampled;
    end if;
    if not is_common then
      execute 'select array_agg(m.request_id) from (
        select s.request_id from public.request_search as s
        where private.search_index(s.workspace_id, s.document) @@ $1 limit $2
      ) as m' into indexed
      using private.prefix_query(private.words_in_workspace(workspace, words)), per_search;
    end if;
    if is_common or cardinality(indexed) = per_search then
      -- Partial Content: others may match. PostgREST sends this status.
      perform set_config('response.status', '206', true);
    end if;
  end if;
  return query execute format(
    'with matching as materialized (
      select r.* from unnest($7) as m (id) join public.requests as r on r.id = m.id
    )
    select r.* from matching as r where r.workspace_id = $1 and %s and %s order by %s limit $6',
    condition, following, ordering
  ) using workspace, today, after_activity, after_due, after_id, per_page, array(
    select unnest(found) union select unnest(indexed)
  );
end
$$;
comment on function public.list_requests(uuid, text, text, date, text, timestamptz, date, uuid) is
  'One page of a workspace''s requests, after the given last row of the page before. A search compares a bounded number of rows: a rare word finds every request, a common one the first. Its status is 206 if others may match. Without a word, as in "?!", it finds nothing. Errors: session.required, not_found, list.unknown, list.cursor, search.too_long.';
