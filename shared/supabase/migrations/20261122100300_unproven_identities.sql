create function private.forget_unproven_identities() returns trigger
language plpgsql set search_path = '' as $$
begin
  delete from auth.identities as i
  where i.user_id = new.id
    and i.provider not in ('email', 'phone')
    and coalesce(i.identity_data ->> 'email_verified', 'false') <> 'true';
  return null;
end
$$;
comment on function private.forget_unproven_identities() is
  'Whoever opened an account with somebody else''s address by a provider that had not verified it keeps no way in; it ends when the owner proves the address.';

-- Under the same condition as the password of such an account.
create trigger forget_unproven_identities
  after update of email_confirmed_at on auth.users
  for each row
  when (
    old.email_confirmed_at is null
    and new.email_confirmed_at is not null
    and (old.confirmation_sent_at is not null or old.recovery_sent_at is not null or old.invited_at is not null)
  )
  execute function private.forget_unproven_identities();

create function private.drop_unproven_address() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.identity_data := new.identity_data - 'email';
  return new;
end
$$;
comment on function private.drop_unproven_address() is
  'An address that a provider has not verified is anybody''s words. The service would lead its owner into the account that linked it, and give it to that account as its own.';

create trigger drop_unproven_address
  before insert or update of identity_data on auth.identities
  for each row
  when (
    new.provider not in ('email', 'phone')
    and coalesce(new.identity_data ->> 'email_verified', 'false') <> 'true'
  )
  execute function private.drop_unproven_address();
