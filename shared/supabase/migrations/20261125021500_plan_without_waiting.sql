-- Planning a reminder waited for a change of its request, and the change could wait for the reminder's recipient: one of the two
-- failed, and it could be a recipient's answer. Planning now leaves that request to the next round.

create or replace function public.plan_email(batch integer default 100) returns integer
language plpgsql security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  moment constant timestamptz := private.email_clock();
  due public.recipients;
  planned timestamptz;
  together uuid[];
  emails integer := 0;
begin
  for due in
    select p.* from public.recipients as p
    where num_nonnulls(p.next_reminder_at) = 1 and coalesce(p.next_reminder_at, 'infinity') <= moment
    order by coalesce(p.next_reminder_at, 'infinity'), p.id
    limit least(greatest(plan_email.batch, 1), 500)
    for no key update skip locked
  loop
    -- The email of an earlier round may cover this one.
    select p.* into due from public.recipients as p where p.id = due.id and p.next_reminder_at <= moment;
    continue when not found;
    -- A change of the request has locked it and may wait for the recipient, which is locked here.
    perform from public.requests as r where r.id = due.request_id for key share skip locked;
    continue when not found;
    planned := private.next_reminder(due);
    if planned is null or planned > moment then
      -- Something it depends on has changed without it, such as the workspace's zone.
      update public.recipients as p set remind_after = p.remind_after where p.id = due.id;
      continue;
    end if;
    together := private.reminded_together(due, moment);
    insert into private.outbox (kind, request_id, recipient_id, since, not_before, covers)
    values ('reminder', due.request_id, due.id, now(), moment, together)
    on conflict do nothing;
    -- This day of the plan is done with, whatever becomes of the email.
    update public.recipients as p set remind_after = greatest(moment, p.next_reminder_at) where p.id = any(together);
    emails := emails + 1;
  end loop;
  return emails + private.plan_summaries(least(greatest(plan_email.batch, 1), 500));
end
$$;
