-- The worker's calls: plan, claim with a lease, finish.
--
-- A worker spends most of its time on calls, so next_email records the outcome of one email and claims the next.

create function public.plan_email(batch integer default 100) returns integer
language plpgsql security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_due public.recipients;
  v_planned timestamptz;
  v_together uuid[];
  v_emails integer := 0;
begin
  for v_due in
    select p.* from public.recipients as p
    where num_nonnulls(p.next_reminder_at) = 1 and coalesce(p.next_reminder_at, 'infinity') <= v_moment
    order by coalesce(p.next_reminder_at, 'infinity'), p.id
    limit least(greatest(plan_email.batch, 1), 500)
    for no key update skip locked
  loop
    -- The email of an earlier round may cover this one.
    select p.* into v_due from public.recipients as p where p.id = v_due.id and p.next_reminder_at <= v_moment;
    continue when not found;
    -- A change of the request has locked it and may wait for the recipient, which is locked here.
    perform from public.requests as r where r.id = v_due.request_id for key share skip locked;
    continue when not found;
    v_planned := private.next_reminder(v_due);
    if v_planned is null or v_planned > v_moment then
      -- Something it depends on has changed without it, such as the workspace's zone.
      update public.recipients as p set remind_after = p.remind_after where p.id = v_due.id;
      continue;
    end if;
    v_together := private.reminded_together(v_due, v_moment);
    insert into private.outbox (kind, request_id, recipient_id, since, not_before, covers)
    values ('reminder', v_due.request_id, v_due.id, now(), v_moment, v_together)
    on conflict do nothing;
    -- This day of the plan is done, whatever the outcome of the email.
    update public.recipients as p set remind_after = greatest(v_moment, p.next_reminder_at) where p.id = any(v_together);
    v_emails := v_emails + 1;
  end loop;
  return v_emails + private.plan_summaries(least(greatest(plan_email.batch, 1), 500));
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
  v_moment constant timestamptz := private.email_clock();
  v_due private.outbox;
  v_person public.recipients;
  v_verdict record;
begin
  -- Without an origin its links wouldn't work.
  if coalesce(claim_email.site !~ '^https?://[^/]+$', true) then
    return;
  end if;
  for v_due in
    select o.* from private.outbox as o
    where o.ended_at is null and o.not_before <= v_moment and (o.claimed_until is null or o.claimed_until < now())
    order by o.not_before, o.id
    limit 50
  loop
    -- Skip locked rows: another worker holds the email, or the request is being changed.
    select p.* into v_person from public.recipients as p where p.id = v_due.recipient_id for no key update skip locked;
    continue when not found and v_due.recipient_id is not null;
    select o.* into v_due from private.outbox as o
    where o.id = v_due.id and o.ended_at is null and o.not_before <= v_moment
      and (o.claimed_until is null or o.claimed_until < now())
    for update skip locked;
    continue when not found;
    select v.* into v_verdict
    from private.email_verdict(v_due, v_person, claim_email.site, claim_email.awaits_receipts) as v;
    if v_verdict.obstacle is not null then
      perform private.drop_email(v_due, v_verdict.obstacle);
    elsif v_verdict.wait is not null then
      update private.outbox as o set not_before = v_moment + v_verdict.wait, reason = v_verdict.waits_for
      where o.id = v_due.id;
    else
      return query select
        v_due.id, v_due.kind, private.lease_email(v_due, v_person, claim_email.worker, v_verdict.covers),
        coalesce(v_person.name, (select f.display_name from public.profiles as f where f.user_id = v_due.user_id), ''),
        v_verdict.facts;
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
  v_moment constant timestamptz := private.email_clock();
  v_claimed private.outbox;
  v_waits constant interval[] := array['1 min', '5 min', '30 min', '2 h', '6 h']::interval[];
