-- Uploading, submitting and removing a document.

create function public.begin_upload(item uuid, name text, size bigint, mime text)
returns table (file_id uuid, object_key text)
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.items := private.lock_item_as_recipient(begin_upload.item);
begin
  return query
    select * from private.begin_file(v_locked, begin_upload.name, begin_upload.size, begin_upload.mime, by_member => false);
end
$$;
comment on function public.begin_upload(uuid, text, bigint, text) is
  'Announces a file and returns the key and content type to upload it with. Errors: not_found, request.closed, request.paused, item.locked, item.kind, file.name, file.empty, file.too_large, file.type, file.too_many, file.too_many_removed, quota.uploader_bytes, quota.workspace_bytes.';
grant execute on function public.begin_upload(uuid, text, bigint, text) to authenticated;

create function public.begin_member_upload(item uuid, name text, size bigint, mime text)
returns table (file_id uuid, object_key text)
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.items := private.lock_item_as_member(begin_member_upload.item);
begin
  if not v_locked.received_elsewhere then
    perform private.fail('item.not_received');
  end if;
  return query
    select * from private.begin_file(
      v_locked, begin_member_upload.name, begin_member_upload.size, begin_member_upload.mime, by_member => true
    );
end
$$;
comment on function public.begin_member_upload(uuid, text, bigint, text) is
  'Announces a file that a member adds to an item received another way; finish_upload and remove_file do the rest. Errors: not_found, request.closed, item.not_received, item.kind, file.name, file.empty, file.too_large, file.type, file.too_many, file.too_many_removed, quota.uploader_bytes, quota.workspace_bytes.';
grant execute on function public.begin_member_upload(uuid, text, bigint, text) to authenticated;

