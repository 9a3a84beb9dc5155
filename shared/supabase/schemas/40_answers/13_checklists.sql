-- Requests that an account still has to answer.

-- A caller without items of the request is refused before anything else is read. Otherwise the planner decides how much is
-- read first, which could reveal whether the request exists.
create function public.my_checklist(request uuid)
returns table (
  title text, due_on date, status text, paused_at timestamptz, is_closed boolean, workspace_name text, sender_name text,
  handed_by text[], first_seen_at timestamptz, visited_before_at timestamptz, promised_on date, muted_at timestamptz,
  added_by jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me constant uuid := private.require_session();
  v_person constant uuid := (
    select p.id from public.recipients as p
    where p.request_id = my_checklist.request and p.user_id = v_me and p.scope = 'items'
  );
begin
  if v_person is null then
    return;
  end if;
  return query
  select
    r.title, r.due_on, r.status, r.paused_at,
    -- That it was closed, not by whom.
    r.closed_by is not null,
    w.name,
    coalesce((
      select e.actor_name from public.events as e where e.request_id = r.id and e.kind = 'sent' order by e.seq desc limit 1
    ), ''),
    array(select distinct h.handed_by_name from public.recipient_items as h where h.recipient_id = p.id order by 1),
    p.first_seen_at, p.visited_before_at, p.promised_on, p.muted_at,
    coalesce((
      select jsonb_object_agg(e.file_id, e.actor_name)
      from public.recipient_items as h
      join public.events as e on e.item_id = h.item_id and e.kind = 'file_added'
      join public.files as f on f.id = e.file_id
      where h.recipient_id = p.id and (r.status <> 'cancelled' or f.uploaded_by = v_me)
    ), '{}')
  from public.recipients as p
  join public.requests as r on r.id = p.request_id
  join public.workspaces as w on w.id = r.workspace_id
  where p.id = v_person
    and exists (
      select from public.recipient_items as h join public.items as i on i.id = h.item_id and i.removed_at is null
      where h.recipient_id = p.id
    );
end
$$;
comment on function public.my_checklist(uuid) is
  'What a person to whom items were handed reads of the request itself, with who added each file of these items as {file id: name}. No row for anyone else.';
grant execute on function public.my_checklist(uuid) to authenticated;

create function public.my_checklists()
returns table (
  id uuid, title text, due_on date, status text, paused_at timestamptz, is_closed boolean, workspace_name text,
  handed_at timestamptz, items jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me constant uuid := private.require_session();
begin
  return query
  select
    r.id, r.title, r.due_on, r.status, r.paused_at, r.closed_by is not null, w.name, handed.at,
    handed.items
  from public.recipients as p
  join public.requests as r on r.id = p.request_id
  join public.workspaces as w on w.id = r.workspace_id
  cross join lateral (
    select
      max(h.at) as at,
      jsonb_agg(
        jsonb_build_object('status', i.status, 'required', i.required, 'answer_kind', i.answer_kind) order by i.position
      ) as items
    from public.recipient_items as h join public.items as i on i.id = h.item_id and i.removed_at is null
    where h.recipient_id = p.id
  ) as handed
  where p.user_id = v_me and p.scope = 'items' and handed.items is not null
  order by p.created_at desc
  limit 200;
end
$$;
comment on function public.my_checklists() is
  'Requests of which items were handed to the caller, with these items as [{status, required}]. At most 200, the newest first.';
grant execute on function public.my_checklists() to authenticated;

create function public.request_people(request uuid) returns table (name text, is_me boolean, scope text, items uuid[])
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me uuid := private.require_session();
  -- Read whether or not the request exists, so that the work doesn't reveal it.
  v_my_workspaces constant uuid[] := private.my_workspaces();
  v_my_requests constant uuid[] := private.my_requests();
begin
  if not exists (
    select from public.requests as r
    where r.id = request_people.request and (r.workspace_id = any(v_my_workspaces) or r.id = any(v_my_requests))
  ) then
    perform private.fail('not_found');
  end if;
  return query
    select
      coalesce(
        nullif(p.name, ''), f.display_name,
        case
          when r.workspace_id = any(v_my_workspaces) or p.user_id = v_me then p.email
          else private.shown_address(p.email)
        end
      ),
      coalesce(p.user_id = v_me, false),
      p.scope,
      array(select h.item_id from public.recipient_items as h where h.recipient_id = p.id order by h.at, h.item_id)
    from public.recipients as p
    join public.requests as r on r.id = p.request_id
    left join public.profiles as f on f.user_id = p.user_id
    where p.request_id = request_people.request and p.removed_at is null
    order by p.created_at, p.email;
end
$$;
comment on function public.request_people(uuid) is
  'Names of the people who answer a request, with the items of those who answer only some. Recipients see of another one without a name only how the address begins. For its members and the recipients of the whole request. Errors: not_found.';
grant execute on function public.request_people(uuid) to authenticated;
