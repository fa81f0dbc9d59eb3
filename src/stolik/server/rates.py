"""How often somebody may do something: a bucket of tokens each, filled again with time."""

import time
from collections import OrderedDict
from collections.abc import Callable


class Buckets:
    """A bucket for each key: ``burst`` tokens when full, ``rate`` more a second; ``keys`` are remembered at most."""

    def __init__(self, rate: float, burst: int, keys: int, clock: Callable[[], float] = time.monotonic) -> None:
        """All buckets are full at first."""
        self.rate, self.burst, self.keys, self.clock = rate, burst, keys, clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> float:
        """Take a token: 0 when there was one, else the seconds until there is."""
        now = self.clock()
        left, since = self._buckets.pop(key, (float(self.burst), now))
        left = min(float(self.burst), left + (now - since) * self.rate)
        wait = 0.0 if left >= 1 else (1 - left) / self.rate
        self._buckets[key] = (left if wait else left - 1, now)
        if len(self._buckets) > self.keys:
            self._buckets.popitem(last=False)
        return wait
