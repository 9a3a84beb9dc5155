-- The owner of an account is told of each change to how it is signed in to, and can undo one that wasn't theirs. Auth's own
-- notifications can't be undone and don't tell of new devices, so they are switched off.

create table private.known_devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  device bytea not null,
  last_at timestamptz not null default now(),
  primary key (user_id, device)
);
comment on table private.known_devices is
  'Devices that have signed in to an account, as hashes of browser, system and network. Forgotten 400 days after the last sign-in, and beyond fifty of an account.';

create function private.device_hash(user_agent text, ip inet) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(
    -- An update of the browser is no new device, and neither is another address of the same provider.
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

insert into private.known_devices (user_id, device)
select distinct s.user_id, private.device_hash(s.user_agent, s.ip) from auth.sessions as s;

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
  'Whether an account had this address for less than 48 hours at that moment: it may be that of somebody who took the account over.';

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
    -- A stranger who takes an account over may begin with its address.
    select lower(o.data ->> 'subject') from private.outbox as o
    where o.user_id = account.id and o.kind = 'security' and o.data ->> 'change' = 'email_changed'
      and o.since > private.email_clock() - interval '48 hours' and not o.data ? 'isVoid'
      and not private.is_newcomer(account.id, o.data ->> 'subject', o.since)
  ) as a (address)
  -- Nobody has proven the address of an account that isn't confirmed.
  where account.email_confirmed_at is not null and coalesce(a.address, '') <> ''
$$;
comment on function private.queue_notice(auth.users, text, text, text, text) is
  'Puts a notice about a change to an account into the outbox: to its address, to another one, and to those that it had until less than 48 hours ago. `subject` is what was added, so that it can be undone.';

create function private.notify_of_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if lower(new.email) is distinct from lower(old.email) then
    perform private.queue_notice(old, 'email_changed', new.email, old.email, new.email);
  end if;
  if coalesce(new.encrypted_password, '') not in ('', coalesce(old.encrypted_password, '')) then
    perform private.queue_notice(new, 'password_changed');
  end if;
  return null;
end
$$;
comment on function private.notify_of_account() is 'Tells the owner of an account that its address or password was changed.';
create trigger notify_of_account
  after update of email, encrypted_password on auth.users
  for each row
  when (current_user = 'supabase_auth_admin' and old.email_confirmed_at is not null and new.deleted_at is null)
  execute function private.notify_of_account();

create function private.notify_of_deletion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_notice(old, 'account_deleted');
  return coalesce(new, old);
end
$$;
comment on function private.notify_of_deletion() is 'Tells the owner of an account that it was deleted.';
create trigger notify_of_deletion
  before delete on auth.users
  for each row execute function private.notify_of_deletion();
-- Auth can keep the row and empty it.
create trigger notify_of_soft_deletion
  before update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.notify_of_deletion();

create function private.notify_of_way_in() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  -- Absent while the whole account is being deleted.
  account constant auth.users := (
    select u from auth.users as u where u.id = (changed ->> 'user_id')::uuid and u.deleted_at is null
  );
begin
  perform private.queue_notice(
    account,
    tg_argv[0] || case when tg_op = 'DELETE' then '_removed' else '_added' end,
    coalesce(changed ->> tg_argv[1], ''),
    changed ->> 'id'
  );
  return null;
end
$$;
comment on function private.notify_of_way_in() is
  'Tells the owner of an account that a way to sign in was added or removed. The trigger names its kind, and the column with its name.';
-- Like the triggers that ask for a proof, these apply to Auth's own connection only.
create trigger notify_of_new_identity
  after insert on auth.identities
  for each row when (current_user = 'supabase_auth_admin' and new.provider not in ('email', 'phone'))
  execute function private.notify_of_way_in('identity', 'provider');
create trigger notify_of_former_identity
  after delete on auth.identities
  for each row when (current_user = 'supabase_auth_admin' and old.provider <> 'phone')
  execute function private.notify_of_way_in('identity', 'provider');
create trigger notify_of_new_factor
  after update of status on auth.mfa_factors
  for each row when (current_user = 'supabase_auth_admin' and old.status <> 'verified' and new.status = 'verified')
  execute function private.notify_of_way_in('factor', 'friendly_name');
create trigger notify_of_former_factor
  after delete on auth.mfa_factors
  for each row when (current_user = 'supabase_auth_admin' and old.status = 'verified')
  execute function private.notify_of_way_in('factor', 'friendly_name');

do $$
begin
  -- Older versions of Auth have no passkeys.
  if to_regclass('auth.webauthn_credentials') is not null then
    create trigger notify_of_passkey
      after insert or delete on auth.webauthn_credentials
      for each row when (current_user = 'supabase_auth_admin')
      execute function private.notify_of_way_in('passkey', 'friendly_name');
  end if;
