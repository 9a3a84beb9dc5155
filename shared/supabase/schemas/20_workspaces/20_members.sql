-- Members and their roles.
--
-- A workspace has several members, in three roles.

create table public.members (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  user_id uuid not null references public.profiles (user_id) on delete cascade,
  role text not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, user_id),
  constraint members_role_check check (role in ('owner', 'admin', 'member'))
);
comment on table public.members is 'Members of a workspace and their roles.';

create index members_user_id_idx on public.members (user_id);

alter table public.members enable row level security;
create policy session_ok on public.members as restrictive to authenticated using ((select private.session_ok()));
create policy members on public.members for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy own_rows_first on public.members as restrictive for select to authenticated
  using (private.is_one_of(workspace_id, (select private.my_workspaces())));

-- A workspace keeps at least one owner.
create trigger keep_an_owner_on_delete
  before delete on public.members
  for each row when (old.role = 'owner')
  execute function private.tg_members__keep_an_owner();

-- A workspace keeps at least one owner.
create trigger keep_an_owner_on_update
  before update on public.members
  for each row
  when (
    old.role = 'owner'
    and (new.role <> 'owner' or new.user_id <> old.user_id or new.workspace_id <> old.workspace_id)
  )
  execute function private.tg_members__keep_an_owner();

-- A higher role needs a fresh proof.
create trigger prove_role
  before update of role on public.members
  for each row
  when (auth.uid() is not null and private.rank_of(new.role) > private.rank_of(old.role))
  execute function private.tg__prove_workspace_change('roles');

