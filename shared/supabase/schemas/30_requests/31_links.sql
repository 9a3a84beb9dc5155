-- The link of a request.

create table public.request_links (
  request_id uuid not null,
  workspace_id uuid not null,
  token text not null,
  token_hash bytea not null unique,
  rotated_at timestamptz not null default now(),
  -- References the pair so that PostgREST detects a one-to-one relation. The pair is unique because id is.
  primary key (request_id, workspace_id),
  foreign key (request_id, workspace_id) references public.requests (id, workspace_id) on delete cascade
);
comment on table public.request_links is 'The permanent link of a sent request. Readable by members only.';

create index request_links_workspace_id_idx on public.request_links (workspace_id);

alter table public.request_links enable row level security;
create policy session_ok on public.request_links as restrictive to authenticated using ((select private.session_ok()));
create policy members on public.request_links for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy own_rows_first on public.request_links as restrictive for select to authenticated
  using (private.is_one_of(workspace_id, (select private.my_workspaces())));

-- A person who has joined a request keeps access when its link is replaced, so the link in their mailbox has to lead there
-- too. For everyone else a replaced link is unknown.
create table private.replaced_links (
  token_hash bytea primary key,
  request_id uuid not null references public.requests (id) on delete cascade,
  replaced_at timestamptz not null default now()
);
comment on table private.replaced_links is
  'Hashes of former link tokens. They only lead people to requests that they have joined.';

create index replaced_links_request_id_idx on private.replaced_links (request_id);

create function public.rotate_link(request uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(rotate_link.request);
  v_fresh text;
begin
  if v_locked.status not in ('open', 'done') then
    perform private.fail('request.closed');
  end if;
  -- A recipient who hasn't opened the former link is shut out by this.
  perform private.require_fresh_proof('links');
  v_fresh := private.put_link(v_locked);
  perform private.add_event(v_locked.id, 'link_replaced');
  perform private.notify_owners(
    v_locked.workspace_id, jsonb_build_object('kind', 'link_replaced', 'request', v_locked.id)
  );
  return v_fresh;
end
$$;
comment on function public.rotate_link(uuid) is
  'Replaces the link of a sent request and returns the new token. People who have joined keep their access. Needs a fresh proof of the act links. Errors: not_found, request.closed, proof.required.';
grant execute on function public.rotate_link(uuid) to authenticated;

create function public.show_items(request uuid, shown boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(show_items.request);
begin
  if coalesce(show_items.shown, false) = v_locked.shows_items then
    return;
  end if;
  update public.requests as r set shows_items = not v_locked.shows_items where r.id = v_locked.id;
  perform private.add_event(v_locked.id, case when v_locked.shows_items then 'items_hidden' else 'items_shown' end);
end
$$;
comment on function public.show_items(uuid, boolean) is
  'For members: whether the link of a request shows the titles of its items to anyone who has it. Errors: not_found.';
grant execute on function public.show_items(uuid, boolean) to authenticated;

create function private.put_link(request public.requests) returns text
language plpgsql set search_path = '' as $$
declare
  -- Three random UUIDs carry 366 bits; their digest is 32 bytes indistinguishable from random. Built in everywhere,
  -- unlike pgcrypto.
  v_secret bytea := sha256(
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
  );
  v_fresh text := rtrim(translate(encode(v_secret, 'base64'), '+/', '-_'), '=');
begin
  insert into private.replaced_links (token_hash, request_id)
  select l.token_hash, l.request_id from public.request_links as l where l.request_id = request.id;
  insert into public.request_links as l (request_id, workspace_id, token, token_hash)
  values (request.id, request.workspace_id, v_fresh, sha256(convert_to(v_fresh, 'utf8')))
  on conflict (request_id, workspace_id) do update
    set token = excluded.token, token_hash = excluded.token_hash, rotated_at = now();
  return v_fresh;
end
$$;
comment on function private.put_link(public.requests) is
  'Replaces a request''s link token. Only the hash of the previous one is stored, for people who have joined.';

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

create function private.joined_request_of(token text, person uuid) returns uuid
language sql stable set search_path = '' as $$
  select r.id
  from (
    select l.request_id, l.token_hash from public.request_links as l
    union all
    select l.request_id, l.token_hash from private.replaced_links as l
  ) as l
  join public.requests as r on r.id = l.request_id
  join public.recipients as p on p.request_id = r.id and p.user_id = joined_request_of.person
  where l.token_hash = sha256(convert_to(left(joined_request_of.token, 64), 'utf8'))
    and r.status <> 'draft'
$$;
comment on function private.joined_request_of(text, uuid) is
  'The request that a link token belongs or belonged to, cancelled or not, for a person who has joined it. Nothing for anyone else.';
