"""Writing to the database, for the one thread that does: group commit, fences, and what to do when the connection breaks.

Promise: an outcome of None means on the disk, an exception means that nobody may be told. A commit that was under way when the
connection broke is looked up by its numbers and ids before it is tried again, so nothing is ever stored twice.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, TypeVar

from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction

from puur.web.live.state import Commit, NotOwner, NotStored
from puur.web.models import Participant, PlayedGame, Seat, Table, TableEvent

log = logging.getLogger("puur.web")
T = TypeVar("T")
Outcome = BaseException | None
BROKEN = (OperationalError, InterfaceError)
FIRST_WAIT, LONGEST_WAIT = 0.05, 1.0

_COLUMNS = 'table_id, n, game, "at", seat, action, "by", data, head'
_INSERT = f"INSERT INTO web_tableevent ({_COLUMNS}) VALUES ({', '.join(['%s'] * 9)})"

_INSERT_RAW = _INSERT.replace("%s", "?")


def store_all(jobs: Sequence[Commit], patience: float) -> list[Outcome]:
    """Store these, together if that works, and say for each how it went."""
    outcomes: dict[int, Outcome] = {}
    left, until, wait, unsure = list(jobs), time.monotonic() + patience, FIRST_WAIT, False
    while left:
        try:
            if unsure:
                outcomes.update((id(job), None) for job in left if is_stored(job))
                left = [job for job in left if id(job) not in outcomes]
                unsure = False
            refused = _transaction(left)
            outcomes.update((id(job), NotOwner(f"table {job.table}") if job in refused else None) for job in left)
            break
        except BROKEN as problem:
            hang_up()
            unsure = True
            if _final(problem) or time.monotonic() >= until:
                log.error("not stored: %s", problem)
                outcomes.update((id(job), NotStored(str(problem))) for job in left)
                _look_up(left, outcomes)
                break
            time.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)
        except Exception as problem:  # one of them is at fault
            outcomes.update(zip(map(id, left), _each_alone(left, patience, problem), strict=True))
            break
    return [outcomes[id(job)] for job in jobs]


def _each_alone(jobs: Sequence[Commit], patience: float, problem: Exception) -> list[Outcome]:
    if len(jobs) > 1:
        return [store_all([job], patience)[0] for job in jobs]
    with suppress(DatabaseError):
        if is_stored(jobs[0]):  # the first try had arrived after all
            return [None]
    log.error("not stored", exc_info=problem)
    return [NotStored(str(problem)) if isinstance(problem, DatabaseError) else problem]


def _look_up(jobs: Sequence[Commit], outcomes: dict[int, Outcome]) -> None:
    """Where the database refuses to write but can be read (a full disk), see what had arrived."""
    try:
        outcomes.update((id(job), None) for job in jobs if is_stored(job))
    except DatabaseError:
        hang_up()


def _final(problem: Exception) -> bool:
    """Whether waiting is of no use: SQLite waits by itself, and a full disk stays full."""
    if connection.vendor == "sqlite":
        return True
    state = getattr(problem.__cause__, "sqlstate", None) or ""
    return state.startswith("53") and state != "53300"  # out of disk or memory; not: too many connections


def patiently(work: Callable[[], T], patience: float) -> T:
    """Read, or write what may be written twice; a broken connection is opened again for a while."""
    until, wait = time.monotonic() + patience, FIRST_WAIT
    while True:
        try:
            return work()
        except BROKEN as problem:
            hang_up()
            if _final(problem) or time.monotonic() >= until:
                raise NotStored(str(problem)) from problem
            time.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)


def hang_up() -> None:
    """Close the connection of this thread; the next query opens another."""
    with suppress(DatabaseError):
        connection.close()


def is_stored(job: Commit) -> bool:
    """Whether exactly this is in the database already."""
    if job.rows:
        rows = TableEvent.objects.filter(table_id=job.table, n__gte=job.rows[0].n, n__lte=job.rows[-1].n).order_by("n")
        return list(rows.values_list("table_id", "n", "game", "at", "seat", "action", "by", "data", "head")) == _values([job])
    if job.begun is not None:
        return bool(PlayedGame.objects.filter(table_id=job.table, number=job.begun["number"], setup=job.begun["setup"]).exists())
    return False  # fields of a table: written again they are the same


def _transaction(jobs: Sequence[Commit]) -> list[Commit]:
    """Store these in one transaction, but for those whose fence has fallen; which they are."""
    if not jobs:
        return []
    if connection.vendor == "sqlite" and all(_only_events(job) for job in jobs):
        _quickly(jobs)
        return []
    with transaction.atomic():
        with connection.cursor() as cursor:
            refused = _fenced_out(cursor, jobs)
            kept = [job for job in jobs if job not in refused] if refused else jobs
            for job in kept:
                if job.begun is not None:
                    PlayedGame.objects.create(table_id=job.table, **job.begun)
            if rows := _values(kept):
                cursor.executemany(_INSERT, rows)
        for job in kept:
            if job.lobby is not None:
                _lobby(job.table, job.lobby)
            if job.ended is not None:
                _ended(job.table, job.ended)
    return refused


def _only_events(job: Commit) -> bool:
    return job.begun is None and job.lobby is None and job.ended is None and job.fence is None


def _quickly(jobs: Sequence[Commit]) -> None:
    """Nearly every commit is this one: events alone, past Django, at half of its processor time (0.17 against 0.30 ms)."""
    connection.ensure_connection()
    line = connection.connection
    with connection.wrap_database_errors:
        line.execute("BEGIN IMMEDIATE")
        try:
            line.executemany(_INSERT_RAW, _values(jobs))
            line.execute("COMMIT")
        except BaseException:
            if line.in_transaction:
                line.execute("ROLLBACK")
            raise


def _values(jobs: Sequence[Commit]) -> list[tuple[Any, ...]]:
    return [(job.table, *row[:6], row.data, row.head) for job in jobs for row in job.rows]


def _fenced_out(cursor: Any, jobs: Sequence[Commit]) -> list[Commit]:
    """Those whose table another process has claimed. The rows stay locked, so that nobody claims one before this is committed."""
    fences = [job.fence for job in jobs if job.fence is not None]
    if not fences:
        return []
    marks = ", ".join(["%s"] * len(fences))
    lock = " FOR SHARE" if connection.features.has_select_for_update else ""  # SQLite: the write lock is held already
    cursor.execute(
        f"SELECT table_id, process, token FROM processes_ownership WHERE table_id IN ({marks}) ORDER BY table_id{lock}",
        [fence.table for fence in fences],
    )
    held = set(cursor.fetchall())
    return [job for job in jobs if job.fence is not None and (job.table, job.fence.process, job.fence.token) not in held]


def _lobby(table: int, lobby: dict[str, Any]) -> None:
    seats = lobby.get("seats", {})
    fields = {name: value for name, value in lobby.items() if name != "seats"}
    if fields:
        Table.objects.filter(pk=table).update(**fields)
    for number, seat in seats.items():
        Seat.objects.update_or_create(table_id=table, number=number, defaults=seat)


def _ended(table: int, ended: dict[str, Any]) -> None:
    fields = {name: value for name, value in ended.items() if name not in ("participants", "number")}
    game = PlayedGame.objects.get(table_id=table, number=ended["number"])
    for name, value in fields.items():
        setattr(game, name, value)
    game.finished = datetime.now(UTC)
    game.save()
    Participant.objects.bulk_create(Participant(game=game, **person) for person in ended["participants"])
