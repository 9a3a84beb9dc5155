-- Deleting requests and files, with a bin.
--
-- An ended request is deleted by way of a bin, and recipients may ask for their files to be deleted
-- (decision 0068).

create function public.delete_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests;
  v_told uuid[];
begin
  perform private.require_session();
  select r.* into v_locked from public.requests as r
  where r.id = delete_request.request and r.workspace_id = any(private.my_workspaces()) and r.deleted_at is not null;
  if found then
    return;
  end if;
  v_locked := private.lock_as_member(delete_request.request);
  if v_locked.status not in ('done', 'cancelled') then
    perform private.fail('request.open');
  end if;
  perform private.require_fresh_proof('delete_requests');
  update public.requests as r
  set
    deleted_at = private.email_clock(), deleted_by = auth.uid(), deleted_from = r.status, status = 'cancelled',
    archived_at = coalesce(r.archived_at, now())
  where r.id = v_locked.id;
  perform private.add_event(v_locked.id, 'deleted');
  perform private.queue_email('binned', p, now(), now() + interval '1 minute')
  from public.recipients as p where p.request_id = v_locked.id and p.removed_at is null;
  v_told := array(
    select t.member from private.members_to_notify(v_locked) as t (member) where t.member <> auth.uid()
  );
  insert into private.outbox (kind, request_id, workspace_id, user_id, since, not_before)
  select 'binned', v_locked.id, v_locked.workspace_id, t.member, now(), private.email_clock() + interval '1 minute'
  from unnest(v_told) as t (member)
  on conflict (user_id, request_id, kind)
    where attempts = 0 and ended_at is null and kind in ('binned', 'deletion_asked') do nothing;
  perform private.notify_owners(
    v_locked.workspace_id, jsonb_build_object('kind', 'deleted', 'request', v_locked.id), v_told
  );
end
$$;
comment on function public.delete_request(uuid) is
  'For members: puts a request that has ended into the bin. It can''t be added to, recipients read only their own files, and after 14 days it is deleted for good. Both sides are notified, and the owners and the caller once a day. Needs a fresh proof of the act delete_requests, which serves for several requests. Repeating a call changes nothing. Errors: not_found, request.open, proof.required.';
grant execute on function public.delete_request(uuid) to authenticated;

create function public.restore_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests;
begin
  perform private.require_session();
  select r.* into v_locked from public.requests as r
  where r.id = restore_request.request and r.workspace_id = any(private.my_workspaces()) and not r.is_template
  for update;
  if not found then
    perform private.fail('not_found');
  elsif v_locked.deleted_at is null then
    return;
  end if;
  update public.requests as r
  set status = r.deleted_from, deleted_at = null, deleted_by = null, deleted_from = null
  where r.id = v_locked.id;
  perform private.add_event(v_locked.id, 'restored');
  perform private.withdraw_deletion(v_locked);
end
$$;
comment on function public.restore_request(uuid) is
  'For members: takes a request out of the bin, into the archive. Repeating a call changes nothing. Errors: not_found.';
grant execute on function public.restore_request(uuid) to authenticated;

