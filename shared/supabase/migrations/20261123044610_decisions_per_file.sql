-- Members also decide without an answer, and file by file: an item isn't needed, or was received another way, with files that
-- a member adds; and one decision keeps some files and returns others.

create or replace function private.fail(code text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using
    message = fail.code,
    errcode = case
      when fail.code = 'session.required' then 'PT401'
      when fail.code = 'proof.required' then 'PT403'
      when fail.code = 'not_found' then 'PT404'
      when fail.code = 'file.too_large' then 'PT413'
      when fail.code in (
        'draft.sent', 'request.closed', 'request.paused', 'request.complete', 'request.reopen_expired', 'request.open',
        'request.stale', 'item.stale', 'item.locked', 'item.undecided', 'item.answered', 'item.chosen',
        'item.not_received', 'recipient.last', 'recipient.member', 'access.decided', 'file.not_stored', 'file.changed',
        'file.accepted', 'file.undecidable', 'workspace.last_owner', 'account.changed'
      ) then 'PT409'
      else 'PT422'
    end;
end
$$;

alter table public.items
  add column received_elsewhere boolean not null default false,
  alter column received_elsewhere set statistics 0,
  add constraint items_received_elsewhere_check check (not received_elsewhere or status = 'accepted');
comment on column public.items.received_elsewhere is
  'True if a member accepted the item because it arrived another way, with or without files that members added.';
comment on column public.items.reason is
  'Reason for the last return, kept while the next answer waits for review; or a member''s note on a decision without an answer.';

alter table public.files
  add column added_by_member boolean not null default false,
  add column verdict text,
  add column verdict_reason text,
  alter column added_by_member set statistics 0,
  alter column verdict set statistics 0,
  alter column verdict_reason set statistics 0,
  add constraint files_verdict_check check (verdict in ('accepted', 'returned')),
  add constraint files_verdict_reason_check check (char_length(verdict_reason) between 1 and 1000),
  add constraint files_verdict_explained_check check (
    (verdict is not distinct from 'returned') = (verdict_reason is not null)
  ),
  add constraint files_verdict_stored_check check (verdict is null or (status <> 'uploading' and not added_by_member));
comment on column public.files.added_by_member is
  'True if a member added it to an item received another way. It is no answer, so nothing is decided about it.';
comment on column public.files.verdict is
  'What the last decision said about this file; null while it waits for review, or if the decision left it out.';

create table private.former_verdicts (
  file_id uuid primary key references public.files (id) on delete cascade,
  item_id uuid not null,
  verdict text,
  verdict_reason text
);
create index former_verdicts_item_id_idx on private.former_verdicts (item_id);
comment on table private.former_verdicts is
  'What the files of an item had before its last decision, for undoing it. Events can''t hold this: recipients of a cancelled request read them, but not each other''s files.';

alter table public.events
  drop constraint events_kind_check,
  add constraint events_kind_check check (
    kind in (
      'created', 'sent', 'opened', 'file_added', 'file_removed', 'file_set_aside', 'file_put_back', 'file_returned',
      'answered', 'accepted', 'returned', 'waived', 'received_elsewhere', 'decision_undone', 'link_replaced', 'paused',
      'resumed', 'closed', 'done', 'reopened', 'cancelled', 'archived', 'unarchived',
      'title_changed', 'message_changed', 'due_changed',
      'item_added', 'item_changed', 'item_removed', 'items_reordered',
      'recipient_added', 'recipient_corrected', 'recipient_removed'
    )
  );

create function private.lock_item_as_member(item uuid) returns public.items
language plpgsql set search_path = '' as $$
declare
  parent public.requests;
  locked public.items;
begin
  parent := private.lock_as_member(
    (select i.request_id from public.items as i where i.id = lock_item_as_member.item)
  );
  select i.* into locked from public.items as i
  where i.id = lock_item_as_member.item and i.removed_at is null
  for update;
  if not found then
    perform private.fail('not_found');
  elsif parent.status not in ('open', 'done') then
    perform private.fail('request.closed');
  end if;
  return locked;
end
$$;
comment on function private.lock_item_as_member(uuid) is
  'Locks the request, then the item, and returns the item for a member.';

create or replace function private.lock_item_as_member(item uuid, revision integer) returns public.items
language plpgsql set search_path = '' as $$
declare
  locked public.items := private.lock_item_as_member(lock_item_as_member.item);
begin
  if locked.revision is distinct from lock_item_as_member.revision then
    perform private.fail('item.stale');
  end if;
  return locked;
end
$$;

create or replace function private.fall_back(item uuid) returns void
language sql set search_path = '' as $$
  update public.items as i
  set
    revision = i.revision + 1,
    status = case
      when i.answer_kind is not null or i.status = 'returned' then i.status
      when exists (
        select from public.files as f
        where f.item_id = i.id and f.status = 'stored' and f.verdict is null and not f.added_by_member
      ) then i.status
      when i.reason is not null then 'returned'
      -- Removed ones too: they were returned, whatever became of them.
      when exists (select from public.files as f where f.item_id = i.id and f.verdict is not null) then 'returned'
      else 'missing'
    end
  where i.id = fall_back.item
$$;
comment on function private.fall_back(uuid) is
  'Sets the state of an item after something was removed: with nothing left to review it is missing, or still returned if it was returned before.';

create function private.begin_file(item public.items, name text, size bigint, mime text, by_member boolean)
returns table (file_id uuid, object_key text)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
begin
  if item.kind <> 'file' then
    perform private.fail('item.kind');
  elsif not coalesce(private.is_clean_file_name(begin_file.name), false) then
    perform private.fail('file.name');
  elsif not coalesce(begin_file.size > 0, false) then
    perform private.fail('file.empty');
  elsif begin_file.size > (select b.file_size_limit from storage.buckets as b where b.id = 'documents') then
    perform private.fail('file.too_large');
  elsif not coalesce(begin_file.mime = any(private.document_types()), false)
    or not private.accepts_type(item.accepts, begin_file.mime)
  then
    perform private.fail('file.type');
  elsif (
    select count(*) from public.files as f
    where f.item_id = item.id and f.uploaded_by = auth.uid() and f.status in ('uploading', 'stored')
  ) >= 50 then
    perform private.fail('file.too_many');
  elsif (
    -- The bytes of removed files take space until they are purged: room for replacing every file ten times.
    select count(*) from public.files as f
    where f.item_id = item.id and f.uploaded_by = auth.uid() and f.purged_at is null
  ) >= 500 then
    perform private.fail('file.too_many_removed');
  end if;
  perform private.use_quota('uploader_bytes', auth.uid()::text, begin_file.size);
  return query
    insert into public.files as f (
      item_id, request_id, workspace_id, name, size, mime, uploaded_by, added_by_member
    )
    values (
      item.id, item.request_id, item.workspace_id,
      begin_file.name, begin_file.size, begin_file.mime, auth.uid(), begin_file.by_member
    )
    returning f.id, f.object_key;
  -- Counted by a trigger of the row above, whose transaction has locked the count.
  if (
    select u.used from private.usage as u where u.name = 'workspace_bytes' and u.subject = item.workspace_id::text
  ) > (select q.most from private.quotas as q where q.name = 'workspace_bytes')
  then
    perform private.fail('quota.workspace_bytes');
  end if;
end
$$;
comment on function private.begin_file(public.items, text, bigint, text, boolean) is
  'Adds a file without its bytes to a locked item. Errors: item.kind, file.name, file.empty, file.too_large, file.type, file.too_many, file.too_many_removed, quota.uploader_bytes, quota.workspace_bytes.';

create or replace function public.begin_upload(item uuid, name text, size bigint, mime text)
returns table (file_id uuid, object_key text)
language plpgsql security definer set search_path = '' as $$
declare
  locked public.items := private.lock_item_as_recipient(begin_upload.item);
begin
  return query
    select * from private.begin_file(locked, begin_upload.name, begin_upload.size, begin_upload.mime, by_member => false);
end
$$;

create function public.begin_member_upload(item uuid, name text, size bigint, mime text)
returns table (file_id uuid, object_key text)
language plpgsql security definer set search_path = '' as $$
declare
  locked public.items := private.lock_item_as_member(begin_member_upload.item);
begin
  if not locked.received_elsewhere then
    perform private.fail('item.not_received');
  end if;
  return query
    select * from private.begin_file(
      locked, begin_member_upload.name, begin_member_upload.size, begin_member_upload.mime, by_member => true
    );
end
$$;
comment on function public.begin_member_upload(uuid, text, bigint, text) is
  'Announces a file that a member adds to an item received another way; finish_upload and remove_file do the rest. Errors: not_found, request.closed, item.not_received, item.kind, file.name, file.empty, file.too_large, file.type, file.too_many, file.too_many_removed, quota.uploader_bytes, quota.workspace_bytes.';
grant execute on function public.begin_member_upload(uuid, text, bigint, text) to authenticated;

create or replace function private.may_store_object(key text, mime text) returns boolean
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
          else f.request_id = any(private.my_requests())
        end
    )
