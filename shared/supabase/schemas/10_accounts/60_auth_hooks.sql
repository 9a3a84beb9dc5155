-- Checks that Auth calls before it creates an account or takes a code or password, and limits on the emails it sends.
--
-- Only Auth's role may execute the hooks. Auth commits what a hook writes even when it refuses the request, so wrong
-- codes stay counted. All three refuse with status 429: the decision "reject" would end every session of the account,
-- so a guesser could sign the owner out again and again. The figures are repeated in shared/contract/src/limits.ts; a
-- test compares them.
--
-- A refusal doesn't tell a stranger which addresses were asked. Its status and text are the same for all, the addresses
-- are looked up for all, and the wait is computed from the network alone. A stranger who has used up a network's
-- accounts could still learn from a success that an address was asked, once: the success makes its account and emails
-- it. So of a network that is used up, 20 refusals in an hour end that, too; then every address is refused.

create table private.new_accounts (
  network inet not null,
  hour timestamptz not null,
  accounts integer not null default 0,
  expected integer not null default 0,
  refused integer not null default 0,
  primary key (network, hour)
);
comment on table private.new_accounts is
  'New accounts per network and hour: of strangers, of people who were asked, and those refused. Rows are deleted after a day.';

create index new_accounts_hour_idx on private.new_accounts (hour);

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

create table private.auth_emails (
  at timestamptz not null default now()
);
comment on table private.auth_emails is
  'When Auth sent an email. No address and no account: only the number matters. Rows are deleted after a day.';

create index auth_emails_at_idx on private.auth_emails (at);

