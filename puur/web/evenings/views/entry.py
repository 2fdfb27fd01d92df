"""The Jasszettel on a phone: the page behind the QR code, its state for a script, and what a phone sends.

The secret in the address is the only key: no account, no cookie, and so no token against forged forms either. Who knows the
secret sits at the table. What is agreed and stored is `entry_confirm`; what a sheet may be is `core.typed`.
"""

from __future__ import annotations

import functools
import json
import uuid
from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from puur.core.control import judge
from puur.core.errors import Refusal
from puur.core.sheet import Origin
from puur.core.typed import page_rules
from puur.evening.evening import Evening
from puur.evening.events import DisputeDecided, DisputeRaised, Event
from puur.evening.seating import SEAT_LETTERS, Table
from puur.log.sheets import SHEET, decoded
from puur.referee.officials import PLAYERS
from puur.web import people
from puur.web.doors.evening import broken_off
from puur.web.evenings import store
from puur.web.evenings.desk import View, text
from puur.web.evenings.fold import folded
from puur.web.evenings.models import ResultDraft, TablePass
from puur.web.evenings.templatetags.evening import day
from puur.web.evenings.views.entry_confirm import PHONE, Message, locked, receive, sheet_of, side_keys
from puur.web.evenings.views.entry_door import door, sending
from puur.web.live.speech import thing
from puur.web.server.throttle import address_of
from puur.words import say, texts
from puur.words.evening import cited

MOST_BYTES = 20_000
MOST_DISPUTES = 3  # that those at a table may raise in a round; the office may go on
WORKER = "evenings/entry/sw.js"
KINDS = ("enter", "confirm", "both")


def no_page(request: HttpRequest, status: int) -> HttpResponse:
    """That there is no table behind a secret, for people."""
    return render(request, "evenings/entry/unknown.html", {"often": status == 429}, status=status)


def _no_state(request: HttpRequest, status: int) -> HttpResponse:
    return JsonResponse({"text": say("evening_entry.unknown", people.lang_of(request))}, status=status)


def at_table(unknown: Callable[[HttpRequest, int], HttpResponse]) -> Callable[[View], View]:
    """A view of the table behind a secret; `unknown` answers with 404, or 429 for somebody who has tried too many."""

    def wrap(view: View) -> View:
        @functools.wraps(view)
        def inner(request: HttpRequest, secret: str, **more: Any) -> HttpResponse:
            if not door.may_try(address_of(request), secret):
                return unknown(request, 429)
            table_pass = TablePass.objects.filter(secret=secret).select_related("evening").first()
            door.tried(address_of(request), secret, right=table_pass is not None)
            if table_pass is None:
                return unknown(request, 404)
            return view(request, table_pass, **more) if sending.take(secret) else unknown(request, 429)

        return inner

    return wrap


def script_texts(lang: str, *starts: str) -> dict[str, str]:
    """Texts for a script, to travel inside the page."""
    return {key: entry[lang] for key, entry in texts().items() if key.startswith(starts or ("evening_entry.",))}


def seat_names(engine: Evening, table: Table, lang: str, known: Mapping[str, str] | None = None) -> list[str]:
    """Everybody at a table by name, or by what `known` calls them."""
    names = []
    for seat in table.seats:
        if seat.stand_in:
            names.append(say("evening_entry.standin", lang, name=seat.stand_in))
        elif seat.player is None:
            names.append(say("evening_entry.helper", lang))
        else:
            names.append(engine.name(seat.player) if known is None else known[seat.player])
    return names


def phase_of(engine: Evening, round_: int, table: int, *, archived: bool = False) -> str:
    """How far a table is: `gone` (drawn anew), `waiting`, `open`, `disputed`, `confirmed`, `closed`."""
    if not 1 <= round_ <= len(engine.rounds) or engine.rounds[round_ - 1].table(table) is None:
        return "gone"
    if (dispute := engine.disputes.get((round_, table))) is not None and dispute.open:
        return "disputed"
    if engine.result(round_, table) is not None:
        return "confirmed"
    if engine.closed or archived:
        return "closed"
    return "waiting" if round_ > engine.released else "open"


