-- Removing a file during its upload lets the storage service delete the part that has arrived. The service checks the
-- same policy for that as for a part, so the same people may do both.

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
  'Allows an upload, or the termination of an unfinished one, only of a file the caller has begun, and only under that file''s key and content type.';
