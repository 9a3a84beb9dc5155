-- Requests that are sent again (decision 0060).
--
-- A sent request repeats every month, quarter or year: the worker sends it again, as it is at that time, and
-- continues with the new one.

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
  title text not null default '',
  failure text,
  attempts integer not null default 0,
  claimed_by uuid,
  claimed_until timestamptz,
  constraint repeats_title_check check (char_length(title) <= 160),
  constraint repeats_every_check check (every in ('month', 'quarter', 'year'))
);
comment on table private.repeats is 'Requests that are sent again. Read and changed by functions alone, which prove membership.';
comment on column private.repeats.request_id is 'The newest request, which the next one is made from.';
comment on column private.repeats.previous_id is
  'The request before the newest, whose page may still be open. It can''t get a second repeat.';
comment on column private.repeats.first_on is 'All days are counted from this one: the 31st stays the 31st after a short month.';
comment on column private.repeats.sender is 'In whose name requests are sent. No foreign key, as in requests.';
comment on column private.repeats.not_before is 'Time of its turn. Infinity after a failure, until a member continues.';
comment on column private.repeats.is_told is 'True once the sender was emailed about the next day.';
comment on column private.repeats.title is
  'Title of the following requests, which private.dated_title fills in; empty for the one of the newest request.';
comment on column private.repeats.failure is 'The code of the error for which nothing was sent on next_on.';

create index repeats_not_before_idx on private.repeats (not_before);
create index repeats_previous_id_idx on private.repeats (previous_id) where previous_id is not null;
create index repeats_workspace_id_idx on private.repeats (workspace_id);

-- Keeps the list of repeating requests up to date.
create trigger enter_in_lists after insert or delete or update of request_id on private.repeats
  for each row execute function private.tg__sync_list_entries();

create function public.request_repeat(request uuid)
returns table (
  every text, next_on date, sender_name text, can_send boolean, failure text, following_id uuid, title text
)
language plpgsql stable security definer rows 1 set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  v_parent constant uuid := (
    select r.workspace_id from public.requests as r
    where r.id = request_repeat.request and r.workspace_id = any(private.my_workspaces())
  );
begin
  perform private.require_session();
  if v_parent is null then
    perform private.fail('not_found');
  end if;
  return query
  select
    s.every, s.next_on,
    coalesce((select f.display_name from public.profiles as f where f.user_id = s.sender), ''),
    private.may_send_requests(s.workspace_id, s.sender), s.failure,
    nullif(s.request_id, request_repeat.request), s.title
  from private.repeats as s
  where s.request_id = request_repeat.request or s.previous_id = request_repeat.request
  order by s.request_id = request_repeat.request desc
  limit 1;
end
$$;
comment on function public.request_repeat(uuid) is
  'For members: how a request repeats; no row if it doesn''t. following_id: the request that it was sent again as, which the rest is about. title: of the following ones, empty for the same. can_send: whether its sender may still send. Errors: not_found.';
grant execute on function public.request_repeat(uuid) to authenticated;

