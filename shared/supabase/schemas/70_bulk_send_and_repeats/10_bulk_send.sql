-- Sending a template to many people (decision 0057).
--
-- A job holds the list, and the worker makes a request of each row. Jobs and their rows are leased as emails are.
-- Failed rows can be tried again (decision 0062).

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
  assignee uuid,
  -- One row makes one request: its transaction holds the row's lock and ends the row.
  primary key (job_id, number),
  unique (job_id, email),
  constraint job_rows_done_check check (done_at is not null or request_id is null and failure is null)
);
comment on table private.job_rows is 'A row for each person of a job.';
comment on column private.job_rows.number is 'The line in the chosen file or list.';
comment on column private.job_rows.not_before is 'Infinity while the job is paused.';
comment on column private.job_rows.failure is 'The code of the error for which no request was made, or ''stopped''.';
comment on column private.job_rows.assignee is 'Chosen in the list; the sender replaces one who is no longer a member.';

create index job_rows_due_idx on private.job_rows (not_before, job_id, number) where done_at is null;
create index job_rows_request_id_idx on private.job_rows (request_id);

create function public.send_to_many(job uuid, template uuid, title text, message text, people jsonb) returns void
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  v_source public.requests;
  v_checklist public.requests;
  v_listed integer;
  v_title text := private.one_line(send_to_many.title);
  v_message constant text := coalesce(private.trimmed(send_to_many.message), '');
begin
  perform private.require_session();
  v_source := private.lock_template(send_to_many.template);
  -- The template's lock makes a repeat wait for the first.
  if exists (
    select from private.jobs as j where j.id = send_to_many.job and j.workspace_id = v_source.workspace_id
  ) then
    return;
  elsif jsonb_typeof(send_to_many.people) is distinct from 'array' then
    perform private.fail('bulk.rows');
  end if;
  v_listed := jsonb_array_length(send_to_many.people);
  if v_listed not between 1 and 1000 or exists (
    select from jsonb_array_elements(send_to_many.people) as e (person)
    where jsonb_typeof(e.person) <> 'object' or coalesce(e.person ->> 'number' !~ '^[1-9][0-9]{0,8}$', true)
  ) then
    perform private.fail('bulk.rows');
  elsif v_source.items_total = 0 then
    perform private.fail('draft.items');
  end if;
  -- One month for everyone, also for those whose request waits for a quota.
  v_title := private.dated_title(v_title, private.workspace_today(v_source.workspace_id));
  perform private.check_bulk_rows(v_source, v_title, v_message, send_to_many.people);
  perform private.use_quota('bulk_rows', v_source.workspace_id::text, v_listed);
  -- The copy of the template.
  perform private.use_quota('requests', v_source.workspace_id::text, 1);
  insert into public.requests as r (workspace_id, title, message, created_by, is_template)
  values (v_source.workspace_id, v_source.title, v_source.message, auth.uid(), true)
  returning r.* into v_checklist;
  perform private.copy_items(v_source, v_checklist);
  insert into private.jobs (id, kind, workspace_id, template_id, checklist_id, title, message, sender)
  values (
    send_to_many.job, 'bulk', v_source.workspace_id, v_source.id, v_checklist.id, v_title, v_message, auth.uid()
  )
  on conflict do nothing;
  if not found then
    perform private.fail('not_found');
  end if;
  insert into private.job_rows (job_id, number, email, name, due_on, assignee, not_before)
  select
    send_to_many.job, (e.person ->> 'number')::integer, l.email, l.name, private.as_day(e.person -> 'due_on'),
    (e.person ->> 'assignee')::uuid, private.email_clock()
  from jsonb_array_elements(send_to_many.people) as e (person)
  cross join lateral private.listed_recipients(jsonb_build_array(e.person)) as l;
  perform private.count_template_use(v_source.id);
end
$$;
comment on function public.send_to_many(uuid, uuid, text, text, jsonb) is
  'For members: stores a job that sends a template to up to 1,000 people {number, email, name, due_on, assignee}, each a separate request, with the title and message filled in. With the id of a job that exists it does nothing. An assignee is the id of a member. Errors: not_found, bulk.*, draft.*, quota.bulk_rows, assignee.not_member.';
grant execute on function public.send_to_many(uuid, uuid, text, text, jsonb) to authenticated;

create function private.check_bulk_rows(source public.requests, title text, message text, people jsonb) returns void
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  v_pattern constant text := check_bulk_rows.title || check_bulk_rows.message;
begin
  perform private.check_draft(jsonb_build_object(
    'title', private.render_placeholders(check_bulk_rows.title, p.name, p.due_on),
    'message', private.render_placeholders(check_bulk_rows.message, p.name, p.due_on),
    'recipients', jsonb_build_array(p.person)
  ))
  from (
    select
      e.person, coalesce(private.one_line(e.person ->> 'name'), '') as name, private.as_day(e.person -> 'due_on') as due_on
    from jsonb_array_elements(check_bulk_rows.people) as e (person)
  ) as p;
  if exists (
    select from jsonb_array_elements(check_bulk_rows.people) as e (person)
    where strpos(v_pattern, '{name}') > 0
        and coalesce(private.one_line(e.person ->> 'name'), '') = ''
      or strpos(v_pattern, '{due}') > 0 and e.person ->> 'due_on' is null
  ) then
    perform private.fail('bulk.placeholder');
  elsif (
    select count(distinct lower(private.trimmed(e.person ->> 'email'))) < jsonb_array_length(check_bulk_rows.people)
      or count(distinct e.person ->> 'number') < jsonb_array_length(check_bulk_rows.people)
    from jsonb_array_elements(check_bulk_rows.people) as e (person)
  ) then
    perform private.fail('bulk.duplicate');
  elsif exists (
    select from jsonb_array_elements(check_bulk_rows.people) as e (person)
    where e.person ->> 'assignee' is not null and not exists (
      select from public.members as m
      where m.workspace_id = source.workspace_id and m.user_id::text = e.person ->> 'assignee'
    )
  ) then
    perform private.fail('assignee.not_member');
  end if;
