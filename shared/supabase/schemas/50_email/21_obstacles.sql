-- Why an email isn't sent, or not yet.

create function private.email_obstacle(email private.outbox, request public.requests, recipient public.recipients)
returns text
language sql stable set search_path = '' as $$
  select case
    when recipient.muted_at is not null then 'muted'
    when recipient.removed_at is not null and email.kind <> 'ended' then 'recipient_removed'
    when private.is_suppressed(coalesce(email.address, recipient.email)) then 'suppressed'
    when email.kind in ('invitation', 'update') and request.status not in ('open', 'done') then 'request_ended'
    when email.kind = 'update' and request.closed_by is not null then 'request_ended'
    -- A person who wasn't emailed learns of changes where they learnt of the request.
    when email.kind = 'update' and recipient.invited_at is null and recipient.user_id is null then 'not_invited'
    when email.kind = 'binned' and request.deleted_at is null then 'undone'
    when email.kind = 'binned' and recipient.invited_at is null and recipient.user_id is null then 'not_invited'
    when email.kind = 'deletion_decided' and private.decided_deletions(recipient, email.since) = '[]' then 'undone'
    when email.kind = 'ended' and email.address is null and recipient.invited_at is null then 'not_invited'
    when email.kind = 'ended' and email.address is null and recipient.removed_at is null
      and request.status in ('open', 'done') and request.closed_by is null then 'reopened'
  end
$$;
comment on function private.email_obstacle(private.outbox, public.requests, public.recipients) is
  'Why an email isn''t true or welcome any more, in one word; null if nothing is in its way.';

create function private.member_email_obstacle(email private.outbox, request public.requests) returns text
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
        -- After a stop of all email, notices about the account and about a possible theft still go out.
        or email.kind not in ('security', 'second_factor', 'owner_notice', 'member_removed') and private.has_stopped_email(a.address)
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
    when email.kind = 'owner_notice' and private.facts_owner_notice(email, '') -> 'changes' = '[]'
      and not email.data ? 'hasMore' then 'undone'
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
comment on function private.member_email_obstacle(private.outbox, public.requests) is
  'Why an email to the owner of an account isn''t true or welcome any more, in one word; null if nothing is in its way.';

create function private.email_wait(email private.outbox, request public.requests, recipient public.recipients)
returns interval
language plpgsql set search_path = '' as $$
declare
  v_workspace constant uuid := request.workspace_id;
  v_hashed constant bytea := private.address_hash(coalesce(email.address, recipient.email));
  v_mailbox constant bytea := private.mailbox_hash(coalesce(email.address, recipient.email));
  v_is_new boolean;
  v_is_shared boolean;
  v_capped_until timestamptz;
  -- A returned item can't wait behind the invitations of other requests, so it has one email more.
  v_extra constant integer := (
    email.kind = 'update' and private.returns_since(request, email.since, recipient) <> '[]'
  )::integer;
begin
  if not private.lock_caps(v_workspace, v_mailbox) then
    return interval '0';
  end if;
  v_is_new := not exists (
    select from private.emailed_addresses as a where a.workspace_id = v_workspace and a.address_hash = v_hashed
  );
  v_is_shared := v_is_new and private.is_asked_by_recipient(recipient);
  v_capped_until := case
    when v_is_shared and not private.has_share_left(v_workspace)
      then date_trunc('day', private.email_clock(), 'UTC') + interval '1 day'
    else private.capped_until(v_workspace, v_mailbox, v_is_new, v_extra)
  end;
  if v_capped_until is not null then
    perform set_config('sheaf.held_caps', 'yes', true);
    return v_capped_until - private.email_clock();
  end if;
  perform private.count_email(v_workspace, v_mailbox);
  if v_is_new then
    insert into private.emailed_addresses (workspace_id, address_hash, since, by_recipient)
    values (v_workspace, v_hashed, (private.email_clock() at time zone 'UTC')::date, v_is_shared);
    delete from private.email_hours as h
    where h.ctid = any(array(
      select old.ctid from private.email_hours as old
      where old.hour < private.email_clock() - interval '2 days' limit 10 for update skip locked
    ));
  end if;
  return null;
