"""The log: durable, append-only, all or nothing; a disk that does not take it is told as such."""

import asyncio
import sqlite3
import stat
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from stolik.server import schema
from stolik.server.entries import Acted, Created, Dealt, Entry, Planned, Ready, Seated, read, written
from stolik.server.errors import NotStored, Refused, Taken, TooMuch
from stolik.server.limits import Limits
from stolik.server.log import FILE, HEAD, Addition, Log, schema_of
from tests.counts import count, floor
from tests.server.helping import run

SOME: tuple[Entry, ...] = (
    Created("dorozka", "default", {"ace": 10, "low_groups": True}, (Planned("open"), Planned("bot", "any", "Jagna"))),
    Seated(0, "ala", "Ala \N{SNOWMAN}"),
    Dealt("00" * 32, 1),
    Acted(0, "play QH", "an id"),
)


def add(table: str, first: int, *entries: Entry, owed: bool = False) -> list[Addition]:
    return [Addition(table, first, entries, owed)]


def test_what_is_added_is_there_after_reopening(tmp_path: Path) -> None:
    async def work() -> None:
        log = Log(tmp_path)
        await log.append(add("t", 0, *SOME[:2]))
        await log.append(add("t", 2, *SOME[2:]))
        log.close()
        again = Log(tmp_path)
        assert again.entries("t") == list(SOME)
        assert again.entries("other") == []
        again.close()

    run(work)


@pytest.mark.parametrize("entry", SOME, ids=lambda entry: type(entry).__name__)
def test_an_entry_is_read_as_it_was_written(entry: Entry) -> None:
    assert read(written(entry)) == entry


def test_c2_every_connection_writes_through_to_the_disk(tmp_path: Path) -> None:
    log = Log(tmp_path)
    found = log.pragmas()
    assert found["journal_mode"] == "wal"
    assert found["synchronous"] == 2, "FULL"
    assert found["busy_timeout"] == 3000
    begun: list[str] = []

    async def work() -> None:
        def watch(connection: Any) -> None:
            connection.connection.dbapi_connection.set_trace_callback(begun.append)

        await log.run(watch)
        await log.append(add("t", 0, *SOME))

    run(work)
    assert "BEGIN IMMEDIATE" in begun
    assert begun[-1] == "COMMIT"
    log.close()


def test_c2_the_answer_comes_after_the_commit(tmp_path: Path) -> None:
    async def work() -> None:
        log = Log(tmp_path)
        outside = sqlite3.connect(tmp_path / FILE)
        for number in range(50):
            await log.append(add("t", number, Ready(0)))
            seen = outside.execute("select count(*) from entries").fetchone()[0]
            assert seen == number + 1
            count("log: durable when answered")
        outside.close()
        log.close()

    run(work)
    floor("log: durable when answered", 50)


def test_writes_that_wait_together_are_made_durable_together(tmp_path: Path) -> None:
    async def work() -> None:
        log = Log(tmp_path)
        await asyncio.gather(*(log.append(add(f"t{n}", 0, *SOME)) for n in range(300)))
        assert log.writes == 300
        assert log.batches < 60, log.batches
        assert all(log.entries(f"t{n}") == list(SOME) for n in range(300))
        log.close()

    run(work)


def test_of_two_with_the_same_number_the_second_is_refused_and_spoils_no_other(tmp_path: Path) -> None:
    async def work() -> None:
        log = Log(tmp_path)
        answers = await asyncio.gather(
            log.append(add("t", 0, SOME[0], SOME[1])),
            log.append(add("t", 1, Ready(1), Ready(0))),
            log.append(add("u", 0, SOME[0])),
            log.append(add("t", 0, SOME[0])),
            return_exceptions=True,
        )
        assert [type(each) for each in answers] == [type(None), Taken, type(None), Taken]
        assert log.entries("t") == [SOME[0], SOME[1]]
        assert log.entries("u") == [SOME[0]]
        log.close()

    run(work)


def test_two_tables_are_written_both_or_neither(tmp_path: Path) -> None:
    async def work() -> None:
        log = Log(tmp_path)
        await log.append(add("old", 0, SOME[0]))
        with pytest.raises(Taken):
            await log.append([*add("new", 0, SOME[0]), *add("old", 0, SOME[0])])
        assert log.entries("new") == []
        log.close()

    run(work)


def test_owed_actions_are_noted_with_the_entries(tmp_path: Path) -> None:
    async def work() -> None:
        log = Log(tmp_path)
        for n in range(5):
            await log.append(add(f"t{n}", 0, SOME[0], owed=n % 2 == 0))
        assert log.owing(10) == ["t0", "t2", "t4"]
        assert log.owing(1, after="t0") == ["t2"]
        await log.append(add("t2", 1, Ready(0), owed=False))
        await log.settle("t0")
        assert log.owing(10) == ["t4"]
        log.close()

    run(work)


# ---- a disk that does not take it (C3)


def full(connection: Any) -> None:
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")


def not_full(connection: Any) -> None:
    connection.execute("PRAGMA max_page_count = 1000000")


def read_only(connection: Any) -> None:
    connection.execute("PRAGMA query_only = ON")


