create function private.keep_address() returns trigger
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
comment on function private.keep_address() is
  'When the identity that has the account''s address is removed, Auth gives the account the address of a remaining identity. Unlike a change of address, that needs no confirmation and no second factor, so whoever stole a session could link an identity of their own and take over the account.';

create trigger keep_address
  before delete on auth.identities
  for each row execute function private.keep_address();
