-- Checks that stored files still have the bytes that were sent.
--
-- The sender's browser announces a file's checksum. The worker reads each stored object once and records what it found
-- (decision 0063).

create table private.checks (
  file_id uuid primary key references public.files (id) on delete cascade,
  attempts integer not null default 0,
  not_before timestamptz not null default '-infinity',
  claimed_by uuid,
  claimed_until timestamptz
);
comment on table private.checks is
  'Files that a worker is reading, and those that couldn''t be read for now. A claim whose lease has ended counts as none.';

create function public.claim_checks(worker uuid, batch integer) returns table (file uuid, object_key text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
begin
  -- Claims are serialised so that each sees all earlier ones, as those of the purge.
  lock table private.checks in share row exclusive mode;
  return query
    with due as (
      select f.id, f.object_key
      from public.files as f left join private.checks as c on c.file_id = f.id
      where f.status = 'stored' and f.checked_at is null
        and (c.file_id is null or c.not_before <= v_moment and (c.claimed_until is null or c.claimed_until < now()))
      -- A member may be looking at what has just arrived.
      order by f.stored_at desc, f.id
      limit least(claim_checks.batch, 100)
    ),
    claimed as (
      insert into private.checks as c (file_id, claimed_by, claimed_until)
      select d.id, claim_checks.worker, now() + interval '15 minutes' from due as d
      on conflict (file_id) do update set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
    )
    select d.id, d.object_key from due as d;
end
$$;
comment on function public.claim_checks(uuid, integer) is
  'For the worker: leases unchecked stored files, the newest first, for a quarter of an hour.';
grant execute on function public.claim_checks(uuid, integer) to service_role;

create function public.finish_checks(worker uuid, bytes jsonb)
returns table (verified integer, damaged integer, removed integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_own uuid[];
  v_intact uuid[];
  v_broken uuid[];
  v_broken_file public.files;
begin
  -- Only damage is written into the history. Requests before files, as every writer does.
  perform from public.requests as r
  where r.id in (
    select f.request_id
    from jsonb_to_recordset(finish_checks.bytes) as b (file uuid, sha256 text, size bigint)
    join public.files as f on f.id = b.file
    where b.sha256 is distinct from f.sha256 or b.size is distinct from f.size
  )
  order by r.id
  for update;
  perform from public.files as f
  where f.id in (select b.file from jsonb_to_recordset(finish_checks.bytes) as b (file uuid))
  order by f.id
  for update;
  with finished as (
    delete from private.checks as c
    where c.claimed_by = finish_checks.worker
      and c.file_id in (select b.file from jsonb_to_recordset(finish_checks.bytes) as b (file uuid))
    returning c.file_id
  )
  select coalesce(array_agg(d.file_id), '{}') into v_own from finished as d;
  -- A file that was removed in between needs no check: its bytes may be gone.
  with checked as (
    update public.files as f set checked_sha256 = b.sha256, checked_size = b.size, checked_at = now()
    from jsonb_to_recordset(finish_checks.bytes) as b (file uuid, sha256 text, size bigint)
    where f.id = b.file and f.id = any(v_own) and f.status = 'stored' and f.checked_at is null
    returning f.id, f.damaged
  )
  select
    coalesce(array_agg(d.id) filter (where not d.damaged), '{}'),
    coalesce(array_agg(d.id) filter (where d.damaged), '{}')
  into v_intact, v_broken
  from checked as d;
  for v_broken_file in
    select f.* from public.files as f where f.id = any(v_broken) order by f.stored_at, f.id
  loop
    perform private.add_event(
      v_broken_file.request_id, 'file_damaged', v_broken_file.item_id, v_broken_file.id,
      jsonb_build_object('name', v_broken_file.name)
    );
    perform private.queue_damaged(v_broken_file.request_id, v_broken_file.workspace_id);
  end loop;
  return query
  select cardinality(v_intact), cardinality(v_broken), cardinality(v_own) - cardinality(v_intact) - cardinality(v_broken);
end
$$;
comment on function public.finish_checks(uuid, jsonb) is
  'For the worker: records the checksums of what it has read: [{file, sha256, size}], without the last two where there is no object. Counts those that are verified, damaged or were removed; not those that another worker has claimed since.';
grant execute on function public.finish_checks(uuid, jsonb) to service_role;

create function public.postpone_check(file uuid, worker uuid) returns void
language sql security definer set search_path = '' as $$
  update private.checks as c
  set
    attempts = c.attempts + 1,
    not_before = private.email_clock() + least(interval '1 minute' * 2 ^ least(c.attempts, 10), interval '1 hour'),
    claimed_until = null
  where c.file_id = postpone_check.file and c.claimed_by = postpone_check.worker
$$;
comment on function public.postpone_check(uuid, uuid) is
  'For the worker: a file couldn''t be read for now. The pause before the next attempt doubles, up to an hour.';
grant execute on function public.postpone_check(uuid, uuid) to service_role;

create function public.release_checks(worker uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.checks as c where c.claimed_by = release_checks.worker and c.attempts = 0;
  update private.checks as c set claimed_until = null
  where c.claimed_by = release_checks.worker and c.claimed_until is not null
$$;
comment on function public.release_checks(uuid) is 'For the worker: releases the files that it has claimed and not begun.';
grant execute on function public.release_checks(uuid) to service_role;

create function private.queue_damaged(request uuid, workspace uuid) returns void
language sql set search_path = '' as $$
  select private.watch_own(queue_damaged.request);

  insert into private.outbox (kind, request_id, workspace_id, user_id, since, not_before)
  select 'damaged', w.request_id, queue_damaged.workspace, w.user_id, now(), private.email_clock() + interval '1 minute'
  from private.watchers as w
  where w.request_id = queue_damaged.request and w.stopped_at is null
  on conflict (user_id, request_id) where attempts = 0 and ended_at is null and kind = 'damaged' do nothing
$$;
comment on function private.queue_damaged(uuid, uuid) is
  'Notifies the members who watch a request of damaged files, in one email each.';
