-- An item with some of its files is neither missing nor submitted: members can decide on what arrived, and recipients read
-- how many files are left.
alter table public.items drop constraint items_status_check;
alter table public.items add constraint items_status_check
  check (status in ('missing', 'partial', 'submitted', 'returned', 'accepted', 'waived'));
comment on column public.items.status is
  'missing: nothing new has arrived. partial: files have arrived, fewer than expected. submitted: waits for review. The other states are decisions.';

alter table public.requests add column required_partial integer not null default 0;
comment on column public.requests.required_partial is
  'Required items with some of their files. items_submitted and required_missing include them: there is something to review, and something is left to send.';
alter table public.requests alter column required_partial set statistics 0;

create or replace function private.count_items(requests uuid[]) returns void
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

create or replace function private.before_submission(item public.items) returns text
language sql stable set search_path = '' as $$
  select case
    when exists (
      select from public.files as f
      where f.item_id = item.id and f.status = 'stored' and f.verdict is null and not f.added_by_member
    ) then 'partial'
    -- Removed files too: they were returned, whatever became of them.
    when item.reason is not null
      or exists (select from public.files as f where f.item_id = item.id and f.verdict is not null) then 'returned'
    else 'missing'
  end
$$;
comment on function private.before_submission(public.items) is 'State of an item with fewer files than expected.';

create or replace function private.fall_back(item uuid) returns void
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
  where i.id = fall_back.item
$$;

create or replace function private.apply_decision(item public.items, status text, reason text, received_elsewhere boolean)
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

create or replace function public.finish_upload(file uuid, sha256 text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me uuid := private.require_session();
  locked public.files;
  arrived_version text;
  arrived_size bigint;
  arrived_caching text;
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

  select o.version, (o.metadata ->> 'size')::bigint, o.metadata ->> 'cacheControl'
  into arrived_version, arrived_size, arrived_caching
  from storage.objects as o
  where o.bucket_id = 'documents' and o.name = locked.object_key;
  if arrived_version is null or not coalesce(finish_upload.sha256 ~ '^[0-9a-f]{64}$', false) then
    perform private.fail('file.not_stored');
  elsif arrived_size is distinct from locked.size then
    perform private.fail('file.changed');
  elsif not private.is_asked_for(arrived_caching) then
    perform private.fail('file.caching');
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
        else 'partial'
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
  where i.request_id = request.id and i.removed_at is null and i.status = 'partial' and i.kind = 'file'
    and i.expected_files <= private.stored_files(i.id);
end
$$;

create or replace function private.left_for(person public.recipients, request public.requests) returns bigint
language sql stable set search_path = '' as $$
  select case person.scope
    when 'all' then request.required_missing + request.required_returned
    else (
      select count(*) from public.recipient_items as h join public.items as i on i.id = h.item_id
      where h.recipient_id = person.id and i.removed_at is null and i.required and i.status in ('missing', 'partial', 'returned')
    )
  end
$$;

create or replace function private.items_by_state(person public.recipients, request public.requests)
returns table (accepted integer, submitted integer, returned integer, missing integer)
language sql stable rows 1 set search_path = '' as $$
  select
    request.items_accepted + request.items_waived, request.items_submitted, request.items_returned, request.items_missing
  where person.scope = 'all'
  union all
  select
    count(*) filter (where i.status in ('accepted', 'waived'))::integer,
    count(*) filter (where i.status in ('partial', 'submitted'))::integer,
    count(*) filter (where i.status = 'returned')::integer,
    count(*) filter (where i.status = 'missing')::integer
  from public.recipient_items as h join public.items as i on i.id = h.item_id
  where h.recipient_id = person.id and i.removed_at is null
  having person.scope = 'items'
$$;

create or replace function private.arrivals_since(request public.requests, since timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  with acts as (
    select e.item_id, e.file_id, e.kind, e.seq from public.events as e
    where e.request_id = request.id and e.recipient_id is not null and e.kind in ('file_added', 'answered')
      and e.at >= arrivals_since.since
  ),
  arrived as (
    select
      i.position, i.title, i.sensitive,
      case when exists (select from acts as a where a.item_id = i.id and a.kind = 'answered') then i.answer_kind end
        as answer_kind,
      i.answer,
      (
        select coalesce(jsonb_agg(f.name order by f.created_at, f.id), '[]')
        from public.files as f
        where f.item_id = i.id and f.status = 'stored'
          and f.id in (select a.file_id from acts as a where a.kind = 'file_added')
      ) as files,
      exists (
        select from public.events as e
        where e.request_id = i.request_id and e.item_id = i.id and e.kind in ('returned', 'file_returned')
          and e.seq < (select min(a.seq) from acts as a where a.item_id = i.id)
      ) as is_again
    from public.items as i
    where i.request_id = request.id and i.removed_at is null
      -- Not of what a member has decided since.
      and i.status in ('partial', 'submitted') and i.id in (select a.item_id from acts as a)
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'title', a.title,
        'files', a.files,
        'answer', case
          when a.answer_kind is null then 'none'
          when a.answer_kind in ('not_applicable', 'cannot_provide') then a.answer_kind
          else 'answered'
        end,
        -- Answers stay on the page; why there is none is worth knowing at once.
        'note', case
          when a.answer_kind in ('not_applicable', 'cannot_provide') and not a.sensitive then coalesce(a.answer, '')
          else ''
        end,
        'isAgain', a.is_again
      )
      order by a.position
    ) filter (where a.files <> '[]' or a.answer_kind is not null),
    '[]'
  )
  from arrived as a
$$;

create or replace function private.waiting_items(request uuid, person public.recipients) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'title', i.title,
        -- A link there would reach strangers' inboxes through a new workspace. The page shows them whole.
        'instructions', case when private.has_link(i.instructions) then '' else i.instructions end,
        'isReturned', i.status = 'returned',
        'files', case when i.status = 'partial' then private.stored_files(i.id) else 0 end,
        'expectedFiles', i.expected_files,
        'reason', case
          when i.status = 'returned' then coalesce(
            nullif(i.reason, ''),
            (
              select string_agg(f.name || ': ' || f.verdict_reason, E'\n' order by f.created_at, f.id)
              from public.files as f
              where f.item_id = i.id and f.status = 'stored' and f.verdict = 'returned' and f.verdict_reason is not null
            ),
            ''
          )
          else ''
        end
      )
      order by i.position
    ),
    '[]'
  )
  from public.items as i
  where i.request_id = waiting_items.request and i.removed_at is null and i.required
    and i.status in ('missing', 'partial', 'returned') and private.is_for(person, i.id)
$$;

-- A returned item with files that arrived since has no decision on them either.
update public.items as i set status = 'partial'
where i.status in ('missing', 'returned') and i.kind = 'file' and i.removed_at is null and i.decided_at is null
  and private.before_submission(i) = 'partial';
