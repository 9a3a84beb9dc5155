-- Jobs whose failed people are tried again and have assignees, and repeats that are handed over (decision 0062).

-- Assignees ------------------------------------------------------------------------------------------------------------

alter table private.job_rows
  add column assignee uuid,
  alter column assignee set statistics 0;
comment on column private.job_rows.assignee is
  'Chosen in the list; the sender takes the place of one who is no member any more.';

create function private.give_request(locked public.requests, assignee uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if give_request.assignee is not distinct from locked.assignee then
    return;
  end if;
  update public.requests as r set assignee = give_request.assignee where r.id = locked.id;
  if give_request.assignee is not null then
    -- Nobody to take over is no reason to stop telling whoever was told.
    insert into private.watchers as w (request_id, user_id, stopped_at)
    select locked.id, told.user_id, told.stopped_at
    from (values (give_request.assignee, null::timestamptz), (locked.assignee, now())) as told (user_id, stopped_at)
    where told.user_id is not null
    on conflict (request_id, user_id) do update set stopped_at = excluded.stopped_at;
  end if;
end
$$;
comment on function private.give_request(public.requests, uuid) is
  'Lets a member, or nobody, look after a request, and get the emails about what arrives in place of the one before.';

create or replace function public.assign_request(request uuid, assignee uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests;
  new_name text;
begin
  perform private.require_session();
  -- Before the request, as remove_member locks them, so that neither waits for the other.
  perform from public.members as m
  where m.user_id = assign_request.assignee and m.workspace_id = any(private.my_workspaces())
    and m.workspace_id = (select r.workspace_id from public.requests as r where r.id = assign_request.request)
  for key share;
  locked := private.lock_as_member(assign_request.request);
  if locked.is_template then
    perform private.fail('not_found');
  end if;
  select f.display_name into new_name
  from public.members as m join public.profiles as f on f.user_id = m.user_id
  where m.workspace_id = locked.workspace_id and m.user_id = assign_request.assignee;
  if assign_request.assignee is not null and not found then
    perform private.fail('assignee.not_member');
  elsif assign_request.assignee is not distinct from locked.assignee then
    return locked.assignee;
  end if;
  perform private.give_request(locked, assign_request.assignee);
  perform private.add_event(locked.id, 'assigned', data => jsonb_strip_nulls(jsonb_build_object('name', new_name)));
  return locked.assignee;
end
$$;

create or replace function public.send_to_many(job uuid, template uuid, title text, message text, people jsonb) returns void
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
  elsif exists (
    select from jsonb_array_elements(send_to_many.people) as e (person)
    where e.person ->> 'assignee' is not null and not exists (
      select from public.members as m
      where m.workspace_id = source.workspace_id and m.user_id::text = e.person ->> 'assignee'
    )
  ) then
    perform private.fail('assignee.not_member');
  end if;
  perform private.use_quota('bulk_rows', source.workspace_id::text, listed);
  -- The copy of the template.
  perform private.use_quota('requests', source.workspace_id::text, 1);
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
  insert into private.job_rows (job_id, number, email, name, due_on, assignee, not_before)
  select
    send_to_many.job, (e.person ->> 'number')::integer, l.email, l.name, private.as_day(e.person -> 'due_on'),
    (e.person ->> 'assignee')::uuid, private.email_clock()
  from jsonb_array_elements(send_to_many.people) as e (person)
  cross join lateral private.listed_recipients(jsonb_build_array(e.person)) as l;
  perform private.count_template_use(source.id);
end
$$;
comment on function public.send_to_many(uuid, uuid, text, text, jsonb) is
  'For members: stores a job that sends a template to up to 1,000 people {number, email, name, due_on, assignee}, each a request of their own, with the title and message filled in. With the id of a job that exists it does nothing. An assignee is the id of a member. Errors: not_found, bulk.*, draft.*, quota.bulk_rows, assignee.not_member.';

create or replace function private.send_job_row(job private.jobs, claimed private.job_rows) returns uuid
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
  -- Members who have left meanwhile get nothing new.
  perform private.give_request(made, m.user_id) from public.members as m
  where m.workspace_id = made.workspace_id and m.user_id = claimed.assignee;
  perform private.edit_recipients(
    made, jsonb_build_array(jsonb_build_object('email', claimed.email, 'name', claimed.name))
  );
  perform private.open_draft(made, true);
  return made.id;
end
$$;

create or replace function private.send_again(source public.requests) returns uuid
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
  if source.assignee is not null then
    perform private.give_request(made, source.assignee);
  end if;
  insert into public.request_tags (request_id, tag_id, workspace_id)
  select made.id, g.tag_id, g.workspace_id from public.request_tags as g where g.request_id = source.id;
  -- An opt-out holds for the whole series.
  insert into public.recipients (request_id, workspace_id, email, name, muted_at)
  select made.id, source.workspace_id, p.email, p.name, p.muted_at
  from public.recipients as p where p.request_id = source.id and p.removed_at is null and p.scope = 'all';
  perform private.open_draft(made, true);
  perform private.add_event(made.id, 'repeated');
  return made.id;
end
$$;

-- Members who go ----------------------------------------------------------------------------------------------------------

create or replace function public.remove_member(workspace uuid, member uuid, successor uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  mine constant text := private.lock_workspace(remove_member.workspace, 'member');
  theirs constant text := (
    select m.role from public.members as m
    where m.workspace_id = remove_member.workspace and m.user_id = remove_member.member
  );
  heir uuid;
begin
  if theirs is null then
    perform private.fail('not_found');
  elsif remove_member.member <> me and (mine = 'member' or private.rank_of(theirs) > private.rank_of(mine)) then
    perform private.fail('workspace.role');
  end if;
  if theirs = 'owner' and remove_member.member <> me then
    perform private.require_fresh_proof('roles');
  end if;
  select m.user_id into heir
  from public.members as m
  where m.workspace_id = remove_member.workspace and m.user_id <> remove_member.member
    and (remove_member.successor is null or m.user_id = remove_member.successor)
  -- Without a choice: whoever removes them, else the first owner.
  order by m.user_id = me desc, private.rank_of(m.role) desc, m.created_at
  limit 1;
  if heir is null and remove_member.successor is not null then
    perform private.fail('not_found');
  end if;
  -- Before their requests, as assign_request locks them.
  perform from public.members as m
  where m.workspace_id = remove_member.workspace and m.user_id = remove_member.member
  for update;
  -- Otherwise nobody might be told what arrives. Locked in one order, to avoid a deadlock with somebody who answers.
  with watched as (
    select r.id from public.requests as r
    where heir is not null and r.workspace_id = remove_member.workspace and r.status <> 'cancelled'
      and (r.assignee = remove_member.member or private.is_watched(r, remove_member.member))
    order by r.id
    for key share
  )
  insert into private.watchers (request_id, user_id) select w.id, heir from watched as w
  on conflict do nothing;
  delete from private.watchers as w using public.requests as r
  where r.id = w.request_id and r.workspace_id = remove_member.workspace and w.user_id = remove_member.member;
  with theirs as (
    select r.id from public.requests as r
    where heir is not null and r.workspace_id = remove_member.workspace and r.assignee = remove_member.member
      and r.status in ('draft', 'open')
    order by r.id
    for no key update
  )
  update public.requests as r set assignee = heir from theirs as t where r.id = t.id;
  with theirs as (
    select r.id from public.requests as r
    join private.repeats as s on s.request_id = r.id
    where heir is not null and s.workspace_id = remove_member.workspace and s.sender = remove_member.member
    order by r.id
    for no key update of r
  )
  -- The successor is told of the next day as if it had just been set.
  update private.repeats as s set sender = heir, is_told = false from theirs as t where s.request_id = t.id;
  delete from public.members as m
  where m.workspace_id = remove_member.workspace and m.user_id = remove_member.member;
  perform private.end_invitations(remove_member.workspace, remove_member.member);
  -- An invitation to their own address must not let them in again.
  delete from private.invitations as i using auth.users as u
  where u.id = remove_member.member and i.workspace_id = remove_member.workspace and i.email = lower(u.email)
    and i.accepted_at is null;
end
$$;
comment on function public.remove_member(uuid, uuid, uuid) is
  'Ends a membership: for owners, for admins below owner, and for members who leave. Their drafts, open requests and repeats go to the successor, by default the caller or the first owner, who gets the emails about their requests. Errors: not_found (also for a successor who is no member), workspace.role, workspace.last_owner, proof.required (of the act roles, for another owner).';

-- Locks ------------------------------------------------------------------------------------------------------------------

create or replace function private.lock_to_copy(request uuid) returns public.requests
language plpgsql set search_path = '' as $$
begin
  -- The new row refers to the workspace and a member of it. Whoever deletes the workspace or removes the member locks the
  -- workspace before its requests; a weaker lock than this one would let both wait for each other.
  perform from public.workspaces as w
  where w.id = (
    select r.workspace_id from public.requests as r
    where r.id = lock_to_copy.request and r.workspace_id = any(private.my_workspaces())
  )
  for share;
  return private.lock_as_member(lock_to_copy.request);
end
$$;

create or replace function public.finish_bulk(job uuid, number integer, worker uuid) returns text
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
  -- Whoever deletes the workspace or removes a member locks the workspace before requests and jobs.
  perform from public.workspaces as w where w.id = parent.workspace_id for share;
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

create or replace function public.send_request(request uuid, invite boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests;
begin
  perform private.require_session();
  -- Before the request, as remove_member locks them: whoever sends what nobody looks after becomes its assignee.
  perform from public.members as m
  where m.user_id = auth.uid() and m.workspace_id = any(private.my_workspaces())
    and m.workspace_id = (select r.workspace_id from public.requests as r where r.id = send_request.request)
  for key share;
  locked := private.lock_as_member(send_request.request);
  if locked.is_template then
    perform private.fail('template.sent');
  end if;
  perform private.open_draft(locked, coalesce(send_request.invite, false));
end
$$;

create or replace function public.tag_person(person uuid, tag uuid, tagged boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  main private.people := private.require_person(tag_person.person);
  changed integer;
begin
  perform private.lock_people(main.workspace_id, false);
  -- They may have been merged meanwhile.
  main := private.require_person(tag_person.person);
  -- One tag at a time, so that they are counted.
  perform from private.people as p where p.id = main.id for no key update;
  -- An address that was corrected meanwhile may be nobody's now.
  if not found or tag_person.tagged is null then
    perform private.fail('not_found');
  elsif not tag_person.tagged then
    delete from private.person_tags as g where g.person_id = main.id and g.tag_id = tag_person.tag;
  elsif not exists (
    select from public.tags as t where t.id = tag_person.tag and t.workspace_id = main.workspace_id
  ) then
    perform private.fail('tag.deleted');
  elsif (
    select count(*) from private.person_tags as g where g.person_id = main.id and g.tag_id <> tag_person.tag
  ) >= 10 then
    perform private.fail('tag.too_many_here');
  else
    insert into private.person_tags (person_id, tag_id, workspace_id)
    values (main.id, tag_person.tag, main.workspace_id) on conflict do nothing;
  end if;
  get diagnostics changed = row_count;
  return changed > 0;
end
$$;

create or replace function private.recipients_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  met uuid[];
  seen record;
begin
  if tg_op = 'INSERT' then
    met := array(select distinct c.request_id from changed as c);
  else
    met := array(
      select distinct c.request_id from changed as c join former as f on f.id = c.id
      where (f.email, f.name) is distinct from (c.email, c.name)
    );
    -- Before anything else of theirs, in the order of merges. Nobody is tagged meanwhile who is forgotten below.
    perform from private.people as p
    where (p.workspace_id, p.email) in (
      select s.workspace_id, s.email
      from changed as c join former as f on f.id = c.id
      cross join lateral (values (f.workspace_id, f.email), (c.workspace_id, c.email)) as s (workspace_id, email)
      where f.email <> c.email
    )
    order by p.id
    for update;
  end if;
  if met <> '{}' then
    perform private.meet_people(met);
  end if;
  perform private.keep_open_recipients(array(select c.id from changed as c));
  if tg_op = 'UPDATE' then
    update private.people as p set last_seen_at = c.last_seen_at
    from changed as c join former as f on f.id = c.id
    where p.workspace_id = c.workspace_id and p.email = c.email and f.last_seen_at is distinct from c.last_seen_at
      and coalesce(p.last_seen_at < c.last_seen_at, true);
    -- An address that was corrected before anybody used it was nobody's.
    delete from private.people as p
    using changed as c join former as f on f.id = c.id
    where f.email <> c.email and p.workspace_id = f.workspace_id and p.email = f.email
      and p.name = '' and p.note = '' and p.merged_into is null
      and not exists (select from private.people as m where m.merged_into = p.id)
      and not exists (select from private.person_tags as g where g.person_id = p.id)
      and not exists (
        select from public.recipients as other join public.requests as r on r.id = other.request_id
        where other.workspace_id = p.workspace_id and private.address_hash(other.email) = private.address_hash(p.email)
          and r.sent_at is not null
      );
  end if;
  return null;
end
$$;

-- Trying again ----------------------------------------------------------------------------------------------------------

create function public.retry_bulk(job uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  locked private.jobs := private.find_job(retry_bulk.job);
  tried integer;
begin
  select j.* into locked from private.jobs as j where j.id = locked.id for update;
  if locked.stopped_at is not null then
    return 0;
  end if;
  -- Who has a request isn't among them: a row ends with a request or with a failure.
  update private.job_rows as r
  set
    done_at = null, failure = null, attempts = 0, claimed_by = null, claimed_until = null,
    not_before = case when locked.paused_at is null then private.email_clock() else 'infinity' end
  where r.job_id = locked.id and r.failure is not null and r.request_id is null;
  get diagnostics tried = row_count;
  if tried > 0 and not private.may_send(locked.workspace_id, locked.sender) then
    -- As for a job that is resumed.
    update private.jobs as j set sender = auth.uid() where j.id = locked.id;
  end if;
  return tried;
end
$$;
comment on function public.retry_bulk(uuid) is
  'For members: lets the worker try all people of a job again who got no request, and returns how many. None of a job that was stopped. Errors: not_found.';
grant execute on function public.retry_bulk(uuid) to authenticated;

drop function public.bulk_details(uuid);
create function public.bulk_details(job uuid)
returns table (
  id uuid, workspace_id uuid, template_id uuid, template_title text, items integer, created_at timestamptz,
  sender_name text, can_send boolean, paused_at timestamptz, stopped_at timestamptz, people integer, problems integer, failed integer,
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
    s.people, s.problems, s.failed, s.sent, s.sent_lately, s.waiting, s.unsent, s.next_at,
    private.new_addresses_end_on(asked.workspace_id, s.new_waiting),
    allowed - private.new_addresses_left(asked.workspace_id), allowed
  from public.requests as c
  cross join (
    select
      count(*)::integer as people,
      (count(*) filter (where p.state in ('failed', 'unreachable')))::integer as problems,
      (count(*) filter (where p.state = 'failed'))::integer as failed,
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

-- Upkeep -----------------------------------------------------------------------------------------------------------------

create or replace function public.retire_files(upload_hours integer, batch integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  retired uuid[];
  closed uuid[];
  expired uuid[];
  dropped uuid[];
  forgotten uuid[];
begin
  -- Locked rows are skipped, so the job neither blocks nor overtakes people who are uploading, finishing or deciding.
  select array_agg(late.id) into retired
  from (
    select f.id from public.files as f
    where f.status = 'uploading' and f.created_at < now() - make_interval(hours => retire_files.upload_hours)
    order by f.created_at
    limit retire_files.batch
    for update skip locked
  ) as late;
  update public.files as f set status = 'removed', removed_at = now() where f.id = any(retired);

  select array_agg(late.id) into dropped
  from (
    select e.id from public.item_examples as e
    where e.status = 'uploading' and e.created_at < now() - make_interval(hours => retire_files.upload_hours)
    order by e.created_at
    limit retire_files.batch
    for update skip locked
  ) as late;
  delete from public.item_examples as e where e.id = any(dropped);

  -- Jobs are kept for 90 days, as emails are. One goes with its copy of the template.
  select array_agg(old.id) into forgotten
  from (
    select r.id from private.jobs as j
    join public.requests as r on r.id = j.checklist_id
    where j.created_at < now() - interval '90 days'
      and not exists (select from private.job_rows as l where l.job_id = j.id and l.done_at is null)
    order by j.created_at
    limit 20
    for update skip locked
  ) as old;
  delete from public.requests as r where r.id = any(forgotten);

  -- Locks the request first, as every writer does. The retention period of a late file starts when it arrives.
  select array_agg(old.id) into closed
  from (
    select r.id from public.requests as r
    join public.workspaces as w on w.id = r.workspace_id
    where r.closed_at < now() - make_interval(days => w.retain_days)
      and exists (
        select from public.files as f
        where f.request_id = r.id and f.status = 'stored'
          and f.stored_at < now() - make_interval(days => w.retain_days)
      )
    order by r.closed_at
    limit 20
    for update of r skip locked
  ) as old;
  with gone as (
    update public.files as f set status = 'removed', removed_at = now()
    from public.workspaces as w
    where f.request_id = any(closed) and f.status = 'stored'
      and w.id = f.workspace_id and f.stored_at < now() - make_interval(days => w.retain_days)
    returning f.id, f.item_id
  ),
  -- The new revision prevents undoing a decision about these files, which can no longer be opened.
  touched as (
    update public.items as i set revision = i.revision + 1 where i.id in (select g.item_id from gone as g)
  )
  select array_agg(g.id) into expired from gone as g;
  return coalesce(cardinality(retired), 0) + coalesce(cardinality(expired), 0) + coalesce(cardinality(dropped), 0)
    + coalesce(cardinality(forgotten), 0);
end
$$;
comment on function public.retire_files(integer, integer) is
  'For the purge job: removes unfinished uploads begun more than the given hours ago, examples too, and the files of requests that ended longer ago than their workspace keeps them, and forgets jobs after 90 days. Returns the number removed; 0 when there are no more.';

-- Emails -----------------------------------------------------------------------------------------------------------------

create or replace function private.member_email_obstacle(email private.outbox, request public.requests) returns text
language sql stable set search_path = '' as $$
  select case
    when email.kind in ('arrived', 'summary', 'second_factor', 'expiry', 'repeat') and not exists (
      select from public.members as m where m.workspace_id = email.workspace_id and m.user_id = email.user_id
    ) then 'not_member'
    -- They say what these members may not read. The email of the kind second_factor tells them why.
    when email.kind in ('arrived', 'summary', 'expiry', 'repeat') and not private.has_second_factor(email.user_id)
      and exists (
        select from public.workspaces as w where w.id = email.workspace_id and private.binds_members(w)
      ) then 'second_factor'
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
