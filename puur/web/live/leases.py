"""Leases in the database: which web processes live, and which of them holds a table.

Plain functions for the thread that reads. Time is the database's own, so a wrong clock does no harm, and Redis plays no part, so
its loss never makes two holders. Promise: every claim has a higher token than the one before it, and what an earlier holder still
writes is refused (`writing`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction

from puur.web.live.state import Fence

FORGET_AFTER = 3_600_000  # milliseconds after which a dead process is tidied away
_CLOCKS = {
    "postgresql": "(extract(epoch from clock_timestamp()) * 1000)::bigint",
    "sqlite": "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
}


@dataclass(frozen=True, slots=True)
class Peer:
    """Another process, as it says of itself."""

    name: str
    redis: bool
    draining: bool


@dataclass(frozen=True, slots=True)
class Beat:
    """What a process learns when it renews its lease."""

    lapsed: bool  # it had run out: tables may have gone
    draining: bool  # somebody wants it to hand over
    peers: Mapping[int, Peer]  # the others that live


@dataclass(frozen=True, slots=True)
class Listed:
    """A process, for the page of those who run the server."""

    id: int
    name: str
    lives: bool  # false: it has not been heard of for longer than its lease
    redis: bool
    draining: bool
    tables: int
    connections: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Who holds a table after a claim; `fence` where it is oneself."""

    process: int
    fence: Fence | None


def _now() -> str:
    return _CLOCKS[connection.vendor]


def _locked() -> str:
    """Two people who each drain one of the last two processes do so one after the other; SQLite has one writer anyway."""
    return " FOR UPDATE" if connection.vendor == "postgresql" else ""


def register(name: str, lease: int) -> int:
    """A number for this process; never given twice. Whoever had the name before is dead: a name stands for a place to listen."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE processes_ownership SET process = NULL WHERE process IN (SELECT id FROM processes_process WHERE name = %s)",
            [name[:120]],
        )
        cursor.execute("DELETE FROM processes_process WHERE name = %s", [name[:120]])
        cursor.execute(f"DELETE FROM processes_process WHERE expires < {_now()} - %s", [FORGET_AFTER])
        cursor.execute(
            f"INSERT INTO processes_process (name, started, expires, redis, draining, tables, connections) "
            f"VALUES (%s, {_now()}, {_now()} + %s, %s, %s, 0, 0) RETURNING id",
            [name[:120], lease, True, False],
        )
        return int(cursor.fetchone()[0])


def beat(process: int, lease: int, redis: bool, tables: int, connections: int) -> Beat:
    """Renew the lease of a process."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SELECT expires < {_now()}, draining FROM processes_process WHERE id = %s", [process])
        before = cursor.fetchone()
        if before is None:  # tidied away meanwhile
            cursor.execute(
                f"INSERT INTO processes_process (id, name, started, expires, redis, draining, tables, connections) "
                f"VALUES (%s, '', {_now()}, {_now()}, %s, %s, 0, 0)",
                [process, True, False],
            )
        cursor.execute(
            f"UPDATE processes_process SET expires = {_now()} + %s, redis = %s, tables = %s, connections = %s WHERE id = %s",
            [lease, redis, tables, connections, process],
        )
        cursor.execute(f"SELECT id, name, redis, draining FROM processes_process WHERE id <> %s AND expires >= {_now()}", [process])
        peers = {row[0]: Peer(row[1], bool(row[2]), bool(row[3])) for row in cursor.fetchall()}
    return Beat(before is None or bool(before[0]), before is not None and bool(before[1]), peers)


def claim(code: str, process: int, *, take: bool = True) -> Claim | None:
    """Hold a table if nobody living does; None if there is no such table. Without `take` only what is free is claimed."""
    for _ in range(20):
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                f"SELECT t.id, o.process, o.token, p.expires >= {_now()}, p.draining FROM web_table t "
                "LEFT JOIN processes_ownership o ON o.table_id = t.id LEFT JOIN processes_process p ON p.id = o.process "
                "WHERE t.code = %s",
                [code],
            )
            row = cursor.fetchone()
            if row is None:
                return None
            claim = _claimed(cursor, row, process, take=take)
        if claim is not None:
            return claim
    raise RuntimeError("everybody wants this table")


def _claimed(cursor: Any, row: Sequence[Any], process: int, *, take: bool) -> Claim | None:
    """One try; None if somebody else was quicker."""
    table, holder, token, lives, _ = row
    if token is None:
        cursor.execute(
            "INSERT INTO processes_ownership (table_id, process, token) VALUES (%s, %s, 1) ON CONFLICT (table_id) DO NOTHING",
            [table, process],
        )
        return Claim(process, Fence(table, process, 1)) if cursor.rowcount == 1 else None
    if holder is not None and holder != process and (lives or not take):
        return Claim(holder, None)
    # Also a table that is one's own already gets a new token: what was left of the last time is fenced off.
    same = "process IS NULL" if holder is None else "process = %s"
    cursor.execute(
        f"UPDATE processes_ownership SET process = %s, token = token + 1 WHERE table_id = %s AND token = %s AND {same}",
        [process, table, token, *([] if holder is None else [holder])],
    )
    return Claim(process, Fence(table, process, token + 1)) if cursor.rowcount == 1 else None


def holds(fence: Fence) -> bool:
    """Whether a claim still stands."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM processes_ownership WHERE table_id = %s AND process = %s AND token = %s",
            [fence.table, fence.process, fence.token],
        )
        return cursor.fetchone() is not None


def held(process: int) -> set[tuple[int, int]]:
    """Tables that a process holds, with their tokens."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT table_id, token FROM processes_ownership WHERE process = %s", [process])
        return set(cursor.fetchall())


def release(fences: Sequence[Fence]) -> None:
    """Let go of tables, so that anybody may claim them at once."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.executemany(
            "UPDATE processes_ownership SET process = NULL WHERE table_id = %s AND process = %s AND token = %s",
            [(fence.table, fence.process, fence.token) for fence in fences],
        )


def listed() -> list[Listed]:
    """All processes that were there within the last hour, by name."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT id, name, expires >= {_now()}, redis, draining, tables, connections FROM processes_process ORDER BY name, id"
        )
        return [Listed(row[0], row[1], bool(row[2]), bool(row[3]), bool(row[4]), row[5], row[6]) for row in cursor.fetchall()]


def drain(process: int, *, on: bool = True) -> bool:
    """Have a process hand its tables over and take no more; from any process.

    False, and nothing is changed, if there is no such process, or if no other one is left to take its tables.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SELECT id FROM processes_process WHERE NOT draining AND expires >= {_now()}{_locked()}")
        if on and not {row[0] for row in cursor.fetchall()} - {process}:
            return False
        cursor.execute("UPDATE processes_process SET draining = %s WHERE id = %s", [on, process])
        return bool(cursor.rowcount)


def retire(process: int) -> None:
    """The process ends: let go of everything."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE processes_ownership SET process = NULL WHERE process = %s", [process])
        cursor.execute("DELETE FROM processes_process WHERE id = %s", [process])
