"""Telling streams that something has changed for them. Only versions travel here, never a card.

A subscription holds the newest version and nothing else, so that a slow reader costs nobody anything: what it misses
it would only have to overwrite.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from stolik.play.view import WATCHER
from stolik.server.errors import TooMuch
from stolik.server.limits import Limits


class Subscription:
    """One stream's ear: the newest version of its audience."""

    def __init__(self) -> None:
        """Nothing heard yet."""
        self.version = 0
        self._heard = asyncio.Event()

    def hear(self, version: int) -> None:
        """Something has changed; only the newest version counts."""
        self.version = version
        self._heard.set()

    def wake(self) -> None:
        """End a wait without news, because the server is stopping."""
        self._heard.set()

    async def news(self, wait: float) -> bool:
        """Wait for news, so many seconds at most; whether there is any."""
        try:
            await asyncio.wait_for(self._heard.wait(), wait)
        except TimeoutError:
            return False
        self._heard.clear()
        return True


class Bus:
    """Who listens to which audience of which table."""

    def __init__(self, limits: Limits) -> None:
        """Nobody listens yet."""
        self.limits = limits
        self.stopping = False
        self.open = 0
        self._ears: defaultdict[tuple[str, int], set[Subscription]] = defaultdict(set)

    @contextmanager
    def listen(self, table: str, audience: int) -> Iterator[Subscription]:
        """A subscription for as long as the block lasts.

        Raises:
            TooMuch: as many streams are open as may be.
        """
        many = self.limits.streams_each * (10 if audience == WATCHER else 1)
        key = (table, audience)
        if self.open >= self.limits.streams or len(self._ears.get(key, ())) >= many:
            raise TooMuch("too many pages are following this table: close one of them")
        ear = Subscription()
        self._ears[key].add(ear)
        self.open += 1
        try:
            yield ear
        finally:
            self.open -= 1
            self._ears[key].discard(ear)
            if not self._ears[key]:
                del self._ears[key]

    def publish(self, table: str, versions: Mapping[int, int]) -> None:
        """Tell the audiences of a table their new versions."""
        for audience, version in versions.items():
            for ear in self._ears.get((table, audience), ()):
                ear.hear(version)

    def stop(self) -> None:
        """End every wait; streams see ``stopping`` and close."""
        self.stopping = True
        for ears in self._ears.values():
            for ear in ears:
                ear.wake()
