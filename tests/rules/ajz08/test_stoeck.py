"""AJZ 08: the Stöck: König and Ober of trump in one hand, named whenever one likes."""

from __future__ import annotations

import random
from typing import Any

import pytest

from puur.core.actions import extras
from puur.core.cards import shuffled
from puur.core.events import Cut, Dealt, Shuffled, StoeckShown, Thanked, Wrote
from puur.core.game import Game
from puur.core.reglement import Source
from puur.core.setup import Keeping
from tests.support import A, B, C, D, dealt, fill, play, play_out, play_trick, refused, submit

PACK = shuffled(random.Random(1))


def held(trump: str, **options: Any) -> Game:
    """P2 holds König and Ober of this trump; P1 leads."""
    return dealt("ajz08", trump, hands=fill(A="L7", B=f"{trump}K {trump}O"), **options)


@pytest.mark.rule("AJZ-2.2.2-30")
def test_ajz_2_2_2_30_king_and_ober_of_trump_in_one_hand() -> None:
    game = held("E")
    refused(game, StoeckShown(A), "AJZ-2.2.2-30", "stoeck-not-held")
    game.submit(StoeckShown(B))
    assert game.totals() == (0, 20)
    assert [(entry.raw, entry.rule) for entry in game.ledger.entries] == [(20, "AJZ-2.2.2-30")]
    apart = dealt("ajz08", "E", hands=fill(A="L7", B="EK", D="EO"))
    for seat in (A, B, C, D):
        refused(apart, StoeckShown(seat), "AJZ-2.2.2-30", "stoeck-not-held")


@pytest.mark.rule("AJZ-2.2.2-30")
@pytest.mark.parametrize("mode", ["obenabe", "undeufe"])
def test_ajz_2_2_2_30_no_trump_no_stoeck(mode: str) -> None:
    game = dealt("ajz08", mode, hands=fill(A="L7", B="EK EO RK RO SK SO LK LO"))
    refused(game, StoeckShown(B), "AJZ-2.2.2-30", "no-trump")


@pytest.mark.rule("AJZ-2.2.2-31")
@pytest.mark.parametrize("tricks", [0, 5, 9])
def test_ajz_2_2_2_31_at_any_time_but_once(tricks: int) -> None:
    game = held("S")
    for _ in range(tricks):
        play_trick(game)
    assert StoeckShown(B) in extras(game, B)
    before = game.totals()
    game.submit(StoeckShown(B))
    assert game.totals() == (before[0], before[1] + 40)
    refused(game, StoeckShown(B), "AJZ-2.2.2-31", "stoeck-shown-already")


@pytest.mark.rule("AJZ-2.2.2-32")
def test_ajz_2_2_2_32_named_until_the_next_deal_is_complete() -> None:
    game = held("S")
    play_out(game)
    made = game.totals()
    submit(game, Shuffled(A, PACK), Cut(D, 9), StoeckShown(B))
    assert game.totals() == (made[0], made[1] + 40)
    late = held("S")
    play_out(late)
    submit(late, Shuffled(A, PACK), Cut(D, 9), Dealt(A))
    refused(late, StoeckShown(B), "AJZ-2.2.2-32", "stoeck-too-late")
    assert late.totals() == made


@pytest.mark.rule("AJZ-2.2.2-32")
def test_ajz_2_2_2_32_written_until_then() -> None:
    game = held("S", keeping=Keeping.MANUAL)
    game.submit(StoeckShown(B))
    play_out(game)
    submit(game, Shuffled(A, PACK), Cut(D, 9), Wrote(B, 1, Source.STOECK))
    assert game.ledger.totals == [0, 40]
    late = held("S", keeping=Keeping.MANUAL)
    late.submit(StoeckShown(B))
    play_out(late)
    submit(late, Shuffled(A, PACK), Cut(D, 9), Dealt(A))
    refused(late, Wrote(B, 1, Source.STOECK), reason="nothing-due")
    assert late.totals() == (0, 0)


@pytest.mark.rule("AJZ-2.2.2-32")
def test_ajz_2_2_2_32_after_the_last_spiel_and_after_thanks() -> None:
    over = held("S", totals=(1998, 1000))
    play_out(over)
    assert over.over
    made = over.totals()
    over.submit(StoeckShown(B))
    assert over.totals() == (made[0], made[1] + 40)
    thanked = dealt("ajz08", "E", hands=fill(A="L7 EU", B="EK EO", C="E6", D="E7"), totals=(1990, 1500))
    play(thanked, "EU EO E6 E7")
    thanked.submit(Thanked(A))
    assert thanked.totals() == (2013, 1500)
    thanked.submit(StoeckShown(B))
    assert thanked.totals() == (2013, 1520)


@pytest.mark.rule("AJZ-2.2.2-33")
def test_ajz_2_2_2_33_no_trick_needed() -> None:
    hands = fill(
        A="SU S9 SA SB S8 S7 S6 L7 LA",
        B="SK SO R6 R7 R8 R9 RB RU RO",
        C="L6 L8 L9 LB LU LO LK E6 E7",
        D="RK RA E8 E9 EB EU EO EK EA",
    )
    game = dealt("ajz08", "S", hands=hands)
    game.submit(StoeckShown(B))
    play(game, "SU SO L6 E8 S9 SK L8 E9 SA R6 L9 EB SB R7 LB EU S8 R8 LU EO S7 R9 LO EK S6 RB E6 EA LA RU LK RK L7 RO E7 RA")
    assert game.totals() == (514, 40)


@pytest.mark.rule("AJZ-2.2.2-34")
@pytest.mark.parametrize(("trump", "points"), [("E", 20), ("R", 20), ("S", 40), ("L", 40)])
def test_ajz_2_2_2_34_times_the_factor_of_trump(trump: str, points: int) -> None:
    game = held(trump)
    game.submit(StoeckShown(B))
    assert game.totals() == (0, points)
