"""Bids: obvious hands, the score of the game, the Coiffeur, and that simulation and table agree on what is clear."""

from __future__ import annotations

import random

import pytest

import puur
from puur.bots.bidding import TableBidder
from puur.bots.bidtable import bid_tables
from puur.bots.budget import Budget
from puur.bots.simulation import SimulationBidder
from puur.bots.stakes import GAME, Stakes
from puur.core.cards import DECK, CardSet
from puur.core.events import Announced, Pushed
from puur.core.mode import PLAIN_MODES, parse_mode
from puur.core.view import view_of


def said(bidder: TableBidder | SimulationBidder, hand: str, book: str = "tam2014-es") -> str:
    left = list(DECK - CardSet.parse(hand))
    others = [" ".join(card.name for card in left[at::3]) for at in range(3)]
    game = puur.new_deal(book, hands=[hand, *others])
    bid = bidder.bid(view_of(game, 0), random.Random(1), Budget(seconds=300.0))
    return "push" if isinstance(bid, Pushed) else str(bid.mode)


@pytest.mark.parametrize("bidder", [TableBidder(), SimulationBidder()], ids=["table", "simulation"])
@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("RU R9 RA RK R6 EA EK S7 L7", "R"),
        ("EA EK RA RK SA SK LA LK LO", "obenabe"),
        ("E6 E7 R6 R7 S6 S7 L6 L7 L8", "undeufe"),
        ("E8 EB R9 RO S8 SB L9 LO EO", "push"),  # nothing in the middle of everything
    ],
)
def test_clear_hands(bidder: TableBidder | SimulationBidder, hand: str, expected: str) -> None:
    assert said(bidder, hand) == expected


def test_the_table_knows_that_puur_and_nell_count() -> None:
    table = bid_tables()[0]
    good, less = (CardSet.parse(hand).bits for hand in ("RU R9 RA R6 E6 E7 S7 S8 L7", "RB RO RA R6 E6 E7 S7 S8 L7"))
    assert table.worth(good, parse_mode("R")) > table.worth(less, parse_mode("R")) + 20
    assert all(0 <= table.worth(good, mode) <= 157 for mode in PLAIN_MODES)


def test_factors_draw_the_bid() -> None:
    """UB 2024 counts Obenabe and Undeufe three times: a hand fit for both a simple trump and Obenabe goes for the latter."""
    assert said(TableBidder(), "EU EA EK RA RK SA SK LA L6", "ub2024") == "obenabe"


def test_the_end_of_the_game_is_worth_more_than_its_points() -> None:
    stakes = Stakes(ours=950, theirs=700, target=1000)
    assert stakes.worth(60, 97) - stakes.worth(40, 117) > GAME / 2
    assert Stakes().worth(60, 97) == -37
    level = Stakes(ours=400, theirs=100, target=1000, bergpreis=True)
    assert level.worth(120, 37) > Stakes(ours=400, theirs=100, target=1000).worth(120, 37)


def test_coiffeur_bids_are_open_fields() -> None:
    game = puur.new_deal("tam2014-cp", seed=2)
    for bidder in (TableBidder(), SimulationBidder()):
        bid = bidder.bid(puur.view(game), random.Random(1), Budget(seconds=300.0))
        assert bid in puur.view(game).options
    assert any(isinstance(one, Announced) for one in puur.view(game).options)
