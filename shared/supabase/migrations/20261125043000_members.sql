-- A workspace has several members, in three roles. Somebody joins by an invitation to their address, which they prove like a
-- recipient does. The token of an invitation is signed, as those that stop email are, and stored nowhere (decision 0050).

create table private.invitations (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  email text not null,
  role text not null,
  invited_by uuid not null references auth.users (id) on delete cascade,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  emailed_at timestamptz,
  unreachable_at timestamptz,
  accepted_at timestamptz,
  constraint invitations_role_check check (role in ('owner', 'admin', 'member')),
  constraint invitations_email_check check (
    email ~ '^[^[:space:]@]+@[^[:space:]@]+$' and char_length(email) <= 254 and email = lower(email)
  )
);
comment on table private.invitations is
  'Invitations to workspaces. Accepted ones stay for some months, so that their link leads members to the workspace.';
comment on column private.invitations.emailed_at is 'When the invitation last left for the address; null if it never did.';
comment on column private.invitations.unreachable_at is
  'Since when the address gets no email, for whatever reason, as for recipients.';
create unique index invitations_waiting_idx on private.invitations (workspace_id, email) where accepted_at is null;
create index invitations_invited_by_idx on private.invitations (invited_by);

insert into private.quotas (name, most) values ('members', 200), ('new_workspaces', 20);

