-- The worker's calls for repeats.

create function public.claim_repeats(worker uuid, batch integer default 20) returns table (request uuid)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_due private.repeats;
begin
  for v_due in
    select s.* from private.repeats as s
    where s.not_before > v_moment and s.not_before <= v_moment + interval '1 day' and not s.is_told
    order by s.request_id
    limit 100
  loop
    -- Workspaces before requests, and requests before what belongs to them, as every writer does. Locked rows are skipped.
    perform from public.workspaces as w where w.id = v_due.workspace_id for key share skip locked;
    continue when not found;
    perform from public.requests as r where r.id = v_due.request_id for key share skip locked;
    continue when not found;
    update private.repeats as s set is_told = true
    where s.request_id = v_due.request_id and s.not_before = v_due.not_before and not s.is_told
    returning s.* into v_due;
    continue when not found;
    perform private.queue_repeat(v_due, false);
  end loop;
  return query
  update private.repeats as s
  set attempts = s.attempts + 1, claimed_by = claim_repeats.worker, claimed_until = now() + interval '1 minute'
  where s.ctid = any(array(
    select o.ctid from private.repeats as o
    where o.not_before <= v_moment and (o.claimed_until is null or o.claimed_until < now())
    order by o.not_before, o.request_id
    limit least(claim_repeats.batch, 100)
    for update skip locked
  ))
  returning s.request_id;
end
$$;
comment on function public.claim_repeats(uuid, integer) is
  'For the worker: leases requests, which are to be sent again, for a minute. Senders are notified of those of the next 24 hours.';
grant execute on function public.claim_repeats(uuid, integer) to service_role;

create function public.finish_repeat(request uuid, worker uuid) returns text
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
      v_made := private.send_again(v_source, v_claimed);
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
comment on function public.finish_repeat(uuid, uuid) is
  'For the worker: sends a request, which it has claimed, again, once. sent; failed: with a reason that members read; waits: for another day. Null if the claim is no longer the caller''s.';
grant execute on function public.finish_repeat(uuid, uuid) to service_role;

create function private.move_repeat(claimed private.repeats, made uuid) returns void
language sql set search_path = '' as $$
  update private.repeats as s
  set
    request_id = move_repeat.made, previous_id = claimed.request_id, next_on = d.day,
    not_before = private.repeat_time(s.workspace_id, d.day), is_told = false, claimed_by = null, claimed_until = null,
    attempts = 0
  from (
    -- One request for all days that were missed, and for one that comes again in another zone.
    select private.repeat_day(
      claimed.every, claimed.first_on, greatest(claimed.next_on, private.workspace_today(claimed.workspace_id))
    ) as day
  ) as d
  where s.request_id = claimed.request_id
$$;
comment on function private.move_repeat(private.repeats, uuid) is
  'Makes the request that was just sent the one that repeats, on its next day.';

create function private.send_again(source public.requests, claimed private.repeats) returns uuid
language plpgsql set search_path = '' as $$
declare
  v_zone constant text := (select w.zone from public.workspaces as w where w.id = source.workspace_id);
  v_made public.requests;
begin
  v_made := private.start_request(
    -- Of the planned day, which the page has shown, also if it's sent later.
    source, private.dated_title(coalesce(nullif(claimed.title, ''), source.title), claimed.next_on), source.message,
    -- Without a due date there is none; greatest would ignore the null.
    case when source.due_on is not null then
      private.workspace_today(source.workspace_id) + greatest(source.due_on - (source.sent_at at time zone v_zone)::date, 0)
    end
  );
  perform private.copy_settings(source, v_made);
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
comment on function private.send_again(public.requests, private.repeats) is
  'Sends a request again as it is now, under its title or that of the repeat, due as many days after today as it was after it was sent.';
