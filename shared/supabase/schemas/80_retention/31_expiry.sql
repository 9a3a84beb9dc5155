-- The warnings, and what is erased after them.

create table private.expiries (
  request_id uuid primary key references public.requests (id) on delete cascade,
  due_at timestamptz not null,
  told_at timestamptz,
  told_again_at timestamptz
);
comment on table private.expiries is 'Requests with something to be erased, and the warnings to members about it.';
comment on column private.expiries.due_at is
  'Once members were told, the moment that they were told; before that, when the first file or answer is due.';

create index expiries_due_at_idx on private.expiries (due_at);
create index expiries_told_at_idx on private.expiries (told_at) where told_at is not null;

create function public.plan_expiries(batch integer) returns integer
language plpgsql security definer set search_path = '' set jit = off as $$
declare
  v_most constant integer := least(greatest(plan_expiries.batch, 1), 500);
  v_planned integer;
begin
  v_planned := private.find_expiries(v_most);
  v_planned := v_planned + private.warn_of_expiries(v_most);
  return v_planned + private.warn_of_silences(v_most);
end
$$;
comment on function public.plan_expiries(integer) is
  'For the worker: warns members 14 and 2 days before files and answers of an ended request are erased, and after a year in which nothing happened on an open one. Nothing is erased sooner than 14 days after the first warning and 2 days after the second. Returns how many requests it handled; 0 when there are no more.';
grant execute on function public.plan_expiries(integer) to service_role;

create function public.erase_expired(batch integer) returns integer
language plpgsql security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_due private.expiries;
  v_request public.requests;
  v_erased_files integer;
  v_erased_answers integer;
  v_erased integer := 0;
begin
  for v_due in
    select e.* from private.expiries as e
    where e.due_at <= v_moment and e.told_at <= v_moment and e.told_again_at <= v_moment
    order by e.due_at limit least(greatest(erase_expired.batch, 1), 100)
  loop
    -- Requests first, as every writer does. Locked rows are skipped.
    select r.* into v_request from public.requests as r
    where r.id = v_due.request_id and r.closed_at is not null for update skip locked;
    continue when not found;
    delete from private.expiries as e
    where e.request_id = v_request.id and e.due_at <= v_moment and e.told_at <= v_moment and e.told_again_at <= v_moment;
    continue when not found;
    with contents as materialized (
      select k.* from private.kept_contents(v_request) as k where k.due_at <= v_moment
    ),
    files as (
      update public.files as f set status = 'removed', removed_at = now()
      where f.id in (select c.file_id from contents as c)
      returning f.id
    ),
    -- The new revision prevents undoing a decision about what can no longer be read.
    items as (
      update public.items as i
      set
        revision = i.revision + 1,
        answer = case when c.has_answer then null else i.answer end,
        answer_erased_at = case when c.has_answer then now() else i.answer_erased_at end
      from (select c.item_id, bool_or(c.file_id is null) as has_answer from contents as c group by c.item_id) as c
      where i.id = c.item_id
      returning c.has_answer
    )
    select (select count(*) from files), (select count(*) from items as i where i.has_answer)
    into v_erased_files, v_erased_answers;
    update public.requests as r
    set
      erase_at = null,
      erased_at = case when not exists (select from private.kept_contents(r)) then now() end
    where r.id = v_request.id;
    if v_erased_answers > 0 then perform private.delete_receipts(v_request.id); end if;
    if v_erased_files + v_erased_answers > 0 then
      perform private.note_event(
        v_request, 'erased', jsonb_build_object('files', v_erased_files, 'answers', v_erased_answers)
      );
    end if;
    v_erased := v_erased + 1;
  end loop;
  return v_erased;
end
$$;
comment on function public.erase_expired(integer) is
  'For the worker: erases the files and answers that are due, of requests about which members were warned twice. What a file was called, its size, sum and times stay. Bytes go with the purge. Returns how many requests it handled; 0 when there are no more.';
grant execute on function public.erase_expired(integer) to service_role;

