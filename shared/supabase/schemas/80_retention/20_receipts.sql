-- Receipts that the worker signs (decision 0067).
--
-- A recipient keeps a receipt that anyone can check. Members keep the receipts of their request in its archive, and
-- each complete answer gets one by itself.

create table private.receipts (
  id uuid primary key default gen_random_uuid(),
  recipient_id uuid not null references public.recipients (id) on delete cascade,
  asked_at timestamptz not null default now(),
  claimed_by uuid,
  claimed_until timestamptz,
  issued_at timestamptz,
  -- Last event of the history that it contains.
  seq integer,
  document jsonb,
  check (num_nonnulls(issued_at, seq, document) in (0, 3))
);
comment on table private.receipts is
  'Receipts that recipients asked for, and those that the worker has signed. A claim whose lease has ended counts as none.';

create unique index receipts_waiting_idx on private.receipts (recipient_id) where issued_at is null;
create index receipts_issued_idx on private.receipts (recipient_id, seq) where issued_at is not null;

create function public.ask_for_receipt(request uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me constant uuid := private.require_session();
  v_asked public.recipients;
  v_issued jsonb;
begin
  select p.* into v_asked from public.recipients as p
  where p.request_id = ask_for_receipt.request and p.user_id = v_me and p.removed_at is null;
  if v_asked.id is null then
    perform private.fail('not_found');
  end if;
  -- Nothing has happened since, so the one that was issued is complete.
  select c.document into v_issued from private.receipts as c
  where c.recipient_id = v_asked.id and c.seq = (
    select max(e.seq) from public.events as e where e.request_id = v_asked.request_id
  );
  if v_issued is not null then
    return v_issued;
  end if;
  insert into private.receipts (recipient_id) values (v_asked.id)
  on conflict (recipient_id) where issued_at is null do nothing;
  if found then
    perform private.use_quota('receipts', v_me::text, 1);
  end if;
  return null;
end
$$;
comment on function public.ask_for_receipt(uuid) is
  'The signed receipt of the caller, a recipient, up to the last event of a request. Null while the worker is still to make it: ask again. Errors: not_found, quota.receipts.';
grant execute on function public.ask_for_receipt(uuid) to authenticated;

create function public.request_receipts(request uuid) returns table (email text, document jsonb)
language plpgsql stable security definer rows 2 set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_session();
  if not exists (
    select from public.requests as r
    where r.id = request_receipts.request and r.workspace_id = any(private.my_workspaces())
  ) then
    perform private.fail('not_found');
  end if;
  return query
  select p.email, c.document
  from public.recipients as p
  cross join lateral (
    select c.document from private.receipts as c
    where c.recipient_id = p.id and c.issued_at is not null
    order by c.seq desc limit 1
  ) as c
  where p.request_id = request_receipts.request
  order by p.created_at, p.id;
end
$$;
comment on function public.request_receipts(uuid) is
  'For members: the newest signed receipt of each recipient who has one. Errors: not_found.';
grant execute on function public.request_receipts(uuid) to authenticated;

create function public.claim_receipts(worker uuid, batch integer) returns table (receipt uuid, facts jsonb)
language sql security definer set search_path = '' as $$
  with due as (
    select c.id from private.receipts as c join public.recipients as p on p.id = c.recipient_id
    where c.issued_at is null and (c.claimed_until is null or c.claimed_until < now())
      -- A file that wasn't read yet can't be attested.
      and not exists (
        select from public.files as f
        where f.request_id = p.request_id and f.status = 'stored' and f.checked_at is null
      )
    order by c.asked_at, c.id
    limit least(claim_receipts.batch, 100)
    for update of c skip locked
  ),
  claimed as (
    update private.receipts as c
    set claimed_by = claim_receipts.worker, claimed_until = now() + interval '1 minute'
    where c.id in (select d.id from due as d)
    returning c.*
  )
  select c.id, private.receipt_facts(c) from claimed as c order by c.asked_at, c.id
$$;
comment on function public.claim_receipts(uuid, integer) is
  'For the worker: leases receipts whose files have all been checked, for a minute, with their content.';
grant execute on function public.claim_receipts(uuid, integer) to service_role;

create function public.finish_receipt(receipt uuid, worker uuid, document jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_recipient uuid;
begin
  update private.receipts as c
  set
    issued_at = now(), document = finish_receipt.document,
    seq = (finish_receipt.document #>> '{receipt,history,seq}')::integer, claimed_by = null, claimed_until = null
  where c.id = finish_receipt.receipt and c.claimed_by = finish_receipt.worker and c.issued_at is null
  returning c.recipient_id into v_recipient;
  -- One of 5,000 files has 1.25 MB. The one before stays for a page that is about to show it.
  delete from private.receipts as c
  where c.id in (
    select o.id from private.receipts as o
    where o.recipient_id = v_recipient and o.issued_at is not null order by o.seq desc offset 2
  );
  return v_recipient is not null;
end
$$;
comment on function public.finish_receipt(uuid, uuid, jsonb) is
  'For the worker: stores a receipt that was signed; of a recipient the newest two are kept. False if its lease ran out and another worker has it.';
grant execute on function public.finish_receipt(uuid, uuid, jsonb) to service_role;

-- In one statement, so that all of it is of one moment.
create function private.receipt_facts(receipt private.receipts) returns jsonb
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
comment on function private.receipt_facts(private.receipts) is
  'Content of a receipt, in the form that the contract''s schema has: items with answers, their files as the worker read them, and the last event.';

create function private.receipt_answer(item public.items, recipient public.recipients, request public.requests)
returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'kind', item.answer_kind,
    -- Receipts are emailed and shown to others.
    'text', case when not item.sensitive and item.answer_erased_at is null then coalesce(item.answer, '') end,
    'answered_at', private.utc(e.at)
  )
  from (
    select e.at, e.recipient_id from public.events as e
    where e.request_id = item.request_id and e.item_id = item.id and e.kind = 'answered'
    order by e.seq desc
    limit 1
  ) as e
  where item.answer_kind is not null
    -- Of a cancelled request, a receipt has only the recipient's own.
    and (request.status <> 'cancelled' or e.recipient_id = recipient.id)
$$;
comment on function private.receipt_answer(public.items, public.recipients, public.requests) is
  'The written answer of an item, as receipts list it; null without an answer. The text of a sensitive item is left out.';

create function private.delete_receipts(request uuid) returns void
language sql set search_path = '' as $$
  -- A worker that is signing one has read the answers already. Without its lease it can't store that, and until the
  -- answers have changed it can't take another. One that it stores before that is found by the next statement.
  update private.receipts as c set claimed_by = null, claimed_until = null
  from public.recipients as p
  where p.id = c.recipient_id and p.request_id = delete_receipts.request and c.issued_at is null;
  delete from private.receipts as c using public.recipients as p
  where p.id = c.recipient_id and p.request_id = delete_receipts.request and c.issued_at is not null;
$$;
comment on function private.delete_receipts(uuid) is
  'Deletes a request''s receipts, which quote answers that were erased or have become sensitive. Recipients keep the copies they saved.';

create function private.receipt_items(asked public.recipients) returns setof public.items
language sql stable set search_path = '' as $$
  select i.* from public.items as i
  where i.request_id = asked.request_id and i.removed_at is null
    and (
      asked.scope = 'all'
      or i.id in (select h.item_id from public.recipient_items as h where h.recipient_id = asked.id)
    )
$$;
comment on function private.receipt_items(public.recipients) is 'Items that a receipt of this recipient lists.';

create function private.current_receipt(recipient public.recipients) returns jsonb
language sql stable set search_path = '' as $$
  select c.document
  from private.receipts as c
  where c.recipient_id = recipient.id and c.issued_at is not null
    -- Mail servers refuse large emails.
    and octet_length(c.document::text) <= 1000000
    and c.seq >= (
      select max(e.seq) from public.events as e
      where e.request_id = recipient.request_id and e.recipient_id = recipient.id
        and e.kind in ('file_added', 'file_removed', 'answered')
    )
  order by c.seq desc
  limit 1
$$;
comment on function private.current_receipt(public.recipients) is
  'The newest signed receipt of at most 1 MB, if the recipient has changed nothing since. NULL without one.';

create function private.awaits_receipt(recipient public.recipients) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.receipts as c
    where c.recipient_id = recipient.id and c.issued_at is null
      -- An email without its receipt is better than none: files of gigabytes take minutes to be read.
      and c.asked_at > now() - interval '2 minutes'
  )
$$;
comment on function private.awaits_receipt(public.recipients) is
  'True while a receipt that was asked for in the last two minutes isn’t signed.';

create function private.tg_events__ask_for_receipt() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- An answer isn't refused for want of a receipt.
  if private.is_used_up('receipts', new.actor::text) then
    return null;
  end if;
  insert into private.receipts (recipient_id)
  select p.id from public.recipients as p join public.requests as r on r.id = p.request_id
  where p.id = new.recipient_id and private.count_missing_for(p, r) = 0
  on conflict (recipient_id) where issued_at is null do nothing;
  if found then
    perform private.use_quota('receipts', new.actor::text, 1);
  end if;
  return null;
end
$$;
comment on function private.tg_events__ask_for_receipt() is
  'Has a receipt made once a recipient has nothing left to send, within the quota of receipts. Where no worker signs, it waits.';
