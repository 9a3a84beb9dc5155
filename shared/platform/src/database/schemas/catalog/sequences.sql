select
  s.seqrelid::regclass::text as name,
  format(
    '%s start %s from %s to %s by %s cache %s cycle %s owned by %s',
    s.seqtypid::regtype, s.seqstart, s.seqmin, s.seqmax, s.seqincrement, s.seqcache, s.seqcycle,
    (
      select pg_describe_object(d.refclassid, d.refobjid, d.refobjsubid) from pg_depend as d
      where d.classid = 'pg_class'::regclass and d.objid = s.seqrelid and d.deptype in ('a', 'i')
    )
  ) as definition
from pg_sequence as s
join pg_class as c on c.oid = s.seqrelid
join pg_namespace as n on n.oid = c.relnamespace and n.nspname !~ :others