create function public.finish_upload(file uuid, sha256 text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me uuid := private.require_session();
  v_locked public.files;
  v_arrived_version text;
  v_arrived_size bigint;
  v_arrived_caching text;
begin
  -- Repeating a finish whose response was lost changes nothing, even if the item has been accepted since.
  perform from public.files as f
  where f.id = finish_upload.file and f.uploaded_by = v_me
    and f.status = 'stored' and f.sha256 = finish_upload.sha256;
  if found then
    return;
  end if;
  v_locked := private.lock_own_file(finish_upload.file);
  if v_locked.status = 'removed' or v_locked.uploaded_by <> v_me then
    perform private.fail('not_found');
  elsif v_locked.status = 'stored' and v_locked.sha256 = finish_upload.sha256 then
    return;
  elsif v_locked.status = 'stored' then
    perform private.fail('file.changed');
  elsif v_locked.added_by_member and not exists (
    select from public.items as i where i.id = v_locked.item_id and i.received_elsewhere
  ) then
    perform private.fail('item.not_received');
  end if;

  select o.version, (o.metadata ->> 'size')::bigint, o.metadata ->> 'cacheControl'
  into v_arrived_version, v_arrived_size, v_arrived_caching
  from storage.objects as o
  where o.bucket_id = 'documents' and o.name = v_locked.object_key;
  if v_arrived_version is null or not coalesce(finish_upload.sha256 ~ '^[0-9a-f]{64}$', false) then
    perform private.fail('file.not_stored');
  elsif v_arrived_size is distinct from v_locked.size then
    perform private.fail('file.changed');
  elsif not private.is_asked_for(v_arrived_caching) then
    perform private.fail('file.caching');
  end if;

  update public.files as f
  set status = 'stored', sha256 = finish_upload.sha256, object_version = v_arrived_version, stored_at = now()
  where f.id = v_locked.id;
  -- A file replaces not_applicable and cannot_provide. A member's file answers nothing, and the decision that it belongs to
  -- can still be undone.
  if not v_locked.added_by_member then
    perform private.answer_by_file(v_locked.item_id);
  end if;
  perform private.add_event(
    v_locked.request_id, 'file_added', v_locked.item_id, v_locked.id,
    jsonb_build_object('name', v_locked.name, 'size', v_locked.size)
  );
end
$$;
comment on function public.finish_upload(uuid, text) is
  'Binds the uploaded object to the file permanently, and submits the item once as many of the recipients'' files have arrived as are expected. Idempotent. Errors: not_found, request.closed, request.paused, item.locked, item.not_received, file.not_stored, file.changed, file.caching (a browser could show it again without asking).';
grant execute on function public.finish_upload(uuid, text) to authenticated;

create function private.answer_by_file(item uuid) returns void
language sql set search_path = '' as $$
  update public.items as i
  set
    status = case
      when private.stored_files(i.id) >= i.expected_files then 'submitted'
      else 'partial'
    end,
    answer = null, answer_kind = null, decided_by = null, decided_at = null, revision = i.revision + 1
  where i.id = answer_by_file.item
$$;
comment on function private.answer_by_file(uuid) is
  'Notes that an item is answered by its stored files: in part, until the expected number has arrived.';

create function public.submit_files(item uuid, revision integer) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_locked public.items := private.lock_item_as_recipient(submit_files.item);
begin
  if v_locked.kind <> 'file' then
    perform private.fail('item.kind');
  elsif v_locked.revision is distinct from submit_files.revision
    or v_locked.status = 'submitted'
    or private.stored_files(v_locked.id) not between 1 and v_locked.expected_files - 1
  then
    perform private.fail('item.stale');
  end if;
  update public.items as i
  set status = 'submitted', answer = null, answer_kind = null, decided_by = null, decided_at = null,
    revision = i.revision + 1
  where i.id = v_locked.id;
  perform private.add_event(v_locked.request_id, 'answered', v_locked.id, null, jsonb_build_object('kind', 'file'));
  return v_locked.revision + 1;
end
$$;
comment on function public.submit_files(uuid, integer) is
  'Submits an item with fewer files than expected and returns its new revision. Errors: not_found, request.closed, request.paused, item.locked, item.kind, item.stale (also when there is nothing to submit).';
grant execute on function public.submit_files(uuid, integer) to authenticated;

create function public.remove_file(file uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.files := private.lock_own_file(remove_file.file);
begin
  if v_locked.status = 'removed' then
    return;
  elsif v_locked.verdict = 'accepted' then
    perform private.fail('file.accepted');
  end if;
  update public.files as f
  set status = 'removed', removed_at = now(), removed_by = auth.uid()
  where f.id = v_locked.id;
  if v_locked.status = 'stored' then
    if not v_locked.added_by_member then
      perform private.reset_item_status(v_locked.item_id);
    end if;
    perform private.add_event(
      v_locked.request_id, 'file_removed', v_locked.item_id, v_locked.id,
      jsonb_build_object('name', v_locked.name, 'size', v_locked.size)
    );
  end if;
end
$$;
comment on function public.remove_file(uuid) is
  'Removes one of the caller''s files, finished or not, or one that a member of the caller''s workspace added; its row stays. Errors: not_found, request.closed, request.paused, item.locked, file.accepted.';
grant execute on function public.remove_file(uuid) to authenticated;

create function private.begin_file(item public.items, name text, size bigint, mime text, by_member boolean)
returns table (file_id uuid, object_key text)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
begin
  if item.kind <> 'file' then
    perform private.fail('item.kind');
  elsif not coalesce(private.is_clean_file_name(begin_file.name), false) then
    perform private.fail('file.name');
  elsif not coalesce(begin_file.size > 0, false) then
    perform private.fail('file.empty');
  elsif begin_file.size > (select b.file_size_limit from storage.buckets as b where b.id = 'documents') then
    perform private.fail('file.too_large');
  elsif not coalesce(begin_file.mime = any(private.document_types()), false)
    or not private.accepts_type(item.accepts, begin_file.mime)
  then
    perform private.fail('file.type');
  elsif (
    select count(*) from public.files as f
    where f.item_id = item.id and f.uploaded_by = auth.uid() and f.status in ('uploading', 'stored')
  ) >= 50 then
    perform private.fail('file.too_many');
  elsif (
    -- The bytes of removed files take space until they are purged: room for replacing every file ten times.
    select count(*) from public.files as f
    where f.item_id = item.id and f.uploaded_by = auth.uid() and f.purged_at is null
  ) >= 500 then
    perform private.fail('file.too_many_removed');
  end if;
  perform private.use_quota('uploader_bytes', auth.uid()::text, begin_file.size);
  return query
    insert into public.files as f (
      item_id, request_id, workspace_id, name, size, mime, uploaded_by, added_by_member
    )
    values (
      item.id, item.request_id, item.workspace_id,
      begin_file.name, begin_file.size, begin_file.mime, auth.uid(), begin_file.by_member
    )
    returning f.id, f.object_key;
  -- Counted by a trigger of the row above, whose transaction has locked the count.
  if (
    select u.used from private.usage as u where u.name = 'workspace_bytes' and u.subject = item.workspace_id::text
  ) > (select q.most from private.quotas as q where q.name = 'workspace_bytes')
  then
    perform private.fail('quota.workspace_bytes');
  end if;
end
$$;
comment on function private.begin_file(public.items, text, bigint, text, boolean) is
  'Adds a file without its bytes to a locked item. Errors: item.kind, file.name, file.empty, file.too_large, file.type, file.too_many, file.too_many_removed, quota.uploader_bytes, quota.workspace_bytes.';

create function private.lock_own_file(file uuid) returns public.files
language plpgsql set search_path = '' as $$
declare
  v_locked public.files;
begin
  perform private.require_session();
  select f.* into v_locked from public.files as f
  where f.id = lock_own_file.file and (f.uploaded_by = auth.uid() or f.added_by_member);
  if not found then
    perform private.fail('not_found');
  elsif v_locked.added_by_member then
    perform private.lock_item_as_member(v_locked.item_id);
  else
    perform private.lock_item_as_recipient(v_locked.item_id);
  end if;
  select f.* into v_locked from public.files as f where f.id = lock_own_file.file for update;
  return v_locked;
end
$$;
comment on function private.lock_own_file(uuid) is
  'Locks the request, the item and the file, and returns a file that the person uploads or has uploaded, or one that any member of the person''s workspace added; not_found for anyone else.';
