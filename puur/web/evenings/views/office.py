"""The office: sheets of paper are typed by one clerk and blind by a second, differences settled, results signed and corrected.

A clerk never sees what the first one typed before having typed too. What is agreed and stored is `entry_confirm`; the page of one
table is `office_tables`, the personal sheets that a book wants handed in are `office_sheets`.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from puur.core.errors import Refusal
from puur.core.evening import Visa
from puur.core.typed import page_rules
from puur.evening.evening import Evening
from puur.evening.state import Confirm
from puur.web import people
from puur.web.doors.models import HostedTable
from puur.web.evenings import rights, store
from puur.web.evenings.desk import small
from puur.web.evenings.fold import folded
from puur.web.evenings.models import STAFF, ResultDraft, Role
from puur.web.evenings.rights import Access
from puur.web.evenings.views import entry_confirm
from puur.web.evenings.views.entry import script_texts, seat_names
from puur.web.evenings.views.entry_confirm import FIRST, PHONE, SECOND
from puur.web.evenings.views.office_forms import columns_of, from_form, side_fields
from puur.words import say


def table_rows(access: Access, engine: Evening, round_: int) -> list[dict[str, Any]]:
    """Every table of a round with how far it is, as this clerk may know it."""
    drafts: dict[int, list[ResultDraft]] = {}
    for draft in store.drafts(access.row, round_):
        drafts.setdefault(draft.table, []).append(draft)
    twice = entry_confirm.policy(access.row, engine) is Confirm.TWICE
    alone = entry_confirm.alone(access.row)
    on_the_web = set(HostedTable.objects.filter(evening=access.row, round=round_, broken="").values_list("table", flat=True))
    rows = []
    for table in engine.round(round_).tables:
        own = {draft.source: draft for draft in drafts.get(table.number, []) if draft.source != PHONE}
        phones = [draft for draft in drafts.get(table.number, []) if draft.source == PHONE]
        version = engine.result(round_, table.number)
        dispute = engine.disputes.get((round_, table.number))
        if dispute is not None and dispute.open:
            state = "disputed"
        elif version is not None:
            state = "signed" if entry_confirm.locked(engine, round_, table.number) else "confirmed"
        elif FIRST in own and SECOND in own:
            state = "differs"
        elif any(draft.data.get("call") for draft in [*own.values(), *phones]):
            state = "call"
        elif len(phones) > 1:
            state = "phones-differ"
        elif FIRST in own and not twice:
            state = "differs"  # from a phone: both are looked at
        elif FIRST in own:
            state = "mine" if own[FIRST].data.get("who") == access.who.key and not alone else "second"
        else:
            state = "phone" if phones else "web" if table.number in on_the_web else "missing"
        score = "" if version is None else " : ".join(map(str, version.score))
        rows.append({"number": table.number, "state": state, "score": score})
    return rows


def next_table(rows: list[dict[str, Any]], after: int = 0) -> int | None:
    """The next table that this clerk can type, beginning behind `after` and starting over at the front."""
    waiting = [row["number"] for row in rows if row["state"] in ("missing", "second", "phone", "phones-differ")]
    return next((number for number in waiting if number > after), waiting[0] if waiting else None)


def _round(request: HttpRequest, engine: Evening) -> int:
    given = request.POST.get("round") or request.GET.get("round") or ""
    return small(given) if 1 <= small(given) <= engine.released else engine.released


@require_http_methods(["GET", "HEAD", "POST"])
def office(request: HttpRequest, code: str) -> HttpResponse:
    """All tables of a round, and the form for the next one."""
    access = rights.need(request, code, *STAFF)
    engine = folded(access.row).engine
    lang = people.lang_of(request)
    if not engine.released:
        return render(request, "evenings/entry/office.html", {"evening": access.row, "access": access, "empty": True})
    round_ = _round(request, engine)
    table = small(request.POST.get("table") or request.GET.get("table") or "")
    form, problem, splits = request.POST, "", False
    if request.method == "POST":
        try:
            engine.table(round_, table)
            sheet = from_form(request.POST, engine.book)
            said = {name: name in request.POST for name in ("call", "again", "split")}
            outcome = entry_confirm.typed(access, round_, table, sheet, **said)
        except Refusal as refused:
            splits = refused.reason == "sum-split"
            problem = store.sentence(refused, lang, engine)
        else:
            sentence = say(f"evening_entry.office.{outcome}", lang, table=table)
            if outcome == "differs":
                messages.warning(request, sentence)
                return redirect("evening-office-table", code, round_, table)
            messages.success(request, sentence)
            return redirect(f"{reverse('evening-office', args=[code])}?round={round_}&after={table}")
    access = rights.need(request, code, *STAFF)
    engine = folded(access.row).engine
    rows = table_rows(access, engine, round_)
    known = any(shown["number"] == table for shown in rows)
    chosen = table if known else next_table(rows, small(request.GET.get("after", "")))
    row = next((shown for shown in rows if shown["number"] == chosen), None)
    if request.method == "GET" and known and row is not None and row["state"] in ("differs", "call", "disputed"):
        return redirect("evening-office-table", code, round_, table)
    context = {
        "evening": access.row, "access": access, "round": round_, "rounds": range(1, engine.released + 1), "rows": rows,
        "chosen": row, "form": form, "problem": problem, "splits": splits,
        "sides": side_fields(engine, seat_names(engine, engine.table(round_, row["number"]), lang), form) if row else [],
        "rules": page_rules(engine.book), "columns": columns_of(engine.book),
        "done": (done := sum(shown["state"] in ("confirmed", "signed") for shown in rows)), "rest": len(rows) - done,
        "closed": engine.closed,
        "sheets": engine.collects_sheets,
        "policy": entry_confirm.policy(access.row, engine).value,
        "signs": engine.book.evening.visa is not Visa.NONE and access.role != Role.OFFICE and not engine.closed,
        "texts": script_texts(lang, "evening_entry.office.js."),
    }  # fmt: skip
    return render(request, "evenings/entry/office.html", context, status=409 if problem else 200)
