create function public.answer_item(item uuid, revision integer, kind text, answer text) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked public.items := private.lock_item_as_recipient(answer_item.item);
  given text := nullif(private.trimmed(answer_item.answer), '');
  longest integer := case answer_item.kind when 'text' then 4000 else 1000 end;
begin
  if locked.revision is distinct from answer_item.revision then
    perform private.fail('item.stale');
  elsif coalesce(answer_item.kind, '') not in ('text', 'not_applicable', 'cannot_provide', 'none')
    or (answer_item.kind = 'text' and locked.kind <> 'text')
  then
    perform private.fail('item.kind');
  elsif answer_item.kind = 'text' and given is null then
    perform private.fail('answer.empty');
  elsif char_length(given) > longest then
    perform private.fail('answer.too_long');
  end if;

  if answer_item.kind = 'none' then
    update public.items as i set answer = null, answer_kind = null where i.id = locked.id;
    perform private.fall_back(locked.id);
  else
    update public.items as i
    set status = 'submitted', answer = given, answer_kind = answer_item.kind, decided_by = null, decided_at = null,
      revision = i.revision + 1
    where i.id = locked.id;
  end if;
  perform private.add_event(
    locked.request_id, 'answered', locked.id, null, jsonb_build_object('kind', answer_item.kind)
  );
  return locked.revision + 1;
end
$$;
comment on function public.answer_item(uuid, integer, text, text) is
  'Answers an item with text, or marks it as not_applicable or cannot_provide with a note; null removes the answer. Returns the new revision. Errors: not_found, request.closed, item.locked, item.stale, item.kind, answer.empty, answer.too_long.';
grant execute on function public.answer_item(uuid, integer, text, text) to authenticated;
