-- A template is a draft that is never sent. So everything that edits a draft edits a template: items keep their ids, examples
-- keep their files, and two members who edit at once learn of each other.

alter table public.requests
  add column is_template boolean not null default false,
  add constraint requests_template_check check (not is_template or status = 'draft'),
  alter column is_template set statistics 0;
comment on column public.requests.is_template is 'Never sent: requests are made from it.';
create index requests_templates_idx on public.requests (workspace_id, id) where is_template;

-- Counting drafts reads their index alone, so its condition must be the list's.
drop index public.requests_drafts_activity_idx;
create index requests_drafts_activity_idx on public.requests (workspace_id, last_activity_at desc, id desc)
  where status = 'draft' and not is_template;
drop index public.requests_drafts_due_idx;
create index requests_drafts_due_idx on public.requests (workspace_id, coalesce(due_on, 'infinity'), id)
  where status = 'draft' and not is_template;

create table private.templates (
  request_id uuid primary key references public.requests (id) on delete cascade,
  due_after_days integer,
  times_used integer not null default 0,
  last_used_at timestamptz,
  archived_at timestamptz,
  constraint templates_due_check check (due_after_days between 1 and 365)
);
comment on table private.templates is 'What a template has beside its draft.';
comment on column private.templates.due_after_days is 'Days from the use of the template to the due date of the request.';

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
language sql set search_path = '' as $$
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
  perform private.copy_items(source, made);
  insert into public.recipients (request_id, workspace_id, email, name)
  select made.id, source.workspace_id, p.email, p.name
  from public.recipients as p where p.request_id = source.id and p.removed_at is null and p.scope = 'all';
  perform private.add_event(made.id, 'created');
  return made.id;
end
$$;
drop function private.copy_examples(public.requests, public.requests);

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
  insert into public.requests as r (workspace_id, title, message, due_on, created_by, is_template)
  values (
    insert_draft.workspace,
    private.one_line(insert_draft.draft ->> 'title'),
    coalesce(private.trimmed(insert_draft.draft ->> 'message'), ''),
    private.as_day(insert_draft.draft -> 'due_on'),
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
  locked constant public.requests := private.lock_as_member(lock_template.template);
begin
  if not locked.is_template then
    perform private.fail('not_found');
  end if;
  return locked;
end
$$;
comment on function private.lock_template(uuid) is 'Locks a template for a member of its workspace. Errors: not_found.';

create function private.add_template(made public.requests, due_after_days integer default null) returns uuid
language plpgsql set search_path = '' as $$
begin
  -- The quota's row is locked by now, so templates that are created at the same time are counted one after another.
  if (select count(*) from public.requests as r where r.workspace_id = made.workspace_id and r.is_template) > 200 then
    perform private.fail('template.too_many');
  end if;
  insert into private.templates (request_id, due_after_days) values (made.id, add_template.due_after_days);
  perform private.add_event(made.id, 'created');
  return made.id;
end
$$;
comment on function private.add_template(public.requests, integer) is
  'Ends the creation of a template; at most 200 in a workspace. Errors: template.too_many.';

create function private.checked_due_after(days integer) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  if checked_due_after.days not between 1 and 365 then
    perform private.fail('template.due');
  end if;
  return checked_due_after.days;
end
$$;
comment on function private.checked_due_after(integer) is 'A number of days, or null. Errors: template.due.';

create function public.create_template(workspace uuid, draft jsonb, due_after_days integer default null) returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  return private.add_template(
    private.insert_draft(create_template.workspace, create_template.draft - 'due_on' - 'recipients', true),
    private.checked_due_after(create_template.due_after_days)
  );
end
$$;
comment on function public.create_template(uuid, jsonb, integer) is
  'For members: creates a template of {title, message, items}; at most 200 in a workspace. Errors: not_found, draft.*, template.due, template.too_many, quota.requests.';
grant execute on function public.create_template(uuid, jsonb, integer) to authenticated;

create function public.save_as_template(request uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  source constant public.requests := private.lock_as_member(save_as_template.request);
  made public.requests;
begin
  perform private.use_quota('requests', source.workspace_id::text, 1);
  insert into public.requests as r (workspace_id, title, message, created_by, is_template)
  values (
    source.workspace_id,
    case when source.is_template then left(source.title, 153) || ' (copy)' else source.title end,
    source.message, auth.uid(), true
  )
  returning r.* into made;
  perform private.copy_items(source, made);
  return private.add_template(
    made, (select t.due_after_days from private.templates as t where t.request_id = source.id)
  );
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
  select (now() at time zone w.zone)::date + t.due_after_days
  from private.templates as t join public.workspaces as w on w.id = template.workspace_id
  where t.request_id = template.id
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
  locked constant public.requests := private.lock_as_member(add_template_items.request);
  source constant public.requests := private.lock_template(add_template_items.template);
begin
  if locked.status <> 'draft' then
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

create function public.set_template_due(template uuid, days integer default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked constant public.requests := private.lock_template(set_template_due.template);
begin
  update private.templates as t set due_after_days = private.checked_due_after(set_template_due.days)
  where t.request_id = locked.id;
end
$$;
comment on function public.set_template_due(uuid, integer) is
  'For members: sets how many days after its use a template''s request is due, 1 to 365; null for no due date. Errors: not_found, template.due.';
grant execute on function public.set_template_due(uuid, integer) to authenticated;

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
  'For members: puts a template into the archive, or takes it back. Errors: not_found.';
grant execute on function public.archive_template(uuid, boolean) to authenticated;

create function public.workspace_templates(workspace uuid)
returns table (
  id uuid, title text, items integer, sections integer, first_items text[], due_after_days integer, times_used integer,
  last_used_at timestamptz, is_archived boolean
)
language plpgsql stable security definer rows 200 set search_path = '' as $$
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
      t.due_after_days, t.times_used, t.last_used_at, t.archived_at is not null
    from public.requests as r
    join private.templates as t on t.request_id = r.id
    where r.workspace_id = workspace_templates.workspace and r.is_template
    order by t.last_used_at desc nulls last, r.created_at desc, r.id;
end
$$;
comment on function public.workspace_templates(uuid) is
  'For members: the templates of a workspace with their first four items, the one used last first. Errors: not_found.';
grant execute on function public.workspace_templates(uuid) to authenticated;
