-- A mail server refuses a recipient for many reasons that say nothing of the address: a relay that isn't allowed, a blocklist, a
-- quota, a full mailbox. Each of them stopped every workspace from ever writing to that address again.
alter table private.suppressed_addresses drop constraint suppressed_addresses_pkey;
alter table private.suppressed_addresses add primary key (address_hash, reason);
comment on table private.suppressed_addresses is
  'SHA-256 of addresses that get no email from any workspace. refused: a mail server said that there is no such mailbox, in the last 90 days; of the exact address. asked: its owner stopped all email; of the mailbox, without what follows a plus sign.';
create index suppressed_addresses_expiry_idx on private.suppressed_addresses (at) where reason = 'refused';

-- Among others, the servers of Google and Microsoft deliver these to one mailbox.
create function private.mailbox_hash(address text) returns bytea
language sql immutable set search_path = '' as $$
  select private.address_hash(regexp_replace(mailbox_hash.address, '^([^@+]+)\+[^@]*@', '\1@'))
$$;
comment on function private.mailbox_hash(text) is
  'The hash by which caps and a stop of all email count: of the address without what follows a plus sign.';

create function private.is_refused(address text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.suppressed_addresses as s
    where s.address_hash = private.address_hash(is_refused.address) and s.reason = 'refused'
      and s.at > now() - interval '90 days'
  )
$$;

comment on function private.is_refused(text) is
  'True for 90 days after a mail server said that there is no such mailbox.';

create function private.has_stopped_email(address text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.suppressed_addresses as s
    -- The stop of an address with a tag may be older than the rule for mailboxes.
    where s.address_hash in (
        private.mailbox_hash(has_stopped_email.address), private.address_hash(has_stopped_email.address)
      )
      and s.reason = 'asked'
  )
$$;

comment on function private.has_stopped_email(text) is 'True if the owner of this mailbox has stopped all email.';

create or replace function private.is_suppressed(address text) returns boolean
language sql stable set search_path = '' as $$
  select private.is_refused(is_suppressed.address) or private.has_stopped_email(is_suppressed.address)
$$;

create or replace function private.email_obstacle(email private.outbox, request public.requests, recipient public.recipients)
returns text
language sql stable set search_path = '' as $$
  select case
    when recipient.muted_at is not null then 'muted'
    when recipient.removed_at is not null and email.kind <> 'ended' then 'recipient_removed'
    when private.is_suppressed(coalesce(email.address, recipient.email)) then 'suppressed'
    when email.kind in ('invitation', 'update') and request.status not in ('open', 'done') then 'request_ended'
    when email.kind = 'update' and request.closed_by is not null then 'request_ended'
    -- A person who wasn't emailed learns of a change where they learnt of the request.
    when email.kind = 'update' and recipient.invited_at is null and recipient.user_id is null then 'not_invited'
    when email.kind = 'binned' and request.deleted_at is null then 'undone'
    when email.kind = 'binned' and recipient.invited_at is null and recipient.user_id is null then 'not_invited'
    when email.kind = 'deletion_decided' and private.decided_deletions(recipient, email.since) = '[]' then 'undone'
    when email.kind = 'ended' and email.address is null and recipient.invited_at is null then 'not_invited'
    when email.kind = 'ended' and email.address is null and recipient.removed_at is null
      and request.status in ('open', 'done') and request.closed_by is null then 'reopened'
  end
$$;