begin
  select o.* into v_claimed from private.outbox as o
  where o.id = finish_email.email and o.claimed_by = finish_email.worker and o.ended_at is null
  for update;
  if not found then
    return;
  elsif finish_email.outcome = 'retry' and v_claimed.attempts <= cardinality(v_waits) then
    update private.outbox as o
    set not_before = v_moment + v_waits[v_claimed.attempts], claimed_until = null, reason = finish_email.reason
    where o.id = v_claimed.id;
    return;
  end if;
  update private.outbox as o
  set
    ended_at = now(),
    outcome = case finish_email.outcome when 'sent' then 'sent' else 'failed' end,
    reason = finish_email.reason
  where o.id = v_claimed.id;
  -- Requests before recipients, as every writer does.
  perform from public.requests as r
  where r.id in (
    select p.request_id from public.recipients as p
    where p.id = v_claimed.recipient_id or p.id = any(v_claimed.covers)
  )
  order by r.id
  for no key update;
  if finish_email.outcome = 'sent' then
    perform private.note_email_sent(v_claimed);
  else
    perform private.note_email_failed(v_claimed, finish_email.outcome);
  end if;
  if finish_email.outcome = 'refused' and v_claimed.sent_to is not null then
    insert into private.suppressed_addresses as s (address_hash, reason) values (v_claimed.sent_to, 'refused')
    on conflict (address_hash, reason) do update set at = excluded.at;
  end if;
  perform private.forget_ended_emails();
end
$$;
comment on function public.finish_email(uuid, uuid, text, text) is
  'For the worker: says what became of an email that it has claimed. sent; retry: after 1, 5 and 30 minutes, 2 and 6 hours, then never; refused: the address takes no email; failed: nothing will help.';
grant execute on function public.finish_email(uuid, uuid, text, text) to service_role;

create function private.note_email_sent(email private.outbox) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  v_person public.recipients;
begin
  if email.kind = 'reminder' then
    for v_person in
      update public.recipients as p set emailed_at = private.email_clock(), reminders_sent = p.reminders_sent + 1
      where p.id = any(email.covers) and private.address_hash(p.email) = email.sent_to
      returning p.*
    loop
      perform private.add_email_event(v_person, 'reminded', jsonb_build_object('number', v_person.reminders_sent));
    end loop;
  elsif email.recipient_id is not null and email.address is null then
    update public.recipients as p
    set
      emailed_at = private.email_clock(),
      invited_at = case when email.kind = 'invitation' then now() else p.invited_at end,
      unreachable_at = case when email.kind = 'invitation' then null else p.unreachable_at end
    where p.id = email.recipient_id and private.address_hash(p.email) = email.sent_to
    returning p.* into v_person;
    if email.kind = 'invitation' and v_person.id is not null then
      perform private.add_email_event(v_person, 'invited');
    end if;
  end if;
end
$$;
comment on function private.note_email_sent(private.outbox) is
  'Notes on recipients that a reminder or another email reached them, and writes it into the history.';

create function private.note_email_failed(email private.outbox, outcome text) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  v_person public.recipients;
begin
  if email.recipient_id is not null and email.address is null
    and (note_email_failed.outcome = 'refused' or email.kind = 'invitation')
  then
    -- Members read on the request that nothing arrived, also where the address itself may be right.
    update public.recipients as p set unreachable_at = coalesce(p.unreachable_at, now())
    where p.id = email.recipient_id and private.address_hash(p.email) = email.sent_to
      -- A person who has opened the link needs no invitation, and an outage says nothing about an address.
      and (note_email_failed.outcome = 'refused' or p.user_id is null)
    returning p.* into v_person;
    if v_person.id is not null then
      perform private.add_email_event(v_person, 'unreachable');
    end if;
  end if;
end
$$;
comment on function private.note_email_failed(private.outbox, text) is
  'Marks a recipient whom an email could not reach. outcome: refused or failed.';

create function private.forget_ended_emails() returns void
language sql set search_path = '' as $$
  delete from private.outbox as o
  where o.ctid = any(array(
    select old.ctid from private.outbox as old
    where old.ended_at < now() - interval '90 days' limit 10 for update skip locked
  ));
  delete from private.email_counts as c
  where c.ctid = any(array(
    select old.ctid from private.email_counts as old
    where old.day < (private.email_clock() at time zone 'UTC')::date limit 10 for update skip locked
  ))
$$;
comment on function private.forget_ended_emails() is
  'Forgets a few emails that ended 90 days ago, and counts of days that are over.';

create function private.email_verdict(
  email private.outbox, recipient public.recipients, site text, awaits_receipts boolean,
  out obstacle text, out wait interval, out waits_for text, out covers uuid[], out facts jsonb
)
language plpgsql set search_path = '' as $$
declare
  v_email private.outbox := email_verdict.email;
  v_request public.requests;
