#!/bin/sh
# Run in the image of PostgreSQL before anything else starts (docker-compose.yml, `check`). Says in one
# sentence each what would keep the services from working, and exits with 1 if it finds something.
set -eu
found=0
say() {
  echo "$1"
  found=1
}

secrets=${SECRETS:-/run/secrets}
volume=${VOLUME:-/var/lib/postgresql}

for path in "$secrets"/*; do
  file=secrets/$(basename "$path" | tr _ -)
  if ! grep -q '[^[:space:]]' "$path"; then
    case $file in
      secrets/google-client-secret)
        test "${SIGN_IN:-google}" != google || say "$file is empty: write the client secret of Google into it."
        ;;
      secrets/oidc-client-secret)
        test "${SIGN_IN:-google}" != oidc || say "$file is empty: write the client secret of the provider into it."
        ;;
      *) say "$file is empty: put your copy of it back, or run sh infra/prepare.sh to make a new one." ;;
    esac
  fi
done

# PostgreSQL would start empty beside the data of another version, and the plan would seem lost.
ours=${PGDATA#"$volume"/}
if ! test -s "$PGDATA/PG_VERSION"; then
  for other in "$volume"/PG_VERSION "$volume"/data/PG_VERSION "$volume"/*/docker/PG_VERSION; do
    if test -s "$other"; then
      say "The volume holds data of PostgreSQL $(cat "$other"), and this version runs PostgreSQL ${ours%%/*}: move it with a backup as docs/upgrading.md says."
    fi
  done
fi

free=$(df -Pk "$volume" | awk 'NR == 2 { print int($4 / 1024) }')
if test "$free" -lt 100; then
  say "The disk of Docker has only $free MB left: make room (docker system df shows what takes it), then start again."
fi

exit $found
