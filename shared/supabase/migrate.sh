#!/usr/bin/env bash
# Applies the migrations that this database hasn't seen, in order, each in a transaction of its own, and records them
# where the Supabase CLI does. Takes its connection from PGHOST, PGUSER, PGPASSWORD and PGDATABASE.
# Changes nothing where a new migration is older than the last one applied: it was never tested in that order.
set -euo pipefail
export LC_ALL=C
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

applied=$(psql --tuples-only --no-align --set ON_ERROR_STOP=1 \
  --command "select version from supabase_migrations.schema_migrations order by version")
last=${applied##*$'\n'}

baseline=$(echo *_baseline.sql)
if [[ -n "$last" && "$last" < "${baseline%%_*}" ]]; then
  echo "This database was made before $baseline, which replaces its migrations: see HOSTED.md, A project from before." >&2
  exit 1
fi

pending=()
for file in *.sql; do
  version=${file%%_*}
  if [[ $'\n'$applied$'\n' == *$'\n'$version$'\n'* ]]; then continue; fi
  if [[ "$version" < "$last" ]]; then
    echo "$file is older than $last, the last migration applied here; give it a later version." >&2
    exit 1
  fi
  pending+=("$file")
done

for file in "${pending[@]}"; do
  version=${file%%_*}
  name=${file#*_}
  echo "Applying $file"
  {
    cat "$file"
    echo
    echo "insert into supabase_migrations.schema_migrations (version, name) values (:'version', :'name');"
  } | psql --quiet --single-transaction --set ON_ERROR_STOP=1 --set version="$version" --set name="${name%.sql}" --file -
done

psql --quiet --set ON_ERROR_STOP=1 --command "notify pgrst, 'reload schema'"
