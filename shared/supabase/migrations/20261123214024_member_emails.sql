-- Members are told what arrives: soon after it did, or once a day. An email of the outbox can go to a member now, too.

alter table private.outbox
  drop constraint outbox_kind_check,
  add constraint outbox_kind_check check (
    kind in (
      'invitation', 'update', 'ended', 'receipt', 'reminder', 'arrived', 'summary', 'member_invitation', 'expiry', 'security'
    )
  ),
  alter column request_id drop not null,
  alter column recipient_id drop not null,
  add column workspace_id uuid references public.workspaces (id) on delete cascade,
  add column user_id uuid references auth.users (id) on delete cascade,
  add column data jsonb not null default '{}',
  add constraint outbox_reader_check check (num_nonnulls(recipient_id, user_id, address) > 0),
  add constraint outbox_request_check check (recipient_id is null or request_id is not null);
comment on column private.outbox.workspace_id is 'Of an email to a member or somebody who is invited to become one.';
comment on column private.outbox.user_id is 'Whose account it goes to, at the address that the account has then.';
comment on column private.outbox.data is 'Facts that can''t be read later, such as what a notice is about.';
create index outbox_workspace_id_idx on private.outbox (workspace_id) where workspace_id is not null;
create index outbox_user_id_idx on private.outbox (user_id) where user_id is not null;
-- As for recipients: what happens before an email leaves is collected in it. Each notice is an email of its own.
create unique index outbox_collecting_for_member_idx
  on private.outbox (user_id, kind, coalesce(request_id, workspace_id))
  where attempts = 0 and ended_at is null and kind in ('arrived', 'summary');

