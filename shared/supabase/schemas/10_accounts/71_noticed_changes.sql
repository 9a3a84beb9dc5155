-- Triggers that queue a notice after a change of an account. Most stand on Auth's tables: 90_triggers_on_auth.sql.

create function private.tg_users__notify_of_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if lower(new.email) is distinct from lower(old.email) then
    perform private.queue_notice(old, 'email_changed', new.email, old.email, new.email);
  end if;
  if coalesce(new.encrypted_password, '') not in ('', coalesce(old.encrypted_password, '')) then
    perform private.queue_notice(new, 'password_changed');
  end if;
  return null;
end
$$;
comment on function private.tg_users__notify_of_change() is 'Tells the owner of an account that its address or password was changed.';

create function private.tg__notify_of_way_in() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_changed constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  -- Absent while the whole account is being deleted.
  v_account constant auth.users := (
    select u from auth.users as u where u.id = (v_changed ->> 'user_id')::uuid and u.deleted_at is null
  );
begin
  perform private.queue_notice(
    v_account,
    tg_argv[0] || case when tg_op = 'DELETE' then '_removed' else '_added' end,
    coalesce(v_changed ->> tg_argv[1], ''),
    v_changed ->> 'id'
  );
  return null;
end
$$;
comment on function private.tg__notify_of_way_in() is
  'Tells the owner of an account that a way to sign in was added or removed. The trigger names its kind, and the column with its name.';

create function private.tg_sessions__notify_of_device() returns trigger
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
comment on function private.tg_sessions__notify_of_device() is
  'Tells the owner of an account that a device has signed in for the first time: five a day at most, and not of the device that the account was created with.';

create function private.tg_backup_codes__notify() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_account constant auth.users := (select u from auth.users as u where u.id = new.user_id);
  v_created constant text := extract(epoch from new.created_at);
begin
  if tg_op = 'UPDATE' then
    perform private.queue_notice(v_account, 'backup_code_used');
  elsif not exists (
    select from private.outbox as o
    where o.user_id = new.user_id and o.kind = 'security' and o.data ->> 'subject' = v_created
  ) then
    -- Ten codes are one change.
    perform private.queue_notice(v_account, 'backup_codes_created', subject => v_created);
  end if;
  return null;
end
$$;
comment on function private.tg_backup_codes__notify() is
  'Tells the owner of an account that backup codes were created, or that one was used.';

create function private.tg_users__notify_of_deletion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_notice(old, 'account_deleted');
  return coalesce(new, old);
end
$$;
comment on function private.tg_users__notify_of_deletion() is 'Tells the owner of an account that it was deleted.';

create function private.tg_outbox__forget_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.outbox as o where o.id = new.id;
  return null;
end
$$;
comment on function private.tg_outbox__forget_account() is
  'Removes the notice to the owner of a deleted account, with their address, when it was sent or given up.';
