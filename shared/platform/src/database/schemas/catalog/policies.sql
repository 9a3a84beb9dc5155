select
  format('%s on %s', p.policyname, format('%I.%I', p.schemaname, p.tablename)) as name,
  concat_ws(
    ' ',
    lower(p.permissive), 'for', lower(p.cmd), 'to', array_to_string(array(select unnest(p.roles) order by 1), ', '),
    'using ' || p.qual, 'with check ' || p.with_check
  ) as definition
from pg_policies as p
