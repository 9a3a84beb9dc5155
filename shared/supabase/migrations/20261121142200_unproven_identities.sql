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
  'A person who signed up with somebody else''s address through a provider that hadn''t verified it keeps no access: the identity is deleted when the owner confirms the address.';

-- The same condition as for the password of such an account.
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
  'An unverified address from a provider can be anybody''s. Without this trigger, Auth would sign its owner in to the account that linked it, or make it the address of that account.';

create trigger drop_unproven_address
  before insert or update of identity_data on auth.identities
  for each row
  when (
    new.provider not in ('email', 'phone')
    and coalesce(new.identity_data ->> 'email_verified', 'false') <> 'true'
  )
  execute function private.drop_unproven_address();
