-- Items stand in sections, may expect several files, Word or Excel files, and may be sensitive.

alter table public.items
  add column section text not null default '',
  add column expected_files integer not null default 1,
  add column sensitive boolean not null default false,
  alter column section set statistics 0,
  alter column expected_files set statistics 0,
  alter column sensitive set statistics 0,
  drop constraint items_accepts_check,
  add constraint items_accepts_check check (
    accepts <@ array['pdf', 'image', 'word', 'excel'] and cardinality(accepts) <= 4
  ),
  add constraint items_section_check check (
    char_length(section) <= 80
    and section = private.one_line(section)
    and (section = '' or private.has_visible_character(section))
  ),
  add constraint items_expected_files_check check (expected_files >= 1 and expected_files <= 50);
comment on column public.items.section is 'Heading that the item stands under; empty for none.';
comment on column public.items.expected_files is
  'Number of files after which the item is submitted by itself. With fewer, the recipient submits it. 1 for other kinds.';
comment on column public.items.sensitive is 'True if previews stay blurred until somebody opens them.';

create or replace function private.accepts_type(accepts text[], mime text) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(accepts_type.accepts) = 0
    or ('pdf' = any(accepts_type.accepts) and accepts_type.mime = 'application/pdf')
    or ('image' = any(accepts_type.accepts) and accepts_type.mime like 'image/%')
    or (
      'word' = any(accepts_type.accepts)
      and accepts_type.mime = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    )
    or (
      'excel' = any(accepts_type.accepts)
      and accepts_type.mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    )
$$;

create or replace function private.check_item(item jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  kind constant text := coalesce(check_item.item ->> 'kind', '');
  section constant text := coalesce(check_item.item ->> 'section', '');
  choices constant jsonb := coalesce(check_item.item -> 'choices', '[]');
  multiple constant jsonb := coalesce(check_item.item -> 'multiple', 'false');
  expected_files constant text := coalesce(check_item.item ->> 'expected_files', '1');
begin
  if not private.fits(private.one_line(check_item.item ->> 'title'), 1, 160)
    or not private.has_visible_character(check_item.item ->> 'title')
    or not private.fits(coalesce(check_item.item ->> 'instructions', ''), 0, 1000)
    or kind not in ('file', 'text', 'date', 'choice', 'yes_no')
    or jsonb_typeof(check_item.item -> 'required') is distinct from 'boolean'
    or jsonb_typeof(coalesce(check_item.item -> 'sensitive', 'false')) <> 'boolean'
    or jsonb_typeof(coalesce(check_item.item -> 'accepts', '[]')) <> 'array'
    or not coalesce(check_item.item -> 'accepts', '[]') <@ '["pdf", "image", "word", "excel"]'
  then
    perform private.fail('draft.item');
  elsif not private.fits(private.one_line(section), 0, 80)
    or (private.one_line(section) <> '' and not private.has_visible_character(section))
  then
    perform private.fail('draft.section');
  elsif expected_files !~ '^([1-9]|[1-4][0-9]|50)$' or (kind <> 'file' and expected_files <> '1') then
    perform private.fail('draft.expected_files');
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
  'Rejects values that an item can''t hold. Errors: draft.item, draft.section, draft.expected_files, draft.choices.';

create or replace function private.check_items(items jsonb) returns void
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

create or replace function private.listed_items(list jsonb) returns setof public.items
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

create or replace function private.item_words(item public.items) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'section', item.section, 'title', item.title, 'instructions', item.instructions, 'kind', item.kind,
    'required', item.required, 'accepts', to_jsonb(item.accepts), 'expected_files', item.expected_files,
    'choices', to_jsonb(item.choices), 'multiple', item.multiple, 'sensitive', item.sensitive
  )
$$;

create function private.stored_files(item uuid) returns bigint
language sql stable set search_path = '' as $$
  select count(*) from public.files as f
  where f.item_id = stored_files.item and f.status = 'stored' and f.verdict is distinct from 'returned'
    and not f.added_by_member
$$;
comment on function private.stored_files(uuid) is
  'Number of files that count towards those expected: a recipient''s, and not returned.';

create function private.before_submission(item public.items) returns text
language sql stable set search_path = '' as $$
  select case
    -- Removed files too: they were returned, whatever became of them.
    when item.reason is not null
      or exists (select from public.files as f where f.item_id = item.id and f.verdict is not null) then 'returned'
    else 'missing'
  end
$$;
comment on function private.before_submission(public.items) is 'State of an item that has too little to be reviewed.';

create or replace function private.write_items(request public.requests, list jsonb, moment timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  update public.items as i
  set
    position = w.position, section = w.section, title = w.title, instructions = w.instructions, kind = w.kind,
    required = w.required, accepts = w.accepts, expected_files = w.expected_files, choices = w.choices,
    multiple = w.multiple, sensitive = w.sensitive,
    changed_at = case
      -- Recipients have nothing else to do for an item under another heading, or for one that is blurred.
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
  where i.request_id = request.id and i.removed_at is null and i.status = 'missing' and i.kind = 'file'
    and i.expected_files <= private.stored_files(i.id);
end
$$;

create or replace function private.fall_back(item uuid) returns void
language sql set search_path = '' as $$
  update public.items as i
  set
    revision = i.revision + 1,
    status = case
      when i.answer_kind is not null or i.status <> 'submitted' then i.status
      when private.stored_files(i.id) >= i.expected_files and exists (
        select from public.files as f
        where f.item_id = i.id and f.status = 'stored' and f.verdict is null and not f.added_by_member
      ) then i.status
      else private.before_submission(i)
    end
  where i.id = fall_back.item
$$;
comment on function private.fall_back(uuid) is
  'Sets the state of an item after something was removed: with too little left to review it is missing, or still returned if it was returned before.';

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
    set
      status = case
        when private.stored_files(i.id) >= i.expected_files then 'submitted'
        when i.answer_kind is null then i.status
        else private.before_submission(i)
      end,
      answer = null, answer_kind = null, decided_by = null, decided_at = null, revision = i.revision + 1
    where i.id = locked.item_id;
  end if;
  perform private.add_event(
    locked.request_id, 'file_added', locked.item_id, locked.id,
    jsonb_build_object('name', locked.name, 'size', locked.size)
  );
end
$$;
comment on function public.finish_upload(uuid, text) is
  'Binds the uploaded object to the file permanently, and submits the item once as many of the recipients'' files have arrived as are expected. Idempotent. Errors: not_found, request.closed, request.paused, item.locked, item.not_received, file.not_stored, file.changed.';

create function public.submit_files(item uuid, revision integer) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked public.items := private.lock_item_as_recipient(submit_files.item);
begin
  if locked.kind <> 'file' then
    perform private.fail('item.kind');
  elsif locked.revision is distinct from submit_files.revision
    or locked.status = 'submitted'
    or private.stored_files(locked.id) not between 1 and locked.expected_files - 1
  then
    perform private.fail('item.stale');
  end if;
  update public.items as i
  set status = 'submitted', answer = null, answer_kind = null, decided_by = null, decided_at = null,
    revision = i.revision + 1
  where i.id = locked.id;
  perform private.add_event(locked.request_id, 'answered', locked.id, null, jsonb_build_object('kind', 'file'));
  return locked.revision + 1;
end
$$;
comment on function public.submit_files(uuid, integer) is
  'Submits an item with fewer files than expected and returns its new revision. Errors: not_found, request.closed, request.paused, item.locked, item.kind, item.stale (also when there is nothing to submit).';
grant execute on function public.submit_files(uuid, integer) to authenticated;
