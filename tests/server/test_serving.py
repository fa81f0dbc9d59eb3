"""Starting and stopping: where it answers, what it prints, what it says when it cannot start."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from stolik.play.refusal import StolikError
from stolik.server.errors import NotStored
from stolik.web.app import listen, serve, terminal_qr
from tests.server.helping import SOURCES, client_of


def started(data: Path, *more: str, **env: str) -> tuple[subprocess.Popen[str], list[str]]:
    """``stolik serve``, and what it printed until it answered."""
    process = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-m", "stolik", "serve", "--data", str(data), *more],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, "PYTHONPATH": str(SOURCES), **env},
    )  # fmt: skip
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line.rstrip("\n"))
        if line.startswith("Stolik: "):
            break
    return process, lines


def stopped(process: subprocess.Popen[str], how: signal.Signals = signal.SIGTERM) -> str:
    process.send_signal(how)
    said, _ = process.communicate(timeout=10)
    assert process.returncode == 0, said
    return said


def test_a_taken_port_means_the_next_free_one_and_the_last_line_says_which(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        process, lines = started(tmp_path, "--port", str(port), STOLIK_LANG="en")
        found = re.fullmatch(r"Stolik: (http://127\.0\.0\.1:(\d+))/", lines[-1])
        assert found, lines
        assert int(found[2]) > port
        client = client_of(found[1])
        assert client.get("/healthz").status_code == 200
        assert '<html lang="en"' in client.get("/", headers={"Accept-Language": "pl"}).text
        assert stopped(process, signal.SIGINT) == ""


def test_two_servers_over_the_same_matches_show_the_same(tmp_path: Path) -> None:
    one, first = started(tmp_path, "--port", "0")
    other, second = started(tmp_path, "--port", "0")
    clients = [client_of(lines[-1].removeprefix("Stolik: ").rstrip("/")) for lines in (first, second)]
    made = clients[0].post("/api/tables", json={"game": "dorozka", "seats": ["me", "open"]}).json()
    path = f"/api/tables/{made['table']}"
    guest = clients[1].post(f"{path}/seat", json={}).json()
    heads = [{"Authorization": f"Bearer {each['token']}"} for each in (made, guest)]
    end = time.monotonic() + 5
    while clients[0].get(path).content != clients[1].get(path).content and time.monotonic() < end:
        time.sleep(0.1)
    for head in heads:
        assert clients[0].get(path, headers=head).content == clients[1].get(path, headers=head).content
    stopped(one)
    stopped(other)


def test_for_the_network_it_shows_an_address_and_a_code_to_scan(tmp_path: Path) -> None:
    process, lines = started(tmp_path, "--host", "0.0.0.0", "--port", "0")
    found = re.fullmatch(r"Stolik: (http://([\d.]+):(\d+))/", lines[-1])
    assert found, lines
    assert found[2] != "0.0.0.0"
    assert len(lines) > 10, "the code"
    client = client_of(f"http://127.0.0.1:{found[3]}")
    table = client.post("/new", data={"how": "table", "game": "dorozka", "seat-1": "open"}).headers["location"]
    assert f'href="{found[1]}/join/' in client.get(table).text
    stopped(process)


def test_a_directory_that_cannot_be_used_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a directory")
    with pytest.raises(NotStored, match="cannot be used"):
        serve(port=0, data=tmp_path / "file")


def test_an_address_that_is_not_ours_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(StolikError, match=r"cannot listen at 203\.0\.113\.7"):
        listen("203.0.113.7", 8000)


@pytest.mark.parametrize("host", ["", " ", "no such name", "[::1]", "127.0.0.1:80", "a" * 300])
def test_an_address_that_is_none_is_one_sentence_that_says_why(host: str) -> None:
    with pytest.raises(StolikError) as told:
        listen(host, 0)
    assert "Unknown error" not in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("key", [b"", b"short", None], ids=["empty", "short", "a folder"])
def test_a_key_that_protects_nobody_is_not_used(tmp_path: Path, key: bytes | None) -> None:
    if key is None:
        (tmp_path / "key").mkdir()
    else:
        (tmp_path / "key").write_bytes(key)
    with pytest.raises(NotStored) as told:
        serve(data=tmp_path, port=0)
    assert str(tmp_path / "key") in str(told.value)
    assert "\n" not in str(told.value)


def test_the_code_for_the_terminal_is_narrow() -> None:
    lines = terminal_qr("http://192.168.1.20:8000").splitlines()
    assert max(map(len, lines)) < 60
    assert len(lines) < 25
