-- A stolen access token must not be enough to take over an account: changes to how it signs in, and what can't be undone,
-- need a proof that is younger than fifteen minutes.

create table private.proofs (
  user_id uuid not null references auth.users (id) on delete cascade,
  act text not null,
  session_id uuid not null,
  code_at timestamptz,
  until timestamptz not null,
  used_in xid8,
  primary key (user_id, act),
  constraint proofs_act_check check (act in (
    'password', 'email', 'factors', 'passkeys', 'identities', 'backup_codes', 'sessions', 'delete_account',
    'delete_workspace', 'second_factor_requirement', 'roles', 'retention'
  ))
);
comment on table private.proofs is
  'People who have just proven who they are, and for which act. A row can be used until it expires, by one transaction, which is written into it: what is changed row by row needs one proof, not many.';
comment on column private.proofs.session_id is
  'The session that is going to act. Our own functions accept no other one.';
comment on column private.proofs.code_at is
  'Time of the authenticator''s code behind the proof, which proves one act only; null if it was proven in another way.';

create or replace function private.fail(code text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using
    message = fail.code,
    errcode = case
      when fail.code = 'session.required' then 'PT401'
      when fail.code = 'proof.required' then 'PT403'
      when fail.code = 'not_found' then 'PT404'
      when fail.code = 'file.too_large' then 'PT413'
      when fail.code in (
        'draft.sent', 'request.closed', 'item.stale', 'item.locked', 'item.undecided',
        'file.not_stored', 'file.changed', 'workspace.last_owner', 'account.changed'
      ) then 'PT409'
      else 'PT422'
    end;
end
$$;

create function private.require_fresh_proof(act text, person uuid default auth.uid()) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.proofs as p
  -- Signing out devices takes access away and gives none. Its proof serves as often as needed until it expires.
  set used_in = case when p.act <> 'sessions' then pg_current_xact_id() end
  where p.user_id = require_fresh_proof.person and p.act = require_fresh_proof.act
    and p.until > now()
    and (p.used_in is null or p.used_in = pg_current_xact_id())
    -- Auth's connection carries no session.
    and p.session_id = coalesce(nullif(auth.jwt() ->> 'session_id', '')::uuid, p.session_id);
  if not found then
    perform private.fail('proof.required');
  end if;
end
$$;
comment on function private.require_fresh_proof(text, uuid) is
  'Uses up the proof that record_proof() stored for this act. Errors: proof.required. Called by our own functions, it accepts only the session for which the proof was stored. Auth''s connection doesn''t say which session it works for.';

alter table private.must_enroll add column session_id uuid;
comment on column private.must_enroll.session_id is
  'The session that entered the backup code; only this one may set up the new authenticator app.';
-- Entering the code ended all other sessions, so the oldest one left entered it.
update private.must_enroll as e
set session_id = (select s.id from auth.sessions as s where s.user_id = e.user_id order by s.created_at limit 1);

create function private.proven_since(methods text[]) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select to_timestamp(max((entry.value ->> 'timestamp')::numeric))
  from jsonb_array_elements(
    case when jsonb_typeof(auth.jwt() -> 'amr') = 'array' then auth.jwt() -> 'amr' else '[]' end
  ) as entry
  where entry.value ->> 'method' = any(proven_since.methods)
$$;
comment on function private.proven_since(text[]) is
  'Time of the newest of these methods by which the caller''s session was established or raised; null if none was used. Refreshing a session doesn''t change it.';

create function private.has_app() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.mfa_factors as f where f.user_id = auth.uid() and f.status = 'verified')
$$;
comment on function private.has_app() is 'True if the caller''s account has a verified authenticator app.';

create function public.record_proof(act text, acting_session uuid default null) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  mine uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
  acting uuid := coalesce(record_proof.acting_session, mine);
  entered private.must_enroll;
  proven timestamptz;
  entered_at timestamptz;
  recorded timestamptz;
begin
  if not private.session_exists() then
    perform private.fail('session.required');
  end if;
  select * into entered from private.must_enroll as e where e.user_id = me;
  if found then
    -- Nobody who merely signs in meanwhile may set up an app: the backup code is the proof.
    if record_proof.act is distinct from 'factors' or mine is distinct from entered.session_id then
      perform private.fail('proof.required');
    end if;
    delete from auth.sessions as s where s.user_id = me and s.id <> mine;
    proven := now();
  else
    perform private.require_session();
    if not exists (select from auth.sessions as s where s.id = acting and s.user_id = me) then
      perform private.fail('proof.required');
    elsif private.has_app() then
      proven := case when private.passed_second_factor() then private.proven_since('{totp,mfa/webauthn}') end;
      -- A thief with the same session shares its codes, so one code opens one act only. Of simultaneous calls the later one
      -- waits here, and sees the row of the earlier one.
      perform from auth.users as u where u.id = me for update;
      if exists (select from private.proofs as p where p.user_id = me and p.code_at >= proven) then
        proven := null;
      end if;
      entered_at := proven;
    else
      proven := private.proven_since(
        '{password,otp,magiclink,recovery,email/signup,invite,oauth,sso/saml,passkey,totp,mfa/webauthn}'
      );
    end if;
    if not coalesce(proven > now() - interval '15 minutes', false) then
      perform private.fail('proof.required');
    end if;
  end if;
  insert into private.proofs as p (user_id, act, session_id, code_at, until)
  values (me, record_proof.act, acting, entered_at, now() + interval '15 minutes')
  on conflict on constraint proofs_pkey do update
  set session_id = excluded.session_id, code_at = excluded.code_at, until = excluded.until, used_in = null
  returning p.until into recorded;
  return recorded;
