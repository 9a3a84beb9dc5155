-- Generated from schemas/ by `pnpm migration people_asked_until`.

set local check_function_bodies = off;

alter table private.people add column asked_until timestamp with time zone not null default now();

create or replace function private.member_email_obstacle(email private.outbox, request public.requests) returns text
language sql stable set search_path = '' as $$
  select case
    when rules.needs_member and not exists (
      select from public.members as m where m.workspace_id = email.workspace_id and m.user_id = email.user_id
    ) then 'not_member'
    when rules.needs_second_factor
      and not private.has_second_factor(email.user_id)
      and exists (
        select from public.workspaces as w where w.id = email.workspace_id and private.binds_members(w)
      ) then 'second_factor'
    when email.kind = 'second_factor' and (
      private.has_second_factor(email.user_id)
      or not exists (select from public.workspaces as w where w.id = email.workspace_id and w.require_second_factor)
    ) then 'not_needed'
    when email.kind = 'member_invitation' and not exists (
      select from private.invitations as i
      where i.id = (email.data ->> 'invitation')::uuid and private.state_of(i) = 'open'
    ) then 'cancelled'
    when (
      select private.is_refused(a.address)
        -- After a stop of all email, notices about the account and about a possible theft still go out.
        or email.kind not in ('security', 'second_factor', 'owner_notice', 'member_removed') and private.has_stopped_email(a.address)
      from (
        select coalesce(email.address, (select u.email from auth.users as u where u.id = email.user_id)) as address
      ) as a
    ) then 'suppressed'
    when email.kind = 'arrived' and private.arrival_emails(email.user_id, email.workspace_id) <> 'each' then 'preference'
    when email.kind = 'summary' and private.arrival_emails(email.user_id, email.workspace_id) <> 'daily' then 'preference'
    -- Damage can't wait for a summary.
    when email.kind = 'damaged' and private.arrival_emails(email.user_id, email.workspace_id) = 'none' then 'preference'
    when email.kind in ('arrived', 'damaged') and not private.is_watched(request, email.user_id) then 'not_watched'
    when email.kind in ('arrived', 'damaged') and request.status = 'cancelled' then 'request_ended'
    when email.kind = 'damaged' and private.damaged_files(request.id, email.since) = '[]' then 'undone'
    when email.kind = 'expiry' and private.facts_expiry(email, '') -> 'requests' = '[]' then 'undone'
    when email.kind = 'silence' and private.facts_silence(email, '') -> 'requests' = '[]' then 'undone'
    when email.kind = 'binned' and request.deleted_at is null then 'undone'
    when email.kind = 'owner_notice' and private.facts_owner_notice(email, '') -> 'changes' = '[]'
      and not email.data ? 'hasMore' then 'undone'
    when email.kind = 'deletion_asked' and private.asked_deletions(request.id) = '[]' then 'undone'
    -- Skipped, changed, ended, or sent by now.
    when email.kind = 'repeat' and not exists (
      select from private.repeats as s
      where s.request_id = email.request_id and s.sender = email.user_id and s.next_on = (email.data ->> 'on')::date
        and (s.failure is not null) = (email.data ->> 'failed')::boolean
    ) then 'undone'
  end
  from private.email_kinds as rules where rules.name = email.kind
$$;

create or replace function private.withdraw_deletion(request public.requests) returns void
language sql set search_path = '' as $$
  -- Requests that are deleted and restored would otherwise fill the list, and leave no place for other changes.
  update private.outbox as o
  set data = o.data || jsonb_build_object('changes', (
    select coalesce(jsonb_agg(c.change order by c.place), '[]')
    from jsonb_array_elements(o.data -> 'changes') with ordinality as c (change, place)
    where c.change ->> 'kind' <> 'deleted' or (c.change ->> 'request')::uuid <> request.id
  ))
  where o.user_id = any(array(select m.user_id from public.members as m where m.workspace_id = request.workspace_id))
    and o.workspace_id = request.workspace_id and o.kind = 'owner_notice' and o.attempts = 0 and o.ended_at is null
$$;

create or replace function private.upsert_people(requests uuid[]) returns void
language sql set search_path = '' as $$
  -- In one order, so that two requests to the same new people wait for each other instead of failing.
  insert into private.people as p (workspace_id, email, asked_as, asked_at)
  select distinct on (c.workspace_id, c.email) c.workspace_id, c.email, c.name, greatest(r.sent_at, c.created_at)
  from public.requests as r join public.recipients as c on c.request_id = r.id
  where r.id = any(upsert_people.requests) and r.sent_at is not null and c.removed_at is null
  order by c.workspace_id, c.email, r.sent_at desc
  on conflict (workspace_id, email) do update
  set asked_as = coalesce(nullif(excluded.asked_as, ''), p.asked_as), asked_until = excluded.asked_until
  where (excluded.asked_as <> '' and p.asked_as <> excluded.asked_as)
    or p.asked_until < excluded.asked_until - interval '1 day'
$$;

