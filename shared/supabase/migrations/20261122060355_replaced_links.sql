-- A person who has joined a request keeps access when its link is replaced, so the link in their mailbox has to lead there
-- too. For everybody else a replaced link stays unknown.
create table private.replaced_links (
  token_hash bytea primary key,
  request_id uuid not null references public.requests (id) on delete cascade,
  replaced_at timestamptz not null default now()
);
comment on table private.replaced_links is
  'Hashes of former link tokens. They only lead people to requests that they have joined.';
create index replaced_links_request_id_idx on private.replaced_links (request_id);

create or replace function private.put_link(request public.requests) returns text
language plpgsql set search_path = '' as $$
declare
  -- Three random UUIDs carry 366 bits; their digest is 32 bytes indistinguishable from random. Built in everywhere,
  -- unlike pgcrypto.
  secret bytea := sha256(
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
  );
  fresh text := rtrim(translate(encode(secret, 'base64'), '+/', '-_'), '=');
begin
  insert into private.replaced_links (token_hash, request_id)
  select l.token_hash, l.request_id from public.request_links as l where l.request_id = request.id;
  insert into public.request_links as l (request_id, workspace_id, token, token_hash)
  values (request.id, request.workspace_id, fresh, sha256(convert_to(fresh, 'utf8')))
  on conflict (request_id, workspace_id) do update
    set token = excluded.token, token_hash = excluded.token_hash, rotated_at = now();
  return fresh;
end
$$;
comment on function private.put_link(public.requests) is
  'Gives a request a new link token. Of the previous one only the hash is stored, for people who have joined.';

create function private.joined_request_of(token text, person uuid) returns uuid
language sql stable set search_path = '' as $$
  select r.id
  from private.replaced_links as l
  join public.requests as r on r.id = l.request_id
  join public.recipients as p on p.request_id = r.id and p.user_id = joined_request_of.person
  where l.token_hash = sha256(convert_to(left(joined_request_of.token, 64), 'utf8'))
    and r.status in ('open', 'done')
$$;
comment on function private.joined_request_of(text, uuid) is
  'The request that a replaced link token belonged to, for a person who has joined it. Nothing for anyone else.';

create or replace function public.join_request(token text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
  request uuid := coalesce(
    private.request_of(join_request.token), private.joined_request_of(join_request.token, me)
  );
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
  'Binds the caller to the recipient with the caller''s verified address and returns the request''s id. A replaced token works for people who have joined. Errors: not_found, both for a wrong token and for a wrong person.';
