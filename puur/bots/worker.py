"""Bots in processes of their own: a table never waits for a bot that thinks too long, crashes, or is still being compiled.

`Workers.ask` answers in time, always: from the worker if it is ready and quick enough, otherwise from the level below, down to
those that need no search and run right here. A worker that crashed or hung is ended and started anew, at growing intervals if it
does not even start; one that is only late, because the machine is busy, is waited for beside the game. Workers are spawned, so
they share nothing with a server's threads and connections.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any

from puur.bots.budget import Budget
from puur.bots.explain import Explanation, explain
from puur.bots.hints import foreseen
from puur.bots.knowledge import NotSearchable
from puur.bots.levels import LEVELS, able, answer
from puur.bots.processes import starting_workers
from puur.core.aim import Foreseen
from puur.core.cards import Card
from puur.core.events import Event
from puur.core.view import View

GRACE = 1.5  # seconds beyond the budget before an answer comes from elsewhere
HUNG = (
    60.0  # seconds beyond that before the worker is given up: on a busy machine it is only late, and a new one would be later still
)
START = 180.0  # seconds without a sign of life from a worker that loads or compiles its code before it is given up
BEAT = 5.0  # seconds between two such signs
LONGEST_REST = 300.0  # seconds between two tries to start a worker that fails to
NICE = 5  # bots give way to the tables

Question = tuple[View, Card | Event, str]  # a card that was played, or a word in the bidding
Verdict = Explanation | Foreseen


def warm() -> None:
    """Load or compile everything that the searching levels need, by playing a card and a bid; the set-up may call it."""
    from puur.bots.warming import play_once

    play_once()


def judge(questions: Sequence[Question], budget: Budget) -> list[Verdict | None]:
    """What is to be said of each card or word; None where the position is out of the ordinary, or there is nothing to remark."""
    verdicts: list[Verdict | None] = []
    for view, done, seed in questions:
        rng = random.Random(seed)
        try:
            verdicts.append(explain(view, done, rng, budget) if isinstance(done, Card) else foreseen(view, done, rng))
        except NotSearchable:
            verdicts.append(None)
    return verdicts


def _answer(level: str, view: View, seed: str, budget: Budget) -> tuple[Event, str]:
    return answer(level, view, random.Random(seed), budget)


_JOBS: Mapping[str, Callable[..., object]] = {"answer": _answer, "judge": judge}


def _work(link: Connection) -> None:
    """What a worker does until its link closes."""
    try:
        with contextlib.suppress(OSError):
            os.nice(NICE)
        with _beating(link):
            warm()
        link.send("ready")
        while True:
            job, *arguments = link.recv()
            link.send(_JOBS[job](*arguments))
    except (EOFError, OSError):
        return


@contextlib.contextmanager
def _beating(link: Connection) -> Iterator[None]:
    """Say within the block that this process lives, however little of the machine it gets."""
    done = threading.Event()

    def beat() -> None:
        with contextlib.suppress(OSError):
            while not done.wait(BEAT):
                link.send("loading")

    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


class Worker:
    """One process and the link to it; one question at a time."""

    def __init__(self) -> None:
        self._context: Any = multiprocessing.get_context("spawn")
        self._lock = threading.RLock()
        self._process: Any = None
        self._link: Connection | None = None
        self._ready = False
        self._failed = 0  # times in a row that the process ended before it was ready
        self._rest = 0.0  # not started again before this
        self._heard = 0.0  # when it was started, or gave its last sign of life
        self._late = 0.0  # since when it owes an answer that nobody waits for any more; 0 if it owes none

    def start(self) -> None:
        """Start the process if none runs; does not wait until it is ready."""
        with self._lock:
            if self._process is not None and self._process.is_alive():
                return
            if self._process is not None:
                self.stop()
            if time.monotonic() < self._rest:
                return
            self._link, other = self._context.Pipe()
            self._process = self._context.Process(target=_work, args=(other,), daemon=True, name="puur-bot")
            with starting_workers():
                self._process.start()
            other.close()
            self._ready, self._late, self._heard = False, 0.0, time.monotonic()

    def stop(self) -> None:
        """End the process; one that never became ready is not started again at once."""
        if self._process is not None:
            if self._link is not None:
                self._link.close()
            self._process.kill()
            self._process.join(2)
            self._failed = 0 if self._ready else self._failed + 1
            self._rest = time.monotonic() + (min(LONGEST_REST, 2.0**self._failed) if self._failed else 0.0)
        self._process, self._link, self._ready = None, None, False

    def ready(self, wait: float = 0.0) -> bool:
        """Whether the worker can be asked; waits so many seconds for it."""
        with self._lock:
            end = time.monotonic() + wait
            while not self._ready and self._link is not None:
                try:
                    if not self._link.poll(max(0.0, end - time.monotonic())):
                        break
                    self._ready = self._link.recv() == "ready"
                    self._heard = time.monotonic()
                except (EOFError, OSError):
                    self.stop()
            if not self._ready and self._process is not None and time.monotonic() - self._heard > START:
                self.stop()
            return self._ready

    def call(self, seconds: float, job: str, *arguments: object) -> Any:
        """Have a job done; None if the worker is busy, not ready, late or broken."""
        if not self._lock.acquire(blocking=False):
            return None
        try:
            self.start()
            if not self.ready() or self._link is None or not self._has_answered(self._link):
                return None
            self._link.send((job, *arguments))
            if not self._link.poll(seconds + GRACE):
                self._late = time.monotonic()
                return None
            return self._link.recv()
        except (EOFError, OSError):
            self.stop()
            return None
        finally:
            self._lock.release()

    def _has_answered(self, link: Connection) -> bool:
        """Whether the worker is free. An answer that came too late is thrown away; a worker that never gives it has hung."""
        if self._late and link.poll():
            link.recv()
            self._late = 0.0
        if self._late and time.monotonic() - self._late > HUNG:
            self.stop()
        return not self._late and self._process is not None


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

    def _call(self, seconds: float, job: str, *arguments: object) -> Any:
        for worker in self._workers:
            reply = worker.call(seconds, job, *arguments)
            if reply is not None:
                return reply
        return None

    def ask(self, level: str, view: View, seed: str, budget: Budget | None = None) -> tuple[Event, str]:
        """What to do now, and the level that said so: the one asked for, or the next below that could."""
        name = able(level, view)
        if LEVELS[name].searches:
            given = replace(budget or LEVELS[name].budget, stop=None)
            reply: tuple[Event, str] | None = self._call(given.seconds, "answer", name, view, seed, given)
            if reply is not None:
                return reply
        return answer(_no_search(name), view, random.Random(seed))

    def judge(self, questions: Sequence[Question], budget: Budget) -> list[Verdict | None] | None:
        """What is to be said of these cards; None if no worker could say it now."""
        verdicts: list[Verdict | None] | None = self._call(budget.seconds * len(questions), "judge", questions, budget)
        return verdicts


def _no_search(name: str) -> str:
    """The next level that runs here: a worker that failed once is not asked again for the same card."""
    while LEVELS[name].searches:
        name = LEVELS[name].below or "lehrling"
    return name
