-- A recipient, or a member, passes single items to somebody else. That person is a recipient of these items alone: they open
-- the same link, prove their address, and read nothing that is about the rest of the request. What needs the whole request
-- goes on asking for my_requests(), which leaves them out; what is about an item asks for my_items() too.

alter table public.recipients
  add column scope text not null default 'all',
  alter column scope set statistics 0,
  add constraint recipients_scope_check check (scope in ('all', 'items'));
comment on column public.recipients.scope is
  'all: the whole request. items: the items in recipient_items, and nothing if there are none.';

create table public.recipient_items (
  -- An item is with one person at a time.
  item_id uuid primary key,
  recipient_id uuid not null,
  request_id uuid not null,
  workspace_id uuid not null,
  handed_by uuid not null,
  handed_by_name text not null,
  at timestamptz not null default now(),
  foreign key (recipient_id, request_id, workspace_id)
    references public.recipients (id, request_id, workspace_id) on delete cascade,
  foreign key (item_id, request_id, workspace_id)
    references public.items (id, request_id, workspace_id) on delete cascade
);
comment on table public.recipient_items is 'Items that were handed to somebody whose scope is items.';
comment on column public.recipient_items.handed_by is 'Account of the recipient or member. No foreign key: it may be gone.';
comment on column public.recipient_items.handed_by_name is 'The name as it stood then, as in events.';
create index recipient_items_recipient_id_idx on public.recipient_items (recipient_id, request_id, workspace_id);
create index recipient_items_workspace_id_idx on public.recipient_items (workspace_id);
alter table public.recipient_items
  alter column item_id set statistics 0,
  alter column recipient_id set statistics 0,
  alter column request_id set statistics 0,
  alter column workspace_id set statistics 0,
  alter column handed_by set statistics 0,
  alter column handed_by_name set statistics 0,
  alter column at set statistics 0;

alter table public.recipient_items enable row level security;
revoke all on public.recipient_items from public, anon, authenticated, service_role;
grant select on public.recipient_items to authenticated;
create policy session_ok on public.recipient_items as restrictive to authenticated using ((select private.session_ok()));
create policy members on public.recipient_items for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy own_rows_first on public.recipient_items as restrictive for select to authenticated
  using (private.is_one_of(workspace_id, (select private.my_workspaces())));

alter table public.events
  drop constraint events_kind_check,
  add constraint events_kind_check check (
    kind in (
      'created', 'sent', 'opened', 'file_added', 'file_removed', 'file_set_aside', 'file_put_back', 'file_returned',
      'answered', 'accepted', 'returned', 'waived', 'received_elsewhere', 'decision_undone', 'link_replaced', 'paused',
      'resumed', 'closed', 'done', 'reopened', 'cancelled', 'archived', 'unarchived',
      'title_changed', 'message_changed', 'due_changed',
      'item_added', 'item_changed', 'item_removed', 'items_reordered',
      'recipient_added', 'recipient_corrected', 'recipient_removed',
      'invited', 'reminded', 'unreachable', 'promised',
      'question_asked', 'question_answered', 'question_resolved', 'question_reopened',
      'handed_off', 'taken_back'
    )
  );

insert into private.quotas (name, most) values ('hand_offs', 30);

-- Rights: closed for somebody with single items, unless they are about one of these items

create or replace function private.my_requests() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(p.request_id), '{}')
  from public.recipients as p where p.user_id = auth.uid() and p.scope = 'all'
$$;
comment on function private.my_requests() is
  'Requests the caller has joined as a recipient of the whole request, cancelled ones included.';

create or replace function private.my_shared_requests() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(p.request_id), '{}')
  from public.recipients as p
  join public.requests as r on r.id = p.request_id
  where p.user_id = auth.uid() and p.scope = 'all' and r.status <> 'cancelled'
$$;

create or replace function private.my_askers() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct p.workspace_id), '{}')
  from public.recipients as p where p.user_id = auth.uid() and p.scope = 'all'
$$;
comment on function private.my_askers() is 'Workspaces that have sent the caller a whole request.';

create function private.my_handed_requests() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(p.request_id), '{}')
  from public.recipients as p where p.user_id = auth.uid() and p.scope = 'items'
$$;
comment on function private.my_handed_requests() is 'Requests of which items were handed to the caller.';

create function private.my_items() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(h.item_id), '{}')
  from public.recipients as p join public.recipient_items as h on h.recipient_id = p.id
  where p.user_id = auth.uid() and p.scope = 'items'
