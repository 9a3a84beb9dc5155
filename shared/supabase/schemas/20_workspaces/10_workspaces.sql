-- Workspaces.

create table public.workspaces (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  created_at timestamptz not null default now(),
  zone text not null default 'UTC',
  reminder_plan jsonb not null default '{"before": [7, 2, 0], "every": 3, "undated": 7, "most": 6}',

  -- Sign-in of its members.
  require_second_factor boolean not null default false,
  second_factor_from timestamptz,

  -- Shown to recipients.
  accent text,
  logo text,

  -- How long files and answers are kept.
  retain_days integer,
  retain_sensitive_days integer,

  constraint workspaces_name_check
    check (char_length(name) between 1 and 80 and private.is_name(name)),
  constraint workspaces_reminder_plan_check check (private.is_reminder_plan(reminder_plan)),
  constraint workspaces_accent_check check (private.is_accent(accent)),
  constraint workspaces_logo_check check (private.is_logo(logo)),
  constraint workspaces_retain_days_check check (retain_days between 30 and 3650),
  constraint workspaces_retain_sensitive_check check (
    retain_sensitive_days between 30 and 3650 and coalesce(retain_sensitive_days < retain_days, true)
  )
);
comment on table public.workspaces is 'A firm or person that sends requests.';
comment on column public.workspaces.zone is 'IANA time zone of people whose own isn''t known.';
comment on column public.workspaces.reminder_plan is 'When recipients of new requests are reminded.';
comment on column public.workspaces.second_factor_from is
  'Since when the requirement of a second factor binds members; null: since it was set.';
comment on column public.workspaces.accent is 'Colour of buttons and links for its recipients; null for Sheaf''s own.';
comment on column public.workspaces.logo is
  'In base64. In the row instead of a bucket, because visitors of a link see it before they sign in, and because it goes with the row.';
comment on column public.workspaces.retain_days is
  'Days for which files and answers are kept after a request ends; null for good. A request that was sent with fewer keeps its number.';
comment on column public.workspaces.retain_sensitive_days is 'Fewer days for sensitive items; null: as for others.';

alter table public.workspaces enable row level security;
create policy session_ok on public.workspaces as restrictive to authenticated using ((select private.session_ok()));
create policy members on public.workspaces for select to authenticated
  using (id = any((select private.my_workspaces())::uuid[]));
create policy recipients on public.workspaces for select to authenticated
  using (id = any((select private.my_askers())::uuid[]));
create policy own_rows_first on public.workspaces as restrictive for select to authenticated
  using (
    private.is_one_of(id, (select private.my_workspaces())) or private.is_one_of(id, (select private.my_askers()))
  );

-- Deleting a workspace needs a fresh proof.
create trigger prove_deletion
  before delete on public.workspaces
  for each row when (auth.uid() is not null)
  execute function private.tg__prove_workspace_change();

-- A shorter retention needs a fresh proof.
create trigger prove_retention
  before update of retain_days, retain_sensitive_days on public.workspaces
  for each row
  -- Without a number of days, files are kept for good.
  when (
    auth.uid() is not null
    and (
      new.retain_days < coalesce(old.retain_days, 2147483647)
      or new.retain_sensitive_days < coalesce(old.retain_sensitive_days, old.retain_days, 2147483647)
    )
  )
  execute function private.tg__prove_workspace_change('retention');

-- Changing the requirement needs a fresh proof.
create trigger prove_second_factor_requirement
  before update of require_second_factor on public.workspaces
  for each row
  when (auth.uid() is not null and new.require_second_factor <> old.require_second_factor)
  execute function private.tg__prove_workspace_change('second_factor_requirement');

-- Its quotas' use is deleted with a workspace.
create trigger forget_usage after delete on public.workspaces
  for each row execute function private.tg_workspaces__forget_usage();

