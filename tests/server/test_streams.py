"""Streams: the whole view at once, then what changes for this audience and nothing else."""

import json
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.counts import count, floor
from tests.server.helping import Ear, Player, Process, versions_in


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    limits: dict[str, Any] = {"ping": 0.4, "streams_each": 4, "streams": 60, "stream_wait": 1.0}
    with Process(tmp_path_factory.mktemp("streams"), **limits) as process:
        yield process


def pair(server: Process) -> tuple[Player, Player]:
    """Two people at a table; the first one returned is to move."""
    first, second = Player(server.address), Player(server.address)
    first.post("/api/tables", game="dorozka", seats=["me", "open"])
    second.table = first.table
    second.at("seat")
    return (first, second) if first.see()["now"]["legal"] else (second, first)


def ear_of(server: Process, player: Player, *, page: bool = False) -> Ear:
    path = f"/table/{player.table}/stream" if page else f"/api/tables/{player.table}/stream"
    return Ear(server.address, path, player.head)


def test_connecting_brings_the_whole_view(server: Process) -> None:
    one, other = pair(server)
    watcher = Player(server.address)
    watcher.table = one.table
    for player in (one, other, watcher):
        ear = ear_of(server, player)
        told = ear.next()
        assert told["event"] == "table"
        assert told["retry"] == "1000"
        assert json.loads(told["data"]) == player.see()
        assert told["id"] == str(player.see()["version"])
        ear.close()


def test_pages_are_sent_as_the_part_that_is_merged(server: Process) -> None:
    one, _ = pair(server)
    ear = ear_of(server, one, page=True)
    told = ear.next()
    assert told["event"] == "table"
    assert 'id="table"' in told["data"]
    assert "<html" not in told["data"]
    assert versions_in(told["data"]) == told["id"]
    ear.close()


def test_each_audience_hears_what_changes_for_it(server: Process) -> None:
    one, other = pair(server)
    ears = [ear_of(server, player) for player in (one, other)]
    for ear in ears:
        ear.newest()
    one.at("actions", id="a", version=one.see()["version"], action="accept")
    for ear, player in zip(ears, (one, other), strict=True):
        assert json.loads(ear.next()["data"]) == player.see()
        ear.close()


def test_dr14_a_stream_is_silent_while_the_other_announces(server: Process) -> None:
    for _ in range(40):
        one, other = pair(server)
        one.at("actions", id="a", version=one.see()["version"], action="accept")
        announcer, hearer = (one, other) if one.see()["now"]["to_move"] == one.see()["seat"] else (other, one)
        legal = announcer.see()["now"]["legal"]
        if not any("announce" in each for each in legal):
            continue
        ear = ear_of(server, hearer)
        before = ear.newest(0.1)
        many = 0
        while announce := [each for each in announcer.see()["now"]["legal"] if "announce" in each]:
            version = announcer.see()["version"]
            assert announcer.at("actions", id=f"s{many}", version=version, action=announce[0]).status_code == 200
            many += 1
        assert ear.pings.get(timeout=3)["data"] == before["id"]
        assert ear.messages.empty()
        assert json.loads(before["data"]) == hearer.see()
        ear.close()
        count("streams: silent while the other announces", many)
        if many:
            break
    floor("streams: silent while the other announces", 1)


def test_a_ping_carries_the_version_of_its_audience(server: Process) -> None:
    one, _ = pair(server)
    ear = ear_of(server, one)
    version = ear.next()["id"]
    assert ear.pings.get(timeout=3) == {"event": "ping", "data": version}
    ear.close()


def test_c6_a_cut_stream_is_whole_again(server: Process) -> None:
    one, other = pair(server)
    for n in range(100):
        ear = ear_of(server, other)
        began = time.monotonic()
        assert json.loads(ear.next()["data"]) == other.see()
        assert time.monotonic() - began < 2
        ear.close()
        mover = one if one.see()["now"].get("legal") else other
        told = mover.see()
        if told["stage"] == "playing" and told["now"]["legal"]:
            mover.at("actions", id=f"c{n}", version=told["version"], action=told["now"]["legal"][0])
        count("streams: cut and whole again")
    floor("streams: cut and whole again", 100)


def test_who_sits_down_is_shown_the_seat_and_who_leaves_is_not(server: Process) -> None:
    first, second = Player(server.address), Player(server.address)
    first.post("/api/tables", game="dorozka", seats=["me", "open"])
    second.post("/api/tables", game="dorozka")
    second.table = first.table
    ear = ear_of(server, second)
    assert json.loads(ear.next()["data"])["seat"] is None
    second.at("seat")
    told = json.loads(ear.newest()["data"])
    assert told["seat"] == 1
    assert "??" not in told["now"]["hands"][1]
    second.at("leave")
    told = json.loads(ear.newest()["data"])
    assert told["seat"] is None
    assert set(told["now"]["hands"][1].split()) == {"??"}
    ear.close()


def test_one_seat_holds_a_few_streams_and_no_more(server: Process) -> None:
    one, _ = pair(server)
    ears = [ear_of(server, one) for _ in range(4)]
    for ear in ears:
        ear.next()
    answer = one.http.get(f"/api/tables/{one.table}/stream", headers=one.head)
    assert answer.status_code == 429
    assert answer.json()["error"]["kind"] == "too_much"
    ears.pop().close()
    time.sleep(0.8)
    ear = ear_of(server, one)
    assert ear.next()
    for each in (*ears, ear):
        each.close()


def test_l3_a_reader_who_does_not_read_harms_nobody(server: Process) -> None:
    one, other = pair(server)
    host, port = server.address.removeprefix("http://").split(":")
    silent = []
    for _ in range(4):
        connection = socket.create_connection((host, int(port)))
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        request = f"GET /table/{one.table}/stream HTTP/1.1\r\nHost: {host}\r\n\r\n"
        connection.sendall(request.encode())
        silent.append(connection)
    ear = ear_of(server, other)
    ear.next()
    slowest = 0.0
    for n in range(60):
        mover = one if one.see()["now"].get("legal") else other
        told = mover.see()
        if told["stage"] != "playing":
            for player in (one, other):
                player.at("ready", version=player.see()["version"])
            continue
        began = time.monotonic()
        mover.at("actions", id=f"l{n}", version=told["version"], action=told["now"]["legal"][0])
        slowest = max(slowest, time.monotonic() - began)
        count("streams: actions beside silent readers")
    assert slowest < 2, slowest
    assert json.loads(ear.newest(0.1)["data"]) == other.see()
    for connection in silent:
        connection.close()
    ear.close()
    floor("streams: actions beside silent readers", 40)


def test_asking_for_the_headers_only_ends_at_once(server: Process) -> None:
    one, _ = pair(server)
    answer = one.http.head(f"/api/tables/{one.table}/stream", headers=one.head)
    assert answer.headers["content-type"].startswith("text/event-stream")


def test_there_is_no_stream_of_no_table(server: Process) -> None:
    client = Player(server.address).http
    assert client.get("/api/tables/nowhere/stream").status_code == 404
    assert client.get("/table/nowhere/stream").status_code == 404
