"""The network player: what PyTorch says, the score as a condition, many seats at once, and search over worlds that can be."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import puur
from puur.bots.budget import Budget
from puur.bots.lookahead import Search
from puur.bots.network import trained
from puur.bots.neural import Jasskoenig
from puur.bots.position import KIT, bid_chances, position
from puur.bots.sight import sight, stake_of
from puur.core.actions import to_act
from puur.core.deal import Phase
from puur.core.events import Announced, CardPlayed
from puur.core.game import Game
from puur.core.view import View, view_of
from puur.fast.observe import PER_SUIT, WIDE, observed

PLAIN = Budget(seconds=300.0)


def views(book: str, seed: int) -> tuple[Game, list[tuple[View, int]]]:
    """A deal played by the network, with the view of every choice between cards and the card that was chosen."""
    game, bot, rng, seen = puur.new_deal(book, seed=seed), Jasskoenig(), random.Random(seed), []
    while (seat := to_act(game)) is not None and game.deal.phase is not Phase.OVER:
        view = view_of(game, seat)
        done = puur.choose(view, "jasskoenig", seed=seed)
        if isinstance(done, CardPlayed) and sum(isinstance(option, CardPlayed) for option in view.options) > 1:
            assert bot.card(view, rng, PLAIN) == done.card
            seen.append((view, done.card.index))
        game.submit(done)
    return game, seen


def test_numpy_says_what_pytorch_says() -> None:
    stored = np.load(Path(__file__).with_name("network_activations.npz"))  # written by tests/bots/make_activations.py
    network = trained()
    for name in ("policy", "quick"):
        np.testing.assert_allclose(network.looks(stored["in_suits"], stored["in_facts"], name), stored[name], rtol=1e-3, atol=1e-3)
    np.testing.assert_allclose(network.offers(stored["in_offer"]), stored["offer"], rtol=1e-3, atol=1e-3)
    np.testing.assert_allclose(network.pushes(stored["in_push"]), stored["push"], rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("book", ["ub2024", "tam2014-cp"])
def test_many_seats_are_answered_as_each_alone(book: str) -> None:
    _, seen = views(book, 5)
    cards = Jasskoenig().cards([view for view, _ in seen], random.Random(0))
    assert [card.index for card in cards] == [card for _, card in seen]


@pytest.mark.parametrize("book", ["ub2024", "tam2014-es", "tam2014-cp"])
def test_a_position_shows_what_its_view_shows(book: str) -> None:
    for view, _ in views(book, 6)[1]:
        place = position(view)
        legal = place.batch.legal()
        suits, facts = np.zeros((1, 4, PER_SUIT), np.float32), np.zeros((1, WIDE), np.float32)
        observed(place.batch, legal, suits, facts)
        own_suits, own_facts, _ = sight(view, [option.card for option in view.options if isinstance(option, CardPlayed)])
        np.testing.assert_allclose(suits[0], own_suits, atol=1e-6)
        np.testing.assert_allclose(facts[0], own_facts, atol=1e-6)


def test_worlds_fit_what_was_seen() -> None:
    game, seen = views("ub2024", 8)
    network, chance = trained(), np.random.default_rng(1)
    search = Search(KIT, network.looks, network.looks, lambda shape: chance.random(shape, np.float32), 30)
    for view, _ in seen[::4]:
        place = position(view)
        hands, logs = search.dealt(place.batch, np.zeros(30, np.int64))
        hands = hands[logs > -1e8]
        assert len(hands) > 20
        assert (hands.sum(axis=2) == np.array(view.cards_left)).all()
        assert (hands.sum(axis=1) <= 1).all()
        assert not (hands & place.batch.barred).any()
        told = bid_chances(view, network, place.order)
        assert told is not None
        assert (told(hands, None) <= 0).all()
    assert game.deal.phase is Phase.OVER


def test_looking_ahead_plays_legally_and_the_same_again() -> None:
    _, seen = views("ub2024", 9)
    bot = Jasskoenig()
    for view, _ in seen[::5]:
        card = bot.card(view, random.Random(3), Budget(rounds=12, seconds=300.0))
        assert card in [option.card for option in view.options if isinstance(option, CardPlayed)]
        assert card == bot.card(view, random.Random(3), Budget(rounds=12, seconds=300.0))


def test_the_score_is_seen_as_what_is_still_needed() -> None:
    game = puur.new_deal("ub2024", seed=3)  # target 2000, Match 100
    bids = [option for option in puur.view(game).options if isinstance(option, Announced)]
    game.submit(next(bid for bid in bids if str(bid.mode) == "obenabe"))
    view = puur.view(game)
    assert view.factor == 3
    far = stake_of(view, 3.0)
    assert (far.match, far.ends, far.prize) == (100.0, False, 0.0)
    side = view.seat % 2
    totals = (1985, 1974) if side == 0 else (1974, 1985)
    near = stake_of(view._replace(totals=totals), 3.0)
    assert near.need == (5.0, pytest.approx(26 / 3))  # 15 and 26 written points, each card point counts three times
    assert near.prize == pytest.approx(300 / 157 / 3)
