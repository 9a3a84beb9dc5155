select format('%s on %s', r.rulename, r.ev_class::regclass) as name, pg_get_ruledef(r.oid) as definition
from pg_rewrite as r
join pg_class as c on c.oid = r.ev_class
join pg_namespace as n on n.oid = c.relnamespace and n.nspname !~ :others
where r.rulename <> '_RETURN'
