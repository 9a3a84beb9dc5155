-- How many emails leave, per address, workspace and hour.
--
-- A new workspace may write to few new people. Each person who answers raises that number.

create table private.email_limits (
  name text primary key,
  most integer not null,
  constraint email_limits_most_check check (most > 0)
);
comment on table private.email_limits is
  'Most emails per day in UTC, or per hour where the name says so, and how many addresses may be new. An operator changes them by SQL.';

insert into private.email_limits (name, most) values
  ('fewer_addresses_per_report', 10),
  ('new_addresses', 20),
  ('new_addresses_at_least', 5),
  ('new_addresses_at_most', 500),
  ('new_addresses_per_answer', 10),
  ('per_workspace', 500),
  ('per_workspace_hour', 100),
  ('to_address', 6),
  ('to_address_per_workspace', 3),
  ('to_address_unanswered', 5);

create table private.email_counts (
  day date not null,
  address_hash bytea not null,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  sent integer not null,
  primary key (day, address_hash, workspace_id)
);
comment on table private.email_counts is 'Emails per mailbox, workspace and day in UTC.';

create index email_counts_workspace_id_idx on private.email_counts (workspace_id);

create table private.email_hours (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  hour timestamptz not null,
  sent integer not null,
  primary key (workspace_id, hour)
);
comment on table private.email_hours is 'Emails per workspace and hour, of the last day.';

create index email_hours_hour_idx on private.email_hours (hour);

create table private.emailed_addresses (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  address_hash bytea not null,
  since date not null,
  by_recipient boolean not null default false,
  primary key (workspace_id, address_hash)
);
comment on table private.emailed_addresses is 'Addresses that a workspace has emailed, and since which day in UTC.';
comment on column private.emailed_addresses.by_recipient is 'A recipient has given it, who asked them for an item.';

create index emailed_addresses_since_idx on private.emailed_addresses (workspace_id, since);

create table private.answering_people (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  address_hash bytea not null,
  at timestamptz not null default now(),
  primary key (workspace_id, address_hash)
);
comment on table private.answering_people is
  'People who have answered a request of a workspace. Counted by person, so that two who work together can''t raise the caps.';

create table private.answered_workspaces (
  workspace_id uuid primary key references public.workspaces (id) on delete cascade,
  at timestamptz not null default now()
);
comment on table private.answered_workspaces is
  'Workspaces with at least one answer. Until then their emails have neither the workspace''s name in From nor a link.';

create function public.invitations_end_on(request uuid) returns date
language plpgsql stable security definer set search_path = '' as $$
declare
  v_parent constant uuid := (
    select r.workspace_id from public.requests as r
    where r.id = invitations_end_on.request and r.workspace_id = any(private.my_workspaces())
  );
  v_waiting integer;
begin
  perform private.require_session();
  if v_parent is null then
    perform private.fail('not_found');
  end if;
  -- The workspace's own cap alone: those of an address would reveal what others send to it.
  select count(distinct p.email) into v_waiting
  from private.outbox as o
  join public.recipients as p on p.id = o.recipient_id
  where o.ended_at is null and o.attempts = 0 and o.kind = 'invitation' and p.workspace_id = v_parent
    and not private.is_asked_by_recipient(p)
    and not exists (
      select from private.emailed_addresses as a
      where a.workspace_id = v_parent and a.address_hash = private.address_hash(p.email)
    );
  return private.new_addresses_end_on(v_parent, v_waiting);
end
$$;
comment on function public.invitations_end_on(uuid) is
  'For members: the day in UTC on which the last waiting invitation of the request''s workspace leaves, if the cap on new addresses lets some wait for another day; null otherwise. Errors: not_found.';
grant execute on function public.invitations_end_on(uuid) to authenticated;

create function private.new_addresses_allowed(workspace uuid) returns integer
language sql stable set search_path = '' as $$
  -- Two people alone must not be able to silence a competitor.
  select greatest(cap.at_least, least(
    cap.at_most,
    cap.first + cap.per_answer * (
      -- More wouldn't count.
      select count(*) from (
        select from private.answering_people as a
        where a.workspace_id = new_addresses_allowed.workspace
        limit cap.at_most
      ) as answered
    )
  ) - cap.per_report * private.recent_reporters(new_addresses_allowed.workspace))::integer
  from (
    select
      max(l.most) filter (where l.name = 'new_addresses') as first,
      max(l.most) filter (where l.name = 'new_addresses_per_answer') as per_answer,
      max(l.most) filter (where l.name = 'new_addresses_at_most') as at_most,
      max(l.most) filter (where l.name = 'new_addresses_at_least') as at_least,
      max(l.most) filter (where l.name = 'fewer_addresses_per_report') as per_report
    from private.email_limits as l
  ) as cap
