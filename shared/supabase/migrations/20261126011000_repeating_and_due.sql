-- Lists of the requests that repeat, and of those due in some days (decision 0061).

drop function private.list_key(uuid, uuid);
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
create or replace function private.enter_in_lists(request public.requests) returns void
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

create or replace function private.request_listed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'requests' then
    perform private.enter_in_lists(new);
  else
    -- None if the request itself is deleted.
    perform private.enter_in_lists(r) from public.requests as r where r.id in (new.request_id, old.request_id);
  end if;
  return null;
end
$$;
comment on function private.request_listed() is 'Keeps the entries of a request in step with it, its tags and its repeat.';
create trigger enter_in_lists after insert or delete or update of request_id on private.repeats
  for each row execute function private.request_listed();

select private.enter_in_lists(r) from public.requests as r join private.repeats as s on s.request_id = r.id;

drop function public.list_requests(uuid, text, text, date, timestamptz, date, uuid, uuid, uuid);
drop function public.request_counts(uuid, date, uuid, uuid);
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
  per_page constant integer := 50;
  is_merged constant boolean := list_requests.filter = 'overdue' and list_requests.sort = 'activity';
  key constant uuid := private.list_key(list_requests.assignee, list_requests.tag, list_requests.repeats);
  entries constant text := '(
    select e.request_id as id, e.stage, e.due_on, e.last_activity_at from private.list_entries as e
    where e.workspace_id = $1 and e.key = $7
  ) as r';
  due constant text := case when key is null then $c$coalesce(r.due_on, 'infinity')$c$ else $c$r.due_on$c$ end;
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
    ordering := due || ', r.id';
    following := format('(%s, r.id) > ($4, $5)', due);
  else
    perform private.fail('list.unknown');
  end if;
  if num_nonnulls(list_requests.due_from, list_requests.due_until) > 0 then
    -- Only in this order do they lie together.
    if list_requests.sort <> 'due' or num_nulls(list_requests.due_from, list_requests.due_until) > 0 then
      perform private.fail('list.unknown');
    end if;
    following := format('%s and %s between $9 and $10', following, due);
  end if;
  return query execute case
    when is_merged and key is null then private.overdue_by_activity(
      $c$public.requests as r where r.workspace_id = $1 and r.status = 'open' and r.paused_at is null
        and (r.required_missing > 0 or r.required_returned > 0)$c$
    )
    when is_merged
      then private.overdue_by_activity(entries || $c$ where r.stage in ('waiting', 'waiting to review')$c$)
    when key is null then format(
      'select r.* from public.requests as r where r.workspace_id = $1 and %s and %s order by %s limit $6',
      private.list_condition(list_requests.filter), following, ordering
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
      entries, following, case list_requests.filter when 'overdue' then 'r.due_on < $2' else 'true' end, ordering
    )
  end
  using
    workspace, today, after_activity, after_due, after_id, per_page, key, private.list_stages(list_requests.filter),
    due_from, due_until;
end
$$;
comment on function public.list_requests(uuid, text, text, date, timestamptz, date, uuid, uuid, uuid, boolean, date, date) is
  'One page of a workspace''s requests, after the given last row of the page before: all, or those of one assignee (the nil uuid for nobody), with one tag, that repeat, or due from one day until another (infinity to infinity: without a due date), which are sorted by due date. Errors: session.required, not_found, list.unknown, list.cursor.';
grant execute on function public.list_requests(uuid, text, text, date, timestamptz, date, uuid, uuid, uuid, boolean, date, date)
  to authenticated;
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
  key constant uuid := private.list_key(request_counts.assignee, request_counts.tag, request_counts.repeats);
  counted text;
  -- Either both or none, as for the list.
  in_days constant text := case when num_nonnulls(request_counts.due_from, request_counts.due_until) > 0
    then ' and %s between $4 and $5' else '' end;
begin
  perform private.require_list(request_counts.workspace, 'open', request_counts.today);
  select string_agg(
    format(
      '(select count(*)::integer from (select from %s limit 1000) as c)',
      case
        when key is null
          then 'public.requests as r where r.workspace_id = $1 and ' || private.list_condition(filters.name)
            || format(in_days, $c$coalesce(r.due_on, 'infinity')$c$)
        else format(
          'private.list_entries as e where e.workspace_id = $1 and e.key = $3 and e.stage = any(%L) and %s',
          private.list_stages(filters.name), case filters.name when 'overdue' then 'e.due_on < $2' else 'true' end
        ) || format(in_days, $c$e.due_on$c$)
      end
    ), ', ' order by filters.position
  ) into counted
  from unnest(array['open', 'review', 'overdue', 'drafts', 'done', 'archived'])
    with ordinality as filters (name, position);
  return query execute 'select ' || counted using workspace, today, key, due_from, due_until;
end
$$;
comment on function public.request_counts(uuid, date, uuid, uuid, boolean, date, date) is
  'Requests per filter, narrowed as in list_requests; 1000 stands for 1000 or more. Errors: session.required, not_found, list.unknown.';
grant execute on function public.request_counts(uuid, date, uuid, uuid, boolean, date, date) to authenticated;
