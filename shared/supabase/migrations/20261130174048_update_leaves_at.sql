-- Generated from schemas/ by `pnpm migration update_leaves_at`.

create or replace function public.update_leaves_at(request uuid) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_session();
  if not exists (
    select from public.requests as r
    where r.id = update_leaves_at.request and r.workspace_id = any(private.my_workspaces())
  ) then
    perform private.fail('not_found');
  end if;
  return (
    select min(o.not_before) from private.outbox as o
    where o.request_id = update_leaves_at.request and o.kind = 'update' and o.attempts = 0 and o.ended_at is null
  );
end
$$;

comment on function public.update_leaves_at(uuid) is 'For members: when the email about what was returned or changed leaves, which send_update sends at once; null if none waits. Errors: not_found.';

grant execute on function public.update_leaves_at(uuid) to authenticated;
