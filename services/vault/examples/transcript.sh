#!/bin/sh
# Every endpoint of the contract once, by plain curl, against a running host. Prints what it sends and
# what comes back. Usage: transcript.sh ADDRESS EMAIL PASSWORD
set -eu
address=$1 email=$2 password=$3

# The value of a text field in the last answer; enough for answers of one line.
field() { printf '%s' "$answer" | sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

say() {
  printf '\n> POST %s\n' "$1"
  [ -z "${2-}" ] || printf '> %s\n' "$2" | sed "s/$password/********/; s/${token:-no token yet}/<token>/"
  printf '%s\n' "$answer" | sed "s/\"token\":\"[^\"]*\"/\"token\":\"<token>\"/"
}

post() {
  answer=$(curl -sS -X POST -H 'Content-Type: application/json' -d "$2" "$address$1")
  say "$1" "$2"
}

post /user/signin "{\"email\":\"$email\",\"password\":\"$password\"}"
token=$(field token)
[ -n "$token" ] || exit 1
post /user/info "{\"token\":\"$token\"}"
post /vault/regions "{\"token\":\"$token\"}"
region=$(field id)

# Password "moonlight" with this salt, encryption version 3.
keyhash=0ae47c7525605d732e7eb8cfcca7835177b69e0e4bf3de2791728c98cd608fa1
salt=000102030405060708090a0b0c0d0e0f
post /vault/create "{\"token\":\"$token\",\"name\":\"Transcript\",\"keyhash\":\"$keyhash\",\"salt\":\"$salt\",\"region\":\"$region\",\"encryption_version\":3}"
vault=$(field uid)
post /vault/list "{\"token\":\"$token\",\"supported_encryption_version\":3}"
post /vault/access "{\"token\":\"$token\",\"vault_uid\":\"$vault\",\"keyhash\":\"$keyhash\",\"host\":\"\",\"supported_encryption_version\":3,\"encryption_version\":3}"

post /publish/create "{\"token\":\"$token\"}"
site=$(field id)
host=$(field host)
post /api/slug "{\"token\":\"$token\",\"id\":\"$site\",\"host\":\"$host\",\"slug\":\"transcript-$$\"}"
post /api/slugs "{\"token\":\"$token\",\"ids\":[\"$site\"]}"
post /publish/list "{\"token\":\"$token\"}"

note=$(mktemp)
printf '# A note\n\nPublished by curl.\n' >"$note"
hash=$(sha256sum "$note" | cut -d ' ' -f 1)
answer=$(curl -sS -X POST -H 'Content-Type: application/octet-stream' -H "pub-token: $token" \
  -H "pub-id: $site" -H 'pub-path: Folder%2FA%20note.md' -H "pub-hash: $hash" \
  --data-binary "@$note" "$address/api/upload")
say /api/upload "Folder%2FA%20note.md $hash"
rm "$note"
post /api/list "{\"token\":\"$token\",\"id\":\"$site\",\"version\":2}"
printf '\n> GET /s/transcript-%s/Folder/A%%20note\n' "$$"
curl -sS "$address/s/transcript-$$/Folder/A%20note" | sed -n '/<main/,/<\/main>/p'
post /api/remove "{\"token\":\"$token\",\"id\":\"$site\",\"path\":\"Folder/A note.md\"}"
post /user/signout "{\"token\":\"$token\"}"
post /user/info "{\"token\":\"$token\"}"
