select e.extname as name, format('version %s in %s', e.extversion, e.extnamespace::regnamespace) as definition
from pg_extension as e
