"""Lehrling and chance: the player who knows the game a little, and the one who knows only its rules.

Both answer at once and search nothing. `ByChance` is the yardstick of the arena, no opponent for people.
"""

from __future__ import annotations

import random

from puur.bots import simple
from puur.bots.base import bids_of, cards_offered, push_of
from puur.bots.budget import Budget
from puur.bots.cardplay import choose_card
from puur.core.cards import Card
from puur.core.events import Announced, Pushed
from puur.core.view import View


class ByChance:
    """Every legal card and every bid equally likely; a push as likely as a mode."""

    def bid(self, view: View, rng: random.Random, budget: Budget) -> Announced | Pushed:
        """Anything that may be said."""
        push = push_of(view)
        said: list[Announced | Pushed] = [*bids_of(view)]
        return rng.choice([*said, push] if push else said)

    def card(self, view: View, rng: random.Random, budget: Budget) -> Card:
        """Any legal card."""
        return rng.choice(cards_offered(view))


class Lehrling:
    """Bids by a plain count and plays by plain reckoning, and now and then by the look of a card."""

    SLIPS = 0.1  # how often a card is played without thinking: a beginner, and still a partner

    def bid(self, view: View, rng: random.Random, budget: Budget) -> Announced | Pushed:
        """By the count of `bots.worth`."""
        return simple.bid(view)

    def card(self, view: View, rng: random.Random, budget: Budget) -> Card:
        """By `bots.cardplay`, with slips."""
        if rng.random() < self.SLIPS:
            return rng.choice(cards_offered(view))
        return choose_card(view, rng)
