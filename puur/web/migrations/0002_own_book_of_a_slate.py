"""A slate may be kept by a book that is not shipped: its text comes along."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Slates of before have a shipped book."""

    dependencies = [("web", "0001_initial")]

    operations = [migrations.AddField("slategame", "book_text", models.TextField(blank=True, default=""))]