create function public.create_workspace(name text, display_name text default null, zone text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_session();
  v_workspace_name text := private.one_line(create_workspace.name);
  v_own_name text := coalesce(
    private.one_line(create_workspace.display_name),
    (select f.display_name from public.profiles as f where f.user_id = v_me)
  );
  v_workspace uuid;
begin
  if not private.fits(v_workspace_name, 1, 80) or not private.is_name(v_workspace_name) then
    perform private.fail('workspace.name');
  elsif not private.fits(v_own_name, 1, 80) or not private.is_name(v_own_name) then
    perform private.fail('profile.name');
  end if;
  insert into public.profiles as f (user_id, display_name)
  values (v_me, v_own_name)
  on conflict (user_id) do update set display_name = excluded.display_name;
  -- The profile's row is locked by now, so workspaces that are created at the same time are counted one after another.
  if (select count(*) from public.members as m where m.user_id = v_me and m.role = 'owner')
    >= (select q.most from private.quotas as q where q.name = 'workspaces')
  then
    perform private.fail('quota.workspaces');
  end if;
  -- Deleting one frees its place, and its record of the day's new addresses goes with it.
  perform private.use_quota('new_workspaces', v_me::text, 1);
  insert into public.workspaces as w (name, zone)
  values (v_workspace_name, coalesce(private.known_zone(create_workspace.zone), 'UTC'))
  returning w.id into v_workspace;
  insert into public.members (workspace_id, user_id, role) values (v_workspace, v_me, 'owner');
  return v_workspace;
end
$$;
comment on function public.create_workspace(text, text, text) is
  'Creates a workspace owned by the caller, in the time zone of their browser, and sets the caller''s name if one is given. An unknown zone counts as UTC. Errors: workspace.name, profile.name, quota.workspaces, quota.new_workspaces.';
grant execute on function public.create_workspace(text, text, text) to authenticated;

create function public.rename_workspace(workspace uuid, name text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_words constant text := private.one_line(rename_workspace.name);
begin
  perform private.lock_workspace(rename_workspace.workspace, 'admin');
  if not private.fits(v_words, 1, 80) or not private.is_name(v_words) then
    perform private.fail('workspace.name');
  end if;
  update public.workspaces as w set name = v_words where w.id = rename_workspace.workspace;
end
$$;
comment on function public.rename_workspace(uuid, text) is
  'For owners and admins. Recipients see the new name immediately. Errors: not_found, workspace.role, workspace.name.';
grant execute on function public.rename_workspace(uuid, text) to authenticated;

create function public.delete_workspace(workspace uuid) returns void
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
begin
  perform private.lock_workspace(delete_workspace.workspace, 'owner');
  -- Before anything else is locked.
  perform private.require_fresh_proof('delete_workspace');
  -- In the order that every writer uses, to avoid a deadlock with a recipient who answers.
  perform from public.requests as r where r.workspace_id = delete_workspace.workspace order by r.id for update;
  delete from public.workspaces as w where w.id = delete_workspace.workspace;
end
$$;
comment on function public.delete_workspace(uuid) is
  'For owners: deletes a workspace with its requests, files and memberships. Needs a fresh proof of the act delete_workspace. Errors: not_found, workspace.role, proof.required.';
grant execute on function public.delete_workspace(uuid) to authenticated;

create function public.workspace_settings(workspace uuid) returns setof public.workspaces
language plpgsql stable security definer rows 1 set search_path = '' as $$
begin
  perform private.require_role(workspace_settings.workspace, 'member');
  return query select w.* from public.workspaces as w where w.id = workspace_settings.workspace;
end
$$;
comment on function public.workspace_settings(uuid) is
  'For members: a workspace with all its columns, of which recipients read only some. Errors: not_found.';
grant execute on function public.workspace_settings(uuid) to authenticated;

-- A limit invites the planner to read a table from its start, where the rows of others are: hence the settings.
create function public.workspace_contents(workspace uuid) returns table (members integer, requests integer, files integer)
language plpgsql stable security definer set search_path = '' set jit = off set enable_seqscan = off
set enable_bitmapscan = off as $$
#variable_conflict use_column
begin
  perform private.require_role(workspace_contents.workspace, 'owner');
  return query
    select
      (select count(*)::integer from public.members as m where m.workspace_id = workspace_contents.workspace),
      private.count_requests(workspace_contents.workspace),
      (
        select count(*)::integer
        from (
          select from public.files as f
          where f.workspace_id = workspace_contents.workspace and f.status = 'stored' limit 1000
        ) as counted
      );
end
$$;
comment on function public.workspace_contents(uuid) is
  'For owners: what would be deleted with a workspace. Of requests and of files 1000 stands for 1000 or more. Errors: not_found, workspace.role.';
grant execute on function public.workspace_contents(uuid) to authenticated;

create function private.count_requests(workspace uuid) returns integer
language sql stable set search_path = '' as $$
  -- Both counts read an index alone; a workspace has at most 200 templates.
  select least(1000, (
    select count(*) from (select from public.requests as r where r.workspace_id = count_requests.workspace limit 1200) as c
  ) - (
    select count(*) from public.requests as r where r.workspace_id = count_requests.workspace and r.is_template
  ))::integer
$$;
comment on function private.count_requests(uuid) is 'Requests of a workspace without its templates; 1000 for that many or more.';

create function private.tg__prove_workspace_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    perform private.require_fresh_proof(tg_argv[0]);
    return new;
  end if;
  -- Deleting the account deletes its own workspaces, and was proven by itself.
  if not exists (
    select from private.proofs as p
    where p.user_id = auth.uid() and p.act = 'delete_account' and p.used_in = pg_current_xact_id()
  ) then
    perform private.require_fresh_proof('delete_workspace');
  end if;
  return old;
end
$$;
comment on function private.tg__prove_workspace_change() is
  'Requires a fresh proof of the caller for a change that weakens a workspace or deletes it; the trigger names the act.';