def state_of(table_pass: TablePass, lang: str) -> dict[str, Any]:
    """What a phone may know of its table."""
    row, round_, number = table_pass.evening, table_pass.round, table_pass.table
    engine = folded(row).engine
    phase = phase_of(engine, round_, number, archived=row.archived is not None)
    seats = seat_names(engine, engine.table(round_, number), lang) if phase != "gone" else ["–"] * len(engine.sides)
    rules, faces = page_rules(engine.book), engine.book.table.faces
    lines = [[name, factor, thing(name, faces, lang)] for name, factor in rules["lines"]]
    drafts = {draft.side: draft for draft in store.drafts(row, round_, number) if draft.source == PHONE}
    return {
        "at": store.now_ms(),
        "evening": {"code": row.code, "title": row.title, "date": day(engine.setup.date), "venue": engine.setup.venue},
        "round": round_, "rounds": engine.planned, "table": number, "now": engine.released, "late": round_ < engine.released,
        "phase": phase,
        "seats": [
            {"letter": SEAT_LETTERS[place], "name": name, "writes": place == engine.scribe(round_, number)}
            for place, name in enumerate(seats)
        ],
        "rules": {**rules, "lines": lines, "schreiber": engine.sides[engine.writes(round_, number)]},
        "drafts": [_draft_json(engine, drafts.get(side)) for side in side_keys(engine)],
        "result": _result_json(engine, round_, number) if phase == "confirmed" else None,
    }  # fmt: skip


def _draft_json(engine: Evening, draft: ResultDraft | None) -> dict[str, Any] | None:
    if draft is None:
        return None
    sheet = sheet_of(draft, engine)
    judged = judge(engine.book, sheet, engine.sides[engine.writes(draft.round, draft.table)])
    return {
        "id": draft.action, "sheet": SHEET.write(sheet), "call": bool(draft.data.get("call")),
        "found": judged.check.found if judged.check else 0, "expected": judged.check.expected if judged.check else 0,
        "settled": list(judged.points) if judged.points and judged.rule else None,
    }  # fmt: skip


def _result_json(engine: Evening, round_: int, table: int) -> dict[str, Any]:
    version = engine.result(round_, table)
    assert version is not None
    changed = version.points is not None and version.points != version.sheet.totals
    return {
        "sheet": SHEET.write(version.sheet), "settled": list(version.score) if changed else None, "rule": cited(version.rule),
        "locked": locked(engine, round_, table), "version": len(engine.results[round_, table]), "reason": version.reason,
    }  # fmt: skip


@require_safe
@cache_control(no_cache=True, private=True)
@at_table(no_page)
def page(request: HttpRequest, table_pass: TablePass) -> HttpResponse:
    """The Jasszettel of a table."""
    return _page(request, table_pass)


def _page(request: HttpRequest, table_pass: TablePass, refused: str = "") -> HttpResponse:
    lang, engine = people.lang_of(request), folded(table_pass.evening).engine
    context = {
        "refused": refused, "dispute": engine.disputes.get((table_pass.round, table_pass.table)),
        "settles": engine.book.referee.self_settled, "secret": table_pass.secret, "base": reverse("evening-entry-home"),
        "state": state_of(table_pass, lang), "texts": script_texts(lang), "evening": table_pass.evening,
        "broken": broken_off(table_pass.evening, table_pass.round, table_pass.table),
    }  # fmt: skip
    return render(request, "evenings/entry/entry.html", context, status=409 if refused else 200)


@csrf_exempt
@require_POST
@at_table(no_page)
def dispute(request: HttpRequest, table_pass: TablePass) -> HttpResponse:
    """Those at the table disagree, or are of one mind again, where the book lets them settle it. (TAM-ES-73, TAM-CP-45)"""
    row, place = table_pass.evening, (table_pass.round, table_pass.table)
    try:
        if "account" in request.POST:
            raised = DisputeRaised(*place, text(request, "account", 300, needed=True), PLAYERS)
            store.submit(row.code, lambda engine: _disputed(engine, raised))
        else:
            store.submit(row.code, DisputeDecided(*place, "", PLAYERS))
    except Refusal as refusal:
        return _page(request, table_pass, _sentence(refusal, people.lang_of(request), table_pass))
    return redirect("evening-entry", table_pass.secret)


