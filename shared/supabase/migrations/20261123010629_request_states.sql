-- A sent request can be paused, closed with items missing, and reopened; a cancelled one for 30 days. Drafts can be deleted and
-- every request duplicated.

alter table public.requests
  add column paused_at timestamptz,
  -- No foreign key: requests outlive the account that closed them.
  add column closed_by uuid,
  alter column paused_at set statistics 0,
  alter column closed_by set statistics 0,
  add constraint requests_paused_check check (paused_at is null or status = 'open'),
  add constraint requests_closed_by_check check (closed_by is null or status = 'done');
comment on column public.requests.paused_at is
  'Since when the request takes nothing from recipients; null unless a member has paused it.';
comment on column public.requests.closed_by is
  'The member who closed the request before everything required was decided; null if it is done because of the decisions.';

alter table public.events
  drop constraint events_kind_check,
  add constraint events_kind_check check (
    kind in (
      'created', 'sent', 'opened', 'file_added', 'file_removed', 'file_set_aside', 'file_put_back', 'answered',
      'accepted', 'returned', 'decision_undone', 'link_replaced', 'paused', 'resumed', 'closed', 'done', 'reopened',
      'cancelled'
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
        'draft.sent', 'request.closed', 'request.paused', 'request.complete', 'request.reopen_expired', 'item.stale',
        'item.locked', 'item.undecided', 'file.not_stored', 'file.changed', 'workspace.last_owner', 'account.changed'
      ) then 'PT409'
      else 'PT422'
    end;
end
$$;

create or replace function private.lock_item_as_recipient(item uuid) returns public.items
language plpgsql set search_path = '' as $$
declare
  parent public.requests;
  locked public.items;
begin
  perform private.require_session();
  select r.* into parent from public.requests as r
  where r.id = (select i.request_id from public.items as i where i.id = lock_item_as_recipient.item)
    and r.id = any(private.my_requests())
  for update;
  if not found then
    perform private.fail('not_found');
  -- A request that is done because of the decisions still takes optional items.
  elsif parent.status not in ('open', 'done') or parent.closed_by is not null then
    perform private.fail('request.closed');
  elsif parent.paused_at is not null then
    perform private.fail('request.paused');
  end if;
  select i.* into locked from public.items as i where i.id = lock_item_as_recipient.item for update;
  if locked.status in ('accepted', 'waived') then
    perform private.fail('item.locked');
  end if;
  return locked;
end
$$;
comment on function public.begin_upload(uuid, text, bigint, text) is
  'Announces a file and returns the key and content type to upload it with. Errors: not_found, request.closed, request.paused, item.locked, item.kind, file.name, file.empty, file.too_large, file.type, file.too_many, file.too_many_removed, quota.uploader_bytes, quota.workspace_bytes.';
comment on function public.finish_upload(uuid, text) is
  'Binds the uploaded object to the file permanently and submits the item. Idempotent. Errors: not_found, request.closed, request.paused, item.locked, file.not_stored, file.changed.';
comment on function public.remove_file(uuid) is
  'Removes one of the caller''s files, finished or not; its row stays. Errors: not_found, request.closed, request.paused, item.locked.';
comment on function public.answer_item(uuid, integer, text, text) is
  'Answers an item with text, or marks it as not_applicable or cannot_provide with a note; null removes the answer. Returns the new revision. Errors: not_found, request.closed, request.paused, item.locked, item.stale, item.kind, answer.empty, answer.too_long.';

create function private.undecided_items(request public.requests) returns integer
language sql stable set search_path = '' as $$
  -- A request without required items is done when every item has been decided.
  select case
    when exists (select from public.items as i where i.request_id = request.id and i.required)
      then request.required_open
    else request.items_missing + request.items_submitted + request.items_returned
  end
$$;
comment on function private.undecided_items(public.requests) is
  'Number of items that must still be accepted or waived before the request is done.';

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
    update public.requests as r set status = 'open', closed_at = null where r.id = current.id;
    perform private.add_event(current.id, 'reopened');
  end if;
end
$$;
comment on function private.settle(uuid) is
  'Completes a request when all required items are accepted or waived, and reopens it when that is no longer so. A request that a member closed stays closed.';

create function public.pause_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(pause_request.request);
begin
  if locked.status <> 'open' then
    perform private.fail('request.closed');
  elsif locked.paused_at is not null then
    return;
  end if;
  update public.requests as r set paused_at = now() where r.id = locked.id;
  perform private.add_event(locked.id, 'paused');
end
$$;
comment on function public.pause_request(uuid) is
  'Makes an open request take nothing from its recipients, who can still read it. Repeating a call changes nothing. Errors: not_found, request.closed.';
grant execute on function public.pause_request(uuid) to authenticated;

create function public.resume_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(resume_request.request);
begin
  if locked.status <> 'open' then
    perform private.fail('request.closed');
  elsif locked.paused_at is null then
    return;
  end if;
  update public.requests as r set paused_at = null where r.id = locked.id;
  perform private.add_event(locked.id, 'resumed');
end
$$;
comment on function public.resume_request(uuid) is
  'Ends a pause. Repeating a call changes nothing. Errors: not_found, request.closed.';
grant execute on function public.resume_request(uuid) to authenticated;

create function public.close_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(close_request.request);
begin
  if locked.closed_by is not null then
    return;
  elsif locked.status <> 'open' then
    perform private.fail(case locked.status when 'done' then 'request.complete' else 'request.closed' end);
  end if;
  update public.requests as r
  set status = 'done', closed_at = now(), closed_by = auth.uid(), paused_at = null
  where r.id = locked.id;
  perform private.add_event(
    locked.id, 'closed', data => jsonb_build_object('missing', locked.required_missing + locked.required_returned)
  );
end
$$;
comment on function public.close_request(uuid) is
  'Ends an open request although something is missing. Its recipients can still read it, and members can still decide. Repeating a call changes nothing. Errors: not_found, request.closed, request.complete.';
grant execute on function public.close_request(uuid) to authenticated;

create or replace function public.cancel_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(cancel_request.request);
begin
  if locked.status = 'cancelled' then
    return;
  elsif locked.status <> 'open' then
    perform private.fail('request.closed');
  end if;
  update public.requests as r set status = 'cancelled', closed_at = now(), paused_at = null where r.id = locked.id;
  perform private.add_event(locked.id, 'cancelled');
end
$$;
comment on function public.cancel_request(uuid) is
  'Cancels an open request; a draft is deleted instead. Repeating a call changes nothing. Errors: not_found, request.closed.';

create function public.reopen_request(request uuid) returns void
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
  -- Drafts could be cancelled in the past.
  set status = case when locked.sent_at is null then 'draft' else 'open' end, closed_at = null, closed_by = null
  where r.id = locked.id;
  perform private.add_event(locked.id, 'reopened');
end
$$;
comment on function public.reopen_request(uuid) is
  'Opens a request that a member closed, or one cancelled in the last 30 days. Repeating a call changes nothing. Errors: not_found, request.reopen_expired, request.complete (nothing is left to decide; undoing a decision reopens a request that is done).';
grant execute on function public.reopen_request(uuid) to authenticated;

create function public.duplicate_request(request uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  source public.requests := private.lock_as_member(duplicate_request.request);
  made uuid;
begin
  perform private.use_quota('requests', source.workspace_id::text, 1);
  insert into public.requests as r (workspace_id, title, message, created_by)
  values (source.workspace_id, source.title, source.message, auth.uid())
  returning r.id into made;
  insert into public.items (request_id, workspace_id, position, title, instructions, kind, required, accepts)
  select made, source.workspace_id, i.position, i.title, i.instructions, i.kind, i.required, i.accepts
  from public.items as i where i.request_id = source.id;
  insert into public.recipients (request_id, workspace_id, email, name)
  select made, source.workspace_id, p.email, p.name from public.recipients as p where p.request_id = source.id;
  perform private.add_event(made, 'created');
  return made;
end
$$;
comment on function public.duplicate_request(uuid) is
  'Creates a draft with the same title, message, items and recipients, and without a due date. Returns its id. Errors: not_found, quota.requests.';
grant execute on function public.duplicate_request(uuid) to authenticated;

create function public.delete_draft(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(delete_draft.request);
begin
  if locked.sent_at is not null then
    perform private.fail('draft.sent');
  end if;
  delete from public.requests as r where r.id = locked.id;
end
$$;
comment on function public.delete_draft(uuid) is
  'Deletes a request that was never sent, with its history. Errors: not_found, draft.sent.';
grant execute on function public.delete_draft(uuid) to authenticated;

create or replace function private.joined_request_of(token text, person uuid) returns uuid
language sql stable set search_path = '' as $$
  select r.id
  from (
    select l.request_id, l.token_hash from public.request_links as l
    union all
    select l.request_id, l.token_hash from private.replaced_links as l
  ) as l
  join public.requests as r on r.id = l.request_id
  join public.recipients as p on p.request_id = r.id and p.user_id = joined_request_of.person
  where l.token_hash = sha256(convert_to(left(joined_request_of.token, 64), 'utf8'))
    and r.status <> 'draft'
$$;
comment on function private.joined_request_of(text, uuid) is
  'The request that a link token belongs or belonged to, cancelled or not, for a person who has joined it. Nothing for anyone else.';
comment on function public.join_request(text) is
  'Binds the caller to the recipient with the caller''s verified address and returns the request''s id. People who have joined also reach it by a replaced token, and when it is cancelled. Errors: not_found, both for a wrong token and for a wrong person.';

-- A paused request isn't overdue.
create or replace function private.list_condition(filter text) returns text
language sql immutable set search_path = '' as $$
  select case list_condition.filter
    when 'open' then $c$r.status = 'open'$c$
    when 'review' then $c$r.status = 'open' and r.items_submitted > 0$c$
    when 'overdue' then
      $c$r.status = 'open' and (r.required_missing > 0 or r.required_returned > 0)
        and r.paused_at is null and coalesce(r.due_on, 'infinity') < $2$c$
    when 'drafts' then $c$r.status = 'draft'$c$
    when 'done' then $c$r.status in ('done', 'cancelled')$c$
  end
$$;
comment on function private.list_condition(text) is
  'SQL condition of a filter of the list, the same as in the filter''s indexes; $2 is the reader''s day. Null for an unknown filter. Overdue is no state: open, not paused, past the due date, and a required item missing or returned.';

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
          and r.paused_at is null and (r.last_activity_at, r.id) < ($3, $5)
        order by r.last_activity_at desc, r.id desc limit $6
      ) as top
      union all
      select top.id, top.last_activity_at
      from generate_series(1, extract(day from $2)::integer - 1) as day
      cross join lateral (
        select r.id, r.last_activity_at from public.requests as r
        where r.workspace_id = $1 and r.status = 'open' and (r.required_missing > 0 or r.required_returned > 0)
          and r.due_on = $2 - day
          and r.paused_at is null and (r.last_activity_at, r.id) < ($3, $5)
        order by r.last_activity_at desc, r.id desc limit $6
      ) as top
      order by 2 desc, 1 desc limit $6
    ) as top
    join public.requests as r on r.id = top.id
    order by r.last_activity_at desc, r.id desc
  $q$
$$;
