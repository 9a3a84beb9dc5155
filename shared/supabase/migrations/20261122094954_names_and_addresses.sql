-- Names appear in the history next to verified addresses, so a name must not look like an address or be blank.

create function private.has_visible_character(value text) returns boolean
language sql immutable set search_path = ''
return has_visible_character.value ~ (
  '[^'
  -- White space and control characters.
  || '\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000'
  -- Default_Ignorable_Code_Point.
  || '\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164'
  || '\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff'
  -- Blank in every font: a braille pattern without dots, a null notehead and annotation marks.
  || '\u2800\U0001d159\ufff9-\ufffb'
  || ']'
);
comment on function private.has_visible_character(text) is
  'True if at least one character of the text can be seen. The same rule as in the contract''s names.ts.';
grant execute on function private.has_visible_character(text) to authenticated;

create or replace function private.one_line(value text) returns text
language sql immutable set search_path = ''
return private.trimmed(regexp_replace(
  regexp_replace(one_line.value, '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'),
  '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+',
  ' ',
  'g'
));

create function private.is_name(value text) returns boolean
language sql immutable set search_path = ''
return is_name.value = private.one_line(is_name.value)
  and private.has_visible_character(is_name.value)
  and is_name.value !~ '[@\ufe6b\uff20]';
comment on function private.is_name(text) is
  'True for a name in stored form that can be seen and can''t be mistaken for an email address. Length is checked separately.';
grant execute on function private.is_name(text) to authenticated;

-- Names and titles from before the rule. Names in the history stay as they are, because events never change.
alter table public.profiles drop constraint profiles_display_name_check;
alter table public.workspaces drop constraint workspaces_name_check;
alter table public.recipients drop constraint recipients_name_check;
alter table public.requests drop constraint requests_title_check;
alter table public.items drop constraint items_title_check;

create function private.renamed(value text, substitute text) returns text
language sql immutable set search_path = '' as $$
  select case when private.has_visible_character(fixed.name) then fixed.name else renamed.substitute end
  from (
    select private.one_line(left(regexp_replace(renamed.value, '[@\ufe6b\uff20]', '(at)', 'g'), 80)) as name
  ) as fixed
$$;
update public.profiles as f set display_name = private.renamed(f.display_name, 'Unnamed')
where not private.is_name(f.display_name);
update public.workspaces as w set name = private.renamed(w.name, 'Unnamed workspace')
where not private.is_name(w.name);
-- Without this name, the person's own or the address is shown.
update public.recipients as p set name = private.renamed(p.name, '') where p.name <> '' and not private.is_name(p.name);
update public.requests as r set title = 'Untitled' where not private.has_visible_character(r.title);
update public.items as i set title = 'Untitled' where not private.has_visible_character(i.title);
drop function private.renamed(text, text);

alter table public.profiles add constraint profiles_display_name_check
  check (char_length(display_name) between 1 and 80 and private.is_name(display_name));
alter table public.workspaces add constraint workspaces_name_check
  check (char_length(name) between 1 and 80 and private.is_name(name));
alter table public.recipients add constraint recipients_name_check
  check (char_length(name) <= 80 and (name = '' or private.is_name(name)));
alter table public.requests add constraint requests_title_check check (
  char_length(title) between 1 and 160 and title = private.trimmed(title) and private.has_visible_character(title)
);
alter table public.items add constraint items_title_check check (
  char_length(title) between 1 and 160 and title = private.trimmed(title) and private.has_visible_character(title)
);

