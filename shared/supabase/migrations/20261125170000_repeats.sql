-- A sent request repeats every month, quarter or year (decision 0060): the worker sends it again, as it is by then, and goes
-- on with the new one.

create table private.repeats (
  request_id uuid primary key references public.requests (id) on delete cascade,
  previous_id uuid references public.requests (id) on delete set null,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  every text not null,
  first_on date not null,
  next_on date not null,
  sender uuid not null,
  not_before timestamptz not null,
  is_told boolean not null default false,
  failure text,
  attempts integer not null default 0,
  claimed_by uuid,
  claimed_until timestamptz,
  constraint repeats_every_check check (every in ('month', 'quarter', 'year'))
);
comment on table private.repeats is
  'Requests that are sent again. Read and changed by functions alone, which prove membership.';
comment on column private.repeats.request_id is 'The newest request, which the next one is made from.';
comment on column private.repeats.previous_id is
  'The request before the newest, whose page may still be open. Nobody can make a second repeat of it.';
comment on column private.repeats.first_on is 'All days are counted from this one: the 31st stays the 31st after a short month.';
comment on column private.repeats.sender is 'In whose name requests are sent. No foreign key, as in requests.';
comment on column private.repeats.not_before is 'When its turn is. Infinity after a failure, until a member goes on.';
comment on column private.repeats.is_told is 'True once the sender was emailed about the next day.';
comment on column private.repeats.failure is 'The code of the error for which nothing was sent on next_on.';
create index repeats_not_before_idx on private.repeats (not_before);
create index repeats_previous_id_idx on private.repeats (previous_id) where previous_id is not null;
create index repeats_workspace_id_idx on private.repeats (workspace_id);

alter table private.outbox
  drop constraint outbox_kind_check,
  add constraint outbox_kind_check check (
    kind in (
      'invitation', 'update', 'ended', 'receipt', 'reminder', 'arrived', 'summary', 'member_invitation', 'second_factor',
      'expiry', 'security', 'repeat'
    )
  );

alter table public.events
  drop constraint events_kind_check,
  add constraint events_kind_check check (
    kind in (
      'created', 'sent', 'opened', 'file_added', 'file_removed', 'file_set_aside', 'file_put_back', 'file_returned',
      'answered', 'accepted', 'returned', 'waived', 'received_elsewhere', 'decision_undone', 'link_replaced', 'paused',
      'resumed', 'closed', 'done', 'reopened', 'cancelled', 'archived', 'unarchived', 'assigned',
      'title_changed', 'message_changed', 'due_changed',
      'item_added', 'item_changed', 'item_removed', 'items_reordered',
      'recipient_added', 'recipient_corrected', 'recipient_removed',
      'invited', 'reminded', 'unreachable', 'promised',
      'question_asked', 'question_answered', 'question_resolved', 'question_reopened',
      'handed_off', 'taken_back',
      'repeat_set', 'repeat_skipped', 'repeat_ended', 'repeated'
    )
  );

create or replace function private.is_for_members(kind text) returns boolean
language sql immutable set search_path = '' as $$
  select is_for_members.kind in (
    'title_changed', 'message_changed', 'item_changed', 'recipient_added', 'recipient_corrected', 'recipient_removed',
    'archived', 'unarchived', 'assigned', 'invited', 'reminded', 'unreachable', 'promised', 'repeat_set', 'repeat_skipped',
    'repeat_ended', 'repeated'
  )
$$;
comment on function private.is_for_members(text) is
  'True for events that recipients cannot read: former texts, the addresses of others and what was written to them, where a workspace keeps a request, and when it sends it again.';

-- Days ----------------------------------------------------------------------------------------------------------------

