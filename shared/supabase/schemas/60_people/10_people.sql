-- Everyone a workspace has asked, derived from its requests, and people added to be asked later (decision 0054).
--
-- Beside that, a person has a row for what no request holds: a name, a phone number, a client and a note of the members,
-- and which addresses belong to one person. Their open requests are read from the requests. open_recipients holds the keys by which the
-- lists page, and changes when a request starts or stops waiting for someone.

create table private.people (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  email text not null,
  asked_as text not null default '',
  name text not null default '',
  note text not null default '',
  revision integer not null default 0,
  merged_into uuid,
  asked_at timestamptz,
  added_at timestamptz,
  last_seen_at timestamptz,
  sort_name text collate "C" not null generated always as (
    private.folded(coalesce(nullif(name, ''), nullif(asked_as, ''), email))
  ) stored,
  answered_at timestamptz,
  asked_until timestamptz not null default now(),
  phone text not null default '',
  phone_from uuid,
  client text not null default '',
  client_from uuid,
  client_key text collate "C" not null generated always as (private.client_key(client)) stored,
  document tsvector not null generated always as (
    to_tsvector('pg_catalog.simple', private.folded(name || ' ' || asked_as || ' ' || email || ' ' || client))
  ) stored,
  unique (workspace_id, email),
  -- Ids are random, so the first of them are a sample of the workspace.
  unique (workspace_id, id),
  -- The pair, so that no one is merged into a person of another workspace.
  foreign key (merged_into, workspace_id) references private.people (id, workspace_id),
  constraint people_merged_check check (merged_into <> id),
  constraint people_email_check check (email = lower(email) and char_length(email) <= 254),
  constraint people_name_check check (char_length(name) <= 80 and (name = '' or private.is_name(name))),
  constraint people_note_check check (char_length(note) <= 1000 and note = private.trimmed(note)),
  constraint people_phone_check check (phone = '' or private.is_phone(phone)),
  constraint people_client_check check (client = '' or private.is_client(client))
);
comment on table private.people is
  'Everyone a workspace has asked or added, a row per address. Read and changed by functions alone, which prove membership.';
comment on column private.people.asked_at is 'When a request asked this address first; null for one that was only added.';
comment on column private.people.added_at is
  'When a member added this address to the list; null for one that requests alone have asked.';
comment on column private.people.asked_as is 'The name in the request sent last to this address; empty if it has none.';
comment on column private.people.name is 'The name that members gave; empty for none. Requests keep the names they have.';
comment on column private.people.note is 'For members of the workspace only.';
comment on column private.people.merged_into is
  'The person to whom this address belongs too; null for that person. Never a person who is merged themselves.';
comment on column private.people.phone is 'For members only. Nothing is ever sent to it.';
comment on column private.people.phone_from is
  'The merged address whose phone number this is; null for their own. It goes when the addresses are separated.';
comment on column private.people.client_from is 'The same of the client.';
comment on column private.people.client is
  'The household or company that members count this person to; empty for none. For members only (decision 0090).';
comment on column private.people.client_key is 'People with the same key are of the same client.';
comment on column private.people.asked_until is
  'A recent time at which a request asked this address. People are forgotten by it, a day early or late.';
comment on column private.people.answered_at is 'The last file, answer or "not applicable" that came from this address.';

create index people_name_idx on private.people (workspace_id, sort_name, id) where merged_into is null;
create index people_asked_until_idx on private.people (workspace_id, asked_until) where merged_into is null;
create index people_merged_into_idx on private.people (merged_into) where merged_into is not null;
create index people_client_idx on private.people (workspace_id, client_key, sort_name, id)
  where client_key <> '' and merged_into is null;
create index people_document_idx on private.people using gin (private.search_index(workspace_id, document));

create table private.open_recipients (
  recipient_id uuid primary key references public.recipients (id) on delete cascade,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  person_id uuid not null references private.people (id) on delete cascade,
  due_on date,
  unreached_at timestamptz
);
comment on table private.open_recipients is
  'Recipients of open requests who are still asked: a row for each, derived from the recipient and the request.';
comment on column private.open_recipients.due_on is
  'When a required item is due that waits for them, infinity without a date; null if none does or the request is paused.';
comment on column private.open_recipients.unreached_at is 'Since when they get no email about the request; null if they do.';

create index open_recipients_due_idx on private.open_recipients (workspace_id, due_on, recipient_id)
  where due_on is not null;
create index open_recipients_unreached_idx on private.open_recipients (workspace_id, unreached_at, recipient_id)
  where unreached_at is not null;
create index open_recipients_person_idx on private.open_recipients (person_id, due_on, recipient_id);
create index open_recipients_waiting_idx on private.open_recipients (workspace_id, person_id) where due_on is not null;
create index open_recipients_blocked_idx on private.open_recipients (workspace_id, person_id, unreached_at, recipient_id)
  where unreached_at is not null;

