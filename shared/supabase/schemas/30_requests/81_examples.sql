-- Files that show recipients what an item asks for.

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
  constraint item_examples_key_check check (starts_with(object_key, workspace_id::text || '/')),
  constraint item_examples_name_check check (private.is_clean_file_name(name)),
  constraint item_examples_size_check check (size > 0),
  constraint item_examples_mime_check check (mime = any(private.example_types())),
  constraint item_examples_stored_check check (
    (status = 'stored') = (object_version is not null and stored_at is not null)
  ),
  constraint item_examples_status_check check (status in ('uploading', 'stored'))
);
comment on table public.item_examples is
  'A file that shows recipients what an item asks for. A removed one has no row: the purge job deletes objects without one.';
comment on column public.item_examples.object_key is 'Not unique: the examples of a duplicated request refer to the same objects.';
comment on column public.item_examples.object_version is
  'Version of the stored object that its sender finished. No other version can be read.';

create index item_examples_item_id_idx on public.item_examples (item_id);
create index item_examples_request_id_idx on public.item_examples (request_id);
create index item_examples_workspace_id_idx on public.item_examples (workspace_id, request_id, item_id);
create index item_examples_object_key_idx on public.item_examples (object_key);
create index item_examples_uploading_idx on public.item_examples (created_at) where status = 'uploading';

alter table public.item_examples enable row level security;
create policy session_ok on public.item_examples as restrictive to authenticated
  using ((select private.session_ok()));
create policy members on public.item_examples for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy recipients on public.item_examples for select to authenticated
  using (request_id = any((select private.my_requests())::uuid[]) and status = 'stored');
create policy handed_items on public.item_examples for select to authenticated
  using (item_id = any((select private.my_items())::uuid[]) and status = 'stored');
create policy own_rows_first on public.item_examples as restrictive for select to authenticated
  using (
    private.is_one_of(workspace_id, (select private.my_workspaces()))
    or private.is_one_of(request_id, (select private.my_requests()))
    or private.is_one_of(item_id, (select private.my_items()))
  );

-- Subtracts deleted examples from the bytes that the workspace uses.
create trigger examples_counted_on_delete after delete on public.item_examples
  referencing old table as changed for each statement execute function private.tg_item_examples__count_bytes();

-- Counts new examples towards the bytes that the workspace uses.
create trigger examples_counted_on_insert after insert on public.item_examples
  referencing new table as changed for each statement execute function private.tg_item_examples__count_bytes();

create function public.begin_example(item uuid, name text, size bigint, mime text)
returns table (example_id uuid, object_key text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_locked public.items := private.lock_item_to_edit(begin_example.item);
  v_made constant uuid := gen_random_uuid();
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
  where e.item_id = v_locked.id and e.uploaded_by = auth.uid() and e.status = 'uploading';
  if (select count(*) from public.item_examples as e where e.item_id = v_locked.id) >= 3 then
    perform private.fail('example.too_many');
  end if;
  perform private.use_quota('uploader_bytes', auth.uid()::text, begin_example.size);
  return query
    insert into public.item_examples as e (
      id, item_id, request_id, workspace_id, name, size, mime, object_key, uploaded_by
    )
    values (
      v_made, v_locked.id, v_locked.request_id, v_locked.workspace_id, begin_example.name, begin_example.size,
      begin_example.mime, concat_ws('/', v_locked.workspace_id, v_locked.request_id, v_locked.id, v_made), auth.uid()
    )
    returning e.id, e.object_key;
  -- Counted by a trigger of the row above, whose transaction has locked the count.
  if (
    select u.used from private.usage as u where u.name = 'workspace_bytes' and u.subject = v_locked.workspace_id::text
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
  v_me uuid := private.require_session();
  v_locked public.item_examples;
  v_arrived_version text;
  v_arrived_size bigint;
begin
  perform private.lock_item_to_edit((
    select e.item_id from public.item_examples as e where e.id = finish_example.example and e.uploaded_by = v_me
  ));
  select e.* into v_locked from public.item_examples as e where e.id = finish_example.example for update;
  if not found then
    perform private.fail('not_found');
  elsif v_locked.status = 'stored' then
    return;
  end if;
  select o.version, (o.metadata ->> 'size')::bigint into v_arrived_version, v_arrived_size
  from storage.objects as o
  where o.bucket_id = 'assets' and o.name = v_locked.object_key;
  if v_arrived_version is null then
    perform private.fail('file.not_stored');
  elsif v_arrived_size is distinct from v_locked.size then
    perform private.fail('file.changed');
  end if;
  update public.item_examples as e
  set status = 'stored', object_version = v_arrived_version, stored_at = now()
  where e.id = v_locked.id;
  update public.items as i
  set changed_at = clock_timestamp()
  from public.requests as r
  where i.id = v_locked.item_id and r.id = i.request_id and r.status <> 'draft';
  perform private.add_example_event(v_locked, before => null, after => v_locked.name);
end
$$;
comment on function public.finish_example(uuid) is
  'Binds the uploaded object to the caller''s example permanently; from then on recipients read it. Idempotent. Errors: not_found, request.closed, file.not_stored, file.changed.';
grant execute on function public.finish_example(uuid) to authenticated;

create function public.remove_example(example uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_removed public.item_examples;
begin
  perform private.lock_item_to_edit(
    (select e.item_id from public.item_examples as e where e.id = remove_example.example)
  );
  delete from public.item_examples as e where e.id = remove_example.example returning e.* into v_removed;
  if v_removed.id is null then
    perform private.fail('not_found');
  elsif v_removed.status = 'stored' then
    perform private.add_example_event(v_removed, before => v_removed.name, after => null);
  end if;
end
$$;
comment on function public.remove_example(uuid) is
  'Removes an example, finished or not. It can''t be read afterwards. Errors: not_found, request.closed.';
grant execute on function public.remove_example(uuid) to authenticated;

create function private.example_types() returns text[]
language sql immutable set search_path = '' as $$
  select array['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']
$$;
comment on function private.example_types() is 'Content types of examples: those that the page shows by itself.';

create function private.tg_items__drop_examples() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.item_examples as e where e.item_id = new.id;
  return null;
end
$$;
comment on function private.tg_items__drop_examples() is 'Removes the examples of a removed item, which no one can see any more.';

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

create function private.tg_item_examples__count_bytes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_counted record;
begin
  for v_counted in
    select b.workspace_id, sum(b.bytes) as bytes
    from (
      select distinct on (n.object_key) n.workspace_id, n.size as bytes from changed as n
      where tg_op = 'INSERT' and not exists (
        select from public.item_examples as e
        where e.object_key = n.object_key and not exists (select from changed as c where c.id = e.id)
      )
      union all
      select distinct on (o.object_key) o.workspace_id, -o.size from changed as o
      where tg_op = 'DELETE' and not exists (select from public.item_examples as e where e.object_key = o.object_key)
    ) as b
    group by b.workspace_id
    order by b.workspace_id
  loop
    perform private.add_bytes(v_counted.workspace_id, v_counted.bytes);
  end loop;
  return null;
end
$$;
comment on function private.tg_item_examples__count_bytes() is
  'Counts stored examples towards the bytes of their workspace: once, whatever the number of copies that refer to them.';
