"""What players see: their own page behind a personal link, and the public ranking. Nobody signs in; names are shortened for all."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from datetime import date
from typing import Any, Generic, TypeVar

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from puur.core.errors import Refusal
from puur.core.evening import DrawWhen, RankBy
from puur.evening.evening import Evening as EveningState
from puur.evening.events import HonourConfirmed
from puur.evening.seating import SEAT_LETTERS, partners_of
from puur.evening.sheets import How, sheet
from puur.papers.ranking import RankingTable, legend_of, of_evening, public_names
from puur.web import people
from puur.web.doors.models import SeatPass
from puur.web.evenings import rights, store
from puur.web.evenings.desk import franks
from puur.web.evenings.fold import folded
from puur.web.evenings.models import Evening, PlayerLink, Role
from puur.web.evenings.views.entry import script_texts, seat_names
from puur.web.evenings.views.entry_door import at_link

PART = "part"  # ?part=1 asks for the changing piece of a page alone
Context = dict[str, Any]
Key = tuple[object, ...]
Made = TypeVar("Made")


class Kept(Generic[Made]):
    """What was made last for a key; the ones not asked for longest are forgotten."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._found: OrderedDict[Key, Made] = OrderedDict()

    def get(self, key: Key, make: Callable[[], Made]) -> Made:
        """The value of a key, made if need be."""
        page = self._found.get(key)
        if page is None:
            page = self._found[key] = make()
            while len(self._found) > self.most:
                self._found.popitem(last=False)
        return page


_boards: Kept[RankingTable] = Kept(32)
_parts: Kept[tuple[str, str]] = Kept(1000)


def evening_of(code: str) -> Evening:
    """The stored evening, or 404."""
    try:
        return store.row(code)
    except Refusal as problem:
        raise Http404 from problem


def live(request: HttpRequest, template: str, part: str, outer: Context, inner: Callable[[], Context], key: Key) -> HttpResponse:
    """A page whose inner part renews itself: whole, or the part alone with a tag, so that nothing flickers when nothing is new.

    `key` names everything that the part depends on: a hall full of phones that ask every few seconds is answered from memory.
    """
    lang = people.lang_of(request)
    text, tag = _parts.get((part, lang, *key), lambda: _part(part, inner() | {"lang": lang}))
    if request.GET.get(PART):
        if request.headers.get("If-None-Match") == tag:
            return HttpResponseNotModified()
        response = HttpResponse(text)
        response.headers["ETag"] = tag
    else:
        words = script_texts(lang, "evening_entry.live.", "evening_entry.beamer.paused")
        response = render(request, template, outer | {"inner": text, "texts": words})
    response.headers["Cache-Control"] = "no-store"
    return response


def _part(template: str, context: Context) -> tuple[str, str]:
    text = render_to_string(template, context)
    return text, f'"{hashlib.sha256(text.encode()).hexdigest()[:20]}"'


def key_of(row: Evening) -> Key:
    """What everything that is shown of an evening depends on."""
    return row.code, row.revision, row.frozen, row.title, row.notice


def shown_board(row: Evening, lang: str) -> tuple[RankingTable, bool]:
    """The board that everybody may see, and whether it is frozen."""
    table = _boards.get((lang, *key_of(row)), lambda: of_evening(folded(row, row.frozen).engine, lang, public=True))
    return table, row.frozen is not None


