-- The recipients of a request.

create table public.recipients (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null,
  workspace_id uuid not null,
  email text not null,
  name text not null default '',
  user_id uuid references auth.users (id) on delete set null,
  scope text not null default 'all',
  created_at timestamptz not null default now(),
  removed_at timestamptz,

  -- Visits.
  first_seen_at timestamptz,
  last_seen_at timestamptz,
  visited_before_at timestamptz,
  zone text,

  -- Emails to them.
  invited_at timestamptz,
  emailed_at timestamptz,
  muted_at timestamptz,
  unreachable_at timestamptz,

  -- Reminders.
  promised_on date,
  next_reminder_at timestamptz,
  reminders_sent integer not null default 0,
  remind_after timestamptz not null default now(),

  foreign key (request_id, workspace_id) references public.requests (id, workspace_id) on delete cascade,
  unique (request_id, user_id),
  unique (id, request_id, workspace_id),
  constraint recipients_email_check check (
    email ~ '^[^[:space:]@]+@[^[:space:]@]+$' and char_length(email) <= 254 and email = lower(email)
  ),
  constraint recipients_name_check
    check (char_length(name) <= 80 and (name = '' or private.is_name(name))),
  -- Every right of a recipient goes by the account, so removing it ends all of them.
  constraint recipients_removed_check check (removed_at is null or user_id is null),
  constraint recipients_scope_check check (scope in ('all', 'items'))
);
comment on table public.recipients is
  'An email address that may answer a request; bound to an account the first time its owner joins.';
comment on column public.recipients.scope is
  'all: the whole request. items: the items in recipient_items, and nothing if there are none.';
comment on column public.recipients.removed_at is
  'Since when this person is no longer asked; null for every other recipient. The row stays for the history.';
comment on column public.recipients.visited_before_at is
  'The visit before the last one. Changes since then are marked for this person.';
comment on column public.recipients.zone is 'IANA time zone of this person''s browser; null until they come.';
comment on column public.recipients.invited_at is 'When the invitation left for the address; null if none did.';
comment on column public.recipients.emailed_at is 'When the last email about the request left for the address.';
comment on column public.recipients.muted_at is 'Since when this person wants no email about the request.';
comment on column public.recipients.unreachable_at is
  'Since when the address gets no email, for whatever reason: one that refused it reads like one that wants nothing from Sheaf.';
comment on column public.recipients.promised_on is 'Day by which this person promised what is missing.';
comment on column public.recipients.next_reminder_at is 'Derived from the plan; null while there is nothing to remind of.';
comment on column public.recipients.remind_after is 'Days of the plan until then are past.';

create index recipients_user_id_idx on public.recipients (user_id);
create index recipients_workspace_id_idx on public.recipients (workspace_id, request_id);
create unique index recipients_request_id_email_key on public.recipients (request_id, lower(email))
  where removed_at is null;
-- By expressions that the API can't query: the duration of a search must not reveal other people's rows.
create index recipients_reminder_idx on public.recipients (coalesce(next_reminder_at, 'infinity'), id)
  where num_nonnulls(next_reminder_at) = 1;
create index recipients_person_idx
  on public.recipients (workspace_id, private.address_hash(email), (created_at at time zone 'UTC') desc, id);
-- Of hashes: the pages read from an index of addresses would reveal whether an address was ever asked.
create index recipients_unopened_idx on public.recipients (private.address_hash(email))
  where user_id is null and removed_at is null;
create index recipients_unreachable_idx on public.recipients (private.address_hash(email)) where unreachable_at is not null;

alter table public.recipients enable row level security;
create policy session_ok on public.recipients as restrictive to authenticated using ((select private.session_ok()));
create policy members on public.recipients for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy own_row on public.recipients for select to authenticated
  using (user_id = (select auth.uid()));
create policy own_rows_first on public.recipients as restrictive for select to authenticated
  using (
    private.is_one_of(workspace_id, (select private.my_workspaces()))
    or private.is_one_of(user_id, (select array[auth.uid()]))
  );

-- Plans the next reminder of this recipient.
create trigger plan_reminder
  before insert or update of email, user_id, zone, last_seen_at, promised_on, invited_at, muted_at, unreachable_at, removed_at,
    emailed_at, reminders_sent, remind_after, scope on public.recipients
  for each row execute function private.tg_recipients__plan_reminder();

-- Queues the emails to people who are added to a sent request.
create trigger recipient_emails after insert on public.recipients
  for each row execute function private.tg_recipients__queue_emails();

-- Queues the emails to people who are corrected or removed.
create trigger recipient_emails_again after update of email, removed_at on public.recipients
  for each row when (old.email <> new.email or old.removed_at is distinct from new.removed_at)
  execute function private.tg_recipients__queue_emails();

-- Brings the search text up to date.
create trigger words_changed after insert or delete or update of name, email, removed_at on public.recipients
  for each row execute function private.tg__index_words();

-- Adds the people of an open request to those of the workspace.
create trigger people_added after insert on public.recipients
  referencing new table as changed for each statement execute function private.tg_recipients__sync_people();

-- Keeps the people of the workspace up to date.
create trigger people_changed after update on public.recipients
  referencing new table as changed old table as former for each statement execute function private.tg_recipients__sync_people();
