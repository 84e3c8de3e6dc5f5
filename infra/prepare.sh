#!/bin/sh
# Makes what docker-compose.yml needs and nobody should have to invent: .env, to be edited, and the files
# in secrets/. What is there already stays as it is, so it may be run again at any time.
#
# The folder is closed to other people of this machine. The files in it are not, because the services read
# them as a user of their own.
set -eu
cd "$(dirname "$0")/.."

random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }

put() {
  test -s "secrets/$1" || printf '%s\n' "$2" >"secrets/$1"
  chmod 644 "secrets/$1"
}

mkdir -p secrets
chmod 700 secrets
put database-password "$(random)"
put database-url "postgres://night_routine:$(cat secrets/database-password)@postgres:5432/night_routine"
put redis-password "$(random)"
put redis-url "redis://:$(cat secrets/redis-password)@redis:6379"
put secret-keys "$(random)"
put vault-password "$(random)"
put grafana-password "$(random)"

if ! test -s secrets/google-client-secret; then
  secret=
  if test -t 0; then
    printf 'The client secret of Google (it is not shown; Enter to give it later): '
    stty -echo
    read -r secret || true
    stty echo
    echo
  fi
  test -z "$secret" || printf '%s\n' "$secret" >secrets/google-client-secret
  test -e secrets/google-client-secret || : >secrets/google-client-secret
  chmod 644 secrets/google-client-secret
fi

test -e .env || cp .env.example .env
echo 'Now edit the first three lines of .env: PUBLIC_URL, ALLOWED_EMAILS, GOOGLE_CLIENT_ID.'
test -s secrets/google-client-secret || echo 'Write the client secret of Google into secrets/google-client-secret.'
echo 'Then: docker compose up -d'
echo 'Keep a copy of secrets/ in a safe place: without secret-keys a backup cannot be read.'
