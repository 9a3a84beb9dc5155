-- Addresses that get no email: their owner stopped it, or a server refused it.
--
-- The page that stops email says whose email from whom it stops, and undoes it. A person who holds the token has the
-- email that it came with, so the page tells no more than that: the workspace, and the address with its name left out.
-- A day later only the person who signs in can start the emails again, because emails are forwarded.

create table private.suppressed_addresses (
  address_hash bytea not null,
  reason text not null,
  at timestamptz not null default now(),
  primary key (address_hash, reason),
  constraint suppressed_addresses_reason_check check (reason in ('refused', 'asked'))
);
comment on table private.suppressed_addresses is
  'SHA-256 of addresses that get no email from any workspace. refused: a mail server said that there is no such mailbox, in the last 90 days; of the exact address. asked: its owner stopped all email; of the mailbox, without what follows a plus sign.';

create index suppressed_addresses_expiry_idx on private.suppressed_addresses (at) where reason = 'refused';

create table private.stop_keys (
  inner_key bytea not null,
  outer_key bytea not null
);
comment on table private.stop_keys is
  'Secret of the one row: what links that stop email are signed with. Not in backups that leave the operator''s hands.';

insert into private.stop_keys (inner_key, outer_key)
select k.inner_key, k.outer_key
from (
  select
    sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as inner_key,
    sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as outer_key
) as k;

create type private.stop_target as (named uuid, scope text, address text, workspace uuid);

