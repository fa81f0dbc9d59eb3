"""The hall: exactly once, one of many, nothing shown that is not stored, bots that play."""

import asyncio
import contextlib
import random
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from stolik.play.match import MatchError
from stolik.play.refusal import IllegalAction, NotAnAction, StolikError
from stolik.play.view import View
from stolik.server.entries import Acted, Ready
from stolik.server.errors import BadRequest, NoSuchTable, NotNow, NotSeated, NotStored, OutOfDate, Refused
from stolik.server.hall import Hall
from stolik.server.limits import Limits
from stolik.server.log import FILE
from stolik.server.tables import Answer
from tests.counts import count, floor
from tests.server.helping import PEOPLE, opened, refused, run, seeds, step, two, until


def acts(hall: Hall, table: str) -> list[Acted]:
    return [each for each in hall.log.entries(table) if isinstance(each, Acted)]


async def mover_of(hall: Hall, table: str) -> tuple[str, Any]:
    for person in PEOPLE:
        look = await hall.look(table, person)
        if look.view is not None and look.view.legal:
            return person, look
    raise AssertionError("nobody is to move")


async def seen(hall: Hall, table: str, person: str) -> Any:
    """The look of somebody at a table where cards are dealt."""
    return await hall.look(table, person)


def any_text(look: Any, chance: random.Random) -> str:
    text: str = look.game.text(chance.choice(look.view.legal))
    return text


# ---- exactly once (C4)


def test_c4_a_resend_gives_the_same_answer_and_nothing_else(tmp_path: Path) -> None:
    async def work() -> None:
        chance = random.Random(4)
        async with opened(tmp_path) as hall:
            table = await two(hall)
            sent: list[tuple[str, str, int, str, Answer]] = []
            while len(acts(hall, table)) < 50:
                if (await hall.look(table, "ala")).stage != "playing":
                    await step(hall, table, chance, *PEOPLE)
                    continue
                person, look = await mover_of(hall, table)
                text, name = any_text(look, chance), f"{chance.getrandbits(60):x}"
                answer = await hall.act(table, person, text, look.version, name)
                sent.append((person, text, look.version, name, answer))
                stored = len(hall.log.entries(table))
                for person, text, version, name, told in chance.choices(sent, k=20):
                    again = await asyncio.gather(*(hall.act(table, person, text, version, name) for _ in range(2)))
                    assert again == [told, told]
                    count("hall: resends", 2)
                assert len(hall.log.entries(table)) == stored
        async with opened(tmp_path) as hall:
            for person, text, version, name, told in sent:
                assert await hall.act(table, person, text, version, name) == told, "the same after a restart"

    run(work)
    floor("hall: resends", 1000)


def test_c4_the_same_action_sent_many_times_at_once_is_played_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            table = await two(hall)
            person, look = await mover_of(hall, table)
            calls = [hall.act(table, person, "accept", look.version, "one") for _ in range(50)]
            answers = await asyncio.gather(*calls)
            assert len(set(answers)) == 1
            assert len(acts(hall, table)) == 1

    run(work)


