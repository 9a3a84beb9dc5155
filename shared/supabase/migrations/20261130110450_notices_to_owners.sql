-- Generated from schemas/ by `pnpm migration notices_to_owners`.

set local check_function_bodies = off;

create or replace function public.remove_member(workspace uuid, member uuid, successor uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_me constant uuid := auth.uid();
  v_mine constant text := private.lock_workspace(remove_member.workspace, 'member');
  v_theirs constant text := (
    select m.role from public.members as m
    where m.workspace_id = remove_member.workspace and m.user_id = remove_member.member
  );
  v_heir uuid;
begin
  if v_theirs is null then
    perform private.fail('not_found');
  elsif remove_member.member <> v_me and (v_mine = 'member' or private.rank_of(v_theirs) > private.rank_of(v_mine)) then
    perform private.fail('workspace.role');
  end if;
  if v_theirs <> 'member' and remove_member.member <> v_me then
    perform private.require_fresh_proof('roles');
  end if;
  select m.user_id into v_heir
  from public.members as m
  where m.workspace_id = remove_member.workspace and m.user_id <> remove_member.member
    and (remove_member.successor is null or m.user_id = remove_member.successor)
  -- Without a choice: the member who removes them, else the first owner.
  order by m.user_id = v_me desc, private.rank_of(m.role) desc, m.created_at
  limit 1;
  if v_heir is null and remove_member.successor is not null then
    perform private.fail('not_found');
  end if;
  perform private.lock_member_with_requests(remove_member.workspace, remove_member.member);
  perform private.hand_over_requests(remove_member.workspace, remove_member.member, v_heir);
  delete from public.members as m
  where m.workspace_id = remove_member.workspace and m.user_id = remove_member.member;
  if remove_member.member <> v_me then
    insert into private.outbox (kind, workspace_id, user_id, since, not_before, data)
    values (
      'member_removed', remove_member.workspace, remove_member.member, private.email_clock(), private.email_clock(),
      jsonb_build_object('by', v_me)
    );
    perform private.notify_owners(
      remove_member.workspace, jsonb_build_object('kind', 'member_removed', 'member', remove_member.member)
    );
  end if;
  perform private.end_invitations(remove_member.workspace, remove_member.member);
  -- An invitation to their own address must not let them in again.
  delete from private.invitations as i using auth.users as u
  where u.id = remove_member.member and i.workspace_id = remove_member.workspace and i.email = lower(u.email)
    and i.accepted_at is null;
end
$$;

create or replace function public.rotate_link(request uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(rotate_link.request);
  v_fresh text;
begin
  if v_locked.status not in ('open', 'done') then
    perform private.fail('request.closed');
  end if;
  -- Whoever has not opened the former link would be shut out.
  perform private.require_fresh_proof('links');
  v_fresh := private.put_link(v_locked);
  perform private.add_event(v_locked.id, 'link_replaced');
  perform private.notify_owners(
    v_locked.workspace_id, jsonb_build_object('kind', 'link_replaced', 'request', v_locked.id)
  );
  return v_fresh;
end
$$;

create or replace function private.member_email_obstacle(email private.outbox, request public.requests) returns text
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
    when email.kind = 'owner_notice' and private.facts_owner_notice(email, '') -> 'changes' = '[]' then 'undone'
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

create or replace function private.notify_owners(workspace uuid, change jsonb, told uuid[] default '{}') returns void
language sql set search_path = '' as $$
  insert into private.outbox as o (kind, workspace_id, user_id, since, not_before, data)
  select
    'owner_notice', notify_owners.workspace, t.user_id, private.email_clock(),
    greatest(
      private.email_clock() + interval '1 minute',
      -- What is in the bin can be restored for 14 days.
      case when change ->> 'kind' = 'deleted' then (
        select max(e.not_before) + interval '1 day' from private.outbox as e
        where e.user_id = t.user_id and e.workspace_id = notify_owners.workspace and e.kind = 'owner_notice'
      ) end
    ),
    jsonb_build_object('changes', jsonb_build_array(change || jsonb_build_object('by', auth.uid())))
  from (
    select m.user_id from public.members as m where m.workspace_id = notify_owners.workspace and m.role = 'owner'
    union
    select auth.uid()
  ) as t
  where t.user_id <> all(notify_owners.told)
  order by t.user_id
  on conflict (user_id, workspace_id) where attempts = 0 and ended_at is null and kind = 'owner_notice' do update
  set
    not_before = least(o.not_before, excluded.not_before),
    data = case
      when jsonb_array_length(o.data -> 'changes') < 20
        then jsonb_build_object('changes', (o.data -> 'changes') || (excluded.data -> 'changes'))
      else o.data || '{"hasMore": true}'
    end
$$;

create or replace function private.email_facts(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns jsonb
language sql stable set search_path = '' as $$
  select case email.kind
    when 'invitation' then private.facts_invitation(email, request, recipient, site)
    when 'update' then private.facts_update(email, request, recipient, site)
    when 'reminder' then private.facts_reminder(email.covers, private.email_clock(), site)
    when 'ended' then private.facts_ended(email, request, recipient, site)
    when 'receipt' then private.facts_receipt(email, request, recipient, site)
    when 'deletion_decided' then private.facts_deletion_decided(email, request, recipient, site)
    when 'binned' then private.facts_binned(email, request, recipient, site)
    when 'arrived' then private.facts_arrived(email, request, site)
    when 'summary' then private.facts_summary(email, site)
    when 'expiry' then private.facts_expiry(email, site)
    when 'silence' then private.facts_silence(email, site)
    when 'repeat' then private.facts_repeat(email, request, site)
    when 'damaged' then private.facts_damaged(email, request, site)
    when 'deletion_asked' then private.facts_deletion_asked(request, site)
    when 'owner_notice' then private.facts_owner_notice(email, site)
    when 'member_removed' then private.facts_member_removed(email)
    when 'second_factor' then private.facts_second_factor(email, site)
    when 'member_invitation' then private.facts_member_invitation(email, site)
    when 'security' then private.facts_security(email, site)
  end
$$;

create or replace function private.facts_owner_notice(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'changes', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'kind', c.change ->> 'kind',
          'by', coalesce(b.display_name, w.name),
          -- Null if the request or the account is gone.
          'subject', coalesce(r.title, p.display_name)
        )
        order by c.place
      ), '[]')
      from jsonb_array_elements(email.data -> 'changes') with ordinality as c (change, place)
      left join public.profiles as b on b.user_id = (c.change ->> 'by')::uuid
      left join public.requests as r on r.id = (c.change ->> 'request')::uuid
      left join public.profiles as p on p.user_id = (c.change ->> 'member')::uuid
      where c.change ->> 'kind' <> 'deleted' or r.id is null or r.deleted_at is not null
    ),
    'hasMore', email.data ? 'hasMore',
    'url', site || '/settings/security'
  )
  from public.workspaces as w where w.id = email.workspace_id
