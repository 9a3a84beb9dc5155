select o.name, o.description as definition
from (
  select pg_describe_object(d.classoid, d.objoid, d.objsubid) as name, d.description
  from pg_description as d
  where d.objoid >= 16384 or d.classoid = 'pg_namespace'::regclass
) as o
