-- Generated from schemas/ by `pnpm migration facts_of_each_email`.

set local check_function_bodies = off;

drop function private.arrived_facts(private.outbox,public.requests,text);

drop function private.binned_facts(public.requests,text);

drop function private.damaged_facts(private.outbox,public.requests,text);

drop function private.expiry_facts(private.outbox,text);

drop function private.member_email_facts(private.outbox,public.requests,text);

drop function private.member_invitation_facts(private.outbox,text);

drop function private.notice_facts(private.outbox,text);

drop function private.reminder_facts(uuid[],timestamp with time zone,text,boolean);

drop function private.repeat_facts(private.outbox,public.requests,text);

drop function private.second_factor_facts(private.outbox,text);

drop function private.silence_facts(private.outbox,text);

drop function private.summary_facts(private.outbox,text);

create or replace function private.email_verdict(
  email private.outbox, recipient public.recipients, site text, awaits_receipts boolean,
  out obstacle text, out wait interval, out waits_for text, out covers uuid[], out facts jsonb
)
language plpgsql set search_path = '' as $$
declare
  v_email private.outbox := email_verdict.email;
  v_request public.requests;
begin
  select r.* into v_request from public.requests as r where r.id = v_email.request_id;
  waits_for := 'capped';
  if v_email.recipient_id is null then
    v_request.workspace_id := v_email.workspace_id;
    obstacle := private.member_email_obstacle(v_email, v_request);
  elsif v_email.kind = 'reminder' then
    v_email.covers := private.reminded_now(v_email.covers, v_email.by_hand);
    obstacle := case
      -- A worker died while it sent this one, so it may have arrived.
      when v_email.claimed_until is not null then 'interrupted'
      when cardinality(v_email.covers) = 0 then 'nothing_missing'
      when private.is_suppressed(recipient.email) then 'suppressed'
    end;
    if obstacle is null then
      wait := private.reminder_wait(v_email, recipient);
      waits_for := case when wait is null then waits_for else 'hours' end;
    end if;
  else
    obstacle := private.email_obstacle(v_email, v_request, recipient);
  end if;
  if obstacle is null then
    facts := private.email_facts(v_email, v_request, recipient, site);
    obstacle := private.empty_email_obstacle(v_email.kind, facts);
  end if;
  covers := v_email.covers;
  -- Another attempt was counted already.
  if obstacle is not null or wait is not null or v_email.attempts > 0 then
    return;
  elsif awaits_receipts and v_email.kind = 'receipt' and private.awaits_receipt(recipient) then
    wait := interval '2 seconds';
    waits_for := 'receipt';
  elsif (select k.counts_to_caps from private.email_kinds as k where k.name = v_email.kind) then
    wait := private.email_wait(v_email, v_request, recipient);
  end if;
end
$$;

