-- Sheaf writes to people about what happens in a request. The rows of its emails are written in the transaction of the act
-- that they report, and hold facts, never text. A worker sends them, and reads what they say only then.

alter table public.requests
  add column invites boolean not null default false,
  alter column invites set statistics 0;
comment on column public.requests.invites is
  'Whether Sheaf emails the link to recipients. False where the sender shares it.';

alter table public.recipients
  add column invited_at timestamptz,
  add column muted_at timestamptz,
  add column unreachable_at timestamptz,
  alter column invited_at set statistics 0,
  alter column muted_at set statistics 0,
  alter column unreachable_at set statistics 0;
comment on column public.recipients.invited_at is 'When the invitation left for the address; null if none did.';
comment on column public.recipients.muted_at is 'Since when this person wants no email about the request.';
comment on column public.recipients.unreachable_at is
  'Since when the address gets no email, for whatever reason: one that refused it reads like one that wants nothing from Sheaf.';

create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  request_id uuid not null references public.requests (id) on delete cascade,
  recipient_id uuid not null references public.recipients (id) on delete cascade,
  address text,
  since timestamptz not null,
  not_before timestamptz not null,
  attempts integer not null default 0,
  claimed_by uuid,
  claimed_until timestamptz,
  ended_at timestamptz,
  outcome text,
  reason text,
  constraint outbox_kind_check check (kind in ('invitation', 'update', 'ended', 'receipt')),
  constraint outbox_outcome_check check (outcome in ('sent', 'dropped', 'failed')),
  constraint outbox_ended_check check ((ended_at is null) = (outcome is null))
);
comment on table private.outbox is 'Emails that are due, and what became of them. Ended ones are kept for 90 days.';
comment on column private.outbox.address is 'The address if it isn''t the recipient''s any more; null for all others.';
comment on column private.outbox.since is 'When the first act that it reports happened.';
comment on column private.outbox.reason is 'Why it was dropped or failed, or is tried again: one word.';
create index outbox_due_idx on private.outbox (not_before, id) where ended_at is null;
create index outbox_ended_idx on private.outbox (ended_at) where ended_at is not null;
create index outbox_request_id_idx on private.outbox (request_id);
create index outbox_recipient_id_idx on private.outbox (recipient_id);
-- What happens before an email leaves is collected in it.
create unique index outbox_collecting_idx on private.outbox (recipient_id, kind, coalesce(address, ''))
  where attempts = 0 and ended_at is null;

create table private.answered_workspaces (
  workspace_id uuid primary key references public.workspaces (id) on delete cascade,
  at timestamptz not null default now()
);
comment on table private.answered_workspaces is
  'Workspaces that somebody has answered. Until then their emails carry neither a name of theirs in From nor a link.';

create table private.suppressed_addresses (
  address_hash bytea primary key,
  reason text not null,
  at timestamptz not null default now(),
  constraint suppressed_addresses_reason_check check (reason in ('refused', 'asked'))
);
comment on table private.suppressed_addresses is
  'SHA-256 of addresses that get no email from any workspace: they refused it for good, or their owner asked.';

create table private.email_counts (
  day date not null,
  address_hash bytea not null,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  sent integer not null,
  primary key (day, address_hash, workspace_id)
);
comment on table private.email_counts is 'Emails per address, workspace and day in UTC.';
create index email_counts_workspace_id_idx on private.email_counts (workspace_id);

create table private.email_limits (
  name text primary key,
  most integer not null,
  constraint email_limits_most_check check (most > 0)
);
comment on table private.email_limits is 'Most emails per day in UTC. An operator changes them by SQL.';
insert into private.email_limits (name, most) values
  ('to_address', 6),
  ('to_address_per_workspace', 3),
  ('per_workspace', 500);

create table private.stop_keys (
  inner_key bytea not null,
  outer_key bytea not null
);
comment on table private.stop_keys is
  'Secret of the one row: what links that stop email are signed with. Not in backups that leave the operator''s hands.';
insert into private.stop_keys (inner_key, outer_key)
select k.inner_key, k.outer_key
from (
  select
    sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as inner_key,
    sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as outer_key
) as k;

create function private.address_hash(address text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(lower(address_hash.address), 'UTF8'))
$$;
comment on function private.address_hash(text) is 'SHA-256 of an address in lower case.';

