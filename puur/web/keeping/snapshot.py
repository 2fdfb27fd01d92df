"""One moment of a running database, to be read at leisure: nobody who plays waits for it.

SQLite: a copy by its backup API, beside the database, removed afterwards. PostgreSQL: one transaction with REPEATABLE READ.
Promise: everything that was confirmed before `snapshot` was entered is in it, and nothing half of a transaction.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.db import connections, transaction
from django.db.migrations.executor import MigrationExecutor

from puur.core.errors import Refusal

ALIAS = "puur-snapshot"


def is_sqlite(using: str = "default") -> bool:
    """Whether this database is a file."""
    return bool(connections[using].vendor == "sqlite")


def file_of(using: str = "default") -> Path:
    """The file of a database that is one."""
    return Path(str(connections.settings[using]["NAME"]))


@contextlib.contextmanager
def alias_of(name: str, **changes: Any) -> Iterator[str]:
    """A further connection of Django, like the default one but for these settings; closed and forgotten afterwards."""
    connections.settings[name] = {**connections.settings["default"], **changes}
    try:
        yield name
    finally:
        with contextlib.suppress(AttributeError):
            connections[name].close()
            del connections[name]
        connections.settings.pop(name, None)


@contextlib.contextmanager
def snapshot(folder: Path | None = None) -> Iterator[str]:
    """The alias of a database that holds one moment; `folder` takes the copy of a file (default: beside it)."""
    if not is_sqlite():
        with alias_of(ALIAS) as name, transaction.atomic(using=name):
            with connections[name].cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
                cursor.execute("SELECT 1")  # the snapshot is taken with the first query
            need_migrated(name)
            yield name
        return
    source = file_of()
    copy = (folder or source.parent) / f".{source.name}.snapshot-{os.getpid()}"
    try:
        copied(source, copy)
        with alias_of(ALIAS, NAME=str(copy)) as name:
            need_migrated(name)
            yield name
    finally:
        remove_database(copy)


def waiting(using: str) -> list[str]:
    """The migrations that this version has and the database has not."""
    executor = MigrationExecutor(connections[using])
    return [f"{step.app_label}.{step.name}" for step, _ in executor.migration_plan(executor.loader.graph.leaf_nodes())]


def need_migrated(using: str) -> None:
    """Refusal where the tables are older than this version: what it would read is not there."""
    if names := waiting(using):
        raise Refusal("unmigrated", names=", ".join(names[:5]))


def copied(source: Path, target: Path) -> None:
    """Copy a database in use. All pages in one step: a copy in several starts over whenever somebody writes."""
    if not source.exists():
        raise Refusal("nothing", path=source)
    handle = os.open(target, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
    os.close(handle)
    try:
        with contextlib.closing(sqlite3.connect(source, timeout=30)) as old, contextlib.closing(sqlite3.connect(target)) as new:
            old.backup(new, pages=-1)
    except sqlite3.DatabaseError as problem:
        raise Refusal("database", problem=problem) from None


def remove_database(path: Path) -> None:
    """Remove a database file and what SQLite keeps beside it."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
