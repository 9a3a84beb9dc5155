-- The condition of "overdue" has to be in its indexes too: counting looked up every row to see whether it is paused.

drop index public.requests_overdue_due_idx;
drop index public.requests_overdue_month_idx;
drop index public.requests_overdue_day_idx;
create index requests_overdue_due_idx on public.requests (workspace_id, coalesce(due_on, 'infinity'), id)
  where status = 'open' and paused_at is null and (required_missing > 0 or required_returned > 0);
create index requests_overdue_month_idx
  on public.requests (workspace_id, date_trunc('month', due_on::timestamp), last_activity_at desc, id desc)
  where status = 'open' and paused_at is null and (required_missing > 0 or required_returned > 0);
create index requests_overdue_day_idx on public.requests (workspace_id, due_on, last_activity_at desc, id desc)
  where status = 'open' and paused_at is null and (required_missing > 0 or required_returned > 0);
alter index public.requests_overdue_due_idx alter column 2 set statistics 0;
alter index public.requests_overdue_month_idx alter column 2 set statistics 0;

create or replace function private.overdue_by_activity() returns text
language sql immutable set search_path = '' as $$
  select $q$
    with recursive months (month) as (
      (
        select date_trunc('month', r.due_on::timestamp) as month from public.requests as r
        where r.workspace_id = $1 and r.status = 'open' and r.paused_at is null
          and (r.required_missing > 0 or r.required_returned > 0)
          and date_trunc('month', r.due_on::timestamp) < date_trunc('month', $2::timestamp)
        order by 1 limit 1
      )
      union all
      select later.month
      from months as m
      cross join lateral (
        select date_trunc('month', r.due_on::timestamp) as month from public.requests as r
        where r.workspace_id = $1 and r.status = 'open' and r.paused_at is null
          and (r.required_missing > 0 or r.required_returned > 0)
          and date_trunc('month', r.due_on::timestamp) > m.month
          and date_trunc('month', r.due_on::timestamp) < date_trunc('month', $2::timestamp)
        order by 1 limit 1
      ) as later
    )
    select r.*
    from (
      select top.id, top.last_activity_at
      from months as m
      cross join lateral (
        select r.id, r.last_activity_at from public.requests as r
        where r.workspace_id = $1 and r.status = 'open' and r.paused_at is null
          and (r.required_missing > 0 or r.required_returned > 0)
          and date_trunc('month', r.due_on::timestamp) = m.month
          and (r.last_activity_at, r.id) < ($3, $5)
        order by r.last_activity_at desc, r.id desc limit $8
      ) as top
      union all
      select top.id, top.last_activity_at
      from generate_series(1, extract(day from $2)::integer - 1) as day
      cross join lateral (
        select r.id, r.last_activity_at from public.requests as r
        where r.workspace_id = $1 and r.status = 'open' and r.paused_at is null
          and (r.required_missing > 0 or r.required_returned > 0)
          and r.due_on = $2 - day
          and (r.last_activity_at, r.id) < ($3, $5)
        order by r.last_activity_at desc, r.id desc limit $8
      ) as top
      order by 2 desc, 1 desc limit $6
    ) as top
    join public.requests as r on r.id = top.id
    order by r.last_activity_at desc, r.id desc
  $q$
$$;
