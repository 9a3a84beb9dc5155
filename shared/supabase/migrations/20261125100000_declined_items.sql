-- Lists show an answer such as "can't provide" apart from one with something to review, so a request counts these items too.
alter table public.requests add column items_declined integer not null default 0;
comment on column public.requests.items_declined is
  'Submitted items whose answer says that they don''t apply or can''t be provided. items_submitted includes them.';
alter table public.requests alter column items_declined set statistics 0;

create or replace function private.count_items(requests uuid[]) returns void
language sql set search_path = '' set jit = off as $$
  update public.requests as r
  set
    items_total = counted.total,
    items_missing = counted.missing,
    items_submitted = counted.submitted,
    items_declined = counted.declined,
    items_returned = counted.returned,
    items_accepted = counted.accepted,
    items_waived = counted.waived,
    required_missing = counted.required_missing,
    required_returned = counted.required_returned,
    required_open = counted.required_open
  from unnest(count_items.requests) as ids (id)
  cross join lateral (
    select
      count(*) as total,
      count(*) filter (where i.status = 'missing') as missing,
      count(*) filter (where i.status = 'submitted') as submitted,
      count(*) filter (where i.status = 'submitted' and i.answer_kind in ('not_applicable', 'cannot_provide')) as declined,
      count(*) filter (where i.status = 'returned') as returned,
      count(*) filter (where i.status = 'accepted') as accepted,
      count(*) filter (where i.status = 'waived') as waived,
      count(*) filter (where i.required and i.status = 'missing') as required_missing,
      count(*) filter (where i.required and i.status = 'returned') as required_returned,
      count(*) filter (where i.required and i.status not in ('accepted', 'waived')) as required_open
    from public.items as i
    where i.request_id = ids.id and i.removed_at is null
  ) as counted
  where r.id = ids.id
$$;

create or replace function private.items_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  touched uuid[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(distinct n.request_id) into touched
    from changed as n join former as o on o.id = n.id
    where (o.title, o.removed_at) is distinct from (n.title, n.removed_at);
    perform private.index_words(touched);
    select array_agg(distinct n.request_id) into touched
    from changed as n join former as o on o.id = n.id
    where (o.status, o.answer_kind, o.required, o.removed_at)
      is distinct from (n.status, n.answer_kind, n.required, n.removed_at);
  else
    select array_agg(distinct n.request_id) into touched from changed as n;
    perform private.index_words(touched);
  end if;
  perform private.count_items(touched);
  return null;
end
$$;

update public.requests as r set items_declined = counted.declined
from (
  select i.request_id, count(*) as declined
  from public.items as i
  where i.status = 'submitted' and i.answer_kind in ('not_applicable', 'cannot_provide') and i.removed_at is null
  group by i.request_id
) as counted
where r.id = counted.request_id;

create or replace function public.my_checklists()
returns table (
  id uuid, title text, due_on date, status text, paused_at timestamptz, is_closed boolean, workspace_name text,
  handed_at timestamptz, items jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_session();
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
  where p.user_id = me and p.scope = 'items' and handed.items is not null
  order by p.created_at desc
  limit 200;
end
$$;
