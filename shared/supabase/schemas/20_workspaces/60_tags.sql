-- Tags, on requests and on people.
--
-- Labels that help members find requests and people. Recipients never see them (decision 0056).

create table public.tags (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  name text not null,
  unique (id, workspace_id),
  constraint tags_name_check check (
    char_length(name) between 1 and 40 and name = private.one_line(name) and private.has_visible_character(name)
  )
);
comment on table public.tags is 'The tags of a workspace.';

create unique index tags_name_idx on public.tags (workspace_id, lower(name));

alter table public.tags enable row level security;
create policy session_ok on public.tags as restrictive to authenticated using ((select private.session_ok()));
create policy members on public.tags for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy own_rows_first on public.tags as restrictive for select to authenticated
  using (private.is_one_of(workspace_id, (select private.my_workspaces())));

create table public.request_tags (
  request_id uuid not null,
  tag_id uuid not null,
  workspace_id uuid not null,
  primary key (request_id, tag_id),
  foreign key (request_id, workspace_id) references public.requests (id, workspace_id) on delete cascade,
  foreign key (tag_id, workspace_id) references public.tags (id, workspace_id) on delete cascade
);
comment on table public.request_tags is 'Which tags a request has.';

create index request_tags_tag_id_idx on public.request_tags (tag_id, request_id);
create index request_tags_workspace_id_idx on public.request_tags (workspace_id, request_id);

alter table public.request_tags enable row level security;
create policy session_ok on public.request_tags as restrictive to authenticated using ((select private.session_ok()));
create policy members on public.request_tags for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy own_rows_first on public.request_tags as restrictive for select to authenticated
  using (private.is_one_of(workspace_id, (select private.my_workspaces())));

-- Keeps the lists of its tags up to date.
create trigger enter_in_lists after insert or delete on public.request_tags
  for each row execute function private.tg__sync_list_entries();

create table private.person_tags (
  person_id uuid not null,
  tag_id uuid not null,
  workspace_id uuid not null,
  primary key (person_id, tag_id),
  foreign key (person_id, workspace_id) references private.people (id, workspace_id) on delete cascade,
  foreign key (tag_id, workspace_id) references public.tags (id, workspace_id) on delete cascade
);
comment on table private.person_tags is
  'Which tags a person has; never one who is merged into another. They change under the lock of lock_people.';

create index person_tags_tag_id_idx on private.person_tags (tag_id, person_id);

create function public.workspace_tags(workspace uuid) returns table (id uuid, name text, requests integer, people integer)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
begin
  perform private.require_role(workspace_tags.workspace, 'member');
  return query
    select
      t.id, t.name,
      (
        select count(*)::integer
        from (select from public.request_tags as g where g.tag_id = t.id limit 1000) as counted
      ),
      (
        select count(*)::integer
        from (select from private.person_tags as g where g.tag_id = t.id limit 1000) as counted
      )
    from public.tags as t
    where t.workspace_id = workspace_tags.workspace
    order by private.folded(t.name), t.name;
end
$$;
comment on function public.workspace_tags(uuid) is
  'For members: the tags of a workspace by name, with how many requests and people have each; 1000 stands for 1000 or more. Errors: not_found.';
grant execute on function public.workspace_tags(uuid) to authenticated;

