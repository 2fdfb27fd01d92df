"""Personal sheets that reach the office: the total that a player has added up, the Visum on it, handed in. (NWS-7-08 to 12)"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from puur.core.errors import Refusal
from puur.core.evening import Visa
from puur.core.typed import MOST
from puur.evening import results
from puur.evening.evening import Evening
from puur.evening.events import Event
from puur.evening.sheets import How
from puur.evening.sheets import sheets as all_sheets
from puur.web import people
from puur.web.evenings import rights, store
from puur.web.evenings.fold import folded
from puur.web.evenings.models import STAFF
from puur.web.evenings.rights import Access
from puur.web.evenings.views import entry_confirm
from puur.words import say


@require_http_methods(["GET", "HEAD", "POST"])
def sheets(request: HttpRequest, code: str) -> HttpResponse:
    """Everybody's sheet with how far it is, and the form for the one on the desk."""
    access = rights.need(request, code, *STAFF)
    engine = folded(access.row).engine
    problem = ""
    if request.method == "POST":
        player = request.POST.get("player", "").strip()
        try:
            store.submit(code, _handed(access, engine, player, request.POST.get("total", "").strip()), by=access.name)
        except Refusal as refused:
            problem = store.sentence(refused, people.lang_of(request), engine)
        else:
            messages.success(request, say("evening_entry.sheets.done", people.lang_of(request), name=engine.players[player].name))
            return redirect("evening-office-sheets", code)
    rows = sheet_rows(engine)
    context = {
        "evening": access.row, "access": access, "rows": rows, "problem": problem, "form": dict(request.POST.items()),
        "closed": engine.closed, "needed": engine.collects_sheets, "in": sum(bool(row["in"]) for row in rows),
    }  # fmt: skip
    return render(request, "evenings/entry/sheets.html", context, status=409 if problem else 200)


def sheet_rows(engine: Evening) -> list[dict[str, Any]]:
    """Who is here, and what is still missing on the sheet."""
    known = all_sheets(engine)
    rows = []
    for key, person in engine.players.items():
        if person.here:
            signed = all(row.signed for row in known[key].rows if row.how is How.PLAYED)
            rows.append(
                {
                    "id": key,
                    "name": engine.name(key),
                    "complete": known[key].complete,
                    "signed": signed,
                    "in": key in engine.handed_in,
                }
            )
    return rows


def _handed(access: Access, engine: Evening, player: str, total: str) -> list[Event]:
    """What one sheet on the desk means: its total was added up, an official signs it, it is handed in."""
    engine.player(player)
    if not total.isascii() or not total.removeprefix("-").isdigit() or len(total) > 7:
        raise Refusal("number", found=total[:20], low=0, high=MOST)
    by = entry_confirm.official(access, engine)
    if not by and engine.book.evening.visa is Visa.ROUNDS_AND_TOTAL:
        raise Refusal("visa-role")
    return results.handed(engine, player, int(total), by)
