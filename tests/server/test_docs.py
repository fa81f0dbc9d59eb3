"""The examples of ``docs/http.md`` do what the page says."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from stolik.web.api import OPERATIONS
from stolik.web.failing import KINDS, STATUS_KINDS
from tests.counts import count, floor
from tests.server.helping import Process

PAGE = Path(__file__).parents[2] / "docs" / "http.md"
TEXT = PAGE.read_text(encoding="utf-8")


@pytest.mark.skipif(not (shutil.which("curl") and shutil.which("jq")), reason="the examples use curl and jq")
def test_the_examples_run_as_they_stand(tmp_path: Path) -> None:
    blocks = re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL)
    with Process(tmp_path / "data") as server:
        script = "set -eu\n" + "\necho; echo ----\n".join(blocks)
        ran = subprocess.run(
            ["bash", "-c", script], cwd=tmp_path, env={"STOLIK": server.address, "PATH": "/usr/bin:/bin"},
            capture_output=True, text=True, timeout=30, check=False,
        )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    said = [each.strip() for each in ran.stdout.split("----")]
    assert set(json.loads(said[0])) == {"table", "seat", "version", "token"}
    assert json.loads(said[2])["seat"] == 1
    assert json.loads(said[3]) == {"id": "my-first", "version": 5}
    assert said[4].startswith("retry: 1000\nevent: table\nid: ")
    assert set(json.loads(said[5])) == {"version"}
    assert json.loads(said[6])["kind"] == "out_of_date"
    count("docs: examples", len(blocks))
    floor("docs: examples", 7)


def test_every_operation_and_every_kind_of_failure_stands_there() -> None:
    for operation in OPERATIONS:
        assert f"`{operation.method} {operation.path}`" in TEXT, operation.path
    for _, kind in KINDS.values():
        assert f"`{kind}`" in TEXT, kind
    for status, kind in STATUS_KINDS.items():
        assert f"`{kind}`" in TEXT or status in (405, 408, 500), kind
