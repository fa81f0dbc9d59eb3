"""The Python interface used wrongly: one clear sentence of a ``StolikError``, and nothing has changed."""

import copy
import pickle
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import stolik
from stolik.notation.error import RecordError
from stolik.play.game import Cards
from stolik.play.match import MatchError
from stolik.play.refusal import IllegalAction, StolikError

RULES = stolik.game("dorozka")
SEED = "2a" * 32
Wrong: Any = None  # what the types forbid is tried all the same


def match() -> stolik.api.Match:
    """A match at its first action; seat 1 is to move."""
    return RULES.match(seed=SEED)


def between() -> stolik.api.Match:
    """A match whose first deal was thrown in."""
    begun = match()
    for _ in range(4):
        begun.play("pass")
    return begun


def cards(**changes: Any) -> Cards:
    """The cards of a deal, some of them changed."""
    dealt = match().deals[0].cards
    own = {"hands": dealt.hands, "turn_up": dealt.turn_up, "stock": dealt.stock}
    return Cards(**{**own, **changes})


WRONG: dict[str, Callable[[], object]] = {
    "game a number": lambda: stolik.game(5),  # type: ignore[arg-type]
    "preset a list": lambda: stolik.game("dorozka", ["classic"]),  # type: ignore[arg-type]
    "option of another type": lambda: stolik.game("dorozka", ace="11"),
    "no players": lambda: RULES.match(seed=SEED, players=0),
    "players a fraction": lambda: RULES.match(seed=SEED, players=2.0),  # type: ignore[arg-type]
    "dealer a text": lambda: RULES.match(seed=SEED, dealer="0"),  # type: ignore[arg-type]
    "dealer true": lambda: RULES.match(seed=SEED, dealer=True),
    "dealer a fraction": lambda: RULES.match(seed=SEED, dealer=1.0),  # type: ignore[arg-type]
    "dealer beyond": lambda: RULES.match(seed=SEED, dealer=2),
    "seed of bytes": lambda: RULES.match(seed=b"\0" * 32),  # type: ignore[arg-type]
    "cards a number": lambda: RULES.match(cards=5),  # type: ignore[arg-type]
    "cards a table": lambda: RULES.match(cards={}),  # type: ignore[arg-type]
    "no hands": lambda: RULES.match(cards=Cards(Wrong)),
    "hands of nothing": lambda: RULES.match(cards=Cards((Wrong, Wrong))),
    "hands of texts": lambda: RULES.match(cards=cards(hands=(("QH",) * 6, ("KH",) * 6))),
    "cards of no pack": lambda: RULES.match(cards=cards(hands=((99,) * 6, (98,) * 6))),
    "an unknown card": lambda: RULES.match(cards=cards(turn_up=-1)),
    "both seed and cards": lambda: between().deal(seed=SEED, cards=cards()),
    "dealer out of turn": lambda: between().deal(dealer=0),
    "deal while one goes on": lambda: match().deal(),
    "action a number": lambda: match().play(5),  # type: ignore[arg-type]
    "action nothing": lambda: match().play(None),  # type: ignore[arg-type]
    "action of a seat that is not there": lambda: match().play("pass", 7),
    "code of no action": lambda: match().act(999),
    "code of a card not held": lambda: match().act(0),
    "code beyond all": lambda: match().act(10**30),
    "code of another phase": lambda: match().act(8 << 12),
    "code a text": lambda: match().act("pass"),  # type: ignore[arg-type]
    "view of a seat that is not there": lambda: match().view(2),
    "view of a seat before all": lambda: match().view(-2),
    "view of a text": lambda: match().view("0"),  # type: ignore[arg-type]
    "view of no deal": lambda: match().view(0, 0),
    "view of a deal to come": lambda: match().view(0, 2),
    "view of a deal by text": lambda: match().view(0, "1"),  # type: ignore[arg-type]
    "all of no deal": lambda: match().all_seen(0),
    "all of a deal to come": lambda: match().all_seen(2),
    "undo of nothing": lambda: match().undo(),
    "play between deals": lambda: between().play("pass"),
    "act between deals": lambda: between().act(2 << 12),
    "bot that is not there": lambda: stolik.bots.choose("master", match().view(1), random.Random(1)),
    "bot that is not to move": lambda: stolik.bots.choose("novice", match().view(0), random.Random(1)),
    "record of bytes": lambda: stolik.read_record(b"stolik = 1\n"),  # type: ignore[arg-type]
    "record at no path": lambda: stolik.read_record("a\0b"),
    "record in a folder": lambda: stolik.read_record(Path()),
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG.values(), ids=list(WRONG))
def test_wrong_use_is_one_sentence(wrong: Callable[[], object]) -> None:
    with pytest.raises(StolikError) as told:
        wrong()
    assert 10 < len(str(told.value)) < 300
    assert "\n" not in str(told.value)


def test_a_code_that_is_not_legal_changes_nothing() -> None:
    begun = match()
    before = begun.to_record()
    legal = {begun.game.read(begun.deals[0].state, begun.options, 1, text) for text in begun.legal()}
    for code in [*range(64), *(kind << 12 for kind in range(10))]:
        if code not in legal:
            with pytest.raises(MatchError):
                begun.act(code)
    assert begun.to_record() == before
    assert begun.legal() == ["accept", "pass"]


def course() -> list[stolik.api.Match]:
    """A match at some moments of its course: at the start, in a deal, between deals, over."""
    played, chance, seen = stolik.game("dorozka", target=50).match(seed=SEED), random.Random(4), []
    while not played.finished:
        seen.append(played.clone())
        if played.to_move is None:
            played.deal()
        else:
            played.play(chance.choice(played.legal()))
    return [*seen[::9], seen[-1], played]


@pytest.mark.parametrize(
    "again", [lambda each: pickle.loads(pickle.dumps(each)), copy.deepcopy, copy.copy], ids=["pickle", "deep", "copy"]
)
def test_a_match_is_kept_and_made_again(again: Callable[[stolik.api.Match], stolik.api.Match]) -> None:
    for played in course():
        twin, before = again(played), played.to_record()
        assert twin.to_record() == before
        assert twin.legal() == played.legal()
        for seat in (0, 1, -1):
            assert twin.view(seat) == played.view(seat)
        if not twin.finished:
            if twin.to_move is None:
                twin.deal()
            twin.play(twin.legal()[0])
        assert played.to_record() == before


def test_errors_are_kept_and_made_again() -> None:
    refused = match().why_not("play QH")
    assert isinstance(refused, IllegalAction)
    again = pickle.loads(pickle.dumps(refused))
    assert (str(again), again.clause, again.tried) == (str(refused), refused.clause, refused.tried)
    error = RecordError("action", "why not", deal=1, action=7, tried="0 play 8S", clause="DR-16")
    assert pickle.loads(pickle.dumps(error)).to_json() == error.to_json()
