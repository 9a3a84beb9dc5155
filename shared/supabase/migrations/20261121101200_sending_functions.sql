create function private.put_link(request public.requests) returns text
language plpgsql set search_path = '' as $$
declare
  -- Three random UUIDs carry 366 bits; their digest is 32 bytes indistinguishable from random. Built in everywhere,
  -- unlike pgcrypto.
  secret bytea := sha256(
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
  );
  fresh text := rtrim(translate(encode(secret, 'base64'), '+/', '-_'), '=');
begin
  insert into public.request_links as l (request_id, workspace_id, token, token_hash)
  values (request.id, request.workspace_id, fresh, sha256(convert_to(fresh, 'utf8')))
  on conflict (request_id, workspace_id) do update
    set token = excluded.token, token_hash = excluded.token_hash, rotated_at = now();
  return fresh;
end
$$;
comment on function private.put_link(public.requests) is
  'Gives a request a new link token and forgets the previous one.';

create function public.send_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(send_request.request);
begin
  if locked.status <> 'draft' then
    perform private.fail(case locked.status when 'cancelled' then 'request.closed' else 'draft.sent' end);
  elsif locked.items_total = 0 then
    perform private.fail('draft.items');
  elsif not exists (select from public.recipients as p where p.request_id = locked.id) then
    perform private.fail('draft.recipients');
  end if;
  update public.requests as r
  set status = 'open', sent_by = auth.uid(), sent_at = now()
  where r.id = locked.id;
  perform private.put_link(locked);
  perform private.add_event(locked.id, 'sent');
end
$$;
comment on function public.send_request(uuid) is
  'Opens a draft and creates its link. Errors: not_found, draft.sent, request.closed, draft.items, draft.recipients.';
grant execute on function public.send_request(uuid) to authenticated;

create function public.cancel_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(cancel_request.request);
begin
  if locked.status not in ('draft', 'open') then
    perform private.fail('request.closed');
  end if;
  update public.requests as r set status = 'cancelled', closed_at = now() where r.id = locked.id;
  perform private.add_event(locked.id, 'cancelled');
end
$$;
comment on function public.cancel_request(uuid) is
  'Cancels a draft or an open request. Errors: not_found, request.closed.';
grant execute on function public.cancel_request(uuid) to authenticated;

create function public.rotate_link(request uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(rotate_link.request);
  fresh text;
begin
  if locked.status not in ('open', 'done') then
    perform private.fail('request.closed');
  end if;
  fresh := private.put_link(locked);
  perform private.add_event(locked.id, 'link_replaced');
  return fresh;
end
$$;
comment on function public.rotate_link(uuid) is
  'Replaces the link of a sent request and returns the new token. People who have joined keep their access. Errors: not_found, request.closed.';
grant execute on function public.rotate_link(uuid) to authenticated;
