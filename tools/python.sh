#!/bin/sh
# Print the path of a Python that Stolik can use, or say what to install.
#
# $PYTHON if it is set; else python3; else the newest python3.x on the PATH; else the newest that pyenv has.

version_of() { "$1" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null; }
new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
has_venv() { "$1" -c 'import ensurepip, venv' 2>/dev/null; }

candidates() {
    if [ -n "$PYTHON" ]; then
        echo "$PYTHON"
        return
    fi
    echo python3
    for minor in 19 18 17 16 15 14 13 12 11; do
        echo "python3.$minor"
    done
    echo python
    for folder in "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.[1-9][0-9]*; do
        echo "$folder"
    done | sort -t. -k2,2nr -k3,3nr | sed 's|$|/bin/python3|'
}

# The newest of Debian's packages python3.x-venv that this system can install, python3-venv if it cannot be known.
venv_package() {
    for minor in 14 13 12 11; do
        if apt-cache show "python3.$minor-venv" >/dev/null 2>&1; then
            echo "python3.$minor python3.$minor-venv"
            return
        fi
    done
    echo "python3 python3-venv"
}

old='' without_venv=''
while read -r candidate; do
    path=$(command -v "$candidate" 2>/dev/null) || continue
    version=$(version_of "$path")
    [ -n "$version" ] || continue # pyenv's stand-in for a version that is not chosen, say
    if ! new_enough "$path"; then
        old=${old:-"$candidate is Python $version"}
    elif ! has_venv "$path"; then
        without_venv=${without_venv:-"$candidate $version"}
    else
        "$path" -c 'import sys; print(sys.executable)'
        exit 0
    fi
done <<EOF
$(candidates)
EOF

if [ -n "$without_venv" ]; then
    minor=$(echo "$without_venv" | sed 's/.* 3\.\([0-9]*\).*/\1/')
    problem="Python is here (${without_venv% *} is ${without_venv#* }), but its module venv is not."
    debian="python3.$minor-venv" fedora="python3-pip" brew="python@3.13"
else
    problem="Stolik needs Python 3.11 or newer; ${old:-${PYTHON:-python3} does not run}."
    debian=$(venv_package) fedora="python3.13" brew="python@3.13"
fi
if [ "$(id -u)" = 0 ]; then sudo=''; else sudo='sudo '; fi
if command -v apt-get >/dev/null; then
    remedy="${sudo}apt install $debian"
elif command -v dnf >/dev/null; then
    remedy="${sudo}dnf install $fedora"
elif command -v pacman >/dev/null; then
    remedy="${sudo}pacman -S python"
elif command -v apk >/dev/null; then
    remedy="${sudo}apk add python3"
elif command -v brew >/dev/null; then
    remedy="brew install $brew"
else
    remedy="get it from https://www.python.org/downloads/"
fi
echo "$problem To go on: $remedy" >&2
exit 1
