"""Who asks, and how they want their pages: cookies, token, language, and how often they may."""

from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from stolik.locale.words import LANGUAGES
from stolik.server.hall import Hall
from stolik.server.limits import Limits
from stolik.server.people import People
from stolik.server.rates import Buckets
from stolik.web.pages import Reader

PERSON: Final = "stolik_person"
LANG: Final = "stolik_lang"
PACK: Final = "stolik_pack"
NAME: Final = "stolik_name"
TABLE: Final = "stolik_table"
YEAR: Final = 365 * 24 * 3600


class Desk:
    """What handlers need of the server, found at ``request.app.state.desk``."""

    def __init__(self, hall: Hall, people: People, *, lang: str | None, base: str | None) -> None:
        """``lang``: of who has not chosen, None for what the browser says; ``base``: the address for invitations."""
        limits = hall.limits
        self.hall = hall
        self.people = people
        self.lang = lang
        self.base = base
        self.acts = Buckets(limits.acts_rate, limits.acts_burst, limits.rate_keys)
        self.creates = Buckets(limits.creates_rate, limits.creates_burst, limits.rate_keys)

    @property
    def limits(self) -> Limits:
        """The bounds of this server."""
        return self.hall.limits


def desk_of(request: Request) -> Desk:
    """The server's desk."""
    desk: Desk = request.app.state.desk
    return desk


def person_of(request: Request) -> str | None:
    """Who asks, by token or by cookie; None for somebody new.

    Raises:
        HTTPException: 401, a token that is not ours.
    """
    people = desk_of(request).people
    header = request.headers.get("authorization")
    if header is not None:
        kind, _, token = header.partition(" ")
        person = people.person(token.strip()) if kind.lower() == "bearer" else None
        if person is None:
            raise HTTPException(401, "this token is not ours", headers={"WWW-Authenticate": "Bearer"})
        return person
    return people.person(request.cookies.get(PERSON, ""))


def may_change(request: Request, person: str | None) -> None:
    """Count something that changes a table.

    Raises:
        HTTPException: 429, too often.
    """
    desk = desk_of(request)
    _take(desk.acts, person or address(request))


def may_create(request: Request) -> None:
    """Count a new table or a new person.

    Raises:
        HTTPException: 429, too often.
    """
    _take(desk_of(request).creates, address(request))


def _take(buckets: Buckets, key: str) -> None:
    wait = buckets.take(key)
    if wait:
        raise HTTPException(429, "too much at once: try again in a moment", headers={"Retry-After": str(int(wait) + 1)})


def address(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else "?"


def remember(request: Request, response: Response, person: str) -> None:
    """Let the browser keep who somebody is."""
    set_cookie(request, response, PERSON, desk_of(request).people.token(person), http_only=True)


def set_cookie(request: Request, response: Response, name: str, value: str, *, http_only: bool = False) -> None:
    """A cookie for a year, for this site alone."""
    response.set_cookie(
        name, value, max_age=YEAR, httponly=http_only, samesite="lax", secure=request.url.scheme == "https"
    )


def reader_of(request: Request) -> Reader:
    """The language and the pack that somebody wants."""
    return Reader(language_of(request), request.cookies.get(PACK) == "four")


def language_of(request: Request) -> str:
    """The language chosen, else the server's, else the first one of the browser's that we have."""
    chosen = request.cookies.get(LANG)
    if chosen in LANGUAGES:
        return str(chosen)
    preset = desk_of(request).lang
    if preset is not None:
        return preset
    wanted = [
        part.partition(";")[0].strip()[:2].lower() for part in request.headers.get("accept-language", "").split(",")
    ]
    return next((each for each in wanted if each in LANGUAGES), LANGUAGES[0])


def base_of(request: Request) -> str:
    """The address that invitations begin with."""
    return desk_of(request).base or f"{request.url.scheme}://{request.headers.get('host', request.url.netloc)}"


def number_in(form: Any, name: str) -> int:
    """A whole number of a form, -1 if it is none: a version that nobody has."""
    text = form.get(name, "")
    return int(text) if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 10 else -1


def text_in(form: Any, name: str) -> str:
    """A text of a form, "" if it is not there or a file."""
    value = form.get(name, "")
    return value if isinstance(value, str) else ""
