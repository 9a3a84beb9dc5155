-- Triggers that ask for a fresh proof before Auth changes an account. They stand on Auth's tables:
-- 90_triggers_on_auth.sql.
--
-- They apply to Auth's own connection only. Our functions ask for the proof themselves, and an operator may help a
-- person by SQL. Auth sends both emails before it writes a change of address, and an error would undo only the time of
-- sending, by which Auth limits these emails. So a change without a proof begins like any other and can't be finished.

create function private.tg_users__prove_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_fresh_proof(tg_argv[0], new.id);
  return new;
end
$$;
comment on function private.tg_users__prove_change() is
  'Requires a fresh proof for a change to an account; the trigger names the act.';

create function private.tg_users__begin_email_change() returns trigger
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
comment on function private.tg_users__begin_email_change() is
  'Notes whether a change of address began with a fresh proof, which it uses up. Asking again for the same address keeps the note.';

create function private.tg_users__finish_email_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.proven_email_changes as c where c.user_id = new.id and c.address = lower(new.email);
  if not found then
    perform private.fail('proof.required');
  end if;
  return new;
end
$$;
comment on function private.tg_users__finish_email_change() is 'Lets only a change of address finish that began with a fresh proof.';

create function private.tg_identities__prove_removal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Auth itself removes unproven identities before it confirms an account.
  if exists (select from auth.users as u where u.id = old.user_id and u.email_confirmed_at is not null) then
    perform private.require_fresh_proof('identities', old.user_id);
  end if;
  return old;
end
$$;
comment on function private.tg_identities__prove_removal() is
  'Requires a fresh proof for unlinking an account elsewhere, unless the account here is unconfirmed or being deleted.';

create function private.tg_identities__require_own_address() returns trigger
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
comment on function private.tg_identities__require_own_address() is
  'Only accounts with a verified address of this account can be linked. Otherwise an attacker could start the link on their own account and have a victim consent to it. Runs after drop_unproven_address, which removes addresses that the provider has not verified.';

create function private.tg__prove_way_in() returns trigger
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
comment on function private.tg__prove_way_in() is
  'Requires a fresh proof for adding or removing a way to sign in; the trigger names the act.';
