-- Everything of ours on Auth's tables. The functions are in 31, 40, 50, 60 and 71.

-- auth.users ---------------------------------------------------------------------------------------------------------

-- A change of address without a fresh proof begins, but isn't noted, so it can't be finished.
create trigger begin_email_change
  before update of email_change on auth.users
  for each row
  when (
    current_user = 'supabase_auth_admin'
    and new.deleted_at is null
    and coalesce(new.email_change, '') <> ''
  )
  execute function private.tg_users__begin_email_change();

-- Keeps only Auth's own metadata until the address is confirmed.
create trigger drop_unproven_words
  before insert or update of raw_user_meta_data on auth.users
  for each row
  when (
    new.email_confirmed_at is null
    and new.raw_user_meta_data is not null
    and coalesce(new.raw_app_meta_data ->> 'provider', 'email') = 'email'
  )
  execute function private.tg_users__drop_unproven_metadata();

-- Refuses the end of a change of address that began without a proof.
create trigger finish_email_change
  before update of email on auth.users
  for each row
  when (
    current_user = 'supabase_auth_admin'
    and coalesce(old.email_change, '') <> ''
    and lower(new.email) = lower(old.email_change)
    and lower(new.email) is distinct from lower(old.email)
  )
  execute function private.tg_users__finish_email_change();

-- Confirming an address removes a password that was set before. Accounts created by an administrator, or without email
-- confirmation, are confirmed at creation: those keep their password.
create trigger forget_unproven_password
  before update of email_confirmed_at on auth.users
  for each row
  when (
    old.email_confirmed_at is null
    and new.email_confirmed_at is not null
    and (old.confirmation_sent_at is not null or old.recovery_sent_at is not null or old.invited_at is not null)
  )
  execute function private.tg_users__forget_unproven_password();

-- Notifies the owner that the account is deleted.
create trigger notify_of_deletion
  before delete on auth.users
  for each row execute function private.tg_users__notify_of_deletion();

-- Notifies the owner that the account is deleted. Auth can keep the row and empty it.
create trigger notify_of_soft_deletion
  before update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.tg_users__notify_of_deletion();

-- A new password needs a fresh proof.
create trigger prove_password
  before update of encrypted_password on auth.users
  for each row
  when (
    current_user = 'supabase_auth_admin'
    -- Before the address is confirmed, a password has no effect: confirming removes it.
    and old.email_confirmed_at is not null
    and coalesce(new.encrypted_password, '') not in ('', coalesce(old.encrypted_password, ''))
  )
  execute function private.tg_users__prove_change('password');

-- Counts an email with a code or link, by the time of sending that Auth writes.
create trigger count_auth_email
  after update of confirmation_sent_at, recovery_sent_at, email_change_sent_at, reauthentication_sent_at on auth.users
  for each row
  when (
    (new.confirmation_sent_at is not null and new.confirmation_sent_at is distinct from old.confirmation_sent_at)
    or (new.recovery_sent_at is not null and new.recovery_sent_at is distinct from old.recovery_sent_at)
    or (new.email_change_sent_at is not null and new.email_change_sent_at is distinct from old.email_change_sent_at)
    or (
      new.reauthentication_sent_at is not null
      and new.reauthentication_sent_at is distinct from old.reauthentication_sent_at
    )
  )
  execute function private.tg_users__count_emails();

-- Confirming an address removes what was linked before and never proven. The same condition as for the password of such
-- an account.
create trigger forget_unproven_identities
  after update of email_confirmed_at on auth.users
  for each row
  when (
    old.email_confirmed_at is null
    and new.email_confirmed_at is not null
    and (old.confirmation_sent_at is not null or old.recovery_sent_at is not null or old.invited_at is not null)
  )
  execute function private.tg_users__forget_unproven_identities();

-- Notifies the owner of a changed address or password.
create trigger notify_of_account
  after update of email, encrypted_password on auth.users
  for each row
  when (current_user = 'supabase_auth_admin' and old.email_confirmed_at is not null and new.deleted_at is null)
  execute function private.tg_users__notify_of_change();

-- auth.identities ----------------------------------------------------------------------------------------------------

-- As drop_unproven_words does for the account.
create trigger drop_identity_words
  before insert or update of identity_data on auth.identities
  for each row
  when (new.provider = 'email')
  execute function private.tg_identities__drop_metadata();

