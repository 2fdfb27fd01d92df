"""One table in the office: what was typed side by side, what counts and since when, the Visum, a correction with its reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from puur.core.errors import Refusal
from puur.core.evening import Visa
from puur.core.sheet import Sheet
from puur.core.typed import page_rules
from puur.evening.evening import Evening
from puur.evening.events import DisputeDecided, DisputeRaised, ResultEntered, SatElsewhere
from puur.evening.state import Confirm, Version
from puur.papers.tables import in_order
from puur.web import people
from puur.web.asking import again, asks, fingerprint
from puur.web.doors import preview
from puur.web.evenings import rights, store
from puur.web.evenings.desk import small, text
from puur.web.evenings.fold import folded
from puur.web.evenings.models import STAFF, ResultDraft, Role
from puur.web.evenings.rights import Access
from puur.web.evenings.views import entry_confirm
from puur.web.evenings.views.entry import phase_of, script_texts, seat_names
from puur.web.evenings.views.entry_confirm import PHONE
from puur.web.evenings.views.office_forms import columns_of, from_form, sheet_lines, side_fields
from puur.words import say


def _come(request: HttpRequest, code: str, round_: int, number: int) -> tuple[Access, Evening]:
    """Who asks, about a table that is or was being played."""
    access = rights.need(request, code, *STAFF)
    engine = folded(access.row).engine
    if phase_of(engine, round_, number) == "gone" or round_ > engine.released:
        raise Http404
    return access, engine


@require_safe
def table(request: HttpRequest, code: str, round_: int, number: int) -> HttpResponse:
    """The page of a table."""
    access, engine = _come(request, code, round_, number)
    return _page(request, access, engine, round_, number)


def visible(access: Access, drafts: list[ResultDraft]) -> list[ResultDraft]:
    """What this person may see of what was typed.

    Blind: the office sees nothing before two clerks, or two sides at the table, have typed; where one typing is enough, before
    a clerk and a phone have. An official who is asked to decide about a wrong sum sees everything, and so does one who may let a
    sheet from a phone count where nobody types a second time.
    """
    clerks = [draft for draft in drafts if draft.source != PHONE]
    phones = [draft for draft in drafts if draft.source == PHONE]
    once = entry_confirm.policy(access.row, folded(access.row).engine) is not Confirm.TWICE
    if (
        len(clerks) == 2
        or (once and clerks and phones)
        or (access.role != Role.OFFICE and (any(draft.data.get("call") for draft in drafts) or (once and phones)))
    ):
        return drafts
    return phones if len(phones) > 1 else []


def _version(number: int, version: Version) -> dict[str, Any]:
    written = version.sheet.totals if version.sheet.totals != version.points else None
    score = " : ".join(map(str, version.score))
    return {"n": number, "by": version.by, "reason": version.reason, "score": score, "written": written, "rule": version.rule}


def _page(
    request: HttpRequest,
    access: Access,
    engine: Evening,
    round_: int,
    number: int,
    refused: Refusal | None = None,
    trial: preview.Trial | None = None,
) -> HttpResponse:
    lang = people.lang_of(request)
    drafts = store.drafts(access.row, round_, number)
    typed = visible(access, drafts)
    given = request.POST or request.GET  # typed here, or where it was asked what a correction would change
    seated = engine.table(round_, number).players()
    context = {
        "evening": access.row, "access": access, "round": round_, "number": number,
        "sides": side_fields(engine, seat_names(engine, engine.table(round_, number), lang), given),
        "typed": [
            {"source": draft.source, "side": " + ".join(draft.side.upper()), "by": draft.by, "pk": draft.pk}
            | {"call": draft.data.get("call")}
            for draft in typed
        ],
        "lines": sheet_lines([entry_confirm.sheet_of(draft, engine) for draft in typed], engine, lang),
        "blind": bool(drafts) and not typed, "result": engine.result(round_, number),
        "versions": [_version(n, version) for n, version in enumerate(engine.results.get((round_, number), []), start=1)],
        "signed_by": sorted({by.capitalize() for (who, at), by in engine.signed.items() if at == round_ and who in seated}),
        "visa": engine.book.evening.visa is not Visa.NONE, "may_sign": access.role != Role.OFFICE,
        "rules": {**page_rules(engine.book), "schreiber": engine.sides[engine.writes(round_, number)]},
        "columns": columns_of(engine.book), "form": dict(given.items()),
        "problem": store.sentence(refused, lang, engine) if refused else "",
        "waits": sum(draft.source == PHONE for draft in drafts) == 1 and access.role != Role.OFFICE,
        "two": len(set(engine.sides)) == 2,
        "sat": [] if engine.in_pairs else [(player, engine.name(player)) for player in seated],
        "elsewhere": [(each.id, engine.name(each.id)) for each in in_order(engine) if each.id in engine.round(round_).players()],
        "others": [table for at, table in sorted(engine.results) if at == round_ and table != number],
        "closed": engine.closed, "dispute": engine.disputes.get((round_, number)),
        "texts": script_texts(lang, "evening_entry.office.js."), "trial": trial, "again": again(request) if trial else (),
        "ask": fingerprint(request.GET),  # what was tried on the page that says where the result comes from is not asked again
    }  # fmt: skip
    return render(request, "evenings/entry/office_table.html", context, status=409 if refused else 200)


@require_POST
def decide(request: HttpRequest, code: str, round_: int, number: int) -> HttpResponse:
    """Settle a difference, or correct a result: one of the typed sheets, or a new one, always with a reason."""
    access, engine = _come(request, code, round_, number)
    try:
        sheet = _chosen(request, access, engine, round_, number)
        if asks(request) and engine.result(round_, number) is not None:
            trial = _trial(access, engine, round_, {number: sheet}, people.lang_of(request))
            return _page(request, access, engine, round_, number, trial=trial)
        entry_confirm.decide(access, round_, number, sheet, request.POST.get("reason", ""))
    except Refusal as refused:
        return _page(request, access, engine, round_, number, refused)
    messages.success(request, say("evening_entry.office.decided", people.lang_of(request), table=number))
    return redirect(f"{reverse('evening-office', args=[code])}?round={round_}&after={number}")


@require_POST
def mend(request: HttpRequest, code: str, round_: int, number: int) -> HttpResponse:
    """What goes wrong on every evening, each with one button: a forgotten confirmation, sides or tables mixed up."""
    access, engine = _come(request, code, round_, number)
    lang, task, result = people.lang_of(request), request.POST.get("do", ""), engine.result(round_, number)
    try:
        if asks(request) and result is not None and task in ("turn", "exchange"):
            trial = _trial(access, engine, round_, _mended(request, engine, round_, number), lang)
            return _page(request, access, engine, round_, number, trial=trial)
        if asks(request) and task == "seats":
            trial = preview.with_events(access.row, [_sat(request, access, engine, round_)], lang)
            return _page(request, access, engine, round_, number, trial=trial)
        if task == "accept":
            entry_confirm.accept(access, round_, number)
        elif task == "turn" and result is not None and len(set(engine.sides)) == 2:
            reason = say("evening_entry.mend.turn", lang)
            entry_confirm.decide(access, round_, number, entry_confirm.turned(result.sheet), reason)
        elif task == "exchange":
            other = small(request.POST.get("other", ""))
            engine.table(round_, other)
            reason = say("evening_entry.mend.exchange.reason", lang, one=number, two=other)
            entry_confirm.exchange(access, round_, number, other, reason)
        elif task == "seats":
            store.submit(code, lambda now: [_sat(request, access, now, round_)], by=access.name)
        else:
            raise Refusal("unknown-act")
    except Refusal as refused:
        return _page(request, access, engine, round_, number, refused)
    messages.success(request, say("evening_entry.office.decided", lang, table=number))
    return redirect("evening-office-table", code, round_, number)


def _sat(request: HttpRequest, access: Access, engine: Evening, round_: int) -> SatElsewhere:
    """Two who sat in each other's seats; an official is named where a visum locks one of them."""
    both = request.POST.get("player", ""), request.POST.get("instead", "")
    signed = any((player, round_) in engine.signed for player in both)
    reason = say("evening_entry.mend.seats", people.lang_of(request))
    return SatElsewhere(round_, *both, reason, entry_confirm.official(access, engine) if signed else "")


