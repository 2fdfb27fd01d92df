"""How much anybody may ask of the server: token buckets by name, and how much somebody may have at the same time."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict

MOST_KNOWN = 20_000  # secrets and guessers that are remembered


def network_of(text: str) -> str:
    """An address as it is counted; of IPv6 the network, since one household has a whole one."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text[:60]
    if isinstance(address, ipaddress.IPv6Address):
        return str(address.ipv4_mapped or ipaddress.ip_network((address, 64), strict=False).network_address)
    return str(address)


class Bucket:
    """So many at once, and so many per second after that."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, burst: float, rate: float, now: float | None = None) -> None:
        self.burst, self.rate, self.left = burst, rate, burst
        self.at = time.monotonic() if now is None else now

    def take(self, now: float | None = None) -> bool:
        """Whether one more is allowed; if so it is taken."""
        if self.now(now) < 1:
            return False
        self.left -= 1
        return True

    def now(self, now: float | None = None) -> float:
        """How much is left now."""
        now = time.monotonic() if now is None else now
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        return self.left


class Buckets:
    """A bucket for each name; the ones not used for longest are forgotten."""

    def __init__(self, burst: float, rate: float, most: int = 10_000) -> None:
        self.burst, self.rate, self.most = burst, rate, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str, now: float | None = None) -> bool:
        """Whether one more is allowed for this name."""
        return self._of(name, now).take(now)

    def has(self, name: str) -> bool:
        """Whether anything is left for this name."""
        return self._of(name).now() > 0

    def spend(self, name: str, amount: float) -> None:
        """Take so much, even if it was more than was left."""
        bucket = self._of(name)
        bucket.left = bucket.now() - amount

    def _of(self, name: str, now: float | None = None) -> Bucket:
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = Bucket(self.burst, self.rate, now)
            if len(self._buckets) > self.most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(name)
        return bucket


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


class Known:
    """Names that are remembered; the ones not noted for longest are forgotten."""

    def __init__(self) -> None:
        self._names: OrderedDict[str, None] = OrderedDict()

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def note(self, name: str) -> None:
        """Remember it."""
        self._names[name] = None
        self._names.move_to_end(name)
        if len(self._names) > MOST_KNOWN:
            self._names.popitem(last=False)


class Guesses:
    """Remembers wrong secrets by who tried them, an address or a person, and the right ones."""

    def __init__(self, burst: float, rate: float) -> None:
        self.burst, self.rate = burst, rate
        self._wrong: OrderedDict[str, Bucket] = OrderedDict()
        self._known = Known()

    def may_try(self, address: str, secret: str) -> bool:
        """Whether this address may try this secret now."""
        if secret in self._known:
            return True
        bucket = self._wrong.get(address)
        return bucket is None or Bucket.take(_peek(bucket))

    def tried(self, address: str, secret: str, *, right: bool) -> None:
        """Note how a try went."""
        if right:
            self._known.note(secret)
            return
        bucket = self._wrong.get(address)
        if bucket is None:
            bucket = self._wrong[address] = Bucket(self.burst, self.rate)
            if len(self._wrong) > MOST_KNOWN:
                self._wrong.popitem(last=False)
        bucket.take()


def _peek(bucket: Bucket) -> Bucket:
    """A copy, so that asking takes nothing."""
    copy = Bucket(bucket.burst, bucket.rate, bucket.at)
    copy.left = bucket.left
    return copy
