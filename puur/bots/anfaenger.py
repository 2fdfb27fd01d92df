"""Anfänger: plays by the small network of *Jasskönig*, but often its second or third choice, and remembers one trick.

So its mistakes are those of people: a card that looks good to somebody who has forgotten what is gone, hardly ever an absurd one.
It follows the conventions that the network has learned as far as it sees them, which makes it a partner one can play with.
"""

from __future__ import annotations

import random

from puur.bots import simple
from puur.bots.budget import Budget
from puur.bots.cardplay import choose_card
from puur.bots.knowledge import NotSearchable
from puur.bots.network import Network, trained
from puur.bots.neural import chances
from puur.core.cards import Card
from puur.core.events import Announced, Pushed
from puur.core.view import View


class Anfaenger:
    """Bids by a plain count and plays what looks good, out of a short memory."""

    HEAT = 10.0  # the more, the more often a lower choice: it plays the first one of the network in 46 of 100 real choices
    REMEMBERED = 1  # tricks

    def __init__(self, network: Network | None = None) -> None:
        self.network = network or trained()

    def bid(self, view: View, rng: random.Random, budget: Budget) -> Announced | Pushed:
        """By the count of `bots.worth`."""
        return simple.bid(view)

    def card(self, view: View, rng: random.Random, budget: Budget) -> Card:
        """One of the cards that look good, the better the more often."""
        try:
            odds = chances(self.network, view, name="quick", heat=self.HEAT, remembered=self.REMEMBERED)
        except NotSearchable:
            return choose_card(view, rng)
        return rng.choices(list(odds), list(odds.values()))[0]
