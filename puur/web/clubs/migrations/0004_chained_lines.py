"""Lines of a club are chained by hash, and a club can come to an end."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0003_told"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="ends",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="clubevent",
            name="head",
            field=models.CharField(db_default="", default="", max_length=32),
        ),
    ]
