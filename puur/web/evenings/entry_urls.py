"""The addresses of entry by phone and office, players, public ranking and beamer."""

from __future__ import annotations

from django.urls import URLPattern, path

from puur.web.evenings import paths  # noqa: F401  registers <evening:code>
from puur.web.evenings.views import beamer, entry, office, office_sheets, office_tables, players

entry_patterns: list[URLPattern] = [
    path("e/", entry.home, name="evening-entry-home"),
    path("e/sw.js", entry.worker, name="evening-entry-worker"),
    path("e/<str:secret>/", entry.page, name="evening-entry"),
    path("e/<str:secret>/state.json", entry.state, name="evening-entry-state"),
    path("e/<str:secret>/send/", entry.send, name="evening-entry-send"),
    path("e/<str:secret>/dispute/", entry.dispute, name="evening-entry-dispute"),
    path("p/<str:secret>/", players.player, name="evening-player"),
    path("<evening:code>/ranking/", players.ranking, name="evening-ranking"),
    path("<evening:code>/beamer/", beamer.beamer, name="evening-beamer"),
    path("<evening:code>/office/", office.office, name="evening-office"),
    path("<evening:code>/office/sheets/", office_sheets.sheets, name="evening-office-sheets"),
    path("<evening:code>/office/<int:round_>/<int:number>/", office_tables.table, name="evening-office-table"),
    path("<evening:code>/office/<int:round_>/<int:number>/decide/", office_tables.decide, name="evening-office-decide"),
    path("<evening:code>/office/<int:round_>/<int:number>/dispute/", office_tables.dispute, name="evening-office-dispute"),
    path("<evening:code>/office/<int:round_>/<int:number>/sign/", office_tables.sign, name="evening-office-sign"),
]
