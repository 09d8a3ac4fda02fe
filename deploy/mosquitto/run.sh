#!/bin/sh
# run.sh CONFIG FOLDER: starts Mosquitto once `waymark admin broker-files FOLDER` has written passwords and permissions, and
# makes it reload both files when they change.
set -eu
config=$1
passwords=$2/waymark-passwords
access=$2/waymark-access

sum_up() {
  cksum "$passwords" "$access"
}

until [ -s "$passwords" ] && [ -s "$access" ]; do sleep 1; done
known=$(sum_up)
mosquitto -c "$config" &
broker=$!
trap 'kill -TERM $broker 2>/dev/null || true' TERM INT

while kill -0 $broker 2>/dev/null; do
  sleep 2 &
  wait $! || true
  now=$(sum_up)
  if [ "$now" != "$known" ]; then
    known=$now
    kill -HUP $broker 2>/dev/null || true
  fi
done
wait $broker
