#!/bin/sh
# Tries Puur with every Python that it supports and that is here: the set-up, the fast tests (all but those that drive servers and
# browsers), and one game in the browser. Each version has an environment of its own in .versions. Names at the end what was missing.
set -u
cd "$(dirname "$0")/.."

say() { printf '%s\n' "versions: $*"; }
is_version() { [ "$("$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)" = "$2" ]; }
find_python() {
    for candidate in "python$1" "${PYENV_ROOT:-$HOME/.pyenv}"/versions/"$1"*/bin/python; do
        if is_version "$candidate" "$1"; then
            printf '%s\n' "$candidate"
            return
        fi
    done
}
try() {
    VENV=".versions/$1" PYTHON="$2" sh tools/setup.sh &&
        VENV=".versions/$1" sh tools/fonts.sh &&
        ".versions/$1/bin/pytest" -n auto -q -m "not slow" --ignore tests/web --ignore tests/faults &&
        ".versions/$1/bin/pytest" -q tests/web/browser/test_games.py -k test_one_click_and_a_game_to_its_end
}

passed="" failed="" missing=""
for version in ${VERSIONS:-3.11 3.12 3.13 3.14}; do
    python=$(find_python "$version")
    if [ -z "$python" ]; then
        missing="$missing $version"
        continue
    fi
    say "trying $version with $python"
    if try "$version" "$python"; then passed="$passed $version"; else failed="$failed $version"; fi
done
say "passed:${passed:- none}; failed:${failed:- none}; not on this machine:${missing:- none}"
[ -z "$failed" ] && [ -n "$passed" ]
