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
  v_locked public.items := private.lock_item_as_member(decide_item.item, decide_item.revision);
  v_decision constant text := decide_item.decision;
  v_listed constant jsonb := nullif(decide_item.files, 'null');
  v_why text := nullif(private.trimmed(decide_item.reason), '');
  v_returns_file constant boolean := coalesce(jsonb_path_exists(v_listed, '$[*] ? (@.verdict == "returned")'), false);
  v_changed integer;
  v_next_status text;
  v_next_revision integer;
begin
  if v_decision is null or v_decision not in ('accept', 'return', 'waive', 'receive_elsewhere') then
    perform private.fail('item.undecided');
  elsif v_decision = 'accept' then
    v_why := null;
  elsif v_decision = 'return' and v_why is null and not v_returns_file then
    perform private.fail('reason.required');
  elsif char_length(v_why) > 1000 then
    perform private.fail('reason.too_long');
  elsif v_decision in ('waive', 'receive_elsewhere') and v_listed is not null then
    perform private.fail('file.verdict');
  end if;
  if v_decision in ('accept', 'return') and coalesce(v_listed, '[]') = '[]' and v_locked.answer_kind is null and not exists (
    select from public.files as f where f.item_id = v_locked.id and f.status = 'stored' and not f.added_by_member
  ) then
    perform private.fail('item.stale');
  end if;
  v_next_status := case
    when v_decision = 'return' then 'returned'
    when v_decision = 'waive' then 'waived'
    when v_decision = 'accept' and v_locked.answer_kind in ('not_applicable', 'cannot_provide') then 'waived'
    else 'accepted'
  end;

  v_changed := private.apply_verdicts(v_locked, coalesce(v_listed, '[]'), accepts_others => v_decision = 'accept');
  if v_decision = 'accept' and (
    v_returns_file
    or v_locked.answer_kind is null and not exists (
      select from public.files as f
      where f.item_id = v_locked.id and f.status = 'stored' and not f.added_by_member
        and f.verdict is distinct from 'returned'
    )
  ) then
    perform private.fail('item.conflict');
  elsif v_changed = 0 and (v_locked.status, v_locked.reason, v_locked.received_elsewhere)
    is not distinct from (v_next_status, v_why, v_decision = 'receive_elsewhere')
  then
    perform private.fail('item.stale');
  end if;

  v_next_revision := private.apply_decision(v_locked, v_next_status, v_why, v_decision = 'receive_elsewhere');
  perform private.note_decision(v_locked, v_decision, v_next_status, v_next_revision, v_why);
  perform private.update_request_status(v_locked.request_id);
  return v_next_revision;
end
$$;
comment on function public.decide_item(uuid, integer, text, text, jsonb) is
  'Decides on an item at this revision and returns the new revision: accept or return what was sent, or without an answer waive it or receive_elsewhere. files gives single files a verdict [{id, verdict: accepted or returned, reason}]; accepting also accepts all other files. Errors: not_found, request.closed, item.stale (also when there is nothing to decide), item.undecided, item.conflict, file.verdict, file.undecidable, reason.required, reason.too_long.';
grant execute on function public.decide_item(uuid, integer, text, text, jsonb) to authenticated;

create function private.note_decision(
  former public.items, decision text, next_status text, next_revision integer, why text
) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.add_event(
    f.request_id, 'file_returned', f.item_id, f.id,
    jsonb_build_object('name', f.name, 'size', f.size, 'reason', f.verdict_reason)
  )
  from public.files as f join private.former_verdicts as v on v.file_id = f.id
  where v.item_id = former.id and f.verdict = 'returned';
  perform private.add_event(
    former.request_id,
    case note_decision.decision when 'return' then 'returned' when 'waive' then 'waived' when 'accept' then 'accepted'
      else 'received_elsewhere' end,
    former.id,
    null,
    jsonb_strip_nulls(jsonb_build_object(
      'reason', note_decision.why,
      'status', note_decision.next_status,
      'revision', note_decision.next_revision,
      'before', jsonb_build_object(
        'status', former.status, 'reason', former.reason, 'received_elsewhere', former.received_elsewhere
      )
    ))
  );
end
$$;
comment on function private.note_decision(public.items, text, text, integer, text) is
  'Writes a decision into the history, with what undoing it would restore, and each file that it returned.';

create function public.undo_decision(item uuid, revision integer) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_locked public.items := private.lock_item_as_member(undo_decision.item, undo_decision.revision);
  v_decided jsonb;
  v_next_revision integer;
