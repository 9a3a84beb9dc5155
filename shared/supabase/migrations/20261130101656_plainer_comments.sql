-- Generated from schemas/ by `pnpm migration plainer_comments`.

set local check_function_bodies = off;

create or replace function private.session_exists() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.sessions as s
    join auth.users as u on u.id = s.user_id
    where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and s.user_id = auth.uid()
      and (s.not_after is null or s.not_after > now())
      -- The platform suspends an account without ending its sessions, whose tokens stay valid for up to an hour.
      and (u.banned_until is null or u.banned_until <= now())
      and u.deleted_at is null
      and coalesce(auth.jwt() ->> 'is_anonymous', 'false') = 'false'
      and auth.jwt() ->> 'client_id' is null
  )
$$;

create or replace function private.act_as(member uuid) returns void
language sql set search_path = '' as $$
  -- Without a session, so that functions that require one refuse.
  select set_config('request.jwt.claims', jsonb_build_object('sub', act_as.member)::text, true)
$$;

create or replace function public.record_proof(act text, acting_session uuid default null) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := auth.uid();
  v_mine uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
  v_acting uuid := coalesce(record_proof.acting_session, v_mine);
  v_entered private.must_enroll;
  v_proven timestamptz;
  v_entered_at timestamptz;
  v_recorded timestamptz;
begin
  if not private.session_exists() then
    perform private.fail('session.required');
  end if;
  select * into v_entered from private.must_enroll as e where e.user_id = v_me;
  if found then
    -- A sign-in in between isn't enough to set up an app: the backup code is the proof.
    if record_proof.act is distinct from 'factors' or v_mine is distinct from v_entered.session_id then
      perform private.fail('proof.required');
    end if;
    delete from auth.sessions as s where s.user_id = v_me and s.id <> v_mine;
    v_proven := now();
  else
    perform private.require_session();
    if not exists (select from auth.sessions as s where s.id = v_acting and s.user_id = v_me) then
      perform private.fail('proof.required');
    elsif private.has_app() then
      v_proven := case when private.passed_second_factor() then private.proven_since('{totp,mfa/webauthn}') end;
      -- A thief with the same session shares its codes, so one code opens one act only. Of simultaneous calls the later one
      -- waits here, and sees the row of the earlier one.
      perform from auth.users as u where u.id = v_me for update;
      if exists (select from private.proofs as p where p.user_id = v_me and p.code_at >= v_proven) then
        v_proven := null;
      end if;
      v_entered_at := v_proven;
    else
      v_proven := private.proven_since(
        '{password,otp,magiclink,recovery,email/signup,invite,oauth,sso/saml,passkey,totp,mfa/webauthn}'
      );
    end if;
    if not coalesce(v_proven > now() - interval '15 minutes', false) then
      perform private.fail('proof.required');
    end if;
  end if;
  insert into private.proofs as p (user_id, act, session_id, code_at, until)
  values (v_me, record_proof.act, v_acting, v_entered_at, now() + interval '15 minutes')
  on conflict on constraint proofs_pkey do update
  set session_id = excluded.session_id, code_at = excluded.code_at, until = excluded.until, used_in = null
  returning p.until into v_recorded;
  return v_recorded;
exception
  when check_violation or not_null_violation then
    perform private.fail('proof.act');
end
$$;

