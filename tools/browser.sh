#!/bin/sh
# See to Chromium and a font with Polish letters and suit signs, for the tests that drive a browser.
# Installs Debian's where that can be done without asking; else says in one line what to type, and fails.

have_browser() {
    for name in chromium chromium-browser google-chrome; do
        command -v "$name" >/dev/null && return 0
    done
    return 1
}

missing=''
have_browser || missing='chromium'
if command -v dpkg >/dev/null && ! dpkg -s fonts-noto-core >/dev/null 2>&1; then
    missing="$missing fonts-noto-core"
fi
missing=${missing# }
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null; then
    echo "stolik: the tests in the browser need Chromium; please install it (on Debian: sudo apt install $missing)"
    exit 1
fi
if [ "$(id -u)" = 0 ]; then
    root=''
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    root='sudo -n'
else
    echo "stolik: the tests in the browser need Chromium and a font: sudo apt install $missing"
    exit 1
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() { $root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=600 "$@" >>"$log" 2>&1; }
for name in $missing; do
    if ! apt-cache policy "$name" 2>/dev/null | grep -q 'Candidate: [0-9]'; then
        echo "stolik: Reading Debian's list of packages"
        apt update
        break
    fi
done
echo "stolik: Installing $missing from Debian's packages (about 100 MB the first time)"
# shellcheck disable=SC2086 (several packages)
if ! apt install --no-install-recommends $missing; then
    # The list may name a version that is there no more.
    apt update
    if ! apt install --no-install-recommends $missing; then
        tail -n 15 "$log"
        echo "stolik: the tests in the browser need Chromium and a font: sudo apt install $missing"
        exit 1
    fi
fi
