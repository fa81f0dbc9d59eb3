"""What one audience sees of a table: everything a page, a stream or a program is made from."""

from dataclasses import dataclass, field, replace

from stolik.play.game import Game
from stolik.play.options import Options
from stolik.play.view import View


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat. ``kind``: ``person``, ``bot`` or ``open`` (nobody yet).

    ``free``: a person may sit down here, because nobody does or because a bot only keeps the seat.
    """

    seat: int
    kind: str
    name: str
    level: str | None = None
    you: bool = False
    ready: bool = False
    free: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """A table as one audience is told it: a seat, or a watcher (``seat`` None).

    ``version`` counts what this audience was told, so it gives nothing away. ``stage``: ``waiting`` (seats open),
    ``playing``, ``between`` (a deal is settled, the next not dealt), ``finished``. ``view`` is the last deal, None
    before the first; ``settled`` are the views of the settled deals, the first one first. ``commitment`` is the hash of
    the server's seed for the deal under way, or for the next one: shown before the cards are dealt.
    """

    table: str
    game: Game
    options: Options
    preset: str
    players: int
    seat: int | None
    sitters: tuple[Sitter, ...]
    version: int
    stage: str
    totals: tuple[int, ...]
    winners: tuple[int, ...] | None = None
    view: View | None = None
    settled: tuple[View, ...] = field(default=())
    can_undo: bool = False
    invitation: str | None = None
    rematch: str | None = None
    commitment: str = ""

    def inviting(self, link: str) -> "Look":
        """This look with the link that others can be sent."""
        return replace(self, invitation=link)
