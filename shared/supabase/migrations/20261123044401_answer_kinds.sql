-- An item can ask for a date, a choice from a list, or yes or no, besides files and text.

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
        'request.stale', 'item.stale', 'item.locked', 'item.undecided', 'item.answered', 'item.chosen', 'recipient.last',
        'recipient.member', 'access.decided', 'file.not_stored', 'file.changed', 'workspace.last_owner',
        'account.changed'
      ) then 'PT409'
      else 'PT422'
    end;
end
$$;

create function private.is_day(value text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(is_day.value ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and is_day.value::date is not null, false);
exception
  when datetime_field_overflow or invalid_datetime_format then
    return false;
end
$$;
comment on function private.is_day(text) is 'True for a day of the calendar in the form YYYY-MM-DD.';

create or replace function private.as_day(value jsonb) returns date
language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(jsonb_typeof(as_day.value), 'null') = 'null' then
    return null;
  elsif not private.is_day(as_day.value #>> '{}') then
    perform private.fail('draft.due_on');
  end if;
  return (as_day.value #>> '{}')::date;
end
$$;

create function private.is_choice_of(answer text, choices text[], multiple boolean) returns boolean
language sql immutable set search_path = '' as $$
  select string_to_array(is_choice_of.answer, E'\n') <@ is_choice_of.choices
    and (is_choice_of.multiple or strpos(is_choice_of.answer, E'\n') = 0)
$$;
comment on function private.is_choice_of(text, text[], boolean) is
  'True if a stored answer, one choice per line, fits this list of choices.';

alter table public.items
  add column choices text[] not null default '{}',
  add column multiple boolean not null default false,
  alter column choices set statistics 0,
  alter column multiple set statistics 0,
  drop constraint items_kind_check,
  drop constraint items_answer_kind_check,
  drop constraint items_answer_text_check,
  add constraint items_kind_check check (kind in ('file', 'text', 'date', 'choice', 'yes_no')),
  add constraint items_choices_check check (
    case when kind = 'choice' then cardinality(choices) between 2 and 20 else cardinality(choices) = 0 end
  ),
  add constraint items_multiple_check check (kind = 'choice' or not multiple),
  add constraint items_answer_kind_check check (
    answer_kind in ('text', 'date', 'choice', 'yes_no', 'not_applicable', 'cannot_provide')
  ),
  add constraint items_answer_fits_check check (
    answer_kind in ('not_applicable', 'cannot_provide') or (answer_kind = kind and answer is not null)
  ),
  add constraint items_answer_date_check check (answer_kind <> 'date' or private.is_day(answer)),
  add constraint items_answer_choice_check check (
    answer_kind <> 'choice' or private.is_choice_of(answer, choices, multiple)
  ),
  add constraint items_answer_yes_no_check check (answer_kind <> 'yes_no' or answer in ('yes', 'no'));
comment on column public.items.answer is
  'Text, or the note of a declined item. A date is YYYY-MM-DD; choices are their texts, one per line; yes or no is "yes" or "no".';
comment on column public.items.choices is 'What a recipient can choose from, in this order; empty for other kinds.';
comment on column public.items.multiple is 'True if a recipient may choose several.';

create function private.check_item(item jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  kind constant text := coalesce(check_item.item ->> 'kind', '');
  choices constant jsonb := coalesce(check_item.item -> 'choices', '[]');
  multiple constant jsonb := coalesce(check_item.item -> 'multiple', 'false');
begin
  if not private.fits(private.one_line(check_item.item ->> 'title'), 1, 160)
    or not private.has_visible_character(check_item.item ->> 'title')
    or not private.fits(coalesce(check_item.item ->> 'instructions', ''), 0, 1000)
    or kind not in ('file', 'text', 'date', 'choice', 'yes_no')
    or jsonb_typeof(check_item.item -> 'required') is distinct from 'boolean'
    or jsonb_typeof(coalesce(check_item.item -> 'accepts', '[]')) <> 'array'
    or not coalesce(check_item.item -> 'accepts', '[]') <@ '["pdf", "image"]'
  then
    perform private.fail('draft.item');
  elsif jsonb_typeof(choices) <> 'array' or jsonb_typeof(multiple) <> 'boolean' then
    perform private.fail('draft.choices');
  elsif kind <> 'choice' then
    if choices <> '[]' or multiple <> 'false' then
      perform private.fail('draft.choices');
    end if;
  elsif jsonb_array_length(choices) not between 2 and 20
    or exists (
      select from jsonb_array_elements(choices) as e (choice)
      where jsonb_typeof(e.choice) <> 'string'
        or not private.fits(private.one_line(e.choice #>> '{}'), 1, 80)
        or not private.has_visible_character(e.choice #>> '{}')
    )
    or (
      select count(distinct private.one_line(e.choice)) < count(*)
      from jsonb_array_elements_text(choices) as e (choice)
    )
  then
    perform private.fail('draft.choices');
  end if;
end
$$;
comment on function private.check_item(jsonb) is
  'Rejects values that an item can''t hold. Errors: draft.item, draft.choices.';

create function private.check_items(items jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(check_items.items) <> 'array' then
    perform private.fail('draft.item');
  elsif jsonb_array_length(check_items.items) > 100 then
    perform private.fail('draft.too_many_items');
  end if;
  perform private.check_item(e.item) from jsonb_array_elements(check_items.items) as e (item);
end
$$;
comment on function private.check_items(jsonb) is
  'Rejects a list that a request can''t hold. Errors: draft.too_many_items, and those of check_item.';

create or replace function private.check_draft(draft jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  recipients jsonb := coalesce(check_draft.draft -> 'recipients', '[]');
begin
  if not private.fits(private.one_line(check_draft.draft ->> 'title'), 1, 160)
    or not private.has_visible_character(check_draft.draft ->> 'title')
  then
    perform private.fail('draft.title');
  elsif not private.fits(coalesce(check_draft.draft ->> 'message', ''), 0, 4000) then
    perform private.fail('draft.message');
  end if;
  perform private.as_day(check_draft.draft -> 'due_on');
  perform private.check_items(coalesce(check_draft.draft -> 'items', '[]'));

  if jsonb_typeof(recipients) <> 'array' then
    perform private.fail('draft.recipient');
  elsif jsonb_array_length(recipients) > 20 then
    perform private.fail('draft.too_many_recipients');
  elsif exists (
    select from jsonb_array_elements(recipients) as e (recipient)
    where not private.fits(e.recipient ->> 'email', 3, 254)
      or private.trimmed(e.recipient ->> 'email') !~ '^[^[:space:]@]+@[^[:space:]@]+$'
      or private.one_line(e.recipient ->> 'email') <> private.trimmed(e.recipient ->> 'email')
  ) then
    perform private.fail('draft.recipient');
  elsif exists (
    select
    from jsonb_array_elements(recipients) as e (recipient)
    cross join private.one_line(coalesce(e.recipient ->> 'name', '')) as named (name)
    where named.name <> '' and (not private.fits(named.name, 1, 80) or not private.is_name(named.name))
  ) then
    perform private.fail('draft.recipient_name');
  elsif (
    select count(distinct lower(private.trimmed(e.recipient ->> 'email'))) < count(*)
    from jsonb_array_elements(recipients) as e (recipient)
  ) then
    perform private.fail('draft.duplicate_recipient');
  end if;
end
$$;

drop function private.listed_items(jsonb);
create function private.listed_items(list jsonb) returns setof public.items
language sql stable set search_path = '' as $$
  select i.*
  from jsonb_array_elements(listed_items.list) with ordinality as e (item, "position")
  cross join jsonb_populate_record(
    null::public.items,
    jsonb_build_object(
      'id', e.item -> 'id',
      'position', e.position,
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
      'choices', array(
        select private.one_line(c.choice)
        from jsonb_array_elements_text(coalesce(e.item -> 'choices', '[]')) with ordinality as c (choice, "position")
        order by c.position
      ),
      'multiple', coalesce(e.item -> 'multiple', 'false')
    )
  ) as i
$$;
comment on function private.listed_items(jsonb) is
  'The items of a checked list, in stored form. Columns that a requester doesn''t write are null.';

create or replace function private.item_words(item public.items) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'title', item.title, 'instructions', item.instructions, 'kind', item.kind, 'required', item.required,
    'accepts', to_jsonb(item.accepts), 'choices', to_jsonb(item.choices), 'multiple', item.multiple
  )
$$;
comment on function private.item_words(public.items) is
  'What a requester has written of an item, in the form of a draft: for comparing, for copies and for the history.';

create function private.write_items(request public.requests, list jsonb, moment timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  update public.items as i
  set
    position = w.position, title = w.title, instructions = w.instructions, kind = w.kind, required = w.required,
    accepts = w.accepts, choices = w.choices, multiple = w.multiple,
    changed_at = case
      when private.item_words(i) <> private.item_words(w) then coalesce(write_items.moment, i.changed_at)
      else i.changed_at
    end
  from private.listed_items(write_items.list) as w
  where w.id = i.id and (private.item_words(i), i.position) is distinct from (private.item_words(w), w.position);
  insert into public.items (
    id, request_id, workspace_id, position, title, instructions, kind, required, accepts, choices, multiple, changed_at
  )
  select
    w.id, request.id, request.workspace_id, w.position, w.title, w.instructions, w.kind, w.required, w.accepts,
    w.choices, w.multiple, write_items.moment
  from private.listed_items(write_items.list) as w
  where not exists (select from public.items as i where i.id = w.id);
end
$$;
comment on function private.write_items(public.requests, jsonb, timestamptz) is
  'Writes a checked list whose entries all have ids. New and reworded ones are marked as changed at this moment; null marks none.';

create or replace function private.edit_items(request public.requests, list jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  is_sent constant boolean := request.status <> 'draft';
  listed constant jsonb := private.with_item_ids(request.id, edit_items.list);
  moment constant timestamptz := clock_timestamp();
  known constant uuid[] := array(
    select i.id from public.items as i where i.request_id = request.id and i.removed_at is null
  );
  former public.items;
  reworded public.items[];
  is_reordered boolean;
  added uuid;
begin
  if is_sent and jsonb_array_length(listed) = 0 then
    perform private.fail('draft.items');
  end if;
  for former in
    select i.* from public.items as i
    where i.id = any(known) and not exists (select from private.listed_items(listed) as w where w.id = i.id)
    order by i.position
  loop
    if not is_sent then
      delete from public.items as i where i.id = former.id;
    elsif private.is_answered(former) then
      perform private.fail('item.answered');
    else
      update public.items as i set removed_at = moment where i.id = former.id;
      perform private.add_event(request.id, 'item_removed', former.id);
    end if;
  end loop;

  reworded := array(
    select i from public.items as i
    join private.listed_items(listed) as w on w.id = i.id
    where private.item_words(i) <> private.item_words(w)
    order by w.position
  );
  if is_sent and exists (
    select from unnest(reworded) as i
    join private.listed_items(listed) as w on w.id = i.id
    where w.kind <> i.kind and private.is_answered(i)
  ) then
    perform private.fail('item.answered');
  elsif exists (
    select from unnest(reworded) as i
    join private.listed_items(listed) as w on w.id = i.id
    where i.answer_kind = 'choice' and not private.is_choice_of(i.answer, w.choices, w.multiple)
  ) then
    perform private.fail('item.chosen');
  end if;
  select array_agg(w.id order by w.position) <> array_agg(w.id order by i.position) into is_reordered
  from private.listed_items(listed) as w
  join public.items as i on i.id = w.id;

  perform private.write_items(request, listed, case when is_sent then moment end);

  if not is_sent then
    return;
  end if;
  -- Removed ones are kept, so those count too.
  if (select count(*) from public.items as i where i.request_id = request.id) > 500 then
    perform private.fail('draft.too_many_items');
  end if;
  foreach former in array reworded loop
    perform private.add_event(
      request.id, 'item_changed', former.id, null,
      jsonb_build_object(
        'before', private.item_words(former),
        'after', (select private.item_words(i) from public.items as i where i.id = former.id)
      )
    );
  end loop;
  for added in select w.id from private.listed_items(listed) as w where not w.id = any(known) order by w.position loop
    perform private.add_event(request.id, 'item_added', added);
  end loop;
  if is_reordered then
    perform private.add_event(request.id, 'items_reordered');
  end if;
end
$$;
comment on function private.edit_items(public.requests, jsonb) is
  'Makes the items of a locked request those of a checked list. Items keep their ids and, after sending, their history. Errors: draft.items, draft.item, draft.too_many_items, item.answered, item.chosen.';
comment on function public.edit_request(uuid, integer, jsonb) is
  'Changes a draft or a sent request that is still at this revision, and returns the new one. The change has any of {title, message, due_on, items, recipients}; a list replaces the whole list, and its entries keep their rows by id. Errors: not_found, request.stale, request.closed, draft.*, item.answered, item.chosen, recipient.last, recipient.member, quota.address.';

create or replace function public.duplicate_request(request uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  source public.requests := private.lock_as_member(duplicate_request.request);
  made public.requests;
begin
  perform private.use_quota('requests', source.workspace_id::text, 1);
  insert into public.requests as r (workspace_id, title, message, created_by)
  values (source.workspace_id, source.title, source.message, auth.uid())
  returning r.* into made;
  perform private.edit_items(
    made,
    (
      select coalesce(jsonb_agg(private.item_words(i) order by i.position), '[]')
      from public.items as i where i.request_id = source.id and i.removed_at is null
    )
  );
  insert into public.recipients (request_id, workspace_id, email, name)
  select made.id, source.workspace_id, p.email, p.name
  from public.recipients as p where p.request_id = source.id and p.removed_at is null;
  perform private.add_event(made.id, 'created');
  return made.id;
end
$$;

create function private.stored_answer(item public.items, given text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  chosen constant text[] := array(
    select distinct private.one_line(l.line) from regexp_split_to_table(stored_answer.given, E'\n') as l (line)
  );
begin
  if stored_answer.given is null then
    perform private.fail('answer.empty');
  -- A year below 1000 is one that was being typed.
  elsif item.kind = 'date' and (not private.is_day(stored_answer.given) or stored_answer.given < '1000') then
    perform private.fail('answer.date');
  elsif item.kind = 'yes_no' and stored_answer.given not in ('yes', 'no') then
    perform private.fail('answer.yes_no');
  elsif item.kind = 'choice' then
    if not chosen <@ item.choices then
      perform private.fail('answer.choice');
    elsif cardinality(chosen) > 1 and not item.multiple then
      perform private.fail('answer.one_choice');
    end if;
    return (
      select string_agg(c.choice, E'\n' order by c.position)
      from unnest(item.choices) with ordinality as c (choice, "position")
      where c.choice = any(chosen)
    );
  end if;
  return stored_answer.given;
end
$$;
comment on function private.stored_answer(public.items, text) is
  'The answer in stored form. Errors: answer.empty, answer.date, answer.yes_no, answer.choice, answer.one_choice.';

create or replace function public.answer_item(item uuid, revision integer, kind text, answer text) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked public.items := private.lock_item_as_recipient(answer_item.item);
  given text := nullif(private.trimmed(answer_item.answer), '');
  is_declined constant boolean := coalesce(answer_item.kind in ('not_applicable', 'cannot_provide'), false);
begin
  if locked.revision is distinct from answer_item.revision then
    perform private.fail('item.stale');
  elsif not is_declined and answer_item.kind is distinct from 'none'
    and (answer_item.kind is distinct from locked.kind or locked.kind = 'file')
  then
    perform private.fail('item.kind');
  elsif char_length(given) > (case when is_declined then 1000 else 4000 end) then
    perform private.fail('answer.too_long');
  end if;

  if answer_item.kind = 'none' then
    update public.items as i set answer = null, answer_kind = null where i.id = locked.id;
    perform private.fall_back(locked.id);
  else
    if not is_declined then
      given := private.stored_answer(locked, given);
    end if;
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
  'Answers an item in its own kind, or marks it as not_applicable or cannot_provide with a note; none removes the answer. Several choices stand on one line each. Returns the new revision. Errors: not_found, request.closed, request.paused, item.locked, item.stale, item.kind, answer.*.';
