-- Generated from schemas/ by `pnpm migration entries_of_all_lists`.

set local check_function_bodies = off;

drop index public.requests_archived_activity_idx;

drop index public.requests_archived_due_idx;

drop index public.requests_done_activity_idx;

drop index public.requests_done_due_idx;

drop index public.requests_drafts_activity_idx;

drop index public.requests_drafts_due_idx;

drop index public.requests_open_due_idx;

drop index public.requests_overdue_day_idx;

drop index public.requests_overdue_due_idx;

drop index public.requests_overdue_month_idx;

drop index public.requests_review_activity_idx;

drop index public.requests_review_due_idx;

drop trigger change_in_lists on public.requests;

drop function private.list_condition(text);

drop function private.overdue_by_activity(text);

create index requests_done_idx on public.requests (workspace_id) where status = 'done' and archived_at is null;

create or replace function public.list_requests(
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
  -- Only in the order of due dates do the requests of some days lie together.
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

create or replace function public.request_counts(
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
  v_counts integer[];
begin
  perform private.require_list(request_counts.workspace, 'open', request_counts.today);
  v_counts := array(
    select private.count_listed(
      request_counts.workspace, v_key, f.filter, request_counts.today, request_counts.due_from, request_counts.due_until
    )
    from unnest(array['open', 'review', 'overdue', 'drafts', 'done', 'archived']) with ordinality as f (filter, place)
    order by f.place
  );
  return query select v_counts[1], v_counts[2], v_counts[3], v_counts[4], v_counts[5], v_counts[6];
end
$$;

create or replace function private.require_list(workspace uuid, filter text, today date) returns void
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

create or replace function private.require_list_position(
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

create or replace function private.list_by_activity(
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

create or replace function private.list_by_due(
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

create or replace function private.list_overdue_by_activity(
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

create or replace function private.count_listed(
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
  -- Either both or none, as for the list.
  where num_nonnulls(due_from, due_until) <> 1
$$;

create or replace function private.last_due(filter text, today date) returns date
language sql immutable set search_path = '' as $$
  select case last_due.filter when 'overdue' then last_due.today - 1 else 'infinity'::date end
$$;

create or replace function private.list_key(assignee uuid, tag uuid, repeats boolean default false) returns uuid
language sql immutable set search_path = '' as $$
  select case
    when list_key.repeats
      then md5('repeats' || coalesce(list_key.assignee::text, '') || coalesce(list_key.tag::text, ''))::uuid
    when list_key.assignee is null then coalesce(list_key.tag, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
    when list_key.tag is null then list_key.assignee
    else md5(list_key.assignee::text || list_key.tag::text)::uuid
  end
$$;

create or replace function private.sync_list_entries(request public.requests) returns void
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

create or replace function public.search_requests(workspace uuid, search text) returns setof public.requests
language plpgsql stable security definer rows 50 set search_path = '' set jit = off as $$
declare
  v_max_matches constant integer := 200;
  v_per_index constant integer := 500;
  v_words text[];
  v_latest record;
  v_is_common boolean := false;
  v_indexed uuid[];
  v_found uuid[];
begin
  perform private.require_list(search_requests.workspace, 'open', current_date);
  v_words := private.search_words(search_requests.search);
  if v_words is null then
    return;
  end if;
  -- The latest rows are compared first, which finds common words. Then the index is read for the rest, which finds rare ones.
  v_latest := private.search_latest_requests(search_requests.workspace, v_words);
  if v_latest.has_more then
    v_is_common := private.is_common_in_requests(search_requests.workspace, v_words, cardinality(v_latest.found));
    if not v_is_common then
      v_indexed := private.search_all_requests(search_requests.workspace, v_words, v_per_index);
    end if;
  end if;
  v_found := array(select unnest(v_latest.found) union select unnest(v_indexed));
  if v_is_common or cardinality(v_indexed) = v_per_index or cardinality(v_found) > v_max_matches then
    -- Partial Content: others may match. PostgREST sends this status.
    perform set_config('response.status', '206', true);
  end if;
  return query
    -- By their ids first: without statistics the planner may read a workspace instead.
    with matching as materialized (
      select r.* from unnest(v_found) as f (id) join public.requests as r on r.id = f.id
    )
    select r.* from matching as r where r.workspace_id = search_requests.workspace
    order by r.last_activity_at desc, r.id desc
    limit v_max_matches;
end
$$;

create or replace function private.search_words(search text) returns text[]
language plpgsql stable set search_path = '' as $$
begin
  if char_length(search_words.search) > 200 then
    perform private.fail('search.too_long');
  end if;
  return nullif(tsvector_to_array(to_tsvector('pg_catalog.simple', private.folded(search_words.search))), '{}');
end
$$;

create or replace function private.search_latest_requests(workspace uuid, words text[], out found uuid[], out has_more boolean)
language sql stable set search_path = '' as $$
  with latest as (
    select l.id, l.place
    from unnest(array['open', 'drafts', 'done', 'archived']) as f (filter)
    cross join lateral unnest(private.list_by_activity(
      workspace, private.list_key(null, null), private.list_stages(f.filter), 'infinity',
      'ffffffff-ffff-ffff-ffff-ffffffffffff', 250
    )) with ordinality as l (id, place)
  )
  select
    array(
      select s.request_id
      from latest as l join public.request_search as s on s.request_id = l.id and s.workspace_id = workspace
      where s.document @@ private.prefix_query(words)
    ),
    exists (select from latest as l where l.place = 250)
$$;

create or replace function private.is_common_in_requests(workspace uuid, words text[], matches integer) returns boolean
-- Without statistics the planner would rather sort a workspace than read an index in its order.
language sql stable set search_path = '' set enable_sort = off as $$
  select (
    is_common_in_requests.matches >= 3
    or (
      select count(*) filter (where s.document @@ private.prefix_query(words)) >= 2
      from (
        select s.document from public.request_search as s where s.workspace_id = workspace
        order by s.request_id limit 200
      ) as s
    )
  )
  and exists (select from public.request_search as s where s.workspace_id = workspace order by s.request_id offset 20000)
$$;

create or replace function private.search_all_requests(workspace uuid, words text[], most integer) returns uuid[]
language sql stable set search_path = '' as $$
  select array(
    select s.request_id from public.request_search as s
    where private.search_index(s.workspace_id, s.document)
      @@ private.prefix_query(private.words_in_workspace(workspace, words))
    limit most
  )
$$;

create or replace function private.summary_facts(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  with period as (
    select (email.data ->> 'from')::date as since_day, (email.data ->> 'today')::date as today
  ),
  arrived as (
    select
      r,
      jsonb_array_length(private.arrivals_since(r, email.since)) as items,
      jsonb_array_length(private.unread_messages(r, email.user_id, email.since)) as messages
    from public.requests as r
    where r.workspace_id = email.workspace_id and r.status = 'open' and r.last_activity_at >= email.since
      and private.is_watched(r, email.user_id)
  ),
  overdue as (
    select r
    from period as d
    cross join unnest(private.list_stages('open')) as s (stage)
    join private.list_entries as e on e.workspace_id = email.workspace_id and e.key = private.list_key(null, null)
      and e.stage = s.stage and e.due_on >= d.since_day and e.due_on < d.today
    join public.requests as r on r.id = e.request_id
    where (r.required_missing > 0 or r.required_returned > 0) and private.is_watched(r, email.user_id)
    order by e.due_on, e.request_id
    limit 50
  ),
  unreachable as (
    select r, p.email, p.unreachable_at
    from public.recipients as p join public.requests as r on r.id = p.request_id
    where p.workspace_id = email.workspace_id and p.unreachable_at >= email.since and p.removed_at is null
      and r.status = 'open' and private.is_watched(r, email.user_id)
    order by p.unreachable_at
    limit 50
  )
  select jsonb_build_object(
    'workspace', w.name,
    'arrived', (
      select coalesce(
        jsonb_agg(
          private.summary_line(a.r, site) || jsonb_build_object('items', a.items) order by (a.r).last_activity_at desc
        ),
        '[]'
      )
      from (select * from arrived where items > 0 order by (r).last_activity_at desc limit 50) as a
    ),
    'questions', (
      select coalesce(
        jsonb_agg(
          private.summary_line(a.r, site) || jsonb_build_object('messages', a.messages)
          order by (a.r).last_activity_at desc
        ),
        '[]'
      )
      from (select * from arrived where messages > 0 order by (r).last_activity_at desc limit 50) as a
    ),
    'overdue', (
      select coalesce(
        jsonb_agg(
          private.summary_line(o.r, site) || jsonb_build_object('dueOn', (o.r).due_on) order by (o.r).due_on, (o.r).id
        ),
        '[]'
      )
      from overdue as o
    ),
    'bounced', (
      select coalesce(
        jsonb_agg(
          private.summary_line(b.r, site) || jsonb_build_object('address', b.email) order by b.unreachable_at
        ),
        '[]'
      )
      from unreachable as b
    ),
    'url', site || '/requests',
    'today', email.data ->> 'today',
    'settingsUrl', site || '/settings/email',
    'stopUrl', (
      select site || '/email/stop/' || private.stop_token(e.id, u.email, 'summary')
      from private.member_emails as e join auth.users as u on u.id = e.user_id
      where e.workspace_id = email.workspace_id and e.user_id = email.user_id
    )
  )
  from public.workspaces as w where w.id = email.workspace_id
$$;

create or replace function public.search_people(workspace uuid, search text)
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

create or replace function private.search_first_people(workspace uuid, words text[], out found uuid[], out has_more boolean)
-- Without statistics the planner would rather sort a workspace than read an index in its order. So in the next one.
language sql stable set search_path = '' set enable_sort = off as $$
  select coalesce(array_agg(f.id) filter (where f.document @@ private.prefix_query(words)), '{}'), count(*) = 500
  from (
    select p.id, p.document from private.people as p
    where p.workspace_id = workspace and p.merged_into is null order by p.sort_name, p.id limit 500
  ) as f
$$;

create or replace function private.is_common_in_people(workspace uuid, words text[], matches integer) returns boolean
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

create or replace function private.search_all_people(workspace uuid, words text[], most integer) returns uuid[]
language sql stable set search_path = '' as $$
  select array(
    select coalesce(p.merged_into, p.id) from private.people as p
    where private.search_index(p.workspace_id, p.document)
      @@ private.prefix_query(private.words_in_workspace(workspace, words))
    limit most
  )
$$;

create or replace function public.peek_request(token text)
returns table (
  workspace_name text, sender_email text, title text, due_on date, accent text, logo text, workspace_since date,
  requests_done integer, retain_days integer, retain_sensitive_days integer
)
language sql stable security definer rows 1 set search_path = '' as $$
  select
    w.name, u.email::text, r.title, r.due_on, w.accent, w.logo,
    date_trunc('month', w.created_at)::date,
    (
      select count(*)::integer
      from (
        select from public.requests as d
        where d.workspace_id = w.id and d.status = 'done' and d.archived_at is null
        limit 20
      ) as done
    ),
    private.kept_days(r, false), private.kept_days(r, true)
  from public.requests as r
  join public.workspaces as w on w.id = r.workspace_id
  left join auth.users as u on u.id = r.sent_by and u.email_confirmed_at is not null
  where r.id = (select private.request_of(peek_request.token))
$$;

create trigger change_in_lists
  after update of status, paused_at, archived_at, items_submitted, required_missing, required_returned, due_on,
    last_activity_at, assignee
  on public.requests
  for each row when (
    not new.is_template
    and (private.list_stage(old), old.due_on, old.last_activity_at, old.assignee)
      is distinct from (private.list_stage(new), new.due_on, new.last_activity_at, new.assignee)
  )
  execute function private.tg__sync_list_entries();

comment on function private.count_listed(uuid,uuid,text,date,date,date) is 'Requests in a list under a filter, due in these days if they are given; 1000 stands for 1000 or more.';

comment on function private.is_common_in_people(uuid,text[],integer) is 'Whether these words are too common for the index, by the rule of private.is_common_in_requests.';

comment on function private.is_common_in_requests(uuid,text[],integer) is 'Whether these words are too common for the index, which takes time for each match in the workspace: from 20,000 requests, if three of those compared have them, or two of a sample.';

comment on function private.last_due(text,date) is 'The last due date under a filter. today is the reader''s day.';

comment on function private.list_by_activity(uuid,uuid,text[],timestamp with time zone,uuid,integer) is 'Requests in these stages of a list, the latest activity first, after the given row.';

comment on function private.list_by_due(uuid,uuid,text[],date,date,date,uuid,integer) is 'Requests in these stages of a list that are due in these days, the first due first, after the given row.';

comment on function private.list_key(uuid,uuid,boolean) is 'Names the list of an assignee, of a tag, or of both, and that of its requests that repeat. The nil uuid stands for nobody; without a condition it is the list of all requests.';

comment on function private.list_overdue_by_activity(uuid,uuid,date,timestamp with time zone,uuid,integer) is 'Overdue requests of a list, the latest activity first, after the given row. No index is in this order: the latest of each past due month, and of each past due day of this month, are merged.';

comment on function private.list_stages(text) is 'The stages of a filter, for overdue with what is not yet due; null for an unknown filter. Overdue is no state: open, not paused, past the due date, and a required item missing or returned.';

comment on function private.require_list_position(text,timestamp with time zone,date,uuid) is 'Refuses an unknown order, and a last row of the page before that is not a place in this order. Errors: list.unknown, list.cursor.';

comment on function private.search_all_people(uuid,text[],integer) is 'People who have all of these words, from the index, in no order. Some may be of another workspace.';

comment on function private.search_all_requests(uuid,text[],integer) is 'Requests that have all of these words, from the index, in no order. Some may be of another workspace.';

comment on function private.search_first_people(uuid,text[]) is 'Of the first 500 people by name those who have all of these words, and whether there may be more people.';

comment on function private.search_latest_requests(uuid,text[]) is 'Of the latest 250 requests in each state those that have all of these words, and whether a state may have more requests.';

comment on function private.search_words(text) is 'The words of a search; null without any. Errors: search.too_long.';

comment on table private.list_entries is 'In which lists a request is, derived from the request and its tags. Changed under the lock of the request.';

-- Until now requests had entries of narrowed lists alone. Dropping the indexes has locked their table, so no request is
-- written before this one has committed.
insert into private.list_entries (request_id, key, workspace_id, stage, due_on, last_activity_at)
select
  r.id, private.list_key(null, null), r.workspace_id, private.list_stage(r), coalesce(r.due_on, 'infinity'), r.last_activity_at
from public.requests as r
where private.list_stage(r) is not null;
