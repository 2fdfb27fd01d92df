"""How often somebody may try a secret: guesses are counted by address, and whoever has guessed too often waits.

A hall shares one address, so a phone that has opened its code before is never held up by somebody else's guesses.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from puur.core.errors import Refusal
from puur.web.evenings.keys import find_link
from puur.web.live.limits import Buckets, Guesses
from puur.web.server.throttle import address_of

GUESSES, GUESSES_PER_SECOND = 30, 0.5  # wrong secrets of one address

sending = Buckets(40, 2)  # messages and looks of one secret


door = Guesses(GUESSES, GUESSES_PER_SECOND)


def at_link(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view of the player behind a personal link, which it gets beside the secret; 404 for a wrong one, 429 after too many."""

    @functools.wraps(view)
    def inner(request: HttpRequest, secret: str, **more: Any) -> HttpResponse:
        address = address_of(request)
        if not door.may_try(address, secret) or not sending.take(secret):
            return render(request, "evenings/entry/unknown.html", {"often": True, "link": True}, status=429)
        try:
            link = find_link(secret)
        except Refusal:
            door.tried(address, secret, right=False)
            return render(request, "evenings/entry/unknown.html", {"often": False, "link": True}, status=404)
        door.tried(address, secret, right=True)
        return view(request, secret, link, **more)

    return inner
