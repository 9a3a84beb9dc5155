-- The facts of a summary: what happened since the last one in the requests that a member watches.

create function private.facts_summary(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select private.summary_arrivals(email, site) || jsonb_build_object(
    'workspace', w.name,
    'overdue', private.summary_overdue(email, site),
    'bounced', private.summary_bounced(email, site),
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
comment on function private.facts_summary(private.outbox, text) is
  'What happened since the last summary in the requests that a member watches, at most 50 of each kind. Only what is new: a request is named on the day after its due date and not again.';

create function private.summary_arrivals(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  with arrived as (
    select
      r,
      jsonb_array_length(private.arrivals_since(r, email.since)) as items,
      jsonb_array_length(private.unread_messages(r, email.user_id, email.since)) as messages
    from public.requests as r
    where r.workspace_id = email.workspace_id and r.status = 'open' and r.last_activity_at >= email.since
      and private.is_watched(r, email.user_id)
  )
  select jsonb_build_object(
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
    )
  )
$$;
comment on function private.summary_arrivals(private.outbox, text) is
  'Where something arrived or was asked, the latest first.';

create function private.summary_overdue(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      private.summary_line(o.r, site) || jsonb_build_object('dueOn', (o.r).due_on) order by (o.r).due_on, (o.r).id
    ),
    '[]'
  )
  from (
    select r
    from unnest(private.list_stages('open')) as s (stage)
    join private.list_entries as e on e.workspace_id = email.workspace_id and e.key = private.list_key(null, null)
      and e.stage = s.stage and e.due_on >= (email.data ->> 'from')::date and e.due_on < (email.data ->> 'today')::date
    join public.requests as r on r.id = e.request_id
    where (r.required_missing > 0 or r.required_returned > 0) and private.is_watched(r, email.user_id)
    order by e.due_on, e.request_id
    limit 50
  ) as o
$$;
comment on function private.summary_overdue(private.outbox, text) is
  'What has become overdue since the last summary, paused requests included, the first due first.';

create function private.summary_bounced(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      private.summary_line(b.r, site) || jsonb_build_object('address', b.email) order by b.unreachable_at
    ),
    '[]'
  )
  from (
    select r, p.email, p.unreachable_at
    from public.recipients as p join public.requests as r on r.id = p.request_id
    where p.workspace_id = email.workspace_id and p.unreachable_at >= email.since
      and p.removed_at is null and r.status = 'open' and private.is_watched(r, email.user_id)
    order by p.unreachable_at
    limit 50
  ) as b
$$;
comment on function private.summary_bounced(private.outbox, text) is 'Addresses that have turned out to take no email.';

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
