-- Generated from schemas/ by `pnpm migration told_after_each_act`.

set local check_function_bodies = off;

drop function private.capped_until(uuid,bytea,boolean);

create or replace function private.tg_events__queue_emails() returns trigger
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

create or replace function private.empty_email_obstacle(kind text, facts jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when kind = 'arrived' and '[]' = all(array[facts -> 'arrivals', facts -> 'questions']) then 'undone'
    when kind = 'update' and not (facts ->> 'isReopened')::boolean
      and '[]' = all(array[facts -> 'returned', facts -> 'changes', facts -> 'questions'])
      then 'undone'
    when kind = 'summary'
      and '[]' = all(array[facts -> 'arrived', facts -> 'questions', facts -> 'overdue', facts -> 'bounced'])
      then 'nothing_happened'
    when kind = 'receipt' and facts -> 'items' = '[]' then 'nothing_sent'
  end
$$;

create or replace function private.email_wait(email private.outbox, request public.requests, recipient public.recipients)
returns interval
language plpgsql set search_path = '' as $$
declare
  v_workspace constant uuid := request.workspace_id;
  v_hashed constant bytea := private.address_hash(coalesce(email.address, recipient.email));
  v_mailbox constant bytea := private.mailbox_hash(coalesce(email.address, recipient.email));
  v_is_new boolean;
  v_capped_until timestamptz;
  -- What came back can't wait behind other requests' invitations.
  v_extra constant integer := (
    email.kind = 'update' and private.returns_since(request, email.since, recipient) <> '[]'
  )::integer;
begin
  if not private.lock_caps(v_workspace, v_mailbox) then
    return interval '0';
  end if;
  v_is_new := not exists (
    select from private.emailed_addresses as a where a.workspace_id = v_workspace and a.address_hash = v_hashed
  );
  v_capped_until := private.capped_until(v_workspace, v_mailbox, v_is_new, v_extra);
  if v_capped_until is not null then
    perform set_config('sheaf.held_caps', 'yes', true);
    return v_capped_until - private.email_clock();
  end if;
  perform private.count_email(v_workspace, v_mailbox);
  if v_is_new then
    insert into private.emailed_addresses (workspace_id, address_hash, since)
    values (v_workspace, v_hashed, (private.email_clock() at time zone 'UTC')::date);
    delete from private.email_hours as h
    where h.ctid = any(array(
      select old.ctid from private.email_hours as old
      where old.hour < private.email_clock() - interval '2 days' limit 10 for update skip locked
    ));
  end if;
  return null;
end
$$;

create or replace function private.capped_until(workspace uuid, mailbox bytea, is_new boolean, extra integer) returns timestamptz
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_today constant date := (v_moment at time zone 'UTC')::date;
  v_this_hour constant timestamptz := date_trunc('hour', v_moment, 'UTC');
  v_cap constant jsonb := (select jsonb_object_agg(l.name, l.most) from private.email_limits as l);
begin
  if (
    select
      coalesce(sum(c.sent), 0) >= (v_cap ->> 'to_address')::integer + capped_until.extra
      or coalesce(sum(c.sent) filter (where c.workspace_id = capped_until.workspace), 0) >= (v_cap ->> 'to_address_per_workspace')::integer + capped_until.extra
      -- The last one is for workspaces that people do answer.
      or coalesce(sum(c.sent) filter (where t.workspace_id is null), 0) >= (v_cap ->> 'to_address_unanswered')::integer
        and not exists (select from private.answered_workspaces as a where a.workspace_id = capped_until.workspace)
    from private.email_counts as c
    left join private.answered_workspaces as t on t.workspace_id = c.workspace_id
    where c.day = v_today and c.address_hash = capped_until.mailbox
  ) or (
    select coalesce(sum(h.sent), 0) from private.email_hours as h
    where h.workspace_id = capped_until.workspace and h.hour >= date_trunc('day', v_moment, 'UTC')
  ) >= (v_cap ->> 'per_workspace')::integer
  or capped_until.is_new and private.new_addresses_left(capped_until.workspace) = 0
  then
    return date_trunc('day', v_moment, 'UTC') + interval '1 day';
  elsif (
    select h.sent from private.email_hours as h where h.workspace_id = capped_until.workspace and h.hour = v_this_hour
  ) >= (v_cap ->> 'per_workspace_hour')::integer
  then
    return v_this_hour + interval '1 hour';
  end if;
  return null;
end
$$;

create or replace function private.asker_facts(request public.requests) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'name', coalesce(f.display_name, u.email),
    'email', u.email,
    'workspace', w.name,
    'accent', w.accent,
    'isTrusted', exists (select from private.answered_workspaces as a where a.workspace_id = w.id)
  )
  from public.members as m
  join auth.users as u on u.id = m.user_id
  join public.workspaces as w on w.id = m.workspace_id
  left join public.profiles as f on f.user_id = m.user_id
  where m.workspace_id = request.workspace_id
  -- The sender may have left.
  order by m.user_id = request.sent_by desc, m.role = 'owner' desc, m.created_at
  limit 1
