"""A table followed live: server-sent events, the whole view on connecting and after each change of its audience.

``data`` of a message is what the page or the program shows, ``id`` the version of its audience. Every now and then a
``ping`` carries that version as a sign of life, so that a message that got lost is noticed.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from stolik.server.bus import Subscription
from stolik.server.errors import Refused
from stolik.server.hall import Hall

RETRY_MS: Final = 1000

Render = Callable[[], Awaitable[tuple[int, bytes]]]


class Stream(Response):
    """The answer that goes on until somebody goes away."""

    media_type = "text/event-stream"

    def __init__(self, hall: Hall, table: str, person: str | None, render: Render) -> None:
        """``render`` gives the version of who follows, and the message that shows it."""
        super().__init__()
        del self.headers["content-length"]
        self.headers["X-Accel-Buffering"] = "no"
        self.hall = hall
        self.table = table
        self.person = person
        self.message = render

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the reader goes, does not read any more, or the server stops."""
        if scope["method"] == "HEAD":
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await send({"type": "http.response.body", "body": b""})
            return
        audience = await self.hall.audience(self.table, self.person)
        with self.hall.bus.listen(self.table, audience) as ear:
            first = await self.message()
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            gone = asyncio.create_task(_gone(receive))
            gone.add_done_callback(lambda _: ear.wake())
            try:
                await self._send(send, b"retry: %d\n" % RETRY_MS + first[1])
                again = await self._follow(send, ear, audience, gone, first[0])
                while again is not None:
                    with self.hall.bus.listen(self.table, again) as other:
                        gone.add_done_callback(lambda _, other=other: other.wake())  # type: ignore[misc]
                        again = await self._follow(send, other, again, gone, -1)
                if not gone.done():
                    await send({"type": "http.response.body", "body": b"", "more_body": False})
            except (TimeoutError, Refused):
                return
            finally:
                gone.cancel()

    async def _follow(
        self, send: Send, ear: Subscription, audience: int, gone: "asyncio.Task[None]", shown: int
    ) -> int | None:
        """Send what is new; another audience when the reader has sat down or stood up, None at the end."""
        bus, limits = self.hall.bus, self.hall.limits
        while True:
            heard = shown < 0 or await ear.news(limits.ping)
            if bus.stopping or gone.done():
                return None
            now = await self.hall.audience(self.table, self.person)
            if now != audience:
                return now
            version, message = await self.message()
            if version != shown:
                await self._send(send, message)
                shown = version
            elif not heard:
                await self._send(send, b"event: ping\ndata: %d\n\n" % version)

    async def _send(self, send: Send, body: bytes) -> None:
        """Send, but do not wait for ever for somebody who does not read."""
        message: Message = {"type": "http.response.body", "body": body, "more_body": True}
        await asyncio.wait_for(send(message), self.hall.limits.stream_wait)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def event(version: int, data: str) -> bytes:
    r"""A message: each line of the data on a line of its own.

    >>> event(3, "a\nb")
    b'event: table\nid: 3\ndata: a\ndata: b\n\n'
    """
    lines = "".join(f"data: {line}\n" for line in data.splitlines())
    return f"event: table\nid: {version}\n{lines}\n".encode()
