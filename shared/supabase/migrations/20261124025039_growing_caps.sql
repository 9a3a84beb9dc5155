-- A new workspace writes to few people whom it hasn't written to before. Each person who answers it lets it write to more.

insert into private.email_limits (name, most) values
  ('to_address_unanswered', 5),
  ('per_workspace_hour', 100),
  ('new_addresses', 20),
  ('new_addresses_per_answer', 10),
  ('new_addresses_at_most', 500);
comment on table private.email_limits is
  'Most emails per day in UTC, or per hour where the name says so, and how many addresses may be new. An operator changes them by SQL.';

create table private.answering_people (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  address_hash bytea not null,
  at timestamptz not null default now(),
  primary key (workspace_id, address_hash)
);
comment on table private.answering_people is
  'Who has answered a request of a workspace. Counted by person: two who work together can''t answer many requests.';
insert into private.answering_people (workspace_id, address_hash)
select distinct e.workspace_id, private.address_hash(p.email)
from public.events as e join public.recipients as p on p.id = e.recipient_id
where e.kind in ('file_added', 'answered');

create table private.emailed_addresses (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  address_hash bytea not null,
  since date not null,
  primary key (workspace_id, address_hash)
);
comment on table private.emailed_addresses is 'Whom a workspace has written to, and since which day in UTC.';
create index emailed_addresses_since_idx on private.emailed_addresses (workspace_id, since);
insert into private.emailed_addresses (workspace_id, address_hash, since)
select p.workspace_id, private.address_hash(p.email), min(p.invited_at at time zone 'UTC')::date
from public.recipients as p where p.invited_at is not null
group by 1, 2;

create table private.email_hours (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  hour timestamptz not null,
  sent integer not null,
  primary key (workspace_id, hour)
);
comment on table private.email_hours is 'Emails per workspace and hour, of the last day.';
create index email_hours_hour_idx on private.email_hours (hour);

create function private.count_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.answering_people (workspace_id, address_hash)
  select new.workspace_id, private.address_hash(p.email) from public.recipients as p where p.id = new.recipient_id
  on conflict do nothing;
  return null;
end
$$;
comment on function private.count_answer() is
  'Notes that a recipient has answered: their first file or their first answer without one.';
create trigger count_answer after insert on public.events
  for each row when (new.kind in ('file_added', 'answered') and new.recipient_id is not null)
  execute function private.count_answer();

create function private.new_addresses_allowed(workspace uuid) returns integer
language sql stable set search_path = '' as $$
  select least(
    cap.at_most,
    cap.first + cap.per_answer * (
      -- More wouldn't count.
      select count(*) from (
        select from private.answering_people as a
        where a.workspace_id = new_addresses_allowed.workspace
        limit cap.at_most
      ) as answered
    )
  )::integer
  from (
    select
      max(l.most) filter (where l.name = 'new_addresses') as first,
      max(l.most) filter (where l.name = 'new_addresses_per_answer') as per_answer,
      max(l.most) filter (where l.name = 'new_addresses_at_most') as at_most
    from private.email_limits as l
  ) as cap
$$;
comment on function private.new_addresses_allowed(uuid) is
  'To how many addresses a day a workspace may write for the first time.';

create or replace function private.email_wait(email private.outbox, request public.requests, recipient public.recipients)
returns interval
language plpgsql set search_path = '' as $$
declare
  moment constant timestamptz := private.email_clock();
  today constant date := (moment at time zone 'UTC')::date;
  this_hour constant timestamptz := date_trunc('hour', moment, 'UTC');
  workspace constant uuid := request.workspace_id;
  hashed constant bytea := private.address_hash(coalesce(email.address, recipient.email));
  cap constant jsonb := (select jsonb_object_agg(l.name, l.most) from private.email_limits as l);
  held constant boolean := coalesce(current_setting('sheaf.held_caps', true), '') = 'yes';
  key bigint;
  is_new boolean;
  wait_until timestamptz;
begin
  -- One at a time per address and per workspace, so that simultaneous workers don't pass the caps together. A claim that
  -- goes on after a capped email holds these already and waits for no others: two that did would wait for each other.
  for key in
    select hashtextextended(k.key, 0)
    from (values (encode(hashed, 'hex')), (workspace::text)) as k (key) order by k.key
  loop
    if not held then
      perform pg_advisory_xact_lock(key);
    elsif not pg_try_advisory_xact_lock(key) then
      return interval '0';
    end if;
  end loop;
  is_new := not exists (
    select from private.emailed_addresses as a where a.workspace_id = workspace and a.address_hash = hashed
  );
  if (
    select
      coalesce(sum(c.sent), 0) >= (cap ->> 'to_address')::integer
      or coalesce(sum(c.sent) filter (where c.workspace_id = workspace), 0) >= (cap ->> 'to_address_per_workspace')::integer
      -- The last one is for workspaces that people do answer.
      or coalesce(sum(c.sent) filter (where t.workspace_id is null), 0) >= (cap ->> 'to_address_unanswered')::integer
        and not exists (select from private.answered_workspaces as a where a.workspace_id = workspace)
    from private.email_counts as c
    left join private.answered_workspaces as t on t.workspace_id = c.workspace_id
    where c.day = today and c.address_hash = hashed
  ) or (
    select coalesce(sum(h.sent), 0) from private.email_hours as h
    where h.workspace_id = workspace and h.hour >= date_trunc('day', moment, 'UTC')
  ) >= (cap ->> 'per_workspace')::integer
  or is_new and (
    select count(*) from private.emailed_addresses as a where a.workspace_id = workspace and a.since = today
  ) >= private.new_addresses_allowed(workspace)
  then
    wait_until := date_trunc('day', moment, 'UTC') + interval '1 day';
  elsif (
    select h.sent from private.email_hours as h where h.workspace_id = workspace and h.hour = this_hour
  ) >= (cap ->> 'per_workspace_hour')::integer
  then
    wait_until := this_hour + interval '1 hour';
  end if;
  if wait_until is not null then
    perform set_config('sheaf.held_caps', 'yes', true);
    return wait_until - moment;
  end if;
  insert into private.email_counts as c (day, address_hash, workspace_id, sent)
  values (today, hashed, workspace, 1)
  on conflict (day, address_hash, workspace_id) do update set sent = c.sent + 1;
  insert into private.email_hours as h (workspace_id, hour, sent)
  values (workspace, this_hour, 1)
  on conflict (workspace_id, hour) do update set sent = h.sent + 1;
  if is_new then
    insert into private.emailed_addresses (workspace_id, address_hash, since) values (workspace, hashed, today);
    delete from private.email_hours as h
    where h.ctid = any(array(
      select old.ctid from private.email_hours as old
      where old.hour < moment - interval '2 days' limit 10 for update skip locked
    ));
  end if;
  return null;
end
$$;
comment on function private.email_wait(private.outbox, public.requests, public.recipients) is
  'Counts an email, or says how long it waits because its address or workspace has had enough for this hour or today.';