begin
  select r.* into v_request from public.requests as r where r.id = v_email.request_id;
  waits_for := 'capped';
  if v_email.recipient_id is null then
    v_request.workspace_id := v_email.workspace_id;
    obstacle := private.member_email_obstacle(v_email, v_request);
  elsif v_email.kind = 'reminder' then
    v_email.covers := private.reminded_now(v_email.covers, v_email.by_hand);
    obstacle := case
      -- A worker died while it sent this one, so it may have arrived.
      when v_email.claimed_until is not null then 'interrupted'
      when cardinality(v_email.covers) = 0 then 'nothing_missing'
      when private.is_suppressed(recipient.email) then 'suppressed'
    end;
    if obstacle is null then
      wait := private.reminder_wait(v_email, recipient);
      waits_for := case when wait is null then waits_for else 'hours' end;
    end if;
  else
    obstacle := private.email_obstacle(v_email, v_request, recipient);
  end if;
  if obstacle is null then
    facts := private.email_facts(v_email, v_request, recipient, site);
    obstacle := private.empty_email_obstacle(v_email.kind, facts);
  end if;
  covers := v_email.covers;
  -- Another attempt was counted already.
  if obstacle is not null or wait is not null or v_email.attempts > 0 then
    return;
  elsif awaits_receipts and v_email.kind = 'receipt' and private.awaits_receipt(recipient) then
    wait := interval '2 seconds';
    waits_for := 'receipt';
  elsif (select k.counts_to_caps from private.email_kinds as k where k.name = v_email.kind) then
    wait := private.email_wait(v_email, v_request, recipient);
  end if;
end
$$;
comment on function private.email_verdict(private.outbox, public.recipients, text, boolean) is
  'Decides about an email that is due. obstacle: why it is dropped. wait and waits_for: how long it is put off, and for what. If both are null it is sent: facts is what it says, covers the recipients whom it reminds.';

create function private.empty_email_obstacle(kind text, facts jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when kind = 'arrived' and '[]' = all(array[facts -> 'arrivals', facts -> 'questions']) then 'undone'
    when kind = 'update' and not (facts ->> 'isReopened')::boolean
      and '[]' = all(array[facts -> 'returned', facts -> 'changes', facts -> 'questions'])
      then 'undone'
    when kind = 'summary'
      and '[]' = all(array[facts -> 'arrived', facts -> 'questions', facts -> 'overdue', facts -> 'bounced'])
      then 'nothing_happened'
    when kind = 'receipt' and facts -> 'items' = '[]' then 'nothing_sent'
  end
$$;
comment on function private.empty_email_obstacle(text, jsonb) is
  'Why an email is dropped whose facts are all empty, in one word; null if they aren''t.';

create function private.drop_email(email private.outbox, obstacle text) returns void
language sql set search_path = '' as $$
  update private.outbox as o set ended_at = now(), outcome = 'dropped', reason = drop_email.obstacle
  where o.id = drop_email.email.id;
  update public.recipients as p set unreachable_at = coalesce(p.unreachable_at, now())
  where p.id = drop_email.email.recipient_id
    and drop_email.obstacle = 'suppressed' and drop_email.email.kind in ('invitation', 'reminder')
$$;
comment on function private.drop_email(private.outbox, text) is
  'Ends an email that is never sent. Members read on the request if the address takes none.';

create function private.lease_email(email private.outbox, recipient public.recipients, worker uuid, covers uuid[])
returns text
language plpgsql set search_path = '' as $$
declare
  v_address constant text := coalesce(
    email.address, recipient.email, (select u.email::text from auth.users as u where u.id = email.user_id)
  );
begin
  -- The claim is the note that an attempt is made: what is sent once at most is not claimed twice.
  update private.outbox as o
  set
    attempts = o.attempts + 1, claimed_by = lease_email.worker, claimed_until = now() + interval '5 minutes',
    covers = lease_email.covers, sent_to = private.address_hash(v_address)
  where o.id = email.id;
  return v_address;
end
$$;
comment on function private.lease_email(private.outbox, public.recipients, uuid, uuid[]) is
  'Gives an email to a worker for five minutes. Returns the address it goes to.';
