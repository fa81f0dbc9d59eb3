"""Kill -9, power, SIGTERM: what was acknowledged is there, what was not sent is not, and it is soon back."""

import contextlib
import os
import random
import statistics
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from stolik.server.entries import Acted
from stolik.server.log import Log
from tests.counts import count, floor
from tests.server.helping import Ear, Player, Process, client_of, versions_in

KILLS = 25


def log_of(data: Path, table: str) -> list[Acted]:
    log = Log(data)
    found = [each for each in log.entries(table) if isinstance(each, Acted)]
    log.close()
    return found


class Pair:
    """Two programs at one table that play until the server dies under them, and again."""

    def __init__(self, address: str, chance: random.Random) -> None:
        """Sit down."""
        self.chance = chance
        self.players = [Player(address), Player(address)]
        first, second = self.players
        first.post("/api/tables", game="dorozka", options={"target": 10000}, seats=["me", "open"])
        second.table = first.table
        second.at("seat")
        self.sent: dict[str, str] = {}
        self.acknowledged: dict[str, str] = {}
        self.unsure: tuple[Player, dict[str, Any]] | None = None

    def moved(self, address: str) -> None:
        """The server is at another address now."""
        for player in self.players:
            player.http = client_of(address)

    def play(self, stop: threading.Event) -> None:
        """Play until told to stop or until nobody answers."""
        with contextlib.suppress(httpx.HTTPError, ValueError):
            if self.unsure:
                player, sent = self.unsure
                self.answered(sent, player.at("actions", **sent))
            while not stop.is_set():
                for player in self.players:
                    told = player.see()
                    if told["stage"] == "between":
                        player.at("ready", version=told["version"])
                    elif told["now"]["legal"]:
                        text = self.chance.choice(told["now"]["legal"])
                        sent = {"id": f"{self.chance.getrandbits(60):x}", "version": told["version"], "action": text}
                        self.unsure = player, sent
                        self.sent[sent["id"]] = text
                        self.answered(sent, player.at("actions", **sent))

    def answered(self, sent: dict[str, Any], answer: httpx.Response) -> None:
        """An answer came: it counts from now on."""
        assert answer.status_code in (200, 409), answer.text
        if answer.status_code == 200:
            self.acknowledged[sent["id"]] = sent["action"]
        else:
            self.sent.pop(sent["id"])
        self.unsure = None


@pytest.mark.slow
def test_c1_what_was_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    chance = random.Random(1)
    server = Process(tmp_path)
    pair = Pair(server.address, chance)
    took: list[float] = []
    for _ in range(KILLS):
        stop = threading.Event()
        thread = threading.Thread(target=pair.play, args=(stop,))
        thread.start()
        time.sleep(chance.uniform(0.05, 0.35))
        server.kill()
        stop.set()
        thread.join()
        stored = {each.id: f"{each.seat} {each.action}" for each in log_of(tmp_path, pair.players[0].table)}
        assert pair.acknowledged.items() <= stored.items()
        assert stored.items() <= pair.sent.items()
        count("crash: kills")
        server = Process(tmp_path)
        took.append(server.took)
        pair.moved(server.address)
    with server:
        count("crash: acknowledged actions", len(pair.acknowledged))
        pair.play(stopped_after(0.2))
        assert not pair.unsure
    busy = os.getloadavg()[0] > 2 * (os.cpu_count() or 1)
    assert statistics.median(took) < (15 if busy else 3), took
    floor("crash: kills", KILLS)
    floor("crash: acknowledged actions", 100)


def stopped_after(seconds: float) -> threading.Event:
    event = threading.Event()
    threading.Timer(seconds, event.set).start()
    return event


