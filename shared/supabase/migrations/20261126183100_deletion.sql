-- A request that has ended is deleted by way of a bin, and recipients may ask for a file of theirs to be deleted
-- (decision 0068).

alter table public.requests
  add column deleted_at timestamptz,
  add column deleted_by uuid,
  add column deleted_from text,
  alter column deleted_at set statistics 0,
  alter column deleted_by set statistics 0,
  alter column deleted_from set statistics 0,
  drop constraint requests_closed_by_check,
  -- One that a member has closed goes back to that.
  add constraint requests_closed_by_check check (closed_by is null or status = 'done' or deleted_from = 'done'),
  add constraint requests_deleted_check check (
    num_nonnulls(deleted_at, deleted_from) = 0
    or deleted_at is not null and deleted_from in ('done', 'cancelled') and status = 'cancelled' and archived_at is not null
  );
comment on column public.requests.deleted_at is
  'When it was put into the bin, where it counts as cancelled; deleted for good 14 days later.';
comment on column public.requests.deleted_from is 'Status that it goes back to when it is taken out of the bin.';
create index requests_deleted_at_idx on public.requests (deleted_at) where deleted_at is not null;

alter table public.files
  add column deletion_asked_at timestamptz,
  add column deletion_refused_at timestamptz,
  add column deletion_refusal text,
  alter column deletion_asked_at set statistics 0,
  alter column deletion_refused_at set statistics 0,
  alter column deletion_refusal set statistics 0,
  add constraint files_deletion_asked_check check (deletion_refused_at is null or deletion_asked_at is not null),
  add constraint files_deletion_refusal_check check (
    (deletion_refused_at is null) = (deletion_refusal is null) and char_length(deletion_refusal) between 1 and 1000
  );
comment on column public.files.deletion_asked_at is 'When its uploader last asked members to delete it.';
comment on column public.files.deletion_refused_at is 'When members refused that; null while it waits for their decision.';
create index files_deletion_asked_idx on public.files (request_id)
  where deletion_asked_at is not null and deletion_refused_at is null and status = 'stored';

insert into private.quotas (name, most) values ('deletion_asks', 100);

alter table private.outbox
  drop constraint outbox_kind_check,
  add constraint outbox_kind_check check (
    kind in (
      'invitation', 'update', 'ended', 'receipt', 'reminder', 'arrived', 'summary', 'member_invitation', 'second_factor',
      'expiry', 'silence', 'security', 'repeat', 'damaged', 'binned', 'deletion_asked', 'deletion_decided'
    )
  );
create unique index outbox_collecting_deletion_idx on private.outbox (user_id, request_id, kind)
  where attempts = 0 and ended_at is null and kind in ('binned', 'deletion_asked');

alter table public.events
  drop constraint events_kind_check,
  add constraint events_kind_check check (
    kind in (
      'created', 'sent', 'opened', 'file_added', 'file_removed', 'file_set_aside', 'file_put_back', 'file_returned',
      'file_damaged',
      'answered', 'accepted', 'returned', 'waived', 'received_elsewhere', 'decision_undone', 'link_replaced', 'paused',
      'resumed', 'closed', 'done', 'reopened', 'cancelled', 'archived', 'unarchived', 'assigned', 'exported',
      'title_changed', 'message_changed', 'due_changed', 'retention_changed', 'erasure_announced', 'erased',
      'deleted', 'restored', 'deletion_asked', 'deletion_granted', 'deletion_refused',
      'item_added', 'item_changed', 'item_removed', 'items_reordered',
      'recipient_added', 'recipient_corrected', 'recipient_removed',
      'invited', 'reminded', 'unreachable', 'promised',
      'question_asked', 'question_answered', 'question_resolved', 'question_reopened',
      'handed_off', 'taken_back',
      'repeat_set', 'repeat_skipped', 'repeat_ended', 'repeated'
    )
  );

