"""What one seat knows of a deal, built up from the events that it was told."""

from dataclasses import dataclass, field, replace
from typing import Any, Self

from stolik.cards import UNKNOWN, cards_text, in_card_order
from stolik.play.events import (
    CardPlayed,
    CardsDrawn,
    CardsShown,
    CardTurned,
    DealSettled,
    Event,
    HandDealt,
    Scored,
    TrickWon,
    TrumpFixed,
    TurnPassed,
)
from stolik.play.options import Options

WATCHER = -1  # the audience that holds no cards: it is told what is told to everybody


def hidden(cards: tuple[int, ...]) -> tuple[int, ...]:
    """As many unknown cards as these."""
    return (UNKNOWN,) * len(cards)


@dataclass(slots=True)
class View:
    """A deal as one seat (or a watcher, ``WATCHER``) was told it; the base of every game's view.

    ``hands`` holds the cards that lie in each hand, ``UNKNOWN`` for each that was not told. ``legal`` are the actions
    that this seat may take now, empty when it is not to move.
    """

    seat: int
    players: int
    options: Options
    dealer: int
    totals: tuple[int, ...]
    number: int = 1
    phase: str = ""
    to_move: int | None = None
    trump: int | None = None
    turn_up: int | None = None
    hands: list[list[int]] = field(default_factory=list)
    trick: list[tuple[int, int]] = field(default_factory=list)
    last_trick: list[tuple[int, int]] = field(default_factory=list)
    last_winner: int | None = None
    tricks: list[int] = field(default_factory=list)
    lines: list[Scored] = field(default_factory=list)
    scores: tuple[int, ...] | None = None
    events: list[Event] = field(default_factory=list)
    legal: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Nobody holds or has taken anything yet."""
        self.hands = self.hands or [[] for _ in range(self.players)]
        self.tricks = self.tricks or [0] * self.players

    @property
    def hand(self) -> list[int]:
        """This seat's own cards; a watcher has none."""
        return [] if self.seat == WATCHER else self.hands[self.seat]

    def fold(self, event: Event) -> None:
        """Take in one event that this seat was told. A game's view handles its own events and leaves the rest here."""
        self.events.append(event)
        match event:
            case HandDealt(seat, cards) | CardsDrawn(seat, cards):
                self.hands[seat].extend(cards)
            case CardTurned(card):
                self.turn_up = card
            case CardsShown(seat, cards):
                for card in cards:
                    self.learn(seat, card)
            case TurnPassed(seat, phase):
                self.to_move, self.phase = seat, phase
            case TrumpFixed(suit):
                self.trump = suit
            case CardPlayed(seat, card, led):
                self.remove(seat, card)
                self.trick = [*([] if led else self.trick), (seat, card)]
            case TrickWon(seat):
                self.last_trick, self.trick, self.last_winner = self.trick, [], seat
                self.tricks[seat] += 1
            case Scored():
                self.lines.append(event)
            case DealSettled(scores):
                self.scores, self.to_move = scores, None

    def learn(self, seat: int, card: int) -> None:
        """A card that lies in a hand is known from now on."""
        if card not in self.hands[seat]:
            self.hands[seat].remove(UNKNOWN)
            self.hands[seat].append(card)

    def remove(self, seat: int, card: int) -> None:
        """A card leaves a hand: a known one, else one of those unknown."""
        self.hands[seat].remove(card if card in self.hands[seat] else UNKNOWN)

    def points(self) -> list[int | None]:
        """What each seat has scored so far in this deal, as far as this seat was told; None where it was not."""
        return [sum(line.points for line in self.lines if line.seat == seat) for seat in range(self.players)]

    def copy(self) -> Self:
        """A view equal to this one that goes its own way."""
        return replace(
            self,
            hands=[list(hand) for hand in self.hands],
            trick=list(self.trick),
            last_trick=list(self.last_trick),
            tricks=list(self.tricks),
            lines=list(self.lines),
            events=list(self.events),
        )

    def hands_text(self) -> list[str]:
        """The hands as a record's ``now`` shows them: in card order, unknown cards last."""
        return [cards_text(in_card_order(hand)) for hand in self.hands]

    def extra(self) -> dict[str, Any]:
        """What the game adds to ``now`` in JSON beside what every game has."""
        return {}
