"""The pages of web tables that play for an evening or a club: the organiser's list of a round, and the page of a seat.

The secret in the address of a seat is the only key to it, as at the Jasszettel: whoever has it sits there.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from puur.core.errors import Refusal
from puur.core.form import sides_of
from puur.core.seats import PAIRS
from puur.evening.evening import Evening
from puur.evening.events import ResultEntered
from puur.evening.seating import SEAT_LETTERS
from puur.papers.evening import qr
from puur.web import people
from puur.web.company import daily
from puur.web.doors import evening as door
from puur.web.doors import hosting, officials
from puur.web.doors.club import ClubHost
from puur.web.doors.evening import EveningHost
from puur.web.doors.hosting import Host, Standing
from puur.web.doors.models import HostedTable, SeatPass
from puur.web.evenings import keys
from puur.web.evenings.desk import desk, number, show, text
from puur.web.evenings.fold import folded
from puur.web.evenings.models import Role
from puur.web.evenings.rights import Access
from puur.web.evenings.views import entry_confirm
from puur.web.evenings.views.entry_door import door as guesses
from puur.web.evenings.views.entry_door import sending
from puur.web.evenings.views.papers import base_of
from puur.web.forms import GUIDED, WAYS, way_of
from puur.web.live.store import book_of
from puur.web.models import Table
from puur.web.server.throttle import address_of
from puur.web.views.tables import not_admitted
from puur.words import say

STAFF = (Role.OFFICE, Role.CONTROLLER)


def host_of(hosted: HostedTable) -> Host:
    """For whom a table is played."""
    return EveningHost() if hosted.evening_id is not None else ClubHost()


# ---- the organiser -----------------------------------------------------------------------------------------------------------


@require_safe
@desk(*STAFF)
def round_tables(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """The web tables of a round: which are open and how far they are, which could be opened, the links to their seats."""
    engine, lang, known = folded(access.row).engine, people.lang_of(request), door.stamp(access.row, number)
    drawn, hosted = engine.round(number), door.of_round(access.row, number)
    standings, base = hosting.standings(hosted.values()), base_of(request)
    shown, free = [], []
    for table in drawn.tables:
        if (own := hosted.get(table.number)) is not None:
            shown.append(_shown(engine, own, standings[own.pk], base))
        elif engine.result(number, table.number) is None:
            free.append({"number": table.number, "names": ", ".join(door.names_at(engine, table, lang))})
    return show(
        request, access, "web_tables", "round", number=number, known=known, tables=shown, free=free,
        released=number <= engine.released,
        ways=[(way, say(f"web.playing.{way}", lang)) for way in WAYS], guided=GUIDED, may=access.role != Role.CONTROLLER,
        rules=access.role != Role.OFFICE,
    )  # fmt: skip


def _shown(engine: Evening, hosted: HostedTable, standing: Standing, base: str) -> dict[str, Any]:
    result = engine.result(hosted.round, hosted.table)
    return {
        "number": hosted.table, "code": hosted.live.code, "standing": standing, "said": hosted.said, "broken": hosted.broken,
        "links": links_of(hosted, base), "result": " : ".join(map(str, result.score)) if result else "",
        "own": result is not None and result.sheet.game.startswith(f"{hosted.live.code}/"),
        "redrawn": not door.still_seated(engine, hosted), "judged": officials.judged(hosted),
    }  # fmt: skip


def links_of(hosted: HostedTable, base: str) -> list[dict[str, Any]]:
    """The seats of a table with their links, and whether somebody has come."""
    names = list(hosted.live.seats.order_by("number").values_list("name", "user", "guest"))
    return [
        {
            "letter": SEAT_LETTERS[own.seat], "name": names[own.seat][0], "here": any(names[own.seat][1:]), "secret": own.secret,
            "url": base + reverse("seat", args=[own.secret]),
        }
        for own in hosted.seats.all()
    ]  # fmt: skip


@require_POST
@desk(Role.OFFICE)
def round_act(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Open tables, take one back, break one off, let it go on, or take over a result that nobody has confirmed."""
    lang, task, back = people.lang_of(request), request.POST.get("do", ""), reverse("evening-web", args=[access.row.code, number])
    if task == "open":
        if (refused := not_admitted(request)) is not None:
            return refused
        wanted = {int(given) for given in request.POST.getlist("table") if given.isascii() and given.isdigit() and len(given) < 5}
        playing = request.POST.get("playing", "")
        opened = door.open_round(access.row, number, wanted, way_of(playing), lang)
        messages.success(request, say("doors.done.open", lang, count=opened))
        return redirect(back)
    hosted = door.of_round(access.row, number).get(_table(request))
    if hosted is None:
        raise Refusal("no-such-table", round=number, table=_table(request))
    if task == "close":
        hosting.close(hosted)
    elif task == "break":
        door.break_off(hosted, text(request, "reason", 200, needed=True), access.name)
    elif task == "resume":
        door.resume(hosted, access.name)
    elif task == "take":
        _take(access, hosted, text(request, "reason", 200, needed=True))
    else:
        raise Refusal("missing", field="do")
    messages.success(request, say(f"doors.done.{task}", lang, table=hosted.table))
    return redirect(back)


