-- Anyone can sign up, so nothing may be used without limit. Figures are settings: an operator changes them by SQL.

create table private.quotas (
  name text primary key,
  most bigint not null,
  constraint quotas_most_check check (most > 0)
);
comment on table private.quotas is
  'Limits per account, workspace, uploader and address. The names are those of shared/contract/src/limits.ts, the values its defaults.';
insert into private.quotas (name, most) values
  ('workspaces', 20),
  ('requests', 1000),
  ('address', 20),
  ('workspace_bytes', 53687091200),
  ('uploader_bytes', 5368709120);

create table private.usage (
  name text not null references private.quotas (name),
  subject text not null,
  since timestamptz not null,
  used bigint not null,
  primary key (name, subject, since)
);
comment on table private.usage is
  'Use of each quota: per day in UTC, or in total where since is -infinity.';
create index usage_since_idx on private.usage (since);

create function private.use_quota(name text, subject text, amount bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today constant timestamptz := date_trunc('day', now(), 'UTC');
  total bigint;
  is_first boolean;
begin
  -- The row stays locked until the transaction ends, so simultaneous uses are counted one after another.
  insert into private.usage as u (name, subject, since, used)
  values (use_quota.name, use_quota.subject, today, use_quota.amount)
  on conflict on constraint usage_pkey do update set used = u.used + excluded.used
  returning u.used, u.xmax = 0 into total, is_first;
  if total > (select q.most from private.quotas as q where q.name = use_quota.name) then
    perform private.fail('quota.' || use_quota.name);
  end if;
  if is_first then
    -- Each new row removes some of earlier days. Nothing else needs to clean up.
    delete from private.usage as u
    where u.ctid = any(array(
      select o.ctid from private.usage as o
      where o.since < today and o.since > '-infinity'
      limit 100 for update skip locked
    ));
  end if;
end
$$;
comment on function private.use_quota(text, text, bigint) is
  'Counts an amount towards a daily quota. Errors: quota.<name>, which undoes the count with the rest of the transaction.';

create function private.address_key(sender uuid, address text) returns text
language sql immutable set search_path = '' as $$
  select address_key.sender || ' ' || encode(sha256(convert_to(address_key.address, 'UTF8')), 'hex')
$$;
comment on function private.address_key(uuid, text) is
  'Subject under which requests of a workspace or an account to an address are counted. Hashed, because a count may outlive the request.';

create function private.files_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Bytes of a file are in use until they are purged, whatever its state.
  counted record;
begin
  for counted in
    select b.workspace_id, sum(b.bytes) as bytes
    from (
      select n.workspace_id, n.size as bytes from changed as n where tg_op = 'INSERT' and n.purged_at is null
      union all
      select o.workspace_id, -o.size from changed as o where tg_op = 'DELETE' and o.purged_at is null
    ) as b
    group by b.workspace_id
    order by b.workspace_id
  loop
    perform private.add_bytes(counted.workspace_id, counted.bytes);
  end loop;
  return null;
end
$$;
comment on function private.files_counted() is 'Keeps the bytes that each workspace uses.';

create function private.files_purged() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counted record;
begin
  for counted in
    select o.workspace_id, -sum(o.size) as bytes
    from former as o join changed as n on n.id = o.id
    where o.purged_at is null and n.purged_at is not null
    group by o.workspace_id
    order by o.workspace_id
  loop
    perform private.add_bytes(counted.workspace_id, counted.bytes);
  end loop;
  return null;
end
$$;
comment on function private.files_purged() is 'Takes purged files off the bytes that their workspaces use.';

create function private.add_bytes(workspace uuid, bytes numeric) returns void
language sql set search_path = '' as $$
  insert into private.usage as u (name, subject, since, used)
  select 'workspace_bytes', w.id::text, '-infinity', add_bytes.bytes
  from public.workspaces as w where w.id = add_bytes.workspace
  on conflict on constraint usage_pkey do update set used = u.used + excluded.used
$$;
comment on function private.add_bytes(uuid, numeric) is
  'Adds to the bytes that a workspace uses, or takes off; nothing if the workspace is being deleted.';

create function private.forget_usage() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.usage as u
  where (u.name in ('workspace_bytes', 'requests') and u.subject = old.id::text)
    or (u.name = 'address' and u.subject like old.id || ' %');
  return null;
end
$$;
comment on function private.forget_usage() is 'Removes the counts of a deleted workspace.';

insert into private.usage (name, subject, since, used)
select 'workspace_bytes', f.workspace_id::text, '-infinity', sum(f.size)
from public.files as f where f.purged_at is null group by f.workspace_id;

-- Per statement, because a purge changes many rows at once.
create trigger files_counted_on_insert after insert on public.files
  referencing new table as changed for each statement execute function private.files_counted();
create trigger files_counted_on_delete after delete on public.files
  referencing old table as changed for each statement execute function private.files_counted();
create trigger files_purged after update on public.files
  referencing old table as former new table as changed for each statement execute function private.files_purged();
create trigger forget_usage after delete on public.workspaces
  for each row execute function private.forget_usage();

create or replace function public.create_workspace(name text, display_name text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
  workspace_name text := private.one_line(create_workspace.name);
  own_name text := private.one_line(create_workspace.display_name);
  workspace uuid;
begin
  if not private.fits(workspace_name, 1, 80) or not private.is_name(workspace_name) then
    perform private.fail('workspace.name');
  elsif not private.fits(own_name, 1, 80) or not private.is_name(own_name) then
    perform private.fail('profile.name');
  end if;
  insert into public.profiles as f (user_id, display_name)
  values (me, own_name)
  on conflict (user_id) do update set display_name = excluded.display_name;
  -- The profile's row is locked by now, so workspaces that are created at the same time are counted one after another.
  if (select count(*) from public.members as m where m.user_id = me and m.role = 'owner')
    >= (select q.most from private.quotas as q where q.name = 'workspaces')
  then
    perform private.fail('quota.workspaces');
  end if;
  insert into public.workspaces as w (name) values (workspace_name)
  returning w.id into workspace;
  insert into public.members (workspace_id, user_id, role) values (workspace, me, 'owner');
  return workspace;
end
$$;
comment on function public.create_workspace(text, text) is
  'Sets the caller''s name and creates a workspace with the caller as its owner. Errors: workspace.name, profile.name, quota.workspaces.';

create or replace function public.create_request(workspace uuid, draft jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
  made public.requests;
begin
  if not create_request.workspace = any(private.my_workspaces()) then
    perform private.fail('not_found');
  end if;
  perform private.check_draft(create_request.draft);
  perform private.use_quota('requests', create_request.workspace::text, 1);
  insert into public.requests as r (workspace_id, title, message, due_on, created_by)
  values (
    create_request.workspace,
    private.one_line(create_request.draft ->> 'title'),
    coalesce(private.trimmed(create_request.draft ->> 'message'), ''),
    private.as_day(create_request.draft -> 'due_on'),
    me
  )
  returning r.* into made;
  perform private.fill_draft(made, create_request.draft);
  perform private.add_event(made.id, 'created');
  return made.id;
end
$$;
comment on function public.create_request(uuid, jsonb) is
  'Saves a draft {title, message, due_on, recipients, items} in one of the caller''s workspaces. Errors: not_found, draft.*, quota.requests.';

create or replace function public.send_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(send_request.request);
begin
  if locked.status <> 'draft' then
    perform private.fail(case locked.status when 'cancelled' then 'request.closed' else 'draft.sent' end);
  elsif locked.items_total = 0 then
    perform private.fail('draft.items');
  elsif not exists (select from public.recipients as p where p.request_id = locked.id) then
    perform private.fail('draft.recipients');
  end if;
  -- A workspace has several members, and an account may own several workspaces.
  perform private.use_quota('address', private.address_key(s.id, p.email), 1)
  from (
    -- In one order everywhere, so that two requests to the same people don't wait for each other.
    select o.workspace_id, o.email from public.recipients as o where o.request_id = locked.id order by o.email
  ) as p
  cross join lateral (values (p.workspace_id), (auth.uid())) as s (id);
  update public.requests as r
  set status = 'open', sent_by = auth.uid(), sent_at = now()
  where r.id = locked.id;
  perform private.put_link(locked);
  perform private.add_event(locked.id, 'sent');
end
$$;
comment on function public.send_request(uuid) is
  'Opens a draft and creates its link. Errors: not_found, draft.sent, request.closed, draft.items, draft.recipients, quota.address.';

create or replace function public.begin_upload(item uuid, name text, size bigint, mime text)
returns table (file_id uuid, object_key text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked public.items := private.lock_item_as_recipient(begin_upload.item);
begin
  if locked.kind <> 'file' then
    perform private.fail('item.kind');
  elsif not coalesce(private.is_clean_file_name(begin_upload.name), false) then
    perform private.fail('file.name');
  elsif not coalesce(begin_upload.size > 0, false) then
    perform private.fail('file.empty');
  elsif begin_upload.size > (select b.file_size_limit from storage.buckets as b where b.id = 'documents') then
    perform private.fail('file.too_large');
  elsif not coalesce(begin_upload.mime = any(private.document_types()), false)
    or not private.accepts_type(locked.accepts, begin_upload.mime)
  then
    perform private.fail('file.type');
  elsif (
    select count(*) from public.files as f
    where f.item_id = locked.id and f.uploaded_by = auth.uid() and f.status in ('uploading', 'stored')
  ) >= 50 then
    perform private.fail('file.too_many');
  elsif (
    -- The bytes of removed files take space until they are purged: room for replacing every file ten times.
    select count(*) from public.files as f
    where f.item_id = locked.id and f.uploaded_by = auth.uid() and f.purged_at is null
  ) >= 500 then
    perform private.fail('file.too_many_removed');
  end if;
  perform private.use_quota('uploader_bytes', auth.uid()::text, begin_upload.size);
  return query
    insert into public.files as f (item_id, request_id, workspace_id, name, size, mime, uploaded_by)
    values (
      locked.id, locked.request_id, locked.workspace_id,
      begin_upload.name, begin_upload.size, begin_upload.mime, auth.uid()
    )
    returning f.id, f.object_key;
  -- Counted by a trigger of the row above, whose transaction has locked the count.
  if (
    select u.used from private.usage as u where u.name = 'workspace_bytes' and u.subject = locked.workspace_id::text
  ) > (select q.most from private.quotas as q where q.name = 'workspace_bytes')
  then
    perform private.fail('quota.workspace_bytes');
  end if;
end
$$;
comment on function public.begin_upload(uuid, text, bigint, text) is
  'Announces a file and returns the key and content type to upload it with. Errors: not_found, request.closed, item.locked, item.kind, file.name, file.empty, file.too_large, file.type, file.too_many, file.too_many_removed, quota.uploader_bytes, quota.workspace_bytes.';

create or replace function private.guard_document() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    -- Storage checks policies before it has the bytes, with a row that doesn't have the caching yet.
    if coalesce(new.metadata ->> 'cacheControl', '') !~* 'public|s-maxage|must-revalidate' then
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
  elsif (new.bucket_id, new.name, new.version) is not distinct from (old.bucket_id, old.name, old.version) then
    return new;
  end if;
  -- Worded like a policy violation, so that callers can't tell a taken, finished or unknown key apart.
  raise exception 'new row violates row-level security policy for table "objects"'
    using errcode = 'insufficient_privilege';
end
$$;
comment on function private.guard_document() is
  'Applies to every role, because uploads are completed outside row-level security: no object without its uploading file, larger than announced or that shared caches may keep, and no change to an existing object.';
