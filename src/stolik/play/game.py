"""What a game has to say of itself, so that match, records, bots and table need know no game by name."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from stolik.cards import IN_ORDER, cards_of, cards_text
from stolik.play.events import Event
from stolik.play.options import Options, Value
from stolik.play.refusal import BadCards, IllegalAction, NotAnAction, Refusal
from stolik.play.show import Saying, Shown
from stolik.play.state import State
from stolik.play.view import View


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a deal as they lie before the first action, each a tuple of card codes.

    ``hands`` by seat; ``turn_up`` None in games without; ``stock`` and ``talon`` top first.
    """

    hands: tuple[tuple[int, ...], ...]
    turn_up: int | None = None
    stock: tuple[int, ...] = ()
    talon: tuple[int, ...] = ()

    def all(self) -> list[int]:
        """Every card of the deal."""
        turned = [] if self.turn_up is None else [self.turn_up]
        return [card for hand in self.hands for card in hand] + turned + list(self.stock) + list(self.talon)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a match stands between two deals.

    ``bank`` is what lies in the bank in a game that has one; ``deals`` how many deals are settled.
    """

    totals: tuple[int, ...]
    bank: int = 0
    deals: int = 0


@dataclass(frozen=True, slots=True)
class Verb:
    """A word that begins an action, the phases it belongs to and what follows it.

    ``takes``: "" nothing, "card" one card, "cards" one or more, "suit" a suit letter, "number" a whole number.
    """

    phases: tuple[str, ...]
    takes: str = ""


@dataclass(frozen=True, slots=True)
class Spoken:
    """An action as it was said: its verb and what followed, not yet held against the rules."""

    verb: str
    cards: tuple[int, ...] = ()
    suit: int | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the rules: id, mark (T the source text, R a relative, D a decision), texts by language."""

    id: str
    mark: str
    options: tuple[str, ...]
    titles: Mapping[str, str]
    texts: Mapping[str, str]


