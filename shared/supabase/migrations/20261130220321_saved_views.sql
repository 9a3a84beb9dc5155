-- Generated from schemas/ by `pnpm migration saved_views`.

set local check_function_bodies = off;

create or replace function private.is_list_query(query text) returns boolean
language sql immutable set search_path = ''
-- A browser writes all other characters of ASCII as %XX.
return char_length(is_list_query.query) <= 1000 and is_list_query.query ~ (
  '^((filter|q|sort|assignee|tag|repeats|due)=[A-Za-z0-9%+*._\u0080-\U0010ffff-]*(&(?!$)|$))*$'
);

create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null,
  user_id uuid not null,
  name text not null,
  query text not null,
  foreign key (workspace_id, user_id) references public.members (workspace_id, user_id) on delete cascade,
  constraint saved_views_name_check check (
    char_length(name) between 1 and 80 and name = private.one_line(name) and private.has_visible_character(name)
  ),
  constraint saved_views_query_check check (private.is_list_query(query))
);

create or replace function public.save_view(workspace uuid, name text, query text) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me constant uuid := private.lock_own_membership(save_view.workspace);
  v_words constant text := private.checked_view_name(save_view.workspace, save_view.name, null);
  v_made uuid;
begin
  if private.is_list_query(save_view.query) is not true then
    perform private.fail('view.query');
  elsif (
    select count(*) from public.saved_views as v where v.workspace_id = save_view.workspace and v.user_id = v_me
  ) >= 20 then
    perform private.fail('view.too_many');
  end if;
  insert into public.saved_views as v (workspace_id, user_id, name, query)
  values (save_view.workspace, v_me, v_words, save_view.query)
  returning v.id into v_made;
  return v_made;
end
$$;

create or replace function public.change_view(view uuid, name text default null, query text default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_locked constant public.saved_views := private.lock_view(change_view.view);
begin
  if private.is_list_query(coalesce(change_view.query, v_locked.query)) is not true then
    perform private.fail('view.query');
  end if;
  update public.saved_views as v
  set
    name = private.checked_view_name(v_locked.workspace_id, coalesce(change_view.name, v_locked.name), v_locked.id),
    query = coalesce(change_view.query, v_locked.query)
  where v.id = v_locked.id;
end
$$;

create or replace function public.delete_view(view uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked constant public.saved_views := private.lock_view(delete_view.view);
begin
  delete from public.saved_views as v where v.id = v_locked.id;
end
$$;

create or replace function private.checked_view_name(workspace uuid, name text, except_for uuid) returns text
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  v_words constant text := private.one_line(checked_view_name.name);
begin
  if not private.fits(v_words, 1, 80) or not private.has_visible_character(v_words) then
    perform private.fail('view.name');
  elsif exists (
    select from public.saved_views as v
    where v.workspace_id = checked_view_name.workspace and v.user_id = auth.uid() and lower(v.name) = lower(v_words)
      and v.id is distinct from checked_view_name.except_for
  ) then
    perform private.fail('view.exists');
  end if;
  return v_words;
end
$$;

create or replace function private.lock_own_membership(workspace uuid) returns uuid
language plpgsql set search_path = '' as $$
begin
  perform private.require_role(lock_own_membership.workspace, 'member');
  perform from public.members as m
  where m.workspace_id = lock_own_membership.workspace and m.user_id = auth.uid()
  for no key update;
  -- It may have ended while this waited.
  if not found then
    perform private.fail('not_found');
  end if;
  return auth.uid();
end
$$;

create or replace function private.lock_view(view uuid) returns public.saved_views
language plpgsql set search_path = '' as $$
declare
  v_parent constant uuid := (select v.workspace_id from public.saved_views as v where v.id = lock_view.view);
  v_me constant uuid := private.lock_own_membership(v_parent);
  v_locked public.saved_views;
begin
  select v.* into v_locked from public.saved_views as v where v.id = lock_view.view and v.user_id = v_me for update;
  if not found then
    perform private.fail('not_found');
  end if;
  return v_locked;
end
$$;

create unique index saved_views_name_idx on public.saved_views (user_id, workspace_id, lower(name));

create index saved_views_workspace_id_idx on public.saved_views (workspace_id, user_id);

alter table public.saved_views enable row level security;

create policy session_ok on public.saved_views as restrictive to authenticated using ((select private.session_ok()));

create policy own on public.saved_views for select to authenticated
  -- Not `=`: with the caller's own filter it would be one condition, and the plan would show it.
  using (
    workspace_id = any((select private.my_workspaces())::uuid[]) and user_id = any(array[(select auth.uid())])
  );

create policy own_rows_first on public.saved_views as restrictive for select to authenticated
  using (private.is_one_of(user_id, array[(select auth.uid())]));

comment on column public.saved_views.query is 'The query string of the list''s address, without the workspace.';

comment on function private.checked_view_name(uuid,text,uuid) is 'The name of a view as it is saved, which no other view of the caller there has. Errors: view.name, view.exists.';

comment on function private.is_list_query(text) is 'True for a query string with parameters of the list of requests only: viewParameters of the contract.';

comment on function private.lock_own_membership(uuid) is 'Locks the caller''s membership, so that what they save for themselves is counted one after another, and returns their id. Errors: not_found.';

comment on function private.lock_view(uuid) is 'Locks the membership, then the view, for the member who saved it. Errors: not_found.';

comment on function public.change_view(uuid,text,text) is 'For the member who saved it: gives a view another name, other filters, or both; null leaves them. Errors: not_found, view.name, view.exists, view.query.';

comment on function public.delete_view(uuid) is 'For the member who saved it: deletes a view. Errors: not_found.';

comment on function public.save_view(uuid,text,text) is 'For members: saves a view of the list of requests under a name of at most 80 characters, for the caller alone; at most 20 in a workspace. Returns its id. Errors: not_found, view.name, view.exists, view.query, view.too_many.';

comment on table public.saved_views is 'Views of the list of requests, each read by the member who saved it. They end with the membership.';

grant execute on function public.change_view(uuid,text,text) to authenticated;

grant execute on function public.delete_view(uuid) to authenticated;

grant execute on function public.save_view(uuid,text,text) to authenticated;

grant select on table public.saved_views to authenticated;

do $$
declare
  own record;
begin
  for own in
    select c.oid::regclass as tab, a.attname as col
    from pg_catalog.pg_class as c
    join pg_catalog.pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by 1, 2
  loop
    execute format('alter table %s alter column %I set statistics 0', own.tab, own.col);
  end loop;
end
$$;

do $$
declare
  expression record;
begin
  for expression in
    select i.indexrelid::regclass as name, a.attnum as position
    from pg_catalog.pg_index as i
    join pg_catalog.pg_class as c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
    join pg_catalog.pg_attribute as a on a.attrelid = i.indexrelid and i.indkey[a.attnum - 1] = 0
  loop
    execute format('alter index %s alter column %s set statistics 0', expression.name, expression.position);
  end loop;
end
$$;

alter table private.job_rows alter column assignee set statistics 0;

alter index private.people_document_idx alter column 1 set statistics 0;
