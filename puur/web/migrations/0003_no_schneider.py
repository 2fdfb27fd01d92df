"""A game under a book without a Schneider was marked as one all the same. (AJZ-2.2.1-56)"""

from typing import Any

from django.apps.registry import Apps as StateApps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from puur.core.reglement import SchneiderEffect
from puur.reglement import ReglementError, load, load_text


def unmark(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    played: Any = apps.get_model("web", "PlayedGame")  # as it was then
    for game in played.objects.using(schema_editor.connection.alias).filter(schneider=True).select_related("table"):
        try:
            book = load_text(game.table.book_text, f"{game.book}.toml") if game.table.book_text else load(game.book)
        except ReglementError:
            continue  # a book that is not there any more: nothing can be said about it
        if book.ending.schneider is SchneiderEffect.NOTHING:
            game.schneider = False
            game.save(update_fields=["schneider"])


class Migration(migrations.Migration):
    dependencies = [
        ("web", "0002_own_book_of_a_slate"),
    ]

    operations = [
        migrations.RunPython(unmark, migrations.RunPython.noop),
    ]
