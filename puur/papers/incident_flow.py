"""From an incident to its cards: which facts still decide it under a book, and the card of every way that is left.

A fact that does not change the card is never asked; one that nobody knows leaves several cards, side by side.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product

from puur.core.errors import RuleViolation
from puur.core.reglement import Reglement
from puur.papers.ruling_card import Card, card
from puur.referee.compare import branches
from puur.referee.facts import FACTS
from puur.referee.ruling import Ruling
from puur.referee.scenes import TURNABLE

TURNED = ("open", "turned")


@dataclass(frozen=True, slots=True)
class Flow:
    """What is known of an incident so far: the facts, the answers to the question that comes next, and the cards that are left."""

    incident: str
    facts: tuple[str, ...]
    answers: tuple[str, ...]  # empty where nothing more decides
    cards: tuple[Card, ...]


def flow(book: Reglement, incident: str, facts: Collection[str], lang: str) -> Flow:
    """How far the facts decide an incident under a book; facts that it does not know are left out."""
    questions = _questions(incident)
    known = [next((answer for answer in answers if answer in facts), "") for answers in questions]
    open_ways = [(answer,) if answer else answers for answer, answers in zip(known, questions, strict=True)]
    rulings = dict(_rulings(book, incident, open_ways))
    said = {way: card(book, ruling, lang).answer() for way, ruling in rulings.items()}
    deciding = [place for place, answer in enumerate(known) if not answer and _decides(said, place)]
    told = [place for place, answer in enumerate(known) if answer or place in deciding]
    cards: dict[object, Card] = {}
    for way, ruling in rulings.items():
        cards.setdefault(said[way], card(book, ruling, lang, [way[place] for place in told]))
    asked = [answer for answer in questions[deciding[0]] if any(answer in way for way in rulings)] if deciding else ()
    return Flow(incident, tuple(filter(None, known)), tuple(asked), tuple(cards.values()))


def _questions(incident: str) -> list[tuple[str, ...]]:
    """The answers to each question that some book asks."""
    return ([TURNED] if incident in TURNABLE else []) + ([FACTS[incident]] if incident in FACTS else [])


def _rulings(book: Reglement, incident: str, open_ways: Sequence[Sequence[str]]) -> Iterator[tuple[tuple[str, ...], Ruling]]:
    """The ruling of every way to answer; a way that cannot happen under the book is left out."""
    for way in product(*open_ways):
        fact = next((answer for answer in way if answer not in TURNED), "")
        with suppress(RuleViolation):  # a game that has no such announcement
            for ruling in branches(book, incident, turned="turned" in way, fact=fact).values():
                yield way, ruling


def _decides(said: Mapping[tuple[str, ...], object], place: int) -> bool:
    """Whether two ways that differ in one answer only get different cards."""
    others: dict[tuple[str, ...], object] = {}
    return any(others.setdefault((*way[:place], *way[place + 1 :]), answer) != answer for way, answer in said.items())
