-- A member who is emailed once a day reads there which requests have new messages, and not only which have new files.

create or replace function private.summary_facts(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  with period as (
    select (email.data ->> 'from')::date as since_day, (email.data ->> 'today')::date as today
  ),
  arrived as (
    select
      r,
      jsonb_array_length(private.arrivals_since(r, email.since)) as items,
      jsonb_array_length(private.unread_messages(r, email.user_id, email.since)) as messages
    from public.requests as r
    where r.workspace_id = email.workspace_id and r.status = 'open' and r.last_activity_at >= email.since
      and private.is_watched(r, email.user_id)
  ),
  overdue as (
    select r from period as d, public.requests as r
    where r.workspace_id = email.workspace_id and r.status = 'open'
      -- As the index has it.
      and coalesce(r.due_on, 'infinity') >= d.since_day and coalesce(r.due_on, 'infinity') < d.today
      and (r.required_missing > 0 or r.required_returned > 0) and private.is_watched(r, email.user_id)
    order by r.due_on, r.id
    limit 50
  ),
  unreachable as (
    select r, p.email, p.unreachable_at
    from public.recipients as p join public.requests as r on r.id = p.request_id
    where p.workspace_id = email.workspace_id and p.unreachable_at >= email.since and p.removed_at is null
      and r.status = 'open' and private.is_watched(r, email.user_id)
    order by p.unreachable_at
    limit 50
  )
  select jsonb_build_object(
    'workspace', w.name,
    'arrived', (
      select coalesce(
        jsonb_agg(
          private.summary_line(a.r, site) || jsonb_build_object('items', a.items) order by (a.r).last_activity_at desc
        ),
        '[]'
      )
      from (select * from arrived where items > 0 order by (r).last_activity_at desc limit 50) as a
    ),
    'questions', (
      select coalesce(
        jsonb_agg(
          private.summary_line(a.r, site) || jsonb_build_object('messages', a.messages)
          order by (a.r).last_activity_at desc
        ),
        '[]'
      )
      from (select * from arrived where messages > 0 order by (r).last_activity_at desc limit 50) as a
    ),
    'overdue', (
      select coalesce(
        jsonb_agg(
          private.summary_line(o.r, site) || jsonb_build_object('dueOn', (o.r).due_on) order by (o.r).due_on, (o.r).id
        ),
        '[]'
      )
      from overdue as o
    ),
    'bounced', (
      select coalesce(
        jsonb_agg(
          private.summary_line(b.r, site) || jsonb_build_object('address', b.email) order by b.unreachable_at
        ),
        '[]'
      )
      from unreachable as b
    ),
    'url', site || '/requests',
    'today', email.data ->> 'today',
    'settingsUrl', site || '/settings/email',
    'stopUrl', (
      select site || '/email/stop/' || private.stop_token(e.id, u.email, 'summary')
      from private.member_emails as e join auth.users as u on u.id = e.user_id
      where e.workspace_id = email.workspace_id and e.user_id = email.user_id
    )
  )
  from public.workspaces as w where w.id = email.workspace_id
$$;

create function private.queue_expiry(workspace uuid, member uuid, facts jsonb) returns void
language sql set search_path = '' as $$
  insert into private.outbox (kind, workspace_id, user_id, since, not_before, data)
  values (
    'expiry', queue_expiry.workspace, queue_expiry.member, private.email_clock(), private.email_clock(), queue_expiry.facts
  )
$$;
comment on function private.queue_expiry(uuid, uuid, jsonb) is
  'Tells a member which files are deleted soon; the facts are those of the email. For the task that keeps to retention.';

create function public.invitations_end_on(request uuid) returns date
language plpgsql stable security definer set search_path = '' as $$
declare
  parent constant uuid := (
    select r.workspace_id from public.requests as r
    where r.id = invitations_end_on.request and r.workspace_id = any(private.my_workspaces())
  );
  today constant date := (private.email_clock() at time zone 'UTC')::date;
  allowed integer;
  waiting integer;
  left_today integer;
begin
  perform private.require_session();
  if parent is null then
    perform private.fail('not_found');
  end if;
  -- The workspace's own cap alone: those of an address would tell what others send to it.
  select count(distinct p.email) into waiting
  from private.outbox as o
  join public.recipients as p on p.id = o.recipient_id
  where o.ended_at is null and o.attempts = 0 and o.kind = 'invitation' and p.workspace_id = parent
    and not exists (
      select from private.emailed_addresses as a
      where a.workspace_id = parent and a.address_hash = private.address_hash(p.email)
    );
  allowed := private.new_addresses_allowed(parent);
  left_today := greatest(0, allowed - (
    select count(*) from private.emailed_addresses as a where a.workspace_id = parent and a.since = today
  ));
  return case when waiting > left_today then today + ceil((waiting - left_today)::numeric / allowed)::integer end;
end
$$;
comment on function public.invitations_end_on(uuid) is
  'For members: the day in UTC on which the last waiting invitation of the request''s workspace leaves, if the cap on new addresses lets some wait for another day; null otherwise. Errors: not_found.';
grant execute on function public.invitations_end_on(uuid) to authenticated;
