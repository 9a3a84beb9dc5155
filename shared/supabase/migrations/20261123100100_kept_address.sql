create function private.keep_address() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- An account that is itself being deleted is gone by now and lets all its identities go.
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
comment on function private.keep_address() is
  'The service gives an account the address of an identity that is left when the one with its own is taken off. It asks neither address and no second factor for that, as it does for a change of address, so whoever got hold of a session could link an account of their own and then own this one.';

create trigger keep_address
  before delete on auth.identities
  for each row execute function private.keep_address();
