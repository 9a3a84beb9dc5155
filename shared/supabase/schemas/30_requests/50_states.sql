-- States of a request.
--
-- A sent request can be paused, closed with items missing, and reopened; a cancelled one for 30 days. Ended requests
-- can be archived: they leave the list of done ones, and nothing else about them changes.

create function public.pause_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(pause_request.request);
begin
  if v_locked.status <> 'open' then
    perform private.fail('request.closed');
  elsif v_locked.paused_at is not null then
    return;
  end if;
  update public.requests as r set paused_at = now() where r.id = v_locked.id;
  perform private.add_event(v_locked.id, 'paused');
end
$$;
comment on function public.pause_request(uuid) is
  'Makes an open request take nothing from its recipients, who can still read it. Repeating a call changes nothing. Errors: not_found, request.closed.';
grant execute on function public.pause_request(uuid) to authenticated;

create function public.resume_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(resume_request.request);
begin
  if v_locked.status <> 'open' then
    perform private.fail('request.closed');
  elsif v_locked.paused_at is null then
    return;
  end if;
  update public.requests as r set paused_at = null where r.id = v_locked.id;
  perform private.add_event(v_locked.id, 'resumed');
end
$$;
comment on function public.resume_request(uuid) is
  'Ends a pause. Repeating a call changes nothing. Errors: not_found, request.closed.';
grant execute on function public.resume_request(uuid) to authenticated;

create function public.close_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(close_request.request);
begin
  if v_locked.closed_by is not null then
    return;
  elsif v_locked.status <> 'open' then
    perform private.fail(case v_locked.status when 'done' then 'request.complete' else 'request.closed' end);
  end if;
  update public.requests as r
  set status = 'done', closed_at = now(), closed_by = auth.uid(), paused_at = null
  where r.id = v_locked.id;
  perform private.add_event(
    v_locked.id, 'closed', data => jsonb_build_object('missing', v_locked.required_missing + v_locked.required_returned)
  );
end
$$;
comment on function public.close_request(uuid) is
  'Ends an open request although something is missing. Its recipients can still read it, and members can still decide. Repeating a call changes nothing. Errors: not_found, request.closed, request.complete.';
grant execute on function public.close_request(uuid) to authenticated;

create function public.reopen_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(reopen_request.request);
begin
  if v_locked.status in ('draft', 'open') then
    return;
  elsif v_locked.status = 'cancelled' and v_locked.closed_at < now() - interval '30 days' then
    perform private.fail('request.reopen_expired');
  elsif v_locked.status = 'done' and (v_locked.closed_by is null or private.undecided_items(v_locked) = 0) then
    perform private.fail('request.complete');
  end if;
  update public.requests as r
  set
    -- Drafts could be cancelled in the past.
    status = case when v_locked.sent_at is null then 'draft' else 'open' end,
    closed_at = null, closed_by = null, archived_at = null
  where r.id = v_locked.id;
  perform private.add_event(v_locked.id, 'reopened');
end
$$;
comment on function public.reopen_request(uuid) is
  'Opens a request that a member closed, or one cancelled in the last 30 days. Repeating a call changes nothing. Errors: not_found, request.reopen_expired, request.complete (nothing is left to decide; undoing a decision reopens a request that is done).';
grant execute on function public.reopen_request(uuid) to authenticated;

create function public.cancel_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(cancel_request.request);
begin
  if v_locked.status = 'cancelled' then
    return;
  elsif v_locked.status <> 'open' then
    perform private.fail('request.closed');
  end if;
  update public.requests as r set status = 'cancelled', closed_at = now(), paused_at = null where r.id = v_locked.id;
  perform private.add_event(v_locked.id, 'cancelled');
end
$$;
comment on function public.cancel_request(uuid) is
  'Cancels an open request; a draft is deleted instead. Repeating a call changes nothing. Errors: not_found, request.closed.';
grant execute on function public.cancel_request(uuid) to authenticated;

create function public.archive_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(archive_request.request);
begin
  if v_locked.archived_at is not null then
    return;
  elsif v_locked.status not in ('done', 'cancelled') then
    perform private.fail('request.open');
  end if;
  update public.requests as r set archived_at = now() where r.id = v_locked.id;
  perform private.add_event(v_locked.id, 'archived');
end
$$;
comment on function public.archive_request(uuid) is
  'Takes a request that is done or cancelled out of the list of what is done. Repeating a call changes nothing. Errors: not_found, request.open.';
grant execute on function public.archive_request(uuid) to authenticated;

create function public.unarchive_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(unarchive_request.request);
begin
  if v_locked.archived_at is null then
    return;
  end if;
  update public.requests as r set archived_at = null where r.id = v_locked.id;
  perform private.add_event(v_locked.id, 'unarchived');
end
$$;
comment on function public.unarchive_request(uuid) is
  'Puts an archived request back into the list of what is done. Repeating a call changes nothing. Errors: not_found.';
grant execute on function public.unarchive_request(uuid) to authenticated;

create function private.update_request_status(request uuid) returns void
language plpgsql set search_path = '' as $$
declare
  v_current public.requests;
  v_undecided integer;
begin
  select r.* into v_current from public.requests as r where r.id = update_request_status.request;
  if v_current.closed_by is not null then
    return;
  end if;
  v_undecided := private.undecided_items(v_current);
  if v_current.status = 'open' and v_undecided = 0 then
    update public.requests as r set status = 'done', closed_at = now(), paused_at = null where r.id = v_current.id;
    perform private.add_event(v_current.id, 'done');
  elsif v_current.status = 'done' and v_undecided > 0 then
    update public.requests as r set status = 'open', closed_at = null, archived_at = null where r.id = v_current.id;
    perform private.add_event(v_current.id, 'reopened');
  end if;
end
$$;
comment on function private.update_request_status(uuid) is
  'Completes a request when all required items are accepted or waived, and reopens it when that is no longer so. A request that a member closed stays closed.';

create function private.undecided_items(request public.requests) returns integer
language sql stable set search_path = '' as $$
  -- A request without required items is done when every item has been decided.
  select case
    when exists (
      select from public.items as i where i.request_id = request.id and i.required and i.removed_at is null
    ) then request.required_open
    else request.items_missing + request.items_submitted + request.items_returned
  end
$$;
comment on function private.undecided_items(public.requests) is
  'Number of items that must still be accepted or waived before the request is done.';
