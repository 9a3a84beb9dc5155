-- Generated from schemas/ by `pnpm migration bounded_receipts`.

set local check_function_bodies = off;

create or replace function private.is_used_up(name text, subject text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.usage as u join private.quotas as q on q.name = u.name
    where u.name = is_used_up.name and u.subject = is_used_up.subject and u.since = date_trunc('day', now(), 'UTC')
      and u.used >= q.most
  )
$$;

create or replace function public.finish_receipt(receipt uuid, worker uuid, document jsonb) returns boolean
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

create or replace function private.tg_events__ask_for_receipt() returns trigger
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

comment on function private.is_used_up(text,text) is 'True if a daily quota allows nothing more today.';

comment on function private.tg_events__ask_for_receipt() is 'Has a receipt made once a recipient has nothing left to send, within the quota of receipts. Where no worker signs, it waits.';

comment on function public.finish_receipt(uuid,uuid,jsonb) is 'For the worker: stores a receipt that was signed; of a recipient the newest two are kept. False if its lease ran out and another worker has it.';
