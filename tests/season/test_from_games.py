"""From the referee's ruling at a table to the day's result of a member."""

from __future__ import annotations

import pytest

from puur.core.effects import PenaltyPoints
from puur.core.events import RulingMade, Thanked
from puur.season.from_games import penalties_given
from tests.season.support import all_tables, at, opened, row, season
from tests.support import A, B, C, D, submit, table

SEATED = {A: "a1", B: "a2", C: "a3", D: "ga"}


@pytest.mark.rule("AJZ-3.4-30")
def test_ajz_3_4_30_penalty_points_of_a_game_reach_the_result_before_the_coefficient() -> None:
    # The provision's own figures: 5400 in Serie A, -300, and 5100 x 1.03 = 5253.
    game = submit(table("ajz08"), RulingMade("AJZ-3.4-18", effects=(PenaltyPoints(A, 300),)))
    assert game.totals() == (0, 0)
    club = season()
    key = opened(club, 3)
    all_tables(club, key, {"a1": 5400})
    for given in penalties_given(club.book, game, SEATED, day=key, series="A", at=at(key, "16:00")):
        club.submit(given)
    assert row(club, key, "a1").penalties == -300
    assert row(club, key, "a1").final == 5253
    assert row(club, key, "a3").penalties == 0


def test_the_act_is_found_by_the_provision_on_the_closed_list() -> None:
    knocked = RulingMade("AJZ-2.2.1-04", effects=(PenaltyPoints(C, 50),), further="AJZ-3.4-07")
    game = submit(table("ajz08", totals=(1500, 1500)), knocked, Thanked(B))
    club = season()
    key = opened(club, 3)
    given = penalties_given(club.book, game, SEATED, day=key, series="A", at=at(key, "16:00"))
    assert [(one.person, one.act, one.points, one.rule) for one in given] == [
        ("a3", "no-cut", -50, "AJZ-3.4-07"),
        ("a2", "false-thanks", -500, "AJZ-3.4-23"),
    ]


def test_points_that_are_on_no_list_are_left_out() -> None:
    game = submit(table("ajz08"), RulingMade("Statuten Art. 4", effects=(PenaltyPoints(A, 10),)))
    club = season()
    assert penalties_given(club.book, game, SEATED, day="2018-3", series="A", at=at("2018-3", "16:00")) == ()
