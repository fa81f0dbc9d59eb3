"""What the tests of the server share: a hall in memory of a test, a server process, and players."""

import asyncio
import contextlib
import json
import os
import queue
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, Self, TypeVar

import httpx

from stolik.play.view import View
from stolik.server import tables as tables_module
from stolik.server.entries import Dealt, Entry
from stolik.server.errors import Refused
from stolik.server.hall import Hall
from stolik.server.limits import Limits
from stolik.server.tables import Table

Result = TypeVar("Result")
SOURCES = Path(__file__).parents[2] / "src"
QUICK: dict[str, Any] = {
    "bot_pace": 0.0,
    "sweep": 0.2,
    "catch_up": 0.05,
    "acts_burst": 1_000_000,
    "creates_burst": 1_000_000,
}


def run(work: Callable[[], Awaitable[Result]]) -> Result:
    """Run a test's coroutine to its end."""

    async def whole() -> Result:
        return await work()

    return asyncio.run(whole())


def anything(view: View, chance: random.Random) -> int:
    """A bot that takes any action."""
    return chance.choice(view.legal)


LEVELS = {"any": anything}


@contextlib.asynccontextmanager
async def opened(directory: Path, *, processes: bool = False, **limits: Any) -> AsyncIterator[Hall]:
    """A hall over a directory, with bots in its own process unless asked otherwise."""
    hall = Hall(directory, Limits(**{**QUICK, **limits}), levels=None if processes else LEVELS)
    await hall.open()
    try:
        yield hall
    finally:
        await hall.close()


@contextlib.contextmanager
def seeds(*given: str, dealer: int = 0) -> Iterator[None]:
    """The next deals come from these seeds, whatever was promised."""
    before = tables_module.following
    left = list(given)

    def following(table: Table) -> Entry | None:
        entry = before(table)
        if isinstance(entry, Dealt) and left:
            return Dealt(left.pop(0), table.match.next_dealer() if table.match.deals else dealer)
        return entry

    tables_module.following = following
    try:
        yield
    finally:
        tables_module.following = before


async def two(hall: Hall, **options: Any) -> str:
    """A table of Dorożka with Ala on seat 0 and Olek on seat 1."""
    table = await hall.create("dorozka", "ala", seats=["me", "open"], name="Ala", options=options)
    await hall.sit(table, "olek", "Olek")
    return table


PEOPLE = ("ala", "olek")


async def step(hall: Hall, table: str, chance: random.Random, *people: str) -> bool:
    """Whoever of these people is to move takes any action; or all are ready. False when nobody has to do anything."""
    for person in people:
        look = await hall.look(table, person)
        if look.stage == "between":
            await hall.ready(table, person, look.version)
        elif look.view is not None and look.view.legal and look.stage == "playing":
            action = look.game.text(chance.choice(look.view.legal))
            await hall.act(table, person, action, look.version, f"{chance.getrandbits(60):x}")
            return True
    return False


async def until(true: Callable[[], Awaitable[bool]], wait: float = 5.0) -> None:
    """Wait until something is so."""
    end = time.monotonic() + wait
    while not await true():
        assert time.monotonic() < end, "it did not come about in time"
        await asyncio.sleep(0.01)


async def refused(work: Awaitable[object]) -> Refused:
    """What the hall says instead of doing it."""
    try:
        await work
    except Refused as error:
        return error
    raise AssertionError("it was not refused")


# ---- a server process


