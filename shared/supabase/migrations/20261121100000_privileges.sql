-- Nothing is granted by default: whoever may do something is named where that thing is made.
-- Only the form without IN SCHEMA takes EXECUTE from PUBLIC; the others undo what hosted projects hand out per schema.
alter default privileges revoke execute on functions from public, anon, authenticated, service_role;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;

create schema private;
comment on schema private is
  'Helpers of policies and functions. Nobody has USAGE: policies reach them by identity, with EXECUTE granted by name.';
