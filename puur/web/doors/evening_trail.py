"""Where the numbers of an evening's ranking come from, for whoever may see them: a place back to its rounds, sheets and cards.

The staff sees everything. Everybody else sees what the public ranking shows: with its short names, without the words of a ruling
and without who typed what; while the ranking is frozen, as it was then. The address of a web table is told to nobody.
"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from puur.core.game import Game
from puur.evening.evening import Evening as EveningState
from puur.evening.sheets import How, sheet
from puur.papers.ranking import of_evening, public_names
from puur.web import people
from puur.web.book_facts import facts_of
from puur.web.doors import hosting, trail
from puur.web.doors.evening import names_at
from puur.web.doors.models import HostedTable
from puur.web.evenings import rights
from puur.web.evenings.fold import folded
from puur.web.evenings.models import Evening
from puur.web.evenings.views.players import evening_of
from puur.web.store import Folded
from puur.web.views.replay import replay_of


def _seen(request: HttpRequest, code: str) -> tuple[Evening, Folded[EveningState], bool]:
    """The evening, as whoever asks may see it, and whether that is somebody of its staff."""
    row, given = evening_of(code), rights.access(request, code)
    staff = given is not None and (given.organiser or given.role in trail.STAFF)
    return row, folded(row) if staff else folded(row, row.frozen), staff


@require_safe
def of_player(request: HttpRequest, code: str, player: str) -> HttpResponse:
    """A place in the ranking: the rounds that it is made of, each with the way to its table, and what rulings took."""
    row, state, staff = _seen(request, code)
    engine, lang = state.engine, people.lang_of(request)
    board = of_evening(engine, lang, public=not staff)
    line = board.line_of(player)
    if line is None:
        raise Http404
    names = {key: each.name for key, each in engine.players.items()} if staff else public_names(engine)
    parts = []
    for own in sheet(engine, player).rows:
        if own.round <= engine.released and own.score is not None:
            url = reverse("evening-trail", args=[code, own.round, own.table]) if own.how is How.PLAYED else ""
            parts.append({"row": own, "partner": names.get(own.partner or "", ""), "url": url})
    taken = [(points, reason if staff else "", rule) for who, points, reason, rule in engine.penalties if who == player]
    back = reverse("evening-standing" if staff else "evening-ranking", args=[code])
    context = {"evening": row, "line": line, "parts": parts, "penalties": taken, "sheet": sheet(engine, player), "back": back,
               "legend": board.legend, "others": [names[key] for key in line.players if key != player]}  # fmt: skip
    return _unkept(render(request, "doors/from_ranking.html", context))


@require_safe
def of_table(request: HttpRequest, code: str, round_: int, table: int) -> HttpResponse:
    """The result of a table: for the staff with the way to correct it, for others as the public ranking shows it."""
    row, state, staff = _seen(request, code)
    if staff:
        return trail.for_staff(request, code, round_, table)
    back = reverse("evening-ranking", args=[code])

    def cards(deal: int) -> str:
        return reverse("evening-cards", args=[code, round_, table, deal])

    return trail.result_page(request, row, round_, table, back, public=True, state=state, cards=cards)


def _played(request: HttpRequest, code: str, round_: int, table: int) -> tuple[Evening, list[str], Game]:
    """The game behind a result that whoever asks may see, and the names at its table."""
    row, state, staff = _seen(request, code)
    drawn = state.engine.round(round_).table(table) if 1 <= round_ <= state.engine.released else None
    version = state.engine.result(round_, table) if drawn is not None else None
    hosted = HostedTable.objects.filter(evening=row, round=round_, table=table).select_related("live").first()
    if drawn is None or hosted is None or version is None:
        raise Http404
    sheets = [each.sheet for each in state.engine.results[round_, table]]
    game = hosting.game_behind(hosted, sheets)
    if game is None:
        raise Http404
    names = {key: each.name for key, each in state.engine.players.items()} if staff else public_names(state.engine)
    return row, names_at(state.engine, drawn, people.lang_of(request), names), game


@require_safe
def cards(request: HttpRequest, code: str, round_: int, table: int, deal: int) -> HttpResponse:
    """The cards of a deal at a web table of an evening, step by step."""
    row, _, game = _played(request, code, round_, table)
    deals = [each.number for each in game.finished_deals]
    if deal not in deals:
        raise Http404
    context = {"evening": row, "round": round_, "table": table, "deal": deal, "deals": deals, "facts": facts_of(game.book)}
    return _unkept(render(request, "doors/cards.html", context))


@require_safe
def cards_data(request: HttpRequest, code: str, round_: int, table: int, deal: int) -> HttpResponse:
    """The same for scripts."""
    row, names, game = _played(request, code, round_, table)
    hosted = HostedTable.objects.select_related("live").get(evening=row, round=round_, table=table)
    told: dict[str, Any] = replay_of(hosted.live, 1, game, deal)
    return _unkept(JsonResponse({**told, "code": "", "names": names, "opinions": None}))


def _unkept(answer: HttpResponse) -> HttpResponse:
    answer.headers["Cache-Control"] = "no-store"
    return answer
