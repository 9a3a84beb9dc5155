-- Arguments with defaults, result, body, language, volatility, security, settings, costs. Lines of comment in a body are
-- left out: rewording one would otherwise take a migration that repeats the function.
select
  p.oid::regprocedure::text as name,
  case when p.prokind = 'a' then 'aggregate'
    else regexp_replace(pg_get_functiondef(p.oid), '^ *--.*\n', '', 'gn') end as definition
from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
where n.nspname !~ :others
