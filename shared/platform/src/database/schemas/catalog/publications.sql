select
  p.pubname as name,
  format(
    'all tables %s, insert %s, update %s, delete %s, truncate %s, via root %s: %s',
    p.puballtables, p.pubinsert, p.pubupdate, p.pubdelete, p.pubtruncate, p.pubviaroot,
    array(
      select format('%I.%I (%s) where %s', t.schemaname, t.tablename, array_to_string(t.attnames, ', '), t.rowfilter)
      from pg_publication_tables as t where t.pubname = p.pubname order by 1
    )
  ) as definition
from pg_publication as p
