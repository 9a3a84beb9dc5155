-- Emails about what a thief with a member's session could do, to those who would notice (decision 0085).

create function private.notify_owners(workspace uuid, change jsonb, told uuid[] default '{}') returns void
language sql set search_path = '' as $$
  insert into private.outbox as o (kind, workspace_id, user_id, since, not_before, data)
  select
    'owner_notice', notify_owners.workspace, t.user_id, private.email_clock(),
    greatest(
      private.email_clock() + interval '1 minute',
      -- Once a day is early enough: a request in the bin can be restored for 14 days.
      case when change ->> 'kind' = 'deleted' then (
        select max(e.not_before) + interval '1 day' from private.outbox as e
        where e.user_id = t.user_id and e.workspace_id = notify_owners.workspace and e.kind = 'owner_notice'
      ) end
    ),
    jsonb_build_object('changes', jsonb_build_array(change || jsonb_build_object('by', auth.uid())))
  from (
    select m.user_id from public.members as m where m.workspace_id = notify_owners.workspace and m.role = 'owner'
    union
    select auth.uid()
  ) as t
  where t.user_id <> all(notify_owners.told)
  order by t.user_id
  on conflict (user_id, workspace_id) where attempts = 0 and ended_at is null and kind = 'owner_notice' do update
  set
    not_before = least(o.not_before, excluded.not_before),
    data = case
      when jsonb_array_length(o.data -> 'changes') < 20
        then jsonb_build_object('changes', (o.data -> 'changes') || (excluded.data -> 'changes'))
      else o.data || '{"hasMore": true}'
    end
$$;
comment on function private.notify_owners(uuid, jsonb, uuid[]) is
  'Tells the owners of a workspace, and the caller, of what the caller has done: soon, and of requests in the bin once a day. told: people who get another email about it. A change has its kind (deleted, link_replaced, retention_changed, member_removed), and its request or member.';

create function private.withdraw_deletion(request public.requests) returns void
language sql set search_path = '' as $$
  -- Requests that are deleted and restored would otherwise fill the list, and leave no place for other changes.
  update private.outbox as o
  set data = o.data || jsonb_build_object('changes', (
    select coalesce(jsonb_agg(c.change order by c.place), '[]')
    from jsonb_array_elements(o.data -> 'changes') with ordinality as c (change, place)
    where c.change ->> 'kind' <> 'deleted' or (c.change ->> 'request')::uuid <> request.id
  ))
  where o.user_id = any(array(select m.user_id from public.members as m where m.workspace_id = request.workspace_id))
    and o.workspace_id = request.workspace_id and o.kind = 'owner_notice' and o.attempts = 0 and o.ended_at is null
$$;
comment on function private.withdraw_deletion(public.requests) is
  'Takes a restored request off the emails to owners that have not left.';
