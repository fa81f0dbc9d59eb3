"""The worlds of Dorożka. What a seat is told is DR-14 as the second opinion reads it; see ``worlds``."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from stolik.cards import cards_of, cards_text
from stolik.play.game import Cards
from stolik.play.match import Match
from tests.second_opinion import dorozka as second

Actions = list[tuple[int, str]]
TRIES = 60  # proposals in a row that may fail before no more worlds are sought


def scripts(match: Match, seat: int, chance: random.Random, discarded: Counter[str]) -> Iterator[tuple[Cards, Actions]]:
    """Cards and actions of worlds in which this seat is told the same as in the last deal of the match."""
    told = Told(match, seat)
    failed = 0
    while failed < TRIES:
        failed += 1
        hands = told.proposal(chance)
        if hands is None:
            discarded["no cards fit"] += 1
            continue
        found = told.replayed(hands, chance)
        if found is None:
            discarded["told otherwise"] += 1
            continue
        failed = 0
        yield found


class Told:
    """What a seat was told of a deal, worked out from the clauses."""

    def __init__(self, match: Match, seat: int) -> None:
        """Play the deal for the second opinion and keep what the seat was told after each action it knows of."""
        deal = match.deals[-1]
        assert deal.cards.turn_up is not None
        self.match = match
        self.seat = seat
        self.dealer = deal.dealer
        self.others = [other for other in (0, 1) if other != seat]
        self.hands = [cards_text(hand).split() for hand in deal.cards.hands]
        self.turned = cards_text([deal.cards.turn_up])
        self.stock = cards_text(deal.cards.stock).split()
        self.actions = sorted_announcements([(who, match.game.text(action)) for who, action in deal.actions], seat)
        self.known_actions = [action for action in self.actions if self.knows(action)]
        self.keys: list[Any] = []
        table = self.table(self.hands, self.stock)
        for who, words in self.actions:
            table.play(f"{who} {words}")
            if self.knows((who, words)):
                self.keys.append(self.key(table))
        self.drawn = table.maker is not None
        self.dealt = {who: [*self.hands[who], *self.drawn_by(who)] for who in (0, 1)}
        self.open_phase = table.phase
        self.to_move = table.to_move
        self.must = {who: self.known_cards(who, table) for who in self.others}
        self.never = {who: self.impossible_cards(who, table.trump) for who in self.others}
        self.values = self.unnamed_values(table)

    def knows(self, action: tuple[int, str]) -> bool:
        """Whether the seat is told of this action: of all but what another announces."""
        return action[0] == self.seat or not action[1].startswith("announce")

    def table(self, hands: list[list[str]], stock: list[str]) -> second.Opinion:
        """A deal of these cards for the second opinion."""
        return second.Opinion(self.match.options.values(), self.dealer, hands, self.turned, stock)

    def key(self, table: second.Opinion) -> Any:
        """What the seat has been told so far."""
        named = [sorted(set(table.named[other])) for other in self.others]
        return list(table.said), named, list(table.lines), table.phase, table.to_move, table.turn_up, table.scores

    def drawn_by(self, who: int) -> list[str]:
        """The three cards that a seat drew, if it did."""
        if not self.drawn:
            return []
        return self.stock[3:6] if who == self.dealer else self.stock[:3]

    def known_cards(self, who: int, table: second.Opinion) -> set[str]:
        """The cards that another seat is known to have been dealt or to have drawn."""
        known = set(table.named[who])
        for actor, words in self.known_actions:
            verb, *rest = words.split()
            if actor == who and verb in ("play", "marry"):
                known |= set(rest)
            if actor == who and verb == "swap":
                known.add("7" + self.turned[1])
        return known - {self.turned}

    def impossible_cards(self, who: int, trump: str | None) -> set[str]:
        """The cards that another seat cannot hold any more, by how it replied (DR-16, DR-17)."""
        never: set[str] = set()
        led: str | None = None
        for actor, words in self.known_actions:
            verb, *rest = words.split()
            if verb not in ("play", "marry"):
                continue
            if led is None:
                led = rest[0]
                continue
            card = rest[0]
            if actor == who and card[1] != led[1]:
                never |= {rank + led[1] for rank in second.RANKS}
                if card[1] != trump:
                    never |= {f"{rank}{trump}" for rank in second.RANKS}
            elif actor == who and led[1] == trump and self.match.options.must_overtrump:
                order = second.TRUMP_RANK
                if order.index(card[0]) > order.index(led[0]):
                    never |= {rank + led[1] for rank in order[: order.index(led[0])]}
            led = None
        return never

    def unnamed_values(self, table: second.Opinion) -> dict[int, list[tuple[str, int]]]:
        """The combinations of which the value is known and the cards are not: eldest's best, a dealer's "yours"."""
        eldest = 1 - self.dealer
        values = {said[1]: said[2] for said in table.said if said[0] == "value" and said[2] is not None}
        named = {said[1] for said in table.said if said[0] == "named"}
        named |= {said[2] for said in table.said if said[0] == "scored" and said[1] == eldest}
        yours = {said[1] for said in table.said if said[0] == "yours"}
        return {
            eldest: [(kind, value) for kind, value in values.items() if kind not in named],
            self.dealer: [(kind, values[kind]) for kind in yours],
        }

    # ---- another world

    def proposal(self, chance: random.Random) -> list[list[str]] | None:
        """The nine cards (six before the draw) of each seat in another world, those known in their places."""
        own = [] if self.seat < 0 else self.dealt[self.seat]
        pool = [card for card in second.CARD_ORDER if card != self.turned and card not in own]
        hands: list[list[str]] = [[], []]
        if self.seat >= 0:
            hands[self.seat] = list(own)
        taken = {card for other in self.others for card in self.must[other]}
        for other in chance.sample(self.others, len(self.others)):
            hand = set(self.must[other])
            free = [card for card in pool if card not in taken and card not in self.never[other]]
            size = 9 if self.drawn else 6
            for kind, value in self.values.get(other, []):
                hand |= set(self.combination(kind, value, {*free, *hand}, chance))
            free = [card for card in free if card not in hand]
            if not size - len(free) <= len(hand) <= size:
                return None
            hand |= set(chance.sample(free, size - len(hand)))
            taken |= hand
            hands[other] = chance.sample(sorted(hand), size)
        return hands

    def combination(self, kind: str, value: int, cards: set[str], chance: random.Random) -> list[str]:
        """The cards of a combination of this value among these cards, none if there is none."""
        if kind == "group":
            groups = [rank for rank in second.RANKS if all(rank + suit in cards for suit in "SHDC")]
            right = [rank for rank in groups if (200 if rank == "J" else 100) == value]
            return four(right, chance)
        length = {20: 3, 40: 4}.get(value, 5 if value == 50 else 6)
        runs = [
            [rank + suit for rank in second.RANKS[top : top + length]] for suit in "SHDC" for top in range(9 - length)
        ]
        return chance.choice([run for run in runs if set(run) <= cards] or [[]])

    def replayed(self, hands: list[list[str]], chance: random.Random) -> tuple[Cards, Actions] | None:
        """The cards and actions of the world with these hands; None where the seat would be told otherwise."""
        own = set(hands[0] + hands[1])
        rest = [card for card in second.CARD_ORDER if card not in own and card != self.turned]
        chance.shuffle(rest)
        eldest = 1 - self.dealer
        stock = [*hands[eldest][6:], *hands[self.dealer][6:], *rest]
        six = [hand[:6] for hand in hands]
        table = self.table(six, stock)
        actions: Actions = []
        for place, (who, words) in enumerate(self.known_actions):
            if words == "done" and who in self.others:
                actions += self.announced(table, who, chance)
            if table.why_not(f"{who} {words}") is not None:
                return None
            table.play(f"{who} {words}")
            actions.append((who, words))
            if self.key(table) != self.keys[place]:
                return None
        if self.open_phase == "announce" and self.to_move in self.others:
            actions += self.announced(table, self.to_move, chance)
        first, second_hand = (tuple(cards_of(" ".join(hand))) for hand in six)
        dealt = Cards((first, second_hand), turn_up=cards_of(self.turned)[0], stock=tuple(cards_of(" ".join(stock))))
        return dealt, actions

    def announced(self, table: second.Opinion, who: int, chance: random.Random) -> Actions:
        """Some or all or none of what a seat may announce, already said to the second opinion."""
        found = [(who, f"announce {' '.join(cards)}") for cards in combinations(table.hands[who])
                 if table.why_not(f"{who} announce {' '.join(cards)}") is None]  # fmt: skip
        if chance.random() < 0.3:
            found = [action for action in found if chance.random() < 0.5]
        found = sorted_announcements(found, self.seat)
        for _, words in found:
            table.play(f"{who} {words}")
        return found


def four(ranks: list[str], chance: random.Random) -> list[str]:
    """The four cards of one of these ranks, none if there is none."""
    if not ranks:
        return []
    rank = chance.choice(ranks)
    return [rank + suit for suit in "SHDC"]


def sorted_announcements(actions: Actions, seat: int) -> Actions:
    """The same actions, the announcements of all but this seat in the order S H D C.

    Of two equal sequences of one seat the second opinion takes the first announced for the best, the rules the first
    by suit.
    """
    ordered: Actions = []
    batch: Actions = []
    for action in [*actions, (-1, "")]:
        if batch and not (action[1].startswith("announce") and action[0] == batch[0][0]):
            ordered += batch if batch[0][0] == seat else sorted(batch, key=by_suit)
            batch = []
        if action[1].startswith("announce"):
            batch.append(action)
        elif action[0] >= 0:
            ordered.append(action)
    return ordered


def by_suit(action: tuple[int, str]) -> int:
    """The place of an announcement among those of one seat."""
    return "SHDC".index(action[1][-1])


def combinations(hand: list[str]) -> list[list[str]]:
    """The groups and runs of a hand."""
    groups = [[rank + suit for suit in "SHDC"] for rank in second.RANKS]
    runs = [run for suit in "SHDC" for run in second.runs_of(hand, suit) if len(run) > 2]
    return [group for group in groups if set(group) <= set(hand)] + runs
