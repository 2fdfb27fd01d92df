"""The application of Django that knows which web table plays for what."""

from __future__ import annotations

from django.apps import AppConfig


class DoorsConfig(AppConfig):
    """Web tables that play for an evening or a club."""

    name = "puur.web.doors"
    label = "doors"

    def ready(self) -> None:
        """What a ruling brought a club goes back with it, and a corrected ranking counts there as it is."""
        from puur.web.clubs.models import account_changed
        from puur.web.doors import counting, fines
        from puur.web.doors.ties import tied
        from puur.web.evenings.fold import ended, taken_back

        taken_back.connect(fines.follow, dispatch_uid="fines")
        taken_back.connect(counting.follow, dispatch_uid="counting")
        ended.connect(counting.follow, dispatch_uid="counting")
        account_changed.connect(counting.follow_account, dispatch_uid="counting")
        tied.connect(counting.follow, dispatch_uid="counting")
