-- Drafts.

create function public.create_request(workspace uuid, draft jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_made constant public.requests := private.insert_draft(create_request.workspace, create_request.draft, false);
begin
  perform private.edit_recipients(v_made, coalesce(create_request.draft -> 'recipients', '[]'));
  perform private.add_event(v_made.id, 'created');
  return v_made.id;
end
$$;
comment on function public.create_request(uuid, jsonb) is
  'Saves a draft {title, message, due_on, recipients, items} in one of the caller''s workspaces. Errors: not_found, draft.*, quota.requests.';
grant execute on function public.create_request(uuid, jsonb) to authenticated;

create function public.create_test(workspace uuid, draft jsonb, email text, saved uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_saved constant public.requests := case
    when create_test.saved is not null then private.lock_to_copy(create_test.saved)
  end;
  v_made constant public.requests := private.insert_draft(
    create_test.workspace,
    create_test.draft || jsonb_build_object(
      'title', left('Test: ' || (create_test.draft ->> 'title'), 160),
      'recipients', jsonb_build_array(jsonb_build_object('email', create_test.email))
    ),
    is_template => false, is_test => true
  );
begin
  perform private.edit_recipients(v_made, jsonb_build_array(jsonb_build_object('email', create_test.email)));
  -- An answer of a client must not be deleted with a test.
  if exists (
    select from public.recipients as c join private.people as p on p.workspace_id = c.workspace_id and p.email = c.email
    where c.request_id = v_made.id
  ) then
    perform private.fail('test.person');
  end if;
  if v_saved.workspace_id <> v_made.workspace_id then
    perform private.fail('not_found');
  elsif v_saved.id is not null then
    perform private.copy_settings(v_saved, v_made);
  end if;
  perform private.add_event(v_made.id, 'created');
  return v_made.id;
end
$$;
comment on function public.create_test(uuid, jsonb, text, uuid) is
  'Saves a copy of a draft, whose only recipient is this address, as a test, which counts nowhere and is deleted after 14 days. It has the settings of the draft where that is saved. Sent like any other request. Errors: not_found, draft.*, test.person, quota.requests.';
grant execute on function public.create_test(uuid, jsonb, text, uuid) to authenticated;

create function public.delete_draft(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(delete_draft.request);
begin
  if v_locked.sent_at is not null then
    perform private.fail('draft.sent');
  end if;
  delete from public.requests as r where r.id = v_locked.id;
end
$$;
comment on function public.delete_draft(uuid) is
  'Deletes a request that was never sent, with its history. Errors: not_found, draft.sent.';
grant execute on function public.delete_draft(uuid) to authenticated;

create function public.duplicate_request(request uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_source public.requests := private.lock_to_copy(duplicate_request.request);
  v_made public.requests;
begin
  perform private.use_quota('requests', v_source.workspace_id::text, 1);
  insert into public.requests as r (workspace_id, title, message, created_by)
  values (v_source.workspace_id, v_source.title, v_source.message, auth.uid())
  returning r.* into v_made;
  perform private.copy_items(v_source, v_made);
  perform private.copy_settings(v_source, v_made);
  insert into public.recipients (request_id, workspace_id, email, name)
  select v_made.id, v_source.workspace_id, p.email, p.name
  from public.recipients as p where p.request_id = v_source.id and p.removed_at is null and p.scope = 'all';
  insert into public.request_tags (request_id, tag_id, workspace_id)
  select v_made.id, g.tag_id, g.workspace_id from public.request_tags as g where g.request_id = v_source.id;
  perform private.add_event(v_made.id, 'created');
  return v_made.id;
end
$$;
comment on function public.duplicate_request(uuid) is
  'Creates a draft with the same title, message, items, examples, recipients, tags and settings, assigned to its creator and without a due date. Returns its id. Errors: not_found, quota.requests.';
grant execute on function public.duplicate_request(uuid) to authenticated;

create function private.copy_settings(source public.requests, made public.requests) returns void
language sql set search_path = '' as $$
  update public.requests as r
  set
    reminder_plan = source.reminder_plan, shows_items = source.shows_items,
    -- A request that was sent has its workspace's number too, which may have changed since.
    retain_days = case when source.retain_days < coalesce(w.retain_days, 'infinity'::float8) then source.retain_days end
  from public.workspaces as w
  where r.id = made.id and w.id = made.workspace_id
$$;
comment on function private.copy_settings(public.requests, public.requests) is
  'Gives a copy the reminders of a request, what its link page shows, and the retention that was chosen for it.';

create function private.insert_draft(workspace uuid, draft jsonb, is_template boolean, is_test boolean default false)
returns public.requests
language plpgsql set search_path = '' as $$
declare
  v_me constant uuid := private.require_session();
  v_made public.requests;
begin
  if not insert_draft.workspace = any(private.my_workspaces()) then
    perform private.fail('not_found');
  end if;
  perform private.check_draft(insert_draft.draft);
  perform private.use_quota('requests', insert_draft.workspace::text, 1);
  insert into public.requests as r (workspace_id, title, message, due_on, due_after_days, created_by, is_template, is_test)
  values (
    insert_draft.workspace,
    private.one_line(insert_draft.draft ->> 'title'),
    coalesce(private.trimmed(insert_draft.draft ->> 'message'), ''),
    case when not insert_draft.is_template then private.as_day(insert_draft.draft -> 'due_on') end,
    case when insert_draft.is_template then private.as_due_after(insert_draft.draft -> 'due_after_days') end,
    v_me,
    insert_draft.is_template,
    insert_draft.is_test
  )
  returning r.* into v_made;
  perform private.edit_items(v_made, coalesce(insert_draft.draft -> 'items', '[]'));
  return v_made;
end
$$;
comment on function private.insert_draft(uuid, jsonb, boolean, boolean) is
  'Creates a request, template or test of a checked draft, without its recipients. Errors: not_found, draft.*, quota.requests.';

create function private.check_draft(draft jsonb) returns void
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
comment on function private.check_draft(jsonb) is
  'Rejects values that a request can''t hold. Items and recipients may be missing: only sending requires them.';

create function private.copy_items(source public.requests, made public.requests) returns void
language plpgsql set search_path = '' as $$
declare
  v_present constant jsonb := (
    select coalesce(
      jsonb_agg(private.item_words(i) || jsonb_build_object('id', i.id) order by i.position), '[]'
    )
    from public.items as i where i.request_id = made.id and i.removed_at is null
  );
  v_added constant uuid[] := array(
    select i.id from public.items as i
    where i.request_id = source.id and i.removed_at is null
      and not exists (
        select from jsonb_array_elements(v_present) as e (item)
        where private.folded(e.item ->> 'title') = private.folded(i.title)
      )
    order by i.position
  );
  v_list constant jsonb := v_present || (
    select coalesce(jsonb_agg(private.item_words(i) order by i.position), '[]')
    from public.items as i where i.id = any(v_added)
  );
begin
  perform private.check_items(v_list);
  perform private.edit_items(made, v_list);
  insert into public.item_examples (
    item_id, request_id, workspace_id, name, size, mime, object_key, object_version, status, uploaded_by, created_at,
    stored_at
  )
  select
    copy.id, made.id, made.workspace_id, e.name, e.size, e.mime, e.object_key, e.object_version, e.status, e.uploaded_by,
    e.created_at, e.stored_at
  from unnest(v_added) with ordinality as original (id, place)
  join public.items as copy
    on copy.request_id = made.id and copy.position = jsonb_array_length(v_present) + original.place
  join public.item_examples as e on e.item_id = original.id and e.status = 'stored';
end
$$;
comment on function private.copy_items(public.requests, public.requests) is
  'Appends the items of a request, with their examples, to a draft. Left out are those whose title the draft had before. Errors: draft.too_many_items, draft.too_many_sections.';

create function private.lock_to_copy(request uuid) returns public.requests
language plpgsql set search_path = '' as $$
begin
  -- The new row refers to the workspace and a member of it. Deleting the workspace or removing the member locks the
  -- workspace before its requests; a weaker lock than this one would let both wait for each other.
  perform from public.workspaces as w
  where w.id = (
    select r.workspace_id from public.requests as r
    where r.id = lock_to_copy.request and r.workspace_id = any(private.my_workspaces())
  )
  for share;
  return private.lock_as_member(lock_to_copy.request);
end
$$;
comment on function private.lock_to_copy(uuid) is 'Locks a request for a member who copies it. Errors: not_found.';
