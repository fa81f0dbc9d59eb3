"""R7: what is written is read back the same; undo, clones, replays stand where they should; no text breaks anything."""

import random
from typing import Any

import pytest

import stolik
from stolik.cards import UNKNOWN, card_of, card_text, cards_of, cards_text
from stolik.games import GAMES
from stolik.notation.record import read, write
from stolik.notation.replay import seat_object
from stolik.play.match import Match, MatchError
from stolik.play.refusal import IllegalAction, NotAnAction, StolikError
from stolik.play.view import WATCHER
from tests.contract.walks import TABLES, opened, somewhere, walk
from tests.counts import count, floor

TIMES = 1000


def words_of(match: Match) -> list[list[int]]:
    """The states of all deals as integers."""
    return [deal.state.to_words() for deal in match.deals]


def everything(match: Match) -> list[str]:
    """All that a match holds and shows."""
    shown = [repr(match.view(seat)) for seat in (*range(match.players), WATCHER)] if match.deals else []
    events = [repr(deal.events) for deal in match.deals]
    return [*shown, *events, str(words_of(match)), repr(match.standing), str(match.winners), write(match)]


def test_cards_print_and_parse() -> None:
    for game in GAMES.values():
        pack = game.pack(game.options())
        assert [card_of(card_text(card)) for card in pack] == pack
        assert cards_of(cards_text(pack)) == pack
        assert len(set(pack)) == len({card_text(card) for card in pack})
    assert card_of("??") == UNKNOWN
    for wrong in ("", "Q", "QHH", "hQ", "1S", "qh", "10S", "Q?", "??H"):
        with pytest.raises(ValueError, match="is not a card"):
            card_of(wrong)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_actions_records_and_states_are_read_back(name: str, players: int) -> None:
    chance, game = random.Random(f"R7 {name} {players}"), GAMES[name]
    for _ in range(TIMES):
        match = somewhere(name, players, chance)
        state = match.deals[-1].state
        if match.current:
            for action in state.legal():
                text = game.text(action)
                assert game.read(state, match.options, int(state.to_move), text) == action
                assert game.text(action) == text
                count("actions read back")
        record = write(match)
        again = read(record)
        assert write(again) == record
        assert everything(again) == everything(match)
        count("records round-tripped")
        words = state.to_words()
        twin = game.load(match.options, words)
        assert all(type(word) is int for word in words)
        assert twin.to_words() == words
        same_to_the_end(twin, state.clone(), chance)
        count("states through words")
    floor("records round-tripped", TIMES)
    floor("states through words", TIMES)


def same_to_the_end(one: Any, other: Any, chance: random.Random) -> None:
    """Two deals offer the same actions to the end and end the same; the count and the n-th agree with the list."""
    while one.to_move >= 0:
        legal = list(one.legal())
        assert legal == list(other.legal())
        assert one.count() == len(legal) == len(set(legal))
        assert [one.nth(n) for n in range(len(legal))] == legal
        action = chance.choice(legal)
        one.play(action)
        other.play(action)
        assert (one.to_move, one.phase) == (other.to_move, other.phase)
    assert one.scores() == other.scores()
    assert one.to_words() == other.to_words()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_record_replayed_after_each_action_stands_where_the_match_stood(name: str, players: int) -> None:
    chance = random.Random(f"each {name} {players}")
    for _ in range(60):
        match = opened(name, players, chance)
        stood = [everything(match)]
        stood += [everything(match) for _ in walk(match, chance)]
        stood = [*stood[1:], everything(match)]
        record = write(match).rpartition("\nresult")[0]
        for number, expected in enumerate(stood):
            assert everything(read(record, stop_at=number)) == expected
            count("positions replayed")
    floor("positions replayed", 1000)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_undo_stands_where_the_match_stood(name: str, players: int) -> None:
    chance = random.Random(f"undo {name} {players}")
    for _ in range(60):
        match = opened(name, players, chance)
        stood = [everything(match) for _ in walk(match, chance)]
        for before in reversed(stood):
            match.undo()
            assert everything(match) == before
            count("actions taken back")
        with pytest.raises(MatchError):
            match.undo()
    floor("actions taken back", 1000)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_clone_goes_its_own_way(name: str, players: int) -> None:
    chance = random.Random(f"clone {name} {players}")
    for _ in range(200):
        match = somewhere(name, players, chance)
        before, twin = everything(match), match.clone()
        assert type(twin) is type(match)
        assert everything(twin) == before
        if twin.deals[-1].actions and chance.random() < 0.3:
            twin.undo()
        for _ in walk(twin, chance):
            pass
        if not twin.finished:
            twin.deal(seed="00" * 32)
        assert everything(match) == before
        seen = match.view(0)
        copy = seen.copy()
        assert copy == seen
        copy.hands[0].clear()
        copy.events.clear()
        copy.lines.clear()
        assert seen == match.view(0)
        count("clones")


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_same_seed_gives_the_same_match(name: str, players: int) -> None:
    rules = stolik.game(name)
    for number in range(20):
        one, other = (rules.match(seed=f"{number:064x}", players=players) for _ in range(2))
        for _ in walk(one, random.Random(number)):
            pass
        for _ in walk(other, random.Random(number)):
            pass
        assert everything(one) == everything(other)
        state = rules.match(seed=f"{number:064x}", players=players).deals[0].state
        ends = []
        for _ in range(2):
            twin = state.clone()
            ends.append((int(twin.playout(number + 1)), twin.to_words()))
            assert twin.to_move < 0
        assert ends[0] == ends[1]


WORDS = [
    "play", "marry", "announce", "trump", "pass", "accept", "swap", "done", "??", "AS", "QH", "7C", "2S", "S", "H", "0",
    "-1", "9" * 400, "", " ", "\t", "\n", "\0", "ą", "\ud800", "\U000e0001", "play AS", "None", "[]", "A S",
]  # fmt: skip


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_no_text_raises_anything_but_a_refusal_or_changes_anything(name: str, players: int) -> None:
    chance = random.Random(f"fuzz {name} {players}")
    letters = "AKQJT98765432SHDC? \n\0playmarydonetrump0123"
    for _ in range(150):
        match = somewhere(name, players, chance)
        before = everything(match)
        for _ in range(40):
            text = " ".join(chance.choices(WORDS, k=chance.randrange(5)))
            if chance.random() < 0.3:
                text = "".join(chance.choices(letters, k=chance.randrange(30)))
            seat = chance.choice([*range(players), -1, 7, None])
            try:
                refused = match.why_not(text, seat)
            except StolikError as error:
                assert isinstance(error, NotAnAction | MatchError)
                refused = None
                with pytest.raises(type(error)):
                    match.play(text, seat)
            if isinstance(refused, IllegalAction):
                assert refused.clause in stolik.locale.clauses.clauses(match.game)
                with pytest.raises(IllegalAction):
                    match.play(text, seat)
            count("texts tried")
        assert everything(match) == before
    floor("texts tried", 6000)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_seat_object_shows_no_card_that_was_not_told(name: str, players: int) -> None:
    chance = random.Random(f"object {name} {players}")
    for _ in range(100):
        match = somewhere(name, players, chance)
        for seat in range(players):
            now = seat_object(match, seat).get("now", {})
            if "hands" in now:
                assert now["hands"] == match.view(seat).hands_text()
                assert "??" not in now["hands"][seat]
                assert bool(now["legal"]) is (match.to_move == seat)
