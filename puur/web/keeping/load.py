"""Loading a dump into a database of either kind, checked to the last row before it counts.

The tables are made as the dump's migrations left them, filled, compared with the dump's sums, brought up to this version, and
their projections rebuilt and compared. SQLite: in a new file that takes the place of the old one at the end. PostgreSQL: in one
transaction. Promise: whatever goes wrong, the old state is still there; when it went well, the old state lies aside.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.apps.registry import Apps
from django.conf import settings
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DatabaseError, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Field, Model

from puur.core.errors import Refusal
from puur.web.keeping import dump
from puur.web.keeping.checks import pointers
from puur.web.keeping.projections import Progress, summaries
from puur.web.keeping.reading import Contents, contents, verified
from puur.web.keeping.rows import CHUNK, MADE_BY_DJANGO, digest_of, fields_of, instance, kept_models, label
from puur.web.keeping.snapshot import alias_of, file_of, is_sqlite, remove_database, snapshot
from puur.web.live import heads
from puur.web.server import environment

ALIAS = "puur-fresh"


def is_empty(using: str = "default") -> bool:
    """Whether a database holds nothing that somebody could miss."""
    tables = set(connections[using].introspection.table_names())
    own = [model for model in kept_models() if model._meta.db_table in tables and label(model) not in MADE_BY_DJANGO]
    return not any(model._base_manager.using(using).exists() for model in own)


def load(
    path: Path, *, replace: bool = False, rebuild: bool = True, progress: Progress = dump.quiet
) -> tuple[Contents, Path | None]:
    """Bring a dump back; what it held, and where the old state lies now (None where there was none)."""
    dumped = verified(path, progress)
    if is_sqlite() and not file_of().exists():
        empty = True
    else:
        try:
            empty = is_empty()
        except DatabaseError:  # damaged: to be replaced, if told to
            empty = False
    if not empty and not replace:
        raise Refusal("not-empty", database=shown())
    aside = None if empty else _put_aside(progress)  # before anything is locked
    with _fresh() as using:
        state = _schema(using, dumped.head["migrations"])
        _fill(path, using, state, dumped, progress)
        _same_rows(path, using, state, dumped)
        call_command("migrate", database=using, verbosity=0, interactive=False)
        if rebuild and dumped.projections is not None:
            _same_projections(path, using, dumped.projections, progress)
    if is_sqlite():
        _swap(aside)
    return dumped, aside


def shown() -> str:
    """The database in words, without its password."""
    own = connections.settings["default"]
    return str(file_of()) if is_sqlite() else f"{own['NAME']} ({own['HOST'] or 'localhost'})"


def _new_file() -> Path:
    own = file_of()
    return own.with_name(f".{own.name}.new")


@contextlib.contextmanager
def _fresh() -> Iterator[str]:
    """An empty database to fill."""
    if is_sqlite():
        file = _new_file()
        file.parent.mkdir(parents=True, exist_ok=True)
        remove_database(file)
        os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))
        options = {**connections.settings["default"]["OPTIONS"]}
        try:
            with alias_of(ALIAS, NAME=str(file), OPTIONS=options) as using:
                yield using
        except BaseException:
            remove_database(file)
            raise
        return
    with transaction.atomic():
        connection = connections["default"]
        tables = {*connection.introspection.django_table_names(only_existing=True, include_views=False), "django_migrations"}
        with connection.cursor() as cursor:
            for table in sorted(tables):  # only what is Puur's own: others may keep theirs in the same database
                cursor.execute(f"DROP TABLE IF EXISTS {connection.ops.quote_name(table)} CASCADE")
        yield "default"


def _schema(using: str, applied: dict[str, list[str]]) -> Apps:
    """Make the tables as the dump's migrations left them; its models."""
    executor = MigrationExecutor(connections[using])
    known = executor.loader.graph.nodes
    wanted = {(app, name) for app, names in applied.items() for name in names}
    # A squashed or dropped migration of an application that is gone has no tables any more.
    unknown = sorted(f"{app}.{name}" for app, name in wanted if (app, name) not in known)
    if unknown:
        raise Refusal("newer", names=", ".join(unknown[:5]))
    parents = {parent.key for node in wanted for parent in executor.loader.graph.node_map[node].parents}
    leaves = sorted(wanted - (parents & wanted))
    executor.migrate(leaves)
    return MigrationExecutor(connections[using]).loader.project_state(leaves).apps


