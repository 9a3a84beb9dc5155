-- The lists of a workspace's requests, their counts and narrowings.
--
-- A list and its counts read a bounded number of rows, whatever the workspace holds: they prove membership once and then
-- read entries. A request has an entry for each list that it is in: the one of all requests, and those of its assignee, of
-- each tag, of both, and of what repeats (decisions 0056, 0061 and 0084).

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
  'In which lists a request is, derived from the request and its tags. Changed under the lock of the request.';
comment on column private.list_entries.key is 'Names the list: private.list_key.';
comment on column private.list_entries.stage is 'private.list_stage of the request.';
comment on column private.list_entries.due_on is 'Infinity without a date, which comes last.';

create index list_entries_activity_idx
  on private.list_entries (workspace_id, key, stage, last_activity_at desc, request_id desc);
create index list_entries_due_idx on private.list_entries (workspace_id, key, stage, due_on, request_id);
-- Overdue with the latest activity first: a range for each past month and day.
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
language plpgsql stable security definer rows 50 set search_path = '' set jit = off as $$
declare
  v_per_page constant integer := 50;
  v_key constant uuid := private.list_key(assignee, tag, repeats);
  v_stages constant text[] := private.list_stages(filter);
  v_listed uuid[];
begin
  perform private.require_list(workspace, filter, today);
  perform private.require_list_position(sort, after_activity, after_due, after_id);
  -- Requests due in a range of days are adjacent only in the order of due dates.
  if num_nonnulls(due_from, due_until) = 1 or num_nonnulls(due_from, due_until) = 2 and sort <> 'due' then
    perform private.fail('list.unknown');
  end if;
  -- The first page begins after a position before every row.
  v_listed := case
    when sort = 'due' then private.list_by_due(
      workspace, v_key, v_stages, coalesce(due_from, '-infinity'), least(due_until, private.last_due(filter, today)),
      case when after_id is null then coalesce(due_from, '-infinity') else coalesce(after_due, 'infinity') end,
      coalesce(after_id, '00000000-0000-0000-0000-000000000000'), v_per_page
    )
    when filter = 'overdue' then private.list_overdue_by_activity(
      workspace, v_key, today, coalesce(after_activity, 'infinity'),
      coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), v_per_page
    )
    else private.list_by_activity(
      workspace, v_key, v_stages, coalesce(after_activity, 'infinity'),
      coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), v_per_page
    )
  end;
  return query
    select r.* from unnest(v_listed) with ordinality as l (id, place) join public.requests as r on r.id = l.id
    order by l.place;
end
$$;
comment on function public.list_requests(uuid, text, text, date, timestamptz, date, uuid, uuid, uuid, boolean, date, date) is
  'One page of a workspace''s requests, after the given last row of the page before: all, or those of one assignee (the nil uuid: unassigned), with one tag, that repeat, or due from one day until another (infinity to infinity: without a due date), which are sorted by due date. Errors: session.required, not_found, list.unknown, list.cursor.';
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
returns table (open integer, review integer, overdue integer, drafts integer, done integer, archived integer, bin integer)
language plpgsql stable security definer rows 1 set search_path = '' set jit = off as $$
declare
  v_key constant uuid := private.list_key(request_counts.assignee, request_counts.tag, request_counts.repeats);
  v_counts integer[];
begin
  perform private.require_list(request_counts.workspace, 'open', request_counts.today);
  v_counts := array(
    select private.count_listed(
      request_counts.workspace, v_key, f.filter, request_counts.today, request_counts.due_from, request_counts.due_until
    )
    from unnest(array['open', 'review', 'overdue', 'drafts', 'done', 'archived', 'bin']) with ordinality as f (filter, place)
    order by f.place
  );
  return query select v_counts[1], v_counts[2], v_counts[3], v_counts[4], v_counts[5], v_counts[6], v_counts[7];
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
  if private.list_stages(require_list.filter) is null or isfinite(require_list.today) is not true then
    perform private.fail('list.unknown');
  end if;
