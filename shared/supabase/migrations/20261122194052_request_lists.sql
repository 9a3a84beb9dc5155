-- The list of requests and its counts read a bounded number of rows, whatever the workspace holds. Behind row-level security
-- and without statistics the planner reads a whole workspace instead: these functions prove membership once and then read
-- one partial index per filter and order.

drop index public.requests_activity_idx;
drop index public.requests_status_idx;
drop index public.requests_to_review_idx;
drop index public.requests_due_idx;
create index requests_workspace_id_idx on public.requests (workspace_id);

create index requests_open_activity_idx on public.requests (workspace_id, last_activity_at desc, id desc)
  where status = 'open';
create index requests_review_activity_idx on public.requests (workspace_id, last_activity_at desc, id desc)
  where status = 'open' and items_submitted > 0;
create index requests_drafts_activity_idx on public.requests (workspace_id, last_activity_at desc, id desc)
  where status = 'draft';
create index requests_done_activity_idx on public.requests (workspace_id, last_activity_at desc, id desc)
  where status in ('done', 'cancelled');

-- Requests without a due date come last: as infinity they need no second range.
create index requests_open_due_idx on public.requests (workspace_id, coalesce(due_on, 'infinity'), id)
  where status = 'open';
create index requests_review_due_idx on public.requests (workspace_id, coalesce(due_on, 'infinity'), id)
  where status = 'open' and items_submitted > 0;
create index requests_overdue_due_idx on public.requests (workspace_id, coalesce(due_on, 'infinity'), id)
  where status = 'open' and (required_missing > 0 or required_returned > 0);
create index requests_drafts_due_idx on public.requests (workspace_id, coalesce(due_on, 'infinity'), id)
  where status = 'draft';
create index requests_done_due_idx on public.requests (workspace_id, coalesce(due_on, 'infinity'), id)
  where status in ('done', 'cancelled');

-- "Overdue, latest activity first" compares two columns, which no single index orders. Each due month and, in the current
-- month, each due day is in order by itself.
create index requests_overdue_month_idx
  on public.requests (workspace_id, date_trunc('month', due_on::timestamp), last_activity_at desc, id desc)
  where status = 'open' and (required_missing > 0 or required_returned > 0);
create index requests_overdue_day_idx on public.requests (workspace_id, due_on, last_activity_at desc, id desc)
  where status = 'open' and (required_missing > 0 or required_returned > 0);

-- Bound to the request as well: without statistics the planner reads these by both columns of the reference to a request,
-- and an index on the workspace alone would be read in full for each row of a list.
drop index public.recipients_workspace_id_idx;
create index recipients_workspace_id_idx on public.recipients (workspace_id, request_id);
drop index public.items_workspace_id_idx;
create index items_workspace_id_idx on public.items (workspace_id, request_id);
drop index public.files_workspace_id_idx;
create index files_workspace_id_idx on public.files (workspace_id, request_id, item_id);
drop index public.events_workspace_id_idx;
create index events_workspace_id_idx on public.events (workspace_id, request_id);

-- The words carry the start of their workspace's id: a search reads only its own workspace's part of the index, also for
-- the beginning of a word. Two workspaces with the same start are told apart by the request's row.
create function private.words_in_workspace(workspace uuid, words text[]) returns text[]
language sql immutable set search_path = '' as $$
  select array(select left(workspace::text, 8) || left(word, 100) from unnest(words) as word)
$$;
comment on function private.words_in_workspace(uuid, text[]) is
  'Words of the search index. Shortened, because a text search word has at most 2046 bytes.';

create function private.search_index(workspace uuid, document tsvector) returns tsvector
language sql immutable cost 1000 set search_path = '' as $$
  select array_to_tsvector(private.words_in_workspace(workspace, tsvector_to_array(document)))
$$;
comment on function private.search_index(uuid, tsvector) is 'A request''s entries in the search index.';

create index request_search_document_idx on public.request_search
  using gin (private.search_index(workspace_id, document));

do $$
declare
  expression record;
begin
  for expression in
    select i.indexrelid::regclass as name, a.attnum as position
    from pg_catalog.pg_index as i
    join pg_catalog.pg_class as c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
    join pg_catalog.pg_attribute as a on a.attrelid = i.indexrelid and i.indkey[a.attnum - 1] = 0
  loop
    execute format('alter index %s alter column %s set statistics 0', expression.name, expression.position);
  end loop;
end
$$;

create function private.prefix_query(words text[]) returns tsquery
language sql immutable set search_path = '' as $$
  select string_agg(quote_literal(word) || ':*', ' & ')::tsquery from unnest(words) as word
