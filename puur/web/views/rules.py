"""The rule books to read and to search, and the referee's page."""

from __future__ import annotations

from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from puur.core.seats import SEAT_NAMES
from puur.papers.rulings import effect_words, notes
from puur.referee import Ruling
from puur.referee.compare import branches
from puur.referee.facts import FACTS
from puur.referee.offences import OFFENCES
from puur.referee.scenes import IN_TRICKS, TURNABLE
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
from puur.web.live import objections
from puur.web.views.tables import books as table_books
from puur.words import say, texts

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


@require_safe
def referee(request: HttpRequest) -> HttpResponse:
    """The referee's dialogue: book, subject, offence and, where they matter, the trick and whether it is turned."""
    key = request.GET.get("book", "")
    key = key if key in shipped() else shipped()[0]
    context = {"books": table_books(), "ready": objections.ready(), "chosen": key, "dialogue": _dialogue(request, key)}
    return render(request, "referee.html", context)


def _dialogue(request: HttpRequest, key: str) -> dict[str, object]:
    lang, given = people.lang_of(request), request.GET
    subjects = list(dict.fromkeys(offence.subject for offence in OFFENCES.values()))
    questions = [_question("subject", lang, subjects, given.get("subject", ""), "referee.subject")]
    subject, offence = given.get("subject", ""), given.get("offence", "")
    dialogue: dict[str, object] = {"method": "get", "questions": questions, "rulings": []}
    if subject not in subjects:
        return dialogue
    offences = [offence.key for offence in OFFENCES.values() if offence.subject == subject]
    questions.append(_question("offence", lang, offences, offence, "referee.offence"))
    if offence not in offences:
        return dialogue
    trick = given.get("trick", "")
    turned = given.get("turned", "")
    if offence in IN_TRICKS:
        questions.append(_question("trick", lang, [str(number) for number in range(1, 10)], trick or "2"))
    if offence in TURNABLE:
        questions.append(_question("turned", lang, ["no", "yes"], turned or "no", "server.answer"))
    fact = given.get("fact", "") if given.get("fact", "") in FACTS.get(offence, ()) else ""
    if offence in FACTS:
        questions.append(_question("fact", lang, list(FACTS[offence]), fact, "referee.fact"))
    number = int(trick) if trick in tuple("123456789") else 2
    rulings = branches(load(key), offence, trick=number, turned=turned == "yes" and offence in TURNABLE, fact=fact)
    dialogue["rulings"] = [
        {**_ruling(ruling, lang), "fact": say("referee.if", lang, fact=say(f"referee.fact.{known}", lang)) if known else ""}
        for known, ruling in rulings.items()
    ] or [{"text": say("referee.wrong.scene", lang), "rules": []}]
    return dialogue


def _question(name: str, lang: str, values: list[str], chosen: str, area: str = "") -> dict[str, object]:
    def words(value: str) -> str:
        entry = texts().get(f"{area}.{value}")
        return entry[lang] if entry else value

    answers = [{"value": value, "text": words(value), "chosen": value == chosen} for value in values]
    return {"name": name, "text": say(f"referee.ask.{name}", lang), "answers": answers}


def _ruling(ruling: Ruling, lang: str) -> dict[str, object]:
    """A ruling for a template: the sentence, what is open, and the provisions with their texts."""
    rules = []
    for key in ruling.provisions:
        try:
            rules.append(_shown(provision(key), lang))
        except UnknownProvision:
            rules.append({"id": key, "text": ""})
    choices = [
        say(
            "referee.choice", lang, who=" + ".join(SEAT_NAMES[seat] for seat in choice.by),
            options=" / ".join(_option(option.key, lang) for option in choice.options),
        )
        for choice in ruling.choices
    ]  # fmt: skip
    text = objections.ruling_text(ruling.text, lang)
    effects = [effect_words(effect, lang) for effect in ruling.effects]
    said = {"text": text, "rules": rules, "notes": list(notes(ruling, lang)), "choices": choices, "effects": effects}
    return {**said, "upheld": ruling.upheld}


def _option(key: str, lang: str) -> str:
    entry = texts().get(f"referee.option.{key}")
    return entry[lang] if entry else key
