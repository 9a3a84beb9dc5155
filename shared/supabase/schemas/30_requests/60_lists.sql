-- The lists of a workspace's requests, their counts and narrowings.
--
-- A list and its counts read a bounded number of rows, whatever the workspace holds. Behind row-level security and
-- without statistics the planner reads a whole workspace instead: these functions prove membership once and then read
-- one partial index per filter and order. Lists of one assignee, of one tag, of both, of repeats or of those due in
-- some days read entries: a request has one for each such list that it is in (decisions 0056 and 0061).

create table private.list_entries (
  request_id uuid not null,
  key uuid not null,
  workspace_id uuid not null,
  stage text not null,
  due_on date not null,
  last_activity_at timestamptz not null,
  primary key (request_id, key),
  foreign key (request_id, workspace_id) references public.requests (id, workspace_id) on delete cascade
);
comment on table private.list_entries is
  'In which narrowed lists a request is, derived from the request and its tags. Changed under the lock of the request.';
comment on column private.list_entries.key is 'Names the list: private.list_key.';
comment on column private.list_entries.stage is 'private.list_stage of the request.';
comment on column private.list_entries.due_on is 'Infinity without a date, which comes last.';

create index list_entries_activity_idx
  on private.list_entries (workspace_id, key, stage, last_activity_at desc, request_id desc);
create index list_entries_due_idx on private.list_entries (workspace_id, key, stage, due_on, request_id);
-- Overdue with the latest activity first: a range for each past month and day, as for all requests.
create index list_entries_month_idx
  on private.list_entries (workspace_id, key, date_trunc('month', due_on::timestamp), last_activity_at desc, request_id desc)
  where stage in ('waiting', 'waiting to review');
create index list_entries_day_idx
  on private.list_entries (workspace_id, key, due_on, last_activity_at desc, request_id desc)
  where stage in ('waiting', 'waiting to review');

create function public.list_requests(
  workspace uuid,
  filter text,
  sort text,
  today date,
  after_activity timestamptz default null,
  after_due date default null,
  after_id uuid default null,
  assignee uuid default null,
  tag uuid default null,
  repeats boolean default false,
  due_from date default null,
  due_until date default null
) returns setof public.requests
-- Without statistics the planner expects a handful of rows and would rather sort them than read an index in its order.
language plpgsql stable security definer rows 50 set search_path = '' set enable_sort = off set jit = off as $$
declare
  v_per_page constant integer := 50;
  v_is_merged constant boolean := list_requests.filter = 'overdue' and list_requests.sort = 'activity';
  v_key constant uuid := private.list_key(list_requests.assignee, list_requests.tag, list_requests.repeats);
  v_entries constant text := '(
    select e.request_id as id, e.stage, e.due_on, e.last_activity_at from private.list_entries as e
    where e.workspace_id = $1 and e.key = $7
  ) as r';
  v_due constant text := case when v_key is null then $c$coalesce(r.due_on, 'infinity')$c$ else $c$r.due_on$c$ end;
  v_ordering text;
  v_following text;
begin
  perform private.require_list(list_requests.workspace, list_requests.filter, list_requests.today);
  -- The first page begins after a position before every row.
  if list_requests.sort = 'activity' then
    if (after_id is null) <> (after_activity is null) or after_due is not null then
      perform private.fail('list.cursor');
    end if;
    after_activity := coalesce(after_activity, 'infinity');
    after_id := coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
    v_ordering := 'r.last_activity_at desc, r.id desc';
    v_following := '(r.last_activity_at, r.id) < ($3, $5)';
  elsif list_requests.sort = 'due' then
    if after_activity is not null or (after_id is null and after_due is not null) then
      perform private.fail('list.cursor');
    end if;
    after_due := case when after_id is null then '-infinity' else coalesce(after_due, 'infinity') end;
    after_id := coalesce(after_id, '00000000-0000-0000-0000-000000000000');
    v_ordering := v_due || ', r.id';
    v_following := format('(%s, r.id) > ($4, $5)', v_due);
  else
    perform private.fail('list.unknown');
  end if;
  if num_nonnulls(list_requests.due_from, list_requests.due_until) > 0 then
    -- Only in this order do they lie together.
    if list_requests.sort <> 'due' or num_nulls(list_requests.due_from, list_requests.due_until) > 0 then
      perform private.fail('list.unknown');
    end if;
    v_following := format('%s and %s between $9 and $10', v_following, v_due);
  end if;
  return query execute case
    when v_is_merged and v_key is null then private.overdue_by_activity(
      $c$public.requests as r where r.workspace_id = $1 and r.status = 'open' and r.paused_at is null
        and (r.required_missing > 0 or r.required_returned > 0)$c$
    )
    when v_is_merged
      then private.overdue_by_activity(v_entries || $c$ where r.stage in ('waiting', 'waiting to review')$c$)
    when v_key is null then format(
      'select r.* from public.requests as r where r.workspace_id = $1 and %s and %s order by %s limit $6',
      private.list_condition(list_requests.filter), v_following, v_ordering
    )
    -- Each stage is in order by itself.
    else format(
      'select q.*
       from (
         select r.*
         from unnest($8) as s (stage)
         cross join lateral (
           select r.* from %1$s where r.stage = s.stage and %2$s and %3$s order by %4$s limit $6
         ) as r
         order by %4$s limit $6
       ) as r
       join public.requests as q on q.id = r.id
       order by %4$s',
      v_entries, v_following, case list_requests.filter when 'overdue' then 'r.due_on < $2' else 'true' end, v_ordering
    )
  end
  using
    workspace, today, after_activity, after_due, after_id, v_per_page, v_key, private.list_stages(list_requests.filter),
    due_from, due_until;
