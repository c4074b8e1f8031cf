#!/bin/sh
# Backs up the PostgreSQL database that PGHOST, PGUSER and PGDATABASE name into a folder, and keeps so many of the newest files:
#   PGHOST=… PGUSER=plateworthy_backup PGPASSWORD=… PGDATABASE=plateworthy sh deploy/backup-postgresql.sh /var/backups/plateworthy 14
# Needs pg_dump and pg_restore of the server's version or newer. The role may only read: BACKUP_PASSWORD of office migrate.
set -eu
umask 077
folder=${1:?the folder of the backups}
keep=${2:-14}
export LC_ALL=C

# What an interrupted backup left.
rm -f "$folder"/plateworthy-*.dump.part
path=$folder/plateworthy-$(date -u +%Y-%m-%dT%H-%M-%SZ).dump
pg_dump --no-password --format=custom --file="$path.part"
# Reads the whole file, as a restore does, before it gets its name and an older one is removed.
pg_restore --file=/dev/null "$path.part"
mv "$path.part" "$path"
find "$folder" -maxdepth 1 -name 'plateworthy-*.dump' | sort -r | tail -n "+$((keep + 1))" | xargs -r rm --
echo "$path has been made and verified: $(wc -c < "$path") bytes."
