-- Generated from schemas/ by `pnpm migration history_in_pages`.

set local check_function_bodies = off;

drop function public.verify_history(uuid);

create or replace function public.verify_history(request uuid, after integer default 0, after_head text default null)
returns table (verified integer, broken_seq integer, verified_at timestamptz, head text, has_more boolean)
language plpgsql stable security definer rows 1 set search_path = '' as $$
#variable_conflict use_column
declare
  -- A busy machine takes some 0.3 ms an event.
  v_most constant integer := 1000;
  v_after constant integer := greatest(verify_history.after, 0);
  v_start public.events;
begin
  perform private.require_session();
  if not exists (
    select from public.requests as r
    where r.id = verify_history.request
      and (r.workspace_id = any(private.my_workspaces()) or r.id = any(private.my_shared_requests()))
  ) then
    perform private.fail('not_found');
  end if;
  select e.* into v_start from public.events as e where e.request_id = verify_history.request and e.seq = v_after;
  if v_after > 0 and encode(v_start.hash, 'hex') is distinct from verify_history.after_head then
    return query select 0, v_after, null::timestamptz, null::text, false;
    return;
  end if;
  return query
  with page as (
    select e.* from public.events as e
    where e.request_id = verify_history.request and e.seq > v_after order by e.seq limit v_most
  ),
  chain as (
    select
      e.seq, e.at, e.hash,
      e.seq = v_after + row_number() over (order by e.seq)
        and e.previous_hash = lag(e.hash, 1, coalesce(v_start.hash, decode(repeat('00', 32), 'hex'))) over (order by e.seq)
        and case
          when e.salt is null then e.actor_name = '' and e.data = '{}'
          else e.text_hash = private.event_text_hash(e::public.events)
        end
        and e.hash = private.event_hash(e::public.events) as fits
    from page as e
  ),
  broken as (select min(c.seq) as seq from chain as c where c.fits is not true),
  fitting as (
    select c.seq, c.at, c.hash from chain as c, broken as b where c.seq < coalesce(b.seq, c.seq + 1)
    union all
    select v_start.seq, v_start.at, v_start.hash where v_after > 0
  )
  select
    coalesce(l.seq, 0), b.seq, l.at, encode(l.hash, 'hex'),
    b.seq is null and exists (
      select from public.events as e where e.request_id = verify_history.request and e.seq > l.seq
    )
  from broken as b
  left join lateral (select f.seq, f.at, f.hash from fitting as f order by f.seq desc limit 1) as l on true;
end
$$;

create or replace function private.add_event(
  request uuid, kind text, item uuid default null, file uuid default null, data jsonb default '{}'
) returns void
language plpgsql set search_path = '' as $$
declare
  v_moment timestamptz := clock_timestamp();
  v_workspace uuid;
  v_recipient constant uuid := (
    select p.id from public.recipients as p where p.request_id = add_event.request and p.user_id = auth.uid()
  );
begin
  -- The update locks the request's row, so two writers never get the same seq.
  update public.requests as r set last_activity_at = v_moment
  where r.id = add_event.request
  returning r.workspace_id into v_workspace;
  -- No one outside the workspace may fill its history. Files have limits of their own.
  if v_recipient is not null and add_event.kind <> 'file_added' and not exists (
    select from public.members as m where m.workspace_id = v_workspace and m.user_id = auth.uid()
  ) then
    perform private.use_quota('events', add_event.request || ' ' || auth.uid(), 1);
  end if;
  insert into public.events (
    request_id, seq, workspace_id, item_id, file_id, actor, actor_name, recipient_id, kind, data, at
  )
  select
    add_event.request,
    coalesce((select max(e.seq) from public.events as e where e.request_id = add_event.request), 0) + 1,
    v_workspace, add_event.item, add_event.file,
    auth.uid(), private.my_name(add_event.request),
    v_recipient, add_event.kind, add_event.data, v_moment;
end
$$;

create or replace function public.promise_date(request uuid, "on" date) returns void
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

insert into private.quotas (most, name) select most, name from jsonb_populate_record(null::private.quotas, '{"most":1000,"name":"events"}');

comment on function private.add_event(uuid,text,uuid,uuid,jsonb) is 'Appends an event to the history of a request. Errors: quota.events, for recipients.';

comment on function public.promise_date(uuid,date) is 'For a recipient: reminders wait until the day after this date, and members see it. Null takes it back. Repeating a call changes nothing. Errors: not_found, request.closed, promise.date.';

comment on function public.verify_history(uuid,integer,text) is 'For members, and recipients of the whole request: up to which event its history fits, the first that doesn''t, time and hash of the last one that fits, and whether there are more. It looks at 1000 events after the one that was verified before, whose place and hash are given; if that one has another hash, it is the broken one. Errors: not_found.';

grant execute on function public.verify_history(uuid,integer,text) to authenticated;
