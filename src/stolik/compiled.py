"""Which modules a C compiler makes fast, whether it did, and what a machine lacks for it.

``setup.py`` and ``tools/venv.py`` run this file by itself, before anything is installed: it imports nothing but the
standard library.
"""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

# The one list: what mypyc compiles, relative to this folder. All of it is compiled, or nothing is.
PATTERNS = ("cards.py", "play/state.py", "play/tricks.py", "play/melds.py", "play/auctions.py", "games/*/rules.py")
HERE = Path(__file__).parent


def sources() -> list[Path]:
    """The files that are compiled, in the order of the list."""
    return [path for pattern in PATTERNS for path in sorted(HERE.glob(pattern))]


def modules() -> list[str]:
    """The names of the compiled modules: ``stolik.cards`` ..."""
    return [".".join(("stolik", *path.relative_to(HERE).with_suffix("").parts)) for path in sources()]


def is_compiled(module: str) -> bool:
    """Whether the module that would be imported under this name is compiled."""
    found = find_spec(module)
    return found is not None and (found.origin or "").endswith(tuple(EXTENSION_SUFFIXES))


def compiler() -> list[str]:
    """The command of the C compiler: ``$CC``, the one that built Python, or another that is there; empty if none is.

    A ``$CC`` that is set is the only one considered.
    """
    wished = os.environ.get("CC", "")
    built_with = sysconfig.get_config_var("CC") or "cc"
    for command in [wished] if wished else [built_with, "cc", "gcc", "clang"]:
        words = shlex.split(command)
        if shutil.which(words[0]):
            return words
    return []


def missing() -> str:
    """What this machine lacks for compiling, as the subject of a sentence; empty if nothing.

    It is tried, not guessed: a file of one line that includes ``Python.h`` goes through the compiler.
    """
    if sys.platform == "win32":
        return ""  # setuptools finds the compiler of Visual Studio by itself
    command = compiler()
    if not command:
        return f"a C compiler ({os.environ.get('CC') or 'cc'})"
    include = sysconfig.get_path("include")
    header = Path(include, "Python.h")
    if not header.exists():
        return f"the C headers of Python {sys.version_info.major}.{sys.version_info.minor} ({header})"
    works = subprocess.run(  # noqa: S603 (the compiler that would build it anyway)
        [*command, "-fsyntax-only", "-I", include, "-x", "c", "-"],
        input=b"#include <Python.h>\n",
        capture_output=True,
        check=False,
    )
    return f"a C compiler that works ({shlex.join(command)} fails)" if works.returncode else ""


def remedy() -> str:
    """What to type for a C compiler and Python's headers, as far as the system is known; empty if it is not."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    if sys.platform == "darwin":
        return "xcode-select --install"
    installers = {
        "apt-get": f"apt install gcc libc6-dev python{version}-dev",
        "dnf": f"dnf install gcc python{version}-devel",
        "zypper": "zypper install gcc python3-devel",
        "pacman": "pacman -S gcc",
        "apk": "apk add gcc musl-dev python3-dev",
    }
    found = next((line for tool, line in installers.items() if shutil.which(tool)), "")
    return f"sudo {found}" if found and os.geteuid() else found
