#!/bin/sh
# Checks or formats scripts, style sheets and templates: `front.sh check`, `front.sh format`. Node comes with .venv from the Python
# package index, the tools from npm, pinned by package-lock.json, into node_modules: quick when nothing has changed. None of it is
# needed to run Puur. Without the tools it says what was not checked.
set -eu
cd "$(dirname "$0")/.."

say() { printf '%s\n' "front: $*"; }

# Two runs at once (two terminals, an editor) must not install over one another.
if [ -z "${PUUR_FRONT_LOCKED:-}" ] && command -v flock >/dev/null 2>&1; then
    PUUR_FRONT_LOCKED=1 exec flock .front.lock sh tools/front.sh "$@"
fi

templates() { djlint puur/web --quiet "$@"; }
PATH="$(pwd)/.venv/bin:$(pwd)/node_modules/.bin:$PATH"
export PATH
case "${1:-check}" in
check)
    templates --check || { say "a template is not in shape: make format" >&2; exit 1; }
    templates --lint
    ;;
format)
    templates --reformat || true # it answers 1 where something was to be done
    ;;
esac

stamp=node_modules/.puur-setup
wanted=$(cat package.json package-lock.json .npmrc | cksum)
if [ ! -f "$stamp" ] || [ "$(cat "$stamp")" != "$wanted" ]; then
    say "installing the packages pinned in package-lock.json"
    if ! npm ci --silent; then
        say "npm could install nothing: scripts and style sheets are NOT CHECKED. It needs a registry; npm config set registry names another one" >&2
        exit 0
    fi
    printf '%s\n' "$wanted" >"$stamp"
fi

files='puur/web/**/static/**/*.{js,css} puur/web/types/*.ts *.{js,json}'
set -f # prettier reads the patterns itself
case "${1:-check}" in
check)
    # shellcheck disable=SC2086
    prettier --log-level warn --check $files
    eslint puur/web
    tsc --project tsconfig.json
    tsc --project tsconfig.workers.json
    ;;
format)
    # shellcheck disable=SC2086
    prettier --log-level warn --write $files
    ;;
esac
