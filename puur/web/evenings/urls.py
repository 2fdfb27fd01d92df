"""The addresses of tournament evenings, all under /evenings/: the organiser's here, those of tables and players in `entry_urls`."""

from __future__ import annotations

from django.urls import URLPattern, path

from puur.web.evenings import paths  # noqa: F401  registers <evening:code>
from puur.web.evenings.entry_urls import entry_patterns
from puur.web.evenings.views import closing, drawing, organiser, organiser_people, papers, rounds, staff

organiser_patterns: list[URLPattern] = [
    path("", organiser.index, name="evenings"),
    path("new/", organiser.new, name="evening-new"),
    path("import/", organiser.bring, name="evening-import"),
    path("eternal/", organiser.eternal_table, name="evening-eternal"),
    path("help/<str:secret>/", staff.help_out, name="evening-help"),
    path("<evening:code>/", organiser.overview, name="evening"),
    path("<evening:code>/revision.json", organiser.revision, name="evening-revision"),
    path("<evening:code>/clock/", organiser.set_clock, name="evening-clock"),
    path("<evening:code>/notice/", organiser.set_notice, name="evening-notice"),
    path("<evening:code>/more/", organiser.more, name="evening-more"),
    path("<evening:code>/settings/", organiser.settings, name="evening-settings"),
    path("<evening:code>/archive/", organiser.archive, name="evening-archive"),
    path("<evening:code>/delete/", organiser.delete, name="evening-delete"),
    path("<evening:code>/log/", organiser.log, name="evening-log"),
    path("<evening:code>/players/", organiser_people.players, name="evening-players"),
    path("<evening:code>/players/list/", organiser_people.bring, name="evening-list"),
    path("<evening:code>/players/one/", organiser_people.person, name="evening-person"),
    path("<evening:code>/players/one/act/", organiser_people.act, name="evening-person-act"),
    path("<evening:code>/checkin/", organiser_people.checkin, name="evening-checkin"),
    path("<evening:code>/draw/", drawing.draw, name="evening-draw"),
    path("<evening:code>/draw/act/", drawing.act, name="evening-draw-act"),
    path("<evening:code>/round/", rounds.now, name="evening-round-now"),
    path("<evening:code>/round/<int:number>/", rounds.round_page, name="evening-round"),
    path("<evening:code>/standing/", closing.ranking_page, name="evening-standing"),
    path("<evening:code>/standing/act/", closing.act, name="evening-standing-act"),
    path("<evening:code>/paper/", papers.paper_page, name="evening-paper"),
    path("<evening:code>/paper/<slug:kind>.pdf", papers.pdf, name="evening-pdf"),
    path("<evening:code>/paper/<slug:kind>.csv", papers.table_file, name="evening-csv"),
    path("<evening:code>/export.json", papers.export, name="evening-export"),
    path("<evening:code>/backups/", papers.backups, name="evening-backups"),
    path("<evening:code>/backups/<int:backup>.json", papers.backup_file, name="evening-backup-file"),
    path("<evening:code>/staff/", staff.staff, name="evening-staff"),
    path("<evening:code>/staff/<int:invite>.svg", staff.invite_qr, name="evening-invite-qr"),
]
urlpatterns: list[URLPattern] = [*entry_patterns, *organiser_patterns]
