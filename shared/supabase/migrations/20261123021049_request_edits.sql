-- A request changes after it was sent, as its draft did before: by edit_request, which keeps ids, answers, decisions and
-- files. It replaces update_draft, which deleted and wrote everything again.

create or replace function private.fail(code text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using
    message = fail.code,
    errcode = case
      when fail.code = 'session.required' then 'PT401'
      when fail.code = 'proof.required' then 'PT403'
      when fail.code = 'not_found' then 'PT404'
      when fail.code = 'file.too_large' then 'PT413'
      when fail.code in (
        'draft.sent', 'request.closed', 'request.paused', 'request.complete', 'request.reopen_expired', 'request.stale',
        'item.stale', 'item.locked', 'item.undecided', 'item.answered', 'recipient.last', 'recipient.member',
        'access.decided', 'file.not_stored', 'file.changed', 'workspace.last_owner', 'account.changed'
      ) then 'PT409'
      else 'PT422'
    end;
end
$$;

alter table public.requests
  add column revision integer not null default 0,
  add column changed_at timestamptz,
  alter column revision set statistics 0,
  alter column changed_at set statistics 0;
comment on column public.requests.revision is
  'Increases with every edit by a member. An edit names the revision it is based on.';
comment on column public.requests.changed_at is
  'When the title, message or due date last changed after sending; null if they never did.';

-- Events refer to items and recipients, so neither is deleted after sending.
alter table public.items
  add column changed_at timestamptz,
  add column removed_at timestamptz,
  alter column changed_at set statistics 0,
  alter column removed_at set statistics 0,
  -- Checked row by row, it would refuse any new order. Positions are written by one function, under the request's lock.
  drop constraint items_request_id_position_key;
create index items_request_id_idx on public.items (request_id, position);
comment on column public.items.changed_at is
  'When the item was added or its words changed after sending; null if it is as it was sent.';
comment on column public.items.removed_at is 'Since when recipients no longer see this item; null for every other item.';

alter table public.recipients
  add column removed_at timestamptz,
  add column visited_before_at timestamptz,
  alter column removed_at set statistics 0,
  alter column visited_before_at set statistics 0,
  -- Every right of a recipient goes by the account, so taking it away ends all of them at once.
  add constraint recipients_removed_check check (removed_at is null or user_id is null);
comment on column public.recipients.removed_at is
  'Since when this person is no longer asked; null for every other recipient. The row stays for the history.';
comment on column public.recipients.visited_before_at is
  'The visit before the last one. Changes since then are marked for this person.';
drop index public.recipients_request_id_email_key;
create unique index recipients_request_id_email_key on public.recipients (request_id, lower(email))
  where removed_at is null;
alter index public.recipients_request_id_email_key alter column 2 set statistics 0;

alter table public.events
  drop constraint events_kind_check,
  add constraint events_kind_check check (
    kind in (
      'created', 'sent', 'opened', 'file_added', 'file_removed', 'file_set_aside', 'file_put_back', 'answered',
      'accepted', 'returned', 'decision_undone', 'link_replaced', 'paused', 'resumed', 'closed', 'done', 'reopened',
      'cancelled',
      'title_changed', 'message_changed', 'due_changed',
      'item_added', 'item_changed', 'item_removed', 'items_reordered',
      'recipient_added', 'recipient_corrected', 'recipient_removed'
    )
  );

-- Recipients see what a request says now. What was corrected may never have been meant for them.
drop policy recipients on public.events;
create policy recipients on public.events for select to authenticated
  using (
    request_id = any((select private.my_shared_requests())::uuid[])
    and kind not in (
      'title_changed', 'message_changed', 'item_changed', 'recipient_added', 'recipient_corrected', 'recipient_removed'
    )
  );
drop policy own_events on public.events;
create policy own_events on public.events for select to authenticated
  using (
    request_id = any((select private.my_requests())::uuid[])
    and (file_id is null or (select auth.uid()) = actor)
    and kind not in (
      'title_changed', 'message_changed', 'item_changed', 'recipient_added', 'recipient_corrected', 'recipient_removed'
    )
  );

drop policy recipients on public.items;
create policy recipients on public.items for select to authenticated
  using (request_id = any((select private.my_requests())::uuid[]) and removed_at is null);

-- Counts and search text leave out what was removed.
create or replace function private.count_items(requests uuid[]) returns void
language sql set search_path = '' as $$
  update public.requests as r
  set
    items_total = counted.total,
    items_missing = counted.missing,
    items_submitted = counted.submitted,
    items_returned = counted.returned,
    items_accepted = counted.accepted,
    items_waived = counted.waived,
    required_missing = counted.required_missing,
    required_returned = counted.required_returned,
    required_open = counted.required_open
  from (
    select
      ids.id,
      count(i.id) as total,
      count(i.id) filter (where i.status = 'missing') as missing,
      count(i.id) filter (where i.status = 'submitted') as submitted,
      count(i.id) filter (where i.status = 'returned') as returned,
      count(i.id) filter (where i.status = 'accepted') as accepted,
      count(i.id) filter (where i.status = 'waived') as waived,
      count(i.id) filter (where i.required and i.status = 'missing') as required_missing,
      count(i.id) filter (where i.required and i.status = 'returned') as required_returned,
      count(i.id) filter (where i.required and i.status not in ('accepted', 'waived')) as required_open
    from unnest(count_items.requests) as ids (id)
    left join public.items as i on i.request_id = ids.id and i.removed_at is null
    group by ids.id
  ) as counted
  where r.id = counted.id
$$;

create or replace function private.index_words(requests uuid[]) returns void
language sql set search_path = '' as $$
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
  where r.id = any(index_words.requests)
  on conflict (request_id, workspace_id) do update set document = excluded.document
$$;

create or replace function private.items_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  touched uuid[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(distinct n.request_id) into touched
    from changed as n join former as o on o.id = n.id
    where (o.title, o.removed_at) is distinct from (n.title, n.removed_at);
    perform private.index_words(touched);
    select array_agg(distinct n.request_id) into touched
    from changed as n join former as o on o.id = n.id
    where (o.status, o.required, o.removed_at) is distinct from (n.status, n.required, n.removed_at);
  else
    select array_agg(distinct n.request_id) into touched from changed as n;
    perform private.index_words(touched);
  end if;
  perform private.count_items(touched);
  return null;
end
$$;

drop trigger words_changed on public.recipients;
create trigger words_changed after insert or delete or update of name, email, removed_at on public.recipients
  for each row execute function private.words_changed();

create or replace function private.lock_item_as_recipient(item uuid) returns public.items
language plpgsql set search_path = '' as $$
declare
  parent public.requests;
  locked public.items;
begin
  perform private.require_session();
  select r.* into parent from public.requests as r
  where r.id = (
      select i.request_id from public.items as i where i.id = lock_item_as_recipient.item and i.removed_at is null
    )
    and r.id = any(private.my_requests())
  for update;
  if not found then
    perform private.fail('not_found');
  end if;
  -- The item or the person may have been removed while this waited for the request.
  select i.* into locked from public.items as i
  where i.id = lock_item_as_recipient.item and i.removed_at is null
  for update;
  if not found or not exists (
    select from public.recipients as p where p.request_id = parent.id and p.user_id = auth.uid()
  ) then
    perform private.fail('not_found');
  -- A request that is done because of the decisions still takes optional items.
  elsif parent.status not in ('open', 'done') or parent.closed_by is not null then
    perform private.fail('request.closed');
  elsif parent.paused_at is not null then
    perform private.fail('request.paused');
  elsif locked.status in ('accepted', 'waived') then
    perform private.fail('item.locked');
  end if;
  return locked;
end
$$;

create or replace function private.lock_item_as_member(item uuid, revision integer) returns public.items
language plpgsql set search_path = '' as $$
declare
  parent public.requests;
  locked public.items;
begin
  parent := private.lock_as_member(
    (select i.request_id from public.items as i where i.id = lock_item_as_member.item)
  );
  select i.* into locked from public.items as i
  where i.id = lock_item_as_member.item and i.removed_at is null
  for update;
  if not found then
    perform private.fail('not_found');
  elsif parent.status not in ('open', 'done') then
    perform private.fail('request.closed');
  elsif locked.revision is distinct from lock_item_as_member.revision then
    perform private.fail('item.stale');
  end if;
  return locked;
end
$$;

create or replace function private.undecided_items(request public.requests) returns integer
language sql stable set search_path = '' as $$
  -- A request without required items is done when every item has been decided.
  select case
    when exists (
      select from public.items as i where i.request_id = request.id and i.required and i.removed_at is null
    ) then request.required_open
    else request.items_missing + request.items_submitted + request.items_returned
  end
$$;

create or replace function public.duplicate_request(request uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  source public.requests := private.lock_as_member(duplicate_request.request);
  made uuid;
begin
  perform private.use_quota('requests', source.workspace_id::text, 1);
  insert into public.requests as r (workspace_id, title, message, created_by)
  values (source.workspace_id, source.title, source.message, auth.uid())
  returning r.id into made;
  insert into public.items (request_id, workspace_id, position, title, instructions, kind, required, accepts)
  select made, source.workspace_id, i.position, i.title, i.instructions, i.kind, i.required, i.accepts
  from public.items as i where i.request_id = source.id and i.removed_at is null;
  insert into public.recipients (request_id, workspace_id, email, name)
  select made, source.workspace_id, p.email, p.name
  from public.recipients as p where p.request_id = source.id and p.removed_at is null;
  perform private.add_event(made, 'created');
  return made;
end
$$;

create or replace function public.join_request(token text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
  request uuid := coalesce(
    private.request_of(join_request.token), private.joined_request_of(join_request.token, me)
  );
  mine public.recipients;
begin
  perform from public.requests as r where r.id = request for update;
  select p.* into mine
  from public.recipients as p
  where p.request_id = request
    and p.removed_at is null
    and (
      p.user_id = me
      or (
        p.user_id is null
        and p.email = (
          select u.email from auth.users as u
          where u.id = me and u.email_confirmed_at is not null and not u.is_sso_user
        )
      )
    )
  -- A person who joined and has since changed address may match twice: the row they joined as wins.
  order by p.user_id nulls last
  limit 1;
  if not found then
    perform private.fail('not_found');
  end if;
  if mine.user_id is null then
    update public.recipients as p set user_id = me where p.id = mine.id;
    perform private.add_event(request, 'opened');
  end if;
  perform private.note_visit(request);
  return request;
end
$$;

create function private.note_visit(request uuid) returns void
language sql set search_path = '' as $$
  -- A reload, or coming back within half an hour, belongs to the same visit.
  update public.recipients as p
  set
    first_seen_at = coalesce(p.first_seen_at, now()),
    last_seen_at = now(),
    visited_before_at = case
      when p.last_seen_at < now() - interval '30 minutes' then p.last_seen_at else p.visited_before_at
    end
  where p.request_id = note_visit.request and p.user_id = auth.uid()
$$;
comment on function private.note_visit(uuid) is 'Records that the caller, a recipient of the request, looks at it now.';

create function public.visit_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  if not coalesce(visit_request.request = any(private.my_requests()), false) then
    perform private.fail('not_found');
  end if;
  perform private.note_visit(visit_request.request);
end
$$;
comment on function public.visit_request(uuid) is
  'Records that the caller, a recipient, looks at the request now. Errors: not_found.';
grant execute on function public.visit_request(uuid) to authenticated;

create or replace function public.request_people(request uuid) returns table (name text, is_me boolean)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me uuid := private.require_session();
  -- Read whether or not the request exists, so that the work doesn't tell.
  my_workspaces constant uuid[] := private.my_workspaces();
  my_requests constant uuid[] := private.my_requests();
begin
  if not exists (
    select from public.requests as r
    where r.id = request_people.request and (r.workspace_id = any(my_workspaces) or r.id = any(my_requests))
  ) then
    perform private.fail('not_found');
  end if;
  return query
    select coalesce(nullif(p.name, ''), f.display_name, p.email), coalesce(p.user_id = me, false)
    from public.recipients as p
    left join public.profiles as f on f.user_id = p.user_id
    where p.request_id = request_people.request and p.removed_at is null
    order by p.created_at, p.email;
end
$$;

create function private.listed_items(list jsonb)
returns table (
  id uuid, "position" integer, title text, instructions text, kind text, required boolean, accepts text[]
)
language sql stable set search_path = '' as $$
  select
    (e.item ->> 'id')::uuid,
    e.position::integer,
    private.one_line(e.item ->> 'title'),
    coalesce(private.trimmed(e.item ->> 'instructions'), ''),
    e.item ->> 'kind',
    (e.item -> 'required')::boolean,
    case e.item ->> 'kind'
      when 'file' then array(
        select distinct g.name from jsonb_array_elements_text(coalesce(e.item -> 'accepts', '[]')) as g (name) order by 1
      )
      else '{}'
    end
  from jsonb_array_elements(listed_items.list) with ordinality as e (item, "position")
$$;
comment on function private.listed_items(jsonb) is 'The items of a checked list, in stored form.';

create function private.with_item_ids(request uuid, list jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  -- Compared as text, because a caller may write anything here.
  known constant text[] := array(
    select i.id::text from public.items as i where i.request_id = with_item_ids.request and i.removed_at is null
  );
  given constant text[] := array(
    select e.item ->> 'id' from jsonb_array_elements(with_item_ids.list) as e (item) where e.item ->> 'id' is not null
  );
begin
  if not given <@ known or (select count(distinct g.id) < count(*) from unnest(given) as g (id)) then
    perform private.fail('draft.item');
  end if;
  return (
    select coalesce(
      jsonb_agg(
        e.item || jsonb_build_object('id', coalesce(e.item ->> 'id', gen_random_uuid()::text)) order by e.position
      ),
      '[]'
    )
    from jsonb_array_elements(with_item_ids.list) with ordinality as e (item, "position")
  );
end
$$;
comment on function private.with_item_ids(uuid, jsonb) is
  'Gives each new item of the list an id. Errors: draft.item, for an id that is not one of this request''s items or is listed twice.';

create function private.item_words(item public.items) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'title', item.title, 'instructions', item.instructions, 'kind', item.kind,
    'required', item.required, 'accepts', to_jsonb(item.accepts)
  )
$$;
comment on function private.item_words(public.items) is 'What a requester has written of an item, for the history.';

create function private.is_answered(item public.items) returns boolean
language sql stable set search_path = '' as $$
  select item.status <> 'missing' or item.answer_kind is not null or exists (
    -- An upload under way keeps its item.
    select from public.files as f where f.item_id = item.id and f.status in ('uploading', 'stored')
  )
$$;
comment on function private.is_answered(public.items) is
  'True once anything was given, is being uploaded or was decided: such an item keeps its kind and is not removed.';

create function private.edit_items(request public.requests, list jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  is_sent constant boolean := request.status <> 'draft';
  listed constant jsonb := private.with_item_ids(request.id, edit_items.list);
  moment constant timestamptz := clock_timestamp();
  known constant uuid[] := array(
    select i.id from public.items as i where i.request_id = request.id and i.removed_at is null
  );
  former public.items;
  reworded public.items[];
  is_reordered boolean;
  added uuid;
begin
  if is_sent and jsonb_array_length(listed) = 0 then
    perform private.fail('draft.items');
  end if;
  for former in
    select i.* from public.items as i
    where i.id = any(known) and not exists (select from private.listed_items(listed) as w where w.id = i.id)
    order by i.position
  loop
    if not is_sent then
      delete from public.items as i where i.id = former.id;
    elsif private.is_answered(former) then
      perform private.fail('item.answered');
    else
      update public.items as i set removed_at = moment where i.id = former.id;
      perform private.add_event(request.id, 'item_removed', former.id);
    end if;
  end loop;

  reworded := array(
    select i from public.items as i
    join private.listed_items(listed) as w on w.id = i.id
    where (i.title, i.instructions, i.kind, i.required, i.accepts)
      is distinct from (w.title, w.instructions, w.kind, w.required, w.accepts)
    order by w.position
  );
  if is_sent and exists (
    select from unnest(reworded) as i
    join private.listed_items(listed) as w on w.id = i.id
    where w.kind <> i.kind and private.is_answered(i)
  ) then
    perform private.fail('item.answered');
  end if;
  select array_agg(w.id order by w.position) <> array_agg(w.id order by i.position) into is_reordered
  from private.listed_items(listed) as w
  join public.items as i on i.id = w.id;

  update public.items as i
  set title = w.title, instructions = w.instructions, kind = w.kind, required = w.required, accepts = w.accepts,
    position = w.position,
    changed_at = case
      when is_sent and exists (select from unnest(reworded) as c where c.id = i.id) then moment else i.changed_at
    end
  from private.listed_items(listed) as w
  where w.id = i.id
    and (i.title, i.instructions, i.kind, i.required, i.accepts, i.position)
      is distinct from (w.title, w.instructions, w.kind, w.required, w.accepts, w.position);
  insert into public.items (
    id, request_id, workspace_id, position, title, instructions, kind, required, accepts, changed_at
  )
  select
    w.id, request.id, request.workspace_id, w.position, w.title, w.instructions, w.kind, w.required, w.accepts,
    case when is_sent then moment end
  from private.listed_items(listed) as w
  where not w.id = any(known);

  if not is_sent then
    return;
  end if;
  -- Removed ones are kept, so those count too.
  if (select count(*) from public.items as i where i.request_id = request.id) > 500 then
    perform private.fail('draft.too_many_items');
  end if;
  foreach former in array reworded loop
    perform private.add_event(
      request.id, 'item_changed', former.id, null,
      jsonb_build_object(
        'before', private.item_words(former),
        'after', (select private.item_words(i) from public.items as i where i.id = former.id)
      )
    );
  end loop;
  for added in select w.id from private.listed_items(listed) as w where not w.id = any(known) order by w.position loop
    perform private.add_event(request.id, 'item_added', added);
  end loop;
  if is_reordered then
    perform private.add_event(request.id, 'items_reordered');
  end if;
end
$$;
comment on function private.edit_items(public.requests, jsonb) is
  'Makes the items of a locked request those of a checked list. Items keep their ids and, after sending, their history. Errors: draft.items, draft.item, draft.too_many_items, item.answered.';

create function private.require_no_members(request public.requests, emails text[]) returns void
language plpgsql stable set search_path = '' as $$
begin
  if exists (
    select from public.members as m
    join auth.users as u on u.id = m.user_id
    where m.workspace_id = request.workspace_id and lower(u.email) = any(require_no_members.emails)
  ) then
    perform private.fail('recipient.member');
  end if;
end
$$;
comment on function private.require_no_members(public.requests, text[]) is
  'Members see the request already. Errors: recipient.member.';

create function private.count_addressed(request public.requests, emails text[]) returns void
language sql set search_path = '' as $$
  -- A workspace has several members, and an account may own several workspaces. In one order everywhere, so that two
  -- requests to the same people don't wait for each other.
  select private.use_quota('address', private.address_key(s.id, a.email), 1)
  from (select o.email from unnest(count_addressed.emails) as o (email) order by o.email) as a
  cross join lateral (values (request.workspace_id), (auth.uid())) as s (id)
$$;
comment on function private.count_addressed(public.requests, text[]) is
  'Counts a sent request towards the quotas of these addresses. Errors: quota.address.';

create function private.listed_recipients(list jsonb) returns table ("position" integer, id text, email text, name text)
language sql stable set search_path = '' as $$
  select
    e.position::integer,
    e.recipient ->> 'id',
    lower(private.trimmed(e.recipient ->> 'email')),
    coalesce(private.one_line(e.recipient ->> 'name'), '')
  from jsonb_array_elements(listed_recipients.list) with ordinality as e (recipient, "position")
$$;
comment on function private.listed_recipients(jsonb) is 'The recipients of a checked list, in stored form.';

create function private.add_recipient_event(request uuid, kind text, recipient public.recipients) returns void
language sql set search_path = '' as $$
  select private.add_event(
    request, kind, null, null, jsonb_build_object('name', coalesce(nullif(recipient.name, ''), recipient.email))
  )
$$;
comment on function private.add_recipient_event(uuid, text, public.recipients) is
  'Appends an event about a recipient, which only members read. Named as the request names the person, or else by address.';

create function private.edit_recipients(request public.requests, list jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  is_sent constant boolean := request.status <> 'draft';
  fresh text[];
  former public.recipients;
  corrected record;
  added public.recipients;
begin
  fresh := array(
    select w.email from private.listed_recipients(edit_recipients.list) as w
    where not exists (
      select from public.recipients as p
      where p.request_id = request.id and p.removed_at is null and p.email = w.email
    )
  );
  if is_sent then
    if jsonb_array_length(coalesce(edit_recipients.list, '[]')) = 0 then
      perform private.fail('recipient.last');
    end if;
    perform private.require_no_members(request, fresh);
    perform private.count_addressed(request, fresh);
  end if;

  for former in
    select p.* from public.recipients as p
    where p.request_id = request.id and p.removed_at is null
      and not exists (select from private.listed_recipients(edit_recipients.list) as w where w.email = p.email)
    order by p.created_at, p.email
  loop
    select w.email, w.name into corrected from private.listed_recipients(edit_recipients.list) as w
    where w.id = former.id::text and w.email = any(fresh);
    -- Files and answers belong to the address that they came from, so only an address nobody has used is written over.
    if corrected.email is not null and former.first_seen_at is null then
      update public.recipients as p set email = corrected.email, name = corrected.name where p.id = former.id
      returning p.* into former;
      if is_sent then
        perform private.add_recipient_event(request.id, 'recipient_corrected', former);
      end if;
    elsif is_sent then
      update public.recipients as p set removed_at = clock_timestamp(), user_id = null where p.id = former.id;
      perform private.add_recipient_event(request.id, 'recipient_removed', former);
    else
      delete from public.recipients as p where p.id = former.id;
    end if;
  end loop;

  for former in
    update public.recipients as p set name = w.name
    from private.listed_recipients(edit_recipients.list) as w
    where p.request_id = request.id and p.removed_at is null and p.email = w.email and p.name <> w.name
    returning p.*
  loop
    if is_sent then
      perform private.add_recipient_event(request.id, 'recipient_corrected', former);
    end if;
  end loop;

  for added in
    insert into public.recipients (request_id, workspace_id, email, name)
    select request.id, request.workspace_id, w.email, w.name
    from private.listed_recipients(edit_recipients.list) as w
    where not exists (
      select from public.recipients as p
      where p.request_id = request.id and p.removed_at is null and p.email = w.email
    )
    order by w.position
    returning *
  loop
    if is_sent then
      perform private.add_recipient_event(request.id, 'recipient_added', added);
    end if;
  end loop;

  if is_sent then
    -- Removed ones are kept, so those count too.
    if (select count(*) from public.recipients as p where p.request_id = request.id) > 100 then
      perform private.fail('draft.too_many_recipients');
    end if;
    update public.access_requests as a
    set decided_at = now(), decided_by = auth.uid(), is_added = true
    where a.request_id = request.id and a.decided_at is null and a.email = any(fresh);
  end if;
end
$$;
comment on function private.edit_recipients(public.requests, jsonb) is
  'Makes the recipients of a locked request those of a checked list. The same address is the same recipient; an id with another address corrects it. Errors: recipient.last, recipient.member, quota.address.';

drop function public.update_draft(uuid, jsonb);
create function public.edit_request(request uuid, revision integer, change jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked public.requests := private.lock_as_member(edit_request.request);
  is_sent constant boolean := locked.status <> 'draft';
  made public.requests := locked;
  change constant jsonb := coalesce(edit_request.change, 'null');
begin
  if locked.status = 'cancelled' then
    perform private.fail('request.closed');
  elsif locked.revision is distinct from edit_request.revision then
    perform private.fail('request.stale');
  elsif jsonb_typeof(change) <> 'object' then
    perform private.fail('draft.title');
  end if;
  perform private.check_draft(
    jsonb_build_object('title', locked.title, 'message', locked.message, 'due_on', locked.due_on) || change
  );
  if change ? 'title' then
    made.title := private.one_line(change ->> 'title');
  end if;
  if change ? 'message' then
    made.message := coalesce(private.trimmed(change ->> 'message'), '');
  end if;
  if change ? 'due_on' then
    made.due_on := private.as_day(change -> 'due_on');
  end if;
  update public.requests as r
  set
    title = made.title, message = made.message, due_on = made.due_on,
    revision = r.revision + 1,
    changed_at = case
      when is_sent
        and (made.title, made.message, made.due_on) is distinct from (locked.title, locked.message, locked.due_on)
      then clock_timestamp()
      else r.changed_at
    end,
    last_activity_at = clock_timestamp()
  where r.id = locked.id;
  if is_sent then
    perform private.add_event(locked.id, c.kind, null, null, jsonb_build_object('before', c.old, 'after', c.new))
    from (
      values
        ('title_changed', to_jsonb(locked.title), to_jsonb(made.title)),
        ('message_changed', to_jsonb(locked.message), to_jsonb(made.message)),
        ('due_changed', to_jsonb(locked.due_on), to_jsonb(made.due_on))
    ) as c (kind, old, new)
    where c.old is distinct from c.new;
  end if;
  if change ? 'items' then
    perform private.edit_items(locked, change -> 'items');
  end if;
  if change ? 'recipients' then
    perform private.edit_recipients(locked, change -> 'recipients');
  end if;
  if is_sent then
    perform private.settle(locked.id);
  end if;
  return locked.revision + 1;
end
$$;
comment on function public.edit_request(uuid, integer, jsonb) is
  'Changes a draft or a sent request that is still at this revision, and returns the new one. The change has any of {title, message, due_on, items, recipients}; a list replaces the whole list, and its entries keep their rows by id. Errors: not_found, request.stale, request.closed, draft.*, item.answered, recipient.last, recipient.member, quota.address.';
grant execute on function public.edit_request(uuid, integer, jsonb) to authenticated;

create or replace function public.create_request(workspace uuid, draft jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
  made public.requests;
begin
  if not create_request.workspace = any(private.my_workspaces()) then
    perform private.fail('not_found');
  end if;
  perform private.check_draft(create_request.draft);
  perform private.use_quota('requests', create_request.workspace::text, 1);
  insert into public.requests as r (workspace_id, title, message, due_on, created_by)
  values (
    create_request.workspace,
    private.one_line(create_request.draft ->> 'title'),
    coalesce(private.trimmed(create_request.draft ->> 'message'), ''),
    private.as_day(create_request.draft -> 'due_on'),
    me
  )
  returning r.* into made;
  perform private.edit_items(made, coalesce(create_request.draft -> 'items', '[]'));
  perform private.edit_recipients(made, coalesce(create_request.draft -> 'recipients', '[]'));
  perform private.add_event(made.id, 'created');
  return made.id;
end
$$;
drop function private.fill_draft(public.requests, jsonb);

create or replace function public.send_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(send_request.request);
  emails constant text[] := array(
    select p.email from public.recipients as p where p.request_id = send_request.request and p.removed_at is null
  );
begin
  if locked.status <> 'draft' then
    perform private.fail(case locked.status when 'cancelled' then 'request.closed' else 'draft.sent' end);
  elsif locked.items_total = 0 then
    perform private.fail('draft.items');
  elsif cardinality(emails) = 0 then
    perform private.fail('draft.recipients');
  end if;
  perform private.require_no_members(locked, emails);
  perform private.count_addressed(locked, emails);
  update public.requests as r
  -- A draft that is still open elsewhere must not change what recipients see.
  set status = 'open', sent_by = auth.uid(), sent_at = now(), revision = r.revision + 1
  where r.id = locked.id;
  perform private.put_link(locked);
  perform private.add_event(locked.id, 'sent');
end
$$;
comment on function public.send_request(uuid) is
  'Opens a draft and creates its link. Errors: not_found, draft.sent, request.closed, draft.items, draft.recipients, recipient.member, quota.address.';
