-- A search looks through all states, so that nobody has to know which list a request is in. It is a function of its own; the
-- lists no longer search.

create or replace function private.overdue_by_activity() returns text
language sql immutable set search_path = '' as $$
  select $q$
    with recursive months (month) as (
      (
        select date_trunc('month', r.due_on::timestamp) as month from public.requests as r
        where r.workspace_id = $1 and r.status = 'open' and r.paused_at is null
          and (r.required_missing > 0 or r.required_returned > 0)
          and date_trunc('month', r.due_on::timestamp) < date_trunc('month', $2::timestamp)
        order by 1 limit 1
      )
      union all
      select later.month
      from months as m
      cross join lateral (
        select date_trunc('month', r.due_on::timestamp) as month from public.requests as r
        where r.workspace_id = $1 and r.status = 'open' and r.paused_at is null
          and (r.required_missing > 0 or r.required_returned > 0)
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
        where r.workspace_id = $1 and r.status = 'open' and r.paused_at is null
          and (r.required_missing > 0 or r.required_returned > 0)
          and date_trunc('month', r.due_on::timestamp) = m.month
          and (r.last_activity_at, r.id) < ($3, $5)
        order by r.last_activity_at desc, r.id desc limit $6
      ) as top
      union all
      select top.id, top.last_activity_at
      from generate_series(1, extract(day from $2)::integer - 1) as day
      cross join lateral (
        select r.id, r.last_activity_at from public.requests as r
        where r.workspace_id = $1 and r.status = 'open' and r.paused_at is null
          and (r.required_missing > 0 or r.required_returned > 0)
          and r.due_on = $2 - day
          and (r.last_activity_at, r.id) < ($3, $5)
        order by r.last_activity_at desc, r.id desc limit $6
      ) as top
      order by 2 desc, 1 desc limit $6
    ) as top
    join public.requests as r on r.id = top.id
    order by r.last_activity_at desc, r.id desc
  $q$
$$;
comment on function private.overdue_by_activity() is
  'SQL that merges the latest $6 requests of each past due month, and of each past due day of this month.';

drop function public.list_requests(uuid, text, text, date, text, timestamptz, date, uuid);
create function public.list_requests(
  workspace uuid,
  filter text,
  sort text,
  today date,
  after_activity timestamptz default null,
  after_due date default null,
  after_id uuid default null
) returns setof public.requests
-- Without statistics the planner expects a handful of rows and would rather sort them than read an index in its order.
language plpgsql stable security definer rows 50 set search_path = '' set enable_sort = off set jit = off as $$
declare
  per_page constant integer := 50;
  ordering text;
  following text;
begin
  perform private.require_list(list_requests.workspace, list_requests.filter, list_requests.today);
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
  return query execute case
    when list_requests.filter = 'overdue' and list_requests.sort = 'activity' then private.overdue_by_activity()
    else format(
      'select r.* from public.requests as r where r.workspace_id = $1 and %s and %s order by %s limit $6',
      private.list_condition(list_requests.filter), following, ordering
    )
  end using workspace, today, after_activity, after_due, after_id, per_page;
end
$$;
comment on function public.list_requests(uuid, text, text, date, timestamptz, date, uuid) is
  'One page of a workspace''s requests, after the given last row of the page before. Errors: session.required, not_found, list.unknown, list.cursor.';
grant execute on function public.list_requests(uuid, text, text, date, timestamptz, date, uuid) to authenticated;

create function public.search_requests(workspace uuid, search text) returns setof public.requests
-- Without statistics the planner expects a handful of rows and would rather sort them than read an index in its order.
language plpgsql stable security definer rows 50 set search_path = '' set enable_sort = off set jit = off as $$
declare
  max_matches constant integer := 200;
  -- The latest rows of each state are compared first, which finds common words. Then the index is read for the rest, which
  -- finds rare ones.
  per_state constant integer := 250;
  per_index constant integer := 500;
  -- Reading the index takes time for each match in the workspace. From this number of requests it isn't read for a common
  -- word: one that three of the rows compared have, or two of a sample of the workspace.
  many constant integer := 20000;
  sampled constant integer := 200;
  words constant text[] :=
    tsvector_to_array(to_tsvector('pg_catalog.simple', private.folded(left(search_requests.search, 201))));
  listed text;
  compared integer;
  matching uuid[];
  may_miss boolean := false;
  is_common boolean := false;
  found uuid[] := '{}';
  indexed uuid[];
begin
  perform private.require_list(search_requests.workspace, 'open', current_date);
  if char_length(search_requests.search) > 200 then
    perform private.fail('search.too_long');
  elsif coalesce(cardinality(words), 0) = 0 then
    return;
  end if;
  foreach listed in array array['open', 'drafts', 'done', 'archived'] loop
    execute format(
      'select count(*), array_agg(l.id) filter (where s.document @@ $2)
       from (
         select r.id, r.workspace_id from public.requests as r
         where r.workspace_id = $1 and %s order by r.last_activity_at desc, r.id desc limit $3
       ) as l
       join public.request_search as s on s.request_id = l.id and s.workspace_id = l.workspace_id',
      private.list_condition(listed)
    ) into compared, matching using workspace, private.prefix_query(words), per_state;
    found := found || coalesce(matching, '{}');
    may_miss := may_miss or compared >= per_state;
  end loop;
  if may_miss then
    execute 'select exists (
      select from public.request_search as s where s.workspace_id = $1 order by s.request_id offset $2
    )'
      into is_common using workspace, many;
    if is_common and cardinality(found) < 3 then
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
      using private.prefix_query(private.words_in_workspace(workspace, words)), per_index;
    end if;
  end if;
  found := array(select unnest(found) union select unnest(indexed));
  if is_common or cardinality(indexed) = per_index or cardinality(found) > max_matches then
    -- Partial Content: others may match. PostgREST sends this status.
    perform set_config('response.status', '206', true);
  end if;
  return query execute
    'with matching as materialized (
      select r.* from unnest($2) as m (id) join public.requests as r on r.id = m.id
    )
    select r.* from matching as r where r.workspace_id = $1 order by r.last_activity_at desc, r.id desc limit $3'
  using workspace, found, max_matches;
end
$$;
comment on function public.search_requests(uuid, text) is
  'A workspace''s requests in every state whose title, message, recipients or items have words that begin with all words of the search, the latest 200 first. It compares a bounded number of rows: a rare word finds every request, a common one the latest. Its status is 206 if others may match. Without a word, as in "?!", it finds nothing. Errors: session.required, not_found, search.too_long.';
grant execute on function public.search_requests(uuid, text) to authenticated;
