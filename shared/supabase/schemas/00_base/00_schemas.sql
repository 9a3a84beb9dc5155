-- Schemas, and the rule of all rights: nothing is granted by default.

-- Each object's grants stand beside it. Only the form without IN SCHEMA revokes EXECUTE from PUBLIC; the others undo hosted's
-- grants per schema.
alter default privileges revoke execute on functions from public, anon, authenticated, service_role;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;

create schema private;
comment on schema private is
  'Helpers for policies and functions. No role has USAGE: policies refer to them by identity, and EXECUTE is granted by name.';

create schema hooks;
comment on schema hooks is 'Functions that PostgREST and Auth call. Not exposed.';
grant usage on schema hooks to anon, authenticated, service_role, supabase_auth_admin;