$$;
comment on function private.my_items() is 'Items that were handed to the caller, those of cancelled requests included.';
grant execute on function private.my_items() to authenticated;

create function private.my_shared_items() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(h.item_id), '{}')
  from public.recipients as p
  join public.recipient_items as h on h.recipient_id = p.id
  join public.requests as r on r.id = p.request_id
  where p.user_id = auth.uid() and p.scope = 'items' and r.status <> 'cancelled'
$$;
comment on function private.my_shared_items() is
  'Items that were handed to the caller, and whose files all its recipients read.';
grant execute on function private.my_shared_items() to authenticated;

create function private.my_questions() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(q.id), '{}') from public.questions as q where q.item_id = any(private.my_items())
$$;
comment on function private.my_questions() is 'Questions about items that were handed to the caller.';
grant execute on function private.my_questions() to authenticated;

create policy handed_items on public.items for select to authenticated
  using (id = any((select private.my_items())::uuid[]) and removed_at is null);
drop policy own_rows_first on public.items;
create policy own_rows_first on public.items as restrictive for select to authenticated
  using (
    private.is_one_of(workspace_id, (select private.my_workspaces()))
    or private.is_one_of(request_id, (select private.my_requests()))
    or private.is_one_of(id, (select private.my_items()))
  );

create policy handed_items on public.files for select to authenticated
  using (item_id = any((select private.my_shared_items())::uuid[]));
create policy own_files_of_handed_items on public.files for select to authenticated
  using (item_id = any((select private.my_items())::uuid[]) and (select auth.uid()) = uploaded_by);
drop policy own_rows_first on public.files;
create policy own_rows_first on public.files as restrictive for select to authenticated
  using (
    private.is_one_of(workspace_id, (select private.my_workspaces()))
    or private.is_one_of(request_id, (select private.my_shared_requests()))
    or private.is_one_of(item_id, (select private.my_shared_items()))
    or private.is_one_of(uploaded_by, (select array[auth.uid()]))
  );

create policy handed_items on public.item_examples for select to authenticated
  using (item_id = any((select private.my_items())::uuid[]) and status = 'stored');
drop policy own_rows_first on public.item_examples;
create policy own_rows_first on public.item_examples as restrictive for select to authenticated
  using (
    private.is_one_of(workspace_id, (select private.my_workspaces()))
    or private.is_one_of(request_id, (select private.my_requests()))
    or private.is_one_of(item_id, (select private.my_items()))
  );

create policy handed_items on public.questions for select to authenticated
  using (item_id = any((select private.my_items())::uuid[]));
drop policy own_rows_first on public.questions;
create policy own_rows_first on public.questions as restrictive for select to authenticated
  using (
    private.is_one_of(workspace_id, (select private.my_workspaces()))
    or private.is_one_of(request_id, (select private.my_requests()))
    or private.is_one_of(item_id, (select private.my_items()))
  );

create policy handed_items on public.messages for select to authenticated
  using (question_id = any((select private.my_questions())::uuid[]));
drop policy own_rows_first on public.messages;
create policy own_rows_first on public.messages as restrictive for select to authenticated
  using (
    private.is_one_of(workspace_id, (select private.my_workspaces()))
    or private.is_one_of(request_id, (select private.my_requests()))
    or private.is_one_of(question_id, (select private.my_questions()))
  );

create or replace function private.may_read_object(key text, version text) returns boolean
language sql stable security definer set search_path = '' as $$
  select regexp_replace(storage.operation(), '^storage\.', '')
      in ('object.get_authenticated', 'object.get_authenticated_info')
    and exists (
      select from public.files as f
      where f.object_key = may_read_object.key
        and f.object_version = may_read_object.version
        and f.status = 'stored'
        and (
          f.workspace_id = any(private.my_workspaces())
          or f.request_id = any(private.my_shared_requests())
          or f.item_id = any(private.my_shared_items())
          or f.uploaded_by = auth.uid()
            and (f.request_id = any(private.my_requests()) or f.item_id = any(private.my_items()))
        )
    )
$$;

create or replace function private.may_store_object(key text, mime text) returns boolean
language sql stable security definer set search_path = '' as $$
  select regexp_replace(storage.operation(), '^storage\.', '')
      in ('object.upload', 'tus.upload.create', 'tus.upload.part', 'tus.upload.delete')
    and exists (
      select from public.files as f
      where f.object_key = may_store_object.key
        and f.mime = may_store_object.mime
        and f.status = 'uploading'
        and f.uploaded_by = auth.uid()
        and case
          when f.added_by_member then f.workspace_id = any(private.my_workspaces())
          else f.request_id = any(private.my_requests()) or f.item_id = any(private.my_items())
        end
    )
