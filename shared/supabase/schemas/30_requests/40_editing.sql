-- Editing a request that was sent.
--
-- It changes as its draft did before, and keeps ids, answers, decisions and files.

create function public.edit_request(request uuid, revision integer, change jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_locked public.requests := private.lock_as_member(edit_request.request);
  v_is_sent constant boolean := v_locked.status <> 'draft';
  v_made public.requests;
  v_change constant jsonb := case
    -- A template has no recipients and no due date.
    when v_locked.is_template and jsonb_typeof(edit_request.change) = 'object'
      then edit_request.change - array['due_on', 'recipients']
    else coalesce(edit_request.change, 'null')
  end;
begin
  if v_locked.status = 'cancelled' then
    perform private.fail('request.closed');
  elsif v_locked.revision is distinct from edit_request.revision then
    perform private.fail('request.stale');
  elsif jsonb_typeof(v_change) <> 'object' then
    perform private.fail('draft.title');
  end if;
  perform private.check_draft(
    jsonb_build_object('title', v_locked.title, 'message', v_locked.message, 'due_on', v_locked.due_on) || v_change
  );
  v_made := private.edited_request(v_locked, v_change);
  update public.requests as r
  set
    title = v_made.title, message = v_made.message, due_on = v_made.due_on, due_after_days = v_made.due_after_days,
    revision = r.revision + 1,
    changed_at = case
      when v_is_sent
        and (v_made.title, v_made.message, v_made.due_on) is distinct from (v_locked.title, v_locked.message, v_locked.due_on)
      then clock_timestamp()
      else r.changed_at
    end,
    last_activity_at = clock_timestamp()
  where r.id = v_locked.id;
  if v_is_sent then
    perform private.note_request_edits(v_locked, v_made);
  end if;
  if v_change ? 'items' then
    perform private.edit_items(v_locked, v_change -> 'items');
  end if;
  if v_change ? 'recipients' then
    perform private.edit_recipients(v_locked, v_change -> 'recipients');
  end if;
  if v_is_sent then
    perform private.update_request_status(v_locked.id);
  end if;
  return v_locked.revision + 1;
end
$$;
comment on function public.edit_request(uuid, integer, jsonb) is
  'Changes a draft, a template or a sent request that is still at this revision, and returns the new one. The change has any of {title, message, due_on, items, recipients}, or of {title, message, due_after_days, items} for a template; a list replaces the whole list, and its entries keep their rows by id. Errors: not_found, request.stale, request.closed, draft.*, template.due, item.answered, test.recipients, recipient.last, recipient.member, quota.address.';
grant execute on function public.edit_request(uuid, integer, jsonb) to authenticated;

create function public.change_due_date(request uuid, due_on date, former date) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(change_due_date.request);
begin
  if v_locked.is_template then
    perform private.fail('not_found');
  elsif v_locked.status not in ('draft', 'open') then
    perform private.fail('request.closed');
  elsif change_due_date.due_on is not distinct from v_locked.due_on then
    return false;
  -- The list doesn't show a revision. Only a change of the date itself could be lost.
  elsif change_due_date.former is distinct from v_locked.due_on then
    perform private.fail('request.stale');
  end if;
  perform public.edit_request(v_locked.id, v_locked.revision, jsonb_build_object('due_on', change_due_date.due_on));
  return true;
end
$$;
comment on function public.change_due_date(uuid, date, date) is
  'For members: edit_request for the due date, or its removal, of a draft or an open request that is still due on the former date. Returns false if nothing had to change. Errors: not_found, request.closed, request.stale, draft.due_on.';
grant execute on function public.change_due_date(uuid, date, date) to authenticated;

create function private.edited_request(former public.requests, change jsonb) returns public.requests
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  v_edited public.requests := edited_request.former;
begin
  if edited_request.change ? 'title' then
    v_edited.title := private.one_line(edited_request.change ->> 'title');
    -- Its recipient can always tell a test from a request.
    if former.is_test and v_edited.title not like 'Test: %' then
      v_edited.title := private.trimmed(left('Test: ' || v_edited.title, 160));
    end if;
  end if;
  if edited_request.change ? 'message' then
    v_edited.message := coalesce(private.trimmed(edited_request.change ->> 'message'), '');
  end if;
  if edited_request.change ? 'due_on' then
    v_edited.due_on := private.as_day(edited_request.change -> 'due_on');
  end if;
  if former.is_template and edited_request.change ? 'due_after_days' then
    v_edited.due_after_days := private.as_due_after(edited_request.change -> 'due_after_days');
  end if;
  return v_edited;
end
$$;
comment on function private.edited_request(public.requests, jsonb) is
  'The request with the fields of a checked change, in stored form. What the change doesn''t name stays.';

create function private.note_request_edits(former public.requests, edited public.requests) returns void
language sql set search_path = '' as $$
  select private.add_event(former.id, c.kind, null, null, jsonb_build_object('before', c.old, 'after', c.new))
  from (
    values
      ('title_changed', to_jsonb(former.title), to_jsonb(edited.title)),
      ('message_changed', to_jsonb(former.message), to_jsonb(edited.message)),
      ('due_changed', to_jsonb(former.due_on), to_jsonb(edited.due_on))
  ) as c (kind, old, new)
  where c.old is distinct from c.new
$$;
comment on function private.note_request_edits(public.requests, public.requests) is
  'Writes the changes of a sent request into its history.';
