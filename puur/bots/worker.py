"""Bots in processes of their own: a table never waits for a bot that thinks too long, crashes, or is still being compiled.

`Workers.ask` answers in time, always: from the worker if it is ready and quick enough, otherwise from the level below, down to
those that need no search and run right here. A worker that crashed or hung is ended and started anew. Workers are spawned, so they
share nothing with a server's threads and connections.
"""

from __future__ import annotations

import multiprocessing
import random
import threading
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any

from puur.bots.budget import Budget
from puur.bots.levels import LEVELS
from puur.core.events import Event
from puur.core.view import View

GRACE = 0.5  # seconds beyond the budget before a worker counts as hung
START = 180.0  # seconds that a worker may take to load or compile its code before it is given up


def warm() -> None:
    """Load or compile everything that the searching levels need, by playing a card and a bid; the set-up may call it."""
    from puur.bots.warming import play_once

    play_once()


def _work(link: Connection) -> None:
    """What a worker does until its link closes."""
    try:
        warm()
        link.send("ready")
        while True:
            level, view, seed, budget = link.recv()
            link.send(LEVELS[level].choose(view, random.Random(seed), budget))
    except (EOFError, OSError, KeyboardInterrupt):
        return


class Worker:
    """One process and the link to it; one question at a time."""

    def __init__(self) -> None:
        self._context: Any = multiprocessing.get_context("spawn")
        self._lock = threading.Lock()
        self._process: Any = None
        self._link: Connection | None = None
        self._ready = False

    def start(self) -> None:
        """Start the process if none runs; returns at once."""
        if self._process is None or not self._process.is_alive():
            self._link, other = self._context.Pipe()
            self._process = self._context.Process(target=_work, args=(other,), daemon=True, name="puur-bot")
            self._process.start()
            other.close()
            self._ready = False

    def stop(self) -> None:
        """End the process."""
        if self._process is not None:
            if self._link is not None:
                self._link.close()
            self._process.terminate()
            self._process.join(2)
        self._process, self._link, self._ready = None, None, False

    def ready(self, wait: float = 0.0) -> bool:
        """Whether the worker can be asked; waits so many seconds for it."""
        if not self._ready and self._link is not None:
            try:
                self._ready = self._link.poll(wait) and self._link.recv() == "ready"
            except (EOFError, OSError):
                self.stop()
        return self._ready

    def ask(self, level: str, view: View, seed: str, budget: Budget) -> Event | None:
        """What the level does, or None if the worker is busy, not ready, late or broken."""
        if not self._lock.acquire(blocking=False):
            return None
        try:
            self.start()
            if not self.ready() or self._link is None:
                return None
            self._link.send((level, view, seed, replace(budget, stop=None)))
            if not self._link.poll(budget.seconds + GRACE):
                self.stop()
                return None
            answer: Event = self._link.recv()
            return answer
        except (EOFError, OSError):
            self.stop()
            return None
        finally:
            self._lock.release()


class Workers:
    """Some workers; each question goes to a free one."""

    def __init__(self, count: int = 1) -> None:
        self._workers = [Worker() for _ in range(count)]

    def start(self) -> None:
        """Start all workers in the background, so that code is loaded before the first question."""
        for worker in self._workers:
            worker.start()

    def ready(self, wait: float = START) -> bool:
        """Whether all workers can be asked; waits for each of them."""
        return all(worker.ready(wait) for worker in self._workers)

    def stop(self) -> None:
        """End all workers."""
        for worker in self._workers:
            worker.stop()

    def ask(self, level: str, view: View, seed: str, budget: Budget | None = None) -> tuple[Event, str]:
        """What to do now, and the level that said so: the one asked for, or the next below that could."""
        name: str | None = level
        while name is not None:
            one = LEVELS[name]
            if not one.searches:
                return one.choose(view, random.Random(seed)), name
            for worker in self._workers:
                answer = worker.ask(name, view, seed, budget or one.budget)
                if answer is not None:
                    return answer, name
            name = _no_search(one.below)
        raise KeyError(level)


def _no_search(name: str | None) -> str | None:
    """The next level that runs here: a worker that failed once is not asked again for the same card."""
    while name is not None and LEVELS[name].searches:
        name = LEVELS[name].below
    return name
