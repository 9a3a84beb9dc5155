-- Counts the emails with a code or a link that Auth sends, because nobody can sign in by code once the hour's are used up.
-- Auth doesn't tell how many are left. `pnpm check:deployment` reads the count and raises the alarm before that. Notifications
-- also use up Auth's limit and aren't counted: each needs a signed-in owner and a fresh proof.

create table private.auth_emails (
  at timestamptz not null default now()
);
comment on table private.auth_emails is
  'When Auth sent an email. No address and no account: only the number matters. Rows are deleted after a day.';
create index auth_emails_at_idx on private.auth_emails (at);

create function private.count_auth_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.auth_emails default values;
  -- Two of these never wait for each other's rows.
  delete from private.auth_emails where ctid = any (array(
    select past.ctid from private.auth_emails as past
    where past.at < now() - interval '1 day' limit 100 for update skip locked
  ));
  return null;
end
$$;
comment on function private.count_auth_email() is 'Counts one email. Auth writes the time of each to the account, and both emails of a new address at once.';

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
  execute function private.count_auth_email();
