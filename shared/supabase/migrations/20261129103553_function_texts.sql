-- Generated from schemas/ by `pnpm migration function_texts`.

set local check_function_bodies = off;

alter table private.outbox drop constraint outbox_kind_check;

create or replace function private.use_quota(name text, subject text, amount bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_today constant timestamptz := date_trunc('day', now(), 'UTC');
  v_total bigint;
  v_is_first boolean;
begin
  -- The row stays locked until the transaction ends, so simultaneous uses are counted one after another.
  insert into private.usage as u (name, subject, since, used)
  values (use_quota.name, use_quota.subject, v_today, use_quota.amount)
  on conflict on constraint usage_pkey do update set used = u.used + excluded.used
  returning u.used, u.xmax = 0 into v_total, v_is_first;
  if v_total > (select q.most from private.quotas as q where q.name = use_quota.name) then
    perform private.fail('quota.' || use_quota.name);
  end if;
  if v_is_first then
    -- Each new row removes some of earlier days. Nothing else needs to clean up.
    delete from private.usage as u
    where u.ctid = any(array(
      select o.ctid from private.usage as o
      where o.since < v_today and o.since > '-infinity'
      limit 100 for update skip locked
    ));
  end if;
end
$$;

create or replace function public.change_name(display_name text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_session();
  v_kept text := private.one_line(change_name.display_name);
begin
  if not private.fits(v_kept, 1, 80) or not private.is_name(v_kept) then
    perform private.fail('profile.name');
  end if;
  insert into public.profiles as f (user_id, display_name) values (v_me, v_kept)
  on conflict (user_id) do update set display_name = excluded.display_name;
  return v_kept;
end
$$;

create or replace function public.my_sessions()
returns table (
  id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, ip text, aal text, is_current boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me uuid := private.require_session();
begin
  return query
    select
      s.id,
      s.created_at,
      -- Auth stores the refresh time without a time zone, in UTC.
      greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc'),
      s.user_agent,
      host(s.ip),
      s.aal::text,
      s.id = (auth.jwt() ->> 'session_id')::uuid
    from auth.sessions as s
    where s.user_id = v_me and (s.not_after is null or s.not_after > now())
    order by 3 desc, s.id;
end
$$;

create or replace function public.end_session(session uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_session();
begin
  if end_session.session = (auth.jwt() ->> 'session_id')::uuid then
    perform private.fail('session.this_one');
  end if;
  perform private.require_fresh_proof('sessions');
  delete from auth.sessions as s where s.id = end_session.session and s.user_id = v_me;
end
$$;

create or replace function public.end_other_sessions() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_session();
  v_ended integer;
begin
  perform private.require_fresh_proof('sessions');
  with gone as (
    delete from auth.sessions as s
    where s.user_id = v_me and s.id <> (auth.jwt() ->> 'session_id')::uuid
    returning s.not_after
  )
  select count(*) filter (where gone.not_after is null or gone.not_after > now()) into v_ended from gone;
  return v_ended;
end
$$;

create or replace function public.record_proof(act text, acting_session uuid default null) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := auth.uid();
  v_mine uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
  v_acting uuid := coalesce(record_proof.acting_session, v_mine);
  v_entered private.must_enroll;
  v_proven timestamptz;
  v_entered_at timestamptz;
  v_recorded timestamptz;
begin
  if not private.session_exists() then
    perform private.fail('session.required');
  end if;
  select * into v_entered from private.must_enroll as e where e.user_id = v_me;
  if found then
    -- Nobody who merely signs in meanwhile may set up an app: the backup code is the proof.
    if record_proof.act is distinct from 'factors' or v_mine is distinct from v_entered.session_id then
      perform private.fail('proof.required');
    end if;
    delete from auth.sessions as s where s.user_id = v_me and s.id <> v_mine;
    v_proven := now();
  else
    perform private.require_session();
    if not exists (select from auth.sessions as s where s.id = v_acting and s.user_id = v_me) then
      perform private.fail('proof.required');
    elsif private.has_app() then
      v_proven := case when private.passed_second_factor() then private.proven_since('{totp,mfa/webauthn}') end;
      -- A thief with the same session shares its codes, so one code opens one act only. Of simultaneous calls the later one
      -- waits here, and sees the row of the earlier one.
      perform from auth.users as u where u.id = v_me for update;
      if exists (select from private.proofs as p where p.user_id = v_me and p.code_at >= v_proven) then
        v_proven := null;
      end if;
      v_entered_at := v_proven;
    else
      v_proven := private.proven_since(
        '{password,otp,magiclink,recovery,email/signup,invite,oauth,sso/saml,passkey,totp,mfa/webauthn}'
      );
    end if;
    if not coalesce(v_proven > now() - interval '15 minutes', false) then
      perform private.fail('proof.required');
    end if;
  end if;
  insert into private.proofs as p (user_id, act, session_id, code_at, until)
  values (v_me, record_proof.act, v_acting, v_entered_at, now() + interval '15 minutes')
  on conflict on constraint proofs_pkey do update
  set session_id = excluded.session_id, code_at = excluded.code_at, until = excluded.until, used_in = null
  returning p.until into v_recorded;
  return v_recorded;
exception
  when check_violation or not_null_violation then
    perform private.fail('proof.act');
end
$$;

create or replace function private.tg_identities__require_own_address() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_address text := lower(new.identity_data ->> 'email');
begin
  -- The first identity of an account is the account's own sign-up.
  if exists (select from auth.identities as i where i.user_id = new.user_id and i.id <> new.id)
    and not exists (select from auth.users as u where u.id = new.user_id and lower(u.email) = v_address)
    and not exists (
      select from auth.identities as i where i.user_id = new.user_id and i.id <> new.id and i.email = v_address
    )
  then
    perform private.fail('identity.other_address');
  end if;
  return new;
end
$$;

create or replace function public.create_backup_codes() returns setof text
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_session();
  -- Crockford's base32: without i, l, o and u, which are mistaken for others.
  v_letters constant text := '0123456789abcdefghjkmnpqrstvwxyz';
  v_salt uuid;
  v_bytes bytea;
  v_code text;
begin
  -- One after another, and after a code that is being used: it ends the other sessions.
  perform from auth.users as u where u.id = v_me for update;
  if not private.passed_second_factor() then
    perform private.fail('insufficient_aal');
  end if;
  perform private.require_fresh_proof('backup_codes');
  delete from private.backup_codes as c where c.user_id = v_me;
  for n in 1..10 loop
    v_salt := gen_random_uuid();
    -- A version 4 UUID has 122 random bits; hashing two of them removes the fixed ones.
    v_bytes := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
    select string_agg(substr(v_letters, (get_byte(v_bytes, at) & 31) + 1, 1), '' order by at)
    into v_code from generate_series(0, 11) as at;
    insert into private.backup_codes (user_id, salt, hash)
    values (v_me, v_salt, sha256(uuid_send(v_salt) || convert_to(v_code, 'UTF8')));
    return next substr(v_code, 1, 4) || '-' || substr(v_code, 5, 4) || '-' || substr(v_code, 9, 4);
  end loop;
end
$$;

create or replace function public.use_backup_code(code text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := auth.uid();
  -- Read generously: without dashes and spaces, and with the letters that the alphabet leaves out as what they look like.
  v_typed text := translate(
    regexp_replace(lower(left(coalesce(use_backup_code.code, ''), 64)), '[^0-9a-z]', '', 'g'), 'ilo', '110'
  );
  v_mine uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
  v_tries private.backup_code_tries;
begin
  if not private.session_exists() then
    perform private.fail('session.required');
  elsif not exists (select from auth.mfa_factors as f where f.user_id = v_me and f.status = 'verified')
    -- After losing the session that entered a code, another code continues.
    and not exists (select from private.must_enroll as e where e.user_id = v_me)
  then
    perform private.fail('mfa_factor_not_found');
  elsif private.passed_second_factor() then
    -- The authenticator is at hand; a session that keeps aal2 without its factor would outlive the new one.
    perform private.fail('backup_code.not_needed');
  end if;

  perform from auth.users as u where u.id = v_me for update;
  insert into private.backup_code_tries (user_id, session_id) values (v_me, v_mine) on conflict do nothing;
  select * into v_tries from private.backup_code_tries as t where t.session_id = v_mine for update;
  if v_tries.since <= now() - interval '1 hour' then
    update private.backup_code_tries as t set since = now(), wrong = 0 where t.session_id = v_mine;
  elsif v_tries.wrong >= 5 then
    return 'limited';
  end if;

  -- Compared as salted hashes: the time this takes says nothing about a code.
  update private.backup_codes as c set used_at = now()
  where c.user_id = v_me and c.used_at is null and c.hash = sha256(uuid_send(c.salt) || convert_to(v_typed, 'UTF8'));
  if not found then
    -- Answered and not raised, which would undo the count.
    update private.backup_code_tries as t set wrong = t.wrong + 1 where t.session_id = v_mine;
    return 'wrong';
  end if;

  insert into private.must_enroll as e (user_id, session_id) values (v_me, v_mine)
  on conflict (user_id) do update set session_id = excluded.session_id, since = now();
  -- For the page alone, which finds it in the session. Rows depend on the table.
  update auth.users as u set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || '{"must_enroll": true}'
  where u.id = v_me;
  delete from auth.mfa_factors as f where f.user_id = v_me;
  delete from auth.sessions as s where s.user_id = v_me and s.id <> v_mine;
  delete from private.backup_code_tries as t where t.user_id = v_me;
  return 'used';
end
$$;

create or replace function public.backup_codes_left() returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me uuid := private.require_session();
begin
  return (select count(*) from private.backup_codes as c where c.user_id = v_me and c.used_at is null);
end
$$;

create or replace function hooks.before_user_created(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_per_hour constant integer := 60;
  v_per_day constant integer := 300;
  v_expected_per_hour constant integer := 2000;
  v_expected_per_day constant integer := 5000;
  v_refusals_per_hour constant integer := 20;
  v_this_hour constant timestamptz := date_trunc('hour', now());
  -- Looked up for every caller, so that the time of an answer tells nothing.
  v_is_expected constant boolean := private.is_expected(event #>> '{user,email}');
  v_its_network constant inet := private.network_of(event -> 'metadata' ->> 'ip_address');
  v_counted private.new_accounts;
  v_full_until timestamptz;
begin
  if v_its_network is null then
    return '{}';
  end if;
  insert into private.new_accounts as n (network, hour) values (v_its_network, v_this_hour)
    on conflict (network, hour) do update set accounts = n.accounts
    returning * into v_counted;
  -- The row is locked now, so of simultaneous sign-ups each counts those before it.
  v_full_until := private.network_full_until(v_counted, v_per_hour, v_per_day);

  if v_is_expected and v_counted.expected < v_expected_per_hour
    and (
      select coalesce(sum(n.expected), 0) from private.new_accounts as n
      where n.network = v_its_network and n.hour > v_this_hour - interval '24 hours'
    ) < v_expected_per_day
    and (v_full_until is null or v_counted.refused < v_refusals_per_hour) then
    update private.new_accounts as n set expected = n.expected + 1
      where n.network = v_its_network and n.hour = v_this_hour;
  elsif v_full_until is not null then
    update private.new_accounts as n set refused = n.refused + 1
      where n.network = v_its_network and n.hour = v_this_hour;
    return private.too_many(format(
      'Too many new accounts from this network. Try again in %s seconds.',
      ceil(extract(epoch from v_full_until - now()))
    ));
  else
    update private.new_accounts as n set accounts = n.accounts + 1
      where n.network = v_its_network and n.hour = v_this_hour;
  end if;
  -- Two of these never wait for each other's rows.
  delete from private.new_accounts where ctid = any (array(
    select old.ctid from private.new_accounts as old
    where old.hour < v_this_hour - interval '24 hours' limit 100 for update skip locked
  ));
  return '{}';
end
$$;

create or replace function private.network_full_until(counted private.new_accounts, per_hour integer, per_day integer)
returns timestamptz
language sql set search_path = '' as $$
  select greatest(
    case when counted.accounts >= network_full_until.per_hour then counted.hour + interval '1 hour' end,
    -- When the hour that brings the sum of the newer ones to a day's is a day ago.
    (
      select max(d.hour) + interval '24 hours'
      from (
        select n.hour, sum(n.accounts) over (order by n.hour desc) as since
        from private.new_accounts as n
        where n.network = counted.network and n.hour > counted.hour - interval '24 hours'
      ) as d
      where d.since >= network_full_until.per_day
    )
  )
$$;

create or replace function private.network_of(address text) returns inet
language plpgsql immutable set search_path = '' as $$
declare
  v_address inet;
begin
  begin
    v_address := network_of.address;
  exception when invalid_text_representation then
    v_address := null;
  end;
  if v_address <<= '::ffff:0:0/96' then
    -- An IPv4 address, as some proxies write it.
    v_address := replace(host(v_address), '::ffff:', '');
  end if;
  -- Requests without an address can't be told apart. On a development platform all accounts come from this machine.
  if v_address is null or v_address <<= '127.0.0.0/8' or v_address = '::1' then
    return null;
  end if;
  return network(set_masklen(v_address, case family(v_address) when 4 then 24 else 64 end));
end
$$;

create or replace function private.count_attempt(its_account uuid, its_kind text, valid boolean, proves boolean) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_allowed constant integer := 5;
  v_first_wait constant interval := '30 seconds';
  v_longest_wait constant interval := '15 minutes';
  -- now() is when the transaction began, which may have waited for the row.
  v_moment constant timestamptz := clock_timestamp();
  v_attempts private.wrong_attempts;
  v_wrong integer;
begin
  if valid then
    select * into v_attempts from private.wrong_attempts where account = its_account and kind = its_kind for update;
    if not found then
      return '{}';
    end if;
  else
    insert into private.wrong_attempts as w (account, kind) values (its_account, its_kind)
      on conflict (account, kind) do update set count = w.count
      returning * into v_attempts;
  end if;
  -- During the wait attempts aren't counted, and right codes are refused too: they neither prolong it nor reveal anything.
  if clock_timestamp() < v_attempts.blocked_until then
    return private.too_many(format(
      'Too many wrong attempts. Try again in %s seconds.',
      ceil(extract(epoch from v_attempts.blocked_until - clock_timestamp()))
    ));
  end if;
  if valid then
    if proves then
      delete from private.wrong_attempts where account = its_account and kind = its_kind;
    end if;
    return '{}';
  end if;
  v_wrong := case when v_attempts.last_at < v_moment - interval '1 day' then 1 else v_attempts.count + 1 end;
  update private.wrong_attempts
    set count = v_wrong,
        last_at = v_moment,
        -- 2^10 times the first wait is longer than the longest.
        blocked_until = case
          when v_wrong >= v_allowed then v_moment + least(v_longest_wait, v_first_wait * power(2, least(v_wrong - v_allowed, 10)))
          else '-infinity'
        end
    where account = its_account and kind = its_kind;
  delete from private.wrong_attempts where ctid = any (array(
    select old.ctid from private.wrong_attempts as old
    where old.last_at < v_moment - interval '1 day' limit 100 for update skip locked
  ));
  return '{}';
end
$$;

create or replace function public.undo_account_change(token text) returns text
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
  -- Nothing that was begun may go on, and whoever did it may know the password. The address of a change that is being
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

create table private.email_kinds (
  name text primary key,
  needs_member boolean not null,
  needs_second_factor boolean not null,
  counts_to_caps boolean not null
);

create or replace function private.is_logo(logo text) returns boolean
language plpgsql immutable strict set search_path = '' as $$
declare
  v_content bytea;
begin
  if length(is_logo.logo) > 21848 or is_logo.logo !~ '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$' then
    return false;
  end if;
  v_content := decode(is_logo.logo, 'base64');
  return octet_length(v_content) between 67 and 16384 and (
    substr(v_content, 1, 8) = '\x89504e470d0a1a0a'
    or substr(v_content, 1, 3) = '\xffd8ff'
    or (substr(v_content, 1, 4) = '\x52494646' and substr(v_content, 9, 4) = '\x57454250')
  );
end
$$;

create or replace function private.undo_addition(notice private.outbox) returns text
language plpgsql set search_path = '' as $$
declare
  v_subject constant text := notice.data ->> 'subject';
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

create or replace function private.restore_address(notice private.outbox) returns text
language plpgsql set search_path = '' as $$
declare
  v_former constant text := lower(notice.data ->> 'subject');
begin
  -- Anybody can begin to sign up with an address. Only who has proven it keeps it.
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
  -- Of what was sent to any other address, nothing may undo this.
  update private.outbox as o set data = o.data || '{"isVoid": true}'
  where o.user_id = notice.user_id and o.kind = 'security' and lower(o.address) <> v_former;
  return 'undone';
end
$$;

create or replace function private.tg__notify_of_way_in() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_changed constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  -- Absent while the whole account is being deleted.
  v_account constant auth.users := (
    select u from auth.users as u where u.id = (v_changed ->> 'user_id')::uuid and u.deleted_at is null
  );
begin
  perform private.queue_notice(
    v_account,
    tg_argv[0] || case when tg_op = 'DELETE' then '_removed' else '_added' end,
    coalesce(v_changed ->> tg_argv[1], ''),
    v_changed ->> 'id'
  );
  return null;
end
$$;

create or replace function private.tg_sessions__notify_of_device() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_account constant auth.users := (select u from auth.users as u where u.id = new.user_id);
  v_is_first constant boolean := not exists (select from private.known_devices as d where d.user_id = new.user_id);
  v_hashed constant bytea := private.device_hash(new.user_agent, new.ip);
  v_is_new boolean;
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
  values (new.user_id, v_hashed)
  on conflict (user_id, device) do update set last_at = now()
  returning d.xmax = 0 into v_is_new;
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
  if v_is_new and not v_is_first and (
    select count(*) from private.outbox as o
    where o.user_id = new.user_id and o.kind = 'security' and o.data ->> 'change' = 'new_device'
      and o.since > private.email_clock() - interval '1 day'
  ) < 5 then
    perform private.queue_notice(v_account, 'new_device', left(new.user_agent, 256), encode(v_hashed, 'hex'));
  end if;
  return null;
end
$$;

create or replace function private.tg_backup_codes__notify() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_account constant auth.users := (select u from auth.users as u where u.id = new.user_id);
  v_created constant text := extract(epoch from new.created_at);
begin
  if tg_op = 'UPDATE' then
    perform private.queue_notice(v_account, 'backup_code_used');
  elsif not exists (
    select from private.outbox as o
    where o.user_id = new.user_id and o.kind = 'security' and o.data ->> 'subject' = v_created
  ) then
    -- Ten codes are one change.
    perform private.queue_notice(v_account, 'backup_codes_created', subject => v_created);
  end if;
  return null;
end
$$;

create or replace function public.delete_account(workspaces uuid[] default '{}') returns void
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  v_me uuid := private.require_session();
  v_sole uuid[];
begin
  -- Locks workspaces first, then requests, each in a fixed order. This serialises two owners who leave at the same
  -- time, and anyone who joins, creates a workspace or answers meanwhile is taken into account.
  perform from public.profiles as f where f.user_id = v_me for update;
  perform from public.workspaces as w
  where w.id in (select m.workspace_id from public.members as m where m.user_id = v_me and m.role = 'owner')
  order by w.id for update;

  select coalesce(array_agg(m.workspace_id), '{}') into v_sole
  from public.members as m
  where m.user_id = v_me and m.role = 'owner'
    and not exists (
      select from public.members as o
      where o.workspace_id = m.workspace_id and o.role = 'owner' and o.user_id <> v_me
    );
  if exists (select from public.members as o where o.workspace_id = any(v_sole) and o.user_id <> v_me) then
    perform private.fail('workspace.last_owner');
  elsif not v_sole <@ private.my_workspaces() then
    perform private.fail('insufficient_aal');
  elsif not v_sole <@ coalesce(delete_account.workspaces, '{}') then
    -- Data that can't be recovered is deleted only if the caller named it.
    perform private.fail('account.changed');
  end if;
  perform private.require_fresh_proof('delete_account');

  perform from public.requests as r
  where r.workspace_id = any(v_sole) or r.id = any(private.my_requests()) or r.id = any(private.my_handed_requests())
    or r.id in (select f.request_id from public.files as f where f.uploaded_by = v_me and f.status = 'uploading')
  order by r.id for update;
  -- Only the deleted account could have finished these uploads.
  update public.files as f
  set status = 'removed', removed_at = now(), removed_by = v_me
  where f.uploaded_by = v_me and f.status = 'uploading';
  delete from public.workspaces as w where w.id = any(v_sole);
  delete from auth.users as u where u.id = v_me;
end
$$;

create or replace function public.sole_ownerships()
returns table (workspace_id uuid, name text, other_members integer, requests integer, files integer)
language plpgsql stable security definer set search_path = '' set jit = off set enable_seqscan = off
set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  v_me uuid := private.require_session();
begin
  return query
    select
      w.id,
      w.name,
      (select count(*)::integer from public.members as o where o.workspace_id = w.id and o.user_id <> v_me),
      private.count_requests(w.id),
      (
        select count(*)::integer
        from (select from public.files as f where f.workspace_id = w.id and f.status = 'stored' limit 1000) as counted
      )
    from public.members as m
    join public.workspaces as w on w.id = m.workspace_id
    where m.user_id = v_me and m.role = 'owner' and w.id = any(private.my_workspaces())
      and not exists (
        select from public.members as o
        where o.workspace_id = w.id and o.role = 'owner' and o.user_id <> v_me
      )
    order by w.name, w.id;
end
$$;

create or replace function public.create_workspace(name text, display_name text default null, zone text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_session();
  v_workspace_name text := private.one_line(create_workspace.name);
  v_own_name text := coalesce(
    private.one_line(create_workspace.display_name),
    (select f.display_name from public.profiles as f where f.user_id = v_me)
  );
  v_workspace uuid;
begin
  if not private.fits(v_workspace_name, 1, 80) or not private.is_name(v_workspace_name) then
    perform private.fail('workspace.name');
  elsif not private.fits(v_own_name, 1, 80) or not private.is_name(v_own_name) then
    perform private.fail('profile.name');
  end if;
  insert into public.profiles as f (user_id, display_name)
  values (v_me, v_own_name)
  on conflict (user_id) do update set display_name = excluded.display_name;
  -- The profile's row is locked by now, so workspaces that are created at the same time are counted one after another.
  if (select count(*) from public.members as m where m.user_id = v_me and m.role = 'owner')
    >= (select q.most from private.quotas as q where q.name = 'workspaces')
  then
    perform private.fail('quota.workspaces');
  end if;
  -- Deleting one frees its place, and forgets whom it wrote to today.
  perform private.use_quota('new_workspaces', v_me::text, 1);
  insert into public.workspaces as w (name, zone)
  values (v_workspace_name, coalesce(private.known_zone(create_workspace.zone), 'UTC'))
  returning w.id into v_workspace;
  insert into public.members (workspace_id, user_id, role) values (v_workspace, v_me, 'owner');
  return v_workspace;
end
$$;

create or replace function public.rename_workspace(workspace uuid, name text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_words constant text := private.one_line(rename_workspace.name);
begin
  perform private.lock_workspace(rename_workspace.workspace, 'admin');
  if not private.fits(v_words, 1, 80) or not private.is_name(v_words) then
    perform private.fail('workspace.name');
  end if;
  update public.workspaces as w set name = v_words where w.id = rename_workspace.workspace;
end
$$;

create or replace function public.workspace_members(workspace uuid)
returns table (user_id uuid, name text, email text, role text, has_second_factor boolean, joined_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_is_manager constant boolean := private.require_role(workspace_members.workspace, 'member') <> 'member';
begin
  return query
    select
      m.user_id, f.display_name, u.email::text, m.role,
      -- Only those who can act on it learn who is easier to attack.
      case when v_is_manager then private.has_second_factor(m.user_id) end,
      m.created_at
    from public.members as m
    join public.profiles as f on f.user_id = m.user_id
    join auth.users as u on u.id = m.user_id
    where m.workspace_id = workspace_members.workspace
    order by private.rank_of(m.role) desc, lower(f.display_name), m.user_id;
end
$$;

create or replace function public.set_member_role(workspace uuid, member uuid, role text) returns void
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
  if v_theirs = 'owner' and set_member_role.role <> 'owner' and set_member_role.member <> auth.uid() then
    -- A stolen session must not shut out the others who could end it.
    perform private.require_fresh_proof('roles');
  end if;
  update public.members as m set role = set_member_role.role
  where m.workspace_id = set_member_role.workspace and m.user_id = set_member_role.member
    and m.role <> set_member_role.role;
  perform private.end_invitations(set_member_role.workspace, set_member_role.member);
end
$$;

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
  -- Before their requests, as assign_request locks them.
  perform from public.members as m
  where m.workspace_id = remove_member.workspace and m.user_id = remove_member.member
  for update;
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

create or replace function private.hand_over_requests(workspace uuid, member uuid, heir uuid) returns void
language sql set search_path = '' as $$
  -- Otherwise no member might be told what arrives. Locked in one order, to avoid a deadlock with a recipient's answer.
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
  -- The successor is told of the next day as if it had just been set.
  update private.repeats as s set sender = hand_over_requests.heir, is_told = false from looked_after as t where s.request_id = t.id
$$;

create or replace function private.require_role(workspace uuid, lowest text) returns text
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

create or replace function public.invite_member(workspace uuid, email text, role text) returns uuid
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
  -- A stolen session must not let its thief in by another account.
  perform private.require_fresh_proof('roles');
  perform private.count_invited(invite_member.workspace, v_address);
  insert into private.invitations as i (workspace_id, email, role, invited_by)
  values (invite_member.workspace, v_address, invite_member.role, auth.uid())
  returning i.* into v_made;
  perform private.queue_invitation(v_made);
  return v_made.id;
end
$$;

create or replace function public.resend_invitation(invitation uuid) returns void
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

create or replace function public.cancel_invitation(invitation uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_invited constant private.invitations := private.lock_invitation(cancel_invitation.invitation);
begin
  delete from private.invitations as i where i.id = v_invited.id;
end
$$;

create or replace function public.accept_invitation(token text, name text default null) returns uuid
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

create or replace function private.lock_invitation(invitation uuid) returns private.invitations
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

create or replace function private.invitation_of(token text) returns private.invitations
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

create or replace function public.set_second_factor_requirement(workspace uuid, required boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_without uuid[];
begin
  perform private.lock_workspace(set_second_factor_requirement.workspace, 'admin');
  if not private.passed_second_factor() then
    perform private.fail('insufficient_aal');
  end if;
  v_without := array(
    select m.user_id from public.members as m
    where m.workspace_id = set_second_factor_requirement.workspace and not private.has_second_factor(m.user_id)
    order by m.user_id
  );
  update public.workspaces as w
  set
    require_second_factor = coalesce(set_second_factor_requirement.required, true),
    second_factor_from = case
      when coalesce(set_second_factor_requirement.required, true) and v_without <> '{}' then now() + interval '7 days'
    end
  where w.id = set_second_factor_requirement.workspace
    and w.require_second_factor <> coalesce(set_second_factor_requirement.required, true);
  if found and coalesce(set_second_factor_requirement.required, true) then
    perform private.queue_second_factor(set_second_factor_requirement.workspace, p.id) from unnest(v_without) as p (id);
  end if;
end
$$;

create or replace function public.request_branding(request uuid) returns table (accent text, logo text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me constant uuid := private.require_session();
begin
  -- Before anything of the request is read.
  if not exists (select from public.recipients as p where p.request_id = request_branding.request and p.user_id = v_me) then
    return;
  end if;
  return query
  select w.accent, w.logo
  from public.requests as r
  join public.workspaces as w on w.id = r.workspace_id
  where r.id = request_branding.request;
end
$$;

create or replace function public.create_tag(workspace uuid, name text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_words text;
  v_found_tag uuid;
begin
  perform private.lock_workspace(create_tag.workspace, 'member');
  v_words := private.checked_tag(create_tag.name);
  select t.id into v_found_tag from public.tags as t
  where t.workspace_id = create_tag.workspace and lower(t.name) = lower(v_words);
  if v_found_tag is not null then
    return v_found_tag;
  elsif (select count(*) from public.tags as t where t.workspace_id = create_tag.workspace) >= 100 then
    perform private.fail('tag.too_many');
  end if;
  insert into public.tags as t (workspace_id, name) values (create_tag.workspace, v_words) returning t.id into v_found_tag;
  return v_found_tag;
end
$$;

create or replace function public.rename_tag(tag uuid, name text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_locked constant public.tags := private.lock_tag(rename_tag.tag);
  v_words constant text := private.checked_tag(rename_tag.name);
  v_other constant uuid := (
    select t.id from public.tags as t
    where t.workspace_id = v_locked.workspace_id and t.id <> v_locked.id and lower(t.name) = lower(v_words)
  );
begin
  if v_other is null then
    update public.tags as t set name = v_words where t.id = v_locked.id;
    return v_locked.id;
  end if;
  insert into public.request_tags (request_id, tag_id, workspace_id)
  select g.request_id, v_other, g.workspace_id from public.request_tags as g where g.tag_id = v_locked.id
  on conflict do nothing;
  delete from public.request_tags as g where g.tag_id = v_locked.id;
  insert into private.person_tags (person_id, tag_id, workspace_id)
  select g.person_id, v_other, g.workspace_id from private.person_tags as g where g.tag_id = v_locked.id
  on conflict do nothing;
  delete from public.tags as t where t.id = v_locked.id;
  return v_other;
end
$$;

create or replace function public.delete_tag(tag uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked constant public.tags := private.lock_tag(delete_tag.tag);
begin
  delete from public.request_tags as g where g.tag_id = v_locked.id;
  delete from public.tags as t where t.id = v_locked.id;
end
$$;

create or replace function public.tag_request(request uuid, tag uuid, tagged boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests;
  v_changed integer;
begin
  perform private.require_session();
  -- Before the request, as lock_tag locks them, so that neither waits for the other.
  perform from public.tags as t
  where t.id = tag_request.tag and t.workspace_id = any(private.my_workspaces())
  for key share;
  v_locked := private.lock_as_member(tag_request.request);
  if v_locked.is_template or tag_request.tagged is null then
    perform private.fail('not_found');
  elsif not tag_request.tagged then
    delete from public.request_tags as g where g.request_id = v_locked.id and g.tag_id = tag_request.tag;
  elsif not exists (
    select from public.tags as t where t.id = tag_request.tag and t.workspace_id = v_locked.workspace_id
  ) then
    perform private.fail('tag.deleted');
  elsif (
    select count(*) from public.request_tags as g where g.request_id = v_locked.id and g.tag_id <> tag_request.tag
  ) >= 10 then
    perform private.fail('tag.too_many_here');
  else
    insert into public.request_tags (request_id, tag_id, workspace_id)
    values (v_locked.id, tag_request.tag, v_locked.workspace_id) on conflict do nothing;
  end if;
  get diagnostics v_changed = row_count;
  return v_changed > 0;
end
$$;

create or replace function public.tag_person(person uuid, tag uuid, tagged boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_main private.people := private.require_person(tag_person.person);
  v_changed integer;
begin
  perform private.lock_people(v_main.workspace_id, false);
  -- They may have been merged meanwhile.
  v_main := private.require_person(tag_person.person);
  -- One tag at a time, so that they are counted.
  perform from private.people as p where p.id = v_main.id for no key update;
  -- An address that was corrected meanwhile may be nobody's now.
  if not found or tag_person.tagged is null then
    perform private.fail('not_found');
  elsif not tag_person.tagged then
    delete from private.person_tags as g where g.person_id = v_main.id and g.tag_id = tag_person.tag;
  elsif not exists (
    select from public.tags as t where t.id = tag_person.tag and t.workspace_id = v_main.workspace_id
  ) then
    perform private.fail('tag.deleted');
  elsif (
    select count(*) from private.person_tags as g where g.person_id = v_main.id and g.tag_id <> tag_person.tag
  ) >= 10 then
    perform private.fail('tag.too_many_here');
  else
    insert into private.person_tags (person_id, tag_id, workspace_id)
    values (v_main.id, tag_person.tag, v_main.workspace_id) on conflict do nothing;
  end if;
  get diagnostics v_changed = row_count;
  return v_changed > 0;
end
$$;

create or replace function private.checked_tag(name text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  v_words constant text := private.one_line(checked_tag.name);
begin
  if not private.fits(v_words, 1, 40) or not private.has_visible_character(v_words) then
    perform private.fail('tag.name');
  end if;
  return v_words;
end
$$;

create or replace function private.lock_tag(tag uuid) returns public.tags
language plpgsql set search_path = '' as $$
declare
  v_parent constant uuid := (select t.workspace_id from public.tags as t where t.id = lock_tag.tag);
  v_locked public.tags;
begin
  perform private.lock_workspace(v_parent, 'member');
  perform private.lock_people(v_parent, true);
  -- The tag before its requests, as tag_request locks them. They are locked because this changes their entries in lists.
  select t.* into v_locked from public.tags as t where t.id = lock_tag.tag for update;
  if not found then
    perform private.fail('not_found');
  end if;
  perform from public.requests as r
  where r.id in (select g.request_id from public.request_tags as g where g.tag_id = v_locked.id)
  order by r.id
  for no key update;
  return v_locked;
end
$$;

create or replace function public.save_reason(workspace uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_words constant text := private.one_line(save_reason.reason);
begin
  perform private.lock_workspace(save_reason.workspace, 'member');
  if not private.fits(v_words, 1, 200) or not private.has_visible_character(v_words) then
    perform private.fail('reason.length');
  elsif (
    select count(*) from private.saved_reasons as s where s.workspace_id = save_reason.workspace and s.reason <> v_words
  ) >= 20 then
    perform private.fail('reason.too_many');
  end if;
  insert into private.saved_reasons (workspace_id, reason) values (save_reason.workspace, v_words) on conflict do nothing;
end
$$;

create or replace function private.tg_items__recount() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_touched uuid[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(distinct n.request_id) into v_touched
    from changed as n join former as o on o.id = n.id
    where (o.title, o.removed_at) is distinct from (n.title, n.removed_at);
    perform private.index_words(v_touched);
    select array_agg(distinct n.request_id) into v_touched
    from changed as n join former as o on o.id = n.id
    where (o.status, o.answer_kind, o.required, o.removed_at)
      is distinct from (n.status, n.answer_kind, n.required, n.removed_at);
  else
    select array_agg(distinct n.request_id) into v_touched from changed as n;
    perform private.index_words(v_touched);
  end if;
  perform private.count_items(v_touched);
  return null;
end
$$;

create or replace function private.lock_as_member(request uuid) returns public.requests
language plpgsql set search_path = '' as $$
declare
  v_locked public.requests;
begin
  perform private.require_session();
  select r.* into v_locked from public.requests as r
  where r.id = lock_as_member.request and r.workspace_id = any(private.my_workspaces())
    -- The copy of a job is nobody's to change.
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

create or replace function private.lock_as_recipient(request uuid) returns public.requests
language plpgsql set search_path = '' as $$
declare
  v_requests constant uuid[] := private.my_requests() || private.my_handed_requests();
  v_locked public.requests;
begin
  perform private.require_session();
  select r.* into v_locked from public.requests as r
  where r.id = lock_as_recipient.request and r.id = any(v_requests)
  for update;
  -- The last item may have been taken back while this waited for the request.
  if not found or not v_locked.id = any(private.my_requests() || private.my_handed_requests()) then
    perform private.fail('not_found');
  elsif v_locked.status <> 'open' then
    perform private.fail('request.closed');
  end if;
  return v_locked;
end
$$;

create or replace function private.lock_item_as_member(item uuid, revision integer) returns public.items
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

create or replace function private.lock_item_as_member(item uuid, revision integer) returns public.items
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

create or replace function private.lock_item_as_member(item uuid) returns public.items
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

create or replace function private.lock_item_as_member(item uuid) returns public.items
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

create or replace function private.lock_item_as_recipient(item uuid) returns public.items
language plpgsql set search_path = '' as $$
declare
  -- Read whether or not the item exists, so that the work doesn't tell.
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
  -- The item or the person may have been removed, or the item taken back, while this waited for the request.
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

create or replace function private.lock_item_to_edit(item uuid) returns public.items
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

create or replace function public.create_request(workspace uuid, draft jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_made constant public.requests := private.insert_draft(create_request.workspace, create_request.draft, false);
begin
  perform private.edit_recipients(v_made, coalesce(create_request.draft -> 'recipients', '[]'));
  perform private.add_event(v_made.id, 'created');
  return v_made.id;
end
$$;

create or replace function public.delete_draft(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(delete_draft.request);
begin
  if v_locked.sent_at is not null then
    perform private.fail('draft.sent');
  end if;
  delete from public.requests as r where r.id = v_locked.id;
end
$$;

create or replace function public.duplicate_request(request uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_source public.requests := private.lock_to_copy(duplicate_request.request);
  v_made public.requests;
begin
  perform private.use_quota('requests', v_source.workspace_id::text, 1);
  insert into public.requests as r (workspace_id, title, message, created_by)
  values (v_source.workspace_id, v_source.title, v_source.message, auth.uid())
  returning r.* into v_made;
  perform private.copy_items(v_source, v_made);
  insert into public.recipients (request_id, workspace_id, email, name)
  select v_made.id, v_source.workspace_id, p.email, p.name
  from public.recipients as p where p.request_id = v_source.id and p.removed_at is null and p.scope = 'all';
  insert into public.request_tags (request_id, tag_id, workspace_id)
  select v_made.id, g.tag_id, g.workspace_id from public.request_tags as g where g.request_id = v_source.id;
  perform private.add_event(v_made.id, 'created');
  return v_made.id;
end
$$;

create or replace function private.insert_draft(workspace uuid, draft jsonb, is_template boolean) returns public.requests
language plpgsql set search_path = '' as $$
declare
  v_me constant uuid := private.require_session();
  v_made public.requests;
begin
  if not insert_draft.workspace = any(private.my_workspaces()) then
    perform private.fail('not_found');
  end if;
  perform private.check_draft(insert_draft.draft);
  perform private.use_quota('requests', insert_draft.workspace::text, 1);
  insert into public.requests as r (workspace_id, title, message, due_on, due_after_days, created_by, is_template)
  values (
    insert_draft.workspace,
    private.one_line(insert_draft.draft ->> 'title'),
    coalesce(private.trimmed(insert_draft.draft ->> 'message'), ''),
    case when not insert_draft.is_template then private.as_day(insert_draft.draft -> 'due_on') end,
    case when insert_draft.is_template then private.as_due_after(insert_draft.draft -> 'due_after_days') end,
    v_me,
    insert_draft.is_template
  )
  returning r.* into v_made;
  perform private.edit_items(v_made, coalesce(insert_draft.draft -> 'items', '[]'));
  return v_made;
end
$$;

create or replace function private.copy_items(source public.requests, made public.requests) returns void
language plpgsql set search_path = '' as $$
declare
  v_present constant jsonb := (
    select coalesce(
      jsonb_agg(private.item_words(i) || jsonb_build_object('id', i.id) order by i.position), '[]'
    )
    from public.items as i where i.request_id = made.id and i.removed_at is null
  );
  v_added constant uuid[] := array(
    select i.id from public.items as i
    where i.request_id = source.id and i.removed_at is null
      and not exists (
        select from jsonb_array_elements(v_present) as e (item)
        where private.folded(e.item ->> 'title') = private.folded(i.title)
      )
    order by i.position
  );
  v_list constant jsonb := v_present || (
    select coalesce(jsonb_agg(private.item_words(i) order by i.position), '[]')
    from public.items as i where i.id = any(v_added)
  );
begin
  perform private.check_items(v_list);
  perform private.edit_items(made, v_list);
  insert into public.item_examples (
    item_id, request_id, workspace_id, name, size, mime, object_key, object_version, status, uploaded_by, created_at,
    stored_at
  )
  select
    copy.id, made.id, made.workspace_id, e.name, e.size, e.mime, e.object_key, e.object_version, e.status, e.uploaded_by,
    e.created_at, e.stored_at
  from unnest(v_added) with ordinality as original (id, place)
  join public.items as copy
    on copy.request_id = made.id and copy.position = jsonb_array_length(v_present) + original.place
  join public.item_examples as e on e.item_id = original.id and e.status = 'stored';
end
$$;

create or replace function private.edit_items(request public.requests, list jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  v_is_sent constant boolean := request.status <> 'draft';
  v_listed constant jsonb := private.with_item_ids(request.id, edit_items.list);
  v_moment constant timestamptz := clock_timestamp();
  v_known constant uuid[] := array(
    select i.id from public.items as i where i.request_id = request.id and i.removed_at is null
  );
  v_reworded public.items[];
  v_is_reordered boolean;
begin
  if v_is_sent and jsonb_array_length(v_listed) = 0 then
    perform private.fail('draft.items');
  end if;
  perform private.remove_unlisted_items(request, v_listed, v_known, v_moment);

  v_reworded := array(
    select i from public.items as i
    join private.listed_items(v_listed) as w on w.id = i.id
    where private.item_words(i) <> private.item_words(w)
    order by w.position
  );
  perform private.require_changeable(request, v_listed, v_reworded);
  select array_agg(w.id order by w.position) <> array_agg(w.id order by i.position) into v_is_reordered
  from private.listed_items(v_listed) as w
  join public.items as i on i.id = w.id;

  perform private.write_items(request, v_listed, case when v_is_sent then v_moment end);

  if not v_is_sent then
    return;
  end if;
  -- Removed ones are kept, so those count too.
  if (select count(*) from public.items as i where i.request_id = request.id) > 500 then
    perform private.fail('draft.too_many_items');
  end if;
  perform private.note_item_edits(request, v_listed, v_known, v_reworded);
  if v_is_reordered then
    perform private.add_event(request.id, 'items_reordered');
  end if;
end
$$;

create or replace function private.remove_unlisted_items(request public.requests, listed jsonb, known uuid[], moment timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  v_former public.items;
begin
  for v_former in
    select i.* from public.items as i
    where i.id = any(remove_unlisted_items.known) and not exists (select from private.listed_items(remove_unlisted_items.listed) as w where w.id = i.id)
    order by i.position
  loop
    if request.status = 'draft' then
      delete from public.items as i where i.id = v_former.id;
    elsif private.is_answered(v_former) then
      perform private.fail('item.answered');
    else
      update public.items as i set removed_at = remove_unlisted_items.moment where i.id = v_former.id;
      perform private.add_event(request.id, 'item_removed', v_former.id);
    end if;
  end loop;
end
$$;

create or replace function private.require_changeable(request public.requests, listed jsonb, reworded public.items[]) returns void
language plpgsql stable set search_path = '' as $$
begin
  if request.status <> 'draft' and exists (
    select from unnest(require_changeable.reworded) as i
    join private.listed_items(require_changeable.listed) as w on w.id = i.id
    where w.kind <> i.kind and private.is_answered(i)
  ) then
    perform private.fail('item.answered');
  elsif exists (
    select from unnest(require_changeable.reworded) as i
    join private.listed_items(require_changeable.listed) as w on w.id = i.id
    where i.answer_kind = 'choice' and not private.is_choice_of(i.answer, w.choices, w.multiple)
  ) then
    perform private.fail('item.chosen');
  end if;
end
$$;

create or replace function private.note_item_edits(request public.requests, listed jsonb, known uuid[], reworded public.items[]) returns void
language plpgsql set search_path = '' as $$
declare
  v_former public.items;
  v_added uuid;
begin
  foreach v_former in array note_item_edits.reworded loop
    perform private.add_event(
      request.id, 'item_changed', v_former.id, null,
      jsonb_build_object(
        'before', private.item_words(v_former),
        'after', (select private.item_words(i) from public.items as i where i.id = v_former.id)
      )
    );
  end loop;
  for v_added in
    select w.id from private.listed_items(note_item_edits.listed) as w
    where not w.id = any(note_item_edits.known)
    order by w.position
  loop
    perform private.add_event(request.id, 'item_added', v_added);
  end loop;
end
$$;

create or replace function private.check_item(item jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  v_kind constant text := coalesce(check_item.item ->> 'kind', '');
  v_section constant text := coalesce(check_item.item ->> 'section', '');
  v_choices constant jsonb := coalesce(check_item.item -> 'choices', '[]');
  v_multiple constant jsonb := coalesce(check_item.item -> 'multiple', 'false');
  v_expected_files constant text := coalesce(check_item.item ->> 'expected_files', '1');
begin
  if not private.fits(private.one_line(check_item.item ->> 'title'), 1, 160)
    or not private.has_visible_character(check_item.item ->> 'title')
    or not private.fits(coalesce(check_item.item ->> 'instructions', ''), 0, 1000)
    or v_kind not in ('file', 'text', 'date', 'choice', 'yes_no')
    or jsonb_typeof(check_item.item -> 'required') is distinct from 'boolean'
    or jsonb_typeof(coalesce(check_item.item -> 'sensitive', 'false')) <> 'boolean'
    or jsonb_typeof(coalesce(check_item.item -> 'accepts', '[]')) <> 'array'
    or not coalesce(check_item.item -> 'accepts', '[]') <@ '["pdf", "image", "word", "excel"]'
  then
    perform private.fail('draft.item');
  elsif not private.fits(private.one_line(v_section), 0, 80)
    or (private.one_line(v_section) <> '' and not private.has_visible_character(v_section))
  then
    perform private.fail('draft.section');
  elsif v_expected_files !~ '^([1-9]|[1-4][0-9]|50)$' or (v_kind <> 'file' and v_expected_files <> '1') then
    perform private.fail('draft.expected_files');
  elsif jsonb_typeof(v_choices) <> 'array' or jsonb_typeof(v_multiple) <> 'boolean' then
    perform private.fail('draft.choices');
  elsif v_kind <> 'choice' then
    if v_choices <> '[]' or v_multiple <> 'false' then
      perform private.fail('draft.choices');
    end if;
  elsif jsonb_array_length(v_choices) not between 2 and 20
    or exists (
      select from jsonb_array_elements(v_choices) as e (choice)
      where jsonb_typeof(e.choice) <> 'string'
        or not private.fits(private.one_line(e.choice #>> '{}'), 1, 80)
        or not private.has_visible_character(e.choice #>> '{}')
    )
    or (
      select count(distinct private.one_line(e.choice)) < count(*)
      from jsonb_array_elements_text(v_choices) as e (choice)
    )
  then
    perform private.fail('draft.choices');
  end if;
end
$$;

create or replace function private.with_item_ids(request uuid, list jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  -- Compared as text, because a caller may write anything here.
  v_known constant text[] := array(
    select i.id::text from public.items as i where i.request_id = with_item_ids.request and i.removed_at is null
  );
  v_given constant text[] := array(
    select e.item ->> 'id' from jsonb_array_elements(with_item_ids.list) as e (item) where e.item ->> 'id' is not null
  );
begin
  if not v_given <@ v_known or (select count(distinct g.id) < count(*) from unnest(v_given) as g (id)) then
    perform private.fail('draft.item');
  end if;
  return (
    select coalesce(
      jsonb_agg(
        e.item || jsonb_build_object('id', coalesce(e.item ->> 'id', gen_random_uuid()::text)) order by e.position
      ),
      '[]'
    )
    from jsonb_array_elements(with_item_ids.list) with ordinality as e (item, "position")
  );
end
$$;

create or replace function private.edit_recipients(request public.requests, list jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  v_is_sent constant boolean := request.status <> 'draft';
  v_fresh text[];
begin
  v_fresh := array(
    select w.email from private.listed_recipients(edit_recipients.list) as w
    where not exists (
      select from public.recipients as p
      where p.request_id = request.id and p.removed_at is null and p.email = w.email
    )
  );
  if v_is_sent then
    if jsonb_array_length(coalesce(edit_recipients.list, '[]')) = 0 then
      perform private.fail('recipient.last');
    end if;
    -- Somebody with single items may be a member, which a recipient isn't told.
    perform private.require_no_members(request, v_fresh || array(
      select p.email from public.recipients as p
      join private.listed_recipients(edit_recipients.list) as w on w.email = p.email
      where p.request_id = request.id and p.removed_at is null and p.scope = 'items'
    ));
    perform private.count_addressed(request, v_fresh);
  end if;

  perform private.widen_recipients(request, edit_recipients.list);
  perform private.replace_recipients(request, edit_recipients.list, v_fresh);
  perform private.rename_recipients(request, edit_recipients.list);
  perform private.add_recipients(request, edit_recipients.list);

  if v_is_sent then
    -- Removed ones are kept, so those count too.
    if (select count(*) from public.recipients as p where p.request_id = request.id and p.scope = 'all') > 100 then
      perform private.fail('draft.too_many_recipients');
    end if;
    update public.access_requests as a
    set decided_at = now(), decided_by = auth.uid(), is_added = true
    where a.request_id = request.id and a.decided_at is null and a.email = any(v_fresh);
  end if;
end
$$;

create or replace function private.widen_recipients(request public.requests, list jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  v_added public.recipients;
begin
  for v_added in
    update public.recipients as p set scope = 'all'
    from private.listed_recipients(widen_recipients.list) as w
    where p.request_id = request.id and p.removed_at is null and p.scope = 'items' and p.email = w.email
    returning p.*
  loop
    delete from public.recipient_items as h where h.recipient_id = v_added.id;
    perform private.add_recipient_event(request.id, 'recipient_added', v_added);
    if request.status = 'open' and request.invites then
      perform private.queue_email('invitation', v_added, now(), now());
    end if;
  end loop;
end
$$;

create or replace function private.replace_recipients(request public.requests, list jsonb, fresh text[]) returns void
language plpgsql set search_path = '' as $$
declare
  v_is_sent constant boolean := request.status <> 'draft';
  v_former public.recipients;
  v_corrected record;
begin
  for v_former in
    select p.* from public.recipients as p
    where p.request_id = request.id and p.removed_at is null and p.scope = 'all'
      and not exists (select from private.listed_recipients(replace_recipients.list) as w where w.email = p.email)
    order by p.created_at, p.email
  loop
    select w.email, w.name into v_corrected from private.listed_recipients(replace_recipients.list) as w
    where w.id = v_former.id::text and w.email = any(replace_recipients.fresh);
    -- Files and answers belong to the address that they came from, so only an address that was never used is written over.
    if v_corrected.email is not null and v_former.first_seen_at is null then
      update public.recipients as p set email = v_corrected.email, name = v_corrected.name where p.id = v_former.id
      returning p.* into v_former;
      if v_is_sent then
        perform private.add_recipient_event(request.id, 'recipient_corrected', v_former);
      end if;
    elsif v_is_sent then
      update public.recipients as p set removed_at = clock_timestamp(), user_id = null where p.id = v_former.id;
      perform private.add_recipient_event(request.id, 'recipient_removed', v_former);
    else
      delete from public.recipients as p where p.id = v_former.id;
    end if;
  end loop;
end
$$;

create or replace function private.rename_recipients(request public.requests, list jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  v_is_sent constant boolean := request.status <> 'draft';
  v_former public.recipients;
begin
  for v_former in
    update public.recipients as p set name = w.name
    from private.listed_recipients(rename_recipients.list) as w
    where p.request_id = request.id and p.removed_at is null and p.email = w.email and p.name <> w.name
    returning p.*
  loop
    if v_is_sent then
      perform private.add_recipient_event(request.id, 'recipient_corrected', v_former);
    end if;
  end loop;
end
$$;

create or replace function private.add_recipients(request public.requests, list jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  v_is_sent constant boolean := request.status <> 'draft';
  v_added public.recipients;
begin
  for v_added in
    insert into public.recipients (request_id, workspace_id, email, name)
    select request.id, request.workspace_id, w.email, w.name
    from private.listed_recipients(add_recipients.list) as w
    where not exists (
      select from public.recipients as p
      where p.request_id = request.id and p.removed_at is null and p.email = w.email
    )
    order by w.position
    returning *
  loop
    if v_is_sent then
      perform private.add_recipient_event(request.id, 'recipient_added', v_added);
    end if;
  end loop;
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
  for key share;
  v_locked := private.lock_as_member(send_request.request);
  if v_locked.is_template then
    perform private.fail('template.sent');
  end if;
  perform private.open_draft(v_locked, coalesce(send_request.invite, false));
end
$$;

create or replace function public.invite_recipient(recipient uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_parent public.requests := private.lock_as_member(
    (select p.request_id from public.recipients as p where p.id = invite_recipient.recipient)
  );
  v_person public.recipients;
begin
  select p.* into v_person from public.recipients as p
  where p.id = invite_recipient.recipient and p.removed_at is null
  for no key update;
  if not found then
    perform private.fail('not_found');
  elsif v_parent.status <> 'open' then
    perform private.fail('request.closed');
  end if;
  perform private.count_addressed(v_parent, array[v_person.email]);
  perform private.queue_email('invitation', v_person, now(), now());
end
$$;

create or replace function public.send_update(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(send_update.request);
begin
  update private.outbox as o set not_before = private.email_clock()
  where o.request_id = v_locked.id and o.kind = 'update' and o.attempts = 0 and o.ended_at is null;
end
$$;

create or replace function private.open_draft(locked public.requests, invite boolean) returns void
language plpgsql set search_path = '' as $$
declare
  v_emails constant text[] := array(
    select p.email from public.recipients as p where p.request_id = locked.id and p.removed_at is null
  );
begin
  if locked.status <> 'draft' then
    perform private.fail(case locked.status when 'cancelled' then 'request.closed' else 'draft.sent' end);
  elsif not exists (select from public.items as i where i.request_id = locked.id and i.removed_at is null) then
    perform private.fail('draft.items');
  elsif cardinality(v_emails) = 0 then
    perform private.fail('draft.recipients');
  end if;
  perform private.require_no_members(locked, v_emails);
  perform private.count_addressed(locked, v_emails);
  update public.requests as r
  -- A draft that is still open elsewhere must not change what recipients see.
  set status = 'open', sent_by = auth.uid(), sent_at = now(), revision = r.revision + 1, invites = open_draft.invite,
    assignee = coalesce(r.assignee, auth.uid())
  where r.id = locked.id;
  perform private.put_link(locked);
  perform private.add_event(locked.id, 'sent');
end
$$;

create or replace function private.start_request(source public.requests, title text, message text, due_on date)
returns public.requests
language plpgsql set search_path = '' as $$
declare
  v_made public.requests;
begin
  perform private.use_quota('requests', source.workspace_id::text, 1);
  insert into public.requests as r (workspace_id, title, message, due_on, created_by)
  values (source.workspace_id, start_request.title, start_request.message, start_request.due_on, auth.uid())
  returning r.* into v_made;
  perform private.copy_items(source, v_made);
  perform private.add_event(v_made.id, 'created');
  return v_made;
end
$$;

create or replace function public.rotate_link(request uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(rotate_link.request);
  v_fresh text;
begin
  if v_locked.status not in ('open', 'done') then
    perform private.fail('request.closed');
  end if;
  v_fresh := private.put_link(v_locked);
  perform private.add_event(v_locked.id, 'link_replaced');
  return v_fresh;
end
$$;

create or replace function private.put_link(request public.requests) returns text
language plpgsql set search_path = '' as $$
declare
  -- Three random UUIDs carry 366 bits; their digest is 32 bytes indistinguishable from random. Built in everywhere,
  -- unlike pgcrypto.
  v_secret bytea := sha256(
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
  );
  v_fresh text := rtrim(translate(encode(v_secret, 'base64'), '+/', '-_'), '=');
begin
  insert into private.replaced_links (token_hash, request_id)
  select l.token_hash, l.request_id from public.request_links as l where l.request_id = request.id;
  insert into public.request_links as l (request_id, workspace_id, token, token_hash)
  values (request.id, request.workspace_id, v_fresh, sha256(convert_to(v_fresh, 'utf8')))
  on conflict (request_id, workspace_id) do update
    set token = excluded.token, token_hash = excluded.token_hash, rotated_at = now();
  return v_fresh;
end
$$;

create or replace function public.edit_request(request uuid, revision integer, change jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_locked public.requests := private.lock_as_member(edit_request.request);
  v_is_sent constant boolean := v_locked.status <> 'draft';
  v_made public.requests;
  v_change constant jsonb := case
    -- Nobody is asked by a template, and it is due on no day.
    when v_locked.is_template and jsonb_typeof(edit_request.change) = 'object'
      then edit_request.change - array['due_on', 'recipients']
    else coalesce(edit_request.change, 'null')
  end;
begin
  if v_locked.status = 'cancelled' then
    perform private.fail('request.closed');
  elsif v_locked.revision is distinct from edit_request.revision then
    perform private.fail('request.stale');
  elsif jsonb_typeof(v_change) <> 'object' then
    perform private.fail('draft.title');
  end if;
  perform private.check_draft(
    jsonb_build_object('title', v_locked.title, 'message', v_locked.message, 'due_on', v_locked.due_on) || v_change
  );
  v_made := private.edited_request(v_locked, v_change);
  update public.requests as r
  set
    title = v_made.title, message = v_made.message, due_on = v_made.due_on, due_after_days = v_made.due_after_days,
    revision = r.revision + 1,
    changed_at = case
      when v_is_sent
        and (v_made.title, v_made.message, v_made.due_on) is distinct from (v_locked.title, v_locked.message, v_locked.due_on)
      then clock_timestamp()
      else r.changed_at
    end,
    last_activity_at = clock_timestamp()
  where r.id = v_locked.id;
  if v_is_sent then
    perform private.note_request_edits(v_locked, v_made);
  end if;
  if v_change ? 'items' then
    perform private.edit_items(v_locked, v_change -> 'items');
  end if;
  if v_change ? 'recipients' then
    perform private.edit_recipients(v_locked, v_change -> 'recipients');
  end if;
  if v_is_sent then
    perform private.update_request_status(v_locked.id);
  end if;
  return v_locked.revision + 1;
end
$$;

create or replace function private.edited_request(former public.requests, change jsonb) returns public.requests
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  v_edited public.requests := edited_request.former;
begin
  if edited_request.change ? 'title' then
    v_edited.title := private.one_line(edited_request.change ->> 'title');
  end if;
  if edited_request.change ? 'message' then
    v_edited.message := coalesce(private.trimmed(edited_request.change ->> 'message'), '');
  end if;
  if edited_request.change ? 'due_on' then
    v_edited.due_on := private.as_day(edited_request.change -> 'due_on');
  end if;
  if former.is_template and edited_request.change ? 'due_after_days' then
    v_edited.due_after_days := private.as_due_after(edited_request.change -> 'due_after_days');
  end if;
  return v_edited;
end
$$;

create or replace function private.note_request_edits(former public.requests, edited public.requests) returns void
language sql set search_path = '' as $$
  select private.add_event(former.id, c.kind, null, null, jsonb_build_object('before', c.old, 'after', c.new))
  from (
    values
      ('title_changed', to_jsonb(former.title), to_jsonb(edited.title)),
      ('message_changed', to_jsonb(former.message), to_jsonb(edited.message)),
      ('due_changed', to_jsonb(former.due_on), to_jsonb(edited.due_on))
  ) as c (kind, old, new)
  where c.old is distinct from c.new
$$;

create or replace function public.pause_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(pause_request.request);
begin
  if v_locked.status <> 'open' then
    perform private.fail('request.closed');
  elsif v_locked.paused_at is not null then
    return;
  end if;
  update public.requests as r set paused_at = now() where r.id = v_locked.id;
  perform private.add_event(v_locked.id, 'paused');
end
$$;

create or replace function public.resume_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(resume_request.request);
begin
  if v_locked.status <> 'open' then
    perform private.fail('request.closed');
  elsif v_locked.paused_at is null then
    return;
  end if;
  update public.requests as r set paused_at = null where r.id = v_locked.id;
  perform private.add_event(v_locked.id, 'resumed');
end
$$;

create or replace function public.close_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(close_request.request);
begin
  if v_locked.closed_by is not null then
    return;
  elsif v_locked.status <> 'open' then
    perform private.fail(case v_locked.status when 'done' then 'request.complete' else 'request.closed' end);
  end if;
  update public.requests as r
  set status = 'done', closed_at = now(), closed_by = auth.uid(), paused_at = null
  where r.id = v_locked.id;
  perform private.add_event(
    v_locked.id, 'closed', data => jsonb_build_object('missing', v_locked.required_missing + v_locked.required_returned)
  );
end
$$;

create or replace function public.reopen_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(reopen_request.request);
begin
  if v_locked.status in ('draft', 'open') then
    return;
  elsif v_locked.status = 'cancelled' and v_locked.closed_at < now() - interval '30 days' then
    perform private.fail('request.reopen_expired');
  elsif v_locked.status = 'done' and (v_locked.closed_by is null or private.undecided_items(v_locked) = 0) then
    perform private.fail('request.complete');
  end if;
  update public.requests as r
  set
    -- Drafts could be cancelled in the past.
    status = case when v_locked.sent_at is null then 'draft' else 'open' end,
    closed_at = null, closed_by = null, archived_at = null
  where r.id = v_locked.id;
  perform private.add_event(v_locked.id, 'reopened');
end
$$;

create or replace function public.cancel_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(cancel_request.request);
begin
  if v_locked.status = 'cancelled' then
    return;
  elsif v_locked.status <> 'open' then
    perform private.fail('request.closed');
  end if;
  update public.requests as r set status = 'cancelled', closed_at = now(), paused_at = null where r.id = v_locked.id;
  perform private.add_event(v_locked.id, 'cancelled');
end
$$;

create or replace function public.archive_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(archive_request.request);
begin
  if v_locked.archived_at is not null then
    return;
  elsif v_locked.status not in ('done', 'cancelled') then
    perform private.fail('request.open');
  end if;
  update public.requests as r set archived_at = now() where r.id = v_locked.id;
  perform private.add_event(v_locked.id, 'archived');
end
$$;

create or replace function public.unarchive_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(unarchive_request.request);
begin
  if v_locked.archived_at is null then
    return;
  end if;
  update public.requests as r set archived_at = null where r.id = v_locked.id;
  perform private.add_event(v_locked.id, 'unarchived');
end
$$;

create or replace function private.update_request_status(request uuid) returns void
language plpgsql set search_path = '' as $$
declare
  v_current public.requests;
  v_undecided integer;
begin
  select r.* into v_current from public.requests as r where r.id = update_request_status.request;
  if v_current.closed_by is not null then
    return;
  end if;
  v_undecided := private.undecided_items(v_current);
  if v_current.status = 'open' and v_undecided = 0 then
    update public.requests as r set status = 'done', closed_at = now(), paused_at = null where r.id = v_current.id;
    perform private.add_event(v_current.id, 'done');
  elsif v_current.status = 'done' and v_undecided > 0 then
    update public.requests as r set status = 'open', closed_at = null, archived_at = null where r.id = v_current.id;
    perform private.add_event(v_current.id, 'reopened');
  end if;
end
$$;

create or replace function public.list_requests(
  workspace uuid,
  filter text,
  sort text,
  today date,
  after_activity timestamptz default null,
  after_due date default null,
  after_id uuid default null,
  assignee uuid default null,
  tag uuid default null,
  repeats boolean default false,
  due_from date default null,
  due_until date default null
) returns setof public.requests
-- Without statistics the planner expects a handful of rows and would rather sort them than read an index in its order.
language plpgsql stable security definer rows 50 set search_path = '' set enable_sort = off set jit = off as $$
declare
  v_per_page constant integer := 50;
  v_is_merged constant boolean := list_requests.filter = 'overdue' and list_requests.sort = 'activity';
  v_key constant uuid := private.list_key(list_requests.assignee, list_requests.tag, list_requests.repeats);
  v_entries constant text := '(
    select e.request_id as id, e.stage, e.due_on, e.last_activity_at from private.list_entries as e
    where e.workspace_id = $1 and e.key = $7
  ) as r';
  v_due constant text := case when v_key is null then $c$coalesce(r.due_on, 'infinity')$c$ else $c$r.due_on$c$ end;
  v_ordering text;
  v_following text;
begin
  perform private.require_list(list_requests.workspace, list_requests.filter, list_requests.today);
  -- The first page begins after a position before every row.
  if list_requests.sort = 'activity' then
    if (after_id is null) <> (after_activity is null) or after_due is not null then
      perform private.fail('list.cursor');
    end if;
    after_activity := coalesce(after_activity, 'infinity');
    after_id := coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
    v_ordering := 'r.last_activity_at desc, r.id desc';
    v_following := '(r.last_activity_at, r.id) < ($3, $5)';
  elsif list_requests.sort = 'due' then
    if after_activity is not null or (after_id is null and after_due is not null) then
      perform private.fail('list.cursor');
    end if;
    after_due := case when after_id is null then '-infinity' else coalesce(after_due, 'infinity') end;
    after_id := coalesce(after_id, '00000000-0000-0000-0000-000000000000');
    v_ordering := v_due || ', r.id';
    v_following := format('(%s, r.id) > ($4, $5)', v_due);
  else
    perform private.fail('list.unknown');
  end if;
  if num_nonnulls(list_requests.due_from, list_requests.due_until) > 0 then
    -- Only in this order do they lie together.
    if list_requests.sort <> 'due' or num_nulls(list_requests.due_from, list_requests.due_until) > 0 then
      perform private.fail('list.unknown');
    end if;
    v_following := format('%s and %s between $9 and $10', v_following, v_due);
  end if;
  return query execute case
    when v_is_merged and v_key is null then private.overdue_by_activity(
      $c$public.requests as r where r.workspace_id = $1 and r.status = 'open' and r.paused_at is null
        and (r.required_missing > 0 or r.required_returned > 0)$c$
    )
    when v_is_merged
      then private.overdue_by_activity(v_entries || $c$ where r.stage in ('waiting', 'waiting to review')$c$)
    when v_key is null then format(
      'select r.* from public.requests as r where r.workspace_id = $1 and %s and %s order by %s limit $6',
      private.list_condition(list_requests.filter), v_following, v_ordering
    )
    -- Each stage is in order by itself.
    else format(
      'select q.*
       from (
         select r.*
         from unnest($8) as s (stage)
         cross join lateral (
           select r.* from %1$s where r.stage = s.stage and %2$s and %3$s order by %4$s limit $6
         ) as r
         order by %4$s limit $6
       ) as r
       join public.requests as q on q.id = r.id
       order by %4$s',
      v_entries, v_following, case list_requests.filter when 'overdue' then 'r.due_on < $2' else 'true' end, v_ordering
    )
  end
  using
    workspace, today, after_activity, after_due, after_id, v_per_page, v_key, private.list_stages(list_requests.filter),
    due_from, due_until;
end
$$;

create or replace function public.request_counts(
  workspace uuid,
  today date,
  assignee uuid default null,
  tag uuid default null,
  repeats boolean default false,
  due_from date default null,
  due_until date default null
)
returns table (open integer, review integer, overdue integer, drafts integer, done integer, archived integer)
language plpgsql stable security definer rows 1 set search_path = '' set jit = off as $$
declare
  v_key constant uuid := private.list_key(request_counts.assignee, request_counts.tag, request_counts.repeats);
  v_counted text;
  -- Either both or none, as for the list.
  v_in_days constant text := case when num_nonnulls(request_counts.due_from, request_counts.due_until) > 0
    then ' and %s between $4 and $5' else '' end;
begin
  perform private.require_list(request_counts.workspace, 'open', request_counts.today);
  select string_agg(
    format(
      '(select count(*)::integer from (select from %s limit 1000) as c)',
      case
        when v_key is null
          then 'public.requests as r where r.workspace_id = $1 and ' || private.list_condition(filters.name)
            || format(v_in_days, $c$coalesce(r.due_on, 'infinity')$c$)
        else format(
          'private.list_entries as e where e.workspace_id = $1 and e.key = $3 and e.stage = any(%L) and %s',
          private.list_stages(filters.name), case filters.name when 'overdue' then 'e.due_on < $2' else 'true' end
        ) || format(v_in_days, $c$e.due_on$c$)
      end
    ), ', ' order by filters.position
  ) into v_counted
  from unnest(array['open', 'review', 'overdue', 'drafts', 'done', 'archived'])
    with ordinality as filters (name, position);
  return query execute 'select ' || v_counted using workspace, today, v_key, due_from, due_until;
end
$$;

create or replace function private.tg__sync_list_entries() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'requests' then
    perform private.sync_list_entries(new);
  else
    -- None if the request itself is deleted.
    perform private.sync_list_entries(r) from public.requests as r where r.id in (new.request_id, old.request_id);
  end if;
  return null;
end
$$;

create or replace function public.search_requests(workspace uuid, search text) returns setof public.requests
-- Without statistics the planner expects a handful of rows and would rather sort them than read an index in its order.
language plpgsql stable security definer rows 50 set search_path = '' set enable_sort = off set jit = off as $$
declare
  v_max_matches constant integer := 200;
  -- The latest rows of each state are compared first, which finds common words. Then the index is read for the rest, which
  -- finds rare ones.
  v_per_state constant integer := 250;
  v_per_index constant integer := 500;
  -- Reading the index takes time for each match in the workspace. From this number of requests it isn't read for a common
  -- word: one that three of the rows compared have, or two of a sample of the workspace.
  v_many constant integer := 20000;
  v_sampled constant integer := 200;
  v_words constant text[] :=
    tsvector_to_array(to_tsvector('pg_catalog.simple', private.folded(left(search_requests.search, 201))));
  v_listed text;
  v_compared integer;
  v_matching uuid[];
  v_may_miss boolean := false;
  v_is_common boolean := false;
  v_found uuid[] := '{}';
  v_indexed uuid[];
begin
  perform private.require_list(search_requests.workspace, 'open', current_date);
  if char_length(search_requests.search) > 200 then
    perform private.fail('search.too_long');
  elsif coalesce(cardinality(v_words), 0) = 0 then
    return;
  end if;
  foreach v_listed in array array['open', 'drafts', 'done', 'archived'] loop
    execute format(
      'select count(*), array_agg(l.id) filter (where s.document @@ $2)
       from (
         select r.id, r.workspace_id from public.requests as r
         where r.workspace_id = $1 and %s order by r.last_activity_at desc, r.id desc limit $3
       ) as l
       join public.request_search as s on s.request_id = l.id and s.workspace_id = l.workspace_id',
      private.list_condition(v_listed)
    ) into v_compared, v_matching using workspace, private.prefix_query(v_words), v_per_state;
    v_found := v_found || coalesce(v_matching, '{}');
    v_may_miss := v_may_miss or v_compared >= v_per_state;
  end loop;
  if v_may_miss then
    v_is_common := cardinality(v_found) >= 3;
    if not v_is_common then
      execute 'select count(*) filter (where s.document @@ $2) >= 2 from (
        select * from public.request_search as s where s.workspace_id = $1 order by s.request_id limit $3
      ) as s' into v_is_common
      using workspace, private.prefix_query(v_words), v_sampled;
    end if;
    if v_is_common then
      execute 'select exists (
        select from public.request_search as s where s.workspace_id = $1 order by s.request_id offset $2
      )'
        into v_is_common using workspace, v_many;
    end if;
    if not v_is_common then
      execute 'select array_agg(m.request_id) from (
        select s.request_id from public.request_search as s
        where private.search_index(s.workspace_id, s.document) @@ $1 limit $2
      ) as m' into v_indexed
      using private.prefix_query(private.words_in_workspace(workspace, v_words)), v_per_index;
    end if;
  end if;
  v_found := array(select unnest(v_found) union select unnest(v_indexed));
  if v_is_common or cardinality(v_indexed) = v_per_index or cardinality(v_found) > v_max_matches then
    -- Partial Content: others may match. PostgREST sends this status.
    perform set_config('response.status', '206', true);
  end if;
  return query execute
    'with matching as materialized (
      select r.* from unnest($2) as m (id) join public.requests as r on r.id = m.id
    )
    select r.* from matching as r where r.workspace_id = $1 order by r.last_activity_at desc, r.id desc limit $3'
  using workspace, v_found, v_max_matches;
end
$$;

create or replace function public.verify_history(request uuid)
returns table (verified integer, broken_seq integer, verified_at timestamptz, head text)
language plpgsql stable security definer set search_path = '' set statement_timeout = '8s' as $$
#variable_conflict use_column
declare
  v_seen constant boolean := exists (
    select from public.requests as r
    where r.id = verify_history.request
      and (r.workspace_id = any(private.my_workspaces()) or r.id = any(private.my_shared_requests()))
  );
begin
  perform private.require_session();
  if not v_seen then
    perform private.fail('not_found');
  end if;
  return query
  with chain as (
    select
      e.seq, e.at, e.hash,
      e.seq = row_number() over (order by e.seq)
        and e.previous_hash = lag(e.hash, 1, decode(repeat('00', 32), 'hex')) over (order by e.seq)
        and case
          when e.salt is null then e.actor_name = '' and e.data = '{}'
          else e.text_hash = private.event_text_hash(e)
        end
        and e.hash = private.event_hash(e) as fits
    from public.events as e where e.request_id = verify_history.request
  ),
  broken as (select min(c.seq) as seq from chain as c where c.fits is not true)
  select
    (select count(*)::integer from chain as c where c.seq < coalesce(b.seq, c.seq + 1)),
    b.seq, l.at, encode(l.hash, 'hex')
  from broken as b
  left join lateral (
    select c.at, c.hash from chain as c where c.seq < coalesce(b.seq, c.seq + 1) order by c.seq desc limit 1
  ) as l on true;
end
$$;

create or replace function private.add_event(
  request uuid, kind text, item uuid default null, file uuid default null, data jsonb default '{}'
) returns void
language plpgsql set search_path = '' as $$
declare
  v_moment timestamptz := clock_timestamp();
  v_workspace uuid;
begin
  -- The update locks the request's row, so two writers never get the same seq.
  update public.requests as r set last_activity_at = v_moment
  where r.id = add_event.request
  returning r.workspace_id into v_workspace;
  insert into public.events (
    request_id, seq, workspace_id, item_id, file_id, actor, actor_name, recipient_id, kind, data, at
  )
  select
    add_event.request,
    coalesce((select max(e.seq) from public.events as e where e.request_id = add_event.request), 0) + 1,
    v_workspace, add_event.item, add_event.file,
    auth.uid(), private.my_name(add_event.request),
    (select p.id from public.recipients as p where p.request_id = add_event.request and p.user_id = auth.uid()),
    add_event.kind, add_event.data, v_moment;
end
$$;

create or replace function private.tg_events__chain() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_last public.events;
begin
  -- Every writer has locked the request already. This holds for whoever forgets to.
  perform from public.requests as r where r.id = new.request_id for no key update;
  select e.* into v_last from public.events as e where e.request_id = new.request_id order by e.seq desc limit 1;
  new.seq := coalesce(v_last.seq, 0) + 1;
  new.salt := uuid_send(gen_random_uuid());
  new.text_hash := private.event_text_hash(new);
  new.previous_hash := coalesce(v_last.hash, decode(repeat('00', 32), 'hex'));
  new.hash := private.event_hash(new);
  return new;
end
$$;

create or replace function private.tg_events__refuse_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_erasable constant text[] := array['actor_name', 'data', 'salt'];
begin
  if tg_op = 'DELETE' then
    -- The request is gone, so this is the cascade of its deletion: the only way a history ends.
    if not exists (select from public.requests as r where r.id = old.request_id) then
      return old;
    end if;
  elsif tg_op = 'UPDATE' then
    -- Text may be erased, and only as a whole.
    if new.actor_name = '' and new.data = '{}' and new.salt is null and to_jsonb(new) - v_erasable = to_jsonb(old) - v_erasable
    then
      return new;
    end if;
  end if;
  raise exception 'events are never changed and never deleted' using errcode = 'insufficient_privilege';
end
$$;

create or replace function public.save_as_template(request uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_source constant public.requests := private.lock_to_copy(save_as_template.request);
  v_made public.requests;
begin
  perform private.use_quota('requests', v_source.workspace_id::text, 1);
  insert into public.requests as r (workspace_id, title, message, due_after_days, created_by, is_template)
  values (
    v_source.workspace_id,
    case when v_source.is_template then left(v_source.title, 153) || ' (copy)' else v_source.title end,
    v_source.message, v_source.due_after_days, auth.uid(), true
  )
  returning r.* into v_made;
  perform private.copy_items(v_source, v_made);
  return private.add_template(v_made);
end
$$;

create or replace function public.use_template(template uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_source constant public.requests := private.lock_template(use_template.template);
  v_made constant public.requests :=
    private.start_request(v_source, v_source.title, v_source.message, private.due_day_of(v_source));
begin
  perform private.count_template_use(v_source.id);
  return v_made.id;
end
$$;

create or replace function public.add_template_items(request uuid, revision integer, template uuid) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_locked public.requests;
  v_source public.requests;
begin
  perform private.require_session();
  -- In the order in which a workspace's requests are locked to delete them.
  perform from public.requests as r
  where r.id = any(array[add_template_items.request, add_template_items.template])
    and r.workspace_id = any(private.my_workspaces())
  order by r.id
  for update;
  v_locked := private.lock_as_member(add_template_items.request);
  v_source := private.lock_as_member(add_template_items.template);
  if not v_source.is_template or v_locked.is_template then
    perform private.fail('not_found');
  elsif v_locked.status <> 'draft' then
    perform private.fail('draft.sent');
  elsif v_locked.revision is distinct from add_template_items.revision then
    perform private.fail('request.stale');
  elsif v_locked.workspace_id <> v_source.workspace_id then
    perform private.fail('not_found');
  end if;
  perform private.copy_items(v_source, v_locked);
  update public.requests as r
  set
    message = coalesce(nullif(r.message, ''), v_source.message),
    due_on = coalesce(r.due_on, private.due_day_of(v_source)),
    revision = r.revision + 1,
    last_activity_at = clock_timestamp()
  where r.id = v_locked.id;
  perform private.count_template_use(v_source.id);
  return v_locked.revision + 1;
end
$$;

create or replace function public.archive_template(template uuid, archived boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked constant public.requests := private.lock_template(archive_template.template);
begin
  update private.templates as t
  set archived_at = case when archive_template.archived then coalesce(t.archived_at, now()) end
  where t.request_id = v_locked.id;
end
$$;

create or replace function private.lock_template(template uuid) returns public.requests
language plpgsql set search_path = '' as $$
declare
  v_locked constant public.requests := private.lock_to_copy(lock_template.template);
begin
  if not v_locked.is_template then
    perform private.fail('not_found');
  end if;
  return v_locked;
end
$$;

create or replace function public.begin_example(item uuid, name text, size bigint, mime text)
returns table (example_id uuid, object_key text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_locked public.items := private.lock_item_to_edit(begin_example.item);
  v_made constant uuid := gen_random_uuid();
begin
  if not coalesce(private.is_clean_file_name(begin_example.name), false) then
    perform private.fail('file.name');
  elsif not coalesce(begin_example.mime = any(private.example_types()), false)
    or begin_example.name !~* '\.(pdf|png|jpe?g|webp|gif|avif)$'
  then
    perform private.fail('example.type');
  elsif not coalesce(begin_example.size > 0, false) then
    perform private.fail('file.empty');
  elsif begin_example.size > (select b.file_size_limit from storage.buckets as b where b.id = 'assets') then
    perform private.fail('file.too_large');
  end if;
  -- A page that was closed during its upload would otherwise take up a place until the purge.
  delete from public.item_examples as e
  where e.item_id = v_locked.id and e.uploaded_by = auth.uid() and e.status = 'uploading';
  if (select count(*) from public.item_examples as e where e.item_id = v_locked.id) >= 3 then
    perform private.fail('example.too_many');
  end if;
  perform private.use_quota('uploader_bytes', auth.uid()::text, begin_example.size);
  return query
    insert into public.item_examples as e (
      id, item_id, request_id, workspace_id, name, size, mime, object_key, uploaded_by
    )
    values (
      v_made, v_locked.id, v_locked.request_id, v_locked.workspace_id, begin_example.name, begin_example.size,
      begin_example.mime, concat_ws('/', v_locked.workspace_id, v_locked.request_id, v_locked.id, v_made), auth.uid()
    )
    returning e.id, e.object_key;
  -- Counted by a trigger of the row above, whose transaction has locked the count.
  if (
    select u.used from private.usage as u where u.name = 'workspace_bytes' and u.subject = v_locked.workspace_id::text
  ) > (select q.most from private.quotas as q where q.name = 'workspace_bytes')
  then
    perform private.fail('quota.workspace_bytes');
  end if;
end
$$;

create or replace function public.finish_example(example uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me uuid := private.require_session();
  v_locked public.item_examples;
  v_arrived_version text;
  v_arrived_size bigint;
begin
  perform private.lock_item_to_edit((
    select e.item_id from public.item_examples as e where e.id = finish_example.example and e.uploaded_by = v_me
  ));
  select e.* into v_locked from public.item_examples as e where e.id = finish_example.example for update;
  if not found then
    perform private.fail('not_found');
  elsif v_locked.status = 'stored' then
    return;
  end if;
  select o.version, (o.metadata ->> 'size')::bigint into v_arrived_version, v_arrived_size
  from storage.objects as o
  where o.bucket_id = 'assets' and o.name = v_locked.object_key;
  if v_arrived_version is null then
    perform private.fail('file.not_stored');
  elsif v_arrived_size is distinct from v_locked.size then
    perform private.fail('file.changed');
  end if;
  update public.item_examples as e
  set status = 'stored', object_version = v_arrived_version, stored_at = now()
  where e.id = v_locked.id;
  update public.items as i
  set changed_at = clock_timestamp()
  from public.requests as r
  where i.id = v_locked.item_id and r.id = i.request_id and r.status <> 'draft';
  perform private.add_example_event(v_locked, before => null, after => v_locked.name);
end
$$;

create or replace function public.remove_example(example uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_removed public.item_examples;
begin
  perform private.lock_item_to_edit(
    (select e.item_id from public.item_examples as e where e.id = remove_example.example)
  );
  delete from public.item_examples as e where e.id = remove_example.example returning e.* into v_removed;
  if v_removed.id is null then
    perform private.fail('not_found');
  elsif v_removed.status = 'stored' then
    perform private.add_example_event(v_removed, before => v_removed.name, after => null);
  end if;
end
$$;

create or replace function private.tg_item_examples__count_bytes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_counted record;
begin
  for v_counted in
    select b.workspace_id, sum(b.bytes) as bytes
    from (
      select distinct on (n.object_key) n.workspace_id, n.size as bytes from changed as n
      where tg_op = 'INSERT' and not exists (
        select from public.item_examples as e
        where e.object_key = n.object_key and not exists (select from changed as c where c.id = e.id)
      )
      union all
      select distinct on (o.object_key) o.workspace_id, -o.size from changed as o
      where tg_op = 'DELETE' and not exists (select from public.item_examples as e where e.object_key = o.object_key)
    ) as b
    group by b.workspace_id
    order by b.workspace_id
  loop
    perform private.add_bytes(v_counted.workspace_id, v_counted.bytes);
  end loop;
  return null;
end
$$;

create or replace function public.assign_request(request uuid, assignee uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests;
  v_new_name text;
begin
  perform private.require_session();
  -- Before the request, as remove_member locks them, so that neither waits for the other.
  perform from public.members as m
  where m.user_id = assign_request.assignee and m.workspace_id = any(private.my_workspaces())
    and m.workspace_id = (select r.workspace_id from public.requests as r where r.id = assign_request.request)
  for key share;
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

create or replace function public.watch_request(request uuid, watched boolean) returns void
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

create or replace function public.watches_request(request uuid) returns boolean
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

create or replace function private.set_assignee(locked public.requests, assignee uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if set_assignee.assignee is not distinct from locked.assignee then
    return;
  end if;
  update public.requests as r set assignee = set_assignee.assignee where r.id = locked.id;
  if set_assignee.assignee is not null then
    -- Nobody to take over is no reason to stop telling whoever was told.
    insert into private.watchers as w (request_id, user_id, stopped_at)
    select locked.id, told.user_id, told.stopped_at
    from (values (set_assignee.assignee, null::timestamptz), (locked.assignee, now())) as told (user_id, stopped_at)
    where told.user_id is not null
    on conflict (request_id, user_id) do update set stopped_at = excluded.stopped_at;
  end if;
end
$$;

create or replace function public.join_request(token text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_session();
  v_request uuid := coalesce(
    private.request_of(join_request.token), private.joined_request_of(join_request.token, v_me)
  );
  v_mine public.recipients;
begin
  perform from public.requests as r where r.id = v_request for update;
  select p.* into v_mine
  from public.recipients as p
  where p.request_id = v_request
    and p.removed_at is null
    and (
      p.user_id = v_me
      or (
        p.user_id is null
        and p.email = (
          select u.email from auth.users as u
          where u.id = v_me and u.email_confirmed_at is not null and not u.is_sso_user
        )
      )
    )
  -- A person who joined and has since changed address may match twice: the row they joined as wins.
  order by p.user_id nulls last
  limit 1;
  if not found then
    perform private.fail('not_found');
  end if;
  return private.open_as(v_mine);
end
$$;

create or replace function public.link_workspace(token text, address text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_proven constant text := lower(trim(link_workspace.address));
  -- The same condition as in join_request.
  v_person constant uuid := (
    select u.id from auth.users as u
    where u.email = v_proven and u.email_confirmed_at is not null and not u.is_sso_user
    limit 1
  );
  v_request constant uuid := coalesce(
    private.request_of(link_workspace.token), private.joined_request_of(link_workspace.token, v_person)
  );
begin
  return (
    select w.name
    from public.recipients as p join public.workspaces as w on w.id = p.workspace_id
    where p.request_id = v_request
      and p.removed_at is null
      and (p.user_id = v_person or (p.user_id is null and p.email = v_proven))
      and (
        num_nonnulls(p.invited_at, p.user_id) > 0
        or exists (select from private.answered_workspaces as a where a.workspace_id = p.workspace_id)
      )
      and not private.is_suppressed(v_proven)
      and private.recent_reporters(p.workspace_id) = 0
      and not exists (
        select from private.request_reports as r where r.workspace_id = p.workspace_id and r.user_id = v_person
      )
    limit 1
  );
end
$$;

create or replace function public.open_request(request uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_mine public.recipients;
begin
  perform private.require_session();
  -- Only a recipient may lock the request.
  perform from private.unopened_rows() as p where p.request_id = open_request.request
  union all
  select from public.recipients as p
  where p.request_id = open_request.request and p.user_id = auth.uid() and p.removed_at is null;
  if not found then
    perform private.fail('not_found');
  end if;
  perform from public.requests as r where r.id = open_request.request for update;
  select p.* into v_mine from private.unopened_rows() as p where p.request_id = open_request.request;
  if not found then
    -- Of two windows that open it, the second finds it opened.
    select p.* into v_mine from public.recipients as p
    where p.request_id = open_request.request and p.user_id = auth.uid() and p.removed_at is null;
  end if;
  if not found then
    perform private.fail('not_found');
  end if;
  return private.open_as(v_mine);
end
$$;

create or replace function public.request_access(token text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_session();
  v_request constant uuid := private.request_of(request_access.token);
  v_parent public.requests;
  v_proven text;
begin
  select r.* into v_parent from public.requests as r where r.id = v_request for update;
  select u.email into v_proven from auth.users as u
  where u.id = v_me and u.email_confirmed_at is not null and not u.is_sso_user;
  if v_parent.id is null or v_proven is null then
    perform private.fail('not_found');
  end if;
  -- The answer to an earlier request stands, unless the person was added and removed again since.
  if exists (
    select from public.access_requests as a
    where a.request_id = v_parent.id and a.user_id = v_me and a.is_added is not true
  ) or exists (
    select from public.recipients as p where p.request_id = v_parent.id and p.user_id = v_me
  ) then
    return;
  end if;
  perform private.use_quota('access_requests', v_me::text, 1);
  if (
    select count(*) from public.access_requests as a where a.request_id = v_parent.id and a.decided_at is null
  ) >= 20 then
    perform private.fail('access.too_many');
  end if;
  insert into public.access_requests as a (request_id, workspace_id, user_id, email)
  values (v_parent.id, v_parent.workspace_id, v_me, lower(v_proven))
  on conflict (request_id, user_id) do update
    set email = excluded.email, asked_at = now(), decided_at = null, decided_by = null, is_added = null;
end
$$;

create or replace function public.decide_access(access_request uuid, is_added boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_parent public.requests := private.lock_as_member(
    (select a.request_id from public.access_requests as a where a.id = decide_access.access_request)
  );
  v_asked public.access_requests;
  v_added constant boolean := coalesce(decide_access.is_added, false);
begin
  if v_parent.status not in ('open', 'done') then
    perform private.fail('request.closed');
  end if;
  select a.* into v_asked from public.access_requests as a where a.id = decide_access.access_request for update;
  if not found then
    -- The account that asked was deleted while this waited.
    perform private.fail('not_found');
  elsif v_asked.is_added is not distinct from v_added then
    return;
  elsif v_asked.is_added is not null then
    perform private.fail('access.decided');
  end if;
  update public.access_requests as a
  set decided_at = now(), decided_by = auth.uid(), is_added = v_added
  where a.id = v_asked.id;
  if not v_added then
    return;
  end if;
  if exists (
    select from public.recipients as p
    where p.request_id = v_parent.id and p.removed_at is null and p.scope = 'all' and p.email = v_asked.email
  ) then
    return;
  elsif (
    select count(*) from public.recipients as p
    where p.request_id = v_parent.id and p.removed_at is null and p.scope = 'all'
  ) >= 20 then
    perform private.fail('draft.too_many_recipients');
  end if;
  update public.requests as r set revision = r.revision + 1 where r.id = v_parent.id;
  perform private.edit_recipients(
    v_parent,
    (
      select jsonb_agg(jsonb_build_object('email', p.email, 'name', p.name) order by p.created_at, p.email)
      from public.recipients as p
      where p.request_id = v_parent.id and p.removed_at is null and p.scope = 'all'
    ) || jsonb_build_object('email', v_asked.email)
  );
end
$$;

create or replace function public.my_checklist(request uuid)
returns table (
  title text, due_on date, status text, paused_at timestamptz, is_closed boolean, workspace_name text, sender_name text,
  handed_by text[], first_seen_at timestamptz, visited_before_at timestamptz, promised_on date, muted_at timestamptz,
  added_by jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me constant uuid := private.require_session();
  v_person constant uuid := (
    select p.id from public.recipients as p
    where p.request_id = my_checklist.request and p.user_id = v_me and p.scope = 'items'
  );
begin
  if v_person is null then
    return;
  end if;
  return query
  select
    r.title, r.due_on, r.status, r.paused_at,
    -- Not who has closed it, only that somebody has.
    r.closed_by is not null,
    w.name,
    coalesce((
      select e.actor_name from public.events as e where e.request_id = r.id and e.kind = 'sent' order by e.seq desc limit 1
    ), ''),
    array(select distinct h.handed_by_name from public.recipient_items as h where h.recipient_id = p.id order by 1),
    p.first_seen_at, p.visited_before_at, p.promised_on, p.muted_at,
    coalesce((
      select jsonb_object_agg(e.file_id, e.actor_name)
      from public.recipient_items as h
      join public.events as e on e.item_id = h.item_id and e.kind = 'file_added'
      join public.files as f on f.id = e.file_id
      where h.recipient_id = p.id and (r.status <> 'cancelled' or f.uploaded_by = v_me)
    ), '{}')
  from public.recipients as p
  join public.requests as r on r.id = p.request_id
  join public.workspaces as w on w.id = r.workspace_id
  where p.id = v_person
    and exists (
      select from public.recipient_items as h join public.items as i on i.id = h.item_id and i.removed_at is null
      where h.recipient_id = p.id
    );
end
$$;

create or replace function public.my_checklists()
returns table (
  id uuid, title text, due_on date, status text, paused_at timestamptz, is_closed boolean, workspace_name text,
  handed_at timestamptz, items jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me constant uuid := private.require_session();
begin
  return query
  select
    r.id, r.title, r.due_on, r.status, r.paused_at, r.closed_by is not null, w.name, handed.at,
    handed.items
  from public.recipients as p
  join public.requests as r on r.id = p.request_id
  join public.workspaces as w on w.id = r.workspace_id
  cross join lateral (
    select
      max(h.at) as at,
      jsonb_agg(
        jsonb_build_object('status', i.status, 'required', i.required, 'answer_kind', i.answer_kind) order by i.position
      ) as items
    from public.recipient_items as h join public.items as i on i.id = h.item_id and i.removed_at is null
    where h.recipient_id = p.id
  ) as handed
  where p.user_id = v_me and p.scope = 'items' and handed.items is not null
  order by p.created_at desc
  limit 200;
end
$$;

create or replace function public.request_people(request uuid) returns table (name text, is_me boolean, scope text, items uuid[])
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me uuid := private.require_session();
  -- Read whether or not the request exists, so that the work doesn't tell.
  v_my_workspaces constant uuid[] := private.my_workspaces();
  v_my_requests constant uuid[] := private.my_requests();
begin
  if not exists (
    select from public.requests as r
    where r.id = request_people.request and (r.workspace_id = any(v_my_workspaces) or r.id = any(v_my_requests))
  ) then
    perform private.fail('not_found');
  end if;
  return query
    select
      coalesce(nullif(p.name, ''), f.display_name, p.email), coalesce(p.user_id = v_me, false),
      p.scope,
      array(select h.item_id from public.recipient_items as h where h.recipient_id = p.id order by h.at, h.item_id)
    from public.recipients as p
    left join public.profiles as f on f.user_id = p.user_id
    where p.request_id = request_people.request and p.removed_at is null
    order by p.created_at, p.email;
end
$$;

create or replace function public.answer_item(item uuid, revision integer, kind text, answer text) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_locked public.items := private.lock_item_as_recipient(answer_item.item);
  v_given text := nullif(private.trimmed(answer_item.answer), '');
  v_is_declined constant boolean := coalesce(answer_item.kind in ('not_applicable', 'cannot_provide'), false);
begin
  if v_locked.revision is distinct from answer_item.revision then
    perform private.fail('item.stale');
  elsif not v_is_declined and answer_item.kind is distinct from 'none'
    and (answer_item.kind is distinct from v_locked.kind or v_locked.kind = 'file')
  then
    perform private.fail('item.kind');
  elsif char_length(v_given) > (case when v_is_declined then 1000 else 4000 end) then
    perform private.fail('answer.too_long');
  end if;

  if answer_item.kind = 'none' then
    update public.items as i set answer = null, answer_kind = null where i.id = v_locked.id;
    perform private.reset_item_status(v_locked.id);
  else
    if not v_is_declined then
      v_given := private.stored_answer(v_locked, v_given);
    end if;
    update public.items as i
    set status = 'submitted', answer = v_given, answer_kind = answer_item.kind, decided_by = null, decided_at = null,
      revision = i.revision + 1
    where i.id = v_locked.id;
  end if;
  perform private.add_event(
    v_locked.request_id, 'answered', v_locked.id, null, jsonb_build_object('kind', answer_item.kind)
  );
  return v_locked.revision + 1;
end
$$;

create or replace function private.stored_answer(item public.items, given text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  v_chosen constant text[] := array(
    select distinct private.one_line(l.line) from regexp_split_to_table(stored_answer.given, E'\n') as l (line)
  );
begin
  if stored_answer.given is null then
    perform private.fail('answer.empty');
  -- A year below 1000 is one that was being typed.
  elsif item.kind = 'date' and (not private.is_day(stored_answer.given) or stored_answer.given < '1000') then
    perform private.fail('answer.date');
  elsif item.kind = 'yes_no' and stored_answer.given not in ('yes', 'no') then
    perform private.fail('answer.yes_no');
  elsif item.kind = 'choice' then
    if not v_chosen <@ item.choices then
      perform private.fail('answer.choice');
    elsif cardinality(v_chosen) > 1 and not item.multiple then
      perform private.fail('answer.one_choice');
    end if;
    return (
      select string_agg(c.choice, E'\n' order by c.position)
      from unnest(item.choices) with ordinality as c (choice, "position")
      where c.choice = any(v_chosen)
    );
  end if;
  return stored_answer.given;
end
$$;

create or replace function private.reset_item_status(item uuid) returns void
language sql set search_path = '' as $$
  update public.items as i
  set
    revision = i.revision + 1,
    status = case
      when i.answer_kind is not null or i.status not in ('partial', 'submitted') then i.status
      when private.stored_files(i.id) >= i.expected_files and exists (
        select from public.files as f
        where f.item_id = i.id and f.status = 'stored' and f.verdict is null and not f.added_by_member
      ) then 'submitted'
      else private.before_submission(i)
    end
  where i.id = reset_item_status.item
$$;

create or replace function private.tg_files__count_bytes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Bytes of a file are in use until they are purged, whatever its state.
  v_counted record;
begin
  for v_counted in
    select b.workspace_id, sum(b.bytes) as bytes
    from (
      select n.workspace_id, n.size as bytes from changed as n where tg_op = 'INSERT' and n.purged_at is null
      union all
      select o.workspace_id, -o.size from changed as o where tg_op = 'DELETE' and o.purged_at is null
    ) as b
    group by b.workspace_id
    order by b.workspace_id
  loop
    perform private.add_bytes(v_counted.workspace_id, v_counted.bytes);
  end loop;
  return null;
end
$$;

create or replace function private.tg_files__release_bytes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_counted record;
begin
  for v_counted in
    select o.workspace_id, -sum(o.size) as bytes
    from former as o join changed as n on n.id = o.id
    where o.purged_at is null and n.purged_at is not null
    group by o.workspace_id
    order by o.workspace_id
  loop
    perform private.add_bytes(v_counted.workspace_id, v_counted.bytes);
  end loop;
  return null;
end
$$;

create or replace function public.begin_upload(item uuid, name text, size bigint, mime text)
returns table (file_id uuid, object_key text)
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.items := private.lock_item_as_recipient(begin_upload.item);
begin
  return query
    select * from private.begin_file(v_locked, begin_upload.name, begin_upload.size, begin_upload.mime, by_member => false);
end
$$;

create or replace function public.begin_member_upload(item uuid, name text, size bigint, mime text)
returns table (file_id uuid, object_key text)
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.items := private.lock_item_as_member(begin_member_upload.item);
begin
  if not v_locked.received_elsewhere then
    perform private.fail('item.not_received');
  end if;
  return query
    select * from private.begin_file(
      v_locked, begin_member_upload.name, begin_member_upload.size, begin_member_upload.mime, by_member => true
    );
end
$$;

create or replace function public.finish_upload(file uuid, sha256 text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me uuid := private.require_session();
  v_locked public.files;
  v_arrived_version text;
  v_arrived_size bigint;
  v_arrived_caching text;
begin
  -- Repeating a finish whose response was lost changes nothing, even if the item has been accepted since.
  perform from public.files as f
  where f.id = finish_upload.file and f.uploaded_by = v_me
    and f.status = 'stored' and f.sha256 = finish_upload.sha256;
  if found then
    return;
  end if;
  v_locked := private.lock_own_file(finish_upload.file);
  if v_locked.status = 'removed' or v_locked.uploaded_by <> v_me then
    perform private.fail('not_found');
  elsif v_locked.status = 'stored' and v_locked.sha256 = finish_upload.sha256 then
    return;
  elsif v_locked.status = 'stored' then
    perform private.fail('file.changed');
  elsif v_locked.added_by_member and not exists (
    select from public.items as i where i.id = v_locked.item_id and i.received_elsewhere
  ) then
    perform private.fail('item.not_received');
  end if;

  select o.version, (o.metadata ->> 'size')::bigint, o.metadata ->> 'cacheControl'
  into v_arrived_version, v_arrived_size, v_arrived_caching
  from storage.objects as o
  where o.bucket_id = 'documents' and o.name = v_locked.object_key;
  if v_arrived_version is null or not coalesce(finish_upload.sha256 ~ '^[0-9a-f]{64}$', false) then
    perform private.fail('file.not_stored');
  elsif v_arrived_size is distinct from v_locked.size then
    perform private.fail('file.changed');
  elsif not private.is_asked_for(v_arrived_caching) then
    perform private.fail('file.caching');
  end if;

  update public.files as f
  set status = 'stored', sha256 = finish_upload.sha256, object_version = v_arrived_version, stored_at = now()
  where f.id = v_locked.id;
  -- A file replaces not_applicable and cannot_provide. A member's file answers nothing, and the decision that it belongs to
  -- can still be undone.
  if not v_locked.added_by_member then
    perform private.answer_by_file(v_locked.item_id);
  end if;
  perform private.add_event(
    v_locked.request_id, 'file_added', v_locked.item_id, v_locked.id,
    jsonb_build_object('name', v_locked.name, 'size', v_locked.size)
  );
end
$$;

create or replace function private.answer_by_file(item uuid) returns void
language sql set search_path = '' as $$
  update public.items as i
  set
    status = case
      when private.stored_files(i.id) >= i.expected_files then 'submitted'
      else 'partial'
    end,
    answer = null, answer_kind = null, decided_by = null, decided_at = null, revision = i.revision + 1
  where i.id = answer_by_file.item
$$;

create or replace function public.submit_files(item uuid, revision integer) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_locked public.items := private.lock_item_as_recipient(submit_files.item);
begin
  if v_locked.kind <> 'file' then
    perform private.fail('item.kind');
  elsif v_locked.revision is distinct from submit_files.revision
    or v_locked.status = 'submitted'
    or private.stored_files(v_locked.id) not between 1 and v_locked.expected_files - 1
  then
    perform private.fail('item.stale');
  end if;
  update public.items as i
  set status = 'submitted', answer = null, answer_kind = null, decided_by = null, decided_at = null,
    revision = i.revision + 1
  where i.id = v_locked.id;
  perform private.add_event(v_locked.request_id, 'answered', v_locked.id, null, jsonb_build_object('kind', 'file'));
  return v_locked.revision + 1;
end
$$;

create or replace function public.remove_file(file uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.files := private.lock_own_file(remove_file.file);
begin
  if v_locked.status = 'removed' then
    return;
  elsif v_locked.verdict = 'accepted' then
    perform private.fail('file.accepted');
  end if;
  update public.files as f
  set status = 'removed', removed_at = now(), removed_by = auth.uid()
  where f.id = v_locked.id;
  if v_locked.status = 'stored' then
    if not v_locked.added_by_member then
      perform private.reset_item_status(v_locked.item_id);
    end if;
    perform private.add_event(
      v_locked.request_id, 'file_removed', v_locked.item_id, v_locked.id,
      jsonb_build_object('name', v_locked.name, 'size', v_locked.size)
    );
  end if;
end
$$;

create or replace function private.lock_own_file(file uuid) returns public.files
language plpgsql set search_path = '' as $$
declare
  v_locked public.files;
begin
  perform private.require_session();
  select f.* into v_locked from public.files as f
  where f.id = lock_own_file.file and (f.uploaded_by = auth.uid() or f.added_by_member);
  if not found then
    perform private.fail('not_found');
  elsif v_locked.added_by_member then
    perform private.lock_item_as_member(v_locked.item_id);
  else
    perform private.lock_item_as_recipient(v_locked.item_id);
  end if;
  select f.* into v_locked from public.files as f where f.id = lock_own_file.file for update;
  return v_locked;
end
$$;

create or replace function public.hand_off_item(item uuid, email text, name text default '') returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_locked constant public.items := private.lock_item_for_question(
    hand_off_item.item, (select i.request_id from public.items as i where i.id = hand_off_item.item)
  );
  v_parent public.requests;
  v_address constant text := lower(private.trimmed(coalesce(hand_off_item.email, '')));
  v_named constant text := coalesce(private.one_line(hand_off_item.name), '');
  v_is_member constant boolean := v_locked.workspace_id = any(private.my_workspaces());
  v_person public.recipients;
begin
  select r.* into v_parent from public.requests as r where r.id = v_locked.request_id;
  if not (v_is_member or v_parent.id = any(private.my_requests())) then
    perform private.fail('hand_off.passed_on');
  elsif v_locked.status in ('accepted', 'waived') then
    perform private.fail('item.locked');
  end if;
  perform private.check_recipients(jsonb_build_array(jsonb_build_object('email', v_address, 'name', v_named)));
  perform private.require_stranger(v_parent, v_address);
  if exists (select from public.recipient_items as h where h.item_id = v_locked.id) then
    perform private.fail('hand_off.taken');
  end if;
  select p.* into v_person from public.recipients as p
  where p.request_id = v_parent.id and p.removed_at is null and p.email = v_address;
  if v_person.scope = 'all' then
    perform private.fail('hand_off.recipient');
  end if;
  perform private.use_quota('hand_offs', auth.uid()::text, 1);
  if v_person.id is null then
    v_person := private.add_helper(v_parent, v_address, v_named);
  end if;
  insert into public.recipient_items (item_id, recipient_id, request_id, workspace_id, handed_by, handed_by_name)
  values (
    v_locked.id, v_person.id, v_parent.id, v_parent.workspace_id, auth.uid(),
    case
      when v_is_member then private.my_name(v_parent.id)
      -- It stands in an email to somebody whom the workspace doesn't know, so not a name that anybody can give themselves.
      else (
        select coalesce(nullif(p.name, ''), p.email) from public.recipients as p
        where p.request_id = v_parent.id and p.user_id = auth.uid()
      )
    end
  );
  perform private.add_event(
    v_parent.id, 'handed_off', v_locked.id,
    data => jsonb_build_object('name', coalesce(nullif(v_person.name, ''), v_person.email))
  );
end
$$;

create or replace function private.add_helper(request public.requests, address text, name text) returns public.recipients
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  v_person public.recipients;
begin
  -- Removed ones are kept, so those count too, but not towards the recipients that members list.
  if (
    select count(*) filter (where p.removed_at is null) >= 20 or count(*) >= 50
    from public.recipients as p where p.request_id = request.id and p.scope = 'items'
  ) then
    perform private.fail('draft.too_many_recipients');
  end if;
  if request.workspace_id = any(private.my_workspaces()) then
    perform private.count_addressed(request, array[add_helper.address]);
  else
    -- The workspace's own count would tell a recipient whom it has written to today.
    perform private.use_quota('address', private.address_key(auth.uid(), add_helper.address), 1);
  end if;
  insert into public.recipients as p (request_id, workspace_id, email, name, scope, muted_at)
  values (
    request.id, request.workspace_id, add_helper.address, add_helper.name, 'items',
    -- A person who wanted no email about this request still wants none.
    (select max(o.muted_at) from public.recipients as o where o.request_id = request.id and o.email = add_helper.address)
  )
  returning p.* into v_person;
  return v_person;
end
$$;

create or replace function public.take_back_item(item uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- Read whether or not the item exists, so that the work doesn't tell.
  v_workspaces constant uuid[] := private.my_workspaces();
  v_requests constant uuid[] := private.my_requests();
  v_parent public.requests;
  v_holder uuid;
  v_person public.recipients;
begin
  perform private.require_session();
  select r.* into v_parent from public.requests as r
  where r.id = (select h.request_id from public.recipient_items as h where h.item_id = take_back_item.item)
    and (r.workspace_id = any(v_workspaces) or r.id = any(v_requests))
  for update;
  if not found then
    perform private.fail('not_found');
  end if;
  -- Somebody may have taken it back, or removed the caller, while this waited for the request.
  delete from public.recipient_items as h
  where h.item_id = take_back_item.item
    and (v_parent.workspace_id = any(private.my_workspaces()) or v_parent.id = any(private.my_requests()))
  returning h.recipient_id into v_holder;
  if v_holder is null then
    perform private.fail('not_found');
  end if;
  select p.* into v_person from public.recipients as p where p.id = v_holder;
  perform private.add_event(
    v_parent.id, 'taken_back', take_back_item.item,
    data => jsonb_build_object('name', coalesce(nullif(v_person.name, ''), v_person.email))
  );
  -- Somebody with nothing left to answer is no longer asked, and reads nothing.
  update public.recipients as p set removed_at = clock_timestamp(), user_id = null
  where p.id = v_holder and not exists (select from public.recipient_items as h where h.recipient_id = v_holder);
end
$$;

create or replace function public.decide_item(
  item uuid, revision integer, decision text, reason text default null, files jsonb default null
) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_locked public.items := private.lock_item_as_member(decide_item.item, decide_item.revision);
  v_decision constant text := decide_item.decision;
  v_listed constant jsonb := nullif(decide_item.files, 'null');
  v_why text := nullif(private.trimmed(decide_item.reason), '');
  v_returns_file constant boolean := coalesce(jsonb_path_exists(v_listed, '$[*] ? (@.verdict == "returned")'), false);
  v_changed integer;
  v_next_status text;
  v_next_revision integer;
begin
  if v_decision is null or v_decision not in ('accept', 'return', 'waive', 'receive_elsewhere') then
    perform private.fail('item.undecided');
  elsif v_decision = 'accept' then
    v_why := null;
  elsif v_decision = 'return' and v_why is null and not v_returns_file then
    perform private.fail('reason.required');
  elsif char_length(v_why) > 1000 then
    perform private.fail('reason.too_long');
  elsif v_decision in ('waive', 'receive_elsewhere') and v_listed is not null then
    perform private.fail('file.verdict');
  end if;
  if v_decision in ('accept', 'return') and coalesce(v_listed, '[]') = '[]' and v_locked.answer_kind is null and not exists (
    select from public.files as f where f.item_id = v_locked.id and f.status = 'stored' and not f.added_by_member
  ) then
    perform private.fail('item.stale');
  end if;
  v_next_status := case
    when v_decision = 'return' then 'returned'
    when v_decision = 'waive' then 'waived'
    when v_decision = 'accept' and v_locked.answer_kind in ('not_applicable', 'cannot_provide') then 'waived'
    else 'accepted'
  end;

  v_changed := private.apply_verdicts(v_locked, coalesce(v_listed, '[]'), accepts_others => v_decision = 'accept');
  if v_decision = 'accept' and (
    v_returns_file
    or v_locked.answer_kind is null and not exists (
      select from public.files as f
      where f.item_id = v_locked.id and f.status = 'stored' and not f.added_by_member
        and f.verdict is distinct from 'returned'
    )
  ) then
    perform private.fail('item.conflict');
  elsif v_changed = 0 and (v_locked.status, v_locked.reason, v_locked.received_elsewhere)
    is not distinct from (v_next_status, v_why, v_decision = 'receive_elsewhere')
  then
    perform private.fail('item.stale');
  end if;

  v_next_revision := private.apply_decision(v_locked, v_next_status, v_why, v_decision = 'receive_elsewhere');
  perform private.note_decision(v_locked, v_decision, v_next_status, v_next_revision, v_why);
  perform private.update_request_status(v_locked.request_id);
  return v_next_revision;
end
$$;

create or replace function private.note_decision(
  former public.items, decision text, next_status text, next_revision integer, why text
) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.add_event(
    f.request_id, 'file_returned', f.item_id, f.id,
    jsonb_build_object('name', f.name, 'size', f.size, 'reason', f.verdict_reason)
  )
  from public.files as f join private.former_verdicts as v on v.file_id = f.id
  where v.item_id = former.id and f.verdict = 'returned';
  perform private.add_event(
    former.request_id,
    case note_decision.decision when 'return' then 'returned' when 'waive' then 'waived' when 'accept' then 'accepted'
      else 'received_elsewhere' end,
    former.id,
    null,
    jsonb_strip_nulls(jsonb_build_object(
      'reason', note_decision.why,
      'status', note_decision.next_status,
      'revision', note_decision.next_revision,
      'before', jsonb_build_object(
        'status', former.status, 'reason', former.reason, 'received_elsewhere', former.received_elsewhere
      )
    ))
  );
end
$$;

create or replace function public.undo_decision(item uuid, revision integer) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_locked public.items := private.lock_item_as_member(undo_decision.item, undo_decision.revision);
  v_decided jsonb;
  v_next_revision integer;
begin
  select e.data into v_decided
  from public.events as e
  where e.item_id = v_locked.id and e.kind in ('accepted', 'returned', 'waived', 'received_elsewhere')
  order by e.seq desc
  limit 1;
  if v_decided is null or (v_decided ->> 'revision')::integer <> v_locked.revision then
    perform private.fail('item.undecided');
  end if;
  v_next_revision := private.apply_decision(
    v_locked, v_decided #>> '{before,status}', v_decided #>> '{before,reason}',
    coalesce((v_decided #>> '{before,received_elsewhere}')::boolean, false)
  );
  update public.files as f
  set verdict = v.verdict, verdict_reason = v.verdict_reason
  from private.former_verdicts as v
  where v.item_id = v_locked.id and f.id = v.file_id;
  delete from private.former_verdicts as v where v.item_id = v_locked.id;
  perform private.add_event(v_locked.request_id, 'decision_undone', v_locked.id);
  perform private.update_request_status(v_locked.request_id);
  return v_next_revision;
end
$$;

create or replace function public.set_file_aside(file uuid, aside boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_parent public.requests := private.lock_as_member(
    (select f.request_id from public.files as f where f.id = set_file_aside.file)
  );
  v_locked public.files;
begin
  if v_parent.status not in ('open', 'done') then
    perform private.fail('request.closed');
  end if;
  select f.* into v_locked from public.files as f
  where f.id = set_file_aside.file and f.status = 'stored'
  for update;
  if not found then
    perform private.fail('not_found');
  elsif (v_locked.set_aside_at is not null) = coalesce(set_file_aside.aside, false) then
    return;
  end if;
  -- The item's revision doesn't change: its answer is the same, and its last decision can still be undone.
  update public.files as f
  set set_aside_at = case when set_file_aside.aside then now() end
  where f.id = v_locked.id;
  perform private.add_event(
    v_locked.request_id,
    case when set_file_aside.aside then 'file_set_aside' else 'file_put_back' end,
    v_locked.item_id,
    v_locked.id,
    jsonb_build_object('name', v_locked.name, 'size', v_locked.size)
  );
end
$$;

create or replace function private.apply_verdicts(item public.items, list jsonb, accepts_others boolean) returns integer
language plpgsql set search_path = '' as $$
declare
  v_given record;
  v_named uuid[] := '{}';
  v_named_file uuid;
  v_changed integer;
begin
  delete from private.former_verdicts as v where v.item_id = item.id;
  insert into private.former_verdicts (file_id, item_id, verdict, verdict_reason)
  select f.id, f.item_id, f.verdict, f.verdict_reason from public.files as f
  where f.item_id = item.id and f.status = 'stored';

  if jsonb_typeof(list) <> 'array' then
    perform private.fail('file.verdict');
  end if;
  for v_given in
    select e.file ->> 'id' as id, e.file ->> 'verdict' as verdict,
      nullif(private.trimmed(e.file ->> 'reason'), '') as reason
    from jsonb_array_elements(list) as e (file)
  loop
    if v_given.verdict is null or v_given.verdict not in ('accepted', 'returned') then
      perform private.fail('file.verdict');
    elsif v_given.verdict = 'accepted' then
      v_given.reason := null;
    elsif v_given.reason is null then
      perform private.fail('reason.required');
    elsif char_length(v_given.reason) > 1000 then
      perform private.fail('reason.too_long');
    end if;
    -- Compared as text, because a caller may write anything here.
    update public.files as f set verdict = v_given.verdict, verdict_reason = v_given.reason
    where f.item_id = item.id and f.id::text = v_given.id and not f.id = any(v_named)
      and f.status = 'stored' and f.set_aside_at is null and not f.added_by_member
    returning f.id into v_named_file;
    if v_named_file is null then
      perform private.fail('file.undecidable');
    end if;
    v_named := v_named || v_named_file;
  end loop;
  if accepts_others then
    update public.files as f set verdict = 'accepted'
    where f.item_id = item.id and f.status = 'stored' and f.verdict is null
      and f.set_aside_at is null and not f.added_by_member;
  end if;

  delete from private.former_verdicts as v using public.files as f
  where v.item_id = item.id and f.id = v.file_id
    and (f.verdict, f.verdict_reason) is not distinct from (v.verdict, v.verdict_reason);
  select count(*) into v_changed from private.former_verdicts as v where v.item_id = item.id;
  return v_changed;
end
$$;

create or replace function public.ask_question(item uuid, body text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.items := private.lock_item_for_question(
    ask_question.item, (select i.request_id from public.items as i where i.id = ask_question.item)
  );
  v_words constant text := private.checked_text(ask_question.body, 4000);
  v_made public.questions;
begin
  if (select count(*) from public.questions as q where q.item_id = v_locked.id) >= 50 then
    perform private.fail('question.too_many');
  end if;
  insert into public.questions as q (request_id, workspace_id, item_id, last_message_at, last_author)
  values (v_locked.request_id, v_locked.workspace_id, v_locked.id, now(), auth.uid())
  returning q.* into v_made;
  -- First, because its email tells of messages that are not older than its event.
  perform private.add_event(v_locked.request_id, 'question_asked', v_locked.id);
  perform private.add_message(v_made, v_words);
  return v_made.id;
end
$$;

create or replace function public.answer_question(question uuid, body text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.questions := private.lock_question(answer_question.question);
  v_words constant text := private.checked_text(answer_question.body, 4000);
begin
  if (select count(*) from public.messages as m where m.question_id = v_locked.id) >= 200 then
    perform private.fail('question.too_many');
  end if;
  perform private.add_event(v_locked.request_id, 'question_answered', v_locked.item_id);
  perform private.add_message(v_locked, v_words);
end
$$;

create or replace function public.resolve_question(question uuid, resolved boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.questions := private.lock_question(resolve_question.question);
  v_is_resolved constant boolean := coalesce(resolve_question.resolved, true);
begin
  if (v_locked.resolved_at is not null) = v_is_resolved then
    return;
  end if;
  -- Each change is a line of the history, which nobody may fill.
  perform private.use_quota('messages', auth.uid()::text, 1);
  update public.questions as q set resolved_at = case when v_is_resolved then now() end where q.id = v_locked.id;
  perform private.add_event(
    v_locked.request_id, case when v_is_resolved then 'question_resolved' else 'question_reopened' end, v_locked.item_id
  );
end
$$;

create or replace function public.read_questions(item uuid, until timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_me constant uuid := private.require_session();
  -- Read whether or not the item exists, so that the work doesn't tell.
  v_workspaces constant uuid[] := private.my_workspaces();
  v_requests constant uuid[] := private.my_requests();
  v_items constant uuid[] := private.my_items();
begin
  insert into private.question_reads as r (question_id, user_id, until)
  select q.id, v_me, least(q.last_message_at, read_questions.until)
  from public.questions as q
  where q.item_id = read_questions.item
    and (q.workspace_id = any(v_workspaces) or q.request_id = any(v_requests) or q.item_id = any(v_items))
    and read_questions.until is not null and private.is_unread(q, v_me)
  on conflict (question_id, user_id) do update set until = greatest(r.until, excluded.until);
end
$$;

create or replace function public.unread_questions(requests uuid[])
returns table (request_id uuid, item_id uuid, question_id uuid)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me constant uuid := private.require_session();
  v_workspaces constant uuid[] := private.my_workspaces();
  v_answered constant uuid[] := private.my_requests();
  v_handed constant uuid[] := private.my_items();
begin
  return query
  -- Found by request first. For a member of a large workspace the planner expects that nearly every question is theirs, and
  -- would read all items to join them.
  with asked as materialized (
    select q as question from public.questions as q where q.request_id = any(unread_questions.requests[1:200])
  )
  select (a.question).request_id, (a.question).item_id, (a.question).id
  from asked as a
  where (
      (a.question).workspace_id = any(v_workspaces) or (a.question).request_id = any(v_answered)
      or (a.question).item_id = any(v_handed)
    )
    and exists (select from public.items as i where i.id = (a.question).item_id and i.removed_at is null offset 0)
    and private.is_unread(a.question, v_me)
  limit 1000;
end
$$;

create or replace function private.add_message(question public.questions, body text) returns void
language plpgsql set search_path = '' as $$
declare
  v_me constant uuid := auth.uid();
  v_moment constant timestamptz := clock_timestamp();
begin
  perform private.use_quota('messages', v_me::text, 1);
  insert into public.messages (question_id, request_id, workspace_id, author, author_name, is_member, body, at)
  values (
    question.id, question.request_id, question.workspace_id, v_me, private.my_name(question.request_id),
    question.workspace_id = any(private.my_workspaces()), add_message.body, v_moment
  );
  update public.questions as q set last_message_at = v_moment, last_author = v_me, resolved_at = null
  where q.id = question.id;
end
$$;

create or replace function private.checked_text(body text, longest integer) returns text
language plpgsql immutable set search_path = '' as $$
declare
  v_words constant text := private.trimmed(coalesce(checked_text.body, ''));
begin
  if not private.has_visible_character(v_words) then
    perform private.fail('question.empty');
  elsif char_length(v_words) > checked_text.longest then
    perform private.fail('question.too_long');
  end if;
  return v_words;
end
$$;

create or replace function private.lock_question(question uuid) returns public.questions
language plpgsql set search_path = '' as $$
declare
  v_locked public.questions;
begin
  select q.* into v_locked from public.questions as q where q.id = lock_question.question;
  perform private.lock_item_for_question(v_locked.item_id, v_locked.request_id);
  -- Somebody may have resolved it while this waited for the request.
  select q.* into v_locked from public.questions as q where q.id = lock_question.question;
  return v_locked;
end
$$;

create or replace function private.lock_item_for_question(item uuid, request uuid) returns public.items
language plpgsql set search_path = '' as $$
declare
  -- Read whether or not the item exists, so that the work doesn't tell.
  v_workspaces constant uuid[] := private.my_workspaces();
  v_requests constant uuid[] := private.my_requests();
  v_items constant uuid[] := private.my_items();
  v_parent public.requests;
  v_locked public.items;
begin
  perform private.require_session();
  select r.* into v_parent from public.requests as r
  where r.id = lock_item_for_question.request
    and (r.workspace_id = any(v_workspaces) or r.id = any(v_requests) or lock_item_for_question.item = any(v_items))
  for update;
  -- A stranger learns nothing from what would be read next.
  if not found then
    perform private.fail('not_found');
  end if;
  -- The item or the person may have been removed, or the item taken back, while this waited for the request.
  select i.* into v_locked from public.items as i
  where i.id = lock_item_for_question.item and i.request_id = v_parent.id and i.removed_at is null
    and (
      v_parent.workspace_id = any(private.my_workspaces())
      or v_parent.id = any(private.my_requests())
      or i.id = any(private.my_items())
    );
  if not found then
    perform private.fail('not_found');
  elsif v_parent.status not in ('open', 'done') or v_parent.closed_by is not null then
    perform private.fail('request.closed');
  elsif v_parent.paused_at is not null and not v_parent.workspace_id = any(private.my_workspaces()) then
    perform private.fail('request.paused');
  end if;
  return v_locked;
end
$$;

create or replace function public.add_note(item uuid, body text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_me constant uuid := private.require_session();
  v_words constant text := private.checked_text(add_note.body, 1000);
  v_made uuid;
begin
  -- The request isn't locked, and nothing in it changes: a recipient can't tell that there is a note.
  insert into public.notes as n (request_id, workspace_id, item_id, author, author_name, body)
  select i.request_id, i.workspace_id, i.id, v_me, private.my_name(i.request_id), v_words
  from public.items as i
  where i.id = add_note.item and i.removed_at is null and i.workspace_id = any(private.my_workspaces())
  returning n.id into v_made;
  if v_made is null then
    perform private.fail('not_found');
  elsif (select count(*) from public.notes as n where n.item_id = add_note.item) > 50 then
    perform private.fail('question.too_many');
  end if;
  return v_made;
end
$$;

create or replace function public.remove_note(note uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_me constant uuid := private.require_session();
begin
  delete from public.notes as n
  where n.id = remove_note.note and n.author = v_me and n.workspace_id = any(private.my_workspaces());
  if not found then
    perform private.fail('not_found');
  end if;
end
$$;

create or replace function public.open_files(files uuid[], purpose text, export uuid default null) returns setof uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_life constant interval := interval '60 seconds';
  v_me constant uuid := private.require_session();
  v_workspaces constant uuid[] := private.my_workspaces();
  v_is_new_export boolean;
  v_is_export constant boolean := coalesce(open_files.purpose = 'export', false);
  v_opened uuid[];
  v_noted uuid[];
begin
  if not coalesce(open_files.purpose in ('view', 'download', 'export', 'prefetch', 'thumbnail'), false)
    or v_is_export <> (open_files.export is not null)
  then
    perform private.fail('file.purpose');
  elsif cardinality(open_files.files) > 5000 then
    perform private.fail('file.too_many_opened');
  end if;
  if v_is_export then
    v_is_new_export := private.begin_export(v_me, open_files.files, open_files.export);
  end if;

  with allowed as materialized (
    select f.id, f.request_id, f.workspace_id from private.readable_files(open_files.files) as f
    where not v_is_export or v_is_new_export or exists (
      select from private.file_reads as r
      where r.person = v_me and r.export_id = open_files.export and r.file_id = f.id
    )
  ),
  granted as (
    insert into private.read_grants as g (session_id, file_id, purpose, since, until)
    -- In one order, so that two calls never wait for each other.
    select private.my_session(), a.id, open_files.purpose, now(), now() + v_life from allowed as a order by a.id
    on conflict (session_id, file_id, purpose) do update
    set since = case when g.until > now() then g.since else excluded.since end, until = excluded.until
    returning g.file_id, g.since
  ),
  readers as materialized (
    select r.request_id, r.by_member, private.reader_name(r.request_id, r.by_member) as name
    from (select distinct a.request_id, a.workspace_id = any(v_workspaces) as by_member from allowed as a) as r
  ),
  written as (
    insert into private.file_reads (file_id, person, person_name, by_member, purpose, export_id)
    select a.id, v_me, r.name, r.by_member, open_files.purpose, open_files.export
    from granted as g join allowed as a on a.id = g.file_id join readers as r on r.request_id = a.request_id
    where case when v_is_export then v_is_new_export else g.since = now() end
    returning file_id
  )
  select array(select g.file_id from granted as g), array(select w.file_id from written as w) into v_opened, v_noted;

  if v_is_export then
    perform private.note_export(v_noted, open_files.export);
  end if;
  -- Twice as many as it wrote, so that none pile up.
  perform private.forget_read_grants(2 * cardinality(v_opened));
  return query select unnest(v_opened);
end
$$;

create or replace function private.begin_export(person uuid, files uuid[], export uuid) returns boolean
language plpgsql set search_path = '' as $$
#variable_conflict use_column
begin
  -- A repeated call waits for the first one, and then finds its rows.
  perform pg_advisory_xact_lock(hashtextextended('export:' || begin_export.person || begin_export.export, 0));
  if exists (
    select from private.file_reads as r
    where r.person = begin_export.person and r.export_id = begin_export.export
  ) then
    return false;
  end if;
  -- Before the files, as every writer does.
  perform from public.requests as r
  where r.id in (select f.request_id from private.readable_files(begin_export.files) as f)
  order by r.id for no key update;
  return true;
end
$$;

create or replace function private.note_export(files uuid[], export uuid) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  v_exported record;
begin
  for v_exported in
    select f.request_id, count(*) as files from public.files as f where f.id = any(note_export.files)
    group by f.request_id order by f.request_id
  loop
    perform private.add_event(
      v_exported.request_id, 'exported',
      data => jsonb_build_object('files', v_exported.files, 'export', note_export.export)
    );
  end loop;
end
$$;

create or replace function private.forget_read_grants(most integer) returns void
language sql set search_path = '' as $$
  delete from private.read_grants as g
  using (
    select e.session_id, e.file_id, e.purpose from private.read_grants as e
    where e.until < now() - interval '1 hour'
    order by e.until limit forget_read_grants.most for update skip locked
  ) as old
  where (g.session_id, g.file_id, g.purpose) = (old.session_id, old.file_id, old.purpose)
$$;

create or replace function public.file_openings(file uuid)
returns table (name text, is_me boolean, by_member boolean, times integer, last_at timestamptz)
language plpgsql stable security definer rows 5 set search_path = '' as $$
#variable_conflict use_column
declare
  v_me constant uuid := private.require_session();
  v_workspaces constant uuid[] := private.my_workspaces();
  v_requests constant uuid[] := private.my_requests();
  v_items constant uuid[] := private.my_items();
  v_opened public.files;
begin
  select f.* into v_opened from public.files as f
  where f.id = file_openings.file
    and (
      f.workspace_id = any(v_workspaces)
      or f.uploaded_by = v_me and (f.request_id = any(v_requests) or f.item_id = any(v_items))
    );
  if v_opened.id is null then
    perform private.fail('not_found');
  end if;
  return query
    select
      (array_agg(r.person_name order by r.at desc))[1], r.person = v_me, r.by_member, count(*)::integer, max(r.at)
    from private.file_reads as r
    where r.file_id = v_opened.id
      and r.purpose in ('view', 'download', 'export')
      and (r.by_member or v_opened.workspace_id = any(v_workspaces))
    group by r.person, r.by_member
    order by max(r.at) desc;
end
$$;

create or replace function private.tg_recipients__queue_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_parent public.requests;
begin
  select r.* into v_parent from public.requests as r where r.id = new.request_id;
  if tg_op = 'UPDATE' and new.removed_at is null
    and num_nonnulls(old.invited_at, old.muted_at, old.unreachable_at) > 0
  then
    update public.recipients as p set invited_at = null, muted_at = null, unreachable_at = null where p.id = new.id;
  end if;
  -- A person who is handed an item is told even where the sender shares the link: only this email tells them.
  if tg_op = 'INSERT' and new.scope = 'items' then
    perform private.queue_email('invitation', new, now(), now());
    return null;
  elsif v_parent.status <> 'open' then
    return null;
  elsif new.removed_at is not null then
    perform private.queue_email('ended', new, now(), now());
    return null;
  end if;
  if tg_op = 'UPDATE' and old.invited_at is not null then
    perform private.queue_email('ended', new, now(), now(), old.email);
  end if;
  if v_parent.invites then
    perform private.queue_email('invitation', new, now(), now());
  end if;
  return null;
end
$$;

create or replace function private.tg_events__queue_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.kind in (
    'returned', 'file_returned', 'item_added', 'item_changed', 'item_removed', 'due_changed', 'title_changed',
    'message_changed'
  ) then
    perform private.queue_email('update', p, new.at, new.at + interval '10 minutes')
    from public.recipients as p
    where p.request_id = new.request_id and p.removed_at is null
      and (new.item_id is null or private.is_for(p, new.item_id))
      and (new.kind <> 'message_changed' or p.scope = 'all');
  elsif new.kind = 'handed_off' then
    perform private.queue_email('update', p, new.at, new.at + interval '10 minutes')
    from public.recipient_items as h join public.recipients as p on p.id = h.recipient_id
    where h.item_id = new.item_id;
  elsif new.kind in ('file_added', 'answered') and new.recipient_id is not null then
    insert into private.answered_workspaces (workspace_id) values (new.workspace_id) on conflict do nothing;
    perform private.queue_email(
      'receipt', p, new.at,
      new.at + case when private.count_missing_for(p, r) = 0 then interval '0' else interval '30 minutes' end
    )
    from public.recipients as p join public.requests as r on r.id = p.request_id
    where p.id = new.recipient_id;
    perform private.queue_arrival(new);
  elsif new.kind in ('question_asked', 'question_answered') then
    -- A member to whom a recipient has handed an item writes for the workspace all the same.
    if new.recipient_id is null or exists (
      select from public.members as m where m.workspace_id = new.workspace_id and m.user_id = new.actor
    ) then
      perform private.queue_email('update', p, new.at, new.at + interval '10 minutes')
      from public.recipients as p
      where p.request_id = new.request_id and p.removed_at is null and private.is_for(p, new.item_id);
    else
      perform private.queue_arrival(new);
    end if;
  end if;
  return null;
end
$$;

create or replace function public.plan_email(batch integer default 100) returns integer
language plpgsql security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_due public.recipients;
  v_planned timestamptz;
  v_together uuid[];
  v_emails integer := 0;
begin
  for v_due in
    select p.* from public.recipients as p
    where num_nonnulls(p.next_reminder_at) = 1 and coalesce(p.next_reminder_at, 'infinity') <= v_moment
    order by coalesce(p.next_reminder_at, 'infinity'), p.id
    limit least(greatest(plan_email.batch, 1), 500)
    for no key update skip locked
  loop
    -- The email of an earlier round may cover this one.
    select p.* into v_due from public.recipients as p where p.id = v_due.id and p.next_reminder_at <= v_moment;
    continue when not found;
    -- A change of the request has locked it and may wait for the recipient, which is locked here.
    perform from public.requests as r where r.id = v_due.request_id for key share skip locked;
    continue when not found;
    v_planned := private.next_reminder(v_due);
    if v_planned is null or v_planned > v_moment then
      -- Something it depends on has changed without it, such as the workspace's zone.
      update public.recipients as p set remind_after = p.remind_after where p.id = v_due.id;
      continue;
    end if;
    v_together := private.reminded_together(v_due, v_moment);
    insert into private.outbox (kind, request_id, recipient_id, since, not_before, covers)
    values ('reminder', v_due.request_id, v_due.id, now(), v_moment, v_together)
    on conflict do nothing;
    -- This day of the plan is done with, whatever becomes of the email.
    update public.recipients as p set remind_after = greatest(v_moment, p.next_reminder_at) where p.id = any(v_together);
    v_emails := v_emails + 1;
  end loop;
  return v_emails + private.plan_summaries(least(greatest(plan_email.batch, 1), 500));
end
$$;

create or replace function public.claim_email(worker uuid, site text, awaits_receipts boolean default false)
returns table (id uuid, kind text, address text, name text, facts jsonb)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_due private.outbox;
  v_person public.recipients;
  v_verdict record;
begin
  -- Without an origin its links would lead nowhere.
  if coalesce(claim_email.site !~ '^https?://[^/]+$', true) then
    return;
  end if;
  for v_due in
    select o.* from private.outbox as o
    where o.ended_at is null and o.not_before <= v_moment and (o.claimed_until is null or o.claimed_until < now())
    order by o.not_before, o.id
    limit 50
  loop
    -- Nothing is waited for: another worker has it, or the request is being changed at this moment.
    select p.* into v_person from public.recipients as p where p.id = v_due.recipient_id for no key update skip locked;
    continue when not found and v_due.recipient_id is not null;
    select o.* into v_due from private.outbox as o
    where o.id = v_due.id and o.ended_at is null and o.not_before <= v_moment
      and (o.claimed_until is null or o.claimed_until < now())
    for update skip locked;
    continue when not found;
    select v.* into v_verdict
    from private.email_verdict(v_due, v_person, claim_email.site, claim_email.awaits_receipts) as v;
    if v_verdict.obstacle is not null then
      perform private.drop_email(v_due, v_verdict.obstacle);
    elsif v_verdict.wait is not null then
      update private.outbox as o set not_before = v_moment + v_verdict.wait, reason = v_verdict.waits_for
      where o.id = v_due.id;
    else
      return query select
        v_due.id, v_due.kind, private.lease_email(v_due, v_person, claim_email.worker, v_verdict.covers),
        coalesce(v_person.name, (select f.display_name from public.profiles as f where f.user_id = v_due.user_id), ''),
        v_verdict.facts;
      return;
    end if;
  end loop;
end
$$;

create or replace function public.finish_email(email uuid, worker uuid, outcome text, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_claimed private.outbox;
  v_waits constant interval[] := array['1 min', '5 min', '30 min', '2 h', '6 h']::interval[];
begin
  select o.* into v_claimed from private.outbox as o
  where o.id = finish_email.email and o.claimed_by = finish_email.worker and o.ended_at is null
  for update;
  if not found then
    return;
  elsif finish_email.outcome = 'retry' and v_claimed.attempts <= cardinality(v_waits) then
    update private.outbox as o
    set not_before = v_moment + v_waits[v_claimed.attempts], claimed_until = null, reason = finish_email.reason
    where o.id = v_claimed.id;
    return;
  end if;
  update private.outbox as o
  set
    ended_at = now(),
    outcome = case finish_email.outcome when 'sent' then 'sent' else 'failed' end,
    reason = finish_email.reason
  where o.id = v_claimed.id;
  -- Requests before recipients, as every writer does.
  perform from public.requests as r
  where r.id in (
    select p.request_id from public.recipients as p
    where p.id = v_claimed.recipient_id or p.id = any(v_claimed.covers)
  )
  order by r.id
  for no key update;
  if finish_email.outcome = 'sent' then
    perform private.note_email_sent(v_claimed);
  else
    perform private.note_email_failed(v_claimed, finish_email.outcome);
  end if;
  if finish_email.outcome = 'refused' and v_claimed.sent_to is not null then
    insert into private.suppressed_addresses as s (address_hash, reason) values (v_claimed.sent_to, 'refused')
    on conflict (address_hash, reason) do update set at = excluded.at;
  end if;
  perform private.forget_ended_emails();
end
$$;

create or replace function private.note_email_sent(email private.outbox) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  v_person public.recipients;
begin
  if email.kind = 'reminder' then
    for v_person in
      update public.recipients as p set emailed_at = private.email_clock(), reminders_sent = p.reminders_sent + 1
      where p.id = any(email.covers) and private.address_hash(p.email) = email.sent_to
      returning p.*
    loop
      perform private.add_email_event(v_person, 'reminded', jsonb_build_object('number', v_person.reminders_sent));
    end loop;
  elsif email.recipient_id is not null and email.address is null then
    update public.recipients as p
    set
      emailed_at = private.email_clock(),
      invited_at = case when email.kind = 'invitation' then now() else p.invited_at end,
      unreachable_at = case when email.kind = 'invitation' then null else p.unreachable_at end
    where p.id = email.recipient_id and private.address_hash(p.email) = email.sent_to
    returning p.* into v_person;
    if email.kind = 'invitation' and v_person.id is not null then
      perform private.add_email_event(v_person, 'invited');
    end if;
  end if;
end
$$;

create or replace function private.note_email_failed(email private.outbox, outcome text) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  v_person public.recipients;
begin
  if email.recipient_id is not null and email.address is null
    and (note_email_failed.outcome = 'refused' or email.kind = 'invitation')
  then
    -- Members read on the request that nothing arrived, also where the address itself may be right.
    update public.recipients as p set unreachable_at = coalesce(p.unreachable_at, now())
    where p.id = email.recipient_id and private.address_hash(p.email) = email.sent_to
      -- A person who has opened the link needs no invitation, and a server that was down says nothing of an address.
      and (note_email_failed.outcome = 'refused' or p.user_id is null)
    returning p.* into v_person;
    if v_person.id is not null then
      perform private.add_email_event(v_person, 'unreachable');
    end if;
  end if;
end
$$;

create or replace function private.forget_ended_emails() returns void
language sql set search_path = '' as $$
  delete from private.outbox as o
  where o.ctid = any(array(
    select old.ctid from private.outbox as old
    where old.ended_at < now() - interval '90 days' limit 10 for update skip locked
  ));
  delete from private.email_counts as c
  where c.ctid = any(array(
    select old.ctid from private.email_counts as old
    where old.day < (private.email_clock() at time zone 'UTC')::date limit 10 for update skip locked
  ))
$$;

create or replace function private.email_verdict(
  email private.outbox, recipient public.recipients, site text, awaits_receipts boolean,
  out obstacle text, out wait interval, out waits_for text, out covers uuid[], out facts jsonb
)
language plpgsql set search_path = '' as $$
declare
  v_email private.outbox := email_verdict.email;
  v_request public.requests;
begin
  select r.* into v_request from public.requests as r where r.id = v_email.request_id;
  waits_for := 'capped';
  if v_email.recipient_id is null then
    v_request.workspace_id := v_email.workspace_id;
    obstacle := private.member_email_obstacle(v_email, v_request);
    if obstacle is null then
      facts := private.member_email_facts(v_email, v_request, site);
      obstacle := case
        when v_email.kind = 'arrived' and '[]' = all(array[facts -> 'arrivals', facts -> 'questions']) then 'undone'
        when v_email.kind = 'summary' and '[]' = all(array[facts -> 'arrived', facts -> 'questions', facts -> 'overdue', facts -> 'bounced'])
          then 'nothing_happened'
      end;
    end if;
  elsif v_email.kind = 'reminder' then
    v_email.covers := private.reminded_now(v_email.covers, v_email.by_hand);
    obstacle := case
      -- A worker died while it sent this one, so it may have arrived.
      when v_email.claimed_until is not null then 'interrupted'
      when cardinality(v_email.covers) = 0 then 'nothing_missing'
      when private.is_suppressed(recipient.email) then 'suppressed'
    end;
    if obstacle is null then
      wait := private.reminder_wait(v_email, recipient);
      waits_for := case when wait is null then waits_for else 'hours' end;
      facts := private.reminder_facts(v_email.covers, private.email_clock(), site);
    end if;
  else
    obstacle := private.email_obstacle(v_email, v_request, recipient);
    if obstacle is null then
      facts := private.email_facts(v_email, v_request, recipient, site);
      obstacle := case
        when v_email.kind = 'update'
          and '[]' = all(array[facts -> 'returned', facts -> 'changes', facts -> 'questions']) then 'undone'
        when v_email.kind = 'receipt' and facts -> 'items' = '[]' then 'nothing_sent'
      end;
    end if;
  end if;
  covers := v_email.covers;
  -- Another attempt was counted already.
  if obstacle is not null or wait is not null or v_email.attempts > 0 then
    return;
  elsif awaits_receipts and v_email.kind = 'receipt' and private.awaits_receipt(recipient) then
    wait := interval '2 seconds';
    waits_for := 'receipt';
  elsif (select k.counts_to_caps from private.email_kinds as k where k.name = v_email.kind) then
    wait := private.email_wait(v_email, v_request, recipient);
  end if;
end
$$;

create or replace function private.drop_email(email private.outbox, obstacle text) returns void
language sql set search_path = '' as $$
  update private.outbox as o set ended_at = now(), outcome = 'dropped', reason = drop_email.obstacle
  where o.id = drop_email.email.id;
  update public.recipients as p set unreachable_at = coalesce(p.unreachable_at, now())
  where p.id = drop_email.email.recipient_id
    and drop_email.obstacle = 'suppressed' and drop_email.email.kind in ('invitation', 'reminder')
$$;

create or replace function private.lease_email(email private.outbox, recipient public.recipients, worker uuid, covers uuid[])
returns text
language plpgsql set search_path = '' as $$
declare
  v_address constant text := coalesce(
    email.address, recipient.email, (select u.email::text from auth.users as u where u.id = email.user_id)
  );
begin
  -- The claim is the note that an attempt is made: what is sent once at most is not claimed twice.
  update private.outbox as o
  set
    attempts = o.attempts + 1, claimed_by = lease_email.worker, claimed_until = now() + interval '5 minutes',
    covers = lease_email.covers, sent_to = private.address_hash(v_address)
  where o.id = email.id;
  return v_address;
end
$$;

create or replace function private.member_email_obstacle(email private.outbox, request public.requests) returns text
language sql stable set search_path = '' as $$
  select case
    when rules.needs_member and not exists (
      select from public.members as m where m.workspace_id = email.workspace_id and m.user_id = email.user_id
    ) then 'not_member'
    when rules.needs_second_factor
      and not private.has_second_factor(email.user_id)
      and exists (
        select from public.workspaces as w where w.id = email.workspace_id and private.binds_members(w)
      ) then 'second_factor'
    when email.kind = 'second_factor' and (
      private.has_second_factor(email.user_id)
      or not exists (select from public.workspaces as w where w.id = email.workspace_id and w.require_second_factor)
    ) then 'not_needed'
    when email.kind = 'member_invitation' and not exists (
      select from private.invitations as i
      where i.id = (email.data ->> 'invitation')::uuid and private.state_of(i) = 'open'
    ) then 'cancelled'
    when (
      select private.is_refused(a.address)
        -- After a stop of all email, changes to the account are still told.
        or email.kind not in ('security', 'second_factor') and private.has_stopped_email(a.address)
      from (
        select coalesce(email.address, (select u.email from auth.users as u where u.id = email.user_id)) as address
      ) as a
    ) then 'suppressed'
    when email.kind = 'arrived' and private.arrival_emails(email.user_id, email.workspace_id) <> 'each' then 'preference'
    when email.kind = 'summary' and private.arrival_emails(email.user_id, email.workspace_id) <> 'daily' then 'preference'
    -- Damage can't wait for a summary.
    when email.kind = 'damaged' and private.arrival_emails(email.user_id, email.workspace_id) = 'none' then 'preference'
    when email.kind in ('arrived', 'damaged') and not private.is_watched(request, email.user_id) then 'not_watched'
    when email.kind in ('arrived', 'damaged') and request.status = 'cancelled' then 'request_ended'
    when email.kind = 'damaged' and private.damaged_files(request.id, email.since) = '[]' then 'undone'
    when email.kind = 'expiry' and private.expiry_facts(email, '') -> 'requests' = '[]' then 'undone'
    when email.kind = 'silence' and private.silence_facts(email, '') -> 'requests' = '[]' then 'undone'
    when email.kind = 'binned' and request.deleted_at is null then 'undone'
    when email.kind = 'deletion_asked' and private.asked_deletions(request.id) = '[]' then 'undone'
    -- Skipped, changed, ended, or sent by now.
    when email.kind = 'repeat' and not exists (
      select from private.repeats as s
      where s.request_id = email.request_id and s.sender = email.user_id and s.next_on = (email.data ->> 'on')::date
        and (s.failure is not null) = (email.data ->> 'failed')::boolean
    ) then 'undone'
  end
  from private.email_kinds as rules where rules.name = email.kind
$$;

create or replace function private.email_wait(email private.outbox, request public.requests, recipient public.recipients)
returns interval
language plpgsql set search_path = '' as $$
declare
  v_workspace constant uuid := request.workspace_id;
  v_hashed constant bytea := private.address_hash(coalesce(email.address, recipient.email));
  v_mailbox constant bytea := private.mailbox_hash(coalesce(email.address, recipient.email));
  v_is_new boolean;
  v_capped_until timestamptz;
begin
  if not private.lock_caps(v_workspace, v_mailbox) then
    return interval '0';
  end if;
  v_is_new := not exists (
    select from private.emailed_addresses as a where a.workspace_id = v_workspace and a.address_hash = v_hashed
  );
  v_capped_until := private.capped_until(v_workspace, v_mailbox, v_is_new);
  if v_capped_until is not null then
    perform set_config('sheaf.held_caps', 'yes', true);
    return v_capped_until - private.email_clock();
  end if;
  perform private.count_email(v_workspace, v_mailbox);
  if v_is_new then
    insert into private.emailed_addresses (workspace_id, address_hash, since)
    values (v_workspace, v_hashed, (private.email_clock() at time zone 'UTC')::date);
    delete from private.email_hours as h
    where h.ctid = any(array(
      select old.ctid from private.email_hours as old
      where old.hour < private.email_clock() - interval '2 days' limit 10 for update skip locked
    ));
  end if;
  return null;
end
$$;

create or replace function private.lock_caps(workspace uuid, mailbox bytea) returns boolean
language plpgsql set search_path = '' as $$
declare
  v_held constant boolean := coalesce(current_setting('sheaf.held_caps', true), '') = 'yes';
  v_key bigint;
begin
  -- One at a time per address and per workspace, so that simultaneous workers don't pass the caps together. A claim that
  -- goes on after a capped email holds these already and waits for no others: two that did would wait for each other.
  for v_key in
    select hashtextextended(k.key, 0)
    from (values (encode(lock_caps.mailbox, 'hex')), (lock_caps.workspace::text)) as k (key) order by k.key
  loop
    if not v_held then
      perform pg_advisory_xact_lock(v_key);
    elsif not pg_try_advisory_xact_lock(v_key) then
      return false;
    end if;
  end loop;
  return true;
end
$$;

create or replace function private.capped_until(workspace uuid, mailbox bytea, is_new boolean) returns timestamptz
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_today constant date := (v_moment at time zone 'UTC')::date;
  v_this_hour constant timestamptz := date_trunc('hour', v_moment, 'UTC');
  v_cap constant jsonb := (select jsonb_object_agg(l.name, l.most) from private.email_limits as l);
begin
  if (
    select
      coalesce(sum(c.sent), 0) >= (v_cap ->> 'to_address')::integer
      or coalesce(sum(c.sent) filter (where c.workspace_id = capped_until.workspace), 0) >= (v_cap ->> 'to_address_per_workspace')::integer
      -- The last one is for workspaces that people do answer.
      or coalesce(sum(c.sent) filter (where t.workspace_id is null), 0) >= (v_cap ->> 'to_address_unanswered')::integer
        and not exists (select from private.answered_workspaces as a where a.workspace_id = capped_until.workspace)
    from private.email_counts as c
    left join private.answered_workspaces as t on t.workspace_id = c.workspace_id
    where c.day = v_today and c.address_hash = capped_until.mailbox
  ) or (
    select coalesce(sum(h.sent), 0) from private.email_hours as h
    where h.workspace_id = capped_until.workspace and h.hour >= date_trunc('day', v_moment, 'UTC')
  ) >= (v_cap ->> 'per_workspace')::integer
  or capped_until.is_new and private.new_addresses_left(capped_until.workspace) = 0
  then
    return date_trunc('day', v_moment, 'UTC') + interval '1 day';
  elsif (
    select h.sent from private.email_hours as h where h.workspace_id = capped_until.workspace and h.hour = v_this_hour
  ) >= (v_cap ->> 'per_workspace_hour')::integer
  then
    return v_this_hour + interval '1 hour';
  end if;
  return null;
end
$$;

create or replace function private.count_email(workspace uuid, mailbox bytea) returns void
language plpgsql set search_path = '' as $$
declare
  v_moment constant timestamptz := private.email_clock();
begin
  insert into private.email_counts as c (day, address_hash, workspace_id, sent)
  values ((v_moment at time zone 'UTC')::date, count_email.mailbox, count_email.workspace, 1)
  on conflict (day, address_hash, workspace_id) do update set sent = c.sent + 1;
  insert into private.email_hours as h (workspace_id, hour, sent)
  values (count_email.workspace, date_trunc('hour', v_moment, 'UTC'), 1)
  on conflict (workspace_id, hour) do update set sent = h.sent + 1;
end
$$;

create or replace function public.invitations_end_on(request uuid) returns date
language plpgsql stable security definer set search_path = '' as $$
declare
  v_parent constant uuid := (
    select r.workspace_id from public.requests as r
    where r.id = invitations_end_on.request and r.workspace_id = any(private.my_workspaces())
  );
  v_waiting integer;
begin
  perform private.require_session();
  if v_parent is null then
    perform private.fail('not_found');
  end if;
  -- The workspace's own cap alone: those of an address would tell what others send to it.
  select count(distinct p.email) into v_waiting
  from private.outbox as o
  join public.recipients as p on p.id = o.recipient_id
  where o.ended_at is null and o.attempts = 0 and o.kind = 'invitation' and p.workspace_id = v_parent
    and not exists (
      select from private.emailed_addresses as a
      where a.workspace_id = v_parent and a.address_hash = private.address_hash(p.email)
    );
  return private.new_addresses_end_on(v_parent, v_waiting);
end
$$;

create or replace function public.report_request(request uuid, note text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_me constant uuid := private.require_session();
  v_words constant text := private.trimmed(coalesce(report_request.note, ''));
begin
  if not coalesce(
    report_request.request = any(private.my_requests()) or report_request.request = any(private.my_handed_requests()), false
  ) then
    perform private.fail('not_found');
  elsif char_length(v_words) > 1000 then
    perform private.fail('report.note');
  end if;
  insert into private.request_reports (request_id, workspace_id, user_id, note, behind)
  select
    r.id, r.workspace_id, v_me, v_words,
    (
      select h.handed_by from public.recipients as p join public.recipient_items as h on h.recipient_id = p.id
      where p.request_id = r.id and p.user_id = v_me order by h.at, h.item_id limit 1
    )
  from public.requests as r where r.id = report_request.request
  on conflict do nothing;
end
$$;

create or replace function public.stop_email(token text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_target constant private.stop_target := private.stop_target(stop_email.token);
begin
  if v_target.scope = 'request' then
    update public.recipients as p set muted_at = coalesce(p.muted_at, now()) where p.id = v_target.named;
  elsif v_target.scope = 'workspace' then
    update public.recipients as p set muted_at = coalesce(p.muted_at, now())
    where p.workspace_id = v_target.workspace and private.address_hash(p.email) = private.address_hash(v_target.address)
      and p.removed_at is null;
  elsif v_target.scope = 'watched' then
    update private.watchers as w set stopped_at = coalesce(w.stopped_at, now()) where w.id = v_target.named;
  elsif v_target.scope = 'summary' then
    update private.member_emails as e set arrivals = 'none', next_summary_at = null, stopped_at = now()
    where e.id = v_target.named and e.arrivals <> 'none';
  end if;
  return v_target.scope;
end
$$;

create or replace function public.peek_stop(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_target constant private.stop_target := private.stop_target(peek_stop.token);
begin
  return (
    select jsonb_build_object(
      'scope', v_target.scope,
      'workspace', w.name,
      'person', left(v_target.address, 1) || '…' || substring(v_target.address from '@[^@]*$')
    )
    from public.workspaces as w where w.id = v_target.workspace and v_target.scope is not null
  );
end
$$;

create or replace function public.resume_email(token text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_target constant private.stop_target := private.stop_target(resume_email.token);
  v_earliest constant timestamptz := now() - interval '1 day';
begin
  if v_target.scope = 'request' then
    update public.recipients as p set muted_at = null where p.id = v_target.named and p.muted_at > v_earliest;
  elsif v_target.scope = 'workspace' then
    update public.recipients as p set muted_at = null
    where p.workspace_id = v_target.workspace and private.address_hash(p.email) = private.address_hash(v_target.address)
      and p.muted_at > v_earliest;
  elsif v_target.scope = 'watched' then
    update private.watchers as w set stopped_at = null where w.id = v_target.named and w.stopped_at > v_earliest;
  elsif v_target.scope = 'summary' then
    update private.member_emails as e
    set arrivals = 'daily', next_summary_at = private.next_summary(private.email_clock(), e.zone), stopped_at = null
    where e.id = v_target.named and e.arrivals = 'none' and e.stopped_at > v_earliest;
  end if;
  return case when found then v_target.scope end;
end
$$;

create or replace function public.stop_all_email(stopped boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_me constant uuid := private.require_session();
  v_address constant text := (select u.email from auth.users as u where u.id = v_me);
begin
  if coalesce(stop_all_email.stopped, true) then
    insert into private.suppressed_addresses (address_hash, reason) values (private.mailbox_hash(v_address), 'asked')
    on conflict do nothing;
    return;
  end if;
  delete from private.suppressed_addresses as s
  where (s.address_hash, s.reason) in (
    (private.mailbox_hash(v_address), 'asked'), (private.address_hash(v_address), 'asked'),
    (private.address_hash(v_address), 'refused')
  );
  update public.recipients as p set unreachable_at = null
  where p.user_id = v_me and private.address_hash(p.email) = private.address_hash(v_address) and p.unreachable_at is not null;
end
$$;

create or replace function public.suppress_address(address text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_refused constant text := lower(trim(suppress_address.address));
  v_person public.recipients;
  v_told integer := 0;
begin
  if coalesce(v_refused !~ '^[^@[:space:]]+@[^@[:space:]]+$', true) then
    perform private.fail('draft.recipient');
  end if;
  -- Requests before recipients, as every writer does.
  perform from public.requests as r
  where r.id in (select p.request_id from public.recipients as p where p.email = v_refused)
  order by r.id
  for no key update;
  insert into private.suppressed_addresses as s (address_hash, reason) values (private.address_hash(v_refused), 'refused')
  on conflict (address_hash, reason) do update set at = excluded.at;
  for v_person in
    update public.recipients as p set unreachable_at = now()
    where p.email = v_refused and p.removed_at is null and p.unreachable_at is null
    returning p.*
  loop
    perform private.add_email_event(v_person, 'unreachable');
    v_told := v_told + 1;
  end loop;
  update private.invitations as i set unreachable_at = now()
  where i.email = v_refused and i.accepted_at is null and i.unreachable_at is null;
  return v_told;
end
$$;

create or replace function public.allow_address(address text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_freed constant text := lower(trim(allow_address.address));
begin
  if coalesce(v_freed !~ '^[^@[:space:]]+@[^@[:space:]]+$', true) then
    perform private.fail('draft.recipient');
  end if;
  perform private.free_addresses(array[private.address_hash(v_freed)]);
  return case when private.has_stopped_email(v_freed) then 'stopped' else 'allowed' end;
end
$$;

create or replace function public.free_expired_addresses() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_expired constant bytea[] := array(
    select s.address_hash from private.suppressed_addresses as s
    where s.reason = 'refused' and s.at <= now() - interval '90 days'
    order by s.at limit 100
  );
begin
  perform private.free_addresses(v_expired);
  return cardinality(v_expired);
end
$$;

create or replace function private.stop_target(token text) returns private.stop_target
language plpgsql stable set search_path = '' as $$
declare
  v_parts constant private.token_parts := private.parse_token(stop_target.token);
  v_named constant uuid := v_parts.named;
  v_found_target private.stop_target;
begin
  -- After a correction, the links at the former address stop nothing.
  select v_named, null, t.address, t.workspace into v_found_target
  from (
    select p.email as address, p.workspace_id as workspace from public.recipients as p where p.id = v_named
    union all
    select u.email, r.workspace_id
    from private.watchers as w join auth.users as u on u.id = w.user_id join public.requests as r on r.id = w.request_id
    where w.id = v_named
    union all
    select u.email, e.workspace_id
    from private.member_emails as e join auth.users as u on u.id = e.user_id where e.id = v_named
  ) as t;
  v_found_target.scope := (
    select min(s.scope) from unnest(array['request', 'workspace', 'watched', 'summary']) as s (scope)
    where v_parts.signature = private.stop_signature(v_named, coalesce(v_found_target.address, ''), s.scope)
  );
  return v_found_target;
end
$$;

create or replace function public.send_reminders(request uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(send_reminders.request);
  v_reachable uuid[];
  v_due uuid[];
begin
  if v_locked.status <> 'open' then
    perform private.fail('request.closed');
  elsif v_locked.paused_at is not null then
    perform private.fail('request.paused');
  elsif v_locked.required_missing + v_locked.required_returned = 0 then
    perform private.fail('reminder.nothing');
  end if;
  select
    array_agg(p.id),
    array_agg(p.id) filter (
      where coalesce(p.emailed_at < private.email_clock() - interval '24 hours', true)
        and not exists (
          select from private.outbox as o
          where o.recipient_id = p.id and o.kind = 'reminder' and o.by_hand and o.ended_at is null
        )
    )
  into v_reachable, v_due
  from public.recipients as p
  where p.request_id = v_locked.id and num_nonnulls(p.removed_at, p.muted_at, p.unreachable_at) = 0
    and num_nonnulls(p.invited_at, p.user_id) > 0 and private.count_missing_for(p, v_locked) > 0;
  if v_reachable is null then
    perform private.fail('reminder.unreachable');
  elsif v_due is null then
    perform private.fail('reminder.soon');
  end if;
  insert into private.outbox (kind, request_id, recipient_id, since, not_before, covers, by_hand)
  select 'reminder', v_locked.id, d.id, now(), private.email_clock(), array[d.id], true from unnest(v_due) as d (id)
  -- One that waits for the morning or for a cap goes now.
  on conflict (recipient_id, kind, coalesce(address, '')) where attempts = 0 and ended_at is null
    do update set by_hand = true, not_before = excluded.not_before
    -- One that tells of other requests too keeps to their schedules.
    where outbox.covers = excluded.covers;
  update public.recipients as p set remind_after = private.email_clock() where p.id = any(v_due);
  return cardinality(v_due);
end
$$;

create or replace function public.preview_reminder(request uuid, site text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_workspaces constant uuid[] := private.my_workspaces();
  v_person public.recipients;
  v_covers uuid[];
begin
  perform private.require_session();
  if not exists (
    select from public.requests as r where r.id = preview_reminder.request and r.workspace_id = any(v_workspaces)
  ) then
    perform private.fail('not_found');
  end if;
  select p.* into v_person from public.recipients as p
  where p.request_id = preview_reminder.request and p.next_reminder_at is not null
  order by p.next_reminder_at, p.id
  limit 1;
  if not found then
    return null;
  end if;
  v_covers := array(
    select p.id from public.recipients as p
    where p.workspace_id = v_person.workspace_id and private.address_hash(p.email) = private.address_hash(v_person.email)
      and p.next_reminder_at <= v_person.next_reminder_at + interval '3 days'
    order by p.id = v_person.id desc, p.next_reminder_at, p.id
    limit 20
  );
  return private.reminder_facts(
    private.reminded_now(v_covers, true), v_person.next_reminder_at, preview_reminder.site, is_preview => true
  );
end
$$;

create or replace function public.set_reminders(request uuid, plan jsonb, paused boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(set_reminders.request);
begin
  if v_locked.status in ('done', 'cancelled') then
    perform private.fail('request.closed');
  elsif not private.is_reminder_plan(set_reminders.plan) then
    perform private.fail('reminder.plan');
  end if;
  update public.requests as r
  set
    reminder_plan = set_reminders.plan,
    reminders_paused_at = case when coalesce(set_reminders.paused, false) then coalesce(r.reminders_paused_at, now()) end
  where r.id = v_locked.id;
end
$$;

create or replace function public.set_workspace_reminders(workspace uuid, zone text, plan jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_known constant text := private.known_zone(set_workspace_reminders.zone);
begin
  perform private.lock_workspace(set_workspace_reminders.workspace, 'admin');
  if v_known is null then
    perform private.fail('reminder.zone');
  elsif not private.is_reminder_plan(set_workspace_reminders.plan) then
    perform private.fail('reminder.plan');
  end if;
  update public.workspaces as w
  set zone = v_known, reminder_plan = set_workspace_reminders.plan
  where w.id = set_workspace_reminders.workspace;
end
$$;

create or replace function public.promise_date(request uuid, "on" date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_recipient(promise_date.request);
  v_today constant date := (
    select (private.email_clock() at time zone coalesce(p.zone, w.zone))::date
    from public.recipients as p join public.workspaces as w on w.id = p.workspace_id
    where p.request_id = v_locked.id and p.user_id = auth.uid()
  );
begin
  if promise_date."on" not between v_today and v_today + 365 then
    perform private.fail('promise.date');
  end if;
  update public.recipients as p set promised_on = promise_date."on"
  where p.request_id = v_locked.id and p.user_id = auth.uid();
  perform private.add_event(v_locked.id, 'promised', data => jsonb_build_object('on', promise_date."on"));
end
$$;

create or replace function public.mute_request(request uuid, muted boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_recipient(mute_request.request);
begin
  update public.recipients as p
  set muted_at = case when coalesce(mute_request.muted, true) then coalesce(p.muted_at, now()) end
  where p.request_id = v_locked.id and p.user_id = auth.uid();
end
$$;

create or replace function private.next_reminder(person public.recipients) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  v_parent public.requests;
  v_zone text;
begin
  -- Somebody who neither got an email nor came doesn't know what the reminder would be about.
  if num_nonnulls(person.removed_at, person.muted_at, person.unreachable_at) > 0
    or num_nonnulls(person.invited_at, person.user_id) = 0
  then
    return null;
  end if;
  select r.* into v_parent from public.requests as r where r.id = person.request_id;
  if v_parent.status <> 'open'
    or num_nonnulls(v_parent.paused_at, v_parent.reminders_paused_at) > 0
    or private.count_missing_for(person, v_parent) = 0
    or person.reminders_sent >= (v_parent.reminder_plan ->> 'most')::integer
  then
    return null;
  end if;
  v_zone := coalesce(person.zone, (select w.zone from public.workspaces as w where w.id = person.workspace_id));
  return private.reminder_time(
    greatest(
      private.planned_reminder(v_parent.reminder_plan, v_parent.due_on, person.remind_after, v_zone),
      private.reminder_pause(person, v_zone)
    ),
    v_zone
  );
end
$$;

create or replace function private.reminded_now(covers uuid[], by_hand boolean) returns uuid[]
language sql stable set search_path = '' as $$
  with reminded as materialized (
    select p as person from public.recipients as p
    where p.id = any(covers) and num_nonnulls(p.removed_at, p.muted_at, p.unreachable_at) = 0
  )
  select coalesce(array_agg((d.person).id order by r.due_on, r.sent_at, r.id), '{}')
  from reminded as d
  cross join lateral (
    -- OFFSET keeps the planner from turning the order of the two around.
    select r.* from public.requests as r where r.id = (d.person).request_id offset 0
  ) as r
  join public.workspaces as w on w.id = r.workspace_id
  where r.status = 'open' and r.paused_at is null and private.count_missing_for(d.person, r) > 0
    and (
      by_hand
      or r.reminders_paused_at is null
      and coalesce(
        private.reminder_pause(d.person, coalesce((d.person).zone, w.zone)) <= private.email_clock(), true
      )
    )
$$;

create or replace function public.set_email_preference(workspace uuid, arrivals text, zone text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_known text;
begin
  perform private.require_session();
  select coalesce(private.known_zone(set_email_preference.zone), w.zone) into v_known
  from public.members as m join public.workspaces as w on w.id = m.workspace_id
  where m.workspace_id = set_email_preference.workspace and m.user_id = auth.uid();
  if not found then
    perform private.fail('not_found');
  elsif coalesce(set_email_preference.arrivals not in ('each', 'daily', 'none'), true) then
    perform private.fail('email.arrivals');
  end if;
  insert into private.member_emails as e (workspace_id, user_id, arrivals, zone, next_summary_at)
  select
    set_email_preference.workspace, auth.uid(), set_email_preference.arrivals, v_known,
    case when set_email_preference.arrivals = 'daily' then private.next_summary(private.email_clock(), v_known) end
  on conflict (workspace_id, user_id) do update
  set
    arrivals = excluded.arrivals, zone = excluded.zone, next_summary_at = excluded.next_summary_at,
    -- A summary doesn't repeat the emails that were sent one by one.
    summarised_at = case when e.arrivals = 'daily' then e.summarised_at else excluded.summarised_at end;
end
$$;

create or replace function private.plan_summaries(batch integer) returns integer
language plpgsql set search_path = '' as $$
declare
  v_moment constant timestamptz := private.email_clock();
  v_due private.member_emails;
  v_emails integer := 0;
begin
  for v_due in
    select e.* from private.member_emails as e
    where e.next_summary_at is not null and e.next_summary_at <= v_moment
    order by e.next_summary_at, e.id
    limit plan_summaries.batch
    for no key update skip locked
  loop
    insert into private.outbox (kind, workspace_id, user_id, since, not_before, data)
    values (
      'summary', v_due.workspace_id, v_due.user_id, v_due.summarised_at, v_moment,
      jsonb_build_object(
        -- A worker that was away for days tells of all of them.
        'from', (v_due.next_summary_at at time zone v_due.zone)::date - 1,
        'today', (v_moment at time zone v_due.zone)::date
      )
    )
    on conflict do nothing;
    update private.member_emails as e
    set next_summary_at = private.next_summary(v_moment, v_due.zone), summarised_at = now()
    where e.id = v_due.id;
    v_emails := v_emails + 1;
  end loop;
  return v_emails;
end
$$;

create or replace function private.email_facts(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns jsonb
language sql stable set search_path = '' as $$
  select common.facts || case email.kind
    when 'invitation' then jsonb_build_object(
      'items', case recipient.scope when 'all' then request.items_total else jsonb_array_length(common.handed) end,
      'message', case recipient.scope when 'all' then private.emailed_message(request) else '' end,
      'handed', common.handed,
      'retainDays', common.retain_days,
      -- The page asks for a code before it takes a report.
      'reportUrl', common.facts -> 'request' ->> 'url' || '#report'
    )
    when 'update' then jsonb_build_object(
      'returned', private.returns_since(request, email.since, recipient),
      'changes', private.changes_since(request, email.since, recipient),
      'questions', private.unread_messages(request, recipient.user_id, email.since, recipient),
      'accepted', (
        select count(*) from public.items as i
        where i.request_id = request.id and i.removed_at is null and i.status = 'accepted' and i.decided_at >= email.since
          and private.is_for(recipient, i.id)
      )
    )
    when 'ended' then jsonb_build_object(
      'how', case when request.closed_by is null or recipient.removed_at is not null then 'withdrawn' else 'closed' end,
      'isReadable', recipient.user_id is not null and email.address is null
    )
    when 'binned' then private.binned_facts(
      request, case when recipient.user_id is not null then common.facts -> 'request' ->> 'url' end
    )
    when 'deletion_decided' then jsonb_build_object(
      'files', private.decided_deletions(recipient, email.since)
    )
    else jsonb_build_object(
      'items', private.sent_items(recipient),
      'left', private.count_missing_for(recipient, request),
      'zone', common.zone,
      'signed', (
        select jsonb_build_object('document', s.document, 'verifyUrl', site || '/verify')
        from private.current_receipt(recipient) as s (document)
        where s.document is not null
      )
    )
  end
  from private.common_facts(email, request, recipient, site) as common
$$;

create or replace function private.common_facts(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns table (facts jsonb, retain_days integer, zone text, handed jsonb)
language sql stable rows 1 set search_path = '' as $$
  select
    jsonb_build_object(
      'asker', private.asker_facts(request),
      'recipientName', recipient.name,
      'request', jsonb_build_object('title', request.title, 'dueOn', request.due_on, 'url', site || '/r/' || l.token),
      'today', (private.email_clock() at time zone coalesce(recipient.zone, w.zone))::date,
      'stop', jsonb_build_object(
        'request', site || '/email/stop/' || private.stop_token(recipient.id, coalesce(email.address, recipient.email)),
        'everything', site || '/settings/email'
      )
    ) as facts,
    w.retain_days,
    coalesce(recipient.zone, w.zone) as zone,
    (
      select coalesce(jsonb_agg(jsonb_build_object('title', i.title, 'by', h.handed_by_name) order by i.position), '[]')
      from public.recipient_items as h join public.items as i on i.id = h.item_id and i.removed_at is null
      where h.recipient_id = recipient.id
    ) as handed
  from public.workspaces as w
  join public.request_links as l on l.request_id = request.id
  where w.id = request.workspace_id
$$;

create or replace function private.upsert_people(requests uuid[]) returns void
language sql set search_path = '' as $$
  -- In one order, so that two requests to the same new people wait for each other instead of failing.
  insert into private.people as p (workspace_id, email, asked_as, asked_at)
  select distinct on (c.workspace_id, c.email) c.workspace_id, c.email, c.name, greatest(r.sent_at, c.created_at)
  from public.requests as r join public.recipients as c on c.request_id = r.id
  where r.id = any(upsert_people.requests) and r.sent_at is not null and c.removed_at is null
  order by c.workspace_id, c.email, r.sent_at desc
  on conflict (workspace_id, email) do update set asked_as = excluded.asked_as
  where excluded.asked_as <> '' and p.asked_as <> excluded.asked_as
$$;

create or replace function private.keep_open_recipients(recipients uuid[]) returns void
language sql set search_path = '' as $$
  delete from private.open_recipients as o
  using public.recipients as c, public.requests as r
  where o.recipient_id = any(keep_open_recipients.recipients) and c.id = o.recipient_id and r.id = c.request_id
    and (r.status <> 'open' or c.removed_at is not null);
  insert into private.open_recipients as o (recipient_id, workspace_id, person_id, due_on, unreached_at)
  select
    c.id, c.workspace_id, coalesce(p.merged_into, p.id),
    case when r.paused_at is null and private.count_missing_for(c, r) > 0 then coalesce(r.due_on, 'infinity') end,
    least(c.unreachable_at, c.muted_at)
  from public.recipients as c
  join public.requests as r on r.id = c.request_id
  join private.people as p on p.workspace_id = c.workspace_id and p.email = c.email
  where c.id = any(keep_open_recipients.recipients) and r.status = 'open' and c.removed_at is null
  order by c.id
  -- Somebody may be merging this person.
  for key share of p
  on conflict (recipient_id) do update
  set person_id = excluded.person_id, due_on = excluded.due_on, unreached_at = excluded.unreached_at
  where (o.person_id, o.due_on, o.unreached_at)
    is distinct from (excluded.person_id, excluded.due_on, excluded.unreached_at)
$$;

create or replace function private.tg_recipients__sync_people() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_met uuid[];
  v_seen record;
begin
  if tg_op = 'INSERT' then
    v_met := array(select distinct c.request_id from changed as c);
  else
    v_met := array(
      select distinct c.request_id from changed as c join former as f on f.id = c.id
      where (f.email, f.name) is distinct from (c.email, c.name)
    );
    -- Before anything else of theirs, in the order of merges. Nobody is tagged meanwhile who is forgotten below.
    perform from private.people as p
    where (p.workspace_id, p.email) in (
      select s.workspace_id, s.email
      from changed as c join former as f on f.id = c.id
      cross join lateral (values (f.workspace_id, f.email), (c.workspace_id, c.email)) as s (workspace_id, email)
      where f.email <> c.email
    )
    order by p.id
    for update;
  end if;
  if v_met <> '{}' then
    perform private.upsert_people(v_met);
  end if;
  perform private.keep_open_recipients(array(select c.id from changed as c));
  if tg_op = 'UPDATE' then
    update private.people as p set last_seen_at = c.last_seen_at
    from changed as c join former as f on f.id = c.id
    where p.workspace_id = c.workspace_id and p.email = c.email and f.last_seen_at is distinct from c.last_seen_at
      and coalesce(p.last_seen_at < c.last_seen_at, true);
    -- An address that was corrected before anybody used it was nobody's.
    delete from private.people as p
    using changed as c join former as f on f.id = c.id
    where f.email <> c.email and p.workspace_id = f.workspace_id and p.email = f.email
      and p.name = '' and p.note = '' and p.merged_into is null
      and not exists (select from private.people as m where m.merged_into = p.id)
      and not exists (select from private.person_tags as g where g.person_id = p.id)
      and not exists (
        select from public.recipients as other join public.requests as r on r.id = other.request_id
        where other.workspace_id = p.workspace_id and private.address_hash(other.email) = private.address_hash(p.email)
          and r.sent_at is not null
      );
  end if;
  return null;
end
$$;

create or replace function private.tg_requests__add_people() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.upsert_people(array[new.id]);
  return null;
end
$$;

create or replace function public.list_people(workspace uuid, filter text, after text default null, tag uuid default null)
returns table (
  id uuid, name text, email text, other_emails text[], tags text[], open_requests integer, items_left integer,
  items_accepted integer, items_submitted integer, items_returned integer, items_missing integer, due_on date, promised_on date,
  is_opened boolean, is_invited boolean, last_seen_at timestamptz, answered_at timestamptz, unreachable_at timestamptz, muted_at timestamptz,
  request_id uuid, "position" text
)
language plpgsql stable security definer rows 50 set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  v_ids uuid[];
  v_positions text[];
begin
  perform private.require_role(list_people.workspace, 'member');
  if list_people.tag is null then
    select coalesce(array_agg(l.id), '{}'), coalesce(array_agg(l.position), '{}') into v_ids, v_positions
    from private.list_people(list_people.workspace, list_people.filter, list_people.after, 50) as l;
  else
    select coalesce(array_agg(l.id), '{}'), coalesce(array_agg(l.position), '{}') into v_ids, v_positions
    from private.list_tagged_people(
      list_people.workspace, list_people.filter, list_people.tag, list_people.after, 50
    ) as l;
  end if;
  return query select * from private.describe_people(v_ids, v_positions);
end
$$;

create or replace function public.people_counts(workspace uuid, tag uuid default null)
returns table (waiting integer, everyone integer, unreached integer)
language plpgsql stable security definer rows 1 set search_path = ''
-- Without statistics the planner would rather read all entries and hash or sort them.
set enable_sort = off set enable_hashagg = off set jit = off as $$
declare
  v_most constant integer := 1000;
begin
  perform private.require_role(people_counts.workspace, 'member');
  if people_counts.tag is not null then
    return query
      select
        count(*) filter (
          where exists (
            select from private.open_recipients as o where o.person_id = t.person_id and o.due_on is not null
          )
        )::integer,
        count(*)::integer,
        count(*) filter (
          where exists (
            select from private.open_recipients as o
            where o.workspace_id = people_counts.workspace and o.person_id = t.person_id and o.unreached_at is not null
          )
        )::integer
      from private.tagged(people_counts.workspace, people_counts.tag, v_most) as t;
    return;
  end if;
  return query
    select
      (
        select count(*)::integer from (
          select distinct o.person_id from private.open_recipients as o
          where o.workspace_id = people_counts.workspace and o.due_on is not null limit v_most
        ) as c
      ),
      (
        select count(*)::integer from (
          select from private.people as p
          where p.workspace_id = people_counts.workspace and p.merged_into is null order by p.sort_name, p.id limit v_most
        ) as c
      ),
      (
        select count(*)::integer from (
          select distinct o.person_id from private.open_recipients as o
          where o.workspace_id = people_counts.workspace and o.unreached_at is not null limit v_most
        ) as c
      );
end
$$;

create or replace function public.export_people(workspace uuid, after text default null)
returns table (
  name text, email text, other_emails text[], tags text[], note text, asked_at timestamptz, open_requests integer,
  items_left integer, due_on date, promised_on date, last_seen_at timestamptz, answered_at timestamptz, unreachable_at timestamptz, muted_at timestamptz, "position" text
)
language plpgsql stable security definer rows 500 set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  v_ids uuid[];
  v_positions text[];
begin
  perform private.require_role(export_people.workspace, 'member');
  select coalesce(array_agg(l.id), '{}'), coalesce(array_agg(l.position), '{}') into v_ids, v_positions
  from private.list_people(export_people.workspace, 'everyone', export_people.after, 500) as l;
  return query
    select
      d.name, d.email, d.other_emails, d.tags, p.note, p.asked_at, d.open_requests, d.items_left, d.due_on, d.promised_on,
      d.last_seen_at, d.answered_at, d.unreachable_at, d.muted_at, d.position
    from private.describe_people(v_ids, v_positions) with ordinality as d (
      id, name, email, other_emails, tags, open_requests, items_left, items_accepted, items_submitted, items_returned,
      items_missing, due_on, promised_on, is_opened, is_invited, last_seen_at, answered_at, unreachable_at, muted_at, request_id,
      "position", number
    )
    join private.people as p on p.id = d.id
    order by d.number;
end
$$;

create or replace function private.list_people(workspace uuid, filter text, after text, most integer)
returns table (id uuid, "position" text)
-- Without statistics the planner would rather sort a whole workspace than read an index in its order.
language plpgsql stable set search_path = '' set enable_sort = off set enable_hashagg = off set jit = off as $$
#variable_conflict use_column
declare
  v_following uuid;
  -- After the id and a space.
  v_key constant text := substr(list_people.after, 38);
begin
  v_following := coalesce(left(list_people.after, 36), '00000000-0000-0000-0000-000000000000');
  if list_people.filter = 'waiting' then
    return query
      select o.person_id, o.recipient_id || ' ' || o.due_on
      from private.open_recipients as o
      where o.workspace_id = list_people.workspace and o.due_on is not null
        and (o.due_on, o.recipient_id) > (coalesce(v_key::date, '-infinity'), v_following)
        -- Each person once, at what is due first.
        and not exists (
          select from private.open_recipients as e
          where e.person_id = o.person_id and e.due_on is not null
            and (e.due_on, e.recipient_id) < (o.due_on, o.recipient_id)
          offset 0
        )
      order by o.due_on, o.recipient_id
      limit list_people.most;
  elsif list_people.filter = 'everyone' then
    return query
      select p.id, p.id || ' ' || p.sort_name
      from private.people as p
      where p.workspace_id = list_people.workspace and p.merged_into is null
        and (p.sort_name, p.id) > (coalesce(v_key, '') collate "C", v_following)
      order by p.sort_name, p.id
      limit list_people.most;
  elsif list_people.filter = 'unreached' then
    return query
      select o.person_id, o.recipient_id || ' ' || o.unreached_at
      from private.open_recipients as o
      where o.workspace_id = list_people.workspace and o.unreached_at is not null
        and (o.unreached_at, o.recipient_id) > (coalesce(v_key::timestamptz, '-infinity'), v_following)
        and not exists (
          select from private.open_recipients as e
          where e.workspace_id = o.workspace_id and e.person_id = o.person_id and e.unreached_at is not null
            and (e.unreached_at, e.recipient_id) < (o.unreached_at, o.recipient_id)
          offset 0
        )
      order by o.unreached_at, o.recipient_id
      limit list_people.most;
  else
    perform private.fail('list.unknown');
  end if;
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow then
    perform private.fail('list.cursor');
end
$$;

create or replace function private.list_tagged_people(workspace uuid, filter text, tag uuid, after text, most integer)
returns table (id uuid, "position" text)
language plpgsql stable set search_path = '' set jit = off
-- Without statistics the planner would rather read whole tables than follow a few rows.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  -- Enough for any list that somebody reads, and few enough to look at each time.
  v_looked_at constant integer := 1000;
  v_following constant text := coalesce(left(list_tagged_people.after, 36), '00000000-0000-0000-0000-000000000000');
  -- After the id and a space.
  v_key constant text := substr(list_tagged_people.after, 38);
begin
  if list_tagged_people.filter = 'waiting' then
    return query
      select t.person_id, o.recipient_id || ' ' || o.due_on
      from private.tagged(list_tagged_people.workspace, list_tagged_people.tag, v_looked_at) as t
      cross join lateral (
        select e.due_on, e.recipient_id from private.open_recipients as e
        where e.person_id = t.person_id and e.due_on is not null
        order by e.due_on, e.recipient_id limit 1
      ) as o
      where (o.due_on, o.recipient_id) > (coalesce(v_key::date, '-infinity'), v_following::uuid)
      order by o.due_on, o.recipient_id
      limit list_tagged_people.most;
  elsif list_tagged_people.filter = 'everyone' then
    return query
      select p.id, p.id || ' ' || p.sort_name
      from private.tagged(list_tagged_people.workspace, list_tagged_people.tag, v_looked_at) as t
      join private.people as p on p.id = t.person_id
      where (p.sort_name, p.id) > (coalesce(v_key, '') collate "C", v_following::uuid)
      order by p.sort_name, p.id
      limit list_tagged_people.most;
  elsif list_tagged_people.filter = 'unreached' then
    return query
      select t.person_id, o.recipient_id || ' ' || o.unreached_at
      from private.tagged(list_tagged_people.workspace, list_tagged_people.tag, v_looked_at) as t
      cross join lateral (
        select e.unreached_at, e.recipient_id from private.open_recipients as e
        where e.workspace_id = list_tagged_people.workspace and e.person_id = t.person_id and e.unreached_at is not null
        order by e.unreached_at, e.recipient_id limit 1
      ) as o
      where (o.unreached_at, o.recipient_id) > (coalesce(v_key::timestamptz, '-infinity'), v_following::uuid)
      order by o.unreached_at, o.recipient_id
      limit list_tagged_people.most;
  else
    perform private.fail('list.unknown');
  end if;
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow then
    perform private.fail('list.cursor');
end
$$;

create or replace function private.describe_people(people uuid[], positions text[])
returns table (
  id uuid, name text, email text, other_emails text[], tags text[], open_requests integer, items_left integer,
  items_accepted integer, items_submitted integer, items_returned integer, items_missing integer, due_on date, promised_on date,
  is_opened boolean, is_invited boolean, last_seen_at timestamptz, answered_at timestamptz, unreachable_at timestamptz, muted_at timestamptz,
  request_id uuid, "position" text
)
language sql stable rows 50 set search_path = '' as $$
  select
    p.id, coalesce(nullif(p.name, ''), p.asked_as), p.email, others.emails,
    array(select t.name from private.tags_of(p.id) as t), o.requests::integer, o.left_items::integer,
    o.accepted::integer, o.submitted::integer, o.returned::integer, o.missing::integer,
    nullif(o.due_on, 'infinity'), o.promised_on, coalesce(o.is_opened, true), coalesce(o.is_invited, true),
    greatest(p.last_seen_at, others.last_seen_at), greatest(p.answered_at, others.answered_at), o.unreachable_at, o.muted_at, o.request_id, named.position
  from unnest(describe_people.people, describe_people.positions) with ordinality as named (id, position, number)
  join private.people as p on p.id = named.id
  cross join lateral (
    select
      coalesce(array_agg(m.email order by m.email), '{}') as emails, max(m.last_seen_at) as last_seen_at,
      max(m.answered_at) as answered_at
    from private.people as m where m.merged_into = p.id
  ) as others
  cross join lateral (
    select
      count(*) filter (where c.is_first) as requests,
      coalesce(sum(private.count_missing_for(c.who, r)) filter (where c.is_first and w.due_on is not null), 0) as left_items,
      coalesce(sum(i.accepted), 0) as accepted, coalesce(sum(i.submitted), 0) as submitted,
      coalesce(sum(i.returned), 0) as returned, coalesce(sum(i.missing), 0) as missing,
      min(w.due_on) as due_on,
      min((c.who).promised_on) filter (where w.due_on is not null) as promised_on,
      bool_or((c.who).first_seen_at is not null) as is_opened,
      bool_or((c.who).invited_at is not null) as is_invited,
      min((c.who).unreachable_at) as unreachable_at,
      min((c.who).muted_at) as muted_at,
      (array_agg(r.id order by w.unreached_at, w.due_on, w.recipient_id))[1] as request_id
    from (
      -- Enough for a line of a list. Somebody with more of them is shown at least these.
      select w.* from private.open_recipients as w where w.person_id = p.id order by w.due_on, w.recipient_id limit 50
    ) as w
    cross join lateral (
      select
        c as who,
        -- With both of their addresses in a request its items are theirs once.
        cardinality(others.emails) = 0 or not exists (
          select from public.recipients as twin
          join private.open_recipients as o on o.recipient_id = twin.id and o.person_id = p.id
          where twin.request_id = c.request_id and (twin.scope, twin.id) < (c.scope, c.id)
        ) as is_first
      from public.recipients as c where c.id = w.recipient_id
    ) as c
    join public.requests as r on r.id = (c.who).request_id
    left join lateral private.items_by_state(c.who, r) as i on c.is_first
  ) as o
  order by named.number
$$;

create or replace function public.search_people(workspace uuid, search text)
returns table (
  id uuid, name text, email text, other_emails text[], tags text[], open_requests integer, items_left integer,
  items_accepted integer, items_submitted integer, items_returned integer, items_missing integer, due_on date, promised_on date,
  is_opened boolean, is_invited boolean, last_seen_at timestamptz, answered_at timestamptz, unreachable_at timestamptz, muted_at timestamptz,
  request_id uuid, "position" text
)
language plpgsql stable security definer rows 50 set search_path = '' set enable_sort = off set jit = off as $$
#variable_conflict use_column
declare
  v_max_matches constant integer := 100;
  -- As search_requests does: the first rows are compared, which finds common words, and then the index is read, which finds
  -- rare ones. Among many people it isn't read for a word that three of the rows compared have, or two of a sample.
  v_compared constant integer := 500;
  v_per_index constant integer := 500;
  v_many constant integer := 20000;
  v_sampled constant integer := 200;
  v_words constant text[] :=
    tsvector_to_array(to_tsvector('pg_catalog.simple', private.folded(left(search_people.search, 201))));
  v_first_rows integer;
  v_found uuid[];
  v_indexed uuid[];
  v_is_common boolean := false;
  v_ids uuid[];
begin
  perform private.require_role(search_people.workspace, 'member');
  if char_length(search_people.search) > 200 then
    perform private.fail('search.too_long');
  elsif coalesce(cardinality(v_words), 0) = 0 then
    return;
  end if;
  select count(*), coalesce(array_agg(f.id) filter (where f.document @@ private.prefix_query(v_words)), '{}')
  into v_first_rows, v_found
  from (
    select p.id, p.document from private.people as p
    where p.workspace_id = search_people.workspace and p.merged_into is null order by p.sort_name, p.id limit v_compared
  ) as f;
  if v_first_rows = v_compared then
    v_is_common := cardinality(v_found) >= 3 or (
      select count(*) filter (where s.document @@ private.prefix_query(v_words)) >= 2
      from (
        select p.document from private.people as p
        where p.workspace_id = search_people.workspace order by p.id limit v_sampled
      ) as s
    );
    if v_is_common then
      v_is_common := exists (
        select from private.people as p where p.workspace_id = search_people.workspace order by p.id offset v_many
      );
    end if;
  end if;
  if not v_is_common then
    execute 'select array_agg(m.id) from (
      select coalesce(p.merged_into, p.id) as id from private.people as p
      where private.search_index(p.workspace_id, p.document) @@ $1 limit $2
    ) as m' into v_indexed
    using private.prefix_query(private.words_in_workspace(workspace, v_words)), v_per_index;
  end if;
  v_ids := array(
    select p.id from private.people as p
    where p.id in (select unnest(v_found) union select unnest(v_indexed)) and p.workspace_id = search_people.workspace
    order by p.sort_name, p.id
    limit v_max_matches + 1
  );
  if v_is_common or cardinality(v_indexed) = v_per_index or cardinality(v_ids) > v_max_matches then
    -- Partial Content: others may match. PostgREST sends this status.
    perform set_config('response.status', '206', true);
  end if;
  return query select * from private.describe_people(v_ids[1:v_max_matches], null);
end
$$;

create or replace function public.person_details(person uuid)
returns table (
  id uuid, workspace_id uuid, name text, given_name text, email text, note text, revision integer, addresses jsonb,
  tags jsonb, open_requests integer, done_requests integer, items_left integer, asked_at timestamptz,
  last_seen_at timestamptz, zone text, is_proven boolean, answer_seconds bigint, answered_at timestamptz, files integer, bytes bigint, emailed_at timestamptz,
  next_email_at timestamptz, unreachable_at timestamptz, muted_at timestamptz
)
language plpgsql stable security definer rows 1 set search_path = '' set jit = off
-- Without statistics the planner would rather read whole tables than follow a person's few rows.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  v_main constant private.people := private.require_person(person_details.person);
begin
  return query
    with asked as materialized (
      select c as recipient, r as request
      from private.recipients_of(v_main.id, 100) as c join public.requests as r on r.id = c.request_id
      where r.sent_at is not null
    ),
    opened as (
      select a.* from asked as a where (a.request).status = 'open'
    ),
    answers as (
      -- From the day they were asked to their first answer, in the latest requests that they answered.
      select extract(epoch from first.at - greatest((a.request).sent_at, (a.recipient).created_at)) as seconds
      from (
        select a.* from asked as a where (a.recipient).user_id is not null
        order by (a.request).sent_at desc limit 20
      ) as a
      cross join lateral (
        select e.at from public.events as e
        where e.request_id = (a.request).id and e.recipient_id = (a.recipient).id
          and e.kind in ('file_added', 'answered')
        order by e.seq limit 1
      ) as first
    ),
    kept as (
      select f.size
      from asked as a
      cross join lateral (
        select f.size from public.files as f
        where f.request_id = (a.request).id and f.uploaded_by = (a.recipient).user_id and f.status = 'stored'
        limit 1000
      ) as f
      limit 1000
    )
    select
      v_main.id, v_main.workspace_id, coalesce(nullif(v_main.name, ''), v_main.asked_as), v_main.name, v_main.email, v_main.note,
      v_main.revision,
      (
        select jsonb_agg(
          jsonb_build_object('id', m.id, 'email', m.email, 'name', coalesce(nullif(m.name, ''), m.asked_as), 'note', m.note)
          order by m.id <> v_main.id, m.email
        )
        from private.addresses_of(v_main.id) as m
      ),
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name)), '[]') from private.tags_of(v_main.id) as t
      ),
      (select count(distinct (o.request).id)::integer from opened as o),
      (select count(distinct (a.request).id)::integer from asked as a where (a.request).status = 'done'),
      (
        select coalesce(sum(private.count_missing_for(o.recipient, o.request)), 0)::integer
        from (
          -- With both of their addresses in a request its items are theirs once.
          select distinct on ((o.request).id) o.* from opened as o
          where (o.request).paused_at is null order by (o.request).id, (o.recipient).scope
        ) as o
      ),
      (select min(m.asked_at) from private.addresses_of(v_main.id) as m),
      (select max(m.last_seen_at) from private.addresses_of(v_main.id) as m),
      (
        select (a.recipient).zone from asked as a where (a.recipient).zone is not null
        order by (a.recipient).last_seen_at desc nulls last limit 1
      ),
      (select coalesce(bool_or((a.recipient).user_id is not null), false) from asked as a),
      -- One answer is no habit.
      (
        select percentile_cont(0.5) within group (order by s.seconds)::bigint from answers as s
        having count(*) >= 2
      ),
      (select max(m.answered_at) from private.addresses_of(v_main.id) as m),
      (select count(*)::integer from kept),
      (select coalesce(sum(k.size), 0)::bigint from kept as k),
      (select max((a.recipient).emailed_at) from asked as a),
      (select min((o.recipient).next_reminder_at) from opened as o),
      (select min((o.recipient).unreachable_at) from opened as o),
      (select min((o.recipient).muted_at) from opened as o);
end
$$;

create or replace function public.person_requests(person uuid)
returns table (
  id uuid, title text, status text, is_paused boolean, sent_at timestamptz, closed_at timestamptz, due_on date,
  promised_on date, email text, is_handed boolean, items_left integer, items_accepted integer, items_submitted integer,
  items_returned integer, items_missing integer, is_unreachable boolean, is_muted boolean
)
language plpgsql stable security definer rows 100 set search_path = '' set jit = off
-- Without statistics the planner would rather read whole tables than follow a person's few rows.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  v_main constant private.people := private.require_person(person_requests.person);
begin
  return query
    select
      r.id, r.title, r.status, r.paused_at is not null, r.sent_at, r.closed_at, r.due_on, c.promised_on, c.email,
      c.scope = 'items', case when r.status = 'open' and r.paused_at is null then private.count_missing_for(c, r)::integer else 0 end,
      i.accepted, i.submitted, i.returned, i.missing, c.unreachable_at is not null, c.muted_at is not null
    from (
      -- A request to both of their addresses is listed once.
      select distinct on (c.request_id) c.id from private.recipients_of(v_main.id, 100) as c
      order by c.request_id, c.scope, c.created_at desc
    ) as l
    join public.recipients as c on c.id = l.id
    join public.requests as r on r.id = c.request_id
    cross join lateral private.items_by_state(c, r) as i
    where r.sent_at is not null
    order by c.created_at desc, c.id;
end
$$;

create or replace function public.person_companions(person uuid)
returns table (id uuid, name text, email text, items integer, is_handed_by_them boolean)
language plpgsql stable security definer rows 20 set search_path = '' set jit = off
-- Without statistics the planner would rather read whole tables than follow a person's few rows.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  v_main constant private.people := private.require_person(person_companions.person);
begin
  return query
    select
      other.id, coalesce(nullif(other.name, ''), other.asked_as), other.email, sum(handed.items)::integer,
      coalesce(bool_or(handed.is_by_them), false)
    from (
      select c.request_id, array_agg(c.user_id) as users
      from (
        select o.recipient_id from private.open_recipients as o
        where o.person_id = v_main.id order by o.due_on, o.recipient_id limit 20
      ) as o
      join public.recipients as c on c.id = o.recipient_id
      group by c.request_id
    ) as mine
    join public.recipients as c on c.request_id = mine.request_id and c.removed_at is null
    join private.open_recipients as w on w.recipient_id = c.id and w.person_id <> v_main.id
    join private.people as other on other.id = w.person_id
    cross join lateral (
      select count(*) as items, bool_or(h.handed_by = any(mine.users)) as is_by_them
      from public.recipient_items as h where h.recipient_id = c.id
    ) as handed
    group by other.id
    order by 4 desc, other.sort_name, other.id
    limit 20;
end
$$;

create or replace function private.require_person(person uuid) returns private.people
language plpgsql stable set search_path = '' as $$
declare
  v_me constant uuid := private.require_session();
  v_workspaces constant uuid[] := private.my_workspaces();
  v_found private.people;
begin
  select main.* into v_found
  from private.people as named
  join private.people as main on main.id = coalesce(named.merged_into, named.id)
  where named.id = require_person.person and named.workspace_id = any(v_workspaces) and v_me is not null;
  if v_found.id is null then
    perform private.fail('not_found');
  end if;
  return v_found;
end
$$;

create or replace function public.edit_person(person uuid, revision integer, name text, note text) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_main constant private.people := private.require_person(edit_person.person);
  v_named constant text := private.one_line(coalesce(edit_person.name, ''));
  v_noted constant text := private.trimmed(coalesce(edit_person.note, ''));
  v_current integer;
begin
  if v_named <> '' and (char_length(v_named) > 80 or not private.is_name(v_named)) then
    perform private.fail('person.name');
  elsif char_length(v_noted) > 1000 then
    perform private.fail('person.note');
  end if;
  select p.revision into v_current from private.people as p where p.id = v_main.id for no key update;
  if v_current is distinct from edit_person.revision then
    perform private.fail('person.stale');
  end if;
  update private.people as p set name = v_named, note = v_noted, revision = p.revision + 1 where p.id = v_main.id;
  return v_current + 1;
end
$$;

create or replace function public.merge_people(person uuid, other uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_most_addresses constant integer := 10;
  v_workspaces constant uuid[] := private.my_workspaces();
  v_parent uuid;
  v_together uuid[];
begin
  perform private.require_session();
  select p.workspace_id into v_parent
  from private.people as p join private.people as o on o.id = merge_people.other and o.workspace_id = p.workspace_id
  where p.id = merge_people.person and p.workspace_id = any(v_workspaces);
  if v_parent is null then
    perform private.fail('not_found');
  elsif merge_people.person = merge_people.other then
    perform private.fail('person.same');
  end if;
  -- One merge at a time in a workspace: two of them could each make the other's person a part of somebody.
  perform private.lock_people(v_parent, true);
  v_together := array(
    select p.id from private.people as p
    where coalesce(p.merged_into, p.id) in (
      select coalesce(n.merged_into, n.id) from private.people as n
      where n.id in (merge_people.person, merge_people.other)
    ) and p.workspace_id = v_parent
  );
  if cardinality(v_together) > v_most_addresses then
    perform private.fail('person.too_many_addresses');
  elsif (select count(distinct g.tag_id) from private.person_tags as g where g.person_id = any(v_together)) > 10 then
    perform private.fail('tag.too_many_here');
  end if;
  -- No request of theirs is opened or closed meanwhile under the other person.
  perform from private.people as p where p.id = any(v_together) order by p.id for update;
  update private.people as p
  set merged_into = case when p.id <> merge_people.person then merge_people.person end
  where p.id = any(v_together);
  update private.open_recipients as o set person_id = merge_people.person
  where o.person_id = any(v_together) and o.person_id <> merge_people.person;
  insert into private.person_tags (person_id, tag_id, workspace_id)
  select merge_people.person, g.tag_id, g.workspace_id from private.person_tags as g where g.person_id = any(v_together)
  on conflict do nothing;
  delete from private.person_tags as g where g.person_id = any(v_together) and g.person_id <> merge_people.person;
end
$$;

create or replace function public.unmerge_person(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_main constant private.people := private.require_person(unmerge_person.person);
  v_apart private.people;
begin
  perform private.lock_people(v_main.workspace_id, true);
  select p.* into v_apart from private.people as p where p.id = unmerge_person.person for update;
  if v_apart.merged_into is null then
    return;
  end if;
  update private.people as p set merged_into = null where p.id = v_apart.id;
  update private.open_recipients as o set person_id = v_apart.id
  from public.recipients as c
  where o.person_id = v_apart.merged_into and c.id = o.recipient_id and c.email = v_apart.email;
end
$$;

create or replace function private.lock_people(workspace uuid, exclusive boolean) returns void
language plpgsql set search_path = '' as $$
declare
  v_key constant bigint := hashtextextended('merge_people:' || lock_people.workspace, 0);
begin
  if lock_people.exclusive then
    perform pg_advisory_xact_lock(v_key);
  else
    perform pg_advisory_xact_lock_shared(v_key);
  end if;
end
$$;

create or replace function public.send_to_many(job uuid, template uuid, title text, message text, people jsonb) returns void
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  v_source public.requests;
  v_checklist public.requests;
  v_listed integer;
  v_title constant text := private.one_line(send_to_many.title);
  v_message constant text := coalesce(private.trimmed(send_to_many.message), '');
begin
  perform private.require_session();
  v_source := private.lock_template(send_to_many.template);
  -- The template's lock makes a repeat wait for the first.
  if exists (
    select from private.jobs as j where j.id = send_to_many.job and j.workspace_id = v_source.workspace_id
  ) then
    return;
  elsif jsonb_typeof(send_to_many.people) is distinct from 'array' then
    perform private.fail('bulk.rows');
  end if;
  v_listed := jsonb_array_length(send_to_many.people);
  if v_listed not between 1 and 1000 or exists (
    select from jsonb_array_elements(send_to_many.people) as e (person)
    where jsonb_typeof(e.person) <> 'object' or coalesce(e.person ->> 'number' !~ '^[1-9][0-9]{0,8}$', true)
  ) then
    perform private.fail('bulk.rows');
  elsif v_source.items_total = 0 then
    perform private.fail('draft.items');
  end if;
  perform private.check_bulk_rows(v_source, v_title, v_message, send_to_many.people);
  perform private.use_quota('bulk_rows', v_source.workspace_id::text, v_listed);
  -- The copy of the template.
  perform private.use_quota('requests', v_source.workspace_id::text, 1);
  insert into public.requests as r (workspace_id, title, message, created_by, is_template)
  values (v_source.workspace_id, v_source.title, v_source.message, auth.uid(), true)
  returning r.* into v_checklist;
  perform private.copy_items(v_source, v_checklist);
  insert into private.jobs (id, kind, workspace_id, template_id, checklist_id, title, message, sender)
  values (
    send_to_many.job, 'bulk', v_source.workspace_id, v_source.id, v_checklist.id, v_title, v_message, auth.uid()
  )
  on conflict do nothing;
  if not found then
    perform private.fail('not_found');
  end if;
  insert into private.job_rows (job_id, number, email, name, due_on, assignee, not_before)
  select
    send_to_many.job, (e.person ->> 'number')::integer, l.email, l.name, private.as_day(e.person -> 'due_on'),
    (e.person ->> 'assignee')::uuid, private.email_clock()
  from jsonb_array_elements(send_to_many.people) as e (person)
  cross join lateral private.listed_recipients(jsonb_build_array(e.person)) as l;
  perform private.count_template_use(v_source.id);
end
$$;

create or replace function private.check_bulk_rows(source public.requests, title text, message text, people jsonb) returns void
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  v_pattern constant text := check_bulk_rows.title || check_bulk_rows.message;
begin
  perform private.check_draft(jsonb_build_object(
    'title', private.render_placeholders(check_bulk_rows.title, p.name, p.due_on),
    'message', private.render_placeholders(check_bulk_rows.message, p.name, p.due_on),
    'recipients', jsonb_build_array(p.person)
  ))
  from (
    select
      e.person, coalesce(private.one_line(e.person ->> 'name'), '') as name, private.as_day(e.person -> 'due_on') as due_on
    from jsonb_array_elements(check_bulk_rows.people) as e (person)
  ) as p;
  if exists (
    select from jsonb_array_elements(check_bulk_rows.people) as e (person)
    where strpos(v_pattern, '{name}') > 0
        and coalesce(private.one_line(e.person ->> 'name'), '') = ''
      or strpos(v_pattern, '{due}') > 0 and e.person ->> 'due_on' is null
  ) then
    perform private.fail('bulk.placeholder');
  elsif (
    select count(distinct lower(private.trimmed(e.person ->> 'email'))) < jsonb_array_length(check_bulk_rows.people)
      or count(distinct e.person ->> 'number') < jsonb_array_length(check_bulk_rows.people)
    from jsonb_array_elements(check_bulk_rows.people) as e (person)
  ) then
    perform private.fail('bulk.duplicate');
  elsif exists (
    select from jsonb_array_elements(check_bulk_rows.people) as e (person)
    where e.person ->> 'assignee' is not null and not exists (
      select from public.members as m
      where m.workspace_id = source.workspace_id and m.user_id::text = e.person ->> 'assignee'
    )
  ) then
    perform private.fail('assignee.not_member');
  end if;
end
$$;

create or replace function public.pause_bulk(job uuid, paused boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked private.jobs := private.find_job(pause_bulk.job);
begin
  select j.* into v_locked from private.jobs as j where j.id = v_locked.id for update;
  if v_locked.stopped_at is not null then
    return;
  end if;
  update private.jobs as j
  set
    paused_at = case when pause_bulk.paused then coalesce(j.paused_at, now()) end,
    -- The member who resumes takes the place of a sender who has left.
    sender = case
      when pause_bulk.paused or private.may_send_requests(j.workspace_id, j.sender) then j.sender else auth.uid()
    end
  where j.id = v_locked.id;
  update private.job_rows as r
  set not_before = case when pause_bulk.paused then 'infinity' else private.email_clock() end
  where r.job_id = v_locked.id and r.done_at is null;
end
$$;

create or replace function public.stop_bulk(job uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked constant private.jobs := private.find_job(stop_bulk.job);
begin
  perform from private.jobs as j where j.id = v_locked.id for update;
  update private.job_rows as r set done_at = now(), failure = 'stopped' where r.job_id = v_locked.id and r.done_at is null;
  if found then
    update private.jobs as j set stopped_at = now(), paused_at = null where j.id = v_locked.id;
  end if;
end
$$;

create or replace function public.retry_bulk(job uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_locked private.jobs := private.find_job(retry_bulk.job);
  v_tried integer;
begin
  select j.* into v_locked from private.jobs as j where j.id = v_locked.id for update;
  if v_locked.stopped_at is not null then
    return 0;
  end if;
  -- Who has a request isn't among them: a row ends with a request or with a failure.
  update private.job_rows as r
  set
    done_at = null, failure = null, attempts = 0, claimed_by = null, claimed_until = null,
    not_before = case when v_locked.paused_at is null then private.email_clock() else 'infinity' end
  where r.job_id = v_locked.id and r.failure is not null and r.request_id is null;
  get diagnostics v_tried = row_count;
  if v_tried > 0 and not private.may_send_requests(v_locked.workspace_id, v_locked.sender) then
    -- As for a job that is resumed.
    update private.jobs as j set sender = auth.uid() where j.id = v_locked.id;
  end if;
  return v_tried;
end
$$;

create or replace function private.find_job(job uuid) returns private.jobs
language plpgsql stable set search_path = '' as $$
declare
  v_found_job private.jobs;
begin
  perform private.require_session();
  select j.* into v_found_job from private.jobs as j
  where j.id = find_job.job and j.workspace_id = any(private.my_workspaces());
  if not found then
    perform private.fail('not_found');
  end if;
  return v_found_job;
end
$$;

create or replace function private.may_send_requests(workspace uuid, member uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.members as m
    join public.workspaces as w on w.id = m.workspace_id
    join auth.users as u on u.id = m.user_id
    where m.workspace_id = may_send_requests.workspace and m.user_id = may_send_requests.member
      and (u.banned_until is null or u.banned_until <= now()) and u.deleted_at is null
      and (not private.binds_members(w) or private.has_second_factor(m.user_id))
  )
$$;

create or replace function private.render_placeholders(pattern text, name text, due_on date) returns text
language sql stable set search_path = '' as $$
  -- The name comes last: one that looks like a placeholder stays as it is.
  select replace(
    replace(render_placeholders.pattern, '{due}', coalesce(to_char(render_placeholders.due_on, 'FMDD Mon YYYY'), '')), '{name}', render_placeholders.name
  )
$$;

create or replace function public.bulk_details(job uuid)
returns table (
  id uuid, workspace_id uuid, template_id uuid, template_title text, items integer, created_at timestamptz,
  sender_name text, can_send boolean, paused_at timestamptz, stopped_at timestamptz, people integer, problems integer, failed integer,
  sent integer, sent_lately integer, waiting integer, unsent integer, next_at timestamptz, ends_on date, new_today integer,
  new_allowed integer
)
language plpgsql stable security definer rows 1 set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  v_asked constant private.jobs := private.find_job(bulk_details.job);
  v_allowed constant integer := private.new_addresses_allowed(v_asked.workspace_id);
begin
  return query
  select
    v_asked.id, v_asked.workspace_id, v_asked.template_id, c.title, c.items_total, v_asked.created_at,
    coalesce((select f.display_name from public.profiles as f where f.user_id = v_asked.sender), ''),
    private.may_send_requests(v_asked.workspace_id, v_asked.sender), v_asked.paused_at, v_asked.stopped_at,
    s.people, s.problems, s.failed, s.sent, s.sent_lately, s.waiting, s.unsent, s.next_at,
    private.new_addresses_end_on(v_asked.workspace_id, s.new_waiting),
    v_allowed - private.new_addresses_left(v_asked.workspace_id), v_allowed
  from public.requests as c
  cross join (
    select
      count(*)::integer as people,
      (count(*) filter (where p.state in ('failed', 'unreachable')))::integer as problems,
      (count(*) filter (where p.state = 'failed'))::integer as failed,
      (count(*) filter (where p.state = 'sent'))::integer as sent,
      (count(*) filter (where p.state = 'sent' and p.sent_at > now() - interval '30 seconds'))::integer as sent_lately,
      (count(*) filter (where p.state in ('waiting', 'sending')))::integer as waiting,
      (count(*) filter (where p.state = 'stopped'))::integer as unsent,
      min(p.not_before) filter (where p.state = 'waiting' and p.not_before < 'infinity') as next_at,
      (count(*) filter (where p.state = 'waiting' and private.is_new_address(v_asked.workspace_id, p.email)))::integer
        as new_waiting
    from private.job_progress(v_asked.id) as p
  ) as s
  where c.id = v_asked.checklist_id;
end
$$;

create or replace function public.bulk_people(job uuid, filter text, after text default '')
returns table (
  number integer, email text, name text, due_on date, request_id uuid, state text, failure text, sent_at timestamptz,
  "position" text
)
language plpgsql stable security definer rows 50 set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  v_asked constant private.jobs := private.find_job(bulk_people.job);
begin
  return query
  select l.number, l.email, l.name, l.due_on, l.request_id, l.state, l.failure, l.sent_at, l.position
  from (
    select
      p.*,
      -- Problems first, then what is happening now.
      array_position(array['failed', 'unreachable', 'sending', 'sent', 'waiting', 'stopped'], p.state)::text
        || lpad(p.number::text, 10, '0') as "position"
    from private.job_progress(v_asked.id) as p
    where case bulk_people.filter
      when 'problems' then p.state in ('failed', 'unreachable')
      when 'sent' then p.state = 'sent'
      when 'waiting' then p.state in ('waiting', 'sending')
      else true
    end
  ) as l
  where l.position > bulk_people.after collate "C"
  order by l.position collate "C"
  limit 50;
end
$$;

create or replace function public.finish_bulk(job uuid, number integer, worker uuid) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_claims constant text := coalesce(current_setting('request.jwt.claims', true), '');
  v_parent private.jobs;
  v_claimed private.job_rows;
  v_made uuid;
  v_code text;
begin
  select j.* into v_parent from private.jobs as j where j.id = finish_bulk.job;
  -- Whoever deletes the workspace or removes a member locks the workspace before requests and jobs.
  perform from public.workspaces as w where w.id = v_parent.workspace_id for share;
  -- Not after a pause or a stop, nor if the lease ran out and somebody else has it.
  select r.* into v_claimed from private.job_rows as r
  where r.job_id = v_parent.id and r.number = finish_bulk.number and r.claimed_by = finish_bulk.worker
    and r.done_at is null and r.not_before <= v_moment
  for update;
  if not found then
    return null;
  end if;
  select j.* into v_parent from private.jobs as j where j.id = v_parent.id;
  if not private.may_send_requests(v_parent.workspace_id, v_parent.sender) then
    update private.job_rows as r set not_before = 'infinity', claimed_until = null, attempts = 0
    where r.job_id = v_parent.id and r.number = v_claimed.number;
    return 'waits';
  end if;
  begin
    perform private.act_as(v_parent.sender);
    v_made := private.send_job_row(v_parent, v_claimed);
    perform set_config('request.jwt.claims', v_claims, true);
  exception when others then
    if sqlstate not like 'PT4%' then
      raise;
    end if;
    v_code := sqlerrm;
  end;
  if v_made is null and (v_code is null or v_code like 'quota.%') then
    update private.job_rows as r
    set not_before = date_trunc('day', v_moment, 'UTC') + interval '1 day', claimed_until = null, attempts = 0
    where r.job_id = v_parent.id and r.number = v_claimed.number;
    return 'waits';
  end if;
  update private.job_rows as r set done_at = now(), request_id = v_made, failure = v_code
  where r.job_id = v_parent.id and r.number = v_claimed.number;
  return case when v_made is null then 'failed' else 'sent' end;
end
$$;

create or replace function private.send_job_row(job private.jobs, claimed private.job_rows) returns uuid
language plpgsql set search_path = '' as $$
declare
  v_source public.requests;
  v_made public.requests;
begin
  if not private.reserve_address(job.workspace_id, claimed.email) then
    return null;
  end if;
  select r.* into v_source from public.requests as r where r.id = job.checklist_id;
  v_made := private.start_request(
    v_source,
    private.one_line(private.render_placeholders(job.title, claimed.name, claimed.due_on)),
    private.trimmed(private.render_placeholders(job.message, claimed.name, claimed.due_on)),
    claimed.due_on
  );
  -- Members who have left meanwhile get nothing new.
  perform private.set_assignee(v_made, m.user_id) from public.members as m
  where m.workspace_id = v_made.workspace_id and m.user_id = claimed.assignee;
  perform private.edit_recipients(
    v_made, jsonb_build_array(jsonb_build_object('email', claimed.email, 'name', claimed.name))
  );
  perform private.open_draft(v_made, true);
  return v_made.id;
end
$$;

create or replace function public.request_repeat(request uuid)
returns table (
  every text, next_on date, sender_name text, can_send boolean, failure text, following_id uuid
)
language plpgsql stable security definer rows 1 set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  v_parent constant uuid := (
    select r.workspace_id from public.requests as r
    where r.id = request_repeat.request and r.workspace_id = any(private.my_workspaces())
  );
begin
  perform private.require_session();
  if v_parent is null then
    perform private.fail('not_found');
  end if;
  return query
  select
    s.every, s.next_on,
    coalesce((select f.display_name from public.profiles as f where f.user_id = s.sender), ''),
    private.may_send_requests(s.workspace_id, s.sender), s.failure,
    nullif(s.request_id, request_repeat.request)
  from private.repeats as s
  where s.request_id = request_repeat.request or s.previous_id = request_repeat.request
  order by s.request_id = request_repeat.request desc
  limit 1;
end
$$;

create or replace function public.repeat_request(request uuid, every text default null, first_on date default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked constant public.requests := private.lock_to_copy(repeat_request.request);
  v_today constant date := private.workspace_today(v_locked.workspace_id);
begin
  perform private.require_newest(v_locked);
  if repeat_request.every is null then
    delete from private.repeats as s where s.request_id = v_locked.id;
    if found then
      perform private.add_event(v_locked.id, 'repeat_ended');
    end if;
    return;
  elsif v_locked.is_template or v_locked.status = 'draft' then
    perform private.fail('repeat.draft');
  elsif v_locked.status = 'cancelled' then
    perform private.fail('request.closed');
  elsif repeat_request.every not in ('month', 'quarter', 'year') then
    perform private.fail('repeat.every');
  elsif coalesce(repeat_request.first_on not between v_today + 1 and (v_today + interval '1 year')::date, true) then
    perform private.fail('repeat.date');
  end if;
  insert into private.repeats as s (request_id, workspace_id, every, first_on, next_on, sender, not_before, is_told)
  values (
    v_locked.id, v_locked.workspace_id, repeat_request.every, repeat_request.first_on, repeat_request.first_on, auth.uid(),
    private.repeat_time(v_locked.workspace_id, repeat_request.first_on),
    -- A sender who has just chosen tomorrow knows it.
    repeat_request.first_on = v_today + 1
  )
  on conflict (request_id) do update set
    -- Somebody who only takes it over moves no 31st.
    first_on = case
      when s.every = excluded.every and s.next_on = excluded.next_on then s.first_on else excluded.first_on
    end,
    every = excluded.every, next_on = excluded.next_on, sender = excluded.sender,
    not_before = excluded.not_before, is_told = excluded.is_told, failure = null, attempts = 0, claimed_until = null,
    claimed_by = null;
  perform private.add_event(v_locked.id, 'repeat_set');
end
$$;

create or replace function public.skip_repeat(request uuid, day date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked constant public.requests := private.lock_as_member(skip_repeat.request);
begin
  perform private.require_newest(v_locked);
  update private.repeats as s
  set
    next_on = d.day, not_before = private.repeat_time(s.workspace_id, d.day), is_told = false, failure = null, attempts = 0,
    claimed_until = null, claimed_by = null,
    -- As for a job: whoever goes on takes the place of somebody who has left.
    sender = case when private.may_send_requests(s.workspace_id, s.sender) then s.sender else auth.uid() end
  from (
    select private.repeat_day(o.every, o.first_on, greatest(o.next_on, private.workspace_today(o.workspace_id))) as day
    from private.repeats as o where o.request_id = v_locked.id
  ) as d
  where s.request_id = v_locked.id and s.next_on = skip_repeat.day;
  if found then
    perform private.add_event(v_locked.id, 'repeat_skipped');
  end if;
end
$$;

create or replace function private.queue_repeat(repeat private.repeats, failed boolean) returns void
language sql set search_path = '' as $$
  insert into private.outbox (kind, request_id, workspace_id, user_id, since, not_before, data)
  select
    'repeat', repeat.request_id, repeat.workspace_id, repeat.sender, now(), private.email_clock(),
    jsonb_build_object('on', repeat.next_on, 'failed', queue_repeat.failed)
  where private.may_send_requests(repeat.workspace_id, repeat.sender)
$$;

create or replace function public.claim_repeats(worker uuid, batch integer default 20) returns table (request uuid)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_due private.repeats;
begin
  for v_due in
    select s.* from private.repeats as s
    where s.not_before > v_moment and s.not_before <= v_moment + interval '1 day' and not s.is_told
    order by s.request_id
    limit 100
  loop
    -- Workspaces before requests, and requests before what belongs to them, as every writer does. Nothing is waited for.
    perform from public.workspaces as w where w.id = v_due.workspace_id for key share skip locked;
    continue when not found;
    perform from public.requests as r where r.id = v_due.request_id for key share skip locked;
    continue when not found;
    update private.repeats as s set is_told = true
    where s.request_id = v_due.request_id and s.not_before = v_due.not_before and not s.is_told
    returning s.* into v_due;
    continue when not found;
    perform private.queue_repeat(v_due, false);
  end loop;
  return query
  update private.repeats as s
  set attempts = s.attempts + 1, claimed_by = claim_repeats.worker, claimed_until = now() + interval '1 minute'
  where s.ctid = any(array(
    select o.ctid from private.repeats as o
    where o.not_before <= v_moment and (o.claimed_until is null or o.claimed_until < now())
    order by o.not_before, o.request_id
    limit least(claim_repeats.batch, 100)
    for update skip locked
  ))
  returning s.request_id;
end
$$;

create or replace function public.finish_repeat(request uuid, worker uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_moment constant timestamptz := private.email_clock();
  v_claims constant text := coalesce(current_setting('request.jwt.claims', true), '');
  v_source public.requests;
  v_claimed private.repeats;
  v_made uuid;
  v_code text;
begin
  -- A deletion locks the workspace before its requests. A weaker lock would let both wait for each other.
  perform from public.workspaces as w
  where w.id = (select r.workspace_id from public.requests as r where r.id = finish_repeat.request) for share;
  select r.* into v_source from public.requests as r where r.id = finish_repeat.request for update;
  -- Not after a skip or an end, nor if the lease ran out and somebody else has it.
  select s.* into v_claimed from private.repeats as s
  where s.request_id = v_source.id and s.claimed_by = finish_repeat.worker and s.not_before <= v_moment
  for update;
  if not found then
    return null;
  end if;
  if v_claimed.attempts > 5 then
    -- Somebody should look at a repeat that has stopped several workers.
    v_code := 'repeat.failed';
  elsif not private.may_send_requests(v_source.workspace_id, v_claimed.sender) then
    v_code := 'repeat.sender';
  else
    begin
      perform private.act_as(v_claimed.sender);
      v_made := private.send_again(v_source);
      perform set_config('request.jwt.claims', v_claims, true);
    exception when others then
      if sqlstate not like 'PT4%' then
        raise;
      end if;
      v_code := sqlerrm;
    end;
  end if;
  if v_code like 'quota.%' then
    update private.repeats as s
    set not_before = date_trunc('day', v_moment, 'UTC') + interval '1 day', claimed_until = null, attempts = 0
    where s.request_id = v_source.id;
    return 'waits';
  elsif v_made is null then
    update private.repeats as s
    set not_before = 'infinity', failure = v_code, claimed_until = null, attempts = 0
    where s.request_id = v_source.id
    returning s.* into v_claimed;
    perform private.queue_repeat(v_claimed, true);
    return 'failed';
  end if;
  perform private.move_repeat(v_claimed, v_made);
  return 'sent';
end
$$;

create or replace function private.move_repeat(claimed private.repeats, made uuid) returns void
language sql set search_path = '' as $$
  update private.repeats as s
  set
    request_id = move_repeat.made, previous_id = claimed.request_id, next_on = d.day,
    not_before = private.repeat_time(s.workspace_id, d.day), is_told = false, claimed_by = null, claimed_until = null,
    attempts = 0
  from (
    -- One request for all days that were missed, and for one that comes again in another zone.
    select private.repeat_day(
      claimed.every, claimed.first_on, greatest(claimed.next_on, private.workspace_today(claimed.workspace_id))
    ) as day
  ) as d
  where s.request_id = claimed.request_id
$$;

create or replace function private.send_again(source public.requests) returns uuid
language plpgsql set search_path = '' as $$
declare
  v_zone constant text := (select w.zone from public.workspaces as w where w.id = source.workspace_id);
  v_made public.requests;
begin
  v_made := private.start_request(
    source, source.title, source.message,
    -- Without a due date there is none, which greatest would not say.
    case when source.due_on is not null then
      private.workspace_today(source.workspace_id) + greatest(source.due_on - (source.sent_at at time zone v_zone)::date, 0)
    end
  );
  update public.requests as r set reminder_plan = source.reminder_plan where r.id = v_made.id;
  if source.assignee is not null then
    perform private.set_assignee(v_made, source.assignee);
  end if;
  insert into public.request_tags (request_id, tag_id, workspace_id)
  select v_made.id, g.tag_id, g.workspace_id from public.request_tags as g where g.request_id = source.id;
  -- An opt-out holds for the whole series.
  insert into public.recipients (request_id, workspace_id, email, name, muted_at)
  select v_made.id, source.workspace_id, p.email, p.name, p.muted_at
  from public.recipients as p where p.request_id = source.id and p.removed_at is null and p.scope = 'all';
  perform private.open_draft(v_made, true);
  perform private.add_event(v_made.id, 'repeated');
  return v_made.id;
end
$$;

create or replace function public.claim_checks(worker uuid, batch integer) returns table (file uuid, object_key text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
begin
  -- Claims are serialised so that each sees all earlier ones, as those of the purge.
  lock table private.checks in share row exclusive mode;
  return query
    with due as (
      select f.id, f.object_key
      from public.files as f left join private.checks as c on c.file_id = f.id
      where f.status = 'stored' and f.checked_at is null
        and (c.file_id is null or c.not_before <= v_moment and (c.claimed_until is null or c.claimed_until < now()))
      -- Somebody may be looking at what has just arrived.
      order by f.stored_at desc, f.id
      limit least(claim_checks.batch, 100)
    ),
    claimed as (
      insert into private.checks as c (file_id, claimed_by, claimed_until)
      select d.id, claim_checks.worker, now() + interval '15 minutes' from due as d
      on conflict (file_id) do update set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
    )
    select d.id, d.object_key from due as d;
end
$$;

create or replace function public.finish_checks(worker uuid, bytes jsonb)
returns table (verified integer, damaged integer, removed integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_own uuid[];
  v_intact uuid[];
  v_broken uuid[];
  v_broken_file public.files;
begin
  -- Only damage is written into the history. Requests before files, as every writer does.
  perform from public.requests as r
  where r.id in (
    select f.request_id
    from jsonb_to_recordset(finish_checks.bytes) as b (file uuid, sha256 text, size bigint)
    join public.files as f on f.id = b.file
    where b.sha256 is distinct from f.sha256 or b.size is distinct from f.size
  )
  order by r.id
  for update;
  perform from public.files as f
  where f.id in (select b.file from jsonb_to_recordset(finish_checks.bytes) as b (file uuid))
  order by f.id
  for update;
  with finished as (
    delete from private.checks as c
    where c.claimed_by = finish_checks.worker
      and c.file_id in (select b.file from jsonb_to_recordset(finish_checks.bytes) as b (file uuid))
    returning c.file_id
  )
  select coalesce(array_agg(d.file_id), '{}') into v_own from finished as d;
  -- A file that was removed meanwhile needs no check: its bytes may be gone by now.
  with checked as (
    update public.files as f set checked_sha256 = b.sha256, checked_size = b.size, checked_at = now()
    from jsonb_to_recordset(finish_checks.bytes) as b (file uuid, sha256 text, size bigint)
    where f.id = b.file and f.id = any(v_own) and f.status = 'stored' and f.checked_at is null
    returning f.id, f.damaged
  )
  select
    coalesce(array_agg(d.id) filter (where not d.damaged), '{}'),
    coalesce(array_agg(d.id) filter (where d.damaged), '{}')
  into v_intact, v_broken
  from checked as d;
  for v_broken_file in
    select f.* from public.files as f where f.id = any(v_broken) order by f.stored_at, f.id
  loop
    perform private.add_event(
      v_broken_file.request_id, 'file_damaged', v_broken_file.item_id, v_broken_file.id,
      jsonb_build_object('name', v_broken_file.name)
    );
    perform private.queue_damaged(v_broken_file.request_id, v_broken_file.workspace_id);
  end loop;
  return query
  select cardinality(v_intact), cardinality(v_broken), cardinality(v_own) - cardinality(v_intact) - cardinality(v_broken);
end
$$;

create or replace function public.ask_for_receipt(request uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me constant uuid := private.require_session();
  v_asked public.recipients;
  v_issued jsonb;
begin
  select p.* into v_asked from public.recipients as p
  where p.request_id = ask_for_receipt.request and p.user_id = v_me and p.removed_at is null;
  if v_asked.id is null then
    perform private.fail('not_found');
  end if;
  -- Nothing has happened since, so the one that was issued says it all.
  select c.document into v_issued from private.receipts as c
  where c.recipient_id = v_asked.id and c.seq = (
    select max(e.seq) from public.events as e where e.request_id = v_asked.request_id
  );
  if v_issued is not null then
    return v_issued;
  end if;
  insert into private.receipts (recipient_id) values (v_asked.id)
  on conflict (recipient_id) where issued_at is null do nothing;
  if found then
    perform private.use_quota('receipts', v_me::text, 1);
  end if;
  return null;
end
$$;

create or replace function private.tg_events__ask_for_receipt() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.receipts (recipient_id)
  select p.id from public.recipients as p join public.requests as r on r.id = p.request_id
  where p.id = new.recipient_id and private.count_missing_for(p, r) = 0
  on conflict (recipient_id) where issued_at is null do nothing;
  return null;
end
$$;

create or replace function public.set_request_retention(request uuid, days integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked constant public.requests := private.lock_as_member(set_request_retention.request);
  -- Of a draft nothing was promised yet.
  v_kept constant integer := case
    when v_locked.sent_at is not null then private.kept_days(v_locked, false)
    else (select w.retain_days from public.workspaces as w where w.id = v_locked.workspace_id)
  end;
begin
  if set_request_retention.days not between 30 and 3650 then
    perform private.fail('retention.days');
  elsif set_request_retention.days > v_kept then
    perform private.fail('retention.longer');
  elsif v_locked.sent_at is not null and set_request_retention.days is null and v_locked.retain_days is not null then
    perform private.fail('retention.longer');
  elsif set_request_retention.days is not distinct from v_locked.retain_days then
    return;
  end if;
  update public.requests as r set retain_days = set_request_retention.days where r.id = v_locked.id;
  delete from private.expiries as e where e.request_id = v_locked.id and e.told_at is null;
  if v_locked.sent_at is not null then
    perform private.add_event(
      v_locked.id, 'retention_changed', data => jsonb_build_object('before', v_kept, 'after', set_request_retention.days)
    );
  end if;
end
$$;

create or replace function public.request_retention(request uuid)
returns table (
  days integer, sensitive_days integer, ended_at timestamptz, erase_at timestamptz, erased_at timestamptz,
  deleted_at timestamptz
)
language plpgsql stable security definer rows 1 set search_path = '' as $$
#variable_conflict use_column
declare
  v_found_request public.requests;
begin
  perform private.require_session();
  select r.* into v_found_request from public.requests as r
  where r.id = request_retention.request
    and (
      r.workspace_id = any(private.my_workspaces())
      or r.id = any(private.my_requests() || private.my_handed_requests())
    );
  if v_found_request.id is null then
    perform private.fail('not_found');
  end if;
  return query
  select
    private.kept_days(v_found_request, false), private.kept_days(v_found_request, true), v_found_request.closed_at,
    v_found_request.erase_at, v_found_request.erased_at, v_found_request.deleted_at;
end
$$;

create or replace function public.plan_expiries(batch integer) returns integer
language plpgsql security definer set search_path = '' set jit = off as $$
declare
  v_most constant integer := least(greatest(plan_expiries.batch, 1), 500);
  v_planned integer;
begin
  v_planned := private.find_expiries(v_most);
  v_planned := v_planned + private.warn_of_expiries(v_most);
  return v_planned + private.warn_of_silences(v_most);
end
$$;

create or replace function public.erase_expired(batch integer) returns integer
language plpgsql security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_due private.expiries;
  v_request public.requests;
  v_erased_files integer;
  v_erased_answers integer;
  v_erased integer := 0;
begin
  for v_due in
    select e.* from private.expiries as e
    where e.due_at <= v_moment and e.told_at <= v_moment and e.told_again_at <= v_moment
    order by e.due_at limit least(greatest(erase_expired.batch, 1), 100)
  loop
    -- Requests first, as every writer does. Nobody is waited for.
    select r.* into v_request from public.requests as r
    where r.id = v_due.request_id and r.closed_at is not null for update skip locked;
    continue when not found;
    delete from private.expiries as e
    where e.request_id = v_request.id and e.due_at <= v_moment and e.told_at <= v_moment and e.told_again_at <= v_moment;
    continue when not found;
    with contents as materialized (
      select k.* from private.kept_contents(v_request) as k where k.due_at <= v_moment
    ),
    files as (
      update public.files as f set status = 'removed', removed_at = now()
      where f.id in (select c.file_id from contents as c)
      returning f.id
    ),
    -- The new revision prevents undoing a decision about what can no longer be read.
    items as (
      update public.items as i
      set
        revision = i.revision + 1,
        answer = case when c.has_answer then null else i.answer end,
        answer_erased_at = case when c.has_answer then now() else i.answer_erased_at end
      from (select c.item_id, bool_or(c.file_id is null) as has_answer from contents as c group by c.item_id) as c
      where i.id = c.item_id
      returning c.has_answer
    )
    select (select count(*) from files), (select count(*) from items as i where i.has_answer)
    into v_erased_files, v_erased_answers;
    update public.requests as r
    set
      erase_at = null,
      erased_at = case when not exists (select from private.kept_contents(r)) then now() end
    where r.id = v_request.id;
    if v_erased_files + v_erased_answers > 0 then
      perform private.note_event(
        v_request, 'erased', jsonb_build_object('files', v_erased_files, 'answers', v_erased_answers)
      );
    end if;
    v_erased := v_erased + 1;
  end loop;
  return v_erased;
end
$$;

create or replace function public.retire_files(upload_hours integer, batch integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_retired uuid[];
  v_dropped uuid[];
  v_forgotten uuid[];
begin
  -- Locked rows are skipped, so the job neither blocks nor overtakes people who are uploading, finishing or deciding.
  select array_agg(late.id) into v_retired
  from (
    select f.id from public.files as f
    where f.status = 'uploading' and f.created_at < now() - make_interval(hours => retire_files.upload_hours)
    order by f.created_at
    limit retire_files.batch
    for update skip locked
  ) as late;
  update public.files as f set status = 'removed', removed_at = now() where f.id = any(v_retired);

  select array_agg(late.id) into v_dropped
  from (
    select e.id from public.item_examples as e
    where e.status = 'uploading' and e.created_at < now() - make_interval(hours => retire_files.upload_hours)
    order by e.created_at
    limit retire_files.batch
    for update skip locked
  ) as late;
  delete from public.item_examples as e where e.id = any(v_dropped);

  -- Jobs are kept for 90 days, as emails are. One goes with its copy of the template.
  select array_agg(old.id) into v_forgotten
  from (
    select r.id from private.jobs as j
    join public.requests as r on r.id = j.checklist_id
    where j.created_at < now() - interval '90 days'
      and not exists (select from private.job_rows as l where l.job_id = j.id and l.done_at is null)
    order by j.created_at
    limit 20
    for update skip locked
  ) as old;
  delete from public.requests as r where r.id = any(v_forgotten);

  return coalesce(cardinality(v_retired), 0) + coalesce(cardinality(v_dropped), 0) + coalesce(cardinality(v_forgotten), 0);
end
$$;

create or replace function private.expiry_notice() returns interval
language sql immutable set search_path = '' as $$
  select interval '14 days'
$$;

create or replace function private.find_expiries(most integer) returns integer
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_notice constant interval := private.expiry_notice();
  v_request public.requests;
  v_due timestamptz;
  v_found integer := 0;
begin
  -- Requests whose shortest time ends soon. Rows that are locked are skipped: the next run finds them.
  for v_request in
    select r.* from public.requests as r
    where r.id in (
      select s.id
      from public.workspaces as w
      cross join lateral (
        select r.id from public.requests as r
        where r.workspace_id = w.id and r.closed_at is not null and r.erased_at is null
          and r.closed_at <= v_moment + v_notice - make_interval(days => least(w.retain_days, w.retain_sensitive_days))
          and not exists (select from private.expiries as e where e.request_id = r.id)
        order by r.closed_at limit find_expiries.most
      ) as s
      where coalesce(w.retain_days, w.retain_sensitive_days) is not null
      union
      (
        select r.id from public.requests as r
        where r.closed_at is not null and r.erased_at is null and coalesce(r.retain_days, r.retain_sensitive_days) is not null
          and r.closed_at <= v_moment + v_notice - make_interval(days => least(r.retain_days, r.retain_sensitive_days))
          and not exists (select from private.expiries as e where e.request_id = r.id)
        order by r.closed_at limit find_expiries.most
      )
    )
    order by r.id limit find_expiries.most
    for update of r skip locked
  loop
    select min(k.due_at) into v_due from private.kept_contents(v_request) as k;
    if v_due is not null then
      insert into private.expiries (request_id, due_at) values (v_request.id, v_due) on conflict do nothing;
    elsif not exists (select from private.kept_contents(v_request)) then
      update public.requests as r set erased_at = now() where r.id = v_request.id;
    else
      -- The rest is kept for good: until the workspace says otherwise.
      insert into private.expiries (request_id, due_at) values (v_request.id, 'infinity') on conflict do nothing;
    end if;
    v_found := v_found + 1;
  end loop;
  return v_found;
end
$$;

create or replace function private.warn_of_expiries(most integer) returns integer
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_notice constant interval := private.expiry_notice();
  v_last_notice constant interval := interval '2 days';
  v_request public.requests;
  v_expiry private.expiries;
  v_due timestamptz;
  v_warned integer := 0;
begin
  for v_expiry in
    select e.* from private.expiries as e
    where e.due_at <= v_moment + v_notice and e.told_at is null
      or e.due_at <= v_moment + v_last_notice and e.told_again_at is null
      -- Told in a future that didn't come: the clock was set back.
      or e.told_at > v_moment
    order by e.due_at limit warn_of_expiries.most
  loop
    -- Workspaces before requests, as a deletion locks them: an email refers to both. Nobody is waited for.
    perform from public.workspaces as w
    where w.id = (select r.workspace_id from public.requests as r where r.id = v_expiry.request_id)
    for key share skip locked;
    continue when not found;
    select r.* into v_request from public.requests as r where r.id = v_expiry.request_id for update skip locked;
    continue when not found;
    select e.* into v_expiry from private.expiries as e where e.request_id = v_request.id for update;
    continue when not found;
    select min(k.due_at) into v_due from private.kept_contents(v_request) as k;
    if v_due is null or v_due > v_moment + v_notice then
      -- Removed, or to be kept longer since.
      delete from private.expiries as e where e.request_id = v_request.id;
      update public.requests as r set erase_at = null where r.id = v_request.id;
    elsif v_expiry.told_at is null or v_expiry.told_at > v_moment then
      v_due := greatest(v_due, v_moment + v_notice);
      update private.expiries as e set told_at = v_moment, told_again_at = null, due_at = v_due where e.request_id = v_request.id;
      update public.requests as r set erase_at = v_due where r.id = v_request.id returning r.* into v_request;
      perform private.note_event(v_request, 'erasure_announced', jsonb_build_object(
        'on', (select (v_due at time zone w.zone)::date from public.workspaces as w where w.id = v_request.workspace_id)
      ));
      perform private.queue_digest('expiry', array[v_request.id]);
    elsif v_expiry.told_again_at is null and v_expiry.due_at <= v_moment + v_last_notice then
      v_due := greatest(v_expiry.due_at, v_moment + v_last_notice);
      update private.expiries as e set told_again_at = v_moment, due_at = v_due where e.request_id = v_request.id;
      update public.requests as r set erase_at = v_due where r.id = v_request.id returning r.* into v_request;
      perform private.queue_digest('expiry', array[v_request.id]);
    else
      continue;
    end if;
    v_warned := v_warned + 1;
  end loop;
  return v_warned;
end
$$;

create or replace function private.queue_digest(kind text, requests uuid[]) returns void
language sql set search_path = '' as $$
  insert into private.outbox as o (kind, workspace_id, user_id, since, not_before, data)
  select
    queue_digest.kind, t.workspace_id, t.member, private.email_clock(), private.email_clock() + interval '1 minute',
    -- An email lists a hundred; of more it says so.
    jsonb_build_object('requests', to_jsonb((array_agg(t.id))[:100]))
  from (
    select r.id, r.workspace_id, a.member
    from public.requests as r cross join lateral private.members_to_notify(r) as a (member)
    where r.id = any(queue_digest.requests)
  ) as t
  group by t.workspace_id, t.member
  on conflict (user_id, workspace_id, kind) where attempts = 0 and ended_at is null and kind in ('expiry', 'silence')
  do update set data = jsonb_build_object(
    'requests',
    case
      when jsonb_array_length(o.data -> 'requests') >= 100 then o.data -> 'requests'
      else (
        select jsonb_agg(distinct l.id) from jsonb_array_elements((o.data -> 'requests') || (excluded.data -> 'requests')) as l (id)
      )
    end
  )
$$;

create or replace function private.warn_of_silences(most integer) returns integer
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_silent uuid[];
begin
  with silent as (
    select s.id
    from public.workspaces as w
    cross join lateral (
      select r.id from public.requests as r
      where r.workspace_id = w.id and r.status = 'open' and r.last_activity_at <= v_moment - interval '1 year'
        and not exists (
          select from private.silences as s
          where s.request_id = r.id and s.told_at > v_moment - interval '1 year'
        )
      order by r.last_activity_at limit warn_of_silences.most
    ) as s
    limit warn_of_silences.most
  ),
  noted as (
    insert into private.silences as s (request_id, told_at) select l.id, v_moment from silent as l
    on conflict (request_id) do update set told_at = excluded.told_at
    returning s.request_id
  )
  select array_agg(n.request_id) into v_silent from noted as n;
  perform private.queue_digest('silence', v_silent);
  return coalesce(cardinality(v_silent), 0);
end
$$;

create or replace function public.delete_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests;
begin
  perform private.require_session();
  select r.* into v_locked from public.requests as r
  where r.id = delete_request.request and r.workspace_id = any(private.my_workspaces()) and r.deleted_at is not null;
  if found then
    return;
  end if;
  v_locked := private.lock_as_member(delete_request.request);
  if v_locked.status not in ('done', 'cancelled') then
    perform private.fail('request.open');
  end if;
  update public.requests as r
  set
    deleted_at = private.email_clock(), deleted_by = auth.uid(), deleted_from = r.status, status = 'cancelled',
    archived_at = coalesce(r.archived_at, now())
  where r.id = v_locked.id;
  perform private.add_event(v_locked.id, 'deleted');
  perform private.queue_email('binned', p, now(), now() + interval '1 minute')
  from public.recipients as p where p.request_id = v_locked.id and p.removed_at is null;
  insert into private.outbox (kind, request_id, workspace_id, user_id, since, not_before)
  select 'binned', v_locked.id, v_locked.workspace_id, t.member, now(), private.email_clock() + interval '1 minute'
  from private.members_to_notify(v_locked) as t (member) where t.member <> auth.uid()
  on conflict (user_id, request_id, kind)
    where attempts = 0 and ended_at is null and kind in ('binned', 'deletion_asked') do nothing;
end
$$;

create or replace function public.restore_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests;
begin
  perform private.require_session();
  select r.* into v_locked from public.requests as r
  where r.id = restore_request.request and r.workspace_id = any(private.my_workspaces()) and not r.is_template
  for update;
  if not found then
    perform private.fail('not_found');
  elsif v_locked.deleted_at is null then
    return;
  end if;
  update public.requests as r
  set status = r.deleted_from, deleted_at = null, deleted_by = null, deleted_from = null
  where r.id = v_locked.id;
  perform private.add_event(v_locked.id, 'restored');
end
$$;

create or replace function public.empty_bin(batch integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_due uuid[];
begin
  select array_agg(old.id) into v_due
  from (
    select r.id from public.requests as r
    where r.deleted_at <= private.email_clock() - interval '14 days'
    order by r.deleted_at limit least(greatest(empty_bin.batch, 1), 100)
    for update skip locked
  ) as old;
  delete from public.requests as r where r.id = any(v_due);
  return coalesce(cardinality(v_due), 0);
end
$$;

create or replace function public.ask_deletion(file uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me constant uuid := private.require_session();
  v_requests constant uuid[] := private.my_requests();
  v_items constant uuid[] := private.my_items();
  v_parent public.requests;
  v_locked public.files;
begin
  -- Requests before files, as every writer does.
  select r.* into v_parent from public.requests as r
  where r.id = (
    select f.request_id from public.files as f
    where f.id = ask_deletion.file and f.uploaded_by = v_me and not f.added_by_member
      and (f.request_id = any(v_requests) or f.item_id = any(v_items))
  )
  for update;
  select f.* into v_locked from public.files as f
  where f.id = ask_deletion.file and f.request_id = v_parent.id and f.status = 'stored'
  for update;
  if v_locked.id is null then
    perform private.fail('not_found');
  elsif v_parent.deleted_at is not null then
    perform private.fail('request.deleted');
  elsif v_parent.status not in ('done', 'cancelled') then
    perform private.fail('request.open');
  elsif v_locked.deletion_asked_at is not null and v_locked.deletion_refused_at is null then
    return;
  end if;
  perform private.use_quota('deletion_asks', v_me::text, 1);
  update public.files as f set deletion_asked_at = now(), deletion_refused_at = null, deletion_refusal = null
  where f.id = v_locked.id;
  perform private.add_event(
    v_locked.request_id, 'deletion_asked', v_locked.item_id, v_locked.id, jsonb_build_object('name', v_locked.name)
  );
  perform private.watch_own(v_parent.id);
  insert into private.outbox (kind, request_id, workspace_id, user_id, since, not_before)
  select 'deletion_asked', v_parent.id, v_parent.workspace_id, t.member, now(), private.email_clock() + interval '1 minute'
  from private.members_to_notify(v_parent) as t (member)
  on conflict (user_id, request_id, kind)
    where attempts = 0 and ended_at is null and kind in ('binned', 'deletion_asked') do nothing;
end
$$;

create or replace function public.decide_deletion(file uuid, granted boolean, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_parent constant public.requests := private.lock_as_member(
    (select f.request_id from public.files as f where f.id = decide_deletion.file)
  );
  v_why constant text := nullif(private.trimmed(decide_deletion.reason), '');
  v_locked public.files;
begin
  select f.* into v_locked from public.files as f where f.id = decide_deletion.file for update;
  if v_locked.status <> 'stored' or v_locked.deletion_asked_at is null or v_locked.deletion_refused_at is not null then
    perform private.fail('deletion.not_asked');
  elsif not decide_deletion.granted and v_why is null then
    perform private.fail('reason.required');
  elsif char_length(v_why) > 1000 then
    perform private.fail('reason.too_long');
  elsif decide_deletion.granted then
    update public.files as f set status = 'removed', removed_at = now(), removed_by = auth.uid() where f.id = v_locked.id;
    -- A decision about it can't be undone, because nobody can read it any more.
    update public.items as i set revision = i.revision + 1 where i.id = v_locked.item_id;
    perform private.add_event(
      v_locked.request_id, 'deletion_granted', v_locked.item_id, v_locked.id,
      jsonb_build_object('name', v_locked.name, 'size', v_locked.size)
    );
  elsif decide_deletion.granted is null then
    perform private.fail('deletion.not_asked');
  else
    update public.files as f set deletion_refused_at = now(), deletion_refusal = v_why where f.id = v_locked.id;
    perform private.add_event(
      v_locked.request_id, 'deletion_refused', v_locked.item_id, v_locked.id,
      jsonb_build_object('name', v_locked.name, 'reason', v_why)
    );
  end if;
  perform private.queue_email('deletion_decided', p, now(), now() + interval '5 minutes')
  from public.recipients as p
  where p.request_id = v_parent.id and p.user_id = v_locked.uploaded_by and p.removed_at is null;
end
$$;

create or replace function public.finish_purge(object_keys text[], bucket text default 'documents') returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  v_gone text[];
begin
  select coalesce(array_agg(k.key), '{}') into v_gone
  from unnest(finish_purge.object_keys) as k (key)
  where not exists (select from storage.objects as o where o.bucket_id = finish_purge.bucket and o.name = k.key);
  if finish_purge.bucket = 'documents' then
    update public.files as f set purged_at = now()
    where f.object_key = any(v_gone) and f.status = 'removed' and f.purged_at is null;
  end if;
  delete from private.purge_claims as c where c.object_key = any(v_gone);
  return v_gone;
end
$$;

create or replace function public.finish_restore(file uuid, version text) returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_parent public.requests;
  v_locked public.files;
begin
  -- Requests before files, as every writer does.
  select r.* into v_parent from public.requests as r
  where r.id = (select f.request_id from public.files as f where f.id = finish_restore.file)
  for update;
  select f.* into v_locked from public.files as f
  where f.id = finish_restore.file and f.status = 'stored'
    and exists (select from private.restores as s where s.file_id = f.id)
    and exists (
      select from storage.objects as o
      where o.bucket_id = 'documents' and o.name = f.object_key and o.version = finish_restore.version
        and (o.metadata ->> 'size')::bigint = private.received_size(f)
    )
  for update;
  if v_locked.id is null then
    return false;
  end if;
  -- Read anew by the worker, which then says what is really there.
  update public.files as f
  set object_version = finish_restore.version, checked_at = null, checked_sha256 = null, checked_size = null
  where f.id = v_locked.id;
  delete from private.checks as c where c.file_id = v_locked.id;
  delete from private.restores as s where s.file_id = v_locked.id;
  perform private.note_event(v_parent, 'file_restored', jsonb_build_object('name', v_locked.name));
  return true;
end
$$;

insert into private.email_kinds (name, needs_member, counts_to_caps, needs_second_factor) values ('arrived', true, false, true);

insert into private.email_kinds (name, needs_member, counts_to_caps, needs_second_factor) values ('binned', true, false, true);

insert into private.email_kinds (name, needs_member, counts_to_caps, needs_second_factor) values ('damaged', true, false, true);

insert into private.email_kinds (name, needs_member, counts_to_caps, needs_second_factor) values ('deletion_asked', true, false, true);

insert into private.email_kinds (name, needs_member, counts_to_caps, needs_second_factor) values ('deletion_decided', false, false, false);

insert into private.email_kinds (name, needs_member, counts_to_caps, needs_second_factor) values ('ended', false, true, false);

insert into private.email_kinds (name, needs_member, counts_to_caps, needs_second_factor) values ('expiry', true, false, true);

insert into private.email_kinds (name, needs_member, counts_to_caps, needs_second_factor) values ('invitation', false, true, false);

insert into private.email_kinds (name, needs_member, counts_to_caps, needs_second_factor) values ('member_invitation', false, true, false);

insert into private.email_kinds (name, needs_member, counts_to_caps, needs_second_factor) values ('receipt', false, false, false);

insert into private.email_kinds (name, needs_member, counts_to_caps, needs_second_factor) values ('reminder', false, true, false);

insert into private.email_kinds (name, needs_member, counts_to_caps, needs_second_factor) values ('repeat', true, false, true);

insert into private.email_kinds (name, needs_member, counts_to_caps, needs_second_factor) values ('second_factor', true, false, false);

insert into private.email_kinds (name, needs_member, counts_to_caps, needs_second_factor) values ('security', false, false, false);

insert into private.email_kinds (name, needs_member, counts_to_caps, needs_second_factor) values ('silence', true, false, true);

insert into private.email_kinds (name, needs_member, counts_to_caps, needs_second_factor) values ('summary', true, false, true);

insert into private.email_kinds (name, needs_member, counts_to_caps, needs_second_factor) values ('update', false, true, false);

alter table private.outbox add constraint outbox_kind_fkey FOREIGN KEY (kind) REFERENCES private.email_kinds(name);

comment on column private.email_kinds.counts_to_caps is 'Waits when its address or its workspace has had enough for now. Receipts don''t, because they follow what their reader has just done, nor do emails that members asked for.';

comment on column private.email_kinds.needs_member is 'Isn''t sent to a member who has left by then.';

comment on column private.email_kinds.needs_second_factor is 'Isn''t sent to a member who lacks the second factor that the workspace requires: it says what such a member may not read.';

comment on function private.add_helper(public.requests,text,text) is 'Adds a person to a request who gets single items of it. Errors: draft.too_many_recipients, quota.address.';

comment on function private.add_recipients(public.requests,jsonb) is 'Adds listed addresses that the request does not have, in the order of the list.';

comment on function private.answer_by_file(uuid) is 'Notes that an item is answered by its stored files: in part, until the expected number has arrived.';

comment on function private.begin_export(uuid,uuid[],uuid) is 'True for the first call of an export, which locks its requests; false for a repeated one.';

comment on function private.capped_until(uuid,bytea,boolean) is 'When the caps allow another email of a workspace to a mailbox; null if they do now. is_new: the workspace has never written to the address.';

comment on function private.check_bulk_rows(public.requests,text,text,jsonb) is 'Checks the request that each person would get. Errors: those of check_draft, bulk.placeholder, bulk.duplicate, assignee.not_member.';

comment on function private.common_facts(private.outbox,public.requests,public.recipients,text) is 'What every email to a recipient says, and what several kinds need. handed: their items, if they have single ones.';

comment on function private.count_email(uuid,bytea) is 'Counts an email towards the caps of its mailbox and its workspace.';

comment on function private.drop_email(private.outbox,text) is 'Ends an email that is never sent. Members read on the request if the address takes none.';

comment on function private.edited_request(public.requests,jsonb) is 'The request with the fields of a checked change, in stored form. What the change doesn''t name stays.';

comment on function private.email_verdict(private.outbox,public.recipients,text,boolean) is 'Decides about an email that is due. obstacle: why it is dropped. wait and waits_for: how long it is put off, and for what. If both are null it is sent: facts is what it says, covers the recipients whom it reminds.';

comment on function private.expiry_notice() is 'How long before a file or answer is erased members are told first.';

comment on function private.find_expiries(integer) is 'Notes ended requests whose first file or answer is due within the notice. Returns how many it looked at.';

comment on function private.forget_ended_emails() is 'Forgets a few emails that ended 90 days ago, and counts of days that are over.';

comment on function private.forget_read_grants(integer) is 'Forgets some grants that ended an hour ago.';

comment on function private.hand_over_requests(uuid,uuid,uuid) is 'Gives the heir what a leaving member watched, looked after and repeated. Without an heir, no member takes it over.';

comment on function private.lease_email(private.outbox,public.recipients,uuid,uuid[]) is 'Gives an email to a worker for five minutes. Returns the address it goes to.';

comment on function private.lock_caps(uuid,bytea) is 'Takes the locks under which emails to a mailbox and of a workspace are counted. False if another worker holds one of them and waiting could end in a deadlock.';

comment on function private.move_repeat(private.repeats,uuid) is 'Makes the request that was just sent the one that repeats, on its next day.';

comment on function private.network_full_until(private.new_accounts,integer,integer) is 'When a network that has had its new accounts of the hour or the day may have another one; null if it may now.';

comment on function private.network_of(text) is 'The network whose new accounts are counted together: /24 of IPv4, /64 of IPv6. Null for no address and for this machine''s own.';

comment on function private.note_decision(public.items,text,text,integer,text) is 'Writes a decision into the history, with what undoing it would restore, and each file that it returned.';

comment on function private.note_email_failed(private.outbox,text) is 'Marks a recipient whom an email could not reach. outcome: refused or failed.';

comment on function private.note_email_sent(private.outbox) is 'Notes on recipients that a reminder or another email reached them, and writes it into the history.';

comment on function private.note_export(uuid[],uuid) is 'Writes an export of files into the history of each of their requests.';

comment on function private.note_item_edits(public.requests,jsonb,uuid[],public.items[]) is 'Writes changed and added items of a sent request into its history.';

comment on function private.note_request_edits(public.requests,public.requests) is 'Writes what changed of a sent request into its history.';

comment on function private.remove_unlisted_items(public.requests,jsonb,uuid[],timestamp with time zone) is 'Removes known items that are not listed any more. Errors: item.answered.';

comment on function private.rename_recipients(public.requests,jsonb) is 'Writes names that differ from the list.';

comment on function private.replace_recipients(public.requests,jsonb,text[]) is 'For recipients who are no longer listed: corrects an address that was never used, otherwise removes them. fresh: the new addresses.';

comment on function private.require_changeable(public.requests,jsonb,public.items[]) is 'Refuses changes that an answer would contradict. Errors: item.answered, item.chosen.';

comment on function private.warn_of_expiries(integer) is 'Tells members of each noted request twice before anything is erased, or forgets it when nothing is due any more. Returns how many it dealt with.';

comment on function private.warn_of_silences(integer) is 'Tells members of open requests on which nothing has happened for a year, once a year. Returns their number.';

comment on function private.widen_recipients(public.requests,jsonb) is 'Gives the whole request to listed people who had single items of it.';

comment on table private.email_kinds is 'The kinds of email, and the rules that they share.';
