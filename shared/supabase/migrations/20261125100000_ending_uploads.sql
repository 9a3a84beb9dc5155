-- Whoever takes a file back half-way has the storage service drop what arrived of it. The service asks the same
-- question for that as for a part, so the same people get the same answer.

create or replace function private.may_store_object(key text, mime text) returns boolean
language sql stable security definer set search_path = '' as $$
  select regexp_replace(storage.operation(), '^storage\.', '')
      in ('object.upload', 'tus.upload.create', 'tus.upload.part', 'tus.upload.delete')
    and exists (
      select from public.files as f
      where f.object_key = may_store_object.key
        and f.mime = may_store_object.mime
        and f.status = 'uploading'
        and f.uploaded_by = auth.uid()
        and f.request_id = any(private.my_requests())
    )
$$;
comment on function private.may_store_object(text, text) is
  'Only an upload or the end of an unfinished one, only of a file that the caller has begun, only under its own key and type.';
