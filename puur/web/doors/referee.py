"""The referee with book, table and names of an evening or a Jasstag; what it rules is put on record there.

At an evening every ruling becomes a line of the person (`PenaltyGiven`, without points where it costs none), with time and
official, on the page of rulings, where each can be withdrawn. In a club it becomes a penalty by its own form.
"""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from puur.core.errors import Refusal
from puur.core.reglement import Reglement
from puur.evening.evening import Evening
from puur.evening.events import PenaltyGiven
from puur.papers.incident_flow import flow
from puur.papers.ruling_card import Card
from puur.referee.offences import OFFENCES
from puur.web import people, referee
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.views.tables import people_of
from puur.web.clubs.words import name_of
from puur.web.doors import rulings
from puur.web.doors.evening import names_at
from puur.web.evenings.desk import desk, player_of, show, small
from puur.web.evenings.fold import folded
from puur.web.evenings.models import Role, TablePass
from puur.web.evenings.rights import Access
from puur.web.evenings.views.entry import at_table, no_page
from puur.words import say

STAFF = (Role.OFFICE, Role.CONTROLLER)
LONGEST_REASON = 200


def _place(engine: Evening, round_: int, table: int, lang: str) -> str:
    names = ", ".join(names_at(engine, engine.table(round_, table), lang))
    return say("incident.at.table", lang, round=round_, table=table, names=names)


# ---- the evening ---------------------------------------------------------------------------------------------------------------


def _staffed(access: Access, round_: int, table: int, lang: str) -> referee.Setting:
    engine = folded(access.row).engine
    base = reverse("evening-referee", args=[access.row.code, round_, table])
    records = access.organiser or access.role == Role.CONTROLLER
    return referee.Setting(engine.book, base, _place(engine, round_, table, lang), records=records)


@require_safe
@desk(*STAFF)
def at_evening(request: HttpRequest, access: Access, round_: int, table: int, incident: str = "") -> HttpResponse:
    """The referee at a table of an evening, for whoever works there."""
    setting = _staffed(access, round_, table, people.lang_of(request))
    return referee.incident(request, setting, incident) if incident else referee.home(request, setting)


@require_http_methods(["GET", "HEAD", "POST"])
@desk(Role.CONTROLLER)
def record(request: HttpRequest, access: Access, round_: int, table: int, incident: str) -> HttpResponse:
    """Put a ruling on record: for whom, in which of the cases that are left; then what it changes, before it is made."""
    if incident not in OFFENCES:
        raise Http404
    row, lang, facts = access.row, people.lang_of(request), referee.facts_of(request)
    engine = folded(row).engine
    setting, seated = _staffed(access, round_, table, lang), engine.table(round_, table).players()
    cards = flow(engine.book, incident, facts, lang).cards
    if request.method == "POST":
        case, player = small(request.POST.get("case", "0")), player_of(engine, request.POST.get("player", ""))
        if case >= len(cards) or player.id not in seated:
            raise Refusal("missing", field="case")
        ruled = _ruled(cards[case], player.id, setting.place)
        form = {"player": ruled.player, "points": str(ruled.points), "reason": ruled.reason, "rule": ruled.rule}
        return rulings.tried(request, access, ruled, form)
    return show(
        request, access, "ruling", "ranking", cards=cards, people=[engine.players[player] for player in seated],
        place=setting.place, back=setting.address(incident, facts),
    )  # fmt: skip


def _ruled(card: Card, player: str, place: str) -> PenaltyGiven:
    reason = f"{card.title}: {card.now} ({place.partition(':')[0]})"
    return PenaltyGiven(player, card.points, reason[:LONGEST_REASON], card.sources[0].id if card.sources else "")


@require_safe
@at_table(no_page)
def of_table(request: HttpRequest, table_pass: TablePass, incident: str = "") -> HttpResponse:
    """The referee behind the code of a Jasszettel, for those who sit there."""
    engine, (round_, table) = folded(table_pass.evening).engine, (table_pass.round, table_pass.table)
    if not 1 <= round_ <= len(engine.rounds) or engine.rounds[round_ - 1].table(table) is None:
        return no_page(request, 404)
    base = reverse("evening-table-referee", args=[table_pass.secret])
    setting = referee.Setting(engine.book, base, _place(engine, round_, table, people.lang_of(request)))
    return referee.incident(request, setting, incident) if incident else referee.home(request, setting)


# ---- the club ------------------------------------------------------------------------------------------------------------------


@needs("table.see")
def in_club(request: HttpRequest, here: Here, series: str, incident: str = "") -> HttpResponse:
    """The referee at the table of a series on a Jasstag."""
    del series  # here.series
    base = reverse("club-referee", args=[here.row.slug, here.key, here.series])
    names = ", ".join(name_of(here.club, person) for person in people_of(here))
    place = say("incident.at.series", people.lang_of(request), series=here.series, names=names)
    setting = referee.Setting(_book(here), base, place, records=here.may("rulings.make"))
    return referee.incident(request, setting, incident) if incident else referee.home(request, setting)


@needs("rulings.make")
def record_in_club(request: HttpRequest, here: Here, series: str, incident: str) -> HttpResponse:
    """To the form of a penalty, with the act of the book's list that the card costs."""
    del series
    if incident not in OFFENCES:
        raise Http404
    book, facts = _book(here), referee.facts_of(request)
    cited = {source.id for card in flow(book, incident, facts, people.lang_of(request)).cards for source in card.sources}
    act = next((act for act in book.penalties if book.rule(f"penalties.{act}") in cited), "")
    return redirect(f"{reverse('club-do-penalty', args=[here.row.slug, here.key])}?{urlencode({'act': act})}")


def _book(here: Here) -> Reglement:
    return here.club.book_on(here.the_day.date).reglement
