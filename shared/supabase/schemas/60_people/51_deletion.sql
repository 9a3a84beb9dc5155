-- Deleting people whom no request asks any more.

create function public.delete_person(person uuid) returns void
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
comment on function public.delete_person(uuid) is
  'For members: deletes what the workspace keeps of a person whom no request names: addresses, names, phone numbers, client, note, tags, and their rows of bulk sends. Errors: not_found, person.asked.';
grant execute on function public.delete_person(uuid) to authenticated;

create function private.forget_old_people(batch integer) returns integer
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
comment on function private.forget_old_people(integer) is
  'Deletes people whom no request names and who were last asked or seen longer ago than their workspace keeps files. Looks at a batch of those who may be; returns its size, and 0 when there are no more.';

create function private.lock_addresses(people uuid[]) returns void
language sql set search_path = '' as $$
  select from private.people as p
  where p.id = any(lock_addresses.people) or p.merged_into = any(lock_addresses.people)
  -- In the order in which requests add people.
  order by p.workspace_id, p.email
  for update
$$;
comment on function private.lock_addresses(uuid[]) is
  'Waits for requests that are about to ask these people, and keeps others from asking them until the transaction ends.';

create function private.is_asked(person uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.addresses_of(is_asked.person) as a
    join public.recipients as c
      on c.workspace_id = a.workspace_id and private.address_hash(c.email) = private.address_hash(a.email)
    join public.requests as r on r.id = c.request_id and not r.is_test
  ) or exists (
    select from private.addresses_of(is_asked.person) as a
    join private.jobs as j on j.workspace_id = a.workspace_id
    join private.job_rows as r on r.job_id = j.id and r.email = a.email
    where r.done_at is null
  )
$$;
comment on function private.is_asked(uuid) is
  'True if a request, a draft or a bulk send that isn''t finished names an address of this person.';

create function private.forget_people(people uuid[]) returns void
language sql set search_path = '' as $$
  delete from private.job_rows as r
  using private.jobs as j, private.people as p
  where j.id = r.job_id and j.workspace_id = p.workspace_id and r.email = p.email
    and (p.id = any(forget_people.people) or p.merged_into = any(forget_people.people));
  delete from private.people as p where p.id = any(forget_people.people) or p.merged_into = any(forget_people.people)
$$;
comment on function private.forget_people(uuid[]) is 'Deletes people with their merged addresses, tags and rows of bulk sends.';