create or replace function private.fail(code text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using
    message = fail.code,
    errcode = case
      when fail.code = 'session.required' then 'PT401'
      when fail.code in ('proof.required', 'workspace.role') then 'PT403'
      when fail.code = 'not_found' then 'PT404'
      when fail.code = 'file.too_large' then 'PT413'
      when fail.code in (
        'draft.sent', 'request.closed', 'request.paused', 'request.complete', 'request.reopen_expired', 'request.open',
        'request.stale', 'item.stale', 'item.locked', 'item.undecided', 'item.answered', 'item.chosen',
        'item.not_received', 'recipient.last', 'recipient.member', 'access.decided', 'file.not_stored', 'file.changed',
        'file.accepted', 'file.undecidable', 'workspace.last_owner', 'account.changed', 'reminder.soon',
        'reminder.unreachable', 'invitation.exists', 'invitation.member', 'invitation.expired', 'invitation.used',
        'invitation.other_address'
      ) then 'PT409'
      else 'PT422'
    end;
end
$$;

-- Roles ----------------------------------------------------------------------------------------------------------

create function private.require_role(workspace uuid, lowest text) returns text
language plpgsql stable set search_path = '' as $$
declare
  me constant uuid := private.require_session();
  mine constant text := (
    select m.role from public.members as m
    where m.workspace_id = require_role.workspace and m.user_id = me and m.workspace_id = any(private.my_workspaces())
  );
begin
  if mine is null then
    perform private.fail('not_found');
  elsif private.rank_of(mine) < private.rank_of(require_role.lowest) then
    perform private.fail('workspace.role');
  end if;
  return mine;
end
$$;
comment on function private.require_role(uuid, text) is
  'The caller''s role in a workspace. Errors: not_found, workspace.role (it is below the lowest that may do this).';

create function private.lock_workspace(workspace uuid, lowest text) returns text
language plpgsql set search_path = '' as $$
begin
  perform private.require_role(lock_workspace.workspace, lock_workspace.lowest);
  perform from public.workspaces as w where w.id = lock_workspace.workspace for no key update;
  -- Somebody may have changed it while this waited.
  return private.require_role(lock_workspace.workspace, lock_workspace.lowest);
end
$$;
comment on function private.lock_workspace(uuid, text) is
  'Locks a workspace, so that changes of its members happen one after another, and returns the caller''s role there. Errors: not_found, workspace.role.';

create function public.rename_workspace(workspace uuid, name text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words constant text := private.one_line(rename_workspace.name);
begin
  perform private.lock_workspace(rename_workspace.workspace, 'admin');
  if not private.fits(words, 1, 80) or not private.is_name(words) then
    perform private.fail('workspace.name');
  end if;
  update public.workspaces as w set name = words where w.id = rename_workspace.workspace;
end
$$;
comment on function public.rename_workspace(uuid, text) is
  'For owners and admins. Recipients see the new name at once. Errors: not_found, workspace.role, workspace.name.';
grant execute on function public.rename_workspace(uuid, text) to authenticated;

create or replace function public.set_workspace_reminders(workspace uuid, zone text, plan jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_workspace(set_workspace_reminders.workspace, 'admin');
  if private.known_zone(set_workspace_reminders.zone) is null then
    perform private.fail('reminder.zone');
  elsif not private.is_reminder_plan(set_workspace_reminders.plan) then
    perform private.fail('reminder.plan');
  end if;
  update public.workspaces as w
  set zone = set_workspace_reminders.zone, reminder_plan = set_workspace_reminders.plan
  where w.id = set_workspace_reminders.workspace;
end
$$;
comment on function public.set_workspace_reminders(uuid, text, jsonb) is
  'For owners and admins: the plan that new requests begin with, and the zone of recipients who haven''t come yet. Errors: not_found, workspace.role, reminder.zone, reminder.plan.';

create function private.has_second_factor(person uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from auth.mfa_factors as f where f.user_id = has_second_factor.person and f.status = 'verified'
  )
$$;
comment on function private.has_second_factor(uuid) is 'True if the account has a verified second factor.';

create function public.workspace_members(workspace uuid)
returns table (user_id uuid, name text, email text, role text, has_second_factor boolean, joined_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  is_manager constant boolean := private.require_role(workspace_members.workspace, 'member') <> 'member';
begin
  return query
    select
      m.user_id, f.display_name, u.email::text, m.role,
      -- Only those who can act on it learn who is easier to attack.
      case when is_manager then private.has_second_factor(m.user_id) end,
      m.created_at
    from public.members as m
    join public.profiles as f on f.user_id = m.user_id
    join auth.users as u on u.id = m.user_id
    where m.workspace_id = workspace_members.workspace
    order by private.rank_of(m.role) desc, lower(f.display_name), m.user_id;
end
$$;
comment on function public.workspace_members(uuid) is
  'For members: everyone in a workspace, owners first. Whether they have a second factor is told to owners and admins alone, null to others. Errors: not_found.';
grant execute on function public.workspace_members(uuid) to authenticated;

create function public.set_member_role(workspace uuid, member uuid, role text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  mine constant integer := private.rank_of(private.lock_workspace(set_member_role.workspace, 'admin'));
  theirs constant text := (
    select m.role from public.members as m
    where m.workspace_id = set_member_role.workspace and m.user_id = set_member_role.member
  );
begin
  if theirs is null then
    perform private.fail('not_found');
  elsif private.rank_of(set_member_role.role) is null
    or greatest(private.rank_of(theirs), private.rank_of(set_member_role.role)) > mine
  then
    perform private.fail('workspace.role');
  end if;
  if theirs = 'owner' and set_member_role.role <> 'owner' and set_member_role.member <> auth.uid() then
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
  'For owners, and for admins below owner. A higher role, and taking the role of another owner, need a fresh proof of the act roles. Errors: not_found, workspace.role, workspace.last_owner, proof.required.';
grant execute on function public.set_member_role(uuid, uuid, text) to authenticated;

create function public.remove_member(workspace uuid, member uuid, successor uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  mine constant text := private.lock_workspace(remove_member.workspace, 'member');
  theirs constant text := (
    select m.role from public.members as m
    where m.workspace_id = remove_member.workspace and m.user_id = remove_member.member
  );
  heir uuid;
begin
  if theirs is null then
    perform private.fail('not_found');
  elsif remove_member.member <> me and (mine = 'member' or private.rank_of(theirs) > private.rank_of(mine)) then
    perform private.fail('workspace.role');
  end if;
  if theirs = 'owner' and remove_member.member <> me then
    perform private.require_fresh_proof('roles');
  end if;
  select m.user_id into heir
  from public.members as m
  where m.workspace_id = remove_member.workspace and m.user_id <> remove_member.member
    and (remove_member.successor is null or m.user_id = remove_member.successor)
  -- Without a choice: whoever removes them, else the first owner.
  order by m.user_id = me desc, private.rank_of(m.role) desc, m.created_at
  limit 1;
  if heir is null and remove_member.successor is not null then
    perform private.fail('not_found');
  end if;
  delete from public.members as m
  where m.workspace_id = remove_member.workspace and m.user_id = remove_member.member;
  perform private.end_invitations(remove_member.workspace, remove_member.member);
  -- An invitation to their own address must not let them in again.
  delete from private.invitations as i using auth.users as u
  where u.id = remove_member.member and i.workspace_id = remove_member.workspace and i.email = lower(u.email)
    and i.accepted_at is null;
  -- Otherwise nobody might be told what arrives. Locked in one order, to avoid a deadlock with somebody who answers.
  with watched as (
    select r.id from public.requests as r
    where heir is not null and r.workspace_id = remove_member.workspace and r.status <> 'cancelled'
      and private.is_watched(r, remove_member.member)
    order by r.id
    for key share
  )
  insert into private.watchers (request_id, user_id) select w.id, heir from watched as w
  on conflict do nothing;
  delete from private.watchers as w using public.requests as r
  where r.id = w.request_id and r.workspace_id = remove_member.workspace and w.user_id = remove_member.member;
end
$$;
comment on function public.remove_member(uuid, uuid, uuid) is
  'Ends a membership: for owners, for admins below owner, and for members who leave. The successor, by default the caller or the first owner, gets the emails about their requests. Errors: not_found (also for a successor who is no member), workspace.role, workspace.last_owner, proof.required (of the act roles, for another owner).';
grant execute on function public.remove_member(uuid, uuid, uuid) to authenticated;

-- Deletion -------------------------------------------------------------------------------------------------------

create function public.workspace_contents(workspace uuid) returns table (members integer, requests integer, files integer)
language plpgsql stable security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
begin
  perform private.require_role(workspace_contents.workspace, 'owner');
  return query
    select
      (select count(*)::integer from public.members as m where m.workspace_id = workspace_contents.workspace),
      (
        select count(*)::integer
        from (select from public.requests as r where r.workspace_id = workspace_contents.workspace limit 1000) as counted
      ),
      (
        select count(*)::integer
        from (
          select from public.files as f
          where f.workspace_id = workspace_contents.workspace and f.status = 'stored' limit 1000
        ) as counted
      );
end
$$;
comment on function public.workspace_contents(uuid) is
  'For owners: what would be deleted with a workspace. Of requests and of files 1000 stands for 1000 or more. Errors: not_found, workspace.role.';
grant execute on function public.workspace_contents(uuid) to authenticated;

create function public.delete_workspace(workspace uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_workspace(delete_workspace.workspace, 'owner');
  -- Before anything else is locked.
  perform private.require_fresh_proof('delete_workspace');
  -- In the order that every writer uses, to avoid a deadlock with somebody who answers.
  perform from public.requests as r where r.workspace_id = delete_workspace.workspace order by r.id for update;
  delete from public.workspaces as w where w.id = delete_workspace.workspace;
end
$$;
comment on function public.delete_workspace(uuid) is
  'For owners: deletes a workspace with its requests, files and memberships. Needs a fresh proof of the act delete_workspace. Errors: not_found, workspace.role, proof.required.';
grant execute on function public.delete_workspace(uuid) to authenticated;

-- Invitations ----------------------------------------------------------------------------------------------------

create function private.is_entitled(invitation private.invitations) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.members as m
    join auth.users as u on u.id = m.user_id
    where m.workspace_id = invitation.workspace_id and m.user_id = invitation.invited_by and m.role <> 'member'
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
      and private.rank_of(m.role) >= private.rank_of(invitation.role)
  )
$$;
comment on function private.is_entitled(private.invitations) is
  'True while the person who invited is a member who may invite to this role.';

create function private.end_invitations(workspace uuid, inviter uuid) returns void
language sql set search_path = '' as $$
  update private.invitations as i set expires_at = least(i.expires_at, now())
  where i.workspace_id = end_invitations.workspace and i.invited_by = end_invitations.inviter
    and i.accepted_at is null and not private.is_entitled(i)
$$;
comment on function private.end_invitations(uuid, uuid) is
  'Ends invitations that this person may no longer send. They don''t come back with the role.';

create function private.state_of(invitation private.invitations) returns text
language sql stable set search_path = '' as $$
  select case
    when invitation.accepted_at is not null then 'accepted'
    when not private.is_entitled(invitation) then 'void'
    when invitation.expires_at <= now() then 'expired'
    else 'open'
  end
$$;
comment on function private.state_of(private.invitations) is
  'open, accepted, expired, or void: whoever invited may no longer do that.';

create function private.invitation_of(token text) returns private.invitations
language plpgsql stable set search_path = '' as $$
declare
  parts constant private.token_parts := private.parse_token(invitation_of.token);
  invited private.invitations;
begin
  select i.* into invited from private.invitations as i where i.id = parts.named;
  -- The same work for every token.
  if parts.signature = private.stop_signature(parts.named, coalesce(invited.email, ''), 'join') then
    return invited;
  end if;
  return null;
end
$$;
comment on function private.invitation_of(text) is 'The invitation that a token belongs to; null for any other token.';

create function private.queue_invitation(invitation private.invitations) returns void
language sql set search_path = '' as $$
  insert into private.outbox (kind, workspace_id, address, since, not_before, data)
  select
    'member_invitation', invitation.workspace_id, invitation.email, now(), private.email_clock(),
    jsonb_build_object('invitation', invitation.id)
  where not exists (
    select from private.outbox as o
    where o.workspace_id = invitation.workspace_id and o.ended_at is null and o.attempts = 0
      and o.data ->> 'invitation' = invitation.id::text
  )
$$;
comment on function private.queue_invitation(private.invitations) is
  'Emails an invitation, unless it waits in the outbox already.';

create function private.note_invitation_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.invitations as i
  set
    emailed_at = case new.outcome when 'sent' then now() else i.emailed_at end,
    unreachable_at = case new.outcome when 'sent' then null else coalesce(i.unreachable_at, now()) end
  where i.id = (new.data ->> 'invitation')::uuid and new.reason is distinct from 'cancelled';
  return null;
end
$$;
comment on function private.note_invitation_email() is 'Notes on an invitation what became of its email.';
create trigger note_invitation_email after update of outcome on private.outbox
  for each row when (new.kind = 'member_invitation' and new.outcome is not null)
  execute function private.note_invitation_email();

create function private.member_invitation_facts(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'asker', jsonb_build_object(
      'name', coalesce(f.display_name, u.email),
      'email', u.email,
      'workspace', w.name,
      'isTrusted', exists (select from private.answered_workspaces as a where a.workspace_id = w.id)
    ),
    'role', i.role,
    'url', site || '/join/' || private.stop_token(i.id, i.email, 'join'),
    'expiresOn', (i.expires_at at time zone w.zone)::date,
    'today', (private.email_clock() at time zone w.zone)::date,
    'settingsUrl', site || '/settings/email'
  )
  from private.invitations as i
  join public.workspaces as w on w.id = i.workspace_id
  join auth.users as u on u.id = i.invited_by
  left join public.profiles as f on f.user_id = i.invited_by
  where i.id = (email.data ->> 'invitation')::uuid
$$;
comment on function private.member_invitation_facts(private.outbox, text) is
  'Everything that is needed to write an invitation to a workspace.';

create function private.count_invited(workspace uuid, address text) returns void
language sql set search_path = '' as $$
  select private.use_quota('address', private.address_key(s.id, count_invited.address), 1)
  from (values (count_invited.workspace), (auth.uid())) as s (id)
$$;
comment on function private.count_invited(uuid, text) is
  'Counts an invitation towards the same quotas as requests to this address. Errors: quota.address.';

create function public.invite_member(workspace uuid, email text, role text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  mine constant integer := private.rank_of(private.lock_workspace(invite_member.workspace, 'admin'));
  address constant text := lower(private.trimmed(coalesce(invite_member.email, '')));
  made private.invitations;
begin
  delete from private.invitations as i
  where i.workspace_id = invite_member.workspace and i.expires_at < now() - interval '90 days';
  if coalesce(private.rank_of(invite_member.role) > mine, true) then
    perform private.fail('workspace.role');
  elsif address !~ '^[^[:space:]@]+@[^[:space:]@]+$' or char_length(address) > 254
    or private.one_line(address) <> address
  then
    perform private.fail('invitation.email');
  elsif exists (
    select from public.members as m join auth.users as u on u.id = m.user_id
    where m.workspace_id = invite_member.workspace and lower(u.email) = address
  ) then
    perform private.fail('invitation.member');
  elsif exists (
    select from private.invitations as i
    where i.workspace_id = invite_member.workspace and i.email = address and i.accepted_at is null
  ) then
    perform private.fail('invitation.exists');
  elsif (
    (select count(*) from public.members as m where m.workspace_id = invite_member.workspace)
    + (
      select count(*) from private.invitations as i
      where i.workspace_id = invite_member.workspace and i.accepted_at is null
    )
  ) >= (select q.most from private.quotas as q where q.name = 'members') then
    perform private.fail('quota.members');
  end if;
  -- A stolen session must not let its thief in by another account.
  perform private.require_fresh_proof('roles');
  perform private.count_invited(invite_member.workspace, address);
  insert into private.invitations as i (workspace_id, email, role, invited_by)
  values (invite_member.workspace, address, invite_member.role, auth.uid())
  returning i.* into made;
  perform private.queue_invitation(made);
  return made.id;
end
$$;
comment on function public.invite_member(uuid, text, text) is
  'For owners, and for admins up to their own role: emails an invitation that expires in 14 days, and returns its id. Needs a fresh proof of the act roles. Errors: not_found, workspace.role, invitation.email, invitation.member, invitation.exists, quota.members, quota.address, proof.required.';
grant execute on function public.invite_member(uuid, text, text) to authenticated;

create function private.lock_invitation(invitation uuid) returns private.invitations
language plpgsql set search_path = '' as $$
declare
  mine integer;
  invited private.invitations;
begin
  mine := private.rank_of(
    private.lock_workspace(
      (select i.workspace_id from private.invitations as i where i.id = lock_invitation.invitation), 'admin'
    )
  );
  select i.* into invited from private.invitations as i
  where i.id = lock_invitation.invitation and i.accepted_at is null
  for no key update;
  if not found then
    perform private.fail('not_found');
  elsif private.rank_of(invited.role) > mine then
    perform private.fail('workspace.role');
  end if;
  return invited;
end
$$;
comment on function private.lock_invitation(uuid) is
  'Locks the workspace and returns an invitation that waits, for somebody who may invite to its role.';

create function public.resend_invitation(invitation uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  invited private.invitations := private.lock_invitation(resend_invitation.invitation);
begin
  if private.state_of(invited) <> 'open' then
    perform private.require_fresh_proof('roles');
  end if;
  perform private.count_invited(invited.workspace_id, invited.email);
  update private.invitations as i
  set invited_by = auth.uid(), sent_at = now(), expires_at = now() + interval '14 days', unreachable_at = null
  where i.id = invited.id
  returning i.* into invited;
  perform private.queue_invitation(invited);
end
$$;
comment on function public.resend_invitation(uuid) is
  'Emails an invitation again, in the caller''s name; it is valid for another 14 days. Errors: not_found, workspace.role, quota.address, proof.required (if it was no longer valid).';
grant execute on function public.resend_invitation(uuid) to authenticated;

create function public.cancel_invitation(invitation uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  invited constant private.invitations := private.lock_invitation(cancel_invitation.invitation);
begin
  delete from private.invitations as i where i.id = invited.id;
end
$$;
comment on function public.cancel_invitation(uuid) is
  'Ends an invitation; its link doesn''t work from then on. Errors: not_found, workspace.role.';
grant execute on function public.cancel_invitation(uuid) to authenticated;

create function public.workspace_invitations(workspace uuid)
returns table (
  id uuid, email text, role text, invited_by_name text, sent_at timestamptz, expires_at timestamptz, state text,
  emailed_at timestamptz, is_unreachable boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_role(workspace_invitations.workspace, 'admin');
  return query
    select
      i.id, i.email, i.role, coalesce(f.display_name, ''), i.sent_at, i.expires_at, private.state_of(i),
      i.emailed_at, i.unreachable_at is not null
    from private.invitations as i
    left join public.profiles as f on f.user_id = i.invited_by
    where i.workspace_id = workspace_invitations.workspace and i.accepted_at is null
    order by i.sent_at desc, i.id;
end
$$;
comment on function public.workspace_invitations(uuid) is
  'For owners and admins: invitations that wait, with their state open, expired or void (whoever invited may no longer do that). Errors: not_found, workspace.role.';
grant execute on function public.workspace_invitations(uuid) to authenticated;

create function public.peek_invitation(token text)
returns table (workspace_name text, inviter_name text, inviter_email text, email text, role text, state text)
language sql stable security definer set search_path = '' as $$
  select w.name, coalesce(f.display_name, u.email), u.email::text, i.email, i.role, private.state_of(i)
  from private.invitation_of(peek_invitation.token) as i
  join public.workspaces as w on w.id = i.workspace_id
  join auth.users as u on u.id = i.invited_by
  left join public.profiles as f on f.user_id = i.invited_by
  where private.is_entitled(i)
$$;
comment on function public.peek_invitation(text) is
  'The details that anyone with the link may see: who invites, to which workspace and role, and which address has to be proven. No row for any other token, nor if whoever invited may no longer do that.';
grant execute on function public.peek_invitation(text) to anon, authenticated;

create function public.accept_invitation(token text, name text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.require_session();
  own_name constant text := private.one_line(accept_invitation.name);
  invited private.invitations := private.invitation_of(accept_invitation.token);
  state text;
begin
  perform from public.workspaces as w where w.id = invited.workspace_id for no key update;
  -- Read after the lock: it may have been accepted or cancelled while this waited.
  select i.* into invited from private.invitations as i where i.id = invited.id;
  state := private.state_of(invited);
  if invited.id is null or state = 'void' then
    perform private.fail('not_found');
  elsif exists (
    select from public.members as m where m.workspace_id = invited.workspace_id and m.user_id = me
  ) then
    return invited.workspace_id;
  elsif not exists (
    select from auth.users as u
    where u.id = me and u.email = invited.email and u.email_confirmed_at is not null and not u.is_sso_user
  ) then
    perform private.fail('invitation.other_address');
  elsif state <> 'open' then
    perform private.fail(case state when 'expired' then 'invitation.expired' else 'invitation.used' end);
  end if;
  if not exists (select from public.profiles as f where f.user_id = me) then
    if not private.fits(own_name, 1, 80) or not private.is_name(own_name) then
      perform private.fail('profile.name');
    end if;
    insert into public.profiles (user_id, display_name) values (me, own_name) on conflict do nothing;
  end if;
  insert into public.members (workspace_id, user_id, role) values (invited.workspace_id, me, invited.role);
  update private.invitations as i set accepted_at = now() where i.id = invited.id;
  return invited.workspace_id;
end
$$;
comment on function public.accept_invitation(text, text) is
  'Makes the caller a member and returns the workspace; the name is for somebody who has none yet. Members are let through. Only the account with the invited, confirmed address is accepted, and once. Errors: not_found, invitation.other_address, invitation.expired, invitation.used, profile.name.';
grant execute on function public.accept_invitation(text, text) to authenticated;

-- New workspaces -------------------------------------------------------------------------------------------------

create or replace function public.create_workspace(name text, display_name text default null, zone text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
  workspace_name text := private.one_line(create_workspace.name);
  own_name text := coalesce(
    private.one_line(create_workspace.display_name),
    (select f.display_name from public.profiles as f where f.user_id = me)
  );
  workspace uuid;
begin
  if not private.fits(workspace_name, 1, 80) or not private.is_name(workspace_name) then
    perform private.fail('workspace.name');
  elsif not private.fits(own_name, 1, 80) or not private.is_name(own_name) then
    perform private.fail('profile.name');
  end if;
  insert into public.profiles as f (user_id, display_name)
  values (me, own_name)
  on conflict (user_id) do update set display_name = excluded.display_name;
  -- The profile's row is locked by now, so workspaces that are created at the same time are counted one after another.
  if (select count(*) from public.members as m where m.user_id = me and m.role = 'owner')
    >= (select q.most from private.quotas as q where q.name = 'workspaces')
  then
    perform private.fail('quota.workspaces');
  end if;
  -- Deleting one frees its place, and forgets whom it wrote to today.
  perform private.use_quota('new_workspaces', me::text, 1);
  insert into public.workspaces as w (name, zone)
  values (workspace_name, coalesce(private.known_zone(create_workspace.zone), 'UTC'))
  returning w.id into workspace;
  insert into public.members (workspace_id, user_id, role) values (workspace, me, 'owner');
  return workspace;
end
$$;
comment on function public.create_workspace(text, text, text) is
  'Creates a workspace owned by the caller, in the time zone of their browser, and sets the caller''s name if one is given. An unknown zone counts as UTC. Errors: workspace.name, profile.name, quota.workspaces, quota.new_workspaces.';