create or replace function private.fail(code text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using
    message = fail.code,
    errcode = case
      when fail.code = 'session.required' then 'PT401'
      when fail.code in ('proof.required', 'workspace.role') then 'PT403'
      when fail.code = 'not_found' then 'PT404'
      when fail.code = 'file.too_large' then 'PT413'
      when fail.code in (
        'draft.sent', 'request.closed', 'request.paused', 'request.complete', 'request.reopen_expired', 'request.open',
        'request.stale', 'item.stale', 'item.locked', 'item.undecided', 'item.answered', 'item.chosen',
        'item.not_received', 'recipient.last', 'recipient.member', 'access.decided', 'file.not_stored', 'file.changed',
        'file.accepted', 'file.undecidable', 'workspace.last_owner', 'account.changed', 'reminder.soon',
        'reminder.unreachable', 'invitation.exists', 'invitation.member', 'invitation.expired', 'invitation.used',
        'invitation.other_address', 'request.deleted', 'deletion.not_asked'
      ) then 'PT409'
      else 'PT422'
    end;
end
$$;

create or replace function private.lock_as_member(request uuid) returns public.requests
language plpgsql set search_path = '' as $$
declare
  locked public.requests;
begin
  perform private.require_session();
  select r.* into locked from public.requests as r
  where r.id = lock_as_member.request and r.workspace_id = any(private.my_workspaces())
    -- The copy of a job is nobody's to change.
    and not (r.is_template and exists (select from private.jobs as j where j.checklist_id = r.id))
  for update;
  if not found then
    perform private.fail('not_found');
  elsif locked.deleted_at is not null then
    perform private.fail('request.deleted');
  end if;
  return locked;
end
$$;

-- Bin -------------------------------------------------------------------------------------------------------------

create function public.delete_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests;
begin
  perform private.require_session();
  select r.* into locked from public.requests as r
  where r.id = delete_request.request and r.workspace_id = any(private.my_workspaces()) and r.deleted_at is not null;
  if found then
    return;
  end if;
  locked := private.lock_as_member(delete_request.request);
  if locked.status not in ('done', 'cancelled') then
    perform private.fail('request.open');
  end if;
  update public.requests as r
  set
    deleted_at = private.email_clock(), deleted_by = auth.uid(), deleted_from = r.status, status = 'cancelled',
    archived_at = coalesce(r.archived_at, now())
  where r.id = locked.id;
  perform private.add_event(locked.id, 'deleted');
  perform private.queue_email('binned', p, now(), now() + interval '1 minute')
  from public.recipients as p where p.request_id = locked.id and p.removed_at is null;
  insert into private.outbox (kind, request_id, workspace_id, user_id, since, not_before)
  select 'binned', locked.id, locked.workspace_id, t.member, now(), private.email_clock() + interval '1 minute'
  from private.told_about(locked) as t (member) where t.member <> auth.uid()
  on conflict (user_id, request_id, kind)
    where attempts = 0 and ended_at is null and kind in ('binned', 'deletion_asked') do nothing;
end
$$;
comment on function public.delete_request(uuid) is
  'For members: puts a request that has ended into the bin. Nobody adds to it any more, recipients read only files of their own, and after 14 days it is deleted for good. Both sides are told. Repeating a call changes nothing. Errors: not_found, request.open.';
grant execute on function public.delete_request(uuid) to authenticated;

create function public.restore_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests;
begin
  perform private.require_session();
  select r.* into locked from public.requests as r
  where r.id = restore_request.request and r.workspace_id = any(private.my_workspaces()) and not r.is_template
  for update;
  if not found then
    perform private.fail('not_found');
  elsif locked.deleted_at is null then
    return;
  end if;
  update public.requests as r
  set status = r.deleted_from, deleted_at = null, deleted_by = null, deleted_from = null
  where r.id = locked.id;
  perform private.add_event(locked.id, 'restored');
end
$$;
comment on function public.restore_request(uuid) is
  'For members: takes a request out of the bin, into the archive. Repeating a call changes nothing. Errors: not_found.';
grant execute on function public.restore_request(uuid) to authenticated;

create function public.empty_bin(batch integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due uuid[];
begin
  select array_agg(old.id) into due
  from (
    select r.id from public.requests as r
    where r.deleted_at <= private.email_clock() - interval '14 days'
    order by r.deleted_at limit least(greatest(empty_bin.batch, 1), 100)
    for update skip locked
  ) as old;
  delete from public.requests as r where r.id = any(due);
  return coalesce(cardinality(due), 0);
end
$$;
comment on function public.empty_bin(integer) is
  'For the worker: deletes requests that have been in the bin for 14 days. The purge finds their bytes. Returns their number; 0 when there are no more.';
grant execute on function public.empty_bin(integer) to service_role;

create function public.request_retention(request uuid)
returns table (
  days integer, sensitive_days integer, ended_at timestamptz, erase_at timestamptz, erased_at timestamptz,
  deleted_at timestamptz
)
language plpgsql stable security definer rows 1 set search_path = '' as $$
#variable_conflict use_column
declare
  found_request public.requests;
begin
  perform private.require_session();
  select r.* into found_request from public.requests as r
  where r.id = request_retention.request
    and (
      r.workspace_id = any(private.my_workspaces())
      or r.id = any(private.my_requests() || private.my_handed_requests())
    );
  if found_request.id is null then
    perform private.fail('not_found');
  end if;
  return query
  select
    private.kept_days(found_request, false), private.kept_days(found_request, true), found_request.closed_at,
    found_request.erase_at, found_request.erased_at, found_request.deleted_at;
end
$$;
comment on function public.request_retention(uuid) is
  'For members and recipients: how many days files and answers are kept after the request ends, those of sensitive items too (null for good); when it ended, what was announced, when the last was erased, and when the request was put into the bin. Errors: not_found.';
grant execute on function public.request_retention(uuid) to authenticated;

-- Deletion that a recipient asks for ------------------------------------------------------------------------------

create function public.ask_deletion(file uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_session();
  requests constant uuid[] := private.my_requests();
  items constant uuid[] := private.my_items();
  parent public.requests;
  locked public.files;
begin
  -- Requests before files, as every writer does.
  select r.* into parent from public.requests as r
  where r.id = (
    select f.request_id from public.files as f
    where f.id = ask_deletion.file and f.uploaded_by = me and not f.added_by_member
      and (f.request_id = any(requests) or f.item_id = any(items))
  )
  for update;
  select f.* into locked from public.files as f
  where f.id = ask_deletion.file and f.request_id = parent.id and f.status = 'stored'
  for update;
  if locked.id is null then
    perform private.fail('not_found');
  elsif parent.deleted_at is not null then
    perform private.fail('request.deleted');
  elsif parent.status not in ('done', 'cancelled') then
    perform private.fail('request.open');
  elsif locked.deletion_asked_at is not null and locked.deletion_refused_at is null then
    return;
  end if;
  perform private.use_quota('deletion_asks', me::text, 1);
  update public.files as f set deletion_asked_at = now(), deletion_refused_at = null, deletion_refusal = null
  where f.id = locked.id;
  perform private.add_event(
    locked.request_id, 'deletion_asked', locked.item_id, locked.id, jsonb_build_object('name', locked.name)
  );
  perform private.watch_own(parent.id);
  insert into private.outbox (kind, request_id, workspace_id, user_id, since, not_before)
  select 'deletion_asked', parent.id, parent.workspace_id, t.member, now(), private.email_clock() + interval '1 minute'
  from private.told_about(parent) as t (member)
  on conflict (user_id, request_id, kind)
    where attempts = 0 and ended_at is null and kind in ('binned', 'deletion_asked') do nothing;
end
$$;
comment on function public.ask_deletion(uuid) is
  'For whoever sent a stored file: asks the members to delete it, once its request has ended. Repeating a call changes nothing; after a refusal it asks again. Errors: not_found, request.open, request.deleted, quota.deletion_asks.';
grant execute on function public.ask_deletion(uuid) to authenticated;

create function public.decide_deletion(file uuid, granted boolean, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  parent constant public.requests := private.lock_as_member(
    (select f.request_id from public.files as f where f.id = decide_deletion.file)
  );
  why constant text := nullif(private.trimmed(decide_deletion.reason), '');
  locked public.files;
begin
  select f.* into locked from public.files as f where f.id = decide_deletion.file for update;
  if locked.status <> 'stored' or locked.deletion_asked_at is null or locked.deletion_refused_at is not null then
    perform private.fail('deletion.not_asked');
  elsif not decide_deletion.granted and why is null then
    perform private.fail('reason.required');
  elsif char_length(why) > 1000 then
    perform private.fail('reason.too_long');
  elsif decide_deletion.granted then
    update public.files as f set status = 'removed', removed_at = now(), removed_by = auth.uid() where f.id = locked.id;
    -- A decision about it can't be undone, because nobody can read it any more.
    update public.items as i set revision = i.revision + 1 where i.id = locked.item_id;
    perform private.add_event(
      locked.request_id, 'deletion_granted', locked.item_id, locked.id,
      jsonb_build_object('name', locked.name, 'size', locked.size)
    );
  elsif decide_deletion.granted is null then
    perform private.fail('deletion.not_asked');
  else
    update public.files as f set deletion_refused_at = now(), deletion_refusal = why where f.id = locked.id;
    perform private.add_event(
      locked.request_id, 'deletion_refused', locked.item_id, locked.id,
      jsonb_build_object('name', locked.name, 'reason', why)
    );
  end if;
  perform private.queue_email('deletion_decided', p, now(), now() + interval '5 minutes')
  from public.recipients as p
  where p.request_id = parent.id and p.user_id = locked.uploaded_by and p.removed_at is null;
end
$$;
comment on function public.decide_deletion(uuid, boolean, text) is
  'For members: deletes a file whose uploader asked for that, or refuses with a reason. The uploader is told. Errors: not_found, request.deleted, deletion.not_asked, reason.required, reason.too_long.';
grant execute on function public.decide_deletion(uuid, boolean, text) to authenticated;

-- Emails ----------------------------------------------------------------------------------------------------------

create function private.binned_facts(request public.requests, url text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'title', request.title,
    'by', coalesce((select f.display_name from public.profiles as f where f.user_id = request.deleted_by), w.name),
    'goneOn', ((request.deleted_at + interval '14 days') at time zone w.zone)::date,
    'today', private.workspace_today(w.id),
    'url', binned_facts.url
  )
  from public.workspaces as w where w.id = request.workspace_id
$$;
comment on function private.binned_facts(public.requests, text) is
  'Everything that is needed to tell somebody that a request is in the bin.';

create function private.asked_deletions(request uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('name', f.name, 'item', i.title) order by i.position, f.deletion_asked_at
  ), '[]')
  from public.files as f join public.items as i on i.id = f.item_id
  where f.request_id = asked_deletions.request and f.status = 'stored'
    and f.deletion_asked_at is not null and f.deletion_refused_at is null
$$;
comment on function private.asked_deletions(uuid) is 'Files of a request whose deletion waits for a decision, for @sheaf/email.';

create function private.decided_deletions(recipient public.recipients, since timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('name', f.name, 'item', i.title, 'refusal', f.deletion_refusal) order by i.position, f.stored_at
  ), '[]')
  from public.files as f join public.items as i on i.id = f.item_id
  where f.request_id = recipient.request_id and f.uploaded_by = recipient.user_id and f.deletion_asked_at is not null
    and (f.deletion_refused_at >= decided_deletions.since or f.status = 'removed' and f.removed_at >= decided_deletions.since)
$$;
comment on function private.decided_deletions(public.recipients, timestamptz) is
  'Decisions since then about files whose deletion a recipient asked for, for @sheaf/email; refusal is null for what was deleted.';

create or replace function private.member_email_facts(email private.outbox, request public.requests, site text)
returns jsonb
language sql stable set search_path = '' as $$
  select case email.kind
    when 'arrived' then private.arrived_facts(email, request, site)
    when 'summary' then private.summary_facts(email, site)
    when 'member_invitation' then private.member_invitation_facts(email, site)
    when 'second_factor' then private.second_factor_facts(email, site)
    when 'repeat' then private.repeat_facts(email, request, site)
    when 'damaged' then private.damaged_facts(email, request, site)
    when 'expiry' then private.expiry_facts(email, site)
    when 'silence' then private.silence_facts(email, site)
    when 'binned' then private.binned_facts(request, site || '/requests/' || request.id)
    when 'deletion_asked' then jsonb_build_object(
      'workspace', (select w.name from public.workspaces as w where w.id = request.workspace_id),
      'title', request.title,
      'files', private.asked_deletions(request.id),
      'url', site || '/requests/' || request.id
    )
    else private.notice_facts(email, site)
  end
$$;

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
      'zone', common.zone
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

create or replace function private.member_email_obstacle(email private.outbox, request public.requests) returns text
language sql stable set search_path = '' as $$
  select case
    when email.kind in ('arrived', 'summary', 'second_factor', 'expiry', 'silence', 'repeat', 'damaged', 'binned',
      'deletion_asked') and not exists (
      select from public.members as m where m.workspace_id = email.workspace_id and m.user_id = email.user_id
    ) then 'not_member'
    -- They say what these members may not read. The email of the kind second_factor tells them why.
    when email.kind in ('arrived', 'summary', 'expiry', 'silence', 'repeat', 'damaged', 'binned',
      'deletion_asked')
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
    when exists (
      select from private.suppressed_addresses as s
      where s.address_hash = private.address_hash(
          coalesce(email.address, (select u.email from auth.users as u where u.id = email.user_id))
        )
        -- Somebody who stopped all email is told of changes to their account all the same.
        and (s.reason = 'refused' or email.kind not in ('security', 'second_factor'))
    ) then 'suppressed'
    when email.kind = 'arrived' and private.arrival_emails(email.user_id, email.workspace_id) <> 'each' then 'preference'
    when email.kind = 'summary' and private.arrival_emails(email.user_id, email.workspace_id) <> 'daily' then 'preference'
    -- Damage can't wait for a summary.
    when email.kind = 'damaged' and private.arrival_emails(email.user_id, email.workspace_id) = 'none' then 'preference'
    when email.kind in ('arrived', 'damaged') and not private.is_watched(request, email.user_id) then 'not_watched'
    when email.kind in ('arrived', 'damaged') and request.status = 'cancelled' then 'request_ended'
    when email.kind = 'damaged' and private.damaged_files(request.id, email.since) = '[]' then 'undone'
    when email.kind = 'expiry' and private.expiry_facts(email, '') -> 'requests' = '[]' then 'undone'
    when email.kind = 'silence' and private.silence_facts(email, '') -> 'requests' = '[]' then 'undone'
    when email.kind = 'binned' and request.deleted_at is null then 'undone'
    when email.kind = 'deletion_asked' and private.asked_deletions(request.id) = '[]' then 'undone'
    -- Skipped, changed, ended, or sent by now.
    when email.kind = 'repeat' and not exists (
      select from private.repeats as s
      where s.request_id = email.request_id and s.sender = email.user_id and s.next_on = (email.data ->> 'on')::date
        and (s.failure is not null) = (email.data ->> 'failed')::boolean
    ) then 'undone'
  end
$$;

create or replace function private.email_obstacle(email private.outbox, request public.requests, recipient public.recipients)
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
    when email.kind = 'binned' and request.deleted_at is null then 'undone'
    when email.kind = 'binned' and recipient.invited_at is null and recipient.user_id is null then 'not_invited'
    when email.kind = 'deletion_decided' and private.decided_deletions(recipient, email.since) = '[]' then 'undone'
    when email.kind = 'ended' and email.address is null and recipient.invited_at is null then 'not_invited'
    when email.kind = 'ended' and email.address is null and recipient.removed_at is null
      and request.status in ('open', 'done') and request.closed_by is null then 'reopened'
  end
$$;
