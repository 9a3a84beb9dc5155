-- Backup codes for a lost authenticator app.
--
-- Hosted Auth knows no such factor, so a code never raises a session: it removes the lost authenticators and locks the
-- account's rows until a new one is set up.

create table private.backup_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  salt uuid not null,
  hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, salt)
);
comment on table private.backup_codes is
  'Hashes of the backup codes last created by a person. Codes have 60 random bits, so a fast hash is safe: no dictionary shortens the search.';

-- Notifies the owner of new backup codes.
create trigger notify_of_new_backup_codes
  after insert on private.backup_codes
  for each row execute function private.tg_backup_codes__notify();

-- Notifies the owner that a backup code was used.
create trigger notify_of_used_backup_code
  after update of used_at on private.backup_codes
  for each row when (old.used_at is null and new.used_at is not null)
  execute function private.tg_backup_codes__notify();

create table private.backup_code_tries (
  user_id uuid not null references auth.users (id) on delete cascade,
  session_id uuid not null,
  since timestamptz not null default now(),
  wrong integer not null default 0,
  primary key (user_id, session_id)
);
comment on table private.backup_code_tries is
  'Wrong backup codes of a session in the current hour. Counted per session, so that someone else with access to the mailbox can''t use up the owner''s tries. The row is locked during each try, so parallel guesses are counted one after another.';

create table private.must_enroll (
  user_id uuid primary key references auth.users (id) on delete cascade,
  since timestamptz not null default now(),
  session_id uuid
);
comment on table private.must_enroll is
  'People who used a backup code and have not set up a new authenticator. They read nothing, because before the code their rows needed aal2.';
comment on column private.must_enroll.session_id is
  'The session that entered the backup code; only this one may set up the new authenticator app.';

create function public.create_backup_codes() returns setof text
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
comment on function public.create_backup_codes() is
  'Replaces the caller''s backup codes and returns ten new ones, which cannot be read again. Errors: insufficient_aal, proof.required.';
grant execute on function public.create_backup_codes() to authenticated;

create function public.use_backup_code(code text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := auth.uid();
  -- Read generously: dashes and spaces are ignored, and letters outside the alphabet read as the ones they look like.
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

  -- Compared as salted hashes, so that the time reveals nothing about a code.
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
comment on function public.use_backup_code(text) is
  'With an unused backup code, removes the caller''s authenticators and ends their other sessions; nothing is readable until a new authenticator is verified, which only this session may set up. Callable before the second factor, which is its purpose, and again until the new authenticator is verified. Answers used, wrong, or limited after five wrong codes of this session within an hour. Errors: mfa_factor_not_found when there is no authenticator to replace, backup_code.not_needed in a session that has passed the second factor. Needs DELETE on auth.mfa_factors and auth.sessions, UPDATE on auth.users.';
grant execute on function public.use_backup_code(text) to authenticated;

create function public.backup_codes_left() returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me uuid := private.require_session();
begin
  return (select count(*) from private.backup_codes as c where c.user_id = v_me and c.used_at is null);
end
$$;
comment on function public.backup_codes_left() is 'Number of the caller''s backup codes that have not been used.';
grant execute on function public.backup_codes_left() to authenticated;

create function private.tg_mfa_factors__finish_enrollment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.must_enroll as e where e.user_id = new.user_id;
  update auth.users as u set raw_app_meta_data = u.raw_app_meta_data - 'must_enroll'
  where u.id = new.user_id and u.raw_app_meta_data ? 'must_enroll';
  return null;
end
$$;
comment on function private.tg_mfa_factors__finish_enrollment() is
  'A verified authenticator ends the lock that a backup code set. Needs TRIGGER on auth.mfa_factors and UPDATE on auth.users.';
