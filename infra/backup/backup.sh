#!/bin/sh
# Dumps the database into BACKUP_FOLDER, at the start and then every BACKUP_EVERY_HOURS. Dumps older than
# BACKUP_KEEP_DAYS are removed, never the newest one. Where the database is stands in the variables of
# libpq (PGHOST, PGUSER, PGDATABASE), the password in the file PGPASSWORD_FILE. The keys in secrets/ are
# not in a dump, and without them nobody reads its tokens: keep them elsewhere.
#
#   backup.sh          dumps for ever
#   backup.sh once     dumps once
#   backup.sh check    succeeds when the newest dump is young enough
set -eu
umask 077
folder=${BACKUP_FOLDER:?where the dumps go}
hours=${BACKUP_EVERY_HOURS:-24}
days=${BACKUP_KEEP_DAYS:-14}

dump() {
  name=$folder/night-routine-$(date -u +%Y%m%dT%H%M%SZ).dump
  PGPASSWORD=$(cat "${PGPASSWORD_FILE:?where the password is}")
  export PGPASSWORD
  # What cannot be listed could not be restored; only a whole dump gets its name.
  pg_dump --format=custom --file="$name.part" &&
    pg_restore --list "$name.part" >/dev/null &&
    mv "$name.part" "$name" &&
    echo "backup: $name" &&
    find "$folder" -maxdepth 1 -name 'night-routine-*' -mtime "+$days" ! -path "$name" -exec rm -f {} +
}

case ${1:-forever} in
  once) dump ;;
  check)
    young=$(find "$folder" -maxdepth 1 -name 'night-routine-*.dump' -mmin "-$((hours * 60 + 60))")
    test -n "$young"
    ;;
  forever)
    while :; do
      pause=$((hours * 3600))
      dump || {
        echo 'backup: it failed; the next try is in ten minutes' >&2
        pause=600
      }
      sleep "$pause" &
      wait $!
    done
    ;;
  *)
    echo "backup: there is no $1; there are once, check and nothing" >&2
    exit 2
    ;;
esac
