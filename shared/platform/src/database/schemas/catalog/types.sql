select
  t.oid::regtype::text as name,
  case t.typtype
    when 'e' then
      'enum ' || (select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder) from pg_enum as e where e.enumtypid = t.oid)
    when 'd' then
      format('domain %s %s %s ', format_type(t.typbasetype, t.typtypmod), t.typnotnull, t.typdefault)
      || (select string_agg(pg_get_constraintdef(c.oid), ' ' order by c.conname) from pg_constraint as c where c.contypid = t.oid)
    when 'r' then 'range ' || (select r.rngsubtype::regtype::text from pg_range as r where r.rngtypid = t.oid)
    else
      'row ' || (
        select string_agg(format('%s %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum)
        from pg_attribute as a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
      )
  end as definition
from pg_type as t
join pg_namespace as n on n.oid = t.typnamespace
left join pg_class as c on c.oid = t.typrelid
where n.nspname !~ :others and (t.typtype in ('e', 'd', 'r') or t.typtype = 'c' and c.relkind = 'c')
