-- Sheaf reminds recipients of what is missing. A request's plan says on which days; when each person's next reminder is due
-- stands in their row, so that planning costs what is due and not what exists.

create table private.test_clock (at timestamptz not null);
comment on table private.test_clock is
  'Empty. Tests write a moment here, which plans, pauses and caps of emails then take for now. Leases keep the real time.';

create function private.email_clock() returns timestamptz
language sql stable set search_path = '' as $$
  select coalesce((select c.at from private.test_clock as c limit 1), now())
$$;
comment on function private.email_clock() is 'The moment that decides which emails are due: now, outside tests.';

create function private.known_zone(zone text) returns text
language plpgsql stable set search_path = '' as $$
begin
  if known_zone.zone ~ '^[A-Za-z]+(/[A-Za-z0-9_+-]+){0,2}$' and char_length(known_zone.zone) <= 64 then
    perform now() at time zone known_zone.zone;
    return known_zone.zone;
  end if;
  return null;
exception
  when invalid_parameter_value then
    return null;
end
$$;
comment on function private.known_zone(text) is 'A time zone by its IANA name; null if this database doesn''t know it.';

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

alter table public.workspaces
  add column zone text not null default 'UTC',
  add column reminder_plan jsonb not null default '{"before": [7, 2, 0], "every": 3, "undated": 7, "most": 6}',
  add constraint workspaces_reminder_plan_check check (private.is_reminder_plan(reminder_plan)),
  alter column zone set statistics 0,
  alter column reminder_plan set statistics 0;
comment on column public.workspaces.zone is 'IANA time zone of people whose own isn''t known.';
comment on column public.workspaces.reminder_plan is 'When recipients of new requests are reminded.';

alter table public.requests
  add column reminder_plan jsonb not null default '{"before": [7, 2, 0], "every": 3, "undated": 7, "most": 6}',
  add column reminders_paused_at timestamptz,
  add constraint requests_reminder_plan_check check (private.is_reminder_plan(reminder_plan)),
  alter column reminder_plan set statistics 0,
  alter column reminders_paused_at set statistics 0;
comment on column public.requests.reminder_plan is 'When its recipients are reminded. The workspace''s plan of the day it was created, until a member changes it.';

alter table public.recipients
  add column zone text,
  add column promised_on date,
  add column next_reminder_at timestamptz,
  add column reminders_sent integer not null default 0,
  add column emailed_at timestamptz,
  add column remind_after timestamptz not null default now(),
  alter column zone set statistics 0,
  alter column promised_on set statistics 0,
  alter column next_reminder_at set statistics 0,
  alter column reminders_sent set statistics 0,
  alter column emailed_at set statistics 0,
  alter column remind_after set statistics 0;
comment on column public.recipients.zone is 'IANA time zone of this person''s browser; null until they come.';
comment on column public.recipients.promised_on is 'When this person said they would have what is missing.';
comment on column public.recipients.next_reminder_at is 'Derived from the plan; null while there is nothing to remind of.';
comment on column public.recipients.emailed_at is 'When the last email about the request left for the address.';
comment on column public.recipients.remind_after is 'Days of the plan until then are past.';
-- By expressions that nobody can ask for through the API: how long a search takes must not tell of other people's rows.
create index recipients_reminder_idx on public.recipients (coalesce(next_reminder_at, 'infinity'), id)
  where num_nonnulls(next_reminder_at) = 1;
create index recipients_person_idx on public.recipients (workspace_id, private.address_hash(email));
alter index public.recipients_reminder_idx alter column 1 set statistics 0;
alter index public.recipients_person_idx alter column 2 set statistics 0;

alter table private.outbox
  drop constraint outbox_kind_check,
  add constraint outbox_kind_check check (kind in ('invitation', 'update', 'ended', 'receipt', 'reminder')),
  add column covers uuid[],
  add column by_hand boolean not null default false;
comment on column private.outbox.covers is 'Of a reminder: the recipients whose requests it lists, all of one person and workspace.';
comment on column private.outbox.by_hand is 'A member asked for it: hours, pauses and the plan don''t count.';

create function private.take_reminder_plan() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select w.reminder_plan into new.reminder_plan from public.workspaces as w where w.id = new.workspace_id;
  return new;
end
$$;
comment on function private.take_reminder_plan() is 'Gives a new request the plan of its workspace.';
create trigger take_reminder_plan before insert on public.requests
  for each row execute function private.take_reminder_plan();

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

