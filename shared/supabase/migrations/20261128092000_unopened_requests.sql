-- Many people press the button in the email with a code, in another browser than the one with the request's link. They end
-- at their list of requests, which showed only those that they had opened by a link.

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

-- Of hashes: an index of addresses would tell a person by its pages whether an address was ever asked.
create index recipients_unopened_idx on public.recipients (private.address_hash(email))
  where user_id is null and removed_at is null;
alter index public.recipients_unopened_idx alter column 1 set statistics 0;

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

create function private.open_as(recipient public.recipients) returns uuid
language plpgsql set search_path = '' as $$
begin
  if recipient.user_id is null then
    update public.recipients as p set user_id = auth.uid() where p.id = recipient.id;
    perform private.add_event(recipient.request_id, 'opened');
  end if;
  perform private.note_visit(recipient.request_id);
  return recipient.request_id;
end
$$;
comment on function private.open_as(public.recipients) is
  'Lets the caller in as this recipient. The request must be locked.';

-- Marks belong to an address. Corrected while the request was closed, they passed to the next one, which had no invitation.
create or replace function private.recipient_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  parent public.requests;
begin
  select r.* into parent from public.requests as r where r.id = new.request_id;
  if tg_op = 'UPDATE' and new.removed_at is null
    and num_nonnulls(old.invited_at, old.muted_at, old.unreachable_at) > 0
  then
    update public.recipients as p set invited_at = null, muted_at = null, unreachable_at = null where p.id = new.id;
  end if;
  -- A person who is handed an item is told even where the sender shares the link: only this email tells them.
  if tg_op = 'INSERT' and new.scope = 'items' then
    perform private.queue_email('invitation', new, now(), now());
    return null;
  elsif parent.status <> 'open' then
    return null;
  elsif new.removed_at is not null then
    perform private.queue_email('ended', new, now(), now());
    return null;
  end if;
  if tg_op = 'UPDATE' and old.invited_at is not null then
    perform private.queue_email('ended', new, now(), now(), old.email);
  end if;
  if parent.invites then
    perform private.queue_email('invitation', new, now(), now());
  end if;
  return null;
end
$$;

create or replace function public.join_request(token text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
  request uuid := coalesce(
    private.request_of(join_request.token), private.joined_request_of(join_request.token, me)
  );
  mine public.recipients;
begin
  perform from public.requests as r where r.id = request for update;
  select p.* into mine
  from public.recipients as p
  where p.request_id = request
    and p.removed_at is null
    and (
      p.user_id = me
      or (
        p.user_id is null
        and p.email = (
          select u.email from auth.users as u
          where u.id = me and u.email_confirmed_at is not null and not u.is_sso_user
        )
      )
    )
  -- A person who joined and has since changed address may match twice: the row they joined as wins.
  order by p.user_id nulls last
  limit 1;
  if not found then
    perform private.fail('not_found');
  end if;
  return private.open_as(mine);
end
$$;

create function public.open_request(request uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  mine public.recipients;
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
  select p.* into mine from private.unopened_rows() as p where p.request_id = open_request.request;
  if not found then
    -- Of two windows that open it, the second finds it opened.
    select p.* into mine from public.recipients as p
    where p.request_id = open_request.request and p.user_id = auth.uid() and p.removed_at is null;
  end if;
  if not found then
    perform private.fail('not_found');
  end if;
  return private.open_as(mine);
end
$$;
comment on function public.open_request(uuid) is
  'Opens a request of unopened_requests(), or one that the caller has opened. Errors: not_found.';
grant execute on function public.open_request(uuid) to authenticated;
