"""Reading a dump: every line is checked before it is believed. Writing is `puur.web.keeping.dump`.

Promise: `verified` reads the file to its end and knows that it is whole; nothing else of a dump is used before.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from puur.core.errors import Refusal
from puur.web.keeping.dump import FORMAT, VERSION, quiet
from puur.web.keeping.projections import Progress
from puur.web.keeping.rows import Digest

LONGEST_LINE = 256 << 20


@dataclass(slots=True)
class Contents:
    """What a whole dump says of itself."""

    head: dict[str, Any]
    models: dict[str, tuple[int, str]] = field(default_factory=dict)  # rows and digest
    projections: dict[str, list[Any]] | None = None

    @property
    def rows(self) -> int:
        """How many rows it holds."""
        return sum(count for count, _ in self.models.values())


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with gzip.open(path, "rb") as file:
            while data := file.readline(LONGEST_LINE):
                yield data
    except gzip.BadGzipFile:
        raise Refusal("no-dump", path=path) from None
    except (EOFError, zlib.error) as problem:
        raise Refusal("broken", path=path, place=str(problem)) from None
    except OSError as problem:
        raise Refusal("unreadable", path=path, problem=problem.strerror or problem) from None


def _value(path: Path, number: int, data: bytes) -> Any:
    try:
        if not data.endswith(b"\n"):
            raise ValueError
        return json.loads(data)
    except (ValueError, RecursionError):
        raise Refusal("broken", path=path, place=number) from None


def verified(path: Path, progress: Progress = quiet) -> Contents:
    """Read the whole file and compare every sum; Refusal where it is not what was written."""
    dumped: Contents | None = None
    total, model, digest, ended = hashlib.sha256(), "", Digest(), False
    for number, data in enumerate(_lines(path), start=1):
        value = _value(path, number, data)
        if dumped is None:
            dumped = Contents(_head(path, value))
        elif ended:
            if not isinstance(value, dict) or value.get("sha256") != total.hexdigest():
                raise Refusal("broken", path=path, place=number)
            return dumped
        elif isinstance(value, list):
            digest.add(data)
            if digest.count % 1000 == 0:
                progress(model, digest.count, 0)
        elif isinstance(value, dict) and "fields" in value:
            model, digest = str(value.get("model")), Digest()
        elif isinstance(value, dict) and "digest" in value:
            if (value.get("model"), value.get("rows"), value["digest"]) != (model, digest.count, str(digest)):
                raise Refusal("broken", path=path, place=f"{number} ({model})")
            dumped.models[model] = digest.count, str(digest)
        elif isinstance(value, dict) and value.get("end"):
            if (value.get("models"), value.get("rows")) != (len(dumped.models), dumped.rows):
                raise Refusal("broken", path=path, place=number)
            dumped.projections, ended = value.get("projections"), True
        else:
            raise Refusal("broken", path=path, place=number)
        total.update(data)
    raise Refusal("cut-off" if dumped is not None else "no-dump", path=path)


def _head(path: Path, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or value.get("format") != FORMAT or not isinstance(value.get("migrations"), dict):
        raise Refusal("no-dump", path=path)
    if value.get("version") != VERSION:
        raise Refusal("version", path=path, version=value.get("version"), known=VERSION)
    return value


def contents(path: Path) -> Iterator[tuple[str, list[str], list[Any] | None]]:
    """The rows of a dump that was verified: (model, fields, values); a model begins with values None."""
    model = ""
    names: list[str] = []
    for number, data in enumerate(_lines(path), start=1):
        value = _value(path, number, data)
        if isinstance(value, list):
            yield model, names, value
        elif "fields" in value:
            model, names = value["model"], value["fields"]
            yield model, names, None