create function private.reminder_pause(person public.recipients, zone text) returns timestamptz
language sql stable set search_path = '' as $$
  select greatest(
    person.emailed_at + interval '24 hours',
    person.last_seen_at + interval '20 hours',
    (person.promised_on + 1)::timestamp at time zone reminder_pause.zone
  )
$$;
comment on function private.reminder_pause(public.recipients, text) is
  'Until when a person is left alone: after an email about the request, after a visit, until the day after a promise. Null if never.';

create function private.next_reminder(person public.recipients) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  parent public.requests;
  zone text;
begin
  -- Somebody who neither got an email nor came doesn't know what the reminder would be about.
  if num_nonnulls(person.removed_at, person.muted_at, person.unreachable_at) > 0
    or num_nonnulls(person.invited_at, person.user_id) = 0
  then
    return null;
  end if;
  select r.* into parent from public.requests as r where r.id = person.request_id;
  if parent.status <> 'open'
    or num_nonnulls(parent.paused_at, parent.reminders_paused_at) > 0
    or parent.required_missing + parent.required_returned = 0
    or person.reminders_sent >= (parent.reminder_plan ->> 'most')::integer
  then
    return null;
  end if;
  zone := coalesce(person.zone, (select w.zone from public.workspaces as w where w.id = person.workspace_id));
  return private.reminder_time(
    greatest(
      private.planned_reminder(parent.reminder_plan, parent.due_on, person.remind_after, zone),
      private.reminder_pause(person, zone)
    ),
    zone
  );
end
$$;
comment on function private.next_reminder(public.recipients) is
  'When a recipient is reminded next as things stand; null if there is nothing to remind of, or nobody to remind.';

create function private.plan_reminder() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.remind_after := private.email_clock();
  elsif old.email <> new.email then
    -- Somebody else reads this address.
    new.zone := null;
    new.promised_on := null;
    new.reminders_sent := 0;
    new.emailed_at := null;
    new.remind_after := private.email_clock();
  end if;
  new.next_reminder_at := private.next_reminder(new);
  return new;
end
$$;
comment on function private.plan_reminder() is 'Keeps the time of a recipient''s next reminder.';
create trigger plan_reminder
  before insert or update of
    email, user_id, zone, last_seen_at, promised_on, invited_at, muted_at, unreachable_at, removed_at, emailed_at,
    reminders_sent, remind_after
  on public.recipients
  for each row execute function private.plan_reminder();

create function private.plan_reminders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.recipients as p set remind_after = private.email_clock()
  where p.request_id = new.id and p.removed_at is null;
  return null;
end
$$;
comment on function private.plan_reminders() is
  'Plans the reminders of a request anew: what the plan had before a pause, a return or another due date isn''t made up for.';
create trigger plan_reminders
  after update of
    status, paused_at, reminders_paused_at, reminder_plan, due_on, required_missing, required_returned
  on public.requests
  for each row
  when (
    'open' in (old.status, new.status)
    and (
      old.status, old.paused_at, old.reminders_paused_at, old.reminder_plan, old.due_on,
      old.required_missing + old.required_returned = 0
    ) is distinct from (
      new.status, new.paused_at, new.reminders_paused_at, new.reminder_plan, new.due_on,
      new.required_missing + new.required_returned = 0
    )
  )
  execute function private.plan_reminders();

drop function private.note_visit(uuid);
create function private.note_visit(request uuid, zone text default null) returns void
language sql set search_path = '' as $$
  -- A reload, or coming back within half an hour, belongs to the same visit.
  update public.recipients as p
  set
    first_seen_at = coalesce(p.first_seen_at, now()),
    last_seen_at = private.email_clock(),
    visited_before_at = case
      when p.last_seen_at < now() - interval '30 minutes' then p.last_seen_at else p.visited_before_at
    end,
    zone = coalesce(private.known_zone(note_visit.zone), p.zone)
  where p.request_id = note_visit.request and p.user_id = auth.uid()
$$;
comment on function private.note_visit(uuid, text) is
  'Records that the caller, a recipient of the request, looks at it now, and where their clock is set.';

