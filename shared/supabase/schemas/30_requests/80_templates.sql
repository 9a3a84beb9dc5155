-- Templates: requests that are never sent, from which others are made.

create table private.templates (
  request_id uuid primary key references public.requests (id) on delete cascade,
  times_used integer not null default 0,
  last_used_at timestamptz,
  archived_at timestamptz
);
comment on table private.templates is 'Use and archive of templates, which no edit of theirs changes.';

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
  v_source constant public.requests := private.lock_to_copy(save_as_template.request);
  v_made public.requests;
begin
  perform private.use_quota('requests', v_source.workspace_id::text, 1);
  insert into public.requests as r (workspace_id, title, message, due_after_days, created_by, is_template)
  values (
    v_source.workspace_id,
    case when v_source.is_template then left(v_source.title, 153) || ' (copy)' else v_source.title end,
    v_source.message, v_source.due_after_days, auth.uid(), true
  )
  returning r.* into v_made;
  perform private.copy_items(v_source, v_made);
  return private.add_template(v_made);
end
$$;
comment on function public.save_as_template(uuid) is
  'For members: creates a template from a request, or a copy of a template, with its items, examples and message. Errors: not_found, template.too_many, quota.requests.';
grant execute on function public.save_as_template(uuid) to authenticated;

create function public.use_template(template uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_source constant public.requests := private.lock_template(use_template.template);
  v_made constant public.requests :=
    private.start_request(v_source, v_source.title, v_source.message, private.due_day_of(v_source));
begin
  perform private.count_template_use(v_source.id);
  return v_made.id;
end
$$;
comment on function public.use_template(uuid) is
  'For members: creates a draft from a template. It is due so many days from today, in the zone of the workspace, as the template says. Errors: not_found, quota.requests.';
grant execute on function public.use_template(uuid) to authenticated;

create function public.add_template_items(request uuid, revision integer, template uuid) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_locked public.requests;
  v_source public.requests;
begin
  perform private.require_session();
  -- In the order in which a workspace's requests are locked to delete them.
  perform from public.requests as r
  where r.id = any(array[add_template_items.request, add_template_items.template])
    and r.workspace_id = any(private.my_workspaces())
  order by r.id
  for update;
  v_locked := private.lock_as_member(add_template_items.request);
  v_source := private.lock_as_member(add_template_items.template);
  if not v_source.is_template or v_locked.is_template then
    perform private.fail('not_found');
  elsif v_locked.status <> 'draft' then
    perform private.fail('draft.sent');
  elsif v_locked.revision is distinct from add_template_items.revision then
    perform private.fail('request.stale');
  elsif v_locked.workspace_id <> v_source.workspace_id then
    perform private.fail('not_found');
  end if;
  perform private.copy_items(v_source, v_locked);
  update public.requests as r
  set
    message = coalesce(nullif(r.message, ''), v_source.message),
    due_on = coalesce(r.due_on, private.due_day_of(v_source)),
    revision = r.revision + 1,
    last_activity_at = clock_timestamp()
  where r.id = v_locked.id;
  perform private.count_template_use(v_source.id);
  return v_locked.revision + 1;
end
$$;
comment on function public.add_template_items(uuid, integer, uuid) is
  'For members: appends a template''s items to a draft that is still at this revision, and its message and due date if the draft has none; returns the new revision. Items whose title the draft has are left out. Errors: not_found, draft.sent, request.stale, draft.too_many_items, draft.too_many_sections.';
grant execute on function public.add_template_items(uuid, integer, uuid) to authenticated;

create function public.archive_template(template uuid, archived boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked constant public.requests := private.lock_template(archive_template.template);
begin
  update private.templates as t
  set archived_at = case when archive_template.archived then coalesce(t.archived_at, now()) end
  where t.request_id = v_locked.id;
end
$$;
comment on function public.archive_template(uuid, boolean) is
  'For members: archives a template, or restores it. Errors: not_found.';
grant execute on function public.archive_template(uuid, boolean) to authenticated;

-- The checklists of jobs are no templates of the workspace.
create function private.add_template(made public.requests) returns uuid
language plpgsql set search_path = '' as $$
begin
  -- The quota's row is locked by now, so templates that are created at the same time are counted one after another.
  if (
    select count(*) from private.templates as t join public.requests as r on r.id = t.request_id
    where r.workspace_id = made.workspace_id and r.is_template
  ) >= 200 then
    perform private.fail('template.too_many');
  end if;
  insert into private.templates (request_id) values (made.id);
  perform private.add_event(made.id, 'created');
  return made.id;
end
$$;
comment on function private.add_template(public.requests) is
  'Adds a template''s use counts and its created event; at most 200 in a workspace. Errors: template.too_many.';

create function private.lock_template(template uuid) returns public.requests
language plpgsql set search_path = '' as $$
declare
  v_locked constant public.requests := private.lock_to_copy(lock_template.template);
begin
  if not v_locked.is_template then
    perform private.fail('not_found');
  end if;
  return v_locked;
end
$$;
comment on function private.lock_template(uuid) is 'Locks a template for a member of its workspace. Errors: not_found.';

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
