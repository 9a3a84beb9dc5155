-- Members and recipients ask each other about an item, and everybody of the request reads it. Notes are for members only:
-- they have a table of their own, and leave nothing in a row, an event or a time that a recipient can read.

create table public.questions (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null,
  workspace_id uuid not null,
  item_id uuid not null,
  created_at timestamptz not null default now(),
  last_message_at timestamptz not null,
  last_author uuid not null,
  resolved_at timestamptz,
  foreign key (item_id, request_id, workspace_id)
    references public.items (id, request_id, workspace_id) on delete cascade,
  unique (id, request_id, workspace_id)
);
comment on table public.questions is 'A question about an item from either side; its words and the replies are in messages.';
comment on column public.questions.last_author is 'Wrote the latest message. No foreign key: messages outlive accounts.';
create index questions_request_id_idx on public.questions (request_id);
-- All columns by which the page's query joins: without statistics the planner prefers the index with most of them, and one
-- on the workspace and request would read a request's questions once for each item.
create index questions_item_id_idx on public.questions (item_id, request_id, workspace_id);
create index questions_workspace_id_idx on public.questions (workspace_id);

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  question_id uuid not null,
  request_id uuid not null,
  workspace_id uuid not null,
  author uuid not null,
  author_name text not null,
  is_member boolean not null,
  body text not null,
  at timestamptz not null,
  foreign key (question_id, request_id, workspace_id)
    references public.questions (id, request_id, workspace_id) on delete cascade,
  constraint messages_body_check check (
    char_length(body) between 1 and 4000 and body = private.trimmed(body) and private.has_visible_character(body)
  )
);
comment on table public.messages is 'What was asked, and each reply. Never changed.';
comment on column public.messages.author_name is 'The name as it stood when the message was written, as in events.';
comment on column public.messages.is_member is 'Whether the author wrote for the workspace.';
create index messages_question_id_idx on public.messages (question_id, request_id, workspace_id);
create index messages_request_id_idx on public.messages (request_id);
create index messages_workspace_id_idx on public.messages (workspace_id);

create table public.notes (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null,
  workspace_id uuid not null,
  item_id uuid not null,
  author uuid not null,
  author_name text not null,
  body text not null,
  at timestamptz not null default now(),
  foreign key (item_id, request_id, workspace_id)
    references public.items (id, request_id, workspace_id) on delete cascade,
  constraint notes_body_check check (
    char_length(body) between 1 and 1000 and body = private.trimmed(body) and private.has_visible_character(body)
  )
);
comment on table public.notes is 'A note about an item that only members of the workspace read.';
create index notes_item_id_idx on public.notes (item_id, request_id, workspace_id);
create index notes_workspace_id_idx on public.notes (workspace_id);

