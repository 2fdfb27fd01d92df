"""Where the numbers of a club come from: a place in the Jahreswertung back to its days and evenings, their sheets, deals and cards.

Whoever may see the number may ask: the members of the club, and those at a series table for that table. People of an evening whom
the club does not know have short names here. A correction is tried first, and what is closed already is said.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from puur.core.errors import Refusal
from puur.core.sheet import Row, Sheet
from puur.season import evenings
from puur.season.events import EveningCounted, RoundCorrected, RoundPlayed
from puur.season.ledger import Booking, Charge
from puur.season.yearly import book_of_year, numbered_evenings, results_of_year, standings
from puur.web.clubs import store
from puur.web.clubs.pages import page
from puur.web.clubs.rights import Here, actor_of, needs
from puur.web.clubs.views.tables import people_of
from puur.web.clubs.words import day_name, in_words, name_of
from puur.web.doors import club_preview, hosting
from puur.web.doors.models import HostedTable
from puur.web.doors.preview import clubs_of
from puur.web.doors.ties import persons
from puur.web.doors.trail import deals_of, result_page
from puur.web.evenings.fold import folded
from puur.web.evenings.models import Evening
from puur.web.models import Table
from puur.web.people import lang_of
from puur.words import say


@needs("club.see")
def of_year(request: HttpRequest, here: Here, year: int, person: str) -> HttpResponse:
    """A member's place in the Jahreswertung: every result that it is made of, each with the way to its own source."""
    club, lang = here.club, lang_of(request)
    lines = standings(club, year) if year in club.years() else ()
    line = next((line for line in lines if line.member == person), None)
    if line is None:
        raise Http404
    counted = dict(numbered_evenings(club, year))
    parts = []
    for number, points in sorted(results_of_year(club, year)[person].items()):
        if number in counted:
            parts.append(_of_evening(here, counted[number], person, points))
        else:
            parts.append({"name": day_name(f"{year}-{number}", lang), "points": points, **_of_day(here, year, number, person)})
    facts = {"line": line, "year": year, "parts": parts, "best": book_of_year(club, year).best_days}
    return page(request, here, "doors/from_year.html", facts)


def _of_day(here: Here, year: int, number: int, member: str) -> dict[str, Any]:
    """The row of a Jasstag behind a result; nothing where it was taken over from before the program."""
    day = here.club.days.get(f"{year}-{number}")
    for series, rows in (here.club.results(day) if day is not None else {}).items():
        for row in rows:
            if row.member == member and day is not None:
                return {"row": row, "url": reverse("club-table", args=[here.row.slug, day.key, series])}
    return {}


def _of_evening(here: Here, counted: EveningCounted, member: str, points: int) -> dict[str, Any]:
    """An evening behind a result, with the tables at which it was played where this server has them."""
    club = here.club
    _, rank, total = next(result for result in counted.results if result[0] == member)
    part: dict[str, Any] = {
        "name": counted.title, "points": points, "counted": counted, "rank": rank, "total": total, "rounds": [],
        "rule": club.book_on(counted.on).rule("evenings"),
    }  # fmt: skip
    row = Evening.objects.filter(code=counted.evening).first()
    if row is None:
        return part
    engine = folded(row).engine
    player = next((key for key, person in _known(here, row).items() if person == member), "")
    for played in engine.rounds[: engine.released]:
        seat = played.seat_of(player)
        result = engine.result(played.number, seat[0].number) if seat is not None else None
        if seat is not None and result is not None:
            url = reverse("club-from-evening", args=[here.row.slug, row.code, played.number, seat[0].number])
            part["rounds"].append({"round": played.number, "table": seat[0].number, "score": result.score, "url": url})
    part["open"] = not engine.closed
    part["penalties"] = [(taken, reason, rule) for who, taken, reason, rule in engine.penalties if who == player]
    return part


def _known(here: Here, row: Evening) -> dict[str, str]:
    return evenings.known_at(here.club, folded(row).engine, persons(row, here.row))


@needs("club.see")
def of_evening(request: HttpRequest, here: Here, code: str, round_: int, table: int) -> HttpResponse:
    """The result of a table of an evening that counts for the club, where one of the club sat there."""
    row, counted = Evening.objects.filter(code=code).first(), here.club.evenings.get(code)
    if row is None or counted is None or not 1 <= round_ <= folded(row).engine.released:
        raise Http404
    drawn, known = folded(row).engine.round(round_).table(table), _known(here, row)
    own = [person for person, _, _ in counted.results if drawn is not None and person in map(known.get, drawn.players())]
    if not own:
        raise Http404
    back = reverse("club-from", args=[here.row.slug, counted.on.year, own[0]])
    return result_page(request, row, round_, table, back, public=True)