def _disputed(engine: Evening, raised: DisputeRaised) -> list[Event]:
    """Another dispute of those at a table, if they have not had enough of them: each holds the result up until it is decided."""
    before = [event for event in engine.events if isinstance(event, DisputeRaised) and event.by == PLAYERS]
    if sum((event.round, event.table) == (raised.round, raised.table) for event in before) >= MOST_DISPUTES:
        raise Refusal("disputes-enough", most=MOST_DISPUTES)
    return [raised]


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Somebody has typed the beginning of an address: what to do instead."""
    return no_page(request, 404)


@require_safe
@at_table(_no_state)
def state(request: HttpRequest, table_pass: TablePass) -> HttpResponse:
    """What the server knows of a table; 304 while nothing is new."""
    lang = people.lang_of(request)
    newest = [draft.at for draft in store.drafts(table_pass.evening, table_pass.round, table_pass.table)]
    tag = f'"{table_pass.evening.revision}-{len(newest)}-{max(newest, default=0)}-{lang}"'
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified()
    response = JsonResponse(state_of(table_pass, lang))
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "no-store"
    return response


def message_of(body: bytes) -> Message:
    """What a phone sent, checked."""
    if len(body) > MOST_BYTES:
        raise Refusal("form")
    try:
        raw = json.loads(body)
        sheet = None if raw.get("sheet") is None else decoded(raw["sheet"], Origin.PHONE)
        message = Message(
            id=str(uuid.UUID(str(raw["id"]))), kind=raw["kind"], side=str(raw["side"]), evening=str(raw["evening"]),
            round=int(raw["round"]), table=int(raw["table"]), sheet=sheet, of=str(raw.get("of", ""))[:64],
            call=raw.get("call") is True, seq=int(raw.get("seq", 0)), device=str(raw.get("device", ""))[:64],
        )  # fmt: skip
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as problem:
        raise Refusal("form") from problem
    if message.kind not in KINDS:
        raise Refusal("form")
    return message


@csrf_exempt
@require_POST
@at_table(_no_state)
def send(request: HttpRequest, table_pass: TablePass) -> HttpResponse:
    """Take what a phone sends. A refusal is 409 with its words and the state; nothing is lost by it."""
    lang = people.lang_of(request)
    if request.content_type != "application/json":  # what a form of another page cannot send
        return JsonResponse({"text": say("evenings.refused.form", lang)}, status=415)
    try:
        message = message_of(request.body)
        receive(table_pass.evening, table_pass.round, table_pass.table, message)
    except Refusal as problem:
        fresh = TablePass.objects.select_related("evening").get(pk=table_pass.pk)
        refusal = {"ok": False, "reason": problem.reason, "text": _sentence(problem, lang, fresh), "state": state_of(fresh, lang)}
        return JsonResponse(refusal, status=409)
    fresh = TablePass.objects.select_related("evening").get(pk=table_pass.pk)
    return JsonResponse({"ok": True, "id": message.id, "state": state_of(fresh, lang)})


def _sentence(problem: Refusal, lang: str, table_pass: TablePass) -> str:
    return store.sentence(problem, lang, folded(table_pass.evening).engine)


@require_safe
def worker(_request: HttpRequest) -> HttpResponse:
    """The service worker, from here so that it may serve these pages and no others."""
    from django.conf import settings

    from puur.web.asgi import static

    file = static.get(f"{settings.STATIC_URL}{WORKER}")
    if file is None:
        return HttpResponse(status=404)
    response = HttpResponse(file.body, content_type="text/javascript; charset=utf-8")
    response.headers["Service-Worker-Allowed"] = reverse("evening-entry-home")
    response.headers["Cache-Control"] = "no-cache"
    return response
