"""The tables in the database. One thread writes for all tables; what waits meanwhile goes into one transaction (group commit).

Another thread reads, so that a table which is loaded does not hold up those that are played, and a third does what cannot wait
until hundreds of tables are loaded: the lease of this process. Promise: when `commit` returns,
everything is on the disk (SQLite: WAL, synchronous FULL); when it raises, nobody may be told. The constraints of the database
refuse an event number or an action id twice. How it is written, also over a bad connection, is in `writing`.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from puur.core.game import Game
from puur.core.reglement import Reglement
from puur.reglement import load as load_book
from puur.reglement import load_text
from puur.web.live import writing
from puur.web.live.heads import Heads
from puur.web.live.state import Commit, Done, NotStored, SeatState, TableState, Who, read_setup
from puur.web.live.wire import restored
from puur.web.models import ALONE, Guest, PlayedGame, Seat, Table, TableEvent
from puur.web.server import environment

log = logging.getLogger("puur.web")
MOST_AT_ONCE = 256
MOST_ACTIONS = 1000  # ids of earlier games that are remembered
MOST_WAITING = 20_000  # jobs; a table has one at a time, so this is never reached by honest means
# Seconds after which a busy event loop gives way to the thread that writes. That thread has to ask for its turn several times in
# one commit; with Python's 5 ms each the p99 at 600 tables was 30 ms, with half a millisecond 5 ms (bench/many_processes.py).
SWITCH = 0.0005
# Where so many commits come each second, one waits a moment for company, so that fewer transactions are made: an event costs 70
# microseconds of the writer in a transaction of four, and 40 in one of sixteen. Nobody sees the eight milliseconds.
MANY, COMPANY = 150, 0.008
# What a table is called alike in the database and in memory.
SAME = [
    "code",
    "secret",
    "title",
    "faces",
    "playing",
    "timer",
    "level",
    "spectators",
    "chat",
    "shared",
    "instant",
    "reserved",
    "host",
    "office",
]
SLOW_SHARE = 0.2  # how much the last batch counts in the average time of a commit


@dataclass(slots=True)
class _Waiting:
    job: Commit | Callable[[], Any]
    loop: asyncio.AbstractEventLoop
    done: Done
    since: float


class _Desk:
    """A thread with a queue before it."""

    def __init__(self, name: str, serve: Callable[[Sequence[_Waiting]], None], most: int) -> None:
        self.name, self.serve, self.most = name, serve, most
        self.rate, self._at = 0.0, 0.0  # jobs per second lately, and when that was
        self.queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self.thread: threading.Thread | None = None

    def start(self) -> None:
        if self.thread is None:
            self.thread = threading.Thread(target=self._run, name=self.name, daemon=True)
            self.thread.start()

    def stop(self) -> None:
        if self.thread is not None:
            self.queue.put(None)
            self.thread.join(timeout=30)
            self.thread = None

    async def ask(self, job: Commit | Callable[[], Any]) -> Any:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.put(job, partial(_answer, answer))
        return await answer

    def put(self, job: Commit | Callable[[], Any], done: Done) -> None:
        loop = asyncio.get_running_loop()
        if self.queue.qsize() >= MOST_WAITING:
            loop.call_soon(done, None, NotStored("too much waits already"))
            return
        self.start()
        self.queue.put(_Waiting(job, loop, done, time.monotonic()))

    def _run(self) -> None:
        while True:
            first = self.queue.get()
            if self.rate > MANY and self.most > 1:
                time.sleep(COMPANY)
            batch: list[_Waiting] = []
            stop = first is None
            while first is not None:
                batch.append(first)
                if len(batch) >= self.most:
                    break
                try:
                    first = self.queue.get_nowait()
                except queue.Empty:
                    break
                stop = first is None
            if batch:
                self.serve(batch)
                now = time.monotonic()
                self.rate = self.rate * math.exp(self._at - now) + len(batch)
                self._at = now
            if stop:
                writing.hang_up()
                return


class DjangoStore:
    """The store of a server process."""

    def __init__(self, patience: float | None = None) -> None:
        self.patience = environment.number(os.environ, "PUUR_PATIENCE", 8) if patience is None else patience
        self._writer = _Desk("puur-store", self._write, MOST_AT_ONCE)
        self._reader = _Desk("puur-load", self._read, 1)
        self._keeper = _Desk("puur-lease", self._read, 1)
        self.batches = self.jobs = self.failures = 0  # for the benchmark and the metrics
        self.commit_seconds = 0.0  # how long a commit waits and takes, lately
        self.written_at = 0.0  # when that was last known
        self._busy_since: float | None = None
        self.heads = Heads(Path(settings.DATA))

    def start(self) -> None:
        """Start the threads."""
        sys.setswitchinterval(SWITCH)
        self.heads.shorten()
        self._writer.start()
        self._reader.start()

    def stop(self) -> None:
        """Let them finish what waits, and end."""
        for desk in (self._reader, self._keeper, self._writer):
            desk.stop()

    @property
    def lately(self) -> float:
        """How long a commit takes these days; what is long ago is forgotten, and a writer that hangs is seen."""
        now = time.monotonic()
        stuck = now - self._busy_since if self._busy_since is not None else 0.0
        return max(stuck, 0.0 if now - self.written_at > 5 else self.commit_seconds)

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return sum(desk.queue.qsize() for desk in (self._writer, self._reader, self._keeper))

    async def commit(self, job: Commit) -> None:
        """Store it; NotStored if the database refuses."""
        await self._writer.ask(job)

    def write(self, job: Commit, done: Done) -> None:
        """The same without waiting."""
        self._writer.put(job, done)

    async def load(self, code: str) -> TableState | None:
        """The table with this code, rebuilt from its events."""
        state: TableState | None = await self._reader.ask(lambda: load_table(code))
        return state

    async def rename(self, who: Who, name: str) -> None:
        """A guest's name."""
        await self._reader.ask(lambda: Guest.objects.filter(pk=who.guest or 0).update(name=name))

    async def head_at(self, code: str, n: int) -> str:
        """The head of an event of an earlier game; empty where there is none, or where it is of an earlier version."""
        stored = TableEvent.objects.filter(table__code=code, n=n).values_list("head", flat=True)
        return str(await self._reader.ask(stored.first) or "")

    async def call(self, work: Callable[[], Any]) -> Any:
        """Something else that may be done twice without harm, on the thread that reads."""
        return await self._reader.ask(work)

    async def at_once(self, work: Callable[[], Any]) -> Any:
        """The same, before everything that waits to be read."""
        return await self._keeper.ask(work)

    # ---- in the threads ----------------------------------------------------------------------------------------------------

    def _write(self, batch: Sequence[_Waiting]) -> None:
        jobs = [waiting.job for waiting in batch if isinstance(waiting.job, Commit)]
        outcomes: list[BaseException | None]
        self._busy_since = time.monotonic()
        try:
            outcomes = writing.store_all(jobs, self.patience)
        except Exception as problem:
            log.exception("not stored")
            outcomes = [problem for _ in jobs]
        now = time.monotonic()
        self._busy_since = None
        slowest = max(now - waiting.since for waiting in batch)
        self.commit_seconds += SLOW_SHARE * (slowest - self.commit_seconds)
        self.written_at = now
        self.batches += 1
        self.jobs += len(jobs)
        self.failures += sum(outcome is not None for outcome in outcomes)
        if connection.vendor == "sqlite":
            self.heads.note(job for job, outcome in zip(jobs, outcomes, strict=True) if outcome is None)
        _tell([(waiting, None, outcome) for waiting, outcome in zip(batch, outcomes, strict=True)])

    def _read(self, batch: Sequence[_Waiting]) -> None:
        for waiting in batch:
            work = waiting.job
            assert not isinstance(work, Commit)
            try:
                _tell([(waiting, writing.patiently(work, self.patience), None)])
            except Exception as problem:
                if not isinstance(problem, NotStored):
                    log.exception("not read")
                _tell([(waiting, None, problem)])


