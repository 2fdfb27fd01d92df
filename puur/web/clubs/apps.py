"""The Django application `clubs`."""

from __future__ import annotations

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """Clubs and their seasons."""

    name = "puur.web.clubs"
    label = "clubs"
