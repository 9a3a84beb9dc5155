-- Generated from schemas/ by `pnpm migration tests_titles_and_link_pages`.

set local check_function_bodies = off;

drop function private.insert_draft(uuid,jsonb,boolean);

drop function private.send_again(public.requests);

drop function public.peek_request(text);

drop function public.repeat_request(uuid,text,date);

drop function public.request_repeat(uuid);

alter table public.requests add column is_test boolean not null default false;

alter table public.requests add column shows_items boolean not null default false;

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

create or replace function private.edit_items(request public.requests, list jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  v_is_sent constant boolean := request.status <> 'draft';
  v_listed constant jsonb := private.with_item_ids(request.id, edit_items.list);
  v_moment constant timestamptz := clock_timestamp();
  v_known constant uuid[] := array(
    select i.id from public.items as i where i.request_id = request.id and i.removed_at is null
  );
  v_reworded public.items[];
  v_is_reordered boolean;
begin
  if v_is_sent and jsonb_array_length(v_listed) = 0 then
    perform private.fail('draft.items');
  end if;
  perform private.remove_unlisted_items(request, v_listed, v_known, v_moment);

  v_reworded := array(
    select i from public.items as i
    join private.listed_items(v_listed) as w on w.id = i.id
    where private.item_words(i) <> private.item_words(w)
    order by w.position
  );
  perform private.require_changeable(request, v_listed, v_reworded);
  select array_agg(w.id order by w.position) <> array_agg(w.id order by i.position) into v_is_reordered
  from private.listed_items(v_listed) as w
  join public.items as i on i.id = w.id;

  -- Receipts leave out what is sensitive, so one that quotes an answer from before isn't right any more.
  if exists (
    select from unnest(v_reworded) as i join private.listed_items(v_listed) as w on w.id = i.id
    where w.sensitive and not i.sensitive and i.answer is not null
  ) then
    perform private.delete_receipts(request.id);
  end if;
  perform private.write_items(request, v_listed, case when v_is_sent then v_moment end);

  if not v_is_sent then
    return;
  end if;
  -- Removed ones are kept, so those count too.
  if (select count(*) from public.items as i where i.request_id = request.id) > 500 then
    perform private.fail('draft.too_many_items');
  end if;
  perform private.note_item_edits(request, v_listed, v_known, v_reworded);
  if v_is_reordered then
    perform private.add_event(request.id, 'items_reordered');
  end if;
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

create or replace function private.open_draft(locked public.requests, invite boolean) returns void
language plpgsql set search_path = '' as $$
declare
  v_emails constant text[] := array(
    select p.email from public.recipients as p where p.request_id = locked.id and p.removed_at is null
  );
begin
  if locked.status <> 'draft' then
    perform private.fail(case locked.status when 'cancelled' then 'request.closed' else 'draft.sent' end);
  elsif not exists (select from public.items as i where i.request_id = locked.id and i.removed_at is null) then
    perform private.fail('draft.items');
  elsif cardinality(v_emails) = 0 then
    perform private.fail('draft.recipients');
  end if;
  perform private.require_no_members(locked, v_emails);
  perform private.count_addressed(locked, v_emails);
  update public.requests as r
  -- A draft that is still open elsewhere must not change what recipients see.
  set status = 'open', sent_by = auth.uid(), sent_at = now(), revision = r.revision + 1, invites = open_draft.invite,
    assignee = coalesce(r.assignee, auth.uid()),
    title = private.dated_title(r.title, private.workspace_today(r.workspace_id))
  where r.id = locked.id;
  perform private.put_link(locked);
  perform private.add_event(locked.id, 'sent');
end
$$;

create or replace function private.dated_title(title text, day date) returns text
language sql stable set search_path = '' as $$
  select case
    when dated_title.title like '%{%' then left(
      replace(replace(replace(replace(
        dated_title.title,
        '{month}', to_char(dated_title.day, 'FMMonth')), '{last month}', to_char(d.last_month, 'FMMonth')),
        '{last year}', (extract(year from dated_title.day) - 1)::text),
        -- The year of the month beside it: in January, last month was last year.
        '{year}', extract(year from case
          when strpos(dated_title.title, '{last month}') > 0 and strpos(dated_title.title, '{month}') = 0 then d.last_month
          else dated_title.day
        end)::text
      ),
      160
    )
    else dated_title.title
  end
  from (select (date_trunc('month', dated_title.day) - interval '1 month')::date as last_month) as d
$$;

create or replace function public.show_items(request uuid, shown boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(show_items.request);
begin
  update public.requests as r set shows_items = coalesce(show_items.shown, false) where r.id = v_locked.id;
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
  requests_done integer, retain_days integer, retain_sensitive_days integer, item_titles text[]
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
    private.kept_days(r, false), private.kept_days(r, true),
    array(
      select i.title from public.items as i
      where r.shows_items and i.request_id = r.id and i.removed_at is null
      order by i.position
    )
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
  id uuid, workspace_id uuid, name text, given_name text, email text, phone text, client text, client_people jsonb,
  note text, revision integer, addresses jsonb,
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
      v_main.id, v_main.workspace_id, coalesce(nullif(v_main.name, ''), v_main.asked_as), v_main.name, v_main.email,
      v_main.phone, v_main.client, private.others_of_client(v_main), v_main.note, v_main.revision,
      (
        select jsonb_agg(
          jsonb_build_object('id', m.id, 'email', m.email, 'name', coalesce(nullif(m.name, ''), m.asked_as), 'note', m.note, 'phone', m.phone)
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

alter table private.repeats add column title text not null default ''::text;

alter table private.repeats add constraint repeats_title_check CHECK ((char_length(title) <= 160));

create or replace function public.request_repeat(request uuid)
returns table (
  every text, next_on date, sender_name text, can_send boolean, failure text, following_id uuid, title text
)
language plpgsql stable security definer rows 1 set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  v_parent constant uuid := (
    select r.workspace_id from public.requests as r
    where r.id = request_repeat.request and r.workspace_id = any(private.my_workspaces())
  );
begin
  perform private.require_session();
  if v_parent is null then
    perform private.fail('not_found');
  end if;
  return query
  select
    s.every, s.next_on,
    coalesce((select f.display_name from public.profiles as f where f.user_id = s.sender), ''),
    private.may_send_requests(s.workspace_id, s.sender), s.failure,
    nullif(s.request_id, request_repeat.request), s.title
  from private.repeats as s
  where s.request_id = request_repeat.request or s.previous_id = request_repeat.request
  order by s.request_id = request_repeat.request desc
  limit 1;
end
$$;

create or replace function public.repeat_request(
  request uuid, every text default null, first_on date default null, title text default ''
) returns void
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
  elsif not private.fits(coalesce(repeat_request.title, ''), 0, 160) then
    perform private.fail('draft.title');
  end if;
  insert into private.repeats as s (request_id, workspace_id, every, first_on, next_on, sender, not_before, is_told, title)
  values (
    v_locked.id, v_locked.workspace_id, repeat_request.every, repeat_request.first_on, repeat_request.first_on, auth.uid(),
    private.repeat_time(v_locked.workspace_id, repeat_request.first_on),
    -- A sender who has just chosen tomorrow knows it.
    repeat_request.first_on = v_today + 1,
    coalesce(private.one_line(repeat_request.title), '')
  )
  on conflict (request_id) do update set
    -- A member who only takes it over doesn't move a 31st.
    first_on = case
      when s.every = excluded.every and s.next_on = excluded.next_on then s.first_on else excluded.first_on
    end,
    every = excluded.every, next_on = excluded.next_on, title = excluded.title, sender = excluded.sender,
    not_before = excluded.not_before, is_told = excluded.is_told, failure = null, attempts = 0, claimed_until = null,
    claimed_by = null;
  perform private.add_event(v_locked.id, 'repeat_set');
end
$$;

create or replace function public.finish_repeat(request uuid, worker uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_moment constant timestamptz := private.email_clock();
  v_claims constant text := coalesce(current_setting('request.jwt.claims', true), '');
  v_source public.requests;
  v_claimed private.repeats;
  v_made uuid;
  v_code text;
begin
  -- A deletion locks the workspace before its requests. A weaker lock would let both wait for each other.
  perform from public.workspaces as w
  where w.id = (select r.workspace_id from public.requests as r where r.id = finish_repeat.request) for share;
  select r.* into v_source from public.requests as r where r.id = finish_repeat.request for update;
  -- Not after a skip or an end, nor if the lease ran out and another worker holds it.
  select s.* into v_claimed from private.repeats as s
  where s.request_id = v_source.id and s.claimed_by = finish_repeat.worker and s.not_before <= v_moment
  for update;
  if not found then
    return null;
  end if;
  if v_claimed.attempts > 5 then
    -- A repeat that has stopped several workers needs a person's attention.
    v_code := 'repeat.failed';
  elsif not private.may_send_requests(v_source.workspace_id, v_claimed.sender) then
    v_code := 'repeat.sender';
  else
    begin
      perform private.act_as(v_claimed.sender);
      v_made := private.send_again(v_source, v_claimed);
      perform set_config('request.jwt.claims', v_claims, true);
    exception when others then
      if sqlstate not like 'PT4%' then
        raise;
      end if;
      v_code := sqlerrm;
    end;
  end if;
  if v_code like 'quota.%' then
    update private.repeats as s
    set not_before = date_trunc('day', v_moment, 'UTC') + interval '1 day', claimed_until = null, attempts = 0
    where s.request_id = v_source.id;
    return 'waits';
  elsif v_made is null then
    update private.repeats as s
    set not_before = 'infinity', failure = v_code, claimed_until = null, attempts = 0
    where s.request_id = v_source.id
    returning s.* into v_claimed;
    perform private.queue_repeat(v_claimed, true);
    return 'failed';
  end if;
  perform private.move_repeat(v_claimed, v_made);
  return 'sent';
end
$$;

create or replace function private.send_again(source public.requests, claimed private.repeats) returns uuid
language plpgsql set search_path = '' as $$
declare
  v_zone constant text := (select w.zone from public.workspaces as w where w.id = source.workspace_id);
  v_made public.requests;
begin
  v_made := private.start_request(
    -- Of the planned day, which the page has shown, also if it's sent later.
    source, private.dated_title(coalesce(nullif(claimed.title, ''), source.title), claimed.next_on), source.message,
    -- Without a due date there is none; greatest would ignore the null.
    case when source.due_on is not null then
      private.workspace_today(source.workspace_id) + greatest(source.due_on - (source.sent_at at time zone v_zone)::date, 0)
    end
  );
  update public.requests as r set reminder_plan = source.reminder_plan, shows_items = source.shows_items where r.id = v_made.id;
  if source.assignee is not null then
    perform private.set_assignee(v_made, source.assignee);
  end if;
  insert into public.request_tags (request_id, tag_id, workspace_id)
  select v_made.id, g.tag_id, g.workspace_id from public.request_tags as g where g.request_id = source.id;
  -- An opt-out holds for the whole series.
  insert into public.recipients (request_id, workspace_id, email, name, muted_at)
  select v_made.id, source.workspace_id, p.email, p.name, p.muted_at
  from public.recipients as p where p.request_id = source.id and p.removed_at is null and p.scope = 'all';
  perform private.open_draft(v_made, true);
  perform private.add_event(v_made.id, 'repeated');
  return v_made.id;
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

comment on column public.requests.shows_items is 'True if the link shows the titles of the items to anyone, before an address is proven.';

comment on column private.repeats.title is 'Title of the following requests, which private.dated_title fills in; empty for the one of the newest request.';

comment on function private.dated_title(text,date) is 'A title on the day on which it is sent: {month}, {year}, {last month} and {last year} filled in. @sheaf/contract/dated-title does the same.';

comment on function private.delete_receipts(uuid) is 'Deletes a request''s receipts, which quote answers that were erased or have become sensitive. Recipients keep the copies they saved.';

comment on function private.edit_recipients(public.requests,jsonb) is 'Makes the recipients of a locked request those of a checked list. The same address is the same recipient; an id with another address corrects it. Errors: test.recipients, recipient.last, recipient.member, quota.address.';

comment on function private.insert_draft(uuid,jsonb,boolean,boolean) is 'Creates a request, template or test of a checked draft, without its recipients. Errors: not_found, draft.*, quota.requests.';

comment on function private.list_stage(public.requests) is 'The one stage of a request; a filter of the list is one or several of them. Null for a template or a test.';

comment on function private.open_draft(public.requests,boolean) is 'Opens a locked draft for the caller, fills the dates in its title, creates its link and emails it if wanted. Errors: draft.sent, request.closed, draft.items, draft.recipients, recipient.member, quota.address.';

comment on function private.send_again(public.requests,private.repeats) is 'Sends a request again as it is now, under its title or that of the repeat, due as many days after today as it was after it was sent.';

comment on function public.create_test(uuid,jsonb,text) is 'Saves a copy of a draft, whose only recipient is this address, as a test, which counts nowhere and is deleted after 14 days. Sent like any other request. Errors: not_found, draft.*, quota.requests.';

comment on function public.empty_bin(integer) is 'For the worker: deletes requests that have been in the bin for 14 days, and tests of that age. The purge finds their bytes. Returns their number; 0 when there are no more.';

comment on function public.repeat_request(uuid,text,date,text) is 'For members: sends a request again every month, quarter or year from a day on, in the caller''s name and under this title, if one is given; null ends that. Errors: not_found, repeat.moved, repeat.draft, request.closed, repeat.every, repeat.date, draft.title.';

comment on function public.show_items(uuid,boolean) is 'For members: whether the link of a request shows the titles of its items to anyone who has it. Errors: not_found.';

comment on function public.peek_request(text) is 'What anyone with the link may see: requester, logo, accent colour, the sender''s name and verified address, title and due date; the month since which the workspace exists, how many of its requests are done (20 stands for 20 or more; archived ones don''t count), and for how many days files and answers are kept after the end, those of sensitive items too. The titles of the items, where a member has allowed it. No row for any other token.';

comment on function public.request_repeat(uuid) is 'For members: how a request repeats; no row if it doesn''t. following_id: the request that it was sent again as, which the rest is about. title: of the following ones, empty for the same. can_send: whether its sender may still send. Errors: not_found.';

grant execute on function public.create_test(uuid,jsonb,text) to authenticated;

grant execute on function public.repeat_request(uuid,text,date,text) to authenticated;

grant execute on function public.show_items(uuid,boolean) to authenticated;

grant execute on function public.peek_request(text) to anon;

grant execute on function public.peek_request(text) to authenticated;

grant execute on function public.request_repeat(uuid) to authenticated;

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
