-- Emails about changes of an account, each with a link that undoes the change.
--
-- The owner of an account is notified of each change to its sign-in methods, and can undo one that they didn't make. Auth's
-- own notifications can't undo anything and don't cover new devices, so they are switched off.

create table private.known_devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  device bytea not null,
  last_at timestamptz not null default now(),
  primary key (user_id, device)
);
comment on table private.known_devices is
  'Devices that have signed in to an account, as hashes of browser, system and network. Forgotten 400 days after the last sign-in, and beyond fifty of an account.';

create function public.undo_account_change(token text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_parts constant private.token_parts := private.parse_token(undo_account_change.token);
  -- Compared before anything is locked.
  v_person constant uuid := (
    select o.user_id from private.outbox as o
    where o.id = v_parts.named and o.kind = 'security'
      and v_parts.signature = private.stop_signature(o.id, o.address, 'notice')
  );
  v_account auth.users;
  v_notice private.outbox;
  v_answer text;
begin
  -- Proofs before the account, as changes use them.
  perform from private.proofs as p where p.user_id = v_person for update;
  select u.* into v_account from auth.users as u where u.id = v_person and u.deleted_at is null for update;
  if not found then
    return 'expired';
  end if;
  select o.* into v_notice from private.outbox as o
  where o.id = v_parts.named and o.since > private.email_clock() - interval '48 hours' and not o.data ? 'isVoid'
  for update;
  if not found then
    return 'expired';
  end if;
  v_answer := private.undo_addition(v_notice);
  update private.outbox as o
  set data = o.data || jsonb_build_object('undoneAt', clock_timestamp())
    || case when v_answer = 'address_taken' then '{}' else '{"isVoid": true}'::jsonb end
  where o.id = v_notice.id;
  -- Nothing in progress may continue, and the intruder may know the password. The address of a change that is being
  -- finished at this moment stays: by it, the change is refused.
  delete from private.proofs as p where p.user_id = v_person;
  delete from private.proven_email_changes as c where c.user_id = v_person;
  delete from auth.flow_state as f where f.user_id = v_person;
  delete from auth.one_time_tokens as t where t.user_id = v_person;
  delete from auth.sessions as s where s.user_id = v_person;
  update auth.users as u
  set
    encrypted_password = '', recovery_token = '', reauthentication_token = '', email_change_token_new = '',
    email_change_token_current = '', email_change_confirm_status = 0
  where u.id = v_person;
  perform private.queue_notice(v_account, 'change_undone', v_notice.address, null, v_notice.address);
  return v_answer;
end
$$;
comment on function public.undo_account_change(text) is
  'For the holder of the token of a security notice about a change less than 48 hours ago: removes what was added, signs out all devices of the account, removes its password and ends what was begun. Restores nothing but the former address. Answers undone, signed_out where there was nothing to undo, address_taken where another account has the former address, or expired, also for a used or wrong token. Needs DELETE on auth.sessions, auth.one_time_tokens and auth.flow_state, UPDATE on auth.users.';
grant execute on function public.undo_account_change(text) to anon, authenticated;

create function private.undo_addition(notice private.outbox) returns text
language plpgsql set search_path = '' as $$
declare
  v_subject constant text := notice.data ->> 'subject';
begin
  case notice.data ->> 'change'
    when 'email_changed' then
      return private.restore_address(notice);
    when 'identity_added' then
      -- The intruder may have removed the one with the account's own address, without which it can't go.
      insert into auth.identities (id, provider_id, provider, user_id, identity_data, created_at, updated_at)
      select
        gen_random_uuid(), u.id::text, 'email', u.id,
        jsonb_build_object('sub', u.id, 'email', u.email, 'email_verified', true, 'phone_verified', false), now(), now()
      from auth.users as u
      where u.id = notice.user_id and not exists (
        select from auth.identities as i where i.user_id = u.id and i.provider = 'email'
      )
      on conflict do nothing;
      delete from auth.identities as i where i.id::text = v_subject and i.user_id = notice.user_id;
    when 'passkey_added' then
      delete from auth.webauthn_credentials as c where c.id::text = v_subject and c.user_id = notice.user_id;
    when 'backup_codes_created' then
      delete from private.backup_codes as c
      where c.user_id = notice.user_id and extract(epoch from c.created_at)::text = v_subject;
    when 'new_device' then
      delete from private.known_devices as d where d.user_id = notice.user_id and encode(d.device, 'hex') = v_subject;
      return 'signed_out';
    else
      -- A removal can't be undone: that would restore a way in. An authenticator app stays, because without it anyone who
      -- reads the emails could sign in.
      return 'signed_out';
  end case;
  return case when found then 'undone' else 'signed_out' end;
exception
  -- All devices are signed out, even if the rest fails.
  when integrity_constraint_violation then
    return 'signed_out';
end
$$;
comment on function private.undo_addition(private.outbox) is
  'Takes away what a notice says was added to an account, or gives it its former address. Answers undone, signed_out where there is nothing to undo, or address_taken. Needs DELETE on auth.webauthn_credentials, INSERT and DELETE on auth.identities.';

create function private.restore_address(notice private.outbox) returns text
language plpgsql set search_path = '' as $$
declare
  v_former constant text := lower(notice.data ->> 'subject');
begin
  -- Anyone can begin to sign up with an address. Only an account that has confirmed it keeps it.
  delete from auth.users as u
  where lower(u.email) = v_former and u.id <> notice.user_id and u.email_confirmed_at is null and not u.is_sso_user;
  if exists (
    select from auth.users as u where lower(u.email) = v_former and u.id <> notice.user_id and not u.is_sso_user
  ) then
    return 'address_taken';
  end if;
  update auth.users as u set email = v_former where u.id = notice.user_id;
  update auth.identities as i set identity_data = i.identity_data || jsonb_build_object('email', v_former)
  where i.user_id = notice.user_id and i.provider = 'email';
  -- A token that was sent to another address can't undo this.
  update private.outbox as o set data = o.data || '{"isVoid": true}'
  where o.user_id = notice.user_id and o.kind = 'security' and lower(o.address) <> v_former;
  return 'undone';
end
$$;
comment on function private.restore_address(private.outbox) is
  'Restores an account''s former address. Answers undone, or address_taken if another account has confirmed it since. Needs UPDATE on auth.identities.';

create function private.queue_notice(
  account auth.users, change text, detail text default '', subject text default null, other_address text default null
) returns void
language sql set search_path = '' as $$
  insert into private.outbox (kind, user_id, address, since, not_before, data)
  select
    'security',
    -- The row must outlive the account.
    case when queue_notice.change <> 'account_deleted' then account.id end,
    a.address,
    private.email_clock(),
    private.email_clock(),
    jsonb_build_object(
      'change', queue_notice.change,
      'detail', coalesce(queue_notice.detail, ''),
      'subject', queue_notice.subject,
      'email', account.email,
      'zone', coalesce(
        (select e.zone from private.member_emails as e where e.user_id = account.id order by e.id limit 1),
        (
          select p.zone from public.recipients as p
          where p.user_id = account.id and p.zone is not null order by p.last_seen_at desc nulls last limit 1
        ),
        'UTC'
      )
    )
  from (
    select lower(account.email)
    union
    select lower(queue_notice.other_address)
    union
    -- An intruder may begin by changing the address.
    select lower(o.data ->> 'subject') from private.outbox as o
    where o.user_id = account.id and o.kind = 'security' and o.data ->> 'change' = 'email_changed'
      and o.since > private.email_clock() - interval '48 hours' and not o.data ? 'isVoid'
      and not private.is_newcomer(account.id, o.data ->> 'subject', o.since)
  ) as a (address)
  -- The address of an unconfirmed account is unproven.
  where account.email_confirmed_at is not null and coalesce(a.address, '') <> ''
$$;
comment on function private.queue_notice(auth.users, text, text, text, text) is
  'Puts a notice about a change to an account into the outbox: to its address, to another one, and to those that it had until less than 48 hours ago. `subject` is what was added, so that it can be undone.';

create function private.is_newcomer(account uuid, address text, before timestamptz) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.outbox as o
    where o.user_id = is_newcomer.account and o.kind = 'security' and o.data ->> 'change' = 'email_changed'
      and lower(o.data ->> 'detail') = lower(is_newcomer.address)
      and o.since < is_newcomer.before and o.since > is_newcomer.before - interval '48 hours'
      and not o.data ? 'isVoid'
  )
$$;
comment on function private.is_newcomer(uuid, text, timestamptz) is
  'True if the account had had this address for less than 48 hours at that moment: it may be that of an intruder.';

create function private.device_hash(user_agent text, ip inet) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(
    -- Neither a browser update nor another address of the same provider makes a new device.
    regexp_replace(coalesce(user_agent, ''), '[0-9._]+', '', 'g') || ' '
      || coalesce(network(set_masklen(a.ip, case family(a.ip) when 4 then 16 else 32 end))::text, ''),
    'UTF8'
  ))
  from (
    -- An IPv4 address, as some proxies write it.
    select case when device_hash.ip <<= '::ffff:0:0/96' then replace(host(device_hash.ip), '::ffff:', '')::inet else device_hash.ip end
      as ip
  ) as a
$$;
comment on function private.device_hash(text, inet) is
  'SHA-256 of a user agent without its numbers and of a network: of IPv4 the first 16 bits, of IPv6 the first 32.';