end
$$;

create function private.notify_of_backup_codes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  account constant auth.users := (select u from auth.users as u where u.id = new.user_id);
  created constant text := extract(epoch from new.created_at);
begin
  if tg_op = 'UPDATE' then
    perform private.queue_notice(account, 'backup_code_used');
  elsif not exists (
    select from private.outbox as o
    where o.user_id = new.user_id and o.kind = 'security' and o.data ->> 'subject' = created
  ) then
    -- Ten codes are one change.
    perform private.queue_notice(account, 'backup_codes_created', subject => created);
  end if;
  return null;
end
$$;
comment on function private.notify_of_backup_codes() is
  'Tells the owner of an account that backup codes were created, or that one was used.';
create trigger notify_of_new_backup_codes
  after insert on private.backup_codes
  for each row execute function private.notify_of_backup_codes();
create trigger notify_of_used_backup_code
  after update of used_at on private.backup_codes
  for each row when (old.used_at is null and new.used_at is not null)
  execute function private.notify_of_backup_codes();

create function private.notify_of_device() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  account constant auth.users := (select u from auth.users as u where u.id = new.user_id);
  is_first constant boolean := not exists (select from private.known_devices as d where d.user_id = new.user_id);
  hashed constant bytea := private.device_hash(new.user_agent, new.ip);
  is_new boolean;
begin
  -- Somebody who signs in at the same moment waited for the button, and may be whom it signed out.
  if exists (
    select from private.outbox as o
    where o.user_id = new.user_id and o.kind = 'security'
      and (o.data ->> 'undoneAt')::timestamptz > now() - interval '2 seconds'
  ) then
    perform private.fail('session.required');
  end if;
  insert into private.known_devices as d (user_id, device)
  values (new.user_id, hashed)
  on conflict (user_id, device) do update set last_at = now()
  returning d.xmax = 0 into is_new;
  -- Two of these never wait for each other's rows.
  delete from private.known_devices as d
  where d.user_id = new.user_id and d.device = any(array(
    select past.device from (
      select k.device, k.last_at, row_number() over (order by k.last_at desc) as place
      from private.known_devices as k where k.user_id = new.user_id
    ) as past
    join private.known_devices as k on k.user_id = new.user_id and k.device = past.device
    where past.place > 50 or past.last_at < now() - interval '400 days'
    for update of k skip locked
  ));
  -- Somebody who knows the password could fill the mailbox.
  if is_new and not is_first and (
    select count(*) from private.outbox as o
    where o.user_id = new.user_id and o.kind = 'security' and o.data ->> 'change' = 'new_device'
      and o.since > private.email_clock() - interval '1 day'
  ) < 5 then
    perform private.queue_notice(account, 'new_device', left(new.user_agent, 256), encode(hashed, 'hex'));
  end if;
  return null;
end
$$;
comment on function private.notify_of_device() is
  'Tells the owner of an account that a device has signed in for the first time: five a day at most, and not of the device that the account was created with.';
create trigger notify_of_device
  after insert on auth.sessions
  for each row when (current_user = 'supabase_auth_admin')
  execute function private.notify_of_device();

