-- The worker names the workspace in an email with a code, if the person came by the link of a request to them. Whoever asks
-- for a code chooses the link and the address, so the name is only for an address that may open that request. And anybody may
-- open a workspace under any name and send a request to any address, so a name that nobody has answered yet comes only after
-- an invitation, which caps count.

create function public.link_workspace(token text, address text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  proven constant text := lower(trim(link_workspace.address));
  -- As join_request has it.
  person constant uuid := (
    select u.id from auth.users as u
    where u.email = proven and u.email_confirmed_at is not null and not u.is_sso_user
    limit 1
  );
  request constant uuid := coalesce(
    private.request_of(link_workspace.token), private.joined_request_of(link_workspace.token, person)
  );
begin
  return (
    select w.name
    from public.recipients as p join public.workspaces as w on w.id = p.workspace_id
    where p.request_id = request
      and p.removed_at is null
      and (p.user_id = person or (p.user_id is null and p.email = proven))
      and (
        num_nonnulls(p.invited_at, p.user_id) > 0
        or exists (select from private.answered_workspaces as a where a.workspace_id = p.workspace_id)
      )
      and not exists (
        select from private.suppressed_addresses as s where s.address_hash = private.address_hash(proven)
      )
      and private.recent_reporters(p.workspace_id) = 0
      and not exists (
        select from private.request_reports as r where r.workspace_id = p.workspace_id and r.user_id = person
      )
    limit 1
  );
end
$$;
comment on function public.link_workspace(text, text) is
  'For the worker: name of the workspace whose request this link opens for whoever proves this address, as join_request decides. Null for every other link and address, for an address that takes no email from workspaces, for a workspace that this person has reported, or anybody in 30 days, and before a workspace has emailed this address or had an answer from anybody.';
grant execute on function public.link_workspace(text, text) to service_role;
