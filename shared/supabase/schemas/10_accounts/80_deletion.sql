-- Deleting an account, with the workspaces that have no other owner.

create function public.delete_account(workspaces uuid[] default '{}') returns void
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  v_me uuid := private.require_session();
  v_sole uuid[];
begin
  -- Locks workspaces first, then requests, each in a fixed order. This serialises two owners who leave at the same
  -- time, and anyone who joins, creates a workspace or answers in between is taken into account.
  perform from public.profiles as f where f.user_id = v_me for update;
  perform from public.workspaces as w
  where w.id in (select m.workspace_id from public.members as m where m.user_id = v_me and m.role = 'owner')
  order by w.id for update;

  select coalesce(array_agg(m.workspace_id), '{}') into v_sole
  from public.members as m
  where m.user_id = v_me and m.role = 'owner'
    and not exists (
      select from public.members as o
      where o.workspace_id = m.workspace_id and o.role = 'owner' and o.user_id <> v_me
    );
  if exists (select from public.members as o where o.workspace_id = any(v_sole) and o.user_id <> v_me) then
    perform private.fail('workspace.last_owner');
  elsif not v_sole <@ private.my_workspaces() then
    perform private.fail('insufficient_aal');
  elsif not v_sole <@ coalesce(delete_account.workspaces, '{}') then
    -- Data that can't be recovered is deleted only if the caller named it.
    perform private.fail('account.changed');
  end if;
  perform private.require_fresh_proof('delete_account');

  perform from public.requests as r
  where r.workspace_id = any(v_sole) or r.id = any(private.my_requests()) or r.id = any(private.my_handed_requests())
    or r.id in (select f.request_id from public.files as f where f.uploaded_by = v_me and f.status = 'uploading')
  order by r.id for update;
  -- Only the deleted account could have finished these uploads.
  update public.files as f
  set status = 'removed', removed_at = now(), removed_by = v_me
  where f.uploaded_by = v_me and f.status = 'uploading';
  delete from public.workspaces as w where w.id = any(v_sole);
  delete from auth.users as u where u.id = v_me;
end
$$;
comment on function public.delete_account(uuid[]) is
  'Deletes the caller''s account with its sessions, factors, profile and memberships, and the workspaces without other members, each of which must be named. Contributions to other people''s requests stay, under the name they were made with. Errors: workspace.last_owner (other members would be left without an owner), insufficient_aal (a workspace to be deleted requires the second factor), account.changed (a workspace that was not named would be deleted), proof.required. Needs DELETE on auth.users and the tables that cascade from it.';
grant execute on function public.delete_account(uuid[]) to authenticated;

-- Like the counts of the list it stops at a thousand of each, so that a large workspace opens the dialog as fast as a
-- small one. A limit invites the planner to read a table from its start, where the rows of others are: hence the
-- settings.
create function public.sole_ownerships()
returns table (workspace_id uuid, name text, other_members integer, requests integer, files integer)
language plpgsql stable security definer set search_path = '' set jit = off set enable_seqscan = off
set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  v_me uuid := private.require_session();
begin
  return query
    select
      w.id,
      w.name,
      (select count(*)::integer from public.members as o where o.workspace_id = w.id and o.user_id <> v_me),
      private.count_requests(w.id),
      (
        select count(*)::integer
        from (select from public.files as f where f.workspace_id = w.id and f.status = 'stored' limit 1000) as counted
      )
    from public.members as m
    join public.workspaces as w on w.id = m.workspace_id
    where m.user_id = v_me and m.role = 'owner' and w.id = any(private.my_workspaces())
      and not exists (
        select from public.members as o
        where o.workspace_id = w.id and o.role = 'owner' and o.user_id <> v_me
      )
    order by w.name, w.id;
end
$$;
comment on function public.sole_ownerships() is
  'Workspaces with no owner other than the caller. If they have other members they block deletion of the account; otherwise they are deleted with it. Of requests and of files 1000 stands for 1000 or more.';
grant execute on function public.sole_ownerships() to authenticated;
