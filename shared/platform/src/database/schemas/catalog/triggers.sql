select
  format('%s on %s', t.tgname, t.tgrelid::regclass) as name,
  format('%s; enabled %s', pg_get_triggerdef(t.oid), t.tgenabled) as definition
from pg_trigger as t where not t.tgisinternal
union all
select e.evtname, format('on %s when %s execute %s; enabled %s', e.evtevent, e.evttags, e.evtfoid::regproc, e.evtenabled)
from pg_event_trigger as e
