-- Requests that wait for an account's address, without their link (decision 0078).
--
-- Many people press the button in the email with a code, in another browser than the one with the request's link. They
-- end at their list of requests, which shows these too.

create function public.unopened_requests()
returns table (id uuid, title text, due_on date, workspace_name text, sender_email text)
language plpgsql stable security definer rows 5 set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_session();
  return query
  select r.id, r.title, r.due_on, w.name, u.email::text
  from private.unopened_rows() as p
  join public.requests as r on r.id = p.request_id
  join public.workspaces as w on w.id = r.workspace_id
  left join auth.users as u on u.id = r.sent_by and u.email_confirmed_at is not null
  order by p.invited_at desc;
end
$$;
comment on function public.unopened_requests() is
  'Requests to which the caller was invited by email and which they have not opened: at most 50, the newest invitations first.';
grant execute on function public.unopened_requests() to authenticated;

create function public.open_request(request uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_mine public.recipients;
begin
  perform private.require_session();
  -- Only a recipient may lock the request.
  perform from private.unopened_rows() as p where p.request_id = open_request.request
  union all
  select from public.recipients as p
  where p.request_id = open_request.request and p.user_id = auth.uid() and p.removed_at is null;
  if not found then
    perform private.fail('not_found');
  end if;
  perform from public.requests as r where r.id = open_request.request for update;
  select p.* into v_mine from private.unopened_rows() as p where p.request_id = open_request.request;
  if not found then
    -- Of two windows that open it, the second finds it opened.
    select p.* into v_mine from public.recipients as p
    where p.request_id = open_request.request and p.user_id = auth.uid() and p.removed_at is null;
  end if;
  if not found then
    perform private.fail('not_found');
  end if;
  return private.open_as(v_mine);
end
$$;
comment on function public.open_request(uuid) is
  'Opens a request of unopened_requests(), or one that the caller has opened. Errors: not_found.';
grant execute on function public.open_request(uuid) to authenticated;

create function private.unopened_rows() returns setof public.recipients
language sql stable rows 5 set search_path = '' as $$
  select p.*
  from public.recipients as p join public.requests as r on r.id = p.request_id
  where private.address_hash(p.email) = private.address_hash((select private.emailed_address()))
    and p.user_id is null and p.removed_at is null
    -- Without an invitation, a stranger could put a title before people whom no cap on emails protects.
    and p.invited_at is not null
    and r.status in ('open', 'done')
    and private.recent_reporters(r.workspace_id) = 0
    and not exists (
      select from private.request_reports as s where s.workspace_id = r.workspace_id and s.user_id = auth.uid()
    )
  order by p.invited_at desc
  limit 50
$$;
comment on function private.unopened_rows() is
  'Recipients that are the caller, who was invited by email and has never opened the request. None of a workspace that the caller has ever reported, or anyone in the last 30 days.';

create function private.emailed_address() returns text
language sql stable set search_path = '' as $$
  select u.email from auth.users as u
  where u.id = auth.uid() and u.email_confirmed_at is not null and not u.is_sso_user
    and (
      private.proven_since('{otp,magiclink,email/signup,recovery,invite}') is not null
      or exists (select from auth.identities as i where i.user_id = u.id and i.provider = 'email' and i.email = u.email)
    )
$$;
comment on function private.emailed_address() is
  'The caller''s address, if they have proven by an email that they read it. Null if an identity provider merely asserts it.';
