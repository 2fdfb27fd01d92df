"""Rulings of an evening: what was taken from whom, by which article; given and withdrawn, with what it changes told first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from puur.core.errors import Refusal
from puur.evening.evening import Evening as EveningState
from puur.evening.events import PenaltyGiven, ResultEntered
from puur.web import people
from puur.web.doors import fines, preview
from puur.web.evenings import store
from puur.web.evenings.desk import desk, franks, money, number, player_of, show, small, text
from puur.web.evenings.fold import EVENINGS, folded
from puur.web.evenings.models import Evening, Role
from puur.web.evenings.rights import Access
from puur.web.evenings.views import entry_confirm
from puur.words import DEFAULT, say, texts


@require_http_methods(["GET", "HEAD", "POST"])
@desk(Role.OFFICE, Role.CONTROLLER)
def rulings(request: HttpRequest, access: Access) -> HttpResponse:
    """Every penalty of the evening; a new one, or the withdrawal of one, is shown with its effects and then made.

    The office reads; organisers and controllers rule.
    An address may fill the form in (`player`, `act`, `points`, `reason`, `rule`, `fine`).
    """
    row, lang = access.row, people.lang_of(request)
    engine, wanted = folded(row).engine, request.GET.get("withdraw", "")
    if access.role == Role.OFFICE and (wanted or request.method == "POST"):
        raise PermissionDenied
    if request.method == "POST":
        task = request.POST.get("do", "")
        if task not in ("withdraw", "give"):
            return tried(request, access, _given(request, engine), request.POST)
        if task == "withdraw":
            engine.still_open()
            _withdraw(access, request.POST.get("n", ""), text(request, "reason", 200, needed=True))
        else:
            store.submit(row.code, [_given(request, engine)], access.name)
        messages.success(request, say(f"doors.ruling.done.{'back' if task == 'withdraw' else 'given'}", lang))
        return redirect("evening-rulings", row.code)
    return _page(request, access, request.GET, withdrawing=_withdrawing(row, wanted, lang) if wanted else None)


def tried(request: HttpRequest, access: Access, given: PenaltyGiven, form: Mapping[str, str]) -> HttpResponse:
    """A ruling that is not made yet, with its effects; the form has what it is made of."""
    fine = franks(given.fine) if given.fine else ""
    trial = preview.with_events(access.row, [given], people.lang_of(request))
    return _page(request, access, form, asked={"event": given, "trial": trial, "fine": fine})


def _page(
    request: HttpRequest, access: Access, form: Mapping[str, str], *, asked: object = None, withdrawing: object = None
) -> HttpResponse:
    row, lang = access.row, people.lang_of(request)
    engine = folded(row).engine
    return show(
        request, access, "rulings", "ranking", rulings=_listed(row, lang), asked=asked, acts=_acts(engine, lang), form=form,
        withdrawing=withdrawing, people=sorted(engine.players.values(), key=lambda player: player.name.casefold()),
        clubs=", ".join(club.name for club in preview.clubs_of(row)),
    )  # fmt: skip


def _acts(engine: EveningState, lang: str) -> list[dict[str, Any]]:
    """The closed list of the book, where it has one: what an act costs, and its article."""
    return [
        {
            "act": act, "points": penalty.points, "rule": engine.book.rule(f"penalties.{act}"),
            "word": _word(act, lang),
        }
        for act, penalty in engine.book.penalties.items()
    ]  # fmt: skip


def _word(act: str, lang: str) -> str:
    entry = texts().get(f"rules.field.penalties.{act}") or texts().get(f"referee.offence.{act}")
    return entry[lang] if entry else act


def _given(request: HttpRequest, engine: EveningState) -> PenaltyGiven:
    """The ruling in a form: an act of the book's list brings its points and its article."""
    player, act = player_of(engine, request.POST.get("player", "")).id, request.POST.get("act", "")
    fine = money(request.POST.get("fine", ""))
    if act in engine.book.penalties:
        points, rule = engine.book.penalties[act].points, engine.book.rule(f"penalties.{act}")
        return PenaltyGiven(player, points, text(request, "reason", 200) or _word(act, people.lang_of(request)), rule, fine)
    points = number(request, "points", -10_000, 10_000, default=0 if fine else None)
    return PenaltyGiven(player, points, text(request, "reason", 200, needed=True), text(request, "rule", 40), fine)


