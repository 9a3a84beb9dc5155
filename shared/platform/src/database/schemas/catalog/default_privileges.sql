select
  format(
    'of %s in %s on %s to %s',
    d.defaclrole::regrole, coalesce(nullif(d.defaclnamespace, 0)::regnamespace::text, 'every schema'), d.defaclobjtype,
    case when e.grantee = 0 then 'public' else e.grantee::regrole::text end
  ) as name,
  string_agg(lower(e.privilege_type), ', ' order by e.privilege_type) as definition
from pg_default_acl as d cross join aclexplode(d.defaclacl) as e
group by d.oid, d.defaclrole, d.defaclnamespace, d.defaclobjtype, e.grantee
