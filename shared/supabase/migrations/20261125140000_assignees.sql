-- A request belongs to a member, its assignee: the one who looks after it and is told what arrives (decision 0056).

alter table public.requests
  add column assignee uuid,
  alter column assignee set statistics 0,
  -- The pair, so that nobody is assigned a request of a workspace they aren't in. Whoever leaves has none left.
  add constraint requests_assignee_fkey foreign key (workspace_id, assignee)
    references public.members (workspace_id, user_id) on delete set null (assignee);
comment on column public.requests.assignee is 'The member who looks after the request; null for nobody.';
create index requests_assignee_idx on public.requests (workspace_id, assignee) where assignee is not null;

update public.requests as r set assignee = m.user_id
from public.members as m
where m.workspace_id = r.workspace_id and m.user_id = coalesce(r.sent_by, r.created_by) and not r.is_template;

alter table public.events
  drop constraint events_kind_check,
  add constraint events_kind_check check (
    kind in (
      'created', 'sent', 'opened', 'file_added', 'file_removed', 'file_set_aside', 'file_put_back', 'file_returned',
      'answered', 'accepted', 'returned', 'waived', 'received_elsewhere', 'decision_undone', 'link_replaced', 'paused',
      'resumed', 'closed', 'done', 'reopened', 'cancelled', 'archived', 'unarchived', 'assigned',
      'title_changed', 'message_changed', 'due_changed',
      'item_added', 'item_changed', 'item_removed', 'items_reordered',
      'recipient_added', 'recipient_corrected', 'recipient_removed',
      'invited', 'reminded', 'unreachable', 'promised',
      'question_asked', 'question_answered', 'question_resolved', 'question_reopened',
      'handed_off', 'taken_back'
    )
  );

create or replace function private.is_for_members(kind text) returns boolean
language sql immutable set search_path = '' as $$
  select is_for_members.kind in (
    'title_changed', 'message_changed', 'item_changed', 'recipient_added', 'recipient_corrected', 'recipient_removed',
    'archived', 'unarchived', 'assigned', 'invited', 'reminded', 'unreachable', 'promised'
  )
$$;

create function private.assign_to_creator() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.assignee := coalesce(new.assignee, new.created_by);
  return new;
end
$$;
comment on function private.assign_to_creator() is 'Whoever makes a request looks after it until it is assigned.';
create trigger assign_to_creator before insert on public.requests
  for each row when (not new.is_template) execute function private.assign_to_creator();

