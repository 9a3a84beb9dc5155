-- The facts of emails to members.

create function private.member_email_facts(email private.outbox, request public.requests, site text)
returns jsonb
language sql stable set search_path = '' as $$
  select case email.kind
    when 'arrived' then private.arrived_facts(email, request, site)
    when 'summary' then private.summary_facts(email, site)
    when 'member_invitation' then private.member_invitation_facts(email, site)
    when 'second_factor' then private.second_factor_facts(email, site)
    when 'repeat' then private.repeat_facts(email, request, site)
    when 'damaged' then private.damaged_facts(email, request, site)
    when 'expiry' then private.expiry_facts(email, site)
    when 'silence' then private.silence_facts(email, site)
    when 'binned' then private.binned_facts(request, site || '/requests/' || request.id)
    when 'deletion_asked' then jsonb_build_object(
      'workspace', (select w.name from public.workspaces as w where w.id = request.workspace_id),
      'title', request.title,
      'files', private.asked_deletions(request.id),
      'url', site || '/requests/' || request.id
    )
    else private.notice_facts(email, site)
  end
$$;
comment on function private.member_email_facts(private.outbox, public.requests, text) is
  'Everything that is needed to write an email to a member or the owner of an account.';

create function private.arrived_facts(email private.outbox, request public.requests, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'request', jsonb_build_object('title', request.title, 'dueOn', request.due_on, 'url', site || '/requests/' || request.id),
    'people', (
      select coalesce(jsonb_agg(distinct e.actor_name), '[]') from public.events as e
      where e.request_id = request.id and e.recipient_id is not null and e.at >= email.since
        and e.kind in ('file_added', 'answered', 'question_asked', 'question_answered')
    ),
    'arrivals', private.arrivals_since(request, email.since),
    'questions', private.unread_messages(request, email.user_id, email.since),
    'states', (
      select coalesce(jsonb_agg(i.status order by i.position), '[]') from public.items as i
      where i.request_id = request.id and i.removed_at is null
    ),
    'toReview', request.items_submitted,
    'minutes', greatest(1, ceil(extract(epoch from now() - email.since) / 60)),
    'today', (private.email_clock() at time zone w.zone)::date,
    'settingsUrl', site || '/settings/email',
    'stopUrl', (
      select site || '/email/stop/' || private.stop_token(s.id, u.email, 'watched')
      from private.watchers as s join auth.users as u on u.id = s.user_id
      where s.request_id = request.id and s.user_id = email.user_id
    )
  )
  from public.workspaces as w where w.id = request.workspace_id
$$;
comment on function private.arrived_facts(private.outbox, public.requests, text) is
  'Everything that is needed to tell a member what arrived, as things stand now.';

