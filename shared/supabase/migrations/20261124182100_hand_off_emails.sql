-- Emails to somebody to whom items were handed are about these items alone: what they list, what is left, and whether they are
-- sent at all.

create function private.is_for(person public.recipients, item uuid) returns boolean
language sql stable set search_path = '' as $$
  select person.scope = 'all' or exists (
    select from public.recipient_items as h where h.item_id = is_for.item and h.recipient_id = person.id
  )
$$;
comment on function private.is_for(public.recipients, uuid) is 'Whether this recipient answers the item.';

create function private.left_for(person public.recipients, request public.requests) returns bigint
language sql stable set search_path = '' as $$
  select case person.scope
    when 'all' then request.required_missing + request.required_returned
    else (
      select count(*) from public.recipient_items as h join public.items as i on i.id = h.item_id
      where h.recipient_id = person.id and i.removed_at is null and i.required and i.status in ('missing', 'returned')
    )
  end
$$;
comment on function private.left_for(public.recipients, public.requests) is
  'How many required items wait for this recipient of the request.';

drop function private.returns_since(public.requests, timestamptz);
create function private.returns_since(request public.requests, since timestamptz, person public.recipients) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'title', i.title,
        'reason', coalesce(i.reason, ''),
        'files', (
          select coalesce(
            jsonb_agg(jsonb_build_object('name', f.name, 'reason', f.verdict_reason) order by f.created_at, f.id), '[]'
          )
          from public.files as f
          where f.item_id = i.id and f.status = 'stored' and f.verdict = 'returned' and f.verdict_reason is not null
        )
      )
      order by i.position
    ),
    '[]'
  )
  from public.items as i
  where i.request_id = request.id and i.removed_at is null and i.status = 'returned' and private.is_for(person, i.id)
    and exists (
      select from public.events as e
      where e.request_id = request.id and e.item_id = i.id and e.kind in ('returned', 'file_returned')
        and e.at >= returns_since.since
    )
$$;
comment on function private.returns_since(public.requests, timestamptz, public.recipients) is
  'Items of this recipient returned since then that still are, with their reasons, for @sheaf/email.';

drop function private.changes_since(public.requests, timestamptz);
create function private.changes_since(request public.requests, since timestamptz, person public.recipients) returns jsonb
language sql stable set search_path = '' as $$
  with acts as (
    select e.kind, e.item_id, e.seq, e.data
    from public.events as e
    where e.request_id = request.id and e.at >= changes_since.since
      and (e.item_id is null or private.is_for(person, e.item_id))
  ),
  changed as (
    select 0 as place, 0 as "position", jsonb_build_object('kind', 'title_changed', 'before', a.data -> 'before') as change
    from (select a.data from acts as a where a.kind = 'title_changed' order by a.seq limit 1) as a
    where a.data ->> 'before' <> request.title
    union all
    select 1, 0, jsonb_build_object('kind', 'due_changed', 'dueOn', request.due_on)
    from (select a.data from acts as a where a.kind = 'due_changed' order by a.seq limit 1) as a
    where a.data ->> 'before' is distinct from request.due_on::text
    union all
    select 2, 0, jsonb_build_object('kind', 'message_changed', 'message', request.message)
    from (select a.data from acts as a where a.kind = 'message_changed' order by a.seq limit 1) as a
    where a.data ->> 'before' <> request.message and private.emailed_message(request) = request.message
      and person.scope = 'all'
    union all
    select 3, i.position, jsonb_build_object('kind', a.kind, 'title', i.title)
    from (select distinct on (a.item_id) a.item_id, a.kind from acts as a where a.kind in ('item_added', 'item_changed')
      order by a.item_id, a.seq) as a
    join public.items as i on i.id = a.item_id and i.removed_at is null
    union all
    select 4, i.position, jsonb_build_object('kind', 'item_removed', 'title', i.title)
    from acts as a join public.items as i on i.id = a.item_id and i.removed_at is not null
    where a.kind = 'item_removed'
      and not exists (select from acts as b where b.item_id = a.item_id and b.kind = 'item_added')
    union all
    select 5, i.position, jsonb_build_object('kind', 'item_handed', 'title', i.title, 'by', h.handed_by_name)
    from public.recipient_items as h join public.items as i on i.id = h.item_id and i.removed_at is null
    where h.recipient_id = person.id and exists (select from acts as a where a.kind = 'handed_off' and a.item_id = i.id)
      -- The invitation lists what was handed over before it.
      and h.at > coalesce(person.invited_at, '-infinity')
  )
  select coalesce(jsonb_agg(c.change order by c.place, c.position), '[]') from changed as c
$$;
comment on function private.changes_since(public.requests, timestamptz, public.recipients) is
  'How a request differs for this recipient from what it was then, for @sheaf/email. What was changed back is left out.';

