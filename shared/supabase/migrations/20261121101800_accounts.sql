create function private.forget_unproven_password() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.encrypted_password := '';
  return new;
end
$$;
comment on function private.forget_unproven_password() is
  'A person who signed up with somebody else''s address chose its password. The password is deleted when the owner confirms the address.';

-- Accounts created by an administrator, or without email confirmation, are confirmed at creation: those keep their password.
create trigger forget_unproven_password
  before update of email_confirmed_at on auth.users
  for each row
  when (
    old.email_confirmed_at is null
    and new.email_confirmed_at is not null
    and (old.confirmation_sent_at is not null or old.recovery_sent_at is not null or old.invited_at is not null)
  )
  execute function private.forget_unproven_password();
