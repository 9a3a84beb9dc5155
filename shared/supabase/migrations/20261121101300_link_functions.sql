create function private.request_of(token text) returns uuid
language sql stable set search_path = '' as $$
  -- Truncated before hashing: a token has 43 characters, and longer input must not cost more work.
  select r.id
  from public.request_links as l
  join public.requests as r on r.id = l.request_id
  where l.token_hash = sha256(convert_to(left(request_of.token, 64), 'utf8')) and r.status in ('open', 'done')
$$;
comment on function private.request_of(text) is
  'The request that a link token belongs to. Wrong, replaced, draft and cancelled links all return nothing.';

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
  'The details that anyone with the link may see: requester, verified address, title and due date. No row for any other token.';
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
  -- A person who joined and has since changed address may match twice: the row they joined as wins.
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
  'Binds the caller to the recipient with the caller''s verified address and returns the request''s id. Errors: not_found, both for a wrong token and for a wrong person.';
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
  'People who may add to a request and see its files, by name or else by address. Errors: not_found.';
grant execute on function public.request_people(uuid) to authenticated;
