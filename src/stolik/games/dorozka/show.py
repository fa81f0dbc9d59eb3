"""What a page or a terminal shows of a deal of Dorożka: questions, buttons, the turned card, events in words."""

from typing import Any

from stolik.cards import RANK_MASK, cards_in
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
from stolik.games.dorozka.options import DorozkaOptions
from stolik.games.dorozka.view import DorozkaView
from stolik.play.events import CardPlayed, CardsDrawn, CardTurned, Event, HandDealt, Scored, TrickWon
from stolik.play.show import Choice, Pile, Saying, Shown
from stolik.play.view import WATCHER, View

RULE_CLAUSES = {
    "accept": "DR-4",
    "name": "DR-5",
    "announce": "DR-9",
    "announce_swap": "DR-8",
    "play": "DR-16",
    "follow": "DR-16",
    "follow_overtrump": "DR-17",
}


def show(view: DorozkaView) -> Shown:
    """What is wanted, what may be pressed, what lies in sight."""
    over = view.to_move is None
    return Shown(
        prompt=None if over else prompt(view),
        rule=None if over else Saying(f"rule_now.{rule_now(view)}"),
        rule_clause=None if over else RULE_CLAUSES[rule_now(view)],
        plays={action: action for action in view.legal if action & ~rules.ARGUMENT == 0},
        choices=tuple(
            choice(view, action) for action in sorted(view.legal, key=pressing_order) if action & ~rules.ARGUMENT
        ),
        piles=(turned_card(view),) if view.turn_up is not None else (),
        badges=tuple(Saying("badge.maker") if seat == view.maker else None for seat in range(view.players)),
    )


def prompt(view: DorozkaView) -> Saying:
    """What is wanted of this seat, or what the other one is deciding."""
    moment = "follow" if view.phase == "play" and view.trick else view.phase
    facts: dict[str, Any] = {"seat": view.to_move}
    if view.phase == "accept" and view.turn_up is not None:
        facts["suit"] = view.turn_up >> 4
    if view.to_move != view.seat:
        return Saying(f"phase_other.{moment}", facts)
    if moment == "follow":
        facts["suit"] = view.trick[0][1] >> 4
        suits = {card >> 4 for card in view.hand}
        if facts["suit"] not in suits:
            moment = "follow_trump" if view.trump in suits else "follow_any"
    if moment == "announce" and not may_announce(view):
        moment = "announce_all" if view.announced else "announce_nothing"
    return Saying(f"phase.{moment}", facts)


def may_announce(view: DorozkaView) -> bool:
    """Whether this seat holds a combination that it has not announced."""
    return any(action & ~rules.ARGUMENT in (rules.GROUP, rules.SEQUENCE) for action in view.legal)


def rule_now(view: DorozkaView) -> str:
    """The rule that matters at this moment."""
    options = view.options
    assert isinstance(options, DorozkaOptions)
    if view.phase == "announce" and rules.SWAP in view.legal:
        return "announce_swap"
    if view.phase == "play" and view.trick:
        return "follow_overtrump" if options.must_overtrump else "follow"
    return view.phase


def pressing_order(action: int) -> tuple[int, int]:
    """Buttons from the likeliest on: accept, suits, combinations, swap, marriage; pass and done last."""
    kind = action & ~rules.ARGUMENT
    order = [rules.TAKE, rules.TRUMP, rules.SWAP, rules.GROUP, rules.SEQUENCE, rules.MARRY, rules.PASS, rules.DONE]
    return (order.index(kind) if kind in order else -1, action)


