#!/bin/sh
# Creates .venv with everything that Puur and its tests need, pinned by constraints.txt. Quick when nothing has changed.
# PYTHON=/path/to/python chooses the interpreter; otherwise the first Python 3.11 or newer that is found. VENV chooses another folder.
# EXTRA names one more set of packages of pyproject.toml and installs even if nothing has changed.
set -eu
cd "$(dirname "$0")/.."
venv=${VENV:-.venv}

say() { printf '%s\n' "setup: $*"; }
give_up() { printf '%s\n' "setup: $*" >&2; exit 1; }

# Two runs at once (two terminals, an editor) must not install over one another.
if [ -z "${PUUR_SETUP_LOCKED:-}" ] && command -v flock >/dev/null 2>&1; then
    PUUR_SETUP_LOCKED=1 exec flock .setup.lock sh tools/setup.sh "$@"
fi

stamp=$venv/.puur-setup
wanted="$(cat pyproject.toml packages/*/pyproject.toml constraints.txt tools/setup.sh | cksum) $(pwd)"
if [ -z "${EXTRA:-}" ] && [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && "$venv/bin/python" -c '' 2>/dev/null; then
    exit 0
fi

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
find_python() {
    for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11; do
        if new_enough "$candidate"; then
            printf '%s\n' "$candidate"
            return
        fi
    done
}

# Debian and Ubuntu ship Python without venv; with the right to install packages this is mended here.
as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}
may_install() {
    command -v apt-get >/dev/null 2>&1 || return 1
    [ "$(id -u)" = 0 ] || { command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; }
}
apt_install() {
    say "installing $* with apt-get"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq update || true
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$@"
}

python=$(find_python)
[ -n "$python" ] || give_up "Puur needs Python 3.11 or newer; found $(python3 --version 2>/dev/null || echo none). Install one, or: make setup PYTHON=/path/to/python3.11"

if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
    version=$("$python" -c 'import sys; print("python%d.%d" % sys.version_info[:2])')
    if may_install; then
        apt_install "$version-venv" || apt_install python3-venv || true
    fi
    "$python" -c 'import venv, ensurepip' 2>/dev/null ||
        give_up "$python lacks the modules venv and ensurepip. On Debian and Ubuntu: sudo apt install $version-venv"
fi

# An environment that was moved, or whose Python has gone, is made anew; otherwise only what changed is installed.
if ! "$venv/bin/python" -m pip --version >/dev/null 2>&1 || ! new_enough "$venv/bin/python" ||
    [ "$(cut -d' ' -f3- "$stamp" 2>/dev/null)" != "$(pwd)" ]; then
    say "creating $venv with $("$python" --version)"
    rm -rf "$venv"
    "$python" -m venv "$venv"
fi
rm -f "$stamp"

say "installing the packages pinned in constraints.txt"
pip() { "$venv/bin/python" -m pip --disable-pip-version-check --quiet "$@"; }
# The build backend first, so that it is pinned like everything else; an isolated build would fetch the newest.
pip install --constraint constraints.txt hatchling editables
# One package of the mutants comes as source alone and builds with these.
[ "${EXTRA:-}" != mutants ] || pip install --constraint constraints.txt setuptools wheel
pip install --constraint constraints.txt --no-build-isolation --editable packages/puur-core --editable packages/puur-network \
    --editable ".[dev,fast${EXTRA:+,$EXTRA}]"
# While Python starts it answers an interrupt with a traceback. Where `env` can hold the signal back, it waits until Puur can answer it.
if env --block-signal=INT true 2>/dev/null; then
    printf '%s\n' '#!/bin/sh' "exec env --block-signal=INT '$(pwd)/$venv/bin/python' -P -m puur \"\$@\"" >"$venv/bin/puur"
fi
"$venv/bin/python" -m puur.fast.build || say "the fast kernels could not be compiled now; they will be when they are needed"
printf '%s\n' "$wanted" >"$stamp"
say "ready"
