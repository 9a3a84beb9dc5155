#!/usr/bin/env bash
# Applies the migrations that this database has not seen, in order, each in a transaction of its own; records them
# where the Supabase CLI does. Takes its connection from PGHOST, PGUSER, PGPASSWORD and PGDATABASE.
set -euo pipefail
cd "$(dirname "$0")/migrations"
export PGOPTIONS="--client-min-messages=warning"

psql --quiet --set ON_ERROR_STOP=1 <<'SQL'
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (
  version text primary key,
  statements text[],
  name text
);
SQL

for file in *.sql; do
  version=${file%%_*}
  name=${file#*_}
  applied=$(psql --tuples-only --no-align --set ON_ERROR_STOP=1 --set version="$version" <<'SQL'
select count(*) from supabase_migrations.schema_migrations where version = :'version';
SQL
  )
  if [ "$applied" -gt 0 ]; then continue; fi
  echo "Applying $file"
  {
    cat "$file"
    echo
    echo "insert into supabase_migrations.schema_migrations (version, name) values (:'version', :'name');"
  } | psql --quiet --single-transaction --set ON_ERROR_STOP=1 --set version="$version" --set name="${name%.sql}" --file -
done

psql --quiet --set ON_ERROR_STOP=1 --command "notify pgrst, 'reload schema'"
