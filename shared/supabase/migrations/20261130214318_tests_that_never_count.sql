-- Generated from schemas/ by `pnpm migration tests_that_never_count`.

set local check_function_bodies = off;

drop function private.insert_draft(uuid,jsonb,boolean);

alter table public.requests add column is_test boolean not null default false;

create or replace function public.create_test(workspace uuid, draft jsonb, email text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_made constant public.requests := private.insert_draft(
    create_test.workspace,
    create_test.draft || jsonb_build_object(
      'title', left('Test: ' || (create_test.draft ->> 'title'), 160),
      'recipients', jsonb_build_array(jsonb_build_object('email', create_test.email))
    ),
    is_template => false, is_test => true
  );
begin
  perform private.edit_recipients(v_made, jsonb_build_array(jsonb_build_object('email', create_test.email)));
  perform private.add_event(v_made.id, 'created');
  return v_made.id;
end
$$;

create or replace function private.insert_draft(workspace uuid, draft jsonb, is_template boolean, is_test boolean default false)
returns public.requests
language plpgsql set search_path = '' as $$
declare
  v_me constant uuid := private.require_session();
  v_made public.requests;
begin
  if not insert_draft.workspace = any(private.my_workspaces()) then
    perform private.fail('not_found');
  end if;
  perform private.check_draft(insert_draft.draft);
  perform private.use_quota('requests', insert_draft.workspace::text, 1);
  insert into public.requests as r (workspace_id, title, message, due_on, due_after_days, created_by, is_template, is_test)
  values (
    insert_draft.workspace,
    private.one_line(insert_draft.draft ->> 'title'),
    coalesce(private.trimmed(insert_draft.draft ->> 'message'), ''),
    case when not insert_draft.is_template then private.as_day(insert_draft.draft -> 'due_on') end,
    case when insert_draft.is_template then private.as_due_after(insert_draft.draft -> 'due_after_days') end,
    v_me,
    insert_draft.is_template,
    insert_draft.is_test
  )
  returning r.* into v_made;
  perform private.edit_items(v_made, coalesce(insert_draft.draft -> 'items', '[]'));
  return v_made;
end
$$;

create or replace function private.edit_recipients(request public.requests, list jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  v_is_sent constant boolean := request.status <> 'draft';
  v_fresh text[];
begin
  v_fresh := array(
    select w.email from private.listed_recipients(edit_recipients.list) as w
    where not exists (
      select from public.recipients as p
      where p.request_id = request.id and p.removed_at is null and p.email = w.email
    )
  );
  if request.is_test and jsonb_array_length(edit_recipients.list) > 1 then
    perform private.fail('test.recipients');
  end if;
  if v_is_sent then
    if jsonb_array_length(coalesce(edit_recipients.list, '[]')) = 0 then
      perform private.fail('recipient.last');
    end if;
    -- A person with single items may be a member, which recipients aren't told.
    perform private.require_no_members(request, v_fresh || array(
      select p.email from public.recipients as p
      join private.listed_recipients(edit_recipients.list) as w on w.email = p.email
      where p.request_id = request.id and p.removed_at is null and p.scope = 'items'
    ));
    perform private.count_addressed(request, v_fresh);
  end if;

  perform private.widen_recipients(request, edit_recipients.list);
  perform private.replace_recipients(request, edit_recipients.list, v_fresh);
  perform private.rename_recipients(request, edit_recipients.list);
  perform private.add_recipients(request, edit_recipients.list);

  if v_is_sent then
    -- Removed ones are kept, so those count too.
    if (select count(*) from public.recipients as p where p.request_id = request.id and p.scope = 'all') > 100 then
      perform private.fail('draft.too_many_recipients');
    end if;
    update public.access_requests as a
    set decided_at = now(), decided_by = auth.uid(), is_added = true
    where a.request_id = request.id and a.decided_at is null and a.email = any(v_fresh);
  end if;
end
$$;

create or replace function private.list_stage(request public.requests) returns text
language sql immutable set search_path = '' as $$
  select case
    when request.is_template or request.is_test then null
    when request.deleted_at is not null then 'binned'
    when request.archived_at is not null then 'archived'
    when request.status = 'draft' then 'draft'
    when request.status <> 'open' then 'ended'
    when request.paused_at is null and (request.required_missing > 0 or request.required_returned > 0)
      then case when request.items_submitted > 0 then 'waiting to review' else 'waiting' end
    when request.items_submitted > 0 then 'to review'
    else 'open'
  end
$$;

create or replace function private.index_words(requests uuid[]) returns void
language sql set search_path = '' set jit = off as $$
  insert into public.request_search as s (request_id, workspace_id, document)
  select
    r.id,
    r.workspace_id,
    to_tsvector(
      'pg_catalog.simple',
      private.folded(concat_ws(
        ' ',
        r.title,
        r.message,
        (
          select string_agg(p.name || ' ' || p.email, ' ') from public.recipients as p
          where p.request_id = r.id and p.removed_at is null
        ),
        (select string_agg(i.title, ' ') from public.items as i where i.request_id = r.id and i.removed_at is null)
      ))
    )
  from public.requests as r
  where r.id = any(index_words.requests) and not r.is_template and not r.is_test
  on conflict (request_id, workspace_id) do update set document = excluded.document
$$;

create or replace function public.peek_request(token text)
returns table (
  workspace_name text, sender_name text, sender_email text, title text, due_on date, accent text, logo text, workspace_since date,
  requests_done integer, retain_days integer, retain_sensitive_days integer
)
language sql stable security definer rows 1 set search_path = '' as $$
  select
    w.name, p.display_name, u.email::text, r.title, r.due_on, w.accent, w.logo,
    date_trunc('month', w.created_at)::date,
    (
      select count(*)::integer
      from (
        select from public.requests as d
        where d.workspace_id = w.id and d.status = 'done' and d.archived_at is null and not d.is_test
        limit 20
      ) as done
    ),
    private.kept_days(r, false), private.kept_days(r, true)
  from public.requests as r
  join public.workspaces as w on w.id = r.workspace_id
  left join auth.users as u on u.id = r.sent_by and u.email_confirmed_at is not null
  left join public.profiles as p on p.user_id = u.id
  where r.id = (select private.request_of(peek_request.token))
$$;

create or replace function private.next_reminder(person public.recipients) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  v_parent public.requests;
  v_zone text;
begin
  -- A recipient who neither got an email nor came doesn't know what the reminder would be about.
  if num_nonnulls(person.removed_at, person.muted_at, person.unreachable_at) > 0
    or num_nonnulls(person.invited_at, person.user_id) = 0
  then
    return null;
  end if;
  select r.* into v_parent from public.requests as r where r.id = person.request_id;
  if v_parent.status <> 'open' or v_parent.is_test
    or num_nonnulls(v_parent.paused_at, v_parent.reminders_paused_at) > 0
    or private.count_missing_for(person, v_parent) = 0
    or person.reminders_sent >= (v_parent.reminder_plan ->> 'most')::integer
  then
    return null;
  end if;
  v_zone := coalesce(person.zone, (select w.zone from public.workspaces as w where w.id = person.workspace_id));
  return private.reminder_time(
    greatest(
      private.planned_reminder(v_parent.reminder_plan, v_parent.due_on, person.remind_after, v_zone),
      private.reminder_pause(person, v_zone)
    ),
    v_zone
  );
end
$$;

create or replace function private.upsert_people(requests uuid[]) returns void
language sql set search_path = '' as $$
  -- In one order, so that two requests to the same new people wait for each other instead of failing.
  insert into private.people as p (workspace_id, email, asked_as, asked_at)
  select distinct on (c.workspace_id, c.email) c.workspace_id, c.email, c.name, greatest(r.sent_at, c.created_at)
  from public.requests as r join public.recipients as c on c.request_id = r.id
  where r.id = any(upsert_people.requests) and r.sent_at is not null and not r.is_test and c.removed_at is null
  order by c.workspace_id, c.email, r.sent_at desc
  on conflict (workspace_id, email) do update
  set
    asked_as = coalesce(nullif(excluded.asked_as, ''), p.asked_as), asked_until = excluded.asked_until,
    asked_at = coalesce(p.asked_at, excluded.asked_at)
  where p.asked_at is null
    or (excluded.asked_as <> '' and p.asked_as <> excluded.asked_as)
    or p.asked_until < excluded.asked_until - interval '1 day'
$$;

create or replace function private.keep_open_recipients(recipients uuid[]) returns void
language sql set search_path = '' as $$
  delete from private.open_recipients as o
  using public.recipients as c, public.requests as r
  where o.recipient_id = any(keep_open_recipients.recipients) and c.id = o.recipient_id and r.id = c.request_id
    and (r.status <> 'open' or c.removed_at is not null);
  insert into private.open_recipients as o (recipient_id, workspace_id, person_id, due_on, unreached_at)
  select
    c.id, c.workspace_id, coalesce(p.merged_into, p.id),
    case when r.paused_at is null and private.count_missing_for(c, r) > 0 then coalesce(r.due_on, 'infinity') end,
    least(c.unreachable_at, c.muted_at)
  from public.recipients as c
  join public.requests as r on r.id = c.request_id
  join private.people as p on p.workspace_id = c.workspace_id and p.email = c.email
  where c.id = any(keep_open_recipients.recipients) and r.status = 'open' and not r.is_test and c.removed_at is null
  order by c.id
  -- A merge of this person may be under way.
  for key share of p
  on conflict (recipient_id) do update
  set person_id = excluded.person_id, due_on = excluded.due_on, unreached_at = excluded.unreached_at
  where (o.person_id, o.due_on, o.unreached_at)
    is distinct from (excluded.person_id, excluded.due_on, excluded.unreached_at)
$$;

create or replace function public.person_details(person uuid)
returns table (
  id uuid, workspace_id uuid, name text, given_name text, email text, note text, revision integer, addresses jsonb,
  tags jsonb, open_requests integer, done_requests integer, items_left integer, asked_at timestamptz,
  last_seen_at timestamptz, zone text, is_proven boolean, answer_seconds bigint, answered_at timestamptz, files integer, bytes bigint, emailed_at timestamptz,
  next_email_at timestamptz, unreachable_at timestamptz, muted_at timestamptz
)
language plpgsql stable security definer rows 1 set search_path = '' set jit = off
-- Without statistics the planner would rather read whole tables than follow a person's few rows.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  v_main constant private.people := private.require_person(person_details.person);
begin
  return query
    with asked as materialized (
      select c as recipient, r as request
      from private.recipients_of(v_main.id, 100) as c join public.requests as r on r.id = c.request_id
      where r.sent_at is not null and not r.is_test
    ),
    opened as (
      select a.* from asked as a where (a.request).status = 'open'
    )
    select
      v_main.id, v_main.workspace_id, coalesce(nullif(v_main.name, ''), v_main.asked_as), v_main.name, v_main.email, v_main.note,
      v_main.revision,
      (
        select jsonb_agg(
          jsonb_build_object('id', m.id, 'email', m.email, 'name', coalesce(nullif(m.name, ''), m.asked_as), 'note', m.note)
          order by m.id <> v_main.id, m.email
        )
        from private.addresses_of(v_main.id) as m
      ),
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name)), '[]') from private.tags_of(v_main.id) as t
      ),
      (select count(distinct (o.request).id)::integer from opened as o),
      (select count(distinct (a.request).id)::integer from asked as a where (a.request).status = 'done'),
      (
        select coalesce(sum(private.count_missing_for(o.recipient, o.request)), 0)::integer
        from (
          -- With both of their addresses in a request its items are theirs once.
          select distinct on ((o.request).id) o.* from opened as o
          where (o.request).paused_at is null order by (o.request).id, (o.recipient).scope
        ) as o
      ),
      (select min(m.asked_at) from private.addresses_of(v_main.id) as m),
      (select max(m.last_seen_at) from private.addresses_of(v_main.id) as m),
      (
        select (a.recipient).zone from asked as a where (a.recipient).zone is not null
        order by (a.recipient).last_seen_at desc nulls last limit 1
      ),
      (select coalesce(bool_or((a.recipient).user_id is not null), false) from asked as a),
      private.usual_answer_seconds(array(select (a.recipient).id from asked as a)),
      (select max(m.answered_at) from private.addresses_of(v_main.id) as m),
      kept.files, kept.bytes,
      (select max((a.recipient).emailed_at) from asked as a),
      (select min((o.recipient).next_reminder_at) from opened as o),
      (select min((o.recipient).unreachable_at) from opened as o),
      (select min((o.recipient).muted_at) from opened as o)
    from private.stored_by(array(select (a.recipient).id from asked as a)) as kept;
