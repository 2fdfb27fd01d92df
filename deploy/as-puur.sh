#!/bin/sh
# A command of Puur by hand, as the services run it: their user, their environment, in /var/lib/puur. No secret stands on the command
# line. Copy to /usr/local/sbin/as-puur. Usage: as-puur puur check, as-puur django-admin createsuperuser
set -eu
[ $# -ge 1 ] || { echo "usage: as-puur puur check" >&2; exit 2; }
program=/opt/puur/.venv/bin/$1
shift
if [ -t 0 ] && [ -t 1 ]; then line=--pty; else line=--pipe; fi
exec systemd-run --quiet --collect --wait "$line" --uid=puur --gid=puur \
    --property=EnvironmentFile=/etc/puur/puur.env --property=UMask=0077 \
    --property=StateDirectory=puur --property=StateDirectoryMode=0700 --property=WorkingDirectory=/var/lib/puur \
    --setenv=DJANGO_SETTINGS_MODULE=puur.web.settings --setenv=LANG="${LANG:-C.UTF-8}" --setenv=TERM="${TERM:-dumb}" \
    "$program" "$@"
