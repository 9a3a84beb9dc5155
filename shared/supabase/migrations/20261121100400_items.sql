create table public.items (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null,
  workspace_id uuid not null,
  position integer not null,
  title text not null,
  instructions text not null default '',
  kind text not null,
  required boolean not null default true,
  accepts text[] not null default '{}',
  status text not null default 'missing',
  answer text,
  answer_kind text,
  reason text,
  revision integer not null default 0,
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (request_id, workspace_id) references public.requests (id, workspace_id) on delete cascade,
  unique (request_id, position),
  unique (id, request_id, workspace_id),
  constraint items_position_check check (position between 1 and 100),
  constraint items_title_check check (char_length(title) between 1 and 160 and title = private.trimmed(title)),
  constraint items_instructions_check check (char_length(instructions) <= 1000),
  constraint items_kind_check check (kind in ('file', 'text')),
  constraint items_accepts_check check (accepts <@ array['pdf', 'image'] and cardinality(accepts) <= 2),
  constraint items_status_check check (status in ('missing', 'submitted', 'returned', 'accepted', 'waived')),
  constraint items_answer_kind_check check (answer_kind in ('text', 'not_applicable', 'cannot_provide')),
  constraint items_answer_check check (char_length(answer) between 1 and 4000),
  constraint items_answer_named_check check (answer is null or answer_kind is not null),
  constraint items_answer_text_check check (answer_kind <> 'text' or (kind = 'text' and answer is not null)),
  constraint items_reason_check check (char_length(reason) between 1 and 1000)
);
comment on table public.items is 'One item of the checklist.';
comment on column public.items.accepts is 'Accepted groups of file types; empty accepts all.';
comment on column public.items.reason is 'Reason for the last return; kept while the next answer waits for review.';
comment on column public.items.revision is
  'Increases with every change of the answer, files or decision. A decision names the revision it is based on.';

create table public.files (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null,
  request_id uuid not null,
  workspace_id uuid not null,
  name text not null,
  size bigint not null,
  mime text not null,
  sha256 text,
  object_key text not null generated always as (
    workspace_id::text || '/' || request_id::text || '/' || item_id::text || '/' || id::text
  ) stored unique,
  object_version text,
  status text not null default 'uploading',
  uploaded_by uuid not null,
  created_at timestamptz not null default now(),
  stored_at timestamptz,
  removed_at timestamptz,
  removed_by uuid,
  foreign key (item_id, request_id, workspace_id)
    references public.items (id, request_id, workspace_id) on delete cascade,
  unique (id, item_id, request_id, workspace_id),
  constraint files_name_check check (private.is_clean_file_name(name)),
  constraint files_size_check check (size > 0),
  constraint files_sha256_check check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint files_status_check check (status in ('uploading', 'stored', 'removed')),
  constraint files_stored_check check (
    status <> 'stored' or (sha256 is not null and object_version is not null and stored_at is not null)
  ),
  constraint files_removed_check check ((status = 'removed') = (removed_at is not null))
);
comment on table public.files is 'An uploaded document. Never overwritten; the row of a removed file stays.';
comment on column public.files.sha256 is 'Lower-case hex, computed by the sender during the upload.';
comment on column public.files.object_version is
  'Version of the stored object that the sender finished. No other version can be read.';

create table public.events (
  request_id uuid not null,
  seq integer not null,
  workspace_id uuid not null,
  item_id uuid,
  file_id uuid,
  actor uuid,
  actor_name text not null,
  kind text not null,
  data jsonb not null default '{}',
  at timestamptz not null,
  primary key (request_id, seq),
  foreign key (request_id, workspace_id) references public.requests (id, workspace_id) on delete cascade,
  foreign key (item_id, request_id, workspace_id) references public.items (id, request_id, workspace_id) on delete cascade,
  foreign key (file_id, item_id, request_id, workspace_id)
    references public.files (id, item_id, request_id, workspace_id) on delete cascade,
  constraint events_file_check check (file_id is null or item_id is not null),
  constraint events_kind_check check (
    kind in (
      'created', 'sent', 'opened', 'file_added', 'file_removed', 'answered', 'accepted', 'returned',
      'decision_undone', 'link_replaced', 'done', 'reopened', 'cancelled'
    )
  )
);
comment on table public.events is 'History of a request, one row per event. Append-only.';
comment on column public.events.actor is 'No foreign key: the history outlives the account.';

create function private.refuse_history_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    -- The request is gone, so this is the cascade of its deletion: the only way a history ends.
    if not exists (select from public.requests as r where r.id = old.request_id) then
      return old;
    end if;
  end if;
  raise exception 'events are never changed and never deleted' using errcode = 'insufficient_privilege';
end
$$;
comment on function private.refuse_history_change() is 'Keeps the history append-only for every role.';

create trigger refuse_history_change
  before update or delete on public.events
  for each row execute function private.refuse_history_change();
create trigger refuse_history_truncate
  before truncate on public.events
  for each statement execute function private.refuse_history_change();
