#!/bin/sh
# `office migrate` of this folder, for who knows it by this name.
#   OWNER_DATABASE_URL=postgres://… sh deploy/migrate.sh
set -eu
cd "$(dirname "$0")/.." && exec node_modules/.bin/node office.mjs migrate "$@"
