#!/bin/sh
# Renews the web processes of this machine one after the other, with tables running: each hands its tables over, ends, and is back
# before the next one goes. Install the new version first. Usage, as root: upgrade.sh 8001 8002
# With one process on each of several machines: upgrade.sh 8001 on one machine after the other.
set -eu
[ $# -ge 1 ] || { echo "usage: upgrade.sh 8001 8002" >&2; exit 2; }
[ $# -ge 2 ] || echo "upgrade.sh: one process alone: people go on meanwhile only if another machine has one too" >&2
command -v curl >/dev/null || { echo "upgrade.sh: needs curl" >&2; exit 2; }
for port in "$@"; do
    # Where the unit listens: 127.0.0.1, or the inner address of this machine (systemctl edit).
    host=$(systemctl show --property=Environment --value "puur@$port" | tr ' ' '\n' | sed -n 's/^HOST=//p' | tail -n 1)
    case "$host" in "" | 0.0.0.0 | ::) host=127.0.0.1 ;; *:*) host="[$host]" ;; esac
    systemctl restart "puur@$port"
    tries=0
    until curl --fail --silent --max-time 5 --output /dev/null "http://$host:$port/readyz"; do
        tries=$((tries + 1))
        [ "$tries" -lt 60 ] || { echo "upgrade.sh: port $port does not come back; those after it were not touched" >&2; exit 1; }
        sleep 1
    done
    echo "port $port: renewed"
done
