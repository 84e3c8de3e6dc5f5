#!/bin/bash
# The part of the official entrypoint that docker-compose.yml needs: the first start initializes the
# data folder beside a temporary server that listens on its socket alone.
set -Eeuo pipefail
if [ "${1:-}" = postgres ]; then
  mkdir -p "$PGDATA"
  chmod 700 "$PGDATA"
  if ! [ -s "$PGDATA/PG_VERSION" ]; then
    password=$(<"${POSTGRES_PASSWORD_FILE:?}")
    initdb --username="$POSTGRES_USER" --pwfile=<(printf '%s\n' "$password") -D "$PGDATA"
    printf '\nhost all all all scram-sha-256\n' >>"$PGDATA/pg_hba.conf"
    printf "listen_addresses = '*'\n" >>"$PGDATA/postgresql.conf"
    pg_ctl -D "$PGDATA" -o "-c listen_addresses='' -k /var/run/postgresql" -w start
    psql -v ON_ERROR_STOP=1 --no-psqlrc -U "$POSTGRES_USER" -d postgres --set db="$POSTGRES_DB" <<<'CREATE DATABASE :"db";'
    # The official image runs scripts here, however long they take.
    sleep "${STAND_IN_SLOW_FIRST_START:-0}"
    pg_ctl -D "$PGDATA" -m fast -w stop
  fi
  set -- "$@" -D "$PGDATA" -k /var/run/postgresql
fi
exec "$@"
