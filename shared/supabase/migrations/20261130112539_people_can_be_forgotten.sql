-- Generated from schemas/ by `pnpm migration people_can_be_forgotten`.

set local check_function_bodies = off;

drop function private.erase_event_text(uuid,integer);

create or replace function private.fail(code text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using
    message = fail.code,
    errcode = case
      when fail.code = 'session.required' then 'PT401'
      when fail.code in ('proof.required', 'workspace.role') then 'PT403'
      when fail.code = 'not_found' then 'PT404'
      when fail.code = 'file.too_large' then 'PT413'
      when fail.code in (
        'draft.sent', 'request.closed', 'request.paused', 'request.complete', 'request.reopen_expired', 'request.open',
        'request.stale', 'item.stale', 'item.locked', 'item.undecided', 'item.answered', 'item.chosen',
        'item.not_received', 'recipient.last', 'recipient.member', 'access.decided', 'file.not_stored', 'file.changed',
        'file.accepted', 'file.undecidable', 'workspace.last_owner', 'account.changed', 'reminder.soon',
        'reminder.unreachable', 'invitation.exists', 'invitation.member', 'invitation.expired', 'invitation.used',
        'invitation.other_address', 'request.deleted', 'deletion.not_asked', 'person.asked'
      ) then 'PT409'
      else 'PT422'
    end;
end
$$;

create or replace function public.delete_person(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_main constant private.people := private.require_person(delete_person.person);
begin
  perform private.lock_people(v_main.workspace_id, true);
  if private.is_asked(v_main.id) then
    perform private.fail('person.asked');
  end if;
  perform private.forget_people(array[v_main.id]);
end
$$;

create or replace function private.forget_old_people(batch integer) returns integer
language plpgsql set search_path = '' as $$
declare
  v_old uuid[];
begin
  select array_agg(old.id) into v_old
  from (
    select p.id
    from private.people as p
    join public.workspaces as w on w.id = p.workspace_id
    -- Without a limit on files there is none on people.
    where p.merged_into is null
      and greatest(p.asked_at, p.last_seen_at, p.answered_at) < now() - make_interval(days => w.retain_days)
      and not private.is_asked(p.id)
    limit forget_old_people.batch
    for update of p skip locked
  ) as old;
  perform private.forget_people(v_old);
  return coalesce(cardinality(v_old), 0);
end
$$;

create or replace function private.is_asked(person uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.addresses_of(is_asked.person) as a
    join public.recipients as c
      on c.workspace_id = a.workspace_id and private.address_hash(c.email) = private.address_hash(a.email)
  ) or exists (
    select from private.addresses_of(is_asked.person) as a
    join private.jobs as j on j.workspace_id = a.workspace_id
    join private.job_rows as r on r.job_id = j.id and r.email = a.email
    where r.done_at is null
  )
$$;

create or replace function private.forget_people(people uuid[]) returns void
language sql set search_path = '' as $$
  delete from private.job_rows as r
  using private.jobs as j, private.people as p
  where j.id = r.job_id and j.workspace_id = p.workspace_id and r.email = p.email
    and coalesce(p.merged_into, p.id) = any(forget_people.people);
  delete from private.people as p where coalesce(p.merged_into, p.id) = any(forget_people.people)
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

  return coalesce(cardinality(v_retired), 0) + coalesce(cardinality(v_dropped), 0) + coalesce(cardinality(v_forgotten), 0)
    + private.forget_old_people(retire_files.batch);
end
$$;

comment on function private.forget_old_people(integer) is 'Deletes people whom no request names and who were last asked or seen longer ago than their workspace keeps files. Returns their number.';

comment on function private.forget_people(uuid[]) is 'Deletes people with their merged addresses, tags and rows of bulk sends.';

comment on function private.is_asked(uuid) is 'True if a request, a draft or a bulk send that isn''t finished names an address of this person.';

comment on function public.delete_person(uuid) is 'For members: deletes what the workspace keeps of a person whom no request names: addresses, names, note, tags, and their rows of bulk sends. Errors: not_found, person.asked.';

comment on function public.retire_files(integer,integer) is 'For the purge job: removes unfinished uploads begun more than the given hours ago, examples too, and forgets jobs after 90 days, and people whom no request asks any more. Returns the number removed; 0 when there are no more.';

grant execute on function public.delete_person(uuid) to authenticated;
