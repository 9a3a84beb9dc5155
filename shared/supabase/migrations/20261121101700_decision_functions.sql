create function private.lock_item_as_member(item uuid, revision integer) returns public.items
language plpgsql set search_path = '' as $$
declare
  parent public.requests;
  locked public.items;
begin
  parent := private.lock_as_member(
    (select i.request_id from public.items as i where i.id = lock_item_as_member.item)
  );
  if parent.status not in ('open', 'done') then
    perform private.fail('request.closed');
  end if;
  select i.* into locked from public.items as i where i.id = lock_item_as_member.item for update;
  if locked.revision is distinct from lock_item_as_member.revision then
    perform private.fail('item.stale');
  end if;
  return locked;
end
$$;
comment on function private.lock_item_as_member(uuid, integer) is
  'Locks the request, then the item, and returns the item for a member who has seen its latest revision.';

create function private.settle(request uuid) returns void
language plpgsql set search_path = '' as $$
declare
  current public.requests;
  still_open integer;
begin
  select r.* into current from public.requests as r where r.id = settle.request;
  still_open := current.required_open;
  if not exists (select from public.items as i where i.request_id = current.id and i.required) then
    -- A request without required items is done when every item has been decided.
    still_open := current.items_missing + current.items_submitted + current.items_returned;
  end if;
  if current.status = 'open' and still_open = 0 then
    update public.requests as r set status = 'done', closed_at = now() where r.id = current.id;
    perform private.add_event(current.id, 'done');
  elsif current.status = 'done' and still_open > 0 then
    update public.requests as r set status = 'open', closed_at = null where r.id = current.id;
    perform private.add_event(current.id, 'reopened');
  end if;
end
$$;
comment on function private.settle(uuid) is
  'Closes a request when all required items are accepted or waived, and reopens it when that is no longer so.';

create function private.apply_decision(item public.items, status text, reason text) returns integer
language sql set search_path = '' as $$
  update public.items as i
  set
    status = apply_decision.status,
    reason = apply_decision.reason,
    decided_by = case when apply_decision.status <> 'submitted' then auth.uid() end,
    decided_at = case when apply_decision.status <> 'submitted' then now() end,
    revision = i.revision + 1
  where i.id = (apply_decision.item).id
  returning i.revision
$$;
comment on function private.apply_decision(public.items, text, text) is
  'Sets the new state of an item and returns its new revision.';

create function public.decide_item(item uuid, revision integer, decision text, reason text default null) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked public.items := private.lock_item_as_member(decide_item.item, decide_item.revision);
  why text := nullif(private.trimmed(decide_item.reason), '');
  next_status text;
  next_revision integer;
begin
  if decide_item.decision = 'accept' then
    why := null;
    next_status := case when locked.answer_kind in ('not_applicable', 'cannot_provide') then 'waived' else 'accepted' end;
  elsif decide_item.decision is distinct from 'return' then
    perform private.fail('item.undecided');
  elsif why is null then
    perform private.fail('reason.required');
  elsif char_length(why) > 1000 then
    perform private.fail('reason.too_long');
  else
    next_status := 'returned';
  end if;
  if (locked.status, locked.reason) is not distinct from (next_status, why) or not (
    locked.answer_kind is not null
    or exists (select from public.files as f where f.item_id = locked.id and f.status = 'stored')
  ) then
    perform private.fail('item.stale');
  end if;

  next_revision := private.apply_decision(locked, next_status, why);
  perform private.add_event(
    locked.request_id,
    case next_status when 'returned' then 'returned' else 'accepted' end,
    locked.id,
    null,
    jsonb_strip_nulls(jsonb_build_object(
      'reason', why,
      'status', next_status,
      'revision', next_revision,
      'before', jsonb_build_object('status', locked.status, 'reason', locked.reason)
    ))
  );
  perform private.settle(locked.request_id);
  return next_revision;
end
$$;
comment on function public.decide_item(uuid, integer, text, text) is
  'Accepts or returns the content of an item at this revision and returns the new revision. Errors: not_found, request.closed, item.stale (also when there is nothing to decide), reason.required, reason.too_long.';
grant execute on function public.decide_item(uuid, integer, text, text) to authenticated;

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
  where e.item_id = locked.id and e.kind in ('accepted', 'returned')
  order by e.seq desc
  limit 1;
  if decided is null or (decided ->> 'revision')::integer <> locked.revision then
    perform private.fail('item.undecided');
  end if;
  next_revision := private.apply_decision(locked, decided #>> '{before,status}', decided #>> '{before,reason}');
  perform private.add_event(locked.request_id, 'decision_undone', locked.id);
  perform private.settle(locked.request_id);
  return next_revision;
end
$$;
comment on function public.undo_decision(uuid, integer) is
  'Undoes the last decision unless the item has changed since. Returns the new revision. Errors: not_found, request.closed, item.stale, item.undecided.';
grant execute on function public.undo_decision(uuid, integer) to authenticated;
