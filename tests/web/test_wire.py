"""What a client sends, field by field, and the words it gets back: docs/protocol.md says what a message may hold."""

from __future__ import annotations

from typing import Any

import pytest

from puur.core.cards import CardSet, parse_card
from puur.core.errors import RuleViolation
from puur.core.events import CardPlayed, WeisAdded
from puur.core.faces import Faces
from puur.core.known import tell
from puur.core.weis import weis_of
from puur.reglement import load
from puur.web.live import speech, wire
from puur.web.live.wire import BadMessage


@pytest.mark.parametrize(
    ("value", "kind", "low", "high"),
    [
        ("", str, 0, 3), ("abc", str, 0, 3),
        (2, int, 2, 4), (4, int, 2, 4), (0, int, 0, 0), (-1, int, -1, 0),
        (True, bool, 0, 0), (False, bool, 0, 0),
    ],
)  # fmt: skip
def test_a_field_may_be_as_long_and_as_large_as_its_bounds(value: object, kind: type, low: int, high: int) -> None:
    assert wire.field({"x": value}, "x", kind, low, high) is value


@pytest.mark.parametrize(
    ("message", "kind", "low", "high"),
    [
        ({}, str, 0, 3), ({"x": None}, str, 0, 3), ({"x": "abcd"}, str, 0, 3), ({"x": "a\nb"}, str, 0, 3),
        ({"x": "a\u202eb"}, str, 0, 3),
        ({"x": 1}, int, 2, 4), ({"x": 5}, int, 2, 4), ({"x": "2"}, int, 2, 4), ({"x": 2.0}, int, 2, 4), ({"x": True}, int, 0, 1),
        ({"x": 1}, bool, 0, 1), ({"x": "true"}, bool, 0, 9), ({"x": ["a"]}, str, 0, 3), ({}, bool, 0, 0), ({}, int, 0, 3),
    ],
)  # fmt: skip
def test_any_other_field_is_refused_by_its_name(message: dict[str, Any], kind: type, low: int, high: int) -> None:
    with pytest.raises(BadMessage, match=r"^x$") as refused:
        wire.field(message, "x", kind, low, high)
    assert refused.value.code == "json"


@pytest.mark.parametrize(
    ("message", "key"),
    [(None, ""), ({}, ""), ({"id": 5}, ""), ({"id": "a"}, "a"), ({"id": "k" * 64}, "k" * 64), ({"id": "k" * 65}, "k" * 64)],
)
def test_the_id_of_a_message_has_64_characters_at_most(message: dict[str, Any] | None, key: str) -> None:
    assert wire.id_of(message) == key


def test_seats_and_teams_are_numbers_on_the_wire_and_letters_in_the_record() -> None:
    sent = {"seat": 0, "by": 3, "of": 1, "team": 1, "offender": None, "trick": 2, "card": "E6"}
    record = wire.named(sent)
    assert record == {"seat": "A", "by": "D", "of": "B", "team": wire.TEAM_NAMES[1], "offender": None, "trick": 2, "card": "E6"}
    assert sent["seat"] == 0


@pytest.mark.parametrize(
    ("name", "value"),
    [("seat", 4), ("seat", 9), ("seat", -1), ("seat", "A"), ("seat", True), ("seat", 1.0), ("team", 2), ("team", 7)],
)
def test_a_seat_that_no_table_has_is_refused_by_the_name_of_its_field(name: str, value: object) -> None:
    with pytest.raises(BadMessage, match=f"^{name}$") as refused:
        wire.named({name: value})
    assert refused.value.code == "json"


def test_an_event_is_written_with_the_number_of_its_seat_and_nothing_that_is_left_at_its_default() -> None:
    assert wire.write_event(CardPlayed(2, parse_card("EU"))) == {"event": "card-played", "seat": 2, "card": "EU"}


def test_others_are_told_what_further_weise_count_instead_of_their_cards() -> None:
    """Three in a row count 20 (JR-WVAL-02)."""
    run = weis_of([parse_card(name) for name in ("E6", "E7", "E8")])
    told = tell(WeisAdded(1, (run,)), actor=False, over=False, seen=CardSet, book=load("jassregeln"))
    assert wire.write_told(told) == {"event": "weis-added", "seat": 1, "points": [20]}


# ---- the words that come back ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cookie", "accepted", "lang"),
    [
        ("fr", "de", "fr"),  # the reader's own choice first
        ("xx", "it", "it"),
        ("", "fr;q=0.5,it;q=0.9", "it"),
        ("", "en-GB,fr;q=0.9", "en"),  # no weight means the full one
        ("", "fr;q=0.8,it;q=0.8", "fr"),  # of equals the first
        ("", "es,EN;q=0.1", "en"),
        ("", "fr;q=much, it;q=0.1", "it"),
        ("", "", "de"),
        ("", "es", "de"),
    ],
)
def test_the_language_of_a_reader(cookie: str, accepted: str, lang: str) -> None:
    assert speech.language(cookie, accepted) == lang


@pytest.mark.parametrize(
    ("value", "faces", "lang", "text"),
    [
        ("EU", Faces.GERMAN, "de", "Eichel Under"),
        ("L7", Faces.FRENCH, "de", "Schaufel 7"),
        ("LA", Faces.GERMAN, "de", "Schilten Ass"),
        ("RA", Faces.FRENCH, "fr", "As de cœur"),
        ("LU", Faces.FRENCH, "it", "Fante di picche"),
        ("SK", Faces.FRENCH, "en", "King of Clubs"),
        ("R", Faces.FRENCH, "de", "Herz"),
        ("S", Faces.GERMAN, "de", "Schellen"),
        ("obenabe", Faces.GERMAN, "de", "Obenabe"),
        ("X", Faces.GERMAN, "de", "X"),
        ("Ruth", Faces.GERMAN, "de", "Ruth"),
        ("ER", Faces.GERMAN, "de", "ER"),
    ],
)
def test_cards_suits_and_modes_have_names_and_other_words_stay(value: str, faces: Faces, lang: str, text: str) -> None:
    assert speech.thing(value, faces, lang) == text


def test_a_refusal_names_cards_in_words_and_facts_as_json() -> None:
    problem = RuleViolation("JR-PLAY-05", "follow-suit", card="EU", led="R", seat=1)
    told = speech.refusal(problem, "de", ["Ruth", "", "Vreni", "Köbi"], "german")
    assert (told["reason"], told["rule"]) == ("follow-suit", "JR-PLAY-05")
    assert told["facts"] == {"card": "EU", "led": "R", "seat": 1}
    assert told["text"] == "Eichel Under geht nicht: Rosen ist angespielt, und du hast Rosen."


def test_facts_are_plain_values() -> None:
    told = speech.plain({1: (parse_card("EU"), None, True), "a": {"b": frozenset((3,))}, "c": 1.5})
    assert told == {"1": ["EU", None, True], "a": {"b": [3]}, "c": "1.5"}


def test_a_text_that_does_not_exist_is_its_key() -> None:
    assert speech.sentence("no such text", "de") == "no such text"
    assert speech.sentence("guest", "de") == "Gast"
