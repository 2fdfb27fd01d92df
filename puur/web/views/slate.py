"""The slate of a physical game: kept on the phone, uploaded when there is a network; a repeated upload changes nothing."""

from __future__ import annotations

import json
import uuid
from typing import Any

from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from puur.core.errors import Refusal
from puur.core.form import form_for
from puur.core.game import Game
from puur.core.seats import SEAT_NAMES
from puur.log.errors import Unfit
from puur.log.sheets import SHEET
from puur.notation.game_events import GAME
from puur.reglement import ReglementError, load_text, shipped
from puur.web import people
from puur.web.book_facts import facts_of
from puur.web.forms import BIGGEST_BOOK
from puur.web.live.limits import Buckets
from puur.web.live.names import clean_name
from puur.web.live.speech import refusal, sentence
from puur.web.live.store import book_of
from puur.web.live.wire import BadMessage, named
from puur.web.live.written import deal_rows, entry_json, result_json, sheet_json, striche_json, stroke_json
from puur.web.models import SlateGame, SlateOp
from puur.web.slates import folded, is_own, ops_of, sheet_of_slate
from puur.web.views.tables import books
from puur.words.problems import problem_text

MOST_OPS, MOST_BYTES = 2000, 512 * 1024
ENTERED = ("result-entered", "correction-made", "thanked", "schreiber-named", "dealer-named")
writing = Buckets(60, 1)


@require_safe
@ensure_csrf_cookie
def page(request: HttpRequest) -> HttpResponse:
    """The Jasstafel; a session from the start, so that an answer that gets lost does not lose the owner of the first upload."""
    who = people.who_is(request, make=True)
    games = SlateGame.objects.filter(**people.owned_by(who)).order_by("-changed")[:30] if who.key else []
    shown = [{"id": str(slate.pk), "book": slate.book, "names": slate.names, "changed": slate.changed} for slate in games]
    return render(request, "slate.html", {"books": books(), "games": shown})


@require_POST
def own_book(request: HttpRequest) -> HttpResponse:
    """What a page has to know of a book of one's own, or what is wrong with it; nothing is stored."""
    lang = people.lang_of(request)
    if request.content_type != "text/plain" or len(request.body) > BIGGEST_BOOK:  # a form has been read by now
        return _wrong(request, "size", 400)
    try:
        book = load_text(request.body.decode("utf-8-sig", errors="replace"), "toml")
    except ReglementError as error:
        return JsonResponse({"problems": [problem_text(problem, lang) for problem in error.problems[:20]]}, status=400)
    return JsonResponse(facts_of(book))


def _read(request: HttpRequest) -> tuple[SlateGame, list[dict[str, Any]]]:
    """An upload, checked: a slate that is not stored, and its operations."""
    if request.content_type != "application/json":  # a form has been read by now, and its body with it
        raise Refusal("json")
    if len(request.body) > MOST_BYTES:
        raise Refusal("size")
    try:
        data = json.loads(request.body)
        key, book, text = uuid.UUID(str(data["id"])), data["book"], str(data.get("book_text") or "")
        if len(text) > BIGGEST_BOOK or (not text and book not in shipped()) or len(data["ops"]) > MOST_OPS:
            raise Refusal("json")
        target = data.get("target")
        if len(data["names"]) not in form_for(book_of(book, text)).players:
            raise Refusal("json")
        if target is not None and (type(target) is not int or not 100 <= target <= 100_000):
            raise Refusal("json")
        names = [clean_name(str(name)) or letter for name, letter in zip(data["names"], SEAT_NAMES, strict=False)]
        return SlateGame(id=key, book=book, book_text=text, target=target, names=names), [_op(op) for op in data["ops"]]
    except (ReglementError, ValueError, KeyError, TypeError, RecursionError) as problem:
        raise Refusal("json") from problem


def _op(op: dict[str, Any]) -> dict[str, Any]:
    key = str(uuid.UUID(str(op["id"])))
    if op["op"] == "undo":
        return {"id": key, "op": "undo", "of": str(uuid.UUID(str(op["of"])))}
    if op["op"] != "enter" or op["event"]["event"] not in ENTERED:
        raise Refusal("json")
    try:
        event = GAME.write(GAME.read(named(op["event"])))
    except (Unfit, BadMessage) as problem:
        raise Refusal("json") from problem
    return {"id": key, "op": "enter", "event": event}


