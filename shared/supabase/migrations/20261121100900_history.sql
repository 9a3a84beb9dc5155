create function private.my_name(request uuid) returns text
language sql stable set search_path = '' as $$
  select coalesce(
    (
      select nullif(p.name, '') from public.recipients as p
      where p.request_id = my_name.request and p.user_id = auth.uid()
    ),
    (select f.display_name from public.profiles as f where f.user_id = auth.uid()),
    -- The address the request was sent to: the account's address may have changed since, and is private.
    (select p.email from public.recipients as p where p.request_id = my_name.request and p.user_id = auth.uid()),
    (select u.email from auth.users as u where u.id = auth.uid()),
    ''
  )
$$;
comment on function private.my_name(uuid) is
  'The caller''s name in the history of a request: as the requester wrote it, else the caller''s own display name, else the address the request was sent to.';

create function private.add_event(
  request uuid, kind text, item uuid default null, file uuid default null, data jsonb default '{}'
) returns void
language plpgsql set search_path = '' as $$
declare
  moment timestamptz := clock_timestamp();
  workspace uuid;
begin
  -- The update locks the request's row, so two writers never get the same seq.
  update public.requests as r set last_activity_at = moment
  where r.id = add_event.request
  returning r.workspace_id into workspace;
  insert into public.events (request_id, seq, workspace_id, item_id, file_id, actor, actor_name, kind, data, at)
  select
    add_event.request,
    coalesce((select max(e.seq) from public.events as e where e.request_id = add_event.request), 0) + 1,
    workspace, add_event.item, add_event.file,
    auth.uid(), private.my_name(add_event.request), add_event.kind, add_event.data, moment;
end
$$;
comment on function private.add_event(uuid, text, uuid, uuid, jsonb) is
  'Appends an event to the history of a request.';

create function private.lock_as_member(request uuid) returns public.requests
language plpgsql set search_path = '' as $$
declare
  locked public.requests;
begin
  perform private.require_session();
  select r.* into locked from public.requests as r
  where r.id = lock_as_member.request and r.workspace_id = any(private.my_workspaces())
  for update;
  if not found then
    perform private.fail('not_found');
  end if;
  return locked;
end
$$;
comment on function private.lock_as_member(uuid) is
  'Locks and returns the request for a member of its workspace; not_found for anyone else. Every writer locks the request first.';

create function private.lock_item_as_recipient(item uuid) returns public.items
language plpgsql set search_path = '' as $$
declare
  locked public.items;
  status text;
begin
  perform private.require_session();
  select r.status into status from public.requests as r
  where r.id = (select i.request_id from public.items as i where i.id = lock_item_as_recipient.item)
    and r.id = any(private.my_requests())
  for update;
  if not found then
    perform private.fail('not_found');
  elsif status not in ('open', 'done') then
    perform private.fail('request.closed');
  end if;
  select i.* into locked from public.items as i where i.id = lock_item_as_recipient.item for update;
  if locked.status in ('accepted', 'waived') then
    perform private.fail('item.locked');
  end if;
  return locked;
end
$$;
comment on function private.lock_item_as_recipient(uuid) is
  'Locks the request, then the item, and returns the item for a recipient who may still change it.';
