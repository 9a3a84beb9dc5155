-- Days, time zones and moments.

create function private.is_day(value text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(is_day.value ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and is_day.value::date is not null, false);
exception
  when datetime_field_overflow or invalid_datetime_format then
    return false;
end
$$;
comment on function private.is_day(text) is 'True for a day of the calendar in the form YYYY-MM-DD.';

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
comment on function private.as_day(jsonb) is 'Parses a date in the form YYYY-MM-DD; null if absent.';

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
comment on function private.known_zone(text) is
  'A time zone by its present IANA name, or by its former one if this database knows only that; null if it knows neither.';

create function private.utc(moment timestamptz) returns text
language sql immutable set search_path = '' as $$
  select to_char(utc.moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
comment on function private.utc(timestamptz) is 'ISO 8601 to the millisecond, as JavaScript writes it.';

create function private.workspace_today(workspace uuid) returns date
language sql stable set search_path = '' as $$
  select (private.email_clock() at time zone w.zone)::date from public.workspaces as w where w.id = workspace_today.workspace
$$;
comment on function private.workspace_today(uuid) is 'Today in the zone of a workspace.';
