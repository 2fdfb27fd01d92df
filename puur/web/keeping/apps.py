"""The Django application `keeping`."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_delete


class KeepingConfig(AppConfig):
    """What guards the others: counters of failed attempts, backups, checks."""

    name = "puur.web.keeping"
    label = "keeping"
    verbose_name = "Keeping"
    default = True

    def ready(self) -> None:
        """Once all models are there."""
        from django.contrib.auth import get_user_model

        from puur.web.clubs.models import Club, ClubContact
        from puur.web.evenings.models import Evening
        from puur.web.keeping.erasing import watch
        from puur.web.models import Guest, SlateGame

        watch(get_user_model(), Guest, SlateGame, Evening, Club, ClubContact)
        post_delete.connect(_club_gone, sender=Club, dispatch_uid=f"{__name__}.club")
        post_delete.connect(_evening_gone, sender=Evening, dispatch_uid=f"{__name__}.evening")


def _club_gone(instance: Any, **_: object) -> None:
    """What a club would still have written is not sent, and who agreed to its mails is forgotten."""
    from puur.web import consent, mailing

    consent.forget(consent.club_name(instance.pk))
    mailing.forget(by=consent.club_name(instance.pk))


def _evening_gone(instance: Any, **_: object) -> None:
    from puur.web import mailing
    from puur.web.evenings.signing_up import sender

    mailing.forget(by=sender(instance))
