-- The items of a request, and the counts that the request derives from them.

create table private.item_kinds (
  name text primary key,
  is_written boolean not null
);
comment on table private.item_kinds is 'The kinds of items.';
comment on column private.item_kinds.is_written is 'Answered in words, whose stored form private.stored_answer checks. The others are answered by files.';

insert into private.item_kinds (name, is_written) values
  ('file', false),
  ('text', true),
  ('date', true),
  ('choice', true),
  ('yes_no', true);

create table public.items (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null,
  workspace_id uuid not null,
  position integer not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz,
  removed_at timestamptz,

  -- The item itself.
  section text not null default '',
  title text not null,
  instructions text not null default '',
  kind text not null default 'file' references private.item_kinds (name),
  required boolean not null default true,
  sensitive boolean not null default false,
  accepts text[] not null default '{}',
  expected_files integer not null default 1,
  choices text[] not null default '{}',
  multiple boolean not null default false,

  -- Its answer, and the decision about it.
  status text not null default 'missing',
  answer text,
  answer_kind text,
  answer_erased_at timestamptz,
  received_elsewhere boolean not null default false,
  reason text,
  decided_by uuid,
  decided_at timestamptz,
  revision integer not null default 0,

  foreign key (request_id, workspace_id) references public.requests (id, workspace_id) on delete cascade,
  unique (id, request_id, workspace_id),
  constraint items_position_check check (position between 1 and 100),
  constraint items_section_check check (
    char_length(section) <= 80
    and section = private.one_line(section)
    and (section = '' or private.has_visible_character(section))
  ),
  constraint items_title_check check (
    char_length(title) between 1 and 160 and title = private.trimmed(title) and private.has_visible_character(title)
  ),
  constraint items_instructions_check check (char_length(instructions) <= 1000),
  constraint items_accepts_check check (
    accepts <@ array['pdf', 'image', 'word', 'excel'] and cardinality(accepts) <= 4
  ),
  constraint items_expected_files_check check (expected_files >= 1 and expected_files <= 50),
  constraint items_choices_check check (
    case when kind = 'choice' then cardinality(choices) between 2 and 20 else cardinality(choices) = 0 end
  ),
  constraint items_multiple_check check (kind = 'choice' or not multiple),
  constraint items_status_check
    check (status in ('missing', 'partial', 'submitted', 'returned', 'accepted', 'waived')),
  constraint items_answer_check check (char_length(answer) between 1 and 4000),
  constraint items_answer_named_check check (answer is null or answer_kind is not null),
  constraint items_answer_date_check check (answer_kind <> 'date' or private.is_day(answer)),
  constraint items_answer_choice_check check (
    answer_kind <> 'choice' or private.is_choice_of(answer, choices, multiple)
  ),
  constraint items_answer_yes_no_check check (answer_kind <> 'yes_no' or answer in ('yes', 'no')),
  constraint items_answer_fits_check check (
    answer_kind in ('not_applicable', 'cannot_provide')
    or (answer_kind = kind and (answer is not null or answer_erased_at is not null))
  ),
  constraint items_answer_kind_check check (answer_kind <> 'file'),
  constraint items_received_elsewhere_check check (not received_elsewhere or status = 'accepted'),
  constraint items_reason_check check (char_length(reason) between 1 and 1000)
);
comment on table public.items is 'One item of the checklist.';
comment on column public.items.changed_at is
  'When the item was added or its words changed after sending; null if it is as it was sent.';
comment on column public.items.removed_at is 'Since when recipients no longer see this item; null for every other item.';
comment on column public.items.section is 'Heading that the item stands under; empty for none.';
comment on column public.items.sensitive is 'True if previews stay blurred until opened.';
comment on column public.items.accepts is 'Accepted groups of file types; empty accepts all.';
comment on column public.items.expected_files is
  'Number of files after which the item is submitted by itself. With fewer, the recipient submits it. 1 for other kinds.';
comment on column public.items.choices is 'Choices of a recipient, in this order; empty for other kinds.';
comment on column public.items.multiple is 'True if a recipient may choose several.';
comment on column public.items.status is
  'missing: nothing new has arrived. partial: files have arrived, fewer than expected. submitted: waits for review. The other states are decisions.';
comment on column public.items.answer is
  'Text, or the note of a declined item. A date is YYYY-MM-DD; choices are their texts, one per line; yes or no is "yes" or "no".';
comment on column public.items.answer_erased_at is 'When the text of its answer was erased; what kind of answer it was stays.';
comment on column public.items.received_elsewhere is
  'True if a member accepted the item because it arrived another way, with or without files that members added.';