create function private.repeat_day(every text, first_on date, past date) returns date
language sql immutable set search_path = '' as $$
  select (case when d.latest > repeat_day.past then d.latest else d.following end)::date
  from (
    select
      case repeat_day.every when 'month' then 1 when 'quarter' then 3 else 12 end as step,
      (extract(year from repeat_day.past) - extract(year from repeat_day.first_on))::integer * 12
        + (extract(month from repeat_day.past) - extract(month from repeat_day.first_on))::integer as months
  ) as m
  cross join lateral (
    select
      repeat_day.first_on + make_interval(months => greatest(m.months, 0) / m.step * m.step) as latest,
      repeat_day.first_on + make_interval(months => (greatest(m.months, 0) / m.step + 1) * m.step) as following
  ) as d
$$;
comment on function private.repeat_day(text, date, date) is 'The first day of a repeat that is after a day.';

create function private.repeat_time(workspace uuid, day date) returns timestamptz
language sql stable set search_path = '' as $$
  select (repeat_time.day + time '08:00') at time zone w.zone from public.workspaces as w where w.id = repeat_time.workspace
$$;
comment on function private.repeat_time(uuid, date) is 'When requests of a day are sent: at 08:00 in the zone of the workspace.';

create function private.workspace_today(workspace uuid) returns date
language sql stable set search_path = '' as $$
  select (private.email_clock() at time zone w.zone)::date from public.workspaces as w where w.id = workspace_today.workspace
$$;
comment on function private.workspace_today(uuid) is 'Today in the zone of a workspace.';

-- For members ----------------------------------------------------------------------------------------------------------

create function private.require_newest(request public.requests) returns void
language plpgsql stable set search_path = '' as $$
begin
  if exists (select from private.repeats as s where s.previous_id = request.id) then
    perform private.fail('repeat.moved');
  end if;
end
$$;
comment on function private.require_newest(public.requests) is
  'Refuses a request that was sent again meanwhile. Errors: repeat.moved.';

