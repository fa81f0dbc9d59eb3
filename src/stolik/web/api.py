"""For programs: what people do with pages, as JSON. It refuses exactly what the pages refuse.

``OPERATIONS`` lists every operation once; the routes and ``/openapi.json`` are made from it.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from stolik.locale.words import words
from stolik.server.limits import Limits
from stolik.server.people import clean_name
from stolik.web import asking
from stolik.web.asking import desk_of, person_of
from stolik.web.streaming import Stream, event

LIMITS: Final = Limits()  # as the schema tells them; a server with other limits checks its own besides
MOST: Final = 2**53 - 1  # the largest whole number that JSON readers agree on

Text = Annotated[str, Meta(max_length=80)]
Name = Annotated[str, Meta(max_length=200, description=f"shown beside the seat, cut after {LIMITS.name} characters")]
Version = Annotated[int, Meta(ge=0, le=MOST, description="the version that was seen")]
ActionId = Annotated[
    str,
    Meta(min_length=1, max_length=LIMITS.action_id, pattern="^[ -~]+$",
         description="made up by the client; the same id again gives the same answer and nothing else"),
]  # fmt: skip
Seed = Annotated[
    str,
    Meta(pattern="^([0-9a-fA-F]{64})?$", max_length=64,
         description="64 hexadecimal digits of one's own, added to the seed of the next deal"),
]  # fmt: skip
Whole = Annotated[int, Meta(ge=-MOST, le=MOST)]


# ---- what is sent


class NewTable(Struct, forbid_unknown_fields=True):
    """A table to set up. Without ``seats`` one plays at once against bots."""

    game: Text
    preset: Text = "default"
    options: Annotated[dict[Text, Whole | bool | Text], Meta(max_length=LIMITS.options)] = {}
    seats: (
        Annotated[
            list[Annotated[str, Meta(max_length=80, description="me, open, bot or bot:LEVEL")]], Meta(max_length=8)
        ]
        | None
    ) = None
    name: Name = ""


class Sitting(Struct, forbid_unknown_fields=True):
    """Sitting down, under a name."""

    name: Name = ""
    seed: Seed = ""


class NewAction(Struct, forbid_unknown_fields=True):
    """An action, in the words that ``now.legal`` has; the number of one's own seat before it may be left out."""

    id: ActionId
    version: Version
    action: Annotated[str, Meta(max_length=LIMITS.action)]


class TakeBack(Struct, forbid_unknown_fields=True):
    """Taking back one's last action and those of the bots after it."""

    id: ActionId
    version: Version


class Going(Struct, forbid_unknown_fields=True):
    """Being ready for the next deal."""

    version: Version
    seed: Seed = ""


class Nothing(Struct, forbid_unknown_fields=True):
    """An empty object; the body may also be left out."""


# ---- what is answered


class Seat(Struct):
    """Where one sits; ``token`` proves who one is, as ``Authorization: Bearer TOKEN``."""

    table: str
    seat: int | None
    version: int
    token: str


class Done(Struct):
    """It is stored; ``version`` is what one's seat had been told after it."""

    id: str
    version: int


class Fine(Struct):
    """It is done; ``version`` is the newest of who asked."""

    version: int


class Following(Struct):
    """The table of the rematch."""

    table: str


class SitterSeen(Struct):
    """Who sits on a seat: ``person``, ``bot`` or ``open``; ``free``: a person may sit down there."""

    seat: int
    kind: str
    name: str
    level: str | None
    you: bool
    ready: bool
    free: bool


class LineSeen(Struct):
    """An amount of a deal under the clause that gives it."""

    seat: int
    points: int
    clause: str
    what: str


class DealSeen(Struct):
    """A deal as far as one was told of it."""

    dealer: int
    settled: bool
    scores: list[int] | None
    lines: list[LineSeen]
    bank: int | UnsetType | None = UNSET


class NowSeen(Struct):
    """The deal under way; between two deals only its phase. A game may add keys of its own."""

    phase: str
    deal: int | UnsetType = UNSET
    to_move: int | UnsetType | None = UNSET
    trump: str | UnsetType | None = UNSET
    legal: list[str] | UnsetType = UNSET
    hands: list[str] | UnsetType = UNSET
    points: list[int | None] | UnsetType = UNSET


class TableSeen(Struct):
    """The object of ``stolik replay --seat N --json``, and the table around it."""

    game: str
    options: dict[str, int | bool | str]
    deals: list[DealSeen]
    totals: list[int]
    winners: list[int] | None
    finished: bool
    table: str
    version: int
    stage: str
    preset: str
    seat: int | None
    sitters: list[SitterSeen]
    can_undo: bool
    rematch: str | None
    commitment: str
    now: NowSeen | UnsetType = UNSET


class Wrong(Struct):
    """Why it was not done; ``clause`` names the rule where a rule forbids it."""

    kind: str
    message: str
    clause: str | UnsetType = UNSET


class Failure(Struct):
    """Every answer from 400 on; ``view`` is the table as it is now, with 409."""

    error: Wrong
    view: TableSeen | UnsetType = UNSET


