-- One template is sent to many people (decision 0057): a job holds the list, and the worker makes a request of each row. Jobs
-- and their rows are leased as emails are.

insert into private.quotas (name, most) values ('bulk_rows', 5000);

create table private.jobs (
  id uuid primary key,
  kind text not null,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  template_id uuid references public.requests (id) on delete set null,
  checklist_id uuid not null references public.requests (id) on delete cascade,
  title text not null,
  message text not null,
  sender uuid not null,
  created_at timestamptz not null default now(),
  paused_at timestamptz,
  stopped_at timestamptz,
  constraint jobs_kind_check check (kind in ('bulk'))
);
comment on table private.jobs is
  'Requests that the worker makes in the background. Read and changed by functions alone, which prove membership.';
comment on column private.jobs.id is 'Made by the browser, so that a repeated confirmation creates nothing.';
comment on column private.jobs.checklist_id is
  'A copy of the template as it was: a template that no list shows, so that later edits change no request of this job.';
comment on column private.jobs.title is 'Of each request, with the placeholders {name} and {due}; so has the message.';
comment on column private.jobs.sender is 'In whose name requests are sent. No foreign key, as in requests.';
create index jobs_workspace_id_idx on private.jobs (workspace_id, created_at desc);
create index jobs_template_id_idx on private.jobs (template_id);
create index jobs_checklist_id_idx on private.jobs (checklist_id);

create table private.job_rows (
  job_id uuid not null references private.jobs (id) on delete cascade,
  number integer not null,
  email text not null,
  name text not null,
  due_on date,
  not_before timestamptz not null,
  attempts integer not null default 0,
  claimed_by uuid,
  claimed_until timestamptz,
  done_at timestamptz,
  failure text,
  request_id uuid references public.requests (id) on delete set null,
  -- One row makes one request: whoever makes it holds the row's lock and ends the row in the same transaction.
  primary key (job_id, number),
  unique (job_id, email),
  constraint job_rows_done_check check (done_at is not null or request_id is null and failure is null)
);
comment on table private.job_rows is 'A row for each person of a job.';
comment on column private.job_rows.number is 'The line in the file or list that somebody chose.';
comment on column private.job_rows.not_before is 'Infinity while the job is paused.';
comment on column private.job_rows.failure is 'The code of the error for which no request was made, or ''stopped''.';
create index job_rows_due_idx on private.job_rows (not_before, job_id, number) where done_at is null;
create index job_rows_request_id_idx on private.job_rows (request_id);

-- The checklists of jobs are no templates of the workspace.
create or replace function private.add_template(made public.requests) returns uuid
language plpgsql set search_path = '' as $$
begin
  -- The quota's row is locked by now, so templates that are created at the same time are counted one after another.
  if (
    select count(*) from private.templates as t join public.requests as r on r.id = t.request_id
    where r.workspace_id = made.workspace_id and r.is_template
  ) >= 200 then
    perform private.fail('template.too_many');
  end if;
  insert into private.templates (request_id) values (made.id);
  perform private.add_event(made.id, 'created');
  return made.id;
end
$$;

create or replace function private.forget_usage() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.usage as u
  where (u.name in ('workspace_bytes', 'requests', 'bulk_rows') and u.subject = old.id::text)
    or (u.name = 'address' and u.subject like old.id || ' %');
  return null;
end
$$;

-- The cap on new addresses, for emails and for jobs -------------------------------------------------------------------

create function private.new_addresses_left(workspace uuid) returns integer
language sql stable set search_path = '' as $$
  select greatest(0, private.new_addresses_allowed(new_addresses_left.workspace) - (
    select count(*) from private.emailed_addresses as a
    where a.workspace_id = new_addresses_left.workspace and a.since = (private.email_clock() at time zone 'UTC')::date
  ))::integer
$$;
comment on function private.new_addresses_left(uuid) is
  'To how many more addresses a workspace may write for the first time today, in UTC.';

create function private.is_new_address(workspace uuid, address text) returns boolean
language sql stable set search_path = '' as $$
  select not exists (
    select from private.emailed_addresses as a
    where a.workspace_id = is_new_address.workspace and a.address_hash = private.address_hash(is_new_address.address)
  )
$$;
comment on function private.is_new_address(uuid, text) is 'True for an address that the workspace hasn''t written to.';

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
  or is_new and private.new_addresses_left(workspace) = 0
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

