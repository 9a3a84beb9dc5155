create function private.accepts_type(accepts text[], mime text) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(accepts_type.accepts) = 0
    or ('pdf' = any(accepts_type.accepts) and accepts_type.mime = 'application/pdf')
    or ('image' = any(accepts_type.accepts) and accepts_type.mime like 'image/%')
$$;
comment on function private.accepts_type(text[], text) is
  'True if an item that accepts these groups accepts a file of this content type.';

create function private.fall_back(item uuid) returns void
language sql set search_path = '' as $$
  update public.items as i
  set
    revision = i.revision + 1,
    status = case
      when i.answer_kind is not null then i.status
      when exists (select from public.files as f where f.item_id = i.id and f.status = 'stored') then i.status
      when i.reason is not null then 'returned'
      else 'missing'
    end
  where i.id = fall_back.item
$$;
comment on function private.fall_back(uuid) is
  'Sets the state of an item after something was removed: with nothing left it is missing, or still returned if it has a reason.';

create function public.begin_upload(item uuid, name text, size bigint, mime text)
returns table (file_id uuid, object_key text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked public.items := private.lock_item_as_recipient(begin_upload.item);
begin
  if locked.kind <> 'file' then
    perform private.fail('item.kind');
  elsif not coalesce(private.is_clean_file_name(begin_upload.name), false) then
    perform private.fail('file.name');
  elsif not coalesce(begin_upload.size > 0, false) then
    perform private.fail('file.empty');
  elsif begin_upload.size > (select b.file_size_limit from storage.buckets as b where b.id = 'documents') then
    perform private.fail('file.too_large');
  elsif not coalesce(begin_upload.mime = any(private.document_types()), false)
    or not private.accepts_type(locked.accepts, begin_upload.mime)
  then
    perform private.fail('file.type');
  elsif exists (
    select from public.files as f
    where f.item_id = locked.id
    -- The bytes of removed files still take space, so those count too, with room for replacing every file ten times.
    having count(*) filter (where f.status <> 'removed') >= 50 or count(*) >= 500
  ) then
    perform private.fail('file.too_many');
  end if;
  return query
    insert into public.files as f (item_id, request_id, workspace_id, name, size, mime, uploaded_by)
    values (
      locked.id, locked.request_id, locked.workspace_id,
      begin_upload.name, begin_upload.size, begin_upload.mime, auth.uid()
    )
    returning f.id, f.object_key;
end
$$;
comment on function public.begin_upload(uuid, text, bigint, text) is
  'Announces a file and returns the key and content type to upload it with. Errors: not_found, request.closed, item.locked, item.kind, file.name, file.empty, file.too_large, file.type, file.too_many.';
grant execute on function public.begin_upload(uuid, text, bigint, text) to authenticated;

create function private.lock_own_file(file uuid) returns public.files
language plpgsql set search_path = '' as $$
declare
  locked public.files;
begin
  perform private.require_session();
  select f.* into locked from public.files as f
  where f.id = lock_own_file.file and f.uploaded_by = auth.uid();
  if not found then
    perform private.fail('not_found');
  end if;
  perform private.lock_item_as_recipient(locked.item_id);
  select f.* into locked from public.files as f where f.id = lock_own_file.file for update;
  return locked;
end
$$;
comment on function private.lock_own_file(uuid) is
  'Locks the request, the item and the file, and returns the file for the person uploading it; not_found for anyone else.';

create function public.finish_upload(file uuid, sha256 text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me uuid := private.require_session();
  locked public.files;
  arrived_version text;
  arrived_size bigint;
begin
  -- Repeating a finish whose response was lost changes nothing, even if the item has been accepted since.
  perform from public.files as f
  where f.id = finish_upload.file and f.uploaded_by = me
    and f.status = 'stored' and f.sha256 = finish_upload.sha256;
  if found then
    return;
  end if;
  locked := private.lock_own_file(finish_upload.file);
  if locked.status = 'removed' then
    perform private.fail('not_found');
  elsif locked.status = 'stored' and locked.sha256 = finish_upload.sha256 then
    return;
  elsif locked.status = 'stored' then
    perform private.fail('file.changed');
  end if;

  select o.version, (o.metadata ->> 'size')::bigint into arrived_version, arrived_size
  from storage.objects as o
  where o.bucket_id = 'documents' and o.name = locked.object_key;
  if arrived_version is null or not coalesce(finish_upload.sha256 ~ '^[0-9a-f]{64}$', false) then
    perform private.fail('file.not_stored');
  elsif arrived_size is distinct from locked.size then
    perform private.fail('file.changed');
  end if;

  update public.files as f
  set status = 'stored', sha256 = finish_upload.sha256, object_version = arrived_version, stored_at = now()
  where f.id = locked.id;
  -- A file replaces not_applicable and cannot_provide.
  update public.items as i
  set status = 'submitted', answer = null, answer_kind = null, decided_by = null, decided_at = null,
    revision = i.revision + 1
  where i.id = locked.item_id;
  perform private.add_event(
    locked.request_id, 'file_added', locked.item_id, locked.id,
    jsonb_build_object('name', locked.name, 'size', locked.size)
  );
end
$$;
comment on function public.finish_upload(uuid, text) is
  'Binds the uploaded object to the file permanently and submits the item. Idempotent. Errors: not_found, request.closed, item.locked, file.not_stored, file.changed.';
grant execute on function public.finish_upload(uuid, text) to authenticated;

create function public.remove_file(file uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.files := private.lock_own_file(remove_file.file);
begin
  if locked.status = 'removed' then
    return;
  end if;
  update public.files as f
  set status = 'removed', removed_at = now(), removed_by = auth.uid()
  where f.id = locked.id;
  if locked.status = 'stored' then
    perform private.fall_back(locked.item_id);
    perform private.add_event(
      locked.request_id, 'file_removed', locked.item_id, locked.id,
      jsonb_build_object('name', locked.name, 'size', locked.size)
    );
  end if;
end
$$;
comment on function public.remove_file(uuid) is
  'Removes one of the caller''s files, finished or not; its row stays. Errors: not_found, request.closed, item.locked.';
grant execute on function public.remove_file(uuid) to authenticated;