end
$$;

create or replace function public.person_requests(person uuid)
returns table (
  id uuid, title text, status text, is_paused boolean, sent_at timestamptz, closed_at timestamptz, due_on date,
  promised_on date, email text, is_handed boolean, items_left integer, items_accepted integer, items_submitted integer,
  items_returned integer, items_missing integer, is_unreachable boolean, is_muted boolean
)
language plpgsql stable security definer rows 100 set search_path = '' set jit = off
-- Without statistics the planner would rather read whole tables than follow a person's few rows.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  v_main constant private.people := private.require_person(person_requests.person);
begin
  return query
    select
      r.id, r.title, r.status, r.paused_at is not null, r.sent_at, r.closed_at, r.due_on, c.promised_on, c.email,
      c.scope = 'items', case when r.status = 'open' and r.paused_at is null then private.count_missing_for(c, r)::integer else 0 end,
      i.accepted, i.submitted, i.returned, i.missing, c.unreachable_at is not null, c.muted_at is not null
    from (
      -- A request to both of their addresses is listed once.
      select distinct on (c.request_id) c.id from private.recipients_of(v_main.id, 100) as c
      order by c.request_id, c.scope, c.created_at desc
    ) as l
    join public.recipients as c on c.id = l.id
    join public.requests as r on r.id = c.request_id
    cross join lateral private.items_by_state(c, r) as i
    where r.sent_at is not null and not r.is_test
    order by c.created_at desc, c.id;