drop function private.unread_messages(public.requests, uuid, timestamptz);
create function private.unread_messages(
  request public.requests, reader uuid, since timestamptz, person public.recipients default null
) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('title', i.title, 'from', m.author_name, 'text', private.emailed_text(m))
      order by i.position, q.created_at, m.at
    ),
    '[]'
  )
  from public.questions as q
  join public.items as i on i.id = q.item_id and i.removed_at is null
  join public.messages as m on m.question_id = q.id
  where q.request_id = request.id and m.at >= unread_messages.since
    -- Members are told what recipients write, and recipients what members write.
    and m.is_member = (person.id is not null)
    and (person.id is null or private.is_for(person, q.item_id))
    and not exists (
      select from private.question_reads as r
      where r.question_id = q.id and r.user_id = unread_messages.reader and r.until >= m.at
    )
    -- A reply shows that its author has read what came before.
    and not exists (
      select from public.messages as own
      where own.question_id = q.id and own.author = unread_messages.reader and own.at > m.at
    )
$$;
comment on function private.unread_messages(public.requests, uuid, timestamptz, public.recipients) is
  'Messages of the other side since then that this person has not read, for @sheaf/email: a member, or the account of this recipient. A recipient without an account has read nothing.';

create or replace function private.sent_items(recipient public.recipients) returns jsonb
language sql stable set search_path = '' as $$
  with sent as (
    select
      i.position, i.title,
      exists (
        select from public.events as e
        where e.request_id = i.request_id and e.item_id = i.id and e.kind = 'answered' and e.recipient_id = recipient.id
      ) and i.answer_kind is not null as is_answered,
      (
        select coalesce(
          jsonb_agg(
            jsonb_build_object('name', f.name, 'size', f.size, 'at', f.stored_at, 'sha256', f.sha256)
            order by f.stored_at, f.id
          ),
          '[]'
        )
        from public.files as f
        where f.item_id = i.id and f.status = 'stored' and f.uploaded_by = recipient.user_id
      ) as files
    from public.items as i
    where i.request_id = recipient.request_id and i.removed_at is null and private.is_for(recipient, i.id)
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object('title', s.title, 'isAnswered', s.is_answered, 'files', s.files) order by s.position
    ) filter (where s.is_answered or s.files <> '[]'),
    '[]'
  )
  from sent as s
$$;

