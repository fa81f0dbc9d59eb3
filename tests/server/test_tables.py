"""A table is the fold of its entries; what one audience is told depends on nothing that it is not told."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from stolik.notation.record import read
from stolik.play.match import Match
from stolik.play.view import WATCHER
from stolik.server.entries import Acted, Created, Dealt, Entry, Followed, Left, Planned, Ready, Seated, StoodIn, Undone
from stolik.server.tables import BrokenLog, Table
from tests.counts import count, floor

CREATED = Created("dorozka", "default", {"target": 300}, (Planned("open"), Planned("open")))
BEGUN: list[Entry] = [CREATED, Seated(0, "ala", "Ala"), Seated(1, "olek", "Olek")]


def dealt(seed: int, dealer: int = 0) -> Dealt:
    return Dealt(f"{seed:064x}", dealer)


def played(chance: random.Random, most: int = 400) -> list[Entry]:
    """The entries of a match between two people who take any action, now and then with somebody coming and going."""
    entries = [*BEGUN, dealt(chance.getrandbits(200), chance.randrange(2))]
    table = Table.fold("t", entries)
    while table.stage != "finished" and len(entries) < most:
        if table.stage == "between":
            new: list[Entry] = [Ready(0), Ready(1), dealt(chance.getrandbits(200), table.match.next_dealer())]
        elif chance.random() < 0.03:
            seat = chance.randrange(2)
            new = [Left(seat), StoodIn(seat, "any", "Jagna"), Seated(seat, f"p{len(entries)}", "Ktoś")]
        elif chance.random() < 0.03 and table.match.deals[-1].actions:
            new = [Undone(0, 1)]
        else:
            assert table.match.to_move is not None
            new = [Acted(table.match.to_move, chance.choice(table.match.legal()), f"id{len(entries)}")]
        for entry in new:
            table.apply(entry)
        entries += new
    return entries


def same(one: Table, other: Table) -> bool:
    """Whether two tables are told the same, by everybody."""
    people = [None, *(chair.person for chair in one.chairs)]
    return (
        one.versions == other.versions
        and one.length == other.length
        and one.answers == other.answers
        and one.settled_at == other.settled_at
        and all(one.look(person, whole=True) == replace(other.look(person, whole=True)) for person in people)
    )


@pytest.mark.parametrize("seed", range(6))
def test_a_restart_after_any_entry_gives_the_same_table_and_the_same_versions(seed: int) -> None:
    entries = played(random.Random(seed), 140)
    table = Table.fold("t", entries[:3])
    for place in range(3, len(entries)):
        table, _ = table.after([entries[place]])
        assert same(table, Table.fold("t", entries[: place + 1]))
        count("tables: restarts")


def test_there_were_enough_restarts() -> None:
    floor("tables: restarts", 400)


def test_looking_ahead_changes_nothing() -> None:
    chance = random.Random(1)
    table = Table.fold("t", [*BEGUN, dealt(5)])
    for _ in range(40):
        assert table.match.to_move is not None
        entry = Acted(table.match.to_move, chance.choice(table.match.legal()))
        before = table.look("ala"), table.look("olek"), dict(table.versions), table.length
        after, told = table.after([entry])
        assert (table.look("ala"), table.look("olek"), dict(table.versions), table.length) == before
        assert after.versions == {each: v + (each in told) for each, v in table.versions.items()}
        table = after
        if table.stage != "playing":
            break


# ---- what must not show (DR-14)


def announcing(seed: int) -> Table | None:
    """A deal in which eldest, seat 1, has two combinations or more to announce."""
    table = Table.fold("t", [*BEGUN, dealt(seed), Acted(1, "accept")])
    told = [each for each in table.match.legal() if each.startswith("announce")]
    return table if len(told) > 1 else None


def test_dr14_how_often_somebody_announced_shows_to_nobody_else() -> None:
    for rich in filter(None, map(announcing, range(4000))):
        table = rich
        before = {who: table.look(who, whole=True) for who in ("ala", None)}
        versions = dict(table.versions)
        many = 0
        while announce := [each for each in table.match.legal() if each.startswith("announce")]:
            table, told = table.after([Acted(1, announce[0], f"secret{many}")])
            many += 1
            assert told == {1}
            assert {who: table.look(who, whole=True) for who in ("ala", None)} == before
            assert (table.versions[0], table.versions[WATCHER]) == (versions[0], versions[WATCHER])
            assert table.versions[1] == versions[1] + many
            count("tables: hidden announcements")
        table, told = table.after([Acted(1, "done")])
        assert told == {0, 1, WATCHER}
        assert table.versions[0] == versions[0] + 1, "one more than before, however much was announced"
        back, told = table.after([Undone(1, many + 1)])
        assert back.versions[0] == versions[0] + 2
        assert told == {0, 1, WATCHER}
    floor("tables: hidden announcements", 50)


def test_dr14_taking_back_what_was_hidden_shows_to_nobody_else() -> None:
    for rich in filter(None, map(announcing, range(4000))):
        first = next(each for each in rich.match.legal() if each.startswith("announce"))
        table, _ = rich.after([Acted(1, first)])
        after, told = table.after([Undone(1, 1)])
        assert told == {1}
        assert after.look(None) == table.look(None)
        count("tables: hidden things taken back")
    floor("tables: hidden things taken back", 20)


def test_who_watches_is_told_no_hand() -> None:
    table = Table.fold("t", [*BEGUN, dealt(3)])
    look = table.look("somebody else")
    assert look.seat is None
    assert look.view is not None
    assert {card for hand in look.view.hands for card in hand} == {-1}
    assert look.view.legal == ()
    assert not look.can_undo


# ---- records


def test_the_record_has_settled_deals_only() -> None:
    for seed in range(30):
        entries = played(random.Random(seed), 60 + seed)
        table = Table.fold("t", entries)
        settled = [deal for deal in table.match.deals if deal.settled]
        if settled and table.match.current:
            text = table.record()
            now = table.match.deals[-1]
            assert now.seed is not None
            assert now.seed not in text
            again = read(text)
            assert [deal.scores for deal in again.deals] == [deal.scores for deal in settled]
            assert again.current is None
            count("tables: records in the middle of a match")
    floor("tables: records in the middle of a match", 10)


# ---- logs that make no table


@pytest.mark.parametrize(
    "entries",
    [
        [],
        [Seated(0, "ala", "Ala")],
        [*BEGUN, Acted(0, "play QH")],
        [*BEGUN, dealt(1), Acted(0, "accept")],
        [*BEGUN, dealt(1), Acted(1, "nonsense")],
        [*BEGUN, dealt(1), dealt(2)],
        [*BEGUN, dealt(1), CREATED],
        [*BEGUN, dealt(1), Undone(0, 1)],
        [Created("no such game", "default", {}, (Planned("open"),))],
        [*BEGUN, Seated(7, "x", "X")],
    ],
    ids=lambda entries: "-".join(type(each).__name__ for each in entries) or "nothing",
)
def test_a_log_that_does_not_fold_is_a_fault_and_told_as_one(entries: list[Entry]) -> None:
    with pytest.raises(BrokenLog):
        Table.fold("t", entries)


# ---- who sits where


def test_who_left_gets_the_same_seat_back_first() -> None:
    plan = Created("dorozka", "default", {}, (Planned("open"), Planned("open")))
    table = Table.fold("t", [plan, Seated(0, "ala", "Ala"), Seated(1, "olek", "Olek"), dealt(1)])
    table, _ = table.after([Left(0), StoodIn(0, "any", "Jagna"), Left(1), StoodIn(1, "any", "Hanka")])
    assert (table.free_seat("olek"), table.free_seat("ala"), table.free_seat("ewa")) == (1, 0, 0)
    assert table.bot_to_move() is None, "nobody is there to play with"


def test_who_has_seen_a_hand_sits_down_at_no_other_in_that_deal() -> None:
    table = Table.fold("t", [*BEGUN, dealt(5), Left(0), StoodIn(0, "any", "Jagna"), Seated(0, "kuba", "Kuba"), Left(1)])
    assert table.free_seat("ala") is None
    assert table.free_seat("olek") == 1
    assert table.free_seat("zosia") == 1
    assert Table.fold("t", [*BEGUN, Left(0), Left(1)]).free_seat("ala") == 0


def test_a_bot_that_was_chosen_keeps_its_seat() -> None:
    plan = Created("dorozka", "default", {}, (Planned("open"), Planned("bot", "any", "Jagna")))
    table = Table.fold("t", [plan, Seated(0, "ala", "Ala")])
    assert table.free_seat("olek") is None
    assert [each.free for each in table.look(None).sitters] == [False, False]


def test_the_link_to_the_rematch_is_told_to_all() -> None:
    table, told = Table.fold("t", BEGUN).after([Followed("u")])
    assert told == {0, 1, WATCHER}
    assert table.look(None).rematch == "u"


def test_a_match_is_the_same_as_without_a_table(tmp_path: Path) -> None:
    entries = played(random.Random(11), 3000)
    table = Table.fold("t", entries)
    assert table.stage == "finished"
    alone = Match(table.match.game, table.options, 2)
    for deal in table.match.deals:
        assert deal.seed is not None
        alone.deal(seed=deal.seed, dealer=deal.dealer)
        for seat, action in deal.actions:
            alone.play(table.match.game.text(action), seat)
    assert (alone.totals, alone.winners) == (table.match.totals, table.match.winners)
