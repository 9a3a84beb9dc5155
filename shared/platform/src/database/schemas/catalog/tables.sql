select
  c.oid::regclass::text as name,
  concat_ws(
    '; ',
    format('kind %s, persistence %s, replica identity %s', c.relkind, c.relpersistence, c.relreplident),
    case when c.relrowsecurity then 'row-level security' end,
    case when c.relforcerowsecurity then 'also for its owner' end,
    'options ' || array_to_string(c.reloptions, ', '),
    'partitioned by ' || pg_get_partkeydef(c.oid),
    pg_get_expr(c.relpartbound, c.oid),
    'inherits ' || (select string_agg(i.inhparent::regclass::text, ', ' order by i.inhseqno) from pg_inherits as i where i.inhrelid = c.oid)
  ) as definition
from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
where n.nspname !~ :others and c.relkind in ('r', 'p', 'f')
