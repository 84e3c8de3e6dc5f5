#!/bin/sh
# Creates what docker-compose.yml needs: .env, which you edit, and passwords and keys in secrets/. Then says what
# is left to do. It never changes existing files, so it is safe to repeat. With the word "own", .env chooses a calendar
# server and accounts of this installation: sh infra/prepare.sh own
#
# Other users of this machine cannot enter the folder. The files in it are readable, because the services
# read them as a user that this machine does not know.
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
# Each service signs in with its own role, which the step `roles` makes. If the address above names a server that is not
# ours, its operator decides which roles there are: until then the address is for all.
for role in owner web webhook-ingest scheduler-worker publisher vault backup; do
  case $(cat secrets/database-url) in
    *@postgres:5432/*)
      name=night_routine_$(echo "$role" | tr - _)
      put "database-url-$role" "postgres://$name:$(random)@postgres:5432/night_routine"
      ;;
    *) put "database-url-$role" "$(cat secrets/database-url)" ;;
  esac
done
put redis-password "$(random)"
put redis-url "redis://:$(cat secrets/redis-password)@redis:6379"
put secret-keys "$(random)"
# Parents type it on their phones.
put caldav-password "$(random | cut -c1-20)"
put caldav-users "parents:$(cat secrets/caldav-password)"
put vault-password "$(random)"
put grafana-password "$(random)"

# own: a calendar server and accounts of this installation, and no account elsewhere.
if test "${1:-}" = own && ! test -e .env; then
  sed -e 's/^CALENDAR=.*/CALENDAR=caldav/' -e 's/^SIGN_IN=.*/SIGN_IN=accounts/' \
    -e 's/^ALLOWED_EMAILS=.*/ALLOWED_EMAILS=/' \
    -e 's/^COMPOSE_PROFILES=.*/COMPOSE_PROFILES=calendar/' .env.example >.env
fi
test -e .env || cp .env.example .env

if ! test -s secrets/google-client-secret; then
  secret=
  if test -t 0 && ! grep -qE '^SIGN_IN=(accounts|oidc)' .env; then
    printf 'The client secret of Google (it is not shown; press Enter to add it later): '
    trap 'stty echo; exit 1' INT
    stty -echo
    read -r secret || true
    stty echo
    trap - INT
    echo
  fi
  test -z "$secret" || printf '%s\n' "$secret" >secrets/google-client-secret
fi
# Another sign-in leaves its file empty.
for name in google-client-secret oidc-client-secret; do
  test -e "secrets/$name" || : >"secrets/$name"
  chmod 644 "secrets/$name"
done

echo 'Keep a copy of secrets/ in a safe place: a backup is of little use without secret-keys.'
if left=$(sh infra/check.sh); then
  echo "$left"
else
  echo 'Left to do before docker compose up -d:'
  echo "$left" | sed 's/^/- /'
fi
