"""A card as it is typed, and playing it in the terminal."""

from __future__ import annotations

import pytest

from puur.cli.terminal.board import hand_cards
from puur.cli.terminal.skin import Skin, in_order
from puur.core.cards import CARDS, CardSet, parse_card
from puur.core.events import CardPlayed
from puur.core.faces import Faces
from puur.core.mode import parse_mode
from puur.core.view import view_of
from puur.words import LANGUAGES
from tests.cli.play.kit import ENTER, NAMES, first_lead, played, sit
from tests.support import A, D, endgame


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("faces", list(Faces))
def test_every_card_reads_back_as_it_is_shown(faces: Faces, lang: str) -> None:
    skin = Skin(faces, lang)
    assert [skin.parse(skin.sign(card)) for card in CARDS] == list(CARDS)
    assert [skin.parse(skin.sign(card).lower()) for card in CARDS] == list(CARDS)


@pytest.mark.parametrize(
    ("faces", "typed", "expected"),
    [
        (Faces.GERMAN, "E9", "E9"),
        (Faces.GERMAN, "e9", "E9"),
        (Faces.GERMAN, " e 9 ", "E9"),
        (Faces.GERMAN, "♦9", "E9"),
        (Faces.GERMAN, "eb", "EB"),  # the Banner
        (Faces.GERMAN, "lu", "LU"),
        (Faces.GERMAN, "Schilte-Under", "LU"),
        (Faces.GERMAN, "e10", "EB"),
        (Faces.FRENCH, "♦9", "E9"),
        (Faces.FRENCH, "e9", "E9"),
        (Faces.FRENCH, "eb", "EU"),  # the screen shows ♦B, the Bube
        (Faces.FRENCH, "e10", "EB"),
        (Faces.FRENCH, "eu", "EU"),  # the letters of the record work too
        (Faces.FRENCH, "sd", "SO"),
        (Faces.FRENCH, "Herz Dame", "RO"),
        (Faces.GERMAN, "x9", None),
        (Faces.GERMAN, "e", None),
        (Faces.GERMAN, "", None),
        (Faces.FRENCH, "e99", None),
    ],
)
def test_cards_may_be_typed_in_several_ways(faces: Faces, typed: str, expected: str | None) -> None:
    found = Skin(faces, "de").parse(typed)
    assert (found and str(found)) == expected


def test_a_hand_is_sorted_with_trumps_first_and_the_strong_cards_in_front() -> None:
    hand = CardSet.parse("E6 E9 EU R6 RA L7 LK S8 S9")
    assert [str(card) for card in in_order(hand, parse_mode("E"))] == ["EU", "E9", "E6", "RA", "R6", "S9", "S8", "LK", "L7"]
    assert [str(card) for card in in_order(hand, parse_mode("undeufe"))] == ["E6", "E9", "EU", "R6", "RA", "S8", "S9", "L7", "LK"]
    assert [str(card) for card in in_order(hand, None)] == ["EU", "E9", "E6", "RA", "R6", "S9", "S8", "LK", "L7"]


def test_a_card_is_raised_and_counts_with_enter() -> None:
    game = first_lead()
    text = sit(game, "e9", ENTER)
    assert played(game) == ["E9"]
    assert "E9 spielen? Enter = ja, u = zurück:" in text


def test_a_slip_is_taken_back_before_it_counts() -> None:
    game = first_lead()
    sit(game, "e9", "u", "ra")
    assert played(game) == []
    sit(game, "e9", "u", "ra", ENTER)
    assert played(game) == ["RA"]


def test_another_card_may_be_typed_instead_of_confirming() -> None:
    game = first_lead()
    sit(game, "e9", "ra", ENTER)
    assert played(game) == ["RA"]


def test_a_card_may_be_typed_by_its_number() -> None:
    game = first_lead()
    third = hand_cards(view_of(game, A))[2]
    sit(game, "3", ENTER)
    assert played(game) == [str(third)]


def test_without_confirming_a_card_counts_at_once() -> None:
    game = first_lead()
    sit(game, "e9", confirm=False)
    assert played(game) == ["E9"]


def test_enter_alone_shows_advice_that_a_second_enter_accepts() -> None:
    game = first_lead()
    text = sit(game, ENTER)
    assert "Vorschlag: " in text
    assert played(game) == []
    sit(game, ENTER, ENTER)
    assert len(played(game)) == 1


@pytest.mark.parametrize("typed", ["xyz", "0", "10", "99", "E9 E8", "\x1b[31m", "ä" * 500, "-1", "\u0661"])
def test_bad_input_gives_one_clear_line_and_the_question_again(typed: str) -> None:
    game = first_lead()
    text = sit(game, typed, "e9", ENTER)
    assert played(game) == ["E9"]
    assert "verstehe ich nicht" in text
    assert "\x1b" not in text.replace(typed + "\n", "")


def test_a_forbidden_card_is_refused_with_reason_and_provision() -> None:
    # Rosen are led and the person has some: L8 neither follows nor cuts. (JR-PLAY-05)
    game = endgame("jassregeln", "E", leader=D, A="R8 L8 E6", B="R6 S6 S9", C="RA S7 SU", D="R7 S8 SO", names=NAMES)
    game.submit(CardPlayed(D, parse_card("R7")))
    text = sit(game, "l8", "2")
    assert "L8 geht nicht: Rosen ist angespielt, und du hast Rosen. (JR-PLAY-05)" in text
    assert played(game) == []
    number = [str(card) for card in hand_cards(view_of(game, A))].index("L8") + 1
    assert "L8 geht nicht" in sit(game, str(number))


def test_only_playable_cards_have_a_number() -> None:
    game = endgame("jassregeln", "E", leader=D, A="R8 L8 E6", B="R6 S6 S9", C="RA S7 SU", D="R7 S8 SO", names=NAMES)
    game.submit(CardPlayed(D, parse_card("R7")))
    rows = sit(game).splitlines()
    numbers = rows[next(place for place, row in enumerate(rows) if "R8" in row) - 1]
    assert numbers.split() == ["1", "2", "-"]  # E6, R8, L8


@pytest.mark.parametrize("asked", ["!", "! l8", "!l8", "warum", "warum L8", "why l8", "pourquoi l8", "perché l8"])
def test_why_explains_with_the_text_of_the_provision(asked: str) -> None:
    game = endgame("jassregeln", "E", leader=D, A="R8 L8 E6", B="R6 S6 S9", C="RA S7 SU", D="R7 S8 SO", names=NAMES)
    game.submit(CardPlayed(D, parse_card("R7")))
    text = sit(game, asked)
    assert "L8 geht nicht" in text
    assert "JR-PLAY-05: " in text
    assert played(game) == []


def test_why_also_says_what_is_allowed() -> None:
    game = first_lead()
    assert "Du darfst jede Karte spielen." in sit(game, "!")
    assert "E9 darfst du spielen." in sit(game, "! e9")
    assert "verstehe ich nicht" in sit(game, "! zz")
    assert played(game) == []
