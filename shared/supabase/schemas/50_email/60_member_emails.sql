-- Which emails a member wants.
--
-- Members are notified of what arrives: soon after it did, or once a day.

create table private.member_emails (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null,
  user_id uuid not null,
  arrivals text not null,
  zone text not null,
  next_summary_at timestamptz,
  summarised_at timestamptz not null default now(),
  stopped_at timestamptz,
  unique (workspace_id, user_id),
  foreign key (workspace_id, user_id) references public.members (workspace_id, user_id) on delete cascade,
  constraint member_emails_arrivals_check check (arrivals in ('each', 'daily', 'none')),
  constraint member_emails_summary_check check ((arrivals = 'daily') = (next_summary_at is not null))
);
comment on table private.member_emails is 'A member''s choice of emails about what arrives in a workspace. Without a row: each.';
comment on column private.member_emails.zone is 'IANA time zone of the browser in which the member chose.';
comment on column private.member_emails.summarised_at is 'Time up to which summaries cover what happened.';
comment on column private.member_emails.stopped_at is
  'When the link of a summary ended the summaries; null if the member chose it.';

create index member_emails_user_id_idx on private.member_emails (user_id);
create index member_emails_summary_idx on private.member_emails (next_summary_at) where next_summary_at is not null;

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
  v_known text;
begin
  perform private.require_session();
  select coalesce(private.known_zone(set_email_preference.zone), w.zone) into v_known
  from public.members as m join public.workspaces as w on w.id = m.workspace_id
  where m.workspace_id = set_email_preference.workspace and m.user_id = auth.uid();
  if not found then
    perform private.fail('not_found');
  elsif coalesce(set_email_preference.arrivals not in ('each', 'daily', 'none'), true) then
    perform private.fail('email.arrivals');
  end if;
  insert into private.member_emails as e (workspace_id, user_id, arrivals, zone, next_summary_at)
  select
    set_email_preference.workspace, auth.uid(), set_email_preference.arrivals, v_known,
    case when set_email_preference.arrivals = 'daily' then private.next_summary(private.email_clock(), v_known) end
  on conflict (workspace_id, user_id) do update
  set
    arrivals = excluded.arrivals, zone = excluded.zone, next_summary_at = excluded.next_summary_at,
    -- A summary doesn't repeat the emails that were sent one by one.
    summarised_at = case when e.arrivals = 'daily' then e.summarised_at else excluded.summarised_at end;
end
$$;
comment on function public.set_email_preference(uuid, text, text) is
  'For a member: an email for each arrival, one a day at 08:00 in the time zone of their browser, or none. The workspace''s zone replaces an unknown one. Errors: not_found, email.arrivals.';
grant execute on function public.set_email_preference(uuid, text, text) to authenticated;

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
comment on function private.arrival_emails(uuid, uuid) is 'A member''s choice of emails about what arrives: each, daily, none.';

create function private.next_summary(at timestamptz, zone text) returns timestamptz
language sql stable set search_path = '' as $$
  select (
    date_trunc('day', l.local) + interval '8 hours'
    + case when l.local::time < '08:00' then interval '0' else interval '1 day' end
  ) at time zone next_summary.zone
  from (select next_summary.at at time zone next_summary.zone as local) as l
$$;
comment on function private.next_summary(timestamptz, text) is 'The first 08:00 in a zone after a moment.';

create function private.plan_summaries(batch integer) returns integer
language plpgsql set search_path = '' as $$
declare
  v_moment constant timestamptz := private.email_clock();
  v_due private.member_emails;
  v_emails integer := 0;
begin
  for v_due in
    select e.* from private.member_emails as e
    where e.next_summary_at is not null and e.next_summary_at <= v_moment
    order by e.next_summary_at, e.id
    limit plan_summaries.batch
    for no key update skip locked
  loop
    insert into private.outbox (kind, workspace_id, user_id, since, not_before, data)
    values (
      'summary', v_due.workspace_id, v_due.user_id, v_due.summarised_at, v_moment,
      jsonb_build_object(
        -- After a break of days, the worker covers all of them.
        'from', (v_due.next_summary_at at time zone v_due.zone)::date - 1,
        'today', (v_moment at time zone v_due.zone)::date
      )
    )
    on conflict do nothing;
    update private.member_emails as e
    set next_summary_at = private.next_summary(v_moment, v_due.zone), summarised_at = now()
    where e.id = v_due.id;
    v_emails := v_emails + 1;
  end loop;
  return v_emails;
end
$$;
comment on function private.plan_summaries(integer) is
  'Puts daily summaries that are due into the outbox and returns their number.';

create function private.queue_arrival(event public.events) returns void
language sql set search_path = '' as $$
  select private.watch_own(event.request_id);

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
  'Notifies the members who watch a request of what arrived, in one email each.';
