"""The server under play at many tables: no error, and nobody waits long. For figures see ``bench/server.py``."""

import sys

import pytest

from bench.server import run
from tests.counts import count, floor


@pytest.mark.slow
def test_l1_many_tables_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    """25 tables for a few seconds; on a machine that does other things as well, so the bound is wide."""
    result = run(tables=25, rate=30, seconds=4)
    with capsys.disabled():
        sys.stdout.write(f"\nserver: {result.line()}\n")
    assert result.errors == 0
    assert result.quantile(0.99) < 2000
    count("load: actions", result.actions)
    floor("load: actions", 60)