$$;

create or replace function private.facts_update(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns jsonb
language sql stable set search_path = '' as $$
  select common.facts || jsonb_build_object(
    'isReopened', private.is_reopened_since(request, email.since, recipient),
    'returned', private.returns_since(request, email.since, recipient),
    'changes', private.changes_since(request, email.since, recipient),
    'questions', private.unread_messages(request, recipient.user_id, email.since, recipient),
    'accepted', (
      select count(*) from public.items as i
      where i.request_id = request.id and i.removed_at is null and i.status = 'accepted'
        and private.is_for(recipient, i.id)
    )
  )
  from private.common_facts(email, request, recipient, site) as common
$$;

create or replace function private.is_reopened_since(request public.requests, since timestamptz, person public.recipients) returns boolean
language sql stable set search_path = '' as $$
  select request.status = 'open'
    and exists (
      select from public.events as e
      where e.request_id = request.id and e.kind = 'reopened' and e.at >= is_reopened_since.since
    )
    and private.is_told_of_end(person)
$$;

create or replace function private.is_told_of_end(person public.recipients) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.outbox as o where o.recipient_id = person.id and o.kind = 'ended' and o.outcome = 'sent'
  )
$$;

create or replace function private.changes_since(request public.requests, since timestamptz, person public.recipients) returns jsonb
language sql stable set search_path = '' as $$
  with acts as (
    select e.kind, e.item_id, e.seq, e.data
    from public.events as e
    where e.request_id = request.id and e.at >= changes_since.since
      and (e.item_id is null or private.is_for(person, e.item_id))
  ),
  changed as (
    select 0 as place, 0 as "position", jsonb_build_object('kind', 'title_changed', 'before', a.data -> 'before') as change
    from (select a.data from acts as a where a.kind = 'title_changed' order by a.seq limit 1) as a
    where a.data ->> 'before' <> request.title
    union all
    select 1, 0, jsonb_build_object('kind', 'due_changed', 'dueOn', request.due_on)
    from (select a.data from acts as a where a.kind = 'due_changed' order by a.seq limit 1) as a
    where a.data ->> 'before' is distinct from request.due_on::text
    union all
    select 2, 0, jsonb_build_object('kind', 'message_changed', 'message', request.message)
    from (select a.data from acts as a where a.kind = 'message_changed' order by a.seq limit 1) as a
    where a.data ->> 'before' <> request.message and private.emailed_message(request) = request.message
      and person.scope = 'all'
    union all
    select 3, i.position, jsonb_build_object('kind', a.kind, 'title', i.title)
    from (
      select distinct on (a.item_id) a.item_id, a.kind, max(a.seq) over (partition by a.item_id) as last_seq
      from acts as a where a.kind in ('item_added', 'item_changed')
      order by a.item_id, a.seq
    ) as a
    join public.items as i on i.id = a.item_id and i.removed_at is null
    -- What this person has answered since was answered as it is now.
    where a.kind = 'item_added' or not exists (
      select from public.events as b
      where b.request_id = request.id and b.item_id = a.item_id and b.seq > a.last_seq and b.recipient_id = person.id
        and b.kind in ('file_added', 'answered')
    )
    union all
    select 4, i.position, jsonb_build_object('kind', 'item_removed', 'title', i.title)
    from acts as a join public.items as i on i.id = a.item_id and i.removed_at is not null
    where a.kind = 'item_removed'
      and not exists (select from acts as b where b.item_id = a.item_id and b.kind = 'item_added')
    union all
    select 5, i.position, jsonb_build_object('kind', 'item_handed', 'title', i.title, 'by', h.handed_by_name)
    from public.recipient_items as h join public.items as i on i.id = h.item_id and i.removed_at is null
    where h.recipient_id = person.id and exists (select from acts as a where a.kind = 'handed_off' and a.item_id = i.id)
      -- The invitation lists what was handed over before it.
      and h.at > coalesce(person.invited_at, '-infinity')
  )
  select coalesce(jsonb_agg(c.change order by c.place, c.position), '[]') from changed as c
$$;

comment on function private.capped_until(uuid,bytea,boolean,integer) is 'When the caps allow another email of a workspace to a mailbox; null if they do now. is_new: the workspace has never written to the address. extra: emails above the caps of the mailbox.';

comment on function private.is_reopened_since(public.requests,timestamp with time zone,public.recipients) is 'Whether a request that this recipient was told is over has been opened again.';

comment on function private.is_told_of_end(public.recipients) is 'Whether an email said that nothing more is needed.';
