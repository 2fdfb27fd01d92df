"""What a migration makes of rows that an earlier version wrote."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection

from puur.web.models import PlayedGame, Table


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize(("book", "schneider"), [("ajz08", False), ("jassregeln", True), ("burnt", True)])
def test_a_schneider_stays_only_where_the_book_has_one(book: str, schneider: bool) -> None:
    """AJZ 2.2.1 gives a Schneider no consequence; the general rules have one. Where the book is gone, the mark stays."""
    table = Table.objects.create(book=book)
    game = PlayedGame.objects.create(table=table, number=1, book=book, setup={}, schneider=True)
    with connection.schema_editor() as editor:
        import_module("puur.web.migrations.0003_no_schneider").unmark(apps, editor)
    game.refresh_from_db()
    assert game.schneider is schneider
