"""The card that answers: asked for what decides and nothing else, in the words of the book, without invented cards and people."""

from __future__ import annotations

import re

import pytest

from puur.core.cards import CARDS
from puur.papers.booklet import booklet, picture
from puur.papers.incident_flow import Flow, flow
from puur.papers.ruling_card import Card
from puur.referee.offences import OFFENCES
from puur.reglement import load
from puur.words import LANGUAGES

BOOKS = ("jassregeln", "ajz08", "tam2014-es", "tam2014-cp", "nws2020", "ub2024")
INVENTED = re.compile(rf"\b({'|'.join(card.name for card in CARDS)})\b|\b[BCD]\b(?!’)|\bA \+ C\b")


def asked(book: str, incident: str, *facts: str, lang: str = "de") -> Flow:
    return flow(load(book), incident, facts, lang)


def only(book: str, incident: str, *facts: str) -> Card:
    known = asked(book, incident, *facts)
    assert (known.replies, len(known.cards)) == ((), 1)
    return known.cards[0]


def offered(known: Flow) -> list[tuple[str, ...]]:
    return [reply.facts for reply in known.replies]


def test_only_what_changes_the_answer_is_asked() -> None:
    # AJZ 3.4: 100 for a wrong lead, 200 by the partner to whom was pushed; trump or not makes no difference there.
    assert ("trump-card",) not in offered(asked("ajz08", "wrong-lead", "open"))
    assert {card.points for card in asked("ajz08", "wrong-lead", "open").cards} == {100, 200}
    # NWS 5: in a turned trick everything stays, whatever was led; the bare Bauer may be kept, and a trump played on a suit.
    assert {card.now for card in asked("nws2020", "revoke", "turned").cards[:1]} == {
        "Der Stich ist gekehrt: es bleibt, wie es ist."
    }
    assert len(asked("nws2020", "revoke", "turned").cards) == 3
    assert ("side-suit",) in offered(asked("nws2020", "revoke", "open"))
    assert ("trump-led",) in offered(asked("nws2020", "revoke", "open"))


def test_a_fact_that_nobody_knows_leaves_every_card_with_its_case() -> None:
    cards = asked("ajz08", "card-fallen").cards
    assert [(card.case, card.points) for card in cards] == [
        (("War die Karte zu sehen? die Karte war zu sehen",), 200),
        (("War die Karte zu sehen? die Karte fiel verdeckt",), 100),
    ]


def test_who_chooses_among_what_with_which_consequence() -> None:
    # Jassregeln, "Ungültiger Weis": a Weis that was described wrongly lets the opponents annul the deal.
    (choice,) = only("jassregeln", "wrong-weis", "not-corrected", "harmed").choices
    assert choice.who == "die Gegner"
    assert [(way.label, way.follows) for way in choice.ways] == [
        ("annullieren", ("das Spiel ist ungültig; neu gibt: dieselbe Person",)),
        ("weiterspielen", ("nichts weiter",)),
    ]


@pytest.mark.parametrize(
    ("book", "decides", "concerned", "appeal"),
    [
        ("ajz08", "Chef Regelwerk", "Stv. Chef Regelwerk", "keinen Weiterzug"),  # AJZ 1.8
        ("nws2020", "Kontrolleur", "Turnierleiter", "an: Turnierleiter"),  # NWS 9
        ("tam2014-es", "Jassleitung", "sagt das Reglement nicht", "innert 5 Tagen an: Trumpf-As AG"),  # TAM, Einsprachen
    ],
)
def test_who_decides_who_if_concerned_and_where_it_goes_on(book: str, decides: str, concerned: str, appeal: str) -> None:
    card = asked(book, "remark").cards[0]
    assert decides in card.decides
    assert concerned in card.concerned
    assert appeal in card.appeal


def test_what_is_not_the_law_of_the_book_is_marked() -> None:
    # UB 2024 says that one has to follow suit ("Leih halten"), not what follows from a revoke: that is guidance.
    guided = only("ub2024", "revoke", "turned", "side-suit")
    assert "guidance" in guided.marks
    assert [source.id for source in guided.sources if not source.guidance] == ["UB-TRICK-06"]
    assert guided.sources[0].id == "UB-TRICK-06"
    assert any("jassverzeichnis.ch" in note for note in guided.notes)
    own = only("ajz08", "looked", "later-trick")
    assert (own.marks, own.notes) == ((), ())
    assert own.sources[0].chapter == "AJZ 08 Regelwerk, 3.4"


@pytest.mark.parametrize(("book", "lang"), [*((book, "de") for book in BOOKS), *(("ajz08", lang) for lang in LANGUAGES[1:])])
def test_every_incident_has_a_card_without_invented_cards_or_names(book: str, lang: str) -> None:
    for incident in OFFENCES:
        cards = asked(book, incident, lang=lang).cards
        assert cards, incident
        for card in cards:
            said = " ".join(
                [card.now, *card.effects, *(text for choice in card.choices for way in choice.ways for text in way.follows)]
            )
            assert not INVENTED.search(said), said


def test_at_most_two_questions_are_asked() -> None:
    """One tap on the incident and two answers: three taps."""

    def depth(book: str, incident: str, facts: tuple[str, ...] = ()) -> int:
        known = asked(book, incident, *facts)
        return max((1 + depth(book, incident, (*facts, *reply.facts)) for reply in known.replies), default=0)

    assert max(depth(book, incident) for book in BOOKS for incident in OFFENCES) <= 2


def test_the_booklet_has_every_incident_and_an_index() -> None:
    from io import BytesIO

    from pypdf import PdfReader

    pages = PdfReader(BytesIO(booklet(load("nws2020"), "de"))).pages
    text = " ".join(" ".join(page.extract_text() for page in pages).split())
    for words in (
        "nicht gefarbt",
        "Lesart von Puur",
        "Kontrolleur, Turnierleiter",
        "Verleugnen",
        "5 Falsche Karte gespielt, Nichtfarben",
    ):
        assert words in text
    assert len(pages) < 70


def test_the_picture_is_a_picture() -> None:
    known = asked("ajz08", "card-fallen", "hidden")
    assert picture(load("ajz08"), known, "de").startswith(b"\x89PNG")
