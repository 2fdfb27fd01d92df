"""Django's handler with so many pages at once, so many that wait, and a plain word for the rest.

Django gives every request under ASGI a thread of its own. A hall that reloads at the same moment, or a database that does not
answer, would make thousands of them. A slow upload or a slow reader takes no place here: only the making of the page counts.
"""

from __future__ import annotations

import asyncio
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest, HttpResponse

from puur.web.live.speech import language, sentence
from puur.web.server.middleware import HEADERS
from puur.web.server.watchdog import watchdog

AT_ONCE = 32  # pages that are made at the same time
WAITING = 400  # that wait for their turn
ALWAYS = ("/healthz", "/readyz", "/metrics")  # whoever looks after the server gets an answer


class RequestLimit(ASGIHandler):
    """The pages, and the line before them."""

    def __init__(self, at_once: int = AT_ONCE, waiting: int = WAITING) -> None:
        super().__init__()
        self.at_once, self.most = at_once, waiting
        self.inside = self.waiting = self.refused = 0
        self._turn: tuple[asyncio.AbstractEventLoop, asyncio.Semaphore] | None = None
        watchdog.crowded = lambda: self.inside >= self.at_once

    async def run_get_response(self, request: HttpRequest) -> Any:
        """Make a page when it is its turn."""
        if request.path in ALWAYS:
            return await super().run_get_response(request)
        if self.waiting >= self.most:
            self.refused += 1
            return _not_now(request)
        self.waiting += 1
        try:
            await self._places.acquire()
        finally:
            self.waiting -= 1
        self.inside += 1
        try:
            return await super().run_get_response(request)
        finally:
            self.inside -= 1
            watchdog.made += 1
            self._places.release()

    @property
    def _places(self) -> asyncio.Semaphore:
        loop = asyncio.get_running_loop()
        if self._turn is None or self._turn[0] is not loop:
            self._turn = loop, asyncio.Semaphore(self.at_once)
        return self._turn[1]


def _not_now(request: HttpRequest) -> HttpResponse:
    lang = language(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""), request.headers.get("Accept-Language", ""))
    answer = HttpResponse(sentence("error.crowd", lang), status=503, content_type="text/plain; charset=utf-8")
    for name, value in {**HEADERS, "Retry-After": "5"}.items():
        answer.headers[name] = value
    return answer
