"""How much anybody may ask of the server: token buckets by name, and how much somebody may have at the same time."""

from __future__ import annotations

import time
from collections import OrderedDict


class Bucket:
    """So many at once, and so many per second after that."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, burst: float, rate: float, now: float | None = None) -> None:
        self.burst, self.rate, self.left = burst, rate, burst
        self.at = time.monotonic() if now is None else now

    def take(self, now: float | None = None) -> bool:
        """Whether one more is allowed; if so it is taken."""
        now = time.monotonic() if now is None else now
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """A bucket for each name; the ones not used for longest are forgotten."""

    def __init__(self, burst: float, rate: float, most: int = 10_000) -> None:
        self.burst, self.rate, self.most = burst, rate, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str, now: float | None = None) -> bool:
        """Whether one more is allowed for this name."""
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = Bucket(self.burst, self.rate, now)
            if len(self._buckets) > self.most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(name)
        return bucket.take(now)


class Counts:
    """How many of something each name has now, and no more than so many."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._counts: dict[str, int] = {}

    def take(self, name: str) -> bool:
        """Whether one more is allowed; if so it counts until it is given back."""
        have = self._counts.get(name, 0)
        if have >= self.most:
            return False
        self._counts[name] = have + 1
        return True

    def give(self, name: str) -> None:
        """One less."""
        left = self._counts.get(name, 0) - 1
        if left > 0:
            self._counts[name] = left
        else:
            self._counts.pop(name, None)

    def __len__(self) -> int:
        return len(self._counts)
