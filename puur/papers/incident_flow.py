"""From an incident to its cards: which fact is asked next under a book, and the card of every case that is left.

What decides is the referee's (`puur.referee.asking`): a fact that does not change the card is never asked, one that nobody knows
leaves several cards, side by side. Promise: two answers are enough. Where more facts than two decide, the second question
offers the cases that the first one has left; answers that lead to the same card stay together, so that none of them is assumed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import product

from puur.core.errors import RuleViolation
from puur.core.reglement import Reglement
from puur.papers.ruling_card import Card, card, case_words, fact_words
from puur.referee import asking
from puur.referee.questions import QUESTIONS
from puur.words import say

MOST_QUESTIONS = 2


@dataclass(frozen=True, slots=True)
class Reply:
    """What may be answered to a question: in words, and the facts that it adds."""

    text: str
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Flow:
    """What is known of an incident so far: the facts, the question that comes next, and the cards that are left."""

    incident: str
    facts: tuple[str, ...]
    told: tuple[str, ...]  # the facts in words, one line for each question
    question: str  # empty where nothing more decides
    replies: tuple[Reply, ...]
    cards: tuple[Card, ...]


def flow(book: Reglement, incident: str, facts: Collection[str], lang: str) -> Flow:
    """How far the facts decide an incident under a book; facts that it does not know are left out."""
    try:
        said = _said(book, incident, facts)
        known = {key: fact for key, (fact, *_) in said.items()}
        left = asking.answers(book, incident, known)
    except RuleViolation:  # a game in which this cannot be staged
        return Flow(incident, (), (), "", (), ())
    case = tuple(case_words(key, together, lang) for key, together in said.items())
    cards = tuple(card(book, answer, lang, case) for answer in left)
    question, replies = _next(book, incident, known, left, lang)
    return Flow(incident, tuple(fact for together in said.values() for fact in together), case, question, replies, cards)


def _said(book: Reglement, incident: str, facts: Collection[str]) -> dict[str, tuple[str, ...]]:
    """The facts by question. Several to one question are "one of these" where they lead to the same cards; else it is open."""
    asked = {question.key: tuple(fact for fact in question.answers if fact in facts) for question in QUESTIONS.get(incident, ())}
    said = {key: together for key, together in asked.items() if together}
    several = [key for key, together in said.items() if len(together) > 1]
    if not several:
        return said
    ways = (dict(zip(said, way, strict=True)) for way in product(*said.values()))
    first, *others = (asking.answers(book, incident, way) for way in ways)
    if all(asking.alike(first, other) for other in others):
        return said
    return {key: together for key, together in said.items() if key not in several}


def _next(
    book: Reglement, incident: str, known: Mapping[str, str], left: Collection[asking.Answer], lang: str
) -> tuple[str, tuple[Reply, ...]]:
    asked = asking.questions(book, incident, known)
    if not asked:
        return "", ()
    if known and len(asked) > MOST_QUESTIONS - 1:
        replies = [
            Reply(
                " · ".join(case_words(key, facts, lang) for key, facts in answer.facts.items()),
                tuple(fact for together in answer.facts.values() for fact in together),
            )
            for answer in left
        ]
        return say("referee.ask.fact", lang), tuple(replies)
    first = asked[0]
    return say(f"referee.question.{first.key}", lang), tuple(Reply(fact_words(fact, lang), (fact,)) for fact in first.answers)