create function private.stop_signature(recipient uuid, address text) returns bytea
language sql stable set search_path = '' as $$
  -- HMAC's two rounds, with two independent keys instead of one key that is masked twice: SQL has no XOR of bytes.
  select substring(
    sha256(
      k.outer_key || sha256(
        k.inner_key || uuid_send(stop_signature.recipient) || private.address_hash(stop_signature.address)
      )
    )
    for 16
  )
  from private.stop_keys as k
$$;
comment on function private.stop_signature(uuid, text) is
  '16 bytes that only this database can make for a recipient and the address that an email went to.';

create function private.stop_token(recipient uuid, address text) returns text
language sql stable set search_path = '' as $$
  select rtrim(
    translate(
      encode(
        uuid_send(stop_token.recipient) || private.stop_signature(stop_token.recipient, stop_token.address), 'base64'
      ),
      '+/', '-_'
    ),
    '='
  )
$$;
comment on function private.stop_token(uuid, text) is
  'What the links in emails to a recipient carry: it stops them, and gives no reading. 43 characters.';

create function public.stop_email(token text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  is_shaped constant boolean := coalesce(stop_email.token ~ '^[A-Za-z0-9_-]{43}$', false);
  -- The same work for every token.
  content constant bytea := decode(
    translate(case when is_shaped then stop_email.token else repeat('A', 43) end, '-_', '+/') || '=', 'base64'
  );
  recipient constant uuid := encode(substring(content for 16), 'hex')::uuid;
  -- After a correction, the links at the former address are nobody's.
  address constant text := coalesce((select p.email from public.recipients as p where p.id = recipient), '');
  is_signed constant boolean := substring(content from 17) = private.stop_signature(recipient, address);
begin
  update public.recipients as p set muted_at = coalesce(p.muted_at, now())
  where p.id = recipient and is_signed and is_shaped;
end
$$;
comment on function public.stop_email(text) is
  'Ends email to a recipient about a request, for whoever holds the token of one of these emails. A wrong token changes nothing and is answered alike.';
grant execute on function public.stop_email(text) to anon, authenticated;

create function private.queue_email(
  kind text, recipient public.recipients, since timestamptz, not_before timestamptz, address text default null
) returns void
language sql set search_path = '' as $$
  insert into private.outbox as o (kind, request_id, recipient_id, address, since, not_before)
  values (
    queue_email.kind, recipient.request_id, recipient.id, queue_email.address, queue_email.since,
    queue_email.not_before
  )
  on conflict (recipient_id, kind, coalesce(address, '')) where attempts = 0 and ended_at is null do update
  -- A receipt waits for the end of a visit; everything else leaves when its first act said.
  set not_before = case when o.kind = 'receipt' then excluded.not_before else o.not_before end
$$;
comment on function private.queue_email(text, public.recipients, timestamptz, timestamptz, text) is
  'Adds an email to the outbox, or the act to one that waits there.';

create function private.request_emails() returns trigger
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
comment on function private.request_emails() is 'Queues what recipients are told when a request is sent or ends.';
create trigger request_emails after update of status on public.requests
  for each row when (old.status <> new.status) execute function private.request_emails();

create function private.recipient_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  parent public.requests;
begin
  select r.* into parent from public.requests as r where r.id = new.request_id;
  if parent.status <> 'open' then
    return null;
  elsif new.removed_at is not null then
    perform private.queue_email('ended', new, now(), now());
    return null;
  end if;
  if tg_op = 'UPDATE' and old.invited_at is not null then
    perform private.queue_email('ended', new, now(), now(), old.email);
    update public.recipients as p set invited_at = null, muted_at = null, unreachable_at = null where p.id = new.id;
  end if;
  if parent.invites then
    perform private.queue_email('invitation', new, now(), now());
  end if;
  return null;
end
$$;
comment on function private.recipient_emails() is
  'Queues what people are told who are added to a sent request, corrected or removed.';
create trigger recipient_emails after insert on public.recipients
  for each row execute function private.recipient_emails();
create trigger recipient_emails_again after update of email, removed_at on public.recipients
  for each row when (old.email <> new.email or old.removed_at is distinct from new.removed_at)
  execute function private.recipient_emails();

create function private.event_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.kind in (
    'returned', 'file_returned', 'item_added', 'item_changed', 'item_removed', 'due_changed', 'title_changed',
    'message_changed'
  ) then
    perform private.queue_email('update', p, new.at, new.at + interval '10 minutes')
    from public.recipients as p where p.request_id = new.request_id and p.removed_at is null;
  elsif new.kind in ('file_added', 'answered') and new.recipient_id is not null then
    insert into private.answered_workspaces (workspace_id) values (new.workspace_id) on conflict do nothing;
    perform private.queue_email(
      'receipt', p, new.at,
      new.at + case when r.required_missing + r.required_returned = 0 then interval '0' else interval '30 minutes' end
    )
    from public.recipients as p join public.requests as r on r.id = p.request_id
    where p.id = new.recipient_id;
  end if;
  return null;
end
$$;
comment on function private.event_emails() is
  'Queues what recipients are told about an act: collected for ten minutes, or until the end of a visit.';
create trigger event_emails after insert on public.events
  for each row execute function private.event_emails();

create function private.has_link(text text) returns boolean
language sql immutable set search_path = '' as $$
  select has_link.text ~* '(://|\mwww\.|\m[a-z0-9-]+\.[a-z]{2,}\M)'
$$;
comment on function private.has_link(text) is 'Whether a mail program could make a link of a part of this.';

create function private.emailed_message(request public.requests) returns text
language sql stable set search_path = '' as $$
  select case
    when not private.has_link(request.message) then request.message
    when exists (
      select from public.workspaces as w join private.answered_workspaces as a on a.workspace_id = w.id
      where w.id = request.workspace_id and w.created_at < now() - interval '7 days'
    ) then request.message
    else ''
  end
$$;
comment on function private.emailed_message(public.requests) is
  'The message as emails quote it. One with a link is left out for a workspace that is new or that nobody has answered.';

create function private.asker_facts(request public.requests) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'name', coalesce(f.display_name, u.email),
    'email', u.email,
    'workspace', w.name,
    'isTrusted', exists (select from private.answered_workspaces as a where a.workspace_id = w.id)
  )
  from public.members as m
  join auth.users as u on u.id = m.user_id
  join public.workspaces as w on w.id = m.workspace_id
  left join public.profiles as f on f.user_id = m.user_id
  where m.workspace_id = request.workspace_id
  -- Whoever sent it may have left.
  order by m.user_id = request.sent_by desc, m.role = 'owner' desc, m.created_at
  limit 1
