create function private.document_types() returns text[]
language sql immutable set search_path = '' as $$
  select array[
    'application/pdf',
    'image/png',
    'image/jpeg',
    'image/webp',
    'image/gif',
    'image/avif',
    'image/heic',
    'image/tiff',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.oasis.opendocument.text',
    'application/vnd.oasis.opendocument.spreadsheet',
    'text/csv',
    'text/plain',
    'application/octet-stream'
  ]
$$;
comment on function private.document_types() is
  'Content types a file may be stored with: none that a browser would execute.';

-- The only place of the size limit: begin_upload reads it from the bucket, and a deployment changes it there.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('documents', 'documents', false, 52428800, private.document_types())
on conflict (id) do update
  set public = false, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create function private.may_store_object(key text, mime text) returns boolean
language sql stable security definer set search_path = '' as $$
  select regexp_replace(storage.operation(), '^storage\.', '')
      in ('object.upload', 'tus.upload.create', 'tus.upload.part')
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
  'Allows uploads only, only of a file the caller has begun, and only under that file''s key and content type.';
grant execute on function private.may_store_object(text, text) to anon, authenticated;

create function private.may_read_object(key text, version text) returns boolean
language sql stable security definer set search_path = '' as $$
  select regexp_replace(storage.operation(), '^storage\.', '')
      in ('object.get_authenticated', 'object.get_authenticated_info')
    and exists (
      select from public.files as f
      where f.object_key = may_read_object.key
        and f.object_version = may_read_object.version
        and f.status = 'stored'
        and (f.workspace_id = any(private.my_workspaces()) or f.request_id = any(private.my_requests()))
    )
$$;
comment on function private.may_read_object(text, text) is
  'Allows authenticated reads only, only of a stored file the caller may see, and only in the version its sender finished.';
grant execute on function private.may_read_object(text, text) to anon, authenticated;

create function private.guard_document() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    -- Waits for a running finish or removal, and blocks both until this object is written.
    perform from public.files as f where f.object_key = new.name and f.status = 'uploading' for share;
    if found then
      return new;
    end if;
  elsif (new.bucket_id, new.name, new.version) is not distinct from (old.bucket_id, old.name, old.version) then
    return new;
  end if;
  -- Worded like a policy violation, so that callers can't tell a taken, finished or unknown key apart.
  raise exception 'new row violates row-level security policy for table "objects"'
    using errcode = 'insufficient_privilege';
end
$$;
comment on function private.guard_document() is
  'Applies to every role, because uploads are completed outside row-level security: no object without its uploading file, and no change to an existing object.';

create trigger guard_new_document
  before insert on storage.objects
  for each row when (new.bucket_id = 'documents')
  execute function private.guard_document();
create trigger guard_document
  before update on storage.objects
  for each row when (old.bucket_id = 'documents' or new.bucket_id = 'documents')
  execute function private.guard_document();
