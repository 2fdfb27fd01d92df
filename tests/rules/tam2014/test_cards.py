"""TAM-ES-05 to 08 and 11 to 17: what may be played, which card wins, what a card counts."""

from __future__ import annotations

from itertools import pairwise

import pytest

from puur.core.events import CardPlayed
from puur.core.reglement import Source
from tests.rules.tam2014.tables import ES, trick, winning
from tests.support import A, B, C, card, endgame, legal, play, refused

FILL = {"C": "L6 L7 L8", "D": "S6 S7 S8"}


@pytest.mark.rule("TAM-ES-05")
@pytest.mark.parametrize(("mode", "expected"), [("R", {"SK", "R6"}), ("obenabe", {"SK"})])
def test_tam_es_05_follow_suit_or_trump(mode: str, expected: set[str]) -> None:
    game = endgame(ES, mode, A="S9 LA LK", B="SK R6 E7", **FILL)
    play(game, "S9")
    assert legal(game) == expected
    refused(game, CardPlayed(B, card("E7")), "TAM-ES-05", "follow-suit")


@pytest.mark.rule("TAM-ES-05")
def test_tam_es_05_without_the_led_suit_any_card() -> None:
    game = endgame(ES, "R", A="S9 LA LK", B="LB R6 E7", **FILL)
    play(game, "S9")
    assert legal(game) == {"LB", "R6", "E7"}


@pytest.mark.rule("TAM-ES-06")
@pytest.mark.parametrize(("hand", "expected"), [("RU SA E7", {"RU", "SA", "E7"}), ("RU R8 SA", {"RU", "R8"})])
def test_tam_es_06_the_bauer_as_only_trump_may_stay(hand: str, expected: set[str]) -> None:
    game = endgame(ES, "R", A="R6 LA LK", B=hand, **FILL)
    play(game, "R6")
    assert legal(game) == expected


@pytest.mark.rule("TAM-ES-07")
def test_tam_es_07_no_undertrumping() -> None:
    game = endgame(ES, "R", A="S9 L6", B="RO L7", C="R7 LA", D="S6 S7")
    play(game, "S9 RO")
    assert legal(game) == {"LA"}
    refused(game, CardPlayed(C, card("R7")), "TAM-ES-07", "undertrump")


@pytest.mark.rule("TAM-ES-07")
def test_tam_es_07_unless_the_hand_is_all_trumps() -> None:
    game = endgame(ES, "R", A="S9 L6", B="RO L7", C="R7 R6", D="S6 S7")
    play(game, "S9 RO")
    assert legal(game) == {"R7", "R6"}


@pytest.mark.rule("TAM-ES-08")
@pytest.mark.parametrize(("mode", "expected"), [("undeufe", "S7"), ("S", "SU"), ("obenabe", "SA")])
def test_tam_es_08_who_wins_the_same_four_cards(mode: str, expected: str) -> None:
    assert winning(trick(ES, mode, "S8 SA S7 SU")) == expected


@pytest.mark.rule("TAM-ES-08")
@pytest.mark.parametrize(
    ("mode", "suit", "order"),
    [
        ("S", "S", "U9AKOB876"),
        ("S", "E", "AKOUB9876"),
        ("obenabe", "S", "AKOUB9876"),
        ("undeufe", "S", "6789BUOKA"),
    ],
)
def test_tam_es_08_the_whole_order(mode: str, suit: str, order: str) -> None:
    for higher, lower in pairwise(order):
        for led, other in ((higher, lower), (lower, higher)):
            found = trick(ES, mode, f"{suit}{led} {suit}{other} RA R6")
            assert winning(found) == suit + higher, f"{suit}{led} led, {suit}{other} played"


@pytest.mark.rule("TAM-ES-08")
def test_tam_es_08_the_lowest_trump_beats_any_other_suit() -> None:
    assert winning(trick(ES, "S", "EA S6 LA RA")) == "S6"
    assert winning(trick(ES, "obenabe", "EA S6 LA RA")) == "EA"


COUNTS = [
    ("TAM-ES-11", "obenabe", "SA S6 S7 S9", 11),
    ("TAM-ES-11", "obenabe", "S6 S7 S9 SU", 2),  # the Sechser counts nothing
    ("TAM-ES-12", "undeufe", "SA S6 S7 S9", 11),
    ("TAM-ES-12", "undeufe", "S6 S7 S9 SK", 15),  # the 11 are the Sechser's
    ("TAM-ES-12", "undeufe", "RA RK R7 R9", 4),
    ("TAM-ES-13", "obenabe", "E8 R8 S8 LK", 28),
    ("TAM-ES-13", "undeufe", "E8 R8 S8 LK", 28),
    ("TAM-ES-13", "L", "E8 R8 S8 LK", 4),
    *(("TAM-ES-14", mode, "EK EO EU EB", 4 + 3 + 2 + 10) for mode in ("obenabe", "undeufe", "R")),
    ("TAM-ES-15", "L", "LU L9 SU S9", 20 + 14 + 2 + 0),
    ("TAM-ES-15", "obenabe", "LU L9 SU S9", 4),
    ("TAM-ES-16", "L", "LA EA E8 R9", 22),
    ("TAM-ES-16", "L", "L8 L7 L6 R9", 0),
]


@pytest.mark.parametrize(
    ("mode", "cards", "points"),
    [pytest.param(*case, marks=pytest.mark.rule(rule), id=f"{rule}-{case[0]}-{case[1]}") for rule, *case in COUNTS],
)
def test_what_a_trick_counts(mode: str, cards: str, points: int) -> None:
    assert trick(ES, mode, cards).points == points


@pytest.mark.rule("TAM-ES-17")
def test_tam_es_17_five_points_for_the_last_trick() -> None:
    game = endgame(ES, "undeufe", leader=B, points=(74, 60), tricks=(4, 4), A="L7", B="S6", C="SK", D="EO")
    play(game, "S6 SK EO L7")
    assert game.deal.tricks[-1].points == 11 + 4 + 3 + 0
    bonus = [entry for entry in game.ledger.entries if entry.source is Source.LAST_TRICK]
    assert [(entry.team, entry.points, entry.rule) for entry in bonus] == [(1, 5, "TAM-ES-17")]
    assert game.totals() == (74, 60 + 23)
    assert sum(game.totals()) == 157


@pytest.mark.rule("TAM-ES-17")
@pytest.mark.parametrize("mode", ["E", "R", "S", "L", "obenabe", "undeufe"])
def test_tam_es_17_every_mode_makes_157(mode: str) -> None:
    game = endgame(ES, mode, leader=A, points=None, A="SA", B="S6", C="S8", D="SK")
    play(game, "SA S6 S8 SK")
    assert sum(game.totals()) == 157