def _fill(path: Path, using: str, state: Apps, dumped: Contents, progress: Progress) -> None:
    models = {label(model): model for model in kept_models(state)}
    with transaction.atomic(using=using):
        for model in models.values():  # what migrations themselves have put in
            model._base_manager.using(using).all().delete()
        batch: list[Model] = []
        fields: list[Field[Any, Any]] = []
        current, done = "", 0

        def put() -> None:
            nonlocal done
            if batch:
                rows = models[current]._base_manager.using(using)
                try:
                    # Private, so not in Django's types: the only way to put rows in as they are, keys and times included.
                    rows._insert(batch, fields=fields, using=using, raw=True)  # type: ignore[attr-defined]
                except (DatabaseError, ValueError) as problem:
                    raise Refusal("row", model=current, place=f"{batch[0].pk} – {batch[-1].pk}", problem=problem) from None
                done += len(batch)
                progress(current, done, dumped.models[current][0])
                batch.clear()

        for name, names, values in contents(path):
            if values is None:
                put()
                if name not in models:
                    raise Refusal("model", model=name)
                own = {field.attname: field for field in fields_of(models[name])}
                if set(names) != set(own):
                    raise Refusal("fields", model=name, names=", ".join(sorted(set(names) ^ set(own))))
                current, fields, done = name, [own[field] for field in names], 0
                continue
            batch.append(instance(models[name], fields, values))
            if len(batch) >= max(1, CHUNK // max(1, len(fields) // 8)):
                put()
        put()
        connection = connections[using]
        connection.check_constraints()
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), list(models.values())):
                cursor.execute(statement)


def _same_rows(path: Path, using: str, state: Apps, dumped: Contents) -> None:
    for model in kept_models(state):
        digest = digest_of(model, using)
        expected = dumped.models.get(label(model), (0, "0" * 64))
        if (digest.count, str(digest)) != expected:
            raise Refusal("differs", path=path, model=label(model), found=digest.count, expected=expected[0])


def _same_projections(path: Path, using: str, expected: dict[str, list[Any]], progress: Progress) -> None:
    rebuilt = {kind: [sums.count, str(sums)] for kind, sums in summaries(using, progress).items()}
    for kind in sorted(expected.keys() - {pointers.KIND}):  # those count the models of a version, not what was played
        if rebuilt.get(kind) != expected[kind]:
            counts = (rebuilt.get(kind) or [0])[0], expected[kind][0]
            raise Refusal("differs", path=path, model=kind, found=counts[0], expected=counts[1])


def _stamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S")


def _put_aside(progress: Progress) -> Path:
    """Keep the old state: SQLite moves its file at the end, PostgreSQL writes a dump."""
    if is_sqlite():
        own = file_of()
        return own.with_name(f"{own.name}.before-{_stamp()}")
    target = environment.prepared(Path(settings.DATA) / "backups") / f"before-restore-{_stamp()}.puur"
    with snapshot() as using:
        dump.write(target, using, rebuild=False, progress=progress)
    return target


def _swap(aside: Path | None) -> None:
    """Let the new file take the place of the old one: at any moment one of the two has the name, also after a power cut."""
    connections["default"].close()
    for noted in Path(settings.DATA).glob(f"{heads.NAME}*"):  # what was confirmed by the other state
        noted.unlink(missing_ok=True)
    own, new = file_of(), _new_file()
    with contextlib.closing(sqlite3.connect(new)) as fresh:
        fresh.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        fresh.execute("PRAGMA journal_mode=DELETE")  # no side files to move; the first connection of a server sets WAL again
    with new.open("rb") as file:
        os.fsync(file.fileno())
    if aside is not None:
        with contextlib.suppress(sqlite3.DatabaseError), contextlib.closing(sqlite3.connect(own, timeout=5)) as old:
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        try:
            os.link(own, aside)
        except OSError:  # a file system without links
            own.replace(aside)
    for database in (own, new):
        for suffix in ("-wal", "-shm"):
            part = database.with_name(database.name + suffix)
            if database == own and aside is not None and part.exists():
                part.replace(aside.with_name(aside.name + suffix))
            part.unlink(missing_ok=True)
    environment.sync_folder(own.parent)  # the log of the old file is gone for sure, so that SQLite never takes it for the new one's
    new.replace(own)
    environment.sync_folder(own.parent)
