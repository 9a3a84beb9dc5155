-- Members keep the receipts of their request in its archive, and each complete answer gets one by itself (decision 0067).

create function private.receive_complete_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.receipts (recipient_id)
  select p.id from public.recipients as p join public.requests as r on r.id = p.request_id
  where p.id = new.recipient_id and private.left_for(p, r) = 0
  on conflict (recipient_id) where issued_at is null do nothing;
  return null;
end
$$;
comment on function private.receive_complete_answer() is
  'Has a receipt made once a recipient has nothing left to send. Where no worker signs, it waits.';
create trigger receive_complete_answer
  after insert on public.events
  for each row when (new.kind in ('file_added', 'answered') and new.recipient_id is not null)
  execute function private.receive_complete_answer();

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
