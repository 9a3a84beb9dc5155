-- Editing a request that was sent.
--
-- It changes as its draft did before, and keeps ids, answers, decisions and files.

create function public.edit_request(request uuid, revision integer, change jsonb) returns integer
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
grant execute on function public.edit_request(uuid, integer, jsonb) to authenticated;