comment on column public.items.reason is
  'Reason for the last return, kept while the next answer waits for review; or a member''s note on a decision without an answer.';
comment on column public.items.revision is
  'Increases with every change of the answer, files or decision. A decision names the revision it is based on.';

create index items_request_id_idx on public.items (request_id, position);
create index items_workspace_id_idx on public.items (workspace_id, request_id, id);

alter table public.items enable row level security;
create policy session_ok on public.items as restrictive to authenticated using ((select private.session_ok()));
create policy members on public.items for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy recipients on public.items for select to authenticated
  using (request_id = any((select private.my_requests())::uuid[]) and removed_at is null);
create policy handed_items on public.items for select to authenticated
  using (id = any((select private.my_items())::uuid[]) and removed_at is null);
create policy own_rows_first on public.items as restrictive for select to authenticated
  using (
    private.is_one_of(workspace_id, (select private.my_workspaces()))
    or private.is_one_of(request_id, (select private.my_requests()))
    or private.is_one_of(id, (select private.my_items()))
  );

-- A removed item loses its examples.
create trigger drop_examples after update of removed_at on public.items
  for each row when (new.removed_at is not null) execute function private.tg_items__drop_examples();

-- Plans the reminders of people to whom the item was handed.
create trigger plan_handed_reminder after update of status, required, removed_at on public.items
  for each row
  when ((old.status, old.required, old.removed_at) is distinct from (new.status, new.required, new.removed_at))
  execute function private.tg_items__plan_reminders();

-- Counts the request's items, and brings its search text up to date.
create trigger items_added after insert on public.items
  referencing new table as changed for each statement execute function private.tg_items__recount();

-- Counts the request's items, and brings its search text up to date.
create trigger items_deleted after delete on public.items
  referencing old table as changed for each statement execute function private.tg_items__recount();

-- Counts the request's items, and brings its search text up to date.
create trigger items_updated after update on public.items
  referencing new table as changed old table as former for each statement execute function private.tg_items__recount();

create function private.tg_items__recount() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_touched uuid[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(distinct n.request_id) into v_touched
    from changed as n join former as o on o.id = n.id
    where (o.title, o.removed_at) is distinct from (n.title, n.removed_at);
    perform private.index_words(v_touched);
    select array_agg(distinct n.request_id) into v_touched
    from changed as n join former as o on o.id = n.id
    where (o.status, o.answer_kind, o.required, o.removed_at)
      is distinct from (n.status, n.answer_kind, n.required, n.removed_at);
  else
    select array_agg(distinct n.request_id) into v_touched from changed as n;
    perform private.index_words(v_touched);
  end if;
  perform private.count_items(v_touched);
  return null;
end
$$;
comment on function private.tg_items__recount() is
  'Updates counts and search text of requests whose items were added, changed or deleted.';

-- The planner has no statistics of items.removed_at and takes it for rarely null, so it joined a request with all items there
-- are. Counted per request, the items are found by their index whatever the estimate.
create function private.count_items(requests uuid[]) returns void
language sql set search_path = '' set jit = off as $$
  update public.requests as r
  set
    items_total = counted.total,
    items_missing = counted.missing,
    items_submitted = counted.submitted,
    items_declined = counted.declined,
    items_returned = counted.returned,
    items_accepted = counted.accepted,
    items_waived = counted.waived,
    required_missing = counted.required_missing,
    required_partial = counted.required_partial,
    required_returned = counted.required_returned,
    required_open = counted.required_open
  from unnest(count_items.requests) as ids (id)
  cross join lateral (
    select
      count(*) as total,
      count(*) filter (where i.status = 'missing') as missing,
      count(*) filter (where i.status in ('partial', 'submitted')) as submitted,
      count(*) filter (where i.status = 'submitted' and i.answer_kind in ('not_applicable', 'cannot_provide')) as declined,
      count(*) filter (where i.status = 'returned') as returned,
      count(*) filter (where i.status = 'accepted') as accepted,
      count(*) filter (where i.status = 'waived') as waived,
      count(*) filter (where i.required and i.status in ('missing', 'partial')) as required_missing,
      count(*) filter (where i.required and i.status = 'partial') as required_partial,
      count(*) filter (where i.required and i.status = 'returned') as required_returned,
      count(*) filter (where i.required and i.status not in ('accepted', 'waived')) as required_open
    from public.items as i
    where i.request_id = ids.id and i.removed_at is null
  ) as counted
  where r.id = ids.id
$$;
comment on function private.count_items(uuid[]) is
  'Recounts the items of these requests. Counting at most 100 rows each time keeps the counts from drifting.';
