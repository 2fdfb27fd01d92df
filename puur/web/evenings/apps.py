"""The Django application `evenings`."""

from __future__ import annotations

from django.apps import AppConfig


class EveningsConfig(AppConfig):
    """Tournament evenings."""

    name = "puur.web.evenings"
    label = "evenings"
    default_auto_field = "django.db.models.BigAutoField"
