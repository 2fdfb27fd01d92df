"""Slalom, Gusti and Trio in a Schieber of somebody's own book: bots of every level bid and play them."""

from __future__ import annotations

import random

import pytest

from puur.arena.forms import by_chance, play_deal
from puur.bots.levels import LEVELS, answer
from puur.bots.simple import choose
from puur.core.actions import awaited
from puur.core.events import Announced
from puur.core.game import Game
from puur.core.mode import PLAIN_MODES
from puur.core.view import view_of
from puur.reglement import load_text
from tests.games import kit

BOOK = """
key = "eigen"
title = "Schieber mit Slalom"
source = "Hausregeln"
extends = "jassregeln"
falls_back_on = "jassregeln"

[modes]
slalom-oben = 1
slalom-unten = 1
gusti-oben = 1
trio-E-tuo = 1
"""


@pytest.mark.parametrize("level", ["lehrling", "stammtisch", "jasskoenig"])
def test_every_level_bids_and_plays_them(level: str) -> None:
    book, rng = load_text(BOOK, "eigen"), random.Random(3)
    game = Game(book, kit.new(book, 4, rng).setup)
    heard = 0
    while not game.finished_deals:
        waiting = awaited(game)
        if not waiting:
            game.submit(kit.step(game, rng))
            continue
        said, _ = answer(level, view_of(game, waiting[0]), rng)
        heard += isinstance(said, Announced) and said.mode not in PLAIN_MODES
        game.submit(said)
    assert heard == 1
    assert sum(game.deal.points) == 152
    assert level in LEVELS


def test_they_play_them_better_than_chance() -> None:
    """Twelve deals, each from both sides; 157 points are shared out, so that chance against itself leads by nothing on average."""
    book = load_text(BOOK, "eigen")
    lead = 0
    for deal in range(12):
        first = play_deal(book, [choose, by_chance, choose, by_chance], f"own/{deal}")
        second = play_deal(book, [by_chance, choose, by_chance, choose], f"own/{deal}")
        lead += first[0] - first[1] + second[1] - second[0]
    assert lead > 0
