"""Dorożka a second time: slow, naive, from the clauses alone, to cross-check the engine.

Cards are plain texts ("QH"), a hand is a list of them, an action is the text of a record ("0 play QH").
Nothing here is taken from the engine, so that the two can only agree by both being right.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

# Codes and card order: by rank A K Q J T 9 ... 2, inside a rank S H D C.
RANKS = "AKQJT987"
SUITS = "SHDC"
CARD_ORDER = [rank + suit for rank in RANKS for suit in SUITS]

# DR-1: both orders, high to low.
TRUMP_RANK = "J9ATKQ87"
PLAIN_RANK = "ATKQJ987"

# DR-2: values; an ace is worth what the option says.
TRUMP_VALUE = {"J": 20, "9": 14, "T": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_VALUE = {"T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}

# DR-10: groups by seniority. DR-11: the one order of a sequence, also in trump.
GROUP_RANK = "J9ATKQ87"
SEQUENCE_RANK = "AKQJT987"

# Each phase: the clause that rules it, and the action words that belong to it.
PHASES = {
    "accept": ("DR-4", ("accept", "pass")),
    "name": ("DR-5", ("trump", "pass")),
    "announce": ("DR-9", ("swap", "announce", "done")),
    "play": ("DR-16", ("play", "marry")),
}

PRESETS: dict[str, dict[str, object]] = {
    "default": {
        "ace": 10,
        "seven_exchange": "off",
        "low_groups": True,
        "long_sequence": 50,
        "equal_sequences": "eldest",
        "must_overtrump": False,
        "lost_points": "vanish",
        "equal": "maker_loses",
        "target": 500,
    },
}
PRESETS["classic"] = PRESETS["default"] | {
    "ace": 11,
    "seven_exchange": "any",
    "must_overtrump": True,
    "lost_points": "opponent",
}


def in_card_order(cards: Iterable[str]) -> list[str]:
    """The same cards as a record writes them."""
    return sorted(cards, key=CARD_ORDER.index)


class Opinion:
    """One deal of Dorożka, played naively from card texts."""

    def __init__(
        self, options: dict[str, object], dealer: int, hands: list[list[str]], turn_up: str, stock: list[str]
    ) -> None:
        assert set(options) == set(PRESETS["default"])
        # DR-3: six cards each, one turned up, nineteen left; together exactly the pack.
        assert [len(hand) for hand in [*hands, stock]] == [6, 6, 19]
        assert sorted([*hands[0], *hands[1], turn_up, *stock]) == sorted(CARD_ORDER)
        self.options = options
        self.dealer = dealer
        self.eldest = 1 - dealer
        self.hands = [in_card_order(hand) for hand in hands]
        self.turn_up = turn_up  # the card in sight; the trump 7 after a swap (DR-8)
        self.turned_suit = turn_up[1]
        self.stock = list(stock)
        self.phase: str | None = "accept"
        self.to_move: int | None = self.eldest  # DR-4
        self.trump: str | None = None
        self.maker: int | None = None
        self.announced: list[list[list[str]]] = [[], []]  # by seat, combinations in the order announced
        self.trick: list[tuple[int, str]] = []
        self.lines: list[tuple[int, int, str]] = []
        self.scores: list[int] | None = None
        self.said: list[tuple[Any, ...]] = []  # said aloud, so heard by both
        self.named: list[list[str]] = [[], []]  # by seat, the cards of that seat the other was told by name

    # ---- what may be done -------------------------------------------------------------------------------

    def legal(self) -> list[str]:
        """Every legal action as a record writes it, sorted as text."""
        if self.phase is None:
            return []
        return sorted(text for text in self._every_text() if self.why_not(text) is None)

    def why_not(self, text: str) -> str | None:
        """The clause that forbids an action, None when it is legal."""
        return next(iter(self.objections(text)), None)

    def objections(self, text: str) -> list[str]:
        """Every clause that can be held against an action, the most binding first."""
        seat, word, rest = read(text)
        assert self.phase is not None, f"{text}: the deal is over"
        present, words = PHASES[self.phase]
        cards = [] if word == "trump" else rest
        # Out of turn, out of phase, or with a card that is not in the hand: the present phase forbids it.
        if seat != self.to_move or word not in words:
            return [present]
        if any(cards.count(card) > self.hands[seat].count(card) for card in cards):
            return [present]
        if word == "trump" and rest[0] == self.turned_suit:
            return ["DR-5"]  # the turned suit may not be named
        if word == "swap" and not self._may_swap(seat):
            return ["DR-8"]
        if word == "announce":
            return self._against_combination(seat, cards)
        if word == "play":
            return self._against_card(seat, cards[0])
        if word == "marry":
            return self._against_card(seat, cards[0]) + self._against_marriage(seat, cards[0])
        return []  # pass, accept, done, and what was found in order above

    def _may_swap(self, seat: int) -> bool:
        # DR-8: the turned suit became trump, the trump 7 is in the hand, nothing is announced yet.
        return (
            (
                self.options["seven_exchange"] == "any"
                or (self.options["seven_exchange"] == "maker" and seat == self.maker)
            )
            and self.trump == self.turned_suit
            and "7" + self.turned_suit in self.hands[seat]
            and self.announced[seat] == []
        )

    def _against_combination(self, seat: int, cards: list[str]) -> list[str]:
        if any(same_cards(cards, before) for before in self.announced[seat]):
            return ["DR-9"]  # once is enough
        ranks = {card[0] for card in cards}
        suits = {card[1] for card in cards}
        if len(cards) > 1 and len(ranks) == 1:
            # DR-10: four of one rank; 8s and 7s only if low groups count.
            low = ranks <= {"8", "7"} and not self.options["low_groups"]
            return [] if len(cards) == 4 and not low else ["DR-10"]
        if len(cards) > 1 and len(suits) == 1:
            # DR-11: three or more adjacent cards of one suit, the whole run, neither split nor shortened.
            runs = runs_of(self.hands[seat], suits.pop())
            return [] if any(same_cards(cards, run) for run in runs if len(run) >= 3) else ["DR-11"]
        return ["DR-9", "DR-10", "DR-11"]  # nothing like a combination

    def _against_card(self, seat: int, card: str) -> list[str]:
        if not self.trick:
            return []  # the leader plays anything
        hand = self.hands[seat]
        led = self.trick[0][1]
        if any(held[1] == led[1] for held in hand):
            # DR-16: follow suit.
            if card[1] != led[1]:
                return ["DR-16"]
            # DR-17: on a trump lead a higher trump, if there is one and the option asks for it.
            higher = [held for held in hand if held[1] == led[1] and self._beats(held, led)]
            if self.options["must_overtrump"] and led[1] == self.trump and higher and card not in higher:
                return ["DR-17"]
            return []
        # DR-16: no card of the suit, so a trump; no trump either, so anything.
        if any(held[1] == self.trump for held in hand) and card[1] != self.trump:
            return ["DR-16"]
        return []

    def _against_marriage(self, seat: int, card: str) -> list[str]:
        # DR-15: king or queen of trump is played, the other is still in the hand.
        assert self.trump is not None
        pair = ["K" + self.trump, "Q" + self.trump]
        return [] if card in pair and all(one in self.hands[seat] for one in pair) else ["DR-15"]

    def _every_text(self) -> Iterator[str]:
        """Every action anybody could write down in card order, sensible or not."""
        for seat in (0, 1):
            for word in ("pass", "accept", "swap", "done"):
                yield f"{seat} {word}"
            for suit in SUITS:
                yield f"{seat} trump {suit}"
            for card in CARD_ORDER:
                yield f"{seat} play {card}"
                yield f"{seat} marry {card}"
            for rank in RANKS:
                yield f"{seat} announce {' '.join(rank + suit for suit in SUITS)}"
            for suit in SUITS:
                for first in range(len(SEQUENCE_RANK)):
                    for last in range(first + 2, len(SEQUENCE_RANK)):
                        run = [rank + suit for rank in SEQUENCE_RANK[first : last + 1]]
                        yield f"{seat} announce {' '.join(run)}"

    # ---- what happens -----------------------------------------------------------------------------------

    def play(self, text: str) -> None:
        """One action happens."""
        assert self.why_not(text) is None, f"{text}: {self.why_not(text)}"
        seat, word, cards = read(text)
        match word:
            case "pass":
                self._pass(seat)
            case "accept":
                self._trump_is_made(seat, self.turned_suit)
            case "trump":
                self._trump_is_made(seat, cards[0])
            case "swap":
                self._swap(seat)
            case "announce":
                self.announced[seat].append(in_card_order(cards))
            case "done":
                self._done(seat)
            case "play":
                self._card(seat, cards[0])
            case "marry":
                # DR-15: 20 in playing the first of the two; the other is now known to lie in the hand.
                self.lines.append((seat, 20, "DR-15"))
                self.named[seat] += ["K" + cards[0][1], "Q" + cards[0][1]]
                self._card(seat, cards[0])

    def _pass(self, seat: int) -> None:
        if seat == self.eldest:
            self.to_move = self.dealer  # DR-4, DR-5: then the dealer likewise
        elif self.phase == "accept":
            self.phase, self.to_move = "name", self.eldest  # DR-5
        else:
            self.phase, self.to_move = None, None  # DR-6: thrown in, nobody scores
            self.scores = [0, 0]

    def _trump_is_made(self, seat: int, suit: str) -> None:
        # DR-7: the maker is found; eldest takes the top three of the stock, the dealer the next three.
        self.maker, self.trump = seat, suit
        for drawer in (self.eldest, self.dealer):
            self.hands[drawer] = in_card_order(self.hands[drawer] + self.stock[:3])
            self.stock = self.stock[3:]
        self.phase, self.to_move = "announce", self.eldest  # DR-9

    def _swap(self, seat: int) -> None:
        # DR-8: the 7 lies in sight in the place of the turned card; the card taken was in sight of both.
        seven = "7" + self.turned_suit
        self.named[seat].append(self.turn_up)
        self.hands[seat] = in_card_order([c for c in self.hands[seat] if c != seven] + [self.turn_up])
        self.turn_up = seven

    def _done(self, seat: int) -> None:
        if seat == self.eldest:
            # DR-14: the dealer is told what eldest's best are worth, or that there is none.
            for kind in ("group", "sequence"):
                best = self._best(seat, kind)
                self.said.append(("value", kind, self._worth(best) if best else None))
            self.to_move = self.dealer
            return
        for kind in ("group", "sequence"):
            self._compare_aloud(kind)
        for kind in ("group", "sequence"):
            self._score_combinations(kind)
        self.phase, self.to_move = "play", self.eldest  # DR-16

    def _compare_aloud(self, kind: str) -> None:
        # DR-14: the dealer is silent without a combination of at least the value named, else asks how high.
        eldests, dealers = self._best(self.eldest, kind), self._best(self.dealer, kind)
        if dealers is None or (eldests is not None and self._worth(dealers) < self._worth(eldests)):
            return
        self.said.append(("how high", kind))
        if eldests is not None:
            self.said.append(("named", kind, eldests))
            self.named[self.eldest] += eldests
        if eldests is None or self._seniority(dealers) > self._seniority(eldests):
            self.said.append(("better", kind, dealers))
            self.named[self.dealer] += dealers
        else:
            self.said.append(("yours", kind))

    def _score_combinations(self, kind: str) -> None:
        # DR-12: the senior one carries all of that seat's, the other scores none; shown to both (DR-14).
        winner = self._winner_of(kind)
        if winner is None:
            return
        for cards in self._of_kind(winner, kind):
            self.lines.append((winner, self._worth(cards), "DR-10" if kind == "group" else "DR-11"))
            self.said.append(("scored", winner, kind, cards, self._worth(cards)))
            self.named[winner] += cards

    def _winner_of(self, kind: str) -> int | None:
        eldests, dealers = self._best(self.eldest, kind), self._best(self.dealer, kind)
        if eldests is None and dealers is None:
            return None
        if dealers is None:
            return self.eldest
        if eldests is None or self._seniority(dealers) > self._seniority(eldests):
            return self.dealer
        if self._seniority(dealers) < self._seniority(eldests):
            return self.eldest
        # DR-13: equal to the last (only sequences can be): eldest's, or nobody's.
        return self.eldest if self.options["equal_sequences"] == "eldest" else None

    def _of_kind(self, seat: int, kind: str) -> list[list[str]]:
        return [cards for cards in self.announced[seat] if kind_of(cards) == kind]

    def _best(self, seat: int, kind: str) -> list[str] | None:
        # Of one seat's equals the one announced first (max keeps the first).
        return max(self._of_kind(seat, kind), key=self._seniority, default=None)

    def _worth(self, cards: list[str]) -> int:
        if kind_of(cards) == "group":
            return 200 if cards[0][0] == "J" else 100  # DR-10
        if len(cards) >= 6:
            worth = self.options["long_sequence"]  # DR-11
            assert isinstance(worth, int)
            return worth
        return {3: 20, 4: 40, 5: 50}[len(cards)]  # DR-11

    def _seniority(self, cards: list[str]) -> tuple[int, ...]:
        """Bigger is senior; only ever compared within groups or within sequences."""
        if kind_of(cards) == "group":
            return (-GROUP_RANK.index(cards[0][0]),)  # DR-10
        # DR-13: length, then the top card, then trump.
        top = min(SEQUENCE_RANK.index(card[0]) for card in cards)
        return (len(cards), -top, int(cards[0][1] == self.trump))

    def _card(self, seat: int, card: str) -> None:
        self.hands[seat] = [held for held in self.hands[seat] if held != card]
        self.trick.append((seat, card))
        if len(self.trick) == 1:
            self.to_move = 1 - seat
            return
        # DR-16: the trick is taken by the reply if it beats the lead, and its winner leads next.
        (leader, led), (other, reply) = self.trick
        winner = other if self._beats(reply, led) else leader
        worth = self._value(led) + self._value(reply)
        if worth:
            self.lines.append((winner, worth, "DR-2"))
        self.trick = []
        self.to_move = winner
        if self.hands == [[], []]:
            self.lines.append((winner, 10, "DR-18"))  # DR-18: the last trick
            self._settle()

    def _beats(self, reply: str, led: str) -> bool:
        # DR-16: the highest trump, else the highest card of the suit led; DR-1 for what is high.
        if reply[1] == led[1]:
            order = TRUMP_RANK if led[1] == self.trump else PLAIN_RANK
            return order.index(reply[0]) < order.index(led[0])
        return reply[1] == self.trump

    def _value(self, card: str) -> int:
        if card[0] == "A":
            ace = self.options["ace"]
            assert isinstance(ace, int)
            return ace
        return (TRUMP_VALUE if card[1] == self.trump else PLAIN_VALUE)[card[0]]  # DR-2

    def _settle(self) -> None:
        assert self.maker is not None
        maker, opponent = self.maker, 1 - self.maker
        totals = self.points()  # DR-19: card points, combinations, marriage, last trick
        if totals[maker] > totals[opponent]:
            lost = None  # DR-19: both write down their own
        elif totals[maker] < totals[opponent]:
            lost = "DR-20"
        else:
            lost = None if self.options["equal"] == "both_score" else "DR-21"
        if lost and totals[maker]:
            self.lines.append((maker, -totals[maker], lost))
            if self.options["lost_points"] == "opponent":
                self.lines.append((opponent, totals[maker], lost))
        self.scores = self.points()
        self.phase, self.to_move = None, None

    # ---- what can be asked ------------------------------------------------------------------------------

    def points(self) -> list[int]:
        """By seat, what has been scored so far in this deal."""
        return [sum(points for who, points, _ in self.lines if who == seat) for seat in (0, 1)]

    def knows(self, seat: int) -> dict[str, Any]:
        """What a seat has been told of so far: its own cards, the other's by name, the words spoken."""
        other = 1 - seat
        return {
            "hand": in_card_order(self.hands[seat]),
            "other": [card for card in in_card_order(self.hands[other]) if card in self.named[other]],
            "said": list(self.said),
        }