create table private.question_reads (
  question_id uuid not null references public.questions (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  until timestamptz not null,
  primary key (question_id, user_id)
);
comment on table private.question_reads is 'Until when a person has read a question''s messages.';
create index question_reads_user_id_idx on private.question_reads (user_id);

alter table public.questions
  alter column id set statistics 0,
  alter column request_id set statistics 0,
  alter column workspace_id set statistics 0,
  alter column item_id set statistics 0,
  alter column created_at set statistics 0,
  alter column last_message_at set statistics 0,
  alter column last_author set statistics 0,
  alter column resolved_at set statistics 0;
alter table public.messages
  alter column id set statistics 0,
  alter column question_id set statistics 0,
  alter column request_id set statistics 0,
  alter column workspace_id set statistics 0,
  alter column author set statistics 0,
  alter column author_name set statistics 0,
  alter column is_member set statistics 0,
  alter column body set statistics 0,
  alter column at set statistics 0;
alter table public.notes
  alter column id set statistics 0,
  alter column request_id set statistics 0,
  alter column workspace_id set statistics 0,
  alter column item_id set statistics 0,
  alter column author set statistics 0,
  alter column author_name set statistics 0,
  alter column body set statistics 0,
  alter column at set statistics 0;

alter table public.questions enable row level security;
alter table public.messages enable row level security;
alter table public.notes enable row level security;
revoke all on public.questions, public.messages, public.notes from public, anon, authenticated, service_role;
grant select on public.questions, public.messages, public.notes to authenticated;

create policy session_ok on public.questions as restrictive to authenticated using ((select private.session_ok()));
create policy session_ok on public.messages as restrictive to authenticated using ((select private.session_ok()));
create policy session_ok on public.notes as restrictive to authenticated using ((select private.session_ok()));
create policy members on public.questions for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy recipients on public.questions for select to authenticated
  using (request_id = any((select private.my_requests())::uuid[]));
create policy own_rows_first on public.questions as restrictive for select to authenticated
  using (
    private.is_one_of(workspace_id, (select private.my_workspaces()))
    or private.is_one_of(request_id, (select private.my_requests()))
  );
create policy members on public.messages for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy recipients on public.messages for select to authenticated
  using (request_id = any((select private.my_requests())::uuid[]));
create policy own_rows_first on public.messages as restrictive for select to authenticated
  using (
    private.is_one_of(workspace_id, (select private.my_workspaces()))
    or private.is_one_of(request_id, (select private.my_requests()))
  );
create policy members on public.notes for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy own_rows_first on public.notes as restrictive for select to authenticated
  using (private.is_one_of(workspace_id, (select private.my_workspaces())));

insert into private.quotas (name, most) values ('messages', 500);

alter table public.events
  drop constraint events_kind_check,
  add constraint events_kind_check check (
    kind in (
      'created', 'sent', 'opened', 'file_added', 'file_removed', 'file_set_aside', 'file_put_back', 'file_returned',
      'answered', 'accepted', 'returned', 'waived', 'received_elsewhere', 'decision_undone', 'link_replaced', 'paused',
      'resumed', 'closed', 'done', 'reopened', 'cancelled', 'archived', 'unarchived',
      'title_changed', 'message_changed', 'due_changed',
      'item_added', 'item_changed', 'item_removed', 'items_reordered',
      'recipient_added', 'recipient_corrected', 'recipient_removed',
      'invited', 'reminded', 'unreachable', 'promised',
      'question_asked', 'question_answered', 'question_resolved', 'question_reopened'
    )
  );

create function private.is_unread(question public.questions, reader uuid) returns boolean
language sql stable set search_path = '' as $$
  select question.last_author <> is_unread.reader and not exists (
    select from private.question_reads as q
    where q.question_id = question.id and q.user_id = is_unread.reader and q.until >= question.last_message_at
  )
$$;
comment on function private.is_unread(public.questions, uuid) is
  'Whether somebody else has written a message since this person last read or wrote one.';

create function private.lock_item_for_question(item uuid, request uuid) returns public.items
language plpgsql set search_path = '' as $$
declare
  parent public.requests;
  locked public.items;
begin
  perform private.require_session();
  select r.* into parent from public.requests as r
  where r.id = lock_item_for_question.request
    and (r.workspace_id = any(private.my_workspaces()) or r.id = any(private.my_requests()))
  for update;
  -- A stranger learns nothing from what would be read next.
  if not found then
    perform private.fail('not_found');
  end if;
  -- The item or the person may have been removed while this waited for the request.
  select i.* into locked from public.items as i
  where i.id = lock_item_for_question.item and i.request_id = parent.id and i.removed_at is null
    and (parent.workspace_id = any(private.my_workspaces()) or parent.id = any(private.my_requests()));
  if not found then
    perform private.fail('not_found');
  elsif parent.status not in ('open', 'done') or parent.closed_by is not null then
    perform private.fail('request.closed');
  elsif parent.paused_at is not null and not parent.workspace_id = any(private.my_workspaces()) then
    perform private.fail('request.paused');
  end if;
  return locked;
end
$$;
comment on function private.lock_item_for_question(uuid, uuid) is
  'Locks the request and returns the item for a member or recipient who may write about it.';

create function private.checked_text(body text, longest integer) returns text
language plpgsql immutable set search_path = '' as $$
declare
  words constant text := private.trimmed(coalesce(checked_text.body, ''));
begin
  if not private.has_visible_character(words) then
    perform private.fail('question.empty');
  elsif char_length(words) > checked_text.longest then
    perform private.fail('question.too_long');
  end if;
  return words;
end
$$;
comment on function private.checked_text(text, integer) is
  'The trimmed text of a question, reply or note. Errors: question.empty, question.too_long.';

create function private.add_message(question public.questions, body text) returns void
language plpgsql set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  moment constant timestamptz := clock_timestamp();
begin
  perform private.use_quota('messages', me::text, 1);
  insert into public.messages (question_id, request_id, workspace_id, author, author_name, is_member, body, at)
  values (
    question.id, question.request_id, question.workspace_id, me, private.my_name(question.request_id),
    question.workspace_id = any(private.my_workspaces()), add_message.body, moment
  );
  update public.questions as q set last_message_at = moment, last_author = me, resolved_at = null
  where q.id = question.id;
end
$$;
comment on function private.add_message(public.questions, text) is
  'Appends a message, which opens a resolved question again. Errors: quota.messages.';

create function public.ask_question(item uuid, body text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  locked public.items := private.lock_item_for_question(
    ask_question.item, (select i.request_id from public.items as i where i.id = ask_question.item)
  );
  words constant text := private.checked_text(ask_question.body, 4000);
  made public.questions;
begin
  if (select count(*) from public.questions as q where q.item_id = locked.id) >= 50 then
    perform private.fail('question.too_many');
  end if;
  insert into public.questions as q (request_id, workspace_id, item_id, last_message_at, last_author)
  values (locked.request_id, locked.workspace_id, locked.id, now(), auth.uid())
  returning q.* into made;
  -- First, because its email tells of messages that are not older than its event.
  perform private.add_event(locked.request_id, 'question_asked', locked.id);
  perform private.add_message(made, words);
  return made.id;
end
$$;
comment on function public.ask_question(uuid, text) is
  'Asks a question about an item, as a member or a recipient, and returns its id. At most 4,000 characters and 50 questions per item. Errors: not_found, request.closed, request.paused, question.empty, question.too_long, question.too_many, quota.messages.';
grant execute on function public.ask_question(uuid, text) to authenticated;

create function private.lock_question(question uuid) returns public.questions
language plpgsql set search_path = '' as $$
declare
  locked public.questions;
begin
  select q.* into locked from public.questions as q where q.id = lock_question.question;
  perform private.lock_item_for_question(locked.item_id, locked.request_id);
  -- Somebody may have resolved it while this waited for the request.
  select q.* into locked from public.questions as q where q.id = lock_question.question;
  return locked;
end
$$;
comment on function private.lock_question(uuid) is
  'Locks the request and returns the question for a member or recipient who may write in it.';

create function public.answer_question(question uuid, body text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.questions := private.lock_question(answer_question.question);
  words constant text := private.checked_text(answer_question.body, 4000);
begin
  if (select count(*) from public.messages as m where m.question_id = locked.id) >= 200 then
    perform private.fail('question.too_many');
  end if;
  perform private.add_event(locked.request_id, 'question_answered', locked.item_id);
  perform private.add_message(locked, words);
end
$$;
comment on function public.answer_question(uuid, text) is
  'Replies to a question; one that was resolved is open again. At most 4,000 characters and 200 messages per question. Errors: not_found, request.closed, request.paused, question.empty, question.too_long, question.too_many, quota.messages.';
grant execute on function public.answer_question(uuid, text) to authenticated;

create function public.resolve_question(question uuid, resolved boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.questions := private.lock_question(resolve_question.question);
  is_resolved constant boolean := coalesce(resolve_question.resolved, true);
begin
  if (locked.resolved_at is not null) = is_resolved then
    return;
  end if;
  -- Each change is a line of the history, which nobody may fill.
  perform private.use_quota('messages', auth.uid()::text, 1);
  update public.questions as q set resolved_at = case when is_resolved then now() end where q.id = locked.id;
  perform private.add_event(
    locked.request_id, case when is_resolved then 'question_resolved' else 'question_reopened' end, locked.item_id
  );
end
$$;
comment on function public.resolve_question(uuid, boolean) is
  'Marks a question as resolved, or as open again. Repeating a call changes nothing. Counts as a message. Errors: not_found, request.closed, request.paused, quota.messages.';
grant execute on function public.resolve_question(uuid, boolean) to authenticated;

create function public.read_questions(item uuid, until timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.require_session();
begin
  insert into private.question_reads as r (question_id, user_id, until)
  select q.id, me, least(q.last_message_at, read_questions.until)
  from public.questions as q
  where q.item_id = read_questions.item
    and (q.workspace_id = any(private.my_workspaces()) or q.request_id = any(private.my_requests()))
    and read_questions.until is not null and private.is_unread(q, me)
  on conflict (question_id, user_id) do update set until = greatest(r.until, excluded.until);
end
$$;
comment on function public.read_questions(uuid, timestamptz) is
  'Marks an item''s questions as read by the caller, up to the time of the newest message that they have seen.';
grant execute on function public.read_questions(uuid, timestamptz) to authenticated;

create function public.unread_questions(requests uuid[])
returns table (request_id uuid, item_id uuid, question_id uuid)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_session();
  workspaces constant uuid[] := private.my_workspaces();
  answered constant uuid[] := private.my_requests();
begin
  return query
  select q.request_id, q.item_id, q.id
  from public.questions as q join public.items as i on i.id = q.item_id and i.removed_at is null
  where q.request_id = any(unread_questions.requests[1:200])
    and (q.workspace_id = any(workspaces) or q.request_id = any(answered))
    and private.is_unread(q, me)
  limit 1000;
end
$$;
comment on function public.unread_questions(uuid[]) is
  'Questions in which somebody else has written since the caller last read them, in the first 200 of these requests; at most 1,000. Lists and pages all count these rows.';
grant execute on function public.unread_questions(uuid[]) to authenticated;

create function public.add_note(item uuid, body text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.require_session();
  words constant text := private.checked_text(add_note.body, 1000);
  made uuid;
begin
  -- The request isn't locked, and nothing in it changes: a recipient can't tell that there is a note.
  insert into public.notes as n (request_id, workspace_id, item_id, author, author_name, body)
  select i.request_id, i.workspace_id, i.id, me, private.my_name(i.request_id), words
  from public.items as i
  where i.id = add_note.item and i.removed_at is null and i.workspace_id = any(private.my_workspaces())
  returning n.id into made;
  if made is null then
    perform private.fail('not_found');
  elsif (select count(*) from public.notes as n where n.item_id = add_note.item) > 50 then
    perform private.fail('question.too_many');
  end if;
  return made;
end
$$;
comment on function public.add_note(uuid, text) is
  'Adds a note to an item that only members read, and returns its id. At most 1,000 characters and 50 notes per item. Errors: not_found, question.empty, question.too_long, question.too_many.';
grant execute on function public.add_note(uuid, text) to authenticated;

create function public.remove_note(note uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.require_session();
begin
  delete from public.notes as n
  where n.id = remove_note.note and n.author = me and n.workspace_id = any(private.my_workspaces());
  if not found then
    perform private.fail('not_found');
  end if;
end
$$;
comment on function public.remove_note(uuid) is 'Deletes one of the caller''s own notes. Errors: not_found.';
grant execute on function public.remove_note(uuid) to authenticated;

create function private.may_email_links(workspace uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.workspaces as w join private.answered_workspaces as a on a.workspace_id = w.id
    where w.id = may_email_links.workspace and w.created_at < now() - interval '7 days'
  )
$$;
comment on function private.may_email_links(uuid) is
  'Whether emails quote texts with links by this workspace: it is older than seven days, and somebody has answered it.';

create or replace function private.emailed_message(request public.requests) returns text
language sql stable set search_path = '' as $$
  select case
    when private.has_link(request.message) and not private.may_email_links(request.workspace_id) then ''
    else request.message
  end
$$;

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

create function private.unread_messages(request public.requests, reader uuid, since timestamptz) returns jsonb
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
    and m.is_member = exists (
      select from public.recipients as p
      where p.request_id = request.id and p.user_id is not distinct from unread_messages.reader
    )
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
comment on function private.unread_messages(public.requests, uuid, timestamptz) is
  'Messages of the other side since then that this person has not read, for @sheaf/email. A recipient without an account has read nothing.';

create or replace function private.event_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.kind in (
    'returned', 'file_returned', 'item_added', 'item_changed', 'item_removed', 'due_changed', 'title_changed',
    'message_changed'
  ) then
    perform private.queue_email('update', p, new.at, new.at + interval '10 minutes')
    from public.recipients as p where p.request_id = new.request_id and p.removed_at is null;
  elsif new.kind in ('file_added', 'answered') and new.recipient_id is not null then
    insert into private.answered_workspaces (workspace_id) values (new.workspace_id) on conflict do nothing;
    perform private.queue_email(
      'receipt', p, new.at,
      new.at + case when r.required_missing + r.required_returned = 0 then interval '0' else interval '30 minutes' end
    )
    from public.recipients as p join public.requests as r on r.id = p.request_id
    where p.id = new.recipient_id;
    perform private.queue_arrival(new);
  elsif new.kind in ('question_asked', 'question_answered') then
    if new.recipient_id is null then
      perform private.queue_email('update', p, new.at, new.at + interval '10 minutes')
      from public.recipients as p where p.request_id = new.request_id and p.removed_at is null;
    else
      perform private.queue_arrival(new);
    end if;
  end if;
  return null;
end
$$;

create or replace function private.arrived_facts(email private.outbox, request public.requests, site text) returns jsonb
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

create or replace function private.email_facts(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns jsonb
language sql stable set search_path = '' as $$
  select common.facts || case email.kind
    when 'invitation' then jsonb_build_object(
      'items', request.items_total,
      'message', private.emailed_message(request),
      'retainDays', common.retain_days,
      -- The page asks for a code before it takes a report.
      'reportUrl', common.facts -> 'request' ->> 'url' || '#report'
    )
    when 'update' then jsonb_build_object(
      'returned', private.returns_since(request, email.since),
      'changes', private.changes_since(request, email.since),
      'questions', private.unread_messages(request, recipient.user_id, email.since),
      'accepted', (
        select count(*) from public.items as i
        where i.request_id = request.id and i.removed_at is null and i.status = 'accepted' and i.decided_at >= email.since
      )
    )
    when 'ended' then jsonb_build_object(
      'how', case when request.closed_by is null or recipient.removed_at is not null then 'withdrawn' else 'closed' end,
      'isReadable', recipient.user_id is not null and email.address is null
    )
    else jsonb_build_object(
      'items', private.sent_items(recipient),
      'left', request.required_missing + request.required_returned,
      'zone', common.zone
    )
  end
  from (
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
      coalesce(recipient.zone, w.zone) as zone
    from public.workspaces as w
    join public.request_links as l on l.request_id = request.id
    where w.id = request.workspace_id
  ) as common
$$;

create or replace function public.claim_email(worker uuid, site text)
returns table (id uuid, kind text, address text, name text, facts jsonb)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  moment constant timestamptz := private.email_clock();
  due private.outbox;
  parent public.requests;
  person public.recipients;
  obstacle text;
  wait interval;
  content jsonb;
begin
  -- Without an origin its links would lead nowhere.
  if coalesce(claim_email.site !~ '^https?://[^/]+$', true) then
    return;
  end if;
  for due in
    select o.* from private.outbox as o
    where o.ended_at is null and o.not_before <= moment and (o.claimed_until is null or o.claimed_until < now())
    order by o.not_before, o.id
    limit 50
  loop
    -- Nothing is waited for: another worker has it, or somebody is changing the request at this moment.
    select p.* into person from public.recipients as p where p.id = due.recipient_id for no key update skip locked;
    continue when not found and due.recipient_id is not null;
    select o.* into due from private.outbox as o
    where o.id = due.id and o.ended_at is null and o.not_before <= moment
      and (o.claimed_until is null or o.claimed_until < now())
    for update skip locked;
    continue when not found;
    select r.* into parent from public.requests as r where r.id = due.request_id;
    wait := null;
    if due.recipient_id is null then
      parent.workspace_id := due.workspace_id;
      obstacle := private.member_email_obstacle(due, parent);
      if obstacle is null then
        content := private.member_email_facts(due, parent, claim_email.site);
        obstacle := case
          when due.kind = 'arrived' and '[]' = all(array[content -> 'arrivals', content -> 'questions']) then 'undone'
          when due.kind = 'summary' and '[]' = all(array[content -> 'arrived', content -> 'overdue', content -> 'bounced'])
            then 'nothing_happened'
        end;
      end if;
    elsif due.kind = 'reminder' then
      due.covers := private.reminded_now(due.covers, due.by_hand);
      obstacle := case
        -- A worker died while it sent this one, so it may have arrived.
        when due.claimed_until is not null then 'interrupted'
        when cardinality(due.covers) = 0 then 'nothing_missing'
        when private.is_suppressed(person.email) then 'suppressed'
      end;
      if obstacle is null then
        wait := private.reminder_wait(due, person);
        content := private.reminder_facts(due.covers, moment, claim_email.site);
      end if;
    else
      obstacle := private.email_obstacle(due, parent, person);
      if obstacle is null then
        content := private.email_facts(due, parent, person, claim_email.site);
        obstacle := case
          when due.kind = 'update'
            and '[]' = all(array[content -> 'returned', content -> 'changes', content -> 'questions']) then 'undone'
          when due.kind = 'receipt' and content -> 'items' = '[]' then 'nothing_sent'
        end;
      end if;
    end if;
    -- Another attempt was counted already. A receipt follows what its reader has just done, and members asked for theirs.
    if obstacle is null and wait is null and due.attempts = 0
      and due.kind in ('invitation', 'update', 'ended', 'reminder', 'member_invitation')
    then
      wait := private.email_wait(due, parent, person);
    end if;
    if obstacle is not null then
      update private.outbox as o set ended_at = now(), outcome = 'dropped', reason = obstacle where o.id = due.id;
      if obstacle = 'suppressed' and due.kind in ('invitation', 'reminder') then
        update public.recipients as p set unreachable_at = coalesce(p.unreachable_at, now()) where p.id = person.id;
      end if;
    elsif wait is not null then
      update private.outbox as o set not_before = moment + wait, reason = 'capped' where o.id = due.id;
    else
      -- The claim is the note that an attempt is made: what is sent once at most is not claimed twice.
      update private.outbox as o
      set
        attempts = o.attempts + 1, claimed_by = claim_email.worker, claimed_until = now() + interval '5 minutes',
        covers = due.covers
      where o.id = due.id;
      return query
      select
        due.id, due.kind, coalesce(due.address, person.email, (select u.email::text from auth.users as u where u.id = due.user_id)),
        coalesce(person.name, (select f.display_name from public.profiles as f where f.user_id = due.user_id), ''),
        content;
      return;
    end if;
  end loop;
end
$$;
