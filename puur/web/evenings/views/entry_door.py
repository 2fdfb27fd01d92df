"""How often somebody may try a secret: guesses are counted by address, and whoever has guessed too often waits.

A hall shares one address, so a phone that has opened its code before is never held up by somebody else's guesses.
"""

from __future__ import annotations

from collections import OrderedDict

from django.http import HttpRequest

from puur.web.live.limits import Bucket, Buckets

GUESSES, GUESSES_PER_SECOND = 30, 0.5  # wrong secrets of one address
MOST_KNOWN = 20_000

sending = Buckets(40, 2)  # messages and looks of one secret


class Door:
    """Remembers wrong secrets by address, and the right ones."""

    def __init__(self, burst: float = GUESSES, rate: float = GUESSES_PER_SECOND) -> None:
        self.burst, self.rate = burst, rate
        self._wrong: OrderedDict[str, Bucket] = OrderedDict()
        self._known: OrderedDict[str, None] = OrderedDict()

    def may_try(self, address: str, secret: str) -> bool:
        """Whether this address may try this secret now."""
        if secret in self._known:
            return True
        bucket = self._wrong.get(address)
        return bucket is None or Bucket.take(_peek(bucket))

    def tried(self, address: str, secret: str, *, right: bool) -> None:
        """Note how a try went."""
        if right:
            self._known[secret] = None
            self._known.move_to_end(secret)
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
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


door = Door()


def address_of(request: HttpRequest) -> str:
    """Where a request comes from."""
    return str(request.META.get("REMOTE_ADDR", ""))
