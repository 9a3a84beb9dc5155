-- Requests. What follows from a change of one is at the end: its triggers.

create table public.requests (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  status text not null default 'draft',
  is_template boolean not null default false,
  is_test boolean not null default false,
  invites boolean not null default false,
  shows_items boolean not null default false,
  revision integer not null default 0,

  -- The request itself.
  title text not null,
  message text not null default '',
  due_on date,
  due_after_days integer,
  changed_at timestamptz,

  -- Its assignee and its times.
  assignee uuid,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  sent_by uuid,
  sent_at timestamptz,
  paused_at timestamptz,
  -- No foreign key: requests outlive the account that closed them.
  closed_by uuid,
  closed_at timestamptz,
  archived_at timestamptz,
  last_activity_at timestamptz not null default now(),

  -- Counts of its items: private.count_items.
  items_total integer not null default 0,
  items_missing integer not null default 0,
  items_submitted integer not null default 0,
  items_returned integer not null default 0,
  items_accepted integer not null default 0,
  items_waived integer not null default 0,
  items_declined integer not null default 0,
  required_missing integer not null default 0,
  required_partial integer not null default 0,
  required_returned integer not null default 0,
  required_open integer not null default 0,

  -- Reminders.
  reminder_plan jsonb not null default '{"before": [7, 2, 0], "every": 3, "undated": 7, "most": 6}',
  reminders_paused_at timestamptz,

  -- Retention and the bin.
  retain_days integer,
  retain_sensitive_days integer,
  erase_at timestamptz,
  erased_at timestamptz,
  deleted_at timestamptz,
  deleted_by uuid,
  deleted_from text,

  unique (id, workspace_id),
  -- The pair, so that only a member of its workspace can be assigned a request. A member who leaves has none left.
  constraint requests_assignee_fkey foreign key (workspace_id, assignee)
    references public.members (workspace_id, user_id) on delete set null (assignee),
  constraint requests_status_check check (status in ('draft', 'open', 'done', 'cancelled')),
  constraint requests_sent_check check (status in ('draft', 'cancelled') or sent_at is not null),
  constraint requests_paused_check check (paused_at is null or status = 'open'),
  constraint requests_archived_check check (archived_at is null or status in ('done', 'cancelled')),
  constraint requests_template_check check (not is_template or status = 'draft' and due_on is null),
  constraint requests_deleted_check check (
    num_nonnulls(deleted_at, deleted_from) = 0
    or deleted_at is not null and deleted_from in ('done', 'cancelled') and status = 'cancelled' and archived_at is not null
  ),
  constraint requests_title_check check (
    char_length(title) between 1 and 160 and title = private.trimmed(title) and private.has_visible_character(title)
  ),
  constraint requests_message_check check (char_length(message) <= 4000),
  constraint requests_due_after_days_check check (due_after_days is null or is_template and due_after_days between 1 and 365),
  -- One that a member has closed goes back to that.
  constraint requests_closed_by_check check (closed_by is null or status = 'done' or deleted_from = 'done'),
  constraint requests_reminder_plan_check check (private.is_reminder_plan(reminder_plan)),
  constraint requests_retain_days_check check (retain_days between 30 and 3650),
  constraint requests_retain_sensitive_check check (retain_sensitive_days between 30 and 3650)
);
comment on table public.requests is 'A checklist sent to one party. The counts are derived from its items.';
comment on column public.requests.is_template is 'Never sent: requests are made from it.';
comment on column public.requests.is_test is
  'Sent to another address of a member''s to try a draft: in no list, count or search, without reminders, and deleted 14 days later.';
comment on column public.requests.invites is 'True if Sheaf emails the link to recipients; false if the sender shares it.';
comment on column public.requests.shows_items is 'True if the link shows the titles of the items to anyone, before an address is proven.';
comment on column public.requests.revision is 'Increases with every edit by a member. An edit names the revision it is based on.';
comment on column public.requests.due_after_days is 'Days from the use of a template to the due date of the request.';
comment on column public.requests.changed_at is
  'When the title, message or due date last changed after sending; null if they never did.';
comment on column public.requests.assignee is 'The member the request is assigned to; null if unassigned.';
comment on column public.requests.created_by is 'No foreign key: requests outlive the account that created them.';
comment on column public.requests.paused_at is
  'Since when the request takes nothing from recipients; null unless a member has paused it.';
comment on column public.requests.closed_by is
  'The member who closed the request before everything required was decided; null if it is done because of the decisions.';
comment on column public.requests.archived_at is 'When the request was archived, which takes it off the list of done ones.';
comment on column public.requests.items_declined is
  'Submitted items whose answer says that they don''t apply or can''t be provided. items_submitted includes them.';
comment on column public.requests.required_missing is
  'Together with required_returned: required items the recipient still has to answer.';
comment on column public.requests.required_partial is
  'Required items with some of their files. items_submitted and required_missing include them: there is something to review, and something is left to send.';
comment on column public.requests.required_open is 'Required items that are neither accepted nor waived.';
comment on column public.requests.reminder_plan is
  'When its recipients are reminded. The workspace''s plan of the day it was created, until a member changes it.';
