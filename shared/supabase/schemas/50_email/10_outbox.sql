-- Emails that are due. An act puts them into the outbox; the worker plans, claims and finishes them.
--
-- The rows are written in the transaction of the act that they report, and hold facts, never text. The worker reads
-- what they say only when it sends them.

create table private.email_kinds (
  name text primary key,
  needs_member boolean not null,
  needs_second_factor boolean not null,
  counts_to_caps boolean not null
);
comment on table private.email_kinds is 'The kinds of email, and the rules that they share.';
comment on column private.email_kinds.needs_member is 'Isn''t sent to a member who has left.';
comment on column private.email_kinds.needs_second_factor is
  'Isn''t sent to a member who lacks the second factor that the workspace requires: it says what such a member may not read.';
comment on column private.email_kinds.counts_to_caps is
  'Waits when its address or its workspace has had enough for now. Receipts don''t, because they follow what their reader has just done, nor do emails that members asked for.';

insert into private.email_kinds (name, needs_member, needs_second_factor, counts_to_caps) values
  -- To recipients.
  ('invitation', false, false, true),
  ('update', false, false, true),
  ('reminder', false, false, true),
  ('ended', false, false, true),
  ('receipt', false, false, false),
  ('deletion_decided', false, false, false),
  -- To recipients and to members; its rules are for members.
  ('binned', true, true, false),
  -- To members.
  ('arrived', true, true, false),
  ('summary', true, true, false),
  ('expiry', true, true, false),
  ('silence', true, true, false),
  ('repeat', true, true, false),
  ('damaged', true, true, false),
  ('deletion_asked', true, true, false),
  -- Tells members without a second factor why they get none of the others.
  ('second_factor', true, false, false),
  ('owner_notice', true, true, false),
  -- To accounts and addresses.
  ('member_removed', false, false, false),
  ('member_invitation', false, false, true),
  ('security', false, false, false);

create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null references private.email_kinds (name),

  -- Its recipient and subject.
  request_id uuid references public.requests (id) on delete cascade,
  recipient_id uuid references public.recipients (id) on delete cascade,
  address text,
  workspace_id uuid references public.workspaces (id) on delete cascade,
  user_id uuid references auth.users (id) on delete cascade,
  data jsonb not null default '{}',
  covers uuid[],
  by_hand boolean not null default false,

  -- When it is due, and the worker that has it.
  since timestamptz not null,
  not_before timestamptz not null,
  attempts integer not null default 0,
  claimed_by uuid,
  claimed_until timestamptz,
  sent_to bytea,

  -- Its outcome.
  ended_at timestamptz,
  outcome text,
  reason text,

  constraint outbox_request_check check (recipient_id is null or request_id is not null),
  constraint outbox_reader_check check (num_nonnulls(recipient_id, user_id, address) > 0),
  constraint outbox_ended_check check ((ended_at is null) = (outcome is null)),
  constraint outbox_outcome_check check (outcome in ('sent', 'dropped', 'failed'))
);
comment on table private.outbox is 'Emails that are due, and their outcomes. Ended ones are kept for 90 days.';
comment on column private.outbox.address is 'The address if it isn''t the recipient''s any more; null for all others.';
comment on column private.outbox.workspace_id is 'For emails to a member or an invited person.';
comment on column private.outbox.user_id is 'Account to email, at the address that it has when the email is sent.';
comment on column private.outbox.data is 'Facts that can''t be read later, such as what a notice is about.';
comment on column private.outbox.covers is
  'Of a reminder: the recipients whose requests it lists, all of one person and workspace.';
comment on column private.outbox.by_hand is 'A member asked for it: hours, pauses and the plan don''t count.';
comment on column private.outbox.since is 'When the first act that it reports happened.';
comment on column private.outbox.sent_to is
  'Hash of the address of the last attempt. A member may correct the address while it is under way.';
comment on column private.outbox.reason is 'Why it was dropped or failed, or is tried again: one word.';

create index outbox_due_idx on private.outbox (not_before, id) where ended_at is null;
create index outbox_ended_idx on private.outbox (ended_at) where ended_at is not null;
create index outbox_request_id_idx on private.outbox (request_id);
create index outbox_recipient_id_idx on private.outbox (recipient_id);
-- A waiting email collects what happens until it is sent.
create unique index outbox_collecting_idx on private.outbox (recipient_id, kind, coalesce(address, ''))
  where attempts = 0 and ended_at is null;
create index outbox_workspace_id_idx on private.outbox (workspace_id) where workspace_id is not null;
create index outbox_user_id_idx on private.outbox (user_id) where user_id is not null;
-- As for recipients: what happens before an email leaves is collected in it. Each notice is a separate email.
create unique index outbox_collecting_for_member_idx
  on private.outbox (user_id, kind, coalesce(request_id, workspace_id))
  where attempts = 0 and ended_at is null and kind in ('arrived', 'summary');
-- Files that turn out to be damaged before an email leaves are collected in it.
create unique index outbox_collecting_damaged_idx on private.outbox (user_id, request_id)
  where attempts = 0 and ended_at is null and kind = 'damaged';
create unique index outbox_collecting_expiry_idx on private.outbox (user_id, workspace_id, kind)
  where attempts = 0 and ended_at is null and kind in ('expiry', 'silence');
create unique index outbox_collecting_owner_notice_idx on private.outbox (user_id, workspace_id)
  where attempts = 0 and ended_at is null and kind = 'owner_notice';
create unique index outbox_collecting_deletion_idx on private.outbox (user_id, request_id, kind)
  where attempts = 0 and ended_at is null and kind in ('binned', 'deletion_asked');

-- Records the outcome in the email's invitation.
create trigger note_invitation_email after update of outcome on private.outbox
  for each row when (new.kind = 'member_invitation' and new.outcome is not null)
  execute function private.tg_outbox__note_invitation();

-- Nothing of a deleted account stays once its owner was told.
create trigger forget_deleted_account after update of outcome on private.outbox
  for each row when (new.kind = 'security' and new.user_id is null and new.outcome is not null)
  execute function private.tg_outbox__forget_account();

create table private.test_clock (
  at timestamptz not null
);
comment on table private.test_clock is
  'Empty. Tests write a moment here, which plans, pauses and caps of emails then take for now. Leases keep the real time.';

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

create function private.queue_email(
  kind text, recipient public.recipients, since timestamptz, not_before timestamptz, address text default null
) returns void
language sql set search_path = '' as $$
  insert into private.outbox as o (kind, request_id, recipient_id, address, since, not_before)
  values (
    queue_email.kind, recipient.request_id, recipient.id, queue_email.address, queue_email.since,
    private.email_clock() + (queue_email.not_before - now())
  )
  on conflict (recipient_id, kind, coalesce(address, '')) where attempts = 0 and ended_at is null do update
  -- A receipt waits for the end of a visit; everything else leaves when its first act said.
  set not_before = case when o.kind = 'receipt' then excluded.not_before else o.not_before end
$$;
comment on function private.queue_email(text, public.recipients, timestamptz, timestamptz, text) is
  'Adds an email to the outbox, or the act to one that waits there.';

create function private.email_clock() returns timestamptz
language sql stable set search_path = '' as $$
  select coalesce((select c.at from private.test_clock as c limit 1), now())
$$;
comment on function private.email_clock() is 'The moment that decides which emails are due: now, outside tests.';
