"""What happens at each address of the pages. The work is done by the hall, the words come from ``pages``."""

from collections import OrderedDict
from hashlib import sha256
from typing import Any, Final
from urllib.parse import quote, unquote

import segno
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from stolik.games import GAMES, find_game, make_options
from stolik.locale.words import LANGUAGES, words
from stolik.play.game import Game
from stolik.play.match import MatchError
from stolik.play.options import Value
from stolik.play.refusal import IllegalAction, StolikError
from stolik.server.errors import NotNow, OutOfDate, Refused
from stolik.server.hall import ME, OPEN
from stolik.server.look import Look
from stolik.server.people import clean_name
from stolik.web import asking, pages, paths
from stolik.web.asking import desk_of, number_in, person_of, reader_of, text_in
from stolik.web.cloth import is_local
from stolik.web.static import static
from stolik.web.streaming import Stream, event

SCRIPT: Final = "x-stolik"  # the header by which our script says that it merges the answer into the page


# ---- before the table


async def start(request: Request) -> Response:
    """The first page; ``?lang=`` chooses the language from now on."""
    chosen = request.query_params.get("lang")
    if chosen in LANGUAGES:
        response: Response = RedirectResponse(paths.START, 303)
        asking.set_cookie(request, response, asking.LANG, str(chosen))
        return response
    return HTMLResponse(pages.start(list(GAMES.values()), reader_of(request), await table_left(request)))


async def table_left(request: Request) -> str:
    """The address of the table that somebody was at last, while they sit there and the match goes on."""
    table_id = request.cookies.get(asking.TABLE, "")
    if not table_id:
        return ""
    try:
        look = await desk_of(request).hall.look(table_id, person_of(request))
    except Refused:
        return ""
    return "" if look.seat is None or look.stage == "finished" else paths.TABLE.format(table=look.table)


async def new(request: Request) -> Response:
    """The page on which a table is set up."""
    return new_page(request, dict(request.query_params))


async def create(request: Request) -> Response:
    """Set up a table, or play at once, and go there."""
    form = await form_of(request)
    person, name = newcomer(request), name_in(request, form)
    game = find_game(text_in(form, "game"))
    try:
        if text_in(form, "how") == "now":
            table = await desk_of(request).hall.create(game.id, person, name=name)
        else:
            table = await desk_of(request).hall.create(game.id, person, name=name, **agreed_in(form, game))
    except Refused:
        raise
    except StolikError:
        said = words(reader_of(request).lang, "stolik.web").say("problem.bad_request_text")
        return new_page(request, {"game": game.id}, problem=said, status=422)
    return seated_at(request, table, person, text_in(form, "name"))


async def invitation(request: Request) -> Response:
    """What somebody sees who was sent a link; who sits there already goes to the table."""
    look = await look_of(request, "invitation")
    if look.seat is not None:
        return RedirectResponse(paths.TABLE.format(table=look.table), 303)
    return HTMLResponse(join_page(request, look))


async def join(request: Request) -> Response:
    """Sit down."""
    form = await form_of(request)
    person = newcomer(request)
    table = request.path_params["invitation"]
    try:
        await desk_of(request).hall.sit(table, person, name_in(request, form))
    except NotNow:
        return HTMLResponse(join_page(request, await look_of(request, "invitation")), 409)
    return seated_at(request, table, person, text_in(form, "name"))


# ---- the table


async def table(request: Request) -> Response:
    """The table; who was sent this address while a seat is empty is asked to sit down."""
    look = await look_of(request)
    if look.seat is None and look.stage == "waiting" and any(each.free for each in look.sitters):
        return RedirectResponse(paths.JOIN.format(invitation=look.table), 303)
    response = HTMLResponse(pages.table(look, reader_of(request), qr=qr_of(look)))
    if look.seat is not None and request.cookies.get(asking.TABLE) != look.table:
        asking.set_cookie(request, response, asking.TABLE, look.table, http_only=True)
    return response


async def act(request: Request) -> Response:
    """Take an action; the answer to a script is the new table, or nothing: the stream brings it."""
    form, person = await acting(request)
    version, action = number_in(form, "version"), text_in(form, "action")
    hall = desk_of(request).hall
    try:
        await hall.act(request.path_params["table"], person, action, version, id_in(form, f"{version} {action}"))
    except IllegalAction as refused:
        return await table_again(request, 422, refused)
    except (OutOfDate, MatchError):
        return await table_again(request, 409)
    return done(request)


async def undo(request: Request) -> Response:
    """Take the last action back."""
    form, person = await acting(request)
    version = number_in(form, "version")
    hall = desk_of(request).hall
    try:
        await hall.undo(request.path_params["table"], person, version, id_in(form, f"{version} undo"))
    except (OutOfDate, NotNow):
        return await table_again(request, 409)
    return done(request)


async def go_on(request: Request) -> Response:
    """Be ready for the next deal."""
    form, person = await acting(request)
    try:
        await desk_of(request).hall.ready(request.path_params["table"], person, number_in(form, "version"))
    except (OutOfDate, NotNow):
        return await table_again(request, 409)
    return done(request)


