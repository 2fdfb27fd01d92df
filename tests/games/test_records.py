"""Records of every game, with every number of players: both notations give back what was written and name the sides."""

from __future__ import annotations

import json

import pytest

from puur.core import effects
from puur.core.cards import CARDS, CardSet
from puur.core.events import CorrectionMade, HandsRecorded, ResultEntered, RulingMade
from puur.core.form import form_of
from puur.core.game import Game
from puur.notation import Record, RecordError, Score, format_jass, from_json, parse_jass, to_json
from puur.notation.scoring import score_record
from puur.reglement import load
from tests.games import kit
from tests.games.test_conformance import CASES


def record_of(key: str, game: Game, *events: object) -> Record:
    return Record(book=key, setup=game.setup, sides=game.sides, events=(*game.events, *events))  # type: ignore[arg-type]


@pytest.mark.parametrize(("key", "players"), CASES)
def test_a_game_scores_the_same_after_writing_and_reading(key: str, players: int) -> None:
    book = load(key)
    game = kit.played(book, players, 4)
    record = record_of(key, game)
    scored = Record(
        book=key, setup=game.setup, sides=game.sides, events=record.events,
        scores=(Score(len(record.events), "total", tuple(game.ledger.totals)),),
    )  # fmt: skip
    for again in (parse_jass(format_jass(scored)), from_json(to_json(scored))):
        assert again == scored
        replayed = score_record(again, book)
        assert replayed.mismatches == []
        assert kit.fingerprint(replayed.game) == kit.fingerprint(game)


@pytest.mark.parametrize(("key", "players"), CASES)
def test_whatever_names_a_side_calls_it_as_the_form_does(key: str, players: int) -> None:
    game = kit.played(load(key), players, 4)
    names = [game.side_name(side) for side in range(len(game.ledger.totals))]
    size = len(CARDS) // players
    hands = tuple(CardSet(CARDS[size * seat : size * seat + size]) for seat in range(players))
    said = [
        HandsRecorded(players - 1, hands),
        ResultEntered(tuple(range(10, 10 + len(names))), match=len(names) - 1, by=players - 1),
        *(CorrectionMade(1, side, 20 + side, "falsch", seat) for seat, side in enumerate(game.sides)),
        RulingMade("X", effects=tuple(effects.TrickTo(side, 1) for side in range(len(names)))),
    ]
    record = record_of(key, game, *said)
    text, data = format_jass(record), to_json(record)
    assert parse_jass(text) == record == from_json(data)
    assert format_jass(parse_jass(text)) == text
    for side, name in enumerate(names):
        assert f"Korrektur Spiel 1 {name} {20 + side} " in text
        assert f"| Stich an {name} Stich 1" in text
    assert f"Match {names[-1]} | von {'ABCD'[players - 1]}" in text
    written = json.loads(data)["events"][-len(said) :]
    assert {event["team"] for event in written if event["event"] == "correction-made"} == set(names)
    assert [effect["team"] for effect in written[-1]["effects"]] == names
    assert text.count("\nHand ") == players


def test_a_seat_or_a_side_that_is_not_there_is_refused() -> None:
    singles = next((key, players) for key, players in CASES if players == 3)
    head = f"Reglement: {singles[0]}\nParteien: A B C\n"
    for line, column in (
        ('Korrektur Spiel 1 A+C 5 "x"', 19),
        ('Korrektur Spiel 1 D 5 "x"', 19),
        ("D: Stöck", 1),
        ("= A 1 B 2", 10),
    ):
        with pytest.raises(RecordError) as refused:
            parse_jass(head + line)
        assert (refused.value.line, refused.value.column) == (3, column)
    for sides in ("A", "A B D", "A+B+C", "B A C", "A C"):
        with pytest.raises(RecordError):
            parse_jass(f"Reglement: x\nParteien: {sides}\nSpieler D: Doris\n")
    assert form_of(load(singles[0]).form) is not None