def _mended(request: HttpRequest, engine: Evening, round_: int, number: int) -> dict[int, Sheet]:
    """The sheets that a button would leave, by their tables."""
    result, other = engine.result(round_, number), small(request.POST.get("other", ""))
    theirs = engine.result(round_, other) if engine.rounds[round_ - 1].table(other) is not None else None
    if result is None or (request.POST.get("do") == "exchange" and (theirs is None or other == number)):
        raise Refusal("changed")
    if request.POST.get("do") == "turn" or theirs is None:
        return {number: entry_confirm.turned(result.sheet)}
    return {number: theirs.sheet, other: result.sheet}


def _trial(access: Access, engine: Evening, round_: int, sheets: Mapping[int, Sheet], lang: str) -> preview.Trial:
    """What other sheets would change."""
    by = (engine.book.referee.officials or ("?",))[-1]
    return preview.with_events(
        access.row, [ResultEntered(round_, table, sheet, reason="?", decided_by=by) for table, sheet in sheets.items()], lang
    )


def _chosen(request: HttpRequest, access: Access, engine: Evening, round_: int, number: int) -> Sheet:
    key = small(request.POST.get("draft", ""), 12)
    known = visible(access, store.drafts(access.row, round_, number))
    if not known and engine.result(round_, number) is None:
        raise Refusal("blind", table=number)  # nobody sets a first result alone
    if not key:
        return from_form(request.POST, engine.book)
    draft = next((typed for typed in known if typed.pk == key), None)
    if draft is None:
        raise Refusal("changed")
    return entry_confirm.sheet_of(draft, engine)


@require_POST
def dispute(request: HttpRequest, code: str, round_: int, number: int) -> HttpResponse:
    """A table waits for a decision, or an official decides. (NWS-9-03, NWS-9-04, TAM-ES-73, TAM-ES-74)"""
    access, engine = _come(request, code, round_, number)
    try:
        if "account" in request.POST:
            account = text(request, "account", 300, needed=True)
            store.submit(code, DisputeRaised(round_, number, account, access.name), by=access.name)
        else:
            decision, by = text(request, "decision", 300, needed=True), entry_confirm.official(access, engine)
            store.submit(code, DisputeDecided(round_, number, decision, by), by=access.name)
    except Refusal as refused:
        return _page(request, access, engine, round_, number, refused)
    return redirect("evening-office-table", code, round_, number)


@require_POST
def sign(request: HttpRequest, code: str, round_: int, number: int) -> HttpResponse:
    """The Visum of a controller for everybody at a table."""
    access, engine = _come(request, code, round_, number)
    if engine.result(round_, number) is None:
        raise Http404
    try:
        entry_confirm.sign(access, round_, number)
    except Refusal as refused:
        messages.error(request, store.sentence(refused, people.lang_of(request), engine))
    else:
        messages.success(request, say("evening_entry.office.signed", people.lang_of(request), table=number))
    if "list" in request.POST:
        return redirect(f"{reverse('evening-office', args=[code])}?round={round_}")
    return redirect("evening-office-table", code, round_, number)
