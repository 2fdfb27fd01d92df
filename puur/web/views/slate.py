"""The slate of a physical game: kept on the phone, uploaded when there is a network; a repeated upload changes nothing."""

from __future__ import annotations

import json
import uuid
from dataclasses import replace
from typing import Any

from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from puur.core.errors import RuleViolation
from puur.core.events import SchreiberNamed
from puur.core.form import form_for
from puur.core.game import Game
from puur.core.reglement import FirstDealer, Reglement, Schreiber
from puur.core.seats import SEAT_NAMES
from puur.core.setup import Setup
from puur.log.errors import Unfit
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
from puur.web.views.tables import books
from puur.words.problems import problem_text

MOST_OPS, MOST_BYTES = 2000, 512 * 1024
ENTERED = ("result-entered", "correction-made", "thanked", "schreiber-named", "dealer-named")
writing = Buckets(60, 1)


class BadUpload(ValueError):
    """Something that is no slate."""


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


def _read(request: HttpRequest) -> dict[str, Any]:
    """An upload, checked."""
    if request.content_type != "application/json":  # a form has been read by now, and its body with it
        raise BadUpload("json")
    if len(request.body) > MOST_BYTES:
        raise BadUpload("size")
    try:
        data = json.loads(request.body)
        slate = {"id": uuid.UUID(str(data["id"])), "book": data["book"], "target": data.get("target"), "ops": []}
        slate["book_text"] = text = str(data.get("book_text") or "")
        if len(text) > BIGGEST_BOOK or (not text and slate["book"] not in shipped()) or len(data["ops"]) > MOST_OPS:
            raise BadUpload("json")
        target = slate["target"]
        if len(data["names"]) not in form_for(book_of(slate["book"], text)).players:
            raise BadUpload("json")
        if target is not None and (type(target) is not int or not 100 <= target <= 100_000):
            raise BadUpload("json")
        slate["names"] = [clean_name(str(name)) or letter for name, letter in zip(data["names"], SEAT_NAMES, strict=False)]
        for op in data["ops"]:
            slate["ops"].append(_op(op))
    except (ReglementError, ValueError, KeyError, TypeError, RecursionError) as problem:
        raise BadUpload("json") from problem
    return slate


def _op(op: dict[str, Any]) -> dict[str, Any]:
    key = str(uuid.UUID(str(op["id"])))
    if op["op"] == "undo":
        return {"id": key, "op": "undo", "of": str(uuid.UUID(str(op["of"])))}
    if op["op"] != "enter" or op["event"]["event"] not in ENTERED:
        raise BadUpload("json")
    try:
        event = GAME.write(GAME.read(named(op["event"])))
    except (Unfit, BadMessage) as problem:
        raise BadUpload("json") from problem
    return {"id": key, "op": "enter", "event": event}


def fold(book: Reglement, names: list[str], ops: list[dict[str, Any]], lang: str) -> tuple[Game, list[dict[str, Any]]]:
    """The game that the operations make, and those that the rules refuse."""
    undone = {op["of"] for op in ops if op["op"] == "undo"}
    setup = Setup(names=tuple(names), first_dealer=0 if book.dealing.first_dealer is FirstDealer.HANDED else None)
    game = Game(book, setup)
    # Who writes is whoever holds the phone; the books want it named.
    for seat in {Schreiber.NONE: (), Schreiber.ONE: (0,), Schreiber.PER_TEAM: (0, 1)}[book.table.schreiber]:
        game.submit(SchreiberNamed(seat))
    refused = []
    for op in ops:
        if op["op"] != "enter" or op["id"] in undone:
            continue
        try:
            game.submit(GAME.read(op["event"]))
        except RuleViolation as problem:
            refused.append({"id": op["id"], **refusal(problem, lang, names, book.table.faces.value)})
    return game, refused


def book_for(key: str, target: int | None, text: str = "") -> Reglement:
    """The book of a slate, with another target where it has one; `text` where it is somebody's own."""
    book = book_of(key, text)
    return replace(book, ending=replace(book.ending, target=target)) if target and book.ending.target else book


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


def _answer(key: object, ops: list[dict[str, Any]], game: Game, refused: list[dict[str, Any]]) -> dict[str, Any]:
    return {"id": str(key), "ops": [op["id"] for op in ops], "refused": refused, "view": view_of_slate(game)}


def _wrong(request: HttpRequest, code: str, status: int) -> HttpResponse:
    return JsonResponse({"error": code, "text": sentence(f"error.{code}", people.lang_of(request))}, status=status)


@require_POST
def preview(request: HttpRequest) -> HttpResponse:
    """What the slate would look like; nothing is stored."""
    try:
        given = _read(request)
        book = book_for(given["book"], given["target"], given["book_text"])
        game, refused = fold(book, given["names"], given["ops"], people.lang_of(request))
    except BadUpload as problem:
        return _wrong(request, str(problem), 400)
    return JsonResponse(_answer(given["id"], given["ops"], game, refused))


@require_POST
def sync(request: HttpRequest) -> HttpResponse:
    """Take what the phone has; answer with what is stored."""
    who = people.who_is(request, make=True)
    if not writing.take(who.key):
        return _wrong(request, "rate", 429)
    try:
        given = _read(request)
    except BadUpload as problem:
        return _wrong(request, str(problem), 400)
    for _ in range(5):
        try:
            with transaction.atomic():
                stored = _merge(who, given)
        except IntegrityError:  # two uploads at once: the other one was first
            continue
        if stored is None:
            return _wrong(request, "auth", 403)
        slate, ops = stored
        game, refused = fold(book_for(slate.book, slate.target, slate.book_text), slate.names, ops, people.lang_of(request))
        return JsonResponse(_answer(slate.pk, ops, game, refused))
    return _wrong(request, "busy", 503)


def _mine(slate: SlateGame, who: people.Who) -> bool:
    return (slate.user_id, slate.guest_id) == (who.user, who.guest) and bool(who.key)


def _merge(who: people.Who, given: dict[str, Any]) -> tuple[SlateGame, list[dict[str, Any]]] | None:
    slate = SlateGame.objects.filter(pk=given["id"]).first()
    if slate is None:
        slate = SlateGame.objects.create(
            id=given["id"], book=given["book"], book_text=given["book_text"], target=given["target"], names=given["names"],
            user_id=who.user, guest_id=who.guest,
        )  # fmt: skip
    elif not _mine(slate, who):
        return None
    ops = [op.data for op in slate.ops.all()]
    known = {op["id"] for op in ops}
    fresh: list[dict[str, Any]] = []
    for op in given["ops"]:
        if op["id"] not in known and len(ops) + len(fresh) < MOST_OPS:
            known.add(op["id"])
            fresh.append(op)
    SlateOp.objects.bulk_create(
        SlateOp(slate=slate, place=len(ops) + place, key=op["id"], data=op) for place, op in enumerate(fresh)
    )
    slate.names = given["names"]
    slate.save()
    return slate, [*ops, *fresh]


@require_safe
def game(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """A stored slate, for its owner."""
    slate = SlateGame.objects.filter(pk=key).first()
    if slate is None or not _mine(slate, people.who_is(request)):
        return _wrong(request, "gone", 404)
    ops = [op.data for op in slate.ops.all()]
    kept, refused = fold(book_for(slate.book, slate.target, slate.book_text), slate.names, ops, people.lang_of(request))
    whole = {**_answer(slate.pk, ops, kept, refused), "book": slate.book, "target": slate.target, "names": slate.names, "log": ops}
    return JsonResponse(whole)
