-- Sending a request. Templates, bulk sends and repeats use the same functions (decision 0057).

create function public.send_request(request uuid, invite boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests;
begin
  perform private.require_session();
  -- Before the request, as remove_member locks them: the sender of an unassigned request becomes its assignee.
  perform from public.members as m
  where m.user_id = auth.uid() and m.workspace_id = any(private.my_workspaces())
    and m.workspace_id = (select r.workspace_id from public.requests as r where r.id = send_request.request)
  for share;
  v_locked := private.lock_as_member(send_request.request);
  if v_locked.is_template then
    perform private.fail('template.sent');
  end if;
  perform private.open_draft(v_locked, coalesce(send_request.invite, false));
end
$$;
comment on function public.send_request(uuid, boolean) is
  'Opens a draft, creates its link and emails it to the recipients if the caller wants that. Errors: not_found, draft.sent, request.closed, draft.items, draft.recipients, recipient.member, quota.address.';
grant execute on function public.send_request(uuid, boolean) to authenticated;

create function public.invite_recipient(recipient uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_parent public.requests := private.lock_as_member(
    (select p.request_id from public.recipients as p where p.id = invite_recipient.recipient)
  );
  v_person public.recipients;
begin
  select p.* into v_person from public.recipients as p
  where p.id = invite_recipient.recipient and p.removed_at is null
  for no key update;
  if not found then
    perform private.fail('not_found');
  elsif v_parent.status <> 'open' then
    perform private.fail('request.closed');
  end if;
  perform private.count_addressed(v_parent, array[v_person.email]);
  perform private.queue_email('invitation', v_person, now(), now());
end
$$;
comment on function public.invite_recipient(uuid) is
  'Emails the link to a recipient of an open request, again or for the first time. Errors: not_found, request.closed, quota.address.';
grant execute on function public.invite_recipient(uuid) to authenticated;

create function public.send_update(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(send_update.request);
begin
  update private.outbox as o set not_before = private.email_clock()
  where o.request_id = v_locked.id and o.kind = 'update' and o.attempts = 0 and o.ended_at is null;
end
$$;
comment on function public.send_update(uuid) is
  'Notifies the recipients immediately of what was returned or changed, instead of ten minutes after the first. Errors: not_found.';
grant execute on function public.send_update(uuid) to authenticated;

create function public.update_leaves_at(request uuid) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_session();
  if not exists (
    select from public.requests as r
    where r.id = update_leaves_at.request and r.workspace_id = any(private.my_workspaces())
  ) then
    perform private.fail('not_found');
  end if;
  return (
    select min(o.not_before) from private.outbox as o
    where o.request_id = update_leaves_at.request and o.kind = 'update' and o.attempts = 0 and o.ended_at is null
  );
end
$$;
comment on function public.update_leaves_at(uuid) is
  'For members: when the email about what was returned or changed leaves, which send_update sends at once; null if none waits. Errors: not_found.';
grant execute on function public.update_leaves_at(uuid) to authenticated;

create function private.open_draft(locked public.requests, invite boolean) returns void
language plpgsql set search_path = '' as $$
declare
  v_emails constant text[] := array(
    select p.email from public.recipients as p where p.request_id = locked.id and p.removed_at is null
  );
begin
  if locked.status <> 'draft' then
    perform private.fail(case locked.status when 'cancelled' then 'request.closed' else 'draft.sent' end);
  elsif not exists (select from public.items as i where i.request_id = locked.id and i.removed_at is null) then
    perform private.fail('draft.items');
  elsif cardinality(v_emails) = 0 then
    perform private.fail('draft.recipients');
  end if;
  perform private.require_no_members(locked, v_emails);
  perform private.count_addressed(locked, v_emails);
  update public.requests as r
  -- A draft that is still open elsewhere must not change what recipients see.
  set status = 'open', sent_by = auth.uid(), sent_at = now(), revision = r.revision + 1, invites = open_draft.invite,
    assignee = coalesce(r.assignee, auth.uid()),
    title = private.dated_title(r.title, private.workspace_today(r.workspace_id))
  where r.id = locked.id;
  perform private.put_link(locked);
  perform private.add_event(locked.id, 'sent');
end
$$;
comment on function private.open_draft(public.requests, boolean) is
  'Opens a locked draft for the caller, fills the dates in its title, creates its link and emails it if wanted. Errors: draft.sent, request.closed, draft.items, draft.recipients, recipient.member, quota.address.';

create function private.start_request(source public.requests, title text, message text, due_on date)
returns public.requests
language plpgsql set search_path = '' as $$
declare
  v_made public.requests;
begin
  perform private.use_quota('requests', source.workspace_id::text, 1);
  insert into public.requests as r (workspace_id, title, message, due_on, created_by)
  values (source.workspace_id, start_request.title, start_request.message, start_request.due_on, auth.uid())
  returning r.* into v_made;
  perform private.copy_items(source, v_made);
  perform private.add_event(v_made.id, 'created');
  return v_made;
end
$$;
comment on function private.start_request(public.requests, text, text, date) is
  'Creates a draft with the items of a template, for the caller. Errors: quota.requests.';

create function private.dated_title(title text, day date) returns text
language sql stable set search_path = '' as $$
  select case
    when dated_title.title like '%{%' then private.trimmed(left(
      replace(replace(replace(replace(
        dated_title.title,
        '{month}', to_char(dated_title.day, 'FMMonth')), '{last month}', to_char(d.last_month, 'FMMonth')),
        '{last year}', (extract(year from dated_title.day) - 1)::text),
        -- The year of the month beside it: in January, last month was last year.
        '{year}', extract(year from case
          when strpos(dated_title.title, '{last month}') > 0 and strpos(dated_title.title, '{month}') = 0 then d.last_month
          else dated_title.day
        end)::text
      ),
      160
    ))
    else dated_title.title
  end
  from (select (date_trunc('month', dated_title.day) - interval '1 month')::date as last_month) as d
$$;
comment on function private.dated_title(text, date) is
  'A title on the day on which it is sent: {month}, {year}, {last month} and {last year} filled in. @sheaf/contract/dated-title does the same.';
