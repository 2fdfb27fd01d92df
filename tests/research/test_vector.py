"""Many deals at once: the same rules as one deal in the core, and nothing illegal goes through."""

from __future__ import annotations

import numpy as np
import pytest

from puur.core.cards import CARDS, CardSet
from puur.core.mode import PLAIN_MODES
from puur.fast.position import Position
from puur.research.vector import CardPlay, random_cards


def test_every_deal_is_the_one_that_the_core_plays() -> None:
    """Each of 40 deals is played along in `Position`, which asks the core: legal cards, turn, tricks and points agree."""
    table, rng = CardPlay(40), np.random.default_rng(3)
    seen = table.reset(seed=5)
    hands = [[CardSet(CARDS[card] for card in table.cards(np.tile(np.arange(36), (40, 1)).T).T[row][table.batch.hand[row, seat]])
              for seat in range(4)] for row in range(40)]  # fmt: skip
    plays = [Position.dealt(hands[row], PLAIN_MODES[table.mode[row]], int(seen.seat[row])) for row in range(40)]
    total = np.zeros(40)
    for _ in range(36):
        assert seen is not None
        for row, play in enumerate(plays):
            assert play.turn == seen.seat[row]
            real = {CARDS[table._turned[table.mode[row], number]] for number in np.flatnonzero(seen.legal[row])}
            assert real == set(play.legal())
        chosen = random_cards(seen, rng)
        real_cards = table.cards(chosen)
        plays = [play.play(CARDS[card]) for play, card in zip(plays, real_cards, strict=True)]
        seen, gain = table.step(chosen)
        total += gain
    assert seen is None
    for row, play in enumerate(plays):
        assert tuple(table.points[row]) == play.points
        assert sum(play.points) == 157  # JR-CNT-03: 152 and 5
        assert total[row] * 157 == pytest.approx(play.points[0] - play.points[1], abs=1e-3)


def test_the_same_seed_deals_the_same() -> None:
    first, second = CardPlay(8), CardPlay(8)
    assert (first.reset(seed=2).suits == second.reset(seed=2).suits).all()
    assert (first.mode == second.mode).all()
    assert (first.reset(seed=3).suits != second.reset(seed=2).suits).any()


def test_a_card_that_may_not_be_played_is_refused_in_any_deal() -> None:
    table = CardPlay(4)
    seen = table.reset(seed=1)
    cards = random_cards(seen, np.random.default_rng(1))
    cards[2] = int(np.flatnonzero(~seen.legal[2])[0])
    with pytest.raises(ValueError, match="may not be played"):
        table.step(cards)
    assert table.batch.ply == 0
    with pytest.raises(ValueError, match="at least one"):
        CardPlay(0)
