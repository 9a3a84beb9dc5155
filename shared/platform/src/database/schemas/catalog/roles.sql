select
  r.rolname as name,
  format(
    'superuser %s, inherit %s, createrole %s, createdb %s, login %s, replication %s, bypassrls %s, member of %s',
    r.rolsuper, r.rolinherit, r.rolcreaterole, r.rolcreatedb, r.rolcanlogin, r.rolreplication, r.rolbypassrls,
    array(
      select m.roleid::regrole::text || case when m.admin_option then ' with admin option' else '' end
      from pg_auth_members as m where m.member = r.oid order by 1
    )
  ) as definition
from pg_roles as r where r.rolname !~ '^pg_'
