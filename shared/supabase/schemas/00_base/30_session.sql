-- The signed-in account and the state of its session. Every policy and every function for people asks here first.

create function hooks.check_request() returns void
language plpgsql stable set search_path = '' as $$
begin
  if current_setting('request.headers', true)::jsonb ->> 'prefer' ~ 'count=(planned|estimated)' then
    raise exception 'Only count=exact is available.' using errcode = 'PT400';
  end if;
end
$$;
comment on function hooks.check_request() is
  'Refuses counts that PostgREST would take from the planner. A second protection only: of two Prefer headers PostgREST reads both, and this function sees the last one.';
grant execute on function hooks.check_request() to anon, authenticated, service_role;

create function private.require_session() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.session_ok() then
    perform private.fail('session.required');
  end if;
  return auth.uid();
end
$$;
comment on function private.require_session() is 'Called first by every function that people may call. Returns the caller''s id.';

create function private.session_ok() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.session_exists()
    and not exists (select from private.must_enroll as e where e.user_id = auth.uid())
    and (
      private.passed_second_factor()
      or not exists (
        select from auth.mfa_factors as f where f.user_id = auth.uid() and f.status = 'verified'
      )
    )
$$;
comment on function private.session_ok() is
  'The session exists, has passed the second factor if the account has one, and the account is not waiting for a new authenticator after a backup code.';
grant execute on function private.session_ok() to authenticated;

create function private.session_exists() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.sessions as s
    join auth.users as u on u.id = s.user_id
    where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and s.user_id = auth.uid()
      and (s.not_after is null or s.not_after > now())
      -- The platform suspends an account without ending its sessions, whose tokens stay valid for up to an hour.
      and (u.banned_until is null or u.banned_until <= now())
      and u.deleted_at is null
      and coalesce(auth.jwt() ->> 'is_anonymous', 'false') = 'false'
      and auth.jwt() ->> 'client_id' is null
  )
$$;
comment on function private.session_exists() is
  'The session still exists and belongs to a person who is not suspended and not to a third-party client. It may still lack its second factor: use session_ok() to guard data.';

create function private.passed_second_factor() returns boolean
language sql stable security definer set search_path = '' as $$
  -- False and never null for a token without a level: callers negate the answer.
  select coalesce(auth.jwt() ->> 'aal', '') = 'aal2' and exists (
    select from auth.sessions as s
    where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = auth.uid() and s.aal >= 'aal2'
  )
$$;
comment on function private.passed_second_factor() is
  'True if both the token and the session have passed the second factor. Removing a factor lowers its sessions at once, but their tokens stay valid for up to an hour, possibly in the hands of a thief.';

create function private.my_session() returns uuid
language sql stable set search_path = '' as $$
  select nullif(auth.jwt() ->> 'session_id', '')::uuid
$$;
comment on function private.my_session() is 'The session of the caller''s token. It may have ended: require_session() tells.';

create function private.act_as(member uuid) returns void
language sql set search_path = '' as $$
  -- Without a session, so that functions that require one refuse.
  select set_config('request.jwt.claims', jsonb_build_object('sub', act_as.member)::text, true)
$$;
comment on function private.act_as(uuid) is
  'Lets the rest of the transaction write in the name of a member who asked for it earlier.';

-- Makes PostgreSQL check whose rows a statement may see before it tests the caller's filter (decision 0023):
-- own_rows_first.
create function private.is_one_of(id uuid, ids uuid[]) returns boolean
-- The planner would inline a function in SQL and see the real cost.
language plpgsql immutable parallel safe cost 0.0001 as $$
begin
  return is_one_of.id operator(pg_catalog.=) any(is_one_of.ids);
end
$$;
comment on function private.is_one_of(uuid, uuid[]) is
  'For policies: whether the id is in the array. Said to cost nothing, so that it is tested before a caller''s filter.';
grant execute on function private.is_one_of(uuid, uuid[]) to authenticated;
