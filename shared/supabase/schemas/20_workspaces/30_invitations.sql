-- Invitations to a workspace.
--
-- A person joins by an invitation to their address, which they prove as a recipient does. The token of an invitation is
-- signed, as those that stop email are, and stored nowhere (decision 0050).

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
  constraint invitations_email_check check (
    email ~ '^[^[:space:]@]+@[^[:space:]@]+$' and char_length(email) <= 254 and email = lower(email)
  ),
  constraint invitations_role_check check (role in ('owner', 'admin', 'member'))
);
comment on table private.invitations is
  'Invitations to workspaces. Accepted ones stay for some months, so that their link leads members to the workspace.';
comment on column private.invitations.emailed_at is 'When the invitation last left for the address; null if it never did.';
comment on column private.invitations.unreachable_at is
  'Since when the address gets no email, for whatever reason, as for recipients.';

create unique index invitations_waiting_idx on private.invitations (workspace_id, email) where accepted_at is null;
create index invitations_invited_by_idx on private.invitations (invited_by);
create index invitations_email_idx on private.invitations (email) where accepted_at is null;

create function public.invite_member(workspace uuid, email text, role text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_mine constant integer := private.rank_of(private.lock_workspace(invite_member.workspace, 'admin'));
  v_address constant text := lower(private.trimmed(coalesce(invite_member.email, '')));
  v_made private.invitations;
begin
  delete from private.invitations as i
  where i.workspace_id = invite_member.workspace and i.expires_at < now() - interval '90 days';
  if coalesce(private.rank_of(invite_member.role) > v_mine, true) then
    perform private.fail('workspace.role');
  elsif not private.is_address(v_address) then
    perform private.fail('invitation.email');
  elsif exists (
    select from public.members as m join auth.users as u on u.id = m.user_id
    where m.workspace_id = invite_member.workspace and lower(u.email) = v_address
  ) then
    perform private.fail('invitation.member');
  elsif exists (
    select from private.invitations as i
    where i.workspace_id = invite_member.workspace and i.email = v_address and i.accepted_at is null
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
  -- A thief must not use a stolen session to invite another account.
  perform private.require_fresh_proof('roles');
  perform private.count_invited(invite_member.workspace, v_address);
  insert into private.invitations as i (workspace_id, email, role, invited_by)
  values (invite_member.workspace, v_address, invite_member.role, auth.uid())
  returning i.* into v_made;
  perform private.queue_invitation(v_made);
  return v_made.id;
end
$$;
comment on function public.invite_member(uuid, text, text) is
  'For owners, and for admins up to their own role: emails an invitation that expires in 14 days, and returns its id. Needs a fresh proof of the act roles. Errors: not_found, workspace.role, invitation.email, invitation.member, invitation.exists, quota.members, quota.address, proof.required.';
grant execute on function public.invite_member(uuid, text, text) to authenticated;

create function public.resend_invitation(invitation uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_invited private.invitations := private.lock_invitation(resend_invitation.invitation);
begin
  if private.state_of(v_invited) <> 'open' then
    perform private.require_fresh_proof('roles');
  end if;
  perform private.count_invited(v_invited.workspace_id, v_invited.email);
  update private.invitations as i
  set invited_by = auth.uid(), sent_at = now(), expires_at = now() + interval '14 days', unreachable_at = null
  where i.id = v_invited.id
  returning i.* into v_invited;
  perform private.queue_invitation(v_invited);
end
$$;
comment on function public.resend_invitation(uuid) is
  'Emails an invitation again, in the caller''s name; it is valid for another 14 days. Errors: not_found, workspace.role, quota.address, proof.required (if it was no longer valid).';
grant execute on function public.resend_invitation(uuid) to authenticated;

create function public.cancel_invitation(invitation uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_invited constant private.invitations := private.lock_invitation(cancel_invitation.invitation);
begin
  delete from private.invitations as i where i.id = v_invited.id;
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
  'For owners and admins: invitations that wait, with their state open, expired or void (the inviter may no longer invite). Errors: not_found, workspace.role.';
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
  'The details that anyone with the link may see: who invites, to which workspace and role, and which address has to be proven. No row for any other token, nor if the inviter may no longer invite.';
grant execute on function public.peek_invitation(text) to anon, authenticated;

create function public.accept_invitation(token text, name text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_me constant uuid := private.require_session();
  v_own_name constant text := private.one_line(accept_invitation.name);
  v_invited private.invitations := private.invitation_of(accept_invitation.token);
  v_state text;
begin
  perform from public.workspaces as w where w.id = v_invited.workspace_id for no key update;
  -- Read after the lock: it may have been accepted or cancelled while this waited.
  select i.* into v_invited from private.invitations as i where i.id = v_invited.id;
  v_state := private.state_of(v_invited);
  if v_invited.id is null or v_state = 'void' then
    perform private.fail('not_found');
  elsif exists (
    select from public.members as m where m.workspace_id = v_invited.workspace_id and m.user_id = v_me
  ) then
    return v_invited.workspace_id;
  elsif not exists (
    select from auth.users as u
    where u.id = v_me and u.email = v_invited.email and u.email_confirmed_at is not null and not u.is_sso_user
  ) then
    perform private.fail('invitation.other_address');
  elsif v_state <> 'open' then
    perform private.fail(case v_state when 'expired' then 'invitation.expired' else 'invitation.used' end);
  end if;
  if not exists (select from public.profiles as f where f.user_id = v_me) then
    if not private.fits(v_own_name, 1, 80) or not private.is_name(v_own_name) then
      perform private.fail('profile.name');
    end if;
    insert into public.profiles (user_id, display_name) values (v_me, v_own_name) on conflict do nothing;
  end if;
  insert into public.members (workspace_id, user_id, role) values (v_invited.workspace_id, v_me, v_invited.role);
  update private.invitations as i set accepted_at = now() where i.id = v_invited.id;
  return v_invited.workspace_id;
end
$$;
comment on function public.accept_invitation(text, text) is
  'Makes the caller a member and returns the workspace; the name is for an account without one. Members are let through. Only the account with the invited, confirmed address is accepted, and once. Errors: not_found, invitation.other_address, invitation.expired, invitation.used, profile.name.';
grant execute on function public.accept_invitation(text, text) to authenticated;

create function private.lock_invitation(invitation uuid) returns private.invitations
language plpgsql set search_path = '' as $$
declare
  v_mine integer;
  v_invited private.invitations;
begin
  v_mine := private.rank_of(
    private.lock_workspace(
      (select i.workspace_id from private.invitations as i where i.id = lock_invitation.invitation), 'admin'
    )
  );
  select i.* into v_invited from private.invitations as i
  where i.id = lock_invitation.invitation and i.accepted_at is null
  for no key update;
  if not found then
    perform private.fail('not_found');
  elsif private.rank_of(v_invited.role) > v_mine then
    perform private.fail('workspace.role');
  end if;
  return v_invited;
end
$$;
comment on function private.lock_invitation(uuid) is
  'Locks the workspace and returns an invitation that waits, for a member who may invite to its role.';

create function private.invitation_of(token text) returns private.invitations
language plpgsql stable set search_path = '' as $$
declare
  v_parts constant private.token_parts := private.parse_token(invitation_of.token);
  v_invited private.invitations;
begin
  select i.* into v_invited from private.invitations as i where i.id = v_parts.named;
  -- The same work for every token.
  if v_parts.signature = private.stop_signature(v_parts.named, coalesce(v_invited.email, ''), 'join') then
    return v_invited;
  end if;
  return null;
end
$$;
comment on function private.invitation_of(text) is 'The invitation that a token belongs to; null for any other token.';

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
  'open, accepted, expired, or void: the inviter may no longer invite.';

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

create function private.count_invited(workspace uuid, address text) returns void
language sql set search_path = '' as $$
  select private.use_quota('address', private.address_key(s.id, count_invited.address), 1)
  from (values (count_invited.workspace), (auth.uid())) as s (id)
$$;
comment on function private.count_invited(uuid, text) is
  'Counts an invitation towards the same quotas as requests to this address. Errors: quota.address.';

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

create function private.tg_outbox__note_invitation() returns trigger
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
comment on function private.tg_outbox__note_invitation() is 'Records the outcome of an invitation''s email.';
