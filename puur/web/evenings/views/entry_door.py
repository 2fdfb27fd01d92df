"""How often somebody may try a secret: guesses are counted by address, and whoever has guessed too often waits.

A hall shares one address, so a phone that has opened its code before is never held up by somebody else's guesses.
"""

from __future__ import annotations

from django.http import HttpRequest

from puur.web.live.limits import Buckets, Guesses

GUESSES, GUESSES_PER_SECOND = 30, 0.5  # wrong secrets of one address

sending = Buckets(40, 2)  # messages and looks of one secret


door = Guesses(GUESSES, GUESSES_PER_SECOND)


def address_of(request: HttpRequest) -> str:
    """Where a request comes from."""
    return str(request.META.get("REMOTE_ADDR", ""))
