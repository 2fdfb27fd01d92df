"""The application of Django that knows which web table plays for what."""

from __future__ import annotations

from django.apps import AppConfig


class DoorsConfig(AppConfig):
    """Web tables that play for an evening or a club."""

    name = "puur.web.doors"
    label = "doors"

    def ready(self) -> None:
        """What a ruling brought a club goes back with it."""
        from puur.web.doors.fines import follow
        from puur.web.evenings.fold import taken_back

        taken_back.connect(follow, dispatch_uid="doors")
