"""The round that is on: which tables are missing, which are typed, confirmed or signed, and the clock. Entry is the office's."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from puur.core.evening import Visa
from puur.evening.evening import Evening as EveningState
from puur.evening.events import RoundReleased
from puur.evening.seating import Table
from puur.web import people
from puur.web.doors import evening as door
from puur.web.doors import hosting
from puur.web.evenings import store
from puur.web.evenings.desk import desk, optional, show
from puur.web.evenings.fold import folded
from puur.web.evenings.models import STAFF, Evening, EveningEvent
from puur.web.evenings.rights import Access
from puur.web.evenings.views.drawing import shown_round
from puur.words.evening import cited


@require_safe
@desk(*STAFF)
def now(request: HttpRequest, access: Access) -> HttpResponse:
    """The round that is on, or an empty page that says that none is."""
    released = folded(access.row).engine.released
    if released:
        return redirect("evening-round", access.row.code, released)
    return show(request, access, "round", "round", number=0, tables=[], missing=[])


@require_safe
@desk(*STAFF)
def round_page(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """One round: every table and how far it is."""
    engine, lang, known = folded(access.row).engine, people.lang_of(request), door.stamp(access.row, number)
    shown = shown_round(engine, engine.round(number), lang)
    typed: dict[int, set[str]] = {}
    for draft in store.drafts(access.row, number):
        typed.setdefault(draft.table, set()).add(draft.source)
    hosted = door.of_round(access.row, number)
    standings = hosting.standings(hosted.values())
    for table in shown["tables"]:
        if (own := hosted.get(table["number"])) is not None and door.still_seated(engine, own):
            table["web"] = standings[own.pk]
        table |= _state(engine, number, engine.table(number, table["number"]), typed)
        if shown["released"]:
            table["url"] = _entry(access.row.code, number, table)
    missing = engine.missing_results(number) if shown["released"] else []
    return show(
        request, access, "round", "round", number=number, known=known, since=_minutes_since(access.row, number) if missing else 0,
        slow=missing if 2 * len(missing) < len(shown["tables"]) else [],
        tables=shown["tables"], out=shown["out"], released=shown["released"],
        missing=missing, all=range(1, len(engine.rounds) + 1),
        visa=engine.book.evening.visa is not Visa.NONE, office=optional("evening-office", access.row.code),
    )  # fmt: skip


def _minutes_since(row: Evening, number: int) -> int:
    """How long a round is on."""
    state = folded(row)
    pairs = zip(state.numbers, state.engine.events, strict=True)
    start = next((n for n, event in pairs if isinstance(event, RoundReleased) and event.round == number), None)
    at = EveningEvent.objects.filter(evening=row, n=start or 0).values_list("at", flat=True).first()
    return 0 if at is None else max(0, (store.now_ms() - at) // 60_000)


def _entry(code: str, number: int, table: dict[str, Any]) -> str:
    """Where the result of a table is entered, or looked at and corrected."""
    if table["result"]:
        return optional("evening-office-table", code, number, table["number"])
    return f"{optional('evening-office', code)}?round={number}&table={table['number']}"


def _state(engine: EveningState, round_: int, table: Table, typed: dict[int, set[str]]) -> dict[str, Any]:
    result = engine.result(round_, table.number)
    signed = sum((player, round_) in engine.signed for player in table.players())
    return {
        "result": " : ".join(map(str, result.score)) if result else "",
        "versions": len(engine.results.get((round_, table.number), ())), "typed": sorted(typed.get(table.number, ())),
        "confirmed": engine.confirmed.get((round_, table.number), ""), "signed": signed,
        "all_signed": signed == len(table.players()), "rule": cited(result.rule) if result else "",
    }  # fmt: skip