create function public.stop_email(token text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_target constant private.stop_target := private.stop_target(stop_email.token);
begin
  if v_target.scope = 'request' then
    update public.recipients as p set muted_at = coalesce(p.muted_at, now()) where p.id = v_target.named;
  elsif v_target.scope = 'workspace' then
    update public.recipients as p set muted_at = coalesce(p.muted_at, now())
    where p.workspace_id = v_target.workspace and private.address_hash(p.email) = private.address_hash(v_target.address)
      and p.removed_at is null;
  elsif v_target.scope = 'watched' then
    update private.watchers as w set stopped_at = coalesce(w.stopped_at, now()) where w.id = v_target.named;
  elsif v_target.scope = 'summary' then
    update private.member_emails as e set arrivals = 'none', next_summary_at = null, stopped_at = now()
    where e.id = v_target.named and e.arrivals <> 'none';
  end if;
  return v_target.scope;
end
$$;
comment on function public.stop_email(text) is
  'Ends email about a request (`request`), about all requests of a workspace (`workspace`), about what arrives in a request (`watched`), or the daily summary (`summary`), for the holder of the token of one of these emails, and returns which. Null: the token stops nothing.';
grant execute on function public.stop_email(text) to anon, authenticated;

create function public.peek_stop(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_target constant private.stop_target := private.stop_target(peek_stop.token);
begin
  return (
    select jsonb_build_object(
      'scope', v_target.scope,
      'workspace', w.name,
      'person', left(v_target.address, 1) || '…' || substring(v_target.address from '@[^@]*$')
    )
    from public.workspaces as w where w.id = v_target.workspace and v_target.scope is not null
  );
end
$$;
comment on function public.peek_stop(text) is
  'For the holder of the token of an email: what it would stop, the workspace, and the address without its name. Null for any other token. Changes nothing.';
grant execute on function public.peek_stop(text) to anon, authenticated;

create function public.resume_email(token text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_target constant private.stop_target := private.stop_target(resume_email.token);
  v_earliest constant timestamptz := now() - interval '1 day';
begin
  if v_target.scope = 'request' then
    update public.recipients as p set muted_at = null where p.id = v_target.named and p.muted_at > v_earliest;
  elsif v_target.scope = 'workspace' then
    update public.recipients as p set muted_at = null
    where p.workspace_id = v_target.workspace and private.address_hash(p.email) = private.address_hash(v_target.address)
      and p.muted_at > v_earliest;
  elsif v_target.scope = 'watched' then
    update private.watchers as w set stopped_at = null where w.id = v_target.named and w.stopped_at > v_earliest;
  elsif v_target.scope = 'summary' then
    update private.member_emails as e
    set arrivals = 'daily', next_summary_at = private.next_summary(private.email_clock(), e.zone), stopped_at = null
    where e.id = v_target.named and e.arrivals = 'none' and e.stopped_at > v_earliest;
  end if;
  return case when found then v_target.scope end;
end
$$;
comment on function public.resume_email(text) is
  'Undoes stop_email within a day, for the holder of the same token, and returns what comes again. Null: there is nothing to undo.';
grant execute on function public.resume_email(text) to anon, authenticated;

create function public.stop_all_email(stopped boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_me constant uuid := private.require_session();
  v_address constant text := (select u.email from auth.users as u where u.id = v_me);
begin
  if coalesce(stop_all_email.stopped, true) then
    insert into private.suppressed_addresses (address_hash, reason) values (private.mailbox_hash(v_address), 'asked')
    on conflict do nothing;
    return;
  end if;
  delete from private.suppressed_addresses as s
  where (s.address_hash, s.reason) in (
    (private.mailbox_hash(v_address), 'asked'), (private.address_hash(v_address), 'asked'),
    (private.address_hash(v_address), 'refused')
  );
  update public.recipients as p set unreachable_at = null
  where p.user_id = v_me and private.address_hash(p.email) = private.address_hash(v_address) and p.unreachable_at is not null;
end
$$;
comment on function public.stop_all_email(boolean) is
  'Ends all email from Sheaf to the caller''s address, except sign-in codes and security notices, or allows it again. The caller is signed in, so a forwarded email is not enough.';
grant execute on function public.stop_all_email(boolean) to authenticated;

create function public.email_is_stopped() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_session();
  return private.is_suppressed((select u.email from auth.users as u where u.id = auth.uid()));
end
$$;
comment on function public.email_is_stopped() is
  'Whether the caller''s address gets no email from any workspace, because they asked or because it refused one.';
grant execute on function public.email_is_stopped() to authenticated;

create function public.suppress_address(address text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_refused constant text := lower(trim(suppress_address.address));
  v_person public.recipients;
  v_told integer := 0;
begin
  if coalesce(v_refused !~ '^[^@[:space:]]+@[^@[:space:]]+$', true) then
    perform private.fail('draft.recipient');
  end if;
  -- Requests before recipients, as every writer does.
  perform from public.requests as r
  where r.id in (select p.request_id from public.recipients as p where p.email = v_refused)
  order by r.id
  for no key update;
  insert into private.suppressed_addresses as s (address_hash, reason) values (private.address_hash(v_refused), 'refused')
  on conflict (address_hash, reason) do update set at = excluded.at;
  for v_person in
    update public.recipients as p set unreachable_at = now()
    where p.email = v_refused and p.removed_at is null and p.unreachable_at is null
    returning p.*
  loop
    perform private.add_email_event(v_person, 'unreachable');
    v_told := v_told + 1;
  end loop;
  update private.invitations as i set unreachable_at = now()
  where i.email = v_refused and i.accepted_at is null and i.unreachable_at is null;
  return v_told;
end
$$;
comment on function public.suppress_address(text) is
  'For the operator: an email to this address came back for good. It gets no more, as if its server had refused one, and members see it at each of its requests, whose number is returned. Errors: draft.recipient.';
grant execute on function public.suppress_address(text) to service_role;

create function public.allow_address(address text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_freed constant text := lower(trim(allow_address.address));
begin
  if coalesce(v_freed !~ '^[^@[:space:]]+@[^@[:space:]]+$', true) then
    perform private.fail('draft.recipient');
  end if;
  perform private.free_addresses(array[private.address_hash(v_freed)]);
  return case when private.has_stopped_email(v_freed) then 'stopped' else 'allowed' end;
end
$$;
comment on function public.allow_address(text) is
  'For the operator: emails may be sent to this address again, although a mail server has refused it. `stopped` if its owner has stopped all email, which stays. Errors: draft.recipient.';
grant execute on function public.allow_address(text) to service_role;

create function public.free_expired_addresses() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_expired constant bytea[] := array(
    select s.address_hash from private.suppressed_addresses as s
    where s.reason = 'refused' and s.at <= now() - interval '90 days'
    order by s.at limit 100
  );
begin
  perform private.free_addresses(v_expired);
  return cardinality(v_expired);
end
$$;
comment on function public.free_expired_addresses() is
  'For the worker: takes back refusals that are 90 days old, because a mailbox that didn''t exist may exist again. Returns how many, at most 100.';
grant execute on function public.free_expired_addresses() to service_role;

create function private.stop_token(recipient uuid, address text, scope text default 'request') returns text
language sql stable set search_path = '' as $$
  select rtrim(
    translate(
      encode(
        uuid_send(stop_token.recipient)
        || private.stop_signature(stop_token.recipient, stop_token.address, stop_token.scope),
        'base64'
      ),
      '+/', '-_'
    ),
    '='
  )
$$;
comment on function private.stop_token(uuid, text, text) is
  'What the links in emails carry, for a recipient (scopes `request` and `workspace`), a watcher (`watched`) or a member (`summary`): it stops these emails, and gives no reading. 43 characters.';

create function private.stop_signature(recipient uuid, address text, scope text) returns bytea
language sql stable set search_path = '' as $$
  -- HMAC's two rounds, with two independent keys instead of one key that is masked twice: SQL has no XOR of bytes.
  select substring(
    sha256(
      k.outer_key || sha256(
        k.inner_key || uuid_send(stop_signature.recipient) || private.address_hash(stop_signature.address)
        || convert_to(stop_signature.scope, 'UTF8')
      )
    )
    for 16
  )
  from private.stop_keys as k
$$;
comment on function private.stop_signature(uuid, text, text) is
  '16 bytes that only this database can make for a recipient, the address that an email went to, and what the link stops.';

create function private.stop_target(token text) returns private.stop_target
language plpgsql stable set search_path = '' as $$
declare
  v_parts constant private.token_parts := private.parse_token(stop_target.token);
  v_named constant uuid := v_parts.named;
  v_found_target private.stop_target;
begin
  -- After a correction, the links at the former address stop nothing.
  select v_named, null, t.address, t.workspace into v_found_target
  from (
    select p.email as address, p.workspace_id as workspace from public.recipients as p where p.id = v_named
    union all
    select u.email, r.workspace_id
    from private.watchers as w join auth.users as u on u.id = w.user_id join public.requests as r on r.id = w.request_id
    where w.id = v_named
    union all
    select u.email, e.workspace_id
    from private.member_emails as e join auth.users as u on u.id = e.user_id where e.id = v_named
  ) as t;
  v_found_target.scope := (
    select min(s.scope) from unnest(array['request', 'workspace', 'watched', 'summary']) as s (scope)
    where v_parts.signature = private.stop_signature(v_named, coalesce(v_found_target.address, ''), s.scope)
  );
  return v_found_target;
end
$$;
comment on function private.stop_target(text) is
  'What the token of an email stops: a recipient, a watcher or a member''s summary, with the scope, the address and the workspace. The scope is null for a token that stops nothing.';

create function private.is_suppressed(address text) returns boolean
language sql stable set search_path = '' as $$
  select private.is_refused(is_suppressed.address) or private.has_stopped_email(is_suppressed.address)
$$;
comment on function private.is_suppressed(text) is 'Whether an address gets no email from any workspace.';

create function private.has_stopped_email(address text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.suppressed_addresses as s
    -- The stop of an address with a tag may be older than the rule for mailboxes.
    where s.address_hash in (
        private.mailbox_hash(has_stopped_email.address), private.address_hash(has_stopped_email.address)
      )
      and s.reason = 'asked'
  )
$$;
comment on function private.has_stopped_email(text) is 'True if the owner of this mailbox has stopped all email.';

create function private.is_refused(address text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.suppressed_addresses as s
    where s.address_hash = private.address_hash(is_refused.address) and s.reason = 'refused'
      and s.at > now() - interval '90 days'
  )
$$;
comment on function private.is_refused(text) is 'True for 90 days after a mail server said that there is no such mailbox.';

create function private.free_addresses(hashes bytea[]) returns void
language plpgsql set search_path = '' as $$
begin
  if cardinality(hashes) = 0 then
    return;
  end if;
  -- Requests before recipients and suppressions, as every writer does.
  perform from public.requests as r
  where r.id in (
    select p.request_id from public.recipients as p
    where private.address_hash(p.email) = any(hashes) and p.unreachable_at is not null
  )
  order by r.id
  for no key update;
  update public.recipients as p set unreachable_at = null
  where private.address_hash(p.email) = any(hashes) and p.unreachable_at is not null;
  update private.invitations as i set unreachable_at = null
  where private.address_hash(i.email) = any(hashes) and i.unreachable_at is not null;
  delete from private.suppressed_addresses as s where s.address_hash = any(hashes) and s.reason = 'refused';
end
$$;
comment on function private.free_addresses(bytea[]) is
  'Allows email to these addresses again, everywhere. A stop of all email stays.';

create function private.add_email_event(person public.recipients, kind text, data jsonb default '{}') returns void
language sql set search_path = '' as $$
  -- The caller has locked the request. What Sheaf sends doesn't count as activity.
  insert into public.events (request_id, seq, workspace_id, actor_name, kind, data, at)
  select
    person.request_id,
    coalesce((select max(e.seq) from public.events as e where e.request_id = person.request_id), 0) + 1,
    person.workspace_id, 'Sheaf', add_email_event.kind,
    jsonb_build_object('name', coalesce(nullif(person.name, ''), person.email)) || add_email_event.data,
    clock_timestamp()
$$;
comment on function private.add_email_event(public.recipients, text, jsonb) is
  'Appends the outcome of an email to a recipient to the history of the request.';
