-- The devices of an account.

create function public.my_sessions()
returns table (
  id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, ip text, aal text, is_current boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me uuid := private.require_session();
begin
  return query
    select
      s.id,
      s.created_at,
      -- Auth stores the refresh time without a time zone, in UTC.
      greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc'),
      s.user_agent,
      host(s.ip),
      s.aal::text,
      s.id = (auth.jwt() ->> 'session_id')::uuid
    from auth.sessions as s
    where s.user_id = v_me and (s.not_after is null or s.not_after > now())
    order by 3 desc, s.id;
end
$$;
comment on function public.my_sessions() is
  'The caller''s sessions, most recently used first, with the current one marked. Needs SELECT on auth.sessions.';
grant execute on function public.my_sessions() to authenticated;

create function public.end_session(session uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_session();
begin
  if end_session.session = (auth.jwt() ->> 'session_id')::uuid then
    perform private.fail('session.this_one');
  end if;
  perform private.require_fresh_proof('sessions');
  delete from auth.sessions as s where s.id = end_session.session and s.user_id = v_me;
end
$$;
comment on function public.end_session(uuid) is
  'Signs out another session of the caller; it can read nothing afterwards, even while its token is valid. Sessions that have ended, are unknown or belong to another account get the same answer. Errors: session.this_one, because that session signs out instead; proof.required. Needs DELETE on auth.sessions; refresh tokens cascade.';
grant execute on function public.end_session(uuid) to authenticated;

create function public.end_other_sessions() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_session();
  v_ended integer;
begin
  perform private.require_fresh_proof('sessions');
  with gone as (
    delete from auth.sessions as s
    where s.user_id = v_me and s.id <> (auth.jwt() ->> 'session_id')::uuid
    returning s.not_after
  )
  select count(*) filter (where gone.not_after is null or gone.not_after > now()) into v_ended from gone;
  return v_ended;
end
$$;
comment on function public.end_other_sessions() is
  'Signs out all of the caller''s sessions except the current one and returns how many were still valid. Errors: proof.required. Needs DELETE on auth.sessions.';
grant execute on function public.end_other_sessions() to authenticated;
