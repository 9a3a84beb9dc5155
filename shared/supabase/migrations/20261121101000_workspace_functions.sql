create function public.create_workspace(name text, display_name text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
  workspace uuid;
begin
  if not private.fits(private.one_line(create_workspace.name), 1, 80) then
    perform private.fail('workspace.name');
  elsif not private.fits(private.one_line(create_workspace.display_name), 1, 80) then
    perform private.fail('profile.name');
  end if;
  insert into public.profiles as f (user_id, display_name)
  values (me, private.one_line(create_workspace.display_name))
  on conflict (user_id) do update set display_name = excluded.display_name;
  insert into public.workspaces as w (name) values (private.one_line(create_workspace.name))
  returning w.id into workspace;
  insert into public.members (workspace_id, user_id, role) values (workspace, me, 'owner');
  return workspace;
end
$$;
comment on function public.create_workspace(text, text) is
  'Sets the caller''s name and creates a workspace with the caller as its owner. Errors: workspace.name, profile.name.';
grant execute on function public.create_workspace(text, text) to authenticated;
