-- Locks under which a request changes. A lock is taken with the proof that the account may make the change.

create function private.lock_as_member(request uuid) returns public.requests
language plpgsql set search_path = '' as $$
declare
  v_locked public.requests;
begin
  perform private.require_session();
  select r.* into v_locked from public.requests as r
  where r.id = lock_as_member.request and r.workspace_id = any(private.my_workspaces())
    -- The template copy of a job can't be changed.
    and not (r.is_template and exists (select from private.jobs as j where j.checklist_id = r.id))
  for update;
  if not found then
    perform private.fail('not_found');
  elsif v_locked.deleted_at is not null then
    perform private.fail('request.deleted');
  end if;
  return v_locked;
end
$$;
comment on function private.lock_as_member(uuid) is
  'Locks and returns the request for a member of its workspace; not_found for anyone else. Every writer locks the request first.';

create function private.lock_as_recipient(request uuid) returns public.requests
language plpgsql set search_path = '' as $$
declare
  v_requests constant uuid[] := private.my_requests() || private.my_handed_requests();
  v_locked public.requests;
begin
  perform private.require_session();
  select r.* into v_locked from public.requests as r
  where r.id = lock_as_recipient.request and r.id = any(v_requests)
  for update;
  -- The last hand-off may have been undone while this waited for the request.
  if not found or not v_locked.id = any(private.my_requests() || private.my_handed_requests()) then
    perform private.fail('not_found');
  elsif v_locked.status <> 'open' then
    perform private.fail('request.closed');
  end if;
  return v_locked;
end
$$;
comment on function private.lock_as_recipient(uuid) is
  'Locks and returns an open request for one of its recipients; not_found for anyone else.';

create function private.lock_item_as_member(item uuid, revision integer) returns public.items
language plpgsql set search_path = '' as $$
declare
  v_locked public.items := private.lock_item_as_member(lock_item_as_member.item);
begin
  if v_locked.revision is distinct from lock_item_as_member.revision then
    perform private.fail('item.stale');
  end if;
  return v_locked;
end
$$;
comment on function private.lock_item_as_member(uuid, integer) is
  'Locks the request, then the item, and returns the item for a member who has seen its latest revision.';

create function private.lock_item_as_member(item uuid) returns public.items
language plpgsql set search_path = '' as $$
declare
  v_parent public.requests;
  v_locked public.items;
begin
  v_parent := private.lock_as_member(
    (select i.request_id from public.items as i where i.id = lock_item_as_member.item)
  );
  select i.* into v_locked from public.items as i
  where i.id = lock_item_as_member.item and i.removed_at is null
  for update;
  if not found then
    perform private.fail('not_found');
  elsif v_parent.status not in ('open', 'done') then
    perform private.fail('request.closed');
  end if;
  return v_locked;
end
$$;
comment on function private.lock_item_as_member(uuid) is 'Locks the request, then the item, and returns the item for a member.';

create function private.lock_item_as_recipient(item uuid) returns public.items
language plpgsql set search_path = '' as $$
declare
  -- Read whether or not the item exists, so that the work doesn't reveal it.
  v_requests constant uuid[] := private.my_requests();
  v_items constant uuid[] := private.my_items();
  v_parent public.requests;
  v_locked public.items;
begin
  perform private.require_session();
  select r.* into v_parent from public.requests as r
  where r.id = (
      select i.request_id from public.items as i where i.id = lock_item_as_recipient.item and i.removed_at is null
    )
    and (r.id = any(v_requests) or lock_item_as_recipient.item = any(v_items))
  for update;
  if not found then
    perform private.fail('not_found');
  end if;
  -- The item or the person may have been removed, or the hand-off undone, while this waited for the request.
  select i.* into v_locked from public.items as i
  where i.id = lock_item_as_recipient.item and i.removed_at is null
    and (v_parent.id = any(private.my_requests()) or i.id = any(private.my_items()))
  for update;
  if not found then
    perform private.fail('not_found');
  -- A request that is done because of the decisions still takes optional items.
  elsif v_parent.status not in ('open', 'done') or v_parent.closed_by is not null then
    perform private.fail('request.closed');
  elsif v_parent.paused_at is not null then
    perform private.fail('request.paused');
  elsif v_locked.status in ('accepted', 'waived') then
    perform private.fail('item.locked');
  end if;
  return v_locked;
end
$$;
comment on function private.lock_item_as_recipient(uuid) is
  'Locks the request, then the item, and returns the item for a recipient who may still change it.';

create function private.lock_item_to_edit(item uuid) returns public.items
language plpgsql set search_path = '' as $$
declare
  v_parent public.requests;
  v_locked public.items;
begin
  v_parent := private.lock_as_member((select i.request_id from public.items as i where i.id = lock_item_to_edit.item));
  select i.* into v_locked from public.items as i
  where i.id = lock_item_to_edit.item and i.removed_at is null
  for update;
  if not found then
    perform private.fail('not_found');
  elsif v_parent.status = 'cancelled' then
    perform private.fail('request.closed');
  end if;
  return v_locked;
end
$$;
comment on function private.lock_item_to_edit(uuid) is
  'Locks the request, then the item, and returns the item for a member who changes it, as edit_request does.';
