-- Everything in a schema, and what no schema contains, by name alone. Shows kinds that have no file here, such as
-- operators and casts.
select pg_describe_object(d.classid, d.objid, d.objsubid) as name, '' as definition
from pg_depend as d
join pg_namespace as n on d.refclassid = 'pg_namespace'::regclass and n.oid = d.refobjid
where n.nspname !~ :others
union all
select pg_describe_object(o.class, o.id, 0), ''
from (
  select 'pg_cast'::regclass as class, c.oid as id from pg_cast as c
  union all
  select 'pg_language'::regclass, l.oid from pg_language as l
  union all
  select 'pg_am'::regclass, a.oid from pg_am as a
  union all
  select 'pg_foreign_data_wrapper'::regclass, w.oid from pg_foreign_data_wrapper as w
  union all
  select 'pg_foreign_server'::regclass, s.oid from pg_foreign_server as s
) as o
