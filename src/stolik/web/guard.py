"""What every request and every answer has to pass, whoever answers: origin, host, size of the body, headers."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stolik.server.limits import Limits

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
SayNo = Callable[[Request, Exception], Awaitable[Response]]
SAFE: Final = ("GET", "HEAD", "OPTIONS")


class Guard:
    """Stands before the application; what it turns away never reaches a handler."""

    def __init__(self, app: ASGIApp, limits: Limits, hosts: Collection[str] | None, say_no: SayNo) -> None:
        """``hosts``: the only names that this server may be called by, None for any; ``say_no`` words a refusal."""
        self.app = app
        self.limits = limits
        self.hosts = hosts
        self.say_no = say_no

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or have the application answer, with our headers on it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        refused = self.refusal(scope)
        if refused is None:
            await self.app(scope, self._bounded(receive), send_headed)
        else:
            response = await self.say_no(Request(scope), refused)
            response.headers["Connection"] = "close"
            await response(scope, receive, send_headed)

    def refusal(self, scope: Scope) -> HTTPException | None:
        """Why this request is not even looked at, None when it may pass."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.hosts is not None and hostname(host) not in self.hosts:
            return HTTPException(400, "this server is not called by that name")
        if scope["method"] not in SAFE and not same_origin(headers, host):
            return HTTPException(403, "this came from the page of another site")
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit():
            return HTTPException(400, "Content-Length is not a number")
        if int(length[:12]) > self.limits.body:
            return HTTPException(413, f"more than {self.limits.body} bytes are not read")
        return None

    def _bounded(self, receive: Receive) -> Receive:
        """The same body, as long as it is short and comes in time."""
        read = 0
        whole = False

        async def bounded() -> Message:
            nonlocal read, whole
            if whole:
                return await receive()
            try:
                message = await asyncio.wait_for(receive(), self.limits.body_wait)
            except TimeoutError:
                raise HTTPException(408, "the request did not arrive in time") from None
            read += len(message.get("body", b""))
            whole = not message.get("more_body", False)
            if read > self.limits.body:
                raise HTTPException(413, f"more than {self.limits.body} bytes are not read")
            return message

        return bounded


def same_origin(headers: Headers, host: str) -> bool:
    """Whether a request that changes something was made by a page of ours, or by a program that is no browser."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == host != ""
    except ValueError:
        return False


def hostname(host: str) -> str:
    """The name in a Host header, without the port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
