-- The worker's calls for bulk sends.

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
      -- A row that has stopped several workers needs a person's attention.
      done_at = case when r.attempts >= 5 then now() end,
      failure = case when r.attempts >= 5 then 'bulk.failed' end
    where r.ctid = any(array(select d.ctid from due as d))
    returning r.job_id, r.number, r.done_at
  )
  select c.job_id, c.number from claimed as c where c.done_at is null order by c.job_id, c.number
$$;
comment on function public.claim_bulk(uuid, integer) is 'For the worker: leases people of jobs, whose turn it is, for a minute.';
grant execute on function public.claim_bulk(uuid, integer) to service_role;

create function public.finish_bulk(job uuid, number integer, worker uuid) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_claims constant text := coalesce(current_setting('request.jwt.claims', true), '');
  v_parent private.jobs;
  v_claimed private.job_rows;
  v_made uuid;
  v_code text;
begin
  select j.* into v_parent from private.jobs as j where j.id = finish_bulk.job;
  -- Deleting the workspace or removing a member locks the workspace before requests and jobs.
  perform from public.workspaces as w where w.id = v_parent.workspace_id for share;
  -- Not after a pause or a stop, nor if the lease ran out and another worker holds it.
  select r.* into v_claimed from private.job_rows as r
  where r.job_id = v_parent.id and r.number = finish_bulk.number and r.claimed_by = finish_bulk.worker
    and r.done_at is null and r.not_before <= v_moment
  for update;
  if not found then
    return null;
  end if;
  select j.* into v_parent from private.jobs as j where j.id = v_parent.id;
  if not private.may_send_requests(v_parent.workspace_id, v_parent.sender) then
    update private.job_rows as r set not_before = 'infinity', claimed_until = null, attempts = 0
    where r.job_id = v_parent.id and r.number = v_claimed.number;
    return 'waits';
  end if;
  begin
    perform private.act_as(v_parent.sender);
    v_made := private.send_job_row(v_parent, v_claimed);
    perform set_config('request.jwt.claims', v_claims, true);
  exception when others then
    if sqlstate not like 'PT4%' then
      raise;
    end if;
    v_code := sqlerrm;
  end;
  if v_made is null and (v_code is null or v_code like 'quota.%') then
    update private.job_rows as r
    set not_before = date_trunc('day', v_moment, 'UTC') + interval '1 day', claimed_until = null, attempts = 0
    where r.job_id = v_parent.id and r.number = v_claimed.number;
    return 'waits';
  end if;
  update private.job_rows as r set done_at = now(), request_id = v_made, failure = v_code
  where r.job_id = v_parent.id and r.number = v_claimed.number;
  return case when v_made is null then 'failed' else 'sent' end;
end
$$;
comment on function public.finish_bulk(uuid, integer, uuid) is
  'For the worker: makes and sends the request of a person that it has claimed, once. sent; failed: with a reason that members read; waits: for another day, or for a member to resume. Null if the claim is no longer the caller''s.';
grant execute on function public.finish_bulk(uuid, integer, uuid) to service_role;

create function private.send_job_row(job private.jobs, claimed private.job_rows) returns uuid
language plpgsql set search_path = '' as $$
declare
  v_source public.requests;
  v_made public.requests;
begin
  if not private.reserve_address(job.workspace_id, claimed.email) then
    return null;
  end if;
  select r.* into v_source from public.requests as r where r.id = job.checklist_id;
  v_made := private.start_request(
    v_source,
    private.one_line(private.render_placeholders(job.title, claimed.name, claimed.due_on)),
    private.trimmed(private.render_placeholders(job.message, claimed.name, claimed.due_on)),
    claimed.due_on
  );
  -- Members who have left since get nothing new.
  perform private.set_assignee(v_made, m.user_id) from public.members as m
  where m.workspace_id = v_made.workspace_id and m.user_id = claimed.assignee;
  perform private.edit_recipients(
    v_made, jsonb_build_array(jsonb_build_object('email', claimed.email, 'name', claimed.name))
  );
  perform private.open_draft(v_made, true);
  return v_made.id;
end
$$;
comment on function private.send_job_row(private.jobs, private.job_rows) is
  'Makes and sends the request of one person; null if the address is new and has to wait.';
