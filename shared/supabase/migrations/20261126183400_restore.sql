-- Puts a lost object back from a backup. Nobody else writes an object whose upload has ended (decision 0069).

create table private.restores (
  file_id uuid primary key references public.files (id) on delete cascade,
  until timestamptz not null
);
comment on table private.restores is
  'Files whose object the operator''s restore may write until then: with the size that was received, and nothing else.';

alter table public.events
  drop constraint events_kind_check,
  add constraint events_kind_check check (
    kind in (
      'created', 'sent', 'opened', 'file_added', 'file_removed', 'file_set_aside', 'file_put_back', 'file_returned',
      'file_damaged', 'file_restored',
      'answered', 'accepted', 'returned', 'waived', 'received_elsewhere', 'decision_undone', 'link_replaced', 'paused',
      'resumed', 'closed', 'done', 'reopened', 'cancelled', 'archived', 'unarchived', 'assigned', 'exported',
      'title_changed', 'message_changed', 'due_changed', 'retention_changed', 'erasure_announced', 'erased',
      'deleted', 'restored', 'deletion_asked', 'deletion_granted', 'deletion_refused',
      'item_added', 'item_changed', 'item_removed', 'items_reordered',
      'recipient_added', 'recipient_corrected', 'recipient_removed',
      'invited', 'reminded', 'unreachable', 'promised',
      'question_asked', 'question_answered', 'question_resolved', 'question_reopened',
      'handed_off', 'taken_back',
      'repeat_set', 'repeat_skipped', 'repeat_ended', 'repeated'
    )
  );

create function private.received_size(file public.files) returns bigint
language sql immutable set search_path = '' as $$
  select coalesce(file.checked_size, file.size)
$$;
comment on function private.received_size(public.files) is 'Bytes of the object that the worker has read, or else that were announced.';

create or replace function private.guard_document() returns trigger
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
comment on function private.guard_document() is
  'Applies to every role, because uploads are completed outside row-level security: no object without its uploading file or a restore of it, larger than announced or that shared caches may keep, and no change to an existing one but by a restore.';

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

create function public.finish_restore(file uuid, version text) returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  parent public.requests;
  locked public.files;
begin
  -- Requests before files, as every writer does.
  select r.* into parent from public.requests as r
  where r.id = (select f.request_id from public.files as f where f.id = finish_restore.file)
  for update;
  select f.* into locked from public.files as f
  where f.id = finish_restore.file and f.status = 'stored'
    and exists (select from private.restores as s where s.file_id = f.id)
    and exists (
      select from storage.objects as o
      where o.bucket_id = 'documents' and o.name = f.object_key and o.version = finish_restore.version
        and (o.metadata ->> 'size')::bigint = private.received_size(f)
    )
  for update;
  if locked.id is null then
    return false;
  end if;
  -- Read anew by the worker, which then says what is really there.
  update public.files as f
  set object_version = finish_restore.version, checked_at = null, checked_sha256 = null, checked_size = null
  where f.id = locked.id;
  delete from private.checks as c where c.file_id = locked.id;
  delete from private.restores as s where s.file_id = locked.id;
  perform private.note_event(parent, 'file_restored', jsonb_build_object('name', locked.name));
  return true;
end
$$;
comment on function public.finish_restore(uuid, text) is
  'For the operator''s restore: binds the object that it has written to the file, in this version, and has it checked again. False if there is no such object.';
grant execute on function public.finish_restore(uuid, text) to service_role;
