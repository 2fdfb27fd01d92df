"""Events that were taken back are named by lines of their own, with who did it and when, in the place of a flag in the row.

Who and when stood only in the backup that was made before each undo; where that backup is gone, the line says nobody. Numbers stay.
"""

from collections import defaultdict
from typing import Any

from django.apps.registry import Apps as StateApps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def name_withdrawn(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    event: Any = apps.get_model("evenings", "EveningEvent")  # as it was then
    backup: Any = apps.get_model("evenings", "EveningBackup")
    alias = schema_editor.connection.alias
    gone = defaultdict(list)
    for evening, n, at in event.objects.using(alias).filter(undone=True).order_by("n").values_list("evening_id", "n", "at"):
        gone[evening].append((n, at))
    for evening, undone in gone.items():
        kept = backup.objects.using(alias).filter(evening_id=evening, why__in=("undo", "restore")).order_by("at", "pk")
        steps = [(set(live), at, by) for live, at, by in kept.values_list("live", "at", "by")]
        taken = defaultdict(list)
        for n, at in undone:
            # The last step before which it still counted is the one that took it back.
            by_whom = next(((when, by) for live, when, by in reversed(steps) if n in live), (at, ""))
            taken[by_whom].append(n)
        last = event.objects.using(alias).filter(evening_id=evening).order_by("-n").values_list("n", flat=True)[0]
        event.objects.using(alias).bulk_create(
            event(evening_id=evening, n=last + place, at=at, by=by, data={"event": "log/withdrawn", "numbers": numbers})
            for place, ((at, by), numbers) in enumerate(sorted(taken.items()), start=1)
        )
    schema_editor.connection.check_constraints()  # nothing may be pending when the table changes


class Migration(migrations.Migration):
    dependencies = [
        ("evenings", "0003_told"),
    ]

    operations = [
        migrations.RunPython(name_withdrawn),
        migrations.RemoveField(model_name="eveningevent", name="undone"),
    ]