$$;
comment on function private.asker_facts(public.requests) is 'Who asks, for @sheaf/email.';

create function private.changes_since(request public.requests, since timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  with acts as (
    select e.kind, e.item_id, e.seq, e.data
    from public.events as e where e.request_id = request.id and e.at >= changes_since.since
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
    union all
    select 3, i.position, jsonb_build_object('kind', a.kind, 'title', i.title)
    from (select distinct on (a.item_id) a.item_id, a.kind from acts as a where a.kind in ('item_added', 'item_changed')
      order by a.item_id, a.seq) as a
    join public.items as i on i.id = a.item_id and i.removed_at is null
    union all
    select 4, i.position, jsonb_build_object('kind', 'item_removed', 'title', i.title)
    from acts as a join public.items as i on i.id = a.item_id and i.removed_at is not null
    where a.kind = 'item_removed'
      and not exists (select from acts as b where b.item_id = a.item_id and b.kind = 'item_added')
  )
  select coalesce(jsonb_agg(c.change order by c.place, c.position), '[]') from changed as c
$$;
comment on function private.changes_since(public.requests, timestamptz) is
  'How a request differs for its recipients from what it was then, for @sheaf/email. What was changed back is left out.';

create function private.returns_since(request public.requests, since timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'title', i.title,
        'reason', coalesce(i.reason, ''),
        'files', (
          select coalesce(
            jsonb_agg(jsonb_build_object('name', f.name, 'reason', f.verdict_reason) order by f.created_at, f.id), '[]'
          )
          from public.files as f
          where f.item_id = i.id and f.status = 'stored' and f.verdict = 'returned' and f.verdict_reason is not null
        )
      )
      order by i.position
    ),
    '[]'
  )
  from public.items as i
  where i.request_id = request.id and i.removed_at is null and i.status = 'returned'
    and exists (
      select from public.events as e
      where e.request_id = request.id and e.item_id = i.id and e.kind in ('returned', 'file_returned')
        and e.at >= returns_since.since
    )
$$;
comment on function private.returns_since(public.requests, timestamptz) is
  'Items returned since then that still are, with their reasons, for @sheaf/email.';