$$;

create or replace function private.may_read_example(key text, version text) returns boolean
language sql stable security definer set search_path = '' as $$
  select regexp_replace(storage.operation(), '^storage\.', '') = 'object.get_authenticated'
    and exists (
      select from public.item_examples as e
      where e.object_key = may_read_example.key
        and e.object_version = may_read_example.version
        and e.status = 'stored'
        and (
          e.workspace_id = any(private.my_workspaces())
          or e.request_id = any(private.my_requests())
          or e.item_id = any(private.my_items())
        )
    )
$$;

create or replace function private.lock_item_as_recipient(item uuid) returns public.items
language plpgsql set search_path = '' as $$
declare
  -- Read whether or not the item exists, so that the work doesn't tell.
  requests constant uuid[] := private.my_requests();
  items constant uuid[] := private.my_items();
  parent public.requests;
  locked public.items;
begin
  perform private.require_session();
  select r.* into parent from public.requests as r
  where r.id = (
      select i.request_id from public.items as i where i.id = lock_item_as_recipient.item and i.removed_at is null
    )
    and (r.id = any(requests) or lock_item_as_recipient.item = any(items))
  for update;
  if not found then
    perform private.fail('not_found');
  end if;
  -- The item or the person may have been removed, or the item taken back, while this waited for the request.
  select i.* into locked from public.items as i
  where i.id = lock_item_as_recipient.item and i.removed_at is null
    and (parent.id = any(private.my_requests()) or i.id = any(private.my_items()))
  for update;
  if not found then
    perform private.fail('not_found');
  -- A request that is done because of the decisions still takes optional items.
  elsif parent.status not in ('open', 'done') or parent.closed_by is not null then
    perform private.fail('request.closed');
  elsif parent.paused_at is not null then
    perform private.fail('request.paused');
  elsif locked.status in ('accepted', 'waived') then
    perform private.fail('item.locked');
  end if;
  return locked;
end
$$;

create or replace function private.lock_item_for_question(item uuid, request uuid) returns public.items
language plpgsql set search_path = '' as $$
declare
  -- Read whether or not the item exists, so that the work doesn't tell.
  workspaces constant uuid[] := private.my_workspaces();
  requests constant uuid[] := private.my_requests();
  items constant uuid[] := private.my_items();
  parent public.requests;
  locked public.items;
begin
  perform private.require_session();
  select r.* into parent from public.requests as r
  where r.id = lock_item_for_question.request
    and (r.workspace_id = any(workspaces) or r.id = any(requests) or lock_item_for_question.item = any(items))
  for update;
  -- A stranger learns nothing from what would be read next.
  if not found then
    perform private.fail('not_found');
  end if;
  -- The item or the person may have been removed, or the item taken back, while this waited for the request.
  select i.* into locked from public.items as i
  where i.id = lock_item_for_question.item and i.request_id = parent.id and i.removed_at is null
    and (
      parent.workspace_id = any(private.my_workspaces())
      or parent.id = any(private.my_requests())
      or i.id = any(private.my_items())
    );
  if not found then
    perform private.fail('not_found');
  elsif parent.status not in ('open', 'done') or parent.closed_by is not null then
    perform private.fail('request.closed');
  elsif parent.paused_at is not null and not parent.workspace_id = any(private.my_workspaces()) then
    perform private.fail('request.paused');
  end if;
  return locked;
end
$$;

create or replace function private.lock_as_recipient(request uuid) returns public.requests
language plpgsql set search_path = '' as $$
declare
  requests constant uuid[] := private.my_requests() || private.my_handed_requests();
  locked public.requests;
begin
  perform private.require_session();
  select r.* into locked from public.requests as r
  where r.id = lock_as_recipient.request and r.id = any(requests)
  for update;
  -- The last item may have been taken back while this waited for the request.
  if not found or not locked.id = any(private.my_requests() || private.my_handed_requests()) then
    perform private.fail('not_found');
  elsif locked.status <> 'open' then
    perform private.fail('request.closed');
  end if;
  return locked;
end
$$;

