"""R1 to R3: no card is lost, scores add up, everything that can happen does; 2,000 deals of each game."""

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest

from stolik.api import Match
from stolik.cards import UNKNOWN, cards_text
from stolik.games import GAMES
from stolik.games.dorozka.events import (
    BestNamed,
    BetterNamed,
    MakerLost,
    MarriageAnnounced,
    SevenSwapped,
    ThrownIn,
    YoursSaid,
)
from stolik.play.events import (
    CardPlayed,
    CardsDrawn,
    CardTurned,
    DealSettled,
    Event,
    HandDealt,
    Scored,
    TrickWon,
)
from stolik.play.options import option_text
from stolik.play.view import WATCHER, View
from tests.contract.walks import TABLES, opened, values_of, walk
from tests.counts import count, floor
from tests.second_opinion import dorozka as second

DEALS = 2000


@dataclass
class Places:
    """Where each card is: ``hand N``, ``sight``, ``trick``, ``tricks N`` of a seat, ``stock``."""

    where: dict[int, str] = field(default_factory=dict)

    def move(self, cards: tuple[int, ...], source: str, target: str) -> None:
        """Cards go from one place to another; they must have been there."""
        for card in cards:
            assert self.where[card] == source, f"{cards_text([card])} is in {self.where[card]}, not in {source}"
            self.where[card] = target

    def happened(self, event: Event) -> None:
        """Move what an event moves."""
        match event:
            case HandDealt(seat, cards) | CardsDrawn(seat, cards):
                self.move(cards, "stock", f"hand {seat}")
            case CardTurned(card):
                self.move((card,), "stock", "sight")
            case SevenSwapped(seat, seven, card):
                self.move((card,), "sight", f"hand {seat}")
                self.move((seven,), f"hand {seat}", "sight")
            case CardPlayed(seat, card):
                self.move((card,), f"hand {seat}", "trick")
            case TrickWon(seat, cards):
                self.move(cards, "trick", f"tricks {seat}")
                assert "trick" not in self.where.values()
            case MarriageAnnounced(seat, card, held):
                assert self.where[card] == self.where[held] == f"hand {seat}"
            case BestNamed(seat, _, cards) | BetterNamed(seat, _, cards) | Scored(seat, cards=cards):
                assert all(self.where[card] == f"hand {seat}" for card in cards)

    def hand(self, seat: int) -> set[int]:
        """The cards of a hand."""
        return {card for card, place in self.where.items() if place == f"hand {seat}"}


def follow(match: Match, chance: random.Random, reached: Counter[tuple[str, ...]]) -> int:
    """Play a deal and check after every event where the cards are; how many events there were."""
    deal = match.deals[-1]
    options = [(name, option_text(value)) for name, value in match.options.values().items()]
    places = Places(dict.fromkeys(match.game.pack(match.options), "stock"))
    views = {seat: match._empty_view(seat, len(match.deals)) for seat in (*range(match.players), WATCHER)}
    known = 0

    def catch_up() -> None:
        nonlocal known
        for event in deal.events[known:]:
            places.happened(event)
            for seat, view in views.items():
                told = match.game.tell(event, seat)
                if told is not None:
                    view.fold(told)
        known = len(deal.events)
        for seat in range(match.players):
            assert places.hand(seat) == set(match.game.held(deal.state, seat))
            for audience, view in views.items():
                counts_agree(view, audience, seat, places)

    catch_up()
    for text in walk(match, chance):
        for name, value in options:
            reached[name, value, match.phase, text.split()[0]] += 1
        catch_up()
    catch_up()
    assert isinstance(deal.events[-1], DealSettled)
    return len(deal.events)


def counts_agree(view: View, audience: int, seat: int, places: Places) -> None:
    """A view has as many cards in a hand as there are, its own all known, others' only such as are there."""
    shown, there = view.hands[seat], places.hand(seat)
    assert len(shown) == len(there)
    seen = [card for card in shown if card != UNKNOWN]
    assert len(set(seen)) == len(seen)
    assert set(seen) <= there
    assert audience != seat or len(seen) == len(there)


def add_up(match: Match) -> None:
    """The lines of a settled deal are its scores; every seat was told all of them."""
    deal = match.deals[-1]
    assert deal.scores is not None
    assert deal.after is not None
    for seat in (*range(match.players), WATCHER):
        assert match.view(seat).points() == deal.scores
        assert match.view(seat).scores == tuple(deal.scores)
    assert [new - old for new, old in zip(deal.after.totals, deal.before.totals, strict=True)] == deal.scores


def constant_of_dorozka(match: Match) -> None:
    """The card points of the 18 cards in play are both players' card points together, and the last trick is 10."""
    seen = match.all_seen()
    events = match.deals[-1].events
    if any(isinstance(event, ThrownIn) for event in events):
        assert seen.lines == []
        return
    table = second.Opinion(match.options.values(), 0, *second.dealt("00" * 32, 0))
    table.trump = "SHDC"[seen.trump or 0]
    cards = [card for event in events if isinstance(event, TrickWon) for card in event.cards]
    assert len(set(cards)) == 18
    worth = sum(table._value(cards_text([card])) for card in cards)
    assert sum(line.points for line in seen.lines if line.clause == "DR-2") == worth
    assert [line.points for line in seen.lines if line.clause == "DR-18"] == [10]


