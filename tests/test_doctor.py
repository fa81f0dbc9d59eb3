"""What is said about an installation, and which modules are compiled."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from stolik import compiled
from stolik.doctor import render, report
from stolik.games import GAMES


def test_every_game_and_the_cards_are_compiled_or_none() -> None:
    assert {f"stolik.games.{game}.rules" for game in GAMES} < set(compiled.modules())
    assert {"stolik.cards", "stolik.play.state"} < set(compiled.modules())
    assert len({compiled.is_compiled(module) for module in compiled.modules()}) == 1


def test_all_is_well_here(tmp_path: Path) -> None:
    found = report(tmp_path)
    assert found.well, found.faults
    assert found.modules.keys() == set(compiled.modules())
    assert found.slow == (not compiled.is_compiled("stolik.cards"))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_yet_will_do(tmp_path: Path) -> None:
    assert report(tmp_path / "not" / "yet").data_ready
    assert not (tmp_path / "not").exists()


def test_matches_cannot_be_kept_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    found = report(tmp_path / "file" / "data")
    assert not found.well
    assert [fault for fault in found.faults if str(tmp_path / "file") in fault and "--data" in fault]
    assert "To be put right" in render(found)


def test_the_report_as_json_says_the_same(tmp_path: Path) -> None:
    found = report(tmp_path)
    told = json.loads(json.dumps(found.to_json()))
    assert told["well"] is True
    assert told["modules"] == found.modules
    assert told["advice"] == list(found.advice)


def test_an_output_without_suit_signs_is_told_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="iso8859-2"))
    assert [advice for advice in report().advice if "iso8859-2" in advice and "PYTHONUTF8=1" in advice]


@pytest.mark.skipif(sys.platform == "win32", reason="there setuptools looks for the compiler")
@pytest.mark.parametrize("command", ["/no/such/compiler", "false"])
def test_a_compiler_that_is_missing_or_fails_is_named(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", command)
    assert command in compiled.missing()


def test_the_doctor_needs_no_server() -> None:
    code = """
import sys
for name in ("starlette", "uvicorn", "sqlalchemy", "alembic", "jinja2"):
    sys.modules[name] = None
from stolik.doctor import render, report
print(render(report()))
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told.startswith("Stolik")
