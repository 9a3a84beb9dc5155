-- Without their order: a migration can only append a column, and in a file it stands where it is read.
select
  format('%s.%s', c.oid::regclass, a.attname) as name,
  concat_ws(
    ' ',
    format_type(a.atttypid, a.atttypmod),
    case when a.attcollation <> t.typcollation then 'collate ' || a.attcollation::regcollation end,
    case when a.attnotnull then 'not null' end,
    case when a.attidentity <> '' then 'identity ' || a.attidentity::text end,
    case when a.attgenerated = '' then 'default ' else 'generated ' || a.attgenerated::text || ' ' end || pg_get_expr(d.adbin, d.adrelid),
    case when a.attstorage <> t.typstorage then 'storage ' || a.attstorage::text end,
    case when a.attcompression <> '' then 'compression ' || a.attcompression::text end,
    -- Some builds of PostgreSQL stamp each column with an option of theirs, whose name begins with pg_.
    'options ' || (select string_agg(o, ', ' order by o) from unnest(a.attoptions) as o where o !~ '^pg_')
  ) as definition
from pg_attribute as a
join pg_class as c on c.oid = a.attrelid and c.relkind in ('r', 'p', 'v', 'm', 'f')
join pg_namespace as n on n.oid = c.relnamespace and n.nspname !~ :others
join pg_type as t on t.oid = a.atttypid
left join pg_attrdef as d on d.adrelid = a.attrelid and d.adnum = a.attnum
where a.attnum > 0 and not a.attisdropped
