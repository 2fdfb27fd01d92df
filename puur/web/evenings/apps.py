"""The Django application `evenings`."""

from __future__ import annotations

from django.apps import AppConfig


class EveningsConfig(AppConfig):
    """Tournament evenings."""

    name = "puur.web.evenings"
    label = "evenings"

    def ready(self) -> None:
        """A guest who signs in brings the evenings along: the guest's session ends with the next sign-out."""
        from django.contrib.auth.signals import user_logged_in

        from puur.web.evenings.own import signed_in

        user_logged_in.connect(signed_in, dispatch_uid="evenings")