def _withdraw(access: Access, wanted: str, reason: str) -> None:
    """Take a ruling back: its line, or where it came with the sheet of a table, the sheet once more without it and its fine."""
    row = access.row
    if "." in wanted:
        decided, attached = entry_confirm.official(access, folded(row).engine), _attached(row, wanted)
        without = replace(_sheet_without(row, wanted), reason=reason, by=access.name, decided_by=decided)
        with transaction.atomic():
            store.submit(row.code, [without], access.name)
            if attached:
                store.undo(row.code, attached, access.name, reason)
    else:
        _own(row, small(wanted))
        store.undo(row.code, [small(wanted)], access.name, reason)


def _sheet_without(row: Evening, wanted: str) -> ResultEntered:
    """The sheet of a table without one of its rulings, named by round, table and place."""
    engine, numbers = folded(row).engine, [small(part) if part.isdecimal() else -1 for part in wanted.split(".")]
    version = engine.result(numbers[0], numbers[1]) if len(numbers) == 3 else None
    if version is None or not 0 <= numbers[2] < len(version.sheet.penalties):
        raise Refusal("nothing-to-undo")
    left = tuple(penalty for place, penalty in enumerate(version.sheet.penalties) if place != numbers[2])
    officials = engine.book.referee.officials or ("?",)
    return ResultEntered(
        numbers[0], numbers[1], replace(version.sheet, penalties=left), reason="?", decided_by=officials[-1]
    )  # fmt: skip


def _attached(row: Evening, wanted: str) -> list[int]:
    """The lines by which an official has put a fine to a ruling of a web table: the same person, the same article, no points."""
    state = folded(row)
    ruled = next((ruling for ruling in _listed(row) if ruling["n"] == wanted), None)
    return [] if ruled is None else _fined(state.engine, state.numbers, ruled["player"], ruled["rule"])


def _fined(engine: EveningState, numbers: Sequence[int], player: str | None, rule: str) -> list[int]:
    return [
        n
        for n, event in zip(numbers, engine.events, strict=True)
        if isinstance(event, PenaltyGiven) and event.fine and not event.points and (event.player, event.rule) == (player, rule)
    ]


def _withdrawing(row: Evening, wanted: str, lang: str) -> dict[str, Any]:
    """What taking a ruling back would change: in the ranking, and of the fines in the ledgers of clubs."""
    if "." in wanted:
        left, gone = preview.without(row, *_attached(row, wanted)), [_sheet_without(row, wanted)]
        return {"n": wanted, "trial": preview.with_events(row, gone, lang), "fines": fines.told(row, left)}
    _own(row, small(wanted))
    without = preview.without(row, small(wanted))
    return {"n": wanted, "trial": preview.compared(row, without, lang), "fines": fines.told(row, without)}


def _place(row: Evening, round_: int, table: int, lang: str) -> str:
    return say("doors.evening.title", lang, evening=row.title, round=round_, table=table)[:200]


def _own(row: Evening, wanted: int) -> None:
    """Refuse a number that is no ruling of this evening."""
    if wanted not in {ruling["n"] for ruling in _listed(row)}:
        raise Refusal("nothing-to-undo")


def _listed(row: Evening, lang: str = DEFAULT) -> list[dict[str, Any]]:
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
        for place, penalty in enumerate(versions[-1].sheet.penalties):
            seat = seats[penalty.seat]
            name = seat.stand_in or (engine.players[seat.player].name if seat.player else "–")
            url = reverse("evening-trail", args=[row.code, round_, table])
            key = f"{round_}.{table}.{place}"
            own = {"n": key, "name": name, "points": penalty.points, "reason": "", "rule": penalty.rule, "url": url}
            fine = seat.sitter and not _fined(engine, state.numbers, seat.sitter, penalty.rule)
            form = {"player": seat.sitter, "points": "0", "rule": penalty.rule, "reason": _place(row, round_, table, lang)}
            listed.append({**own, "player": seat.sitter, "attach": urlencode(form) if fine and penalty.rule else ""})
    known = {n: (at, by) for n, at, by in EVENINGS.on_record(row).values_list("n", "at", "by")}
    for ruling in listed:
        ruling["at"], ruling["by"] = known.get(ruling["n"], (None, ""))
    return listed
