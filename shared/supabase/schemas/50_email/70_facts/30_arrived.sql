-- The facts of an email to a member about what has arrived in a request.

create function private.facts_arrived(email private.outbox, request public.requests, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'request', jsonb_build_object('title', request.title, 'dueOn', request.due_on, 'url', site || '/requests/' || request.id),
    'people', (
      select coalesce(
        jsonb_agg(distinct private.name_for_members(request.id, e.actor, e.actor_name)), '[]'
      )
      from public.events as e
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
comment on function private.facts_arrived(private.outbox, public.requests, text) is
  'The facts for telling a member what arrived, as things stand now.';

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
        -- Answers stay on the page; the reason for a missing one goes into the email.
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
