"""The events of a table are found by their numbers; a second index over the table alone made every card dearer."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("web", "0005_chained_lines"),
    ]

    operations = [
        migrations.AlterField(
            model_name="tableevent",
            name="table",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="events", to="web.table"
            ),
        ),
    ]
