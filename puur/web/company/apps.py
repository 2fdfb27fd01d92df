"""The application of Django for company: deals for everybody, open tables, friends, manners, ratings, puzzles."""

from __future__ import annotations

from django.apps import AppConfig


class CompanyConfig(AppConfig):
    """Somebody to play with, a deal for everybody, and a number that one can trust."""

    name = "puur.web.company"
    label = "company"

    def ready(self) -> None:
        """Export and deletion reach all of it."""
        from puur.web import own_data
        from puur.web.company import keeping

        own_data.register(own_data.Keeper("company", keeping.exported, keeping.forget, keeping.move))