create table private.watchers (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null references public.requests (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  stopped_at timestamptz,
  unique (request_id, user_id)
);
comment on table private.watchers is
  'Who watches a request. Whoever created or sent it does without a row, which is made when the first email needs one.';
create index watchers_user_id_idx on private.watchers (user_id);

create table private.member_emails (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null,
  user_id uuid not null,
  arrivals text not null,
  zone text not null,
  next_summary_at timestamptz,
  summarised_at timestamptz not null default now(),
  unique (workspace_id, user_id),
  foreign key (workspace_id, user_id) references public.members (workspace_id, user_id) on delete cascade,
  constraint member_emails_arrivals_check check (arrivals in ('each', 'daily', 'none')),
  constraint member_emails_summary_check check ((arrivals = 'daily') = (next_summary_at is not null))
);
comment on table private.member_emails is
  'Which emails a member wants about what arrives in a workspace. Without a row: each.';
comment on column private.member_emails.zone is 'IANA time zone of the browser in which the member chose.';
comment on column private.member_emails.summarised_at is 'Until when summaries have told what happened.';
create index member_emails_user_id_idx on private.member_emails (user_id);
create index member_emails_summary_idx on private.member_emails (next_summary_at) where next_summary_at is not null;

create function private.arrival_emails(member uuid, workspace uuid) returns text
language sql stable set search_path = '' as $$
  select coalesce(
    (
      select e.arrivals from private.member_emails as e
      where e.user_id = arrival_emails.member and e.workspace_id = arrival_emails.workspace
    ),
    'each'
  )
$$;
comment on function private.arrival_emails(uuid, uuid) is 'Which emails a member wants about what arrives: each, daily, none.';

create function private.is_watched(request public.requests, member uuid) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(
    (
      select w.stopped_at is null from private.watchers as w
      where w.request_id = request.id and w.user_id = is_watched.member
    ),
    is_watched.member in (request.created_by, request.sent_by),
    false
  )
$$;
comment on function private.is_watched(public.requests, uuid) is 'Whether a member watches a request.';

create function public.watch_request(request uuid, watched boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(watch_request.request);
begin
  insert into private.watchers as w (request_id, user_id, stopped_at)
  values (locked.id, auth.uid(), case when not coalesce(watch_request.watched, true) then now() end)
  on conflict (request_id, user_id) do update
  set stopped_at = case when excluded.stopped_at is not null then coalesce(w.stopped_at, excluded.stopped_at) end;
end
$$;
comment on function public.watch_request(uuid, boolean) is
  'For a member: email about what arrives in a request, or none. Errors: not_found.';
grant execute on function public.watch_request(uuid, boolean) to authenticated;

create function public.watches_request(request uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  workspaces constant uuid[] := private.my_workspaces();
  found_request public.requests;
begin
  perform private.require_session();
  select r.* into found_request from public.requests as r
  where r.id = watches_request.request and r.workspace_id = any(workspaces);
  if not found then
    perform private.fail('not_found');
  end if;
  return private.is_watched(found_request, auth.uid());
end
$$;
comment on function public.watches_request(uuid) is
  'For a member: whether they get email about what arrives in a request. Errors: not_found.';
grant execute on function public.watches_request(uuid) to authenticated;

create function private.next_summary(at timestamptz, zone text) returns timestamptz
language sql stable set search_path = '' as $$
  select (
    date_trunc('day', l.local) + interval '8 hours'
    + case when l.local::time < '08:00' then interval '0' else interval '1 day' end
  ) at time zone next_summary.zone
  from (select next_summary.at at time zone next_summary.zone as local) as l
$$;
comment on function private.next_summary(timestamptz, text) is 'The first 08:00 in a zone after a moment.';

create function public.my_email_preferences() returns table (workspace_id uuid, name text, arrivals text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_session();
  return query
  select w.id, w.name, private.arrival_emails(auth.uid(), w.id)
  from public.members as m join public.workspaces as w on w.id = m.workspace_id
  where m.user_id = auth.uid()
  order by lower(w.name), w.id;
end
$$;
comment on function public.my_email_preferences() is
  'The caller''s workspaces, and which emails about arrivals they want from each: each, daily, none.';
grant execute on function public.my_email_preferences() to authenticated;

create function public.set_email_preference(workspace uuid, arrivals text, zone text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  known constant text := private.known_zone(set_email_preference.zone);
begin
  perform private.require_session();
  perform from public.members as m
  where m.workspace_id = set_email_preference.workspace and m.user_id = auth.uid();
  if not found then
    perform private.fail('not_found');
  elsif coalesce(set_email_preference.arrivals not in ('each', 'daily', 'none'), true) then
    perform private.fail('email.arrivals');
  elsif known is null then
    perform private.fail('reminder.zone');
  end if;
  insert into private.member_emails as e (workspace_id, user_id, arrivals, zone, next_summary_at)
  select
    set_email_preference.workspace, auth.uid(), set_email_preference.arrivals, known,
    case when set_email_preference.arrivals = 'daily' then private.next_summary(private.email_clock(), known) end
  on conflict (workspace_id, user_id) do update
  set
    arrivals = excluded.arrivals, zone = excluded.zone, next_summary_at = excluded.next_summary_at,
    -- A summary doesn't repeat the emails that were sent one by one.
    summarised_at = case when e.arrivals = 'daily' then e.summarised_at else excluded.summarised_at end;
end
$$;
comment on function public.set_email_preference(uuid, text, text) is
  'For a member: an email for each arrival, one a day at 08:00 in the time zone of their browser, or none. Errors: not_found, email.arrivals, reminder.zone.';
grant execute on function public.set_email_preference(uuid, text, text) to authenticated;

create function public.email_is_stopped() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_session();
  return private.is_suppressed((select u.email from auth.users as u where u.id = auth.uid()));
end
$$;
comment on function public.email_is_stopped() is
  'Whether the caller''s address gets no email from any workspace, because they asked or because it refused one.';
grant execute on function public.email_is_stopped() to authenticated;

create function public.stop_all_email(stopped boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.require_session();
  hashed constant bytea := private.address_hash((select u.email from auth.users as u where u.id = me));
begin
  if coalesce(stop_all_email.stopped, true) then
    insert into private.suppressed_addresses (address_hash, reason) values (hashed, 'asked') on conflict do nothing;
    return;
  end if;
  delete from private.suppressed_addresses as s where s.address_hash = hashed;
  update public.recipients as p set unreachable_at = null
  where p.user_id = me and private.address_hash(p.email) = hashed and p.unreachable_at is not null;
end
$$;
comment on function public.stop_all_email(boolean) is
  'Ends all email from Sheaf to the caller''s address, except sign-in codes and security notices, or allows it again. Whoever calls it has signed in, so a forwarded email is not enough.';
grant execute on function public.stop_all_email(boolean) to authenticated;

create function private.queue_arrival(event public.events) returns void
language sql set search_path = '' as $$
  insert into private.watchers (request_id, user_id)
  select distinct r.id, u.id
  from public.requests as r join auth.users as u on u.id in (r.created_by, r.sent_by)
  where r.id = event.request_id
  on conflict (request_id, user_id) do nothing;

  insert into private.outbox as o (kind, request_id, workspace_id, user_id, since, not_before, data)
  select
    'arrived', w.request_id, event.workspace_id, w.user_id, event.at, private.email_clock() + interval '10 minutes',
    jsonb_build_object('latest', private.email_clock() + interval '60 minutes')
  from private.watchers as w
  where w.request_id = event.request_id and w.stopped_at is null and w.user_id is distinct from event.actor
    and private.arrival_emails(w.user_id, event.workspace_id) = 'each'
  on conflict (user_id, kind, coalesce(request_id, workspace_id))
    where attempts = 0 and ended_at is null and kind in ('arrived', 'summary')
  -- Ten minutes after the last arrival, and an hour after the first at the latest.
  do update set not_before = least(excluded.not_before, (o.data ->> 'latest')::timestamptz)
$$;
comment on function private.queue_arrival(public.events) is
  'Tells the members who watch a request that something arrived, each in one email about all that arrives by then.';

create or replace function private.event_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.kind in (
    'returned', 'file_returned', 'item_added', 'item_changed', 'item_removed', 'due_changed', 'title_changed',
    'message_changed'
  ) then
    perform private.queue_email('update', p, new.at, new.at + interval '10 minutes')
    from public.recipients as p where p.request_id = new.request_id and p.removed_at is null;
  elsif new.kind in ('file_added', 'answered') and new.recipient_id is not null then
    insert into private.answered_workspaces (workspace_id) values (new.workspace_id) on conflict do nothing;
    perform private.queue_email(
      'receipt', p, new.at,
      new.at + case when r.required_missing + r.required_returned = 0 then interval '0' else interval '30 minutes' end
    )
    from public.recipients as p join public.requests as r on r.id = p.request_id
    where p.id = new.recipient_id;
    perform private.queue_arrival(new);
  end if;
  return null;
end
$$;

create function private.arrivals_since(request public.requests, since timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  with acts as (
    select e.item_id, e.file_id, e.kind, e.seq from public.events as e
    where e.request_id = request.id and e.recipient_id is not null and e.kind in ('file_added', 'answered')
      and e.at >= arrivals_since.since
  ),
  arrived as (
    select
      i.position, i.title, i.sensitive,
      case when exists (select from acts as a where a.item_id = i.id and a.kind = 'answered') then i.answer_kind end
        as answer_kind,
      i.answer,
      (
        select coalesce(jsonb_agg(f.name order by f.created_at, f.id), '[]')
        from public.files as f
        where f.item_id = i.id and f.status = 'stored'
          and f.id in (select a.file_id from acts as a where a.kind = 'file_added')
      ) as files,
      exists (
        select from public.events as e
        where e.request_id = i.request_id and e.item_id = i.id and e.kind in ('returned', 'file_returned')
          and e.seq < (select min(a.seq) from acts as a where a.item_id = i.id)
      ) as is_again
    from public.items as i
    where i.request_id = request.id and i.removed_at is null
      -- Nobody needs to be told of what a member has decided meanwhile.
      and i.status in ('missing', 'submitted') and i.id in (select a.item_id from acts as a)
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'title', a.title,
        'files', a.files,
        'answer', case
          when a.answer_kind is null then 'none'
          when a.answer_kind in ('not_applicable', 'cannot_provide') then a.answer_kind
          else 'answered'
        end,
        -- Answers stay on the page; why there is none is worth knowing at once.
        'note', case
          when a.answer_kind in ('not_applicable', 'cannot_provide') and not a.sensitive then coalesce(a.answer, '')
          else ''
        end,
        'isAgain', a.is_again
      )
      order by a.position
    ) filter (where a.files <> '[]' or a.answer_kind is not null),
    '[]'
  )
  from arrived as a
$$;
comment on function private.arrivals_since(public.requests, timestamptz) is
  'What recipients have sent since then that is still there and waits for a decision, for @sheaf/email.';

create function private.arrived_facts(email private.outbox, request public.requests, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'request', jsonb_build_object('title', request.title, 'dueOn', request.due_on, 'url', site || '/requests/' || request.id),
    'people', (
      select coalesce(jsonb_agg(distinct e.actor_name), '[]') from public.events as e
      where e.request_id = request.id and e.recipient_id is not null and e.kind in ('file_added', 'answered')
        and e.at >= email.since
    ),
    'arrivals', private.arrivals_since(request, email.since),
    'states', (
      select coalesce(jsonb_agg(i.status order by i.position), '[]') from public.items as i
      where i.request_id = request.id and i.removed_at is null
    ),
    'toReview', request.items_submitted,
    'minutes', greatest(1, ceil(extract(epoch from now() - email.since) / 60)),
    'today', (private.email_clock() at time zone w.zone)::date,
    'settingsUrl', site || '/settings/email',
    'stopUrl', (
      select site || '/email/stop/' || private.stop_token(s.id, u.email, 'watched')
      from private.watchers as s join auth.users as u on u.id = s.user_id
      where s.request_id = request.id and s.user_id = email.user_id
    )
  )
  from public.workspaces as w where w.id = request.workspace_id
$$;
comment on function private.arrived_facts(private.outbox, public.requests, text) is
  'Everything that is needed to tell a member what arrived, as things stand now.';

create function private.summary_line(request public.requests, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'title', request.title,
    'url', site || '/requests/' || request.id,
    'people', (
      select coalesce(jsonb_agg(coalesce(nullif(p.name, ''), p.email) order by p.created_at, p.id), '[]')
      from public.recipients as p where p.request_id = request.id and p.removed_at is null
    )
  )
$$;
comment on function private.summary_line(public.requests, text) is
  'A request as a summary names it, with its recipients'' names, or the addresses of those without one.';

create function private.summary_facts(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  with period as (
    select (email.data ->> 'from')::date as since_day, (email.data ->> 'today')::date as today
  ),
  arrived as (
    select r, jsonb_array_length(private.arrivals_since(r, email.since)) as items
    from public.requests as r
    where r.workspace_id = email.workspace_id and r.status = 'open' and r.last_activity_at >= email.since
      and private.is_watched(r, email.user_id)
  ),
  overdue as (
    select r from period as d, public.requests as r
    where r.workspace_id = email.workspace_id and r.status = 'open'
      -- As the index has it.
      and coalesce(r.due_on, 'infinity') >= d.since_day and coalesce(r.due_on, 'infinity') < d.today
      and (r.required_missing > 0 or r.required_returned > 0) and private.is_watched(r, email.user_id)
    order by r.due_on, r.id
    limit 50
  ),
  unreachable as (
    select r, p.email, p.unreachable_at
    from public.recipients as p join public.requests as r on r.id = p.request_id
    where p.workspace_id = email.workspace_id and p.unreachable_at >= email.since and p.removed_at is null
      and r.status = 'open' and private.is_watched(r, email.user_id)
    order by p.unreachable_at
    limit 50
  )
  select jsonb_build_object(
    'workspace', w.name,
    'arrived', (
      select coalesce(
        jsonb_agg(
          private.summary_line(a.r, site) || jsonb_build_object('items', a.items) order by (a.r).last_activity_at desc
        ),
        '[]'
      )
      from (select * from arrived where items > 0 order by (r).last_activity_at desc limit 50) as a
    ),
    'overdue', (
      select coalesce(
        jsonb_agg(
          private.summary_line(o.r, site) || jsonb_build_object('dueOn', (o.r).due_on) order by (o.r).due_on, (o.r).id
        ),
        '[]'
      )
      from overdue as o
    ),
    'bounced', (
      select coalesce(
        jsonb_agg(
          private.summary_line(b.r, site) || jsonb_build_object('address', b.email) order by b.unreachable_at
        ),
        '[]'
      )
      from unreachable as b
    ),
    'url', site || '/requests',
    'today', email.data ->> 'today',
    'settingsUrl', site || '/settings/email',
    'stopUrl', (
      select site || '/email/stop/' || private.stop_token(e.id, u.email, 'summary')
      from private.member_emails as e join auth.users as u on u.id = e.user_id
      where e.workspace_id = email.workspace_id and e.user_id = email.user_id
    )
  )
  from public.workspaces as w where w.id = email.workspace_id
$$;
comment on function private.summary_facts(private.outbox, text) is
  'What happened since the last summary in the requests that a member watches, at most 50 of each kind. Only what is new: a request is named on the day after its due date and not again.';

create function private.notice_facts(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select email.data
$$;
comment on function private.notice_facts(private.outbox, text) is
  'Everything that is needed to write an email that was told all of its facts.';

create function private.member_email_obstacle(email private.outbox, request public.requests) returns text
language sql stable set search_path = '' as $$
  select case
    when email.kind in ('arrived', 'summary', 'expiry') and not exists (
      select from public.members as m where m.workspace_id = email.workspace_id and m.user_id = email.user_id
    ) then 'not_member'
    when exists (
      select from private.suppressed_addresses as s
      where s.address_hash = private.address_hash(
          coalesce(email.address, (select u.email from auth.users as u where u.id = email.user_id))
        )
        -- Somebody who stopped all email is told of changes to their account all the same.
        and (s.reason = 'refused' or email.kind <> 'security')
    ) then 'suppressed'
    when email.kind = 'arrived' and private.arrival_emails(email.user_id, email.workspace_id) <> 'each' then 'preference'
    when email.kind = 'summary' and private.arrival_emails(email.user_id, email.workspace_id) <> 'daily' then 'preference'
    when email.kind = 'arrived' and not private.is_watched(request, email.user_id) then 'not_watched'
    when email.kind = 'arrived' and request.status = 'cancelled' then 'request_ended'
  end
$$;
comment on function private.member_email_obstacle(private.outbox, public.requests) is
  'Why an email to the owner of an account isn''t true or welcome any more, in one word; null if nothing is in its way.';

create function private.plan_summaries(batch integer) returns integer
language plpgsql set search_path = '' as $$
declare
  moment constant timestamptz := private.email_clock();
  due private.member_emails;
  emails integer := 0;
begin
  for due in
    select e.* from private.member_emails as e
    where e.next_summary_at is not null and e.next_summary_at <= moment
    order by e.next_summary_at, e.id
    limit plan_summaries.batch
    for no key update skip locked
  loop
    insert into private.outbox (kind, workspace_id, user_id, since, not_before, data)
    values (
      'summary', due.workspace_id, due.user_id, due.summarised_at, moment,
      jsonb_build_object(
        -- A worker that was away for days tells of all of them.
        'from', (due.next_summary_at at time zone due.zone)::date - 1,
        'today', (moment at time zone due.zone)::date
      )
    )
    on conflict do nothing;
    update private.member_emails as e
    set next_summary_at = private.next_summary(moment, due.zone), summarised_at = now()
    where e.id = due.id;
    emails := emails + 1;
  end loop;
  return emails;
end
$$;
comment on function private.plan_summaries(integer) is
  'Puts daily summaries that are due into the outbox and returns their number.';

create or replace function public.plan_email(batch integer default 100) returns integer
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
  return emails + private.plan_summaries(least(greatest(plan_email.batch, 1), 500));
end
$$;
comment on function public.plan_email(integer) is
  'For the worker: puts reminders and summaries that are due into the outbox, at most 500 of each at a time, and returns their number. One reminder per person and workspace.';

create function private.member_email_facts(email private.outbox, request public.requests, site text) returns jsonb
language sql stable set search_path = '' as $$
  select case email.kind
    when 'arrived' then private.arrived_facts(email, request, site)
    when 'summary' then private.summary_facts(email, site)
    else private.notice_facts(email, site)
  end
$$;
comment on function private.member_email_facts(private.outbox, public.requests, text) is
  'Everything that is needed to write an email to a member or the owner of an account.';

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
    continue when not found and due.recipient_id is not null;
    select o.* into due from private.outbox as o
    where o.id = due.id and o.ended_at is null and o.not_before <= moment
      and (o.claimed_until is null or o.claimed_until < now())
    for update skip locked;
    continue when not found;
    select r.* into parent from public.requests as r where r.id = due.request_id;
    wait := null;
    if due.recipient_id is null then
      parent.workspace_id := due.workspace_id;
      obstacle := private.member_email_obstacle(due, parent);
      if obstacle is null then
        content := private.member_email_facts(due, parent, claim_email.site);
        obstacle := case
          when due.kind = 'arrived' and content -> 'arrivals' = '[]' then 'undone'
          when due.kind = 'summary' and '[]' = all(array[content -> 'arrived', content -> 'overdue', content -> 'bounced'])
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
      update private.outbox as o set not_before = moment + wait, reason = 'capped' where o.id = due.id;
    else
      -- The claim is the note that an attempt is made: what is sent once at most is not claimed twice.
      update private.outbox as o
      set
        attempts = o.attempts + 1, claimed_by = claim_email.worker, claimed_until = now() + interval '5 minutes',
        covers = due.covers
      where o.id = due.id;
      return query
      select
        due.id, due.kind, coalesce(due.address, person.email, (select u.email::text from auth.users as u where u.id = due.user_id)),
        coalesce(person.name, (select f.display_name from public.profiles as f where f.user_id = due.user_id), ''),
        content;
      return;
    end if;
  end loop;
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
      where p.id = any(claimed.covers)
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
    where p.id = claimed.recipient_id
    returning p.* into person;
    if claimed.kind = 'invitation' then
      perform private.add_email_event(person, 'invited');
    end if;
  elsif finish_email.outcome = 'refused' and claimed.recipient_id is not null and claimed.address is null then
    update public.recipients as p set unreachable_at = coalesce(p.unreachable_at, now())
    where p.id = claimed.recipient_id
    returning p.* into person;
    perform private.add_email_event(person, 'unreachable');
    insert into private.suppressed_addresses (address_hash, reason)
    values (private.address_hash(person.email), 'refused')
    on conflict do nothing;
  elsif finish_email.outcome = 'refused' and claimed.recipient_id is null then
    insert into private.suppressed_addresses (address_hash, reason)
    select private.address_hash(coalesce(claimed.address, (select u.email from auth.users as u where u.id = claimed.user_id))), 'refused'
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

create type private.token_parts as (named uuid, signature bytea);

create function private.parse_token(token text) returns private.token_parts
language sql immutable set search_path = '' as $$
  -- The same work for every token. Nothing is signed with no bytes.
  select (encode(substring(c.content for 16), 'hex')::uuid, case when c.is_shaped then substring(c.content from 17) else '' end)
  from (
    select
      t.is_shaped,
      decode(translate(case when t.is_shaped then parse_token.token else repeat('A', 43) end, '-_', '+/') || '=', 'base64')
        as content
    from (select coalesce(parse_token.token ~ '^[A-Za-z0-9_-]{43}$', false) as is_shaped) as t
  ) as c
$$;
comment on function private.parse_token(text) is
  'What a token of stop_token() names, and its signature; of anything else, a row that nothing has and no signature.';

create or replace function public.stop_email(token text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  parts constant private.token_parts := private.parse_token(stop_email.token);
  named constant uuid := parts.named;
  person constant public.recipients := (select p from public.recipients as p where p.id = named);
  -- After a correction, the links at the former address are nobody's.
  address constant text := coalesce(
    person.email,
    (select u.email from private.watchers as w join auth.users as u on u.id = w.user_id where w.id = named),
    (select u.email from private.member_emails as e join auth.users as u on u.id = e.user_id where e.id = named),
    ''
  );
  stopped constant text := (
    select min(s.scope) from unnest(array['request', 'workspace', 'watched', 'summary']) as s (scope)
    where parts.signature = private.stop_signature(named, address, s.scope)
  );
begin
  if stopped = 'request' then
    update public.recipients as p set muted_at = coalesce(p.muted_at, now()) where p.id = named;
  elsif stopped = 'workspace' then
    update public.recipients as p set muted_at = coalesce(p.muted_at, now())
    where p.workspace_id = person.workspace_id and private.address_hash(p.email) = private.address_hash(address)
      and p.removed_at is null;
  elsif stopped = 'watched' then
    update private.watchers as w set stopped_at = coalesce(w.stopped_at, now()) where w.id = named;
  elsif stopped = 'summary' then
    update private.member_emails as e set arrivals = 'none', next_summary_at = null where e.id = named;
  end if;
end
$$;
comment on function public.stop_email(text) is
  'Ends email about a request, about all requests of a workspace, about what arrives in a request, or the daily summary, for whoever holds the token of one of these emails. A wrong token changes nothing and is answered alike.';
comment on function private.stop_token(uuid, text, text) is
  'What the links in emails carry, for a recipient (scopes `request` and `workspace`), a watcher (`watched`) or a member (`summary`): it stops these emails, and gives no reading. 43 characters.';

-- A corrected address starts anew, also if the former one was never reached.
create or replace function private.recipient_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  parent public.requests;
begin
  select r.* into parent from public.requests as r where r.id = new.request_id;
  if parent.status <> 'open' then
    return null;
  elsif new.removed_at is not null then
    perform private.queue_email('ended', new, now(), now());
    return null;
  end if;
  if tg_op = 'UPDATE' and old.invited_at is not null then
    perform private.queue_email('ended', new, now(), now(), old.email);
  end if;
  if tg_op = 'UPDATE' and num_nonnulls(old.invited_at, old.muted_at, old.unreachable_at) > 0 then
    update public.recipients as p set invited_at = null, muted_at = null, unreachable_at = null where p.id = new.id;
  end if;
  if parent.invites then
    perform private.queue_email('invitation', new, now(), now());
  end if;
  return null;
end
$$;

-- Every email says where to stop all of them, which asks for a code first: emails get forwarded.
create or replace function private.email_facts(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns jsonb
language sql stable set search_path = '' as $$
  select common.facts || case email.kind
    when 'invitation' then jsonb_build_object(
      'items', request.items_total,
      'message', private.emailed_message(request),
      'retainDays', common.retain_days,
      -- The page asks for a code before it takes a report.
      'reportUrl', common.facts -> 'request' ->> 'url' || '#report'
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
          'request', site || '/email/stop/' || private.stop_token(recipient.id, coalesce(email.address, recipient.email)),
          'everything', site || '/settings/email'
        )
      ) as facts,
      w.retain_days,
      coalesce(recipient.zone, w.zone) as zone
    from public.workspaces as w
    join public.request_links as l on l.request_id = request.id
    where w.id = request.workspace_id
  ) as common
$$;

create or replace function private.reminder_facts(covers uuid[], at timestamptz, site text, is_preview boolean default false)
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
      end,
      'everything', site || '/settings/email'
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
