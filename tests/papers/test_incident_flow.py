"""Every incident of the corpus on the roads that people take: at most two answers after the incident, then one card that says it.

The page shows `flow`, programs get `answers.answer`; what the card has to say is the corpus's own ruling.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from puur.papers import answers
from puur.papers.incident_flow import Flow, Reply, flow
from puur.papers.ruling_card import fact_words
from puur.referee.offences import OFFENCES
from puur.referee.questions import answer_key
from puur.reglement import load
from puur.words import LANGUAGES, texts
from tests.corpus.check import cases
from tests.support import PARTNER_BOOKS

INCIDENTS = list(cases("incident"))
WORKED_OUT = {
    "JR-WRITE-02",
    "TAM-ES-59",
    "TAM-ES-58",
}  # sentences that a case infers its ruling from, and that the card need not show
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


def test_nothing_is_assumed_a_reply_names_every_fact_that_it_stands_for_and_the_card_repeats_them() -> None:
    for book, incident in product(PARTNER_BOOKS, OFFENCES):
        first = flow(load(book), incident, (), "de")
        for reply in first.replies:
            second = flow(load(book), incident, reply.facts, "de")
            for further in second.replies:
                facts = (*reply.facts, *further.facts)
                third = flow(load(book), incident, facts, "de")
                assert not third.question, (book, incident, facts)  # two answers are enough
                (card,) = third.cards
                assert third.facts == tuple(dict.fromkeys(third.facts))
                assert set(third.facts) == set(facts), (book, incident, facts)
                told = " · ".join(card.case)
                assert all(fact_words(fact, "de") in told for fact in facts), (book, incident, facts)


def test_facts_that_exclude_each_other_and_decide_differently_are_taken_as_unknown() -> None:
    known = flow(load("jassregeln"), "undertrump", ("side-suit", "other-cards", "only-trumps", "turned"), "de")
    assert known.facts == ("side-suit", "turned")
    assert known.question
    assert len({card.now for card in known.cards}) == 2


@pytest.mark.parametrize(
    ("book", "incident", "facts", "sentence"),
    [
        ("jassregeln", "late-weis", "last-open", "Der letzte Spieler darf weisen bis der Stich gekehrt ist."),
        ("jassregeln", "incomplete-weis", "covered not-contained", "Wer allerdings z.B. 100 ansagt und 4 Under hat, verwirkt"),
        ("jassregeln", "revoke", "only-bauer", "Der Trumpfbauer muss beim Trumpfspiel nicht angegeben werden"),
        ("jassregeln", "wrong-lead", "open trump-card", "wird irrtümlich Trumpf ausgespielt, entscheiden die Gegner"),
        ("nws2020", "wrong-party", "after-trick last-deal", "Ist dies nicht mehr möglich, wird das Spiel annulliert."),
        ("nws2020", "several-cards", "open can-follow", "Es muss die höchste Karte der Farbe beigegeben werden"),
        ("nws2020", "early-card", "turned", "Ist ein Stich bereits gekehrt und hat niemand"),
        ("tam2014-es", "wrong-sum", "round-sum odd-missing", "Bei ungerader Punktzahl geht dabei immer ein Punkt mehr"),
        ("tam2014-cp", "played-variant", "joker-used", "Wurde der Joker bereits eingesetzt"),
        ("ub2024", "card-faces", "not-agreed", "Erfolgt keine Einigung, wird mit französischen Karten gespielt."),
        ("ub2024", "unsigned-sheet", "player-unsigned", "Ich bestätige hiermit ehrenhaft und regelkonform"),
        ("ajz08", "looked", "first-trick", "Der erste Stich darf angeschaut werden"),
        ("ajz08", "undertrump", "trump-led", "Ist Trumpf ausgespielt, darf jederzeit untertrumpft werden"),
        (
            "ajz08",
            "device",
            "no-permission during-series",
            "Manipulation eines elektronischen Kommunikationsgerätes ohne bewilligtes",
        ),
        ("ajz08", "wrong-lead", "open not-pushed", "Vorspielen = -100 Punkte"),
    ],
)
def test_the_sentence_that_decides_the_case_is_quoted_first(book: str, incident: str, facts: str, sentence: str) -> None:
    (card,) = flow(load(book), incident, facts.split(), "de").cards
    assert sentence in card.sources[0].quote


@pytest.mark.parametrize("case", INCIDENTS, ids=lambda case: case["id"])
def test_the_card_cites_the_sentence_that_the_case_was_worked_out_from(case: dict[str, Any]) -> None:
    given, expect = case["input"], case["expect"]
    (card,) = flow(load(given["book"]), given["offence"], given["facts"], "de").cards
    cited = {source.id for source in card.sources}
    silent = expect["guidance"] or not cited  # the book says nothing itself: the case quotes where it says who decides
    assert silent or case["source"] in cited | WORKED_OUT, cited


def test_a_sentence_of_the_coiffeur_stands_in_its_own_book_and_a_shared_one_where_it_is_printed() -> None:
    (own,) = flow(load("tam2014-cp"), "looked", ("later-trick",), "de").cards
    assert own.sources[0].chapter == "TAM 2014: Coiffeur-Partnerschieber, Allgemeines"
    (shared,) = flow(load("tam2014-cp"), "wrong-lead", ("open",), "de").cards
    assert shared.sources[0].chapter == "TAM 2014: Einzel-Schieber (Schweiz), Irrtümlich gespielte Karte"
    (austrian,) = flow(load("tam2014-es-at"), "wrong-lead", ("open",), "de").cards
    assert austrian.sources[0].chapter == "TAM 2014: Einzel-Schieber (Österreich), Irrtümlich gespielte Karte"


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ("no-show not-replaced no-emergency", "Durchschnitt der vollständigen Serien"),
        ("no-show not-replaced emergency", "Durchschnitt der vollständigen Serien"),  # an emergency mends no series
        ("late-arrival no-emergency late-90", "fehlt die Person bei Spielbeginn noch"),
        ("left-early during-play no-emergency one-round-played", "Durchschnitt der vollständigen Serien"),
        ("left-early during-play no-emergency two-rounds-played", "Durchschnitt seiner zwei ersten"),
    ],
)
def test_a_series_that_is_short_of_somebody_gets_its_average(facts: str, told: str) -> None:
    """AJZ-1.5-03: the average of the complete series; AJZ-1.5-06: after two rounds the average of one's own."""
    incident, *known = facts.split()
    (card,) = flow(load("ajz08"), incident, known, "de").cards
    assert any(told in effect for effect in card.effects), card.effects


def test_whoever_has_the_last_word_is_not_appealed_against_to_himself() -> None:
    """NWS-9-04: the Turnierleiter decides finally; a ruling of the Kontrolleur can be taken to him."""
    (excluded,) = flow(load("nws2020"), "exclusion", ("warned", "between-games"), "de").cards
    assert (excluded.decides, excluded.appeal) == ("Turnierleiter.", "Der Entscheid ist endgültig.")
    (remark,) = flow(load("nws2020"), "remark", (), "de").cards
    assert remark.appeal == "an: Turnierleiter"
