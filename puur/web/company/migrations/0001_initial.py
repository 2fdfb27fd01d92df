"""Company: given deals, open tables, people, manners, ratings, puzzles."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import puur.web.company.models
import puur.web.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("clubs", "0004_chained_lines"),
        ("web", "0007_given_deals"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PuzzleRating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=8, unique=True)),
                ("rating", models.FloatField()),
                ("spread", models.FloatField()),
                ("tries", models.PositiveIntegerField(default=0)),
                ("solved", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Rated",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("what", models.CharField(max_length=64, unique=True)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="DealSet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.SlugField(max_length=24, unique=True)),
                ("kind", models.CharField(choices=[("day", "Day"), ("week", "Week"), ("club", "Club")], max_length=4)),
                ("title", models.CharField(blank=True, max_length=80)),
                ("opens", models.DateTimeField()),
                ("closes", models.DateTimeField()),
                ("root", models.CharField(default=puur.web.models.new_secret, editable=False, max_length=64)),
                ("deals", models.PositiveSmallIntegerField()),
                ("level", models.CharField(max_length=16)),
                ("picks", models.JSONField(default=list)),
                ("bots", models.JSONField(default=dict)),
                (
                    "club",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="clubs.club"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Comment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("deal", models.PositiveSmallIntegerField()),
                ("text", models.CharField(max_length=500)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL),
                ),
                (
                    "dealset",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="comments", to="company.dealset"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="DuplicateEvening",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=puur.web.company.models.new_key, max_length=16, unique=True)),
                ("title", models.CharField(max_length=80)),
                ("made", models.DateTimeField(auto_now_add=True)),
                ("root", models.CharField(default=puur.web.models.new_secret, editable=False, max_length=64)),
                ("tables", models.PositiveSmallIntegerField()),
                ("rounds", models.PositiveSmallIntegerField()),
                ("boards", models.PositiveSmallIntegerField()),
                ("names", models.JSONField(default=list)),
                ("made_points", models.JSONField(default=dict)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="duplicate_evenings", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Friendship",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateTimeField(auto_now_add=True)),
                ("agreed", models.BooleanField(default=False)),
                (
                    "asked",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="friends_asking", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "asker",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="friends_asked", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations_sent", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("table", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="web.table")),
                (
                    "to",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Leaving",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "guest",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="web.guest"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="web.table"),
                ),
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
        ),
        migrations.CreateModel(
            name="OpenTable",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("form", models.CharField(max_length=24)),
                ("tempo", models.CharField(max_length=8)),
                ("waits", models.BooleanField(default=False)),
                ("listed", models.BooleanField(default=True)),
                ("opened", models.DateTimeField(auto_now_add=True)),
                ("table", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name="open", to="web.table")),
            ],
        ),
        migrations.CreateModel(
            name="Profile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("listed", models.BooleanField(default=False)),
                ("canton", models.CharField(blank=True, max_length=2)),
                ("online", models.BooleanField(default=False)),
                ("seen", models.DateTimeField(blank=True, null=True)),
                (
                    "partner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="company", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PuzzleTry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=8)),
                ("answer", models.CharField(max_length=1)),
                ("right", models.BooleanField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="puzzle_tries", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pool", models.CharField(max_length=80)),
                ("bot", models.CharField(blank=True, max_length=16)),
                ("mean", models.FloatField()),
                ("spread", models.FloatField()),
                ("deals", models.PositiveIntegerField()),
                ("day", models.DateField()),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=24)),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("insult", "Insult"),
                            ("cheating", "Cheating"),
                            ("leaving", "Leaving"),
                            ("name", "Name"),
                            ("other", "Other"),
                        ],
                        max_length=10,
                    ),
                ),
                ("text", models.CharField(blank=True, max_length=1000)),
                ("code", models.CharField(blank=True, max_length=12)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("done", models.DateTimeField(blank=True, null=True)),
                ("note", models.CharField(blank=True, max_length=1000)),
                (
                    "about",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports_about",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports_made",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Shunned",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("muted", "Muted"), ("blocked", "Blocked")], max_length=8)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="shuns", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "whom",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="shunned_by", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Solver",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("rating", models.FloatField()),
                ("spread", models.FloatField()),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="solver", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Try",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first", models.BooleanField()),
                ("counts", models.BooleanField(default=False)),
                ("began", models.DateTimeField(auto_now_add=True)),
                ("ended", models.DateTimeField(blank=True, null=True)),
                ("points", models.JSONField(default=list)),
                ("bids", models.JSONField(default=list)),
                ("total", models.IntegerField(default=0)),
                (
                    "dealset",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="tries", to="company.dealset"),
                ),
                (
                    "guest",
                    models.ForeignKey(
                        blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="web.guest"
                    ),
                ),
                (
                    "table",
                    models.OneToOneField(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="daily", to="web.table"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="dealset",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind", "club"), ("club__isnull", True), _connector="XOR"), name="club_set"
            ),
        ),
        migrations.AddConstraint(
            model_name="friendship",
            constraint=models.UniqueConstraint(fields=("asker", "asked"), name="one_friendship"),
        ),
        migrations.AddConstraint(
            model_name="friendship",
            constraint=models.CheckConstraint(
                condition=models.Q(("asker", models.F("asked")), _negated=True), name="no_own_friend"
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.UniqueConstraint(fields=("by", "to", "table"), name="one_invitation"),
        ),
        migrations.AddIndex(
            model_name="opentable",
            index=models.Index(fields=["listed", "form", "tempo"], name="open_list"),
        ),
        migrations.AddConstraint(
            model_name="puzzletry",
            constraint=models.UniqueConstraint(fields=("user", "key"), name="one_puzzle_try"),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(
                condition=models.Q(("user__isnull", False)), fields=("pool", "user"), name="one_rating_user"
            ),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(
                condition=models.Q(("user__isnull", True)), fields=("pool", "bot"), name="one_rating_bot"
            ),
        ),
        migrations.AddConstraint(
            model_name="shunned",
            constraint=models.UniqueConstraint(fields=("by", "whom"), name="one_shunned"),
        ),
        migrations.AddIndex(
            model_name="try",
            index=models.Index(fields=["dealset", "counts", "total"], name="daily_rank"),
        ),
        migrations.AddConstraint(
            model_name="try",
            constraint=models.UniqueConstraint(
                condition=models.Q(("first", True)), fields=("dealset", "user"), name="one_first_user"
            ),
        ),
        migrations.AddConstraint(
            model_name="try",
            constraint=models.UniqueConstraint(
                condition=models.Q(("first", True)), fields=("dealset", "guest"), name="one_first_guest"
            ),
        ),
    ]
