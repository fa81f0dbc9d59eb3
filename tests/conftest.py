"""What all tests share: the marker and the option for clauses, and the table of counts at the end of a run."""

import os
import tempfile
from collections import Counter
from pathlib import Path

import pytest

from tests.counts import FILE, counted


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--clause DR-18`` runs only the tests of that clause."""
    parser.addoption("--clause", default=None, help="run only the tests marked with this clause")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker; give the run a file for its counts."""
    config.addinivalue_line("markers", "clause(id): the test shows what this clause says")
    if FILE not in os.environ:
        handle, os.environ[FILE] = tempfile.mkstemp(prefix="stolik-counts-")
        os.close(handle)
        config.add_cleanup(_forget)


def _forget() -> None:
    Path(os.environ.pop(FILE)).unlink()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of the clause asked for."""
    wanted = config.getoption("--clause")
    if wanted is None:
        return
    kept = [item for item in items if wanted in clauses_of(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept


def clauses_of(item: pytest.Item) -> set[str]:
    """The clauses that a test is marked with."""
    return {clause for mark in item.iter_markers("clause") for clause in mark.args}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """One table of what was counted; a count ``a of b`` follows its whole ``b`` with the share."""
    counts = counted()
    if not counts:
        return
    terminalreporter.section("counts")
    width = max(len(name) for name in counts)
    for name in counts:
        terminalreporter.write_line(f"{name:<{width}}  {counts[name]:>9,}{_share(name, counts)}")


def _share(name: str, counts: Counter[str]) -> str:
    part, _, whole = name.partition(" of ")
    return f"  {100 * counts[name] / counts[whole]:.1f} %" if whole and part and counts[whole] else ""
