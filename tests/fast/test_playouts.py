"""The Python side of playouts: what may be asked, and that the answer depends on the question alone."""

from __future__ import annotations

import random

import numpy as np
import pytest

from puur.core.cards import CARDS, CardSet
from puur.core.mode import EICHELN, OBENABE, PLAIN_MODES, parse_mode
from puur.fast import BadPosition, Position, deals, playouts, rollouts
from tests.fast import reference
from tests.fast.positions import dealt, ending


def test_the_same_question_gets_the_same_answer_on_any_number_of_threads() -> None:
    once = playouts(10_000, EICHELN, seed=7)
    assert (once == playouts(10_000, EICHELN, seed=7, threads=3)).all()
    assert (deals(5000, seed=7) == deals(5000, seed=7, threads=2)).all()
    assert not (once == playouts(10_000, EICHELN, seed=8)).all()
    assert (once[:4321] == playouts(4321, EICHELN, seed=7)).all()


@pytest.mark.parametrize("seed", [0, -1, 1 << 70])
def test_any_integer_is_a_seed(seed: int) -> None:
    assert playouts(3, OBENABE, seed=seed).shape == (3, 4)


def test_without_a_mode_the_six_modes_of_the_schieber_take_turns() -> None:
    mixed = playouts(600, seed=1)
    for number, mode in enumerate(PLAIN_MODES):
        assert (mixed[number::6] == playouts(100, mode, seed=6 + number)).all()


def test_rows_of_hands_take_turns() -> None:
    rng = random.Random(1)
    one, two = ending(rng, OBENABE, 2), ending(rng, OBENABE, 2)
    two = Position(OBENABE, two.hands, one.leader)
    results = playouts(40, OBENABE, hands=[one.hands, two.hands], leader=one.leader)
    assert set((results[0::2, 0] + results[0::2, 1]).tolist()) == {one.rest}
    assert set((results[1::2, 0] + results[1::2, 1]).tolist()) == {two.rest}


def test_the_last_trick_is_forced() -> None:
    """Hand count: Ass, Banner, Six and Eight of Eicheln from the top make 11 + 10 + 0 + 8 and 5 for the last trick, for A."""
    cards = [CARDS[8], CARDS[4], CARDS[0], CARDS[2]]
    last = Position.dealt([CardSet((card,)) for card in cards], OBENABE)
    assert rollouts(last, 5).tolist() == [[34, 0, 1, 0]] * 5


def test_plain_python_plays_by_the_same_rules() -> None:
    position = ending(random.Random(8), parse_mode("trio-E-tuo"), 5, 2)
    slow = np.array(reference.playouts(position, 4000, random.Random(1)))
    quick = rollouts(position, 4000, seed=1).astype(np.int64)
    assert (slow[:, 0] + slow[:, 1] == position.rest).all()
    assert (slow[:, 2] + slow[:, 3] == 5).all()
    spread = slow[:, 0].std()
    assert abs(slow[:, 0].mean() - quick[:, 0].mean()) < 6 * spread * (2 / 4000) ** 0.5


def test_nonsense_is_refused() -> None:
    hands = dealt(random.Random(1), EICHELN).hands
    with pytest.raises(ValueError, match="negative"):
        playouts(-1)
    with pytest.raises(ValueError, match="need a mode"):
        playouts(1, hands=hands)
    with pytest.raises(BadPosition, match="needs hands"):
        playouts(1, EICHELN, trick=[CARDS[0]])
    with pytest.raises(BadPosition, match="holds 8 cards, expected 9"):
        playouts(1, EICHELN, hands=[hands[0], hands[1] & hands[1] - 1, hands[2], hands[3]])
    with pytest.raises(BadPosition, match="differ in the number"):
        playouts(2, EICHELN, hands=[hands, [hand & hand - 1 for hand in hands]])
    assert playouts(0, EICHELN).shape == (0, 4)
