"""Other worlds in which a seat would have been told the very same: the measure of what leaks (H1).

``worlds(match, seat, chance)`` yields matches at the same place as ``match`` in which the cards that the seat (or a
watcher, -1) was not told lie differently, and in which the others announced what they liked, as long as nothing of
that was told. Each is reached by legal play. Nothing here looks at ``tell`` or ``View``: what was told is worked out by
the second opinion from the clauses.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from stolik.play.game import Cards
from stolik.play.match import Match
from tests.leaks import dorozka


@dataclass
class Tally:
    """How the search for worlds went."""

    found: int = 0
    discarded: Counter[str] = field(default_factory=Counter)


Script = tuple[Cards, list[tuple[int, str]]]
GENERATORS: dict[str, Callable[[Match, int, random.Random, Counter[str]], Iterator[Script]]] = {
    "dorozka": dorozka.scripts
}


def worlds(match: Match, seat: int, chance: random.Random, tally: Tally | None = None) -> Iterator[Match]:
    """Matches in which this seat was told the same; as many as are asked for, or until none is found for long."""
    for cards, actions in worlds_as_scripts(match, seat, chance, tally or Tally()):
        yield dealt_again(match, cards, actions)


def worlds_as_scripts(match: Match, seat: int, chance: random.Random, tally: Tally) -> Iterator[Script]:
    """The same worlds as the cards and the actions of their last deal."""
    for script in GENERATORS[match.game.id](match, seat, chance, tally.discarded):
        tally.found += 1
        yield script


def dealt_again(match: Match, cards: Cards, actions: list[tuple[int, str]]) -> Match:
    """The match with other cards and actions in its last deal."""
    *_, twin = steps(match, cards, actions)
    return twin


def steps(match: Match, cards: Cards, actions: list[tuple[int, str]]) -> Iterator[Match]:
    """The match with other cards and actions in its last deal, after each of them; always the same object."""
    twin = match.clone()
    last = twin.deals.pop()
    twin.standing, twin.winners = last.before, None
    twin.deal(cards=cards, dealer=last.dealer)
    yield twin
    for seat, words in actions:
        twin.play(words, seat)
        yield twin


def hidden_from(match: Match, seat: int) -> object:
    """The cards a seat does not see now: the others' hands; where these are empty the cards as they were dealt."""
    deal = match.deals[-1]
    hands = [sorted(match.game.held(deal.state, other)) for other in range(match.players) if other != seat]
    return hands if any(hands) else (deal.cards.stock, deal.cards.hands)


def is_told(seat: int, action: tuple[int, str]) -> bool:
    """Whether a seat is told of an action when it is done."""
    return action[0] == seat or not action[1].startswith("announce")
