"""The bots of the tables, by level, and the few processes in which the searching ones think.

A bot gets a `View` and chance, and nothing else; so it cannot know more than its seat may. Promise: an answer always comes, and
soon. Where too many tables ask at once, where code is still being compiled, and where a worker has died, a level below
answers, and says so. Nothing here loads numba into the server.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from puur.bots import DEFAULT, levels, simple
from puur.bots.hints import STRONGEST, Hint, hint
from puur.bots.levels import Level, remark
from puur.bots.worker import GRACE, Workers
from puur.core.events import Event
from puur.core.view import View
from puur.fast import available
from puur.web.live import bot_jobs
from puur.web.server import environment

T = TypeVar("T")
__all__ = ["DEFAULT", "LEVELS", "Busy", "Thinkers", "known", "quick", "remark", "searches", "slow", "thinkers"]

OLD = ("simple",)  # levels of tables that were opened long ago: they go on as they began
MOST_ASIDE = 4  # answers that wait for what a quick level reckons out once for a book
WAITING = 2.0  # seconds of thinking that may wait for a worker; beyond that a quicker level answers


class Busy(Exception):
    """Too many wait."""


def _count() -> int:
    usual = max(1, (os.cpu_count() or 1) // 2)
    return int(environment.number(os.environ, "PUUR_BOT_WORKERS", usual)) if available() else 0


WORKERS = _count()
AFAR = bool(environment.redis(os.environ))  # `puur worker` may think for us
# Offered is only what can be played: without workers or without numba nobody searches.
LEVELS: Mapping[str, Level] = {name: level for name, level in levels.LEVELS.items() if WORKERS or AFAR or not level.searches}


def known(level: str) -> str:
    """The level itself, or the usual one for a name that is none."""
    return level if level in levels.LEVELS or level in OLD else DEFAULT


def searches(level: str) -> bool:
    """Whether a level thinks in a process of its own."""
    return known(level) not in OLD and levels.LEVELS[known(level)].searches


def slow(level: str, view: View) -> bool:
    """Whether this decision takes long enough not to be made between two messages."""
    return len(view.options) > 1 and (searches(level) or not _prompt(level, view))


def _prompt(level: str, view: View) -> bool:
    """Whether what a quick level learns or reckons out once is at hand."""
    name = known(level)
    return name in OLD or levels.prompt(name, view)


def quick(level: str, view: View, seed: str) -> tuple[Event, str]:
    """What a bot does now and the level that said so, here and at once."""
    name = known(level)
    if name in OLD:
        return simple.choose(view, random.Random(seed)), name
    if len(view.options) == 1 and not view.amounts:  # any level would do that
        return view.options[0], name
    while levels.LEVELS[name].searches:
        name = levels.LEVELS[name].below or DEFAULT
    return levels.answer(name, view, random.Random(seed))


class Thinkers:
    """The workers of this server: few processes, a short queue before them."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.workers = Workers(count)
        # One thread for each worker, so that a question never meets a busy one.
        self._threads = ThreadPoolExecutor(max(1, count), thread_name_prefix="puur-bot")
        self._promised = 0.0  # seconds of thinking that run or wait
        self._aside = ThreadPoolExecutor(1, thread_name_prefix="puur-aside")  # what quick levels do once for a book
        self._waiting = 0  # for that
        self._starting: Future[None] | None = None  # waits, or is at it: once is enough for all tables that open meanwhile
        self.asker: bot_jobs.Asker | None = None  # workers of `puur worker`

    def submit(self, work: Callable[..., T], *arguments: object) -> Future[T]:
        """Have a worker asked when one is free; from any thread."""
        return self._threads.submit(work, *arguments)

    def prepare(self, wanted: Iterable[str]) -> None:
        """Start the workers in the background if one of these levels needs them."""
        if self.count and any(searches(level) for level in wanted) and (self._starting is None or self._starting.done()):
            self._starting = self.submit(self.workers.start)

    async def think(self, level: str, view: View, seed: str) -> tuple[Event, str]:
        """What a bot does now, and the level that said so."""
        name: str = known(level)
        if AFAR and searches(name):
            self.asker = self.asker or bot_jobs.asker()
            if self.asker is not None:
                answer = await self.asker.ask(name, view, seed, levels.LEVELS[name].budget.seconds + GRACE)
                if answer is not None:
                    return answer
        while self.count and searches(name):
            cost = levels.LEVELS[name].budget.seconds
            if self._promised + cost > WAITING * self.count:
                name = levels.LEVELS[name].below or DEFAULT
                continue
            self._promised += cost
            try:
                return await asyncio.wrap_future(self.submit(self.workers.ask, name, view, seed))
            finally:
                self._promised -= cost
        if searches(name) or _prompt(name, view):
            return quick(name, view, seed)
        aside = self.aside(quick, name, view, seed)
        return await aside if aside is not None else quick(DEFAULT, view, seed)

    async def hint(self, view: View, rng: random.Random) -> Hint | None:
        """What the strongest player would do; `Busy` where too many wait for what it has to reckon out first."""
        if levels.prompt(STRONGEST, view):
            return hint(view, rng)
        aside = self.aside(hint, view, rng)
        if aside is None:
            raise Busy
        return await aside

    def aside(self, work: Callable[..., T], *arguments: object) -> Awaitable[T] | None:
        """Have something done in a thread beside the tables, one after the other; None if too many wait for it."""
        if self._waiting >= MOST_ASIDE:
            return None
        self._waiting += 1
        future = asyncio.wrap_future(self._aside.submit(work, *arguments))
        future.add_done_callback(self._done_aside)
        return future

    def _done_aside(self, _: asyncio.Future[T]) -> None:
        self._waiting -= 1

    def stop(self) -> None:
        """End the workers."""
        self.workers.stop()
        self._aside.shutdown(wait=False, cancel_futures=True)
        self._threads.shutdown(wait=False, cancel_futures=True)


thinkers = Thinkers(WORKERS)
