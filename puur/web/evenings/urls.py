"""The addresses of tournament evenings, all under /evenings/: the organiser's here, those of tables and players in `entry_urls`."""

from __future__ import annotations

from django.urls import URLPattern

from puur.web.evenings import paths  # noqa: F401  registers <evening:code>
from puur.web.evenings.entry_urls import entry_patterns

organiser_patterns: list[URLPattern] = []
urlpatterns: list[URLPattern] = [*entry_patterns, *organiser_patterns]
