-- A template is a draft that is never sent. So everything that edits a draft edits a template: items keep their ids, examples
-- keep their files, and two members who edit at once learn of each other.

alter table public.requests
  add column is_template boolean not null default false,
  add column due_after_days integer,
  add constraint requests_template_check check (not is_template or status = 'draft' and due_on is null),
  add constraint requests_due_after_days_check check (due_after_days is null or is_template and due_after_days between 1 and 365),
  alter column is_template set statistics 0,
  alter column due_after_days set statistics 0;
comment on column public.requests.is_template is 'Never sent: requests are made from it.';
comment on column public.requests.due_after_days is 'Days from the use of a template to the due date of the request.';
create index requests_templates_idx on public.requests (workspace_id, id) where is_template;

-- Counting drafts reads their index alone, so its condition must be the list's.
drop index public.requests_drafts_activity_idx;
create index requests_drafts_activity_idx on public.requests (workspace_id, last_activity_at desc, id desc)
  where status = 'draft' and not is_template;
drop index public.requests_drafts_due_idx;
create index requests_drafts_due_idx on public.requests (workspace_id, coalesce(due_on, 'infinity'), id)
  where status = 'draft' and not is_template;
alter index public.requests_drafts_due_idx alter column 2 set statistics 0;

create table private.templates (
  request_id uuid primary key references public.requests (id) on delete cascade,
  times_used integer not null default 0,
  last_used_at timestamptz,
  archived_at timestamptz
);
comment on table private.templates is 'Use and archive of templates, which no edit of theirs changes.';

create or replace function private.list_condition(filter text) returns text
language sql immutable set search_path = '' as $$
  select case list_condition.filter
    when 'open' then $c$r.status = 'open'$c$
    when 'review' then $c$r.status = 'open' and r.items_submitted > 0$c$
    when 'overdue' then
      $c$r.status = 'open' and (r.required_missing > 0 or r.required_returned > 0)
        and r.paused_at is null and coalesce(r.due_on, 'infinity') < $2$c$
    when 'drafts' then $c$r.status = 'draft' and not r.is_template$c$
    when 'done' then $c$r.status in ('done', 'cancelled') and r.archived_at is null$c$
    when 'archived' then $c$r.archived_at is not null$c$
  end
$$;

create or replace function private.index_words(requests uuid[]) returns void
language sql set search_path = '' set jit = off as $$
  insert into public.request_search as s (request_id, workspace_id, document)
  select
    r.id,
    r.workspace_id,
    to_tsvector(
      'pg_catalog.simple',
      private.folded(concat_ws(
        ' ',
        r.title,
        r.message,
        (
          select string_agg(p.name || ' ' || p.email, ' ') from public.recipients as p
          where p.request_id = r.id and p.removed_at is null
        ),
        (select string_agg(i.title, ' ') from public.items as i where i.request_id = r.id and i.removed_at is null)
      ))
    )
  from public.requests as r
  where r.id = any(index_words.requests) and not r.is_template
  on conflict (request_id, workspace_id) do update set document = excluded.document
$$;

create function private.count_requests(workspace uuid) returns integer
language sql stable set search_path = '' as $$
  -- Both counts read an index alone; a workspace has at most 200 templates.
  select least(1000, (
    select count(*) from (select from public.requests as r where r.workspace_id = count_requests.workspace limit 1200) as c
  ) - (
    select count(*) from public.requests as r where r.workspace_id = count_requests.workspace and r.is_template
  ))::integer
$$;
comment on function private.count_requests(uuid) is 'Requests of a workspace without its templates; 1000 for that many or more.';

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
      private.count_requests(w.id),
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
alter function public.sole_ownerships() set enable_seqscan = off;
alter function public.sole_ownerships() set enable_bitmapscan = off;

create or replace function public.workspace_contents(workspace uuid) returns table (members integer, requests integer, files integer)
language plpgsql stable security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
begin
  perform private.require_role(workspace_contents.workspace, 'owner');
  return query
    select
      (select count(*)::integer from public.members as m where m.workspace_id = workspace_contents.workspace),
      private.count_requests(workspace_contents.workspace),
      (
        select count(*)::integer
        from (
          select from public.files as f
          where f.workspace_id = workspace_contents.workspace and f.status = 'stored' limit 1000
        ) as counted
      );
end
$$;
alter function public.workspace_contents(uuid) set enable_seqscan = off;
alter function public.workspace_contents(uuid) set enable_bitmapscan = off;

