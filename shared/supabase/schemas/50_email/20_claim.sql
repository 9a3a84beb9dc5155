-- The worker's calls: plan, claim with a lease, finish.
--
-- A worker spends most of its time on calls, so next_email says what became of one email and claims the next.

create function public.plan_email(batch integer default 100) returns integer
language plpgsql security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  moment constant timestamptz := private.email_clock();
  due public.recipients;
  planned timestamptz;
  together uuid[];
  emails integer := 0;
begin
  for due in
    select p.* from public.recipients as p
    where num_nonnulls(p.next_reminder_at) = 1 and coalesce(p.next_reminder_at, 'infinity') <= moment
    order by coalesce(p.next_reminder_at, 'infinity'), p.id
    limit least(greatest(plan_email.batch, 1), 500)
    for no key update skip locked
  loop
    -- The email of an earlier round may cover this one.
    select p.* into due from public.recipients as p where p.id = due.id and p.next_reminder_at <= moment;
    continue when not found;
    -- A change of the request has locked it and may wait for the recipient, which is locked here.
    perform from public.requests as r where r.id = due.request_id for key share skip locked;
    continue when not found;
    planned := private.next_reminder(due);
    if planned is null or planned > moment then
      -- Something it depends on has changed without it, such as the workspace's zone.
      update public.recipients as p set remind_after = p.remind_after where p.id = due.id;
      continue;
    end if;
    together := private.reminded_together(due, moment);
    insert into private.outbox (kind, request_id, recipient_id, since, not_before, covers)
    values ('reminder', due.request_id, due.id, now(), moment, together)
    on conflict do nothing;
    -- This day of the plan is done with, whatever becomes of the email.
    update public.recipients as p set remind_after = greatest(moment, p.next_reminder_at) where p.id = any(together);
    emails := emails + 1;
  end loop;
  return emails + private.plan_summaries(least(greatest(plan_email.batch, 1), 500));
end
$$;
comment on function public.plan_email(integer) is
  'For the worker: puts reminders and summaries that are due into the outbox, at most 500 of each at a time, and returns their number. One reminder per person and workspace.';
grant execute on function public.plan_email(integer) to service_role;

create function public.next_email(
  worker uuid, site text, email uuid, outcome text, reason text default null, awaits_receipts boolean default false
)
returns table (id uuid, kind text, address text, name text, facts jsonb)
language plpgsql security definer set search_path = '' as $$
begin
  perform public.finish_email(next_email.email, next_email.worker, next_email.outcome, next_email.reason);
  return query select c.* from public.claim_email(next_email.worker, next_email.site, next_email.awaits_receipts) as c;
end
$$;
comment on function public.next_email(uuid, text, uuid, text, text, boolean) is
  'For the worker: finish_email and then claim_email, both or neither.';
grant execute on function public.next_email(uuid, text, uuid, text, text, boolean) to service_role;

create function public.claim_email(worker uuid, site text, awaits_receipts boolean default false)
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
    if obstacle is null and claim_email.awaits_receipts and due.kind = 'receipt' and due.attempts = 0
      and private.awaits_receipt(person)
    then
      wait := interval '2 seconds';
      waits_for := 'receipt';
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
comment on function public.claim_email(uuid, text, boolean) is
  'For the worker: leases the next email that is due for five minutes, and returns what it says as things stand now. Drops those that are not true any more. One that says what has arrived waits up to two minutes for its signed receipt, if awaits_receipts. No row if none is due.';
grant execute on function public.claim_email(uuid, text, boolean) to service_role;

create function public.finish_email(email uuid, worker uuid, outcome text, reason text default null) returns void
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
comment on function public.finish_email(uuid, uuid, text, text) is
  'For the worker: says what became of an email that it has claimed. sent; retry: after 1, 5 and 30 minutes, 2 and 6 hours, then never; refused: the address takes no email; failed: nothing will help.';
grant execute on function public.finish_email(uuid, uuid, text, text) to service_role;
