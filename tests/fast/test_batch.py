"""Batches of deals against the core: the same legal cards, the same tricks and points, and the same sight as from a view."""

from __future__ import annotations

import random

import numpy as np
import pytest

from puur.arena.table import dealt_hands, opened, prepared
from puur.bots.sight import sight, turned
from puur.core.actions import to_act
from puur.core.deal import Phase
from puur.core.events import Announced, CardPlayed
from puur.core.game import Game
from puur.core.mode import PLAIN_MODES, Mode
from puur.core.view import view_of
from puur.fast.batch import DEAL, Batch, Kit, blocks_of, plain_conditions, values_of
from puur.fast.observe import PER_SUIT, WIDE, observed
from puur.games.coiffeur import modes_of
from puur.reglement import load

KIT = Kit()
COIFFEUR = load("tam2014-cp")
VARIANTS = [
    (name, mode) for name in ("E", "L", "obenabe", "undeufe", "slalom", "gusti", "trio") for mode in modes_of(COIFFEUR, name)
]


def begun(book: str, variant: str, mode: Mode, rng: random.Random, *, push: bool) -> Game:
    """A deal of which the mode was announced, after a push or without."""
    game = opened(prepared(load(book), False), dealt_hands(rng), rng.randrange(4))
    if push:
        game.submit(next(option for option in view_of(game, to_act(game)).options if not isinstance(option, Announced)))
    seat = to_act(game)
    assert seat is not None
    game.submit(Announced(seat, mode, variant))
    return game


def batch_of(game: Game) -> Batch:
    """The deal of a game as a batch of one."""
    deal, mode = game.deal, game.deal.mode
    assert mode is not None
    assert deal.hands is not None
    order = turned(mode)
    hand = np.zeros((1, 4, 36), bool)
    for seat in range(4):
        hand[0, seat, [order[card.index] for card in deal.hand(seat)]] = True
    said = plain_conditions(
        KIT, np.array([blocks_of(mode)]), np.array([values_of(mode)]), np.array([deal.announcer]),
        np.array([deal.pushes > 0 and not deal.variant]),
    )  # fmt: skip
    return Batch(KIT, hand, np.array([deal.leader]), said)


def played_along(game: Game, rng: random.Random) -> None:
    """Play a random deal in the core and as a batch, and compare at every card."""
    batch, order = batch_of(game), turned(game.deal.mode or PLAIN_MODES[0])
    gain = 0.0
    while (seat := to_act(game)) is not None and game.deal.phase is not Phase.OVER:
        view = view_of(game, seat)
        cards = [option.card for option in view.options if isinstance(option, CardPlayed)]
        legal = batch.legal()
        assert int(batch.seat[0]) == seat
        assert sorted(order[card.index] for card in cards) == np.flatnonzero(legal[0]).tolist()
        suits, facts = np.zeros((1, 4, PER_SUIT), np.float32), np.zeros((1, WIDE), np.float32)
        observed(batch, legal, suits, facts)
        own_suits, own_facts, _ = sight(view, cards)
        np.testing.assert_allclose(suits[0], own_suits, atol=1e-6)
        np.testing.assert_allclose(facts[0], own_facts, atol=1e-6)
        card = rng.choice(cards)
        game.submit(CardPlayed(seat, card))
        brought = batch.play(np.array([order[card.index]]))
        gain += 0.0 if brought is None else float(brought[0])
    made = [game.deal.points[side] + (5 if game.deal.last == side else 0) for side in (0, 1)]
    assert batch.points[0].tolist() == made
    assert gain * DEAL == pytest.approx(made[0] - made[1], abs=1e-3)


@pytest.mark.parametrize("mode", PLAIN_MODES, ids=str)
def test_a_batch_plays_like_the_core_in_the_schieber(mode: Mode) -> None:
    for seed in range(6):
        rng = random.Random(f"{mode}/{seed}")
        played_along(begun("tam2014-es", "", mode, rng, push=seed % 2 == 1), rng)


@pytest.mark.parametrize(("variant", "mode"), VARIANTS, ids=lambda variant: str(variant))
def test_a_batch_plays_like_the_core_in_the_coiffeur(variant: str, mode: Mode) -> None:
    rng = random.Random(f"{variant}/{mode}")
    played_along(begun("tam2014-cp", variant, mode, rng, push=False), rng)
