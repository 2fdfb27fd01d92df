"""Rulings of an evening: what was taken from whom, by which article; given and withdrawn, with what it changes told first."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from puur.core.errors import Refusal
from puur.evening.evening import Evening as Engine
from puur.evening.events import PenaltyGiven
from puur.web import people
from puur.web.clubs import store as clubs
from puur.web.clubs.words import name_of
from puur.web.doors import fines, preview
from puur.web.evenings import store
from puur.web.evenings.desk import desk, franks, money, number, player_of, show, small, text
from puur.web.evenings.fold import EVENINGS, folded
from puur.web.evenings.models import Evening, Role
from puur.web.evenings.rights import Access
from puur.words import say, texts


@require_http_methods(["GET", "HEAD", "POST"])
@desk(Role.CONTROLLER)
def rulings(request: HttpRequest, access: Access) -> HttpResponse:
    """Every penalty of the evening; a new one, or the withdrawal of one, is shown with its effects and then made.

    An address may fill the form in (`player`, `act`, `points`, `reason`, `rule`, `fine`), as the referee's page does.
    """
    row, lang = access.row, people.lang_of(request)
    engine, asked = folded(row).engine, None
    if request.method == "POST":
        task = request.POST.get("do", "")
        if task == "withdraw":
            engine.still_open()
            _own(row, small(request.POST.get("n", "")))
            store.undo(row.code, [small(request.POST.get("n", ""))], access.name, text(request, "reason", 200, needed=True))
        elif task == "give":
            store.submit(row.code, [_given(request, engine)], access.name)
        else:
            given = _given(request, engine)
            fine = franks(given.fine) if given.fine else ""
            asked = {"event": given, "trial": preview.with_events(row, [given], lang), "fine": fine}
        if asked is None:
            messages.success(request, say(f"doors.ruling.done.{'back' if task == 'withdraw' else 'given'}", lang))
            return redirect("evening-rulings", row.code)
    wanted = small(request.GET.get("withdraw", ""))
    return show(
        request, access, "rulings", "ranking", rulings=_listed(row), asked=asked, acts=_acts(engine, lang),
        form=request.POST or request.GET, withdrawing=_withdrawing(row, wanted, lang) if wanted else None,
        people=sorted(engine.players.values(), key=lambda player: player.name.casefold()), clubs=preview.clubs_of(row),
    )  # fmt: skip


def _acts(engine: Engine, lang: str) -> list[dict[str, Any]]:
    """The closed list of the book, where it has one: what an act costs, and its article."""
    return [
        {
            "act": act, "points": penalty.points, "rule": engine.book.rule(f"penalties.{act}"),
            "word": texts().get(f"rules.field.penalties.{act}", {}).get(lang, act),
        }
        for act, penalty in engine.book.penalties.items()
    ]  # fmt: skip


def _given(request: HttpRequest, engine: Engine) -> PenaltyGiven:
    """The ruling in a form: an act of the book's list brings its points and its article."""
    player, act = player_of(engine, request.POST.get("player", "")).id, request.POST.get("act", "")
    fine = money(request.POST.get("fine", ""))
    if act in engine.book.penalties:
        points, rule = engine.book.penalties[act].points, engine.book.rule(f"penalties.{act}")
        return PenaltyGiven(player, points, text(request, "reason", 200) or act, rule, fine)
    points = number(request, "points", -10_000, 10_000, default=0 if fine else None)
    return PenaltyGiven(player, points, text(request, "reason", 200, needed=True), text(request, "rule", 40), fine)


def _withdrawing(row: Evening, wanted: int, lang: str) -> dict[str, Any]:
    """What taking a ruling back would change: in the ranking, and of the fines in the ledgers of clubs."""
    _own(row, wanted)
    without = preview.without(row, wanted)
    gone = [(club.name, name_of(clubs.engine(club), charge.debtor), charge) for club, charge in fines.would_go(row, without)]
    return {"n": wanted, "trial": preview.compared(row, without, lang), "fines": gone}


def _own(row: Evening, wanted: int) -> None:
    """Refuse a number that is no ruling of this evening."""
    if wanted not in {ruling["n"] for ruling in _listed(row)}:
        raise Refusal("nothing-to-undo")


def _listed(row: Evening) -> list[dict[str, Any]]:
    """Rulings that an official entered, with their lines; then those of web tables, which come with their sheets."""
    state = folded(row)
    engine = state.engine
    listed: list[dict[str, Any]] = [
        {
            "n": n, "name": engine.players[event.player].name, "points": event.points, "reason": event.reason, "rule": event.rule,
            "fine": franks(event.fine) if event.fine else "",
        }
        for n, event in zip(state.numbers, engine.events, strict=True)
        if isinstance(event, PenaltyGiven)
    ]  # fmt: skip
    for (round_, table), versions in sorted(engine.results.items()):
        seats = engine.table(round_, table).seats
        for penalty in versions[-1].sheet.penalties:
            seat = seats[penalty.seat]
            name = seat.stand_in or (engine.players[seat.player].name if seat.player else "–")
            url = reverse("evening-trail", args=[row.code, round_, table])
            listed.append({"n": 0, "name": name, "points": penalty.points, "reason": "", "rule": penalty.rule, "url": url})
    known = {n: (at, by) for n, at, by in EVENINGS.on_record(row).values_list("n", "at", "by")}
    for ruling in listed:
        ruling["at"], ruling["by"] = known.get(ruling["n"], (None, ""))
    return listed
