"""How it stands with this installation: what it runs on, what is fast, what is missing and what to do about it.

>>> found = report()
>>> found.stolik == stolik.__version__
True
"""

import importlib.metadata
import os
import shutil
import sqlite3
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import stolik
from stolik.compiled import compiler, is_compiled, missing, modules, remedy

SUITS: Final = "♠♥♦♣"
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """How an installation stands.

    Attributes:
        stolik: the version of Stolik.
        folder: where its files are.
        python: the version of Python.
        interpreter: the program that runs it.
        librt: the version of librt, None if it is not installed.
        modules: each module that can be compiled, and whether it is.
        slow: whether the rules run as plain Python.
        database: what keeps the matches, with its version.
        data: the folder of the matches.
        data_ready: whether it can be written to, or made.
        compiler: the command of the C compiler, None if there is none.
        chromium: the browser that tests drive, None if there is none.
        terminal: whether the output goes to a terminal.
        encoding: how letters are written there.
        locale: the locale that the environment names, as ``pl_PL.UTF-8``; None if it names none.
        faults: what must be put right before Stolik works, a sentence each.
        advice: what would be better otherwise, a sentence each.
    """

    stolik: str
    folder: str
    python: str
    interpreter: str
    librt: str | None
    modules: dict[str, bool]
    slow: bool
    database: str
    data: str
    data_ready: bool
    compiler: str | None
    chromium: str | None
    terminal: bool
    encoding: str
    locale: str | None
    faults: tuple[str, ...]
    advice: tuple[str, ...]

    @property
    def well(self) -> bool:
        """Whether nothing must be put right."""
        return not self.faults

    def to_json(self) -> dict[str, Any]:
        """The report for programs: numbers, texts, lists and objects only."""
        return {"well": self.well, **asdict(self), "faults": list(self.faults), "advice": list(self.advice)}


def report(data_dir: str | Path = "data") -> Report:
    """Look at this installation and at the folder of the matches; nothing is changed or made."""
    data = Path(data_dir)
    compiled = {module: is_compiled(module) for module in modules()}
    slow = not compiled or not all(compiled.values())
    librt = version_of("librt")
    data_trouble = trouble_with(data)
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    encoding = (sys.stdout.encoding if sys.stdout else None) or "ascii"
    faults = [
        "" if librt else "librt is not installed: pip install librt.",
        "Some of the rules are compiled and others not: install Stolik again."
        if any(compiled.values()) and not all(compiled.values())
        else "",
        data_trouble,
    ]
    advice = [
        slow_because() if slow and not any(compiled.values()) else "",
        ""
        if chromium
        else "Chromium is not installed; only the tests of the pages need it: make test says what to type.",
        ""
        if holds(encoding, SUITS)
        else f"The output is written as {encoding}, which has no suit signs: set LANG=C.UTF-8 or PYTHONUTF8=1.",
    ]
    words = compiler()
    return Report(
        stolik=stolik.__version__,
        folder=str(Path(stolik.__file__).parent),
        python=python_version(),
        interpreter=sys.executable,
        librt=librt,
        modules=compiled,
        slow=slow,
        database=f"SQLite {sqlite3.sqlite_version}",
        data=str(data.absolute()),
        data_ready=not data_trouble,
        compiler=shutil.which(words[0]) if words else None,
        chromium=chromium,
        terminal=bool(sys.stdout and sys.stdout.isatty()),
        encoding=encoding,
        locale=next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), None),
        faults=tuple(filter(None, faults)),
        advice=tuple(filter(None, advice)),
    )


def render(found: Report) -> str:
    """A report as text: a fact a line, then what to do."""
    fast = [module for module, compiled in found.modules.items() if compiled]
    plain = [module for module, compiled in found.modules.items() if not compiled]
    facts = [
        ("Stolik", f"{found.stolik}, in {found.folder}"),
        ("Python", f"{found.python}, {found.interpreter}"),
        ("librt", found.librt or "none"),
        ("compiled", ", ".join(fast) or "nothing"),
        *([("not compiled", ", ".join(plain))] if plain else []),
        ("database", found.database),
        ("matches", f"{found.data}, {'can be written' if found.data_ready else 'CANNOT be written'}"),
        ("C compiler", found.compiler or "none"),
        ("Chromium", found.chromium or "none (only tests use it)"),
        (
            "output",
            ", ".join(["terminal" if found.terminal else "no terminal", found.encoding, found.locale or "no locale"]),
        ),
    ]
    width = max(len(name) for name, _ in facts)
    lines = [f"{name:<{width}}  {value}" for name, value in facts]
    return "\n".join([*lines, *section("To be put right", found.faults), *section("Worth knowing", found.advice)])


def section(title: str, sentences: Sequence[str]) -> list[str]:
    """The lines of a list under a title; none if there is nothing to say."""
    return ["", title, *(f"- {sentence}" for sentence in sentences)] if sentences else []


def slow_because() -> str:
    """Why the rules run as plain Python, and what makes them fast."""
    start = "The rules run as plain Python, many times slower than compiled: "
    lacking = missing()
    if lacking:
        how = remedy()
        typed = f" ({how})" if how else ""
        return f"{start}{lacking} is missing; install it{typed}, then install Stolik again."
    if Path(stolik.__file__).parent.parent.name == "src":
        return f"{start}these are the files of a working copy; an install that is not editable compiles them."
    return f"{start}a C compiler is there, so install Stolik again; STOLIK_COMPILE=1 shows what goes wrong."


def trouble_with(folder: Path) -> str:
    """What keeps matches from being stored in this folder, empty if nothing does."""
    nearest = folder.absolute()
    while not nearest.exists() and nearest != nearest.parent:
        nearest = nearest.parent
    if not nearest.is_dir():
        return f"{nearest} is a file, so matches cannot be kept in {folder}: name another folder with --data."
    if not os.access(nearest, os.W_OK | os.X_OK):
        return f"{nearest} cannot be written to: change its owner, or name another folder with --data."
    return ""


def version_of(package: str) -> str | None:
    """The version of an installed package, None if it is not installed."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def python_version() -> str:
    """The version of the Python that runs this, as ``3.12.1``."""
    return ".".join(map(str, sys.version_info[:3]))


def holds(encoding: str, letters: str) -> bool:
    """Whether an encoding has all these letters."""
    try:
        letters.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
