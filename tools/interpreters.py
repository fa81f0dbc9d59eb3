"""Run the tests under every Python from 3.11 that is on this machine: those on the PATH and those of pyenv.

    python tools/interpreters.py            all of them
    python tools/interpreters.py 3.12       this one

Each gets a copy of the sources, an environment and a compiled install of its own in a temporary folder. The tests in
the browser and the slow ones are left out.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MINORS = range(11, 20)
LEFT_OUT = shutil.ignore_patterns(".*", "build", "data", "__pycache__", "*.egg-info")


def main() -> None:
    """Test with each, print a table, fail if one fails."""
    found = {version: python for version, python in interpreters().items() if sys.argv[1:] in ([], [version])}
    if not found:
        sys.exit(f"stolik: no Python {' '.join(sys.argv[1:]) or 'from 3.11'} on this machine")
    told = {version: tested(version, python) for version, python in found.items()}
    print("\n".join(f"stolik: Python {version}: {result}" for version, result in told.items()))
    sys.exit(any("failed" in result for result in told.values()))


def interpreters() -> dict[str, str]:
    """A Python of each version: the first on the PATH that works, else pyenv's newest."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found: dict[str, str] = {}
    for minor in MINORS:
        version = f"3.{minor}"
        kept = sorted(pyenv.glob(f"{version}.*/bin/python3"), key=lambda path: int(path.parts[-3].split(".")[2]))
        for candidate in [f"python{version}", *map(str, reversed(kept))]:
            probe = "import sys, ensurepip; print('%d.%d' % sys.version_info[:2])"
            path = shutil.which(candidate)
            told = subprocess.run([path, "-c", probe], capture_output=True, text=True, check=False) if path else None
            if path and told and told.stdout.strip() == version:
                found[version] = path
                break
    return found


def tested(version: str, python: str) -> str:
    """Install and test with one Python; the outcome in a line."""
    began = time.monotonic()
    print(f"stolik: Python {version} ({python}): installing", flush=True)
    with tempfile.TemporaryDirectory(prefix=f"stolik-{version}-") as folder:
        copy = Path(folder, "stolik")
        shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
        # -P, no PYTHONPATH, and tests that import from the copy: what runs is what was installed.
        surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        here = str(Path(folder, "venv", "bin", "python"))
        pip = [here, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "-c", "constraints.txt", ".[test]"]
        tests = [here, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not browser and not slow"]
        for name, command in {"venv": [python, "-m", "venv", f"{folder}/venv"], "install": pip, "tests": tests}.items():
            if name == "tests":
                print(f"stolik: Python {version}: testing", flush=True)
            if subprocess.run(command, cwd=copy, env=surroundings, check=False).returncode:
                return f"{name} failed after {time.monotonic() - began:.0f} s"
        compiled = any(Path(folder).glob("venv/lib/python*/site-packages/stolik__mypyc*"))
        return f"passed, {'compiled' if compiled else 'not compiled'}, {time.monotonic() - began:.0f} s"


if __name__ == "__main__":
    main()
