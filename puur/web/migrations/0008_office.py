"""What an official has said of a message at a table."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """One more column of a table."""

    dependencies = (("web", "0007_given_deals"),)

    operations = (migrations.AddField(model_name="table", name="office", field=models.JSONField(blank=True, default=dict)),)
