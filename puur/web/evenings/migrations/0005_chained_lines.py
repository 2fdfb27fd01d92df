"""Lines of an evening are chained by hash."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("evenings", "0004_withdrawn_lines"),
    ]

    operations = [
        migrations.AddField(
            model_name="eveningevent",
            name="head",
            field=models.CharField(db_default="", default="", max_length=32),
        ),
    ]
