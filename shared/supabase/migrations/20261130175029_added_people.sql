-- Generated from schemas/ by `pnpm migration added_people`.

set local check_function_bodies = off;

alter table private.people alter column asked_at drop not null;

create or replace function private.upsert_people(requests uuid[]) returns void
language sql set search_path = '' as $$
  -- In one order, so that two requests to the same new people wait for each other instead of failing.
  insert into private.people as p (workspace_id, email, asked_as, asked_at)
  select distinct on (c.workspace_id, c.email) c.workspace_id, c.email, c.name, greatest(r.sent_at, c.created_at)
  from public.requests as r join public.recipients as c on c.request_id = r.id
  where r.id = any(upsert_people.requests) and r.sent_at is not null and c.removed_at is null
  order by c.workspace_id, c.email, r.sent_at desc
  on conflict (workspace_id, email) do update
  set
    asked_as = coalesce(nullif(excluded.asked_as, ''), p.asked_as), asked_until = excluded.asked_until,
    asked_at = coalesce(p.asked_at, excluded.asked_at)
  where p.asked_at is null
    or (excluded.asked_as <> '' and p.asked_as <> excluded.asked_as)
    or p.asked_until < excluded.asked_until - interval '1 day'
$$;

create or replace function public.add_people(workspace uuid, people jsonb) returns table (added integer, known integer)
language plpgsql security definer rows 1 set search_path = '' as $$
#variable_conflict use_column
declare
  v_most constant integer := 1000;
begin
  perform private.require_role(add_people.workspace, 'member');
  if jsonb_typeof(add_people.people) is distinct from 'array' then
    perform private.fail('draft.recipient');
  elsif jsonb_array_length(add_people.people) > v_most then
    perform private.fail('person.too_many');
  elsif exists (
    select from private.listed_recipients(add_people.people) as g where not private.is_address(g.email)
  ) then
    perform private.fail('draft.recipient');
  elsif exists (
    select from private.listed_recipients(add_people.people) as g
    where g.name <> '' and (not private.fits(g.name, 1, 80) or not private.is_name(g.name))
  ) then
    perform private.fail('person.name');
  end if;
  perform private.use_quota('people', add_people.workspace::text, jsonb_array_length(add_people.people));
  return query
    with written as (
      -- In the order in which requests add people.
      insert into private.people as p (workspace_id, email, name)
      select distinct on (g.email) add_people.workspace, g.email, g.name
      from private.listed_recipients(add_people.people) as g
      order by g.email, g.name = '', g.position
      on conflict (workspace_id, email) do update
      set
        -- A name that members or requests have stays.
        name = case when p.name = '' and p.asked_as = '' then excluded.name else p.name end,
        asked_until = excluded.asked_until
      returning p.xmax = 0 as is_new
    )
    select count(*) filter (where w.is_new)::integer, count(*) filter (where not w.is_new)::integer from written as w;
end
$$;

insert into private.quotas (most, name) select most, name from jsonb_populate_record(null::private.quotas, '{"most":10000,"name":"people"}');

comment on column private.people.asked_at is 'When a request asked this address first; null for one that was only added.';

comment on function public.add_people(uuid,jsonb) is 'For members: adds up to 1,000 people {email, name} whom the workspace may ask later, and says how many are new and how many it knew. A known name stays. Sends nothing. Errors: not_found, draft.recipient, person.name, person.too_many, quota.people.';

comment on table private.people is 'Everyone a workspace has asked or added, a row per address. Read and changed by functions alone, which prove membership.';

grant execute on function public.add_people(uuid,jsonb) to authenticated;
