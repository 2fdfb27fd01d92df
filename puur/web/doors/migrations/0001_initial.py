"""Web tables that play for an evening or a club, and the links to their seats."""

import django.db.models.deletion
from django.db import migrations, models

import puur.web.evenings.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("clubs", "0003_told"),
        ("evenings", "0004_withdrawn_lines"),
        ("web", "0004_reserved"),
    ]

    operations = [
        migrations.CreateModel(
            name="HostedTable",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("table", models.PositiveSmallIntegerField(default=0)),
                ("day", models.CharField(blank=True, max_length=40)),
                ("series", models.CharField(blank=True, max_length=40)),
                ("round", models.PositiveSmallIntegerField()),
                ("people", models.JSONField()),
                ("said", models.JSONField(default=dict)),
                ("broken", models.CharField(blank=True, max_length=200)),
                ("lines", models.JSONField(default=list)),
                ("opened", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="hosted", to="clubs.club"
                    ),
                ),
                (
                    "evening",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="hosted",
                        to="evenings.evening",
                    ),
                ),
                ("live", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name="hosted", to="web.table")),
            ],
        ),
        migrations.CreateModel(
            name="SeatPass",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                ("secret", models.CharField(default=puur.web.evenings.models.new_token, max_length=40, unique=True)),
                (
                    "hosted",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="doors.hostedtable"),
                ),
            ],
            options={
                "ordering": ("hosted", "seat"),
            },
        ),
        migrations.AddConstraint(
            model_name="hostedtable",
            constraint=models.UniqueConstraint(fields=("evening", "round", "table"), name="one_hosted_evening"),
        ),
        migrations.AddConstraint(
            model_name="hostedtable",
            constraint=models.UniqueConstraint(fields=("club", "day", "series", "round"), name="one_hosted_club"),
        ),
        migrations.AddConstraint(
            model_name="hostedtable",
            constraint=models.CheckConstraint(
                condition=models.Q(("evening__isnull", False), ("club__isnull", False), _connector="XOR"), name="one_host"
            ),
        ),
        migrations.AddConstraint(
            model_name="seatpass",
            constraint=models.UniqueConstraint(fields=("hosted", "seat"), name="one_seat_pass"),
        ),
    ]
