"""The slate of a physical game: kept on the phone, uploaded when there is a network; a repeated upload changes nothing."""

from __future__ import annotations

import uuid
from typing import Any

from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from puur.core.errors import Refusal
from puur.log.sheets import SHEET
from puur.reglement import ReglementError
from puur.web import own_books, people
from puur.web.book_facts import facts_of
from puur.web.live.limits import Buckets
from puur.web.live.speech import sentence
from puur.web.models import SlateGame, SlateOp
from puur.web.server.reading import TooMuch, readers
from puur.web.server.throttle import may_keep
from puur.web.slate_upload import MOST_BYTES, MOST_OPS, Op, previewed, read, shown
from puur.web.slates import is_own, ops_of, sheet_of_slate, stored
from puur.web.views.tables import books
from puur.words.problems import problem_text

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
    if request.content_type != "text/plain" or len(request.body) > own_books.BIGGEST_BOOK:  # a form has been read by now
        return _wrong(request, "size", 400)
    try:
        book = own_books.brought(request.body, "toml")
    except TooMuch as problem:
        return _refused(request, problem)
    except ReglementError as error:
        return JsonResponse({"problems": [problem_text(problem, lang) for problem in error.problems[:20]]}, status=400)
    return JsonResponse(facts_of(book))


def _body(request: HttpRequest) -> bytes:
    """An upload as it came."""
    if request.content_type != "application/json":  # a form has been read by now, and its body with it
        raise Refusal("json")
    if len(request.body) > MOST_BYTES:
        raise Refusal("size")
    return request.body


def _answer(request: HttpRequest, slate: SlateGame, ops: list[Op]) -> dict[str, Any]:
    return {"id": str(slate.pk), **readers.read(shown, stored(slate), ops, people.lang_of(request))}


def _wrong(request: HttpRequest, code: str, status: int) -> HttpResponse:
    return JsonResponse({"error": code, "text": sentence(f"error.{code}", people.lang_of(request))}, status=status)


def _refused(request: HttpRequest, problem: Refusal) -> HttpResponse:
    """Too many files at once is no error of the server: nobody can raise the operator's alarm with it."""
    return _wrong(request, "busy", 429) if isinstance(problem, TooMuch) else _wrong(request, problem.reason, 400)


@require_POST
def preview(request: HttpRequest) -> HttpResponse:
    """What the slate would look like; nothing is stored."""
    try:
        return JsonResponse(readers.read(previewed, _body(request), people.lang_of(request)))
    except Refusal as problem:
        return _refused(request, problem)


@require_POST
def sync(request: HttpRequest) -> HttpResponse:
    """Take what the phone has; answer with what is stored."""
    who = people.who_is(request, make=True)
    if not writing.take(who.key):
        return _wrong(request, "rate", 429)
    try:
        key, begun, ops = readers.read(read, _body(request))
        if not SlateGame.objects.filter(pk=key).exists() and not may_keep(request, who.key):
            return _wrong(request, "rate", 429)
        given = SlateGame(id=key, book=begun.book, book_text=begun.book_text, target=begun.target, names=list(begun.names))
        for _ in range(5):
            try:
                with transaction.atomic():
                    merged = _merge(who, given, ops)
            except IntegrityError:  # two uploads at once: the other one was first
                continue
            return _wrong(request, "auth", 403) if merged is None else JsonResponse(_answer(request, *merged))
    except Refusal as problem:
        return _refused(request, problem)
    return _wrong(request, "busy", 503)


def _merge(who: people.Who, given: SlateGame, brought: list[Op]) -> tuple[SlateGame, list[Op]] | None:
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
    fresh: list[Op] = []
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
    try:
        return JsonResponse({**_answer(request, slate, ops), **more})
    except TooMuch as problem:
        return _refused(request, problem)