create function public.repeat_request(
  request uuid, every text default null, first_on date default null, title text default ''
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked constant public.requests := private.lock_to_copy(repeat_request.request);
  v_today constant date := private.workspace_today(v_locked.workspace_id);
begin
  perform private.require_newest(v_locked);
  if repeat_request.every is null then
    delete from private.repeats as s where s.request_id = v_locked.id;
    if found then
      perform private.add_event(v_locked.id, 'repeat_ended');
    end if;
    return;
  elsif v_locked.is_template or v_locked.is_test or v_locked.status = 'draft' then
    perform private.fail('repeat.draft');
  elsif v_locked.status = 'cancelled' then
    perform private.fail('request.closed');
  elsif repeat_request.every not in ('month', 'quarter', 'year') then
    perform private.fail('repeat.every');
  elsif coalesce(repeat_request.first_on not between v_today + 1 and (v_today + interval '1 year')::date, true) then
    perform private.fail('repeat.date');
  elsif private.one_line(repeat_request.title) <> '' and not (
    private.fits(repeat_request.title, 1, 160) and private.has_visible_character(repeat_request.title)
  ) then
    perform private.fail('draft.title');
  end if;
  insert into private.repeats as s (request_id, workspace_id, every, first_on, next_on, sender, not_before, is_told, title)
  values (
    v_locked.id, v_locked.workspace_id, repeat_request.every, repeat_request.first_on, repeat_request.first_on, auth.uid(),
    private.repeat_time(v_locked.workspace_id, repeat_request.first_on),
    -- A sender who has just chosen tomorrow knows it.
    repeat_request.first_on = v_today + 1,
    coalesce(private.one_line(repeat_request.title), '')
  )
  on conflict (request_id) do update set
    -- A member who only takes it over doesn't move a 31st.
    first_on = case
      when s.every = excluded.every and s.next_on = excluded.next_on then s.first_on else excluded.first_on
    end,
    every = excluded.every, next_on = excluded.next_on, title = excluded.title, sender = excluded.sender,
    not_before = excluded.not_before, is_told = excluded.is_told, failure = null, attempts = 0, claimed_until = null,
    claimed_by = null;
  perform private.add_event(v_locked.id, 'repeat_set');
end
$$;
comment on function public.repeat_request(uuid, text, date, text) is
  'For members: sends a request again every month, quarter or year from a day on, in the caller''s name and under this title, if one is given; null ends that. Errors: not_found, repeat.moved, repeat.draft, request.closed, repeat.every, repeat.date, draft.title.';
grant execute on function public.repeat_request(uuid, text, date, text) to authenticated;

create function public.skip_repeat(request uuid, day date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked constant public.requests := private.lock_as_member(skip_repeat.request);
begin
  perform private.require_newest(v_locked);
  update private.repeats as s
  set
    next_on = d.day, not_before = private.repeat_time(s.workspace_id, d.day), is_told = false, failure = null, attempts = 0,
    claimed_until = null, claimed_by = null,
    -- As for a job: the member who continues replaces one who has left.
    sender = case when private.may_send_requests(s.workspace_id, s.sender) then s.sender else auth.uid() end
  from (
    select private.repeat_day(o.every, o.first_on, greatest(o.next_on, private.workspace_today(o.workspace_id))) as day
    from private.repeats as o where o.request_id = v_locked.id
  ) as d
  where s.request_id = v_locked.id and s.next_on = skip_repeat.day;
  if found then
    perform private.add_event(v_locked.id, 'repeat_skipped');
  end if;
end
$$;
comment on function public.skip_repeat(uuid, date) is
  'For members: sends nothing on the next day of a repeat. Does nothing if that is no longer the next day. Errors: not_found, repeat.moved.';
grant execute on function public.skip_repeat(uuid, date) to authenticated;

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

create function private.require_newest(request public.requests) returns void
language plpgsql stable set search_path = '' as $$
begin
  if exists (select from private.repeats as s where s.previous_id = request.id) then
    perform private.fail('repeat.moved');
  end if;
end
$$;
comment on function private.require_newest(public.requests) is
  'Refuses a request that has been sent again since. Errors: repeat.moved.';

create function private.queue_repeat(repeat private.repeats, failed boolean) returns void
language sql set search_path = '' as $$
  insert into private.outbox (kind, request_id, workspace_id, user_id, since, not_before, data)
  select
    'repeat', repeat.request_id, repeat.workspace_id, repeat.sender, now(), private.email_clock(),
    jsonb_build_object('on', repeat.next_on, 'failed', queue_repeat.failed)
  where private.may_send_requests(repeat.workspace_id, repeat.sender)
$$;
comment on function private.queue_repeat(private.repeats, boolean) is
  'Tells the sender of a repeat that its day comes, or that nothing could be sent on it.';

create function private.tg_requests__end_repeat() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.repeats as s where s.request_id = new.id;
  return null;
end
$$;
comment on function private.tg_requests__end_repeat() is 'A cancelled request repeats no longer.';
