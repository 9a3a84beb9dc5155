select
  format('%I.%I', n.nspname, s.stxname) as name,
  concat_ws('; ', pg_get_statisticsobjdef(s.oid), 'target ' || nullif(s.stxstattarget, -1)) as definition
from pg_statistic_ext as s join pg_namespace as n on n.oid = s.stxnamespace