create or replace function public.use_backup_code(code text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := auth.uid();
  -- Read generously: dashes and spaces are ignored, and letters outside the alphabet read as the ones they look like.
  v_typed text := translate(
    regexp_replace(lower(left(coalesce(use_backup_code.code, ''), 64)), '[^0-9a-z]', '', 'g'), 'ilo', '110'
  );
  v_mine uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
  v_tries private.backup_code_tries;
begin
  if not private.session_exists() then
    perform private.fail('session.required');
  elsif not exists (select from auth.mfa_factors as f where f.user_id = v_me and f.status = 'verified')
    -- After losing the session that entered a code, another code continues.
    and not exists (select from private.must_enroll as e where e.user_id = v_me)
  then
    perform private.fail('mfa_factor_not_found');
  elsif private.passed_second_factor() then
    -- The authenticator is at hand; a session that keeps aal2 without its factor would outlive the new one.
    perform private.fail('backup_code.not_needed');
  end if;

  perform from auth.users as u where u.id = v_me for update;
  insert into private.backup_code_tries (user_id, session_id) values (v_me, v_mine) on conflict do nothing;
  select * into v_tries from private.backup_code_tries as t where t.session_id = v_mine for update;
  if v_tries.since <= now() - interval '1 hour' then
    update private.backup_code_tries as t set since = now(), wrong = 0 where t.session_id = v_mine;
  elsif v_tries.wrong >= 5 then
    return 'limited';
  end if;

  -- Compared as salted hashes, so that the time reveals nothing about a code.
  update private.backup_codes as c set used_at = now()
  where c.user_id = v_me and c.used_at is null and c.hash = sha256(uuid_send(c.salt) || convert_to(v_typed, 'UTF8'));
  if not found then
    -- Answered and not raised, which would undo the count.
    update private.backup_code_tries as t set wrong = t.wrong + 1 where t.session_id = v_mine;
    return 'wrong';
  end if;

  insert into private.must_enroll as e (user_id, session_id) values (v_me, v_mine)
  on conflict (user_id) do update set session_id = excluded.session_id, since = now();
  -- For the page alone, which finds it in the session. Rows depend on the table.
  update auth.users as u set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || '{"must_enroll": true}'
  where u.id = v_me;
  delete from auth.mfa_factors as f where f.user_id = v_me;
  delete from auth.sessions as s where s.user_id = v_me and s.id <> v_mine;
  delete from private.backup_code_tries as t where t.user_id = v_me;
  return 'used';
end
$$;

create or replace function hooks.before_user_created(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_per_hour constant integer := 60;
  v_per_day constant integer := 300;
  v_expected_per_hour constant integer := 2000;
  v_expected_per_day constant integer := 5000;
  v_refusals_per_hour constant integer := 20;
  v_this_hour constant timestamptz := date_trunc('hour', now());
  -- Looked up for every caller, so that the response time reveals nothing.
  v_is_expected constant boolean := private.is_expected(event #>> '{user,email}');
  v_its_network constant inet := private.network_of(event -> 'metadata' ->> 'ip_address');
  v_counted private.new_accounts;
  v_full_until timestamptz;
begin
  if v_its_network is null then
    return '{}';
  end if;
  insert into private.new_accounts as n (network, hour) values (v_its_network, v_this_hour)
    on conflict (network, hour) do update set accounts = n.accounts
    returning * into v_counted;
  -- The row is locked now, so of simultaneous sign-ups each counts those before it.
  v_full_until := private.network_full_until(v_counted, v_per_hour, v_per_day);

  if v_is_expected and v_counted.expected < v_expected_per_hour
    and (
      select coalesce(sum(n.expected), 0) from private.new_accounts as n
      where n.network = v_its_network and n.hour > v_this_hour - interval '24 hours'
    ) < v_expected_per_day
    and (v_full_until is null or v_counted.refused < v_refusals_per_hour) then
    update private.new_accounts as n set expected = n.expected + 1
      where n.network = v_its_network and n.hour = v_this_hour;
  elsif v_full_until is not null then
    update private.new_accounts as n set refused = n.refused + 1
      where n.network = v_its_network and n.hour = v_this_hour;
    return private.too_many(format(
      'Too many new accounts from this network. Try again in %s seconds.',
      ceil(extract(epoch from v_full_until - now()))
    ));
  else
    update private.new_accounts as n set accounts = n.accounts + 1
      where n.network = v_its_network and n.hour = v_this_hour;
  end if;
  -- Two of these never wait for each other's rows.
  delete from private.new_accounts where ctid = any (array(
    select old.ctid from private.new_accounts as old
    where old.hour < v_this_hour - interval '24 hours' limit 100 for update skip locked
  ));
  return '{}';
end
$$;

create or replace function private.network_full_until(counted private.new_accounts, per_hour integer, per_day integer)
returns timestamptz
language sql set search_path = '' as $$
  select greatest(
    case when counted.accounts >= network_full_until.per_hour then counted.hour + interval '1 hour' end,
    -- When so many accounts leave the last 24 hours that fewer than a day's are left.
    (
      select max(d.hour) + interval '24 hours'
      from (
        select n.hour, sum(n.accounts) over (order by n.hour desc) as since
        from private.new_accounts as n
        where n.network = counted.network and n.hour > counted.hour - interval '24 hours'
      ) as d
      where d.since >= network_full_until.per_day
    )
  )
$$;

create or replace function public.undo_account_change(token text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_parts constant private.token_parts := private.parse_token(undo_account_change.token);
  -- Compared before anything is locked.
  v_person constant uuid := (
    select o.user_id from private.outbox as o
    where o.id = v_parts.named and o.kind = 'security'
      and v_parts.signature = private.stop_signature(o.id, o.address, 'notice')
  );
  v_account auth.users;
  v_notice private.outbox;
  v_answer text;
begin
  -- Proofs before the account, as changes use them.
  perform from private.proofs as p where p.user_id = v_person for update;
  select u.* into v_account from auth.users as u where u.id = v_person and u.deleted_at is null for update;
  if not found then
    return 'expired';
  end if;
  select o.* into v_notice from private.outbox as o
  where o.id = v_parts.named and o.since > private.email_clock() - interval '48 hours' and not o.data ? 'isVoid'
  for update;
  if not found then
    return 'expired';
  end if;
  v_answer := private.undo_addition(v_notice);
  update private.outbox as o
  set data = o.data || jsonb_build_object('undoneAt', clock_timestamp())
    || case when v_answer = 'address_taken' then '{}' else '{"isVoid": true}'::jsonb end
  where o.id = v_notice.id;
  -- Nothing in progress may continue, and the intruder may know the password. The address of a change that is being
  -- finished at this moment stays: by it, the change is refused.
  delete from private.proofs as p where p.user_id = v_person;
  delete from private.proven_email_changes as c where c.user_id = v_person;
  delete from auth.flow_state as f where f.user_id = v_person;
  delete from auth.one_time_tokens as t where t.user_id = v_person;
  delete from auth.sessions as s where s.user_id = v_person;
  update auth.users as u
  set
    encrypted_password = '', recovery_token = '', reauthentication_token = '', email_change_token_new = '',
    email_change_token_current = '', email_change_confirm_status = 0
  where u.id = v_person;
  perform private.queue_notice(v_account, 'change_undone', v_notice.address, null, v_notice.address);
  return v_answer;
end
$$;

create or replace function private.undo_addition(notice private.outbox) returns text
language plpgsql set search_path = '' as $$
declare
  v_subject constant text := notice.data ->> 'subject';
begin
  case notice.data ->> 'change'
    when 'email_changed' then
      return private.restore_address(notice);
    when 'identity_added' then
      -- The intruder may have removed the one with the account's own address, without which it can't go.
      insert into auth.identities (id, provider_id, provider, user_id, identity_data, created_at, updated_at)
      select
        gen_random_uuid(), u.id::text, 'email', u.id,
        jsonb_build_object('sub', u.id, 'email', u.email, 'email_verified', true, 'phone_verified', false), now(), now()
      from auth.users as u
      where u.id = notice.user_id and not exists (
        select from auth.identities as i where i.user_id = u.id and i.provider = 'email'
      )
      on conflict do nothing;
      delete from auth.identities as i where i.id::text = v_subject and i.user_id = notice.user_id;
    when 'passkey_added' then
      delete from auth.webauthn_credentials as c where c.id::text = v_subject and c.user_id = notice.user_id;
    when 'backup_codes_created' then
      delete from private.backup_codes as c
      where c.user_id = notice.user_id and extract(epoch from c.created_at)::text = v_subject;
    when 'new_device' then
      delete from private.known_devices as d where d.user_id = notice.user_id and encode(d.device, 'hex') = v_subject;
      return 'signed_out';
    else
      -- A removal can't be undone: that would restore a way in. An authenticator app stays, because without it anyone who
      -- reads the emails could sign in.
      return 'signed_out';
  end case;
  return case when found then 'undone' else 'signed_out' end;
exception
  -- All devices are signed out, even if the rest fails.
  when integrity_constraint_violation then
    return 'signed_out';
end
$$;

create or replace function private.restore_address(notice private.outbox) returns text
language plpgsql set search_path = '' as $$
declare
  v_former constant text := lower(notice.data ->> 'subject');
begin
  -- Anyone can begin to sign up with an address. Only an account that has confirmed it keeps it.
  delete from auth.users as u
  where lower(u.email) = v_former and u.id <> notice.user_id and u.email_confirmed_at is null and not u.is_sso_user;
  if exists (
    select from auth.users as u where lower(u.email) = v_former and u.id <> notice.user_id and not u.is_sso_user
  ) then
    return 'address_taken';
  end if;
  update auth.users as u set email = v_former where u.id = notice.user_id;
  update auth.identities as i set identity_data = i.identity_data || jsonb_build_object('email', v_former)
  where i.user_id = notice.user_id and i.provider = 'email';
  -- A token that was sent to another address can't undo this.
  update private.outbox as o set data = o.data || '{"isVoid": true}'
  where o.user_id = notice.user_id and o.kind = 'security' and lower(o.address) <> v_former;
  return 'undone';
end
$$;

create or replace function private.queue_notice(
  account auth.users, change text, detail text default '', subject text default null, other_address text default null
) returns void
language sql set search_path = '' as $$
  insert into private.outbox (kind, user_id, address, since, not_before, data)
  select
    'security',
    -- The row must outlive the account.
    case when queue_notice.change <> 'account_deleted' then account.id end,
    a.address,
    private.email_clock(),
    private.email_clock(),
    jsonb_build_object(
      'change', queue_notice.change,
      'detail', coalesce(queue_notice.detail, ''),
      'subject', queue_notice.subject,
      'email', account.email,
      'zone', coalesce(
        (select e.zone from private.member_emails as e where e.user_id = account.id order by e.id limit 1),
        (
          select p.zone from public.recipients as p
          where p.user_id = account.id and p.zone is not null order by p.last_seen_at desc nulls last limit 1
        ),
        'UTC'
      )
    )
  from (
    select lower(account.email)
    union
    select lower(queue_notice.other_address)
    union
    -- An intruder may begin by changing the address.
    select lower(o.data ->> 'subject') from private.outbox as o
    where o.user_id = account.id and o.kind = 'security' and o.data ->> 'change' = 'email_changed'
      and o.since > private.email_clock() - interval '48 hours' and not o.data ? 'isVoid'
      and not private.is_newcomer(account.id, o.data ->> 'subject', o.since)
  ) as a (address)
  -- The address of an unconfirmed account is unproven.
  where account.email_confirmed_at is not null and coalesce(a.address, '') <> ''
$$;

create or replace function private.device_hash(user_agent text, ip inet) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(
    -- Neither a browser update nor another address of the same provider makes a new device.
    regexp_replace(coalesce(user_agent, ''), '[0-9._]+', '', 'g') || ' '
      || coalesce(network(set_masklen(a.ip, case family(a.ip) when 4 then 16 else 32 end))::text, ''),
    'UTF8'
  ))
  from (
    -- An IPv4 address, as some proxies write it.
    select case when device_hash.ip <<= '::ffff:0:0/96' then replace(host(device_hash.ip), '::ffff:', '')::inet else device_hash.ip end
      as ip
  ) as a
$$;

create or replace function private.tg_sessions__notify_of_device() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_account constant auth.users := (select u from auth.users as u where u.id = new.user_id);
  v_is_first constant boolean := not exists (select from private.known_devices as d where d.user_id = new.user_id);
  v_hashed constant bytea := private.device_hash(new.user_agent, new.ip);
  v_is_new boolean;
begin
  -- A sign-in at the same moment waited for the button, and may be the intruder's.
  if exists (
    select from private.outbox as o
    where o.user_id = new.user_id and o.kind = 'security'
      and (o.data ->> 'undoneAt')::timestamptz > now() - interval '2 seconds'
  ) then
    perform private.fail('session.required');
  end if;
  insert into private.known_devices as d (user_id, device)
  values (new.user_id, v_hashed)
  on conflict (user_id, device) do update set last_at = now()
  returning d.xmax = 0 into v_is_new;
  -- Two of these never wait for each other's rows.
  delete from private.known_devices as d
  where d.user_id = new.user_id and d.device = any(array(
    select past.device from (
      select k.device, k.last_at, row_number() over (order by k.last_at desc) as place
      from private.known_devices as k where k.user_id = new.user_id
    ) as past
    join private.known_devices as k on k.user_id = new.user_id and k.device = past.device
    where past.place > 50 or past.last_at < now() - interval '400 days'
    for update of k skip locked
  ));
  -- An intruder who knows the password could fill the mailbox.
  if v_is_new and not v_is_first and (
    select count(*) from private.outbox as o
    where o.user_id = new.user_id and o.kind = 'security' and o.data ->> 'change' = 'new_device'
      and o.since > private.email_clock() - interval '1 day'
  ) < 5 then
    perform private.queue_notice(v_account, 'new_device', left(new.user_agent, 256), encode(v_hashed, 'hex'));
  end if;
  return null;
end
$$;

create or replace function public.delete_account(workspaces uuid[] default '{}') returns void
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  v_me uuid := private.require_session();
  v_sole uuid[];
begin
  -- Locks workspaces first, then requests, each in a fixed order. This serialises two owners who leave at the same
  -- time, and anyone who joins, creates a workspace or answers in between is taken into account.
  perform from public.profiles as f where f.user_id = v_me for update;
  perform from public.workspaces as w
  where w.id in (select m.workspace_id from public.members as m where m.user_id = v_me and m.role = 'owner')
  order by w.id for update;

  select coalesce(array_agg(m.workspace_id), '{}') into v_sole
  from public.members as m
  where m.user_id = v_me and m.role = 'owner'
    and not exists (
      select from public.members as o
      where o.workspace_id = m.workspace_id and o.role = 'owner' and o.user_id <> v_me
    );
  if exists (select from public.members as o where o.workspace_id = any(v_sole) and o.user_id <> v_me) then
    perform private.fail('workspace.last_owner');
  elsif not v_sole <@ private.my_workspaces() then
    perform private.fail('insufficient_aal');
  elsif not v_sole <@ coalesce(delete_account.workspaces, '{}') then
    -- Data that can't be recovered is deleted only if the caller named it.
    perform private.fail('account.changed');
  end if;
  perform private.require_fresh_proof('delete_account');

  perform from public.requests as r
  where r.workspace_id = any(v_sole) or r.id = any(private.my_requests()) or r.id = any(private.my_handed_requests())
    or r.id in (select f.request_id from public.files as f where f.uploaded_by = v_me and f.status = 'uploading')
  order by r.id for update;
  -- Only the deleted account could have finished these uploads.
  update public.files as f
  set status = 'removed', removed_at = now(), removed_by = v_me
  where f.uploaded_by = v_me and f.status = 'uploading';
  delete from public.workspaces as w where w.id = any(v_sole);
  delete from auth.users as u where u.id = v_me;
end
$$;

create or replace function public.create_workspace(name text, display_name text default null, zone text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_me uuid := private.require_session();
  v_workspace_name text := private.one_line(create_workspace.name);
  v_own_name text := coalesce(
    private.one_line(create_workspace.display_name),
    (select f.display_name from public.profiles as f where f.user_id = v_me)
  );
  v_workspace uuid;
begin
  if not private.fits(v_workspace_name, 1, 80) or not private.is_name(v_workspace_name) then
    perform private.fail('workspace.name');
  elsif not private.fits(v_own_name, 1, 80) or not private.is_name(v_own_name) then
    perform private.fail('profile.name');
  end if;
  insert into public.profiles as f (user_id, display_name)
  values (v_me, v_own_name)
  on conflict (user_id) do update set display_name = excluded.display_name;
  -- The profile's row is locked by now, so workspaces that are created at the same time are counted one after another.
  if (select count(*) from public.members as m where m.user_id = v_me and m.role = 'owner')
    >= (select q.most from private.quotas as q where q.name = 'workspaces')
  then
    perform private.fail('quota.workspaces');
  end if;
  -- Deleting one frees its place, and its record of the day's new addresses goes with it.
  perform private.use_quota('new_workspaces', v_me::text, 1);
  insert into public.workspaces as w (name, zone)
  values (v_workspace_name, coalesce(private.known_zone(create_workspace.zone), 'UTC'))
  returning w.id into v_workspace;
  insert into public.members (workspace_id, user_id, role) values (v_workspace, v_me, 'owner');
  return v_workspace;
end
$$;

create or replace function public.delete_workspace(workspace uuid) returns void
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
begin
  perform private.lock_workspace(delete_workspace.workspace, 'owner');
  -- Before anything else is locked.
  perform private.require_fresh_proof('delete_workspace');
  -- In the order that every writer uses, to avoid a deadlock with a recipient who answers.
  perform from public.requests as r where r.workspace_id = delete_workspace.workspace order by r.id for update;
  delete from public.workspaces as w where w.id = delete_workspace.workspace;
end
$$;

create or replace function public.workspace_members(workspace uuid)
returns table (user_id uuid, name text, email text, role text, has_second_factor boolean, joined_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_is_manager constant boolean := private.require_role(workspace_members.workspace, 'member') <> 'member';
begin
  return query
    select
      m.user_id, f.display_name, u.email::text, m.role,
      -- Only those who can act on it see who is easier to attack.
      case when v_is_manager then private.has_second_factor(m.user_id) end,
      m.created_at
    from public.members as m
    join public.profiles as f on f.user_id = m.user_id
    join auth.users as u on u.id = m.user_id
    where m.workspace_id = workspace_members.workspace
    order by private.rank_of(m.role) desc, lower(f.display_name), m.user_id;
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
  if v_theirs = 'owner' and remove_member.member <> v_me then
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

create or replace function private.hand_over_requests(workspace uuid, member uuid, heir uuid) returns void
language sql set search_path = '' as $$
  -- Otherwise no member might be notified of what arrives. Locked in one order, to avoid a deadlock with a recipient's answer.
  with watched as (
    select r.id from public.requests as r
    where hand_over_requests.heir is not null and r.workspace_id = hand_over_requests.workspace and r.status <> 'cancelled'
      and (r.assignee = hand_over_requests.member or private.is_watched(r, hand_over_requests.member))
    order by r.id
    for key share
  )
  insert into private.watchers (request_id, user_id) select w.id, hand_over_requests.heir from watched as w
  on conflict do nothing;
  delete from private.watchers as w using public.requests as r
  where r.id = w.request_id and r.workspace_id = hand_over_requests.workspace and w.user_id = hand_over_requests.member;
  with looked_after as (
    select r.id from public.requests as r
    where hand_over_requests.heir is not null and r.workspace_id = hand_over_requests.workspace and r.assignee = hand_over_requests.member
      and r.status in ('draft', 'open')
    order by r.id
    for no key update
  )
  update public.requests as r set assignee = hand_over_requests.heir from looked_after as t where r.id = t.id;
  with looked_after as (
    select r.id from public.requests as r
    join private.repeats as s on s.request_id = r.id
    where hand_over_requests.heir is not null and s.workspace_id = hand_over_requests.workspace and s.sender = hand_over_requests.member
    order by r.id
    for no key update of r
  )
  -- The successor is notified of the next day as if it had just been set.
  update private.repeats as s set sender = hand_over_requests.heir, is_told = false from looked_after as t where s.request_id = t.id
$$;

create or replace function private.lock_workspace(workspace uuid, lowest text) returns text
language plpgsql set search_path = '' as $$
begin
  perform private.require_role(lock_workspace.workspace, lock_workspace.lowest);
  perform from public.workspaces as w where w.id = lock_workspace.workspace for no key update;
  -- It may have changed while this waited.
  return private.require_role(lock_workspace.workspace, lock_workspace.lowest);
end
$$;

create or replace function public.invite_member(workspace uuid, email text, role text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_mine constant integer := private.rank_of(private.lock_workspace(invite_member.workspace, 'admin'));
  v_address constant text := lower(private.trimmed(coalesce(invite_member.email, '')));
  v_made private.invitations;
begin
  delete from private.invitations as i
  where i.workspace_id = invite_member.workspace and i.expires_at < now() - interval '90 days';
  if coalesce(private.rank_of(invite_member.role) > v_mine, true) then
    perform private.fail('workspace.role');
  elsif not private.is_address(v_address) then
    perform private.fail('invitation.email');
  elsif exists (
    select from public.members as m join auth.users as u on u.id = m.user_id
    where m.workspace_id = invite_member.workspace and lower(u.email) = v_address
  ) then
    perform private.fail('invitation.member');
  elsif exists (
    select from private.invitations as i
    where i.workspace_id = invite_member.workspace and i.email = v_address and i.accepted_at is null
  ) then
    perform private.fail('invitation.exists');
  elsif (
    (select count(*) from public.members as m where m.workspace_id = invite_member.workspace)
    + (
      select count(*) from private.invitations as i
      where i.workspace_id = invite_member.workspace and i.accepted_at is null
    )
  ) >= (select q.most from private.quotas as q where q.name = 'members') then
    perform private.fail('quota.members');
  end if;
  -- A thief must not use a stolen session to invite another account.
  perform private.require_fresh_proof('roles');
  perform private.count_invited(invite_member.workspace, v_address);
  insert into private.invitations as i (workspace_id, email, role, invited_by)
  values (invite_member.workspace, v_address, invite_member.role, auth.uid())
  returning i.* into v_made;
  perform private.queue_invitation(v_made);
  return v_made.id;
end
$$;

create or replace function public.tag_person(person uuid, tag uuid, tagged boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_main private.people := private.require_person(tag_person.person);
  v_changed integer;
begin
  perform private.lock_people(v_main.workspace_id, false);
  -- They may have been merged in between.
  v_main := private.require_person(tag_person.person);
  -- One tag at a time, so that they are counted.
  perform from private.people as p where p.id = v_main.id for no key update;
  -- An address corrected in between may no longer belong to any recipient.
  if not found or tag_person.tagged is null then
    perform private.fail('not_found');
  elsif not tag_person.tagged then
    delete from private.person_tags as g where g.person_id = v_main.id and g.tag_id = tag_person.tag;
  elsif not exists (
    select from public.tags as t where t.id = tag_person.tag and t.workspace_id = v_main.workspace_id
  ) then
    perform private.fail('tag.deleted');
  elsif (
    select count(*) from private.person_tags as g where g.person_id = v_main.id and g.tag_id <> tag_person.tag
  ) >= 10 then
    perform private.fail('tag.too_many_here');
  else
    insert into private.person_tags (person_id, tag_id, workspace_id)
    values (v_main.id, tag_person.tag, v_main.workspace_id) on conflict do nothing;
  end if;
  get diagnostics v_changed = row_count;
  return v_changed > 0;
end
$$;

create or replace function private.lock_as_member(request uuid) returns public.requests
language plpgsql set search_path = '' as $$
declare
  v_locked public.requests;
begin
  perform private.require_session();
  select r.* into v_locked from public.requests as r
  where r.id = lock_as_member.request and r.workspace_id = any(private.my_workspaces())
    -- The template copy of a job can't be changed.
    and not (r.is_template and exists (select from private.jobs as j where j.checklist_id = r.id))
  for update;
  if not found then
    perform private.fail('not_found');
  elsif v_locked.deleted_at is not null then
    perform private.fail('request.deleted');
  end if;
  return v_locked;
end
$$;

create or replace function private.lock_as_recipient(request uuid) returns public.requests
language plpgsql set search_path = '' as $$
declare
  v_requests constant uuid[] := private.my_requests() || private.my_handed_requests();
  v_locked public.requests;
begin
  perform private.require_session();
  select r.* into v_locked from public.requests as r
  where r.id = lock_as_recipient.request and r.id = any(v_requests)
  for update;
  -- The last hand-off may have been undone while this waited for the request.
  if not found or not v_locked.id = any(private.my_requests() || private.my_handed_requests()) then
    perform private.fail('not_found');
  elsif v_locked.status <> 'open' then
    perform private.fail('request.closed');
  end if;
  return v_locked;
end
$$;

create or replace function private.lock_item_as_recipient(item uuid) returns public.items
language plpgsql set search_path = '' as $$
declare
  -- Read whether or not the item exists, so that the work doesn't reveal it.
  v_requests constant uuid[] := private.my_requests();
  v_items constant uuid[] := private.my_items();
  v_parent public.requests;
  v_locked public.items;
begin
  perform private.require_session();
  select r.* into v_parent from public.requests as r
  where r.id = (
      select i.request_id from public.items as i where i.id = lock_item_as_recipient.item and i.removed_at is null
    )
    and (r.id = any(v_requests) or lock_item_as_recipient.item = any(v_items))
  for update;
  if not found then
    perform private.fail('not_found');
  end if;
  -- The item or the person may have been removed, or the hand-off undone, while this waited for the request.
  select i.* into v_locked from public.items as i
  where i.id = lock_item_as_recipient.item and i.removed_at is null
    and (v_parent.id = any(private.my_requests()) or i.id = any(private.my_items()))
  for update;
  if not found then
    perform private.fail('not_found');
  -- A request that is done because of the decisions still takes optional items.
  elsif v_parent.status not in ('open', 'done') or v_parent.closed_by is not null then
    perform private.fail('request.closed');
  elsif v_parent.paused_at is not null then
    perform private.fail('request.paused');
  elsif v_locked.status in ('accepted', 'waived') then
    perform private.fail('item.locked');
  end if;
  return v_locked;
end
$$;

create or replace function private.lock_to_copy(request uuid) returns public.requests
language plpgsql set search_path = '' as $$
begin
  -- The new row refers to the workspace and a member of it. Deleting the workspace or removing the member locks the
  -- workspace before its requests; a weaker lock than this one would let both wait for each other.
  perform from public.workspaces as w
  where w.id = (
    select r.workspace_id from public.requests as r
    where r.id = lock_to_copy.request and r.workspace_id = any(private.my_workspaces())
  )
  for share;
  return private.lock_as_member(lock_to_copy.request);
end
$$;

create or replace function private.write_items(request public.requests, list jsonb, moment timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  update public.items as i
  set
    position = w.position, section = w.section, title = w.title, instructions = w.instructions, kind = w.kind,
    required = w.required, accepts = w.accepts, expected_files = w.expected_files, choices = w.choices,
    multiple = w.multiple, sensitive = w.sensitive,
    changed_at = case
      -- Another heading, or blurring, changes nothing that recipients have to do.
      when private.item_words(i) - array['section', 'sensitive'] <> private.item_words(w) - array['section', 'sensitive']
        then coalesce(write_items.moment, i.changed_at)
      else i.changed_at
    end
  from private.listed_items(write_items.list) as w
  where w.id = i.id and (private.item_words(i), i.position) is distinct from (private.item_words(w), w.position);
  insert into public.items (
    id, request_id, workspace_id, position, section, title, instructions, kind, required, accepts, expected_files,
    choices, multiple, sensitive, changed_at
  )
  select
    w.id, request.id, request.workspace_id, w.position, w.section, w.title, w.instructions, w.kind, w.required,
    w.accepts, w.expected_files, w.choices, w.multiple, w.sensitive, write_items.moment
  from private.listed_items(write_items.list) as w
  where not exists (select from public.items as i where i.id = w.id);
  -- Fewer files may be expected now than have arrived.
  update public.items as i
  set status = 'submitted', revision = i.revision + 1
  where i.request_id = request.id and i.removed_at is null and i.status = 'partial' and i.kind = 'file'
    and i.expected_files <= private.stored_files(i.id);
end
$$;

create or replace function private.edit_recipients(request public.requests, list jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  v_is_sent constant boolean := request.status <> 'draft';
  v_fresh text[];
begin
  v_fresh := array(
    select w.email from private.listed_recipients(edit_recipients.list) as w
    where not exists (
      select from public.recipients as p
      where p.request_id = request.id and p.removed_at is null and p.email = w.email
    )
  );
  if v_is_sent then
    if jsonb_array_length(coalesce(edit_recipients.list, '[]')) = 0 then
      perform private.fail('recipient.last');
    end if;
    -- A person with single items may be a member, which recipients aren't told.
    perform private.require_no_members(request, v_fresh || array(
      select p.email from public.recipients as p
      join private.listed_recipients(edit_recipients.list) as w on w.email = p.email
      where p.request_id = request.id and p.removed_at is null and p.scope = 'items'
    ));
    perform private.count_addressed(request, v_fresh);
  end if;

  perform private.widen_recipients(request, edit_recipients.list);
  perform private.replace_recipients(request, edit_recipients.list, v_fresh);
  perform private.rename_recipients(request, edit_recipients.list);
  perform private.add_recipients(request, edit_recipients.list);

  if v_is_sent then
    -- Removed ones are kept, so those count too.
    if (select count(*) from public.recipients as p where p.request_id = request.id and p.scope = 'all') > 100 then
      perform private.fail('draft.too_many_recipients');
    end if;
    update public.access_requests as a
    set decided_at = now(), decided_by = auth.uid(), is_added = true
    where a.request_id = request.id and a.decided_at is null and a.email = any(v_fresh);
  end if;
end
$$;

create or replace function public.send_request(request uuid, invite boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests;
begin
  perform private.require_session();
  -- Before the request, as remove_member locks them: the sender of an unassigned request becomes its assignee.
  perform from public.members as m
  where m.user_id = auth.uid() and m.workspace_id = any(private.my_workspaces())
    and m.workspace_id = (select r.workspace_id from public.requests as r where r.id = send_request.request)
  for share;
  v_locked := private.lock_as_member(send_request.request);
  if v_locked.is_template then
    perform private.fail('template.sent');
  end if;
  perform private.open_draft(v_locked, coalesce(send_request.invite, false));
end
$$;

create or replace function public.edit_request(request uuid, revision integer, change jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_locked public.requests := private.lock_as_member(edit_request.request);
  v_is_sent constant boolean := v_locked.status <> 'draft';
  v_made public.requests;
  v_change constant jsonb := case
    -- A template has no recipients and no due date.
    when v_locked.is_template and jsonb_typeof(edit_request.change) = 'object'
      then edit_request.change - array['due_on', 'recipients']
    else coalesce(edit_request.change, 'null')
  end;
begin
  if v_locked.status = 'cancelled' then
    perform private.fail('request.closed');
  elsif v_locked.revision is distinct from edit_request.revision then
    perform private.fail('request.stale');
  elsif jsonb_typeof(v_change) <> 'object' then
    perform private.fail('draft.title');
  end if;
  perform private.check_draft(
    jsonb_build_object('title', v_locked.title, 'message', v_locked.message, 'due_on', v_locked.due_on) || v_change
  );
  v_made := private.edited_request(v_locked, v_change);
  update public.requests as r
  set
    title = v_made.title, message = v_made.message, due_on = v_made.due_on, due_after_days = v_made.due_after_days,
    revision = r.revision + 1,
    changed_at = case
      when v_is_sent
        and (v_made.title, v_made.message, v_made.due_on) is distinct from (v_locked.title, v_locked.message, v_locked.due_on)
      then clock_timestamp()
      else r.changed_at
    end,
    last_activity_at = clock_timestamp()
  where r.id = v_locked.id;
  if v_is_sent then
    perform private.note_request_edits(v_locked, v_made);
  end if;
  if v_change ? 'items' then
    perform private.edit_items(v_locked, v_change -> 'items');
  end if;
  if v_change ? 'recipients' then
    perform private.edit_recipients(v_locked, v_change -> 'recipients');
  end if;
  if v_is_sent then
    perform private.update_request_status(v_locked.id);
  end if;
  return v_locked.revision + 1;
end
$$;

create or replace function public.list_requests(
  workspace uuid,
  filter text,
  sort text,
  today date,
  after_activity timestamptz default null,
  after_due date default null,
  after_id uuid default null,
  assignee uuid default null,
  tag uuid default null,
  repeats boolean default false,
  due_from date default null,
  due_until date default null
) returns setof public.requests
language plpgsql stable security definer rows 50 set search_path = '' set jit = off as $$
declare
  v_per_page constant integer := 50;
  v_key constant uuid := private.list_key(assignee, tag, repeats);
  v_stages constant text[] := private.list_stages(filter);
  v_listed uuid[];
begin
  perform private.require_list(workspace, filter, today);
  perform private.require_list_position(sort, after_activity, after_due, after_id);
  -- Requests due in a range of days are adjacent only in the order of due dates.
  if num_nonnulls(due_from, due_until) = 1 or num_nonnulls(due_from, due_until) = 2 and sort <> 'due' then
    perform private.fail('list.unknown');
  end if;
  -- The first page begins after a position before every row.
  v_listed := case
    when sort = 'due' then private.list_by_due(
      workspace, v_key, v_stages, coalesce(due_from, '-infinity'), least(due_until, private.last_due(filter, today)),
      case when after_id is null then coalesce(due_from, '-infinity') else coalesce(after_due, 'infinity') end,
      coalesce(after_id, '00000000-0000-0000-0000-000000000000'), v_per_page
    )
    when filter = 'overdue' then private.list_overdue_by_activity(
      workspace, v_key, today, coalesce(after_activity, 'infinity'),
      coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), v_per_page
    )
    else private.list_by_activity(
      workspace, v_key, v_stages, coalesce(after_activity, 'infinity'),
      coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'), v_per_page
    )
  end;
  return query
    select r.* from unnest(v_listed) with ordinality as l (id, place) join public.requests as r on r.id = l.id
    order by l.place;
end
$$;

create or replace function private.count_listed(
  workspace uuid, key uuid, filter text, today date, due_from date, due_until date
) returns integer
language sql stable set search_path = '' as $$
  select count(*)::integer
  from (
    select from unnest(private.list_stages(filter)) as s (stage)
    cross join lateral (
      select from private.list_entries as e
      where e.workspace_id = workspace and e.key = count_listed.key and e.stage = s.stage
        and e.due_on between coalesce(due_from, '-infinity') and least(due_until, private.last_due(filter, today))
      limit 1000
    ) as e
    limit 1000
  ) as c
  -- Both or neither, as for the list.
  where num_nonnulls(due_from, due_until) <> 1
$$;

create or replace function private.tg_events__chain() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_last public.events;
begin
  -- Every writer has locked the request already. This covers any that forgets to.
  perform from public.requests as r where r.id = new.request_id for no key update;
  select e.* into v_last from public.events as e where e.request_id = new.request_id order by e.seq desc limit 1;
  new.seq := coalesce(v_last.seq, 0) + 1;
  new.salt := uuid_send(gen_random_uuid());
  new.text_hash := private.event_text_hash(new);
  new.previous_hash := coalesce(v_last.hash, decode(repeat('00', 32), 'hex'));
  new.hash := private.event_hash(new);
  return new;
end
$$;

create or replace function private.set_assignee(locked public.requests, assignee uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if set_assignee.assignee is not distinct from locked.assignee then
    return;
  end if;
  update public.requests as r set assignee = set_assignee.assignee where r.id = locked.id;
  if set_assignee.assignee is not null then
    -- Unassigning keeps the current watchers.
    insert into private.watchers as w (request_id, user_id, stopped_at)
    select locked.id, told.user_id, told.stopped_at
    from (values (set_assignee.assignee, null::timestamptz), (locked.assignee, now())) as told (user_id, stopped_at)
    where told.user_id is not null
    on conflict (request_id, user_id) do update set stopped_at = excluded.stopped_at;
  end if;
end
$$;

create or replace function private.members_to_notify(request public.requests) returns setof uuid
language sql stable set search_path = '' as $$
  with watching as (
    select m.user_id from public.members as m
    where m.workspace_id = request.workspace_id
      and (private.is_watched(request, m.user_id) or m.user_id = request.assignee)
  )
  select user_id from watching
  union
  -- Fall back to the owners so that at least one person is notified.
  select m.user_id from public.members as m
  where m.workspace_id = request.workspace_id and m.role = 'owner' and not exists (select from watching)
$$;

create or replace function public.my_checklist(request uuid)
returns table (
  title text, due_on date, status text, paused_at timestamptz, is_closed boolean, workspace_name text, sender_name text,
  handed_by text[], first_seen_at timestamptz, visited_before_at timestamptz, promised_on date, muted_at timestamptz,
  added_by jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me constant uuid := private.require_session();
  v_person constant uuid := (
    select p.id from public.recipients as p
    where p.request_id = my_checklist.request and p.user_id = v_me and p.scope = 'items'
  );
begin
  if v_person is null then
    return;
  end if;
  return query
  select
    r.title, r.due_on, r.status, r.paused_at,
    -- That it was closed, not by whom.
    r.closed_by is not null,
    w.name,
    coalesce((
      select e.actor_name from public.events as e where e.request_id = r.id and e.kind = 'sent' order by e.seq desc limit 1
    ), ''),
    array(select distinct h.handed_by_name from public.recipient_items as h where h.recipient_id = p.id order by 1),
    p.first_seen_at, p.visited_before_at, p.promised_on, p.muted_at,
    coalesce((
      select jsonb_object_agg(e.file_id, e.actor_name)
      from public.recipient_items as h
      join public.events as e on e.item_id = h.item_id and e.kind = 'file_added'
      join public.files as f on f.id = e.file_id
      where h.recipient_id = p.id and (r.status <> 'cancelled' or f.uploaded_by = v_me)
    ), '{}')
  from public.recipients as p
  join public.requests as r on r.id = p.request_id
  join public.workspaces as w on w.id = r.workspace_id
  where p.id = v_person
    and exists (
      select from public.recipient_items as h join public.items as i on i.id = h.item_id and i.removed_at is null
      where h.recipient_id = p.id
    );
end
$$;

create or replace function public.request_people(request uuid) returns table (name text, is_me boolean, scope text, items uuid[])
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me uuid := private.require_session();
  -- Read whether or not the request exists, so that the work doesn't reveal it.
  v_my_workspaces constant uuid[] := private.my_workspaces();
  v_my_requests constant uuid[] := private.my_requests();
begin
  if not exists (
    select from public.requests as r
    where r.id = request_people.request and (r.workspace_id = any(v_my_workspaces) or r.id = any(v_my_requests))
  ) then
    perform private.fail('not_found');
  end if;
  return query
    select
      coalesce(nullif(p.name, ''), f.display_name, p.email), coalesce(p.user_id = v_me, false),
      p.scope,
      array(select h.item_id from public.recipient_items as h where h.recipient_id = p.id order by h.at, h.item_id)
    from public.recipients as p
    left join public.profiles as f on f.user_id = p.user_id
    where p.request_id = request_people.request and p.removed_at is null
    order by p.created_at, p.email;
end
$$;

create or replace function private.before_submission(item public.items) returns text
language sql stable set search_path = '' as $$
  select case
    when exists (
      select from public.files as f
      where f.item_id = item.id and f.status = 'stored' and f.verdict is null and not f.added_by_member
    ) then 'partial'
    -- Removed files too: they were returned before.
    when item.reason is not null
      or exists (select from public.files as f where f.item_id = item.id and f.verdict is not null) then 'returned'
    else 'missing'
  end
$$;

create or replace function public.hand_off_item(item uuid, email text, name text default '') returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_locked constant public.items := private.lock_item_for_question(
    hand_off_item.item, (select i.request_id from public.items as i where i.id = hand_off_item.item)
  );
  v_parent public.requests;
  v_address constant text := lower(private.trimmed(coalesce(hand_off_item.email, '')));
  v_named constant text := coalesce(private.one_line(hand_off_item.name), '');
  v_is_member constant boolean := v_locked.workspace_id = any(private.my_workspaces());
  v_person public.recipients;
begin
  select r.* into v_parent from public.requests as r where r.id = v_locked.request_id;
  if not (v_is_member or v_parent.id = any(private.my_requests())) then
    perform private.fail('hand_off.passed_on');
  elsif v_locked.status in ('accepted', 'waived') then
    perform private.fail('item.locked');
  end if;
  perform private.check_recipients(jsonb_build_array(jsonb_build_object('email', v_address, 'name', v_named)));
  perform private.require_stranger(v_parent, v_address);
  if exists (select from public.recipient_items as h where h.item_id = v_locked.id) then
    perform private.fail('hand_off.taken');
  end if;
  select p.* into v_person from public.recipients as p
  where p.request_id = v_parent.id and p.removed_at is null and p.email = v_address;
  if v_person.scope = 'all' then
    perform private.fail('hand_off.recipient');
  end if;
  perform private.use_quota('hand_offs', auth.uid()::text, 1);
  if v_person.id is null then
    v_person := private.add_helper(v_parent, v_address, v_named);
  end if;
  insert into public.recipient_items (item_id, recipient_id, request_id, workspace_id, handed_by, handed_by_name)
  values (
    v_locked.id, v_person.id, v_parent.id, v_parent.workspace_id, auth.uid(),
    case
      when v_is_member then private.my_name(v_parent.id)
      -- It appears in an email to a person unknown to the workspace, so it isn't a name that anyone can choose.
      else (
        select coalesce(nullif(p.name, ''), p.email) from public.recipients as p
        where p.request_id = v_parent.id and p.user_id = auth.uid()
      )
    end
  );
  perform private.add_event(
    v_parent.id, 'handed_off', v_locked.id,
    data => jsonb_build_object('name', coalesce(nullif(v_person.name, ''), v_person.email))
  );
end
$$;

create or replace function private.add_helper(request public.requests, address text, name text) returns public.recipients
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  v_person public.recipients;
begin
  -- Removed ones are kept, so those count too, but not towards the recipients that members list.
  if (
    select count(*) filter (where p.removed_at is null) >= 20 or count(*) >= 50
    from public.recipients as p where p.request_id = request.id and p.scope = 'items'
  ) then
    perform private.fail('draft.too_many_recipients');
  end if;
  if request.workspace_id = any(private.my_workspaces()) then
    perform private.count_addressed(request, array[add_helper.address]);
  else
    -- The workspace's own count would reveal to a recipient whom it has written to today.
    perform private.use_quota('address', private.address_key(auth.uid(), add_helper.address), 1);
  end if;
  insert into public.recipients as p (request_id, workspace_id, email, name, scope, muted_at)
  values (
    request.id, request.workspace_id, add_helper.address, add_helper.name, 'items',
    -- A person who wanted no email about this request still wants none.
    (select max(o.muted_at) from public.recipients as o where o.request_id = request.id and o.email = add_helper.address)
  )
  returning p.* into v_person;
  return v_person;
end
$$;

create or replace function public.take_back_item(item uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- Read whether or not the item exists, so that the work doesn't reveal it.
  v_workspaces constant uuid[] := private.my_workspaces();
  v_requests constant uuid[] := private.my_requests();
  v_parent public.requests;
  v_holder uuid;
  v_person public.recipients;
begin
  perform private.require_session();
  select r.* into v_parent from public.requests as r
  where r.id = (select h.request_id from public.recipient_items as h where h.item_id = take_back_item.item)
    and (r.workspace_id = any(v_workspaces) or r.id = any(v_requests))
  for update;
  if not found then
    perform private.fail('not_found');
  end if;
  -- While this waited for the request, the hand-off may have been undone or the caller removed.
  delete from public.recipient_items as h
  where h.item_id = take_back_item.item
    and (v_parent.workspace_id = any(private.my_workspaces()) or v_parent.id = any(private.my_requests()))
  returning h.recipient_id into v_holder;
  if v_holder is null then
    perform private.fail('not_found');
  end if;
  select p.* into v_person from public.recipients as p where p.id = v_holder;
  perform private.add_event(
    v_parent.id, 'taken_back', take_back_item.item,
    data => jsonb_build_object('name', coalesce(nullif(v_person.name, ''), v_person.email))
  );
  -- A person with nothing left to answer is no longer asked, and reads nothing.
  update public.recipients as p set removed_at = clock_timestamp(), user_id = null
  where p.id = v_holder and not exists (select from public.recipient_items as h where h.recipient_id = v_holder);
end
$$;

create or replace function private.apply_decision(item public.items, status text, reason text, received_elsewhere boolean)
returns integer
language sql set search_path = '' as $$
  update public.items as i
  set
    status = apply_decision.status,
    reason = apply_decision.reason,
    received_elsewhere = apply_decision.received_elsewhere,
    -- Undoing a decision leaves the item undecided, as before.
    decided_by = case when apply_decision.status not in ('missing', 'partial', 'submitted') then auth.uid() end,
    decided_at = case when apply_decision.status not in ('missing', 'partial', 'submitted') then now() end,
    revision = i.revision + 1
  where i.id = (apply_decision.item).id
  returning i.revision
$$;

create or replace function public.resolve_question(question uuid, resolved boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.questions := private.lock_question(resolve_question.question);
  v_is_resolved constant boolean := coalesce(resolve_question.resolved, true);
begin
  if (v_locked.resolved_at is not null) = v_is_resolved then
    return;
  end if;
  -- Each change adds a line to the history, so their number is limited.
  perform private.use_quota('messages', auth.uid()::text, 1);
  update public.questions as q set resolved_at = case when v_is_resolved then now() end where q.id = v_locked.id;
  perform private.add_event(
    v_locked.request_id, case when v_is_resolved then 'question_resolved' else 'question_reopened' end, v_locked.item_id
  );
end
$$;

create or replace function public.read_questions(item uuid, until timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_me constant uuid := private.require_session();
  -- Read whether or not the item exists, so that the work doesn't reveal it.
  v_workspaces constant uuid[] := private.my_workspaces();
  v_requests constant uuid[] := private.my_requests();
  v_items constant uuid[] := private.my_items();
begin
  insert into private.question_reads as r (question_id, user_id, until)
  select q.id, v_me, least(q.last_message_at, read_questions.until)
  from public.questions as q
  where q.item_id = read_questions.item
    and (q.workspace_id = any(v_workspaces) or q.request_id = any(v_requests) or q.item_id = any(v_items))
    and read_questions.until is not null and private.is_unread(q, v_me)
  on conflict (question_id, user_id) do update set until = greatest(r.until, excluded.until);
end
$$;

create or replace function private.lock_question(question uuid) returns public.questions
language plpgsql set search_path = '' as $$
declare
  v_locked public.questions;
begin
  select q.* into v_locked from public.questions as q where q.id = lock_question.question;
  perform private.lock_item_for_question(v_locked.item_id, v_locked.request_id);
  -- It may have been resolved while this waited for the request.
  select q.* into v_locked from public.questions as q where q.id = lock_question.question;
  return v_locked;
end
$$;

create or replace function private.lock_item_for_question(item uuid, request uuid) returns public.items
language plpgsql set search_path = '' as $$
declare
  -- Read whether or not the item exists, so that the work doesn't reveal it.
  v_workspaces constant uuid[] := private.my_workspaces();
  v_requests constant uuid[] := private.my_requests();
  v_items constant uuid[] := private.my_items();
  v_parent public.requests;
  v_locked public.items;
begin
  perform private.require_session();
  select r.* into v_parent from public.requests as r
  where r.id = lock_item_for_question.request
    and (r.workspace_id = any(v_workspaces) or r.id = any(v_requests) or lock_item_for_question.item = any(v_items))
  for update;
  -- A stranger learns nothing from what would be read next.
  if not found then
    perform private.fail('not_found');
  end if;
  -- The item or the person may have been removed, or the hand-off undone, while this waited for the request.
  select i.* into v_locked from public.items as i
  where i.id = lock_item_for_question.item and i.request_id = v_parent.id and i.removed_at is null
    and (
      v_parent.workspace_id = any(private.my_workspaces())
      or v_parent.id = any(private.my_requests())
      or i.id = any(private.my_items())
    );
  if not found then
    perform private.fail('not_found');
  elsif v_parent.status not in ('open', 'done') or v_parent.closed_by is not null then
    perform private.fail('request.closed');
  elsif v_parent.paused_at is not null and not v_parent.workspace_id = any(private.my_workspaces()) then
    perform private.fail('request.paused');
  end if;
  return v_locked;
end
$$;

create or replace function private.tg_recipients__queue_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_parent public.requests;
begin
  select r.* into v_parent from public.requests as r where r.id = new.request_id;
  if tg_op = 'UPDATE' and new.removed_at is null
    and num_nonnulls(old.invited_at, old.muted_at, old.unreachable_at) > 0
  then
    update public.recipients as p set invited_at = null, muted_at = null, unreachable_at = null where p.id = new.id;
  end if;
  -- A person who is handed an item is emailed even where the sender shares the link: nothing else tells them.
  if tg_op = 'INSERT' and new.scope = 'items' then
    perform private.queue_email('invitation', new, now(), now());
    return null;
  elsif v_parent.status <> 'open' then
    return null;
  elsif new.removed_at is not null then
    perform private.queue_email('ended', new, now(), now());
    return null;
  end if;
  if tg_op = 'UPDATE' and old.invited_at is not null then
    perform private.queue_email('ended', new, now(), now(), old.email);
  end if;
  if v_parent.invites then
    perform private.queue_email('invitation', new, now(), now());
  end if;
  return null;
end
$$;

create or replace function public.plan_email(batch integer default 100) returns integer
language plpgsql security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_due public.recipients;
  v_planned timestamptz;
  v_together uuid[];
  v_emails integer := 0;
begin
  for v_due in
    select p.* from public.recipients as p
    where num_nonnulls(p.next_reminder_at) = 1 and coalesce(p.next_reminder_at, 'infinity') <= v_moment
    order by coalesce(p.next_reminder_at, 'infinity'), p.id
    limit least(greatest(plan_email.batch, 1), 500)
    for no key update skip locked
  loop
    -- The email of an earlier round may cover this one.
    select p.* into v_due from public.recipients as p where p.id = v_due.id and p.next_reminder_at <= v_moment;
    continue when not found;
    -- A change of the request has locked it and may wait for the recipient, which is locked here.
    perform from public.requests as r where r.id = v_due.request_id for key share skip locked;
    continue when not found;
    v_planned := private.next_reminder(v_due);
    if v_planned is null or v_planned > v_moment then
      -- Something it depends on has changed without it, such as the workspace's zone.
      update public.recipients as p set remind_after = p.remind_after where p.id = v_due.id;
      continue;
    end if;
    v_together := private.reminded_together(v_due, v_moment);
    insert into private.outbox (kind, request_id, recipient_id, since, not_before, covers)
    values ('reminder', v_due.request_id, v_due.id, now(), v_moment, v_together)
    on conflict do nothing;
    -- This day of the plan is done, whatever the outcome of the email.
    update public.recipients as p set remind_after = greatest(v_moment, p.next_reminder_at) where p.id = any(v_together);
    v_emails := v_emails + 1;
  end loop;
  return v_emails + private.plan_summaries(least(greatest(plan_email.batch, 1), 500));
end
$$;

create or replace function public.claim_email(worker uuid, site text, awaits_receipts boolean default false)
returns table (id uuid, kind text, address text, name text, facts jsonb)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_due private.outbox;
  v_person public.recipients;
  v_verdict record;
begin
  -- Without an origin its links wouldn't work.
  if coalesce(claim_email.site !~ '^https?://[^/]+$', true) then
    return;
  end if;
  for v_due in
    select o.* from private.outbox as o
    where o.ended_at is null and o.not_before <= v_moment and (o.claimed_until is null or o.claimed_until < now())
    order by o.not_before, o.id
    limit 50
  loop
    -- Skip locked rows: another worker holds the email, or the request is being changed.
    select p.* into v_person from public.recipients as p where p.id = v_due.recipient_id for no key update skip locked;
    continue when not found and v_due.recipient_id is not null;
    select o.* into v_due from private.outbox as o
    where o.id = v_due.id and o.ended_at is null and o.not_before <= v_moment
      and (o.claimed_until is null or o.claimed_until < now())
    for update skip locked;
    continue when not found;
    select v.* into v_verdict
    from private.email_verdict(v_due, v_person, claim_email.site, claim_email.awaits_receipts) as v;
    if v_verdict.obstacle is not null then
      perform private.drop_email(v_due, v_verdict.obstacle);
    elsif v_verdict.wait is not null then
      update private.outbox as o set not_before = v_moment + v_verdict.wait, reason = v_verdict.waits_for
      where o.id = v_due.id;
    else
      return query select
        v_due.id, v_due.kind, private.lease_email(v_due, v_person, claim_email.worker, v_verdict.covers),
        coalesce(v_person.name, (select f.display_name from public.profiles as f where f.user_id = v_due.user_id), ''),
        v_verdict.facts;
      return;
    end if;
  end loop;
end
$$;

create or replace function private.note_email_failed(email private.outbox, outcome text) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  v_person public.recipients;
begin
  if email.recipient_id is not null and email.address is null
    and (note_email_failed.outcome = 'refused' or email.kind = 'invitation')
  then
    -- Members read on the request that nothing arrived, also where the address itself may be right.
    update public.recipients as p set unreachable_at = coalesce(p.unreachable_at, now())
    where p.id = email.recipient_id and private.address_hash(p.email) = email.sent_to
      -- A person who has opened the link needs no invitation, and an outage says nothing about an address.
      and (note_email_failed.outcome = 'refused' or p.user_id is null)
    returning p.* into v_person;
    if v_person.id is not null then
      perform private.add_email_event(v_person, 'unreachable');
    end if;
  end if;
end
$$;

create or replace function private.email_obstacle(email private.outbox, request public.requests, recipient public.recipients)
returns text
language sql stable set search_path = '' as $$
  select case
    when recipient.muted_at is not null then 'muted'
    when recipient.removed_at is not null and email.kind <> 'ended' then 'recipient_removed'
    when private.is_suppressed(coalesce(email.address, recipient.email)) then 'suppressed'
    when email.kind in ('invitation', 'update') and request.status not in ('open', 'done') then 'request_ended'
    when email.kind = 'update' and request.closed_by is not null then 'request_ended'
    -- A person who wasn't emailed learns of changes where they learnt of the request.
    when email.kind = 'update' and recipient.invited_at is null and recipient.user_id is null then 'not_invited'
    when email.kind = 'binned' and request.deleted_at is null then 'undone'
    when email.kind = 'binned' and recipient.invited_at is null and recipient.user_id is null then 'not_invited'
    when email.kind = 'deletion_decided' and private.decided_deletions(recipient, email.since) = '[]' then 'undone'
    when email.kind = 'ended' and email.address is null and recipient.invited_at is null then 'not_invited'
    when email.kind = 'ended' and email.address is null and recipient.removed_at is null
      and request.status in ('open', 'done') and request.closed_by is null then 'reopened'
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
        -- After a stop of all email, notices about the account still go out.
        or email.kind not in ('security', 'second_factor') and private.has_stopped_email(a.address)
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
    and not exists (
      select from private.emailed_addresses as a
      where a.workspace_id = v_parent and a.address_hash = private.address_hash(p.email)
    );
  return private.new_addresses_end_on(v_parent, v_waiting);
end
$$;

create or replace function public.send_reminders(request uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_locked public.requests := private.lock_as_member(send_reminders.request);
  v_reachable uuid[];
  v_due uuid[];
begin
  if v_locked.status <> 'open' then
    perform private.fail('request.closed');
  elsif v_locked.paused_at is not null then
    perform private.fail('request.paused');
  elsif v_locked.required_missing + v_locked.required_returned = 0 then
    perform private.fail('reminder.nothing');
  end if;
  select
    array_agg(p.id),
    array_agg(p.id) filter (
      where coalesce(p.emailed_at < private.email_clock() - interval '24 hours', true)
        and not exists (
          select from private.outbox as o
          where o.recipient_id = p.id and o.kind = 'reminder' and o.by_hand and o.ended_at is null
        )
    )
  into v_reachable, v_due
  from public.recipients as p
  where p.request_id = v_locked.id and num_nonnulls(p.removed_at, p.muted_at, p.unreachable_at) = 0
    and num_nonnulls(p.invited_at, p.user_id) > 0 and private.count_missing_for(p, v_locked) > 0;
  if v_reachable is null then
    perform private.fail('reminder.unreachable');
  elsif v_due is null then
    perform private.fail('reminder.soon');
  end if;
  insert into private.outbox (kind, request_id, recipient_id, since, not_before, covers, by_hand)
  select 'reminder', v_locked.id, d.id, now(), private.email_clock(), array[d.id], true from unnest(v_due) as d (id)
  -- One that waits for the morning or for a cap goes now.
  on conflict (recipient_id, kind, coalesce(address, '')) where attempts = 0 and ended_at is null
    do update set by_hand = true, not_before = excluded.not_before
    -- One that covers other requests too keeps to their schedules.
    where outbox.covers = excluded.covers;
  update public.recipients as p set remind_after = private.email_clock() where p.id = any(v_due);
  return cardinality(v_due);
end
$$;

create or replace function private.reminded_now(covers uuid[], by_hand boolean) returns uuid[]
language sql stable set search_path = '' as $$
  with reminded as materialized (
    select p as person from public.recipients as p
    where p.id = any(covers) and num_nonnulls(p.removed_at, p.muted_at, p.unreachable_at) = 0
  )
  select coalesce(array_agg((d.person).id order by r.due_on, r.sent_at, r.id), '{}')
  from reminded as d
  cross join lateral (
    -- OFFSET keeps the planner from reversing the order of the two.
    select r.* from public.requests as r where r.id = (d.person).request_id offset 0
  ) as r
  join public.workspaces as w on w.id = r.workspace_id
  where r.status = 'open' and r.paused_at is null and private.count_missing_for(d.person, r) > 0
    and (
      by_hand
      or r.reminders_paused_at is null
      and coalesce(
        private.reminder_pause(d.person, coalesce((d.person).zone, w.zone)) <= private.email_clock(), true
      )
    )
$$;

create or replace function private.reminded_together(lead public.recipients, at timestamptz) returns uuid[]
language sql volatile set search_path = '' as $$
  -- Without the next three days, another email about the same papers would follow immediately.
  select array(
    select p.id from public.recipients as p
    where p.workspace_id = lead.workspace_id and private.address_hash(p.email) = private.address_hash(lead.email)
      and p.next_reminder_at <= reminded_together.at + interval '3 days'
    order by p.id = lead.id desc, p.next_reminder_at, p.id
    limit 20
    for no key update skip locked
  )
$$;

create or replace function private.tg_recipients__plan_reminder() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.remind_after := private.email_clock();
  elsif old.email <> new.email then
    -- Another person reads this address.
    new.zone := null;
    new.promised_on := null;
    new.reminders_sent := 0;
    new.emailed_at := null;
    new.remind_after := private.email_clock();
  end if;
  new.next_reminder_at := private.next_reminder(new);
  return new;
end
$$;

create or replace function private.plan_summaries(batch integer) returns integer
language plpgsql set search_path = '' as $$
declare
  v_moment constant timestamptz := private.email_clock();
  v_due private.member_emails;
  v_emails integer := 0;
begin
  for v_due in
    select e.* from private.member_emails as e
    where e.next_summary_at is not null and e.next_summary_at <= v_moment
    order by e.next_summary_at, e.id
    limit plan_summaries.batch
    for no key update skip locked
  loop
    insert into private.outbox (kind, workspace_id, user_id, since, not_before, data)
    values (
      'summary', v_due.workspace_id, v_due.user_id, v_due.summarised_at, v_moment,
      jsonb_build_object(
        -- After a break of days, the worker covers all of them.
        'from', (v_due.next_summary_at at time zone v_due.zone)::date - 1,
        'today', (v_moment at time zone v_due.zone)::date
      )
    )
    on conflict do nothing;
    update private.member_emails as e
    set next_summary_at = private.next_summary(v_moment, v_due.zone), summarised_at = now()
    where e.id = v_due.id;
    v_emails := v_emails + 1;
  end loop;
  return v_emails;
end
$$;

create or replace function private.unread_messages(
  request public.requests, reader uuid, since timestamptz, person public.recipients default null
) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('title', i.title, 'from', m.author_name, 'text', private.emailed_text(m))
      order by i.position, q.created_at, m.at
    ),
    '[]'
  )
  from public.questions as q
  join public.items as i on i.id = q.item_id and i.removed_at is null
  join public.messages as m on m.question_id = q.id
  where q.request_id = request.id and m.at >= unread_messages.since
    -- Members are emailed what recipients write, and recipients what members write.
    and m.is_member = (person.id is not null)
    and (person.id is null or private.is_for(person, q.item_id))
    and not exists (
      select from private.question_reads as r
      where r.question_id = q.id and r.user_id = unread_messages.reader and r.until >= m.at
    )
    -- A reply shows that its author has read what came before.
    and not exists (
      select from public.messages as own
      where own.question_id = q.id and own.author = unread_messages.reader and own.at > m.at
    )
$$;

create or replace function private.arrivals_since(request public.requests, since timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  with acts as (
    select e.item_id, e.file_id, e.kind, e.seq from public.events as e
    where e.request_id = request.id and e.recipient_id is not null and e.kind in ('file_added', 'answered')
      and e.at >= arrivals_since.since
  ),
  arrived as (
    select
      i.position, i.title, i.sensitive,
      case when exists (select from acts as a where a.item_id = i.id and a.kind = 'answered') then i.answer_kind end
        as answer_kind,
      i.answer,
      (
        select coalesce(jsonb_agg(f.name order by f.created_at, f.id), '[]')
        from public.files as f
        where f.item_id = i.id and f.status = 'stored'
          and f.id in (select a.file_id from acts as a where a.kind = 'file_added')
      ) as files,
      exists (
        select from public.events as e
        where e.request_id = i.request_id and e.item_id = i.id and e.kind in ('returned', 'file_returned')
          and e.seq < (select min(a.seq) from acts as a where a.item_id = i.id)
      ) as is_again
    from public.items as i
    where i.request_id = request.id and i.removed_at is null
      -- Not of what a member has decided since.
      and i.status in ('partial', 'submitted') and i.id in (select a.item_id from acts as a)
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'title', a.title,
        'files', a.files,
        'answer', case
          when a.answer_kind is null then 'none'
          when a.answer_kind in ('not_applicable', 'cannot_provide') then a.answer_kind
          else 'answered'
        end,
        -- Answers stay on the page; the reason for a missing one goes into the email.
        'note', case
          when a.answer_kind in ('not_applicable', 'cannot_provide') and not a.sensitive then coalesce(a.answer, '')
          else ''
        end,
        'isAgain', a.is_again
      )
      order by a.position
    ) filter (where a.files <> '[]' or a.answer_kind is not null),
    '[]'
  )
  from arrived as a
$$;

create or replace function private.facts_security(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'change', email.data ->> 'change',
    'email', email.data ->> 'email',
    'detail', email.data ->> 'detail',
    'at', email.since,
    'zone', email.data ->> 'zone',
    'undoUrl', case
      when email.data ->> 'change' in ('account_deleted', 'change_undone') then null
      -- The person at the new address isn't the one who lost the account.
      when email.data ->> 'change' = 'email_changed' and (
        lower(email.data ->> 'detail') = email.address
        or private.is_newcomer(email.user_id, email.data ->> 'subject', email.since)
      ) then null
      else site || '/email/undo/' || private.stop_token(email.id, email.address, 'notice')
    end
  )
$$;

create or replace function private.keep_open_recipients(recipients uuid[]) returns void
language sql set search_path = '' as $$
  delete from private.open_recipients as o
  using public.recipients as c, public.requests as r
  where o.recipient_id = any(keep_open_recipients.recipients) and c.id = o.recipient_id and r.id = c.request_id
    and (r.status <> 'open' or c.removed_at is not null);
  insert into private.open_recipients as o (recipient_id, workspace_id, person_id, due_on, unreached_at)
  select
    c.id, c.workspace_id, coalesce(p.merged_into, p.id),
    case when r.paused_at is null and private.count_missing_for(c, r) > 0 then coalesce(r.due_on, 'infinity') end,
    least(c.unreachable_at, c.muted_at)
  from public.recipients as c
  join public.requests as r on r.id = c.request_id
  join private.people as p on p.workspace_id = c.workspace_id and p.email = c.email
  where c.id = any(keep_open_recipients.recipients) and r.status = 'open' and c.removed_at is null
  order by c.id
  -- A merge of this person may be under way.
  for key share of p
  on conflict (recipient_id) do update
  set person_id = excluded.person_id, due_on = excluded.due_on, unreached_at = excluded.unreached_at
  where (o.person_id, o.due_on, o.unreached_at)
    is distinct from (excluded.person_id, excluded.due_on, excluded.unreached_at)
$$;

create or replace function private.tg_recipients__sync_people() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_met uuid[];
  v_seen record;
begin
  if tg_op = 'INSERT' then
    v_met := array(select distinct c.request_id from changed as c);
  else
    v_met := array(
      select distinct c.request_id from changed as c join former as f on f.id = c.id
      where (f.email, f.name) is distinct from (c.email, c.name)
    );
    -- Before anything else of theirs, in the order of merges. No one who is forgotten below is tagged in between.
    perform from private.people as p
    where (p.workspace_id, p.email) in (
      select s.workspace_id, s.email
      from changed as c join former as f on f.id = c.id
      cross join lateral (values (f.workspace_id, f.email), (c.workspace_id, c.email)) as s (workspace_id, email)
      where f.email <> c.email
    )
    order by p.id
    for update;
  end if;
  if v_met <> '{}' then
    perform private.upsert_people(v_met);
  end if;
  perform private.keep_open_recipients(array(select c.id from changed as c));
  if tg_op = 'UPDATE' then
    update private.people as p set last_seen_at = c.last_seen_at
    from changed as c join former as f on f.id = c.id
    where p.workspace_id = c.workspace_id and p.email = c.email and f.last_seen_at is distinct from c.last_seen_at
      and coalesce(p.last_seen_at < c.last_seen_at, true);
    -- An address that was corrected before anyone used it belonged to no one.
    delete from private.people as p
    using changed as c join former as f on f.id = c.id
    where f.email <> c.email and p.workspace_id = f.workspace_id and p.email = f.email
      and p.name = '' and p.note = '' and p.merged_into is null
      and not exists (select from private.people as m where m.merged_into = p.id)
      and not exists (select from private.person_tags as g where g.person_id = p.id)
      and not exists (
        select from public.recipients as other join public.requests as r on r.id = other.request_id
        where other.workspace_id = p.workspace_id and private.address_hash(other.email) = private.address_hash(p.email)
          and r.sent_at is not null
      );
  end if;
  return null;
end
$$;

create or replace function private.list_tagged_people(workspace uuid, filter text, tag uuid, after text, most integer)
returns table (id uuid, "position" text)
language plpgsql stable set search_path = '' set jit = off
-- Without statistics the planner would rather read whole tables than follow a few rows.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  -- Enough for any list that a person reads, and few enough to scan each time.
  v_looked_at constant integer := 1000;
  v_following constant text := coalesce(left(list_tagged_people.after, 36), '00000000-0000-0000-0000-000000000000');
  -- After the id and a space.
  v_key constant text := substr(list_tagged_people.after, 38);
begin
  if list_tagged_people.filter = 'waiting' then
    return query
      select t.person_id, o.recipient_id || ' ' || o.due_on
      from private.tagged(list_tagged_people.workspace, list_tagged_people.tag, v_looked_at) as t
      cross join lateral (
        select e.due_on, e.recipient_id from private.open_recipients as e
        where e.person_id = t.person_id and e.due_on is not null
        order by e.due_on, e.recipient_id limit 1
      ) as o
      where (o.due_on, o.recipient_id) > (coalesce(v_key::date, '-infinity'), v_following::uuid)
      order by o.due_on, o.recipient_id
      limit list_tagged_people.most;
  elsif list_tagged_people.filter = 'everyone' then
    return query
      select p.id, p.id || ' ' || p.sort_name
      from private.tagged(list_tagged_people.workspace, list_tagged_people.tag, v_looked_at) as t
      join private.people as p on p.id = t.person_id
      where (p.sort_name, p.id) > (coalesce(v_key, '') collate "C", v_following::uuid)
      order by p.sort_name, p.id
      limit list_tagged_people.most;
  elsif list_tagged_people.filter = 'unreached' then
    return query
      select t.person_id, o.recipient_id || ' ' || o.unreached_at
      from private.tagged(list_tagged_people.workspace, list_tagged_people.tag, v_looked_at) as t
      cross join lateral (
        select e.unreached_at, e.recipient_id from private.open_recipients as e
        where e.workspace_id = list_tagged_people.workspace and e.person_id = t.person_id and e.unreached_at is not null
        order by e.unreached_at, e.recipient_id limit 1
      ) as o
      where (o.unreached_at, o.recipient_id) > (coalesce(v_key::timestamptz, '-infinity'), v_following::uuid)
      order by o.unreached_at, o.recipient_id
      limit list_tagged_people.most;
  else
    perform private.fail('list.unknown');
  end if;
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow then
    perform private.fail('list.cursor');
end
$$;

create or replace function private.describe_people(people uuid[], positions text[])
returns table (
  id uuid, name text, email text, other_emails text[], tags text[], open_requests integer, items_left integer,
  items_accepted integer, items_submitted integer, items_returned integer, items_missing integer, due_on date, promised_on date,
  is_opened boolean, is_invited boolean, last_seen_at timestamptz, answered_at timestamptz, unreachable_at timestamptz, muted_at timestamptz,
  request_id uuid, "position" text
)
language sql stable rows 50 set search_path = '' as $$
  select
    p.id, coalesce(nullif(p.name, ''), p.asked_as), p.email, others.emails,
    array(select t.name from private.tags_of(p.id) as t), o.requests::integer, o.left_items::integer,
    o.accepted::integer, o.submitted::integer, o.returned::integer, o.missing::integer,
    nullif(o.due_on, 'infinity'), o.promised_on, coalesce(o.is_opened, true), coalesce(o.is_invited, true),
    greatest(p.last_seen_at, others.last_seen_at), greatest(p.answered_at, others.answered_at), o.unreachable_at, o.muted_at, o.request_id, named.position
  from unnest(describe_people.people, describe_people.positions) with ordinality as named (id, position, number)
  join private.people as p on p.id = named.id
  cross join lateral (
    select
      coalesce(array_agg(m.email order by m.email), '{}') as emails, max(m.last_seen_at) as last_seen_at,
      max(m.answered_at) as answered_at
    from private.people as m where m.merged_into = p.id
  ) as others
  cross join lateral (
    select
      count(*) filter (where c.is_first) as requests,
      coalesce(sum(private.count_missing_for(c.who, r)) filter (where c.is_first and w.due_on is not null), 0) as left_items,
      coalesce(sum(i.accepted), 0) as accepted, coalesce(sum(i.submitted), 0) as submitted,
      coalesce(sum(i.returned), 0) as returned, coalesce(sum(i.missing), 0) as missing,
      min(w.due_on) as due_on,
      min((c.who).promised_on) filter (where w.due_on is not null) as promised_on,
      bool_or((c.who).first_seen_at is not null) as is_opened,
      bool_or((c.who).invited_at is not null) as is_invited,
      min((c.who).unreachable_at) as unreachable_at,
      min((c.who).muted_at) as muted_at,
      (array_agg(r.id order by w.unreached_at, w.due_on, w.recipient_id))[1] as request_id
    from (
      -- Enough for a line of a list. A person with more of them is shown at least these.
      select w.* from private.open_recipients as w where w.person_id = p.id order by w.due_on, w.recipient_id limit 50
    ) as w
    cross join lateral (
      select
        c as who,
        -- With both of their addresses in a request its items are theirs once.
        cardinality(others.emails) = 0 or not exists (
          select from public.recipients as twin
          join private.open_recipients as o on o.recipient_id = twin.id and o.person_id = p.id
          where twin.request_id = c.request_id and (twin.scope, twin.id) < (c.scope, c.id)
        ) as is_first
      from public.recipients as c where c.id = w.recipient_id
    ) as c
    join public.requests as r on r.id = (c.who).request_id
    left join lateral private.items_by_state(c.who, r) as i on c.is_first
  ) as o
  order by named.number
$$;

create or replace function public.merge_people(person uuid, other uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_most_addresses constant integer := 10;
  v_workspaces constant uuid[] := private.my_workspaces();
  v_parent uuid;
  v_together uuid[];
begin
  perform private.require_session();
  select p.workspace_id into v_parent
  from private.people as p join private.people as o on o.id = merge_people.other and o.workspace_id = p.workspace_id
  where p.id = merge_people.person and p.workspace_id = any(v_workspaces);
  if v_parent is null then
    perform private.fail('not_found');
  elsif merge_people.person = merge_people.other then
    perform private.fail('person.same');
  end if;
  -- One merge at a time in a workspace: two at a time could merge each other's person.
  perform private.lock_people(v_parent, true);
  v_together := array(
    select p.id from private.people as p
    where coalesce(p.merged_into, p.id) in (
      select coalesce(n.merged_into, n.id) from private.people as n
      where n.id in (merge_people.person, merge_people.other)
    ) and p.workspace_id = v_parent
  );
  if cardinality(v_together) > v_most_addresses then
    perform private.fail('person.too_many_addresses');
  elsif (select count(distinct g.tag_id) from private.person_tags as g where g.person_id = any(v_together)) > 10 then
    perform private.fail('tag.too_many_here');
  end if;
  -- None of their requests is opened or closed in between under the other person.
  perform from private.people as p where p.id = any(v_together) order by p.id for update;
  update private.people as p
  set merged_into = case when p.id <> merge_people.person then merge_people.person end
  where p.id = any(v_together);
  update private.open_recipients as o set person_id = merge_people.person
  where o.person_id = any(v_together) and o.person_id <> merge_people.person;
  insert into private.person_tags (person_id, tag_id, workspace_id)
  select merge_people.person, g.tag_id, g.workspace_id from private.person_tags as g where g.person_id = any(v_together)
  on conflict do nothing;
  delete from private.person_tags as g where g.person_id = any(v_together) and g.person_id <> merge_people.person;
end
$$;

create or replace function public.pause_bulk(job uuid, paused boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked private.jobs := private.find_job(pause_bulk.job);
begin
  select j.* into v_locked from private.jobs as j where j.id = v_locked.id for update;
  if v_locked.stopped_at is not null then
    return;
  end if;
  update private.jobs as j
  set
    paused_at = case when pause_bulk.paused then coalesce(j.paused_at, now()) end,
    -- The member who resumes replaces a sender who has left.
    sender = case
      when pause_bulk.paused or private.may_send_requests(j.workspace_id, j.sender) then j.sender else auth.uid()
    end
  where j.id = v_locked.id;
  update private.job_rows as r
  set not_before = case when pause_bulk.paused then 'infinity' else private.email_clock() end
  where r.job_id = v_locked.id and r.done_at is null;
end
$$;

create or replace function public.retry_bulk(job uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_locked private.jobs := private.find_job(retry_bulk.job);
  v_tried integer;
begin
  select j.* into v_locked from private.jobs as j where j.id = v_locked.id for update;
  if v_locked.stopped_at is not null then
    return 0;
  end if;
  -- No one with a request is among them: a row ends with a request or with a failure.
  update private.job_rows as r
  set
    done_at = null, failure = null, attempts = 0, claimed_by = null, claimed_until = null,
    not_before = case when v_locked.paused_at is null then private.email_clock() else 'infinity' end
  where r.job_id = v_locked.id and r.failure is not null and r.request_id is null;
  get diagnostics v_tried = row_count;
  if v_tried > 0 and not private.may_send_requests(v_locked.workspace_id, v_locked.sender) then
    -- As for a job that is resumed.
    update private.jobs as j set sender = auth.uid() where j.id = v_locked.id;
  end if;
  return v_tried;
end
$$;

create or replace function public.claim_bulk(worker uuid, batch integer default 20)
returns table (job uuid, number integer)
language sql security definer set search_path = '' as $$
  with due as (
    select r.ctid from private.job_rows as r
    where r.done_at is null and r.not_before <= private.email_clock()
      and (r.claimed_until is null or r.claimed_until < now())
    order by r.not_before, r.job_id, r.number
    limit least(claim_bulk.batch, 100)
    for update skip locked
  ),
  claimed as (
    update private.job_rows as r
    set
      attempts = r.attempts + 1, claimed_by = claim_bulk.worker, claimed_until = now() + interval '1 minute',
      -- A row that has stopped several workers needs a person's attention.
      done_at = case when r.attempts >= 5 then now() end,
      failure = case when r.attempts >= 5 then 'bulk.failed' end
    where r.ctid = any(array(select d.ctid from due as d))
    returning r.job_id, r.number, r.done_at
  )
  select c.job_id, c.number from claimed as c where c.done_at is null order by c.job_id, c.number
$$;

create or replace function public.finish_bulk(job uuid, number integer, worker uuid) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_claims constant text := coalesce(current_setting('request.jwt.claims', true), '');
  v_parent private.jobs;
  v_claimed private.job_rows;
  v_made uuid;
  v_code text;
begin
  select j.* into v_parent from private.jobs as j where j.id = finish_bulk.job;
  -- Deleting the workspace or removing a member locks the workspace before requests and jobs.
  perform from public.workspaces as w where w.id = v_parent.workspace_id for share;
  -- Not after a pause or a stop, nor if the lease ran out and another worker holds it.
  select r.* into v_claimed from private.job_rows as r
  where r.job_id = v_parent.id and r.number = finish_bulk.number and r.claimed_by = finish_bulk.worker
    and r.done_at is null and r.not_before <= v_moment
  for update;
  if not found then
    return null;
  end if;
  select j.* into v_parent from private.jobs as j where j.id = v_parent.id;
  if not private.may_send_requests(v_parent.workspace_id, v_parent.sender) then
    update private.job_rows as r set not_before = 'infinity', claimed_until = null, attempts = 0
    where r.job_id = v_parent.id and r.number = v_claimed.number;
    return 'waits';
  end if;
  begin
    perform private.act_as(v_parent.sender);
    v_made := private.send_job_row(v_parent, v_claimed);
    perform set_config('request.jwt.claims', v_claims, true);
  exception when others then
    if sqlstate not like 'PT4%' then
      raise;
    end if;
    v_code := sqlerrm;
  end;
  if v_made is null and (v_code is null or v_code like 'quota.%') then
    update private.job_rows as r
    set not_before = date_trunc('day', v_moment, 'UTC') + interval '1 day', claimed_until = null, attempts = 0
    where r.job_id = v_parent.id and r.number = v_claimed.number;
    return 'waits';
  end if;
  update private.job_rows as r set done_at = now(), request_id = v_made, failure = v_code
  where r.job_id = v_parent.id and r.number = v_claimed.number;
  return case when v_made is null then 'failed' else 'sent' end;
end
$$;

create or replace function private.send_job_row(job private.jobs, claimed private.job_rows) returns uuid
language plpgsql set search_path = '' as $$
declare
  v_source public.requests;
  v_made public.requests;
begin
  if not private.reserve_address(job.workspace_id, claimed.email) then
    return null;
  end if;
  select r.* into v_source from public.requests as r where r.id = job.checklist_id;
  v_made := private.start_request(
    v_source,
    private.one_line(private.render_placeholders(job.title, claimed.name, claimed.due_on)),
    private.trimmed(private.render_placeholders(job.message, claimed.name, claimed.due_on)),
    claimed.due_on
  );
  -- Members who have left since get nothing new.
  perform private.set_assignee(v_made, m.user_id) from public.members as m
  where m.workspace_id = v_made.workspace_id and m.user_id = claimed.assignee;
  perform private.edit_recipients(
    v_made, jsonb_build_array(jsonb_build_object('email', claimed.email, 'name', claimed.name))
  );
  perform private.open_draft(v_made, true);
  return v_made.id;
end
$$;

create or replace function public.repeat_request(request uuid, every text default null, first_on date default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked constant public.requests := private.lock_to_copy(repeat_request.request);
  v_today constant date := private.workspace_today(v_locked.workspace_id);
begin
  perform private.require_newest(v_locked);
  if repeat_request.every is null then
    delete from private.repeats as s where s.request_id = v_locked.id;
    if found then
      perform private.add_event(v_locked.id, 'repeat_ended');
    end if;
    return;
  elsif v_locked.is_template or v_locked.status = 'draft' then
    perform private.fail('repeat.draft');
  elsif v_locked.status = 'cancelled' then
    perform private.fail('request.closed');
  elsif repeat_request.every not in ('month', 'quarter', 'year') then
    perform private.fail('repeat.every');
  elsif coalesce(repeat_request.first_on not between v_today + 1 and (v_today + interval '1 year')::date, true) then
    perform private.fail('repeat.date');
  end if;
  insert into private.repeats as s (request_id, workspace_id, every, first_on, next_on, sender, not_before, is_told)
  values (
    v_locked.id, v_locked.workspace_id, repeat_request.every, repeat_request.first_on, repeat_request.first_on, auth.uid(),
    private.repeat_time(v_locked.workspace_id, repeat_request.first_on),
    -- A sender who has just chosen tomorrow knows it.
    repeat_request.first_on = v_today + 1
  )
  on conflict (request_id) do update set
    -- A member who only takes it over doesn't move a 31st.
    first_on = case
      when s.every = excluded.every and s.next_on = excluded.next_on then s.first_on else excluded.first_on
    end,
    every = excluded.every, next_on = excluded.next_on, sender = excluded.sender,
    not_before = excluded.not_before, is_told = excluded.is_told, failure = null, attempts = 0, claimed_until = null,
    claimed_by = null;
  perform private.add_event(v_locked.id, 'repeat_set');
end
$$;

create or replace function public.skip_repeat(request uuid, day date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_locked constant public.requests := private.lock_as_member(skip_repeat.request);
begin
  perform private.require_newest(v_locked);
  update private.repeats as s
  set
    next_on = d.day, not_before = private.repeat_time(s.workspace_id, d.day), is_told = false, failure = null, attempts = 0,
    claimed_until = null, claimed_by = null,
    -- As for a job: the member who continues replaces one who has left.
    sender = case when private.may_send_requests(s.workspace_id, s.sender) then s.sender else auth.uid() end
  from (
    select private.repeat_day(o.every, o.first_on, greatest(o.next_on, private.workspace_today(o.workspace_id))) as day
    from private.repeats as o where o.request_id = v_locked.id
  ) as d
  where s.request_id = v_locked.id and s.next_on = skip_repeat.day;
  if found then
    perform private.add_event(v_locked.id, 'repeat_skipped');
  end if;
end
$$;

create or replace function public.claim_repeats(worker uuid, batch integer default 20) returns table (request uuid)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_due private.repeats;
begin
  for v_due in
    select s.* from private.repeats as s
    where s.not_before > v_moment and s.not_before <= v_moment + interval '1 day' and not s.is_told
    order by s.request_id
    limit 100
  loop
    -- Workspaces before requests, and requests before what belongs to them, as every writer does. Locked rows are skipped.
    perform from public.workspaces as w where w.id = v_due.workspace_id for key share skip locked;
    continue when not found;
    perform from public.requests as r where r.id = v_due.request_id for key share skip locked;
    continue when not found;
    update private.repeats as s set is_told = true
    where s.request_id = v_due.request_id and s.not_before = v_due.not_before and not s.is_told
    returning s.* into v_due;
    continue when not found;
    perform private.queue_repeat(v_due, false);
  end loop;
  return query
  update private.repeats as s
  set attempts = s.attempts + 1, claimed_by = claim_repeats.worker, claimed_until = now() + interval '1 minute'
  where s.ctid = any(array(
    select o.ctid from private.repeats as o
    where o.not_before <= v_moment and (o.claimed_until is null or o.claimed_until < now())
    order by o.not_before, o.request_id
    limit least(claim_repeats.batch, 100)
    for update skip locked
  ))
  returning s.request_id;
end
$$;

create or replace function public.finish_repeat(request uuid, worker uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_moment constant timestamptz := private.email_clock();
  v_claims constant text := coalesce(current_setting('request.jwt.claims', true), '');
  v_source public.requests;
  v_claimed private.repeats;
  v_made uuid;
  v_code text;
begin
  -- A deletion locks the workspace before its requests. A weaker lock would let both wait for each other.
  perform from public.workspaces as w
  where w.id = (select r.workspace_id from public.requests as r where r.id = finish_repeat.request) for share;
  select r.* into v_source from public.requests as r where r.id = finish_repeat.request for update;
  -- Not after a skip or an end, nor if the lease ran out and another worker holds it.
  select s.* into v_claimed from private.repeats as s
  where s.request_id = v_source.id and s.claimed_by = finish_repeat.worker and s.not_before <= v_moment
  for update;
  if not found then
    return null;
  end if;
  if v_claimed.attempts > 5 then
    -- A repeat that has stopped several workers needs a person's attention.
    v_code := 'repeat.failed';
  elsif not private.may_send_requests(v_source.workspace_id, v_claimed.sender) then
    v_code := 'repeat.sender';
  else
    begin
      perform private.act_as(v_claimed.sender);
      v_made := private.send_again(v_source);
      perform set_config('request.jwt.claims', v_claims, true);
    exception when others then
      if sqlstate not like 'PT4%' then
        raise;
      end if;
      v_code := sqlerrm;
    end;
  end if;
  if v_code like 'quota.%' then
    update private.repeats as s
    set not_before = date_trunc('day', v_moment, 'UTC') + interval '1 day', claimed_until = null, attempts = 0
    where s.request_id = v_source.id;
    return 'waits';
  elsif v_made is null then
    update private.repeats as s
    set not_before = 'infinity', failure = v_code, claimed_until = null, attempts = 0
    where s.request_id = v_source.id
    returning s.* into v_claimed;
    perform private.queue_repeat(v_claimed, true);
    return 'failed';
  end if;
  perform private.move_repeat(v_claimed, v_made);
  return 'sent';
end
$$;

create or replace function private.send_again(source public.requests) returns uuid
language plpgsql set search_path = '' as $$
declare
  v_zone constant text := (select w.zone from public.workspaces as w where w.id = source.workspace_id);
  v_made public.requests;
begin
  v_made := private.start_request(
    source, source.title, source.message,
    -- Without a due date there is none; greatest would ignore the null.
    case when source.due_on is not null then
      private.workspace_today(source.workspace_id) + greatest(source.due_on - (source.sent_at at time zone v_zone)::date, 0)
    end
  );
  update public.requests as r set reminder_plan = source.reminder_plan where r.id = v_made.id;
  if source.assignee is not null then
    perform private.set_assignee(v_made, source.assignee);
  end if;
  insert into public.request_tags (request_id, tag_id, workspace_id)
  select v_made.id, g.tag_id, g.workspace_id from public.request_tags as g where g.request_id = source.id;
  -- An opt-out holds for the whole series.
  insert into public.recipients (request_id, workspace_id, email, name, muted_at)
  select v_made.id, source.workspace_id, p.email, p.name, p.muted_at
  from public.recipients as p where p.request_id = source.id and p.removed_at is null and p.scope = 'all';
  perform private.open_draft(v_made, true);
  perform private.add_event(v_made.id, 'repeated');
  return v_made.id;
end
$$;

create or replace function public.finish_checks(worker uuid, bytes jsonb)
returns table (verified integer, damaged integer, removed integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_own uuid[];
  v_intact uuid[];
  v_broken uuid[];
  v_broken_file public.files;
begin
  -- Only damage is written into the history. Requests before files, as every writer does.
  perform from public.requests as r
  where r.id in (
    select f.request_id
    from jsonb_to_recordset(finish_checks.bytes) as b (file uuid, sha256 text, size bigint)
    join public.files as f on f.id = b.file
    where b.sha256 is distinct from f.sha256 or b.size is distinct from f.size
  )
  order by r.id
  for update;
  perform from public.files as f
  where f.id in (select b.file from jsonb_to_recordset(finish_checks.bytes) as b (file uuid))
  order by f.id
  for update;
  with finished as (
    delete from private.checks as c
    where c.claimed_by = finish_checks.worker
      and c.file_id in (select b.file from jsonb_to_recordset(finish_checks.bytes) as b (file uuid))
    returning c.file_id
  )
  select coalesce(array_agg(d.file_id), '{}') into v_own from finished as d;
  -- A file that was removed in between needs no check: its bytes may be gone.
  with checked as (
    update public.files as f set checked_sha256 = b.sha256, checked_size = b.size, checked_at = now()
    from jsonb_to_recordset(finish_checks.bytes) as b (file uuid, sha256 text, size bigint)
    where f.id = b.file and f.id = any(v_own) and f.status = 'stored' and f.checked_at is null
    returning f.id, f.damaged
  )
  select
    coalesce(array_agg(d.id) filter (where not d.damaged), '{}'),
    coalesce(array_agg(d.id) filter (where d.damaged), '{}')
  into v_intact, v_broken
  from checked as d;
  for v_broken_file in
    select f.* from public.files as f where f.id = any(v_broken) order by f.stored_at, f.id
  loop
    perform private.add_event(
      v_broken_file.request_id, 'file_damaged', v_broken_file.item_id, v_broken_file.id,
      jsonb_build_object('name', v_broken_file.name)
    );
    perform private.queue_damaged(v_broken_file.request_id, v_broken_file.workspace_id);
  end loop;
  return query
  select cardinality(v_intact), cardinality(v_broken), cardinality(v_own) - cardinality(v_intact) - cardinality(v_broken);
end
$$;

create or replace function public.ask_for_receipt(request uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_me constant uuid := private.require_session();
  v_asked public.recipients;
  v_issued jsonb;
begin
  select p.* into v_asked from public.recipients as p
  where p.request_id = ask_for_receipt.request and p.user_id = v_me and p.removed_at is null;
  if v_asked.id is null then
    perform private.fail('not_found');
  end if;
  -- Nothing has happened since, so the one that was issued is complete.
  select c.document into v_issued from private.receipts as c
  where c.recipient_id = v_asked.id and c.seq = (
    select max(e.seq) from public.events as e where e.request_id = v_asked.request_id
  );
  if v_issued is not null then
    return v_issued;
  end if;
  insert into private.receipts (recipient_id) values (v_asked.id)
  on conflict (recipient_id) where issued_at is null do nothing;
  if found then
    perform private.use_quota('receipts', v_me::text, 1);
  end if;
  return null;
end
$$;

create or replace function public.claim_receipts(worker uuid, batch integer) returns table (receipt uuid, facts jsonb)
language sql security definer set search_path = '' as $$
  with due as (
    select c.id from private.receipts as c join public.recipients as p on p.id = c.recipient_id
    where c.issued_at is null and (c.claimed_until is null or c.claimed_until < now())
      -- A file that wasn't read yet can't be attested.
      and not exists (
        select from public.files as f
        where f.request_id = p.request_id and f.status = 'stored' and f.checked_at is null
      )
    order by c.asked_at, c.id
    limit least(claim_receipts.batch, 100)
    for update of c skip locked
  ),
  claimed as (
    update private.receipts as c
    set claimed_by = claim_receipts.worker, claimed_until = now() + interval '1 minute'
    where c.id in (select d.id from due as d)
    returning c.*
  )
  select c.id, private.receipt_facts(c) from claimed as c order by c.asked_at, c.id
$$;

create or replace function private.receipt_facts(receipt private.receipts) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'format', 'sheaf-receipt',
    'version', 1,
    'id', receipt.id,
    'issued_at', private.utc(now()),
    'workspace', jsonb_build_object('id', w.id, 'name', w.name),
    'request', jsonb_build_object('id', r.id, 'title', r.title),
    'recipient', jsonb_build_object('email', p.email, 'name', p.name),
    'items', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'title', i.title,
          'state', i.status,
          'decided_by', case when i.status in ('accepted', 'returned', 'waived') then
            (select f.display_name from public.profiles as f where f.user_id = i.decided_by)
          end,
          'files', (
            select coalesce(jsonb_agg(
              jsonb_build_object(
                'name', f.name, 'size', f.checked_size, 'sha256', f.checked_sha256,
                'received_at', private.utc(f.stored_at), 'verdict', f.verdict
              ) order by f.stored_at, f.id
            ), '[]')
            from public.files as f
            -- The content of a lost object is unknown.
            where f.item_id = i.id and f.status = 'stored' and f.checked_sha256 is not null and not f.added_by_member
              -- Then no other file can be read any more either.
              and (r.status <> 'cancelled' or f.uploaded_by = p.user_id)
          )
        ) order by i.position
      ), '[]')
      from private.receipt_items(p) as i
    ),
    'history', (
      select jsonb_build_object('seq', e.seq, 'hash', encode(e.hash, 'hex'))
      from public.events as e where e.request_id = r.id order by e.seq desc limit 1
    )
  )
  from public.recipients as p
  join public.requests as r on r.id = p.request_id
  join public.workspaces as w on w.id = r.workspace_id
  where p.id = receipt.recipient_id
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
  update public.requests as r set retain_days = set_request_retention.days where r.id = v_locked.id;
  delete from private.expiries as e where e.request_id = v_locked.id and e.told_at is null;
  if v_locked.sent_at is not null then
    perform private.add_event(
      v_locked.id, 'retention_changed', data => jsonb_build_object('before', v_kept, 'after', set_request_retention.days)
    );
  end if;
end
$$;

create or replace function private.kept_days(request public.requests, sensitive boolean) returns integer
language sql stable set search_path = '' as $$
  -- least ignores nulls, which stand for no limit.
  select least(
    request.retain_days, w.retain_days,
    case when kept_days.sensitive then least(request.retain_sensitive_days, w.retain_sensitive_days) end
  )
  from public.workspaces as w where w.id = request.workspace_id
$$;

create or replace function private.kept_contents(request public.requests)
returns table (item_id uuid, file_id uuid, due_at timestamptz)
language sql stable rows 10 set search_path = '' as $$
  with days as materialized (
    select private.kept_days(request, false) as days, private.kept_days(request, true) as sensitive_days
  )
  select i.id, k.file_id, k.since + make_interval(days => case when i.sensitive then d.sensitive_days else d.days end)
  from days as d
  join public.items as i on i.request_id = request.id
  cross join lateral (
    -- The term of late arrivals starts when they arrive.
    select f.id as file_id, greatest(request.closed_at, f.stored_at) as since
    from public.files as f where f.item_id = i.id and f.status = 'stored'
    union all
    select null, request.closed_at where i.answer is not null
  ) as k
$$;

create or replace function public.erase_expired(batch integer) returns integer
language plpgsql security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_due private.expiries;
  v_request public.requests;
  v_erased_files integer;
  v_erased_answers integer;
  v_erased integer := 0;
begin
  for v_due in
    select e.* from private.expiries as e
    where e.due_at <= v_moment and e.told_at <= v_moment and e.told_again_at <= v_moment
    order by e.due_at limit least(greatest(erase_expired.batch, 1), 100)
  loop
    -- Requests first, as every writer does. Locked rows are skipped.
    select r.* into v_request from public.requests as r
    where r.id = v_due.request_id and r.closed_at is not null for update skip locked;
    continue when not found;
    delete from private.expiries as e
    where e.request_id = v_request.id and e.due_at <= v_moment and e.told_at <= v_moment and e.told_again_at <= v_moment;
    continue when not found;
    with contents as materialized (
      select k.* from private.kept_contents(v_request) as k where k.due_at <= v_moment
    ),
    files as (
      update public.files as f set status = 'removed', removed_at = now()
      where f.id in (select c.file_id from contents as c)
      returning f.id
    ),
    -- The new revision prevents undoing a decision about what can no longer be read.
    items as (
      update public.items as i
      set
        revision = i.revision + 1,
        answer = case when c.has_answer then null else i.answer end,
        answer_erased_at = case when c.has_answer then now() else i.answer_erased_at end
      from (select c.item_id, bool_or(c.file_id is null) as has_answer from contents as c group by c.item_id) as c
      where i.id = c.item_id
      returning c.has_answer
    )
    select (select count(*) from files), (select count(*) from items as i where i.has_answer)
    into v_erased_files, v_erased_answers;
    update public.requests as r
    set
      erase_at = null,
      erased_at = case when not exists (select from private.kept_contents(r)) then now() end
    where r.id = v_request.id;
    if v_erased_files + v_erased_answers > 0 then
      perform private.note_event(
        v_request, 'erased', jsonb_build_object('files', v_erased_files, 'answers', v_erased_answers)
      );
    end if;
    v_erased := v_erased + 1;
  end loop;
  return v_erased;
end
$$;

create or replace function private.find_expiries(most integer) returns integer
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_notice constant interval := private.expiry_notice();
  v_request public.requests;
  v_due timestamptz;
  v_found integer := 0;
begin
  -- Requests whose shortest time ends soon. Rows that are locked are skipped: the next run finds them.
  for v_request in
    select r.* from public.requests as r
    where r.id in (
      select s.id
      from public.workspaces as w
      cross join lateral (
        select r.id from public.requests as r
        where r.workspace_id = w.id and r.closed_at is not null and r.erased_at is null
          and r.closed_at <= v_moment + v_notice - make_interval(days => least(w.retain_days, w.retain_sensitive_days))
          and not exists (select from private.expiries as e where e.request_id = r.id)
        order by r.closed_at limit find_expiries.most
      ) as s
      where coalesce(w.retain_days, w.retain_sensitive_days) is not null
      union
      (
        select r.id from public.requests as r
        where r.closed_at is not null and r.erased_at is null and coalesce(r.retain_days, r.retain_sensitive_days) is not null
          and r.closed_at <= v_moment + v_notice - make_interval(days => least(r.retain_days, r.retain_sensitive_days))
          and not exists (select from private.expiries as e where e.request_id = r.id)
        order by r.closed_at limit find_expiries.most
      )
    )
    order by r.id limit find_expiries.most
    for update of r skip locked
  loop
    select min(k.due_at) into v_due from private.kept_contents(v_request) as k;
    if v_due is not null then
      insert into private.expiries (request_id, due_at) values (v_request.id, v_due) on conflict do nothing;
    elsif not exists (select from private.kept_contents(v_request)) then
      update public.requests as r set erased_at = now() where r.id = v_request.id;
    else
      -- The rest is kept until the workspace sets a limit.
      insert into private.expiries (request_id, due_at) values (v_request.id, 'infinity') on conflict do nothing;
    end if;
    v_found := v_found + 1;
  end loop;
  return v_found;
end
$$;

create or replace function private.warn_of_expiries(most integer) returns integer
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  v_moment constant timestamptz := private.email_clock();
  v_notice constant interval := private.expiry_notice();
  v_last_notice constant interval := interval '2 days';
  v_request public.requests;
  v_expiry private.expiries;
  v_due timestamptz;
  v_warned integer := 0;
begin
  for v_expiry in
    select e.* from private.expiries as e
    where e.due_at <= v_moment + v_notice and e.told_at is null
      or e.due_at <= v_moment + v_last_notice and e.told_again_at is null
      -- The warning is dated in the future, so the clock was set back.
      or e.told_at > v_moment
    order by e.due_at limit warn_of_expiries.most
  loop
    -- Workspaces before requests, as a deletion locks them: an email refers to both. Locked rows are skipped.
    perform from public.workspaces as w
    where w.id = (select r.workspace_id from public.requests as r where r.id = v_expiry.request_id)
    for key share skip locked;
    continue when not found;
    select r.* into v_request from public.requests as r where r.id = v_expiry.request_id for update skip locked;
    continue when not found;
    select e.* into v_expiry from private.expiries as e where e.request_id = v_request.id for update;
    continue when not found;
    select min(k.due_at) into v_due from private.kept_contents(v_request) as k;
    if v_due is null or v_due > v_moment + v_notice then
      -- Removed, or to be kept longer since.
      delete from private.expiries as e where e.request_id = v_request.id;
      update public.requests as r set erase_at = null where r.id = v_request.id;
    elsif v_expiry.told_at is null or v_expiry.told_at > v_moment then
      v_due := greatest(v_due, v_moment + v_notice);
      update private.expiries as e set told_at = v_moment, told_again_at = null, due_at = v_due where e.request_id = v_request.id;
      update public.requests as r set erase_at = v_due where r.id = v_request.id returning r.* into v_request;
      perform private.note_event(v_request, 'erasure_announced', jsonb_build_object(
        'on', (select (v_due at time zone w.zone)::date from public.workspaces as w where w.id = v_request.workspace_id)
      ));
      perform private.queue_digest('expiry', array[v_request.id]);
    elsif v_expiry.told_again_at is null and v_expiry.due_at <= v_moment + v_last_notice then
      v_due := greatest(v_expiry.due_at, v_moment + v_last_notice);
      update private.expiries as e set told_again_at = v_moment, due_at = v_due where e.request_id = v_request.id;
      update public.requests as r set erase_at = v_due where r.id = v_request.id returning r.* into v_request;
      perform private.queue_digest('expiry', array[v_request.id]);
    else
      continue;
    end if;
    v_warned := v_warned + 1;
  end loop;
  return v_warned;
end
$$;

create or replace function private.forget_expiries(workspace uuid) returns void
language sql set search_path = '' as $$
  -- Planned again with the new number of days. Announced times stay: nothing is erased sooner than announced.
  delete from private.expiries as e using public.requests as r
  where r.id = e.request_id and r.workspace_id = forget_expiries.workspace and e.told_at is null
$$;

create or replace function public.decide_deletion(file uuid, granted boolean, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_parent constant public.requests := private.lock_as_member(
    (select f.request_id from public.files as f where f.id = decide_deletion.file)
  );
  v_why constant text := nullif(private.trimmed(decide_deletion.reason), '');
  v_locked public.files;
begin
  select f.* into v_locked from public.files as f where f.id = decide_deletion.file for update;
  if v_locked.status <> 'stored' or v_locked.deletion_asked_at is null or v_locked.deletion_refused_at is not null then
    perform private.fail('deletion.not_asked');
  elsif not decide_deletion.granted and v_why is null then
    perform private.fail('reason.required');
  elsif char_length(v_why) > 1000 then
    perform private.fail('reason.too_long');
  elsif decide_deletion.granted then
    update public.files as f set status = 'removed', removed_at = now(), removed_by = auth.uid() where f.id = v_locked.id;
    -- A decision about it can't be undone, because it can no longer be read.
    update public.items as i set revision = i.revision + 1 where i.id = v_locked.item_id;
    perform private.add_event(
      v_locked.request_id, 'deletion_granted', v_locked.item_id, v_locked.id,
      jsonb_build_object('name', v_locked.name, 'size', v_locked.size)
    );
  elsif decide_deletion.granted is null then
    perform private.fail('deletion.not_asked');
  else
    update public.files as f set deletion_refused_at = now(), deletion_refusal = v_why where f.id = v_locked.id;
    perform private.add_event(
      v_locked.request_id, 'deletion_refused', v_locked.item_id, v_locked.id,
      jsonb_build_object('name', v_locked.name, 'reason', v_why)
    );
  end if;
  perform private.queue_email('deletion_decided', p, now(), now() + interval '5 minutes')
  from public.recipients as p
  where p.request_id = v_parent.id and p.user_id = v_locked.uploaded_by and p.removed_at is null;
end
$$;

create or replace function public.finish_restore(file uuid, version text) returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_parent public.requests;
  v_locked public.files;
begin
  -- Requests before files, as every writer does.
  select r.* into v_parent from public.requests as r
  where r.id = (select f.request_id from public.files as f where f.id = finish_restore.file)
  for update;
  select f.* into v_locked from public.files as f
  where f.id = finish_restore.file and f.status = 'stored'
    and exists (select from private.restores as s where s.file_id = f.id)
    and exists (
      select from storage.objects as o
      where o.bucket_id = 'documents' and o.name = f.object_key and o.version = finish_restore.version
        and (o.metadata ->> 'size')::bigint = private.received_size(f)
    )
  for update;
  if v_locked.id is null then
    return false;
  end if;
  -- The worker reads it again, and records what is really there.
  update public.files as f
  set object_version = finish_restore.version, checked_at = null, checked_sha256 = null, checked_size = null
  where f.id = v_locked.id;
  delete from private.checks as c where c.file_id = v_locked.id;
  delete from private.restores as s where s.file_id = v_locked.id;
  perform private.note_event(v_parent, 'file_restored', jsonb_build_object('name', v_locked.name));
  return true;
end
$$;

comment on column public.requests.archived_at is 'When the request was archived, which takes it off the list of done ones.';

comment on column private.job_rows.assignee is 'Chosen in the list; the sender replaces one who is no longer a member.';

comment on column public.requests.assignee is 'The member the request is assigned to; null if unassigned.';

comment on column public.items.choices is 'Choices of a recipient, in this order; empty for other kinds.';

comment on column public.requests.erase_at is 'Announced time of the next erasure; null if none is announced.';

comment on column public.requests.invites is 'True if Sheaf emails the link to recipients; false if the sender shares it.';

comment on column public.messages.is_member is 'True if the author wrote for the workspace.';

comment on column private.email_kinds.needs_member is 'Isn''t sent to a member who has left.';

comment on column private.repeats.not_before is 'Time of its turn. Infinity after a failure, until a member continues.';

comment on column private.job_rows.number is 'The line in the chosen file or list.';

comment on column private.repeats.previous_id is 'The request before the newest, whose page may still be open. It can''t get a second repeat.';

comment on column public.recipients.promised_on is 'Day by which this person promised what is missing.';

comment on column private.file_reads.purpose is 'view, download and export count as opened. prefetch and thumbnail don''t: the file wasn''t shown.';

comment on column public.requests.retain_days is 'Days that its recipients were promised when it was sent, or fewer since; its workspace may say fewer still. Null: the workspace''s limit alone.';

comment on column public.items.sensitive is 'True if previews stay blurred until opened.';

comment on column public.files.set_aside_at is 'When a member set this file aside, which leaves it out of downloads; null for every other file. The history says who did.';

comment on column private.member_emails.summarised_at is 'Time up to which summaries cover what happened.';

comment on column private.outbox.user_id is 'Account to email, at the address that it has when the email is sent.';

comment on column public.files.verdict is 'The last decision about this file; null while it waits for review, or if the decision left it out.';

comment on column private.outbox.workspace_id is 'For emails to a member or an invited person.';

comment on function hooks.password_verification_attempt(jsonb) is 'Auth calls it for every password of an existing account, right or wrong. Counts the wrong ones of an account in a row and refuses all for a while after five. Emailed codes, passkeys and providers keep working for the owner.';

comment on function private.add_email_event(public.recipients,text,jsonb) is 'Appends the outcome of an email to a recipient to the history of the request.';

comment on function private.arrival_emails(uuid,uuid) is 'A member''s choice of emails about what arrives: each, daily, none.';

comment on function private.asker_facts(public.requests) is 'The requester, for @sheaf/email.';

comment on function private.changes_since(public.requests,timestamp with time zone,public.recipients) is 'How a request has changed since then for this recipient, for @sheaf/email. What was changed back is left out.';

comment on function private.common_facts(private.outbox,public.requests,public.recipients,text) is 'The facts of every email to a recipient, and those that several kinds need. handed: their items, if they have single ones.';

comment on function private.emailed_message(public.requests) is 'The message as emails quote it. One with a link is left out for a workspace that is new or has no answers yet.';

comment on function private.emailed_text(public.messages) is 'A message as emails quote it: its first 1,000 characters. Empty for one with a link from a workspace that is new or has no answers yet.';

comment on function private.erase_event_text(uuid,integer) is 'Erases the names and texts of an event. The history still verifies; what they were can''t be recovered.';

comment on function private.expiry_notice() is 'Time between the first warning and the erasure of a file or answer.';

comment on function private.facts_arrived(private.outbox,public.requests,text) is 'The facts for telling a member what arrived, as things stand now.';

comment on function private.facts_deletion_decided(private.outbox,public.requests,public.recipients,text) is 'The facts for telling a recipient what was decided about their files.';

comment on function private.facts_expiry(private.outbox,text) is 'The facts for telling a member what is erased soon.';

comment on function private.facts_receipt(private.outbox,public.requests,public.recipients,text) is 'The facts for confirming to a recipient what they have sent.';

comment on function private.facts_reminder(uuid[],timestamp with time zone,text,boolean) is 'The facts for a reminder to these recipients, who are one person. A preview has no link that stops email.';

comment on function private.facts_update(private.outbox,public.requests,public.recipients,text) is 'The facts for telling a recipient what members have done.';

comment on function private.find_expiries(integer) is 'Notes ended requests whose first file or answer is due within the notice. Returns how many it examined.';

comment on function private.forget_expiries(uuid) is 'Plans the expiry of all requests of a workspace again whose members weren''t warned yet.';

comment on function private.free_addresses(bytea[]) is 'Allows email to these addresses again, everywhere. A stop of all email stays.';

comment on function private.has_link(text) is 'True if an email app could turn a part of this into a link.';

comment on function private.is_common_in_requests(uuid,text[],integer) is 'True if these words are too common for the index, which takes time for each match in the workspace: from 20,000 requests, if three of those compared have them, or two of a sample.';

comment on function private.is_for(public.recipients,uuid) is 'True if this recipient answers the item.';

comment on function private.is_newcomer(uuid,text,timestamp with time zone) is 'True if the account had had this address for less than 48 hours at that moment: it may be that of an intruder.';

comment on function private.is_unread(public.questions,uuid) is 'True if another person has written a message since this person last read or wrote one.';

comment on function private.is_watched(public.requests,uuid) is 'True if a member watches a request.';

comment on function private.item_words(public.items) is 'An item as a requester wrote it, in the form of a draft: for comparisons, copies and the history.';

comment on function private.list_key(uuid,uuid,boolean) is 'Names the list of an assignee, of a tag, or of both, and that of its requests that repeat. The nil uuid means unassigned; without a condition it is the list of all requests.';

comment on function private.lock_invitation(uuid) is 'Locks the workspace and returns an invitation that waits, for a member who may invite to its role.';

comment on function private.may_email_links(uuid) is 'True if emails quote texts with links by this workspace: it is older than seven days, and a request of it has been answered.';

comment on function private.may_send_requests(uuid,uuid) is 'False for a member who has left the workspace, whose account is suspended, or who lacks the second factor that the workspace requires: nothing more is sent in their name.';

comment on function private.members_to_notify(public.requests) is 'Members to notify about a request: those who watch it and its assignee, or else the owners.';

comment on function private.next_reminder(public.recipients) is 'Time of a recipient''s next reminder as things stand; null if nothing is missing or they can''t be reminded.';

comment on function private.note_request_edits(public.requests,public.requests) is 'Writes the changes of a sent request into its history.';

comment on function private.parse_token(text) is 'The row that a token of stop_token() names, and its signature; for any other text, an id that no row has and no signature.';

comment on function private.passed_second_factor() is 'True if both the token and the session have passed the second factor. Removing a factor lowers its sessions at once, but their tokens stay valid for up to an hour, possibly in the hands of a thief.';

comment on function private.put_link(public.requests) is 'Replaces a request''s link token. Only the hash of the previous one is stored, for people who have joined.';

comment on function private.queue_arrival(public.events) is 'Notifies the members who watch a request of what arrived, in one email each.';

comment on function private.queue_damaged(uuid,uuid) is 'Notifies the members who watch a request of damaged files, in one email each.';

comment on function private.reader_name(uuid,boolean) is 'The caller''s name in the record of reads. For a member it is never the address.';

comment on function private.reminder_pause(public.recipients,text) is 'Time until which a person gets no reminder: after an email about the request, after a visit, until the day after a promise. Null if none.';

comment on function private.require_newest(public.requests) is 'Refuses a request that has been sent again since. Errors: repeat.moved.';

comment on function private.restore_address(private.outbox) is 'Restores an account''s former address. Answers undone, or address_taken if another account has confirmed it since. Needs UPDATE on auth.identities.';

comment on function private.search_latest_requests(uuid,text[]) is 'Those of the latest 250 requests in each state that have all of these words, and whether a state may have more requests.';

comment on function private.set_assignee(public.requests,uuid) is 'Assigns a request to a member, or to no one, who gets the emails about what arrives instead of the previous assignee.';

comment on function private.state_of(private.invitations) is 'open, accepted, expired, or void: the inviter may no longer invite.';

comment on function private.tg__sync_list_entries() is 'Updates the list entries of a request after a change of it, its tags or its repeat.';

comment on function private.tg_events__queue_emails() is 'Queues the emails to recipients about an act: collected for ten minutes, or until the end of a visit.';

comment on function private.tg_events__recompute_retention() is 'What arrives late is kept from its own arrival on, and an item may become sensitive.';

comment on function private.tg_identities__drop_unproven_address() is 'An unverified address from a provider may belong to someone else. Without this trigger, Auth would sign its owner in to the account that linked it, or make it the address of that account.';

comment on function private.tg_identities__keep_address() is 'When the identity that has the account''s address is removed, Auth gives the account the address of a remaining identity. Unlike a change of address, that needs no confirmation and no second factor, so a stolen session could be used to link another identity and take over the account.';

comment on function private.tg_items__drop_examples() is 'Removes the examples of a removed item, which no one can see any more.';

comment on function private.tg_items__plan_reminders() is 'What is left for a person with single items can change while the request''s total stays.';

comment on function private.tg_outbox__note_invitation() is 'Records the outcome of an invitation''s email.';

comment on function private.tg_recipient_items__plan_reminder() is 'Restarts the reminders of a person who was handed an item or lost one.';

comment on function private.tg_recipients__queue_emails() is 'Queues the emails to people who are added to a sent request, corrected or removed.';

comment on function private.tg_recipients__sync_people() is 'Keeps the people of a workspace and their open requests up to date. Every change of what a request waits for also plans its reminders, and so changes its recipients.';

comment on function private.tg_requests__assign_to_creator() is 'Assigns a request to its creator until a member assigns it.';

comment on function private.tg_requests__queue_emails() is 'Queues the emails to recipients when a request is sent or ends.';

comment on function private.tg_users__count_emails() is 'Counts one email. Auth writes the time of each to the account, and that of both emails of a new address in one statement.';

comment on function private.tg_users__drop_unproven_metadata() is 'Anyone can sign up with another person''s address and write any metadata into the account. The owner''s sessions would carry it later, and sessions are stored in cookies: with enough metadata in them no server accepts the owner''s requests. Until the address is confirmed, only the metadata that Auth writes itself is kept.';

comment on function private.tg_users__forget_unproven_identities() is 'A person who signed up with another person''s address through a provider that hadn''t verified it keeps no access: the identity is deleted when the owner confirms the address.';

comment on function private.tg_users__forget_unproven_password() is 'A person who signed up with another person''s address chose its password. The password is deleted when the owner confirms the address.';

comment on function private.waiting_items(uuid,public.recipients) is 'Items that this recipient still has to answer, for @sheaf/email.';

comment on function private.warn_of_expiries(integer) is 'Warns members of each noted request twice before anything is erased, or forgets it when nothing is due any more. Returns how many it handled.';

comment on function private.widen_recipients(public.requests,jsonb) is 'Makes listed people who had single items recipients of the whole request.';

comment on function public.accept_invitation(text,text) is 'Makes the caller a member and returns the workspace; the name is for an account without one. Members are let through. Only the account with the invited, confirmed address is accepted, and once. Errors: not_found, invitation.other_address, invitation.expired, invitation.used, profile.name.';

comment on function public.assign_request(uuid,uuid) is 'For members: assigns a request to a member, or to no one, and returns the previous assignee. The new assignee gets the emails about what arrives instead of the previous one. Repeating a call changes nothing. Errors: not_found, assignee.not_member.';

comment on function public.bulk_details(uuid) is 'For members: the progress of a job. next_at: time of the next person''s turn; null if none waits or it is paused. sent_lately: in the last 30 seconds. ends_on: the day in UTC of the last, if the cap on new addresses lets some wait. can_send: whether its sender may still send. Errors: not_found.';

comment on function public.bulk_people(uuid,text,text) is 'For members: the people of a job, problems first, 50 a page. Filters: problems, sent, waiting; all others show everyone. Errors: not_found.';

comment on function public.claim_checks(uuid,integer) is 'For the worker: leases unchecked stored files, the newest first, for a quarter of an hour.';

comment on function public.claim_receipts(uuid,integer) is 'For the worker: leases receipts whose files have all been checked, for a minute, with their content.';

comment on function public.claim_repeats(uuid,integer) is 'For the worker: leases requests, which are to be sent again, for a minute. Senders are notified of those of the next 24 hours.';

comment on function public.decide_deletion(uuid,boolean,text) is 'For members: deletes a file whose uploader asked for that, or refuses with a reason. The uploader is notified. Errors: not_found, request.deleted, deletion.not_asked, reason.required, reason.too_long.';

comment on function public.delete_request(uuid) is 'For members: puts a request that has ended into the bin. It can''t be added to, recipients read only their own files, and after 14 days it is deleted for good. Both sides are notified. Repeating a call changes nothing. Errors: not_found, request.open.';

comment on function public.email_second_factor(uuid,uuid) is 'For owners and admins: reminds a member to set up a second factor. Errors: not_found (also for a member who needs none), workspace.role, quota.address.';

comment on function public.end_session(uuid) is 'Signs out another session of the caller; it can read nothing afterwards, even while its token is valid. Sessions that have ended, are unknown or belong to another account get the same answer. Errors: session.this_one, because that session signs out instead; proof.required. Needs DELETE on auth.sessions; refresh tokens cascade.';

comment on function public.erase_expired(integer) is 'For the worker: erases the files and answers that are due, of requests about which members were warned twice. What a file was called, its size, sum and times stay. Bytes go with the purge. Returns how many requests it handled; 0 when there are no more.';

comment on function public.file_openings(uuid) is 'Those who opened a file, the latest first, and how often. Members see everyone, the uploader sees members. Errors: not_found.';

comment on function public.finish_bulk(uuid,integer,uuid) is 'For the worker: makes and sends the request of a person that it has claimed, once. sent; failed: with a reason that members read; waits: for another day, or for a member to resume. Null if the claim is no longer the caller''s.';

comment on function public.finish_checks(uuid,jsonb) is 'For the worker: records the checksums of what it has read: [{file, sha256, size}], without the last two where there is no object. Counts those that are verified, damaged or were removed; not those that another worker has claimed since.';

comment on function public.hand_off_item(uuid,text,text) is 'Asks another person for an item, as a member or a recipient of the whole request. They are emailed the link, and see the items handed to them alone. Errors: not_found, request.closed, request.paused, item.locked, draft.recipient, draft.recipient_name, draft.too_many_recipients, recipient.member, hand_off.passed_on, hand_off.self, hand_off.sender, hand_off.taken, hand_off.recipient, quota.hand_offs, quota.address.';

comment on function public.link_workspace(text,text) is 'For the worker: name of the workspace whose request this link opens for the person who proves this address, as join_request decides. Null for every other link and address, for an address that takes no email from workspaces, for a workspace that this person has reported, or anyone in 30 days, and before a workspace has emailed this address or had an answer from anybody.';

comment on function public.list_requests(uuid,text,text,date,timestamp with time zone,date,uuid,uuid,uuid,boolean,date,date) is 'One page of a workspace''s requests, after the given last row of the page before: all, or those of one assignee (the nil uuid: unassigned), with one tag, that repeat, or due from one day until another (infinity to infinity: without a due date), which are sorted by due date. Errors: session.required, not_found, list.unknown, list.cursor.';

comment on function public.my_checklist(uuid) is 'What a person to whom items were handed reads of the request itself, with who added each file of these items as {file id: name}. No row for anyone else.';

comment on function public.pause_bulk(uuid,boolean) is 'For members: pauses a job before its next person, or resumes it. A stopped job stays stopped. Errors: not_found.';

comment on function public.peek_invitation(text) is 'The details that anyone with the link may see: who invites, to which workspace and role, and which address has to be proven. No row for any other token, nor if the inviter may no longer invite.';

comment on function public.plan_expiries(integer) is 'For the worker: warns members 14 and 2 days before files and answers of an ended request are erased, and after a year in which nothing happened on an open one. Nothing is erased sooner than 14 days after the first warning and 2 days after the second. Returns how many requests it handled; 0 when there are no more.';

comment on function public.remove_example(uuid) is 'Removes an example, finished or not. It can''t be read afterwards. Errors: not_found, request.closed.';

comment on function public.rename_workspace(uuid,text) is 'For owners and admins. Recipients see the new name immediately. Errors: not_found, workspace.role, workspace.name.';

comment on function public.report_request(uuid,text) is 'For a recipient: reports a request to the operator, once; the first report stays. The workspace isn''t told. Errors: not_found, report.note (over 1,000 characters).';

comment on function public.send_to_many(uuid,uuid,text,text,jsonb) is 'For members: stores a job that sends a template to up to 1,000 people {number, email, name, due_on, assignee}, each a separate request, with the title and message filled in. With the id of a job that exists it does nothing. An assignee is the id of a member. Errors: not_found, bulk.*, draft.*, quota.bulk_rows, assignee.not_member.';

comment on function public.send_update(uuid) is 'Notifies the recipients immediately of what was returned or changed, instead of ten minutes after the first. Errors: not_found.';

comment on function public.set_workspace_branding(uuid,text,text) is 'For owners and admins. Null for none. Recipients see it immediately. Errors: not_found, workspace.role, workspace.accent, workspace.logo.';

comment on function public.stop_all_email(boolean) is 'Ends all email from Sheaf to the caller''s address, except sign-in codes and security notices, or allows it again. The caller is signed in, so a forwarded email is not enough.';

comment on function public.take_back_item(uuid) is 'Undoes the hand-off of an item, as a member or a recipient of the whole request. What the person sent stays. Errors: not_found.';

comment on function public.undo_account_change(text) is 'For the holder of the token of a security notice about a change less than 48 hours ago: removes what was added, signs out all devices of the account, removes its password and ends what was begun. Restores nothing but the former address. Answers undone, signed_out where there was nothing to undo, address_taken where another account has the former address, or expired, also for a used or wrong token. Needs DELETE on auth.sessions, auth.one_time_tokens and auth.flow_state, UPDATE on auth.users.';

comment on function public.unmerge_person(uuid) is 'For members: makes a merged address a separate person again, with its requests, name and note. Tags stay with the person it belonged to. Errors: not_found.';

comment on function public.unread_questions(uuid[]) is 'Questions in which another person has written since the caller last read them, in the first 200 of these requests; at most 1,000. Lists and pages all count these rows.';

comment on function public.watches_request(uuid) is 'For a member: true if they get email about what arrives in a request. Errors: not_found.';

comment on function public.workspace_invitations(uuid) is 'For owners and admins: invitations that wait, with their state open, expired or void (the inviter may no longer invite). Errors: not_found, workspace.role.';

comment on function public.workspace_members(uuid) is 'For members: everyone in a workspace, owners first. Only owners and admins see whether they have a second factor; others get null. Errors: not_found.';

comment on table private.answered_workspaces is 'Workspaces with at least one answer. Until then their emails have neither the workspace''s name in From nor a link.';

comment on table private.answering_people is 'People who have answered a request of a workspace. Counted by person, so that two who work together can''t raise the caps.';

comment on table private.backup_code_tries is 'Wrong backup codes of a session in the current hour. Counted per session, so that someone else with access to the mailbox can''t use up the owner''s tries. The row is locked during each try, so parallel guesses are counted one after another.';

comment on table private.emailed_addresses is 'Addresses that a workspace has emailed, and since which day in UTC.';

comment on table private.expiries is 'Requests with something to be erased, and the warnings to members about it.';

comment on table private.file_reads is 'A row says that a session was allowed to read a file from then on, for one purpose. Asking again for the same purpose while the grant lives renews it without another row, however often the file is read; so does asking again under the same export.';

comment on table private.member_emails is 'A member''s choice of emails about what arrives in a workspace. Without a row: each.';

comment on table private.outbox is 'Emails that are due, and their outcomes. Ended ones are kept for 90 days.';

comment on table private.watchers is 'Who watches a request. Its creator and sender do without a row, which is made when the first email needs one.';

comment on table public.messages is 'The question and each reply. Never changed.';

comment on table public.recipient_items is 'Items that were handed to a recipient whose scope is items.';
