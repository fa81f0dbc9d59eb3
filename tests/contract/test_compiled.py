"""R5: compiled and uncompiled rules give the same deals, event for event.

Compiled rules are expected where Stolik was installed on a machine that can compile; ``STOLIK_EXPECT_COMPILED``, 0 or
1, says it outright. Where they are not expected there is nothing to compare, and the test says so.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import stolik
from stolik.compiled import is_compiled, missing, modules
from tests.contract.walks import TABLES
from tests.counts import count
from tests.planted import ROOT, template

DEALS = 500


def expected() -> bool:
    """Whether the rules should be compiled here."""
    wish = os.environ.get("STOLIK_EXPECT_COMPILED", "")
    if wish:
        return wish != "0"
    installed = not Path(stolik.__file__).is_relative_to(ROOT / "src")
    return installed and os.environ.get("STOLIK_COMPILE") != "0" and not missing()


def test_the_rules_are_compiled_where_they_should_be() -> None:
    found = {module: is_compiled(module) for module in modules()}
    assert found
    if not expected():
        assert len(set(found.values())) == 1, found
        pytest.skip("uncompiled, as it should be: the sources run as they lie, or nothing here can compile them")
    assert all(found.values()), f"these are not compiled: {[name for name in found if not found[name]]}"


def test_compiled_and_uncompiled_give_the_same_deals(tmp_path: Path) -> None:
    if not is_compiled(modules()[0]) and not expected():
        pytest.skip("nothing is compiled here to compare with; make test installs Stolik compiled and compares")
    command = [sys.executable, "-m", "tests.contract.script", str(DEALS)]
    plain = os.environ | {"PYTHONPATH": str(template(tmp_path))}
    runs = [subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
            for environment in (dict(os.environ), plain)]  # fmt: skip
    compiled, uncompiled = (run.communicate()[0].splitlines() for run in runs)
    assert (compiled[0], uncompiled[0]) == ("compiled True", "compiled False")
    assert len(compiled) == 1 + DEALS * len(TABLES)
    assert [line for line, other in zip(compiled[1:], uncompiled[1:], strict=True) if line != other] == []
    count("deals compiled and uncompiled", len(compiled) - 1)
