-- Answers without a file, and the state of an item.

create function public.answer_item(item uuid, revision integer, kind text, answer text) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_locked public.items := private.lock_item_as_recipient(answer_item.item);
  v_given text := nullif(private.trimmed(answer_item.answer), '');
  v_is_declined constant boolean := coalesce(answer_item.kind in ('not_applicable', 'cannot_provide'), false);
begin
  if v_locked.revision is distinct from answer_item.revision then
    perform private.fail('item.stale');
  elsif not v_is_declined and answer_item.kind is distinct from 'none'
    and (
      answer_item.kind is distinct from v_locked.kind
      or not (select k.is_written from private.item_kinds as k where k.name = v_locked.kind)
    )
  then
    perform private.fail('item.kind');
  elsif char_length(v_given) > (case when v_is_declined then 1000 else 4000 end) then
    perform private.fail('answer.too_long');
  end if;

  if answer_item.kind = 'none' then
    update public.items as i set answer = null, answer_kind = null where i.id = v_locked.id;
    perform private.reset_item_status(v_locked.id);
  else
    if not v_is_declined then
      v_given := private.stored_answer(v_locked, v_given);
    end if;
    update public.items as i
    set status = 'submitted', answer = v_given, answer_kind = answer_item.kind, decided_by = null, decided_at = null,
      revision = i.revision + 1
    where i.id = v_locked.id;
  end if;
  perform private.add_event(
    v_locked.request_id, 'answered', v_locked.id, null, jsonb_build_object('kind', answer_item.kind)
  );
  return v_locked.revision + 1;
end
$$;
comment on function public.answer_item(uuid, integer, text, text) is
  'Answers an item in its own kind, or marks it as not_applicable or cannot_provide with a note; none removes the answer. Several choices stand on one line each. Returns the new revision. Errors: not_found, request.closed, request.paused, item.locked, item.stale, item.kind, answer.*.';
grant execute on function public.answer_item(uuid, integer, text, text) to authenticated;

create function private.stored_answer(item public.items, given text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  v_chosen constant text[] := array(
    select distinct private.one_line(l.line) from regexp_split_to_table(stored_answer.given, E'\n') as l (line)
  );
begin
  if stored_answer.given is null then
    perform private.fail('answer.empty');
  end if;
  -- A kind that is forgotten here raises case_not_found.
  case item.kind
  when 'text' then
    return stored_answer.given;
  when 'date' then
    -- A year below 1000 is one that was being typed.
    if not private.is_day(stored_answer.given) or stored_answer.given < '1000' then
      perform private.fail('answer.date');
    end if;
    return stored_answer.given;
  when 'yes_no' then
    if stored_answer.given not in ('yes', 'no') then
      perform private.fail('answer.yes_no');
    end if;
    return stored_answer.given;
  when 'choice' then
    if not v_chosen <@ item.choices then
      perform private.fail('answer.choice');
    elsif cardinality(v_chosen) > 1 and not item.multiple then
      perform private.fail('answer.one_choice');
    end if;
    return (
      select string_agg(c.choice, E'\n' order by c.position)
      from unnest(item.choices) with ordinality as c (choice, "position")
      where c.choice = any(v_chosen)
    );
  end case;
end
$$;
comment on function private.stored_answer(public.items, text) is
  'The answer in stored form. Errors: answer.empty, answer.date, answer.yes_no, answer.choice, answer.one_choice.';

create function private.is_choice_of(answer text, choices text[], multiple boolean) returns boolean
language sql immutable set search_path = '' as $$
  select string_to_array(is_choice_of.answer, E'\n') <@ is_choice_of.choices
    and (is_choice_of.multiple or strpos(is_choice_of.answer, E'\n') = 0)
$$;
comment on function private.is_choice_of(text, text[], boolean) is
  'True if a stored answer, one choice per line, fits this list of choices.';

create function private.reset_item_status(item uuid) returns void
language sql set search_path = '' as $$
  update public.items as i
  set
    revision = i.revision + 1,
    status = case
      when i.answer_kind is not null or i.status not in ('partial', 'submitted') then i.status
      when private.stored_files(i.id) >= i.expected_files and exists (
        select from public.files as f
        where f.item_id = i.id and f.status = 'stored' and f.verdict is null and not f.added_by_member
      ) then 'submitted'
      else private.before_submission(i)
    end
  where i.id = reset_item_status.item
$$;
comment on function private.reset_item_status(uuid) is
  'Sets the state of an item after something was removed: with too little left to review it is missing, or still returned if it was returned before.';

create function private.before_submission(item public.items) returns text
language sql stable set search_path = '' as $$
  select case
    when exists (
      select from public.files as f
      where f.item_id = item.id and f.status = 'stored' and f.verdict is null and not f.added_by_member
    ) then 'partial'
    -- Removed files too: they were returned before.
    when item.reason is not null
      or exists (select from public.files as f where f.item_id = item.id and f.verdict is not null) then 'returned'
    else 'missing'
  end
$$;
comment on function private.before_submission(public.items) is 'State of an item with fewer files than expected.';
