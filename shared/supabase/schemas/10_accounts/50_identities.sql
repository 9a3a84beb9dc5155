-- Identities, passwords and metadata from before an address was proven are deleted when its owner proves it.

-- Deletes as its owner, so that prove_identity_removal doesn't ask for a proof.
create function private.tg_users__forget_unproven_identities() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.identities as i
  where i.user_id = new.id
    and i.provider not in ('email', 'phone')
    and coalesce(i.identity_data ->> 'email_verified', 'false') <> 'true';
  return null;
end
$$;
comment on function private.tg_users__forget_unproven_identities() is
  'A person who signed up with another person''s address through a provider that hadn''t verified it keeps no access: the identity is deleted when the owner confirms the address.';

create function private.tg_users__forget_unproven_password() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.encrypted_password := '';
  return new;
end
$$;
comment on function private.tg_users__forget_unproven_password() is
  'A person who signed up with another person''s address chose its password. The password is deleted when the owner confirms the address.';

create function private.tg_identities__drop_unproven_address() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.identity_data := new.identity_data - 'email';
  return new;
end
$$;
comment on function private.tg_identities__drop_unproven_address() is
  'An unverified address from a provider may belong to someone else. Without this trigger, Auth would sign its owner in to the account that linked it, or make it the address of that account.';

create function private.tg_users__drop_unproven_metadata() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.raw_user_meta_data := (
    select coalesce(jsonb_object_agg(said.key, said.value), '{}')
    from jsonb_each(new.raw_user_meta_data) as said
    where (said.key in ('sub', 'email') and jsonb_typeof(said.value) = 'string')
      or (said.key in ('email_verified', 'phone_verified') and jsonb_typeof(said.value) = 'boolean')
  );
  return new;
end
$$;
comment on function private.tg_users__drop_unproven_metadata() is
  'Anyone can sign up with another person''s address and write any metadata into the account. The owner''s sessions would carry it later, and sessions are stored in cookies: with enough metadata in them no server accepts the owner''s requests. Until the address is confirmed, only the metadata that Auth writes itself is kept.';

create function private.tg_identities__drop_metadata() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.identity_data := (
    select coalesce(jsonb_object_agg(said.key, said.value), '{}')
    from jsonb_each(new.identity_data) as said
    where (said.key in ('sub', 'email') and jsonb_typeof(said.value) = 'string')
      or (said.key in ('email_verified', 'phone_verified') and jsonb_typeof(said.value) = 'boolean')
  );
  return new;
end
$$;
comment on function private.tg_identities__drop_metadata() is
  'Auth copies the metadata of a sign-up into the identity, which sessions carry too. An email identity needs only its address.';

create function private.tg_identities__keep_address() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- When the account itself is being deleted, its row is gone by now and all identities may go.
  if exists (
    select from auth.users as u
    where u.id = old.user_id and u.email_confirmed_at is not null and lower(u.email) = old.email
  ) and not exists (
    select from auth.identities as i
    where i.user_id = old.user_id and i.id <> old.id and i.email = old.email
  ) then
    raise exception 'the account would lose its address' using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end
$$;
comment on function private.tg_identities__keep_address() is
  'When the identity that has the account''s address is removed, Auth gives the account the address of a remaining identity. Unlike a change of address, that needs no confirmation and no second factor, so a stolen session could be used to link another identity and take over the account.';
