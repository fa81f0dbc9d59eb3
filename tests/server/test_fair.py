"""Fair dealing: what is shown before a deal fits what is shown after it, and nobody alone decides on it (F2, F3)."""

import random
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from stolik.notation.record import read
from stolik.play.refusal import BadSeed
from stolik.server.entries import Dealt, Promised, Ready
from stolik.server.fair import NONE_GIVEN, commitment, joint_seed
from stolik.server.hall import Hall
from tests.counts import count, floor
from tests.server.helping import PEOPLE, opened, run, step, two


async def settled(hall: Hall, table: str, chance: random.Random) -> None:
    while (await hall.look(table, "ala")).stage == "playing":
        await step(hall, table, chance, *PEOPLE)


def test_f3_every_deal_is_promised_before_and_can_be_dealt_again_afterwards(tmp_path: Path) -> None:
    async def work() -> None:
        chance = random.Random(1)
        async with opened(tmp_path) as hall:
            table = await hall.create("dorozka", "ala", seats=["me", "open"], options={"target": 10000})
            shown = [(await hall.look(table, "ala")).commitment]
            own = ["ab" * 32]
            await hall.sit(table, "olek", "Olek", own[0])
            for n in range(12):
                look = await hall.look(table, None)
                assert look.stage == "playing"
                assert look.commitment == shown[-1], "the same before and during the deal"
                await settled(hall, table, chance)
                shown.append((await hall.look(table, "ala")).commitment)
                assert shown[-1] != shown[-2]
                own.append(f"{n:064x}")
                for person, seed in zip(PEOPLE, ("", own[-1]), strict=True):
                    await hall.ready(table, person, (await hall.look(table, person)).version, seed)
            match = read(await hall.record(table))
            for deal, promised, given in zip(match.deals, shown, own, strict=False):
                extra = deal.extra
                assert sha256(bytes.fromhex(extra["server_seed"])).hexdigest() == promised == extra["commitment"]
                assert extra["seat_seeds"] == [NONE_GIVEN, given]
                parts = b"".join(map(bytes.fromhex, (extra["server_seed"], *extra["seat_seeds"])))
                assert deal.seed == sha256(parts).hexdigest() == joint_seed(extra["server_seed"], extra["seat_seeds"])
                count("fair: deals dealt again")
            assert len({deal.extra["server_seed"] for deal in match.deals}) == len(match.deals)

    run(work)
    floor("fair: deals dealt again", 12)


def test_f2_no_seed_is_told_before_its_deal_is_settled(tmp_path: Path) -> None:
    async def work() -> None:
        chance = random.Random(2)
        async with opened(tmp_path) as hall:
            table = await two(hall, target=400)
            while (await hall.look(table, "ala")).stage != "finished":
                await step(hall, table, chance, *PEOPLE)
                secret = secrets_of(hall, table)
                for person in (*PEOPLE, None):
                    _, told = await hall.told(table, person)
                    look = repr(await hall.look(table, person, whole=True))
                    assert not [each for each in secret if each in told.decode() or each in look]
                    count("fair: looked through")
                if any(deal.settled for deal in (await hall.table(table)).match.deals):
                    assert not [each for each in secret if each in await hall.record(table)]

    def secrets_of(hall: Hall, table: str) -> list[str]:
        """The seeds of the deal under way, or of the next one."""
        entries = hall.log.entries(table)
        last = max(place for place, each in enumerate(entries) if isinstance(each, Promised))
        if (match := hall._rooms[table].table.match).finished:
            return []
        assert match.players == 2
        return [each.seed for each in entries[last:] if isinstance(each, Promised | Dealt)]

    run(work)
    floor("fair: looked through", 100)


def test_seeds_come_from_the_systems_chance(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            found = set()
            for _ in range(50):
                table = await hall.create("dorozka", "ala")
                found |= {each.seed for each in hall.log.entries(table) if isinstance(each, Promised)}
            assert len(found) == 50
            assert all(re.fullmatch("[0-9a-f]{64}", each) for each in found)

    run(work)


@pytest.mark.parametrize("seed", ["ab", "x" * 64, "ab" * 33])
def test_a_seed_of_ones_own_is_64_digits(tmp_path: Path, seed: str) -> None:
    async def work() -> None:
        async with opened(tmp_path) as hall:
            table = await hall.create("dorozka", "ala", seats=["me", "open"])
            with pytest.raises(BadSeed):
                await hall.sit(table, "olek", "Olek", seed)
            assert (await hall.look(table, "olek")).seat is None

    run(work)


def test_who_leaves_takes_the_seed_along(tmp_path: Path) -> None:
    async def work() -> None:
        chance = random.Random(3)
        async with opened(tmp_path) as hall:
            table = await two(hall, target=10000)
            await settled(hall, table, chance)
            version = (await hall.look(table, "ala")).version
            await hall.ready(table, "ala", version, "AB" * 32)
            entries: list[Any] = hall.log.entries(table)
            assert entries[-1] == Ready(0, "ab" * 32)
            await hall.leave(table, "ala")
            await hall.ready(table, "olek", (await hall.look(table, "olek")).version)
            extra = (await hall.table(table)).match.deals[-1].extra
            assert extra["seat_seeds"] == [NONE_GIVEN, NONE_GIVEN]

    run(work)


def test_the_order_of_the_seats_counts() -> None:
    one, other = "01" * 32, "02" * 32
    assert joint_seed(NONE_GIVEN, [one, other]) != joint_seed(NONE_GIVEN, [other, one])
    assert commitment(one) != commitment(other)