create function private.sent_items(recipient public.recipients) returns jsonb
language sql stable set search_path = '' as $$
  with sent as (
    select
      i.position, i.title,
      exists (
        select from public.events as e
        where e.request_id = i.request_id and e.item_id = i.id and e.kind = 'answered' and e.recipient_id = recipient.id
      ) and i.answer_kind is not null as is_answered,
      (
        select coalesce(
          jsonb_agg(
            jsonb_build_object('name', f.name, 'size', f.size, 'at', f.stored_at, 'sha256', f.sha256)
            order by f.stored_at, f.id
          ),
          '[]'
        )
        from public.files as f
        where f.item_id = i.id and f.status = 'stored' and f.uploaded_by = recipient.user_id
      ) as files
    from public.items as i
    where i.request_id = recipient.request_id and i.removed_at is null
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object('title', s.title, 'isAnswered', s.is_answered, 'files', s.files) order by s.position
    ) filter (where s.is_answered or s.files <> '[]'),
    '[]'
  )
  from sent as s
$$;
comment on function private.sent_items(public.recipients) is 'What this recipient has sent and not removed, for @sheaf/email.';

create function private.email_obstacle(email private.outbox, request public.requests, recipient public.recipients)
returns text
language sql stable set search_path = '' as $$
  select case
    when recipient.muted_at is not null then 'muted'
    when recipient.removed_at is not null and email.kind <> 'ended' then 'recipient_removed'
    when exists (
      select from private.suppressed_addresses as s
      where s.address_hash = private.address_hash(coalesce(email.address, recipient.email))
    ) then 'suppressed'
    when email.kind in ('invitation', 'update') and request.status not in ('open', 'done') then 'request_ended'
    when email.kind = 'update' and request.closed_by is not null then 'request_ended'
    -- Somebody who wasn't written to learns of a change where they learnt of the request.
    when email.kind = 'update' and recipient.invited_at is null and recipient.user_id is null then 'not_invited'
    when email.kind = 'ended' and email.address is null and recipient.invited_at is null then 'not_invited'
    when email.kind = 'ended' and email.address is null and recipient.removed_at is null
      and request.status in ('open', 'done') and request.closed_by is null then 'reopened'
  end
$$;
comment on function private.email_obstacle(private.outbox, public.requests, public.recipients) is
  'Why an email isn''t true or welcome any more, in one word; null if nothing is in its way.';

