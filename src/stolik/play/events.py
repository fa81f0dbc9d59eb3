"""What happens in a deal, as facts in the past tense.

The rules append events while they play; ``Game.tell`` decides what of an event a seat is told. An event holds plain
values only: seats from 0, cards as codes of ``stolik.cards`` (``UNKNOWN`` where a seat is not told which), clause ids
as text. A game adds its own events beside these.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a deal."""


@dataclass(frozen=True, slots=True)
class HandDealt(Event):
    """A seat was dealt its first cards."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardTurned(Event):
    """A card was turned up for all to see."""

    card: int


@dataclass(frozen=True, slots=True)
class CardsDrawn(Event):
    """A seat drew cards from the stock."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardsShown(Event):
    """A seat let it be known that it holds these cards; they stay in its hand."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurnPassed(Event):
    """It is now this seat's turn in this phase (a phase of the game's clause file, as ``play``)."""

    seat: int
    phase: str


@dataclass(frozen=True, slots=True)
class TrumpFixed(Event):
    """This suit (0 to 3) is trump from now on."""

    suit: int


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """A seat played a card to the trick; ``led`` when it is the first card of the trick."""

    seat: int
    card: int
    led: bool


@dataclass(frozen=True, slots=True)
class TrickWon(Event):
    """A seat won the trick that lies on the table."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """A score line: points (or tokens) for a seat under a clause.

    ``what`` is its key among the game's words (``[line]``), ``cards`` are those that earned it, if any.
    """

    seat: int
    points: int
    clause: str
    what: str
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DealSettled(Event):
    """The deal is over; what each seat writes down for it."""

    scores: tuple[int, ...]