-- An address that the provider hasn't proven isn't stored.
create trigger drop_unproven_address
  before insert or update of identity_data on auth.identities
  for each row
  when (
    new.provider not in ('email', 'phone')
    and coalesce(new.identity_data ->> 'email_verified', 'false') <> 'true'
  )
  execute function private.tg_identities__drop_unproven_address();

-- Removing the identity of the account's address doesn't give the account another address.
create trigger keep_address
  before delete on auth.identities
  for each row execute function private.tg_identities__keep_address();

-- Removing a sign-in method needs a fresh proof.
create trigger prove_identity_removal
  before delete on auth.identities
  for each row when (current_user = 'supabase_auth_admin')
  execute function private.tg_identities__prove_removal();

-- Only an account elsewhere with this account's address can be linked.
create trigger require_own_address
  before insert on auth.identities
  for each row
  when (new.provider not in ('email', 'phone') and current_user = 'supabase_auth_admin')
  execute function private.tg_identities__require_own_address();

-- Notifies the owner of a removed sign-in method.
create trigger notify_of_former_identity
  after delete on auth.identities
  for each row when (current_user = 'supabase_auth_admin' and old.provider <> 'phone')
  execute function private.tg__notify_of_way_in('identity', 'provider');

-- Notifies the owner of a new sign-in method. Like the triggers that ask for a proof, these apply to Auth's own connection
-- only.
create trigger notify_of_new_identity
  after insert on auth.identities
  for each row when (current_user = 'supabase_auth_admin' and new.provider not in ('email', 'phone'))
  execute function private.tg__notify_of_way_in('identity', 'provider');

-- auth.mfa_factors ---------------------------------------------------------------------------------------------------

-- Removing an authenticator needs a fresh proof.
create trigger prove_factor_removal
  before delete on auth.mfa_factors
  for each row when (current_user = 'supabase_auth_admin' and old.status = 'verified')
  execute function private.tg__prove_way_in('factors');

-- Auth removes factors that were never verified, but keeps one whose setup was left in the middle. Finishing it later
-- needs its own proof.
create trigger prove_late_factor
  before update of status on auth.mfa_factors
  for each row
  when (
    current_user = 'supabase_auth_admin'
    and old.status <> 'verified' and new.status = 'verified'
    and old.created_at < now() - interval '15 minutes'
  )
  execute function private.tg__prove_way_in('factors');

-- A new authenticator needs a fresh proof. Checked when setup starts: only this session sees the secret.
create trigger prove_new_factor
  before insert on auth.mfa_factors
  for each row when (current_user = 'supabase_auth_admin')
  execute function private.tg__prove_way_in('factors');

-- A new authenticator ends the lock that a backup code set.
create trigger finish_enrollment
  after insert or update of status on auth.mfa_factors
  for each row when (new.status = 'verified')
  execute function private.tg_mfa_factors__finish_enrollment();

-- Notifies the owner of a removed authenticator.
create trigger notify_of_former_factor
  after delete on auth.mfa_factors
  for each row when (current_user = 'supabase_auth_admin' and old.status = 'verified')
  execute function private.tg__notify_of_way_in('factor', 'friendly_name');

-- Notifies the owner of a new authenticator.
create trigger notify_of_new_factor
  after update of status on auth.mfa_factors
  for each row when (current_user = 'supabase_auth_admin' and old.status <> 'verified' and new.status = 'verified')
  execute function private.tg__notify_of_way_in('factor', 'friendly_name');

-- auth.webauthn_credentials ------------------------------------------------------------------------------------------

-- Adding or removing a passkey needs a fresh proof.
do $$
begin
  -- Older versions of Auth have no passkeys.
  if to_regclass('auth.webauthn_credentials') is not null then
    create trigger prove_passkey
      before insert or delete on auth.webauthn_credentials
      for each row when (current_user = 'supabase_auth_admin')
      execute function private.tg__prove_way_in('passkeys');
  end if;
end
$$;

-- Notifies the owner of a new or removed passkey.
do $$
begin
  -- Older versions of Auth have no passkeys.
  if to_regclass('auth.webauthn_credentials') is not null then
    create trigger notify_of_passkey
      after insert or delete on auth.webauthn_credentials
      for each row when (current_user = 'supabase_auth_admin')
      execute function private.tg__notify_of_way_in('passkey', 'friendly_name');
  end if;
end
$$;

-- auth.sessions ------------------------------------------------------------------------------------------------------

-- Notifies the owner of a sign-in from a new device.
create trigger notify_of_device
  after insert on auth.sessions
  for each row when (current_user = 'supabase_auth_admin')
  execute function private.tg_sessions__notify_of_device();