$$;

create or replace function private.lock_own_file(file uuid) returns public.files
language plpgsql set search_path = '' as $$
declare
  locked public.files;
begin
  perform private.require_session();
  select f.* into locked from public.files as f
  where f.id = lock_own_file.file and (f.uploaded_by = auth.uid() or f.added_by_member);
  if not found then
    perform private.fail('not_found');
  elsif locked.added_by_member then
    perform private.lock_item_as_member(locked.item_id);
  else
    perform private.lock_item_as_recipient(locked.item_id);
  end if;
  select f.* into locked from public.files as f where f.id = lock_own_file.file for update;
  return locked;
end
$$;
comment on function private.lock_own_file(uuid) is
  'Locks the request, the item and the file, and returns a file that the person uploads or has uploaded, or one that any member of the person''s workspace added; not_found for anyone else.';

create or replace function public.finish_upload(file uuid, sha256 text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me uuid := private.require_session();
  locked public.files;
  arrived_version text;
  arrived_size bigint;
begin
  -- Repeating a finish whose response was lost changes nothing, even if the item has been accepted since.
  perform from public.files as f
  where f.id = finish_upload.file and f.uploaded_by = me
    and f.status = 'stored' and f.sha256 = finish_upload.sha256;
  if found then
    return;
  end if;
  locked := private.lock_own_file(finish_upload.file);
  if locked.status = 'removed' or locked.uploaded_by <> me then
    perform private.fail('not_found');
  elsif locked.status = 'stored' and locked.sha256 = finish_upload.sha256 then
    return;
  elsif locked.status = 'stored' then
    perform private.fail('file.changed');
  elsif locked.added_by_member and not exists (
    select from public.items as i where i.id = locked.item_id and i.received_elsewhere
  ) then
    perform private.fail('item.not_received');
  end if;

  select o.version, (o.metadata ->> 'size')::bigint into arrived_version, arrived_size
  from storage.objects as o
  where o.bucket_id = 'documents' and o.name = locked.object_key;
  if arrived_version is null or not coalesce(finish_upload.sha256 ~ '^[0-9a-f]{64}$', false) then
    perform private.fail('file.not_stored');
  elsif arrived_size is distinct from locked.size then
    perform private.fail('file.changed');
  end if;

  update public.files as f
  set status = 'stored', sha256 = finish_upload.sha256, object_version = arrived_version, stored_at = now()
  where f.id = locked.id;
  -- A file replaces not_applicable and cannot_provide. A member's file answers nothing, and the decision that it belongs to
  -- can still be undone.
  if not locked.added_by_member then
    update public.items as i
    set status = 'submitted', answer = null, answer_kind = null, decided_by = null, decided_at = null,
      revision = i.revision + 1
    where i.id = locked.item_id;
  end if;
  perform private.add_event(
    locked.request_id, 'file_added', locked.item_id, locked.id,
    jsonb_build_object('name', locked.name, 'size', locked.size)
  );
end
$$;
comment on function public.finish_upload(uuid, text) is
  'Binds the uploaded object to the file permanently and, for a recipient''s file, submits the item. Idempotent. Errors: not_found, request.closed, request.paused, item.locked, item.not_received, file.not_stored, file.changed.';

create or replace function public.remove_file(file uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.files := private.lock_own_file(remove_file.file);
begin
  if locked.status = 'removed' then
    return;
  elsif locked.verdict = 'accepted' then
    perform private.fail('file.accepted');
  end if;
  update public.files as f
  set status = 'removed', removed_at = now(), removed_by = auth.uid()
  where f.id = locked.id;
  if locked.status = 'stored' then
    if not locked.added_by_member then
      perform private.fall_back(locked.item_id);
    end if;
    perform private.add_event(
      locked.request_id, 'file_removed', locked.item_id, locked.id,
      jsonb_build_object('name', locked.name, 'size', locked.size)
    );
  end if;
end
$$;
comment on function public.remove_file(uuid) is
  'Removes one of the caller''s files, finished or not, or one that a member of the caller''s workspace added; its row stays. Errors: not_found, request.closed, request.paused, item.locked, file.accepted.';

drop function private.apply_decision(public.items, text, text);
create function private.apply_decision(item public.items, status text, reason text, received_elsewhere boolean)
returns integer
language sql set search_path = '' as $$
  update public.items as i
  set
    status = apply_decision.status,
    reason = apply_decision.reason,
    received_elsewhere = apply_decision.received_elsewhere,
    -- Undoing a decision leaves a missing or submitted item as undecided as it was.
    decided_by = case when apply_decision.status not in ('missing', 'submitted') then auth.uid() end,
    decided_at = case when apply_decision.status not in ('missing', 'submitted') then now() end,
    revision = i.revision + 1
  where i.id = (apply_decision.item).id
  returning i.revision
$$;
comment on function private.apply_decision(public.items, text, text, boolean) is
  'Sets the new state of an item and returns its new revision.';

create function private.apply_verdicts(item public.items, list jsonb, accepts_others boolean) returns integer
language plpgsql set search_path = '' as $$
declare
  given record;
  named uuid[] := '{}';
  named_file uuid;
  changed integer;
begin
  delete from private.former_verdicts as v where v.item_id = item.id;
  insert into private.former_verdicts (file_id, item_id, verdict, verdict_reason)
  select f.id, f.item_id, f.verdict, f.verdict_reason from public.files as f
  where f.item_id = item.id and f.status = 'stored';

  if jsonb_typeof(list) <> 'array' then
    perform private.fail('file.verdict');
  end if;
  for given in
    select e.file ->> 'id' as id, e.file ->> 'verdict' as verdict,
      nullif(private.trimmed(e.file ->> 'reason'), '') as reason
    from jsonb_array_elements(list) as e (file)
  loop
    if given.verdict is null or given.verdict not in ('accepted', 'returned') then
      perform private.fail('file.verdict');
    elsif given.verdict = 'accepted' then
      given.reason := null;
    elsif given.reason is null then
      perform private.fail('reason.required');
    elsif char_length(given.reason) > 1000 then
      perform private.fail('reason.too_long');
    end if;
    -- Compared as text, because a caller may write anything here.
    update public.files as f set verdict = given.verdict, verdict_reason = given.reason
    where f.item_id = item.id and f.id::text = given.id and not f.id = any(named)
      and f.status = 'stored' and f.set_aside_at is null and not f.added_by_member
    returning f.id into named_file;
    if named_file is null then
      perform private.fail('file.undecidable');
    end if;
    named := named || named_file;
  end loop;
  if accepts_others then
    update public.files as f set verdict = 'accepted'
    where f.item_id = item.id and f.status = 'stored' and f.verdict is null
      and f.set_aside_at is null and not f.added_by_member;
  end if;

  delete from private.former_verdicts as v using public.files as f
  where v.item_id = item.id and f.id = v.file_id
    and (f.verdict, f.verdict_reason) is not distinct from (v.verdict, v.verdict_reason);
  select count(*) into changed from private.former_verdicts as v where v.item_id = item.id;
  return changed;
end
$$;
comment on function private.apply_verdicts(public.items, jsonb, boolean) is
  'Sets the verdicts of a list [{id, verdict, reason}] on files of a locked item, remembers the former ones, and returns the number of files changed. Errors: file.verdict, file.undecidable, reason.required, reason.too_long.';

drop function public.decide_item(uuid, integer, text, text);
create function public.decide_item(
  item uuid, revision integer, decision text, reason text default null, files jsonb default null
) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked public.items := private.lock_item_as_member(decide_item.item, decide_item.revision);
  decision constant text := decide_item.decision;
  listed constant jsonb := nullif(decide_item.files, 'null');
  why text := nullif(private.trimmed(decide_item.reason), '');
  returns_file constant boolean := coalesce(jsonb_path_exists(listed, '$[*] ? (@.verdict == "returned")'), false);
  changed integer;
  next_status text;
  next_revision integer;
begin
  if decision is null or decision not in ('accept', 'return', 'waive', 'receive_elsewhere') then
    perform private.fail('item.undecided');
  elsif decision = 'accept' then
    why := null;
  elsif decision = 'return' and why is null and not returns_file then
    perform private.fail('reason.required');
  elsif char_length(why) > 1000 then
    perform private.fail('reason.too_long');
  elsif decision in ('waive', 'receive_elsewhere') and listed is not null then
    perform private.fail('file.verdict');
  end if;
  if decision in ('accept', 'return') and coalesce(listed, '[]') = '[]' and locked.answer_kind is null and not exists (
    select from public.files as f where f.item_id = locked.id and f.status = 'stored' and not f.added_by_member
  ) then
    perform private.fail('item.stale');
  end if;
  next_status := case
    when decision = 'return' then 'returned'
    when decision = 'waive' then 'waived'
    when decision = 'accept' and locked.answer_kind in ('not_applicable', 'cannot_provide') then 'waived'
    else 'accepted'
  end;

  changed := private.apply_verdicts(locked, coalesce(listed, '[]'), accepts_others => decision = 'accept');
  if decision = 'accept' and (
    returns_file
    or locked.answer_kind is null and not exists (
      select from public.files as f
      where f.item_id = locked.id and f.status = 'stored' and not f.added_by_member
        and f.verdict is distinct from 'returned'
    )
  ) then
    perform private.fail('item.conflict');
  elsif changed = 0 and (locked.status, locked.reason, locked.received_elsewhere)
    is not distinct from (next_status, why, decision = 'receive_elsewhere')
  then
    perform private.fail('item.stale');
  end if;

  next_revision := private.apply_decision(locked, next_status, why, decision = 'receive_elsewhere');
  perform private.add_event(
    f.request_id, 'file_returned', f.item_id, f.id,
    jsonb_build_object('name', f.name, 'size', f.size, 'reason', f.verdict_reason)
  )
  from public.files as f join private.former_verdicts as v on v.file_id = f.id
  where v.item_id = locked.id and f.verdict = 'returned';
  perform private.add_event(
    locked.request_id,
    case decision when 'return' then 'returned' when 'waive' then 'waived' when 'accept' then 'accepted'
      else 'received_elsewhere' end,
    locked.id,
    null,
    jsonb_strip_nulls(jsonb_build_object(
      'reason', why,
      'status', next_status,
      'revision', next_revision,
      'before', jsonb_build_object(
        'status', locked.status, 'reason', locked.reason, 'received_elsewhere', locked.received_elsewhere
      )
    ))
  );
  perform private.settle(locked.request_id);
  return next_revision;
end
$$;
comment on function public.decide_item(uuid, integer, text, text, jsonb) is
  'Decides on an item at this revision and returns the new revision: accept or return what was sent, or without an answer waive it or receive_elsewhere. files gives single files a verdict [{id, verdict: accepted or returned, reason}]; accepting also accepts all other files. Errors: not_found, request.closed, item.stale (also when there is nothing to decide), item.undecided, item.conflict, file.verdict, file.undecidable, reason.required, reason.too_long.';
grant execute on function public.decide_item(uuid, integer, text, text, jsonb) to authenticated;

create or replace function public.undo_decision(item uuid, revision integer) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked public.items := private.lock_item_as_member(undo_decision.item, undo_decision.revision);
  decided jsonb;
  next_revision integer;
begin
  select e.data into decided
  from public.events as e
  where e.item_id = locked.id and e.kind in ('accepted', 'returned', 'waived', 'received_elsewhere')
  order by e.seq desc
  limit 1;
  if decided is null or (decided ->> 'revision')::integer <> locked.revision then
    perform private.fail('item.undecided');
  end if;
  next_revision := private.apply_decision(
    locked, decided #>> '{before,status}', decided #>> '{before,reason}',
    coalesce((decided #>> '{before,received_elsewhere}')::boolean, false)
  );
  update public.files as f
  set verdict = v.verdict, verdict_reason = v.verdict_reason
  from private.former_verdicts as v
  where v.item_id = locked.id and f.id = v.file_id;
  delete from private.former_verdicts as v where v.item_id = locked.id;
  perform private.add_event(locked.request_id, 'decision_undone', locked.id);
  perform private.settle(locked.request_id);
  return next_revision;
end
$$;
comment on function public.undo_decision(uuid, integer) is
  'Undoes the last decision with its verdicts on files, unless the item has changed since. Files that members added stay. Returns the new revision. Errors: not_found, request.closed, item.stale, item.undecided.';