create function private.upsert_people(requests uuid[]) returns void
language sql set search_path = '' as $$
  -- In one order, so that two requests to the same new people wait for each other instead of failing.
  insert into private.people as p (workspace_id, email, asked_as, asked_at)
  select distinct on (c.workspace_id, c.email) c.workspace_id, c.email, c.name, greatest(r.sent_at, c.created_at)
  from public.requests as r join public.recipients as c on c.request_id = r.id
  where r.id = any(upsert_people.requests) and r.sent_at is not null and not r.is_test and c.removed_at is null
  order by c.workspace_id, c.email, r.sent_at desc
  on conflict (workspace_id, email) do update
  set
    asked_as = coalesce(nullif(excluded.asked_as, ''), p.asked_as), asked_until = excluded.asked_until,
    asked_at = coalesce(p.asked_at, excluded.asked_at)
  where p.asked_at is null
    or (excluded.asked_as <> '' and p.asked_as <> excluded.asked_as)
    or p.asked_until < excluded.asked_until - interval '1 day'
$$;
comment on function private.upsert_people(uuid[]) is 'Adds the recipients of sent requests to the people of their workspaces.';

create function private.keep_open_recipients(recipients uuid[]) returns void
language sql set search_path = '' as $$
  delete from private.open_recipients as o
  using public.recipients as c, public.requests as r
  where o.recipient_id = any(keep_open_recipients.recipients) and c.id = o.recipient_id and r.id = c.request_id
    and (r.status <> 'open' or c.removed_at is not null);
  insert into private.open_recipients as o (recipient_id, workspace_id, person_id, due_on, unreached_at)
  select
    c.id, c.workspace_id, coalesce(p.merged_into, p.id),
    case when r.paused_at is null and private.count_missing_for(c, r) > 0 then coalesce(r.due_on, 'infinity') end,
    least(c.unreachable_at, c.muted_at)
  from public.recipients as c
  join public.requests as r on r.id = c.request_id
  join private.people as p on p.workspace_id = c.workspace_id and p.email = c.email
  where c.id = any(keep_open_recipients.recipients) and r.status = 'open' and not r.is_test and c.removed_at is null
  order by c.id
  -- A merge of this person may be under way.
  for key share of p
  on conflict (recipient_id) do update
  set person_id = excluded.person_id, due_on = excluded.due_on, unreached_at = excluded.unreached_at
  where (o.person_id, o.due_on, o.unreached_at)
    is distinct from (excluded.person_id, excluded.due_on, excluded.unreached_at)
$$;
comment on function private.keep_open_recipients(uuid[]) is 'Writes what is open with these recipients.';

create function private.tg_recipients__sync_people() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_met uuid[];
  v_seen record;
begin
  if tg_op = 'INSERT' then
    v_met := array(select distinct c.request_id from changed as c);
  else
    v_met := array(
      select distinct c.request_id from changed as c join former as f on f.id = c.id
      where (f.email, f.name) is distinct from (c.email, c.name)
    );
    -- Before anything else of theirs, in the order of merges. No one who is forgotten below is tagged in between.
    perform from private.people as p
    where (p.workspace_id, p.email) in (
      select s.workspace_id, s.email
      from changed as c join former as f on f.id = c.id
      cross join lateral (values (f.workspace_id, f.email), (c.workspace_id, c.email)) as s (workspace_id, email)
      where f.email <> c.email
    )
    order by p.id
    for update;
  end if;
  if v_met <> '{}' then
    perform private.upsert_people(v_met);
  end if;
  perform private.keep_open_recipients(array(select c.id from changed as c));
  if tg_op = 'UPDATE' then
    update private.people as p set last_seen_at = c.last_seen_at
    from changed as c join former as f on f.id = c.id
    join public.requests as r on r.id = c.request_id and not r.is_test
    where p.workspace_id = c.workspace_id and p.email = c.email and f.last_seen_at is distinct from c.last_seen_at
      and coalesce(p.last_seen_at < c.last_seen_at, true);
    -- An address that was corrected before anyone used it belonged to no one, unless a member had added it.
    delete from private.people as p
    using changed as c join former as f on f.id = c.id
    where f.email <> c.email and p.workspace_id = f.workspace_id and p.email = f.email and p.added_at is null
      and p.name = '' and p.note = '' and p.phone = '' and p.client = '' and p.merged_into is null
      and not exists (select from private.people as m where m.merged_into = p.id)
      and not exists (select from private.person_tags as g where g.person_id = p.id)
      and not exists (
        select from public.recipients as other join public.requests as r on r.id = other.request_id
        where other.workspace_id = p.workspace_id and private.address_hash(other.email) = private.address_hash(p.email)
          and r.sent_at is not null
      );
  end if;
  return null;
end
$$;
comment on function private.tg_recipients__sync_people() is
  'Keeps the people of a workspace and their open requests up to date. Every change of what a request waits for also plans its reminders, and so changes its recipients.';

create function private.tg_requests__add_people() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.upsert_people(array[new.id]);
  return null;
end
$$;
comment on function private.tg_requests__add_people() is 'Adds the recipients of a request that is sent.';

create function private.tg_events__note_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.people as p set answered_at = new.at
  from public.recipients as c join public.requests as r on r.id = c.request_id
  where c.id = new.recipient_id and p.workspace_id = c.workspace_id and p.email = c.email and not r.is_test
    -- Two requests of one person may commit in another order than they began in.
    and coalesce(p.answered_at < new.at, true);
  return null;
end
$$;
comment on function private.tg_events__note_answer() is 'Keeps people.answered_at: the last file or answer from an address.';