@require_POST
@desk(Role.CONTROLLER)
def round_judge(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Whoever leads or controls says what a message was that is judged at a table. (NWS-9-02, TAM-ES-73)"""
    hosted = door.of_round(access.row, number).get(_table(request))
    if hosted is None:
        raise Refusal("no-such-table", round=number, table=_table(request))
    official = entry_confirm.official(access, folded(access.row).engine)
    plays = hosted.live.seats.filter(**people.owned_by(access.who)).exists()
    officials.decide(hosted, request.POST.get("event", ""), request.POST.get("option", ""), official, plays=plays)
    messages.success(request, say("doors.done.judge", people.lang_of(request), table=hosted.table))
    return redirect("evening-web", access.row.code, number)


def _table(request: HttpRequest) -> int:
    return number(request, "table", 0, 9999, default=0)


def _take(access: Access, hosted: HostedTable, reason: str) -> None:
    """The office takes a finished game over that nobody confirms, or whose sum a ruling has changed: an official decides."""
    game, sheet = hosting.game_at(hosted), hosting.sheet_at(hosted)
    if game is None or sheet is None or not game.over:
        raise Refusal("web-running")
    by = entry_confirm.official(access, folded(access.row).engine)
    door.take(hosted, ResultEntered(hosted.round, hosted.table, sheet, access.name, reason, by), access.name)


@require_safe
@desk(*STAFF)
def round_stamp(_request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """Whether anything is new at the tables of a round."""
    return JsonResponse({"revision": door.stamp(access.row, number)})


# ---- the seat ----------------------------------------------------------------------------------------------------------------


def _seat(request: HttpRequest, secret: str) -> SeatPass | HttpResponse:
    """The seat behind a secret, or the page that says that there is none."""
    address = address_of(request)
    if not guesses.may_try(address, secret) or not sending.take(secret):
        return render(request, "evenings/entry/unknown.html", {"often": True, "link": True}, status=429)
    known = SeatPass.objects.filter(secret=secret).select_related("hosted__live", "hosted__evening", "hosted__club").first()
    guesses.tried(address, secret, right=known is not None)
    return known or render(request, "evenings/entry/unknown.html", {"often": False, "link": True}, status=404)


@require_http_methods(["GET", "HEAD", "POST"])
def seat(request: HttpRequest, secret: str) -> HttpResponse:
    """A seat: sit down, see how it stands, confirm the result."""
    known = _seat(request, secret)
    if isinstance(known, HttpResponse):
        return known
    hosted, lang, problem = known.hosted, people.lang_of(request), ""
    if request.method == "POST":
        try:
            if request.POST.get("do") == "confirm":
                hosting.confirm(host_of(hosted), hosted, known.seat)
            else:
                hosting.sit(known, people.who_is(request, make=True))
                return redirect("table", hosted.live.code)
        except Refusal as refused:
            problem = host_of(hosted).why(hosted, refused, lang)
        else:
            return redirect("seat", secret)
    return _page(request, known, lang, problem)


def _page(request: HttpRequest, known: SeatPass, lang: str, problem: str) -> HttpResponse:
    hosted = HostedTable.objects.select_related("live", "evening", "club").get(pk=known.hosted_id)
    host, who = host_of(hosted), people.who_is(request)
    seats = list(hosted.live.seats.order_by("number"))
    own, sheet = seats[known.seat], hosting.sheet_at(hosted)
    sides = sides_of(book_of(hosted.live.book, hosted.live.book_text))
    context = {
        "title": host.title(hosted, lang), "hosted": hosted, "secret": known.secret, "own": own, "problem": problem,
        "names": [" + ".join(seat.name for seat in seats if sides[seat.number] == side) for side in sorted(set(sides))],
        "mine": bool(who.key) and who.key in (f"u{own.user_id}", f"g{own.guest_id}"), "taken": bool(own.user_id or own.guest_id),
        "standing": hosting.standings([hosted])[hosted.pk], "sheet": sheet, "result": host.result_of(hosted),
        "said": str(sides[known.seat]) in hosted.said, "paper": _paper(hosted),
        "penalties": [(seats[penalty.seat].name, penalty) for penalty in (sheet.penalties if sheet is not None else ())],
    }  # fmt: skip
    response = render(request, "doors/seat.html", context, status=409 if problem else 200)
    response.headers["Cache-Control"] = "no-store"
    return response


def _paper(hosted: HostedTable) -> str:
    """Where a table that was broken off goes on: its Jasszettel, in a club the Jasstafel of its series."""
    if hosted.broken and hosted.club is not None:
        teams = "/".join("+".join(hosted.people[seat] for seat, own in enumerate(PAIRS) if own == side) for side in (0, 1))
        address = reverse("club-slate", args=[hosted.club.slug, hosted.day, hosted.series])
        return f"{address}?{urlencode({'teams': teams})}"
    if not hosted.broken or hosted.evening is None or hosted.round > len(folded(hosted.evening).engine.rounds):
        return ""
    secret = keys.passes(hosted.evening, hosted.round).get(hosted.table)
    return reverse("evening-entry", args=[secret]) if secret else ""


@require_safe
def seat_qr(request: HttpRequest, secret: str) -> HttpResponse:
    """The QR code of the link to a seat."""
    known = _seat(request, secret)
    if isinstance(known, HttpResponse):
        return known
    svg = qr(base_of(request) + reverse("seat", args=[known.secret]))
    return HttpResponse(svg, content_type="image/svg+xml", headers={"Cache-Control": "no-store"})


@require_safe
def table_seat(request: HttpRequest, code: str) -> HttpResponse:
    """From the table to the page of the own seat."""
    table = get_object_or_404(Table, code=code)
    if key := daily.key_of(table):  # nobody has to confirm a set of given deals: it is compared
        return redirect("daily-set", key)
    known = hosting.pass_of(table, people.who_is(request))
    if known is None:
        raise Http404
    return redirect("seat", known.secret)
