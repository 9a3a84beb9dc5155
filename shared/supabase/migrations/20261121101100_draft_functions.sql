create function private.as_day(value jsonb) returns date
language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(jsonb_typeof(as_day.value), 'null') = 'null' then
    return null;
  end if;
  if (as_day.value #>> '{}') !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then
    perform private.fail('draft.due_on');
  end if;
  return (as_day.value #>> '{}')::date;
exception
  when datetime_field_overflow or invalid_datetime_format then
    perform private.fail('draft.due_on');
end
$$;
comment on function private.as_day(jsonb) is 'Parses a date in the form YYYY-MM-DD; null if absent.';

create function private.check_draft(draft jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  items jsonb := coalesce(check_draft.draft -> 'items', '[]');
  recipients jsonb := coalesce(check_draft.draft -> 'recipients', '[]');
begin
  if not private.fits(private.one_line(check_draft.draft ->> 'title'), 1, 160) then
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
      or not private.fits(private.one_line(coalesce(e.recipient ->> 'name', '')), 0, 80)
  ) then
    perform private.fail('draft.recipient');
  elsif (
    select count(distinct lower(private.trimmed(e.recipient ->> 'email'))) < count(*)
    from jsonb_array_elements(recipients) as e (recipient)
  ) then
    perform private.fail('draft.duplicate_recipient');
  end if;
end
$$;
comment on function private.check_draft(jsonb) is
  'Rejects values that a request can''t hold. Items and recipients may be missing: only sending requires them.';

create function private.fill_draft(request public.requests, draft jsonb) returns void
language sql set search_path = '' as $$
  insert into public.items (request_id, workspace_id, position, title, instructions, kind, required, accepts)
  select
    request.id,
    request.workspace_id,
    e.position,
    private.one_line(e.item ->> 'title'),
    coalesce(private.trimmed(e.item ->> 'instructions'), ''),
    e.item ->> 'kind',
    (e.item -> 'required')::boolean,
    case e.item ->> 'kind'
      when 'file' then array(
        select distinct g.name from jsonb_array_elements_text(coalesce(e.item -> 'accepts', '[]')) as g (name) order by 1
      )
      else '{}'
    end
  from jsonb_array_elements(coalesce(draft -> 'items', '[]')) with ordinality as e (item, position);

  insert into public.recipients (request_id, workspace_id, email, name)
  select
    request.id,
    request.workspace_id,
    lower(private.trimmed(e.recipient ->> 'email')),
    coalesce(private.one_line(e.recipient ->> 'name'), '')
  from jsonb_array_elements(coalesce(draft -> 'recipients', '[]')) as e (recipient);
$$;
comment on function private.fill_draft(public.requests, jsonb) is
  'Writes the items and recipients of a checked draft.';

create function public.create_request(workspace uuid, draft jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
  made public.requests;
begin
  if not create_request.workspace = any(private.my_workspaces()) then
    perform private.fail('not_found');
  end if;
  perform private.check_draft(create_request.draft);
  insert into public.requests as r (workspace_id, title, message, due_on, created_by)
  values (
    create_request.workspace,
    private.one_line(create_request.draft ->> 'title'),
    coalesce(private.trimmed(create_request.draft ->> 'message'), ''),
    private.as_day(create_request.draft -> 'due_on'),
    me
  )
  returning r.* into made;
  perform private.fill_draft(made, create_request.draft);
  perform private.add_event(made.id, 'created');
  return made.id;
end
$$;
comment on function public.create_request(uuid, jsonb) is
  'Saves a draft {title, message, due_on, recipients, items} in one of the caller''s workspaces. Errors: not_found, draft.*.';
grant execute on function public.create_request(uuid, jsonb) to authenticated;

create function public.update_draft(request uuid, draft jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(update_draft.request);
begin
  if locked.status <> 'draft' then
    perform private.fail(case locked.status when 'cancelled' then 'request.closed' else 'draft.sent' end);
  end if;
  perform private.check_draft(update_draft.draft);
  delete from public.items as i where i.request_id = locked.id;
  delete from public.recipients as p where p.request_id = locked.id;
  update public.requests as r
  set
    title = private.one_line(update_draft.draft ->> 'title'),
    message = coalesce(private.trimmed(update_draft.draft ->> 'message'), ''),
    due_on = private.as_day(update_draft.draft -> 'due_on'),
    last_activity_at = clock_timestamp()
  where r.id = locked.id;
  perform private.fill_draft(locked, update_draft.draft);
end
$$;
comment on function public.update_draft(uuid, jsonb) is
  'Replaces the whole draft. Errors: not_found, draft.sent, request.closed, draft.*.';
grant execute on function public.update_draft(uuid, jsonb) to authenticated;
