#!/bin/sh
# Applies the files of supabase/migrations that a PostgreSQL has not had yet, each in one transaction, in the
# order of their names. Given again, it does nothing. Which ones a database has had stands in its own table
# plateworthy.migrations, which the contract does not show.
#   PGHOST=… PGDATABASE=plateworthy PGUSER=… MIGRATIONS=supabase/migrations sh deploy/migrate.sh
# AUTHENTICATOR_PASSWORD, where it is set, becomes the password that PostgREST connects with.
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

# A visitor's read may not hold one of PostgREST's few connections for long.
run -c "ALTER ROLE anon SET statement_timeout = '8s'"
if [ -n "${AUTHENTICATOR_PASSWORD:-}" ]; then
  run -v password="$AUTHENTICATOR_PASSWORD" <<'SQL'
ALTER ROLE authenticator PASSWORD :'password';
SQL
fi
echo 'The database is up to date.'
