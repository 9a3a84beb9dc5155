-- The facts of emails to recipients: one function per part.

-- Every email says where to stop all of them, which asks for a code first: emails get forwarded.
create function private.email_facts(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns jsonb
language sql stable set search_path = '' as $$
  select common.facts || case email.kind
    when 'invitation' then jsonb_build_object(
      'items', case recipient.scope when 'all' then request.items_total else jsonb_array_length(common.handed) end,
      'message', case recipient.scope when 'all' then private.emailed_message(request) else '' end,
      'handed', common.handed,
      'retainDays', common.retain_days,
      -- The page asks for a code before it takes a report.
      'reportUrl', common.facts -> 'request' ->> 'url' || '#report'
    )
    when 'update' then jsonb_build_object(
      'returned', private.returns_since(request, email.since, recipient),
      'changes', private.changes_since(request, email.since, recipient),
      'questions', private.unread_messages(request, recipient.user_id, email.since, recipient),
      'accepted', (
        select count(*) from public.items as i
        where i.request_id = request.id and i.removed_at is null and i.status = 'accepted' and i.decided_at >= email.since
          and private.is_for(recipient, i.id)
      )
    )
    when 'ended' then jsonb_build_object(
      'how', case when request.closed_by is null or recipient.removed_at is not null then 'withdrawn' else 'closed' end,
      'isReadable', recipient.user_id is not null and email.address is null
    )
    when 'binned' then private.binned_facts(
      request, case when recipient.user_id is not null then common.facts -> 'request' ->> 'url' end
    )
    when 'deletion_decided' then jsonb_build_object(
      'files', private.decided_deletions(recipient, email.since)
    )
    else jsonb_build_object(
      'items', private.sent_items(recipient),
      'left', private.count_missing_for(recipient, request),
      'zone', common.zone,
      'signed', (
        select jsonb_build_object('document', s.document, 'verifyUrl', site || '/verify')
        from private.current_receipt(recipient) as s (document)
        where s.document is not null
      )
    )
  end
  from private.common_facts(email, request, recipient, site) as common
$$;
comment on function private.email_facts(private.outbox, public.requests, public.recipients, text) is
  'Everything that is needed to write an email, as things stand now.';

create function private.common_facts(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns table (facts jsonb, retain_days integer, zone text, handed jsonb)
language sql stable rows 1 set search_path = '' as $$
  select
    jsonb_build_object(
      'asker', private.asker_facts(request),
      'recipientName', recipient.name,
      'request', jsonb_build_object('title', request.title, 'dueOn', request.due_on, 'url', site || '/r/' || l.token),
      'today', (private.email_clock() at time zone coalesce(recipient.zone, w.zone))::date,
      'stop', jsonb_build_object(
        'request', site || '/email/stop/' || private.stop_token(recipient.id, coalesce(email.address, recipient.email)),
        'everything', site || '/settings/email'
      )
    ) as facts,
    w.retain_days,
    coalesce(recipient.zone, w.zone) as zone,
    (
      select coalesce(jsonb_agg(jsonb_build_object('title', i.title, 'by', h.handed_by_name) order by i.position), '[]')
      from public.recipient_items as h join public.items as i on i.id = h.item_id and i.removed_at is null
      where h.recipient_id = recipient.id
    ) as handed
  from public.workspaces as w
  join public.request_links as l on l.request_id = request.id
  where w.id = request.workspace_id
$$;
comment on function private.common_facts(private.outbox, public.requests, public.recipients, text) is
  'What every email to a recipient says, and what several kinds need. handed: their items, if they have single ones.';

create function private.asker_facts(request public.requests) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'name', coalesce(f.display_name, u.email),
    'email', u.email,
    'workspace', w.name,
    'isTrusted', exists (select from private.answered_workspaces as a where a.workspace_id = w.id)
  )
  from public.members as m
  join auth.users as u on u.id = m.user_id
  join public.workspaces as w on w.id = m.workspace_id
  left join public.profiles as f on f.user_id = m.user_id
  where m.workspace_id = request.workspace_id
  -- Whoever sent it may have left.
  order by m.user_id = request.sent_by desc, m.role = 'owner' desc, m.created_at
  limit 1
$$;
comment on function private.asker_facts(public.requests) is 'Who asks, for @sheaf/email.';

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
    from (select distinct on (a.item_id) a.item_id, a.kind from acts as a where a.kind in ('item_added', 'item_changed')
      order by a.item_id, a.seq) as a
    join public.items as i on i.id = a.item_id and i.removed_at is null
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
  'How a request differs for this recipient from what it was then, for @sheaf/email. What was changed back is left out.';

create function private.returns_since(request public.requests, since timestamptz, person public.recipients) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'title', i.title,
        'reason', coalesce(i.reason, ''),
        'files', (
          select coalesce(
            jsonb_agg(jsonb_build_object('name', f.name, 'reason', f.verdict_reason) order by f.created_at, f.id), '[]'
          )
          from public.files as f
          where f.item_id = i.id and f.status = 'stored' and f.verdict = 'returned' and f.verdict_reason is not null
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

create function private.sent_items(recipient public.recipients) returns jsonb
language sql stable set search_path = '' as $$
  with sent as (
    select
      i.position, i.title,
      exists (
        select from public.events as e
        where e.request_id = i.request_id and e.item_id = i.id and e.kind = 'answered' and e.recipient_id = recipient.id
      ) and i.answer_kind is not null as is_answered,
      (
        select coalesce(
          jsonb_agg(
            jsonb_build_object('name', f.name, 'size', f.size, 'at', f.stored_at, 'sha256', f.sha256)
            order by f.stored_at, f.id
          ),
          '[]'
        )
        from public.files as f
        where f.item_id = i.id and f.status = 'stored' and f.uploaded_by = recipient.user_id
      ) as files
    from public.items as i
    where i.request_id = recipient.request_id and i.removed_at is null and private.is_for(recipient, i.id)
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object('title', s.title, 'isAnswered', s.is_answered, 'files', s.files) order by s.position
    ) filter (where s.is_answered or s.files <> '[]'),
    '[]'
  )
  from sent as s
$$;
comment on function private.sent_items(public.recipients) is 'What this recipient has sent and not removed, for @sheaf/email.';

create function private.waiting_items(request uuid, person public.recipients) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'title', i.title,
        -- A link there would reach strangers' inboxes through a new workspace. The page shows them whole.
        'instructions', case when private.has_link(i.instructions) then '' else i.instructions end,
        'isReturned', i.status = 'returned',
        'files', case when i.status = 'partial' then private.stored_files(i.id) else 0 end,
        'expectedFiles', i.expected_files,
        'reason', case
          when i.status = 'returned' then coalesce(
            nullif(i.reason, ''),
            (
              select string_agg(f.name || ': ' || f.verdict_reason, E'\n' order by f.created_at, f.id)
              from public.files as f
              where f.item_id = i.id and f.status = 'stored' and f.verdict = 'returned' and f.verdict_reason is not null
            ),
            ''
          )
          else ''
        end
      )
      order by i.position
    ),
    '[]'
  )
  from public.items as i
  where i.request_id = waiting_items.request and i.removed_at is null and i.required
    and i.status in ('missing', 'partial', 'returned') and private.is_for(person, i.id)