create or replace function private.member_email_obstacle(email private.outbox, request public.requests) returns text
language sql stable set search_path = '' as $$
  select case
    when email.kind in ('arrived', 'summary', 'second_factor', 'expiry', 'silence', 'repeat', 'damaged', 'binned',
      'deletion_asked') and not exists (
      select from public.members as m where m.workspace_id = email.workspace_id and m.user_id = email.user_id
    ) then 'not_member'
    -- They say what these members may not read. The email of the kind second_factor tells them why.
    when email.kind in ('arrived', 'summary', 'expiry', 'silence', 'repeat', 'damaged', 'binned',
      'deletion_asked')
      and not private.has_second_factor(email.user_id)
      and exists (
        select from public.workspaces as w where w.id = email.workspace_id and private.binds_members(w)
      ) then 'second_factor'
    when email.kind = 'second_factor' and (
      private.has_second_factor(email.user_id)
      or not exists (select from public.workspaces as w where w.id = email.workspace_id and w.require_second_factor)
    ) then 'not_needed'
    when email.kind = 'member_invitation' and not exists (
      select from private.invitations as i
      where i.id = (email.data ->> 'invitation')::uuid and private.state_of(i) = 'open'
    ) then 'cancelled'
    when (
      select private.is_refused(a.address)
        -- After a stop of all email, changes to the account are still told.
        or email.kind not in ('security', 'second_factor') and private.has_stopped_email(a.address)
      from (
        select coalesce(email.address, (select u.email from auth.users as u where u.id = email.user_id)) as address
      ) as a
    ) then 'suppressed'
    when email.kind = 'arrived' and private.arrival_emails(email.user_id, email.workspace_id) <> 'each' then 'preference'
    when email.kind = 'summary' and private.arrival_emails(email.user_id, email.workspace_id) <> 'daily' then 'preference'
    -- Damage can't wait for a summary.
    when email.kind = 'damaged' and private.arrival_emails(email.user_id, email.workspace_id) = 'none' then 'preference'
    when email.kind in ('arrived', 'damaged') and not private.is_watched(request, email.user_id) then 'not_watched'
    when email.kind in ('arrived', 'damaged') and request.status = 'cancelled' then 'request_ended'
    when email.kind = 'damaged' and private.damaged_files(request.id, email.since) = '[]' then 'undone'
    when email.kind = 'expiry' and private.expiry_facts(email, '') -> 'requests' = '[]' then 'undone'
    when email.kind = 'silence' and private.silence_facts(email, '') -> 'requests' = '[]' then 'undone'
    when email.kind = 'binned' and request.deleted_at is null then 'undone'
    when email.kind = 'deletion_asked' and private.asked_deletions(request.id) = '[]' then 'undone'
    -- Skipped, changed, ended, or sent by now.
    when email.kind = 'repeat' and not exists (
      select from private.repeats as s
      where s.request_id = email.request_id and s.sender = email.user_id and s.next_on = (email.data ->> 'on')::date
        and (s.failure is not null) = (email.data ->> 'failed')::boolean
    ) then 'undone'
  end
$$;