# ---- the operations


async def create(request: Request) -> Response:
    """Set up a table."""
    wanted = await body_of(request, NewTable)
    person = newcomer(request)
    hall, name = desk_of(request).hall, name_of(request, wanted.name)
    table = await hall.create(
        wanted.game, person, preset=wanted.preset, options=wanted.options, seats=wanted.seats, name=name
    )
    return await seat_answer(request, table, person, 201)


async def sit(request: Request) -> Response:
    """Take a free seat, or find out which one is one's own."""
    wanted = await body_of(request, Sitting)
    person, table = newcomer(request), request.path_params["table"]
    await desk_of(request).hall.sit(table, person, name_of(request, wanted.name), wanted.seed)
    return await seat_answer(request, table, person, 200)


async def table(request: Request) -> Response:
    """The table as one is told it; without a token as everybody is."""
    _, told = await desk_of(request).hall.told(request.path_params["table"], person_of(request))
    return Response(told, media_type="application/json")


async def act(request: Request) -> Response:
    """Take an action."""
    person = acting(request)
    wanted = await body_of(request, NewAction)
    hall = desk_of(request).hall
    done = await hall.act(request.path_params["table"], person, wanted.action, wanted.version, wanted.id)
    return answer(Done(wanted.id, done.version))


async def undo(request: Request) -> Response:
    """Take one's last action back, where all others are bots."""
    person = acting(request)
    wanted = await body_of(request, TakeBack)
    done = await desk_of(request).hall.undo(request.path_params["table"], person, wanted.version, wanted.id)
    return answer(Done(wanted.id, done.version))


async def ready(request: Request) -> Response:
    """Be ready for the next deal; it is dealt when everybody is."""
    person = acting(request)
    wanted = await body_of(request, Going)
    await desk_of(request).hall.ready(request.path_params["table"], person, wanted.version, wanted.seed)
    return await fine(request, person)


async def fill(request: Request) -> Response:
    """Have bots play the empty seats until somebody takes them."""
    person = acting(request)
    await body_of(request, Nothing)
    await desk_of(request).hall.fill(request.path_params["table"], person)
    return await fine(request, person)


async def leave(request: Request) -> Response:
    """Leave the table; a bot plays on."""
    person = acting(request)
    await body_of(request, Nothing)
    await desk_of(request).hall.leave(request.path_params["table"], person)
    return await fine(request, person)


async def rematch(request: Request) -> Response:
    """Another match of the same people, when this one is over."""
    person = acting(request)
    await body_of(request, Nothing)
    return answer(Following(await desk_of(request).hall.rematch(request.path_params["table"], person)))


async def stream(request: Request) -> Response:
    """The table, on connecting and after each change, as server-sent events named ``table``."""
    hall, table_id, person = desk_of(request).hall, request.path_params["table"], person_of(request)

    async def render() -> tuple[int, bytes]:
        version, told = await hall.told(table_id, person)
        return version, event(version, told.decode())

    await hall.look(table_id, person)
    return Stream(hall, table_id, person, render)