create or replace function public.invitations_end_on(request uuid) returns date
language plpgsql stable security definer set search_path = '' as $$
declare
  parent constant uuid := (
    select r.workspace_id from public.requests as r
    where r.id = invitations_end_on.request and r.workspace_id = any(private.my_workspaces())
  );
  waiting integer;
begin
  perform private.require_session();
  if parent is null then
    perform private.fail('not_found');
  end if;
  -- The workspace's own cap alone: those of an address would tell what others send to it.
  select count(distinct p.email) into waiting
  from private.outbox as o
  join public.recipients as p on p.id = o.recipient_id
  where o.ended_at is null and o.attempts = 0 and o.kind = 'invitation' and p.workspace_id = parent
    and not exists (
      select from private.emailed_addresses as a
      where a.workspace_id = parent and a.address_hash = private.address_hash(p.email)
    );
  return private.new_addresses_end_on(parent, waiting);
end
$$;

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

-- One way to make and send a request of a template -----------------------------------------------------------------------

create function private.start_request(source public.requests, title text, message text, due_on date)
returns public.requests
language plpgsql set search_path = '' as $$
declare
  made public.requests;
begin
  perform private.use_quota('requests', source.workspace_id::text, 1);
  insert into public.requests as r (workspace_id, title, message, due_on, created_by)
  values (source.workspace_id, start_request.title, start_request.message, start_request.due_on, auth.uid())
  returning r.* into made;
  perform private.copy_items(source, made);
  perform private.add_event(made.id, 'created');
  return made;
end
$$;
comment on function private.start_request(public.requests, text, text, date) is
  'Creates a draft with the items of a template, for the caller. Errors: quota.requests.';

