-- A reminder's recipients are read first, by their ids. Without statistics, as in a new database, the planner began with every
-- open request of every workspace: 8 ms per reminder among 2,000 requests, and more with each one.

create or replace function private.reminded_now(covers uuid[], by_hand boolean) returns uuid[]
language sql stable set search_path = '' as $$
  with reminded as materialized (
    select p as person from public.recipients as p
    where p.id = any(covers) and num_nonnulls(p.removed_at, p.muted_at, p.unreachable_at) = 0
  )
  select coalesce(array_agg((d.person).id order by r.due_on, r.sent_at, r.id), '{}')
  from reminded as d
  cross join lateral (
    -- OFFSET keeps the planner from turning the order of the two around.
    select r.* from public.requests as r where r.id = (d.person).request_id offset 0
  ) as r
  join public.workspaces as w on w.id = r.workspace_id
  where r.status = 'open' and r.paused_at is null and r.required_missing + r.required_returned > 0
    and (
      by_hand
      or r.reminders_paused_at is null
      and coalesce(
        private.reminder_pause(d.person, coalesce((d.person).zone, w.zone)) <= private.email_clock(), true
      )
    )
$$;
