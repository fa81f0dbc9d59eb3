"""The rules held against a second, naive implementation that was written from the clauses alone (R6)."""

import random
import tomllib
from itertools import pairwise

import pytest

import stolik
from stolik.cards import UNKNOWN, cards_text, in_card_order
from stolik.games.dorozka.events import BestNamed, BetterNamed, HowHighAsked, ValueSaid, YoursSaid
from stolik.play.events import Event, Scored
from stolik.play.match import Match
from stolik.play.refusal import IllegalAction, StolikError
from tests.counts import count, floor
from tests.games.dorozka.starts import STARTS
from tests.second_opinion import dorozka as opinion

DEALS = 300
MATCHES = 10
SPECS = stolik.game("dorozka").game.options.specs()


def any_rules(chance: random.Random) -> stolik.Rules:
    """Dorożka under options drawn at random."""
    options = {name: chance.choice(spec.choices) for name, spec in SPECS.items() if spec.choices}
    return stolik.game("dorozka", **options)  # type: ignore[arg-type]  # the values are those of the options


def likely(chance: random.Random, legal: list[str]) -> str:
    """An action, the rarer kinds oftener than a draw among all would give them."""
    rare = [text for text in legal if not text.startswith(("play", "pass", "done"))]
    return chance.choice(rare if rare and chance.random() < 0.7 else legal)


def opened(match: Match) -> opinion.Opinion:
    """The same deal for the second opinion."""
    cards = match.deals[-1].cards
    assert cards.turn_up is not None
    return opinion.Opinion(
        match.options.values(),
        match.deals[-1].dealer,
        [cards_text(hand).split() for hand in cards.hands],
        cards_text([cards.turn_up]),
        cards_text(cards.stock).split(),
    )


def anything_said(chance: random.Random, hands: list[str]) -> str:
    """A well-formed action, more often one that is nearly right."""
    held = [card for hand in hands for card in hand.split()]
    verb = chance.choice(["pass", "accept", "done", "swap", "trump", "play", "marry", "announce", "announce", "marry"])
    match verb:
        case "trump":
            return f"trump {chance.choice('SHDC')}"
        case "play" | "marry":
            return f"{verb} {chance.choice(held)}"
        case "announce":
            model = chance.choice(held)
            alike = [card for card in held if chance.choice([card[0] == model[0], card[1] == model[1]])]
            return "announce " + " ".join(dict.fromkeys(alike or [model]))
    return verb


def told_aloud(events: list[Event]) -> list[tuple[object, ...]]:
    """What was said of combinations, as the second opinion writes it down."""
    said: list[tuple[object, ...]] = []
    for event in events:
        match event:
            case ValueSaid(_, contest, value):
                said.append(("value", contest, value or None))
            case HowHighAsked(_, contest):
                said.append(("how high", contest))
            case BestNamed(_, contest, cards):
                said.append(("named", contest, cards_text(cards).split()))
            case YoursSaid(_, contest):
                said.append(("yours", contest))
            case BetterNamed(_, contest, cards):
                said.append(("better", contest, cards_text(cards).split()))
            case Scored(seat, points, "DR-10" | "DR-11", what, cards):
                said.append(("scored", seat, what, cards_text(cards).split(), points))
    return said


def equal_twice(match: Match) -> bool:
    """Whether a seat holds two sequences that are equal in everything: which is its best, either may say."""
    for hand in match.all_seen().hands:
        texts = cards_text(in_card_order(hand)).split()
        runs = [(len(run), run[0][0]) for suit in "SHDC" for run in opinion.runs_of(texts, suit)]
        if any(one == other for one, other in pairwise(sorted(runs))):
            return True
    return False


def agree(match: Match, other: opinion.Opinion, *, free: bool) -> None:
    """Everything that both say of a deal under way is the same."""
    seen = match.all_seen()
    assert other.phase == match.phase
    assert other.to_move == match.to_move
    assert other.legal() == [f"{match.to_move} {text}" for text in match.legal()]
    assert [sorted(hand) for hand in other.hands] == [sorted(text.split()) for text in seen.hands_text()]
    assert other.trump == (None if seen.trump is None else "SHDC"[seen.trump])
    assert other.points() == seen.points()
    lines = sorted((line.seat, line.points, line.clause) for line in seen.lines)
    assert sorted(other.lines) == lines
    for seat in (0, 1):
        view, knows = match.view(seat), other.knows(seat)
        assert cards_text(in_card_order(view.hand)).split() == knows["hand"]
        if not free:
            known = [card for card in view.hands[1 - seat] if card != UNKNOWN]
            assert sorted(cards_text(known).split()) == sorted(knows["other"])
            assert sorted(map(repr, told_aloud(view.events))) == sorted(map(repr, knows["said"]))


def refused_alike(match: Match, other: opinion.Opinion, chance: random.Random) -> None:
    """A well-formed action that is not allowed is refused by the same clause."""
    seat = match.to_move if chance.random() < 0.9 else 1 - (match.to_move or 0)
    text = anything_said(chance, match.all_seen().hands_text())
    try:
        refused = match.why_not(text, seat)
    except StolikError:
        raise AssertionError(f"{text} is well formed") from None
    assert (refused is None) == (other.why_not(f"{seat} {text}") is None), f"{seat} {text}"
    if isinstance(refused, IllegalAction):
        assert refused.clause in other.objections(f"{seat} {text}"), f"{seat} {text}"
        count("refusals with a second opinion")


def test_every_deal_goes_alike() -> None:
    chance = random.Random(6)
    for number in range(DEALS):
        match = any_rules(chance).match(cards=chance.choice(STARTS)(chance), dealer=number % 2)
        other, free = opened(match), False
        while match.to_move is not None:
            free = free or (match.phase == "announce" and equal_twice(match))
            agree(match, other, free=free)
            for _ in range(3):
                refused_alike(match, other, chance)
            text = likely(chance, match.legal())
            other.play(f"{match.to_move} {text}")
            match.play(text)
        assert other.phase is None
        assert other.scores == match.deals[-1].scores
        count("deals with a second opinion")
    floor("deals with a second opinion", DEALS)
    floor("refusals with a second opinion", 5 * DEALS)


def test_every_match_goes_alike() -> None:
    chance = random.Random(66)
    for number in range(MATCHES):
        match = any_rules(chance).match(seed=chance.randbytes(32).hex(), dealer=number % 2)
        while not match.finished:
            while match.to_move is not None:
                match.play(likely(chance, match.legal()))
            if not match.finished:
                match.deal()
        for deal in match.deals:
            deal.seed = None  # the second opinion reads cards
        told = opinion.replay(tomllib.loads(match.to_record()))
        assert told["totals"] == match.totals
        assert told["winners"] == match.winners
        assert [deal["scores"] for deal in told["deals"]] == [deal.scores for deal in match.deals]
        assert [deal["dealer"] for deal in told["deals"]] == [deal.dealer for deal in match.deals]
        count("matches with a second opinion")
    floor("matches with a second opinion", MATCHES)


@pytest.mark.parametrize("dealer", [0, 1])
def test_a_seed_deals_the_same_cards_by_a_second_program(dealer: int) -> None:
    chance = random.Random(7)
    for _ in range(100):
        seed = chance.randbytes(32).hex()
        match = Match(stolik.game("dorozka").game, stolik.game("dorozka").options, 2)
        cards = match.deal(seed=seed, dealer=dealer).cards
        hands, turn_up, stock = opinion.dealt(seed, dealer)
        assert [cards_text(hand).split() for hand in cards.hands] == hands
        assert cards_text([cards.turn_up or 0]) == turn_up
        assert cards_text(cards.stock).split() == stock
