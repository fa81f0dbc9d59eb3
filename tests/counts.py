"""What the tests counted: a gate that can pass by doing nothing is a fault, so each says how much it did.

``count(name, n)`` adds to a counter, ``floor(name, n)`` fails when it stands lower. The counters of a run stand in one
file, named by ``STOLIK_COUNTS``, so that subprocesses and workers add to the same ones; the end of the run prints them.
"""

import os
from collections import Counter
from pathlib import Path

FILE = "STOLIK_COUNTS"


def count(name: str, n: int = 1) -> None:
    """Add to a counter of this run."""
    path = os.environ.get(FILE)
    if path:
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(f"{name}\t{n}\n")


def counted() -> Counter[str]:
    """All counters of this run so far, in the order in which they began."""
    found: Counter[str] = Counter()
    path = Path(os.environ.get(FILE, ""))
    if path.is_file():
        for line in path.read_text(encoding="utf-8").splitlines():
            name, _, n = line.partition("\t")
            found[name] += int(n)
    return found


def floor(name: str, n: int) -> None:
    """See that the work was done: this counter stands at n or more."""
    stands = counted()[name]
    assert stands >= n, f"{name}: {stands} counted, at least {n} promised"