create or replace function public.use_template(template uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  source constant public.requests := private.lock_template(use_template.template);
  made constant public.requests :=
    private.start_request(source, source.title, source.message, private.due_day_of(source));
begin
  perform private.count_template_use(source.id);
  return made.id;
end
$$;

create function private.open_draft(locked public.requests, invite boolean) returns void
language plpgsql set search_path = '' as $$
declare
  emails constant text[] := array(
    select p.email from public.recipients as p where p.request_id = locked.id and p.removed_at is null
  );
begin
  if locked.status <> 'draft' then
    perform private.fail(case locked.status when 'cancelled' then 'request.closed' else 'draft.sent' end);
  elsif not exists (select from public.items as i where i.request_id = locked.id and i.removed_at is null) then
    perform private.fail('draft.items');
  elsif cardinality(emails) = 0 then
    perform private.fail('draft.recipients');
  end if;
  perform private.require_no_members(locked, emails);
  perform private.count_addressed(locked, emails);
  update public.requests as r
  -- A draft that is still open elsewhere must not change what recipients see.
  set status = 'open', sent_by = auth.uid(), sent_at = now(), revision = r.revision + 1, invites = open_draft.invite,
    assignee = coalesce(r.assignee, auth.uid())
  where r.id = locked.id;
  perform private.put_link(locked);
  perform private.add_event(locked.id, 'sent');
end
$$;
comment on function private.open_draft(public.requests, boolean) is
  'Opens a locked draft for the caller, creates its link and emails it if wanted. Errors: draft.sent, request.closed, draft.items, draft.recipients, recipient.member, quota.address.';

create or replace function public.send_request(request uuid, invite boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked constant public.requests := private.lock_as_member(send_request.request);
begin
  if locked.is_template then
    perform private.fail('template.sent');
  end if;
  perform private.open_draft(locked, coalesce(send_request.invite, false));
end
$$;

create or replace function private.lock_as_member(request uuid) returns public.requests
language plpgsql set search_path = '' as $$
declare
  locked public.requests;
begin
  perform private.require_session();
  select r.* into locked from public.requests as r
  where r.id = lock_as_member.request and r.workspace_id = any(private.my_workspaces())
    -- The copy of a job is nobody's to change.
    and not (r.is_template and exists (select from private.jobs as j where j.checklist_id = r.id))
  for update;
  if not found then
    perform private.fail('not_found');
  end if;
  return locked;
end
$$;

-- For members ------------------------------------------------------------------------------------------------------

create function private.filled(pattern text, name text, due_on date) returns text
language sql stable set search_path = '' as $$
  -- The name comes last: one that looks like a placeholder stays as it is.
  select replace(
    replace(filled.pattern, '{due}', coalesce(to_char(filled.due_on, 'FMDD Mon YYYY'), '')), '{name}', filled.name
  )
$$;
comment on function private.filled(text, text, date) is 'A title or message for one person. The page shows the same.';

create function public.send_to_many(job uuid, template uuid, title text, message text, people jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  source public.requests;
  checklist public.requests;
  listed integer;
  title constant text := private.one_line(send_to_many.title);
  message constant text := coalesce(private.trimmed(send_to_many.message), '');
begin
  perform private.require_session();
  source := private.lock_template(send_to_many.template);
  -- The template's lock makes a repeat wait for the first.
  if exists (
    select from private.jobs as j where j.id = send_to_many.job and j.workspace_id = source.workspace_id
  ) then
    return;
  elsif jsonb_typeof(send_to_many.people) is distinct from 'array' then
    perform private.fail('bulk.rows');
  end if;
  listed := jsonb_array_length(send_to_many.people);
  if listed not between 1 and 1000 or exists (
    select from jsonb_array_elements(send_to_many.people) as e (person)
    where jsonb_typeof(e.person) <> 'object' or coalesce(e.person ->> 'number' !~ '^[1-9][0-9]{0,8}$', true)
  ) then
    perform private.fail('bulk.rows');
  elsif source.items_total = 0 then
    perform private.fail('draft.items');
  end if;
  perform private.check_draft(jsonb_build_object(
    'title', private.filled(title, p.name, p.due_on),
    'message', private.filled(message, p.name, p.due_on),
    'recipients', jsonb_build_array(p.person)
  ))
  from (
    select
      e.person, coalesce(private.one_line(e.person ->> 'name'), '') as name, private.as_day(e.person -> 'due_on') as due_on
    from jsonb_array_elements(send_to_many.people) as e (person)
  ) as p;
  if exists (
    select from jsonb_array_elements(send_to_many.people) as e (person)
    where strpos(title || message, '{name}') > 0
        and coalesce(private.one_line(e.person ->> 'name'), '') = ''
      or strpos(title || message, '{due}') > 0 and e.person ->> 'due_on' is null
  ) then
    perform private.fail('bulk.placeholder');
  elsif (
    select count(distinct lower(private.trimmed(e.person ->> 'email'))) < listed
      or count(distinct e.person ->> 'number') < listed
    from jsonb_array_elements(send_to_many.people) as e (person)
  ) then
    perform private.fail('bulk.duplicate');
  end if;
  perform private.use_quota('bulk_rows', source.workspace_id::text, listed);
  -- The copy of the template.
  perform private.use_quota('requests', source.workspace_id::text, 1);
  -- Jobs are kept for 90 days, as emails are.
  delete from public.requests as r
  where r.id = any(array(
    select j.checklist_id from private.jobs as j
    where j.workspace_id = source.workspace_id and j.created_at < now() - interval '90 days'
      and not exists (select from private.job_rows as l where l.job_id = j.id and l.done_at is null)
    limit 10
  ));
  insert into public.requests as r (workspace_id, title, message, created_by, is_template)
  values (source.workspace_id, source.title, source.message, auth.uid(), true)
  returning r.* into checklist;
  perform private.copy_items(source, checklist);
  insert into private.jobs (id, kind, workspace_id, template_id, checklist_id, title, message, sender)
  values (
    send_to_many.job, 'bulk', source.workspace_id, source.id, checklist.id, title, message, auth.uid()
  )
  on conflict do nothing;
  if not found then
    perform private.fail('not_found');
  end if;
  insert into private.job_rows (job_id, number, email, name, due_on, not_before)
  select
    send_to_many.job, (e.person ->> 'number')::integer, l.email, l.name, private.as_day(e.person -> 'due_on'),
    private.email_clock()
  from jsonb_array_elements(send_to_many.people) as e (person)
  cross join lateral private.listed_recipients(jsonb_build_array(e.person)) as l;
  perform private.count_template_use(source.id);
end
$$;
comment on function public.send_to_many(uuid, uuid, text, text, jsonb) is
  'For members: stores a job that sends a template to up to 1,000 people {number, email, name, due_on}, each a request of their own, with the title and message filled in. With the id of a job that exists it does nothing. Errors: not_found, bulk.*, draft.*, quota.bulk_rows.';
grant execute on function public.send_to_many(uuid, uuid, text, text, jsonb) to authenticated;

create function private.find_job(job uuid) returns private.jobs
language plpgsql stable set search_path = '' as $$
declare
  found_job private.jobs;
begin
  perform private.require_session();
  select j.* into found_job from private.jobs as j
  where j.id = find_job.job and j.workspace_id = any(private.my_workspaces());
  if not found then
    perform private.fail('not_found');
  end if;
  return found_job;
end
$$;
comment on function private.find_job(uuid) is 'A job of one of the caller''s workspaces. Errors: not_found.';

create function private.may_send(workspace uuid, member uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.members as m
    join public.workspaces as w on w.id = m.workspace_id
    join auth.users as u on u.id = m.user_id
    where m.workspace_id = may_send.workspace and m.user_id = may_send.member
      and (u.banned_until is null or u.banned_until <= now()) and u.deleted_at is null
      and (not private.binds_members(w) or private.has_second_factor(m.user_id))
  )
$$;
comment on function private.may_send(uuid, uuid) is
  'False for somebody who has left the workspace, whose account is suspended, or who lacks the second factor that the workspace requires: nothing more is sent in their name.';

create function public.pause_bulk(job uuid, paused boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked private.jobs := private.find_job(pause_bulk.job);
begin
  select j.* into locked from private.jobs as j where j.id = locked.id for update;
  if locked.stopped_at is not null then
    return;
  end if;
  update private.jobs as j
  set
    paused_at = case when pause_bulk.paused then coalesce(j.paused_at, now()) end,
    -- The member who resumes takes the place of a sender who has left.
    sender = case
      when pause_bulk.paused or private.may_send(j.workspace_id, j.sender) then j.sender else auth.uid()
    end
  where j.id = locked.id;
  update private.job_rows as r
  set not_before = case when pause_bulk.paused then 'infinity' else private.email_clock() end
  where r.job_id = locked.id and r.done_at is null;
end
$$;
comment on function public.pause_bulk(uuid, boolean) is
  'For members: pauses a job before its next person, or goes on. Nothing happens to one that was stopped. Errors: not_found.';
grant execute on function public.pause_bulk(uuid, boolean) to authenticated;

create function public.stop_bulk(job uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked constant private.jobs := private.find_job(stop_bulk.job);
begin
  perform from private.jobs as j where j.id = locked.id for update;
  update private.job_rows as r set done_at = now(), failure = 'stopped' where r.job_id = locked.id and r.done_at is null;
  if found then
    update private.jobs as j set stopped_at = now(), paused_at = null where j.id = locked.id;
  end if;
end
$$;
comment on function public.stop_bulk(uuid) is
  'For members: ends a job; who has no request yet gets none. Requests that were sent stay. Errors: not_found.';
grant execute on function public.stop_bulk(uuid) to authenticated;

create function private.job_progress(job uuid)
returns table (
  number integer, email text, name text, due_on date, request_id uuid, state text, failure text, sent_at timestamptz,
  not_before timestamptz
)
language sql stable rows 1000 set search_path = '' as $$
  select
    r.number, coalesce(p.email, r.email), coalesce(p.name, r.name), r.due_on, r.request_id,
    case
      when r.done_at is null then 'waiting'
      when r.failure = 'stopped' then 'stopped'
      when r.failure is not null then 'failed'
      when p.unreachable_at is not null and p.user_id is null then 'unreachable'
      -- A request that was deleted or whose recipient was removed needs nothing more.
      when p.id is null or p.invited_at is not null or p.user_id is not null then 'sent'
      else 'sending'
    end,
    r.failure,
    coalesce(p.invited_at, case when r.request_id is not null then r.done_at end),
    r.not_before
  from private.job_rows as r
  left join lateral (
    select c.* from public.recipients as c
    where c.request_id = r.request_id and c.removed_at is null and c.scope = 'all'
    order by c.created_at, c.id
    limit 1
  ) as p on true
  where r.job_id = job_progress.job
$$;
comment on function private.job_progress(uuid) is
  'Each person of a job, with the address of their request as it is now, and the due date as it was sent. States: waiting, sending (the email is on its way), sent, unreachable, failed, stopped.';

create function public.bulk_details(job uuid)
returns table (
  id uuid, workspace_id uuid, template_id uuid, template_title text, items integer, created_at timestamptz,
  sender_name text, can_send boolean, paused_at timestamptz, stopped_at timestamptz, people integer, problems integer,
  sent integer, sent_lately integer, waiting integer, unsent integer, next_at timestamptz, ends_on date, new_today integer,
  new_allowed integer
)
language plpgsql stable security definer rows 1 set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  asked constant private.jobs := private.find_job(bulk_details.job);
  allowed constant integer := private.new_addresses_allowed(asked.workspace_id);
begin
  return query
  select
    asked.id, asked.workspace_id, asked.template_id, c.title, c.items_total, asked.created_at,
    coalesce((select f.display_name from public.profiles as f where f.user_id = asked.sender), ''),
    private.may_send(asked.workspace_id, asked.sender), asked.paused_at, asked.stopped_at,
    s.people, s.problems, s.sent, s.sent_lately, s.waiting, s.unsent, s.next_at,
    private.new_addresses_end_on(asked.workspace_id, s.new_waiting),
    allowed - private.new_addresses_left(asked.workspace_id), allowed
  from public.requests as c
  cross join (
    select
      count(*)::integer as people,
      (count(*) filter (where p.state in ('failed', 'unreachable')))::integer as problems,
      (count(*) filter (where p.state = 'sent'))::integer as sent,
      (count(*) filter (where p.state = 'sent' and p.sent_at > now() - interval '30 seconds'))::integer as sent_lately,
      (count(*) filter (where p.state in ('waiting', 'sending')))::integer as waiting,
      (count(*) filter (where p.state = 'stopped'))::integer as unsent,
      min(p.not_before) filter (where p.state = 'waiting' and p.not_before < 'infinity') as next_at,
      (count(*) filter (where p.state = 'waiting' and private.is_new_address(asked.workspace_id, p.email)))::integer
        as new_waiting
    from private.job_progress(asked.id) as p
  ) as s
  where c.id = asked.checklist_id;
end
$$;
comment on function public.bulk_details(uuid) is
  'For members: how far a job is. next_at: when the next person''s turn is; null if none waits or it is paused. sent_lately: in the last 30 seconds. ends_on: the day in UTC of the last, if the cap on new addresses lets some wait. can_send: whether its sender may still send. Errors: not_found.';
grant execute on function public.bulk_details(uuid) to authenticated;

create function public.bulk_people(job uuid, filter text, after text default '')
returns table (
  number integer, email text, name text, due_on date, request_id uuid, state text, failure text, sent_at timestamptz,
  "position" text
)
language plpgsql stable security definer rows 50 set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  asked constant private.jobs := private.find_job(bulk_people.job);
begin
  return query
  select l.number, l.email, l.name, l.due_on, l.request_id, l.state, l.failure, l.sent_at, l.position
  from (
    select
      p.*,
      -- Problems first, then what is happening now.
      array_position(array['failed', 'unreachable', 'sending', 'sent', 'waiting', 'stopped'], p.state)::text
        || lpad(p.number::text, 10, '0') as "position"
    from private.job_progress(asked.id) as p
    where case bulk_people.filter
      when 'problems' then p.state in ('failed', 'unreachable')
      when 'sent' then p.state = 'sent'
      when 'waiting' then p.state in ('waiting', 'sending')
      else true
    end
  ) as l
  where l.position > bulk_people.after collate "C"
  order by l.position collate "C"
  limit 50;
end
$$;
comment on function public.bulk_people(uuid, text, text) is
  'For members: the people of a job, problems first, 50 a page. Filters: problems, sent, waiting; all others show everybody. Errors: not_found.';
grant execute on function public.bulk_people(uuid, text, text) to authenticated;

create function public.workspace_bulks(workspace uuid)
returns table (
  id uuid, template_title text, created_at timestamptz, people integer, is_waiting boolean, is_paused boolean
)
language plpgsql stable security definer rows 10 set search_path = '' set jit = off as $$
#variable_conflict use_column
begin
  perform private.require_role(workspace_bulks.workspace, 'member');
  return query
  select
    j.id, c.title, j.created_at,
    (select count(*)::integer from private.job_rows as r where r.job_id = j.id),
    exists (select from private.job_rows as r where r.job_id = j.id and r.done_at is null),
    j.paused_at is not null
  from private.jobs as j join public.requests as c on c.id = j.checklist_id
  where j.workspace_id = workspace_bulks.workspace
  order by j.created_at desc, j.id
  limit 10;
end
$$;
comment on function public.workspace_bulks(uuid) is
  'For members: the ten newest jobs of a workspace. Errors: not_found.';
grant execute on function public.workspace_bulks(uuid) to authenticated;

-- For the worker ----------------------------------------------------------------------------------------------------

create function public.claim_bulk(worker uuid, batch integer default 20)
returns table (job uuid, number integer)
language sql security definer set search_path = '' as $$
  with due as (
    select r.ctid from private.job_rows as r
    where r.done_at is null and r.not_before <= private.email_clock()
      and (r.claimed_until is null or r.claimed_until < now())
    order by r.not_before, r.job_id, r.number
    limit least(claim_bulk.batch, 100)
    for update skip locked
  ),
  claimed as (
    update private.job_rows as r
    set
      attempts = r.attempts + 1, claimed_by = claim_bulk.worker, claimed_until = now() + interval '1 minute',
      -- Somebody should look at a row that has stopped several workers.
      done_at = case when r.attempts >= 5 then now() end,
      failure = case when r.attempts >= 5 then 'bulk.failed' end
    where r.ctid = any(array(select d.ctid from due as d))
    returning r.job_id, r.number, r.done_at
  )
  select c.job_id, c.number from claimed as c where c.done_at is null order by c.job_id, c.number
$$;
comment on function public.claim_bulk(uuid, integer) is
  'For the worker: leases people of jobs, whose turn it is, for a minute.';
grant execute on function public.claim_bulk(uuid, integer) to service_role;

create function private.act_as(member uuid) returns void
language sql set search_path = '' as $$
  -- Without a session, so that whatever requires one refuses.
  select set_config('request.jwt.claims', jsonb_build_object('sub', act_as.member)::text, true)
$$;
comment on function private.act_as(uuid) is
  'Lets the rest of the transaction write in the name of a member who asked for it earlier.';

create function private.send_job_row(job private.jobs, claimed private.job_rows) returns uuid
language plpgsql set search_path = '' as $$
declare
  source public.requests;
  made public.requests;
begin
  if not private.reserve_address(job.workspace_id, claimed.email) then
    return null;
  end if;
  select r.* into source from public.requests as r where r.id = job.checklist_id;
  made := private.start_request(
    source,
    private.one_line(private.filled(job.title, claimed.name, claimed.due_on)),
    private.trimmed(private.filled(job.message, claimed.name, claimed.due_on)),
    claimed.due_on
  );
  perform private.edit_recipients(
    made, jsonb_build_array(jsonb_build_object('email', claimed.email, 'name', claimed.name))
  );
  perform private.open_draft(made, true);
  return made.id;
end
$$;
comment on function private.send_job_row(private.jobs, private.job_rows) is
  'Makes and sends the request of one person; null if the address is new and has to wait.';

create function public.finish_bulk(job uuid, number integer, worker uuid) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  moment constant timestamptz := private.email_clock();
  claims constant text := coalesce(current_setting('request.jwt.claims', true), '');
  parent private.jobs;
  claimed private.job_rows;
  made uuid;
  code text;
begin
  select j.* into parent from private.jobs as j where j.id = finish_bulk.job;
  -- A deletion locks the workspace before its requests and jobs.
  perform from public.workspaces as w where w.id = parent.workspace_id for key share;
  -- Not after a pause or a stop, nor if the lease ran out and somebody else has it.
  select r.* into claimed from private.job_rows as r
  where r.job_id = parent.id and r.number = finish_bulk.number and r.claimed_by = finish_bulk.worker
    and r.done_at is null and r.not_before <= moment
  for update;
  if not found then
    return null;
  end if;
  select j.* into parent from private.jobs as j where j.id = parent.id;
  if not private.may_send(parent.workspace_id, parent.sender) then
    update private.job_rows as r set not_before = 'infinity', claimed_until = null, attempts = 0
    where r.job_id = parent.id and r.number = claimed.number;
    return 'waits';
  end if;
  begin
    perform private.act_as(parent.sender);
    made := private.send_job_row(parent, claimed);
    perform set_config('request.jwt.claims', claims, true);
  exception when others then
    if sqlstate not like 'PT4%' then
      raise;
    end if;
    code := sqlerrm;
  end;
  if made is null and (code is null or code like 'quota.%') then
    update private.job_rows as r
    set not_before = date_trunc('day', moment, 'UTC') + interval '1 day', claimed_until = null, attempts = 0
    where r.job_id = parent.id and r.number = claimed.number;
    return 'waits';
  end if;
  update private.job_rows as r set done_at = now(), request_id = made, failure = code
  where r.job_id = parent.id and r.number = claimed.number;
  return case when made is null then 'failed' else 'sent' end;
end
$$;
comment on function public.finish_bulk(uuid, integer, uuid) is
  'For the worker: makes and sends the request of a person that it has claimed, once. sent; failed: with a reason that members read; waits: for another day, or for a member who goes on. Null if the claim is no longer the caller''s.';
grant execute on function public.finish_bulk(uuid, integer, uuid) to service_role;
