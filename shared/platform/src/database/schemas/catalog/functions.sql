-- Arguments with defaults, result, body, language, volatility, security, settings, costs.
select
  p.oid::regprocedure::text as name,
  case when p.prokind = 'a' then 'aggregate' else pg_get_functiondef(p.oid) end as definition
from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
where n.nspname !~ :others
