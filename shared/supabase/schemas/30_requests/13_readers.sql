-- Which requests, items and questions an account reads. Policies compare with these arrays, once per statement.

create function private.my_askers() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct p.workspace_id), '{}')
  from public.recipients as p where p.user_id = auth.uid() and p.scope = 'all'
$$;
comment on function private.my_askers() is 'Workspaces that have sent the caller a whole request.';
grant execute on function private.my_askers() to authenticated;

create function private.my_requests() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(p.request_id), '{}')
  from public.recipients as p where p.user_id = auth.uid() and p.scope = 'all'
$$;
comment on function private.my_requests() is
  'Requests the caller has joined as a recipient of the whole request, cancelled ones included.';
grant execute on function private.my_requests() to authenticated;

create function private.my_handed_requests() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(p.request_id), '{}')
  from public.recipients as p where p.user_id = auth.uid() and p.scope = 'items'
$$;
comment on function private.my_handed_requests() is 'Requests of which items were handed to the caller.';

create function private.my_shared_requests() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(p.request_id), '{}')
  from public.recipients as p
  join public.requests as r on r.id = p.request_id
  where p.user_id = auth.uid() and p.scope = 'all' and r.status <> 'cancelled'
$$;
comment on function private.my_shared_requests() is
  'Requests the caller has joined as a recipient, and whose recipients read each other''s files.';
grant execute on function private.my_shared_requests() to authenticated;

create function private.my_items() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(h.item_id), '{}')
  from public.recipients as p join public.recipient_items as h on h.recipient_id = p.id
  where p.user_id = auth.uid() and p.scope = 'items'
$$;
comment on function private.my_items() is 'Items that were handed to the caller, those of cancelled requests included.';
grant execute on function private.my_items() to authenticated;

create function private.my_shared_items() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(h.item_id), '{}')
  from public.recipients as p
  join public.recipient_items as h on h.recipient_id = p.id
  join public.requests as r on r.id = p.request_id
  where p.user_id = auth.uid() and p.scope = 'items' and r.status <> 'cancelled'
$$;
comment on function private.my_shared_items() is 'Items that were handed to the caller, and whose files all its recipients read.';
grant execute on function private.my_shared_items() to authenticated;

create function private.my_questions() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(q.id), '{}') from public.questions as q where q.item_id = any(private.my_items())
$$;
comment on function private.my_questions() is 'Questions about items that were handed to the caller.';
grant execute on function private.my_questions() to authenticated;
