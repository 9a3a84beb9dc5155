-- Cancelling a request ends the recipients' reading of each other's files at once. Each still reads the checklist and what
-- they sent themselves.

create function private.my_shared_requests() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(p.request_id), '{}')
  from public.recipients as p
  join public.requests as r on r.id = p.request_id
  where p.user_id = auth.uid() and r.status <> 'cancelled'
$$;
comment on function private.my_shared_requests() is
  'Requests the caller has joined as a recipient, and whose recipients read each other''s files.';
grant execute on function private.my_shared_requests() to authenticated;
comment on function private.my_requests() is
  'Requests the caller has joined as a recipient, cancelled ones included.';

-- request_id comes first in these conditions because it's indexed.
drop policy recipients on public.files;
create policy recipients on public.files for select to authenticated
  using (request_id = any((select private.my_shared_requests())::uuid[]));
create policy own_files on public.files for select to authenticated
  using (request_id = any((select private.my_requests())::uuid[]) and (select auth.uid()) = uploaded_by);

drop policy recipients on public.events;
create policy recipients on public.events for select to authenticated
  using (request_id = any((select private.my_shared_requests())::uuid[]));
create policy own_events on public.events for select to authenticated
  using (
    request_id = any((select private.my_requests())::uuid[]) and (file_id is null or (select auth.uid()) = actor)
  );

create or replace function private.may_read_object(key text, version text) returns boolean
language sql stable security definer set search_path = '' as $$
  select regexp_replace(storage.operation(), '^storage\.', '')
      in ('object.get_authenticated', 'object.get_authenticated_info')
    and exists (
      select from public.files as f
      where f.object_key = may_read_object.key
        and f.object_version = may_read_object.version
        and f.status = 'stored'
        and (
          f.workspace_id = any(private.my_workspaces())
          or f.request_id = any(private.my_shared_requests())
          or (f.uploaded_by = auth.uid() and f.request_id = any(private.my_requests()))
        )
    )
$$;