class Process:
    """``stolik`` serving a directory, as a process that can be killed."""

    def __init__(self, data: Path, **limits: Any) -> None:
        """Start it and wait until it answers."""
        self.data = data
        self.limits = {**QUICK, **limits}
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "tests.server.helping", str(data), json.dumps(self.limits)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(SOURCES), str(SOURCES.parent)])},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        while line and not line.startswith("Stolik: "):
            line = self.process.stdout.readline()
        assert line, self.process.stderr.read() if self.process.stderr else ""
        self.address = line.removeprefix("Stolik: ").strip().rstrip("/")
        self.took = time.monotonic() - self.started

    def kill(self) -> None:
        """Kill it, as a power cut would."""
        with self.process:
            self.process.kill()

    def stop(self) -> tuple[int, str, float]:
        """Tell it to stop: its status, what it wrote to its error output, and how long it took."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        _, said = self.process.communicate(timeout=20)
        return self.process.returncode, said, time.monotonic() - began

    def __enter__(self) -> Self:
        """The process, running."""
        return self

    def __exit__(self, *_: object) -> None:
        """Whatever happened, it is gone afterwards."""
        if self.process.poll() is None:
            self.kill()


CLIENTS: list[httpx.Client] = []


def client_of(address: str, **more: Any) -> httpx.Client:
    """A client that is closed at the end of the test."""
    client = httpx.Client(base_url=address, **{"timeout": 10, "verify": False, **more})
    CLIENTS.append(client)
    return client


class Player:
    """A program that plays over HTTP with a token."""

    def __init__(self, address: str, token: str = "") -> None:
        """``token`` of an earlier visit."""
        self.address = address
        self.http = client_of(address)
        self.token = token
        self.table = ""

    @property
    def head(self) -> dict[str, str]:
        """The headers that say who it is."""
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def post(self, path: str, **sent: Any) -> httpx.Response:
        """POST something as JSON."""
        answer = self.http.post(path, json=sent, headers=self.head)
        if answer.status_code < 300 and "token" in answer.json():
            self.token, self.table = answer.json()["token"], answer.json()["table"]
        return answer

    def at(self, what: str, **sent: Any) -> httpx.Response:
        """POST something at its table."""
        return self.post(f"/api/tables/{self.table}/{what}", **sent)

    def see(self) -> Any:
        """The table as it is told."""
        answer = self.http.get(f"/api/tables/{self.table}", headers=self.head)
        answer.raise_for_status()
        return answer.json()


class Ear:
    """Follows a stream in a thread of its own and keeps its messages."""

    def __init__(self, address: str, path: str, headers: dict[str, str] | None = None) -> None:
        """Connect."""
        self.messages: queue.Queue[dict[str, str]] = queue.Queue()
        self.pings: queue.Queue[dict[str, str]] = queue.Queue()
        self.ended = threading.Event()
        self._socket: socket.socket | None = None
        self.path = path
        self._client = client_of(address, timeout=httpx.Timeout(30, connect=2), headers=headers)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        try:
            with self._client.stream("GET", self.path) as answer:
                self._socket = answer.extensions["network_stream"].get_extra_info("socket")
                told: dict[str, str] = {}
                for line in answer.iter_lines():
                    if not line:
                        if "data" in told:
                            (self.pings if told.get("event") == "ping" else self.messages).put(told)
                        told = {}
                        continue
                    name, _, value = line.partition(": ")
                    told[name] = f"{told[name]}\n{value}" if name in told else value
        except (httpx.HTTPError, RuntimeError):
            pass
        finally:
            self.ended.set()

    def next(self, wait: float = 5.0) -> dict[str, str]:
        """The next message."""
        return self.messages.get(timeout=wait)

    def newest(self, quiet: float = 0.3, wait: float = 5.0) -> dict[str, str]:
        """The last message before a while of silence."""
        told = self.next(wait)
        with contextlib.suppress(queue.Empty):
            while True:
                told = self.messages.get(timeout=quiet)
        return told

    def close(self) -> None:
        """Go away, as if the wire had been cut."""
        if self._socket is not None:
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(2)
        self._client.close()


def versions_in(html: str) -> str:
    """The version that a page of a table shows."""
    found = re.search(r'data-version="(\d+)"', html)
    assert found
    return found[1]


if __name__ == "__main__":
    from stolik.web.app import serve

    serve(port=0, data=Path(sys.argv[1]), limits=Limits(**json.loads(sys.argv[2])))