exception
  when check_violation or not_null_violation then
    perform private.fail('proof.act');
end
$$;
comment on function public.record_proof(text, uuid) is
  'Stores that the caller has just proven who they are, for one act of one session (the calling one, or another of the same account), and returns the time until which the act must begin: 15 minutes from now. Call it with a session that was established less than 15 minutes ago; the page makes one for this purpose and ends it afterwards. If the account has an authenticator app, its code must be that young instead, and proves one act. While the account waits for a new app after a backup code, only the session that entered the code can record a proof, and only for factors; that signs out all others. Errors: proof.required (the proof is older or used), proof.act (unknown act).';
grant execute on function public.record_proof(text, uuid) to authenticated;

-- Auth's own tables ----------------------------------------------------------------------------------------------
-- These triggers apply to Auth's own connection only. Our functions ask for the proof themselves, and an operator may help
-- somebody by SQL.

create function private.prove_account_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_fresh_proof(tg_argv[0], new.id);
  return new;
end
$$;
comment on function private.prove_account_change() is
  'Requires a fresh proof for a change to an account; the trigger names the act.';

create trigger prove_password
  before update of encrypted_password on auth.users
  for each row
  when (
    current_user = 'supabase_auth_admin'
    -- Before the address is confirmed, a password has no effect: confirming removes it.
    and old.email_confirmed_at is not null
    and coalesce(new.encrypted_password, '') not in ('', coalesce(old.encrypted_password, ''))
  )
  execute function private.prove_account_change('password');

-- A change of address ------------------------------------------------------------------------------------------------
-- Auth sends both emails before it writes the change. An error would undo only the time of sending, by which Auth limits these
-- emails. So a change without a proof begins like any other and can't be finished.

create table private.proven_email_changes (
  user_id uuid primary key references auth.users (id) on delete cascade,
  address text not null
);
comment on table private.proven_email_changes is
  'New addresses of changes that began with a fresh proof. Only these can be finished.';
insert into private.proven_email_changes (user_id, address)
select u.id, lower(u.email_change) from auth.users as u where coalesce(u.email_change, '') <> '';

create function private.begin_email_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.proofs as p set used_in = pg_current_xact_id()
  where p.user_id = new.id and p.act = 'email' and p.until > now() and p.used_in is null;
  if found then
    insert into private.proven_email_changes as c (user_id, address) values (new.id, lower(new.email_change))
    on conflict (user_id) do update set address = excluded.address;
  elsif lower(new.email_change) is distinct from lower(old.email_change) then
    delete from private.proven_email_changes as c where c.user_id = new.id;
  end if;
  return new;
end
$$;
comment on function private.begin_email_change() is
  'Notes whether a change of address began with a fresh proof, which it uses up. Asking again for the same address keeps the note.';
create trigger begin_email_change
  before update of email_change on auth.users
  for each row
  when (
    current_user = 'supabase_auth_admin'
    and new.deleted_at is null
    and coalesce(new.email_change, '') <> ''
  )
  execute function private.begin_email_change();

create function private.finish_email_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.proven_email_changes as c where c.user_id = new.id and c.address = lower(new.email);
  if not found then
    perform private.fail('proof.required');
  end if;
  return new;
end
$$;
comment on function private.finish_email_change() is 'Lets only a change of address finish that began with a fresh proof.';
create trigger finish_email_change
  before update of email on auth.users
  for each row
  when (
    current_user = 'supabase_auth_admin'
    and coalesce(old.email_change, '') <> ''
    and lower(new.email) = lower(old.email_change)
    and lower(new.email) is distinct from lower(old.email)
  )
  execute function private.finish_email_change();

create function private.prove_way_in() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'DELETE' then
    perform private.require_fresh_proof(tg_argv[0], new.user_id);
    return new;
  end if;
  -- When the account itself is being deleted, its row is gone or marked by now.
  if exists (select from auth.users as u where u.id = old.user_id and u.deleted_at is null) then
    perform private.require_fresh_proof(tg_argv[0], old.user_id);
  end if;
  return old;
