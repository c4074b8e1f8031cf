#!/bin/sh
# Applies new files of supabase/migrations to a PostgreSQL, each in one transaction, in the order of their names.
# Idempotent: the table plateworthy.migrations, which PostgREST does not expose, records the applied files.
#   PGHOST=… PGDATABASE=plateworthy PGUSER=… MIGRATIONS=supabase/migrations sh deploy/migrate.sh
# If AUTHENTICATOR_PASSWORD is set, it becomes the password of the role that PostgREST connects as.
set -eu
MIGRATIONS=${MIGRATIONS:-/migrations}
run() { psql -X -q -v ON_ERROR_STOP=1 "$@"; }

run <<'SQL'
SET client_min_messages = warning;
CREATE SCHEMA IF NOT EXISTS plateworthy;
CREATE TABLE IF NOT EXISTS plateworthy.migrations (
  name text PRIMARY KEY,
  applied_at timestamptz NOT NULL DEFAULT now()
);
SQL

for file in "$MIGRATIONS"/*.sql; do
  name=$(basename "$file")
  if [ -z "$(run -At -c "SELECT 1 FROM plateworthy.migrations WHERE name = '$name'")" ]; then
    echo "Applying $name"
    run -1 -f "$file" -c "INSERT INTO plateworthy.migrations (name) VALUES ('$name')"
  fi
done

# Slow reads must not occupy PostgREST's few connections.
run -c "ALTER ROLE anon SET statement_timeout = '8s'"
if [ -n "${AUTHENTICATOR_PASSWORD:-}" ]; then
  run -v password="$AUTHENTICATOR_PASSWORD" <<'SQL'
ALTER ROLE authenticator PASSWORD :'password';
SQL
fi
echo 'The database is up to date.'
