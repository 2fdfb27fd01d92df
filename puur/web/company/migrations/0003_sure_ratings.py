"""Of every rating also what nobody else could throw; what was known before this was told apart stands as such."""

from typing import Any

from django.apps.registry import Apps as StateApps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F


def take_over(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """What was rated so far counts as sure: nobody loses their place."""
    ratings: Any = apps.get_model("company", "Rating").objects.using(schema_editor.connection.alias)
    ratings.update(sure_mean=F("mean"), sure_spread=F("spread"), sure_deals=F("deals"))


class Migration(migrations.Migration):
    dependencies = [("company", "0002_judged_deals")]

    operations = [
        migrations.AddField(model_name="rating", name="sure_mean", field=models.FloatField(default=0.0)),
        migrations.AddField(model_name="rating", name="sure_spread", field=models.FloatField(default=8.0)),
        migrations.AddField(model_name="rating", name="sure_deals", field=models.PositiveIntegerField(default=0)),
        migrations.RunPython(take_over, migrations.RunPython.noop),
    ]
