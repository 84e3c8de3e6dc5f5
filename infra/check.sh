#!/bin/sh
# Checks what could keep `docker compose up -d` from working, and changes nothing. Says in one sentence
# each what to do, and exits with 1 if there is something to do.
set -eu
cd "$(dirname "$0")/.."

manual=https://docs.docker.com/engine/install/
found=0
say() {
  echo "$1"
  found=1
}

# 26.1.5 becomes 26001.
number() { echo "$1" | awk -F '[^0-9]+' '{ print $1 * 1000 + $2 }'; }

# setting NAME [FILE]
setting() { sed -n "s/^$1=//p" "${2:-.env}" 2>/dev/null | tail -n 1 | tr -d "\"'"; }

sign_in() { setting SIGN_IN | grep . || echo google; }

check_engine() {
  engine=$(docker version --format '{{.Server.Version}}' 2>/dev/null) || engine=
  compose=$(docker compose version --short 2>/dev/null) || compose=
  if ! command -v docker >/dev/null; then
    say "Docker is not installed: install Docker Engine with its compose plugin, as $manual says."
  elif test -z "$engine"; then
    say 'Docker does not answer: start it, and run this as root or as a member of the group docker.'
  elif test "$(number "$engine")" -lt 25000; then
    say "Docker Engine $engine is too old: install version 25 or newer, as $manual says."
  elif test -z "$compose"; then
    say "Docker has no compose plugin: install docker-compose-plugin, as $manual says."
  elif test "$(number "${compose#v}")" -lt 2024; then
    say "Docker Compose $compose is too old: install version 2.24 or newer, as $manual says."
  fi
}

check_settings() {
  if ! test -f .env; then
    say 'There is no .env: run sh infra/prepare.sh.'
    return
  fi
  allowed=$(setting ALLOWED_EMAILS)
  case $(sign_in) in
    accounts) names="PUBLIC_URL${allowed:+ ALLOWED_EMAILS}" ;;
    oidc) names='PUBLIC_URL ALLOWED_EMAILS OIDC_ISSUER' ;;
    *) names='PUBLIC_URL ALLOWED_EMAILS GOOGLE_CLIENT_ID' ;;
  esac
  for name in $names; do
    value=$(setting "$name")
    if test -z "$value"; then
      say "$name in .env is empty: write yours there."
    elif test "$value" = "$(setting "$name" .env.example)"; then
      say "$name in .env is still the example: write yours there."
    fi
  done
  case $(setting PUBLIC_URL) in
    https://* | '') ;;
    *) say 'PUBLIC_URL in .env does not begin with https://: write the whole address that people open.' ;;
  esac
}

# client_secret FILE SIGN_IN NAME
client_secret() {
  test "$(sign_in)" != "$2" || say "secrets/$1 is empty: write the client secret of $3 into it."
}

check_secrets() {
  for name in $(sed -n 's#.*file: \./secrets/\([a-z-]*\).*#\1#p' docker-compose.yml); do
    if grep -qs '[^[:space:]]' "secrets/$name"; then
      continue
    elif test "$name" = google-client-secret; then
      client_secret "$name" google Google
    elif test "$name" = oidc-client-secret; then
      client_secret "$name" oidc 'the provider'
    else
      say "secrets/$name is missing: put your copy of it back, or run sh infra/prepare.sh to make a new one."
    fi
  done
}

# The ports that Linux lists as listening. Elsewhere only docker compose can tell.
listening() {
  cat /proc/net/tcp /proc/net/tcp6 2>/dev/null |
    awk -v port="$(printf '%04X' "$1")" '$4 == "0A" && $2 ~ ":" port "$" { found = 1 } END { exit !found }'
}

# check_port SERVICE PORT
check_port() {
  test -z "$(docker compose ps --quiet "$1" 2>/dev/null)" || return 0
  if listening "$2" || test -n "$(docker ps --quiet --filter "publish=$2")"; then
    say "Port $2 is in use: stop the program that has it (sudo ss -ltnp shows it), or choose another port in .env."
  fi
}

# Without an address of another server, the profile has to start ours.
check_profiles() {
  profiles=$(setting COMPOSE_PROFILES)
  if test "$(setting CALENDAR)" = caldav && test -z "$(setting CALDAV_URL)"; then
    case $profiles in
      *calendar*) ;;
      *) say 'CALENDAR=caldav in .env has no server: write its address as CALDAV_URL, or calendar into COMPOSE_PROFILES.' ;;
    esac
  fi
  case $(setting CALENDAR) in
    caldav | own) ;;
    *) test "$(sign_in)" = google || say 'CALENDAR=google in .env needs SIGN_IN=google: set CALENDAR=own or caldav, or SIGN_IN=google.' ;;
  esac
}

check_ports() {
  http=$(setting HTTP_PORT)
  https=$(setting HTTPS_PORT)
  check_port caddy "${http:-80}"
  check_port caddy "${https:-443}"
  case $(setting COMPOSE_PROFILES) in
    *observability*) check_port grafana "$(setting GRAFANA_PORT)" ;;
  esac
}

# The build needs most of it; later the database and the logs grow.
needed_space() {
  if docker image inspect "$(setting IMAGE_PREFIX)/web:$(setting IMAGE_TAG)" >/dev/null 2>&1; then
    echo 1
  elif test "$(setting IMAGE_PULL)" = missing; then
    echo 2
  else
    echo 6
  fi
}

check_space() {
  folder=$(docker info --format '{{.DockerRootDir}}')
  # Docker on macOS keeps its data in a virtual machine.
  test -d "$folder" || return 0
  needed=$(needed_space)
  free=$(df -Pk "$folder" | awk 'NR == 2 { print int($4 / 1048576) }')
  if test "$free" -lt "$needed"; then
    say "The disk of Docker ($folder) has $free GB free, and $needed GB are needed: make room, docker system df shows what takes it."
  fi
}

check_engine
if test "$found" = 0; then
  check_ports
  check_space
fi
check_settings
test ! -f .env || check_profiles
check_secrets
if test "$found" = 0; then
  docker compose config --quiet || exit 1
  echo 'Nothing is missing. Start it: docker compose up -d'
fi
exit "$found"
