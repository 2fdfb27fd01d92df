"""What the readers refuse: the exact place, what was found, what was expected; quickly, whatever the input."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puur.core.cards import CARDS, CardSet
from puur.core.events import CardPlayed, HandsRecorded, Pushed, Shuffled
from puur.log.errors import Expected
from puur.notation import Record, RecordError, Score, from_json, parse_jass, to_json
from puur.notation.formats import decode, read_record
from puur.notation.names import Format
from puur.notation.record import MAX_BYTES, MAX_EVENTS
from puur.notation.tokens import tokens

HEAD = "Reglement: ub2024\n"  # the lines of a table entry begin with line 2
FOUR = "Hand A: E6\nHand B: E7\nHand C: E8\n"
MANY = "E6 E7 E8 E9 EB EU EO EK EA R6 R7 R8 R9"  # one more than the third of the pack that is dealt where one of four sits out


@pytest.mark.parametrize(
    ("text", "line", "column", "found", "expected"),
    [
        # the head
        ("", 1, 1, "", Expected.REQUIRED),
        ("Datum: 2024\n", 2, 1, "", Expected.REQUIRED),
        ("puur: 2\n", 1, 7, "2", Expected.VERSION),
        ("puur: x\n", 1, 7, "x", Expected.VERSION),
        ("Reglement:   \n", 1, 14, "", Expected.VALUE),
        ("Reglement: ; nothing\n", 1, 12, "", Expected.VALUE),
        ('Reglement: ""\n', 1, 12, "", Expected.VALUE),
        ('Reglement: "x" y\n', 1, 16, "y", Expected.END),
        ('Reglement: "x\n', 1, 12, '"x', Expected.QUOTE),
        ('Reglement: "x\\q"\n', 1, 14, '\\q"', Expected.ESCAPE),
        ('Reglement: "\\u{d800}"\n', 1, 13, "\\u{d800}\"", Expected.ESCAPE),
        ('Reglement: "\\u{110000}"\n', 1, 13, "\\u{110000}", Expected.ESCAPE),
        (HEAD + "reglement: x\n", 2, 1, "reglement", Expected.KEY_ONCE),
        (HEAD + "Karten: italienisch\n", 2, 9, "italienisch", Expected.ONE_OF),
        (HEAD + "Schreiben:  nie\n", 2, 13, "nie", Expected.ONE_OF),
        (HEAD + "Spieler E: Eva\n", 2, 9, "E", Expected.SEAT),
        (HEAD + "Spieler AB: Eva\n", 2, 9, "AB", Expected.SEAT),
        (HEAD + "Erster Geber: X\n", 2, 15, "X", Expected.SEAT),
        (HEAD + "Verloren: A+B\n", 2, 11, "A+B", Expected.TEAM),
        (HEAD + "Partie: viele\n", 2, 9, "viele", Expected.NUMBER),
        (HEAD + "Partie: -1\n", 2, 9, "-1", Expected.NUMBER),
        (HEAD + "Angabe Wetter: x\n", 2, 8, "Wetter", Expected.TAG),
        (HEAD + "Angabe date: x\n", 2, 8, "date", Expected.TAG),
        (HEAD + "A: schiebt\n  Datum: 2024\n", 3, 3, "Datum", Expected.HEAD_BEFORE),
        (HEAD + "Farbe: rot\n", 2, 1, "Farbe", Expected.SEAT),
        # lines
        (HEAD + "hallo\n", 2, 1, "hallo", Expected.LINE),
        (HEAD + "E: schiebt\n", 2, 1, "E", Expected.SEAT),
        (HEAD + "A: Anna\n", 2, 4, "Anna", Expected.STATEMENT),
        (HEAD + "A:\n", 2, 3, "", Expected.STATEMENT),
        (HEAD + "A: schiebt noch\n", 2, 12, "noch", Expected.END),
        (HEAD + "A: zieht E1\n", 2, 10, "E1", Expected.CARD),
        (HEAD + "A: zieht\n", 2, 9, "", Expected.CARD),
        (HEAD + 'A: zieht "E6"\n', 2, 10, "E6", Expected.CARD),
        (HEAD + "A: hebt ab viele\n", 2, 12, "viele", Expected.NUMBER),
        (HEAD + "A: hebt ab 12345678901\n", 2, 12, "12345678901", Expected.NUMBER),
        (HEAD + "A: weist 50 R6-R7\n", 2, 13, "R6-R7", Expected.WEIS),
        (HEAD + "A: weist 50 R6-R7-R9\n", 2, 13, "R6-R7-R9", Expected.WEIS),
        (HEAD + "A: weist von X\n", 2, 14, "X", Expected.RANK),
        (HEAD + "A: schreibt Geld A+C\n", 2, 13, "Geld", Expected.SOURCE),
        (HEAD + "A: schreibt Weis A+D\n", 2, 18, "A+D", Expected.TEAM),
        (HEAD + "A: bedankt Merci\n", 2, 12, "Merci", Expected.END),
        (HEAD + "A: mischt E6 E7 E6\n", 2, 17, "E6", Expected.CARD_ONCE),
        (HEAD + "Korrektur Spiel 1 A+C 10\n", 2, 25, "", Expected.TEXT),
        (HEAD + 'Entscheid UB-1 | teert A\n', 2, 18, "teert", Expected.ONE_OF),
        (HEAD + "= A+C 95\n", 2, 9, "", Expected.NUMBER),
        (HEAD + "= Geld 95 62\n", 2, 3, "Geld", Expected.NUMBER),
        # deals and hands
        (HEAD + "Spiel 2: Geber A\n", 2, 7, "2", Expected.DEAL_NUMBER),
        (HEAD + "Spiel 1: Geber A\nSpiel 1: Geber B\n", 3, 7, "1", Expected.DEAL_NUMBER),
        (HEAD + "Spiel eins\n", 2, 7, "eins", Expected.NUMBER),
        (HEAD + "Spiel 1 Geber A\n", 2, 9, "Geber", Expected.COLON),
        (HEAD + "Spiel 1: Geber E\n", 2, 16, "E", Expected.SEAT),
        (HEAD + "Spiel 1: A sagt X | 95 62\n", 2, 17, "X", Expected.MODE),
        (HEAD + "Spiel 1: E sagt R | 95 62\n", 2, 10, "E", Expected.SEAT),
        (HEAD + "Spiel 1: A sagt E\n", 2, 18, "", Expected.COLUMNS),
        (HEAD + "Spiel 1: A sagt E | 95\n", 2, 23, "", Expected.NUMBER),
        (HEAD + "Spiel 1: A sagt E | 95 62 | Geld 1 2\n", 2, 29, "Geld", Expected.ONE_OF),
        (HEAD + "Spiel 1: A sagt E | 95 62 | Weis 1 2 | Weis 1 2\n", 2, 40, "Weis", Expected.KEY_ONCE),
        (HEAD + "Hand A: E6\n", 2, 1, "Hand", Expected.DEALER_BEFORE),
        (HEAD + "Geber A\nA: E\nHand A: E6\n", 4, 1, "Hand", Expected.DEALER_BEFORE),
        (HEAD + "Geber A\nHand E: E6\n", 3, 6, "E", Expected.SEAT),
        (HEAD + "Geber A\nHand A: E6\nHand A: E7\n", 4, 6, "A", Expected.KEY_ONCE),
        (HEAD + "Geber A\nHand A: E6 E6\n", 3, 12, "E6", Expected.CARD_ONCE),
        (HEAD + "Geber A\nHand A: E6\nHand B: R6 E6\n", 4, 12, "E6", Expected.CARD_ONCE),
        (HEAD + f"Geber A\nHand A: {MANY}\n", 3, 45, "R9", Expected.FEWER),
        (HEAD + "Geber A\nHand A:\n", 3, 8, "", Expected.CARD),
        (HEAD + "Geber A\nHand A: -\n" + "A: E\n", 4, 1, "", Expected.ALL_HANDS),
        (HEAD + f"Geber A\n{FOUR}", 6, 1, "", Expected.ALL_HANDS),
        # tricks
        (HEAD + "2. A: E9\n", 2, 1, "2.", Expected.TRICK_NUMBER),
        (HEAD + "1. A: E9 EK EU E6\n1. A: E7\n", 3, 1, "1.", Expected.TRICK_NUMBER),
        (HEAD + "1. A E9\n", 2, 6, "E9", Expected.COLON),
        (HEAD + "1. X: E9\n", 2, 4, "X", Expected.SEAT),
        (HEAD + "1. A:\n", 2, 6, "", Expected.CARD),
        (HEAD + "1. A: E9 EK EU E6 E7\n", 2, 19, "E7", Expected.TRICK_FULL),
        (HEAD + "1. A: E9 E10 EU E6\n", 2, 10, "E10", Expected.CARD),
        (HEAD + "1. A: E9 {B: Stöck EK\n", 2, 20, "EK", Expected.BRACE),
        (HEAD + "1. A: E9 {B: Stöck\n", 2, 19, "", Expected.BRACE),
        (HEAD + "1. A: E9 {hallo} EK\n", 2, 11, "hallo", Expected.STATEMENT),
        (HEAD + "1. A: E9 {Geber A} EK\n", 2, 11, "Geber", Expected.STATEMENT),
        # characters
        (HEAD + "A: sch\x00iebt\n", 2, 7, "\\u{0}", Expected.CHARACTER),
        (HEAD + "A: \x1b[31mschiebt\n", 2, 4, "\\u{1b}", Expected.CHARACTER),
        (HEAD + "x" * 30_001, 2, 30_001, "", Expected.LINE_LENGTH),
    ],
)  # fmt: skip
def test_text_is_refused_at_the_place_of_the_mistake(text: str, line: int, column: int, found: str, expected: Expected) -> None:
    with pytest.raises(RecordError) as caught:
        parse_jass(text)
    error = caught.value
    assert (error.line, error.column, error.found, error.expected) == (line, column, found, expected)
    assert str(error).startswith(f"line {line}, column {column}: found ")


EVENT = '{"puur": 1, "book": "x", "events": [%s]}'
MANY_HANDS = {"A": MANY.split(), "B": [], "C": [], "D": []}
MANY_CARDS = json.dumps({"event": "hands-recorded", "dealer": "A", "hands": MANY_HANDS})


@pytest.mark.parametrize(
    ("text", "pointer", "found", "expected"),
    [
        ("[]", "", "list", Expected.OBJECT),
        ('{"book": "x", "events": []}', "", "", Expected.REQUIRED),
        ('{"puur": 1, "events": []}', "", "", Expected.REQUIRED),
        ('{"puur": 1, "book": "x"}', "", "", Expected.REQUIRED),
        ('{"puur": 2, "book": "x", "events": []}', "/puur", "2", Expected.VERSION),
        ('{"puur": true, "book": "x", "events": []}', "/puur", "True", Expected.VERSION),
        ('{"puur": 1, "book": "", "events": []}', "/book", "", Expected.VALUE),
        ('{"puur": 1, "book": 7, "events": []}', "/book", "7", Expected.STRING),
        ('{"puur": 1, "book": "\\ud800", "events": []}', "/book", "\\u{d800}", Expected.TEXT),
        ('{"puur": 1, "book": "x", "events": [], "more": 1}', "", "more", Expected.FIELD),
        ('{"puur": 1, "book": "x", "events": {}}', "/events", "{…}", Expected.ARRAY),
        ('{"puur": 1, "book": "x", "events": [], "setup": []}', "/setup", "list", Expected.OBJECT),
        ('{"puur": 1, "book": "x", "events": [], "setup": {"names": ["A"]}}', "/setup/names", "1", Expected.ARRAY),
        ('{"puur": 1, "book": "x", "events": [], "setup": {"faces": "x"}}', "/setup/faces", "x", Expected.ONE_OF),
        ('{"puur": 1, "book": "x", "events": [], "tags": {"A/b": "x"}}', "/tags", "A/b", Expected.TAG),
        ('{"puur": 1, "book": "x", "events": [], "tags": {"a": 1}}', "/tags/a", "1", Expected.STRING),
        (
            '{"puur": 1, "book": "x", "events": [], "scores": [{"after": 1, "of": "deal", "points": [1, 2]}]}',
            "/scores/0/after",
            "1",
            Expected.POSITION,
        ),
        (EVENT % "1", "/events/0", "int", Expected.OBJECT),
        (EVENT % "{}", "/events/0", "", Expected.REQUIRED),
        (EVENT % '{"event": "sung"}', "/events/0/event", "sung", Expected.ONE_OF),
        (EVENT % '{"event": ["pushed"]}', "/events/0/event", "['pushed']", Expected.ONE_OF),
        (EVENT % '{"event": "pushed"}', "/events/0", "", Expected.REQUIRED),
        (EVENT % '{"event": "pushed", "seat": "E"}', "/events/0/seat", "E", Expected.SEAT),
        (EVENT % '{"event": "pushed", "seat": 0}', "/events/0/seat", "0", Expected.SEAT),
        (EVENT % '{"event": "pushed", "seat": null}', "/events/0/seat", "null", Expected.SEAT),
        (EVENT % '{"event": "pushed", "seat": "A", "x": 1}', "/events/0", "x", Expected.FIELD),
        (EVENT % '{"event": "cut", "seat": "A", "lifted": 1.5}', "/events/0/lifted", "1.5", Expected.INTEGER),
        (EVENT % '{"event": "cut", "seat": "A", "lifted": true}', "/events/0/lifted", "true", Expected.INTEGER),
        (EVENT % '{"event": "cut", "seat": "A", "lifted": 1e999}', "/events/0/lifted", "inf", Expected.INTEGER),
        (EVENT % '{"event": "cut", "seat": "A", "lifted": 9999999999}', "/events/0/lifted", "9999999999", Expected.NUMBER),
        (EVENT % '{"event": "shuffled", "seat": "A", "pack": ["E6", "E6"]}', "/events/0/pack/1", "E6", Expected.CARD_ONCE),
        (EVENT % '{"event": "shuffled", "seat": "A", "pack": ["E6", "X9"]}', "/events/0/pack/1", "X9", Expected.CARD),
        (
            EVENT % '{"event": "hands-recorded", "dealer": "A", "hands": {"A": [], "B": [], "C": []}}',
            "/events/0/hands",
            "A B C",
            Expected.ALL_HANDS,
        ),
        (
            EVENT % '{"event": "hands-recorded", "dealer": "A", "hands": {"A": ["E6"], "B": ["E6"], "C": [], "D": []}}',
            "/events/0/hands/B",
            "E6",
            Expected.CARD_ONCE,
        ),
        (
            EVENT % MANY_CARDS,
            "/events/0/hands/A",
            "13",
            Expected.FEWER,
        ),
        (EVENT % '{"event": "announced", "seat": "A", "mode": "X"}', "/events/0/mode", "X", Expected.MODE),
        (EVENT % '{"event": "announced", "seat": "A", "mode": "E/oben"}', "/events/0/mode", "E/oben", Expected.MODE),
        (
            EVENT % '{"event": "ruling-made", "rule": "x", "effects": [{"effect": "card-dead", "card": "E1"}]}',
            "/events/0/effects/0/card",
            "E1",
            Expected.CARD,
        ),
    ],
)  # fmt: skip
def test_json_is_refused_with_its_pointer(text: str, pointer: str, found: str, expected: Expected) -> None:
    with pytest.raises(RecordError) as caught:
        from_json(text)
    assert (caught.value.pointer, caught.value.found, caught.value.expected) == (pointer, found, expected)


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("", 1, 1, Expected.JSON),
        ('{"puur": 1,', 1, 12, Expected.JSON),
        ('{\n"puur": x}', 2, 9, Expected.JSON),
        ('{"puur": NaN}', 1, 10, Expected.JSON),
        ('{"puur": -Infinity}', 1, 10, Expected.JSON),
        ('{"puur": 1, "puur": 1}', 1, 14, Expected.KEY_ONCE),
        ("[[[[[[[[[", 1, 9, Expected.DEPTH),
        ('{"puur": ' + "9" * 5000 + "}", 1, 1, Expected.NUMBER),
    ],
)
def test_json_that_is_none_is_refused(text: str, line: int, column: int, expected: Expected) -> None:
    with pytest.raises(RecordError) as caught:
        from_json(text)
    assert (caught.value.line, caught.value.column, caught.value.expected) == (line, column, expected)


@pytest.mark.parametrize(
    ("data", "line", "column", "expected"),
    [
        (b"Reglement: x\nSpieler A: \xff", 2, 12, Expected.UTF8),
        ("Reglement: x".encode("utf-16"), 1, 1, Expected.UTF8),
        ("Reglement: Zürich".encode("latin-1"), 1, 13, Expected.UTF8),
        (b"x" * (MAX_BYTES + 1), 1, 1, Expected.SIZE),
    ],
)
def test_bytes_that_are_no_text_are_refused(data: bytes, line: int, column: int, expected: Expected) -> None:
    with pytest.raises(RecordError) as caught:
        decode(data)
    assert (caught.value.line, caught.value.column, caught.value.expected) == (line, column, expected)


HOSTILE = {
    "nonsense": "q" * MAX_BYTES,
    "short lines": "x\n" * (MAX_BYTES // 2),
    "empty lines": "\n" * MAX_BYTES,
    "quotes": '"' * MAX_BYTES,
    "one long text": f'Reglement: "{"x" * (MAX_BYTES - 20)}',
    "braces": HEAD + "1. A: E9 " + "{" * 29_000,
    "colons": HEAD + ":" * 29_000,
    "comments": "; x\n" * (MAX_BYTES // 4),
    "backslashes": 'Reglement: "' + "\\" * 29_000,
    "events": HEAD + "A: schiebt\n" * (MAX_EVENTS + 1),
    "deals": HEAD + "".join(f"Spiel {number}: | 1 1\n" for number in range(1, 1_100)),
    "scores": HEAD + "= 1 1\n" * (MAX_EVENTS + 1),
    "tags": HEAD + "".join(f"tag t{number}: x\n" for number in range(200)),
    "effects": HEAD + "Entscheid x" + " | tot E6" * 3_000,
    "brackets": "[" * MAX_BYTES,
    "objects": '{"a":' * (MAX_BYTES // 5),
    "keys": "{" + ",".join(f'"k{number}": 1' for number in range(200_000)) + "}",
    "last key twice": "{" + ",".join(f'"k{number}": 1' for number in range(200_000)) + ', "k199999": 1}',
    "same key": "{" + ",".join('"k": 1' for _ in range(200_000)) + "}",
    "many events": EVENT % ",".join(['{"event": "pushed", "seat": "A"}'] * (MAX_EVENTS + 1)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input_fails_quickly(name: str) -> None:
    begin = time.process_time()
    for read in (parse_jass, from_json, lambda text: read_record(text.encode(), Format.HSLU)):
        with pytest.raises(RecordError):
            read(HOSTILE[name])
    # The slowest took 1 s for all three readers when this was written; anything quadratic takes minutes.
    assert time.process_time() - begin < 10


@given(st.text(max_size=200) | st.text('AE9:{}|="\\;#.1\n spielHand', max_size=80))
def test_any_text_is_a_record_or_one_error(text: str) -> None:
    for read in (parse_jass, from_json, lambda text: read_record(text.encode())):
        try:
            read(text)
        except RecordError as problem:
            error = problem
        else:
            continue
        assert error.line >= 1
        assert error.column >= 1
        assert error.found.isprintable()


@given(st.binary(max_size=100))
def test_any_bytes_are_a_record_or_one_error(data: bytes) -> None:
    try:
        found = read_record(data)
    except RecordError:
        return
    assert found.records


@given(st.text('A"\\u{}20:|# ', max_size=30))
def test_tokens_know_their_columns(text: str) -> None:
    try:
        found = tokens(text, 1)
    except RecordError:
        return
    for token in found:
        assert token.quoted or text[token.column - 1 :].startswith(token.text)


E6 = CARDS[0]


@pytest.mark.parametrize(
    "wrong",
    [
        {"events": (Pushed(4),)},
        {"events": (Pushed(True),)},
        {"events": (Shuffled(0, (E6, E6)),)},
        {"events": (HandsRecorded(0, (CardSet((E6,)), CardSet((E6,)), CardSet(), CardSet())),)},
        {"events": (HandsRecorded(0, (CardSet(CARDS[:13]), CardSet(), CardSet(), CardSet())),)},
        {"events": (CardPlayed(0, E6),) * (MAX_EVENTS + 1)},
        {"book": ""},
        {"book": "\ud800"},
        {"tags": {"Date": "x"}},
        {"tags": {"date": "x" * 1001}},
        {"version": 2},
        {"scores": (Score(1, "deal", (1, 2)),)},
        {"scores": (Score(0, "nonsense", (1, 2)),)},
    ],
)
def test_no_record_holds_what_could_not_be_read_back(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Record(**{"book": "x", **wrong})  # type: ignore[arg-type]


def test_json_may_name_defaults_and_nulls() -> None:
    text = (
        '{"puur": 1, "book": "x", "setup": {"faces": null, "number": 1}, "tags": {}, "scores": [], '
        '"events": [{"event": "hands-recorded", "dealer": "A", "hands": null}]}'
    )
    record = from_json(text)
    assert record == Record(book="x", events=(HandsRecorded(0),))
    assert '"hands"' not in to_json(record)
