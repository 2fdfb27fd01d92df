"""Events of a table are chained by hash."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("web", "0004_reserved"),
    ]

    operations = [
        migrations.AddField(
            model_name="tableevent",
            name="head",
            field=models.CharField(db_default="", default="", max_length=32),
        ),
    ]
