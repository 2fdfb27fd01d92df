#!/bin/sh
# Renews the web processes of this machine one after the other, with tables running: each hands its tables over, ends, and is back
# before the next one goes. Install the new version first. Usage: upgrade.sh 8001 8002
set -eu
[ $# -ge 2 ] || { echo "upgrade.sh: name at least two ports; with one process people are cut off for the seconds of its restart" >&2; exit 2; }
for port in "$@"; do
    systemctl restart "puur@$port"
    tries=0
    until curl --fail --silent --output /dev/null "http://127.0.0.1:$port/readyz"; do
        tries=$((tries + 1))
        [ "$tries" -lt 60 ] || { echo "upgrade.sh: port $port does not come back; the others were not touched" >&2; exit 1; }
        sleep 1
    done
    echo "port $port: renewed"
done
