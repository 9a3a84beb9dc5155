-- Generated from schemas/ by `pnpm migration names_for_members`.

set local check_function_bodies = off;

create or replace function private.unread_messages(
  request public.requests, reader uuid, since timestamptz, person public.recipients default null
) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'title', i.title, 'from', private.name_for_members(request.id, m.author, m.author_name),
        'text', private.emailed_text(m)
      )
      order by i.position, q.created_at, m.at
    ),
    '[]'
  )
  from public.questions as q
  join public.items as i on i.id = q.item_id and i.removed_at is null
  join public.messages as m on m.question_id = q.id
  where q.request_id = request.id and m.at >= unread_messages.since
    -- Members are emailed what recipients write, and recipients what members write.
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

create or replace function private.name_for_members(request uuid, account uuid, name text) returns text
language sql stable set search_path = '' as $$
  select coalesce(
    (
      select p.email from public.recipients as p
      where p.request_id = name_for_members.request and p.user_id = name_for_members.account
        and name_for_members.name = private.shown_address(p.email)
    ),
    name_for_members.name
  )
$$;

create or replace function private.facts_arrived(email private.outbox, request public.requests, site text) returns jsonb
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

comment on function private.name_for_members(uuid,uuid,text) is 'A name in the history as members are emailed it: the whole address of a recipient who has no name.';
