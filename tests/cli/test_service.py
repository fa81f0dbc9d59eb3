"""``stolik serve`` and ``stolik doctor``: what they hand on; and the program as a process of its own."""

import os
import subprocess
import sys
import types
from pathlib import Path
from typing import IO
from unittest import mock

import pytest

import stolik as library
from stolik.cli.app import FAULT, run
from tests.cli.running import CONTRACT, Ran, stolik


def program(*arguments: str, folder: Path | None = None, out: IO[str] | int = subprocess.PIPE) -> Ran:
    """``stolik`` as a process."""
    ran = subprocess.run(
        [sys.executable, "-m", "stolik", *arguments],
        stdout=out, stderr=subprocess.PIPE, cwd=folder, check=False, timeout=60, encoding="utf-8",
        env=os.environ | {"PYTHONPATH": str(Path(library.__file__).parents[1])},
    )  # fmt: skip
    return Ran(ran.returncode, ran.stdout or "", ran.stderr)


def served(*arguments: str, **environment: str) -> mock.Mock:
    """How the server was called."""
    pages = types.ModuleType("stolik.web.app")
    called = mock.Mock()
    vars(pages)["serve"] = called
    with mock.patch.dict(sys.modules, {"stolik.web.app": pages}):
        assert stolik("serve", *arguments, **environment).status == 0
    return called


def test_serve_hands_on_what_it_was_asked() -> None:
    served("--host", "0.0.0.0", "--port", "0", "--data", "there", "--open", "--lang", "en").assert_called_once_with(
        "0.0.0.0", 0, Path("there"), "en", open_browser=True
    )


@pytest.mark.parametrize(("told", "lang"), [("pl", "pl"), ("", None), ("de", None)])
def test_serve_leaves_the_language_to_the_browser_unless_it_is_told(told: str, lang: str | None) -> None:
    served(STOLIK_LANG=told).assert_called_once_with("127.0.0.1", 8000, Path("data"), lang, open_browser=False)


def test_serve_says_what_is_not_installed() -> None:
    with mock.patch.dict(sys.modules, {"stolik.web.app": None}):
        assert "is not installed" in stolik("serve").line


def test_doctor_reports_in_words_and_as_json(tmp_path: Path) -> None:
    told, found = stolik("doctor", "--data", str(tmp_path)), stolik("doctor", "--data", str(tmp_path), "--json")
    assert told.status == found.status == (0 if found.object["well"] else 1)
    assert found.object["python"] in told.out
    assert found.object["data"] == str(tmp_path)


# ---- the program as a process


def test_replay_does_not_load_the_server() -> None:
    code = "import sys, stolik.cli; sys.exit(str(found) if (found := FORBIDDEN & set(sys.modules)) else 0)"
    forbidden = {"starlette", "uvicorn", "sqlalchemy", "jinja2", "alembic", "rich", "asyncio", "sqlite3"}
    ran = subprocess.run(
        [sys.executable, "-c", code.replace("FORBIDDEN", repr(forbidden))],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert ran.stderr == ran.stdout == ""
    assert ran.returncode == 0


def test_the_exit_status_and_the_streams_of_the_program(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.stolik.toml", tmp_path / "bad.stolik.toml"
    good.write_text(CONTRACT, "utf-8")
    bad.write_text(CONTRACT.replace('"0 play 8S"', '"0 play JH"'), "utf-8")
    ran = program("replay", str(good), "--json")
    assert (ran.status, ran.err, ran.object["game"]) == (0, "", "dorozka")
    line = program("replay", bad.name, folder=tmp_path).line
    assert line.startswith("bad.stolik.toml: deal 1, action 8: 0 play JH: ")
    assert line.endswith(" (DR-16)")
    assert program("replay", bad.name, "--json", folder=tmp_path).error["kind"] == "action"


def test_nobody_reading_on_is_no_fault() -> None:
    code = f"{sys.executable} -m stolik rules dorozka | head -n 1; exit ${{PIPESTATUS[0]}}"
    ran = subprocess.run(["bash", "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert ran.stderr == ""
    assert ran.stdout.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to write to")
def test_a_full_disk_is_said_in_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        ran = program("games", out=full)
    assert ran.status == 1
    assert ran.err == "stolik: No space left on device\n"


@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["replay -", "games --json", "play dorozka", "deal dorozka"])
def test_without_input_or_output_there_is_no_traceback(command: str, closed: str) -> None:
    code = f"{sys.executable} -m stolik {command} {closed}"
    ran = subprocess.run(["bash", "-c", code], input="q\n", capture_output=True, text=True, check=False, timeout=60)
    assert "Traceback" not in ran.stderr
    assert "fault" not in ran.stderr
    assert ran.returncode in (0, 2)


def test_a_fault_of_our_own_is_one_line_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("STOLIK_TRACEBACK", raising=False)
    with mock.patch("stolik.cli.look_up.game_lines", side_effect=ZeroDivisionError("ours")):
        assert run(["games"]) == FAULT
        assert capsys.readouterr().err.count("\n") == 1
        monkeypatch.setenv("STOLIK_TRACEBACK", "1")
        with pytest.raises(ZeroDivisionError):
            run(["games"])


def test_ctrl_c_leaves_without_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    with mock.patch("stolik.cli.look_up.game_lines", side_effect=KeyboardInterrupt):
        assert run(["games"]) == 130
    assert capsys.readouterr().err.strip() == ""
