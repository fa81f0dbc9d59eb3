"""The log of all tables: append-only, in SQLite, flushed to disk before anybody is told.

One thread writes. What waits for it while a transaction is being made durable goes into the next one together (group
commit), each write in a savepoint of its own, so that one which comes too late spoils no other. ``append`` returns
after the commit or raises; when it raises, nothing of that write is there.
"""

import asyncio
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, exc, func, insert, inspect, select, text
from sqlalchemy.dialects.sqlite import insert as insert_or

from stolik.server import schema
from stolik.server.entries import Entry, read, written
from stolik.server.errors import NotStored, Taken, TooMuch
from stolik.server.limits import Limits

FILE: Final = "stolik.sqlite3"
HEAD: Final = "0001"  # the newest migration
logger = logging.getLogger(__name__)

Work = Callable[[Connection], Any]


@dataclass(frozen=True, slots=True)
class Addition:
    """Entries for one table, the first of them with this number; ``owed``: whether its bot has to act after them."""

    table: str
    first: int
    entries: tuple[Entry, ...]
    owed: bool


@dataclass(slots=True)
class Job:
    """A write that waits for the writer, and whom to tell."""

    work: Work
    loop: asyncio.AbstractEventLoop
    answer: "asyncio.Future[Any]" = field(init=False)

    def __post_init__(self) -> None:
        """The answer belongs to the loop that asked."""
        self.answer = self.loop.create_future()

    def tell(self, result: Any, error: Exception | None = None) -> None:
        """Hand the outcome to the loop that waits for it."""
        try:
            self.loop.call_soon_threadsafe(self._settle, result, error)
        except RuntimeError:
            logger.debug("nobody waits for this write any more: its loop is closed")

    def _settle(self, result: Any, error: Exception | None) -> None:
        if self.answer.done():
            return
        if error is None:
            self.answer.set_result(result)
        else:
            self.answer.set_exception(error)