drop function public.visit_request(uuid);
create function public.visit_request(request uuid, zone text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  if not coalesce(visit_request.request = any(private.my_requests()), false) then
    perform private.fail('not_found');
  end if;
  perform private.note_visit(visit_request.request, visit_request.zone);
end
$$;
comment on function public.visit_request(uuid, text) is
  'Records that the caller, a recipient, looks at the request now, with their browser''s IANA time zone; an unknown one is ignored. Errors: not_found.';
grant execute on function public.visit_request(uuid, text) to authenticated;

create or replace function private.queue_email(
  kind text, recipient public.recipients, since timestamptz, not_before timestamptz, address text default null
) returns void
language sql set search_path = '' as $$
  insert into private.outbox as o (kind, request_id, recipient_id, address, since, not_before)
  values (
    queue_email.kind, recipient.request_id, recipient.id, queue_email.address, queue_email.since,
    private.email_clock() + (queue_email.not_before - now())
  )
  on conflict (recipient_id, kind, coalesce(address, '')) where attempts = 0 and ended_at is null do update
  -- A receipt waits for the end of a visit; everything else leaves when its first act said.
  set not_before = case when o.kind = 'receipt' then excluded.not_before else o.not_before end
$$;

drop function private.stop_token(uuid, text);
drop function private.stop_signature(uuid, text);
create function private.stop_signature(recipient uuid, address text, scope text) returns bytea
language sql stable set search_path = '' as $$
  -- HMAC's two rounds, with two independent keys instead of one key that is masked twice: SQL has no XOR of bytes.
  select substring(
    sha256(
      k.outer_key || sha256(
        k.inner_key || uuid_send(stop_signature.recipient) || private.address_hash(stop_signature.address)
        || convert_to(stop_signature.scope, 'UTF8')
      )
    )
    for 16
  )
  from private.stop_keys as k
$$;
comment on function private.stop_signature(uuid, text, text) is
  '16 bytes that only this database can make for a recipient, the address that an email went to, and what the link stops.';

create function private.stop_token(recipient uuid, address text, scope text default 'request') returns text
language sql stable set search_path = '' as $$
  select rtrim(
    translate(
      encode(
        uuid_send(stop_token.recipient)
        || private.stop_signature(stop_token.recipient, stop_token.address, stop_token.scope),
        'base64'
      ),
      '+/', '-_'
    ),
    '='
  )
$$;
comment on function private.stop_token(uuid, text, text) is
  'What the links in emails to a recipient carry: it stops those about one request, or with the scope `workspace` those about all requests of its workspace, and gives no reading. 43 characters.';

create or replace function public.stop_email(token text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  is_shaped constant boolean := coalesce(stop_email.token ~ '^[A-Za-z0-9_-]{43}$', false);
  -- The same work for every token.
  content constant bytea := decode(
    translate(case when is_shaped then stop_email.token else repeat('A', 43) end, '-_', '+/') || '=', 'base64'
  );
  recipient constant uuid := encode(substring(content for 16), 'hex')::uuid;
  -- After a correction, the links at the former address are nobody's.
  person constant public.recipients := (select p from public.recipients as p where p.id = recipient);
  address constant text := coalesce(person.email, '');
  of_request constant boolean :=
    is_shaped and substring(content from 17) = private.stop_signature(recipient, address, 'request');
  of_workspace constant boolean :=
    is_shaped and substring(content from 17) = private.stop_signature(recipient, address, 'workspace');
begin
  if of_request then
    update public.recipients as p set muted_at = coalesce(p.muted_at, now()) where p.id = recipient;
  elsif of_workspace then
    update public.recipients as p set muted_at = coalesce(p.muted_at, now())
    where p.workspace_id = person.workspace_id and private.address_hash(p.email) = private.address_hash(address)
      and p.removed_at is null;
  end if;
end
$$;
comment on function public.stop_email(text) is
  'Ends email to a recipient about a request, or about all requests of its workspace, for whoever holds the token of one of these emails. A wrong token changes nothing and is answered alike.';

alter table public.events
  drop constraint events_kind_check,
  add constraint events_kind_check check (
    kind in (
      'created', 'sent', 'opened', 'file_added', 'file_removed', 'file_set_aside', 'file_put_back', 'file_returned',
      'answered', 'accepted', 'returned', 'waived', 'received_elsewhere', 'decision_undone', 'link_replaced', 'paused',
      'resumed', 'closed', 'done', 'reopened', 'cancelled', 'archived', 'unarchived',
      'title_changed', 'message_changed', 'due_changed',
      'item_added', 'item_changed', 'item_removed', 'items_reordered',
      'recipient_added', 'recipient_corrected', 'recipient_removed',
      'invited', 'reminded', 'unreachable', 'promised'
    )
  );

create or replace function private.is_for_members(kind text) returns boolean
language sql immutable set search_path = '' as $$
  select is_for_members.kind in (
    'title_changed', 'message_changed', 'item_changed', 'recipient_added', 'recipient_corrected', 'recipient_removed',
    'archived', 'unarchived', 'invited', 'reminded', 'unreachable', 'promised'
  )
$$;
comment on function private.is_for_members(text) is
  'True for events that recipients cannot read: former texts, the addresses of others and what was written to them, and where a workspace keeps a request.';

create or replace function private.fail(code text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using
    message = fail.code,
    errcode = case
      when fail.code = 'session.required' then 'PT401'
      when fail.code = 'proof.required' then 'PT403'
      when fail.code = 'not_found' then 'PT404'
      when fail.code = 'file.too_large' then 'PT413'
      when fail.code in (
        'draft.sent', 'request.closed', 'request.paused', 'request.complete', 'request.reopen_expired', 'request.open',
        'request.stale', 'item.stale', 'item.locked', 'item.undecided', 'item.answered', 'item.chosen',
        'item.not_received', 'recipient.last', 'recipient.member', 'access.decided', 'file.not_stored', 'file.changed',
        'file.accepted', 'file.undecidable', 'workspace.last_owner', 'account.changed', 'reminder.soon',
        'reminder.unreachable'
      ) then 'PT409'
      else 'PT422'
    end;
end
$$;

create function private.add_email_event(person public.recipients, kind text, data jsonb default '{}') returns void
language sql set search_path = '' as $$
  -- The caller has locked the request. What Sheaf sends doesn't count as activity.
  insert into public.events (request_id, seq, workspace_id, actor_name, kind, data, at)
  select
    person.request_id,
    coalesce((select max(e.seq) from public.events as e where e.request_id = person.request_id), 0) + 1,
    person.workspace_id, 'Sheaf', add_email_event.kind,
    jsonb_build_object('name', coalesce(nullif(person.name, ''), person.email)) || add_email_event.data,
    clock_timestamp()
$$;
comment on function private.add_email_event(public.recipients, text, jsonb) is
  'Appends to the history of a request what became of an email to one of its recipients.';

create function private.reminded_now(covers uuid[], by_hand boolean) returns uuid[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(p.id order by r.due_on, r.sent_at, r.id), '{}')
  from public.recipients as p
  join public.requests as r on r.id = p.request_id
  join public.workspaces as w on w.id = p.workspace_id
  where p.id = any(covers)
    and num_nonnulls(p.removed_at, p.muted_at, p.unreachable_at) = 0
    and r.status = 'open' and r.paused_at is null and r.required_missing + r.required_returned > 0
    and (
      by_hand
      or r.reminders_paused_at is null
      and coalesce(private.reminder_pause(p, coalesce(p.zone, w.zone)) <= private.email_clock(), true)
    )
$$;
comment on function private.reminded_now(uuid[], boolean) is
  'Those of these recipients who are still to be reminded, in the order of their due dates.';

create function private.waiting_items(request uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'title', i.title,
        -- A link there would reach strangers' inboxes through a new workspace. The page shows them whole.
        'instructions', case when private.has_link(i.instructions) then '' else i.instructions end,
        'isReturned', i.status = 'returned',
        'reason', case
          when i.status = 'returned' then coalesce(
            nullif(i.reason, ''),
            (
              select string_agg(f.name || ': ' || f.verdict_reason, E'\n' order by f.created_at, f.id)
              from public.files as f
              where f.item_id = i.id and f.status = 'stored' and f.verdict = 'returned' and f.verdict_reason is not null
            ),
            ''
          )
          else ''
        end
      )
      order by i.position
    ),
    '[]'
  )
  from public.items as i
  where i.request_id = waiting_items.request and i.removed_at is null and i.required
    and i.status in ('missing', 'returned')
$$;
comment on function private.waiting_items(uuid) is 'What a recipient still has to answer, for @sheaf/email.';

create function private.reminder_facts(covers uuid[], at timestamptz, site text, is_preview boolean default false)
returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'asker', private.asker_facts((lead.request)),
    'recipientName', (lead.person).name,
    'today', (reminder_facts.at at time zone coalesce((lead.person).zone, lead.zone))::date,
    'stop', jsonb_build_object(
      'request',
      site || '/email/stop/' || case
        when is_preview then ''
        else private.stop_token(
          (lead.person).id, (lead.person).email, case cardinality(covers) when 1 then 'request' else 'workspace' end
        )
      end
    ),
    'requests', (
      select jsonb_agg(
        jsonb_build_object(
          'request', jsonb_build_object('title', r.title, 'dueOn', r.due_on, 'url', site || '/r/' || l.token),
          'states', (
            select jsonb_agg(i.status order by i.position) from public.items as i
            where i.request_id = r.id and i.removed_at is null and i.required
          ),
          'waiting', private.waiting_items(r.id),
          'promisedOn', p.promised_on,
          'stop', jsonb_build_object(
            'request',
            site || '/email/stop/' || case when is_preview then '' else private.stop_token(p.id, p.email) end
          )
        )
        order by c.place
      )
      from unnest(covers) with ordinality as c (id, place)
      join public.recipients as p on p.id = c.id
      join public.requests as r on r.id = p.request_id
      join public.request_links as l on l.request_id = r.id
    )
  )
  from (
    select p as person, r as request, w.zone
    from public.recipients as p
    join public.requests as r on r.id = p.request_id
    join public.workspaces as w on w.id = p.workspace_id
    where p.id = covers[1]
  ) as lead