create function hooks.before_user_created(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_per_hour constant integer := 60;
  v_per_day constant integer := 300;
  v_expected_per_hour constant integer := 2000;
  v_expected_per_day constant integer := 5000;
  v_refusals_per_hour constant integer := 20;
  v_this_hour constant timestamptz := date_trunc('hour', now());
  -- Looked up for every caller, so that the response time reveals nothing.
  v_is_expected constant boolean := private.is_expected(event #>> '{user,email}');
  v_its_network constant inet := private.network_of(event -> 'metadata' ->> 'ip_address');
  v_counted private.new_accounts;
  v_full_until timestamptz;
begin
  if v_its_network is null then
    return '{}';
  end if;
  insert into private.new_accounts as n (network, hour) values (v_its_network, v_this_hour)
    on conflict (network, hour) do update set accounts = n.accounts
    returning * into v_counted;
  -- The row is locked now, so of simultaneous sign-ups each counts those before it.
  v_full_until := private.network_full_until(v_counted, v_per_hour, v_per_day);

  if v_is_expected and v_counted.expected < v_expected_per_hour
    and (
      select coalesce(sum(n.expected), 0) from private.new_accounts as n
      where n.network = v_its_network and n.hour > v_this_hour - interval '24 hours'
    ) < v_expected_per_day
    and (v_full_until is null or v_counted.refused < v_refusals_per_hour) then
    update private.new_accounts as n set expected = n.expected + 1
      where n.network = v_its_network and n.hour = v_this_hour;
  elsif v_full_until is not null then
    update private.new_accounts as n set refused = n.refused + 1
      where n.network = v_its_network and n.hour = v_this_hour;
    return private.too_many(format(
      'Too many new accounts from this network. Try again in %s seconds.',
      ceil(extract(epoch from v_full_until - now()))
    ));
  else
    update private.new_accounts as n set accounts = n.accounts + 1
      where n.network = v_its_network and n.hour = v_this_hour;
  end if;
  -- Two of these never wait for each other's rows.
  delete from private.new_accounts where ctid = any (array(
    select old.ctid from private.new_accounts as old
    where old.hour < v_this_hour - interval '24 hours' limit 100 for update skip locked
  ));
  return '{}';
end
$$;
comment on function hooks.before_user_created(jsonb) is
  'Auth calls it before it creates an account for a person. Counts them per network (of IPv4 the first 24 bits, of IPv6 the first 64) and hour: people who were asked or invited up to 2,000 in an hour and 5,000 in a day, others up to 60 in an hour and 300 in a day. A refusal says how long to wait, and nothing about the address.';
grant execute on function hooks.before_user_created(jsonb) to supabase_auth_admin;

create function private.network_full_until(counted private.new_accounts, per_hour integer, per_day integer)
returns timestamptz
language sql set search_path = '' as $$
  select greatest(
    case when counted.accounts >= network_full_until.per_hour then counted.hour + interval '1 hour' end,
    -- When so many accounts leave the last 24 hours that fewer than a day's are left.
    (
      select max(d.hour) + interval '24 hours'
      from (
        select n.hour, sum(n.accounts) over (order by n.hour desc) as since
        from private.new_accounts as n
        where n.network = counted.network and n.hour > counted.hour - interval '24 hours'
      ) as d
      where d.since >= network_full_until.per_day
    )
  )
$$;
comment on function private.network_full_until(private.new_accounts, integer, integer) is
  'When a network that has had its new accounts of the hour or the day may have another one; null if it may now.';

create function private.network_of(address text) returns inet
language plpgsql immutable set search_path = '' as $$
declare
  v_address inet;
begin
  begin
    v_address := network_of.address;
  exception when invalid_text_representation then
    v_address := null;
  end;
  if v_address <<= '::ffff:0:0/96' then
    -- An IPv4 address, as some proxies write it.
    v_address := replace(host(v_address), '::ffff:', '');
  end if;
  -- Requests without an address can't be told apart. On a development platform all accounts come from this machine.
  if v_address is null or v_address <<= '127.0.0.0/8' or v_address = '::1' then
    return null;
  end if;
  return network(set_masklen(v_address, case family(v_address) when 4 then 24 else 64 end));
end
$$;
comment on function private.network_of(text) is
  'The network whose new accounts are counted together: /24 of IPv4, /64 of IPv6. Null for no address and for this machine''s own.';

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
grant execute on function hooks.mfa_verification_attempt(jsonb) to supabase_auth_admin;

create function hooks.password_verification_attempt(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return private.count_attempt((event ->> 'user_id')::uuid, 'password', (event ->> 'valid')::boolean, true);
end
$$;
comment on function hooks.password_verification_attempt(jsonb) is
  'Auth calls it for every password of an existing account, right or wrong. Counts the wrong ones of an account in a row and refuses all for a while after five. Emailed codes, passkeys and providers keep working for the owner.';
grant execute on function hooks.password_verification_attempt(jsonb) to supabase_auth_admin;

create function private.count_attempt(its_account uuid, its_kind text, valid boolean, proves boolean) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_allowed constant integer := 5;
  v_first_wait constant interval := '30 seconds';
  v_longest_wait constant interval := '15 minutes';
  -- now() is when the transaction began, which may have waited for the row.
  v_moment constant timestamptz := clock_timestamp();
  v_attempts private.wrong_attempts;
  v_wrong integer;
begin
  if valid then
    select * into v_attempts from private.wrong_attempts where account = its_account and kind = its_kind for update;
    if not found then
      return '{}';
    end if;
  else
    insert into private.wrong_attempts as w (account, kind) values (its_account, its_kind)
      on conflict (account, kind) do update set count = w.count
      returning * into v_attempts;
  end if;
  -- During the wait attempts aren't counted, and right codes are refused too: they neither prolong it nor reveal anything.
  if clock_timestamp() < v_attempts.blocked_until then
    return private.too_many(format(
      'Too many wrong attempts. Try again in %s seconds.',
      ceil(extract(epoch from v_attempts.blocked_until - clock_timestamp()))
    ));
  end if;
  if valid then
    if proves then
      delete from private.wrong_attempts where account = its_account and kind = its_kind;
    end if;
    return '{}';
  end if;
  v_wrong := case when v_attempts.last_at < v_moment - interval '1 day' then 1 else v_attempts.count + 1 end;
  update private.wrong_attempts
    set count = v_wrong,
        last_at = v_moment,
        -- 2^10 times the first wait is longer than the longest.
        blocked_until = case
          when v_wrong >= v_allowed then v_moment + least(v_longest_wait, v_first_wait * power(2, least(v_wrong - v_allowed, 10)))
          else '-infinity'
        end
    where account = its_account and kind = its_kind;
  delete from private.wrong_attempts where ctid = any (array(
    select old.ctid from private.wrong_attempts as old
    where old.last_at < v_moment - interval '1 day' limit 100 for update skip locked
  ));
  return '{}';
end
$$;
comment on function private.count_attempt(uuid, text, boolean, boolean) is
  'Counts the wrong codes or passwords of one account in a row. After five, all further ones are refused for 30 seconds, then after each wrong one for twice as long, up to 15 minutes. A right one outside of that time starts over, if it proves who made the attempts.';

create function private.is_expected(address text) returns boolean
language sql stable set search_path = '' as $$
  select
    exists (
      select from public.recipients as c
      join public.requests as r on r.id = c.request_id
      where private.address_hash(c.email) = private.address_hash(is_expected.address) and c.user_id is null and c.removed_at is null
        and r.status in ('open', 'done') and r.deleted_at is null
    )
    or exists (
      select from private.invitations as i
      where i.email = lower(is_expected.address) and i.accepted_at is null and i.expires_at > now()
    )
$$;
comment on function private.is_expected(text) is
  'True for an address that a sent request asks, also for single items, or that is invited to a workspace.';

create function private.tg_users__count_emails() returns trigger
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
comment on function private.tg_users__count_emails() is
  'Counts one email. Auth writes the time of each to the account, and that of both emails of a new address in one statement.';