@pytest.mark.slow
def test_after_kill_9_streams_and_pages_show_what_they_showed(tmp_path: Path) -> None:
    server = Process(tmp_path)
    first, second = Player(server.address), Player(server.address)
    first.post("/api/tables", game="dorozka", seats=["me", "open"])
    second.table = first.table
    second.at("seat")
    mover = first if first.see()["now"]["legal"] else second
    mover.at("actions", id="a", version=mover.see()["version"], action="accept")
    before = [player.see() for player in (first, second)]
    pages = [first.http.get(f"/table/{first.table}", headers=each.head).text for each in (first, second)]
    server.kill()
    server = Process(tmp_path)
    with server:
        for player in (first, second):
            player.http = client_of(server.address)
        ears = [Ear(server.address, f"/table/{first.table}/stream", each.head) for each in (first, second)]
        told = [ear.next() for ear in ears]
        assert time.monotonic() - server.started - server.took < 3
        assert [player.see() for player in (first, second)] == before
        assert [each["id"] for each in told] == [versions_in(page) for page in pages]
        assert all(versions_in(each["data"]) == each["id"] for each in told)
        again = [first.http.get(f"/table/{first.table}", headers=each.head).text for each in (first, second)]
        assert again == pages
        for ear in ears:
            ear.close()


@pytest.mark.slow
def test_a_bot_that_owed_an_action_when_the_server_was_killed_acts_afterwards(tmp_path: Path) -> None:
    server = Process(tmp_path, bot_pace=30)
    players = [Player(server.address) for _ in range(6)]
    for player in players:
        player.post("/api/tables", game="dorozka")
    waiting = [player for player in players if not player.see()["now"]["legal"]]
    server.kill()
    with Process(tmp_path) as server:
        end = time.monotonic() + 10
        for player in waiting:
            player.http = client_of(server.address)
            while not player.see()["now"]["legal"] and time.monotonic() < end:
                time.sleep(0.05)
            assert player.see()["now"]["legal"]
            count("crash: bots taken up")


@pytest.mark.slow
def test_c7_sigterm_with_open_streams_ends_soon_and_loses_nothing(tmp_path: Path) -> None:
    with Process(tmp_path) as server:
        pair = Pair(server.address, random.Random(2))
        table = pair.players[0].table
        ears = [Ear(server.address, f"/table/{table}/stream", each.head) for each in pair.players for _ in range(5)]
        ears += [Ear(server.address, f"/api/tables/{table}/stream") for _ in range(10)]
        for ear in ears:
            ear.next()
        thread = threading.Thread(target=pair.play, args=(stopped_after(5),))
        thread.start()
        time.sleep(0.3)
        status, said, took = server.stop()
        thread.join()
        assert status == 0, said
        assert took < 5, took
        assert "Traceback" not in said, said
        assert all(ear.ended.wait(2) for ear in ears)
        count("crash: streams open at SIGTERM", len(ears))
    stored = {each.id: f"{each.seat} {each.action}" for each in log_of(tmp_path, table)}
    assert pair.acknowledged.items() <= stored.items()
    assert len(pair.acknowledged) > 5
    floor("crash: streams open at SIGTERM", 20)


def test_no_process_of_bots_outlives_a_killed_server(tmp_path: Path) -> None:
    server = Process(tmp_path)
    player = Player(server.address)
    chance = random.Random(3)
    player.post("/api/tables", game="dorozka")
    end = time.monotonic() + 5
    while not children(server.process.pid) and time.monotonic() < end:
        told = player.see()
        if told["now"]["legal"]:
            player.at("actions", id=f"{chance.random()}", version=told["version"], action=told["now"]["legal"][0])
        time.sleep(0.05)
    thinking = children(server.process.pid)
    assert thinking
    server.kill()
    end = time.monotonic() + 3
    while any(Path(f"/proc/{each}").exists() for each in thinking) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(Path(f"/proc/{each}").exists() for each in thinking)


def children(pid: int) -> list[int]:
    """The processes that this one has started."""
    found = Path(f"/proc/{pid}/task/{pid}/children")
    if not found.exists():
        pytest.skip("this system does not tell who started whom")
    return [int(each) for each in found.read_text().split()]
