-- People and their names.

create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  display_name text not null,
  created_at timestamptz not null default now(),
  constraint profiles_display_name_check
    check (char_length(display_name) between 1 and 80 and private.is_name(display_name))
);
comment on table public.profiles is 'Display names of people.';

alter table public.profiles enable row level security;
create policy session_ok on public.profiles as restrictive to authenticated using ((select private.session_ok()));
create policy people on public.profiles for select to authenticated
  using (user_id = any((select private.my_people())::uuid[]));
create policy own_name on public.profiles for update to authenticated
  using (user_id = (select auth.uid()));
create policy own_rows_first on public.profiles as restrictive for select to authenticated
  using (private.is_one_of(user_id, (select private.my_people())));

create function public.change_name(display_name text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_session();
  v_kept text := private.one_line(change_name.display_name);
begin
  if not private.fits(v_kept, 1, 80) or not private.is_name(v_kept) then
    perform private.fail('profile.name');
  end if;
  insert into public.profiles as f (user_id, display_name) values (v_me, v_kept)
  on conflict (user_id) do update set display_name = excluded.display_name;
  return v_kept;
end
$$;
comment on function public.change_name(text) is
  'Sets the caller''s name, also for a caller who has none yet: people who only answer requests have no name at first. Returns the name as saved. Errors: profile.name.';
grant execute on function public.change_name(text) to authenticated;

create function private.my_name(request uuid) returns text
language sql stable set search_path = '' as $$
  select coalesce(
    (
      select nullif(p.name, '') from public.recipients as p
      where p.request_id = my_name.request and p.user_id = auth.uid()
    ),
    (select f.display_name from public.profiles as f where f.user_id = auth.uid()),
    -- The address the request was sent to: the account's address may have changed since, and is private. Other recipients
    -- read it as well.
    (
      select private.shown_address(p.email) from public.recipients as p
      where p.request_id = my_name.request and p.user_id = auth.uid()
    ),
    (select u.email from auth.users as u where u.id = auth.uid()),
    case when auth.uid() is null then 'Sheaf' else '' end
  )
$$;
comment on function private.my_name(uuid) is
  'The caller''s name in the history of a request: as the requester wrote it, else the caller''s own display name, else the shortened address that the request was sent to. Without a caller it is Sheaf that acts.';

create function private.name_for_members(request uuid, account uuid, name text) returns text
language sql stable set search_path = '' as $$
  select coalesce(
    (
      select p.email from public.recipients as p
      where p.request_id = name_for_members.request and p.user_id = name_for_members.account
        and name_for_members.name = private.shown_address(p.email)
    ),
    name_for_members.name
  )
$$;
comment on function private.name_for_members(uuid, uuid, text) is
  'A name in the history as members see it: the whole address of a recipient who has no name.';

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
