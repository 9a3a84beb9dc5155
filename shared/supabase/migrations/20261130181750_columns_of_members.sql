-- Generated from schemas/ by `pnpm migration columns_of_members`.

set local check_function_bodies = off;

create or replace function public.workspace_settings(workspace uuid) returns setof public.workspaces
language plpgsql stable security definer rows 1 set search_path = '' as $$
begin
  perform private.require_role(workspace_settings.workspace, 'member');
  return query select w.* from public.workspaces as w where w.id = workspace_settings.workspace;
end
$$;

create or replace function public.request_details(request uuid) returns setof public.requests
language plpgsql stable security definer rows 1 set search_path = '' as $$
begin
  perform private.require_session();
  return query
    select r.* from public.requests as r
    where r.id = request_details.request and r.workspace_id = any(private.my_workspaces());
end
$$;

comment on function public.request_details(uuid) is 'For members: a request, template or draft with all its columns, of which recipients read only some. No row for anyone else.';

comment on function public.workspace_settings(uuid) is 'For members: a workspace with all its columns, of which recipients read only some. Errors: not_found.';

-- First, because it takes the columns' grants along.
revoke select on public.requests, public.workspaces from authenticated;

grant select (
  id, workspace_id, title, message, due_on, status, sent_at, paused_at, closed_at, closed_by, changed_at, last_activity_at
) on public.requests to authenticated;

grant select (id, name, created_at, accent, logo) on public.workspaces to authenticated;

grant execute on function public.request_details(uuid) to authenticated;

grant execute on function public.workspace_settings(uuid) to authenticated;
