"""The referee's pages, wherever they are opened: the first screen with its search, the questions, the cards, and all of it at once.

A `Setting` says which book holds and where the pages are; the site, a table of an evening and a club day each have one. Every
screen is a piece of HTML with an address of its own, so that the pack (all screens of a book) works without a connection and the
script (`referee.js`) knows no rule: it shows the piece whose address was tapped.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse

from puur.core.reglement import Reglement
from puur.papers.incident_flow import Flow, flow
from puur.papers.incident_search import COMMONEST, names_of, search
from puur.referee.asking import foreign_to
from puur.referee.offences import OFFENCES
from puur.reglement import shipped
from puur.web import people
from puur.words import say

MOST_FACTS = 16  # several to one question where they lead to the same card


@dataclass(frozen=True, slots=True)
class Setting:
    """Where the referee is asked: the book, the address of the first screen, and whose table it is."""

    book: Reglement
    base: str
    place: str = ""  # the table in words
    records: bool = False  # whether whoever asks may put a ruling on record

    @property
    def public(self) -> str:
        """Where everybody finds this book: what is shared, printed and searched. Empty for a book that only its club has."""
        return reverse("referee-book", args=[self.book.key]) if self.book.key in shipped() else ""

    def address(self, incident: str, facts: Collection[str] = (), *, unknown: bool = False, page: str = "", base: str = "") -> str:
        """The screen of an incident; with `unknown` all cards that the facts leave."""
        query = urlencode([*(("f", fact) for fact in facts), *((("open", "1"),) if unknown else ())])
        return f"{base or self.base}{incident}/{page}" + (f"?{query}" if query else "")


def facts_of(request: HttpRequest) -> list[str]:
    """The facts in an address."""
    return request.GET.getlist("f")[:MOST_FACTS]


def home(request: HttpRequest, setting: Setting, **more: object) -> HttpResponse:
    """The first screen, or what a search has found."""
    lang, query = people.lang_of(request), request.GET.get("q", "").strip()
    inner = home_piece(setting, lang, query)
    return _page(request, setting, inner, query=query, **more)


def incident(request: HttpRequest, setting: Setting, key: str) -> HttpResponse:
    """The next question about an incident, or its card."""
    if key not in OFFENCES:
        raise Http404
    lang = people.lang_of(request)
    inner = piece(setting, flow(setting.book, key, facts_of(request), lang), lang, unknown=request.GET.get("open") == "1")
    return _page(request, setting, inner)


def _page(request: HttpRequest, setting: Setting, inner: str, **more: object) -> HttpResponse:
    return render(
        request, "referee.html", {"setting": setting, "inner": inner, "foreign": " ".join(foreign_to(setting.book)), **more}
    )


def home_piece(setting: Setting, lang: str, query: str = "") -> str:
    """The first screen as HTML: the search, the ten commonest, and everything by subject."""
    subjects: dict[str, list[dict[str, str]]] = {}
    for key, offence in OFFENCES.items():
        subjects.setdefault(offence.subject, []).append(_listed(setting, key, lang))
    fitting = search(query, lang, foreign=foreign_to(setting.book)) if query else []
    context = {
        "setting": setting, "lang": lang, "query": query, "subjects": subjects,
        "common": [_listed(setting, key, lang) for key in COMMONEST],
        "results": [_listed(setting, key, lang) for key in fitting] if query else None,
    }  # fmt: skip
    return render_to_string("referee/_home.html", context)


def _listed(setting: Setting, key: str, lang: str) -> dict[str, str]:
    return {"key": key, "name": names_of(key, lang)[0], "address": setting.address(key)}


def piece(setting: Setting, known: Flow, lang: str, *, unknown: bool = False) -> str:
    """A question about an incident, or the cards that the facts leave, as HTML."""
    facts = known.facts
    context = {
        "setting": setting, "lang": lang, "title": say(f"referee.offence.{known.incident}", lang), "incident": known.incident,
        "told": known.told,
        "question": known.question, "answers": [] if unknown else [
            {"text": reply.text, "address": setting.address(known.incident, (*facts, *reply.facts))} for reply in known.replies
        ],
        "unknown": setting.address(known.incident, facts, unknown=True), "cards": known.cards,
        "here": setting.address(known.incident, facts, unknown=unknown and bool(known.replies), base=setting.public),
        "picture": setting.address(known.incident, facts, page="card.png", base=setting.public) if setting.public else "",
        "record": setting.address(known.incident, facts, page="record/") if setting.records else "",
    }  # fmt: skip
    return render_to_string("referee/_flow.html", context)


def screens(setting: Setting, lang: str) -> Iterator[tuple[str, str]]:
    """Every screen of a book by its address."""
    yield setting.base, home_piece(setting, lang)
    for key in OFFENCES:
        yield from _screens(setting, flow(setting.book, key, (), lang), lang)


def _screens(setting: Setting, known: Flow, lang: str) -> Iterator[tuple[str, str]]:
    yield setting.address(known.incident, known.facts), piece(setting, known, lang)
    if known.replies:
        yield setting.address(known.incident, known.facts, unknown=True), piece(setting, known, lang, unknown=True)
    for reply in known.replies:
        yield from _screens(setting, flow(setting.book, known.incident, (*known.facts, *reply.facts), lang), lang)


def pack(setting: Setting, lang: str) -> bytes:
    """All screens of a book, compressed: with them the page needs no connection."""
    return gzip.compress(json.dumps(dict(screens(setting, lang)), ensure_ascii=False).encode(), 6, mtime=0)


def packed(request: HttpRequest, zipped: bytes) -> HttpResponse:
    """The answer with all screens."""
    response = HttpResponse(content_type="application/json; charset=utf-8")
    response.headers["Cache-Control"], response.headers["Vary"] = "no-cache", "Accept-Encoding, Cookie, Accept-Language"
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response.content, response.headers["Content-Encoding"] = zipped, "gzip"
    else:
        response.content = gzip.decompress(zipped)
    return response
