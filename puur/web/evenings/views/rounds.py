"""The round that is on: which tables are missing, which are typed, confirmed or signed, and the clock. Entry is the office's."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from puur.core.evening import Visa
from puur.evening.evening import Evening as Engine
from puur.evening.seating import Table
from puur.web import people
from puur.web.evenings import store
from puur.web.evenings.desk import desk, optional, show
from puur.web.evenings.fold import folded
from puur.web.evenings.models import STAFF
from puur.web.evenings.rights import Access
from puur.web.evenings.views.drawing import shown_round


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
    engine, lang = folded(access.row).engine, people.lang_of(request)
    shown = shown_round(engine, engine.round(number), lang)
    typed: dict[int, set[str]] = {}
    for draft in store.drafts(access.row, number):
        typed.setdefault(draft.table, set()).add(draft.source)
    for table in shown["tables"]:
        table |= _state(engine, number, engine.table(number, table["number"]), typed)
        if shown["released"]:
            table["url"] = _entry(access.row.code, number, table)
    return show(
        request, access, "round", "round", number=number, tables=shown["tables"], out=shown["out"], released=shown["released"],
        missing=engine.missing_results(number) if shown["released"] else [], all=range(1, len(engine.rounds) + 1),
        visa=engine.book.evening.visa is not Visa.NONE, office=optional("evening-office", access.row.code),
    )  # fmt: skip


def _entry(code: str, number: int, table: dict[str, Any]) -> str:
    """Where the result of a table is entered, or looked at and corrected."""
    if table["result"]:
        return optional("evening-office-table", code, number, table["number"])
    return f"{optional('evening-office', code)}?round={number}&table={table['number']}"


def _state(engine: Engine, round_: int, table: Table, typed: dict[int, set[str]]) -> dict[str, Any]:
    result = engine.result(round_, table.number)
    signed = sum((player, round_) in engine.signed for player in table.players())
    return {
        "result": " : ".join(map(str, result.score)) if result else "",
        "versions": len(engine.results.get((round_, table.number), ())), "typed": sorted(typed.get(table.number, ())),
        "confirmed": engine.confirmed.get((round_, table.number), ""), "signed": signed,
        "all_signed": signed == len(table.players()), "rule": result.rule if result else "",
    }  # fmt: skip
