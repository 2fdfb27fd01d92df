from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("evenings", "0002_roster_upload"),
    ]

    operations = [
        migrations.AddField(
            model_name="evening",
            name="told",
            field=models.JSONField(default=dict),
        ),
    ]
