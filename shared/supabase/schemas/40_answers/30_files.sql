-- Uploaded documents.
--
-- Bytes are deleted last: a removed file is unreadable immediately, and the worker deletes its object later. A file that
-- is set aside is only left out of downloads.

create table public.files (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null,
  request_id uuid not null,
  workspace_id uuid not null,
  name text not null,
  size bigint not null,
  mime text not null,
  sha256 text,
  object_key text not null generated always as (
    workspace_id::text || '/' || request_id::text || '/' || item_id::text || '/' || id::text
  ) stored unique,
  object_version text,
  status text not null default 'uploading',
  uploaded_by uuid not null,
  added_by_member boolean not null default false,
  created_at timestamptz not null default now(),
  stored_at timestamptz,

  -- The decision of members.
  verdict text,
  verdict_reason text,
  set_aside_at timestamptz,

  -- Findings of the worker.
  checked_at timestamptz,
  checked_sha256 text,
  checked_size bigint,
  damaged boolean not null generated always as (
    checked_at is not null and (checked_sha256 is distinct from sha256 or checked_size is distinct from size)
  ) stored,

  -- Its end.
  removed_at timestamptz,
  removed_by uuid,
  deletion_asked_at timestamptz,
  deletion_refused_at timestamptz,
  deletion_refusal text,
  purged_at timestamptz,

  foreign key (item_id, request_id, workspace_id)
    references public.items (id, request_id, workspace_id) on delete cascade,
  unique (id, item_id, request_id, workspace_id),
  constraint files_name_check check (private.is_clean_file_name(name)),
  constraint files_size_check check (size > 0),
  constraint files_sha256_check check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint files_stored_check check (
    status <> 'stored' or (sha256 is not null and object_version is not null and stored_at is not null)
  ),
  constraint files_status_check check (status in ('uploading', 'stored', 'removed')),
  constraint files_removed_check check ((status = 'removed') = (removed_at is not null)),
  constraint files_purged_check check (purged_at is null or status = 'removed'),
  constraint files_set_aside_check check (set_aside_at is null or status <> 'uploading'),
  constraint files_verdict_check check (verdict in ('accepted', 'returned')),
  constraint files_verdict_explained_check check (
    (verdict is not distinct from 'returned') = (verdict_reason is not null)
  ),
  constraint files_verdict_stored_check check (verdict is null or (status <> 'uploading' and not added_by_member)),
  constraint files_verdict_reason_check check (char_length(verdict_reason) between 1 and 1000),
  constraint files_checked_check check (checked_at is not null or num_nonnulls(checked_sha256, checked_size) = 0),
  constraint files_checked_sha256_check check (checked_sha256 ~ '^[0-9a-f]{64}$'),
  constraint files_deletion_asked_check check (deletion_refused_at is null or deletion_asked_at is not null),
  constraint files_deletion_refusal_check check (
    (deletion_refused_at is null) = (deletion_refusal is null) and char_length(deletion_refusal) between 1 and 1000
  )
);
comment on table public.files is 'An uploaded document. Never overwritten; the row of a removed file stays.';
comment on column public.files.sha256 is 'Lower-case hex, computed by the sender during the upload.';
comment on column public.files.object_version is
  'Version of the stored object that the sender finished. No other version can be read.';
comment on column public.files.added_by_member is
  'True if a member added it to an item received another way. It is no answer, so nothing is decided about it.';
comment on column public.files.verdict is
  'The last decision about this file; null while it waits for review, or if the decision left it out.';
comment on column public.files.set_aside_at is
  'When a member set this file aside, which leaves it out of downloads; null for every other file. The history says who did.';
comment on column public.files.checked_sha256 is
  'Of the stored bytes, computed by the worker; null until then, and if there was no object.';
comment on column public.files.damaged is 'The stored bytes are not those that the sender announced, or they are gone.';
comment on column public.files.removed_by is
  'The person who removed the file; null if it expired: an unfinished upload, or a request past its retention period.';
comment on column public.files.deletion_asked_at is 'When its uploader last asked members to delete it.';
comment on column public.files.deletion_refused_at is 'When members refused that; null while it waits for their decision.';
comment on column public.files.purged_at is
  'When the stored object was found to be deleted. Until then the bytes of a removed file still exist, but can''t be read.';

