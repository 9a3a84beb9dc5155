-- New accounts of people who were asked have their own budget.
--
-- An employer asks two hundred new employees for their papers, and they open their requests in one office on one morning: the
-- 61st was refused, because the network had made sixty accounts. An address that was asked, invited or handed an item now
-- counts by itself, up to 2,000 in an hour.
--
-- A refusal doesn't tell a stranger which addresses were asked. Its status and text are the same for all, the addresses are
-- looked up for all, and the wait is computed from the network alone. A stranger who has used up a network's accounts could still
-- learn from a success that an address was asked, once: the success makes its account and emails it. So of a network that is
-- used up, 20 refusals in an hour end that, too; then every address is refused.

alter table private.new_accounts
  add column expected integer not null default 0,
  add column refused integer not null default 0;
comment on table private.new_accounts is
  'New accounts per network and hour: of strangers, of people who were asked, and those refused. Rows are deleted after a day.';

create index invitations_email_idx on private.invitations (email) where accepted_at is null;

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

create or replace function hooks.before_user_created(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  per_hour constant integer := 60;
  per_day constant integer := 300;
  expected_per_hour constant integer := 2000;
  expected_per_day constant integer := 5000;
  refusals_per_hour constant integer := 20;
  this_hour constant timestamptz := date_trunc('hour', now());
  -- Looked up for every caller, so that the time of an answer tells nothing.
  is_expected constant boolean := private.is_expected(event #>> '{user,email}');
  address inet;
  its_network inet;
  counted private.new_accounts;
  full_until timestamptz;
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
    returning * into counted;
  -- The row is locked now, so of simultaneous sign-ups each counts those before it.
  select greatest(
    case when counted.accounts >= per_hour then this_hour + interval '1 hour' end,
    -- When the hour that brings the sum of the newer ones to a day's is a day ago.
    (
      select max(d.hour) + interval '24 hours'
      from (
        select n.hour, sum(n.accounts) over (order by n.hour desc) as since
        from private.new_accounts as n
        where n.network = its_network and n.hour > this_hour - interval '24 hours'
      ) as d
      where d.since >= per_day
    )
  ) into full_until;

  if is_expected and counted.expected < expected_per_hour
    and (
      select coalesce(sum(n.expected), 0) from private.new_accounts as n
      where n.network = its_network and n.hour > this_hour - interval '24 hours'
    ) < expected_per_day
    and (full_until is null or counted.refused < refusals_per_hour) then
    update private.new_accounts as n set expected = n.expected + 1
      where n.network = its_network and n.hour = this_hour;
  elsif full_until is not null then
    update private.new_accounts as n set refused = n.refused + 1
      where n.network = its_network and n.hour = this_hour;
    return private.too_many(format(
      'Too many new accounts from this network. Try again in %s seconds.',
      ceil(extract(epoch from full_until - now()))
    ));
  else
    update private.new_accounts as n set accounts = n.accounts + 1
      where n.network = its_network and n.hour = this_hour;
  end if;
  -- Two of these never wait for each other's rows.
  delete from private.new_accounts where ctid = any (array(
    select old.ctid from private.new_accounts as old
    where old.hour < this_hour - interval '24 hours' limit 100 for update skip locked
  ));
  return '{}';
end
$$;
comment on function hooks.before_user_created(jsonb) is
  'Auth calls it before it creates an account for a person. Counts them per network (of IPv4 the first 24 bits, of IPv6 the first 64) and hour: people who were asked or invited up to 2,000 in an hour and 5,000 in a day, others up to 60 in an hour and 300 in a day. A refusal says how long to wait, and nothing about the address.';