create function public.my_access()
returns table (second_factor_required boolean, must_enroll boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.session_exists() then
    perform private.fail('session.required');
  end if;
  return query
    select
      not private.passed_second_factor() and exists (
        select from public.members as m
        join public.workspaces as w on w.id = m.workspace_id
        where m.user_id = auth.uid() and private.binds_members(w)
      ),
      exists (select from private.must_enroll as e where e.user_id = auth.uid());
end
$$;
comment on function public.my_access() is
  'Why the caller''s lists may be empty: a workspace of theirs requires a second factor that this session has not passed, or a new authenticator has to be set up after a backup code. Names no workspace, because a session without the factor may read nothing of it.';
grant execute on function public.my_access() to authenticated;

create function public.workspace_members(workspace uuid)
returns table (user_id uuid, name text, email text, role text, has_second_factor boolean, joined_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_is_manager constant boolean := private.require_role(workspace_members.workspace, 'member') <> 'member';
begin
  return query
    select
      m.user_id, f.display_name, u.email::text, m.role,
      -- Only those who can act on it see who is easier to attack.
      case when v_is_manager then private.has_second_factor(m.user_id) end,
      m.created_at
    from public.members as m
    join public.profiles as f on f.user_id = m.user_id
    join auth.users as u on u.id = m.user_id
    where m.workspace_id = workspace_members.workspace
    order by private.rank_of(m.role) desc, lower(f.display_name), m.user_id;
end
$$;
comment on function public.workspace_members(uuid) is
  'For members: everyone in a workspace, owners first. Only owners and admins see whether they have a second factor; others get null. Errors: not_found.';
grant execute on function public.workspace_members(uuid) to authenticated;

create function public.set_member_role(workspace uuid, member uuid, role text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_mine constant integer := private.rank_of(private.lock_workspace(set_member_role.workspace, 'admin'));
  v_theirs constant text := (
    select m.role from public.members as m
    where m.workspace_id = set_member_role.workspace and m.user_id = set_member_role.member
  );
begin
  if v_theirs is null then
    perform private.fail('not_found');
  elsif private.rank_of(set_member_role.role) is null
    or greatest(private.rank_of(v_theirs), private.rank_of(set_member_role.role)) > v_mine
  then
    perform private.fail('workspace.role');
  end if;
  if private.rank_of(set_member_role.role) < private.rank_of(v_theirs) and set_member_role.member <> auth.uid() then
    -- A stolen session must not shut out the others who could end it.
    perform private.require_fresh_proof('roles');
  end if;
  update public.members as m set role = set_member_role.role
  where m.workspace_id = set_member_role.workspace and m.user_id = set_member_role.member
    and m.role <> set_member_role.role;
  perform private.end_invitations(set_member_role.workspace, set_member_role.member);
end
$$;
comment on function public.set_member_role(uuid, uuid, text) is
  'For owners, and for admins below owner. A higher role, and a lower one for someone else, need a fresh proof of the act roles. Errors: not_found, workspace.role, workspace.last_owner, proof.required.';
grant execute on function public.set_member_role(uuid, uuid, text) to authenticated;

create function public.remove_member(workspace uuid, member uuid, successor uuid default null) returns void
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
  if v_theirs <> 'member' and remove_member.member <> v_me then
    perform private.require_fresh_proof('roles');
  end if;
  select m.user_id into v_heir
  from public.members as m
  where m.workspace_id = remove_member.workspace and m.user_id <> remove_member.member
    and (remove_member.successor is null or m.user_id = remove_member.successor)
  -- Without a choice: the member who removes them, else the first owner.
  order by m.user_id = v_me desc, private.rank_of(m.role) desc, m.created_at
  limit 1;
  if v_heir is null and remove_member.successor is not null then
    perform private.fail('not_found');
  end if;
  perform private.lock_member_with_requests(remove_member.workspace, remove_member.member);
  perform private.hand_over_requests(remove_member.workspace, remove_member.member, v_heir);
  delete from public.members as m
  where m.workspace_id = remove_member.workspace and m.user_id = remove_member.member;
  if remove_member.member <> v_me then
    insert into private.outbox (kind, workspace_id, user_id, since, not_before, data)
    values (
      'member_removed', remove_member.workspace, remove_member.member, private.email_clock(), private.email_clock(),
      jsonb_build_object('by', v_me)
    );
    perform private.notify_owners(
      remove_member.workspace, jsonb_build_object('kind', 'member_removed', 'member', remove_member.member)
    );
  end if;
  perform private.end_invitations(remove_member.workspace, remove_member.member);
  -- An invitation to their own address must not let them in again.
  delete from private.invitations as i using auth.users as u
  where u.id = remove_member.member and i.workspace_id = remove_member.workspace and i.email = lower(u.email)
    and i.accepted_at is null;
end
$$;
comment on function public.remove_member(uuid, uuid, uuid) is
  'Ends a membership: for owners, for admins below owner, and for members who leave. Their drafts, open requests and repeats go to the successor, by default the caller or the first owner, who gets the emails about their requests. A removed member and the owners are emailed. Errors: not_found (also for a successor who is no member), workspace.role, workspace.last_owner, proof.required (of the act roles, for another owner or admin).';
grant execute on function public.remove_member(uuid, uuid, uuid) to authenticated;

create function private.lock_member_with_requests(workspace uuid, member uuid) returns void
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
comment on function private.lock_member_with_requests(uuid, uuid) is
  'Locks a member who is being removed, and the requests that they look after or watch, in an order that no other act crosses.';

create function private.hand_over_requests(workspace uuid, member uuid, heir uuid) returns void
language sql set search_path = '' as $$
  -- Otherwise no member might be notified of what arrives. Locked in one order, to avoid a deadlock with a recipient's answer.
  with watched as (
    select r.id from public.requests as r
    where hand_over_requests.heir is not null and r.workspace_id = hand_over_requests.workspace and r.status <> 'cancelled'
      and (r.assignee = hand_over_requests.member or private.is_watched(r, hand_over_requests.member))
    order by r.id
    for key share
  )
  insert into private.watchers (request_id, user_id) select w.id, hand_over_requests.heir from watched as w
  on conflict do nothing;
  delete from private.watchers as w using public.requests as r
  where r.id = w.request_id and r.workspace_id = hand_over_requests.workspace and w.user_id = hand_over_requests.member;
  with looked_after as (
    select r.id from public.requests as r
    where hand_over_requests.heir is not null and r.workspace_id = hand_over_requests.workspace and r.assignee = hand_over_requests.member
      and r.status in ('draft', 'open')
    order by r.id
    for no key update
  )
  update public.requests as r set assignee = hand_over_requests.heir from looked_after as t where r.id = t.id;
  with looked_after as (
    select r.id from public.requests as r
    join private.repeats as s on s.request_id = r.id
    where hand_over_requests.heir is not null and s.workspace_id = hand_over_requests.workspace and s.sender = hand_over_requests.member
    order by r.id
    for no key update of r
  )
  -- The successor is notified of the next day as if it had just been set.
  update private.repeats as s set sender = hand_over_requests.heir, is_told = false from looked_after as t where s.request_id = t.id
$$;
comment on function private.hand_over_requests(uuid, uuid, uuid) is
  'Gives the heir what a leaving member watched, looked after and repeated. Without an heir, no member takes it over.';

create function private.tg_members__keep_an_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Serialises two owners who leave at the same time, so the second sees that the first has left.
  perform from public.workspaces as w where w.id = old.workspace_id for no key update;
  if found and not exists (
    select from public.members as m
    where m.workspace_id = old.workspace_id and m.role = 'owner' and m.user_id <> old.user_id
  ) then
    perform private.fail('workspace.last_owner');
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end
$$;
comment on function private.tg_members__keep_an_owner() is
  'The last owner can neither leave nor be demoted, unless the workspace itself is being deleted.';

create function private.lock_workspace(workspace uuid, lowest text) returns text
language plpgsql set search_path = '' as $$
begin
  perform private.require_role(lock_workspace.workspace, lock_workspace.lowest);
  perform from public.workspaces as w where w.id = lock_workspace.workspace for no key update;
  -- It may have changed while this waited.
  return private.require_role(lock_workspace.workspace, lock_workspace.lowest);
end
$$;
comment on function private.lock_workspace(uuid, text) is
  'Locks a workspace, so that changes of its members happen one after another, and returns the caller''s role there. Errors: not_found, workspace.role.';

create function private.require_role(workspace uuid, lowest text) returns text
language plpgsql stable set search_path = '' as $$
declare
  v_me constant uuid := private.require_session();
  v_mine constant text := (
    select m.role from public.members as m
    where m.workspace_id = require_role.workspace and m.user_id = v_me and m.workspace_id = any(private.my_workspaces())
  );
begin
  if v_mine is null then
    perform private.fail('not_found');
  elsif private.rank_of(v_mine) < private.rank_of(require_role.lowest) then
    perform private.fail('workspace.role');
  end if;
  return v_mine;
end
$$;
comment on function private.require_role(uuid, text) is
  'The caller''s role in a workspace. Errors: not_found, workspace.role (it is below the lowest that may do this).';

create function private.rank_of(role text) returns integer
language sql immutable set search_path = ''
return array_position('{member,admin,owner}'::text[], rank_of.role);
comment on function private.rank_of(text) is 'Roles in order of their rights: 1 for a member, 3 for an owner.';

create function private.my_workspaces() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(m.workspace_id), '{}')
  from public.members as m
  join public.workspaces as w on w.id = m.workspace_id
  where m.user_id = auth.uid()
    and (not private.binds_members(w) or (select private.passed_second_factor()))
$$;
comment on function private.my_workspaces() is
  'Workspaces the caller is a member of, except those that require a second factor this session hasn''t passed.';
grant execute on function private.my_workspaces() to authenticated;
