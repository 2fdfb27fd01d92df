"""The rule books to read and to search."""

from __future__ import annotations

from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

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
from puur.words import texts

MOST_RESULTS = 60


def _shown(entry: Provision, lang: str) -> dict[str, object]:
    said, own = text(entry, lang)
    return {
        "id": entry.id, "book": entry.book, "title": _titles().get(entry.book, entry.book), "article": entry.article,
        "area": entry.area, "part": entry.part, "automate": entry.automate, "text": said, "note": note(entry, lang)[0],
        "translated": own,
    }  # fmt: skip


def _titles() -> dict[str, str]:
    return {catalogue_of(key) or key: load(key).title for key in reversed(shipped())}


@require_safe
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
    matches = []
    for key in BOOKS:
        if book and catalogue_of(book) != key:
            continue
        for entry in provisions(key):
            haystack = " ".join(
                (entry.id, entry.article, entry.area, text(entry, lang)[0], text(entry, "de")[0], note(entry, lang)[0])
            ).casefold()
            if all(word in haystack for word in words):
                matches.append(_shown(entry, lang))
                if len(matches) >= MOST_RESULTS:
                    return matches
    return matches


@require_safe
def book_page(request: HttpRequest, key: str) -> HttpResponse:
    """One book: its values and its provisions."""
    if key not in shipped():
        raise Http404
    lang, book = people.lang_of(request), load(key)
    source = catalogue_of(key)
    said = provisions(source) if source else ()
    areas = [
        {"area": area, "provisions": [_shown(entry, lang) for entry in some]}
        for area, some in groupby(said, lambda entry: entry.area)
    ]

    def label(name: str) -> str:
        entry = texts().get(f"rules.field.{name}")
        return entry[lang] if entry else name

    context = {
        "book": {
            "key": book.key, "title": book.title, "source": book.source, "edition": book.evening.edition,
            "discipline": book.evening.discipline, "countries": book.evening.countries, "form": book.form,
            "target": book.ending.target, "deals": book.ending.deals,
        },
        "rows": [{"name": row.name, "label": label(row.name), "value": plain(row.value), "rule": row.rule} for row in rows(book)],
        "areas": areas,
    }  # fmt: skip
    return render(request, "rules_book.html", context)


@require_safe
def provision_page(request: HttpRequest, key: str) -> HttpResponse:
    """One provision."""
    try:
        known = provision(key)
    except UnknownProvision:
        raise Http404 from None
    return render(request, "provision.html", {"provision": _shown(known, people.lang_of(request))})
