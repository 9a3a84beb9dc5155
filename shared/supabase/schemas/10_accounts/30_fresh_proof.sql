-- Changes of an account that need a fresh proof of identity (decision 0022).
--
-- A stolen access token must not be enough to take over an account: changes to how it signs in, and what can't be
-- undone, need a proof that is younger than fifteen minutes.

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
    'delete_workspace', 'second_factor_requirement', 'roles', 'retention', 'delete_requests', 'links'
  ))
);
comment on table private.proofs is
  'People who have just proven who they are, and for which act. A row can be used until it expires, by one transaction, which is written into it: what is changed row by row needs one proof, not many.';
comment on column private.proofs.session_id is 'The session that is going to act. Our own functions accept no other one.';
comment on column private.proofs.code_at is
  'Time of the authenticator''s code behind the proof, which proves one act only; null if it was proven in another way.';

create table private.proven_email_changes (
  user_id uuid primary key references auth.users (id) on delete cascade,
  address text not null
);
comment on table private.proven_email_changes is
  'New addresses of changes that began with a fresh proof. Only these can be finished.';

create function public.record_proof(act text, acting_session uuid default null) returns timestamptz
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
    -- A sign-in in between isn't enough to set up an app: the backup code is the proof.
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
comment on function public.record_proof(text, uuid) is
  'Stores that the caller has just proven who they are, for one act of one session (the calling one, or another of the same account), and returns the time until which the act must begin: 15 minutes from now. Call it with a session that was established less than 15 minutes ago; the page makes one for this purpose and ends it afterwards. If the account has an authenticator app, its code must be that young instead, and proves one act. While the account waits for a new app after a backup code, only the session that entered the code can record a proof, and only for factors; that signs out all others. Errors: proof.required (the proof is older or used), proof.act (unknown act).';
grant execute on function public.record_proof(text, uuid) to authenticated;

create function private.require_fresh_proof(act text, person uuid default auth.uid()) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.proofs as p
  -- Signing out devices takes access away and gives none, and the bin gives back for 14 days what is put there one by
  -- one. Their proofs serve as often as needed until they expire.
  set used_in = case when p.act not in ('sessions', 'delete_requests') then pg_current_xact_id() end
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