class Game(ABC):
    """One game: its options, its actions in words, who is told what, and how its match goes."""

    id: ClassVar[str]
    players: ClassVar[tuple[int, ...]]
    options: ClassVar[type[Options]]
    presets: ClassVar[Mapping[str, Mapping[str, Value]]]
    verbs: ClassVar[Mapping[str, Verb]]
    phase_clauses: ClassVar[Mapping[str, str]]  # phase -> the clause that governs it, in the order of the phases
    card_keys: ClassVar[tuple[str, ...]]  # which of hands, turn_up, stock, talon a record gives, hands first
    has_bank: ClassVar[bool] = False

    # ---- cards

    @abstractmethod
    def pack(self, options: Any) -> list[int]:
        """All the cards in order (``record.md``: suits S H D C, ranks from the ace down, pack after pack)."""

    @abstractmethod
    def deal_out(self, options: Any, players: int, dealer: int, order: Sequence[int]) -> Cards:
        """Deal a shuffled pack, its top card first."""

    @abstractmethod
    def new_deal(self, options: Any, players: int, dealer: int, cards: Cards, standing: Standing) -> State:
        """A deal with these cards, ready for its first action."""

    @abstractmethod
    def load(self, options: Any, words: list[int]) -> State:
        """The deal that ``State.to_words`` wrote down."""

    def check_cards(self, options: Any, players: int, dealer: int, cards: Cards) -> None:
        """See that the cards are a deal of this game.

        Raises:
            BadCards: they are not exactly the pack, or a hand has not the cards it is dealt.
        """
        rows = (*cards.hands, cards.stock, cards.talon) if has_hands(cards) else (None,)
        if not all(isinstance(row, tuple | list) for row in rows):
            raise BadCards("the cards of a deal are Cards: hands, turn_up, stock and talon, rows of card codes")
        pack = self.pack(options)
        model = self.deal_out(options, players, dealer, pack)
        if len(cards.hands) != players:
            raise BadCards(f"hands has {len(cards.hands)} entries: one for each of {players} seats is wanted")
        for seat, (hand, right) in enumerate(zip(cards.hands, model.hands, strict=True)):
            if len(hand) != len(right):
                raise BadCards(f"the hand of seat {seat} has {len(hand)} cards: {len(right)} are dealt to it")
        for key in ("stock", "talon"):
            given, right = getattr(cards, key), getattr(model, key)
            if len(given) != len(right):
                raise BadCards(f"the {key} has {len(given)} cards: {len(right)} are wanted")
        if (cards.turn_up is None) != (model.turn_up is None):
            raise BadCards("turn_up, the card turned up, is missing")
        left = list(pack)
        for card in cards.all():
            if card not in left:
                many = "stands once too often" if card in pack else "is not in the pack of this game"
                raise BadCards(f"{cards_text([card]) if card in IN_ORDER else repr(card)} {many}")
            left.remove(card)

    # ---- actions

    def parse(self, options: Any, text: str) -> Spoken:
        """Read an action's text, without holding it against the rules.

        Raises:
            NotAnAction: an unknown word, suit or card, or not what must follow the word.
        """
        if not isinstance(text, str):
            raise NotAnAction(f"{text!r} is no action: an action is a text")
        word, *rest = text.split() or [""]
        verb = self.verbs.get(word)
        if verb is None:
            raise NotAnAction(f"{text!r} is no action: it begins with one of {', '.join(self.verbs)}")
        wrong = NotAnAction(f"{text!r} is no action: after {word} comes {WANTED[verb.takes]}")
        match verb.takes:
            case "" if not rest:
                return Spoken(word)
            case "card" | "cards" if rest and (verb.takes == "cards" or len(rest) == 1):
                return Spoken(word, cards=tuple(self.read_cards(options, rest)))
            case "suit" if len(rest) == 1 and rest[0] in ("S", "H", "D", "C"):
                return Spoken(word, suit="SHDC".index(rest[0]))
            case "number" if len(rest) == 1 and rest[0].isascii() and rest[0].isdigit() and len(rest[0]) < 7:
                return Spoken(word, number=int(rest[0]))
        raise wrong

    def read_cards(self, options: Any, words: Sequence[str]) -> list[int]:
        """The cards these words name.

        Raises:
            NotAnAction: one of them names no card of this game's pack.
        """
        try:
            cards = cards_of(" ".join(words))
        except ValueError as error:
            raise NotAnAction(str(error)) from None
        pack = self.pack(options)
        for card in cards:
            if card not in pack:
                raise NotAnAction(f"{cards_text([card])} is not in the pack of this game")
        return cards

    def read(self, state: State, options: Any, seat: int, text: str) -> int:
        """The action that a seat says, held against the rules.

        Raises:
            NotAnAction: the text is no action of the game.
            IllegalAction: the rules forbid it now; it carries the ``Refusal``.
        """
        spoken = self.parse(options, text)
        phase = self.phases[state.phase]
        clause = self.phase_clauses[phase]
        refusal = None
        if seat != state.to_move:
            refusal = Refusal(clause, "not_your_turn", {"seat": int(state.to_move)})
        elif phase not in self.verbs[spoken.verb].phases:
            refusal = Refusal(clause, "wrong_phase", {"phase": phase})
        else:
            held = self.held(state, int(state.to_move))
            for card in spoken.cards:
                if card not in held:
                    refusal = Refusal(clause, "card_not_held", {"card": card})
                    break
                held.remove(card)
        action = refusal or self.decide(state, spoken)
        if isinstance(action, Refusal):
            raise IllegalAction(f"{seat} {text}", action)
        return action

    @property
    def phases(self) -> tuple[str, ...]:
        """The phases by the number that a state gives them."""
        return tuple(self.phase_clauses)

    @abstractmethod
    def held(self, state: Any, seat: int) -> list[int]:
        """The cards a seat holds."""

    @abstractmethod
    def decide(self, state: Any, spoken: Spoken) -> int | Refusal:
        """The action of the seat to move, said in its own phase with cards it holds; or why it is not allowed."""

    @abstractmethod
    def text(self, action: int) -> str:
        """The words of an action, as a record writes it."""

    # ---- who is told what

    @abstractmethod
    def tell(self, event: Event, seat: int) -> Event | None:
        """What a seat (or ``WATCHER``) is told of an event: the event, less of it, or nothing."""

    @abstractmethod
    def new_view(self, **facts: Any) -> View:
        """An empty view of this game."""

    # ---- what is shown

    @abstractmethod
    def show(self, view: View) -> Shown:
        """What a page or a terminal shows of a view."""

    @abstractmethod
    def describe(self, event: Event, view: View) -> Saying | None:
        """An event in words, as the owner of the view would hear it; None for one that needs no words."""

    # ---- the match

    def opening(self, options: Any, players: int) -> Standing:
        """How a match stands before its first deal."""
        return Standing((0,) * players)

    def next_dealer(self, players: int, dealer: int) -> int:
        """Who deals after this dealer: the player on the left."""
        return (dealer + 1) % players

    def after(self, options: Any, standing: Standing, state: State) -> Standing:
        """How the match stands after a deal that is over."""
        totals = tuple(had + got for had, got in zip(standing.totals, state.scores(), strict=True))
        return Standing(totals, standing.bank, standing.deals + 1)

    @abstractmethod
    def winners(self, options: Any, standing: Standing, last: State) -> list[int] | None:
        """The seats that have won after this last deal, None when another deal is played."""


def has_hands(cards: object) -> bool:
    """Whether these are the cards of a deal, with hands to look at."""
    return isinstance(cards, Cards) and isinstance(cards.hands, tuple | list)


WANTED = {
    "": "nothing",
    "card": "one card, as QH",
    "cards": "one or more cards, as QH JH TH",
    "suit": "a suit: S, H, D or C",
    "number": "a number",
}
