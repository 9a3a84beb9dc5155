-- The worker deletes the bytes of files that are gone.

create table private.purge_claims (
  object_key text primary key,
  run uuid not null,
  leased_until timestamptz not null
);
comment on table private.purge_claims is
  'Objects that a run of the purge job is deleting. A claim with an expired lease belongs to a killed run and counts as none.';

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

create function public.claim_orphans(run uuid, after text, bucket text default 'documents')
returns table (seen_to text, object_keys text[])
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  lock table private.purge_claims in share row exclusive mode;
  return query
    with seen as (
      select o.name from storage.objects as o
      -- Nothing of ours refers to the objects of another bucket, so all of them would be claimed.
      where o.bucket_id = claim_orphans.bucket and o.bucket_id in ('documents', 'assets')
        and o.name > claim_orphans.after
      order by o.name
      limit 2000
    ),
    orphans as (
      select s.name from seen as s
      where not exists (select from public.files as f where f.object_key = s.name)
        and not exists (select from public.item_examples as e where e.object_key = s.name)
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
comment on function public.claim_orphans(uuid, text, text) is
  'For the purge job: examines the next 2000 objects of a bucket after a key and claims those without a row, which a removed example or a deleted workspace leaves behind. seen_to is the key to continue from, null at the end.';
grant execute on function public.claim_orphans(uuid, text, text) to service_role;

create function public.finish_purge(object_keys text[], bucket text default 'documents') returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  v_gone text[];
begin
  select coalesce(array_agg(k.key), '{}') into v_gone
  from unnest(finish_purge.object_keys) as k (key)
  where not exists (select from storage.objects as o where o.bucket_id = finish_purge.bucket and o.name = k.key);
  if finish_purge.bucket = 'documents' then
    update public.files as f set purged_at = now()
    where f.object_key = any(v_gone) and f.status = 'removed' and f.purged_at is null;
  end if;
  delete from private.purge_claims as c where c.object_key = any(v_gone);
  return v_gone;
end
$$;
comment on function public.finish_purge(text[], text) is
  'For the purge job: marks files whose object is gone from the bucket and returns those keys. Objects that still exist stay claimed.';
grant execute on function public.finish_purge(text[], text) to service_role;

create function public.release_purge(run uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.purge_claims as c where c.run = release_purge.run or c.leased_until < now()
$$;
comment on function public.release_purge(uuid) is
  'For the purge job: releases the objects that a run claimed but couldn''t delete, and those of killed runs.';
grant execute on function public.release_purge(uuid) to service_role;
