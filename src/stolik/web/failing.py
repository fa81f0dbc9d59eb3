"""What is answered when something is not done: a page for people, an object for programs, the same status for both."""

import logging
from typing import Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from stolik.games import UnknownGame
from stolik.notation.record import in_words
from stolik.play.match import MatchError
from stolik.play.refusal import BadOption, BadSeed, IllegalAction, NotAnAction, StolikError
from stolik.server.errors import (
    BadRequest,
    NoSuchTable,
    NotNow,
    NotSeated,
    NotStored,
    OutOfDate,
    TooMuch,
)
from stolik.web import pages, paths
from stolik.web.api import Failure, Wrong, answer
from stolik.web.asking import desk_of, person_of, reader_of

logger = logging.getLogger(__name__)

# The status of each refusal, and its kind for programs; a page says it by the status.
KINDS: Final[dict[type[StolikError], tuple[int, str]]] = {
    IllegalAction: (422, "action"),
    NotAnAction: (422, "not_an_action"),
    BadOption: (422, "option"),
    BadSeed: (422, "seed"),
    UnknownGame: (422, "game"),
    MatchError: (409, "not_now"),
    NoSuchTable: (404, "no_such_table"),
    NotSeated: (403, "not_seated"),
    OutOfDate: (409, "out_of_date"),
    NotNow: (409, "not_now"),
    BadRequest: (400, "request"),
    TooMuch: (429, "too_much"),
    NotStored: (503, "not_stored"),
}
STATUS_KINDS: Final = {
    400: "request", 401: "token", 403: "not_allowed", 404: "not_found", 405: "method", 408: "too_slow",
    413: "too_long", 429: "too_much", 500: "broken", 503: "not_stored",
}  # fmt: skip
PAGE_KINDS: Final = {403: "not_allowed", 404: "not_found", 405: "not_found", 409: "gone", 429: "too_many"}


async def refused(request: Request, error: Exception) -> Response:
    """Something that the hall or the rules refuse."""
    status, kind = next((KINDS[each] for each in type(error).__mro__ if each in KINDS), (422, "refused"))
    return await failure(request, status, kind, error)


async def http_error(request: Request, error: Exception) -> Response:
    """Something that was turned away before it came to a table."""
    assert isinstance(error, HTTPException)
    response = await failure(request, error.status_code, STATUS_KINDS.get(error.status_code, "request"), error)
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


async def broken(request: Request, error: Exception) -> Response:
    """A fault of ours; what it was stands in the server's own log and nowhere else."""
    logger.error("%s %s: %s", request.method, route_of(request), type(error).__name__, exc_info=error)
    return await failure(request, 500, "broken", error)


async def failure(request: Request, status: int, kind: str, error: Exception) -> Response:
    """The answer for a program or for a person."""
    if not for_program(request):
        return page(request, status)
    told = Failure(Wrong(kind, await message_of(request, kind, error)))
    if isinstance(error, IllegalAction):
        told.error.clause = error.clause
    response = answer(told, status)
    if status == 409 and "table" in request.path_params:
        response = answer({"error": told.error, "view": await view_of(request)}, status)
    if status in (429, 503):
        response.headers["Retry-After"] = "1"
    return response


def for_program(request: Request) -> bool:
    """Whether a program asked."""
    return request.url.path.startswith(("/api/", "/healthz", "/openapi.json"))


def page(request: Request, status: int) -> Response:
    """The page that says what is wrong, with the way back to the table where there is one."""
    kind = PAGE_KINDS.get(status, "bad_request" if status < 500 else "broken")
    table = request.path_params.get("table") if status not in (403, 404) else None
    back = paths.TABLE.format(table=table) if table else None
    response = HTMLResponse(pages.problem(reader_of(request), kind, back=back), status)
    if status in (429, 503):
        response.headers["Retry-After"] = "1"
    return response


async def message_of(request: Request, kind: str, error: Exception) -> str:
    """One clear sentence."""
    if kind == "broken":
        return "the fault is ours; what was stored before is safe"
    if isinstance(error, IllegalAction):
        table = await desk_of(request).hall.table(request.path_params["table"])
        return f"{error.tried}: {in_words(table.match, error.refusal)} ({error.clause})"
    if isinstance(error, HTTPException):
        return str(error.detail)
    return str(error)


async def view_of(request: Request) -> msgspec.Raw:
    """The table as it is now for who asked."""
    _, told = await desk_of(request).hall.told(request.path_params["table"], person_of(request))
    return msgspec.Raw(told)


def route_of(request: Request) -> str:
    """The address as the routes have it, without names of tables."""
    route = request.scope.get("route")
    return getattr(route, "path", "?")
