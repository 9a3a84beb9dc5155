select
  c.oid::regclass::text as name,
  concat_ws('; ', format('kind %s', c.relkind), 'options ' || array_to_string(c.reloptions, ', '), pg_get_viewdef(c.oid)) as definition
from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
where n.nspname !~ :others and c.relkind in ('v', 'm')
