"""Every incident of the corpus on the roads that people take: at most two answers after the incident, then one card that says it.

The page shows `flow`, programs get `answers.answer`; what the card has to say is the corpus's own ruling.
"""

from __future__ import annotations

from typing import Any

import pytest

from puur.papers import answers
from puur.papers.incident_flow import Flow, Reply, flow
from puur.papers.ruling_card import fact_words
from puur.referee.questions import answer_key
from puur.reglement import load
from puur.words import LANGUAGES, texts
from tests.corpus.check import cases

INCIDENTS = list(cases("incident"))
MOST_TAPS = 2  # besides the incident itself: three taps after the search


def _fits(said: str, ruling: str, lang: str) -> bool:
    """Whether a card says the ruling; what stands in braces is filled in at the table."""
    pieces = [piece.partition("}")[2] if number else piece for number, piece in enumerate(texts()[ruling][lang].split("{"))]
    return all(piece in said for piece in pieces)


@pytest.mark.parametrize("case", INCIDENTS, ids=lambda case: case["id"])
def test_two_answers_are_enough_for_the_card_of_the_case(case: dict[str, Any]) -> None:
    book, incident, facts = load(case["input"]["book"]), case["input"]["offence"], set(case["input"]["facts"])
    known: tuple[str, ...] = ()
    taps = 0
    screen: Flow = flow(book, incident, known, "de")
    while screen.question:
        fitting = [reply for reply in screen.replies if _says(reply, incident, facts)]
        assert fitting, (screen.question, [reply.text for reply in screen.replies])
        known, taps = (*known, *fitting[0].facts), taps + 1
        screen = flow(book, incident, known, "de")
    assert taps <= MOST_TAPS
    assert len(screen.cards) == 1
    assert _fits(screen.cards[0].now, f"referee.text.{case['expect']['ruling']}", "de")
    assert screen.cards[0].sources or case["expect"]["official"] or case["expect"]["guidance"]


def _says(reply: Reply, incident: str, facts: set[str]) -> bool:
    """Whether somebody who knows the facts of the case would tap this reply: all that it says is among them."""
    said = {answer_key(incident, fact) for fact in reply.facts}
    asked = [fact for fact in facts if answer_key(incident, fact) in said]
    return len(asked) == len(said) and all(fact_words(fact, "de") in reply.text for fact in asked)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_programs_get_the_same_card_in_every_language(lang: str) -> None:
    wrong = []
    for case in INCIDENTS:
        given, expect = case["input"], case["expect"]
        told = answers.answer(load(given["book"]), given["offence"], given["facts"], lang)
        said = [card["now"] for card in told["cards"]]
        if len(said) != 1 or not _fits(said[0], f"referee.text.{expect['ruling']}", lang):
            wrong.append((case["id"], said))
    assert wrong == []
