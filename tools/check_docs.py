"""Check that the documentation speaks of what is there.

Links and pictures lead somewhere; files and make targets that are named exist; every dependency stands in
``docs/dependencies.md`` with the version that is tested.
"""

import re
import sys
import tomllib
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)[^)]*\)")
FENCE = re.compile(r"^( *)```.*?^\1```", re.MULTILINE | re.DOTALL)
NAMED_FILE = re.compile(r"`((?:\.ci|src|docs|tools|tests|bench)/[\w./-]+)`")
NAMED_TARGET = re.compile(r"(?:`|^ {4}|^\$ )make ([a-z]+)", re.MULTILINE)
ROW = re.compile(r"^\| `?([\w-]+)`? \| ([\d.]+) \|", re.MULTILINE)
FREE = {"librt", "mypy-extensions"}  # what rules may stand on


def main() -> None:
    """Print what is wrong, a line each; fail if anything is."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pages = [*ROOT.glob("*.md"), *sorted((ROOT / "docs").rglob("*.md"))]
    faults = [f"{page.relative_to(ROOT)}: {fault}" for page in pages for fault in faults_of(page)]
    faults += dependency_faults(settings)
    print("\n".join(faults), file=sys.stderr, end="\n" if faults else "")
    sys.exit(bool(faults))


def faults_of(page: Path) -> Iterator[str]:
    """What a page says that is not so."""
    text = page.read_text(encoding="utf-8")
    for target in LINK.findall(FENCE.sub("", text)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        found = page.parent / path if path else page
        if not found.exists():
            yield f"the link {target} leads nowhere"
        elif anchor and found.suffix == ".md" and anchor not in anchors(found):
            yield f"{path or 'this page'} has no section #{anchor}"
    for name in NAMED_FILE.findall(text):
        if not (ROOT / name.rstrip(".")).exists():
            yield f"there is no {name}"
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for name in NAMED_TARGET.findall(text):
        if name not in targets:
            yield f"make has no target {name}"


def anchors(page: Path) -> set[str]:
    """The names under which the sections of a page can be reached, as GitHub makes them."""
    titles = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", unicodedata.normalize("NFC", title).lower()).replace(" ", "-") for title in titles}


def dependency_faults(settings: dict[str, Any]) -> Iterator[str]:
    """Where pyproject.toml, constraints.txt and docs/dependencies.md differ."""
    project = settings["project"]
    runtime = {name_of(each) for each in project["dependencies"]}
    wanted = runtime | {name_of(each) for each in project["optional-dependencies"]["test"]}
    pinned = {
        plain(name): version
        for name, version in re.findall(
            r"^([\w.-]+)==(\S+)$", (ROOT / "constraints.txt").read_text("utf-8"), re.MULTILINE
        )
    }
    told = {plain(name): version for name, version in ROW.findall((ROOT / "docs/dependencies.md").read_text("utf-8"))}
    for name in sorted(wanted - told.keys()):
        yield f"docs/dependencies.md: no row for {name}"
    for name in sorted(told.keys() - wanted):
        yield f"docs/dependencies.md: {name} is no dependency"
    for name in sorted(wanted & told.keys()):
        if pinned.get(name) != told[name]:
            yield f"docs/dependencies.md: {name} {told[name]}, but {pinned.get(name, 'nothing')} is tested"
    if f"setuptools=={pinned['setuptools']}" not in settings["build-system"]["requires"]:
        yield f"pyproject.toml: it is built with another setuptools than {pinned['setuptools']}, which is tested"
    if f'"mypy[mypyc]=={pinned["mypy"]}"' not in (ROOT / "setup.py").read_text("utf-8"):
        yield f"setup.py: it compiles with another mypy than {pinned['mypy']}, which is tested"
    rules = next(each for each in settings["tool"]["importlinter"]["contracts"] if each["name"].startswith("Rules"))
    for name in sorted(runtime - FREE - {plain(each) for each in rules["forbidden_modules"]}):
        yield f"pyproject.toml: the contract of the rules does not forbid {name}"


def name_of(requirement: str) -> str:
    """The package that a requirement names."""
    return plain(re.split(r"[^\w.-]", requirement)[0])


def plain(name: str) -> str:
    """A package's name as all its spellings are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    main()
