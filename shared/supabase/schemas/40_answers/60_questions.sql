-- Questions about an item, from either side.
--
-- Members and recipients ask each other about an item, and everyone in the request reads it.

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

alter table public.questions enable row level security;
create policy session_ok on public.questions as restrictive to authenticated using ((select private.session_ok()));
create policy members on public.questions for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy recipients on public.questions for select to authenticated
  using (request_id = any((select private.my_requests())::uuid[]));
create policy handed_items on public.questions for select to authenticated
  using (item_id = any((select private.my_items())::uuid[]));
create policy own_rows_first on public.questions as restrictive for select to authenticated
  using (
    private.is_one_of(workspace_id, (select private.my_workspaces()))
    or private.is_one_of(request_id, (select private.my_requests()))
    or private.is_one_of(item_id, (select private.my_items()))
  );

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
comment on table public.messages is 'The question and each reply. Never changed.';
comment on column public.messages.author_name is 'The name as it stood when the message was written, as in events.';
comment on column public.messages.is_member is 'True if the author wrote for the workspace.';

create index messages_question_id_idx on public.messages (question_id, request_id, workspace_id);
create index messages_request_id_idx on public.messages (request_id);
create index messages_workspace_id_idx on public.messages (workspace_id);

alter table public.messages enable row level security;
create policy session_ok on public.messages as restrictive to authenticated using ((select private.session_ok()));
create policy members on public.messages for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy recipients on public.messages for select to authenticated
  using (request_id = any((select private.my_requests())::uuid[]));
create policy handed_items on public.messages for select to authenticated
  using (question_id = any((select private.my_questions())::uuid[]));
create policy own_rows_first on public.messages as restrictive for select to authenticated
  using (
    private.is_one_of(workspace_id, (select private.my_workspaces()))
    or private.is_one_of(request_id, (select private.my_requests()))
    or private.is_one_of(question_id, (select private.my_questions()))
  );

