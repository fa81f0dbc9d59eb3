"""Faults planted in a copy of the sources, to see that the tests turn red."""

import compileall
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).parent
PYTEST = ["pytest", "-x", "-q", "-p", "no:cacheprovider", "--no-header"]
ROOT = HERE.parents[1]


class StalePatch(AssertionError):
    """A patch whose lines are no longer in the sources exactly once."""


def apply(patch: Path, sources: Path) -> int:
    """Apply a unified diff to the sources; how many places it changed.

    A place is found by its lines, not by its number, so that a patch lasts as long as the lines it speaks of.
    """
    found = list(pieces(patch.read_text(encoding="utf-8")))
    for name, old, new in found:
        path = sources / name
        text = path.read_text(encoding="utf-8")
        before, after = "".join(old), "".join(new)
        if before == after or text.count(before) != 1:
            raise StalePatch(f"{patch.name}: these lines stand {text.count(before)} times in {name}:\n{before}")
        path.write_text(text.replace(before, after), encoding="utf-8")
    if not found:
        raise StalePatch(f"{patch.name} changes nothing")
    return len(found)


def pieces(text: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """The file, the old and the new lines of each hunk."""
    name, old, new = "", list[str](), list[str]()
    for line in [*text.splitlines(keepends=True), "@@"]:
        if line.startswith(("--- ", "+++ ", "@@")):
            if old or new:
                yield name, old, new
            old, new = [], []
            if line.startswith("+++ b/src/"):
                name = line.removeprefix("+++ b/src/").strip()
        elif line[0] in " -+":
            old += [line[1:]] if line[0] != "+" else []
            new += [line[1:]] if line[0] != "-" else []


def template(target: Path) -> Path:
    """A copy of the sources with no extension modules in it, its byte code made, to take further copies of."""
    skipped = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "web", "server", "cli")
    copy = Path(shutil.copytree(ROOT / "src", target / "src", ignore=skipped))
    compileall.compile_dir(copy, quiet=2)
    return copy


def run(sources: Path, arguments: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a module with these arguments against these sources; its counts are its own."""
    environment = os.environ | {"PYTHONPATH": str(sources), "STOLIK_COUNTS": str(sources / "counts")}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # to import them takes longer than the tests
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip


class Pool:
    """Runs all the patches wanted, two at a time, from the moment the first result is asked for."""

    def __init__(self, target: Path) -> None:
        """Work in this folder."""
        self.target = target
        self.template = template(target)
        self.workers = ThreadPoolExecutor(2)
        self.runs: dict[Path, Future[subprocess.CompletedProcess[str]]] = {}

    def start(self, patch: Path, arguments: list[str]) -> None:
        """Begin with a patch: plant it in a copy of the sources and run a module with these arguments."""
        self.runs[patch] = self.workers.submit(self._planted, patch, arguments)

    def _planted(self, patch: Path, arguments: list[str]) -> subprocess.CompletedProcess[str]:
        sources = Path(shutil.copytree(self.template, self.target / patch.stem))
        apply(patch, sources)
        return run(sources, arguments)

    def result(self, patch: Path) -> subprocess.CompletedProcess[str]:
        """What it printed; ``StalePatch`` if the patch did not apply."""
        return self.runs[patch].result()

    def stop(self) -> None:
        """Leave what has not begun."""
        self.workers.shutdown(cancel_futures=True)