$$;
comment on function private.reminder_facts(uuid[], timestamptz, text, boolean) is
  'Everything that is needed to write a reminder to these recipients, who are one person. A preview has no link that stops email.';

create function private.reminded_together(lead public.recipients, at timestamptz) returns uuid[]
language sql volatile set search_path = '' as $$
  -- Without the next three days, another email about the same papers would follow at once.
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
  return emails;
end
$$;
comment on function public.plan_email(integer) is
  'For the worker: puts reminders that are due into the outbox, at most 500 at a time, and returns their number. One email per person and workspace.';
grant execute on function public.plan_email(integer) to service_role;

create or replace function private.email_facts(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns jsonb
language sql stable set search_path = '' as $$
  select common.facts || case email.kind
    when 'invitation' then jsonb_build_object(
      'items', request.items_total,
      'message', private.emailed_message(request),
      'retainDays', common.retain_days
    )
    when 'update' then jsonb_build_object(
      'returned', private.returns_since(request, email.since),
      'changes', private.changes_since(request, email.since),
      'accepted', (
        select count(*) from public.items as i
        where i.request_id = request.id and i.removed_at is null and i.status = 'accepted' and i.decided_at >= email.since
      )
    )
    when 'ended' then jsonb_build_object(
      'how', case when request.closed_by is null or recipient.removed_at is not null then 'withdrawn' else 'closed' end,
      'isReadable', recipient.user_id is not null and email.address is null
    )
    else jsonb_build_object(
      'items', private.sent_items(recipient),
      'left', request.required_missing + request.required_returned,
      'zone', common.zone
    )
  end
  from (
    select
      jsonb_build_object(
        'asker', private.asker_facts(request),
        'recipientName', recipient.name,
        'request', jsonb_build_object('title', request.title, 'dueOn', request.due_on, 'url', site || '/r/' || l.token),
        'today', (private.email_clock() at time zone coalesce(recipient.zone, w.zone))::date,
        'stop', jsonb_build_object(
          'request', site || '/email/stop/' || private.stop_token(recipient.id, coalesce(email.address, recipient.email))
        )
      ) as facts,
      w.retain_days,
      coalesce(recipient.zone, w.zone) as zone
    from public.workspaces as w
    join public.request_links as l on l.request_id = request.id
    where w.id = request.workspace_id
  ) as common
$$;

create or replace function private.email_wait(email private.outbox, request public.requests, recipient public.recipients)
returns interval
language plpgsql set search_path = '' as $$
declare
  moment constant timestamptz := private.email_clock();
  today constant date := (moment at time zone 'UTC')::date;
  hashed constant bytea := private.address_hash(coalesce(email.address, recipient.email));
  cap constant jsonb := (select jsonb_object_agg(l.name, l.most) from private.email_limits as l);
  to_address integer;
  of_workspace integer;
begin
  -- One at a time per address and per workspace, so that simultaneous workers don't pass the caps together.
  perform pg_advisory_xact_lock(hashtextextended(k.key, 0))
  from (
    select x.key from (values (encode(hashed, 'hex')), (request.workspace_id::text)) as x (key) order by x.key
  ) as k;
  select coalesce(sum(c.sent), 0), coalesce(sum(c.sent) filter (where c.workspace_id = request.workspace_id), 0)
  into to_address, of_workspace
  from private.email_counts as c where c.day = today and c.address_hash = hashed;
  if to_address >= (cap ->> 'to_address')::integer
    or of_workspace >= (cap ->> 'to_address_per_workspace')::integer
    or (
      select coalesce(sum(c.sent), 0) from private.email_counts as c
      where c.workspace_id = request.workspace_id and c.day = today
    ) >= (cap ->> 'per_workspace')::integer
  then
    return date_trunc('day', moment, 'UTC') + interval '1 day' - moment;
  end if;
  insert into private.email_counts as c (day, address_hash, workspace_id, sent)
  values (today, hashed, request.workspace_id, 1)
  on conflict (day, address_hash, workspace_id) do update set sent = c.sent + 1;
  return null;
end
$$;

create function private.reminder_wait(email private.outbox, recipient public.recipients) returns interval
language sql stable set search_path = '' as $$
  select nullif(private.reminder_time(m.at, coalesce(recipient.zone, w.zone)) - m.at, interval '0')
  from private.email_clock() as m (at), public.workspaces as w
  where w.id = recipient.workspace_id and not email.by_hand
$$;
comment on function private.reminder_wait(private.outbox, public.recipients) is
  'How long a reminder waits for the hours in which they leave; null if not at all.';

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
  content jsonb;
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
    continue when not found;
    select o.* into due from private.outbox as o
    where o.id = due.id and o.ended_at is null and o.not_before <= moment
      and (o.claimed_until is null or o.claimed_until < now())
    for update skip locked;
    continue when not found;
    select r.* into parent from public.requests as r where r.id = due.request_id;
    wait := null;
    if due.kind = 'reminder' then
      due.covers := private.reminded_now(due.covers, due.by_hand);
      obstacle := case
        -- A worker died while it sent this one, so it may have arrived.
        when due.claimed_until is not null then 'interrupted'
        when cardinality(due.covers) = 0 then 'nothing_missing'
        when private.is_suppressed(person.email) then 'suppressed'
      end;
      if obstacle is null then
        wait := private.reminder_wait(due, person);
        content := private.reminder_facts(due.covers, moment, claim_email.site);
      end if;
    else
      obstacle := private.email_obstacle(due, parent, person);
      if obstacle is null then
        content := private.email_facts(due, parent, person, claim_email.site);
        obstacle := case
          when due.kind = 'update' and content -> 'returned' = '[]' and content -> 'changes' = '[]' then 'undone'
          when due.kind = 'receipt' and content -> 'items' = '[]' then 'nothing_sent'
        end;
      end if;
    end if;
    -- Another attempt was counted already, and a receipt follows what its reader has just done.
    if obstacle is null and wait is null and due.attempts = 0 and due.kind <> 'receipt' then
      wait := private.email_wait(due, parent, person);
    end if;
    if obstacle is not null then
      update private.outbox as o set ended_at = now(), outcome = 'dropped', reason = obstacle where o.id = due.id;
      if obstacle = 'suppressed' and due.kind in ('invitation', 'reminder') then
        update public.recipients as p set unreachable_at = coalesce(p.unreachable_at, now()) where p.id = person.id;
      end if;
    elsif wait is not null then
      update private.outbox as o set not_before = moment + wait, reason = 'capped' where o.id = due.id;
    else
      -- The claim is the note that an attempt is made: what is sent once at most is not claimed twice.
      update private.outbox as o
      set
        attempts = o.attempts + 1, claimed_by = claim_email.worker, claimed_until = now() + interval '5 minutes',
        covers = due.covers
      where o.id = due.id;
      return query select due.id, due.kind, coalesce(due.address, person.email), person.name, content;
      return;
    end if;
  end loop;
end
$$;

create function private.is_suppressed(address text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.suppressed_addresses as s where s.address_hash = private.address_hash(is_suppressed.address)
  )
$$;
comment on function private.is_suppressed(text) is 'Whether an address gets no email from any workspace.';

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
      where p.id = any(claimed.covers)
      returning p.*
    loop
      perform private.add_email_event(person, 'reminded', jsonb_build_object('number', person.reminders_sent));
    end loop;
  elsif finish_email.outcome = 'sent' and claimed.address is null then
    update public.recipients as p
    set
      emailed_at = moment,
      invited_at = case when claimed.kind = 'invitation' then now() else p.invited_at end,
      unreachable_at = case when claimed.kind = 'invitation' then null else p.unreachable_at end
    where p.id = claimed.recipient_id
    returning p.* into person;
    if claimed.kind = 'invitation' then
      perform private.add_email_event(person, 'invited');
    end if;
  elsif finish_email.outcome = 'refused' and claimed.address is null then
    update public.recipients as p set unreachable_at = coalesce(p.unreachable_at, now())
    where p.id = claimed.recipient_id
    returning p.* into person;
    perform private.add_email_event(person, 'unreachable');
    insert into private.suppressed_addresses (address_hash, reason)
    values (private.address_hash(person.email), 'refused')
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

create function public.set_reminders(request uuid, plan jsonb, paused boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(set_reminders.request);
begin
  if locked.status in ('done', 'cancelled') then
    perform private.fail('request.closed');
  elsif not private.is_reminder_plan(set_reminders.plan) then
    perform private.fail('reminder.plan');
  end if;
  update public.requests as r
  set
    reminder_plan = set_reminders.plan,
    reminders_paused_at = case when coalesce(set_reminders.paused, false) then coalesce(r.reminders_paused_at, now()) end
  where r.id = locked.id;
end
$$;
comment on function public.set_reminders(uuid, jsonb, boolean) is
  'Changes when the recipients of a request are reminded, or pauses that. Errors: not_found, request.closed, reminder.plan.';
grant execute on function public.set_reminders(uuid, jsonb, boolean) to authenticated;

create function public.set_workspace_reminders(workspace uuid, zone text, plan jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  perform from public.members as m
  where m.workspace_id = set_workspace_reminders.workspace and m.user_id = auth.uid() and m.role = 'owner'
    and m.workspace_id = any(private.my_workspaces());
  if not found then
    perform private.fail('not_found');
  elsif private.known_zone(set_workspace_reminders.zone) is null then
    perform private.fail('reminder.zone');
  elsif not private.is_reminder_plan(set_workspace_reminders.plan) then
    perform private.fail('reminder.plan');
  end if;
  update public.workspaces as w
  set zone = set_workspace_reminders.zone, reminder_plan = set_workspace_reminders.plan
  where w.id = set_workspace_reminders.workspace;
end
$$;
comment on function public.set_workspace_reminders(uuid, text, jsonb) is
  'For an owner: the plan that new requests begin with, and the zone of recipients who haven''t come yet. Errors: not_found, reminder.zone, reminder.plan.';
grant execute on function public.set_workspace_reminders(uuid, text, jsonb) to authenticated;

create function public.send_reminders(request uuid) returns integer
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
    and num_nonnulls(p.invited_at, p.user_id) > 0;
  if reachable is null then
    perform private.fail('reminder.unreachable');
  elsif due is null then
    perform private.fail('reminder.soon');
  end if;
  insert into private.outbox (kind, request_id, recipient_id, since, not_before, covers, by_hand)
  select 'reminder', locked.id, d.id, now(), private.email_clock(), array[d.id], true from unnest(due) as d (id)
  on conflict do nothing;
  update public.recipients as p set remind_after = private.email_clock() where p.id = any(due);
  return cardinality(due);
end
$$;
comment on function public.send_reminders(uuid) is
  'Reminds the recipients of an open request now, each at most once in 24 hours, and returns how many. Errors: not_found, request.closed, request.paused, reminder.nothing, reminder.unreachable, reminder.soon.';
grant execute on function public.send_reminders(uuid) to authenticated;

create function public.preview_reminder(request uuid, site text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  workspaces constant uuid[] := private.my_workspaces();
  person public.recipients;
  covers uuid[];
begin
  perform private.require_session();
  if not exists (
    select from public.requests as r where r.id = preview_reminder.request and r.workspace_id = any(workspaces)
  ) then
    perform private.fail('not_found');
  end if;
  select p.* into person from public.recipients as p
  where p.request_id = preview_reminder.request and p.next_reminder_at is not null
  order by p.next_reminder_at, p.id
  limit 1;
  if not found then
    return null;
  end if;
  covers := array(
    select p.id from public.recipients as p
    where p.workspace_id = person.workspace_id and private.address_hash(p.email) = private.address_hash(person.email)
      and p.next_reminder_at <= person.next_reminder_at + interval '3 days'
    order by p.id = person.id desc, p.next_reminder_at, p.id
    limit 20
  );
  return private.reminder_facts(
    private.reminded_now(covers, true), person.next_reminder_at, preview_reminder.site, is_preview => true
  );
end
$$;
comment on function public.preview_reminder(uuid, text) is
  'What the next reminder of a request will say as things stand, for @sheaf/email; null if none is planned. Errors: not_found.';
grant execute on function public.preview_reminder(uuid, text) to authenticated;

create function public.send_update(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(send_update.request);
begin
  update private.outbox as o set not_before = private.email_clock()
  where o.request_id = locked.id and o.kind = 'update' and o.attempts = 0 and o.ended_at is null;
end
$$;
comment on function public.send_update(uuid) is
  'Tells the recipients at once what was returned or changed, instead of ten minutes after the first. Errors: not_found.';
grant execute on function public.send_update(uuid) to authenticated;

create function private.lock_as_recipient(request uuid) returns public.requests
language plpgsql set search_path = '' as $$
declare
  locked public.requests;
begin
  perform private.require_session();
  select r.* into locked from public.requests as r
  where r.id = lock_as_recipient.request and r.id = any(private.my_requests())
  for update;
  if not found then
    perform private.fail('not_found');
  elsif locked.status <> 'open' then
    perform private.fail('request.closed');
  end if;
  return locked;
end
$$;
comment on function private.lock_as_recipient(uuid) is
  'Locks and returns an open request for one of its recipients; not_found for anyone else.';

create function public.promise_date(request uuid, "on" date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_recipient(promise_date.request);
  today constant date := (
    select (private.email_clock() at time zone coalesce(p.zone, w.zone))::date
    from public.recipients as p join public.workspaces as w on w.id = p.workspace_id
    where p.request_id = locked.id and p.user_id = auth.uid()
  );
begin
  if promise_date."on" not between today and today + 365 then
    perform private.fail('promise.date');
  end if;
  update public.recipients as p set promised_on = promise_date."on"
  where p.request_id = locked.id and p.user_id = auth.uid();
  perform private.add_event(locked.id, 'promised', data => jsonb_build_object('on', promise_date."on"));
end
$$;
comment on function public.promise_date(uuid, date) is
  'For a recipient: reminders wait until the day after this date, and members see it. Null takes it back. Errors: not_found, request.closed, promise.date.';
grant execute on function public.promise_date(uuid, date) to authenticated;

create function public.mute_request(request uuid, muted boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_recipient(mute_request.request);
begin
  update public.recipients as p
  set muted_at = case when coalesce(mute_request.muted, true) then coalesce(p.muted_at, now()) end
  where p.request_id = locked.id and p.user_id = auth.uid();
end
$$;
comment on function public.mute_request(uuid, boolean) is
  'For a recipient: no email about this request any more, or again. Errors: not_found, request.closed.';
grant execute on function public.mute_request(uuid, boolean) to authenticated;

drop function public.create_workspace(text, text);
create function public.create_workspace(name text, display_name text, zone text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
  workspace_name text := private.one_line(create_workspace.name);
  own_name text := private.one_line(create_workspace.display_name);
  workspace uuid;
begin
  if not private.fits(workspace_name, 1, 80) or not private.is_name(workspace_name) then
    perform private.fail('workspace.name');
  elsif not private.fits(own_name, 1, 80) or not private.is_name(own_name) then
    perform private.fail('profile.name');
  end if;
  insert into public.profiles as f (user_id, display_name)
  values (me, own_name)
  on conflict (user_id) do update set display_name = excluded.display_name;
  -- The profile's row is locked by now, so workspaces that are created at the same time are counted one after another.
  if (select count(*) from public.members as m where m.user_id = me and m.role = 'owner')
    >= (select q.most from private.quotas as q where q.name = 'workspaces')
  then
    perform private.fail('quota.workspaces');
  end if;
  insert into public.workspaces as w (name, zone)
  values (workspace_name, coalesce(private.known_zone(create_workspace.zone), 'UTC'))
  returning w.id into workspace;
  insert into public.members (workspace_id, user_id, role) values (workspace, me, 'owner');
  return workspace;
end
$$;
comment on function public.create_workspace(text, text, text) is
  'Creates a workspace owned by the caller, in the time zone of their browser, and sets the caller''s name. An unknown zone counts as UTC. Errors: workspace.name, profile.name, quota.workspaces.';
grant execute on function public.create_workspace(text, text, text) to authenticated;