end
$$;
comment on function public.list_requests(uuid, text, text, date, timestamptz, date, uuid, uuid, uuid, boolean, date, date) is
  'One page of a workspace''s requests, after the given last row of the page before: all, or those of one assignee (the nil uuid for nobody), with one tag, that repeat, or due from one day until another (infinity to infinity: without a due date), which are sorted by due date. Errors: session.required, not_found, list.unknown, list.cursor.';
grant execute on function public.list_requests(uuid, text, text, date, timestamptz, date, uuid, uuid, uuid, boolean, date, date) to authenticated;

create function public.request_counts(
  workspace uuid,
  today date,
  assignee uuid default null,
  tag uuid default null,
  repeats boolean default false,
  due_from date default null,
  due_until date default null
)
returns table (open integer, review integer, overdue integer, drafts integer, done integer, archived integer)
language plpgsql stable security definer rows 1 set search_path = '' set jit = off as $$
declare
  v_key constant uuid := private.list_key(request_counts.assignee, request_counts.tag, request_counts.repeats);
  v_counted text;
  -- Either both or none, as for the list.
  v_in_days constant text := case when num_nonnulls(request_counts.due_from, request_counts.due_until) > 0
    then ' and %s between $4 and $5' else '' end;
begin
  perform private.require_list(request_counts.workspace, 'open', request_counts.today);
  select string_agg(
    format(
      '(select count(*)::integer from (select from %s limit 1000) as c)',
      case
        when v_key is null
          then 'public.requests as r where r.workspace_id = $1 and ' || private.list_condition(filters.name)
            || format(v_in_days, $c$coalesce(r.due_on, 'infinity')$c$)
        else format(
          'private.list_entries as e where e.workspace_id = $1 and e.key = $3 and e.stage = any(%L) and %s',
          private.list_stages(filters.name), case filters.name when 'overdue' then 'e.due_on < $2' else 'true' end
        ) || format(v_in_days, $c$e.due_on$c$)
      end
    ), ', ' order by filters.position
  ) into v_counted
  from unnest(array['open', 'review', 'overdue', 'drafts', 'done', 'archived'])
    with ordinality as filters (name, position);
  return query execute 'select ' || v_counted using workspace, today, v_key, due_from, due_until;
end
$$;
comment on function public.request_counts(uuid, date, uuid, uuid, boolean, date, date) is
  'Requests per filter, narrowed as in list_requests; 1000 stands for 1000 or more. Errors: session.required, not_found, list.unknown.';
grant execute on function public.request_counts(uuid, date, uuid, uuid, boolean, date, date) to authenticated;

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

-- A paused request isn't overdue.
create function private.list_condition(filter text) returns text
language sql immutable set search_path = '' as $$
  select case list_condition.filter
    when 'open' then $c$r.status = 'open'$c$
    when 'review' then $c$r.status = 'open' and r.items_submitted > 0$c$
    when 'overdue' then
      $c$r.status = 'open' and (r.required_missing > 0 or r.required_returned > 0)
        and r.paused_at is null and coalesce(r.due_on, 'infinity') < $2$c$
    when 'drafts' then $c$r.status = 'draft' and not r.is_template$c$
    when 'done' then $c$r.status in ('done', 'cancelled') and r.archived_at is null$c$
    when 'archived' then $c$r.archived_at is not null$c$
  end
$$;
comment on function private.list_condition(text) is
  'SQL condition of a filter of the list, the same as in the filter''s indexes; $2 is the reader''s day. Null for an unknown filter. Overdue is no state: open, not paused, past the due date, and a required item missing or returned.';

create function private.list_key(assignee uuid, tag uuid, repeats boolean default false) returns uuid
language sql immutable set search_path = '' as $$
  select case
    when list_key.repeats
      then md5('repeats' || coalesce(list_key.assignee::text, '') || coalesce(list_key.tag::text, ''))::uuid
    when list_key.tag is null then list_key.assignee
    when list_key.assignee is null then list_key.tag
    else md5(list_key.assignee::text || list_key.tag::text)::uuid
  end
