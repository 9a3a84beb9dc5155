-- Two reads that took twenty times as long in a workspace of a million requests as in one of a thousand.

create or replace function public.unread_questions(requests uuid[])
returns table (request_id uuid, item_id uuid, question_id uuid)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_session();
  workspaces constant uuid[] := private.my_workspaces();
  answered constant uuid[] := private.my_requests();
  handed constant uuid[] := private.my_items();
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
      (a.question).workspace_id = any(workspaces) or (a.question).request_id = any(answered)
      or (a.question).item_id = any(handed)
    )
    and exists (select from public.items as i where i.id = (a.question).item_id and i.removed_at is null offset 0)
    and private.is_unread(a.question, me)
  limit 1000;
end
$$;

-- A limit invites the planner to read a table from its start, where the rows of others are.
alter function public.sole_ownerships() set enable_seqscan = off;
alter function public.sole_ownerships() set enable_bitmapscan = off;
alter function public.workspace_contents(uuid) set enable_seqscan = off;
alter function public.workspace_contents(uuid) set enable_bitmapscan = off;
