-- Ended requests can be archived: they leave the list of what is done, and nothing else about them changes.

alter table public.requests
  add column archived_at timestamptz,
  alter column archived_at set statistics 0,
  add constraint requests_archived_check check (archived_at is null or status in ('done', 'cancelled'));
comment on column public.requests.archived_at is 'Since when the request is kept out of the list of what is done.';

alter table public.events
  drop constraint events_kind_check,
  add constraint events_kind_check check (
    kind in (
      'created', 'sent', 'opened', 'file_added', 'file_removed', 'file_set_aside', 'file_put_back', 'answered',
      'accepted', 'returned', 'decision_undone', 'link_replaced', 'paused', 'resumed', 'closed', 'done', 'reopened',
      'cancelled', 'archived', 'unarchived', 'title_changed', 'message_changed', 'due_changed', 'item_added',
      'item_changed', 'item_removed', 'items_reordered', 'recipient_added', 'recipient_corrected', 'recipient_removed'
    )
  );

create or replace function private.fail(code text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using
    message = fail.code,
    errcode = case
      when fail.code = 'session.required' then 'PT401'
      when fail.code = 'proof.required' then 'PT403'
      when fail.code = 'not_found' then 'PT404'
      when fail.code = 'file.too_large' then 'PT413'
      when fail.code in (
        'draft.sent', 'request.closed', 'request.paused', 'request.complete', 'request.reopen_expired', 'request.open',
        'request.stale', 'item.stale', 'item.locked', 'item.undecided', 'item.answered', 'recipient.last',
        'recipient.member', 'access.decided', 'file.not_stored', 'file.changed', 'workspace.last_owner', 'account.changed'
      ) then 'PT409'
      else 'PT422'
    end;
end
$$;

create function private.is_for_members(kind text) returns boolean
language sql immutable set search_path = '' as $$
  select is_for_members.kind in (
    'title_changed', 'message_changed', 'item_changed', 'recipient_added', 'recipient_corrected', 'recipient_removed',
    'archived', 'unarchived'
  )
$$;
comment on function private.is_for_members(text) is
  'True for events that recipients cannot read: former texts, the addresses of others, and where a workspace keeps a request.';
grant execute on function private.is_for_members(text) to authenticated;

drop policy recipients on public.events;
create policy recipients on public.events for select to authenticated
  using (request_id = any((select private.my_shared_requests())::uuid[]) and not private.is_for_members(kind));
drop policy own_events on public.events;
create policy own_events on public.events for select to authenticated
  using (
    request_id = any((select private.my_requests())::uuid[])
    and (file_id is null or (select auth.uid()) = actor)
    and not private.is_for_members(kind)
  );

drop index public.requests_done_activity_idx;
drop index public.requests_done_due_idx;
create index requests_done_activity_idx on public.requests (workspace_id, last_activity_at desc, id desc)
  where status in ('done', 'cancelled') and archived_at is null;
create index requests_done_due_idx on public.requests (workspace_id, coalesce(due_on, 'infinity'), id)
  where status in ('done', 'cancelled') and archived_at is null;
create index requests_archived_activity_idx on public.requests (workspace_id, last_activity_at desc, id desc)
  where archived_at is not null;
create index requests_archived_due_idx on public.requests (workspace_id, coalesce(due_on, 'infinity'), id)
  where archived_at is not null;
alter index public.requests_done_due_idx alter column 2 set statistics 0;
alter index public.requests_archived_due_idx alter column 2 set statistics 0;

create or replace function private.list_condition(filter text) returns text
language sql immutable set search_path = '' as $$
  select case list_condition.filter
    when 'open' then $c$r.status = 'open'$c$
    when 'review' then $c$r.status = 'open' and r.items_submitted > 0$c$
    when 'overdue' then
      $c$r.status = 'open' and (r.required_missing > 0 or r.required_returned > 0)
        and r.paused_at is null and coalesce(r.due_on, 'infinity') < $2$c$
    when 'drafts' then $c$r.status = 'draft'$c$
    when 'done' then $c$r.status in ('done', 'cancelled') and r.archived_at is null$c$
    when 'archived' then $c$r.archived_at is not null$c$
  end
$$;

drop function public.request_counts(uuid, date);
create function public.request_counts(workspace uuid, today date)
returns table (open integer, review integer, overdue integer, drafts integer, done integer, archived integer)
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
  from unnest(array['open', 'review', 'overdue', 'drafts', 'done', 'archived'])
    with ordinality as filters (name, position);
  return query execute 'select ' || counted using workspace, today;
end
$$;
comment on function public.request_counts(uuid, date) is
  'Requests per filter; 1000 stands for 1000 or more. Errors: session.required, not_found, list.unknown.';
grant execute on function public.request_counts(uuid, date) to authenticated;

create or replace function private.settle(request uuid) returns void
language plpgsql set search_path = '' as $$
declare
  current public.requests;
  undecided integer;
begin
  select r.* into current from public.requests as r where r.id = settle.request;
  if current.closed_by is not null then
    return;
  end if;
  undecided := private.undecided_items(current);
  if current.status = 'open' and undecided = 0 then
    update public.requests as r set status = 'done', closed_at = now(), paused_at = null where r.id = current.id;
    perform private.add_event(current.id, 'done');
  elsif current.status = 'done' and undecided > 0 then
    update public.requests as r set status = 'open', closed_at = null, archived_at = null where r.id = current.id;
    perform private.add_event(current.id, 'reopened');
  end if;
end
$$;

create or replace function public.reopen_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(reopen_request.request);
begin
  if locked.status in ('draft', 'open') then
    return;
  elsif locked.status = 'cancelled' and locked.closed_at < now() - interval '30 days' then
    perform private.fail('request.reopen_expired');
  elsif locked.status = 'done' and (locked.closed_by is null or private.undecided_items(locked) = 0) then
    perform private.fail('request.complete');
  end if;
  update public.requests as r
  set
    -- Drafts could be cancelled in the past.
    status = case when locked.sent_at is null then 'draft' else 'open' end,
    closed_at = null, closed_by = null, archived_at = null
  where r.id = locked.id;
  perform private.add_event(locked.id, 'reopened');
end
$$;

create function public.archive_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(archive_request.request);
begin
  if locked.archived_at is not null then
    return;
  elsif locked.status not in ('done', 'cancelled') then
    perform private.fail('request.open');
  end if;
  update public.requests as r set archived_at = now() where r.id = locked.id;
  perform private.add_event(locked.id, 'archived');
end
$$;
comment on function public.archive_request(uuid) is
  'Takes a request that is done or cancelled out of the list of what is done. Repeating a call changes nothing. Errors: not_found, request.open.';
grant execute on function public.archive_request(uuid) to authenticated;

create function public.unarchive_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(unarchive_request.request);
begin
  if locked.archived_at is null then
    return;
  end if;
  update public.requests as r set archived_at = null where r.id = locked.id;
  perform private.add_event(locked.id, 'unarchived');
end
$$;
comment on function public.unarchive_request(uuid) is
  'Puts an archived request back into the list of what is done. Repeating a call changes nothing. Errors: not_found.';
grant execute on function public.unarchive_request(uuid) to authenticated;
