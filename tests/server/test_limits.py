"""Every bound says what it is for and is tested; the parts that keep bounds, each for itself."""

import asyncio
from dataclasses import fields
from pathlib import Path

import pytest

from stolik.server.bus import Bus
from stolik.server.errors import TooMuch
from stolik.server.limits import Limits
from stolik.server.people import People, clean_name
from stolik.server.rates import Buckets
from tests.server.helping import run

HERE = Path(__file__).parent
# Bounds of what others do: uvicorn keeps the first two, asyncio the third; the rest only spare work.
UNTESTED = {"connections", "stop_wait", "write_batch", "pages", "bot_chain", "bot_queue", "options"}


def test_every_limit_says_what_it_is_for() -> None:
    for name, why in Limits().why().items():
        assert why.endswith("."), name
        assert len(why) > 30, name


def test_every_limit_is_set_in_some_test() -> None:
    tests = "".join(each.read_text(encoding="utf-8") for each in HERE.glob("*.py") if each.name != "test_limits.py")
    for each in fields(Limits):
        if each.name not in UNTESTED:
            assert f"{each.name}=" in tests or f'"{each.name}":' in tests or each.name in TESTED_HERE, each.name


TESTED_HERE = {"rate_keys", "streams", "body", "fields", "name", "action", "action_id"}


def test_a_bucket_gives_what_it_holds_and_fills_again() -> None:
    time = 0.0
    buckets = Buckets(rate=2.0, burst=3, keys=2, clock=lambda: time)
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert buckets.take("b") == 0
    time = 0.5
    assert [buckets.take("a"), buckets.take("a")] == [0, 0.5]
    time = 100.0
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 0.5], "never more than it holds"
    for key in "cdefgh":
        buckets.take(key)
    assert len(buckets._buckets) == 2, "the oldest are forgotten"


def test_so_many_streams_and_no_more() -> None:
    async def work() -> None:
        bus = Bus(Limits(streams=3, streams_each=2))
        with bus.listen("t", 0), bus.listen("t", 0):
            with pytest.raises(TooMuch), bus.listen("t", 0):
                pass
            with bus.listen("t", 1):
                assert bus.open == 3
                with pytest.raises(TooMuch), bus.listen("u", 0):
                    pass
        assert bus.open == 0
        assert not bus._ears

    run(work)


def test_who_listens_hears_the_newest_version_only() -> None:
    async def work() -> None:
        bus = Bus(Limits())
        with bus.listen("t", 0) as ear, bus.listen("t", 1) as other:
            for version in range(1000):
                bus.publish("t", {0: version})
            assert await ear.news(1)
            assert ear.version == 999
            assert not await ear.news(0.01)
            assert not await other.news(0.01)
            waiting = asyncio.ensure_future(other.news(10))
            await asyncio.sleep(0)
            bus.stop()
            assert await asyncio.wait_for(waiting, 1)
            assert bus.stopping

    run(work)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Ala", "Ala"),
        ("  Ala \t z\nKrakowa ", "Ala z Krakowa"),
        ("", "Gość"),
        ("\u202e\u200b\x00", "Gość"),
        ("x" * 100, "x" * 20),
        ("e\u0301", "\xe9"),
        ("Z" + "\u0336" * 50, "Z\u0336"),
        ("<b>Ala</b>", "<b>Ala</b>"),
        ("\N{SNOWMAN}", "\N{SNOWMAN}"),
    ],
)
def test_a_name_is_made_fit_for_a_seat(given: str, kept: str) -> None:
    assert clean_name(given, 20, "Gość") == kept


def test_people_are_known_again_by_this_server_and_no_other(tmp_path: Path) -> None:
    one, again, other = People(tmp_path / "a"), People(tmp_path / "a"), People(tmp_path / "b")
    person = one.new()
    token = one.token(person)
    assert again.person(token) == person
    assert other.person(token) is None
    assert len({one.new() for _ in range(1000)}) == 1000
    assert (tmp_path / "a" / "key").stat().st_mode & 0o777 == 0o600
    for forged in ("", ".", person, f"{person}.", token[:-1], token + "x", "x" * 5000, "\N{SNOWMAN}"):
        assert one.person(forged) is None
