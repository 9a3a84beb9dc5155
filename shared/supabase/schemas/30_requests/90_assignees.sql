-- The member in charge of a request, and those who watch it.

create table private.watchers (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null references public.requests (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  stopped_at timestamptz,
  unique (request_id, user_id)
);
comment on table private.watchers is
  'Who watches a request. Its creator and sender do without a row, which is made when the first email needs one.';

create index watchers_user_id_idx on private.watchers (user_id);

create function public.assign_request(request uuid, assignee uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests;
  v_new_name text;
begin
  perform private.require_session();
  -- Before the request, as remove_member locks them.
  perform from public.members as m
  where m.user_id = assign_request.assignee and m.workspace_id = any(private.my_workspaces())
    and m.workspace_id = (select r.workspace_id from public.requests as r where r.id = assign_request.request)
  for share;
  v_locked := private.lock_as_member(assign_request.request);
  if v_locked.is_template then
    perform private.fail('not_found');
  end if;
  select f.display_name into v_new_name
  from public.members as m join public.profiles as f on f.user_id = m.user_id
  where m.workspace_id = v_locked.workspace_id and m.user_id = assign_request.assignee;
  if assign_request.assignee is not null and not found then
    perform private.fail('assignee.not_member');
  elsif assign_request.assignee is not distinct from v_locked.assignee then
    return v_locked.assignee;
  end if;
  perform private.set_assignee(v_locked, assign_request.assignee);
  perform private.add_event(v_locked.id, 'assigned', data => jsonb_strip_nulls(jsonb_build_object('name', v_new_name)));
  return v_locked.assignee;
end
$$;
comment on function public.assign_request(uuid, uuid) is
  'For members: assigns a request to a member, or to no one, and returns the previous assignee. The new assignee gets the emails about what arrives instead of the previous one. Repeating a call changes nothing. Errors: not_found, assignee.not_member.';
grant execute on function public.assign_request(uuid, uuid) to authenticated;

create function public.watch_request(request uuid, watched boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(watch_request.request);
begin
  insert into private.watchers as w (request_id, user_id, stopped_at)
  values (v_locked.id, auth.uid(), case when not coalesce(watch_request.watched, true) then now() end)
  on conflict (request_id, user_id) do update
  set stopped_at = case when excluded.stopped_at is not null then coalesce(w.stopped_at, excluded.stopped_at) end;
end
$$;
comment on function public.watch_request(uuid, boolean) is
  'For a member: email about what arrives in a request, or none. Errors: not_found.';
grant execute on function public.watch_request(uuid, boolean) to authenticated;

create function public.watches_request(request uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_workspaces constant uuid[] := private.my_workspaces();
  v_found_request public.requests;
begin
  perform private.require_session();
  select r.* into v_found_request from public.requests as r
  where r.id = watches_request.request and r.workspace_id = any(v_workspaces);
  if not found then
    perform private.fail('not_found');
  end if;
  return private.is_watched(v_found_request, auth.uid());
end
$$;
comment on function public.watches_request(uuid) is
  'For a member: true if they get email about what arrives in a request. Errors: not_found.';
grant execute on function public.watches_request(uuid) to authenticated;

create function private.set_assignee(locked public.requests, assignee uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if set_assignee.assignee is not distinct from locked.assignee then
    return;
  end if;
  update public.requests as r set assignee = set_assignee.assignee where r.id = locked.id;
  if set_assignee.assignee is not null then
    -- Unassigning keeps the current watchers.
    insert into private.watchers as w (request_id, user_id, stopped_at)
    select locked.id, told.user_id, told.stopped_at
    from (values (set_assignee.assignee, null::timestamptz), (locked.assignee, now())) as told (user_id, stopped_at)
    where told.user_id is not null
    on conflict (request_id, user_id) do update set stopped_at = excluded.stopped_at;
  end if;
end
$$;
comment on function private.set_assignee(public.requests, uuid) is
  'Assigns a request to a member, or to no one, who gets the emails about what arrives instead of the previous assignee.';

create function private.tg_requests__assign_to_creator() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.assignee := coalesce(new.assignee, new.created_by);
  return new;
end
$$;
comment on function private.tg_requests__assign_to_creator() is 'Assigns a request to its creator until a member assigns it.';

create function private.is_watched(request public.requests, member uuid) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(
    (
      select w.stopped_at is null from private.watchers as w
      where w.request_id = request.id and w.user_id = is_watched.member
    ),
    is_watched.member in (request.created_by, request.sent_by),
    false
  )
$$;
comment on function private.is_watched(public.requests, uuid) is 'True if a member watches a request.';

create function private.watch_own(request uuid) returns void
language sql set search_path = '' as $$
  insert into private.watchers (request_id, user_id)
  select distinct r.id, u.id
  from public.requests as r join auth.users as u on u.id in (r.created_by, r.sent_by)
  where r.id = watch_own.request
  on conflict (request_id, user_id) do nothing
$$;
comment on function private.watch_own(uuid) is
  'Makes the rows of those who watch a request because they created or sent it. Links that stop emails name a row.';

create function private.members_to_notify(request public.requests) returns setof uuid
language sql stable set search_path = '' as $$
  with watching as (
    select m.user_id from public.members as m
    where m.workspace_id = request.workspace_id
      and (private.is_watched(request, m.user_id) or m.user_id = request.assignee)
  )
  select user_id from watching
  union
  -- Fall back to the owners so that at least one person is notified.
  select m.user_id from public.members as m
  where m.workspace_id = request.workspace_id and m.role = 'owner' and not exists (select from watching)
$$;
comment on function private.members_to_notify(public.requests) is
  'Members to notify about a request: those who watch it and its assignee, or else the owners.';
