"""The rule books to read and to search, and the referee's page."""

from __future__ import annotations

from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from puur.reglement import load, shipped
from puur.reglement.catalogue import (
    BOOKS,
    Provision,
    UnknownProvision,
    catalogue_of,
    looks_like_id,
    note,
    provision,
    provisions,
    text,
)
from puur.reglement.compare import rows
from puur.reglement.dump import plain
from puur.web import people
from puur.web.live import freely
from puur.web.views.tables import books as table_books
from puur.words import texts

MOST_RESULTS = 60


def _shown(one: Provision, lang: str) -> dict[str, object]:
    said, own = text(one, lang)
    return {
        "id": one.id,
        "book": one.book,
        "title": _titles().get(one.book, one.book),
        "article": one.article,
        "area": one.area,
        "part": one.part,
        "automate": one.automate,
        "text": said,
        "note": note(one, lang)[0],
        "translated": own,
    }


def _titles() -> dict[str, str]:
    return {catalogue_of(key) or key: load(key).title for key in reversed(shipped())}


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """All books, and the search."""
    lang = people.lang_of(request)
    query = " ".join(request.GET.get("q", "").split())[:100]
    if query and looks_like_id(query):
        try:
            return redirect("provision", provision(query).id)
        except UnknownProvision:
            pass
    books = []
    for key in shipped():
        book = load(key)
        source = catalogue_of(key)
        count = len(provisions(source)) if source else 0
        books.append({"key": key, "title": book.title, "source": book.source, "form": book.form, "provisions": count})
    context = {"books": books, "query": query, "results": _search(query, request.GET.get("book", ""), lang) if query else []}
    return render(request, "rules.html", context)


def _search(query: str, book: str, lang: str) -> list[dict[str, object]]:
    """Provisions that hold all the words, in the language of the reader or in German."""
    words = query.casefold().split()
    found = []
    for key in BOOKS:
        if book and catalogue_of(book) != key:
            continue
        for one in provisions(key):
            haystack = " ".join(
                (one.id, one.article, one.area, text(one, lang)[0], text(one, "de")[0], note(one, lang)[0])
            ).casefold()
            if all(word in haystack for word in words):
                found.append(_shown(one, lang))
                if len(found) >= MOST_RESULTS:
                    return found
    return found


@require_GET
def book_page(request: HttpRequest, key: str) -> HttpResponse:
    """One book: its values and its provisions."""
    if key not in shipped():
        raise Http404
    lang, book = people.lang_of(request), load(key)
    source = catalogue_of(key)
    said = provisions(source) if source else ()
    areas = [
        {"area": area, "provisions": [_shown(one, lang) for one in some]} for area, some in groupby(said, lambda one: one.area)
    ]

    def label(name: str) -> str:
        entry = texts().get(f"rules.field.{name}")
        return entry[lang] if entry else name

    context = {
        "book": {
            "key": book.key,
            "title": book.title,
            "source": book.source,
            "form": book.form,
            "target": book.ending.target,
            "deals": book.ending.deals,
        },
        "rows": [{"name": row.name, "label": label(row.name), "value": plain(row.value), "rule": row.rule} for row in rows(book)],
        "areas": areas,
    }
    return render(request, "rules_book.html", context)


@require_GET
def provision_page(request: HttpRequest, key: str) -> HttpResponse:
    """One provision."""
    try:
        one = provision(key)
    except UnknownProvision:
        raise Http404 from None
    return render(request, "provision.html", {"provision": _shown(one, people.lang_of(request))})


@require_GET
def referee(request: HttpRequest) -> HttpResponse:
    """The referee's dialogue."""
    return render(request, "referee.html", {"books": table_books(), "ready": freely.ready()})
