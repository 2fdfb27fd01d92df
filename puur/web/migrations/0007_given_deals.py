"""A table may play given deals: its secret then names which."""

from django.db import migrations, models

import puur.web.models


class Migration(migrations.Migration):
    dependencies = [
        ("web", "0006_one_index_less"),
    ]

    operations = [
        migrations.AlterField(
            model_name="table",
            name="secret",
            field=models.CharField(default=puur.web.models.new_secret, editable=False, max_length=240),
        ),
    ]
