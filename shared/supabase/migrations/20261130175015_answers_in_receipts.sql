-- Generated from schemas/ by `pnpm migration answers_in_receipts`.

set local check_function_bodies = off;

create or replace function private.delete_receipts(request uuid) returns void
language sql set search_path = '' as $$
  delete from private.receipts as c using public.recipients as p
  where p.id = c.recipient_id and p.request_id = delete_receipts.request and c.issued_at is not null
$$;

create or replace function private.sent_items(recipient public.recipients) returns jsonb
language sql stable set search_path = '' as $$
  with sent as (
    select
      i.position, i.title,
      case
        when exists (
          select from public.events as e
          where e.request_id = i.request_id and e.item_id = i.id and e.kind = 'answered' and e.recipient_id = recipient.id
        ) then i.answer_kind
      end as answer_kind,
      (
        select coalesce(
          jsonb_agg(
            jsonb_build_object('name', f.name, 'size', f.size, 'at', f.stored_at, 'sha256', f.sha256)
            order by f.stored_at, f.id
          ),
          '[]'
        )
        from public.files as f
        where f.item_id = i.id and f.status = 'stored' and f.uploaded_by = recipient.user_id
      ) as files
    from public.items as i
    where i.request_id = recipient.request_id and i.removed_at is null and private.is_for(recipient, i.id)
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object('title', s.title, 'answerKind', s.answer_kind, 'files', s.files) order by s.position
    ) filter (where s.answer_kind is not null or s.files <> '[]'),
    '[]'
  )
  from sent as s
$$;

create or replace function private.receipt_facts(receipt private.receipts) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'format', 'sheaf-receipt',
    'version', 2,
    'id', receipt.id,
    'issued_at', private.utc(now()),
    'workspace', jsonb_build_object('id', w.id, 'name', w.name),
    'request', jsonb_build_object('id', r.id, 'title', r.title),
    'recipient', jsonb_build_object('email', p.email, 'name', p.name),
    'items', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'title', i.title,
          'state', i.status,
          'decided_by', case when i.status in ('accepted', 'returned', 'waived') then
            (select f.display_name from public.profiles as f where f.user_id = i.decided_by)
          end,
          'files', (
            select coalesce(jsonb_agg(
              jsonb_build_object(
                'name', f.name, 'size', f.checked_size, 'sha256', f.checked_sha256,
                'received_at', private.utc(f.stored_at), 'verdict', f.verdict
              ) order by f.stored_at, f.id
            ), '[]')
            from public.files as f
            -- The content of a lost object is unknown.
            where f.item_id = i.id and f.status = 'stored' and f.checked_sha256 is not null and not f.added_by_member
              -- Then no other file can be read any more either.
              and (r.status <> 'cancelled' or f.uploaded_by = p.user_id)
          ),
          'answer', private.receipt_answer(i, p, r)
        ) order by i.position
      ), '[]')
      from private.receipt_items(p) as i
    ),
    'history', (
      select jsonb_build_object('seq', e.seq, 'hash', encode(e.hash, 'hex'))
      from public.events as e where e.request_id = r.id order by e.seq desc limit 1
    )
  )
  from public.recipients as p
  join public.requests as r on r.id = p.request_id
  join public.workspaces as w on w.id = r.workspace_id
  where p.id = receipt.recipient_id
$$;

create or replace function private.receipt_answer(item public.items, recipient public.recipients, request public.requests)
returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'kind', item.answer_kind,
    -- Receipts are emailed and shown to others.
    'text', case when not item.sensitive and item.answer_erased_at is null then coalesce(item.answer, '') end,
    'answered_at', private.utc(e.at)
  )
  from public.events as e
  where item.answer_kind is not null
    and e.request_id = item.request_id and e.item_id = item.id and e.kind = 'answered'
    -- Of a cancelled request, recipients only read their own.
    and (request.status <> 'cancelled' or e.recipient_id = recipient.id)
  order by e.seq desc
  limit 1
$$;

create or replace function public.erase_expired(batch integer) returns integer
language plpgsql security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_due private.expiries;
  v_request public.requests;
  v_erased_files integer;
  v_erased_answers integer;
  v_erased integer := 0;
begin
  for v_due in
    select e.* from private.expiries as e
    where e.due_at <= v_moment and e.told_at <= v_moment and e.told_again_at <= v_moment
    order by e.due_at limit least(greatest(erase_expired.batch, 1), 100)
  loop
    -- Requests first, as every writer does. Locked rows are skipped.
    select r.* into v_request from public.requests as r
    where r.id = v_due.request_id and r.closed_at is not null for update skip locked;
    continue when not found;
    delete from private.expiries as e
    where e.request_id = v_request.id and e.due_at <= v_moment and e.told_at <= v_moment and e.told_again_at <= v_moment;
    continue when not found;
    with contents as materialized (
      select k.* from private.kept_contents(v_request) as k where k.due_at <= v_moment
    ),
    files as (
      update public.files as f set status = 'removed', removed_at = now()
      where f.id in (select c.file_id from contents as c)
      returning f.id
    ),
    -- The new revision prevents undoing a decision about what can no longer be read.
    items as (
      update public.items as i
      set
        revision = i.revision + 1,
        answer = case when c.has_answer then null else i.answer end,
        answer_erased_at = case when c.has_answer then now() else i.answer_erased_at end
      from (select c.item_id, bool_or(c.file_id is null) as has_answer from contents as c group by c.item_id) as c
      where i.id = c.item_id
      returning c.has_answer
    )
    select (select count(*) from files), (select count(*) from items as i where i.has_answer)
    into v_erased_files, v_erased_answers;
    update public.requests as r
    set
      erase_at = null,
      erased_at = case when not exists (select from private.kept_contents(r)) then now() end
    where r.id = v_request.id;
    perform private.delete_receipts(v_request.id) where v_erased_answers > 0;
    if v_erased_files + v_erased_answers > 0 then
      perform private.note_event(
        v_request, 'erased', jsonb_build_object('files', v_erased_files, 'answers', v_erased_answers)
      );
    end if;
    v_erased := v_erased + 1;
  end loop;
  return v_erased;
end
$$;

comment on function private.delete_receipts(uuid) is 'Deletes the receipts of a request, whose answers were erased: they quote them. Recipients have those that they saved.';

comment on function private.receipt_answer(public.items,public.recipients,public.requests) is 'What an item was answered in words, as receipts list it; null without an answer. The text of a sensitive item is left out.';

comment on function private.receipt_facts(private.receipts) is 'Content of a receipt, in the form that the contract''s schema has: items with answers, their files as the worker read them, and the last event.';
