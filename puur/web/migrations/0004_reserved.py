"""Tables whose seats are given by an evening or a club."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("web", "0003_no_schneider"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="reserved",
            field=models.BooleanField(default=False),
        ),
    ]
