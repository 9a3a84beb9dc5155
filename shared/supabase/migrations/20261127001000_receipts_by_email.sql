-- The email that says what has arrived carries the signed receipt (decision 0067), and waits a moment for it where the
-- worker that sends it signs receipts too.

create function private.current_receipt(recipient public.recipients) returns jsonb
language sql stable set search_path = '' as $$
  select c.document
  from private.receipts as c
  where c.recipient_id = recipient.id and c.issued_at is not null
    -- Mail servers refuse large emails.
    and octet_length(c.document::text) <= 1000000
    and c.seq >= (
      select max(e.seq) from public.events as e
      where e.request_id = recipient.request_id and e.recipient_id = recipient.id
        and e.kind in ('file_added', 'file_removed', 'answered')
    )
  order by c.seq desc
  limit 1
$$;
comment on function private.current_receipt(public.recipients) is
  'The newest signed receipt of at most 1 MB, if the recipient has changed nothing since. NULL without one.';

create function private.awaits_receipt(recipient public.recipients) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.receipts as c
    where c.recipient_id = recipient.id and c.issued_at is null
      -- An email without its receipt is better than none: files of gigabytes take minutes to be read.
      and c.asked_at > now() - interval '2 minutes'
  )
$$;
comment on function private.awaits_receipt(public.recipients) is 'True while a receipt that was asked for in the last two minutes isn’t signed.';