@require_safe
def ranking(request: HttpRequest, code: str) -> HttpResponse:
    """The public ranking."""
    row = evening_of(code)
    engine = folded(row).engine

    def inner() -> Context:
        ranked, frozen = shown_board(row, people.lang_of(request))
        return {
            "evening": row,
            "board": ranked,
            "frozen": frozen,
            "striche": engine.book.evening.rank_by is RankBy.STRICHE,
        }

    outer = {"evening": row, "date": engine.setup.date, "venue": engine.setup.venue}
    return live(request, "evenings/entry/ranking.html", "evenings/entry/_ranking.html", outer, inner, key_of(row))


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@at_link
def player(request: HttpRequest, secret: str, link: PlayerLink) -> HttpResponse:
    """A player's own page, on which the player also confirms to have played by the rules. (UB-SHEET-05)"""
    row, lang = link.evening, people.lang_of(request)
    engine = folded(row).engine
    if request.method == "POST":
        try:
            if link.player not in engine.honour:  # once: nobody fills the log of an evening with it
                store.submit(row.code, HonourConfirmed(link.player, date.today().isoformat()), by=engine.players[link.player].name)
        except Refusal as problem:
            messages.error(request, store.sentence(problem, lang, engine))
        return redirect("evening-player", secret)

    seat = seat_now(engine, link.player, lang)
    web = web_seat(row, seat) if seat is not None and not seat["out"] else ""

    def inner() -> Context:
        (placed, frozen), own = shown_board(row, lang), sheet(engine, link.player)
        return {
            "evening": row, "seat": seat, "web": web, "secret": secret, "rows": own_rows(engine, link.player),
            "sheet": own, "legend": legend_of((mark for played in own.rows for mark in played.marks), lang),
            "line": placed.line_of(link.player), "board": placed, "many": len(placed.rows),
            "frozen": frozen, "striche": engine.book.evening.rank_by is RankBy.STRICHE,
            "honour": engine.honour.get(link.player, ""), "confirms": engine.book.referee.confirm_result,
            "penalties": [(points, reason) for who, points, reason, _ in engine.penalties if who == link.player],
        }  # fmt: skip

    given = rights.access(request, row.code)
    helper = given is not None and (given.organiser or given.role == Role.OFFICE)
    outer = {
        "evening": row, "date": engine.setup.date, "person": engine.players[link.player], "secret": secret, "helper": helper,
        "fee": franks(row.fee) if row.fee > engine.players[link.player].paid else "", "engine": engine,
    }  # fmt: skip
    key = (*key_of(row), link.player, web)
    return live(request, "evenings/entry/player.html", "evenings/entry/_player.html", outer, inner, key)


def seat_now(engine: EveningState, player: str, lang: str) -> dict[str, Any] | None:
    """Where a person sits in the round that is being played."""
    if not engine.released:
        return None
    now = engine.rounds[engine.released - 1]
    if player in now.sitting_out:
        return {"round": now.number, "out": True}
    seat = now.seat_of(player)
    if seat is None:
        return None
    table, place = seat
    names = seat_names(engine, table, lang, public_names(engine))
    partners = partners_of(place, engine.sides)
    against = [name for other, name in enumerate(names) if other != place and other not in partners]
    return {
        "round": now.number, "out": False, "table": table.number, "letter": SEAT_LETTERS[place],
        "partner": ", ".join(names[other] for other in partners), "against": ", ".join(against),
        "writes": place == engine.scribe(now.number, table.number), "stand_in": table.seats[place].stand_in,
        "done": engine.result(now.number, table.number) is not None, "place": place,
    }  # fmt: skip


def web_seat(row: Evening, seat: dict[str, Any]) -> str:
    """The secret of the own seat where the table is a web table."""
    own = SeatPass.objects.filter(
        hosted__evening=row, hosted__round=seat["round"], hosted__table=seat["table"], seat=seat["place"]
    ).first()
    return "" if own is None or seat["stand_in"] else own.secret


def own_rows(engine: EveningState, player: str) -> list[dict[str, Any]]:
    """The rounds of a person: where, with whom, what it counted. Rounds to come only where the book prints them beforehand."""
    names = public_names(engine)
    ahead = engine.book.evening.draw is DrawWhen.AHEAD
    rows = []
    for row in sheet(engine, player).rows:
        hidden = row.round > engine.released and not ahead
        partner = "" if hidden or row.partner is None else names.get(row.partner, row.partner)
        rows.append({
            "round": row.round, "table": None if hidden else row.table, "partner": partner, "score": row.written,
            "signed": row.signed, "striche": row.striche, "how": row.how.value, "played": row.how is How.PLAYED,
        })  # fmt: skip
    return rows
