"""The bots at the tables: each gets its seat's view, thinks beside the pages, and is seen to act after a set time.

What a bot does in secret takes no time of its own: it goes on thinking until an action of its that somebody else is
told of, and all of it happens at once, so that the wait says nothing about what it announced.
"""

import asyncio
import contextlib
import logging
import pickle
import random
import secrets
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping

from stolik.bots import LEVELS, Chooser
from stolik.play.view import WATCHER, View
from stolik.server.entries import Acted
from stolik.server.errors import Refused
from stolik.server.limits import Limits
from stolik.server.tables import Table
from stolik.server.thinking import packed

logger = logging.getLogger(__name__)

Act = Callable[[Table, list[Acted]], "asyncio.Future[None]"]


class ThinkingFailed(Exception):
    """A bot gave no answer that can be used."""


class Mind:
    """A process that thinks for one bot at a time; started when it is first needed, and again when it has died."""

    def __init__(self) -> None:
        """Not started yet."""
        self._process: Process | None = None
        self._ended: list[Process] = []

    async def choose(self, level: str, view: View, seed: int) -> int:
        """What a bot of this level does.

        Raises:
            ThinkingFailed: the bot or its process failed.
        """
        try:
            process = await self._running()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(packed((level, view, seed)))
            await process.stdin.drain()
            size = int.from_bytes(await process.stdout.readexactly(4), "big")
            answer = pickle.loads(await process.stdout.readexactly(size))  # noqa: S301 - from our own process
        except (OSError, asyncio.IncompleteReadError) as error:
            self.close()
            raise ThinkingFailed(f"the process of the bots has ended ({type(error).__name__})") from error
        except BaseException:
            self.close()  # it may still be thinking; the next question needs a clear head
            raise
        if not isinstance(answer, int):
            raise ThinkingFailed(f"the bot failed ({answer})")
        return answer

    async def _running(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            command = (sys.executable, "-m", "stolik.server.thinking")
            self._process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
        return self._process

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._process is not None:
            if self._process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    self._process.kill()
            self._ended.append(self._process)
        self._process = None

    async def gone(self) -> None:
        """End the process and wait until nothing is left of it and of those before it."""
        self.close()
        for process in self._ended:
            await process.communicate()
        self._ended.clear()


class Minds:
    """Where bots think: processes beside the server, or here for choosers that no other process knows."""

    def __init__(self, limits: Limits, levels: Mapping[str, Chooser] | None = None, processes: int = 1) -> None:
        """Levels other than those of ``stolik.bots`` think in threads of the server."""
        self.limits = limits
        self.levels = LEVELS if levels is None else levels
        self._apart = levels is None
        self._minds = [Mind() for _ in range(processes)]
        self._free: asyncio.Queue[Mind] = asyncio.Queue()
        for mind in self._minds:
            self._free.put_nowait(mind)

    async def choose(self, level: str, view: View) -> int:
        """What a bot of this level does; any legal action if it fails or takes too long."""
        seed = secrets.randbits(64)
        try:
            action = await self._think(level, view, seed)
            if action in view.legal:
                return action
            logger.error("bot %s chose what is not legal", level)
        except TimeoutError:
            logger.error("bot %s did not answer in time", level)  # noqa: TRY400 - a trace would say nothing
        except Exception as error:  # noqa: BLE001 - a bot is code of others: whatever it does, the table goes on
            logger.error("bot %s failed: %s", level, type(error).__name__)  # noqa: TRY400 - a trace shows cards
        return random.Random(seed).choice(view.legal)  # noqa: S311 - a bot's whim is no secret

    async def _think(self, level: str, view: View, seed: int) -> int:
        if not self._apart:
            chance = random.Random(seed)  # noqa: S311 - the same
            thought = asyncio.to_thread(self.levels[level], view, chance)
            return await asyncio.wait_for(thought, self.limits.bot_wait)
        mind = await self._free.get()
        try:
            return await asyncio.wait_for(mind.choose(level, view, seed), self.limits.bot_wait)
        finally:
            self._free.put_nowait(mind)

    async def close(self) -> None:
        """Stop thinking, at once."""
        for mind in self._minds:
            await mind.gone()


class Computer:
    """Plays the seats of the bots, at most once at a time for each table."""

    def __init__(self, limits: Limits, minds: Minds, act: Act) -> None:
        """``act`` carries out what a bot has chosen, if the table is still as the bot saw it."""
        self.limits = limits
        self.minds = minds
        self.act = act
        self._turns: dict[str, asyncio.Task[None]] = {}

    def consider(self, table: Table) -> None:
        """Let the bot think whose turn it is at this table, if it is a bot's turn and nobody thinks yet."""
        if table.bot_to_move() is None or table.id in self._turns or len(self._turns) >= self.limits.bot_queue:
            return
        task = asyncio.get_running_loop().create_task(self._turn(table), name=f"bot at {table.id}")
        self._turns[table.id] = task

    def forget(self, table: str) -> None:
        """What a bot is thinking about does not stand any more."""
        task = self._turns.pop(table, None)
        if task is not None:
            task.cancel()

    @property
    def thinking(self) -> int:
        """How many bots are thinking."""
        return len(self._turns)

    async def _turn(self, table: Table) -> None:
        """One turn: think, wait for the moment at which it may be seen, act."""
        loop = asyncio.get_running_loop()
        moment = loop.time() + self._pace(table)
        task = asyncio.current_task()
        try:
            actions = await self._plan(table)
            await asyncio.sleep(moment - loop.time())
            self._done(table.id, task)
            await asyncio.shield(self.act(table, actions))
        except Refused as refused:
            logger.warning("a bot's action was not stored, it is tried again: %s", refused)
        except asyncio.CancelledError:
            raise
        except Exception:
            logger.exception("a bot's turn failed")
        finally:
            self._done(table.id, task)

    def _pace(self, table: Table) -> float:
        """Seconds until the bot is seen to act; a trick that has just been taken lies twice as long before the lead."""
        view = table.match.view(WATCHER)  # what everybody sees: nothing else may be told by a wait
        return self.limits.bot_pace * (2 if view.last_trick and not view.trick else 1)

    def _done(self, table: str, task: "asyncio.Task[None] | None") -> None:
        if self._turns.get(table) is task:
            del self._turns[table]

    async def _plan(self, table: Table) -> list[Acted]:
        """What the bot does until somebody else is told something."""
        seat = table.bot_to_move()
        actions: list[Acted] = []
        while seat is not None and len(actions) < self.limits.bot_chain:
            match = table.match
            action = await self.minds.choose(table.chairs[seat].level or "", match.view(seat))
            entry = Acted(seat, match.game.text(action))
            table, told = table.after([entry])
            actions.append(entry)
            if told != {seat} or table.bot_to_move() != seat:
                break
        return actions

    async def close(self) -> None:
        """Stop every turn; what was not stored has not happened."""
        tasks = list(self._turns.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.minds.close()
