#!/bin/sh
# Waymark @VERSION@. Needs only this folder. Settings come from the environment (README.md).
set -eu
home=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)

fail() {
  echo "$1" >&2
  exit 1
}

find_node() {
  node=$home/runtime/node
  if [ -x "$node" ]; then return; fi
  node=$(command -v node) || fail 'This release has no Node of its own: install Node 24 or newer.'
  "$node" -e 'process.exit(parseInt(process.versions.node, 10) < 24 ? 1 : 0)' || fail "Waymark needs Node 24 or newer, $node is older."
}

# The next version replaces this folder, so the data must not be stored in it.
want_place() {
  if [ -n "${WAYMARK_DATA_DIR-}" ]; then return; fi
  if [ -n "${WAYMARK_DATABASE_URL-}" ] && [ -n "${WAYMARK_SECRET_KEY-}" ]; then return; fi
  fail 'Set WAYMARK_DATA_DIR to a folder for the data, or WAYMARK_DATABASE_URL and WAYMARK_SECRET_KEY.'
}

command=${1-}
[ $# -eq 0 ] || shift
case $command in
  start)
    want_place
    find_node
    exec "$node" @NODE_FLAGS@ @SERVER_FLAGS@ "$home/apps/server/src/main.ts" "$@"
    ;;
  admin)
    case ${1---help} in -h | --help) ;; *) want_place ;; esac
    find_node
    exec "$node" @NODE_FLAGS@ "$home/apps/server/src/admin.ts" "$@"
    ;;
  version)
    cat "$home/release.json"
    ;;
  *)
    echo 'waymark start           serves until it is asked to stop'
    echo 'waymark admin COMMAND   backup, restore and more; admin --help lists them'
    echo 'waymark version         version, commit and platform'
    [ "$command" = --help ] || exit 2
    ;;
esac