create function public.create_tag(workspace uuid, name text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_words text;
  v_found_tag uuid;
begin
  perform private.lock_workspace(create_tag.workspace, 'member');
  v_words := private.checked_tag(create_tag.name);
  select t.id into v_found_tag from public.tags as t
  where t.workspace_id = create_tag.workspace and lower(t.name) = lower(v_words);
  if v_found_tag is not null then
    return v_found_tag;
  elsif (select count(*) from public.tags as t where t.workspace_id = create_tag.workspace) >= 100 then
    perform private.fail('tag.too_many');
  end if;
  insert into public.tags as t (workspace_id, name) values (create_tag.workspace, v_words) returning t.id into v_found_tag;
  return v_found_tag;
end
$$;
comment on function public.create_tag(uuid, text) is
  'For members: adds a tag of at most 40 characters, at most 100 in a workspace, and returns its id; the id of the one that differs only in case, if there is one. Errors: not_found, tag.name, tag.too_many.';
grant execute on function public.create_tag(uuid, text) to authenticated;

create function public.rename_tag(tag uuid, name text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_locked constant public.tags := private.lock_tag(rename_tag.tag);
  v_words constant text := private.checked_tag(rename_tag.name);
  v_other constant uuid := (
    select t.id from public.tags as t
    where t.workspace_id = v_locked.workspace_id and t.id <> v_locked.id and lower(t.name) = lower(v_words)
  );
begin
  if v_other is null then
    update public.tags as t set name = v_words where t.id = v_locked.id;
    return v_locked.id;
  end if;
  insert into public.request_tags (request_id, tag_id, workspace_id)
  select g.request_id, v_other, g.workspace_id from public.request_tags as g where g.tag_id = v_locked.id
  on conflict do nothing;
  delete from public.request_tags as g where g.tag_id = v_locked.id;
  insert into private.person_tags (person_id, tag_id, workspace_id)
  select g.person_id, v_other, g.workspace_id from private.person_tags as g where g.tag_id = v_locked.id
  on conflict do nothing;
  delete from public.tags as t where t.id = v_locked.id;
  return v_other;
end
$$;
comment on function public.rename_tag(uuid, text) is
  'For members: renames a tag. If another one has the name, this one becomes it, on all its requests and people. Returns the id of the tag with the name. Errors: not_found, tag.name.';
grant execute on function public.rename_tag(uuid, text) to authenticated;

create function public.delete_tag(tag uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked constant public.tags := private.lock_tag(delete_tag.tag);
begin
  delete from public.request_tags as g where g.tag_id = v_locked.id;
  delete from public.tags as t where t.id = v_locked.id;
end
$$;
comment on function public.delete_tag(uuid) is
  'For members: deletes a tag and takes it off all requests and people. Errors: not_found.';
grant execute on function public.delete_tag(uuid) to authenticated;

create function public.tag_request(request uuid, tag uuid, tagged boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests;
  v_changed integer;
begin
  perform private.require_session();
  -- Before the request, as lock_tag locks them, so that neither waits for the other.
  perform from public.tags as t
  where t.id = tag_request.tag and t.workspace_id = any(private.my_workspaces())
  for key share;
  v_locked := private.lock_as_member(tag_request.request);
  if v_locked.is_template or tag_request.tagged is null then
    perform private.fail('not_found');
  elsif not tag_request.tagged then
    delete from public.request_tags as g where g.request_id = v_locked.id and g.tag_id = tag_request.tag;
  elsif not exists (
    select from public.tags as t where t.id = tag_request.tag and t.workspace_id = v_locked.workspace_id
  ) then
    perform private.fail('tag.deleted');
  elsif (
    select count(*) from public.request_tags as g where g.request_id = v_locked.id and g.tag_id <> tag_request.tag
  ) >= 10 then
    perform private.fail('tag.too_many_here');
  else
    insert into public.request_tags (request_id, tag_id, workspace_id)
    values (v_locked.id, tag_request.tag, v_locked.workspace_id) on conflict do nothing;
  end if;
  get diagnostics v_changed = row_count;
  return v_changed > 0;
end
$$;
comment on function public.tag_request(uuid, uuid, boolean) is
  'For members: gives a request a tag, up to ten, or takes it off. Returns false if nothing had to change. Errors: not_found, tag.deleted (also for a tag of another workspace), tag.too_many_here.';
grant execute on function public.tag_request(uuid, uuid, boolean) to authenticated;

create function public.tag_person(person uuid, tag uuid, tagged boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_main private.people := private.require_person(tag_person.person);
  v_changed integer;
begin
  perform private.lock_people(v_main.workspace_id, false);
  -- They may have been merged in between.
  v_main := private.require_person(tag_person.person);
  -- One tag at a time, so that they are counted.
  perform from private.people as p where p.id = v_main.id for no key update;
  -- An address corrected in between may no longer belong to any recipient.
  if not found or tag_person.tagged is null then
    perform private.fail('not_found');
  elsif not tag_person.tagged then
    delete from private.person_tags as g where g.person_id = v_main.id and g.tag_id = tag_person.tag;
  elsif not exists (
    select from public.tags as t where t.id = tag_person.tag and t.workspace_id = v_main.workspace_id
  ) then
    perform private.fail('tag.deleted');
  elsif (
    select count(*) from private.person_tags as g where g.person_id = v_main.id and g.tag_id <> tag_person.tag
  ) >= 10 then
    perform private.fail('tag.too_many_here');
  else
    insert into private.person_tags (person_id, tag_id, workspace_id)
    values (v_main.id, tag_person.tag, v_main.workspace_id) on conflict do nothing;
  end if;
  get diagnostics v_changed = row_count;
  return v_changed > 0;
end
$$;
comment on function public.tag_person(uuid, uuid, boolean) is
  'For members: gives a person a tag, up to ten, or takes it off. Returns false if nothing had to change. Errors: not_found, tag.deleted (also for a tag of another workspace), tag.too_many_here.';
grant execute on function public.tag_person(uuid, uuid, boolean) to authenticated;

create function private.checked_tag(name text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  v_words constant text := private.one_line(checked_tag.name);
begin
  if not private.fits(v_words, 1, 40) or not private.has_visible_character(v_words) then
    perform private.fail('tag.name');
  end if;
  return v_words;
end
$$;
comment on function private.checked_tag(text) is 'The name of a tag as it is saved. Errors: tag.name.';

create function private.lock_tag(tag uuid) returns public.tags
language plpgsql set search_path = '' as $$
declare
  v_parent constant uuid := (select t.workspace_id from public.tags as t where t.id = lock_tag.tag);
  v_locked public.tags;
begin
  perform private.lock_workspace(v_parent, 'member');
  perform private.lock_people(v_parent, true);
  -- The tag before its requests, as tag_request locks them. They are locked because this changes their entries in lists.
  select t.* into v_locked from public.tags as t where t.id = lock_tag.tag for update;
  if not found then
    perform private.fail('not_found');
  end if;
  perform from public.requests as r
  where r.id in (select g.request_id from public.request_tags as g where g.tag_id = v_locked.id)
  order by r.id
  for no key update;
  return v_locked;
end
$$;
comment on function private.lock_tag(uuid) is
  'Locks the workspace, a tag and the requests that have it, for a member. Errors: not_found.';

create function private.tags_of(person uuid) returns setof public.tags
language sql stable rows 3 set search_path = '' as $$
  select t.*
  from private.person_tags as g
  -- Each by its key. Without statistics the planner might read all tags.
  cross join lateral (select t.* from public.tags as t where t.id = g.tag_id offset 0) as t
  where g.person_id = tags_of.person
  order by private.folded(t.name), t.name
$$;
comment on function private.tags_of(uuid) is 'The tags of a person by name.';

create function private.tagged(workspace uuid, tag uuid, most integer) returns table (person_id uuid)
language sql stable rows 1000 set search_path = '' as $$
  select g.person_id from private.person_tags as g
  where g.tag_id = tagged.tag and g.workspace_id = tagged.workspace order by g.person_id limit tagged.most
$$;
comment on function private.tagged(uuid, uuid, integer) is 'The first people who have a tag of a workspace.';
