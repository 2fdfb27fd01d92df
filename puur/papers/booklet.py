"""The referee on paper: every flow of a book as a booklet, and the answer to a question as a picture."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from puur.core.reglement import Reglement
from puur.papers.document import typeset
from puur.papers.incident_flow import Flow, flow
from puur.papers.incident_search import names_of, plain_words
from puur.papers.ruling_card import Card, appeal, officials_words
from puur.referee.offences import OFFENCES
from puur.words import say

TEMPLATE = "rulings.typ"
LABELS = ("penalty", "until", "decides", "appeal", "index", "how", "heading", "marked", "meaning")


def booklet(book: Reglement, lang: str) -> bytes:
    """All cards of a book, by subject, with an index of what people call things: a PDF."""
    subjects: dict[str, list[dict[str, Any]]] = {}
    for key, offence in OFFENCES.items():
        cards = flow(book, key, (), lang).cards
        if cards:
            told = {"key": key, "title": say(f"referee.offence.{key}", lang), "cards": [_plain(card, lang) for card in cards]}
            subjects.setdefault(offence.subject, []).append(told)
    listed = [incident["key"] for incidents in subjects.values() for incident in incidents]
    front = [
        f"{say('incident.decides', lang)}: {officials_words(book, lang)}",
        f"{say('incident.appeal', lang)}: {appeal(book, lang)}",
    ]
    data = {
        "kind": "booklet", "title": book.title, "lang": lang, "labels": _labels(lang), "front": front,
        "subjects": [
            {"title": say(f"referee.subject.{subject}", lang), "incidents": incidents} for subject, incidents in subjects.items()
        ],
        "index": list(_index(listed, lang)),
    }  # fmt: skip
    return typeset(TEMPLATE, data)


def picture(book: Reglement, known: Flow, lang: str) -> bytes:
    """The cards of an answer as a PNG picture, to be sent on."""
    data = {
        "kind": "picture", "title": book.title, "lang": lang, "labels": _labels(lang),
        "heading": say(f"referee.offence.{known.incident}", lang), "cards": [_plain(card, lang) for card in known.cards],
        "foot": "Puur",
    }  # fmt: skip
    return typeset(TEMPLATE, data, form="png")


def _index(keys: Iterable[str], lang: str) -> Iterable[dict[str, str]]:
    entries = {(name, key) for key in keys for name in names_of(key, lang)}
    for name, key in sorted(entries, key=lambda entry: (plain_words(entry[0]), entry)):
        yield {"word": name, "key": key}


def _plain(card: Card, lang: str) -> dict[str, Any]:
    """A card as plain values, with the words that stand around it."""
    plain = asdict(card)
    plain["marks"] = [say(f"incident.mark.{mark}", lang) for mark in card.marks]
    plain["decided"] = card.decided
    for choice, picking in zip(plain["choices"], card.choices, strict=True):
        choice["title"] = say("incident.choice", lang, who=picking.who)
    return plain


def _labels(lang: str) -> dict[str, str]:
    words = {name: say(f"incident.{name}", lang) for name in LABELS}
    return {**words, "guidance": say("incident.mark.guidance", lang), "reading": say("incident.mark.reading", lang)}
