#!/bin/sh
# Adds a person who may sign in with Authelia (the profile identity): sh infra/person.sh alex@example.org
# Asks for the password and stores its hash in secrets/identity-users. With an address that is there already, it
# changes the password.
set -eu
cd "$(dirname "$0")/.."

email=${1:-}
name=${email%%@*}
case $email in
  *[!a-zA-Z0-9.@_+-]* | @* | *@ | '') email= ;;
  *@*) ;;
  *) email= ;;
esac
if test -z "$email"; then
  echo 'Name the e-mail address: sh infra/person.sh alex@example.org'
  exit 1
fi
if ! command -v openssl >/dev/null; then
  echo 'openssl is not installed, which makes the hash of the password: install the package openssl.'
  exit 1
fi

if test -t 0; then
  printf 'The password of %s (it is not shown): ' "$email"
  trap 'stty echo; exit 1' INT
  stty -echo
  read -r password || true
  stty echo
  trap - INT
  echo
else
  read -r password || true
fi
if test -z "$password"; then
  echo 'The password is empty: nothing was changed.'
  exit 1
fi
hash=$(printf '%s\n' "$password" | openssl passwd -6 -stdin)

# Three lines a person, below the first line.
people=secrets/identity-users
mkdir -p secrets
chmod 700 secrets
touch "$people"
others=$(awk -v mail="    email: '$email'" '
  /^  [^ ]/ { person = $0; next }
  /^    password:/ { password = $0; next }
  /^    displayname:/ { display = $0; next }
  /^    email:/ { if ($0 != mail) print person "\n" display "\n" password "\n" $0 }
' "$people")
if printf '%s\n' "$others" | grep -q "^  '$name':"; then
  name=$(printf '%s' "$email" | tr '@' '.')
fi
# Written in place: a container that runs keeps reading this file.
{
  echo 'users:'
  test -z "$others" || printf '%s\n' "$others"
  printf "  '%s':\n    displayname: '%s'\n    password: '%s'\n    email: '%s'\n" "$name" "$name" "$hash" "$email"
} >"$people"
chmod 644 "$people"
echo "$email can sign in. If Authelia runs already: docker compose restart authelia"
