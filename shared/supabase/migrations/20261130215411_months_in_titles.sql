-- Generated from schemas/ by `pnpm migration months_in_titles`.

set local check_function_bodies = off;

drop function private.send_again(public.requests);

drop function public.repeat_request(uuid,text,date);

drop function public.request_repeat(uuid);

create or replace function private.open_draft(locked public.requests, invite boolean) returns void
language plpgsql set search_path = '' as $$
declare
  v_emails constant text[] := array(
    select p.email from public.recipients as p where p.request_id = locked.id and p.removed_at is null
  );
begin
  if locked.status <> 'draft' then
    perform private.fail(case locked.status when 'cancelled' then 'request.closed' else 'draft.sent' end);
  elsif not exists (select from public.items as i where i.request_id = locked.id and i.removed_at is null) then
    perform private.fail('draft.items');
  elsif cardinality(v_emails) = 0 then
    perform private.fail('draft.recipients');
  end if;
  perform private.require_no_members(locked, v_emails);
  perform private.count_addressed(locked, v_emails);
  update public.requests as r
  -- A draft that is still open elsewhere must not change what recipients see.
  set status = 'open', sent_by = auth.uid(), sent_at = now(), revision = r.revision + 1, invites = open_draft.invite,
    assignee = coalesce(r.assignee, auth.uid()),
    title = private.dated_title(r.title, private.workspace_today(r.workspace_id))
  where r.id = locked.id;
  perform private.put_link(locked);
  perform private.add_event(locked.id, 'sent');
end
$$;

create or replace function private.dated_title(title text, day date) returns text
language sql stable set search_path = '' as $$
  select case
    when dated_title.title like '%{%' then left(
      replace(replace(replace(replace(
        dated_title.title,
        '{month}', to_char(dated_title.day, 'FMMonth')), '{last month}', to_char(d.last_month, 'FMMonth')),
        '{last year}', (extract(year from dated_title.day) - 1)::text),
        -- The year of the month beside it: in January, last month was last year.
        '{year}', extract(year from case
          when strpos(dated_title.title, '{last month}') > 0 and strpos(dated_title.title, '{month}') = 0 then d.last_month
          else dated_title.day
        end)::text
      ),
      160
    )
    else dated_title.title
  end
  from (select (date_trunc('month', dated_title.day) - interval '1 month')::date as last_month) as d
$$;

alter table private.repeats add column title text not null default ''::text;

alter table private.repeats add constraint repeats_title_check CHECK ((char_length(title) <= 160));

create or replace function public.request_repeat(request uuid)
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

create or replace function public.repeat_request(
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
  elsif not private.fits(coalesce(repeat_request.title, ''), 0, 160) then
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

create or replace function public.finish_repeat(request uuid, worker uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_moment constant timestamptz := private.email_clock();
  v_claims constant text := coalesce(current_setting('request.jwt.claims', true), '');
  v_source public.requests;
  v_claimed private.repeats;
  v_made uuid;
  v_code text;
begin
  -- A deletion locks the workspace before its requests. A weaker lock would let both wait for each other.
  perform from public.workspaces as w
  where w.id = (select r.workspace_id from public.requests as r where r.id = finish_repeat.request) for share;
  select r.* into v_source from public.requests as r where r.id = finish_repeat.request for update;
  -- Not after a skip or an end, nor if the lease ran out and another worker holds it.
  select s.* into v_claimed from private.repeats as s
  where s.request_id = v_source.id and s.claimed_by = finish_repeat.worker and s.not_before <= v_moment
  for update;
  if not found then
    return null;
  end if;
  if v_claimed.attempts > 5 then
    -- A repeat that has stopped several workers needs a person's attention.
    v_code := 'repeat.failed';
  elsif not private.may_send_requests(v_source.workspace_id, v_claimed.sender) then
    v_code := 'repeat.sender';
  else
    begin
      perform private.act_as(v_claimed.sender);
      v_made := private.send_again(v_source, v_claimed.title);
      perform set_config('request.jwt.claims', v_claims, true);
    exception when others then
      if sqlstate not like 'PT4%' then
        raise;
      end if;
      v_code := sqlerrm;
    end;
  end if;
  if v_code like 'quota.%' then
    update private.repeats as s
    set not_before = date_trunc('day', v_moment, 'UTC') + interval '1 day', claimed_until = null, attempts = 0
    where s.request_id = v_source.id;
    return 'waits';
  elsif v_made is null then
    update private.repeats as s
    set not_before = 'infinity', failure = v_code, claimed_until = null, attempts = 0
    where s.request_id = v_source.id
    returning s.* into v_claimed;
    perform private.queue_repeat(v_claimed, true);
    return 'failed';
  end if;
  perform private.move_repeat(v_claimed, v_made);
  return 'sent';
end
$$;

create or replace function private.send_again(source public.requests, title text) returns uuid
language plpgsql set search_path = '' as $$
declare
  v_zone constant text := (select w.zone from public.workspaces as w where w.id = source.workspace_id);
  v_made public.requests;
begin
  v_made := private.start_request(
    source, coalesce(nullif(send_again.title, ''), source.title), source.message,
    -- Without a due date there is none; greatest would ignore the null.
    case when source.due_on is not null then
      private.workspace_today(source.workspace_id) + greatest(source.due_on - (source.sent_at at time zone v_zone)::date, 0)
    end
  );
  update public.requests as r set reminder_plan = source.reminder_plan where r.id = v_made.id;
  if source.assignee is not null then
    perform private.set_assignee(v_made, source.assignee);
  end if;
  insert into public.request_tags (request_id, tag_id, workspace_id)
  select v_made.id, g.tag_id, g.workspace_id from public.request_tags as g where g.request_id = source.id;
  -- An opt-out holds for the whole series.
  insert into public.recipients (request_id, workspace_id, email, name, muted_at)
  select v_made.id, source.workspace_id, p.email, p.name, p.muted_at
  from public.recipients as p where p.request_id = source.id and p.removed_at is null and p.scope = 'all';
  perform private.open_draft(v_made, true);
  perform private.add_event(v_made.id, 'repeated');
  return v_made.id;
end
$$;

comment on column private.repeats.title is 'Title of the following requests, which private.dated_title fills in; empty for the one of the newest request.';

comment on function private.dated_title(text,date) is 'A title on the day on which it is sent: {month}, {year}, {last month} and {last year} filled in. @sheaf/contract/dated-title does the same.';

comment on function private.open_draft(public.requests,boolean) is 'Opens a locked draft for the caller, fills the dates in its title, creates its link and emails it if wanted. Errors: draft.sent, request.closed, draft.items, draft.recipients, recipient.member, quota.address.';

comment on function private.send_again(public.requests,text) is 'Sends a request again as it is now, under its title or this one, due as many days after today as it was after it was sent.';

comment on function public.repeat_request(uuid,text,date,text) is 'For members: sends a request again every month, quarter or year from a day on, in the caller''s name and under this title, if one is given; null ends that. Errors: not_found, repeat.moved, repeat.draft, request.closed, repeat.every, repeat.date, draft.title.';

comment on function public.request_repeat(uuid) is 'For members: how a request repeats; no row if it doesn''t. following_id: the request that it was sent again as, which the rest is about. title: of the following ones, empty for the same. can_send: whether its sender may still send. Errors: not_found.';

grant execute on function public.repeat_request(uuid,text,date,text) to authenticated;

grant execute on function public.request_repeat(uuid) to authenticated;
