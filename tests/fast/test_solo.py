"""The Differenzler as a batch against the core: legal cards, everybody's points, and the same sight as from a view."""

from __future__ import annotations

import random

import numpy as np
import pytest

from puur.arena.table import dealt_hands
from puur.bots.sight import turned
from puur.bots.solo import solo_sight
from puur.core.actions import awaited
from puur.core.deal import Phase
from puur.core.events import CardPlayed, HandsRecorded, TrumpTurned
from puur.core.game import Game
from puur.core.setup import Setup
from puur.core.view import view_of
from puur.fast.batch import Kit
from puur.fast.observe import PER_SUIT, WIDE, observed
from puur.fast.solo import EXTRA, SoloBatch, predictions_seen
from puur.reglement import load

KIT = Kit()


def opened(book: str, rng: random.Random) -> Game:
    """A deal of which trump is known and everybody has predicted something."""
    dealer, hands = rng.randrange(4), dealt_hands(rng)
    game = Game(load(book), Setup(first_dealer=dealer))
    turned_up = TrumpTurned(dealer, rng.choice(list(hands[dealer])))
    before = game.form.before_deal(game)
    for event in (turned_up, HandsRecorded(dealer, hands)) if before else (HandsRecorded(dealer, hands), turned_up):
        game.submit(event)
    while game.deal.phase is Phase.BIDDING:
        asked = view_of(game, awaited(game)[0]).amounts[0]
        game.submit(asked.filled(rng.randrange(asked.high + 1)))
    return game


@pytest.mark.parametrize("book", ["differenzler", "differenzler-open"])
def test_a_batch_plays_the_differenzler_like_the_core(book: str) -> None:
    undertrumped = 0
    for seed in range(12):
        rng = random.Random(f"{book}/{seed}")
        game = opened(book, rng)
        deal = game.deal
        assert deal.mode is not None
        order = turned(deal.mode)
        hand = np.zeros((1, 4, 36), bool)
        for seat in range(4):
            hand[0, seat, [order[card.index] for card in deal.hand(seat)]] = True
        goal = np.array([[float(deal.own.said[seat]) for seat in range(4)]], np.float32)
        batch = SoloBatch(KIT, hand, np.array([deal.leader]), goal, np.array([float(book == "differenzler-open")], np.float32))
        while game.deal.phase is not Phase.OVER:
            seat = awaited(game)[0]
            view = view_of(game, seat)
            cards = [option.card for option in view.options if isinstance(option, CardPlayed)]
            legal = batch.legal()
            assert sorted(order[card.index] for card in cards) == np.flatnonzero(legal[0]).tolist()
            suits, facts = np.zeros((1, 4, PER_SUIT), np.float32), np.zeros((1, WIDE + EXTRA), np.float32)
            observed(batch, legal, suits, facts[:, :WIDE])
            predictions_seen(batch, facts[:, WIDE:])
            own_suits, own_facts, _ = solo_sight(view)
            np.testing.assert_allclose(suits[0], own_suits, atol=1e-6)
            np.testing.assert_allclose(facts[0], own_facts, atol=1e-6)
            card = rng.choice(cards)
            trick = deal.cards
            under = [lying for lying in trick if lying.suit is deal.mode.trump]
            undertrumped += bool(under) and card.suit is deal.mode.trump and trick[0].suit is not deal.mode.trump
            game.submit(CardPlayed(seat, card))
            batch.play(np.array([order[card.index]]))
        made = [points + (5 if deal.last == seat else 0) for seat, points in enumerate(deal.points)]
        assert batch.made[0].tolist() == made
        assert batch.missed()[0].tolist() == [abs(deal.own.said[seat] - made[seat]) for seat in range(4)]
    assert undertrumped  # the rule of this game that differs was met
