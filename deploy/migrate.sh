#!/bin/sh
# Brings a PostgreSQL database to this version, in one transaction: applies the new files of supabase/migrations in the order of
# their names, and recreates views, functions, triggers and rights from supabase/current and supabase/access.sql.
# Does nothing if the database has the same files, by their SHA-256; `migrate.sh again` recreates them all the same.
#   PGHOST=… PGDATABASE=plateworthy PGUSER=… sh deploy/migrate.sh
# If AUTHENTICATOR_PASSWORD is set, it becomes the password of the role that PostgREST connects as; SITE_PASSWORD becomes that of
# plateworthy_site, as which the site connects (DATABASE_URL). If BACKUP_PASSWORD is set, it becomes that of plateworthy_backup, which may read everything and change nothing: deploy/backup-postgresql.sh connects as it.
set -eu
cd "${SUPABASE:-$(dirname "$0")/../supabase}"
export LC_ALL=C
run() { psql -X -q -v ON_ERROR_STOP=1 "$@"; }
hash() { if command -v sha256sum > /dev/null; then sha256sum "$@"; else shasum -a 256 "$@"; fi; }

run -c 'SET client_min_messages = warning' -f state.sql
applied=$(run -At -c "SELECT digest || '  ' || name FROM plateworthy.files ORDER BY name")
wanted=$(hash access.sql current/*.sql migrations/*.sql)

unknown=$(echo "$applied" | grep '  migrations/' | grep -vxF "$wanted" || true)
if [ -n "$unknown" ]; then
  echo "The database has migrations that this version lacks, or has with another text. Run the version that made it, restore a backup, or begin with a new database: $unknown" >&2
  exit 1
fi

if [ "$applied" != "$wanted" ] || [ "${1:-}" = again ]; then
  set --
  for file in migrations/*.sql; do
    case $applied in
      *"  $file"*) ;;
      *) echo "Applying $file" && set -- "$@" -f "$file" ;;
    esac
  done
  for file in current/*.sql access.sql; do set -- "$@" -f "$file"; done
  files=$(echo "$wanted" | sed "s/\(.*\)  \(.*\)/('\2', '\1')/" | paste -s -d , -)
  run -1 -c 'CALL plateworthy.drop_current()' "$@" -c 'DELETE FROM plateworthy.files' \
    -c "INSERT INTO plateworthy.files (name, digest) VALUES $files"
fi

if [ -n "${AUTHENTICATOR_PASSWORD:-}" ]; then
  run -v password="$AUTHENTICATOR_PASSWORD" <<'SQL'
ALTER ROLE authenticator PASSWORD :'password';
SQL
fi
if [ -n "${SITE_PASSWORD:-}" ]; then
  run -v password="$SITE_PASSWORD" <<'SQL'
ALTER ROLE plateworthy_site PASSWORD :'password';
SQL
fi
if [ -n "${BACKUP_PASSWORD:-}" ]; then
  run -v password="$BACKUP_PASSWORD" <<'SQL'
SET client_min_messages = warning;
SELECT 'CREATE ROLE plateworthy_backup' WHERE to_regrole('plateworthy_backup') IS NULL \gexec
ALTER ROLE plateworthy_backup LOGIN BYPASSRLS PASSWORD :'password';
GRANT pg_read_all_data TO plateworthy_backup;
SQL
fi
echo 'The database is up to date.'
