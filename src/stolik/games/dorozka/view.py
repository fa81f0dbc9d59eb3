"""What a seat knows of a deal of Dorożka."""

from dataclasses import dataclass, field
from typing import Any, Self

from stolik.cards import cards_text
from stolik.games.dorozka.events import (
    BestNamed,
    BetterNamed,
    CombinationAnnounced,
    MarriageAnnounced,
    SevenSwapped,
    ThrownIn,
    TrumpAccepted,
    TrumpNamed,
)
from stolik.play.events import Event
from stolik.play.view import View


@dataclass(slots=True)
class DorozkaView(View):
    """A deal of Dorożka as one seat was told it.

    ``announced`` are this seat's own combinations; what the other announced is told only as DR-14 says.
    """

    maker: int | None = None
    announced: list[tuple[int, ...]] = field(default_factory=list)
    thrown_in: bool = False

    @property
    def eldest(self) -> int:
        """The seat on the dealer's left."""
        return 1 - self.dealer

    def fold(self, event: Event) -> None:
        """Take in one event that this seat was told."""
        View.fold(self, event)
        match event:
            case TrumpAccepted(seat) | TrumpNamed(seat):
                self.maker = seat
            case SevenSwapped(seat, seven, card):
                self.remove(seat, seven)
                self.hands[seat].append(card)
                self.turn_up = seven
            case CombinationAnnounced(_, cards):
                self.announced.append(cards)
            case BestNamed(seat, _, cards) | BetterNamed(seat, _, cards):
                for card in cards:
                    self.learn(seat, card)
            case MarriageAnnounced(seat, _, held):
                self.learn(seat, held)
            case ThrownIn():
                self.thrown_in = True

    def copy(self) -> Self:
        """A view equal to this one that goes its own way."""
        twin = View.copy(self)
        twin.announced = list(self.announced)
        return twin

    def extra(self) -> dict[str, Any]:
        """The turned card and the maker."""
        return {"turn_up": None if self.turn_up is None else cards_text([self.turn_up]), "maker": self.maker}