create or replace function private.email_facts(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns jsonb
language sql stable set search_path = '' as $$
  select common.facts || case email.kind
    when 'invitation' then jsonb_build_object(
      'items', case recipient.scope when 'all' then request.items_total else jsonb_array_length(common.handed) end,
      'message', case recipient.scope when 'all' then private.emailed_message(request) else '' end,
      'handed', common.handed,
      'retainDays', common.retain_days,
      -- The page asks for a code before it takes a report.
      'reportUrl', common.facts -> 'request' ->> 'url' || '#report'
    )
    when 'update' then jsonb_build_object(
      'returned', private.returns_since(request, email.since, recipient),
      'changes', private.changes_since(request, email.since, recipient),
      'questions', private.unread_messages(request, recipient.user_id, email.since, recipient),
      'accepted', (
        select count(*) from public.items as i
        where i.request_id = request.id and i.removed_at is null and i.status = 'accepted' and i.decided_at >= email.since
          and private.is_for(recipient, i.id)
      )
    )
    when 'ended' then jsonb_build_object(
      'how', case when request.closed_by is null or recipient.removed_at is not null then 'withdrawn' else 'closed' end,
      'isReadable', recipient.user_id is not null and email.address is null
    )
    when 'binned' then private.binned_facts(
      request, case when recipient.user_id is not null then common.facts -> 'request' ->> 'url' end
    )
    when 'deletion_decided' then jsonb_build_object(
      'files', private.decided_deletions(recipient, email.since)
    )
    else jsonb_build_object(
      'items', private.sent_items(recipient),
      'left', private.left_for(recipient, request),
      'zone', common.zone,
      'signed', (
        select jsonb_build_object('document', s.document, 'verifyUrl', site || '/verify')
        from private.current_receipt(recipient) as s (document)
        where s.document is not null
      )
    )
  end
  from (
    select
      jsonb_build_object(
        'asker', private.asker_facts(request),
        'recipientName', recipient.name,
        'request', jsonb_build_object('title', request.title, 'dueOn', request.due_on, 'url', site || '/r/' || l.token),
        'today', (private.email_clock() at time zone coalesce(recipient.zone, w.zone))::date,
        'stop', jsonb_build_object(
          'request', site || '/email/stop/' || private.stop_token(recipient.id, coalesce(email.address, recipient.email)),
          'everything', site || '/settings/email'
        )
      ) as facts,
      w.retain_days,
      coalesce(recipient.zone, w.zone) as zone,
      (
        select coalesce(jsonb_agg(jsonb_build_object('title', i.title, 'by', h.handed_by_name) order by i.position), '[]')
        from public.recipient_items as h join public.items as i on i.id = h.item_id and i.removed_at is null
        where h.recipient_id = recipient.id
      ) as handed
    from public.workspaces as w
    join public.request_links as l on l.request_id = request.id
    where w.id = request.workspace_id
  ) as common
$$;

drop function public.next_email(uuid, text, uuid, text, text);
drop function public.claim_email(uuid, text);

create function public.claim_email(worker uuid, site text, awaits_receipts boolean default false)
returns table (id uuid, kind text, address text, name text, facts jsonb)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  moment constant timestamptz := private.email_clock();
  due private.outbox;
  parent public.requests;
  person public.recipients;
  obstacle text;
  wait interval;
  waits_for text;
  content jsonb;
  receiver text;
begin
  -- Without an origin its links would lead nowhere.
  if coalesce(claim_email.site !~ '^https?://[^/]+$', true) then
    return;
  end if;
  for due in
    select o.* from private.outbox as o
    where o.ended_at is null and o.not_before <= moment and (o.claimed_until is null or o.claimed_until < now())
    order by o.not_before, o.id
    limit 50
  loop
    -- Nothing is waited for: another worker has it, or somebody is changing the request at this moment.
    select p.* into person from public.recipients as p where p.id = due.recipient_id for no key update skip locked;
    continue when not found and due.recipient_id is not null;
    select o.* into due from private.outbox as o
    where o.id = due.id and o.ended_at is null and o.not_before <= moment
      and (o.claimed_until is null or o.claimed_until < now())
    for update skip locked;
    continue when not found;
    select r.* into parent from public.requests as r where r.id = due.request_id;
    wait := null;
    waits_for := 'capped';
    if due.recipient_id is null then
      parent.workspace_id := due.workspace_id;
      obstacle := private.member_email_obstacle(due, parent);
      if obstacle is null then
        content := private.member_email_facts(due, parent, claim_email.site);
        obstacle := case
          when due.kind = 'arrived' and '[]' = all(array[content -> 'arrivals', content -> 'questions']) then 'undone'
          when due.kind = 'summary' and '[]' = all(array[content -> 'arrived', content -> 'questions', content -> 'overdue', content -> 'bounced'])
            then 'nothing_happened'
        end;
      end if;
    elsif due.kind = 'reminder' then
      due.covers := private.reminded_now(due.covers, due.by_hand);
      obstacle := case
        -- A worker died while it sent this one, so it may have arrived.
        when due.claimed_until is not null then 'interrupted'
        when cardinality(due.covers) = 0 then 'nothing_missing'
        when private.is_suppressed(person.email) then 'suppressed'
      end;
      if obstacle is null then
        wait := private.reminder_wait(due, person);
        waits_for := case when wait is null then waits_for else 'hours' end;
        content := private.reminder_facts(due.covers, moment, claim_email.site);
      end if;
    else
      obstacle := private.email_obstacle(due, parent, person);
      if obstacle is null then
        content := private.email_facts(due, parent, person, claim_email.site);
        obstacle := case
          when due.kind = 'update'
            and '[]' = all(array[content -> 'returned', content -> 'changes', content -> 'questions']) then 'undone'
          when due.kind = 'receipt' and content -> 'items' = '[]' then 'nothing_sent'
        end;
      end if;
    end if;
    if obstacle is null and claim_email.awaits_receipts and due.kind = 'receipt' and due.attempts = 0
      and private.awaits_receipt(person)
    then
      wait := interval '2 seconds';
      waits_for := 'receipt';
    end if;
    -- Another attempt was counted already. A receipt follows what its reader has just done, and members asked for theirs.
    if obstacle is null and wait is null and due.attempts = 0
      and due.kind in ('invitation', 'update', 'ended', 'reminder', 'member_invitation')
    then
      wait := private.email_wait(due, parent, person);
    end if;
    if obstacle is not null then
      update private.outbox as o set ended_at = now(), outcome = 'dropped', reason = obstacle where o.id = due.id;
      if obstacle = 'suppressed' and due.kind in ('invitation', 'reminder') then
        update public.recipients as p set unreachable_at = coalesce(p.unreachable_at, now()) where p.id = person.id;
      end if;
    elsif wait is not null then
      update private.outbox as o set not_before = moment + wait, reason = waits_for where o.id = due.id;
    else
      -- The claim is the note that an attempt is made: what is sent once at most is not claimed twice.
      receiver := coalesce(
        due.address, person.email, (select u.email::text from auth.users as u where u.id = due.user_id)
      );
      update private.outbox as o
      set
        attempts = o.attempts + 1, claimed_by = claim_email.worker, claimed_until = now() + interval '5 minutes',
        covers = due.covers, sent_to = private.address_hash(receiver)
      where o.id = due.id;
      return query
      select
        due.id, due.kind, receiver,
        coalesce(person.name, (select f.display_name from public.profiles as f where f.user_id = due.user_id), ''),
        content;
      return;
    end if;
  end loop;
end
$$;
comment on function public.claim_email(uuid, text, boolean) is
  'For the worker: leases the next email that is due for five minutes, and returns what it says as things stand now. Drops those that are not true any more. One that says what has arrived waits up to two minutes for its signed receipt, if awaits_receipts. No row if none is due.';
grant execute on function public.claim_email(uuid, text, boolean) to service_role;

create function public.next_email(
  worker uuid, site text, email uuid, outcome text, reason text default null, awaits_receipts boolean default false
)
returns table (id uuid, kind text, address text, name text, facts jsonb)
language plpgsql security definer set search_path = '' as $$
begin
  perform public.finish_email(next_email.email, next_email.worker, next_email.outcome, next_email.reason);
  return query select c.* from public.claim_email(next_email.worker, next_email.site, next_email.awaits_receipts) as c;
end
$$;
comment on function public.next_email(uuid, text, uuid, text, text, boolean) is
  'For the worker: finish_email and then claim_email, both or neither.';
grant execute on function public.next_email(uuid, text, uuid, text, text, boolean) to service_role;
