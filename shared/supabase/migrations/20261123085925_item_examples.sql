-- Members add example files to items, so that recipients see what is meant. They are in a bucket of their own, because every
-- rule of `documents` is about what recipients send.

create function private.example_types() returns text[]
language sql immutable set search_path = '' as $$
  select array['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']
$$;
comment on function private.example_types() is 'Content types of examples: those that the page shows by itself.';

-- The only place of the size limit: begin_example reads it from the bucket.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('assets', 'assets', false, 10485760, private.example_types())
on conflict (id) do update
  set public = false, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create table public.item_examples (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null,
  request_id uuid not null,
  workspace_id uuid not null,
  name text not null,
  size bigint not null,
  mime text not null,
  object_key text not null,
  object_version text,
  status text not null default 'uploading',
  uploaded_by uuid not null,
  created_at timestamptz not null default now(),
  stored_at timestamptz,
  foreign key (item_id, request_id, workspace_id)
    references public.items (id, request_id, workspace_id) on delete cascade,
  constraint item_examples_name_check check (private.is_clean_file_name(name)),
  constraint item_examples_size_check check (size > 0),
  constraint item_examples_mime_check check (mime = any(private.example_types())),
  constraint item_examples_key_check check (starts_with(object_key, workspace_id::text || '/')),
  constraint item_examples_status_check check (status in ('uploading', 'stored')),
  constraint item_examples_stored_check check (
    (status = 'stored') = (object_version is not null and stored_at is not null)
  )
);
comment on table public.item_examples is
  'A file that shows recipients what an item asks for. A removed one has no row: the purge job deletes objects without one.';
comment on column public.item_examples.object_key is
  'Not unique: the examples of a duplicated request refer to the same objects.';
comment on column public.item_examples.object_version is
  'Version of the stored object that its sender finished. No other version can be read.';

alter table public.item_examples
  alter column id set statistics 0,
  alter column item_id set statistics 0,
  alter column request_id set statistics 0,
  alter column workspace_id set statistics 0,
  alter column name set statistics 0,
  alter column size set statistics 0,
  alter column mime set statistics 0,
  alter column object_key set statistics 0,
  alter column object_version set statistics 0,
  alter column status set statistics 0,
  alter column uploaded_by set statistics 0,
  alter column created_at set statistics 0,
  alter column stored_at set statistics 0;

create index item_examples_item_id_idx on public.item_examples (item_id);
create index item_examples_request_id_idx on public.item_examples (request_id);
create index item_examples_workspace_id_idx on public.item_examples (workspace_id, request_id, item_id);
create index item_examples_object_key_idx on public.item_examples (object_key);
create index item_examples_uploading_idx on public.item_examples (created_at) where status = 'uploading';

alter table public.item_examples enable row level security;
revoke all on public.item_examples from public, anon, authenticated, service_role;
grant select on public.item_examples to authenticated;
create policy session_ok on public.item_examples as restrictive to authenticated
  using ((select private.session_ok()));
create policy own_rows_first on public.item_examples as restrictive for select to authenticated
  using (
    private.is_one_of(workspace_id, (select private.my_workspaces()))
    or private.is_one_of(request_id, (select private.my_requests()))
  );
create policy members on public.item_examples for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy recipients on public.item_examples for select to authenticated
  using (request_id = any((select private.my_requests())::uuid[]) and status = 'stored');

create function private.examples_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counted record;
begin
  for counted in
    select b.workspace_id, sum(b.bytes) as bytes
    from (
      select n.workspace_id, n.size as bytes from changed as n where tg_op = 'INSERT'
      union all
      select o.workspace_id, -o.size from changed as o where tg_op = 'DELETE'
    ) as b
    group by b.workspace_id
    order by b.workspace_id
  loop
    perform private.add_bytes(counted.workspace_id, counted.bytes);
  end loop;
  return null;
end
$$;
comment on function private.examples_counted() is
  'Counts examples towards the bytes of their workspace; copies too, whose object is one.';
create trigger examples_counted_on_insert after insert on public.item_examples
  referencing new table as changed for each statement execute function private.examples_counted();
create trigger examples_counted_on_delete after delete on public.item_examples
  referencing old table as changed for each statement execute function private.examples_counted();

create function private.drop_examples() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.item_examples as e where e.item_id = new.id;
  return null;
end
$$;
comment on function private.drop_examples() is 'Nobody sees a removed item, nor its examples.';
create trigger drop_examples after update of removed_at on public.items
  for each row when (new.removed_at is not null) execute function private.drop_examples();