-- The worker's task that enforces retention erases what has expired.
create function public.retire_files(upload_hours integer, batch integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_retired uuid[];
  v_dropped uuid[];
  v_forgotten uuid[];
begin
  -- Locked rows are skipped, so the job neither blocks nor overtakes people who are uploading, finishing or deciding.
  select array_agg(late.id) into v_retired
  from (
    select f.id from public.files as f
    where f.status = 'uploading' and f.created_at < now() - make_interval(hours => retire_files.upload_hours)
    order by f.created_at
    limit retire_files.batch
    for update skip locked
  ) as late;
  update public.files as f set status = 'removed', removed_at = now() where f.id = any(v_retired);

  select array_agg(late.id) into v_dropped
  from (
    select e.id from public.item_examples as e
    where e.status = 'uploading' and e.created_at < now() - make_interval(hours => retire_files.upload_hours)
    order by e.created_at
    limit retire_files.batch
    for update skip locked
  ) as late;
  delete from public.item_examples as e where e.id = any(v_dropped);

  -- Jobs are kept for 90 days, as emails are. One goes with its copy of the template.
  select array_agg(old.id) into v_forgotten
  from (
    select r.id from private.jobs as j
    join public.requests as r on r.id = j.checklist_id
    where j.created_at < now() - interval '90 days'
      and not exists (select from private.job_rows as l where l.job_id = j.id and l.done_at is null)
    order by j.created_at
    limit 20
    for update skip locked
  ) as old;
  delete from public.requests as r where r.id = any(v_forgotten);
  -- Emails forget older ones only as long as there are any.
  perform private.forget_ended_emails();

  return coalesce(cardinality(v_retired), 0) + coalesce(cardinality(v_dropped), 0) + coalesce(cardinality(v_forgotten), 0)
    + private.forget_old_people(retire_files.batch);
end
$$;
comment on function public.retire_files(integer, integer) is
  'For the purge job: removes unfinished uploads begun more than the given hours ago, examples too, and forgets jobs after 90 days, and people whom no request asks any more. Returns the number looked at; 0 when there are no more.';
grant execute on function public.retire_files(integer, integer) to service_role;

create function private.expiry_notice() returns interval
language sql immutable set search_path = '' as $$
  select interval '14 days'
$$;
comment on function private.expiry_notice() is 'Time between the first warning and the erasure of a file or answer.';

create function private.find_expiries(most integer) returns integer
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_notice constant interval := private.expiry_notice();
  v_request public.requests;
  v_due timestamptz;
  v_found integer := 0;
begin
  -- Requests whose shortest time ends soon. Rows that are locked are skipped: the next run finds them.
  for v_request in
    select r.* from public.requests as r
    where r.id in (
      select s.id
      from public.workspaces as w
      cross join lateral (
        select r.id from public.requests as r
        where r.workspace_id = w.id and r.closed_at is not null and r.erased_at is null
          and r.closed_at <= v_moment + v_notice - make_interval(days => least(w.retain_days, w.retain_sensitive_days))
          and not exists (select from private.expiries as e where e.request_id = r.id)
        order by r.closed_at limit find_expiries.most
      ) as s
      where coalesce(w.retain_days, w.retain_sensitive_days) is not null
      union
      (
        select r.id from public.requests as r
        where r.closed_at is not null and r.erased_at is null and coalesce(r.retain_days, r.retain_sensitive_days) is not null
          and r.closed_at <= v_moment + v_notice - make_interval(days => least(r.retain_days, r.retain_sensitive_days))
          and not exists (select from private.expiries as e where e.request_id = r.id)
        order by r.closed_at limit find_expiries.most
      )
    )
    order by r.id limit find_expiries.most
    for update of r skip locked
  loop
    select min(k.due_at) into v_due from private.kept_contents(v_request) as k;
    if v_due is not null then
      insert into private.expiries (request_id, due_at) values (v_request.id, v_due) on conflict do nothing;
    elsif not exists (select from private.kept_contents(v_request)) then
      update public.requests as r set erased_at = now() where r.id = v_request.id;
    else
      -- The rest is kept until the workspace sets a limit.
      insert into private.expiries (request_id, due_at) values (v_request.id, 'infinity') on conflict do nothing;
    end if;
    v_found := v_found + 1;
  end loop;
  return v_found;
end
$$;
comment on function private.find_expiries(integer) is
  'Notes ended requests whose first file or answer is due within the notice. Returns how many it examined.';

create function private.warn_of_expiries(most integer) returns integer
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_notice constant interval := private.expiry_notice();
  v_last_notice constant interval := interval '2 days';
  v_request public.requests;
  v_expiry private.expiries;
  v_due timestamptz;
  v_warned integer := 0;
begin
  for v_expiry in
    select e.* from private.expiries as e
    where e.due_at <= v_moment + v_notice and e.told_at is null
      or e.due_at <= v_moment + v_last_notice and e.told_again_at is null
      -- The warning is dated in the future, so the clock was set back.
      or e.told_at > v_moment
    order by e.due_at limit warn_of_expiries.most
  loop
    -- Workspaces before requests, as a deletion locks them: an email refers to both. Locked rows are skipped.
    perform from public.workspaces as w
    where w.id = (select r.workspace_id from public.requests as r where r.id = v_expiry.request_id)
    for key share skip locked;
    continue when not found;
    select r.* into v_request from public.requests as r where r.id = v_expiry.request_id for update skip locked;
    continue when not found;
    select e.* into v_expiry from private.expiries as e where e.request_id = v_request.id for update;
    continue when not found;
    select min(k.due_at) into v_due from private.kept_contents(v_request) as k;
    if v_due is null or v_due > v_moment + v_notice then
      -- Removed, or to be kept longer since.
      delete from private.expiries as e where e.request_id = v_request.id;
      update public.requests as r set erase_at = null where r.id = v_request.id;
    elsif v_expiry.told_at is null or v_expiry.told_at > v_moment then
      v_due := greatest(v_due, v_moment + v_notice);
      update private.expiries as e set told_at = v_moment, told_again_at = null, due_at = v_due where e.request_id = v_request.id;
      update public.requests as r set erase_at = v_due where r.id = v_request.id returning r.* into v_request;
      perform private.note_event(v_request, 'erasure_announced', jsonb_build_object(
        'on', (select (v_due at time zone w.zone)::date from public.workspaces as w where w.id = v_request.workspace_id)
      ));
      perform private.queue_digest('expiry', array[v_request.id]);
    elsif v_expiry.told_again_at is null and v_expiry.due_at <= v_moment + v_last_notice then
      v_due := greatest(v_expiry.due_at, v_moment + v_last_notice);
      update private.expiries as e set told_again_at = v_moment, due_at = v_due where e.request_id = v_request.id;
      update public.requests as r set erase_at = v_due where r.id = v_request.id returning r.* into v_request;
      perform private.queue_digest('expiry', array[v_request.id]);
    else
      continue;
    end if;
    v_warned := v_warned + 1;
  end loop;
  return v_warned;
end
$$;
comment on function private.warn_of_expiries(integer) is
  'Warns members of each noted request twice before anything is erased, or forgets it when nothing is due any more. Returns how many it handled.';

create function private.tg_events__recompute_retention() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.requests as r set erased_at = null where r.id = new.request_id and r.erased_at is not null;
  delete from private.expiries as e where e.request_id = new.request_id and e.told_at is null;
  return null;
end
$$;
comment on function private.tg_events__recompute_retention() is 'What arrives late is kept from its own arrival on, and an item may become sensitive.';

create function private.forget_expiries(workspace uuid) returns void
language sql set search_path = '' as $$
  -- Planned again with the new number of days. Announced times stay: nothing is erased sooner than announced.
  delete from private.expiries as e using public.requests as r
  where r.id = e.request_id and r.workspace_id = forget_expiries.workspace and e.told_at is null
$$;
comment on function private.forget_expiries(uuid) is 'Plans the expiry of all requests of a workspace again whose members weren''t warned yet.';

create function private.queue_digest(kind text, requests uuid[]) returns void
language sql set search_path = '' as $$
  insert into private.outbox as o (kind, workspace_id, user_id, since, not_before, data)
  select
    queue_digest.kind, t.workspace_id, t.member, private.email_clock(), private.email_clock() + interval '1 minute',
    -- An email lists a hundred; of more it says so.
    jsonb_build_object('requests', to_jsonb((array_agg(t.id))[:100]))
  from (
    select r.id, r.workspace_id, a.member
    from public.requests as r cross join lateral private.members_to_notify(r) as a (member)
    where r.id = any(queue_digest.requests)
  ) as t
  group by t.workspace_id, t.member
  on conflict (user_id, workspace_id, kind) where attempts = 0 and ended_at is null and kind in ('expiry', 'silence')
  do update set data = jsonb_build_object(
    'requests',
    case
      when jsonb_array_length(o.data -> 'requests') >= 100 then o.data -> 'requests'
      else (
        select jsonb_agg(distinct l.id) from jsonb_array_elements((o.data -> 'requests') || (excluded.data -> 'requests')) as l (id)
      )
    end
  )
$$;
comment on function private.queue_digest(text, uuid[]) is
  'Tells members of requests in one email about all those that are found within a minute.';
