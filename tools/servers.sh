#!/bin/sh
# Finds the servers that the fault tests start (PostgreSQL, Redis, nginx, and what cuts networks and bends clocks), or installs
# Debian's where that is allowed. Without them it says what will not be tested. With the argument `machines` also what boots whole
# machines in containers, for the long tests.
set -eu

long=${1:-}
say() { printf '%s\n' "servers: $*"; }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }
has_postgres() { command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; }
has_faketime() { ls /usr/lib/*/faketime/libfaketime.so.1 >/dev/null 2>&1; }
missing() {
    has_postgres || printf 'postgresql '
    command -v redis-server >/dev/null 2>&1 || printf 'redis-server '
    command -v nginx >/dev/null 2>&1 || printf 'nginx-light '
    command -v ip >/dev/null 2>&1 || printf 'iproute2 '
    has_faketime || printf 'libfaketime '
    [ "$long" = machines ] || return 0
    command -v systemd-nspawn >/dev/null 2>&1 || printf 'systemd-container '
    [ -e /lib/systemd/systemd ] || printf 'systemd '
    command -v dbus-daemon >/dev/null 2>&1 || printf 'dbus '
    command -v curl >/dev/null 2>&1 || printf 'curl '
}

wanted=$(missing)
[ -n "$wanted" ] || exit 0
if command -v apt-get >/dev/null 2>&1 && { [ "$(id -u)" = 0 ] || { command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; }; }; then
    say "installing $wanted with apt-get"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq update || true
    # The tests start servers of their own; none is to run because of us.
    # shellcheck disable=SC2086
    as_root env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get -qq install -y --no-install-recommends $wanted >/dev/null || true
fi
left=$(missing)
[ -z "$left" ] || say "not installed: $left; the tests that need them will be SKIPPED" >&2
