"""The incidents of the corpus, asked as the page and the terminal ask: question by question, and with all facts at once.

The expected rulings are the corpus's own, worked out from the sentence that each case quotes.
"""

from __future__ import annotations

from typing import Any

import pytest

from puur.referee.asking import answers, questions
from puur.referee.questions import answer_key
from puur.reglement import load
from tests.corpus.check import cases
from tests.corpus.puur_engine import in_roles

INCIDENTS = list(cases("incident"))


@pytest.mark.parametrize("case", INCIDENTS, ids=lambda case: case["id"])
def test_with_the_facts_that_the_case_names_there_is_one_answer_and_it_is_right(case: dict[str, Any]) -> None:
    book, offence = load(case["input"]["book"]), case["input"]["offence"]
    known = {answer_key(offence, fact): fact for fact in case["input"]["facts"]}
    assert "" not in known
    assert [in_roles(answer) for answer in answers(book, offence, known)] == [case["expect"]]


@pytest.mark.parametrize("case", INCIDENTS, ids=lambda case: case["id"])
def test_question_by_question_the_facts_of_the_case_are_all_that_is_asked(case: dict[str, Any]) -> None:
    book, offence, facts = load(case["input"]["book"]), case["input"]["offence"], set(case["input"]["facts"])
    known: dict[str, str] = {}
    while left := questions(book, offence, known):
        said = facts & set(left[0].answers)
        assert len(said) == 1, f"{left[0].key} is asked, and the case does not say it"
        known[left[0].key] = said.pop()
    assert len(known) <= 3
    assert [in_roles(answer) for answer in answers(book, offence, known)] == [case["expect"]]
    assert set(known.values()) == facts  # nothing that the case tells is left unasked


def test_there_are_many_and_every_book_has_its_share() -> None:
    books = [case["input"]["book"] for case in INCIDENTS]
    assert len(INCIDENTS) >= 150
    assert {book: books.count(book) >= 5 for book in books} == dict.fromkeys(books, True)
    assert all(case["text"] for case in INCIDENTS)  # the sentence of the book
