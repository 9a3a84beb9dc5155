-- Changes of a request that queue an email.

create function private.tg_requests__queue_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.status = 'draft' and new.status = 'open' and new.invites then
    perform private.queue_email('invitation', p, now(), now())
    from public.recipients as p where p.request_id = new.id and p.removed_at is null;
  elsif old.status = 'open' and (new.status = 'cancelled' or new.closed_by is not null) then
    perform private.queue_email('ended', p, now(), now())
    from public.recipients as p where p.request_id = new.id and p.removed_at is null;
  end if;
  return null;
end
$$;
comment on function private.tg_requests__queue_emails() is 'Queues the emails to recipients when a request is sent or ends.';

-- Marks belong to an address. Corrected while the request was closed, they passed to the next one, which had no invitation.
create function private.tg_recipients__queue_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_parent public.requests;
begin
  select r.* into v_parent from public.requests as r where r.id = new.request_id;
  if tg_op = 'UPDATE' and new.removed_at is null
    and num_nonnulls(old.invited_at, old.muted_at, old.unreachable_at) > 0
  then
    update public.recipients as p set invited_at = null, muted_at = null, unreachable_at = null where p.id = new.id;
  end if;
  -- A person who is handed an item is emailed even where the sender shares the link: nothing else tells them.
  if tg_op = 'INSERT' and new.scope = 'items' then
    perform private.queue_email('invitation', new, now(), now());
    return null;
  elsif v_parent.status <> 'open' then
    return null;
  elsif new.removed_at is not null then
    perform private.queue_email('ended', new, now(), now());
    return null;
  end if;
  if tg_op = 'UPDATE' and old.invited_at is not null then
    perform private.queue_email('ended', new, now(), now(), old.email);
  end if;
  if v_parent.invites then
    perform private.queue_email('invitation', new, now(), now());
  end if;
  return null;
end
$$;
comment on function private.tg_recipients__queue_emails() is
  'Queues the emails to people who are added to a sent request, corrected or removed.';

create function private.tg_events__queue_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.kind in (
    'returned', 'file_returned', 'item_added', 'item_changed', 'item_removed', 'due_changed', 'title_changed',
    'message_changed'
  ) then
    perform private.queue_email('update', p, new.at, new.at + interval '10 minutes')
    from public.recipients as p
    where p.request_id = new.request_id and p.removed_at is null
      and (new.item_id is null or private.is_for(p, new.item_id))
      and (new.kind <> 'message_changed' or p.scope = 'all');
  elsif new.kind = 'reopened' then
    perform private.queue_email('update', p, new.at, new.at + interval '10 minutes')
    from public.recipients as p
    where p.request_id = new.request_id and p.removed_at is null and private.is_told_of_end(p);
  elsif new.kind = 'handed_off' then
    perform private.queue_email('update', p, new.at, new.at + interval '10 minutes')
    from public.recipient_items as h join public.recipients as p on p.id = h.recipient_id
    where h.item_id = new.item_id;
  elsif new.kind in ('file_added', 'answered') and new.recipient_id is not null then
    insert into private.answered_workspaces (workspace_id) values (new.workspace_id) on conflict do nothing;
    perform private.queue_email(
      'receipt', p, new.at,
      new.at + case when private.count_missing_for(p, r) = 0 then interval '0' else interval '30 minutes' end
    )
    from public.recipients as p join public.requests as r on r.id = p.request_id
    where p.id = new.recipient_id;
    perform private.queue_arrival(new);
  elsif new.kind in ('question_asked', 'question_answered') then
    -- A member to whom a recipient has handed an item writes for the workspace all the same.
    if new.recipient_id is null or exists (
      select from public.members as m where m.workspace_id = new.workspace_id and m.user_id = new.actor
    ) then
      perform private.queue_email('update', p, new.at, new.at + interval '10 minutes')
      from public.recipients as p
      where p.request_id = new.request_id and p.removed_at is null and private.is_for(p, new.item_id);
    else
      perform private.queue_arrival(new);
    end if;
  end if;
  return null;
end
$$;
comment on function private.tg_events__queue_emails() is
  'Queues the emails to recipients about an act: collected for ten minutes, or until the end of a visit.';
