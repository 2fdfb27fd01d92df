"""The player that sees all cards: it plays exactly, and only the arena knows it."""

from __future__ import annotations

import random

import pytest

from puur.arena.players import CEILING as NAME
from puur.arena.players import UnknownPlayer, parse_player
from puur.arena.table import dealt_hands, opened, play_on, prepared
from puur.bots.levels import LEVELS
from puur.core.actions import to_act
from puur.core.events import Announced
from puur.core.mode import OBENABE
from puur.fast import available
from puur.fast.position import Position
from puur.reglement import load

BOOK = prepared(load("tam2014-es"), False)


@pytest.mark.skipif(not available(), reason="numba (the extra `fast`) is not installed: nothing can be solved")
def test_with_all_cards_seen_a_deal_ends_as_the_solver_says() -> None:
    from puur.fast import Solver

    side = parse_player(NAME).side(BOOK)
    for seed in range(2):
        game = opened(BOOK, dealt_hands(random.Random(seed)), seed)
        speaker = to_act(game)
        assert speaker is not None
        game.submit(Announced(speaker, OBENABE))
        expected = Solver().solve(Position.from_deal(game.deal), per_card=False).points
        assert play_on(game, (side, side), "seen").points == expected


def test_it_sits_at_no_table_and_plays_no_book_that_cannot_be_solved() -> None:
    assert NAME not in LEVELS
    with pytest.raises(UnknownPlayer):
        parse_player(NAME).side(load("differenzler"))
