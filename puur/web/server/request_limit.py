"""Django's handler with so many pages at once, so many that wait, and a plain word for the rest.

Django gives every request under ASGI a thread of its own. A hall that reloads at the same moment, or a database that does not
answer, would make thousands of them. A slow upload or a slow reader takes no place here: only the making of the page counts. Nobody
has all places: who asks for many pages at once waits while others are served.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest, HttpResponse

from puur.web.live.limits import network_of
from puur.web.live.socket import HERE
from puur.web.live.speech import language, sentence
from puur.web.server.middleware import HEADERS
from puur.web.server.watchdog import watchdog

AT_ONCE = 32  # pages that are made at the same time
WAITING = 1200  # that wait for their turn; one that waits has no thread
OF_ONE, OF_ADDRESS = 4, 20  # of these places, how many one browser and one address may have
WAITING_OF_ONE, WAITING_OF_ADDRESS = 40, 900  # a hall of three hundred is one address, and each page of it asks for more
ALWAYS = ("/healthz", "/readyz", "/metrics")  # whoever looks after the server gets an answer


class Places:
    """Who has a place, and who waits for one: in order, but past those who have as many as they may."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self.at_once, self.most = at_once, waiting
        self.inside: Counter[str] = Counter()
        self.taken = 0
        self.waiting: deque[tuple[dict[str, tuple[int, int]], asyncio.Future[None]]] = deque()
        self.waits: Counter[str] = Counter()

    def _room(self, names: dict[str, tuple[int, int]]) -> bool:
        return self.taken < self.at_once and all(self.inside[name] < most for name, (most, _) in names.items())

    def _enter(self, names: dict[str, tuple[int, int]]) -> None:
        self.taken += 1
        self.inside.update(names.keys())

    async def take(self, names: dict[str, tuple[int, int]]) -> bool:
        """Wait for a place; at once False where too many wait. `names` has for each how many places, and how many may wait."""
        if self._room(names):
            self._enter(names)
            return True
        if len(self.waiting) >= self.most or any(self.waits[name] >= most for name, (_, most) in names.items()):
            return False
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append((names, turn))
        self.waits.update(names.keys())
        try:
            await turn
        except asyncio.CancelledError:  # whoever asked has gone
            if turn.done() and not turn.cancelled():
                self.give(names)
            else:
                self.waiting = deque(entry for entry in self.waiting if entry[1] is not turn)
                self._forget(self.waits, names)
            raise
        return True

    def give(self, names: dict[str, tuple[int, int]]) -> None:
        """A place is free again; the first who may have one gets it."""
        self.taken -= 1
        self._forget(self.inside, names)
        for place, (wanted, turn) in enumerate(self.waiting):
            if not turn.done() and self._room(wanted):  # whoever has hung up just now is only still in the line
                del self.waiting[place]
                self._forget(self.waits, wanted)
                self._enter(wanted)
                turn.set_result(None)
                return

    @staticmethod
    def _forget(counts: Counter[str], names: dict[str, tuple[int, int]]) -> None:
        counts.subtract(names.keys())
        for name in names:
            if counts[name] <= 0:
                del counts[name]


class RequestLimit(ASGIHandler):
    """The pages, and the line before them."""

    def __init__(self, at_once: int = AT_ONCE, waiting: int = WAITING) -> None:
        super().__init__()
        self.at_once, self.most = at_once, waiting
        self.inside = self.refused = 0
        self._turn: tuple[asyncio.AbstractEventLoop, Places] | None = None
        watchdog.crowded = lambda: self.inside >= self.at_once

    async def run_get_response(self, request: HttpRequest) -> Any:
        """Make a page when it is its turn."""
        if request.path in ALWAYS:
            return await super().run_get_response(request)
        places, names = self._places, _names(request)
        if not await places.take(names):
            self.refused += 1
            return _not_now(request)
        self.inside += 1
        try:
            return await super().run_get_response(request)
        finally:
            self.inside -= 1
            watchdog.made += 1
            places.give(names)

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return len(self._turn[1].waiting) if self._turn is not None else 0

    @property
    def _places(self) -> Places:
        loop = asyncio.get_running_loop()
        if self._turn is None or self._turn[0] is not loop:
            self._turn = loop, Places(self.at_once, self.most)
        return self._turn[1]


def _names(request: HttpRequest) -> dict[str, tuple[int, int]]:
    """By what a request is counted, with the places and the waiting that each may have."""
    address, session = str(request.META.get("REMOTE_ADDR") or ""), request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    names = {f"s{session[:64]}": (OF_ONE, WAITING_OF_ONE)} if session else {}
    if address not in HERE:
        names[f"a{network_of(address)}"] = OF_ADDRESS, WAITING_OF_ADDRESS
    return names


def _not_now(request: HttpRequest) -> HttpResponse:
    lang = language(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""), request.headers.get("Accept-Language", ""))
    answer = HttpResponse(sentence("error.crowd", lang), status=503, content_type="text/plain; charset=utf-8")
    for name, value in {**HEADERS, "Retry-After": "5"}.items():
        answer.headers[name] = value
    return answer
