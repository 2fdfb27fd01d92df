"""The application of Django that knows which web table plays for what."""

from __future__ import annotations

from django.apps import AppConfig


class DoorsConfig(AppConfig):
    """Web tables that play for an evening or a club."""

    name = "puur.web.doors"
    label = "doors"
