create function private.forget_unproven_password() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.encrypted_password := '';
  return new;
end
$$;
comment on function private.forget_unproven_password() is
  'Whoever opened an account with somebody else''s address chose its password; it ends when the owner proves the address.';

-- Accounts that an administrator or a platform without confirmation makes are confirmed without a mail: those keep theirs.
create trigger forget_unproven_password
  before update of email_confirmed_at on auth.users
  for each row
  when (
    old.email_confirmed_at is null
    and new.email_confirmed_at is not null
    and (old.confirmation_sent_at is not null or old.recovery_sent_at is not null or old.invited_at is not null)
  )
  execute function private.forget_unproven_password();
