"""What judged deals say about those who sat there: their progress, and tasks from their mistakes."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("company", "0001_initial"),
        ("web", "0007_given_deals"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="JudgedDeal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.PositiveIntegerField()),
                ("deal", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("played", models.DateTimeField()),
                ("decisions", models.JSONField(default=list)),
                ("answers", models.JSONField(default=dict)),
                (
                    "guest",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="web.guest"
                    ),
                ),
                ("table", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="web.table")),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["user", "played"], name="judged_of_user")],
                "constraints": [models.UniqueConstraint(fields=("table", "game", "deal", "seat"), name="one_judged_deal")],
            },
        ),
    ]