def test_an_id_stands_for_one_action_only(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            table = await two(hall)
            person, look = await mover_of(hall, table)
            await hall.act(table, person, "accept", look.version, "one")
            assert isinstance(await refused(hall.act(table, person, "pass", look.version, "one")), BadRequest)

    run(work)


# ---- of many at once, one (C5)


def test_c5_of_simultaneous_actions_on_one_version_one_wins(tmp_path: Path) -> None:
    async def work() -> None:
        chance = random.Random(5)
        async with opened(tmp_path) as hall:
            table = await two(hall, target=10000)
            races = 0
            while races < 500:
                if (await hall.look(table, "ala")).stage != "playing":
                    await step(hall, table, chance, *PEOPLE)
                    continue
                person, look = await mover_of(hall, table)
                before = len(acts(hall, table)) if races % 50 == 0 else -1
                calls = [
                    hall.act(table, person, any_text(look, chance), look.version, f"{races}-{n}")
                    for n in range(chance.randint(2, 5))
                ]
                answers = await asyncio.gather(*calls, return_exceptions=True)
                assert sum(isinstance(each, Answer) for each in answers) == 1
                assert all(isinstance(each, Answer | OutOfDate | MatchError) for each in answers)
                if before >= 0:
                    assert len(acts(hall, table)) == before + 1
                races += 1
                count("hall: races")

    run(work)
    floor("hall: races", 500)


def test_c5_two_servers_over_one_log_never_both_act(tmp_path: Path) -> None:
    async def work() -> None:
        chance = random.Random(6)
        async with opened(tmp_path) as one, opened(tmp_path) as other:
            table = await two(one)
            won = 0
            for n in range(60):
                if (await one.look(table, "ala")).stage != "playing":
                    break
                person, look = await mover_of(one, table)
                text = any_text(look, chance)
                calls = [hall.act(table, person, text, look.version, f"{n}{hall is one}") for hall in (one, other)]
                answers = await asyncio.gather(*calls, return_exceptions=True)
                good = [each for each in answers if isinstance(each, Answer)]
                assert len(good) <= 1
                won += len(good)
                assert len(acts(one, table)) == won
                await until(lambda: agree(one, other, table))
            assert won > 10
            count("hall: races of two servers", won)

    async def agree(one: Hall, other: Hall, table: str) -> bool:
        return await one.look(table, "ala") == await other.look(table, "ala")

    run(work)


def test_what_another_server_stored_is_told_here(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as one, opened(tmp_path) as other:
            with seeds("00" * 32):
                table = await two(one)
            look = await other.look(table, "olek")
            with one.bus.listen(table, 0) as ear:
                await other.act(table, "olek", "accept", look.version, "a")
                assert await ear.news(3)
            assert await one.look(table, "ala") == await other.look(table, "ala")

    run(work)


# ---- nothing is shown that is not stored (C3)


def test_c3_what_could_not_be_stored_has_not_happened_and_play_goes_on(tmp_path: Path) -> None:
    async def work() -> None:
        chance = random.Random(7)
        async with opened(tmp_path, write_wait=0.05) as hall:
            table = await two(hall)
            outside = sqlite3.connect(tmp_path / FILE, isolation_level=None)
            for n in range(20):
                if (await hall.look(table, "ala")).stage != "playing":
                    await step(hall, table, chance, *PEOPLE)
                    continue
                person, look = await mover_of(hall, table)
                before = [await hall.look(table, each) for each in (*PEOPLE, None)]
                text = any_text(look, chance)
                outside.execute("BEGIN IMMEDIATE")
                with hall.bus.listen(table, look.seat) as ear:
                    assert isinstance(await refused(hall.act(table, person, text, look.version, f"a{n}")), NotStored)
                    assert not await ear.news(0.01)
                outside.execute("ROLLBACK")
                assert [await hall.look(table, each) for each in (*PEOPLE, None)] == before
                await hall.act(table, person, text, look.version, f"a{n}")
                count("hall: not stored, then stored")
            outside.close()

    run(work)
    floor("hall: not stored, then stored", 15)


def test_c3_a_new_table_that_could_not_be_stored_is_not_there(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path, write_wait=0.05) as hall:
            outside = sqlite3.connect(tmp_path / FILE, isolation_level=None)
            outside.execute("BEGIN IMMEDIATE")
            assert isinstance(await refused(hall.create("dorozka", "ala")), NotStored)
            outside.execute("ROLLBACK")
            outside.close()
            assert hall._rooms == {}
            await hall.create("dorozka", "ala")

    run(work)


def test_somebody_who_goes_away_meanwhile_leaves_nothing_half_done(tmp_path: Path) -> None:
    async def work() -> None:
        chance = random.Random(8)
        async with opened(tmp_path) as hall:
            table = await two(hall)
            for n in range(30):
                if (await hall.look(table, "ala")).stage != "playing":
                    break
                person, look = await mover_of(hall, table)
                call = hall.act(table, person, any_text(look, chance), look.version, f"{n}")
                task = asyncio.ensure_future(call)
                await asyncio.sleep(chance.choice([0, 0, 0.0005]))
                task.cancel()
                await asyncio.gather(*hall._running, task, return_exceptions=True)
                room = hall._rooms[table]
                assert room.table.length == len(hall.log.entries(table))
                count("hall: cancelled")

    run(work)
    floor("hall: cancelled", 15)


# ---- what is refused


def test_the_rules_refuse_with_their_clause(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            with seeds("00" * 32):
                table = await two(hall)
            look = await hall.look(table, "olek")
            with pytest.raises(IllegalAction) as caught:
                await hall.act(table, "olek", "play AS", look.version, "a")
            assert caught.value.clause == "DR-4"
            with pytest.raises(IllegalAction) as caught:
                await hall.act(table, "ala", "accept", (await hall.look(table, "ala")).version, "a")
            assert caught.value.refusal.reason == "not_your_turn"
            with pytest.raises(NotAnAction):
                await hall.act(table, "olek", "fly", look.version, "a")
            assert len(acts(hall, table)) == 0

    run(work)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda hall, table: hall.act(table, "nobody", "accept", 1, "a"), NotSeated),
        (lambda hall, table: hall.act(table, "ala", "1 accept", 1, "a"), NotSeated),
        (lambda hall, table: hall.act(table, "ala", "accept", 1, "a"), OutOfDate),
        (lambda hall, table: hall.act(table, "ala", "accept", 99, "a"), OutOfDate),
        (lambda hall, table: hall.act(table, "ala", "x" * 161, 1, "a"), BadRequest),
        (lambda hall, table: hall.act(table, "ala", "accept", 1, ""), BadRequest),
        (lambda hall, table: hall.act(table, "ala", "accept", 1, "a" * 65), BadRequest),
        (lambda hall, table: hall.act(table, "ala", "accept", 1, "\n"), BadRequest),
        (lambda hall, _table: hall.act("nowhere", "ala", "accept", 1, "a"), NoSuchTable),
        (lambda hall, _table: hall.act("../../etc", "ala", "accept", 1, "a"), NoSuchTable),
        (lambda hall, table: hall.undo(table, "ala", 99, "a"), OutOfDate),
        (lambda hall, table: hall.undo(table, "nobody", 3, "a"), NotSeated),
        (lambda hall, table: hall.rematch(table, "ala"), NotNow),
        (lambda hall, table: hall.rematch(table, "nobody"), NotSeated),
        (lambda hall, table: hall.ready(table, "nobody", 1), NotSeated),
        (lambda hall, table: hall.fill(table, "nobody"), NotSeated),
        (lambda hall, table: hall.sit(table, "third", "Ewa"), NotNow),
        (lambda hall, table: hall.record(table), NotNow),
        (lambda hall, _table: hall.create("chess", "ala"), StolikError),
        (lambda hall, _table: hall.create("dorozka", "ala", preset="x"), StolikError),
        (lambda hall, _table: hall.create("dorozka", "ala", options={"ace": 12}), StolikError),
        (lambda hall, _table: hall.create("dorozka", "ala", seats=["me"]), StolikError),
        (lambda hall, _table: hall.create("dorozka", "ala", seats=["me", "me"]), BadRequest),
        (lambda hall, _table: hall.create("dorozka", "ala", seats=["me", "cat"]), BadRequest),
        (lambda hall, _table: hall.create("dorozka", "ala", seats=["me", "bot:oracle"]), StolikError),
        (lambda hall, _table: hall.create("dorozka", "ala", seats=["me", "bot"] * 40), StolikError),
    ],
)
def test_what_is_refused_changes_nothing(tmp_path: Path, call: Any, error: type[Exception]) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            table = await two(hall)
            before = hall.log.entries(table)
            with pytest.raises(error):
                await call(hall, table)
            assert hall.log.entries(table) == before

    run(work)