create or replace function private.examples_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counted record;
begin
  for counted in
    select b.workspace_id, sum(b.bytes) as bytes
    from (
      select distinct on (n.object_key) n.workspace_id, n.size as bytes from changed as n
      where tg_op = 'INSERT' and not exists (
        select from public.item_examples as e
        where e.object_key = n.object_key and not exists (select from changed as c where c.id = e.id)
      )
      union all
      select distinct on (o.object_key) o.workspace_id, -o.size from changed as o
      where tg_op = 'DELETE' and not exists (select from public.item_examples as e where e.object_key = o.object_key)
    ) as b
    group by b.workspace_id
    order by b.workspace_id
  loop
    perform private.add_bytes(counted.workspace_id, counted.bytes);
  end loop;
  return null;
end
$$;
comment on function private.examples_counted() is
  'Counts stored examples towards the bytes of their workspace: once, whatever the number of copies that refer to them.';
select private.add_bytes(c.workspace_id, -c.bytes)
from (
  select k.workspace_id, sum(k.size * (k.copies - 1)) as bytes
  from (
    select e.workspace_id, e.object_key, max(e.size) as size, count(*) as copies from public.item_examples as e group by 1, 2
  ) as k
  where k.copies > 1
  group by k.workspace_id
) as c;

create function private.copy_items(source public.requests, made public.requests) returns void
language plpgsql set search_path = '' as $$
declare
  present constant jsonb := (
    select coalesce(
      jsonb_agg(private.item_words(i) || jsonb_build_object('id', i.id) order by i.position), '[]'
    )
    from public.items as i where i.request_id = made.id and i.removed_at is null
  );
  added constant uuid[] := array(
    select i.id from public.items as i
    where i.request_id = source.id and i.removed_at is null
      and not exists (
        select from jsonb_array_elements(present) as e (item)
        where private.folded(e.item ->> 'title') = private.folded(i.title)
      )
    order by i.position
  );
  list constant jsonb := present || (
    select coalesce(jsonb_agg(private.item_words(i) order by i.position), '[]')
    from public.items as i where i.id = any(added)
  );
begin
  perform private.check_items(list);
  perform private.edit_items(made, list);
  insert into public.item_examples (
    item_id, request_id, workspace_id, name, size, mime, object_key, object_version, status, uploaded_by, created_at,
    stored_at
  )
  select
    copy.id, made.id, made.workspace_id, e.name, e.size, e.mime, e.object_key, e.object_version, e.status, e.uploaded_by,
    e.created_at, e.stored_at
  from unnest(added) with ordinality as original (id, place)
  join public.items as copy
    on copy.request_id = made.id and copy.position = jsonb_array_length(present) + original.place
  join public.item_examples as e on e.item_id = original.id and e.status = 'stored';
end
$$;
comment on function private.copy_items(public.requests, public.requests) is
  'Appends the items of a request, with their examples, to a draft. Left out are those whose title the draft had before. Errors: draft.too_many_items, draft.too_many_sections.';

create function private.lock_to_copy(request uuid) returns public.requests
language plpgsql set search_path = '' as $$
begin
  -- The new row refers to the workspace. Whoever deletes a workspace locks it before its requests.
  perform from public.workspaces as w
  where w.id = (
    select r.workspace_id from public.requests as r
    where r.id = lock_to_copy.request and r.workspace_id = any(private.my_workspaces())
  )
  for key share;
  return private.lock_as_member(lock_to_copy.request);
end
$$;
comment on function private.lock_to_copy(uuid) is
  'Locks a request for a member who copies it. Errors: not_found.';

