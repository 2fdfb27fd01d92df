"""Whether *Jasskönig* states its Weis: as its network says, from what the seat knows."""

from __future__ import annotations

import random

import numpy as np
import pytest

from puur.arena.table import opened
from puur.bots.base import beside, decide
from puur.bots.budget import Budget
from puur.bots.network import Network, trained
from puur.bots.neural import Jasskoenig
from puur.core.actions import to_act
from puur.core.cards import CardSet, parse_card
from puur.core.events import Announced, CardPlayed, WeisAnnounced
from puur.core.game import Game
from puur.core.mode import parse_mode
from puur.core.view import view_of
from puur.reglement import load

# Seat 0 holds a Vierblatt (50), seat 1 a Dreiblatt (20) from the Sechs of Schellen.
HANDS = ("EA EK EO EU R6 R7 S9 SU L6", "S6 S7 S8 E6 E8 RK RO L7 L9", "E7 E9 R8 RU SB SK L8 LB LU", "EB R9 RB RA SO SA LO LK LA")


class Minded(Network):
    """Thinks so much of keeping quiet, and remembers what it was asked."""

    def __init__(self, quiet: float) -> None:
        super().__init__({})
        self.weights = trained().weights
        self.quiet = quiet

    def tells(self, rows: np.ndarray) -> np.ndarray:
        self.asked = rows
        return np.array([[0.0, self.quiet]], np.float32)


def after_the_first_card() -> Game:
    """Seat 0 has stated its 50 and led; seat 1 is next, with 20."""
    north, east, south, west = (CardSet(map(parse_card, hand.split())) for hand in HANDS)
    game = opened(load("ub2024"), (north, east, south, west), 3)
    game.submit(Announced(0, parse_mode("obenabe")))
    game.submit(next(option for option in view_of(game, 0).options if isinstance(option, WeisAnnounced)))
    game.submit(CardPlayed(0, parse_card("EA")))
    return game


@pytest.mark.parametrize(("quiet", "announced"), [(-0.1, True), (0.005, True), (0.1, False)])
def test_a_weis_is_kept_quiet_where_that_clearly_promises_more(quiet: float, announced: bool) -> None:
    player = Jasskoenig(Minded(quiet))
    view = view_of(after_the_first_card(), 1)
    assert any(isinstance(option, WeisAnnounced) for option in view.options)
    said = decide(player, view, random.Random(1), Budget())
    assert isinstance(said, WeisAnnounced if announced else CardPlayed)


def test_the_network_is_told_what_the_seat_knows() -> None:
    """By hand: 50 stated by the one before us (the third seat on), who announced too; own 20; we sit in the second place."""
    mind = Minded(0.0)
    Jasskoenig(mind).tells(view_of(after_the_first_card(), 1))
    row = mind.asked[0]
    assert row[:36].sum() == 9
    assert row[66:70].tolist() == [0, 1, 0, 0]
    assert row[70:74].tolist() == [0, 0, 0, 1]
    assert row[74:79] == pytest.approx([0, 0, 0.5, 0.2, 0.2])


def test_others_state_what_they_have() -> None:
    game = after_the_first_card()
    assert to_act(game) == 1
    assert isinstance(beside(None, view_of(game, 1)), WeisAnnounced)
