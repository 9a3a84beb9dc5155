-- Generated from schemas/ by `pnpm migration share_of_hand_offs`.

set local check_function_bodies = off;

create or replace function private.email_wait(email private.outbox, request public.requests, recipient public.recipients)
returns interval
language plpgsql set search_path = '' as $$
declare
  v_workspace constant uuid := request.workspace_id;
  v_hashed constant bytea := private.address_hash(coalesce(email.address, recipient.email));
  v_mailbox constant bytea := private.mailbox_hash(coalesce(email.address, recipient.email));
  v_is_new boolean;
  v_is_shared boolean;
  v_capped_until timestamptz;
  -- What came back can't wait behind other requests' invitations.
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

alter table private.emailed_addresses add column by_recipient boolean not null default false;

create or replace function public.invitations_end_on(request uuid) returns date
language plpgsql stable security definer set search_path = '' as $$
declare
  v_parent constant uuid := (
    select r.workspace_id from public.requests as r
    where r.id = invitations_end_on.request and r.workspace_id = any(private.my_workspaces())
  );
  v_waiting integer;
begin
  perform private.require_session();
  if v_parent is null then
    perform private.fail('not_found');
  end if;
  -- The workspace's own cap alone: those of an address would reveal what others send to it.
  select count(distinct p.email) into v_waiting
  from private.outbox as o
  join public.recipients as p on p.id = o.recipient_id
  where o.ended_at is null and o.attempts = 0 and o.kind = 'invitation' and p.workspace_id = v_parent
    and not private.is_asked_by_recipient(p)
    and not exists (
      select from private.emailed_addresses as a
      where a.workspace_id = v_parent and a.address_hash = private.address_hash(p.email)
    );
  return private.new_addresses_end_on(v_parent, v_waiting);
end
$$;

create or replace function private.is_asked_by_recipient(person public.recipients) returns boolean
language sql stable set search_path = '' as $$
  select person.scope = 'items' and exists (
    select from public.recipient_items as h
    where h.recipient_id = person.id and not exists (
      select from public.members as m where m.workspace_id = person.workspace_id and m.user_id = h.handed_by
    )
  )
$$;

create or replace function private.has_share_left(workspace uuid) returns boolean
language sql stable set search_path = '' as $$
  select (
    select count(*) from private.emailed_addresses as a
    where a.workspace_id = has_share_left.workspace and a.since = (private.email_clock() at time zone 'UTC')::date
      and a.by_recipient
  ) < greatest(1, private.new_addresses_allowed(has_share_left.workspace) / 4)
$$;

comment on column private.emailed_addresses.by_recipient is 'A recipient has given it, who asked them for an item.';

comment on function private.has_share_left(uuid) is 'True while the recipients of a workspace may bring in new addresses today: a quarter of what it may write to, so that they can''t hold up its own invitations.';

comment on function private.is_asked_by_recipient(public.recipients) is 'True for a person whom a recipient has asked for an item, and not the workspace.';
