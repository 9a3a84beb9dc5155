create function private.request_of(token text) returns uuid
language sql stable set search_path = '' as $$
  -- Cut before hashing: a token has 43 characters, and a longer text must not buy more work.
  select r.id
  from public.request_links as l
  join public.requests as r on r.id = l.request_id
  where l.token_hash = sha256(convert_to(left(request_of.token, 64), 'utf8')) and r.status in ('open', 'done')
$$;
comment on function private.request_of(text) is
  'The request that a link leads to; wrong, replaced, draft and cancelled lead nowhere alike.';

create function public.peek_request(token text)
returns table (workspace_name text, sender_email text, title text, due_on date)
language sql stable security definer set search_path = '' as $$
  select w.name, u.email::text, r.title, r.due_on
  from public.requests as r
  join public.workspaces as w on w.id = r.workspace_id
  left join auth.users as u on u.id = r.sent_by and u.email_confirmed_at is not null
  where r.id = (select private.request_of(peek_request.token))
$$;
comment on function public.peek_request(text) is
  'What anyone with the link may know: who asks, from which proven address, for what, until when. No row for any other token.';
grant execute on function public.peek_request(text) to anon, authenticated;

create function public.join_request(token text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
  request uuid := private.request_of(join_request.token);
  mine public.recipients;
begin
  perform from public.requests as r where r.id = request for update;
  select p.* into mine
  from public.recipients as p
  where p.request_id = request
    and (
      p.user_id = me
      or (
        p.user_id is null
        and p.email = (
          select u.email from auth.users as u
          where u.id = me and u.email_confirmed_at is not null and not u.is_sso_user
        )
      )
    )
  -- Somebody who joined and changed their address since may match twice: what they joined as counts.
  order by p.user_id nulls last
  limit 1;
  if not found then
    perform private.fail('not_found');
  end if;
  update public.recipients as p
  set user_id = me, first_seen_at = coalesce(p.first_seen_at, now()), last_seen_at = now()
  where p.id = mine.id;
  if mine.user_id is null then
    perform private.add_event(request, 'opened');
  end if;
  return request;
end
$$;
comment on function public.join_request(text) is
  'Binds the caller to the recipient whose proven address is theirs, and answers the request''s id. Refuses: not_found, for a wrong token and a wrong person alike.';
grant execute on function public.join_request(text) to authenticated;

create function public.request_people(request uuid) returns table (name text, is_me boolean)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me uuid := private.require_session();
begin
  if not exists (
    select from public.requests as r
    where r.id = request_people.request
      and (r.workspace_id = any(private.my_workspaces()) or r.id = any(private.my_requests()))
  ) then
    perform private.fail('not_found');
  end if;
  return query
    select coalesce(nullif(p.name, ''), f.display_name, p.email), coalesce(p.user_id = me, false)
    from public.recipients as p
    left join public.profiles as f on f.user_id = p.user_id
    where p.request_id = request_people.request
    order by p.created_at, p.email;
end
$$;
comment on function public.request_people(uuid) is
  'Who may add to a request and see its files: each by name, else by address. Refuses: not_found.';
grant execute on function public.request_people(uuid) to authenticated;
