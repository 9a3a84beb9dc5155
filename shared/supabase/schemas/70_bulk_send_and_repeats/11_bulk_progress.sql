-- The progress of a bulk send.

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
comment on function public.workspace_bulks(uuid) is 'For members: the ten newest jobs of a workspace. Errors: not_found.';
grant execute on function public.workspace_bulks(uuid) to authenticated;

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
  v_asked constant private.jobs := private.find_job(bulk_details.job);
  v_allowed constant integer := private.new_addresses_allowed(v_asked.workspace_id);
begin
  return query
  select
    v_asked.id, v_asked.workspace_id, v_asked.template_id, c.title, c.items_total, v_asked.created_at,
    coalesce((select f.display_name from public.profiles as f where f.user_id = v_asked.sender), ''),
    private.may_send_requests(v_asked.workspace_id, v_asked.sender), v_asked.paused_at, v_asked.stopped_at,
    s.people, s.problems, s.failed, s.sent, s.sent_lately, s.waiting, s.unsent, s.next_at,
    private.new_addresses_end_on(v_asked.workspace_id, s.new_waiting),
    v_allowed - private.new_addresses_left(v_asked.workspace_id), v_allowed
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
      (count(*) filter (where p.state = 'waiting' and private.is_new_address(v_asked.workspace_id, p.email)))::integer
        as new_waiting
    from private.job_progress(v_asked.id) as p
  ) as s
  where c.id = v_asked.checklist_id;
end
$$;
comment on function public.bulk_details(uuid) is
  'For members: the progress of a job. next_at: time of the next person''s turn; null if none waits or it is paused. sent_lately: in the last 30 seconds. ends_on: the day in UTC of the last, if the cap on new addresses lets some wait. can_send: whether its sender may still send. Errors: not_found.';
grant execute on function public.bulk_details(uuid) to authenticated;

create function public.bulk_people(job uuid, filter text, after text default '')
returns table (
  number integer, email text, name text, due_on date, request_id uuid, state text, failure text, sent_at timestamptz,
  "position" text
)
language plpgsql stable security definer rows 50 set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  v_asked constant private.jobs := private.find_job(bulk_people.job);
begin
  return query
  select l.number, l.email, l.name, l.due_on, l.request_id, l.state, l.failure, l.sent_at, l.position
  from (
    select
      p.*,
      -- Problems first, then what is happening now.
      array_position(array['failed', 'unreachable', 'sending', 'sent', 'waiting', 'stopped'], p.state)::text
        || lpad(p.number::text, 10, '0') as "position"
    from private.job_progress(v_asked.id) as p
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
  'For members: the people of a job, problems first, 50 a page. Filters: problems, sent, waiting; all others show everyone. Errors: not_found.';
grant execute on function public.bulk_people(uuid, text, text) to authenticated;

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
