"""Somebody who notices that this process lives and answers nothing: the event loop stands still, or no page ever ends.

A thread counts its own ticks since the last sign of life; a machine that sleeps does not tick. `/healthz` says no after a while,
and in the end the process writes down where it stands and ends, so that whoever started it starts it anew (systemd, the
supervisor). They also hear a beat of the loop: a process that is stopped, thread and all, is ended from outside. Nothing that was
confirmed is lost by that.
"""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import os
import sys
import threading
from collections.abc import Callable

log = logging.getLogger("puur.web")
TICK = 1.0
UNWELL = 15  # ticks without a sign of life until /healthz says no
DEAD = 90  # until the process ends
EXIT = 70  # EX_SOFTWARE


class Watchdog:
    """Counts ticks since the event loop came round, and since a page was made while all places were taken."""

    def __init__(self) -> None:
        self.loop_silent = self.pages_silent = 0
        self.made = 0  # pages since the start
        self.crowded: Callable[[], bool] = lambda: False  # whether every place for pages is taken
        self._made_before = 0
        self.end: Callable[[], None] | None = None  # what ends a process that is beyond help; `puur serve` says so
        self.beat: Callable[[], None] = lambda: None  # a sign of life to whoever started this process
        self._stop = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def well(self) -> bool:
        """Whether people get answers."""
        return max(self.loop_silent, self.pages_silent) < UNWELL

    def start(self) -> None:
        """Watch the loop that runs now."""
        self.stop()
        self._loop, self._stop = asyncio.get_running_loop(), threading.Event()
        self.loop_silent = self.pages_silent = 0
        threading.Thread(target=self._watch, args=(self._stop,), daemon=True, name="puur-watchdog").start()

    def stop(self) -> None:
        """Watch no longer."""
        self._stop.set()

    def _watch(self, stop: threading.Event) -> None:
        while not stop.wait(TICK) and not (self._loop is not None and self._loop.is_closed()):
            self.tick()

    def tick(self) -> None:
        """One more second without an answer, unless there was one."""
        self.loop_silent += 1
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._came_round)
        made, before = self.made, self._made_before
        self._made_before = made
        self.pages_silent = self.pages_silent + 1 if made == before and self.crowded() else 0
        if max(self.loop_silent, self.pages_silent) >= DEAD and self.end is not None:
            self.end()

    def _came_round(self) -> None:
        self.loop_silent = 0
        self.beat()


def end_process() -> None:
    """Write down where everything stands, and end."""
    log.critical("no answer for %s seconds; the process ends", round(DEAD * TICK))
    faulthandler.dump_traceback(file=sys.stderr, all_threads=True)
    os._exit(EXIT)


watchdog = Watchdog()