create or replace function public.visit_request(request uuid, zone text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  if not coalesce(
    visit_request.request = any(private.my_requests()) or visit_request.request = any(private.my_handed_requests()), false
  ) then
    perform private.fail('not_found');
  end if;
  perform private.note_visit(visit_request.request, visit_request.zone);
end
$$;

-- Somebody could hand an item to many addresses of their own, and report from each.
alter table private.request_reports add column behind uuid;
comment on column private.request_reports.behind is
  'Who handed the reporter their items; null for a recipient of the whole request.';

create or replace function private.recent_reporters(workspace uuid) returns integer
language sql stable set search_path = '' as $$
  select count(distinct coalesce(r.behind, r.user_id))::integer from private.request_reports as r
  where r.workspace_id = recent_reporters.workspace and r.at > private.email_clock() - interval '30 days'
$$;
comment on function private.recent_reporters(uuid) is
  'How many people have reported a request of this workspace in 30 days. All to whom the same person handed items are one.';

create or replace function public.report_request(request uuid, note text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.require_session();
  words constant text := private.trimmed(coalesce(report_request.note, ''));
begin
  if not coalesce(
    report_request.request = any(private.my_requests()) or report_request.request = any(private.my_handed_requests()), false
  ) then
    perform private.fail('not_found');
  elsif char_length(words) > 1000 then
    perform private.fail('report.note');
  end if;
  insert into private.request_reports (request_id, workspace_id, user_id, note, behind)
  select
    r.id, r.workspace_id, me, words,
    (
      select h.handed_by from public.recipients as p join public.recipient_items as h on h.recipient_id = p.id
      where p.request_id = r.id and p.user_id = me order by h.at, h.item_id limit 1
    )
  from public.requests as r where r.id = report_request.request
  on conflict do nothing;
end
$$;

create or replace function public.read_questions(item uuid, until timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.require_session();
  -- Read whether or not the item exists, so that the work doesn't tell.
  workspaces constant uuid[] := private.my_workspaces();
  requests constant uuid[] := private.my_requests();
  items constant uuid[] := private.my_items();
begin
  insert into private.question_reads as r (question_id, user_id, until)
  select q.id, me, least(q.last_message_at, read_questions.until)
  from public.questions as q
  where q.item_id = read_questions.item
    and (q.workspace_id = any(workspaces) or q.request_id = any(requests) or q.item_id = any(items))
    and read_questions.until is not null and private.is_unread(q, me)
  on conflict (question_id, user_id) do update set until = greatest(r.until, excluded.until);
end
$$;

create or replace function public.unread_questions(requests uuid[])
returns table (request_id uuid, item_id uuid, question_id uuid)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_session();
  workspaces constant uuid[] := private.my_workspaces();
  answered constant uuid[] := private.my_requests();
  handed constant uuid[] := private.my_items();
begin
  return query
  select q.request_id, q.item_id, q.id
  from public.questions as q join public.items as i on i.id = q.item_id and i.removed_at is null
  where q.request_id = any(unread_questions.requests[1:200])
    and (q.workspace_id = any(workspaces) or q.request_id = any(answered) or q.item_id = any(handed))
    and private.is_unread(q, me)
  limit 1000;
end
$$;

create or replace function public.delete_account(workspaces uuid[] default '{}') returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
  sole uuid[];
begin
  -- Locks workspaces first, then requests, each in a fixed order. This serialises two owners who leave at the same
  -- time, and anyone who joins, creates a workspace or answers meanwhile is taken into account.
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
    -- Data that can't be recovered is deleted only if the caller named it.
    perform private.fail('account.changed');
  end if;
  perform private.require_fresh_proof('delete_account');

  perform from public.requests as r
  where r.workspace_id = any(sole) or r.id = any(private.my_requests()) or r.id = any(private.my_handed_requests())
    or r.id in (select f.request_id from public.files as f where f.uploaded_by = me and f.status = 'uploading')
  order by r.id for update;
  -- Only the deleted account could have finished these uploads.
  update public.files as f
  set status = 'removed', removed_at = now(), removed_by = me
  where f.uploaded_by = me and f.status = 'uploading';
  delete from public.workspaces as w where w.id = any(sole);
  delete from auth.users as u where u.id = me;
end
$$;

-- The few facts about the request that somebody with single items needs

create function public.my_checklist(request uuid)
returns table (
  title text, due_on date, status text, paused_at timestamptz, is_closed boolean, workspace_name text, sender_name text,
  handed_by text[], first_seen_at timestamptz, visited_before_at timestamptz, promised_on date, muted_at timestamptz,
  added_by jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_session();
begin
  return query
  select
    r.title, r.due_on, r.status, r.paused_at,
    -- Not who has closed it, only that somebody has.
    r.closed_by is not null,
    w.name,
    coalesce((
      select e.actor_name from public.events as e where e.request_id = r.id and e.kind = 'sent' order by e.seq desc limit 1
    ), ''),
    array(select distinct h.handed_by_name from public.recipient_items as h where h.recipient_id = p.id order by 1),
    p.first_seen_at, p.visited_before_at, p.promised_on, p.muted_at,
    coalesce((
      select jsonb_object_agg(e.file_id, e.actor_name)
      from public.recipient_items as h
      join public.events as e on e.item_id = h.item_id and e.kind = 'file_added'
      join public.files as f on f.id = e.file_id
      where h.recipient_id = p.id and (r.status <> 'cancelled' or f.uploaded_by = me)
    ), '{}')
  from public.recipients as p
  join public.requests as r on r.id = p.request_id
  join public.workspaces as w on w.id = r.workspace_id
  where p.request_id = my_checklist.request and p.user_id = me and p.scope = 'items'
    and exists (
      select from public.recipient_items as h join public.items as i on i.id = h.item_id and i.removed_at is null
      where h.recipient_id = p.id
    );
end
$$;
comment on function public.my_checklist(uuid) is
  'What somebody to whom items of a request were handed reads of the request itself, with who added each file of these items as {file id: name}. No row for everybody else.';
grant execute on function public.my_checklist(uuid) to authenticated;

create function public.my_checklists()
returns table (
  id uuid, title text, due_on date, status text, paused_at timestamptz, is_closed boolean, workspace_name text,
  handed_at timestamptz, items jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_session();
begin
  return query
  select
    r.id, r.title, r.due_on, r.status, r.paused_at, r.closed_by is not null, w.name, handed.at,
    handed.items
  from public.recipients as p
  join public.requests as r on r.id = p.request_id
  join public.workspaces as w on w.id = r.workspace_id
  cross join lateral (
    select
      max(h.at) as at,
      jsonb_agg(jsonb_build_object('status', i.status, 'required', i.required) order by i.position) as items
    from public.recipient_items as h join public.items as i on i.id = h.item_id and i.removed_at is null
    where h.recipient_id = p.id
  ) as handed
  where p.user_id = me and p.scope = 'items' and handed.items is not null
  order by p.created_at desc
  limit 200;
end
$$;
comment on function public.my_checklists() is
  'Requests of which items were handed to the caller, with these items as [{status, required}]. At most 200, the newest first.';
grant execute on function public.my_checklists() to authenticated;

drop function public.request_people(uuid);
create function public.request_people(request uuid) returns table (name text, is_me boolean, scope text, items uuid[])
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me uuid := private.require_session();
  -- Read whether or not the request exists, so that the work doesn't tell.
  my_workspaces constant uuid[] := private.my_workspaces();
  my_requests constant uuid[] := private.my_requests();
begin
  if not exists (
    select from public.requests as r
    where r.id = request_people.request and (r.workspace_id = any(my_workspaces) or r.id = any(my_requests))
  ) then
    perform private.fail('not_found');
  end if;
  return query
    select
      coalesce(nullif(p.name, ''), f.display_name, p.email), coalesce(p.user_id = me, false),
      p.scope,
      array(select h.item_id from public.recipient_items as h where h.recipient_id = p.id order by h.at, h.item_id)
    from public.recipients as p
    left join public.profiles as f on f.user_id = p.user_id
    where p.request_id = request_people.request and p.removed_at is null
    order by p.created_at, p.email;
end
$$;
comment on function public.request_people(uuid) is
  'Names of the people who answer a request, with the items of those who answer only some. For its members and the recipients of the whole request. Errors: not_found.';
grant execute on function public.request_people(uuid) to authenticated;

-- Handing over and taking back

create function private.check_recipients(recipients jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(check_recipients.recipients) <> 'array' then
    perform private.fail('draft.recipient');
  elsif jsonb_array_length(check_recipients.recipients) > 20 then
    perform private.fail('draft.too_many_recipients');
  elsif exists (
    select from jsonb_array_elements(check_recipients.recipients) as e (recipient)
    where not private.fits(e.recipient ->> 'email', 3, 254)
      or private.trimmed(e.recipient ->> 'email') !~ '^[^[:space:]@]+@[^[:space:]@]+$'
      or private.one_line(e.recipient ->> 'email') <> private.trimmed(e.recipient ->> 'email')
  ) then
    perform private.fail('draft.recipient');
  elsif exists (
    select
    from jsonb_array_elements(check_recipients.recipients) as e (recipient)
    cross join private.one_line(coalesce(e.recipient ->> 'name', '')) as named (name)
    where named.name <> '' and (not private.fits(named.name, 1, 80) or not private.is_name(named.name))
  ) then
    perform private.fail('draft.recipient_name');
  elsif (
    select count(distinct lower(private.trimmed(e.recipient ->> 'email'))) < count(*)
    from jsonb_array_elements(check_recipients.recipients) as e (recipient)
  ) then
    perform private.fail('draft.duplicate_recipient');
  end if;
end
$$;
comment on function private.check_recipients(jsonb) is
  'Errors: draft.recipient, draft.recipient_name, draft.duplicate_recipient, draft.too_many_recipients.';

create or replace function private.check_draft(draft jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if not private.fits(private.one_line(check_draft.draft ->> 'title'), 1, 160)
    or not private.has_visible_character(check_draft.draft ->> 'title')
  then
    perform private.fail('draft.title');
  elsif not private.fits(coalesce(check_draft.draft ->> 'message', ''), 0, 4000) then
    perform private.fail('draft.message');
  end if;
  perform private.as_day(check_draft.draft -> 'due_on');
  perform private.check_items(coalesce(check_draft.draft -> 'items', '[]'));
  perform private.check_recipients(coalesce(check_draft.draft -> 'recipients', '[]'));
end
$$;

create function private.require_stranger(request public.requests, address text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if request.workspace_id = any(private.my_workspaces()) then
    perform private.require_no_members(request, array[require_stranger.address]);
  elsif exists (
    select from auth.users as u where u.id = auth.uid() and lower(u.email) = require_stranger.address
  ) or exists (
    select from public.recipients as p
    where p.request_id = request.id and p.user_id = auth.uid() and p.email = require_stranger.address
  ) then
    perform private.fail('hand_off.self');
  -- The page names the sender's address. Which others are members is not for a recipient to find out.
  elsif exists (
    select from auth.users as u where u.id = request.sent_by and lower(u.email) = require_stranger.address
  ) then
    perform private.fail('hand_off.sender');
  end if;
end
$$;
comment on function private.require_stranger(public.requests, text) is
  'Refuses to hand an item to oneself or to those who ask for it. Errors: recipient.member, hand_off.self, hand_off.sender.';

create function public.hand_off_item(item uuid, email text, name text default '') returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked constant public.items := private.lock_item_for_question(
    hand_off_item.item, (select i.request_id from public.items as i where i.id = hand_off_item.item)
  );
  parent public.requests;
  address constant text := lower(private.trimmed(coalesce(hand_off_item.email, '')));
  named constant text := coalesce(private.one_line(hand_off_item.name), '');
  is_member constant boolean := locked.workspace_id = any(private.my_workspaces());
  person public.recipients;
begin
  select r.* into parent from public.requests as r where r.id = locked.request_id;
  if not (is_member or parent.id = any(private.my_requests())) then
    perform private.fail('hand_off.passed_on');
  elsif locked.status in ('accepted', 'waived') then
    perform private.fail('item.locked');
  end if;
  perform private.check_recipients(jsonb_build_array(jsonb_build_object('email', address, 'name', named)));
  perform private.require_stranger(parent, address);
  if exists (select from public.recipient_items as h where h.item_id = locked.id) then
    perform private.fail('hand_off.taken');
  end if;
  select p.* into person from public.recipients as p
  where p.request_id = parent.id and p.removed_at is null and p.email = address;
  if person.scope = 'all' then
    perform private.fail('hand_off.recipient');
  end if;
  perform private.use_quota('hand_offs', auth.uid()::text, 1);
  if person.id is null then
    -- Removed ones are kept, so those count too, but not towards the recipients that members list.
    if (
      select count(*) filter (where p.removed_at is null) >= 20 or count(*) >= 50
      from public.recipients as p where p.request_id = parent.id and p.scope = 'items'
    ) then
      perform private.fail('draft.too_many_recipients');
    end if;
    if is_member then
      perform private.count_addressed(parent, array[address]);
    else
      -- The workspace's own count would tell a recipient whom it has written to today.
      perform private.use_quota('address', private.address_key(auth.uid(), address), 1);
    end if;
    insert into public.recipients as p (request_id, workspace_id, email, name, scope, muted_at)
    values (
      parent.id, parent.workspace_id, address, named, 'items',
      -- Somebody who wanted no email about this request still wants none.
      (select max(o.muted_at) from public.recipients as o where o.request_id = parent.id and o.email = address)
    )
    returning p.* into person;
  end if;
  insert into public.recipient_items (item_id, recipient_id, request_id, workspace_id, handed_by, handed_by_name)
  values (
    locked.id, person.id, parent.id, parent.workspace_id, auth.uid(),
    case
      when is_member then private.my_name(parent.id)
      -- It stands in an email to somebody whom the workspace doesn't know, so not a name that anybody can give themselves.
      else (
        select coalesce(nullif(p.name, ''), p.email) from public.recipients as p
        where p.request_id = parent.id and p.user_id = auth.uid()
      )
    end
  );
  perform private.add_event(
    parent.id, 'handed_off', locked.id,
    data => jsonb_build_object('name', coalesce(nullif(person.name, ''), person.email))
  );
end
$$;
comment on function public.hand_off_item(uuid, text, text) is
  'Asks somebody else for an item, as a member or a recipient of the whole request. They are emailed the link, and see the items handed to them alone. Errors: not_found, request.closed, request.paused, item.locked, draft.recipient, draft.recipient_name, draft.too_many_recipients, recipient.member, hand_off.passed_on, hand_off.self, hand_off.sender, hand_off.taken, hand_off.recipient, quota.hand_offs, quota.address.';
grant execute on function public.hand_off_item(uuid, text, text) to authenticated;

create function public.take_back_item(item uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- Read whether or not the item exists, so that the work doesn't tell.
  workspaces constant uuid[] := private.my_workspaces();
  requests constant uuid[] := private.my_requests();
  parent public.requests;
  holder uuid;
  person public.recipients;
begin
  perform private.require_session();
  select r.* into parent from public.requests as r
  where r.id = (select h.request_id from public.recipient_items as h where h.item_id = take_back_item.item)
    and (r.workspace_id = any(workspaces) or r.id = any(requests))
  for update;
  if not found then
    perform private.fail('not_found');
  end if;
  -- Somebody may have taken it back, or removed the caller, while this waited for the request.
  delete from public.recipient_items as h
  where h.item_id = take_back_item.item
    and (parent.workspace_id = any(private.my_workspaces()) or parent.id = any(private.my_requests()))
  returning h.recipient_id into holder;
  if holder is null then
    perform private.fail('not_found');
  end if;
  select p.* into person from public.recipients as p where p.id = holder;
  perform private.add_event(
    parent.id, 'taken_back', take_back_item.item,
    data => jsonb_build_object('name', coalesce(nullif(person.name, ''), person.email))
  );
  -- Somebody with nothing left to answer is no longer asked, and reads nothing.
  update public.recipients as p set removed_at = clock_timestamp(), user_id = null
  where p.id = holder and not exists (select from public.recipient_items as h where h.recipient_id = holder);
end
$$;
comment on function public.take_back_item(uuid) is
  'Takes an item back from the person to whom it was handed, as a member or a recipient of the whole request. What they sent stays. Errors: not_found.';
grant execute on function public.take_back_item(uuid) to authenticated;

-- Recipients of the whole request, where a list of them is made or copied

create or replace function private.edit_recipients(request public.requests, list jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  is_sent constant boolean := request.status <> 'draft';
  fresh text[];
  former public.recipients;
  corrected record;
  added public.recipients;
begin
  fresh := array(
    select w.email from private.listed_recipients(edit_recipients.list) as w
    where not exists (
      select from public.recipients as p
      where p.request_id = request.id and p.removed_at is null and p.email = w.email
    )
  );
  if is_sent then
    if jsonb_array_length(coalesce(edit_recipients.list, '[]')) = 0 then
      perform private.fail('recipient.last');
    end if;
    -- Somebody with single items may be a member, which a recipient isn't told.
    perform private.require_no_members(request, fresh || array(
      select p.email from public.recipients as p
      join private.listed_recipients(edit_recipients.list) as w on w.email = p.email
      where p.request_id = request.id and p.removed_at is null and p.scope = 'items'
    ));
    perform private.count_addressed(request, fresh);
  end if;

  for added in
    update public.recipients as p set scope = 'all'
    from private.listed_recipients(edit_recipients.list) as w
    where p.request_id = request.id and p.removed_at is null and p.scope = 'items' and p.email = w.email
    returning p.*
  loop
    delete from public.recipient_items as h where h.recipient_id = added.id;
    perform private.add_recipient_event(request.id, 'recipient_added', added);
    if request.status = 'open' and request.invites then
      perform private.queue_email('invitation', added, now(), now());
    end if;
  end loop;

  for former in
    select p.* from public.recipients as p
    where p.request_id = request.id and p.removed_at is null and p.scope = 'all'
      and not exists (select from private.listed_recipients(edit_recipients.list) as w where w.email = p.email)
    order by p.created_at, p.email
  loop
    select w.email, w.name into corrected from private.listed_recipients(edit_recipients.list) as w
    where w.id = former.id::text and w.email = any(fresh);
    -- Files and answers belong to the address that they came from, so only an address nobody has used is written over.
    if corrected.email is not null and former.first_seen_at is null then
      update public.recipients as p set email = corrected.email, name = corrected.name where p.id = former.id
      returning p.* into former;
      if is_sent then
        perform private.add_recipient_event(request.id, 'recipient_corrected', former);
      end if;
    elsif is_sent then
      update public.recipients as p set removed_at = clock_timestamp(), user_id = null where p.id = former.id;
      perform private.add_recipient_event(request.id, 'recipient_removed', former);
    else
      delete from public.recipients as p where p.id = former.id;
    end if;
  end loop;

  for former in
    update public.recipients as p set name = w.name
    from private.listed_recipients(edit_recipients.list) as w
    where p.request_id = request.id and p.removed_at is null and p.email = w.email and p.name <> w.name
    returning p.*
  loop
    if is_sent then
      perform private.add_recipient_event(request.id, 'recipient_corrected', former);
    end if;
  end loop;

  for added in
    insert into public.recipients (request_id, workspace_id, email, name)
    select request.id, request.workspace_id, w.email, w.name
    from private.listed_recipients(edit_recipients.list) as w
    where not exists (
      select from public.recipients as p
      where p.request_id = request.id and p.removed_at is null and p.email = w.email
    )
    order by w.position
    returning *
  loop
    if is_sent then
      perform private.add_recipient_event(request.id, 'recipient_added', added);
    end if;
  end loop;

  if is_sent then
    -- Removed ones are kept, so those count too.
    if (select count(*) from public.recipients as p where p.request_id = request.id and p.scope = 'all') > 100 then
      perform private.fail('draft.too_many_recipients');
    end if;
    update public.access_requests as a
    set decided_at = now(), decided_by = auth.uid(), is_added = true
    where a.request_id = request.id and a.decided_at is null and a.email = any(fresh);
  end if;
end
$$;

create or replace function public.decide_access(access_request uuid, is_added boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  parent public.requests := private.lock_as_member(
    (select a.request_id from public.access_requests as a where a.id = decide_access.access_request)
  );
  asked public.access_requests;
  added constant boolean := coalesce(decide_access.is_added, false);
begin
  if parent.status not in ('open', 'done') then
    perform private.fail('request.closed');
  end if;
  select a.* into asked from public.access_requests as a where a.id = decide_access.access_request for update;
  if not found then
    -- The account that asked was deleted while this waited.
    perform private.fail('not_found');
  elsif asked.is_added is not distinct from added then
    return;
  elsif asked.is_added is not null then
    perform private.fail('access.decided');
  end if;
  update public.access_requests as a
  set decided_at = now(), decided_by = auth.uid(), is_added = added
  where a.id = asked.id;
  if not added then
    return;
  end if;
  if exists (
    select from public.recipients as p
    where p.request_id = parent.id and p.removed_at is null and p.scope = 'all' and p.email = asked.email
  ) then
    return;
  elsif (
    select count(*) from public.recipients as p
    where p.request_id = parent.id and p.removed_at is null and p.scope = 'all'
  ) >= 20 then
    perform private.fail('draft.too_many_recipients');
  end if;
  update public.requests as r set revision = r.revision + 1 where r.id = parent.id;
  perform private.edit_recipients(
    parent,
    (
      select jsonb_agg(jsonb_build_object('email', p.email, 'name', p.name) order by p.created_at, p.email)
      from public.recipients as p
      where p.request_id = parent.id and p.removed_at is null and p.scope = 'all'
    ) || jsonb_build_object('email', asked.email)
  );
end
$$;

create or replace function public.duplicate_request(request uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  source public.requests := private.lock_as_member(duplicate_request.request);
  made public.requests;
begin
  perform private.use_quota('requests', source.workspace_id::text, 1);
  insert into public.requests as r (workspace_id, title, message, created_by)
  values (source.workspace_id, source.title, source.message, auth.uid())
  returning r.* into made;
  perform private.edit_items(
    made,
    (
      select coalesce(jsonb_agg(private.item_words(i) order by i.position), '[]')
      from public.items as i where i.request_id = source.id and i.removed_at is null
    )
  );
  perform private.copy_examples(source, made);
  insert into public.recipients (request_id, workspace_id, email, name)
  select made.id, source.workspace_id, p.email, p.name
  from public.recipients as p where p.request_id = source.id and p.removed_at is null and p.scope = 'all';
  perform private.add_event(made.id, 'created');
  return made.id;
end
$$;
