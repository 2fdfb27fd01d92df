"""Writing a dump: everything that is stored, as gzipped lines of JSON, streamed.

First a head (format, version, migrations), then for each model its fields, its rows and their digest, at last the digests of
the rebuilt projections and of the whole file. Reading is `puur.web.keeping.reading`. Promise: the file appears whole under its
name, readable by its owner alone, or not at all.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from django.db import connections
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from puur import __version__
from puur.web.keeping.projections import Progress, summaries
from puur.web.keeping.rows import Digest, fields_of, kept_models, label, line, rows_of
from puur.web.server import environment

FORMAT, VERSION = "puur-dump", 1


def quiet(_what: str, _done: int, _of: int) -> None:
    """Report nothing."""


def write(path: Path, using: str, *, key: str = "", rebuild: bool = True, progress: Progress = quiet) -> dict[str, int]:
    """Write everything that `using` holds; how many rows of each model. `key`: the secret key, in a backup."""
    counts: dict[str, int] = {}
    with whole_file(path) as file:
        out = _Lines(file)
        out.put(head(using, key))
        models = kept_models()
        for model in models:
            counts[label(model)] = _model(out, model, using, progress)
        projections = {kind: [sums.count, str(sums)] for kind, sums in summaries(using, progress).items()} if rebuild else None
        out.put({"end": True, "models": len(models), "rows": sum(counts.values()), "projections": projections})
        out.finish()
    return counts


def head(using: str, key: str = "") -> dict[str, Any]:
    """The first line of a dump."""
    applied: dict[str, list[str]] = {}
    for app, name in sorted(MigrationRecorder(connections[using]).applied_migrations()):
        applied.setdefault(app, []).append(name)
    made = datetime.now(UTC).isoformat(timespec="seconds")
    facts = {"format": FORMAT, "version": VERSION, "puur": __version__, "made": made, "engine": connections[using].vendor}
    return {**facts, "migrations": applied, **({"key": key} if key else {})}


def _model(out: _Lines, model: type[Model], using: str, progress: Progress) -> int:
    name, digest = label(model), Digest()
    count = model._base_manager.using(using).count()
    out.put({"model": name, "fields": [field.attname for field in fields_of(model)]})
    for row in rows_of(model, using):
        data = line(row)
        digest.add(data)
        out.write(data)
        if digest.count % 1000 == 0:
            progress(name, digest.count, count)
    out.put({"model": name, "rows": digest.count, "digest": str(digest)})
    progress(name, digest.count, count)
    return digest.count


class _Lines:
    """Lines of a dump, with a running checksum."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file, self.sum = file, hashlib.sha256()

    def write(self, data: bytes) -> None:
        self.sum.update(data)
        self.file.write(data)

    def put(self, value: object) -> None:
        self.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")

    def finish(self) -> None:
        self.file.write(json.dumps({"sha256": self.sum.hexdigest()}).encode() + b"\n")


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """A gzipped file that gets its name only when it is whole and on the disk."""
    part = path.with_name(f".{path.name}.part-{os.getpid()}")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(handle, "wb") as raw:
            with gzip.GzipFile(filename="", fileobj=raw, mode="wb", compresslevel=6) as file:
                yield file  # type: ignore[misc]
            raw.flush()
            os.fsync(raw.fileno())
        part.replace(path)
        environment.sync_folder(path.parent)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
