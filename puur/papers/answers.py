"""The referee for programs: the same incidents, questions and cards as plain values, for the pages' JSON and for `puur mcp`.

The fields are documented in docs/developers.md and only ever grow; what is not known is never guessed: then there is a question,
and a card for each case.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict
from typing import Any

from puur.core.reglement import Reglement
from puur.papers.incident_flow import flow
from puur.papers.incident_search import LONGEST_QUERY, names_of, search
from puur.referee.offences import OFFENCES
from puur.reglement import load, shipped

VERSION = 1


def books() -> list[dict[str, str]]:
    """The books that can be asked."""
    return [{"book": key, "title": load(key).title, "source": load(key).source} for key in shipped()]


def incidents(lang: str, query: str = "") -> list[dict[str, str]]:
    """Everything that can be asked, or what fits the words, the likeliest first."""
    keys = search(query[:LONGEST_QUERY], lang) if query.strip() else list(OFFENCES)
    return [{"incident": key, "name": names_of(key, lang)[0], "subject": OFFENCES[key].subject} for key in keys]


def answer(book: Reglement, incident: str, facts: Collection[str], lang: str) -> Mapping[str, Any]:
    """What a book says of an incident, as far as the facts are known."""
    known = flow(book, incident, facts, lang)
    return {
        "version": VERSION,
        "book": book.key,
        "incident": incident,
        "facts": list(known.facts),
        "question": known.question,
        "replies": [{"text": reply.text, "facts": list(reply.facts)} for reply in known.replies],
        "cards": [asdict(card) for card in known.cards],
    }
