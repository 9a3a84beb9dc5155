create function public.sole_ownerships()
returns table (workspace_id uuid, name text, other_members integer, requests integer, files integer)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me uuid := private.require_session();
begin
  return query
    select
      w.id,
      w.name,
      (select count(*)::integer from public.members as o where o.workspace_id = w.id and o.user_id <> me),
      (select count(*)::integer from public.requests as r where r.workspace_id = w.id),
      (select count(*)::integer from public.files as f where f.workspace_id = w.id and f.status = 'stored')
    from public.members as m
    join public.workspaces as w on w.id = m.workspace_id
    where m.user_id = me and m.role = 'owner' and w.id = any(private.my_workspaces())
      and not exists (
        select from public.members as o
        where o.workspace_id = w.id and o.role = 'owner' and o.user_id <> me
      )
    order by w.name, w.id;
end
$$;
comment on function public.sole_ownerships() is
  'Workspaces that have no owner but the caller: with other members they stand in the way of deleting the account, without they go along with it.';
grant execute on function public.sole_ownerships() to authenticated;

create function public.delete_account(workspaces uuid[] default '{}') returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
  sole uuid[];
begin
  -- Workspaces first, then requests, each in one order: two owners who leave at once wait for each other here, and
  -- nobody who joins, makes a workspace or answers meanwhile is overlooked.
  perform from public.profiles as f where f.user_id = me for update;
  perform from public.workspaces as w
  where w.id in (select m.workspace_id from public.members as m where m.user_id = me and m.role = 'owner')
  order by w.id for update;

  select coalesce(array_agg(m.workspace_id), '{}') into sole
  from public.members as m
  where m.user_id = me and m.role = 'owner'
    and not exists (
      select from public.members as o
      where o.workspace_id = m.workspace_id and o.role = 'owner' and o.user_id <> me
    );
  if exists (select from public.members as o where o.workspace_id = any(sole) and o.user_id <> me) then
    perform private.fail('workspace.last_owner');
  elsif not sole <@ private.my_workspaces() then
    perform private.fail('insufficient_aal');
  elsif not sole <@ coalesce(delete_account.workspaces, '{}') then
    -- What cannot be brought back goes only when it was named.
    perform private.fail('account.changed');
  end if;

  perform from public.requests as r
  where r.workspace_id = any(sole) or r.id = any(private.my_requests())
    or r.id in (select f.request_id from public.files as f where f.uploaded_by = me and f.status = 'uploading')
  order by r.id for update;
  -- Nobody can finish these any more.
  update public.files as f
  set status = 'removed', removed_at = now(), removed_by = me
  where f.uploaded_by = me and f.status = 'uploading';
  delete from public.workspaces as w where w.id = any(sole);
  delete from auth.users as u where u.id = me;
end
$$;
comment on function public.delete_account(uuid[]) is
  'Deletes the caller''s account with its sessions, factors, profile and memberships, and the workspaces in which nobody else is left, each of which must be named. What was added to other people''s requests stays there, with the name it was added under. Refuses: workspace.last_owner (others are left without an owner), insufficient_aal (a workspace that would go asks for the second factor), account.changed (a workspace would go that was not named). Needs DELETE on auth.users and on what hangs on it.';
grant execute on function public.delete_account(uuid[]) to authenticated;
