"""Bots under somebody's own book: they count with its values, or a level that does not know a field leaves its place to another."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

import puur
from puur.arena.players import parse_player
from puur.bots.bidding import WEIS_WINS, bonus
from puur.bots.levels import LEVELS, able, answer, bot, unknown
from puur.bots.search import generator
from puur.bots.sight import stake_of
from puur.bots.simulation import points_of
from puur.bots.stakes import GAME, SCHNEIDER, Stakes
from puur.core.cards import CardSet
from puur.core.mode import parse_mode
from puur.core.trick import Undertrump
from puur.core.view import view_of
from puur.core.weis import WeisValues
from tests.support import PARTNER_BOOKS, book

EICHELN = "E6 E7 E8 E9 EB EU EO EK EA"


def test_bids_count_stoeck_and_weis_with_the_values_of_the_book() -> None:
    """By hand: Stöck of 40 in a suit that counts twice are 80, 40 where bonuses are not multiplied; a Dreiblatt of 30 likewise."""
    hand, schilten = CardSet.parse("SK SO E6 R8 L7 E9 RB L9 LU"), parse_mode("S")
    own = book("ub2024", stoeck__points=40)
    assert bonus(hand, schilten, own, 2.0) == 80
    assert bonus(hand, schilten, book("ub2024", stoeck__points=40, weis__times_factor=False), 2.0) == 40
    run = CardSet.parse("E6 E7 E8 RB RK S7 S9 LB LK")
    values = book("ub2024", weis__values=WeisValues(runs=(30, 50, 100, 150, 200, 250, 300)))
    assert bonus(run, schilten, values, 2.0) == pytest.approx(WEIS_WINS * 30 * 2)


def test_the_match_bonus_is_that_of_the_book_under_whatever_name() -> None:
    """All nine trumps make every trick: 157 and the bonus of 300. A table with another target has a book with a key of its own."""
    own = replace(book("ub2024", scoring__match_bonus=300, weis__enabled=False, stoeck__enabled=False), key="ub2024-1500")
    pool = np.array([[CardSet.parse(EICHELN).bits, *(0x1FF << 9 * suit for suit in (1, 2, 3))]], np.int64)
    made = points_of(pool, parse_mode("E"), 0, 0, own, 1.0, generator(random.Random(1)))
    assert made.tolist() == [[457.0, 0.0]]
    assert stake_of(view_of(puur.new_deal(own, seed=1), 0), 1.0).match == 300


@pytest.mark.rule("AJZ-2.2.1-56")
def test_ajz_2_2_1_56_a_schneider_without_consequences_is_worth_nothing() -> None:
    """«so hat dies keine Konsequenzen»: only the difference and the game count; under UB the Schneider adds its Strich."""
    for key, extra in (("ajz08", 0.0), ("ub2024", SCHNEIDER)):
        game = puur.new_deal(key, seed=1)
        game.ledger.totals[:] = [1990, 100]
        game.bergpreis = 0
        stakes = Stakes.of(view_of(game, 0))
        assert stakes.worth(100, 57) == 43 + GAME + extra


def test_a_level_that_does_not_know_a_field_leaves_its_place_to_stammtisch() -> None:
    assert not any(unknown(book(key)) for key in PARTNER_BOOKS)
    searching = ("klub", "meister", "jasskoenig")
    for field, own in (
        ("play.puur_exempt", book("ub2024", play__puur_exempt=False)),
        ("play.undertrump", book("ub2024", play__undertrump=Undertrump.FREE)),
        ("scoring.last_trick", book("ub2024", scoring__last_trick=10)),
    ):
        assert unknown(own) == dict.fromkeys(searching, (field,))
        view = view_of(puur.new_deal(own, seed=3), 0)
        assert {level: able(level, view) for level in LEVELS} == {
            level: "stammtisch" if level in searching else level for level in LEVELS
        }
        assert answer("meister", view, random.Random(1))[1] == "stammtisch"
        assert type(parse_player("meister@50").side(own).player) is type(bot("stammtisch"))
    assert unknown(book("ub2024", stoeck__points=40)) == {"jasskoenig": ("stoeck.points",)}
