"""The tables in the database. One thread writes for all tables; what waits meanwhile goes into one transaction (group commit).

Promise: when `commit` returns, everything is on the disk (SQLite: WAL, synchronous FULL); when it raises, nothing is. The
constraints of the database refuse an event number or an action id twice.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import DatabaseError, connection, transaction

from puur.core.game import Game
from puur.core.reglement import Reglement
from puur.reglement import load as load_book
from puur.reglement import load_text
from puur.web.live.state import Commit, NotStored, SeatState, TableState, Who, read_setup
from puur.web.live.wire import restored
from puur.web.models import Guest, Participant, PlayedGame, Seat, Table, TableEvent

log = logging.getLogger("puur.web")
MOST_AT_ONCE = 256


@dataclass(slots=True)
class _Waiting:
    job: Commit | Callable[[], Any]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[Any]


class DjangoStore:
    """The store of a server process."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self.batches = self.jobs = 0  # for the benchmark

    def start(self) -> None:
        """Start the thread that writes."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._write, name="puur-store", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Let it finish what waits, and end."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join(timeout=30)
            self._thread = None

    async def commit(self, job: Commit) -> None:
        """Store it; NotStored if the database refuses."""
        await self._run(job)

    async def load(self, code: str) -> TableState | None:
        """The table with this code, rebuilt from its events."""
        found: TableState | None = await self._run(lambda: load_table(code))
        return found

    async def rename(self, who: Who, name: str) -> None:
        """A guest's name."""
        await self._run(lambda: Guest.objects.filter(pk=who.guest).update(name=name))

    async def call(self, work: Callable[[], Any]) -> Any:
        """Something else for the thread that writes."""
        return await self._run(work)

    async def _run(self, job: Commit | Callable[[], Any]) -> Any:
        self.start()
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        self._queue.put(_Waiting(job, loop, done))
        return await done

    # ---- the thread --------------------------------------------------------------------------------------------------------

    def _write(self) -> None:
        while True:
            first = self._queue.get()
            batch: list[_Waiting] = []
            stop = first is None
            while first is not None:
                batch.append(first)
                if len(batch) >= MOST_AT_ONCE:
                    break
                try:
                    first = self._queue.get_nowait()
                except queue.Empty:
                    break
                stop = first is None
            self._serve(batch)
            if stop:
                connection.close()
                return

    def _serve(self, batch: Sequence[_Waiting]) -> None:
        commits = [one for one in batch if isinstance(one.job, Commit)]
        if commits:
            self.batches += 1
            self.jobs += len(commits)
            try:
                _store([one.job for one in commits if isinstance(one.job, Commit)])
                _tell([(one, None, None) for one in commits])
            except Exception:  # one of them is at fault: each by itself
                for one in commits:
                    self._alone(one)
        for one in batch:
            if not isinstance(one.job, Commit):
                self._alone(one)

    def _alone(self, one: _Waiting) -> None:
        try:
            if isinstance(one.job, Commit):
                _store([one.job])
                _tell([(one, None, None)])
            else:
                _tell([(one, one.job(), None)])
        except DatabaseError as problem:
            log.exception("not stored")
            connection.close()
            _tell([(one, None, NotStored(str(problem)))])
        except Exception as problem:
            log.exception("not stored")
            _tell([(one, None, problem)])


def _tell(answers: list[tuple[_Waiting, Any, BaseException | None]]) -> None:
    """Wake those who wait, each loop once."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[_Waiting, Any, BaseException | None]]] = {}
    for answer in answers:
        by_loop.setdefault(answer[0].loop, []).append(answer)
    for loop, some in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, some)


def _resolve(answers: list[tuple[_Waiting, Any, BaseException | None]]) -> None:
    for one, value, problem in answers:
        if one.done.cancelled():
            continue
        if problem is not None:
            one.done.set_exception(problem)
        else:
            one.done.set_result(value)


_INSERT = 'INSERT INTO web_tableevent (table_id, n, game, "at", seat, action, "by", data) VALUES (%s, %s, %s, %s, %s, %s, %s, %s)'


def _store(jobs: Sequence[Commit]) -> None:
    rows = [(job.table, row.n, row.game, row.at, row.seat, row.action, row.by, row.data) for job in jobs for row in job.rows]
    with transaction.atomic():
        for job in jobs:
            if job.begun is not None:
                PlayedGame.objects.create(table_id=job.table, **job.begun)
        if rows:
            with connection.cursor() as cursor:
                cursor.executemany(_INSERT, rows)
        for job in jobs:
            if job.lobby is not None:
                _lobby(job.table, job.lobby)
            if job.ended is not None:
                _ended(job.table, job.ended)


def _lobby(table: int, lobby: dict[str, Any]) -> None:
    seats = lobby.get("seats", {})
    fields = {name: value for name, value in lobby.items() if name != "seats"}
    if fields:
        Table.objects.filter(pk=table).update(**fields)
    for number, seat in seats.items():
        Seat.objects.update_or_create(table_id=table, number=number, defaults=seat)


def _ended(table: int, ended: dict[str, Any]) -> None:
    people = ended.pop("participants")
    number = ended.pop("number")
    game = PlayedGame.objects.get(table_id=table, number=number)
    for name, value in ended.items():
        setattr(game, name, value)
    game.finished = datetime.now(UTC)
    game.save()
    Participant.objects.bulk_create(Participant(game=game, **person) for person in people)


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
    events = [restored(one.data) for one in rows]
    return Game.replay(book_of(table.book, table.book_text), read_setup(row.setup), events), rows


def load_table(code: str) -> TableState | None:
    """The table with this code."""
    table = Table.objects.filter(code=code).first()
    if table is None:
        return None
    state = TableState(
        id=table.pk,
        code=table.code,
        secret=table.secret,
        book=book_of(table.book, table.book_text),
        title=table.title,
        faces=table.faces,
        playing=table.playing,
        timer=table.timer,
        level=table.level,
        spectators=table.spectators,
        chat=table.chat,
        shared=table.shared,
        instant=table.instant,
        host=table.host,
        status=table.state,
        number=table.game,
    )
    for seat in Seat.objects.filter(table=table):
        who = f"u{seat.user_id}" if seat.user_id else f"g{seat.guest_id}" if seat.guest_id else ""
        state.seats[seat.number] = SeatState(
            who=who,
            name=seat.name,
            user=seat.user_id,
            guest=seat.guest_id,
            bot=seat.bot,
            stand_in=seat.stand_in,
            share=seat.share,
        )
    if table.game:
        found = game_of(table, table.game)
        if found is not None:
            state.game, rows = found
            state.started_at = rows[0].n - 1 if rows else 0
            state.n = rows[-1].n if rows else 0
            state.actions = {row.action: (row.seat, _last_of(rows, place)) for place, row in enumerate(rows) if row.action}
        if not state.n:
            last = TableEvent.objects.filter(table=table).order_by("-n").values_list("n", flat=True).first()
            state.n = state.started_at = last or 0
    return state


def _last_of(rows: Sequence[TableEvent], place: int) -> int:
    """The last event of an action: shuffle, cut and deal share one, under the id of the cut."""
    after = rows[place + 1] if place + 1 < len(rows) else None
    return int(after.n if after is not None and '"dealt"' in after.data and '"cut"' in rows[place].data else rows[place].n)
