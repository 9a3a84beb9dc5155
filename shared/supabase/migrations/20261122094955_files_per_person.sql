-- Files of everybody counted towards an item's files, removed ones too: one recipient could close an item to all others. Now
-- each person's own files count for that person only.

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
  elsif (
    select count(*) from public.files as f
    where f.item_id = locked.id and f.uploaded_by = auth.uid() and f.status in ('uploading', 'stored')
  ) >= 50 then
    perform private.fail('file.too_many');
  elsif (
    -- The bytes of removed files take space until they are purged: room for replacing every file ten times.
    select count(*) from public.files as f
    where f.item_id = locked.id and f.uploaded_by = auth.uid() and f.purged_at is null
  ) >= 500 then
    perform private.fail('file.too_many_removed');
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
  'Announces a file and returns the key and content type to upload it with. Errors: not_found, request.closed, item.locked, item.kind, file.name, file.empty, file.too_large, file.type, file.too_many, file.too_many_removed.';
