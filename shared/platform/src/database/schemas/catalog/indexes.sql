select
  i.indexrelid::regclass::text as name,
  concat_ws(
    '; ',
    pg_get_indexdef(i.indexrelid),
    case when not i.indisvalid then 'not valid' end,
    case when i.indisclustered then 'clustered' end,
    case when i.indisreplident then 'replica identity' end
  ) as definition
from pg_index as i
join pg_class as c on c.oid = i.indexrelid
join pg_namespace as n on n.oid = c.relnamespace and n.nspname !~ :others