create or replace function public.create_workspace(name text, display_name text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
  workspace_name text := private.one_line(create_workspace.name);
  own_name text := private.one_line(create_workspace.display_name);
  workspace uuid;
begin
  if not private.fits(workspace_name, 1, 80) or not private.is_name(workspace_name) then
    perform private.fail('workspace.name');
  elsif not private.fits(own_name, 1, 80) or not private.is_name(own_name) then
    perform private.fail('profile.name');
  end if;
  insert into public.profiles as f (user_id, display_name)
  values (me, own_name)
  on conflict (user_id) do update set display_name = excluded.display_name;
  insert into public.workspaces as w (name) values (workspace_name)
  returning w.id into workspace;
  insert into public.members (workspace_id, user_id, role) values (workspace, me, 'owner');
  return workspace;
end
$$;

create or replace function public.change_name(display_name text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
  kept text := private.one_line(change_name.display_name);
begin
  if not private.fits(kept, 1, 80) or not private.is_name(kept) then
    perform private.fail('profile.name');
  end if;
  insert into public.profiles as f (user_id, display_name) values (me, kept)
  on conflict (user_id) do update set display_name = excluded.display_name;
  return kept;
end
$$;

create or replace function private.check_draft(draft jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  items jsonb := coalesce(check_draft.draft -> 'items', '[]');
  recipients jsonb := coalesce(check_draft.draft -> 'recipients', '[]');
begin
  if not private.fits(private.one_line(check_draft.draft ->> 'title'), 1, 160)
    or not private.has_visible_character(check_draft.draft ->> 'title')
  then
    perform private.fail('draft.title');
  elsif not private.fits(coalesce(check_draft.draft ->> 'message', ''), 0, 4000) then
    perform private.fail('draft.message');
  end if;
  perform private.as_day(check_draft.draft -> 'due_on');

  if jsonb_typeof(items) <> 'array' then
    perform private.fail('draft.item');
  elsif jsonb_array_length(items) > 100 then
    perform private.fail('draft.too_many_items');
  elsif exists (
    select from jsonb_array_elements(items) as e (item)
    where not private.fits(private.one_line(e.item ->> 'title'), 1, 160)
      or not private.has_visible_character(e.item ->> 'title')
      or not private.fits(coalesce(e.item ->> 'instructions', ''), 0, 1000)
      or coalesce(e.item ->> 'kind', '') not in ('file', 'text')
      or jsonb_typeof(e.item -> 'required') is distinct from 'boolean'
      or jsonb_typeof(coalesce(e.item -> 'accepts', '[]')) <> 'array'
      or not coalesce(e.item -> 'accepts', '[]') <@ '["pdf", "image"]'
  ) then
    perform private.fail('draft.item');
  end if;

  if jsonb_typeof(recipients) <> 'array' then
    perform private.fail('draft.recipient');
  elsif jsonb_array_length(recipients) > 20 then
    perform private.fail('draft.too_many_recipients');
  elsif exists (
    select from jsonb_array_elements(recipients) as e (recipient)
    where not private.fits(e.recipient ->> 'email', 3, 254)
      or private.trimmed(e.recipient ->> 'email') !~ '^[^[:space:]@]+@[^[:space:]@]+$'
      or private.one_line(e.recipient ->> 'email') <> private.trimmed(e.recipient ->> 'email')
  ) then
    perform private.fail('draft.recipient');
  elsif exists (
    select
    from jsonb_array_elements(recipients) as e (recipient)
    cross join private.one_line(coalesce(e.recipient ->> 'name', '')) as named (name)
    where named.name <> '' and (not private.fits(named.name, 1, 80) or not private.is_name(named.name))
  ) then
    perform private.fail('draft.recipient_name');
  elsif (
    select count(distinct lower(private.trimmed(e.recipient ->> 'email'))) < count(*)
    from jsonb_array_elements(recipients) as e (recipient)
  ) then
    perform private.fail('draft.duplicate_recipient');
  end if;
end
$$;

-- Requesters need to know who acted: the name is the person's own choice, the address is the one that was asked.
alter table public.recipients add unique (id, request_id, workspace_id);
alter table public.events
  add column recipient_id uuid,
  add foreign key (recipient_id, request_id, workspace_id)
    references public.recipients (id, request_id, workspace_id),
  alter column recipient_id set statistics 0;
comment on column public.events.recipient_id is
  'The recipient who acted; null for members. Members read the asked address from its row, other recipients can''t.';
-- Fills the new column only; what an event says stays.
alter table public.events disable trigger refuse_history_change;
update public.events as e set recipient_id = p.id
from public.recipients as p
where p.request_id = e.request_id and p.user_id = e.actor;
alter table public.events enable trigger refuse_history_change;
create index events_recipient_id_idx on public.events (recipient_id) where recipient_id is not null;

create or replace function private.add_event(
  request uuid, kind text, item uuid default null, file uuid default null, data jsonb default '{}'
) returns void
language plpgsql set search_path = '' as $$
declare
  moment timestamptz := clock_timestamp();
  workspace uuid;
begin
  -- The update locks the request's row, so two writers never get the same seq.
  update public.requests as r set last_activity_at = moment
  where r.id = add_event.request
  returning r.workspace_id into workspace;
  insert into public.events (
    request_id, seq, workspace_id, item_id, file_id, actor, actor_name, recipient_id, kind, data, at
  )
  select
    add_event.request,
    coalesce((select max(e.seq) from public.events as e where e.request_id = add_event.request), 0) + 1,
    workspace, add_event.item, add_event.file,
    auth.uid(), private.my_name(add_event.request),
    (select p.id from public.recipients as p where p.request_id = add_event.request and p.user_id = auth.uid()),
    add_event.kind, add_event.data, moment;
end
$$;
