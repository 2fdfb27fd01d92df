"""From an incident to its cards: which fact is asked next under a book, and the card of every case that is left.

What decides is the referee's (`puur.referee.asking`): a fact that does not change the card is never asked, one that nobody knows
leaves several cards, side by side. Promise: two answers are enough. Where more facts than two decide, the second question
offers the cases that the first one has left.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

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
    question: str  # empty where nothing more decides
    replies: tuple[Reply, ...]
    cards: tuple[Card, ...]


def flow(book: Reglement, incident: str, facts: Collection[str], lang: str) -> Flow:
    """How far the facts decide an incident under a book; facts that it does not know are left out."""
    known = {question.key: fact for question in QUESTIONS.get(incident, ()) for fact in question.answers if fact in facts}
    try:
        left = asking.answers(book, incident, known)
    except RuleViolation:  # a game in which this cannot be staged
        return Flow(incident, (), "", (), ())
    case = [case_words(key, (fact,), lang) for key, fact in known.items()]
    cards = tuple(card(book, answer, lang, case) for answer in left)
    question, replies = _next(book, incident, known, left, lang)
    return Flow(incident, tuple(known.values()), question, replies, cards)


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
                tuple(fact for fact, *_ in answer.facts.values()),
            )
            for answer in left
        ]
        return say("referee.ask.fact", lang), tuple(replies)
    first = asked[0]
    return say(f"referee.question.{first.key}", lang), tuple(Reply(fact_words(fact, lang), (fact,)) for fact in first.answers)
