"""The Django application `keeping`."""

from __future__ import annotations

from django.apps import AppConfig


class KeepingConfig(AppConfig):
    """What guards the others: counters of failed attempts, backups, checks."""

    name = "puur.web.keeping"
    label = "keeping"
    verbose_name = "Keeping"
    default = True

    def ready(self) -> None:
        """Once all models are there."""
        from django.contrib.auth import get_user_model

        from puur.web.clubs.models import Club
        from puur.web.evenings.models import Evening
        from puur.web.keeping.erasing import watch
        from puur.web.models import Guest, SlateGame

        watch(get_user_model(), Guest, SlateGame, Evening, Club)
