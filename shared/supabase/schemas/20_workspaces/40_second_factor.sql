-- A workspace can require two-factor authentication of its members.

create function public.set_second_factor_requirement(workspace uuid, required boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_without uuid[];
begin
  perform private.lock_workspace(set_second_factor_requirement.workspace, 'admin');
  if not private.passed_second_factor() then
    perform private.fail('insufficient_aal');
  end if;
  v_without := array(
    select m.user_id from public.members as m
    where m.workspace_id = set_second_factor_requirement.workspace and not private.has_second_factor(m.user_id)
    order by m.user_id
  );
  update public.workspaces as w
  set
    require_second_factor = coalesce(set_second_factor_requirement.required, true),
    second_factor_from = case
      when coalesce(set_second_factor_requirement.required, true) and v_without <> '{}' then now() + interval '7 days'
    end
  where w.id = set_second_factor_requirement.workspace
    and w.require_second_factor <> coalesce(set_second_factor_requirement.required, true);
  if found and coalesce(set_second_factor_requirement.required, true) then
    perform private.queue_second_factor(set_second_factor_requirement.workspace, p.id) from unnest(v_without) as p (id);
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
  'For owners and admins: reminds a member to set up a second factor. Errors: not_found (also for a member who needs none), workspace.role, quota.address.';
grant execute on function public.email_second_factor(uuid, uuid) to authenticated;

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

create function private.has_second_factor(person uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from auth.mfa_factors as f where f.user_id = has_second_factor.person and f.status = 'verified'
  )
$$;
comment on function private.has_second_factor(uuid) is 'True if the account has a verified second factor.';

create function private.binds_members(workspace public.workspaces) returns boolean
language sql stable set search_path = '' as $$
  select workspace.require_second_factor and coalesce(workspace.second_factor_from <= now(), true)
$$;
comment on function private.binds_members(public.workspaces) is
  'True if members read nothing of this workspace without a second factor.';
