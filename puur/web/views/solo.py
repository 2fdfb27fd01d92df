"""Playing against bots without a connection: the page, what it keeps in the browser, and where its games come back to."""

from __future__ import annotations

from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from puur.core.cards import CARDS
from puur.core.errors import Refusal
from puur.core.faces import Faces
from puur.web import people, solo_store, solo_upload
from puur.web.forms import TARGETS
from puur.web.live.limits import Buckets
from puur.web.live.seating import BOT_NAMES
from puur.web.live.speech import picture, sentence
from puur.web.server.reading import TooMuch, readers
from puur.web.server.static import LASTING, present
from puur.web.server.throttle import may_keep
from puur.web.solo_facts import solo_books, solo_facts

joining = Buckets(60, 1)


@require_safe
@ensure_csrf_cookie
def page(request: HttpRequest) -> HttpResponse:
    """The page; a session from the start, so that an answer that gets lost does not lose the owner of the first upload."""
    from puur.web.solo_mind import mind_facts

    who = people.who_is(request, make=True)
    facts = {"books": [solo_facts(book, TARGETS) for book in solo_books()], "mind": mind_facts(_mind_address())}
    bots = [name for name in BOT_NAMES if name != who.name][:3]
    return render(request, "solo.html", {"facts": facts, "bots": " ".join(bots)})


def _mind_address() -> str:
    from puur.web.solo_mind import mind

    return reverse("solo-mind", args=[mind().version])


@require_safe
def mind_file(_request: HttpRequest, version: str) -> HttpResponse:
    """What the bots know by heart, as bytes."""
    from puur.web.solo_mind import mind

    response = HttpResponse(mind().body, content_type="application/octet-stream")
    response.headers["Cache-Control"] = LASTING.decode() if version == mind().version else "no-cache"
    return response


@require_safe
def kept(request: HttpRequest) -> HttpResponse:
    """What the service worker keeps beside pages and scripts: the cards of both packs in this language, the mind of the bots."""
    static, lang = present(), people.lang_of(request)
    names = [picture(card, faces, lang) for faces in Faces for card in CARDS]
    return JsonResponse({"keep": [*map(static.address, ["puur/cards/back.svg", *names]), _mind_address()]})


@require_POST
def join(request: HttpRequest) -> HttpResponse:
    """Take a game that was played without a connection; a repeated upload changes nothing."""
    who = people.who_is(request, make=True)
    if not joining.take(who.key):
        return _wrong(request, "rate", 429)
    if request.content_type != "application/json":
        return _wrong(request, "json", 400)
    try:
        played = readers.read(solo_upload.read, request.body)
        if not solo_store.known(played) and not may_keep(request, who.key):
            return _wrong(request, "rate", 429)
        for _ in range(5):
            try:
                table = solo_store.join(who, played)
            except IntegrityError:  # two uploads at once: the other one was first
                continue
            return JsonResponse({"code": table.code, "deals": len(played.deals)})
    except TooMuch:
        return _wrong(request, "busy", 429)
    except Refusal as problem:
        return _wrong(request, problem.reason, 403 if problem.reason == "auth" else 400)
    return _wrong(request, "busy", 503)


def _wrong(request: HttpRequest, code: str, status: int) -> HttpResponse:
    return JsonResponse({"error": code, "text": sentence(f"error.{code}", people.lang_of(request))}, status=status)
