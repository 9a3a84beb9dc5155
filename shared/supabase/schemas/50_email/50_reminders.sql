-- Reminders of recipients.
--
-- A request's plan says on which days. Each person's row has the time of their next reminder, so that planning reads
-- only what is due.

create function public.send_reminders(request uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(send_reminders.request);
  v_reachable uuid[];
  v_due uuid[];
begin
  if v_locked.status <> 'open' then
    perform private.fail('request.closed');
  elsif v_locked.paused_at is not null then
    perform private.fail('request.paused');
  elsif v_locked.required_missing + v_locked.required_returned = 0 then
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
  into v_reachable, v_due
  from public.recipients as p
  where p.request_id = v_locked.id and num_nonnulls(p.removed_at, p.muted_at, p.unreachable_at) = 0
    and num_nonnulls(p.invited_at, p.user_id) > 0 and private.count_missing_for(p, v_locked) > 0;
  if v_reachable is null then
    perform private.fail('reminder.unreachable');
  elsif v_due is null then
    perform private.fail('reminder.soon');
  end if;
  insert into private.outbox (kind, request_id, recipient_id, since, not_before, covers, by_hand)
  select 'reminder', v_locked.id, d.id, now(), private.email_clock(), array[d.id], true from unnest(v_due) as d (id)
  -- One that waits for the morning or for a cap goes now.
  on conflict (recipient_id, kind, coalesce(address, '')) where attempts = 0 and ended_at is null
    do update set by_hand = true, not_before = excluded.not_before
    -- One that covers other requests too keeps to their schedules.
    where outbox.covers = excluded.covers;
  update public.recipients as p set remind_after = private.email_clock() where p.id = any(v_due);
  return cardinality(v_due);
end
$$;
comment on function public.send_reminders(uuid) is
  'Reminds the recipients of an open request now, each at most once in 24 hours, and returns how many. Errors: not_found, request.closed, request.paused, reminder.nothing, reminder.unreachable, reminder.soon.';
grant execute on function public.send_reminders(uuid) to authenticated;

create function public.preview_reminder(request uuid, site text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_workspaces constant uuid[] := private.my_workspaces();
  v_person public.recipients;
  v_covers uuid[];
begin
  perform private.require_session();
  if not exists (
    select from public.requests as r where r.id = preview_reminder.request and r.workspace_id = any(v_workspaces)
  ) then
    perform private.fail('not_found');
  end if;
  select p.* into v_person from public.recipients as p
  where p.request_id = preview_reminder.request and p.next_reminder_at is not null
  order by p.next_reminder_at, p.id
  limit 1;
  if not found then
    return null;
  end if;
  v_covers := array(
    select p.id from public.recipients as p
    where p.workspace_id = v_person.workspace_id and private.address_hash(p.email) = private.address_hash(v_person.email)
      and p.next_reminder_at <= v_person.next_reminder_at + interval '3 days'
    order by p.id = v_person.id desc, p.next_reminder_at, p.id
    limit 20
  );
  return private.facts_reminder(
    private.reminded_now(v_covers, true), v_person.next_reminder_at, preview_reminder.site, is_preview => true
  );
end
$$;
comment on function public.preview_reminder(uuid, text) is
  'What the next reminder of a request will say as things stand, for @sheaf/email; null if none is planned. Errors: not_found.';
grant execute on function public.preview_reminder(uuid, text) to authenticated;

create function public.set_reminders(request uuid, plan jsonb, paused boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(set_reminders.request);
begin
  if v_locked.status in ('done', 'cancelled') then
    perform private.fail('request.closed');
  elsif not private.is_reminder_plan(set_reminders.plan) then
    perform private.fail('reminder.plan');
  end if;
  update public.requests as r
  set
    reminder_plan = set_reminders.plan,
    reminders_paused_at = case when coalesce(set_reminders.paused, false) then coalesce(r.reminders_paused_at, now()) end
  where r.id = v_locked.id;
end
$$;
comment on function public.set_reminders(uuid, jsonb, boolean) is
  'Changes when the recipients of a request are reminded, or pauses that. Errors: not_found, request.closed, reminder.plan.';
grant execute on function public.set_reminders(uuid, jsonb, boolean) to authenticated;

create function public.set_workspace_reminders(workspace uuid, zone text, plan jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_known constant text := private.known_zone(set_workspace_reminders.zone);
begin
  perform private.lock_workspace(set_workspace_reminders.workspace, 'admin');
  if v_known is null then
    perform private.fail('reminder.zone');
  elsif not private.is_reminder_plan(set_workspace_reminders.plan) then
    perform private.fail('reminder.plan');
  end if;
  update public.workspaces as w
  set zone = v_known, reminder_plan = set_workspace_reminders.plan
  where w.id = set_workspace_reminders.workspace;
end
$$;
comment on function public.set_workspace_reminders(uuid, text, jsonb) is
  'For owners and admins: the plan that new requests begin with, and the zone of recipients who haven''t come yet. Errors: not_found, workspace.role, reminder.zone, reminder.plan.';
grant execute on function public.set_workspace_reminders(uuid, text, jsonb) to authenticated;

create function public.promise_date(request uuid, "on" date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_recipient(promise_date.request);
  v_today constant date := (
    select (private.email_clock() at time zone coalesce(p.zone, w.zone))::date
    from public.recipients as p join public.workspaces as w on w.id = p.workspace_id
    where p.request_id = v_locked.id and p.user_id = auth.uid()
  );
begin
  if promise_date."on" not between v_today and v_today + 365 then
    perform private.fail('promise.date');
  end if;
  update public.recipients as p set promised_on = promise_date."on"
  where p.request_id = v_locked.id and p.user_id = auth.uid() and p.promised_on is distinct from promise_date."on";
  if not found then
    return;
  end if;
  perform private.add_event(v_locked.id, 'promised', data => jsonb_build_object('on', promise_date."on"));
end
$$;
comment on function public.promise_date(uuid, date) is
  'For a recipient: reminders wait until the day after this date, and members see it. Null takes it back. Repeating a call changes nothing. Errors: not_found, request.closed, promise.date.';
grant execute on function public.promise_date(uuid, date) to authenticated;

create function public.mute_request(request uuid, muted boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_recipient(mute_request.request);
begin
  update public.recipients as p
  set muted_at = case when coalesce(mute_request.muted, true) then coalesce(p.muted_at, now()) end
  where p.request_id = v_locked.id and p.user_id = auth.uid();
end
$$;
comment on function public.mute_request(uuid, boolean) is
  'For a recipient: no email about this request any more, or again. Errors: not_found, request.closed.';
grant execute on function public.mute_request(uuid, boolean) to authenticated;

create function private.next_reminder(person public.recipients) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  v_parent public.requests;
  v_zone text;
begin
  -- A recipient who neither got an email nor came doesn't know what the reminder would be about.
  if num_nonnulls(person.removed_at, person.muted_at, person.unreachable_at) > 0
    or num_nonnulls(person.invited_at, person.user_id) = 0
  then
    return null;
  end if;
  select r.* into v_parent from public.requests as r where r.id = person.request_id;
  if v_parent.status <> 'open' or v_parent.is_test
    or num_nonnulls(v_parent.paused_at, v_parent.reminders_paused_at) > 0
    or private.count_missing_for(person, v_parent) = 0
    or person.reminders_sent >= (v_parent.reminder_plan ->> 'most')::integer
  then
    return null;
  end if;
  v_zone := coalesce(person.zone, (select w.zone from public.workspaces as w where w.id = person.workspace_id));
  return private.reminder_time(
    greatest(
      private.planned_reminder(v_parent.reminder_plan, v_parent.due_on, person.remind_after, v_zone),
      private.reminder_pause(person, v_zone)
    ),
    v_zone
  );
end
$$;
comment on function private.next_reminder(public.recipients) is
  'Time of a recipient''s next reminder as things stand; null if nothing is missing or they can''t be reminded.';

create function private.planned_reminder(plan jsonb, due_on date, past timestamptz, zone text) returns timestamptz
language sql stable set search_path = '' as $$
  with since as (select (planned_reminder.past at time zone planned_reminder.zone)::date as day),
  days as (
    select planned_reminder.due_on - d::integer as day
    from jsonb_array_elements_text(plan -> 'before') as d where planned_reminder.due_on is not null
    union all
    select
      greatest(planned_reminder.due_on, s.day)
      + (plan ->> case when planned_reminder.due_on is null then 'undated' else 'every' end)::integer
    from since as s
  )
  select min(t.at)
  from since as s, days as d,
    private.reminder_time((d.day + time '09:00') at time zone planned_reminder.zone, planned_reminder.zone) as t (at)
  where (t.at at time zone planned_reminder.zone)::date > s.day
$$;
comment on function private.planned_reminder(jsonb, date, timestamptz, text) is
  'The first time in a plan on a later day than `past`. Days after the due date, or without one, count from there. A day at a weekend counts as the Monday after it.';

create function private.reminder_time(earliest timestamptz, zone text) returns timestamptz
language sql stable set search_path = '' as $$
  select case
    when extract(isodow from l.local) > 5 or extract(isodow from l.local) = 5 and l.local::time >= '17:00'
      then (date_trunc('week', l.local) + interval '7 days 9 hours') at time zone reminder_time.zone
    when l.local::time >= '17:00' then (date_trunc('day', l.local) + interval '1 day 9 hours') at time zone reminder_time.zone
    when l.local::time < '09:00' then (date_trunc('day', l.local) + interval '9 hours') at time zone reminder_time.zone
    else reminder_time.earliest
  end
  from (select reminder_time.earliest at time zone reminder_time.zone as local) as l
$$;
comment on function private.reminder_time(timestamptz, text) is
  'The first moment from then on that is between 09:00 and 17:00 of a weekday in a zone.';

create function private.reminder_pause(person public.recipients, zone text) returns timestamptz
language sql stable set search_path = '' as $$
  select greatest(
    person.emailed_at + interval '24 hours',
    person.last_seen_at + interval '20 hours',
    (person.promised_on + 1)::timestamp at time zone reminder_pause.zone
  )
$$;
comment on function private.reminder_pause(public.recipients, text) is
  'Time until which a person gets no reminder: after an email about the request, after a visit, until the day after a promise. Null if none.';

create function private.reminder_wait(email private.outbox, recipient public.recipients) returns interval
language sql stable set search_path = '' as $$
  select nullif(private.reminder_time(m.at, coalesce(recipient.zone, w.zone)) - m.at, interval '0')
  from private.email_clock() as m (at), public.workspaces as w
  where w.id = recipient.workspace_id and not email.by_hand
$$;
comment on function private.reminder_wait(private.outbox, public.recipients) is
  'How long a reminder waits for the hours in which they leave; null if not at all.';

create function private.reminded_now(covers uuid[], by_hand boolean) returns uuid[]
language sql stable set search_path = '' as $$
  with reminded as materialized (
    select p as person from public.recipients as p
    where p.id = any(covers) and num_nonnulls(p.removed_at, p.muted_at, p.unreachable_at) = 0
  )
  select coalesce(array_agg((d.person).id order by r.due_on, r.sent_at, r.id), '{}')
  from reminded as d
  cross join lateral (
    -- OFFSET keeps the planner from reversing the order of the two.
    select r.* from public.requests as r where r.id = (d.person).request_id offset 0
  ) as r
  join public.workspaces as w on w.id = r.workspace_id
  where r.status = 'open' and r.paused_at is null and private.count_missing_for(d.person, r) > 0
    and (
      by_hand
      or r.reminders_paused_at is null
      and coalesce(
        private.reminder_pause(d.person, coalesce((d.person).zone, w.zone)) <= private.email_clock(), true
      )
    )
$$;
comment on function private.reminded_now(uuid[], boolean) is
  'Those of these recipients who are still to be reminded, in the order of their due dates.';

create function private.reminded_together(lead public.recipients, at timestamptz) returns uuid[]
language sql volatile set search_path = '' as $$
  -- Without the next three days, another email about the same papers would follow immediately.
  select array(
    select p.id from public.recipients as p
    where p.workspace_id = lead.workspace_id and private.address_hash(p.email) = private.address_hash(lead.email)
      and p.next_reminder_at <= reminded_together.at + interval '3 days'
    order by p.id = lead.id desc, p.next_reminder_at, p.id
    limit 20
    for no key update skip locked
  )
$$;
comment on function private.reminded_together(public.recipients, timestamptz) is
  'Locks and returns the recipients that one reminder covers: the same person in requests of the same workspace.';

create function private.count_missing_for(person public.recipients, request public.requests) returns bigint
language sql stable set search_path = '' as $$
  select case person.scope
    when 'all' then request.required_missing + request.required_returned
    else (
      select count(*) from public.recipient_items as h join public.items as i on i.id = h.item_id
      where h.recipient_id = person.id and i.removed_at is null and i.required and i.status in ('missing', 'partial', 'returned')
    )
  end
$$;
comment on function private.count_missing_for(public.recipients, public.requests) is
  'How many required items wait for this recipient of the request.';

create function private.is_reminder_plan(plan jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(plan) is distinct from 'object' then false
    when (select array_agg(k order by k) from jsonb_object_keys(plan) as k) <> '{before,every,most,undated}' then false
    when jsonb_typeof(plan -> 'before') <> 'array' or jsonb_array_length(plan -> 'before') > 6 then false
    else not exists (
      select from (
        select d.value, 0 as least, 365 as most from jsonb_array_elements(plan -> 'before') as d
        union all select plan -> 'every', 1, 60
        union all select plan -> 'undated', 1, 60
        union all select plan -> 'most', 1, 12
      ) as n
      where case
        when n.value::text !~ '^\d{1,3}$' then true
        else n.value::text::integer not between n.least and n.most
      end
    )
  end
$$;
comment on function private.is_reminder_plan(jsonb) is
  'before: up to six numbers of days before the due date, of 0 to 365. every: days between reminders after it. undated: days between them where there is no due date. most: reminders in all, up to twelve.';