async def fill(request: Request) -> Response:
    """Have bots take the empty seats."""
    _, person = await acting(request)
    await desk_of(request).hall.fill(request.path_params["table"], person)
    return done(request)


async def leave(request: Request) -> Response:
    """Leave the table and go to the first page."""
    _, person = await acting(request)
    await desk_of(request).hall.leave(request.path_params["table"], person)
    return RedirectResponse(paths.START, 303)


async def rematch(request: Request) -> Response:
    """Another match of the same people: go to its table."""
    _, person = await acting(request)
    try:
        following = await desk_of(request).hall.rematch(request.path_params["table"], person)
    except NotNow:
        return await table_again(request, 409)
    return RedirectResponse(paths.TABLE.format(table=following), 303)


async def stream(request: Request) -> Response:
    """The table, again and again as it changes for who follows it."""
    hall, table_id = desk_of(request).hall, request.path_params["table"]
    person, lang = person_of(request), reader_of(request).lang
    base = asking.base_of(request)
    rendered: OrderedDict[Any, bytes] = request.app.state.rendered

    async def render() -> tuple[int, bytes]:
        look = invited(await hall.look(table_id, person), base)
        key = (table_id, look.seat, look.version, lang, base)
        if key not in rendered:
            body = pages.table_body(look, lang, qr=qr_of(look))
            rendered[key] = event(look.version, body)
            if len(rendered) > hall.limits.pages:
                rendered.popitem(last=False)
        return look.version, rendered[key]

    await hall.look(table_id, person)
    return Stream(hall, table_id, person, render)


async def sheet(request: Request) -> Response:
    """The score sheet."""
    return HTMLResponse(pages.sheet(await look_of(request, whole=True), reader_of(request)))


async def record(request: Request) -> Response:
    """The record of the settled deals, as a file."""
    table_id = request.path_params["table"]
    text = await desk_of(request).hall.record(table_id)
    headers = {"Content-Disposition": f'attachment; filename="{table_id}.stolik.toml"'}
    return Response(text, media_type="application/toml", headers=headers)


# ---- paper


async def rules(request: Request) -> Response:
    """To the rules of the game that was asked for."""
    game = request.query_params.get("game")
    return RedirectResponse(paths.RULES_OF.format(game=game if game in GAMES else next(iter(GAMES))), 303)


async def rules_of(request: Request) -> Response:
    """How a game is played; ``?table=`` with what was agreed there."""
    game = find_game(request.path_params["game"])
    table = request.query_params.get("table")
    if not table:
        return HTMLResponse(pages.rules(game, reader_of(request)))
    look = await desk_of(request).hall.look(table, person_of(request))
    back = paths.TABLE.format(table=look.table)
    return HTMLResponse(pages.rules(look.game, reader_of(request), options=look.options, back=back))


async def settings(request: Request) -> Response:
    """Language and pack."""
    back = own_path(request.query_params.get("back", paths.START))
    return HTMLResponse(pages.settings(reader_of(request), back=back))


async def set_settings(request: Request) -> Response:
    """Keep them and go back."""
    form = await form_of(request)
    response = RedirectResponse(own_path(text_in(form, "back")), 303)
    for field, cookie, known in (("lang", asking.LANG, LANGUAGES), ("pack", asking.PACK, ("two", "four"))):
        if text_in(form, field) in known:
            asking.set_cookie(request, response, cookie, text_in(form, field))
    return response


# ---- parts of the above


async def form_of(request: Request) -> FormData:
    """The fields of a form."""
    limits = desk_of(request).limits
    return await request.form(max_files=0, max_fields=limits.fields, max_part_size=limits.body)


async def acting(request: Request) -> tuple[FormData, str]:
    """The form and the person of a request that changes a table.

    Raises:
        HTTPException: 403, somebody whom we do not know; 429, too often.
    """
    person = person_of(request)
    asking.may_change(request, person)
    if person is None:
        raise HTTPException(403, "you do not sit at this table")
    return await form_of(request), person


def newcomer(request: Request) -> str:
    """Who asks, somebody new if need be."""
    asking.may_create(request)
    return person_of(request) or desk_of(request).people.new()


def name_in(request: Request, form: FormData) -> str:
    """The name to sit down under: the one given, the one given last, or a guest's."""
    guest = words(reader_of(request).lang, "stolik.web").say("common.guest")
    given = text_in(form, "name") or name_given(request)
    return clean_name(given, desk_of(request).limits.name, guest)


def id_in(form: FormData, otherwise: str) -> str:
    """The id of an action; a form without script gets one from what it says, so that a second click is the same."""
    return text_in(form, "id") or sha256(otherwise.encode()).hexdigest()[:32]


def agreed_in(form: FormData, game: Game) -> dict[str, Any]:
    """Preset, options and seats of the form for a new table.

    Raises:
        BadOption: an option the game does not have, or a value that it does not allow.
    """
    options: dict[str, Value] = {}
    for field in form:
        if field.startswith("opt-"):
            options[field[4:]] = game.options.read(field[4:], text_in(form, field))
    players = number_in(form, "players") if "players" in form else game.players[0]
    seats = [ME] + [text_in(form, f"seat-{seat}") or OPEN for seat in range(1, max(1, min(players, 8)))]
    return {"preset": text_in(form, "preset") or "default", "options": options, "seats": seats}