create function private.lock_item_to_edit(item uuid) returns public.items
language plpgsql set search_path = '' as $$
declare
  parent public.requests;
  locked public.items;
begin
  parent := private.lock_as_member((select i.request_id from public.items as i where i.id = lock_item_to_edit.item));
  select i.* into locked from public.items as i
  where i.id = lock_item_to_edit.item and i.removed_at is null
  for update;
  if not found then
    perform private.fail('not_found');
  elsif parent.status = 'cancelled' then
    perform private.fail('request.closed');
  end if;
  return locked;
end
$$;
comment on function private.lock_item_to_edit(uuid) is
  'Locks the request, then the item, and returns the item for a member who changes it, as edit_request does.';

create function private.add_example_event(example public.item_examples, before text, after text) returns void
language sql set search_path = '' as $$
  select private.add_event(
    r.id, 'item_changed', example.item_id, null,
    jsonb_build_object(
      'before', jsonb_build_object('example', add_example_event.before),
      'after', jsonb_build_object('example', add_example_event.after)
    )
  )
  from public.requests as r where r.id = example.request_id and r.status <> 'draft'
$$;
comment on function private.add_example_event(public.item_examples, text, text) is
  'Appends what a change of an example did to its item. Drafts have no history of their edits.';

create function public.begin_example(item uuid, name text, size bigint, mime text)
returns table (example_id uuid, object_key text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked public.items := private.lock_item_to_edit(begin_example.item);
  made constant uuid := gen_random_uuid();
begin
  if not coalesce(private.is_clean_file_name(begin_example.name), false) then
    perform private.fail('file.name');
  elsif not coalesce(begin_example.mime = any(private.example_types()), false)
    or begin_example.name !~* '\.(pdf|png|jpe?g|webp|gif|avif)$'
  then
    perform private.fail('example.type');
  elsif not coalesce(begin_example.size > 0, false) then
    perform private.fail('file.empty');
  elsif begin_example.size > (select b.file_size_limit from storage.buckets as b where b.id = 'assets') then
    perform private.fail('file.too_large');
  end if;
  -- A page that was closed during its upload would otherwise take up a place until the purge.
  delete from public.item_examples as e
  where e.item_id = locked.id and e.uploaded_by = auth.uid() and e.status = 'uploading';
  if (select count(*) from public.item_examples as e where e.item_id = locked.id) >= 3 then
    perform private.fail('example.too_many');
  end if;
  perform private.use_quota('uploader_bytes', auth.uid()::text, begin_example.size);
  return query
    insert into public.item_examples as e (
      id, item_id, request_id, workspace_id, name, size, mime, object_key, uploaded_by
    )
    values (
      made, locked.id, locked.request_id, locked.workspace_id, begin_example.name, begin_example.size,
      begin_example.mime, concat_ws('/', locked.workspace_id, locked.request_id, locked.id, made), auth.uid()
    )
    returning e.id, e.object_key;
  -- Counted by a trigger of the row above, whose transaction has locked the count.
  if (
    select u.used from private.usage as u where u.name = 'workspace_bytes' and u.subject = locked.workspace_id::text
  ) > (select q.most from private.quotas as q where q.name = 'workspace_bytes')
  then
    perform private.fail('quota.workspace_bytes');
  end if;
end
$$;
comment on function public.begin_example(uuid, text, bigint, text) is
  'Announces an example of an item and returns the key to upload it with. It replaces one that the caller began here and didn''t finish. Errors: not_found, request.closed, file.name, file.empty, file.too_large, example.type, example.too_many, quota.uploader_bytes, quota.workspace_bytes.';
grant execute on function public.begin_example(uuid, text, bigint, text) to authenticated;

create function public.finish_example(example uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me uuid := private.require_session();
  locked public.item_examples;
  arrived_version text;
  arrived_size bigint;
begin
  perform private.lock_item_to_edit((
    select e.item_id from public.item_examples as e where e.id = finish_example.example and e.uploaded_by = me
  ));
  select e.* into locked from public.item_examples as e where e.id = finish_example.example for update;
  if not found then
    perform private.fail('not_found');
  elsif locked.status = 'stored' then
    return;
  end if;
  select o.version, (o.metadata ->> 'size')::bigint into arrived_version, arrived_size
  from storage.objects as o
  where o.bucket_id = 'assets' and o.name = locked.object_key;
  if arrived_version is null then
    perform private.fail('file.not_stored');
  elsif arrived_size is distinct from locked.size then
    perform private.fail('file.changed');
  end if;
  update public.item_examples as e
  set status = 'stored', object_version = arrived_version, stored_at = now()
  where e.id = locked.id;
  update public.items as i
  set changed_at = clock_timestamp()
  from public.requests as r
  where i.id = locked.item_id and r.id = i.request_id and r.status <> 'draft';
  perform private.add_example_event(locked, before => null, after => locked.name);
end
$$;
comment on function public.finish_example(uuid) is
  'Binds the uploaded object to the caller''s example permanently; from then on recipients read it. Idempotent. Errors: not_found, request.closed, file.not_stored, file.changed.';
grant execute on function public.finish_example(uuid) to authenticated;

create function public.remove_example(example uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  removed public.item_examples;
begin
  perform private.lock_item_to_edit(
    (select e.item_id from public.item_examples as e where e.id = remove_example.example)
  );
  delete from public.item_examples as e where e.id = remove_example.example returning e.* into removed;
  if removed.id is null then
    perform private.fail('not_found');
  elsif removed.status = 'stored' then
    perform private.add_example_event(removed, before => removed.name, after => null);
  end if;
end
$$;
comment on function public.remove_example(uuid) is
  'Removes an example, finished or not. Nobody can read it from then on. Errors: not_found, request.closed.';
grant execute on function public.remove_example(uuid) to authenticated;

create function private.copy_examples(source public.requests, made public.requests) returns void
language sql set search_path = '' as $$
  insert into public.item_examples (
    item_id, request_id, workspace_id, name, size, mime, object_key, object_version, status, uploaded_by, created_at,
    stored_at
  )
  select
    copy.id, made.id, made.workspace_id, e.name, e.size, e.mime, e.object_key, e.object_version, e.status, e.uploaded_by,
    e.created_at, e.stored_at
  from (
    select i.id, row_number() over (order by i.position) as place
    from public.items as i where i.request_id = source.id and i.removed_at is null
  ) as original
  join public.items as copy on copy.request_id = made.id and copy.position = original.place
  join public.item_examples as e on e.item_id = original.id and e.status = 'stored'
$$;
comment on function private.copy_examples(public.requests, public.requests) is
  'Gives the items of a new copy the examples of their originals, without copying the objects.';

create or replace function public.duplicate_request(request uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  source public.requests := private.lock_as_member(duplicate_request.request);
  made public.requests;
begin
  perform private.use_quota('requests', source.workspace_id::text, 1);
  insert into public.requests as r (workspace_id, title, message, created_by)
  values (source.workspace_id, source.title, source.message, auth.uid())
  returning r.* into made;
  perform private.edit_items(
    made,
    (
      select coalesce(jsonb_agg(private.item_words(i) order by i.position), '[]')
      from public.items as i where i.request_id = source.id and i.removed_at is null
    )
  );
  perform private.copy_examples(source, made);
  insert into public.recipients (request_id, workspace_id, email, name)
  select made.id, source.workspace_id, p.email, p.name
  from public.recipients as p where p.request_id = source.id and p.removed_at is null;
  perform private.add_event(made.id, 'created');
  return made.id;
end
$$;
comment on function public.duplicate_request(uuid) is
  'Creates a draft with the same title, message, items, examples and recipients, and without a due date. Returns its id. Errors: not_found, quota.requests.';

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
        and (e.workspace_id = any(private.my_workspaces()) or e.request_id = any(private.my_requests()))
    )
$$;
comment on function private.may_read_example(text, text) is
  'Allows authenticated reads only, only of a stored example of an item the caller sees, and only in the version its sender finished.';
grant execute on function private.may_read_example(text, text) to anon, authenticated;

create function private.guard_asset() returns trigger
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
comment on function private.guard_asset() is
  'Applies to every role, because uploads are completed outside row-level security: no object without its uploading example, larger than announced or that shared caches may keep, and no change to an existing object.';

create trigger guard_new_asset
  before insert on storage.objects
  for each row when (new.bucket_id = 'assets')
  execute function private.guard_asset();
create trigger guard_asset
  before update on storage.objects
  for each row when (old.bucket_id = 'assets' or new.bucket_id = 'assets')
  execute function private.guard_asset();

create or replace function public.retire_files(upload_hours integer, batch integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  retired uuid[];
  closed uuid[];
  expired uuid[];
  dropped uuid[];
begin
  -- Locked rows are skipped, so the job neither blocks nor overtakes people who are uploading, finishing or deciding.
  select array_agg(late.id) into retired
  from (
    select f.id from public.files as f
    where f.status = 'uploading' and f.created_at < now() - make_interval(hours => retire_files.upload_hours)
    order by f.created_at
    limit retire_files.batch
    for update skip locked
  ) as late;
  update public.files as f set status = 'removed', removed_at = now() where f.id = any(retired);

  select array_agg(late.id) into dropped
  from (
    select e.id from public.item_examples as e
    where e.status = 'uploading' and e.created_at < now() - make_interval(hours => retire_files.upload_hours)
    order by e.created_at
    limit retire_files.batch
    for update skip locked
  ) as late;
  delete from public.item_examples as e where e.id = any(dropped);

  -- Locks the request first, as every writer does. The retention period of a late file starts when it arrives.
  select array_agg(old.id) into closed
  from (
    select r.id from public.requests as r
    join public.workspaces as w on w.id = r.workspace_id
    where r.closed_at < now() - make_interval(days => w.retain_days)
      and exists (
        select from public.files as f
        where f.request_id = r.id and f.status = 'stored'
          and f.stored_at < now() - make_interval(days => w.retain_days)
      )
    order by r.closed_at
    limit 20
    for update of r skip locked
  ) as old;
  with gone as (
    update public.files as f set status = 'removed', removed_at = now()
    from public.workspaces as w
    where f.request_id = any(closed) and f.status = 'stored'
      and w.id = f.workspace_id and f.stored_at < now() - make_interval(days => w.retain_days)
    returning f.id, f.item_id
  ),
  -- The new revision prevents undoing a decision about these files, which can no longer be opened.
  touched as (
    update public.items as i set revision = i.revision + 1 where i.id in (select g.item_id from gone as g)
  )
  select array_agg(g.id) into expired from gone as g;
  return coalesce(cardinality(retired), 0) + coalesce(cardinality(expired), 0) + coalesce(cardinality(dropped), 0);
end
$$;
comment on function public.retire_files(integer, integer) is
  'For the purge job: removes unfinished uploads begun more than the given hours ago, examples too, and the files of requests that ended longer ago than their workspace keeps them. Returns the number removed; 0 when there are no more.';

drop function public.claim_orphans(uuid, text);
create function public.claim_orphans(run uuid, after text, bucket text default 'documents')
returns table (seen_to text, object_keys text[])
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  lock table private.purge_claims in share row exclusive mode;
  return query
    with seen as (
      select o.name from storage.objects as o
      -- Nothing of ours refers to the objects of another bucket, so all of them would be claimed.
      where o.bucket_id = claim_orphans.bucket and o.bucket_id in ('documents', 'assets')
        and o.name > claim_orphans.after
      order by o.name
      limit 2000
    ),
    orphans as (
      select s.name from seen as s
      where not exists (select from public.files as f where f.object_key = s.name)
        and not exists (select from public.item_examples as e where e.object_key = s.name)
        and not exists (
          select from private.purge_claims as c
          where c.object_key = s.name and (c.leased_until > now() or c.run = claim_orphans.run)
        )
    ),
    claimed as (
      insert into private.purge_claims as c (object_key, run, leased_until)
      select o.name, claim_orphans.run, now() + interval '10 minutes' from orphans as o
      on conflict (object_key) do update set run = excluded.run, leased_until = excluded.leased_until
    )
    select max(s.name), array(select o.name from orphans as o) from seen as s;
end
$$;
comment on function public.claim_orphans(uuid, text, text) is
  'For the purge job: examines the next 2000 objects of a bucket after a key and claims those without a row, which a removed example or a deleted workspace leaves behind. seen_to is the key to continue from, null at the end.';
grant execute on function public.claim_orphans(uuid, text, text) to service_role;

drop function public.finish_purge(text[]);
create function public.finish_purge(object_keys text[], bucket text default 'documents') returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  gone text[];
begin
  select coalesce(array_agg(k.key), '{}') into gone
  from unnest(finish_purge.object_keys) as k (key)
  where not exists (select from storage.objects as o where o.bucket_id = finish_purge.bucket and o.name = k.key);
  if finish_purge.bucket = 'documents' then
    update public.files as f set purged_at = now()
    where f.object_key = any(gone) and f.status = 'removed' and f.purged_at is null;
  end if;
  delete from private.purge_claims as c where c.object_key = any(gone);
  return gone;
end
$$;
comment on function public.finish_purge(text[], text) is
  'For the purge job: marks files whose object is gone from the bucket and returns those keys. Objects that still exist stay claimed.';
grant execute on function public.finish_purge(text[], text) to service_role;
