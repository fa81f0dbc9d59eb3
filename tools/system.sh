#!/bin/sh
# See to what the tests need of the system: Chromium, a font with Polish letters and suit signs, and for the compiled
# rules a C compiler with Python's headers. `tools/system.sh browser` leaves out the compiler.
#
# Installs Debian's packages where that can be done without asking; else says in one line what to type. Fails if there
# is no browser in the end.

cd "$(dirname "$0")/.." || exit 1

have_browser() {
    for name in chromium chromium-browser google-chrome; do
        command -v "$name" >/dev/null && return 0
    done
    return 1
}

missing='' what=''
if ! have_browser; then
    missing='chromium' what='Chromium'
fi
if command -v dpkg >/dev/null && ! dpkg -s fonts-noto-core >/dev/null 2>&1; then
    missing="$missing fonts-noto-core" what="${what:+$what, }a font"
fi
if [ "$1" != browser ] && [ "$STOLIK_COMPILE" != 0 ]; then
    python=$(tools/python.sh) || exit 1
    lacking=$("$python" -c 'import runpy; print(runpy.run_path("src/stolik/compiled.py")["missing"]())')
    case "$lacking" in
        '') ;;
        *headers*) missing="$missing python$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')-dev" ;;
        *) missing="$missing gcc libc6-dev python$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')-dev" ;;
    esac
    [ -z "$lacking" ] || what="${what:+$what, }$lacking"
fi
missing=${missing# }
[ -n "$missing" ] || exit 0

finish() { # with what has to be typed, if anything is still missing
    [ "$1" = 0 ] || echo "stolik: the tests lack $what: $2"
    have_browser
    exit
}

if ! command -v apt-get >/dev/null; then
    finish 1 "please install it; on Debian that is apt install $missing"
fi
if [ "$(id -u)" = 0 ]; then
    root=''
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    root='sudo -n'
else
    finish 1 "sudo apt install $missing"
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() { $root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=600 "$@" >>"$log" 2>&1; }
add() {
    echo "stolik: Installing from Debian's packages: $*"
    apt install --no-install-recommends "$@"
}

for name in $missing; do
    if ! apt-cache policy "$name" 2>/dev/null | grep -q 'Candidate: [0-9]'; then
        echo "stolik: Reading Debian's list of packages"
        apt update
        break
    fi
done
# The list may name a version that is there no more: then it is read again.
# shellcheck disable=SC2086
if ! add $missing && { apt update; ! add $missing; }; then
    tail -n 15 "$log"
    finish 1 "sudo apt install $missing"
fi
finish 0
