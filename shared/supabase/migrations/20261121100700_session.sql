create function private.session_ok() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.sessions as s
    join auth.users as u on u.id = s.user_id
    where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and s.user_id = auth.uid()
      and (s.not_after is null or s.not_after > now())
      -- Suspending an account doesn't end its sessions, whose tokens stay valid for up to an hour.
      and (u.banned_until is null or u.banned_until <= now())
      and u.deleted_at is null
      and coalesce(auth.jwt() ->> 'is_anonymous', 'false') = 'false'
      and auth.jwt() ->> 'client_id' is null
      and (
        auth.jwt() ->> 'aal' = 'aal2'
        or not exists (
          select from auth.mfa_factors as f where f.user_id = s.user_id and f.status = 'verified'
        )
      )
  )
$$;
comment on function private.session_ok() is
  'True if the session still exists, its user is not suspended, it doesn''t belong to a third-party client, and it has passed the second factor if the account has one.';
grant execute on function private.session_ok() to authenticated;

create function private.require_session() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.session_ok() then
    perform private.fail('session.required');
  end if;
  return auth.uid();
end
$$;
comment on function private.require_session() is
  'Called first by every function that people may call. Returns the caller''s id.';

create function private.my_workspaces() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(m.workspace_id), '{}')
  from public.members as m
  join public.workspaces as w on w.id = m.workspace_id
  where m.user_id = auth.uid()
    and (not w.require_second_factor or auth.jwt() ->> 'aal' = 'aal2')
$$;
comment on function private.my_workspaces() is
  'Workspaces the caller is a member of, except those that require a second factor this session hasn''t passed.';
grant execute on function private.my_workspaces() to authenticated;

create function private.my_requests() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(p.request_id), '{}') from public.recipients as p where p.user_id = auth.uid()
$$;
comment on function private.my_requests() is 'Requests the caller has joined as a recipient.';
grant execute on function private.my_requests() to authenticated;

create function private.my_askers() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct p.workspace_id), '{}') from public.recipients as p where p.user_id = auth.uid()
$$;
comment on function private.my_askers() is 'Workspaces that have sent the caller a request.';
grant execute on function private.my_askers() to authenticated;

create function private.my_people() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(people.id), '{}')
  from (
    select auth.uid() as id
    union
    select m.user_id from public.members as m where m.workspace_id = any(private.my_workspaces())
    union
    select p.user_id from public.recipients as p where p.request_id = any(private.my_requests())
    union
    select r.sent_by from public.requests as r where r.id = any(private.my_requests())
  ) as people
  where people.id is not null
$$;
comment on function private.my_people() is
  'Accounts whose name the caller may read: co-members, and people who sent or answer the caller''s requests. Members read recipients'' names from the recipient rows: a list of all recipients took 20 ms per query.';
grant execute on function private.my_people() to authenticated;