class Log:
    """The log in a data directory, brought to the newest schema when it is opened."""

    def __init__(self, directory: Path, limits: Limits | None = None) -> None:
        """Open the database, migrate it, start the writer.

        Raises:
            NotStored: the directory or the database cannot be used.
        """
        self.limits = limits or Limits()
        self.path = directory / FILE
        self._jobs: queue.Queue[Job | None] = queue.Queue(self.limits.write_queue)
        self._closing = False
        self._data_version = -1  # so that it is looked at once after every new connection
        self.batches = 0
        self.writes = 0
        try:
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.path.touch(mode=0o600)
            self._writing = engine_of(self.path, self.limits.write_wait, "BEGIN IMMEDIATE")
            self._reading = engine_of(self.path, self.limits.write_wait, "BEGIN")
            with self._writing.connect() as connection:
                migrate(connection)
                connection.commit()
            self._connection = self._writing.connect()
        except (exc.SQLAlchemyError, OSError, NotStored) as error:
            raise NotStored(f"the database {self.path} cannot be used: {reason(error)}") from error
        self._thread = threading.Thread(target=self._write, name="log", daemon=True)
        self._thread.start()

    # ---- writing

    async def append(self, additions: Sequence[Addition]) -> None:
        """Add entries to one table or to several, all or none; they are on the disk when this returns.

        Raises:
            Taken: one of the numbers is taken already.
            TooMuch: too many writes are waiting.
            NotStored: the disk does not take it.
        """
        rows = [
            {"game_table": each.table, "number": each.first + place, "entry": written(entry), "at": now()}
            for each in additions
            for place, entry in enumerate(each.entries)
        ]

        def work(connection: Connection) -> None:
            connection.execute(insert(schema.entries), rows)
            for each in additions:
                owe(connection, each.table, owed=each.owed)

        await self.run(work)

    async def settle(self, table: str) -> None:
        """Note that a table's bot owes nothing."""
        await self.run(lambda connection: owe(connection, table, owed=False))

    async def run(self, work: Work) -> Any:
        """Have the writer do something in its next transaction; what it gave, once that is durable."""
        job = Job(work, asyncio.get_running_loop())
        if self._closing:
            raise NotStored("the server is stopping")
        try:
            self._jobs.put_nowait(job)
        except queue.Full:
            raise TooMuch("too many writes are waiting for the disk: try again in a moment") from None
        return await job.answer

    def close(self) -> None:
        """Finish the writes that wait, then close the database."""
        if self._closing:
            return
        self._closing = True
        self._jobs.put(None)
        self._thread.join()
        self._connection.close()
        self._writing.dispose()
        self._reading.dispose()

    def _write(self) -> None:
        """The writer: one transaction after another until it is told to stop."""
        going = True
        while going:
            jobs: list[Job] = []
            job = self._jobs.get()
            while job is not None:
                jobs.append(job)
                if len(jobs) >= self.limits.write_batch or self._jobs.empty():
                    break
                job = self._jobs.get()
            going = job is not None
            if jobs:
                self._commit(jobs)

    def _commit(self, jobs: list[Job]) -> None:
        """One transaction for all of them; they are answered after it is durable."""
        if self._connection.closed:
            self._refresh()
        done: list[tuple[Job, Any, Exception | None]] = []
        try:
            with self._connection.begin():
                done.extend((job, *self._do(job)) for job in jobs)
        except Exception as error:  # noqa: BLE001 - whatever it is, whoever waits is told and the writer goes on
            logger.error("nothing of %d writes was stored: %s", len(jobs), reason(error))  # noqa: TRY400 - values
            self._refresh()
            for job in jobs:
                job.tell(None, NotStored(f"this could not be stored ({reason(error)}); nothing has changed"))
            return
        self.batches += 1
        self.writes += len(jobs)
        for job, result, failure in done:
            job.tell(result, failure)

    def _do(self, job: Job) -> tuple[Any, Exception | None]:
        """One write in a savepoint: one that comes too late leaves the others standing."""
        try:
            with self._connection.begin_nested():
                return job.work(self._connection), None
        except exc.IntegrityError:
            return None, Taken("somebody else has acted at this table in the meantime")

    def _refresh(self) -> None:
        """After a failure go on with a new connection, so that nothing half done is left over."""
        try:
            self._connection.invalidate()
            self._connection.close()
        except Exception as error:  # noqa: BLE001 - it is thrown away anyhow
            logger.debug("closing after a failure: %s", reason(error))
        self._data_version = -1
        try:
            self._connection = self._writing.connect()
        except Exception as error:  # noqa: BLE001 - the next write finds no connection, is refused, and this is tried again
            logger.error("no connection to the database: %s", reason(error))  # noqa: TRY400 - the same

    async def foreign(self) -> bool:
        """Whether another program has written into the database since this was last asked."""

        def work(connection: Connection) -> bool:
            version: int = connection.execute(text("PRAGMA data_version")).scalar_one()
            before, self._data_version = self._data_version, version
            return before != version

        changed: bool = await self.run(work)
        return changed

    # ---- reading

    def entries(self, table: str) -> list[Entry]:
        """All entries of a table in their order, none if there is no such table."""
        log = schema.entries.c
        wanted = select(log.entry).where(log.game_table == table).order_by(log.number)
        try:
            with self._reading.connect() as connection:
                return [read(row.entry) for row in connection.execute(wanted)]
        except exc.SQLAlchemyError as error:
            raise NotStored(f"the table cannot be read now ({reason(error)})") from error

    def lengths(self, tables: Sequence[str]) -> dict[str, int]:
        """How many entries these tables have."""
        log = schema.entries.c
        wanted = select(log.game_table, func.max(log.number)).where(log.game_table.in_(tables)).group_by(log.game_table)
        try:
            with self._reading.connect() as connection:
                return {table: number + 1 for table, number in connection.execute(wanted)}
        except exc.SQLAlchemyError as error:
            raise NotStored(f"the log cannot be read now ({reason(error)})") from error

    def owing(self, limit: int, after: str = "") -> list[str]:
        """Tables whose bot owes an action, in the order of their names, from the one after ``after`` on."""
        name = schema.owed.c.game_table
        wanted = select(name).where(name > after).order_by(name).limit(limit)
        try:
            with self._reading.connect() as connection:
                return [row.game_table for row in connection.execute(wanted)]
        except exc.SQLAlchemyError as error:
            raise NotStored(f"the log cannot be read now ({reason(error)})") from error

    def pragmas(self) -> dict[str, Any]:
        """How the writer's connection is set, for tests and for ``/healthz``; only while nothing is written."""
        with self._writing.connect() as connection:
            names = ("journal_mode", "synchronous", "busy_timeout", "foreign_keys")
            return {name: connection.execute(text(f"PRAGMA {name}")).scalar() for name in names}


def owe(connection: Connection, table: str, *, owed: bool) -> None:
    """Note whether a table's bot owes an action."""
    if owed:
        connection.execute(insert_or(schema.owed).values(game_table=table, since=now()).on_conflict_do_nothing())
    else:
        connection.execute(schema.owed.delete().where(schema.owed.c.game_table == table))


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def reason(error: BaseException) -> str:
    """Why the database failed, in its own words and without statement or values.

    A full disk ends the whole transaction by itself; that its savepoint is gone then is not what is to be told.
    """
    cause: BaseException = getattr(error, "orig", None) or error
    while isinstance(cause.__context__, exc.SQLAlchemyError | sqlite3.Error):
        cause = getattr(cause.__context__, "orig", None) or cause.__context__
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__


def engine_of(path: Path, wait: float, begin: str) -> Engine:
    """An engine whose connections are durable and begin their transactions with ``begin``."""
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": wait, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def _set(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say, not where the driver thinks
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def migrate(connection: Connection) -> None:
    """Bring the database to the newest schema, if it is not there already.

    Raises:
        NotStored: a newer Stolik has written it.
    """
    if schema_of(connection) == HEAD:
        return
    from alembic import command  # noqa: PLC0415 - a start that has nothing to migrate need not wait for it
    from alembic.config import Config  # noqa: PLC0415 - the same
    from alembic.util import CommandError  # noqa: PLC0415 - the same

    config = Config()
    config.set_main_option("script_location", "stolik.server:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise NotStored(f"it was written by another version of Stolik ({error})") from error


def schema_of(connection: Connection) -> str | None:
    """The migration that the database stands at, None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    version: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return version
