-- Emulates hosted's extension supautils on plain PostgreSQL: `postgres` may run policy statements and drop triggers on
-- tables of `auth` and `storage` as if it owned them. The event trigger fires before PostgreSQL checks ownership, so
-- the role joins the owners for this one statement only. If the statement fails, its rollback removes the membership.
create schema elevation;

create function elevation.change(verb text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if session_user <> 'postgres' then return; end if;
  execute format(
    '%s supabase_auth_admin, supabase_storage_admin %s postgres',
    verb, case verb when 'grant' then 'to' else 'from' end
  );
end
$$;

create function elevation.lift() returns event_trigger
language plpgsql security definer set search_path = '' as $$ begin perform elevation.change('grant'); end $$;
create function elevation.lower() returns event_trigger
language plpgsql security definer set search_path = '' as $$ begin perform elevation.change('revoke'); end $$;

create event trigger elevation_lift on ddl_command_start
  when tag in ('CREATE POLICY', 'ALTER POLICY', 'DROP POLICY', 'DROP TRIGGER') execute function elevation.lift();
create event trigger elevation_lower on ddl_command_end
  when tag in ('CREATE POLICY', 'ALTER POLICY', 'DROP POLICY', 'DROP TRIGGER') execute function elevation.lower();
