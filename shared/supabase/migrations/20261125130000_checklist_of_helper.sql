-- A caller without items of the request is turned away before anything else is read. Otherwise the planner decides how much is
-- read first, and that could tell whether the request exists.
create or replace function public.my_checklist(request uuid)
returns table (
  title text, due_on date, status text, paused_at timestamptz, is_closed boolean, workspace_name text, sender_name text,
  handed_by text[], first_seen_at timestamptz, visited_before_at timestamptz, promised_on date, muted_at timestamptz,
  added_by jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_session();
  person constant uuid := (
    select p.id from public.recipients as p
    where p.request_id = my_checklist.request and p.user_id = me and p.scope = 'items'
  );
begin
  if person is null then
    return;
  end if;
  return query
  select
    r.title, r.due_on, r.status, r.paused_at,
    -- Not who has closed it, only that somebody has.
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
      where h.recipient_id = p.id and (r.status <> 'cancelled' or f.uploaded_by = me)
    ), '{}')
  from public.recipients as p
  join public.requests as r on r.id = p.request_id
  join public.workspaces as w on w.id = r.workspace_id
  where p.id = person
    and exists (
      select from public.recipient_items as h join public.items as i on i.id = h.item_id and i.removed_at is null
      where h.recipient_id = p.id
    );
end
$$;
