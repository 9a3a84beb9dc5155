create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  display_name text not null,
  created_at timestamptz not null default now(),
  constraint profiles_display_name_check
    check (char_length(display_name) between 1 and 80 and display_name = private.one_line(display_name))
);
comment on table public.profiles is 'Display names of people.';

create table public.workspaces (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  require_second_factor boolean not null default false,
  retain_days integer,
  created_at timestamptz not null default now(),
  constraint workspaces_name_check check (char_length(name) between 1 and 80 and name = private.one_line(name)),
  constraint workspaces_retain_days_check check (retain_days > 0)
);
comment on table public.workspaces is 'A firm or person that sends requests.';

create table public.members (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  user_id uuid not null references public.profiles (user_id) on delete cascade,
  role text not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, user_id),
  constraint members_role_check check (role in ('owner', 'admin', 'member'))
);
comment on table public.members is 'Members of a workspace and their roles.';
create index members_user_id_idx on public.members (user_id);

create function private.keep_an_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Serialises two owners who leave at the same time, so the second sees that the first has left.
  perform from public.workspaces as w where w.id = old.workspace_id for no key update;
  if found and not exists (
    select from public.members as m
    where m.workspace_id = old.workspace_id and m.role = 'owner' and m.user_id <> old.user_id
  ) then
    perform private.fail('workspace.last_owner');
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end
$$;
comment on function private.keep_an_owner() is
  'The last owner can neither leave nor be demoted, unless the workspace itself is being deleted.';

create trigger keep_an_owner_on_delete
  before delete on public.members
  for each row when (old.role = 'owner')
  execute function private.keep_an_owner();
create trigger keep_an_owner_on_update
  before update on public.members
  for each row
  when (
    old.role = 'owner'
    and (new.role <> 'owner' or new.user_id <> old.user_id or new.workspace_id <> old.workspace_id)
  )
  execute function private.keep_an_owner();
