-- Records an email's outcome against the address it was sent to: a member may have corrected the recipient since. Shows
-- members when an invitation has failed for good.

alter table private.outbox add column sent_to bytea;
update private.outbox as o set sent_to = private.address_hash(coalesce(o.address, p.email))
from public.recipients as p
where p.id = o.recipient_id and o.claimed_until is not null and o.ended_at is null;
comment on column private.outbox.sent_to is
  'Hash of the address of the last attempt. A member may correct the address while it is under way.';

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
      -- Whoever has opened the link needs no invitation, and a server that was down says nothing of an address.
      and (finish_email.outcome = 'refused' or p.user_id is null)
    returning p.* into person;
    if person.id is not null then
      perform private.add_email_event(person, 'unreachable');
    end if;
  end if;
  if finish_email.outcome = 'refused' and claimed.sent_to is not null then
    insert into private.suppressed_addresses (address_hash, reason) values (claimed.sent_to, 'refused')
    on conflict do nothing;
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

create or replace function public.claim_email(worker uuid, site text)
returns table (id uuid, kind text, address text, name text, facts jsonb)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  moment constant timestamptz := private.email_clock();
  due private.outbox;
  parent public.requests;
  person public.recipients;
  obstacle text;
  wait interval;
  waits_for text;
  content jsonb;
  receiver text;
begin
  -- Without an origin its links would lead nowhere.
  if coalesce(claim_email.site !~ '^https?://[^/]+$', true) then
    return;
  end if;
  for due in
    select o.* from private.outbox as o
    where o.ended_at is null and o.not_before <= moment and (o.claimed_until is null or o.claimed_until < now())
    order by o.not_before, o.id
    limit 50
  loop
    -- Nothing is waited for: another worker has it, or somebody is changing the request at this moment.
    select p.* into person from public.recipients as p where p.id = due.recipient_id for no key update skip locked;
    continue when not found and due.recipient_id is not null;
    select o.* into due from private.outbox as o
    where o.id = due.id and o.ended_at is null and o.not_before <= moment
      and (o.claimed_until is null or o.claimed_until < now())
    for update skip locked;
    continue when not found;
    select r.* into parent from public.requests as r where r.id = due.request_id;
    wait := null;
    waits_for := 'capped';
    if due.recipient_id is null then
      parent.workspace_id := due.workspace_id;
      obstacle := private.member_email_obstacle(due, parent);
      if obstacle is null then
        content := private.member_email_facts(due, parent, claim_email.site);
        obstacle := case
          when due.kind = 'arrived' and '[]' = all(array[content -> 'arrivals', content -> 'questions']) then 'undone'
          when due.kind = 'summary' and '[]' = all(array[content -> 'arrived', content -> 'questions', content -> 'overdue', content -> 'bounced'])
            then 'nothing_happened'
        end;
      end if;
    elsif due.kind = 'reminder' then
      due.covers := private.reminded_now(due.covers, due.by_hand);
      obstacle := case
        -- A worker died while it sent this one, so it may have arrived.
        when due.claimed_until is not null then 'interrupted'
        when cardinality(due.covers) = 0 then 'nothing_missing'
        when private.is_suppressed(person.email) then 'suppressed'
      end;
      if obstacle is null then
        wait := private.reminder_wait(due, person);
        waits_for := case when wait is null then waits_for else 'hours' end;
        content := private.reminder_facts(due.covers, moment, claim_email.site);
      end if;
    else
      obstacle := private.email_obstacle(due, parent, person);
      if obstacle is null then
        content := private.email_facts(due, parent, person, claim_email.site);
        obstacle := case
          when due.kind = 'update'
            and '[]' = all(array[content -> 'returned', content -> 'changes', content -> 'questions']) then 'undone'
          when due.kind = 'receipt' and content -> 'items' = '[]' then 'nothing_sent'
        end;
      end if;
    end if;
    -- Another attempt was counted already. A receipt follows what its reader has just done, and members asked for theirs.
    if obstacle is null and wait is null and due.attempts = 0
      and due.kind in ('invitation', 'update', 'ended', 'reminder', 'member_invitation')
    then
      wait := private.email_wait(due, parent, person);
    end if;
    if obstacle is not null then
      update private.outbox as o set ended_at = now(), outcome = 'dropped', reason = obstacle where o.id = due.id;
      if obstacle = 'suppressed' and due.kind in ('invitation', 'reminder') then
        update public.recipients as p set unreachable_at = coalesce(p.unreachable_at, now()) where p.id = person.id;
      end if;
    elsif wait is not null then
      update private.outbox as o set not_before = moment + wait, reason = waits_for where o.id = due.id;
    else
      -- The claim is the note that an attempt is made: what is sent once at most is not claimed twice.
      receiver := coalesce(
        due.address, person.email, (select u.email::text from auth.users as u where u.id = due.user_id)
      );
      update private.outbox as o
      set
        attempts = o.attempts + 1, claimed_by = claim_email.worker, claimed_until = now() + interval '5 minutes',
        covers = due.covers, sent_to = private.address_hash(receiver)
      where o.id = due.id;
      return query
      select
        due.id, due.kind, receiver,
        coalesce(person.name, (select f.display_name from public.profiles as f where f.user_id = due.user_id), ''),
        content;
      return;
    end if;
  end loop;
end
$$;

create or replace function public.send_reminders(request uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(send_reminders.request);
  reachable uuid[];
  due uuid[];
begin
  if locked.status <> 'open' then
    perform private.fail('request.closed');
  elsif locked.paused_at is not null then
    perform private.fail('request.paused');
  elsif locked.required_missing + locked.required_returned = 0 then
    perform private.fail('reminder.nothing');
  end if;
  select
    array_agg(p.id),
    array_agg(p.id) filter (
      where coalesce(p.emailed_at < private.email_clock() - interval '24 hours', true)
        and not exists (
          select from private.outbox as o
          where o.recipient_id = p.id and o.kind = 'reminder' and o.by_hand and o.ended_at is null
        )
    )
  into reachable, due
  from public.recipients as p
  where p.request_id = locked.id and num_nonnulls(p.removed_at, p.muted_at, p.unreachable_at) = 0
    and num_nonnulls(p.invited_at, p.user_id) > 0 and private.left_for(p, locked) > 0;
  if reachable is null then
    perform private.fail('reminder.unreachable');
  elsif due is null then
    perform private.fail('reminder.soon');
  end if;
  insert into private.outbox (kind, request_id, recipient_id, since, not_before, covers, by_hand)
  select 'reminder', locked.id, d.id, now(), private.email_clock(), array[d.id], true from unnest(due) as d (id)
  -- One that waits for the morning or for a cap goes now.
  on conflict (recipient_id, kind, coalesce(address, '')) where attempts = 0 and ended_at is null
    do update set by_hand = true, not_before = excluded.not_before
    -- One that tells of other requests too keeps to their schedules.
    where outbox.covers = excluded.covers;
  update public.recipients as p set remind_after = private.email_clock() where p.id = any(due);
  return cardinality(due);
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
  on conflict (address_hash) do update set reason = excluded.reason;
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
