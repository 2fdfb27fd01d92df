"""The addresses of tournament evenings, all under /evenings/: those of tables, players and the office, then the organiser's."""

from __future__ import annotations

from django.urls import URLPattern, path, register_converter

from puur.web.evenings.models import CODE_LENGTH
from puur.web.evenings.views import (
    beamer,
    closing,
    drawing,
    entry,
    formats,
    office,
    office_sheets,
    office_tables,
    organiser,
    organiser_checkin,
    organiser_list,
    organiser_people,
    papers,
    players,
    rounds,
    series,
    signup,
    staff,
)


class EveningCode:
    """The address part `<evening:code>`: the code of an evening, whatever the case it was typed in."""

    regex = f"[A-Za-z]{{{CODE_LENGTH}}}"

    def to_python(self, value: str) -> str:
        """As it is stored, in capitals."""
        return value.upper()

    def to_url(self, value: str) -> str:
        """As it is shown."""
        return value


register_converter(EveningCode, "evening")
urlpatterns: list[URLPattern] = [
    path("e/", entry.home, name="evening-entry-home"),
    path("e/sw.js", entry.worker, name="evening-entry-worker"),
    path("e/<str:secret>/", entry.page, name="evening-entry"),
    path("e/<str:secret>/state.json", entry.state, name="evening-entry-state"),
    path("e/<str:secret>/send/", entry.send, name="evening-entry-send"),
    path("e/<str:secret>/dispute/", entry.dispute, name="evening-entry-dispute"),
    path("p/<str:secret>/", players.player, name="evening-player"),
    path("r/<str:secret>/", signup.registered, name="evening-registered"),
    path("r/<str:secret>/bill.pdf", signup.registered_bill, name="evening-registered-bill"),
    path("<evening:code>/register/", signup.register, name="evening-register"),
    path("<evening:code>/signup/", signup.sign_up, name="evening-signup"),
    path("<evening:code>/ranking/", players.ranking, name="evening-ranking"),
    path("<evening:code>/beamer/", beamer.beamer, name="evening-beamer"),
    path("<evening:code>/office/", office.office, name="evening-office"),
    path("<evening:code>/office/sheets/", office_sheets.sheets, name="evening-office-sheets"),
    path("<evening:code>/office/<int:round_>/<int:number>/", office_tables.table, name="evening-office-table"),
    path("<evening:code>/office/<int:round_>/<int:number>/decide/", office_tables.decide, name="evening-office-decide"),
    path("<evening:code>/office/<int:round_>/<int:number>/mend/", office_tables.mend, name="evening-office-mend"),
    path("<evening:code>/office/<int:round_>/<int:number>/dispute/", office_tables.dispute, name="evening-office-dispute"),
    path("<evening:code>/office/<int:round_>/<int:number>/sign/", office_tables.sign, name="evening-office-sign"),
    path("", organiser.index, name="evenings"),
    path("new/", organiser.new, name="evening-new"),
    path("format/", formats.edit, name="evening-format"),
    path("import/", organiser.bring, name="evening-import"),
    path("series/", series.new, name="evening-series-new"),
    path("series/<evening:code>/", series.series, name="evening-series"),
    path("series/<evening:code>/edit/", series.edit, name="evening-series-edit"),
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
    path("<evening:code>/players/list/", organiser_list.bring, name="evening-list"),
    path("<evening:code>/players/one/", organiser_people.person, name="evening-person"),
    path("<evening:code>/players/one/act/", organiser_people.act, name="evening-person-act"),
    path("<evening:code>/checkin/", organiser_checkin.checkin, name="evening-checkin"),
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