end
$$;
comment on function private.require_list(uuid, text, date) is
  'Called first by the functions that list requests. Errors: session.required, not_found, list.unknown.';

create function private.require_list_position(
  sort text, after_activity timestamptz, after_due date, after_id uuid
) returns void
language plpgsql stable set search_path = '' as $$
begin
  if coalesce(sort not in ('activity', 'due'), true) then
    perform private.fail('list.unknown');
  elsif sort = 'activity' and ((after_id is null) <> (after_activity is null) or after_due is not null)
    or sort = 'due' and (after_activity is not null or after_id is null and after_due is not null)
  then
    perform private.fail('list.cursor');
  end if;
end
$$;
comment on function private.require_list_position(text, timestamptz, date, uuid) is
  'Refuses an unknown order, and a last row of the page before that is not a place in this order. Errors: list.unknown, list.cursor.';

create function private.list_by_activity(
  workspace uuid, key uuid, stages text[], after_activity timestamptz, after_id uuid, most integer
) returns uuid[]
-- Without knowing the values the planner would rather sort entries than read an index in its order. So in the next two.
language sql stable set search_path = '' set enable_sort = off as $$
  select array(
    select l.request_id
    -- Each stage is in order by itself.
    from unnest(stages) as s (stage)
    cross join lateral (
      select e.request_id, e.last_activity_at from private.list_entries as e
      where e.workspace_id = workspace and e.key = list_by_activity.key and e.stage = s.stage
        and (e.last_activity_at, e.request_id) < (after_activity, after_id)
      order by e.last_activity_at desc, e.request_id desc limit most
    ) as l
    order by l.last_activity_at desc, l.request_id desc limit most
  )
$$;
comment on function private.list_by_activity(uuid, uuid, text[], timestamptz, uuid, integer) is
  'Requests in these stages of a list, the latest activity first, after the given row.';

create function private.list_by_due(
  workspace uuid, key uuid, stages text[], due_from date, due_until date, after_due date, after_id uuid, most integer
) returns uuid[]
language sql stable set search_path = '' set enable_sort = off as $$
  select array(
    select l.request_id
    from unnest(stages) as s (stage)
    cross join lateral (
      select e.request_id, e.due_on from private.list_entries as e
      where e.workspace_id = workspace and e.key = list_by_due.key and e.stage = s.stage
        and (e.due_on, e.request_id) > (after_due, after_id) and e.due_on between due_from and due_until
      order by e.due_on, e.request_id limit most
    ) as l
    order by l.due_on, l.request_id limit most
  )
$$;
comment on function private.list_by_due(uuid, uuid, text[], date, date, date, uuid, integer) is
  'Requests in these stages of a list that are due in these days, the first due first, after the given row.';

create function private.list_overdue_by_activity(
  workspace uuid, key uuid, today date, after_activity timestamptz, after_id uuid, most integer
) returns uuid[]
language sql stable set search_path = '' set enable_sort = off as $$
  with recursive months (month) as (
    select '-infinity'::timestamp
    union all
    select later.month
    from months as m
    cross join lateral (
      select date_trunc('month', e.due_on::timestamp) as month from private.list_entries as e
      where e.workspace_id = workspace and e.key = list_overdue_by_activity.key
        and e.stage in ('waiting', 'waiting to review')
        and date_trunc('month', e.due_on::timestamp) > m.month
        and date_trunc('month', e.due_on::timestamp) < date_trunc('month', today::timestamp)
      order by 1 limit 1
    ) as later
  ),
  latest as (
    select l.request_id, l.last_activity_at
    from months as m
    cross join lateral (
      select e.request_id, e.last_activity_at from private.list_entries as e
      where e.workspace_id = workspace and e.key = list_overdue_by_activity.key
        and e.stage in ('waiting', 'waiting to review')
        and date_trunc('month', e.due_on::timestamp) = m.month
        and (e.last_activity_at, e.request_id) < (after_activity, after_id)
      order by e.last_activity_at desc, e.request_id desc limit most
    ) as l
    union all
    select l.request_id, l.last_activity_at
    from generate_series(1, extract(day from today)::integer - 1) as day
    cross join lateral (
      select e.request_id, e.last_activity_at from private.list_entries as e
      where e.workspace_id = workspace and e.key = list_overdue_by_activity.key
        and e.stage in ('waiting', 'waiting to review')
        and e.due_on = today - day
        and (e.last_activity_at, e.request_id) < (after_activity, after_id)
      order by e.last_activity_at desc, e.request_id desc limit most
    ) as l
  )
  select array(select l.request_id from latest as l order by l.last_activity_at desc, l.request_id desc limit most)