create function public.empty_bin(batch integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_due uuid[];
begin
  select array_agg(old.id) into v_due
  from (
    select r.id from public.requests as r
    where r.deleted_at <= private.email_clock() - interval '14 days'
      or r.is_test and r.created_at <= private.email_clock() - interval '14 days'
    order by r.id limit least(greatest(empty_bin.batch, 1), 100)
    for update skip locked
  ) as old;
  delete from public.requests as r where r.id = any(v_due);
  return coalesce(cardinality(v_due), 0);
end
$$;
comment on function public.empty_bin(integer) is
  'For the worker: deletes requests that have been in the bin for 14 days, and tests of that age. The purge finds their bytes. Returns their number; 0 when there are no more.';
grant execute on function public.empty_bin(integer) to service_role;

create function public.ask_deletion(file uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me constant uuid := private.require_session();
  v_requests constant uuid[] := private.my_requests();
  v_items constant uuid[] := private.my_items();
  v_parent public.requests;
  v_locked public.files;
begin
  -- Requests before files, as every writer does.
  select r.* into v_parent from public.requests as r
  where r.id = (
    select f.request_id from public.files as f
    where f.id = ask_deletion.file and f.uploaded_by = v_me and not f.added_by_member
      and (f.request_id = any(v_requests) or f.item_id = any(v_items))
  )
  for update;
  select f.* into v_locked from public.files as f
  where f.id = ask_deletion.file and f.request_id = v_parent.id and f.status = 'stored'
  for update;
  if v_locked.id is null then
    perform private.fail('not_found');
  elsif v_parent.deleted_at is not null then
    perform private.fail('request.deleted');
  elsif v_parent.status not in ('done', 'cancelled') then
    perform private.fail('request.open');
  elsif v_locked.deletion_asked_at is not null and v_locked.deletion_refused_at is null then
    return;
  end if;
  perform private.use_quota('deletion_asks', v_me::text, 1);
  update public.files as f set deletion_asked_at = now(), deletion_refused_at = null, deletion_refusal = null
  where f.id = v_locked.id;
  perform private.add_event(
    v_locked.request_id, 'deletion_asked', v_locked.item_id, v_locked.id, jsonb_build_object('name', v_locked.name)
  );
  perform private.watch_own(v_parent.id);
  insert into private.outbox (kind, request_id, workspace_id, user_id, since, not_before)
  select 'deletion_asked', v_parent.id, v_parent.workspace_id, t.member, now(), private.email_clock() + interval '1 minute'
  from private.members_to_notify(v_parent) as t (member)
  on conflict (user_id, request_id, kind)
    where attempts = 0 and ended_at is null and kind in ('binned', 'deletion_asked') do nothing;
end
$$;
comment on function public.ask_deletion(uuid) is
  'For the sender of a stored file: asks the members to delete it, once its request has ended. Repeating a call changes nothing; after a refusal it asks again. Errors: not_found, request.open, request.deleted, quota.deletion_asks.';
grant execute on function public.ask_deletion(uuid) to authenticated;

create function public.decide_deletion(file uuid, granted boolean, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_parent constant public.requests := private.lock_as_member(
    (select f.request_id from public.files as f where f.id = decide_deletion.file)
  );
  v_why constant text := nullif(private.trimmed(decide_deletion.reason), '');
  v_locked public.files;
begin
  select f.* into v_locked from public.files as f where f.id = decide_deletion.file for update;
  if v_locked.status <> 'stored' or v_locked.deletion_asked_at is null or v_locked.deletion_refused_at is not null then
    perform private.fail('deletion.not_asked');
  elsif not decide_deletion.granted and v_why is null then
    perform private.fail('reason.required');
  elsif char_length(v_why) > 1000 then
    perform private.fail('reason.too_long');
  elsif decide_deletion.granted then
    update public.files as f set status = 'removed', removed_at = now(), removed_by = auth.uid() where f.id = v_locked.id;
    -- A decision about it can't be undone, because it can no longer be read.
    update public.items as i set revision = i.revision + 1 where i.id = v_locked.item_id;
    perform private.add_event(
      v_locked.request_id, 'deletion_granted', v_locked.item_id, v_locked.id,
      jsonb_build_object('name', v_locked.name, 'size', v_locked.size)
    );
  elsif decide_deletion.granted is null then
    perform private.fail('deletion.not_asked');
  else
    update public.files as f set deletion_refused_at = now(), deletion_refusal = v_why where f.id = v_locked.id;
    perform private.add_event(
      v_locked.request_id, 'deletion_refused', v_locked.item_id, v_locked.id,
      jsonb_build_object('name', v_locked.name, 'reason', v_why)
    );
  end if;
  perform private.queue_email('deletion_decided', p, now(), now() + interval '5 minutes')
  from public.recipients as p
  where p.request_id = v_parent.id and p.user_id = v_locked.uploaded_by and p.removed_at is null;
end
$$;
comment on function public.decide_deletion(uuid, boolean, text) is
  'For members: deletes a file whose uploader asked for that, or refuses with a reason. The uploader is notified. Errors: not_found, request.deleted, deletion.not_asked, reason.required, reason.too_long.';
grant execute on function public.decide_deletion(uuid, boolean, text) to authenticated;