create or replace function public.duplicate_request(request uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  source public.requests := private.lock_to_copy(duplicate_request.request);
  made public.requests;
begin
  perform private.use_quota('requests', source.workspace_id::text, 1);
  insert into public.requests as r (workspace_id, title, message, created_by)
  values (source.workspace_id, source.title, source.message, auth.uid())
  returning r.* into made;
  perform private.copy_items(source, made);
  insert into public.recipients (request_id, workspace_id, email, name)
  select made.id, source.workspace_id, p.email, p.name
  from public.recipients as p where p.request_id = source.id and p.removed_at is null and p.scope = 'all';
  perform private.add_event(made.id, 'created');
  return made.id;
end
$$;
drop function private.copy_examples(public.requests, public.requests);

create function private.as_due_after(value jsonb) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(jsonb_typeof(as_due_after.value), 'null') = 'null' then
    return null;
  elsif as_due_after.value #>> '{}' !~ '^[0-9]{1,3}$' or (as_due_after.value #>> '{}')::integer not between 1 and 365 then
    perform private.fail('template.due');
  end if;
  return (as_due_after.value #>> '{}')::integer;
end
$$;
comment on function private.as_due_after(jsonb) is 'A number of days from 1 to 365, or null. Errors: template.due.';

create or replace function public.edit_request(request uuid, revision integer, change jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked public.requests := private.lock_as_member(edit_request.request);
  is_sent constant boolean := locked.status <> 'draft';
  made public.requests := locked;
  change constant jsonb := case
    -- Nobody is asked by a template, and it is due on no day.
    when locked.is_template and jsonb_typeof(edit_request.change) = 'object'
      then edit_request.change - array['due_on', 'recipients']
    else coalesce(edit_request.change, 'null')
  end;
begin
  if locked.status = 'cancelled' then
    perform private.fail('request.closed');
  elsif locked.revision is distinct from edit_request.revision then
    perform private.fail('request.stale');
  elsif jsonb_typeof(change) <> 'object' then
    perform private.fail('draft.title');
  end if;
  perform private.check_draft(
    jsonb_build_object('title', locked.title, 'message', locked.message, 'due_on', locked.due_on) || change
  );
  if change ? 'title' then
    made.title := private.one_line(change ->> 'title');
  end if;
  if change ? 'message' then
    made.message := coalesce(private.trimmed(change ->> 'message'), '');
  end if;
  if change ? 'due_on' then
    made.due_on := private.as_day(change -> 'due_on');
  end if;
  if locked.is_template and change ? 'due_after_days' then
    made.due_after_days := private.as_due_after(change -> 'due_after_days');
  end if;
  update public.requests as r
  set
    title = made.title, message = made.message, due_on = made.due_on, due_after_days = made.due_after_days,
    revision = r.revision + 1,
    changed_at = case
      when is_sent
        and (made.title, made.message, made.due_on) is distinct from (locked.title, locked.message, locked.due_on)
      then clock_timestamp()
      else r.changed_at
    end,
    last_activity_at = clock_timestamp()
  where r.id = locked.id;
  if is_sent then
    perform private.add_event(locked.id, c.kind, null, null, jsonb_build_object('before', c.old, 'after', c.new))
    from (
      values
        ('title_changed', to_jsonb(locked.title), to_jsonb(made.title)),
        ('message_changed', to_jsonb(locked.message), to_jsonb(made.message)),
        ('due_changed', to_jsonb(locked.due_on), to_jsonb(made.due_on))
    ) as c (kind, old, new)
    where c.old is distinct from c.new;
  end if;
  if change ? 'items' then
    perform private.edit_items(locked, change -> 'items');
  end if;
  if change ? 'recipients' then
    perform private.edit_recipients(locked, change -> 'recipients');
  end if;
  if is_sent then
    perform private.settle(locked.id);
  end if;
  return locked.revision + 1;
end
$$;
comment on function public.edit_request(uuid, integer, jsonb) is
  'Changes a draft, a template or a sent request that is still at this revision, and returns the new one. The change has any of {title, message, due_on, items, recipients}, or of {title, message, due_after_days, items} for a template; a list replaces the whole list, and its entries keep their rows by id. Errors: not_found, request.stale, request.closed, draft.*, template.due, item.answered, recipient.last, recipient.member, quota.address.';

create function private.insert_draft(workspace uuid, draft jsonb, is_template boolean) returns public.requests
language plpgsql set search_path = '' as $$
declare
  me constant uuid := private.require_session();
  made public.requests;
begin
  if not insert_draft.workspace = any(private.my_workspaces()) then
    perform private.fail('not_found');
  end if;
  perform private.check_draft(insert_draft.draft);
  perform private.use_quota('requests', insert_draft.workspace::text, 1);
  insert into public.requests as r (workspace_id, title, message, due_on, due_after_days, created_by, is_template)
  values (
    insert_draft.workspace,
    private.one_line(insert_draft.draft ->> 'title'),
    coalesce(private.trimmed(insert_draft.draft ->> 'message'), ''),
    case when not insert_draft.is_template then private.as_day(insert_draft.draft -> 'due_on') end,
    case when insert_draft.is_template then private.as_due_after(insert_draft.draft -> 'due_after_days') end,
    me,
    insert_draft.is_template
  )
  returning r.* into made;
  perform private.edit_items(made, coalesce(insert_draft.draft -> 'items', '[]'));
  return made;
end
$$;
comment on function private.insert_draft(uuid, jsonb, boolean) is
  'Creates a request or template of a checked draft, without its recipients. Errors: not_found, draft.*, quota.requests.';

create or replace function public.create_request(workspace uuid, draft jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made constant public.requests := private.insert_draft(create_request.workspace, create_request.draft, false);
begin
  perform private.edit_recipients(made, coalesce(create_request.draft -> 'recipients', '[]'));
  perform private.add_event(made.id, 'created');
  return made.id;
end
$$;

create or replace function public.send_request(request uuid, invite boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(send_request.request);
  emails constant text[] := array(
    select p.email from public.recipients as p where p.request_id = send_request.request and p.removed_at is null
  );
begin
  if locked.is_template then
    perform private.fail('template.sent');
  elsif locked.status <> 'draft' then
    perform private.fail(case locked.status when 'cancelled' then 'request.closed' else 'draft.sent' end);
  elsif locked.items_total = 0 then
    perform private.fail('draft.items');
  elsif cardinality(emails) = 0 then
    perform private.fail('draft.recipients');
  end if;
  perform private.require_no_members(locked, emails);
  perform private.count_addressed(locked, emails);
  update public.requests as r
  -- A draft that is still open elsewhere must not change what recipients see.
  set status = 'open', sent_by = auth.uid(), sent_at = now(), revision = r.revision + 1,
    invites = coalesce(send_request.invite, false)
  where r.id = locked.id;
  perform private.put_link(locked);
  perform private.add_event(locked.id, 'sent');
end
$$;

create function private.lock_template(template uuid) returns public.requests
language plpgsql set search_path = '' as $$
declare
  locked constant public.requests := private.lock_to_copy(lock_template.template);
begin
  if not locked.is_template then
    perform private.fail('not_found');
  end if;
  return locked;
end
$$;
comment on function private.lock_template(uuid) is 'Locks a template for a member of its workspace. Errors: not_found.';

create function private.add_template(made public.requests) returns uuid
language plpgsql set search_path = '' as $$
begin
  -- The quota's row is locked by now, so templates that are created at the same time are counted one after another.
  if (select count(*) from public.requests as r where r.workspace_id = made.workspace_id and r.is_template) > 200 then
    perform private.fail('template.too_many');
  end if;
  insert into private.templates (request_id) values (made.id);
  perform private.add_event(made.id, 'created');
  return made.id;
end
$$;
comment on function private.add_template(public.requests) is
  'Adds a template''s use counts and its created event; at most 200 in a workspace. Errors: template.too_many.';

create function public.create_template(workspace uuid, draft jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  return private.add_template(private.insert_draft(create_template.workspace, create_template.draft, true));
end
$$;
comment on function public.create_template(uuid, jsonb) is
  'For members: creates a template of {title, message, due_after_days, items}; at most 200 in a workspace. Errors: not_found, draft.*, template.due, template.too_many, quota.requests.';
grant execute on function public.create_template(uuid, jsonb) to authenticated;

create function public.save_as_template(request uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  source constant public.requests := private.lock_to_copy(save_as_template.request);
  made public.requests;
begin
  perform private.use_quota('requests', source.workspace_id::text, 1);
  insert into public.requests as r (workspace_id, title, message, due_after_days, created_by, is_template)
  values (
    source.workspace_id,
    case when source.is_template then left(source.title, 153) || ' (copy)' else source.title end,
    source.message, source.due_after_days, auth.uid(), true
  )
  returning r.* into made;
  perform private.copy_items(source, made);
  return private.add_template(made);
end
$$;
comment on function public.save_as_template(uuid) is
  'For members: creates a template from a request, or a copy of a template, with its items, examples and message. Errors: not_found, template.too_many, quota.requests.';
grant execute on function public.save_as_template(uuid) to authenticated;

create function private.count_template_use(template uuid) returns void
language sql set search_path = '' as $$
  update private.templates as t set times_used = t.times_used + 1, last_used_at = now()
  where t.request_id = count_template_use.template
$$;
comment on function private.count_template_use(uuid) is 'Counts one use of a locked template.';

create function private.due_day_of(template public.requests) returns date
language sql stable set search_path = '' as $$
  select (now() at time zone w.zone)::date + template.due_after_days
  from public.workspaces as w where w.id = template.workspace_id
$$;
comment on function private.due_day_of(public.requests) is
  'The day when a request from this template is due if it is made today, in the zone of its workspace; null for none.';

create function public.use_template(template uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  source constant public.requests := private.lock_template(use_template.template);
  made public.requests;
begin
  perform private.use_quota('requests', source.workspace_id::text, 1);
  insert into public.requests as r (workspace_id, title, message, due_on, created_by)
  values (source.workspace_id, source.title, source.message, private.due_day_of(source), auth.uid())
  returning r.* into made;
  perform private.copy_items(source, made);
  perform private.count_template_use(source.id);
  perform private.add_event(made.id, 'created');
  return made.id;
end
$$;
comment on function public.use_template(uuid) is
  'For members: creates a draft from a template. It is due so many days from today, in the zone of the workspace, as the template says. Errors: not_found, quota.requests.';
grant execute on function public.use_template(uuid) to authenticated;

create function public.add_template_items(request uuid, revision integer, template uuid) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked public.requests;
  source public.requests;
begin
  perform private.require_session();
  -- In the order in which a workspace's requests are locked to delete them.
  perform from public.requests as r
  where r.id = any(array[add_template_items.request, add_template_items.template])
    and r.workspace_id = any(private.my_workspaces())
  order by r.id
  for update;
  locked := private.lock_as_member(add_template_items.request);
  source := private.lock_as_member(add_template_items.template);
  if not source.is_template or locked.is_template then
    perform private.fail('not_found');
  elsif locked.status <> 'draft' then
    perform private.fail('draft.sent');
  elsif locked.revision is distinct from add_template_items.revision then
    perform private.fail('request.stale');
  elsif locked.workspace_id <> source.workspace_id then
    perform private.fail('not_found');
  end if;
  perform private.copy_items(source, locked);
  update public.requests as r
  set
    message = coalesce(nullif(r.message, ''), source.message),
    due_on = coalesce(r.due_on, private.due_day_of(source)),
    revision = r.revision + 1,
    last_activity_at = clock_timestamp()
  where r.id = locked.id;
  perform private.count_template_use(source.id);
  return locked.revision + 1;
end
$$;
comment on function public.add_template_items(uuid, integer, uuid) is
  'For members: appends a template''s items to a draft that is still at this revision, and its message and due date if the draft has none; returns the new revision. Items whose title the draft has are left out. Errors: not_found, draft.sent, request.stale, draft.too_many_items, draft.too_many_sections.';
grant execute on function public.add_template_items(uuid, integer, uuid) to authenticated;

create function public.archive_template(template uuid, archived boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked constant public.requests := private.lock_template(archive_template.template);
begin
  update private.templates as t
  set archived_at = case when archive_template.archived then coalesce(t.archived_at, now()) end
  where t.request_id = locked.id;
end
$$;
comment on function public.archive_template(uuid, boolean) is
  'For members: archives a template, or restores it. Errors: not_found.';
grant execute on function public.archive_template(uuid, boolean) to authenticated;

create function public.workspace_templates(workspace uuid)
returns table (
  id uuid, title text, items integer, sections integer, first_items text[], due_after_days integer, times_used integer,
  last_used_at timestamptz, is_archived boolean
)
language plpgsql stable security definer rows 200 set search_path = '' set jit = off as $$
#variable_conflict use_column
begin
  perform private.require_role(workspace_templates.workspace, 'member');
  return query
    select
      r.id, r.title, r.items_total,
      (
        select count(distinct i.section)::integer from public.items as i
        where i.request_id = r.id and i.removed_at is null and i.section <> ''
      ),
      array(
        select i.title from public.items as i
        where i.request_id = r.id and i.removed_at is null
        order by i.position limit 4
      ),
      r.due_after_days, t.times_used, t.last_used_at, t.archived_at is not null
    from public.requests as r
    join private.templates as t on t.request_id = r.id
    where r.workspace_id = workspace_templates.workspace and r.is_template
    order by t.last_used_at desc nulls last, r.created_at desc, r.id;
end
$$;
comment on function public.workspace_templates(uuid) is
  'For members: the templates of a workspace with their first four items, the one used last first. Errors: not_found.';
grant execute on function public.workspace_templates(uuid) to authenticated;
