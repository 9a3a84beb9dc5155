create function private.drop_unproven_words() returns trigger
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
comment on function private.drop_unproven_words() is
  'Anyone can sign up with somebody else''s address and write any metadata into the account. The owner''s sessions would carry it later, and sessions are stored in cookies: with enough metadata in them no server accepts the owner''s requests. Until the address is confirmed, only the metadata that Auth writes itself is kept.';

create trigger drop_unproven_words
  before insert or update of raw_user_meta_data on auth.users
  for each row
  when (
    new.email_confirmed_at is null
    and new.raw_user_meta_data is not null
    and coalesce(new.raw_app_meta_data ->> 'provider', 'email') = 'email'
  )
  execute function private.drop_unproven_words();

create function private.drop_identity_words() returns trigger
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
comment on function private.drop_identity_words() is
  'Auth copies the metadata of a sign-up into the identity, which sessions carry too. An email identity needs only its address.';

create trigger drop_identity_words
  before insert or update of identity_data on auth.identities
  for each row
  when (new.provider = 'email')
  execute function private.drop_identity_words();
