-- Of columns, and of the expressions of indexes. Where no target is set it is -1, and null in newer versions.
select
  case when c.relkind in ('i', 'I') then format('%s, column %s', c.oid::regclass, a.attnum) else format('%s.%s', c.oid::regclass, a.attname) end as name,
  a.attstattarget::text as definition
from pg_attribute as a
join pg_class as c on c.oid = a.attrelid
join pg_namespace as n on n.oid = c.relnamespace and n.nspname !~ :others
where a.attnum > 0 and not a.attisdropped and a.attstattarget >= 0
