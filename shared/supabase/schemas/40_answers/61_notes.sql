-- Notes that only members read.
--
-- They are in a separate table, and leave no trace in a row, an event or a time that a recipient can read.

create table public.notes (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null,
  workspace_id uuid not null,
  item_id uuid not null,
  author uuid not null,
  author_name text not null,
  body text not null,
  at timestamptz not null default now(),
  foreign key (item_id, request_id, workspace_id)
    references public.items (id, request_id, workspace_id) on delete cascade,
  constraint notes_body_check check (
    char_length(body) between 1 and 1000 and body = private.trimmed(body) and private.has_visible_character(body)
  )
);
comment on table public.notes is 'A note about an item that only members of the workspace read.';

create index notes_item_id_idx on public.notes (item_id, request_id, workspace_id);
create index notes_workspace_id_idx on public.notes (workspace_id);

alter table public.notes enable row level security;
create policy session_ok on public.notes as restrictive to authenticated using ((select private.session_ok()));
create policy members on public.notes for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy own_rows_first on public.notes as restrictive for select to authenticated
  using (private.is_one_of(workspace_id, (select private.my_workspaces())));

create function public.add_note(item uuid, body text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_me constant uuid := private.require_session();
  v_words constant text := private.checked_text(add_note.body, 1000);
  v_made uuid;
begin
  -- The request isn't locked, and nothing in it changes: a recipient can't tell that there is a note.
  insert into public.notes as n (request_id, workspace_id, item_id, author, author_name, body)
  select i.request_id, i.workspace_id, i.id, v_me, private.my_name(i.request_id), v_words
  from public.items as i
  where i.id = add_note.item and i.removed_at is null and i.workspace_id = any(private.my_workspaces())
  returning n.id into v_made;
  if v_made is null then
    perform private.fail('not_found');
  elsif (select count(*) from public.notes as n where n.item_id = add_note.item) > 50 then
    perform private.fail('question.too_many');
  end if;
  return v_made;
end
$$;
comment on function public.add_note(uuid, text) is
  'Adds a note to an item that only members read, and returns its id. At most 1,000 characters and 50 notes per item. Errors: not_found, question.empty, question.too_long, question.too_many.';
grant execute on function public.add_note(uuid, text) to authenticated;

create function public.remove_note(note uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_me constant uuid := private.require_session();
begin
  delete from public.notes as n
  where n.id = remove_note.note and n.author = v_me and n.workspace_id = any(private.my_workspaces());
  if not found then
    perform private.fail('not_found');
  end if;
end
$$;
comment on function public.remove_note(uuid) is 'Deletes one of the caller''s own notes. Errors: not_found.';
grant execute on function public.remove_note(uuid) to authenticated;
