-- The facts of an email about what members have changed, returned or written.

create function private.facts_update(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns jsonb
language sql stable set search_path = '' as $$
  select common.facts || jsonb_build_object(
    'isReopened', private.is_reopened_since(request, email.since, recipient),
    'returned', private.returns_since(request, email.since, recipient),
    'changes', private.changes_since(request, email.since, recipient),
    'questions', private.unread_messages(request, recipient.user_id, email.since, recipient),
    'accepted', (
      select count(*) from public.items as i
      where i.request_id = request.id and i.removed_at is null and i.status = 'accepted'
        and private.is_for(recipient, i.id)
    )
  )
  from private.common_facts(email, request, recipient, site) as common
$$;
comment on function private.facts_update(private.outbox, public.requests, public.recipients, text) is
  'The facts for telling a recipient what members have done.';

create function private.is_reopened_since(request public.requests, since timestamptz, person public.recipients) returns boolean
language sql stable set search_path = '' as $$
  select request.status = 'open'
    and exists (
      select from public.events as e
      where e.request_id = request.id and e.kind = 'reopened' and e.at >= is_reopened_since.since
    )
    and private.is_told_of_end(person)
$$;
comment on function private.is_reopened_since(public.requests, timestamptz, public.recipients) is
  'Whether a request that this recipient was told is over has been opened again.';

create function private.is_told_of_end(person public.recipients) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.outbox as o where o.recipient_id = person.id and o.kind = 'ended' and o.outcome = 'sent'
  )
$$;
comment on function private.is_told_of_end(public.recipients) is 'Whether an email said that nothing more is needed.';

create function private.changes_since(request public.requests, since timestamptz, person public.recipients) returns jsonb
language sql stable set search_path = '' as $$
  with acts as (
    select e.kind, e.item_id, e.seq, e.data
    from public.events as e
    where e.request_id = request.id and e.at >= changes_since.since
      and (e.item_id is null or private.is_for(person, e.item_id))
  ),
  changed as (
    select 0 as place, 0 as "position", jsonb_build_object('kind', 'title_changed', 'before', a.data -> 'before') as change
    from (select a.data from acts as a where a.kind = 'title_changed' order by a.seq limit 1) as a
    where a.data ->> 'before' <> request.title
    union all
    select 1, 0, jsonb_build_object('kind', 'due_changed', 'dueOn', request.due_on)
    from (select a.data from acts as a where a.kind = 'due_changed' order by a.seq limit 1) as a
    where a.data ->> 'before' is distinct from request.due_on::text
    union all
    select 2, 0, jsonb_build_object('kind', 'message_changed', 'message', request.message)
    from (select a.data from acts as a where a.kind = 'message_changed' order by a.seq limit 1) as a
    where a.data ->> 'before' <> request.message and private.emailed_message(request) = request.message
      and person.scope = 'all'
    union all
    select 3, i.position, jsonb_build_object('kind', a.kind, 'title', i.title)
    from (
      select distinct on (a.item_id) a.item_id, a.kind, max(a.seq) over (partition by a.item_id) as last_seq
      from acts as a where a.kind in ('item_added', 'item_changed')
      order by a.item_id, a.seq
    ) as a
    join public.items as i on i.id = a.item_id and i.removed_at is null
    -- Answers given after the change were given to the item as it is now.
    where a.kind = 'item_added' or not exists (
      select from public.events as b
      where b.request_id = request.id and b.item_id = a.item_id and b.seq > a.last_seq and b.recipient_id = person.id
        and b.kind in ('file_added', 'answered')
    )
    union all
    select 4, i.position, jsonb_build_object('kind', 'item_removed', 'title', i.title)
    from acts as a join public.items as i on i.id = a.item_id and i.removed_at is not null
    where a.kind = 'item_removed'
      and not exists (select from acts as b where b.item_id = a.item_id and b.kind = 'item_added')
    union all
    select 5, i.position, jsonb_build_object('kind', 'item_handed', 'title', i.title, 'by', h.handed_by_name)
    from public.recipient_items as h join public.items as i on i.id = h.item_id and i.removed_at is null
    where h.recipient_id = person.id and exists (select from acts as a where a.kind = 'handed_off' and a.item_id = i.id)
      -- The invitation lists what was handed over before it.
      and h.at > coalesce(person.invited_at, '-infinity')
  )
  select coalesce(jsonb_agg(c.change order by c.place, c.position), '[]') from changed as c
$$;
comment on function private.changes_since(public.requests, timestamptz, public.recipients) is
  'How a request has changed since then for this recipient, for @sheaf/email. What was changed back is left out.';

create function private.returns_since(request public.requests, since timestamptz, person public.recipients) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'title', i.title,
        'reason', coalesce(private.emailed_words(i.reason, i.workspace_id), ''),
        'files', (
          select coalesce(
            jsonb_agg(jsonb_build_object('name', f.name, 'reason', f.verdict_reason) order by f.created_at, f.id), '[]'
          )
          from public.files as f
          where f.item_id = i.id and f.status = 'stored' and f.verdict = 'returned'
            and private.emailed_words(f.verdict_reason, i.workspace_id) <> ''
        )
      )
      order by i.position
    ),
    '[]'
  )
  from public.items as i
  where i.request_id = request.id and i.removed_at is null and i.status = 'returned' and private.is_for(person, i.id)
    and exists (
      select from public.events as e
      where e.request_id = request.id and e.item_id = i.id and e.kind in ('returned', 'file_returned')
        and e.at >= returns_since.since
    )
$$;
comment on function private.returns_since(public.requests, timestamptz, public.recipients) is
  'Items of this recipient returned since then that still are, with their reasons, for @sheaf/email.';