end
$$;
comment on function private.prove_way_in() is
  'Requires a fresh proof for adding or removing a way to sign in; the trigger names the act.';

-- Checked when setup starts: only this session sees the secret.
create trigger prove_new_factor
  before insert on auth.mfa_factors
  for each row when (current_user = 'supabase_auth_admin')
  execute function private.prove_way_in('factors');
-- Auth removes factors that were never verified, but keeps one whose setup was left in the middle. Finishing it later needs a
-- proof of its own.
create trigger prove_late_factor
  before update of status on auth.mfa_factors
  for each row
  when (
    current_user = 'supabase_auth_admin'
    and old.status <> 'verified' and new.status = 'verified'
    and old.created_at < now() - interval '15 minutes'
  )
  execute function private.prove_way_in('factors');
create trigger prove_factor_removal
  before delete on auth.mfa_factors
  for each row when (current_user = 'supabase_auth_admin' and old.status = 'verified')
  execute function private.prove_way_in('factors');

do $$
begin
  -- Older versions of Auth have no passkeys.
  if to_regclass('auth.webauthn_credentials') is not null then
    create trigger prove_passkey
      before insert or delete on auth.webauthn_credentials
      for each row when (current_user = 'supabase_auth_admin')
      execute function private.prove_way_in('passkeys');
  end if;
end
$$;

-- Deletes as its owner now, so that the trigger below doesn't ask.
alter function private.forget_unproven_identities() security definer;

create function private.prove_identity_removal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Auth itself removes unproven identities before it confirms an account.
  if exists (select from auth.users as u where u.id = old.user_id and u.email_confirmed_at is not null) then
    perform private.require_fresh_proof('identities', old.user_id);
  end if;
  return old;
end
$$;
comment on function private.prove_identity_removal() is
  'Requires a fresh proof for unlinking an account elsewhere, unless the account here is unconfirmed or being deleted.';
create trigger prove_identity_removal
  before delete on auth.identities
  for each row when (current_user = 'supabase_auth_admin')
  execute function private.prove_identity_removal();

create function private.require_own_address() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  address text := lower(new.identity_data ->> 'email');
begin
  -- The first identity of an account is the account's own sign-up.
  if exists (select from auth.identities as i where i.user_id = new.user_id and i.id <> new.id)
    and not exists (select from auth.users as u where u.id = new.user_id and lower(u.email) = address)
    and not exists (
      select from auth.identities as i where i.user_id = new.user_id and i.id <> new.id and i.email = address
    )
  then
    perform private.fail('identity.other_address');
  end if;
  return new;
end
$$;
comment on function private.require_own_address() is
  'Only accounts with a verified address of this account can be linked. Otherwise an attacker could start the link on their own account and have a victim consent to it. Runs after drop_unproven_address, which removes addresses that the provider has not verified.';
create trigger require_own_address
  before insert on auth.identities
  for each row
  when (new.provider not in ('email', 'phone') and current_user = 'supabase_auth_admin')
  execute function private.require_own_address();

-- Our own tables -------------------------------------------------------------------------------------------------

create function private.prove_workspace_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    perform private.require_fresh_proof(tg_argv[0]);
    return new;
  end if;
  -- Deleting the account deletes its own workspaces, and was proven by itself.
  if not exists (
    select from private.proofs as p
    where p.user_id = auth.uid() and p.act = 'delete_account' and p.used_in = pg_current_xact_id()
  ) then
    perform private.require_fresh_proof('delete_workspace');
  end if;
  return old;
end
$$;
comment on function private.prove_workspace_change() is
  'Requires a fresh proof of the caller for a change that weakens a workspace or deletes it; the trigger names the act.';

create trigger prove_second_factor_requirement
  before update of require_second_factor on public.workspaces
  for each row
  when (auth.uid() is not null and new.require_second_factor <> old.require_second_factor)
  execute function private.prove_workspace_change('second_factor_requirement');
create trigger prove_retention
  before update of retain_days on public.workspaces
  for each row
  -- Without a number of days, files are kept for good.
  when (auth.uid() is not null and new.retain_days < coalesce(old.retain_days, 2147483647))
  execute function private.prove_workspace_change('retention');
create trigger prove_deletion
  before delete on public.workspaces
  for each row when (auth.uid() is not null)
  execute function private.prove_workspace_change();

create function private.rank_of(role text) returns integer
language sql immutable set search_path = ''
return array_position('{member,admin,owner}'::text[], rank_of.role);
comment on function private.rank_of(text) is 'Roles in order of their rights: 1 for a member, 3 for an owner.';

create trigger prove_role
  before update of role on public.members
  for each row
  when (auth.uid() is not null and private.rank_of(new.role) > private.rank_of(old.role))
  execute function private.prove_workspace_change('roles');