end
$$;

create or replace function public.repeat_request(request uuid, every text default null, first_on date default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked constant public.requests := private.lock_to_copy(repeat_request.request);
  v_today constant date := private.workspace_today(v_locked.workspace_id);
begin
  perform private.require_newest(v_locked);
  if repeat_request.every is null then
    delete from private.repeats as s where s.request_id = v_locked.id;
    if found then
      perform private.add_event(v_locked.id, 'repeat_ended');
    end if;
    return;
  elsif v_locked.is_template or v_locked.is_test or v_locked.status = 'draft' then
    perform private.fail('repeat.draft');
  elsif v_locked.status = 'cancelled' then
    perform private.fail('request.closed');
  elsif repeat_request.every not in ('month', 'quarter', 'year') then
    perform private.fail('repeat.every');
  elsif coalesce(repeat_request.first_on not between v_today + 1 and (v_today + interval '1 year')::date, true) then
    perform private.fail('repeat.date');
  end if;
  insert into private.repeats as s (request_id, workspace_id, every, first_on, next_on, sender, not_before, is_told)
  values (
    v_locked.id, v_locked.workspace_id, repeat_request.every, repeat_request.first_on, repeat_request.first_on, auth.uid(),
    private.repeat_time(v_locked.workspace_id, repeat_request.first_on),
    -- A sender who has just chosen tomorrow knows it.
    repeat_request.first_on = v_today + 1
  )
  on conflict (request_id) do update set
    -- A member who only takes it over doesn't move a 31st.
    first_on = case
      when s.every = excluded.every and s.next_on = excluded.next_on then s.first_on else excluded.first_on
    end,
    every = excluded.every, next_on = excluded.next_on, sender = excluded.sender,
    not_before = excluded.not_before, is_told = excluded.is_told, failure = null, attempts = 0, claimed_until = null,
    claimed_by = null;
  perform private.add_event(v_locked.id, 'repeat_set');
end
$$;

create or replace function public.empty_bin(batch integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_due uuid[];
begin
  select array_agg(old.id) into v_due
  from (
    select r.id from public.requests as r
    where r.deleted_at <= private.email_clock() - interval '14 days'
      or r.is_test and r.created_at <= private.email_clock() - interval '14 days'
    order by r.id limit least(greatest(empty_bin.batch, 1), 100)
    for update skip locked
  ) as old;
  delete from public.requests as r where r.id = any(v_due);
  return coalesce(cardinality(v_due), 0);
end
$$;

create index requests_tests_idx on public.requests (created_at) where is_test;

comment on column public.requests.is_test is 'Sent to another address of a member''s to try a draft: in no list, count or search, without reminders, and deleted 14 days later.';

comment on function private.edit_recipients(public.requests,jsonb) is 'Makes the recipients of a locked request those of a checked list. The same address is the same recipient; an id with another address corrects it. Errors: test.recipients, recipient.last, recipient.member, quota.address.';

comment on function private.insert_draft(uuid,jsonb,boolean,boolean) is 'Creates a request, template or test of a checked draft, without its recipients. Errors: not_found, draft.*, quota.requests.';

comment on function private.list_stage(public.requests) is 'The one stage of a request; a filter of the list is one or several of them. Null for a template or a test.';

comment on function public.create_test(uuid,jsonb,text) is 'Saves a copy of a draft, whose only recipient is this address, as a test, which counts nowhere and is deleted after 14 days. Sent like any other request. Errors: not_found, draft.*, quota.requests.';

comment on function public.empty_bin(integer) is 'For the worker: deletes requests that have been in the bin for 14 days, and tests of that age. The purge finds their bytes. Returns their number; 0 when there are no more.';

grant execute on function public.create_test(uuid,jsonb,text) to authenticated;

do $$
declare
  own record;
begin
  for own in
    select c.oid::regclass as tab, a.attname as col
    from pg_catalog.pg_class as c
    join pg_catalog.pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by 1, 2
  loop
    execute format('alter table %s alter column %I set statistics 0', own.tab, own.col);
  end loop;
end
$$;

do $$
declare
  expression record;
begin
  for expression in
    select i.indexrelid::regclass as name, a.attnum as position
    from pg_catalog.pg_index as i
    join pg_catalog.pg_class as c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
    join pg_catalog.pg_attribute as a on a.attrelid = i.indexrelid and i.indkey[a.attnum - 1] = 0
  loop
    execute format('alter index %s alter column %s set statistics 0', expression.name, expression.position);
  end loop;
end
$$;

alter table private.job_rows alter column assignee set statistics 0;

alter index private.people_document_idx alter column 1 set statistics 0;