create index files_item_id_idx on public.files (item_id);
create index files_request_id_idx on public.files (request_id);
create index files_uploading_idx on public.files (created_at) where status = 'uploading';
create index files_to_purge_idx on public.files (removed_at, id) where status = 'removed' and purged_at is null;
create index files_unchecked_idx on public.files (stored_at desc, id) where status = 'stored' and checked_at is null;
create index files_deletion_asked_idx on public.files (request_id)
  where deletion_asked_at is not null and deletion_refused_at is null and status = 'stored';
create index files_workspace_id_idx on public.files (workspace_id, request_id, item_id) include (status);

alter table public.files enable row level security;
create policy session_ok on public.files as restrictive to authenticated using ((select private.session_ok()));
create policy members on public.files for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy recipients on public.files for select to authenticated
  using (request_id = any((select private.my_shared_requests())::uuid[]));
create policy own_files on public.files for select to authenticated
  using (request_id = any((select private.my_requests())::uuid[]) and (select auth.uid()) = uploaded_by);
create policy handed_items on public.files for select to authenticated
  using (item_id = any((select private.my_shared_items())::uuid[]));
create policy own_files_of_handed_items on public.files for select to authenticated
  using (item_id = any((select private.my_items())::uuid[]) and (select auth.uid()) = uploaded_by);
create policy own_rows_first on public.files as restrictive for select to authenticated
  using (
    private.is_one_of(workspace_id, (select private.my_workspaces()))
    or private.is_one_of(request_id, (select private.my_shared_requests()))
    or private.is_one_of(item_id, (select private.my_shared_items()))
    or private.is_one_of(uploaded_by, (select array[auth.uid()]))
  );

-- Subtracts deleted files from the bytes that the workspace uses.
create trigger files_counted_on_delete after delete on public.files
  referencing old table as changed for each statement execute function private.tg_files__count_bytes();

-- Counts new files towards the bytes that the workspace uses. Per statement, because a purge changes many rows in one.
create trigger files_counted_on_insert after insert on public.files
  referencing new table as changed for each statement execute function private.tg_files__count_bytes();

-- Subtracts purged files from the bytes that the workspace uses.
create trigger files_purged after update on public.files
  referencing old table as former new table as changed for each statement execute function private.tg_files__release_bytes();

create function private.tg_files__count_bytes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Bytes of a file are in use until they are purged, whatever its state.
  v_counted record;
begin
  for v_counted in
    select b.workspace_id, sum(b.bytes) as bytes
    from (
      select n.workspace_id, n.size as bytes from changed as n where tg_op = 'INSERT' and n.purged_at is null
      union all
      select o.workspace_id, -o.size from changed as o where tg_op = 'DELETE' and o.purged_at is null
    ) as b
    group by b.workspace_id
    order by b.workspace_id
  loop
    perform private.add_bytes(v_counted.workspace_id, v_counted.bytes);
  end loop;
  return null;
end
$$;
comment on function private.tg_files__count_bytes() is 'Keeps the bytes that each workspace uses.';

create function private.tg_files__release_bytes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_counted record;
begin
  for v_counted in
    select o.workspace_id, -sum(o.size) as bytes
    from former as o join changed as n on n.id = o.id
    where o.purged_at is null and n.purged_at is not null
    group by o.workspace_id
    order by o.workspace_id
  loop
    perform private.add_bytes(v_counted.workspace_id, v_counted.bytes);
  end loop;
  return null;
end
$$;
comment on function private.tg_files__release_bytes() is 'Takes purged files off the bytes that their workspaces use.';

create function private.stored_files(item uuid) returns bigint
language sql stable set search_path = '' as $$
  select count(*) from public.files as f
  where f.item_id = stored_files.item and f.status = 'stored' and f.verdict is distinct from 'returned'
    and not f.added_by_member
$$;
comment on function private.stored_files(uuid) is
  'Number of files that count towards those expected: a recipient''s, and not returned.';

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
comment on function private.document_types() is 'Content types a file may be stored with: none that a browser would execute.';

create function private.accepts_type(accepts text[], mime text) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(accepts_type.accepts) = 0
    or ('pdf' = any(accepts_type.accepts) and accepts_type.mime = 'application/pdf')
    or ('image' = any(accepts_type.accepts) and accepts_type.mime like 'image/%')
    or (
      'word' = any(accepts_type.accepts)
      and accepts_type.mime = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    )
    or (
      'excel' = any(accepts_type.accepts)
      and accepts_type.mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    )
$$;
comment on function private.accepts_type(text[], text) is
  'True if an item that accepts these groups accepts a file of this content type.';
