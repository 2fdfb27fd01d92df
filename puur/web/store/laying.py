"""Many lines at once, made ready for the database beforehand, so that its one writer is held for as short as can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import connection, models

MANY = 200  # lines from which on it is worth while


class Laid:
    """Lines as the database takes them; whose they are is said when they are stored."""

    def __init__(self, model: type[models.Model], owner: str, entries: Sequence[Any]) -> None:
        fields = [part for part in model._meta.local_concrete_fields if not part.primary_key and part.name != owner]
        quote = connection.ops.quote_name
        columns = [quote(f"{owner}_id"), *(quote(str(part.column)) for part in fields)]
        self._insert = (
            f"INSERT INTO {quote(model._meta.db_table)} ({', '.join(columns)}) VALUES ({', '.join(['%s'] * len(columns))})"
        )
        self._values = [[part.get_db_prep_save(getattr(entry, part.attname), connection) for part in fields] for entry in entries]

    def store(self, owner: Any) -> None:
        """Put the lines of this owner into the database."""
        with connection.cursor() as cursor:
            cursor.executemany(self._insert, [(owner, *values) for values in self._values])