create or replace function public.link_workspace(token text, address text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  proven constant text := lower(trim(link_workspace.address));
  -- The same condition as in join_request.
  person constant uuid := (
    select u.id from auth.users as u
    where u.email = proven and u.email_confirmed_at is not null and not u.is_sso_user
    limit 1
  );
  request constant uuid := coalesce(
    private.request_of(link_workspace.token), private.joined_request_of(link_workspace.token, person)
  );
begin
  return (
    select w.name
    from public.recipients as p join public.workspaces as w on w.id = p.workspace_id
    where p.request_id = request
      and p.removed_at is null
      and (p.user_id = person or (p.user_id is null and p.email = proven))
      and (
        num_nonnulls(p.invited_at, p.user_id) > 0
        or exists (select from private.answered_workspaces as a where a.workspace_id = p.workspace_id)
      )
      and not private.is_suppressed(proven)
      and private.recent_reporters(p.workspace_id) = 0
      and not exists (
        select from private.request_reports as r where r.workspace_id = p.workspace_id and r.user_id = person
      )
    limit 1
  );
end
$$;

create or replace function private.email_wait(email private.outbox, request public.requests, recipient public.recipients)
returns interval
language plpgsql set search_path = '' as $$
declare
  moment constant timestamptz := private.email_clock();
  today constant date := (moment at time zone 'UTC')::date;
  this_hour constant timestamptz := date_trunc('hour', moment, 'UTC');
  workspace constant uuid := request.workspace_id;
  hashed constant bytea := private.address_hash(coalesce(email.address, recipient.email));
  mailbox constant bytea := private.mailbox_hash(coalesce(email.address, recipient.email));
  cap constant jsonb := (select jsonb_object_agg(l.name, l.most) from private.email_limits as l);
  held constant boolean := coalesce(current_setting('sheaf.held_caps', true), '') = 'yes';
  key bigint;
  is_new boolean;
  wait_until timestamptz;
begin
  -- One at a time per address and per workspace, so that simultaneous workers don't pass the caps together. A claim that
  -- goes on after a capped email holds these already and waits for no others: two that did would wait for each other.
  for key in
    select hashtextextended(k.key, 0)
    from (values (encode(mailbox, 'hex')), (workspace::text)) as k (key) order by k.key
  loop
    if not held then
      perform pg_advisory_xact_lock(key);
    elsif not pg_try_advisory_xact_lock(key) then
      return interval '0';
    end if;
  end loop;
  is_new := not exists (
    select from private.emailed_addresses as a where a.workspace_id = workspace and a.address_hash = hashed
  );
  if (
    select
      coalesce(sum(c.sent), 0) >= (cap ->> 'to_address')::integer
      or coalesce(sum(c.sent) filter (where c.workspace_id = workspace), 0) >= (cap ->> 'to_address_per_workspace')::integer
      -- The last one is for workspaces that people do answer.
      or coalesce(sum(c.sent) filter (where t.workspace_id is null), 0) >= (cap ->> 'to_address_unanswered')::integer
        and not exists (select from private.answered_workspaces as a where a.workspace_id = workspace)
    from private.email_counts as c
    left join private.answered_workspaces as t on t.workspace_id = c.workspace_id
    where c.day = today and c.address_hash = mailbox
  ) or (
    select coalesce(sum(h.sent), 0) from private.email_hours as h
    where h.workspace_id = workspace and h.hour >= date_trunc('day', moment, 'UTC')
  ) >= (cap ->> 'per_workspace')::integer
  or is_new and private.new_addresses_left(workspace) = 0
  then
    wait_until := date_trunc('day', moment, 'UTC') + interval '1 day';
  elsif (
    select h.sent from private.email_hours as h where h.workspace_id = workspace and h.hour = this_hour
  ) >= (cap ->> 'per_workspace_hour')::integer
  then
    wait_until := this_hour + interval '1 hour';
  end if;
  if wait_until is not null then
    perform set_config('sheaf.held_caps', 'yes', true);
    return wait_until - moment;
  end if;
  insert into private.email_counts as c (day, address_hash, workspace_id, sent)
  values (today, mailbox, workspace, 1)
  on conflict (day, address_hash, workspace_id) do update set sent = c.sent + 1;
  insert into private.email_hours as h (workspace_id, hour, sent)
  values (workspace, this_hour, 1)
  on conflict (workspace_id, hour) do update set sent = h.sent + 1;
  if is_new then
    insert into private.emailed_addresses (workspace_id, address_hash, since) values (workspace, hashed, today);
    delete from private.email_hours as h
    where h.ctid = any(array(
      select old.ctid from private.email_hours as old
      where old.hour < moment - interval '2 days' limit 10 for update skip locked
    ));
  end if;
  return null;
end
$$;

comment on table private.email_counts is 'Emails per mailbox, workspace and day in UTC.';

create or replace function private.address_key(sender uuid, address text) returns text
language sql immutable set search_path = '' as $$
  select address_key.sender || ' ' || encode(private.mailbox_hash(address_key.address), 'hex')
$$;

create or replace function public.stop_all_email(stopped boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.require_session();
  address constant text := (select u.email from auth.users as u where u.id = me);
begin
  if coalesce(stop_all_email.stopped, true) then
    insert into private.suppressed_addresses (address_hash, reason) values (private.mailbox_hash(address), 'asked')
    on conflict do nothing;
    return;
  end if;
  delete from private.suppressed_addresses as s
  where (s.address_hash, s.reason) in (
    (private.mailbox_hash(address), 'asked'), (private.address_hash(address), 'asked'),
    (private.address_hash(address), 'refused')
  );
  update public.recipients as p set unreachable_at = null
  where p.user_id = me and private.address_hash(p.email) = private.address_hash(address) and p.unreachable_at is not null;
end
$$;

create or replace function public.finish_email(email uuid, worker uuid, outcome text, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  moment constant timestamptz := private.email_clock();
  claimed private.outbox;
  person public.recipients;
  waits constant interval[] := array['1 min', '5 min', '30 min', '2 h', '6 h']::interval[];
begin
  select o.* into claimed from private.outbox as o
  where o.id = finish_email.email and o.claimed_by = finish_email.worker and o.ended_at is null
  for update;
  if not found then
    return;
  elsif finish_email.outcome = 'retry' and claimed.attempts <= cardinality(waits) then
    update private.outbox as o
    set not_before = moment + waits[claimed.attempts], claimed_until = null, reason = finish_email.reason
    where o.id = claimed.id;
    return;
  end if;
  update private.outbox as o
  set
    ended_at = now(),
    outcome = case finish_email.outcome when 'sent' then 'sent' else 'failed' end,
    reason = finish_email.reason
  where o.id = claimed.id;
  -- Requests before recipients, as every writer does.
  perform from public.requests as r
  where r.id in (
    select p.request_id from public.recipients as p
    where p.id = claimed.recipient_id or p.id = any(claimed.covers)
  )
  order by r.id
  for no key update;
  if finish_email.outcome = 'sent' and claimed.kind = 'reminder' then
    for person in
      update public.recipients as p set emailed_at = moment, reminders_sent = p.reminders_sent + 1
      where p.id = any(claimed.covers) and private.address_hash(p.email) = claimed.sent_to
      returning p.*
    loop
      perform private.add_email_event(person, 'reminded', jsonb_build_object('number', person.reminders_sent));
    end loop;
  elsif finish_email.outcome = 'sent' and claimed.recipient_id is not null and claimed.address is null then
    update public.recipients as p
    set
      emailed_at = moment,
      invited_at = case when claimed.kind = 'invitation' then now() else p.invited_at end,
      unreachable_at = case when claimed.kind = 'invitation' then null else p.unreachable_at end
    where p.id = claimed.recipient_id and private.address_hash(p.email) = claimed.sent_to
    returning p.* into person;
    if claimed.kind = 'invitation' and person.id is not null then
      perform private.add_email_event(person, 'invited');
    end if;
  elsif finish_email.outcome <> 'sent' and claimed.recipient_id is not null and claimed.address is null
    and (finish_email.outcome = 'refused' or claimed.kind = 'invitation')
  then
    -- Members read on the request that nothing arrived, also where the address itself may be right.
    update public.recipients as p set unreachable_at = coalesce(p.unreachable_at, now())
    where p.id = claimed.recipient_id and private.address_hash(p.email) = claimed.sent_to
      -- A person who has opened the link needs no invitation, and a server that was down says nothing of an address.
      and (finish_email.outcome = 'refused' or p.user_id is null)
    returning p.* into person;
    if person.id is not null then
      perform private.add_email_event(person, 'unreachable');
    end if;
  end if;
  if finish_email.outcome = 'refused' and claimed.sent_to is not null then
    insert into private.suppressed_addresses as s (address_hash, reason) values (claimed.sent_to, 'refused')
    on conflict (address_hash, reason) do update set at = excluded.at;
  end if;
  delete from private.outbox as o
  where o.ctid = any(array(
    select old.ctid from private.outbox as old
    where old.ended_at < now() - interval '90 days' limit 10 for update skip locked
  ));
  delete from private.email_counts as c
  where c.ctid = any(array(
    select old.ctid from private.email_counts as old
    where old.day < (moment at time zone 'UTC')::date limit 10 for update skip locked
  ));
end
$$;

create or replace function public.suppress_address(address text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  refused constant text := lower(trim(suppress_address.address));
  person public.recipients;
  told integer := 0;
begin
  if coalesce(refused !~ '^[^@[:space:]]+@[^@[:space:]]+$', true) then
    perform private.fail('draft.recipient');
  end if;
  -- Requests before recipients, as every writer does.
  perform from public.requests as r
  where r.id in (select p.request_id from public.recipients as p where p.email = refused)
  order by r.id
  for no key update;
  insert into private.suppressed_addresses as s (address_hash, reason) values (private.address_hash(refused), 'refused')
  on conflict (address_hash, reason) do update set at = excluded.at;
  for person in
    update public.recipients as p set unreachable_at = now()
    where p.email = refused and p.removed_at is null and p.unreachable_at is null
    returning p.*
  loop
    perform private.add_email_event(person, 'unreachable');
    told := told + 1;
  end loop;
  update private.invitations as i set unreachable_at = now()
  where i.email = refused and i.accepted_at is null and i.unreachable_at is null;
  return told;
end
$$;

create index recipients_unreachable_idx on public.recipients (private.address_hash(email)) where unreachable_at is not null;
alter index public.recipients_unreachable_idx alter column 1 set statistics 0;

create function private.free_addresses(hashes bytea[]) returns void
language plpgsql set search_path = '' as $$
begin
  if cardinality(hashes) = 0 then
    return;
  end if;
  -- Requests before recipients and suppressions, as every writer does.
  perform from public.requests as r
  where r.id in (
    select p.request_id from public.recipients as p
    where private.address_hash(p.email) = any(hashes) and p.unreachable_at is not null
  )
  order by r.id
  for no key update;
  update public.recipients as p set unreachable_at = null
  where private.address_hash(p.email) = any(hashes) and p.unreachable_at is not null;
  update private.invitations as i set unreachable_at = null
  where private.address_hash(i.email) = any(hashes) and i.unreachable_at is not null;
  delete from private.suppressed_addresses as s where s.address_hash = any(hashes) and s.reason = 'refused';
end
$$;
comment on function private.free_addresses(bytea[]) is
  'Takes back that these addresses are refused, everywhere. A stop of all email stays.';

create function public.allow_address(address text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  freed constant text := lower(trim(allow_address.address));
begin
  if coalesce(freed !~ '^[^@[:space:]]+@[^@[:space:]]+$', true) then
    perform private.fail('draft.recipient');
  end if;
  perform private.free_addresses(array[private.address_hash(freed)]);
  return case when private.has_stopped_email(freed) then 'stopped' else 'allowed' end;
end
$$;
comment on function public.allow_address(text) is
  'For the operator: emails may be sent to this address again, although a mail server has refused it. `stopped` if its owner has stopped all email, which stays. Errors: draft.recipient.';
grant execute on function public.allow_address(text) to service_role;

create function public.free_expired_addresses() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  expired constant bytea[] := array(
    select s.address_hash from private.suppressed_addresses as s
    where s.reason = 'refused' and s.at <= now() - interval '90 days'
    order by s.at limit 100
  );
begin
  perform private.free_addresses(expired);
  return cardinality(expired);
end
$$;
comment on function public.free_expired_addresses() is
  'For the worker: takes back refusals that are 90 days old, because a mailbox that didn''t exist may exist again. Returns how many, at most 100.';
grant execute on function public.free_expired_addresses() to service_role;

-- The reasons stored so far don't tell a missing mailbox from other refusals, so each address with which an email failed in the
-- last 90 days is free again. An operator's note about an address that was never tried stays for its 90 days.
do $$
begin
  perform private.free_addresses(array(
    select s.address_hash from private.suppressed_addresses as s
    where s.reason = 'refused' and exists (
      select from private.outbox as o where o.sent_to = s.address_hash and o.outcome = 'failed'
    )
  ));
end
$$;

-- A stop counts for the mailbox from now on.
with moved as (
  delete from private.suppressed_addresses as s using auth.users as u
  where s.reason = 'asked' and s.address_hash = private.address_hash(u.email)
    and private.mailbox_hash(u.email) <> s.address_hash
  returning private.mailbox_hash(u.email) as address_hash, s.at
)
insert into private.suppressed_addresses (address_hash, reason, at)
select m.address_hash, 'asked', min(m.at) from moved as m group by m.address_hash
on conflict do nothing;
