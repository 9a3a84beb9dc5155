-- Generated from schemas/ by `pnpm migration item_kinds`.

set local check_function_bodies = off;

alter table public.items drop constraint items_answer_kind_check;

alter table public.items drop constraint items_kind_check;

create table private.item_kinds (
  name text primary key,
  is_written boolean not null
);

alter table public.items alter column kind set default 'file'::text;

alter table public.items add constraint items_answer_kind_check CHECK ((answer_kind <> 'file'::text));

create or replace function private.check_item(item jsonb) returns void
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

create or replace function public.answer_item(item uuid, revision integer, kind text, answer text) returns integer
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

create or replace function private.stored_answer(item public.items, given text) returns text
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

insert into private.item_kinds (name, is_written) select name, is_written from jsonb_populate_record(null::private.item_kinds, '{"name":"choice","is_written":true}');

insert into private.item_kinds (name, is_written) select name, is_written from jsonb_populate_record(null::private.item_kinds, '{"name":"date","is_written":true}');

insert into private.item_kinds (name, is_written) select name, is_written from jsonb_populate_record(null::private.item_kinds, '{"name":"file","is_written":false}');

insert into private.item_kinds (name, is_written) select name, is_written from jsonb_populate_record(null::private.item_kinds, '{"name":"text","is_written":true}');

insert into private.item_kinds (name, is_written) select name, is_written from jsonb_populate_record(null::private.item_kinds, '{"name":"yes_no","is_written":true}');

alter table public.items add constraint items_kind_fkey FOREIGN KEY (kind) REFERENCES private.item_kinds(name);

comment on column private.item_kinds.is_written is 'Answered in words, whose stored form private.stored_answer checks. The others are answered by files.';

comment on table private.item_kinds is 'The kinds of items.';
