-- Stored objects: who may write and read which, and that none is ever changed.
--
-- Removing a file during its upload lets Storage delete the part that has arrived. Storage checks the same policy for
-- that as for a part, so the same people may do both.

-- The only place of the size limit: begin_upload reads it from the bucket, and a deployment changes it there.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('documents', 'documents', false, 52428800, private.document_types())
on conflict (id) do update
  set public = false, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- The only place of the size limit: begin_example reads it from the bucket.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('assets', 'assets', false, 10485760, private.example_types())
on conflict (id) do update
  set public = false, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create function private.tg_objects__guard_document() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE'
    and (new.bucket_id, new.name, new.version) is not distinct from (old.bucket_id, old.name, old.version)
  then
    return new;
  end if;
  -- Storage checks policies before it has the bytes, with a row that doesn't have the caching yet.
  if coalesce(new.metadata ->> 'cacheControl', '') !~* 'public|s-maxage|must-revalidate' then
    if tg_op = 'INSERT' then
      -- Waits for a running finish or removal, and blocks both until this object is written.
      perform from public.files as f
      where f.object_key = new.name and f.status = 'uploading'
        -- The announced size is what counts towards the quotas.
        and f.size >= coalesce((new.metadata ->> 'size')::bigint, 0)
      for share;
      if found then
        return new;
      end if;
    end if;
    perform from public.files as f join private.restores as r on r.file_id = f.id
    where f.object_key = new.name and f.status = 'stored' and r.until > now()
      and coalesce((new.metadata ->> 'size')::bigint, private.received_size(f)) = private.received_size(f)
    for share of f;
    if found and (tg_op = 'INSERT' or (new.bucket_id, new.name) = (old.bucket_id, old.name)) then
      return new;
    end if;
  end if;
  -- Worded like a policy violation, so that callers can't tell a taken, finished or unknown key apart.
  raise exception 'new row violates row-level security policy for table "objects"'
    using errcode = 'insufficient_privilege';
end
$$;
comment on function private.tg_objects__guard_document() is
  'Applies to every role, because uploads are completed outside row-level security: no object without its uploading file or a restore of it, larger than announced or that shared caches may keep, and no change to an existing one but by a restore.';

create function private.tg_objects__guard_asset() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    -- Storage checks policies before it has the bytes, with a row that doesn't have the caching yet.
    if coalesce(new.metadata ->> 'cacheControl', '') !~* 'public|s-maxage|must-revalidate' then
      -- Waits for a running finish or removal, and blocks both until this object is written.
      perform from public.item_examples as e
      where e.object_key = new.name and e.status = 'uploading'
        -- The announced size is what counts towards the quotas.
        and e.size >= coalesce((new.metadata ->> 'size')::bigint, 0)
      for share;
      if found then
        return new;
      end if;
    end if;
  elsif (new.bucket_id, new.name, new.version) is not distinct from (old.bucket_id, old.name, old.version) then
    return new;
  end if;
  -- Worded like a policy violation, so that callers can't tell a taken, finished or unknown key apart.
  raise exception 'new row violates row-level security policy for table "objects"'
    using errcode = 'insufficient_privilege';
end
$$;
comment on function private.tg_objects__guard_asset() is
  'Applies to every role, because uploads are completed outside row-level security: no object without its uploading example, larger than announced or that shared caches may keep, and no change to an existing object.';

create function private.may_store_object(key text, mime text) returns boolean
language sql stable security definer set search_path = '' as $$
  select regexp_replace(storage.operation(), '^storage\.', '')
      in ('object.upload', 'tus.upload.create', 'tus.upload.part', 'tus.upload.delete')
    and exists (
      select from public.files as f
      where f.object_key = may_store_object.key
        and f.mime = may_store_object.mime
        and f.status = 'uploading'
        and f.uploaded_by = auth.uid()
        and case
          when f.added_by_member then f.workspace_id = any(private.my_workspaces())
          else f.request_id = any(private.my_requests()) or f.item_id = any(private.my_items())
        end
    )
$$;
comment on function private.may_store_object(text, text) is
  'Allows an upload, or the termination of an unfinished one, only of a file the caller has begun, and only under that file''s key and content type.';
grant execute on function private.may_store_object(text, text) to anon, authenticated;

create function private.may_read_object(key text, version text) returns boolean
language sql stable security definer set search_path = '' as $$
  select regexp_replace(storage.operation(), '^storage\.', '')
      in ('object.get_authenticated', 'object.get_authenticated_info')
    and exists (
      select
      from private.readable_files(array(select f.id from public.files as f where f.object_key = may_read_object.key)) as f
      join private.read_grants as g on g.file_id = f.id
      where f.object_version = may_read_object.version and g.session_id = private.my_session() and g.until > now()
    )
$$;
comment on function private.may_read_object(text, text) is
  'Allows authenticated reads only, only of a stored file the caller may see and has opened in this session, and only in the version its sender finished.';
grant execute on function private.may_read_object(text, text) to anon, authenticated;

create function private.may_store_example(key text, mime text) returns boolean
language sql stable security definer set search_path = '' as $$
  select regexp_replace(storage.operation(), '^storage\.', '') = 'object.upload'
    and exists (
      select from public.item_examples as e
      where e.object_key = may_store_example.key
        and e.mime = may_store_example.mime
        and e.status = 'uploading'
        and e.uploaded_by = auth.uid()
        and e.workspace_id = any(private.my_workspaces())
    )
$$;
comment on function private.may_store_example(text, text) is
  'Allows uploads only, only of an example the caller has begun, and only under that example''s key and content type.';
grant execute on function private.may_store_example(text, text) to anon, authenticated;

create function private.may_read_example(key text, version text) returns boolean
language sql stable security definer set search_path = '' as $$
  select regexp_replace(storage.operation(), '^storage\.', '') = 'object.get_authenticated'
    and exists (
      select from public.item_examples as e
      where e.object_key = may_read_example.key
        and e.object_version = may_read_example.version
        and e.status = 'stored'
        and (
          e.workspace_id = any(private.my_workspaces())
          or e.request_id = any(private.my_requests())
          or e.item_id = any(private.my_items())
        )
    )
$$;
comment on function private.may_read_example(text, text) is
  'Allows authenticated reads only, only of a stored example of an item the caller sees, and only in the version its sender finished.';
grant execute on function private.may_read_example(text, text) to anon, authenticated;
