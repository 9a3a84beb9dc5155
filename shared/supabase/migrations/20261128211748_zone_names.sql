-- A time zone never keeps anything from being saved.
--
-- Browsers name some zones as they were called until 1993 or until a city changed its name, and a PostgreSQL without the package
-- tzdata-legacy doesn't know those names; an older one doesn't know the new ones. Some browsers name none, or Etc/Unknown.
-- A zone is saved by its present name if the database knows that, by its former one otherwise. Where it knows neither, the email
-- preference of a member takes the workspace's zone.

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
comment on function private.is_known_zone(text) is 'True for the name of a time zone that this database can compute with.';

create or replace function private.known_zone(zone text) returns text
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
comment on function private.known_zone(text) is
  'A time zone by its present IANA name, or by its former one if this database knows only that; null if it knows neither.';

update public.workspaces as w set zone = private.known_zone(w.zone) where private.known_zone(w.zone) <> w.zone;
update public.recipients as p set zone = private.known_zone(p.zone) where private.known_zone(p.zone) <> p.zone;
update private.member_emails as e set zone = private.known_zone(e.zone) where private.known_zone(e.zone) <> e.zone;

create or replace function public.set_email_preference(workspace uuid, arrivals text, zone text) returns void
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
comment on function public.set_email_preference(uuid, text, text) is
  'For a member: an email for each arrival, one a day at 08:00 in the time zone of their browser, or none. The workspace''s zone replaces an unknown one. Errors: not_found, email.arrivals.';

create or replace function public.set_workspace_reminders(workspace uuid, zone text, plan jsonb) returns void
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
