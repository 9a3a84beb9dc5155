-- Also those that exist without a grant: the owner's, and PUBLIC's right to execute a new function.
with granted as (
  select 'pg_namespace'::regclass as class, n.oid as id, 0 as sub, coalesce(n.nspacl, acldefault('n', n.nspowner)) as acl
  from pg_namespace as n where n.nspname !~ :others
  union all
  select
    'pg_class'::regclass, c.oid, 0,
    coalesce(c.relacl, acldefault(case when c.relkind = 'S' then 's'::"char" else 'r'::"char" end, c.relowner))
  from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
  where n.nspname !~ :others and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
  union all
  select 'pg_class'::regclass, a.attrelid, a.attnum, a.attacl
  from pg_attribute as a
  join pg_class as c on c.oid = a.attrelid
  join pg_namespace as n on n.oid = c.relnamespace and n.nspname !~ :others
  where a.attacl is not null
  union all
  select 'pg_proc'::regclass, p.oid, 0, coalesce(p.proacl, acldefault('f', p.proowner))
  from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace and n.nspname !~ :others
  union all
  select 'pg_type'::regclass, t.oid, 0, coalesce(t.typacl, acldefault('T', t.typowner))
  from pg_type as t join pg_namespace as n on n.oid = t.typnamespace and n.nspname !~ :others
  where t.typtype in ('e', 'd', 'r') or t.typtype = 'c' and t.typacl is not null
  union all
  select 'pg_parameter_acl'::regclass, p.oid, 0, p.paracl from pg_parameter_acl as p
)
select
  format(
    '%s to %s',
    pg_describe_object(g.class, g.id, g.sub),
    case when e.grantee = 0 then 'public' else e.grantee::regrole::text end
  ) as name,
  string_agg(
    lower(e.privilege_type) || case when e.is_grantable then ' with grant option' else '' end, ', '
    order by e.privilege_type
  ) as definition
from granted as g cross join aclexplode(g.acl) as e
group by g.class, g.id, g.sub, e.grantee
