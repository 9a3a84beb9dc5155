-- An address was stored as it was typed, and the mail program turned it into another one while sending: with a full-width
-- letter, an ideographic full stop or an invisible character, the same mailbox passed every cap and every stop.
create function private.is_address(address text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(
    char_length(is_address.address) <= 254
      and is_address.address ~ '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.])+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$',
    false
  )
$$;
comment on function private.is_address(text) is
  'True for an email address in its canonical form, which is the one that mail is sent to: lower case, ASCII, a domain with a dot, international ones in Punycode. The page brings addresses into this form; addressProblem() has the same rule.';

create or replace function private.check_recipients(recipients jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(check_recipients.recipients) <> 'array' then
    perform private.fail('draft.recipient');
  elsif jsonb_array_length(check_recipients.recipients) > 20 then
    perform private.fail('draft.too_many_recipients');
  elsif exists (
    select from jsonb_array_elements(check_recipients.recipients) as e (recipient)
    where not private.is_address(lower(private.trimmed(e.recipient ->> 'email')))
  ) then
    perform private.fail('draft.recipient');
  elsif exists (
    select
    from jsonb_array_elements(check_recipients.recipients) as e (recipient)
    cross join private.one_line(coalesce(e.recipient ->> 'name', '')) as named (name)
    where named.name <> '' and (not private.fits(named.name, 1, 80) or not private.is_name(named.name))
  ) then
    perform private.fail('draft.recipient_name');
  elsif (
    select count(distinct lower(private.trimmed(e.recipient ->> 'email'))) < count(*)
    from jsonb_array_elements(check_recipients.recipients) as e (recipient)
  ) then
    perform private.fail('draft.duplicate_recipient');
  end if;
end
$$;

create or replace function public.invite_member(workspace uuid, email text, role text) returns uuid
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
  elsif not private.is_address(address) then
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

-- Merges what differs in its spelling only, and only where nothing else has the canonical spelling.
create function private.folded_address(address text) returns text
language sql immutable set search_path = '' as $$
  select rtrim(
    replace(lower(normalize(regexp_replace(folded_address.address, '[\s\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]', '', 'g'), NFKC)), U&'\3002', '.'),
    '.'
  )
$$;
comment on function private.folded_address(text) is
  'The canonical form of an address that differs from it by compatibility characters, invisible ones, spaces or a full stop at the end. International domains stay as they are.';

-- The same person is told of nothing.
alter table public.recipients disable trigger recipient_emails_again;
update public.recipients as p set email = private.folded_address(p.email)
where not private.is_address(p.email) and private.is_address(private.folded_address(p.email))
  and not exists (
    select from public.recipients as o
    where o.request_id = p.request_id and o.id <> p.id
      and private.folded_address(o.email) = private.folded_address(p.email)
  );
alter table public.recipients enable trigger recipient_emails_again;
update private.invitations as i set email = private.folded_address(i.email)
where not private.is_address(i.email) and private.is_address(private.folded_address(i.email))
  and not exists (
    select from private.invitations as o
    where o.workspace_id = i.workspace_id and o.id <> i.id
      and private.folded_address(o.email) = private.folded_address(i.email)
  );

create function public.unusual_addresses() returns table (place text, workspace uuid, request uuid, address text)
language sql stable security definer set search_path = '' as $$
  (
    select 'recipient', p.workspace_id, p.request_id, p.email from public.recipients as p
    where not private.is_address(p.email) and p.removed_at is null
    union all
    select 'invitation', i.workspace_id, null, i.email from private.invitations as i
    where not private.is_address(i.email) and i.accepted_at is null
  )
  limit 100
$$;
comment on function public.unusual_addresses() is
  'For the operator: stored addresses that aren''t canonical, at most 100. They get no email until a member corrects them.';
grant execute on function public.unusual_addresses() to service_role;