create or replace function private.email_facts(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns jsonb
language sql stable set search_path = '' as $$
  select common.facts || case email.kind
    when 'invitation' then jsonb_build_object(
      'items', case recipient.scope when 'all' then request.items_total else jsonb_array_length(common.handed) end,
      'message', case recipient.scope when 'all' then private.emailed_message(request) else '' end,
      'handed', common.handed,
      'retainDays', common.retain_days,
      -- The page asks for a code before it takes a report.
      'reportUrl', common.facts -> 'request' ->> 'url' || '#report'
    )
    when 'update' then jsonb_build_object(
      'returned', private.returns_since(request, email.since, recipient),
      'changes', private.changes_since(request, email.since, recipient),
      'questions', private.unread_messages(request, recipient.user_id, email.since, recipient),
      'accepted', (
        select count(*) from public.items as i
        where i.request_id = request.id and i.removed_at is null and i.status = 'accepted' and i.decided_at >= email.since
          and private.is_for(recipient, i.id)
      )
    )
    when 'ended' then jsonb_build_object(
      'how', case when request.closed_by is null or recipient.removed_at is not null then 'withdrawn' else 'closed' end,
      'isReadable', recipient.user_id is not null and email.address is null
    )
    else jsonb_build_object(
      'items', private.sent_items(recipient),
      'left', private.left_for(recipient, request),
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
      coalesce(recipient.zone, w.zone) as zone,
      (
        select coalesce(jsonb_agg(jsonb_build_object('title', i.title, 'by', h.handed_by_name) order by i.position), '[]')
        from public.recipient_items as h join public.items as i on i.id = h.item_id and i.removed_at is null
        where h.recipient_id = recipient.id
      ) as handed
    from public.workspaces as w
    join public.request_links as l on l.request_id = request.id
    where w.id = request.workspace_id
  ) as common
$$;

create or replace function private.event_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.kind in (
    'returned', 'file_returned', 'item_added', 'item_changed', 'item_removed', 'due_changed', 'title_changed',
    'message_changed'
  ) then
    perform private.queue_email('update', p, new.at, new.at + interval '10 minutes')
    from public.recipients as p
    where p.request_id = new.request_id and p.removed_at is null
      and (new.item_id is null or private.is_for(p, new.item_id))
      and (new.kind <> 'message_changed' or p.scope = 'all');
  elsif new.kind = 'handed_off' then
    perform private.queue_email('update', p, new.at, new.at + interval '10 minutes')
    from public.recipient_items as h join public.recipients as p on p.id = h.recipient_id
    where h.item_id = new.item_id;
  elsif new.kind in ('file_added', 'answered') and new.recipient_id is not null then
    insert into private.answered_workspaces (workspace_id) values (new.workspace_id) on conflict do nothing;
    perform private.queue_email(
      'receipt', p, new.at,
      new.at + case when private.left_for(p, r) = 0 then interval '0' else interval '30 minutes' end
    )
    from public.recipients as p join public.requests as r on r.id = p.request_id
    where p.id = new.recipient_id;
    perform private.queue_arrival(new);
  elsif new.kind in ('question_asked', 'question_answered') then
    -- A member to whom a recipient has handed an item writes for the workspace all the same.
    if new.recipient_id is null or exists (
      select from public.members as m where m.workspace_id = new.workspace_id and m.user_id = new.actor
    ) then
      perform private.queue_email('update', p, new.at, new.at + interval '10 minutes')
      from public.recipients as p
      where p.request_id = new.request_id and p.removed_at is null and private.is_for(p, new.item_id);
    else
      perform private.queue_arrival(new);
    end if;
  end if;
  return null;
end
$$;

create or replace function private.recipient_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  parent public.requests;
begin
  select r.* into parent from public.requests as r where r.id = new.request_id;
  -- Somebody is handed an item by their address, even where the sender shares the link: nobody else would tell them.
  if tg_op = 'INSERT' and new.scope = 'items' then
    perform private.queue_email('invitation', new, now(), now());
    return null;
  elsif parent.status <> 'open' then
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

create or replace function private.next_reminder(person public.recipients) returns timestamptz
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
    or private.left_for(person, parent) = 0
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

drop trigger plan_reminder on public.recipients;
create trigger plan_reminder
  before insert or update of email, user_id, zone, last_seen_at, promised_on, invited_at, muted_at, unreachable_at, removed_at,
    emailed_at, reminders_sent, remind_after, scope on public.recipients
  for each row execute function private.plan_reminder();

-- A time in somebody's own row must not tell them when the rest of the request changes.
create or replace function private.plan_reminders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.recipients as p set remind_after = private.email_clock()
  where p.request_id = new.id and p.removed_at is null
    and (
      p.scope = 'all'
      or (old.status, old.paused_at, old.reminders_paused_at, old.reminder_plan, old.due_on)
        is distinct from (new.status, new.paused_at, new.reminders_paused_at, new.reminder_plan, new.due_on)
    );
  return null;
end
$$;

create function private.plan_handed_reminder() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.recipients as p set remind_after = private.email_clock()
  from public.recipient_items as h
  where h.item_id = new.id and p.id = h.recipient_id;
  return null;
end
$$;
comment on function private.plan_handed_reminder() is
  'What is left for somebody with single items changes without what is left of the request.';
create trigger plan_handed_reminder after update of status, required, removed_at on public.items
  for each row
  when ((old.status, old.required, old.removed_at) is distinct from (new.status, new.required, new.removed_at))
  execute function private.plan_handed_reminder();

create function private.plan_handed_over() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.recipients as p set remind_after = private.email_clock()
  where p.id = case tg_op when 'DELETE' then old.recipient_id else new.recipient_id end;
  return null;
end
$$;
comment on function private.plan_handed_over() is 'Begins the reminders of somebody with an item more or less again.';
create trigger plan_handed_over after insert or delete on public.recipient_items
  for each row execute function private.plan_handed_over();

drop function private.waiting_items(uuid);
create function private.waiting_items(request uuid, person public.recipients) returns jsonb
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
    and i.status in ('missing', 'returned') and private.is_for(person, i.id)
$$;
comment on function private.waiting_items(uuid, public.recipients) is
  'What this recipient still has to answer, for @sheaf/email.';

create or replace function private.reminded_now(covers uuid[], by_hand boolean) returns uuid[]
language sql stable set search_path = '' as $$
  with reminded as materialized (
    select p as person from public.recipients as p
    where p.id = any(covers) and num_nonnulls(p.removed_at, p.muted_at, p.unreachable_at) = 0
  )
  select coalesce(array_agg((d.person).id order by r.due_on, r.sent_at, r.id), '{}')
  from reminded as d
  cross join lateral (
    -- OFFSET keeps the planner from turning the order of the two around.
    select r.* from public.requests as r where r.id = (d.person).request_id offset 0
  ) as r
  join public.workspaces as w on w.id = r.workspace_id
  where r.status = 'open' and r.paused_at is null and private.left_for(d.person, r) > 0
    and (
      by_hand
      or r.reminders_paused_at is null
      and coalesce(
        private.reminder_pause(d.person, coalesce((d.person).zone, w.zone)) <= private.email_clock(), true
      )
    )
$$;

create or replace function private.reminder_facts(
  covers uuid[], at timestamptz, site text, is_preview boolean default false
) returns jsonb
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
            where i.request_id = r.id and i.removed_at is null and i.required and private.is_for(p, i.id)
          ),
          'waiting', private.waiting_items(r.id, p),
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
  on conflict do nothing;
  update public.recipients as p set remind_after = private.email_clock() where p.id = any(due);
  return cardinality(due);
end
$$;
