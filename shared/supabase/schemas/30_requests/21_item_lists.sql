-- Items as the editor sends them: checked, compared with the stored ones, written.

create function private.edit_items(request public.requests, list jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  v_is_sent constant boolean := request.status <> 'draft';
  v_listed constant jsonb := private.with_item_ids(request.id, edit_items.list);
  v_moment constant timestamptz := clock_timestamp();
  v_known constant uuid[] := array(
    select i.id from public.items as i where i.request_id = request.id and i.removed_at is null
  );
  v_reworded public.items[];
  v_is_reordered boolean;
begin
  if v_is_sent and jsonb_array_length(v_listed) = 0 then
    perform private.fail('draft.items');
  end if;
  perform private.remove_unlisted_items(request, v_listed, v_known, v_moment);

  v_reworded := array(
    select i from public.items as i
    join private.listed_items(v_listed) as w on w.id = i.id
    where private.item_words(i) <> private.item_words(w)
    order by w.position
  );
  perform private.require_changeable(request, v_listed, v_reworded);
  select array_agg(w.id order by w.position) <> array_agg(w.id order by i.position) into v_is_reordered
  from private.listed_items(v_listed) as w
  join public.items as i on i.id = w.id;

  -- Receipts leave out what is sensitive. One from before quotes every answer that was given until then.
  if exists (
    select from unnest(v_reworded) as i join private.listed_items(v_listed) as w on w.id = i.id
    where w.sensitive and not i.sensitive and exists (
      select from public.events as e where e.request_id = request.id and e.item_id = i.id and e.kind = 'answered'
    )
  ) then
    perform private.delete_receipts(request.id);
  end if;
  perform private.write_items(request, v_listed, case when v_is_sent then v_moment end);

  if not v_is_sent then
    return;
  end if;
  -- Removed ones are kept, so those count too.
  if (select count(*) from public.items as i where i.request_id = request.id) > 500 then
    perform private.fail('draft.too_many_items');
  end if;
  perform private.note_item_edits(request, v_listed, v_known, v_reworded);
  if v_is_reordered then
    perform private.add_event(request.id, 'items_reordered');
  end if;
end
$$;
comment on function private.edit_items(public.requests, jsonb) is
  'Makes the items of a locked request those of a checked list. Items keep their ids and, after sending, their history. Errors: draft.items, draft.item, draft.too_many_items, item.answered, item.chosen.';

create function private.remove_unlisted_items(request public.requests, listed jsonb, known uuid[], moment timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  v_former public.items;
begin
  for v_former in
    select i.* from public.items as i
    where i.id = any(remove_unlisted_items.known) and not exists (select from private.listed_items(remove_unlisted_items.listed) as w where w.id = i.id)
    order by i.position
  loop
    if request.status = 'draft' then
      delete from public.items as i where i.id = v_former.id;
    elsif private.is_answered(v_former) then
      perform private.fail('item.answered');
    else
      update public.items as i set removed_at = remove_unlisted_items.moment where i.id = v_former.id;
      perform private.add_event(request.id, 'item_removed', v_former.id);
    end if;
  end loop;
end
$$;
comment on function private.remove_unlisted_items(public.requests, jsonb, uuid[], timestamptz) is
  'Removes known items that are not listed any more. Errors: item.answered.';

create function private.require_changeable(request public.requests, listed jsonb, reworded public.items[]) returns void
language plpgsql stable set search_path = '' as $$
begin
  if request.status <> 'draft' and exists (
    select from unnest(require_changeable.reworded) as i
    join private.listed_items(require_changeable.listed) as w on w.id = i.id
    where w.kind <> i.kind and private.is_answered(i)
  ) then
    perform private.fail('item.answered');
  elsif exists (
    select from unnest(require_changeable.reworded) as i
    join private.listed_items(require_changeable.listed) as w on w.id = i.id
    where i.answer_kind = 'choice' and not private.is_choice_of(i.answer, w.choices, w.multiple)
  ) then
    perform private.fail('item.chosen');
  end if;
end
$$;
comment on function private.require_changeable(public.requests, jsonb, public.items[]) is
  'Refuses changes that an answer would contradict. Errors: item.answered, item.chosen.';

create function private.note_item_edits(request public.requests, listed jsonb, known uuid[], reworded public.items[]) returns void
language plpgsql set search_path = '' as $$
declare
  v_former public.items;
  v_added uuid;
begin
  foreach v_former in array note_item_edits.reworded loop
    perform private.add_event(
      request.id, 'item_changed', v_former.id, null,
      jsonb_build_object(
        'before', private.item_words(v_former),
        'after', (select private.item_words(i) from public.items as i where i.id = v_former.id)
      )
    );
  end loop;
  for v_added in
    select w.id from private.listed_items(note_item_edits.listed) as w
    where not w.id = any(note_item_edits.known)
    order by w.position
  loop
    perform private.add_event(request.id, 'item_added', v_added);
  end loop;
end
$$;
comment on function private.note_item_edits(public.requests, jsonb, uuid[], public.items[]) is
  'Writes changed and added items of a sent request into its history.';

create function private.write_items(request public.requests, list jsonb, moment timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  update public.items as i
  set
    position = w.position, section = w.section, title = w.title, instructions = w.instructions, kind = w.kind,
    required = w.required, accepts = w.accepts, expected_files = w.expected_files, choices = w.choices,
    multiple = w.multiple, sensitive = w.sensitive,
    changed_at = case
      -- Another heading, or blurring, changes nothing that recipients have to do.
      when private.item_words(i) - array['section', 'sensitive'] <> private.item_words(w) - array['section', 'sensitive']
        then coalesce(write_items.moment, i.changed_at)
      else i.changed_at
    end
  from private.listed_items(write_items.list) as w
  where w.id = i.id and (private.item_words(i), i.position) is distinct from (private.item_words(w), w.position);
  insert into public.items (
    id, request_id, workspace_id, position, section, title, instructions, kind, required, accepts, expected_files,
    choices, multiple, sensitive, changed_at
  )
  select
    w.id, request.id, request.workspace_id, w.position, w.section, w.title, w.instructions, w.kind, w.required,
    w.accepts, w.expected_files, w.choices, w.multiple, w.sensitive, write_items.moment
  from private.listed_items(write_items.list) as w
  where not exists (select from public.items as i where i.id = w.id);
  -- Fewer files may be expected now than have arrived.
  update public.items as i
  set status = 'submitted', revision = i.revision + 1
  where i.request_id = request.id and i.removed_at is null and i.status = 'partial' and i.kind = 'file'
    and i.expected_files <= private.stored_files(i.id);
end
$$;
comment on function private.write_items(public.requests, jsonb, timestamptz) is
  'Writes a checked list whose entries all have ids. New and reworded ones are marked as changed at this moment; null marks none.';

create function private.listed_items(list jsonb) returns setof public.items
language sql stable set search_path = '' as $$
  select i.*
  from jsonb_array_elements(listed_items.list) with ordinality as e (item, "position")
  cross join jsonb_populate_record(
    null::public.items,
    jsonb_build_object(
      'id', e.item -> 'id',
      'position', e.position,
      'section', coalesce(private.one_line(e.item ->> 'section'), ''),
      'title', private.one_line(e.item ->> 'title'),
      'instructions', coalesce(private.trimmed(e.item ->> 'instructions'), ''),
      'kind', e.item -> 'kind',
      'required', e.item -> 'required',
      'accepts', case e.item ->> 'kind'
        when 'file' then array(
          select distinct g.name from jsonb_array_elements_text(coalesce(e.item -> 'accepts', '[]')) as g (name) order by 1
        )
        else '{}'
      end,
      'expected_files', coalesce((e.item ->> 'expected_files')::integer, 1),
      'choices', array(
        select private.one_line(c.choice)
        from jsonb_array_elements_text(coalesce(e.item -> 'choices', '[]')) with ordinality as c (choice, "position")
        order by c.position
      ),
      'multiple', coalesce(e.item -> 'multiple', 'false'),
      'sensitive', coalesce(e.item -> 'sensitive', 'false')
    )
  ) as i
$$;
comment on function private.listed_items(jsonb) is
  'The items of a checked list, in stored form. Columns that a requester doesn''t write are null.';

create function private.check_items(items jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(check_items.items) <> 'array' then
    perform private.fail('draft.item');
  elsif jsonb_array_length(check_items.items) > 100 then
    perform private.fail('draft.too_many_items');
  end if;
  perform private.check_item(e.item) from jsonb_array_elements(check_items.items) as e (item);
  if (
    select count(distinct nullif(private.one_line(e.item ->> 'section'), '')) > 20
    from jsonb_array_elements(check_items.items) as e (item)
  ) then
    perform private.fail('draft.too_many_sections');
  end if;
end
$$;
comment on function private.check_items(jsonb) is
  'Rejects a list that a request can''t hold. Errors: draft.too_many_items, draft.too_many_sections, and those of check_item.';

create function private.check_item(item jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  v_kind constant text := coalesce(check_item.item ->> 'kind', '');
  v_section constant text := coalesce(check_item.item ->> 'section', '');
  v_choices constant jsonb := coalesce(check_item.item -> 'choices', '[]');
  v_multiple constant jsonb := coalesce(check_item.item -> 'multiple', 'false');
  v_expected_files constant text := coalesce(check_item.item ->> 'expected_files', '1');
begin
  if not private.fits(private.one_line(check_item.item ->> 'title'), 1, 160)
    or not private.has_visible_character(check_item.item ->> 'title')
    or not private.fits(coalesce(check_item.item ->> 'instructions', ''), 0, 1000)
    or not exists (select from private.item_kinds as k where k.name = v_kind)
    or jsonb_typeof(check_item.item -> 'required') is distinct from 'boolean'
    or jsonb_typeof(coalesce(check_item.item -> 'sensitive', 'false')) <> 'boolean'
    or jsonb_typeof(coalesce(check_item.item -> 'accepts', '[]')) <> 'array'
    or not coalesce(check_item.item -> 'accepts', '[]') <@ '["pdf", "image", "word", "excel"]'
  then
    perform private.fail('draft.item');
  elsif not private.fits(private.one_line(v_section), 0, 80)
    or (private.one_line(v_section) <> '' and not private.has_visible_character(v_section))
  then
    perform private.fail('draft.section');
  elsif v_expected_files !~ '^([1-9]|[1-4][0-9]|50)$' or (v_kind <> 'file' and v_expected_files <> '1') then
    perform private.fail('draft.expected_files');
  elsif jsonb_typeof(v_choices) <> 'array' or jsonb_typeof(v_multiple) <> 'boolean' then
    perform private.fail('draft.choices');
  elsif v_kind <> 'choice' then
    if v_choices <> '[]' or v_multiple <> 'false' then
      perform private.fail('draft.choices');
    end if;
  elsif jsonb_array_length(v_choices) not between 2 and 20
    or exists (
      select from jsonb_array_elements(v_choices) as e (choice)
      where jsonb_typeof(e.choice) <> 'string'
        or not private.fits(private.one_line(e.choice #>> '{}'), 1, 80)
        or not private.has_visible_character(e.choice #>> '{}')
    )
    or (
      select count(distinct private.one_line(e.choice)) < count(*)
      from jsonb_array_elements_text(v_choices) as e (choice)
    )
  then
    perform private.fail('draft.choices');
  end if;
end
$$;
comment on function private.check_item(jsonb) is
  'Rejects values that an item can''t hold. Errors: draft.item, draft.section, draft.expected_files, draft.choices.';

create function private.item_words(item public.items) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'section', item.section, 'title', item.title, 'instructions', item.instructions, 'kind', item.kind,
    'required', item.required, 'accepts', to_jsonb(item.accepts), 'expected_files', item.expected_files,
    'choices', to_jsonb(item.choices), 'multiple', item.multiple, 'sensitive', item.sensitive
  )
$$;
comment on function private.item_words(public.items) is
  'An item as a requester wrote it, in the form of a draft: for comparisons, copies and the history.';

create function private.with_item_ids(request uuid, list jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  -- Compared as text, because a caller may write anything here.
  v_known constant text[] := array(
    select i.id::text from public.items as i where i.request_id = with_item_ids.request and i.removed_at is null
  );
  v_given constant text[] := array(
    select e.item ->> 'id' from jsonb_array_elements(with_item_ids.list) as e (item) where e.item ->> 'id' is not null
  );
begin
  if not v_given <@ v_known or (select count(distinct g.id) < count(*) from unnest(v_given) as g (id)) then
    perform private.fail('draft.item');
  end if;
  return (
    select coalesce(
      jsonb_agg(
        e.item || jsonb_build_object('id', coalesce(e.item ->> 'id', gen_random_uuid()::text)) order by e.position
      ),
      '[]'
    )
    from jsonb_array_elements(with_item_ids.list) with ordinality as e (item, "position")
  );
end
$$;
comment on function private.with_item_ids(uuid, jsonb) is
  'Gives each new item of the list an id. Errors: draft.item, for an id that is not one of this request''s items or is listed twice.';

create function private.is_answered(item public.items) returns boolean
language sql stable set search_path = '' as $$
  select item.status <> 'missing' or item.answer_kind is not null or exists (
    -- An upload under way keeps its item.
    select from public.files as f where f.item_id = item.id and f.status in ('uploading', 'stored')
  )
$$;
comment on function private.is_answered(public.items) is
  'True once anything was given, is being uploaded or was decided: such an item keeps its kind and is not removed.';
