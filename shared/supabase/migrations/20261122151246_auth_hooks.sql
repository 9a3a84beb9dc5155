-- Functions that Auth calls in its own requests. Only its role may execute them. Auth commits what a hook writes even when it
-- refuses the request, so wrong codes stay counted.
--
-- All three refuse with status 429. The decision "reject" would end every session of the account, so a guesser could sign the
-- owner out again and again.
--
-- The figures are repeated in shared/contract/src/limits.ts; a test compares them.

grant usage on schema hooks to supabase_auth_admin;
comment on schema hooks is 'Functions that PostgREST and Auth call. Not exposed.';

create table private.new_accounts (
  network inet not null,
  hour timestamptz not null,
  accounts integer not null default 0,
  primary key (network, hour)
);
comment on table private.new_accounts is 'New accounts per network and hour. Rows are deleted after a day.';

create table private.wrong_attempts (
  account uuid not null,
  kind text not null check (kind in ('code', 'password')),
  count integer not null default 0,
  last_at timestamptz not null default now(),
  blocked_until timestamptz not null default '-infinity',
  primary key (account, kind)
);
comment on table private.wrong_attempts is
  'Wrong codes and passwords per account since the last right one. Rows are deleted a day after the last wrong one.';
create index wrong_attempts_last_at_idx on private.wrong_attempts (last_at);
create index new_accounts_hour_idx on private.new_accounts (hour);

create function private.too_many(message text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('error', jsonb_build_object('http_code', 429, 'message', message))
$$;
comment on function private.too_many(text) is 'The answer by which a hook of Auth refuses.';

create function hooks.before_user_created(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  per_hour constant integer := 60;
  per_day constant integer := 300;
  this_hour constant timestamptz := date_trunc('hour', now());
  address inet;
  its_network inet;
  in_hour integer;
  in_day integer;
begin
  begin
    address := event -> 'metadata' ->> 'ip_address';
  exception when invalid_text_representation then
    address := null;
  end;
  if address <<= '::ffff:0:0/96' then
    -- An IPv4 address, as some proxies write it.
    address := replace(host(address), '::ffff:', '');
  end if;
  -- Requests without an address can't be told apart. On a development platform all accounts come from this machine.
  if address is null or address <<= '127.0.0.0/8' or address = '::1' then
    return '{}';
  end if;
  its_network := network(set_masklen(address, case family(address) when 4 then 24 else 64 end));
  insert into private.new_accounts as n (network, hour) values (its_network, this_hour)
    on conflict (network, hour) do update set accounts = n.accounts
    returning accounts into in_hour;
  -- The row is locked now, so of simultaneous sign-ups each counts those before it.
  select sum(accounts) into in_day from private.new_accounts
    where network = its_network and hour > this_hour - interval '24 hours';
  if in_hour >= per_hour or in_day >= per_day then
    return private.too_many('Too many new accounts from this network. Try again later.');
  end if;
  update private.new_accounts set accounts = accounts + 1 where network = its_network and hour = this_hour;
  -- Two of these never wait for each other's rows.
  delete from private.new_accounts where ctid = any (array(
    select old.ctid from private.new_accounts as old
    where old.hour < this_hour - interval '24 hours' limit 100 for update skip locked
  ));
  return '{}';
end
$$;
comment on function hooks.before_user_created(jsonb) is
  'Auth calls it before it creates an account for a person. Counts them per network (of IPv4 the first 24 bits, of IPv6 the first 64) and hour, and refuses more than 60 in an hour or 300 in a day.';

create function private.count_attempt(its_account uuid, its_kind text, valid boolean, proves boolean) returns jsonb
language plpgsql set search_path = '' as $$
declare
  allowed constant integer := 5;
  first_wait constant interval := '30 seconds';
  longest_wait constant interval := '15 minutes';
  -- now() is when the transaction began, which may have waited for the row.
  moment constant timestamptz := clock_timestamp();
  attempts private.wrong_attempts;
  wrong integer;
begin
  if valid then
    select * into attempts from private.wrong_attempts where account = its_account and kind = its_kind for update;
    if not found then
      return '{}';
    end if;
  else
    insert into private.wrong_attempts as w (account, kind) values (its_account, its_kind)
      on conflict (account, kind) do update set count = w.count
      returning * into attempts;
  end if;
  -- During the wait attempts aren't counted, and right codes are refused too: they neither prolong it nor reveal anything.
  if clock_timestamp() < attempts.blocked_until then
    return private.too_many(format(
      'Too many wrong attempts. Try again in %s seconds.',
      ceil(extract(epoch from attempts.blocked_until - clock_timestamp()))
    ));
  end if;
  if valid then
    if proves then
      delete from private.wrong_attempts where account = its_account and kind = its_kind;
    end if;
    return '{}';
  end if;
  wrong := case when attempts.last_at < moment - interval '1 day' then 1 else attempts.count + 1 end;
  update private.wrong_attempts
    set count = wrong,
        last_at = moment,
        -- 2^10 times the first wait is longer than the longest.
        blocked_until = case
          when wrong >= allowed then moment + least(longest_wait, first_wait * power(2, least(wrong - allowed, 10)))
          else '-infinity'
        end
    where account = its_account and kind = its_kind;
  delete from private.wrong_attempts where ctid = any (array(
    select old.ctid from private.wrong_attempts as old
    where old.last_at < moment - interval '1 day' limit 100 for update skip locked
  ));
  return '{}';
end
$$;
comment on function private.count_attempt(uuid, text, boolean, boolean) is
  'Counts the wrong codes or passwords of one account in a row. After five, all further ones are refused for 30 seconds, then after each wrong one for twice as long, up to 15 minutes. A right one outside of that time starts over, if it proves who made the attempts.';

create function hooks.mfa_verification_attempt(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return private.count_attempt(
    (event ->> 'user_id')::uuid,
    'code',
    (event ->> 'valid')::boolean,
    -- The right code of an authenticator that is being set up proves nothing: anyone with a session may set one up.
    exists (select from auth.mfa_factors where id = (event ->> 'factor_id')::uuid and status = 'verified')
  );
end
$$;
comment on function hooks.mfa_verification_attempt(jsonb) is
  'Auth calls it for every code of an authenticator app, right or wrong. Counts the wrong ones of an account in a row and refuses all for a while after five.';

create function hooks.password_verification_attempt(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return private.count_attempt((event ->> 'user_id')::uuid, 'password', (event ->> 'valid')::boolean, true);
end
$$;
comment on function hooks.password_verification_attempt(jsonb) is
  'Auth calls it for every password of an existing account, right or wrong. Counts the wrong ones of an account in a row and refuses all for a while after five. Emailed codes, passkeys and providers go on working for the owner.';

revoke all on function
  hooks.before_user_created(jsonb), hooks.mfa_verification_attempt(jsonb), hooks.password_verification_attempt(jsonb)
  from public, anon, authenticated, service_role;
grant execute on function
  hooks.before_user_created(jsonb), hooks.mfa_verification_attempt(jsonb), hooks.password_verification_attempt(jsonb)
  to supabase_auth_admin;
