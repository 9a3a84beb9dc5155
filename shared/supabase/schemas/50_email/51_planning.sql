-- Changes after which reminders are planned anew.

create function private.tg_recipients__plan_reminder() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.remind_after := private.email_clock();
  elsif old.email <> new.email then
    -- Another person reads this address.
    new.zone := null;
    new.promised_on := null;
    new.reminders_sent := 0;
    new.emailed_at := null;
    new.remind_after := private.email_clock();
  end if;
  new.next_reminder_at := private.next_reminder(new);
  return new;
end
$$;
comment on function private.tg_recipients__plan_reminder() is 'Keeps the time of a recipient''s next reminder.';

-- A time in a person's own row must not reveal when the rest of the request changes.
create function private.tg_requests__plan_reminders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.recipients as p set remind_after = private.email_clock()
  where p.request_id = new.id and p.removed_at is null
    and (
      p.scope = 'all'
      or (old.status, old.paused_at, old.reminders_paused_at, old.reminder_plan, old.due_on)
        is distinct from (new.status, new.paused_at, new.reminders_paused_at, new.reminder_plan, new.due_on)
    );
  return null;
end
$$;
comment on function private.tg_requests__plan_reminders() is
  'Plans the reminders of a request anew: what the plan had before a pause, a return or another due date isn''t made up for.';

create function private.tg_recipient_items__plan_reminder() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.recipients as p set remind_after = private.email_clock()
  where p.id = case tg_op when 'DELETE' then old.recipient_id else new.recipient_id end;
  return null;
end
$$;
comment on function private.tg_recipient_items__plan_reminder() is 'Restarts the reminders of a person who was handed an item or lost one.';

create function private.tg_items__plan_reminders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.recipients as p set remind_after = private.email_clock()
  from public.recipient_items as h
  where h.item_id = new.id and p.id = h.recipient_id;
  return null;
end
$$;
comment on function private.tg_items__plan_reminders() is
  'What is left for a person with single items can change while the request''s total stays.';

create function private.tg_requests__take_reminder_plan() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select w.reminder_plan into new.reminder_plan from public.workspaces as w where w.id = new.workspace_id;
  return new;
end
$$;
comment on function private.tg_requests__take_reminder_plan() is 'Gives a new request the plan of its workspace.';
