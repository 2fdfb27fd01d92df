"""Rows of any model as lines of JSON, and back; the same line from every database.

Works on the fields that Django knows, without naming one. Promise: a row that was written and read back is the same row, and
the digest of a model does not depend on the database, on its order, or on how it keeps JSON.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.apps import apps as installed
from django.apps.registry import Apps
from django.db.models import Field, JSONField, Model
from django.utils.duration import duration_string

CHUNK = 500
# Made by every migration anew; a database that holds only these is empty.
MADE_BY_DJANGO = ("contenttypes.contenttype", "auth.permission")
# What only running processes know of each other, counters of attempts, and mails under way: worth nothing anywhere else.
PASSING = ("processes.process", "processes.ownership", "company.picking", "keeping.attempt", "keeping.letter")


def kept_models(apps: Apps = installed) -> list[type[Model]]:
    """Every model with a table, those between two others included, those that others point to first."""
    wanted = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and not model._meta.swapped and label(model) not in PASSING
    ]
    placed: list[type[Model]] = []
    seen: set[type[Model]] = set()

    def place(model: type[Model]) -> None:
        if model in seen:
            return
        seen.add(model)
        for field in model._meta.concrete_fields:
            other = field.remote_field.model if field.remote_field else None
            if other in wanted:
                place(other)
        placed.append(model)

    for model in sorted(wanted, key=label):
        place(model)
    return placed


def label(model: type[Model]) -> str:
    """The name of a model in a dump."""
    return model._meta.label_lower


def fields_of(model: type[Model]) -> list[Field[Any, Any]]:
    """The fields with a column of their own that the database does not compute itself, by name: migrations order them otherwise."""
    own = (field for field in model._meta.concrete_fields if not getattr(field, "generated", False))
    return sorted(own, key=lambda field: field.attname)


def rows_of(model: type[Model], using: str) -> Iterator[tuple[Any, ...]]:
    """All rows of a model, streamed."""
    names = [field.attname for field in fields_of(model)]
    query = model._base_manager.using(using).order_by("pk").values_list(*names)
    yield from query.iterator(chunk_size=CHUNK)


def plain(value: object) -> object:
    """A value of a column as JSON can hold it."""
    if value is None or isinstance(value, str | int | float | list | dict):
        return value
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, Decimal | UUID):
        return str(value)
    if isinstance(value, timedelta):
        return duration_string(value)
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode("ascii")
    raise TypeError(f"no form for {type(value).__name__} in a dump")


def line(values: Sequence[object]) -> bytes:
    """One row, written. Keys are sorted: PostgreSQL keeps them in an order of its own."""
    text = json.dumps(
        [plain(value) for value in values], ensure_ascii=False, separators=(",", ":"), sort_keys=True, allow_nan=False
    )
    return text.encode() + b"\n"


def instance(model: type[Model], fields: Sequence[Field[Any, Any]], values: Sequence[object]) -> Model:
    """A row, read: an object of its model that is not stored yet."""
    given = {
        field.attname: value if isinstance(field, JSONField) or value is None else field.to_python(value)
        for field, value in zip(fields, values, strict=True)
    }
    return model(**given)


class Digest:
    """A sum over rows that does not depend on their order: databases sort text differently."""

    def __init__(self) -> None:
        self.count, self._sum = 0, 0

    def add(self, data: bytes) -> None:
        """One more row."""
        self.count += 1
        self._sum = (self._sum + int.from_bytes(hashlib.sha256(data).digest(), "big")) % (1 << 256)

    def __str__(self) -> str:
        return f"{self._sum:064x}"


def digest_of(model: type[Model], using: str) -> Digest:
    """The digest of what a database holds of a model."""
    digest = Digest()
    for row in rows_of(model, using):
        digest.add(line(row))
    return digest