$$;
comment on function private.list_overdue_by_activity(uuid, uuid, date, timestamptz, uuid, integer) is
  'Overdue requests of a list, the latest activity first, after the given row. No index is in this order: the latest of each past due month, and of each past due day of this month, are merged.';

create function private.count_listed(
  workspace uuid, key uuid, filter text, today date, due_from date, due_until date
) returns integer
language sql stable set search_path = '' as $$
  select count(*)::integer
  from (
    select from unnest(private.list_stages(filter)) as s (stage)
    cross join lateral (
      select from private.list_entries as e
      where e.workspace_id = workspace and e.key = count_listed.key and e.stage = s.stage
        and e.due_on between coalesce(due_from, '-infinity') and least(due_until, private.last_due(filter, today))
      limit 1000
    ) as e
    limit 1000
  ) as c
  -- Both or neither, as for the list.
  where num_nonnulls(due_from, due_until) <> 1
$$;
comment on function private.count_listed(uuid, uuid, text, date, date, date) is
  'Requests in a list under a filter, due in these days if they are given; 1000 stands for 1000 or more.';

create function private.last_due(filter text, today date) returns date
language sql immutable set search_path = '' as $$
  select case last_due.filter when 'overdue' then last_due.today - 1 else 'infinity'::date end
$$;
comment on function private.last_due(text, date) is 'The last due date under a filter. today is the reader''s day.';

create function private.list_key(assignee uuid, tag uuid, repeats boolean default false) returns uuid
language sql immutable set search_path = '' as $$
  select case
    when list_key.repeats
      then md5('repeats' || coalesce(list_key.assignee::text, '') || coalesce(list_key.tag::text, ''))::uuid
    when list_key.assignee is null then coalesce(list_key.tag, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
    when list_key.tag is null then list_key.assignee
    else md5(list_key.assignee::text || list_key.tag::text)::uuid
  end
$$;
comment on function private.list_key(uuid, uuid, boolean) is
  'Names the list of an assignee, of a tag, or of both, and that of its requests that repeat. The nil uuid means unassigned; without a condition it is the list of all requests.';

create function private.list_stages(filter text) returns text[]
language sql immutable set search_path = '' as $$
  select case list_stages.filter
    when 'open' then array['open', 'to review', 'waiting', 'waiting to review']
    when 'review' then array['to review', 'waiting to review']
    when 'overdue' then array['waiting', 'waiting to review']
    when 'drafts' then array['draft']
    when 'done' then array['ended']
    when 'archived' then array['archived']
    when 'bin' then array['binned']
  end
$$;
comment on function private.list_stages(text) is
  'The stages of a filter, for overdue with what is not yet due; null for an unknown filter. Overdue is no state: open, not paused, past the due date, and a required item missing or returned.';

create function private.list_stage(request public.requests) returns text
language sql immutable set search_path = '' as $$
  select case
    when request.is_template or request.is_test then null
    when request.deleted_at is not null then 'binned'
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
  'The one stage of a request; a filter of the list is one or several of them. Null for a template or a test.';

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
comment on function private.tg__sync_list_entries() is 'Updates the list entries of a request after a change of it, its tags or its repeat.';
