"""The Jasstafel for a table of an evening or a series of a club: its page, and where the phone hands its sheet in."""

from __future__ import annotations

import json
import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_safe

from puur.core.errors import Refusal
from puur.core.seats import PAIRS
from puur.web import people
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.views.tables import people_of
from puur.web.clubs.words import in_words
from puur.web.doors import slates
from puur.web.evenings import store
from puur.web.evenings.fold import folded
from puur.web.evenings.models import TablePass
from puur.web.evenings.views.entry import at_table, no_page, phase_of
from puur.web.models import SlateGame
from puur.web.slates import is_own
from puur.web.views.tables import books
from puur.words import say

MOST_BYTES = 2000


@ensure_csrf_cookie
@require_safe
@at_table(no_page)
def at_evening(request: HttpRequest, table_pass: TablePass) -> HttpResponse:
    """The Jasstafel of a table."""
    if phase_of(folded(table_pass.evening).engine, table_pass.round, table_pass.table) == "gone":
        return no_page(request, 404)
    return _page(request, slates.at_evening(table_pass, people.lang_of(request)))


@require_http_methods(["GET", "HEAD", "POST"])
@at_table(no_page)
def hand_in(request: HttpRequest, table_pass: TablePass) -> HttpResponse:
    """Take the sheet of one side of a table, and say how it stands with what was handed in; a refusal is 409 with its words."""
    lang, side = people.lang_of(request), request.GET.get("side", "")
    try:
        if request.method == "POST":
            slate, sent = _sent(request)
            side = str(sent.get("side", ""))
            slates.hand_in(table_pass, slate, side)
        stands, score = slates.standing(TablePass.objects.select_related("evening").get(pk=table_pass.pk), side)
    except Refusal as problem:
        return JsonResponse({"ok": False, "text": store.sentence(problem, lang, folded(table_pass.evening).engine)}, status=409)
    told = {"ok": True, "text": say(f"doors.slate.{stands}", lang, score=score)}
    told |= {"open": stands != "counts", "differs": stands == "differs"}
    return JsonResponse(told, headers={"Cache-Control": "no-store"})


@needs("table.enter")
def in_club(request: HttpRequest, here: Here, series: str) -> HttpResponse:
    """The Jasstafel of a series, for the teams in the address."""
    del series
    teams = [team.split("+") for team in request.GET.get("teams", "").split("/")]
    if sorted(person for team in teams for person in team) != sorted(people_of(here)) or [len(team) for team in teams] != [2, 2]:
        raise Http404
    seats = [teams[side][seat // 2] for seat, side in enumerate(PAIRS)]
    return _page(request, slates.in_club(here.row, here.key, here.series, seats, people.lang_of(request)))


@needs("table.enter")
def hand_in_round(request: HttpRequest, here: Here, series: str) -> HttpResponse:
    """Take a Jassrunde; a refusal is 409 with its words."""
    del series
    lang = people.lang_of(request)
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    people_of(here)
    try:
        slate, sent = _sent(request)
        by_seat = [str(person) for person in sent.get("people", [])][: len(PAIRS)]
        slates.hand_in_round(here.row, here.the_day.key, here.series, by_seat, slate, here.actor.signs)
    except Refusal as problem:
        return JsonResponse({"ok": False, "text": in_words(problem, here.club, lang)}, status=409)
    return JsonResponse({"ok": True, "text": say("doors.slate.club", lang)})


def _sent(request: HttpRequest) -> tuple[SlateGame, dict[str, Any]]:
    """The own slate that is handed in, and what was sent with it."""
    try:
        sent = json.loads(request.body[:MOST_BYTES] if request.content_type == "application/json" else b"")
        slate = SlateGame.objects.filter(pk=uuid.UUID(str(sent["slate"]))).first()
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Refusal("slate-unknown") from None
    if slate is None or not is_own(slate, people.who_is(request)) or not isinstance(sent.get("people", []), list):
        raise Refusal("slate-unknown")
    return slate, sent


def _page(request: HttpRequest, begin: dict[str, Any]) -> HttpResponse:
    people.who_is(request, make=True)
    return render(request, "slate.html", {"books": books(), "games": [], "begin": begin})
