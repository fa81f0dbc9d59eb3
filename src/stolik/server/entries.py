"""What is written into a table's log. A table is the fold of its entries and nothing else.

Seats count from 0. Once written, a kind of entry never changes its meaning: a new meaning is a new kind.
"""

from typing import Final

import msgspec


class Planned(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who is meant for a seat: ``open`` for whoever comes, or ``bot`` of a level under a name."""

    kind: str
    level: str = ""
    name: str = ""


class Created(msgspec.Struct, frozen=True, tag="created"):
    """The table was set up: the game, every option with its value, who is meant for each seat.

    ``previous`` is the table that this one is a rematch of.
    """

    game: str
    preset: str
    options: dict[str, int | str | bool]
    seats: tuple[Planned, ...]
    previous: str | None = None


class Promised(msgspec.Struct, frozen=True, tag="promised"):
    """The server has drawn its seed for the next deal (64 hexadecimal digits); only the hash of it is told."""

    seed: str


class Seated(msgspec.Struct, frozen=True, tag="seated", omit_defaults=True):
    """A person took a seat, under a name; ``seed`` is what they add to the next deal, if anything."""

    seat: int
    person: str
    name: str
    seed: str = ""


class StoodIn(msgspec.Struct, frozen=True, tag="stood_in"):
    """A bot plays a seat until a person takes it."""

    seat: int
    level: str
    name: str


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """A deal began, shuffled from this seed, which follows from the server's and those of the seats."""

    seed: str
    dealer: int


class Acted(msgspec.Struct, frozen=True, tag="acted"):
    """A seat took an action, as a record writes it; ``id`` is what the client called it, "" for a bot."""

    seat: int
    action: str
    id: str = ""


class Undone(msgspec.Struct, frozen=True, tag="undone"):
    """A seat took back the last ``count`` actions of the deal."""

    seat: int
    count: int
    id: str = ""


class Ready(msgspec.Struct, frozen=True, tag="ready", omit_defaults=True):
    """A seat is ready for the next deal; ``seed`` is what it adds to it, if anything."""

    seat: int
    seed: str = ""


class Left(msgspec.Struct, frozen=True, tag="left"):
    """The person on a seat left it."""

    seat: int


class Followed(msgspec.Struct, frozen=True, tag="followed"):
    """Another table was set up for a rematch."""

    table: str


Entry = Created | Promised | Seated | StoodIn | Dealt | Acted | Undone | Ready | Left | Followed

_decoder: Final = msgspec.json.Decoder(Entry)


def written(entry: Entry) -> str:
    """An entry as the log keeps it, one JSON object."""
    return msgspec.json.encode(entry).decode()


def read(text: str) -> Entry:
    """The entry that a text of the log stands for.

    Raises:
        msgspec.ValidationError: it is none.
    """
    return _decoder.decode(text)