$$;
comment on function private.prefix_query(text[]) is 'Every word must begin some word of the document.';

create function private.list_condition(filter text) returns text
language sql immutable set search_path = '' as $$
  select case list_condition.filter
    when 'open' then $c$r.status = 'open'$c$
    when 'review' then $c$r.status = 'open' and r.items_submitted > 0$c$
    when 'overdue' then
      $c$r.status = 'open' and (r.required_missing > 0 or r.required_returned > 0) and coalesce(r.due_on, 'infinity') < $2$c$
    when 'drafts' then $c$r.status = 'draft'$c$
    when 'done' then $c$r.status in ('done', 'cancelled')$c$
  end
$$;
comment on function private.list_condition(text) is
  'SQL condition of a filter of the list, the same as in the filter''s indexes; $2 is the reader''s day. Null for an unknown filter. Overdue is no state: open, past the due date, and a required item missing or returned.';

create function private.require_list(workspace uuid, filter text, today date) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_session();
  if (require_list.workspace = any(private.my_workspaces())) is not true then
    perform private.fail('not_found');
  end if;
  if private.list_condition(require_list.filter) is null or isfinite(require_list.today) is not true then
    perform private.fail('list.unknown');
  end if;
end
$$;
comment on function private.require_list(uuid, text, date) is
  'Called first by the functions that list requests. Errors: session.required, not_found, list.unknown.';

create function private.overdue_by_activity() returns text
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
        order by r.last_activity_at desc, r.id desc limit $6
      ) as top
      union all
      select top.id, top.last_activity_at
      from generate_series(1, extract(day from $2)::integer - 1) as day
      cross join lateral (
        select r.id, r.last_activity_at from public.requests as r
        where r.workspace_id = $1 and r.status = 'open' and (r.required_missing > 0 or r.required_returned > 0)
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
  'SQL that merges the latest requests of each past due month, and of each past due day of this month.';

create function public.list_requests(
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
  condition constant text := private.list_condition(list_requests.filter);
  words constant text[] :=
    tsvector_to_array(to_tsvector('pg_catalog.simple', private.folded(left(list_requests.search, 201))));
  ordering text;
  following text;
  listing text;
  compared integer;
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
    when list_requests.filter = 'overdue' and list_requests.sort = 'activity' then private.overdue_by_activity()
    else format(
      'select r.* from public.requests as r where r.workspace_id = $1 and %s and %s order by %s limit $6',
      condition, following, ordering
    )
  end;
  if private.trimmed(list_requests.search) = '' then
    return query execute listing using workspace, today, after_activity, after_due, after_id, per_page;
    return;
  elsif cardinality(words) = 0 then
    return;
  end if;
  execute format(
    'select count(*), array_agg(l.id) filter (where s.document @@ $7) from (%s) as l
     join public.request_search as s on s.request_id = l.id and s.workspace_id = l.workspace_id', listing
  ) into compared, found
  using workspace, today, after_activity, after_due, after_id, per_search, private.prefix_query(words);
  if compared = per_search and coalesce(cardinality(found), 0) < per_page then
    execute 'select array_agg(m.request_id) from (
      select s.request_id from public.request_search as s
      where private.search_index(s.workspace_id, s.document) @@ $1 limit $2
    ) as m' into indexed
    using private.prefix_query(private.words_in_workspace(workspace, words)), per_search;
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
  'One page of a workspace''s requests, after the given last row of the page before. A search compares a bounded number of rows: a rare word finds every request, a common one the first. Without a word, as in "?!", it finds nothing. Errors: session.required, not_found, list.unknown, list.cursor, search.too_long.';
grant execute on function public.list_requests(uuid, text, text, date, text, timestamptz, date, uuid) to authenticated;

create function public.request_counts(workspace uuid, today date)
returns table (open integer, review integer, overdue integer, drafts integer, done integer)
language plpgsql stable security definer rows 1 set search_path = '' set jit = off as $$
declare
  counted text;
begin
  perform private.require_list(request_counts.workspace, 'open', request_counts.today);
  select string_agg(
    format(
      '(select count(*)::integer from (
        select from public.requests as r where r.workspace_id = $1 and %s limit 1000
      ) as c)', private.list_condition(filters.name)
    ), ', ' order by filters.position
  ) into counted
  from unnest(array['open', 'review', 'overdue', 'drafts', 'done']) with ordinality as filters (name, position);
  return query execute 'select ' || counted using workspace, today;
end
$$;
comment on function public.request_counts(uuid, date) is
  'Requests per filter; 1000 stands for 1000 or more. Errors: session.required, not_found, list.unknown.';
grant execute on function public.request_counts(uuid, date) to authenticated;
