create table public.requests (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  title text not null,
  message text not null default '',
  due_on date,
  status text not null default 'draft',
  created_by uuid not null,
  created_at timestamptz not null default now(),
  sent_by uuid,
  sent_at timestamptz,
  closed_at timestamptz,
  last_activity_at timestamptz not null default now(),
  items_total integer not null default 0,
  items_missing integer not null default 0,
  items_submitted integer not null default 0,
  items_returned integer not null default 0,
  items_accepted integer not null default 0,
  items_waived integer not null default 0,
  required_missing integer not null default 0,
  required_returned integer not null default 0,
  required_open integer not null default 0,
  unique (id, workspace_id),
  constraint requests_title_check check (char_length(title) between 1 and 160 and title = private.trimmed(title)),
  constraint requests_message_check check (char_length(message) <= 4000),
  constraint requests_status_check check (status in ('draft', 'open', 'done', 'cancelled')),
  constraint requests_sent_check check (status in ('draft', 'cancelled') or sent_at is not null)
);
comment on table public.requests is 'A checklist sent to one party. The counts are derived from its items.';
comment on column public.requests.created_by is 'No foreign key: requests outlive the account that created them.';
comment on column public.requests.required_missing is
  'Together with required_returned: required items the recipient still has to answer.';
comment on column public.requests.required_open is 'Required items that are neither accepted nor waived.';

create table public.request_links (
  request_id uuid not null,
  workspace_id uuid not null,
  token text not null,
  token_hash bytea not null unique,
  rotated_at timestamptz not null default now(),
  -- References the pair so that PostgREST detects a one-to-one relation. The pair is unique because id is.
  primary key (request_id, workspace_id),
  foreign key (request_id, workspace_id) references public.requests (id, workspace_id) on delete cascade
);
comment on table public.request_links is 'The permanent link of a sent request. Readable by members only.';

create table public.request_search (
  request_id uuid not null,
  workspace_id uuid not null,
  document tsvector not null,
  primary key (request_id, workspace_id),
  foreign key (request_id, workspace_id) references public.requests (id, workspace_id) on delete cascade
);
comment on table public.request_search is
  'Search text of a request: title, message, recipients and item titles, normalised by private.folded. Readable by members only.';

create table public.recipients (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null,
  workspace_id uuid not null,
  email text not null,
  name text not null default '',
  user_id uuid references auth.users (id) on delete set null,
  first_seen_at timestamptz,
  last_seen_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (request_id, workspace_id) references public.requests (id, workspace_id) on delete cascade,
  unique (request_id, email),
  unique (request_id, user_id),
  constraint recipients_email_check check (
    email ~ '^[^[:space:]@]+@[^[:space:]@]+$' and char_length(email) <= 254 and email = lower(email)
  ),
  constraint recipients_name_check check (char_length(name) <= 80 and name = private.trimmed(name))
);
comment on table public.recipients is
  'An email address that may answer a request; bound to an account the first time its owner joins.';
