-- Of roles and of the database, such as the function that PostgREST calls before a request.
select
  format(
    '%s of %s in %s',
    split_part(setting, '=', 1),
    coalesce(nullif(s.setrole, 0)::regrole::text, 'every role'),
    case when s.setdatabase = 0 then 'every database' else 'this database' end
  ) as name,
  substr(setting, strpos(setting, '=') + 1) as definition
from pg_db_role_setting as s cross join unnest(s.setconfig) as setting
where s.setdatabase in (0, (select d.oid from pg_database as d where d.datname = current_database()))