create function private.email_facts(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns jsonb
language sql stable set search_path = '' as $$
  select common.facts || case email.kind
    when 'invitation' then jsonb_build_object(
      'items', request.items_total,
      'message', private.emailed_message(request),
      'retainDays', common.retain_days
    )
    when 'update' then jsonb_build_object(
      'returned', private.returns_since(request, email.since),
      'changes', private.changes_since(request, email.since),
      'accepted', (
        select count(*) from public.items as i
        where i.request_id = request.id and i.removed_at is null and i.status = 'accepted' and i.decided_at >= email.since
      )
    )
    when 'ended' then jsonb_build_object(
      'how', case when request.closed_by is null or recipient.removed_at is not null then 'withdrawn' else 'closed' end,
      'isReadable', recipient.user_id is not null and email.address is null
    )
    else jsonb_build_object(
      'items', private.sent_items(recipient),
      'left', request.required_missing + request.required_returned,
      'zone', 'UTC'
    )
  end
  from (
    select
      jsonb_build_object(
        'asker', private.asker_facts(request),
        'recipientName', recipient.name,
        'request', jsonb_build_object('title', request.title, 'dueOn', request.due_on, 'url', site || '/r/' || l.token),
        'today', (now() at time zone 'UTC')::date,
        'stop', jsonb_build_object('request', site || '/email/stop/' || private.stop_token(recipient.id, coalesce(email.address, recipient.email)))
      ) as facts,
      w.retain_days
    from public.workspaces as w
    join public.request_links as l on l.request_id = request.id
    where w.id = request.workspace_id
  ) as common
$$;
comment on function private.email_facts(private.outbox, public.requests, public.recipients, text) is
  'Everything that is needed to write an email, as things stand now.';

create function private.email_wait(email private.outbox, request public.requests, recipient public.recipients)
returns interval
language plpgsql set search_path = '' as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  hashed constant bytea := private.address_hash(coalesce(email.address, recipient.email));
  cap constant jsonb := (select jsonb_object_agg(l.name, l.most) from private.email_limits as l);
  to_address integer;
  of_workspace integer;
begin
  -- One at a time per address and per workspace, so that simultaneous workers don't pass the caps together.
  perform pg_advisory_xact_lock(hashtextextended(k.key, 0))
  from (
    select x.key from (values (encode(hashed, 'hex')), (request.workspace_id::text)) as x (key) order by x.key
  ) as k;
  select coalesce(sum(c.sent), 0), coalesce(sum(c.sent) filter (where c.workspace_id = request.workspace_id), 0)
  into to_address, of_workspace
  from private.email_counts as c where c.day = today and c.address_hash = hashed;
  if to_address >= (cap ->> 'to_address')::integer
    or of_workspace >= (cap ->> 'to_address_per_workspace')::integer
    or (
      select coalesce(sum(c.sent), 0) from private.email_counts as c
      where c.workspace_id = request.workspace_id and c.day = today
    ) >= (cap ->> 'per_workspace')::integer
  then
    return date_trunc('day', now(), 'UTC') + interval '1 day' - now();
  end if;
  insert into private.email_counts as c (day, address_hash, workspace_id, sent)
  values (today, hashed, request.workspace_id, 1)
  on conflict (day, address_hash, workspace_id) do update set sent = c.sent + 1;
  return null;
end
$$;
comment on function private.email_wait(private.outbox, public.requests, public.recipients) is
  'Counts an email, or says how long it waits because its address or workspace has had enough for today.';

create function public.claim_email(worker uuid, site text)
returns table (id uuid, kind text, address text, name text, facts jsonb)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  due private.outbox;
  parent public.requests;
  person public.recipients;
  obstacle text;
  wait interval;
  content jsonb;
begin
  -- Without an origin its links would lead nowhere.
  if coalesce(claim_email.site !~ '^https?://[^/]+$', true) then
    return;
  end if;
  for due in
    select o.* from private.outbox as o
    where o.ended_at is null and o.not_before <= now() and (o.claimed_until is null or o.claimed_until < now())
    order by o.not_before, o.id
    limit 50
  loop
    -- Nothing is waited for: another worker has it, or somebody is changing the request at this moment.
    select p.* into person from public.recipients as p where p.id = due.recipient_id for no key update skip locked;
    continue when not found;
    select o.* into due from private.outbox as o
    where o.id = due.id and o.ended_at is null and o.not_before <= now()
      and (o.claimed_until is null or o.claimed_until < now())
    for update skip locked;
    continue when not found;
    select r.* into parent from public.requests as r where r.id = due.request_id;
    obstacle := private.email_obstacle(due, parent, person);
    wait := null;
    if obstacle is null then
      content := private.email_facts(due, parent, person, claim_email.site);
      obstacle := case
        when due.kind = 'update' and content -> 'returned' = '[]' and content -> 'changes' = '[]' then 'undone'
        when due.kind = 'receipt' and content -> 'items' = '[]' then 'nothing_sent'
      end;
    end if;
    -- Another attempt was counted already, and a receipt follows what its reader has just done.
    if obstacle is null and due.attempts = 0 and due.kind <> 'receipt' then
      wait := private.email_wait(due, parent, person);
    end if;
    if obstacle is not null then
      update private.outbox as o set ended_at = now(), outcome = 'dropped', reason = obstacle where o.id = due.id;
      if obstacle = 'suppressed' and due.kind = 'invitation' then
        update public.recipients as p set unreachable_at = coalesce(p.unreachable_at, now()) where p.id = person.id;
      end if;
    elsif wait is not null then
      update private.outbox as o set not_before = now() + wait, reason = 'capped' where o.id = due.id;
    else
      -- The claim is the note that an attempt is made: what is sent once at most is not claimed twice.
      update private.outbox as o
      set attempts = o.attempts + 1, claimed_by = claim_email.worker, claimed_until = now() + interval '5 minutes'
      where o.id = due.id;
      return query select due.id, due.kind, coalesce(due.address, person.email), person.name, content;
      return;
    end if;
  end loop;
end
$$;
comment on function public.claim_email(uuid, text) is
  'For the worker: leases the next email that is due for five minutes, and returns what it says as things stand now. Drops those that are not true any more. No row if none is due.';
grant execute on function public.claim_email(uuid, text) to service_role;

create function public.finish_email(email uuid, worker uuid, outcome text, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  claimed private.outbox;
  waits constant interval[] := array['1 min', '5 min', '30 min', '2 h', '6 h']::interval[];
begin
  select o.* into claimed from private.outbox as o
  where o.id = finish_email.email and o.claimed_by = finish_email.worker and o.ended_at is null
  for update;
  if not found then
    return;
  elsif finish_email.outcome = 'retry' and claimed.attempts <= cardinality(waits) then
    update private.outbox as o
    set not_before = now() + waits[claimed.attempts], claimed_until = null, reason = finish_email.reason
    where o.id = claimed.id;
    return;
  end if;
  update private.outbox as o
  set
    ended_at = now(),
    outcome = case finish_email.outcome when 'sent' then 'sent' else 'failed' end,
    reason = finish_email.reason
  where o.id = claimed.id;
  if finish_email.outcome = 'sent' and claimed.kind = 'invitation' then
    update public.recipients as p set invited_at = now(), unreachable_at = null where p.id = claimed.recipient_id;
  elsif finish_email.outcome = 'refused' and claimed.address is null then
    update public.recipients as p set unreachable_at = coalesce(p.unreachable_at, now())
    where p.id = claimed.recipient_id;
    insert into private.suppressed_addresses (address_hash, reason)
    select private.address_hash(p.email), 'refused' from public.recipients as p where p.id = claimed.recipient_id
    on conflict do nothing;
  end if;
  delete from private.outbox as o
  where o.ctid = any(array(
    select old.ctid from private.outbox as old
    where old.ended_at < now() - interval '90 days' limit 10 for update skip locked
  ));
  delete from private.email_counts as c
  where c.ctid = any(array(
    select old.ctid from private.email_counts as old
    where old.day < (now() at time zone 'UTC')::date limit 10 for update skip locked
  ));
end
$$;
comment on function public.finish_email(uuid, uuid, text, text) is
  'For the worker: says what became of an email that it has claimed. sent; retry: after 1, 5 and 30 minutes, 2 and 6 hours, then never; refused: the address takes no email; failed: nothing will help.';
grant execute on function public.finish_email(uuid, uuid, text, text) to service_role;

create function public.email_report() returns table (kind text, outcome text, reason text, emails bigint, oldest timestamptz)
language sql stable security definer set search_path = '' as $$
  select o.kind, coalesce(o.outcome, 'waiting'), o.reason, count(*), min(o.not_before)
  from private.outbox as o
  group by 1, 2, 3
  order by 1, 2, 3
$$;
comment on function public.email_report() is
  'For the operator: emails of the last 90 days and those that wait, by kind, outcome and reason.';
grant execute on function public.email_report() to service_role;

drop function public.send_request(uuid);
create function public.send_request(request uuid, invite boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(send_request.request);
  emails constant text[] := array(
    select p.email from public.recipients as p where p.request_id = send_request.request and p.removed_at is null
  );
begin
  if locked.status <> 'draft' then
    perform private.fail(case locked.status when 'cancelled' then 'request.closed' else 'draft.sent' end);
  elsif locked.items_total = 0 then
    perform private.fail('draft.items');
  elsif cardinality(emails) = 0 then
    perform private.fail('draft.recipients');
  end if;
  perform private.require_no_members(locked, emails);
  perform private.count_addressed(locked, emails);
  update public.requests as r
  -- A draft that is still open elsewhere must not change what recipients see.
  set status = 'open', sent_by = auth.uid(), sent_at = now(), revision = r.revision + 1,
    invites = coalesce(send_request.invite, false)
  where r.id = locked.id;
  perform private.put_link(locked);
  perform private.add_event(locked.id, 'sent');
end
$$;
comment on function public.send_request(uuid, boolean) is
  'Opens a draft, creates its link and emails it to the recipients if the caller wants that. Errors: not_found, draft.sent, request.closed, draft.items, draft.recipients, recipient.member, quota.address.';
grant execute on function public.send_request(uuid, boolean) to authenticated;

create function public.invite_recipient(recipient uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  parent public.requests := private.lock_as_member(
    (select p.request_id from public.recipients as p where p.id = invite_recipient.recipient)
  );
  person public.recipients;
begin
  select p.* into person from public.recipients as p
  where p.id = invite_recipient.recipient and p.removed_at is null
  for no key update;
  if not found then
    perform private.fail('not_found');
  elsif parent.status <> 'open' then
    perform private.fail('request.closed');
  end if;
  perform private.count_addressed(parent, array[person.email]);
  perform private.queue_email('invitation', person, now(), now());
end
$$;
comment on function public.invite_recipient(uuid) is
  'Emails the link to a recipient of an open request, again or for the first time. Errors: not_found, request.closed, quota.address.';
grant execute on function public.invite_recipient(uuid) to authenticated;