def writable(connection: Any) -> None:
    connection.execute("PRAGMA query_only = OFF")


def driver_of(log: Log) -> Any:
    """The driver's own connection of the writer."""
    return log._connection.connection.dbapi_connection


@pytest.mark.parametrize(
    ("harm", "heal", "says"), [(full, not_full, "full"), (read_only, writable, "readonly")], ids=["full", "read-only"]
)
def test_c3_what_the_disk_does_not_take_is_refused_and_not_there(
    tmp_path: Path, harm: Any, heal: Any, says: str
) -> None:
    async def work() -> None:
        log = Log(tmp_path)
        await log.append(add("t", 0, SOME[0]))
        log._refresh = lambda: None  # type: ignore[method-assign] # the same connection, with its fault, goes on
        harm(driver_of(log))
        for _ in range(10):
            with pytest.raises(NotStored, match=says):
                await log.append(add("t", 1, *[Acted(0, "play QH", "x" * 3000)] * 20))
            assert log.entries("t") == [SOME[0]]
            count(f"log: refused, {says}")
        heal(driver_of(log))
        await log.append(add("t", 1, Ready(0)))
        assert log.entries("t") == [SOME[0], Ready(0)]
        log.close()

    run(work)
    floor(f"log: refused, {says}", 10)


def test_c3_a_locked_database_is_waited_for_and_then_refused(tmp_path: Path) -> None:
    async def work() -> None:
        log = Log(tmp_path, Limits(write_wait=0.3))
        await log.append(add("t", 0, SOME[0]))
        other = sqlite3.connect(tmp_path / FILE, isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        with pytest.raises(NotStored, match="locked"):
            await log.append(add("t", 1, Ready(0)))
        assert 0.2 < time.monotonic() - began < 3
        threading.Timer(0.1, lambda: other.execute("ROLLBACK")).start()
        await log.append(add("t", 1, Ready(0)))
        assert len(log.entries("t")) == 2
        other.close()
        log.close()

    run(work)


def test_c3_a_database_that_cannot_be_opened_for_a_while_is_used_again_afterwards(tmp_path: Path) -> None:
    async def work() -> None:
        log = Log(tmp_path)
        await log.append(add("t", 0, SOME[0]))
        connect = log._writing.connect

        def broken() -> Any:
            raise OSError("no such device")

        log._writing.connect = broken  # type: ignore[method-assign]
        read_only(driver_of(log))
        for _ in range(3):
            with pytest.raises(NotStored):
                await log.append(add("t", 1, Ready(0)))
        log._writing.connect = connect  # type: ignore[method-assign]
        await log.append(add("t", 1, Ready(0)))
        assert len(log.entries("t")) == 2
        log.close()

    run(work)


def test_a_message_about_the_disk_shows_no_statement_and_no_value(tmp_path: Path) -> None:
    async def work() -> None:
        log = Log(tmp_path)
        read_only(driver_of(log))
        with pytest.raises(NotStored) as caught:
            await log.append(add("t", 0, Dealt("ab" * 32, 0)))
        assert "abab" not in str(caught.value)
        assert "INSERT" not in str(caught.value).upper()
        log.close()

    run(work)


def test_too_many_waiting_writes_are_told_to_try_again(tmp_path: Path) -> None:
    async def work() -> None:
        log = Log(tmp_path, Limits(write_queue=10, write_wait=2))
        other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        writes = [asyncio.ensure_future(log.append(add(f"t{n}", 0, SOME[0]))) for n in range(200)]
        await asyncio.sleep(0.1)
        other.execute("ROLLBACK")
        answers = await asyncio.gather(*writes, return_exceptions=True)
        refused = [each for each in answers if isinstance(each, TooMuch)]
        assert refused
        assert len([each for each in answers if each is None]) == 200 - len(refused) >= 10
        other.close()
        log.close()

    run(work)


# ---- the schema


def test_migrations_lead_to_the_schema_that_the_code_uses(tmp_path: Path) -> None:
    log = Log(tmp_path)
    with log._writing.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
        assert schema_of(connection) == HEAD
    log.close()


def test_the_newest_migration_is_the_one_that_the_code_asks_for() -> None:
    config = Config()
    config.set_main_option("script_location", "stolik.server:migrations")
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    log = Log(tmp_path)
    log.close()
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute("update alembic_version set version_num = '9999'")
    with pytest.raises(Refused, match="cannot be used"):
        Log(tmp_path)


def test_a_directory_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a directory")
    with pytest.raises(NotStored, match="cannot be used"):
        Log(tmp_path / "file")


def test_a_closed_log_takes_nothing_more(tmp_path: Path) -> None:
    async def work() -> None:
        log = Log(tmp_path)
        log.close()
        log.close()
        with pytest.raises(NotStored, match="stopping"):
            await log.append(add("t", 0, SOME[0]))

    run(work)


def test_the_database_is_for_its_owner_only(tmp_path: Path) -> None:
    log = Log(tmp_path / "data")
    mode = stat.S_IMODE((tmp_path / "data").stat().st_mode)
    assert mode == 0o700, "it holds the cards of deals under way"
    assert stat.S_IMODE((tmp_path / "data" / FILE).stat().st_mode) == 0o600
    log.close()