end
$$;
comment on function private.check_bulk_rows(public.requests, text, text, jsonb) is
  'Checks the request that each person would get. Errors: those of check_draft, bulk.placeholder, bulk.duplicate, assignee.not_member.';

create function public.pause_bulk(job uuid, paused boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked private.jobs := private.find_job(pause_bulk.job);
begin
  select j.* into v_locked from private.jobs as j where j.id = v_locked.id for update;
  if v_locked.stopped_at is not null then
    return;
  end if;
  update private.jobs as j
  set
    paused_at = case when pause_bulk.paused then coalesce(j.paused_at, now()) end,
    -- The member who resumes replaces a sender who has left.
    sender = case
      when pause_bulk.paused or private.may_send_requests(j.workspace_id, j.sender) then j.sender else auth.uid()
    end
  where j.id = v_locked.id;
  update private.job_rows as r
  set not_before = case when pause_bulk.paused then 'infinity' else private.email_clock() end
  where r.job_id = v_locked.id and r.done_at is null;
end
$$;
comment on function public.pause_bulk(uuid, boolean) is
  'For members: pauses a job before its next person, or resumes it. A stopped job stays stopped. Errors: not_found.';
grant execute on function public.pause_bulk(uuid, boolean) to authenticated;

create function public.stop_bulk(job uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked constant private.jobs := private.find_job(stop_bulk.job);
begin
  perform from private.jobs as j where j.id = v_locked.id for update;
  update private.job_rows as r set done_at = now(), failure = 'stopped' where r.job_id = v_locked.id and r.done_at is null;
  if found then
    update private.jobs as j set stopped_at = now(), paused_at = null where j.id = v_locked.id;
  end if;
end
$$;
comment on function public.stop_bulk(uuid) is
  'For members: ends a job; who has no request yet gets none. Requests that were sent stay. Errors: not_found.';
grant execute on function public.stop_bulk(uuid) to authenticated;

create function public.retry_bulk(job uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_locked private.jobs := private.find_job(retry_bulk.job);
  v_tried integer;
begin
  select j.* into v_locked from private.jobs as j where j.id = v_locked.id for update;
  if v_locked.stopped_at is not null then
    return 0;
  end if;
  -- No one with a request is among them: a row ends with a request or with a failure.
  update private.job_rows as r
  set
    done_at = null, failure = null, attempts = 0, claimed_by = null, claimed_until = null,
    not_before = case when v_locked.paused_at is null then private.email_clock() else 'infinity' end
  where r.job_id = v_locked.id and r.failure is not null and r.request_id is null;
  get diagnostics v_tried = row_count;
  if v_tried > 0 and not private.may_send_requests(v_locked.workspace_id, v_locked.sender) then
    -- As for a job that is resumed.
    update private.jobs as j set sender = auth.uid() where j.id = v_locked.id;
  end if;
  return v_tried;
end
$$;
comment on function public.retry_bulk(uuid) is
  'For members: lets the worker try all people of a job again who got no request, and returns how many. None of a job that was stopped. Errors: not_found.';
grant execute on function public.retry_bulk(uuid) to authenticated;

create function private.find_job(job uuid) returns private.jobs
language plpgsql stable set search_path = '' as $$
declare
  v_found_job private.jobs;
begin
  perform private.require_session();
  select j.* into v_found_job from private.jobs as j
  where j.id = find_job.job and j.workspace_id = any(private.my_workspaces());
  if not found then
    perform private.fail('not_found');
  end if;
  return v_found_job;
end
$$;
comment on function private.find_job(uuid) is 'A job of one of the caller''s workspaces. Errors: not_found.';

create function private.may_send_requests(workspace uuid, member uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.members as m
    join public.workspaces as w on w.id = m.workspace_id
    join auth.users as u on u.id = m.user_id
    where m.workspace_id = may_send_requests.workspace and m.user_id = may_send_requests.member
      and (u.banned_until is null or u.banned_until <= now()) and u.deleted_at is null
      and (not private.binds_members(w) or private.has_second_factor(m.user_id))
  )
$$;
comment on function private.may_send_requests(uuid, uuid) is
  'False for a member who has left the workspace, whose account is suspended, or who lacks the second factor that the workspace requires: nothing more is sent in their name.';

create function private.render_placeholders(pattern text, name text, due_on date) returns text
language sql stable set search_path = '' as $$
  -- The name comes last: one that looks like {due} stays as it is.
  select replace(
    replace(render_placeholders.pattern, '{due}', coalesce(to_char(render_placeholders.due_on, 'FMDD Mon YYYY'), '')), '{name}', render_placeholders.name
  )
$$;
comment on function private.render_placeholders(text, text, date) is 'A title or message for one person. The page shows the same.';