end
$$;
comment on function private.email_wait(private.outbox, public.requests, public.recipients) is
  'Counts an email, or says how long it waits because its address or workspace has had enough for this hour or today.';

create function private.lock_caps(workspace uuid, mailbox bytea) returns boolean
language plpgsql set search_path = '' as $$
declare
  v_held constant boolean := coalesce(current_setting('sheaf.held_caps', true), '') = 'yes';
  v_key bigint;
begin
  -- One at a time per address and per workspace, so that simultaneous workers don't pass the caps together. A claim that
  -- goes on after a capped email holds these already and waits for no others: two that did would wait for each other.
  for v_key in
    select hashtextextended(k.key, 0)
    from (values (encode(lock_caps.mailbox, 'hex')), (lock_caps.workspace::text)) as k (key) order by k.key
  loop
    if not v_held then
      perform pg_advisory_xact_lock(v_key);
    elsif not pg_try_advisory_xact_lock(v_key) then
      return false;
    end if;
  end loop;
  return true;
end
$$;
comment on function private.lock_caps(uuid, bytea) is
  'Takes the locks under which emails to a mailbox and of a workspace are counted. False if another worker holds one of them and waiting could end in a deadlock.';

create function private.capped_until(workspace uuid, mailbox bytea, is_new boolean, extra integer) returns timestamptz
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_today constant date := (v_moment at time zone 'UTC')::date;
  v_this_hour constant timestamptz := date_trunc('hour', v_moment, 'UTC');
  v_cap constant jsonb := (select jsonb_object_agg(l.name, l.most) from private.email_limits as l);
begin
  if (
    select
      coalesce(sum(c.sent), 0) >= (v_cap ->> 'to_address')::integer + capped_until.extra
      or coalesce(sum(c.sent) filter (where c.workspace_id = capped_until.workspace), 0) >= (v_cap ->> 'to_address_per_workspace')::integer + capped_until.extra
      -- The last one is for workspaces that people do answer.
      or coalesce(sum(c.sent) filter (where t.workspace_id is null), 0) >= (v_cap ->> 'to_address_unanswered')::integer
        and not exists (select from private.answered_workspaces as a where a.workspace_id = capped_until.workspace)
    from private.email_counts as c
    left join private.answered_workspaces as t on t.workspace_id = c.workspace_id
    where c.day = v_today and c.address_hash = capped_until.mailbox
  ) or (
    select coalesce(sum(h.sent), 0) from private.email_hours as h
    where h.workspace_id = capped_until.workspace and h.hour >= date_trunc('day', v_moment, 'UTC')
  ) >= (v_cap ->> 'per_workspace')::integer
  or capped_until.is_new and private.new_addresses_left(capped_until.workspace) = 0
  then
    return date_trunc('day', v_moment, 'UTC') + interval '1 day';
  elsif (
    select h.sent from private.email_hours as h where h.workspace_id = capped_until.workspace and h.hour = v_this_hour
  ) >= (v_cap ->> 'per_workspace_hour')::integer
  then
    return v_this_hour + interval '1 hour';
  end if;
  return null;
end
$$;
comment on function private.capped_until(uuid, bytea, boolean, integer) is
  'When the caps allow another email of a workspace to a mailbox; null if they do now. is_new: the workspace has never written to the address. extra: emails above the caps of the mailbox.';

create function private.count_email(workspace uuid, mailbox bytea) returns void
language plpgsql set search_path = '' as $$
declare
  v_moment constant timestamptz := private.email_clock();
begin
  insert into private.email_counts as c (day, address_hash, workspace_id, sent)
  values ((v_moment at time zone 'UTC')::date, count_email.mailbox, count_email.workspace, 1)
  on conflict (day, address_hash, workspace_id) do update set sent = c.sent + 1;
  insert into private.email_hours as h (workspace_id, hour, sent)
  values (count_email.workspace, date_trunc('hour', v_moment, 'UTC'), 1)
  on conflict (workspace_id, hour) do update set sent = h.sent + 1;
end
$$;
comment on function private.count_email(uuid, bytea) is 'Counts an email towards the caps of its mailbox and its workspace.';
