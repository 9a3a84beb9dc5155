-- Generated from schemas/ by `pnpm migration remove_member_locks`.

set local check_function_bodies = off;

create or replace function public.remove_member(workspace uuid, member uuid, successor uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_me constant uuid := auth.uid();
  v_mine constant text := private.lock_workspace(remove_member.workspace, 'member');
  v_theirs constant text := (
    select m.role from public.members as m
    where m.workspace_id = remove_member.workspace and m.user_id = remove_member.member
  );
  v_heir uuid;
begin
  if v_theirs is null then
    perform private.fail('not_found');
  elsif remove_member.member <> v_me and (v_mine = 'member' or private.rank_of(v_theirs) > private.rank_of(v_mine)) then
    perform private.fail('workspace.role');
  end if;
  if v_theirs = 'owner' and remove_member.member <> v_me then
    perform private.require_fresh_proof('roles');
  end if;
  select m.user_id into v_heir
  from public.members as m
  where m.workspace_id = remove_member.workspace and m.user_id <> remove_member.member
    and (remove_member.successor is null or m.user_id = remove_member.successor)
  -- Without a choice: whoever removes them, else the first owner.
  order by m.user_id = v_me desc, private.rank_of(m.role) desc, m.created_at
  limit 1;
  if v_heir is null and remove_member.successor is not null then
    perform private.fail('not_found');
  end if;
  perform private.lock_member_with_requests(remove_member.workspace, remove_member.member);
  perform private.hand_over_requests(remove_member.workspace, remove_member.member, v_heir);
  delete from public.members as m
  where m.workspace_id = remove_member.workspace and m.user_id = remove_member.member;
  perform private.end_invitations(remove_member.workspace, remove_member.member);
  -- An invitation to their own address must not let them in again.
  delete from private.invitations as i using auth.users as u
  where u.id = remove_member.member and i.workspace_id = remove_member.workspace and i.email = lower(u.email)
    and i.accepted_at is null;
end
$$;

create or replace function private.lock_member_with_requests(workspace uuid, member uuid) returns void
language plpgsql set search_path = '' as $$
begin
  -- Makes assign_request and send_request wait, which share this lock before they lock a request.
  perform from public.members as m
  where m.workspace_id = lock_member_with_requests.workspace and m.user_id = lock_member_with_requests.member
  for no key update;
  -- Waits for what is being done to their requests: such a change may refer to the member again.
  perform from public.requests as r
  where r.workspace_id = lock_member_with_requests.workspace
    and (
      r.assignee = lock_member_with_requests.member
      or r.status <> 'cancelled' and private.is_watched(r, lock_member_with_requests.member)
    )
  order by r.id
  for no key update;
  -- Waits for requests that are being made for the member. From here on, no new one can be.
  perform from public.members as m
  where m.workspace_id = lock_member_with_requests.workspace and m.user_id = lock_member_with_requests.member
  for update;
end
$$;

create or replace function public.send_request(request uuid, invite boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests;
begin
  perform private.require_session();
  -- Before the request, as remove_member locks them: whoever sends what nobody looks after becomes its assignee.
  perform from public.members as m
  where m.user_id = auth.uid() and m.workspace_id = any(private.my_workspaces())
    and m.workspace_id = (select r.workspace_id from public.requests as r where r.id = send_request.request)
  for share;
  v_locked := private.lock_as_member(send_request.request);
  if v_locked.is_template then
    perform private.fail('template.sent');
  end if;
  perform private.open_draft(v_locked, coalesce(send_request.invite, false));
end
$$;

create or replace function public.assign_request(request uuid, assignee uuid) returns uuid
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

comment on function private.lock_member_with_requests(uuid,uuid) is 'Locks a member who is being removed, and the requests that they look after or watch, in an order that no other act crosses.';
