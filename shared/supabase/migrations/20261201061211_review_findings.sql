-- Generated from schemas/ by `pnpm migration review_findings`.

set local check_function_bodies = off;

alter table public.events drop constraint events_kind_check;

drop function public.create_test(uuid,jsonb,text);

alter table private.people add column added_at timestamp with time zone;

alter table private.people add column client_from uuid;

alter table private.people add column phone_from uuid;

create or replace function public.create_test(workspace uuid, draft jsonb, email text, saved uuid default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_saved constant public.requests := case
    when create_test.saved is not null then private.lock_to_copy(create_test.saved)
  end;
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
  -- An answer of a client must not be deleted with a test.
  if exists (
    select from public.recipients as c join private.people as p on p.workspace_id = c.workspace_id and p.email = c.email
    where c.request_id = v_made.id
  ) then
    perform private.fail('test.person');
  end if;
  if v_saved.workspace_id <> v_made.workspace_id then
    perform private.fail('not_found');
  elsif v_saved.id is not null then
    perform private.copy_settings(v_saved, v_made);
  end if;
  perform private.add_event(v_made.id, 'created');
  return v_made.id;
end
$$;

create or replace function public.duplicate_request(request uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_source public.requests := private.lock_to_copy(duplicate_request.request);
  v_made public.requests;
begin
  perform private.use_quota('requests', v_source.workspace_id::text, 1);
  insert into public.requests as r (workspace_id, title, message, created_by)
  values (v_source.workspace_id, v_source.title, v_source.message, auth.uid())
  returning r.* into v_made;
  perform private.copy_items(v_source, v_made);
  perform private.copy_settings(v_source, v_made);
  insert into public.recipients (request_id, workspace_id, email, name)
  select v_made.id, v_source.workspace_id, p.email, p.name
  from public.recipients as p where p.request_id = v_source.id and p.removed_at is null and p.scope = 'all';
  insert into public.request_tags (request_id, tag_id, workspace_id)
  select v_made.id, g.tag_id, g.workspace_id from public.request_tags as g where g.request_id = v_source.id;
  perform private.add_event(v_made.id, 'created');
  return v_made.id;
end
$$;

create or replace function private.copy_settings(source public.requests, made public.requests) returns void
language sql set search_path = '' as $$
  update public.requests as r
  set
    reminder_plan = source.reminder_plan, shows_items = source.shows_items,
    -- A request that was sent has its workspace's number too, which may have changed since.
    retain_days = case when source.retain_days < coalesce(w.retain_days, 'infinity'::float8) then source.retain_days end
  from public.workspaces as w
  where r.id = made.id and w.id = made.workspace_id
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

  -- Receipts leave out what is sensitive. One from before quotes every answer that was given until then.
  if exists (
    select from unnest(v_reworded) as i join private.listed_items(v_listed) as w on w.id = i.id
    where w.sensitive and not i.sensitive and exists (
      select from public.events as e where e.request_id = request.id and e.item_id = i.id and e.kind = 'answered'
    )
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

create or replace function private.dated_title(title text, day date) returns text
language sql stable set search_path = '' as $$
  select case
    when dated_title.title like '%{%' then private.trimmed(left(
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
    ))
    else dated_title.title
  end
  from (select (date_trunc('month', dated_title.day) - interval '1 month')::date as last_month) as d
$$;

create or replace function public.show_items(request uuid, shown boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(show_items.request);
begin
  if coalesce(show_items.shown, false) = v_locked.shows_items then
    return;
  end if;
  update public.requests as r set shows_items = not v_locked.shows_items where r.id = v_locked.id;
  perform private.add_event(v_locked.id, case when v_locked.shows_items then 'items_hidden' else 'items_shown' end);
end
$$;

create or replace function private.edited_request(former public.requests, change jsonb) returns public.requests
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  v_edited public.requests := edited_request.former;
begin
  if edited_request.change ? 'title' then
    v_edited.title := private.one_line(edited_request.change ->> 'title');
    -- Its recipient can always tell a test from a request.
    if former.is_test and v_edited.title not like 'Test: %' then
      v_edited.title := private.trimmed(left('Test: ' || v_edited.title, 160));
    end if;
  end if;
  if edited_request.change ? 'message' then
    v_edited.message := coalesce(private.trimmed(edited_request.change ->> 'message'), '');
  end if;
  if edited_request.change ? 'due_on' then
    v_edited.due_on := private.as_day(edited_request.change -> 'due_on');
  end if;
  if former.is_template and edited_request.change ? 'due_after_days' then
    v_edited.due_after_days := private.as_due_after(edited_request.change -> 'due_after_days');
  end if;
  return v_edited;
end
$$;

alter table public.events add constraint events_kind_check CHECK ((kind = ANY (ARRAY['created'::text, 'sent'::text, 'opened'::text, 'file_added'::text, 'file_removed'::text, 'file_set_aside'::text, 'file_put_back'::text, 'file_returned'::text, 'file_damaged'::text, 'file_restored'::text, 'answered'::text, 'accepted'::text, 'returned'::text, 'waived'::text, 'received_elsewhere'::text, 'decision_undone'::text, 'link_replaced'::text, 'paused'::text, 'resumed'::text, 'closed'::text, 'done'::text, 'reopened'::text, 'cancelled'::text, 'archived'::text, 'unarchived'::text, 'assigned'::text, 'exported'::text, 'title_changed'::text, 'message_changed'::text, 'due_changed'::text, 'retention_changed'::text, 'erasure_announced'::text, 'erased'::text, 'deleted'::text, 'restored'::text, 'deletion_asked'::text, 'deletion_granted'::text, 'deletion_refused'::text, 'item_added'::text, 'item_changed'::text, 'item_removed'::text, 'items_reordered'::text, 'recipient_added'::text, 'recipient_corrected'::text, 'recipient_removed'::text, 'invited'::text, 'reminded'::text, 'unreachable'::text, 'promised'::text, 'question_asked'::text, 'question_answered'::text, 'question_resolved'::text, 'question_reopened'::text, 'handed_off'::text, 'taken_back'::text, 'repeat_set'::text, 'repeat_skipped'::text, 'repeat_ended'::text, 'repeated'::text, 'items_shown'::text, 'items_hidden'::text])));

create or replace function private.is_for_members(kind text) returns boolean
language sql immutable set search_path = '' as $$
  select is_for_members.kind in (
    'title_changed', 'message_changed', 'item_changed', 'recipient_added', 'recipient_corrected', 'recipient_removed',
    'archived', 'unarchived', 'assigned', 'exported', 'invited', 'reminded', 'unreachable', 'promised', 'repeat_set',
    'repeat_skipped', 'repeat_ended', 'repeated', 'items_shown', 'items_hidden'
  )
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
      where r.shows_items and r.status = 'open' and i.request_id = r.id and i.removed_at is null
      order by i.position
    )
  from public.requests as r
  join public.workspaces as w on w.id = r.workspace_id
  left join auth.users as u on u.id = r.sent_by and u.email_confirmed_at is not null
  left join public.profiles as p on p.user_id = u.id
  where r.id = (select private.request_of(peek_request.token))
$$;

create or replace function public.request_access(token text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_session();
  v_request constant uuid := private.request_of(request_access.token);
  v_parent public.requests;
  v_proven text;
begin
  select r.* into v_parent from public.requests as r where r.id = v_request for update;
  select u.email into v_proven from auth.users as u
  where u.id = v_me and u.email_confirmed_at is not null and not u.is_sso_user;
  if v_parent.id is null or v_parent.is_test or v_proven is null then
    perform private.fail('not_found');
  end if;
  -- The answer to an earlier request stands, unless the person was added and removed again since.
  if exists (
    select from public.access_requests as a
    where a.request_id = v_parent.id and a.user_id = v_me and a.is_added is not true
  ) or exists (
    select from public.recipients as p where p.request_id = v_parent.id and p.user_id = v_me
  ) then
    return;
  end if;
  perform private.use_quota('access_requests', v_me::text, 1);
  if (
    select count(*) from public.access_requests as a where a.request_id = v_parent.id and a.decided_at is null
  ) >= 20 then
    perform private.fail('access.too_many');
  end if;
  insert into public.access_requests as a (request_id, workspace_id, user_id, email)
  values (v_parent.id, v_parent.workspace_id, v_me, lower(v_proven))
  on conflict (request_id, user_id) do update
    set email = excluded.email, asked_at = now(), decided_at = null, decided_by = null, is_added = null;
end
$$;

create or replace function private.tg_events__count_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.answering_people (workspace_id, address_hash)
  select new.workspace_id, private.address_hash(p.email)
  from public.recipients as p join public.requests as r on r.id = p.request_id and not r.is_test
  where p.id = new.recipient_id
  on conflict do nothing;
  return null;
end
$$;

create or replace function private.facts_repeat(email private.outbox, request public.requests, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'title', private.dated_title(coalesce(nullif(s.title, ''), request.title), (email.data ->> 'on')::date),
    'people', (
      select coalesce(
        jsonb_agg(coalesce(nullif(p.name, ''), p.email) order by p.created_at, p.id), '[]'
      )
      from public.recipients as p where p.request_id = request.id and p.removed_at is null and p.scope = 'all'
    ),
    'on', email.data ->> 'on',
    'hasFailed', (email.data ->> 'failed')::boolean,
    'today', private.workspace_today(w.id),
    'url', site || '/requests/' || request.id
  )
  from public.workspaces as w left join private.repeats as s on s.request_id = request.id
  where w.id = email.workspace_id
$$;

create or replace function private.tg_recipients__sync_people() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_met uuid[];
  v_seen record;
begin
  if tg_op = 'INSERT' then
    v_met := array(select distinct c.request_id from changed as c);
  else
    v_met := array(
      select distinct c.request_id from changed as c join former as f on f.id = c.id
      where (f.email, f.name) is distinct from (c.email, c.name)
    );
    -- Before anything else of theirs, in the order of merges. No one who is forgotten below is tagged in between.
    perform from private.people as p
    where (p.workspace_id, p.email) in (
      select s.workspace_id, s.email
      from changed as c join former as f on f.id = c.id
      cross join lateral (values (f.workspace_id, f.email), (c.workspace_id, c.email)) as s (workspace_id, email)
      where f.email <> c.email
    )
    order by p.id
    for update;
  end if;
  if v_met <> '{}' then
    perform private.upsert_people(v_met);
  end if;
  perform private.keep_open_recipients(array(select c.id from changed as c));
  if tg_op = 'UPDATE' then
    update private.people as p set last_seen_at = c.last_seen_at
    from changed as c join former as f on f.id = c.id
    join public.requests as r on r.id = c.request_id and not r.is_test
    where p.workspace_id = c.workspace_id and p.email = c.email and f.last_seen_at is distinct from c.last_seen_at
      and coalesce(p.last_seen_at < c.last_seen_at, true);
    -- An address that was corrected before anyone used it belonged to no one, unless a member had added it.
    delete from private.people as p
    using changed as c join former as f on f.id = c.id
    where f.email <> c.email and p.workspace_id = f.workspace_id and p.email = f.email and p.added_at is null
      and p.name = '' and p.note = '' and p.phone = '' and p.client = '' and p.merged_into is null
      and not exists (select from private.people as m where m.merged_into = p.id)
      and not exists (select from private.person_tags as g where g.person_id = p.id)
      and not exists (
        select from public.recipients as other join public.requests as r on r.id = other.request_id
        where other.workspace_id = p.workspace_id and private.address_hash(other.email) = private.address_hash(p.email)
          and r.sent_at is not null
      );
  end if;
  return null;
end
$$;

create or replace function private.tg_events__note_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.people as p set answered_at = new.at
  from public.recipients as c join public.requests as r on r.id = c.request_id
  where c.id = new.recipient_id and p.workspace_id = c.workspace_id and p.email = c.email and not r.is_test
    -- Two requests of one person may commit in another order than they began in.
    and coalesce(p.answered_at < new.at, true);
  return null;
end
$$;

create or replace function private.others_of_client(person private.people) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('id', m.id, 'name', coalesce(nullif(m.name, ''), m.asked_as), 'email', m.email)
      order by m.sort_name, m.id
    ),
    '[]'
  )
  from (
    select c.* from private.people_of_client(person.workspace_id, person.client_key, 22) as c
    where c.id <> person.id
    order by c.sort_name, c.id
    limit 21
  ) as m
$$;

create or replace function public.edit_person(
  person uuid, revision integer, name text, note text, phone text default null, client text default null
) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_main constant private.people := private.require_person(edit_person.person);
  v_named constant text := private.one_line(coalesce(edit_person.name, ''));
  v_noted constant text := private.trimmed(coalesce(edit_person.note, ''));
  v_phone constant text := private.one_line(edit_person.phone);
  v_client constant text := private.one_line(edit_person.client);
  v_current integer;
begin
  if v_named <> '' and (char_length(v_named) > 80 or not private.is_name(v_named)) then
    perform private.fail('person.name');
  elsif char_length(v_noted) > 1000 then
    perform private.fail('person.note');
  elsif v_phone <> '' and not private.is_phone(v_phone) then
    perform private.fail('person.phone');
  elsif v_client <> '' and not private.is_client(v_client) then
    perform private.fail('person.client');
  end if;
  select p.revision into v_current from private.people as p where p.id = v_main.id for no key update;
  if v_current is distinct from edit_person.revision then
    perform private.fail('person.stale');
  end if;
  update private.people as p
  set
    name = v_named, note = v_noted, phone = coalesce(v_phone, p.phone), client = coalesce(v_client, p.client),
    phone_from = case when coalesce(v_phone, p.phone) = p.phone then p.phone_from end,
    client_from = case when coalesce(v_client, p.client) = p.client then p.client_from end,
    revision = p.revision + 1
  where p.id = v_main.id;
  return v_current + 1;
end
$$;

create or replace function public.add_people(workspace uuid, people jsonb) returns table (added integer, known integer)
language plpgsql security definer rows 1 set search_path = '' as $$
#variable_conflict use_column
declare
  v_most constant integer := 1000;
  v_added integer;
  v_known integer;
begin
  perform private.require_role(add_people.workspace, 'member');
  if jsonb_typeof(add_people.people) is distinct from 'array' then
    perform private.fail('draft.recipient');
  elsif jsonb_array_length(add_people.people) > v_most then
    perform private.fail('person.too_many');
  end if;
  perform private.check_people(add_people.people);
  perform private.lock_people(add_people.workspace, false);
  perform private.use_quota('people', add_people.workspace::text, jsonb_array_length(add_people.people));
  with written as (
    -- In the order in which requests add people.
    insert into private.people as p (workspace_id, email, name, phone, client, added_at)
    select distinct on (g.email) add_people.workspace, g.email, g.name, g.phone, g.client, now()
    from private.listed_people(add_people.people) as g
    order by g.email, g.name = '', g.position
    on conflict (workspace_id, email) do update
    set
      -- A name that members or requests have stays.
      name = case when p.name = '' and p.asked_as = '' then excluded.name else p.name end,
      asked_until = excluded.asked_until, added_at = coalesce(p.added_at, excluded.added_at)
    returning p.xmax = 0 as is_new
  )
  select count(*) filter (where w.is_new), count(*) filter (where not w.is_new) into v_added, v_known from written as w;
  perform private.fill_people(add_people.workspace, add_people.people);
  return query select v_added, v_known;
end
$$;

create or replace function private.fill_people(workspace uuid, people jsonb) returns void
language sql set search_path = '' as $$
  update private.people as p
  set
    phone = coalesce(nullif(p.phone, ''), g.phone), client = coalesce(nullif(p.client, ''), g.client),
    -- A form that shows the person without them would save that.
    revision = p.revision + 1
  from (
    select coalesce(k.merged_into, k.id) as id, max(l.phone) as phone, max(l.client) as client
    from private.listed_people(fill_people.people) as l
    join private.people as k on k.workspace_id = fill_people.workspace and k.email = l.email
    group by 1
  ) as g
  where p.id = g.id and (p.phone = '' and g.phone <> '' or p.client = '' and g.client <> '')
$$;

create or replace function public.merge_people(person uuid, other uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_most_addresses constant integer := 10;
  v_workspaces constant uuid[] := private.my_workspaces();
  v_parent uuid;
  v_together uuid[];
begin
  perform private.require_session();
  select p.workspace_id into v_parent
  from private.people as p join private.people as o on o.id = merge_people.other and o.workspace_id = p.workspace_id
  where p.id = merge_people.person and p.workspace_id = any(v_workspaces);
  if v_parent is null then
    perform private.fail('not_found');
  elsif merge_people.person = merge_people.other then
    perform private.fail('person.same');
  end if;
  -- One merge at a time in a workspace: two at a time could merge each other's person.
  perform private.lock_people(v_parent, true);
  v_together := array(
    select p.id from private.people as p
    where coalesce(p.merged_into, p.id) in (
      select coalesce(n.merged_into, n.id) from private.people as n
      where n.id in (merge_people.person, merge_people.other)
    ) and p.workspace_id = v_parent
  );
  if cardinality(v_together) > v_most_addresses then
    perform private.fail('person.too_many_addresses');
  elsif (select count(distinct g.tag_id) from private.person_tags as g where g.person_id = any(v_together)) > 10 then
    perform private.fail('tag.too_many_here');
  end if;
  -- None of their requests is opened or closed in between under the other person.
  perform from private.people as p where p.id = any(v_together) order by p.id for update;
  update private.people as p
  set merged_into = case when p.id <> merge_people.person then merge_people.person end
  where p.id = any(v_together);
  update private.open_recipients as o set person_id = merge_people.person
  where o.person_id = any(v_together) and o.person_id <> merge_people.person;
  perform private.lend_details(merge_people.person);
  insert into private.person_tags (person_id, tag_id, workspace_id)
  select merge_people.person, g.tag_id, g.workspace_id from private.person_tags as g where g.person_id = any(v_together)
  on conflict do nothing;
  delete from private.person_tags as g where g.person_id = any(v_together) and g.person_id <> merge_people.person;
end
$$;

create or replace function private.lend_details(person uuid) returns void
language sql set search_path = '' as $$
  update private.people as p
  set
    phone = coalesce(nullif(p.phone, ''), with_phone.phone, ''),
    phone_from = case when p.phone = '' then with_phone.id else p.phone_from end,
    client = coalesce(nullif(p.client, ''), with_client.client, ''),
    client_from = case when p.client = '' then with_client.id else p.client_from end,
    revision = p.revision + 1
  from (select) as one
  left join lateral (
    select m.id, m.phone from private.addresses_of(lend_details.person) as m where m.phone <> '' order by m.email limit 1
  ) as with_phone on true
  left join lateral (
    select m.id, m.client from private.addresses_of(lend_details.person) as m where m.client <> '' order by m.email limit 1
  ) as with_client on true
  where p.id = lend_details.person
    and (p.phone = '' and with_phone.id is not null or p.client = '' and with_client.id is not null)
$$;

create or replace function public.unmerge_person(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_main constant private.people := private.require_person(unmerge_person.person);
  v_apart private.people;
begin
  perform private.lock_people(v_main.workspace_id, true);
  select p.* into v_apart from private.people as p where p.id = unmerge_person.person for update;
  if v_apart.merged_into is null then
    return;
  end if;
  update private.people as p set merged_into = null where p.id = v_apart.id;
  update private.people as p
  set
    phone = case when p.phone_from = v_apart.id then '' else p.phone end,
    phone_from = nullif(p.phone_from, v_apart.id),
    client = case when p.client_from = v_apart.id then '' else p.client end,
    client_from = nullif(p.client_from, v_apart.id),
    revision = p.revision + 1
  where p.id = v_apart.merged_into and v_apart.id in (p.phone_from, p.client_from);
  update private.open_recipients as o set person_id = v_apart.id
  from public.recipients as c
  where o.person_id = v_apart.merged_into and c.id = o.recipient_id and c.email = v_apart.email;
end
$$;

create or replace function private.is_asked(person uuid) returns boolean
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

create or replace function public.send_to_many(job uuid, template uuid, title text, message text, people jsonb) returns void
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  v_source public.requests;
  v_checklist public.requests;
  v_listed integer;
  v_title text := private.one_line(send_to_many.title);
  v_message constant text := coalesce(private.trimmed(send_to_many.message), '');
begin
  perform private.require_session();
  v_source := private.lock_template(send_to_many.template);
  -- The template's lock makes a repeat wait for the first.
  if exists (
    select from private.jobs as j where j.id = send_to_many.job and j.workspace_id = v_source.workspace_id
  ) then
    return;
  elsif jsonb_typeof(send_to_many.people) is distinct from 'array' then
    perform private.fail('bulk.rows');
  end if;
  v_listed := jsonb_array_length(send_to_many.people);
  if v_listed not between 1 and 1000 or exists (
    select from jsonb_array_elements(send_to_many.people) as e (person)
    where jsonb_typeof(e.person) <> 'object' or coalesce(e.person ->> 'number' !~ '^[1-9][0-9]{0,8}$', true)
  ) then
    perform private.fail('bulk.rows');
  elsif v_source.items_total = 0 then
    perform private.fail('draft.items');
  end if;
  -- One month for everyone, also for those whose request waits for a quota.
  v_title := private.dated_title(v_title, private.workspace_today(v_source.workspace_id));
  perform private.check_bulk_rows(v_source, v_title, v_message, send_to_many.people);
  perform private.use_quota('bulk_rows', v_source.workspace_id::text, v_listed);
  -- The copy of the template.
  perform private.use_quota('requests', v_source.workspace_id::text, 1);
  insert into public.requests as r (workspace_id, title, message, created_by, is_template)
  values (v_source.workspace_id, v_source.title, v_source.message, auth.uid(), true)
  returning r.* into v_checklist;
  perform private.copy_items(v_source, v_checklist);
  insert into private.jobs (id, kind, workspace_id, template_id, checklist_id, title, message, sender)
  values (
    send_to_many.job, 'bulk', v_source.workspace_id, v_source.id, v_checklist.id, v_title, v_message, auth.uid()
  )
  on conflict do nothing;
  if not found then
    perform private.fail('not_found');
  end if;
  insert into private.job_rows (job_id, number, email, name, due_on, assignee, not_before)
  select
    send_to_many.job, (e.person ->> 'number')::integer, l.email, l.name, private.as_day(e.person -> 'due_on'),
    (e.person ->> 'assignee')::uuid, private.email_clock()
  from jsonb_array_elements(send_to_many.people) as e (person)
  cross join lateral private.listed_recipients(jsonb_build_array(e.person)) as l;
  perform private.count_template_use(v_source.id);
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
  elsif private.one_line(repeat_request.title) <> '' and not (
    private.fits(repeat_request.title, 1, 160) and private.has_visible_character(repeat_request.title)
  ) then
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
  perform private.copy_settings(source, v_made);
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

create or replace function private.delete_receipts(request uuid) returns void
language sql set search_path = '' as $$
  -- A worker that is signing one has read the answers already. Without its lease it can't store that, and until the
  -- answers have changed it can't take another. One that it stores before that is found by the next statement.
  update private.receipts as c set claimed_by = null, claimed_until = null
  from public.recipients as p
  where p.id = c.recipient_id and p.request_id = delete_receipts.request and c.issued_at is null;
  delete from private.receipts as c using public.recipients as p
  where p.id = c.recipient_id and p.request_id = delete_receipts.request and c.issued_at is not null;
$$;

comment on column private.people.added_at is 'When a member added this address to the list; null for one that requests alone have asked.';

comment on column private.people.client_from is 'The same of the client.';

comment on column private.people.phone_from is 'The merged address whose phone number this is; null for their own. It goes when the addresses are separated.';

comment on function private.copy_settings(public.requests,public.requests) is 'Gives a copy the reminders of a request, what its link page shows, and the retention that was chosen for it.';

comment on function private.fill_people(uuid,jsonb) is 'Gives people of a list its phone number and client if they have none; of a merged address, to the person it belongs to.';

comment on function private.is_for_members(text) is 'True for events that recipients cannot read: former texts, the addresses of others and what was written to them, where a workspace keeps a request, when it sends it again, what its link shows to anyone, and downloads of everything, which include the files of others.';

comment on function private.lend_details(uuid) is 'Gives a person the phone number and the client of their merged addresses, each if they have none.';

comment on function private.others_of_client(private.people) is 'The first 21 other people of a person''s client, by name. A page shows 20; one more says that there are others.';

comment on function public.create_test(uuid,jsonb,text,uuid) is 'Saves a copy of a draft, whose only recipient is this address, as a test, which counts nowhere and is deleted after 14 days. It has the settings of the draft where that is saved. Sent like any other request. Errors: not_found, draft.*, test.person, quota.requests.';

comment on function public.duplicate_request(uuid) is 'Creates a draft with the same title, message, items, examples, recipients, tags and settings, assigned to its creator and without a due date. Returns its id. Errors: not_found, quota.requests.';

comment on function public.edit_request(uuid,integer,jsonb) is 'Changes a draft, a template or a sent request that is still at this revision, and returns the new one. The change has any of {title, message, due_on, items, recipients}, or of {title, message, due_after_days, items} for a template; a list replaces the whole list, and its entries keep their rows by id. Errors: not_found, request.stale, request.closed, draft.*, template.due, item.answered, test.recipients, recipient.last, recipient.member, quota.address.';

comment on function public.peek_request(text) is 'What anyone with the link may see: requester, logo, accent colour, the sender''s name and verified address, title and due date; the month since which the workspace exists, how many of its requests are done (20 stands for 20 or more; archived ones don''t count), and for how many days files and answers are kept after the end, those of sensitive items too. The titles of the items while the request is open, where a member has allowed it. No row for any other token.';

comment on function public.unmerge_person(uuid) is 'For members: makes a merged address a separate person again, with its requests, name, note, phone number and client. Tags stay with the person it belonged to. Errors: not_found.';

grant execute on function public.create_test(uuid,jsonb,text,uuid) to authenticated;

-- A person that no request has asked was added by a member.
update private.people set added_at = asked_until where asked_at is null;
