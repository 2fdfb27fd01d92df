"""The Django application `keeping`."""

from __future__ import annotations

from django.apps import AppConfig


class KeepingConfig(AppConfig):
    """What guards the others: counters of failed attempts, backups, checks."""

    name = "puur.web.keeping"
    label = "keeping"
    verbose_name = "Keeping"
    default = True
