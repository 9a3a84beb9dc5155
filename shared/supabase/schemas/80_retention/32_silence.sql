-- Open requests on which nothing has happened for a year.

create table private.silences (
  request_id uuid primary key references public.requests (id) on delete cascade,
  told_at timestamptz not null
);
comment on table private.silences is 'Open requests of whose long silence members were told.';

create function private.warn_of_silences(most integer) returns integer
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_silent uuid[];
begin
  with silent as (
    select s.id
    from public.workspaces as w
    cross join lateral (
      select r.id from public.requests as r
      where r.workspace_id = w.id and r.status = 'open' and r.last_activity_at <= v_moment - interval '1 year'
        and not exists (
          select from private.silences as s
          where s.request_id = r.id and s.told_at > v_moment - interval '1 year'
        )
      order by r.last_activity_at limit warn_of_silences.most
    ) as s
    limit warn_of_silences.most
  ),
  noted as (
    insert into private.silences as s (request_id, told_at) select l.id, v_moment from silent as l
    on conflict (request_id) do update set told_at = excluded.told_at
    returning s.request_id
  )
  select array_agg(n.request_id) into v_silent from noted as n;
  perform private.queue_digest('silence', v_silent);
  return coalesce(cardinality(v_silent), 0);
end
$$;
comment on function private.warn_of_silences(integer) is
  'Tells members of open requests on which nothing has happened for a year, once a year. Returns their number.';
