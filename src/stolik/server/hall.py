"""The hall: all tables, and everything that a person or a program can do at them.

Decide under the rules, store, and only then change what is in memory and tell anybody. Each table is changed by one at
a time; when storing fails for whatever reason, the table is read again from the log, which alone is true.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from stolik.bots import Chooser
from stolik.games import find_game, make_options
from stolik.notation.replay import seat_object
from stolik.play.match import Match, MatchError
from stolik.play.refusal import BadOption, NotAnAction
from stolik.play.shuffle import seed_bytes
from stolik.play.view import WATCHER
from stolik.server.bus import Bus
from stolik.server.computer import Computer, Minds
from stolik.server.entries import (
    Acted,
    Created,
    Entry,
    Followed,
    Left,
    Planned,
    Ready,
    Seated,
    StoodIn,
    Undone,
)
from stolik.server.errors import (
    BadRequest,
    NoSuchTable,
    NotNow,
    NotSeated,
    NotStored,
    OutOfDate,
    Refused,
    Taken,
    TooMuch,
)
from stolik.server.limits import Limits
from stolik.server.log import Addition, Log
from stolik.server.look import Look
from stolik.server.people import bot_level, code
from stolik.server.tables import UNDO, Answer, Table, bot_names, with_following

logger = logging.getLogger(__name__)
Result = TypeVar("Result")
ME, OPEN, BOT = "me", "open", "bot"


class Room:
    """A table in memory, and the lock of those who change it."""

    def __init__(self, table: Table) -> None:
        """The table as the log has it."""
        self.table = table
        self.lock = asyncio.Lock()


class Hall:
    """All tables of a data directory. Use it inside a running loop; ``open`` starts, ``close`` stops it."""

    def __init__(
        self,
        directory: Path,
        limits: Limits | None = None,
        *,
        levels: Mapping[str, Chooser] | None = None,
    ) -> None:
        """Open the log; ``levels`` are bots of one's own instead of those of ``stolik.bots``."""
        self.limits = limits or Limits()
        self.log = Log(directory, self.limits)
        self.bus = Bus(self.limits)
        self.minds = Minds(self.limits, levels)
        self.computer = Computer(self.limits, self.minds, self._bot_acts)
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._told: OrderedDict[tuple[str, int, int], bytes] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._running: set[asyncio.Task[Any]] = set()
        self._keepers: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Take up the tables whose bot has not answered, and hear of other servers over the same log."""
        self._keepers = [asyncio.create_task(self._sweep()), asyncio.create_task(self._catch_up())]

    async def close(self) -> None:
        """Finish what is being stored, stop bots and streams, close the log."""
        self.bus.stop()
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        await self.computer.close()
        await asyncio.gather(*self._running, return_exceptions=True)
        await asyncio.to_thread(self.log.close)

    # ---- tables are made, found, dropped

    async def create(
        self,
        game: str,
        person: str,
        *,
        preset: str = "default",
        options: Mapping[str, object] | None = None,
        seats: Sequence[str] | None = None,
        name: str = "",
    ) -> str:
        """Set up a table; its id.

        Args:
            game: the id of a game.
            person: who sets it up.
            preset: where the options begin from.
            options: what differs from the preset.
            seats: for each seat ``me``, ``open``, ``bot`` or ``bot:LEVEL``; without it oneself against bots.
            name: under which name one sits down.

        Raises:
            StolikError: there is no such game, preset, option or level, or not so many players.
        """
        found = find_game(game)
        agreed = make_options(found, preset, options or {})
        plan = list(seats) if seats is not None else [ME] + [BOT] * (found.players[0] - 1)
        try:
            Match(found, agreed, len(plan), preset=preset)
        except MatchError as error:
            raise BadOption(str(error)) from None
        if plan.count(ME) > 1:
            raise BadRequest("a person takes one seat: only one of the seats can be me")
        names = iter(bot_names([name], len(plan)))
        created = Created(game, preset, agreed.values(), tuple(self._planned(each, names) for each in plan))
        sitting: list[Entry] = [Seated(plan.index(ME), person, name)] if ME in plan else []
        table, addition = begun(code(16), created, sitting)
        await self._finish(self.log.append([addition]))
        self._keep(Room(table))
        self.computer.consider(table)
        return table.id

    def _planned(self, who: str, names: Any) -> Planned:
        """The plan of a seat as it is written down."""
        kind, _, level = who.partition(":")
        if kind not in (ME, OPEN, BOT) or (level and kind != BOT):
            raise BadRequest(f"a seat is for me, open, bot or bot:LEVEL, not for {who[:40]!r}")
        if kind != BOT:
            return Planned(OPEN)
        return Planned(BOT, self.level(level), next(names))

    def level(self, level: str = "") -> str:
        """A level of bots that there is; without a name the one for most people.

        Raises:
            BadOption: there is no such level.
        """
        levels = self.minds.levels
        if level in levels:
            return level
        if level:
            raise BadOption(f"there is no bot {level[:40]!r}; the bots are {', '.join(levels)}")
        return bot_level(list(levels))

    async def _room(self, table_id: str) -> Room:
        """A table, from memory or from the log.

        Raises:
            NoSuchTable: there is none.
        """
        room = self._rooms.get(table_id)
        if room is not None:
            self._rooms.move_to_end(table_id)
            return room
        task = self._loading.get(table_id)
        if task is None:
            task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(task)

    async def _load(self, table_id: str) -> Room:
        if not (0 < len(table_id) <= 40 and table_id.isascii() and table_id.isalnum()):
            raise NoSuchTable("there is no such table")
        entries = await asyncio.to_thread(self.log.entries, table_id)
        if not entries:
            raise NoSuchTable("there is no such table")
        room = Room(await asyncio.to_thread(Table.fold, table_id, entries))
        self._keep(room)
        return room

    def _keep(self, room: Room) -> None:
        """Keep a table in memory and drop those not used for longest."""
        self._rooms[room.table.id] = room
        self._rooms.move_to_end(room.table.id)
        for table_id in list(self._rooms)[: max(0, len(self._rooms) - self.limits.tables)]:
            if not self._rooms[table_id].lock.locked():
                del self._rooms[table_id]

    def _drop(self, room: Room) -> None:
        """Forget what is in memory: the log is to be read again."""
        if self._rooms.get(room.table.id) is room:
            del self._rooms[room.table.id]
        self.computer.forget(room.table.id)

    # ---- what is shown

    async def look(self, table_id: str, person: str | None, *, whole: bool = False) -> Look:
        """The table as this person is told it; ``whole`` with the deals that are settled."""
        return (await self._room(table_id)).table.look(person, whole=whole)

    async def table(self, table_id: str) -> Table:
        """The table itself, to be read and not changed; nothing of it may be sent that is not told."""
        return (await self._room(table_id)).table

    async def told(self, table_id: str, person: str | None) -> tuple[int, bytes]:
        """The version of a person, and the table as a program is told it, in JSON.

        That is the object of ``replay --seat N --json`` and who sits where. It is made once a version.
        """
        table = (await self._room(table_id)).table
        seat = table.seat_of(person)
        audience = WATCHER if seat is None else seat
        key = (table_id, audience, table.versions[audience])
        if key not in self._told:
            self._told[key] = msgspec.json.encode(self._object(table, person))
            if len(self._told) > self.limits.pages:
                self._told.popitem(last=False)
        return table.versions[audience], self._told[key]

    def _object(self, table: Table, person: str | None) -> dict[str, Any]:
        seat = table.seat_of(person)
        look = table.look(person)
        return {
            **seat_object(table.match, WATCHER if seat is None else seat),
            "table": table.id,
            "version": look.version,
            "stage": look.stage,
            "preset": look.preset,
            "seat": seat,
            "sitters": [
                {"seat": each.seat, "kind": each.kind, "name": each.name, "level": each.level, "you": each.you,
                 "ready": each.ready, "free": each.free}
                for each in look.sitters
            ],
            "can_undo": look.can_undo,
            "rematch": look.rematch,
            "commitment": look.commitment,
        }  # fmt: skip

    async def audience(self, table_id: str, person: str | None) -> int:
        """Which audience of a table a person is."""
        seat = (await self._room(table_id)).table.seat_of(person)
        return WATCHER if seat is None else seat

    async def record(self, table_id: str) -> str:
        """The settled deals of a match as a record.

        Raises:
            NotNow: no deal is settled.
        """
        table = (await self._room(table_id)).table
        if not any(deal.settled for deal in table.match.deals):
            raise NotNow("the record can be had once a deal is settled")
        return table.record()

    # ---- what can be done

    async def sit(self, table_id: str, person: str, name: str, seed: str = "") -> int:
        """Take a seat that is free; who sits already keeps the seat. ``seed`` is added to that of the next deal.

        Raises:
            NotNow: no seat is free.
            BadSeed: the seed is not 64 hexadecimal digits.
        """
        own = seed_bytes(seed).hex() if seed else ""

        def decide(table: Table) -> list[Entry]:
            if table.seat_of(person) is not None:
                return []
            seat = table.free_seat(person)
            if seat is None or table.stage == "finished":
                raise NotNow("no seat is free at this table")
            return [Seated(seat, person, name, own)]

        table = await self._change(table_id, decide)
        seat = table.seat_of(person)
        assert seat is not None
        return seat

    async def fill(self, table_id: str, person: str) -> None:
        """Have bots play the seats on which nobody sits yet; who comes later may still take them."""

        def decide(table: Table) -> list[Entry]:
            seated(table, person)
            empty = [seat for seat, chair in enumerate(table.chairs) if chair.kind == OPEN]
            names = bot_names([chair.name for chair in table.chairs], len(empty))
            return [StoodIn(seat, self.level(), name) for seat, name in zip(empty, names, strict=True)]

        await self._change(table_id, decide)

    async def act(self, table_id: str, person: str, action: str, version: int, action_id: str) -> Answer:
        """Take an action, having seen this version; the same id again gives the same answer and nothing else.

        Raises:
            NotSeated: the person sits at another seat than the action says, or at none.
            OutOfDate: the person has not seen the newest state.
            IllegalAction: the rules forbid it; NotAnAction: it is none; MatchError: no deal is under way.
        """
        words = self._action_text(action)
        self._check_id(action_id)

        def decide(table: Table) -> list[Entry]:
            seat = seated(table, person)
            said = own_words(words, seat)
            if answered(table, seat, action_id, said):
                return []
            up_to_date(table, seat, version)
            if table.match.current is None:
                raise MatchError("no deal is under way")
            refused = table.match.why_not(said, seat)
            if refused is not None:
                raise refused
            return [Acted(seat, canonical(said), action_id)]

        table = await self._change(table_id, decide)
        seat = seated(table, person)
        return table.answers[seat, action_id]

    async def undo(self, table_id: str, person: str, version: int, action_id: str) -> Answer:
        """Take back one's last action, and those of the bots after it.

        Raises:
            NotNow: there is nothing to take back, or another person plays too.
        """
        self._check_id(action_id)

        def decide(table: Table) -> list[Entry]:
            seat = seated(table, person)
            if answered(table, seat, action_id, UNDO):
                return []
            up_to_date(table, seat, version)
            many = table.undo_count(seat)
            if not many:
                raise NotNow("there is nothing that can be taken back now")
            if table.undos >= self.limits.undos:
                raise NotNow("enough has been taken back in this deal")
            return [Undone(seat, many, action_id)]

        table = await self._change(table_id, decide)
        return table.answers[seated(table, person), action_id]

    async def ready(self, table_id: str, person: str, version: int, seed: str = "") -> None:
        """Be ready for the next deal, having seen the last one settled; it is dealt when everybody is.

        ``seed`` is added to that of the next deal.

        Raises:
            BadSeed: the seed is not 64 hexadecimal digits.
        """
        own = seed_bytes(seed).hex() if seed else ""

        def decide(table: Table) -> list[Entry]:
            seat = seated(table, person)
            if table.stage == "finished":
                raise NotNow("the match is over: no deal follows")
            if table.stage == "waiting" or version > table.versions[seat]:
                raise OutOfDate("the last deal is not settled")
            if table.stage == "playing" or seat in table.ready or version < table.settled_at[seat]:
                return []
            return [Ready(seat, own)]

        await self._change(table_id, decide)

    async def leave(self, table_id: str, person: str) -> None:
        """Leave the table; a bot plays the seat on, and whoever has the invitation may take it."""

        def decide(table: Table) -> list[Entry]:
            seat = table.seat_of(person)
            if seat is None or table.stage == "finished":
                return []
            entries: list[Entry] = [Left(seat)]
            if table.stage != "waiting":
                name = bot_names([chair.name for chair in table.chairs], 1)[0]
                entries.append(StoodIn(seat, self.level(), name))
            return entries

        await self._change(table_id, decide)

    async def rematch(self, table_id: str, person: str) -> str:
        """Another match of the same people by the same rules: the table of it, the same for whoever asks.

        Raises:
            NotNow: the match is not over.
        """
        room = await self._room(table_id)
        async with room.lock:
            table = room.table
            seated(table, person)
            if table.rematch is None:
                if table.stage != "finished":
                    raise NotNow("the match is not over")
                await self._finish(self._follow(room))
        assert room.table.rematch is not None
        return room.table.rematch

    async def _follow(self, room: Room) -> None:
        """Set up the table of a rematch and link to it, both in one transaction."""
        old = room.table
        plan = tuple(
            Planned(BOT, chair.level or "", chair.name) if chair.kind == BOT and not chair.kept else Planned(OPEN)
            for chair in old.chairs
        )
        match = old.match
        created = Created(match.game.id, match.preset, match.options.values(), plan, old.id)
        sitting: list[Entry] = []
        for seat, chair in enumerate(old.chairs):
            if chair.person is not None:
                sitting.append(Seated(seat, chair.person, chair.name))
            elif chair.kept:
                sitting.append(StoodIn(seat, chair.level or "", chair.name))
        table, addition = begun(code(16), created, sitting)
        after = await self._store(room, [Followed(table.id)], addition)
        self._keep(Room(table))
        self.computer.consider(table)
        self._publish(room, *after)

    # ---- one change

    async def _change(self, table_id: str, decide: Callable[[Table], list[Entry]]) -> Table:
        """Decide, store, and tell: the table after it. Nobody who goes away in between can leave it half done."""
        room = await self._room(table_id)
        return await self._finish(self._change_room(room, decide))

    async def _change_room(self, room: Room, decide: Callable[[Table], list[Entry]]) -> Table:
        async with room.lock:
            if self._rooms.get(room.table.id) is not room:
                return await self._change_room(await self._room(room.table.id), decide)
            entries = decide(room.table)
            if not entries:
                return room.table
            if room.table.length + len(entries) + 2 > self.limits.entries:
                raise NotNow("this table is full: nothing more can be written down")
            after = await self._store(room, entries)
            self._publish(room, *after)
            return room.table

    async def _store(self, room: Room, entries: list[Entry], *more: Addition) -> tuple[Table, set[int]]:
        """The table after these entries and the deal that may follow from them, once they are stored."""
        table, entries, told = with_following(room.table, entries)
        addition = Addition(table.id, room.table.length, tuple(entries), table.bot_to_move() is not None)
        try:
            await self.log.append([addition, *more])
        except Taken:
            self._drop(room)
            raise OutOfDate("something else has happened at this table") from None
        except TooMuch:
            raise
        except BaseException:
            self._drop(room)
            raise
        return table, told

    def _publish(self, room: Room, table: Table, told: set[int]) -> None:
        """What is stored is now so: show it."""
        room.table = table
        self.bus.publish(table.id, {audience: table.versions[audience] for audience in told})
        self.computer.consider(table)

    async def _finish(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Carry something through even if whoever asked for it goes away."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    # ---- bots

    def _bot_acts(self, seen: Table, actions: list[Acted]) -> "asyncio.Future[None]":
        """Carry out what a bot has chosen at the table that it saw."""

        def decide(table: Table) -> list[Entry]:
            return list(actions) if table.length == seen.length else []

        async def act() -> None:
            table = await self._change(seen.id, decide)
            self.computer.consider(table)

        return asyncio.ensure_future(self._finish(act()))

    async def _sweep(self) -> None:
        """Again and again: tables whose bot owes an action and does not think about it."""
        after = ""
        while True:
            try:
                owing = await asyncio.to_thread(self.log.owing, self.limits.sweep_batch, after)
                after = owing[-1] if len(owing) == self.limits.sweep_batch else ""
                for table_id in owing:
                    await self._take_up(table_id)
            except NotStored as error:
                logger.warning("the tables whose bots have to act cannot be read: %s", error)
            except Exception:
                logger.exception("looking for bots that have to act failed")
            await asyncio.sleep(0.01 if after else self.limits.sweep)

    async def _take_up(self, table_id: str) -> None:
        """See to the bot of one table."""
        try:
            table = (await self._room(table_id)).table
            if table.bot_to_move() is None:
                await self.log.settle(table_id)
            self.computer.consider(table)
        except NoSuchTable:
            await self.log.settle(table_id)
        except Refused as error:
            logger.warning("the bot of a table cannot be seen to now: %s", error)
        except Exception:
            logger.exception("table %s cannot be taken up; it is left alone", table_id)
            await self.log.settle(table_id)

    # ---- other servers over the same log

    async def _catch_up(self) -> None:
        """Again and again: read what another server has added to the tables in memory, and tell it."""
        while True:
            try:
                if await self.log.foreign():
                    lengths = await asyncio.to_thread(self.log.lengths, list(self._rooms))
                    for table_id, length in lengths.items():
                        await self._read_again(table_id, length)
            except Refused as error:
                logger.warning("whether another server has written is not known now: %s", error)
            except Exception:
                logger.exception("reading what another server has written failed")
            await asyncio.sleep(self.limits.catch_up)

    async def _read_again(self, table_id: str, length: int) -> None:
        """Bring a table in memory up to what the log has."""
        room = self._rooms.get(table_id)
        if room is None or room.table.length >= length:
            return
        async with room.lock:
            entries = await asyncio.to_thread(self.log.entries, table_id)
            table = await asyncio.to_thread(Table.fold, table_id, entries)
            before = room.table.versions
            self._publish(room, table, {each for each in before if before[each] != table.versions[each]})

    # ---- what was sent

    def _action_text(self, action: str) -> str:
        if len(action) > self.limits.action:
            raise BadRequest(f"an action has {self.limits.action} characters at most")
        if not action.isascii() or not action.isprintable() or not action.strip():
            raise NotAnAction("an action is a word and what belongs to it, as: play QH")
        return action

    def _check_id(self, action_id: str) -> None:
        if not (0 < len(action_id) <= self.limits.action_id and action_id.isascii() and action_id.isprintable()):
            raise BadRequest(f"the id of an action is 1 to {self.limits.action_id} plain characters")


def begun(table_id: str, created: Created, sitting: list[Entry]) -> tuple[Table, Addition]:
    """A new table with those who sit there at once, and what is to be written of it."""
    table, entries, _ = with_following(Table.fold(table_id, [created]), sitting)
    return table, Addition(table_id, 0, (created, *entries), table.bot_to_move() is not None)


def seated(table: Table, person: str) -> int:
    """The seat of somebody who wants to do something.

    Raises:
        NotSeated: they have none.
    """
    seat = table.seat_of(person)
    if seat is None:
        raise NotSeated("you do not sit at this table")
    return seat


def own_words(action: str, seat: int) -> str:
    """The action without the number of one's own seat before it, if it was given as a record writes it.

    Raises:
        NotSeated: it names another seat.
    """
    first, _, rest = action.strip().partition(" ")
    if not first.isdigit():
        return canonical(action)
    if first != str(seat):
        raise NotSeated(f"you sit on seat {seat}: nobody acts for another seat")
    return canonical(rest)


def canonical(action: str) -> str:
    """An action with one blank between its words."""
    return " ".join(action.split())


def answered(table: Table, seat: int, action_id: str, said: str) -> bool:
    """Whether this was asked before and answered.

    Raises:
        BadRequest: the id was used for something else.
    """
    answer = table.answers.get((seat, action_id))
    if answer is not None and answer.action != said:
        raise BadRequest("this id was used for another action: every action has an id of its own")
    return answer is not None


def up_to_date(table: Table, seat: int, version: int) -> None:
    """See that a seat has been told everything.

    Raises:
        OutOfDate: it has not.
    """
    if version != table.versions[seat]:
        raise OutOfDate("the table has changed since this version")
