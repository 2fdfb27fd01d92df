"""What was erased leaves the files too: SQLite overwrites it (`secure_delete`), and its write-ahead log is emptied.

Freed pages of that log would keep names until somebody else happened to write over them. PostgreSQL tidies up in its own time
(autovacuum), and keeps its log as long as it is told to; backups keep what they hold until they are thrown away.
"""

from __future__ import annotations

import threading
import time

from django.db import DatabaseError, connection, models, transaction
from django.db.models.signals import post_delete

PAUSE = 1.0  # seconds between two attempts: somebody reads an older state
TRIES = 600
_wanted = threading.Event()
_guard = threading.Lock()


def watch(*owners: type[models.Model]) -> None:
    """Empty the log whenever one of these is deleted."""
    for owner in owners:
        post_delete.connect(_deleted, sender=owner, dispatch_uid=f"{__name__}.{owner.__name__}")


def _deleted(**_: object) -> None:
    after_commit()


def after_commit() -> None:
    """Empty the log once what is being erased now is."""
    if connection.vendor == "sqlite":
        transaction.on_commit(purge)


def purge() -> None:
    """Have the log emptied soon, in a thread that waits for nobody's request."""
    _wanted.set()
    if _guard.acquire(blocking=False):
        threading.Thread(target=_work, name="puur-erasing", daemon=True).start()


def _work() -> None:
    try:
        for _ in range(TRIES):
            _wanted.clear()
            if emptied() and not _wanted.is_set():
                return
            time.sleep(PAUSE)
    finally:
        connection.close()
        _guard.release()


def emptied() -> bool:
    """Whether the log could be emptied now.

    It is tried and not waited for: whoever waits here for a reader keeps everybody else from writing meanwhile.
    """
    with connection.cursor() as cursor:
        patience = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
        cursor.execute("PRAGMA busy_timeout=0")
        try:
            return bool(cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0)
        except DatabaseError:  # somebody writes
            return False
        finally:
            cursor.execute(f"PRAGMA busy_timeout={int(patience)}")
