"""The end of an evening: ranking with its reasons, the freeze, protests, ties, the close, prizes."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from puur.core.evening import RankBy
from puur.tournament.evening import Evening as Engine
from puur.tournament.events import Event, PrizeHanded, ProtestDecided, ProtestFiled, RankingClosed, RankingReopened, TieSettled
from puur.tournament.ranking import prizes, ranking
from puur.web import people
from puur.web.evenings import store
from puur.web.evenings.desk import action, desk, done, in_order, number, official, officials, player_of, show, text
from puur.web.evenings.fold import Refused, folded
from puur.web.evenings.models import Evening, Role
from puur.web.evenings.paper import names, note
from puur.web.evenings.rights import Access
from puur.web.evenings.telling import name_of
from puur.words import texts


@desk(Role.OFFICE, Role.CONTROLLER)
def ranking_page(request: HttpRequest, access: Access) -> HttpResponse:
    """The ranking as it stands, and everything that ends the evening."""
    engine, lang = folded(access.row).engine, people.lang_of(request)
    found = ranking(engine)
    lines: list[dict[str, Any]] = []
    for place in found.rows:
        cells = [row.score for row in _sheet_rows(engine, place.players[0])]
        lines.append({"rank": place.rank, "names": names(engine, place.players), "total": place.scored.total, "cells": cells,
                      "matches": place.scored.matches, "note": note(place.why, lang), "key": place.players[0],
                      "shared": place.why is not None and place.why.by == "shared"})  # fmt: skip
    unranked = [
        {
            "names": names(engine, one.players),
            "total": one.total,
            "why": texts()[f"tournament.unranked.{one.reason}"][lang],
            "rule": one.rule,
        }
        for one in found.unranked
    ]
    missing = [(number_, tables) for number_ in range(1, engine.released + 1) if (tables := engine.missing_results(number_))]
    won = [
        {"rank": prize.rank, "names": names(engine, prize.players), "amount": f"{float(prize.amount):.2f}", "shared": prize.shared,
         "rule": prize.rule, "player": prize.players[0], "handed": any(one in engine.prizes_handed for one in prize.players)}
        for prize in (prizes(engine) if engine.closed else ())
    ]  # fmt: skip
    protests = [
        {"number": place, "who": name_of(engine, one.player), "one": one, "persons": ", ".join(one.persons)}
        for place, one in enumerate(engine.protests, start=1)
    ]
    return show(
        request, access, "ranking", "ranking", lines=lines, unranked=unranked, rounds=range(1, engine.planned + 1), missing=missing,
        prizes=won, protests=protests, people=in_order(engine), officials=officials(engine, lang), today=date.today().isoformat(),
        striche=engine.book.tournament.rank_by is RankBy.STRICHE, ties=_ties(lines), days=engine.book.referee.protest_days,
        protest_to=engine.book.referee.protest_to,
        may_close=engine.released >= engine.planned and not missing and not engine.closed,
        last_round=engine.released >= engine.planned - 1,
    )  # fmt: skip


def _sheet_rows(engine: Engine, player: str) -> tuple[Any, ...]:
    from puur.tournament.sheets import sheet

    return sheet(engine, player).rows


def _ties(lines: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """People who share a rank that the book leaves to the organiser."""
    by_rank: dict[int, list[dict[str, Any]]] = {}
    for one in lines:
        by_rank.setdefault(one["rank"], []).append(one)
    return [those for those in by_rank.values() if len(those) > 1]


@require_POST
@desk()
def act(request: HttpRequest, access: Access) -> HttpResponse:
    """One act at the end of an evening."""
    row, what = access.row, request.POST.get("do", "")
    if what == "freeze":
        last = folded(row).numbers[-1] if folded(row).numbers else 0
        Evening.objects.filter(pk=row.pk).update(frozen=last)
        return done(request, "evening-standing", "frozen", row.code)
    if what == "thaw":
        Evening.objects.filter(pk=row.pk).update(frozen=None)
        return done(request, "evening-standing", "thawed", row.code)
    store.submit(row.code, lambda engine: _acts(request, engine, what), by=access.name, action=action(request))
    if what == "close":  # what everybody waited for
        Evening.objects.filter(pk=row.pk).update(frozen=None, clock={})
    return done(request, "evening-standing", f"ranking-{what}", row.code)


def _acts(request: HttpRequest, engine: Engine, what: str) -> list[Event]:
    match what:
        case "close":
            return [RankingClosed()]
        case "reopen":
            return [RankingReopened(text(request, "reason", 200, needed=True))]
        case "tie":
            order = tuple(player_of(engine, key).id for key in request.POST.getlist("order") if key)
            first = request.POST.get("first", "")
            chosen = (first, *(key for key in order if key != first)) if first in order else order
            return [TieSettled(chosen, text(request, "reason", 200, needed=True))]
        case "prize":
            return [PrizeHanded(player_of(engine, request.POST.get("player", "")).id)]
        case "protest":
            who = player_of(engine, request.POST.get("player", ""))
            persons = tuple(one.strip() for one in text(request, "persons", 200).split(",") if one.strip())
            incident, sent = request.POST.get("incident", "")[:10], request.POST.get("sent", "")[:10]
            return [ProtestFiled(who.id, incident, sent, text(request, "account", 1000, needed=True), persons)]
        case "decide":
            upheld, decision = request.POST.get("upheld") == "yes", text(request, "decision", 300, needed=True)
            return [ProtestDecided(number(request, "number", 1, 999), upheld, decision, official(request, engine))]
    raise Refused("unknown-act")