def choice(view: DorozkaView, action: int) -> Choice:
    """The button of an action that is not simply a card."""
    argument = action & rules.ARGUMENT
    match action & ~rules.ARGUMENT:
        case rules.TAKE:
            return Choice(action, Saying("action.accept", {"suit": (view.turn_up or 0) >> 4}), main=True)
        case rules.PASS:
            return Choice(action, Saying("action.pass"))
        case rules.TRUMP:
            return Choice(action, Saying("action.trump", {"suit": argument}))
        case rules.SWAP:
            return Choice(action, Saying("action.swap", {"card": view.turn_up}))
        case rules.DONE:
            saying = Saying("action.done" if view.announced else "action.done_nothing")
            return Choice(action, saying, main=not may_announce(view))
        case rules.MARRY:
            return Choice(action, Saying("action.marry", {"card": argument}), points=20)
        case rules.GROUP:
            cards = tuple(cards_in(RANK_MASK[argument]))
            worth = rules.group_value(argument)
            return Choice(action, Saying("action.announce", {"cards": cards}), points=worth, main=True)
    cards = tuple(cards_in(rules.run_cards(argument & 63, argument >> 6)))
    assert isinstance(view.options, DorozkaOptions)
    worth = rules.sequence_value(argument >> 6, view.options.long_sequence)
    return Choice(action, Saying("action.announce", {"cards": cards}), points=worth, main=True)


def turned_card(view: DorozkaView) -> Pile:
    """The turned card: the suit offered, or the trump and who plays it (DR-8)."""
    assert view.turn_up is not None
    if view.trump is None:
        caption = Saying("caption.turned")
    else:
        caption = Saying(f"caption.trump.{who(view, view.maker)}", {"suit": view.trump, "seat": view.maker})
    return Pile("turn_up", (view.turn_up,), caption)


def who(view: View, seat: int | None) -> str:
    """Whether a sentence about a seat speaks to the reader."""
    return "you" if seat == view.seat else "other"


def describe(event: Event, view: View) -> Saying | None:
    """An event in words; None for one that needs none."""

    def told(key: str, seat: int, **facts: Any) -> Saying:
        return Saying(f"event.{key}.{who(view, seat)}", {"seat": seat, **facts})

    match event:
        case HandDealt(seat, cards) if view.seat in (seat, WATCHER):
            return told("hand_dealt", seat, count=len(cards))
        case CardTurned(card):
            return Saying("event.card_turned", {"card": card, "suit": card >> 4})
        case Passed(seat):
            return told("passed", seat)
        case TrumpAccepted(seat, suit):
            return told("trump_accepted", seat, suit=suit)
        case TrumpNamed(seat, suit):
            return told("trump_named", seat, suit=suit)
        case ThrownIn():
            return Saying("event.thrown_in")
        case CardsDrawn(seat, cards):
            return told("cards_drawn", seat, cards=cards, count=len(cards))
        case SevenSwapped(seat, _, card):
            return told("seven_swapped", seat, card=card)
        case CombinationAnnounced(seat, cards):
            return told("combination_announced", seat, cards=cards)
        case AnnouncingDone(seat):
            return told("announcing_done", seat)
        case ValueSaid(seat, contest, 0):
            return told(f"value_said.no_{contest}", seat)
        case ValueSaid(seat, contest, value):
            return told(f"value_said.{contest}", seat, value=value)
        case HowHighAsked(seat, contest):
            return told(f"asked_how_high.{contest}", seat)
        case BestNamed(seat, _, cards):
            return told("best_named", seat, cards=cards)
        case YoursSaid(seat, _):
            return told("yours_said", seat)
        case BetterNamed(seat, contest, cards):
            return told(f"better_shown.{contest}", seat, cards=cards)
        case Scored(seat, points, "DR-10" | "DR-11", _, cards):
            return told("combinations_scored", seat, points=points, cards=cards)
        case Scored(seat, points, "DR-18"):
            return told("last_trick", seat, points=points)
        case MarriageAnnounced(seat, card, held):
            return told("marriage_announced", seat, card=card, other=held)
        case CardPlayed(seat, card, led):
            return told("card_led" if led else "card_followed", seat, card=card)
        case TrickWon(seat):
            return told("trick_won", seat)
        case MakerLost(seat, lost):
            return told("maker_lost", seat, points=lost)
    return None
