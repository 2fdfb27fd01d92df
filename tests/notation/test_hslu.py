"""Import and export of the HSLU and Swisslos logs; the sample deal is our own, counted by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from puur.core.cards import CardSet, cards_of
from puur.core.events import Announced, CardPlayed, HandsRecorded, Pushed, StoeckShown
from puur.core.mode import SCHELLEN, parse_mode
from puur.log.errors import Expected
from puur.notation import Record, RecordError, parse_jass
from puur.notation.formats import read_record
from puur.notation.hslu import Loss, Lost
from puur.notation.hslu_reader import read_hslu
from puur.notation.hslu_writer import write_hslu
from puur.notation.names import Format
from puur.notation.scoring import score_record
from puur.reglement import load
from tests.notation.strategies import records

# East (1) deals, so North (0) is forehand: play runs N W S E. North pushes, South calls clubs (3), North leads.
# Seats: N is A, W is B, S is C, E is D. Clubs are Kreuz, our S; diamonds E, hearts R, spades L. Ten is our Banner.
# Points: 1. 20+0+0+0, 2. 14+0+0+0, 3. 11+0+0+0, 4. 11+4+3+2, 5. 11+4+3+2, 6. 11+4+3+2, 7. 10+10+10+0, 8. 4+0+0+0,
# 9. 3+10+0+0 and 5 for the last trick: 20+14+11+20+20+20+30+4+18 = 157, all of them for North.
TRICKS = [
    ("CJ", "C6", "D6", "H6", 20),
    ("C9", "C7", "D7", "H7", 14),
    ("CA", "C8", "D8", "H8", 11),
    ("DA", "DK", "DQ", "DJ", 20),
    ("HA", "HK", "HQ", "HJ", 20),
    ("SA", "SK", "SQ", "SJ", 20),
    ("C10", "S10", "D10", "S6", 30),
    ("CK", "S7", "D9", "H9", 4),
    ("CQ", "S8", "S9", "H10", 18),
]
GAME: dict[str, Any] = {
    "version": "V0.2",
    "trump": 3,
    "dealer": 1,
    "currentPlayer": -1,
    "forehand": 0,
    "tricks": [{"cards": list(cards), "points": points, "win": 0, "first": 0} for *cards, points in TRICKS],
    "player": [{"hand": []} for _ in range(4)],
    "jassTyp": "SCHIEBER",
}
ENTRY = {"game": GAME, "date": "27.11.17 20:10:08", "player_ids": [11, 0, 13, 7]}


def changed(**changes: Any) -> dict[str, Any]:
    return json.loads(json.dumps(GAME)) | changes


def test_a_log_entry_is_read_by_seats_faces_and_hands() -> None:
    found = read_hslu(json.dumps(ENTRY) + "\n", "jassregeln")
    assert found.lost == [Lost(Loss.BOOK, "jassregeln"), Lost(Loss.BONUS)]
    (record,) = found.records
    assert record.setup.names == ("Nord", "West", "Süd", "Ost")
    assert record.tags == {"date": "27.11.17 20:10:08", "hslu-players": "11 0 13 7"}
    hands = ("SU S9 SA EA RA LA SB SK SO", "S6 S7 S8 EK RK LK LB L7 L8", "E6 E7 E8 EO RO LO EB E9 L9", "R6 R7 R8 EU RU LU L6 R9 RB")
    assert record.events[:3] == (
        HandsRecorded(3, tuple(CardSet.parse(hand) for hand in hands)),
        Pushed(0),
        Announced(2, SCHELLEN),
    )
    played = [event for event in record.events if isinstance(event, CardPlayed)]
    assert [event.seat for event in played] == [0, 1, 2, 3] * 9
    assert [event.card for event in played[:8]] == list(cards_of("SU S6 E6 R6 S9 S7 E7 R7"))


def test_the_imported_deal_scores_as_counted_by_hand() -> None:
    (record,) = read_hslu(json.dumps(ENTRY), "tam2014-es").records
    record = replace(record, events=parse_jass("book: x\nD: Schreiber\n").events + record.events)
    game = score_record(record, load("tam2014-es")).game
    assert tuple(game.ledger.totals) == (157, 0)
    assert [trick.points for trick in game.deal.tricks] == [20, 14, 11, 20, 20, 20, 30, 4, 13]


@pytest.mark.parametrize("swisslos", [False, True])
def test_what_was_read_is_written_again(swisslos: bool) -> None:
    line = json.dumps(ENTRY) + "\n"
    if swisslos:
        line = "27.11.17 20:10:08,000 | INFO |  |  |  |  | " + json.dumps({"players": [11, 0, 13, 7], "rounds": [GAME]}) + "\n"
    (record,) = read_hslu(line, "jassregeln").records
    assert write_hslu(record, swisslos=swisslos) == (line, [Lost(Loss.BOOK, "jassregeln")])


def test_all_six_trumps_and_both_ways_of_calling() -> None:
    for trump, mode in enumerate(["E", "R", "L", "S", "obenabe", "undeufe"]):
        for forehand in (0, 1):
            game = changed(trump=trump, forehand=forehand)
            (record,) = read_hslu(json.dumps(game), "x").records
            said = next(event for event in record.events if isinstance(event, Announced))
            assert said == Announced(0 if forehand else 2, parse_mode(mode))
            text, _ = write_hslu(record)
            assert json.loads(text)["game"]["trump"] == trump
            assert json.loads(text)["game"]["forehand"] == forehand
            (again,) = read_hslu(text, "x").records
            assert again.events == record.events


def test_the_older_push_flag_is_read() -> None:
    older = changed(tss=1)
    del older["forehand"], older["version"], older["currentPlayer"]
    (record,) = read_hslu(json.dumps(older), "x").records
    assert record.events[1] == Pushed(0)
    del older["tss"]
    (record,) = read_hslu(json.dumps(older), "x").records
    assert record.events[1] == Announced(0, SCHELLEN)


def test_swisslos_has_several_rounds_to_a_line_and_several_tables_to_a_file() -> None:
    table = {"players": [1, 2, 3, 4], "rounds": [GAME, None, changed(dealer=0)]}
    text = f"27.11.17 20:10:08,140 | INFO |  |  |  |  | {json.dumps(table)}\n\n{json.dumps({'rounds': [GAME]})}\n"
    loaded = read_record(text.encode())
    assert loaded.format is Format.SWISSLOS
    first, second = loaded.records
    assert [event.dealer for event in first.events if isinstance(event, HandsRecorded)] == [3, 0]
    assert first.tags == {"date": "27.11.17 20:10:08", "hslu-players": "1 2 3 4"}
    assert second.tags == {}


def test_neighbouring_entries_of_one_second_and_table_are_one_game() -> None:
    later = ENTRY | {"date": "27.11.17 20:30:00"}
    lines = [json.dumps(one) for one in (ENTRY, ENTRY, later, {"game": GAME}, {"game": GAME})]
    found = read_hslu("\n".join(lines), "x").records
    assert [sum(isinstance(event, HandsRecorded) for event in record.events) for record in found] == [2, 1, 1, 1]


def test_one_object_over_many_lines_is_read() -> None:
    assert len(read_hslu(json.dumps(ENTRY, indent=1), "x").records) == 1


def test_a_deal_under_way_keeps_the_hands_it_can_tell() -> None:
    hands = [["D6"], ["H6"], ["S6"], ["C6"]]
    state = {"dealer": 1, "tricks": [], "player": [{"hand": hand} for hand in hands], "trump": -1}
    found = read_hslu(json.dumps(state), "x")
    assert found.records[0].events == (HandsRecorded(3, None),)
    assert Lost(Loss.UNFINISHED, "1: ") in found.lost


def test_wrong_winners_and_points_are_told() -> None:
    game = changed()
    game["tricks"][1]["win"] = 3
    game["tricks"][8]["points"] = 13  # without the last trick
    lost = read_hslu(json.dumps({"game": game}), "x").lost
    assert lost[2:] == [Lost(Loss.WINNER, "1: /game/tricks/1/win"), Lost(Loss.POINTS, "1: /game/tricks/8/points")]


def test_what_the_log_can_not_hold_is_told() -> None:
    (record,) = read_hslu(json.dumps(ENTRY), "x").records
    text = """book: x