begin
  select e.data into v_decided
  from public.events as e
  where e.item_id = v_locked.id and e.kind in ('accepted', 'returned', 'waived', 'received_elsewhere')
  order by e.seq desc
  limit 1;
  if v_decided is null or (v_decided ->> 'revision')::integer <> v_locked.revision then
    perform private.fail('item.undecided');
  end if;
  v_next_revision := private.apply_decision(
    v_locked, v_decided #>> '{before,status}', v_decided #>> '{before,reason}',
    coalesce((v_decided #>> '{before,received_elsewhere}')::boolean, false)
  );
  update public.files as f
  set verdict = v.verdict, verdict_reason = v.verdict_reason
  from private.former_verdicts as v
  where v.item_id = v_locked.id and f.id = v.file_id;
  delete from private.former_verdicts as v where v.item_id = v_locked.id;
  perform private.add_event(v_locked.request_id, 'decision_undone', v_locked.id);
  perform private.update_request_status(v_locked.request_id);
  return v_next_revision;
end
$$;
comment on function public.undo_decision(uuid, integer) is
  'Undoes the last decision with its verdicts on files, unless the item has changed since. Files that members added stay. Returns the new revision. Errors: not_found, request.closed, item.stale, item.undecided.';
grant execute on function public.undo_decision(uuid, integer) to authenticated;

create function public.set_file_aside(file uuid, aside boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_parent public.requests := private.lock_as_member(
    (select f.request_id from public.files as f where f.id = set_file_aside.file)
  );
  v_locked public.files;
begin
  if v_parent.status not in ('open', 'done') then
    perform private.fail('request.closed');
  end if;
  select f.* into v_locked from public.files as f
  where f.id = set_file_aside.file and f.status = 'stored'
  for update;
  if not found then
    perform private.fail('not_found');
  elsif (v_locked.set_aside_at is not null) = coalesce(set_file_aside.aside, false) then
    return;
  end if;
  -- The item's revision doesn't change: its answer is the same, and its last decision can still be undone.
  update public.files as f
  set set_aside_at = case when set_file_aside.aside then now() end
  where f.id = v_locked.id;
  perform private.add_event(
    v_locked.request_id,
    case when set_file_aside.aside then 'file_set_aside' else 'file_put_back' end,
    v_locked.item_id,
    v_locked.id,
    jsonb_build_object('name', v_locked.name, 'size', v_locked.size)
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
    -- Undoing a decision leaves the item undecided, as before.
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
  v_given record;
  v_named uuid[] := '{}';
  v_named_file uuid;
  v_changed integer;
begin
  delete from private.former_verdicts as v where v.item_id = item.id;
  insert into private.former_verdicts (file_id, item_id, verdict, verdict_reason)
  select f.id, f.item_id, f.verdict, f.verdict_reason from public.files as f
  where f.item_id = item.id and f.status = 'stored';

  if jsonb_typeof(list) <> 'array' then
    perform private.fail('file.verdict');
  end if;
  for v_given in
    select e.file ->> 'id' as id, e.file ->> 'verdict' as verdict,
      nullif(private.trimmed(e.file ->> 'reason'), '') as reason
    from jsonb_array_elements(list) as e (file)
  loop
    if v_given.verdict is null or v_given.verdict not in ('accepted', 'returned') then
      perform private.fail('file.verdict');
    elsif v_given.verdict = 'accepted' then
      v_given.reason := null;
    elsif v_given.reason is null then
      perform private.fail('reason.required');
    elsif char_length(v_given.reason) > 1000 then
      perform private.fail('reason.too_long');
    end if;
    -- Compared as text, because a caller may write anything here.
    update public.files as f set verdict = v_given.verdict, verdict_reason = v_given.reason
    where f.item_id = item.id and f.id::text = v_given.id and not f.id = any(v_named)
      and f.status = 'stored' and f.set_aside_at is null and not f.added_by_member
    returning f.id into v_named_file;
    if v_named_file is null then
      perform private.fail('file.undecidable');
    end if;
    v_named := v_named || v_named_file;
  end loop;
  if accepts_others then
    update public.files as f set verdict = 'accepted'
    where f.item_id = item.id and f.status = 'stored' and f.verdict is null
      and f.set_aside_at is null and not f.added_by_member;
  end if;

  delete from private.former_verdicts as v using public.files as f
  where v.item_id = item.id and f.id = v.file_id
    and (f.verdict, f.verdict_reason) is not distinct from (v.verdict, v.verdict_reason);
  select count(*) into v_changed from private.former_verdicts as v where v.item_id = item.id;
  return v_changed;
end
$$;
comment on function private.apply_verdicts(public.items, jsonb, boolean) is
  'Sets the verdicts of a list [{id, verdict, reason}] on files of a locked item, remembers the former ones, and returns the number of files changed. Errors: file.verdict, file.undecidable, reason.required, reason.too_long.';
