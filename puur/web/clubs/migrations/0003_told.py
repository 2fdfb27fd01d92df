from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0002_public_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="told",
            field=models.JSONField(default=dict),
        ),
    ]