async def record(request: Request) -> Response:
    """The settled deals as a record."""
    person_of(request)
    text = await desk_of(request).hall.record(request.path_params["table"])
    return Response(text, media_type="application/toml")


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation: where, what is sent, what is answered, how it may be refused."""

    method: str
    path: str
    endpoint: Callable[[Request], Awaitable[Response]]
    sends: type[Struct] | None
    answers: type[Struct] | str
    refusals: tuple[int, ...]
    status: int = 200
    open: bool = False  # whether it is for people whom we do not know yet


CHANGING: Final = (400, 401, 403, 404, 413, 429, 503)  # how anything that changes a table may be refused

OPERATIONS: Final = (
    Operation("POST", "/api/tables", create, NewTable, Seat, (400, 401, 403, 413, 422, 429, 503), 201, open=True),
    Operation("GET", "/api/tables/{table}", table, None, TableSeen, (401, 404), open=True),
    Operation("POST", "/api/tables/{table}/seat", sit, Sitting, Seat, (*CHANGING, 409), open=True),
    Operation("POST", "/api/tables/{table}/actions", act, NewAction, Done, (*CHANGING, 409, 422)),
    Operation("POST", "/api/tables/{table}/undo", undo, TakeBack, Done, (*CHANGING, 409)),
    Operation("POST", "/api/tables/{table}/ready", ready, Going, Fine, (*CHANGING, 409)),
    Operation("POST", "/api/tables/{table}/fill", fill, Nothing, Fine, CHANGING),
    Operation("POST", "/api/tables/{table}/leave", leave, Nothing, Fine, CHANGING),
    Operation("POST", "/api/tables/{table}/rematch", rematch, Nothing, Following, (*CHANGING, 409)),
    Operation("GET", "/api/tables/{table}/stream", stream, None, "text/event-stream", (401, 404, 429), open=True),
    Operation("GET", "/api/tables/{table}/record", record, None, "application/toml", (401, 404, 409), open=True),
)


# ---- parts of the above

Sent = TypeVar("Sent", bound=Struct)


async def body_of(request: Request, kind: type[Sent]) -> Sent:
    """The JSON object that was sent; one without fields that must be there may be left out.

    Raises:
        HTTPException: 400, it is no such object.
    """
    body = await request.body()
    try:
        return msgspec.json.decode(body or b"{}", type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise HTTPException(400, f"this is not the object that is wanted: {error}") from None


def acting(request: Request) -> str:
    """Who wants to change something.

    Raises:
        HTTPException: 401, nobody whom we know; 429, too often.
    """
    person = person_of(request)
    asking.may_change(request, person)
    if person is None:
        wanted = {"WWW-Authenticate": "Bearer"}
        raise HTTPException(401, "take a seat first: its answer has the token that is wanted here", headers=wanted)
    return person


def newcomer(request: Request) -> str:
    """Who asks, somebody new if need be."""
    asking.may_create(request)
    return person_of(request) or desk_of(request).people.new()


def name_of(request: Request, name: str) -> str:
    """A name as it may stand beside a seat."""
    guest = words(asking.language_of(request), "stolik.web").say("common.guest")
    return clean_name(name, desk_of(request).limits.name, guest)


async def seat_answer(request: Request, table: str, person: str, status: int) -> Response:
    """Where somebody sits now, and the token and the cookie for it."""
    look = await desk_of(request).hall.look(table, person)
    response = answer(Seat(table, look.seat, look.version, desk_of(request).people.token(person)), status)
    asking.remember(request, response, person)
    return response


async def fine(request: Request, person: str) -> Response:
    """It is done."""
    look = await desk_of(request).hall.look(request.path_params["table"], person)
    return answer(Fine(look.version))


def answer(thing: Any, status: int = 200) -> Response:
    """Something as JSON."""
    return Response(msgspec.json.encode(thing), status, media_type="application/json")


# ---- the description


def openapi() -> dict[str, Any]:
    """The operations and their objects, as OpenAPI 3.1 describes them."""
    kinds = {each.sends for each in OPERATIONS} | {each.answers for each in OPERATIONS} | {Failure}
    structs = [kind for kind in kinds if isinstance(kind, type)]
    _, schemas = msgspec.json.schema_components(structs, ref_template="#/components/schemas/{name}")
    paths: dict[str, Any] = {}
    for each in OPERATIONS:
        paths.setdefault(each.path, {})[each.method.lower()] = operation(each)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Stolik", "version": "1", "description": (__doc__ or "").partition("\n")[0]},
        "paths": paths,
        "components": {
            "schemas": dict(sorted(schemas.items())),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": asking.PERSON},
            },
        },
    }


def operation(each: Operation) -> dict[str, Any]:
    """One operation in OpenAPI's words."""
    summary = (each.endpoint.__doc__ or "").partition("\n")[0]
    told: dict[str, Any] = {"operationId": each.endpoint.__name__, "summary": summary}
    if "{table}" in each.path:
        where = {"type": "string", "pattern": "^[a-z0-9]{1,40}$"}
        told["parameters"] = [{"name": "table", "in": "path", "required": True, "schema": where}]
    if each.sends is not None:
        needed = bool(msgspec.json.schema_components([each.sends])[1][each.sends.__name__].get("required"))
        told["requestBody"] = {"required": needed, "content": {"application/json": {"schema": ref(each.sends)}}}
    kind = each.answers if isinstance(each.answers, str) else "application/json"
    schema = {"type": "string"} if isinstance(each.answers, str) else ref(each.answers)
    told["responses"] = {str(each.status): {"description": "done", "content": {kind: {"schema": schema}}}}
    for status in sorted(each.refusals):
        content = {"application/json": {"schema": ref(Failure)}}
        told["responses"][str(status)] = {"description": REFUSALS[status], "content": content}
    known: list[dict[str, list[str]]] = [{"token": []}, {"cookie": []}]
    told["security"] = [*([{}] if each.open else []), *known]
    return told


def ref(kind: type[Struct]) -> dict[str, str]:
    """A reference to the schema of an object."""
    return {"$ref": f"#/components/schemas/{kind.__name__}"}


REFUSALS: Final = {
    400: "what was sent is not the object that is wanted",
    401: "the token is missing, or not ours",
    403: "one does not sit there, or the request comes from another site",
    404: "there is no such table",
    409: "the table is not as it was seen, or not in a state for this; `view` is how it is now",
    413: "what was sent is too long",
    422: "the rules forbid it (with the clause), or there is no such game, option, level or action",
    429: "too often, or too many at once",
    503: "it could not be stored; nothing has changed",
}


async def describe(_request: Request) -> Response:
    """``/openapi.json``."""
    return answer(openapi())


async def health(request: Request) -> Response:
    """``/healthz``: 200 when a write would be taken."""
    await desk_of(request).hall.log.run(lambda _connection: None)
    return answer({"status": "ok"})


ROUTES: Final = [
    *(Route(each.path, each.endpoint, methods=[each.method]) for each in OPERATIONS),
    Route("/openapi.json", describe, methods=["GET"]),
    Route("/healthz", health, methods=["GET"]),
]
