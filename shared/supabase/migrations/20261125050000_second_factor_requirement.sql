-- Owners and admins require two-factor authentication from members, who get seven days to set it up. Recipients are never
-- affected.

alter table public.workspaces
  add column second_factor_from timestamptz,
  alter column second_factor_from set statistics 0;
comment on column public.workspaces.second_factor_from is
  'Since when the requirement of a second factor binds members; null: since it was set.';

alter table private.outbox
  drop constraint outbox_kind_check,
  add constraint outbox_kind_check check (
    kind in (
      'invitation', 'update', 'ended', 'receipt', 'reminder', 'arrived', 'summary', 'member_invitation', 'second_factor',
      'expiry', 'security'
    )
  );

create function private.binds_members(workspace public.workspaces) returns boolean
language sql stable set search_path = '' as $$
  select workspace.require_second_factor and coalesce(workspace.second_factor_from <= now(), true)
$$;
comment on function private.binds_members(public.workspaces) is
  'True if members read nothing of this workspace without a second factor.';

create or replace function private.my_workspaces() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(m.workspace_id), '{}')
  from public.members as m
  join public.workspaces as w on w.id = m.workspace_id
  where m.user_id = auth.uid()
    and (not private.binds_members(w) or (select private.passed_second_factor()))
$$;

create or replace function public.my_access()
returns table (second_factor_required boolean, must_enroll boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.session_exists() then
    perform private.fail('session.required');
  end if;
  return query
    select
      not private.passed_second_factor() and exists (
        select from public.members as m
        join public.workspaces as w on w.id = m.workspace_id
        where m.user_id = auth.uid() and private.binds_members(w)
      ),
      exists (select from private.must_enroll as e where e.user_id = auth.uid());
end
$$;

create function private.queue_second_factor(workspace uuid, person uuid) returns void
language sql set search_path = '' as $$
  insert into private.outbox (kind, workspace_id, user_id, since, not_before, data)
  select
    'second_factor', queue_second_factor.workspace, queue_second_factor.person, now(), private.email_clock(),
    jsonb_build_object('by', auth.uid())
  where not exists (
    select from private.outbox as o
    where o.user_id = queue_second_factor.person and o.kind = 'second_factor'
      and o.workspace_id = queue_second_factor.workspace and o.ended_at is null
  )
$$;
comment on function private.queue_second_factor(uuid, uuid) is
  'Tells a member to set up a second factor, unless the email waits in the outbox already.';

create function public.set_second_factor_requirement(workspace uuid, required boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  without uuid[];
begin
  perform private.lock_workspace(set_second_factor_requirement.workspace, 'admin');
  if not private.passed_second_factor() then
    perform private.fail('insufficient_aal');
  end if;
  without := array(
    select m.user_id from public.members as m
    where m.workspace_id = set_second_factor_requirement.workspace and not private.has_second_factor(m.user_id)
    order by m.user_id
  );
  update public.workspaces as w
  set
    require_second_factor = coalesce(set_second_factor_requirement.required, true),
    second_factor_from = case
      when coalesce(set_second_factor_requirement.required, true) and without <> '{}' then now() + interval '7 days'
    end
  where w.id = set_second_factor_requirement.workspace
    and w.require_second_factor <> coalesce(set_second_factor_requirement.required, true);
  if found and coalesce(set_second_factor_requirement.required, true) then
    perform private.queue_second_factor(set_second_factor_requirement.workspace, p.id) from unnest(without) as p (id);
  end if;
end
$$;
comment on function public.set_second_factor_requirement(uuid, boolean) is
  'For owners and admins at aal2, with a fresh proof of the act second_factor_requirement: whether members need a second factor. Those who have none are emailed, and keep their access for seven days. Errors: not_found, workspace.role, insufficient_aal, proof.required.';
grant execute on function public.set_second_factor_requirement(uuid, boolean) to authenticated;

create function public.email_second_factor(workspace uuid, member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_role(email_second_factor.workspace, 'admin');
  if not exists (
    select from public.members as m join public.workspaces as w on w.id = m.workspace_id
    where m.workspace_id = email_second_factor.workspace and m.user_id = email_second_factor.member
      and w.require_second_factor and not private.has_second_factor(m.user_id)
  ) then
    perform private.fail('not_found');
  end if;
  perform private.use_quota(
    'address',
    private.address_key(
      email_second_factor.workspace, (select u.email::text from auth.users as u where u.id = email_second_factor.member)
    ),
    1
  );
  perform private.queue_second_factor(email_second_factor.workspace, email_second_factor.member);
end
$$;
comment on function public.email_second_factor(uuid, uuid) is
  'For owners and admins: tells a member once more to set up a second factor. Errors: not_found (also for a member who needs none), workspace.role, quota.address.';
grant execute on function public.email_second_factor(uuid, uuid) to authenticated;

create function private.second_factor_facts(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'by', coalesce(
      (select f.display_name from public.profiles as f where f.user_id = (email.data ->> 'by')::uuid), w.name
    ),
    'from', case when w.second_factor_from > private.email_clock() then (w.second_factor_from at time zone w.zone)::date end,
    'today', (private.email_clock() at time zone w.zone)::date,
    'url', site || '/settings/security'
  )
  from public.workspaces as w where w.id = email.workspace_id
$$;
comment on function private.second_factor_facts(private.outbox, text) is
  'Everything that is needed to tell a member to set up a second factor.';

create or replace function private.member_email_facts(email private.outbox, request public.requests, site text)
returns jsonb
language sql stable set search_path = '' as $$
  select case email.kind
    when 'arrived' then private.arrived_facts(email, request, site)
    when 'summary' then private.summary_facts(email, site)
    when 'member_invitation' then private.member_invitation_facts(email, site)
    when 'second_factor' then private.second_factor_facts(email, site)
    else private.notice_facts(email, site)
  end
$$;

create or replace function private.member_email_obstacle(email private.outbox, request public.requests) returns text
language sql stable set search_path = '' as $$
  select case
    when email.kind in ('arrived', 'summary', 'second_factor', 'expiry') and not exists (
      select from public.members as m where m.workspace_id = email.workspace_id and m.user_id = email.user_id
    ) then 'not_member'
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
    when email.kind = 'arrived' and not private.is_watched(request, email.user_id) then 'not_watched'
    when email.kind = 'arrived' and request.status = 'cancelled' then 'request_ended'
  end
$$;
