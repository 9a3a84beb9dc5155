-- Generated from schemas/ by `pnpm migration bin_as_a_list`.

set local check_function_bodies = off;

drop trigger change_in_lists on public.requests;

drop function public.request_counts(uuid,date,uuid,uuid,boolean,date,date);

create or replace function public.request_counts(
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

create or replace function private.list_stages(filter text) returns text[]
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

create or replace function private.list_stage(request public.requests) returns text
language sql immutable set search_path = '' as $$
  select case
    when request.is_template then null
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

create or replace function private.search_latest_requests(workspace uuid, words text[], out found uuid[], out has_more boolean)
language sql stable set search_path = '' as $$
  with latest as (
    select l.id, l.place
    from unnest(array['open', 'drafts', 'done', 'archived', 'bin']) as f (filter)
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

create trigger change_in_lists
  after update of status, paused_at, archived_at, deleted_at, items_submitted, required_missing, required_returned, due_on,
    last_activity_at, assignee
  on public.requests
  for each row when (
    not new.is_template
    and (private.list_stage(old), old.due_on, old.last_activity_at, old.assignee)
      is distinct from (private.list_stage(new), new.due_on, new.last_activity_at, new.assignee)
  )
  execute function private.tg__sync_list_entries();

comment on function public.request_counts(uuid,date,uuid,uuid,boolean,date,date) is 'Requests per filter, narrowed as in list_requests; 1000 stands for 1000 or more. Errors: session.required, not_found, list.unknown.';

grant execute on function public.request_counts(uuid,date,uuid,uuid,boolean,date,date) to authenticated;

-- Requests that are in the bin already change their lists, too.
update private.list_entries as e set stage = 'binned'
from public.requests as r
where r.id = e.request_id and r.deleted_at is not null and e.stage <> 'binned';
