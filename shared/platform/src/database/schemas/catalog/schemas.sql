select n.nspname as name, '' as definition from pg_namespace as n where n.nspname !~ :others