create table private.question_reads (
  question_id uuid not null references public.questions (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  until timestamptz not null,
  primary key (question_id, user_id)
);
comment on table private.question_reads is 'Until when a person has read a question''s messages.';

create index question_reads_user_id_idx on private.question_reads (user_id);

create function public.ask_question(item uuid, body text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.items := private.lock_item_for_question(
    ask_question.item, (select i.request_id from public.items as i where i.id = ask_question.item)
  );
  v_words constant text := private.checked_text(ask_question.body, 4000);
  v_made public.questions;
begin
  if (select count(*) from public.questions as q where q.item_id = v_locked.id) >= 50 then
    perform private.fail('question.too_many');
  end if;
  insert into public.questions as q (request_id, workspace_id, item_id, last_message_at, last_author)
  values (v_locked.request_id, v_locked.workspace_id, v_locked.id, now(), auth.uid())
  returning q.* into v_made;
  -- First, because its email tells of messages that are not older than its event.
  perform private.add_event(v_locked.request_id, 'question_asked', v_locked.id);
  perform private.add_message(v_made, v_words);
  return v_made.id;
end
$$;
comment on function public.ask_question(uuid, text) is
  'Asks a question about an item, as a member or a recipient, and returns its id. At most 4,000 characters and 50 questions per item. Errors: not_found, request.closed, request.paused, question.empty, question.too_long, question.too_many, quota.messages.';
grant execute on function public.ask_question(uuid, text) to authenticated;

create function public.answer_question(question uuid, body text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.questions := private.lock_question(answer_question.question);
  v_words constant text := private.checked_text(answer_question.body, 4000);
begin
  if (select count(*) from public.messages as m where m.question_id = v_locked.id) >= 200 then
    perform private.fail('question.too_many');
  end if;
  perform private.add_event(v_locked.request_id, 'question_answered', v_locked.item_id);
  perform private.add_message(v_locked, v_words);
end
$$;
comment on function public.answer_question(uuid, text) is
  'Replies to a question; one that was resolved is open again. At most 4,000 characters and 200 messages per question. Errors: not_found, request.closed, request.paused, question.empty, question.too_long, question.too_many, quota.messages.';
grant execute on function public.answer_question(uuid, text) to authenticated;

create function public.resolve_question(question uuid, resolved boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.questions := private.lock_question(resolve_question.question);
  v_is_resolved constant boolean := coalesce(resolve_question.resolved, true);
begin
  if (v_locked.resolved_at is not null) = v_is_resolved then
    return;
  end if;
  -- Each change adds a line to the history, so their number is limited.
  perform private.use_quota('messages', auth.uid()::text, 1);
  update public.questions as q set resolved_at = case when v_is_resolved then now() end where q.id = v_locked.id;
  perform private.add_event(
    v_locked.request_id, case when v_is_resolved then 'question_resolved' else 'question_reopened' end, v_locked.item_id
  );
end
$$;
comment on function public.resolve_question(uuid, boolean) is
  'Marks a question as resolved, or as open again. Repeating a call changes nothing. Counts as a message. Errors: not_found, request.closed, request.paused, quota.messages.';
grant execute on function public.resolve_question(uuid, boolean) to authenticated;

create function public.read_questions(item uuid, until timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_me constant uuid := private.require_session();
  -- Read whether or not the item exists, so that the work doesn't reveal it.
  v_workspaces constant uuid[] := private.my_workspaces();
  v_requests constant uuid[] := private.my_requests();
  v_items constant uuid[] := private.my_items();
begin
  insert into private.question_reads as r (question_id, user_id, until)
  select q.id, v_me, least(q.last_message_at, read_questions.until)
  from public.questions as q
  where q.item_id = read_questions.item
    and (q.workspace_id = any(v_workspaces) or q.request_id = any(v_requests) or q.item_id = any(v_items))
    and read_questions.until is not null and private.is_unread(q, v_me)
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
  v_me constant uuid := private.require_session();
  v_workspaces constant uuid[] := private.my_workspaces();
  v_answered constant uuid[] := private.my_requests();
  v_handed constant uuid[] := private.my_items();
begin
  return query
  -- Found by request first. For a member of a large workspace the planner expects that nearly every question is theirs, and
  -- would read all items to join them.
  with asked as materialized (
    select q as question from public.questions as q where q.request_id = any(unread_questions.requests[1:200])
  )
  select (a.question).request_id, (a.question).item_id, (a.question).id
  from asked as a
  where (
      (a.question).workspace_id = any(v_workspaces) or (a.question).request_id = any(v_answered)
      or (a.question).item_id = any(v_handed)
    )
    and exists (select from public.items as i where i.id = (a.question).item_id and i.removed_at is null offset 0)
    and private.is_unread(a.question, v_me)
  limit 1000;
end
$$;
comment on function public.unread_questions(uuid[]) is
  'Questions in which another person has written since the caller last read them, in the first 200 of these requests; at most 1,000. Lists and pages all count these rows.';
grant execute on function public.unread_questions(uuid[]) to authenticated;

create function private.add_message(question public.questions, body text) returns void
language plpgsql set search_path = '' as $$
declare
  v_me constant uuid := auth.uid();
  v_moment constant timestamptz := clock_timestamp();
begin
  perform private.use_quota('messages', v_me::text, 1);
  insert into public.messages (question_id, request_id, workspace_id, author, author_name, is_member, body, at)
  values (
    question.id, question.request_id, question.workspace_id, v_me, private.my_name(question.request_id),
    question.workspace_id = any(private.my_workspaces()), add_message.body, v_moment
  );
  update public.questions as q set last_message_at = v_moment, last_author = v_me, resolved_at = null
  where q.id = question.id;
end
$$;
comment on function private.add_message(public.questions, text) is
  'Appends a message, which opens a resolved question again. Errors: quota.messages.';

create function private.checked_text(body text, longest integer) returns text
language plpgsql immutable set search_path = '' as $$
declare
  v_words constant text := private.trimmed(coalesce(checked_text.body, ''));
begin
  if not private.has_visible_character(v_words) then
    perform private.fail('question.empty');
  elsif char_length(v_words) > checked_text.longest then
    perform private.fail('question.too_long');
  end if;
  return v_words;
end
$$;
comment on function private.checked_text(text, integer) is
  'The trimmed text of a question, reply or note. Errors: question.empty, question.too_long.';

create function private.is_unread(question public.questions, reader uuid) returns boolean
language sql stable set search_path = '' as $$
  select question.last_author <> is_unread.reader and not exists (
    select from private.question_reads as q
    where q.question_id = question.id and q.user_id = is_unread.reader and q.until >= question.last_message_at
  )
$$;
comment on function private.is_unread(public.questions, uuid) is
  'True if another person has written a message since this person last read or wrote one.';

create function private.lock_question(question uuid) returns public.questions
language plpgsql set search_path = '' as $$
declare
  v_locked public.questions;
begin
  select q.* into v_locked from public.questions as q where q.id = lock_question.question;
  perform private.lock_item_for_question(v_locked.item_id, v_locked.request_id);
  -- It may have been resolved while this waited for the request.
  select q.* into v_locked from public.questions as q where q.id = lock_question.question;
  return v_locked;
end
$$;
comment on function private.lock_question(uuid) is
  'Locks the request and returns the question for a member or recipient who may write in it.';

create function private.lock_item_for_question(item uuid, request uuid) returns public.items
language plpgsql set search_path = '' as $$
declare
  -- Read whether or not the item exists, so that the work doesn't reveal it.
  v_workspaces constant uuid[] := private.my_workspaces();
  v_requests constant uuid[] := private.my_requests();
  v_items constant uuid[] := private.my_items();
  v_parent public.requests;
  v_locked public.items;
begin
  perform private.require_session();
  select r.* into v_parent from public.requests as r
  where r.id = lock_item_for_question.request
    and (r.workspace_id = any(v_workspaces) or r.id = any(v_requests) or lock_item_for_question.item = any(v_items))
  for update;
  -- A stranger learns nothing from what would be read next.
  if not found then
    perform private.fail('not_found');
  end if;
  -- The item or the person may have been removed, or the hand-off undone, while this waited for the request.
  select i.* into v_locked from public.items as i
  where i.id = lock_item_for_question.item and i.request_id = v_parent.id and i.removed_at is null
    and (
      v_parent.workspace_id = any(private.my_workspaces())
      or v_parent.id = any(private.my_requests())
      or i.id = any(private.my_items())
    );
  if not found then
    perform private.fail('not_found');
  elsif v_parent.status not in ('open', 'done') or v_parent.closed_by is not null then
    perform private.fail('request.closed');
  elsif v_parent.paused_at is not null and not v_parent.workspace_id = any(private.my_workspaces()) then
    perform private.fail('request.paused');
  end if;
  return v_locked;
end
$$;
comment on function private.lock_item_for_question(uuid, uuid) is
  'Locks the request and returns the item for a member or recipient who may write about it.';
