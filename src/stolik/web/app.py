"""The application, and the server that runs it: from a data directory to an address that answers."""

import asyncio
import contextlib
import io
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from pathlib import Path
from types import FrameType
from typing import Final

import segno
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from stolik.bots import Chooser
from stolik.locale.words import LANGUAGES
from stolik.play.refusal import StolikError
from stolik.server.errors import NotStored
from stolik.server.hall import Hall
from stolik.server.limits import Limits
from stolik.server.log import Log
from stolik.server.people import People
from stolik.web import api, failing, handlers
from stolik.web.asking import Desk
from stolik.web.guard import Guard

LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 - only when asked for
PORTS: Final = 50  # as many ports are tried from the wanted one on


def make_app(
    data: Path,
    *,
    limits: Limits | None = None,
    lang: str | None = None,
    base: str | None = None,
    hosts: Collection[str] | None = None,
    levels: Mapping[str, Chooser] | None = None,
) -> Starlette:
    """The application over a data directory.

    Args:
        data: where the log and the key are kept.
        limits: bounds other than the usual ones.
        lang: the language of who has not chosen one; None for what the browser asks for.
        base: the address that invitations begin with; None for the one that was asked.
        hosts: the only names that this server may be called by; None for any.
        levels: bots of one's own.

    Raises:
        NotStored: the directory or the database in it cannot be used.
    """
    bounds = limits or Limits()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        hall = Hall(data, bounds, levels=levels)
        app.state.desk = Desk(hall, People(data), lang=lang, base=base)
        app.state.rendered = OrderedDict()
        await hall.open()
        try:
            yield
        finally:
            await hall.close()

    return Starlette(
        routes=[*handlers.ROUTES, *api.ROUTES],
        middleware=[Middleware(Guard, limits=bounds, hosts=hosts, say_no=failing.http_error)],
        exception_handlers={
            StolikError: failing.refused,
            HTTPException: failing.http_error,
            500: failing.broken,
        },
        lifespan=lifespan,
    )


# ---- the server


class Server(uvicorn.Server):
    """A server that says when it answers, and ends its streams when it is told to stop."""

    def __init__(self, config: uvicorn.Config, app: Starlette, started: Callable[[], None]) -> None:
        """``started`` is called once requests are answered."""
        super().__init__(config)
        self.app = app
        self.when_started = started
        self.loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, then say so."""
        self.loop = asyncio.get_running_loop()
        await super().startup(sockets)
        if self.started:
            self.when_started()

    def handle_exit(self, sig: int, _frame: FrameType | None) -> None:
        """Told to stop: streams are ended first, since they would not end by themselves.

        Stopping when told to is no failure: the signal is not raised again afterwards, as uvicorn would.
        """
        desk = getattr(self.app.state, "desk", None)
        if desk is not None and self.loop is not None:
            self.loop.call_soon_threadsafe(desk.hall.bus.stop)
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path = Path("data"),
    lang: str | None = None,
    *,
    open_browser: bool = False,
    limits: Limits | None = None,
) -> None:
    """Serve the tables until told to stop; the last line printed says where, once it answers.

    Args:
        host: the address to listen at; only ``127.0.0.1`` keeps others in the network out.
        port: the port, or the next free one after it; 0 for any.
        data: where matches are kept.
        lang: the language of who has not chosen one; without it the one in ``STOLIK_LANG``, else the browser's.
        open_browser: whether to show the first page at once.
        limits: bounds other than the usual ones.

    Raises:
        StolikError: no port can be had, or the data directory cannot be used.
    """
    bounds = limits or Limits()
    lang = lang or os.environ.get("STOLIK_LANG")
    Log(data, bounds).close()  # whatever is wrong with the directory is told here, in one sentence
    People(data)
    listener = listen(host, port)
    port = listener.getsockname()[1]
    named = lan_address() if host in EVERYWHERE else host
    address = f"http://{f'[{named}]' if ':' in named else named}:{port}"
    local = host in LOOPBACK
    app = make_app(
        data,
        limits=bounds,
        lang=lang if lang in LANGUAGES else None,
        base=None if local else address,
        hosts=LOOPBACK if local else None,
    )
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, lifespan="on", server_header=False,
        timeout_graceful_shutdown=int(bounds.stop_wait), timeout_keep_alive=15, limit_concurrency=bounds.connections,
        backlog=1024,
    )  # fmt: skip

    def started() -> None:
        if not local:
            say(terminal_qr(address))
        say(f"Stolik: {address}/")
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(f"{address}/",), daemon=True).start()

    server = Server(config, app, started)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listener])
    if not server.started:
        raise NotStored(f"the server did not start: see above; the data directory is {data}")


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at the first free port from ``port`` on.

    Raises:
        StolikError: none of them can be had.
    """
    if not host.strip():
        raise StolikError("the address to listen at is empty: 0.0.0.0 stands for all")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    failure: OSError | ValueError | None = None
    for wanted in [port] if port == 0 else range(port, min(port + PORTS, 65536)):
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, wanted))
            listener.listen(1024)
        except (OSError, ValueError) as error:  # ValueError: a host name that none can be
            listener.close()
            failure = error
        else:
            listener.set_inheritable(False)
            return listener
    reason = failure.strerror if isinstance(failure, OSError) and failure.strerror else str(failure)
    raise StolikError(f"cannot listen at {host}, port {port}: {reason}")


def lan_address() -> str:
    """The address of this machine in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def terminal_qr(address: str) -> str:
    """The address as a QR code of block characters."""
    lines = io.StringIO()
    segno.make(f"{address}/", error="l").terminal(lines, compact=True)
    return lines.getvalue().rstrip("\n")


def say(text: str) -> None:
    """Print for the person at the terminal, at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
