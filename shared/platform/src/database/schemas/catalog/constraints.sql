-- "not null" is with the columns: newer versions of PostgreSQL have it here too.
select
  format('%s on %s', c.conname, coalesce(nullif(c.conrelid, 0)::regclass::text, c.contypid::regtype::text)) as name,
  pg_get_constraintdef(c.oid) as definition
from pg_constraint as c join pg_namespace as n on n.oid = c.connamespace
where n.nspname !~ :others and c.contype <> 'n'
