#!/bin/sh
# Finds a Chromium for the browser tests, or installs Debian's where that is allowed. Without one it says what will not be tested.
set -eu

for name in "${PUUR_CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
    if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1; then
        exit 0
    fi
done

say() { printf '%s\n' "browser: $*"; }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }

if command -v apt-get >/dev/null 2>&1 && { [ "$(id -u)" = 0 ] || { command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; }; }; then
    say "installing chromium with apt-get"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq update || true
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends chromium >/dev/null || true
fi
command -v chromium >/dev/null 2>&1 ||
    say "no Chromium here and none could be installed: the browser tests will be SKIPPED. Install it, or set PUUR_CHROMIUM=/path/to/chromium" >&2
