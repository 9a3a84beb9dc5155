-- Generated from schemas/ by `pnpm migration forget_deleted_accounts`.

set local check_function_bodies = off;

create or replace function private.tg_outbox__forget_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.outbox as o where o.id = new.id;
  return null;
end
$$;

create or replace function public.retire_files(upload_hours integer, batch integer) returns integer
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

create trigger forget_deleted_account after update of outcome on private.outbox
  for each row when (new.kind = 'security' and new.user_id is null and new.outcome is not null)
  execute function private.tg_outbox__forget_account();

comment on function private.tg_outbox__forget_account() is 'Removes the notice to the owner of a deleted account, with their address, when it was sent or given up.';