def view_of_slate(game: Game) -> dict[str, Any]:
    """What stands on the slate."""
    totals = game.ledger.totals
    return {
        "totals": list(totals), "slate": [stroke_json(total) for total in totals],
        "entries": [entry_json(entry) for entry in game.ledger.entries], "striche": striche_json(game), "sheet": sheet_json(game),
        "deal_rows": deal_rows(game), "open": game.form.shown(game, None).get("open"), "bergpreis": game.bergpreis,
        "over": game.over, "winner": game.winner, "schneider": game.schneider,
        "dealer_next": None if game.over else game.next_dealer(),
        "deals": [result_json(game, deal) for deal in game.finished_deals], "target": game.book.ending.target,
        "warnings": [{"reason": warning.reason, "rule": warning.rule} for warning in game.warnings],
    }  # fmt: skip


def _answer(request: HttpRequest, slate: SlateGame, ops: list[dict[str, Any]]) -> dict[str, Any]:
    game, refused = folded(slate, ops)
    lang, faces = people.lang_of(request), game.book.table.faces.value
    texts = [{"id": key, **refusal(problem, lang, slate.names, faces)} for key, problem in refused.items()]
    return {"id": str(slate.pk), "ops": [op["id"] for op in ops], "refused": texts, "view": view_of_slate(game)}


def _wrong(request: HttpRequest, code: str, status: int) -> HttpResponse:
    return JsonResponse({"error": code, "text": sentence(f"error.{code}", people.lang_of(request))}, status=status)


@require_POST
def preview(request: HttpRequest) -> HttpResponse:
    """What the slate would look like; nothing is stored."""
    try:
        return JsonResponse(_answer(request, *_read(request)))
    except Refusal as problem:
        return _wrong(request, problem.reason, 400)


@require_POST
def sync(request: HttpRequest) -> HttpResponse:
    """Take what the phone has; answer with what is stored."""
    who = people.who_is(request, make=True)
    if not writing.take(who.key):
        return _wrong(request, "rate", 429)
    try:
        given, ops = _read(request)
    except Refusal as problem:
        return _wrong(request, problem.reason, 400)
    for _ in range(5):
        try:
            with transaction.atomic():
                stored = _merge(who, given, ops)
        except IntegrityError:  # two uploads at once: the other one was first
            continue
        return _wrong(request, "auth", 403) if stored is None else JsonResponse(_answer(request, *stored))
    return _wrong(request, "busy", 503)


def _merge(who: people.Who, given: SlateGame, brought: list[dict[str, Any]]) -> tuple[SlateGame, list[dict[str, Any]]] | None:
    """The slate with everything on it, what is new stored; None if it is somebody else's."""
    slate = SlateGame.objects.filter(pk=given.pk).first()
    if slate is None:
        slate = given
        slate.user_id, slate.guest_id = who.user, who.guest
        slate.save(force_insert=True)
    elif not is_own(slate, who):
        return None
    ops = ops_of(slate)
    known = {op["id"] for op in ops}
    fresh: list[dict[str, Any]] = []
    for op in brought:
        if op["id"] not in known and len(ops) + len(fresh) < MOST_OPS:
            known.add(op["id"])
            fresh.append(op)
    SlateOp.objects.bulk_create(
        SlateOp(slate=slate, place=len(ops) + place, key=op["id"], data=op) for place, op in enumerate(fresh)
    )
    slate.names = given.names
    slate.save()
    return slate, [*ops, *fresh]


@require_safe
def game(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """A stored slate, for its owner."""
    slate = SlateGame.objects.filter(pk=key).first()
    if slate is None or not is_own(slate, people.who_is(request)):
        return _wrong(request, "gone", 404)
    ops = ops_of(slate)
    more = {
        "book": slate.book,
        "target": slate.target,
        "names": slate.names,
        "log": ops,
        "sheet": SHEET.write(sheet_of_slate(slate)),
    }
    return JsonResponse({**_answer(request, slate, ops), **more})
