-- Reading a file: granted to a session for a while, and recorded (decision 0065).
--
-- No bytes of a document are read unrecorded. A session asks for a file, which writes a row about it and a grant; the
-- policy on stored objects wants the grant. So the record doesn't depend on the page that reads (decision 0065).

create table private.read_grants (
  session_id uuid not null,
  file_id uuid not null,
  purpose text not null,
  since timestamptz not null,
  until timestamptz not null,
  primary key (session_id, file_id, purpose)
);
comment on table private.read_grants is
  'Until when a session may read a file. It names no session or file by reference: without them it opens nothing, and it is deleted soon after it has expired.';
comment on column private.read_grants.since is 'Of the first grant that it renews: the time of the row in file_reads.';

create index read_grants_until_idx on private.read_grants (until);

create table private.file_reads (
  file_id uuid not null references public.files (id) on delete cascade,
  person uuid not null,
  person_name text not null,
  by_member boolean not null,
  purpose text not null,
  export_id uuid,
  at timestamptz not null default now(),
  constraint file_reads_purpose_check check (purpose in ('view', 'download', 'export', 'prefetch', 'thumbnail')),
  constraint file_reads_export_check check ((purpose = 'export') = (export_id is not null))
);
comment on table private.file_reads is
  'A row says that a session was allowed to read a file from then on, for one purpose. Asking again for the same purpose while the grant lives renews it without another row, however often the file is read; so does asking again under the same export.';
comment on column private.file_reads.person is 'No foreign key: the record outlives the account.';
comment on column private.file_reads.person_name is
  'The name as it stood then, as in events; of a member never the address, because recipients read it.';
comment on column private.file_reads.by_member is 'They read it as a member of its workspace, not as a recipient.';
comment on column private.file_reads.purpose is
  'view, download and export count as opened. prefetch and thumbnail don''t: the file wasn''t shown.';
comment on column private.file_reads.export_id is 'The page''s name for one download of everything.';

create index file_reads_file_id_idx on private.file_reads (file_id, at desc);
create unique index file_reads_export_idx on private.file_reads (person, export_id, file_id) where export_id is not null;

create function public.open_files(files uuid[], purpose text, export uuid default null) returns setof uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_life constant interval := interval '60 seconds';
  v_me constant uuid := private.require_session();
  v_workspaces constant uuid[] := private.my_workspaces();
  v_is_new_export boolean;
  v_is_export constant boolean := coalesce(open_files.purpose = 'export', false);
  v_opened uuid[];
  v_noted uuid[];
begin
  if not coalesce(open_files.purpose in ('view', 'download', 'export', 'prefetch', 'thumbnail'), false)
    or v_is_export <> (open_files.export is not null)
  then
    perform private.fail('file.purpose');
  elsif cardinality(open_files.files) > 5000 then
    perform private.fail('file.too_many_opened');
  end if;
  if v_is_export then
    v_is_new_export := private.begin_export(v_me, open_files.files, open_files.export);
  end if;

  with allowed as materialized (
    select f.id, f.request_id, f.workspace_id from private.readable_files(open_files.files) as f
    where not v_is_export or v_is_new_export or exists (
      select from private.file_reads as r
      where r.person = v_me and r.export_id = open_files.export and r.file_id = f.id
    )
  ),
  granted as (
    insert into private.read_grants as g (session_id, file_id, purpose, since, until)
    -- In one order, so that two calls never wait for each other.
    select private.my_session(), a.id, open_files.purpose, now(), now() + v_life from allowed as a order by a.id
    on conflict (session_id, file_id, purpose) do update
    set since = case when g.until > now() then g.since else excluded.since end, until = excluded.until
    returning g.file_id, g.since
  ),
  readers as materialized (
    select r.request_id, r.by_member, private.reader_name(r.request_id, r.by_member) as name
    from (select distinct a.request_id, a.workspace_id = any(v_workspaces) as by_member from allowed as a) as r
  ),
  written as (
    insert into private.file_reads (file_id, person, person_name, by_member, purpose, export_id)
    select a.id, v_me, r.name, r.by_member, open_files.purpose, open_files.export
    from granted as g join allowed as a on a.id = g.file_id join readers as r on r.request_id = a.request_id
    where case when v_is_export then v_is_new_export else g.since = now() end
    returning file_id
  )
  select array(select g.file_id from granted as g), array(select w.file_id from written as w) into v_opened, v_noted;

  if v_is_export then
    perform private.note_export(v_noted, open_files.export);
  end if;
  -- Twice as many as it wrote, so that none pile up.
  perform private.forget_read_grants(2 * cardinality(v_opened));
  return query select unnest(v_opened);
end
$$;
comment on function public.open_files(uuid[], text, uuid) is
  'Lets this session read up to 5000 stored files for a minute, and records it. Returns those that it may read now; the others don''t exist for the caller. An export names all its files in its first call, which writes one event per request; later calls with its id renew the grants of these files and note nothing. Errors: file.purpose, file.too_many_opened.';
grant execute on function public.open_files(uuid[], text, uuid) to authenticated;