@needs("table.see")
def of_round(request: HttpRequest, here: Here, series: str, number: int) -> HttpResponse:
    """A Jassrunde: who entered or corrected it when and why, its deals, and what a correction would change."""
    club, lang = here.club, lang_of(request)
    day = here.the_day
    people_of(here)  # or there is no such series
    played = day.table(series).rounds
    if not 1 <= number <= len(played):
        raise Http404
    versions = _versions(here, series, number, lang)
    kept = next((version["sheet"] for version in versions if version["sheet"].rows), played[number - 1].sheet)
    facts = {
        "day": day, "number": number, "round": played[number - 1], "versions": versions,
        "deals": deals_of(kept, None, *_begun(here, series, number)), "corrected": kept.totals != played[number - 1].points,
        "teams": [" + ".join(name_of(club, who) for who in team) for team in played[number - 1].teams],
        "given": [given for given in day.penalties if given.series == series],
        "would": _tried(here, series, number, request, lang), "asked": request.GET,
        "correction": urlencode({
            "which": f"{series} {number}", "first": request.GET.get("first", ""), "second": request.GET.get("second", ""),
        }),
    }  # fmt: skip
    return page(request, here, "doors/from_round.html", facts)


def _begun(here: Here, series: str, number: int) -> tuple[tuple[Row, ...], Callable[[int], str] | None]:
    """The deals that were played at a web table before a Jassrunde went on with cards, and where theirs are."""
    place = {"club": here.row, "day": here.key, "series": series, "round": number}
    hosted = hosting.broken_of(**place)
    if hosted is None:
        return (), None
    code = hosted.live.code
    return hosting.begun(**place), lambda deal: f"{reverse('replay', args=[code, deal])}?game=1"


def _versions(here: Here, series: str, number: int, lang: str) -> list[dict[str, Any]]:
    """The entries that made a Jassrunde what it is, the newest first."""
    entered, versions = 0, []
    for entry in reversed(store.trail(here.row)):
        event = entry.event
        if (
            entry.withdrawn
            or not isinstance(event, RoundPlayed | RoundCorrected)
            or (event.day, event.series) != (here.key, series)
        ):
            continue
        if isinstance(event, RoundPlayed):
            entered += 1
        if number == (entered if isinstance(event, RoundPlayed) else event.number):
            source = say(f"doors.source.{event.sheet.source.value}", lang)
            reason = event.reason if isinstance(event, RoundCorrected) else ""
            versions.append({"entry": entry, "sheet": event.sheet, "source": source, "reason": reason})
    return versions[::-1]


def _tried(here: Here, series: str, number: int, request: HttpRequest, lang: str) -> dict[str, Any] | None:
    """What other points would change, as asked in the address; a refusal in words, and what is closed already."""
    asked = [request.GET.get(name, "") for name in ("first", "second")]
    if not all(asked):
        return None
    try:
        if not all(points.isascii() and points.isdecimal() and len(points) < 6 for points in asked):
            raise Refusal("round-points", points=" : ".join(asked)[:20], target=here.club.book.target)
        sheet = Sheet((int(asked[0]), int(asked[1])))
        wanted = RoundCorrected(day=here.key, series=series, number=number, sheet=sheet, by=here.actor.signs, reason="?")
        return club_preview.with_events(here, [wanted], lang)
    except Refusal as problem:
        return {"problem": in_words(problem, here.club, lang)}


def source_of(here: Here, charge: Charge) -> str:
    """Where it shows what a debt is for: the place of the debtor at an evening with its rulings, or the Jasstag; or nothing."""
    code = evenings.code_in(charge.key)
    row = Evening.objects.filter(code=code).first() if code else None
    if row is not None:
        player = next((player for player, person in _known(here, row).items() if person == charge.debtor), "")
        return reverse("evening-from", args=[code, player]) if player else reverse("evening-ranking", args=[code])
    known = charge.day in here.club.days or charge.day in here.club.meetings
    return reverse("club-day", args=[here.row.slug, charge.day]) if known else ""


def source_of_booking(here: Here, booking: Booking) -> str:
    """Where it shows what a booking, or the one that it takes back, is for: the source of its debt, or the evening of fees."""
    key = booking.reverses or booking.key
    charge = here.club.ledger.charges.get(key)
    if charge is not None:
        return source_of(here, charge)
    code = evenings.code_in(key)
    return reverse("evening-ranking", args=[code]) if code and Evening.objects.filter(code=code).exists() else ""


def may_ask(request: HttpRequest, table: Table) -> bool:
    """Whether somebody sees numbers of a club that were played at this table, and so may see its cards."""
    hosted = HostedTable.objects.filter(live=table).select_related("evening", "club").first()
    if hosted is None:
        return False
    rows = [hosted.club] if hosted.club is not None else clubs_of(hosted.evening) if hosted.evening is not None else []
    for row in rows:
        club = store.engine(row)
        seen = Here(row, actor_of(request, row), club.days.get(hosted.day) if hosted.club_id else None, series=hosted.series)
        if seen.may("table.see" if hosted.club_id else "club.see"):
            return True
    return False
