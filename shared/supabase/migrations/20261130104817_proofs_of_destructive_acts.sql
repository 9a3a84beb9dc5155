-- Generated from schemas/ by `pnpm migration proofs_of_destructive_acts`.

set local check_function_bodies = off;

alter table private.proofs drop constraint proofs_act_check;

alter table private.proofs add constraint proofs_act_check CHECK ((act = ANY (ARRAY['password'::text, 'email'::text, 'factors'::text, 'passkeys'::text, 'identities'::text, 'backup_codes'::text, 'sessions'::text, 'delete_account'::text, 'delete_workspace'::text, 'second_factor_requirement'::text, 'roles'::text, 'retention'::text, 'delete_requests'::text, 'links'::text])));

create or replace function private.require_fresh_proof(act text, person uuid default auth.uid()) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.proofs as p
  -- Signing out devices takes access away and gives none, and the bin gives back for 14 days what is put there one by
  -- one. Their proofs serve as often as needed until they expire.
  set used_in = case when p.act not in ('sessions', 'delete_requests') then pg_current_xact_id() end
  where p.user_id = require_fresh_proof.person and p.act = require_fresh_proof.act
    and p.until > now()
    and (p.used_in is null or p.used_in = pg_current_xact_id())
    -- Auth's connection carries no session.
    and p.session_id = coalesce(nullif(auth.jwt() ->> 'session_id', '')::uuid, p.session_id);
  if not found then
    perform private.fail('proof.required');
  end if;
end
$$;

create or replace function public.set_member_role(workspace uuid, member uuid, role text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_mine constant integer := private.rank_of(private.lock_workspace(set_member_role.workspace, 'admin'));
  v_theirs constant text := (
    select m.role from public.members as m
    where m.workspace_id = set_member_role.workspace and m.user_id = set_member_role.member
  );
begin
  if v_theirs is null then
    perform private.fail('not_found');
  elsif private.rank_of(set_member_role.role) is null
    or greatest(private.rank_of(v_theirs), private.rank_of(set_member_role.role)) > v_mine
  then
    perform private.fail('workspace.role');
  end if;
  if private.rank_of(set_member_role.role) < private.rank_of(v_theirs) and set_member_role.member <> auth.uid() then
    -- A stolen session must not shut out the others who could end it.
    perform private.require_fresh_proof('roles');
  end if;
  update public.members as m set role = set_member_role.role
  where m.workspace_id = set_member_role.workspace and m.user_id = set_member_role.member
    and m.role <> set_member_role.role;
  perform private.end_invitations(set_member_role.workspace, set_member_role.member);
end
$$;

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
  return v_fresh;
end
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
  end if;
end
$$;

create or replace function public.delete_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests;
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
  insert into private.outbox (kind, request_id, workspace_id, user_id, since, not_before)
  select 'binned', v_locked.id, v_locked.workspace_id, t.member, now(), private.email_clock() + interval '1 minute'
  from private.members_to_notify(v_locked) as t (member) where t.member <> auth.uid()
  on conflict (user_id, request_id, kind)
    where attempts = 0 and ended_at is null and kind in ('binned', 'deletion_asked') do nothing;
end
$$;

comment on function public.delete_request(uuid) is 'For members: puts a request that has ended into the bin. It can''t be added to, recipients read only their own files, and after 14 days it is deleted for good. Both sides are notified. Needs a fresh proof of the act delete_requests, which serves for several requests. Repeating a call changes nothing. Errors: not_found, request.open, proof.required.';

comment on function public.remove_member(uuid,uuid,uuid) is 'Ends a membership: for owners, for admins below owner, and for members who leave. Their drafts, open requests and repeats go to the successor, by default the caller or the first owner, who gets the emails about their requests. Errors: not_found (also for a successor who is no member), workspace.role, workspace.last_owner, proof.required (of the act roles, for another owner or admin).';

comment on function public.rotate_link(uuid) is 'Replaces the link of a sent request and returns the new token. People who have joined keep their access. Needs a fresh proof of the act links. Errors: not_found, request.closed, proof.required.';

comment on function public.set_member_role(uuid,uuid,text) is 'For owners, and for admins below owner. A higher role, and a lower one for someone else, need a fresh proof of the act roles. Errors: not_found, workspace.role, workspace.last_owner, proof.required.';

comment on function public.set_request_retention(uuid,integer) is 'For members: keeps what arrives for this request for fewer days than its workspace does. A draft may go back to its workspace''s number (null); after sending, only fewer days are taken, because its recipients were promised no more, and they need a fresh proof of the act retention. Errors: not_found, retention.days, retention.longer, proof.required.';
