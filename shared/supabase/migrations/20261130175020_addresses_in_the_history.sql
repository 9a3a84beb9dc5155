-- Generated from schemas/ by `pnpm migration addresses_in_the_history`.

set local check_function_bodies = off;

create or replace function private.my_name(request uuid) returns text
language sql stable set search_path = '' as $$
  select coalesce(
    (
      select nullif(p.name, '') from public.recipients as p
      where p.request_id = my_name.request and p.user_id = auth.uid()
    ),
    (select f.display_name from public.profiles as f where f.user_id = auth.uid()),
    -- The address the request was sent to: the account's address may have changed since, and is private. Other recipients
    -- read it as well.
    (
      select private.shown_address(p.email) from public.recipients as p
      where p.request_id = my_name.request and p.user_id = auth.uid()
    ),
    (select u.email from auth.users as u where u.id = auth.uid()),
    case when auth.uid() is null then 'Sheaf' else '' end
  )
$$;

create or replace function public.hand_off_item(item uuid, email text, name text default '') returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_locked constant public.items := private.lock_item_for_question(
    hand_off_item.item, (select i.request_id from public.items as i where i.id = hand_off_item.item)
  );
  v_parent public.requests;
  v_address constant text := lower(private.trimmed(coalesce(hand_off_item.email, '')));
  v_named constant text := coalesce(private.one_line(hand_off_item.name), '');
  v_is_member constant boolean := v_locked.workspace_id = any(private.my_workspaces());
  v_person public.recipients;
begin
  select r.* into v_parent from public.requests as r where r.id = v_locked.request_id;
  if not (v_is_member or v_parent.id = any(private.my_requests())) then
    perform private.fail('hand_off.passed_on');
  elsif v_locked.status in ('accepted', 'waived') then
    perform private.fail('item.locked');
  end if;
  perform private.check_recipients(jsonb_build_array(jsonb_build_object('email', v_address, 'name', v_named)));
  perform private.require_stranger(v_parent, v_address);
  if exists (select from public.recipient_items as h where h.item_id = v_locked.id) then
    perform private.fail('hand_off.taken');
  end if;
  select p.* into v_person from public.recipients as p
  where p.request_id = v_parent.id and p.removed_at is null and p.email = v_address;
  if v_person.scope = 'all' then
    perform private.fail('hand_off.recipient');
  end if;
  perform private.use_quota('hand_offs', auth.uid()::text, 1);
  if v_person.id is null then
    v_person := private.add_helper(v_parent, v_address, v_named);
  end if;
  insert into public.recipient_items (item_id, recipient_id, request_id, workspace_id, handed_by, handed_by_name)
  values (
    v_locked.id, v_person.id, v_parent.id, v_parent.workspace_id, auth.uid(),
    case
      when v_is_member then private.my_name(v_parent.id)
      -- It appears in an email to a person unknown to the workspace, so it isn't a name that anyone can choose.
      else (
        select coalesce(nullif(p.name, ''), p.email) from public.recipients as p
        where p.request_id = v_parent.id and p.user_id = auth.uid()
      )
    end
  );
  perform private.add_event(
    v_parent.id, 'handed_off', v_locked.id,
    data => jsonb_build_object('name', coalesce(nullif(v_person.name, ''), private.shown_address(v_person.email)))
  );
end
$$;

create or replace function public.take_back_item(item uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- Read whether or not the item exists, so that the work doesn't reveal it.
  v_workspaces constant uuid[] := private.my_workspaces();
  v_requests constant uuid[] := private.my_requests();
  v_parent public.requests;
  v_holder uuid;
  v_person public.recipients;
begin
  perform private.require_session();
  select r.* into v_parent from public.requests as r
  where r.id = (select h.request_id from public.recipient_items as h where h.item_id = take_back_item.item)
    and (r.workspace_id = any(v_workspaces) or r.id = any(v_requests))
  for update;
  if not found then
    perform private.fail('not_found');
  end if;
  -- While this waited for the request, the hand-off may have been undone or the caller removed.
  delete from public.recipient_items as h
  where h.item_id = take_back_item.item
    and (v_parent.workspace_id = any(private.my_workspaces()) or v_parent.id = any(private.my_requests()))
  returning h.recipient_id into v_holder;
  if v_holder is null then
    perform private.fail('not_found');
  end if;
  select p.* into v_person from public.recipients as p where p.id = v_holder;
  perform private.add_event(
    v_parent.id, 'taken_back', take_back_item.item,
    data => jsonb_build_object('name', coalesce(nullif(v_person.name, ''), private.shown_address(v_person.email)))
  );
  -- A person with nothing left to answer is no longer asked, and reads nothing.
  update public.recipients as p set removed_at = clock_timestamp(), user_id = null
  where p.id = v_holder and not exists (select from public.recipient_items as h where h.recipient_id = v_holder);
end
$$;

create or replace function private.facts_arrived(email private.outbox, request public.requests, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'request', jsonb_build_object('title', request.title, 'dueOn', request.due_on, 'url', site || '/requests/' || request.id),
    'people', (
      select coalesce(
        jsonb_agg(distinct case when e.actor_name = private.shown_address(p.email) then p.email else e.actor_name end),
        '[]'
      )
      from public.events as e join public.recipients as p on p.id = e.recipient_id
      where e.request_id = request.id and e.at >= email.since
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

comment on function private.my_name(uuid) is 'The caller''s name in the history of a request: as the requester wrote it, else the caller''s own display name, else how the address begins that the request was sent to. Without a caller it is Sheaf that acts.';