$$;

create or replace function private.facts_member_removed(email private.outbox) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'by', coalesce(
      (select f.display_name from public.profiles as f where f.user_id = (email.data ->> 'by')::uuid), w.name
    )
  )
  from public.workspaces as w where w.id = email.workspace_id
$$;

create or replace function public.set_request_retention(request uuid, days integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked constant public.requests := private.lock_as_member(set_request_retention.request);
  -- A draft hasn't promised anything yet.
  v_kept constant integer := case
    when v_locked.sent_at is not null then private.kept_days(v_locked, false)
    else (select w.retain_days from public.workspaces as w where w.id = v_locked.workspace_id)
  end;
begin
  if set_request_retention.days not between 30 and 3650 then
    perform private.fail('retention.days');
  elsif set_request_retention.days > v_kept then
    perform private.fail('retention.longer');
  elsif v_locked.sent_at is not null and set_request_retention.days is null and v_locked.retain_days is not null then
    perform private.fail('retention.longer');
  elsif set_request_retention.days is not distinct from v_locked.retain_days then
    return;
  end if;
  -- What has arrived would be deleted sooner.
  if v_locked.sent_at is not null and set_request_retention.days < coalesce(v_kept, 'infinity'::float8) then
    perform private.require_fresh_proof('retention');
  end if;
  update public.requests as r set retain_days = set_request_retention.days where r.id = v_locked.id;
  delete from private.expiries as e where e.request_id = v_locked.id and e.told_at is null;
  if v_locked.sent_at is not null then
    perform private.add_event(
      v_locked.id, 'retention_changed', data => jsonb_build_object('before', v_kept, 'after', set_request_retention.days)
    );
    perform private.notify_owners(
      v_locked.workspace_id, jsonb_build_object('kind', 'retention_changed', 'request', v_locked.id)
    );
  end if;
end
$$;

create or replace function public.delete_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests;
  v_told uuid[];
begin
  perform private.require_session();
  select r.* into v_locked from public.requests as r
  where r.id = delete_request.request and r.workspace_id = any(private.my_workspaces()) and r.deleted_at is not null;
  if found then
    return;
  end if;
  v_locked := private.lock_as_member(delete_request.request);
  if v_locked.status not in ('done', 'cancelled') then
    perform private.fail('request.open');
  end if;
  perform private.require_fresh_proof('delete_requests');
  update public.requests as r
  set
    deleted_at = private.email_clock(), deleted_by = auth.uid(), deleted_from = r.status, status = 'cancelled',
    archived_at = coalesce(r.archived_at, now())
  where r.id = v_locked.id;
  perform private.add_event(v_locked.id, 'deleted');
  perform private.queue_email('binned', p, now(), now() + interval '1 minute')
  from public.recipients as p where p.request_id = v_locked.id and p.removed_at is null;
  v_told := array(
    select t.member from private.members_to_notify(v_locked) as t (member) where t.member <> auth.uid()
  );
  insert into private.outbox (kind, request_id, workspace_id, user_id, since, not_before)
  select 'binned', v_locked.id, v_locked.workspace_id, t.member, now(), private.email_clock() + interval '1 minute'
  from unnest(v_told) as t (member)
  on conflict (user_id, request_id, kind)
    where attempts = 0 and ended_at is null and kind in ('binned', 'deletion_asked') do nothing;
  perform private.notify_owners(
    v_locked.workspace_id, jsonb_build_object('kind', 'deleted', 'request', v_locked.id), v_told
  );
end
$$;

create unique index outbox_collecting_owner_notice_idx on private.outbox (user_id, workspace_id)
  where attempts = 0 and ended_at is null and kind = 'owner_notice';

insert into private.email_kinds (name, needs_member, counts_to_caps, needs_second_factor) select name, needs_member, counts_to_caps, needs_second_factor from jsonb_populate_record(null::private.email_kinds, '{"name":"member_removed","needs_member":false,"counts_to_caps":false,"needs_second_factor":false}');

insert into private.email_kinds (name, needs_member, counts_to_caps, needs_second_factor) select name, needs_member, counts_to_caps, needs_second_factor from jsonb_populate_record(null::private.email_kinds, '{"name":"owner_notice","needs_member":true,"counts_to_caps":false,"needs_second_factor":true}');

comment on function private.facts_member_removed(private.outbox) is 'Everything that is needed to tell a member that they were removed from a workspace.';

comment on function private.facts_owner_notice(private.outbox,text) is 'Everything that is needed to tell an owner what was destroyed or taken away in a workspace.';

comment on function private.notify_owners(uuid,jsonb,uuid[]) is 'Tells the owners of a workspace, and the caller, of what the caller has done: soon, and of requests in the bin once a day. told: people who get another email about it. A change has its kind (deleted, link_replaced, retention_changed, member_removed), and its request or member.';

comment on function public.delete_request(uuid) is 'For members: puts a request that has ended into the bin. It can''t be added to, recipients read only their own files, and after 14 days it is deleted for good. Both sides are notified, and the owners and the caller once a day. Needs a fresh proof of the act delete_requests, which serves for several requests. Repeating a call changes nothing. Errors: not_found, request.open, proof.required.';

comment on function public.remove_member(uuid,uuid,uuid) is 'Ends a membership: for owners, for admins below owner, and for members who leave. Their drafts, open requests and repeats go to the successor, by default the caller or the first owner, who gets the emails about their requests. A removed member and the owners are emailed. Errors: not_found (also for a successor who is no member), workspace.role, workspace.last_owner, proof.required (of the act roles, for another owner or admin).';