$$;
comment on function private.new_addresses_allowed(uuid) is 'To how many addresses a day a workspace may write for the first time.';

create function private.is_asked_by_recipient(person public.recipients) returns boolean
language sql stable set search_path = '' as $$
  select person.scope = 'items' and exists (
    select from public.recipient_items as h
    where h.recipient_id = person.id and not exists (
      select from public.members as m where m.workspace_id = person.workspace_id and m.user_id = h.handed_by
    )
  )
$$;
comment on function private.is_asked_by_recipient(public.recipients) is
  'True for a person whom a recipient has asked for an item, and not the workspace.';

create function private.has_share_left(workspace uuid) returns boolean
language sql stable set search_path = '' as $$
  select (
    select count(*) from private.emailed_addresses as a
    where a.workspace_id = has_share_left.workspace and a.since = (private.email_clock() at time zone 'UTC')::date
      and a.by_recipient
  ) < greatest(1, private.new_addresses_allowed(has_share_left.workspace) / 4)
$$;
comment on function private.has_share_left(uuid) is
  'True while the recipients of a workspace may bring in new addresses today: a quarter of what it may write to, so that they can''t hold up its own invitations.';

create function private.new_addresses_left(workspace uuid) returns integer
language sql stable set search_path = '' as $$
  select greatest(0, private.new_addresses_allowed(new_addresses_left.workspace) - (
    select count(*) from private.emailed_addresses as a
    where a.workspace_id = new_addresses_left.workspace and a.since = (private.email_clock() at time zone 'UTC')::date
  ))::integer
$$;
comment on function private.new_addresses_left(uuid) is
  'To how many more addresses a workspace may write for the first time today, in UTC.';

create function private.new_addresses_end_on(workspace uuid, waiting integer) returns date
language sql stable set search_path = '' as $$
  select case
    when new_addresses_end_on.waiting > l.today then (private.email_clock() at time zone 'UTC')::date
      + ceil((new_addresses_end_on.waiting - l.today)::numeric / l.each_day)::integer
  end
  from (
    select
      private.new_addresses_left(new_addresses_end_on.workspace) as today,
      private.new_addresses_allowed(new_addresses_end_on.workspace) as each_day
  ) as l
$$;
comment on function private.new_addresses_end_on(uuid, integer) is
  'The day in UTC on which the last of so many new addresses is written to, if some wait for another day; null otherwise.';

create function private.is_new_address(workspace uuid, address text) returns boolean
language sql stable set search_path = '' as $$
  select not exists (
    select from private.emailed_addresses as a
    where a.workspace_id = is_new_address.workspace and a.address_hash = private.address_hash(is_new_address.address)
  )
$$;
comment on function private.is_new_address(uuid, text) is 'True for an address that the workspace hasn''t written to.';

create function private.reserve_address(workspace uuid, address text) returns boolean
language plpgsql set search_path = '' as $$
begin
  -- As email_wait does, so that workers of both tasks don't pass the cap together.
  perform pg_advisory_xact_lock(hashtextextended(reserve_address.workspace::text, 0));
  if not private.is_new_address(reserve_address.workspace, reserve_address.address) then
    return true;
  elsif private.new_addresses_left(reserve_address.workspace) = 0 then
    return false;
  end if;
  insert into private.emailed_addresses (workspace_id, address_hash, since)
  values (
    reserve_address.workspace, private.address_hash(reserve_address.address),
    (private.email_clock() at time zone 'UTC')::date
  );
  return true;
end
$$;
comment on function private.reserve_address(uuid, text) is
  'Counts an address that is new to a workspace before its email is written. False if the workspace may write to no more of them today.';

create function private.tg_events__count_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.answering_people (workspace_id, address_hash)
  select new.workspace_id, private.address_hash(p.email)
  from public.recipients as p join public.requests as r on r.id = p.request_id and not r.is_test
  where p.id = new.recipient_id
  on conflict do nothing;
  return null;
end
$$;
comment on function private.tg_events__count_answer() is
  'Notes that a recipient has answered: their first file or their first answer without one.';