-- Functions ------------------------------------------------------------------------------------------------------

create or replace function public.end_session(session uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
begin
  if end_session.session = (auth.jwt() ->> 'session_id')::uuid then
    perform private.fail('session.this_one');
  end if;
  perform private.require_fresh_proof('sessions');
  delete from auth.sessions as s where s.id = end_session.session and s.user_id = me;
end
$$;
comment on function public.end_session(uuid) is
  'Signs out another session of the caller; it can read nothing from then on, even while its token is valid. Sessions that have ended, are unknown or belong to somebody else get the same answer. Errors: session.this_one, because that session signs out instead; proof.required. Needs DELETE on auth.sessions; refresh tokens cascade.';

create or replace function public.end_other_sessions() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
  ended integer;
begin
  perform private.require_fresh_proof('sessions');
  with gone as (
    delete from auth.sessions as s
    where s.user_id = me and s.id <> (auth.jwt() ->> 'session_id')::uuid
    returning s.not_after
  )
  select count(*) filter (where gone.not_after is null or gone.not_after > now()) into ended from gone;
  return ended;
end
$$;
comment on function public.end_other_sessions() is
  'Signs out all of the caller''s sessions except the current one and returns how many were still valid. Errors: proof.required. Needs DELETE on auth.sessions.';

create or replace function public.delete_account(workspaces uuid[] default '{}') returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
  sole uuid[];
begin
  -- Locks workspaces first, then requests, each in a fixed order. This serialises two owners who leave at the same
  -- time, and anyone who joins, creates a workspace or answers meanwhile is taken into account.
  perform from public.profiles as f where f.user_id = me for update;
  perform from public.workspaces as w
  where w.id in (select m.workspace_id from public.members as m where m.user_id = me and m.role = 'owner')
  order by w.id for update;

  select coalesce(array_agg(m.workspace_id), '{}') into sole
  from public.members as m
  where m.user_id = me and m.role = 'owner'
    and not exists (
      select from public.members as o
      where o.workspace_id = m.workspace_id and o.role = 'owner' and o.user_id <> me
    );
  if exists (select from public.members as o where o.workspace_id = any(sole) and o.user_id <> me) then
    perform private.fail('workspace.last_owner');
  elsif not sole <@ private.my_workspaces() then
    perform private.fail('insufficient_aal');
  elsif not sole <@ coalesce(delete_account.workspaces, '{}') then
    -- Data that can't be recovered is deleted only if the caller named it.
    perform private.fail('account.changed');
  end if;
  perform private.require_fresh_proof('delete_account');

  perform from public.requests as r
  where r.workspace_id = any(sole) or r.id = any(private.my_requests())
    or r.id in (select f.request_id from public.files as f where f.uploaded_by = me and f.status = 'uploading')
  order by r.id for update;
  -- Only the deleted account could have finished these uploads.
  update public.files as f
  set status = 'removed', removed_at = now(), removed_by = me
  where f.uploaded_by = me and f.status = 'uploading';
  delete from public.workspaces as w where w.id = any(sole);
  delete from auth.users as u where u.id = me;
end
$$;
comment on function public.delete_account(uuid[]) is
  'Deletes the caller''s account with its sessions, factors, profile and memberships, and the workspaces without other members, each of which must be named. Contributions to other people''s requests stay, under the name they were made with. Errors: workspace.last_owner (other members would be left without an owner), insufficient_aal (a workspace to be deleted requires the second factor), account.changed (a workspace that was not named would be deleted), proof.required. Needs DELETE on auth.users and the tables that cascade from it.';

create or replace function public.create_backup_codes() returns setof text
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
  perform private.require_fresh_proof('backup_codes');
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
  'Replaces the caller''s backup codes and returns ten new ones, which cannot be read again. Errors: insufficient_aal, proof.required.';

create or replace function public.use_backup_code(code text) returns text
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
  elsif not exists (select from auth.mfa_factors as f where f.user_id = me and f.status = 'verified')
    -- After losing the session that entered a code, another code continues.
    and not exists (select from private.must_enroll as e where e.user_id = me)
  then
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

  insert into private.must_enroll as e (user_id, session_id) values (me, mine)
  on conflict (user_id) do update set session_id = excluded.session_id, since = now();
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
  'With an unused backup code, removes the caller''s authenticators and ends their other sessions; nothing is readable until a new authenticator is verified, which only this session may set up. Callable before the second factor, which is its purpose, and again until the new authenticator is verified. Answers used, wrong, or limited after five wrong codes of this session within an hour. Errors: mfa_factor_not_found when there is no authenticator to replace, backup_code.not_needed in a session that has passed the second factor. Needs DELETE on auth.mfa_factors and auth.sessions, UPDATE on auth.users.';