def read(text: str) -> tuple[int, str, list[str]]:
    """Seat, word and the cards (or the suit) of a well-formed action."""
    seat, word, *rest = text.split(" ")
    assert seat in ("0", "1"), text
    if word in ("pass", "accept", "swap", "done"):
        assert rest == [], text
    elif word == "trump":
        assert len(rest) == 1, text
        assert rest[0] in tuple(SUITS), text
    else:
        assert word in ("announce", "play", "marry"), text
        assert all(card in CARD_ORDER for card in rest), text
        assert len(rest) >= 1 if word == "announce" else len(rest) == 1, text
    return int(seat), word, rest


def same_cards(some: list[str], others: list[str]) -> bool:
    """The same cards, in whatever order."""
    return sorted(some) == sorted(others)


def kind_of(cards: list[str]) -> str:
    """Four of one rank are a group, cards of one suit a sequence."""
    return "group" if len({card[0] for card in cards}) == 1 else "sequence"


def runs_of(hand: list[str], suit: str) -> list[list[str]]:
    """The cards of a suit, cut wherever a card between is missing (DR-11)."""
    runs: list[list[str]] = [[]]
    for rank in SEQUENCE_RANK:
        if rank + suit in hand:
            runs[-1].append(rank + suit)
        else:
            runs.append([])
    return [run for run in runs if run]


