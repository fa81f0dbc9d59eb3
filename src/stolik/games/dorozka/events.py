"""What happens in Dorożka beside what happens in every game."""

from dataclasses import dataclass

from stolik.play.events import Event


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat passed (DR-4, DR-5)."""

    seat: int


@dataclass(frozen=True, slots=True)
class TrumpAccepted(Event):
    """A seat accepted the turned suit and is the maker (DR-4, DR-7)."""

    seat: int
    suit: int


@dataclass(frozen=True, slots=True)
class TrumpNamed(Event):
    """A seat named another suit and is the maker (DR-5, DR-7)."""

    seat: int
    suit: int


@dataclass(frozen=True, slots=True)
class ThrownIn(Event):
    """Four passes: the cards are thrown in (DR-6)."""


@dataclass(frozen=True, slots=True)
class SevenSwapped(Event):
    """A seat swapped the trump seven for the turned card; the seven lies in its place (DR-8)."""

    seat: int
    seven: int
    card: int


@dataclass(frozen=True, slots=True)
class CombinationAnnounced(Event):
    """A seat announced a combination; how it stands against the other's is found out later (DR-9)."""

    seat: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AnnouncingDone(Event):
    """A seat announces no further combination (DR-9)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ValueSaid(Event):
    """Eldest's best group or sequence is worth so much; 0 when there is none (DR-14)."""

    seat: int
    contest: str
    value: int


@dataclass(frozen=True, slots=True)
class HowHighAsked(Event):
    """The dealer has one of at least that value and asks how high eldest's is (DR-14)."""

    seat: int
    contest: str


@dataclass(frozen=True, slots=True)
class BestNamed(Event):
    """Eldest names the cards of the best group or sequence (DR-14)."""

    seat: int
    contest: str
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class YoursSaid(Event):
    """The dealer's best is of equal value and not senior: "Twoja" (DR-14)."""

    seat: int
    contest: str


@dataclass(frozen=True, slots=True)
class BetterNamed(Event):
    """The dealer names the cards of a better group or sequence (DR-14)."""

    seat: int
    contest: str
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MarriageAnnounced(Event):
    """A seat announced the trump marriage with the card it is playing; ``held`` is its other card (DR-15)."""

    seat: int
    card: int
    held: int


@dataclass(frozen=True, slots=True)
class MakerLost(Event):
    """The maker has not more than the opponent and writes down nothing (DR-20, DR-21)."""

    seat: int
    lost: int
    clause: str
