-- Roles, schemas and grants of a hosted project before the services create their tables.
-- Runs once in a new database as a superuser. Databases of a server share roles, so these may exist already.

do $$
declare
  role record;
begin
  for role in
    select * from (values
      ('anon', 'nologin'),
      ('authenticated', 'nologin'),
      ('service_role', 'nologin bypassrls'),
      ('authenticator', 'login noinherit'),
      ('supabase_auth_admin', 'login noinherit createrole'),
      ('supabase_storage_admin', 'login noinherit createrole'),
      ('supabase_admin', 'login superuser createdb createrole replication bypassrls'),
      ('postgres', 'login nosuperuser createdb createrole replication bypassrls')
    ) as roles (name, attributes)
  loop
    if not exists (select from pg_catalog.pg_roles where rolname = role.name) then
      execute format('create role %I %s', role.name, role.attributes);
    end if;
  end loop;
end
$$;

grant anon, authenticated, service_role to authenticator;
-- The migration role may configure these roles, but may not act as the services' roles.
grant anon, authenticated, service_role, authenticator to postgres with admin option;
grant authenticator to supabase_storage_admin;
-- Hosted's extension supautils lets the migration role change any setting of `authenticator`. Plain PostgreSQL needs a
-- grant for each setting that it doesn't know: those that PostgREST reads from the database.
grant set on parameter
  pgrst.client_error_verbosity, pgrst.db_aggregates_enabled, pgrst.db_anon_role, pgrst.db_extra_search_path,
  pgrst.db_hoisted_tx_settings, pgrst.db_max_rows, pgrst.db_plan_enabled, pgrst.db_pre_request,
  pgrst.db_prepared_statements, pgrst.db_root_spec, pgrst.db_schemas, pgrst.db_timezone_enabled, pgrst.db_tx_end,
  pgrst.jwt_aud, pgrst.jwt_cache_max_entries, pgrst.jwt_cache_max_lifetime, pgrst.jwt_role_claim_key, pgrst.jwt_secret,
  pgrst.jwt_secret_is_base64, pgrst.openapi_mode, pgrst.openapi_security_active, pgrst.openapi_server_proxy_uri,
  pgrst.server_cors_allowed_origins, pgrst.server_timing_enabled, pgrst.server_trace_header
to postgres;

do $$
declare
  here text := quote_ident(current_database());
begin
  execute format('grant all on database %s to postgres, supabase_auth_admin, supabase_storage_admin', here);
  execute format('alter database %s set search_path to "$user", public, extensions', here);
  execute format('alter role supabase_auth_admin in database %s set search_path to auth', here);
  execute format('alter role supabase_storage_admin in database %s set search_path to storage', here);
  -- PostgREST applies these to the role of each request.
  execute format('alter role anon in database %s set statement_timeout to %L', here, '3s');
  execute format('alter role authenticated in database %s set statement_timeout to %L', here, '8s');
  execute format('alter role authenticator in database %s set statement_timeout to %L', here, '8s');
end
$$;

create schema auth authorization supabase_admin;
create schema storage authorization supabase_admin;
create schema extensions authorization postgres;

grant usage, create on schema public to postgres;
grant usage on schema public, extensions to anon, authenticated, service_role;

grant all on schema auth to supabase_auth_admin;
grant usage on schema auth to postgres, anon, authenticated, service_role;
grant all on schema storage to supabase_storage_admin;
grant usage on schema storage to postgres with grant option;
grant usage on schema storage to anon, authenticated, service_role;

-- The only source of the migration role's right to delete users and sessions.
alter default privileges for role supabase_auth_admin in schema auth grant all on tables to postgres;
alter default privileges for role supabase_auth_admin in schema auth grant all on sequences to postgres;
alter default privileges for role supabase_auth_admin in schema auth grant all on functions to postgres;

-- Projects created before June 2026 grant access to every new table, function and sequence. These defaults make a
-- migration that forgets to revoke a right fail the tests.
alter default privileges for role postgres in schema public
  grant all on tables to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on functions to anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on sequences to anon, authenticated, service_role;
