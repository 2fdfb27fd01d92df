"""The games: which there are, the best known first, and for each a page that says how it is played and opens a table."""

from __future__ import annotations

import dataclasses
import re
import unicodedata
from collections.abc import Sequence
from difflib import get_close_matches
from enum import Enum

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from puur.core.form import Form, form_of, players_of
from puur.core.reglement import contributed
from puur.games import form_names
from puur.reglement import load, shipped
from puur.web import people
from puur.words import say, texts

BEST_KNOWN = 4  # so many stand on the front page
NEAR = 0.7  # how alike a word and a name have to be
_SOUNDS = (("[^a-z0-9]+", " "), ("([aou])e", r"\1"), ("ph", "f"), ("v", "w"), ("y", "i"), ("ck", "k"), (r"([a-z])\1+", r"\1"))
PARTS = ("cards", "deal", "bid", "play", "count", "end")  # of a tutorial; a game that says nothing of its own uses the common text


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All games, or those whose names, books or rules hold the words that are sought; otherwise those whose names come near."""
    lang, query = people.lang_of(request), " ".join(request.GET.get("q", "").split())[:60]
    games, words = [_facts(form, lang) for form in ranked()], heard(query).split()
    fitting = [game for game in games if all(word in str(game["sought"]) for word in words)]
    near = [] if fitting else [game for game in games if _comes_near(words, str(game["names"]))]
    context = {"games": fitting or near, "query": query, "near": bool(near)}
    return render(request, "games.html", context)


def heard(text: str) -> str:
    """Words as they sound: without accents, capitals and hyphens, and the same however people spell it (Büter, Bueter; Molotov)."""
    plain = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    for written, sound in _SOUNDS:
        plain = re.sub(written, sound, plain)
    return " ".join(plain.split())


def _comes_near(words: Sequence[str], names: str) -> bool:
    """Whether each word is almost one of a name."""
    return bool(words) and all(get_close_matches(word, names.split(), 1, NEAR) for word in words)


@require_safe
def page(request: HttpRequest, form: str) -> HttpResponse:
    """One game: how it is played, its ready books, and a table against bots."""
    game = form_of(form) if form in form_names() else None
    if game is None:
        raise Http404
    lang = people.lang_of(request)
    return render(request, "game.html", {"game": _facts(game, lang), "parts": _parts(game, lang), "house": _house(game, lang)})


def best_known(lang: str) -> list[dict[str, object]]:
    """The games that most people know, for the front page."""
    return [_facts(form, lang) for form in ranked()[:BEST_KNOWN]]


def ranked() -> list[Form]:
    """All games, the best known first, then by name."""
    forms = [form for name in form_names() if (form := form_of(name)) is not None]
    return sorted(forms, key=lambda form: (form.renown, form.name))


def _facts(form: Form, lang: str) -> dict[str, object]:
    books = [book for key in shipped() if (book := load(key)).form == form.name]
    title = say(f"rules.form.{form.name}", lang)
    how = texts().get(f"rules.how.{form.name}", {}).get(lang, "")
    players = sorted({players_of(book) for book in books} | set(form.players))
    rows = [
        {"key": book.key, "title": book.title, "source": book.source, "target": book.ending.target, "deals": book.ending.deals,
         "players": players_of(book)}
        for book in books
    ]  # fmt: skip
    also = texts().get(f"rules.also.{form.name}", {}).get(lang, "")
    names = heard(" ".join((title, form.name, also, *(book.title for book in books))))
    return {
        "key": form.name, "title": title, "how": how, "players": ", ".join(map(str, players)), "books": rows, "also": also,
        "names": names, "sought": f"{names} {heard(how)}",
    }  # fmt: skip


def _parts(form: Form, lang: str) -> list[dict[str, str]]:
    """What a newcomer has to know, part by part."""
    said = [(part, texts().get(f"rules.learn.{form.name}.{part}") or texts().get(f"rules.learn.{part}")) for part in PARTS]
    return [{"key": part, "title": say(f"web.games.part.{part}", lang), "text": text[lang]} for part, text in said if text]


def _house(form: Form, lang: str) -> list[dict[str, str]]:
    """The fields that only this game has, each with what the ready books say."""
    books = [book for key in shipped() if (book := load(key)).form == form.name]
    homes = {kind.__module__ for kind in type(form).__mro__}
    own = [(key, cls) for key, cls in contributed().items() if cls.__module__.rpartition(".")[0] in homes]
    rows = []
    for section, cls in own:
        for field in dataclasses.fields(cls):
            values = dict.fromkeys(_in_words(getattr(book.section(cls), field.name), lang) for book in books)
            name = f"{section}.{field.name}"
            rows.append({"name": name, "title": say(f"rules.field.{name}", lang), "values": " · ".join(values)})
    return rows


def _in_words(value: object, lang: str) -> str:
    if isinstance(value, bool):
        return say("rules.yes" if value else "rules.no", lang)
    if isinstance(value, Enum):
        return say(f"rules.value.{type(value).__name__}.{value.value}", lang)
    return ", ".join(_in_words(each, lang) for each in value) if isinstance(value, tuple) else str(value)