create function public.repeat_request(request uuid, every text default null, first_on date default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked constant public.requests := private.lock_to_copy(repeat_request.request);
  today constant date := private.workspace_today(locked.workspace_id);
begin
  perform private.require_newest(locked);
  if repeat_request.every is null then
    delete from private.repeats as s where s.request_id = locked.id;
    if found then
      perform private.add_event(locked.id, 'repeat_ended');
    end if;
    return;
  elsif locked.is_template or locked.status = 'draft' then
    perform private.fail('repeat.draft');
  elsif locked.status = 'cancelled' then
    perform private.fail('request.closed');
  elsif repeat_request.every not in ('month', 'quarter', 'year') then
    perform private.fail('repeat.every');
  elsif coalesce(repeat_request.first_on not between today + 1 and (today + interval '1 year')::date, true) then
    perform private.fail('repeat.date');
  end if;
  insert into private.repeats as s (request_id, workspace_id, every, first_on, next_on, sender, not_before, is_told)
  values (
    locked.id, locked.workspace_id, repeat_request.every, repeat_request.first_on, repeat_request.first_on, auth.uid(),
    private.repeat_time(locked.workspace_id, repeat_request.first_on),
    -- A sender who has just chosen tomorrow knows it.
    repeat_request.first_on = today + 1
  )
  on conflict (request_id) do update set
    -- Somebody who only takes it over moves no 31st.
    first_on = case
      when s.every = excluded.every and s.next_on = excluded.next_on then s.first_on else excluded.first_on
    end,
    every = excluded.every, next_on = excluded.next_on, sender = excluded.sender,
    not_before = excluded.not_before, is_told = excluded.is_told, failure = null, attempts = 0, claimed_until = null,
    claimed_by = null;
  perform private.add_event(locked.id, 'repeat_set');
end
$$;
comment on function public.repeat_request(uuid, text, date) is
  'For members: sends a request again every month, quarter or year from a day on, in the caller''s name; null ends that. Errors: not_found, repeat.moved, repeat.draft, request.closed, repeat.every, repeat.date.';
grant execute on function public.repeat_request(uuid, text, date) to authenticated;

create function public.skip_repeat(request uuid, day date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked constant public.requests := private.lock_as_member(skip_repeat.request);
begin
  perform private.require_newest(locked);
  update private.repeats as s
  set
    next_on = d.day, not_before = private.repeat_time(s.workspace_id, d.day), is_told = false, failure = null, attempts = 0,
    claimed_until = null, claimed_by = null,
    -- As for a job: whoever goes on takes the place of somebody who has left.
    sender = case when private.may_send(s.workspace_id, s.sender) then s.sender else auth.uid() end
  from (
    select private.repeat_day(o.every, o.first_on, greatest(o.next_on, private.workspace_today(o.workspace_id))) as day
    from private.repeats as o where o.request_id = locked.id
  ) as d
  where s.request_id = locked.id and s.next_on = skip_repeat.day;
  if found then
    perform private.add_event(locked.id, 'repeat_skipped');
  end if;
end
$$;
comment on function public.skip_repeat(uuid, date) is
  'For members: sends nothing on the next day of a repeat. Does nothing if that is no longer the next day. Errors: not_found, repeat.moved.';
grant execute on function public.skip_repeat(uuid, date) to authenticated;

create function public.request_repeat(request uuid)
returns table (
  every text, next_on date, sender_name text, can_send boolean, failure text, following_id uuid
)
language plpgsql stable security definer rows 1 set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  parent constant uuid := (
    select r.workspace_id from public.requests as r
    where r.id = request_repeat.request and r.workspace_id = any(private.my_workspaces())
  );
begin
  perform private.require_session();
  if parent is null then
    perform private.fail('not_found');
  end if;
  return query
  select
    s.every, s.next_on,
    coalesce((select f.display_name from public.profiles as f where f.user_id = s.sender), ''),
    private.may_send(s.workspace_id, s.sender), s.failure,
    nullif(s.request_id, request_repeat.request)
  from private.repeats as s
  where s.request_id = request_repeat.request or s.previous_id = request_repeat.request
  order by s.request_id = request_repeat.request desc
  limit 1;
end
$$;
comment on function public.request_repeat(uuid) is
  'For members: how a request repeats; no row if it doesn''t. following_id: the request that it was sent again as, which the rest is about. can_send: whether its sender may still send. Errors: not_found.';
grant execute on function public.request_repeat(uuid) to authenticated;

create function private.end_repeat() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.repeats as s where s.request_id = new.id;
  return null;
end
$$;
comment on function private.end_repeat() is 'Whoever cancels a request wants no other one.';
create trigger end_repeat after update of status on public.requests
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled') execute function private.end_repeat();

-- The email to the sender ---------------------------------------------------------------------------------------------

create function private.queue_repeat(repeat private.repeats, failed boolean) returns void
language sql set search_path = '' as $$
  insert into private.outbox (kind, request_id, workspace_id, user_id, since, not_before, data)
  select
    'repeat', repeat.request_id, repeat.workspace_id, repeat.sender, now(), private.email_clock(),
    jsonb_build_object('on', repeat.next_on, 'failed', queue_repeat.failed)
  where private.may_send(repeat.workspace_id, repeat.sender)
$$;
comment on function private.queue_repeat(private.repeats, boolean) is
  'Tells the sender of a repeat that its day comes, or that nothing could be sent on it.';

create function private.repeat_facts(email private.outbox, request public.requests, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'title', request.title,
    'people', (
      select coalesce(
        jsonb_agg(coalesce(nullif(p.name, ''), p.email) order by p.created_at, p.id), '[]'
      )
      from public.recipients as p where p.request_id = request.id and p.removed_at is null and p.scope = 'all'
    ),
    'on', email.data ->> 'on',
    'hasFailed', (email.data ->> 'failed')::boolean,
    'today', private.workspace_today(w.id),
    'url', site || '/requests/' || request.id
  )
  from public.workspaces as w where w.id = email.workspace_id
$$;
comment on function private.repeat_facts(private.outbox, public.requests, text) is
  'Everything that is needed to tell a member about the next day of a repeat.';

create or replace function private.member_email_facts(email private.outbox, request public.requests, site text)
returns jsonb
language sql stable set search_path = '' as $$
  select case email.kind
    when 'arrived' then private.arrived_facts(email, request, site)
    when 'summary' then private.summary_facts(email, site)
    when 'member_invitation' then private.member_invitation_facts(email, site)
    when 'second_factor' then private.second_factor_facts(email, site)
    when 'repeat' then private.repeat_facts(email, request, site)
    else private.notice_facts(email, site)
  end
$$;

create or replace function private.member_email_obstacle(email private.outbox, request public.requests) returns text
language sql stable set search_path = '' as $$
  select case
    when email.kind in ('arrived', 'summary', 'second_factor', 'expiry', 'repeat') and not exists (
      select from public.members as m where m.workspace_id = email.workspace_id and m.user_id = email.user_id
    ) then 'not_member'
    when email.kind = 'second_factor' and (
      private.has_second_factor(email.user_id)
      or not exists (select from public.workspaces as w where w.id = email.workspace_id and w.require_second_factor)
    ) then 'not_needed'
    when email.kind = 'member_invitation' and not exists (
      select from private.invitations as i
      where i.id = (email.data ->> 'invitation')::uuid and private.state_of(i) = 'open'
    ) then 'cancelled'
    when exists (
      select from private.suppressed_addresses as s
      where s.address_hash = private.address_hash(
          coalesce(email.address, (select u.email from auth.users as u where u.id = email.user_id))
        )
        -- Somebody who stopped all email is told of changes to their account all the same.
        and (s.reason = 'refused' or email.kind not in ('security', 'second_factor'))
    ) then 'suppressed'
    when email.kind = 'arrived' and private.arrival_emails(email.user_id, email.workspace_id) <> 'each' then 'preference'
    when email.kind = 'summary' and private.arrival_emails(email.user_id, email.workspace_id) <> 'daily' then 'preference'
    when email.kind = 'arrived' and not private.is_watched(request, email.user_id) then 'not_watched'
    when email.kind = 'arrived' and request.status = 'cancelled' then 'request_ended'
    -- Skipped, changed, ended, or sent by now.
    when email.kind = 'repeat' and not exists (
      select from private.repeats as s
      where s.request_id = email.request_id and s.sender = email.user_id and s.next_on = (email.data ->> 'on')::date
        and (s.failure is not null) = (email.data ->> 'failed')::boolean
    ) then 'undone'
  end
$$;

-- For the worker ------------------------------------------------------------------------------------------------------

create function public.claim_repeats(worker uuid, batch integer default 20) returns table (request uuid)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  moment constant timestamptz := private.email_clock();
  due private.repeats;
begin
  for due in
    select s.* from private.repeats as s
    where s.not_before > moment and s.not_before <= moment + interval '1 day' and not s.is_told
    order by s.request_id
    limit 100
  loop
    -- Workspaces before requests, and requests before what belongs to them, as every writer does. Nothing is waited for.
    perform from public.workspaces as w where w.id = due.workspace_id for key share skip locked;
    continue when not found;
    perform from public.requests as r where r.id = due.request_id for key share skip locked;
    continue when not found;
    update private.repeats as s set is_told = true
    where s.request_id = due.request_id and s.not_before = due.not_before and not s.is_told
    returning s.* into due;
    continue when not found;
    perform private.queue_repeat(due, false);
  end loop;
  return query
  update private.repeats as s
  set attempts = s.attempts + 1, claimed_by = claim_repeats.worker, claimed_until = now() + interval '1 minute'
  where s.ctid = any(array(
    select o.ctid from private.repeats as o
    where o.not_before <= moment and (o.claimed_until is null or o.claimed_until < now())
    order by o.not_before, o.request_id
    limit least(claim_repeats.batch, 100)
    for update skip locked
  ))
  returning s.request_id;
end
$$;
comment on function public.claim_repeats(uuid, integer) is
  'For the worker: leases requests, which are to be sent again, for a minute. Senders are told of those of the next 24 hours.';
grant execute on function public.claim_repeats(uuid, integer) to service_role;

create function private.send_again(source public.requests) returns uuid
language plpgsql set search_path = '' as $$
declare
  zone constant text := (select w.zone from public.workspaces as w where w.id = source.workspace_id);
  made public.requests;
begin
  made := private.start_request(
    source, source.title, source.message,
    -- Without a due date there is none, which greatest would not say.
    case when source.due_on is not null then
      private.workspace_today(source.workspace_id) + greatest(source.due_on - (source.sent_at at time zone zone)::date, 0)
    end
  );
  update public.requests as r set reminder_plan = source.reminder_plan where r.id = made.id;
  -- An opt-out holds for the whole series.
  insert into public.recipients (request_id, workspace_id, email, name, muted_at)
  select made.id, source.workspace_id, p.email, p.name, p.muted_at
  from public.recipients as p where p.request_id = source.id and p.removed_at is null and p.scope = 'all';
  perform private.open_draft(made, true);
  perform private.add_event(made.id, 'repeated');
  return made.id;
end
$$;
comment on function private.send_again(public.requests) is
  'Sends a request again as it is now, due as many days after today as it was after it was sent.';

create function public.finish_repeat(request uuid, worker uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  moment constant timestamptz := private.email_clock();
  claims constant text := coalesce(current_setting('request.jwt.claims', true), '');
  source public.requests;
  claimed private.repeats;
  made uuid;
  code text;
begin
  -- A deletion locks the workspace before its requests. A weaker lock would let both wait for each other.
  perform from public.workspaces as w
  where w.id = (select r.workspace_id from public.requests as r where r.id = finish_repeat.request) for share;
  select r.* into source from public.requests as r where r.id = finish_repeat.request for update;
  -- Not after a skip or an end, nor if the lease ran out and somebody else has it.
  select s.* into claimed from private.repeats as s
  where s.request_id = source.id and s.claimed_by = finish_repeat.worker and s.not_before <= moment
  for update;
  if not found then
    return null;
  end if;
  if claimed.attempts > 5 then
    -- Somebody should look at a repeat that has stopped several workers.
    code := 'repeat.failed';
  elsif not private.may_send(source.workspace_id, claimed.sender) then
    code := 'repeat.sender';
  else
    begin
      perform private.act_as(claimed.sender);
      made := private.send_again(source);
      perform set_config('request.jwt.claims', claims, true);
    exception when others then
      if sqlstate not like 'PT4%' then
        raise;
      end if;
      code := sqlerrm;
    end;
  end if;
  if code like 'quota.%' then
    update private.repeats as s
    set not_before = date_trunc('day', moment, 'UTC') + interval '1 day', claimed_until = null, attempts = 0
    where s.request_id = source.id;
    return 'waits';
  elsif made is null then
    update private.repeats as s
    set not_before = 'infinity', failure = code, claimed_until = null, attempts = 0
    where s.request_id = source.id
    returning s.* into claimed;
    perform private.queue_repeat(claimed, true);
    return 'failed';
  end if;
  update private.repeats as s
  set
    request_id = made, previous_id = source.id, next_on = d.day,
    not_before = private.repeat_time(s.workspace_id, d.day), is_told = false, claimed_by = null, claimed_until = null,
    attempts = 0
  from (
    -- One request for all days that were missed, and for one that comes again in another zone.
    select private.repeat_day(
      claimed.every, claimed.first_on, greatest(claimed.next_on, private.workspace_today(claimed.workspace_id))
    ) as day
  ) as d
  where s.request_id = source.id;
  return 'sent';
end
$$;
comment on function public.finish_repeat(uuid, uuid) is
  'For the worker: sends a request, which it has claimed, again, once. sent; failed: with a reason that members read; waits: for another day. Null if the claim is no longer the caller''s.';
grant execute on function public.finish_repeat(uuid, uuid) to service_role;
