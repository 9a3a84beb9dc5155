-- Backup codes for people who lost their authenticator. Hosted Auth knows no such factor, so a code never raises a
-- session: it removes the lost authenticators and locks the account's rows until a new one is set up.

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

create table private.backup_code_tries (
  user_id uuid not null references auth.users (id) on delete cascade,
  session_id uuid not null,
  since timestamptz not null default now(),
  wrong integer not null default 0,
  primary key (user_id, session_id)
);
comment on table private.backup_code_tries is
  'Wrong backup codes of a session in the current hour. Counted per session, so that nobody else who signs in with the same mailbox can use up the tries of the account''s owner. The row is locked during each try, so parallel guesses are counted one after another.';

create table private.must_enroll (
  user_id uuid primary key references auth.users (id) on delete cascade,
  since timestamptz not null default now()
);
comment on table private.must_enroll is
  'People who used a backup code and have not set up a new authenticator. They read nothing, because before the code their rows needed aal2.';

create or replace function private.passed_second_factor() returns boolean
language sql stable security definer set search_path = '' as $$
  -- False and never null for a token without a level: callers negate the answer.
  select coalesce(auth.jwt() ->> 'aal', '') = 'aal2' and exists (
    select from auth.sessions as s
    where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = auth.uid() and s.aal >= 'aal2'
  )
$$;

create function private.session_exists() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.sessions as s
    join auth.users as u on u.id = s.user_id
    where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and s.user_id = auth.uid()
      and (s.not_after is null or s.not_after > now())
      -- The platform suspends an account without ending its sessions, whose tokens are good for an hour more.
      and (u.banned_until is null or u.banned_until <= now())
      and u.deleted_at is null
      and coalesce(auth.jwt() ->> 'is_anonymous', 'false') = 'false'
      and auth.jwt() ->> 'client_id' is null
  )
$$;
comment on function private.session_exists() is
  'The session still exists and belongs to a person who is not suspended and not to a third-party client. It may still lack its second factor: use session_ok() to guard data.';

create or replace function private.session_ok() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.session_exists()
    and not exists (select from private.must_enroll as e where e.user_id = auth.uid())
    and (
      private.passed_second_factor()
      or not exists (
        select from auth.mfa_factors as f where f.user_id = auth.uid() and f.status = 'verified'
      )
    )
$$;
comment on function private.session_ok() is
  'The session exists, has passed the second factor if the account has one, and the account is not waiting for a new authenticator after a backup code.';

create function private.finish_enrollment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.must_enroll as e where e.user_id = new.user_id;
  update auth.users as u set raw_app_meta_data = u.raw_app_meta_data - 'must_enroll'
  where u.id = new.user_id and u.raw_app_meta_data ? 'must_enroll';
  return null;
end
$$;
comment on function private.finish_enrollment() is
  'A verified authenticator ends the lock that a backup code set. Needs TRIGGER on auth.mfa_factors and UPDATE on auth.users.';
create trigger finish_enrollment
  after insert or update of status on auth.mfa_factors
  for each row when (new.status = 'verified')
  execute function private.finish_enrollment();

create function public.create_backup_codes() returns setof text
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
  -- Crockford's base32: without i, l, o and u, which are mistaken for others.
  letters constant text := '0123456789abcdefghjkmnpqrstvwxyz';
  salt uuid;
  bytes bytea;
  code text;
begin
  -- One after another, and after a code that is being used: it ends the other sessions.
  perform from auth.users as u where u.id = me for update;
  if not private.passed_second_factor() then
    perform private.fail('insufficient_aal');
  end if;
  delete from private.backup_codes as c where c.user_id = me;
  for n in 1..10 loop
    salt := gen_random_uuid();
    -- A version 4 UUID has 122 random bits; hashing two of them removes the fixed ones.
    bytes := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
    select string_agg(substr(letters, (get_byte(bytes, at) & 31) + 1, 1), '' order by at)
    into code from generate_series(0, 11) as at;
    insert into private.backup_codes (user_id, salt, hash)
    values (me, salt, sha256(uuid_send(salt) || convert_to(code, 'UTF8')));
    return next substr(code, 1, 4) || '-' || substr(code, 5, 4) || '-' || substr(code, 9, 4);
  end loop;
