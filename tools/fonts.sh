#!/bin/sh
# Liberation Sans for the QR-bills, out of Debian's package and into .venv/share/fonts; nothing where the machine has it or cannot get it.
# VENV chooses another environment, which takes it from .venv where it lies there already.
# No right to install is needed: the package is fetched and unpacked beside the environment, with its licence.
set -eu
first=.venv/share/fonts/liberation
target=${VENV:-.venv}/share/fonts/liberation
[ ! -e "$target/LiberationSans-Regular.ttf" ] || exit 0
[ -z "$(find /usr/share/fonts /usr/local/share/fonts -name 'LiberationSans-Regular.*' 2>/dev/null | head -n 1)" ] || exit 0
if [ -e "$first/LiberationSans-Regular.ttf" ]; then
    mkdir -p "$target"
    cp "$first"/* "$target/"
    exit 0
fi
command -v apt-get >/dev/null 2>&1 && command -v dpkg-deb >/dev/null 2>&1 || exit 0
here=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
# Version 2 is under the Open Font License; where it has no package of its own, it is the package without a number.
apt-get -qq download fonts-liberation2 2>/dev/null || apt-get -qq download fonts-liberation 2>/dev/null || true
for package in ./*.deb; do
    [ -e "$package" ] || { echo "fonts: Liberation Sans could not be fetched; QR-bills need it (Debian: fonts-liberation)" >&2; exit 0; }
    dpkg-deb -x "$package" unpacked
done
mkdir -p "$here/$target"
find unpacked \( -name 'LiberationSans-Regular.ttf' -o -name 'LiberationSans-Bold.ttf' -o -name copyright \) -exec cp -L {} "$here/$target/" \;
