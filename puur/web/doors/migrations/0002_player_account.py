"""Players of an evening who are an account."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("doors", "0001_initial"),
        ("evenings", "0004_withdrawn_lines"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PlayerAccount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("player", models.CharField(max_length=40)),
                (
                    "evening",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="accounts", to="evenings.evening"),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="played_evenings", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("evening", "player"), name="one_player_account")],
            },
        ),
    ]
