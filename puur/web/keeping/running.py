"""Whether a server runs on this data: each holds a shared lock on a file for as long as it lives, a restore wants it alone.

The kernel frees the lock of a process that is killed. Over PostgreSQL, where servers may run on other machines, the sessions of the
database are asked too.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connections

from puur.core.errors import Refusal
from puur.web.keeping.snapshot import file_of, is_sqlite

try:
    import fcntl
except ImportError:  # no such locks on this system: nothing is claimed about other processes
    fcntl = None  # type: ignore[assignment]

LOCK = "server.lock"
_held: list[int] = []


def lock_file() -> Path:
    """The file that servers lock: beside the database, or in the data folder."""
    return (file_of().parent if is_sqlite() else Path(settings.DATA)) / LOCK


def hold() -> None:
    """Say that this process serves the data, until it ends; Refusal while a restore is at work."""
    if _held or fcntl is None:
        return
    handle = os.open(lock_file(), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise Refusal("restoring", path=lock_file()) from None
    _held.append(handle)


@contextlib.contextmanager
def alone(*, force: bool = False) -> Iterator[None]:
    """Keep servers off the data for a while; Refusal if one runs, unless forced."""
    handle = os.open(lock_file(), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if fcntl is not None:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                if not force:
                    raise Refusal("running", path=lock_file()) from None
        others = 0 if force else _sessions()
        if others:
            raise Refusal("sessions", count=others)
        yield
    finally:
        os.close(handle)


def _sessions() -> int:
    """How many others are connected to this PostgreSQL database."""
    if is_sqlite():
        return 0
    try:
        with connections["default"].cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
                " AND backend_type = 'client backend'"
            )
            return int(cursor.fetchone()[0])
    except DatabaseError:
        return 0