create or replace function private.asked_together(workspace uuid, people uuid[])
returns table (names text[], emails text[], times integer)
-- Without statistics the planner would rather read whole tables than follow a person's few rows.
language sql stable rows 2 set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with sent as (
    select distinct c.request_id
    from unnest(asked_together.people) as p (id)
    cross join lateral private.recipients_of(p.id, 20) as c
    join public.requests as r on r.id = c.request_id and r.sent_at is not null
  ),
  grouped as (
    select g.emails, count(*)::integer as times
    from sent as s
    cross join lateral (
      select array_agg(c.email order by c.email) as emails from public.recipients as c
      where c.request_id = s.request_id and c.removed_at is null and c.scope = 'all'
    ) as g
    where cardinality(g.emails) between 2 and 5
    group by g.emails
    order by count(*) desc, g.emails
    limit 2
  )
  select
    array(
      select coalesce(nullif(m.name, ''), p.asked_as, '')
      from unnest(g.emails) with ordinality as e (email, "position")
      left join private.people as p on p.workspace_id = asked_together.workspace and p.email = e.email
      left join private.people as m on m.id = coalesce(p.merged_into, p.id)
      order by e.position
    ),
    g.emails, g.times
  from grouped as g
  order by g.times desc, g.emails
$$;

create or replace function public.delete_person(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_main constant private.people := private.require_person(delete_person.person);
begin
  perform private.lock_people(v_main.workspace_id, true);
  perform private.lock_addresses(array[v_main.id]);
  if private.is_asked(v_main.id) then
    perform private.fail('person.asked');
  end if;
  perform private.forget_people(array[v_main.id]);
end
$$;

create or replace function private.forget_old_people(batch integer) returns integer
language plpgsql set search_path = '' as $$
declare
  v_due uuid[];
  v_old uuid[];
begin
  select array_agg(due.id) into v_due
  from (
    select p.id
    from private.people as p
    join public.workspaces as w on w.id = p.workspace_id
    -- Without a limit on files there is none on people.
    where p.merged_into is null and p.asked_until < now() - make_interval(days => w.retain_days)
    limit forget_old_people.batch
  ) as due;
  if v_due is null then
    return 0;
  end if;
  perform private.lock_addresses(v_due);
  -- Whom a request names isn't due again for all these days, so that a long list of them can't keep others from being forgotten.
  update private.people as p
  set asked_until = case
    when private.is_asked(p.id) then now()
    else (
      select max(greatest(m.asked_until, m.last_seen_at, m.answered_at)) from private.addresses_of(p.id) as m
    ) end
  where p.id = any(v_due);
  select array_agg(p.id) into v_old
  from private.people as p
  join public.workspaces as w on w.id = p.workspace_id
  where p.id = any(v_due) and p.asked_until < now() - make_interval(days => w.retain_days);
  perform private.forget_people(v_old);
  return cardinality(v_due);
end
$$;

create or replace function private.lock_addresses(people uuid[]) returns void
language sql set search_path = '' as $$
  select from private.people as p
  where p.id = any(lock_addresses.people) or p.merged_into = any(lock_addresses.people)
  -- In the order in which requests add people.
  order by p.workspace_id, p.email
  for update
$$;

create or replace function private.forget_people(people uuid[]) returns void
language sql set search_path = '' as $$
  delete from private.job_rows as r
  using private.jobs as j, private.people as p
  where j.id = r.job_id and j.workspace_id = p.workspace_id and r.email = p.email
    and (p.id = any(forget_people.people) or p.merged_into = any(forget_people.people));
  delete from private.people as p where p.id = any(forget_people.people) or p.merged_into = any(forget_people.people)
$$;

create or replace function public.restore_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests;
begin
  perform private.require_session();
  select r.* into v_locked from public.requests as r
  where r.id = restore_request.request and r.workspace_id = any(private.my_workspaces()) and not r.is_template
  for update;
  if not found then
    perform private.fail('not_found');
  elsif v_locked.deleted_at is null then
    return;
  end if;
  update public.requests as r
  set status = r.deleted_from, deleted_at = null, deleted_by = null, deleted_from = null
  where r.id = v_locked.id;
  perform private.add_event(v_locked.id, 'restored');
  perform private.withdraw_deletion(v_locked);
end
$$;

create index people_asked_until_idx on private.people (workspace_id, asked_until) where merged_into is null;

comment on column private.people.asked_until is 'A recent time at which a request asked this address. People are forgotten by it, a day early or late.';

comment on function private.forget_old_people(integer) is 'Deletes people whom no request names and who were last asked or seen longer ago than their workspace keeps files. Looks at a batch of those who may be; returns its size, and 0 when there are no more.';

comment on function private.lock_addresses(uuid[]) is 'Waits for requests that are about to ask these people, and keeps others from asking them until the transaction ends.';

comment on function private.withdraw_deletion(public.requests) is 'Takes a restored request off the emails to owners that have not left.';

comment on function public.retire_files(integer,integer) is 'For the purge job: removes unfinished uploads begun more than the given hours ago, examples too, and forgets jobs after 90 days, and people whom no request asks any more. Returns the number looked at; 0 when there are no more.';