CONSTANTS = {"dorozka": constant_of_dorozka}
NEVER = {"dorozka": {("seven_exchange", "off", "announce", "swap")}}


def rarities(match: Match) -> set[str]:
    """The rare things that happened in a deal of Dorożka."""
    deal, found = match.deals[-1], set[str]()
    for event in deal.events:
        name = type(event).__name__
        match event:
            case Scored(clause="DR-20" | "DR-21" as clause, what=what):
                found.add(f"{clause} {what}")
            case Scored(clause="DR-10", points=points):
                found.add(f"group of {points}")
            case Scored(clause="DR-11", cards=cards, points=points):
                found.add(f"sequence of {len(cards)} for {points}")
            case MarriageAnnounced(seat):
                found.add(f"marriage by {'the maker' if seat == match.view(WATCHER).maker else 'the other'}")
            case SevenSwapped(seat):
                found.add(f"exchange by {'dealer' if seat == deal.dealer else 'eldest'}")
            case BestNamed(contest=contest) | BetterNamed(contest=contest) | YoursSaid(contest=contest):
                found.add(f"{name} {contest}")
            case ThrownIn():
                found.add("four passes")
            case MakerLost(clause="DR-21"):
                found.add("equal totals")
    return found


RARE = {
    "four passes", "DR-20 maker_loses", "DR-20 taken_from_maker", "group of 100", "group of 200",
    "sequence of 3 for 20", "sequence of 4 for 40", "sequence of 5 for 50", "sequence of 6 for 50",
    "sequence of 6 for 100", "marriage by the maker", "marriage by the other", "exchange by dealer",
    "exchange by eldest",
    "BestNamed group", "BestNamed sequence", "BetterNamed group", "BetterNamed sequence", "YoursSaid group",
    "YoursSaid sequence",
}  # fmt: skip


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_no_card_is_lost_scores_add_up_and_everything_is_reached(name: str, players: int) -> None:
    chance, game = random.Random(f"{name} {players}"), GAMES[name]
    reached, rare, events = Counter[tuple[str, ...]](), Counter[str](), 0
    for _ in range(DEALS):
        match = opened(name, players, chance)
        events += follow(match, chance, reached)
        add_up(match)
        CONSTANTS[name](match)
        rare.update(rarities(match) if name == "dorozka" else ())
    count("deals simulated", DEALS)
    count("events after which every card was looked for", events)
    wanted = {
        (option, option_text(value), phase, word)
        for option in game.options.specs()
        for value in values_of(game, option)
        for word, verb in game.verbs.items()
        for phase in verb.phases
    } - NEVER.get(name, set())
    count("option values, phases and kinds of action", len(wanted))
    assert {key: reached[key] for key in wanted if reached[key] < 20} == {}
    if name == "dorozka":
        count("rare things", len(RARE))
        assert {each: rare[each] for each in RARE if rare[each] < 20} == {}
        assert not any(reached[key] for key in NEVER[name])
    floor("deals simulated", DEALS)


def equalizing(state: Any) -> list[int] | None:
    """The last actions of a deal of Dorożka after which both have the same total, if there are such."""
    if state.to_move < 0:
        return []
    for action in state.legal():
        twin = state.clone()
        twin.play(action)
        if twin.to_move < 0 and twin.points[0] != twin.points[1]:
            continue
        rest = equalizing(twin)
        if rest is not None:
            return [action, *rest]
    return None


def counted_before_settling(match: Match) -> list[int]:
    """What each seat has by the lines that are there before the deal is settled."""
    seen = [line for line in match.all_seen().lines if line.clause not in ("DR-20", "DR-21")]
    return [sum(line.points for line in seen if line.seat == seat) for seat in range(match.players)]


def test_equal_totals_are_reached() -> None:
    chance, reached = random.Random(21), Counter[str]()
    while reached["both_score"] < 20 or reached["maker_loses"] < 20 or reached["maker_loses opponent"] < 5:
        match = opened("dorozka", 2, chance)
        for _ in walk(match, chance):
            if match.deals[-1].state.tricks == 6:
                break
        ending = equalizing(match.deals[-1].state) if match.current else None
        if ending is None:
            continue
        maker = match.view(WATCHER).maker
        for action in ending:
            match.act(action)
        totals = counted_before_settling(match)
        assert totals[0] == totals[1]
        options, scores = match.options, match.deals[-1].scores
        reached.update([options.equal, f"{options.equal} {options.lost_points}"])
        if options.equal == "both_score":
            assert scores == totals
        else:
            theirs = totals[0] * (2 if options.lost_points == "opponent" else 1)
            assert scores == [0 if seat == maker else theirs for seat in (0, 1)]
    count("deals with equal totals", reached["both_score"] + reached["maker_loses"])
