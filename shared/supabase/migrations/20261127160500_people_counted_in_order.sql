-- Counts up to a thousand people by reading an index in its order. A step of a recursion for each person took ten times as
-- long, on every page of people. Who has very many open requests costs one entry of the index for each.

create or replace function public.people_counts(workspace uuid, tag uuid default null)
returns table (waiting integer, everyone integer, unreached integer)
language plpgsql stable security definer rows 1 set search_path = ''
-- Without statistics the planner would rather read all entries and hash or sort them.
set enable_sort = off set enable_hashagg = off set jit = off as $$
declare
  most constant integer := 1000;
begin
  perform private.require_role(people_counts.workspace, 'member');
  if people_counts.tag is not null then
    return query
      select
        count(*) filter (
          where exists (
            select from private.open_recipients as o where o.person_id = t.person_id and o.due_on is not null
          )
        )::integer,
        count(*)::integer,
        count(*) filter (
          where exists (
            select from private.open_recipients as o
            where o.workspace_id = people_counts.workspace and o.person_id = t.person_id and o.unreached_at is not null
          )
        )::integer
      from private.tagged(people_counts.workspace, people_counts.tag, most) as t;
    return;
  end if;
  return query
    select
      (
        select count(*)::integer from (
          select distinct o.person_id from private.open_recipients as o
          where o.workspace_id = people_counts.workspace and o.due_on is not null limit most
        ) as c
      ),
      (
        select count(*)::integer from (
          select from private.people as p
          where p.workspace_id = people_counts.workspace and p.merged_into is null order by p.sort_name, p.id limit most
        ) as c
      ),
      (
        select count(*)::integer from (
          select distinct o.person_id from private.open_recipients as o
          where o.workspace_id = people_counts.workspace and o.unreached_at is not null limit most
        ) as c
      );
end
$$;
