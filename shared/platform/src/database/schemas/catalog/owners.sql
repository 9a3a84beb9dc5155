select pg_describe_object(o.class, o.id, 0) as name, o.owner::regrole::text as definition
from (
  select 'pg_namespace'::regclass as class, n.oid as id, n.nspowner as owner, n.oid as namespace from pg_namespace as n
  union all
  select 'pg_class'::regclass, c.oid, c.relowner, c.relnamespace from pg_class as c
  union all
  select 'pg_proc'::regclass, p.oid, p.proowner, p.pronamespace from pg_proc as p
  union all
  select 'pg_type'::regclass, t.oid, t.typowner, t.typnamespace from pg_type as t
) as o
join pg_namespace as n on n.oid = o.namespace and n.nspname !~ :others
