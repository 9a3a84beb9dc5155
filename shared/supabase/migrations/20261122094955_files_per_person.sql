-- Removed files counted towards an item's files, and so did unfinished uploads of others: one recipient could close an item
-- to everybody. Now each person's own unfinished and removed files count for that person only.

create or replace function public.begin_upload(item uuid, name text, size bigint, mime text)
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
    having count(*) filter (
        where f.status = 'stored' or (f.status = 'uploading' and f.uploaded_by = auth.uid())
      ) >= 50
      -- The bytes of removed files take space until they are purged: room for replacing every file ten times.
      or count(*) filter (where f.purged_at is null and f.uploaded_by = auth.uid()) >= 500
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

create or replace function public.finish_upload(file uuid, sha256 text) returns void
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
  elsif (select count(*) from public.files as f where f.item_id = locked.item_id and f.status = 'stored') >= 50 then
    -- Others have finished theirs since this upload began. The item is locked, so nobody can add one now.
    perform private.fail('file.too_many');
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
  'Binds the uploaded object to the file permanently and submits the item. Idempotent. Errors: not_found, request.closed, item.locked, file.not_stored, file.changed, file.too_many.';
