"""Anfänger: how it chooses, and what it has forgotten."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

import puur
from puur.bots.anfaenger import Anfaenger
from puur.bots.base import cards_offered
from puur.bots.budget import Budget
from puur.bots.network import trained
from puur.bots.neural import chances
from puur.bots.sight import sight
from puur.core.actions import to_act
from puur.core.deal import Phase
from puur.core.events import CardPlayed
from puur.core.view import View, view_of
from puur.fast.observe import FLAGS, PLANES


def choices(seed: int) -> list[View]:
    """The views of a deal at every choice between cards."""
    game, seen = puur.new_deal("tam2014-es", seed=seed), []
    while (seat := to_act(game)) is not None and game.deal.phase is not Phase.OVER:
        view = view_of(game, seat)
        if sum(isinstance(option, CardPlayed) for option in view.options) > 1:
            seen.append(view)
        game.submit(puur.choose(view, "lehrling", seed=seed))
    return seen


def planes(view: View, remembered: int) -> dict[str, set[int]]:
    """By the name of a plane the cards that are marked on it, in the order of the network."""
    suits, _, _ = sight(view, cards_offered(view), remembered)
    by_plane = suits[:, : -len(FLAGS)].reshape(4, len(PLANES), 9).transpose(1, 0, 2).reshape(len(PLANES), 36)
    return {name: set(np.flatnonzero(row).tolist()) for name, row in zip(PLANES, by_plane, strict=True)}


def test_what_lies_further_back_than_it_remembers_may_be_anywhere() -> None:
    """By counting: after n tricks, one of them remembered, 4 (n - 1) cards are forgotten, and every other player may hold them."""
    checked = 0
    for view in choices(3):
        tricks, lying = len(view.tricks), len(view.trick) % 4
        if tricks < 3 or lying != len(view.trick):
            continue
        whole, short = planes(view, 9), planes(view, 1)
        gone = [name for name in PLANES if name.startswith("played by")]
        assert sum(len(short[name]) for name in gone) == 4 + lying
        assert sum(len(whole[name]) for name in gone) == 4 * tricks + lying
        forgotten = set().union(*(whole[name] - short[name] for name in gone))
        assert len(forgotten) == 4 * (tricks - 1)
        for who in ("next", "partner", "last"):
            assert forgotten <= short[f"{who} may hold"]
            assert whole[f"{who} may hold"] <= short[f"{who} may hold"], "who did not follow is forgotten too"
            assert len(short[f"{who} may hold"]) == 36 - len(view.hand) - 4 - lying
        assert [short[name] for name in ("own", "legal")] == [whole[name] for name in ("own", "legal")]
        checked += 1
    assert checked > 3


@pytest.mark.parametrize("heat", [2.0, 10.0])
def test_heat_makes_lower_choices_likelier_and_keeps_their_order(heat: float) -> None:
    """A softmax: at heat h the odds between two cards are the h-th root of those without it."""
    for view in choices(5)[::4]:
        cool, warm = chances(trained(), view), chances(trained(), view, heat=heat)
        assert math.isclose(sum(warm.values()), 1.0, rel_tol=1e-5)
        first = next(iter(cool))
        for card, share in cool.items():
            if share > 1e-6:
                assert math.isclose(warm[card] / warm[first], (share / cool[first]) ** (1 / heat), rel_tol=1e-3)


def test_it_plays_its_cards_as_often_as_it_is_told_to() -> None:
    view = choices(5)[8]
    odds = chances(trained(), view, name="quick", heat=Anfaenger.HEAT, remembered=Anfaenger.REMEMBERED)
    rng, player = random.Random(1), Anfaenger()
    played = [player.card(view, rng, Budget()) for _ in range(600)]
    for card, share in odds.items():  # four standard errors of a share of 600
        assert abs(played.count(card) / 600 - share) < 4 * math.sqrt(share * (1 - share) / 600) + 1e-9
