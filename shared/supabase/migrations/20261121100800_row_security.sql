-- Every policy has one shape: an indexed column compared with an array that is computed once per statement. A helper
-- called per row took 1.9 s on 220,000 rows; this takes 4 ms. Without the cast, ANY would read the inner select as a
-- list of rows.

alter table public.profiles enable row level security;
alter table public.workspaces enable row level security;
alter table public.members enable row level security;
alter table public.requests enable row level security;
alter table public.request_links enable row level security;
alter table public.request_search enable row level security;
alter table public.recipients enable row level security;
alter table public.items enable row level security;
alter table public.files enable row level security;
alter table public.events enable row level security;

revoke all on
  public.profiles, public.workspaces, public.members, public.requests, public.request_links,
  public.request_search, public.recipients, public.items, public.files, public.events
  from public, anon, authenticated, service_role;
grant select on
  public.profiles, public.workspaces, public.members, public.requests, public.request_links,
  public.request_search, public.recipients, public.items, public.files, public.events
  to authenticated;
grant update (display_name) on public.profiles to authenticated;

create policy session_ok on public.profiles as restrictive to authenticated using ((select private.session_ok()));
create policy session_ok on public.workspaces as restrictive to authenticated using ((select private.session_ok()));
create policy session_ok on public.members as restrictive to authenticated using ((select private.session_ok()));
create policy session_ok on public.requests as restrictive to authenticated using ((select private.session_ok()));
create policy session_ok on public.request_links as restrictive to authenticated using ((select private.session_ok()));
create policy session_ok on public.request_search as restrictive to authenticated using ((select private.session_ok()));
create policy session_ok on public.recipients as restrictive to authenticated using ((select private.session_ok()));
create policy session_ok on public.items as restrictive to authenticated using ((select private.session_ok()));
create policy session_ok on public.files as restrictive to authenticated using ((select private.session_ok()));
create policy session_ok on public.events as restrictive to authenticated using ((select private.session_ok()));

create policy people on public.profiles for select to authenticated
  using (user_id = any((select private.my_people())::uuid[]));
create policy own_name on public.profiles for update to authenticated
  using (user_id = (select auth.uid()));

create policy members on public.workspaces for select to authenticated
  using (id = any((select private.my_workspaces())::uuid[]));
create policy recipients on public.workspaces for select to authenticated
  using (id = any((select private.my_askers())::uuid[]));

create policy members on public.members for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));

create policy members on public.requests for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy recipients on public.requests for select to authenticated
  using (id = any((select private.my_requests())::uuid[]));

create policy members on public.request_links for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));

create policy members on public.request_search for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));

create policy members on public.recipients for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy own_row on public.recipients for select to authenticated
  using (user_id = (select auth.uid()));

create policy members on public.items for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy recipients on public.items for select to authenticated
  using (request_id = any((select private.my_requests())::uuid[]));

create policy members on public.files for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy recipients on public.files for select to authenticated
  using (request_id = any((select private.my_requests())::uuid[]));

create policy members on public.events for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy recipients on public.events for select to authenticated
  using (request_id = any((select private.my_requests())::uuid[]));