def test_a_seat_is_named_or_not_before_an_action(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            with seeds("00" * 32):
                table = await two(hall)
            look = await hall.look(table, "olek")
            await hall.act(table, "olek", "  1   accept ", look.version, "a")
            assert acts(hall, table) == [Acted(1, "accept", "a")]

    run(work)


def test_forged_seats_are_refused_a_thousand_times(tmp_path: Path) -> None:
    async def work() -> None:
        chance = random.Random(9)
        async with opened(tmp_path) as hall:
            table = await two(hall, target=10000)
            while await forged(hall, table, chance) < 1000:
                await step(hall, table, chance, *PEOPLE)

    async def forged(hall: Hall, table: str, chance: random.Random) -> int:
        for seat, person in enumerate(PEOPLE):
            look = await seen(hall, table, person)
            if look.stage != "playing" or look.view.legal:
                continue
            mover = await seen(hall, table, PEOPLE[1 - seat])
            before = hall._rooms[table].table.length
            for text in chance.sample([look.game.text(each) for each in mover.view.legal], 1):
                for who, said in ((person, f"{1 - seat} {text}"), (person, text), ("thief", text), ("", text)):
                    version = chance.choice([look.version, mover.version])
                    with pytest.raises((NotSeated, OutOfDate, IllegalAction, BadRequest)):
                        await hall.act(table, who, said, version, f"{chance.getrandbits(60):x}")
                    count("hall: forged seats")
                    tried[0] += 1
            assert hall._rooms[table].table.length == before
        return tried[0]

    tried = [0]
    run(work)
    floor("hall: forged seats", 1000)


# ---- the course of a match


def test_two_people_play_a_match_and_a_rematch(tmp_path: Path) -> None:
    async def work() -> None:
        chance = random.Random(10)
        async with opened(tmp_path) as hall:
            table = await two(hall, target=300)
            while (await hall.look(table, "ala")).stage != "finished":
                await step(hall, table, chance, *PEOPLE)
            following = await hall.rematch(table, "ala")
            assert await hall.rematch(table, "olek") == following
            assert (await hall.look(table, None)).rematch == following
            look = await hall.look(following, "olek")
            assert (look.seat, look.stage, look.totals) == (1, "playing", (0, 0))
            assert look.options == (await hall.look(table, "olek")).options
            assert "result" in await hall.record(table)

    run(work)


def test_a_deal_follows_when_all_people_want_it(tmp_path: Path) -> None:
    async def work() -> None:
        chance = random.Random(12)
        async with opened(tmp_path) as hall:
            table = await two(hall, target=10000)
            while (await hall.look(table, "ala")).stage == "playing":
                await step(hall, table, chance, *PEOPLE)
            settled = (await hall.look(table, "ala")).version
            assert isinstance(await refused(hall.ready(table, "ala", settled + 1)), OutOfDate)
            await hall.ready(table, "ala", settled - 1)
            assert not (await hall.look(table, "ala")).sitters[0].ready, "that was about an earlier deal"
            await hall.ready(table, "ala", settled)
            await hall.ready(table, "ala", settled)
            look = await hall.look(table, "olek")
            assert (look.stage, [each.ready for each in look.sitters]) == ("between", [True, False])
            await hall.ready(table, "olek", look.version)
            assert (await hall.look(table, "ala")).stage == "playing"
            await hall.ready(table, "ala", settled)
            assert len([each for each in hall.log.entries(table) if isinstance(each, Ready)]) == 2

    run(work)


def test_who_leaves_is_replaced_and_may_come_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            with seeds("00" * 32):
                table = await two(hall)
            await hall.leave(table, "olek")

            async def bot_acted() -> bool:
                return len(acts(hall, table)) > 0

            await until(bot_acted)
            assert (await hall.look(table, "olek")).seat is None
            assert await hall.sit(table, "olek", "Olek") == 1
            assert await hall.sit(table, "olek", "Olek") == 1
            await hall.leave(table, "ala")
            await hall.leave(table, "ala")
            await hall.leave(table, "olek")
            before = len(hall.log.entries(table))
            await asyncio.sleep(0.1)
            assert len(hall.log.entries(table)) == before, "bots do not play for nobody"

    run(work)


def test_bots_take_empty_seats_until_somebody_comes(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            table = await hall.create("dorozka", "ala", seats=["me", "open"], name="Ala")
            assert (await hall.look(table, "ala")).stage == "waiting"
            await hall.fill(table, "ala")
            look = await hall.look(table, "ala")
            assert (look.stage, look.sitters[1].kind, look.sitters[1].free) == ("playing", "bot", True)
            assert await hall.sit(table, "olek", "Olek") == 1
            assert (await hall.look(table, "olek")).sitters[1].you

    run(work)


def test_taking_back_against_bots(tmp_path: Path) -> None:
    async def work() -> None:
        chance = random.Random(13)
        async with opened(tmp_path) as hall:
            table = await hall.create("dorozka", "ala", seats=["me", "bot:any"], options={"target": 10000})
            undone = 0
            for n in range(400):
                if undone >= 20:
                    break
                look = await seen(hall, table, "ala")
                if look.stage == "between" or not look.view.legal:
                    await step(hall, table, chance, "ala")
                    await asyncio.sleep(0.002)
                    continue
                then = look.view
                await hall.act(table, "ala", any_text(look, chance), look.version, f"a{n}")
                after = await hall.look(table, "ala")
                if not after.can_undo or chance.random() < 0.6:
                    continue
                try:
                    answer = await hall.undo(table, "ala", after.version, f"u{n}")
                except Refused:
                    continue  # the bot has acted in between
                assert await hall.undo(table, "ala", after.version, f"u{n}") == answer
                assert (await hall.look(table, "ala")).view == then
                undone += 1
                count("hall: taken back")
            await hall.act(table, "ala", *(await anything_legal(hall, table, chance)))

    async def anything_legal(hall: Hall, table: str, chance: random.Random) -> tuple[str, int, str]:
        async def mine() -> bool:
            await step_on(hall, table)
            return bool((await seen(hall, table, "ala")).view.legal)

        await until(mine)
        look = await hall.look(table, "ala")
        return any_text(look, chance), look.version, "last"

    async def step_on(hall: Hall, table: str) -> None:
        look = await hall.look(table, "ala")
        if look.stage == "between":
            await hall.ready(table, "ala", look.version)

    run(work)
    floor("hall: taken back", 20)


def test_nothing_is_taken_back_from_who_left_and_may_come_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path, bot_pace=60.0) as hall:
            with seeds("00" * 32):
                table = await two(hall)
            chance = random.Random(3)
            for _ in range(14):
                await step(hall, table, chance, "ala", "olek")
            before = list((await hall.table(table)).match.deals[-1].actions)
            await hall.leave(table, "olek")
            look = await hall.look(table, "ala")
            assert not look.can_undo
            assert isinstance(await refused(hall.undo(table, "ala", look.version, "u")), NotNow)
            assert await hall.sit(table, "olek", "Olek") == 1
            assert (await hall.table(table)).match.deals[-1].actions == before

    run(work)


def test_nothing_is_taken_back_from_people(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            with seeds("00" * 32):
                table = await two(hall)
            look = await hall.look(table, "olek")
            await hall.act(table, "olek", "accept", look.version, "a")
            look = await hall.look(table, "olek")
            assert not look.can_undo
            assert isinstance(await refused(hall.undo(table, "olek", look.version, "u")), NotNow)

    run(work)


# ---- bots


def test_a_bot_is_seen_to_act_after_the_same_time_however_much_it_announces(tmp_path: Path) -> None:
    """The times differ by what the machine does meanwhile, not by the number of announcements."""

    def announcer(view: View, chance: random.Random) -> int:
        return view.legal[0] if view.phase == "announce" else max(view.legal)

    async def work() -> None:
        took: dict[int, list[float]] = {}
        limits = Limits(bot_pace=0.1, sweep=5)
        hall = Hall(tmp_path, limits, levels={"any": announcer})
        await hall.open()
        for seed in [*rich[:5], *poor[:5]]:
            with seeds(f"{seed:064x}", dealer=0):
                table = await hall.create("dorozka", "ala", seats=["me", "bot:any"])

            async def all_told(table: str = table) -> bool:
                look = await seen(hall, table, "ala")
                return bool(look.view.phase == "announce" and look.view.to_move == 0)

            look = await hall.look(table, "ala")
            began = time.monotonic()
            with hall.bus.listen(table, 0) as ear:
                while not await all_told():
                    assert await ear.news(2)
                    assert (await seen(hall, table, "ala")).view.phase == "announce", "the bot accepts at once"
                    if not await all_told():
                        began = time.monotonic()
            many = sum(each.action.startswith("announce") for each in acts(hall, table))
            took.setdefault(many, []).append(time.monotonic() - began)
            assert (await hall.look(table, "ala")).version == look.version + 2
            count("hall: bots timed")
        await hall.close()
        assert len(took) > 1
        assert all(0.08 < each < 0.35 for times in took.values() for each in times), took

    rich, poor = hands_of_eldest()
    run(work)
    floor("hall: bots timed", 10)


def hands_of_eldest() -> tuple[list[int], list[int]]:
    """Seeds with which eldest, having accepted, has two combinations or more; and with which none."""
    import stolik

    rich: list[int] = []
    poor: list[int] = []
    for seed in range(4000):
        if len(rich) >= 5 and len(poor) >= 5:
            break
        rules = stolik.game("dorozka")
        match = rules.match(seed="00" * 32)
        match.deals.clear()
        match.deal(seed=f"{seed:064x}", dealer=0)
        match.play("accept")
        many = sum(each.startswith("announce") for each in match.legal())
        if many >= 2:
            rich.append(seed)
        elif many == 0:
            poor.append(seed)
    return rich, poor


def test_a_match_against_a_bot_in_its_own_process(tmp_path: Path) -> None:
    async def work() -> None:
        chance = random.Random(14)
        async with opened(tmp_path, processes=True) as hall:
            table = await hall.create("dorozka", "ala", options={"target": 100})

            async def over() -> bool:
                await step(hall, table, chance, "ala")
                return (await hall.look(table, "ala")).stage == "finished"

            await until(over, 30)
            count("hall: actions of bots", sum(each.id == "" for each in acts(hall, table)))

    run(work)
    floor("hall: actions of bots", 8)


def test_a_bot_whose_process_dies_goes_on_with_another(tmp_path: Path) -> None:
    async def work() -> None:
        chance = random.Random(15)
        async with opened(tmp_path, processes=True) as hall:
            table = await hall.create("dorozka", "ala", options={"target": 10000})
            deaths = 0

            async def enough() -> bool:
                nonlocal deaths
                if await step(hall, table, chance, "ala") and deaths < 3 and hall.minds._minds[0]._process:
                    with contextlib.suppress(ProcessLookupError):
                        hall.minds._minds[0]._process.kill()
                    deaths += 1
                return len(acts(hall, table)) > 40

            await until(enough, 30)
            assert deaths == 3

    run(work)


@pytest.mark.parametrize("fault", ["raises", "illegal", "slow"])
def test_a_bot_that_fails_holds_nobody_up(tmp_path: Path, fault: str, caplog: pytest.LogCaptureFixture) -> None:
    def broken(view: View, chance: random.Random) -> int:
        if fault == "raises":
            raise RuntimeError(f"my hand is {view.hands}")
        if fault == "slow":
            time.sleep(0.2)
        return -5

    async def work() -> None:
        hall = Hall(tmp_path, Limits(bot_pace=0, bot_wait=0.05), levels={"any": broken})
        await hall.open()
        with seeds("00" * 32):
            table = await hall.create("dorozka", "ala", seats=["me", "bot:any"])

        async def acted() -> bool:
            return len(acts(hall, table)) > 0

        await until(acted)
        await hall.close()

    run(work)
    assert "bot any" in caplog.text
    assert "my hand" not in caplog.text, "no card in the server's own log"


def test_the_sweep_takes_up_what_was_left_lying(tmp_path: Path) -> None:
    async def work() -> None:
        hall = Hall(tmp_path, Limits(bot_pace=60), levels={"any": lambda view, _chance: view.legal[0]})
        with seeds(*["00" * 32] * 8):
            tables = [await hall.create("dorozka", "ala", seats=["me", "bot:any"]) for _ in range(8)]
        await hall.close()
        async with opened(tmp_path, sweep_batch=3) as hall:

            async def all_acted() -> bool:
                return all(acts(hall, table) for table in tables)

            await until(all_acted)

            async def nothing_owed() -> bool:
                return hall.log.owing(10) == []

            await until(nothing_owed)

    run(work)


def test_tables_not_used_for_long_are_read_again(tmp_path: Path) -> None:
    async def work() -> None:
        chance = random.Random(16)
        async with opened(tmp_path, tables=3) as hall:
            tables = [await two(hall) for _ in range(10)]
            for _ in range(8):
                for table in tables:
                    await step(hall, table, chance, *PEOPLE)
                    assert len(hall._rooms) <= 4
            for table in tables:
                assert len(acts(hall, table)) >= 5

    run(work)


def test_a_full_table_takes_nothing_more(tmp_path: Path) -> None:
    async def work() -> None:
        chance = random.Random(17)
        async with opened(tmp_path, entries=20) as hall:
            table = await two(hall)
            with pytest.raises(NotNow, match="full"):
                await steps(hall, table, chance)
            assert len(hall.log.entries(table)) <= 20

    run(work)


async def steps(hall: Hall, table: str, chance: random.Random) -> None:
    for _ in range(40):
        await step(hall, table, chance, *PEOPLE)


def test_taking_back_has_a_bound_in_each_deal(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path, undos=3, bot_pace=60.0) as hall:
            with seeds("00" * 32, dealer=1):
                table = await hall.create("dorozka", "ala", seats=["me", "bot:any"])
            for n in range(4):
                look = await hall.look(table, "ala")
                await hall.act(table, "ala", "pass", look.version, f"a{n}")
                look = await hall.look(table, "ala")
                if n < 3:
                    await hall.undo(table, "ala", look.version, f"u{n}")
                else:
                    assert isinstance(await refused(hall.undo(table, "ala", look.version, "u")), NotNow)

    run(work)
