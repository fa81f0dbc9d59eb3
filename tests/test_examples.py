"""The examples in docstrings and documents run; the few calls that programs build on stay what they are."""

import doctest
import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import stolik
from tests.counts import count, floor

ROOT = Path(__file__).parents[1]
APART = ("stolik.web", "stolik.server", "stolik.cli", "stolik.adapters", "stolik.__main__", "stolik.doctor")
MODULES = [each.name for each in pkgutil.walk_packages(stolik.__path__, "stolik.")
           if not each.name.startswith(APART)]  # fmt: skip
PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)

SIGNATURES = {
    "game": "(name: str, /, preset: str = 'default', **options: object) -> stolik.api.Rules",
    "read_record": "(source: str | pathlib.Path) -> stolik.api.Match",
    "Rules.match": "(self, *, seed: str | None = None, players: int | None = None, dealer: int = 0, "
    "cards: stolik.play.game.Cards | None = None) -> stolik.api.Match",
}
OF_A_MATCH = (
    "act", "all_seen", "clone", "current", "deal", "finished", "legal", "next_dealer", "phase", "play", "to_move",
    "to_record", "totals", "undo", "view", "why_not",
)  # fmt: skip
OF_A_STATE = ("begin", "clone", "count", "legal", "nth", "play", "playout", "scores", "to_words")


def test_examples_in_docstrings_run() -> None:
    for name in ["stolik", *MODULES]:
        failed, tried = doctest.testmod(importlib.import_module(name))
        assert failed == 0, name
        count("examples run", tried)
    floor("examples run", 8)


def test_examples_in_documents_run(capsys: pytest.CaptureFixture[str]) -> None:
    for path in (ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))):
        text = path.read_text(encoding="utf-8")
        for block in PYTHON.findall(text):
            if ">>>" not in block:
                exec(compile(block, path.name, "exec"), {})
                count("examples run", 1)
        if ">>>" in text:
            failed, tried = doctest.testfile(str(path), module_relative=False)
            assert failed == 0, path.name
            count("examples run", tried)
    assert capsys.readouterr().out


def test_the_few_calls_stay_what_they_are() -> None:
    found: dict[str, Callable[..., Any]] = {
        "game": stolik.game,
        "read_record": stolik.read_record,
        "Rules.match": stolik.Rules.match,
    }
    for name, expected in SIGNATURES.items():
        signature = inspect.signature(found[name], eval_str=True)
        assert str(signature) == expected
    assert {"Rules", "game", "read_record"} <= set(stolik.__all__)
    assert set(OF_A_MATCH) <= set(dir(stolik.api.Match))
    assert set(OF_A_STATE) <= set(dir(stolik.play.state.State))
    count("calls that stay", len(SIGNATURES) + len(OF_A_MATCH) + len(OF_A_STATE))
