"""What the referee asks: only what changes the answer, never more than three things, and everything that a book regulates."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from puur.cli.referee_pages import answer_facts, cards
from puur.referee.asking import Answer, UnknownFact, answers, questions
from puur.referee.compare import in_scenes
from puur.referee.offences import OFFENCES
from puur.referee.questions import QUESTIONS, combinations
from puur.referee.rule import rule
from puur.referee.scenes import NoScene, scene
from puur.referee.told import Told, told
from puur.reglement import load, shipped
from puur.reglement.catalogue import BOOKS, provision, provisions
from puur.words import LANGUAGES, texts
from tests.support import PARTNER_BOOKS

UNASKED = tomllib.loads(Path(__file__).with_name("unasked.toml").read_text(encoding="utf-8"))
# Chapters in which a book says what officials do, beside everything that is an irregularity or conduct.
OFFICIAL = {
    "ajz08": ("1.3", "1.4", "1.5", "1.6", "1.7", "1.8", "3.4"),
    "nws2020": ("7 Resultate/Unterschriften", "9 Verhalten/Sanktionen"),
    "tam2014": ("Schreiben der erzielten Punkte", "Schiedsgericht", "Einsprachen", "CP, Einsprachen"),
    "ub2024": ("Regeln",),
}
NOT_PRINTED = {  # they follow from others, so there is no sentence to quote
    "AJZ-2.2.1-09", "JR-CNT-03", "JR-PLAY-05", "JR-WEIS-04", "NWS-1-14", "TAM-ES-17",
    "JR-PLAY-06", "TAM-CP-08", "TAM-CP-38", "TAM-ES-05", "TAM-ES-06", "TAM-ES-07", "TAM-ES-08", "TAM-ES-60",
}  # fmt: skip


@cache
def ruled(book: str, offence: str) -> list[tuple[dict[str, str], Told]]:
    """Every combination of facts with its ruling, without the module under test."""
    found = []
    for facts in combinations(offence, {}):
        try:
            game, incident = scene(load(book), offence, facts=facts)
        except NoScene:
            continue
        found.append((facts, told(game, incident, rule(game, incident))))
    return found


@pytest.mark.parametrize("book", PARTNER_BOOKS)
def test_what_is_asked_decides_and_each_question_changes_something(book: str) -> None:
    for offence in OFFENCES:
        asked = [question.key for question in questions(load(book), offence)]
        by_facts: dict[tuple[str, ...], Told] = {}
        for facts, ruling in ruled(book, offence):  # nothing else changes the ruling
            assert by_facts.setdefault(tuple(facts[key] for key in asked), ruling) == ruling, (offence, facts)
        for place, key in enumerate(asked):  # without this one two different rulings could not be told apart
            others: dict[tuple[str, ...], set[Told]] = {}
            for known, ruling in by_facts.items():
                others.setdefault(known[:place] + known[place + 1 :], set()).add(ruling)
            assert any(len(rulings) > 1 for rulings in others.values()), (offence, key)


def _answered(book: str, offence: str, known: dict[str, str]) -> list[dict[str, str]]:
    left = questions(load(book), offence, known)
    return [{**known, left[0].key: said} for said in left[0].answers] if left else [known]


@pytest.mark.parametrize("book", PARTNER_BOOKS)
def test_three_answers_are_enough_and_then_there_is_one_ruling(book: str) -> None:
    for offence in OFFENCES:
        paths: list[dict[str, str]] = [{}]
        for _ in range(3):
            paths = [further for known in paths for further in _answered(book, offence, known)]
        assert all(len(answers(load(book), offence, known)) == 1 for known in paths), offence


@pytest.mark.parametrize("book", PARTNER_BOOKS)
def test_what_nobody_knows_gives_every_case_once(book: str) -> None:
    for offence in OFFENCES:
        said = answers(load(book), offence)
        covered = [case for answer in said for case in product(*answer.facts.values())]
        assert len(covered) == len(set(covered)), offence
        assert {answer.told for answer in said} == {ruling for _, ruling in ruled(book, offence)}, offence


def test_a_fact_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UnknownFact, match="seen: visible, hidden"):
        answers(load("ajz08"), "card-fallen", {"seen": "perhaps"})
    with pytest.raises(UnknownFact, match="nothing is asked"):
        questions(load("ajz08"), "dispute", {"seen": "visible"})


def all_answers() -> list[Answer]:
    return [answer for book in PARTNER_BOOKS for offence in OFFENCES for answer in answers(load(book), offence)]


def test_no_answer_names_a_card_or_a_seat_of_a_game_that_nobody_played() -> None:
    """Cards are written like E6 or RA, seats A to D; neither may stand in what people read."""
    invented = re.compile(r"\b[ERSL][6789BUOKA]\b|\b[ABCD] \+ [ABCD]\b|(?<![\w-])[BCD](?![\w’'-])")
    for lang in LANGUAGES:
        for answer in all_answers():
            lines = [str(line) for line in cards(answer.ruling.offence, [answer], lang)]
            lines = [line for line in lines if not line.endswith("]")]  # the printed sentences speak of players A to D
            assert [line for line in lines if invented.search(line)] == []


def test_every_question_answer_step_and_role_has_words() -> None:
    said = texts()
    for asked in QUESTIONS.values():
        for question in asked:
            assert f"referee.question.{question.key}" in said
            assert {f"referee.fact.{answer}" for answer in question.answers} <= said.keys()
    for answer in all_answers():
        choices = answer.told.choices
        steps = [*answer.told.steps, *(step for choice in choices for option in choice.options for step in option.steps)]
        for step in steps:
            assert f"referee.step.{step.key}" in said
            assert not step.who or f"referee.role.{step.who}" in said or f"referee.who.{step.who}" in said
        for choice in choices:
            assert f"referee.role.{choice.by}" in said
            assert {f"referee.option.{option.key}" for option in choice.options} <= said.keys()
        assert {f"referee.who.{official}" for official in answer.told.deciders} <= said.keys()


def test_the_answers_of_an_offence_are_told_apart_by_their_own_words() -> None:
    """No answer stands beneath two questions of one offence, so that a name alone says which fact is meant."""
    for offence, asked in QUESTIONS.items():
        named = [answer for question in asked for answer in question.answers]
        assert len(named) == len(set(named)), offence


def test_every_irregularity_can_be_asked_or_has_a_reason_why_not() -> None:
    reached = {rule for answer in all_answers() for rule in answer.ruling.provisions}
    reached |= {rule for book in PARTNER_BOOKS for offence in OFFENCES for rule in _cited(book, offence)}
    wanted = {
        entry.id
        for book in BOOKS
        for entry in provisions(book)
        if entry.area in ("irregularity", "conduct") or entry.part == "referee" or entry.article in OFFICIAL.get(book, ())
    }
    assert sorted(wanted - reached - UNASKED.keys()) == []
    assert sorted(UNASKED.keys() & reached) == [], "it can be asked now: take it from the list"
    assert sorted(UNASKED.keys() - wanted) == []


@cache
def _cited(book: str, offence: str) -> frozenset[str]:
    rules: set[str] = set()
    for facts, _ in ruled(book, offence):
        rules |= set(rule(*scene(load(book), offence, facts=facts)).provisions)
    return frozenset(rules)


def test_every_ruling_quotes_the_printed_sentence() -> None:
    cited = {rule for book in PARTNER_BOOKS for offence in OFFENCES for rule in _cited(book, offence)}
    assert {rule for rule in cited if not provision(rule).quote} == NOT_PRINTED
    assert all(len(provision(rule).quote.split()) <= 34 for rule in cited)  # brief


def test_an_answer_for_programs_says_who_decides_and_who_if_that_one_is_concerned() -> None:
    """AJZ 1.8: Chef Regelwerk, then the deputy; on emergencies Präsident, then Vizepräsident."""
    (answer,) = answers(load("ajz08"), "card-ready")
    assert answer_facts(answer)["deciders"][:2] == ["chef-regelwerk", "deputy-chef-regelwerk"]
    (answer,) = answers(load("ajz08"), "no-show", {"replaced": "not-replaced", "emergency": "emergency"})
    assert answer_facts(answer)["deciders"][:2] == ["praesident", "vizepraesident"]


@pytest.mark.parametrize("key", [key for key in shipped() if key not in PARTNER_BOOKS])
def test_a_book_of_another_game_answers_or_has_no_scene(key: str) -> None:
    """Where three play, or nobody pushes, there may be no such scene; asked, the referee says so and nothing breaks."""
    for offence in ("wrong-dealer", "card-fallen", "partner-bids"):
        ruling = in_scenes(offence, books=[load(key)])[key]
        assert ruling is None or ruling.provisions or ruling.gap  # the general rules say nothing of a card that fell
    assert ruling is None  # nobody pushes there


@pytest.mark.parametrize("key", [key for key in shipped() if key not in PARTNER_BOOKS])
def test_a_book_of_another_game_is_silent_and_points_to_the_general_rules(key: str) -> None:
    """No such book has a chapter on irregularities; JR-ERR-11 to 14 are guidance, whatever the game is and however many play."""
    book = load(key)
    assert [question.key for question in questions(book, "revoke")] == [
        question.key for question in questions(load("jassregeln"), "revoke")
    ]
    for offence in ("revoke", "undertrump", "claim", "misdeal", "wrong-lead"):
        given = answers(book, offence)
        assert given, offence
        assert all(answer.ruling.fallback and answer.ruling.provisions for answer in given if answer.ruling.upheld), offence
    assert bool(answers(book, "late-weis")) is book.weis.enabled


@pytest.mark.rule("JR-TRUMP-05")
@pytest.mark.parametrize("base", ["jassregeln", "tam2014-es", "tam2014-cp"])
def test_jr_trump_05_where_nobody_may_push_the_partner_can_still_announce_too_early(base: str) -> None:
    """Of "Macht irrtümlich der Partner Trumpf oder schiebt" only the first half is left; it was asked with a push."""
    own = replace(load(base), bidding=replace(load(base).bidding, push=False, push_back=False))
    ruling = in_scenes("partner-bids", books=[own])[own.key]
    assert ruling is not None
    assert "JR-TRUMP-05" in ruling.provisions