def _tell(answers: list[tuple[_Waiting, Any, BaseException | None]]) -> None:
    """Wake those who wait, each loop once."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[_Waiting, Any, BaseException | None]]] = {}
    for answer in answers:
        by_loop.setdefault(answer[0].loop, []).append(answer)
    for loop, some in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, some)


def _resolve(answers: list[tuple[_Waiting, Any, BaseException | None]]) -> None:
    for waiting, value, problem in answers:
        try:
            waiting.done(value, problem)
        except Exception:  # the others of the batch are told all the same
            log.exception("after a commit")


def _answer(waiting: asyncio.Future[Any], value: Any, problem: BaseException | None) -> None:
    if waiting.cancelled():
        return
    if problem is not None:
        waiting.set_exception(problem)
    else:
        waiting.set_result(value)


# ---- reading -----------------------------------------------------------------------------------------------------------------


def book_of(key: str, text: str) -> Reglement:
    """The rule book of a table."""
    return load_text(text, f"{key}.toml") if text else load_book(key)


def game_of(table: Table, number: int) -> tuple[Game, list[TableEvent]] | None:
    """One game of a table, replayed, with its rows."""
    row = PlayedGame.objects.filter(table=table, number=number).first()
    if row is None:
        return None
    rows = list(TableEvent.objects.filter(table=table, game=number).order_by("n"))
    events = [restored(row.data) for row in rows]
    return Game.replay(book_of(table.book, table.book_text), read_setup(row.setup), events), rows


def load_table(code: str) -> TableState | None:
    """The table with this code."""
    table = Table.objects.filter(code=code).exclude(playing=ALONE).first()
    if table is None:
        return None
    same = {name: getattr(table, name) for name in SAME}
    state = TableState(table.pk, book=book_of(table.book, table.book_text), status=table.state, number=table.game, **same)
    for seat in Seat.objects.filter(table=table):
        who = f"u{seat.user_id}" if seat.user_id else f"g{seat.guest_id}" if seat.guest_id else ""
        state.seats[seat.number] = SeatState(who, seat.name, seat.user_id, seat.guest_id, seat.bot, seat.stand_in, seat.share)
    if table.game:
        played = game_of(table, table.game)
        if played is not None:
            state.game, rows = played
            state.started_at = rows[0].n - 1 if rows else 0
            state.n = rows[-1].n if rows else 0
            state.heads = [row.head for row in rows]
            state.actions = {
                row.action: (-1 if row.seat is None else row.seat, _last_of(rows, place))
                for place, row in enumerate(rows)
                if row.action
            }
        # An id of an earlier game is answered too: whoever sends it again has not heard the answer.
        earlier = TableEvent.objects.filter(table=table, game__lt=table.game, action__isnull=False)
        for row in earlier.order_by("-n").only("action", "seat", "n")[:MOST_ACTIONS]:
            state.actions.setdefault(row.action or "", (-1 if row.seat is None else row.seat, row.n))
        if not state.n:
            last = TableEvent.objects.filter(table=table).order_by("-n").first()
            state.n, state.head_before = (last.n, last.head) if last is not None else (0, "")
            state.started_at = state.n
    return state


def _last_of(rows: Sequence[TableEvent], place: int) -> int:
    """The last event of an action: shuffle, cut and deal share one, under the id of the cut."""
    after = rows[place + 1] if place + 1 < len(rows) else None
    return int(after.n if after is not None and '"dealt"' in after.data and '"cut"' in rows[place].data else rows[place].n)
