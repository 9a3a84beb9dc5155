-- Bytes from a backup are written again (decision 0069).
--
-- No other call writes an object whose upload has ended.

create table private.restores (
  file_id uuid primary key references public.files (id) on delete cascade,
  until timestamptz not null
);
comment on table private.restores is
  'Files whose object the operator''s restore may write until then: with the size that was received, and nothing else.';

create function public.begin_restore(file uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.restores as r (file_id, until)
  select f.id, now() + interval '30 minutes' from public.files as f
  where f.id = begin_restore.file and f.status = 'stored'
  on conflict (file_id) do update set until = excluded.until;
  return found;
end
$$;
comment on function public.begin_restore(uuid) is
  'For the operator''s restore: lets it write a file''s object for half an hour. False for a file that is removed, which stays so.';
grant execute on function public.begin_restore(uuid) to service_role;

create function public.list_stored(after uuid, batch integer)
returns table (file uuid, object_key text, size bigint, sha256 text, mime text)
language sql stable security definer set search_path = '' as $$
  select f.id, f.object_key, private.received_size(f), coalesce(f.checked_sha256, f.sha256), f.mime
  from public.files as f
  where f.status = 'stored' and f.id > list_stored.after
  order by f.id
  limit least(list_stored.batch, 1000)
$$;
comment on function public.list_stored(uuid, integer) is
  'For the operator''s restore: stored files in order of their ids, with size and sum as they were received.';
grant execute on function public.list_stored(uuid, integer) to service_role;

create function public.finish_restore(file uuid, version text) returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_parent public.requests;
  v_locked public.files;
begin
  -- Requests before files, as every writer does.
  select r.* into v_parent from public.requests as r
  where r.id = (select f.request_id from public.files as f where f.id = finish_restore.file)
  for update;
  select f.* into v_locked from public.files as f
  where f.id = finish_restore.file and f.status = 'stored'
    and exists (select from private.restores as s where s.file_id = f.id)
    and exists (
      select from storage.objects as o
      where o.bucket_id = 'documents' and o.name = f.object_key and o.version = finish_restore.version
        and (o.metadata ->> 'size')::bigint = private.received_size(f)
    )
  for update;
  if v_locked.id is null then
    return false;
  end if;
  -- The worker reads it again, and records what is really there.
  update public.files as f
  set object_version = finish_restore.version, checked_at = null, checked_sha256 = null, checked_size = null
  where f.id = v_locked.id;
  delete from private.checks as c where c.file_id = v_locked.id;
  delete from private.restores as s where s.file_id = v_locked.id;
  perform private.note_event(v_parent, 'file_restored', jsonb_build_object('name', v_locked.name));
  return true;
end
$$;
comment on function public.finish_restore(uuid, text) is
  'For the operator''s restore: binds the object that it has written to the file, in this version, and has it checked again. False if there is no such object.';
grant execute on function public.finish_restore(uuid, text) to service_role;

create function private.received_size(file public.files) returns bigint
language sql immutable set search_path = '' as $$
  select coalesce(file.checked_size, file.size)
$$;
comment on function private.received_size(public.files) is
  'Bytes of the object that the worker has read, or else that were announced.';
