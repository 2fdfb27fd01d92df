"""The referee of the site: any shipped book, for everybody. What the screens show is `puur.web.referee`."""

from __future__ import annotations

import functools
import gzip
import json
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from puur.papers.booklet import booklet, picture
from puur.papers.incident_flow import flow
from puur.papers.incident_search import packed, search
from puur.papers.questions import Wrong, told
from puur.referee.offences import OFFENCES
from puur.reglement import load, shipped
from puur.web import people
from puur.web import referee as pages
from puur.web.forms import DEFAULT_BOOK
from puur.web.live.limits import Buckets
from puur.web.server.printing import printed
from puur.web.server.throttle import address_of, one_too_many
from puur.web.views.tables import books

asking = Buckets(300, 10)  # searches and pictures of one address: a hall shares one


def _setting(key: str) -> pages.Setting:
    if key not in shipped():
        raise Http404
    return pages.Setting(load(key), reverse("referee-book", args=[key]))


def limited(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A view that costs something: so many a second from one address, the rest is 429."""

    @functools.wraps(view)
    def inner(request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        if not asking.take(address_of(request)):
            one_too_many(request, "referee")
            if request.path.startswith("/api/"):  # a program reads why
                return JsonResponse({"error": told(Wrong("too-often"))}, status=429)
            return HttpResponse(status=429)
        return view(request, *args, **more)

    return inner


@require_safe
def first(request: HttpRequest) -> HttpResponse:
    """The first screen; `book` leads to that of a book."""
    key = request.GET.get("book", "")
    if key in shipped():
        return redirect("referee-book", key)
    return pages.home(request, _setting(DEFAULT_BOOK), books=books())


@require_safe
def home(request: HttpRequest, key: str) -> HttpResponse:
    """The first screen of a book."""
    return pages.home(request, _setting(key), books=books())


@require_safe
def incident(request: HttpRequest, key: str, incident: str) -> HttpResponse:
    """The questions about an incident, and its card."""
    return pages.incident(request, _setting(key), incident)


@require_safe
def pack(request: HttpRequest, key: str) -> HttpResponse:
    """Every screen of a book."""
    setting = _setting(key)
    return pages.packed(request, _packed(setting.book.key, people.lang_of(request)))


@lru_cache(maxsize=64)
def _packed(key: str, lang: str) -> bytes:
    return pages.pack(_setting(key), lang)


@require_safe
@limited
def find(request: HttpRequest) -> HttpResponse:
    """The incidents that fit what was typed, for a page that does not have the words yet."""
    return JsonResponse({"incidents": search(request.GET.get("q", ""), people.lang_of(request))})


@require_safe
def words(request: HttpRequest) -> HttpResponse:
    """What the page needs to search by itself."""
    return pages.packed(request, _words())


@cache
def _words() -> bytes:
    return gzip.compress(json.dumps(packed(), ensure_ascii=False).encode(), 6, mtime=0)


@require_safe
@limited
def booklet_file(request: HttpRequest, key: str) -> HttpResponse:
    """The booklet of a book."""
    setting = _setting(key)
    headers = {"Content-Disposition": f'attachment; filename="schiedsrichter-{key}.pdf"'}
    return HttpResponse(_booklet(setting.book.key, people.lang_of(request)), content_type="application/pdf", headers=headers)


@lru_cache(maxsize=16)
def _booklet(key: str, lang: str) -> bytes:
    return printed(booklet, load(key), lang)


@require_safe
@limited
def card_picture(request: HttpRequest, key: str, incident: str) -> HttpResponse:
    """The card of an incident as a picture."""
    setting, lang = _setting(key), people.lang_of(request)
    if incident not in OFFENCES:
        raise Http404
    known = flow(setting.book, incident, pages.facts_of(request), lang)
    return HttpResponse(_picture(key, incident, known.facts, lang), content_type="image/png")


@lru_cache(maxsize=64)
def _picture(key: str, incident: str, facts: tuple[str, ...], lang: str) -> bytes:
    return printed(picture, load(key), flow(load(key), incident, facts, lang), lang)