comment on column public.requests.retain_days is
  'Days that its recipients were promised when it was sent, or fewer since; its workspace may say fewer still. Null: the workspace''s limit alone.';
comment on column public.requests.erase_at is
  'Announced time of the next erasure; null if none is announced.';
comment on column public.requests.erased_at is 'When the last of its files and answers were erased; null while there is any.';
comment on column public.requests.deleted_at is
  'When it was put into the bin, where it counts as cancelled; deleted for good 14 days later.';
comment on column public.requests.deleted_from is 'Status that it goes back to when it is taken out of the bin.';

create index requests_workspace_id_idx on public.requests (workspace_id);
create index requests_open_activity_idx on public.requests (workspace_id, last_activity_at desc, id desc)
  where status = 'open';
create index requests_done_idx on public.requests (workspace_id) where status = 'done' and archived_at is null;
create index requests_templates_idx on public.requests (workspace_id, id) where is_template;
create index requests_tests_idx on public.requests (created_at) where is_test;
create index requests_assignee_idx on public.requests (workspace_id, assignee) where assignee is not null;
create index requests_kept_idx on public.requests (workspace_id, closed_at) where closed_at is not null and erased_at is null;
create index requests_kept_shortly_idx on public.requests (closed_at)
  where closed_at is not null and erased_at is null and coalesce(retain_days, retain_sensitive_days) is not null;
create index requests_deleted_at_idx on public.requests (deleted_at) where deleted_at is not null;

alter table public.requests enable row level security;
create policy session_ok on public.requests as restrictive to authenticated using ((select private.session_ok()));
create policy members on public.requests for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));
create policy recipients on public.requests for select to authenticated
  using (id = any((select private.my_requests())::uuid[]));
create policy own_rows_first on public.requests as restrictive for select to authenticated
  using (
    private.is_one_of(workspace_id, (select private.my_workspaces()))
    or private.is_one_of(id, (select private.my_requests()))
  );

-- A new request is assigned to the member who creates it.
create trigger assign_to_creator before insert on public.requests
  for each row when (not new.is_template) execute function private.tg_requests__assign_to_creator();

-- Sending notes the promised retention; reopening stops its clock.
create trigger promise_retention
  before update of sent_at, closed_at on public.requests
  for each row execute function private.tg_requests__promise_retention();

-- A new request takes the workspace's plan of reminders.
create trigger take_reminder_plan before insert on public.requests
  for each row execute function private.tg_requests__take_reminder_plan();

-- Moves the request between the lists.
create trigger change_in_lists
  after update of status, paused_at, archived_at, deleted_at, items_submitted, required_missing, required_returned, due_on,
    last_activity_at, assignee
  on public.requests
  for each row when (
    not new.is_template
    and (private.list_stage(old), old.due_on, old.last_activity_at, old.assignee)
      is distinct from (private.list_stage(new), new.due_on, new.last_activity_at, new.assignee)
  )
  execute function private.tg__sync_list_entries();

-- A cancelled request repeats no longer.
create trigger end_repeat after update of status on public.requests
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled') execute function private.tg_requests__end_repeat();

-- Enters the request in the lists.
create trigger enter_in_lists after insert on public.requests
  for each row when (not new.is_template) execute function private.tg__sync_list_entries();

-- Sending makes its recipients people of the workspace. By its name it runs before plan_reminders, whose change of the
-- recipients opens the request with them.
create trigger meet_people after update of status on public.requests
  for each row when (old.status = 'draft' and new.status = 'open') execute function private.tg_requests__add_people();

-- Plans the reminders of all its recipients anew.
create trigger plan_reminders
  after update of
    status, paused_at, reminders_paused_at, reminder_plan, due_on, required_missing, required_returned
  on public.requests
  for each row
  when (
    'open' in (old.status, new.status)
    and (
      old.status, old.paused_at, old.reminders_paused_at, old.reminder_plan, old.due_on,
      old.required_missing + old.required_returned = 0
    ) is distinct from (
      new.status, new.paused_at, new.reminders_paused_at, new.reminder_plan, new.due_on,
      new.required_missing + new.required_returned = 0
    )
  )
  execute function private.tg_requests__plan_reminders();

-- Queues the emails to recipients when a request is sent or ends.
create trigger request_emails after update of status on public.requests
  for each row when (old.status <> new.status) execute function private.tg_requests__queue_emails();

-- Brings the search text up to date.
create trigger words_changed after insert or update of title, message on public.requests
  for each row execute function private.tg__index_words();

create function public.request_details(request uuid) returns setof public.requests
language plpgsql stable security definer rows 1 set search_path = '' as $$
begin
  perform private.require_session();
  return query
    select r.* from public.requests as r
    where r.id = request_details.request and r.workspace_id = any(private.my_workspaces());
end
$$;
comment on function public.request_details(uuid) is
  'For members: a request, template or draft with all its columns, of which recipients read only some. No row for anyone else.';
grant execute on function public.request_details(uuid) to authenticated;