create or replace function private.empty_email_obstacle(kind text, facts jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when kind = 'arrived' and '[]' = all(array[facts -> 'arrivals', facts -> 'questions']) then 'undone'
    when kind = 'update' and '[]' = all(array[facts -> 'returned', facts -> 'changes', facts -> 'questions']) then 'undone'
    when kind = 'summary'
      and '[]' = all(array[facts -> 'arrived', facts -> 'questions', facts -> 'overdue', facts -> 'bounced'])
      then 'nothing_happened'
    when kind = 'receipt' and facts -> 'items' = '[]' then 'nothing_sent'
  end
$$;

create or replace function private.member_email_obstacle(email private.outbox, request public.requests) returns text
language sql stable set search_path = '' as $$
  select case
    when rules.needs_member and not exists (
      select from public.members as m where m.workspace_id = email.workspace_id and m.user_id = email.user_id
    ) then 'not_member'
    when rules.needs_second_factor
      and not private.has_second_factor(email.user_id)
      and exists (
        select from public.workspaces as w where w.id = email.workspace_id and private.binds_members(w)
      ) then 'second_factor'
    when email.kind = 'second_factor' and (
      private.has_second_factor(email.user_id)
      or not exists (select from public.workspaces as w where w.id = email.workspace_id and w.require_second_factor)
    ) then 'not_needed'
    when email.kind = 'member_invitation' and not exists (
      select from private.invitations as i
      where i.id = (email.data ->> 'invitation')::uuid and private.state_of(i) = 'open'
    ) then 'cancelled'
    when (
      select private.is_refused(a.address)
        -- After a stop of all email, changes to the account are still told.
        or email.kind not in ('security', 'second_factor') and private.has_stopped_email(a.address)
      from (
        select coalesce(email.address, (select u.email from auth.users as u where u.id = email.user_id)) as address
      ) as a
    ) then 'suppressed'
    when email.kind = 'arrived' and private.arrival_emails(email.user_id, email.workspace_id) <> 'each' then 'preference'
    when email.kind = 'summary' and private.arrival_emails(email.user_id, email.workspace_id) <> 'daily' then 'preference'
    -- Damage can't wait for a summary.
    when email.kind = 'damaged' and private.arrival_emails(email.user_id, email.workspace_id) = 'none' then 'preference'
    when email.kind in ('arrived', 'damaged') and not private.is_watched(request, email.user_id) then 'not_watched'
    when email.kind in ('arrived', 'damaged') and request.status = 'cancelled' then 'request_ended'
    when email.kind = 'damaged' and private.damaged_files(request.id, email.since) = '[]' then 'undone'
    when email.kind = 'expiry' and private.facts_expiry(email, '') -> 'requests' = '[]' then 'undone'
    when email.kind = 'silence' and private.facts_silence(email, '') -> 'requests' = '[]' then 'undone'
    when email.kind = 'binned' and request.deleted_at is null then 'undone'
    when email.kind = 'deletion_asked' and private.asked_deletions(request.id) = '[]' then 'undone'
    -- Skipped, changed, ended, or sent by now.
    when email.kind = 'repeat' and not exists (
      select from private.repeats as s
      where s.request_id = email.request_id and s.sender = email.user_id and s.next_on = (email.data ->> 'on')::date
        and (s.failure is not null) = (email.data ->> 'failed')::boolean
    ) then 'undone'
  end
  from private.email_kinds as rules where rules.name = email.kind
$$;

create or replace function public.preview_reminder(request uuid, site text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_workspaces constant uuid[] := private.my_workspaces();
  v_person public.recipients;
  v_covers uuid[];
begin
  perform private.require_session();
  if not exists (
    select from public.requests as r where r.id = preview_reminder.request and r.workspace_id = any(v_workspaces)
  ) then
    perform private.fail('not_found');
  end if;
  select p.* into v_person from public.recipients as p
  where p.request_id = preview_reminder.request and p.next_reminder_at is not null
  order by p.next_reminder_at, p.id
  limit 1;
  if not found then
    return null;
  end if;
  v_covers := array(
    select p.id from public.recipients as p
    where p.workspace_id = v_person.workspace_id and private.address_hash(p.email) = private.address_hash(v_person.email)
      and p.next_reminder_at <= v_person.next_reminder_at + interval '3 days'
    order by p.id = v_person.id desc, p.next_reminder_at, p.id
    limit 20
  );
  return private.facts_reminder(
    private.reminded_now(v_covers, true), v_person.next_reminder_at, preview_reminder.site, is_preview => true
  );
end
$$;

create or replace function private.email_facts(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns jsonb
language sql stable set search_path = '' as $$
  select case email.kind
    when 'invitation' then private.facts_invitation(email, request, recipient, site)
    when 'update' then private.facts_update(email, request, recipient, site)
    when 'reminder' then private.facts_reminder(email.covers, private.email_clock(), site)
    when 'ended' then private.facts_ended(email, request, recipient, site)
    when 'receipt' then private.facts_receipt(email, request, recipient, site)
    when 'deletion_decided' then private.facts_deletion_decided(email, request, recipient, site)
    when 'binned' then private.facts_binned(email, request, recipient, site)
    when 'arrived' then private.facts_arrived(email, request, site)
    when 'summary' then private.facts_summary(email, site)
    when 'expiry' then private.facts_expiry(email, site)
    when 'silence' then private.facts_silence(email, site)
    when 'repeat' then private.facts_repeat(email, request, site)
    when 'damaged' then private.facts_damaged(email, request, site)
    when 'deletion_asked' then private.facts_deletion_asked(request, site)
    when 'second_factor' then private.facts_second_factor(email, site)
    when 'member_invitation' then private.facts_member_invitation(email, site)
    when 'security' then private.facts_security(email, site)
  end
$$;

create or replace function private.facts_invitation(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns jsonb
language sql stable set search_path = '' as $$
  select common.facts || jsonb_build_object(
    'items', case recipient.scope when 'all' then request.items_total else jsonb_array_length(common.handed) end,
    'message', case recipient.scope when 'all' then private.emailed_message(request) else '' end,
    'handed', common.handed,
    'retainDays', common.retain_days,
    -- The page asks for a code before it takes a report.
    'reportUrl', common.facts -> 'request' ->> 'url' || '#report'
  )
  from private.common_facts(email, request, recipient, site) as common
$$;

create or replace function private.facts_update(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns jsonb
language sql stable set search_path = '' as $$
  select common.facts || jsonb_build_object(
    'returned', private.returns_since(request, email.since, recipient),
    'changes', private.changes_since(request, email.since, recipient),
    'questions', private.unread_messages(request, recipient.user_id, email.since, recipient),
    'accepted', (
      select count(*) from public.items as i
      where i.request_id = request.id and i.removed_at is null and i.status = 'accepted' and i.decided_at >= email.since
        and private.is_for(recipient, i.id)
    )
  )
  from private.common_facts(email, request, recipient, site) as common
$$;

create or replace function private.facts_reminder(
  covers uuid[], at timestamptz, site text, is_preview boolean default false
) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'asker', private.asker_facts((lead.request)),
    'recipientName', (lead.person).name,
    'today', (facts_reminder.at at time zone coalesce((lead.person).zone, lead.zone))::date,
    'stop', jsonb_build_object(
      'request',
      site || '/email/stop/' || case
        when is_preview then ''
        else private.stop_token(
          (lead.person).id, (lead.person).email, case cardinality(covers) when 1 then 'request' else 'workspace' end
        )
      end,
      'everything', site || '/settings/email'
    ),
    'requests', (
      select jsonb_agg(
        jsonb_build_object(
          'request', jsonb_build_object('title', r.title, 'dueOn', r.due_on, 'url', site || '/r/' || l.token),
          'states', (
            select jsonb_agg(i.status order by i.position) from public.items as i
            where i.request_id = r.id and i.removed_at is null and i.required and private.is_for(p, i.id)
          ),
          'waiting', private.waiting_items(r.id, p),
          'promisedOn', p.promised_on,
          'canHandOff', p.scope = 'all',
          'stop', jsonb_build_object(
            'request',
            site || '/email/stop/' || case when is_preview then '' else private.stop_token(p.id, p.email) end
          )
        )
        order by c.place
      )
      from unnest(covers) with ordinality as c (id, place)
      join public.recipients as p on p.id = c.id
      join public.requests as r on r.id = p.request_id
      join public.request_links as l on l.request_id = r.id
    )
  )
  from (
    select p as person, r as request, w.zone
    from public.recipients as p
    join public.requests as r on r.id = p.request_id
    join public.workspaces as w on w.id = p.workspace_id
    where p.id = covers[1]
  ) as lead
$$;

create or replace function private.facts_receipt(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns jsonb
language sql stable set search_path = '' as $$
  select common.facts || jsonb_build_object(
    'items', private.sent_items(recipient),
    'left', private.count_missing_for(recipient, request),
    'zone', common.zone,
    'signed', (
      select jsonb_build_object('document', s.document, 'verifyUrl', site || '/verify')
      from private.current_receipt(recipient) as s (document)
      where s.document is not null
    )
  )
  from private.common_facts(email, request, recipient, site) as common
$$;

create or replace function private.facts_ended(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns jsonb
language sql stable set search_path = '' as $$
  select common.facts || jsonb_build_object(
    'how', case when request.closed_by is null or recipient.removed_at is not null then 'withdrawn' else 'closed' end,
    'isReadable', recipient.user_id is not null and email.address is null
  )
  from private.common_facts(email, request, recipient, site) as common
$$;

create or replace function private.facts_deletion_asked(request public.requests, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', (select w.name from public.workspaces as w where w.id = request.workspace_id),
    'title', request.title,
    'files', private.asked_deletions(request.id),
    'url', site || '/requests/' || request.id
  )
$$;

create or replace function private.facts_deletion_decided(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns jsonb
language sql stable set search_path = '' as $$
  select common.facts || jsonb_build_object(
    'files', private.decided_deletions(recipient, email.since)
  )
  from private.common_facts(email, request, recipient, site) as common
$$;

create or replace function private.facts_binned(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(common.facts, '{}') || jsonb_build_object(
    'workspace', w.name,
    'title', request.title,
    'by', coalesce((select f.display_name from public.profiles as f where f.user_id = request.deleted_by), w.name),
    'goneOn', ((request.deleted_at + interval '14 days') at time zone w.zone)::date,
    'today', private.workspace_today(w.id),
    'url', case
      when email.recipient_id is null then site || '/requests/' || request.id
      when recipient.user_id is not null then common.facts -> 'request' ->> 'url'
    end
  )
  from public.workspaces as w
  left join private.common_facts(email, request, recipient, site) as common on email.recipient_id is not null
  where w.id = request.workspace_id and (email.recipient_id is null or common.facts is not null)
$$;

create or replace function private.facts_arrived(email private.outbox, request public.requests, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'request', jsonb_build_object('title', request.title, 'dueOn', request.due_on, 'url', site || '/requests/' || request.id),
    'people', (
      select coalesce(jsonb_agg(distinct e.actor_name), '[]') from public.events as e
      where e.request_id = request.id and e.recipient_id is not null and e.at >= email.since
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

create or replace function private.facts_summary(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select private.summary_arrivals(email, site) || jsonb_build_object(
    'workspace', w.name,
    'overdue', private.summary_overdue(email, site),
    'bounced', private.summary_bounced(email, site),
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

create or replace function private.summary_arrivals(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  with arrived as (
    select
      r,
      jsonb_array_length(private.arrivals_since(r, email.since)) as items,
      jsonb_array_length(private.unread_messages(r, email.user_id, email.since)) as messages
    from public.requests as r
    where r.workspace_id = email.workspace_id and r.status = 'open' and r.last_activity_at >= email.since
      and private.is_watched(r, email.user_id)
  )
  select jsonb_build_object(
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
    )
  )
$$;

create or replace function private.summary_overdue(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      private.summary_line(o.r, site) || jsonb_build_object('dueOn', (o.r).due_on) order by (o.r).due_on, (o.r).id
    ),
    '[]'
  )
  from (
    select r
    from unnest(private.list_stages('open')) as s (stage)
    join private.list_entries as e on e.workspace_id = email.workspace_id and e.key = private.list_key(null, null)
      and e.stage = s.stage and e.due_on >= (email.data ->> 'from')::date and e.due_on < (email.data ->> 'today')::date
    join public.requests as r on r.id = e.request_id
    where (r.required_missing > 0 or r.required_returned > 0) and private.is_watched(r, email.user_id)
    order by e.due_on, e.request_id
    limit 50
  ) as o
$$;

create or replace function private.summary_bounced(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      private.summary_line(b.r, site) || jsonb_build_object('address', b.email) order by b.unreachable_at
    ),
    '[]'
  )
  from (
    select r, p.email, p.unreachable_at
    from public.recipients as p join public.requests as r on r.id = p.request_id
    where p.workspace_id = email.workspace_id and p.unreachable_at >= email.since
      and p.removed_at is null and r.status = 'open' and private.is_watched(r, email.user_id)
    order by p.unreachable_at
    limit 50
  ) as b
$$;

create or replace function private.facts_damaged(email private.outbox, request public.requests, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'title', request.title,
    'files', private.damaged_files(request.id, email.since),
    'url', site || '/requests/' || request.id,
    'settingsUrl', site || '/settings/email',
    'stopUrl', (
      select site || '/email/stop/' || private.stop_token(s.id, u.email, 'watched')
      from private.watchers as s join auth.users as u on u.id = s.user_id
      where s.request_id = request.id and s.user_id = email.user_id
    )
  )
  from public.workspaces as w where w.id = request.workspace_id
$$;

create or replace function private.facts_expiry(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'requests', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'title', r.title,
            'url', site || '/requests/' || r.id,
            'files', (
              select count(*) from private.kept_contents(r) as k where k.due_at <= r.erase_at and k.file_id is not null
            ),
            'answers', (
              select count(*) from private.kept_contents(r) as k where k.due_at <= r.erase_at and k.file_id is null
            ),
            'deletedOn', (r.erase_at at time zone w.zone)::date
          ) order by r.erase_at, r.id
        ),
        '[]'
      )
      from public.requests as r
      where r.id in (select l.id::uuid from jsonb_array_elements_text(email.data -> 'requests') as l (id))
        and r.workspace_id = w.id and r.erase_at is not null
    ),
    'hasMore', jsonb_array_length(email.data -> 'requests') >= 100,
    'url', site || '/requests',
    'today', private.workspace_today(w.id)
  )
  from public.workspaces as w where w.id = email.workspace_id
$$;

create or replace function private.facts_silence(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'requests', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'title', r.title,
            'url', site || '/requests/' || r.id,
            'silentSince', (r.last_activity_at at time zone w.zone)::date
          ) order by r.last_activity_at, r.id
        ),
        '[]'
      )
      from public.requests as r
      where r.id in (select l.id::uuid from jsonb_array_elements_text(email.data -> 'requests') as l (id))
        and r.workspace_id = w.id and r.status = 'open'
    ),
    'hasMore', jsonb_array_length(email.data -> 'requests') >= 100,
    'url', site || '/requests',
    'today', private.workspace_today(w.id)
  )
  from public.workspaces as w where w.id = email.workspace_id
$$;

create or replace function private.facts_repeat(email private.outbox, request public.requests, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'title', request.title,
    'people', (
      select coalesce(
        jsonb_agg(coalesce(nullif(p.name, ''), p.email) order by p.created_at, p.id), '[]'
      )
      from public.recipients as p where p.request_id = request.id and p.removed_at is null and p.scope = 'all'
    ),
    'on', email.data ->> 'on',
    'hasFailed', (email.data ->> 'failed')::boolean,
    'today', private.workspace_today(w.id),
    'url', site || '/requests/' || request.id
  )
  from public.workspaces as w where w.id = email.workspace_id
$$;

create or replace function private.facts_member_invitation(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'asker', jsonb_build_object(
      'name', coalesce(f.display_name, u.email),
      'email', u.email,
      'workspace', w.name,
      'isTrusted', exists (select from private.answered_workspaces as a where a.workspace_id = w.id)
    ),
    'role', i.role,
    'url', site || '/join/' || private.stop_token(i.id, i.email, 'join'),
    'expiresOn', (i.expires_at at time zone w.zone)::date,
    'today', (private.email_clock() at time zone w.zone)::date,
    'settingsUrl', site || '/settings/email'
  )
  from private.invitations as i
  join public.workspaces as w on w.id = i.workspace_id
  join auth.users as u on u.id = i.invited_by
  left join public.profiles as f on f.user_id = i.invited_by
  where i.id = (email.data ->> 'invitation')::uuid
$$;

create or replace function private.facts_second_factor(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'by', coalesce(
      (select f.display_name from public.profiles as f where f.user_id = (email.data ->> 'by')::uuid), w.name
    ),
    'from', case when w.second_factor_from > private.email_clock() then (w.second_factor_from at time zone w.zone)::date end,
    'today', (private.email_clock() at time zone w.zone)::date,
    'url', site || '/settings/security'
  )
  from public.workspaces as w where w.id = email.workspace_id
$$;

create or replace function private.facts_security(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'change', email.data ->> 'change',
    'email', email.data ->> 'email',
    'detail', email.data ->> 'detail',
    'at', email.since,
    'zone', email.data ->> 'zone',
    'undoUrl', case
      when email.data ->> 'change' in ('account_deleted', 'change_undone') then null
      -- Whoever has the new address can't be the one who lost the account by it.
      when email.data ->> 'change' = 'email_changed' and (
        lower(email.data ->> 'detail') = email.address
        or private.is_newcomer(email.user_id, email.data ->> 'subject', email.since)
      ) then null
      else site || '/email/undo/' || private.stop_token(email.id, email.address, 'notice')
    end
  )
$$;

comment on function private.email_facts(private.outbox,public.requests,public.recipients,text) is 'Everything that is needed to write an email, as things stand now. recipient is null in emails to members and accounts.';

comment on function private.empty_email_obstacle(text,jsonb) is 'Why an email is dropped whose facts are all empty, in one word; null if they aren''t.';

comment on function private.facts_arrived(private.outbox,public.requests,text) is 'Everything that is needed to tell a member what arrived, as things stand now.';

comment on function private.facts_binned(private.outbox,public.requests,public.recipients,text) is 'Everything that is needed to tell somebody that a request is in the bin.';

comment on function private.facts_damaged(private.outbox,public.requests,text) is 'Everything that is needed to tell a member about damaged files.';

comment on function private.facts_deletion_asked(public.requests,text) is 'Everything that is needed to tell a member that files wait for a decision about their deletion.';

comment on function private.facts_deletion_decided(private.outbox,public.requests,public.recipients,text) is 'Everything that is needed to tell a recipient what was decided about their files.';

comment on function private.facts_ended(private.outbox,public.requests,public.recipients,text) is 'Everything that is needed to tell a recipient that nothing is asked of them any more.';

comment on function private.facts_expiry(private.outbox,text) is 'Everything that is needed to tell a member what is erased soon.';

comment on function private.facts_invitation(private.outbox,public.requests,public.recipients,text) is 'Everything that is needed to invite a recipient.';

comment on function private.facts_member_invitation(private.outbox,text) is 'Everything that is needed to write an invitation to a workspace.';

comment on function private.facts_receipt(private.outbox,public.requests,public.recipients,text) is 'Everything that is needed to confirm to a recipient what they have sent.';

comment on function private.facts_reminder(uuid[],timestamp with time zone,text,boolean) is 'Everything that is needed to write a reminder to these recipients, who are one person. A preview has no link that stops email.';

comment on function private.facts_repeat(private.outbox,public.requests,text) is 'Everything that is needed to tell a member about the next day of a repeat.';

comment on function private.facts_second_factor(private.outbox,text) is 'Everything that is needed to tell a member to set up a second factor.';

comment on function private.facts_security(private.outbox,text) is 'Everything that is needed to tell the owner of an account about a change to it.';

comment on function private.facts_silence(private.outbox,text) is 'Everything that is needed to tell a member of open requests on which nothing has happened for a year.';

comment on function private.facts_summary(private.outbox,text) is 'What happened since the last summary in the requests that a member watches, at most 50 of each kind. Only what is new: a request is named on the day after its due date and not again.';

comment on function private.facts_update(private.outbox,public.requests,public.recipients,text) is 'Everything that is needed to tell a recipient what members have done.';

comment on function private.summary_arrivals(private.outbox,text) is 'Where something arrived or was asked, the latest first.';

comment on function private.summary_bounced(private.outbox,text) is 'Addresses that have turned out to take no email.';

comment on function private.summary_overdue(private.outbox,text) is 'What has become overdue since the last summary, paused requests included, the first due first.';
