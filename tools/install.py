"""Install Stolik into a virtual environment of this folder, if what is there is not up to date.

    python3 tools/install.py .venv                      to play: make play
    python3 tools/install.py .venv-test --extra test    to test: make test
    python3 tools/install.py .venv --extra test --editable    to work on it: make dev

Says nothing when there is nothing to do. Several may run at once: one works, the others wait for it.
"""

import argparse
import fcntl
import hashlib
import json
import os
import queue
import re
import runpy
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

ROOT = Path(__file__).resolve().parent.parent
NEEDS = [Path("pyproject.toml"), Path("setup.py"), Path("constraints.txt")]
STAMP = "stolik.json"  # in the environment: what was installed there
LOG = ROOT / "build" / "install.log"
QUIET = 15.0  # seconds after which one wants to know that it goes on
NO_NETWORK = re.compile(
    r"Could not find a version|No matching distribution|ConnectionError|NewConnectionError|Name or service not known"
    r"|Temporary failure in name resolution|timed out|Max retries"
)


def main() -> None:
    """Make the environment what the arguments say."""
    asked = arguments()
    os.chdir(ROOT)
    compiled = runpy.run_path("src/stolik/compiled.py")
    with one_at_a_time():
        folder = asked.folder
        editable = asked.editable or is_editable(folder)
        lacking = "" if editable or os.environ.get("STOLIK_COMPILE") == "0" else compiled["missing"]()
        before = stamp(folder) or {}
        # Who works on Stolik keeps the tools of the tests when playing.
        extras = sorted({*asked.extra, *(before.get("extra", ()) if editable else ())})
        wanted = {
            "needs": digest(NEEDS),
            "files": "" if editable else digest(package_files()),
            "extra": extras,
            "editable": editable,
            "lacking": lacking,
            "compile": os.environ.get("STOLIK_COMPILE", ""),
        }
        if usable(folder) and before == wanted:
            return
        if lacking and os.environ.get("STOLIK_COMPILE") != "1":
            how = compiled["remedy"]()
            typed = f"; to change that: {how}" if how else ""
            say(f"The games will run as plain Python, many times slower: {lacking} is missing{typed}")
        if not usable(folder):
            before = {}
            say(f"Making {folder} with Python {'.'.join(map(str, sys.version_info[:3]))}")
            make(folder)
        same_needs = all(before.get(key) == wanted[key] for key in ("needs", "extra", "editable"))
        (folder / STAMP).unlink(missing_ok=True)
        compiling = not editable and not lacking and os.environ.get("STOLIK_COMPILE") != "0"
        install(folder, extras, editable=editable, same_needs=same_needs, compiling=compiling)
        (folder / STAMP).write_text(json.dumps(wanted), encoding="utf-8")


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="the virtual environment, made if it is not there")
    parser.add_argument("--extra", action="append", default=[], help="also install an extra of pyproject.toml")
    parser.add_argument("--editable", action="store_true", help="install this folder itself, uncompiled")
    return parser.parse_args()


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait until no other run works in this folder, and keep others waiting."""
    with Path(".make.lock").open("w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Waiting for another make in this folder")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def package_files() -> list[Path]:
    """The files that the installed package is made from."""
    return [
        path
        for path in sorted(Path("src/stolik").rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in {".so", ".pyc"}
    ]


def digest(files: list[Path]) -> str:
    """The names and contents of files, and the Python, in one word."""
    total = hashlib.sha256(str(sys.implementation.cache_tag).encode())
    for path in files:
        total.update(str(path).encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def stamp(folder: Path) -> Any:
    """What was installed there last, None if that did not end well."""
    try:
        return json.loads((folder / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def usable(folder: Path) -> bool:
    """Whether the environment is there and its Python, the one that runs this, still works."""
    probe = [str(folder / "bin" / "python"), "-c", "import sys, pip; print(sys.implementation.cache_tag)"]
    try:
        told = subprocess.run(probe, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return False
    return told.strip() == str(sys.implementation.cache_tag)


def is_editable(folder: Path) -> bool:
    """Whether the environment has this folder itself installed."""
    origins = folder.glob("lib/python*/site-packages/stolik-*.dist-info/direct_url.json")
    return any(json.loads(each.read_text(encoding="utf-8")).get("dir_info", {}).get("editable") for each in origins)


def make(folder: Path) -> None:
    """Make the environment anew."""
    done = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", folder], capture_output=True, text=True, check=False
    )
    if done.returncode:
        fail(f"{folder} cannot be made:\n{done.stdout}{done.stderr}")


def install(folder: Path, extras: list[str], *, editable: bool, same_needs: bool, compiling: bool) -> None:
    """Let pip install Stolik and what it needs, in the versions of ``constraints.txt``.

    Where only Stolik has changed, nothing else is asked for; what builds it is among the tools of the tests.
    """
    what = f".[{','.join(extras)}]" if extras else "."
    command = [
        *(str(folder / "bin" / "python"), "-m", "pip", "install", "--no-input", "--progress-bar=off"),
        *("--disable-pip-version-check", "--constraint", "constraints.txt"),
        *(["--no-deps"] if same_needs else []),
        *(["--no-build-isolation"] if same_needs and "test" in extras else []),
        *(["--editable", what] if editable else [what]),
    ]
    surroundings = {"PIP_DEFAULT_TIMEOUT": "60", **os.environ, "PIP_USER": "0", "PYTHONUNBUFFERED": "1"}
    surroundings.pop("PYTHONPATH", None)
    began = time.monotonic()
    status, output = followed(command, surroundings, compiling=compiling)
    LOG.parent.mkdir(exist_ok=True)
    LOG.write_text("\n".join(output), encoding="utf-8")
    if status:
        print("\n".join(output[-25:]), file=sys.stderr)
        hint = (
            "The network did not give all that is needed; what it gave is kept, so try again."
            if NO_NETWORK.search("\n".join(output))
            else "pip could not install Stolik."
        )
        fail(f"{hint} All that pip said: {LOG.relative_to(ROOT)}")
    fast = any(folder.glob("lib/python*/site-packages/stolik__mypyc*"))
    how = "rules compiled" if fast else "rules not compiled"
    say(f"Installed into {folder} in {time.monotonic() - began:.0f} s, {how}")


def followed(command: list[str], surroundings: dict[str, str], *, compiling: bool) -> tuple[int, list[str]]:
    """Run pip, say what it does, and when it is long silent, that it is still at it. Its status and its lines."""
    lines: queue.Queue[str | None] = queue.Queue()
    output: list[str] = []
    phase = detail = ""
    began = spoke = time.monotonic()
    with subprocess.Popen(
        command, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as pip:
        reader = threading.Thread(target=hand_over, args=(pip, lines))
        reader.start()
        try:
            while (line := next_of(lines)) is not None:
                if line:
                    output.append(line)
                    now, detail = doing(line, phase, detail, compiling=compiling)
                    if now != phase:
                        phase, spoke = now, time.monotonic()
                        say(phase)
                if time.monotonic() - spoke > QUIET:
                    spoke = time.monotonic()
                    say(f"  {phase}: {detail or 'still at it'} ({spoke - began:.0f} s)")
        except KeyboardInterrupt:
            pip.terminate()
            raise
        finally:
            reader.join()
        return pip.wait(), output


def next_of(lines: "queue.Queue[str | None]") -> str | None:
    """The next line of a program, empty after a second without one, None after the last."""
    try:
        return lines.get(timeout=1.0)
    except queue.Empty:
        return ""


def hand_over(pip: "subprocess.Popen[str]", lines: "queue.Queue[str | None]") -> None:
    """Put the lines of a program into a queue, None after the last."""
    for line in pip.stdout or ():
        lines.put(line.rstrip())
    lines.put(None)


def doing(line: str, phase: str, detail: str, *, compiling: bool) -> tuple[str, str]:
    """What pip is doing, and with what, after this line of its output."""
    if "Building wheel for stolik" in line and "started" in line:
        return "Compiling the rules, that takes a minute" if compiling else "Building Stolik", ""
    if "Installing build dependencies" in line or "Installing backend dependencies" in line:
        return "Fetching what builds Stolik", ""
    if line.startswith("Installing collected packages"):
        return "Installing", ""
    fetched = re.match(r"\s*(?:Collecting|Downloading) (\S+)(.*)", line)
    if fetched:
        return "Fetching the packages that Stolik uses", f"{fetched[1]}{fetched[2]}"
    return phase, detail


def say(sentence: str) -> None:
    """Tell the person who waits."""
    print(f"stolik: {sentence}", flush=True)


def fail(sentence: str) -> NoReturn:
    """End with what went wrong."""
    sys.exit(f"stolik: {sentence}")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("stolik: stopped; the next make begins this again")
