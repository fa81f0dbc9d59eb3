"""How fast the server is: tables at which programs play, every seat with the pages' own stream, over HTTP.

    python -m bench.server --tables 25 --rate 100 --seconds 20

It starts a server of its own, plays at the rate asked for and measures from sending an action to the moment at which
the last stream of the table has the new page. Load generator and server share the machine.
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).parents[1] / "src"
RATES = {"acts_rate": 1e6, "acts_burst": 10**6, "creates_rate": 1e6, "creates_burst": 10**6}
SERVE = f"""
import sys
from pathlib import Path
from stolik.server.limits import Limits
from stolik.web.app import serve
serve(port=0, data=Path(sys.argv[1]), limits=Limits(**{RATES!r}))
"""


@dataclass(slots=True)
class Result:
    """What was measured: milliseconds from an action to the last stream that shows it."""

    actions: int = 0
    errors: int = 0
    late: int = 0
    times: list[float] = field(default_factory=list)
    seconds: float = 0.0
    cpu: float = 0.0

    def quantile(self, part: float) -> float:
        """The time that this part of the actions stayed below."""
        return statistics.quantiles(self.times, n=1000)[round(part * 1000) - 1]

    def line(self) -> str:
        """One line for a person."""
        return (
            f"{self.actions} actions in {self.seconds:.1f} s ({self.actions / self.seconds:.0f}/s), "
            f"{self.errors} errors, {self.late} late; to the last stream: median {self.quantile(0.5):.1f} ms, "
            f"p99 {self.quantile(0.99):.1f} ms, most {max(self.times):.1f} ms; "
            f"{1000 * self.cpu / self.actions:.1f} ms of the server's processor an action"
        )


class Wire:
    """A connection that speaks enough HTTP for this."""

    def __init__(self, port: int) -> None:
        """Not connected yet."""
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, token: str = "", sent: Any = None) -> tuple[int, bytes]:
        """One request on a connection that is kept."""
        await self.send(method, path, token, sent)
        assert self.reader is not None
        head = await self.reader.readuntil(b"\r\n\r\n")
        size = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0)
        return int(head[9:12]), await self.reader.readexactly(size)

    async def send(self, method: str, path: str, token: str = "", sent: Any = None) -> None:
        """Write a request."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        body = b"" if sent is None else json.dumps(sent).encode()
        proof = f"Authorization: Bearer {token}\r\n" if token else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{proof}Content-Length: {len(body)}\r\n\r\n"
        self.writer.write(head.encode() + body)
        await self.writer.drain()


class Seat:
    """A seat with its program and the stream of its page."""

    def __init__(self, port: int) -> None:
        """Nobody yet."""
        self.wire, self.ear = Wire(port), Wire(port)
        self.token = ""
        self.table = ""
        self.version = 0
        self.news = asyncio.Condition()

    async def sit(self, table: str = "") -> None:
        """Set up a table, or sit down at one, and follow it."""
        new = {"game": "dorozka", "seats": ["me", "open"], "options": {"target": 10000}}
        path = f"/api/tables/{table}/seat" if table else "/api/tables"
        _, said = await self.wire.ask("POST", path, sent={} if table else new)
        told = json.loads(said)
        self.token, self.table = told["token"], told["table"]

    async def follow(self) -> None:
        """Read the stream for ever and keep the newest version."""
        await self.ear.send("GET", f"/table/{self.table}/stream", self.token)
        assert self.ear.reader is not None
        while line := await self.ear.reader.readline():
            if line.startswith(b"id: "):
                async with self.news:
                    self.version = int(line[4:])
                    self.news.notify_all()

    async def reached(self, version: int) -> None:
        """Wait until the page shows this version."""
        async with self.news:
            await self.news.wait_for(lambda: self.version >= version)

    async def see(self) -> Any:
        """The table as it is told."""
        return json.loads((await self.wire.ask("GET", f"/api/tables/{self.table}", self.token))[1])


async def play(seats: list[Seat], every: float, end: float, result: Result, chance: random.Random) -> None:
    """Two seats act in turn, once in so many seconds."""
    due = time.perf_counter() + chance.random() * every
    while time.perf_counter() < end:
        for seat in seats:
            told = await seat.see()
            if told["stage"] == "between":
                sent = {"version": told["version"]}
                await seat.wire.ask("POST", f"/api/tables/{seat.table}/ready", seat.token, sent)
                continue
            if not told["now"]["legal"]:
                continue
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            result.late += time.perf_counter() - due > every
            due += every
            action = chance.choice(told["now"]["legal"])
            sent = {"id": f"{chance.getrandbits(60)}", "version": told["version"], "action": action}
            before = [each.version for each in seats]
            began = time.perf_counter()
            status, _ = await seat.wire.ask("POST", f"/api/tables/{seat.table}/actions", seat.token, sent)
            result.actions += 1
            result.errors += status != 200
            hidden = action.partition(" ")[2].startswith("announce")
            told_to = [seat] if hidden else seats
            await asyncio.wait_for(
                asyncio.gather(*(each.reached(before[seats.index(each)] + 1) for each in told_to)), 10
            )
            result.times.append((time.perf_counter() - began) * 1000)


async def measure(port: int, tables: int, rate: float, seconds: float) -> Result:
    """Play at so many tables, so many actions a second together."""
    chance = random.Random(1)  # noqa: S311 - to play the same again
    pairs = []
    for _ in range(tables):
        seats = [Seat(port), Seat(port)]
        await seats[0].sit()
        await seats[1].sit(seats[0].table)
        pairs.append(seats)
    ears = [asyncio.create_task(seat.follow()) for seats in pairs for seat in seats]
    for seats in pairs:
        for seat in seats:
            await asyncio.wait_for(seat.reached(1), 30)
    result = Result()
    began = time.perf_counter()
    await asyncio.gather(*(play(seats, tables / rate, began + seconds, result, chance) for seats in pairs))
    result.seconds = time.perf_counter() - began
    for ear in ears:
        ear.cancel()
    for seat in (seat for seats in pairs for seat in seats):
        for wire in (seat.wire, seat.ear):
            if wire.writer is not None:
                wire.writer.close()
    await asyncio.gather(*ears, return_exceptions=True)
    return result


def run(tables: int, rate: float, seconds: float) -> Result:
    """Start a server, measure, stop it."""
    with tempfile.TemporaryDirectory() as data:
        environment = {**os.environ, "PYTHONPATH": str(SOURCES)}
        command = [sys.executable, "-c", SERVE, data]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
            try:
                assert process.stdout is not None
                port = int(process.stdout.readline().rstrip("/\n").rpartition(":")[2])
                before = cpu_of(process.pid)
                result = asyncio.run(measure(port, tables, rate, seconds))
                result.cpu = cpu_of(process.pid) - before
            finally:
                process.terminate()
            return result


def cpu_of(pid: int) -> float:
    """Seconds of processor time that a process has used; 0 where the system does not tell."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    user, system = stat.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure and print one line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=25)
    parser.add_argument("--rate", type=float, default=100.0, help="actions a second at all tables together")
    parser.add_argument("--seconds", type=float, default=20.0)
    chosen = parser.parse_args()
    print(run(chosen.tables, chosen.rate, chosen.seconds).line())


if __name__ == "__main__":
    main()
