"""What is written is read back unchanged, in both notations and between them, for every event type."""

from __future__ import annotations

import json
from importlib.resources import files

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puur.notation import Record, format_jass, from_json, parse_jass, to_json
from puur.notation.forms import phrasebook
from puur.notation.game_events import GAME
from puur.notation.jsonform import schema_text, to_data
from tests.notation.strategies import EVENT_OF, EVENT_TYPES, records

SCHEMA = json.loads(files("puur.notation").joinpath("record.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


@given(records())
def test_text_reads_back_as_it_was_written(record: Record) -> None:
    text = format_jass(record)
    again = parse_jass(text)
    assert again == record
    assert format_jass(again) == text


@given(records())
def test_json_reads_back_as_it_was_written(record: Record) -> None:
    text = to_json(record)
    assert from_json(text) == record
    assert to_json(from_json(text)) == text


@given(records())
def test_text_and_json_say_the_same(record: Record) -> None:
    assert parse_jass(format_jass(from_json(to_json(record)))) == record
    assert from_json(to_json(parse_jass(format_jass(record)))) == record


@given(records())
def test_what_is_written_fits_the_published_schema(record: Record) -> None:
    VALIDATOR.validate(to_data(record))


@pytest.mark.parametrize("cls", EVENT_TYPES, ids=lambda cls: cls.__name__)
@given(data=st.data())
def test_every_event_alone(cls: type, data: st.DataObject) -> None:
    record = Record(book="jassregeln", events=(data.draw(EVENT_OF[cls]),))
    assert parse_jass(format_jass(record)) == record
    assert from_json(to_json(record)) == record


def test_every_event_has_a_shape_and_a_form() -> None:
    own = {"HandsRecorded", "Announced", "CardPlayed", "ResultEntered"}  # read and written by hand
    assert set(GAME.by_class) == set(EVENT_TYPES)
    assert {cls.__name__ for cls in phrasebook(GAME).of} | own == {cls.__name__ for cls in EVENT_TYPES}


def test_the_published_schema_is_the_one_of_the_code() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert files("puur.notation").joinpath("record.schema.json").read_text(encoding="utf-8") == schema_text()


def test_the_order_of_events_inside_a_trick_is_kept() -> None:
    text = (
        "puur: 1\nReglement: ub2024\n\nSpiel 1: Geber D\nA: E\nA: weist 50\n"
        '1. A: E9 {B: weist 20} EK EU {D: Stöck} {D: bedankt "Merci"} E6\nA: kehrt\n'
    )
    assert format_jass(parse_jass(text)) == text
    kinds = [type(event).__name__ for event in parse_jass(text).events]
    assert kinds == [
        *("HandsRecorded", "Announced", "WeisAnnounced", "CardPlayed", "WeisAnnounced", "CardPlayed", "CardPlayed"),
        *("StoeckShown", "Thanked", "CardPlayed", "Turned"),
    ]


def test_a_long_remark_stands_on_its_own_line_and_the_trick_goes_on() -> None:
    long = f'Entscheid UB-X gegen B "{"x" * 120}"'
    text = f"puur: 1\nReglement: ub2024\n\nSpiel 1: Geber D\nA: E\n1. A: E9 EK\n{long}\n1. C: EU E6\n2. A: R6\n"
    assert format_jass(parse_jass(text)) == text


def test_an_annulled_deal_keeps_its_number() -> None:
    text = 'puur: 1\nReglement: x\n\nSpiel 1: Geber D\nannulliert "vergeben"\n\nSpiel 1: Geber D\nA: E\n\nSpiel 2: Geber A\n'
    assert format_jass(parse_jass(text)) == text


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("deal 1: A announces E | 95 62 | weis 50 0 | stoeck 0 20", "Spiel 1: A sagt E | 95 62 | Weis 50 0 | Stöck 0 20"),
        ("SPIEL 1: a sagt E | 95 62", None),  # seats are capital letters
        ("Spiel 1: Obenabe | 157 0 | match A+C", "Spiel 1: obenabe | 157 0 | Match A+C"),
        ("spiel 1:|95 62|estimated|by C", "Spiel 1: | 95 62 | geschätzt | von C"),
        ("Spiel 1: ? als joker | 95 62", "Spiel 1: ? als joker | 95 62"),
        ("Spiel 1: C sagt Rosen als joker | 10 147", "Spiel 1: C sagt R als joker | 10 147"),
        ("deal 1 ; nobody knows\ndealer D", "Spiel 1: Geber D"),
        ("deal 1\nD: shuffles E6 E7 ; short pack", "Spiel 1: D: mischt E6 E7"),
        ("A: Eichel", "A: E"),
        ("A: sagt Schaufel", "A: L"),
        ("A: obeabe", "A: obenabe"),
        ("A: pushes", "A: schiebt"),
        ("a: pushes", None),
        ("A: zeigt STOECK", "A: Stöck"),
        ("A: zaehlt 95", "A: zählt 95"),
        ("1. A: E9 EK {Stöck} EU E6", "1. A: E9 EK {B: Stöck} EU E6"),
        ("1. A: E9 EK {schiebt}EU E6 ; closed", "1. A: E9 EK {B: schiebt} EU E6"),
        ("1. A: E9 EK\n1. C: EU E6", "1. A: E9 EK EU E6"),
        ("finishing order stich weis stoeck", "Ausmachregel Stich Weis Stöck"),
        ("= 95 62", "= A+C 95 B+D 62"),
        ("= total A+C 995 B+D 1062", "= Total A+C 995 B+D 1062"),
        ("= weis 50 0", "= Weis A+C 50 B+D 0"),
    ],
)
def test_spelling_is_forgiven_and_written_one_way(written: str, canonical: str | None) -> None:
    text = f"book: x\n{written}\n"
    if canonical is None:
        with pytest.raises(ValueError, match="expected"):
            parse_jass(text)
        return
    again = format_jass(parse_jass(text))
    assert [line for line in again.splitlines()[2:] if line][-1] == canonical
    assert parse_jass(again) == parse_jass(text)