create function private.summary_facts(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  with period as (
    select (email.data ->> 'from')::date as since_day, (email.data ->> 'today')::date as today
  ),
  arrived as (
    select
      r,
      jsonb_array_length(private.arrivals_since(r, email.since)) as items,
      jsonb_array_length(private.unread_messages(r, email.user_id, email.since)) as messages
    from public.requests as r
    where r.workspace_id = email.workspace_id and r.status = 'open' and r.last_activity_at >= email.since
      and private.is_watched(r, email.user_id)
  ),
  overdue as (
    select r
    from period as d
    cross join unnest(private.list_stages('open')) as s (stage)
    join private.list_entries as e on e.workspace_id = email.workspace_id and e.key = private.list_key(null, null)
      and e.stage = s.stage and e.due_on >= d.since_day and e.due_on < d.today
    join public.requests as r on r.id = e.request_id
    where (r.required_missing > 0 or r.required_returned > 0) and private.is_watched(r, email.user_id)
    order by e.due_on, e.request_id
    limit 50
  ),
  unreachable as (
    select r, p.email, p.unreachable_at
    from public.recipients as p join public.requests as r on r.id = p.request_id
    where p.workspace_id = email.workspace_id and p.unreachable_at >= email.since and p.removed_at is null
      and r.status = 'open' and private.is_watched(r, email.user_id)
    order by p.unreachable_at
    limit 50
  )
  select jsonb_build_object(
    'workspace', w.name,
    'arrived', (
      select coalesce(
        jsonb_agg(
          private.summary_line(a.r, site) || jsonb_build_object('items', a.items) order by (a.r).last_activity_at desc
        ),
        '[]'
      )
      from (select * from arrived where items > 0 order by (r).last_activity_at desc limit 50) as a
    ),
    'questions', (
      select coalesce(
        jsonb_agg(
          private.summary_line(a.r, site) || jsonb_build_object('messages', a.messages)
          order by (a.r).last_activity_at desc
        ),
        '[]'
      )
      from (select * from arrived where messages > 0 order by (r).last_activity_at desc limit 50) as a
    ),
    'overdue', (
      select coalesce(
        jsonb_agg(
          private.summary_line(o.r, site) || jsonb_build_object('dueOn', (o.r).due_on) order by (o.r).due_on, (o.r).id
        ),
        '[]'
      )
      from overdue as o
    ),
    'bounced', (
      select coalesce(
        jsonb_agg(
          private.summary_line(b.r, site) || jsonb_build_object('address', b.email) order by b.unreachable_at
        ),
        '[]'
      )
      from unreachable as b
    ),
    'url', site || '/requests',
    'today', email.data ->> 'today',
    'settingsUrl', site || '/settings/email',
    'stopUrl', (
      select site || '/email/stop/' || private.stop_token(e.id, u.email, 'summary')
      from private.member_emails as e join auth.users as u on u.id = e.user_id
      where e.workspace_id = email.workspace_id and e.user_id = email.user_id
    )
  )
  from public.workspaces as w where w.id = email.workspace_id
$$;
comment on function private.summary_facts(private.outbox, text) is
  'What happened since the last summary in the requests that a member watches, at most 50 of each kind. Only what is new: a request is named on the day after its due date and not again.';

create function private.summary_line(request public.requests, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'title', request.title,
    'url', site || '/requests/' || request.id,
    'people', (
      select coalesce(jsonb_agg(coalesce(nullif(p.name, ''), p.email) order by p.created_at, p.id), '[]')
      from public.recipients as p where p.request_id = request.id and p.removed_at is null
    )
  )
$$;
comment on function private.summary_line(public.requests, text) is
  'A request as a summary names it, with its recipients'' names, or the addresses of those without one.';

create function private.arrivals_since(request public.requests, since timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  with acts as (
    select e.item_id, e.file_id, e.kind, e.seq from public.events as e
    where e.request_id = request.id and e.recipient_id is not null and e.kind in ('file_added', 'answered')
      and e.at >= arrivals_since.since
  ),
  arrived as (
    select
      i.position, i.title, i.sensitive,
      case when exists (select from acts as a where a.item_id = i.id and a.kind = 'answered') then i.answer_kind end
        as answer_kind,
      i.answer,
      (
        select coalesce(jsonb_agg(f.name order by f.created_at, f.id), '[]')
        from public.files as f
        where f.item_id = i.id and f.status = 'stored'
          and f.id in (select a.file_id from acts as a where a.kind = 'file_added')
      ) as files,
      exists (
        select from public.events as e
        where e.request_id = i.request_id and e.item_id = i.id and e.kind in ('returned', 'file_returned')
          and e.seq < (select min(a.seq) from acts as a where a.item_id = i.id)
      ) as is_again
    from public.items as i
    where i.request_id = request.id and i.removed_at is null
      -- Not of what a member has decided since.
      and i.status in ('partial', 'submitted') and i.id in (select a.item_id from acts as a)
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'title', a.title,
        'files', a.files,
        'answer', case
          when a.answer_kind is null then 'none'
          when a.answer_kind in ('not_applicable', 'cannot_provide') then a.answer_kind
          else 'answered'
        end,
        -- Answers stay on the page; why there is none is worth knowing at once.
        'note', case
          when a.answer_kind in ('not_applicable', 'cannot_provide') and not a.sensitive then coalesce(a.answer, '')
          else ''
        end,
        'isAgain', a.is_again
      )
      order by a.position
    ) filter (where a.files <> '[]' or a.answer_kind is not null),
    '[]'
  )
  from arrived as a
$$;
comment on function private.arrivals_since(public.requests, timestamptz) is
  'What recipients have sent since then that is still there and waits for a decision, for @sheaf/email.';

create function private.member_invitation_facts(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'asker', jsonb_build_object(
      'name', coalesce(f.display_name, u.email),
      'email', u.email,
      'workspace', w.name,
      'isTrusted', exists (select from private.answered_workspaces as a where a.workspace_id = w.id)
    ),
    'role', i.role,
    'url', site || '/join/' || private.stop_token(i.id, i.email, 'join'),
    'expiresOn', (i.expires_at at time zone w.zone)::date,
    'today', (private.email_clock() at time zone w.zone)::date,
    'settingsUrl', site || '/settings/email'
  )
  from private.invitations as i
  join public.workspaces as w on w.id = i.workspace_id
  join auth.users as u on u.id = i.invited_by
  left join public.profiles as f on f.user_id = i.invited_by
  where i.id = (email.data ->> 'invitation')::uuid
$$;
comment on function private.member_invitation_facts(private.outbox, text) is
  'Everything that is needed to write an invitation to a workspace.';

create function private.second_factor_facts(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'by', coalesce(
      (select f.display_name from public.profiles as f where f.user_id = (email.data ->> 'by')::uuid), w.name
    ),
    'from', case when w.second_factor_from > private.email_clock() then (w.second_factor_from at time zone w.zone)::date end,
    'today', (private.email_clock() at time zone w.zone)::date,
    'url', site || '/settings/security'
  )
  from public.workspaces as w where w.id = email.workspace_id
$$;
comment on function private.second_factor_facts(private.outbox, text) is
  'Everything that is needed to tell a member to set up a second factor.';

create function private.notice_facts(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select case email.kind
    when 'security' then jsonb_build_object(
      'change', email.data ->> 'change',
      'email', email.data ->> 'email',
      'detail', email.data ->> 'detail',
      'at', email.since,
      'zone', email.data ->> 'zone',
      'undoUrl', case
        when email.data ->> 'change' in ('account_deleted', 'change_undone') then null
        -- Whoever has the new address can't be the one who lost the account by it.
        when email.data ->> 'change' = 'email_changed' and (
          lower(email.data ->> 'detail') = email.address
          or private.is_newcomer(email.user_id, email.data ->> 'subject', email.since)
        ) then null
        else site || '/email/undo/' || private.stop_token(email.id, email.address, 'notice')
      end
    )
    else email.data
  end
$$;
comment on function private.notice_facts(private.outbox, text) is
  'Everything that is needed to write an email that was told all of its facts.';