# ---- from deal to deal, from seed to cards -----------------------------------------------------------------


def next_dealer(dealer: int) -> int:
    """DR-3, DR-6: every deal, also one thrown in, is followed by a deal of the other player."""
    return 1 - dealer


def winners(totals: list[int], options: dict[str, object]) -> list[int] | None:
    """DR-22: with the target in anybody's writing the higher total wins; equal totals play on."""
    target = options["target"]
    assert isinstance(target, int)
    if max(totals) < target or totals[0] == totals[1]:
        return None
    return [totals.index(max(totals))]


def shuffled(seed_hex: str) -> list[str]:
    """The whole pack as a seed shuffles it, the top first."""
    seed = bytes.fromhex(seed_hex)
    assert len(seed) == 32

    def all_words() -> Iterator[int]:
        block = 0
        while True:
            digest = hashlib.sha256(seed + block.to_bytes(4, "big")).digest()
            for start in range(0, 32, 4):
                yield int.from_bytes(digest[start : start + 4], "big")
            block += 1

    words = all_words()

    def below(n: int) -> int:
        word = next(words)
        while word >= 2**32 // n * n:
            word = next(words)
        return word % n

    pack = [rank + suit for suit in SUITS for rank in RANKS]
    for i in range(len(pack) - 1, 0, -1):
        j = below(i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def dealt(seed_hex: str, dealer: int) -> tuple[list[list[str]], str, list[str]]:
    """Hands by seat, the turned card and the stock: one packet of six each, eldest first (DR-3)."""
    pack = shuffled(seed_hex)
    hands: list[list[str]] = [[], []]
    hands[1 - dealer] = pack[:6]
    hands[dealer] = pack[6:12]
    return hands, pack[12], pack[13:]


# ---- a whole record ----------------------------------------------------------------------------------------


def options_of(record: dict[str, Any]) -> dict[str, object]:
    """Every option with its value: the preset, and what the record says differently."""
    different: dict[str, object] = record.get("options", {})
    return PRESETS[record.get("preset", "default")] | different


def opened(deal: dict[str, Any], options: dict[str, object]) -> Opinion:
    """A deal of a record before its first action."""
    if "hands" in deal:
        hands = [hand.split() for hand in deal["hands"]]
        return Opinion(options, deal["dealer"], hands, deal["turn_up"], deal["stock"].split())
    return Opinion(options, deal["dealer"], *dealt(deal["seed"], deal["dealer"]))


def replay(record: dict[str, Any]) -> dict[str, Any]:
    """A parsed record played to where it stops; an assertion fails where it breaks the rules."""
    assert record["game"] == "dorozka"
    options = options_of(record)
    totals = [0, 0]
    deals: list[dict[str, Any]] = []
    table: Opinion | None = None
    for deal in record.get("deal", []):
        assert winners(totals, options) is None, "the match is over"
        if table is not None:
            assert table.scores is not None, "the deal before is not finished"
            assert deal["dealer"] == next_dealer(table.dealer), "DR-3: the other player deals"
        table = opened(deal, options)
        for text in deal.get("actions", []):
            table.play(text)
        if table.scores is not None:
            totals = [total + score for total, score in zip(totals, table.scores, strict=True)]
        deals.append(
            {
                "dealer": table.dealer,
                "settled": table.scores is not None,
                "scores": table.scores,
                "lines": list(table.lines),
            }
        )
    won = winners(totals, options)
    return {
        "game": "dorozka",
        "options": options,
        "deals": deals,
        "totals": totals,
        "winners": won,
        "now": None if won else standing(table),
    }


def standing(table: Opinion | None) -> dict[str, Any]:
    """The deal in progress, or that the match stands between two deals."""
    if table is None or table.phase is None:
        return {"phase": "between"}
    return {
        "phase": table.phase,
        "to_move": table.to_move,
        "trump": table.trump,
        "legal": table.legal(),
        "hands": [" ".join(hand) for hand in table.hands],
        "points": table.points(),
    }