create function private.begin_export(person uuid, files uuid[], export uuid) returns boolean
language plpgsql set search_path = '' as $$
#variable_conflict use_column
begin
  -- A repeated call waits for the first one, and then finds its rows.
  perform pg_advisory_xact_lock(hashtextextended('export:' || begin_export.person || begin_export.export, 0));
  if exists (
    select from private.file_reads as r
    where r.person = begin_export.person and r.export_id = begin_export.export
  ) then
    return false;
  end if;
  -- Before the files, as every writer does.
  perform from public.requests as r
  where r.id in (select f.request_id from private.readable_files(begin_export.files) as f)
  order by r.id for no key update;
  return true;
end
$$;
comment on function private.begin_export(uuid, uuid[], uuid) is
  'True for the first call of an export, which locks its requests; false for a repeated one.';

create function private.note_export(files uuid[], export uuid) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  v_exported record;
begin
  for v_exported in
    select f.request_id, count(*) as files from public.files as f where f.id = any(note_export.files)
    group by f.request_id order by f.request_id
  loop
    perform private.add_event(
      v_exported.request_id, 'exported',
      data => jsonb_build_object('files', v_exported.files, 'export', note_export.export)
    );
  end loop;
end
$$;
comment on function private.note_export(uuid[], uuid) is 'Writes an export of files into the history of each of their requests.';

create function private.forget_read_grants(most integer) returns void
language sql set search_path = '' as $$
  delete from private.read_grants as g
  using (
    select e.session_id, e.file_id, e.purpose from private.read_grants as e
    where e.until < now() - interval '1 hour'
    order by e.until limit forget_read_grants.most for update skip locked
  ) as old
  where (g.session_id, g.file_id, g.purpose) = (old.session_id, old.file_id, old.purpose)
$$;
comment on function private.forget_read_grants(integer) is 'Forgets some grants that ended an hour ago.';

create function public.file_openings(file uuid)
returns table (
  name text, is_me boolean, by_member boolean, times integer, last_at timestamptz, is_loaded_only boolean
)
language plpgsql stable security definer rows 5 set search_path = '' as $$
#variable_conflict use_column
declare
  v_me constant uuid := private.require_session();
  v_workspaces constant uuid[] := private.my_workspaces();
  v_requests constant uuid[] := private.my_requests();
  v_items constant uuid[] := private.my_items();
  v_opened public.files;
begin
  select f.* into v_opened from public.files as f
  where f.id = file_openings.file
    and (
      f.workspace_id = any(v_workspaces)
      or f.uploaded_by = v_me and (f.request_id = any(v_requests) or f.item_id = any(v_items))
    );
  if v_opened.id is null then
    perform private.fail('not_found');
  end if;
  return query
    select o.name, o.is_me, o.by_member, o.times, o.last_at, o.is_loaded
    from (
      select
        (array_agg(r.person_name order by r.at desc))[1] as name, r.person = v_me as is_me, r.by_member,
        count(*)::integer as times, max(r.at) as last_at, l.is_loaded,
        row_number() over (partition by r.person, r.by_member order by l.is_loaded) as place
      from private.file_reads as r
      cross join lateral (select r.purpose in ('prefetch', 'thumbnail') as is_loaded) as l
      where r.file_id = v_opened.id and (r.by_member or v_opened.workspace_id = any(v_workspaces))
      group by r.person, r.by_member, l.is_loaded
    ) as o
    where o.place = 1
    order by o.last_at desc;
end
$$;
comment on function public.file_openings(uuid) is
  'Those who opened a file, the latest first, and how often. is_loaded_only: a page of theirs has loaded it, for a thumbnail or in advance, and never showed it. Members see everyone, the uploader sees members. Errors: not_found.';
grant execute on function public.file_openings(uuid) to authenticated;

create function private.readable_files(files uuid[]) returns setof public.files
language sql stable rows 10 set search_path = '' as $$
  with mine as materialized (
    -- Read once, not for every file.
    select
      private.my_workspaces() as workspaces,
      private.my_shared_requests() as shared_requests,
      private.my_shared_items() as shared_items,
      private.my_requests() as requests,
      private.my_items() as items
  )
  select f.*
  from mine as m
  join public.files as f on f.id = any(readable_files.files)
  where f.status = 'stored'
    and (
      f.workspace_id = any(m.workspaces)
      or f.request_id = any(m.shared_requests)
      or f.item_id = any(m.shared_items)
      or f.uploaded_by = auth.uid() and (f.request_id = any(m.requests) or f.item_id = any(m.items))
    )
$$;
comment on function private.readable_files(uuid[]) is 'Those of the files whose bytes the caller may read.';

create function private.is_asked_for(caching text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(
    directives && array['no-store', 'no-cache']
      or 'max-age=0' = any(directives) and is_asked_for.caching !~* 'stale-|immutable|max-age=[1-9]',
    false
  )
  from string_to_array(lower(regexp_replace(is_asked_for.caching, '\s', '', 'g')), ',') as directives
$$;
comment on function private.is_asked_for(text) is
  'True if a browser that has an object with this caching asks Storage before it shows it again. Clients of Storage can send no-store only by hand; max-age=0 is what their library sends.';

create function private.reader_name(request uuid, by_member boolean) returns text
language sql stable set search_path = '' as $$
  select case
    when reader_name.by_member then coalesce(
      (select f.display_name from public.profiles as f where f.user_id = auth.uid()), ''
    )
    -- Only members read who opened a file as a recipient.
    else private.name_for_members(reader_name.request, auth.uid(), private.my_name(reader_name.request))
  end
$$;
comment on function private.reader_name(uuid, boolean) is
  'The caller''s name in the record of reads. For a member it is never the address.';