$$;
comment on function private.list_key(uuid, uuid, boolean) is
  'Names the list of an assignee, of a tag, or of both, and that of its requests that repeat. The nil uuid stands for nobody; null for no such condition.';

create function private.list_stages(filter text) returns text[]
language sql immutable set search_path = '' as $$
  select case list_stages.filter
    when 'open' then array['open', 'to review', 'waiting', 'waiting to review']
    when 'review' then array['to review', 'waiting to review']
    when 'overdue' then array['waiting', 'waiting to review']
    when 'drafts' then array['draft']
    when 'done' then array['ended']
    when 'archived' then array['archived']
  end
$$;
comment on function private.list_stages(text) is
  'The stages of a filter: the same requests as by private.list_condition, for overdue with those that are not yet due.';

create function private.list_stage(request public.requests) returns text
language sql immutable set search_path = '' as $$
  select case
    when request.is_template then null
    when request.archived_at is not null then 'archived'
    when request.status = 'draft' then 'draft'
    when request.status <> 'open' then 'ended'
    when request.paused_at is null and (request.required_missing > 0 or request.required_returned > 0)
      then case when request.items_submitted > 0 then 'waiting to review' else 'waiting' end
    when request.items_submitted > 0 then 'to review'
    else 'open'
  end
$$;
comment on function private.list_stage(public.requests) is
  'The one stage of a request; a filter of the list is one or several of them. Null for a template.';

create function private.overdue_by_activity(source text) returns text
language sql immutable set search_path = '' as $$
  select format($q$
    with recursive months (month) as (
      (
        select date_trunc('month', r.due_on::timestamp) as month from %1$s
          and date_trunc('month', r.due_on::timestamp) < date_trunc('month', $2::timestamp)
        order by 1 limit 1
      )
      union all
      select later.month
      from months as m
      cross join lateral (
        select date_trunc('month', r.due_on::timestamp) as month from %1$s
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
        select r.id, r.last_activity_at from %1$s
          and date_trunc('month', r.due_on::timestamp) = m.month
          and (r.last_activity_at, r.id) < ($3, $5)
        order by r.last_activity_at desc, r.id desc limit $6
      ) as top
      union all
      select top.id, top.last_activity_at
      from generate_series(1, extract(day from $2)::integer - 1) as day
      cross join lateral (
        select r.id, r.last_activity_at from %1$s
          and r.due_on = $2 - day
          and (r.last_activity_at, r.id) < ($3, $5)
        order by r.last_activity_at desc, r.id desc limit $6
      ) as top
      order by 2 desc, 1 desc limit $6
    ) as top
    join public.requests as r on r.id = top.id
    order by r.last_activity_at desc, r.id desc
  $q$, overdue_by_activity.source)
$$;
comment on function private.overdue_by_activity(text) is
  'SQL that merges the latest $6 rows of each past due month, and of each past due day of this month. Its source is a relation r with a condition.';

create function private.sync_list_entries(request public.requests) returns void
language sql set search_path = '' as $$
  with keys as materialized (
    select distinct private.list_key(a.assignee, t.tag, s.repeats) as key
    from (
      values (null::uuid), (coalesce(request.assignee, '00000000-0000-0000-0000-000000000000'))
    ) as a (assignee)
    cross join (
      select null::uuid as tag
      union all select g.tag_id from public.request_tags as g where g.request_id = request.id
    ) as t
    cross join (
      select false as repeats
      union all select true from private.repeats as s where s.request_id = request.id
    ) as s
    where num_nonnulls(a.assignee, t.tag) > 0 or s.repeats
  ),
  ended as (
    delete from private.list_entries as e
    where e.request_id = request.id and e.key not in (select k.key from keys as k)
  )
  insert into private.list_entries as e (request_id, key, workspace_id, stage, due_on, last_activity_at)
  select
    request.id, k.key, request.workspace_id, private.list_stage(request), coalesce(request.due_on, 'infinity'),
    request.last_activity_at
  from keys as k
  where private.list_stage(request) is not null
  on conflict (request_id, key) do update
  set stage = excluded.stage, due_on = excluded.due_on, last_activity_at = excluded.last_activity_at
  where (e.stage, e.due_on, e.last_activity_at) <> (excluded.stage, excluded.due_on, excluded.last_activity_at)
$$;
comment on function private.sync_list_entries(public.requests) is 'Writes the entries of a request.';

create function private.tg__sync_list_entries() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'requests' then
    perform private.sync_list_entries(new);
  else
    -- None if the request itself is deleted.
    perform private.sync_list_entries(r) from public.requests as r where r.id in (new.request_id, old.request_id);
  end if;
  return null;
end
$$;
comment on function private.tg__sync_list_entries() is 'Keeps the entries of a request in step with it, its tags and its repeat.';
