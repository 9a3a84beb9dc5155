-- Accepting, returning and waiving.
--
-- Members decide on an answer, without one, and file by file: an item isn't needed, or was received another way, with
-- files that a member adds; and one decision keeps some files and returns others.

create table private.former_verdicts (
  file_id uuid primary key references public.files (id) on delete cascade,
  item_id uuid not null,
  verdict text,
  verdict_reason text
);
comment on table private.former_verdicts is
  'What the files of an item had before its last decision, for undoing it. Events can''t hold this: recipients of a cancelled request read them, but not each other''s files.';

create index former_verdicts_item_id_idx on private.former_verdicts (item_id);

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

create function public.undo_decision(item uuid, revision integer) returns integer
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
grant execute on function public.undo_decision(uuid, integer) to authenticated;

create function public.set_file_aside(file uuid, aside boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  parent public.requests := private.lock_as_member(
    (select f.request_id from public.files as f where f.id = set_file_aside.file)
  );
  locked public.files;
begin
  if parent.status not in ('open', 'done') then
    perform private.fail('request.closed');
  end if;
  select f.* into locked from public.files as f
  where f.id = set_file_aside.file and f.status = 'stored'
  for update;
  if not found then
    perform private.fail('not_found');
  elsif (locked.set_aside_at is not null) = coalesce(set_file_aside.aside, false) then
    return;
  end if;
  -- The item's revision doesn't change: its answer is the same, and its last decision can still be undone.
  update public.files as f
  set set_aside_at = case when set_file_aside.aside then now() end
  where f.id = locked.id;
  perform private.add_event(
    locked.request_id,
    case when set_file_aside.aside then 'file_set_aside' else 'file_put_back' end,
    locked.item_id,
    locked.id,
    jsonb_build_object('name', locked.name, 'size', locked.size)
  );
end
$$;
comment on function public.set_file_aside(uuid, boolean) is
  'Leaves a stored file out of downloads, or puts it back. Repeating a call changes nothing. Errors: not_found, request.closed.';
grant execute on function public.set_file_aside(uuid, boolean) to authenticated;

create function private.apply_decision(item public.items, status text, reason text, received_elsewhere boolean)
returns integer
language sql set search_path = '' as $$
  update public.items as i
  set
    status = apply_decision.status,
    reason = apply_decision.reason,
    received_elsewhere = apply_decision.received_elsewhere,
    -- Undoing a decision leaves an item as undecided as it was.
    decided_by = case when apply_decision.status not in ('missing', 'partial', 'submitted') then auth.uid() end,
    decided_at = case when apply_decision.status not in ('missing', 'partial', 'submitted') then now() end,
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