def new_page(request: Request, wanted: dict[str, str], *, problem: str = "", status: int = 200) -> Response:
    """The page for a new table of the game and preset that were asked for."""
    game = find_game(wanted.get("game") or next(iter(GAMES)))
    preset = wanted.get("preset", "default")
    preset = preset if preset in game.presets else "default"
    players = wanted.get("players", "")
    count = int(players) if players.isascii() and players.isdigit() and len(players) < 3 else 0
    page = pages.new_table(
        game, reader_of(request), preset=preset, options=make_options(game, preset, {}),
        players=count if count in game.players else game.players[0],
        levels=offered_levels(request), name=name_given(request), problem=problem,
    )  # fmt: skip
    return HTMLResponse(page, status)


def offered_levels(request: Request) -> list[str]:
    """The levels of bots that pages have words for."""
    known = words(reader_of(request).lang, "stolik.web")
    levels = list(desk_of(request).hall.minds.levels)
    return [level for level in levels if f"level.{level}" in known] or levels


def name_given(request: Request) -> str:
    """The name that somebody gave last."""
    return clean_name(unquote(request.cookies.get(asking.NAME, "")), desk_of(request).limits.name, "")


def seated_at(request: Request, table: str, person: str, name: str) -> Response:
    """Go to the table; the browser keeps who somebody is and under which name."""
    response = RedirectResponse(paths.TABLE.format(table=table), 303)
    asking.remember(request, response, person)
    plain = clean_name(name, desk_of(request).limits.name, "")
    if plain:
        asking.set_cookie(request, response, asking.NAME, quote(plain))
    return response


async def look_of(request: Request, key: str = "table", *, whole: bool = False) -> Look:
    """The table of this address as who asks is told it."""
    look = await desk_of(request).hall.look(request.path_params[key], person_of(request), whole=whole)
    return invited(look, asking.base_of(request))


def invited(look: Look, base: str) -> Look:
    """The look with the link that one may send to others, for who sits at the table."""
    return look.inviting(base + paths.JOIN.format(invitation=look.table)) if look.seat is not None else look


def qr_of(look: Look) -> str:
    """The invitation as a picture for phones; none where the link leads to this computer only."""
    if look.stage != "waiting" or not look.invitation or is_local(look.invitation):
        return ""
    code = segno.make(look.invitation, error="m")
    return code.svg_inline(scale=5, border=4, dark="#111", light="#fff", svgclass=None, lineclass=None, omitsize=False)


def join_page(request: Request, look: Look) -> str:
    """The page of an invitation."""
    action = paths.JOIN.format(invitation=look.table)
    return pages.join(look, reader_of(request), action=action, name=name_given(request))


async def table_again(request: Request, status: int, refused: IllegalAction | None = None) -> Response:
    """The table as it is now, with the reason why it was not done; for a script only the part that it merges."""
    look, reader = await look_of(request), reader_of(request)
    if SCRIPT in request.headers:
        return HTMLResponse(pages.table_body(look, reader.lang, refused=refused, qr=qr_of(look)), status)
    return HTMLResponse(pages.table(look, reader, refused=refused, qr=qr_of(look)), status)


def done(request: Request) -> Response:
    """It is done: nothing for a script, whose stream brings the rest; back to the table for a form."""
    if SCRIPT in request.headers:
        return Response(status_code=204)
    return RedirectResponse(paths.TABLE.format(table=request.path_params["table"]), 303)


def own_path(path: str) -> str:
    """A path of ours, else the first page: nobody is sent elsewhere by a link to us."""
    plain = path.isascii() and path.isprintable() and "\\" not in path and len(path) < 200
    return path if plain and path.startswith("/") and not path.startswith("//") else paths.START


GET: Final = ["GET"]
POST: Final = ["POST"]

ROUTES: Final = [
    Route(paths.START, start, methods=GET),
    Route(paths.NEW, new, methods=GET),
    Route(paths.NEW, create, methods=POST),
    Route(paths.JOIN, invitation, methods=GET),
    Route(paths.JOIN, join, methods=POST),
    Route(paths.TABLE, table, methods=GET),
    Route(paths.ACT, act, methods=POST),
    Route(paths.UNDO, undo, methods=POST),
    Route(paths.NEXT, go_on, methods=POST),
    Route(paths.START_NOW, fill, methods=POST),
    Route(paths.LEAVE, leave, methods=POST),
    Route(paths.REMATCH, rematch, methods=POST),
    Route(paths.STREAM, stream, methods=GET),
    Route(paths.SHEET, sheet, methods=GET),
    Route(paths.RECORD, record, methods=GET),
    Route(paths.RULES, rules, methods=GET),
    Route(paths.RULES_OF, rules_of, methods=GET),
    Route(paths.SETTINGS, settings, methods=GET),
    Route(paths.SETTINGS, set_settings, methods=POST),
    Route(paths.STATIC, static, methods=GET),
]
