-- The dialog before an account is deleted shows how much will be deleted with it. Like the counts of the list it stops at a thousand
-- of each, so that a large workspace opens the dialog as fast as a small one.
create or replace function public.sole_ownerships()
returns table (workspace_id uuid, name text, other_members integer, requests integer, files integer)
language plpgsql stable security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  me uuid := private.require_session();
begin
  return query
    select
      w.id,
      w.name,
      (select count(*)::integer from public.members as o where o.workspace_id = w.id and o.user_id <> me),
      (
        select count(*)::integer
        from (select from public.requests as r where r.workspace_id = w.id limit 1000) as counted
      ),
      (
        select count(*)::integer
        from (select from public.files as f where f.workspace_id = w.id and f.status = 'stored' limit 1000) as counted
      )
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
  'Workspaces with no owner other than the caller. If they have other members they block deletion of the account; otherwise they are deleted with it. Of requests and of files 1000 stands for 1000 or more.';
