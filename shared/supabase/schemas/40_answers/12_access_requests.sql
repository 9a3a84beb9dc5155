-- Asking to be added to a request that was sent to another address.

create table public.access_requests (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null,
  workspace_id uuid not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  email text not null,
  asked_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid,
  is_added boolean,
  foreign key (request_id, workspace_id) references public.requests (id, workspace_id) on delete cascade,
  unique (request_id, user_id),
  constraint access_requests_decided_check check ((decided_at is null) = (is_added is null))
);
comment on table public.access_requests is
  'People who opened a request''s link with an address it was not sent to, and asked to be added.';
comment on column public.access_requests.email is 'The address they had proven when they asked.';

create index access_requests_user_id_idx on public.access_requests (user_id);
create index access_requests_workspace_id_idx on public.access_requests (workspace_id, request_id);

alter table public.access_requests enable row level security;
create policy session_ok on public.access_requests as restrictive to authenticated
  using ((select private.session_ok()));
create policy members on public.access_requests for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy own_rows_first on public.access_requests as restrictive for select to authenticated
  using (private.is_one_of(workspace_id, (select private.my_workspaces())));

create function public.request_access(token text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_session();
  v_request constant uuid := private.request_of(request_access.token);
  v_parent public.requests;
  v_proven text;
begin
  select r.* into v_parent from public.requests as r where r.id = v_request for update;
  select u.email into v_proven from auth.users as u
  where u.id = v_me and u.email_confirmed_at is not null and not u.is_sso_user;
  if v_parent.id is null or v_parent.is_test or v_proven is null then
    perform private.fail('not_found');
  end if;
  -- The answer to an earlier request stands, unless the person was added and removed again since.
  if exists (
    select from public.access_requests as a
    where a.request_id = v_parent.id and a.user_id = v_me and a.is_added is not true
  ) or exists (
    select from public.recipients as p where p.request_id = v_parent.id and p.user_id = v_me
  ) then
    return;
  end if;
  perform private.use_quota('access_requests', v_me::text, 1);
  if (
    select count(*) from public.access_requests as a where a.request_id = v_parent.id and a.decided_at is null
  ) >= 20 then
    perform private.fail('access.too_many');
  end if;
  insert into public.access_requests as a (request_id, workspace_id, user_id, email)
  values (v_parent.id, v_parent.workspace_id, v_me, lower(v_proven))
  on conflict (request_id, user_id) do update
    set email = excluded.email, asked_at = now(), decided_at = null, decided_by = null, is_added = null;
end
$$;
comment on function public.request_access(text) is
  'Asks the members to add the caller''s proven address to a request. Asking again changes nothing. Errors: not_found, access.too_many, quota.access_requests.';
grant execute on function public.request_access(text) to authenticated;

create function public.decide_access(access_request uuid, is_added boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_parent public.requests := private.lock_as_member(
    (select a.request_id from public.access_requests as a where a.id = decide_access.access_request)
  );
  v_asked public.access_requests;
  v_added constant boolean := coalesce(decide_access.is_added, false);
begin
  if v_parent.status not in ('open', 'done') then
    perform private.fail('request.closed');
  end if;
  select a.* into v_asked from public.access_requests as a where a.id = decide_access.access_request for update;
  if not found then
    -- The account that asked was deleted while this waited.
    perform private.fail('not_found');
  elsif v_asked.is_added is not distinct from v_added then
    return;
  elsif v_asked.is_added is not null then
    perform private.fail('access.decided');
  end if;
  update public.access_requests as a
  set decided_at = now(), decided_by = auth.uid(), is_added = v_added
  where a.id = v_asked.id;
  if not v_added then
    return;
  end if;
  if exists (
    select from public.recipients as p
    where p.request_id = v_parent.id and p.removed_at is null and p.scope = 'all' and p.email = v_asked.email
  ) then
    return;
  elsif (
    select count(*) from public.recipients as p
    where p.request_id = v_parent.id and p.removed_at is null and p.scope = 'all'
  ) >= 20 then
    perform private.fail('draft.too_many_recipients');
  end if;
  update public.requests as r set revision = r.revision + 1 where r.id = v_parent.id;
  perform private.edit_recipients(
    v_parent,
    (
      select jsonb_agg(jsonb_build_object('email', p.email, 'name', p.name) order by p.created_at, p.email)
      from public.recipients as p
      where p.request_id = v_parent.id and p.removed_at is null and p.scope = 'all'
    ) || jsonb_build_object('email', v_asked.email)
  );
end
$$;
comment on function public.decide_access(uuid, boolean) is
  'Adds the person who asked to the request''s recipients, or declines. Repeating an answer changes nothing. Errors: not_found, request.closed, access.decided, draft.too_many_recipients, recipient.member, quota.address.';
grant execute on function public.decide_access(uuid, boolean) to authenticated;