create function public.assign_request(request uuid, assignee uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests;
  new_name text;
begin
  perform private.require_session();
  -- Before the request, as remove_member locks them, so that neither waits for the other.
  perform from public.members as m
  where m.user_id = assign_request.assignee and m.workspace_id = any(private.my_workspaces())
    and m.workspace_id = (select r.workspace_id from public.requests as r where r.id = assign_request.request)
  for key share;
  locked := private.lock_as_member(assign_request.request);
  if locked.is_template then
    perform private.fail('not_found');
  end if;
  select f.display_name into new_name
  from public.members as m join public.profiles as f on f.user_id = m.user_id
  where m.workspace_id = locked.workspace_id and m.user_id = assign_request.assignee;
  if assign_request.assignee is not null and not found then
    perform private.fail('assignee.not_member');
  elsif assign_request.assignee is not distinct from locked.assignee then
    return locked.assignee;
  end if;
  update public.requests as r set assignee = assign_request.assignee where r.id = locked.id;
  if assign_request.assignee is not null then
    -- Nobody to take over is no reason to stop telling whoever was told.
    insert into private.watchers as w (request_id, user_id, stopped_at)
    select locked.id, told.user_id, told.stopped_at
    from (values (assign_request.assignee, null::timestamptz), (locked.assignee, now())) as told (user_id, stopped_at)
    where told.user_id is not null
    on conflict (request_id, user_id) do update set stopped_at = excluded.stopped_at;
  end if;
  perform private.add_event(locked.id, 'assigned', data => jsonb_strip_nulls(jsonb_build_object('name', new_name)));
  return locked.assignee;
end
$$;
comment on function public.assign_request(uuid, uuid) is
  'For members: lets a member, or nobody, look after a request, and returns who did before. Its new assignee gets the emails about what arrives, in place of the one before. Repeating a call changes nothing. Errors: not_found, assignee.not_member.';
grant execute on function public.assign_request(uuid, uuid) to authenticated;

create or replace function public.send_request(request uuid, invite boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(send_request.request);
  emails constant text[] := array(
    select p.email from public.recipients as p where p.request_id = send_request.request and p.removed_at is null
  );
begin
  if locked.is_template then
    perform private.fail('template.sent');
  elsif locked.status <> 'draft' then
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
  set status = 'open', sent_by = auth.uid(), sent_at = now(), revision = r.revision + 1,
    invites = coalesce(send_request.invite, false), assignee = coalesce(r.assignee, auth.uid())
  where r.id = locked.id;
  perform private.put_link(locked);
  perform private.add_event(locked.id, 'sent');
end
$$;

create or replace function public.remove_member(workspace uuid, member uuid, successor uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  mine constant text := private.lock_workspace(remove_member.workspace, 'member');
  theirs constant text := (
    select m.role from public.members as m
    where m.workspace_id = remove_member.workspace and m.user_id = remove_member.member
  );
  heir uuid;
begin
  if theirs is null then
    perform private.fail('not_found');
  elsif remove_member.member <> me and (mine = 'member' or private.rank_of(theirs) > private.rank_of(mine)) then
    perform private.fail('workspace.role');
  end if;
  if theirs = 'owner' and remove_member.member <> me then
    perform private.require_fresh_proof('roles');
  end if;
  select m.user_id into heir
  from public.members as m
  where m.workspace_id = remove_member.workspace and m.user_id <> remove_member.member
    and (remove_member.successor is null or m.user_id = remove_member.successor)
  -- Without a choice: whoever removes them, else the first owner.
  order by m.user_id = me desc, private.rank_of(m.role) desc, m.created_at
  limit 1;
  if heir is null and remove_member.successor is not null then
    perform private.fail('not_found');
  end if;
  -- Before their requests, as assign_request locks them.
  perform from public.members as m
  where m.workspace_id = remove_member.workspace and m.user_id = remove_member.member
  for update;
  -- Otherwise nobody might be told what arrives. Locked in one order, to avoid a deadlock with somebody who answers.
  with watched as (
    select r.id from public.requests as r
    where heir is not null and r.workspace_id = remove_member.workspace and r.status <> 'cancelled'
      and (r.assignee = remove_member.member or private.is_watched(r, remove_member.member))
    order by r.id
    for key share
  )
  insert into private.watchers (request_id, user_id) select w.id, heir from watched as w
  on conflict do nothing;
  delete from private.watchers as w using public.requests as r
  where r.id = w.request_id and r.workspace_id = remove_member.workspace and w.user_id = remove_member.member;
  with theirs as (
    select r.id from public.requests as r
    where heir is not null and r.workspace_id = remove_member.workspace and r.assignee = remove_member.member
      and r.status in ('draft', 'open')
    order by r.id
    for no key update
  )
  update public.requests as r set assignee = heir from theirs as t where r.id = t.id;
  delete from public.members as m
  where m.workspace_id = remove_member.workspace and m.user_id = remove_member.member;
  perform private.end_invitations(remove_member.workspace, remove_member.member);
  -- An invitation to their own address must not let them in again.
  delete from private.invitations as i using auth.users as u
  where u.id = remove_member.member and i.workspace_id = remove_member.workspace and i.email = lower(u.email)
    and i.accepted_at is null;
end
$$;
comment on function public.remove_member(uuid, uuid, uuid) is
  'Ends a membership: for owners, for admins below owner, and for members who leave. Their drafts and open requests are assigned to the successor, by default the caller or the first owner, who gets the emails about their requests. Errors: not_found (also for a successor who is no member), workspace.role, workspace.last_owner, proof.required (of the act roles, for another owner).';
