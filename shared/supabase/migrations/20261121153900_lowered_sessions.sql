create function private.passed_second_factor() returns boolean
language sql stable security definer set search_path = '' as $$
  select auth.jwt() ->> 'aal' = 'aal2' and exists (
    select from auth.sessions as s
    where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = auth.uid() and s.aal >= 'aal2'
  )
$$;
comment on function private.passed_second_factor() is
  'True if both the token and the session have passed the second factor. Removing a factor lowers its sessions at once, but their tokens stay valid for up to an hour, possibly in the hands of whoever stole the factor.';

create or replace function private.session_ok() returns boolean
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
        private.passed_second_factor()
        or not exists (
          select from auth.mfa_factors as f where f.user_id = s.user_id and f.status = 'verified'
        )
      )
  )
$$;

create or replace function private.my_workspaces() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(m.workspace_id), '{}')
  from public.members as m
  join public.workspaces as w on w.id = m.workspace_id
  where m.user_id = auth.uid()
    and (not w.require_second_factor or (select private.passed_second_factor()))
$$;
