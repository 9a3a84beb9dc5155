-- Bytes are deleted last: a removed file is unreadable at once, and a job deletes its object later through the Storage
-- API. These are the functions of that job; people may not call them.

alter table public.files
  add column purged_at timestamptz,
  add constraint files_purged_check check (purged_at is null or status = 'removed');
comment on column public.files.purged_at is
  'When the stored object was found to be deleted. Until then the bytes of a removed file still exist, but can''t be read.';
comment on column public.files.removed_by is
  'The person who removed the file; null if it expired: an unfinished upload, or a request past its retention period.';

create index files_uploading_idx on public.files (created_at) where status = 'uploading';
create index files_to_purge_idx on public.files (removed_at, id) where status = 'removed' and purged_at is null;
create index requests_closed_idx on public.requests (workspace_id, closed_at) where closed_at is not null;

create table private.purge_claims (
  object_key text primary key,
  run uuid not null,
  leased_until timestamptz not null
);
comment on table private.purge_claims is
  'Objects that a run of the purge job is deleting. A claim with an expired lease belongs to a killed run and counts as none.';

create function public.retire_files(upload_hours integer, batch integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  retired uuid[];
  closed uuid[];
  expired uuid[];
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
  return coalesce(cardinality(retired), 0) + coalesce(cardinality(expired), 0);
end
$$;
comment on function public.retire_files(integer, integer) is
  'For the purge job: removes unfinished uploads begun more than the given hours ago, and the files of requests that ended longer ago than their workspace keeps them. Returns the number removed; 0 when there are no more.';
grant execute on function public.retire_files(integer, integer) to service_role;

create function public.claim_removed(run uuid, batch integer) returns table (object_key text, kind text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  -- Claims are serialised so that each sees all earlier ones. They are short, and nothing else waits for them.
  lock table private.purge_claims in share row exclusive mode;
  return query
    with due as (
      select f.object_key, f.removed_by, f.stored_at
      from public.files as f
      where f.status = 'removed' and f.purged_at is null
        and not exists (
          select from private.purge_claims as c
          where c.object_key = f.object_key and (c.leased_until > now() or c.run = claim_removed.run)
        )
      order by f.removed_at, f.id
      limit claim_removed.batch
    ),
    claimed as (
      insert into private.purge_claims as c (object_key, run, leased_until)
      select d.object_key, claim_removed.run, now() + interval '10 minutes' from due as d
      on conflict (object_key) do update set run = excluded.run, leased_until = excluded.leased_until
    )
    select
      d.object_key,
      case when d.removed_by is not null then 'removed' when d.stored_at is null then 'abandoned' else 'expired' end
    from due as d;
end
$$;
comment on function public.claim_removed(uuid, integer) is
  'For the purge job: claims objects of removed files, each for one run at a time. Returns none when there are no more.';
grant execute on function public.claim_removed(uuid, integer) to service_role;

create function public.claim_orphans(run uuid, after text) returns table (seen_to text, object_keys text[])
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  lock table private.purge_claims in share row exclusive mode;
  return query
    with seen as (
      select o.name from storage.objects as o
      where o.bucket_id = 'documents' and o.name > claim_orphans.after
      order by o.name
      limit 2000
    ),
    orphans as (
      select s.name from seen as s
      where not exists (select from public.files as f where f.object_key = s.name)
        and not exists (
          select from private.purge_claims as c
          where c.object_key = s.name and (c.leased_until > now() or c.run = claim_orphans.run)
        )
    ),
    claimed as (
      insert into private.purge_claims as c (object_key, run, leased_until)
      select o.name, claim_orphans.run, now() + interval '10 minutes' from orphans as o
      on conflict (object_key) do update set run = excluded.run, leased_until = excluded.leased_until
    )
    select max(s.name), array(select o.name from orphans as o) from seen as s;
end
$$;
comment on function public.claim_orphans(uuid, text) is
  'For the purge job: examines the next 2000 stored documents after a key and claims those without a file, which a deleted workspace leaves behind. seen_to is the key to continue from, null at the end.';
grant execute on function public.claim_orphans(uuid, text) to service_role;

create function public.finish_purge(object_keys text[]) returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  gone text[];
begin
  select coalesce(array_agg(k.key), '{}') into gone
  from unnest(finish_purge.object_keys) as k (key)
  where not exists (select from storage.objects as o where o.bucket_id = 'documents' and o.name = k.key);
  update public.files as f set purged_at = now()
  where f.object_key = any(gone) and f.status = 'removed' and f.purged_at is null;
  delete from private.purge_claims as c where c.object_key = any(gone);
  return gone;
end
$$;
comment on function public.finish_purge(text[]) is
  'For the purge job: marks files whose object is gone and returns those keys. Objects that still exist stay claimed.';
grant execute on function public.finish_purge(text[]) to service_role;

create function public.release_purge(run uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.purge_claims as c where c.run = release_purge.run or c.leased_until < now()
$$;
comment on function public.release_purge(uuid) is
  'For the purge job: releases the objects that a run claimed but couldn''t delete, and those of killed runs.';
grant execute on function public.release_purge(uuid) to service_role;