Spiel 1: A sagt E | 95 62
Spiel 2: Geber D
A: slalom-oben
A: weist 50
1. A: E9 EK EU E6
"""
    events = parse_jass(text).events
    mode_only = tuple(Announced(2, parse_mode("slalom-oben")) if isinstance(event, Announced) else event for event in record.events)
    wrong_dealer = (HandsRecorded(0), *record.events[1:])
    lossy = Record(book="x", events=(StoeckShown(0), *record.events, *mode_only, *wrong_dealer, *events), tags={"place": "Bern"})
    written, lost = write_hslu(lossy)
    assert len(written.splitlines()) == 1
    assert set(lost) == {
        Lost(Loss.EVENTS, "2"),
        Lost(Loss.MODE, "1"),
        Lost(Loss.SPEAKER, "1"),
        Lost(Loss.NO_CARDS, "1"),
        Lost(Loss.UNFINISHED, "1"),
        Lost(Loss.SETUP),
        Lost(Loss.BOOK, "x"),
    }


def trick(**changes: Any) -> dict[str, Any]:
    game = changed()
    game["tricks"][0] |= changes
    return game


@pytest.mark.parametrize(
    ("data", "pointer", "expected"),
    [
        (changed(dealer=4), "/dealer", Expected.NUMBER),
        (changed(dealer="N"), "/dealer", Expected.NUMBER),
        (changed(dealer=True), "/dealer", Expected.NUMBER),
        (changed(trump=6), "/trump", Expected.NUMBER),
        (changed(trump=-1), "/trump", Expected.ONE_OF),
        (changed(forehand=2), "/forehand", Expected.NUMBER),
        (changed(version="V9"), "/version", Expected.VERSION),
        (changed(tricks={}), "/tricks", Expected.ARRAY),
        (changed(tricks=[{}] * 10), "/tricks", Expected.FEWER),
        (trick(cards=["CJ", "C6", "D6", "X6"]), "/tricks/0/cards/3", Expected.CARD),
        (trick(cards=["CJ", "C6", "D6", ["H6"]]), "/tricks/0/cards/3", Expected.CARD),
        (trick(cards=["CJ", "C6", "D6", "CJ"]), "/tricks/0/cards/3", Expected.CARD_ONCE),
        (trick(cards=["CJ", "C6", "D6", "C9"]), "/tricks/1/cards/0", Expected.CARD_ONCE),
        (trick(cards=["CJ", "C6", "D6", "H6", "H7"]), "/tricks/0/cards", Expected.FEWER),
        (trick(cards=["CJ", "C6", "D6"]), "/tricks/1", Expected.CARDS),
        (trick(first=None), "/tricks/0/first", Expected.NUMBER),
        (changed(player=[{"hand": ["CJ"]}, {}, {}, {}]), "/player/0/hand/0", Expected.CARD_ONCE),
        ({"rounds": 7}, "/rounds", Expected.ARRAY),
        ({"rounds": [7]}, "/rounds/0", Expected.OBJECT),
        ({"game": 7}, "/game", Expected.OBJECT),
        (changed(players=[1, 2]), "/players", Expected.ARRAY),
    ],
)
def test_a_wrong_log_is_refused_with_its_place(data: Any, pointer: str, expected: Expected) -> None:
    with pytest.raises(RecordError) as caught:
        read_hslu(json.dumps(data), "x")
    assert (caught.value.pointer, caught.value.expected) == (pointer, expected)


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("", 1, Expected.HSLU),
        ("hallo", 1, Expected.HSLU),
        (json.dumps(ENTRY) + "\nhallo\n", 2, Expected.HSLU),
        (json.dumps(ENTRY) + "\n" + json.dumps(ENTRY)[:500], 2, Expected.JSON),
        (json.dumps(ENTRY)[:500], 1, Expected.JSON),
    ],
)
def test_what_is_no_log_is_refused_with_its_line(text: str, line: int, expected: Expected) -> None:
    with pytest.raises(RecordError) as caught:
        read_hslu(text, "x")
    assert (caught.value.line, caught.value.expected) == (line, expected)


@given(records())
def test_any_record_can_be_exported(record: Record) -> None:
    for swisslos in (False, True):
        text, lost = write_hslu(record, swisslos=swisslos)
        assert lost
        if text:
            read_hslu(text, "x")