end
$$;
comment on function public.create_backup_codes() is
  'Replaces the caller''s backup codes and returns ten new ones, which cannot be read again. Refuses: insufficient_aal.';
grant execute on function public.create_backup_codes() to authenticated;

create function public.backup_codes_left() returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
begin
  return (select count(*) from private.backup_codes as c where c.user_id = me and c.used_at is null);
end
$$;
comment on function public.backup_codes_left() is 'Number of the caller''s backup codes that have not been used.';
grant execute on function public.backup_codes_left() to authenticated;

create function public.use_backup_code(code text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  -- Read generously: without dashes and spaces, and with the letters that the alphabet leaves out as what they look like.
  typed text := translate(
    regexp_replace(lower(left(coalesce(use_backup_code.code, ''), 64)), '[^0-9a-z]', '', 'g'), 'ilo', '110'
  );
  mine uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
  tries private.backup_code_tries;
begin
  if not private.session_exists() then
    perform private.fail('session.required');
  elsif not exists (select from auth.mfa_factors as f where f.user_id = me and f.status = 'verified') then
    perform private.fail('mfa_factor_not_found');
  elsif private.passed_second_factor() then
    -- The authenticator is at hand; a session that keeps aal2 without its factor would outlive the new one.
    perform private.fail('backup_code.not_needed');
  end if;

  perform from auth.users as u where u.id = me for update;
  insert into private.backup_code_tries (user_id, session_id) values (me, mine) on conflict do nothing;
  select * into tries from private.backup_code_tries as t where t.session_id = mine for update;
  if tries.since <= now() - interval '1 hour' then
    update private.backup_code_tries as t set since = now(), wrong = 0 where t.session_id = mine;
  elsif tries.wrong >= 5 then
    return 'limited';
  end if;

  -- Compared as salted hashes: the time this takes says nothing about a code.
  update private.backup_codes as c set used_at = now()
  where c.user_id = me and c.used_at is null and c.hash = sha256(uuid_send(c.salt) || convert_to(typed, 'UTF8'));
  if not found then
    -- Answered and not raised, which would undo the count.
    update private.backup_code_tries as t set wrong = t.wrong + 1 where t.session_id = mine;
    return 'wrong';
  end if;

  insert into private.must_enroll (user_id) values (me) on conflict do nothing;
  -- For the page alone, which finds it in the session. Rows depend on the table.
  update auth.users as u set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || '{"must_enroll": true}'
  where u.id = me;
  delete from auth.mfa_factors as f where f.user_id = me;
  delete from auth.sessions as s where s.user_id = me and s.id <> mine;
  delete from private.backup_code_tries as t where t.user_id = me;
  return 'used';
end
$$;
comment on function public.use_backup_code(text) is
  'With an unused backup code, removes the caller''s authenticators and ends their other sessions; nothing is readable until a new authenticator is verified. Callable before the second factor, which is its purpose. Answers used, wrong, or limited after five wrong codes of this session within an hour. Refuses: mfa_factor_not_found when there is no authenticator to replace, backup_code.not_needed in a session that has passed the second factor. Needs DELETE on auth.mfa_factors and auth.sessions, UPDATE on auth.users.';
grant execute on function public.use_backup_code(text) to authenticated;

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
        where m.user_id = auth.uid() and w.require_second_factor
      ),
      exists (select from private.must_enroll as e where e.user_id = auth.uid());
end
$$;
comment on function public.my_access() is
  'Why the caller''s lists may be empty: a workspace of theirs requires a second factor that this session has not passed, or a new authenticator has to be set up after a backup code. Names no workspace, because a session without the factor may read nothing of it.';
grant execute on function public.my_access() to authenticated;
