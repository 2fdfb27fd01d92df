"""Jassregeln: what a Weis is worth, in every mode, from the offer to the slate."""

from __future__ import annotations

import pytest

from puur.core.actions import weis_offer
from puur.core.events import WeisAnnounced
from puur.core.reglement import Source
from tests.support import A, dealt, play_trick, scattered

MODES = ("E", "R", "S", "L", "obenabe", "undeufe")


def check_weis(cards: str, value: int, rule: str, mode: str) -> None:
    """A holds exactly this Weis: it is offered, accepted and written at `value`, and any other value is forfeited."""
    game = dealt("jassregeln", mode, hands=scattered(A=cards))
    assert weis_offer(game, A) == WeisAnnounced(A, value)
    play_trick(game, WeisAnnounced(A, value))
    (entry,) = game.ledger.of_deal(1)
    assert (entry.team, entry.source, entry.raw, entry.points, entry.rule) == (0, Source.WEIS, value, value, rule)

    game = dealt("jassregeln", mode, hands=scattered(A=cards))
    play_trick(game, WeisAnnounced(A, value + 50))
    assert game.ledger.of_deal(1) == ()


@pytest.mark.rule("JR-WVAL-01")
@pytest.mark.parametrize("mode", MODES)
def test_jr_wval_01_the_same_points_in_every_mode(mode: str) -> None:
    check_weis("L7 L8 L9", 20, "JR-WVAL-02", mode)


def case(rule: str, cards: str, value: int, name: str) -> object:
    return pytest.param(cards, value, rule, marks=pytest.mark.rule(rule), id=f"{rule.lower().replace('-', '_')}_{name}")


@pytest.mark.parametrize(
    ("cards", "value", "rule"),
    [
        case("JR-WVAL-02", "S8 S9 SB", 20, "three"),
        case("JR-WVAL-03", "S8 S9 SB SU", 50, "four"),
        case("JR-WVAL-04", "S8 S9 SB SU SO", 100, "five"),
        case("JR-WVAL-05", "S8 S9 SB SU SO SK", 150, "six"),
        case("JR-WVAL-06", "S8 S9 SB SU SO SK SA", 200, "seven"),
        case("JR-WVAL-07", "S7 S8 S9 SB SU SO SK SA", 250, "eight"),
        case("JR-WVAL-08", "S6 S7 S8 S9 SB SU SO SK SA", 300, "nine"),
        case("JR-WVAL-09", "EA RA SA LA", 100, "aces"),
        case("JR-WVAL-09", "EK RK SK LK", 100, "kings"),
        case("JR-WVAL-09", "EO RO SO LO", 100, "obers"),
        case("JR-WVAL-09", "EB RB SB LB", 100, "banners"),
        case("JR-WVAL-09", "E8 R8 S8 L8", 100, "eights"),
        case("JR-WVAL-09", "E7 R7 S7 L7", 100, "sevens"),
        case("JR-WVAL-09", "E6 R6 S6 L6", 100, "sixes"),
        case("JR-WVAL-10", "EU RU SU LU", 200, "unders"),
        case("JR-WVAL-11", "E9 R9 S9 L9", 150, "nines"),
    ],
)
def test_jr_wval_02_to_11_the_table_of_values(cards: str, value: int, rule: str) -> None:
    check_weis(cards, value, rule, "E")


@pytest.mark.rule("JR-WVAL-12")
@pytest.mark.parametrize("mode", ["obenabe", "undeufe"])
@pytest.mark.parametrize(
    ("cards", "value", "rule"),
    [
        ("EA RA SA LA", 100, "JR-WVAL-09"),  # the book's own case: four Ass count 100 in Undenufe too
        ("E6 R6 S6 L6", 100, "JR-WVAL-09"),
        ("EU RU SU LU", 200, "JR-WVAL-10"),
        ("E9 R9 S9 L9", 150, "JR-WVAL-11"),
        ("SU SO SK SA", 50, "JR-WVAL-03"),
        ("S6 S7 S8 S9 SB SU SO SK SA", 300, "JR-WVAL-08"),
    ],
)
def test_jr_wval_12_every_weis_counts_without_trump_too(cards: str, value: int, rule: str, mode: str) -> None:
    check_weis(cards, value, rule, mode)


@pytest.mark.rule("JR-WVAL-12")
def test_jr_wval_12_other_combinations_are_no_weis() -> None:
    # Two in sequence, three of a kind, a run over two suits: nothing to announce.
    game = dealt("jassregeln", "undeufe", hands=scattered(A="E6 E7 R8 EA RA SA"))
    assert weis_offer(game, A) is None
    play_trick(game, WeisAnnounced(A, 20))
    assert game.ledger.of_deal(1) == ()
