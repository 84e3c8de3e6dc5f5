#!/bin/sh
# As in the official image: words that are no program are arguments of node.
set -e
if [ "${1#-}" != "${1}" ] || [ -z "$(command -v "${1}")" ]; then set -- node "$@"; fi
exec "$@"
