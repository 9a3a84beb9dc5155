-- Generated from schemas/ in the order of creation: the whole database of version 0.1.0. Read schemas/ instead.

set local check_function_bodies = off;

-- schemas/00_base/00_schemas.sql

alter default privileges revoke execute on functions from public, anon, authenticated, service_role;

alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;

alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;

alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;

create schema private;

create schema hooks;

-- schemas/00_base/10_text.sql

create function private.fits(value text, shortest integer, longest integer) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(char_length(private.trimmed(fits.value)) between fits.shortest and fits.longest, false)
$$;

create function private.trimmed(value text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(
    value,
    '^[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+'
      || '|[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+$',
    '',
    'g'
  )
$$;

create function private.one_line(value text) returns text
language sql immutable set search_path = ''
return private.trimmed(regexp_replace(
  regexp_replace(one_line.value, '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'),
  '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+',
  ' ',
  'g'
));

create function private.has_visible_character(value text) returns boolean
language sql immutable set search_path = ''
return has_visible_character.value ~ (
  '[^'
  -- White space and control characters.
  || '\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000'
  -- Default_Ignorable_Code_Point.
  || '\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164'
  || '\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff'
  -- Blank in every font: a braille pattern without dots, a null notehead and annotation marks.
  || '\u2800\U0001d159\ufff9-\ufffb'
  || ']'
);

create function private.is_name(value text) returns boolean
language sql immutable set search_path = ''
return is_name.value = private.one_line(is_name.value)
  and private.has_visible_character(is_name.value)
  and is_name.value !~ '[@\ufe6b\uff20]';

create function private.is_clean_file_name(name text) returns boolean
language sql immutable set search_path = '' as $$
  select is_clean_file_name.name = private.trimmed(is_clean_file_name.name)
    and char_length(is_clean_file_name.name) between 1 and 255
    and is_clean_file_name.name !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff/\\]'
    and is_clean_file_name.name !~ '^\.+$'
$$;

create function private.folded(value text) returns text
language sql immutable set search_path = '' as $$
  select translate(
    lower(regexp_replace(normalize(coalesce(folded.value, ''), nfd), '[\u0300-\u036f]', '', 'g')),
    '@._-+/\,;:#&''"()[]{}<>|!?*~=%$',
    '                                '
  )
$$;

-- schemas/00_base/11_addresses.sql

create function private.is_address(address text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(
    char_length(is_address.address) <= 254
      and is_address.address ~ '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.])+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$',
    false
  )
$$;

create function private.folded_address(address text) returns text
language sql immutable set search_path = '' as $$
  select rtrim(
    replace(lower(normalize(regexp_replace(folded_address.address, '[\s\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]', '', 'g'), NFKC)), U&'\3002', '.'),
    '.'
  )
$$;

create function private.address_hash(address text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(lower(address_hash.address), 'UTF8'))
$$;

create function private.mailbox_hash(address text) returns bytea
language sql immutable set search_path = '' as $$
  select private.address_hash(regexp_replace(mailbox_hash.address, '^([^@+]+)\+[^@]*@', '\1@'))
$$;

create function private.address_key(sender uuid, address text) returns text
language sql immutable set search_path = '' as $$
  select address_key.sender || ' ' || encode(private.mailbox_hash(address_key.address), 'hex')
$$;

-- schemas/00_base/12_dates.sql

create function private.is_day(value text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(is_day.value ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and is_day.value::date is not null, false);
exception
  when datetime_field_overflow or invalid_datetime_format then
    return false;
end
$$;

create function private.as_day(value jsonb) returns date
language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(jsonb_typeof(as_day.value), 'null') = 'null' then
    return null;
  elsif not private.is_day(as_day.value #>> '{}') then
    perform private.fail('draft.due_on');
  end if;
  return (as_day.value #>> '{}')::date;
end
$$;

create function private.is_known_zone(zone text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  if is_known_zone.zone ~ '^[A-Za-z]+(/[A-Za-z0-9_+-]+){0,2}$' and char_length(is_known_zone.zone) <= 64 then
    perform now() at time zone is_known_zone.zone;
    return true;
  end if;
  return false;
exception
  when invalid_parameter_value then
    return false;
end
$$;

create function private.known_zone(zone text) returns text
language sql stable set search_path = '' as $$
  with renamed (former, present) as (
    -- The former names that CLDR keeps for browsers.
    values
      ('Africa/Asmera', 'Africa/Asmara'),
      ('America/Buenos_Aires', 'America/Argentina/Buenos_Aires'),
      ('America/Catamarca', 'America/Argentina/Catamarca'),
      ('America/Coral_Harbour', 'America/Atikokan'),
      ('America/Cordoba', 'America/Argentina/Cordoba'),
      ('America/Godthab', 'America/Nuuk'),
      ('America/Indianapolis', 'America/Indiana/Indianapolis'),
      ('America/Jujuy', 'America/Argentina/Jujuy'),
      ('America/Louisville', 'America/Kentucky/Louisville'),
      ('America/Mendoza', 'America/Argentina/Mendoza'),
      ('Asia/Calcutta', 'Asia/Kolkata'),
      ('Asia/Katmandu', 'Asia/Kathmandu'),
      ('Asia/Rangoon', 'Asia/Yangon'),
      ('Asia/Saigon', 'Asia/Ho_Chi_Minh'),
      ('Atlantic/Faeroe', 'Atlantic/Faroe'),
      ('Europe/Kiev', 'Europe/Kyiv'),
      ('Pacific/Enderbury', 'Pacific/Kanton'),
      ('Pacific/Ponape', 'Pacific/Pohnpei'),
      ('Pacific/Truk', 'Pacific/Chuuk')
  ),
  names (name, place) as (
    select r.present, 1 from renamed as r where r.former = known_zone.zone
    union all values (known_zone.zone, 2)
    union all select r.former, 3 from renamed as r where r.present = known_zone.zone
  )
  select n.name from names as n where private.is_known_zone(n.name) order by n.place limit 1
$$;

create function private.utc(moment timestamptz) returns text
language sql immutable set search_path = '' as $$
  select to_char(utc.moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

create function private.workspace_today(workspace uuid) returns date
language sql stable set search_path = '' as $$
  select (private.email_clock() at time zone w.zone)::date from public.workspaces as w where w.id = workspace_today.workspace
$$;

-- schemas/00_base/13_tokens.sql

create type private.token_parts as (named uuid, signature bytea);

create function private.parse_token(token text) returns private.token_parts
language sql immutable set search_path = '' as $$
  -- The same work for every token. Nothing is signed with no bytes.
  select (encode(substring(c.content for 16), 'hex')::uuid, case when c.is_shaped then substring(c.content from 17) else '' end)
  from (
    select
      t.is_shaped,
      decode(translate(case when t.is_shaped then parse_token.token else repeat('A', 43) end, '-_', '+/') || '=', 'base64')
        as content
    from (select coalesce(parse_token.token ~ '^[A-Za-z0-9_-]{43}$', false) as is_shaped) as t
  ) as c
$$;

-- schemas/00_base/20_errors.sql

create function private.fail(code text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  raise exception using
    message = fail.code,
    errcode = case
      when fail.code = 'session.required' then 'PT401'
      when fail.code in ('proof.required', 'workspace.role') then 'PT403'
      when fail.code = 'not_found' then 'PT404'
      when fail.code = 'file.too_large' then 'PT413'
      when fail.code in (
        'draft.sent', 'request.closed', 'request.paused', 'request.complete', 'request.reopen_expired', 'request.open',
        'request.stale', 'item.stale', 'item.locked', 'item.undecided', 'item.answered', 'item.chosen',
        'item.not_received', 'recipient.last', 'recipient.member', 'access.decided', 'file.not_stored', 'file.changed',
        'file.accepted', 'file.undecidable', 'workspace.last_owner', 'account.changed', 'reminder.soon',
        'reminder.unreachable', 'invitation.exists', 'invitation.member', 'invitation.expired', 'invitation.used',
        'invitation.other_address', 'request.deleted', 'deletion.not_asked'
      ) then 'PT409'
      else 'PT422'
    end;
end
$$;

create function private.too_many(message text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('error', jsonb_build_object('http_code', 429, 'message', message))
$$;

-- schemas/00_base/30_session.sql

create function hooks.check_request() returns void
language plpgsql stable set search_path = '' as $$
begin
  if current_setting('request.headers', true)::jsonb ->> 'prefer' ~ 'count=(planned|estimated)' then
    raise exception 'Only count=exact is available.' using errcode = 'PT400';
  end if;
end
$$;

create function private.require_session() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.session_ok() then
    perform private.fail('session.required');
  end if;
  return auth.uid();
end
$$;

create function private.session_ok() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.session_exists()
    and not exists (select from private.must_enroll as e where e.user_id = auth.uid())
    and (
      private.passed_second_factor()
      or not exists (
        select from auth.mfa_factors as f where f.user_id = auth.uid() and f.status = 'verified'
      )
    )
$$;

create function private.session_exists() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.sessions as s
    join auth.users as u on u.id = s.user_id
    where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and s.user_id = auth.uid()
      and (s.not_after is null or s.not_after > now())
      -- The platform suspends an account without ending its sessions, whose tokens are good for an hour more.
      and (u.banned_until is null or u.banned_until <= now())
      and u.deleted_at is null
      and coalesce(auth.jwt() ->> 'is_anonymous', 'false') = 'false'
      and auth.jwt() ->> 'client_id' is null
  )
$$;

create function private.passed_second_factor() returns boolean
language sql stable security definer set search_path = '' as $$
  -- False and never null for a token without a level: callers negate the answer.
  select coalesce(auth.jwt() ->> 'aal', '') = 'aal2' and exists (
    select from auth.sessions as s
    where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = auth.uid() and s.aal >= 'aal2'
  )
$$;

create function private.my_session() returns uuid
language sql stable set search_path = '' as $$
  select nullif(auth.jwt() ->> 'session_id', '')::uuid
$$;

create function private.act_as(member uuid) returns void
language sql set search_path = '' as $$
  -- Without a session, so that whatever requires one refuses.
  select set_config('request.jwt.claims', jsonb_build_object('sub', act_as.member)::text, true)
$$;

create function private.is_one_of(id uuid, ids uuid[]) returns boolean
-- In SQL the planner would take the function apart and see the real cost.
language plpgsql immutable parallel safe cost 0.0001 as $$
begin
  return is_one_of.id operator(pg_catalog.=) any(is_one_of.ids);
end
$$;

-- schemas/00_base/40_quotas.sql

create table private.quotas (
  name text primary key,
  most bigint not null,
  constraint quotas_most_check check (most > 0)
);

create table private.usage (
  name text not null references private.quotas (name),
  subject text not null,
  since timestamptz not null,
  used bigint not null,
  primary key (name, subject, since)
);

create function private.use_quota(name text, subject text, amount bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today constant timestamptz := date_trunc('day', now(), 'UTC');
  total bigint;
  is_first boolean;
begin
  -- The row stays locked until the transaction ends, so simultaneous uses are counted one after another.
  insert into private.usage as u (name, subject, since, used)
  values (use_quota.name, use_quota.subject, today, use_quota.amount)
  on conflict on constraint usage_pkey do update set used = u.used + excluded.used
  returning u.used, u.xmax = 0 into total, is_first;
  if total > (select q.most from private.quotas as q where q.name = use_quota.name) then
    perform private.fail('quota.' || use_quota.name);
  end if;
  if is_first then
    -- Each new row removes some of earlier days. Nothing else needs to clean up.
    delete from private.usage as u
    where u.ctid = any(array(
      select o.ctid from private.usage as o
      where o.since < today and o.since > '-infinity'
      limit 100 for update skip locked
    ));
  end if;
end
$$;

create function private.add_bytes(workspace uuid, bytes numeric) returns void
language sql set search_path = '' as $$
  insert into private.usage as u (name, subject, since, used)
  select 'workspace_bytes', w.id::text, '-infinity', add_bytes.bytes
  from public.workspaces as w where w.id = add_bytes.workspace
  on conflict on constraint usage_pkey do update set used = u.used + excluded.used
$$;

create function private.forget_usage() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.usage as u
  where (u.name in ('workspace_bytes', 'requests', 'bulk_rows') and u.subject = old.id::text)
    or (u.name = 'address' and u.subject like old.id || ' %');
  return null;
end
$$;

-- schemas/10_accounts/10_profiles.sql

create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  display_name text not null,
  created_at timestamptz not null default now(),
  constraint profiles_display_name_check
    check (char_length(display_name) between 1 and 80 and private.is_name(display_name))
);

create function public.change_name(display_name text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
  kept text := private.one_line(change_name.display_name);
begin
  if not private.fits(kept, 1, 80) or not private.is_name(kept) then
    perform private.fail('profile.name');
  end if;
  insert into public.profiles as f (user_id, display_name) values (me, kept)
  on conflict (user_id) do update set display_name = excluded.display_name;
  return kept;
end
$$;

create function private.my_name(request uuid) returns text
language sql stable set search_path = '' as $$
  select coalesce(
    (
      select nullif(p.name, '') from public.recipients as p
      where p.request_id = my_name.request and p.user_id = auth.uid()
    ),
    (select f.display_name from public.profiles as f where f.user_id = auth.uid()),
    -- The address the request was sent to: the account's address may have changed since, and is private.
    (select p.email from public.recipients as p where p.request_id = my_name.request and p.user_id = auth.uid()),
    (select u.email from auth.users as u where u.id = auth.uid()),
    case when auth.uid() is null then 'Sheaf' else '' end
  )
$$;

create function private.my_people() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(people.id), '{}')
  from (
    select auth.uid() as id
    union
    select m.user_id from public.members as m where m.workspace_id = any(private.my_workspaces())
    union
    select p.user_id from public.recipients as p where p.request_id = any(private.my_requests())
    union
    select r.sent_by from public.requests as r where r.id = any(private.my_requests())
  ) as people
  where people.id is not null
$$;

-- schemas/10_accounts/20_sessions.sql

create function public.my_sessions()
returns table (
  id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text, ip text, aal text, is_current boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me uuid := private.require_session();
begin
  return query
    select
      s.id,
      s.created_at,
      -- Auth stores the refresh time without a time zone, in UTC.
      greatest(s.created_at, s.updated_at, s.refreshed_at at time zone 'utc'),
      s.user_agent,
      host(s.ip),
      s.aal::text,
      s.id = (auth.jwt() ->> 'session_id')::uuid
    from auth.sessions as s
    where s.user_id = me and (s.not_after is null or s.not_after > now())
    order by 3 desc, s.id;
end
$$;

create function public.end_session(session uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
begin
  if end_session.session = (auth.jwt() ->> 'session_id')::uuid then
    perform private.fail('session.this_one');
  end if;
  perform private.require_fresh_proof('sessions');
  delete from auth.sessions as s where s.id = end_session.session and s.user_id = me;
end
$$;

create function public.end_other_sessions() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
  ended integer;
begin
  perform private.require_fresh_proof('sessions');
  with gone as (
    delete from auth.sessions as s
    where s.user_id = me and s.id <> (auth.jwt() ->> 'session_id')::uuid
    returning s.not_after
  )
  select count(*) filter (where gone.not_after is null or gone.not_after > now()) into ended from gone;
  return ended;
end
$$;

-- schemas/10_accounts/30_fresh_proof.sql

create table private.proofs (
  user_id uuid not null references auth.users (id) on delete cascade,
  act text not null,
  session_id uuid not null,
  code_at timestamptz,
  until timestamptz not null,
  used_in xid8,
  primary key (user_id, act),
  constraint proofs_act_check check (act in (
    'password', 'email', 'factors', 'passkeys', 'identities', 'backup_codes', 'sessions', 'delete_account',
    'delete_workspace', 'second_factor_requirement', 'roles', 'retention'
  ))
);

create table private.proven_email_changes (
  user_id uuid primary key references auth.users (id) on delete cascade,
  address text not null
);

create function public.record_proof(act text, acting_session uuid default null) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  mine uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
  acting uuid := coalesce(record_proof.acting_session, mine);
  entered private.must_enroll;
  proven timestamptz;
  entered_at timestamptz;
  recorded timestamptz;
begin
  if not private.session_exists() then
    perform private.fail('session.required');
  end if;
  select * into entered from private.must_enroll as e where e.user_id = me;
  if found then
    -- Nobody who merely signs in meanwhile may set up an app: the backup code is the proof.
    if record_proof.act is distinct from 'factors' or mine is distinct from entered.session_id then
      perform private.fail('proof.required');
    end if;
    delete from auth.sessions as s where s.user_id = me and s.id <> mine;
    proven := now();
  else
    perform private.require_session();
    if not exists (select from auth.sessions as s where s.id = acting and s.user_id = me) then
      perform private.fail('proof.required');
    elsif private.has_app() then
      proven := case when private.passed_second_factor() then private.proven_since('{totp,mfa/webauthn}') end;
      -- A thief with the same session shares its codes, so one code opens one act only. Of simultaneous calls the later one
      -- waits here, and sees the row of the earlier one.
      perform from auth.users as u where u.id = me for update;
      if exists (select from private.proofs as p where p.user_id = me and p.code_at >= proven) then
        proven := null;
      end if;
      entered_at := proven;
    else
      proven := private.proven_since(
        '{password,otp,magiclink,recovery,email/signup,invite,oauth,sso/saml,passkey,totp,mfa/webauthn}'
      );
    end if;
    if not coalesce(proven > now() - interval '15 minutes', false) then
      perform private.fail('proof.required');
    end if;
  end if;
  insert into private.proofs as p (user_id, act, session_id, code_at, until)
  values (me, record_proof.act, acting, entered_at, now() + interval '15 minutes')
  on conflict on constraint proofs_pkey do update
  set session_id = excluded.session_id, code_at = excluded.code_at, until = excluded.until, used_in = null
  returning p.until into recorded;
  return recorded;
exception
  when check_violation or not_null_violation then
    perform private.fail('proof.act');
end
$$;

create function private.require_fresh_proof(act text, person uuid default auth.uid()) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.proofs as p
  -- Signing out devices takes access away and gives none. Its proof serves as often as needed until it expires.
  set used_in = case when p.act <> 'sessions' then pg_current_xact_id() end
  where p.user_id = require_fresh_proof.person and p.act = require_fresh_proof.act
    and p.until > now()
    and (p.used_in is null or p.used_in = pg_current_xact_id())
    -- Auth's connection carries no session.
    and p.session_id = coalesce(nullif(auth.jwt() ->> 'session_id', '')::uuid, p.session_id);
  if not found then
    perform private.fail('proof.required');
  end if;
end
$$;

create function private.proven_since(methods text[]) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select to_timestamp(max((entry.value ->> 'timestamp')::numeric))
  from jsonb_array_elements(
    case when jsonb_typeof(auth.jwt() -> 'amr') = 'array' then auth.jwt() -> 'amr' else '[]' end
  ) as entry
  where entry.value ->> 'method' = any(proven_since.methods)
$$;

create function private.has_app() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.mfa_factors as f where f.user_id = auth.uid() and f.status = 'verified')
$$;

-- schemas/10_accounts/31_proven_changes.sql

create function private.prove_account_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_fresh_proof(tg_argv[0], new.id);
  return new;
end
$$;

create function private.begin_email_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.proofs as p set used_in = pg_current_xact_id()
  where p.user_id = new.id and p.act = 'email' and p.until > now() and p.used_in is null;
  if found then
    insert into private.proven_email_changes as c (user_id, address) values (new.id, lower(new.email_change))
    on conflict (user_id) do update set address = excluded.address;
  elsif lower(new.email_change) is distinct from lower(old.email_change) then
    delete from private.proven_email_changes as c where c.user_id = new.id;
  end if;
  return new;
end
$$;

create function private.finish_email_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.proven_email_changes as c where c.user_id = new.id and c.address = lower(new.email);
  if not found then
    perform private.fail('proof.required');
  end if;
  return new;
end
$$;

create function private.prove_identity_removal() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Auth itself removes unproven identities before it confirms an account.
  if exists (select from auth.users as u where u.id = old.user_id and u.email_confirmed_at is not null) then
    perform private.require_fresh_proof('identities', old.user_id);
  end if;
  return old;
end
$$;

create function private.require_own_address() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  address text := lower(new.identity_data ->> 'email');
begin
  -- The first identity of an account is the account's own sign-up.
  if exists (select from auth.identities as i where i.user_id = new.user_id and i.id <> new.id)
    and not exists (select from auth.users as u where u.id = new.user_id and lower(u.email) = address)
    and not exists (
      select from auth.identities as i where i.user_id = new.user_id and i.id <> new.id and i.email = address
    )
  then
    perform private.fail('identity.other_address');
  end if;
  return new;
end
$$;

create function private.prove_way_in() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'DELETE' then
    perform private.require_fresh_proof(tg_argv[0], new.user_id);
    return new;
  end if;
  -- When the account itself is being deleted, its row is gone or marked by now.
  if exists (select from auth.users as u where u.id = old.user_id and u.deleted_at is null) then
    perform private.require_fresh_proof(tg_argv[0], old.user_id);
  end if;
  return old;
end
$$;

-- schemas/10_accounts/40_backup_codes.sql

create table private.backup_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  salt uuid not null,
  hash bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, salt)
);

create table private.backup_code_tries (
  user_id uuid not null references auth.users (id) on delete cascade,
  session_id uuid not null,
  since timestamptz not null default now(),
  wrong integer not null default 0,
  primary key (user_id, session_id)
);

create table private.must_enroll (
  user_id uuid primary key references auth.users (id) on delete cascade,
  since timestamptz not null default now(),
  session_id uuid
);

create function public.create_backup_codes() returns setof text
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
  -- Crockford's base32: without i, l, o and u, which are mistaken for others.
  letters constant text := '0123456789abcdefghjkmnpqrstvwxyz';
  salt uuid;
  bytes bytea;
  code text;
begin
  -- One after another, and after a code that is being used: it ends the other sessions.
  perform from auth.users as u where u.id = me for update;
  if not private.passed_second_factor() then
    perform private.fail('insufficient_aal');
  end if;
  perform private.require_fresh_proof('backup_codes');
  delete from private.backup_codes as c where c.user_id = me;
  for n in 1..10 loop
    salt := gen_random_uuid();
    -- A version 4 UUID has 122 random bits; hashing two of them removes the fixed ones.
    bytes := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
    select string_agg(substr(letters, (get_byte(bytes, at) & 31) + 1, 1), '' order by at)
    into code from generate_series(0, 11) as at;
    insert into private.backup_codes (user_id, salt, hash)
    values (me, salt, sha256(uuid_send(salt) || convert_to(code, 'UTF8')));
    return next substr(code, 1, 4) || '-' || substr(code, 5, 4) || '-' || substr(code, 9, 4);
  end loop;
end
$$;

create function public.use_backup_code(code text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  -- Read generously: without dashes and spaces, and with the letters that the alphabet leaves out as what they look like.
  typed text := translate(
    regexp_replace(lower(left(coalesce(use_backup_code.code, ''), 64)), '[^0-9a-z]', '', 'g'), 'ilo', '110'
  );
  mine uuid := nullif(auth.jwt() ->> 'session_id', '')::uuid;
  tries private.backup_code_tries;
begin
  if not private.session_exists() then
    perform private.fail('session.required');
  elsif not exists (select from auth.mfa_factors as f where f.user_id = me and f.status = 'verified')
    -- After losing the session that entered a code, another code continues.
    and not exists (select from private.must_enroll as e where e.user_id = me)
  then
    perform private.fail('mfa_factor_not_found');
  elsif private.passed_second_factor() then
    -- The authenticator is at hand; a session that keeps aal2 without its factor would outlive the new one.
    perform private.fail('backup_code.not_needed');
  end if;

  perform from auth.users as u where u.id = me for update;
  insert into private.backup_code_tries (user_id, session_id) values (me, mine) on conflict do nothing;
  select * into tries from private.backup_code_tries as t where t.session_id = mine for update;
  if tries.since <= now() - interval '1 hour' then
    update private.backup_code_tries as t set since = now(), wrong = 0 where t.session_id = mine;
  elsif tries.wrong >= 5 then
    return 'limited';
  end if;

  -- Compared as salted hashes: the time this takes says nothing about a code.
  update private.backup_codes as c set used_at = now()
  where c.user_id = me and c.used_at is null and c.hash = sha256(uuid_send(c.salt) || convert_to(typed, 'UTF8'));
  if not found then
    -- Answered and not raised, which would undo the count.
    update private.backup_code_tries as t set wrong = t.wrong + 1 where t.session_id = mine;
    return 'wrong';
  end if;

  insert into private.must_enroll as e (user_id, session_id) values (me, mine)
  on conflict (user_id) do update set session_id = excluded.session_id, since = now();
  -- For the page alone, which finds it in the session. Rows depend on the table.
  update auth.users as u set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || '{"must_enroll": true}'
  where u.id = me;
  delete from auth.mfa_factors as f where f.user_id = me;
  delete from auth.sessions as s where s.user_id = me and s.id <> mine;
  delete from private.backup_code_tries as t where t.user_id = me;
  return 'used';
end
$$;

create function public.backup_codes_left() returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
begin
  return (select count(*) from private.backup_codes as c where c.user_id = me and c.used_at is null);
end
$$;

create function private.finish_enrollment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.must_enroll as e where e.user_id = new.user_id;
  update auth.users as u set raw_app_meta_data = u.raw_app_meta_data - 'must_enroll'
  where u.id = new.user_id and u.raw_app_meta_data ? 'must_enroll';
  return null;
end
$$;

-- schemas/10_accounts/50_identities.sql

create function private.forget_unproven_identities() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.identities as i
  where i.user_id = new.id
    and i.provider not in ('email', 'phone')
    and coalesce(i.identity_data ->> 'email_verified', 'false') <> 'true';
  return null;
end
$$;

create function private.forget_unproven_password() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.encrypted_password := '';
  return new;
end
$$;

create function private.drop_unproven_address() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.identity_data := new.identity_data - 'email';
  return new;
end
$$;

create function private.drop_unproven_words() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.raw_user_meta_data := (
    select coalesce(jsonb_object_agg(said.key, said.value), '{}')
    from jsonb_each(new.raw_user_meta_data) as said
    where (said.key in ('sub', 'email') and jsonb_typeof(said.value) = 'string')
      or (said.key in ('email_verified', 'phone_verified') and jsonb_typeof(said.value) = 'boolean')
  );
  return new;
end
$$;

create function private.drop_identity_words() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.identity_data := (
    select coalesce(jsonb_object_agg(said.key, said.value), '{}')
    from jsonb_each(new.identity_data) as said
    where (said.key in ('sub', 'email') and jsonb_typeof(said.value) = 'string')
      or (said.key in ('email_verified', 'phone_verified') and jsonb_typeof(said.value) = 'boolean')
  );
  return new;
end
$$;

create function private.keep_address() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- When the account itself is being deleted, its row is gone by now and all identities may go.
  if exists (
    select from auth.users as u
    where u.id = old.user_id and u.email_confirmed_at is not null and lower(u.email) = old.email
  ) and not exists (
    select from auth.identities as i
    where i.user_id = old.user_id and i.id <> old.id and i.email = old.email
  ) then
    raise exception 'the account would lose its address' using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end
$$;

-- schemas/10_accounts/60_auth_hooks.sql

create table private.new_accounts (
  network inet not null,
  hour timestamptz not null,
  accounts integer not null default 0,
  expected integer not null default 0,
  refused integer not null default 0,
  primary key (network, hour)
);

create table private.wrong_attempts (
  account uuid not null,
  kind text not null check (kind in ('code', 'password')),
  count integer not null default 0,
  last_at timestamptz not null default now(),
  blocked_until timestamptz not null default '-infinity',
  primary key (account, kind)
);

create table private.auth_emails (
  at timestamptz not null default now()
);

create function hooks.before_user_created(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  per_hour constant integer := 60;
  per_day constant integer := 300;
  expected_per_hour constant integer := 2000;
  expected_per_day constant integer := 5000;
  refusals_per_hour constant integer := 20;
  this_hour constant timestamptz := date_trunc('hour', now());
  -- Looked up for every caller, so that the time of an answer tells nothing.
  is_expected constant boolean := private.is_expected(event #>> '{user,email}');
  address inet;
  its_network inet;
  counted private.new_accounts;
  full_until timestamptz;
begin
  begin
    address := event -> 'metadata' ->> 'ip_address';
  exception when invalid_text_representation then
    address := null;
  end;
  if address <<= '::ffff:0:0/96' then
    -- An IPv4 address, as some proxies write it.
    address := replace(host(address), '::ffff:', '');
  end if;
  -- Requests without an address can't be told apart. On a development platform all accounts come from this machine.
  if address is null or address <<= '127.0.0.0/8' or address = '::1' then
    return '{}';
  end if;
  its_network := network(set_masklen(address, case family(address) when 4 then 24 else 64 end));
  insert into private.new_accounts as n (network, hour) values (its_network, this_hour)
    on conflict (network, hour) do update set accounts = n.accounts
    returning * into counted;
  -- The row is locked now, so of simultaneous sign-ups each counts those before it.
  select greatest(
    case when counted.accounts >= per_hour then this_hour + interval '1 hour' end,
    -- When the hour that brings the sum of the newer ones to a day's is a day ago.
    (
      select max(d.hour) + interval '24 hours'
      from (
        select n.hour, sum(n.accounts) over (order by n.hour desc) as since
        from private.new_accounts as n
        where n.network = its_network and n.hour > this_hour - interval '24 hours'
      ) as d
      where d.since >= per_day
    )
  ) into full_until;

  if is_expected and counted.expected < expected_per_hour
    and (
      select coalesce(sum(n.expected), 0) from private.new_accounts as n
      where n.network = its_network and n.hour > this_hour - interval '24 hours'
    ) < expected_per_day
    and (full_until is null or counted.refused < refusals_per_hour) then
    update private.new_accounts as n set expected = n.expected + 1
      where n.network = its_network and n.hour = this_hour;
  elsif full_until is not null then
    update private.new_accounts as n set refused = n.refused + 1
      where n.network = its_network and n.hour = this_hour;
    return private.too_many(format(
      'Too many new accounts from this network. Try again in %s seconds.',
      ceil(extract(epoch from full_until - now()))
    ));
  else
    update private.new_accounts as n set accounts = n.accounts + 1
      where n.network = its_network and n.hour = this_hour;
  end if;
  -- Two of these never wait for each other's rows.
  delete from private.new_accounts where ctid = any (array(
    select old.ctid from private.new_accounts as old
    where old.hour < this_hour - interval '24 hours' limit 100 for update skip locked
  ));
  return '{}';
end
$$;

create function hooks.mfa_verification_attempt(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return private.count_attempt(
    (event ->> 'user_id')::uuid,
    'code',
    (event ->> 'valid')::boolean,
    -- The right code of an authenticator that is being set up proves nothing: anyone with a session may set one up.
    exists (select from auth.mfa_factors where id = (event ->> 'factor_id')::uuid and status = 'verified')
  );
end
$$;

create function hooks.password_verification_attempt(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return private.count_attempt((event ->> 'user_id')::uuid, 'password', (event ->> 'valid')::boolean, true);
end
$$;

create function private.count_attempt(its_account uuid, its_kind text, valid boolean, proves boolean) returns jsonb
language plpgsql set search_path = '' as $$
declare
  allowed constant integer := 5;
  first_wait constant interval := '30 seconds';
  longest_wait constant interval := '15 minutes';
  -- now() is when the transaction began, which may have waited for the row.
  moment constant timestamptz := clock_timestamp();
  attempts private.wrong_attempts;
  wrong integer;
begin
  if valid then
    select * into attempts from private.wrong_attempts where account = its_account and kind = its_kind for update;
    if not found then
      return '{}';
    end if;
  else
    insert into private.wrong_attempts as w (account, kind) values (its_account, its_kind)
      on conflict (account, kind) do update set count = w.count
      returning * into attempts;
  end if;
  -- During the wait attempts aren't counted, and right codes are refused too: they neither prolong it nor reveal anything.
  if clock_timestamp() < attempts.blocked_until then
    return private.too_many(format(
      'Too many wrong attempts. Try again in %s seconds.',
      ceil(extract(epoch from attempts.blocked_until - clock_timestamp()))
    ));
  end if;
  if valid then
    if proves then
      delete from private.wrong_attempts where account = its_account and kind = its_kind;
    end if;
    return '{}';
  end if;
  wrong := case when attempts.last_at < moment - interval '1 day' then 1 else attempts.count + 1 end;
  update private.wrong_attempts
    set count = wrong,
        last_at = moment,
        -- 2^10 times the first wait is longer than the longest.
        blocked_until = case
          when wrong >= allowed then moment + least(longest_wait, first_wait * power(2, least(wrong - allowed, 10)))
          else '-infinity'
        end
    where account = its_account and kind = its_kind;
  delete from private.wrong_attempts where ctid = any (array(
    select old.ctid from private.wrong_attempts as old
    where old.last_at < moment - interval '1 day' limit 100 for update skip locked
  ));
  return '{}';
end
$$;

create function private.is_expected(address text) returns boolean
language sql stable set search_path = '' as $$
  select
    exists (
      select from public.recipients as c
      join public.requests as r on r.id = c.request_id
      where private.address_hash(c.email) = private.address_hash(is_expected.address) and c.user_id is null and c.removed_at is null
        and r.status in ('open', 'done') and r.deleted_at is null
    )
    or exists (
      select from private.invitations as i
      where i.email = lower(is_expected.address) and i.accepted_at is null and i.expires_at > now()
    )
$$;

create function private.count_auth_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.auth_emails default values;
  -- Two of these never wait for each other's rows.
  delete from private.auth_emails where ctid = any (array(
    select past.ctid from private.auth_emails as past
    where past.at < now() - interval '1 day' limit 100 for update skip locked
  ));
  return null;
end
$$;

-- schemas/10_accounts/70_security_notices.sql

create table private.known_devices (
  user_id uuid not null references auth.users (id) on delete cascade,
  device bytea not null,
  last_at timestamptz not null default now(),
  primary key (user_id, device)
);

create function public.undo_account_change(token text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  parts constant private.token_parts := private.parse_token(undo_account_change.token);
  -- Compared before anything is locked.
  person constant uuid := (
    select o.user_id from private.outbox as o
    where o.id = parts.named and o.kind = 'security'
      and parts.signature = private.stop_signature(o.id, o.address, 'notice')
  );
  account auth.users;
  notice private.outbox;
  answer text;
begin
  -- Proofs before the account, as changes use them.
  perform from private.proofs as p where p.user_id = person for update;
  select u.* into account from auth.users as u where u.id = person and u.deleted_at is null for update;
  if not found then
    return 'expired';
  end if;
  select o.* into notice from private.outbox as o
  where o.id = parts.named and o.since > private.email_clock() - interval '48 hours' and not o.data ? 'isVoid'
  for update;
  if not found then
    return 'expired';
  end if;
  answer := private.undo_addition(notice);
  update private.outbox as o
  set data = o.data || jsonb_build_object('undoneAt', clock_timestamp())
    || case when answer = 'address_taken' then '{}' else '{"isVoid": true}'::jsonb end
  where o.id = notice.id;
  -- Nothing that was begun may go on, and whoever did it may know the password. The address of a change that is being
  -- finished at this moment stays: by it, the change is refused.
  delete from private.proofs as p where p.user_id = person;
  delete from private.proven_email_changes as c where c.user_id = person;
  delete from auth.flow_state as f where f.user_id = person;
  delete from auth.one_time_tokens as t where t.user_id = person;
  delete from auth.sessions as s where s.user_id = person;
  update auth.users as u
  set
    encrypted_password = '', recovery_token = '', reauthentication_token = '', email_change_token_new = '',
    email_change_token_current = '', email_change_confirm_status = 0
  where u.id = person;
  perform private.queue_notice(account, 'change_undone', notice.address, null, notice.address);
  return answer;
end
$$;

-- schemas/50_email/50_reminders.sql

create function private.is_reminder_plan(plan jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(plan) is distinct from 'object' then false
    when (select array_agg(k order by k) from jsonb_object_keys(plan) as k) <> '{before,every,most,undated}' then false
    when jsonb_typeof(plan -> 'before') <> 'array' or jsonb_array_length(plan -> 'before') > 6 then false
    else not exists (
      select from (
        select d.value, 0 as least, 365 as most from jsonb_array_elements(plan -> 'before') as d
        union all select plan -> 'every', 1, 60
        union all select plan -> 'undated', 1, 60
        union all select plan -> 'most', 1, 12
      ) as n
      where case
        when n.value::text !~ '^\d{1,3}$' then true
        else n.value::text::integer not between n.least and n.most
      end
    )
  end
$$;

-- schemas/20_workspaces/50_branding.sql

create function private.is_accent(accent text) returns boolean
language sql immutable strict set search_path = '' as $$
  -- Darker than the 4.5 : 1 of text on white, because the same colour is text on its own light shade.
  select case when is_accent.accent ~ '^#[0-9a-f]{6}$' then private.contrast_on_white(is_accent.accent) >= 5.5 else false end
$$;

create function private.is_logo(logo text) returns boolean
language plpgsql immutable strict set search_path = '' as $$
declare
  content bytea;
begin
  if length(is_logo.logo) > 21848 or is_logo.logo !~ '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$' then
    return false;
  end if;
  content := decode(is_logo.logo, 'base64');
  return octet_length(content) between 67 and 16384 and (
    substr(content, 1, 8) = '\x89504e470d0a1a0a'
    or substr(content, 1, 3) = '\xffd8ff'
    or (substr(content, 1, 4) = '\x52494646' and substr(content, 9, 4) = '\x57454250')
  );
end
$$;

-- schemas/20_workspaces/10_workspaces.sql

create table public.workspaces (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  created_at timestamptz not null default now(),
  zone text not null default 'UTC',
  reminder_plan jsonb not null default '{"before": [7, 2, 0], "every": 3, "undated": 7, "most": 6}',

  -- What its members need to sign in with.
  require_second_factor boolean not null default false,
  second_factor_from timestamptz,

  -- What recipients see.
  accent text,
  logo text,

  -- How long files and answers are kept.
  retain_days integer,
  retain_sensitive_days integer,

  constraint workspaces_name_check
    check (char_length(name) between 1 and 80 and private.is_name(name)),
  constraint workspaces_reminder_plan_check check (private.is_reminder_plan(reminder_plan)),
  constraint workspaces_accent_check check (private.is_accent(accent)),
  constraint workspaces_logo_check check (private.is_logo(logo)),
  constraint workspaces_retain_days_check check (retain_days between 30 and 3650),
  constraint workspaces_retain_sensitive_check check (
    retain_sensitive_days between 30 and 3650 and coalesce(retain_sensitive_days < retain_days, true)
  )
);

-- schemas/20_workspaces/20_members.sql

create table public.members (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  user_id uuid not null references public.profiles (user_id) on delete cascade,
  role text not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, user_id),
  constraint members_role_check check (role in ('owner', 'admin', 'member'))
);

-- schemas/30_requests/10_requests.sql

create table public.requests (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  status text not null default 'draft',
  is_template boolean not null default false,
  invites boolean not null default false,
  revision integer not null default 0,

  -- What it asks for.
  title text not null,
  message text not null default '',
  due_on date,
  due_after_days integer,
  changed_at timestamptz,

  -- Who looks after it, and what happened when.
  assignee uuid,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  sent_by uuid,
  sent_at timestamptz,
  paused_at timestamptz,
  -- No foreign key: requests outlive the account that closed them.
  closed_by uuid,
  closed_at timestamptz,
  archived_at timestamptz,
  last_activity_at timestamptz not null default now(),

  -- Counts of its items: private.count_items.
  items_total integer not null default 0,
  items_missing integer not null default 0,
  items_submitted integer not null default 0,
  items_returned integer not null default 0,
  items_accepted integer not null default 0,
  items_waived integer not null default 0,
  items_declined integer not null default 0,
  required_missing integer not null default 0,
  required_partial integer not null default 0,
  required_returned integer not null default 0,
  required_open integer not null default 0,

  -- Reminders.
  reminder_plan jsonb not null default '{"before": [7, 2, 0], "every": 3, "undated": 7, "most": 6}',
  reminders_paused_at timestamptz,

  -- Retention and the bin.
  retain_days integer,
  retain_sensitive_days integer,
  erase_at timestamptz,
  erased_at timestamptz,
  deleted_at timestamptz,
  deleted_by uuid,
  deleted_from text,

  unique (id, workspace_id),
  -- The pair, so that nobody is assigned a request of a workspace they aren't in. Whoever leaves has none left.
  constraint requests_assignee_fkey foreign key (workspace_id, assignee)
    references public.members (workspace_id, user_id) on delete set null (assignee),
  constraint requests_status_check check (status in ('draft', 'open', 'done', 'cancelled')),
  constraint requests_sent_check check (status in ('draft', 'cancelled') or sent_at is not null),
  constraint requests_paused_check check (paused_at is null or status = 'open'),
  constraint requests_archived_check check (archived_at is null or status in ('done', 'cancelled')),
  constraint requests_template_check check (not is_template or status = 'draft' and due_on is null),
  constraint requests_deleted_check check (
    num_nonnulls(deleted_at, deleted_from) = 0
    or deleted_at is not null and deleted_from in ('done', 'cancelled') and status = 'cancelled' and archived_at is not null
  ),
  constraint requests_title_check check (
    char_length(title) between 1 and 160 and title = private.trimmed(title) and private.has_visible_character(title)
  ),
  constraint requests_message_check check (char_length(message) <= 4000),
  constraint requests_due_after_days_check check (due_after_days is null or is_template and due_after_days between 1 and 365),
  -- One that a member has closed goes back to that.
  constraint requests_closed_by_check check (closed_by is null or status = 'done' or deleted_from = 'done'),
  constraint requests_reminder_plan_check check (private.is_reminder_plan(reminder_plan)),
  constraint requests_retain_days_check check (retain_days between 30 and 3650),
  constraint requests_retain_sensitive_check check (retain_sensitive_days between 30 and 3650)
);

-- schemas/30_requests/12_recipients.sql

create table public.recipients (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null,
  workspace_id uuid not null,
  email text not null,
  name text not null default '',
  user_id uuid references auth.users (id) on delete set null,
  scope text not null default 'all',
  created_at timestamptz not null default now(),
  removed_at timestamptz,

  -- Visits.
  first_seen_at timestamptz,
  last_seen_at timestamptz,
  visited_before_at timestamptz,
  zone text,

  -- Emails to them.
  invited_at timestamptz,
  emailed_at timestamptz,
  muted_at timestamptz,
  unreachable_at timestamptz,

  -- Reminders.
  promised_on date,
  next_reminder_at timestamptz,
  reminders_sent integer not null default 0,
  remind_after timestamptz not null default now(),

  foreign key (request_id, workspace_id) references public.requests (id, workspace_id) on delete cascade,
  unique (request_id, user_id),
  unique (id, request_id, workspace_id),
  constraint recipients_email_check check (
    email ~ '^[^[:space:]@]+@[^[:space:]@]+$' and char_length(email) <= 254 and email = lower(email)
  ),
  constraint recipients_name_check
    check (char_length(name) <= 80 and (name = '' or private.is_name(name))),
  -- Every right of a recipient goes by the account, so taking it away ends all of them at once.
  constraint recipients_removed_check check (removed_at is null or user_id is null),
  constraint recipients_scope_check check (scope in ('all', 'items'))
);

-- schemas/50_email/10_outbox.sql

create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null,

  -- Whom it goes to, and what it is about.
  request_id uuid references public.requests (id) on delete cascade,
  recipient_id uuid references public.recipients (id) on delete cascade,
  address text,
  workspace_id uuid references public.workspaces (id) on delete cascade,
  user_id uuid references auth.users (id) on delete cascade,
  data jsonb not null default '{}',
  covers uuid[],
  by_hand boolean not null default false,

  -- When it is due, and the worker that has it.
  since timestamptz not null,
  not_before timestamptz not null,
  attempts integer not null default 0,
  claimed_by uuid,
  claimed_until timestamptz,
  sent_to bytea,

  -- What became of it.
  ended_at timestamptz,
  outcome text,
  reason text,

  constraint outbox_kind_check check (
    kind in (
      'invitation', 'update', 'ended', 'receipt', 'reminder', 'arrived', 'summary', 'member_invitation', 'second_factor',
      'expiry', 'silence', 'security', 'repeat', 'damaged', 'binned', 'deletion_asked', 'deletion_decided'
    )
  ),
  constraint outbox_request_check check (recipient_id is null or request_id is not null),
  constraint outbox_reader_check check (num_nonnulls(recipient_id, user_id, address) > 0),
  constraint outbox_ended_check check ((ended_at is null) = (outcome is null)),
  constraint outbox_outcome_check check (outcome in ('sent', 'dropped', 'failed'))
);

-- schemas/10_accounts/70_security_notices.sql

create function private.undo_addition(notice private.outbox) returns text
language plpgsql set search_path = '' as $$
declare
  subject constant text := notice.data ->> 'subject';
begin
  case notice.data ->> 'change'
    when 'email_changed' then
      return private.restore_address(notice);
    when 'identity_added' then
      -- Whoever added it may have removed the one with the account's own address, without which it can't go.
      insert into auth.identities (id, provider_id, provider, user_id, identity_data, created_at, updated_at)
      select
        gen_random_uuid(), u.id::text, 'email', u.id,
        jsonb_build_object('sub', u.id, 'email', u.email, 'email_verified', true, 'phone_verified', false), now(), now()
      from auth.users as u
      where u.id = notice.user_id and not exists (
        select from auth.identities as i where i.user_id = u.id and i.provider = 'email'
      )
      on conflict do nothing;
      delete from auth.identities as i where i.id::text = subject and i.user_id = notice.user_id;
    when 'passkey_added' then
      delete from auth.webauthn_credentials as c where c.id::text = subject and c.user_id = notice.user_id;
    when 'backup_codes_created' then
      delete from private.backup_codes as c
      where c.user_id = notice.user_id and extract(epoch from c.created_at)::text = subject;
    when 'new_device' then
      delete from private.known_devices as d where d.user_id = notice.user_id and encode(d.device, 'hex') = subject;
      return 'signed_out';
    else
      -- A removal can't be undone: that would give back a way in. An authenticator app stays, because without it whoever reads
      -- the emails could sign in.
      return 'signed_out';
  end case;
  return case when found then 'undone' else 'signed_out' end;
exception
  -- Whatever is in the way, everybody is signed out.
  when integrity_constraint_violation then
    return 'signed_out';
end
$$;

create function private.restore_address(notice private.outbox) returns text
language plpgsql set search_path = '' as $$
declare
  former constant text := lower(notice.data ->> 'subject');
begin
  -- Anybody can begin to sign up with an address. Only who has proven it keeps it.
  delete from auth.users as u
  where lower(u.email) = former and u.id <> notice.user_id and u.email_confirmed_at is null and not u.is_sso_user;
  if exists (
    select from auth.users as u where lower(u.email) = former and u.id <> notice.user_id and not u.is_sso_user
  ) then
    return 'address_taken';
  end if;
  update auth.users as u set email = former where u.id = notice.user_id;
  update auth.identities as i set identity_data = i.identity_data || jsonb_build_object('email', former)
  where i.user_id = notice.user_id and i.provider = 'email';
  -- Of what was sent to any other address, nothing may undo this.
  update private.outbox as o set data = o.data || '{"isVoid": true}'
  where o.user_id = notice.user_id and o.kind = 'security' and lower(o.address) <> former;
  return 'undone';
end
$$;

create function private.queue_notice(
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
    -- A stranger who takes an account over may begin with its address.
    select lower(o.data ->> 'subject') from private.outbox as o
    where o.user_id = account.id and o.kind = 'security' and o.data ->> 'change' = 'email_changed'
      and o.since > private.email_clock() - interval '48 hours' and not o.data ? 'isVoid'
      and not private.is_newcomer(account.id, o.data ->> 'subject', o.since)
  ) as a (address)
  -- Nobody has proven the address of an account that isn't confirmed.
  where account.email_confirmed_at is not null and coalesce(a.address, '') <> ''
$$;

create function private.is_newcomer(account uuid, address text, before timestamptz) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.outbox as o
    where o.user_id = is_newcomer.account and o.kind = 'security' and o.data ->> 'change' = 'email_changed'
      and lower(o.data ->> 'detail') = lower(is_newcomer.address)
      and o.since < is_newcomer.before and o.since > is_newcomer.before - interval '48 hours'
      and not o.data ? 'isVoid'
  )
$$;

create function private.device_hash(user_agent text, ip inet) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(
    -- An update of the browser is no new device, and neither is another address of the same provider.
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

-- schemas/10_accounts/71_noticed_changes.sql

create function private.notify_of_account() returns trigger
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

create function private.notify_of_way_in() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  -- Absent while the whole account is being deleted.
  account constant auth.users := (
    select u from auth.users as u where u.id = (changed ->> 'user_id')::uuid and u.deleted_at is null
  );
begin
  perform private.queue_notice(
    account,
    tg_argv[0] || case when tg_op = 'DELETE' then '_removed' else '_added' end,
    coalesce(changed ->> tg_argv[1], ''),
    changed ->> 'id'
  );
  return null;
end
$$;

create function private.notify_of_device() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  account constant auth.users := (select u from auth.users as u where u.id = new.user_id);
  is_first constant boolean := not exists (select from private.known_devices as d where d.user_id = new.user_id);
  hashed constant bytea := private.device_hash(new.user_agent, new.ip);
  is_new boolean;
begin
  -- Somebody who signs in at the same moment waited for the button, and may be whom it signed out.
  if exists (
    select from private.outbox as o
    where o.user_id = new.user_id and o.kind = 'security'
      and (o.data ->> 'undoneAt')::timestamptz > now() - interval '2 seconds'
  ) then
    perform private.fail('session.required');
  end if;
  insert into private.known_devices as d (user_id, device)
  values (new.user_id, hashed)
  on conflict (user_id, device) do update set last_at = now()
  returning d.xmax = 0 into is_new;
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
  -- Somebody who knows the password could fill the mailbox.
  if is_new and not is_first and (
    select count(*) from private.outbox as o
    where o.user_id = new.user_id and o.kind = 'security' and o.data ->> 'change' = 'new_device'
      and o.since > private.email_clock() - interval '1 day'
  ) < 5 then
    perform private.queue_notice(account, 'new_device', left(new.user_agent, 256), encode(hashed, 'hex'));
  end if;
  return null;
end
$$;

create function private.notify_of_backup_codes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  account constant auth.users := (select u from auth.users as u where u.id = new.user_id);
  created constant text := extract(epoch from new.created_at);
begin
  if tg_op = 'UPDATE' then
    perform private.queue_notice(account, 'backup_code_used');
  elsif not exists (
    select from private.outbox as o
    where o.user_id = new.user_id and o.kind = 'security' and o.data ->> 'subject' = created
  ) then
    -- Ten codes are one change.
    perform private.queue_notice(account, 'backup_codes_created', subject => created);
  end if;
  return null;
end
$$;

create function private.notify_of_deletion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_notice(old, 'account_deleted');
  return coalesce(new, old);
end
$$;

-- schemas/10_accounts/80_deletion.sql

create function public.delete_account(workspaces uuid[] default '{}') returns void
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  me uuid := private.require_session();
  sole uuid[];
begin
  -- Locks workspaces first, then requests, each in a fixed order. This serialises two owners who leave at the same
  -- time, and anyone who joins, creates a workspace or answers meanwhile is taken into account.
  perform from public.profiles as f where f.user_id = me for update;
  perform from public.workspaces as w
  where w.id in (select m.workspace_id from public.members as m where m.user_id = me and m.role = 'owner')
  order by w.id for update;

  select coalesce(array_agg(m.workspace_id), '{}') into sole
  from public.members as m
  where m.user_id = me and m.role = 'owner'
    and not exists (
      select from public.members as o
      where o.workspace_id = m.workspace_id and o.role = 'owner' and o.user_id <> me
    );
  if exists (select from public.members as o where o.workspace_id = any(sole) and o.user_id <> me) then
    perform private.fail('workspace.last_owner');
  elsif not sole <@ private.my_workspaces() then
    perform private.fail('insufficient_aal');
  elsif not sole <@ coalesce(delete_account.workspaces, '{}') then
    -- Data that can't be recovered is deleted only if the caller named it.
    perform private.fail('account.changed');
  end if;
  perform private.require_fresh_proof('delete_account');

  perform from public.requests as r
  where r.workspace_id = any(sole) or r.id = any(private.my_requests()) or r.id = any(private.my_handed_requests())
    or r.id in (select f.request_id from public.files as f where f.uploaded_by = me and f.status = 'uploading')
  order by r.id for update;
  -- Only the deleted account could have finished these uploads.
  update public.files as f
  set status = 'removed', removed_at = now(), removed_by = me
  where f.uploaded_by = me and f.status = 'uploading';
  delete from public.workspaces as w where w.id = any(sole);
  delete from auth.users as u where u.id = me;
end
$$;

create function public.sole_ownerships()
returns table (workspace_id uuid, name text, other_members integer, requests integer, files integer)
language plpgsql stable security definer set search_path = '' set jit = off set enable_seqscan = off
set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  me uuid := private.require_session();
begin
  return query
    select
      w.id,
      w.name,
      (select count(*)::integer from public.members as o where o.workspace_id = w.id and o.user_id <> me),
      private.count_requests(w.id),
      (
        select count(*)::integer
        from (select from public.files as f where f.workspace_id = w.id and f.status = 'stored' limit 1000) as counted
      )
    from public.members as m
    join public.workspaces as w on w.id = m.workspace_id
    where m.user_id = me and m.role = 'owner' and w.id = any(private.my_workspaces())
      and not exists (
        select from public.members as o
        where o.workspace_id = w.id and o.role = 'owner' and o.user_id <> me
      )
    order by w.name, w.id;
end
$$;

-- schemas/20_workspaces/10_workspaces.sql

create function public.create_workspace(name text, display_name text default null, zone text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
  workspace_name text := private.one_line(create_workspace.name);
  own_name text := coalesce(
    private.one_line(create_workspace.display_name),
    (select f.display_name from public.profiles as f where f.user_id = me)
  );
  workspace uuid;
begin
  if not private.fits(workspace_name, 1, 80) or not private.is_name(workspace_name) then
    perform private.fail('workspace.name');
  elsif not private.fits(own_name, 1, 80) or not private.is_name(own_name) then
    perform private.fail('profile.name');
  end if;
  insert into public.profiles as f (user_id, display_name)
  values (me, own_name)
  on conflict (user_id) do update set display_name = excluded.display_name;
  -- The profile's row is locked by now, so workspaces that are created at the same time are counted one after another.
  if (select count(*) from public.members as m where m.user_id = me and m.role = 'owner')
    >= (select q.most from private.quotas as q where q.name = 'workspaces')
  then
    perform private.fail('quota.workspaces');
  end if;
  -- Deleting one frees its place, and forgets whom it wrote to today.
  perform private.use_quota('new_workspaces', me::text, 1);
  insert into public.workspaces as w (name, zone)
  values (workspace_name, coalesce(private.known_zone(create_workspace.zone), 'UTC'))
  returning w.id into workspace;
  insert into public.members (workspace_id, user_id, role) values (workspace, me, 'owner');
  return workspace;
end
$$;

create function public.rename_workspace(workspace uuid, name text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words constant text := private.one_line(rename_workspace.name);
begin
  perform private.lock_workspace(rename_workspace.workspace, 'admin');
  if not private.fits(words, 1, 80) or not private.is_name(words) then
    perform private.fail('workspace.name');
  end if;
  update public.workspaces as w set name = words where w.id = rename_workspace.workspace;
end
$$;

create function public.delete_workspace(workspace uuid) returns void
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
begin
  perform private.lock_workspace(delete_workspace.workspace, 'owner');
  -- Before anything else is locked.
  perform private.require_fresh_proof('delete_workspace');
  -- In the order that every writer uses, to avoid a deadlock with somebody who answers.
  perform from public.requests as r where r.workspace_id = delete_workspace.workspace order by r.id for update;
  delete from public.workspaces as w where w.id = delete_workspace.workspace;
end
$$;

create function public.workspace_contents(workspace uuid) returns table (members integer, requests integer, files integer)
language plpgsql stable security definer set search_path = '' set jit = off set enable_seqscan = off
set enable_bitmapscan = off as $$
#variable_conflict use_column
begin
  perform private.require_role(workspace_contents.workspace, 'owner');
  return query
    select
      (select count(*)::integer from public.members as m where m.workspace_id = workspace_contents.workspace),
      private.count_requests(workspace_contents.workspace),
      (
        select count(*)::integer
        from (
          select from public.files as f
          where f.workspace_id = workspace_contents.workspace and f.status = 'stored' limit 1000
        ) as counted
      );
end
$$;

create function private.count_requests(workspace uuid) returns integer
language sql stable set search_path = '' as $$
  -- Both counts read an index alone; a workspace has at most 200 templates.
  select least(1000, (
    select count(*) from (select from public.requests as r where r.workspace_id = count_requests.workspace limit 1200) as c
  ) - (
    select count(*) from public.requests as r where r.workspace_id = count_requests.workspace and r.is_template
  ))::integer
$$;

create function private.prove_workspace_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    perform private.require_fresh_proof(tg_argv[0]);
    return new;
  end if;
  -- Deleting the account deletes its own workspaces, and was proven by itself.
  if not exists (
    select from private.proofs as p
    where p.user_id = auth.uid() and p.act = 'delete_account' and p.used_in = pg_current_xact_id()
  ) then
    perform private.require_fresh_proof('delete_workspace');
  end if;
  return old;
end
$$;

-- schemas/20_workspaces/20_members.sql

create function public.my_access()
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

create function public.workspace_members(workspace uuid)
returns table (user_id uuid, name text, email text, role text, has_second_factor boolean, joined_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  is_manager constant boolean := private.require_role(workspace_members.workspace, 'member') <> 'member';
begin
  return query
    select
      m.user_id, f.display_name, u.email::text, m.role,
      -- Only those who can act on it learn who is easier to attack.
      case when is_manager then private.has_second_factor(m.user_id) end,
      m.created_at
    from public.members as m
    join public.profiles as f on f.user_id = m.user_id
    join auth.users as u on u.id = m.user_id
    where m.workspace_id = workspace_members.workspace
    order by private.rank_of(m.role) desc, lower(f.display_name), m.user_id;
end
$$;

create function public.set_member_role(workspace uuid, member uuid, role text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  mine constant integer := private.rank_of(private.lock_workspace(set_member_role.workspace, 'admin'));
  theirs constant text := (
    select m.role from public.members as m
    where m.workspace_id = set_member_role.workspace and m.user_id = set_member_role.member
  );
begin
  if theirs is null then
    perform private.fail('not_found');
  elsif private.rank_of(set_member_role.role) is null
    or greatest(private.rank_of(theirs), private.rank_of(set_member_role.role)) > mine
  then
    perform private.fail('workspace.role');
  end if;
  if theirs = 'owner' and set_member_role.role <> 'owner' and set_member_role.member <> auth.uid() then
    -- A stolen session must not shut out the others who could end it.
    perform private.require_fresh_proof('roles');
  end if;
  update public.members as m set role = set_member_role.role
  where m.workspace_id = set_member_role.workspace and m.user_id = set_member_role.member
    and m.role <> set_member_role.role;
  perform private.end_invitations(set_member_role.workspace, set_member_role.member);
end
$$;

create function public.remove_member(workspace uuid, member uuid, successor uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  mine constant text := private.lock_workspace(remove_member.workspace, 'member');
  theirs constant text := (
    select m.role from public.members as m
    where m.workspace_id = remove_member.workspace and m.user_id = remove_member.member
  );
  heir uuid;
begin
  if theirs is null then
    perform private.fail('not_found');
  elsif remove_member.member <> me and (mine = 'member' or private.rank_of(theirs) > private.rank_of(mine)) then
    perform private.fail('workspace.role');
  end if;
  if theirs = 'owner' and remove_member.member <> me then
    perform private.require_fresh_proof('roles');
  end if;
  select m.user_id into heir
  from public.members as m
  where m.workspace_id = remove_member.workspace and m.user_id <> remove_member.member
    and (remove_member.successor is null or m.user_id = remove_member.successor)
  -- Without a choice: whoever removes them, else the first owner.
  order by m.user_id = me desc, private.rank_of(m.role) desc, m.created_at
  limit 1;
  if heir is null and remove_member.successor is not null then
    perform private.fail('not_found');
  end if;
  -- Before their requests, as assign_request locks them.
  perform from public.members as m
  where m.workspace_id = remove_member.workspace and m.user_id = remove_member.member
  for update;
  -- Otherwise nobody might be told what arrives. Locked in one order, to avoid a deadlock with somebody who answers.
  with watched as (
    select r.id from public.requests as r
    where heir is not null and r.workspace_id = remove_member.workspace and r.status <> 'cancelled'
      and (r.assignee = remove_member.member or private.is_watched(r, remove_member.member))
    order by r.id
    for key share
  )
  insert into private.watchers (request_id, user_id) select w.id, heir from watched as w
  on conflict do nothing;
  delete from private.watchers as w using public.requests as r
  where r.id = w.request_id and r.workspace_id = remove_member.workspace and w.user_id = remove_member.member;
  with theirs as (
    select r.id from public.requests as r
    where heir is not null and r.workspace_id = remove_member.workspace and r.assignee = remove_member.member
      and r.status in ('draft', 'open')
    order by r.id
    for no key update
  )
  update public.requests as r set assignee = heir from theirs as t where r.id = t.id;
  with theirs as (
    select r.id from public.requests as r
    join private.repeats as s on s.request_id = r.id
    where heir is not null and s.workspace_id = remove_member.workspace and s.sender = remove_member.member
    order by r.id
    for no key update of r
  )
  -- The successor is told of the next day as if it had just been set.
  update private.repeats as s set sender = heir, is_told = false from theirs as t where s.request_id = t.id;
  delete from public.members as m
  where m.workspace_id = remove_member.workspace and m.user_id = remove_member.member;
  perform private.end_invitations(remove_member.workspace, remove_member.member);
  -- An invitation to their own address must not let them in again.
  delete from private.invitations as i using auth.users as u
  where u.id = remove_member.member and i.workspace_id = remove_member.workspace and i.email = lower(u.email)
    and i.accepted_at is null;
end
$$;

create function private.keep_an_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Serialises two owners who leave at the same time, so the second sees that the first has left.
  perform from public.workspaces as w where w.id = old.workspace_id for no key update;
  if found and not exists (
    select from public.members as m
    where m.workspace_id = old.workspace_id and m.role = 'owner' and m.user_id <> old.user_id
  ) then
    perform private.fail('workspace.last_owner');
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end
$$;

create function private.lock_workspace(workspace uuid, lowest text) returns text
language plpgsql set search_path = '' as $$
begin
  perform private.require_role(lock_workspace.workspace, lock_workspace.lowest);
  perform from public.workspaces as w where w.id = lock_workspace.workspace for no key update;
  -- Somebody may have changed it while this waited.
  return private.require_role(lock_workspace.workspace, lock_workspace.lowest);
end
$$;

create function private.require_role(workspace uuid, lowest text) returns text
language plpgsql stable set search_path = '' as $$
declare
  me constant uuid := private.require_session();
  mine constant text := (
    select m.role from public.members as m
    where m.workspace_id = require_role.workspace and m.user_id = me and m.workspace_id = any(private.my_workspaces())
  );
begin
  if mine is null then
    perform private.fail('not_found');
  elsif private.rank_of(mine) < private.rank_of(require_role.lowest) then
    perform private.fail('workspace.role');
  end if;
  return mine;
end
$$;

create function private.rank_of(role text) returns integer
language sql immutable set search_path = ''
return array_position('{member,admin,owner}'::text[], rank_of.role);

create function private.my_workspaces() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(m.workspace_id), '{}')
  from public.members as m
  join public.workspaces as w on w.id = m.workspace_id
  where m.user_id = auth.uid()
    and (not private.binds_members(w) or (select private.passed_second_factor()))
$$;

-- schemas/20_workspaces/30_invitations.sql

create table private.invitations (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  email text not null,
  role text not null,
  invited_by uuid not null references auth.users (id) on delete cascade,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  emailed_at timestamptz,
  unreachable_at timestamptz,
  accepted_at timestamptz,
  constraint invitations_email_check check (
    email ~ '^[^[:space:]@]+@[^[:space:]@]+$' and char_length(email) <= 254 and email = lower(email)
  ),
  constraint invitations_role_check check (role in ('owner', 'admin', 'member'))
);

create function public.invite_member(workspace uuid, email text, role text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  mine constant integer := private.rank_of(private.lock_workspace(invite_member.workspace, 'admin'));
  address constant text := lower(private.trimmed(coalesce(invite_member.email, '')));
  made private.invitations;
begin
  delete from private.invitations as i
  where i.workspace_id = invite_member.workspace and i.expires_at < now() - interval '90 days';
  if coalesce(private.rank_of(invite_member.role) > mine, true) then
    perform private.fail('workspace.role');
  elsif not private.is_address(address) then
    perform private.fail('invitation.email');
  elsif exists (
    select from public.members as m join auth.users as u on u.id = m.user_id
    where m.workspace_id = invite_member.workspace and lower(u.email) = address
  ) then
    perform private.fail('invitation.member');
  elsif exists (
    select from private.invitations as i
    where i.workspace_id = invite_member.workspace and i.email = address and i.accepted_at is null
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
  -- A stolen session must not let its thief in by another account.
  perform private.require_fresh_proof('roles');
  perform private.count_invited(invite_member.workspace, address);
  insert into private.invitations as i (workspace_id, email, role, invited_by)
  values (invite_member.workspace, address, invite_member.role, auth.uid())
  returning i.* into made;
  perform private.queue_invitation(made);
  return made.id;
end
$$;

create function public.resend_invitation(invitation uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  invited private.invitations := private.lock_invitation(resend_invitation.invitation);
begin
  if private.state_of(invited) <> 'open' then
    perform private.require_fresh_proof('roles');
  end if;
  perform private.count_invited(invited.workspace_id, invited.email);
  update private.invitations as i
  set invited_by = auth.uid(), sent_at = now(), expires_at = now() + interval '14 days', unreachable_at = null
  where i.id = invited.id
  returning i.* into invited;
  perform private.queue_invitation(invited);
end
$$;

create function public.cancel_invitation(invitation uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  invited constant private.invitations := private.lock_invitation(cancel_invitation.invitation);
begin
  delete from private.invitations as i where i.id = invited.id;
end
$$;

create function public.workspace_invitations(workspace uuid)
returns table (
  id uuid, email text, role text, invited_by_name text, sent_at timestamptz, expires_at timestamptz, state text,
  emailed_at timestamptz, is_unreachable boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_role(workspace_invitations.workspace, 'admin');
  return query
    select
      i.id, i.email, i.role, coalesce(f.display_name, ''), i.sent_at, i.expires_at, private.state_of(i),
      i.emailed_at, i.unreachable_at is not null
    from private.invitations as i
    left join public.profiles as f on f.user_id = i.invited_by
    where i.workspace_id = workspace_invitations.workspace and i.accepted_at is null
    order by i.sent_at desc, i.id;
end
$$;

create function public.peek_invitation(token text)
returns table (workspace_name text, inviter_name text, inviter_email text, email text, role text, state text)
language sql stable security definer set search_path = '' as $$
  select w.name, coalesce(f.display_name, u.email), u.email::text, i.email, i.role, private.state_of(i)
  from private.invitation_of(peek_invitation.token) as i
  join public.workspaces as w on w.id = i.workspace_id
  join auth.users as u on u.id = i.invited_by
  left join public.profiles as f on f.user_id = i.invited_by
  where private.is_entitled(i)
$$;

create function public.accept_invitation(token text, name text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.require_session();
  own_name constant text := private.one_line(accept_invitation.name);
  invited private.invitations := private.invitation_of(accept_invitation.token);
  state text;
begin
  perform from public.workspaces as w where w.id = invited.workspace_id for no key update;
  -- Read after the lock: it may have been accepted or cancelled while this waited.
  select i.* into invited from private.invitations as i where i.id = invited.id;
  state := private.state_of(invited);
  if invited.id is null or state = 'void' then
    perform private.fail('not_found');
  elsif exists (
    select from public.members as m where m.workspace_id = invited.workspace_id and m.user_id = me
  ) then
    return invited.workspace_id;
  elsif not exists (
    select from auth.users as u
    where u.id = me and u.email = invited.email and u.email_confirmed_at is not null and not u.is_sso_user
  ) then
    perform private.fail('invitation.other_address');
  elsif state <> 'open' then
    perform private.fail(case state when 'expired' then 'invitation.expired' else 'invitation.used' end);
  end if;
  if not exists (select from public.profiles as f where f.user_id = me) then
    if not private.fits(own_name, 1, 80) or not private.is_name(own_name) then
      perform private.fail('profile.name');
    end if;
    insert into public.profiles (user_id, display_name) values (me, own_name) on conflict do nothing;
  end if;
  insert into public.members (workspace_id, user_id, role) values (invited.workspace_id, me, invited.role);
  update private.invitations as i set accepted_at = now() where i.id = invited.id;
  return invited.workspace_id;
end
$$;

create function private.lock_invitation(invitation uuid) returns private.invitations
language plpgsql set search_path = '' as $$
declare
  mine integer;
  invited private.invitations;
begin
  mine := private.rank_of(
    private.lock_workspace(
      (select i.workspace_id from private.invitations as i where i.id = lock_invitation.invitation), 'admin'
    )
  );
  select i.* into invited from private.invitations as i
  where i.id = lock_invitation.invitation and i.accepted_at is null
  for no key update;
  if not found then
    perform private.fail('not_found');
  elsif private.rank_of(invited.role) > mine then
    perform private.fail('workspace.role');
  end if;
  return invited;
end
$$;

create function private.invitation_of(token text) returns private.invitations
language plpgsql stable set search_path = '' as $$
declare
  parts constant private.token_parts := private.parse_token(invitation_of.token);
  invited private.invitations;
begin
  select i.* into invited from private.invitations as i where i.id = parts.named;
  -- The same work for every token.
  if parts.signature = private.stop_signature(parts.named, coalesce(invited.email, ''), 'join') then
    return invited;
  end if;
  return null;
end
$$;

create function private.state_of(invitation private.invitations) returns text
language sql stable set search_path = '' as $$
  select case
    when invitation.accepted_at is not null then 'accepted'
    when not private.is_entitled(invitation) then 'void'
    when invitation.expires_at <= now() then 'expired'
    else 'open'
  end
$$;

create function private.is_entitled(invitation private.invitations) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.members as m
    join auth.users as u on u.id = m.user_id
    where m.workspace_id = invitation.workspace_id and m.user_id = invitation.invited_by and m.role <> 'member'
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
      and private.rank_of(m.role) >= private.rank_of(invitation.role)
  )
$$;

create function private.end_invitations(workspace uuid, inviter uuid) returns void
language sql set search_path = '' as $$
  update private.invitations as i set expires_at = least(i.expires_at, now())
  where i.workspace_id = end_invitations.workspace and i.invited_by = end_invitations.inviter
    and i.accepted_at is null and not private.is_entitled(i)
$$;

create function private.count_invited(workspace uuid, address text) returns void
language sql set search_path = '' as $$
  select private.use_quota('address', private.address_key(s.id, count_invited.address), 1)
  from (values (count_invited.workspace), (auth.uid())) as s (id)
$$;

create function private.queue_invitation(invitation private.invitations) returns void
language sql set search_path = '' as $$
  insert into private.outbox (kind, workspace_id, address, since, not_before, data)
  select
    'member_invitation', invitation.workspace_id, invitation.email, now(), private.email_clock(),
    jsonb_build_object('invitation', invitation.id)
  where not exists (
    select from private.outbox as o
    where o.workspace_id = invitation.workspace_id and o.ended_at is null and o.attempts = 0
      and o.data ->> 'invitation' = invitation.id::text
  )
$$;

create function private.note_invitation_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.invitations as i
  set
    emailed_at = case new.outcome when 'sent' then now() else i.emailed_at end,
    unreachable_at = case new.outcome when 'sent' then null else coalesce(i.unreachable_at, now()) end
  where i.id = (new.data ->> 'invitation')::uuid and new.reason is distinct from 'cancelled';
  return null;
end
$$;

-- schemas/20_workspaces/40_second_factor.sql

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

create function private.has_second_factor(person uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from auth.mfa_factors as f where f.user_id = has_second_factor.person and f.status = 'verified'
  )
$$;

create function private.binds_members(workspace public.workspaces) returns boolean
language sql stable set search_path = '' as $$
  select workspace.require_second_factor and coalesce(workspace.second_factor_from <= now(), true)
$$;

-- schemas/20_workspaces/50_branding.sql

create function public.set_workspace_branding(workspace uuid, accent text, logo text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_workspace(set_workspace_branding.workspace, 'admin');
  if not private.is_accent(set_workspace_branding.accent) then
    perform private.fail('workspace.accent');
  elsif not private.is_logo(set_workspace_branding.logo) then
    perform private.fail('workspace.logo');
  end if;
  update public.workspaces as w
  set accent = set_workspace_branding.accent, logo = set_workspace_branding.logo
  where w.id = set_workspace_branding.workspace;
end
$$;

create function public.request_branding(request uuid) returns table (accent text, logo text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_session();
begin
  -- Before anything of the request is read.
  if not exists (select from public.recipients as p where p.request_id = request_branding.request and p.user_id = me) then
    return;
  end if;
  return query
  select w.accent, w.logo
  from public.requests as r
  join public.workspaces as w on w.id = r.workspace_id
  where r.id = request_branding.request;
end
$$;

create function private.contrast_on_white(colour text) returns double precision
language sql immutable set search_path = '' as $$
  -- Relative luminance as WCAG 2 defines it.
  select 1.05 / (0.05 + sum(
    weight * case when part <= 0.04045 then part / 12.92 else power((part + 0.055) / 1.055, 2.4) end
  ))
  from (
    select weight, ('x' || substr(contrast_on_white.colour, place, 2))::bit(8)::integer / 255.0::double precision as part
    from (values (2, 0.2126), (4, 0.7152), (6, 0.0722)) as channels (place, weight)
  ) as parts
$$;

-- schemas/20_workspaces/60_tags.sql

create table public.tags (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  name text not null,
  unique (id, workspace_id),
  constraint tags_name_check check (
    char_length(name) between 1 and 40 and name = private.one_line(name) and private.has_visible_character(name)
  )
);

create table public.request_tags (
  request_id uuid not null,
  tag_id uuid not null,
  workspace_id uuid not null,
  primary key (request_id, tag_id),
  foreign key (request_id, workspace_id) references public.requests (id, workspace_id) on delete cascade,
  foreign key (tag_id, workspace_id) references public.tags (id, workspace_id) on delete cascade
);

-- schemas/60_people/10_people.sql

create table private.people (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  email text not null,
  asked_as text not null default '',
  name text not null default '',
  note text not null default '',
  revision integer not null default 0,
  merged_into uuid,
  asked_at timestamptz not null,
  last_seen_at timestamptz,
  sort_name text collate "C" not null generated always as (
    private.folded(coalesce(nullif(name, ''), nullif(asked_as, ''), email))
  ) stored,
  document tsvector not null generated always as (
    to_tsvector('pg_catalog.simple', private.folded(name || ' ' || asked_as || ' ' || email))
  ) stored,
  answered_at timestamptz,
  unique (workspace_id, email),
  -- Ids are random, so the first of them are a sample of the workspace.
  unique (workspace_id, id),
  -- The pair, so that nobody is merged into a person of another workspace.
  foreign key (merged_into, workspace_id) references private.people (id, workspace_id),
  constraint people_merged_check check (merged_into <> id),
  constraint people_email_check check (email = lower(email) and char_length(email) <= 254),
  constraint people_name_check check (char_length(name) <= 80 and (name = '' or private.is_name(name))),
  constraint people_note_check check (char_length(note) <= 1000 and note = private.trimmed(note))
);

-- schemas/20_workspaces/60_tags.sql

create table private.person_tags (
  person_id uuid not null,
  tag_id uuid not null,
  workspace_id uuid not null,
  primary key (person_id, tag_id),
  foreign key (person_id, workspace_id) references private.people (id, workspace_id) on delete cascade,
  foreign key (tag_id, workspace_id) references public.tags (id, workspace_id) on delete cascade
);

create function public.workspace_tags(workspace uuid) returns table (id uuid, name text, requests integer, people integer)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
begin
  perform private.require_role(workspace_tags.workspace, 'member');
  return query
    select
      t.id, t.name,
      (
        select count(*)::integer
        from (select from public.request_tags as g where g.tag_id = t.id limit 1000) as counted
      ),
      (
        select count(*)::integer
        from (select from private.person_tags as g where g.tag_id = t.id limit 1000) as counted
      )
    from public.tags as t
    where t.workspace_id = workspace_tags.workspace
    order by private.folded(t.name), t.name;
end
$$;

create function public.create_tag(workspace uuid, name text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  words text;
  found_tag uuid;
begin
  perform private.lock_workspace(create_tag.workspace, 'member');
  words := private.checked_tag(create_tag.name);
  select t.id into found_tag from public.tags as t
  where t.workspace_id = create_tag.workspace and lower(t.name) = lower(words);
  if found_tag is not null then
    return found_tag;
  elsif (select count(*) from public.tags as t where t.workspace_id = create_tag.workspace) >= 100 then
    perform private.fail('tag.too_many');
  end if;
  insert into public.tags as t (workspace_id, name) values (create_tag.workspace, words) returning t.id into found_tag;
  return found_tag;
end
$$;

create function public.rename_tag(tag uuid, name text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  locked constant public.tags := private.lock_tag(rename_tag.tag);
  words constant text := private.checked_tag(rename_tag.name);
  other constant uuid := (
    select t.id from public.tags as t
    where t.workspace_id = locked.workspace_id and t.id <> locked.id and lower(t.name) = lower(words)
  );
begin
  if other is null then
    update public.tags as t set name = words where t.id = locked.id;
    return locked.id;
  end if;
  insert into public.request_tags (request_id, tag_id, workspace_id)
  select g.request_id, other, g.workspace_id from public.request_tags as g where g.tag_id = locked.id
  on conflict do nothing;
  delete from public.request_tags as g where g.tag_id = locked.id;
  insert into private.person_tags (person_id, tag_id, workspace_id)
  select g.person_id, other, g.workspace_id from private.person_tags as g where g.tag_id = locked.id
  on conflict do nothing;
  delete from public.tags as t where t.id = locked.id;
  return other;
end
$$;

create function public.delete_tag(tag uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked constant public.tags := private.lock_tag(delete_tag.tag);
begin
  delete from public.request_tags as g where g.tag_id = locked.id;
  delete from public.tags as t where t.id = locked.id;
end
$$;

create function public.tag_request(request uuid, tag uuid, tagged boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests;
  changed integer;
begin
  perform private.require_session();
  -- Before the request, as lock_tag locks them, so that neither waits for the other.
  perform from public.tags as t
  where t.id = tag_request.tag and t.workspace_id = any(private.my_workspaces())
  for key share;
  locked := private.lock_as_member(tag_request.request);
  if locked.is_template or tag_request.tagged is null then
    perform private.fail('not_found');
  elsif not tag_request.tagged then
    delete from public.request_tags as g where g.request_id = locked.id and g.tag_id = tag_request.tag;
  elsif not exists (
    select from public.tags as t where t.id = tag_request.tag and t.workspace_id = locked.workspace_id
  ) then
    perform private.fail('tag.deleted');
  elsif (
    select count(*) from public.request_tags as g where g.request_id = locked.id and g.tag_id <> tag_request.tag
  ) >= 10 then
    perform private.fail('tag.too_many_here');
  else
    insert into public.request_tags (request_id, tag_id, workspace_id)
    values (locked.id, tag_request.tag, locked.workspace_id) on conflict do nothing;
  end if;
  get diagnostics changed = row_count;
  return changed > 0;
end
$$;

create function public.tag_person(person uuid, tag uuid, tagged boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  main private.people := private.require_person(tag_person.person);
  changed integer;
begin
  perform private.lock_people(main.workspace_id, false);
  -- They may have been merged meanwhile.
  main := private.require_person(tag_person.person);
  -- One tag at a time, so that they are counted.
  perform from private.people as p where p.id = main.id for no key update;
  -- An address that was corrected meanwhile may be nobody's now.
  if not found or tag_person.tagged is null then
    perform private.fail('not_found');
  elsif not tag_person.tagged then
    delete from private.person_tags as g where g.person_id = main.id and g.tag_id = tag_person.tag;
  elsif not exists (
    select from public.tags as t where t.id = tag_person.tag and t.workspace_id = main.workspace_id
  ) then
    perform private.fail('tag.deleted');
  elsif (
    select count(*) from private.person_tags as g where g.person_id = main.id and g.tag_id <> tag_person.tag
  ) >= 10 then
    perform private.fail('tag.too_many_here');
  else
    insert into private.person_tags (person_id, tag_id, workspace_id)
    values (main.id, tag_person.tag, main.workspace_id) on conflict do nothing;
  end if;
  get diagnostics changed = row_count;
  return changed > 0;
end
$$;

create function private.checked_tag(name text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  words constant text := private.one_line(checked_tag.name);
begin
  if not private.fits(words, 1, 40) or not private.has_visible_character(words) then
    perform private.fail('tag.name');
  end if;
  return words;
end
$$;

create function private.lock_tag(tag uuid) returns public.tags
language plpgsql set search_path = '' as $$
declare
  parent constant uuid := (select t.workspace_id from public.tags as t where t.id = lock_tag.tag);
  locked public.tags;
begin
  perform private.lock_workspace(parent, 'member');
  perform private.lock_people(parent, true);
  -- The tag before its requests, as tag_request locks them. They are locked because this changes their entries in lists.
  select t.* into locked from public.tags as t where t.id = lock_tag.tag for update;
  if not found then
    perform private.fail('not_found');
  end if;
  perform from public.requests as r
  where r.id in (select g.request_id from public.request_tags as g where g.tag_id = locked.id)
  order by r.id
  for no key update;
  return locked;
end
$$;

create function private.tags_of(person uuid) returns setof public.tags
language sql stable rows 3 set search_path = '' as $$
  select t.*
  from private.person_tags as g
  -- Each by its key. Without statistics the planner might read all tags.
  cross join lateral (select t.* from public.tags as t where t.id = g.tag_id offset 0) as t
  where g.person_id = tags_of.person
  order by private.folded(t.name), t.name
$$;

create function private.tagged(workspace uuid, tag uuid, most integer) returns table (person_id uuid)
language sql stable rows 1000 set search_path = '' as $$
  select g.person_id from private.person_tags as g
  where g.tag_id = tagged.tag and g.workspace_id = tagged.workspace order by g.person_id limit tagged.most
$$;

-- schemas/20_workspaces/70_saved_reasons.sql

create table private.saved_reasons (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  reason text not null,
  saved_at timestamptz not null default now(),
  primary key (workspace_id, reason),
  constraint saved_reasons_reason_check check (char_length(reason) between 1 and 200)
);

create function public.saved_reasons(workspace uuid) returns text[]
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_role(saved_reasons.workspace, 'member');
  return array(
    select s.reason from private.saved_reasons as s
    where s.workspace_id = saved_reasons.workspace
    order by s.saved_at, s.reason
  );
end
$$;

create function public.save_reason(workspace uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  words constant text := private.one_line(save_reason.reason);
begin
  perform private.lock_workspace(save_reason.workspace, 'member');
  if not private.fits(words, 1, 200) or not private.has_visible_character(words) then
    perform private.fail('reason.length');
  elsif (
    select count(*) from private.saved_reasons as s where s.workspace_id = save_reason.workspace and s.reason <> words
  ) >= 20 then
    perform private.fail('reason.too_many');
  end if;
  insert into private.saved_reasons (workspace_id, reason) values (save_reason.workspace, words) on conflict do nothing;
end
$$;

create function public.remove_reason(workspace uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_workspace(remove_reason.workspace, 'member');
  delete from private.saved_reasons as s
  where s.workspace_id = remove_reason.workspace and s.reason = remove_reason.reason;
end
$$;

-- schemas/40_answers/20_answers.sql

create function private.is_choice_of(answer text, choices text[], multiple boolean) returns boolean
language sql immutable set search_path = '' as $$
  select string_to_array(is_choice_of.answer, E'\n') <@ is_choice_of.choices
    and (is_choice_of.multiple or strpos(is_choice_of.answer, E'\n') = 0)
$$;

-- schemas/30_requests/11_items.sql

create table public.items (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null,
  workspace_id uuid not null,
  position integer not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz,
  removed_at timestamptz,

  -- What it asks for.
  section text not null default '',
  title text not null,
  instructions text not null default '',
  kind text not null,
  required boolean not null default true,
  sensitive boolean not null default false,
  accepts text[] not null default '{}',
  expected_files integer not null default 1,
  choices text[] not null default '{}',
  multiple boolean not null default false,

  -- What arrived, and what was decided about it.
  status text not null default 'missing',
  answer text,
  answer_kind text,
  answer_erased_at timestamptz,
  received_elsewhere boolean not null default false,
  reason text,
  decided_by uuid,
  decided_at timestamptz,
  revision integer not null default 0,

  foreign key (request_id, workspace_id) references public.requests (id, workspace_id) on delete cascade,
  unique (id, request_id, workspace_id),
  constraint items_position_check check (position between 1 and 100),
  constraint items_section_check check (
    char_length(section) <= 80
    and section = private.one_line(section)
    and (section = '' or private.has_visible_character(section))
  ),
  constraint items_title_check check (
    char_length(title) between 1 and 160 and title = private.trimmed(title) and private.has_visible_character(title)
  ),
  constraint items_instructions_check check (char_length(instructions) <= 1000),
  constraint items_kind_check check (kind in ('file', 'text', 'date', 'choice', 'yes_no')),
  constraint items_accepts_check check (
    accepts <@ array['pdf', 'image', 'word', 'excel'] and cardinality(accepts) <= 4
  ),
  constraint items_expected_files_check check (expected_files >= 1 and expected_files <= 50),
  constraint items_choices_check check (
    case when kind = 'choice' then cardinality(choices) between 2 and 20 else cardinality(choices) = 0 end
  ),
  constraint items_multiple_check check (kind = 'choice' or not multiple),
  constraint items_status_check
    check (status in ('missing', 'partial', 'submitted', 'returned', 'accepted', 'waived')),
  constraint items_answer_check check (char_length(answer) between 1 and 4000),
  constraint items_answer_named_check check (answer is null or answer_kind is not null),
  constraint items_answer_date_check check (answer_kind <> 'date' or private.is_day(answer)),
  constraint items_answer_choice_check check (
    answer_kind <> 'choice' or private.is_choice_of(answer, choices, multiple)
  ),
  constraint items_answer_yes_no_check check (answer_kind <> 'yes_no' or answer in ('yes', 'no')),
  constraint items_answer_fits_check check (
    answer_kind in ('not_applicable', 'cannot_provide')
    or (answer_kind = kind and (answer is not null or answer_erased_at is not null))
  ),
  constraint items_answer_kind_check check (
    answer_kind in ('text', 'date', 'choice', 'yes_no', 'not_applicable', 'cannot_provide')
  ),
  constraint items_received_elsewhere_check check (not received_elsewhere or status = 'accepted'),
  constraint items_reason_check check (char_length(reason) between 1 and 1000)
);

create function private.items_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  touched uuid[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(distinct n.request_id) into touched
    from changed as n join former as o on o.id = n.id
    where (o.title, o.removed_at) is distinct from (n.title, n.removed_at);
    perform private.index_words(touched);
    select array_agg(distinct n.request_id) into touched
    from changed as n join former as o on o.id = n.id
    where (o.status, o.answer_kind, o.required, o.removed_at)
      is distinct from (n.status, n.answer_kind, n.required, n.removed_at);
  else
    select array_agg(distinct n.request_id) into touched from changed as n;
    perform private.index_words(touched);
  end if;
  perform private.count_items(touched);
  return null;
end
$$;

create function private.count_items(requests uuid[]) returns void
language sql set search_path = '' set jit = off as $$
  update public.requests as r
  set
    items_total = counted.total,
    items_missing = counted.missing,
    items_submitted = counted.submitted,
    items_declined = counted.declined,
    items_returned = counted.returned,
    items_accepted = counted.accepted,
    items_waived = counted.waived,
    required_missing = counted.required_missing,
    required_partial = counted.required_partial,
    required_returned = counted.required_returned,
    required_open = counted.required_open
  from unnest(count_items.requests) as ids (id)
  cross join lateral (
    select
      count(*) as total,
      count(*) filter (where i.status = 'missing') as missing,
      count(*) filter (where i.status in ('partial', 'submitted')) as submitted,
      count(*) filter (where i.status = 'submitted' and i.answer_kind in ('not_applicable', 'cannot_provide')) as declined,
      count(*) filter (where i.status = 'returned') as returned,
      count(*) filter (where i.status = 'accepted') as accepted,
      count(*) filter (where i.status = 'waived') as waived,
      count(*) filter (where i.required and i.status in ('missing', 'partial')) as required_missing,
      count(*) filter (where i.required and i.status = 'partial') as required_partial,
      count(*) filter (where i.required and i.status = 'returned') as required_returned,
      count(*) filter (where i.required and i.status not in ('accepted', 'waived')) as required_open
    from public.items as i
    where i.request_id = ids.id and i.removed_at is null
  ) as counted
  where r.id = ids.id
$$;

-- schemas/30_requests/13_readers.sql

create function private.my_askers() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct p.workspace_id), '{}')
  from public.recipients as p where p.user_id = auth.uid() and p.scope = 'all'
$$;

create function private.my_requests() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(p.request_id), '{}')
  from public.recipients as p where p.user_id = auth.uid() and p.scope = 'all'
$$;

create function private.my_handed_requests() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(p.request_id), '{}')
  from public.recipients as p where p.user_id = auth.uid() and p.scope = 'items'
$$;

create function private.my_shared_requests() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(p.request_id), '{}')
  from public.recipients as p
  join public.requests as r on r.id = p.request_id
  where p.user_id = auth.uid() and p.scope = 'all' and r.status <> 'cancelled'
$$;

create function private.my_items() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(h.item_id), '{}')
  from public.recipients as p join public.recipient_items as h on h.recipient_id = p.id
  where p.user_id = auth.uid() and p.scope = 'items'
$$;

create function private.my_shared_items() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(h.item_id), '{}')
  from public.recipients as p
  join public.recipient_items as h on h.recipient_id = p.id
  join public.requests as r on r.id = p.request_id
  where p.user_id = auth.uid() and p.scope = 'items' and r.status <> 'cancelled'
$$;

create function private.my_questions() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(q.id), '{}') from public.questions as q where q.item_id = any(private.my_items())
$$;

-- schemas/30_requests/14_locks.sql

create function private.lock_as_member(request uuid) returns public.requests
language plpgsql set search_path = '' as $$
declare
  locked public.requests;
begin
  perform private.require_session();
  select r.* into locked from public.requests as r
  where r.id = lock_as_member.request and r.workspace_id = any(private.my_workspaces())
    -- The copy of a job is nobody's to change.
    and not (r.is_template and exists (select from private.jobs as j where j.checklist_id = r.id))
  for update;
  if not found then
    perform private.fail('not_found');
  elsif locked.deleted_at is not null then
    perform private.fail('request.deleted');
  end if;
  return locked;
end
$$;

create function private.lock_as_recipient(request uuid) returns public.requests
language plpgsql set search_path = '' as $$
declare
  requests constant uuid[] := private.my_requests() || private.my_handed_requests();
  locked public.requests;
begin
  perform private.require_session();
  select r.* into locked from public.requests as r
  where r.id = lock_as_recipient.request and r.id = any(requests)
  for update;
  -- The last item may have been taken back while this waited for the request.
  if not found or not locked.id = any(private.my_requests() || private.my_handed_requests()) then
    perform private.fail('not_found');
  elsif locked.status <> 'open' then
    perform private.fail('request.closed');
  end if;
  return locked;
end
$$;

create function private.lock_item_as_member(item uuid, revision integer) returns public.items
language plpgsql set search_path = '' as $$
declare
  locked public.items := private.lock_item_as_member(lock_item_as_member.item);
begin
  if locked.revision is distinct from lock_item_as_member.revision then
    perform private.fail('item.stale');
  end if;
  return locked;
end
$$;

create function private.lock_item_as_member(item uuid) returns public.items
language plpgsql set search_path = '' as $$
declare
  parent public.requests;
  locked public.items;
begin
  parent := private.lock_as_member(
    (select i.request_id from public.items as i where i.id = lock_item_as_member.item)
  );
  select i.* into locked from public.items as i
  where i.id = lock_item_as_member.item and i.removed_at is null
  for update;
  if not found then
    perform private.fail('not_found');
  elsif parent.status not in ('open', 'done') then
    perform private.fail('request.closed');
  end if;
  return locked;
end
$$;

create function private.lock_item_as_recipient(item uuid) returns public.items
language plpgsql set search_path = '' as $$
declare
  -- Read whether or not the item exists, so that the work doesn't tell.
  requests constant uuid[] := private.my_requests();
  items constant uuid[] := private.my_items();
  parent public.requests;
  locked public.items;
begin
  perform private.require_session();
  select r.* into parent from public.requests as r
  where r.id = (
      select i.request_id from public.items as i where i.id = lock_item_as_recipient.item and i.removed_at is null
    )
    and (r.id = any(requests) or lock_item_as_recipient.item = any(items))
  for update;
  if not found then
    perform private.fail('not_found');
  end if;
  -- The item or the person may have been removed, or the item taken back, while this waited for the request.
  select i.* into locked from public.items as i
  where i.id = lock_item_as_recipient.item and i.removed_at is null
    and (parent.id = any(private.my_requests()) or i.id = any(private.my_items()))
  for update;
  if not found then
    perform private.fail('not_found');
  -- A request that is done because of the decisions still takes optional items.
  elsif parent.status not in ('open', 'done') or parent.closed_by is not null then
    perform private.fail('request.closed');
  elsif parent.paused_at is not null then
    perform private.fail('request.paused');
  elsif locked.status in ('accepted', 'waived') then
    perform private.fail('item.locked');
  end if;
  return locked;
end
$$;

create function private.lock_item_to_edit(item uuid) returns public.items
language plpgsql set search_path = '' as $$
declare
  parent public.requests;
  locked public.items;
begin
  parent := private.lock_as_member((select i.request_id from public.items as i where i.id = lock_item_to_edit.item));
  select i.* into locked from public.items as i
  where i.id = lock_item_to_edit.item and i.removed_at is null
  for update;
  if not found then
    perform private.fail('not_found');
  elsif parent.status = 'cancelled' then
    perform private.fail('request.closed');
  end if;
  return locked;
end
$$;

-- schemas/30_requests/20_drafts.sql

create function public.create_request(workspace uuid, draft jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  made constant public.requests := private.insert_draft(create_request.workspace, create_request.draft, false);
begin
  perform private.edit_recipients(made, coalesce(create_request.draft -> 'recipients', '[]'));
  perform private.add_event(made.id, 'created');
  return made.id;
end
$$;

create function public.delete_draft(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(delete_draft.request);
begin
  if locked.sent_at is not null then
    perform private.fail('draft.sent');
  end if;
  delete from public.requests as r where r.id = locked.id;
end
$$;

create function public.duplicate_request(request uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  source public.requests := private.lock_to_copy(duplicate_request.request);
  made public.requests;
begin
  perform private.use_quota('requests', source.workspace_id::text, 1);
  insert into public.requests as r (workspace_id, title, message, created_by)
  values (source.workspace_id, source.title, source.message, auth.uid())
  returning r.* into made;
  perform private.copy_items(source, made);
  insert into public.recipients (request_id, workspace_id, email, name)
  select made.id, source.workspace_id, p.email, p.name
  from public.recipients as p where p.request_id = source.id and p.removed_at is null and p.scope = 'all';
  insert into public.request_tags (request_id, tag_id, workspace_id)
  select made.id, g.tag_id, g.workspace_id from public.request_tags as g where g.request_id = source.id;
  perform private.add_event(made.id, 'created');
  return made.id;
end
$$;

create function private.insert_draft(workspace uuid, draft jsonb, is_template boolean) returns public.requests
language plpgsql set search_path = '' as $$
declare
  me constant uuid := private.require_session();
  made public.requests;
begin
  if not insert_draft.workspace = any(private.my_workspaces()) then
    perform private.fail('not_found');
  end if;
  perform private.check_draft(insert_draft.draft);
  perform private.use_quota('requests', insert_draft.workspace::text, 1);
  insert into public.requests as r (workspace_id, title, message, due_on, due_after_days, created_by, is_template)
  values (
    insert_draft.workspace,
    private.one_line(insert_draft.draft ->> 'title'),
    coalesce(private.trimmed(insert_draft.draft ->> 'message'), ''),
    case when not insert_draft.is_template then private.as_day(insert_draft.draft -> 'due_on') end,
    case when insert_draft.is_template then private.as_due_after(insert_draft.draft -> 'due_after_days') end,
    me,
    insert_draft.is_template
  )
  returning r.* into made;
  perform private.edit_items(made, coalesce(insert_draft.draft -> 'items', '[]'));
  return made;
end
$$;

create function private.check_draft(draft jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if not private.fits(private.one_line(check_draft.draft ->> 'title'), 1, 160)
    or not private.has_visible_character(check_draft.draft ->> 'title')
  then
    perform private.fail('draft.title');
  elsif not private.fits(coalesce(check_draft.draft ->> 'message', ''), 0, 4000) then
    perform private.fail('draft.message');
  end if;
  perform private.as_day(check_draft.draft -> 'due_on');
  perform private.check_items(coalesce(check_draft.draft -> 'items', '[]'));
  perform private.check_recipients(coalesce(check_draft.draft -> 'recipients', '[]'));
end
$$;

create function private.copy_items(source public.requests, made public.requests) returns void
language plpgsql set search_path = '' as $$
declare
  present constant jsonb := (
    select coalesce(
      jsonb_agg(private.item_words(i) || jsonb_build_object('id', i.id) order by i.position), '[]'
    )
    from public.items as i where i.request_id = made.id and i.removed_at is null
  );
  added constant uuid[] := array(
    select i.id from public.items as i
    where i.request_id = source.id and i.removed_at is null
      and not exists (
        select from jsonb_array_elements(present) as e (item)
        where private.folded(e.item ->> 'title') = private.folded(i.title)
      )
    order by i.position
  );
  list constant jsonb := present || (
    select coalesce(jsonb_agg(private.item_words(i) order by i.position), '[]')
    from public.items as i where i.id = any(added)
  );
begin
  perform private.check_items(list);
  perform private.edit_items(made, list);
  insert into public.item_examples (
    item_id, request_id, workspace_id, name, size, mime, object_key, object_version, status, uploaded_by, created_at,
    stored_at
  )
  select
    copy.id, made.id, made.workspace_id, e.name, e.size, e.mime, e.object_key, e.object_version, e.status, e.uploaded_by,
    e.created_at, e.stored_at
  from unnest(added) with ordinality as original (id, place)
  join public.items as copy
    on copy.request_id = made.id and copy.position = jsonb_array_length(present) + original.place
  join public.item_examples as e on e.item_id = original.id and e.status = 'stored';
end
$$;

create function private.lock_to_copy(request uuid) returns public.requests
language plpgsql set search_path = '' as $$
begin
  -- The new row refers to the workspace and a member of it. Whoever deletes the workspace or removes the member locks the
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

-- schemas/30_requests/21_item_lists.sql

create function private.edit_items(request public.requests, list jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  is_sent constant boolean := request.status <> 'draft';
  listed constant jsonb := private.with_item_ids(request.id, edit_items.list);
  moment constant timestamptz := clock_timestamp();
  known constant uuid[] := array(
    select i.id from public.items as i where i.request_id = request.id and i.removed_at is null
  );
  former public.items;
  reworded public.items[];
  is_reordered boolean;
  added uuid;
begin
  if is_sent and jsonb_array_length(listed) = 0 then
    perform private.fail('draft.items');
  end if;
  for former in
    select i.* from public.items as i
    where i.id = any(known) and not exists (select from private.listed_items(listed) as w where w.id = i.id)
    order by i.position
  loop
    if not is_sent then
      delete from public.items as i where i.id = former.id;
    elsif private.is_answered(former) then
      perform private.fail('item.answered');
    else
      update public.items as i set removed_at = moment where i.id = former.id;
      perform private.add_event(request.id, 'item_removed', former.id);
    end if;
  end loop;

  reworded := array(
    select i from public.items as i
    join private.listed_items(listed) as w on w.id = i.id
    where private.item_words(i) <> private.item_words(w)
    order by w.position
  );
  if is_sent and exists (
    select from unnest(reworded) as i
    join private.listed_items(listed) as w on w.id = i.id
    where w.kind <> i.kind and private.is_answered(i)
  ) then
    perform private.fail('item.answered');
  elsif exists (
    select from unnest(reworded) as i
    join private.listed_items(listed) as w on w.id = i.id
    where i.answer_kind = 'choice' and not private.is_choice_of(i.answer, w.choices, w.multiple)
  ) then
    perform private.fail('item.chosen');
  end if;
  select array_agg(w.id order by w.position) <> array_agg(w.id order by i.position) into is_reordered
  from private.listed_items(listed) as w
  join public.items as i on i.id = w.id;

  perform private.write_items(request, listed, case when is_sent then moment end);

  if not is_sent then
    return;
  end if;
  -- Removed ones are kept, so those count too.
  if (select count(*) from public.items as i where i.request_id = request.id) > 500 then
    perform private.fail('draft.too_many_items');
  end if;
  foreach former in array reworded loop
    perform private.add_event(
      request.id, 'item_changed', former.id, null,
      jsonb_build_object(
        'before', private.item_words(former),
        'after', (select private.item_words(i) from public.items as i where i.id = former.id)
      )
    );
  end loop;
  for added in select w.id from private.listed_items(listed) as w where not w.id = any(known) order by w.position loop
    perform private.add_event(request.id, 'item_added', added);
  end loop;
  if is_reordered then
    perform private.add_event(request.id, 'items_reordered');
  end if;
end
$$;

create function private.write_items(request public.requests, list jsonb, moment timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  update public.items as i
  set
    position = w.position, section = w.section, title = w.title, instructions = w.instructions, kind = w.kind,
    required = w.required, accepts = w.accepts, expected_files = w.expected_files, choices = w.choices,
    multiple = w.multiple, sensitive = w.sensitive,
    changed_at = case
      -- Recipients have nothing else to do for an item under another heading, or for one that is blurred.
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

create function private.listed_items(list jsonb) returns setof public.items
language sql stable set search_path = '' as $$
  select i.*
  from jsonb_array_elements(listed_items.list) with ordinality as e (item, "position")
  cross join jsonb_populate_record(
    null::public.items,
    jsonb_build_object(
      'id', e.item -> 'id',
      'position', e.position,
      'section', coalesce(private.one_line(e.item ->> 'section'), ''),
      'title', private.one_line(e.item ->> 'title'),
      'instructions', coalesce(private.trimmed(e.item ->> 'instructions'), ''),
      'kind', e.item -> 'kind',
      'required', e.item -> 'required',
      'accepts', case e.item ->> 'kind'
        when 'file' then array(
          select distinct g.name from jsonb_array_elements_text(coalesce(e.item -> 'accepts', '[]')) as g (name) order by 1
        )
        else '{}'
      end,
      'expected_files', coalesce((e.item ->> 'expected_files')::integer, 1),
      'choices', array(
        select private.one_line(c.choice)
        from jsonb_array_elements_text(coalesce(e.item -> 'choices', '[]')) with ordinality as c (choice, "position")
        order by c.position
      ),
      'multiple', coalesce(e.item -> 'multiple', 'false'),
      'sensitive', coalesce(e.item -> 'sensitive', 'false')
    )
  ) as i
$$;

create function private.check_items(items jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(check_items.items) <> 'array' then
    perform private.fail('draft.item');
  elsif jsonb_array_length(check_items.items) > 100 then
    perform private.fail('draft.too_many_items');
  end if;
  perform private.check_item(e.item) from jsonb_array_elements(check_items.items) as e (item);
  if (
    select count(distinct nullif(private.one_line(e.item ->> 'section'), '')) > 20
    from jsonb_array_elements(check_items.items) as e (item)
  ) then
    perform private.fail('draft.too_many_sections');
  end if;
end
$$;

create function private.check_item(item jsonb) returns void
language plpgsql immutable set search_path = '' as $$
declare
  kind constant text := coalesce(check_item.item ->> 'kind', '');
  section constant text := coalesce(check_item.item ->> 'section', '');
  choices constant jsonb := coalesce(check_item.item -> 'choices', '[]');
  multiple constant jsonb := coalesce(check_item.item -> 'multiple', 'false');
  expected_files constant text := coalesce(check_item.item ->> 'expected_files', '1');
begin
  if not private.fits(private.one_line(check_item.item ->> 'title'), 1, 160)
    or not private.has_visible_character(check_item.item ->> 'title')
    or not private.fits(coalesce(check_item.item ->> 'instructions', ''), 0, 1000)
    or kind not in ('file', 'text', 'date', 'choice', 'yes_no')
    or jsonb_typeof(check_item.item -> 'required') is distinct from 'boolean'
    or jsonb_typeof(coalesce(check_item.item -> 'sensitive', 'false')) <> 'boolean'
    or jsonb_typeof(coalesce(check_item.item -> 'accepts', '[]')) <> 'array'
    or not coalesce(check_item.item -> 'accepts', '[]') <@ '["pdf", "image", "word", "excel"]'
  then
    perform private.fail('draft.item');
  elsif not private.fits(private.one_line(section), 0, 80)
    or (private.one_line(section) <> '' and not private.has_visible_character(section))
  then
    perform private.fail('draft.section');
  elsif expected_files !~ '^([1-9]|[1-4][0-9]|50)$' or (kind <> 'file' and expected_files <> '1') then
    perform private.fail('draft.expected_files');
  elsif jsonb_typeof(choices) <> 'array' or jsonb_typeof(multiple) <> 'boolean' then
    perform private.fail('draft.choices');
  elsif kind <> 'choice' then
    if choices <> '[]' or multiple <> 'false' then
      perform private.fail('draft.choices');
    end if;
  elsif jsonb_array_length(choices) not between 2 and 20
    or exists (
      select from jsonb_array_elements(choices) as e (choice)
      where jsonb_typeof(e.choice) <> 'string'
        or not private.fits(private.one_line(e.choice #>> '{}'), 1, 80)
        or not private.has_visible_character(e.choice #>> '{}')
    )
    or (
      select count(distinct private.one_line(e.choice)) < count(*)
      from jsonb_array_elements_text(choices) as e (choice)
    )
  then
    perform private.fail('draft.choices');
  end if;
end
$$;

create function private.item_words(item public.items) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'section', item.section, 'title', item.title, 'instructions', item.instructions, 'kind', item.kind,
    'required', item.required, 'accepts', to_jsonb(item.accepts), 'expected_files', item.expected_files,
    'choices', to_jsonb(item.choices), 'multiple', item.multiple, 'sensitive', item.sensitive
  )
$$;

create function private.with_item_ids(request uuid, list jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  -- Compared as text, because a caller may write anything here.
  known constant text[] := array(
    select i.id::text from public.items as i where i.request_id = with_item_ids.request and i.removed_at is null
  );
  given constant text[] := array(
    select e.item ->> 'id' from jsonb_array_elements(with_item_ids.list) as e (item) where e.item ->> 'id' is not null
  );
begin
  if not given <@ known or (select count(distinct g.id) < count(*) from unnest(given) as g (id)) then
    perform private.fail('draft.item');
  end if;
  return (
    select coalesce(
      jsonb_agg(
        e.item || jsonb_build_object('id', coalesce(e.item ->> 'id', gen_random_uuid()::text)) order by e.position
      ),
      '[]'
    )
    from jsonb_array_elements(with_item_ids.list) with ordinality as e (item, "position")
  );
end
$$;

create function private.is_answered(item public.items) returns boolean
language sql stable set search_path = '' as $$
  select item.status <> 'missing' or item.answer_kind is not null or exists (
    -- An upload under way keeps its item.
    select from public.files as f where f.item_id = item.id and f.status in ('uploading', 'stored')
  )
$$;

-- schemas/30_requests/22_recipient_lists.sql

create function private.edit_recipients(request public.requests, list jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  is_sent constant boolean := request.status <> 'draft';
  fresh text[];
  former public.recipients;
  corrected record;
  added public.recipients;
begin
  fresh := array(
    select w.email from private.listed_recipients(edit_recipients.list) as w
    where not exists (
      select from public.recipients as p
      where p.request_id = request.id and p.removed_at is null and p.email = w.email
    )
  );
  if is_sent then
    if jsonb_array_length(coalesce(edit_recipients.list, '[]')) = 0 then
      perform private.fail('recipient.last');
    end if;
    -- Somebody with single items may be a member, which a recipient isn't told.
    perform private.require_no_members(request, fresh || array(
      select p.email from public.recipients as p
      join private.listed_recipients(edit_recipients.list) as w on w.email = p.email
      where p.request_id = request.id and p.removed_at is null and p.scope = 'items'
    ));
    perform private.count_addressed(request, fresh);
  end if;

  for added in
    update public.recipients as p set scope = 'all'
    from private.listed_recipients(edit_recipients.list) as w
    where p.request_id = request.id and p.removed_at is null and p.scope = 'items' and p.email = w.email
    returning p.*
  loop
    delete from public.recipient_items as h where h.recipient_id = added.id;
    perform private.add_recipient_event(request.id, 'recipient_added', added);
    if request.status = 'open' and request.invites then
      perform private.queue_email('invitation', added, now(), now());
    end if;
  end loop;

  for former in
    select p.* from public.recipients as p
    where p.request_id = request.id and p.removed_at is null and p.scope = 'all'
      and not exists (select from private.listed_recipients(edit_recipients.list) as w where w.email = p.email)
    order by p.created_at, p.email
  loop
    select w.email, w.name into corrected from private.listed_recipients(edit_recipients.list) as w
    where w.id = former.id::text and w.email = any(fresh);
    -- Files and answers belong to the address that they came from, so only an address nobody has used is written over.
    if corrected.email is not null and former.first_seen_at is null then
      update public.recipients as p set email = corrected.email, name = corrected.name where p.id = former.id
      returning p.* into former;
      if is_sent then
        perform private.add_recipient_event(request.id, 'recipient_corrected', former);
      end if;
    elsif is_sent then
      update public.recipients as p set removed_at = clock_timestamp(), user_id = null where p.id = former.id;
      perform private.add_recipient_event(request.id, 'recipient_removed', former);
    else
      delete from public.recipients as p where p.id = former.id;
    end if;
  end loop;

  for former in
    update public.recipients as p set name = w.name
    from private.listed_recipients(edit_recipients.list) as w
    where p.request_id = request.id and p.removed_at is null and p.email = w.email and p.name <> w.name
    returning p.*
  loop
    if is_sent then
      perform private.add_recipient_event(request.id, 'recipient_corrected', former);
    end if;
  end loop;

  for added in
    insert into public.recipients (request_id, workspace_id, email, name)
    select request.id, request.workspace_id, w.email, w.name
    from private.listed_recipients(edit_recipients.list) as w
    where not exists (
      select from public.recipients as p
      where p.request_id = request.id and p.removed_at is null and p.email = w.email
    )
    order by w.position
    returning *
  loop
    if is_sent then
      perform private.add_recipient_event(request.id, 'recipient_added', added);
    end if;
  end loop;

  if is_sent then
    -- Removed ones are kept, so those count too.
    if (select count(*) from public.recipients as p where p.request_id = request.id and p.scope = 'all') > 100 then
      perform private.fail('draft.too_many_recipients');
    end if;
    update public.access_requests as a
    set decided_at = now(), decided_by = auth.uid(), is_added = true
    where a.request_id = request.id and a.decided_at is null and a.email = any(fresh);
  end if;
end
$$;

create function private.listed_recipients(list jsonb) returns table ("position" integer, id text, email text, name text)
language sql stable set search_path = '' as $$
  select
    e.position::integer,
    e.recipient ->> 'id',
    lower(private.trimmed(e.recipient ->> 'email')),
    coalesce(private.one_line(e.recipient ->> 'name'), '')
  from jsonb_array_elements(listed_recipients.list) with ordinality as e (recipient, "position")
$$;

create function private.check_recipients(recipients jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(check_recipients.recipients) <> 'array' then
    perform private.fail('draft.recipient');
  elsif jsonb_array_length(check_recipients.recipients) > 20 then
    perform private.fail('draft.too_many_recipients');
  elsif exists (
    select from jsonb_array_elements(check_recipients.recipients) as e (recipient)
    where not private.is_address(lower(private.trimmed(e.recipient ->> 'email')))
  ) then
    perform private.fail('draft.recipient');
  elsif exists (
    select
    from jsonb_array_elements(check_recipients.recipients) as e (recipient)
    cross join private.one_line(coalesce(e.recipient ->> 'name', '')) as named (name)
    where named.name <> '' and (not private.fits(named.name, 1, 80) or not private.is_name(named.name))
  ) then
    perform private.fail('draft.recipient_name');
  elsif (
    select count(distinct lower(private.trimmed(e.recipient ->> 'email'))) < count(*)
    from jsonb_array_elements(check_recipients.recipients) as e (recipient)
  ) then
    perform private.fail('draft.duplicate_recipient');
  end if;
end
$$;

create function private.require_no_members(request public.requests, emails text[]) returns void
language plpgsql stable set search_path = '' as $$
begin
  if exists (
    select from public.members as m
    join auth.users as u on u.id = m.user_id
    where m.workspace_id = request.workspace_id and lower(u.email) = any(require_no_members.emails)
  ) then
    perform private.fail('recipient.member');
  end if;
end
$$;

create function private.require_stranger(request public.requests, address text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if request.workspace_id = any(private.my_workspaces()) then
    perform private.require_no_members(request, array[require_stranger.address]);
  elsif exists (
    select from auth.users as u where u.id = auth.uid() and lower(u.email) = require_stranger.address
  ) or exists (
    select from public.recipients as p
    where p.request_id = request.id and p.user_id = auth.uid() and p.email = require_stranger.address
  ) then
    perform private.fail('hand_off.self');
  -- The page names the sender's address. Which others are members is not for a recipient to find out.
  elsif exists (
    select from auth.users as u where u.id = request.sent_by and lower(u.email) = require_stranger.address
  ) then
    perform private.fail('hand_off.sender');
  end if;
end
$$;

create function private.count_addressed(request public.requests, emails text[]) returns void
language sql set search_path = '' as $$
  -- A workspace has several members, and an account may own several workspaces. In one order everywhere, so that two
  -- requests to the same people don't wait for each other.
  select private.use_quota('address', private.address_key(s.id, a.email), 1)
  from (select o.email from unnest(count_addressed.emails) as o (email) order by o.email) as a
  cross join lateral (values (request.workspace_id), (auth.uid())) as s (id)
$$;

create function private.add_recipient_event(request uuid, kind text, recipient public.recipients) returns void
language sql set search_path = '' as $$
  select private.add_event(
    request, kind, null, null, jsonb_build_object('name', coalesce(nullif(recipient.name, ''), recipient.email))
  )
$$;

-- schemas/30_requests/30_sending.sql

create function public.send_request(request uuid, invite boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests;
begin
  perform private.require_session();
  -- Before the request, as remove_member locks them: whoever sends what nobody looks after becomes its assignee.
  perform from public.members as m
  where m.user_id = auth.uid() and m.workspace_id = any(private.my_workspaces())
    and m.workspace_id = (select r.workspace_id from public.requests as r where r.id = send_request.request)
  for key share;
  locked := private.lock_as_member(send_request.request);
  if locked.is_template then
    perform private.fail('template.sent');
  end if;
  perform private.open_draft(locked, coalesce(send_request.invite, false));
end
$$;

create function public.invite_recipient(recipient uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  parent public.requests := private.lock_as_member(
    (select p.request_id from public.recipients as p where p.id = invite_recipient.recipient)
  );
  person public.recipients;
begin
  select p.* into person from public.recipients as p
  where p.id = invite_recipient.recipient and p.removed_at is null
  for no key update;
  if not found then
    perform private.fail('not_found');
  elsif parent.status <> 'open' then
    perform private.fail('request.closed');
  end if;
  perform private.count_addressed(parent, array[person.email]);
  perform private.queue_email('invitation', person, now(), now());
end
$$;

create function public.send_update(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(send_update.request);
begin
  update private.outbox as o set not_before = private.email_clock()
  where o.request_id = locked.id and o.kind = 'update' and o.attempts = 0 and o.ended_at is null;
end
$$;

create function private.open_draft(locked public.requests, invite boolean) returns void
language plpgsql set search_path = '' as $$
declare
  emails constant text[] := array(
    select p.email from public.recipients as p where p.request_id = locked.id and p.removed_at is null
  );
begin
  if locked.status <> 'draft' then
    perform private.fail(case locked.status when 'cancelled' then 'request.closed' else 'draft.sent' end);
  elsif not exists (select from public.items as i where i.request_id = locked.id and i.removed_at is null) then
    perform private.fail('draft.items');
  elsif cardinality(emails) = 0 then
    perform private.fail('draft.recipients');
  end if;
  perform private.require_no_members(locked, emails);
  perform private.count_addressed(locked, emails);
  update public.requests as r
  -- A draft that is still open elsewhere must not change what recipients see.
  set status = 'open', sent_by = auth.uid(), sent_at = now(), revision = r.revision + 1, invites = open_draft.invite,
    assignee = coalesce(r.assignee, auth.uid())
  where r.id = locked.id;
  perform private.put_link(locked);
  perform private.add_event(locked.id, 'sent');
end
$$;

create function private.start_request(source public.requests, title text, message text, due_on date)
returns public.requests
language plpgsql set search_path = '' as $$
declare
  made public.requests;
begin
  perform private.use_quota('requests', source.workspace_id::text, 1);
  insert into public.requests as r (workspace_id, title, message, due_on, created_by)
  values (source.workspace_id, start_request.title, start_request.message, start_request.due_on, auth.uid())
  returning r.* into made;
  perform private.copy_items(source, made);
  perform private.add_event(made.id, 'created');
  return made;
end
$$;

-- schemas/30_requests/31_links.sql

create table public.request_links (
  request_id uuid not null,
  workspace_id uuid not null,
  token text not null,
  token_hash bytea not null unique,
  rotated_at timestamptz not null default now(),
  -- References the pair so that PostgREST detects a one-to-one relation. The pair is unique because id is.
  primary key (request_id, workspace_id),
  foreign key (request_id, workspace_id) references public.requests (id, workspace_id) on delete cascade
);

create table private.replaced_links (
  token_hash bytea primary key,
  request_id uuid not null references public.requests (id) on delete cascade,
  replaced_at timestamptz not null default now()
);

create function public.rotate_link(request uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(rotate_link.request);
  fresh text;
begin
  if locked.status not in ('open', 'done') then
    perform private.fail('request.closed');
  end if;
  fresh := private.put_link(locked);
  perform private.add_event(locked.id, 'link_replaced');
  return fresh;
end
$$;

create function private.put_link(request public.requests) returns text
language plpgsql set search_path = '' as $$
declare
  -- Three random UUIDs carry 366 bits; their digest is 32 bytes indistinguishable from random. Built in everywhere,
  -- unlike pgcrypto.
  secret bytea := sha256(
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
  );
  fresh text := rtrim(translate(encode(secret, 'base64'), '+/', '-_'), '=');
begin
  insert into private.replaced_links (token_hash, request_id)
  select l.token_hash, l.request_id from public.request_links as l where l.request_id = request.id;
  insert into public.request_links as l (request_id, workspace_id, token, token_hash)
  values (request.id, request.workspace_id, fresh, sha256(convert_to(fresh, 'utf8')))
  on conflict (request_id, workspace_id) do update
    set token = excluded.token, token_hash = excluded.token_hash, rotated_at = now();
  return fresh;
end
$$;

create function private.request_of(token text) returns uuid
language sql stable set search_path = '' as $$
  -- Truncated before hashing: a token has 43 characters, and longer input must not cost more work.
  select r.id
  from public.request_links as l
  join public.requests as r on r.id = l.request_id
  where l.token_hash = sha256(convert_to(left(request_of.token, 64), 'utf8')) and r.status in ('open', 'done')
$$;

create function private.joined_request_of(token text, person uuid) returns uuid
language sql stable set search_path = '' as $$
  select r.id
  from (
    select l.request_id, l.token_hash from public.request_links as l
    union all
    select l.request_id, l.token_hash from private.replaced_links as l
  ) as l
  join public.requests as r on r.id = l.request_id
  join public.recipients as p on p.request_id = r.id and p.user_id = joined_request_of.person
  where l.token_hash = sha256(convert_to(left(joined_request_of.token, 64), 'utf8'))
    and r.status <> 'draft'
$$;

-- schemas/30_requests/40_editing.sql

create function public.edit_request(request uuid, revision integer, change jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked public.requests := private.lock_as_member(edit_request.request);
  is_sent constant boolean := locked.status <> 'draft';
  made public.requests := locked;
  change constant jsonb := case
    -- Nobody is asked by a template, and it is due on no day.
    when locked.is_template and jsonb_typeof(edit_request.change) = 'object'
      then edit_request.change - array['due_on', 'recipients']
    else coalesce(edit_request.change, 'null')
  end;
begin
  if locked.status = 'cancelled' then
    perform private.fail('request.closed');
  elsif locked.revision is distinct from edit_request.revision then
    perform private.fail('request.stale');
  elsif jsonb_typeof(change) <> 'object' then
    perform private.fail('draft.title');
  end if;
  perform private.check_draft(
    jsonb_build_object('title', locked.title, 'message', locked.message, 'due_on', locked.due_on) || change
  );
  if change ? 'title' then
    made.title := private.one_line(change ->> 'title');
  end if;
  if change ? 'message' then
    made.message := coalesce(private.trimmed(change ->> 'message'), '');
  end if;
  if change ? 'due_on' then
    made.due_on := private.as_day(change -> 'due_on');
  end if;
  if locked.is_template and change ? 'due_after_days' then
    made.due_after_days := private.as_due_after(change -> 'due_after_days');
  end if;
  update public.requests as r
  set
    title = made.title, message = made.message, due_on = made.due_on, due_after_days = made.due_after_days,
    revision = r.revision + 1,
    changed_at = case
      when is_sent
        and (made.title, made.message, made.due_on) is distinct from (locked.title, locked.message, locked.due_on)
      then clock_timestamp()
      else r.changed_at
    end,
    last_activity_at = clock_timestamp()
  where r.id = locked.id;
  if is_sent then
    perform private.add_event(locked.id, c.kind, null, null, jsonb_build_object('before', c.old, 'after', c.new))
    from (
      values
        ('title_changed', to_jsonb(locked.title), to_jsonb(made.title)),
        ('message_changed', to_jsonb(locked.message), to_jsonb(made.message)),
        ('due_changed', to_jsonb(locked.due_on), to_jsonb(made.due_on))
    ) as c (kind, old, new)
    where c.old is distinct from c.new;
  end if;
  if change ? 'items' then
    perform private.edit_items(locked, change -> 'items');
  end if;
  if change ? 'recipients' then
    perform private.edit_recipients(locked, change -> 'recipients');
  end if;
  if is_sent then
    perform private.settle(locked.id);
  end if;
  return locked.revision + 1;
end
$$;

-- schemas/30_requests/50_states.sql

create function public.pause_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(pause_request.request);
begin
  if locked.status <> 'open' then
    perform private.fail('request.closed');
  elsif locked.paused_at is not null then
    return;
  end if;
  update public.requests as r set paused_at = now() where r.id = locked.id;
  perform private.add_event(locked.id, 'paused');
end
$$;

create function public.resume_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(resume_request.request);
begin
  if locked.status <> 'open' then
    perform private.fail('request.closed');
  elsif locked.paused_at is null then
    return;
  end if;
  update public.requests as r set paused_at = null where r.id = locked.id;
  perform private.add_event(locked.id, 'resumed');
end
$$;

create function public.close_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(close_request.request);
begin
  if locked.closed_by is not null then
    return;
  elsif locked.status <> 'open' then
    perform private.fail(case locked.status when 'done' then 'request.complete' else 'request.closed' end);
  end if;
  update public.requests as r
  set status = 'done', closed_at = now(), closed_by = auth.uid(), paused_at = null
  where r.id = locked.id;
  perform private.add_event(
    locked.id, 'closed', data => jsonb_build_object('missing', locked.required_missing + locked.required_returned)
  );
end
$$;

create function public.reopen_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(reopen_request.request);
begin
  if locked.status in ('draft', 'open') then
    return;
  elsif locked.status = 'cancelled' and locked.closed_at < now() - interval '30 days' then
    perform private.fail('request.reopen_expired');
  elsif locked.status = 'done' and (locked.closed_by is null or private.undecided_items(locked) = 0) then
    perform private.fail('request.complete');
  end if;
  update public.requests as r
  set
    -- Drafts could be cancelled in the past.
    status = case when locked.sent_at is null then 'draft' else 'open' end,
    closed_at = null, closed_by = null, archived_at = null
  where r.id = locked.id;
  perform private.add_event(locked.id, 'reopened');
end
$$;

create function public.cancel_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(cancel_request.request);
begin
  if locked.status = 'cancelled' then
    return;
  elsif locked.status <> 'open' then
    perform private.fail('request.closed');
  end if;
  update public.requests as r set status = 'cancelled', closed_at = now(), paused_at = null where r.id = locked.id;
  perform private.add_event(locked.id, 'cancelled');
end
$$;

create function public.archive_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(archive_request.request);
begin
  if locked.archived_at is not null then
    return;
  elsif locked.status not in ('done', 'cancelled') then
    perform private.fail('request.open');
  end if;
  update public.requests as r set archived_at = now() where r.id = locked.id;
  perform private.add_event(locked.id, 'archived');
end
$$;

create function public.unarchive_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(unarchive_request.request);
begin
  if locked.archived_at is null then
    return;
  end if;
  update public.requests as r set archived_at = null where r.id = locked.id;
  perform private.add_event(locked.id, 'unarchived');
end
$$;

create function private.settle(request uuid) returns void
language plpgsql set search_path = '' as $$
declare
  current public.requests;
  undecided integer;
begin
  select r.* into current from public.requests as r where r.id = settle.request;
  if current.closed_by is not null then
    return;
  end if;
  undecided := private.undecided_items(current);
  if current.status = 'open' and undecided = 0 then
    update public.requests as r set status = 'done', closed_at = now(), paused_at = null where r.id = current.id;
    perform private.add_event(current.id, 'done');
  elsif current.status = 'done' and undecided > 0 then
    update public.requests as r set status = 'open', closed_at = null, archived_at = null where r.id = current.id;
    perform private.add_event(current.id, 'reopened');
  end if;
end
$$;

create function private.undecided_items(request public.requests) returns integer
language sql stable set search_path = '' as $$
  -- A request without required items is done when every item has been decided.
  select case
    when exists (
      select from public.items as i where i.request_id = request.id and i.required and i.removed_at is null
    ) then request.required_open
    else request.items_missing + request.items_submitted + request.items_returned
  end
$$;

-- schemas/30_requests/60_lists.sql

create table private.list_entries (
  request_id uuid not null,
  key uuid not null,
  workspace_id uuid not null,
  stage text not null,
  due_on date not null,
  last_activity_at timestamptz not null,
  primary key (request_id, key),
  foreign key (request_id, workspace_id) references public.requests (id, workspace_id) on delete cascade
);

create function public.list_requests(
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
-- Without statistics the planner expects a handful of rows and would rather sort them than read an index in its order.
language plpgsql stable security definer rows 50 set search_path = '' set enable_sort = off set jit = off as $$
declare
  per_page constant integer := 50;
  is_merged constant boolean := list_requests.filter = 'overdue' and list_requests.sort = 'activity';
  key constant uuid := private.list_key(list_requests.assignee, list_requests.tag, list_requests.repeats);
  entries constant text := '(
    select e.request_id as id, e.stage, e.due_on, e.last_activity_at from private.list_entries as e
    where e.workspace_id = $1 and e.key = $7
  ) as r';
  due constant text := case when key is null then $c$coalesce(r.due_on, 'infinity')$c$ else $c$r.due_on$c$ end;
  ordering text;
  following text;
begin
  perform private.require_list(list_requests.workspace, list_requests.filter, list_requests.today);
  -- The first page begins after a position before every row.
  if list_requests.sort = 'activity' then
    if (after_id is null) <> (after_activity is null) or after_due is not null then
      perform private.fail('list.cursor');
    end if;
    after_activity := coalesce(after_activity, 'infinity');
    after_id := coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
    ordering := 'r.last_activity_at desc, r.id desc';
    following := '(r.last_activity_at, r.id) < ($3, $5)';
  elsif list_requests.sort = 'due' then
    if after_activity is not null or (after_id is null and after_due is not null) then
      perform private.fail('list.cursor');
    end if;
    after_due := case when after_id is null then '-infinity' else coalesce(after_due, 'infinity') end;
    after_id := coalesce(after_id, '00000000-0000-0000-0000-000000000000');
    ordering := due || ', r.id';
    following := format('(%s, r.id) > ($4, $5)', due);
  else
    perform private.fail('list.unknown');
  end if;
  if num_nonnulls(list_requests.due_from, list_requests.due_until) > 0 then
    -- Only in this order do they lie together.
    if list_requests.sort <> 'due' or num_nulls(list_requests.due_from, list_requests.due_until) > 0 then
      perform private.fail('list.unknown');
    end if;
    following := format('%s and %s between $9 and $10', following, due);
  end if;
  return query execute case
    when is_merged and key is null then private.overdue_by_activity(
      $c$public.requests as r where r.workspace_id = $1 and r.status = 'open' and r.paused_at is null
        and (r.required_missing > 0 or r.required_returned > 0)$c$
    )
    when is_merged
      then private.overdue_by_activity(entries || $c$ where r.stage in ('waiting', 'waiting to review')$c$)
    when key is null then format(
      'select r.* from public.requests as r where r.workspace_id = $1 and %s and %s order by %s limit $6',
      private.list_condition(list_requests.filter), following, ordering
    )
    -- Each stage is in order by itself.
    else format(
      'select q.*
       from (
         select r.*
         from unnest($8) as s (stage)
         cross join lateral (
           select r.* from %1$s where r.stage = s.stage and %2$s and %3$s order by %4$s limit $6
         ) as r
         order by %4$s limit $6
       ) as r
       join public.requests as q on q.id = r.id
       order by %4$s',
      entries, following, case list_requests.filter when 'overdue' then 'r.due_on < $2' else 'true' end, ordering
    )
  end
  using
    workspace, today, after_activity, after_due, after_id, per_page, key, private.list_stages(list_requests.filter),
    due_from, due_until;
end
$$;

create function public.request_counts(
  workspace uuid,
  today date,
  assignee uuid default null,
  tag uuid default null,
  repeats boolean default false,
  due_from date default null,
  due_until date default null
)
returns table (open integer, review integer, overdue integer, drafts integer, done integer, archived integer)
language plpgsql stable security definer rows 1 set search_path = '' set jit = off as $$
declare
  key constant uuid := private.list_key(request_counts.assignee, request_counts.tag, request_counts.repeats);
  counted text;
  -- Either both or none, as for the list.
  in_days constant text := case when num_nonnulls(request_counts.due_from, request_counts.due_until) > 0
    then ' and %s between $4 and $5' else '' end;
begin
  perform private.require_list(request_counts.workspace, 'open', request_counts.today);
  select string_agg(
    format(
      '(select count(*)::integer from (select from %s limit 1000) as c)',
      case
        when key is null
          then 'public.requests as r where r.workspace_id = $1 and ' || private.list_condition(filters.name)
            || format(in_days, $c$coalesce(r.due_on, 'infinity')$c$)
        else format(
          'private.list_entries as e where e.workspace_id = $1 and e.key = $3 and e.stage = any(%L) and %s',
          private.list_stages(filters.name), case filters.name when 'overdue' then 'e.due_on < $2' else 'true' end
        ) || format(in_days, $c$e.due_on$c$)
      end
    ), ', ' order by filters.position
  ) into counted
  from unnest(array['open', 'review', 'overdue', 'drafts', 'done', 'archived'])
    with ordinality as filters (name, position);
  return query execute 'select ' || counted using workspace, today, key, due_from, due_until;
end
$$;

create function private.require_list(workspace uuid, filter text, today date) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_session();
  if (require_list.workspace = any(private.my_workspaces())) is not true then
    perform private.fail('not_found');
  end if;
  if private.list_condition(require_list.filter) is null or isfinite(require_list.today) is not true then
    perform private.fail('list.unknown');
  end if;
end
$$;

create function private.list_condition(filter text) returns text
language sql immutable set search_path = '' as $$
  select case list_condition.filter
    when 'open' then $c$r.status = 'open'$c$
    when 'review' then $c$r.status = 'open' and r.items_submitted > 0$c$
    when 'overdue' then
      $c$r.status = 'open' and (r.required_missing > 0 or r.required_returned > 0)
        and r.paused_at is null and coalesce(r.due_on, 'infinity') < $2$c$
    when 'drafts' then $c$r.status = 'draft' and not r.is_template$c$
    when 'done' then $c$r.status in ('done', 'cancelled') and r.archived_at is null$c$
    when 'archived' then $c$r.archived_at is not null$c$
  end
$$;

create function private.list_key(assignee uuid, tag uuid, repeats boolean default false) returns uuid
language sql immutable set search_path = '' as $$
  select case
    when list_key.repeats
      then md5('repeats' || coalesce(list_key.assignee::text, '') || coalesce(list_key.tag::text, ''))::uuid
    when list_key.tag is null then list_key.assignee
    when list_key.assignee is null then list_key.tag
    else md5(list_key.assignee::text || list_key.tag::text)::uuid
  end
$$;

create function private.list_stages(filter text) returns text[]
language sql immutable set search_path = '' as $$
  select case list_stages.filter
    when 'open' then array['open', 'to review', 'waiting', 'waiting to review']
    when 'review' then array['to review', 'waiting to review']
    when 'overdue' then array['waiting', 'waiting to review']
    when 'drafts' then array['draft']
    when 'done' then array['ended']
    when 'archived' then array['archived']
  end
$$;

create function private.list_stage(request public.requests) returns text
language sql immutable set search_path = '' as $$
  select case
    when request.is_template then null
    when request.archived_at is not null then 'archived'
    when request.status = 'draft' then 'draft'
    when request.status <> 'open' then 'ended'
    when request.paused_at is null and (request.required_missing > 0 or request.required_returned > 0)
      then case when request.items_submitted > 0 then 'waiting to review' else 'waiting' end
    when request.items_submitted > 0 then 'to review'
    else 'open'
  end
$$;

create function private.overdue_by_activity(source text) returns text
language sql immutable set search_path = '' as $$
  select format($q$
    with recursive months (month) as (
      (
        select date_trunc('month', r.due_on::timestamp) as month from %1$s
          and date_trunc('month', r.due_on::timestamp) < date_trunc('month', $2::timestamp)
        order by 1 limit 1
      )
      union all
      select later.month
      from months as m
      cross join lateral (
        select date_trunc('month', r.due_on::timestamp) as month from %1$s
          and date_trunc('month', r.due_on::timestamp) > m.month
          and date_trunc('month', r.due_on::timestamp) < date_trunc('month', $2::timestamp)
        order by 1 limit 1
      ) as later
    )
    select r.*
    from (
      select top.id, top.last_activity_at
      from months as m
      cross join lateral (
        select r.id, r.last_activity_at from %1$s
          and date_trunc('month', r.due_on::timestamp) = m.month
          and (r.last_activity_at, r.id) < ($3, $5)
        order by r.last_activity_at desc, r.id desc limit $6
      ) as top
      union all
      select top.id, top.last_activity_at
      from generate_series(1, extract(day from $2)::integer - 1) as day
      cross join lateral (
        select r.id, r.last_activity_at from %1$s
          and r.due_on = $2 - day
          and (r.last_activity_at, r.id) < ($3, $5)
        order by r.last_activity_at desc, r.id desc limit $6
      ) as top
      order by 2 desc, 1 desc limit $6
    ) as top
    join public.requests as r on r.id = top.id
    order by r.last_activity_at desc, r.id desc
  $q$, overdue_by_activity.source)
$$;

create function private.enter_in_lists(request public.requests) returns void
language sql set search_path = '' as $$
  with keys as materialized (
    select distinct private.list_key(a.assignee, t.tag, s.repeats) as key
    from (
      values (null::uuid), (coalesce(request.assignee, '00000000-0000-0000-0000-000000000000'))
    ) as a (assignee)
    cross join (
      select null::uuid as tag
      union all select g.tag_id from public.request_tags as g where g.request_id = request.id
    ) as t
    cross join (
      select false as repeats
      union all select true from private.repeats as s where s.request_id = request.id
    ) as s
    where num_nonnulls(a.assignee, t.tag) > 0 or s.repeats
  ),
  ended as (
    delete from private.list_entries as e
    where e.request_id = request.id and e.key not in (select k.key from keys as k)
  )
  insert into private.list_entries as e (request_id, key, workspace_id, stage, due_on, last_activity_at)
  select
    request.id, k.key, request.workspace_id, private.list_stage(request), coalesce(request.due_on, 'infinity'),
    request.last_activity_at
  from keys as k
  where private.list_stage(request) is not null
  on conflict (request_id, key) do update
  set stage = excluded.stage, due_on = excluded.due_on, last_activity_at = excluded.last_activity_at
  where (e.stage, e.due_on, e.last_activity_at) <> (excluded.stage, excluded.due_on, excluded.last_activity_at)
$$;

create function private.request_listed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'requests' then
    perform private.enter_in_lists(new);
  else
    -- None if the request itself is deleted.
    perform private.enter_in_lists(r) from public.requests as r where r.id in (new.request_id, old.request_id);
  end if;
  return null;
end
$$;

-- schemas/30_requests/61_search.sql

create table public.request_search (
  request_id uuid not null,
  workspace_id uuid not null,
  document tsvector not null,
  primary key (request_id, workspace_id),
  foreign key (request_id, workspace_id) references public.requests (id, workspace_id) on delete cascade
);

create function public.search_requests(workspace uuid, search text) returns setof public.requests
-- Without statistics the planner expects a handful of rows and would rather sort them than read an index in its order.
language plpgsql stable security definer rows 50 set search_path = '' set enable_sort = off set jit = off as $$
declare
  max_matches constant integer := 200;
  -- The latest rows of each state are compared first, which finds common words. Then the index is read for the rest, which
  -- finds rare ones.
  per_state constant integer := 250;
  per_index constant integer := 500;
  -- Reading the index takes time for each match in the workspace. From this number of requests it isn't read for a common
  -- word: one that three of the rows compared have, or two of a sample of the workspace.
  many constant integer := 20000;
  sampled constant integer := 200;
  words constant text[] :=
    tsvector_to_array(to_tsvector('pg_catalog.simple', private.folded(left(search_requests.search, 201))));
  listed text;
  compared integer;
  matching uuid[];
  may_miss boolean := false;
  is_common boolean := false;
  found uuid[] := '{}';
  indexed uuid[];
begin
  perform private.require_list(search_requests.workspace, 'open', current_date);
  if char_length(search_requests.search) > 200 then
    perform private.fail('search.too_long');
  elsif coalesce(cardinality(words), 0) = 0 then
    return;
  end if;
  foreach listed in array array['open', 'drafts', 'done', 'archived'] loop
    execute format(
      'select count(*), array_agg(l.id) filter (where s.document @@ $2)
       from (
         select r.id, r.workspace_id from public.requests as r
         where r.workspace_id = $1 and %s order by r.last_activity_at desc, r.id desc limit $3
       ) as l
       join public.request_search as s on s.request_id = l.id and s.workspace_id = l.workspace_id',
      private.list_condition(listed)
    ) into compared, matching using workspace, private.prefix_query(words), per_state;
    found := found || coalesce(matching, '{}');
    may_miss := may_miss or compared >= per_state;
  end loop;
  if may_miss then
    is_common := cardinality(found) >= 3;
    if not is_common then
      execute 'select count(*) filter (where s.document @@ $2) >= 2 from (
        select * from public.request_search as s where s.workspace_id = $1 order by s.request_id limit $3
      ) as s' into is_common
      using workspace, private.prefix_query(words), sampled;
    end if;
    if is_common then
      execute 'select exists (
        select from public.request_search as s where s.workspace_id = $1 order by s.request_id offset $2
      )'
        into is_common using workspace, many;
    end if;
    if not is_common then
      execute 'select array_agg(m.request_id) from (
        select s.request_id from public.request_search as s
        where private.search_index(s.workspace_id, s.document) @@ $1 limit $2
      ) as m' into indexed
      using private.prefix_query(private.words_in_workspace(workspace, words)), per_index;
    end if;
  end if;
  found := array(select unnest(found) union select unnest(indexed));
  if is_common or cardinality(indexed) = per_index or cardinality(found) > max_matches then
    -- Partial Content: others may match. PostgREST sends this status.
    perform set_config('response.status', '206', true);
  end if;
  return query execute
    'with matching as materialized (
      select r.* from unnest($2) as m (id) join public.requests as r on r.id = m.id
    )
    select r.* from matching as r where r.workspace_id = $1 order by r.last_activity_at desc, r.id desc limit $3'
  using workspace, found, max_matches;
end
$$;

create function private.index_words(requests uuid[]) returns void
language sql set search_path = '' set jit = off as $$
  insert into public.request_search as s (request_id, workspace_id, document)
  select
    r.id,
    r.workspace_id,
    to_tsvector(
      'pg_catalog.simple',
      private.folded(concat_ws(
        ' ',
        r.title,
        r.message,
        (
          select string_agg(p.name || ' ' || p.email, ' ') from public.recipients as p
          where p.request_id = r.id and p.removed_at is null
        ),
        (select string_agg(i.title, ' ') from public.items as i where i.request_id = r.id and i.removed_at is null)
      ))
    )
  from public.requests as r
  where r.id = any(index_words.requests) and not r.is_template
  on conflict (request_id, workspace_id) do update set document = excluded.document
$$;

create function private.words_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'requests' then
    perform private.index_words(array[new.id]);
  elsif tg_op = 'DELETE' then
    perform private.index_words(array[old.request_id]);
  else
    perform private.index_words(array[new.request_id]);
  end if;
  return null;
end
$$;

create function private.search_index(workspace uuid, document tsvector) returns tsvector
language sql immutable cost 1000 set search_path = '' as $$
  select array_to_tsvector(private.words_in_workspace(workspace, tsvector_to_array(document)))
$$;

create function private.prefix_query(words text[]) returns tsquery
language sql immutable set search_path = '' as $$
  select string_agg(quote_literal(word) || ':*', ' & ')::tsquery from unnest(words) as word
$$;

create function private.words_in_workspace(workspace uuid, words text[]) returns text[]
language sql immutable set search_path = '' as $$
  select array(select left(workspace::text, 8) || left(word, 100) from unnest(words) as word)
$$;

-- schemas/40_answers/30_files.sql

create table public.files (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null,
  request_id uuid not null,
  workspace_id uuid not null,
  name text not null,
  size bigint not null,
  mime text not null,
  sha256 text,
  object_key text not null generated always as (
    workspace_id::text || '/' || request_id::text || '/' || item_id::text || '/' || id::text
  ) stored unique,
  object_version text,
  status text not null default 'uploading',
  uploaded_by uuid not null,
  added_by_member boolean not null default false,
  created_at timestamptz not null default now(),
  stored_at timestamptz,

  -- What members decided.
  verdict text,
  verdict_reason text,
  set_aside_at timestamptz,

  -- What the worker found.
  checked_at timestamptz,
  checked_sha256 text,
  checked_size bigint,
  damaged boolean not null generated always as (
    checked_at is not null and (checked_sha256 is distinct from sha256 or checked_size is distinct from size)
  ) stored,

  -- Its end.
  removed_at timestamptz,
  removed_by uuid,
  deletion_asked_at timestamptz,
  deletion_refused_at timestamptz,
  deletion_refusal text,
  purged_at timestamptz,

  foreign key (item_id, request_id, workspace_id)
    references public.items (id, request_id, workspace_id) on delete cascade,
  unique (id, item_id, request_id, workspace_id),
  constraint files_name_check check (private.is_clean_file_name(name)),
  constraint files_size_check check (size > 0),
  constraint files_sha256_check check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint files_stored_check check (
    status <> 'stored' or (sha256 is not null and object_version is not null and stored_at is not null)
  ),
  constraint files_status_check check (status in ('uploading', 'stored', 'removed')),
  constraint files_removed_check check ((status = 'removed') = (removed_at is not null)),
  constraint files_purged_check check (purged_at is null or status = 'removed'),
  constraint files_set_aside_check check (set_aside_at is null or status <> 'uploading'),
  constraint files_verdict_check check (verdict in ('accepted', 'returned')),
  constraint files_verdict_explained_check check (
    (verdict is not distinct from 'returned') = (verdict_reason is not null)
  ),
  constraint files_verdict_stored_check check (verdict is null or (status <> 'uploading' and not added_by_member)),
  constraint files_verdict_reason_check check (char_length(verdict_reason) between 1 and 1000),
  constraint files_checked_check check (checked_at is not null or num_nonnulls(checked_sha256, checked_size) = 0),
  constraint files_checked_sha256_check check (checked_sha256 ~ '^[0-9a-f]{64}$'),
  constraint files_deletion_asked_check check (deletion_refused_at is null or deletion_asked_at is not null),
  constraint files_deletion_refusal_check check (
    (deletion_refused_at is null) = (deletion_refusal is null) and char_length(deletion_refusal) between 1 and 1000
  )
);

-- schemas/30_requests/70_history.sql

create table public.events (
  request_id uuid not null,
  seq integer not null,
  workspace_id uuid not null,
  item_id uuid,
  file_id uuid,
  actor uuid,
  actor_name text not null,
  kind text not null,
  data jsonb not null default '{}',
  at timestamptz not null,
  recipient_id uuid,
  salt bytea,
  text_hash bytea,
  previous_hash bytea,
  hash bytea,
  primary key (request_id, seq),
  foreign key (request_id, workspace_id) references public.requests (id, workspace_id) on delete cascade,
  foreign key (item_id, request_id, workspace_id) references public.items (id, request_id, workspace_id) on delete cascade,
  foreign key (file_id, item_id, request_id, workspace_id)
    references public.files (id, item_id, request_id, workspace_id) on delete cascade,
  foreign key (recipient_id, request_id, workspace_id)
    references public.recipients (id, request_id, workspace_id),
  constraint events_file_check check (file_id is null or item_id is not null),
  constraint events_kind_check check (
    kind in (
      'created', 'sent', 'opened', 'file_added', 'file_removed', 'file_set_aside', 'file_put_back', 'file_returned',
      'file_damaged', 'file_restored',
      'answered', 'accepted', 'returned', 'waived', 'received_elsewhere', 'decision_undone', 'link_replaced', 'paused',
      'resumed', 'closed', 'done', 'reopened', 'cancelled', 'archived', 'unarchived', 'assigned', 'exported',
      'title_changed', 'message_changed', 'due_changed', 'retention_changed', 'erasure_announced', 'erased',
      'deleted', 'restored', 'deletion_asked', 'deletion_granted', 'deletion_refused',
      'item_added', 'item_changed', 'item_removed', 'items_reordered',
      'recipient_added', 'recipient_corrected', 'recipient_removed',
      'invited', 'reminded', 'unreachable', 'promised',
      'question_asked', 'question_answered', 'question_resolved', 'question_reopened',
      'handed_off', 'taken_back',
      'repeat_set', 'repeat_skipped', 'repeat_ended', 'repeated'
    )
  )
);

create function public.verify_history(request uuid)
returns table (verified integer, broken_seq integer, verified_at timestamptz, head text)
language plpgsql stable security definer set search_path = '' set statement_timeout = '8s' as $$
#variable_conflict use_column
declare
  seen constant boolean := exists (
    select from public.requests as r
    where r.id = verify_history.request
      and (r.workspace_id = any(private.my_workspaces()) or r.id = any(private.my_shared_requests()))
  );
begin
  perform private.require_session();
  if not seen then
    perform private.fail('not_found');
  end if;
  return query
  with chain as (
    select
      e.seq, e.at, e.hash,
      e.seq = row_number() over (order by e.seq)
        and e.previous_hash = lag(e.hash, 1, decode(repeat('00', 32), 'hex')) over (order by e.seq)
        and case
          when e.salt is null then e.actor_name = '' and e.data = '{}'
          else e.text_hash = private.event_text_hash(e)
        end
        and e.hash = private.event_hash(e) as fits
    from public.events as e where e.request_id = verify_history.request
  ),
  broken as (select min(c.seq) as seq from chain as c where c.fits is not true)
  select
    (select count(*)::integer from chain as c where c.seq < coalesce(b.seq, c.seq + 1)),
    b.seq, l.at, encode(l.hash, 'hex')
  from broken as b
  left join lateral (
    select c.at, c.hash from chain as c where c.seq < coalesce(b.seq, c.seq + 1) order by c.seq desc limit 1
  ) as l on true;
end
$$;

create function private.add_event(
  request uuid, kind text, item uuid default null, file uuid default null, data jsonb default '{}'
) returns void
language plpgsql set search_path = '' as $$
declare
  moment timestamptz := clock_timestamp();
  workspace uuid;
begin
  -- The update locks the request's row, so two writers never get the same seq.
  update public.requests as r set last_activity_at = moment
  where r.id = add_event.request
  returning r.workspace_id into workspace;
  insert into public.events (
    request_id, seq, workspace_id, item_id, file_id, actor, actor_name, recipient_id, kind, data, at
  )
  select
    add_event.request,
    coalesce((select max(e.seq) from public.events as e where e.request_id = add_event.request), 0) + 1,
    workspace, add_event.item, add_event.file,
    auth.uid(), private.my_name(add_event.request),
    (select p.id from public.recipients as p where p.request_id = add_event.request and p.user_id = auth.uid()),
    add_event.kind, add_event.data, moment;
end
$$;

create function private.note_event(request public.requests, kind text, data jsonb) returns void
language sql set search_path = '' as $$
  -- The caller has locked the request. What Sheaf does by itself doesn't count as activity.
  insert into public.events (request_id, seq, workspace_id, actor_name, kind, data, at)
  values (request.id, 0, request.workspace_id, 'Sheaf', note_event.kind, note_event.data, clock_timestamp())
$$;

create function private.chain_event() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  last public.events;
begin
  -- Every writer has locked the request already. This holds for whoever forgets to.
  perform from public.requests as r where r.id = new.request_id for no key update;
  select e.* into last from public.events as e where e.request_id = new.request_id order by e.seq desc limit 1;
  new.seq := coalesce(last.seq, 0) + 1;
  new.salt := uuid_send(gen_random_uuid());
  new.text_hash := private.event_text_hash(new);
  new.previous_hash := coalesce(last.hash, decode(repeat('00', 32), 'hex'));
  new.hash := private.event_hash(new);
  return new;
end
$$;

create function private.event_hash(event public.events) returns bytea
language sql stable set search_path = '' as $$
  select sha256(
    event.previous_hash || event.text_hash || private.hashed_fields(
      event.request_id::text, event.seq::text, event.workspace_id::text, event.item_id::text, event.file_id::text,
      event.actor::text, event.recipient_id::text, event.kind,
      to_char(event.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
    )
  )
$$;

create function private.event_text_hash(event public.events) returns bytea
language sql stable set search_path = '' as $$
  select sha256(event.salt || private.hashed_fields(event.actor_name, event.data::text))
$$;

create function private.hashed_fields(variadic fields text[]) returns bytea
language sql immutable set search_path = '' as $$
  select convert_to(string_agg(coalesce(octet_length(f.field) || ':' || f.field, '-'), '' order by f.place), 'UTF8')
  from unnest(fields) with ordinality as f (field, place)
$$;

create function private.erase_event_text(request uuid, seq integer) returns void
language sql set search_path = '' as $$
  update public.events as e set actor_name = '', data = '{}', salt = null
  where e.request_id = erase_event_text.request and e.seq = erase_event_text.seq
$$;

create function private.refuse_history_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  erasable constant text[] := array['actor_name', 'data', 'salt'];
begin
  if tg_op = 'DELETE' then
    -- The request is gone, so this is the cascade of its deletion: the only way a history ends.
    if not exists (select from public.requests as r where r.id = old.request_id) then
      return old;
    end if;
  elsif tg_op = 'UPDATE' then
    -- Text may be erased, and only as a whole.
    if new.actor_name = '' and new.data = '{}' and new.salt is null and to_jsonb(new) - erasable = to_jsonb(old) - erasable
    then
      return new;
    end if;
  end if;
  raise exception 'events are never changed and never deleted' using errcode = 'insufficient_privilege';
end
$$;

create function private.is_for_members(kind text) returns boolean
language sql immutable set search_path = '' as $$
  select is_for_members.kind in (
    'title_changed', 'message_changed', 'item_changed', 'recipient_added', 'recipient_corrected', 'recipient_removed',
    'archived', 'unarchived', 'assigned', 'exported', 'invited', 'reminded', 'unreachable', 'promised', 'repeat_set',
    'repeat_skipped', 'repeat_ended', 'repeated'
  )
$$;

-- schemas/30_requests/80_templates.sql

create table private.templates (
  request_id uuid primary key references public.requests (id) on delete cascade,
  times_used integer not null default 0,
  last_used_at timestamptz,
  archived_at timestamptz
);

create function public.workspace_templates(workspace uuid)
returns table (
  id uuid, title text, items integer, sections integer, first_items text[], due_after_days integer, times_used integer,
  last_used_at timestamptz, is_archived boolean
)
language plpgsql stable security definer rows 200 set search_path = '' set jit = off as $$
#variable_conflict use_column
begin
  perform private.require_role(workspace_templates.workspace, 'member');
  return query
    select
      r.id, r.title, r.items_total,
      (
        select count(distinct i.section)::integer from public.items as i
        where i.request_id = r.id and i.removed_at is null and i.section <> ''
      ),
      array(
        select i.title from public.items as i
        where i.request_id = r.id and i.removed_at is null
        order by i.position limit 4
      ),
      r.due_after_days, t.times_used, t.last_used_at, t.archived_at is not null
    from public.requests as r
    join private.templates as t on t.request_id = r.id
    where r.workspace_id = workspace_templates.workspace and r.is_template
    order by t.last_used_at desc nulls last, r.created_at desc, r.id;
end
$$;

create function public.create_template(workspace uuid, draft jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  return private.add_template(private.insert_draft(create_template.workspace, create_template.draft, true));
end
$$;

create function public.save_as_template(request uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  source constant public.requests := private.lock_to_copy(save_as_template.request);
  made public.requests;
begin
  perform private.use_quota('requests', source.workspace_id::text, 1);
  insert into public.requests as r (workspace_id, title, message, due_after_days, created_by, is_template)
  values (
    source.workspace_id,
    case when source.is_template then left(source.title, 153) || ' (copy)' else source.title end,
    source.message, source.due_after_days, auth.uid(), true
  )
  returning r.* into made;
  perform private.copy_items(source, made);
  return private.add_template(made);
end
$$;

create function public.use_template(template uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  source constant public.requests := private.lock_template(use_template.template);
  made constant public.requests :=
    private.start_request(source, source.title, source.message, private.due_day_of(source));
begin
  perform private.count_template_use(source.id);
  return made.id;
end
$$;

create function public.add_template_items(request uuid, revision integer, template uuid) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked public.requests;
  source public.requests;
begin
  perform private.require_session();
  -- In the order in which a workspace's requests are locked to delete them.
  perform from public.requests as r
  where r.id = any(array[add_template_items.request, add_template_items.template])
    and r.workspace_id = any(private.my_workspaces())
  order by r.id
  for update;
  locked := private.lock_as_member(add_template_items.request);
  source := private.lock_as_member(add_template_items.template);
  if not source.is_template or locked.is_template then
    perform private.fail('not_found');
  elsif locked.status <> 'draft' then
    perform private.fail('draft.sent');
  elsif locked.revision is distinct from add_template_items.revision then
    perform private.fail('request.stale');
  elsif locked.workspace_id <> source.workspace_id then
    perform private.fail('not_found');
  end if;
  perform private.copy_items(source, locked);
  update public.requests as r
  set
    message = coalesce(nullif(r.message, ''), source.message),
    due_on = coalesce(r.due_on, private.due_day_of(source)),
    revision = r.revision + 1,
    last_activity_at = clock_timestamp()
  where r.id = locked.id;
  perform private.count_template_use(source.id);
  return locked.revision + 1;
end
$$;

create function public.archive_template(template uuid, archived boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked constant public.requests := private.lock_template(archive_template.template);
begin
  update private.templates as t
  set archived_at = case when archive_template.archived then coalesce(t.archived_at, now()) end
  where t.request_id = locked.id;
end
$$;

create function private.add_template(made public.requests) returns uuid
language plpgsql set search_path = '' as $$
begin
  -- The quota's row is locked by now, so templates that are created at the same time are counted one after another.
  if (
    select count(*) from private.templates as t join public.requests as r on r.id = t.request_id
    where r.workspace_id = made.workspace_id and r.is_template
  ) >= 200 then
    perform private.fail('template.too_many');
  end if;
  insert into private.templates (request_id) values (made.id);
  perform private.add_event(made.id, 'created');
  return made.id;
end
$$;

create function private.lock_template(template uuid) returns public.requests
language plpgsql set search_path = '' as $$
declare
  locked constant public.requests := private.lock_to_copy(lock_template.template);
begin
  if not locked.is_template then
    perform private.fail('not_found');
  end if;
  return locked;
end
$$;

create function private.count_template_use(template uuid) returns void
language sql set search_path = '' as $$
  update private.templates as t set times_used = t.times_used + 1, last_used_at = now()
  where t.request_id = count_template_use.template
$$;

create function private.due_day_of(template public.requests) returns date
language sql stable set search_path = '' as $$
  select (now() at time zone w.zone)::date + template.due_after_days
  from public.workspaces as w where w.id = template.workspace_id
$$;

create function private.as_due_after(value jsonb) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(jsonb_typeof(as_due_after.value), 'null') = 'null' then
    return null;
  elsif as_due_after.value #>> '{}' !~ '^[0-9]{1,3}$' or (as_due_after.value #>> '{}')::integer not between 1 and 365 then
    perform private.fail('template.due');
  end if;
  return (as_due_after.value #>> '{}')::integer;
end
$$;

-- schemas/30_requests/81_examples.sql

create function private.example_types() returns text[]
language sql immutable set search_path = '' as $$
  select array['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']
$$;

create table public.item_examples (
  id uuid primary key default gen_random_uuid(),
  item_id uuid not null,
  request_id uuid not null,
  workspace_id uuid not null,
  name text not null,
  size bigint not null,
  mime text not null,
  object_key text not null,
  object_version text,
  status text not null default 'uploading',
  uploaded_by uuid not null,
  created_at timestamptz not null default now(),
  stored_at timestamptz,
  foreign key (item_id, request_id, workspace_id)
    references public.items (id, request_id, workspace_id) on delete cascade,
  constraint item_examples_key_check check (starts_with(object_key, workspace_id::text || '/')),
  constraint item_examples_name_check check (private.is_clean_file_name(name)),
  constraint item_examples_size_check check (size > 0),
  constraint item_examples_mime_check check (mime = any(private.example_types())),
  constraint item_examples_stored_check check (
    (status = 'stored') = (object_version is not null and stored_at is not null)
  ),
  constraint item_examples_status_check check (status in ('uploading', 'stored'))
);

create function public.begin_example(item uuid, name text, size bigint, mime text)
returns table (example_id uuid, object_key text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked public.items := private.lock_item_to_edit(begin_example.item);
  made constant uuid := gen_random_uuid();
begin
  if not coalesce(private.is_clean_file_name(begin_example.name), false) then
    perform private.fail('file.name');
  elsif not coalesce(begin_example.mime = any(private.example_types()), false)
    or begin_example.name !~* '\.(pdf|png|jpe?g|webp|gif|avif)$'
  then
    perform private.fail('example.type');
  elsif not coalesce(begin_example.size > 0, false) then
    perform private.fail('file.empty');
  elsif begin_example.size > (select b.file_size_limit from storage.buckets as b where b.id = 'assets') then
    perform private.fail('file.too_large');
  end if;
  -- A page that was closed during its upload would otherwise take up a place until the purge.
  delete from public.item_examples as e
  where e.item_id = locked.id and e.uploaded_by = auth.uid() and e.status = 'uploading';
  if (select count(*) from public.item_examples as e where e.item_id = locked.id) >= 3 then
    perform private.fail('example.too_many');
  end if;
  perform private.use_quota('uploader_bytes', auth.uid()::text, begin_example.size);
  return query
    insert into public.item_examples as e (
      id, item_id, request_id, workspace_id, name, size, mime, object_key, uploaded_by
    )
    values (
      made, locked.id, locked.request_id, locked.workspace_id, begin_example.name, begin_example.size,
      begin_example.mime, concat_ws('/', locked.workspace_id, locked.request_id, locked.id, made), auth.uid()
    )
    returning e.id, e.object_key;
  -- Counted by a trigger of the row above, whose transaction has locked the count.
  if (
    select u.used from private.usage as u where u.name = 'workspace_bytes' and u.subject = locked.workspace_id::text
  ) > (select q.most from private.quotas as q where q.name = 'workspace_bytes')
  then
    perform private.fail('quota.workspace_bytes');
  end if;
end
$$;

create function public.finish_example(example uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me uuid := private.require_session();
  locked public.item_examples;
  arrived_version text;
  arrived_size bigint;
begin
  perform private.lock_item_to_edit((
    select e.item_id from public.item_examples as e where e.id = finish_example.example and e.uploaded_by = me
  ));
  select e.* into locked from public.item_examples as e where e.id = finish_example.example for update;
  if not found then
    perform private.fail('not_found');
  elsif locked.status = 'stored' then
    return;
  end if;
  select o.version, (o.metadata ->> 'size')::bigint into arrived_version, arrived_size
  from storage.objects as o
  where o.bucket_id = 'assets' and o.name = locked.object_key;
  if arrived_version is null then
    perform private.fail('file.not_stored');
  elsif arrived_size is distinct from locked.size then
    perform private.fail('file.changed');
  end if;
  update public.item_examples as e
  set status = 'stored', object_version = arrived_version, stored_at = now()
  where e.id = locked.id;
  update public.items as i
  set changed_at = clock_timestamp()
  from public.requests as r
  where i.id = locked.item_id and r.id = i.request_id and r.status <> 'draft';
  perform private.add_example_event(locked, before => null, after => locked.name);
end
$$;

create function public.remove_example(example uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  removed public.item_examples;
begin
  perform private.lock_item_to_edit(
    (select e.item_id from public.item_examples as e where e.id = remove_example.example)
  );
  delete from public.item_examples as e where e.id = remove_example.example returning e.* into removed;
  if removed.id is null then
    perform private.fail('not_found');
  elsif removed.status = 'stored' then
    perform private.add_example_event(removed, before => removed.name, after => null);
  end if;
end
$$;

create function private.drop_examples() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.item_examples as e where e.item_id = new.id;
  return null;
end
$$;

create function private.add_example_event(example public.item_examples, before text, after text) returns void
language sql set search_path = '' as $$
  select private.add_event(
    r.id, 'item_changed', example.item_id, null,
    jsonb_build_object(
      'before', jsonb_build_object('example', add_example_event.before),
      'after', jsonb_build_object('example', add_example_event.after)
    )
  )
  from public.requests as r where r.id = example.request_id and r.status <> 'draft'
$$;

create function private.examples_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counted record;
begin
  for counted in
    select b.workspace_id, sum(b.bytes) as bytes
    from (
      select distinct on (n.object_key) n.workspace_id, n.size as bytes from changed as n
      where tg_op = 'INSERT' and not exists (
        select from public.item_examples as e
        where e.object_key = n.object_key and not exists (select from changed as c where c.id = e.id)
      )
      union all
      select distinct on (o.object_key) o.workspace_id, -o.size from changed as o
      where tg_op = 'DELETE' and not exists (select from public.item_examples as e where e.object_key = o.object_key)
    ) as b
    group by b.workspace_id
    order by b.workspace_id
  loop
    perform private.add_bytes(counted.workspace_id, counted.bytes);
  end loop;
  return null;
end
$$;

-- schemas/30_requests/90_assignees.sql

create table private.watchers (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null references public.requests (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  stopped_at timestamptz,
  unique (request_id, user_id)
);

create function public.assign_request(request uuid, assignee uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests;
  new_name text;
begin
  perform private.require_session();
  -- Before the request, as remove_member locks them, so that neither waits for the other.
  perform from public.members as m
  where m.user_id = assign_request.assignee and m.workspace_id = any(private.my_workspaces())
    and m.workspace_id = (select r.workspace_id from public.requests as r where r.id = assign_request.request)
  for key share;
  locked := private.lock_as_member(assign_request.request);
  if locked.is_template then
    perform private.fail('not_found');
  end if;
  select f.display_name into new_name
  from public.members as m join public.profiles as f on f.user_id = m.user_id
  where m.workspace_id = locked.workspace_id and m.user_id = assign_request.assignee;
  if assign_request.assignee is not null and not found then
    perform private.fail('assignee.not_member');
  elsif assign_request.assignee is not distinct from locked.assignee then
    return locked.assignee;
  end if;
  perform private.give_request(locked, assign_request.assignee);
  perform private.add_event(locked.id, 'assigned', data => jsonb_strip_nulls(jsonb_build_object('name', new_name)));
  return locked.assignee;
end
$$;

create function public.watch_request(request uuid, watched boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(watch_request.request);
begin
  insert into private.watchers as w (request_id, user_id, stopped_at)
  values (locked.id, auth.uid(), case when not coalesce(watch_request.watched, true) then now() end)
  on conflict (request_id, user_id) do update
  set stopped_at = case when excluded.stopped_at is not null then coalesce(w.stopped_at, excluded.stopped_at) end;
end
$$;

create function public.watches_request(request uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  workspaces constant uuid[] := private.my_workspaces();
  found_request public.requests;
begin
  perform private.require_session();
  select r.* into found_request from public.requests as r
  where r.id = watches_request.request and r.workspace_id = any(workspaces);
  if not found then
    perform private.fail('not_found');
  end if;
  return private.is_watched(found_request, auth.uid());
end
$$;

create function private.give_request(locked public.requests, assignee uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if give_request.assignee is not distinct from locked.assignee then
    return;
  end if;
  update public.requests as r set assignee = give_request.assignee where r.id = locked.id;
  if give_request.assignee is not null then
    -- Nobody to take over is no reason to stop telling whoever was told.
    insert into private.watchers as w (request_id, user_id, stopped_at)
    select locked.id, told.user_id, told.stopped_at
    from (values (give_request.assignee, null::timestamptz), (locked.assignee, now())) as told (user_id, stopped_at)
    where told.user_id is not null
    on conflict (request_id, user_id) do update set stopped_at = excluded.stopped_at;
  end if;
end
$$;

create function private.assign_to_creator() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.assignee := coalesce(new.assignee, new.created_by);
  return new;
end
$$;

create function private.is_watched(request public.requests, member uuid) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(
    (
      select w.stopped_at is null from private.watchers as w
      where w.request_id = request.id and w.user_id = is_watched.member
    ),
    is_watched.member in (request.created_by, request.sent_by),
    false
  )
$$;

create function private.watch_own(request uuid) returns void
language sql set search_path = '' as $$
  insert into private.watchers (request_id, user_id)
  select distinct r.id, u.id
  from public.requests as r join auth.users as u on u.id in (r.created_by, r.sent_by)
  where r.id = watch_own.request
  on conflict (request_id, user_id) do nothing
$$;

create function private.told_about(request public.requests) returns setof uuid
language sql stable set search_path = '' as $$
  with watching as (
    select m.user_id from public.members as m
    where m.workspace_id = request.workspace_id
      and (private.is_watched(request, m.user_id) or m.user_id = request.assignee)
  )
  select user_id from watching
  union
  -- Somebody must know.
  select m.user_id from public.members as m
  where m.workspace_id = request.workspace_id and m.role = 'owner' and not exists (select from watching)
$$;

-- schemas/40_answers/10_link.sql

create function public.peek_request(token text)
returns table (
  workspace_name text, sender_email text, title text, due_on date, accent text, logo text, workspace_since date,
  requests_done integer, retain_days integer, retain_sensitive_days integer
)
language sql stable security definer rows 1 set search_path = '' as $$
  select
    w.name, u.email::text, r.title, r.due_on, w.accent, w.logo,
    date_trunc('month', w.created_at)::date,
    (
      select count(*)::integer
      from (
        select from public.requests as d
        -- As the index has it, and of those the ones that are done.
        where d.workspace_id = w.id and d.status in ('done', 'cancelled') and d.archived_at is null and d.status = 'done'
        limit 20
      ) as done
    ),
    private.kept_days(r, false), private.kept_days(r, true)
  from public.requests as r
  join public.workspaces as w on w.id = r.workspace_id
  left join auth.users as u on u.id = r.sent_by and u.email_confirmed_at is not null
  where r.id = (select private.request_of(peek_request.token))
$$;

create function public.join_request(token text) returns uuid
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

create function public.visit_request(request uuid, zone text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_session();
  if not coalesce(
    visit_request.request = any(private.my_requests()) or visit_request.request = any(private.my_handed_requests()), false
  ) then
    perform private.fail('not_found');
  end if;
  perform private.note_visit(visit_request.request, visit_request.zone);
end
$$;

create function public.link_workspace(token text, address text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  proven constant text := lower(trim(link_workspace.address));
  -- The same condition as in join_request.
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
      and not private.is_suppressed(proven)
      and private.recent_reporters(p.workspace_id) = 0
      and not exists (
        select from private.request_reports as r where r.workspace_id = p.workspace_id and r.user_id = person
      )
    limit 1
  );
end
$$;

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

create function private.note_visit(request uuid, zone text default null) returns void
language sql set search_path = '' as $$
  -- A reload, or coming back within half an hour, belongs to the same visit.
  update public.recipients as p
  set
    first_seen_at = coalesce(p.first_seen_at, now()),
    last_seen_at = private.email_clock(),
    visited_before_at = case
      when p.last_seen_at < now() - interval '30 minutes' then p.last_seen_at else p.visited_before_at
    end,
    zone = coalesce(private.known_zone(note_visit.zone), p.zone)
  where p.request_id = note_visit.request and p.user_id = auth.uid()
$$;

-- schemas/40_answers/11_unopened.sql

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

create function private.emailed_address() returns text
language sql stable set search_path = '' as $$
  select u.email from auth.users as u
  where u.id = auth.uid() and u.email_confirmed_at is not null and not u.is_sso_user
    and (
      private.proven_since('{otp,magiclink,email/signup,recovery,invite}') is not null
      or exists (select from auth.identities as i where i.user_id = u.id and i.provider = 'email' and i.email = u.email)
    )
$$;

-- schemas/40_answers/12_access_requests.sql

create table public.access_requests (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null,
  workspace_id uuid not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  email text not null,
  asked_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid,
  is_added boolean,
  foreign key (request_id, workspace_id) references public.requests (id, workspace_id) on delete cascade,
  unique (request_id, user_id),
  constraint access_requests_decided_check check ((decided_at is null) = (is_added is null))
);

create function public.request_access(token text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.require_session();
  request constant uuid := private.request_of(request_access.token);
  parent public.requests;
  proven text;
begin
  select r.* into parent from public.requests as r where r.id = request for update;
  select u.email into proven from auth.users as u
  where u.id = me and u.email_confirmed_at is not null and not u.is_sso_user;
  if parent.id is null or proven is null then
    perform private.fail('not_found');
  end if;
  -- The answer to an earlier request stands, unless the person was added and removed again since.
  if exists (
    select from public.access_requests as a
    where a.request_id = parent.id and a.user_id = me and a.is_added is not true
  ) or exists (
    select from public.recipients as p where p.request_id = parent.id and p.user_id = me
  ) then
    return;
  end if;
  perform private.use_quota('access_requests', me::text, 1);
  if (
    select count(*) from public.access_requests as a where a.request_id = parent.id and a.decided_at is null
  ) >= 20 then
    perform private.fail('access.too_many');
  end if;
  insert into public.access_requests as a (request_id, workspace_id, user_id, email)
  values (parent.id, parent.workspace_id, me, lower(proven))
  on conflict (request_id, user_id) do update
    set email = excluded.email, asked_at = now(), decided_at = null, decided_by = null, is_added = null;
end
$$;

create function public.decide_access(access_request uuid, is_added boolean) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  parent public.requests := private.lock_as_member(
    (select a.request_id from public.access_requests as a where a.id = decide_access.access_request)
  );
  asked public.access_requests;
  added constant boolean := coalesce(decide_access.is_added, false);
begin
  if parent.status not in ('open', 'done') then
    perform private.fail('request.closed');
  end if;
  select a.* into asked from public.access_requests as a where a.id = decide_access.access_request for update;
  if not found then
    -- The account that asked was deleted while this waited.
    perform private.fail('not_found');
  elsif asked.is_added is not distinct from added then
    return;
  elsif asked.is_added is not null then
    perform private.fail('access.decided');
  end if;
  update public.access_requests as a
  set decided_at = now(), decided_by = auth.uid(), is_added = added
  where a.id = asked.id;
  if not added then
    return;
  end if;
  if exists (
    select from public.recipients as p
    where p.request_id = parent.id and p.removed_at is null and p.scope = 'all' and p.email = asked.email
  ) then
    return;
  elsif (
    select count(*) from public.recipients as p
    where p.request_id = parent.id and p.removed_at is null and p.scope = 'all'
  ) >= 20 then
    perform private.fail('draft.too_many_recipients');
  end if;
  update public.requests as r set revision = r.revision + 1 where r.id = parent.id;
  perform private.edit_recipients(
    parent,
    (
      select jsonb_agg(jsonb_build_object('email', p.email, 'name', p.name) order by p.created_at, p.email)
      from public.recipients as p
      where p.request_id = parent.id and p.removed_at is null and p.scope = 'all'
    ) || jsonb_build_object('email', asked.email)
  );
end
$$;

-- schemas/40_answers/13_checklists.sql

create function public.my_checklist(request uuid)
returns table (
  title text, due_on date, status text, paused_at timestamptz, is_closed boolean, workspace_name text, sender_name text,
  handed_by text[], first_seen_at timestamptz, visited_before_at timestamptz, promised_on date, muted_at timestamptz,
  added_by jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_session();
  person constant uuid := (
    select p.id from public.recipients as p
    where p.request_id = my_checklist.request and p.user_id = me and p.scope = 'items'
  );
begin
  if person is null then
    return;
  end if;
  return query
  select
    r.title, r.due_on, r.status, r.paused_at,
    -- Not who has closed it, only that somebody has.
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
      where h.recipient_id = p.id and (r.status <> 'cancelled' or f.uploaded_by = me)
    ), '{}')
  from public.recipients as p
  join public.requests as r on r.id = p.request_id
  join public.workspaces as w on w.id = r.workspace_id
  where p.id = person
    and exists (
      select from public.recipient_items as h join public.items as i on i.id = h.item_id and i.removed_at is null
      where h.recipient_id = p.id
    );
end
$$;

create function public.my_checklists()
returns table (
  id uuid, title text, due_on date, status text, paused_at timestamptz, is_closed boolean, workspace_name text,
  handed_at timestamptz, items jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_session();
begin
  return query
  select
    r.id, r.title, r.due_on, r.status, r.paused_at, r.closed_by is not null, w.name, handed.at,
    handed.items
  from public.recipients as p
  join public.requests as r on r.id = p.request_id
  join public.workspaces as w on w.id = r.workspace_id
  cross join lateral (
    select
      max(h.at) as at,
      jsonb_agg(
        jsonb_build_object('status', i.status, 'required', i.required, 'answer_kind', i.answer_kind) order by i.position
      ) as items
    from public.recipient_items as h join public.items as i on i.id = h.item_id and i.removed_at is null
    where h.recipient_id = p.id
  ) as handed
  where p.user_id = me and p.scope = 'items' and handed.items is not null
  order by p.created_at desc
  limit 200;
end
$$;

create function public.request_people(request uuid) returns table (name text, is_me boolean, scope text, items uuid[])
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me uuid := private.require_session();
  -- Read whether or not the request exists, so that the work doesn't tell.
  my_workspaces constant uuid[] := private.my_workspaces();
  my_requests constant uuid[] := private.my_requests();
begin
  if not exists (
    select from public.requests as r
    where r.id = request_people.request and (r.workspace_id = any(my_workspaces) or r.id = any(my_requests))
  ) then
    perform private.fail('not_found');
  end if;
  return query
    select
      coalesce(nullif(p.name, ''), f.display_name, p.email), coalesce(p.user_id = me, false),
      p.scope,
      array(select h.item_id from public.recipient_items as h where h.recipient_id = p.id order by h.at, h.item_id)
    from public.recipients as p
    left join public.profiles as f on f.user_id = p.user_id
    where p.request_id = request_people.request and p.removed_at is null
    order by p.created_at, p.email;
end
$$;

-- schemas/40_answers/20_answers.sql

create function public.answer_item(item uuid, revision integer, kind text, answer text) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked public.items := private.lock_item_as_recipient(answer_item.item);
  given text := nullif(private.trimmed(answer_item.answer), '');
  is_declined constant boolean := coalesce(answer_item.kind in ('not_applicable', 'cannot_provide'), false);
begin
  if locked.revision is distinct from answer_item.revision then
    perform private.fail('item.stale');
  elsif not is_declined and answer_item.kind is distinct from 'none'
    and (answer_item.kind is distinct from locked.kind or locked.kind = 'file')
  then
    perform private.fail('item.kind');
  elsif char_length(given) > (case when is_declined then 1000 else 4000 end) then
    perform private.fail('answer.too_long');
  end if;

  if answer_item.kind = 'none' then
    update public.items as i set answer = null, answer_kind = null where i.id = locked.id;
    perform private.fall_back(locked.id);
  else
    if not is_declined then
      given := private.stored_answer(locked, given);
    end if;
    update public.items as i
    set status = 'submitted', answer = given, answer_kind = answer_item.kind, decided_by = null, decided_at = null,
      revision = i.revision + 1
    where i.id = locked.id;
  end if;
  perform private.add_event(
    locked.request_id, 'answered', locked.id, null, jsonb_build_object('kind', answer_item.kind)
  );
  return locked.revision + 1;
end
$$;

create function private.stored_answer(item public.items, given text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  chosen constant text[] := array(
    select distinct private.one_line(l.line) from regexp_split_to_table(stored_answer.given, E'\n') as l (line)
  );
begin
  if stored_answer.given is null then
    perform private.fail('answer.empty');
  -- A year below 1000 is one that was being typed.
  elsif item.kind = 'date' and (not private.is_day(stored_answer.given) or stored_answer.given < '1000') then
    perform private.fail('answer.date');
  elsif item.kind = 'yes_no' and stored_answer.given not in ('yes', 'no') then
    perform private.fail('answer.yes_no');
  elsif item.kind = 'choice' then
    if not chosen <@ item.choices then
      perform private.fail('answer.choice');
    elsif cardinality(chosen) > 1 and not item.multiple then
      perform private.fail('answer.one_choice');
    end if;
    return (
      select string_agg(c.choice, E'\n' order by c.position)
      from unnest(item.choices) with ordinality as c (choice, "position")
      where c.choice = any(chosen)
    );
  end if;
  return stored_answer.given;
end
$$;

create function private.fall_back(item uuid) returns void
language sql set search_path = '' as $$
  update public.items as i
  set
    revision = i.revision + 1,
    status = case
      when i.answer_kind is not null or i.status not in ('partial', 'submitted') then i.status
      when private.stored_files(i.id) >= i.expected_files and exists (
        select from public.files as f
        where f.item_id = i.id and f.status = 'stored' and f.verdict is null and not f.added_by_member
      ) then 'submitted'
      else private.before_submission(i)
    end
  where i.id = fall_back.item
$$;

create function private.before_submission(item public.items) returns text
language sql stable set search_path = '' as $$
  select case
    when exists (
      select from public.files as f
      where f.item_id = item.id and f.status = 'stored' and f.verdict is null and not f.added_by_member
    ) then 'partial'
    -- Removed files too: they were returned, whatever became of them.
    when item.reason is not null
      or exists (select from public.files as f where f.item_id = item.id and f.verdict is not null) then 'returned'
    else 'missing'
  end
$$;

-- schemas/40_answers/30_files.sql

create function private.files_counted() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Bytes of a file are in use until they are purged, whatever its state.
  counted record;
begin
  for counted in
    select b.workspace_id, sum(b.bytes) as bytes
    from (
      select n.workspace_id, n.size as bytes from changed as n where tg_op = 'INSERT' and n.purged_at is null
      union all
      select o.workspace_id, -o.size from changed as o where tg_op = 'DELETE' and o.purged_at is null
    ) as b
    group by b.workspace_id
    order by b.workspace_id
  loop
    perform private.add_bytes(counted.workspace_id, counted.bytes);
  end loop;
  return null;
end
$$;

create function private.files_purged() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counted record;
begin
  for counted in
    select o.workspace_id, -sum(o.size) as bytes
    from former as o join changed as n on n.id = o.id
    where o.purged_at is null and n.purged_at is not null
    group by o.workspace_id
    order by o.workspace_id
  loop
    perform private.add_bytes(counted.workspace_id, counted.bytes);
  end loop;
  return null;
end
$$;

create function private.stored_files(item uuid) returns bigint
language sql stable set search_path = '' as $$
  select count(*) from public.files as f
  where f.item_id = stored_files.item and f.status = 'stored' and f.verdict is distinct from 'returned'
    and not f.added_by_member
$$;

create function private.document_types() returns text[]
language sql immutable set search_path = '' as $$
  select array[
    'application/pdf',
    'image/png',
    'image/jpeg',
    'image/webp',
    'image/gif',
    'image/avif',
    'image/heic',
    'image/tiff',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.oasis.opendocument.text',
    'application/vnd.oasis.opendocument.spreadsheet',
    'text/csv',
    'text/plain',
    'application/octet-stream'
  ]
$$;

create function private.accepts_type(accepts text[], mime text) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(accepts_type.accepts) = 0
    or ('pdf' = any(accepts_type.accepts) and accepts_type.mime = 'application/pdf')
    or ('image' = any(accepts_type.accepts) and accepts_type.mime like 'image/%')
    or (
      'word' = any(accepts_type.accepts)
      and accepts_type.mime = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    )
    or (
      'excel' = any(accepts_type.accepts)
      and accepts_type.mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    )
$$;

-- schemas/40_answers/31_uploads.sql

create function public.begin_upload(item uuid, name text, size bigint, mime text)
returns table (file_id uuid, object_key text)
language plpgsql security definer set search_path = '' as $$
declare
  locked public.items := private.lock_item_as_recipient(begin_upload.item);
begin
  return query
    select * from private.begin_file(locked, begin_upload.name, begin_upload.size, begin_upload.mime, by_member => false);
end
$$;

create function public.begin_member_upload(item uuid, name text, size bigint, mime text)
returns table (file_id uuid, object_key text)
language plpgsql security definer set search_path = '' as $$
declare
  locked public.items := private.lock_item_as_member(begin_member_upload.item);
begin
  if not locked.received_elsewhere then
    perform private.fail('item.not_received');
  end if;
  return query
    select * from private.begin_file(
      locked, begin_member_upload.name, begin_member_upload.size, begin_member_upload.mime, by_member => true
    );
end
$$;

create function public.finish_upload(file uuid, sha256 text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me uuid := private.require_session();
  locked public.files;
  arrived_version text;
  arrived_size bigint;
  arrived_caching text;
begin
  -- Repeating a finish whose response was lost changes nothing, even if the item has been accepted since.
  perform from public.files as f
  where f.id = finish_upload.file and f.uploaded_by = me
    and f.status = 'stored' and f.sha256 = finish_upload.sha256;
  if found then
    return;
  end if;
  locked := private.lock_own_file(finish_upload.file);
  if locked.status = 'removed' or locked.uploaded_by <> me then
    perform private.fail('not_found');
  elsif locked.status = 'stored' and locked.sha256 = finish_upload.sha256 then
    return;
  elsif locked.status = 'stored' then
    perform private.fail('file.changed');
  elsif locked.added_by_member and not exists (
    select from public.items as i where i.id = locked.item_id and i.received_elsewhere
  ) then
    perform private.fail('item.not_received');
  end if;

  select o.version, (o.metadata ->> 'size')::bigint, o.metadata ->> 'cacheControl'
  into arrived_version, arrived_size, arrived_caching
  from storage.objects as o
  where o.bucket_id = 'documents' and o.name = locked.object_key;
  if arrived_version is null or not coalesce(finish_upload.sha256 ~ '^[0-9a-f]{64}$', false) then
    perform private.fail('file.not_stored');
  elsif arrived_size is distinct from locked.size then
    perform private.fail('file.changed');
  elsif not private.is_asked_for(arrived_caching) then
    perform private.fail('file.caching');
  end if;

  update public.files as f
  set status = 'stored', sha256 = finish_upload.sha256, object_version = arrived_version, stored_at = now()
  where f.id = locked.id;
  -- A file replaces not_applicable and cannot_provide. A member's file answers nothing, and the decision that it belongs to
  -- can still be undone.
  if not locked.added_by_member then
    update public.items as i
    set
      status = case
        when private.stored_files(i.id) >= i.expected_files then 'submitted'
        else 'partial'
      end,
      answer = null, answer_kind = null, decided_by = null, decided_at = null, revision = i.revision + 1
    where i.id = locked.item_id;
  end if;
  perform private.add_event(
    locked.request_id, 'file_added', locked.item_id, locked.id,
    jsonb_build_object('name', locked.name, 'size', locked.size)
  );
end
$$;

create function public.submit_files(item uuid, revision integer) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked public.items := private.lock_item_as_recipient(submit_files.item);
begin
  if locked.kind <> 'file' then
    perform private.fail('item.kind');
  elsif locked.revision is distinct from submit_files.revision
    or locked.status = 'submitted'
    or private.stored_files(locked.id) not between 1 and locked.expected_files - 1
  then
    perform private.fail('item.stale');
  end if;
  update public.items as i
  set status = 'submitted', answer = null, answer_kind = null, decided_by = null, decided_at = null,
    revision = i.revision + 1
  where i.id = locked.id;
  perform private.add_event(locked.request_id, 'answered', locked.id, null, jsonb_build_object('kind', 'file'));
  return locked.revision + 1;
end
$$;

create function public.remove_file(file uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.files := private.lock_own_file(remove_file.file);
begin
  if locked.status = 'removed' then
    return;
  elsif locked.verdict = 'accepted' then
    perform private.fail('file.accepted');
  end if;
  update public.files as f
  set status = 'removed', removed_at = now(), removed_by = auth.uid()
  where f.id = locked.id;
  if locked.status = 'stored' then
    if not locked.added_by_member then
      perform private.fall_back(locked.item_id);
    end if;
    perform private.add_event(
      locked.request_id, 'file_removed', locked.item_id, locked.id,
      jsonb_build_object('name', locked.name, 'size', locked.size)
    );
  end if;
end
$$;

create function private.begin_file(item public.items, name text, size bigint, mime text, by_member boolean)
returns table (file_id uuid, object_key text)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
begin
  if item.kind <> 'file' then
    perform private.fail('item.kind');
  elsif not coalesce(private.is_clean_file_name(begin_file.name), false) then
    perform private.fail('file.name');
  elsif not coalesce(begin_file.size > 0, false) then
    perform private.fail('file.empty');
  elsif begin_file.size > (select b.file_size_limit from storage.buckets as b where b.id = 'documents') then
    perform private.fail('file.too_large');
  elsif not coalesce(begin_file.mime = any(private.document_types()), false)
    or not private.accepts_type(item.accepts, begin_file.mime)
  then
    perform private.fail('file.type');
  elsif (
    select count(*) from public.files as f
    where f.item_id = item.id and f.uploaded_by = auth.uid() and f.status in ('uploading', 'stored')
  ) >= 50 then
    perform private.fail('file.too_many');
  elsif (
    -- The bytes of removed files take space until they are purged: room for replacing every file ten times.
    select count(*) from public.files as f
    where f.item_id = item.id and f.uploaded_by = auth.uid() and f.purged_at is null
  ) >= 500 then
    perform private.fail('file.too_many_removed');
  end if;
  perform private.use_quota('uploader_bytes', auth.uid()::text, begin_file.size);
  return query
    insert into public.files as f (
      item_id, request_id, workspace_id, name, size, mime, uploaded_by, added_by_member
    )
    values (
      item.id, item.request_id, item.workspace_id,
      begin_file.name, begin_file.size, begin_file.mime, auth.uid(), begin_file.by_member
    )
    returning f.id, f.object_key;
  -- Counted by a trigger of the row above, whose transaction has locked the count.
  if (
    select u.used from private.usage as u where u.name = 'workspace_bytes' and u.subject = item.workspace_id::text
  ) > (select q.most from private.quotas as q where q.name = 'workspace_bytes')
  then
    perform private.fail('quota.workspace_bytes');
  end if;
end
$$;

create function private.lock_own_file(file uuid) returns public.files
language plpgsql set search_path = '' as $$
declare
  locked public.files;
begin
  perform private.require_session();
  select f.* into locked from public.files as f
  where f.id = lock_own_file.file and (f.uploaded_by = auth.uid() or f.added_by_member);
  if not found then
    perform private.fail('not_found');
  elsif locked.added_by_member then
    perform private.lock_item_as_member(locked.item_id);
  else
    perform private.lock_item_as_recipient(locked.item_id);
  end if;
  select f.* into locked from public.files as f where f.id = lock_own_file.file for update;
  return locked;
end
$$;

-- schemas/40_answers/32_stored_objects.sql

create function private.guard_document() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE'
    and (new.bucket_id, new.name, new.version) is not distinct from (old.bucket_id, old.name, old.version)
  then
    return new;
  end if;
  -- Storage checks policies before it has the bytes, with a row that doesn't have the caching yet.
  if coalesce(new.metadata ->> 'cacheControl', '') !~* 'public|s-maxage|must-revalidate' then
    if tg_op = 'INSERT' then
      -- Waits for a running finish or removal, and blocks both until this object is written.
      perform from public.files as f
      where f.object_key = new.name and f.status = 'uploading'
        -- The announced size is what counts towards the quotas.
        and f.size >= coalesce((new.metadata ->> 'size')::bigint, 0)
      for share;
      if found then
        return new;
      end if;
    end if;
    perform from public.files as f join private.restores as r on r.file_id = f.id
    where f.object_key = new.name and f.status = 'stored' and r.until > now()
      and coalesce((new.metadata ->> 'size')::bigint, private.received_size(f)) = private.received_size(f)
    for share of f;
    if found and (tg_op = 'INSERT' or (new.bucket_id, new.name) = (old.bucket_id, old.name)) then
      return new;
    end if;
  end if;
  -- Worded like a policy violation, so that callers can't tell a taken, finished or unknown key apart.
  raise exception 'new row violates row-level security policy for table "objects"'
    using errcode = 'insufficient_privilege';
end
$$;

create function private.guard_asset() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    -- Storage checks policies before it has the bytes, with a row that doesn't have the caching yet.
    if coalesce(new.metadata ->> 'cacheControl', '') !~* 'public|s-maxage|must-revalidate' then
      -- Waits for a running finish or removal, and blocks both until this object is written.
      perform from public.item_examples as e
      where e.object_key = new.name and e.status = 'uploading'
        -- The announced size is what counts towards the quotas.
        and e.size >= coalesce((new.metadata ->> 'size')::bigint, 0)
      for share;
      if found then
        return new;
      end if;
    end if;
  elsif (new.bucket_id, new.name, new.version) is not distinct from (old.bucket_id, old.name, old.version) then
    return new;
  end if;
  -- Worded like a policy violation, so that callers can't tell a taken, finished or unknown key apart.
  raise exception 'new row violates row-level security policy for table "objects"'
    using errcode = 'insufficient_privilege';
end
$$;

create function private.may_store_object(key text, mime text) returns boolean
language sql stable security definer set search_path = '' as $$
  select regexp_replace(storage.operation(), '^storage\.', '')
      in ('object.upload', 'tus.upload.create', 'tus.upload.part', 'tus.upload.delete')
    and exists (
      select from public.files as f
      where f.object_key = may_store_object.key
        and f.mime = may_store_object.mime
        and f.status = 'uploading'
        and f.uploaded_by = auth.uid()
        and case
          when f.added_by_member then f.workspace_id = any(private.my_workspaces())
          else f.request_id = any(private.my_requests()) or f.item_id = any(private.my_items())
        end
    )
$$;

create function private.may_read_object(key text, version text) returns boolean
language sql stable security definer set search_path = '' as $$
  select regexp_replace(storage.operation(), '^storage\.', '')
      in ('object.get_authenticated', 'object.get_authenticated_info')
    and exists (
      select
      from private.readable_files(array(select f.id from public.files as f where f.object_key = may_read_object.key)) as f
      join private.read_grants as g on g.file_id = f.id
      where f.object_version = may_read_object.version and g.session_id = private.my_session() and g.until > now()
    )
$$;

create function private.may_store_example(key text, mime text) returns boolean
language sql stable security definer set search_path = '' as $$
  select regexp_replace(storage.operation(), '^storage\.', '') = 'object.upload'
    and exists (
      select from public.item_examples as e
      where e.object_key = may_store_example.key
        and e.mime = may_store_example.mime
        and e.status = 'uploading'
        and e.uploaded_by = auth.uid()
        and e.workspace_id = any(private.my_workspaces())
    )
$$;

create function private.may_read_example(key text, version text) returns boolean
language sql stable security definer set search_path = '' as $$
  select regexp_replace(storage.operation(), '^storage\.', '') = 'object.get_authenticated'
    and exists (
      select from public.item_examples as e
      where e.object_key = may_read_example.key
        and e.object_version = may_read_example.version
        and e.status = 'stored'
        and (
          e.workspace_id = any(private.my_workspaces())
          or e.request_id = any(private.my_requests())
          or e.item_id = any(private.my_items())
        )
    )
$$;

-- schemas/40_answers/40_hand_off.sql

create table public.recipient_items (
  -- An item is with one person at a time.
  item_id uuid primary key,
  recipient_id uuid not null,
  request_id uuid not null,
  workspace_id uuid not null,
  handed_by uuid not null,
  handed_by_name text not null,
  at timestamptz not null default now(),
  foreign key (recipient_id, request_id, workspace_id)
    references public.recipients (id, request_id, workspace_id) on delete cascade,
  foreign key (item_id, request_id, workspace_id)
    references public.items (id, request_id, workspace_id) on delete cascade
);

create function public.hand_off_item(item uuid, email text, name text default '') returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked constant public.items := private.lock_item_for_question(
    hand_off_item.item, (select i.request_id from public.items as i where i.id = hand_off_item.item)
  );
  parent public.requests;
  address constant text := lower(private.trimmed(coalesce(hand_off_item.email, '')));
  named constant text := coalesce(private.one_line(hand_off_item.name), '');
  is_member constant boolean := locked.workspace_id = any(private.my_workspaces());
  person public.recipients;
begin
  select r.* into parent from public.requests as r where r.id = locked.request_id;
  if not (is_member or parent.id = any(private.my_requests())) then
    perform private.fail('hand_off.passed_on');
  elsif locked.status in ('accepted', 'waived') then
    perform private.fail('item.locked');
  end if;
  perform private.check_recipients(jsonb_build_array(jsonb_build_object('email', address, 'name', named)));
  perform private.require_stranger(parent, address);
  if exists (select from public.recipient_items as h where h.item_id = locked.id) then
    perform private.fail('hand_off.taken');
  end if;
  select p.* into person from public.recipients as p
  where p.request_id = parent.id and p.removed_at is null and p.email = address;
  if person.scope = 'all' then
    perform private.fail('hand_off.recipient');
  end if;
  perform private.use_quota('hand_offs', auth.uid()::text, 1);
  if person.id is null then
    -- Removed ones are kept, so those count too, but not towards the recipients that members list.
    if (
      select count(*) filter (where p.removed_at is null) >= 20 or count(*) >= 50
      from public.recipients as p where p.request_id = parent.id and p.scope = 'items'
    ) then
      perform private.fail('draft.too_many_recipients');
    end if;
    if is_member then
      perform private.count_addressed(parent, array[address]);
    else
      -- The workspace's own count would tell a recipient whom it has written to today.
      perform private.use_quota('address', private.address_key(auth.uid(), address), 1);
    end if;
    insert into public.recipients as p (request_id, workspace_id, email, name, scope, muted_at)
    values (
      parent.id, parent.workspace_id, address, named, 'items',
      -- Somebody who wanted no email about this request still wants none.
      (select max(o.muted_at) from public.recipients as o where o.request_id = parent.id and o.email = address)
    )
    returning p.* into person;
  end if;
  insert into public.recipient_items (item_id, recipient_id, request_id, workspace_id, handed_by, handed_by_name)
  values (
    locked.id, person.id, parent.id, parent.workspace_id, auth.uid(),
    case
      when is_member then private.my_name(parent.id)
      -- It stands in an email to somebody whom the workspace doesn't know, so not a name that anybody can give themselves.
      else (
        select coalesce(nullif(p.name, ''), p.email) from public.recipients as p
        where p.request_id = parent.id and p.user_id = auth.uid()
      )
    end
  );
  perform private.add_event(
    parent.id, 'handed_off', locked.id,
    data => jsonb_build_object('name', coalesce(nullif(person.name, ''), person.email))
  );
end
$$;

create function public.take_back_item(item uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- Read whether or not the item exists, so that the work doesn't tell.
  workspaces constant uuid[] := private.my_workspaces();
  requests constant uuid[] := private.my_requests();
  parent public.requests;
  holder uuid;
  person public.recipients;
begin
  perform private.require_session();
  select r.* into parent from public.requests as r
  where r.id = (select h.request_id from public.recipient_items as h where h.item_id = take_back_item.item)
    and (r.workspace_id = any(workspaces) or r.id = any(requests))
  for update;
  if not found then
    perform private.fail('not_found');
  end if;
  -- Somebody may have taken it back, or removed the caller, while this waited for the request.
  delete from public.recipient_items as h
  where h.item_id = take_back_item.item
    and (parent.workspace_id = any(private.my_workspaces()) or parent.id = any(private.my_requests()))
  returning h.recipient_id into holder;
  if holder is null then
    perform private.fail('not_found');
  end if;
  select p.* into person from public.recipients as p where p.id = holder;
  perform private.add_event(
    parent.id, 'taken_back', take_back_item.item,
    data => jsonb_build_object('name', coalesce(nullif(person.name, ''), person.email))
  );
  -- Somebody with nothing left to answer is no longer asked, and reads nothing.
  update public.recipients as p set removed_at = clock_timestamp(), user_id = null
  where p.id = holder and not exists (select from public.recipient_items as h where h.recipient_id = holder);
end
$$;

-- schemas/40_answers/50_decisions.sql

create table private.former_verdicts (
  file_id uuid primary key references public.files (id) on delete cascade,
  item_id uuid not null,
  verdict text,
  verdict_reason text
);

create function public.decide_item(
  item uuid, revision integer, decision text, reason text default null, files jsonb default null
) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked public.items := private.lock_item_as_member(decide_item.item, decide_item.revision);
  decision constant text := decide_item.decision;
  listed constant jsonb := nullif(decide_item.files, 'null');
  why text := nullif(private.trimmed(decide_item.reason), '');
  returns_file constant boolean := coalesce(jsonb_path_exists(listed, '$[*] ? (@.verdict == "returned")'), false);
  changed integer;
  next_status text;
  next_revision integer;
begin
  if decision is null or decision not in ('accept', 'return', 'waive', 'receive_elsewhere') then
    perform private.fail('item.undecided');
  elsif decision = 'accept' then
    why := null;
  elsif decision = 'return' and why is null and not returns_file then
    perform private.fail('reason.required');
  elsif char_length(why) > 1000 then
    perform private.fail('reason.too_long');
  elsif decision in ('waive', 'receive_elsewhere') and listed is not null then
    perform private.fail('file.verdict');
  end if;
  if decision in ('accept', 'return') and coalesce(listed, '[]') = '[]' and locked.answer_kind is null and not exists (
    select from public.files as f where f.item_id = locked.id and f.status = 'stored' and not f.added_by_member
  ) then
    perform private.fail('item.stale');
  end if;
  next_status := case
    when decision = 'return' then 'returned'
    when decision = 'waive' then 'waived'
    when decision = 'accept' and locked.answer_kind in ('not_applicable', 'cannot_provide') then 'waived'
    else 'accepted'
  end;

  changed := private.apply_verdicts(locked, coalesce(listed, '[]'), accepts_others => decision = 'accept');
  if decision = 'accept' and (
    returns_file
    or locked.answer_kind is null and not exists (
      select from public.files as f
      where f.item_id = locked.id and f.status = 'stored' and not f.added_by_member
        and f.verdict is distinct from 'returned'
    )
  ) then
    perform private.fail('item.conflict');
  elsif changed = 0 and (locked.status, locked.reason, locked.received_elsewhere)
    is not distinct from (next_status, why, decision = 'receive_elsewhere')
  then
    perform private.fail('item.stale');
  end if;

  next_revision := private.apply_decision(locked, next_status, why, decision = 'receive_elsewhere');
  perform private.add_event(
    f.request_id, 'file_returned', f.item_id, f.id,
    jsonb_build_object('name', f.name, 'size', f.size, 'reason', f.verdict_reason)
  )
  from public.files as f join private.former_verdicts as v on v.file_id = f.id
  where v.item_id = locked.id and f.verdict = 'returned';
  perform private.add_event(
    locked.request_id,
    case decision when 'return' then 'returned' when 'waive' then 'waived' when 'accept' then 'accepted'
      else 'received_elsewhere' end,
    locked.id,
    null,
    jsonb_strip_nulls(jsonb_build_object(
      'reason', why,
      'status', next_status,
      'revision', next_revision,
      'before', jsonb_build_object(
        'status', locked.status, 'reason', locked.reason, 'received_elsewhere', locked.received_elsewhere
      )
    ))
  );
  perform private.settle(locked.request_id);
  return next_revision;
end
$$;

create function public.undo_decision(item uuid, revision integer) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  locked public.items := private.lock_item_as_member(undo_decision.item, undo_decision.revision);
  decided jsonb;
  next_revision integer;
begin
  select e.data into decided
  from public.events as e
  where e.item_id = locked.id and e.kind in ('accepted', 'returned', 'waived', 'received_elsewhere')
  order by e.seq desc
  limit 1;
  if decided is null or (decided ->> 'revision')::integer <> locked.revision then
    perform private.fail('item.undecided');
  end if;
  next_revision := private.apply_decision(
    locked, decided #>> '{before,status}', decided #>> '{before,reason}',
    coalesce((decided #>> '{before,received_elsewhere}')::boolean, false)
  );
  update public.files as f
  set verdict = v.verdict, verdict_reason = v.verdict_reason
  from private.former_verdicts as v
  where v.item_id = locked.id and f.id = v.file_id;
  delete from private.former_verdicts as v where v.item_id = locked.id;
  perform private.add_event(locked.request_id, 'decision_undone', locked.id);
  perform private.settle(locked.request_id);
  return next_revision;
end
$$;

create function public.set_file_aside(file uuid, aside boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  parent public.requests := private.lock_as_member(
    (select f.request_id from public.files as f where f.id = set_file_aside.file)
  );
  locked public.files;
begin
  if parent.status not in ('open', 'done') then
    perform private.fail('request.closed');
  end if;
  select f.* into locked from public.files as f
  where f.id = set_file_aside.file and f.status = 'stored'
  for update;
  if not found then
    perform private.fail('not_found');
  elsif (locked.set_aside_at is not null) = coalesce(set_file_aside.aside, false) then
    return;
  end if;
  -- The item's revision doesn't change: its answer is the same, and its last decision can still be undone.
  update public.files as f
  set set_aside_at = case when set_file_aside.aside then now() end
  where f.id = locked.id;
  perform private.add_event(
    locked.request_id,
    case when set_file_aside.aside then 'file_set_aside' else 'file_put_back' end,
    locked.item_id,
    locked.id,
    jsonb_build_object('name', locked.name, 'size', locked.size)
  );
end
$$;

create function private.apply_decision(item public.items, status text, reason text, received_elsewhere boolean)
returns integer
language sql set search_path = '' as $$
  update public.items as i
  set
    status = apply_decision.status,
    reason = apply_decision.reason,
    received_elsewhere = apply_decision.received_elsewhere,
    -- Undoing a decision leaves an item as undecided as it was.
    decided_by = case when apply_decision.status not in ('missing', 'partial', 'submitted') then auth.uid() end,
    decided_at = case when apply_decision.status not in ('missing', 'partial', 'submitted') then now() end,
    revision = i.revision + 1
  where i.id = (apply_decision.item).id
  returning i.revision
$$;

create function private.apply_verdicts(item public.items, list jsonb, accepts_others boolean) returns integer
language plpgsql set search_path = '' as $$
declare
  given record;
  named uuid[] := '{}';
  named_file uuid;
  changed integer;
begin
  delete from private.former_verdicts as v where v.item_id = item.id;
  insert into private.former_verdicts (file_id, item_id, verdict, verdict_reason)
  select f.id, f.item_id, f.verdict, f.verdict_reason from public.files as f
  where f.item_id = item.id and f.status = 'stored';

  if jsonb_typeof(list) <> 'array' then
    perform private.fail('file.verdict');
  end if;
  for given in
    select e.file ->> 'id' as id, e.file ->> 'verdict' as verdict,
      nullif(private.trimmed(e.file ->> 'reason'), '') as reason
    from jsonb_array_elements(list) as e (file)
  loop
    if given.verdict is null or given.verdict not in ('accepted', 'returned') then
      perform private.fail('file.verdict');
    elsif given.verdict = 'accepted' then
      given.reason := null;
    elsif given.reason is null then
      perform private.fail('reason.required');
    elsif char_length(given.reason) > 1000 then
      perform private.fail('reason.too_long');
    end if;
    -- Compared as text, because a caller may write anything here.
    update public.files as f set verdict = given.verdict, verdict_reason = given.reason
    where f.item_id = item.id and f.id::text = given.id and not f.id = any(named)
      and f.status = 'stored' and f.set_aside_at is null and not f.added_by_member
    returning f.id into named_file;
    if named_file is null then
      perform private.fail('file.undecidable');
    end if;
    named := named || named_file;
  end loop;
  if accepts_others then
    update public.files as f set verdict = 'accepted'
    where f.item_id = item.id and f.status = 'stored' and f.verdict is null
      and f.set_aside_at is null and not f.added_by_member;
  end if;

  delete from private.former_verdicts as v using public.files as f
  where v.item_id = item.id and f.id = v.file_id
    and (f.verdict, f.verdict_reason) is not distinct from (v.verdict, v.verdict_reason);
  select count(*) into changed from private.former_verdicts as v where v.item_id = item.id;
  return changed;
end
$$;

-- schemas/40_answers/60_questions.sql

create table public.questions (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null,
  workspace_id uuid not null,
  item_id uuid not null,
  created_at timestamptz not null default now(),
  last_message_at timestamptz not null,
  last_author uuid not null,
  resolved_at timestamptz,
  foreign key (item_id, request_id, workspace_id)
    references public.items (id, request_id, workspace_id) on delete cascade,
  unique (id, request_id, workspace_id)
);

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  question_id uuid not null,
  request_id uuid not null,
  workspace_id uuid not null,
  author uuid not null,
  author_name text not null,
  is_member boolean not null,
  body text not null,
  at timestamptz not null,
  foreign key (question_id, request_id, workspace_id)
    references public.questions (id, request_id, workspace_id) on delete cascade,
  constraint messages_body_check check (
    char_length(body) between 1 and 4000 and body = private.trimmed(body) and private.has_visible_character(body)
  )
);

create table private.question_reads (
  question_id uuid not null references public.questions (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  until timestamptz not null,
  primary key (question_id, user_id)
);

create function public.ask_question(item uuid, body text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  locked public.items := private.lock_item_for_question(
    ask_question.item, (select i.request_id from public.items as i where i.id = ask_question.item)
  );
  words constant text := private.checked_text(ask_question.body, 4000);
  made public.questions;
begin
  if (select count(*) from public.questions as q where q.item_id = locked.id) >= 50 then
    perform private.fail('question.too_many');
  end if;
  insert into public.questions as q (request_id, workspace_id, item_id, last_message_at, last_author)
  values (locked.request_id, locked.workspace_id, locked.id, now(), auth.uid())
  returning q.* into made;
  -- First, because its email tells of messages that are not older than its event.
  perform private.add_event(locked.request_id, 'question_asked', locked.id);
  perform private.add_message(made, words);
  return made.id;
end
$$;

create function public.answer_question(question uuid, body text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.questions := private.lock_question(answer_question.question);
  words constant text := private.checked_text(answer_question.body, 4000);
begin
  if (select count(*) from public.messages as m where m.question_id = locked.id) >= 200 then
    perform private.fail('question.too_many');
  end if;
  perform private.add_event(locked.request_id, 'question_answered', locked.item_id);
  perform private.add_message(locked, words);
end
$$;

create function public.resolve_question(question uuid, resolved boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.questions := private.lock_question(resolve_question.question);
  is_resolved constant boolean := coalesce(resolve_question.resolved, true);
begin
  if (locked.resolved_at is not null) = is_resolved then
    return;
  end if;
  -- Each change is a line of the history, which nobody may fill.
  perform private.use_quota('messages', auth.uid()::text, 1);
  update public.questions as q set resolved_at = case when is_resolved then now() end where q.id = locked.id;
  perform private.add_event(
    locked.request_id, case when is_resolved then 'question_resolved' else 'question_reopened' end, locked.item_id
  );
end
$$;

create function public.read_questions(item uuid, until timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.require_session();
  -- Read whether or not the item exists, so that the work doesn't tell.
  workspaces constant uuid[] := private.my_workspaces();
  requests constant uuid[] := private.my_requests();
  items constant uuid[] := private.my_items();
begin
  insert into private.question_reads as r (question_id, user_id, until)
  select q.id, me, least(q.last_message_at, read_questions.until)
  from public.questions as q
  where q.item_id = read_questions.item
    and (q.workspace_id = any(workspaces) or q.request_id = any(requests) or q.item_id = any(items))
    and read_questions.until is not null and private.is_unread(q, me)
  on conflict (question_id, user_id) do update set until = greatest(r.until, excluded.until);
end
$$;

create function public.unread_questions(requests uuid[])
returns table (request_id uuid, item_id uuid, question_id uuid)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_session();
  workspaces constant uuid[] := private.my_workspaces();
  answered constant uuid[] := private.my_requests();
  handed constant uuid[] := private.my_items();
begin
  return query
  -- Found by request first. For a member of a large workspace the planner expects that nearly every question is theirs, and
  -- would read all items to join them.
  with asked as materialized (
    select q as question from public.questions as q where q.request_id = any(unread_questions.requests[1:200])
  )
  select (a.question).request_id, (a.question).item_id, (a.question).id
  from asked as a
  where (
      (a.question).workspace_id = any(workspaces) or (a.question).request_id = any(answered)
      or (a.question).item_id = any(handed)
    )
    and exists (select from public.items as i where i.id = (a.question).item_id and i.removed_at is null offset 0)
    and private.is_unread(a.question, me)
  limit 1000;
end
$$;

create function private.add_message(question public.questions, body text) returns void
language plpgsql set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  moment constant timestamptz := clock_timestamp();
begin
  perform private.use_quota('messages', me::text, 1);
  insert into public.messages (question_id, request_id, workspace_id, author, author_name, is_member, body, at)
  values (
    question.id, question.request_id, question.workspace_id, me, private.my_name(question.request_id),
    question.workspace_id = any(private.my_workspaces()), add_message.body, moment
  );
  update public.questions as q set last_message_at = moment, last_author = me, resolved_at = null
  where q.id = question.id;
end
$$;

create function private.checked_text(body text, longest integer) returns text
language plpgsql immutable set search_path = '' as $$
declare
  words constant text := private.trimmed(coalesce(checked_text.body, ''));
begin
  if not private.has_visible_character(words) then
    perform private.fail('question.empty');
  elsif char_length(words) > checked_text.longest then
    perform private.fail('question.too_long');
  end if;
  return words;
end
$$;

create function private.is_unread(question public.questions, reader uuid) returns boolean
language sql stable set search_path = '' as $$
  select question.last_author <> is_unread.reader and not exists (
    select from private.question_reads as q
    where q.question_id = question.id and q.user_id = is_unread.reader and q.until >= question.last_message_at
  )
$$;

create function private.lock_question(question uuid) returns public.questions
language plpgsql set search_path = '' as $$
declare
  locked public.questions;
begin
  select q.* into locked from public.questions as q where q.id = lock_question.question;
  perform private.lock_item_for_question(locked.item_id, locked.request_id);
  -- Somebody may have resolved it while this waited for the request.
  select q.* into locked from public.questions as q where q.id = lock_question.question;
  return locked;
end
$$;

create function private.lock_item_for_question(item uuid, request uuid) returns public.items
language plpgsql set search_path = '' as $$
declare
  -- Read whether or not the item exists, so that the work doesn't tell.
  workspaces constant uuid[] := private.my_workspaces();
  requests constant uuid[] := private.my_requests();
  items constant uuid[] := private.my_items();
  parent public.requests;
  locked public.items;
begin
  perform private.require_session();
  select r.* into parent from public.requests as r
  where r.id = lock_item_for_question.request
    and (r.workspace_id = any(workspaces) or r.id = any(requests) or lock_item_for_question.item = any(items))
  for update;
  -- A stranger learns nothing from what would be read next.
  if not found then
    perform private.fail('not_found');
  end if;
  -- The item or the person may have been removed, or the item taken back, while this waited for the request.
  select i.* into locked from public.items as i
  where i.id = lock_item_for_question.item and i.request_id = parent.id and i.removed_at is null
    and (
      parent.workspace_id = any(private.my_workspaces())
      or parent.id = any(private.my_requests())
      or i.id = any(private.my_items())
    );
  if not found then
    perform private.fail('not_found');
  elsif parent.status not in ('open', 'done') or parent.closed_by is not null then
    perform private.fail('request.closed');
  elsif parent.paused_at is not null and not parent.workspace_id = any(private.my_workspaces()) then
    perform private.fail('request.paused');
  end if;
  return locked;
end
$$;

-- schemas/40_answers/61_notes.sql

create table public.notes (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null,
  workspace_id uuid not null,
  item_id uuid not null,
  author uuid not null,
  author_name text not null,
  body text not null,
  at timestamptz not null default now(),
  foreign key (item_id, request_id, workspace_id)
    references public.items (id, request_id, workspace_id) on delete cascade,
  constraint notes_body_check check (
    char_length(body) between 1 and 1000 and body = private.trimmed(body) and private.has_visible_character(body)
  )
);

create function public.add_note(item uuid, body text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.require_session();
  words constant text := private.checked_text(add_note.body, 1000);
  made uuid;
begin
  -- The request isn't locked, and nothing in it changes: a recipient can't tell that there is a note.
  insert into public.notes as n (request_id, workspace_id, item_id, author, author_name, body)
  select i.request_id, i.workspace_id, i.id, me, private.my_name(i.request_id), words
  from public.items as i
  where i.id = add_note.item and i.removed_at is null and i.workspace_id = any(private.my_workspaces())
  returning n.id into made;
  if made is null then
    perform private.fail('not_found');
  elsif (select count(*) from public.notes as n where n.item_id = add_note.item) > 50 then
    perform private.fail('question.too_many');
  end if;
  return made;
end
$$;

create function public.remove_note(note uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.require_session();
begin
  delete from public.notes as n
  where n.id = remove_note.note and n.author = me and n.workspace_id = any(private.my_workspaces());
  if not found then
    perform private.fail('not_found');
  end if;
end
$$;

-- schemas/40_answers/70_reading.sql

create table private.read_grants (
  session_id uuid not null,
  file_id uuid not null,
  purpose text not null,
  since timestamptz not null,
  until timestamptz not null,
  primary key (session_id, file_id, purpose)
);

create table private.file_reads (
  file_id uuid not null references public.files (id) on delete cascade,
  person uuid not null,
  person_name text not null,
  by_member boolean not null,
  purpose text not null,
  export_id uuid,
  at timestamptz not null default now(),
  constraint file_reads_purpose_check check (purpose in ('view', 'download', 'export', 'prefetch', 'thumbnail')),
  constraint file_reads_export_check check ((purpose = 'export') = (export_id is not null))
);

create function public.open_files(files uuid[], purpose text, export uuid default null) returns setof uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  life constant interval := interval '60 seconds';
  me constant uuid := private.require_session();
  workspaces constant uuid[] := private.my_workspaces();
  is_new_export boolean;
  is_export constant boolean := coalesce(open_files.purpose = 'export', false);
  opened uuid[];
  noted uuid[];
  exported record;
begin
  if not coalesce(open_files.purpose in ('view', 'download', 'export', 'prefetch', 'thumbnail'), false)
    or is_export <> (open_files.export is not null)
  then
    perform private.fail('file.purpose');
  elsif cardinality(open_files.files) > 5000 then
    perform private.fail('file.too_many_opened');
  end if;
  if is_export then
    -- A repeated call waits for the first one, and then finds its rows.
    perform pg_advisory_xact_lock(hashtextextended('export:' || me || open_files.export, 0));
    is_new_export := not exists (
      select from private.file_reads as r where r.person = me and r.export_id = open_files.export
    );
  end if;
  if is_new_export then
    -- Before the files, as every writer does.
    perform from public.requests as r
    where r.id in (select f.request_id from private.readable_files(open_files.files) as f)
    order by r.id for no key update;
  end if;

  with allowed as materialized (
    select f.id, f.request_id, f.workspace_id from private.readable_files(open_files.files) as f
    where not is_export or is_new_export or exists (
      select from private.file_reads as r
      where r.person = me and r.export_id = open_files.export and r.file_id = f.id
    )
  ),
  granted as (
    insert into private.read_grants as g (session_id, file_id, purpose, since, until)
    -- In one order, so that two calls never wait for each other.
    select private.my_session(), a.id, open_files.purpose, now(), now() + life from allowed as a order by a.id
    on conflict (session_id, file_id, purpose) do update
    set since = case when g.until > now() then g.since else excluded.since end, until = excluded.until
    returning g.file_id, g.since
  ),
  readers as materialized (
    select r.request_id, r.by_member, private.reader_name(r.request_id, r.by_member) as name
    from (select distinct a.request_id, a.workspace_id = any(workspaces) as by_member from allowed as a) as r
  ),
  written as (
    insert into private.file_reads (file_id, person, person_name, by_member, purpose, export_id)
    select a.id, me, r.name, r.by_member, open_files.purpose, open_files.export
    from granted as g join allowed as a on a.id = g.file_id join readers as r on r.request_id = a.request_id
    where case when is_export then is_new_export else g.since = now() end
    returning file_id
  )
  select array(select g.file_id from granted as g), array(select w.file_id from written as w) into opened, noted;

  if is_export then
    for exported in
      select f.request_id, count(*) as files from public.files as f where f.id = any(noted)
      group by f.request_id order by f.request_id
    loop
      perform private.add_event(
        exported.request_id, 'exported',
        data => jsonb_build_object('files', exported.files, 'export', open_files.export)
      );
    end loop;
  end if;

  -- Twice as many as it wrote, so that none pile up.
  delete from private.read_grants as g
  using (
    select e.session_id, e.file_id, e.purpose from private.read_grants as e
    where e.until < now() - interval '1 hour'
    order by e.until limit 2 * cardinality(opened) for update skip locked
  ) as old
  where (g.session_id, g.file_id, g.purpose) = (old.session_id, old.file_id, old.purpose);
  return query select unnest(opened);
end
$$;

create function public.file_openings(file uuid)
returns table (name text, is_me boolean, by_member boolean, times integer, last_at timestamptz)
language plpgsql stable security definer rows 5 set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_session();
  workspaces constant uuid[] := private.my_workspaces();
  requests constant uuid[] := private.my_requests();
  items constant uuid[] := private.my_items();
  opened public.files;
begin
  select f.* into opened from public.files as f
  where f.id = file_openings.file
    and (
      f.workspace_id = any(workspaces)
      or f.uploaded_by = me and (f.request_id = any(requests) or f.item_id = any(items))
    );
  if opened.id is null then
    perform private.fail('not_found');
  end if;
  return query
    select
      (array_agg(r.person_name order by r.at desc))[1], r.person = me, r.by_member, count(*)::integer, max(r.at)
    from private.file_reads as r
    where r.file_id = opened.id
      and r.purpose in ('view', 'download', 'export')
      and (r.by_member or opened.workspace_id = any(workspaces))
    group by r.person, r.by_member
    order by max(r.at) desc;
end
$$;

create function private.readable_files(files uuid[]) returns setof public.files
language sql stable rows 10 set search_path = '' as $$
  with mine as materialized (
    -- Read once, not for every file.
    select
      private.my_workspaces() as workspaces,
      private.my_shared_requests() as shared_requests,
      private.my_shared_items() as shared_items,
      private.my_requests() as requests,
      private.my_items() as items
  )
  select f.*
  from mine as m
  join public.files as f on f.id = any(readable_files.files)
  where f.status = 'stored'
    and (
      f.workspace_id = any(m.workspaces)
      or f.request_id = any(m.shared_requests)
      or f.item_id = any(m.shared_items)
      or f.uploaded_by = auth.uid() and (f.request_id = any(m.requests) or f.item_id = any(m.items))
    )
$$;

create function private.is_asked_for(caching text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(
    directives && array['no-store', 'no-cache']
      or 'max-age=0' = any(directives) and is_asked_for.caching !~* 'stale-|immutable|max-age=[1-9]',
    false
  )
  from string_to_array(lower(regexp_replace(is_asked_for.caching, '\s', '', 'g')), ',') as directives
$$;

create function private.reader_name(request uuid, by_member boolean) returns text
language sql stable set search_path = '' as $$
  select case
    when reader_name.by_member then coalesce(
      (select f.display_name from public.profiles as f where f.user_id = auth.uid()), ''
    )
    else private.my_name(reader_name.request)
  end
$$;

-- schemas/50_email/10_outbox.sql

create table private.test_clock (
  at timestamptz not null
);

create function public.email_report() returns table (kind text, outcome text, reason text, emails bigint, oldest timestamptz)
language sql stable security definer set search_path = '' as $$
  select o.kind, coalesce(o.outcome, 'waiting'), o.reason, count(*), min(o.not_before)
  from private.outbox as o
  group by 1, 2, 3
  order by 1, 2, 3
$$;

create function private.queue_email(
  kind text, recipient public.recipients, since timestamptz, not_before timestamptz, address text default null
) returns void
language sql set search_path = '' as $$
  insert into private.outbox as o (kind, request_id, recipient_id, address, since, not_before)
  values (
    queue_email.kind, recipient.request_id, recipient.id, queue_email.address, queue_email.since,
    private.email_clock() + (queue_email.not_before - now())
  )
  on conflict (recipient_id, kind, coalesce(address, '')) where attempts = 0 and ended_at is null do update
  -- A receipt waits for the end of a visit; everything else leaves when its first act said.
  set not_before = case when o.kind = 'receipt' then excluded.not_before else o.not_before end
$$;

create function private.email_clock() returns timestamptz
language sql stable set search_path = '' as $$
  select coalesce((select c.at from private.test_clock as c limit 1), now())
$$;

-- schemas/50_email/11_request_emails.sql

create function private.request_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.status = 'draft' and new.status = 'open' and new.invites then
    perform private.queue_email('invitation', p, now(), now())
    from public.recipients as p where p.request_id = new.id and p.removed_at is null;
  elsif old.status = 'open' and (new.status = 'cancelled' or new.closed_by is not null) then
    perform private.queue_email('ended', p, now(), now())
    from public.recipients as p where p.request_id = new.id and p.removed_at is null;
  end if;
  return null;
end
$$;

create function private.recipient_emails() returns trigger
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

create function private.event_emails() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.kind in (
    'returned', 'file_returned', 'item_added', 'item_changed', 'item_removed', 'due_changed', 'title_changed',
    'message_changed'
  ) then
    perform private.queue_email('update', p, new.at, new.at + interval '10 minutes')
    from public.recipients as p
    where p.request_id = new.request_id and p.removed_at is null
      and (new.item_id is null or private.is_for(p, new.item_id))
      and (new.kind <> 'message_changed' or p.scope = 'all');
  elsif new.kind = 'handed_off' then
    perform private.queue_email('update', p, new.at, new.at + interval '10 minutes')
    from public.recipient_items as h join public.recipients as p on p.id = h.recipient_id
    where h.item_id = new.item_id;
  elsif new.kind in ('file_added', 'answered') and new.recipient_id is not null then
    insert into private.answered_workspaces (workspace_id) values (new.workspace_id) on conflict do nothing;
    perform private.queue_email(
      'receipt', p, new.at,
      new.at + case when private.left_for(p, r) = 0 then interval '0' else interval '30 minutes' end
    )
    from public.recipients as p join public.requests as r on r.id = p.request_id
    where p.id = new.recipient_id;
    perform private.queue_arrival(new);
  elsif new.kind in ('question_asked', 'question_answered') then
    -- A member to whom a recipient has handed an item writes for the workspace all the same.
    if new.recipient_id is null or exists (
      select from public.members as m where m.workspace_id = new.workspace_id and m.user_id = new.actor
    ) then
      perform private.queue_email('update', p, new.at, new.at + interval '10 minutes')
      from public.recipients as p
      where p.request_id = new.request_id and p.removed_at is null and private.is_for(p, new.item_id);
    else
      perform private.queue_arrival(new);
    end if;
  end if;
  return null;
end
$$;

-- schemas/50_email/20_claim.sql

create function public.plan_email(batch integer default 100) returns integer
language plpgsql security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  moment constant timestamptz := private.email_clock();
  due public.recipients;
  planned timestamptz;
  together uuid[];
  emails integer := 0;
begin
  for due in
    select p.* from public.recipients as p
    where num_nonnulls(p.next_reminder_at) = 1 and coalesce(p.next_reminder_at, 'infinity') <= moment
    order by coalesce(p.next_reminder_at, 'infinity'), p.id
    limit least(greatest(plan_email.batch, 1), 500)
    for no key update skip locked
  loop
    -- The email of an earlier round may cover this one.
    select p.* into due from public.recipients as p where p.id = due.id and p.next_reminder_at <= moment;
    continue when not found;
    -- A change of the request has locked it and may wait for the recipient, which is locked here.
    perform from public.requests as r where r.id = due.request_id for key share skip locked;
    continue when not found;
    planned := private.next_reminder(due);
    if planned is null or planned > moment then
      -- Something it depends on has changed without it, such as the workspace's zone.
      update public.recipients as p set remind_after = p.remind_after where p.id = due.id;
      continue;
    end if;
    together := private.reminded_together(due, moment);
    insert into private.outbox (kind, request_id, recipient_id, since, not_before, covers)
    values ('reminder', due.request_id, due.id, now(), moment, together)
    on conflict do nothing;
    -- This day of the plan is done with, whatever becomes of the email.
    update public.recipients as p set remind_after = greatest(moment, p.next_reminder_at) where p.id = any(together);
    emails := emails + 1;
  end loop;
  return emails + private.plan_summaries(least(greatest(plan_email.batch, 1), 500));
end
$$;

create function public.next_email(
  worker uuid, site text, email uuid, outcome text, reason text default null, awaits_receipts boolean default false
)
returns table (id uuid, kind text, address text, name text, facts jsonb)
language plpgsql security definer set search_path = '' as $$
begin
  perform public.finish_email(next_email.email, next_email.worker, next_email.outcome, next_email.reason);
  return query select c.* from public.claim_email(next_email.worker, next_email.site, next_email.awaits_receipts) as c;
end
$$;

create function public.claim_email(worker uuid, site text, awaits_receipts boolean default false)
returns table (id uuid, kind text, address text, name text, facts jsonb)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  moment constant timestamptz := private.email_clock();
  due private.outbox;
  parent public.requests;
  person public.recipients;
  obstacle text;
  wait interval;
  waits_for text;
  content jsonb;
  receiver text;
begin
  -- Without an origin its links would lead nowhere.
  if coalesce(claim_email.site !~ '^https?://[^/]+$', true) then
    return;
  end if;
  for due in
    select o.* from private.outbox as o
    where o.ended_at is null and o.not_before <= moment and (o.claimed_until is null or o.claimed_until < now())
    order by o.not_before, o.id
    limit 50
  loop
    -- Nothing is waited for: another worker has it, or somebody is changing the request at this moment.
    select p.* into person from public.recipients as p where p.id = due.recipient_id for no key update skip locked;
    continue when not found and due.recipient_id is not null;
    select o.* into due from private.outbox as o
    where o.id = due.id and o.ended_at is null and o.not_before <= moment
      and (o.claimed_until is null or o.claimed_until < now())
    for update skip locked;
    continue when not found;
    select r.* into parent from public.requests as r where r.id = due.request_id;
    wait := null;
    waits_for := 'capped';
    if due.recipient_id is null then
      parent.workspace_id := due.workspace_id;
      obstacle := private.member_email_obstacle(due, parent);
      if obstacle is null then
        content := private.member_email_facts(due, parent, claim_email.site);
        obstacle := case
          when due.kind = 'arrived' and '[]' = all(array[content -> 'arrivals', content -> 'questions']) then 'undone'
          when due.kind = 'summary' and '[]' = all(array[content -> 'arrived', content -> 'questions', content -> 'overdue', content -> 'bounced'])
            then 'nothing_happened'
        end;
      end if;
    elsif due.kind = 'reminder' then
      due.covers := private.reminded_now(due.covers, due.by_hand);
      obstacle := case
        -- A worker died while it sent this one, so it may have arrived.
        when due.claimed_until is not null then 'interrupted'
        when cardinality(due.covers) = 0 then 'nothing_missing'
        when private.is_suppressed(person.email) then 'suppressed'
      end;
      if obstacle is null then
        wait := private.reminder_wait(due, person);
        waits_for := case when wait is null then waits_for else 'hours' end;
        content := private.reminder_facts(due.covers, moment, claim_email.site);
      end if;
    else
      obstacle := private.email_obstacle(due, parent, person);
      if obstacle is null then
        content := private.email_facts(due, parent, person, claim_email.site);
        obstacle := case
          when due.kind = 'update'
            and '[]' = all(array[content -> 'returned', content -> 'changes', content -> 'questions']) then 'undone'
          when due.kind = 'receipt' and content -> 'items' = '[]' then 'nothing_sent'
        end;
      end if;
    end if;
    if obstacle is null and claim_email.awaits_receipts and due.kind = 'receipt' and due.attempts = 0
      and private.awaits_receipt(person)
    then
      wait := interval '2 seconds';
      waits_for := 'receipt';
    end if;
    -- Another attempt was counted already. A receipt follows what its reader has just done, and members asked for theirs.
    if obstacle is null and wait is null and due.attempts = 0
      and due.kind in ('invitation', 'update', 'ended', 'reminder', 'member_invitation')
    then
      wait := private.email_wait(due, parent, person);
    end if;
    if obstacle is not null then
      update private.outbox as o set ended_at = now(), outcome = 'dropped', reason = obstacle where o.id = due.id;
      if obstacle = 'suppressed' and due.kind in ('invitation', 'reminder') then
        update public.recipients as p set unreachable_at = coalesce(p.unreachable_at, now()) where p.id = person.id;
      end if;
    elsif wait is not null then
      update private.outbox as o set not_before = moment + wait, reason = waits_for where o.id = due.id;
    else
      -- The claim is the note that an attempt is made: what is sent once at most is not claimed twice.
      receiver := coalesce(
        due.address, person.email, (select u.email::text from auth.users as u where u.id = due.user_id)
      );
      update private.outbox as o
      set
        attempts = o.attempts + 1, claimed_by = claim_email.worker, claimed_until = now() + interval '5 minutes',
        covers = due.covers, sent_to = private.address_hash(receiver)
      where o.id = due.id;
      return query
      select
        due.id, due.kind, receiver,
        coalesce(person.name, (select f.display_name from public.profiles as f where f.user_id = due.user_id), ''),
        content;
      return;
    end if;
  end loop;
end
$$;

create function public.finish_email(email uuid, worker uuid, outcome text, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  moment constant timestamptz := private.email_clock();
  claimed private.outbox;
  person public.recipients;
  waits constant interval[] := array['1 min', '5 min', '30 min', '2 h', '6 h']::interval[];
begin
  select o.* into claimed from private.outbox as o
  where o.id = finish_email.email and o.claimed_by = finish_email.worker and o.ended_at is null
  for update;
  if not found then
    return;
  elsif finish_email.outcome = 'retry' and claimed.attempts <= cardinality(waits) then
    update private.outbox as o
    set not_before = moment + waits[claimed.attempts], claimed_until = null, reason = finish_email.reason
    where o.id = claimed.id;
    return;
  end if;
  update private.outbox as o
  set
    ended_at = now(),
    outcome = case finish_email.outcome when 'sent' then 'sent' else 'failed' end,
    reason = finish_email.reason
  where o.id = claimed.id;
  -- Requests before recipients, as every writer does.
  perform from public.requests as r
  where r.id in (
    select p.request_id from public.recipients as p
    where p.id = claimed.recipient_id or p.id = any(claimed.covers)
  )
  order by r.id
  for no key update;
  if finish_email.outcome = 'sent' and claimed.kind = 'reminder' then
    for person in
      update public.recipients as p set emailed_at = moment, reminders_sent = p.reminders_sent + 1
      where p.id = any(claimed.covers) and private.address_hash(p.email) = claimed.sent_to
      returning p.*
    loop
      perform private.add_email_event(person, 'reminded', jsonb_build_object('number', person.reminders_sent));
    end loop;
  elsif finish_email.outcome = 'sent' and claimed.recipient_id is not null and claimed.address is null then
    update public.recipients as p
    set
      emailed_at = moment,
      invited_at = case when claimed.kind = 'invitation' then now() else p.invited_at end,
      unreachable_at = case when claimed.kind = 'invitation' then null else p.unreachable_at end
    where p.id = claimed.recipient_id and private.address_hash(p.email) = claimed.sent_to
    returning p.* into person;
    if claimed.kind = 'invitation' and person.id is not null then
      perform private.add_email_event(person, 'invited');
    end if;
  elsif finish_email.outcome <> 'sent' and claimed.recipient_id is not null and claimed.address is null
    and (finish_email.outcome = 'refused' or claimed.kind = 'invitation')
  then
    -- Members read on the request that nothing arrived, also where the address itself may be right.
    update public.recipients as p set unreachable_at = coalesce(p.unreachable_at, now())
    where p.id = claimed.recipient_id and private.address_hash(p.email) = claimed.sent_to
      -- A person who has opened the link needs no invitation, and a server that was down says nothing of an address.
      and (finish_email.outcome = 'refused' or p.user_id is null)
    returning p.* into person;
    if person.id is not null then
      perform private.add_email_event(person, 'unreachable');
    end if;
  end if;
  if finish_email.outcome = 'refused' and claimed.sent_to is not null then
    insert into private.suppressed_addresses as s (address_hash, reason) values (claimed.sent_to, 'refused')
    on conflict (address_hash, reason) do update set at = excluded.at;
  end if;
  delete from private.outbox as o
  where o.ctid = any(array(
    select old.ctid from private.outbox as old
    where old.ended_at < now() - interval '90 days' limit 10 for update skip locked
  ));
  delete from private.email_counts as c
  where c.ctid = any(array(
    select old.ctid from private.email_counts as old
    where old.day < (moment at time zone 'UTC')::date limit 10 for update skip locked
  ));
end
$$;

-- schemas/50_email/21_obstacles.sql

create function private.email_obstacle(email private.outbox, request public.requests, recipient public.recipients)
returns text
language sql stable set search_path = '' as $$
  select case
    when recipient.muted_at is not null then 'muted'
    when recipient.removed_at is not null and email.kind <> 'ended' then 'recipient_removed'
    when private.is_suppressed(coalesce(email.address, recipient.email)) then 'suppressed'
    when email.kind in ('invitation', 'update') and request.status not in ('open', 'done') then 'request_ended'
    when email.kind = 'update' and request.closed_by is not null then 'request_ended'
    -- A person who wasn't emailed learns of a change where they learnt of the request.
    when email.kind = 'update' and recipient.invited_at is null and recipient.user_id is null then 'not_invited'
    when email.kind = 'binned' and request.deleted_at is null then 'undone'
    when email.kind = 'binned' and recipient.invited_at is null and recipient.user_id is null then 'not_invited'
    when email.kind = 'deletion_decided' and private.decided_deletions(recipient, email.since) = '[]' then 'undone'
    when email.kind = 'ended' and email.address is null and recipient.invited_at is null then 'not_invited'
    when email.kind = 'ended' and email.address is null and recipient.removed_at is null
      and request.status in ('open', 'done') and request.closed_by is null then 'reopened'
  end
$$;

create function private.member_email_obstacle(email private.outbox, request public.requests) returns text
language sql stable set search_path = '' as $$
  select case
    when email.kind in ('arrived', 'summary', 'second_factor', 'expiry', 'silence', 'repeat', 'damaged', 'binned',
      'deletion_asked') and not exists (
      select from public.members as m where m.workspace_id = email.workspace_id and m.user_id = email.user_id
    ) then 'not_member'
    -- They say what these members may not read. The email of the kind second_factor tells them why.
    when email.kind in ('arrived', 'summary', 'expiry', 'silence', 'repeat', 'damaged', 'binned',
      'deletion_asked')
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
        -- After a stop of all email, changes to the account are still told.
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
    when email.kind = 'expiry' and private.expiry_facts(email, '') -> 'requests' = '[]' then 'undone'
    when email.kind = 'silence' and private.silence_facts(email, '') -> 'requests' = '[]' then 'undone'
    when email.kind = 'binned' and request.deleted_at is null then 'undone'
    when email.kind = 'deletion_asked' and private.asked_deletions(request.id) = '[]' then 'undone'
    -- Skipped, changed, ended, or sent by now.
    when email.kind = 'repeat' and not exists (
      select from private.repeats as s
      where s.request_id = email.request_id and s.sender = email.user_id and s.next_on = (email.data ->> 'on')::date
        and (s.failure is not null) = (email.data ->> 'failed')::boolean
    ) then 'undone'
  end
$$;

create function private.email_wait(email private.outbox, request public.requests, recipient public.recipients)
returns interval
language plpgsql set search_path = '' as $$
declare
  moment constant timestamptz := private.email_clock();
  today constant date := (moment at time zone 'UTC')::date;
  this_hour constant timestamptz := date_trunc('hour', moment, 'UTC');
  workspace constant uuid := request.workspace_id;
  hashed constant bytea := private.address_hash(coalesce(email.address, recipient.email));
  mailbox constant bytea := private.mailbox_hash(coalesce(email.address, recipient.email));
  cap constant jsonb := (select jsonb_object_agg(l.name, l.most) from private.email_limits as l);
  held constant boolean := coalesce(current_setting('sheaf.held_caps', true), '') = 'yes';
  key bigint;
  is_new boolean;
  wait_until timestamptz;
begin
  -- One at a time per address and per workspace, so that simultaneous workers don't pass the caps together. A claim that
  -- goes on after a capped email holds these already and waits for no others: two that did would wait for each other.
  for key in
    select hashtextextended(k.key, 0)
    from (values (encode(mailbox, 'hex')), (workspace::text)) as k (key) order by k.key
  loop
    if not held then
      perform pg_advisory_xact_lock(key);
    elsif not pg_try_advisory_xact_lock(key) then
      return interval '0';
    end if;
  end loop;
  is_new := not exists (
    select from private.emailed_addresses as a where a.workspace_id = workspace and a.address_hash = hashed
  );
  if (
    select
      coalesce(sum(c.sent), 0) >= (cap ->> 'to_address')::integer
      or coalesce(sum(c.sent) filter (where c.workspace_id = workspace), 0) >= (cap ->> 'to_address_per_workspace')::integer
      -- The last one is for workspaces that people do answer.
      or coalesce(sum(c.sent) filter (where t.workspace_id is null), 0) >= (cap ->> 'to_address_unanswered')::integer
        and not exists (select from private.answered_workspaces as a where a.workspace_id = workspace)
    from private.email_counts as c
    left join private.answered_workspaces as t on t.workspace_id = c.workspace_id
    where c.day = today and c.address_hash = mailbox
  ) or (
    select coalesce(sum(h.sent), 0) from private.email_hours as h
    where h.workspace_id = workspace and h.hour >= date_trunc('day', moment, 'UTC')
  ) >= (cap ->> 'per_workspace')::integer
  or is_new and private.new_addresses_left(workspace) = 0
  then
    wait_until := date_trunc('day', moment, 'UTC') + interval '1 day';
  elsif (
    select h.sent from private.email_hours as h where h.workspace_id = workspace and h.hour = this_hour
  ) >= (cap ->> 'per_workspace_hour')::integer
  then
    wait_until := this_hour + interval '1 hour';
  end if;
  if wait_until is not null then
    perform set_config('sheaf.held_caps', 'yes', true);
    return wait_until - moment;
  end if;
  insert into private.email_counts as c (day, address_hash, workspace_id, sent)
  values (today, mailbox, workspace, 1)
  on conflict (day, address_hash, workspace_id) do update set sent = c.sent + 1;
  insert into private.email_hours as h (workspace_id, hour, sent)
  values (workspace, this_hour, 1)
  on conflict (workspace_id, hour) do update set sent = h.sent + 1;
  if is_new then
    insert into private.emailed_addresses (workspace_id, address_hash, since) values (workspace, hashed, today);
    delete from private.email_hours as h
    where h.ctid = any(array(
      select old.ctid from private.email_hours as old
      where old.hour < moment - interval '2 days' limit 10 for update skip locked
    ));
  end if;
  return null;
end
$$;

-- schemas/50_email/30_caps.sql

create table private.email_limits (
  name text primary key,
  most integer not null,
  constraint email_limits_most_check check (most > 0)
);

create table private.email_counts (
  day date not null,
  address_hash bytea not null,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  sent integer not null,
  primary key (day, address_hash, workspace_id)
);

create table private.email_hours (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  hour timestamptz not null,
  sent integer not null,
  primary key (workspace_id, hour)
);

create table private.emailed_addresses (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  address_hash bytea not null,
  since date not null,
  primary key (workspace_id, address_hash)
);

create table private.answering_people (
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  address_hash bytea not null,
  at timestamptz not null default now(),
  primary key (workspace_id, address_hash)
);

create table private.answered_workspaces (
  workspace_id uuid primary key references public.workspaces (id) on delete cascade,
  at timestamptz not null default now()
);

create function public.invitations_end_on(request uuid) returns date
language plpgsql stable security definer set search_path = '' as $$
declare
  parent constant uuid := (
    select r.workspace_id from public.requests as r
    where r.id = invitations_end_on.request and r.workspace_id = any(private.my_workspaces())
  );
  waiting integer;
begin
  perform private.require_session();
  if parent is null then
    perform private.fail('not_found');
  end if;
  -- The workspace's own cap alone: those of an address would tell what others send to it.
  select count(distinct p.email) into waiting
  from private.outbox as o
  join public.recipients as p on p.id = o.recipient_id
  where o.ended_at is null and o.attempts = 0 and o.kind = 'invitation' and p.workspace_id = parent
    and not exists (
      select from private.emailed_addresses as a
      where a.workspace_id = parent and a.address_hash = private.address_hash(p.email)
    );
  return private.new_addresses_end_on(parent, waiting);
end
$$;

create function private.new_addresses_allowed(workspace uuid) returns integer
language sql stable set search_path = '' as $$
  -- Two people alone must not be able to silence a competitor.
  select greatest(cap.at_least, least(
    cap.at_most,
    cap.first + cap.per_answer * (
      -- More wouldn't count.
      select count(*) from (
        select from private.answering_people as a
        where a.workspace_id = new_addresses_allowed.workspace
        limit cap.at_most
      ) as answered
    )
  ) - cap.per_report * private.recent_reporters(new_addresses_allowed.workspace))::integer
  from (
    select
      max(l.most) filter (where l.name = 'new_addresses') as first,
      max(l.most) filter (where l.name = 'new_addresses_per_answer') as per_answer,
      max(l.most) filter (where l.name = 'new_addresses_at_most') as at_most,
      max(l.most) filter (where l.name = 'new_addresses_at_least') as at_least,
      max(l.most) filter (where l.name = 'fewer_addresses_per_report') as per_report
    from private.email_limits as l
  ) as cap
$$;

create function private.new_addresses_left(workspace uuid) returns integer
language sql stable set search_path = '' as $$
  select greatest(0, private.new_addresses_allowed(new_addresses_left.workspace) - (
    select count(*) from private.emailed_addresses as a
    where a.workspace_id = new_addresses_left.workspace and a.since = (private.email_clock() at time zone 'UTC')::date
  ))::integer
$$;

create function private.new_addresses_end_on(workspace uuid, waiting integer) returns date
language sql stable set search_path = '' as $$
  select case
    when new_addresses_end_on.waiting > l.today then (private.email_clock() at time zone 'UTC')::date
      + ceil((new_addresses_end_on.waiting - l.today)::numeric / l.each_day)::integer
  end
  from (
    select
      private.new_addresses_left(new_addresses_end_on.workspace) as today,
      private.new_addresses_allowed(new_addresses_end_on.workspace) as each_day
  ) as l
$$;

create function private.is_new_address(workspace uuid, address text) returns boolean
language sql stable set search_path = '' as $$
  select not exists (
    select from private.emailed_addresses as a
    where a.workspace_id = is_new_address.workspace and a.address_hash = private.address_hash(is_new_address.address)
  )
$$;

create function private.reserve_address(workspace uuid, address text) returns boolean
language plpgsql set search_path = '' as $$
begin
  -- As email_wait does, so that workers of both tasks don't pass the cap together.
  perform pg_advisory_xact_lock(hashtextextended(reserve_address.workspace::text, 0));
  if not private.is_new_address(reserve_address.workspace, reserve_address.address) then
    return true;
  elsif private.new_addresses_left(reserve_address.workspace) = 0 then
    return false;
  end if;
  insert into private.emailed_addresses (workspace_id, address_hash, since)
  values (
    reserve_address.workspace, private.address_hash(reserve_address.address),
    (private.email_clock() at time zone 'UTC')::date
  );
  return true;
end
$$;

create function private.count_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.answering_people (workspace_id, address_hash)
  select new.workspace_id, private.address_hash(p.email) from public.recipients as p where p.id = new.recipient_id
  on conflict do nothing;
  return null;
end
$$;

-- schemas/50_email/31_reports.sql

create table private.request_reports (
  request_id uuid not null references public.requests (id) on delete cascade,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  user_id uuid not null,
  note text not null,
  at timestamptz not null default now(),
  behind uuid,
  primary key (request_id, user_id),
  constraint request_reports_note_check check (char_length(note) <= 1000)
);

create function public.report_request(request uuid, note text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.require_session();
  words constant text := private.trimmed(coalesce(report_request.note, ''));
begin
  if not coalesce(
    report_request.request = any(private.my_requests()) or report_request.request = any(private.my_handed_requests()), false
  ) then
    perform private.fail('not_found');
  elsif char_length(words) > 1000 then
    perform private.fail('report.note');
  end if;
  insert into private.request_reports (request_id, workspace_id, user_id, note, behind)
  select
    r.id, r.workspace_id, me, words,
    (
      select h.handed_by from public.recipients as p join public.recipient_items as h on h.recipient_id = p.id
      where p.request_id = r.id and p.user_id = me order by h.at, h.item_id limit 1
    )
  from public.requests as r where r.id = report_request.request
  on conflict do nothing;
end
$$;

create function public.request_reports()
returns table (at timestamptz, workspace uuid, workspace_name text, request uuid, title text, note text)
language sql stable security definer set search_path = '' as $$
  select r.at, w.id, w.name, q.id, q.title, r.note
  from private.request_reports as r
  join public.workspaces as w on w.id = r.workspace_id
  join public.requests as q on q.id = r.request_id
  order by r.at desc
  limit 50
$$;

create function public.email_workspaces()
returns table (
  workspace uuid, name text, waiting bigint, sent_today bigint, new_today bigint, new_allowed integer, reporters integer
)
language sql stable security definer set search_path = '' as $$
  with capped as (
    select coalesce(o.workspace_id, r.workspace_id) as id, count(*) as waiting
    from private.outbox as o left join public.requests as r on r.id = o.request_id
    where o.ended_at is null and o.reason = 'capped'
    group by 1
  ),
  reported as (
    select distinct r.workspace_id as id from private.request_reports as r
    where r.at > private.email_clock() - interval '30 days'
  )
  select
    w.id,
    w.name,
    coalesce(c.waiting, 0),
    (
      select coalesce(sum(h.sent), 0) from private.email_hours as h
      where h.workspace_id = w.id and h.hour >= date_trunc('day', private.email_clock(), 'UTC')
    ),
    (
      select count(*) from private.emailed_addresses as a
      where a.workspace_id = w.id and a.since = (private.email_clock() at time zone 'UTC')::date
    ),
    private.new_addresses_allowed(w.id),
    private.recent_reporters(w.id)
  from public.workspaces as w
  left join capped as c on c.id = w.id
  left join reported as r on r.id = w.id
  where c.id is not null or r.id is not null
  order by 7 desc, 3 desc, w.id
  limit 100
$$;

create function public.unusual_addresses() returns table (place text, workspace uuid, request uuid, address text)
language sql stable security definer set search_path = '' as $$
  (
    select 'recipient', p.workspace_id, p.request_id, p.email from public.recipients as p
    where not private.is_address(p.email) and p.removed_at is null
    union all
    select 'invitation', i.workspace_id, null, i.email from private.invitations as i
    where not private.is_address(i.email) and i.accepted_at is null
  )
  limit 100
$$;

create function private.recent_reporters(workspace uuid) returns integer
language sql stable set search_path = '' as $$
  select count(distinct coalesce(r.behind, r.user_id))::integer from private.request_reports as r
  where r.workspace_id = recent_reporters.workspace and r.at > private.email_clock() - interval '30 days'
$$;

-- schemas/50_email/40_stopping.sql

create table private.suppressed_addresses (
  address_hash bytea not null,
  reason text not null,
  at timestamptz not null default now(),
  primary key (address_hash, reason),
  constraint suppressed_addresses_reason_check check (reason in ('refused', 'asked'))
);

create table private.stop_keys (
  inner_key bytea not null,
  outer_key bytea not null
);

create type private.stop_target as (named uuid, scope text, address text, workspace uuid);

create function public.stop_email(token text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  target constant private.stop_target := private.stop_target(stop_email.token);
begin
  if target.scope = 'request' then
    update public.recipients as p set muted_at = coalesce(p.muted_at, now()) where p.id = target.named;
  elsif target.scope = 'workspace' then
    update public.recipients as p set muted_at = coalesce(p.muted_at, now())
    where p.workspace_id = target.workspace and private.address_hash(p.email) = private.address_hash(target.address)
      and p.removed_at is null;
  elsif target.scope = 'watched' then
    update private.watchers as w set stopped_at = coalesce(w.stopped_at, now()) where w.id = target.named;
  elsif target.scope = 'summary' then
    update private.member_emails as e set arrivals = 'none', next_summary_at = null, stopped_at = now()
    where e.id = target.named and e.arrivals <> 'none';
  end if;
  return target.scope;
end
$$;

create function public.peek_stop(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  target constant private.stop_target := private.stop_target(peek_stop.token);
begin
  return (
    select jsonb_build_object(
      'scope', target.scope,
      'workspace', w.name,
      'person', left(target.address, 1) || '…' || substring(target.address from '@[^@]*$')
    )
    from public.workspaces as w where w.id = target.workspace and target.scope is not null
  );
end
$$;

create function public.resume_email(token text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  target constant private.stop_target := private.stop_target(resume_email.token);
  earliest constant timestamptz := now() - interval '1 day';
begin
  if target.scope = 'request' then
    update public.recipients as p set muted_at = null where p.id = target.named and p.muted_at > earliest;
  elsif target.scope = 'workspace' then
    update public.recipients as p set muted_at = null
    where p.workspace_id = target.workspace and private.address_hash(p.email) = private.address_hash(target.address)
      and p.muted_at > earliest;
  elsif target.scope = 'watched' then
    update private.watchers as w set stopped_at = null where w.id = target.named and w.stopped_at > earliest;
  elsif target.scope = 'summary' then
    update private.member_emails as e
    set arrivals = 'daily', next_summary_at = private.next_summary(private.email_clock(), e.zone), stopped_at = null
    where e.id = target.named and e.arrivals = 'none' and e.stopped_at > earliest;
  end if;
  return case when found then target.scope end;
end
$$;

create function public.stop_all_email(stopped boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.require_session();
  address constant text := (select u.email from auth.users as u where u.id = me);
begin
  if coalesce(stop_all_email.stopped, true) then
    insert into private.suppressed_addresses (address_hash, reason) values (private.mailbox_hash(address), 'asked')
    on conflict do nothing;
    return;
  end if;
  delete from private.suppressed_addresses as s
  where (s.address_hash, s.reason) in (
    (private.mailbox_hash(address), 'asked'), (private.address_hash(address), 'asked'),
    (private.address_hash(address), 'refused')
  );
  update public.recipients as p set unreachable_at = null
  where p.user_id = me and private.address_hash(p.email) = private.address_hash(address) and p.unreachable_at is not null;
end
$$;

create function public.email_is_stopped() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_session();
  return private.is_suppressed((select u.email from auth.users as u where u.id = auth.uid()));
end
$$;

create function public.suppress_address(address text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  refused constant text := lower(trim(suppress_address.address));
  person public.recipients;
  told integer := 0;
begin
  if coalesce(refused !~ '^[^@[:space:]]+@[^@[:space:]]+$', true) then
    perform private.fail('draft.recipient');
  end if;
  -- Requests before recipients, as every writer does.
  perform from public.requests as r
  where r.id in (select p.request_id from public.recipients as p where p.email = refused)
  order by r.id
  for no key update;
  insert into private.suppressed_addresses as s (address_hash, reason) values (private.address_hash(refused), 'refused')
  on conflict (address_hash, reason) do update set at = excluded.at;
  for person in
    update public.recipients as p set unreachable_at = now()
    where p.email = refused and p.removed_at is null and p.unreachable_at is null
    returning p.*
  loop
    perform private.add_email_event(person, 'unreachable');
    told := told + 1;
  end loop;
  update private.invitations as i set unreachable_at = now()
  where i.email = refused and i.accepted_at is null and i.unreachable_at is null;
  return told;
end
$$;

create function public.allow_address(address text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  freed constant text := lower(trim(allow_address.address));
begin
  if coalesce(freed !~ '^[^@[:space:]]+@[^@[:space:]]+$', true) then
    perform private.fail('draft.recipient');
  end if;
  perform private.free_addresses(array[private.address_hash(freed)]);
  return case when private.has_stopped_email(freed) then 'stopped' else 'allowed' end;
end
$$;

create function public.free_expired_addresses() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  expired constant bytea[] := array(
    select s.address_hash from private.suppressed_addresses as s
    where s.reason = 'refused' and s.at <= now() - interval '90 days'
    order by s.at limit 100
  );
begin
  perform private.free_addresses(expired);
  return cardinality(expired);
end
$$;

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

create function private.stop_target(token text) returns private.stop_target
language plpgsql stable set search_path = '' as $$
declare
  parts constant private.token_parts := private.parse_token(stop_target.token);
  named constant uuid := parts.named;
  found_target private.stop_target;
begin
  -- After a correction, the links at the former address stop nothing.
  select named, null, t.address, t.workspace into found_target
  from (
    select p.email as address, p.workspace_id as workspace from public.recipients as p where p.id = named
    union all
    select u.email, r.workspace_id
    from private.watchers as w join auth.users as u on u.id = w.user_id join public.requests as r on r.id = w.request_id
    where w.id = named
    union all
    select u.email, e.workspace_id
    from private.member_emails as e join auth.users as u on u.id = e.user_id where e.id = named
  ) as t;
  found_target.scope := (
    select min(s.scope) from unnest(array['request', 'workspace', 'watched', 'summary']) as s (scope)
    where parts.signature = private.stop_signature(named, coalesce(found_target.address, ''), s.scope)
  );
  return found_target;
end
$$;

create function private.is_suppressed(address text) returns boolean
language sql stable set search_path = '' as $$
  select private.is_refused(is_suppressed.address) or private.has_stopped_email(is_suppressed.address)
$$;

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

create function private.is_refused(address text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.suppressed_addresses as s
    where s.address_hash = private.address_hash(is_refused.address) and s.reason = 'refused'
      and s.at > now() - interval '90 days'
  )
$$;

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

-- schemas/50_email/50_reminders.sql

create function public.send_reminders(request uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(send_reminders.request);
  reachable uuid[];
  due uuid[];
begin
  if locked.status <> 'open' then
    perform private.fail('request.closed');
  elsif locked.paused_at is not null then
    perform private.fail('request.paused');
  elsif locked.required_missing + locked.required_returned = 0 then
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
  into reachable, due
  from public.recipients as p
  where p.request_id = locked.id and num_nonnulls(p.removed_at, p.muted_at, p.unreachable_at) = 0
    and num_nonnulls(p.invited_at, p.user_id) > 0 and private.left_for(p, locked) > 0;
  if reachable is null then
    perform private.fail('reminder.unreachable');
  elsif due is null then
    perform private.fail('reminder.soon');
  end if;
  insert into private.outbox (kind, request_id, recipient_id, since, not_before, covers, by_hand)
  select 'reminder', locked.id, d.id, now(), private.email_clock(), array[d.id], true from unnest(due) as d (id)
  -- One that waits for the morning or for a cap goes now.
  on conflict (recipient_id, kind, coalesce(address, '')) where attempts = 0 and ended_at is null
    do update set by_hand = true, not_before = excluded.not_before
    -- One that tells of other requests too keeps to their schedules.
    where outbox.covers = excluded.covers;
  update public.recipients as p set remind_after = private.email_clock() where p.id = any(due);
  return cardinality(due);
end
$$;

create function public.preview_reminder(request uuid, site text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  workspaces constant uuid[] := private.my_workspaces();
  person public.recipients;
  covers uuid[];
begin
  perform private.require_session();
  if not exists (
    select from public.requests as r where r.id = preview_reminder.request and r.workspace_id = any(workspaces)
  ) then
    perform private.fail('not_found');
  end if;
  select p.* into person from public.recipients as p
  where p.request_id = preview_reminder.request and p.next_reminder_at is not null
  order by p.next_reminder_at, p.id
  limit 1;
  if not found then
    return null;
  end if;
  covers := array(
    select p.id from public.recipients as p
    where p.workspace_id = person.workspace_id and private.address_hash(p.email) = private.address_hash(person.email)
      and p.next_reminder_at <= person.next_reminder_at + interval '3 days'
    order by p.id = person.id desc, p.next_reminder_at, p.id
    limit 20
  );
  return private.reminder_facts(
    private.reminded_now(covers, true), person.next_reminder_at, preview_reminder.site, is_preview => true
  );
end
$$;

create function public.set_reminders(request uuid, plan jsonb, paused boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_member(set_reminders.request);
begin
  if locked.status in ('done', 'cancelled') then
    perform private.fail('request.closed');
  elsif not private.is_reminder_plan(set_reminders.plan) then
    perform private.fail('reminder.plan');
  end if;
  update public.requests as r
  set
    reminder_plan = set_reminders.plan,
    reminders_paused_at = case when coalesce(set_reminders.paused, false) then coalesce(r.reminders_paused_at, now()) end
  where r.id = locked.id;
end
$$;

create function public.set_workspace_reminders(workspace uuid, zone text, plan jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  known constant text := private.known_zone(set_workspace_reminders.zone);
begin
  perform private.lock_workspace(set_workspace_reminders.workspace, 'admin');
  if known is null then
    perform private.fail('reminder.zone');
  elsif not private.is_reminder_plan(set_workspace_reminders.plan) then
    perform private.fail('reminder.plan');
  end if;
  update public.workspaces as w
  set zone = known, reminder_plan = set_workspace_reminders.plan
  where w.id = set_workspace_reminders.workspace;
end
$$;

create function public.promise_date(request uuid, "on" date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_recipient(promise_date.request);
  today constant date := (
    select (private.email_clock() at time zone coalesce(p.zone, w.zone))::date
    from public.recipients as p join public.workspaces as w on w.id = p.workspace_id
    where p.request_id = locked.id and p.user_id = auth.uid()
  );
begin
  if promise_date."on" not between today and today + 365 then
    perform private.fail('promise.date');
  end if;
  update public.recipients as p set promised_on = promise_date."on"
  where p.request_id = locked.id and p.user_id = auth.uid();
  perform private.add_event(locked.id, 'promised', data => jsonb_build_object('on', promise_date."on"));
end
$$;

create function public.mute_request(request uuid, muted boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests := private.lock_as_recipient(mute_request.request);
begin
  update public.recipients as p
  set muted_at = case when coalesce(mute_request.muted, true) then coalesce(p.muted_at, now()) end
  where p.request_id = locked.id and p.user_id = auth.uid();
end
$$;

create function private.next_reminder(person public.recipients) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  parent public.requests;
  zone text;
begin
  -- Somebody who neither got an email nor came doesn't know what the reminder would be about.
  if num_nonnulls(person.removed_at, person.muted_at, person.unreachable_at) > 0
    or num_nonnulls(person.invited_at, person.user_id) = 0
  then
    return null;
  end if;
  select r.* into parent from public.requests as r where r.id = person.request_id;
  if parent.status <> 'open'
    or num_nonnulls(parent.paused_at, parent.reminders_paused_at) > 0
    or private.left_for(person, parent) = 0
    or person.reminders_sent >= (parent.reminder_plan ->> 'most')::integer
  then
    return null;
  end if;
  zone := coalesce(person.zone, (select w.zone from public.workspaces as w where w.id = person.workspace_id));
  return private.reminder_time(
    greatest(
      private.planned_reminder(parent.reminder_plan, parent.due_on, person.remind_after, zone),
      private.reminder_pause(person, zone)
    ),
    zone
  );
end
$$;

create function private.planned_reminder(plan jsonb, due_on date, past timestamptz, zone text) returns timestamptz
language sql stable set search_path = '' as $$
  with since as (select (planned_reminder.past at time zone planned_reminder.zone)::date as day),
  days as (
    select planned_reminder.due_on - d::integer as day
    from jsonb_array_elements_text(plan -> 'before') as d where planned_reminder.due_on is not null
    union all
    select
      greatest(planned_reminder.due_on, s.day)
      + (plan ->> case when planned_reminder.due_on is null then 'undated' else 'every' end)::integer
    from since as s
  )
  select min(t.at)
  from since as s, days as d,
    private.reminder_time((d.day + time '09:00') at time zone planned_reminder.zone, planned_reminder.zone) as t (at)
  where (t.at at time zone planned_reminder.zone)::date > s.day
$$;

create function private.reminder_time(earliest timestamptz, zone text) returns timestamptz
language sql stable set search_path = '' as $$
  select case
    when extract(isodow from l.local) > 5 or extract(isodow from l.local) = 5 and l.local::time >= '17:00'
      then (date_trunc('week', l.local) + interval '7 days 9 hours') at time zone reminder_time.zone
    when l.local::time >= '17:00' then (date_trunc('day', l.local) + interval '1 day 9 hours') at time zone reminder_time.zone
    when l.local::time < '09:00' then (date_trunc('day', l.local) + interval '9 hours') at time zone reminder_time.zone
    else reminder_time.earliest
  end
  from (select reminder_time.earliest at time zone reminder_time.zone as local) as l
$$;

create function private.reminder_pause(person public.recipients, zone text) returns timestamptz
language sql stable set search_path = '' as $$
  select greatest(
    person.emailed_at + interval '24 hours',
    person.last_seen_at + interval '20 hours',
    (person.promised_on + 1)::timestamp at time zone reminder_pause.zone
  )
$$;

create function private.reminder_wait(email private.outbox, recipient public.recipients) returns interval
language sql stable set search_path = '' as $$
  select nullif(private.reminder_time(m.at, coalesce(recipient.zone, w.zone)) - m.at, interval '0')
  from private.email_clock() as m (at), public.workspaces as w
  where w.id = recipient.workspace_id and not email.by_hand
$$;

create function private.reminded_now(covers uuid[], by_hand boolean) returns uuid[]
language sql stable set search_path = '' as $$
  with reminded as materialized (
    select p as person from public.recipients as p
    where p.id = any(covers) and num_nonnulls(p.removed_at, p.muted_at, p.unreachable_at) = 0
  )
  select coalesce(array_agg((d.person).id order by r.due_on, r.sent_at, r.id), '{}')
  from reminded as d
  cross join lateral (
    -- OFFSET keeps the planner from turning the order of the two around.
    select r.* from public.requests as r where r.id = (d.person).request_id offset 0
  ) as r
  join public.workspaces as w on w.id = r.workspace_id
  where r.status = 'open' and r.paused_at is null and private.left_for(d.person, r) > 0
    and (
      by_hand
      or r.reminders_paused_at is null
      and coalesce(
        private.reminder_pause(d.person, coalesce((d.person).zone, w.zone)) <= private.email_clock(), true
      )
    )
$$;

create function private.reminded_together(lead public.recipients, at timestamptz) returns uuid[]
language sql volatile set search_path = '' as $$
  -- Without the next three days, another email about the same papers would follow at once.
  select array(
    select p.id from public.recipients as p
    where p.workspace_id = lead.workspace_id and private.address_hash(p.email) = private.address_hash(lead.email)
      and p.next_reminder_at <= reminded_together.at + interval '3 days'
    order by p.id = lead.id desc, p.next_reminder_at, p.id
    limit 20
    for no key update skip locked
  )
$$;

create function private.left_for(person public.recipients, request public.requests) returns bigint
language sql stable set search_path = '' as $$
  select case person.scope
    when 'all' then request.required_missing + request.required_returned
    else (
      select count(*) from public.recipient_items as h join public.items as i on i.id = h.item_id
      where h.recipient_id = person.id and i.removed_at is null and i.required and i.status in ('missing', 'partial', 'returned')
    )
  end
$$;

-- schemas/50_email/51_planning.sql

create function private.plan_reminder() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.remind_after := private.email_clock();
  elsif old.email <> new.email then
    -- Somebody else reads this address.
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

create function private.plan_reminders() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.recipients as p set remind_after = private.email_clock()
  where p.request_id = new.id and p.removed_at is null
    and (
      p.scope = 'all'
      or (old.status, old.paused_at, old.reminders_paused_at, old.reminder_plan, old.due_on)
        is distinct from (new.status, new.paused_at, new.reminders_paused_at, new.reminder_plan, new.due_on)
    );
  return null;
end
$$;

create function private.plan_handed_over() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.recipients as p set remind_after = private.email_clock()
  where p.id = case tg_op when 'DELETE' then old.recipient_id else new.recipient_id end;
  return null;
end
$$;

create function private.plan_handed_reminder() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.recipients as p set remind_after = private.email_clock()
  from public.recipient_items as h
  where h.item_id = new.id and p.id = h.recipient_id;
  return null;
end
$$;

create function private.take_reminder_plan() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select w.reminder_plan into new.reminder_plan from public.workspaces as w where w.id = new.workspace_id;
  return new;
end
$$;

-- schemas/50_email/60_member_emails.sql

create table private.member_emails (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null,
  user_id uuid not null,
  arrivals text not null,
  zone text not null,
  next_summary_at timestamptz,
  summarised_at timestamptz not null default now(),
  stopped_at timestamptz,
  unique (workspace_id, user_id),
  foreign key (workspace_id, user_id) references public.members (workspace_id, user_id) on delete cascade,
  constraint member_emails_arrivals_check check (arrivals in ('each', 'daily', 'none')),
  constraint member_emails_summary_check check ((arrivals = 'daily') = (next_summary_at is not null))
);

create function public.my_email_preferences() returns table (workspace_id uuid, name text, arrivals text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_session();
  return query
  select w.id, w.name, private.arrival_emails(auth.uid(), w.id)
  from public.members as m join public.workspaces as w on w.id = m.workspace_id
  where m.user_id = auth.uid()
  order by lower(w.name), w.id;
end
$$;

create function public.set_email_preference(workspace uuid, arrivals text, zone text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  known text;
begin
  perform private.require_session();
  select coalesce(private.known_zone(set_email_preference.zone), w.zone) into known
  from public.members as m join public.workspaces as w on w.id = m.workspace_id
  where m.workspace_id = set_email_preference.workspace and m.user_id = auth.uid();
  if not found then
    perform private.fail('not_found');
  elsif coalesce(set_email_preference.arrivals not in ('each', 'daily', 'none'), true) then
    perform private.fail('email.arrivals');
  end if;
  insert into private.member_emails as e (workspace_id, user_id, arrivals, zone, next_summary_at)
  select
    set_email_preference.workspace, auth.uid(), set_email_preference.arrivals, known,
    case when set_email_preference.arrivals = 'daily' then private.next_summary(private.email_clock(), known) end
  on conflict (workspace_id, user_id) do update
  set
    arrivals = excluded.arrivals, zone = excluded.zone, next_summary_at = excluded.next_summary_at,
    -- A summary doesn't repeat the emails that were sent one by one.
    summarised_at = case when e.arrivals = 'daily' then e.summarised_at else excluded.summarised_at end;
end
$$;

create function private.arrival_emails(member uuid, workspace uuid) returns text
language sql stable set search_path = '' as $$
  select coalesce(
    (
      select e.arrivals from private.member_emails as e
      where e.user_id = arrival_emails.member and e.workspace_id = arrival_emails.workspace
    ),
    'each'
  )
$$;

create function private.next_summary(at timestamptz, zone text) returns timestamptz
language sql stable set search_path = '' as $$
  select (
    date_trunc('day', l.local) + interval '8 hours'
    + case when l.local::time < '08:00' then interval '0' else interval '1 day' end
  ) at time zone next_summary.zone
  from (select next_summary.at at time zone next_summary.zone as local) as l
$$;

create function private.plan_summaries(batch integer) returns integer
language plpgsql set search_path = '' as $$
declare
  moment constant timestamptz := private.email_clock();
  due private.member_emails;
  emails integer := 0;
begin
  for due in
    select e.* from private.member_emails as e
    where e.next_summary_at is not null and e.next_summary_at <= moment
    order by e.next_summary_at, e.id
    limit plan_summaries.batch
    for no key update skip locked
  loop
    insert into private.outbox (kind, workspace_id, user_id, since, not_before, data)
    values (
      'summary', due.workspace_id, due.user_id, due.summarised_at, moment,
      jsonb_build_object(
        -- A worker that was away for days tells of all of them.
        'from', (due.next_summary_at at time zone due.zone)::date - 1,
        'today', (moment at time zone due.zone)::date
      )
    )
    on conflict do nothing;
    update private.member_emails as e
    set next_summary_at = private.next_summary(moment, due.zone), summarised_at = now()
    where e.id = due.id;
    emails := emails + 1;
  end loop;
  return emails;
end
$$;

create function private.queue_arrival(event public.events) returns void
language sql set search_path = '' as $$
  select private.watch_own(event.request_id);

  insert into private.outbox as o (kind, request_id, workspace_id, user_id, since, not_before, data)
  select
    'arrived', w.request_id, event.workspace_id, w.user_id, event.at, private.email_clock() + interval '10 minutes',
    jsonb_build_object('latest', private.email_clock() + interval '60 minutes')
  from private.watchers as w
  where w.request_id = event.request_id and w.stopped_at is null and w.user_id is distinct from event.actor
    and private.arrival_emails(w.user_id, event.workspace_id) = 'each'
  on conflict (user_id, kind, coalesce(request_id, workspace_id))
    where attempts = 0 and ended_at is null and kind in ('arrived', 'summary')
  -- Ten minutes after the last arrival, and an hour after the first at the latest.
  do update set not_before = least(excluded.not_before, (o.data ->> 'latest')::timestamptz)
$$;

-- schemas/50_email/70_facts_for_recipients.sql

create function private.email_facts(
  email private.outbox, request public.requests, recipient public.recipients, site text
) returns jsonb
language sql stable set search_path = '' as $$
  select common.facts || case email.kind
    when 'invitation' then jsonb_build_object(
      'items', case recipient.scope when 'all' then request.items_total else jsonb_array_length(common.handed) end,
      'message', case recipient.scope when 'all' then private.emailed_message(request) else '' end,
      'handed', common.handed,
      'retainDays', common.retain_days,
      -- The page asks for a code before it takes a report.
      'reportUrl', common.facts -> 'request' ->> 'url' || '#report'
    )
    when 'update' then jsonb_build_object(
      'returned', private.returns_since(request, email.since, recipient),
      'changes', private.changes_since(request, email.since, recipient),
      'questions', private.unread_messages(request, recipient.user_id, email.since, recipient),
      'accepted', (
        select count(*) from public.items as i
        where i.request_id = request.id and i.removed_at is null and i.status = 'accepted' and i.decided_at >= email.since
          and private.is_for(recipient, i.id)
      )
    )
    when 'ended' then jsonb_build_object(
      'how', case when request.closed_by is null or recipient.removed_at is not null then 'withdrawn' else 'closed' end,
      'isReadable', recipient.user_id is not null and email.address is null
    )
    when 'binned' then private.binned_facts(
      request, case when recipient.user_id is not null then common.facts -> 'request' ->> 'url' end
    )
    when 'deletion_decided' then jsonb_build_object(
      'files', private.decided_deletions(recipient, email.since)
    )
    else jsonb_build_object(
      'items', private.sent_items(recipient),
      'left', private.left_for(recipient, request),
      'zone', common.zone,
      'signed', (
        select jsonb_build_object('document', s.document, 'verifyUrl', site || '/verify')
        from private.current_receipt(recipient) as s (document)
        where s.document is not null
      )
    )
  end
  from (
    select
      jsonb_build_object(
        'asker', private.asker_facts(request),
        'recipientName', recipient.name,
        'request', jsonb_build_object('title', request.title, 'dueOn', request.due_on, 'url', site || '/r/' || l.token),
        'today', (private.email_clock() at time zone coalesce(recipient.zone, w.zone))::date,
        'stop', jsonb_build_object(
          'request', site || '/email/stop/' || private.stop_token(recipient.id, coalesce(email.address, recipient.email)),
          'everything', site || '/settings/email'
        )
      ) as facts,
      w.retain_days,
      coalesce(recipient.zone, w.zone) as zone,
      (
        select coalesce(jsonb_agg(jsonb_build_object('title', i.title, 'by', h.handed_by_name) order by i.position), '[]')
        from public.recipient_items as h join public.items as i on i.id = h.item_id and i.removed_at is null
        where h.recipient_id = recipient.id
      ) as handed
    from public.workspaces as w
    join public.request_links as l on l.request_id = request.id
    where w.id = request.workspace_id
  ) as common
$$;

create function private.asker_facts(request public.requests) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'name', coalesce(f.display_name, u.email),
    'email', u.email,
    'workspace', w.name,
    'isTrusted', exists (select from private.answered_workspaces as a where a.workspace_id = w.id)
  )
  from public.members as m
  join auth.users as u on u.id = m.user_id
  join public.workspaces as w on w.id = m.workspace_id
  left join public.profiles as f on f.user_id = m.user_id
  where m.workspace_id = request.workspace_id
  -- Whoever sent it may have left.
  order by m.user_id = request.sent_by desc, m.role = 'owner' desc, m.created_at
  limit 1
$$;

create function private.changes_since(request public.requests, since timestamptz, person public.recipients) returns jsonb
language sql stable set search_path = '' as $$
  with acts as (
    select e.kind, e.item_id, e.seq, e.data
    from public.events as e
    where e.request_id = request.id and e.at >= changes_since.since
      and (e.item_id is null or private.is_for(person, e.item_id))
  ),
  changed as (
    select 0 as place, 0 as "position", jsonb_build_object('kind', 'title_changed', 'before', a.data -> 'before') as change
    from (select a.data from acts as a where a.kind = 'title_changed' order by a.seq limit 1) as a
    where a.data ->> 'before' <> request.title
    union all
    select 1, 0, jsonb_build_object('kind', 'due_changed', 'dueOn', request.due_on)
    from (select a.data from acts as a where a.kind = 'due_changed' order by a.seq limit 1) as a
    where a.data ->> 'before' is distinct from request.due_on::text
    union all
    select 2, 0, jsonb_build_object('kind', 'message_changed', 'message', request.message)
    from (select a.data from acts as a where a.kind = 'message_changed' order by a.seq limit 1) as a
    where a.data ->> 'before' <> request.message and private.emailed_message(request) = request.message
      and person.scope = 'all'
    union all
    select 3, i.position, jsonb_build_object('kind', a.kind, 'title', i.title)
    from (select distinct on (a.item_id) a.item_id, a.kind from acts as a where a.kind in ('item_added', 'item_changed')
      order by a.item_id, a.seq) as a
    join public.items as i on i.id = a.item_id and i.removed_at is null
    union all
    select 4, i.position, jsonb_build_object('kind', 'item_removed', 'title', i.title)
    from acts as a join public.items as i on i.id = a.item_id and i.removed_at is not null
    where a.kind = 'item_removed'
      and not exists (select from acts as b where b.item_id = a.item_id and b.kind = 'item_added')
    union all
    select 5, i.position, jsonb_build_object('kind', 'item_handed', 'title', i.title, 'by', h.handed_by_name)
    from public.recipient_items as h join public.items as i on i.id = h.item_id and i.removed_at is null
    where h.recipient_id = person.id and exists (select from acts as a where a.kind = 'handed_off' and a.item_id = i.id)
      -- The invitation lists what was handed over before it.
      and h.at > coalesce(person.invited_at, '-infinity')
  )
  select coalesce(jsonb_agg(c.change order by c.place, c.position), '[]') from changed as c
$$;

create function private.returns_since(request public.requests, since timestamptz, person public.recipients) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'title', i.title,
        'reason', coalesce(i.reason, ''),
        'files', (
          select coalesce(
            jsonb_agg(jsonb_build_object('name', f.name, 'reason', f.verdict_reason) order by f.created_at, f.id), '[]'
          )
          from public.files as f
          where f.item_id = i.id and f.status = 'stored' and f.verdict = 'returned' and f.verdict_reason is not null
        )
      )
      order by i.position
    ),
    '[]'
  )
  from public.items as i
  where i.request_id = request.id and i.removed_at is null and i.status = 'returned' and private.is_for(person, i.id)
    and exists (
      select from public.events as e
      where e.request_id = request.id and e.item_id = i.id and e.kind in ('returned', 'file_returned')
        and e.at >= returns_since.since
    )
$$;

create function private.sent_items(recipient public.recipients) returns jsonb
language sql stable set search_path = '' as $$
  with sent as (
    select
      i.position, i.title,
      exists (
        select from public.events as e
        where e.request_id = i.request_id and e.item_id = i.id and e.kind = 'answered' and e.recipient_id = recipient.id
      ) and i.answer_kind is not null as is_answered,
      (
        select coalesce(
          jsonb_agg(
            jsonb_build_object('name', f.name, 'size', f.size, 'at', f.stored_at, 'sha256', f.sha256)
            order by f.stored_at, f.id
          ),
          '[]'
        )
        from public.files as f
        where f.item_id = i.id and f.status = 'stored' and f.uploaded_by = recipient.user_id
      ) as files
    from public.items as i
    where i.request_id = recipient.request_id and i.removed_at is null and private.is_for(recipient, i.id)
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object('title', s.title, 'isAnswered', s.is_answered, 'files', s.files) order by s.position
    ) filter (where s.is_answered or s.files <> '[]'),
    '[]'
  )
  from sent as s
$$;

create function private.waiting_items(request uuid, person public.recipients) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'title', i.title,
        -- A link there would reach strangers' inboxes through a new workspace. The page shows them whole.
        'instructions', case when private.has_link(i.instructions) then '' else i.instructions end,
        'isReturned', i.status = 'returned',
        'files', case when i.status = 'partial' then private.stored_files(i.id) else 0 end,
        'expectedFiles', i.expected_files,
        'reason', case
          when i.status = 'returned' then coalesce(
            nullif(i.reason, ''),
            (
              select string_agg(f.name || ': ' || f.verdict_reason, E'\n' order by f.created_at, f.id)
              from public.files as f
              where f.item_id = i.id and f.status = 'stored' and f.verdict = 'returned' and f.verdict_reason is not null
            ),
            ''
          )
          else ''
        end
      )
      order by i.position
    ),
    '[]'
  )
  from public.items as i
  where i.request_id = waiting_items.request and i.removed_at is null and i.required
    and i.status in ('missing', 'partial', 'returned') and private.is_for(person, i.id)
$$;

create function private.unread_messages(
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
    -- Members are told what recipients write, and recipients what members write.
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

create function private.emailed_message(request public.requests) returns text
language sql stable set search_path = '' as $$
  select case
    when private.has_link(request.message) and not private.may_email_links(request.workspace_id) then ''
    else request.message
  end
$$;

create function private.emailed_text(message public.messages) returns text
language sql stable set search_path = '' as $$
  select case
    when message.is_member and private.has_link(message.body) and not private.may_email_links(message.workspace_id)
      then ''
    when char_length(message.body) > 1000 then left(message.body, 1000) || '…'
    else message.body
  end
$$;

create function private.is_for(person public.recipients, item uuid) returns boolean
language sql stable set search_path = '' as $$
  select person.scope = 'all' or exists (
    select from public.recipient_items as h where h.item_id = is_for.item and h.recipient_id = person.id
  )
$$;

create function private.has_link(text text) returns boolean
language sql immutable set search_path = '' as $$
  select has_link.text ~* '(://|\mwww\.|\m[a-z0-9-]+\.[a-z]{2,}\M)'
$$;

create function private.may_email_links(workspace uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.workspaces as w join private.answered_workspaces as a on a.workspace_id = w.id
    where w.id = may_email_links.workspace and w.created_at < now() - interval '7 days'
  )
$$;

-- schemas/50_email/71_facts_of_reminders.sql

create function private.reminder_facts(
  covers uuid[], at timestamptz, site text, is_preview boolean default false
) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'asker', private.asker_facts((lead.request)),
    'recipientName', (lead.person).name,
    'today', (reminder_facts.at at time zone coalesce((lead.person).zone, lead.zone))::date,
    'stop', jsonb_build_object(
      'request',
      site || '/email/stop/' || case
        when is_preview then ''
        else private.stop_token(
          (lead.person).id, (lead.person).email, case cardinality(covers) when 1 then 'request' else 'workspace' end
        )
      end,
      'everything', site || '/settings/email'
    ),
    'requests', (
      select jsonb_agg(
        jsonb_build_object(
          'request', jsonb_build_object('title', r.title, 'dueOn', r.due_on, 'url', site || '/r/' || l.token),
          'states', (
            select jsonb_agg(i.status order by i.position) from public.items as i
            where i.request_id = r.id and i.removed_at is null and i.required and private.is_for(p, i.id)
          ),
          'waiting', private.waiting_items(r.id, p),
          'promisedOn', p.promised_on,
          'canHandOff', p.scope = 'all',
          'stop', jsonb_build_object(
            'request',
            site || '/email/stop/' || case when is_preview then '' else private.stop_token(p.id, p.email) end
          )
        )
        order by c.place
      )
      from unnest(covers) with ordinality as c (id, place)
      join public.recipients as p on p.id = c.id
      join public.requests as r on r.id = p.request_id
      join public.request_links as l on l.request_id = r.id
    )
  )
  from (
    select p as person, r as request, w.zone
    from public.recipients as p
    join public.requests as r on r.id = p.request_id
    join public.workspaces as w on w.id = p.workspace_id
    where p.id = covers[1]
  ) as lead
$$;

-- schemas/50_email/72_facts_for_members.sql

create function private.member_email_facts(email private.outbox, request public.requests, site text)
returns jsonb
language sql stable set search_path = '' as $$
  select case email.kind
    when 'arrived' then private.arrived_facts(email, request, site)
    when 'summary' then private.summary_facts(email, site)
    when 'member_invitation' then private.member_invitation_facts(email, site)
    when 'second_factor' then private.second_factor_facts(email, site)
    when 'repeat' then private.repeat_facts(email, request, site)
    when 'damaged' then private.damaged_facts(email, request, site)
    when 'expiry' then private.expiry_facts(email, site)
    when 'silence' then private.silence_facts(email, site)
    when 'binned' then private.binned_facts(request, site || '/requests/' || request.id)
    when 'deletion_asked' then jsonb_build_object(
      'workspace', (select w.name from public.workspaces as w where w.id = request.workspace_id),
      'title', request.title,
      'files', private.asked_deletions(request.id),
      'url', site || '/requests/' || request.id
    )
    else private.notice_facts(email, site)
  end
$$;

create function private.arrived_facts(email private.outbox, request public.requests, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'request', jsonb_build_object('title', request.title, 'dueOn', request.due_on, 'url', site || '/requests/' || request.id),
    'people', (
      select coalesce(jsonb_agg(distinct e.actor_name), '[]') from public.events as e
      where e.request_id = request.id and e.recipient_id is not null and e.at >= email.since
        and e.kind in ('file_added', 'answered', 'question_asked', 'question_answered')
    ),
    'arrivals', private.arrivals_since(request, email.since),
    'questions', private.unread_messages(request, email.user_id, email.since),
    'states', (
      select coalesce(jsonb_agg(i.status order by i.position), '[]') from public.items as i
      where i.request_id = request.id and i.removed_at is null
    ),
    'toReview', request.items_submitted,
    'minutes', greatest(1, ceil(extract(epoch from now() - email.since) / 60)),
    'today', (private.email_clock() at time zone w.zone)::date,
    'settingsUrl', site || '/settings/email',
    'stopUrl', (
      select site || '/email/stop/' || private.stop_token(s.id, u.email, 'watched')
      from private.watchers as s join auth.users as u on u.id = s.user_id
      where s.request_id = request.id and s.user_id = email.user_id
    )
  )
  from public.workspaces as w where w.id = request.workspace_id
$$;

create function private.summary_facts(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  with period as (
    select (email.data ->> 'from')::date as since_day, (email.data ->> 'today')::date as today
  ),
  arrived as (
    select
      r,
      jsonb_array_length(private.arrivals_since(r, email.since)) as items,
      jsonb_array_length(private.unread_messages(r, email.user_id, email.since)) as messages
    from public.requests as r
    where r.workspace_id = email.workspace_id and r.status = 'open' and r.last_activity_at >= email.since
      and private.is_watched(r, email.user_id)
  ),
  overdue as (
    select r from period as d, public.requests as r
    where r.workspace_id = email.workspace_id and r.status = 'open'
      -- As the index has it.
      and coalesce(r.due_on, 'infinity') >= d.since_day and coalesce(r.due_on, 'infinity') < d.today
      and (r.required_missing > 0 or r.required_returned > 0) and private.is_watched(r, email.user_id)
    order by r.due_on, r.id
    limit 50
  ),
  unreachable as (
    select r, p.email, p.unreachable_at
    from public.recipients as p join public.requests as r on r.id = p.request_id
    where p.workspace_id = email.workspace_id and p.unreachable_at >= email.since and p.removed_at is null
      and r.status = 'open' and private.is_watched(r, email.user_id)
    order by p.unreachable_at
    limit 50
  )
  select jsonb_build_object(
    'workspace', w.name,
    'arrived', (
      select coalesce(
        jsonb_agg(
          private.summary_line(a.r, site) || jsonb_build_object('items', a.items) order by (a.r).last_activity_at desc
        ),
        '[]'
      )
      from (select * from arrived where items > 0 order by (r).last_activity_at desc limit 50) as a
    ),
    'questions', (
      select coalesce(
        jsonb_agg(
          private.summary_line(a.r, site) || jsonb_build_object('messages', a.messages)
          order by (a.r).last_activity_at desc
        ),
        '[]'
      )
      from (select * from arrived where messages > 0 order by (r).last_activity_at desc limit 50) as a
    ),
    'overdue', (
      select coalesce(
        jsonb_agg(
          private.summary_line(o.r, site) || jsonb_build_object('dueOn', (o.r).due_on) order by (o.r).due_on, (o.r).id
        ),
        '[]'
      )
      from overdue as o
    ),
    'bounced', (
      select coalesce(
        jsonb_agg(
          private.summary_line(b.r, site) || jsonb_build_object('address', b.email) order by b.unreachable_at
        ),
        '[]'
      )
      from unreachable as b
    ),
    'url', site || '/requests',
    'today', email.data ->> 'today',
    'settingsUrl', site || '/settings/email',
    'stopUrl', (
      select site || '/email/stop/' || private.stop_token(e.id, u.email, 'summary')
      from private.member_emails as e join auth.users as u on u.id = e.user_id
      where e.workspace_id = email.workspace_id and e.user_id = email.user_id
    )
  )
  from public.workspaces as w where w.id = email.workspace_id
$$;

create function private.summary_line(request public.requests, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'title', request.title,
    'url', site || '/requests/' || request.id,
    'people', (
      select coalesce(jsonb_agg(coalesce(nullif(p.name, ''), p.email) order by p.created_at, p.id), '[]')
      from public.recipients as p where p.request_id = request.id and p.removed_at is null
    )
  )
$$;

create function private.arrivals_since(request public.requests, since timestamptz) returns jsonb
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
        -- Answers stay on the page; why there is none is worth knowing at once.
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

create function private.member_invitation_facts(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'asker', jsonb_build_object(
      'name', coalesce(f.display_name, u.email),
      'email', u.email,
      'workspace', w.name,
      'isTrusted', exists (select from private.answered_workspaces as a where a.workspace_id = w.id)
    ),
    'role', i.role,
    'url', site || '/join/' || private.stop_token(i.id, i.email, 'join'),
    'expiresOn', (i.expires_at at time zone w.zone)::date,
    'today', (private.email_clock() at time zone w.zone)::date,
    'settingsUrl', site || '/settings/email'
  )
  from private.invitations as i
  join public.workspaces as w on w.id = i.workspace_id
  join auth.users as u on u.id = i.invited_by
  left join public.profiles as f on f.user_id = i.invited_by
  where i.id = (email.data ->> 'invitation')::uuid
$$;

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

create function private.notice_facts(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select case email.kind
    when 'security' then jsonb_build_object(
      'change', email.data ->> 'change',
      'email', email.data ->> 'email',
      'detail', email.data ->> 'detail',
      'at', email.since,
      'zone', email.data ->> 'zone',
      'undoUrl', case
        when email.data ->> 'change' in ('account_deleted', 'change_undone') then null
        -- Whoever has the new address can't be the one who lost the account by it.
        when email.data ->> 'change' = 'email_changed' and (
          lower(email.data ->> 'detail') = email.address
          or private.is_newcomer(email.user_id, email.data ->> 'subject', email.since)
        ) then null
        else site || '/email/undo/' || private.stop_token(email.id, email.address, 'notice')
      end
    )
    else email.data
  end
$$;

-- schemas/60_people/10_people.sql

create table private.open_recipients (
  recipient_id uuid primary key references public.recipients (id) on delete cascade,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  person_id uuid not null references private.people (id) on delete cascade,
  due_on date,
  unreached_at timestamptz
);

create function private.meet_people(requests uuid[]) returns void
language sql set search_path = '' as $$
  -- In one order, so that two requests to the same new people wait for each other instead of failing.
  insert into private.people as p (workspace_id, email, asked_as, asked_at)
  select distinct on (c.workspace_id, c.email) c.workspace_id, c.email, c.name, greatest(r.sent_at, c.created_at)
  from public.requests as r join public.recipients as c on c.request_id = r.id
  where r.id = any(meet_people.requests) and r.sent_at is not null and c.removed_at is null
  order by c.workspace_id, c.email, r.sent_at desc
  on conflict (workspace_id, email) do update set asked_as = excluded.asked_as
  where excluded.asked_as <> '' and p.asked_as <> excluded.asked_as
$$;

create function private.keep_open_recipients(recipients uuid[]) returns void
language sql set search_path = '' as $$
  delete from private.open_recipients as o
  using public.recipients as c, public.requests as r
  where o.recipient_id = any(keep_open_recipients.recipients) and c.id = o.recipient_id and r.id = c.request_id
    and (r.status <> 'open' or c.removed_at is not null);
  insert into private.open_recipients as o (recipient_id, workspace_id, person_id, due_on, unreached_at)
  select
    c.id, c.workspace_id, coalesce(p.merged_into, p.id),
    case when r.paused_at is null and private.left_for(c, r) > 0 then coalesce(r.due_on, 'infinity') end,
    least(c.unreachable_at, c.muted_at)
  from public.recipients as c
  join public.requests as r on r.id = c.request_id
  join private.people as p on p.workspace_id = c.workspace_id and p.email = c.email
  where c.id = any(keep_open_recipients.recipients) and r.status = 'open' and c.removed_at is null
  order by c.id
  -- Somebody may be merging this person.
  for key share of p
  on conflict (recipient_id) do update
  set person_id = excluded.person_id, due_on = excluded.due_on, unreached_at = excluded.unreached_at
  where (o.person_id, o.due_on, o.unreached_at)
    is distinct from (excluded.person_id, excluded.due_on, excluded.unreached_at)
$$;

create function private.recipients_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  met uuid[];
  seen record;
begin
  if tg_op = 'INSERT' then
    met := array(select distinct c.request_id from changed as c);
  else
    met := array(
      select distinct c.request_id from changed as c join former as f on f.id = c.id
      where (f.email, f.name) is distinct from (c.email, c.name)
    );
    -- Before anything else of theirs, in the order of merges. Nobody is tagged meanwhile who is forgotten below.
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
  if met <> '{}' then
    perform private.meet_people(met);
  end if;
  perform private.keep_open_recipients(array(select c.id from changed as c));
  if tg_op = 'UPDATE' then
    update private.people as p set last_seen_at = c.last_seen_at
    from changed as c join former as f on f.id = c.id
    where p.workspace_id = c.workspace_id and p.email = c.email and f.last_seen_at is distinct from c.last_seen_at
      and coalesce(p.last_seen_at < c.last_seen_at, true);
    -- An address that was corrected before anybody used it was nobody's.
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

create function private.request_people_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.meet_people(array[new.id]);
  return null;
end
$$;

create function private.person_answered() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.people as p set answered_at = new.at
  from public.recipients as c
  where c.id = new.recipient_id and p.workspace_id = c.workspace_id and p.email = c.email
    -- Two requests of one person may commit in another order than they began in.
    and coalesce(p.answered_at < new.at, true);
  return null;
end
$$;

-- schemas/60_people/20_lists.sql

create function public.list_people(workspace uuid, filter text, after text default null, tag uuid default null)
returns table (
  id uuid, name text, email text, other_emails text[], tags text[], open_requests integer, items_left integer,
  items_accepted integer, items_submitted integer, items_returned integer, items_missing integer, due_on date, promised_on date,
  is_opened boolean, is_invited boolean, last_seen_at timestamptz, answered_at timestamptz, unreachable_at timestamptz, muted_at timestamptz,
  request_id uuid, "position" text
)
language plpgsql stable security definer rows 50 set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  ids uuid[];
  positions text[];
begin
  perform private.require_role(list_people.workspace, 'member');
  if list_people.tag is null then
    select coalesce(array_agg(l.id), '{}'), coalesce(array_agg(l.position), '{}') into ids, positions
    from private.list_people(list_people.workspace, list_people.filter, list_people.after, 50) as l;
  else
    select coalesce(array_agg(l.id), '{}'), coalesce(array_agg(l.position), '{}') into ids, positions
    from private.list_tagged_people(
      list_people.workspace, list_people.filter, list_people.tag, list_people.after, 50
    ) as l;
  end if;
  return query select * from private.describe_people(ids, positions);
end
$$;

create function public.people_counts(workspace uuid, tag uuid default null)
returns table (waiting integer, everyone integer, unreached integer)
language plpgsql stable security definer rows 1 set search_path = ''
-- Without statistics the planner would rather read all entries and hash or sort them.
set enable_sort = off set enable_hashagg = off set jit = off as $$
declare
  most constant integer := 1000;
begin
  perform private.require_role(people_counts.workspace, 'member');
  if people_counts.tag is not null then
    return query
      select
        count(*) filter (
          where exists (
            select from private.open_recipients as o where o.person_id = t.person_id and o.due_on is not null
          )
        )::integer,
        count(*)::integer,
        count(*) filter (
          where exists (
            select from private.open_recipients as o
            where o.workspace_id = people_counts.workspace and o.person_id = t.person_id and o.unreached_at is not null
          )
        )::integer
      from private.tagged(people_counts.workspace, people_counts.tag, most) as t;
    return;
  end if;
  return query
    select
      (
        select count(*)::integer from (
          select distinct o.person_id from private.open_recipients as o
          where o.workspace_id = people_counts.workspace and o.due_on is not null limit most
        ) as c
      ),
      (
        select count(*)::integer from (
          select from private.people as p
          where p.workspace_id = people_counts.workspace and p.merged_into is null order by p.sort_name, p.id limit most
        ) as c
      ),
      (
        select count(*)::integer from (
          select distinct o.person_id from private.open_recipients as o
          where o.workspace_id = people_counts.workspace and o.unreached_at is not null limit most
        ) as c
      );
end
$$;

create function public.export_people(workspace uuid, after text default null)
returns table (
  name text, email text, other_emails text[], tags text[], note text, asked_at timestamptz, open_requests integer,
  items_left integer, due_on date, promised_on date, last_seen_at timestamptz, answered_at timestamptz, unreachable_at timestamptz, muted_at timestamptz, "position" text
)
language plpgsql stable security definer rows 500 set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  ids uuid[];
  positions text[];
begin
  perform private.require_role(export_people.workspace, 'member');
  select coalesce(array_agg(l.id), '{}'), coalesce(array_agg(l.position), '{}') into ids, positions
  from private.list_people(export_people.workspace, 'everyone', export_people.after, 500) as l;
  return query
    select
      d.name, d.email, d.other_emails, d.tags, p.note, p.asked_at, d.open_requests, d.items_left, d.due_on, d.promised_on,
      d.last_seen_at, d.answered_at, d.unreachable_at, d.muted_at, d.position
    from private.describe_people(ids, positions) with ordinality as d (
      id, name, email, other_emails, tags, open_requests, items_left, items_accepted, items_submitted, items_returned,
      items_missing, due_on, promised_on, is_opened, is_invited, last_seen_at, answered_at, unreachable_at, muted_at, request_id,
      "position", number
    )
    join private.people as p on p.id = d.id
    order by d.number;
end
$$;

create function private.list_people(workspace uuid, filter text, after text, most integer)
returns table (id uuid, "position" text)
-- Without statistics the planner would rather sort a whole workspace than read an index in its order.
language plpgsql stable set search_path = '' set enable_sort = off set enable_hashagg = off set jit = off as $$
#variable_conflict use_column
declare
  following uuid;
  -- After the id and a space.
  key constant text := substr(list_people.after, 38);
begin
  following := coalesce(left(list_people.after, 36), '00000000-0000-0000-0000-000000000000');
  if list_people.filter = 'waiting' then
    return query
      select o.person_id, o.recipient_id || ' ' || o.due_on
      from private.open_recipients as o
      where o.workspace_id = list_people.workspace and o.due_on is not null
        and (o.due_on, o.recipient_id) > (coalesce(key::date, '-infinity'), following)
        -- Each person once, at what is due first.
        and not exists (
          select from private.open_recipients as e
          where e.person_id = o.person_id and e.due_on is not null
            and (e.due_on, e.recipient_id) < (o.due_on, o.recipient_id)
          offset 0
        )
      order by o.due_on, o.recipient_id
      limit list_people.most;
  elsif list_people.filter = 'everyone' then
    return query
      select p.id, p.id || ' ' || p.sort_name
      from private.people as p
      where p.workspace_id = list_people.workspace and p.merged_into is null
        and (p.sort_name, p.id) > (coalesce(key, '') collate "C", following)
      order by p.sort_name, p.id
      limit list_people.most;
  elsif list_people.filter = 'unreached' then
    return query
      select o.person_id, o.recipient_id || ' ' || o.unreached_at
      from private.open_recipients as o
      where o.workspace_id = list_people.workspace and o.unreached_at is not null
        and (o.unreached_at, o.recipient_id) > (coalesce(key::timestamptz, '-infinity'), following)
        and not exists (
          select from private.open_recipients as e
          where e.workspace_id = o.workspace_id and e.person_id = o.person_id and e.unreached_at is not null
            and (e.unreached_at, e.recipient_id) < (o.unreached_at, o.recipient_id)
          offset 0
        )
      order by o.unreached_at, o.recipient_id
      limit list_people.most;
  else
    perform private.fail('list.unknown');
  end if;
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow then
    perform private.fail('list.cursor');
end
$$;

create function private.list_tagged_people(workspace uuid, filter text, tag uuid, after text, most integer)
returns table (id uuid, "position" text)
language plpgsql stable set search_path = '' set jit = off
-- Without statistics the planner would rather read whole tables than follow a few rows.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  -- Enough for any list that somebody reads, and few enough to look at each time.
  looked_at constant integer := 1000;
  following constant text := coalesce(left(list_tagged_people.after, 36), '00000000-0000-0000-0000-000000000000');
  -- After the id and a space.
  key constant text := substr(list_tagged_people.after, 38);
begin
  if list_tagged_people.filter = 'waiting' then
    return query
      select t.person_id, o.recipient_id || ' ' || o.due_on
      from private.tagged(list_tagged_people.workspace, list_tagged_people.tag, looked_at) as t
      cross join lateral (
        select e.due_on, e.recipient_id from private.open_recipients as e
        where e.person_id = t.person_id and e.due_on is not null
        order by e.due_on, e.recipient_id limit 1
      ) as o
      where (o.due_on, o.recipient_id) > (coalesce(key::date, '-infinity'), following::uuid)
      order by o.due_on, o.recipient_id
      limit list_tagged_people.most;
  elsif list_tagged_people.filter = 'everyone' then
    return query
      select p.id, p.id || ' ' || p.sort_name
      from private.tagged(list_tagged_people.workspace, list_tagged_people.tag, looked_at) as t
      join private.people as p on p.id = t.person_id
      where (p.sort_name, p.id) > (coalesce(key, '') collate "C", following::uuid)
      order by p.sort_name, p.id
      limit list_tagged_people.most;
  elsif list_tagged_people.filter = 'unreached' then
    return query
      select t.person_id, o.recipient_id || ' ' || o.unreached_at
      from private.tagged(list_tagged_people.workspace, list_tagged_people.tag, looked_at) as t
      cross join lateral (
        select e.unreached_at, e.recipient_id from private.open_recipients as e
        where e.workspace_id = list_tagged_people.workspace and e.person_id = t.person_id and e.unreached_at is not null
        order by e.unreached_at, e.recipient_id limit 1
      ) as o
      where (o.unreached_at, o.recipient_id) > (coalesce(key::timestamptz, '-infinity'), following::uuid)
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

create function private.describe_people(people uuid[], positions text[])
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
      coalesce(sum(private.left_for(c.who, r)) filter (where c.is_first and w.due_on is not null), 0) as left_items,
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
      -- Enough for a line of a list. Somebody with more of them is shown at least these.
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

create function private.items_by_state(person public.recipients, request public.requests)
returns table (accepted integer, submitted integer, returned integer, missing integer)
language sql stable rows 1 set search_path = '' as $$
  select
    request.items_accepted + request.items_waived, request.items_submitted, request.items_returned, request.items_missing
  where person.scope = 'all'
  union all
  select
    count(*) filter (where i.status in ('accepted', 'waived'))::integer,
    count(*) filter (where i.status in ('partial', 'submitted'))::integer,
    count(*) filter (where i.status = 'returned')::integer,
    count(*) filter (where i.status = 'missing')::integer
  from public.recipient_items as h join public.items as i on i.id = h.item_id
  where h.recipient_id = person.id and i.removed_at is null
  having person.scope = 'items'
$$;

-- schemas/60_people/30_search.sql

create function public.search_people(workspace uuid, search text)
returns table (
  id uuid, name text, email text, other_emails text[], tags text[], open_requests integer, items_left integer,
  items_accepted integer, items_submitted integer, items_returned integer, items_missing integer, due_on date, promised_on date,
  is_opened boolean, is_invited boolean, last_seen_at timestamptz, answered_at timestamptz, unreachable_at timestamptz, muted_at timestamptz,
  request_id uuid, "position" text
)
language plpgsql stable security definer rows 50 set search_path = '' set enable_sort = off set jit = off as $$
#variable_conflict use_column
declare
  max_matches constant integer := 100;
  -- As search_requests does: the first rows are compared, which finds common words, and then the index is read, which finds
  -- rare ones. Among many people it isn't read for a word that three of the rows compared have, or two of a sample.
  compared constant integer := 500;
  per_index constant integer := 500;
  many constant integer := 20000;
  sampled constant integer := 200;
  words constant text[] :=
    tsvector_to_array(to_tsvector('pg_catalog.simple', private.folded(left(search_people.search, 201))));
  first_rows integer;
  found uuid[];
  indexed uuid[];
  is_common boolean := false;
  ids uuid[];
begin
  perform private.require_role(search_people.workspace, 'member');
  if char_length(search_people.search) > 200 then
    perform private.fail('search.too_long');
  elsif coalesce(cardinality(words), 0) = 0 then
    return;
  end if;
  select count(*), coalesce(array_agg(f.id) filter (where f.document @@ private.prefix_query(words)), '{}')
  into first_rows, found
  from (
    select p.id, p.document from private.people as p
    where p.workspace_id = search_people.workspace and p.merged_into is null order by p.sort_name, p.id limit compared
  ) as f;
  if first_rows = compared then
    is_common := cardinality(found) >= 3 or (
      select count(*) filter (where s.document @@ private.prefix_query(words)) >= 2
      from (
        select p.document from private.people as p
        where p.workspace_id = search_people.workspace order by p.id limit sampled
      ) as s
    );
    if is_common then
      is_common := exists (
        select from private.people as p where p.workspace_id = search_people.workspace order by p.id offset many
      );
    end if;
  end if;
  if not is_common then
    execute 'select array_agg(m.id) from (
      select coalesce(p.merged_into, p.id) as id from private.people as p
      where private.search_index(p.workspace_id, p.document) @@ $1 limit $2
    ) as m' into indexed
    using private.prefix_query(private.words_in_workspace(workspace, words)), per_index;
  end if;
  ids := array(
    select p.id from private.people as p
    where p.id in (select unnest(found) union select unnest(indexed)) and p.workspace_id = search_people.workspace
    order by p.sort_name, p.id
    limit max_matches + 1
  );
  if is_common or cardinality(indexed) = per_index or cardinality(ids) > max_matches then
    -- Partial Content: others may match. PostgREST sends this status.
    perform set_config('response.status', '206', true);
  end if;
  return query select * from private.describe_people(ids[1:max_matches], null);
end
$$;

-- schemas/60_people/40_person.sql

create function public.person_details(person uuid)
returns table (
  id uuid, workspace_id uuid, name text, given_name text, email text, note text, revision integer, addresses jsonb,
  tags jsonb, open_requests integer, done_requests integer, items_left integer, asked_at timestamptz,
  last_seen_at timestamptz, zone text, is_proven boolean, answer_seconds bigint, answered_at timestamptz, files integer, bytes bigint, emailed_at timestamptz,
  next_email_at timestamptz, unreachable_at timestamptz, muted_at timestamptz
)
language plpgsql stable security definer rows 1 set search_path = '' set jit = off
-- Without statistics the planner would rather read whole tables than follow a person's few rows.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  main constant private.people := private.require_person(person_details.person);
begin
  return query
    with asked as materialized (
      select c as recipient, r as request
      from private.recipients_of(main.id, 100) as c join public.requests as r on r.id = c.request_id
      where r.sent_at is not null
    ),
    opened as (
      select a.* from asked as a where (a.request).status = 'open'
    ),
    answers as (
      -- From the day they were asked to their first answer, in the latest requests that they answered.
      select extract(epoch from first.at - greatest((a.request).sent_at, (a.recipient).created_at)) as seconds
      from (
        select a.* from asked as a where (a.recipient).user_id is not null
        order by (a.request).sent_at desc limit 20
      ) as a
      cross join lateral (
        select e.at from public.events as e
        where e.request_id = (a.request).id and e.recipient_id = (a.recipient).id
          and e.kind in ('file_added', 'answered')
        order by e.seq limit 1
      ) as first
    ),
    kept as (
      select f.size
      from asked as a
      cross join lateral (
        select f.size from public.files as f
        where f.request_id = (a.request).id and f.uploaded_by = (a.recipient).user_id and f.status = 'stored'
        limit 1000
      ) as f
      limit 1000
    )
    select
      main.id, main.workspace_id, coalesce(nullif(main.name, ''), main.asked_as), main.name, main.email, main.note,
      main.revision,
      (
        select jsonb_agg(
          jsonb_build_object('id', m.id, 'email', m.email, 'name', coalesce(nullif(m.name, ''), m.asked_as), 'note', m.note)
          order by m.id <> main.id, m.email
        )
        from private.addresses_of(main.id) as m
      ),
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name)), '[]') from private.tags_of(main.id) as t
      ),
      (select count(distinct (o.request).id)::integer from opened as o),
      (select count(distinct (a.request).id)::integer from asked as a where (a.request).status = 'done'),
      (
        select coalesce(sum(private.left_for(o.recipient, o.request)), 0)::integer
        from (
          -- With both of their addresses in a request its items are theirs once.
          select distinct on ((o.request).id) o.* from opened as o
          where (o.request).paused_at is null order by (o.request).id, (o.recipient).scope
        ) as o
      ),
      (select min(m.asked_at) from private.addresses_of(main.id) as m),
      (select max(m.last_seen_at) from private.addresses_of(main.id) as m),
      (
        select (a.recipient).zone from asked as a where (a.recipient).zone is not null
        order by (a.recipient).last_seen_at desc nulls last limit 1
      ),
      (select coalesce(bool_or((a.recipient).user_id is not null), false) from asked as a),
      -- One answer is no habit.
      (
        select percentile_cont(0.5) within group (order by s.seconds)::bigint from answers as s
        having count(*) >= 2
      ),
      (select max(m.answered_at) from private.addresses_of(main.id) as m),
      (select count(*)::integer from kept),
      (select coalesce(sum(k.size), 0)::bigint from kept as k),
      (select max((a.recipient).emailed_at) from asked as a),
      (select min((o.recipient).next_reminder_at) from opened as o),
      (select min((o.recipient).unreachable_at) from opened as o),
      (select min((o.recipient).muted_at) from opened as o);
end
$$;

create function public.person_requests(person uuid)
returns table (
  id uuid, title text, status text, is_paused boolean, sent_at timestamptz, closed_at timestamptz, due_on date,
  promised_on date, email text, is_handed boolean, items_left integer, items_accepted integer, items_submitted integer,
  items_returned integer, items_missing integer, is_unreachable boolean, is_muted boolean
)
language plpgsql stable security definer rows 100 set search_path = '' set jit = off
-- Without statistics the planner would rather read whole tables than follow a person's few rows.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  main constant private.people := private.require_person(person_requests.person);
begin
  return query
    select
      r.id, r.title, r.status, r.paused_at is not null, r.sent_at, r.closed_at, r.due_on, c.promised_on, c.email,
      c.scope = 'items', case when r.status = 'open' and r.paused_at is null then private.left_for(c, r)::integer else 0 end,
      i.accepted, i.submitted, i.returned, i.missing, c.unreachable_at is not null, c.muted_at is not null
    from (
      -- A request to both of their addresses is listed once.
      select distinct on (c.request_id) c.id from private.recipients_of(main.id, 100) as c
      order by c.request_id, c.scope, c.created_at desc
    ) as l
    join public.recipients as c on c.id = l.id
    join public.requests as r on r.id = c.request_id
    cross join lateral private.items_by_state(c, r) as i
    where r.sent_at is not null
    order by c.created_at desc, c.id;
end
$$;

create function public.person_companions(person uuid)
returns table (id uuid, name text, email text, items integer, is_handed_by_them boolean)
language plpgsql stable security definer rows 20 set search_path = '' set jit = off
-- Without statistics the planner would rather read whole tables than follow a person's few rows.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  main constant private.people := private.require_person(person_companions.person);
begin
  return query
    select
      other.id, coalesce(nullif(other.name, ''), other.asked_as), other.email, sum(handed.items)::integer,
      coalesce(bool_or(handed.is_by_them), false)
    from (
      select c.request_id, array_agg(c.user_id) as users
      from (
        select o.recipient_id from private.open_recipients as o
        where o.person_id = main.id order by o.due_on, o.recipient_id limit 20
      ) as o
      join public.recipients as c on c.id = o.recipient_id
      group by c.request_id
    ) as mine
    join public.recipients as c on c.request_id = mine.request_id and c.removed_at is null
    join private.open_recipients as w on w.recipient_id = c.id and w.person_id <> main.id
    join private.people as other on other.id = w.person_id
    cross join lateral (
      select count(*) as items, bool_or(h.handed_by = any(mine.users)) as is_by_them
      from public.recipient_items as h where h.recipient_id = c.id
    ) as handed
    group by other.id
    order by 4 desc, other.sort_name, other.id
    limit 20;
end
$$;

create function private.require_person(person uuid) returns private.people
language plpgsql stable set search_path = '' as $$
declare
  me constant uuid := private.require_session();
  workspaces constant uuid[] := private.my_workspaces();
  found private.people;
begin
  select main.* into found
  from private.people as named
  join private.people as main on main.id = coalesce(named.merged_into, named.id)
  where named.id = require_person.person and named.workspace_id = any(workspaces) and me is not null;
  if found.id is null then
    perform private.fail('not_found');
  end if;
  return found;
end
$$;

create function private.recipients_of(person uuid, newest integer) returns setof public.recipients
language sql stable rows 10 set search_path = '' as $$
  select c.*
  from private.addresses_of(recipients_of.person) as a
  cross join lateral (
    select c.* from public.recipients as c
    where c.workspace_id = a.workspace_id and private.address_hash(c.email) = private.address_hash(a.email)
    order by (c.created_at at time zone 'UTC') desc, c.id limit recipients_of.newest
  ) as c
  where c.removed_at is null
  order by c.created_at desc, c.id
  limit recipients_of.newest
$$;

create function private.addresses_of(person uuid) returns setof private.people
language sql stable rows 1 set search_path = '' as $$
  select p.* from private.people as p where p.id = addresses_of.person
  union all
  select p.* from private.people as p where p.merged_into = addresses_of.person
$$;

-- schemas/60_people/50_editing.sql

create function public.edit_person(person uuid, revision integer, name text, note text) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  main constant private.people := private.require_person(edit_person.person);
  named constant text := private.one_line(coalesce(edit_person.name, ''));
  noted constant text := private.trimmed(coalesce(edit_person.note, ''));
  current integer;
begin
  if named <> '' and (char_length(named) > 80 or not private.is_name(named)) then
    perform private.fail('person.name');
  elsif char_length(noted) > 1000 then
    perform private.fail('person.note');
  end if;
  select p.revision into current from private.people as p where p.id = main.id for no key update;
  if current is distinct from edit_person.revision then
    perform private.fail('person.stale');
  end if;
  update private.people as p set name = named, note = noted, revision = p.revision + 1 where p.id = main.id;
  return current + 1;
end
$$;

create function public.merge_people(person uuid, other uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  most_addresses constant integer := 10;
  workspaces constant uuid[] := private.my_workspaces();
  parent uuid;
  together uuid[];
begin
  perform private.require_session();
  select p.workspace_id into parent
  from private.people as p join private.people as o on o.id = merge_people.other and o.workspace_id = p.workspace_id
  where p.id = merge_people.person and p.workspace_id = any(workspaces);
  if parent is null then
    perform private.fail('not_found');
  elsif merge_people.person = merge_people.other then
    perform private.fail('person.same');
  end if;
  -- One merge at a time in a workspace: two of them could each make the other's person a part of somebody.
  perform private.lock_people(parent, true);
  together := array(
    select p.id from private.people as p
    where coalesce(p.merged_into, p.id) in (
      select coalesce(n.merged_into, n.id) from private.people as n
      where n.id in (merge_people.person, merge_people.other)
    ) and p.workspace_id = parent
  );
  if cardinality(together) > most_addresses then
    perform private.fail('person.too_many_addresses');
  elsif (select count(distinct g.tag_id) from private.person_tags as g where g.person_id = any(together)) > 10 then
    perform private.fail('tag.too_many_here');
  end if;
  -- No request of theirs is opened or closed meanwhile under the other person.
  perform from private.people as p where p.id = any(together) order by p.id for update;
  update private.people as p
  set merged_into = case when p.id <> merge_people.person then merge_people.person end
  where p.id = any(together);
  update private.open_recipients as o set person_id = merge_people.person
  where o.person_id = any(together) and o.person_id <> merge_people.person;
  insert into private.person_tags (person_id, tag_id, workspace_id)
  select merge_people.person, g.tag_id, g.workspace_id from private.person_tags as g where g.person_id = any(together)
  on conflict do nothing;
  delete from private.person_tags as g where g.person_id = any(together) and g.person_id <> merge_people.person;
end
$$;

create function public.unmerge_person(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  main constant private.people := private.require_person(unmerge_person.person);
  apart private.people;
begin
  perform private.lock_people(main.workspace_id, true);
  select p.* into apart from private.people as p where p.id = unmerge_person.person for update;
  if apart.merged_into is null then
    return;
  end if;
  update private.people as p set merged_into = null where p.id = apart.id;
  update private.open_recipients as o set person_id = apart.id
  from public.recipients as c
  where o.person_id = apart.merged_into and c.id = o.recipient_id and c.email = apart.email;
end
$$;

create function private.lock_people(workspace uuid, exclusive boolean) returns void
language plpgsql set search_path = '' as $$
declare
  key constant bigint := hashtextextended('merge_people:' || lock_people.workspace, 0);
begin
  if lock_people.exclusive then
    perform pg_advisory_xact_lock(key);
  else
    perform pg_advisory_xact_lock_shared(key);
  end if;
end
$$;

-- schemas/70_bulk_send_and_repeats/10_bulk_send.sql

create table private.jobs (
  id uuid primary key,
  kind text not null,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  template_id uuid references public.requests (id) on delete set null,
  checklist_id uuid not null references public.requests (id) on delete cascade,
  title text not null,
  message text not null,
  sender uuid not null,
  created_at timestamptz not null default now(),
  paused_at timestamptz,
  stopped_at timestamptz,
  constraint jobs_kind_check check (kind in ('bulk'))
);

create table private.job_rows (
  job_id uuid not null references private.jobs (id) on delete cascade,
  number integer not null,
  email text not null,
  name text not null,
  due_on date,
  not_before timestamptz not null,
  attempts integer not null default 0,
  claimed_by uuid,
  claimed_until timestamptz,
  done_at timestamptz,
  failure text,
  request_id uuid references public.requests (id) on delete set null,
  assignee uuid,
  -- One row makes one request: whoever makes it holds the row's lock and ends the row in the same transaction.
  primary key (job_id, number),
  unique (job_id, email),
  constraint job_rows_done_check check (done_at is not null or request_id is null and failure is null)
);

create function public.send_to_many(job uuid, template uuid, title text, message text, people jsonb) returns void
language plpgsql security definer set search_path = '' set statement_timeout = '8s' as $$
declare
  source public.requests;
  checklist public.requests;
  listed integer;
  title constant text := private.one_line(send_to_many.title);
  message constant text := coalesce(private.trimmed(send_to_many.message), '');
begin
  perform private.require_session();
  source := private.lock_template(send_to_many.template);
  -- The template's lock makes a repeat wait for the first.
  if exists (
    select from private.jobs as j where j.id = send_to_many.job and j.workspace_id = source.workspace_id
  ) then
    return;
  elsif jsonb_typeof(send_to_many.people) is distinct from 'array' then
    perform private.fail('bulk.rows');
  end if;
  listed := jsonb_array_length(send_to_many.people);
  if listed not between 1 and 1000 or exists (
    select from jsonb_array_elements(send_to_many.people) as e (person)
    where jsonb_typeof(e.person) <> 'object' or coalesce(e.person ->> 'number' !~ '^[1-9][0-9]{0,8}$', true)
  ) then
    perform private.fail('bulk.rows');
  elsif source.items_total = 0 then
    perform private.fail('draft.items');
  end if;
  perform private.check_draft(jsonb_build_object(
    'title', private.filled(title, p.name, p.due_on),
    'message', private.filled(message, p.name, p.due_on),
    'recipients', jsonb_build_array(p.person)
  ))
  from (
    select
      e.person, coalesce(private.one_line(e.person ->> 'name'), '') as name, private.as_day(e.person -> 'due_on') as due_on
    from jsonb_array_elements(send_to_many.people) as e (person)
  ) as p;
  if exists (
    select from jsonb_array_elements(send_to_many.people) as e (person)
    where strpos(title || message, '{name}') > 0
        and coalesce(private.one_line(e.person ->> 'name'), '') = ''
      or strpos(title || message, '{due}') > 0 and e.person ->> 'due_on' is null
  ) then
    perform private.fail('bulk.placeholder');
  elsif (
    select count(distinct lower(private.trimmed(e.person ->> 'email'))) < listed
      or count(distinct e.person ->> 'number') < listed
    from jsonb_array_elements(send_to_many.people) as e (person)
  ) then
    perform private.fail('bulk.duplicate');
  elsif exists (
    select from jsonb_array_elements(send_to_many.people) as e (person)
    where e.person ->> 'assignee' is not null and not exists (
      select from public.members as m
      where m.workspace_id = source.workspace_id and m.user_id::text = e.person ->> 'assignee'
    )
  ) then
    perform private.fail('assignee.not_member');
  end if;
  perform private.use_quota('bulk_rows', source.workspace_id::text, listed);
  -- The copy of the template.
  perform private.use_quota('requests', source.workspace_id::text, 1);
  insert into public.requests as r (workspace_id, title, message, created_by, is_template)
  values (source.workspace_id, source.title, source.message, auth.uid(), true)
  returning r.* into checklist;
  perform private.copy_items(source, checklist);
  insert into private.jobs (id, kind, workspace_id, template_id, checklist_id, title, message, sender)
  values (
    send_to_many.job, 'bulk', source.workspace_id, source.id, checklist.id, title, message, auth.uid()
  )
  on conflict do nothing;
  if not found then
    perform private.fail('not_found');
  end if;
  insert into private.job_rows (job_id, number, email, name, due_on, assignee, not_before)
  select
    send_to_many.job, (e.person ->> 'number')::integer, l.email, l.name, private.as_day(e.person -> 'due_on'),
    (e.person ->> 'assignee')::uuid, private.email_clock()
  from jsonb_array_elements(send_to_many.people) as e (person)
  cross join lateral private.listed_recipients(jsonb_build_array(e.person)) as l;
  perform private.count_template_use(source.id);
end
$$;

create function public.pause_bulk(job uuid, paused boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked private.jobs := private.find_job(pause_bulk.job);
begin
  select j.* into locked from private.jobs as j where j.id = locked.id for update;
  if locked.stopped_at is not null then
    return;
  end if;
  update private.jobs as j
  set
    paused_at = case when pause_bulk.paused then coalesce(j.paused_at, now()) end,
    -- The member who resumes takes the place of a sender who has left.
    sender = case
      when pause_bulk.paused or private.may_send(j.workspace_id, j.sender) then j.sender else auth.uid()
    end
  where j.id = locked.id;
  update private.job_rows as r
  set not_before = case when pause_bulk.paused then 'infinity' else private.email_clock() end
  where r.job_id = locked.id and r.done_at is null;
end
$$;

create function public.stop_bulk(job uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked constant private.jobs := private.find_job(stop_bulk.job);
begin
  perform from private.jobs as j where j.id = locked.id for update;
  update private.job_rows as r set done_at = now(), failure = 'stopped' where r.job_id = locked.id and r.done_at is null;
  if found then
    update private.jobs as j set stopped_at = now(), paused_at = null where j.id = locked.id;
  end if;
end
$$;

create function public.retry_bulk(job uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  locked private.jobs := private.find_job(retry_bulk.job);
  tried integer;
begin
  select j.* into locked from private.jobs as j where j.id = locked.id for update;
  if locked.stopped_at is not null then
    return 0;
  end if;
  -- Who has a request isn't among them: a row ends with a request or with a failure.
  update private.job_rows as r
  set
    done_at = null, failure = null, attempts = 0, claimed_by = null, claimed_until = null,
    not_before = case when locked.paused_at is null then private.email_clock() else 'infinity' end
  where r.job_id = locked.id and r.failure is not null and r.request_id is null;
  get diagnostics tried = row_count;
  if tried > 0 and not private.may_send(locked.workspace_id, locked.sender) then
    -- As for a job that is resumed.
    update private.jobs as j set sender = auth.uid() where j.id = locked.id;
  end if;
  return tried;
end
$$;

create function private.find_job(job uuid) returns private.jobs
language plpgsql stable set search_path = '' as $$
declare
  found_job private.jobs;
begin
  perform private.require_session();
  select j.* into found_job from private.jobs as j
  where j.id = find_job.job and j.workspace_id = any(private.my_workspaces());
  if not found then
    perform private.fail('not_found');
  end if;
  return found_job;
end
$$;

create function private.may_send(workspace uuid, member uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.members as m
    join public.workspaces as w on w.id = m.workspace_id
    join auth.users as u on u.id = m.user_id
    where m.workspace_id = may_send.workspace and m.user_id = may_send.member
      and (u.banned_until is null or u.banned_until <= now()) and u.deleted_at is null
      and (not private.binds_members(w) or private.has_second_factor(m.user_id))
  )
$$;

create function private.filled(pattern text, name text, due_on date) returns text
language sql stable set search_path = '' as $$
  -- The name comes last: one that looks like a placeholder stays as it is.
  select replace(
    replace(filled.pattern, '{due}', coalesce(to_char(filled.due_on, 'FMDD Mon YYYY'), '')), '{name}', filled.name
  )
$$;

-- schemas/70_bulk_send_and_repeats/11_bulk_progress.sql

create function public.workspace_bulks(workspace uuid)
returns table (
  id uuid, template_title text, created_at timestamptz, people integer, is_waiting boolean, is_paused boolean
)
language plpgsql stable security definer rows 10 set search_path = '' set jit = off as $$
#variable_conflict use_column
begin
  perform private.require_role(workspace_bulks.workspace, 'member');
  return query
  select
    j.id, c.title, j.created_at,
    (select count(*)::integer from private.job_rows as r where r.job_id = j.id),
    exists (select from private.job_rows as r where r.job_id = j.id and r.done_at is null),
    j.paused_at is not null
  from private.jobs as j join public.requests as c on c.id = j.checklist_id
  where j.workspace_id = workspace_bulks.workspace
  order by j.created_at desc, j.id
  limit 10;
end
$$;

create function public.bulk_details(job uuid)
returns table (
  id uuid, workspace_id uuid, template_id uuid, template_title text, items integer, created_at timestamptz,
  sender_name text, can_send boolean, paused_at timestamptz, stopped_at timestamptz, people integer, problems integer, failed integer,
  sent integer, sent_lately integer, waiting integer, unsent integer, next_at timestamptz, ends_on date, new_today integer,
  new_allowed integer
)
language plpgsql stable security definer rows 1 set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  asked constant private.jobs := private.find_job(bulk_details.job);
  allowed constant integer := private.new_addresses_allowed(asked.workspace_id);
begin
  return query
  select
    asked.id, asked.workspace_id, asked.template_id, c.title, c.items_total, asked.created_at,
    coalesce((select f.display_name from public.profiles as f where f.user_id = asked.sender), ''),
    private.may_send(asked.workspace_id, asked.sender), asked.paused_at, asked.stopped_at,
    s.people, s.problems, s.failed, s.sent, s.sent_lately, s.waiting, s.unsent, s.next_at,
    private.new_addresses_end_on(asked.workspace_id, s.new_waiting),
    allowed - private.new_addresses_left(asked.workspace_id), allowed
  from public.requests as c
  cross join (
    select
      count(*)::integer as people,
      (count(*) filter (where p.state in ('failed', 'unreachable')))::integer as problems,
      (count(*) filter (where p.state = 'failed'))::integer as failed,
      (count(*) filter (where p.state = 'sent'))::integer as sent,
      (count(*) filter (where p.state = 'sent' and p.sent_at > now() - interval '30 seconds'))::integer as sent_lately,
      (count(*) filter (where p.state in ('waiting', 'sending')))::integer as waiting,
      (count(*) filter (where p.state = 'stopped'))::integer as unsent,
      min(p.not_before) filter (where p.state = 'waiting' and p.not_before < 'infinity') as next_at,
      (count(*) filter (where p.state = 'waiting' and private.is_new_address(asked.workspace_id, p.email)))::integer
        as new_waiting
    from private.job_progress(asked.id) as p
  ) as s
  where c.id = asked.checklist_id;
end
$$;

create function public.bulk_people(job uuid, filter text, after text default '')
returns table (
  number integer, email text, name text, due_on date, request_id uuid, state text, failure text, sent_at timestamptz,
  "position" text
)
language plpgsql stable security definer rows 50 set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  asked constant private.jobs := private.find_job(bulk_people.job);
begin
  return query
  select l.number, l.email, l.name, l.due_on, l.request_id, l.state, l.failure, l.sent_at, l.position
  from (
    select
      p.*,
      -- Problems first, then what is happening now.
      array_position(array['failed', 'unreachable', 'sending', 'sent', 'waiting', 'stopped'], p.state)::text
        || lpad(p.number::text, 10, '0') as "position"
    from private.job_progress(asked.id) as p
    where case bulk_people.filter
      when 'problems' then p.state in ('failed', 'unreachable')
      when 'sent' then p.state = 'sent'
      when 'waiting' then p.state in ('waiting', 'sending')
      else true
    end
  ) as l
  where l.position > bulk_people.after collate "C"
  order by l.position collate "C"
  limit 50;
end
$$;

create function private.job_progress(job uuid)
returns table (
  number integer, email text, name text, due_on date, request_id uuid, state text, failure text, sent_at timestamptz,
  not_before timestamptz
)
language sql stable rows 1000 set search_path = '' as $$
  select
    r.number, coalesce(p.email, r.email), coalesce(p.name, r.name), r.due_on, r.request_id,
    case
      when r.done_at is null then 'waiting'
      when r.failure = 'stopped' then 'stopped'
      when r.failure is not null then 'failed'
      when p.unreachable_at is not null and p.user_id is null then 'unreachable'
      -- A request that was deleted or whose recipient was removed needs nothing more.
      when p.id is null or p.invited_at is not null or p.user_id is not null then 'sent'
      else 'sending'
    end,
    r.failure,
    coalesce(p.invited_at, case when r.request_id is not null then r.done_at end),
    r.not_before
  from private.job_rows as r
  left join lateral (
    select c.* from public.recipients as c
    where c.request_id = r.request_id and c.removed_at is null and c.scope = 'all'
    order by c.created_at, c.id
    limit 1
  ) as p on true
  where r.job_id = job_progress.job
$$;

-- schemas/70_bulk_send_and_repeats/12_bulk_worker.sql

create function public.claim_bulk(worker uuid, batch integer default 20)
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
      -- Somebody should look at a row that has stopped several workers.
      done_at = case when r.attempts >= 5 then now() end,
      failure = case when r.attempts >= 5 then 'bulk.failed' end
    where r.ctid = any(array(select d.ctid from due as d))
    returning r.job_id, r.number, r.done_at
  )
  select c.job_id, c.number from claimed as c where c.done_at is null order by c.job_id, c.number
$$;

create function public.finish_bulk(job uuid, number integer, worker uuid) returns text
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  moment constant timestamptz := private.email_clock();
  claims constant text := coalesce(current_setting('request.jwt.claims', true), '');
  parent private.jobs;
  claimed private.job_rows;
  made uuid;
  code text;
begin
  select j.* into parent from private.jobs as j where j.id = finish_bulk.job;
  -- Whoever deletes the workspace or removes a member locks the workspace before requests and jobs.
  perform from public.workspaces as w where w.id = parent.workspace_id for share;
  -- Not after a pause or a stop, nor if the lease ran out and somebody else has it.
  select r.* into claimed from private.job_rows as r
  where r.job_id = parent.id and r.number = finish_bulk.number and r.claimed_by = finish_bulk.worker
    and r.done_at is null and r.not_before <= moment
  for update;
  if not found then
    return null;
  end if;
  select j.* into parent from private.jobs as j where j.id = parent.id;
  if not private.may_send(parent.workspace_id, parent.sender) then
    update private.job_rows as r set not_before = 'infinity', claimed_until = null, attempts = 0
    where r.job_id = parent.id and r.number = claimed.number;
    return 'waits';
  end if;
  begin
    perform private.act_as(parent.sender);
    made := private.send_job_row(parent, claimed);
    perform set_config('request.jwt.claims', claims, true);
  exception when others then
    if sqlstate not like 'PT4%' then
      raise;
    end if;
    code := sqlerrm;
  end;
  if made is null and (code is null or code like 'quota.%') then
    update private.job_rows as r
    set not_before = date_trunc('day', moment, 'UTC') + interval '1 day', claimed_until = null, attempts = 0
    where r.job_id = parent.id and r.number = claimed.number;
    return 'waits';
  end if;
  update private.job_rows as r set done_at = now(), request_id = made, failure = code
  where r.job_id = parent.id and r.number = claimed.number;
  return case when made is null then 'failed' else 'sent' end;
end
$$;

create function private.send_job_row(job private.jobs, claimed private.job_rows) returns uuid
language plpgsql set search_path = '' as $$
declare
  source public.requests;
  made public.requests;
begin
  if not private.reserve_address(job.workspace_id, claimed.email) then
    return null;
  end if;
  select r.* into source from public.requests as r where r.id = job.checklist_id;
  made := private.start_request(
    source,
    private.one_line(private.filled(job.title, claimed.name, claimed.due_on)),
    private.trimmed(private.filled(job.message, claimed.name, claimed.due_on)),
    claimed.due_on
  );
  -- Members who have left meanwhile get nothing new.
  perform private.give_request(made, m.user_id) from public.members as m
  where m.workspace_id = made.workspace_id and m.user_id = claimed.assignee;
  perform private.edit_recipients(
    made, jsonb_build_array(jsonb_build_object('email', claimed.email, 'name', claimed.name))
  );
  perform private.open_draft(made, true);
  return made.id;
end
$$;

-- schemas/70_bulk_send_and_repeats/20_repeats.sql

create table private.repeats (
  request_id uuid primary key references public.requests (id) on delete cascade,
  previous_id uuid references public.requests (id) on delete set null,
  workspace_id uuid not null references public.workspaces (id) on delete cascade,
  every text not null,
  first_on date not null,
  next_on date not null,
  sender uuid not null,
  not_before timestamptz not null,
  is_told boolean not null default false,
  failure text,
  attempts integer not null default 0,
  claimed_by uuid,
  claimed_until timestamptz,
  constraint repeats_every_check check (every in ('month', 'quarter', 'year'))
);

create function public.request_repeat(request uuid)
returns table (
  every text, next_on date, sender_name text, can_send boolean, failure text, following_id uuid
)
language plpgsql stable security definer rows 1 set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  parent constant uuid := (
    select r.workspace_id from public.requests as r
    where r.id = request_repeat.request and r.workspace_id = any(private.my_workspaces())
  );
begin
  perform private.require_session();
  if parent is null then
    perform private.fail('not_found');
  end if;
  return query
  select
    s.every, s.next_on,
    coalesce((select f.display_name from public.profiles as f where f.user_id = s.sender), ''),
    private.may_send(s.workspace_id, s.sender), s.failure,
    nullif(s.request_id, request_repeat.request)
  from private.repeats as s
  where s.request_id = request_repeat.request or s.previous_id = request_repeat.request
  order by s.request_id = request_repeat.request desc
  limit 1;
end
$$;

create function public.repeat_request(request uuid, every text default null, first_on date default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked constant public.requests := private.lock_to_copy(repeat_request.request);
  today constant date := private.workspace_today(locked.workspace_id);
begin
  perform private.require_newest(locked);
  if repeat_request.every is null then
    delete from private.repeats as s where s.request_id = locked.id;
    if found then
      perform private.add_event(locked.id, 'repeat_ended');
    end if;
    return;
  elsif locked.is_template or locked.status = 'draft' then
    perform private.fail('repeat.draft');
  elsif locked.status = 'cancelled' then
    perform private.fail('request.closed');
  elsif repeat_request.every not in ('month', 'quarter', 'year') then
    perform private.fail('repeat.every');
  elsif coalesce(repeat_request.first_on not between today + 1 and (today + interval '1 year')::date, true) then
    perform private.fail('repeat.date');
  end if;
  insert into private.repeats as s (request_id, workspace_id, every, first_on, next_on, sender, not_before, is_told)
  values (
    locked.id, locked.workspace_id, repeat_request.every, repeat_request.first_on, repeat_request.first_on, auth.uid(),
    private.repeat_time(locked.workspace_id, repeat_request.first_on),
    -- A sender who has just chosen tomorrow knows it.
    repeat_request.first_on = today + 1
  )
  on conflict (request_id) do update set
    -- Somebody who only takes it over moves no 31st.
    first_on = case
      when s.every = excluded.every and s.next_on = excluded.next_on then s.first_on else excluded.first_on
    end,
    every = excluded.every, next_on = excluded.next_on, sender = excluded.sender,
    not_before = excluded.not_before, is_told = excluded.is_told, failure = null, attempts = 0, claimed_until = null,
    claimed_by = null;
  perform private.add_event(locked.id, 'repeat_set');
end
$$;

create function public.skip_repeat(request uuid, day date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked constant public.requests := private.lock_as_member(skip_repeat.request);
begin
  perform private.require_newest(locked);
  update private.repeats as s
  set
    next_on = d.day, not_before = private.repeat_time(s.workspace_id, d.day), is_told = false, failure = null, attempts = 0,
    claimed_until = null, claimed_by = null,
    -- As for a job: whoever goes on takes the place of somebody who has left.
    sender = case when private.may_send(s.workspace_id, s.sender) then s.sender else auth.uid() end
  from (
    select private.repeat_day(o.every, o.first_on, greatest(o.next_on, private.workspace_today(o.workspace_id))) as day
    from private.repeats as o where o.request_id = locked.id
  ) as d
  where s.request_id = locked.id and s.next_on = skip_repeat.day;
  if found then
    perform private.add_event(locked.id, 'repeat_skipped');
  end if;
end
$$;

create function private.repeat_day(every text, first_on date, past date) returns date
language sql immutable set search_path = '' as $$
  select (case when d.latest > repeat_day.past then d.latest else d.following end)::date
  from (
    select
      case repeat_day.every when 'month' then 1 when 'quarter' then 3 else 12 end as step,
      (extract(year from repeat_day.past) - extract(year from repeat_day.first_on))::integer * 12
        + (extract(month from repeat_day.past) - extract(month from repeat_day.first_on))::integer as months
  ) as m
  cross join lateral (
    select
      repeat_day.first_on + make_interval(months => greatest(m.months, 0) / m.step * m.step) as latest,
      repeat_day.first_on + make_interval(months => (greatest(m.months, 0) / m.step + 1) * m.step) as following
  ) as d
$$;

create function private.repeat_time(workspace uuid, day date) returns timestamptz
language sql stable set search_path = '' as $$
  select (repeat_time.day + time '08:00') at time zone w.zone from public.workspaces as w where w.id = repeat_time.workspace
$$;

create function private.require_newest(request public.requests) returns void
language plpgsql stable set search_path = '' as $$
begin
  if exists (select from private.repeats as s where s.previous_id = request.id) then
    perform private.fail('repeat.moved');
  end if;
end
$$;

create function private.queue_repeat(repeat private.repeats, failed boolean) returns void
language sql set search_path = '' as $$
  insert into private.outbox (kind, request_id, workspace_id, user_id, since, not_before, data)
  select
    'repeat', repeat.request_id, repeat.workspace_id, repeat.sender, now(), private.email_clock(),
    jsonb_build_object('on', repeat.next_on, 'failed', queue_repeat.failed)
  where private.may_send(repeat.workspace_id, repeat.sender)
$$;

create function private.end_repeat() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.repeats as s where s.request_id = new.id;
  return null;
end
$$;

create function private.repeat_facts(email private.outbox, request public.requests, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'title', request.title,
    'people', (
      select coalesce(
        jsonb_agg(coalesce(nullif(p.name, ''), p.email) order by p.created_at, p.id), '[]'
      )
      from public.recipients as p where p.request_id = request.id and p.removed_at is null and p.scope = 'all'
    ),
    'on', email.data ->> 'on',
    'hasFailed', (email.data ->> 'failed')::boolean,
    'today', private.workspace_today(w.id),
    'url', site || '/requests/' || request.id
  )
  from public.workspaces as w where w.id = email.workspace_id
$$;

-- schemas/70_bulk_send_and_repeats/21_repeat_worker.sql

create function public.claim_repeats(worker uuid, batch integer default 20) returns table (request uuid)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  moment constant timestamptz := private.email_clock();
  due private.repeats;
begin
  for due in
    select s.* from private.repeats as s
    where s.not_before > moment and s.not_before <= moment + interval '1 day' and not s.is_told
    order by s.request_id
    limit 100
  loop
    -- Workspaces before requests, and requests before what belongs to them, as every writer does. Nothing is waited for.
    perform from public.workspaces as w where w.id = due.workspace_id for key share skip locked;
    continue when not found;
    perform from public.requests as r where r.id = due.request_id for key share skip locked;
    continue when not found;
    update private.repeats as s set is_told = true
    where s.request_id = due.request_id and s.not_before = due.not_before and not s.is_told
    returning s.* into due;
    continue when not found;
    perform private.queue_repeat(due, false);
  end loop;
  return query
  update private.repeats as s
  set attempts = s.attempts + 1, claimed_by = claim_repeats.worker, claimed_until = now() + interval '1 minute'
  where s.ctid = any(array(
    select o.ctid from private.repeats as o
    where o.not_before <= moment and (o.claimed_until is null or o.claimed_until < now())
    order by o.not_before, o.request_id
    limit least(claim_repeats.batch, 100)
    for update skip locked
  ))
  returning s.request_id;
end
$$;

create function public.finish_repeat(request uuid, worker uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  moment constant timestamptz := private.email_clock();
  claims constant text := coalesce(current_setting('request.jwt.claims', true), '');
  source public.requests;
  claimed private.repeats;
  made uuid;
  code text;
begin
  -- A deletion locks the workspace before its requests. A weaker lock would let both wait for each other.
  perform from public.workspaces as w
  where w.id = (select r.workspace_id from public.requests as r where r.id = finish_repeat.request) for share;
  select r.* into source from public.requests as r where r.id = finish_repeat.request for update;
  -- Not after a skip or an end, nor if the lease ran out and somebody else has it.
  select s.* into claimed from private.repeats as s
  where s.request_id = source.id and s.claimed_by = finish_repeat.worker and s.not_before <= moment
  for update;
  if not found then
    return null;
  end if;
  if claimed.attempts > 5 then
    -- Somebody should look at a repeat that has stopped several workers.
    code := 'repeat.failed';
  elsif not private.may_send(source.workspace_id, claimed.sender) then
    code := 'repeat.sender';
  else
    begin
      perform private.act_as(claimed.sender);
      made := private.send_again(source);
      perform set_config('request.jwt.claims', claims, true);
    exception when others then
      if sqlstate not like 'PT4%' then
        raise;
      end if;
      code := sqlerrm;
    end;
  end if;
  if code like 'quota.%' then
    update private.repeats as s
    set not_before = date_trunc('day', moment, 'UTC') + interval '1 day', claimed_until = null, attempts = 0
    where s.request_id = source.id;
    return 'waits';
  elsif made is null then
    update private.repeats as s
    set not_before = 'infinity', failure = code, claimed_until = null, attempts = 0
    where s.request_id = source.id
    returning s.* into claimed;
    perform private.queue_repeat(claimed, true);
    return 'failed';
  end if;
  update private.repeats as s
  set
    request_id = made, previous_id = source.id, next_on = d.day,
    not_before = private.repeat_time(s.workspace_id, d.day), is_told = false, claimed_by = null, claimed_until = null,
    attempts = 0
  from (
    -- One request for all days that were missed, and for one that comes again in another zone.
    select private.repeat_day(
      claimed.every, claimed.first_on, greatest(claimed.next_on, private.workspace_today(claimed.workspace_id))
    ) as day
  ) as d
  where s.request_id = source.id;
  return 'sent';
end
$$;

create function private.send_again(source public.requests) returns uuid
language plpgsql set search_path = '' as $$
declare
  zone constant text := (select w.zone from public.workspaces as w where w.id = source.workspace_id);
  made public.requests;
begin
  made := private.start_request(
    source, source.title, source.message,
    -- Without a due date there is none, which greatest would not say.
    case when source.due_on is not null then
      private.workspace_today(source.workspace_id) + greatest(source.due_on - (source.sent_at at time zone zone)::date, 0)
    end
  );
  update public.requests as r set reminder_plan = source.reminder_plan where r.id = made.id;
  if source.assignee is not null then
    perform private.give_request(made, source.assignee);
  end if;
  insert into public.request_tags (request_id, tag_id, workspace_id)
  select made.id, g.tag_id, g.workspace_id from public.request_tags as g where g.request_id = source.id;
  -- An opt-out holds for the whole series.
  insert into public.recipients (request_id, workspace_id, email, name, muted_at)
  select made.id, source.workspace_id, p.email, p.name, p.muted_at
  from public.recipients as p where p.request_id = source.id and p.removed_at is null and p.scope = 'all';
  perform private.open_draft(made, true);
  perform private.add_event(made.id, 'repeated');
  return made.id;
end
$$;

-- schemas/80_retention/10_checksums.sql

create table private.checks (
  file_id uuid primary key references public.files (id) on delete cascade,
  attempts integer not null default 0,
  not_before timestamptz not null default '-infinity',
  claimed_by uuid,
  claimed_until timestamptz
);

create function public.claim_checks(worker uuid, batch integer) returns table (file uuid, object_key text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  moment constant timestamptz := private.email_clock();
begin
  -- Claims are serialised so that each sees all earlier ones, as those of the purge.
  lock table private.checks in share row exclusive mode;
  return query
    with due as (
      select f.id, f.object_key
      from public.files as f left join private.checks as c on c.file_id = f.id
      where f.status = 'stored' and f.checked_at is null
        and (c.file_id is null or c.not_before <= moment and (c.claimed_until is null or c.claimed_until < now()))
      -- Somebody may be looking at what has just arrived.
      order by f.stored_at desc, f.id
      limit least(claim_checks.batch, 100)
    ),
    claimed as (
      insert into private.checks as c (file_id, claimed_by, claimed_until)
      select d.id, claim_checks.worker, now() + interval '15 minutes' from due as d
      on conflict (file_id) do update set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
    )
    select d.id, d.object_key from due as d;
end
$$;

create function public.finish_checks(worker uuid, bytes jsonb)
returns table (verified integer, damaged integer, removed integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  own uuid[];
  intact uuid[];
  broken uuid[];
  broken_file public.files;
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
  select coalesce(array_agg(d.file_id), '{}') into own from finished as d;
  -- A file that was removed meanwhile needs no check: its bytes may be gone by now.
  with checked as (
    update public.files as f set checked_sha256 = b.sha256, checked_size = b.size, checked_at = now()
    from jsonb_to_recordset(finish_checks.bytes) as b (file uuid, sha256 text, size bigint)
    where f.id = b.file and f.id = any(own) and f.status = 'stored' and f.checked_at is null
    returning f.id, f.damaged
  )
  select
    coalesce(array_agg(d.id) filter (where not d.damaged), '{}'),
    coalesce(array_agg(d.id) filter (where d.damaged), '{}')
  into intact, broken
  from checked as d;
  for broken_file in
    select f.* from public.files as f where f.id = any(broken) order by f.stored_at, f.id
  loop
    perform private.add_event(
      broken_file.request_id, 'file_damaged', broken_file.item_id, broken_file.id,
      jsonb_build_object('name', broken_file.name)
    );
    perform private.queue_damaged(broken_file.request_id, broken_file.workspace_id);
  end loop;
  return query
  select cardinality(intact), cardinality(broken), cardinality(own) - cardinality(intact) - cardinality(broken);
end
$$;

create function public.postpone_check(file uuid, worker uuid) returns void
language sql security definer set search_path = '' as $$
  update private.checks as c
  set
    attempts = c.attempts + 1,
    not_before = private.email_clock() + least(interval '1 minute' * 2 ^ least(c.attempts, 10), interval '1 hour'),
    claimed_until = null
  where c.file_id = postpone_check.file and c.claimed_by = postpone_check.worker
$$;

create function public.release_checks(worker uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.checks as c where c.claimed_by = release_checks.worker and c.attempts = 0;
  update private.checks as c set claimed_until = null
  where c.claimed_by = release_checks.worker and c.claimed_until is not null
$$;

create function private.damaged_files(request uuid, since timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('name', f.name, 'item', i.title, 'isLost', f.checked_sha256 is null) order by i.position, f.created_at
    ),
    '[]'
  )
  from public.files as f join public.items as i on i.id = f.item_id
  where f.request_id = damaged_files.request and f.status = 'stored' and f.damaged and f.checked_at >= damaged_files.since
    and i.removed_at is null
$$;

create function private.damaged_facts(email private.outbox, request public.requests, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'title', request.title,
    'files', private.damaged_files(request.id, email.since),
    'url', site || '/requests/' || request.id,
    'settingsUrl', site || '/settings/email',
    'stopUrl', (
      select site || '/email/stop/' || private.stop_token(s.id, u.email, 'watched')
      from private.watchers as s join auth.users as u on u.id = s.user_id
      where s.request_id = request.id and s.user_id = email.user_id
    )
  )
  from public.workspaces as w where w.id = request.workspace_id
$$;

create function private.queue_damaged(request uuid, workspace uuid) returns void
language sql set search_path = '' as $$
  select private.watch_own(queue_damaged.request);

  insert into private.outbox (kind, request_id, workspace_id, user_id, since, not_before)
  select 'damaged', w.request_id, queue_damaged.workspace, w.user_id, now(), private.email_clock() + interval '1 minute'
  from private.watchers as w
  where w.request_id = queue_damaged.request and w.stopped_at is null
  on conflict (user_id, request_id) where attempts = 0 and ended_at is null and kind = 'damaged' do nothing
$$;

-- schemas/80_retention/20_receipts.sql

create table private.receipts (
  id uuid primary key default gen_random_uuid(),
  recipient_id uuid not null references public.recipients (id) on delete cascade,
  asked_at timestamptz not null default now(),
  claimed_by uuid,
  claimed_until timestamptz,
  issued_at timestamptz,
  -- Last event of the history that it contains.
  seq integer,
  document jsonb,
  check (num_nonnulls(issued_at, seq, document) in (0, 3))
);

create function public.ask_for_receipt(request uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_session();
  asked public.recipients;
  issued jsonb;
begin
  select p.* into asked from public.recipients as p
  where p.request_id = ask_for_receipt.request and p.user_id = me and p.removed_at is null;
  if asked.id is null then
    perform private.fail('not_found');
  end if;
  -- Nothing has happened since, so the one that was issued says it all.
  select c.document into issued from private.receipts as c
  where c.recipient_id = asked.id and c.seq = (
    select max(e.seq) from public.events as e where e.request_id = asked.request_id
  );
  if issued is not null then
    return issued;
  end if;
  insert into private.receipts (recipient_id) values (asked.id)
  on conflict (recipient_id) where issued_at is null do nothing;
  if found then
    perform private.use_quota('receipts', me::text, 1);
  end if;
  return null;
end
$$;

create function public.request_receipts(request uuid) returns table (email text, document jsonb)
language plpgsql stable security definer rows 2 set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_session();
  if not exists (
    select from public.requests as r
    where r.id = request_receipts.request and r.workspace_id = any(private.my_workspaces())
  ) then
    perform private.fail('not_found');
  end if;
  return query
  select p.email, c.document
  from public.recipients as p
  cross join lateral (
    select c.document from private.receipts as c
    where c.recipient_id = p.id and c.issued_at is not null
    order by c.seq desc limit 1
  ) as c
  where p.request_id = request_receipts.request
  order by p.created_at, p.id;
end
$$;

create function public.claim_receipts(worker uuid, batch integer) returns table (receipt uuid, facts jsonb)
language sql security definer set search_path = '' as $$
  with due as (
    select c.id from private.receipts as c join public.recipients as p on p.id = c.recipient_id
    where c.issued_at is null and (c.claimed_until is null or c.claimed_until < now())
      -- What was not read yet can't be attested.
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

create function public.finish_receipt(receipt uuid, worker uuid, document jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update private.receipts as c
  set
    issued_at = now(), document = finish_receipt.document,
    seq = (finish_receipt.document #>> '{receipt,history,seq}')::integer, claimed_by = null, claimed_until = null
  where c.id = finish_receipt.receipt and c.claimed_by = finish_receipt.worker and c.issued_at is null;
  return found;
end
$$;

create function private.receipt_facts(receipt private.receipts) returns jsonb
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
            -- Of a lost object nobody can say what it was.
            where f.item_id = i.id and f.status = 'stored' and f.checked_sha256 is not null and not f.added_by_member
              -- Then nobody else's can be read any more either.
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

create function private.receipt_items(asked public.recipients) returns setof public.items
language sql stable set search_path = '' as $$
  select i.* from public.items as i
  where i.request_id = asked.request_id and i.removed_at is null
    and (
      asked.scope = 'all'
      or i.id in (select h.item_id from public.recipient_items as h where h.recipient_id = asked.id)
    )
$$;

create function private.current_receipt(recipient public.recipients) returns jsonb
language sql stable set search_path = '' as $$
  select c.document
  from private.receipts as c
  where c.recipient_id = recipient.id and c.issued_at is not null
    -- Mail servers refuse large emails.
    and octet_length(c.document::text) <= 1000000
    and c.seq >= (
      select max(e.seq) from public.events as e
      where e.request_id = recipient.request_id and e.recipient_id = recipient.id
        and e.kind in ('file_added', 'file_removed', 'answered')
    )
  order by c.seq desc
  limit 1
$$;

create function private.awaits_receipt(recipient public.recipients) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.receipts as c
    where c.recipient_id = recipient.id and c.issued_at is null
      -- An email without its receipt is better than none: files of gigabytes take minutes to be read.
      and c.asked_at > now() - interval '2 minutes'
  )
$$;

create function private.receive_complete_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.receipts (recipient_id)
  select p.id from public.recipients as p join public.requests as r on r.id = p.request_id
  where p.id = new.recipient_id and private.left_for(p, r) = 0
  on conflict (recipient_id) where issued_at is null do nothing;
  return null;
end
$$;

-- schemas/80_retention/30_retention.sql

create function public.set_retention(workspace uuid, days integer, sensitive_days integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_workspace(set_retention.workspace, 'admin');
  if set_retention.days not between 30 and 3650 or set_retention.sensitive_days not between 30 and 3650
    or set_retention.sensitive_days >= set_retention.days
  then
    perform private.fail('retention.days');
  end if;
  update public.workspaces as w
  set retain_days = set_retention.days, retain_sensitive_days = set_retention.sensitive_days
  where w.id = set_retention.workspace;
  perform private.forget_expiries(set_retention.workspace);
end
$$;

create function public.set_request_retention(request uuid, days integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked constant public.requests := private.lock_as_member(set_request_retention.request);
  -- Of a draft nothing was promised yet.
  kept constant integer := case
    when locked.sent_at is not null then private.kept_days(locked, false)
    else (select w.retain_days from public.workspaces as w where w.id = locked.workspace_id)
  end;
begin
  if set_request_retention.days not between 30 and 3650 then
    perform private.fail('retention.days');
  elsif set_request_retention.days > kept then
    perform private.fail('retention.longer');
  elsif locked.sent_at is not null and set_request_retention.days is null and locked.retain_days is not null then
    perform private.fail('retention.longer');
  elsif set_request_retention.days is not distinct from locked.retain_days then
    return;
  end if;
  update public.requests as r set retain_days = set_request_retention.days where r.id = locked.id;
  delete from private.expiries as e where e.request_id = locked.id and e.told_at is null;
  if locked.sent_at is not null then
    perform private.add_event(
      locked.id, 'retention_changed', data => jsonb_build_object('before', kept, 'after', set_request_retention.days)
    );
  end if;
end
$$;

create function public.request_retention(request uuid)
returns table (
  days integer, sensitive_days integer, ended_at timestamptz, erase_at timestamptz, erased_at timestamptz,
  deleted_at timestamptz
)
language plpgsql stable security definer rows 1 set search_path = '' as $$
#variable_conflict use_column
declare
  found_request public.requests;
begin
  perform private.require_session();
  select r.* into found_request from public.requests as r
  where r.id = request_retention.request
    and (
      r.workspace_id = any(private.my_workspaces())
      or r.id = any(private.my_requests() || private.my_handed_requests())
    );
  if found_request.id is null then
    perform private.fail('not_found');
  end if;
  return query
  select
    private.kept_days(found_request, false), private.kept_days(found_request, true), found_request.closed_at,
    found_request.erase_at, found_request.erased_at, found_request.deleted_at;
end
$$;

create function private.kept_days(request public.requests, sensitive boolean) returns integer
language sql stable set search_path = '' as $$
  -- least ignores what is null: it says how long for none of them.
  select least(
    request.retain_days, w.retain_days,
    case when kept_days.sensitive then least(request.retain_sensitive_days, w.retain_sensitive_days) end
  )
  from public.workspaces as w where w.id = request.workspace_id
$$;

create function private.promise_retention() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.sent_at is null and new.sent_at is not null then
    select private.kept_days(new, false), nullif(private.kept_days(new, true), private.kept_days(new, false))
    into new.retain_days, new.retain_sensitive_days;
  end if;
  if new.closed_at is null and old.closed_at is not null then
    new.erase_at := null;
    new.erased_at := null;
    delete from private.expiries as e where e.request_id = new.id;
  end if;
  return new;
end
$$;

create function private.kept_contents(request public.requests)
returns table (item_id uuid, file_id uuid, due_at timestamptz)
language sql stable rows 10 set search_path = '' as $$
  with days as materialized (
    select private.kept_days(request, false) as days, private.kept_days(request, true) as sensitive_days
  )
  select i.id, k.file_id, k.since + make_interval(days => case when i.sensitive then d.sensitive_days else d.days end)
  from days as d
  join public.items as i on i.request_id = request.id
  cross join lateral (
    -- The time of what arrives late starts when it arrives.
    select f.id as file_id, greatest(request.closed_at, f.stored_at) as since
    from public.files as f where f.item_id = i.id and f.status = 'stored'
    union all
    select null, request.closed_at where i.answer is not null
  ) as k
$$;

-- schemas/80_retention/31_expiry.sql

create table private.expiries (
  request_id uuid primary key references public.requests (id) on delete cascade,
  due_at timestamptz not null,
  told_at timestamptz,
  told_again_at timestamptz
);

create table private.silences (
  request_id uuid primary key references public.requests (id) on delete cascade,
  told_at timestamptz not null
);

create function public.plan_expiries(batch integer) returns integer
language plpgsql security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  moment constant timestamptz := private.email_clock();
  notice constant interval := interval '14 days';
  last_notice constant interval := interval '2 days';
  most constant integer := least(greatest(plan_expiries.batch, 1), 500);
  request public.requests;
  expiry private.expiries;
  due timestamptz;
  silent uuid[];
  planned integer := 0;
begin
  -- Requests whose shortest time ends soon. Rows that are locked are skipped: the next run finds them.
  for request in
    select r.* from public.requests as r
    where r.id in (
      select s.id
      from public.workspaces as w
      cross join lateral (
        select r.id from public.requests as r
        where r.workspace_id = w.id and r.closed_at is not null and r.erased_at is null
          and r.closed_at <= moment + notice - make_interval(days => least(w.retain_days, w.retain_sensitive_days))
          and not exists (select from private.expiries as e where e.request_id = r.id)
        order by r.closed_at limit most
      ) as s
      where coalesce(w.retain_days, w.retain_sensitive_days) is not null
      union
      (
        select r.id from public.requests as r
        where r.closed_at is not null and r.erased_at is null and coalesce(r.retain_days, r.retain_sensitive_days) is not null
          and r.closed_at <= moment + notice - make_interval(days => least(r.retain_days, r.retain_sensitive_days))
          and not exists (select from private.expiries as e where e.request_id = r.id)
        order by r.closed_at limit most
      )
    )
    order by r.id limit most
    for update of r skip locked
  loop
    select min(k.due_at) into due from private.kept_contents(request) as k;
    if due is not null then
      insert into private.expiries (request_id, due_at) values (request.id, due) on conflict do nothing;
    elsif not exists (select from private.kept_contents(request)) then
      update public.requests as r set erased_at = now() where r.id = request.id;
    else
      -- The rest is kept for good: until the workspace says otherwise.
      insert into private.expiries (request_id, due_at) values (request.id, 'infinity') on conflict do nothing;
    end if;
    planned := planned + 1;
  end loop;

  for expiry in
    select e.* from private.expiries as e
    where e.due_at <= moment + notice and e.told_at is null
      or e.due_at <= moment + last_notice and e.told_again_at is null
      -- Told in a future that didn't come: somebody has set back the clock.
      or e.told_at > moment
    order by e.due_at limit most
  loop
    -- Workspaces before requests, as a deletion locks them: an email refers to both. Nobody is waited for.
    perform from public.workspaces as w
    where w.id = (select r.workspace_id from public.requests as r where r.id = expiry.request_id)
    for key share skip locked;
    continue when not found;
    select r.* into request from public.requests as r where r.id = expiry.request_id for update skip locked;
    continue when not found;
    select e.* into expiry from private.expiries as e where e.request_id = request.id for update;
    continue when not found;
    select min(k.due_at) into due from private.kept_contents(request) as k;
    if due is null or due > moment + notice then
      -- Removed, or to be kept longer since.
      delete from private.expiries as e where e.request_id = request.id;
      update public.requests as r set erase_at = null where r.id = request.id;
    elsif expiry.told_at is null or expiry.told_at > moment then
      due := greatest(due, moment + notice);
      update private.expiries as e set told_at = moment, told_again_at = null, due_at = due where e.request_id = request.id;
      update public.requests as r set erase_at = due where r.id = request.id returning r.* into request;
      perform private.note_event(request, 'erasure_announced', jsonb_build_object(
        'on', (select (due at time zone w.zone)::date from public.workspaces as w where w.id = request.workspace_id)
      ));
      perform private.queue_about('expiry', array[request.id]);
    elsif expiry.told_again_at is null and expiry.due_at <= moment + last_notice then
      due := greatest(expiry.due_at, moment + last_notice);
      update private.expiries as e set told_again_at = moment, due_at = due where e.request_id = request.id;
      update public.requests as r set erase_at = due where r.id = request.id returning r.* into request;
      perform private.queue_about('expiry', array[request.id]);
    else
      continue;
    end if;
    planned := planned + 1;
  end loop;

  with silent as (
    select s.id
    from public.workspaces as w
    cross join lateral (
      select r.id from public.requests as r
      where r.workspace_id = w.id and r.status = 'open' and r.last_activity_at <= moment - interval '1 year'
        and not exists (
          select from private.silences as s
          where s.request_id = r.id and s.told_at > moment - interval '1 year'
        )
      order by r.last_activity_at limit most
    ) as s
    limit most
  ),
  noted as (
    insert into private.silences as s (request_id, told_at) select l.id, moment from silent as l
    on conflict (request_id) do update set told_at = excluded.told_at
    returning s.request_id
  )
  select array_agg(n.request_id) into silent from noted as n;
  perform private.queue_about('silence', silent);
  planned := planned + coalesce(cardinality(silent), 0);
  return planned;
end
$$;

create function public.erase_expired(batch integer) returns integer
language plpgsql security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  moment constant timestamptz := private.email_clock();
  due private.expiries;
  request public.requests;
  erased_files integer;
  erased_answers integer;
  erased integer := 0;
begin
  for due in
    select e.* from private.expiries as e
    where e.due_at <= moment and e.told_at <= moment and e.told_again_at <= moment
    order by e.due_at limit least(greatest(erase_expired.batch, 1), 100)
  loop
    -- Requests first, as every writer does. Nobody is waited for.
    select r.* into request from public.requests as r
    where r.id = due.request_id and r.closed_at is not null for update skip locked;
    continue when not found;
    delete from private.expiries as e
    where e.request_id = request.id and e.due_at <= moment and e.told_at <= moment and e.told_again_at <= moment;
    continue when not found;
    with contents as materialized (
      select k.* from private.kept_contents(request) as k where k.due_at <= moment
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
    into erased_files, erased_answers;
    update public.requests as r
    set
      erase_at = null,
      erased_at = case when not exists (select from private.kept_contents(r)) then now() end
    where r.id = request.id;
    if erased_files + erased_answers > 0 then
      perform private.note_event(
        request, 'erased', jsonb_build_object('files', erased_files, 'answers', erased_answers)
      );
    end if;
    erased := erased + 1;
  end loop;
  return erased;
end
$$;

create function public.retire_files(upload_hours integer, batch integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  retired uuid[];
  dropped uuid[];
  forgotten uuid[];
begin
  -- Locked rows are skipped, so the job neither blocks nor overtakes people who are uploading, finishing or deciding.
  select array_agg(late.id) into retired
  from (
    select f.id from public.files as f
    where f.status = 'uploading' and f.created_at < now() - make_interval(hours => retire_files.upload_hours)
    order by f.created_at
    limit retire_files.batch
    for update skip locked
  ) as late;
  update public.files as f set status = 'removed', removed_at = now() where f.id = any(retired);

  select array_agg(late.id) into dropped
  from (
    select e.id from public.item_examples as e
    where e.status = 'uploading' and e.created_at < now() - make_interval(hours => retire_files.upload_hours)
    order by e.created_at
    limit retire_files.batch
    for update skip locked
  ) as late;
  delete from public.item_examples as e where e.id = any(dropped);

  -- Jobs are kept for 90 days, as emails are. One goes with its copy of the template.
  select array_agg(old.id) into forgotten
  from (
    select r.id from private.jobs as j
    join public.requests as r on r.id = j.checklist_id
    where j.created_at < now() - interval '90 days'
      and not exists (select from private.job_rows as l where l.job_id = j.id and l.done_at is null)
    order by j.created_at
    limit 20
    for update skip locked
  ) as old;
  delete from public.requests as r where r.id = any(forgotten);

  return coalesce(cardinality(retired), 0) + coalesce(cardinality(dropped), 0) + coalesce(cardinality(forgotten), 0);
end
$$;

create function private.look_again() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.requests as r set erased_at = null where r.id = new.request_id and r.erased_at is not null;
  delete from private.expiries as e where e.request_id = new.request_id and e.told_at is null;
  return null;
end
$$;

create function private.forget_expiries(workspace uuid) returns void
language sql set search_path = '' as $$
  -- Looked at again with the new number of days. What was announced stays: nothing is erased sooner than was said.
  delete from private.expiries as e using public.requests as r
  where r.id = e.request_id and r.workspace_id = forget_expiries.workspace and e.told_at is null
$$;

create function private.queue_about(kind text, requests uuid[]) returns void
language sql set search_path = '' as $$
  insert into private.outbox as o (kind, workspace_id, user_id, since, not_before, data)
  select
    queue_about.kind, t.workspace_id, t.member, private.email_clock(), private.email_clock() + interval '1 minute',
    -- An email lists a hundred; of more it says so.
    jsonb_build_object('requests', to_jsonb((array_agg(t.id))[:100]))
  from (
    select r.id, r.workspace_id, a.member
    from public.requests as r cross join lateral private.told_about(r) as a (member)
    where r.id = any(queue_about.requests)
  ) as t
  group by t.workspace_id, t.member
  on conflict (user_id, workspace_id, kind) where attempts = 0 and ended_at is null and kind in ('expiry', 'silence')
  do update set data = jsonb_build_object(
    'requests',
    case
      when jsonb_array_length(o.data -> 'requests') >= 100 then o.data -> 'requests'
      else (
        select jsonb_agg(distinct l.id) from jsonb_array_elements((o.data -> 'requests') || (excluded.data -> 'requests')) as l (id)
      )
    end
  )
$$;

create function private.expiry_facts(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'requests', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'title', r.title,
            'url', site || '/requests/' || r.id,
            'files', (
              select count(*) from private.kept_contents(r) as k where k.due_at <= r.erase_at and k.file_id is not null
            ),
            'answers', (
              select count(*) from private.kept_contents(r) as k where k.due_at <= r.erase_at and k.file_id is null
            ),
            'deletedOn', (r.erase_at at time zone w.zone)::date
          ) order by r.erase_at, r.id
        ),
        '[]'
      )
      from public.requests as r
      where r.id in (select l.id::uuid from jsonb_array_elements_text(email.data -> 'requests') as l (id))
        and r.workspace_id = w.id and r.erase_at is not null
    ),
    'hasMore', jsonb_array_length(email.data -> 'requests') >= 100,
    'url', site || '/requests',
    'today', private.workspace_today(w.id)
  )
  from public.workspaces as w where w.id = email.workspace_id
$$;

create function private.silence_facts(email private.outbox, site text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'requests', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'title', r.title,
            'url', site || '/requests/' || r.id,
            'silentSince', (r.last_activity_at at time zone w.zone)::date
          ) order by r.last_activity_at, r.id
        ),
        '[]'
      )
      from public.requests as r
      where r.id in (select l.id::uuid from jsonb_array_elements_text(email.data -> 'requests') as l (id))
        and r.workspace_id = w.id and r.status = 'open'
    ),
    'hasMore', jsonb_array_length(email.data -> 'requests') >= 100,
    'url', site || '/requests',
    'today', private.workspace_today(w.id)
  )
  from public.workspaces as w where w.id = email.workspace_id
$$;

-- schemas/80_retention/40_deletion.sql

create function public.delete_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests;
begin
  perform private.require_session();
  select r.* into locked from public.requests as r
  where r.id = delete_request.request and r.workspace_id = any(private.my_workspaces()) and r.deleted_at is not null;
  if found then
    return;
  end if;
  locked := private.lock_as_member(delete_request.request);
  if locked.status not in ('done', 'cancelled') then
    perform private.fail('request.open');
  end if;
  update public.requests as r
  set
    deleted_at = private.email_clock(), deleted_by = auth.uid(), deleted_from = r.status, status = 'cancelled',
    archived_at = coalesce(r.archived_at, now())
  where r.id = locked.id;
  perform private.add_event(locked.id, 'deleted');
  perform private.queue_email('binned', p, now(), now() + interval '1 minute')
  from public.recipients as p where p.request_id = locked.id and p.removed_at is null;
  insert into private.outbox (kind, request_id, workspace_id, user_id, since, not_before)
  select 'binned', locked.id, locked.workspace_id, t.member, now(), private.email_clock() + interval '1 minute'
  from private.told_about(locked) as t (member) where t.member <> auth.uid()
  on conflict (user_id, request_id, kind)
    where attempts = 0 and ended_at is null and kind in ('binned', 'deletion_asked') do nothing;
end
$$;

create function public.restore_request(request uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  locked public.requests;
begin
  perform private.require_session();
  select r.* into locked from public.requests as r
  where r.id = restore_request.request and r.workspace_id = any(private.my_workspaces()) and not r.is_template
  for update;
  if not found then
    perform private.fail('not_found');
  elsif locked.deleted_at is null then
    return;
  end if;
  update public.requests as r
  set status = r.deleted_from, deleted_at = null, deleted_by = null, deleted_from = null
  where r.id = locked.id;
  perform private.add_event(locked.id, 'restored');
end
$$;

create function public.empty_bin(batch integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due uuid[];
begin
  select array_agg(old.id) into due
  from (
    select r.id from public.requests as r
    where r.deleted_at <= private.email_clock() - interval '14 days'
    order by r.deleted_at limit least(greatest(empty_bin.batch, 1), 100)
    for update skip locked
  ) as old;
  delete from public.requests as r where r.id = any(due);
  return coalesce(cardinality(due), 0);
end
$$;

create function public.ask_deletion(file uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_session();
  requests constant uuid[] := private.my_requests();
  items constant uuid[] := private.my_items();
  parent public.requests;
  locked public.files;
begin
  -- Requests before files, as every writer does.
  select r.* into parent from public.requests as r
  where r.id = (
    select f.request_id from public.files as f
    where f.id = ask_deletion.file and f.uploaded_by = me and not f.added_by_member
      and (f.request_id = any(requests) or f.item_id = any(items))
  )
  for update;
  select f.* into locked from public.files as f
  where f.id = ask_deletion.file and f.request_id = parent.id and f.status = 'stored'
  for update;
  if locked.id is null then
    perform private.fail('not_found');
  elsif parent.deleted_at is not null then
    perform private.fail('request.deleted');
  elsif parent.status not in ('done', 'cancelled') then
    perform private.fail('request.open');
  elsif locked.deletion_asked_at is not null and locked.deletion_refused_at is null then
    return;
  end if;
  perform private.use_quota('deletion_asks', me::text, 1);
  update public.files as f set deletion_asked_at = now(), deletion_refused_at = null, deletion_refusal = null
  where f.id = locked.id;
  perform private.add_event(
    locked.request_id, 'deletion_asked', locked.item_id, locked.id, jsonb_build_object('name', locked.name)
  );
  perform private.watch_own(parent.id);
  insert into private.outbox (kind, request_id, workspace_id, user_id, since, not_before)
  select 'deletion_asked', parent.id, parent.workspace_id, t.member, now(), private.email_clock() + interval '1 minute'
  from private.told_about(parent) as t (member)
  on conflict (user_id, request_id, kind)
    where attempts = 0 and ended_at is null and kind in ('binned', 'deletion_asked') do nothing;
end
$$;

create function public.decide_deletion(file uuid, granted boolean, reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  parent constant public.requests := private.lock_as_member(
    (select f.request_id from public.files as f where f.id = decide_deletion.file)
  );
  why constant text := nullif(private.trimmed(decide_deletion.reason), '');
  locked public.files;
begin
  select f.* into locked from public.files as f where f.id = decide_deletion.file for update;
  if locked.status <> 'stored' or locked.deletion_asked_at is null or locked.deletion_refused_at is not null then
    perform private.fail('deletion.not_asked');
  elsif not decide_deletion.granted and why is null then
    perform private.fail('reason.required');
  elsif char_length(why) > 1000 then
    perform private.fail('reason.too_long');
  elsif decide_deletion.granted then
    update public.files as f set status = 'removed', removed_at = now(), removed_by = auth.uid() where f.id = locked.id;
    -- A decision about it can't be undone, because nobody can read it any more.
    update public.items as i set revision = i.revision + 1 where i.id = locked.item_id;
    perform private.add_event(
      locked.request_id, 'deletion_granted', locked.item_id, locked.id,
      jsonb_build_object('name', locked.name, 'size', locked.size)
    );
  elsif decide_deletion.granted is null then
    perform private.fail('deletion.not_asked');
  else
    update public.files as f set deletion_refused_at = now(), deletion_refusal = why where f.id = locked.id;
    perform private.add_event(
      locked.request_id, 'deletion_refused', locked.item_id, locked.id,
      jsonb_build_object('name', locked.name, 'reason', why)
    );
  end if;
  perform private.queue_email('deletion_decided', p, now(), now() + interval '5 minutes')
  from public.recipients as p
  where p.request_id = parent.id and p.user_id = locked.uploaded_by and p.removed_at is null;
end
$$;

create function private.asked_deletions(request uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('name', f.name, 'item', i.title) order by i.position, f.deletion_asked_at
  ), '[]')
  from public.files as f join public.items as i on i.id = f.item_id
  where f.request_id = asked_deletions.request and f.status = 'stored'
    and f.deletion_asked_at is not null and f.deletion_refused_at is null
$$;

create function private.decided_deletions(recipient public.recipients, since timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('name', f.name, 'item', i.title, 'refusal', f.deletion_refusal) order by i.position, f.stored_at
  ), '[]')
  from public.files as f join public.items as i on i.id = f.item_id
  where f.request_id = recipient.request_id and f.uploaded_by = recipient.user_id and f.deletion_asked_at is not null
    and (f.deletion_refused_at >= decided_deletions.since or f.status = 'removed' and f.removed_at >= decided_deletions.since)
$$;

create function private.binned_facts(request public.requests, url text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'workspace', w.name,
    'title', request.title,
    'by', coalesce((select f.display_name from public.profiles as f where f.user_id = request.deleted_by), w.name),
    'goneOn', ((request.deleted_at + interval '14 days') at time zone w.zone)::date,
    'today', private.workspace_today(w.id),
    'url', binned_facts.url
  )
  from public.workspaces as w where w.id = request.workspace_id
$$;

-- schemas/80_retention/50_purge.sql

create table private.purge_claims (
  object_key text primary key,
  run uuid not null,
  leased_until timestamptz not null
);

create function public.claim_removed(run uuid, batch integer) returns table (object_key text, kind text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  -- Claims are serialised so that each sees all earlier ones. They are short, and nothing else waits for them.
  lock table private.purge_claims in share row exclusive mode;
  return query
    with due as (
      select f.object_key, f.removed_by, f.stored_at
      from public.files as f
      where f.status = 'removed' and f.purged_at is null
        and not exists (
          select from private.purge_claims as c
          where c.object_key = f.object_key and (c.leased_until > now() or c.run = claim_removed.run)
        )
      order by f.removed_at, f.id
      limit claim_removed.batch
    ),
    claimed as (
      insert into private.purge_claims as c (object_key, run, leased_until)
      select d.object_key, claim_removed.run, now() + interval '10 minutes' from due as d
      on conflict (object_key) do update set run = excluded.run, leased_until = excluded.leased_until
    )
    select
      d.object_key,
      case when d.removed_by is not null then 'removed' when d.stored_at is null then 'abandoned' else 'expired' end
    from due as d;
end
$$;

create function public.claim_orphans(run uuid, after text, bucket text default 'documents')
returns table (seen_to text, object_keys text[])
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  lock table private.purge_claims in share row exclusive mode;
  return query
    with seen as (
      select o.name from storage.objects as o
      -- Nothing of ours refers to the objects of another bucket, so all of them would be claimed.
      where o.bucket_id = claim_orphans.bucket and o.bucket_id in ('documents', 'assets')
        and o.name > claim_orphans.after
      order by o.name
      limit 2000
    ),
    orphans as (
      select s.name from seen as s
      where not exists (select from public.files as f where f.object_key = s.name)
        and not exists (select from public.item_examples as e where e.object_key = s.name)
        and not exists (
          select from private.purge_claims as c
          where c.object_key = s.name and (c.leased_until > now() or c.run = claim_orphans.run)
        )
    ),
    claimed as (
      insert into private.purge_claims as c (object_key, run, leased_until)
      select o.name, claim_orphans.run, now() + interval '10 minutes' from orphans as o
      on conflict (object_key) do update set run = excluded.run, leased_until = excluded.leased_until
    )
    select max(s.name), array(select o.name from orphans as o) from seen as s;
end
$$;

create function public.finish_purge(object_keys text[], bucket text default 'documents') returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  gone text[];
begin
  select coalesce(array_agg(k.key), '{}') into gone
  from unnest(finish_purge.object_keys) as k (key)
  where not exists (select from storage.objects as o where o.bucket_id = finish_purge.bucket and o.name = k.key);
  if finish_purge.bucket = 'documents' then
    update public.files as f set purged_at = now()
    where f.object_key = any(gone) and f.status = 'removed' and f.purged_at is null;
  end if;
  delete from private.purge_claims as c where c.object_key = any(gone);
  return gone;
end
$$;

create function public.release_purge(run uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.purge_claims as c where c.run = release_purge.run or c.leased_until < now()
$$;

-- schemas/80_retention/60_restore.sql

create table private.restores (
  file_id uuid primary key references public.files (id) on delete cascade,
  until timestamptz not null
);

create function public.begin_restore(file uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.restores as r (file_id, until)
  select f.id, now() + interval '30 minutes' from public.files as f
  where f.id = begin_restore.file and f.status = 'stored'
  on conflict (file_id) do update set until = excluded.until;
  return found;
end
$$;

create function public.list_stored(after uuid, batch integer)
returns table (file uuid, object_key text, size bigint, sha256 text, mime text)
language sql stable security definer set search_path = '' as $$
  select f.id, f.object_key, private.received_size(f), coalesce(f.checked_sha256, f.sha256), f.mime
  from public.files as f
  where f.status = 'stored' and f.id > list_stored.after
  order by f.id
  limit least(list_stored.batch, 1000)
$$;

create function public.finish_restore(file uuid, version text) returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  parent public.requests;
  locked public.files;
begin
  -- Requests before files, as every writer does.
  select r.* into parent from public.requests as r
  where r.id = (select f.request_id from public.files as f where f.id = finish_restore.file)
  for update;
  select f.* into locked from public.files as f
  where f.id = finish_restore.file and f.status = 'stored'
    and exists (select from private.restores as s where s.file_id = f.id)
    and exists (
      select from storage.objects as o
      where o.bucket_id = 'documents' and o.name = f.object_key and o.version = finish_restore.version
        and (o.metadata ->> 'size')::bigint = private.received_size(f)
    )
  for update;
  if locked.id is null then
    return false;
  end if;
  -- Read anew by the worker, which then says what is really there.
  update public.files as f
  set object_version = finish_restore.version, checked_at = null, checked_sha256 = null, checked_size = null
  where f.id = locked.id;
  delete from private.checks as c where c.file_id = locked.id;
  delete from private.restores as s where s.file_id = locked.id;
  perform private.note_event(parent, 'file_restored', jsonb_build_object('name', locked.name));
  return true;
end
$$;

create function private.received_size(file public.files) returns bigint
language sql immutable set search_path = '' as $$
  select coalesce(file.checked_size, file.size)
$$;

-- schemas/00_base/00_schemas.sql

comment on schema private is
  'Helpers for policies and functions. No role has USAGE: policies refer to them by identity, and EXECUTE is granted by name.';

comment on schema hooks is 'Functions that PostgREST and Auth call. Not exposed.';

grant usage on schema hooks to anon, authenticated, service_role, supabase_auth_admin;

-- schemas/00_base/10_text.sql

comment on function private.fits(text, integer, integer) is
  'True if the trimmed text has between shortest and longest characters.';

comment on function private.trimmed(text) is 'Trims the same white space as a browser does, independent of the database locale.';

grant execute on function private.trimmed(text) to authenticated;

comment on function private.one_line(text) is
  'A name or title in stored form: no line breaks, control characters or direction marks. A workspace name is shown beside the address that proves who the requester is, so it must not be able to rearrange that text.';

grant execute on function private.one_line(text) to authenticated;

comment on function private.has_visible_character(text) is
  'True if at least one character of the text can be seen. The same rule as in the contract''s names.ts.';

grant execute on function private.has_visible_character(text) to authenticated;

comment on function private.is_name(text) is
  'True for a name in stored form that can be seen and can''t be mistaken for an email address. Length is checked separately.';

grant execute on function private.is_name(text) to authenticated;

comment on function private.is_clean_file_name(text) is
  'Allows any language, but no control characters, line or path separators, bidirectional marks or folder names.';

comment on function private.folded(text) is 'Normalises text for search: lower case, no accents, punctuation replaced by spaces.';

-- schemas/00_base/11_addresses.sql

comment on function private.is_address(text) is
  'True for an email address in its canonical form, which is the one that mail is sent to: lower case, ASCII, a domain with a dot, international ones in Punycode. The page brings addresses into this form; addressProblem() has the same rule.';

comment on function private.folded_address(text) is
  'The canonical form of an address that differs from it by compatibility characters, invisible ones, spaces or a full stop at the end. International domains stay as they are.';

comment on function private.address_hash(text) is 'SHA-256 of an address in lower case.';

comment on function private.mailbox_hash(text) is
  'The hash by which caps and a stop of all email count: of the address without what follows a plus sign.';

comment on function private.address_key(uuid, text) is
  'Subject under which requests of a workspace or an account to an address are counted. Hashed, because a count may outlive the request.';

-- schemas/00_base/12_dates.sql

comment on function private.is_day(text) is 'True for a day of the calendar in the form YYYY-MM-DD.';

comment on function private.as_day(jsonb) is 'Parses a date in the form YYYY-MM-DD; null if absent.';

comment on function private.is_known_zone(text) is 'True for the name of a time zone that this database can compute with.';

comment on function private.known_zone(text) is
  'A time zone by its present IANA name, or by its former one if this database knows only that; null if it knows neither.';

comment on function private.utc(timestamptz) is 'ISO 8601 to the millisecond, as JavaScript writes it.';

comment on function private.workspace_today(uuid) is 'Today in the zone of a workspace.';

-- schemas/00_base/13_tokens.sql

comment on function private.parse_token(text) is
  'What a token of stop_token() names, and its signature; of anything else, a row that nothing has and no signature.';

-- schemas/00_base/20_errors.sql

comment on function private.fail(text) is
  'Raises an error with a code of the error catalogue. SQLSTATE PTxyz makes PostgREST answer with HTTP status xyz.';

comment on function private.too_many(text) is 'The answer by which a hook of Auth refuses.';

-- schemas/00_base/30_session.sql

comment on function hooks.check_request() is
  'Refuses counts that PostgREST would take from the planner. A second protection only: of two Prefer headers PostgREST reads both, and this function sees the last one.';

grant execute on function hooks.check_request() to anon, authenticated, service_role;

comment on function private.require_session() is 'Called first by every function that people may call. Returns the caller''s id.';

comment on function private.session_ok() is
  'The session exists, has passed the second factor if the account has one, and the account is not waiting for a new authenticator after a backup code.';

grant execute on function private.session_ok() to authenticated;

comment on function private.session_exists() is
  'The session still exists and belongs to a person who is not suspended and not to a third-party client. It may still lack its second factor: use session_ok() to guard data.';

comment on function private.passed_second_factor() is
  'True if both the token and the session have passed the second factor. Removing a factor lowers its sessions at once, but their tokens stay valid for up to an hour, possibly in the hands of whoever stole the factor.';

comment on function private.my_session() is 'The session of the caller''s token. It may have ended: require_session() tells.';

comment on function private.act_as(uuid) is
  'Lets the rest of the transaction write in the name of a member who asked for it earlier.';

comment on function private.is_one_of(uuid, uuid[]) is
  'For policies: whether the id is in the array. Said to cost nothing, so that it is tested before a caller''s filter.';

grant execute on function private.is_one_of(uuid, uuid[]) to authenticated;

-- schemas/00_base/40_quotas.sql

comment on table private.quotas is
  'Limits per account, workspace, uploader and address. The names are those of shared/contract/src/limits.ts, the values its defaults.';

insert into private.quotas (name, most) values
  ('access_requests', 20),
  ('address', 20),
  ('bulk_rows', 5000),
  ('deletion_asks', 100),
  ('hand_offs', 30),
  ('members', 200),
  ('messages', 500),
  ('new_workspaces', 20),
  ('receipts', 100),
  ('requests', 1000),
  ('uploader_bytes', 5368709120),
  ('workspace_bytes', 53687091200),
  ('workspaces', 20);

comment on table private.usage is 'Use of each quota: per day in UTC, or in total where since is -infinity.';

create index usage_since_idx on private.usage (since);

comment on function private.use_quota(text, text, bigint) is
  'Counts an amount towards a daily quota. Errors: quota.<name>, which undoes the count with the rest of the transaction.';

comment on function private.add_bytes(uuid, numeric) is
  'Adds to the bytes that a workspace uses, or takes off; nothing if the workspace is being deleted.';

comment on function private.forget_usage() is 'Removes the counts of a deleted workspace.';

-- schemas/10_accounts/10_profiles.sql

comment on table public.profiles is 'Display names of people.';

alter table public.profiles enable row level security;

create policy session_ok on public.profiles as restrictive to authenticated using ((select private.session_ok()));

create policy people on public.profiles for select to authenticated
  using (user_id = any((select private.my_people())::uuid[]));

create policy own_name on public.profiles for update to authenticated
  using (user_id = (select auth.uid()));

create policy own_rows_first on public.profiles as restrictive for select to authenticated
  using (private.is_one_of(user_id, (select private.my_people())));

comment on function public.change_name(text) is
  'Sets the caller''s name, also for a caller who has none yet: people who only answer requests have no name at first. Returns the name as saved. Errors: profile.name.';

grant execute on function public.change_name(text) to authenticated;

comment on function private.my_name(uuid) is
  'The caller''s name in the history of a request: as the requester wrote it, else the caller''s own display name, else the address the request was sent to. Without a caller it is Sheaf that acts.';

comment on function private.my_people() is
  'Accounts whose name the caller may read: co-members, and people who sent or answer the caller''s requests. Members read recipients'' names from the recipient rows: a list of all recipients took 20 ms per query.';

grant execute on function private.my_people() to authenticated;

-- schemas/10_accounts/20_sessions.sql

comment on function public.my_sessions() is
  'The caller''s sessions, most recently used first, with the current one marked. Needs SELECT on auth.sessions.';

grant execute on function public.my_sessions() to authenticated;

comment on function public.end_session(uuid) is
  'Signs out another session of the caller; it can read nothing from then on, even while its token is valid. Sessions that have ended, are unknown or belong to somebody else get the same answer. Errors: session.this_one, because that session signs out instead; proof.required. Needs DELETE on auth.sessions; refresh tokens cascade.';

grant execute on function public.end_session(uuid) to authenticated;

comment on function public.end_other_sessions() is
  'Signs out all of the caller''s sessions except the current one and returns how many were still valid. Errors: proof.required. Needs DELETE on auth.sessions.';

grant execute on function public.end_other_sessions() to authenticated;

-- schemas/10_accounts/30_fresh_proof.sql

comment on table private.proofs is
  'People who have just proven who they are, and for which act. A row can be used until it expires, by one transaction, which is written into it: what is changed row by row needs one proof, not many.';

comment on column private.proofs.session_id is 'The session that is going to act. Our own functions accept no other one.';

comment on column private.proofs.code_at is
  'Time of the authenticator''s code behind the proof, which proves one act only; null if it was proven in another way.';

comment on table private.proven_email_changes is
  'New addresses of changes that began with a fresh proof. Only these can be finished.';

comment on function public.record_proof(text, uuid) is
  'Stores that the caller has just proven who they are, for one act of one session (the calling one, or another of the same account), and returns the time until which the act must begin: 15 minutes from now. Call it with a session that was established less than 15 minutes ago; the page makes one for this purpose and ends it afterwards. If the account has an authenticator app, its code must be that young instead, and proves one act. While the account waits for a new app after a backup code, only the session that entered the code can record a proof, and only for factors; that signs out all others. Errors: proof.required (the proof is older or used), proof.act (unknown act).';

grant execute on function public.record_proof(text, uuid) to authenticated;

comment on function private.require_fresh_proof(text, uuid) is
  'Uses up the proof that record_proof() stored for this act. Errors: proof.required. Called by our own functions, it accepts only the session for which the proof was stored. Auth''s connection doesn''t say which session it works for.';

comment on function private.proven_since(text[]) is
  'Time of the newest of these methods by which the caller''s session was established or raised; null if none was used. Refreshing a session doesn''t change it.';

comment on function private.has_app() is 'True if the caller''s account has a verified authenticator app.';

-- schemas/10_accounts/31_proven_changes.sql

comment on function private.prove_account_change() is
  'Requires a fresh proof for a change to an account; the trigger names the act.';

comment on function private.begin_email_change() is
  'Notes whether a change of address began with a fresh proof, which it uses up. Asking again for the same address keeps the note.';

comment on function private.finish_email_change() is 'Lets only a change of address finish that began with a fresh proof.';

comment on function private.prove_identity_removal() is
  'Requires a fresh proof for unlinking an account elsewhere, unless the account here is unconfirmed or being deleted.';

comment on function private.require_own_address() is
  'Only accounts with a verified address of this account can be linked. Otherwise an attacker could start the link on their own account and have a victim consent to it. Runs after drop_unproven_address, which removes addresses that the provider has not verified.';

comment on function private.prove_way_in() is
  'Requires a fresh proof for adding or removing a way to sign in; the trigger names the act.';

-- schemas/10_accounts/40_backup_codes.sql

comment on table private.backup_codes is
  'Hashes of the backup codes last created by a person. Codes have 60 random bits, so a fast hash is safe: no dictionary shortens the search.';

create trigger notify_of_new_backup_codes
  after insert on private.backup_codes
  for each row execute function private.notify_of_backup_codes();

create trigger notify_of_used_backup_code
  after update of used_at on private.backup_codes
  for each row when (old.used_at is null and new.used_at is not null)
  execute function private.notify_of_backup_codes();

comment on table private.backup_code_tries is
  'Wrong backup codes of a session in the current hour. Counted per session, so that nobody else who signs in with the same mailbox can use up the tries of the account''s owner. The row is locked during each try, so parallel guesses are counted one after another.';

comment on table private.must_enroll is
  'People who used a backup code and have not set up a new authenticator. They read nothing, because before the code their rows needed aal2.';

comment on column private.must_enroll.session_id is
  'The session that entered the backup code; only this one may set up the new authenticator app.';

comment on function public.create_backup_codes() is
  'Replaces the caller''s backup codes and returns ten new ones, which cannot be read again. Errors: insufficient_aal, proof.required.';

grant execute on function public.create_backup_codes() to authenticated;

comment on function public.use_backup_code(text) is
  'With an unused backup code, removes the caller''s authenticators and ends their other sessions; nothing is readable until a new authenticator is verified, which only this session may set up. Callable before the second factor, which is its purpose, and again until the new authenticator is verified. Answers used, wrong, or limited after five wrong codes of this session within an hour. Errors: mfa_factor_not_found when there is no authenticator to replace, backup_code.not_needed in a session that has passed the second factor. Needs DELETE on auth.mfa_factors and auth.sessions, UPDATE on auth.users.';

grant execute on function public.use_backup_code(text) to authenticated;

comment on function public.backup_codes_left() is 'Number of the caller''s backup codes that have not been used.';

grant execute on function public.backup_codes_left() to authenticated;

comment on function private.finish_enrollment() is
  'A verified authenticator ends the lock that a backup code set. Needs TRIGGER on auth.mfa_factors and UPDATE on auth.users.';

-- schemas/10_accounts/50_identities.sql

comment on function private.forget_unproven_identities() is
  'A person who signed up with somebody else''s address through a provider that hadn''t verified it keeps no access: the identity is deleted when the owner confirms the address.';

comment on function private.forget_unproven_password() is
  'A person who signed up with somebody else''s address chose its password. The password is deleted when the owner confirms the address.';

comment on function private.drop_unproven_address() is
  'An unverified address from a provider can be anybody''s. Without this trigger, Auth would sign its owner in to the account that linked it, or make it the address of that account.';

comment on function private.drop_unproven_words() is
  'Anyone can sign up with somebody else''s address and write any metadata into the account. The owner''s sessions would carry it later, and sessions are stored in cookies: with enough metadata in them no server accepts the owner''s requests. Until the address is confirmed, only the metadata that Auth writes itself is kept.';

comment on function private.drop_identity_words() is
  'Auth copies the metadata of a sign-up into the identity, which sessions carry too. An email identity needs only its address.';

comment on function private.keep_address() is
  'When the identity that has the account''s address is removed, Auth gives the account the address of a remaining identity. Unlike a change of address, that needs no confirmation and no second factor, so whoever stole a session could link an identity of their own and take over the account.';

-- schemas/10_accounts/60_auth_hooks.sql

comment on table private.new_accounts is
  'New accounts per network and hour: of strangers, of people who were asked, and those refused. Rows are deleted after a day.';

create index new_accounts_hour_idx on private.new_accounts (hour);

comment on table private.wrong_attempts is
  'Wrong codes and passwords per account since the last right one. Rows are deleted a day after the last wrong one.';

create index wrong_attempts_last_at_idx on private.wrong_attempts (last_at);

comment on table private.auth_emails is
  'When Auth sent an email. No address and no account: only the number matters. Rows are deleted after a day.';

create index auth_emails_at_idx on private.auth_emails (at);

comment on function hooks.before_user_created(jsonb) is
  'Auth calls it before it creates an account for a person. Counts them per network (of IPv4 the first 24 bits, of IPv6 the first 64) and hour: people who were asked or invited up to 2,000 in an hour and 5,000 in a day, others up to 60 in an hour and 300 in a day. A refusal says how long to wait, and nothing about the address.';

grant execute on function hooks.before_user_created(jsonb) to supabase_auth_admin;

comment on function hooks.mfa_verification_attempt(jsonb) is
  'Auth calls it for every code of an authenticator app, right or wrong. Counts the wrong ones of an account in a row and refuses all for a while after five.';

grant execute on function hooks.mfa_verification_attempt(jsonb) to supabase_auth_admin;

comment on function hooks.password_verification_attempt(jsonb) is
  'Auth calls it for every password of an existing account, right or wrong. Counts the wrong ones of an account in a row and refuses all for a while after five. Emailed codes, passkeys and providers go on working for the owner.';

grant execute on function hooks.password_verification_attempt(jsonb) to supabase_auth_admin;

comment on function private.count_attempt(uuid, text, boolean, boolean) is
  'Counts the wrong codes or passwords of one account in a row. After five, all further ones are refused for 30 seconds, then after each wrong one for twice as long, up to 15 minutes. A right one outside of that time starts over, if it proves who made the attempts.';

comment on function private.is_expected(text) is
  'True for an address that a sent request asks, also for single items, or that is invited to a workspace.';

comment on function private.count_auth_email() is
  'Counts one email. Auth writes the time of each to the account, and both emails of a new address at once.';

-- schemas/10_accounts/70_security_notices.sql

comment on table private.known_devices is
  'Devices that have signed in to an account, as hashes of browser, system and network. Forgotten 400 days after the last sign-in, and beyond fifty of an account.';

comment on function public.undo_account_change(text) is
  'For whoever holds the token of a security notice about a change less than 48 hours ago: takes away what was added, signs out all devices of the account, removes its password and ends what was begun. Gives back nothing but the former address. Answers undone, signed_out where there was nothing to undo, address_taken where another account has the former address, or expired, also for a used or wrong token. Needs DELETE on auth.sessions, auth.one_time_tokens and auth.flow_state, UPDATE on auth.users.';

grant execute on function public.undo_account_change(text) to anon, authenticated;

comment on function private.undo_addition(private.outbox) is
  'Takes away what a notice says was added to an account, or gives it its former address. Answers undone, signed_out where there is nothing to undo, or address_taken. Needs DELETE on auth.webauthn_credentials, INSERT and DELETE on auth.identities.';

comment on function private.restore_address(private.outbox) is
  'Gives an account its former address back. Answers undone, or address_taken where somebody else has proven it by now. Needs UPDATE on auth.identities.';

comment on function private.queue_notice(auth.users, text, text, text, text) is
  'Puts a notice about a change to an account into the outbox: to its address, to another one, and to those that it had until less than 48 hours ago. `subject` is what was added, so that it can be undone.';

comment on function private.is_newcomer(uuid, text, timestamptz) is
  'Whether an account had this address for less than 48 hours at that moment: it may be that of somebody who took the account over.';

comment on function private.device_hash(text, inet) is
  'SHA-256 of a user agent without its numbers and of a network: of IPv4 the first 16 bits, of IPv6 the first 32.';

-- schemas/10_accounts/71_noticed_changes.sql

comment on function private.notify_of_account() is 'Tells the owner of an account that its address or password was changed.';

comment on function private.notify_of_way_in() is
  'Tells the owner of an account that a way to sign in was added or removed. The trigger names its kind, and the column with its name.';

comment on function private.notify_of_device() is
  'Tells the owner of an account that a device has signed in for the first time: five a day at most, and not of the device that the account was created with.';

comment on function private.notify_of_backup_codes() is
  'Tells the owner of an account that backup codes were created, or that one was used.';

comment on function private.notify_of_deletion() is 'Tells the owner of an account that it was deleted.';

-- schemas/10_accounts/80_deletion.sql

comment on function public.delete_account(uuid[]) is
  'Deletes the caller''s account with its sessions, factors, profile and memberships, and the workspaces without other members, each of which must be named. Contributions to other people''s requests stay, under the name they were made with. Errors: workspace.last_owner (other members would be left without an owner), insufficient_aal (a workspace to be deleted requires the second factor), account.changed (a workspace that was not named would be deleted), proof.required. Needs DELETE on auth.users and the tables that cascade from it.';

grant execute on function public.delete_account(uuid[]) to authenticated;

comment on function public.sole_ownerships() is
  'Workspaces with no owner other than the caller. If they have other members they block deletion of the account; otherwise they are deleted with it. Of requests and of files 1000 stands for 1000 or more.';

grant execute on function public.sole_ownerships() to authenticated;

-- schemas/10_accounts/90_triggers_on_auth.sql

create trigger begin_email_change
  before update of email_change on auth.users
  for each row
  when (
    current_user = 'supabase_auth_admin'
    and new.deleted_at is null
    and coalesce(new.email_change, '') <> ''
  )
  execute function private.begin_email_change();

create trigger drop_unproven_words
  before insert or update of raw_user_meta_data on auth.users
  for each row
  when (
    new.email_confirmed_at is null
    and new.raw_user_meta_data is not null
    and coalesce(new.raw_app_meta_data ->> 'provider', 'email') = 'email'
  )
  execute function private.drop_unproven_words();

create trigger finish_email_change
  before update of email on auth.users
  for each row
  when (
    current_user = 'supabase_auth_admin'
    and coalesce(old.email_change, '') <> ''
    and lower(new.email) = lower(old.email_change)
    and lower(new.email) is distinct from lower(old.email)
  )
  execute function private.finish_email_change();

create trigger forget_unproven_password
  before update of email_confirmed_at on auth.users
  for each row
  when (
    old.email_confirmed_at is null
    and new.email_confirmed_at is not null
    and (old.confirmation_sent_at is not null or old.recovery_sent_at is not null or old.invited_at is not null)
  )
  execute function private.forget_unproven_password();

create trigger notify_of_deletion
  before delete on auth.users
  for each row execute function private.notify_of_deletion();

create trigger notify_of_soft_deletion
  before update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.notify_of_deletion();

create trigger prove_password
  before update of encrypted_password on auth.users
  for each row
  when (
    current_user = 'supabase_auth_admin'
    -- Before the address is confirmed, a password has no effect: confirming removes it.
    and old.email_confirmed_at is not null
    and coalesce(new.encrypted_password, '') not in ('', coalesce(old.encrypted_password, ''))
  )
  execute function private.prove_account_change('password');

create trigger count_auth_email
  after update of confirmation_sent_at, recovery_sent_at, email_change_sent_at, reauthentication_sent_at on auth.users
  for each row
  when (
    (new.confirmation_sent_at is not null and new.confirmation_sent_at is distinct from old.confirmation_sent_at)
    or (new.recovery_sent_at is not null and new.recovery_sent_at is distinct from old.recovery_sent_at)
    or (new.email_change_sent_at is not null and new.email_change_sent_at is distinct from old.email_change_sent_at)
    or (
      new.reauthentication_sent_at is not null
      and new.reauthentication_sent_at is distinct from old.reauthentication_sent_at
    )
  )
  execute function private.count_auth_email();

create trigger forget_unproven_identities
  after update of email_confirmed_at on auth.users
  for each row
  when (
    old.email_confirmed_at is null
    and new.email_confirmed_at is not null
    and (old.confirmation_sent_at is not null or old.recovery_sent_at is not null or old.invited_at is not null)
  )
  execute function private.forget_unproven_identities();

create trigger notify_of_account
  after update of email, encrypted_password on auth.users
  for each row
  when (current_user = 'supabase_auth_admin' and old.email_confirmed_at is not null and new.deleted_at is null)
  execute function private.notify_of_account();

create trigger drop_identity_words
  before insert or update of identity_data on auth.identities
  for each row
  when (new.provider = 'email')
  execute function private.drop_identity_words();

create trigger drop_unproven_address
  before insert or update of identity_data on auth.identities
  for each row
  when (
    new.provider not in ('email', 'phone')
    and coalesce(new.identity_data ->> 'email_verified', 'false') <> 'true'
  )
  execute function private.drop_unproven_address();

create trigger keep_address
  before delete on auth.identities
  for each row execute function private.keep_address();

create trigger prove_identity_removal
  before delete on auth.identities
  for each row when (current_user = 'supabase_auth_admin')
  execute function private.prove_identity_removal();

create trigger require_own_address
  before insert on auth.identities
  for each row
  when (new.provider not in ('email', 'phone') and current_user = 'supabase_auth_admin')
  execute function private.require_own_address();

create trigger notify_of_former_identity
  after delete on auth.identities
  for each row when (current_user = 'supabase_auth_admin' and old.provider <> 'phone')
  execute function private.notify_of_way_in('identity', 'provider');

create trigger notify_of_new_identity
  after insert on auth.identities
  for each row when (current_user = 'supabase_auth_admin' and new.provider not in ('email', 'phone'))
  execute function private.notify_of_way_in('identity', 'provider');

create trigger prove_factor_removal
  before delete on auth.mfa_factors
  for each row when (current_user = 'supabase_auth_admin' and old.status = 'verified')
  execute function private.prove_way_in('factors');

create trigger prove_late_factor
  before update of status on auth.mfa_factors
  for each row
  when (
    current_user = 'supabase_auth_admin'
    and old.status <> 'verified' and new.status = 'verified'
    and old.created_at < now() - interval '15 minutes'
  )
  execute function private.prove_way_in('factors');

create trigger prove_new_factor
  before insert on auth.mfa_factors
  for each row when (current_user = 'supabase_auth_admin')
  execute function private.prove_way_in('factors');

create trigger finish_enrollment
  after insert or update of status on auth.mfa_factors
  for each row when (new.status = 'verified')
  execute function private.finish_enrollment();

create trigger notify_of_former_factor
  after delete on auth.mfa_factors
  for each row when (current_user = 'supabase_auth_admin' and old.status = 'verified')
  execute function private.notify_of_way_in('factor', 'friendly_name');

create trigger notify_of_new_factor
  after update of status on auth.mfa_factors
  for each row when (current_user = 'supabase_auth_admin' and old.status <> 'verified' and new.status = 'verified')
  execute function private.notify_of_way_in('factor', 'friendly_name');

do $$
begin
  -- Older versions of Auth have no passkeys.
  if to_regclass('auth.webauthn_credentials') is not null then
    create trigger prove_passkey
      before insert or delete on auth.webauthn_credentials
      for each row when (current_user = 'supabase_auth_admin')
      execute function private.prove_way_in('passkeys');
  end if;
end
$$;

do $$
begin
  -- Older versions of Auth have no passkeys.
  if to_regclass('auth.webauthn_credentials') is not null then
    create trigger notify_of_passkey
      after insert or delete on auth.webauthn_credentials
      for each row when (current_user = 'supabase_auth_admin')
      execute function private.notify_of_way_in('passkey', 'friendly_name');
  end if;
end
$$;

create trigger notify_of_device
  after insert on auth.sessions
  for each row when (current_user = 'supabase_auth_admin')
  execute function private.notify_of_device();

-- schemas/20_workspaces/10_workspaces.sql

comment on table public.workspaces is 'A firm or person that sends requests.';

comment on column public.workspaces.zone is 'IANA time zone of people whose own isn''t known.';

comment on column public.workspaces.reminder_plan is 'When recipients of new requests are reminded.';

comment on column public.workspaces.second_factor_from is
  'Since when the requirement of a second factor binds members; null: since it was set.';

comment on column public.workspaces.accent is 'Colour of buttons and links for its recipients; null for Sheaf''s own.';

comment on column public.workspaces.logo is
  'In base64. In the row instead of a bucket, because visitors of a link see it before they sign in, and because it goes with the row.';

comment on column public.workspaces.retain_days is
  'Days for which files and answers are kept after a request ends; null for good. A request that was sent with fewer keeps its number.';

comment on column public.workspaces.retain_sensitive_days is 'Fewer days for sensitive items; null: as for others.';

alter table public.workspaces enable row level security;

create policy session_ok on public.workspaces as restrictive to authenticated using ((select private.session_ok()));

create policy members on public.workspaces for select to authenticated
  using (id = any((select private.my_workspaces())::uuid[]));

create policy recipients on public.workspaces for select to authenticated
  using (id = any((select private.my_askers())::uuid[]));

create policy own_rows_first on public.workspaces as restrictive for select to authenticated
  using (
    private.is_one_of(id, (select private.my_workspaces())) or private.is_one_of(id, (select private.my_askers()))
  );

create trigger prove_deletion
  before delete on public.workspaces
  for each row when (auth.uid() is not null)
  execute function private.prove_workspace_change();

create trigger prove_retention
  before update of retain_days, retain_sensitive_days on public.workspaces
  for each row
  -- Without a number of days, files are kept for good.
  when (
    auth.uid() is not null
    and (
      new.retain_days < coalesce(old.retain_days, 2147483647)
      or new.retain_sensitive_days < coalesce(old.retain_sensitive_days, old.retain_days, 2147483647)
    )
  )
  execute function private.prove_workspace_change('retention');

create trigger prove_second_factor_requirement
  before update of require_second_factor on public.workspaces
  for each row
  when (auth.uid() is not null and new.require_second_factor <> old.require_second_factor)
  execute function private.prove_workspace_change('second_factor_requirement');

create trigger forget_usage after delete on public.workspaces
  for each row execute function private.forget_usage();

comment on function public.create_workspace(text, text, text) is
  'Creates a workspace owned by the caller, in the time zone of their browser, and sets the caller''s name if one is given. An unknown zone counts as UTC. Errors: workspace.name, profile.name, quota.workspaces, quota.new_workspaces.';

grant execute on function public.create_workspace(text, text, text) to authenticated;

comment on function public.rename_workspace(uuid, text) is
  'For owners and admins. Recipients see the new name at once. Errors: not_found, workspace.role, workspace.name.';

grant execute on function public.rename_workspace(uuid, text) to authenticated;

comment on function public.delete_workspace(uuid) is
  'For owners: deletes a workspace with its requests, files and memberships. Needs a fresh proof of the act delete_workspace. Errors: not_found, workspace.role, proof.required.';

grant execute on function public.delete_workspace(uuid) to authenticated;

comment on function public.workspace_contents(uuid) is
  'For owners: what would be deleted with a workspace. Of requests and of files 1000 stands for 1000 or more. Errors: not_found, workspace.role.';

grant execute on function public.workspace_contents(uuid) to authenticated;

comment on function private.count_requests(uuid) is 'Requests of a workspace without its templates; 1000 for that many or more.';

comment on function private.prove_workspace_change() is
  'Requires a fresh proof of the caller for a change that weakens a workspace or deletes it; the trigger names the act.';

-- schemas/20_workspaces/20_members.sql

comment on table public.members is 'Members of a workspace and their roles.';

create index members_user_id_idx on public.members (user_id);

alter table public.members enable row level security;

create policy session_ok on public.members as restrictive to authenticated using ((select private.session_ok()));

create policy members on public.members for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));

create policy own_rows_first on public.members as restrictive for select to authenticated
  using (private.is_one_of(workspace_id, (select private.my_workspaces())));

create trigger keep_an_owner_on_delete
  before delete on public.members
  for each row when (old.role = 'owner')
  execute function private.keep_an_owner();

create trigger keep_an_owner_on_update
  before update on public.members
  for each row
  when (
    old.role = 'owner'
    and (new.role <> 'owner' or new.user_id <> old.user_id or new.workspace_id <> old.workspace_id)
  )
  execute function private.keep_an_owner();

create trigger prove_role
  before update of role on public.members
  for each row
  when (auth.uid() is not null and private.rank_of(new.role) > private.rank_of(old.role))
  execute function private.prove_workspace_change('roles');

comment on function public.my_access() is
  'Why the caller''s lists may be empty: a workspace of theirs requires a second factor that this session has not passed, or a new authenticator has to be set up after a backup code. Names no workspace, because a session without the factor may read nothing of it.';

grant execute on function public.my_access() to authenticated;

comment on function public.workspace_members(uuid) is
  'For members: everyone in a workspace, owners first. Whether they have a second factor is told to owners and admins alone, null to others. Errors: not_found.';

grant execute on function public.workspace_members(uuid) to authenticated;

comment on function public.set_member_role(uuid, uuid, text) is
  'For owners, and for admins below owner. A higher role, and taking the role of another owner, need a fresh proof of the act roles. Errors: not_found, workspace.role, workspace.last_owner, proof.required.';

grant execute on function public.set_member_role(uuid, uuid, text) to authenticated;

comment on function public.remove_member(uuid, uuid, uuid) is
  'Ends a membership: for owners, for admins below owner, and for members who leave. Their drafts, open requests and repeats go to the successor, by default the caller or the first owner, who gets the emails about their requests. Errors: not_found (also for a successor who is no member), workspace.role, workspace.last_owner, proof.required (of the act roles, for another owner).';

grant execute on function public.remove_member(uuid, uuid, uuid) to authenticated;

comment on function private.keep_an_owner() is
  'The last owner can neither leave nor be demoted, unless the workspace itself is being deleted.';

comment on function private.lock_workspace(uuid, text) is
  'Locks a workspace, so that changes of its members happen one after another, and returns the caller''s role there. Errors: not_found, workspace.role.';

comment on function private.require_role(uuid, text) is
  'The caller''s role in a workspace. Errors: not_found, workspace.role (it is below the lowest that may do this).';

comment on function private.rank_of(text) is 'Roles in order of their rights: 1 for a member, 3 for an owner.';

comment on function private.my_workspaces() is
  'Workspaces the caller is a member of, except those that require a second factor this session hasn''t passed.';

grant execute on function private.my_workspaces() to authenticated;

-- schemas/20_workspaces/30_invitations.sql

comment on table private.invitations is
  'Invitations to workspaces. Accepted ones stay for some months, so that their link leads members to the workspace.';

comment on column private.invitations.emailed_at is 'When the invitation last left for the address; null if it never did.';

comment on column private.invitations.unreachable_at is
  'Since when the address gets no email, for whatever reason, as for recipients.';

create unique index invitations_waiting_idx on private.invitations (workspace_id, email) where accepted_at is null;

create index invitations_invited_by_idx on private.invitations (invited_by);

create index invitations_email_idx on private.invitations (email) where accepted_at is null;

comment on function public.invite_member(uuid, text, text) is
  'For owners, and for admins up to their own role: emails an invitation that expires in 14 days, and returns its id. Needs a fresh proof of the act roles. Errors: not_found, workspace.role, invitation.email, invitation.member, invitation.exists, quota.members, quota.address, proof.required.';

grant execute on function public.invite_member(uuid, text, text) to authenticated;

comment on function public.resend_invitation(uuid) is
  'Emails an invitation again, in the caller''s name; it is valid for another 14 days. Errors: not_found, workspace.role, quota.address, proof.required (if it was no longer valid).';

grant execute on function public.resend_invitation(uuid) to authenticated;

comment on function public.cancel_invitation(uuid) is
  'Ends an invitation; its link doesn''t work from then on. Errors: not_found, workspace.role.';

grant execute on function public.cancel_invitation(uuid) to authenticated;

comment on function public.workspace_invitations(uuid) is
  'For owners and admins: invitations that wait, with their state open, expired or void (whoever invited may no longer do that). Errors: not_found, workspace.role.';

grant execute on function public.workspace_invitations(uuid) to authenticated;

comment on function public.peek_invitation(text) is
  'The details that anyone with the link may see: who invites, to which workspace and role, and which address has to be proven. No row for any other token, nor if whoever invited may no longer do that.';

grant execute on function public.peek_invitation(text) to anon, authenticated;

comment on function public.accept_invitation(text, text) is
  'Makes the caller a member and returns the workspace; the name is for somebody who has none yet. Members are let through. Only the account with the invited, confirmed address is accepted, and once. Errors: not_found, invitation.other_address, invitation.expired, invitation.used, profile.name.';

grant execute on function public.accept_invitation(text, text) to authenticated;

comment on function private.lock_invitation(uuid) is
  'Locks the workspace and returns an invitation that waits, for somebody who may invite to its role.';

comment on function private.invitation_of(text) is 'The invitation that a token belongs to; null for any other token.';

comment on function private.state_of(private.invitations) is
  'open, accepted, expired, or void: whoever invited may no longer do that.';

comment on function private.is_entitled(private.invitations) is
  'True while the person who invited is a member who may invite to this role.';

comment on function private.end_invitations(uuid, uuid) is
  'Ends invitations that this person may no longer send. They don''t come back with the role.';

comment on function private.count_invited(uuid, text) is
  'Counts an invitation towards the same quotas as requests to this address. Errors: quota.address.';

comment on function private.queue_invitation(private.invitations) is
  'Emails an invitation, unless it waits in the outbox already.';

comment on function private.note_invitation_email() is 'Notes on an invitation what became of its email.';

-- schemas/20_workspaces/40_second_factor.sql

comment on function public.set_second_factor_requirement(uuid, boolean) is
  'For owners and admins at aal2, with a fresh proof of the act second_factor_requirement: whether members need a second factor. Those who have none are emailed, and keep their access for seven days. Errors: not_found, workspace.role, insufficient_aal, proof.required.';

grant execute on function public.set_second_factor_requirement(uuid, boolean) to authenticated;

comment on function public.email_second_factor(uuid, uuid) is
  'For owners and admins: tells a member once more to set up a second factor. Errors: not_found (also for a member who needs none), workspace.role, quota.address.';

grant execute on function public.email_second_factor(uuid, uuid) to authenticated;

comment on function private.queue_second_factor(uuid, uuid) is
  'Tells a member to set up a second factor, unless the email waits in the outbox already.';

comment on function private.has_second_factor(uuid) is 'True if the account has a verified second factor.';

comment on function private.binds_members(public.workspaces) is
  'True if members read nothing of this workspace without a second factor.';

-- schemas/20_workspaces/50_branding.sql

comment on function public.set_workspace_branding(uuid, text, text) is
  'For owners and admins. Null for none. Recipients see it at once. Errors: not_found, workspace.role, workspace.accent, workspace.logo.';

grant execute on function public.set_workspace_branding(uuid, text, text) to authenticated;

comment on function public.request_branding(uuid) is
  'Logo and accent colour of the workspace that asks, for a request''s recipients, those with single items included. Others get no row.';

grant execute on function public.request_branding(uuid) to authenticated;

comment on function private.is_logo(text) is 'The bytes of a PNG, JPEG or WebP image in base64, at most 16 KiB of them.';

comment on function private.is_accent(text) is 'A colour on which white text can be read, and which can be read as text.';

comment on function private.contrast_on_white(text) is 'Contrast of a colour such as #0f6a54 with white, from 1 to 21.';

-- schemas/20_workspaces/60_tags.sql

comment on table public.tags is 'The tags of a workspace.';

create unique index tags_name_idx on public.tags (workspace_id, lower(name));

alter table public.tags enable row level security;

create policy session_ok on public.tags as restrictive to authenticated using ((select private.session_ok()));

create policy members on public.tags for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));

create policy own_rows_first on public.tags as restrictive for select to authenticated
  using (private.is_one_of(workspace_id, (select private.my_workspaces())));

comment on table public.request_tags is 'Which tags a request has.';

create index request_tags_tag_id_idx on public.request_tags (tag_id, request_id);

create index request_tags_workspace_id_idx on public.request_tags (workspace_id, request_id);

alter table public.request_tags enable row level security;

create policy session_ok on public.request_tags as restrictive to authenticated using ((select private.session_ok()));

create policy members on public.request_tags for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));

create policy own_rows_first on public.request_tags as restrictive for select to authenticated
  using (private.is_one_of(workspace_id, (select private.my_workspaces())));

create trigger enter_in_lists after insert or delete on public.request_tags
  for each row execute function private.request_listed();

comment on table private.person_tags is
  'Which tags a person has; never one who is merged into another. They change under the lock of lock_people.';

create index person_tags_tag_id_idx on private.person_tags (tag_id, person_id);

comment on function public.workspace_tags(uuid) is
  'For members: the tags of a workspace by name, with how many requests and people have each; 1000 stands for 1000 or more. Errors: not_found.';

grant execute on function public.workspace_tags(uuid) to authenticated;

comment on function public.create_tag(uuid, text) is
  'For members: adds a tag of at most 40 characters, at most 100 in a workspace, and returns its id; the id of the one that differs only in case, if there is one. Errors: not_found, tag.name, tag.too_many.';

grant execute on function public.create_tag(uuid, text) to authenticated;

comment on function public.rename_tag(uuid, text) is
  'For members: renames a tag. If another one has the name, this one becomes it, on all its requests and people. Returns the id of the tag with the name. Errors: not_found, tag.name.';

grant execute on function public.rename_tag(uuid, text) to authenticated;

comment on function public.delete_tag(uuid) is
  'For members: deletes a tag and takes it off all requests and people. Errors: not_found.';

grant execute on function public.delete_tag(uuid) to authenticated;

comment on function public.tag_request(uuid, uuid, boolean) is
  'For members: gives a request a tag, up to ten, or takes it off. Returns false if nothing had to change. Errors: not_found, tag.deleted (also for a tag of another workspace), tag.too_many_here.';

grant execute on function public.tag_request(uuid, uuid, boolean) to authenticated;

comment on function public.tag_person(uuid, uuid, boolean) is
  'For members: gives a person a tag, up to ten, or takes it off. Returns false if nothing had to change. Errors: not_found, tag.deleted (also for a tag of another workspace), tag.too_many_here.';

grant execute on function public.tag_person(uuid, uuid, boolean) to authenticated;

comment on function private.checked_tag(text) is 'The name of a tag as it is saved. Errors: tag.name.';

comment on function private.lock_tag(uuid) is
  'Locks the workspace, a tag and the requests that have it, for a member. Errors: not_found.';

comment on function private.tags_of(uuid) is 'The tags of a person by name.';

comment on function private.tagged(uuid, uuid, integer) is 'The first people who have a tag of a workspace.';

-- schemas/20_workspaces/70_saved_reasons.sql

comment on table private.saved_reasons is 'Reasons that a workspace offers when a member returns something.';

comment on function public.saved_reasons(uuid) is
  'For members: the reasons for returns that a workspace has saved, the oldest first. Errors: not_found.';

grant execute on function public.saved_reasons(uuid) to authenticated;

comment on function public.save_reason(uuid, text) is
  'For members: saves a reason of at most 200 characters; at most 20 in a workspace. Errors: not_found, reason.length, reason.too_many.';

grant execute on function public.save_reason(uuid, text) to authenticated;

comment on function public.remove_reason(uuid, text) is
  'For members: removes a saved reason. Returns that gave it stay as they are. Errors: not_found.';

grant execute on function public.remove_reason(uuid, text) to authenticated;

-- schemas/30_requests/10_requests.sql

comment on table public.requests is 'A checklist sent to one party. The counts are derived from its items.';

comment on column public.requests.is_template is 'Never sent: requests are made from it.';

comment on column public.requests.invites is 'Whether Sheaf emails the link to recipients. False where the sender shares it.';

comment on column public.requests.revision is 'Increases with every edit by a member. An edit names the revision it is based on.';

comment on column public.requests.due_after_days is 'Days from the use of a template to the due date of the request.';

comment on column public.requests.changed_at is
  'When the title, message or due date last changed after sending; null if they never did.';

comment on column public.requests.assignee is 'The member who looks after the request; null for nobody.';

comment on column public.requests.created_by is 'No foreign key: requests outlive the account that created them.';

comment on column public.requests.paused_at is
  'Since when the request takes nothing from recipients; null unless a member has paused it.';

comment on column public.requests.closed_by is
  'The member who closed the request before everything required was decided; null if it is done because of the decisions.';

comment on column public.requests.archived_at is 'Since when the request is kept out of the list of what is done.';

comment on column public.requests.items_declined is
  'Submitted items whose answer says that they don''t apply or can''t be provided. items_submitted includes them.';

comment on column public.requests.required_missing is
  'Together with required_returned: required items the recipient still has to answer.';

comment on column public.requests.required_partial is
  'Required items with some of their files. items_submitted and required_missing include them: there is something to review, and something is left to send.';

comment on column public.requests.required_open is 'Required items that are neither accepted nor waived.';

comment on column public.requests.reminder_plan is
  'When its recipients are reminded. The workspace''s plan of the day it was created, until a member changes it.';

comment on column public.requests.retain_days is
  'Days that its recipients were promised when it was sent, or fewer since; its workspace may say fewer still. Null: no limit of its own.';

comment on column public.requests.erase_at is
  'Moment that was announced for erasing what is due by then; null while nothing is announced.';

comment on column public.requests.erased_at is 'When the last of its files and answers were erased; null while there is any.';

comment on column public.requests.deleted_at is
  'When it was put into the bin, where it counts as cancelled; deleted for good 14 days later.';

comment on column public.requests.deleted_from is 'Status that it goes back to when it is taken out of the bin.';

create index requests_workspace_id_idx on public.requests (workspace_id);

create index requests_open_activity_idx on public.requests (workspace_id, last_activity_at desc, id desc)
  where status = 'open';

create index requests_review_activity_idx on public.requests (workspace_id, last_activity_at desc, id desc)
  where status = 'open' and items_submitted > 0;

create index requests_open_due_idx on public.requests (workspace_id, coalesce(due_on, 'infinity'), id)
  where status = 'open';

create index requests_review_due_idx on public.requests (workspace_id, coalesce(due_on, 'infinity'), id)
  where status = 'open' and items_submitted > 0;

create index requests_overdue_due_idx on public.requests (workspace_id, coalesce(due_on, 'infinity'), id)
  where status = 'open' and paused_at is null and (required_missing > 0 or required_returned > 0);

create index requests_overdue_month_idx
  on public.requests (workspace_id, date_trunc('month', due_on::timestamp), last_activity_at desc, id desc)
  where status = 'open' and paused_at is null and (required_missing > 0 or required_returned > 0);

create index requests_overdue_day_idx on public.requests (workspace_id, due_on, last_activity_at desc, id desc)
  where status = 'open' and paused_at is null and (required_missing > 0 or required_returned > 0);

create index requests_done_activity_idx on public.requests (workspace_id, last_activity_at desc, id desc)
  where status in ('done', 'cancelled') and archived_at is null;

create index requests_done_due_idx on public.requests (workspace_id, coalesce(due_on, 'infinity'), id)
  where status in ('done', 'cancelled') and archived_at is null;

create index requests_archived_activity_idx on public.requests (workspace_id, last_activity_at desc, id desc)
  where archived_at is not null;

create index requests_archived_due_idx on public.requests (workspace_id, coalesce(due_on, 'infinity'), id)
  where archived_at is not null;

create index requests_templates_idx on public.requests (workspace_id, id) where is_template;

create index requests_drafts_activity_idx on public.requests (workspace_id, last_activity_at desc, id desc)
  where status = 'draft' and not is_template;

create index requests_drafts_due_idx on public.requests (workspace_id, coalesce(due_on, 'infinity'), id)
  where status = 'draft' and not is_template;

create index requests_assignee_idx on public.requests (workspace_id, assignee) where assignee is not null;

create index requests_kept_idx on public.requests (workspace_id, closed_at) where closed_at is not null and erased_at is null;

create index requests_kept_shortly_idx on public.requests (closed_at)
  where closed_at is not null and erased_at is null and coalesce(retain_days, retain_sensitive_days) is not null;

create index requests_deleted_at_idx on public.requests (deleted_at) where deleted_at is not null;

alter table public.requests enable row level security;

create policy session_ok on public.requests as restrictive to authenticated using ((select private.session_ok()));

create policy members on public.requests for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));

create policy recipients on public.requests for select to authenticated
  using (id = any((select private.my_requests())::uuid[]));

create policy own_rows_first on public.requests as restrictive for select to authenticated
  using (
    private.is_one_of(workspace_id, (select private.my_workspaces()))
    or private.is_one_of(id, (select private.my_requests()))
  );

create trigger assign_to_creator before insert on public.requests
  for each row when (not new.is_template) execute function private.assign_to_creator();

create trigger promise_retention
  before update of sent_at, closed_at on public.requests
  for each row execute function private.promise_retention();

create trigger take_reminder_plan before insert on public.requests
  for each row execute function private.take_reminder_plan();

create trigger change_in_lists
  after update of status, paused_at, archived_at, items_submitted, required_missing, required_returned, due_on,
    last_activity_at, assignee
  on public.requests
  for each row when (
    not new.is_template
    and (
      old.status, old.paused_at, old.archived_at, old.items_submitted, old.required_missing, old.required_returned,
      old.due_on, old.last_activity_at, old.assignee
    ) is distinct from (
      new.status, new.paused_at, new.archived_at, new.items_submitted, new.required_missing, new.required_returned,
      new.due_on, new.last_activity_at, new.assignee
    )
  )
  execute function private.request_listed();

create trigger end_repeat after update of status on public.requests
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled') execute function private.end_repeat();

create trigger enter_in_lists after insert on public.requests
  for each row when (not new.is_template) execute function private.request_listed();

create trigger meet_people after update of status on public.requests
  for each row when (old.status = 'draft' and new.status = 'open') execute function private.request_people_changed();

create trigger plan_reminders
  after update of
    status, paused_at, reminders_paused_at, reminder_plan, due_on, required_missing, required_returned
  on public.requests
  for each row
  when (
    'open' in (old.status, new.status)
    and (
      old.status, old.paused_at, old.reminders_paused_at, old.reminder_plan, old.due_on,
      old.required_missing + old.required_returned = 0
    ) is distinct from (
      new.status, new.paused_at, new.reminders_paused_at, new.reminder_plan, new.due_on,
      new.required_missing + new.required_returned = 0
    )
  )
  execute function private.plan_reminders();

create trigger request_emails after update of status on public.requests
  for each row when (old.status <> new.status) execute function private.request_emails();

create trigger words_changed after insert or update of title, message on public.requests
  for each row execute function private.words_changed();

-- schemas/30_requests/11_items.sql

comment on table public.items is 'One item of the checklist.';

comment on column public.items.changed_at is
  'When the item was added or its words changed after sending; null if it is as it was sent.';

comment on column public.items.removed_at is 'Since when recipients no longer see this item; null for every other item.';

comment on column public.items.section is 'Heading that the item stands under; empty for none.';

comment on column public.items.sensitive is 'True if previews stay blurred until somebody opens them.';

comment on column public.items.accepts is 'Accepted groups of file types; empty accepts all.';

comment on column public.items.expected_files is
  'Number of files after which the item is submitted by itself. With fewer, the recipient submits it. 1 for other kinds.';

comment on column public.items.choices is 'What a recipient can choose from, in this order; empty for other kinds.';

comment on column public.items.multiple is 'True if a recipient may choose several.';

comment on column public.items.status is
  'missing: nothing new has arrived. partial: files have arrived, fewer than expected. submitted: waits for review. The other states are decisions.';

comment on column public.items.answer is
  'Text, or the note of a declined item. A date is YYYY-MM-DD; choices are their texts, one per line; yes or no is "yes" or "no".';

comment on column public.items.answer_erased_at is 'When the text of its answer was erased; what kind of answer it was stays.';

comment on column public.items.received_elsewhere is
  'True if a member accepted the item because it arrived another way, with or without files that members added.';

comment on column public.items.reason is
  'Reason for the last return, kept while the next answer waits for review; or a member''s note on a decision without an answer.';

comment on column public.items.revision is
  'Increases with every change of the answer, files or decision. A decision names the revision it is based on.';

create index items_request_id_idx on public.items (request_id, position);

create index items_workspace_id_idx on public.items (workspace_id, request_id, id);

alter table public.items enable row level security;

create policy session_ok on public.items as restrictive to authenticated using ((select private.session_ok()));

create policy members on public.items for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));

create policy recipients on public.items for select to authenticated
  using (request_id = any((select private.my_requests())::uuid[]) and removed_at is null);

create policy handed_items on public.items for select to authenticated
  using (id = any((select private.my_items())::uuid[]) and removed_at is null);

create policy own_rows_first on public.items as restrictive for select to authenticated
  using (
    private.is_one_of(workspace_id, (select private.my_workspaces()))
    or private.is_one_of(request_id, (select private.my_requests()))
    or private.is_one_of(id, (select private.my_items()))
  );

create trigger drop_examples after update of removed_at on public.items
  for each row when (new.removed_at is not null) execute function private.drop_examples();

create trigger plan_handed_reminder after update of status, required, removed_at on public.items
  for each row
  when ((old.status, old.required, old.removed_at) is distinct from (new.status, new.required, new.removed_at))
  execute function private.plan_handed_reminder();

create trigger items_added after insert on public.items
  referencing new table as changed for each statement execute function private.items_changed();

create trigger items_deleted after delete on public.items
  referencing old table as changed for each statement execute function private.items_changed();

create trigger items_updated after update on public.items
  referencing new table as changed old table as former for each statement execute function private.items_changed();

comment on function private.items_changed() is
  'Updates counts and search text of requests whose items were added, changed or deleted.';

comment on function private.count_items(uuid[]) is
  'Recounts the items of these requests. Counting at most 100 rows each time keeps the counts from drifting.';

-- schemas/30_requests/12_recipients.sql

comment on table public.recipients is
  'An email address that may answer a request; bound to an account the first time its owner joins.';

comment on column public.recipients.scope is
  'all: the whole request. items: the items in recipient_items, and nothing if there are none.';

comment on column public.recipients.removed_at is
  'Since when this person is no longer asked; null for every other recipient. The row stays for the history.';

comment on column public.recipients.visited_before_at is
  'The visit before the last one. Changes since then are marked for this person.';

comment on column public.recipients.zone is 'IANA time zone of this person''s browser; null until they come.';

comment on column public.recipients.invited_at is 'When the invitation left for the address; null if none did.';

comment on column public.recipients.emailed_at is 'When the last email about the request left for the address.';

comment on column public.recipients.muted_at is 'Since when this person wants no email about the request.';

comment on column public.recipients.unreachable_at is
  'Since when the address gets no email, for whatever reason: one that refused it reads like one that wants nothing from Sheaf.';

comment on column public.recipients.promised_on is 'When this person said they would have what is missing.';

comment on column public.recipients.next_reminder_at is 'Derived from the plan; null while there is nothing to remind of.';

comment on column public.recipients.remind_after is 'Days of the plan until then are past.';

create index recipients_user_id_idx on public.recipients (user_id);

create index recipients_workspace_id_idx on public.recipients (workspace_id, request_id);

create unique index recipients_request_id_email_key on public.recipients (request_id, lower(email))
  where removed_at is null;

create index recipients_reminder_idx on public.recipients (coalesce(next_reminder_at, 'infinity'), id)
  where num_nonnulls(next_reminder_at) = 1;

create index recipients_person_idx
  on public.recipients (workspace_id, private.address_hash(email), (created_at at time zone 'UTC') desc, id);

create index recipients_unopened_idx on public.recipients (private.address_hash(email))
  where user_id is null and removed_at is null;

create index recipients_unreachable_idx on public.recipients (private.address_hash(email)) where unreachable_at is not null;

alter table public.recipients enable row level security;

create policy session_ok on public.recipients as restrictive to authenticated using ((select private.session_ok()));

create policy members on public.recipients for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));

create policy own_row on public.recipients for select to authenticated
  using (user_id = (select auth.uid()));

create policy own_rows_first on public.recipients as restrictive for select to authenticated
  using (
    private.is_one_of(workspace_id, (select private.my_workspaces()))
    or private.is_one_of(user_id, (select array[auth.uid()]))
  );

create trigger plan_reminder
  before insert or update of email, user_id, zone, last_seen_at, promised_on, invited_at, muted_at, unreachable_at, removed_at,
    emailed_at, reminders_sent, remind_after, scope on public.recipients
  for each row execute function private.plan_reminder();

create trigger recipient_emails after insert on public.recipients
  for each row execute function private.recipient_emails();

create trigger recipient_emails_again after update of email, removed_at on public.recipients
  for each row when (old.email <> new.email or old.removed_at is distinct from new.removed_at)
  execute function private.recipient_emails();

create trigger words_changed after insert or delete or update of name, email, removed_at on public.recipients
  for each row execute function private.words_changed();

create trigger people_added after insert on public.recipients
  referencing new table as changed for each statement execute function private.recipients_changed();

create trigger people_changed after update on public.recipients
  referencing new table as changed old table as former for each statement execute function private.recipients_changed();

-- schemas/30_requests/13_readers.sql

comment on function private.my_askers() is 'Workspaces that have sent the caller a whole request.';

grant execute on function private.my_askers() to authenticated;

comment on function private.my_requests() is
  'Requests the caller has joined as a recipient of the whole request, cancelled ones included.';

grant execute on function private.my_requests() to authenticated;

comment on function private.my_handed_requests() is 'Requests of which items were handed to the caller.';

comment on function private.my_shared_requests() is
  'Requests the caller has joined as a recipient, and whose recipients read each other''s files.';

grant execute on function private.my_shared_requests() to authenticated;

comment on function private.my_items() is 'Items that were handed to the caller, those of cancelled requests included.';

grant execute on function private.my_items() to authenticated;

comment on function private.my_shared_items() is 'Items that were handed to the caller, and whose files all its recipients read.';

grant execute on function private.my_shared_items() to authenticated;

comment on function private.my_questions() is 'Questions about items that were handed to the caller.';

grant execute on function private.my_questions() to authenticated;

-- schemas/30_requests/14_locks.sql

comment on function private.lock_as_member(uuid) is
  'Locks and returns the request for a member of its workspace; not_found for anyone else. Every writer locks the request first.';

comment on function private.lock_as_recipient(uuid) is
  'Locks and returns an open request for one of its recipients; not_found for anyone else.';

comment on function private.lock_item_as_member(uuid, integer) is
  'Locks the request, then the item, and returns the item for a member who has seen its latest revision.';

comment on function private.lock_item_as_member(uuid) is 'Locks the request, then the item, and returns the item for a member.';

comment on function private.lock_item_as_recipient(uuid) is
  'Locks the request, then the item, and returns the item for a recipient who may still change it.';

comment on function private.lock_item_to_edit(uuid) is
  'Locks the request, then the item, and returns the item for a member who changes it, as edit_request does.';

-- schemas/30_requests/20_drafts.sql

comment on function public.create_request(uuid, jsonb) is
  'Saves a draft {title, message, due_on, recipients, items} in one of the caller''s workspaces. Errors: not_found, draft.*, quota.requests.';

grant execute on function public.create_request(uuid, jsonb) to authenticated;

comment on function public.delete_draft(uuid) is
  'Deletes a request that was never sent, with its history. Errors: not_found, draft.sent.';

grant execute on function public.delete_draft(uuid) to authenticated;

comment on function public.duplicate_request(uuid) is
  'Creates a draft with the same title, message, items, examples and recipients, and without a due date. Returns its id. Errors: not_found, quota.requests.';

grant execute on function public.duplicate_request(uuid) to authenticated;

comment on function private.insert_draft(uuid, jsonb, boolean) is
  'Creates a request or template of a checked draft, without its recipients. Errors: not_found, draft.*, quota.requests.';

comment on function private.check_draft(jsonb) is
  'Rejects values that a request can''t hold. Items and recipients may be missing: only sending requires them.';

comment on function private.copy_items(public.requests, public.requests) is
  'Appends the items of a request, with their examples, to a draft. Left out are those whose title the draft had before. Errors: draft.too_many_items, draft.too_many_sections.';

comment on function private.lock_to_copy(uuid) is 'Locks a request for a member who copies it. Errors: not_found.';

-- schemas/30_requests/21_item_lists.sql

comment on function private.edit_items(public.requests, jsonb) is
  'Makes the items of a locked request those of a checked list. Items keep their ids and, after sending, their history. Errors: draft.items, draft.item, draft.too_many_items, item.answered, item.chosen.';

comment on function private.write_items(public.requests, jsonb, timestamptz) is
  'Writes a checked list whose entries all have ids. New and reworded ones are marked as changed at this moment; null marks none.';

comment on function private.listed_items(jsonb) is
  'The items of a checked list, in stored form. Columns that a requester doesn''t write are null.';

comment on function private.check_items(jsonb) is
  'Rejects a list that a request can''t hold. Errors: draft.too_many_items, draft.too_many_sections, and those of check_item.';

comment on function private.check_item(jsonb) is
  'Rejects values that an item can''t hold. Errors: draft.item, draft.section, draft.expected_files, draft.choices.';

comment on function private.item_words(public.items) is
  'What a requester has written of an item, in the form of a draft: for comparing, for copies and for the history.';

comment on function private.with_item_ids(uuid, jsonb) is
  'Gives each new item of the list an id. Errors: draft.item, for an id that is not one of this request''s items or is listed twice.';

comment on function private.is_answered(public.items) is
  'True once anything was given, is being uploaded or was decided: such an item keeps its kind and is not removed.';

-- schemas/30_requests/22_recipient_lists.sql

comment on function private.edit_recipients(public.requests, jsonb) is
  'Makes the recipients of a locked request those of a checked list. The same address is the same recipient; an id with another address corrects it. Errors: recipient.last, recipient.member, quota.address.';

comment on function private.listed_recipients(jsonb) is 'The recipients of a checked list, in stored form.';

comment on function private.check_recipients(jsonb) is
  'Errors: draft.recipient, draft.recipient_name, draft.duplicate_recipient, draft.too_many_recipients.';

comment on function private.require_no_members(public.requests, text[]) is
  'Members see the request already. Errors: recipient.member.';

comment on function private.require_stranger(public.requests, text) is
  'Refuses to hand an item to oneself or to those who ask for it. Errors: recipient.member, hand_off.self, hand_off.sender.';

comment on function private.count_addressed(public.requests, text[]) is
  'Counts a sent request towards the quotas of these addresses. Errors: quota.address.';

comment on function private.add_recipient_event(uuid, text, public.recipients) is
  'Appends an event about a recipient, which only members read. Named as the request names the person, or else by address.';

-- schemas/30_requests/30_sending.sql

comment on function public.send_request(uuid, boolean) is
  'Opens a draft, creates its link and emails it to the recipients if the caller wants that. Errors: not_found, draft.sent, request.closed, draft.items, draft.recipients, recipient.member, quota.address.';

grant execute on function public.send_request(uuid, boolean) to authenticated;

comment on function public.invite_recipient(uuid) is
  'Emails the link to a recipient of an open request, again or for the first time. Errors: not_found, request.closed, quota.address.';

grant execute on function public.invite_recipient(uuid) to authenticated;

comment on function public.send_update(uuid) is
  'Tells the recipients at once what was returned or changed, instead of ten minutes after the first. Errors: not_found.';

grant execute on function public.send_update(uuid) to authenticated;

comment on function private.open_draft(public.requests, boolean) is
  'Opens a locked draft for the caller, creates its link and emails it if wanted. Errors: draft.sent, request.closed, draft.items, draft.recipients, recipient.member, quota.address.';

comment on function private.start_request(public.requests, text, text, date) is
  'Creates a draft with the items of a template, for the caller. Errors: quota.requests.';

-- schemas/30_requests/31_links.sql

comment on table public.request_links is 'The permanent link of a sent request. Readable by members only.';

create index request_links_workspace_id_idx on public.request_links (workspace_id);

alter table public.request_links enable row level security;

create policy session_ok on public.request_links as restrictive to authenticated using ((select private.session_ok()));

create policy members on public.request_links for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));

create policy own_rows_first on public.request_links as restrictive for select to authenticated
  using (private.is_one_of(workspace_id, (select private.my_workspaces())));

comment on table private.replaced_links is
  'Hashes of former link tokens. They only lead people to requests that they have joined.';

create index replaced_links_request_id_idx on private.replaced_links (request_id);

comment on function public.rotate_link(uuid) is
  'Replaces the link of a sent request and returns the new token. People who have joined keep their access. Errors: not_found, request.closed.';

grant execute on function public.rotate_link(uuid) to authenticated;

comment on function private.put_link(public.requests) is
  'Gives a request a new link token. Of the previous one only the hash is stored, for people who have joined.';

comment on function private.request_of(text) is
  'The request that a link token belongs to. Wrong, replaced, draft and cancelled links all return nothing.';

comment on function private.joined_request_of(text, uuid) is
  'The request that a link token belongs or belonged to, cancelled or not, for a person who has joined it. Nothing for anyone else.';

-- schemas/30_requests/40_editing.sql

comment on function public.edit_request(uuid, integer, jsonb) is
  'Changes a draft, a template or a sent request that is still at this revision, and returns the new one. The change has any of {title, message, due_on, items, recipients}, or of {title, message, due_after_days, items} for a template; a list replaces the whole list, and its entries keep their rows by id. Errors: not_found, request.stale, request.closed, draft.*, template.due, item.answered, recipient.last, recipient.member, quota.address.';

grant execute on function public.edit_request(uuid, integer, jsonb) to authenticated;

-- schemas/30_requests/50_states.sql

comment on function public.pause_request(uuid) is
  'Makes an open request take nothing from its recipients, who can still read it. Repeating a call changes nothing. Errors: not_found, request.closed.';

grant execute on function public.pause_request(uuid) to authenticated;

comment on function public.resume_request(uuid) is
  'Ends a pause. Repeating a call changes nothing. Errors: not_found, request.closed.';

grant execute on function public.resume_request(uuid) to authenticated;

comment on function public.close_request(uuid) is
  'Ends an open request although something is missing. Its recipients can still read it, and members can still decide. Repeating a call changes nothing. Errors: not_found, request.closed, request.complete.';

grant execute on function public.close_request(uuid) to authenticated;

comment on function public.reopen_request(uuid) is
  'Opens a request that a member closed, or one cancelled in the last 30 days. Repeating a call changes nothing. Errors: not_found, request.reopen_expired, request.complete (nothing is left to decide; undoing a decision reopens a request that is done).';

grant execute on function public.reopen_request(uuid) to authenticated;

comment on function public.cancel_request(uuid) is
  'Cancels an open request; a draft is deleted instead. Repeating a call changes nothing. Errors: not_found, request.closed.';

grant execute on function public.cancel_request(uuid) to authenticated;

comment on function public.archive_request(uuid) is
  'Takes a request that is done or cancelled out of the list of what is done. Repeating a call changes nothing. Errors: not_found, request.open.';

grant execute on function public.archive_request(uuid) to authenticated;

comment on function public.unarchive_request(uuid) is
  'Puts an archived request back into the list of what is done. Repeating a call changes nothing. Errors: not_found.';

grant execute on function public.unarchive_request(uuid) to authenticated;

comment on function private.settle(uuid) is
  'Completes a request when all required items are accepted or waived, and reopens it when that is no longer so. A request that a member closed stays closed.';

comment on function private.undecided_items(public.requests) is
  'Number of items that must still be accepted or waived before the request is done.';

-- schemas/30_requests/60_lists.sql

comment on table private.list_entries is
  'In which narrowed lists a request is, derived from the request and its tags. Changed under the lock of the request.';

comment on column private.list_entries.key is 'Names the list: private.list_key.';

comment on column private.list_entries.stage is 'private.list_stage of the request.';

comment on column private.list_entries.due_on is 'Infinity without a date, which comes last.';

create index list_entries_activity_idx
  on private.list_entries (workspace_id, key, stage, last_activity_at desc, request_id desc);

create index list_entries_due_idx on private.list_entries (workspace_id, key, stage, due_on, request_id);

create index list_entries_month_idx
  on private.list_entries (workspace_id, key, date_trunc('month', due_on::timestamp), last_activity_at desc, request_id desc)
  where stage in ('waiting', 'waiting to review');

create index list_entries_day_idx
  on private.list_entries (workspace_id, key, due_on, last_activity_at desc, request_id desc)
  where stage in ('waiting', 'waiting to review');

comment on function public.list_requests(uuid, text, text, date, timestamptz, date, uuid, uuid, uuid, boolean, date, date) is
  'One page of a workspace''s requests, after the given last row of the page before: all, or those of one assignee (the nil uuid for nobody), with one tag, that repeat, or due from one day until another (infinity to infinity: without a due date), which are sorted by due date. Errors: session.required, not_found, list.unknown, list.cursor.';

grant execute on function public.list_requests(uuid, text, text, date, timestamptz, date, uuid, uuid, uuid, boolean, date, date) to authenticated;

comment on function public.request_counts(uuid, date, uuid, uuid, boolean, date, date) is
  'Requests per filter, narrowed as in list_requests; 1000 stands for 1000 or more. Errors: session.required, not_found, list.unknown.';

grant execute on function public.request_counts(uuid, date, uuid, uuid, boolean, date, date) to authenticated;

comment on function private.require_list(uuid, text, date) is
  'Called first by the functions that list requests. Errors: session.required, not_found, list.unknown.';

comment on function private.list_condition(text) is
  'SQL condition of a filter of the list, the same as in the filter''s indexes; $2 is the reader''s day. Null for an unknown filter. Overdue is no state: open, not paused, past the due date, and a required item missing or returned.';

comment on function private.list_key(uuid, uuid, boolean) is
  'Names the list of an assignee, of a tag, or of both, and that of its requests that repeat. The nil uuid stands for nobody; null for no such condition.';

comment on function private.list_stages(text) is
  'The stages of a filter: the same requests as by private.list_condition, for overdue with those that are not yet due.';

comment on function private.list_stage(public.requests) is
  'The one stage of a request; a filter of the list is one or several of them. Null for a template.';

comment on function private.overdue_by_activity(text) is
  'SQL that merges the latest $6 rows of each past due month, and of each past due day of this month. Its source is a relation r with a condition.';

comment on function private.enter_in_lists(public.requests) is 'Writes the entries of a request.';

comment on function private.request_listed() is 'Keeps the entries of a request in step with it, its tags and its repeat.';

-- schemas/30_requests/61_search.sql

comment on table public.request_search is
  'Search text of a request: title, message, recipients and item titles, normalised by private.folded. Readable by members only.';

create index request_search_document_idx on public.request_search
  using gin (private.search_index(workspace_id, document));

create index request_search_workspace_id_idx on public.request_search (workspace_id, request_id);

alter table public.request_search enable row level security;

create policy session_ok on public.request_search as restrictive to authenticated using ((select private.session_ok()));

create policy members on public.request_search for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));

create policy own_rows_first on public.request_search as restrictive for select to authenticated
  using (private.is_one_of(workspace_id, (select private.my_workspaces())));

comment on function public.search_requests(uuid, text) is
  'A workspace''s requests in every state whose title, message, recipients or items have words that begin with all words of the search, the latest 200 first. It compares a bounded number of rows: a rare word finds every request, a common one the latest. Its status is 206 if others may match. Without a word, as in "?!", it finds nothing. Errors: session.required, not_found, search.too_long.';

grant execute on function public.search_requests(uuid, text) to authenticated;

comment on function private.index_words(uuid[]) is 'Rebuilds the search text of these requests.';

comment on function private.words_changed() is 'Updates the search text of a request whose title, message or recipients changed.';

comment on function private.search_index(uuid, tsvector) is 'A request''s entries in the search index.';

comment on function private.prefix_query(text[]) is 'Every word must begin some word of the document.';

comment on function private.words_in_workspace(uuid, text[]) is
  'Words of the search index. Shortened, because a text search word has at most 2046 bytes.';

-- schemas/30_requests/70_history.sql

comment on table public.events is 'History of a request, one row per event. Append-only.';

comment on column public.events.actor is 'No foreign key: the history outlives the account.';

comment on column public.events.recipient_id is
  'The recipient who acted; null for members. Members read the asked address from its row, other recipients can''t.';

comment on column public.events.salt is 'Random, so that erased text can''t be guessed from text_hash; erased with the text.';

comment on column public.events.text_hash is
  'SHA-256 of the salt and of actor_name and data, which name people and quote what they wrote.';

comment on column public.events.previous_hash is 'hash of the event before; 32 zero bytes for the first.';

comment on column public.events.hash is 'SHA-256 of previous_hash, text_hash and everything else that the event says.';

create index events_item_id_idx on public.events (item_id) where item_id is not null;

create index events_file_id_idx on public.events (file_id) where file_id is not null;

create index events_recipient_id_idx on public.events (recipient_id) where recipient_id is not null;

create index events_workspace_id_idx on public.events (workspace_id, request_id);

alter table public.events enable row level security;

create policy session_ok on public.events as restrictive to authenticated using ((select private.session_ok()));

create policy members on public.events for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));

create policy recipients on public.events for select to authenticated
  using (request_id = any((select private.my_shared_requests())::uuid[]) and not private.is_for_members(kind));

create policy own_events on public.events for select to authenticated
  using (
    request_id = any((select private.my_requests())::uuid[])
    and (file_id is null or (select auth.uid()) = actor)
    and not private.is_for_members(kind)
  );

create policy own_rows_first on public.events as restrictive for select to authenticated
  using (
    private.is_one_of(workspace_id, (select private.my_workspaces()))
    or private.is_one_of(request_id, (select private.my_shared_requests()))
    or (
      private.is_one_of(request_id, (select private.my_requests()))
      and (file_id is null or private.is_one_of(actor, (select array[auth.uid()])))
    )
  );

create trigger refuse_history_truncate
  before truncate on public.events
  for each statement execute function private.refuse_history_change();

create trigger chain_event before insert on public.events for each row execute function private.chain_event();

create trigger refuse_history_change
  before update or delete on public.events
  for each row execute function private.refuse_history_change();

create trigger count_answer after insert on public.events
  for each row when (new.kind in ('file_added', 'answered') and new.recipient_id is not null)
  execute function private.count_answer();

create trigger event_emails after insert on public.events
  for each row execute function private.event_emails();

create trigger look_again
  after insert on public.events
  for each row when (new.kind in ('file_added', 'answered', 'item_changed'))
  execute function private.look_again();

create trigger person_answered after insert on public.events
for each row when (new.recipient_id is not null and new.kind in ('file_added', 'answered'))
execute function private.person_answered();

create trigger receive_complete_answer
  after insert on public.events
  for each row when (new.kind in ('file_added', 'answered') and new.recipient_id is not null)
  execute function private.receive_complete_answer();

comment on function public.verify_history(uuid) is
  'For members, and recipients of the whole request: how many events of its history fit, the first that doesn''t, and time and hash of the last one that fits. Errors: not_found.';

grant execute on function public.verify_history(uuid) to authenticated;

comment on function private.add_event(uuid, text, uuid, uuid, jsonb) is 'Appends an event to the history of a request.';

comment on function private.note_event(public.requests, text, jsonb) is
  'Appends to the history of a request something that Sheaf does by itself.';

comment on function private.chain_event() is 'Gives a new event its place after the last one of its request.';

comment on function private.event_hash(public.events) is 'The hash that an event must have.';

comment on function private.event_text_hash(public.events) is
  'The text_hash that an event must have; null once its text is erased.';

comment on function private.hashed_fields(text[]) is
  'Fields, each with its length in bytes, so that no two lists of fields read alike; "-" for null.';

comment on function private.erase_event_text(uuid, integer) is
  'Erases the names and texts of an event. The history still verifies; nobody can tell any more what they were.';

comment on function private.refuse_history_change() is
  'Keeps the history append-only for every role. All that may go is the text of an event, of which its hash stays.';

comment on function private.is_for_members(text) is
  'True for events that recipients cannot read: former texts, the addresses of others and what was written to them, where a workspace keeps a request, when it sends it again, and downloads of everything, which include the files of others.';

grant execute on function private.is_for_members(text) to authenticated;

-- schemas/30_requests/80_templates.sql

comment on table private.templates is 'Use and archive of templates, which no edit of theirs changes.';

comment on function public.workspace_templates(uuid) is
  'For members: the templates of a workspace with their first four items, the one used last first. Errors: not_found.';

grant execute on function public.workspace_templates(uuid) to authenticated;

comment on function public.create_template(uuid, jsonb) is
  'For members: creates a template of {title, message, due_after_days, items}; at most 200 in a workspace. Errors: not_found, draft.*, template.due, template.too_many, quota.requests.';

grant execute on function public.create_template(uuid, jsonb) to authenticated;

comment on function public.save_as_template(uuid) is
  'For members: creates a template from a request, or a copy of a template, with its items, examples and message. Errors: not_found, template.too_many, quota.requests.';

grant execute on function public.save_as_template(uuid) to authenticated;

comment on function public.use_template(uuid) is
  'For members: creates a draft from a template. It is due so many days from today, in the zone of the workspace, as the template says. Errors: not_found, quota.requests.';

grant execute on function public.use_template(uuid) to authenticated;

comment on function public.add_template_items(uuid, integer, uuid) is
  'For members: appends a template''s items to a draft that is still at this revision, and its message and due date if the draft has none; returns the new revision. Items whose title the draft has are left out. Errors: not_found, draft.sent, request.stale, draft.too_many_items, draft.too_many_sections.';

grant execute on function public.add_template_items(uuid, integer, uuid) to authenticated;

comment on function public.archive_template(uuid, boolean) is
  'For members: archives a template, or restores it. Errors: not_found.';

grant execute on function public.archive_template(uuid, boolean) to authenticated;

comment on function private.add_template(public.requests) is
  'Adds a template''s use counts and its created event; at most 200 in a workspace. Errors: template.too_many.';

comment on function private.lock_template(uuid) is 'Locks a template for a member of its workspace. Errors: not_found.';

comment on function private.count_template_use(uuid) is 'Counts one use of a locked template.';

comment on function private.due_day_of(public.requests) is
  'The day when a request from this template is due if it is made today, in the zone of its workspace; null for none.';

comment on function private.as_due_after(jsonb) is 'A number of days from 1 to 365, or null. Errors: template.due.';

-- schemas/30_requests/81_examples.sql

comment on table public.item_examples is
  'A file that shows recipients what an item asks for. A removed one has no row: the purge job deletes objects without one.';

comment on column public.item_examples.object_key is 'Not unique: the examples of a duplicated request refer to the same objects.';

comment on column public.item_examples.object_version is
  'Version of the stored object that its sender finished. No other version can be read.';

create index item_examples_item_id_idx on public.item_examples (item_id);

create index item_examples_request_id_idx on public.item_examples (request_id);

create index item_examples_workspace_id_idx on public.item_examples (workspace_id, request_id, item_id);

create index item_examples_object_key_idx on public.item_examples (object_key);

create index item_examples_uploading_idx on public.item_examples (created_at) where status = 'uploading';

alter table public.item_examples enable row level security;

create policy session_ok on public.item_examples as restrictive to authenticated
  using ((select private.session_ok()));

create policy members on public.item_examples for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));

create policy recipients on public.item_examples for select to authenticated
  using (request_id = any((select private.my_requests())::uuid[]) and status = 'stored');

create policy handed_items on public.item_examples for select to authenticated
  using (item_id = any((select private.my_items())::uuid[]) and status = 'stored');

create policy own_rows_first on public.item_examples as restrictive for select to authenticated
  using (
    private.is_one_of(workspace_id, (select private.my_workspaces()))
    or private.is_one_of(request_id, (select private.my_requests()))
    or private.is_one_of(item_id, (select private.my_items()))
  );

create trigger examples_counted_on_delete after delete on public.item_examples
  referencing old table as changed for each statement execute function private.examples_counted();

create trigger examples_counted_on_insert after insert on public.item_examples
  referencing new table as changed for each statement execute function private.examples_counted();

comment on function public.begin_example(uuid, text, bigint, text) is
  'Announces an example of an item and returns the key to upload it with. It replaces one that the caller began here and didn''t finish. Errors: not_found, request.closed, file.name, file.empty, file.too_large, example.type, example.too_many, quota.uploader_bytes, quota.workspace_bytes.';

grant execute on function public.begin_example(uuid, text, bigint, text) to authenticated;

comment on function public.finish_example(uuid) is
  'Binds the uploaded object to the caller''s example permanently; from then on recipients read it. Idempotent. Errors: not_found, request.closed, file.not_stored, file.changed.';

grant execute on function public.finish_example(uuid) to authenticated;

comment on function public.remove_example(uuid) is
  'Removes an example, finished or not. Nobody can read it from then on. Errors: not_found, request.closed.';

grant execute on function public.remove_example(uuid) to authenticated;

comment on function private.example_types() is 'Content types of examples: those that the page shows by itself.';

comment on function private.drop_examples() is 'Nobody sees a removed item, nor its examples.';

comment on function private.add_example_event(public.item_examples, text, text) is
  'Appends what a change of an example did to its item. Drafts have no history of their edits.';

comment on function private.examples_counted() is
  'Counts stored examples towards the bytes of their workspace: once, whatever the number of copies that refer to them.';

-- schemas/30_requests/90_assignees.sql

comment on table private.watchers is
  'Who watches a request. Whoever created or sent it does without a row, which is made when the first email needs one.';

create index watchers_user_id_idx on private.watchers (user_id);

comment on function public.assign_request(uuid, uuid) is
  'For members: lets a member, or nobody, look after a request, and returns who did before. Its new assignee gets the emails about what arrives, in place of the one before. Repeating a call changes nothing. Errors: not_found, assignee.not_member.';

grant execute on function public.assign_request(uuid, uuid) to authenticated;

comment on function public.watch_request(uuid, boolean) is
  'For a member: email about what arrives in a request, or none. Errors: not_found.';

grant execute on function public.watch_request(uuid, boolean) to authenticated;

comment on function public.watches_request(uuid) is
  'For a member: whether they get email about what arrives in a request. Errors: not_found.';

grant execute on function public.watches_request(uuid) to authenticated;

comment on function private.give_request(public.requests, uuid) is
  'Lets a member, or nobody, look after a request, and get the emails about what arrives in place of the one before.';

comment on function private.assign_to_creator() is 'Whoever makes a request looks after it until it is assigned.';

comment on function private.is_watched(public.requests, uuid) is 'Whether a member watches a request.';

comment on function private.watch_own(uuid) is
  'Makes the rows of those who watch a request because they created or sent it. Links that stop emails name a row.';

comment on function private.told_about(public.requests) is
  'Members who are told what becomes of a request: those who watch it and its assignee, or else the owners.';

-- schemas/40_answers/10_link.sql

comment on function public.peek_request(text) is
  'What anyone with the link may see: requester, logo, accent colour, verified address, title and due date; the month since which the workspace exists, how many of its requests are done (20 stands for 20 or more; archived ones don''t count), and for how many days files and answers are kept after the end, those of sensitive items too. No row for any other token.';

grant execute on function public.peek_request(text) to anon, authenticated;

comment on function public.join_request(text) is
  'Binds the caller to the recipient with the caller''s verified address and returns the request''s id. People who have joined also reach it by a replaced token, and when it is cancelled. Errors: not_found, both for a wrong token and for a wrong person.';

grant execute on function public.join_request(text) to authenticated;

comment on function public.visit_request(uuid, text) is
  'Records that the caller, a recipient, looks at the request now, with their browser''s IANA time zone; an unknown one is ignored. Errors: not_found.';

grant execute on function public.visit_request(uuid, text) to authenticated;

comment on function public.link_workspace(text, text) is
  'For the worker: name of the workspace whose request this link opens for whoever proves this address, as join_request decides. Null for every other link and address, for an address that takes no email from workspaces, for a workspace that this person has reported, or anybody in 30 days, and before a workspace has emailed this address or had an answer from anybody.';

grant execute on function public.link_workspace(text, text) to service_role;

comment on function private.open_as(public.recipients) is 'Lets the caller in as this recipient. The request must be locked.';

comment on function private.note_visit(uuid, text) is
  'Records that the caller, a recipient of the request, looks at it now, and where their clock is set.';

-- schemas/40_answers/11_unopened.sql

comment on function public.unopened_requests() is
  'Requests to which the caller was invited by email and which they have not opened: at most 50, the newest invitations first.';

grant execute on function public.unopened_requests() to authenticated;

comment on function public.open_request(uuid) is
  'Opens a request of unopened_requests(), or one that the caller has opened. Errors: not_found.';

grant execute on function public.open_request(uuid) to authenticated;

comment on function private.unopened_rows() is
  'Recipients that are the caller, who was invited by email and has never opened the request. None of a workspace that the caller has ever reported, or anyone in the last 30 days.';

comment on function private.emailed_address() is
  'The caller''s address, if they have proven by an email that they read it. Null if an identity provider merely asserts it.';

-- schemas/40_answers/12_access_requests.sql

comment on table public.access_requests is
  'People who opened a request''s link with an address it was not sent to, and asked to be added.';

comment on column public.access_requests.email is 'The address they had proven when they asked.';

create index access_requests_user_id_idx on public.access_requests (user_id);

create index access_requests_workspace_id_idx on public.access_requests (workspace_id, request_id);

alter table public.access_requests enable row level security;

create policy session_ok on public.access_requests as restrictive to authenticated
  using ((select private.session_ok()));

create policy members on public.access_requests for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));

create policy own_rows_first on public.access_requests as restrictive for select to authenticated
  using (private.is_one_of(workspace_id, (select private.my_workspaces())));

comment on function public.request_access(text) is
  'Asks the members to add the caller''s proven address to a request. Asking again changes nothing. Errors: not_found, access.too_many, quota.access_requests.';

grant execute on function public.request_access(text) to authenticated;

comment on function public.decide_access(uuid, boolean) is
  'Adds the person who asked to the request''s recipients, or declines. Repeating an answer changes nothing. Errors: not_found, request.closed, access.decided, draft.too_many_recipients, recipient.member, quota.address.';

grant execute on function public.decide_access(uuid, boolean) to authenticated;

-- schemas/40_answers/13_checklists.sql

comment on function public.my_checklist(uuid) is
  'What somebody to whom items of a request were handed reads of the request itself, with who added each file of these items as {file id: name}. No row for everybody else.';

grant execute on function public.my_checklist(uuid) to authenticated;

comment on function public.my_checklists() is
  'Requests of which items were handed to the caller, with these items as [{status, required}]. At most 200, the newest first.';

grant execute on function public.my_checklists() to authenticated;

comment on function public.request_people(uuid) is
  'Names of the people who answer a request, with the items of those who answer only some. For its members and the recipients of the whole request. Errors: not_found.';

grant execute on function public.request_people(uuid) to authenticated;

-- schemas/40_answers/20_answers.sql

comment on function public.answer_item(uuid, integer, text, text) is
  'Answers an item in its own kind, or marks it as not_applicable or cannot_provide with a note; none removes the answer. Several choices stand on one line each. Returns the new revision. Errors: not_found, request.closed, request.paused, item.locked, item.stale, item.kind, answer.*.';

grant execute on function public.answer_item(uuid, integer, text, text) to authenticated;

comment on function private.stored_answer(public.items, text) is
  'The answer in stored form. Errors: answer.empty, answer.date, answer.yes_no, answer.choice, answer.one_choice.';

comment on function private.is_choice_of(text, text[], boolean) is
  'True if a stored answer, one choice per line, fits this list of choices.';

comment on function private.fall_back(uuid) is
  'Sets the state of an item after something was removed: with too little left to review it is missing, or still returned if it was returned before.';

comment on function private.before_submission(public.items) is 'State of an item with fewer files than expected.';

-- schemas/40_answers/30_files.sql

comment on table public.files is 'An uploaded document. Never overwritten; the row of a removed file stays.';

comment on column public.files.sha256 is 'Lower-case hex, computed by the sender during the upload.';

comment on column public.files.object_version is
  'Version of the stored object that the sender finished. No other version can be read.';

comment on column public.files.added_by_member is
  'True if a member added it to an item received another way. It is no answer, so nothing is decided about it.';

comment on column public.files.verdict is
  'What the last decision said about this file; null while it waits for review, or if the decision left it out.';

comment on column public.files.set_aside_at is
  'Since when a member leaves this file out of downloads; null for every other file. The history says who did it.';

comment on column public.files.checked_sha256 is
  'Of the stored bytes, computed by the worker; null until then, and if there was no object.';

comment on column public.files.damaged is 'The stored bytes are not those that the sender announced, or they are gone.';

comment on column public.files.removed_by is
  'The person who removed the file; null if it expired: an unfinished upload, or a request past its retention period.';

comment on column public.files.deletion_asked_at is 'When its uploader last asked members to delete it.';

comment on column public.files.deletion_refused_at is 'When members refused that; null while it waits for their decision.';

comment on column public.files.purged_at is
  'When the stored object was found to be deleted. Until then the bytes of a removed file still exist, but can''t be read.';

create index files_item_id_idx on public.files (item_id);

create index files_request_id_idx on public.files (request_id);

create index files_uploading_idx on public.files (created_at) where status = 'uploading';

create index files_to_purge_idx on public.files (removed_at, id) where status = 'removed' and purged_at is null;

create index files_unchecked_idx on public.files (stored_at desc, id) where status = 'stored' and checked_at is null;

create index files_deletion_asked_idx on public.files (request_id)
  where deletion_asked_at is not null and deletion_refused_at is null and status = 'stored';

create index files_workspace_id_idx on public.files (workspace_id, request_id, item_id) include (status);

alter table public.files enable row level security;

create policy session_ok on public.files as restrictive to authenticated using ((select private.session_ok()));

create policy members on public.files for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));

create policy recipients on public.files for select to authenticated
  using (request_id = any((select private.my_shared_requests())::uuid[]));

create policy own_files on public.files for select to authenticated
  using (request_id = any((select private.my_requests())::uuid[]) and (select auth.uid()) = uploaded_by);

create policy handed_items on public.files for select to authenticated
  using (item_id = any((select private.my_shared_items())::uuid[]));

create policy own_files_of_handed_items on public.files for select to authenticated
  using (item_id = any((select private.my_items())::uuid[]) and (select auth.uid()) = uploaded_by);

create policy own_rows_first on public.files as restrictive for select to authenticated
  using (
    private.is_one_of(workspace_id, (select private.my_workspaces()))
    or private.is_one_of(request_id, (select private.my_shared_requests()))
    or private.is_one_of(item_id, (select private.my_shared_items()))
    or private.is_one_of(uploaded_by, (select array[auth.uid()]))
  );

create trigger files_counted_on_delete after delete on public.files
  referencing old table as changed for each statement execute function private.files_counted();

create trigger files_counted_on_insert after insert on public.files
  referencing new table as changed for each statement execute function private.files_counted();

create trigger files_purged after update on public.files
  referencing old table as former new table as changed for each statement execute function private.files_purged();

comment on function private.files_counted() is 'Keeps the bytes that each workspace uses.';

comment on function private.files_purged() is 'Takes purged files off the bytes that their workspaces use.';

comment on function private.stored_files(uuid) is
  'Number of files that count towards those expected: a recipient''s, and not returned.';

comment on function private.document_types() is 'Content types a file may be stored with: none that a browser would execute.';

comment on function private.accepts_type(text[], text) is
  'True if an item that accepts these groups accepts a file of this content type.';

-- schemas/40_answers/31_uploads.sql

comment on function public.begin_upload(uuid, text, bigint, text) is
  'Announces a file and returns the key and content type to upload it with. Errors: not_found, request.closed, request.paused, item.locked, item.kind, file.name, file.empty, file.too_large, file.type, file.too_many, file.too_many_removed, quota.uploader_bytes, quota.workspace_bytes.';

grant execute on function public.begin_upload(uuid, text, bigint, text) to authenticated;

comment on function public.begin_member_upload(uuid, text, bigint, text) is
  'Announces a file that a member adds to an item received another way; finish_upload and remove_file do the rest. Errors: not_found, request.closed, item.not_received, item.kind, file.name, file.empty, file.too_large, file.type, file.too_many, file.too_many_removed, quota.uploader_bytes, quota.workspace_bytes.';

grant execute on function public.begin_member_upload(uuid, text, bigint, text) to authenticated;

comment on function public.finish_upload(uuid, text) is
  'Binds the uploaded object to the file permanently, and submits the item once as many of the recipients'' files have arrived as are expected. Idempotent. Errors: not_found, request.closed, request.paused, item.locked, item.not_received, file.not_stored, file.changed, file.caching (a browser could show it again without asking).';

grant execute on function public.finish_upload(uuid, text) to authenticated;

comment on function public.submit_files(uuid, integer) is
  'Submits an item with fewer files than expected and returns its new revision. Errors: not_found, request.closed, request.paused, item.locked, item.kind, item.stale (also when there is nothing to submit).';

grant execute on function public.submit_files(uuid, integer) to authenticated;

comment on function public.remove_file(uuid) is
  'Removes one of the caller''s files, finished or not, or one that a member of the caller''s workspace added; its row stays. Errors: not_found, request.closed, request.paused, item.locked, file.accepted.';

grant execute on function public.remove_file(uuid) to authenticated;

comment on function private.begin_file(public.items, text, bigint, text, boolean) is
  'Adds a file without its bytes to a locked item. Errors: item.kind, file.name, file.empty, file.too_large, file.type, file.too_many, file.too_many_removed, quota.uploader_bytes, quota.workspace_bytes.';

comment on function private.lock_own_file(uuid) is
  'Locks the request, the item and the file, and returns a file that the person uploads or has uploaded, or one that any member of the person''s workspace added; not_found for anyone else.';

-- schemas/40_answers/32_stored_objects.sql

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('documents', 'documents', false, 52428800, private.document_types())
on conflict (id) do update
  set public = false, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('assets', 'assets', false, 10485760, private.example_types())
on conflict (id) do update
  set public = false, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

comment on function private.guard_document() is
  'Applies to every role, because uploads are completed outside row-level security: no object without its uploading file or a restore of it, larger than announced or that shared caches may keep, and no change to an existing one but by a restore.';

comment on function private.guard_asset() is
  'Applies to every role, because uploads are completed outside row-level security: no object without its uploading example, larger than announced or that shared caches may keep, and no change to an existing object.';

comment on function private.may_store_object(text, text) is
  'Allows an upload, or the termination of an unfinished one, only of a file the caller has begun, and only under that file''s key and content type.';

grant execute on function private.may_store_object(text, text) to anon, authenticated;

comment on function private.may_read_object(text, text) is
  'Allows authenticated reads only, only of a stored file the caller may see and has opened in this session, and only in the version its sender finished.';

grant execute on function private.may_read_object(text, text) to anon, authenticated;

comment on function private.may_store_example(text, text) is
  'Allows uploads only, only of an example the caller has begun, and only under that example''s key and content type.';

grant execute on function private.may_store_example(text, text) to anon, authenticated;

comment on function private.may_read_example(text, text) is
  'Allows authenticated reads only, only of a stored example of an item the caller sees, and only in the version its sender finished.';

grant execute on function private.may_read_example(text, text) to anon, authenticated;

-- schemas/40_answers/34_triggers_on_storage.sql

create trigger guard_new_document
  before insert on storage.objects
  for each row when (new.bucket_id = 'documents')
  execute function private.guard_document();

create trigger guard_document
  before update on storage.objects
  for each row when (old.bucket_id = 'documents' or new.bucket_id = 'documents')
  execute function private.guard_document();

create trigger guard_new_asset
  before insert on storage.objects
  for each row when (new.bucket_id = 'assets')
  execute function private.guard_asset();

create trigger guard_asset
  before update on storage.objects
  for each row when (old.bucket_id = 'assets' or new.bucket_id = 'assets')
  execute function private.guard_asset();

-- schemas/40_answers/40_hand_off.sql

comment on table public.recipient_items is 'Items that were handed to somebody whose scope is items.';

comment on column public.recipient_items.handed_by is 'Account of the recipient or member. No foreign key: it may be gone.';

comment on column public.recipient_items.handed_by_name is 'The name as it stood then, as in events.';

create index recipient_items_recipient_id_idx on public.recipient_items (recipient_id, request_id, workspace_id);

create index recipient_items_workspace_id_idx on public.recipient_items (workspace_id);

alter table public.recipient_items enable row level security;

create policy session_ok on public.recipient_items as restrictive to authenticated using ((select private.session_ok()));

create policy members on public.recipient_items for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));

create policy own_rows_first on public.recipient_items as restrictive for select to authenticated
  using (private.is_one_of(workspace_id, (select private.my_workspaces())));

create trigger plan_handed_over after insert or delete on public.recipient_items
  for each row execute function private.plan_handed_over();

comment on function public.hand_off_item(uuid, text, text) is
  'Asks somebody else for an item, as a member or a recipient of the whole request. They are emailed the link, and see the items handed to them alone. Errors: not_found, request.closed, request.paused, item.locked, draft.recipient, draft.recipient_name, draft.too_many_recipients, recipient.member, hand_off.passed_on, hand_off.self, hand_off.sender, hand_off.taken, hand_off.recipient, quota.hand_offs, quota.address.';

grant execute on function public.hand_off_item(uuid, text, text) to authenticated;

comment on function public.take_back_item(uuid) is
  'Takes an item back from the person to whom it was handed, as a member or a recipient of the whole request. What they sent stays. Errors: not_found.';

grant execute on function public.take_back_item(uuid) to authenticated;

-- schemas/40_answers/50_decisions.sql

comment on table private.former_verdicts is
  'What the files of an item had before its last decision, for undoing it. Events can''t hold this: recipients of a cancelled request read them, but not each other''s files.';

create index former_verdicts_item_id_idx on private.former_verdicts (item_id);

comment on function public.decide_item(uuid, integer, text, text, jsonb) is
  'Decides on an item at this revision and returns the new revision: accept or return what was sent, or without an answer waive it or receive_elsewhere. files gives single files a verdict [{id, verdict: accepted or returned, reason}]; accepting also accepts all other files. Errors: not_found, request.closed, item.stale (also when there is nothing to decide), item.undecided, item.conflict, file.verdict, file.undecidable, reason.required, reason.too_long.';

grant execute on function public.decide_item(uuid, integer, text, text, jsonb) to authenticated;

comment on function public.undo_decision(uuid, integer) is
  'Undoes the last decision with its verdicts on files, unless the item has changed since. Files that members added stay. Returns the new revision. Errors: not_found, request.closed, item.stale, item.undecided.';

grant execute on function public.undo_decision(uuid, integer) to authenticated;

comment on function public.set_file_aside(uuid, boolean) is
  'Leaves a stored file out of downloads, or puts it back. Repeating a call changes nothing. Errors: not_found, request.closed.';

grant execute on function public.set_file_aside(uuid, boolean) to authenticated;

comment on function private.apply_decision(public.items, text, text, boolean) is
  'Sets the new state of an item and returns its new revision.';

comment on function private.apply_verdicts(public.items, jsonb, boolean) is
  'Sets the verdicts of a list [{id, verdict, reason}] on files of a locked item, remembers the former ones, and returns the number of files changed. Errors: file.verdict, file.undecidable, reason.required, reason.too_long.';

-- schemas/40_answers/60_questions.sql

comment on table public.questions is 'A question about an item from either side; its words and the replies are in messages.';

comment on column public.questions.last_author is 'Wrote the latest message. No foreign key: messages outlive accounts.';

create index questions_request_id_idx on public.questions (request_id);

create index questions_item_id_idx on public.questions (item_id, request_id, workspace_id);

create index questions_workspace_id_idx on public.questions (workspace_id);

alter table public.questions enable row level security;

create policy session_ok on public.questions as restrictive to authenticated using ((select private.session_ok()));

create policy members on public.questions for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));

create policy recipients on public.questions for select to authenticated
  using (request_id = any((select private.my_requests())::uuid[]));

create policy handed_items on public.questions for select to authenticated
  using (item_id = any((select private.my_items())::uuid[]));

create policy own_rows_first on public.questions as restrictive for select to authenticated
  using (
    private.is_one_of(workspace_id, (select private.my_workspaces()))
    or private.is_one_of(request_id, (select private.my_requests()))
    or private.is_one_of(item_id, (select private.my_items()))
  );

comment on table public.messages is 'What was asked, and each reply. Never changed.';

comment on column public.messages.author_name is 'The name as it stood when the message was written, as in events.';

comment on column public.messages.is_member is 'Whether the author wrote for the workspace.';

create index messages_question_id_idx on public.messages (question_id, request_id, workspace_id);

create index messages_request_id_idx on public.messages (request_id);

create index messages_workspace_id_idx on public.messages (workspace_id);

alter table public.messages enable row level security;

create policy session_ok on public.messages as restrictive to authenticated using ((select private.session_ok()));

create policy members on public.messages for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));

create policy recipients on public.messages for select to authenticated
  using (request_id = any((select private.my_requests())::uuid[]));

create policy handed_items on public.messages for select to authenticated
  using (question_id = any((select private.my_questions())::uuid[]));

create policy own_rows_first on public.messages as restrictive for select to authenticated
  using (
    private.is_one_of(workspace_id, (select private.my_workspaces()))
    or private.is_one_of(request_id, (select private.my_requests()))
    or private.is_one_of(question_id, (select private.my_questions()))
  );

comment on table private.question_reads is 'Until when a person has read a question''s messages.';

create index question_reads_user_id_idx on private.question_reads (user_id);

comment on function public.ask_question(uuid, text) is
  'Asks a question about an item, as a member or a recipient, and returns its id. At most 4,000 characters and 50 questions per item. Errors: not_found, request.closed, request.paused, question.empty, question.too_long, question.too_many, quota.messages.';

grant execute on function public.ask_question(uuid, text) to authenticated;

comment on function public.answer_question(uuid, text) is
  'Replies to a question; one that was resolved is open again. At most 4,000 characters and 200 messages per question. Errors: not_found, request.closed, request.paused, question.empty, question.too_long, question.too_many, quota.messages.';

grant execute on function public.answer_question(uuid, text) to authenticated;

comment on function public.resolve_question(uuid, boolean) is
  'Marks a question as resolved, or as open again. Repeating a call changes nothing. Counts as a message. Errors: not_found, request.closed, request.paused, quota.messages.';

grant execute on function public.resolve_question(uuid, boolean) to authenticated;

comment on function public.read_questions(uuid, timestamptz) is
  'Marks an item''s questions as read by the caller, up to the time of the newest message that they have seen.';

grant execute on function public.read_questions(uuid, timestamptz) to authenticated;

comment on function public.unread_questions(uuid[]) is
  'Questions in which somebody else has written since the caller last read them, in the first 200 of these requests; at most 1,000. Lists and pages all count these rows.';

grant execute on function public.unread_questions(uuid[]) to authenticated;

comment on function private.add_message(public.questions, text) is
  'Appends a message, which opens a resolved question again. Errors: quota.messages.';

comment on function private.checked_text(text, integer) is
  'The trimmed text of a question, reply or note. Errors: question.empty, question.too_long.';

comment on function private.is_unread(public.questions, uuid) is
  'Whether somebody else has written a message since this person last read or wrote one.';

comment on function private.lock_question(uuid) is
  'Locks the request and returns the question for a member or recipient who may write in it.';

comment on function private.lock_item_for_question(uuid, uuid) is
  'Locks the request and returns the item for a member or recipient who may write about it.';

-- schemas/40_answers/61_notes.sql

comment on table public.notes is 'A note about an item that only members of the workspace read.';

create index notes_item_id_idx on public.notes (item_id, request_id, workspace_id);

create index notes_workspace_id_idx on public.notes (workspace_id);

alter table public.notes enable row level security;

create policy session_ok on public.notes as restrictive to authenticated using ((select private.session_ok()));

create policy members on public.notes for select to authenticated
  using (workspace_id = any((select private.my_workspaces())::uuid[]));

create policy own_rows_first on public.notes as restrictive for select to authenticated
  using (private.is_one_of(workspace_id, (select private.my_workspaces())));

comment on function public.add_note(uuid, text) is
  'Adds a note to an item that only members read, and returns its id. At most 1,000 characters and 50 notes per item. Errors: not_found, question.empty, question.too_long, question.too_many.';

grant execute on function public.add_note(uuid, text) to authenticated;

comment on function public.remove_note(uuid) is 'Deletes one of the caller''s own notes. Errors: not_found.';

grant execute on function public.remove_note(uuid) to authenticated;

-- schemas/40_answers/70_reading.sql

comment on table private.read_grants is
  'Until when a session may read a file. It names no session or file by reference: without them it opens nothing, and it is deleted soon after it has expired.';

comment on column private.read_grants.since is 'Of the first grant that it renews: the time of the row in file_reads.';

create index read_grants_until_idx on private.read_grants (until);

comment on table private.file_reads is
  'A row says that a session was allowed to read a file from then on, for one purpose. Asking again for the same purpose while the grant lives renews it without another row, however often the file is read meanwhile; so does asking again under the same export.';

comment on column private.file_reads.person is 'No foreign key: the record outlives the account.';

comment on column private.file_reads.person_name is
  'The name as it stood then, as in events; of a member never the address, because recipients read it.';

comment on column private.file_reads.by_member is 'They read it as a member of its workspace, not as a recipient.';

comment on column private.file_reads.purpose is
  'view, download and export count as opened. prefetch and thumbnail don''t: nobody has looked at the file.';

comment on column private.file_reads.export_id is 'The page''s name for one download of everything.';

create index file_reads_file_id_idx on private.file_reads (file_id, at desc);

create unique index file_reads_export_idx on private.file_reads (person, export_id, file_id) where export_id is not null;

comment on function public.open_files(uuid[], text, uuid) is
  'Lets this session read up to 5000 stored files for a minute, and records it. Returns those that it may read now; the others don''t exist for the caller. An export names all its files in its first call, which writes one event per request; later calls with its id renew the grants of these files and note nothing. Errors: file.purpose, file.too_many_opened.';

grant execute on function public.open_files(uuid[], text, uuid) to authenticated;

comment on function public.file_openings(uuid) is
  'Those who opened a file, the latest first, and how often. Members read about everybody, its uploader about members. Errors: not_found.';

grant execute on function public.file_openings(uuid) to authenticated;

comment on function private.readable_files(uuid[]) is 'Those of the files whose bytes the caller may read.';

comment on function private.is_asked_for(text) is
  'True if a browser that has an object with this caching asks Storage before it shows it again. Clients of Storage can send no-store only by hand; max-age=0 is what their library sends.';

comment on function private.reader_name(uuid, boolean) is
  'The caller''s name in the record of who read a file. Of a member it never is the address.';

-- schemas/50_email/10_outbox.sql

comment on table private.outbox is 'Emails that are due, and what became of them. Ended ones are kept for 90 days.';

comment on column private.outbox.address is 'The address if it isn''t the recipient''s any more; null for all others.';

comment on column private.outbox.workspace_id is 'Of an email to a member or somebody who is invited to become one.';

comment on column private.outbox.user_id is 'Whose account it goes to, at the address that the account has then.';

comment on column private.outbox.data is 'Facts that can''t be read later, such as what a notice is about.';

comment on column private.outbox.covers is
  'Of a reminder: the recipients whose requests it lists, all of one person and workspace.';

comment on column private.outbox.by_hand is 'A member asked for it: hours, pauses and the plan don''t count.';

comment on column private.outbox.since is 'When the first act that it reports happened.';

comment on column private.outbox.sent_to is
  'Hash of the address of the last attempt. A member may correct the address while it is under way.';

comment on column private.outbox.reason is 'Why it was dropped or failed, or is tried again: one word.';

create index outbox_due_idx on private.outbox (not_before, id) where ended_at is null;

create index outbox_ended_idx on private.outbox (ended_at) where ended_at is not null;

create index outbox_request_id_idx on private.outbox (request_id);

create index outbox_recipient_id_idx on private.outbox (recipient_id);

create unique index outbox_collecting_idx on private.outbox (recipient_id, kind, coalesce(address, ''))
  where attempts = 0 and ended_at is null;

create index outbox_workspace_id_idx on private.outbox (workspace_id) where workspace_id is not null;

create index outbox_user_id_idx on private.outbox (user_id) where user_id is not null;

create unique index outbox_collecting_for_member_idx
  on private.outbox (user_id, kind, coalesce(request_id, workspace_id))
  where attempts = 0 and ended_at is null and kind in ('arrived', 'summary');

create unique index outbox_collecting_damaged_idx on private.outbox (user_id, request_id)
  where attempts = 0 and ended_at is null and kind = 'damaged';

create unique index outbox_collecting_expiry_idx on private.outbox (user_id, workspace_id, kind)
  where attempts = 0 and ended_at is null and kind in ('expiry', 'silence');

create unique index outbox_collecting_deletion_idx on private.outbox (user_id, request_id, kind)
  where attempts = 0 and ended_at is null and kind in ('binned', 'deletion_asked');

create trigger note_invitation_email after update of outcome on private.outbox
  for each row when (new.kind = 'member_invitation' and new.outcome is not null)
  execute function private.note_invitation_email();

comment on table private.test_clock is
  'Empty. Tests write a moment here, which plans, pauses and caps of emails then take for now. Leases keep the real time.';

comment on function public.email_report() is
  'For the operator: emails of the last 90 days and those that wait, by kind, outcome and reason.';

grant execute on function public.email_report() to service_role;

comment on function private.queue_email(text, public.recipients, timestamptz, timestamptz, text) is
  'Adds an email to the outbox, or the act to one that waits there.';

comment on function private.email_clock() is 'The moment that decides which emails are due: now, outside tests.';

-- schemas/50_email/11_request_emails.sql

comment on function private.request_emails() is 'Queues what recipients are told when a request is sent or ends.';

comment on function private.recipient_emails() is
  'Queues what people are told who are added to a sent request, corrected or removed.';

comment on function private.event_emails() is
  'Queues what recipients are told about an act: collected for ten minutes, or until the end of a visit.';

-- schemas/50_email/20_claim.sql

comment on function public.plan_email(integer) is
  'For the worker: puts reminders and summaries that are due into the outbox, at most 500 of each at a time, and returns their number. One reminder per person and workspace.';

grant execute on function public.plan_email(integer) to service_role;

comment on function public.next_email(uuid, text, uuid, text, text, boolean) is
  'For the worker: finish_email and then claim_email, both or neither.';

grant execute on function public.next_email(uuid, text, uuid, text, text, boolean) to service_role;

comment on function public.claim_email(uuid, text, boolean) is
  'For the worker: leases the next email that is due for five minutes, and returns what it says as things stand now. Drops those that are not true any more. One that says what has arrived waits up to two minutes for its signed receipt, if awaits_receipts. No row if none is due.';

grant execute on function public.claim_email(uuid, text, boolean) to service_role;

comment on function public.finish_email(uuid, uuid, text, text) is
  'For the worker: says what became of an email that it has claimed. sent; retry: after 1, 5 and 30 minutes, 2 and 6 hours, then never; refused: the address takes no email; failed: nothing will help.';

grant execute on function public.finish_email(uuid, uuid, text, text) to service_role;

-- schemas/50_email/21_obstacles.sql

comment on function private.email_obstacle(private.outbox, public.requests, public.recipients) is
  'Why an email isn''t true or welcome any more, in one word; null if nothing is in its way.';

comment on function private.member_email_obstacle(private.outbox, public.requests) is
  'Why an email to the owner of an account isn''t true or welcome any more, in one word; null if nothing is in its way.';

comment on function private.email_wait(private.outbox, public.requests, public.recipients) is
  'Counts an email, or says how long it waits because its address or workspace has had enough for this hour or today.';

-- schemas/50_email/30_caps.sql

comment on table private.email_limits is
  'Most emails per day in UTC, or per hour where the name says so, and how many addresses may be new. An operator changes them by SQL.';

insert into private.email_limits (name, most) values
  ('fewer_addresses_per_report', 10),
  ('new_addresses', 20),
  ('new_addresses_at_least', 5),
  ('new_addresses_at_most', 500),
  ('new_addresses_per_answer', 10),
  ('per_workspace', 500),
  ('per_workspace_hour', 100),
  ('to_address', 6),
  ('to_address_per_workspace', 3),
  ('to_address_unanswered', 5);

comment on table private.email_counts is 'Emails per mailbox, workspace and day in UTC.';

create index email_counts_workspace_id_idx on private.email_counts (workspace_id);

comment on table private.email_hours is 'Emails per workspace and hour, of the last day.';

create index email_hours_hour_idx on private.email_hours (hour);

comment on table private.emailed_addresses is 'Whom a workspace has written to, and since which day in UTC.';

create index emailed_addresses_since_idx on private.emailed_addresses (workspace_id, since);

comment on table private.answering_people is
  'Who has answered a request of a workspace. Counted by person: two who work together can''t answer many requests.';

comment on table private.answered_workspaces is
  'Workspaces that somebody has answered. Until then their emails carry neither a name of theirs in From nor a link.';

comment on function public.invitations_end_on(uuid) is
  'For members: the day in UTC on which the last waiting invitation of the request''s workspace leaves, if the cap on new addresses lets some wait for another day; null otherwise. Errors: not_found.';

grant execute on function public.invitations_end_on(uuid) to authenticated;

comment on function private.new_addresses_allowed(uuid) is 'To how many addresses a day a workspace may write for the first time.';

comment on function private.new_addresses_left(uuid) is
  'To how many more addresses a workspace may write for the first time today, in UTC.';

comment on function private.new_addresses_end_on(uuid, integer) is
  'The day in UTC on which the last of so many new addresses is written to, if some wait for another day; null otherwise.';

comment on function private.is_new_address(uuid, text) is 'True for an address that the workspace hasn''t written to.';

comment on function private.reserve_address(uuid, text) is
  'Counts an address that is new to a workspace before its email is written. False if the workspace may write to no more of them today.';

comment on function private.count_answer() is
  'Notes that a recipient has answered: their first file or their first answer without one.';

-- schemas/50_email/31_reports.sql

comment on table private.request_reports is
  'What recipients have reported, once per person and request. Kept when they delete their account: they may have been threatened.';

comment on column private.request_reports.behind is
  'Who handed the reporter their items; null for a recipient of the whole request.';

create index request_reports_workspace_id_idx on private.request_reports (workspace_id, at);

comment on function public.report_request(uuid, text) is
  'For a recipient: reports a request to whoever runs Sheaf, once; the first report stays. The workspace isn''t told. Errors: not_found, report.note (over 1,000 characters).';

grant execute on function public.report_request(uuid, text) to authenticated;

comment on function public.request_reports() is 'For the operator: the 50 newest reports. They don''t say who reported.';

grant execute on function public.request_reports() to service_role;

comment on function public.email_workspaces() is
  'For the operator: workspaces whose emails wait for a cap, and those that recipients have reported in the last 30 days. At most 100, those with the most reports first. Today is a day in UTC.';

grant execute on function public.email_workspaces() to service_role;

comment on function public.unusual_addresses() is
  'For the operator: stored addresses that aren''t canonical, at most 100. They get no email until a member corrects them.';

grant execute on function public.unusual_addresses() to service_role;

comment on function private.recent_reporters(uuid) is
  'How many people have reported a request of this workspace in 30 days. All to whom the same person handed items are one.';

-- schemas/50_email/40_stopping.sql

comment on table private.suppressed_addresses is
  'SHA-256 of addresses that get no email from any workspace. refused: a mail server said that there is no such mailbox, in the last 90 days; of the exact address. asked: its owner stopped all email; of the mailbox, without what follows a plus sign.';

create index suppressed_addresses_expiry_idx on private.suppressed_addresses (at) where reason = 'refused';

comment on table private.stop_keys is
  'Secret of the one row: what links that stop email are signed with. Not in backups that leave the operator''s hands.';

insert into private.stop_keys (inner_key, outer_key)
select k.inner_key, k.outer_key
from (
  select
    sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as inner_key,
    sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as outer_key
) as k;

comment on function public.stop_email(text) is
  'Ends email about a request (`request`), about all requests of a workspace (`workspace`), about what arrives in a request (`watched`), or the daily summary (`summary`), for the holder of the token of one of these emails, and returns which. Null: the token stops nothing.';

grant execute on function public.stop_email(text) to anon, authenticated;

comment on function public.peek_stop(text) is
  'For the holder of the token of an email: what it would stop, the workspace, and the address without its name. Null for any other token. Changes nothing.';

grant execute on function public.peek_stop(text) to anon, authenticated;

comment on function public.resume_email(text) is
  'Undoes stop_email within a day, for the holder of the same token, and returns what comes again. Null: there is nothing to undo.';

grant execute on function public.resume_email(text) to anon, authenticated;

comment on function public.stop_all_email(boolean) is
  'Ends all email from Sheaf to the caller''s address, except sign-in codes and security notices, or allows it again. Whoever calls it has signed in, so a forwarded email is not enough.';

grant execute on function public.stop_all_email(boolean) to authenticated;

comment on function public.email_is_stopped() is
  'Whether the caller''s address gets no email from any workspace, because they asked or because it refused one.';

grant execute on function public.email_is_stopped() to authenticated;

comment on function public.suppress_address(text) is
  'For the operator: an email to this address came back for good. It gets no more, as if its server had refused one, and members see it at each of its requests, whose number is returned. Errors: draft.recipient.';

grant execute on function public.suppress_address(text) to service_role;

comment on function public.allow_address(text) is
  'For the operator: emails may be sent to this address again, although a mail server has refused it. `stopped` if its owner has stopped all email, which stays. Errors: draft.recipient.';

grant execute on function public.allow_address(text) to service_role;

comment on function public.free_expired_addresses() is
  'For the worker: takes back refusals that are 90 days old, because a mailbox that didn''t exist may exist again. Returns how many, at most 100.';

grant execute on function public.free_expired_addresses() to service_role;

comment on function private.stop_token(uuid, text, text) is
  'What the links in emails carry, for a recipient (scopes `request` and `workspace`), a watcher (`watched`) or a member (`summary`): it stops these emails, and gives no reading. 43 characters.';

comment on function private.stop_signature(uuid, text, text) is
  '16 bytes that only this database can make for a recipient, the address that an email went to, and what the link stops.';

comment on function private.stop_target(text) is
  'What the token of an email stops: a recipient, a watcher or a member''s summary, with the scope, the address and the workspace. The scope is null for a token that stops nothing.';

comment on function private.is_suppressed(text) is 'Whether an address gets no email from any workspace.';

comment on function private.has_stopped_email(text) is 'True if the owner of this mailbox has stopped all email.';

comment on function private.is_refused(text) is 'True for 90 days after a mail server said that there is no such mailbox.';

comment on function private.free_addresses(bytea[]) is
  'Takes back that these addresses are refused, everywhere. A stop of all email stays.';

comment on function private.add_email_event(public.recipients, text, jsonb) is
  'Appends to the history of a request what became of an email to one of its recipients.';

-- schemas/50_email/50_reminders.sql

comment on function public.send_reminders(uuid) is
  'Reminds the recipients of an open request now, each at most once in 24 hours, and returns how many. Errors: not_found, request.closed, request.paused, reminder.nothing, reminder.unreachable, reminder.soon.';

grant execute on function public.send_reminders(uuid) to authenticated;

comment on function public.preview_reminder(uuid, text) is
  'What the next reminder of a request will say as things stand, for @sheaf/email; null if none is planned. Errors: not_found.';

grant execute on function public.preview_reminder(uuid, text) to authenticated;

comment on function public.set_reminders(uuid, jsonb, boolean) is
  'Changes when the recipients of a request are reminded, or pauses that. Errors: not_found, request.closed, reminder.plan.';

grant execute on function public.set_reminders(uuid, jsonb, boolean) to authenticated;

comment on function public.set_workspace_reminders(uuid, text, jsonb) is
  'For owners and admins: the plan that new requests begin with, and the zone of recipients who haven''t come yet. Errors: not_found, workspace.role, reminder.zone, reminder.plan.';

grant execute on function public.set_workspace_reminders(uuid, text, jsonb) to authenticated;

comment on function public.promise_date(uuid, date) is
  'For a recipient: reminders wait until the day after this date, and members see it. Null takes it back. Errors: not_found, request.closed, promise.date.';

grant execute on function public.promise_date(uuid, date) to authenticated;

comment on function public.mute_request(uuid, boolean) is
  'For a recipient: no email about this request any more, or again. Errors: not_found, request.closed.';

grant execute on function public.mute_request(uuid, boolean) to authenticated;

comment on function private.next_reminder(public.recipients) is
  'When a recipient is reminded next as things stand; null if there is nothing to remind of, or nobody to remind.';

comment on function private.planned_reminder(jsonb, date, timestamptz, text) is
  'The first time in a plan on a later day than `past`. Days after the due date, or without one, count from there. A day at a weekend counts as the Monday after it.';

comment on function private.reminder_time(timestamptz, text) is
  'The first moment from then on that is between 09:00 and 17:00 of a weekday in a zone.';

comment on function private.reminder_pause(public.recipients, text) is
  'Until when a person is left alone: after an email about the request, after a visit, until the day after a promise. Null if never.';

comment on function private.reminder_wait(private.outbox, public.recipients) is
  'How long a reminder waits for the hours in which they leave; null if not at all.';

comment on function private.reminded_now(uuid[], boolean) is
  'Those of these recipients who are still to be reminded, in the order of their due dates.';

comment on function private.reminded_together(public.recipients, timestamptz) is
  'Locks and returns the recipients that one reminder covers: the same person in requests of the same workspace.';

comment on function private.left_for(public.recipients, public.requests) is
  'How many required items wait for this recipient of the request.';

comment on function private.is_reminder_plan(jsonb) is
  'before: up to six numbers of days before the due date, of 0 to 365. every: days between reminders after it. undated: days between them where there is no due date. most: reminders in all, up to twelve.';

-- schemas/50_email/51_planning.sql

comment on function private.plan_reminder() is 'Keeps the time of a recipient''s next reminder.';

comment on function private.plan_reminders() is
  'Plans the reminders of a request anew: what the plan had before a pause, a return or another due date isn''t made up for.';

comment on function private.plan_handed_over() is 'Begins the reminders of somebody with an item more or less again.';

comment on function private.plan_handed_reminder() is
  'What is left for somebody with single items changes without what is left of the request.';

comment on function private.take_reminder_plan() is 'Gives a new request the plan of its workspace.';

-- schemas/50_email/60_member_emails.sql

comment on table private.member_emails is 'Which emails a member wants about what arrives in a workspace. Without a row: each.';

comment on column private.member_emails.zone is 'IANA time zone of the browser in which the member chose.';

comment on column private.member_emails.summarised_at is 'Until when summaries have told what happened.';

comment on column private.member_emails.stopped_at is
  'When the link of a summary ended the summaries; null if the member chose it.';

create index member_emails_user_id_idx on private.member_emails (user_id);

create index member_emails_summary_idx on private.member_emails (next_summary_at) where next_summary_at is not null;

comment on function public.my_email_preferences() is
  'The caller''s workspaces, and which emails about arrivals they want from each: each, daily, none.';

grant execute on function public.my_email_preferences() to authenticated;

comment on function public.set_email_preference(uuid, text, text) is
  'For a member: an email for each arrival, one a day at 08:00 in the time zone of their browser, or none. The workspace''s zone replaces an unknown one. Errors: not_found, email.arrivals.';

grant execute on function public.set_email_preference(uuid, text, text) to authenticated;

comment on function private.arrival_emails(uuid, uuid) is 'Which emails a member wants about what arrives: each, daily, none.';

comment on function private.next_summary(timestamptz, text) is 'The first 08:00 in a zone after a moment.';

comment on function private.plan_summaries(integer) is
  'Puts daily summaries that are due into the outbox and returns their number.';

comment on function private.queue_arrival(public.events) is
  'Tells the members who watch a request that something arrived, each in one email about all that arrives by then.';

-- schemas/50_email/70_facts_for_recipients.sql

comment on function private.email_facts(private.outbox, public.requests, public.recipients, text) is
  'Everything that is needed to write an email, as things stand now.';

comment on function private.asker_facts(public.requests) is 'Who asks, for @sheaf/email.';

comment on function private.changes_since(public.requests, timestamptz, public.recipients) is
  'How a request differs for this recipient from what it was then, for @sheaf/email. What was changed back is left out.';

comment on function private.returns_since(public.requests, timestamptz, public.recipients) is
  'Items of this recipient returned since then that still are, with their reasons, for @sheaf/email.';

comment on function private.sent_items(public.recipients) is 'What this recipient has sent and not removed, for @sheaf/email.';

comment on function private.waiting_items(uuid, public.recipients) is 'What this recipient still has to answer, for @sheaf/email.';

comment on function private.unread_messages(public.requests, uuid, timestamptz, public.recipients) is
  'Messages of the other side since then that this person has not read, for @sheaf/email: a member, or the account of this recipient. A recipient without an account has read nothing.';

comment on function private.emailed_message(public.requests) is
  'The message as emails quote it. One with a link is left out for a workspace that is new or that nobody has answered.';

comment on function private.emailed_text(public.messages) is
  'A message as emails quote it: its first 1,000 characters. Nothing of one with a link from a workspace that is new or that nobody has answered.';

comment on function private.is_for(public.recipients, uuid) is 'Whether this recipient answers the item.';

comment on function private.has_link(text) is 'Whether a mail program could make a link of a part of this.';

comment on function private.may_email_links(uuid) is
  'Whether emails quote texts with links by this workspace: it is older than seven days, and somebody has answered it.';

-- schemas/50_email/71_facts_of_reminders.sql

comment on function private.reminder_facts(uuid[], timestamptz, text, boolean) is
  'Everything that is needed to write a reminder to these recipients, who are one person. A preview has no link that stops email.';

-- schemas/50_email/72_facts_for_members.sql

comment on function private.member_email_facts(private.outbox, public.requests, text) is
  'Everything that is needed to write an email to a member or the owner of an account.';

comment on function private.arrived_facts(private.outbox, public.requests, text) is
  'Everything that is needed to tell a member what arrived, as things stand now.';

comment on function private.summary_facts(private.outbox, text) is
  'What happened since the last summary in the requests that a member watches, at most 50 of each kind. Only what is new: a request is named on the day after its due date and not again.';

comment on function private.summary_line(public.requests, text) is
  'A request as a summary names it, with its recipients'' names, or the addresses of those without one.';

comment on function private.arrivals_since(public.requests, timestamptz) is
  'What recipients have sent since then that is still there and waits for a decision, for @sheaf/email.';

comment on function private.member_invitation_facts(private.outbox, text) is
  'Everything that is needed to write an invitation to a workspace.';

comment on function private.second_factor_facts(private.outbox, text) is
  'Everything that is needed to tell a member to set up a second factor.';

comment on function private.notice_facts(private.outbox, text) is
  'Everything that is needed to write an email that was told all of its facts.';

-- schemas/60_people/10_people.sql

comment on table private.people is
  'Everyone a workspace has asked, a row per address. Read and changed by functions alone, which prove membership.';

comment on column private.people.asked_as is 'The name in the request sent last to this address; empty if it has none.';

comment on column private.people.name is 'The name that members gave; empty for none. Requests keep the names they have.';

comment on column private.people.note is 'For members of the workspace only.';

comment on column private.people.merged_into is
  'The person to whom this address belongs too; null for that person. Never a person who is merged themselves.';

comment on column private.people.answered_at is 'The last file, answer or "not applicable" that came from this address.';

create index people_name_idx on private.people (workspace_id, sort_name, id) where merged_into is null;

create index people_merged_into_idx on private.people (merged_into) where merged_into is not null;

create index people_document_idx on private.people using gin (private.search_index(workspace_id, document));

comment on table private.open_recipients is
  'Recipients of open requests who are still asked: a row for each, derived from the recipient and the request.';

comment on column private.open_recipients.due_on is
  'When a required item is due that waits for them, infinity without a date; null if none does or the request is paused.';

comment on column private.open_recipients.unreached_at is 'Since when they get no email about the request; null if they do.';

create index open_recipients_due_idx on private.open_recipients (workspace_id, due_on, recipient_id)
  where due_on is not null;

create index open_recipients_unreached_idx on private.open_recipients (workspace_id, unreached_at, recipient_id)
  where unreached_at is not null;

create index open_recipients_person_idx on private.open_recipients (person_id, due_on, recipient_id);

create index open_recipients_waiting_idx on private.open_recipients (workspace_id, person_id) where due_on is not null;

create index open_recipients_blocked_idx on private.open_recipients (workspace_id, person_id, unreached_at, recipient_id)
  where unreached_at is not null;

comment on function private.meet_people(uuid[]) is 'Adds the recipients of sent requests to the people of their workspaces.';

comment on function private.keep_open_recipients(uuid[]) is 'Writes what is open with these recipients.';

comment on function private.recipients_changed() is
  'Keeps the people of a workspace and what is open with them. Whatever changes what a request waits for also plans its reminders, and so changes its recipients.';

comment on function private.request_people_changed() is 'Adds the recipients of a request that is sent.';

comment on function private.person_answered() is 'Keeps people.answered_at: the last file or answer from an address.';

-- schemas/60_people/20_lists.sql

comment on function public.list_people(uuid, text, text, uuid) is
  'For members: one page of the people a workspace has asked, after the position of the last row of the page before. waiting: with items left, the one due first at the top; everyone: by name; unreached: who can''t be emailed about an open request. Errors: not_found, list.unknown, list.cursor.';

grant execute on function public.list_people(uuid, text, text, uuid) to authenticated;

comment on function public.people_counts(uuid, uuid) is
  'For members: people per list; 1000 stands for 1000 or more. Errors: not_found.';

grant execute on function public.people_counts(uuid, uuid) to authenticated;

comment on function public.export_people(uuid, text) is
  'For members: everyone a workspace has asked, by name, 500 at a time, after the position of the last row before. Errors: not_found, list.cursor.';

grant execute on function public.export_people(uuid, text) to authenticated;

comment on function private.list_people(uuid, text, text, integer) is
  'The people of a list in its order, and the position of each, after which the next page begins.';

comment on function private.list_tagged_people(uuid, text, uuid, text, integer) is
  'A page of a list of people who have a tag, in the orders and with the positions of list_people. At most 1,000 people of a tag are looked at.';

comment on function private.describe_people(uuid[], text[]) is
  'These people in this order, with what is open with each: the first 50 requests by due date, and the request that a member acts on first.';

comment on function private.items_by_state(public.recipients, public.requests) is
  'The items of a request that this recipient answers: all, or those handed to them.';

-- schemas/60_people/30_search.sql

comment on function public.search_people(uuid, text) is
  'For members: people whose name or address has words that begin with all words of the search, the first 100 by name. Its status is 206 if others may match. Without a word, as in "?!", it finds nothing. Errors: not_found, search.too_long.';

grant execute on function public.search_people(uuid, text) to authenticated;

-- schemas/60_people/40_person.sql

comment on function public.person_details(uuid) is
  'For members: a person, from their latest 100 requests and at most 1,000 files. The id of an address that was merged leads to the person it belongs to. Errors: not_found.';

grant execute on function public.person_details(uuid) to authenticated;

comment on function public.person_requests(uuid) is
  'For members: the latest 100 requests in which a person is asked, and how far each of them is. Errors: not_found.';

grant execute on function public.person_requests(uuid) to authenticated;

comment on function public.person_companions(uuid) is
  'For members: who else is asked in the open requests of a person, and for how many items that were handed off. Errors: not_found.';

grant execute on function public.person_companions(uuid) to authenticated;

comment on function private.require_person(uuid) is
  'The person with this id in one of the caller''s workspaces, or the one they were merged into. Errors: session.required, not_found.';

comment on function private.recipients_of(uuid, integer) is
  'Where a person is asked, drafts included, the latest of each address first.';

comment on function private.addresses_of(uuid) is 'The rows of all addresses of a person.';

-- schemas/60_people/50_editing.sql

comment on function public.edit_person(uuid, integer, text, text) is
  'For members: the name under which they see a person, empty for the one in requests, and a note that no recipient reads; returns the new revision. Requests and their history keep the names they have. Errors: not_found, person.name, person.note, person.stale.';

grant execute on function public.edit_person(uuid, integer, text, text) to authenticated;

comment on function public.merge_people(uuid, uuid) is
  'For members: shows two addresses as one person, with the first as the main one. Nothing in their requests changes; each address keeps its name and note, and the main one gets the tags. Errors: not_found, person.same, person.too_many_addresses, tag.too_many_here.';

grant execute on function public.merge_people(uuid, uuid) to authenticated;

comment on function public.unmerge_person(uuid) is
  'For members: makes a merged address a person of its own again, with its requests, name and note. Tags stay with the person it belonged to. Errors: not_found.';

grant execute on function public.unmerge_person(uuid) to authenticated;

comment on function private.lock_people(uuid, boolean) is
  'Keeps away merges of people, and with exclusive also what tags them, until the end of the transaction. It is taken before the locks of tags and people.';

-- schemas/70_bulk_send_and_repeats/10_bulk_send.sql

comment on table private.jobs is
  'Requests that the worker makes in the background. Read and changed by functions alone, which prove membership.';

comment on column private.jobs.id is 'Made by the browser, so that a repeated confirmation creates nothing.';

comment on column private.jobs.checklist_id is
  'A copy of the template as it was: a template that no list shows, so that later edits change no request of this job.';

comment on column private.jobs.title is 'Of each request, with the placeholders {name} and {due}; so has the message.';

comment on column private.jobs.sender is 'In whose name requests are sent. No foreign key, as in requests.';

create index jobs_workspace_id_idx on private.jobs (workspace_id, created_at desc);

create index jobs_template_id_idx on private.jobs (template_id);

create index jobs_checklist_id_idx on private.jobs (checklist_id);

comment on table private.job_rows is 'A row for each person of a job.';

comment on column private.job_rows.number is 'The line in the file or list that somebody chose.';

comment on column private.job_rows.not_before is 'Infinity while the job is paused.';

comment on column private.job_rows.failure is 'The code of the error for which no request was made, or ''stopped''.';

comment on column private.job_rows.assignee is 'Chosen in the list; the sender takes the place of one who is no member any more.';

create index job_rows_due_idx on private.job_rows (not_before, job_id, number) where done_at is null;

create index job_rows_request_id_idx on private.job_rows (request_id);

comment on function public.send_to_many(uuid, uuid, text, text, jsonb) is
  'For members: stores a job that sends a template to up to 1,000 people {number, email, name, due_on, assignee}, each a request of their own, with the title and message filled in. With the id of a job that exists it does nothing. An assignee is the id of a member. Errors: not_found, bulk.*, draft.*, quota.bulk_rows, assignee.not_member.';

grant execute on function public.send_to_many(uuid, uuid, text, text, jsonb) to authenticated;

comment on function public.pause_bulk(uuid, boolean) is
  'For members: pauses a job before its next person, or goes on. Nothing happens to one that was stopped. Errors: not_found.';

grant execute on function public.pause_bulk(uuid, boolean) to authenticated;

comment on function public.stop_bulk(uuid) is
  'For members: ends a job; who has no request yet gets none. Requests that were sent stay. Errors: not_found.';

grant execute on function public.stop_bulk(uuid) to authenticated;

comment on function public.retry_bulk(uuid) is
  'For members: lets the worker try all people of a job again who got no request, and returns how many. None of a job that was stopped. Errors: not_found.';

grant execute on function public.retry_bulk(uuid) to authenticated;

comment on function private.find_job(uuid) is 'A job of one of the caller''s workspaces. Errors: not_found.';

comment on function private.may_send(uuid, uuid) is
  'False for somebody who has left the workspace, whose account is suspended, or who lacks the second factor that the workspace requires: nothing more is sent in their name.';

comment on function private.filled(text, text, date) is 'A title or message for one person. The page shows the same.';

-- schemas/70_bulk_send_and_repeats/11_bulk_progress.sql

comment on function public.workspace_bulks(uuid) is 'For members: the ten newest jobs of a workspace. Errors: not_found.';

grant execute on function public.workspace_bulks(uuid) to authenticated;

comment on function public.bulk_details(uuid) is
  'For members: how far a job is. next_at: when the next person''s turn is; null if none waits or it is paused. sent_lately: in the last 30 seconds. ends_on: the day in UTC of the last, if the cap on new addresses lets some wait. can_send: whether its sender may still send. Errors: not_found.';

grant execute on function public.bulk_details(uuid) to authenticated;

comment on function public.bulk_people(uuid, text, text) is
  'For members: the people of a job, problems first, 50 a page. Filters: problems, sent, waiting; all others show everybody. Errors: not_found.';

grant execute on function public.bulk_people(uuid, text, text) to authenticated;

comment on function private.job_progress(uuid) is
  'Each person of a job, with the address of their request as it is now, and the due date as it was sent. States: waiting, sending (the email is on its way), sent, unreachable, failed, stopped.';

-- schemas/70_bulk_send_and_repeats/12_bulk_worker.sql

comment on function public.claim_bulk(uuid, integer) is 'For the worker: leases people of jobs, whose turn it is, for a minute.';

grant execute on function public.claim_bulk(uuid, integer) to service_role;

comment on function public.finish_bulk(uuid, integer, uuid) is
  'For the worker: makes and sends the request of a person that it has claimed, once. sent; failed: with a reason that members read; waits: for another day, or for a member who goes on. Null if the claim is no longer the caller''s.';

grant execute on function public.finish_bulk(uuid, integer, uuid) to service_role;

comment on function private.send_job_row(private.jobs, private.job_rows) is
  'Makes and sends the request of one person; null if the address is new and has to wait.';

-- schemas/70_bulk_send_and_repeats/20_repeats.sql

comment on table private.repeats is 'Requests that are sent again. Read and changed by functions alone, which prove membership.';

comment on column private.repeats.request_id is 'The newest request, which the next one is made from.';

comment on column private.repeats.previous_id is
  'The request before the newest, whose page may still be open. Nobody can make a second repeat of it.';

comment on column private.repeats.first_on is 'All days are counted from this one: the 31st stays the 31st after a short month.';

comment on column private.repeats.sender is 'In whose name requests are sent. No foreign key, as in requests.';

comment on column private.repeats.not_before is 'When its turn is. Infinity after a failure, until a member goes on.';

comment on column private.repeats.is_told is 'True once the sender was emailed about the next day.';

comment on column private.repeats.failure is 'The code of the error for which nothing was sent on next_on.';

create index repeats_not_before_idx on private.repeats (not_before);

create index repeats_previous_id_idx on private.repeats (previous_id) where previous_id is not null;

create index repeats_workspace_id_idx on private.repeats (workspace_id);

create trigger enter_in_lists after insert or delete or update of request_id on private.repeats
  for each row execute function private.request_listed();

comment on function public.request_repeat(uuid) is
  'For members: how a request repeats; no row if it doesn''t. following_id: the request that it was sent again as, which the rest is about. can_send: whether its sender may still send. Errors: not_found.';

grant execute on function public.request_repeat(uuid) to authenticated;

comment on function public.repeat_request(uuid, text, date) is
  'For members: sends a request again every month, quarter or year from a day on, in the caller''s name; null ends that. Errors: not_found, repeat.moved, repeat.draft, request.closed, repeat.every, repeat.date.';

grant execute on function public.repeat_request(uuid, text, date) to authenticated;

comment on function public.skip_repeat(uuid, date) is
  'For members: sends nothing on the next day of a repeat. Does nothing if that is no longer the next day. Errors: not_found, repeat.moved.';

grant execute on function public.skip_repeat(uuid, date) to authenticated;

comment on function private.repeat_day(text, date, date) is 'The first day of a repeat that is after a day.';

comment on function private.repeat_time(uuid, date) is 'When requests of a day are sent: at 08:00 in the zone of the workspace.';

comment on function private.require_newest(public.requests) is
  'Refuses a request that was sent again meanwhile. Errors: repeat.moved.';

comment on function private.queue_repeat(private.repeats, boolean) is
  'Tells the sender of a repeat that its day comes, or that nothing could be sent on it.';

comment on function private.end_repeat() is 'Whoever cancels a request wants no other one.';

comment on function private.repeat_facts(private.outbox, public.requests, text) is
  'Everything that is needed to tell a member about the next day of a repeat.';

-- schemas/70_bulk_send_and_repeats/21_repeat_worker.sql

comment on function public.claim_repeats(uuid, integer) is
  'For the worker: leases requests, which are to be sent again, for a minute. Senders are told of those of the next 24 hours.';

grant execute on function public.claim_repeats(uuid, integer) to service_role;

comment on function public.finish_repeat(uuid, uuid) is
  'For the worker: sends a request, which it has claimed, again, once. sent; failed: with a reason that members read; waits: for another day. Null if the claim is no longer the caller''s.';

grant execute on function public.finish_repeat(uuid, uuid) to service_role;

comment on function private.send_again(public.requests) is
  'Sends a request again as it is now, due as many days after today as it was after it was sent.';

-- schemas/80_retention/10_checksums.sql

comment on table private.checks is
  'Files that a worker is reading, and those that couldn''t be read for now. A claim whose lease has ended counts as none.';

comment on function public.claim_checks(uuid, integer) is
  'For the worker: leases stored files that nobody has checked, the newest first, for a quarter of an hour.';

grant execute on function public.claim_checks(uuid, integer) to service_role;

comment on function public.finish_checks(uuid, jsonb) is
  'For the worker: says which bytes it has read of files: [{file, sha256, size}], without the last two where there is no object. Counts those that are verified, damaged or were removed; not those that another worker has claimed meanwhile.';

grant execute on function public.finish_checks(uuid, jsonb) to service_role;

comment on function public.postpone_check(uuid, uuid) is
  'For the worker: a file couldn''t be read for now. The pause before the next attempt doubles, up to an hour.';

grant execute on function public.postpone_check(uuid, uuid) to service_role;

comment on function public.release_checks(uuid) is 'For the worker: releases the files that it has claimed and not begun.';

grant execute on function public.release_checks(uuid) to service_role;

comment on function private.damaged_files(uuid, timestamptz) is
  'Files of a request that were found to be damaged since then and are still there, for @sheaf/email.';

comment on function private.damaged_facts(private.outbox, public.requests, text) is
  'Everything that is needed to tell a member about damaged files.';

comment on function private.queue_damaged(uuid, uuid) is
  'Tells the members who watch a request that a file is damaged, each in one email about all that are found by then.';

-- schemas/80_retention/20_receipts.sql

comment on table private.receipts is
  'Receipts that recipients asked for, and those that the worker has signed. A claim whose lease has ended counts as none.';

create unique index receipts_waiting_idx on private.receipts (recipient_id) where issued_at is null;

create index receipts_issued_idx on private.receipts (recipient_id, seq) where issued_at is not null;

comment on function public.ask_for_receipt(uuid) is
  'The signed receipt of the caller, a recipient, up to the last event of a request. Null while the worker is still to make it: ask again. Errors: not_found, quota.receipts.';

grant execute on function public.ask_for_receipt(uuid) to authenticated;

comment on function public.request_receipts(uuid) is
  'For members: the newest signed receipt of each recipient who has one. Errors: not_found.';

grant execute on function public.request_receipts(uuid) to authenticated;

comment on function public.claim_receipts(uuid, integer) is
  'For the worker: leases receipts whose files have all been checked, for a minute, with what they must say.';

grant execute on function public.claim_receipts(uuid, integer) to service_role;

comment on function public.finish_receipt(uuid, uuid, jsonb) is
  'For the worker: stores a receipt that was signed. False if its lease ran out and another worker has it.';

grant execute on function public.finish_receipt(uuid, uuid, jsonb) to service_role;

comment on function private.receipt_facts(private.receipts) is
  'Content of a receipt, in the form that the contract''s schema has: items, their files as the worker read them, and the last event.';

comment on function private.receipt_items(public.recipients) is 'Items that a receipt of this recipient lists.';

comment on function private.current_receipt(public.recipients) is
  'The newest signed receipt of at most 1 MB, if the recipient has changed nothing since. NULL without one.';

comment on function private.awaits_receipt(public.recipients) is
  'True while a receipt that was asked for in the last two minutes isn’t signed.';

comment on function private.receive_complete_answer() is
  'Has a receipt made once a recipient has nothing left to send. Where no worker signs, it waits.';

-- schemas/80_retention/30_retention.sql

comment on function public.set_retention(uuid, integer, integer) is
  'For owners and admins: keeps files and answers for 30 to 3650 days after a request ends, or for good (null); those of sensitive items for fewer. Fewer days hold for all requests and need a fresh proof of the act retention; more days hold for those that are sent from now on. Errors: not_found, workspace.role, retention.days, proof.required.';

grant execute on function public.set_retention(uuid, integer, integer) to authenticated;

comment on function public.set_request_retention(uuid, integer) is
  'For members: keeps what arrives for this request for fewer days than its workspace does. A draft may go back to its workspace''s number (null); after sending, only fewer days are taken, because its recipients were promised no more. Errors: not_found, retention.days, retention.longer.';

grant execute on function public.set_request_retention(uuid, integer) to authenticated;

comment on function public.request_retention(uuid) is
  'For members and recipients: how many days files and answers are kept after the request ends, those of sensitive items too (null for good); when it ended, what was announced, when the last was erased, and when the request was put into the bin. Errors: not_found.';

grant execute on function public.request_retention(uuid) to authenticated;

comment on function private.kept_days(public.requests, boolean) is
  'Days for which what belongs to an item is kept after the request ends; null for good.';

comment on function private.promise_retention() is
  'Keeps the number of days that recipients are promised when a request is sent, and stops the clock when it is open again.';

comment on function private.kept_contents(public.requests) is
  'Files and answers that a request still holds (file_id is null for an answer), and when each is to be erased.';

-- schemas/80_retention/31_expiry.sql

comment on table private.expiries is 'Requests of which something is going to be erased, and what members were told about it.';

comment on column private.expiries.due_at is
  'Once members were told, the moment that they were told; before that, when the first file or answer is due.';

create index expiries_due_at_idx on private.expiries (due_at);

create index expiries_told_at_idx on private.expiries (told_at) where told_at is not null;

comment on table private.silences is 'Open requests of whose long silence members were told.';

comment on function public.plan_expiries(integer) is
  'For the worker: tells members 14 and 2 days before files and answers of an ended request are erased, and after a year in which nothing happened on an open one. Nothing is erased sooner than 14 days after the first warning and 2 days after the second. Returns how many requests it dealt with; 0 when there are no more.';

grant execute on function public.plan_expiries(integer) to service_role;

comment on function public.erase_expired(integer) is
  'For the worker: erases the files and answers that are due, of requests about which members were warned twice. What a file was called, its size, sum and times stay. Bytes go with the purge. Returns how many requests it dealt with; 0 when there are no more.';

grant execute on function public.erase_expired(integer) to service_role;

comment on function public.retire_files(integer, integer) is
  'For the purge job: removes unfinished uploads begun more than the given hours ago, examples too, and forgets jobs after 90 days. Returns the number removed; 0 when there are no more.';

grant execute on function public.retire_files(integer, integer) to service_role;

comment on function private.look_again() is 'What arrives late has a time of its own, and an item may become a sensitive one.';

comment on function private.forget_expiries(uuid) is 'Has all requests of a workspace looked at again of which nobody was told.';

comment on function private.queue_about(text, uuid[]) is
  'Tells members of requests in one email about all those that are found within a minute.';

comment on function private.expiry_facts(private.outbox, text) is
  'Everything that is needed to tell a member what is erased soon.';

comment on function private.silence_facts(private.outbox, text) is
  'Everything that is needed to tell a member of open requests on which nothing has happened for a year.';

-- schemas/80_retention/40_deletion.sql

comment on function public.delete_request(uuid) is
  'For members: puts a request that has ended into the bin. Nobody adds to it any more, recipients read only files of their own, and after 14 days it is deleted for good. Both sides are told. Repeating a call changes nothing. Errors: not_found, request.open.';

grant execute on function public.delete_request(uuid) to authenticated;

comment on function public.restore_request(uuid) is
  'For members: takes a request out of the bin, into the archive. Repeating a call changes nothing. Errors: not_found.';

grant execute on function public.restore_request(uuid) to authenticated;

comment on function public.empty_bin(integer) is
  'For the worker: deletes requests that have been in the bin for 14 days. The purge finds their bytes. Returns their number; 0 when there are no more.';

grant execute on function public.empty_bin(integer) to service_role;

comment on function public.ask_deletion(uuid) is
  'For whoever sent a stored file: asks the members to delete it, once its request has ended. Repeating a call changes nothing; after a refusal it asks again. Errors: not_found, request.open, request.deleted, quota.deletion_asks.';

grant execute on function public.ask_deletion(uuid) to authenticated;

comment on function public.decide_deletion(uuid, boolean, text) is
  'For members: deletes a file whose uploader asked for that, or refuses with a reason. The uploader is told. Errors: not_found, request.deleted, deletion.not_asked, reason.required, reason.too_long.';

grant execute on function public.decide_deletion(uuid, boolean, text) to authenticated;

comment on function private.asked_deletions(uuid) is 'Files of a request whose deletion waits for a decision, for @sheaf/email.';

comment on function private.decided_deletions(public.recipients, timestamptz) is
  'Decisions since then about files whose deletion a recipient asked for, for @sheaf/email; refusal is null for what was deleted.';

comment on function private.binned_facts(public.requests, text) is
  'Everything that is needed to tell somebody that a request is in the bin.';

-- schemas/80_retention/50_purge.sql

comment on table private.purge_claims is
  'Objects that a run of the purge job is deleting. A claim with an expired lease belongs to a killed run and counts as none.';

comment on function public.claim_removed(uuid, integer) is
  'For the purge job: claims objects of removed files, each for one run at a time. Returns none when there are no more.';

grant execute on function public.claim_removed(uuid, integer) to service_role;

comment on function public.claim_orphans(uuid, text, text) is
  'For the purge job: examines the next 2000 objects of a bucket after a key and claims those without a row, which a removed example or a deleted workspace leaves behind. seen_to is the key to continue from, null at the end.';

grant execute on function public.claim_orphans(uuid, text, text) to service_role;

comment on function public.finish_purge(text[], text) is
  'For the purge job: marks files whose object is gone from the bucket and returns those keys. Objects that still exist stay claimed.';

grant execute on function public.finish_purge(text[], text) to service_role;

comment on function public.release_purge(uuid) is
  'For the purge job: releases the objects that a run claimed but couldn''t delete, and those of killed runs.';

grant execute on function public.release_purge(uuid) to service_role;

-- schemas/80_retention/60_restore.sql

comment on table private.restores is
  'Files whose object the operator''s restore may write until then: with the size that was received, and nothing else.';

comment on function public.begin_restore(uuid) is
  'For the operator''s restore: lets it write a file''s object for half an hour. False for a file that is removed, which stays so.';

grant execute on function public.begin_restore(uuid) to service_role;

comment on function public.list_stored(uuid, integer) is
  'For the operator''s restore: stored files in order of their ids, with size and sum as they were received.';

grant execute on function public.list_stored(uuid, integer) to service_role;

comment on function public.finish_restore(uuid, text) is
  'For the operator''s restore: binds the object that it has written to the file, in this version, and has it checked again. False if there is no such object.';

grant execute on function public.finish_restore(uuid, text) to service_role;

comment on function private.received_size(public.files) is
  'Bytes of the object that the worker has read, or else that were announced.';

-- schemas/99_grants/10_tables.sql

grant select on
  public.access_requests, public.events, public.files, public.item_examples, public.items, public.members, public.messages,
  public.notes, public.profiles, public.questions, public.recipient_items, public.recipients, public.request_links,
  public.request_search, public.request_tags, public.requests, public.tags, public.workspaces
  to authenticated;

grant update (display_name) on public.profiles to authenticated;

-- schemas/99_grants/20_statistics.sql

do $$
declare
  own record;
begin
  for own in
    select c.oid::regclass as tab, a.attname as col
    from pg_catalog.pg_class as c
    join pg_catalog.pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by 1, 2
  loop
    execute format('alter table %s alter column %I set statistics 0', own.tab, own.col);
  end loop;
end
$$;

do $$
declare
  expression record;
begin
  for expression in
    select i.indexrelid::regclass as name, a.attnum as position
    from pg_catalog.pg_index as i
    join pg_catalog.pg_class as c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
    join pg_catalog.pg_attribute as a on a.attrelid = i.indexrelid and i.indkey[a.attnum - 1] = 0
  loop
    execute format('alter index %s alter column %s set statistics 0', expression.name, expression.position);
  end loop;
end
$$;

alter table private.job_rows alter column assignee set statistics 0;

alter index private.people_document_idx alter column 1 set statistics 0;

-- schemas/99_grants/30_role_settings.sql

do $$
begin
  execute format(
    'alter role authenticator in database %I set pgrst.db_pre_request = %L', current_database(), 'hooks.check_request'
  );
end
$$;

do $$
begin
  if not exists (
    select from pg_catalog.pg_roles as r
    where r.rolname = 'authenticated' and r.rolconfig @> array['statement_timeout=3s']
  ) then
    begin
      alter role authenticated set statement_timeout = '3s';
    exception when internal_error then
      -- "tuple concurrently updated"
      raise notice 'The role is being changed from another database: %', sqlerrm;
    end;
  end if;
end
$$;
