"""The Django application `web`."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.db import transaction
from django.db.models.signals import post_save


class WebConfig(AppConfig):
    """Tables, people, slates."""

    name = "puur.web"
    label = "web"
    verbose_name = "Puur"
    default = True

    def ready(self) -> None:
        """Once all models are there."""
        from django.contrib.auth.models import User

        post_save.connect(_account_changed, sender=User, dispatch_uid="puur.web")


def _account_changed(instance: Any, created: bool, raw: bool = False, **_: Any) -> None:
    """An account is locked, or has another password, whoever has set it and where: what hangs on the old one is over."""
    from puur.web import tokens
    from puur.web.own_data import end_sockets

    if created or raw:
        return
    password = instance._password is not None  # until the end of `save`, as Django's own validators rely on
    if password:
        tokens.revoke_all(instance)
    if password or not instance.is_active:
        transaction.on_commit(lambda: end_sockets(person=f"u{instance.pk}"))