$$;
comment on function private.waiting_items(uuid, public.recipients) is 'What this recipient still has to answer, for @sheaf/email.';

create function private.unread_messages(
  request public.requests, reader uuid, since timestamptz, person public.recipients default null
) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('title', i.title, 'from', m.author_name, 'text', private.emailed_text(m))
      order by i.position, q.created_at, m.at
    ),
    '[]'
  )
  from public.questions as q
  join public.items as i on i.id = q.item_id and i.removed_at is null
  join public.messages as m on m.question_id = q.id
  where q.request_id = request.id and m.at >= unread_messages.since
    -- Members are told what recipients write, and recipients what members write.
    and m.is_member = (person.id is not null)
    and (person.id is null or private.is_for(person, q.item_id))
    and not exists (
      select from private.question_reads as r
      where r.question_id = q.id and r.user_id = unread_messages.reader and r.until >= m.at
    )
    -- A reply shows that its author has read what came before.
    and not exists (
      select from public.messages as own
      where own.question_id = q.id and own.author = unread_messages.reader and own.at > m.at
    )
$$;
comment on function private.unread_messages(public.requests, uuid, timestamptz, public.recipients) is
  'Messages of the other side since then that this person has not read, for @sheaf/email: a member, or the account of this recipient. A recipient without an account has read nothing.';

create function private.emailed_message(request public.requests) returns text
language sql stable set search_path = '' as $$
  select case
    when private.has_link(request.message) and not private.may_email_links(request.workspace_id) then ''
    else request.message
  end
$$;
comment on function private.emailed_message(public.requests) is
  'The message as emails quote it. One with a link is left out for a workspace that is new or that nobody has answered.';

create function private.emailed_text(message public.messages) returns text
language sql stable set search_path = '' as $$
  select case
    when message.is_member and private.has_link(message.body) and not private.may_email_links(message.workspace_id)
      then ''
    when char_length(message.body) > 1000 then left(message.body, 1000) || '…'
    else message.body
  end
$$;
comment on function private.emailed_text(public.messages) is
  'A message as emails quote it: its first 1,000 characters. Nothing of one with a link from a workspace that is new or that nobody has answered.';

create function private.is_for(person public.recipients, item uuid) returns boolean
language sql stable set search_path = '' as $$
  select person.scope = 'all' or exists (
    select from public.recipient_items as h where h.item_id = is_for.item and h.recipient_id = person.id
  )
$$;
comment on function private.is_for(public.recipients, uuid) is 'Whether this recipient answers the item.';

create function private.has_link(text text) returns boolean
language sql immutable set search_path = '' as $$
  select has_link.text ~* '(://|\mwww\.|\m[a-z0-9-]+\.[a-z]{2,}\M)'
$$;
comment on function private.has_link(text) is 'Whether a mail program could make a link of a part of this.';

create function private.may_email_links(workspace uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.workspaces as w join private.answered_workspaces as a on a.workspace_id = w.id
    where w.id = may_email_links.workspace and w.created_at < now() - interval '7 days'
  )
$$;
comment on function private.may_email_links(uuid) is
  'Whether emails quote texts with links by this workspace: it is older than seven days, and somebody has answered it.';
