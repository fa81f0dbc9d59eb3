"""Dorożka at the table: its cards dealt, its actions in words, and who is told what."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from stolik.cards import (
    BIT,
    KING,
    QUEEN,
    RANK_MASK,
    SEVEN,
    SUIT_MASK,
    cards_in,
    cards_text,
    count,
    lowest,
    mask_of,
    pack_of,
)
from stolik.games.dorozka import rules
from stolik.games.dorozka.events import (
    AnnouncingDone,
    BestNamed,
    BetterNamed,
    CombinationAnnounced,
    HowHighAsked,
    MakerLost,
    MarriageAnnounced,
    Passed,
    SevenSwapped,
    ThrownIn,
    TrumpAccepted,
    TrumpNamed,
    ValueSaid,
    YoursSaid,
)
from stolik.games.dorozka.options import PRESETS, DorozkaOptions
from stolik.games.dorozka.show import describe, show
from stolik.games.dorozka.view import DorozkaView
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
from stolik.play.game import Cards, Game, Spoken, Standing, Verb
from stolik.play.refusal import Refusal
from stolik.play.show import Saying, Shown
from stolik.play.state import State
from stolik.play.view import View, hidden

# Said aloud, done openly or plain for all to see: told to both players and to who watches.
PUBLIC = (
    CardTurned, TurnPassed, Passed, TrumpAccepted, TrumpNamed, TrumpFixed, ThrownIn, SevenSwapped, AnnouncingDone,
    ValueSaid, HowHighAsked, BestNamed, YoursSaid, BetterNamed, CardsShown, Scored, MarriageAnnounced, CardPlayed,
    TrickWon, MakerLost, DealSettled,
)  # fmt: skip

EXCHANGE = {"off": 0, "any": 1, "maker": 2}


@cache
def agreed(options: DorozkaOptions) -> rules.Agreed:
    """The options as the rules read them."""
    return rules.Agreed(
        ace=options.ace,
        seven_exchange=EXCHANGE[options.seven_exchange],
        low_groups=options.low_groups,
        long_sequence=options.long_sequence,
        equal_sequences_neither=options.equal_sequences == "neither",
        must_overtrump=options.must_overtrump,
        lost_to_opponent=options.lost_points == "opponent",
        equal_both_score=options.equal == "both_score",
    )


class Dorozka(Game):
    """Two-hand Belotte as the clauses DR-1 to DR-22 settle it."""

    id = "dorozka"
    players = (2,)
    options = DorozkaOptions
    presets = PRESETS
    phase_clauses: ClassVar[Mapping[str, str]] = {"accept": "DR-4", "name": "DR-5", "announce": "DR-9", "play": "DR-16"}
    card_keys = ("hands", "turn_up", "stock")
    verbs: ClassVar[Mapping[str, Verb]] = {
        "pass": Verb(("accept", "name")),
        "accept": Verb(("accept",)),
        "trump": Verb(("name",), "suit"),
        "swap": Verb(("announce",)),
        "announce": Verb(("announce",), "cards"),
        "done": Verb(("announce",)),
        "play": Verb(("play",), "card"),
        "marry": Verb(("play",), "card"),
    }

    # ---- cards

    def pack(self, options: DorozkaOptions) -> list[int]:
        """32 cards, A K Q J T 9 8 7 in each suit."""
        return pack_of("AKQJT987")

    def deal_out(self, options: DorozkaOptions, players: int, dealer: int, order: Sequence[int]) -> Cards:
        """Six cards each in one packet, eldest first; the next is turned up, the rest is the stock (DR-3)."""
        packets = {1 - dealer: tuple(order[:6]), dealer: tuple(order[6:12])}
        return Cards((packets[0], packets[1]), turn_up=order[12], stock=tuple(order[13:]))

    def new_deal(
        self, options: DorozkaOptions, players: int, dealer: int, cards: Cards, standing: Standing
    ) -> rules.Deal:
        """A deal with these cards, ready to begin."""
        assert cards.turn_up is not None
        first, second = mask_of(cards.hands[0]), mask_of(cards.hands[1])
        return rules.dealt(agreed(options), dealer, first, second, cards.turn_up, list(cards.stock))

    def load(self, options: DorozkaOptions, words: list[int]) -> rules.Deal:
        """The deal that ``to_words`` wrote down."""
        return rules.from_words(agreed(options), words)

    # ---- actions

    def held(self, state: rules.Deal, seat: int) -> list[int]:
        """The cards a seat holds."""
        return cards_in(state.hands[seat])

    def decide(self, state: rules.Deal, spoken: Spoken) -> int | Refusal:
        """The action said, or the clause that forbids it."""
        match spoken.verb:
            case "pass":
                return rules.PASS
            case "accept":
                return rules.TAKE
            case "done":
                return rules.DONE
            case "trump":
                return self._trump(state, spoken.suit)
            case "swap":
                return why_no_swap(state) or rules.SWAP
            case "announce":
                return self._combination(state, spoken.cards)
            case "play":
                return why_not_play(state, spoken.cards[0]) or spoken.cards[0]
            case _:
                card = spoken.cards[0]
                return why_not_play(state, card) or why_no_marriage(state, card) or rules.MARRY + card

    def _trump(self, state: rules.Deal, suit: int | None) -> int | Refusal:
        """The turned suit may not be named, any other may (DR-5)."""
        assert suit is not None
        if suit == state.turned_suit:
            return Refusal("DR-5", "turned_suit_may_not_be_named", {"suit": suit})
        return rules.TRUMP + suit

    def _combination(self, state: rules.Deal, cards: tuple[int, ...]) -> int | Refusal:
        """A group or a whole sequence that has not been announced (DR-9 to DR-11)."""
        ranks, suits = {card & 15 for card in cards}, {card >> 4 for card in cards}
        if len(ranks) == 1 and len(cards) > 1:
            rank = cards[0] & 15
            if len(cards) < 4:
                return Refusal("DR-10", "group_needs_four")
            if not rules.groups_in(mask_of(cards), low_groups=state.agreed.low_groups):
                return Refusal("DR-10", "low_groups_off")
            if state.groups[state.to_move] & BIT[rank]:
                return Refusal("DR-9", "announced_already")
            return rules.GROUP + rank
        if len(suits) == 1:
            return self._sequence(state, mask_of(cards))
        return Refusal("DR-9", "not_a_combination")

    def _sequence(self, state: rules.Deal, cards: int) -> int | Refusal:
        """A run of one suit in its full length (DR-11)."""
        if rules.sequences_in(cards) != cards or count(rules.tops(cards)) != 1:
            return Refusal("DR-11", "sequence_too_short" if count(cards) < 3 else "sequence_has_gaps")
        runs = rules.sequences_in(state.hands[state.to_move])
        top = lowest(rules.tops(cards))
        while not rules.tops(runs) & BIT[top]:
            top += 1
        whole = rules.run_cards(top, rules.run_length(runs, top))
        if whole != cards:
            return Refusal("DR-11", "sequence_not_whole", {"cards": tuple(cards_in(whole))})
        if state.runs[state.to_move] & cards:
            return Refusal("DR-9", "announced_already")
        return rules.SEQUENCE + (count(cards) << 6) + top

    def text(self, action: int) -> str:
        """The words of an action."""
        argument = action & rules.ARGUMENT
        match action & ~rules.ARGUMENT:
            case 0:
                return f"play {cards_text([argument])}"
            case rules.MARRY:
                return f"marry {cards_text([argument])}"
            case rules.PASS:
                return "pass"
            case rules.TAKE:
                return "accept"
            case rules.TRUMP:
                return f"trump {'SHDC'[argument]}"
            case rules.SWAP:
                return "swap"
            case rules.DONE:
                return "done"
            case _:
                return f"announce {cards_text(combination(action))}"

    # ---- who is told what

    def tell(self, event: Event, seat: int) -> Event | None:
        """Everything but the other's hand, the other's draw and what the other announced (DR-14)."""
        if isinstance(event, PUBLIC):
            return event
        match event:
            case HandDealt(owner, cards):
                return event if owner == seat else HandDealt(owner, hidden(cards))
            case CardsDrawn(owner, cards):
                return event if owner == seat else CardsDrawn(owner, hidden(cards))
            case CombinationAnnounced(owner):
                return event if owner == seat else None
        raise TypeError(f"nobody has said who is told of {type(event).__name__}")

    def new_view(self, **facts: Any) -> DorozkaView:
        """An empty view."""
        return DorozkaView(**facts)

    def show(self, view: View) -> Shown:
        """What a page or a terminal shows of a view."""
        assert isinstance(view, DorozkaView)
        return show(view)

    def describe(self, event: Event, view: View) -> Saying | None:
        """An event in words, None for one that needs none."""
        return describe(event, view)

    # ---- the match

    def winners(self, options: DorozkaOptions, standing: Standing, last: State) -> list[int] | None:
        """At 500 in writing the higher total wins; equal totals: another deal (DR-22)."""
        best = max(standing.totals)
        ahead = [seat for seat, total in enumerate(standing.totals) if total == best]
        return ahead if best >= options.target and len(ahead) == 1 else None


def combination(action: int) -> list[int]:
    """The cards of an action that announces a group or a sequence, in card order."""
    argument = action & rules.ARGUMENT
    if action & ~rules.ARGUMENT == rules.GROUP:
        return cards_in(RANK_MASK[argument])
    return cards_in(rules.run_cards(argument & 63, argument >> 6))


def why_not_play(state: rules.Deal, card: int) -> Refusal | None:
    """Why a card that is held may not be played now (DR-16, DR-17); None when it may."""
    allowed = state.legal_cards()
    if allowed & BIT[card]:
        return None
    facts = {"card": card, "cards": tuple(cards_in(allowed)), "led": int(state.lead), "suit": int(state.lead >> 4)}
    hand = state.hands[state.to_move]
    if rules.legal_replies(hand, state.lead, state.trump) & BIT[card]:
        return Refusal("DR-17", "must_overtrump", facts)
    if hand & SUIT_MASK[state.lead >> 4]:
        return Refusal("DR-16", "must_follow", facts)
    return Refusal("DR-16", "must_trump", {**facts, "suit": int(state.trump)})


def why_no_marriage(state: rules.Deal, card: int) -> Refusal | None:
    """Why this card does not announce the marriage (DR-15); None when it does."""
    if state.marriage() & BIT[card]:
        return None
    if card >> 4 != state.trump or card & 15 not in (KING, QUEEN):
        return Refusal("DR-15", "marriage_not_trump", {"suit": int(state.trump)})
    return Refusal("DR-15", "no_marriage_without_pair", {"suit": int(state.trump)})


def why_no_swap(state: rules.Deal) -> Refusal | None:
    """Why the seven may not be swapped now (DR-8); None when it may."""
    if state.may_swap():
        return None
    seat = state.to_move
    seven = BIT[(state.turned_suit << 4) + SEVEN]
    if state.agreed.seven_exchange == EXCHANGE["off"]:
        return Refusal("DR-8", "swap_is_off")
    if state.trump != state.turned_suit:
        return Refusal("DR-8", "swap_not_turned_suit")
    if state.agreed.seven_exchange == EXCHANGE["maker"] and seat != state.maker:
        return Refusal("DR-8", "swap_only_maker")
    if not state.hands[seat] & seven:
        return Refusal("DR-8", "swap_no_seven")
    return Refusal("DR-8", "swap_too_late")