create or replace function private.notice_facts(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select case email.kind
    when 'security' then jsonb_build_object(
      'change', email.data ->> 'change',
      'email', email.data ->> 'email',
      'detail', email.data ->> 'detail',
      'at', email.since,
      'zone', email.data ->> 'zone',
      'undoUrl', case
        when email.data ->> 'change' in ('account_deleted', 'change_undone') then null
        -- Whoever has the new address can't be the one who lost the account by it.
        when email.data ->> 'change' = 'email_changed' and (
          lower(email.data ->> 'detail') = email.address
          or private.is_newcomer(email.user_id, email.data ->> 'subject', email.since)
        ) then null
        else site || '/email/undo/' || private.stop_token(email.id, email.address, 'notice')
      end
    )
    else email.data
  end
$$;

create function private.restore_address(notice private.outbox) returns text
language plpgsql set search_path = '' as $$
declare
  former constant text := lower(notice.data ->> 'subject');
begin
  -- Anybody can begin to sign up with an address. Only who has proven it keeps it.
  delete from auth.users as u
  where lower(u.email) = former and u.id <> notice.user_id and u.email_confirmed_at is null and not u.is_sso_user;
  if exists (
    select from auth.users as u where lower(u.email) = former and u.id <> notice.user_id and not u.is_sso_user
  ) then
    return 'address_taken';
  end if;
  update auth.users as u set email = former where u.id = notice.user_id;
  update auth.identities as i set identity_data = i.identity_data || jsonb_build_object('email', former)
  where i.user_id = notice.user_id and i.provider = 'email';
  -- Of what was sent to any other address, nothing may undo this.
  update private.outbox as o set data = o.data || '{"isVoid": true}'
  where o.user_id = notice.user_id and o.kind = 'security' and lower(o.address) <> former;
  return 'undone';
end
$$;
comment on function private.restore_address(private.outbox) is
  'Gives an account its former address back. Answers undone, or address_taken where somebody else has proven it by now. Needs UPDATE on auth.identities.';

create function private.undo_addition(notice private.outbox) returns text
language plpgsql set search_path = '' as $$
declare
  subject constant text := notice.data ->> 'subject';
begin
  case notice.data ->> 'change'
    when 'email_changed' then
      return private.restore_address(notice);
    when 'identity_added' then
      -- Whoever added it may have removed the one with the account's own address, without which it can't go.
      insert into auth.identities (id, provider_id, provider, user_id, identity_data, created_at, updated_at)
      select
        gen_random_uuid(), u.id::text, 'email', u.id,
        jsonb_build_object('sub', u.id, 'email', u.email, 'email_verified', true, 'phone_verified', false), now(), now()
      from auth.users as u
      where u.id = notice.user_id and not exists (
        select from auth.identities as i where i.user_id = u.id and i.provider = 'email'
      )
      on conflict do nothing;
      delete from auth.identities as i where i.id::text = subject and i.user_id = notice.user_id;
    when 'passkey_added' then
      delete from auth.webauthn_credentials as c where c.id::text = subject and c.user_id = notice.user_id;
    when 'backup_codes_created' then
      delete from private.backup_codes as c
      where c.user_id = notice.user_id and extract(epoch from c.created_at)::text = subject;
    when 'new_device' then
      delete from private.known_devices as d where d.user_id = notice.user_id and encode(d.device, 'hex') = subject;
      return 'signed_out';
    else
      -- A removal can't be undone: that would give back a way in. An authenticator app stays, because without it whoever reads
      -- the emails could sign in.
      return 'signed_out';
  end case;
  return case when found then 'undone' else 'signed_out' end;
exception
  -- Whatever is in the way, everybody is signed out.
  when integrity_constraint_violation then
    return 'signed_out';
end
$$;
comment on function private.undo_addition(private.outbox) is
  'Takes away what a notice says was added to an account, or gives it its former address. Answers undone, signed_out where there is nothing to undo, or address_taken. Needs DELETE on auth.webauthn_credentials, INSERT and DELETE on auth.identities.';

create function public.undo_account_change(token text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  parts constant private.token_parts := private.parse_token(undo_account_change.token);
  -- Compared before anything is locked.
  person constant uuid := (
    select o.user_id from private.outbox as o
    where o.id = parts.named and o.kind = 'security'
      and parts.signature = private.stop_signature(o.id, o.address, 'notice')
  );
  account auth.users;
  notice private.outbox;
  answer text;
begin
  -- Proofs before the account, as changes use them.
  perform from private.proofs as p where p.user_id = person for update;
  select u.* into account from auth.users as u where u.id = person and u.deleted_at is null for update;
  if not found then
    return 'expired';
  end if;
  select o.* into notice from private.outbox as o
  where o.id = parts.named and o.since > private.email_clock() - interval '48 hours' and not o.data ? 'isVoid'
  for update;
  if not found then
    return 'expired';
  end if;
  answer := private.undo_addition(notice);
  update private.outbox as o
  set data = o.data || jsonb_build_object('undoneAt', clock_timestamp())
    || case when answer = 'address_taken' then '{}' else '{"isVoid": true}'::jsonb end
  where o.id = notice.id;
  -- Nothing that was begun may go on, and whoever did it may know the password. The address of a change that is being
  -- finished at this moment stays: by it, the change is refused.
  delete from private.proofs as p where p.user_id = person;
  delete from private.proven_email_changes as c where c.user_id = person;
  delete from auth.flow_state as f where f.user_id = person;
  delete from auth.one_time_tokens as t where t.user_id = person;
  delete from auth.sessions as s where s.user_id = person;
  update auth.users as u
  set
    encrypted_password = '', recovery_token = '', reauthentication_token = '', email_change_token_new = '',
    email_change_token_current = '', email_change_confirm_status = 0
  where u.id = person;
  perform private.queue_notice(account, 'change_undone', notice.address, null, notice.address);
  return answer;
end
$$;
comment on function public.undo_account_change(text) is
  'For whoever holds the token of a security notice about a change less than 48 hours ago: takes away what was added, signs out all devices of the account, removes its password and ends what was begun. Gives back nothing but the former address. Answers undone, signed_out where there was nothing to undo, address_taken where another account has the former address, or expired, also for a used or wrong token. Needs DELETE on auth.sessions, auth.one_time_tokens and auth.flow_state, UPDATE on auth.users.';
grant execute on function public.undo_account_change(text) to anon, authenticated;
